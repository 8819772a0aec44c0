"""Two evaluators by other people agree with ours, hand for hand, on their own 1..7462 scale."""

from __future__ import annotations

import random

import pytest

import ofckit as ofc

HANDS = 4000


def random_hands(k):
    generator = random.Random(f"foreign {k}")
    narrow = [4 * rank + suit for rank in range(5, 13) for suit in (1, 2)]
    for i in range(HANDS):
        yield generator.sample(range(52) if i % 2 else narrow, k)


def names(hand):
    return [str(ofc.Card(one)) for one in hand]


@pytest.mark.parametrize("k", [5, 6, 7])
def test_phevaluator_agrees(k):
    evaluate = pytest.importorskip("phevaluator").evaluate_cards
    for hand in random_hands(k):
        assert ofc.to_cactus_kev(ofc.rank(hand)) == evaluate(*names(hand)), names(hand)


@pytest.mark.parametrize("k", [5, 6, 7])
def test_treys_agrees(k):
    treys = pytest.importorskip("treys")
    evaluate = treys.Evaluator().evaluate
    for hand in random_hands(k):
        theirs = evaluate([treys.Card.new(name) for name in names(hand)], [])
        assert ofc.to_cactus_kev(ofc.rank(hand)) == theirs, names(hand)
