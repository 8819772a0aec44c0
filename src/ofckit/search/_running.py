"""Several boards searched, one after the other or at once, until Ctrl-C or the time limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from .._errors import OfcError
from .._threads import NO_THREADS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Future
    from typing import Any, Protocol

    from ._results import Means

    Progress = Callable[[int, int], object]
    Call = Callable[[], Means | None]

    class Search(Protocol):
        """A search of the core that another thread can end."""

        def stop(self) -> None: ...


_LOOK = 0.05  # seconds between checks of the clock and for Ctrl-C


class Stopped(Exception):
    """A search that ended early: `found` by board, None where not known; `why`."""

    def __init__(self, found: list[Means | None], why: BaseException) -> None:
        super().__init__(str(why))
        self.found, self.why = found, why

    @property
    def reason(self) -> BaseException:
        """What to raise: OfcError if the time ran out."""
        return OfcError(str(self.why)) if isinstance(self.why, TimeoutError) else self.why


def run_here(calls: Sequence[Call], seconds: float | None, progress: Progress | None) -> list[Means]:
    """What each call finds, one after the other; each takes a moment. Raises Stopped after `seconds`."""
    found: list[Means | None] = []
    ends = _end_of(seconds)
    try:
        for call in calls:
            _check_time(ends, len(found), len(calls))
            found.append(call())
            if progress is not None:
                progress(len(found), len(calls))
    except (KeyboardInterrupt, TimeoutError) as why:
        raise Stopped(found + [None] * (len(calls) - len(found)), why) from None
    return found  # type: ignore[return-value]  # nobody stops these searches


def run_beside(
    searches: Sequence[Search],
    calls: Sequence[Call],
    seconds: float | None,
    threads: int,
    progress: Progress | None,
    part_done: Callable[[], tuple[int, int]] | None = None,
) -> list[Means]:
    """What each call finds, several at once; `part_done` tells how far a single one is. Raises Stopped.

    A single thread is started too, since this one watches the clock and hears Ctrl-C; where none can start,
    the clock is read between two calls.
    """
    if NO_THREADS:
        return run_here(calls, seconds, progress)
    from concurrent.futures import ThreadPoolExecutor

    ends = _end_of(seconds)
    pool = ThreadPoolExecutor(threads)
    jobs: list[Future[Any]] = []
    why: BaseException | None = None
    try:
        jobs = [pool.submit(call) for call in calls]
        _watch(jobs, ends, progress, part_done)
    except (KeyboardInterrupt, TimeoutError) as stopped:
        why = stopped
    finally:
        for search in searches:
            search.stop()
        pool.shutdown(cancel_futures=True)
    if why is None:
        return [job.result() for job in jobs]
    done = [job.done() and not job.cancelled() and job.exception() is None for job in jobs]
    known = [job.result() if is_done else None for job, is_done in zip(jobs, done, strict=True)]
    raise Stopped(known + [None] * (len(calls) - len(known)), why)


def _watch(
    jobs: Sequence[Future[Any]],
    ends: float | None,
    progress: Progress | None,
    part_done: Callable[[], tuple[int, int]] | None,
) -> None:
    """Wait for the jobs, watch the clock, and report progress."""
    from concurrent.futures import FIRST_COMPLETED, wait

    waiting = set(jobs)
    while waiting:
        done, waiting = wait(waiting, timeout=_LOOK, return_when=FIRST_COMPLETED)
        if any(job.exception() is not None for job in done):
            return
        if waiting:
            _check_time(ends, len(jobs) - len(waiting), len(jobs))
        if progress is None:
            continue
        if len(jobs) > 1 and done:
            progress(len(jobs) - len(waiting), len(jobs))
        elif len(jobs) == 1 and part_done is not None and part_done()[1]:
            progress(*part_done())


def _end_of(seconds: float | None) -> float | None:
    return None if seconds is None else monotonic() + seconds


def _check_time(ends: float | None, done: int, number: int) -> None:
    if ends is not None and monotonic() > ends:
        raise TimeoutError(f"the time is up: {done} of {number} boards are solved")
