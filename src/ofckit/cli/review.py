"""`ofckit review`: the moves of histories, graded, the worst first, and what they come to."""

from __future__ import annotations

import argparse
import json
import sys

from .. import html
from .._errors import OfcError
from ..history import History
from ..review import LABELS, SHOWN, Review, review
from ._files import Complaints, read_history
from ._options import add_format, add_limits, count, limit_of
from ._terminal import Style, searching

SUMMARY = "grade the moves of histories"

ABOUT = """\
Grade the decisions of histories: how many points each move lost against the
best one and why, the worst first, and what that comes to by street, by kind
of mistake, and against the policy. Moves are compared with what the player
could know at that moment, until the standard error of the loss is 0.1 points;
what cannot be told from noise counts as nothing."""

EXAMPLES = """\
examples:
  ofckit review match.toml
  ofckit review match.toml --player Ann --hand 3 --se 0.03
  ofckit review friday.toml sunday.toml --player Ann --format html > ann.html
  ofckit review match.jsonl --rollouts 50000 --format json"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a history; '-': the standard input")
    parser.add_argument("--player", metavar="NAME", help="only this player's moves")
    parser.add_argument("--hand", type=int, metavar="N", help="only the hand with this number")
    parser.add_argument(
        "--worst", type=count, default=SHOWN, metavar="N", help=f"list at most N moves ({SHOWN})"
    )
    add_limits(parser, "none for each move, but until the error is 0.1 points")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random futures (0)")
    add_format(parser, "text", "json", "html")


def run(options: argparse.Namespace) -> int:
    """Grade and print; 1 when something in a history was wrong or Ctrl-C ended it, else 0."""
    histories = {file: read_history(file) for file in options.files}
    limit = limit_of(options)
    what: History | dict[str, History] = histories
    if len(histories) == 1:
        (what,) = histories.values()
    with searching("moves") as progress:
        found = review(
            what,
            options.player,
            hand=options.hand,
            limit=limit,
            seed=options.seed,
            threads=options.threads,
            progress=progress,
        )
    if not found and not found.left:
        raise OfcError(f"{', '.join(histories)}: no move to grade")
    if options.format == "json":
        print(json.dumps(found.to_dict(), indent=2))
    elif options.format == "html":
        print(html.page(found), end="")
    else:
        _print(found, options.worst)
    wrong = [Complaints(file).end_of_history(history) for file, history in histories.items()]
    return max(*wrong, int(found.left > 0))


def _print(found: Review, worst: int) -> None:
    """The table, the first line of each move bold."""
    style = Style(sys.stdout)
    for line in found.lines(worst):
        print(style(line, "bold") if line.partition(" ")[0] in LABELS and "(" in line else line)
