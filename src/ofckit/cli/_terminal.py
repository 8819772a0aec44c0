"""Printing to a terminal, a pipe or a file: colour where wanted, any encoding, no control characters."""

from __future__ import annotations

import os
import re
import shutil
import sys
from time import monotonic

from .._columns import columns, printable
from .._progress import Bar
from .._threads import NO_THREADS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import Thread
    from typing import TextIO

WIDTH = 80
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "blue": "94"}
_SUITS = {"h": "red", "d": "blue", "c": "green"}
_CARD = re.compile(r"\b(?:10|[2-9TJQKA])([cdhs])\b")
_PATIENCE = 0.4  # seconds before somebody who waits is told
_TICK = 0.1  # seconds between two drawings


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

    def suits(self, text: str, *codes: str) -> str:
        """Text in which cards have the colour of their suit: hearts red, diamonds blue, clubs green."""
        if not self.on:
            return text

        def painted(card: re.Match[str]) -> str:
            colour = _SUITS.get(card[1])
            return self(card[0], *codes, *([colour] if colour else []))

        if not codes:
            return _CARD.sub(painted, text)
        parts, end = [], 0
        for card in _CARD.finditer(text):
            parts += [self(text[end : card.start()], *codes), painted(card)]
            end = card.end()
        return "".join([*parts, self(text[end:], *codes)])


def width_of_terminal() -> int:
    """The columns that a line may have: those of the terminal but one, 79 at most."""
    return max(min(shutil.get_terminal_size().columns, WIDTH) - 1, 30)


class Waiting(Bar):
    """A progress bar that also moves where nothing can be counted; gone at its end.

    It is shown once somebody has waited for half a second, on a terminal only. In a `with` block a thread
    draws it, so it moves whatever the one who works does.
    """

    def __init__(self, what: str, *, stream: TextIO | None = None) -> None:
        super().__init__(what, stream=stream, patience=_PATIENCE, keep=False)
        self._state: tuple[int, int] | None = None
        self._thread: Thread | None = None
        self._over = False

    def __call__(self, done: int, every: int, *_: object) -> None:
        if self._first is None:
            self._first = monotonic(), done
        self._state = done, every
        if self._thread is None:
            super().__call__(done, every)

    def _line(self, done: int, every: int, now: float) -> str:
        return super()._line(done, every, now)[: width_of_terminal()]

    def _tick(self) -> None:
        from time import sleep

        while not self._over:
            sleep(_TICK)
            now = monotonic()
            if self._over or now - self._begun < self.patience:
                continue
            if self._state is not None and self._state[1]:
                self._draw(self._line(*self._state, now))
            else:
                width = width_of_terminal()
                room = 20 if width >= 60 else 8
                at = int((now - self._begun) / _TICK) % room
                bar = "." * at + "####" + "." * (room - at)
                self._draw(f"[{bar}] {self.what}, {now - self._begun:.0f} s"[:width])

    def __enter__(self) -> Waiting:
        if self.is_shown and not NO_THREADS:
            from threading import Thread

            self._thread = Thread(target=self._tick, daemon=True)
            self._thread.start()
        return self

    def close(self) -> None:
        """Stop drawing, and clear the line."""
        self._over = True
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        super().close()


def searching(what: str) -> Waiting:
    """A progress bar of a search: shown to those who wait for half a second, and removed at its end."""
    return Waiting(what)


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
