"""Many positions on any executor: the same results, in the order of the positions, whoever works."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import partial

from .._errors import OfcError
from .._progress import watching
from .._values import brief, listed
from ..objective import Objective
from ..position import Position
from ._analysis import analyse
from ._endgame import best_moves
from ._limit import Limit
from ._results import Analysis, Moves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeVar

    from .._progress import Progress

    R = TypeVar("R")

ROLLOUTS = Limit(rollouts=20_000)
"""For each position, where no limit is given: an answer that no clock decides."""
_MOST_POSITIONS = 1_000_000
_WINDOW = 1000
"""Positions that are with an executor at a time."""


def analyse_many(
    positions: Iterable[Position],
    objective: Objective | None = None,
    *,
    limit: Limit | float = ROLLOUTS,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress = None,
    against: Literal["visible"] | None = "visible",
    exact: bool = True,
    keep: int = 3,
) -> list[Analysis]:
    """`analyse` of each of many positions, in their order; each of them on one thread.

    limit: of each. With rollouts or a standard error (by default 20,000 rollouts) the results are those of
        `analyse`, whatever works; a limit of time cannot promise that.
    executor: any `concurrent.futures.Executor`; None: here and now. Its workers need positions and objectives
        that pickle, which those of this package do.
    progress: called with (positions done, positions in all); True shows a bar.

    The other options are those of `analyse`. What `analyse` raises for a position is raised with its number.
    Ctrl-C raises KeyboardInterrupt.

    >>> positions = [Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", draw) for draw in ("3c2cQc", "3c2c4c")]
    >>> [str(found.best.move) for found in analyse_many(positions)]
    ['Qc@t 3c@m x2c', '4c@t 3c@m x2c']
    """
    one = partial(
        analyse,
        objective=objective,
        limit=limit,
        seed=seed,
        threads=1,
        against=against,
        exact=exact,
        keep=keep,
    )
    return _each(partial(_unstopped, one), positions, executor, progress)


def best_moves_many(
    positions: Iterable[Position],
    objective: Objective | None = None,
    *,
    limit: Limit | float | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> list[Moves]:
    """`best_moves` of each of many positions, in their order; each of them on one thread.

    The options are those of `best_moves` and `analyse_many`.
    """
    one = partial(best_moves, objective=objective, limit=limit, threads=1)
    return _each(one, positions, executor, progress)


def _unstopped(one: Callable[[Position], Analysis], position: Position) -> Analysis:
    """An analysis answers Ctrl-C with what it knows, which is not what was asked for here."""
    found = one(position)
    if not found.complete:
        raise KeyboardInterrupt
    return found


def _each(
    one: Callable[[Position], R],
    positions: Iterable[Position],
    executor: Executor | None,
    progress: Progress,
) -> list[R]:
    todo = listed("positions", positions, _MOST_POSITIONS)
    for number, position in enumerate(todo):
        if not isinstance(position, Position):
            raise TypeError(f"positions[{number}] is {brief(position)}, not a Position")
    if executor is not None and not isinstance(executor, Executor):
        raise TypeError(f"executor is a concurrent.futures.Executor, not {brief(executor)}")
    found: dict[int, R] = {}
    with watching(progress, "positions") as told:
        for number, result in _results(one, todo, executor):
            found[number] = result
            if told is not None:
                told(len(found), len(todo))
    return [found[number] for number in range(len(todo))]


def _results(
    one: Callable[[Position], R], todo: Sequence[Position], executor: Executor | None
) -> Iterable[tuple[int, R]]:
    """(number, result) as they come."""
    if executor is None:
        for number, position in enumerate(todo):
            yield number, _numbered(number, partial(one, position))
        return
    waiting: dict[Future[R], int] = {}
    failed: dict[int, Future[R]] = {}
    ahead = enumerate(todo)
    try:
        while not failed or min(failed) > min(waiting.values(), default=len(todo)):
            while len(waiting) < _WINDOW and not failed and (item := next(ahead, None)) is not None:
                waiting[executor.submit(one, item[1])] = item[0]
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                number = waiting.pop(future)
                if future.cancelled() or future.exception() is not None:
                    failed[number] = future
                else:
                    yield number, future.result()
        _numbered(min(failed), failed[min(failed)].result)  # the first that fails, whoever was faster
    finally:
        for future in waiting:
            future.cancel()


def _numbered(number: int, result: Callable[[], R]) -> R:
    try:
        return result()
    except OfcError as error:
        raise OfcError(f"positions[{number}]: {error}") from error
