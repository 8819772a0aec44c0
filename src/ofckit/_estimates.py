"""Means with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95
_EFFECT = 0.08  # variance of the effect: intervals are narrowest, for their standard errors, at 100 values
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


def from_blocks(
    blocks: Iterable[tuple[int, float]], level: float = LEVEL, *, anytime: bool = False
) -> Estimate:
    """Points per hand from (hands, points) of each block, by batch means.

    Blocks are independent, hands in a block need not be. The mean of a block of n hands has variance s/n;
    sum(n * (mean of the block - mean)**2) / (blocks - 1) estimates s without bias whatever the sizes of the
    blocks, and Student's t with as many degrees of freedom gives the interval. anytime: an interval that may
    be looked at after every block, see `anytime_width`.
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
    half = se * (anytime_width(len(pairs), level) if anytime else student(len(pairs) - 1, level))
    return Estimate(mean, se, mean - half, mean + half)


def anytime_width(n: int, level: float = LEVEL) -> float:
    """Half the width of a confidence interval of n values that all hold at once, n = 2, 3, ..., in their
    standard errors: however often one looks, the truth leaves any of them with probability 1 - level at most.

    The t-test's Bayes factor against an effect that is normal with variance g,
    (1 + ng)**-1/2 * ((1 + t*t/(n-1)) / (1 + t*t/((n-1)(1 + ng))))**(n/2), starts at 1 and is a martingale
    where the values are normal, whatever their variance; so it exceeds 1/(1 - level) at some time with
    probability 1 - level at most (Ville), and what it does not exclude is the interval. Lai, On confidence
    sequences, Ann. Statist. 4 (1976) 265-280; Wang and Ramdas, Anytime-valid t-tests and confidence sequences
    for Gaussian means with unknown variance, arXiv:2310.03722. Infinite while n is too small.
    """
    r = 1 + n * _EFFECT
    a = (r / (1 - level) ** 2) ** (1 / n)
    return math.inf if n < 2 or a >= r else math.sqrt((n - 1) * (a - 1) / (1 - a / r))


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
