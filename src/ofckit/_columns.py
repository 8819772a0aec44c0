"""Text as a terminal shows it: printable, and cut, padded and wrapped by the columns that it takes."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import combining, east_asian_width

WIDTH = 79
"""The width of a line unless one is given: a terminal has 80 columns."""


def printable(text: str) -> str:
    """Text that is safe to print, whoever wrote it: control characters are replaced."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else "?" for c in text)


def signed(points: object) -> str:
    """A number with its sign: '+13', '-7', '0'; money too."""
    text = str(points)
    return text if text.startswith("-") or not text.strip("0.,") else f"+{text}"


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(char: str) -> int:
    return 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1


def cut(text: str, width: int) -> str:
    """A text in at most `width` columns; one that is too long is cut and ends in ~."""
    return text if columns(text) <= width else _start(text, width - 1) + "~"


def _start(text: str, width: int) -> str:
    """As much of a text as fits in `width` columns."""
    used = 0
    for end, char in enumerate(text):
        used += _width(char)
        if used > width:
            return text[:end]
    return text


def pad(text: str, width: int) -> str:
    """A text aligned left in `width` columns; a longer one stays as it is."""
    return text.ljust(width) if text.isascii() else text + " " * (width - columns(text))


def fit(text: str, width: int) -> str:
    """A text aligned left in exactly `width` columns, cut if it is longer."""
    return pad(cut(text, width), width)


def right(text: str, width: int) -> str:
    """A text aligned right in exactly `width` columns, cut if it is longer."""
    text = cut(text, width)
    return text.rjust(width) if text.isascii() else " " * (width - columns(text)) + text


def wrapped(text: str, first: str = "", rest: str = "", width: int = WIDTH) -> Iterator[str]:
    """Words in lines of at most `width` columns, the first line after `first`, the others after `rest`.

    A word longer than a line is broken.
    """
    words = text.split()
    whole = first + " ".join(words)
    if columns(whole) <= width:
        yield whole
        return
    line, empty = first, True
    for word in words:
        if not empty and columns(line) + 1 + columns(word) > width:
            yield line
            line, empty = rest, True
        while empty and word and columns(line) + columns(word) > width:
            start = _start(word, max(width - columns(line), 2))
            yield line + start
            line, word = rest, word[len(start) :]
        line += word if empty else f" {word}"
        empty = False
    yield line
