"""The strength scale, hand by hand: every hand of one to five cards against the slow oracle."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ofckit as ofc
from ofckit import _core
from ofckit.ranking import strength_key

import oracle

np = pytest.importorskip("numpy")

KERNELS = tuple(_core._kernels())
FIVE_CARD_COUNTS = {
    oracle.HIGH_CARD: 1_302_540,
    oracle.PAIR: 1_098_240,
    oracle.TWO_PAIR: 123_552,
    oracle.TRIPS: 54_912,
    oracle.STRAIGHT: 10_200,
    oracle.FLUSH: 5_108,
    oracle.FULL_HOUSE: 3_744,
    oracle.QUADS: 624,
    oracle.STRAIGHT_FLUSH: 40,
}
SEVEN_CARD_COUNTS = {
    oracle.HIGH_CARD: 23_294_460,
    oracle.PAIR: 58_627_800,
    oracle.TWO_PAIR: 31_433_400,
    oracle.TRIPS: 6_461_620,
    oracle.STRAIGHT: 6_180_020,
    oracle.FLUSH: 4_047_644,
    oracle.FULL_HOUSE: 3_473_184,
    oracle.QUADS: 224_848,
    oracle.STRAIGHT_FLUSH: 41_584,
}
CLASSES = {1: 13, 2: 91, 3: 455, 4: 1_820, 5: 7_462}


def hand_of(ranks, *, suited=False):
    """Some hand with these ranks; never a flush by chance."""
    if suited:
        return [4 * rank for rank in ranks]
    seen, hand = Counter(), []
    for i, rank in enumerate(ranks):
        hand.append(4 * rank + (seen[rank] if len(set(ranks)) < len(ranks) else i % 2))
        seen[rank] += 1
    return hand


def every_class(k):
    """One hand of each class of k cards."""
    for ranks in combinations_with_replacement(range(13), k):
        if max(Counter(ranks).values()) <= 4:
            yield hand_of(ranks)
    if k == 5:
        yield from (hand_of(r, suited=True) for r in combinations(range(13), 5))


@pytest.fixture(scope="module")
def scale():
    """The oracle's order: key -> place, 1 for the lowest of all hands of one to five cards."""
    keys = {oracle.key(hand) for k in CLASSES for hand in every_class(k)}
    return {key: place for place, key in enumerate(sorted(keys), start=1)}


def class_numbers(hands):
    """One number per rank multiset and flush: what alone may decide a strength."""
    ranks = np.sort(hands >> 2, axis=1).astype(np.int64)
    number = ranks @ (13 ** np.arange(hands.shape[1]))
    flush = ((hands & 3) == (hands[:, :1] & 3)).all(axis=1) & (hands.shape[1] == 5)
    return 2 * number + flush


def strength_by_category(counts):
    """Strength counts summed up by category."""
    total = Counter()
    for strength in np.nonzero(counts)[0]:
        total[int(ofc.category(int(strength)))] += int(counts[strength])
    return dict(total)


# -- The whole order -----------------------------------------------------------------------------


def test_the_oracle_knows_9841_classes(scale):
    assert len(scale) == sum(CLASSES.values()) == 9841


@pytest.mark.parametrize("k", CLASSES)
def test_every_class_has_its_place_on_the_one_scale(k, scale):
    seen = set()
    for hand in every_class(k):
        strength = ofc.rank(hand)
        assert strength == scale[oracle.key(hand)], hand
        seen.add(strength)
    assert len(seen) == CLASSES[k]


def test_category_of_every_strength(scale):
    assert [int(ofc.category(place)) for place in scale.values()] == [key[0] for key in scale]


def test_the_key_of_every_strength(scale):
    assert [strength_key(place) for place in scale.values()] == list(scale)
    assert [strength_key(9842 + rank) for rank in range(13)] == [(9, (rank,)) for rank in range(13)]


def test_no_two_strengths_are_described_alike():
    assert len({ofc.describe(strength) for strength in range(1, 9855)}) == 9854


@pytest.mark.parametrize("wrong", [0, -1, 9855, 65535, 65537, 2**40])
def test_strengths_outside_the_scale_have_no_category(wrong):
    for question in (ofc.category, ofc.describe, strength_key):
        with pytest.raises(ofc.OfcError, match=str(wrong)):
            question(wrong)


@pytest.mark.parametrize(
    "better_first",
    [
        ["8c 8d Kh", "8c 8d 6h 2s", "8c 8d 6h", "8c 8d"],
        ["Tc", "9c 5d", "9c 3d 2h", "9c 3d", "9c"],
        ["As Ks Qd Jc 9h", "As Ks Qd Jc", "As Ks Qd", "As Ks", "As"],
        ["2c 2d", "Ac Kd Qh Js 9c"],
        ["3c 3d 2h 2s Ac", "3c 3d 2h 2s", "Ac Ad Kh Qs Jc"],
        ["2c 2d 2h 2s", "Ac Ad Ah Kc Kd", "2c 2d 2h 3c 3d", "Ac Kc Qc Jc 9c", "2c 3d 4h 5s Ac"],
        ["2c 3d 4h 5s Ac", "Ac Ad Ah Kc Qd", "Ac Ad Ah", "Kc Kd Kh As", "2c 2d 2h", "Ac Ad Kh Ks Qc"],
    ],
)
def test_examples_of_the_incomplete_hand_rule(better_first):
    strengths = [ofc.rank(hand) for hand in better_first]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


# -- Every hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("k", CLASSES)
def test_every_hand_against_the_oracle(k, kernel, scale, every_hand, use_kernel):
    use_kernel(kernel)
    hands = every_hand(k)
    assert len(hands) == comb(52, k)
    strengths = ofc.rank_many(hands)
    numbers, first, which = np.unique(class_numbers(hands), return_index=True, return_inverse=True)
    assert len(numbers) == CLASSES[k]
    expected = np.array([scale[oracle.key(hand)] for hand in hands[first].tolist()], np.uint16)
    assert len(set(expected.tolist())) == CLASSES[k]
    wrong = np.nonzero(strengths != expected[which])[0]
    assert not len(wrong), f"{len(wrong)} wrong, the first {hands[wrong[0]].tolist()}"


def test_five_card_counts(every_hand):
    counts = np.bincount(ofc.rank_many(every_hand(5)))
    assert strength_by_category(counts) == FIVE_CARD_COUNTS
    assert np.count_nonzero(counts) == 7462


def test_three_card_counts(every_hand):
    counts = np.bincount(ofc.rank_many(every_hand(3)))
    assert strength_by_category(counts) == {oracle.HIGH_CARD: 18_304, oracle.PAIR: 3_744, oracle.TRIPS: 52}
    assert np.count_nonzero(counts) == 455


def test_kernels_agree_on_every_hand_of_one_to_five(every_hand, use_kernel):
    for k in CLASSES:
        answers = []
        for kernel in KERNELS:
            use_kernel(kernel)
            answers.append(ofc.rank_many(every_hand(k)))
        assert all(np.array_equal(answers[0], other) for other in answers[1:])


def test_one_card_calls_agree_with_the_batch_on_every_three_card_hand(every_hand):
    hands = every_hand(3)
    one_by_one = [ofc.rank3(*hand) for hand in hands.tolist()]
    assert one_by_one == ofc.rank_many(hands).tolist()


def test_one_card_calls_agree_with_the_batch_on_every_fifth_five_card_hand(every_hand):
    hands = every_hand(5)[::5]
    rank5 = ofc.rank5
    assert [rank5(*hand) for hand in hands.tolist()] == ofc.rank_many(hands).tolist()


def test_rank_and_rank_ids_agree_with_the_batch_for_every_size(every_hand):
    for k in CLASSES:
        hands = every_hand(k)[:: max(1, comb(52, k) // 2000)]
        expected = ofc.rank_many(hands).tolist()
        assert [ofc.rank(hand) for hand in hands.tolist()] == expected
        assert [_core.rank_ids(bytes(hand)) for hand in hands.tolist()] == expected


def test_the_order_of_the_cards_never_matters():
    for hand in ("9c Td Jh Qs Kc", "Ac Ad Ah Kc Kd", "2c 7c 9c Jc Ac", "3c 3d 9h Ts Ac"):
        ids = oracle.cards(hand)
        assert len({ofc.rank5(*some) for some in permutations(ids)}) == 1
        assert len({ofc.rank3(*some) for some in permutations(ids[:3])}) == 1


# -- Six and seven cards -----------------------------------------------------------------------------


def random_hands(k, n, seed):
    generator = random.Random(seed)
    return [generator.sample(range(52), k) for _ in range(n)]


def flush_rich_hands(k, n, seed):
    """Mostly two suits and few ranks: many flushes, straights and full houses."""
    generator = random.Random(seed)
    narrow = [4 * rank + suit for rank in range(4, 13) for suit in (0, 1)]
    return [generator.sample(narrow, k) for _ in range(n)]


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("k", [6, 7])
@pytest.mark.parametrize("make", [random_hands, flush_rich_hands])
def test_best_five_of_six_and_seven_by_trying_every_five(k, make, kernel, scale, use_kernel):
    use_kernel(kernel)
    hands = make(k, 4000, seed=k)
    expected = [scale[oracle.best_key(hand)] for hand in hands]
    assert ofc.rank_many(np.array(hands, np.uint8)).tolist() == expected
    assert [ofc.rank(hand) for hand in hands] == expected


@pytest.mark.parametrize("k", [6, 7])
def test_best_five_are_cards_of_the_hand_and_have_its_strength(k):
    for hand in random_hands(k, 1500, seed=10 + k) + flush_rich_hands(k, 1500, seed=20 + k):
        five = [int(one) for one in ofc.best_five(hand)]
        assert len(five) == len(set(five)) == 5
        assert set(five) <= set(hand)
        assert ofc.rank5(*five) == ofc.rank(hand)


@pytest.mark.parametrize("k", [6, 7])
def test_kernels_agree_on_a_million_random_hands(k, use_kernel):
    generator = np.random.default_rng(k)
    hands = generator.random((1_000_000, 52), np.float32).argpartition(k, axis=1)[:, :k].astype(np.uint8)
    answers = []
    for kernel in KERNELS:
        use_kernel(kernel)
        answers.append(ofc.rank_many(hands))
    assert all(np.array_equal(answers[0], other) for other in answers[1:])
    best = np.max([ofc.rank_many(hands[:, list(five)]) for five in combinations(range(k), 5)], axis=0)
    assert np.array_equal(answers[0], best)


def in_chunks(k, every_hand):
    """All C(52, k) hands, k > 5: the higher cards fixed, the lower five run through all below them."""
    fives = 51 - every_hand(5)[::-1]  # ordered by the highest card: the first C(b, 5) rows lie below card b
    for high in combinations(range(51, 4, -1), k - 5):
        chunk = np.empty((comb(high[-1], 5), k), np.uint8)
        chunk[:, :5] = fives[: len(chunk)]
        chunk[:, 5:] = high
        yield chunk


def counts_of_every_hand(k, every_hand):
    counts = np.zeros(9855, np.int64)
    for chunk in in_chunks(k, every_hand):
        counts += np.bincount(ofc.rank_many(chunk), minlength=len(counts))
    return counts


def test_every_six_card_hand_by_counts(every_hand):
    counts = counts_of_every_hand(6, every_hand)
    assert counts.sum() == comb(52, 6) == 20_358_520
    assert strength_by_category(counts) == {
        oracle.HIGH_CARD: 6_612_900,
        oracle.PAIR: 9_730_740,
        oracle.TWO_PAIR: 2_532_816,
        oracle.TRIPS: 732_160,
        oracle.STRAIGHT: 361_620,
        oracle.FLUSH: 205_792,
        oracle.FULL_HOUSE: 165_984,
        oracle.QUADS: 14_664,
        oracle.STRAIGHT_FLUSH: 1_844,
    }


@pytest.mark.exhaustive
@pytest.mark.parametrize("kernel", KERNELS)
def test_every_seven_card_hand_by_counts(kernel, every_hand, use_kernel):
    use_kernel(kernel)
    counts = counts_of_every_hand(7, every_hand)
    assert counts.sum() == comb(52, 7) == 133_784_560
    assert strength_by_category(counts) == SEVEN_CARD_COUNTS
    assert counts[ofc.rank("As Ks Qs Js Ts")] == 4_324


@pytest.mark.exhaustive
def test_one_card_calls_agree_with_the_batch_on_every_five_card_hand(every_hand):
    hands = every_hand(5)
    rank5 = ofc.rank5
    assert [rank5(*hand) for hand in hands.tolist()] == ofc.rank_many(hands).tolist()


# -- Five of a kind ------------------------------------------------------------------------------------


def test_five_of_a_kind_stands_above_the_royal_flush_in_rank_order():
    hands = [[4 * rank + suit for suit in (0, 0, 1, 2, 3)] for rank in range(13)]
    fives = [ofc.rank(hand, duplicates="allow") for hand in hands]
    assert fives == list(range(9842, 9855))
    assert ofc.rank("As Ks Qs Js Ts") == 9841
    assert {ofc.category(strength) for strength in fives} == {ofc.Category.FIVE_OF_A_KIND}


def test_several_decks_rank_like_one_where_no_card_repeats(every_hand):
    for hand in every_hand(5)[::50_021].tolist():
        assert ofc.rank(hand, duplicates="allow") == ofc.rank(hand)


def test_one_deck_refuses_a_repeated_card():
    with pytest.raises(ofc.InvalidCard, match="8c"):
        ofc.rank("8c 8s 8h 8c 8d")


# -- Categories and other scales -------------------------------------------------------------------------


def test_category_names_and_numbers():
    short = {"THREE_OF_A_KIND": "TRIPS", "FOUR_OF_A_KIND": "QUADS"}
    assert {short.get(one.name, one.name).lower(): int(one) for one in ofc.Category} == oracle.NAMES


def test_cactus_kev_numbers_run_from_the_royal_flush_down(scale):
    five_card = sorted({ofc.rank(hand) for hand in every_class(5)}, reverse=True)
    assert [ofc.to_cactus_kev(strength) for strength in five_card] == list(range(1, 7463))
    assert [ofc.from_cactus_kev(number) for number in range(1, 7463)] == five_card


def test_cactus_kev_knows_five_card_hands_only():
    for wrong in (ofc.rank("As"), ofc.rank("As Ad Kc"), ofc.rank("2c 2d 2h 2s"), 0, 9842, 9855, -1):
        with pytest.raises(ofc.OfcError, match=r"\d"):
            ofc.to_cactus_kev(wrong)
    for wrong in (0, 7463, -1):
        with pytest.raises(ofc.OfcError, match=r"\d"):
            ofc.from_cactus_kev(wrong)


# -- Properties ---------------------------------------------------------------------------------------

hands_of_any_size = st.lists(st.integers(0, 51), min_size=1, max_size=7, unique=True)


@given(hands_of_any_size, st.randoms(use_true_random=False))
def test_shuffling_a_hand_changes_nothing(hand, generator):
    shuffled = generator.sample(hand, len(hand))
    assert ofc.rank(shuffled) == ofc.rank(hand)


@given(hands_of_any_size, st.permutations(range(4)))
def test_renaming_the_suits_changes_nothing(hand, suits):
    assert ofc.rank([one - one % 4 + suits[one % 4] for one in hand]) == ofc.rank(hand)


@given(st.lists(st.integers(0, 51), min_size=2, max_size=7, unique=True))
def test_one_more_card_never_makes_a_hand_worse(hand):
    assert ofc.rank(hand) >= ofc.rank(hand[:-1])


@given(st.lists(st.integers(0, 51), min_size=2, max_size=4, unique=True))
def test_one_more_card_makes_a_short_hand_better(hand):
    assert ofc.rank(hand) > ofc.rank(hand[:-1])


@given(hands_of_any_size, hands_of_any_size)
def test_two_hands_compare_as_the_oracle_says(a, b):
    assert oracle.sign(ofc.rank(a), ofc.rank(b)) == oracle.sign(oracle.best_key(a), oracle.best_key(b))


@given(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True))
def test_text_ids_and_cards_give_the_same_strength(hand):
    text = " ".join(oracle.RANKS[one // 4] + oracle.SUITS[one % 4] for one in hand)
    assert ofc.rank(text) == ofc.rank(hand) == ofc.rank([ofc.Card(one) for one in hand]) == ofc.rank5(*hand)
