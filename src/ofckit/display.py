"""Play as text for a terminal of 80 columns: the table, one's own board, a hand street by street."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ._columns import WIDTH, fit, wrapped
from ._core import rank_ids
from .board import SIZES, Row, is_paired_flush
from .cards import FIRST_JOKER, Card
from .game import Game
from .history import PlayedHand
from .position import Move, Position
from .scoring import hand_in_words

LABEL = 8
MOST_IN_ROW = 5
SEAT = 17  # columns of a board and the space after it: four of them fit
FREE = "--"
NAME = 12  # columns of a name before what its player does

Rows = Sequence[Sequence[Card]]


def table(
    names: Sequence[str], boards: Sequence[Rows], notes: Sequence[str] = (), width: int = WIDTH
) -> list[str]:
    """Boards side by side, as many as fit: names, a note under each where there is one, and the rows.

    Cards of a row have the highest first; a free place is --.
    """
    fit_in = max((width + 1 - LABEL) // SEAT, 1)
    if len(boards) > fit_in:
        first = table(names[:fit_in], boards[:fit_in], notes[:fit_in], width)
        return [*first, "", *table(names[fit_in:], boards[fit_in:], notes[fit_in:], width)]
    lines = [_beside("", [fit(name, SEAT - 1) for name in names])]
    if any(notes):
        lines.append(_beside("", [fit(note, SEAT - 1) for note in notes]))
    for row in Row:
        lines.append(_beside(str(row), [_row_text(rows[row], row) for rows in boards]))
    return lines


def own_board(rows: Rows, move: Move | None = None, width: int = WIDTH) -> list[str]:
    """One's own board, wider: unconfirmed cards have a star, and the hand of each row is at the right.

    Where the hands do not fit there, they are below the rows.
    """
    lines = []
    for row in Row:
        new = () if move is None else move.rows[row]
        held = sorted([*rows[row], *new], reverse=True)
        cells = [f"{card}*" if card in new else str(card) for card in held]
        cells += [FREE] * (SIZES[row] - len(held))
        words = row_in_words(held)
        shown = f"{row!s:<{LABEL}}{''.join(f'{cell:<4}' for cell in cells):<22}"
        if width >= WIDTH or not words:
            lines.append(f"{shown}{words}".rstrip())
        else:
            lines += [shown.rstrip(), *wrapped(words, " " * LABEL, " " * LABEL, width)]
    return lines


def row_in_words(cards: Sequence[Card]) -> str:
    """What the cards of a row make so far; "" for one card, for jokers, and for what no row can hold."""
    if not 1 < len(cards) <= MOST_IN_ROW or max(cards) >= FIRST_JOKER:
        return ""
    if is_paired_flush(tuple(cards)):
        return "Flush"
    return hand_in_words(rank_ids(cards, duplicates=True))


def done(before: Position, after: Position, seat: int) -> str:
    """What a seat did between two observations by another seat: 'Td bottom, 8c 4h middle'."""
    parts = []
    for row in Row:
        new = [card for card in after.boards[seat][row] if card not in before.boards[seat][row]]
        if new:
            parts.append(f"{' '.join(map(str, new))} {row}")
    return ", ".join(parts)


def played(hand: PlayedHand) -> Iterator[str]:
    """A hand of a history street by street: what was drawn and done, the boards, and the settlement."""
    names = hand.seat_names
    yield from _start(hand)
    game = hand.game.copy()
    actions = game.actions
    while game.actions:
        game.pop()
    street, last = game.street, len(actions) - 1
    yield ""
    for i, (seat, what) in enumerate(actions):
        if seat < 0 and not isinstance(what, str | Move):
            game.deal(what)
            continue
        yield from _action(game, seat, what, names[seat])
        if isinstance(what, Move):
            game.push(what, seat)
        else:
            game.leave(seat)
        if game.street != street or i == last:
            yield ""
            yield from table(names, [board.rows for board in game.boards])
            yield ""
            street = game.street
    if hand.settlement is not None:
        yield from hand.settlement.explain(names).splitlines()
        yield from _fantasyland(hand.game, names)
    elif not game.is_over:
        turn = game.turn
        assert turn is not None
        held = " ".join(map(str, game.drawn(turn)))
        yield from wrapped(f"Not over: {names[turn]} is to act{f', with {held}' if held else ''}.")


def _start(hand: PlayedHand) -> Iterator[str]:
    names, game = hand.seat_names, hand.game
    if any(game.fantasyland):
        yield from wrapped(f"In Fantasyland: {with_cards(names, game.fantasyland)}")
    if game.stacks is not None:
        yield from wrapped(
            "Chips: " + ", ".join(f"{n} {c}" for n, c in zip(hand.players, game.stacks, strict=True))
        )


def _action(game: Game, seat: int, what: Move | str | tuple[object, ...], name: str) -> Iterator[str]:
    """What a seat drew, and what it did with it."""
    first, rest = fit(name, NAME - 1) + " ", " " * NAME
    if not isinstance(what, Move):
        yield f"{first}leaves the hand"
        return
    if what.is_surrender:
        yield f"{first}gives up the hand"
        return
    yield f"{first}{' '.join(map(str, game.drawn(seat)))}"
    parts = [f"{' '.join(map(str, row))} {word}," for row, word in zip(what.rows, Row, strict=True) if row]
    if what.discards:
        parts.append(f"discards {' '.join(map(str, what.discards))},")
    if what.is_stay:
        parts.append("announces a stay,")
    yield from wrapped(" ".join(parts).rstrip(","), rest + "-> ", rest + "   ")


def _fantasyland(game: Game, names: tuple[str, ...]) -> Iterator[str]:
    if any(game.next_fantasyland):
        yield from wrapped(f"Fantasyland next: {with_cards(names, game.next_fantasyland)}")


def with_cards(names: Sequence[str], counts: Sequence[int | None]) -> str:
    """'Ann with 14 cards, Cid with 17 cards': those whose count is not 0."""
    return ", ".join(f"{name} with {n} cards" for name, n in zip(names, counts, strict=True) if n)


def _row_text(cards: Sequence[Card], row: Row) -> str:
    held = list(map(str, sorted(cards, reverse=True)))
    return fit(" ".join(held + [FREE] * (SIZES[row] - len(held))), SEAT - 1)


def _beside(label: str, cells: Sequence[str]) -> str:
    return (f"{label:<{LABEL}}" + " ".join(cells)).rstrip()
