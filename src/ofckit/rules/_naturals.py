"""Naturals of closed Chinese poker: thirteen cards that win outright, with what they pay as data."""

from __future__ import annotations

from collections.abc import Mapping

from .._errors import InvalidRules
from .._values import FrozenDict, brief, check_int, unknown, wrong

NATURALS = {
    "one-suit": "thirteen cards of one suit",
    "three-straight-flushes": "straight flushes of three, five and five cards",
    "twelve-of-a-suit": "twelve cards of one suit",
    "three-quads": "three fours of a kind",
    "four-trips": "four threes of a kind",
    "dragon": "all thirteen ranks",
    "all-high": "no card below an eight",
    "all-low": "no card above an eight",
    "one-color": "all cards red, or all black",
    "twelve-of-a-color": "twelve cards red and one black, or the other way round",
    "no-pictures": "no jack, queen or king",
    "three-flushes": "flushes of three, five and five cards",
    "three-straights": "straights of three, five and five cards",
    "trips-and-five-pairs": "three of a kind and five pairs",
    "six-pairs": "six pairs (four of a kind are two of them)",
}
"""Every natural by its name, in the order of the core."""


def read_naturals(given: object) -> FrozenDict[str, int]:
    """Points of each opponent by natural, the best first: the most points, then in the order above."""
    if not isinstance(given, Mapping):
        raise wrong("naturals", given, "a table of points by natural, such as {'dragon': 13}")
    found: dict[str, int] = {}
    for name, points in given.items():
        if not isinstance(name, str) or name not in NATURALS:
            known = [f"naturals.{one}" for one in NATURALS]
            raise unknown("unknown key", f"naturals.{name if isinstance(name, str) else brief(name)}", known)
        check_int(f"naturals[{name!r}]", points, 1, 1000)
        found[name] = points
    rare_first = [(name, found[name]) for name in NATURALS if name in found]
    return FrozenDict(sorted(rare_first, key=lambda item: -item[1]))


def check_no_jokers(naturals: Mapping[str, int], jokers: int) -> None:
    """Which natural a hand with jokers is depends on what the jokers stand for: no source says."""
    if naturals and jokers:
        raise InvalidRules(f"naturals = {dict(naturals)}: must be empty where jokers = {jokers}")


def compiled_naturals(naturals: Mapping[str, int]) -> list[tuple[int, int]]:
    """(kind in the core, points), the best first."""
    kinds = list(NATURALS)
    return [(kinds.index(name), points) for name, points in naturals.items()]
