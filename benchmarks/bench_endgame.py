"""Endgames: the time of one decision, all its moves exact, by street and by kind of position. One thread."""

import random
from collections.abc import Callable
from time import perf_counter

import numpy as np
import pytest

import ofckit
from ofckit import Position
from ofckit.endgame import best_moves

from hands import SCALE, count, random_hands

POSITIONS = {
    "last street": ("Qh2h/KhKd6h5d/AsJs9s8s4s", "3c2cQc"),
    "fourth street, one flush": ("Qh/7h7d6c/AsKs9s8s4s", "2c5dQc"),
    "fourth street, two flushes": ("Qh/7h6h5h/AsKs9s8s4s", "2c5dQc"),
    "third street, no flush": ("Kd/7h6c5h/AsKs9d", "2c5dQc"),
    "third street, one flush": ("Qh/7h7d/AsKs9s8s", "2c5dQc"),
    "third street, two flushes": ("-/7h6h5h/AsKs9s4s", "2c5dQc"),
    "third street, two flushes, all rows open": ("Kd/7h6h5h/AsKs9s", "2c5dQc"),
}


def position(board: str, draw: str) -> Position:
    return Position("pineapple", board, draw, discards="3d")


@pytest.mark.parametrize("kind", POSITIONS)
def test_decision(kind: str) -> None:
    board, draw = POSITIONS[kind]
    asked = position(board, draw)
    moves = best_moves(asked)
    assert moves == sorted(moves, key=lambda one: -one.ev)
    seconds = best_of(lambda: best_moves(asked))
    yardstick = hundred_million()
    line = f"{kind}: {len(moves)} moves of {len(asked.unseen)} cards, {1000 * seconds:.3f} ms"
    print(f"\n{line}; rank_many, portable, 100 million hands: {yardstick:.1f} s")


def test_random_third_streets() -> None:
    """Boards of seven random cards, the better rows below: the mean and the worst of many decisions."""
    rng, times = random.Random(1), []
    for _ in range(max(3, int(40 * SCALE))):
        cards = [ofckit.Card(c) for c in rng.sample(range(52), 11)]
        asked = Position("pineapple", [cards[:1], cards[1:4], cards[4:7]], cards[7:10], discards=cards[10:])
        start = perf_counter()
        best_moves(asked)
        times.append(perf_counter() - start)
    mean, worst = sum(times) / len(times), max(times)
    print(
        f"\nthird street, {len(times)} random boards: mean {1000 * mean:.1f} ms, worst {1000 * worst:.1f} ms"
    )


def best_of(call: Callable[[], object], seconds: float = 1.0) -> float:
    """The least time of one call, of as many as fit in so many seconds; three at least."""
    times: list[float] = []
    while len(times) < 3 or sum(times) < seconds * min(1, SCALE):
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return min(times)


def hundred_million() -> float:
    """Seconds that the portable kernel takes for 100 million hands of five cards, from a part of them."""
    n = count(2_000_000)
    hands, out = random_hands(n, 5), np.empty(n, np.uint16)
    before = ofckit._core._set_kernel("portable")
    try:
        return best_of(lambda: ofckit.rank_many(hands, out=out), 0.5) * 1e8 / n
    finally:
        ofckit._core._set_kernel(before)
