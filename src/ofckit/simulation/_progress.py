"""A progress bar of text, for people who wait."""

from __future__ import annotations

import sys
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_WIDTH = 24
_PAUSE = 0.1  # seconds between two pictures


class Bar:
    """Hands finished, of how many, how fast, how long still: one line, on a terminal only.

    stream: standard error where none is given. A bar is a `progress`: bar(done, all); `close` ends its line.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.is_shown = bool(getattr(self.stream, "isatty", bool)())
        self._start: tuple[float, int] | None = None
        self._last = 0.0
        self._drawn = 0

    def __call__(self, done: int, hands: int) -> None:
        """Draw it, if there is a terminal and the last picture is not fresh."""
        now = monotonic()
        if self._start is None:
            self._start = now, done
        if self.is_shown and (done == hands or now - self._last >= _PAUSE):
            self._last = now
            self._draw(self._line(done, hands, now))

    def _line(self, done: int, hands: int, now: float) -> str:
        assert self._start is not None
        begun, before = self._start
        full = _WIDTH * done // hands if hands else _WIDTH
        bar = "#" * full + "." * (_WIDTH - full)
        line = f"[{bar}] {done:,} of {hands:,} hands"
        seconds = now - begun
        if done > before and seconds > 0:
            speed = (done - before) / seconds
            left = round((hands - done) / speed)
            line += f", {speed:,.0f} a second, {left // 60}:{left % 60:02} left"
        return line[:79]

    def _draw(self, line: str) -> None:
        self.stream.write("\r" + line.ljust(self._drawn))
        self.stream.flush()
        self._drawn = len(line)

    def close(self) -> None:
        """End the line."""
        if self._drawn:
            self.stream.write("\n")
            self.stream.flush()
            self._drawn = 0
