"""`ofckit engine`: a bot for other programs, through the standard input and output."""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout
from pathlib import Path

from .. import __version__
from ..bots import make_bot
from ..engine import serve
from ..position import Position
from ..simulation import Misplay, legal_move

SUMMARY = "a bot for other programs"

ABOUT = """\
A bot for other programs: it reads commands from the standard input and answers
on the standard output, line by line, in the protocol ofci (docs/engine.md).
Bots: greedy, policy, random, solver, strong, those with options, such as
solver:seconds=2, and your own: FILE.py:NAME or module:NAME.
--position asks for one move only. --template prints a bot that plays at once,
in Python, JavaScript or C."""

EXAMPLES = """\
examples:
  ofckit engine
  ofckit engine --bot strong --seed 1
  ofckit engine --template python > mybot.py"""


TEMPLATES = ("python", "node", "c")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bot", default="policy", metavar="NAME", help="who plays (default: policy)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of its random numbers (0)")
    parser.add_argument("--position", metavar="POSITION", help="print the move in this one position, and end")
    parser.add_argument("--template", choices=TEMPLATES, help="print a bot to begin with, in this language")


def run(options: argparse.Namespace) -> int:
    """Hold the whole conversation; the exit status."""
    if options.template is not None:
        print(template(options.template), end="")
        return 0
    if options.position is not None:
        return _answer(options.bot, options.seed, Position.parse(options.position))
    serve(options.bot, options.seed, name=f"ofckit {__version__}")
    return 0


def _answer(name: str, seed: int, position: Position) -> int:
    """Print the move of a bot in one position; status 1, and all that helps, where it is not a legal one."""
    bot = make_bot(name, seed)
    try:
        with redirect_stdout(sys.stderr):  # whatever it prints itself
            move = legal_move(bot, position)
    except Misplay as failed:
        print(failed.told(name), file=sys.stderr)
        return 1
    finally:
        getattr(bot, "close", bool)()
    print(move)
    return 0


def template(language: str) -> str:
    """A whole bot in this language, which plays as it is."""
    path = Path(__file__).resolve().parents[1] / "templates" / f"{language}.txt"
    return path.read_text(encoding="utf-8")
