"""How many threads work at once by default: as many as this process may use."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ._errors import OfcError
from ._values import brief, whole_number

MOST = 64

# The browser's Python has no threads, nor has WASI's.
NO_THREADS = sys.platform in ("emscripten", "wasi")


_sharing: ContextVar[int] = ContextVar("sharing", default=1)


@contextmanager
def sharing(workers: int) -> Iterator[None]:
    """What runs in here has a share of the processors: as many workers as this do the same beside it."""
    before = _sharing.set(max(workers, 1))
    try:
        yield
    finally:
        _sharing.reset(before)


def thread_count(given: int | None = None) -> int:
    """The given number, checked; for None, the processors available, or this worker's share of them.

    1 where threads cannot start.
    """
    if given is None:
        if NO_THREADS:
            return 1
        count = getattr(os, "sched_getaffinity", None)
        processors = len(count(0)) if count is not None else os.cpu_count() or 1
        return min(max(processors // _sharing.get(), 1), MOST)
    number = whole_number("threads", given)
    if not 1 <= number <= MOST:
        raise OfcError(f"threads = {brief(number)}: it must be 1 to {MOST}")
    return 1 if NO_THREADS else number
