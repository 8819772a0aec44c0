"""A progress bar in text, drawn on a terminal only."""

from __future__ import annotations

import sys
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_WIDTH = 79
_BAR = 24
_PAUSE = 0.1  # seconds between two drawings


class Bar:
    """How many are done of how many, how fast, how much longer: one line, on a terminal only.

    A bar is a `progress`: bar(done, all). what: the things that are counted. stream: standard error where
    none is given. patience: seconds before it is shown. keep: whether the line stays when `close`, or a
    `with` block, ends it.
    """

    def __init__(
        self, what: str = "hands", *, stream: TextIO | None = None, patience: float = 0.0, keep: bool = True
    ) -> None:
        self.what, self.patience, self.keep = what, patience, keep
        self.stream = sys.stderr if stream is None else stream
        self.is_shown = bool(getattr(self.stream, "isatty", bool)())
        self._begun = monotonic()
        self._first: tuple[float, int] | None = None
        self._last = 0.0
        self._drawn = 0

    def __call__(self, done: int, every: int, *_: object) -> None:
        """Draw it on a terminal, unless it was drawn just now."""
        now = monotonic()
        if self._first is None:
            self._first = now, done
        if not self.is_shown or now - self._begun < self.patience:
            return
        if self.keep if done >= every else now - self._last >= _PAUSE:
            self._last = now
            self._draw(self._line(done, every, now))

    def _line(self, done: int, every: int, now: float) -> str:
        assert self._first is not None
        begun, before = self._first
        full = _BAR * done // every if every else _BAR
        line = f"[{'#' * full}{'.' * (_BAR - full)}] {done:,} of {every:,} {self.what}"
        seconds = now - begun
        if done > before and seconds > 0:
            speed = (done - before) / seconds
            left = round((every - done) / speed)
            line += f", {speed:,.0f} a second, {left // 60}:{left % 60:02} left"
        return line[:_WIDTH]

    def _draw(self, line: str) -> None:
        self.stream.write("\r" + line.ljust(self._drawn))
        self.stream.flush()
        self._drawn = len(line)

    def close(self) -> None:
        """End the line, or clear it."""
        if self._drawn:
            self.stream.write("\n" if self.keep else "\r" + " " * self._drawn + "\r")
            self.stream.flush()
            self._drawn = 0

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
