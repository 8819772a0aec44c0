"""Blocks on any executor, each until it is finished, whatever happens to the workers."""

from __future__ import annotations

import os
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import suppress

from .._errors import OfcError
from .._threads import sharing
from ._blocks import Block, Run, groups_of
from ._misplay import Misplay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from typing import Any, TypeGuard

    Book = Callable[[Block], object]

WINDOW = 1000
"""Blocks submitted to an executor at a time; with processes only enough to keep them busy."""
TRIES = 3
"""A block lost this many times gets one more try, alone."""


def play_blocks(run: Run, numbers: Sequence[int], ticket: str, workers: int) -> list[Block]:
    """What a worker does. The ticket makes every try a distinct job where equal jobs run only once.

    numbers: blocks to play side by side. workers: how many of them share the processors of a machine.
    """
    with sharing(workers):
        return list(run.play_together(numbers))


class Workers:
    """An executor, and its replacement when it breaks.

    A pool of processes breaks when one of them dies; a fresh pool of the same kind then goes on. Another
    executor that takes no more work is replaced by this process. Whoever gave the executor shuts it down.
    """

    def __init__(self, run: Run, executor: Executor) -> None:
        self.run, self.given = run, executor
        self.executor: Executor | None = executor
        self.waiting: dict[Future[list[Block]], tuple[Sequence[int], Executor]] = {}
        self.lost: Counter[int] = Counter()
        self.why: BaseException | None = None
        self.token = os.urandom(8).hex()
        self.has_worked = False
        self.workers = getattr(executor, "_max_workers", 1)
        self.window = 4 * executor._max_workers if is_pool(executor) else WINDOW  # type: ignore[attr-defined]

    def play(self, indices: Iterable[int], book: Book) -> None:
        """Play these blocks, and book each when it is finished; Ctrl-C and SystemExit leave the rest."""
        ahead = deque(groups_of(self.run, list(indices), getattr(self.executor, "_max_workers", None)))
        try:
            while ahead or self.waiting:
                while ahead and len(self.waiting) < self.window:
                    self._begin(ahead.popleft(), book)
                done, _ = wait(self.waiting, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=lambda one: self.waiting[one][0][0]):
                    self._end(future, ahead, book)
        except Exception:
            raise
        except BaseException:
            with suppress(KeyboardInterrupt):  # not even if it is pressed again
                self._book_what_is_done(book)
            raise
        finally:
            self._go_home()

    def _begin(self, numbers: Sequence[int], book: Book) -> None:
        if self.lost[numbers[0]] >= TRIES:
            book(self._last_try(numbers[0]))
            return
        job = self.run, numbers, f"{self.token} {numbers[0]} {self.lost[numbers[0]]}", self.workers
        while (executor := self.executor) is not None:
            try:
                self.waiting[executor.submit(play_blocks, *job)] = numbers, executor
                return
            except RuntimeError as error:  # broken, or shut down
                self._replace(executor, error)
        for block in self.run.play_together(numbers):
            book(block)

    def _end(self, future: Future[list[Block]], ahead: deque[Sequence[int]], book: Book) -> None:
        numbers, executor = self.waiting.pop(future)
        try:
            blocks = future.result()
        except Misplay:  # which ends the run, and says why
            raise
        except Exception as error:  # its worker died, it was cancelled, or the worker's machine failed
            if isinstance(error, BrokenExecutor):
                self._replace(executor, error)
            self.lost.update(numbers)
            self.why = error
            ahead.extend([number] for number in numbers)  # each by itself, to find the one to blame
            return
        self.has_worked = True
        for block in blocks:
            book(block)

    def _book_what_is_done(self, book: Book) -> None:
        for future in [one for one in self.waiting if one.done() and not one.cancelled()]:
            if future.exception() is None:
                del self.waiting[future]
                for block in future.result():
                    book(block)

    def _replace(self, broken: Executor, error: BaseException) -> None:
        """Replace this executor, if that has not been done yet."""
        if self.executor is not broken:
            return
        if isinstance(error, BrokenExecutor) and is_pool(self.given):
            self.executor = _fresh_pool(self.given)
        elif self.has_worked:
            self.executor = None
        else:
            raise OfcError(f"the executor takes no work: {error}") from error
        if broken is not self.given:
            broken.shutdown(wait=False)

    def _last_try(self, number: int) -> Block:
        """Play it in a process of its own, if there are processes: one of the lost blocks is to blame."""
        if is_pool(self.given):
            with _fresh_pool(self.given, 1) as alone:
                try:
                    return alone.submit(play_blocks, self.run, [number], "", 1).result()[0]
                except Exception as error:
                    self.why = error
        first = number * self.run.block + 1
        last = first + self.run.deals(number) - 1
        raise OfcError(
            f"block {number} (hands {first} to {last}) was lost {self.lost[number]} times: a bot may be "
            f"killing its worker; the last time: {type(self.why).__name__}: {self.why}"
        ) from self.why

    def _go_home(self) -> None:
        self.run.is_stopped = bool(self.waiting)
        for future in self.waiting:
            future.cancel()
        if self.executor is not None and self.executor is not self.given:
            self.executor.shutdown(wait=not self.waiting, cancel_futures=True)


def is_pool(executor: Executor) -> TypeGuard[ProcessPoolExecutor]:
    """Whether it is a pool of processes; does not load their module."""
    module = sys.modules.get("concurrent.futures.process")
    return module is not None and isinstance(executor, module.ProcessPoolExecutor)


def _fresh_pool(like: Any, workers: int | None = None) -> ProcessPoolExecutor:
    """A pool of processes that start like those of the other one."""
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(
        workers or like._max_workers,
        mp_context=like._mp_context,
        initializer=like._initializer,
        initargs=like._initargs,
    )
