"""Endgames: CPU time of one decision, all its moves exact, by street and by kind of position. One thread."""

import random
from collections.abc import Callable
from time import process_time

import numpy as np
import pytest

import ofckit
from ofckit import Position
from ofckit.search import best_moves, value

from hands import SCALE, count, random_hands

POSITIONS = {
    "last street": ("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c2cQc"),
    "fourth street, one flush": ("pineapple", "Qh/7h7d6c/AsKs9s8s4s", "2c5dQc"),
    "fourth street, two flushes": ("pineapple", "Qh/7h6h5h/AsKs9s8s4s", "2c5dQc"),
    "third street, no flush": ("pineapple", "Kd/7h6c5h/AsKs9d", "2c5dQc"),
    "third street, one flush": ("pineapple", "Qh/7h7d/AsKs9s8s", "2c5dQc"),
    "third street, two flushes": ("pineapple", "-/7h6h5h/AsKs9s4s", "2c5dQc"),
    "third street, two flushes, all rows open": ("pineapple", "Kd/7h6h5h/AsKs9s", "2c5dQc"),
    "last street, a joker held": ("joker-ultimate", "Qh2h/KhKd6h5d/AsJs9s8sX1", "3c2cQc"),
    "fourth street, jokers to come": ("joker-ultimate", "Qh/7h7d6c5c/AsKs9s8s", "2c5dQc"),
    "fourth street, two jokers held": ("joker-ultimate", "QhX1/7h7d6c/AsKs9sX2", "2c5dQc"),
    "third street, jokers to come": ("joker-ultimate", "Qh/7h7d/AsKs9s8s", "2c5dQc"),
    "third street, a joker held": ("joker-ultimate", "Qh/7h7d/AsKs9sX1", "2c5dQc"),
    "third street, two jokers held": ("joker-ultimate", "QhX1/7hX2/AsKs9s", "2c5dQc"),
}

BEFORE_A_DRAW = {
    "classic, the last five cards, two flushes": ("classic", "Qh/7h6h5h/AsKs9s8s"),
    "classic, the last six cards, one flush": ("classic", "Qh/7h7d6h/AsKs9s"),
    "classic, the last six cards, two flushes": ("classic", "Qh/7h6h5h/AsKs9s"),
    "turbo, the last four cards, two flushes": ("turbo", "Qh/7h6h5h4h/AsKs9s8s"),
    "turbo, the last six cards, two flushes": ("turbo", "Qh/7h6h5h/AsKs9s"),
}


@pytest.mark.parametrize("kind", POSITIONS)
def test_decision(kind: str) -> None:
    asked = Position(*POSITIONS[kind], discards="3d")
    moves = best_moves(asked)
    assert moves.complete
    assert moves == sorted(moves, key=lambda one: -one.ev)
    report(f"{kind}: {len(moves)} moves of {len(asked.unseen)} cards", lambda: best_moves(asked))


@pytest.mark.parametrize("kind", BEFORE_A_DRAW)
def test_value_before_a_draw(kind: str) -> None:
    asked = Position(*BEFORE_A_DRAW[kind])
    found = value(asked)
    assert found.ev == pytest.approx(
        found.royalty
        + sum(
            ofckit.Objective.of(asked.rules).next_hand(cards) * chance
            for cards, chance in found.fantasyland.items()
        )
        + ofckit.Objective.of(asked.rules).foul * found.foul
    )
    report(f"{kind}: value, {len(asked.unseen)} cards", lambda: value(asked))


def report(what: str, call: Callable[[], object]) -> None:
    seconds, yardstick = best_of(call), hundred_million()
    print(f"\n{what}, {1000 * seconds:.3f} ms; rank_many, portable, 100 million hands: {yardstick:.1f} s")


def test_random_third_streets() -> None:
    """Boards of seven random cards, the better rows below: the mean and the worst of many decisions."""
    rng, times = random.Random(1), []
    for _ in range(max(3, int(40 * SCALE))):
        cards = [ofckit.Card(c) for c in rng.sample(range(52), 11)]
        asked = Position("pineapple", [cards[:1], cards[1:4], cards[4:7]], cards[7:10], discards=cards[10:])
        start = process_time()
        best_moves(asked)
        times.append(process_time() - start)
    mean, worst = sum(times) / len(times), max(times)
    print(
        f"\nthird street, {len(times)} random boards: mean {1000 * mean:.1f} ms, worst {1000 * worst:.1f} ms"
    )


def best_of(call: Callable[[], object], seconds: float = 1.0) -> float:
    """The least time of one call, of as many as fit in this many seconds, at least three."""
    times: list[float] = []
    while len(times) < 3 or sum(times) < seconds * min(1, SCALE):
        start = process_time()
        call()
        times.append(process_time() - start)
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
