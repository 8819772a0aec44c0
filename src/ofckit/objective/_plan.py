"""Rules and an objective as the numbers that the search works with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .._core import FantasyPlan
from ..rules import Rules
from ._objective import Objective, Opponent, RowOdds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@lru_cache(maxsize=8)
def plan_of(rules: Rules, objective: Objective, cards: int) -> FantasyPlan:
    """Rules, objective and the number of cards dealt now, as numbers."""
    fantasyland = rules.fantasyland
    opponents = [tuple(chances_of(o, rules)) for o in objective.opponents or ()]
    common: dict[str, Any] = {"foul": float(objective.foul), "opponents": opponents}
    if fantasyland is None or not fantasyland.stay:
        return FantasyPlan(rules.compiled, **common)
    tests, repeat = fantasyland.stay_tests, fantasyland.repeat_cards
    if repeat == "by-top":
        entries = [(objective.next_hand(number), met) for number, met in fantasyland.entry_tests]
        stay = objective.next_hand(min(fantasyland.enter.values()))
        return FantasyPlan(rules.compiled, stay_tests=tests, stay=stay, entries=entries, **common)
    stay = objective.next_hand(repeat if isinstance(repeat, int) else cards)
    return FantasyPlan(rules.compiled, stay_tests=tests, stay=stay, **common)


@lru_cache(maxsize=8)
def stay_plan_of(rules: Rules) -> FantasyPlan:
    """A plan for which nothing counts but to stay."""
    assert rules.fantasyland is not None
    return FantasyPlan(rules.compiled, stay_tests=rules.fantasyland.stay_tests, stay=1.0, royalties=False)


def chances_of(opponent: Opponent, rules: Rules) -> Iterator[Any]:
    """His rows as (strength, chance) pairs from the top down, then the chance of a foul."""
    if isinstance(opponent, RowOdds):
        for row in (opponent.top, opponent.middle, opponent.bottom):
            yield tuple(row.items())
        yield opponent.foul
        return
    board = opponent.resolve(rules)
    for strength in board.strengths:
        yield ((strength, 1.0),)
    yield float(board.fouls(rules))
