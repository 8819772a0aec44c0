"""The frequencies of a ranking are what ranking every hand of its pack gives."""

from collections import Counter
from itertools import chain, combinations

import pytest

from ofckit.odds import frequencies
from ofckit.ranking import RANKINGS, Category, Ranking

np = pytest.importorskip("numpy")

NAMES = {
    Category.HIGH_CARD: "high card",
    Category.PAIR: "one pair",
    Category.TWO_PAIR: "two pair",
    Category.THREE_OF_A_KIND: "three of a kind",
    Category.STRAIGHT: "straight",
    Category.FLUSH: "flush",
    Category.FULL_HOUSE: "full house",
    Category.FOUR_OF_A_KIND: "four of a kind",
    Category.STRAIGHT_FLUSH: "straight flush",
    Category.FIVE_OF_A_KIND: "five of a kind",
}
SYSTEMS = {
    **{n: RANKINGS[n] for n in ("twenty", "stripped-32", "short-36", "greek-36", "three-card-poker")},
    "2-7, 28 cards": Ranking(order="deuce-to-seven", lowest="8"),
    "ace-to-six, 28 cards": Ranking(order="ace-to-six", lowest="8"),
    "ace-to-five, 28 cards": Ranking(order="ace-to-five", lowest="8"),
    "a joker": Ranking(lowest="8", jokers=1),
    "two jokers without five of a kind": Ranking(lowest="8", jokers=2, five_of_a_kind=False),
    "bug": Ranking(lowest="8", jokers=1, bug=True),
    "nines wild": Ranking(lowest="8", wild="9"),
    "lowest wild": Ranking(lowest="8", lowest_wild="all"),
    "trips beat straights": Ranking(lowest="8", trips_beat_straight=True),
}


@pytest.mark.parametrize("ranking", SYSTEMS.values(), ids=SYSTEMS)
def test_frequencies_are_those_of_every_hand_ranked(ranking: Ranking) -> None:
    pack = range(4 * ranking.first_rank, 52 + ranking.jokers)
    hands = np.fromiter(chain.from_iterable(combinations(pack, ranking.size)), np.uint8)
    strengths, counts = np.unique(ranking.rank_many(hands.reshape(-1, ranking.size)), return_counts=True)
    ranked: Counter[str] = Counter()
    for strength, count in zip(strengths.tolist(), counts.tolist(), strict=True):
        ranked[NAMES[ranking.category(strength)]] += count
    counted = frequencies(ranking)
    assert {name: n for name, n in counted.items() if n} == dict(ranked)


def test_the_table_of_a_ranking_is_in_its_order() -> None:
    assert list(frequencies(RANKINGS["short-36"]))[2:4] == ["flush", "full house"]
    assert next(iter(frequencies(RANKINGS["deuce-to-seven"]))) == "high card"
