"""How far something is, for people who wait: tqdm, a bar of text on a terminal, or a plain line."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib import import_module
from time import monotonic

from ._values import brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TextIO

    Progress = Callable[..., object] | bool | None

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


class Line:
    """A `progress` where there is no terminal and no tqdm: one plain line at the end, 'done of total'."""

    def __init__(self, what: str, *, stream: TextIO | None = None) -> None:
        self.what, self.stream = what, sys.stderr if stream is None else stream
        self._state = (0, 0)
        self._begun = monotonic()

    def __call__(self, done: int, every: int, *_: object) -> None:
        self._state = done, every

    def close(self) -> None:
        """Write it, if there was anything to count."""
        done, every = self._state
        if every:
            seconds = monotonic() - self._begun
            self.stream.write(f"{done:,} of {every:,} {self.what} in {seconds:.1f} s\n")
            self.stream.flush()


class Tqdm:
    """A `progress` that is a bar of tqdm: the one of a notebook, or that of a terminal."""

    def __init__(self, tqdm: Any, what: str) -> None:
        self.bar = tqdm(unit=f" {what}")

    def __call__(self, done: int, every: int, *_: object) -> None:
        if self.bar.total != every:
            self.bar.reset(total=every)
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        """End the bar as it stands."""
        self.bar.close()


@contextmanager
def watching(progress: Progress, what: str) -> Iterator[Callable[..., object] | None]:
    """What is to be called with (done, all), or None; closed at the end.

    progress: a function, which is called as it is. True: tqdm's bar where tqdm is installed, else a bar on a
    terminal, else a plain line at the end. what: the things that are counted. TypeError for anything else.
    """
    if progress is None or progress is False:
        yield None
    elif progress is not True:
        if not callable(progress):
            raise TypeError(f"progress is True or a function of (done, all), not {brief(progress)}")
        yield progress
    else:
        bar = _bar(what)
        try:
            yield bar
        finally:
            bar.close()


def _bar(what: str) -> Tqdm | Bar | Line:
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError:
        bar = Bar(what)
        return bar if bar.is_shown else Line(what, stream=bar.stream)
    return Tqdm(tqdm, what)
