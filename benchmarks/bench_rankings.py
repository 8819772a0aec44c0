"""What a hand costs in other rankings, beside the portable kernel's standard five-card batch in the same run.

Input in random order, from the deck of each ranking, one thread, range and duplicates checked. The bounds:
1.5 times the standard batch where no wild card is possible, 3 times where one is.
"""

import numpy as np
import pytest

import ofckit
from ofckit.ranking import RANKINGS, Ranking

from hands import count

N = count(4_000_000)
HOUSE = {
    "two wild deuces": Ranking(wild="2c 2d"),
    "one lowest card wild": Ranking(lowest_wild="one"),
    "double-ace flush": Ranking(jokers=1, double_ace_flush=True),
    "two decks": Ranking(decks=2),
}
FIVE_CARDS = {name: ranking for name, ranking in RANKINGS.items() if ranking.size == 5} | HOUSE


def dealt(ranking: Ranking, n: int, k: int = 5) -> np.ndarray:
    """uint8 (n, k): hands from the deck of this ranking, jokers included."""
    rng = np.random.default_rng(1)
    first, end = 4 * ranking.first_rank, 52 + ranking.jokers
    parts = []
    for at in range(0, n, 250_000):
        shape = (min(250_000, n - at), end - first)
        parts.append(np.argpartition(rng.random(shape, np.float32), k)[:, :k] + first)
    return np.ascontiguousarray(np.concatenate(parts).astype(np.uint8))


@pytest.mark.parametrize("k", [5, 7])
def test_the_yardstick(measure, hands, kernel, k):
    kernel("portable")
    n = N if k == 5 else count(1_000_000)
    cards, out = hands(n, k), np.empty(n, np.uint16)
    assert ofckit.rank_many(cards, out=out)[0] == ofckit.rank(cards[0].tolist())
    measure(f"rankings, {k} cards", "standard, portable", lambda: ofckit.rank_many(cards, out=out), n)


@pytest.mark.parametrize("name", FIVE_CARDS)
def test_five_cards(measure, name):
    ranking = FIVE_CARDS[name]
    cards, out = dealt(ranking, N), np.empty(N, np.uint16)
    ranking.rank_many(cards, out)
    assert out[:200].tolist() == [ranking.strength(hand) for hand in cards[:200].tolist()]
    measure("rankings, 5 cards", name, lambda: ranking.rank_many(cards, out), N)


def test_three_card_poker(measure):
    ranking = RANKINGS["three-card-poker"]
    cards, out = dealt(ranking, N, 3), np.empty(N, np.uint16)
    ranking.rank_many(cards, out)
    assert out[:200].tolist() == [ranking.strength(hand) for hand in cards[:200].tolist()]
    measure("rankings, 3 cards", "three-card-poker", lambda: ranking.rank_many(cards, out), N)


@pytest.mark.parametrize("name", ["high", "ace-to-five", "one-joker", "deuces-wild", "lowest-card-wild"])
def test_the_best_five_of_seven(measure, name):
    ranking, n = RANKINGS[name], count(200_000)
    cards, out = dealt(ranking, n, 7), np.empty(n, np.uint16)
    ranking.rank_many(cards, out)
    assert out[:50].tolist() == [ranking.strength(hand) for hand in cards[:50].tolist()]
    measure("rankings, 7 cards", name, lambda: ranking.rank_many(cards, out), n, rounds=5)


@pytest.mark.parametrize("name", ["deuce-to-seven", "one-joker"])
def test_one_hand(measure_call, name):
    ranking = RANKINGS[name]
    hand = [51, 47, 43, 39, 30]
    assert ranking.strength(hand) > 0
    measure_call("one hand by a ranking", f"{name}, ints", "f(h)", {"f": ranking.strength, "h": hand})


@pytest.mark.parametrize("name", RANKINGS)
def test_compiling(measure, name):
    """The tables of a ranking, what all share being there already; the bound is 100 ms."""
    ranking = RANKINGS[name]
    assert ranking.compiled
    measure("making a ranking", name, lambda: ranking.replace(name="again").compiled, 1, rounds=5)


PEERS = {
    "deuce-to-seven": "StandardLowHand",
    "ace-to-five": "RegularLowHand",
    "short-36": "ShortDeckHoldemHand",
}


@pytest.mark.parametrize("name", PEERS)
def test_a_peer_with_this_ranking(measure, name):
    """pokerkit, one hand from text at a time: it has no batch; its order must be ours."""
    pokerkit = pytest.importorskip("pokerkit")
    hand_type, ranking = getattr(pokerkit, PEERS[name]), RANKINGS[name]
    cards = dealt(ranking, count(2_000))
    words = ["".join(str(ofckit.Card(c)) for c in row) for row in cards.tolist()]
    theirs, ours = [hand_type(text) for text in words], ranking.rank_many(cards).tolist()
    for i in range(len(words) - 1):
        assert (theirs[i] > theirs[i + 1]) == (ours[i] > ours[i + 1])
        assert (theirs[i] == theirs[i + 1]) == (ours[i] == ours[i + 1])
    measure("rankings, 5 cards", f"pokerkit {name}", lambda: [hand_type(text) for text in words], len(words))
