"""Wild cards: every hand by brute force over what its wild cards may become."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import chain, combinations
from math import comb
from pathlib import Path

import pytest

import ofckit as ofc
from ofckit._errors import InvalidCard
from ofckit.cards import Card
from ofckit.ranking import RANKINGS, Category, Ranking, strength_key
from oracle_systems import (
    bug_key,
    double_ace_key,
    joker_key,
    low_joker_key,
    lowest_wild_key,
    same_order,
    stripped_key,
)

import oracle

COUNTS = json.loads((Path(__file__).parent / "data" / "counts.json").read_text())
ONE, TWO, BUG = RANKINGS["one-joker"], RANKINGS["two-jokers"], RANKINGS["bug"]
DEUCES, TWO_DEUCES = RANKINGS["deuces-wild"], Ranking(wild="2c 2d")
ROYAL = 9841


def sample(seed, deck, n, sizes=(5, 5, 5, 3, 4, 2, 1)):
    chance = random.Random(seed)
    return [chance.sample(deck, chance.choice(sizes)) for _ in range(n)]


def split(hand, wild):
    """(natural cards, number of wild ones)."""
    natural = [card for card in hand if card not in wild]
    return natural, len(hand) - len(natural)


# -- All hands, by category ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranking", "name", "cards"),
    [
        (ONE, "jokers1", 53),
        (TWO, "jokers2", 54),
        (BUG, "bug", 53),
        (DEUCES, "deuces", 52),
        (TWO_DEUCES, "deuces2", 52),
    ],
)
def test_all_hands_by_category(ranking, name, cards, every_hand_of):
    np = pytest.importorskip("numpy")
    hands = every_hand_of(cards)
    assert len(hands) == comb(cards, 5)
    got = ranking.rank_many(hands)
    seen: Counter[str] = Counter()
    for strength, count in enumerate(np.bincount(got).tolist()):
        if count:
            kind = ranking.category(strength).name.lower().replace("_", " ")
            seen["royal flush" if strength == ROYAL else kind] += count
    seen["one pair"] = seen.pop("pair")
    assert seen == Counter(COUNTS[name])


@pytest.fixture(scope="session")
def every_hand_of():
    """A function from the number of cards, 52 to 54, to all hands of five of them."""
    np = pytest.importorskip("numpy")
    made = {}

    def hands(cards):
        if cards not in made:
            made[cards] = combinations_of(np, range(cards), 5)
        return made[cards]

    return hands


def combinations_of(np, cards, k):
    """All choices of k of these cards, uint8 (C(n, k), k), in order."""
    count = comb(len(cards), k)
    return np.fromiter(chain.from_iterable(combinations(cards, k)), np.uint8, count * k).reshape(count, k)


# -- All hands, by order ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranking", "wild"),
    [(ONE, [52]), (TWO, [52, 53]), (BUG, [52]), (DEUCES, [0, 1, 2, 3]), (TWO_DEUCES, [0, 1])],
    ids=["one-joker", "two-jokers", "bug", "deuces", "two-deuces"],
)
@pytest.mark.exhaustive
def test_all_hands_by_order(ranking, wild):
    """Every natural part, every substitution: the best standard strength over all of them, in batches."""
    np = pytest.importorskip("numpy")
    natural = [card for card in range(52) if card not in wild]
    for w in range(1, len(wild) + 1):
        parts = combinations_of(np, natural, 5 - w)
        best = np.zeros(len(parts), np.uint16)
        for stand_ins in combinations(range(52), w):
            new = np.array(stand_ins, np.uint8)
            free = ~(parts[:, :, None] == new).any(axis=(1, 2))
            hands = np.concatenate([parts[free], np.tile(new, (int(free.sum()), 1))], axis=1)
            got = ofc.rank_many(np.ascontiguousarray(hands))
            if ranking.bug:
                kinds = np.searchsorted([0, 8220, 9507, 9832, 9842], got, side="right")
                keep = (new[0] >= 48) | (kinds == 2) | (kinds == 4)
                got = np.where(keep, got, 0)
            best[free] = np.maximum(best[free], got)
        ranks = (parts >> 2).astype(np.uint16)
        same = (ranks == ranks[:, :1]).all(axis=1) & ((ranks[:, 0] == 12) | (not ranking.bug))
        best[same] = 9842 + ranks[same, 0]
        for marks in combinations(wild, w):
            whole = np.concatenate([parts, np.tile(np.array(marks, np.uint8), (len(parts), 1))], axis=1)
            assert (ranking.rank_many(np.ascontiguousarray(whole)) == best).all()


# -- Samples, against the oracle ----------------------------------------------------------------------------


def key_of(ranking, hand):
    return strength_key(ranking.strength(hand))  # these systems keep the standard scale


@pytest.mark.parametrize(
    ("ranking", "wild", "deck", "n"),
    [
        (ONE, {52}, 53, 3000),
        (TWO, {52, 53}, 54, 700),
        (DEUCES, {0, 1, 2, 3}, 52, 700),
        (TWO_DEUCES, {0, 1}, 52, 700),
        (RANKINGS["one-eyed-jacks-wild"], {4 * 9 + 2, 4 * 9 + 3}, 52, 700),
        (Ranking(jokers=1, wild="2h Kd"), {52, 2, 45}, 53, 700),
    ],
)
@pytest.mark.parametrize("five_of_a_kind", [True, False])
def test_wild_cards_are_the_best_of_all_they_may_be(ranking, wild, deck, n, five_of_a_kind):
    ranking = ranking.replace(five_of_a_kind=five_of_a_kind)
    for hand in wild_sample(f"{ranking} {n}", range(deck), wild, n // 2):
        natural, count = split(hand, wild)
        assert key_of(ranking, hand) == joker_key(natural, count, five_of_a_kind=five_of_a_kind), hand


def wild_sample(seed, deck, wild, n):
    """Hands of one to five cards, most with a wild card, none with more than two."""
    hands = [hand for hand in sample(seed, deck, 3 * n) if len(set(hand) & wild) < 3]
    hands.sort(key=lambda hand: -len(set(hand) & wild))
    chance = random.Random(seed)
    for _ in range(n // 2):  # suited, or from few ranks: where the rules differ
        suit, top = chance.randrange(4), chance.randrange(13)
        pool = [card for card in deck if card < 52 and (card % 4 == suit or abs(card // 4 - top) < 2)]
        natural = chance.sample([card for card in pool if card not in wild], 4)
        hands.insert(0, [*natural, chance.choice(sorted(wild))])
    return hands[:n]


@pytest.mark.parametrize("hand", ["2s 2h 2d 7c 7d", "2s 2h 2d 9s 3c", "2s 2h 2d 9c", "2s 2h 2d"])
def test_three_wild_deuces(hand):
    natural, count = split([int(card) for card in ofc.cards(hand)], {0, 1, 2, 3})
    assert key_of(DEUCES, hand) == joker_key(natural, count)


def test_bugs():
    for hand in wild_sample("bug", range(53), {52}, 2000):
        natural, count = split(hand, {52})
        assert key_of(BUG, hand) == (bug_key(natural) if count else oracle.key(natural)), hand


def test_double_ace_flushes():
    for jokers, n in ((1, 1500), (2, 300)):
        ranking = Ranking(jokers=jokers, double_ace_flush=True)
        wild = set(range(52, 52 + jokers))
        hands = wild_sample(jokers, range(52 + jokers), wild, n)
        keys = [double_ace_key(*split(hand, wild)) for hand in hands]
        same_order([ranking.strength(hand) for hand in hands], keys)


@pytest.mark.parametrize(
    ("order", "key"),
    [
        ("ace-to-five", oracle.ace_to_five_key),
        ("deuce-to-seven", oracle.deuce_to_seven_key),
        ("ace-to-six", oracle.ace_to_six_key),
    ],
)
def test_wild_cards_in_low_hands(order, key):
    ranking = Ranking(order=order, jokers=2)
    hands = [hand for hand in wild_sample(order, range(54), {52, 53}, 900) if len(hand) == 5]
    same_order(
        [ranking.strength(hand) for hand in hands],
        [low_joker_key(*split(hand, {52, 53}), key) for hand in hands],
    )


@pytest.mark.parametrize("one", [False, True])
def test_the_lowest_card_wild(one):
    ranking = Ranking(lowest_wild="one" if one else "all")
    for hand in sample(f"lowest {one}", range(52), 700):
        if not one and max(Counter(card // 4 for card in hand).values()) > 2:
            continue
        assert key_of(ranking, hand) == lowest_wild_key(hand, one=one), hand


def test_wild_cards_of_36_cards():
    ranking = Ranking(lowest="6", jokers=1)
    deck = range(16, 52)
    hands = [hand for hand in sample("36", [*deck, 52], 1500) if 52 in hand and len(hand) == 5]
    keys = []
    for hand in hands:
        natural = [card for card in hand if card < 52]
        best = max(stripped_key([*natural, card], "6") for card in deck if card not in natural)
        fives = [(9, (natural[0] // 4,))] if len({card // 4 for card in natural}) == 1 else []
        keys.append(max([best, *fives]))
    same_order([ranking.strength(hand) for hand in hands], keys)


def test_wild_cards_of_several_decks_may_be_copies():
    ranking = Ranking(decks=2, jokers=1)
    assert ranking.category(ranking.strength("As As Ks Qs X1")) is Category.FLUSH
    assert ranking.category(ranking.strength("As As Ah Ad X1")) is Category.FIVE_OF_A_KIND
    assert ranking.category(ranking.strength("X1 X1 Ah Ad As")) is Category.FIVE_OF_A_KIND
    with pytest.raises(InvalidCard, match="X1 appears 3 times"):
        ranking.strength("X1 X1 X1 Ah Ad")


# -- Answers in words ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranking", "hand", "said"),
    [
        (ONE, "As 9s 8s 5s X1", "Flush, ace high with king, nine, eight and five (X1 is Ks)"),
        (ONE, "8s 8h 8d 8c X1", "Five eights (X1 is 8s)"),
        (ONE, "As Ks Qs Js X1", "Royal flush (X1 is Ts)"),
        (BUG, "6s 6h 6d 6c X1", "Four of a kind, sixes, ace kicker (X1 is As)"),
        (BUG, "8s 8h 5d 5c X1", "Two pair, eights and fives, ace kicker (X1 is As)"),
        (BUG, "As Ah Ad Ac X1", "Five aces (X1 is As)"),
        (BUG, "9s 8h 7d 6c X1", "Straight, ten high (X1 is Ts)"),
        (BUG, "9s 9h X1", "Pair of nines, ace kicker (X1 is As)"),
        (Ranking(jokers=1, double_ace_flush=True), "As 9s 8s 5s X1",
         "Flush, ace high with ace, nine, eight and five (X1 is As)"),
        (DEUCES, "2s 2h Kd Kc 9s", "Four of a kind, kings, nine kicker (2s is Ks, 2h is Kh)"),
        (RANKINGS["one-eyed-jacks-wild"], "Jh Js 7d 7c 7s", "Five sevens (Jh is 7h, Js is 7s)"),
        (RANKINGS["one-eyed-jacks-wild"], "Jd Jc 7d 7c 7s", "Full house, sevens over jacks"),
        (RANKINGS["lowest-card-wild"], "3s 3h Kd Kc 9s",
         "Four of a kind, kings, nine kicker (3s is Ks, 3h is Kh)"),
        (Ranking(lowest_wild="one"), "3s 3h Kd Kc 9s",
         "Three of a kind, kings, nine and three kickers (3s is Ks)"),
        (RANKINGS["lowest-card-wild"], "As Ks Qd Jc 9h", "Straight, ace high (9h is Ts)"),
        (Ranking(order="ace-to-five", jokers=1), "6s 5h 4d 2c X1", "6-5-4-2-A low (X1 is As)"),
        (Ranking(order="deuce-to-seven", jokers=1), "6s 5h 4d 2c X1", "number four: 7-6-5-4-2 (X1 is 7s)"),
        (TWO.replace(five_of_a_kind=False), "As Ah Ad X1 X2",
         "Four of a kind, aces, king kicker (X1 is Ac, X2 is Ks)"),
    ],
)  # fmt: skip
def test_what_a_wild_card_stands_for(ranking, hand, said):
    assert ranking.describe(hand) == said


def test_two_copies_of_the_same_wild_rank_decide_nothing_by_default():
    natural, wild = "9s 9h 9d Kc 4s", "9c 9s X1 Kd 4h"
    assert ONE.compare(natural, wild) == 0
    house = ONE.replace(natural_beats_wild=True)
    assert house.compare(natural, wild) == 1
    assert house.compare("9s 9h 9d Kc 5s", "9c 9s X1 Kd 6h") == -1
    assert house.winners([wild, natural]) == [1]
    assert house.category(house.strength(wild)) is Category.THREE_OF_A_KIND
    assert house.describe(wild).startswith("Three of a kind, nines")


def test_fewer_wild_cards_win_by_natural_beats_wild():
    house = TWO.replace(natural_beats_wild=True)
    a, b = "Ks Kh Kd X1 9s", "Ks Kh X1 X2 9d"
    assert (TWO.compare(a, b), house.compare(a, b)) == (0, 1)
    for hand in sample("natural", range(54), 500):
        seen = house.strength(hand)
        _, wild = split(hand, {52, 53})
        assert (seen + 5) // 6 == TWO.strength(hand)
        assert -seen % 6 == wild


def test_the_best_choice_keeps_its_natural_cards():
    house = ONE.replace(natural_beats_wild=True)
    assert house.describe("As Ks Qs Js Ts X1") == "Royal flush"


@pytest.mark.parametrize(
    "ranking",
    [ONE, TWO, BUG, DEUCES, RANKINGS["one-eyed-jacks-wild"],
     Ranking(lowest_wild="all"), Ranking(lowest_wild="one"), Ranking(jokers=1, lowest_wild="all"),
     Ranking(jokers=2, double_ace_flush=True), Ranking(jokers=2, five_of_a_kind=False),
     Ranking(jokers=2, bug=True), Ranking(jokers=1, bug=True, wild="2"),
     Ranking(jokers=2, natural_beats_wild=True), Ranking(order="deuce-to-seven", jokers=2),
     Ranking(order="ace-to-five", jokers=2, qualify="8"), Ranking(lowest="7", jokers=2),
     Ranking(size=3, jokers=2)],
)  # fmt: skip
def test_resolved_cards_are_natural_ones_of_the_same_worth(ranking):
    plain = ranking.replace(jokers=0, wild=(), bug=False, lowest_wild=None, natural_beats_wild=False,
                            double_ace_flush=False, decks=3)  # fmt: skip
    deck = range(4 * ranking.first_rank, 52 + ranking.jokers)
    sizes = (5, 6, 7) if ranking.qualify else (5, 5, 5, 3, 6, 7, 1)
    for hand in sample(repr(ranking), deck, 400, sizes):
        strength = ranking.strength(hand)
        if not strength:
            continue
        resolved = ranking.resolve(hand)
        assert len(resolved) == min(len(hand), ranking.size)
        assert all(0 <= card < 52 and card // 4 >= ranking.first_rank for card in resolved)
        kind = ranking.category(strength)
        if ranking.double_ace_flush and kind is Category.FLUSH:
            continue
        assert plain.category(plain.strength(resolved)) is kind
        if kind is not Category.FIVE_OF_A_KIND:
            assert len(set(resolved)) == len(resolved)
        assert plain.describe(resolved) == ranking.describe(hand).split(" (")[0]


def test_two_bugs_and_a_bug_among_deuces():
    two = Ranking(jokers=2, bug=True)
    assert two.describe("9s 9h 4d X1 X2") == "Two pair, aces and nines, four kicker (X1 is As, X2 is Ah)"
    assert two.describe("9s 8h 6d X1 X2").startswith("Straight, ten high")
    assert two.describe("9s 7s 4s X1 X2").startswith("Flush, ace high with king")
    both = Ranking(jokers=1, bug=True, wild="2")
    said = "Three of a kind, nines, ace and four kickers (2s is 9d, X1 is As)"
    assert both.describe("9s 9h 4d 2s X1") == said


@pytest.mark.parametrize(
    "switches",
    [
        {"lowest_wild": "one", "jokers": 2},
        {"lowest_wild": "all", "jokers": 2},
        {"lowest_wild": "one", "jokers": 1, "decks": 3},
        {"lowest_wild": "one", "jokers": 1, "double_ace_flush": True},
        {"lowest_wild": "all", "jokers": 1, "bug": True, "lowest": "7"},
        {"lowest_wild": "one", "jokers": 2, "bug": True},
        {"jokers": 2, "bug": True, "wild": "2", "natural_beats_wild": True},
    ],
)
def test_batches_of_close_hands(switches):
    np = pytest.importorskip("numpy")
    ranking = Ranking(**switches)
    chance = random.Random(repr(switches))
    deck = list(range(4 * ranking.first_rank, 52 + ranking.jokers)) * ranking.decks
    high = [card for card in deck if card >= 44]
    suited = [card for card in deck if card % 4 == 1 or card < 28]
    for k in (1, 2, 3, 5, 6):
        hands = [chance.sample(chance.choice((deck, high, suited)), k) for _ in range(900)]
        got = ranking.rank_many(np.array(hands, np.uint8)).tolist()
        assert got == [ranking.strength(hand) for hand in hands]


def test_a_wild_card_of_a_short_hand():
    assert ONE.describe("X1") == "Ace high (X1 is As)"
    assert ONE.describe("Qs Qh X1") == "Three of a kind, queens (X1 is Qd)"
    assert TWO.describe("X1 X2") == "Pair of aces (X1 is As, X2 is Ah)"
    assert DEUCES.describe("2s 2h 2d") == "Three of a kind, aces (2s is As, 2h is Ah, 2d is Ad)"


def test_a_wild_card_that_stands_for_itself_is_not_spoken_of():
    jacks = RANKINGS["one-eyed-jacks-wild"]
    assert jacks.describe("As Kh Qd Js Tc") == "Straight, ace high"
    assert jacks.resolve("As Kh Qd Js Tc") == [Card(card) for card in ("As", "Kh", "Qd", "Js", "Tc")]


def test_a_joker_by_any_of_its_names():
    for text in ("As Ah JK", "As Ah *", ["As", "Ah", "Jk"], [51, 50, 52], [Card("As"), 50, Card("X1")]):
        assert ONE.strength(text) == ONE.strength("As Ah X1")
