"""Boards, and what one seat sees of a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .._errors import OfcError
from .._values import brief, listed
from ..board import SIZES, Board, BoardLike, Row
from ..cards import Card
from ..display import row_in_words
from ..position import Move, Position
from ..rules import RulesLike, as_rules
from ..scoring import royalties as royalties_of
from ._draw import GUTTER, HALF, INNER, LARGE, MEDIUM, PAD, WIDTH, Picture, Size, cut_to, spoken, width_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._draw import Colours, Theme

Rows = Sequence[Sequence[Card]]


def board(
    source: BoardLike,
    *,
    rules: RulesLike | None = None,
    title: str = "Board",
    new: Iterable[Card] = (),
    theme: Theme = "auto",
    colours: Colours = 4,
) -> str:
    """A board as an <svg> element, 360 pixels wide: its cards, and what each row is.

    rules: to show also what a full board earns by them, and whether it is foul. new: cards with a frame.
    theme: "light", "dark" or "auto" (the reader's own). colours: 4, or 2 as on paper.

    >>> board("QhQd5c/7h7d8s8c2d/AsKsJs9s4s", rules="pineapple").startswith("<svg ")
    True
    """
    by = None if rules is None else as_rules(rules)
    one = source if isinstance(source, Board) else Board(source, jokers=by.jokers if by is not None else 0)
    picture = Picture(f"{title}: {one}", theme=theme, colours=colours)
    earned = None if by is None or not one.is_complete else tuple(royalties_of(one, by))
    foul = by is not None and one.is_complete and one.fouls(by)
    said = "foul" if foul else "" if earned is None else f"+{sum(earned)}" if sum(earned) else ""
    picture.heading(title, said, "foul" if foul else "royalty")
    words = [row_in_words(row) for row in one.rows]
    draw_rows(picture, one.rows, LARGE, words=words, earned=earned or (), new=new)
    return picture.to_svg()


def position(
    seen: Position,
    *,
    last: Move | None = None,
    names: Sequence[str] | None = None,
    theme: Theme = "auto",
    colours: Colours = 4,
) -> str:
    """What one seat sees, as an <svg> element: its board and draw, its discards, the other boards.

    last: a move whose cards get a frame, wherever they lie. names: one for each seat ("You", "Opponent").
    """
    if not isinstance(seen, Position):
        raise TypeError(f"position() draws a Position, not {brief(seen)}")
    who = _names(seen, names)
    new = () if last is None else [card for row in last.rows for card in row]
    picture = Picture(f"Position of {who[seen.seat]}: {seen.rules.name}", theme=theme, colours=colours)
    others = [(seen.seat + i) % seen.seats for i in range(1, seen.seats)]
    draw_beside(
        picture,
        [(who[seat], _stands(seen, seat), seen.boards[seat]) for seat in others],
        new=new,
    )
    picture.heading(who[seen.seat], _street(seen), "soft", 15)
    rows = seen.boards[seen.seat]
    draw_rows(picture, rows, LARGE, words=[row_in_words(row) for row in rows], new=new)
    for label, cards in (("Draw", seen.draw), ("Discards", seen.discards)):
        _draw_cards(picture, label, cards, LARGE if label == "Draw" and len(cards) <= 5 else MEDIUM)
    _draw_cards(picture, "Open before the seat on turn", seen.exposed, MEDIUM)
    _draw_cards(picture, "Dead", seen.dead, MEDIUM)
    return picture.to_svg()


def _names(seen: Position, names: Sequence[str] | None) -> list[str]:
    if names is None:
        other = "Opponent" if seen.seats == 2 else "Seat"
        return [
            "You" if i == seen.seat else other if seen.seats == 2 else f"{other} {i}"
            for i in range(seen.seats)
        ]
    given = () if isinstance(names, str) else listed("names", names)
    if len(given) != seen.seats or not all(isinstance(name, str) for name in given):
        raise OfcError(f"names: one text for each of {seen.seats} seats, not {brief(names)}")
    return list(given)


def _street(seen: Position) -> str:
    inside = seen.fantasyland[seen.seat]
    if inside:
        return f"Fantasyland, {inside} cards"
    return "" if seen.street is None else f"street {seen.street + 1} of {len(seen.rules.plan)}"


def _stands(seen: Position, seat: int) -> str:
    inside = seen.fantasyland[seat]
    parts = [
        seen.out[seat],
        f"Fantasyland {inside}" if inside else "",
        "deals" if seat == seen.button else "",
    ]
    return ", ".join(part for part in parts if part)


# parts of pictures


def draw_rows(
    picture: Picture,
    rows: Rows,
    size: Size,
    *,
    words: Sequence[str],
    earned: Sequence[int] = (),
    new: Iterable[Card] = (),
) -> None:
    """The rows of a board over the whole width: cards, and below them what the row is."""
    fresh = list(new)
    for row in Row:
        picture.y += _draw_row(picture, rows[row], row, PAD, INNER, size, words[row], earned, fresh, 12)


def _draw_row(
    picture: Picture,
    cards: Sequence[Card],
    row: Row,
    x: float,
    width: float,
    size: Size,
    words: str,
    earned: Sequence[int],
    new: Sequence[Card],
    small: float,
) -> float:
    """One row at `picture.y`; the height that it took."""
    y = picture.y
    held: list[Card | None] = [*sorted(cards, reverse=True)[: 2 * SIZES[row]]]
    held += [None] * (SIZES[row] - len(held))
    points = earned[row] if earned else 0
    label = f"{row}: {spoken(c for c in held if c is not None) or 'empty'}"
    said = "; ".join(filter(None, [label, words, f"royalties {points}" if points else ""]))
    with picture.group(said):
        picture.cards(held, x, y, size, new)
        beside = x + size.row(max(len(held), 5)) + 10
        if beside + 60 <= x + width:
            picture.text(beside, y + 16, str(row), 12, "soft")
            if points:
                picture.text(beside, y + 38, f"+{points}", 17, "b royalty")
        elif points:
            words = f"{words} +{points}"
        height = picture.lines(x, y + size.height + 1, words, width, small, "soft", 2)
    return size.height + (height + 4 if height else 4)


def draw_beside(
    picture: Picture,
    seats: Sequence[tuple[str, str, Rows]],
    *,
    words: Sequence[Sequence[str]] | None = None,
    earned: Sequence[Sequence[int]] | None = None,
    new: Iterable[Card] = (),
    kinds: Sequence[str] = (),
) -> None:
    """Boards two abreast: a name, a note, and the rows."""
    fresh = list(new)
    for first in range(0, len(seats), 2):
        top, lowest = picture.y, picture.y
        for place, number in enumerate(range(first, min(first + 2, len(seats)))):
            name, said, rows = seats[number]
            x = PAD + place * (HALF + GUTTER)
            picture.y = top
            kind = kinds[number] if kinds else "soft"
            _draw_name(picture, x, name, said, kind)
            for row in Row:
                text = row_in_words(rows[row]) if words is None else words[number][row]
                paid = () if earned is None else earned[number]
                picture.y += _draw_row(picture, rows[row], row, x, HALF, MEDIUM, text, paid, fresh, 11)
            lowest = max(lowest, picture.y)
        picture.y = lowest + 6


def _draw_name(picture: Picture, x: float, name: str, said: str, kind: str) -> None:
    short = cut_to(said, HALF * 0.6, 12)
    room = HALF - (width_of(short, 12) + 6 if short else 0)
    picture.text(x, picture.y + 13, cut_to(name, room, 13), 13, "b ink")
    if short:
        picture.text(x + HALF, picture.y + 13, short, 12, kind, anchor="end")
    picture.y += 20


def _draw_cards(picture: Picture, label: str, cards: Sequence[Card], size: Size) -> None:
    """A line of cards with a label, as many lines as they need."""
    if not cards:
        return
    picture.text(PAD, picture.y + 12, label, 12, "soft")
    picture.y += 17
    abreast = int((WIDTH - 2 * PAD + size.gap) / (size.width + size.gap))
    with picture.group(f"{label}: {spoken(cards)}"):
        for first in range(0, len(cards), abreast):
            picture.cards(cards[first : first + abreast], PAD, picture.y, size)
            picture.y += size.height + 5
    picture.y += 3
