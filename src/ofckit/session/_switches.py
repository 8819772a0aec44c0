"""Rules as the switches of a line of JSON: those of Rules, and the words of published case files."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache

from .._errors import OfcError
from .._values import brief
from ..rules import STAY_VEGAS, Rules, TableStakes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def switched(base: Rules, given: Mapping[str, Any]) -> Rules:
    """The base (or the one that `given` names) with these switches."""
    return _build(base, json.dumps({key: given[key] for key in sorted(given) if key != "base"}))


@lru_cache(maxsize=64)
def _build(base: Rules, switches: str) -> Rules:
    """The base with these switches; cached, as every line of a file repeats them."""
    changes: dict[str, Any] = {}
    for key, value in json.loads(switches).items():
        if key == "foul":
            changes |= _foul(value)
        elif key == "royalties":
            changes[key] = _royalties(value, base)
        elif key == "middle" and isinstance(value, str):
            changes[key] = value.partition(" ")[0]
        elif key == "players" and isinstance(value, list):
            changes[key] = tuple(value)
        elif key == "table_stakes":
            changes[key] = _stakes(value)
        elif key == "fantasyland_stay":
            if base.fantasyland and value == "top trips or bottom quads+":
                changes["fantasyland"] = base.fantasyland.replace(stay=STAY_VEGAS)
        else:
            changes[key] = value
    return base.replace(**changes)


def _foul(value: object) -> dict[str, Any]:
    """'6+royalties' or '6'; any other words are a note about a table without a foul."""
    found = re.fullmatch(r"(\d{1,3})\s*(\+\s*royalties)?", str(value))
    if found is None:
        return {}
    return {"foul_points": int(found[1]), "foul_pays_royalties": bool(found[2])}


_HOUSE = re.compile(r"(top|middle|bottom) (.+?) pays (\d{1,3})(?: in place of \d+)?", re.IGNORECASE)


def _royalties(value: object, base: Rules) -> object:
    """The name of a table, an object of rows, or 'house: middle flush pays 4' over the base."""
    if isinstance(value, dict):
        return base.royalties.replace(**{"name": "house", **value})
    if not isinstance(value, str) or not value.lower().startswith("house:"):
        return value
    table = base.royalties
    for entry in value[len("house:") :].split(","):
        found = _HOUSE.fullmatch(entry.strip())
        if found is None:
            wanted = "write 'house: ROW HAND pays N', or the name of a table"
            raise OfcError(f"royalties {brief(value)}: {wanted}")
        row, hand = found[1].lower(), found[2]
        held = getattr(table, row)
        hand = next((known for known in held if known.lower() == hand.lower()), hand)
        table = table.replace(name="house", **{row: {**held, hand: int(found[3])}})
    return table


def _stakes(value: object) -> TableStakes | None:
    """true, an object of switches, or words about a cap."""
    if isinstance(value, dict):
        return TableStakes(**value) if value.keys() <= {"win_cap", "broke_is_out"} else _no_stakes(value)
    if isinstance(value, str):
        return TableStakes(win_cap="cap" in value, broke_is_out="out" in value.split())
    if isinstance(value, bool) or value is None:
        return TableStakes() if value else None
    return _no_stakes(value)


def _no_stakes(value: object) -> TableStakes:
    wanted = "true, false, or an object with win_cap, broke_is_out"
    raise OfcError(f"table_stakes {brief(value)}: must be {wanted}")
