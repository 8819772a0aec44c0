"""Rules and objective as numbers for the search: worths that are whole wherever they can be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .._core import EndgameGoal, FantasyPlan
from ..board import Board
from ..objective import Objective, chances_of
from ..rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_UNITS = (1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50, 64, 100, 1000)
_CLOSE = 1e-12


_KNOWN: dict[tuple[int, int], tuple[Rules, Objective | None, Objective, EndgameGoal]] = {}
_MOST_KNOWN = 64


def aim(rules: Rules, objective: Objective | None) -> tuple[Objective, EndgameGoal]:
    """The objective, that of the rules for None, and its goal.

    Remembered by what the two are rather than by what they are equal to: to hash rules takes longer than to
    solve a last street.
    """
    known = _KNOWN.get((id(rules), id(objective)))
    if known is not None and known[0] is rules and known[1] is objective:
        return known[2], known[3]
    given = Objective.of(rules) if objective is None else objective
    goal = goal_of(rules, given)
    if len(_KNOWN) >= _MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[id(rules), id(objective)] = rules, objective, given, goal
    return given, goal


@lru_cache(maxsize=32)
def goal_of(rules: Rules, objective: Objective) -> EndgameGoal:
    """Rules and objective as worths, whole numbers where they can be, with the tie-break as small change.

    A sum over the draws of one street has at most C(42, 3) terms. One point of royalties in one of them is
    worth so little that all of them together do not make up for one unit, and a foul costs even less.
    """
    points = _next_hands(rules, objective).values()
    opponents = objective.opponents
    whole = opponents is None or all(isinstance(one, Board) for one in opponents)
    unit = _unit((*points, 0.0 if opponents else objective.foul)) if whole else None
    return _goal(rules, objective, unit, *(_small_change(rules) if unit else (0.0, 0.0)))


def goal_in_points(rules: Rules, objective: Objective) -> EndgameGoal:
    """Rules and objective in points, without a tie-break: for means of rollouts."""
    return _goal(rules, objective, None, 0.0, 0.0)


def _goal(rules: Rules, objective: Objective, unit: int | None, small: float, smaller: float) -> EndgameGoal:
    points, scale, opponents = _next_hands(rules, objective), float(unit or 1), objective.opponents
    worth = [(cards, _whole(p, unit)) for cards, p in points.items()]
    common: dict[str, Any] = {"fantasyland": worth, "points": points.items()}
    if opponents is None:
        foul = _whole(objective.foul, unit)
        common |= {"plain_royalty": scale, "plain_foul": foul, "foul_points": objective.foul}
        return EndgameGoal(rules.compiled, royalty=scale + small, foul=foul - smaller, **common)
    plan = FantasyPlan(rules.compiled, opponents=[tuple(chances_of(one, rules)) for one in opponents])
    return EndgameGoal(rules.compiled, royalty=small, rows=scale, foul=-smaller, plan=plan, **common)


def _next_hands(rules: Rules, objective: Objective) -> dict[int, float]:
    """Points of the Fantasyland hands that a normal one may earn, by their cards."""
    hands = {cards for cards, _ in rules.fantasyland.entry_tests} if rules.fantasyland else set()
    return {cards: objective.next_hand(cards) for cards in sorted(hands)}


def _unit(points: Sequence[float]) -> int | None:
    """The least of some units in which all these points are whole; None where none of them does it."""
    for unit in _UNITS:
        if all(abs(p * unit - round(p * unit)) < _CLOSE * unit for p in points):
            return unit
    return None


def _whole(points: float, unit: int | None) -> float:
    return float(round(points * unit)) if unit else points


def _small_change(rules: Rules) -> tuple[float, float]:
    """The worth of a point of royalties, and of a foul avoided, that breaks ties and nothing else."""
    tables = (rules.royalties.points(row) for row in ("top", "middle", "bottom"))
    most = sum(max(map(abs, table)) for table in tables)
    small = 1.0
    while small * 11480 * (2 * most + 1) >= 1:
        small /= 2
    return small, small / 16384
