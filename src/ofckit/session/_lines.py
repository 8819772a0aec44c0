"""The lines of a file of text, whatever its encoding; what is not text is refused."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator

from ._hand import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

MOST_CHARACTERS = 100_000  # of one line


def lines_of(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """The numbered lines of a text in UTF-8, or UTF-16 with a byte order mark; invalid bytes become U+FFFD.

    Unreadable (its column is the line) if the stream is not text or a line is too long.
    """
    is_ours = not isinstance(stream, io.BufferedReader)
    raw: Any = io.BufferedReader(stream) if is_ours else stream
    start = raw.peek(2)[:2]
    encoding = "utf-16" if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    text = io.TextIOWrapper(raw, encoding=encoding, errors="replace", newline=None)
    try:
        number = 0
        while line := text.readline(MOST_CHARACTERS + 1):
            number += 1
            if "\0" in line:
                raise Unreadable(
                    number, "this is not a text file (it holds a zero byte); not read any further"
                )
            if len(line) > MOST_CHARACTERS:
                raise Unreadable(
                    number, f"over {MOST_CHARACTERS:,} characters in a line; not read any further"
                )
            yield number, line.rstrip("\n")
    finally:
        text.detach()
        if is_ours:
            raw.detach()  # so that the stream is not closed with it
