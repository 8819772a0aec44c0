"""`ofckit check`: whether the results of histories follow from the rules."""

from __future__ import annotations

import argparse
import sys

from ofckit._columns import printable
from ofckit._errors import NotationError
from ofckit.cli._histories import complain, read_history

SUMMARY = "verify the results of histories"

ABOUT = """\
Replay hand histories by the rules and verify every placement and result."""

EXAMPLES = """\
examples:
  ofckit check match.toml
  ofckit check *.jsonl

Exit status: 0 every result follows, 1 something does not, 2 no such file."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a history; '-': the standard input")


def run(options: argparse.Namespace) -> int:
    """Verify every result of these histories; 1 when one of them has anything wrong, else 0."""
    status = 0
    for file in options.files:
        try:
            history = read_history(file)
        except NotationError as error:
            print(printable(str(error)), file=sys.stderr)
            status = 1
            continue
        status |= complain(file, history)
        booked = sum(hand.settlement is not None for hand in history.hands)
        hands = "1 hand" if len(history.hands) == 1 else f"{len(history.hands)} hands"
        wrong = len(history.problems)
        result = "no problems" if not wrong else "1 problem" if wrong == 1 else f"{wrong} problems"
        game = history.match.game
        stopped = any(problem.hand == history.match.hand + 1 for problem in history.problems)
        is_open = game is not None and not game.is_over and not stopped
        open_hand = f"; hand {history.match.hand + 1} is not over" if is_open else ""
        print(f"{printable(file)}: {hands}, {booked} settled again, {result}{open_hand}")
    return status
