"""Several boards searched, one after the other or at once, until Ctrl-C or the time limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from .._errors import OfcError
from .._threads import NO_THREADS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from typing import Any, Protocol

    from ._results import Means

    Progress = Callable[[int, int], object]
    Call = Callable[[], Means | None]
    Book = Callable[[int, Means], object]
    """Is told what a call has found as soon as that is known."""

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


def run_here(
    calls: Sequence[Call], seconds: float | None, progress: Progress | None, book: Book | None = None
) -> list[Means]:
    """What each call finds, one after the other; each takes a moment. Raises Stopped after `seconds`."""
    found: list[Means | None] = []
    ends = _end_of(seconds)
    try:
        for call in calls:
            _check_time(ends, len(found), len(calls))
            found.append(call())
            if book is not None:
                book(len(found) - 1, found[-1])  # type: ignore[arg-type]  # nobody stops these searches
            if progress is not None:
                progress(len(found), len(calls))
    except (KeyboardInterrupt, TimeoutError) as why:
        raise Stopped(found + [None] * (len(calls) - len(found)), why) from None
    return found  # type: ignore[return-value]  # the same


def run_beside(
    searches: Sequence[Search],
    calls: Sequence[Call],
    seconds: float | None,
    threads: int,
    progress: Progress | None,
    part_done: Callable[[], tuple[int, int]] | None = None,
    book: Book | None = None,
    executor: Executor | None = None,
) -> list[Means]:
    """What each call finds, several at once; `part_done` tells how far a single one is. Raises Stopped.

    A single thread is started too, since this one watches the clock and hears Ctrl-C; where none can start,
    the clock is read between two calls. With an executor its workers search, and what they have begun
    when this ends early is finished in vain.
    """
    if NO_THREADS and executor is None:
        return run_here(calls, seconds, progress, book)
    from concurrent.futures import ThreadPoolExecutor

    ends = _end_of(seconds)
    pool = ThreadPoolExecutor(threads) if executor is None else executor
    jobs: list[Future[Any]] = []
    why: BaseException | None = None
    try:
        for call in calls:
            jobs.append(pool.submit(call))
        _watch(jobs, ends, progress, part_done, book)
    except (KeyboardInterrupt, TimeoutError) as stopped:
        why = stopped
    finally:
        for search in searches:
            search.stop()
        for job in jobs:
            job.cancel()
        if executor is None:
            pool.shutdown(cancel_futures=True)
    if why is None:
        for job in jobs:
            if job.done() and not job.cancelled():
                job.result()  # raises the first error
        return [job.result() for job in jobs]
    done = [job.done() and not job.cancelled() and job.exception() is None for job in jobs]
    known = [job.result() if is_done else None for job, is_done in zip(jobs, done, strict=True)]
    raise Stopped(known + [None] * (len(calls) - len(known)), why)


def _watch(
    jobs: Sequence[Future[Any]],
    ends: float | None,
    progress: Progress | None,
    part_done: Callable[[], tuple[int, int]] | None,
    book: Book | None,
) -> None:
    """Wait for the jobs, watch the clock, and report progress."""
    from concurrent.futures import FIRST_COMPLETED, wait

    waiting, number = set(jobs), {job: i for i, job in enumerate(jobs)}
    while waiting:
        done, waiting = wait(waiting, timeout=_LOOK, return_when=FIRST_COMPLETED)
        if any(job.cancelled() or job.exception() is not None for job in done):
            return
        for job in done:
            if book is not None:
                book(number[job], job.result())
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
