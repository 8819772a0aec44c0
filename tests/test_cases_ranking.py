"""Hands from public bug reports and rules pages in other systems (tests/data/ranking_*.jsonl)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ofckit as ofc
from ofckit._errors import InvalidCard
from ofckit.cards import Card, Deck, duplicates
from ofckit.ranking import RANKINGS, Category, Ranking

import oracle

DATA = Path(__file__).parent / "data"
CASES = {one["id"]: one for one in map(json.loads, (DATA / "ranking_cases.jsonl").read_text().splitlines())}
CHECKS = {one["id"]: one for one in map(json.loads, (DATA / "ranking_checks.jsonl").read_text().splitlines())}
LOW = {"27": RANKINGS["deuce-to-seven"], "A5": RANKINGS["ace-to-five"], "A6": RANKINGS["ace-to-six"]}
JOKERS = {True: RANKINGS["two-jokers"], False: RANKINGS["two-jokers"].replace(five_of_a_kind=False)}
BUG = RANKINGS["bug"]


def cases(*ops):
    return pytest.mark.parametrize(
        "case", [pytest.param(one, id=name) for name, one in CASES.items() if one["input"]["op"] in ops]
    )


def checks(kind):
    return pytest.mark.parametrize(
        "check", [pytest.param(one, id=name) for name, one in CHECKS.items() if one["kind"] == kind]
    )


def ranks_of(resolved):
    """'AKJ52' of cards in their order."""
    return "".join(str(card)[0] for card in resolved)


def agrees(ranking, hand, right):
    """Whether the category and the deciding ranks of the resolved cards are these."""
    strength = ranking.strength(hand)
    assert ranking.category(strength).value == oracle.NAMES[right["category"]]
    seen = ranks_of(ranking.resolve(hand))
    assert list(dict.fromkeys(seen))[: len(right["ranks"])] == right["ranks"]
    batch = ranking.rank_many(memoryview(bytes(ofc.cards(hand))).cast("B", (1, len(hand))))
    assert list(batch) == [strength]


def outcome(compared):
    return {1: "a", 0: "tie", -1: "b"}[compared]


def test_the_data_files_are_whole():
    assert len(CASES) == 42
    assert len(CHECKS) == 27


# -- Cases ---------------------------------------------------------------------------------------------------


@cases("best5", "rank3", "rank5")
def test_category_and_ranks(case):
    hand = case["input"]["cards"]
    ranking = {"rank3": RANKINGS["three-card-poker"]}.get(case["input"]["op"], RANKINGS["high"])
    if case["area"] == "multideck":
        ranking = Ranking(decks=3)
    agrees(ranking, hand, case["right"])


@cases("rank_low")
def test_low_hands(case):
    agrees(LOW[case["input"]["mode"]], case["input"]["cards"], case["right"])


@cases("compare_low")
def test_the_better_low(case):
    given = case["input"]
    assert outcome(LOW[given["mode"]].compare(given["a"], given["b"])) == case["right"]


@cases("low8")
def test_qualifying(case):
    strengths = [RANKINGS["eight-or-better"].strength(hand) for hand in case["input"]["hands"]]
    assert [strength > 0 for strength in strengths] == case["right"]


@cases("wild5")
def test_wild_cards(case):
    agrees(JOKERS[case["input"]["five_of_a_kind"]], case["input"]["cards"], case["right"])


@cases("bug5")
def test_the_bug(case):
    agrees(BUG, case["input"]["cards"], case["right"])


@cases("compare_wild")
def test_the_better_hand_with_wild_cards(case):
    given = case["input"]
    assert outcome(JOKERS[given["five_of_a_kind"]].compare(given["a"], given["b"])) == case["right"]


def test_five_of_a_kind_below_a_straight_flush_where_the_house_says_so():  # W-18 is a house decision
    names = [kind.name for kind in reversed(Category)]
    names[0], names[1] = names[1], names[0]
    house = Ranking(jokers=1, categories=names)
    given = CASES["W-18"]["input"]
    assert outcome(house.compare(given["a"], given["b"])) == "b"


@cases("compare_short")
def test_the_better_hand_of_36_cards(case):
    given = case["input"]
    ranking = RANKINGS["short-36"].replace(trips_beat_straight=given.get("trips_beat_straight"))
    assert outcome(ranking.compare(given["a"], given["b"])) == case["right"]


def test_trips_against_a_straight_is_a_switch():  # SD-05
    given = CASES["SD-05"]["input"]
    assert RANKINGS["short-36"].replace(trips_beat_straight=True).compare(given["a"], given["b"]) == 1


@cases("rank_short")
def test_every_hand_of_36_cards_is_ranked(case):
    ranking = RANKINGS["short-36"]
    assert ranking.category(ranking.strength(case["input"]["cards"])).name.lower() == case["right"]


@cases("duplicates")
def test_repeated_cards_are_named(case):
    hand, repeated = case["input"]["cards"], case["right"]
    assert [str(card) for card in duplicates(hand)] == repeated
    with pytest.raises(InvalidCard, match=f"duplicate card: {repeated[0]}"):
        RANKINGS["two-jokers"].strength(hand)


def test_a_joker_in_a_game_without_jokers():  # W-05
    with pytest.raises(InvalidCard, match="joker X1 is not in this game"):
        RANKINGS["high"].strength(CASES["W-05"]["input"]["cards"])


def test_a_joker_in_lowball_takes_the_lowest_rank_not_held():  # W-19
    case = CASES["W-19"]
    resolved = RANKINGS["ace-to-five"].replace(jokers=1).resolve(case["input"]["cards"])
    assert list(ranks_of(resolved)) == case["right"]["as_low"]


def test_removing_one_of_two_jokers_leaves_the_other():  # W-24
    case = CASES["W-24"]
    deck = Deck(jokers=2, seed=1)
    deck.remove(case["input"]["removed"])
    assert len(deck) == case["right"]["count"]
    assert sum(card.is_joker for card in deck) == case["right"]["jokers_left"]


def test_the_letters_of_a_joker_are_no_jack():  # W-25
    assert ofc.cards(CASES["W-25"]["input"]["text"]) == [Card("X1")]


def test_a_card_that_36_cards_do_not_have():  # SD-07
    case = CASES["SD-07"]
    with pytest.raises(InvalidCard, match=f"{case['right']['which'][0]} is not in a 36-card deck"):
        RANKINGS["short-36"].strength(case["input"]["cards"])


def test_the_36_cards():  # SD-08
    right = CASES["SD-08"]["right"]
    deck = sorted(Deck(lowest=RANKINGS["short-36"].lowest, seed=1))
    assert len(deck) == right["count"]
    assert [str(deck[0])[0], str(deck[-1])[0]] == [right["lowest"], right["highest"]]
    refused = [card for card in range(52) if Card(card) not in deck]
    for card in refused:
        with pytest.raises(InvalidCard, match="36-card deck"):
            RANKINGS["short-36"].strength([card])


def test_suit_signs_add_no_cards_to_the_deck():  # MD-01
    right = CASES["MD-01"]["right"]
    deck = list(Deck(seed=1))
    assert (len(deck), len(set(deck))) == (right["count"], right["unique"])
    assert RANKINGS["high"].strength("A♠ K♠ Q♠ J♠ 10♠") == RANKINGS["high"].strength("AsKsQsJsTs")


# -- Checks --------------------------------------------------------------------------------------------------

SYSTEM_OF = {
    "high": RANKINGS["high"],
    "A-5 low": RANKINGS["ace-to-five"],
    "2-7 low": RANKINGS["deuce-to-seven"],
    "A-6 low": RANKINGS["ace-to-six"],
    "wild, no duplicates": RANKINGS["one-joker"],
}


@pytest.mark.parametrize(
    "check",
    [pytest.param(one, id=name) for name, one in CHECKS.items() if one["kind"] == "order" and name != "K080"],
)
def test_published_orders(check):
    ranking = SYSTEM_OF[check["ranking"].split(":")[0]]
    suited = "flush" in check["ranking"] or "flush" in check["best_to_worst"][0]
    strengths = [ranking.strength(written(text, suited)) for text in check["best_to_worst"]]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


def written(text, suited):
    """'K-Q-J-T-8' or 'A-9-8-5-JK flush (= ...)' as cards, of one suit or not."""
    words = text.split()[0].split("-")
    used: dict[str, int] = {}
    hand = []
    for place, rank in enumerate(words):
        single = words.count(rank) == 1
        suit = 0 if suited and single else used.get(rank, place % 2 if single else 0)
        used[rank] = suit + 1
        hand.append("X1" if rank == "JK" else rank + oracle.SUITS[suit])
    return hand


def test_italian_straight_flushes():  # K080
    assert "40 cards" in CHECKS["K080"]["note"]
    hands = {"minimum": "Ah 5h 6h 7h 8h", "maximum": "As Ks Qs Js Ts", "medium": "Jd Td 9d 8d 7d"}
    ranking = RANKINGS["italian-40"]
    for text in CHECKS["K080"]["best_to_worst"]:
        better, worse = text.split(" beats ")
        assert ranking.compare(hands[better], hands[worse]) == 1
    assert ranking.winners(hands.values()) == [0, 1, 2]


@checks("low-qualify")
def test_eight_or_better(check):
    ranking = RANKINGS["eight-or-better"]
    if "worst" in check:
        worst = written(check["worst"], suited=False)
        assert ranking.strength(worst) == 1
        assert ranking.strength("9s 7h 6d 5c 4s") == 0
    else:
        hand = [rank + suit for rank, suit in zip(check["cards"], "shdcshd", strict=True)]
        assert ranking.describe(hand) == f"{check['expected']} low"
        assert RANKINGS["ace-to-five"].describe(hand) == f"{check['expected']} low"


@checks("best-of-7")
def test_four_jacks_leave_one_kicker(check):
    board = ["Jc", "Jd", "Jh", "Js", "9c"]
    a, b = (board + [rank + suit for rank, suit in zip(hole, suits, strict=True)]
            for hole, suits in zip(check["holes"], ("dh", "hs"), strict=True))  # fmt: skip
    assert outcome(RANKINGS["high"].compare(a, b)) == {"first wins": "a", "split": "tie"}[check["expected"]]


@checks("bug")
def test_what_a_bug_makes(check):
    hand = written("-".join(check["cards"]).replace("BUG", "JK"), suited=False)
    said = BUG.describe(hand)
    expected = {
        "five aces": "Five aces (X1 is As)",
        "quads 6, kicker A": "Four of a kind, sixes, ace kicker (X1 is As)",
        "two pair 8 and 5, kicker A": "Two pair, eights and fives, ace kicker (X1 is As)",
    }
    assert said == expected[check["expected"]]


@checks("fitter")
def test_a_fitter(check):
    hand = written("-".join(check["cards"]), suited=False)
    assert RANKINGS["ace-to-five"].replace(jokers=1).describe(hand).startswith(f"{check['expected']} low")
    assert RANKINGS["deuce-to-seven"].replace(jokers=1).describe(hand).startswith("number four: 7-6-5-4-2")
    assert RANKINGS["one-joker"].describe(hand).startswith("Straight, six high (X1 is 3")


@checks("joker-rank")
def test_hands_with_jokers(check):
    hand = check["cards"]
    if check["id"] == "K051":
        assert RANKINGS["one-joker"].describe(hand) == "Three of a kind, queens (X1 is Qd)"
    elif check["id"] == "K053":
        plain = RANKINGS["one-joker"]
        assert ranks_of(plain.replace(double_ace_flush=True).resolve(hand)) == "AA972"
        assert ranks_of(plain.resolve(hand)) == "AK972"
    else:
        assert check["expected"] == "quads A, kicker K"
        assert JOKERS[False].describe(hand).startswith("Four of a kind, aces, king kicker")
