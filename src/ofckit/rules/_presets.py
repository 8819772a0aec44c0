"""The named rules: each a set of switches, with the source of what it fixes."""

from __future__ import annotations

from .._values import Named, brief, public_fields, short_repr
from ._fantasyland import STAY_CLASSIC, STAY_VEGAS, EntryKey, Fantasyland
from ._model import Rules, Street
from ._royalties import ROYALTIES


def _presets() -> dict[str, Rules]:
    by_ones = (Street(deal=5, place=5), *[Street(deal=1, place=1)] * 8)
    by_twos = (Street(deal=5, place=5), *[Street(deal=2, place=2)] * 4)
    pineapple = (Street(deal=5, place=5), *[Street(deal=3, place=2)] * 4)
    all_at_once = (Street(deal=13, place=13, face_down=True),)

    queens_13 = Fantasyland(enter={"QQ": 13}, stay=STAY_CLASSIC, repeat_cards=13)
    queens_14 = Fantasyland(enter={"QQ": 14}, stay=STAY_CLASSIC, repeat_cards=14)
    by_hand: dict[EntryKey, int] = {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}
    ultimate = Fantasyland(enter=by_hand, stay=STAY_VEGAS, repeat_cards="same")
    deuce_enter: dict[EntryKey, int] = {
        "KK": 14,
        ("middle", "75432"): 14,
        (("top", "KK"), ("middle", "75432")): 15,
    }

    presets = (
        Rules(name="pagat", streets=by_ones, royalties=ROYALTIES["pagat"]),
        Rules(name="pagat-fantasyland", streets=by_ones, royalties=ROYALTIES["pagat"], fantasyland=queens_13),
        Rules(name="classic", streets=by_ones, fantasyland=queens_13),
        Rules(
            name="criss-cross", streets=by_ones, players=(2, 2), boards_per_player=2, fantasyland=queens_13
        ),
        Rules(name="turbo", streets=by_twos, fantasyland=queens_13),
        Rules(name="pineapple", streets=pineapple, players=(2, 3), fantasyland=queens_14),
        Rules(
            name="pineapple-vegas",
            streets=pineapple,
            players=(2, 3),
            royalties=ROYALTIES["modern-flat-trips"],
            fantasyland=queens_14.replace(stay=STAY_VEGAS),
        ),
        Rules(
            name="progressive",
            streets=pineapple,
            players=(2, 3),
            fantasyland=Fantasyland(enter=by_hand, stay=STAY_CLASSIC, repeat_cards=14),
        ),
        Rules(name="ultimate", streets=pineapple, players=(2, 3), fantasyland=ultimate),
        Rules(
            name="2-7-pineapple",
            streets=pineapple,
            players=(2, 3),
            middle="2-7",
            royalties=ROYALTIES["2-7"],
            fantasyland=Fantasyland(enter=deuce_enter, stay=STAY_VEGAS, repeat_cards=14),
        ),
        Rules(
            name="joker-ultimate",
            streets=pineapple,
            players=(2, 3),
            fantasyland=ultimate,
            jokers=2,
            joker_may_copy=True,
        ),
        Rules(name="chinese", streets=all_at_once, scoring="2-4", royalties=ROYALTIES["none"]),
    )
    return {rules.name: rules for rules in presets}


RULES: Named[Rules] = Named("preset", "ofckit.rules:RULES", _presets)

RulesLike = Rules | str
"""Rules, or the name of a preset."""


def as_rules(rules: RulesLike) -> Rules:
    """The rules themselves, or the preset of that name; TypeError for anything else.

    >>> as_rules("pineapple") is RULES["pineapple"]
    True
    """
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        return RULES[rules]
    raise TypeError(f"rules must be a Rules or the name of a preset, such as 'pineapple', not {brief(rules)}")


def shortest_repr(rules: Rules) -> str:
    """The shortest code for these rules: a preset, one with a few changes, or all of their switches."""
    plain = short_repr(rules)
    if rules.name in RULES and RULES[rules.name] == rules:
        return f"RULES[{rules.name!r}]"
    found = [plain]
    for name, preset in RULES.items():
        changes = [key for key in public_fields(rules) if getattr(rules, key) != getattr(preset, key)]
        said = ", ".join(f"{key}={getattr(rules, key)!r}" for key in changes)
        found.append(f"RULES[{name!r}].replace({said})")
    return min(found, key=len)
