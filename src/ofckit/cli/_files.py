"""Files of hands on the command line: opening them, and saying what is wrong in them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from .._columns import cut, printable
from .._errors import NotationError, OfcError
from .._problem import Problem
from ..history import History, Replay
from ._terminal import Style, excerpt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

MOST_SHOWN = 50  # problems of one file
MOST_NAME = 200  # characters of its name


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """The file as bytes ('-': the standard input); OfcError, with the reason, if it cannot be opened."""
    if file == "-":
        if sys.stdin is None:
            raise OfcError("there is no standard input")
        if sys.stdin.isatty():
            print("ofckit: reading hands from the terminal (end with Ctrl-D)", file=sys.stderr)
        yield sys.stdin.buffer
        return
    try:
        stream = open(file, "rb")  # noqa: SIM115 (closed below; only the opening may fail quietly)
    except (OSError, ValueError) as error:
        raise OfcError(
            f"cannot read {cut(file, MOST_NAME)}: {getattr(error, 'strerror', None) or error}"
        ) from None
    with stream:
        yield stream


class Complaints:
    """Reports problems of a file on the standard error: file, line, column, and the line itself."""

    def __init__(self, file: str) -> None:
        self.file = cut(printable(file), MOST_NAME)
        self.paint = Style(sys.stderr)
        self.count = 0

    def add(self, problem: Problem) -> None:
        """Print one problem, after what has been printed so far."""
        self.count += 1
        if self.count > MOST_SHOWN:
            return
        self.say(problem.message, *(str(n) for n in (problem.line, problem.column) if n))
        if problem.text:
            print(excerpt(problem.text, problem.column), file=sys.stderr)

    def say(self, message: str, *places: str) -> None:
        """Print a message after its file and the place in it."""
        sys.stdout.flush()
        where = ":".join([self.file, *places])
        print(f"{self.paint(where, 'bold')}: {printable(message)}", file=sys.stderr)

    def end(self, after: str) -> None:
        """Print how many problems there were, if any, and `after`."""
        if self.count:
            sys.stdout.flush()
            shown = f" (the first {MOST_SHOWN} are shown)" if self.count > MOST_SHOWN else ""
            print(self.paint(f"{self.file}: {self.words}{shown}{after}", "red"), file=sys.stderr)

    @property
    def words(self) -> str:
        """'no problems', '1 problem', '7 problems'."""
        return "1 problem" if self.count == 1 else f"{self.count or 'no'} problems"

    def of_history(self, found: Replay | History) -> int:
        """Print the new problems of a history, and where it was cut off; the exit status so far."""
        for problem in found.problems:
            start = "" if problem.hand is None else f"hand {problem.hand}: "
            self.add(problem._replace(message=start + problem.message))
        if isinstance(found, Replay):
            found.problems.clear()
        return int(self.count > 0)

    def end_of_history(self, found: Replay | History) -> int:
        """Print the remaining problems; the exit status."""
        self.of_history(found)
        if self.count > MOST_SHOWN:
            self.say(f"{self.count - MOST_SHOWN} more problems")
        if found.cut:
            self.say(f"{found.cut}; all the rest is read")
        return int(self.count > 0 or bool(found.cut))


def read_history(file: str) -> History:
    """The history of a file, its problems collected; OfcError if it cannot be read."""
    with opened(file) as stream, naming(file):
        return History.read(stream, strict=False)


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Put the name of the file before an error of a history, once."""
    try:
        yield
    except NotationError as error:
        raise NotationError(f"{cut(file, MOST_NAME)}: {error}") from None
