"""Royalties as data: a table of points by hand for each row, and the tables that have a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .._errors import InvalidRules
from .._values import (
    FrozenDict,
    Named,
    brief,
    check_int,
    check_name,
    rebuild,
    replaced,
    short_repr,
    state,
    wrong,
)
from ._hands import ROWS, STRENGTHS, is_low, low_strengths, pattern, read_hand, strength_range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Royalties:
    """Points by hand for each row; an entry counts for *this hand or better*, up to the next better entry.

    `top={"QQ": 7, "KK": 8, "trips": 20}` pays 7 for queens, 8 for kings and aces, 20 for any trips. With a
    2-7 middle the entries of the middle are lows ('9-low', '75432'), each for *this low or lower*.
    """

    name: str
    top: Mapping[str, int]
    middle: Mapping[str, int]
    bottom: Mapping[str, int]

    def __post_init__(self) -> None:
        check_name("royalties.name", self.name)
        for row in ROWS:
            object.__setattr__(self, row, _read_points(f"royalties.{row}", getattr(self, row), row))

    def replace(self, **changes: Any) -> Royalties:
        """The same table with other rows or another name."""
        return replaced(self, changes)

    @property
    def low_middle(self) -> bool:
        """True when the middle pays for 2-7 lows."""
        return any(is_low(hand) for hand in self.middle)

    def points(self, row: str) -> list[int]:
        """9855 points, by strength, for 'top', 'middle' or 'bottom'."""
        tables = {"top": self.top, "middle": self.middle, "bottom": self.bottom}
        if not isinstance(row, str) or row not in tables:
            raise wrong("row", row, "'top', 'middle' or 'bottom'", tables)
        table = tables[row]
        if row == "middle" and self.low_middle:
            return low_points(table)
        return high_points(table)

    def __repr__(self) -> str:
        if self.name in ROYALTIES and ROYALTIES[self.name] == self:
            return f"ROYALTIES[{self.name!r}]"
        return short_repr(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), state(self))


def high_points(table: Mapping[str, int]) -> list[int]:
    """Points by strength: every entry holds from its hand up to the next better entry; below all, 0."""
    points = [0] * STRENGTHS
    for start, value in sorted((strength_range(hand)[0], value) for hand, value in table.items()):
        points[start:] = [value] * (STRENGTHS - start)
    return points


def low_points(table: Mapping[str, int]) -> list[int]:
    """Points by strength for a 2-7 middle: every entry holds from its low down to the next better entry."""
    points = [0] * STRENGTHS
    lows = low_strengths()
    for worst, value in sorted(((strength_range(h)[1], v) for h, v in table.items()), reverse=True):
        for strength in lows:
            if strength <= worst:
                points[strength] = value
    return points


def _read_points(key: str, table: object, row: str) -> FrozenDict[str, int]:
    if not isinstance(table, Mapping):
        raise wrong(key, table, "a table of points by hand, such as {'trips': 2}")
    points: dict[str, int] = {}
    seen: dict[object, object] = {}
    for text, value in table.items():
        hand = read_hand(key, text, row)
        check_int(f"{key}[{brief(text)}]", value, 0, 1000)
        if pattern(hand) in seen:
            raise InvalidRules(f"{key}: {seen[pattern(hand)]!r} and {text!r} are the same hand")
        seen[pattern(hand)] = text
        points[hand] = value
    if len({is_low(hand) for hand in points}) > 1:
        raise InvalidRules(f"{key}: lows and high hands in one row ({', '.join(points)})")
    return FrozenDict(points)


_TOP_PAIRS = {"66": 1, "77": 2, "88": 3, "99": 4, "TT": 5, "JJ": 6, "QQ": 7, "KK": 8, "AA": 9}
_TOP_TRIPS = {rank * 3: 10 + i for i, rank in enumerate("23456789TJQKA")}
_FROM_STRAIGHT = ("straight", "flush", "full house", "quads", "straight flush", "royal")


def _made(*values: int, trips: int = 0) -> dict[str, int]:
    """Points from a straight up, and for trips."""
    return ({"trips": trips} if trips else {}) | dict(zip(_FROM_STRAIGHT, values, strict=True))


def _named_tables() -> dict[str, Royalties]:
    """The table of most rooms, pagat's page and the house variations it names, 2-7, and closed Chinese."""
    top_scale = _TOP_PAIRS | _TOP_TRIPS
    top_flat = _TOP_PAIRS | {"trips": 20}
    bottom = _made(2, 4, 6, 10, 15, 25)
    middle = _made(4, 8, 12, 20, 30, 50)
    middle_trips = _made(4, 8, 12, 20, 30, 50, trips=2)
    tables: tuple[tuple[str, dict[str, int], dict[str, int], dict[str, int]], ...] = (
        ("modern", top_scale, middle_trips, bottom),
        ("modern-flat-trips", top_flat, middle_trips, bottom),
        ("pagat", top_flat, middle, bottom),
        ("pagat-trips-middle", top_flat, middle_trips, bottom),
        ("trips-2-1", top_scale, middle_trips, _made(2, 4, 6, 10, 15, 25, trips=1)),
        ("small-top-end", top_scale, _made(4, 8, 12, 16, 20, 40, trips=2), _made(2, 4, 6, 8, 10, 20)),
        ("treble", top_scale, _made(12, 12, 18, 30, 45, 75, trips=2), _made(4, 4, 6, 10, 15, 25)),
        ("2-7", top_scale, {"9-low": 1, "8-low": 2, "7-low": 4, "75432": 8}, bottom),
        (
            "capsa",
            {"trips": 3},
            {"full house": 2, "quads": 8, "straight flush": 10},
            {"quads": 4, "straight flush": 5},
        ),
        ("none", {}, {}, {}),
    )
    return {name: Royalties(name=name, top=t, middle=m, bottom=b) for name, t, m, b in tables}


ROYALTIES: Named[Royalties] = Named("royalty table", "ofckit.rules:ROYALTIES", _named_tables)


def read_royalties(value: object) -> Royalties:
    """A table, or the name of one."""
    if isinstance(value, Royalties):
        return value
    if isinstance(value, str) and value in ROYALTIES:
        return ROYALTIES[value]
    raise wrong("royalties", value, "a Royalties table or one of " + ", ".join(ROYALTIES), ROYALTIES)
