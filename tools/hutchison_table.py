"""How well the Hutchison points follow the simulated chances of all 16,432 Omaha starting hands.

    python tools/hutchison_table.py                          the tables of docs/hutchison.md, about a minute
    python tools/hutchison_table.py --deals 1000000          coarser, two seconds
    python tools/hutchison_table.py --csv hands.csv         every starting hand, its points and its chance

Hands are dealt to ten players and played to the end, and each of the ten counts for the starting hand they
hold: to them the other nine are random. The same seed and number of deals give the same tables everywhere.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from pathlib import Path

from ofckit import _core
from ofckit.cards import Card, canonical_suits
from ofckit.hutchison import points

POT = 2520  # a pot in the parts that the core counts, divisible by 1 to 10 winners


@dataclass
class Start:
    """A starting hand up to the names of its suits: how many hands it is, how often dealt, what it won."""

    cards: tuple[Card, ...]
    hands: int = 0
    dealt: int = 0
    won: int = 0
    revised: float = 0
    original: float = 0

    @property
    def chance(self) -> float:
        """The part of the pots won, in percent."""
        return 100 * self.won / POT / self.dealt


def simulate(deals: int, seed: int) -> list[Start]:
    """The starting hands that were dealt; a million deals or so deal them all."""
    dealt, won = _core.omaha_field(10, deals, seed)
    starts: dict[tuple[Card, ...], Start] = {}
    # The core numbers hands in the order of their highest card, then the next: that of reversed combinations.
    order = sorted(combinations(range(52), 4), key=lambda hand: hand[::-1])
    for index, hand in enumerate(order):
        key = tuple(canonical_suits(hand))
        start = starts.setdefault(key, Start(key))
        start.hands += 1
        start.dealt += dealt[index]
        start.won += won[index]
    for start in starts.values():
        start.revised = points(start.cards).total
        start.original = points(start.cards, system="high-original").total
    return [start for start in starts.values() if start.dealt]


def mean(values: list[tuple[float, int]]) -> float:
    return sum(value * weight for value, weight in values) / sum(weight for _, weight in values)


def report(name: str, starts: list[Start], scale: float) -> str:
    """Correlation and errors of one system; every hand of 270,725 counts once."""
    pairs = [(getattr(s, name) * scale, s.chance, s.hands) for s in starts]
    x0, y0 = mean([(x, w) for x, _, w in pairs]), mean([(y, w) for _, y, w in pairs])
    xy = mean([((x - x0) * (y - y0), w) for x, y, w in pairs])
    xx, yy = mean([((x - x0) ** 2, w) for x, _, w in pairs]), mean([((y - y0) ** 2, w) for _, y, w in pairs])
    error = sqrt(mean([((x - y) ** 2, w) for x, y, w in pairs]))
    near = mean([(abs(x - y) <= 1, w) for x, y, w in pairs])
    return f"| {name} | {xy / sqrt(xx * yy):.3f} | {x0:.2f} % | {y0:.2f} % | {error:.2f} | {near:.0%} |"


def table(name: str, starts: list[Start], scale: float, width: int) -> list[str]:
    """Points in bands against the chance: number of hands, mean, lowest and highest chance."""
    bands: dict[int, list[Start]] = defaultdict(list)
    for start in starts:
        bands[int(getattr(start, name) // width * width)].append(start)
    lines = ["| points | hands | starting hands | estimate | won | lowest | highest |", "|---" * 7 + "|"]
    for low, band in sorted(bands.items()):
        chances = [start.chance for start in band]
        hands = sum(start.hands for start in band)
        estimate = mean([(getattr(start, name) * scale, start.hands) for start in band])
        won = mean([(start.chance, start.hands) for start in band])
        label = f"{low}-{low + width - 1}" if width > 1 else str(low)
        lines.append(
            f"| {label} | {hands:,} | {len(band):,} | {estimate:.1f} % | {won:.1f} % "
            f"| {min(chances):.1f} % | {max(chances):.1f} % |"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description="Hutchison points against simulated chances.")
    parser.add_argument("--deals", type=int, default=40_000_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--csv", type=Path, help="write every starting hand to this file")
    options = parser.parse_args()
    starts = simulate(options.deals, options.seed)
    print(f"{options.deals:,} deals of ten hands, seed {options.seed}: {len(starts):,} starting hands,")
    print(f"each dealt {min(s.dealt for s in starts):,} to {max(s.dealt for s in starts):,} times\n")
    print("| system | correlation | mean estimate | mean won | mean error (rms) | within one percent |")
    print("|---|---|---|---|---|---|")
    print(report("revised", starts, 0.5))
    print(report("original", starts, 1))
    playable = [start for start in starts if start.revised >= 28]
    share = sum(start.hands for start in playable) / 270_725
    won = mean([(start.chance, start.hands) for start in playable])
    print(f"\n28 points or more (revised): {share:.1%} of all hands, won {won:.1f} %")
    print("\nHigh, revised\n", *table("revised", starts, 0.5, 4), sep="\n")
    print("\nHigh, original\n", *table("original", starts, 1, 2), sep="\n")
    if options.csv:
        with options.csv.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["hand", "hands", "revised", "original", "dealt", "won_percent"])
            for start in sorted(starts, key=lambda start: -start.chance):
                hand = " ".join(map(str, start.cards))
                row = [start.hands, start.revised, start.original, start.dealt, f"{start.chance:.3f}"]
                writer.writerow([hand, *row])


if __name__ == "__main__":
    main()
