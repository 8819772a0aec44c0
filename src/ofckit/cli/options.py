"""What the commands of the shell share: how help looks, how a command is added, options that many have."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class Help(argparse.RawDescriptionHelpFormatter):
    """Examples as they are written, and never over 80 columns."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=min(80, shutil.get_terminal_size().columns) - 1)


def add_command(
    commands: Commands,
    name: str,
    summary: str,
    about: str,
    examples: str,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    """A command with its help; `run` gets the options and gives the exit status."""
    parser = commands.add_parser(
        name, help=summary, description=about, epilog=examples, formatter_class=Help, allow_abbrev=False
    )
    parser.set_defaults(command=run)
    return parser


def add_format(parser: argparse.ArgumentParser, *formats: str) -> None:
    """The option `--format`: text where nothing is said."""
    parser.add_argument("--format", choices=formats, default="text", help="for reading, or for programs")


def count(text: str) -> int:
    """A number that an option takes, 1 or more."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text}: it must be 1 or more")
    return number
