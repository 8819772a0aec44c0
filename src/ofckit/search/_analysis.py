"""The legal placements of a position, ranked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import index
from time import monotonic

from .._core import CompiledBot, Rollouts
from .._errors import OfcError
from .._rng import seed_word
from .._threads import thread_count
from .._values import Table, brief
from ..cards import FIRST_JOKER
from ..objective import Objective, rollout_objective
from ..position import LegalMoves, Move, Position
from ..rules import Rules
from ._endgame import Decision, after
from ._endgame_search import deck_of
from ._fantasyland import solve_fantasyland
from ._limit import Limit, read_limit
from ._opponents import rows_to_beat
from ._results import Analysis, MoveInfo, new_info
from ._rollout import Race

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Progress = Callable[[int, int, MoveInfo | None], object]

FANTASYLAND_MOVES = 10
"""Of a hand that is set at once, so many of the best moves are given."""
DEFAULT_SECONDS = 5.0
"""Where no limit is given."""
_QUICK = 0.5  # seconds of one processor that an exact answer may take, about
_MOST_KEPT = 1000
_DECIDED = 2  # how much of the end is exact: all that can be


def analyse(
    position: Position,
    objective: Objective | None = None,
    *,
    limit: Limit | float | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    against: Literal["visible"] | None = "visible",
    exact: bool = True,
    keep: int = 3,
    hold: Move | None = None,
    bot: CompiledBot | None = None,
) -> Analysis:
    """Every way to place the cards drawn, and what it is worth, the best first.

    Values are exact where that is quick (third street of the pineapple family and later, a board's last card,
    Fantasyland hands, of which the best ten moves are given); else means of rollouts, with standard errors.
    In them all moves meet the same random futures, a player in C plays on, the end is decided exactly, and
    moves that are clearly behind leave the race.

    limit: a Limit, or seconds; None: five. With a limit of rollouts or of standard error the answer is a
        function of the position and the seed, for any number of threads; a limit of time cannot promise that.
    progress: called as progress(done, all, best so far) now and then.
    against: "visible": an objective without opponents gets those of the position that are still in the hand,
        their boards completed by the player in random futures; None: it stays without.
    exact: False: rollouts even where the exact solver is quick.
    keep: so many of the best moves stay in the race to the end; with 1 it ends once one is clearly best.
    hold: a move that stays in the race to the end, however it does. OfcError for one that is not legal.
    bot: who plays on; None: the policy of the rules.

    Giving up (surrender) is not weighed. Ctrl-C ends it and returns what is known. Raises OfcError where no
    cards are drawn or the objective lacks a value.

    >>> position = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    >>> best = analyse(position).best
    >>> str(best.move), best.ev, best.se
    ('Qc@t 3c@m x2c', 21.5, 0.0)
    """
    began = monotonic()
    limit = read_limit(limit, "an analysis", ("seconds", "rollouts", "se")) or Limit(seconds=DEFAULT_SECONDS)
    word, threads, keep = _check(position, objective, seed, threads, keep)
    rules = position.rules
    objective = Objective.of(rules) if objective is None else objective
    if against not in ("visible", None):
        raise OfcError(f"against = {against!r}: it may be 'visible' or None")
    if against and objective.opponents is None and position.seats > 1:
        compiled = rollout_objective(rules, objective)
        rows = rows_to_beat(position, lambda: _player(rules, bot), compiled, objective, word)
        objective = replace(objective, opponents=rows or None)
    if hold is not None and position.legal_moves.reason_against(hold) is not None:
        raise OfcError(f"hold = {hold}: {position.legal_moves.reason_against(hold)}")
    if position.to_place == 13:
        return _set_at_once(position, objective, began)
    decision = _quick_decision(position, objective, limit) if exact else None
    if decision is not None:
        return _solved(position, objective, decision, threads, progress, began)
    return _raced(position, objective, _player(rules, bot), word, limit, threads, keep, hold, progress, began)


def _check(
    position: Position, objective: Objective | None, seed: int, threads: int | None, keep: int
) -> tuple[int, int, int]:
    if not isinstance(position, Position):
        raise TypeError(f"a Position is analysed, not {type(position).__name__}")
    if objective is not None and not isinstance(objective, Objective):
        raise TypeError(f"an objective is an Objective, not {type(objective).__name__}")
    if type(keep) is not int or not 1 <= keep <= _MOST_KEPT:
        raise OfcError(f"keep = {brief(keep)}: it must be 1 to {_MOST_KEPT}")
    if not position.draw or not position.to_place:
        raise OfcError(f"{position.board}: no cards are drawn, there is no move to make")
    return seed_word(index(seed)), thread_count(threads), keep


def _player(rules: Rules, bot: CompiledBot | None) -> CompiledBot:
    if bot is not None:
        return bot
    from ..policy import Policy

    return Policy.of(rules).compiled


# -- Exactly ------------------------------------------------------------------------------------------


def _quick_decision(position: Position, objective: Objective, limit: Limit) -> Decision | None:
    """The decision, where it is solved in a moment, which the limit allows."""
    try:
        decision = Decision(position, objective)
    except OfcError:
        return None
    return decision if decision.seconds <= min(_QUICK, limit.seconds or _QUICK) else None


def _solved(
    position: Position,
    objective: Objective,
    decision: Decision,
    threads: int,
    progress: Progress | None,
    began: float,
) -> Analysis:
    tell = None if progress is None else lambda done, number: progress(done, number, None)
    moves, why = decision.solve(None, threads, tell)
    if why is not None and not moves:
        raise why
    return replace(_analysis(position, objective, tuple(moves), began), complete=moves.complete)


def _set_at_once(position: Position, objective: Objective, began: float) -> Analysis:
    """Thirteen cards at once: the best boards."""
    rules, inside = position.rules, position.fantasyland[position.seat] > 0
    if rules.fantasyland is not None and not inside:
        raise OfcError(f"{rules.name} deals thirteen cards at once outside Fantasyland: not analysed")
    k = 1 if max(position.draw) >= FIRST_JOKER else FANTASYLAND_MOVES
    best = solve_fantasyland(position.draw, rules, objective, k)
    announces = inside and rules.fantasyland is not None and rules.fantasyland.must_announce
    moves = []
    for one in (best, *best.alternatives):
        move = Move.of(*one.board.rows, one.discards, stay=announces and one.stays)
        hands = Table({one.next_cards: 1.0} if one.next_cards else {})
        moves.append(MoveInfo(move, one.value, 0.0, True, float(one.foul), hands, float(one.royalties.total)))
    return _analysis(position, objective, tuple(moves), began)


def _analysis(
    position: Position, objective: Objective, moves: tuple[MoveInfo, ...], began: float
) -> Analysis:
    return Analysis(
        position=position,
        objective=objective,
        moves=moves,
        seconds=monotonic() - began,
        futures=(0,) * len(moves),
        gaps=tuple((moves[0].ev - info.ev, 0.0) for info in moves),
    )


# -- By rollouts --------------------------------------------------------------------------------------


def _raced(
    position: Position,
    objective: Objective,
    bot: CompiledBot,
    seed: int,
    limit: Limit,
    threads: int,
    keep: int,
    hold: Move | None,
    progress: Progress | None,
    began: float,
) -> Analysis:
    assert position.street is not None
    ahead = position.rules.plan[position.street + 1 :]
    deck = deck_of(position, objective, sum(street.deal for street in ahead))
    moves = list(LegalMoves(position.draw, position.free, position.to_place))
    boards = [after(position.boards[position.seat], move) for move in moves]
    streets = [(street.deal, street.place) for street in ahead]
    rollouts = Rollouts(
        rollout_objective(position.rules, objective), bot, boards, deck, streets, seed, _DECIDED
    )
    if rollouts.is_exact:
        rolled = rollouts.run(range(len(boards)), 0, 1)
        assert rolled is not None
        rollouts.add(rolled)
        infos = [new_info(move, rollouts.outlook(i)) for i, move in enumerate(moves)]
        return _analysis(position, objective, tuple(sorted(infos, key=lambda one: -one.ev)), began)

    def tell(race: Race, part: float) -> None:
        assert progress is not None
        expected = round(race.used / part) if part else race.used
        best = race.ranked()[0]
        info = new_info(moves[best], rollouts.outlook(best), race.value(best))
        progress(race.used, max(race.used, expected), info)

    held = None if hold is None else moves.index(hold)
    race = Race(rollouts, len(boards), limit, threads=threads, keep=keep, hold=held, tell=progress and tell)
    complete = race.run()
    order, gaps = race.order()
    infos = [new_info(moves[i], rollouts.outlook(i), race.value(i)) for i in order]
    return Analysis(
        position=position,
        objective=objective,
        moves=tuple(infos),
        complete=complete,
        rollouts=race.used,
        seconds=monotonic() - began,
        futures=tuple(rollouts.mean(i)[0] for i in order),
        gaps=tuple(gaps),
    )
