"""`value` and `best_moves`: exact answers about a position."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial

from .._errors import OfcError
from .._progress import watching
from .._threads import thread_count
from .._values import brief
from ..objective import Objective, given_or_default
from ..position import LegalMoves, Move, Position, check_position
from ._endgame_search import EndgameBoards, deck_of
from ._limit import Limit, read_limit
from ._results import Moves, Value, new_info, new_value, order
from ._running import Stopped
from ._spread import solve_spread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .._progress import Progress as Shown
    from ._endgame_search import Rows
    from ._results import Means
    from ._running import Progress


def value(
    position: Position,
    objective: Objective | None = None,
    *,
    limit: Limit | float | None = None,
    threads: int | None = None,
    progress: Shown = None,
) -> Value:
    """The exact expectation under optimal play: of the best move if cards are drawn, else before the draw.

    Optimal: each draw is seen before it is placed, later draws are not, and every card whose place is not
    known is as likely as any other to come. Of plays of equal value the one with more royalties counts,
    then the one with fewer fouls. Surrender is not considered.

    Solved are streets of three cards of which two are placed, up to four draws to come, and streets where
    every card is placed. The work is estimated beforehand (docs/endgame.md).

    limit: a Limit of seconds or boards, or seconds; None allows some minutes. threads: how many work at
    once; None: as many as there are processors. progress(done, all) is called after each move, or
    where no cards are drawn, as parts of the work are done; True shows a bar. Raises OfcError where
    the position is not solvable, too large, or not done in time. Ctrl-C ends the search at once.
    """
    limit, threads = _check(position, limit, threads)
    if position.draw:
        with watching(progress, "moves") as told:
            found, why = Decision(position, objective).solve(limit, threads, told)
        if why is not None:
            raise why
        _, ev, se, exact, foul, hands, royalty = found[0]
        return Value(ev, foul, hands, royalty, exact, se)
    street = position.street
    if street is None and any(position.free):
        raise OfcError(f"{position.board}: no street of {position.rules.name} begins with this board")
    ahead = () if street is None else position.rules.plan[street:]
    rows = position.boards[position.seat]
    search = EndgameBoards(position, *given_or_default(position.rules, objective), ahead, [rows])
    try:
        with watching(progress, "draws") as told:
            return new_value(search.run(limit, threads, told)[0])
    except Stopped as stopped:
        raise stopped.reason from None


def best_moves(
    position: Position,
    objective: Objective | None = None,
    *,
    limit: Limit | float | None = None,
    threads: int | None = None,
    progress: Shown = None,
    checkpoint: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
) -> Moves:
    """Every way to place the drawn cards, with its exact value, the best first.

    Moves of equal value: more royalties first, then fewer fouls, then the order of `position.legal_moves`.
    The options are those of `value`; progress(done, all) is called after each move. When the time is up, and
    on Ctrl-C, the moves that are solved come back as they are: `complete` is False then. Raises OfcError as
    `value` does, where no cards are drawn, and where the time is up before any move is solved
    (KeyboardInterrupt likewise).

    A long decision is a run by boards. checkpoint: the path of a file that gets a line for each board when it
    is solved; the same decision goes on from there. executor: any `concurrent.futures.Executor`, also one of
    Dask, whose workers solve a board each, on one thread, in place of `threads`. With either, boards
    that differ only in the names of suits are solved once, and progress counts boards.

    >>> position = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    >>> best = best_moves(position)[0]
    >>> str(best.move), best.ev, best.fantasyland[14]
    ('Qc@t 3c@m x2c', 21.5, 1.0)
    """
    limit, threads = _check(position, limit, threads)
    _check_run(checkpoint, executor)
    with watching(progress, "moves") as told:
        decision = Decision(position, objective)
        if decision.search is None or (checkpoint is None and executor is None):
            found, why = decision.solve(limit, threads, told)
        else:
            found, why = decision.spread(limit, threads, told, checkpoint, executor)
    if why is not None and not found:
        raise why
    found.position = position
    found.objective = Objective.of(position.rules) if objective is None else objective
    return found


def _check_run(checkpoint: object, executor: object) -> None:
    if checkpoint is not None and not isinstance(checkpoint, str | os.PathLike):
        raise TypeError(f"checkpoint is the path of a file, not {brief(checkpoint)}")
    if executor is not None:
        from concurrent.futures import Executor

        if not isinstance(executor, Executor):
            raise TypeError(f"executor is a concurrent.futures.Executor, not {brief(executor)}")


def _check(position: Position, limit: object, threads: int | None) -> tuple[Limit | None, int]:
    check_position(position, "a Position is solved")
    if position.fantasyland[position.seat]:
        raise OfcError("a Fantasyland hand is set at once: solve_fantasyland() finds its best board")
    return read_limit(limit, "an exact search", ("seconds", "boards")), thread_count(threads)


class Decision:
    """The moves of a position, ready to be solved; OfcError where they cannot be."""

    def __init__(self, position: Position, objective: Objective | None) -> None:
        street, rules, drawn = position.street, position.rules, len(position.draw)
        if street is None or rules.plan[street].deal != drawn:
            raise OfcError(f"{position.board}: {drawn} cards are drawn, so there is no move to make")
        objective, self.compiled = given_or_default(rules, objective)
        self.position, self.objective = position, objective
        self.moves = list(LegalMoves(position.draw, position.free, rules.plan[street].place))
        self.rows = position.boards[position.seat]
        self.search: EndgameBoards | None = None  # None where the moves fill the board: nothing to search
        if street + 1 < len(rules.plan):
            boards = [after(self.rows, move) for move in self.moves]
            self.search = EndgameBoards(position, objective, self.compiled, rules.plan[street + 1 :], boards)
        elif objective.opponents is not None:
            deck_of(position, objective, 0)

    @property
    def seconds(self) -> float:
        """Roughly how long one thread takes."""
        return 0.0 if self.search is None else self.search.seconds

    def narrow(self, chosen: Sequence[int]) -> None:
        """Leaves only these moves, by their numbers."""
        self.moves = [self.moves[i] for i in chosen]
        if self.search is not None:
            self.search.boards = [self.search.boards[i] for i in chosen]

    def solve(
        self, limit: Limit | None, threads: int, progress: Progress | None
    ) -> tuple[Moves, BaseException | None]:
        """The moves that are solved, the best first, and why not all of them are."""
        if self.search is None:
            if progress is not None:
                for done in range(1, len(self.moves) + 1):
                    progress(done, len(self.moves))
            return ranked(self.moves, self.compiled.finished(*self.rows, self.moves)), None
        try:
            return ranked(self.moves, self.search.run(limit, threads, progress)), None
        except Stopped as stopped:
            return ranked(self.moves, stopped.found), stopped.reason

    def spread(
        self,
        limit: Limit | None,
        threads: int,
        progress: Progress | None,
        checkpoint: str | os.PathLike[str] | None,
        executor: Executor | None,
    ) -> tuple[Moves, BaseException | None]:
        """The same as a run that is kept in a checkpoint, or done by the workers of an executor."""
        assert self.search is not None
        found, why = solve_spread(
            self.search,
            self.position,
            self.objective,
            partial(partial, _solve_board, self.position, self.objective),
            limit=limit,
            threads=threads,
            progress=progress,
            checkpoint=checkpoint,
            executor=executor,
        )
        return ranked(self.moves, found), why


def _solve_board(position: Position, objective: Objective, number: int) -> Means:
    """What the board after a move is worth: the work of one worker."""
    search = Decision(position, objective).search
    assert search is not None
    return search.outlook(search.boards[number])


def ranked(moves: Sequence[Move], found: Sequence[Means | None]) -> Moves:
    """The moves that are solved, the best first, and the others."""
    both = list(zip(moves, found, strict=True))
    infos = [new_info(move, means) for move, means in both if means is not None]
    infos.sort(key=order)
    return Moves(infos, [move for move, means in both if means is None])


def after(rows: Rows, move: Move) -> Rows:
    """The rows with the cards of a move."""
    (top, middle, bottom), more = rows, move.rows
    return (*top, *more[0]), (*middle, *more[1]), (*bottom, *more[2])
