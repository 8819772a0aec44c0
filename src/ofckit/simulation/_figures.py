"""Figures from the counters: means with confidence intervals, and shares, of a group of cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .._estimates import Estimate
from .._values import FrozenDict
from ._tally import AT, HISTOGRAM, LEAST, MOST, SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@dataclass(frozen=True, slots=True, repr=False)
class Figures:
    """The results of a group of hands.

    name: whose hands, and which. hands: boards played (two a hand in criss-cross). points: per hand.
    foul: share of the hands. entry: share of the normal hands that led to Fantasyland; entries: the same by
    its cards (17: and more). inside: share of the hands played in Fantasyland; stay: share of those that led
    to another one. royalties: mean of each row per hand, top first; a foul earns none. sweep, swept: share of
    the opponents from whom all three rows were won, to whom they were lost. forfeits: hands forfeited.
    Shares are 0 to 1, and nan if there was no such hand.
    """

    name: str
    hands: int
    points: Estimate
    foul: float
    entry: float
    entries: Mapping[int, float]
    inside: float
    stay: float
    royalties: tuple[float, float, float]
    sweep: float
    swept: float
    forfeits: int

    @property
    def royalty(self) -> float:
        """Mean royalties of all rows per hand."""
        return sum(self.royalties)

    def __repr__(self) -> str:
        return f"<Figures: {self.name}, {self.hands} hands, {self.points} points a hand>"

    def __str__(self) -> str:
        rows = self.as_dict().items()
        shown = {key: "-" if value is None else f"{value:.6g}" for key, value in rows}
        return "\n".join([self.name, *(f"{key:<16}{value:>12}" for key, value in shown.items())])

    def as_dict(self) -> dict[str, Any]:
        """One flat row of plain numbers; None instead of nan."""
        mean, se, low, high = self.points
        row: dict[str, Any] = {"hands": self.hands, "points": mean, "se": se, "low": low, "high": high}
        row |= {"foul": self.foul, "entry": self.entry}
        row |= {f"entry{cards}": share for cards, share in self.entries.items()}
        row |= {"inside": self.inside, "stay": self.stay}
        row |= dict(zip(("royalty_top", "royalty_middle", "royalty_bottom"), self.royalties, strict=True))
        row |= {"royalty": self.royalty, "sweep": self.sweep, "swept": self.swept, "forfeits": self.forfeits}
        return {key: None if value != value else value for key, value in row.items()}


def figures(name: str, counts: Sequence[int], points: Estimate, opponents: int) -> Figures:
    """The figures of added-up counters; opponents: boards that a board is compared with."""
    n = {key: counts[at] for key, at in AT.items()}
    hands, normal = n["hands"], n["normal"]
    cards = range(LEAST, MOST + 1)
    inside = sum(n[f"inside{c}"] for c in cards)
    return Figures(
        name=name,
        hands=hands,
        points=points,
        foul=share(n["fouls"], hands),
        entry=share(sum(n[f"entries{c}"] for c in cards), normal),
        entries=FrozenDict({c: share(n[f"entries{c}"], normal) for c in cards}),
        inside=share(inside, hands),
        stay=share(n["stays"], inside),
        royalties=(
            share(n["royalties_top"], hands),
            share(n["royalties_middle"], hands),
            share(n["royalties_bottom"], hands),
        ),
        sweep=share(n["sweeps"], hands * opponents),
        swept=share(n["swept"], hands * opponents),
        forfeits=n["forfeits"],
    )


def share(part: int, whole: int) -> float:
    """A part of the whole; nan if the whole is 0."""
    return part / whole if whole else math.nan


def added(counts: Sequence[int], cells: Iterable[int]) -> list[int]:
    """The counters of these cells added up."""
    parts = [counts[cell * SIZE : (cell + 1) * SIZE] for cell in cells]
    return [sum(column) for column in zip(*parts, strict=True)] if parts else [0] * SIZE


def histogram(counts: Sequence[int]) -> tuple[int, ...]:
    """The counters of total royalties: 0, 1, ... 62, 63 and more."""
    return tuple(counts[SIZE - HISTOGRAM : SIZE])
