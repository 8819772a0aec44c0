"""Hands from public bug reports and rules pages, with their right answers (tests/data)."""

from __future__ import annotations

import json
import operator
import re
from pathlib import Path

import pytest

import ofckit as ofc

import oracle

DATA = Path(__file__).parent / "data"
CASES = {one["id"]: one for one in map(json.loads, (DATA / "rank_cases.jsonl").read_text().splitlines())}
CHECKS = {one["id"]: one for one in map(json.loads, (DATA / "rank_checks.jsonl").read_text().splitlines())}
SEVERAL_DECKS = {"MD-06", "MD-07"}


def ids_of(*ops):
    return sorted(name for name, case in CASES.items() if case["input"]["op"] in ops)


def strength_of(hand, **options):
    """The strength, the same from ints, names and one text."""
    from_text = ofc.rank(" ".join(hand), **options)
    assert ofc.rank(hand, **options) == from_text
    assert ofc.rank([int(ofc.Card(one)) for one in hand], **options) == from_text
    return from_text


def key_of(right):
    """The oracle's key for a case's answer; ranks name the groups, then the kickers."""
    return oracle.NAMES[right["category"]], tuple(oracle.RANKS.index(rank) for rank in right["ranks"])


def outcome(a, b):
    return {1: "a", 0: "tie", -1: "b"}[oracle.sign(a, b)]


def winners(strengths):
    return [i for i, strength in enumerate(strengths) if strength == max(strengths)]


def test_the_data_files_are_whole():
    assert len(CASES) == 64
    assert len(CHECKS) == 12


# -- One hand ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ids_of("rank5", "best5", "rank3"))
def test_category_and_ranks(name):
    case = CASES[name]
    hand, right = case["input"]["cards"], case["right"]
    options = {"duplicates": "allow"} if name in SEVERAL_DECKS else {}
    strength = strength_of(hand, **options)
    assert int(ofc.category(strength)) == oracle.NAMES[right["category"]]
    assert oracle.best_key(oracle.cards(hand)) == key_of(right)
    assert strength == a_plain_hand(key_of(right))
    if "as_typed" in case["input"]:
        assert ofc.rank(case["input"]["as_typed"]) == strength


def a_plain_hand(key):
    """The strength of another hand with that key, made from the key alone."""
    kind, ranks = key
    if kind in (oracle.STRAIGHT, oracle.STRAIGHT_FLUSH):
        run = [(ranks[0] - i) % 13 for i in range(5)]
        return ofc.rank([4 * rank + (i == 4 and kind == oracle.STRAIGHT) for i, rank in enumerate(run)])
    if kind == oracle.FIVE_OF_A_KIND:
        return 9842 + ranks[0]
    if kind == oracle.FLUSH:
        return ofc.rank([4 * rank + 3 for rank in ranks])
    sizes = {
        oracle.HIGH_CARD: (1,) * len(ranks),
        oracle.PAIR: (2,) + (1,) * (len(ranks) - 1),
        oracle.TWO_PAIR: (2, 2, 1)[: len(ranks)],
        oracle.TRIPS: (3,) + (1,) * (len(ranks) - 1),
        oracle.FULL_HOUSE: (3, 2),
        oracle.QUADS: (4, 1)[: len(ranks)],
    }[kind]
    hand = [
        4 * rank + ((place + suit) % 4 if size == 1 else suit)
        for place, (rank, size) in enumerate(zip(ranks, sizes, strict=True))
        for suit in range(size)
    ]
    return ofc.rank(hand)


# -- Two and more hands -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ids_of("compare5", "compare3"))
def test_the_better_hand(name):
    given = CASES[name]["input"]
    assert outcome(strength_of(given["a"]), strength_of(given["b"])) == CASES[name]["right"]


@pytest.mark.parametrize("name", ids_of("compare_best"))
def test_the_better_hand_with_a_board(name):
    given = CASES[name]["input"]
    a, b = (strength_of(given["board"] + given[player]) for player in "ab")
    assert outcome(a, b) == CASES[name]["right"]


@pytest.mark.parametrize("name", ids_of("winners5"))
def test_the_winners(name):
    case = CASES[name]
    assert winners([strength_of(hand) for hand in case["input"]["hands"]]) == case["right"]


@pytest.mark.parametrize("name", ids_of("winners_best"))
def test_the_winners_with_a_board(name):
    given = CASES[name]["input"]
    strengths = [strength_of(given["board"] + hole) for hole in given["holes"]]
    assert winners(strengths) == CASES[name]["right"]


@pytest.mark.parametrize("name", sorted(n for n, one in CHECKS.items() if one["kind"] == "order"))
def test_published_orders(name):
    check = CHECKS[name]
    suited = "flush" in check["ranking"]
    strengths = [suits_for(text.split("-"), suited=suited) for text in check["best_to_worst"]]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)
    kind = check["ranking"].removeprefix("high: ").replace("nothing", "high card").replace(" ", "_")
    assert {int(ofc.category(strength)) for strength in strengths} == {oracle.NAMES[kind]}


def suits_for(ranks, *, suited):
    """The strength of five cards of these ranks, all of one suit or not."""
    used: dict[str, int] = {}
    hand = []
    for place, rank in enumerate(ranks):
        suit = 0 if suited else used.get(rank, place % 2 if ranks.count(rank) == 1 else 0)
        used[rank] = suit + 1
        hand.append(rank + oracle.SUITS[suit])
    return ofc.rank(hand)


@pytest.mark.parametrize("name", sorted(n for n, one in CHECKS.items() if one["kind"] == "best-of-7"))
def test_four_jacks_on_the_board_leave_one_kicker(name):
    check = CHECKS[name]
    board = ["Jc", "Jd", "Jh", "Js", "9c"]
    assert [one[0] for one in board] == check["board"]
    a, b = (
        ofc.rank(board + [rank + suit for rank, suit in zip(hole, suits, strict=True)])
        for hole, suits in zip(check["holes"], ("dh", "hs"), strict=True)
    )
    assert outcome(a, b) == {"first wins": "a", "split": "tie"}[check["expected"]]


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ("4c 3c 2c Ac Kc", "FLUSH", "4-3-2-A-K is no straight flush"),
        ("2c Ad Kh Qs Jc", "HIGH_CARD", "2-A-K-Q-J is no straight"),
    ],
)
def test_the_notes_of_the_published_orders(text, kind, why):
    assert ofc.category(ofc.rank(text)).name == kind, why


# -- What must not be ranked -------------------------------------------------------------------------------


def test_a_joker_where_none_is_in_the_game():  # W-05
    for hand in (CASES["W-05"]["input"]["cards"], " ".join(CASES["W-05"]["input"]["cards"])):
        with pytest.raises(ofc.InvalidCard, match=r"(?i)joker|Jk|X1"):
            ofc.rank(hand)
    for wrong in (52, 53):
        with pytest.raises(ofc.InvalidCard, match=r"(?i)joker|X[12]|5[23]"):
            ofc.rank5(wrong, 1, 2, 3, 4)
        with pytest.raises(ofc.InvalidCard, match=r"(?i)joker|X[12]|5[23]"):
            ofc.rank3(1, 2, wrong)


@pytest.mark.parametrize(
    "wrong", [52, 54, 255, -1, -52, 1_000_000, 2**31, 2**32, 2**32 + 1, 2**63, 2**64, 10**30, -(2**70)]
)
def test_a_number_that_is_no_card(wrong):  # P-17
    for place in range(5):
        hand = [0, 1, 2, 3, 4]
        hand[place] = wrong
        with pytest.raises((ofc.InvalidCard, OverflowError)):
            ofc.rank5(*hand)
        with pytest.raises((ofc.InvalidCard, OverflowError)):
            ofc.rank(hand)
        if place < 3:
            with pytest.raises((ofc.InvalidCard, OverflowError)):
                ofc.rank3(*hand[:3])


@pytest.mark.parametrize("wrong", [1.0, 1.5, None, "1", "?", b"As", [1], object()])
def test_what_is_no_number_is_no_card(wrong):
    with pytest.raises((TypeError, ofc.InvalidCard)):
        ofc.rank5(0, wrong, 8, 12, 16)
    with pytest.raises((TypeError, ofc.InvalidCard)):
        ofc.rank3(0, wrong, 8)
    with pytest.raises((TypeError, ofc.InvalidCard)):
        ofc.rank([0, wrong, 8, 12, 16])


def test_a_board_and_four_cards_of_a_full_deck():  # the duplicate is named
    board = CASES["A-01"]["input"]["board"]
    for repeated in board:
        with pytest.raises(ofc.InvalidCard, match=repeated):
            ofc.rank([*board, "9d", repeated, "Ks", "4c"])


@pytest.mark.parametrize("n", [0, 8, 9, 13, 52])
def test_hands_of_one_to_seven_cards_and_no_others(n):
    with pytest.raises(ofc.OfcError, match=rf"\b{n}\b.*|\bno cards\b") as caught:
        ofc.rank(list(range(n)))
    assert re.search(r"\b7\b|seven", str(caught.value))


def test_two_cards_are_a_hand_here_but_not_a_row():
    # this package ranks one to five cards on one scale. The point of the case is kept where
    # a number of cards is fixed: the calls for three and five cards take three and five.
    assert ofc.rank("As Ad") > ofc.rank("As Kd Qh")
    for wrong in ((), (0, 4), (0, 4, 8, 12)):
        with pytest.raises(TypeError):
            ofc.rank3(*wrong)
        with pytest.raises(TypeError):
            ofc.rank5(*wrong)
    with pytest.raises(TypeError):
        ofc.rank5(0, 4, 8, 12, 16, 20)


def test_all_six_comparisons_of_one_pair():
    case = CASES["A-18"]
    a, b = strength_of(case["input"]["a"]), strength_of(case["input"]["b"])
    assert {name: getattr(operator, name)(a, b) for name in case["right"]} == case["right"]
    assert operator.ne(a, b)


@pytest.mark.parametrize("name", ids_of("duplicates"))
def test_repeated_cards_are_refused_and_named(name):
    # Some cases are boards or tables of more than seven cards: the repeats stand in a hand cut from them.
    repeated, cards = CASES[name]["right"], CASES[name]["input"]["cards"]
    for one in repeated:
        others = [other for other in dict.fromkeys(cards) if other != one and other != "Jk"]
        with pytest.raises(ofc.InvalidCard, match=one):
            ofc.rank([one, *others[:3], one])
        with pytest.raises(ofc.InvalidCard, match=one):
            ofc.rank(" ".join([*others[:2], one, one]))


def test_every_pair_of_places_that_repeat_a_card():
    for k in range(2, 8):
        for i in range(k):
            for j in range(i):
                hand = list(range(0, 7 * 7, 7))[:k]
                hand[i] = hand[j]
                with pytest.raises(ofc.InvalidCard, match=str(ofc.Card(hand[j]))):
                    ofc.rank(hand)
                if k == 5:
                    with pytest.raises(ofc.InvalidCard, match=str(ofc.Card(hand[j]))):
                        ofc.rank5(*hand)
                if k == 3:
                    with pytest.raises(ofc.InvalidCard, match=str(ofc.Card(hand[j]))):
                        ofc.rank3(*hand)
