"""The command line: the commands, the form of their help, and shared options."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from importlib import import_module

from .._columns import cut, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager
    from typing import Any, NoReturn, Protocol

    from ..search import Limit

    class CommandModule(Protocol):
        """A file of this folder without an underscore: one command."""

        SUMMARY: str
        ABOUT: str
        EXAMPLES: str

        def add_options(self, parser: argparse.ArgumentParser) -> None: ...
        def run(self, options: argparse.Namespace) -> int: ...


MOST_SAID = 300  # characters of a wrong command line that are quoted
COMMANDS = (
    *("rank", "score", "play", "replay", "check", "rules", "odds", "hutchison"),
    *("analyse", "chances", "solve", "duel", "review", "engine", "serve", "web"),
    "completion",
)
PLAYED = "pineapple"
"""The default rules for playing and searching; a session has a default of its own."""

_ABOUT = """\
Open-face Chinese poker: rank hands, score tables, play, read the rules.

  ofckit rank "As Kd 7h 7s 7c 2d 2h"     what a hand is worth
  ofckit score session.txt --stake 5     who won what and why, and who owes whom
  ofckit play --rules progressive        play against built-in opponents
  ofckit replay match.toml               a saved match, street by street
  ofckit check match.toml                whether its results are right
  ofckit review match.toml               which moves lost how much
  ofckit analyse QhQd7c6s2s              the best placement of a draw
  ofckit chances "QhQd / 7h / AsKs"      how likely rows are to become what
  ofckit solve "As Ad Kh Ks ... 2s"      the best Fantasyland board
  ofckit duel --bots policy,greedy       bots against each other
  ofckit serve                           all of it as a page in the browser
  ofckit rules pineapple                 a rule sheet to lay on the table
  ofckit odds --deck 36                  how rare each hand is, exactly
  ofckit hutchison "As Ks Ah Kh"         points of an Omaha starting hand

Every command has its own --help with examples. The documentation:
https://ofckit.github.io/ofckit/"""


class Help(argparse.RawDescriptionHelpFormatter):
    """Keeps examples as written, and within 80 columns."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=min(80, shutil.get_terminal_size().columns) - 1)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are short and printable, whatever was typed, and name no type of Python."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.register("type", int, _whole)
        self.register("type", float, _number)

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {cut(printable(message), MOST_SAID)}\n")


def load(name: str) -> CommandModule:
    """The module of a command."""
    module: CommandModule = import_module(f"ofckit.cli.{name}")
    return module


def parse(words: Sequence[str]) -> Callable[[], int]:
    """The command of a command line, ready to run; SystemExit after help and for a wrong option."""
    options = _parser(words).parse_args(words)
    return partial(options.command, options)


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for these words: only the command that they name is loaded, or all for the general help."""
    from .. import __version__

    parser = Parser(prog="ofckit", description=_ABOUT, formatter_class=Help)
    parser.add_argument("-V", "--version", action="version", version=f"ofckit {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    wanted = words[0] if words else ""
    for name in COMMANDS:
        if name != wanted and wanted in COMMANDS:
            commands.add_parser(name)
            continue
        command = load(name)
        own = commands.add_parser(
            name,
            help=command.SUMMARY,
            description=command.ABOUT,
            epilog=command.EXAMPLES,
            formatter_class=Help,
            allow_abbrev=False,
        )
        command.add_options(own)
        own.set_defaults(command=command.run)
    return parser


def add_format(parser: argparse.ArgumentParser, *formats: str) -> None:
    """The option `--format`; text by default."""
    parser.add_argument("--format", choices=formats, default="text", help="for reading, or for programs")


def add_limits(parser: argparse.ArgumentParser, seconds: str) -> None:
    """The limits of an analysis: `--seconds`, `--rollouts`, `--se`, `--threads`."""
    parser.add_argument("--seconds", type=float, metavar="S", help=f"to spend (default: {seconds})")
    parser.add_argument("--rollouts", type=count, metavar="N", help="to spend; the answer is repeatable")
    parser.add_argument("--se", type=float, metavar="X", help="go on until the standard error is X points")
    parser.add_argument("--threads", type=count, metavar="N", help="at work at once (all processors)")


def limit_of(options: argparse.Namespace) -> Limit | None:
    """The limit that the options set; None if they set none, for the default of the library."""
    given = {name: getattr(options, name, None) for name in ("seconds", "rollouts", "se")}
    if all(value is None for value in given.values()):
        return None
    from ..search import Limit

    return Limit(**given)


def workers(number: int | None) -> AbstractContextManager[Executor | None]:
    """So many processes that work at once; None for one, which is this one."""
    if number is None or number == 1:
        return nullcontext()
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(number)


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def count(text: str) -> int:
    """The value of an option that counts, 1 or more."""
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text}: it must be 1 or more")
    return number
