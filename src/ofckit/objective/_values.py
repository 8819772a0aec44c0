"""What a Fantasyland hand is worth, rule set by rule set: a table of points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .._values import FrozenDict
from ..rules import RULES, Rules

FANTASYLAND: Mapping[int, float] = FrozenDict({13: 8.0, 14: 11.0, 15: 17.0, 16: 23.0, 17: 30.0})
"""Points that a Fantasyland hand is worth by its number of cards, unless something better is known."""

GENERIC = "any rules"
"""Whose values those of FANTASYLAND are."""

MEASURED: Mapping[str, Mapping[int, float]] = {
    "pagat-fantasyland": {13: 11.0, 14: 16.6, 15: 22.8, 16: 29.4, 17: 36.1},
    "classic": {13: 11.0, 14: 16.5, 15: 22.4, 16: 28.6, 17: 34.9},
    "criss-cross": {13: 11.2},
    "turbo": {13: 10.7, 14: 16.2, 15: 22.0, 16: 28.3, 17: 34.5},
    "pineapple": {13: 5.1, 14: 10.5, 15: 16.5, 16: 23.0, 17: 29.3},
    "pineapple-vegas": {13: 5.0, 14: 10.2, 15: 16.1, 16: 22.8, 17: 29.7},
    "progressive": {13: 4.1, 14: 9.3, 15: 15.2, 16: 21.4, 17: 27.5},
    "ultimate": {13: 3.1, 14: 8.4, 15: 15.3, 16: 26.0, 17: 47.1},
    "2-7-pineapple": {13: 0.3, 14: 5.9, 15: 11.3, 16: 16.3, 17: 20.9},
    "joker-ultimate": {13: -3.5, 14: 3.8, 15: 15.6, 16: 37.7, 17: 83.7},
}
"""Points of a Fantasyland hand by preset and its cards; docs/objective.md says how they were measured."""


def fantasyland_values(rules: Rules) -> Mapping[int, float]:
    """Points of a Fantasyland hand by its cards under these rules, against a hand that is played as usual.

    Measured for the presets. House rules get the values of the preset that is most alike: always the same
    middle and number of jokers, then royalties, stay and repeat, streets, scoring, in this order. A number
    of cards that was not measured is worth what FANTASYLAND says.
    """
    measured = nearest_preset(rules)
    return FANTASYLAND if measured is None else FrozenDict({**FANTASYLAND, **MEASURED[measured]})


@lru_cache(maxsize=64)
def nearest_preset(rules: Rules) -> str | None:
    """The preset whose measured values these rules get, None where none was measured that is like them."""
    near = [name for name in MEASURED if _kind(RULES[name]) == _kind(rules)]
    if rules.fantasyland is None or not near:
        return None
    return max(near, key=lambda name: (RULES[name] == rules, _alike(RULES[name], rules)))


def lender(rules: Rules) -> str:
    """Whose values these rules borrow, "" where they have their own or need none.

    A preset, or GENERIC. Measured are presets, under any name and for any table stakes.
    """
    if rules.fantasyland is None:
        return ""
    name = nearest_preset(rules)
    if name is None:
        return GENERIC
    same = RULES[name].replace(name=rules.name, table_stakes=rules.table_stakes) == rules
    return "" if same else name


def _kind(rules: Rules) -> tuple[object, ...]:
    return rules.middle, rules.jokers


def _alike(a: Rules, b: Rules) -> tuple[bool, ...]:
    """What two rule sets share, the most important first; of equal ones the first preset is taken."""
    return tuple(x == y for x, y in zip(_facts(a), _facts(b), strict=True))


def _facts(rules: Rules) -> tuple[object, ...]:
    fantasyland = rules.fantasyland
    assert fantasyland is not None or rules.name not in MEASURED
    tables = tuple(rules.royalties.points(row) for row in ("top", "middle", "bottom"))
    stay = (fantasyland.stay, fantasyland.repeat_cards) if fantasyland else ()
    return tables, stay, rules.plan, rules.scoring, rules.royalties_to
