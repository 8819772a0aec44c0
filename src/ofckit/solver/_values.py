"""What a Fantasyland hand is worth, rule set by rule set: a table of points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ..rules import RULES, Rules
from ..rules._check import Table

FANTASYLAND: Mapping[int, float] = Table({13: 8.0, 14: 11.0, 15: 17.0, 16: 23.0, 17: 30.0})
"""Points that a Fantasyland hand of so many cards is taken to be worth by those who know no better."""

# By preset and number of cards. What a preset lacks is as in FANTASYLAND.
MEASURED: dict[str, dict[int, float]] = {}


@lru_cache(maxsize=64)
def fantasyland_values(rules: Rules) -> Mapping[int, float]:
    """Points of a Fantasyland hand by its cards under these rules, against a hand that is played as usual.

    Measured for the presets. House rules get the values of the preset that shares most of what counts: the
    same middle and number of jokers in any case, else royalties, stay and repeat, streets, scoring, in this
    order. A number of cards that was not measured is worth what FANTASYLAND says.
    """
    near = [name for name in MEASURED if _kind(RULES[name]) == _kind(rules)]
    if rules.fantasyland is None or not near:
        return FANTASYLAND
    best = max(near, key=lambda name: (RULES[name] == rules, _alike(RULES[name], rules)))
    return Table({**FANTASYLAND, **MEASURED[best]})


def _kind(rules: Rules) -> tuple[object, ...]:
    return rules.middle, rules.jokers


def _alike(a: Rules, b: Rules) -> tuple[bool, ...]:
    """What two rule sets share, what counts most first; of equal ones the first preset is taken."""
    return tuple(x == y for x, y in zip(_facts(a), _facts(b), strict=True))


def _facts(rules: Rules) -> tuple[object, ...]:
    fantasyland = rules.fantasyland
    assert fantasyland is not None or rules.name not in MEASURED
    tables = tuple(rules.royalties.points(row) for row in ("top", "middle", "bottom"))
    stay = (fantasyland.stay, fantasyland.repeat_cards) if fantasyland else ()
    return tables, stay, rules.plan, rules.scoring, rules.royalties_to
