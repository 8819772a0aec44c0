"""`ofckit check`: whether the results of histories, and of sessions, follow from the rules."""

from __future__ import annotations

import argparse
import re
from io import BufferedReader
from pathlib import Path
from typing import cast

from .._errors import NotationError
from ..history import Replay
from ..session import Problem, Session
from ._files import Complaints, opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import RawIOBase
    from typing import BinaryIO

_BEGINNING = 4000  # bytes that show what a file is
_OF_A_HISTORY = re.compile(rb"ofckit_history|^\s*\[\[\s*hands|^\s*(?:variant|actions)\s*=", re.MULTILINE)

SUMMARY = "verify the results of histories and sessions"

ABOUT = """\
Replay hand histories by the rules and verify every placement and result. What
is no history is read as a session, in any form that ofckit score reads: its
boards must be whole, and the points that it has must be right."""

EXAMPLES = """\
examples:
  ofckit check match.toml
  ofckit check *.jsonl
  ofckit check session.txt scores.csv

Exit status: 0 every result follows, 1 something does not, 2 no such file."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a history; '-': the standard input")


def run(options: argparse.Namespace) -> int:
    """Verify every result of these histories; 1 when one of them has anything wrong, else 0."""
    return max(map(_check, options.files))


def _check(file: str) -> int:
    with opened(file) as stream:
        ours = None if isinstance(stream, BufferedReader) else BufferedReader(cast("RawIOBase", stream))
        raw = ours or cast("BufferedReader", stream)
        try:
            beginning = raw.peek(_BEGINNING)
            is_history = not beginning.strip() or _OF_A_HISTORY.search(beginning)
            return _check_history(file, raw) if is_history else _check_session(file, raw)
        finally:
            if ours is not None:
                ours.detach()  # so that the stream is not closed with it


def _check_session(file: str, stream: BinaryIO) -> int:
    """Verify a session: which hands can be scored, and whether the points that it has are right."""
    complaints = Complaints(file)
    session = Session(folder=Path() if file == "-" else Path(file).parent, name=file)
    with_points = 0
    for item in session.score(stream):
        if isinstance(item, Problem):
            complaints.add(item)
        else:
            compared = not item.hand.has_only_points
            with_points += compared and any(seat.expected is not None for seat in item.hand.seats)
    count = session.played + len(session.unscored)
    complaints.end("")
    hands = "1 hand" if count == 1 else f"{count} hands"
    words = f"{session.played} scored, {with_points} with points to compare, {complaints.words}"
    print(f"{complaints.file}: {hands}, {words}")
    return int(complaints.count > 0)


def _check_history(file: str, stream: BinaryIO) -> int:
    complaints = Complaints(file)
    hands = settled = 0
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
