"""`value` and `best_moves`: exact answers about a position."""

from __future__ import annotations

from collections.abc import Sequence

from .._errors import OfcError
from ..objective import Objective, given_or_default
from ..position import LegalMoves, Move, Position
from ._results import Moves, Value, new_info, new_value, order
from ._states import Limits, Search, Stopped, deck_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._results import Means
    from ._states import Progress, Rows


def value(
    position: Position,
    objective: Objective | None = None,
    *,
    threads: int = 1,
    limit: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Value:
    """The exact expectation of optimal play: of the best move if cards are drawn, else before the draw.

    Optimal: each draw is seen before it is placed, later draws are not, and every card whose place is not
    known is as likely as any other to come. Of plays of equal value the one with more royalties counts,
    then the one with fewer fouls. Giving up (surrender) is not weighed.

    Solved are streets of three cards of which two are placed, up to three draws to come, and streets where
    every card is placed. What may take long is measured before: `limit` boards are allowed (docs/endgame.md
    says of which kind and how many by default). progress(done, all) is called after each move, or where no
    cards are drawn, as draws of the next street are done. Raises OfcError where the position is not solvable,
    too large, or not done after so many seconds. Ctrl-C ends the search at once.
    """
    _check(position)
    if position.draw:
        found, why = _solve(position, objective, Limits.of(threads, limit, seconds, progress))
        if why is not None:
            raise why
        return Value(found[0].ev, found[0].foul, found[0].fantasyland, found[0].royalty)
    street = position.street
    if street is None and any(position.free):
        raise OfcError(f"{position.board}: no street of {position.rules.name} begins with this board")
    ahead = () if street is None else position.rules.plan[street:]
    limits = Limits.of(threads, limit, seconds, progress)
    search = Search(position, *given_or_default(position.rules, objective), ahead)
    try:
        return new_value(search.run([position.boards[position.seat]], limits)[0])
    except Stopped as stopped:
        raise _reason(stopped) from None


def best_moves(
    position: Position,
    objective: Objective | None = None,
    *,
    threads: int = 1,
    limit: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Moves:
    """Every way to place the cards drawn, with its exact value, the best first.

    Moves of equal value: more royalties first, then fewer fouls, then the order of `position.legal_moves`.
    Works in so many threads, and holds the GIL in none. progress(done, all) is called after each move. After
    so many seconds, and on Ctrl-C, the moves that are solved come back as they are: `complete` is False
    then. Raises OfcError as `value` does, where no cards are drawn, and where the time is up before any move
    is solved (KeyboardInterrupt likewise).

    >>> position = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    >>> best = best_moves(position)[0]
    >>> str(best.move), best.ev, best.fantasyland[14]
    ('Qc@t 3c@m x2c', 21.5, 1.0)
    """
    _check(position)
    found, why = _solve(position, objective, Limits.of(threads, limit, seconds, progress))
    if why is not None and not found:
        raise why
    return found


def _check(position: Position) -> None:
    if not isinstance(position, Position):
        raise TypeError(f"a Position is solved, not {type(position).__name__}")
    if position.fantasyland[position.seat]:
        raise OfcError("a Fantasyland hand is set at once: solve_fantasyland() finds its best board")


def _solve(
    position: Position, objective: Objective | None, limits: Limits
) -> tuple[Moves, BaseException | None]:
    """The moves of a position that are known in the end, and why not all of them are."""
    street, rules, drawn = position.street, position.rules, len(position.draw)
    if street is None or rules.plan[street].deal != drawn:
        raise OfcError(f"{position.board}: {drawn} cards are drawn, there is no move to make")
    moves = list(LegalMoves(position.draw, position.free, rules.plan[street].place))
    rows = position.boards[position.seat]
    objective, compiled = given_or_default(rules, objective)
    if street + 1 == len(rules.plan):
        if objective.opponents is not None:
            deck_of(position, objective, 0)
        return _ranked(moves, compiled.finished(*rows, moves), limits.progress), None
    search = Search(position, objective, compiled, rules.plan[street + 1 :])
    try:
        return _ranked(moves, search.run([_after(rows, move) for move in moves], limits)), None
    except Stopped as stopped:
        return _ranked(moves, stopped.found), _reason(stopped)


def _ranked(moves: Sequence[Move], found: Sequence[Means | None], progress: Progress | None = None) -> Moves:
    if progress is not None:
        for done in range(1, len(moves) + 1):
            progress(done, len(moves))
    both = list(zip(moves, found, strict=True))
    infos = [new_info(move, means) for move, means in both if means is not None]
    infos.sort(key=order)
    return Moves(infos, [move for move, means in both if means is None])


def _reason(stopped: Stopped) -> BaseException:
    why = stopped.why
    return OfcError(str(why)) if isinstance(why, TimeoutError) else why


def _after(rows: Rows, move: Move) -> Rows:
    (top, middle, bottom), more = rows, move.rows
    return (*top, *more[0]), (*middle, *more[1]), (*bottom, *more[2])
