"""`ofckit review`: the moves of a history, graded, the worst first."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from ofckit._columns import fit, printable, wrapped
from ofckit._errors import OfcError
from ofckit.cli._files import Complaints, read_history
from ofckit.cli._options import add_format, add_limits, count, limit_of
from ofckit.cli._terminal import Style, searching
from ofckit.review import Grade, decisions, review

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SUMMARY = "grade the moves of a history"

ABOUT = """\
Grade the decisions of a history: how many points each move lost against the
best one, the worst first. Moves of a position are compared by `ofckit analyse`,
with what the player could know at that moment."""

EXAMPLES = """\
examples:
  ofckit review match.toml
  ofckit review match.toml --player Ann --hand 3 --seconds 5
  ofckit review match.jsonl --rollouts 50000 --format json"""

_NAME = 14


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a history; '-': the standard input")
    parser.add_argument("--player", metavar="NAME", help="only this player's moves")
    parser.add_argument("--hand", type=int, metavar="N", help="only the hand with this number")
    parser.add_argument("--worst", type=count, default=20, metavar="N", help="so many are listed (20)")
    add_limits(parser, "1 for each move")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random futures (0)")
    add_format(parser, "text", "json")


def run(options: argparse.Namespace) -> int:
    """Grade and print; 1 when something in the history was wrong or Ctrl-C ended it, else 0."""
    history = read_history(options.file)
    limit = limit_of(options)
    expected = sum(1 for _ in decisions(history, options.player, options.hand))
    if not expected:
        raise OfcError(f"{options.file}: no move to grade")
    with searching("moves") as progress:
        grades = review(
            history,
            options.player,
            hand=options.hand,
            limit=limit,
            seed=options.seed,
            threads=options.threads,
            progress=progress,
        )
    if options.format == "json":
        print(
            json.dumps(
                {"moves": [_record(one) for one in grades], "complete": len(grades) == expected}, indent=2
            )
        )
    else:
        _print_worst(grades[: options.worst])
        _print_players(grades)
        if len(grades) < expected:
            print(f"Stopped before the end: {expected - len(grades)} moves are not graded.")
    return Complaints(options.file).end_of_history(history) or int(len(grades) < expected)


def _street(one: Grade) -> str:
    number = _street_number(one)
    return "Fantasyland" if number is None else f"street {number}"


def _street_number(one: Grade) -> int | None:
    """From 1, as people count."""
    street = one.decision.street
    return None if street is None else street + 1


def _print_worst(grades: Sequence[Grade]) -> None:
    style = Style(sys.stdout)
    for one in grades:
        if one.loss < 0.005:
            break
        error = "exact" if one.exact else f"+- {one.se:.2f}"
        what = f"hand {one.decision.hand}, {_street(one)}, {printable(one.decision.player)}"
        print(style(f"-{one.loss:.2f} ({error})  {what}", "bold"))
        board = one.decision.position.board
        draw = " ".join(map(str, one.decision.position.draw))
        for label, text in (
            ("board", f"{board}  drew {draw}"),
            ("played", one.decision.move),
            ("best", one.best),
        ):
            for line in wrapped(str(text), f"  {label:<8}", " " * 10):
                print(line)
    print()


def _print_players(grades: Sequence[Grade]) -> None:
    """Points lost by each player, a move."""
    print(f"{'player':<{_NAME}} {'moves':>6} {'best':>6} {'points lost':>12} {'a move':>8}")
    for name in sorted({one.decision.player for one in grades}):
        own = [one for one in grades if one.decision.player == name]
        lost = sum(one.loss for one in own)
        best = sum(one.decision.move == one.best or one.loss == 0 for one in own)
        print(f"{fit(printable(name), _NAME)} {len(own):>6} {best:>6} {lost:>12.2f} {lost / len(own):>8.3f}")


def _record(one: Grade) -> dict[str, Any]:
    decision = one.decision
    return {
        "hand": decision.hand,
        "seat": decision.seat,
        "player": decision.player,
        "street": _street_number(one),
        "position": str(decision.position),
        "move": str(decision.move),
        "best": str(one.best),
        "loss": one.loss,
        "se": one.se,
        "exact": one.exact,
    }
