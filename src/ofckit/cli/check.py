"""`ofckit check`: whether the results of histories follow from the rules."""

from __future__ import annotations

import argparse

from .._errors import NotationError
from ..history import Replay
from ._files import Complaints, opened

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
    return max(map(_check, options.files))


def _check(file: str) -> int:
    complaints = Complaints(file)
    hands = settled = 0
    with opened(file) as stream:
        try:
            found = Replay(stream)
        except NotationError as error:
            complaints.say(str(error))
            return 1
        stopped: set[object] = set()  # hands that cannot be read to their end
        for hand in found:
            hands += 1
            settled += hand.settlement is not None
            stopped = {problem.hand for problem in found.problems}
            complaints.of_history(found)
    status = complaints.end_of_history(found)
    count = "1 hand" if hands == 1 else f"{hands} hands"
    game, number = found.match.game, found.match.hand + 1
    is_open = game is not None and not game.is_over and number not in stopped
    open_hand = f"; hand {number} is not over" if is_open else ""
    print(f"{complaints.file}: {count}, {settled} settled again, {complaints.words}{open_hand}")
    return status
