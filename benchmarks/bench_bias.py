"""How far rollouts are from exact values, and what the chosen move costs: random second streets, alone.

    python benchmarks/bench_bias.py [--rules pineapple] [--positions 12] [--seconds 120]

The policy plays the opening. Positions that take longer than --seconds to solve are left out, most of
those with flushes to come among them.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from statistics import mean, stdev

from ofckit import RULES, OfcError, Position, Rules
from ofckit.policy import Policy
from ofckit.search import Limit, Moves, analyse, best_moves

ROLLOUTS = 6000


def second_streets(rules: Rules, generator: random.Random) -> Iterator[Position]:
    """Positions to which the policy plays."""
    first, second = rules.plan[:2]
    while True:
        deck = generator.sample(range(rules.deck_size), first.deal + second.deal)
        opening = Position(rules, "", deck[: first.deal])
        move = Policy.of(rules).move(opening)
        yield Position(rules, move.rows, deck[first.deal :], move.discards)


def solved(position: Position, seconds: float) -> Moves | None:
    """Every move with its exact value; None where that takes longer."""
    try:
        moves = best_moves(position, limit=seconds, threads=1)
    except OfcError:
        return None
    return moves if moves.complete else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="pineapple")
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=120)
    options = parser.parse_args()
    bias, lost = [], []
    for position in second_streets(RULES[options.rules], random.Random(5)):
        exact = solved(position, options.seconds)
        if exact is None:
            continue
        values = {info.move: info.ev for info in exact}
        best = analyse(position, limit=Limit(rollouts=ROLLOUTS), seed=1, exact=False).best
        bias.append(best.ev - values[best.move])
        lost.append(exact[0].ev - values[best.move])
        print(f"{position.board!s:24} {bias[-1]:+.3f} +- {best.se:.3f}, lost {lost[-1]:.3f}", flush=True)
        if len(bias) == options.positions:
            break
    print(f"too high by {mean(bias):+.3f} on average, deviation {stdev(bias):.3f}; lost {mean(lost):.4f}")


if __name__ == "__main__":
    main()
