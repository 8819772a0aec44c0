"""`ofckit score`: a session hand by hand, its totals, and who owes whom."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ofckit._columns import printable
from ofckit._errors import OfcError
from ofckit.cli._options import add_format
from ofckit.cli._terminal import MOST_SHOWN, Style, excerpt
from ofckit.session import CSV_TITLES, Problem, Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

SUMMARY = "score a session: who owes whom"

ABOUT = """\
Score the hands of a file: who won what and why, the running totals, and who
owes whom.

One hand a block, one player a line, a blank line between hands:

  hand 12, button: Ann, rules: progressive       (this line may be left out)
  Ann: Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s
  Bob: 2c 3d 4h / 5s 5d 9c Jh Qc / 6s 6d 6h Kc 7c    # a comment
  Cid: surrender

'= +13' after a board says what the player was paid; a difference is reported.
'rules: NAME', 'stake: 5' and 'duplicates: allow' in a block of their own hold
for the hands that follow. A line that begins with '{' is a hand as JSON."""

EXAMPLES = """\
examples:
  ofckit score session.txt
  ofckit score session.txt --stake 0.25 --brief
  ofckit score - --rules house.toml < session.txt
  ofckit score hands.jsonl --format csv > points.csv

A line that cannot be read is reported with its place on the standard error,
and the other hands are scored. Exit status: 0 all right, 1 something in the
file was wrong, 2 nothing could be done."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="hands; '-' or nothing: stdin")
    parser.add_argument(
        "--rules", metavar="RULES", help="a preset or FILE.toml for every hand, whatever the file says"
    )
    parser.add_argument("--stake", metavar="MONEY", help="what a point costs, such as 5 or 0.25")
    parser.add_argument("--brief", action="store_true", help="points without the reasons")
    parser.add_argument(
        "--duplicates", choices=("error", "allow"), default="error", help="a card on two boards of a hand"
    )
    add_format(parser, "text", "json", "csv")


def run(options: argparse.Namespace) -> int:
    """Score a file ('-': the standard input) and print it; 1 when something in it was wrong, else 0."""
    session = Session(
        rules=options.rules,
        stake=options.stake,
        duplicates=options.duplicates,
        folder=Path() if options.file == "-" else Path(options.file).parent,
        name="standard input" if options.file == "-" else options.file,
    )
    complaints = Complaints(session.name)
    paint = Style(sys.stdout)
    if options.format == "csv":
        print(CSV_TITLES, end="")
    with _opened(options.file) as stream:
        for item in session.score(stream):
            if isinstance(item, Problem):
                complaints.add(item)
            elif options.format == "csv":
                print(item.to_csv(), end="")
            elif options.format == "text" and not options.brief:
                print(item.explain(paint), end="")
    if options.format == "json":
        print(json.dumps(session.as_dict(), indent=2))
    elif options.format == "text":
        print((session.table(paint) if options.brief else "") + session.summary(paint), end="")
    complaints.end(session)
    return 1 if session.problems else 0


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """The file in bytes; OfcError, with the reason, if it cannot be opened."""
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
        raise OfcError(f"cannot read {file}: {getattr(error, 'strerror', None) or error}") from None
    with stream:
        yield stream


class Complaints:
    """Reports problems on the standard error: file, line, column, and the line itself."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.style = Style(sys.stderr)
        self.count = 0

    def add(self, problem: Problem) -> None:
        """Print one problem, after what is printed so far."""
        self.count += 1
        if self.count > MOST_SHOWN:
            return
        sys.stdout.flush()
        place = ":".join([printable(self.file), *(str(n) for n in (problem.line, problem.column) if n)])
        print(f"{self.style(place, 'bold')}: {printable(problem.message)}", file=sys.stderr)
        if problem.text:
            print(excerpt(problem.text, problem.column), file=sys.stderr)

    def end(self, session: Session) -> None:
        """Print how much went wrong, if anything."""
        if not self.count:
            return
        sys.stdout.flush()
        problems = "1 problem" if self.count == 1 else f"{self.count} problems"
        shown = f" (the first {MOST_SHOWN} are shown)" if self.count > MOST_SHOWN else ""
        count = len(session.hands) + len(session.unscored)
        hands = f"; {len(session.hands)} of {count} hands scored" if count else "; no hands in it"
        print(self.style(f"{printable(self.file)}: {problems}{shown}{hands}", "red"), file=sys.stderr)
