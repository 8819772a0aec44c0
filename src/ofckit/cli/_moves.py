"""Moves and what they are worth, on a terminal."""

from __future__ import annotations

import sys

from ofckit.cli._terminal import Style
from ofckit.search import Analysis, Moves


def print_moves(found: Analysis | Moves, most: int | None) -> None:
    """The table of the best moves, so many at most (None: all), the first of them bold."""
    head, best, *lines = found.table(most).splitlines()
    print(head, Style(sys.stdout)(best, "bold"), *lines, sep="\n")
