"""The oracle itself is checked against public cases and known counts."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest

import oracle

DATA = Path(__file__).parent / "data"


def lines(name):
    return {one["id"]: one for one in map(json.loads, (DATA / name).read_text().splitlines())}


CASES = lines("oracle_cases.jsonl")
BOARDS = lines("boards.jsonl")


def ids_of(*ops):
    return sorted(name for name, case in CASES.items() if case["input"]["op"] in ops)


def rows(player):
    short = {"middle": "mid", "bottom": "bot"}
    return tuple(oracle.cards(player.get(row) or player[short[row]]) for row in ("top", "middle", "bottom"))


def natural(hand):
    return oracle.cards([one for one in hand if one != "Jk"]), hand.count("Jk")


def key_of(right):
    return oracle.NAMES[right["category"]], tuple(oracle.RANKS.index(rank) for rank in right["ranks"])


LOW_KEYS = {"27": oracle.deuce_to_seven_key, "A5": oracle.ace_to_five_key, "A6": oracle.ace_to_six_key}


@pytest.mark.parametrize("name", ids_of("compare_low"))
def test_low_hands(name):
    given = CASES[name]["input"]
    a, b = (LOW_KEYS[given["mode"]](oracle.cards(given[one])) for one in "ab")
    assert {1: "a", 0: "tie", -1: "b"}[oracle.sign(a, b)] == CASES[name]["right"]


@pytest.mark.parametrize("name", ids_of("rank_low"))
def test_names_of_low_hands(name):
    given, right = CASES[name]["input"], CASES[name]["right"]
    kind, ranks = LOW_KEYS[given["mode"]](oracle.cards(given["cards"]))
    assert -kind == oracle.NAMES[right["category"]]
    assert [oracle.RANKS[-rank] for rank in ranks] == right["ranks"]


def test_eight_or_better_case():
    case = CASES["LA5-05"]
    lows = [oracle.eight_or_better_key(oracle.cards(hand)) for hand in case["input"]["hands"]]
    assert [low is not None for low in lows] == case["right"]


@pytest.mark.parametrize("name", ids_of("wild5"))
def test_wild_hands(name):
    given = CASES[name]["input"]
    hand, wild = natural(given["cards"])
    best = oracle.best_with_wild(hand, wild, five_of_a_kind=given["five_of_a_kind"])
    assert best == key_of(CASES[name]["right"])


@pytest.mark.parametrize("name", ids_of("compare_wild"))
def test_wild_hands_compared(name):
    given = CASES[name]["input"]
    fives = given["five_of_a_kind"]
    a, b = (oracle.best_with_wild(*natural(given[one]), five_of_a_kind=fives) for one in "ab")
    assert {1: "a", 0: "tie", -1: "b"}[oracle.sign(a, b)] == CASES[name]["right"]


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name]["input"].get("mode") == "casino"])
def test_casino_three_card_hands(name):
    kinds = {"straight": 3, "straight_flush": 5}
    right = CASES[name]["right"]
    expected = kinds[right["category"]], tuple(oracle.RANKS.index(rank) for rank in right["ranks"])
    assert oracle.casino_key(oracle.cards(CASES[name]["input"]["cards"])) == expected


def test_casino_three_card_counts():
    counts = Counter(oracle.casino_key(hand)[0] for hand in combinations(oracle.DECK, 3))
    assert counts == {5: 48, 4: 52, 3: 720, 2: 1_096, 1: 3_744, 0: 16_440}


def every_five_card_class():
    """One hand of each of the 7,462 classes of one deck."""
    for ranks in combinations(range(13), 5):
        yield [4 * rank for rank in ranks]
    for ranks in combinations_with_replacement(range(13), 5):
        if max(Counter(ranks).values()) < 5:
            mixed = len(set(ranks)) == 5  # then only the first card is of another suit
            yield [4 * rank + (i == 0 if mixed else ranks[:i].count(rank)) for i, rank in enumerate(ranks)]


@pytest.mark.parametrize(
    ("low", "classes"),
    [
        (oracle.key, 7_462),
        (oracle.deuce_to_seven_key, 7_462),
        (oracle.ace_to_six_key, 7_462),
        (oracle.ace_to_five_key, 6_175),
    ],
)
def test_numbers_of_classes(low, classes):
    hands = list(every_five_card_class())
    assert len(hands) == 7_462
    assert len({low(hand) for hand in hands}) == classes


def test_lows_that_qualify():
    hands = [hand for hand in every_five_card_class() if not oracle.is_flush(hand)]
    assert sum(oracle.eight_or_better_key(hand) is not None for hand in hands) == 56
    assert sum(oracle.qualifies_deuce_to_seven(hand) for hand in hands) == 121


# -- Boards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ids_of("ofc_foul", "ofc27_foul"))
def test_fouls(name):
    given = CASES[name]["input"]
    assert oracle.is_foul(rows(given), low_middle=given["op"] == "ofc27_foul") is CASES[name]["right"]


@pytest.mark.parametrize("name", ids_of("ofc_royalties"))
def test_royalties(name):
    right = CASES[name]["right"]
    assert oracle.royalties(rows(CASES[name]["input"])) == (right["top"], right["mid"], right["bot"])


@pytest.mark.parametrize("name", ids_of("ofc_score"))
def test_points_of_a_pair(name):
    given = CASES[name]["input"]
    assert oracle.pair_points(rows(given["a"]), rows(given["b"])) == CASES[name]["right"]


def test_points_of_three():
    case = CASES["OS-15"]
    assert oracle.table_points([rows(player) for player in case["input"]["players"]]) == case["right"]


def switches_of(rules):
    """The oracle's switches for a published table; None where it has no such rule."""
    if rules["royalties"] not in oracle.ROYALTIES or "table_stakes" in rules:
        return None
    return {
        "scoring": rules["scoring"],
        "table": rules["royalties"],
        "royalties_to": rules["royalties_to"],
        "low_middle": rules["middle"] != "high",
    }


@pytest.mark.parametrize("name", sorted(name for name in BOARDS if switches_of(BOARDS[name]["rules"])))
def test_published_tables(name):
    table = BOARDS[name]
    switches = switches_of(table["rules"])
    boards = [rows(player) for player in table["players"]]
    fouls = [oracle.is_foul(board, low_middle=switches["low_middle"]) for board in boards]
    assert fouls == table["fouled"]
    earned = [oracle.royalties(board, switches["table"]) for board in boards]
    paid = [[0, 0, 0] if foul else list(one) for foul, one in zip(fouls, earned, strict=True)]
    assert paid == table["royalties"]
    for i, j in combinations(range(len(boards)), 2):
        assert oracle.pair_points(boards[i], boards[j], **switches) == table["pairs"][f"{i}-{j}"]
    assert oracle.table_points(boards, **switches) == table["points"]
