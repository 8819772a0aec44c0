"""Rules and an objective as the numbers that the core searches with.

A Fantasyland hand and a normal one ask for different numbers: what a stay is worth by the cards of this hand,
or each way into Fantasyland. Worths are whole numbers where they can be, so that sums are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from .._core import CompiledRules, EndgameObjective, FantasylandObjective
from .._errors import OfcError
from ..board import Board
from ..rules import Rules, Test
from ._objective import FEWEST, Objective, Opponent, RowOdds, as_objective

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_UNITS = (1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50, 64, 100, 1000)
_CLOSE = 1e-12
_KNOWN: dict[tuple[int, int], tuple[Rules, Objective | None, Objective, EndgameObjective]] = {}
_MOST_KNOWN = 64


# Fantasyland


@lru_cache(maxsize=8)
def fantasyland_objective(rules: Rules, objective: Objective, cards: int) -> FantasylandObjective:
    """What the board of a Fantasyland hand of this many cards is worth."""
    opponents = [tuple(_chances_of(o, rules)) for o in objective.opponents or ()]
    hands = [(number, objective.next_hand(number)) for number in _hands_after(rules, cards)]
    return FantasylandObjective(
        rules.compiled,
        inside=cards if hands else 0,
        next_hands=hands,
        foul=float(objective.foul),
        opponents=opponents,
    )


@lru_cache(maxsize=8)
def stay_objective(rules: Rules, cards: int) -> FantasylandObjective:
    """An objective for which only a stay counts."""
    hands = [(number, 1.0) for number in _hands_after(rules, cards)]
    return FantasylandObjective(rules.compiled, inside=cards, next_hands=hands, royalties=False)


def _hands_after(rules: Rules, cards: int) -> set[int]:
    """The numbers of cards of all hands that may follow a Fantasyland hand of this many."""
    fantasyland = rules.fantasyland
    if fantasyland is None or not fantasyland.stay:
        return set()
    repeat = fantasyland.repeat_cards
    if repeat == "by-top":
        return set(fantasyland.enter.values())
    return {repeat if isinstance(repeat, int) else cards}


def _chances_of(opponent: Opponent, rules: Rules) -> Iterator[Any]:
    """Their rows as (strength, chance) pairs from the top down, then the chance of a foul."""
    if isinstance(opponent, RowOdds):
        for row in (opponent.top, opponent.middle, opponent.bottom):
            yield tuple(row.items())
        yield opponent.foul
        return
    board = opponent.resolve(rules)
    for strength in board.strengths:
        yield ((strength, 1.0),)
    yield float(board.fouls(rules))


# a normal hand


def given_or_default(rules: Rules, objective: Objective | None) -> tuple[Objective, EndgameObjective]:
    """The objective, that of the rules for None, and its numbers for an endgame.

    Cached by identity rather than equality: hashing rules takes longer than solving a last street.
    """
    known = _KNOWN.get((id(rules), id(objective)))
    if known is not None and known[0] is rules and known[1] is objective:
        return known[2], known[3]
    given = as_objective(objective, rules)
    numbers = endgame_objective(rules, given)
    if len(_KNOWN) >= _MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[id(rules), id(objective)] = rules, objective, given, numbers
    return given, numbers


@lru_cache(maxsize=32)
def endgame_objective(
    rules: Rules, objective: Objective, marked: tuple[Test, ...] | None = None
) -> EndgameObjective:
    """What a finished board is worth, in whole numbers where it can be, with a tie-break below any unit.

    A sum over the draws of one street has at most C(42, 3) terms. One point of royalties in one of them is
    worth so little that all of them together do not make up one unit, and a foul costs even less.

    marked: rows that are told apart, worth what they are worth anyway; see `is_marked`.
    """
    points = _next_hands(rules, objective).values()
    opponents = objective.opponents
    whole = opponents is None or all(isinstance(one, Board) for one in opponents)
    unit = _unit((*points, 0.0 if opponents else objective.foul)) if whole else None
    small, smaller = _small_change(rules) if unit else (0.0, 0.0)
    return _in_units(rules, objective, unit, small, smaller, marked)


def rollout_objective(rules: Rules, objective: Objective) -> EndgameObjective:
    """What a finished board is worth in points, without a tie-break: for means of rollouts."""
    return _in_units(rules, objective, None, 0.0, 0.0)


def is_marked(cards: int) -> bool:
    """Whether a next hand of this many cards stands for a board of marked rows, by `endgame_objective`."""
    return cards < FEWEST


def _mark(
    rules: Rules, objective: Objective, marked: tuple[Test, ...]
) -> tuple[CompiledRules, dict[int, float]]:
    """The rules with each way into Fantasyland twice, first for boards with the marked rows, and the points
    of the hands that they give. Those of marked boards have numbers of cards that no hand has."""
    tests: list[tuple[int, tuple[Test, ...]]] = []
    points = _next_hands(rules, objective)
    names = {cards: name for name, cards in enumerate(points, start=1)}
    for cards, entry in rules.fantasyland.entry_tests if rules.fantasyland else ():
        both = _both(entry, marked)
        if both is not None:
            tests.append((names[cards], both))
        tests.append((cards, entry))
    none = len(names) + 1
    if none >= FEWEST:
        raise OfcError(f"{rules.name}: Fantasyland has too many numbers of cards to tell rows apart")
    tests.append((none, marked))
    points |= {name: points[cards] for cards, name in names.items()} | {none: 0.0}
    return rules.compiled_with(tests), points


def _both(one: tuple[Test, ...], other: tuple[Test, ...]) -> tuple[Test, ...] | None:
    """The test that is met where both are; None where that cannot be."""
    ranges = {row: (low, high) for row, low, high in one}
    for row, low, high in other:
        lowest, highest = ranges.get(row, (low, high))
        ranges[row] = max(low, lowest), min(high, highest)
    if any(low > high for low, high in ranges.values()):
        return None
    return tuple((row, low, high) for row, (low, high) in sorted(ranges.items()))


def _in_units(
    rules: Rules,
    objective: Objective,
    unit: int | None,
    small: float,
    smaller: float,
    marked: tuple[Test, ...] | None = None,
) -> EndgameObjective:
    numbers, points = rules.compiled, _next_hands(rules, objective)
    if marked is not None:
        numbers, points = _mark(rules, objective, marked)
    scale, opponents = float(unit or 1), objective.opponents
    worth = [(cards, _whole(p, unit)) for cards, p in points.items()]
    common: dict[str, Any] = {"fantasyland": worth, "points": points.items()}
    if opponents is None:
        foul = _whole(objective.foul, unit)
        common |= {"plain_royalty": scale, "plain_foul": foul, "foul_points": objective.foul}
        return EndgameObjective(numbers, royalty=scale + small, foul=foul - smaller, **common)
    chances = [tuple(_chances_of(one, rules)) for one in opponents]
    against = FantasylandObjective(numbers, opponents=chances)
    return EndgameObjective(numbers, royalty=small, rows=scale, foul=-smaller, against=against, **common)


def _next_hands(rules: Rules, objective: Objective) -> dict[int, float]:
    """Points of the Fantasyland hands that a normal one may earn, by their cards."""
    hands = {cards for cards, _ in rules.fantasyland.entry_tests} if rules.fantasyland else set()
    return {cards: objective.next_hand(cards) for cards in sorted(hands)}


def _unit(points: Sequence[float]) -> int | None:
    """The smallest of some units in which all these points are whole; None if there is none."""
    for unit in _UNITS:
        if all(abs(p * unit - round(p * unit)) < _CLOSE * unit for p in points):
            return unit
    return None


def _whole(points: float, unit: int | None) -> float:
    return float(round(points * unit)) if unit else points


def _small_change(rules: Rules) -> tuple[float, float]:
    """The worth of a point of royalties, and of a foul avoided, that only breaks ties."""
    tables = (rules.royalties.points(row) for row in ("top", "middle", "bottom"))
    most = sum(max(map(abs, table)) for table in tables)
    small = 1.0
    while small * 11480 * (2 * most + 1) >= 1:
        small /= 2
    return small, small / 16384
