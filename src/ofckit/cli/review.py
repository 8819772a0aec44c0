"""`ofckit review`: the moves of a history, graded, the worst first."""

from __future__ import annotations

import argparse
import json
import sys

from .._errors import OfcError
from ..review import SHOWN, Review, decisions, review
from ._files import Complaints, read_history
from ._options import add_format, add_limits, count, limit_of
from ._terminal import Style, searching

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

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


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a history; '-': the standard input")
    parser.add_argument("--player", metavar="NAME", help="only this player's moves")
    parser.add_argument("--hand", type=int, metavar="N", help="only the hand with this number")
    parser.add_argument(
        "--worst", type=count, default=SHOWN, metavar="N", help=f"list at most N moves ({SHOWN})"
    )
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
        print(json.dumps({"moves": grades.to_dicts(), "complete": not grades.left}, indent=2))
    else:
        _print(grades, options.worst)
    return Complaints(options.file).end_of_history(history) or int(len(grades) < expected)


def _print(grades: Review, worst: int) -> None:
    """The table, the first line of each move bold."""
    style = Style(sys.stdout)
    for line in grades.table(worst).splitlines():
        print(style(line, "bold") if line.startswith("-") else line)
