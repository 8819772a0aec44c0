"""Figures from the counters: means with confidence intervals, and shares, of a group of cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

from .._values import FrozenDict
from ._tally import AT, HISTOGRAM, LEAST, MOST, SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LEVEL = 0.95
_MANY = 200  # degrees of freedom from which an expansion is exact to more digits than are printed


class Estimate(NamedTuple):
    """A mean with its standard error and the ends of its 95 % confidence interval.

    nan if there are no hands; se, low and high also if there are fewer than two blocks.
    """

    mean: float
    se: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{show(self.mean)} +- {margin(self)}"


def margin(estimate: Estimate) -> str:
    """Half the width of the interval, in significant digits only; '?' if unknown."""
    half = (estimate.high - estimate.low) / 2
    return "?" if math.isnan(half) else f"{half:.{_digits(half)}f}"


def show(mean: float, half: float = 0.0) -> str:
    """A mean in as many digits as half the width of its interval allows, '-' if unknown."""
    return "-" if math.isnan(mean) else f"{mean:+.{_digits(half)}f}"


def _digits(half: float) -> int:
    return 1 if half >= 10 else 2 if half >= 0.1 else 3


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


# confidence


def from_blocks(blocks: Iterable[tuple[int, int]], level: float = LEVEL) -> Estimate:
    """Points per hand from (hands, points) of each block, by batch means.

    Blocks are independent, hands in a block need not be. The mean of a block of n hands has variance s/n;
    sum(n * (mean of the block - mean)**2) / (blocks - 1) estimates s without bias whatever the sizes of the
    blocks, and Student's t with as many degrees of freedom gives the interval.
    """
    pairs = [(hands, points) for hands, points in blocks if hands]
    total = sum(hands for hands, _ in pairs)
    if not total:
        return Estimate(math.nan, math.nan, math.nan, math.nan)
    mean = sum(points for _, points in pairs) / total
    if len(pairs) < 2:
        return Estimate(mean, math.nan, math.nan, math.nan)
    squares = math.fsum((points - mean * hands) ** 2 / hands for hands, points in pairs)
    se = math.sqrt(squares / (len(pairs) - 1) / total)
    half = se * student(len(pairs) - 1, level)
    return Estimate(mean, se, mean - half, mean + half)


@lru_cache(maxsize=256)
def student(freedom: int, level: float = LEVEL) -> float:
    """t with P(-t < T < t) = level, for Student's T with `freedom` degrees of freedom."""
    if freedom > _MANY:
        return _expansion(freedom, level)
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        angle = (low + high) / 2
        if _within(angle, freedom) < level:
            low = angle
        else:
            high = angle
    return math.tan(low) * math.sqrt(freedom)


def _within(angle: float, freedom: int) -> float:
    """P(|T| < sqrt(freedom) * tan(angle)): a finite sum (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    cos, odd = math.cos(angle), freedom % 2
    if freedom == 1:
        return 2 * angle / math.pi
    term = total = cos if odd else 1.0
    for k in range(3 if odd else 2, freedom - 1, 2):
        term *= cos * cos * (k - 1) / k
        total += term
    part = math.sin(angle) * total
    return 2 / math.pi * (angle + part) if odd else part


def _expansion(freedom: int, level: float) -> float:
    """Abramowitz and Stegun 26.7.5."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
