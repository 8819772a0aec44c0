"""What random Fantasyland hands are worth: the mean best royalties, and how often one could stay.

    python tools/fantasyland_distribution.py [--hands 100000] [--seed 1]

52 cards, modern royalties. "royalties" are those of the best board when nothing else counts; the chances are
those of hands from which some legal board stays. Means with their standard errors; the hands are those of
NumPy's default generator with this seed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from ofckit import RULES, Objective, solve_fantasyland_many

sys.path.append(str(Path(__file__).resolve().parents[1] / "benchmarks"))
from hands import random_hands

CARDS = (13, 14, 15, 16, 17)
NOTHING = Objective(fantasyland=dict.fromkeys(CARDS, 0.0))
EVERYTHING = Objective(fantasyland=dict.fromkeys(CARDS, 1e6))


def mean(values: np.ndarray, digits: int) -> str:
    error = values.std(ddof=1) / len(values) ** 0.5
    return f"{values.mean():.{digits}f} +- {error:.{digits}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="What random Fantasyland hands are worth.")
    parser.add_argument("--hands", type=int, default=100_000, help="of each size")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    hands, seed = options.hands, options.seed
    print(f"{hands} hands of each size, seed {seed}")
    print(f"{'cards':<7}{'royalties':<20}{'top trips or bottom quads':<28}or middle full house")
    for cards in CARDS:
        dealt = random_hands(hands, cards, seed=seed)
        royalties = np.asarray(solve_fantasyland_many(dealt, RULES["pineapple"], NOTHING).royalties)
        chances = [
            100.0 * np.asarray(solve_fantasyland_many(dealt, RULES[name], EVERYTHING).stays)
            for name in ("pineapple-vegas", "pineapple")
        ]
        vegas, classic = (mean(chance, 3) + " %" for chance in chances)
        print(f"{cards:<7}{mean(royalties.astype(float), 4):<20}{vegas:<28}{classic}")


if __name__ == "__main__":
    main()
