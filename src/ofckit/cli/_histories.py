"""Histories on the command line: reading a file, and saying what is wrong in it."""

from __future__ import annotations

import sys

from ofckit._columns import printable
from ofckit._errors import NotationError, OfcError
from ofckit.cli._terminal import MOST_SHOWN, Style
from ofckit.history import History


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
        place = f"{printable(file)}:{problem.line}" if problem.line else printable(file)
        hand = "" if problem.hand is None else f"hand {problem.hand}: "
        print(f"{style(place, 'bold')}: {printable(hand + problem.message)}", file=sys.stderr)
    if len(history.problems) > MOST_SHOWN:
        print(f"{printable(file)}: {len(history.problems) - MOST_SHOWN} more problems", file=sys.stderr)
    if history.cut:
        print(f"{style(printable(file), 'bold')}: {history.cut}; all the rest is read", file=sys.stderr)
    return 1 if history.problems or history.cut else 0
