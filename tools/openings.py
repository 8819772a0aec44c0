"""The hundred most frequent kinds of opening in pineapple, what they are worth: docs/openings.md.

    python tools/openings.py > table.md                     a third of an hour or more of one processor
    python tools/openings.py --rollouts 40000 --skip 70     coarser, and only the last thirty of them

A kind is what the ranks make (with the rank of the pair or of the highest card) and how many cards there
are of each suit. All five-card hands are counted. Of each kind the first hand that is dealt from the seed is
analysed: the same seed and number of rollouts give the same table, but for the processor time.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from time import process_time

from ofckit import Card, Limit, Position, analyse

RANKS = "23456789TJQKA"
MADE = {
    (1, 1, 1, 1, 1): "{}-high",
    (2, 1, 1, 1): "pair of {}",
    (2, 2, 1): "two pair, {}",
    (3, 1, 1): "trips of {}",
    (3, 2): "full house, {}",
    (4, 1): "quads of {}",
}
ERROR = 1.96  # standard errors of an interval that holds 95 % of the time


def kind_of(ranks: tuple[int, ...], suits: tuple[int, ...]) -> tuple[str, str]:
    """What the ranks make, and how many cards each suit has."""
    counts = Counter(ranks)
    first = max(counts, key=lambda rank: (counts[rank], rank))
    made = MADE[tuple(sorted(counts.values(), reverse=True))].format(RANKS[first])
    return made, "-".join(map(str, sorted(Counter(suits).values(), reverse=True)))


def count_kinds() -> Counter[tuple[str, str]]:
    """How many of the 2,598,960 hands are of each kind."""
    kinds: Counter[tuple[str, str]] = Counter()
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        for sets in product(*(combinations(range(4), n) for n in counts.values())):
            suits = tuple(suit for one in sets for suit in one)
            kinds[kind_of(tuple(sorted(ranks)), suits)] += 1
    assert kinds.total() == comb(52, 5) == prod(range(48, 53)) // 120
    return kinds


def examples(wanted: set[tuple[str, str]], seed: int) -> dict[tuple[str, str], list[Card]]:
    """The first hand of each kind that is dealt."""
    rng, found = random.Random(seed), dict[tuple[str, str], list[Card]]()
    while len(found) < len(wanted):
        hand = rng.sample(range(52), 5)
        kind = kind_of(tuple(card >> 2 for card in hand), tuple(card & 3 for card in hand))
        if kind in wanted and kind not in found:
            found[kind] = [Card(card) for card in sorted(hand, reverse=True)]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="What the most frequent kinds of opening are worth.")
    parser.add_argument("--kinds", type=int, default=100)
    parser.add_argument("--skip", type=int, default=0, help="so many of the most frequent ones")
    parser.add_argument("--rollouts", type=int, default=160_000, help="for each opening")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    kinds = count_kinds()
    wanted = sorted(kinds, key=lambda kind: (-kinds[kind], kind))[: options.kinds]
    hands = examples(set(wanted), options.seed)
    wanted = wanted[options.skip :]
    print("| ranks | suits | dealt | hand | placed | value | next best | foul | Fantasyland | s |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    shares, total = 0.0, 0.0
    for kind in wanted:
        position = Position("pineapple", "", hands[kind])
        start = process_time()
        found = analyse(position, limit=Limit(rollouts=options.rollouts), seed=options.seed, threads=1)
        seconds = process_time() - start
        best, (behind, error) = found.best, found.gaps[1]
        tie = "=" if behind <= ERROR * error else ""
        share = 100 * kinds[kind] / kinds.total()
        shares, total = shares + share, total + seconds
        print(
            f"| {kind[0]} | {kind[1]} | {share:.2f} % | `{' '.join(map(str, hands[kind]))}` | `{best.move}` |"
            f" {best.ev:+.2f} +- {ERROR * best.se:.2f} | {-behind:.2f} +- {ERROR * error:.2f}{tie} |"
            f" {best.foul:.0%} | {sum(best.fantasyland.values()):.0%} | {seconds:.1f} |",
            flush=True,
        )
    print(f"\n{len(wanted)} of {len(kinds)} kinds, {shares:.1f} % of all hands; {total:.0f} s.")


if __name__ == "__main__":
    main()
