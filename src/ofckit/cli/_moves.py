"""Moves and what they are worth, on a terminal."""

from __future__ import annotations

import sys

from ..search import Analysis, Moves
from ._terminal import Style


def print_moves(found: Analysis | Moves, most: int | None) -> None:
    """Print the table of at most `most` best moves (None: all), the first one bold."""
    head, best, *lines = found.table(most).splitlines()
    print(head, Style(sys.stdout)(best, "bold"), *lines, sep="\n")
