"""`ofckit score --live FILE`: a session kept while it is played, row by row."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress

from .._columns import printable, signed, wrapped
from .._errors import OfcError
from ..session import Scored, SessionFile
from ._terminal import Style

_HELP = (
    "Type the cards of a row (Qh Qd 5c), its name (QQ5, two pair 8s 7s), or a whole board with strokes.",
    "fouled, surrender, leaves: for a board. -: does not play this hand.",
    "Between hands: stacks: 100 each; Al buys 100; Ann joins with 200; Tom leaves; stake: 2; "
    "correction: Al +5, Ben -5; or only the points of a hand, Al -5, Ben +5.",
    "u takes back the last row, also of the hand before. p names other players, t shows the totals, q stops.",
)


def play_along(options: argparse.Namespace) -> int:
    """Ask for hands until the input ends; each line is in the file before the next is asked for."""
    if options.file == "-":
        raise OfcError("--live needs the name of a file, to keep the hands in")
    paint = Style(sys.stdout)
    with suppress(ImportError):
        import readline  # noqa: F401 (makes lines editable on a terminal)
    file = SessionFile(options.file, rules=options.rules, stake=options.stake, duplicates=options.duplicates)
    with file:
        _say(f"{options.file}: each line is kept as you type it. h is for help, q stops.")
        if file.session.hands:
            _totals(file)
        names_others = False
        while (line := _asked(file, names_others or file.place is None)) is not None:
            try:
                names_others = _take(file, line, names_others or file.place is None)
            except OfcError as error:
                _say(error.message, "! ")
        print()
        print(file.session.summary(paint), end="")
        return int(bool(file.session.problems))


def _asked(file: SessionFile, names: bool) -> str | None:
    """The next line that is typed, names of players or a row; None at the end."""
    place = None if names else file.place
    prompt = "Who plays? (names, with commas)" if place is None else f"{file.hand} {place[0]}, {place[1]}"
    try:
        line = input(f"{printable(prompt)} > ").strip()
    except (EOFError, KeyboardInterrupt):
        return None
    except UnicodeDecodeError:
        return "?"
    return None if line.lower() in ("q", "quit") else line


def _take(file: SessionFile, line: str, names: bool) -> bool:
    """Do what a line says; whether it asks for other players."""
    word = line.lower()
    if word in ("h", "help", "?"):
        for text in _HELP:
            _say(text)
    elif word in ("u", "undo"):
        _say(f"taken back: {file.undo()}")
    elif word in ("t", "totals"):
        _totals(file)
    elif file.is_note(line):
        scored = file.note(line)
        if scored is not None:
            _result(scored)
        if scored is not None or file.session.chips:
            _totals(file)
    elif names:
        file.seat([name for name in _names(line).split(",") if name.strip()])
    elif word == "p":
        return True
    elif line:
        before = len(file.session.unscored)
        scored = file.enter(line)
        if scored is not None:
            _result(scored)
            _totals(file)
        elif len(file.session.unscored) > before:
            _say(f"not scored: {file.session.unscored[-1].reason} (u takes back the last row)", "! ")
    return False


def _names(line: str) -> str:
    """Names with commas between them; without any comma each word is one."""
    return line if "," in line else ",".join(line.split())


def _result(scored: Scored) -> None:
    points = zip(scored.names, scored.settlement.points, strict=True)
    _say(f"{scored.title}: " + ", ".join(f"{name} {signed(won)}" for name, won in points))
    for name, foul in zip(scored.names, scored.settlement.fouls, strict=True):
        if foul:
            _say(f"{name} is foul", "  ")
    for question in scored.questions:
        _say(f"{question} (u takes back the last row)", "! ")
    for name, now, then in zip(scored.names, scored.inside, scored.fantasyland, strict=True):
        if then:
            _say(f"{name} {'stays in' if now else 'enters'} Fantasyland with {then} cards", "  ")


def _totals(file: SessionFile) -> None:
    """The totals so far, and in money where there is a stake."""
    session = file.session
    for name, total in session.totals.items():
        won = session.money(name)
        money = "" if won is None else f" ({signed(session.price(won))})"
        held = session.chips.get(name)
        chips = "" if held is None or held.stack is None else f", {held.stack} chips"
        _say(f"{name} {signed(total)}{money}{chips}", "  ")


def _say(text: str, first: str = "") -> None:
    """Print a text in lines of the width of the terminal."""
    for line in _lines(text, first):
        print(line)


def _lines(text: str, first: str) -> Iterator[str]:
    width = max(min(shutil.get_terminal_size().columns, 80) - 1, 20)
    return wrapped(printable(text), first, " " * len(first), width)
