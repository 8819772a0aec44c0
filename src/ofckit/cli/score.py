"""`ofckit score`: a session hand by hand, its totals, and who owes whom."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from .. import svg
from .._columns import printable
from .._errors import OfcError
from ..session import CSV_TITLES, Problem, Question, Session
from ._files import Complaints, opened
from ._live import play_along
from ._options import add_format
from ._pictures import add_pictures, write_pictures
from ._terminal import Style

SUMMARY = "score a session: who owes whom"

ABOUT = """\
Score the hands of a file: who won what and why, the running totals, and who
owes whom.

One hand a block, one player a line, a blank line between hands:

  hand 12, button: Ann, rules: progressive       (this line may be left out)
  Ann: Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s
  Bob: 2c 3d 4h / 5s 5d 9c Jh Qc / 6s 6d 6h Kc 7c    # a comment
  Cid: surrender
  Dee: QQ5 / two pair 8s 7s / flush A            (names where cards are unknown)
  Eve: fouled

'= +13' after a board says what the player was paid; a difference is reported.
'rules: NAME', 'stake: 5' and 'duplicates: allow' in a block of their own hold
for the hands that follow.

Also read, each told by its content: a name with its three rows below it, with
or without labels (Top:, Middle:, Bottom:); sheets with titles as CSV, tabs or
Markdown; JSON of one table or many; event logs (deal, place, showdown, score);
what --format csv and json write. Rows may have ; or - or commas between them,
or be thirteen cards in order; below 'bottom / middle / top', or with --order
bottom, the bottom row comes first."""

EXAMPLES = """\
examples:
  ofckit score session.txt
  ofckit score session.txt --stake 0.25 --brief
  ofckit score - --rules house.toml < session.txt
  ofckit score hands.jsonl --format csv > points.csv
  ofckit score session.txt --html evening.html    one page, to send to friends
  ofckit score --live tonight.txt                 asks hand by hand, keeps them

A line that cannot be read is reported with its place on the standard error,
and the other hands are scored. Exit status: 0 all right, 1 something in the
file was wrong, 2 nothing could be done."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="hands; '-' or nothing: stdin")
    parser.add_argument(
        "--rules", metavar="RULES", help="a preset or FILE.toml for every hand, whatever the file says"
    )
    parser.add_argument("--stake", metavar="MONEY", help="the price of a point, such as 5 or 0.25")
    parser.add_argument(
        "--live", action="store_true", help="ask for the hands while they are played, and keep them in FILE"
    )
    parser.add_argument("--brief", action="store_true", help="points without the reasons")
    parser.add_argument(
        "--duplicates", choices=("error", "allow"), default="error", help="a card on two boards of a hand"
    )
    parser.add_argument("--order", choices=("top", "bottom"), default="top", help="the row that comes first")
    add_format(parser, "text", "json", "csv")
    add_pictures(parser)


def run(options: argparse.Namespace) -> int:
    """Score a file ('-': the standard input) and print it; 1 when something in it was wrong, else 0."""
    if options.live:
        return play_along(options)
    session = Session(
        rules=options.rules,
        stake=options.stake,
        duplicates=options.duplicates,
        order=options.order,
        folder=Path() if options.file == "-" else Path(options.file).parent,
        name="standard input" if options.file == "-" else options.file,
        ask=_ask if _is_at_a_terminal(options) else None,
    )
    complaints = Complaints(session.name)
    paint = Style(sys.stdout)
    if options.format == "csv":
        print(CSV_TITLES, end="")
    with opened(options.file) as stream:
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
    write_pictures(options, session, lambda: _picture(session))
    count = session.played + len(session.unscored)
    complaints.end(f"; {session.played} of {count} hands scored" if count else "; no hands in it")
    return 1 if session.problems else 0


def _is_at_a_terminal(options: argparse.Namespace) -> bool:
    """Whether there is somebody to ask."""
    streams = (sys.stdin, sys.stderr)
    return options.file != "-" and all(stream is not None and stream.isatty() for stream in streams)


def _ask(question: Question) -> str | None:
    """Ask what the name of a row leaves open; Enter: nobody knows."""
    sys.stdout.flush()
    words = printable(f"hand {question.hand}: {question.text} (Enter: unknown) ")
    print(words, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip() or None


def _picture(session: Session) -> str:
    """The table of one hand, or the totals of several and who owes whom."""
    if not session.hands:
        raise OfcError("--svg: no hand is scored, so there is nothing to draw")
    if len(session.hands) == 1:
        (one,) = session.hands
        return svg.table(one.settlement, names=one.names, title=one.title)
    return svg.totals(session.lines, payments=session.payments)
