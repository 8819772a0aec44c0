"""Printing to a terminal, a pipe or a file: colour where wanted, any encoding, no control characters."""

from __future__ import annotations

import os
import sys

from .._columns import columns, printable
from .._progress import Bar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

WIDTH = 80
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32"}


class Style:
    """Paints text on a terminal, unless NO_COLOR is set; the words say the same without it."""

    def __init__(self, stream: TextIO) -> None:
        self.on = (
            stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
        )

    def __call__(self, text: str, *codes: str) -> str:
        if not self.on or not text or not codes:
            return text
        return f"\x1b[{';'.join(_CODES[code] for code in codes)}m{text}\x1b[0m"


def searching(what: str) -> Bar:
    """A progress bar of a search: shown once it takes longer than a second, and removed at its end."""
    return Bar(what, patience=1.0, keep=False)


def never_fail_on_encoding() -> None:
    """Escape characters that a stream cannot encode, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if getattr(stream, "errors", None) == "strict" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def excerpt(text: str, column: int) -> str:
    """The line with a caret under the column, both indented; of a long line, the part around it."""
    first = max(0, min(column - 1, len(text)) - 40) if len(text) > WIDTH - 8 else 0
    part = printable(text[first : first + WIDTH - 8])
    left = "... " if first else ""
    lines = f"    {left}{part}"
    if not 0 < column <= len(text) + 1:
        return lines
    return lines + "\n" + " " * (4 + len(left) + columns(part[: column - 1 - first])) + "^"
