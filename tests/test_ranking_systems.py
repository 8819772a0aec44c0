"""Every system without wild cards, on every class of hands; its switches; what makes no sense."""

from __future__ import annotations

import copy
import dataclasses
import doctest
import importlib
import json
import pickle
import random
import time
from array import array
from collections import Counter
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import pytest

import ofckit as ofc
from ofckit._errors import InvalidCard, InvalidRules, OfcError
from ofckit.cards import Card
from ofckit.ranking import RANKINGS, Category, Ranking
from oracle_systems import SHORT_ORDER, TRIPS_FIRST, every_class, same_order, several_decks_key, stripped_key

import oracle

COUNTS = json.loads((Path(__file__).parent / "data" / "counts.json").read_text())
CLASSES = list(every_class())
FIVES = [hand for hand in CLASSES if len(hand) == 5]
PRESETS = [
    "high",
    "ace-to-five",
    "eight-or-better",
    "deuce-to-seven",
    "ace-to-six",
    "short-36",
    "stripped-32",
    "stripped-40",
    "twenty",
    "italian-40",
    "greek-36",
    "one-joker",
    "two-jokers",
    "bug",
    "deuces-wild",
    "one-eyed-jacks-wild",
    "lowest-card-wild",
    "three-card-poker",
]


def strengths(ranking, hands):
    return [ranking.strength(hand) for hand in hands]


# -- Every class, against the oracle -----------------------------------------------------------------------


def test_high_is_the_standard_ranking():  # rows 63, 64, 73, 74
    assert strengths(RANKINGS["high"], CLASSES) == [ofc.rank(hand) for hand in CLASSES]


@pytest.mark.parametrize(
    ("ranking", "key"),
    [
        (RANKINGS["ace-to-five"], oracle.ace_to_five_key),
        (RANKINGS["deuce-to-seven"], oracle.deuce_to_seven_key),
        (RANKINGS["ace-to-six"], oracle.ace_to_six_key),
        (
            Ranking(order="ace-to-six", broadway_is_straight=True),
            lambda hand: oracle.ace_to_six_key(hand, broadway_is_straight=True),
        ),
        (
            Ranking(order="ace-to-six", ace_pair_low=False),
            lambda hand: oracle.ace_to_six_key(hand, ace_pair_low=False),
        ),
        (
            Ranking(order="ace-to-six", ace_pair_low=False, broadway_is_straight=True),
            lambda hand: oracle.ace_to_six_key(hand, ace_pair_low=False, broadway_is_straight=True),
        ),
    ],
)
def test_low_systems(ranking, key):
    same_order(strengths(ranking, CLASSES), [key(hand) for hand in CLASSES])


@pytest.mark.parametrize(
    ("name", "classes"),
    [("ace-to-five", 6175), ("deuce-to-seven", 7462), ("ace-to-six", 7462), ("high", 7462)],
)
def test_the_number_of_classes_of_five_cards(name, classes):
    assert len(set(strengths(RANKINGS[name], FIVES))) == classes


@pytest.mark.parametrize("lowest", "23456789T")
@pytest.mark.parametrize("trips_first", [False, True])
def test_stripped_decks(lowest, trips_first):
    first = oracle.RANKS.index(lowest)
    order = TRIPS_FIRST if trips_first else SHORT_ORDER
    if lowest in "234":
        ranking = Ranking(lowest=lowest, flush_beats_full_house=True, trips_beat_straight=trips_first)
    elif lowest == "T":
        ranking = Ranking(lowest="T", straights=True, flushes=True, trips_beat_straight=trips_first)
    else:
        ranking = Ranking(lowest=lowest, trips_beat_straight=trips_first)
    hands = list(every_class(lowest=first))
    same_order(strengths(ranking, hands), [stripped_key(hand, lowest, order=order) for hand in hands])


@pytest.mark.parametrize("ranks", range(5, 14))
def test_stripped_decks_have_as_many_classes_as_counted(ranks):
    lowest = oracle.RANKS[13 - ranks]
    ranking = Ranking(lowest=lowest, straights=True, flushes=True)
    fives = every_class([5], lowest=13 - ranks)
    seen = Counter(ranking.category(strength).name for strength in set(strengths(ranking, fives)))
    names = {"SF": "STRAIGHT_FLUSH", "quads": "FOUR_OF_A_KIND", "FH": "FULL_HOUSE", "flush": "FLUSH",
             "straight": "STRAIGHT", "trips": "THREE_OF_A_KIND", "twopair": "TWO_PAIR", "pair": "PAIR",
             "high": "HIGH_CARD"}  # fmt: skip
    assert seen == Counter({names[name]: n for name, n in COUNTS[f"classes{ranks}"].items() if n})


def test_twenty_cards_know_no_straight_and_no_flush():
    hands = list(every_class(lowest=8))
    same_order(
        strengths(RANKINGS["twenty"], hands),
        [stripped_key(hand, "T", order=range(10), runs=False) for hand in hands],
    )
    assert RANKINGS["twenty"].describe("As Ks Qs Js Ts") == "Ace high, king, queen, jack and ten kickers"


def test_eight_or_better_takes_56_hands_and_no_other():
    ranking = RANKINGS["eight-or-better"]
    keys = [oracle.eight_or_better_key(hand) for hand in FIVES]
    got = strengths(ranking, FIVES)
    assert [strength == 0 for strength in got] == [key is None for key in keys]
    live = [(key, strength) for key, strength in zip(keys, got, strict=True) if key is not None]
    same_order([strength for _, strength in live], [key for key, _ in live])
    assert set(got) == set(range(57))


def test_three_card_poker():
    hands = list(combinations(range(52), 3))
    got = strengths(RANKINGS["three-card-poker"], hands)
    same_order(got, [oracle.casino_key(hand) for hand in hands])
    seen = Counter(RANKINGS["three-card-poker"].category(strength).name for strength in got)
    assert seen == {"STRAIGHT_FLUSH": 48, "THREE_OF_A_KIND": 52, "STRAIGHT": 720, "FLUSH": 1096, "PAIR": 3744,
                    "HIGH_CARD": 16440}  # fmt: skip


@pytest.mark.parametrize("decks", [2, 3, 5])
def test_several_decks(decks):
    chance = random.Random(decks)
    pack = list(range(52)) * decks
    hands = [chance.sample(pack, 5) for _ in range(4000)]
    hands += [[chance.randrange(52)] * decks + chance.sample(range(52), 5 - decks) for _ in range(200)]
    hands += [[4 * rank + 1 for rank in chance.choices(range(13), k=5)] for _ in range(2000)]
    hands = [hand for hand in hands if max(Counter(hand).values()) <= decks]
    same_order(strengths(Ranking(decks=decks), hands), [several_decks_key(hand) for hand in hands])


def test_a_house_without_straights_or_with_another_order():
    no_runs = Ranking(straights=False)
    assert no_runs.category(no_runs.strength("9s 8h 7d 6c 5s")) is Category.HIGH_CARD
    assert no_runs.category(no_runs.strength("9s 8s 7s 6s 5s")) is Category.FLUSH
    no_wheel = Ranking(wheel=False)
    assert no_wheel.category(no_wheel.strength("5s 4h 3d 2c As")) is Category.HIGH_CARD
    turned = Ranking(categories=["five of a kind", "straight flush", "four of a kind", "full house", "flush",
                                 "straight", "three of a kind", "pair", "two pair", "high card"])  # fmt: skip
    assert turned.compare("9s 9h 7d 6c 5s", "Ks Kh Qd Qc 5s") == 1
    assert turned.strength("9s 9h 7d 6c 5s") > turned.strength("As Ah Kd Kc Qs")


# -- Answers in words ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "best_to_worst"),
    [
        ("ace-to-five", ["5-4-3-2-A", "6-4-3-2-A", "6-5-3-2-A", "6-5-4-3-A", "6-5-4-3-2", "A-A-4-3-2"]),
        ("deuce-to-seven", ["7-5-4-3-2", "K-Q-J-T-8", "A-5-4-3-2", "A-6-4-3-2", "A-K-Q-J-9", "2-2-5-4-3"]),
        ("ace-to-six", ["6-4-3-2-A", "A-K-Q-J-T", "K-Q-J-T-2", "A-A-4-3-2", "2-2-4-3-A", "5-4-3-2-A"]),
        ("short-36", ["T-9-8-7-6", "A-6-7-8-9", "A-A-A-K-Q"]),
    ],
)
def test_published_orders(name, best_to_worst):
    hands = [mixed(text) for text in best_to_worst]
    got = strengths(RANKINGS[name], hands)
    assert got == sorted(got, reverse=True)
    assert len(set(got)) == len(got)


def mixed(text):
    """A hand of these ranks in more than one suit."""
    seen: Counter[str] = Counter()
    hand = []
    for place, rank in enumerate(text.split("-")):
        hand.append(rank + "shdc"[(seen[rank] + (place == 4)) % 4 if text.count(rank) == 1 else seen[rank]])
        seen[rank] += 1
    return hand


@cache
def named_wild(rank):
    return Ranking(wild=rank)


BEST_OF_MORE = [
    *("high", "ace-to-five", "deuce-to-seven", "ace-to-six", "eight-or-better", "short-36"),
    *("one-joker", "bug", "lowest-card-wild", "three-card-poker"),
]


@pytest.mark.parametrize("name", BEST_OF_MORE)
@pytest.mark.parametrize("n", [6, 7, 8, 10])
def test_the_best_of_more_cards(name, n):  # rows 65, 70
    ranking = RANKINGS[name]
    chance = random.Random(f"{name} {n}")
    deck = range(4 * ranking.first_rank, 52 + ranking.jokers)
    for _ in range(40):
        hand = chance.sample(deck, n)
        if ranking.lowest_wild:
            low = min(card for card in hand if card < 52) // 4
            best = max(named_wild(oracle.RANKS[low]).strength(five) for five in combinations(hand, 5))
        else:
            best = max(ranking.strength(choice) for choice in combinations(hand, ranking.size))
        assert ranking.strength(hand) == best
        if best:
            assert ranking.has_wild or ranking.strength(ranking.resolve(hand)) == best


def test_the_best_of_a_whole_deck():
    assert RANKINGS["high"].strength(range(52)) == 9841
    assert RANKINGS["one-joker"].strength(range(53)) == 9854
    assert RANKINGS["ace-to-five"].describe(range(52)) == "wheel: 5-4-3-2-A"
    assert RANKINGS["deuce-to-seven"].describe(range(52)) == "number one: 7-5-4-3-2"
    low = RANKINGS["deuce-to-seven"]
    assert low.strength(range(52)) == low.strength("7c 5d 4h 3s 2c")
    assert [str(card) for card in RANKINGS["ace-to-six"].resolve(range(52))][-1][0] == "A"


def test_suits_are_equal_and_the_wheel_is_the_lowest_straight():
    high = RANKINGS["high"]
    assert high.compare("As Ks Qs Js Ts", "Ah Kh Qh Jh Th") == 0
    assert high.compare("5s 4h 3d 2c As", "6s 5h 4d 3c 2s") == -1
    assert high.category(high.strength("3s 2h Ad Kc Qs")) is Category.HIGH_CARD


def test_a_missing_kicker_loses_to_any_kicker():  # rows 73, 74
    for name in ("high", "one-joker", "short-36"):
        best_to_worst = ["8s 8h Kd", "8s 8h 7d 6c", "8s 8h 7d", "8s 8h", "Ts", "9s 7h", "9s 6h 6d"[:5], "9s"]
        got = [RANKINGS[name].strength(hand) for hand in best_to_worst]
        assert got == sorted(got, reverse=True), name
        assert len(set(got)) == len(got), name


def test_the_order_of_suits_decides_seats_and_odd_chips():
    assert Ranking().highest_card("Kh Ks Qd Kd") == Card("Ks")
    assert Ranking(suit_order="hdcs").highest_card("Kh Ks Qd Kd") == Card("Kh")
    with pytest.raises(InvalidCard, match="natural"):
        Ranking(jokers=1).highest_card("X1 Ks")


ORDERS_OF_SUITS = ("shdc", "shcd", "sdch", "hsdc", "hdsc", "hdcs", "dshc", "dhsc", "cshd")


@pytest.mark.parametrize("order", ORDERS_OF_SUITS)
@pytest.mark.parametrize(
    ("rule", "pattern"),
    [
        ("highest-card", "{}A K Q J 9"),
        ("highest-card", "{}A K K 4 3"),
        ("highest-card", "{}5 4 3 2 A"),  # the five, not the ace, is the highest of this straight
        ("highest-paired", "{}A K Q J 9"),  # nothing paired: the highest card
        ("highest-unpaired", "K K {}9 4 3"),
        ("highest-unpaired", "A A 7 7 {}2"),
    ],
)
def test_suit_tie_breaks(order, rule, pattern):
    ranking = Ranking(suit_tie_break=rule, suit_order=order)
    for high, low in combinations(order, 2):
        a, b = tied_hands(pattern, high, low)
        assert ranking.strength(a) == ranking.strength(b)
        assert ranking.compare(a, b) == 1, (a, b)
        assert ranking.compare(b, a) == -1
        assert ranking.winners([b, a]) == [1]
        assert RANKINGS["high"].compare(a, b) == 0  # switched off, suits never decide


def tied_hands(pattern, high, low):
    """Two hands of this pattern: {} is the suit `high` in the first, `low` in the second."""
    hands = []
    for mine, other in ((high, low), (low, high)):
        rest = [suit for suit in "cdhs" if suit not in (mine, other)]
        hand: list[str] = []
        for word in pattern.split():
            rank = word[-1]
            if "{}" in word:
                free = [suit for suit in (mine, *rest) if rank + suit not in hand]
            else:
                free = [suit for suit in (other, *rest, mine) if rank + suit not in hand]
            hand.append(rank + free[0])
        hands.append(hand)
    return hands


@pytest.mark.parametrize("order", ORDERS_OF_SUITS)
@pytest.mark.parametrize("rest", ["A 4 3", "A 4 4", "9 4 3"])
def test_the_suit_of_the_highest_paired_card(order, rest):
    ranking = Ranking(suit_tie_break="highest-paired", suit_order=order)
    for second in order[1:]:
        lower = [suit for suit in order[1:] if suit != second]
        a = [f"K{order[0]}", f"K{second}", *mixed("-".join(rest.split()))]
        b = [f"K{suit}" for suit in lower] + [f"{card[0]}{'dcsh'['shdc'.index(card[1])]}" for card in a[2:]]
        assert ranking.strength(a) == ranking.strength(b)
        assert ranking.compare(a, b) == 1
        assert ranking.winners([b, a]) == [1]


def test_a_shared_card_breaks_no_tie():
    ranking = Ranking(suit_tie_break="highest-card")
    assert ranking.compare("As Kd Qh 9c 4s", "As Kh Qd 9s 4c") == 0


def test_a_tie_break_looks_at_the_best_choice_of_more_cards():
    ranking = Ranking(suit_tie_break="highest-card", suit_order="shdc")
    assert ranking.compare("9h 8h 7d 6c 5s 9s", "9d 8s 7s 6s 5c 2h") == 1


# -- Rules without a best hand -----------------------------------------------------------------------

MINIMUM, MAXIMUM = "Ah 5h 6h 7h 8h", "As Ks Qs Js Ts"
MEDIUM, LOWER_MEDIUM = "Jd Td 9d 8d 7d", "Tc 9c 8c 7c 6c"


def test_italian_straight_flushes_go_round_in_a_circle():  # rows 88, 89, 90
    ranking = RANKINGS["italian-40"]
    assert ranking.compare(MINIMUM, MAXIMUM) == 1
    assert ranking.compare(MAXIMUM, MEDIUM) == 1
    assert ranking.compare(MEDIUM, MINIMUM) == 1
    assert ranking.compare(MEDIUM, LOWER_MEDIUM) == 1
    assert ranking.compare(MINIMUM, MEDIUM) == -1
    assert ranking.compare("9s 9h 9d 9c As", MINIMUM) == -1
    assert ranking.compare(MINIMUM, "Ac 5c 6c 7c 8c") == 0


def test_italian_minimum_medium_and_maximum_share():
    ranking = RANKINGS["italian-40"]
    for hands in permutations([MINIMUM, MEDIUM, MAXIMUM, LOWER_MEDIUM, "9s 9h 9d 9c 5s"]):
        best = sorted(hands.index(hand) for hand in (MINIMUM, MEDIUM, MAXIMUM))
        assert ranking.winners(hands) == best  # the lower medium is beaten by the other medium
    assert ranking.winners([MINIMUM, MAXIMUM]) == [0]
    assert ranking.winners([MEDIUM, MAXIMUM]) == [1]
    assert ranking.winners([MEDIUM, MINIMUM, LOWER_MEDIUM]) == [0]


IMPERIAL, SIXES = "Ah Kh Qh Jh Th", "6s 6h 6d 6c 9s"


def test_the_greek_imperial_flush_loses_to_four_of_the_lowest_rank_alone():
    ranking = RANKINGS["greek-36"]
    assert ranking.compare(IMPERIAL, "As Ks Qs Js Ts") == 1
    assert ranking.compare(SIXES, IMPERIAL) == 1
    assert ranking.compare("7s 7h 7d 7c As", SIXES) == 1
    assert ranking.compare(IMPERIAL, "7s 7h 7d 7c As") == 1
    assert ranking.winners([IMPERIAL, SIXES]) == [1]
    assert ranking.winners(["As Ks Qs Js Ts", IMPERIAL]) == [1]


def test_a_third_hand_between_them_splits_the_pot():
    ranking = RANKINGS["greek-36"]
    assert ranking.winners([IMPERIAL, SIXES, "7s 7d 7h 7c 8s"]) == [0, 1, 2]
    assert ranking.winners([IMPERIAL, SIXES, "8s 8d 8h 7c 7s"]) == [1]
    assert ranking.winners(["7s 7d 7h 7c 8s", SIXES, IMPERIAL, "8s 8d 8h 8c 9d"]) == [1, 2, 3]


# -- The showdown --------------------------------------------------------------------------------------


def test_winners_share_equal_hands():
    assert RANKINGS["high"].winners(["As Kd 7h 5c 2s", "Ah Ks 7d 5h 2c", "Kh Kc 3d 2d 4c"]) == [2]
    assert RANKINGS["ace-to-five"].winners(["5s 4h 3d 2c As", "9c 8d 7h 6s 5c", "5c 4d 3h 2s Ac"]) == [0, 2]
    assert RANKINGS["high"].winners([]) == []


def test_nobody_wins_a_low_that_nobody_has():
    ranking = RANKINGS["eight-or-better"]
    assert ranking.winners(["Ks Qh 8d 7c 6s", "Kd Qc 8h 7s 6h"]) == []
    assert ranking.winners(["Ks Qh 8d 7c 6s", "8d 7c 6s 5h 4d"]) == [1]
    assert ranking.compare("Ks Qh 8d 7c 6s", "Kd Qc 8h 7s 6h") == 0
    assert ranking.describe("Ks Qh 8d 7c 6s") == "No low"
    with pytest.raises(OfcError, match="not qualify"):
        ranking.resolve("Ks Qh 8d 7c 6s")
    with pytest.raises(OfcError, match="no category"):
        ranking.category(0)


@pytest.mark.parametrize(
    ("name", "hand", "words"),
    [
        ("ace-to-five", "8s 6h 5d 4c 2s", "8-6-5-4-2 low"),
        ("eight-or-better", "Ts 8h 6d 6c 3s 2h Ad", "8-6-3-2-A low"),
        ("ace-to-five", "As Ad 4c 3h 2s", "Pair of aces, 4-3-2"),
        ("ace-to-five", "7s 7d 4c 4h As", "Two pair, sevens and fours, A"),
        ("deuce-to-seven", "7c 5d 4h 3s 2c", "number one: 7-5-4-3-2"),
        ("deuce-to-seven", "7c 6d 4h 3s 2c", "number two: 7-6-4-3-2"),
        ("deuce-to-seven", "7c 5c 4c 3c 2c", "Flush, 7-5-4-3-2"),
        ("deuce-to-seven", "6c 5d 4h 3s 2c", "Straight, six high"),
        ("deuce-to-seven", "Ac 5d 4h 3s 2c", "A-5-4-3-2 low"),
        ("ace-to-six", "Ac Kd Qh Js Tc", "K-Q-J-T-A low"),
        ("ace-to-six", "6c 4d 3h 2s Ac", "number one: 6-4-3-2-A"),
        ("ace-to-five", "8s 6h", "8-6 low"),
        ("ace-to-five", "9s 9h 9d 9c As", "Four of a kind, nines, A"),
        ("ace-to-five", "9s 9h 9d Ac As", "Full house, nines over aces"),
        ("short-36", "As 6h 7d 8c 9s", "Straight, nine high"),
        ("high", "9s 9h 9d 4c 4s", "Full house, nines over fours"),
        ("three-card-poker", "Ks Qs Jd", "Straight, king high"),
    ],
)
def test_hands_in_the_words_of_the_system(name, hand, words):
    assert RANKINGS[name].describe(hand) == words


# -- Batches -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6, 7, 9])
def test_batches_give_what_single_hands_give(name, k):
    ranking = RANKINGS[name]
    if ranking.qualify and k < 5:
        with pytest.raises(InvalidCard, match=f"wrong number of cards: {k}"):
            ranking.rank_many(memoryview(bytes(k)).cast("B", (1, k)))
        return
    chance = random.Random(f"{name} {k}")
    deck = range(4 * ranking.first_rank, 52 + ranking.jokers)
    hands = [chance.sample(deck, k) for _ in range(150)]
    flat = bytes(card for hand in hands for card in hand)
    got = ranking.rank_many(memoryview(flat).cast("B", (150, k)))
    assert list(got) == strengths(ranking, hands)


def test_a_batch_names_the_first_bad_row():
    np = pytest.importorskip("numpy")
    hands = np.tile(np.array([51, 47, 43, 39, 34], np.uint8), (500, 1))
    ranking = RANKINGS["short-36"]
    for row, wrong, why in (
        (0, 4, "3c is not in a 36-card deck"),
        (63, 52, "joker X1"),
        (64, 254, "254"),
        (129, 51, "duplicate card: As is card 1 and card 5"),
        (499, 0, "2c is not in"),
    ):
        bad = hands.copy()
        bad[row, 4] = wrong
        with pytest.raises(InvalidCard, match=rf"^row {row}: .*{why}"):
            ranking.rank_many(bad)
        with pytest.raises(InvalidCard, match=rf"^row {row}: .*{why}"):
            ranking.rank_many(bad.astype(np.int64))
    bad = hands.astype(np.int32)
    bad[3, 0] = -1
    with pytest.raises(InvalidCard, match="row 3: card id out of range: -1"):
        ranking.rank_many(bad)


def test_a_batch_of_jokers_in_any_shape_of_memory():
    np = pytest.importorskip("numpy")
    ranking = RANKINGS["two-jokers"]
    hands = np.array([[52, 53, 51, 47, 0]] * 70, np.uint8)
    want = [ranking.strength([52, 53, 51, 47, 0])] * 70
    wide = (hands.astype(np.int32), hands.astype(np.uint64))
    for given in (hands, *wide, np.asfortranarray(hands), hands[::-1]):
        assert ranking.rank_many(given).tolist() == want
    out = np.zeros(70, np.uint16)
    assert ranking.rank_many(hands, out=out) is out
    assert out.tolist() == want
    with pytest.raises(ValueError, match="out"):
        ranking.rank_many(hands, out=np.zeros(69, np.uint16))
    assert isinstance(ranking.rank_many(memoryview(hands.tobytes()).cast("B", (70, 5))), array | np.ndarray)


def test_copies_of_a_card_up_to_the_number_of_decks():
    two = Ranking(decks=2)
    assert two.category(two.strength("As As Ks Qs Js")) is Category.FLUSH
    with pytest.raises(InvalidCard, match="As appears 3 times, but there are 2 decks"):
        two.strength("As As As Ks Qs")
    np = pytest.importorskip("numpy")
    with pytest.raises(InvalidCard, match="row 1: As appears 3 times"):
        two.rank_many(np.array([[51, 51, 1, 2, 3], [51, 51, 51, 2, 3]], np.uint8))
    five = Ranking(decks=5)
    got = five.rank_many(np.array([[51] * 5] * 200, np.uint8)).tolist()
    assert got == [five.strength([51] * 5)] * 200
    assert five.category(got[0]) is Category.FIVE_OF_A_KIND


# -- What is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hand", "why"),
    [
        ("short-36", "As Ks Qs Js 2c", "2c is not in a 36-card deck"),
        ("high", "As Ks Qs Js X1", "joker X1 is not in this game, which has no jokers"),
        ("one-joker", "As Ks Qs X2 X1", "joker X2 is not in this game, which has one joker, X1"),
        ("high", "As Ks Qs As Js", "duplicate card: As is card 1 and card 4"),
        ("two-jokers", "3d 3d 3d 5h Jk", "duplicate card: 3d"),
        ("high", "", "wrong number of cards: 0"),
        ("eight-or-better", "8s 7h 6d 5c", "wrong number of cards: 4; a low of 8 or better takes at least 5"),
        ("high", "As Zs", "Z"),
    ],
)
def test_hands_that_are_refused(name, hand, why):
    with pytest.raises(InvalidCard, match=why):
        RANKINGS[name].strength(hand)
    with pytest.raises(InvalidCard, match=why):
        RANKINGS[name].describe(hand)


@pytest.mark.parametrize(
    ("switches", "why"),
    [
        ({"order": "deuce-to-sevn"}, "order = 'deuce-to-sevn'.*did you mean 'deuce-to-seven'"),
        ({"lowest": "J"}, "lowest = 'J': must be a rank"),
        ({"lowest": 6.5}, "lowest"),
        ({"decks": 0}, "decks = 0"),
        ({"decks": True}, "decks = True"),
        ({"jokers": 3}, "jokers = 3"),
        ({"size": 4}, "size = 4"),
        ({"size": 3, "order": "ace-to-five"}, "low hands have five cards"),
        ({"wild": "X1"}, "jokers are wild by themselves"),
        ({"wild": "2", "lowest": "6"}, "wild 2c is not in a deck whose lowest rank is 6"),
        ({"wild": "2 3 4 5 6 7 8 9 10 J Q K A"}, "every card is wild"),
        ({"bug": True}, "jokers=1"),
        ({"bug": True, "jokers": 1, "order": "ace-to-five"}, "lowest rank not yet held"),
        ({"bug": 1, "jokers": 1}, "bug = 1: must be True or False"),
        ({"lowest_wild": "some"}, "lowest_wild = 'some'"),
        ({"lowest_wild": "all", "order": "ace-to-five"}, "best one already"),
        ({"natural_beats_wild": True}, "no wild card"),
        ({"double_ace_flush": True}, "wild cards"),
        ({"double_ace_flush": True, "jokers": 1, "flushes": False}, "flushes"),
        ({"qualify": "8"}, "order is 'high'"),
        ({"qualify": "x", "order": "ace-to-five"}, "qualify = 'x'"),
        ({"ace_pair_low": False}, "belongs to order 'ace-to-six'"),
        ({"straights": True, "order": "ace-to-five"}, "use 'ace-to-six'"),
        ({"wheel": True, "order": "deuce-to-seven"}, "ace is always high"),
        ({"straights": False, "wheel": True}, "no straights"),
        ({"straights": False, "trips_beat_straight": True}, "no straights"),
        ({"flushes": False, "flush_beats_full_house": True}, "no flushes"),
        ({"categories": ["pair"]}, "all ten"),
        ({"categories": ["pears"]}, "did you mean 'pair'"),
        ({"categories": [*Category, Category.PAIR]}, "twice"),
        ({"categories": list(Category)[::-1], "trips_beat_straight": True}, "give one of them"),
        ({"suit_order": "shd"}, "four suits"),
        ({"suit_tie_break": "highest"}, "suit_tie_break = 'highest'"),
        ({"suit_tie_break": "highest-card", "order": "ace-to-five"}, "which suit is the lower"),
        ({"unbeatable": "french"}, "unbeatable = 'french'"),
        ({"unbeatable": "italian", "flushes": False}, "straight flushes"),
        ({"unbeatable": "greek", "jokers": 1}, "without wild cards"),
        ({"unbeatable": "italian", "decks": 2}, "one deck"),
        ({"unbeatable": "italian", "wheel": False}, "A low"),
    ],
)
def test_systems_that_make_no_sense(switches, why):
    with pytest.raises(InvalidRules, match=why):
        Ranking(**switches)


def test_replacing_switches():
    short = RANKINGS["short-36"].replace(trips_beat_straight=True, name="triton-not")
    assert short.compare("9s 9d 9h Kc 6s", "6d 7h 8c 9c Td") == 1
    with pytest.raises(InvalidRules, match="no switch 'joker'; did you mean 'jokers'"):
        RANKINGS["high"].replace(joker=1)
    with pytest.raises(TypeError):
        Ranking("high")  # keywords only


# -- Values that behave --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_values(name):
    ranking = RANKINGS[name]
    ranking.strength("As Ks Qs Js Ts")
    assert ranking.name == name
    assert eval(repr(ranking)) == ranking
    assert pickle.loads(pickle.dumps(ranking)) == ranking
    assert copy.deepcopy(ranking) == ranking == copy.copy(ranking)
    assert hash(ranking) == hash(eval(repr(ranking)))
    with pytest.raises(AttributeError):
        ranking.jokers = 2


def test_the_presets_are_those_of_the_rules():
    assert list(RANKINGS) == PRESETS
    assert len(RANKINGS) == len(PRESETS)
    with pytest.raises(KeyError, match="no ranking named 'duece-to-seven'; did you mean 'deuce-to-seven'"):
        RANKINGS["duece-to-seven"]
    with pytest.raises(InvalidRules, match="known: high, ace-to-five"):
        RANKINGS["zzz"]
    with pytest.raises(TypeError):
        RANKINGS["high"] = None
    assert "bug" in repr(RANKINGS)


def test_categories_survive_repr():
    ranking = Ranking(categories=[*Category][::-1])
    assert eval(repr(ranking)) == ranking


def test_wild_cards_are_named_once_in_one_way():
    assert Ranking(wild="2, jh JS").wild == ("2", "Jh", "Js") == Ranking(wild=["2", "Jh", "Js", "jh"]).wild
    assert Ranking(wild="10").wild == ("T",)
    assert Ranking(lowest="10").lowest == "T"


@pytest.mark.parametrize("name", PRESETS)
def test_compiling_is_quick(name):
    times = []
    for _ in range(3):
        ranking = RANKINGS[name].replace(name="again")
        start = time.perf_counter()
        assert ranking.compiled
        times.append(time.perf_counter() - start)
    assert min(times) < 0.4  # measured: at most a tenth of a second; four times that on a busy machine


def test_every_strength_has_a_category_and_no_other_number():
    for name, most in (("high", 9854), ("ace-to-six", 9854), ("ace-to-five", 8567), ("eight-or-better", 56)):
        ranking = RANKINGS[name]
        assert ranking.category(most) is (Category.FIVE_OF_A_KIND if name == "high" else Category.HIGH_CARD)
        assert all(ranking.category(strength) in Category for strength in range(1, most + 1))
        for wrong in (most + 1, -1, 10**6, 1.5, *([0] if name != "eight-or-better" else [])):
            with pytest.raises(OfcError, match=rf"a strength of this ranking is 1\.\.{most}, not"):
                ranking.category(wrong)


# -- The page ---------------------------------------------------------------------------------------------

PAGE = Path(__file__).parent.parent / "docs" / "rankings.md"


def test_the_examples_of_the_page():
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0


def test_the_page_names_every_preset_and_every_switch():
    text = PAGE.read_text(encoding="utf-8")
    for name in PRESETS:
        assert f"`{name}`" in text
    for field in dataclasses.fields(Ranking):
        assert f"`{field.name}`" in text or field.name == "name"


@pytest.mark.parametrize("module", ["_hands", "_system"])
def test_the_examples_of_the_module(module):
    result = doctest.testmod(importlib.import_module(f"ofckit.ranking.{module}"))
    assert result.failed == 0 < result.attempted
