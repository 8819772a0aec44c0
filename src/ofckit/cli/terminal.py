"""Printing to a terminal, a pipe or a file: colour where welcome, any encoding, no control characters."""

from __future__ import annotations

import os
import sys
from unicodedata import combining, east_asian_width

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

    def points(self, points: int, width: int = 0) -> str:
        """Signed points, green where won and red where lost."""
        code = ("green",) if points > 0 else ("red",) if points < 0 else ()
        return self(f"{signed(points):>{width}}", *code)


def signed(points: object) -> str:
    """'+13', '-7', '0'; of money too."""
    text = str(points)
    return text if text.startswith("-") or not any(c in "123456789" for c in text) else f"+{text}"


def plain(text: str) -> str:
    """Text that is safe to print: control characters are replaced."""
    return "".join(c if c.isprintable() else "?" if c != "\t" else " " for c in text)


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, width: int) -> str:
    """Text with spaces up to a width in columns, cut where it is longer."""
    while columns(text) > width:
        text = text[:-2] + "~" if len(text) > 2 else text[:-1]
    return text + " " * (width - columns(text))


def never_fail_on_encoding() -> None:
    """A character that a stream cannot show is escaped; the output goes on."""
    for stream in (sys.stdout, sys.stderr):
        if getattr(stream, "errors", None) == "strict" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def excerpt(text: str, column: int) -> str:
    """The line with a caret under the column, both indented; of a long line the part around it."""
    first = max(0, min(column - 1, len(text)) - 40) if len(text) > WIDTH - 8 else 0
    part = plain(text[first : first + WIDTH - 8])
    left = "... " if first else ""
    lines = f"    {left}{part}"
    if not 0 < column <= len(text) + 1:
        return lines
    return lines + "\n" + " " * (4 + len(left) + columns(part[: column - 1 - first])) + "^"
