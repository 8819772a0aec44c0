"""A strength says what the hand is, in categories, ranks and words."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofckit._core import rank as rank_hand
from ofckit._errors import InvalidCard, OfcError
from ofckit.cards import Card
from ofckit.ranking import (
    Category,
    best_five,
    category,
    describe,
    from_cactus_kev,
    strength_key,
    to_cactus_kev,
)

import oracle

EVERY = range(1, 9855)
FIVE_CARDS = (oracle.HIGH_CARD, oracle.PAIR, oracle.TWO_PAIR, oracle.TRIPS, oracle.STRAIGHT, oracle.FLUSH,
              oracle.FULL_HOUSE, oracle.QUADS, oracle.STRAIGHT_FLUSH, oracle.FIVE_OF_A_KIND)  # fmt: skip


@pytest.fixture(scope="module")
def strength_of_key():
    return {strength_key(strength): strength for strength in EVERY}


def every_kind_of_hand():
    """One hand for each class of one to five cards: every multiset of ranks, and five suited ones."""
    for size in range(1, 6):
        for ranks in combinations_with_replacement(range(13), size):
            copies = Counter()
            hand = []
            for place, rank in enumerate(ranks):
                suit = (copies[rank] + (place == size - 1 and len(set(ranks)) == size)) % 4
                copies[rank] += 1
                hand.append(4 * rank + suit)
            yield hand
    for ranks in combinations(range(13), 5):
        yield [4 * rank + 2 for rank in ranks]


# The scale -------------------------------------------------------------------------------------------


def test_the_scale_is_every_hand_of_one_to_five_cards_in_the_order_of_the_oracle():
    keys = sorted({oracle.best_key(hand) for hand in every_kind_of_hand()})
    assert len(keys) == 9854
    assert [strength_key(strength) for strength in EVERY] == keys


@pytest.mark.parametrize(
    ("better", "worse"),
    [("8h 8s Kd", "8h 8s 6d 2c"), ("8h 8s 6d 2c", "8h 8s 6d"), ("8h 8s 6d", "8h 8s"), ("Th", "9h 5s"),
     ("9h 5s", "9h 3s 2d"), ("9h 3s 2d", "9h 3s"), ("9h 3s", "9h")],
)  # fmt: skip
def test_a_missing_kicker_loses_to_any_kicker(better, worse, strength_of_key):
    assert strength_of(better, strength_of_key) > strength_of(worse, strength_of_key)


def strength_of(text, strength_of_key):
    return strength_of_key[oracle.best_key(oracle.cards(text))]


def test_categories_count_upwards():
    assert [kind.name for kind in Category] == [
        "HIGH_CARD", "PAIR", "TWO_PAIR", "THREE_OF_A_KIND", "STRAIGHT", "FLUSH", "FULL_HOUSE",
        "FOUR_OF_A_KIND", "STRAIGHT_FLUSH", "FIVE_OF_A_KIND",
    ]  # fmt: skip
    assert list(Category) == list(range(10)) == list(FIVE_CARDS)
    assert [category(strength) for strength in EVERY] == sorted(category(strength) for strength in EVERY)
    assert pickle.loads(pickle.dumps(Category.FLUSH)) is Category.FLUSH


def test_a_category_is_that_of_the_key():
    assert all(category(strength) is strength_key(strength)[0] for strength in EVERY)


@pytest.mark.parametrize("say", [category, strength_key, describe, to_cactus_kev])
@pytest.mark.parametrize("wrong", [0, -1, 9855, 65535, 10**30])
def test_no_strength_outside_1_to_9854(say, wrong):
    with pytest.raises(OfcError, match=f"a strength is 1..9854, not {wrong}"):
        say(wrong)


@pytest.mark.parametrize("say", [category, strength_key, describe, to_cactus_kev, from_cactus_kev])
@pytest.mark.parametrize("wrong", [1.0, "1", None])
def test_a_strength_is_an_int(say, wrong):
    with pytest.raises(TypeError):
        say(wrong)


def test_numbers_of_other_packages_are_strengths():
    np = pytest.importorskip("numpy")
    assert describe(np.uint16(9841)) == "Royal flush"
    assert strength_key(np.uint16(1)) == strength_key(1)
    assert to_cactus_kev(np.uint16(9841)) == 1
    assert from_cactus_kev(np.int64(7462)) == from_cactus_kev(7462)


# Words -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As", "Ace high"),
        ("As Kd", "Ace high, king kicker"),
        ("6s 5d 2h", "Six high, five and two kickers"),
        ("As Kd 9h 5c 2c", "Ace high, king, nine, five and two kickers"),
        ("6s 6d", "Pair of sixes"),
        ("Qs Qd 5h", "Pair of queens, five kicker"),
        ("Qs Qd 9h 5h", "Pair of queens, nine and five kickers"),
        ("2s 2d Ah Kh Qh", "Pair of twos, ace, king and queen kickers"),
        ("As Ad 8h 8c", "Two pair, aces and eights"),
        ("As Ad 8h 8c Kd", "Two pair, aces and eights, king kicker"),
        ("6s 6d 6h", "Three of a kind, sixes"),
        ("7s 7d 7h Kc 2c", "Three of a kind, sevens, king and two kickers"),
        ("5s 4d 3h 2c Ac", "Straight, five high"),
        ("As Kd Qh Jc Tc", "Straight, ace high"),
        ("Kh Jh 9h 3h 2h", "Flush, king high with jack, nine, three and two"),
        ("9s 9d 9h 4c 4d", "Full house, nines over fours"),
        ("6s 6d 6h 6c", "Four of a kind, sixes"),
        ("As Ad Ah Ac Kd", "Four of a kind, aces, king kicker"),
        ("5d 4d 3d 2d Ad", "Straight flush, five high"),
        ("Ks Qs Js Ts 9s", "Straight flush, king high"),
        ("As Ks Qs Js Ts", "Royal flush"),
        ("8c 8s 8h 8c 8d", "Five of a kind, eights"),
    ],
)
def test_a_hand_in_plain_poker_english(hand, words, strength_of_key):
    assert describe(strength_of(hand, strength_of_key)) == words


ONE = "two three four five six seven eight nine ten jack queen king ace".split()  # noqa: SIM905
MANY = {"sixes" if word == "six" else word + "s": i for i, word in enumerate(ONE)}
RANK_OF = {word: i for i, word in enumerate(ONE)} | MANY
BEGINNINGS = {
    "Pair of ": Category.PAIR,
    "Two pair, ": Category.TWO_PAIR,
    "Three of a kind, ": Category.THREE_OF_A_KIND,
    "Straight, ": Category.STRAIGHT,
    "Flush, ": Category.FLUSH,
    "Full house, ": Category.FULL_HOUSE,
    "Four of a kind, ": Category.FOUR_OF_A_KIND,
    "Straight flush, ": Category.STRAIGHT_FLUSH,
    "Five of a kind, ": Category.FIVE_OF_A_KIND,
}


def key_from_words(words):
    if words == "Royal flush":
        return Category.STRAIGHT_FLUSH, (12,)
    for beginning, kind in BEGINNINGS.items():
        if words.startswith(beginning):
            return kind, ranks_in(words.removeprefix(beginning))
    return Category.HIGH_CARD, ranks_in(words)


def ranks_in(words):
    return tuple(RANK_OF[word] for word in re.findall(r"[a-z]+", words.lower()) if word in RANK_OF)


def test_the_words_of_all_9854_strengths_say_the_whole_hand():
    for strength in EVERY:
        assert key_from_words(describe(strength)) == strength_key(strength)


GROUPS = {Category.HIGH_CARD: 1, Category.PAIR: 1, Category.TWO_PAIR: 2, Category.THREE_OF_A_KIND: 1,
          Category.FOUR_OF_A_KIND: 1}  # fmt: skip


def test_one_kicker_is_a_kicker_and_several_are_kickers():
    for strength in EVERY:
        kind, ranks = strength_key(strength)
        kickers = len(ranks) - GROUPS.get(kind, len(ranks))
        last_word = describe(strength).split()[-1]
        assert (last_word == "kicker") == (kickers == 1)
        assert (last_word == "kickers") == (kickers > 1)


# The scale of other evaluators -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "Royal flush"),
        (10, "Straight flush, five high"),
        (11, "Four of a kind, aces, king kicker"),
        (166, "Four of a kind, twos, three kicker"),
        (167, "Full house, aces over kings"),
        (322, "Full house, twos over threes"),
        (323, "Flush, ace high with king, queen, jack and nine"),
        (1599, "Flush, seven high with five, four, three and two"),
        (1600, "Straight, ace high"),
        (1609, "Straight, five high"),
        (1610, "Three of a kind, aces, king and queen kickers"),
        (2467, "Three of a kind, twos, four and three kickers"),
        (2468, "Two pair, aces and kings, queen kicker"),
        (3325, "Two pair, threes and twos, four kicker"),
        (3326, "Pair of aces, king, queen and jack kickers"),
        (6185, "Pair of twos, five, four and three kickers"),
        (6186, "Ace high, king, queen, jack and nine kickers"),
        (7462, "Seven high, five, four, three and two kickers"),
    ],
)
def test_the_first_and_the_last_hand_of_each_type_on_that_scale(number, words):
    assert describe(from_cactus_kev(number)) == words
    assert to_cactus_kev(from_cactus_kev(number)) == number


def test_that_scale_is_the_7462_hands_of_five_cards_upside_down():
    strengths = [from_cactus_kev(number) for number in range(1, 7463)]
    assert strengths == sorted(strengths, reverse=True)
    assert [to_cactus_kev(strength) for strength in strengths] == list(range(1, 7463))
    five = {oracle.best_key(hand) for hand in every_kind_of_hand() if len(hand) == 5}
    assert {strength_key(s) for s in strengths} == {key for key in five if key[0] != oracle.FIVE_OF_A_KIND}


def test_hands_of_fewer_cards_and_five_of_a_kind_are_not_on_that_scale():
    on_it = {from_cactus_kev(number) for number in range(1, 7463)}
    refused = 0
    for strength in EVERY:
        if strength not in on_it:
            with pytest.raises(OfcError, match="is not a hand of five cards from one deck"):
                to_cactus_kev(strength)
            refused += 1
    assert refused == 9854 - 7462


@pytest.mark.parametrize("wrong", [0, -1, 7463])
def test_that_scale_ends_at_1_and_7462(wrong):
    with pytest.raises(OfcError, match=f"1..7462, not {wrong}"):
        from_cactus_kev(wrong)


# The best five ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "five"),
    [
        ("As Kd 7h 7s 7c 2d 2h", "7 7 7 2 2"),
        ("As Ad Kh Kc Qs Qd 2c", "A A K K Q"),
        ("2s 3s 4s 5s Ah 6d 9c", "6 5 4 3 2"),
        ("As Ks Qs Js 9s 2s 3s", "A K Q J 9"),
        ("7h 7s 7c 8d 8h 8s 2c", "8 8 8 7 7"),
        ("4h 4s 4c 4d Ah As Ac", "4 4 4 4 A"),
        ("9c Kd 9h 2s 9d", "9 9 9 K 2"),
    ],
)
def test_the_five_cards_that_count(hand, five):
    assert [str(card)[0] for card in best_five(hand)] == five.split()


@given(st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True))
def test_the_best_five_are_the_best_of_all_fives(hand):
    best = best_five(hand)
    assert all(type(card) is Card for card in best)
    assert set(best) <= set(hand)
    assert len(set(best)) == 5
    assert oracle.best_key(best) == oracle.best_key(hand)


@given(st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True))
def test_the_cards_that_decide_come_first(hand):
    ranks = [card.rank for card in best_five(hand)]
    kind, key = oracle.best_key(hand)
    if kind in (oracle.STRAIGHT, oracle.STRAIGHT_FLUSH):
        assert ranks == [(key[0] - i) % 13 for i in range(5)]
    else:
        assert list(dict.fromkeys(ranks)) == list(key)
        assert ranks == sorted(ranks, key=key.index)


@pytest.mark.parametrize("hand", ["As As Kd Qc Jc", "X1 As Kd Qc Jc", "As Kd Qc Jc Th 2c *"])
def test_no_best_five_of_repeated_cards_or_jokers(hand):
    with pytest.raises(InvalidCard, match=r"As|X1|\*"):
        best_five(hand)


@pytest.mark.parametrize("n", [0, 1, 4, 8, 52])
def test_five_to_seven_cards_have_a_best_five(n):
    with pytest.raises(OfcError, match=rf"\b{n}\b.*\b7\b"):
        best_five(range(n))


def test_categories_print_as_code():
    for kind in Category:
        assert eval(repr(kind), {"Category": Category}) is kind


@pytest.mark.parametrize(
    ("cards", "number"),
    [
        (range(20), "8 or more"),
        (iter(range(9)), "8 or more"),
        (list(range(9)), "9"),
        ("2c3c4c5c6c7c8c9c", "8"),
    ],
)
def test_too_many_cards_are_counted_as_far_as_they_were_looked_at(cards, number):
    with pytest.raises(InvalidCard, match=f"wrong number of cards: {number}; a hand is 1 to 7 cards"):
        rank_hand(cards)
