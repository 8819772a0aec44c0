"""`ofckit replay` and `ofckit check`: a history hand by hand, and whether its results follow from the
rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from ofckit._errors import NotationError, OfcError
from ofckit.cli.terminal import Style, plain, signed
from ofckit.display import fit, table, wrapped
from ofckit.game import Game
from ofckit.history import History, PlayedHand
from ofckit.position import Move

_NAME = 12
MOST_SHOWN = 50  # problems


def replay(file: str, *, only: int | None) -> int:
    """Print a history hand by hand, street by street; 1 when something in it was wrong, else 0."""
    history = read_history(file)
    style = Style(sys.stdout)
    hands = [hand for hand in history.hands if only in (None, hand.number)]
    if only is not None and not hands:
        known = f"{history.hands[0].number} to {history.hands[-1].number}" if history.hands else "none"
        raise OfcError(f"{file} has no hand {only}: there are {known}")
    for hand in hands:
        dealer = hand.seat_names[hand.game.button]
        for line in wrapped(plain(f"Hand {hand.number}: {hand.game.rules.name}, {dealer} deals")):
            print(style(line, "bold"))
        for line in _lines(hand):
            print(line.rstrip())
        print()
    if only is None:
        _print_totals(history)
    return complain(file, history)


def check(files: list[str]) -> int:
    """Verify every result of these histories; 1 when one of them has anything wrong, else 0."""
    status = 0
    for file in files:
        try:
            history = read_history(file)
        except NotationError as error:
            print(f"{plain(file)}: {plain(str(error))}", file=sys.stderr)
            status = 1
            continue
        status |= complain(file, history)
        booked = sum(hand.settlement is not None for hand in history.hands)
        hands = "1 hand" if len(history.hands) == 1 else f"{len(history.hands)} hands"
        wrong = len(history.problems)
        result = "no problems" if not wrong else "1 problem" if wrong == 1 else f"{wrong} problems"
        game = history.match.game
        stopped = any(problem.hand == history.match.hand for problem in history.problems)
        is_open = game is not None and not game.is_over and not stopped
        open_hand = f"; hand {history.match.hand} is not over" if is_open else ""
        print(f"{plain(file)}: {hands}, {booked} settled again, {result}{open_hand}")
    return status


def read_history(file: str) -> History:
    """The history of a file ('-': the standard input), its problems collected; OfcError if it cannot be
    read."""
    if file == "-":
        if sys.stdin is None:
            raise OfcError("there is no standard input")
        return History.read(sys.stdin.buffer.read(), strict=False)
    try:
        with open(file, "rb") as stream:
            raw = stream.read()
    except (OSError, ValueError) as error:
        raise OfcError(f"cannot read {file}: {getattr(error, 'strerror', None) or error}") from None
    try:
        return History.read(raw, strict=False)
    except NotationError as error:
        raise NotationError(f"{file}: {error}") from None


def complain(file: str, history: History) -> int:
    """Problems and a cut on the standard error; the exit status."""
    sys.stdout.flush()
    style = Style(sys.stderr)
    for problem in history.problems[:MOST_SHOWN]:
        place = f"{plain(file)}:{problem.line}" if problem.line else plain(file)
        hand = "" if problem.hand is None else f"hand {problem.hand}: "
        print(f"{style(place, 'bold')}: {plain(hand + problem.message)}", file=sys.stderr)
    if len(history.problems) > MOST_SHOWN:
        print(f"{plain(file)}: {len(history.problems) - MOST_SHOWN} more problems", file=sys.stderr)
    if history.cut:
        print(f"{style(plain(file), 'bold')}: {history.cut}; all the rest is read", file=sys.stderr)
    return 1 if history.problems or history.cut else 0


def _lines(hand: PlayedHand) -> Iterator[str]:
    """A hand street by street, and its settlement."""
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
    inside = [f"{names[i]} with {n} cards" for i, n in enumerate(game.fantasyland) if n]
    if inside:
        yield from wrapped(f"In Fantasyland: {', '.join(inside)}")
    if game.stacks is not None:
        yield from wrapped(
            "Chips: " + ", ".join(f"{n} {c}" for n, c in zip(hand.players, game.stacks, strict=True))
        )


def _action(game: Game, seat: int, what: Move | str | tuple[object, ...], name: str) -> Iterator[str]:
    """What a seat drew, and what it did with it."""
    first, rest = fit(name, _NAME - 1) + " ", " " * _NAME
    if not isinstance(what, Move):
        yield f"{first}leaves the hand"
        return
    if what.is_surrender:
        yield f"{first}gives up the hand"
        return
    yield f"{first}{' '.join(map(str, game.drawn(seat)))}"
    parts = [f"{' '.join(map(str, row))} {word}," for row, word in zip(what.rows, _ROWS, strict=True) if row]
    if what.discards:
        parts.append(f"discards {' '.join(map(str, what.discards))},")
    if what.is_stay:
        parts.append("announces a stay,")
    yield from wrapped(" ".join(parts).rstrip(","), rest + "-> ", rest + "   ")


_ROWS = ("top", "middle", "bottom")


def _fantasyland(game: Game, names: tuple[str, ...]) -> Iterator[str]:
    coming = [f"{names[i]} with {n} cards" for i, n in enumerate(game.next_fantasyland) if n]
    if coming:
        yield from wrapped(f"Fantasyland next: {', '.join(coming)}")


def _print_totals(history: History) -> None:
    match = history.match
    if not any(hand.settlement for hand in history.hands):
        return
    booked = sum(hand.settlement is not None for hand in history.hands)
    print(f"After {booked} hand{'s' if booked > 1 else ''}")
    for one in match.players:
        chips = "" if one.chips is None else f"  {one.chips:>8} chips"
        print(f"  {fit(one.name, 20)} {signed(one.points):>6}{chips}")
