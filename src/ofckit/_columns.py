"""Text as a terminal shows it: printable, and cut, padded and wrapped by the columns that it takes."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import combining, east_asian_width

WIDTH = 79
"""Columns of a line where nothing else is said: a terminal has 80."""


def printable(text: str) -> str:
    """Text that is safe to print, whoever wrote it: control characters are replaced."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else "?" for c in text)


def signed(points: object) -> str:
    """'+13', '-7', '0'; of money too."""
    text = str(points)
    return text if text.startswith("-") or not any(c in "123456789" for c in text) else f"+{text}"


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(char: str) -> int:
    return 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1


def cut(text: str, width: int) -> str:
    """A text in at most so many columns; what is too long ends with ~."""
    return text if columns(text) <= width else _start(text, width - 1) + "~"


def _start(text: str, width: int) -> str:
    """As much of a text as so many columns have room for."""
    used = 0
    for end, char in enumerate(text):
        used += _width(char)
        if used > width:
            return text[:end]
    return text


def pad(text: str, width: int) -> str:
    """A text at the left of so many columns; one that is longer stays as it is."""
    return text + " " * (width - columns(text))


def fit(text: str, width: int) -> str:
    """A text at the left of exactly so many columns, cut where it is longer."""
    return pad(cut(text, width), width)


def right(text: str, width: int) -> str:
    """A text at the right of exactly so many columns, cut where it is longer."""
    text = cut(text, width)
    return " " * (width - columns(text)) + text


def wrapped(text: str, first: str = "", rest: str = "", width: int = WIDTH) -> Iterator[str]:
    """Words in lines of at most so many columns, the first one after `first`, the others after `rest`.

    A word that is longer than a line is broken.
    """
    line, empty = first, True
    for word in text.split():
        if not empty and columns(line) + 1 + columns(word) > width:
            yield line
            line, empty = rest, True
        while empty and columns(line) + columns(word) > width:
            start = _start(word, max(width - columns(line), 2))
            yield line + start
            line, word = rest, word[len(start) :]
        line += word if empty else f" {word}"
        empty = False
    yield line
