"""`ofckit replay`: a history hand by hand, street by street."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from ofckit._columns import fit, printable, signed, wrapped
from ofckit._errors import OfcError
from ofckit.cli._files import Complaints, naming, opened
from ofckit.cli._terminal import Style
from ofckit.display import table
from ofckit.game import Game, Match
from ofckit.history import PlayedHand, Replay
from ofckit.position import Move

SUMMARY = "a history, street by street"

ABOUT = """\
Print a hand history hand by hand, street by street: what was drawn, placed and
discarded, the boards, and the settlement. Reads TOML and JSON Lines."""

EXAMPLES = """\
examples:
  ofckit replay match.toml
  ofckit replay match.toml --hand 3
  ofckit replay - < match.jsonl

A file that was cut off is read up to there. What is wrong is reported with its
line on the standard error. Exit status: 0 all right, 1 something was wrong."""

_NAME = 12


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a history; '-': the standard input")
    parser.add_argument("--hand", type=int, metavar="N", help="only the hand with this number")


def run(options: argparse.Namespace) -> int:
    """Print a history hand by hand, street by street; 1 when something in it was wrong, else 0."""
    file, only = options.file, options.hand
    complaints = Complaints(file)
    numbers: list[int] = []
    settled = 0
    with opened(file) as stream, naming(file):
        found = Replay(stream)
        for hand in found:
            if only in (None, hand.number):
                _print_hand(hand)
            numbers.append(hand.number)
            settled += hand.settlement is not None
            complaints.of_history(found)
    if only is None and settled:
        _print_totals(found.match, settled)
    elif only is not None and only not in numbers:
        known = f"{numbers[0]} to {numbers[-1]}" if numbers else "none"
        raise OfcError(f"{file} has no hand {only}: there are {known}")
    return complaints.end_of_history(found)


def _print_hand(hand: PlayedHand) -> None:
    style = Style(sys.stdout)
    dealer = hand.seat_names[hand.game.button]
    for line in wrapped(printable(f"Hand {hand.number}: {hand.game.rules.name}, {dealer} deals")):
        print(style(line, "bold"))
    for line in _lines(hand):
        print(line.rstrip())
    print()


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


def _print_totals(match: Match, settled: int) -> None:
    print(f"After {settled} hand{'s' if settled > 1 else ''}")
    for one in match.players:
        chips = "" if one.chips is None else f"  {one.chips:>8} chips"
        print(f"  {fit(one.name, 20)} {signed(one.points):>6}{chips}")
