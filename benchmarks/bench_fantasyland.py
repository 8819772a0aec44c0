"""Fantasyland hands solved, beside the ranking of every five and three of their cards. The unit is one hand.

pytest benchmarks/bench_fantasyland.py       times, as in the other benchmarks
python benchmarks/bench_fantasyland.py       the ratios of one run, and the slowest hand of each size; then
                                             other games: jokers, a 2-7 middle, boards to settle with
"""

from __future__ import annotations

import time
from itertools import combinations

import numpy as np
import pytest

import ofckit
from ofckit import _core
from ofckit.objective import Objective, fantasyland_objective
from ofckit.search import solve_fantasyland, solve_fantasyland_many

from hands import count, random_hands

RULES = ofckit.RULES["pineapple"]
SIZES = (13, 14, 15, 16, 17)


def subsets(hand: np.ndarray, k: int) -> np.ndarray:
    """uint8 (C(n, k), k): every k cards of a hand."""
    return np.asarray([[hand[i] for i in places] for places in combinations(range(len(hand)), k)], np.uint8)


class Ranker:
    """Ranks all fives and threes of a hand with the kernel in use."""

    def __init__(self, hand: np.ndarray) -> None:
        self.work = [(rows, np.empty(len(rows), np.uint16)) for rows in (subsets(hand, 5), subsets(hand, 3))]

    def __call__(self) -> None:
        for rows, out in self.work:
            _core.rank_many(rows, out)


def check(hands: np.ndarray) -> None:
    """The batch says what the single call says, and its boards are worth what the rules say."""
    found = solve_fantasyland_many(hands[:20], RULES)
    for i, hand in enumerate(hands[:20]):
        one = solve_fantasyland([int(card) for card in hand], RULES)
        next_hand = Objective.of(RULES).next_hand(one.next_cards)
        assert found.values[i] == one.value == one.royalties.total + next_hand


@pytest.mark.parametrize("n", SIZES)
def test_solve_many(measure, n):
    hands = random_hands(count(2000), n, seed=3)
    check(hands)
    work = lambda: solve_fantasyland_many(hands, RULES, threads=1)  # noqa: E731
    measure("fantasyland", f"solve_fantasyland_many, {n} cards, one thread", work, len(hands), rounds=5)


@pytest.mark.parametrize("n", [14, 17])
def test_solve_one(measure, n):
    hand = [int(card) for card in random_hands(1, n, seed=3)[0]]
    work = lambda: solve_fantasyland(hand, RULES)  # noqa: E731
    measure("fantasyland", f"solve_fantasyland, {n} cards", work, 1, rounds=500)


@pytest.mark.parametrize("n", SIZES)
def test_rank_every_row(measure, kernel, n):
    kernel("portable")
    rank = Ranker(random_hands(1, n, seed=3)[0])
    measure("fantasyland", f"rank_many, portable, every five and three of {n} cards", rank, 1, rounds=500)


def best_time(work, rounds: int) -> float:
    """The shortest of this many times, in seconds of this thread."""
    best = float("inf")
    for _ in range(rounds):
        start = time.thread_time()
        work()
        best = min(best, time.thread_time() - start)
    return best


def times_of(hands: np.ndarray, rounds: int = 3, rules: ofckit.Rules = RULES) -> np.ndarray:
    """Seconds of each hand by itself, the shortest of several."""
    compiled = fantasyland_objective(rules, Objective.of(rules), hands.shape[1])
    n = len(hands)
    outs = [np.empty(hands.shape, np.uint8), np.empty(n), np.empty(n, np.int32)]
    outs += [np.empty(n, np.uint8), np.empty(n, np.uint8)]
    return np.asarray(
        [best_time(lambda i=i: compiled.solve_many(hands, i, i + 1, *outs), rounds) for i in range(n)]
    )


def table() -> None:
    print("cards  hands  solve, mean  p99      slowest  slowest/mean  rank all rows  ratio    (microseconds)")
    before = _core._set_kernel("portable")
    for n in SIZES:
        hands = random_hands(count(20_000), n, seed=3)
        check(hands)
        rank = min(best_time(Ranker(hand), 200) for hand in hands[:5])
        mean = best_time(lambda hands=hands: solve_fantasyland_many(hands, RULES, threads=1), 3) / len(hands)
        each = times_of(hands)
        p99, most = np.quantile(each, 0.99), each.max()
        print(
            f"{n:5}  {len(hands):5}  {mean * 1e6:11.1f}  {p99 * 1e6:7.1f}  {most * 1e6:7.1f}  "
            f"{most / mean:12.1f}  {rank * 1e6:13.2f}  {mean / rank:5.1f}"
        )
    _core._set_kernel(before)


def with_jokers(hands: np.ndarray, jokers: int) -> np.ndarray:
    hands = hands.copy()
    hands[:, hands.shape[1] - jokers :] = range(52, 52 + jokers)
    return hands


def against_boards(hands: np.ndarray, rules: ofckit.Rules) -> list[float]:
    """Seconds of each hand against the best board of fourteen of the cards that it leaves."""
    seconds = []
    for hand in hands:
        left = [card for card in np.random.default_rng(int(hand[0])).permutation(52) if card not in hand]
        his = solve_fantasyland(list(map(int, left[:14])), RULES).board
        compiled = fantasyland_objective(rules, Objective.of(rules, opponents=his), len(hand))
        seconds.append(best_time(lambda compiled=compiled, hand=bytes(hand): compiled.solve(hand), 3))
    return seconds


def others() -> None:
    print("\ngame                                  cards  hands     mean      p99  slowest    (microseconds)")
    ultimate, low = ofckit.RULES["joker-ultimate"], ofckit.RULES["2-7-pineapple"]
    bare = RULES.replace(scoring="2-4", royalties="none")
    for n in (14, 17):
        hands = random_hands(count(2000), n, seed=5)
        rows = {
            "2-7 middle": times_of(hands, rules=low),
            "one joker": times_of(with_jokers(hands, 1), rules=ultimate),
            "two jokers": times_of(with_jokers(hands, 2), rules=ultimate),
            "2-7 middle, two jokers": times_of(with_jokers(hands, 2), rules=low.replace(jokers=2)),
            "against a board": against_boards(hands[:300], RULES),
            "against a board, 2-4, no royalties": against_boards(hands[:300], bare),
        }
        for name, seconds in rows.items():
            micro = np.asarray(seconds) * 1e6
            print(
                f"{name:36}  {n:5}  {len(micro):5}  {micro.mean():7.1f}  {np.quantile(micro, 0.99):7.1f}  "
                f"{micro.max():7.1f}"
            )


if __name__ == "__main__":
    table()
    others()
