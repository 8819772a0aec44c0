"""The frequency tables: published counts to the last hand, and packs small enough to deal out in full."""

from __future__ import annotations

import csv
import doctest
import json
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path
from types import SimpleNamespace

import pytest

from ofckit import odds
from ofckit._errors import InvalidCard, OfcError
from ofckit.cards import RANKS
from ofckit.odds import CASINO_THREE_CARD_ORDER, COMPOSITE_ORDER, STANDARD_ORDER, frequencies
from ofckit.ranking import Ranking

COUNTS = json.loads((Path(__file__).parent / "data" / "counts.json").read_text())
SAME = {
    "no pair": "high card",
    "high": "high card",
    "flush (no pair)": "flush",
    "trips": "three of a kind",
    "pair": "one pair",
    "SF": "straight flush",
    "quads": "four of a kind",
    "FH": "full house",
    "twopair": "two pair",
}
WILD = {
    "jokers1": {"jokers": 1},
    "jokers2": {"jokers": 2},
    "bug": {"bug": True},
    "deuces": {"wild": "2"},
    "deuces2": {"wild": ("2c", "2d")},
}


def published(name):
    return {SAME.get(category, category): count for category, count in COUNTS[name].items()}


def occurring(table):
    return {category: count for category, count in table.items() if count}


def lowest_of(ranks):
    return "23456789T"[13 - ranks]


# published counts


@pytest.mark.parametrize("decks", [1, 2, 3, 4, 5, 6, 8])
def test_composite_types_of_several_decks(decks):
    table = frequencies(decks=decks, composite=True)
    assert occurring(table) == published(f"decks{decks}")
    assert table.total == comb(52 * decks, 5) == sum(table.values())


@pytest.mark.parametrize("decks", [1, 2, 3, 4, 5, 6, 8])
def test_merged_types_count_each_hand_once_in_its_highest_type(decks):
    want = Counter(published(f"decks{decks}"))
    for group in ("four of a kind", "full house", "three of a kind", "two pair", "one pair"):
        better = group if group in ("four of a kind", "full house") else "flush"
        want[better] += want.pop(f"flush + {group}", 0)
    want["five of a kind"] += want.pop("flush + five of a kind", 0)
    assert occurring(frequencies(decks=decks)) == {name: count for name, count in want.items() if count}


def test_seven_decks_deal_every_hand_once():
    table = frequencies(decks=7, composite=True)
    assert sum(table.values()) == comb(364, 5)
    assert table["straight flush"] == 10 * 4 * 7**5
    assert table["five of a kind"] + table["flush + five of a kind"] == 13 * comb(28, 5)


@pytest.mark.parametrize("ranks", range(5, 14))
def test_stripped_decks(ranks):
    table = frequencies(lowest=lowest_of(ranks))
    assert occurring(table) == published(f"ranks{ranks}")
    assert {row.category: row.classes for row in table.rows} == published(f"classes{ranks}")


def test_twenty_card_poker_has_no_straights_or_flushes():
    table = frequencies(lowest="T", straights=False, flushes=False)
    with_straights = published("ranks5")
    assert table["high card"] == with_straights["straight"] + with_straights["straight flush"] == 1024
    assert "straight" not in table
    assert "flush" not in table


@pytest.mark.parametrize("name", WILD)
def test_wild_cards(name):
    table = frequencies(royal=True, **WILD[name])
    assert occurring(table) == published(name)
    assert sum(table.values()) == table.total


@pytest.mark.parametrize(
    ("wild", "count"), [("2c 3c", 68), ("2c 2d", 72), ("2", 672), ("2 3c 3d", 2762), ("2,3", 8152)]
)
def test_five_of_a_kind_by_number_of_wild_cards(wild, count):
    """All but the first were published by B. Alspach; 68 = 11 x (2 x 1 + 4) + 2 x 1, counted by hand."""
    assert frequencies(wild=wild)["five of a kind"] == count


def test_without_five_of_a_kind_such_hands_are_quads():
    with_it, without = frequencies(jokers=2), frequencies(jokers=2, five_of_a_kind=False)
    assert without["four of a kind"] == with_it["four of a kind"] + 78
    assert "five of a kind" not in without


def test_three_cards_in_front_of_a_board():
    table = frequencies(cards=3)
    assert dict(table) == published("three_ofc")
    assert sum(row.classes for row in table.rows) == 455


def test_three_card_poker():
    table = frequencies(cards=3, straights=True, flushes=True, order=CASINO_THREE_CARD_ORDER)
    assert dict(table) == published("three_3cp")
    assert list(table)[:3] == ["straight flush", "three of a kind", "straight"]


def test_a_five_card_hand_is_one_of_7462():
    assert sum(row.classes for row in frequencies().rows) == 7462


def test_ace_to_five_knows_6175_hands():
    assert sum(row.classes for row in frequencies(straights=False, flushes=False).rows) == 6175


def test_deuce_to_seven_has_no_wheel_and_as_many_hands():
    table = frequencies(wheel=False)
    assert table["straight"] == 9180
    assert table["straight flush"] == 36
    assert sum(row.classes for row in table.rows) == 7462


def test_ace_to_six_without_broadway_has_nine_straights():
    assert frequencies(broadway=False).row("straight").classes == 9


# small packs dealt out in full


def kind_of(cards, runs):
    """The standard category of complete hands, the slow way."""
    ranks, suits = [card[0] for card in cards], {card[1] for card in cards}
    counts = sorted(Counter(ranks).values(), reverse=True)
    straight = set(ranks) in runs and len(set(ranks)) == len(ranks)
    if len(suits) == 1:
        flush = "straight flush" if straight else "flush"
    else:
        flush = "straight" if straight else None
    group = {
        (5,): "five of a kind", (4, 1): "four of a kind", (3, 2): "full house", (3, 1, 1): "three of a kind",
        (3,): "three of a kind", (2, 2, 1): "two pair", (2, 1, 1, 1): "one pair", (2, 1): "one pair",
    }.get(tuple(counts), "high card")  # fmt: skip
    return min((name for name in (flush, group) if name), key=STANDARD_ORDER.index)


def straights_of(cards, first):
    high = [set(range(low, low + cards)) for low in range(first, 14 - cards)]
    return [*high, {12, *range(first, first + cards - 1)}]


def best_of(cards, jokers, pack, runs, bug):
    """The best of every substitution: cards not in the hand, or a fifth of a kind."""
    if not jokers:
        return kind_of(cards, runs)
    if len({rank for rank, _ in cards}) == 1 and len(cards) + jokers == 5 and (not bug or cards[0][0] == 12):
        return "five of a kind"
    free = [card for card in pack if card not in cards]
    found = []
    for card in free:
        name = best_of([*cards, card], jokers - 1, pack, runs, bug)
        if not bug or card[0] == 12 or name in ("straight flush", "flush", "straight"):
            found.append(name)
    return min(found, key=STANDARD_ORDER.index)


@pytest.mark.parametrize(
    ("cards", "lowest", "jokers", "bug"),
    [(5, "9", 1, False), (5, "T", 2, False), (5, "9", 1, True), (3, "8", 2, False), (3, "7", 1, True)],
)
def test_jokers_and_bugs_agree_with_every_substitution(cards, lowest, jokers, bug):
    first = "23456789TJQKA".index(lowest)
    pack = [(rank, suit) for rank in range(first, 13) for suit in range(4)]
    runs = straights_of(cards, first)
    dealt = Counter()
    for hand in combinations([*pack, *[None] * jokers], cards):
        naturals = [card for card in hand if card]
        dealt[best_of(naturals, cards - len(naturals), pack, runs, bug)] += 1
    table = frequencies(cards=cards, lowest=lowest, jokers=jokers, bug=bug, straights=True, flushes=True)
    assert occurring(table) == dict(dealt)


def test_two_decks_of_twenty_cards_dealt_out():
    pack = [(rank, suit) for rank in range(8, 13) for suit in range(4)] * 2
    runs = straights_of(3, 8)
    dealt = Counter(kind_of(hand, runs) for hand in combinations(pack, 3))
    table = frequencies(cards=3, lowest="T", decks=2, straights=True, flushes=True)
    assert occurring(table) == dict(dealt)


def lowest_wild_of(hand, one, pack, runs):
    """The category of a hand whose lowest cards are wild, or the best one of them."""
    lowest = min(rank for rank, _ in hand)
    naturals = [card for card in hand if card[0] != lowest]
    held = [card for card in hand if card[0] == lowest]
    rests = [naturals + held[:i] + held[i + 1 :] for i in range(len(held))] if one else [naturals]
    found = [best_of(rest, len(hand) - len(rest), pack, runs, bug=False) for rest in rests]
    return min(found, key=STANDARD_ORDER.index)


@pytest.mark.parametrize(("cards", "lowest_wild"), [(3, True), (3, "one"), (5, "one")])
def test_lowest_card_wild_dealt_out(cards, lowest_wild):
    pack = [(rank, suit) for rank in range(8, 13) for suit in range(4)]
    runs, dealt = straights_of(cards, 8), Counter()
    for hand in combinations(pack, cards):
        dealt[lowest_wild_of(hand, lowest_wild == "one", pack, runs)] += 1
    table = frequencies(cards=cards, lowest="10", lowest_wild=lowest_wild, straights=True, flushes=True)
    assert occurring(table) == dict(dealt)


# six and seven cards, five suits and more


def test_the_best_five_of_six_and_seven():
    """Published: B. Alspach, "6-card poker hands" and "7-card poker hands" (people.math.sfu.ca/~alspach)."""
    names = STANDARD_ORDER[2:]
    six = (1844, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900)
    seven = (41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460)
    assert dict(frequencies(cards=6)) == dict(zip(names, six, strict=True))
    table = frequencies(cards=7)
    assert dict(table) == dict(zip(names, seven, strict=True))
    assert table.total == 133784560
    assert table.row("flush").classes is None


def test_seven_cards_of_a_short_deck():
    """Published for six plus hold'em, where a flush beats a full house (forum-pokersoft.ru)."""
    table = frequencies("short-36", cards=7, royal=True)
    published = {"royal flush": 1860, "straight flush": 8700, "four of a kind": 44640, "flush": 175560}
    assert {name: table[name] for name in published} == published
    assert table["full house"] == 633024
    assert sum(table.values()) == comb(36, 7)
    three_first = Ranking(lowest="6", trips_beat_straight=True)
    assert frequencies(three_first, cards=7)["three of a kind"] == 637560


@pytest.mark.parametrize("suits", [1, 2, 3, 5, 6, 8])
def test_more_suits_and_fewer(suits):
    """Ranks by suits, as in every textbook; one rank set of a suit is one card of each rank."""
    n = suits
    want = {
        "five of a kind": 13 * comb(n, 5),
        "straight flush": 10 * n,
        "four of a kind": 13 * comb(n, 4) * 12 * n,
        "full house": 13 * comb(n, 3) * 12 * comb(n, 2),
        "flush": (comb(13, 5) - 10) * n,
        "straight": 10 * (n**5 - n),
        "three of a kind": 13 * comb(n, 3) * comb(12, 2) * n**2,
        "two pair": comb(13, 2) * comb(n, 2) ** 2 * 11 * n,
        "one pair": 13 * comb(n, 2) * comb(12, 3) * n**3,
        "high card": (comb(13, 5) - 10) * (n**5 - n),
    }
    assert occurring(frequencies(suits=suits)) == {name: count for name, count in want.items() if count}
    assert frequencies(suits=suits).total == comb(13 * suits, 5)


@pytest.mark.parametrize(
    ("cards", "options"),
    [
        (6, {"suits": 5, "lowest": "T"}),
        (7, {"suits": 3, "lowest": "T"}),
        (6, {"decks": 2, "suits": 2, "lowest": "T"}),
    ],
)
def test_the_best_five_of_small_packs_dealt_out(cards, options):
    suits, lowest = options["suits"], RANKS.index(options["lowest"])
    pack = sorted(
        [(rank, suit) for rank in range(lowest, 13) for suit in range(suits)] * options.get("decks", 1)
    )
    runs = straights_of(5, lowest)
    place = {five: STANDARD_ORDER.index(kind_of(list(five), runs)) for five in {*combinations(pack, 5)}}
    dealt = Counter(min(map(place.get, combinations(hand, 5))) for hand in combinations(pack, cards))
    named = {STANDARD_ORDER[number]: count for number, count in dealt.items()}
    assert occurring(frequencies(cards=cards, **options)) == named


def test_a_deuce_is_wild_in_every_suit():
    assert frequencies(suits=5, wild="2").total == comb(65, 5)
    assert frequencies(suits=5, wild="2").title == "Hands of 5 cards from 65 cards, 5 of them wild: 8,259,888"


def test_a_wild_card_in_a_low_system_takes_a_rank_not_held():
    table = frequencies(jokers=1, low=True, straights=False, flushes=False)
    plain, four = frequencies(straights=False, flushes=False), frequencies(cards=4)
    assert {name: table[name] - plain[name] for name in four} == dict(four)


@pytest.mark.parametrize(
    "options",
    [
        {"decks": 2, "jokers": 2, "wild": ("2", "Jh")},
        {"decks": 3, "lowest": "8", "jokers": 1, "bug": True, "wild": "Js"},
        {"lowest": "6", "jokers": 2, "lowest_wild": True},
        {"decks": 2, "cards": 4, "wild": "Th", "straights": True},
        {"jokers": 2, "bug": True, "five_of_a_kind": False, "wheel": False, "broadway": False},
    ],
)
def test_every_hand_of_any_pack_is_counted_once(options):
    table = frequencies(**options)
    assert sum(table.values()) == table.total


# reading a table


def test_probability_and_odds():
    row = frequencies().row("full house")
    assert row.probability == 3744 / 2598960
    assert row.odds == pytest.approx(693.17, abs=0.01)
    assert frequencies(lowest="T").row("flush").odds is None


def test_a_flush_is_rarer_than_a_full_house_in_every_stripped_deck():
    for lowest in "3456789":
        pairs = [(high.category, low.category) for high, low in frequencies(lowest=lowest).disagreements()]
        assert ("full house", "flush") in pairs
        assert not any("straight" in (high, low) for high, low in pairs)
    assert frequencies().disagreements() == ()


def test_three_decks_make_a_pair_more_common_than_none():
    rarest = [row.category for row in frequencies(decks=3, composite=True).by_rarity()]
    assert rarest[:3] == ["flush + full house", "straight flush", "five of a kind"]
    assert rarest[-2:] == ["high card", "one pair"]


def test_text_by_rarity_says_where_the_ranking_disagrees():
    text = frequencies(lowest="6").to_text(by="rarity")
    assert "full house ranks above flush, but is more common (1,728 against 480)" in text
    assert frequencies().to_text(by="rarity").endswith("the ranking follows the frequencies")


def test_json_and_csv_hold_the_same_numbers():
    table = frequencies(lowest="T")
    data = json.loads(table.to_json())
    assert data["total"] == 15504
    assert {row["category"]: row["count"] for row in data["rows"]} == dict(table)
    lines = list(csv.DictReader(table.to_csv().splitlines()))
    assert {line["category"]: int(line["count"]) for line in lines} == dict(table)
    assert lines[4]["category"] == "straight"
    assert float(lines[4]["odds"]) == 14484 / 1020


def test_every_composite_type_stands_in_the_order_once():
    assert len(set(COMPOSITE_ORDER)) == len(COMPOSITE_ORDER) == 17
    assert set(STANDARD_ORDER) < set(COMPOSITE_ORDER)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"cards": 8}, "the number of cards of a hand must be 1 to 7, not 8"),
        ({"cards": 6, "jokers": 1}, "without wild cards"),
        ({"cards": 7, "composite": True}, "without wild cards or composite"),
        ({"ranking": "ace-to-five", "cards": 7}, "high hands"),
        ({"suits": 0}, "the number of suits must be 1 to 8, not 0"),
        ({"suits": 2, "wild": "Jh"}, "this pack has 2 suits"),
        ({"cards": 2, "flushes": True}, "at least three cards"),
        ({"lowest": "J"}, "lowest rank"),
        ({"lowest": "23"}, "lowest rank"),
        ({"decks": 0}, "the number of decks must be 1 to 100, not 0"),
        ({"jokers": -1}, "the number of jokers in a deck must be 0 to 1000, not -1"),
        ({"lowest": "6", "wild": "2"}, "not in a pack"),
        ({"wild": ["X1"]}, "jokers="),
        ({"decks": 2, "jokers": 1, "composite": True}, "without wild cards"),
        ({"order": ["flush", "nothing"]}, "'nothing'"),
        ({"order": ["flush", "straight"]}, "high card"),
    ],
)
def test_a_pack_or_hand_that_cannot_be_is_refused(options, says):
    with pytest.raises(OfcError, match=says):
        frequencies(**options)


def test_a_wild_card_that_is_no_card_is_refused():
    with pytest.raises(InvalidCard):
        frequencies(wild=["Zz"])


def test_a_ranking_brings_its_pack_and_its_wild_cards():
    joker = SimpleNamespace(lowest="7", decks=1, jokers=1, wild=(), bug=False)
    assert frequencies(joker) == frequencies(lowest="7", jokers=1)
    assert frequencies(joker, cards=3) == frequencies(cards=3, lowest="7", jokers=1)


def test_an_unknown_order_of_lines_is_refused():
    with pytest.raises(OfcError, match="rarity"):
        frequencies().to_text(by="size")


def test_the_examples_of_the_docs():
    page = Path(__file__).parent.parent / "docs" / "odds.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    assert doctest.testmod(odds).failed == 0
