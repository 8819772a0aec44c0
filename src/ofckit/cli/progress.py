"""How far a search is: a line on a terminal, once it takes longer; nothing elsewhere."""

from __future__ import annotations

import sys
from time import monotonic

_PATIENCE = 1.0  # seconds before it is shown
_PAUSE = 0.1  # seconds between two pictures
_BAR = 24


class Progress:
    """Called as progress(done, all, ...); `what` is counted. As a context it clears its line at the end."""

    def __init__(self, what: str) -> None:
        self.begun, self.last, self.drawn, self.what = monotonic(), 0.0, 0, what

    def __call__(self, done: int, every: int, *_: object) -> None:
        now = monotonic()
        early = now - self.begun < _PATIENCE or now - self.last < _PAUSE
        if early or done >= every or not sys.stderr.isatty():
            return
        full = _BAR * done // every
        self._draw(f"[{'#' * full}{'.' * (_BAR - full)}] {done:,} of {every:,} {self.what}")
        self.last = now

    def _draw(self, line: str) -> None:
        print("\r" + line.ljust(self.drawn), end="", file=sys.stderr, flush=True)
        self.drawn = len(line)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.drawn:
            print("\r" + " " * self.drawn + "\r", end="", file=sys.stderr, flush=True)
