"""The move of a strong player with some milliseconds: the last streets exactly, against the rows in sight."""

from __future__ import annotations

from dataclasses import replace

from .._errors import OfcError
from .._rng import seed_word
from .._threads import thread_count
from .._values import whole_number
from ..objective import Objective, rollout_objective
from ..position import Move, Position, check_position
from ..rules import Rules
from ._endgame import Decision, after
from ._fantasyland import solve_fantasyland
from ._opponents import RowsToBeat
from ._versus import VersusDecision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._core import CompiledPolicy

BOARD = 13
TOGETHER = 0.01
"""Seconds, roughly, that solving the last cards of the whole table may take."""
ALONE = 0.1
"""And those of the own board, for all candidates."""
_HANDS = 60  # Fantasyland hands that stand for one of an opponent
_MOST_FREE = 4  # places after the move: with more it is never quick
_FEWEST, _MOST = 2, 10_000  # candidates, and futures


def decide(position: Position, candidates: int, futures: int, seed: int, threads: int) -> Move | None:
    """The best of the policy's candidates, exactly against what the opponents' boards may become.

    The last cards of the table are solved as a game of all players where that is quick; else each opponent's
    board is completed by the policy in `futures` random futures, and the own board solved against these.
    None where neither is quick, or the rules have no such search: the policy itself decides then.
    """
    check_position(position, "a move is decided in a Position")
    candidates = whole_number("candidates", candidates, _FEWEST, _MOST)
    futures = whole_number("futures", futures, _FEWEST, _MOST)
    seed, threads = whole_number("seed", seed), thread_count(threads)
    if not position.draw or not position.to_place:
        raise OfcError(f"{position.board}: no cards are drawn, so there is no move to make")
    objective, rules = Objective.of(position.rules), position.rules
    if position.to_place == BOARD:
        inside = position.fantasyland[position.seat] > 0
        if rules.fantasyland is not None and not inside:
            return None
        objective = _against_rows(position, objective, futures, seed)
        best = solve_fantasyland(position.draw, rules, objective)
        announces = inside and rules.fantasyland is not None and rules.fantasyland.must_announce
        return Move.of(*best.board.rows, best.discards, stay=announces and best.stays)
    if sum(position.free) - position.to_place > _MOST_FREE:
        return None
    try:
        return _together(position, objective, threads) or _alone(
            position, objective, candidates, futures, seed, threads
        )
    except OfcError:
        return None


def _together(position: Position, objective: Objective, threads: int) -> Move | None:
    try:
        decision = VersusDecision(position, objective)
    except OfcError:  # not a game that can be solved so
        return None
    if decision.seconds > TOGETHER:
        return None
    moves, why = decision.solve(None, threads, None)
    if why is not None:
        raise why
    return moves[0].move


def _alone(
    position: Position, objective: Objective, candidates: int, futures: int, seed: int, threads: int
) -> Move | None:
    decision = Decision(position, objective)
    number, opponents = len(decision.moves), position.seats - 1
    if decision.search is not None:
        quick = ALONE * number / max((1 + 3 * opponents) * decision.seconds, 1e-9)
        candidates = int(min(candidates, quick))
        if candidates < _FEWEST and number > 1:
            return None
    decision = Decision(position, _against_rows(position, objective, futures, seed))
    if candidates < number and decision.search is not None:
        policy, rows, unseen = _policy(position.rules), position.boards[position.seat], position.unseen
        held = [policy.value(after(rows, move), unseen) for move in decision.moves]
        decision.narrow(sorted(sorted(range(number), key=lambda i: (-held[i], i))[:candidates]))
    moves, why = decision.solve(None, threads, None)
    if why is not None:
        raise why
    return moves[0].move


def _against_rows(position: Position, objective: Objective, futures: int, seed: int) -> Objective:
    """The objective against the rows to beat, if any opponent is left."""
    if position.seats == 1:
        return objective
    rules = position.rules
    compiled = rollout_objective(rules, objective)
    rows = RowsToBeat(position, lambda: _policy(rules), compiled, objective, seed_word(seed), futures, _HANDS)
    return replace(objective, opponents=tuple(rows.odds)) if rows.odds else objective


def _policy(rules: Rules) -> CompiledPolicy:
    from ..policy import Policy

    return Policy.of(rules).compiled
