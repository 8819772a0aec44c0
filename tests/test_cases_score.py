"""Boards and tables from public bug reports and rules pages, with their right answers (tests/data)."""

from __future__ import annotations

import json
import re
from itertools import permutations
from pathlib import Path

import pytest

import ofckit as ofc

DATA = Path(__file__).parent / "data"


def read(name):
    return {one["id"]: one for one in map(json.loads, (DATA / name).read_text().splitlines())}


TABLES = read("boards.jsonl")
CASES = read("score_cases.jsonl")
CHECKS = read("score_checks.jsonl")
CLASSIC = ofc.RULES["classic"]
LOW = ofc.RULES["2-7-pineapple"]
ROWS = ("top", "middle", "bottom")


def cases_of(op):
    return sorted(name for name, case in CASES.items() if case["input"]["op"] == op)


def checks_of(kind):
    return sorted(name for name, check in CHECKS.items() if check["kind"] == kind)


def board_of(rows):
    return ofc.Board({"top": rows["top"], "middle": rows["mid"], "bottom": rows["bot"]})


# -- Whole tables ---------------------------------------------------------------------------------------


def rules_of(table):
    """The switches of a published table."""
    told = table["rules"]
    royalties = told["royalties"]
    if royalties.startswith("house: middle flush pays 4"):
        modern = ofc.ROYALTIES["modern"]
        royalties = modern.replace(name="house", middle={**modern.middle, "flush": 4})
    return CLASSIC.replace(
        name="published",
        fantasyland=None,
        scoring=told["scoring"],
        royalties=royalties,
        royalties_to=told["royalties_to"],
        middle="2-7" if told["middle"].startswith("2-7") else "high",
    )


def settle(table, rules=None, **more):
    return ofc.settle(
        table["players"],
        rules or rules_of(table),
        stacks=table.get("stacks"),
        button=table.get("button"),
        duplicates="error" if table["single_deck"] else "allow",
        **more,
    )


def test_all_published_tables_are_here():
    assert len(TABLES) == 69
    assert sum(not table["single_deck"] for table in TABLES.values()) > 10
    assert sum("stacks" in table for table in TABLES.values()) == 2


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_published_table(name):
    table = TABLES[name]
    settled = settle(table)
    assert list(settled.points) == table["points"]
    assert {f"{i}-{j}": net for (i, j), net in settled.pairs.items()} == table["pairs"]
    assert list(settled.fouls) == table["fouled"]
    assert [list(royalties) for royalties in settled.royalties] == table["royalties"]
    if "transfers" in table:
        assert [list(transfer) for transfer in settled.transfers] == table["transfers"]


@pytest.mark.parametrize("name", sorted(name for name in TABLES if TABLES[name].get("gross")))
def test_the_table_shows_what_was_published_as_two_scores(name):
    lines = settle(TABLES[name]).explain().splitlines()
    (net,) = [line for line in lines if line.startswith("  player 0 ")]
    first, second = re.match(r"  player 0 (?:.*= )?(\d+); player 1 (?:.*= )?(\d+): ", net).groups()
    assert [int(first), int(second)] == TABLES[name]["gross"]


@pytest.mark.parametrize("name", sorted(name for name in TABLES if TABLES[name]["single_deck"]))
def test_a_published_table_in_a_batch(name):
    np = pytest.importorskip("numpy")
    table = TABLES[name]
    if "stacks" in table:
        expected = [[sum(table_sum(table, i)) for i in range(len(table["players"]))]]
    else:
        expected = [table["points"]]
    ids = [[[*map(ofc.Card, [*p["top"], *p["middle"], *p["bottom"]])] for p in table["players"]]]
    shape = (1, len(table["players"]))
    fouls, royalties = np.zeros(shape, np.uint8), np.zeros((*shape, 3), np.int16)
    points = ofc.score_many(np.array(ids, np.uint8), rules_of(table), fouls=fouls, royalties=royalties)
    assert points.tolist() == expected
    assert fouls.tolist() == [table["fouled"]]
    assert royalties.tolist() == [table["royalties"]]


def table_sum(table, player):
    """What this player has from each other before stakes."""
    for pair, net in table["pairs"].items():
        i, j = map(int, pair.split("-"))
        if player in (i, j):
            yield net if player == i else -net


@pytest.mark.parametrize("name", sorted(name for name in TABLES if not TABLES[name]["single_deck"]))
def test_a_table_with_a_card_twice_is_refused_unless_there_are_several_decks(name):
    with pytest.raises(ofc.InvalidCard, match="more than once"):
        ofc.settle(TABLES[name]["players"], rules_of(TABLES[name]))


def test_the_published_answer_14_belongs_to_royalties_without_doubling():
    table = TABLES["B051"]
    assert settle(table).points == (14, -14)
    assert settle(table, rules_of(table).replace(royalties="modern")).points == (18, -18)


# -- Fouls ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", cases_of("ofc_foul"))
def test_a_reported_foul(name):
    case = CASES[name]
    board = board_of(case["input"])
    assert board.is_foul is board.fouls(CLASSIC) is board.is_lost() is case["right"]


def test_a_straight_in_a_2_7_middle_is_a_foul():
    board = board_of(CASES["OF-15"]["input"])
    assert board.fouls(LOW) is CASES["OF-15"]["right"] is True
    assert board.status(LOW) == ofc.Status.MIDDLE_NOT_LOW


@pytest.mark.parametrize("name", [name for name in checks_of("validity") if name != "K021"])
def test_validity(name):
    check = CHECKS[name]
    board = ofc.Board(check["board"])
    for rules, foul in (
        (CLASSIC, check["foul"]),
        (CLASSIC.replace(strict_rows=True), check["foul_if_strict"]),
    ):
        assert bool(board.status(rules) & ofc.Status.FOUL) is foul
        assert board.fouls(rules) is (foul and board.is_complete)
        assert board.is_lost(rules) is foul


def test_any_trips_over_any_two_pair_is_a_foul():
    """K021 names types of hands, not cards."""
    assert CHECKS["K021"]["board"] == {"middle": ["trips"], "bottom": ["two pair"]}
    assert CHECKS["K021"]["foul"]
    assert CHECKS["K021"]["foul_if_strict"]
    for middle, bottom in (("2c2d2h3c4d", "AcAdKcKdQh"), ("AcAdAh3c4d", "3d3h2c2d5h")):
        assert ofc.Board(["5c6d8h", middle, bottom]).is_foul


@pytest.mark.parametrize("name", checks_of("qualify-2-7"))
def test_what_qualifies_in_a_2_7_middle(name):
    check = CHECKS[name]
    middle = ofc.Board({"middle": check["middle"]})
    assert bool(middle.status(LOW) & ofc.Status.MIDDLE_NOT_LOW) is check["foul"]
    assert middle.is_lost(LOW) is check["foul"]
    full = ofc.Board({"top": "Kc Qd 2c", "middle": check["middle"], "bottom": "As Ad Ac Ks Kd"})
    assert full.fouls(LOW) is check["foul"]


# -- Royalties -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", cases_of("ofc_royalties"))
def test_reported_royalties(name):
    case = CASES[name]
    earned = ofc.royalties(board_of(case["input"]), CLASSIC)
    assert {"top": earned.top, "mid": earned.middle, "bot": earned.bottom} == case["right"]


@pytest.mark.parametrize("name", checks_of("royalty-2-7-middle"))
def test_royalties_of_a_2_7_middle(name):
    check = CHECKS[name]
    board = {"top": "Kc Qd 2c", "middle": check["middle"], "bottom": "As Ad Ac Ks Qs"}
    assert list(ofc.royalties(board, LOW)) == [0, check["royalty"], 0]


# -- Points ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", cases_of("ofc_score"))
def test_a_reported_score(name):
    case = CASES[name]
    a, b = board_of(case["input"]["a"]), board_of(case["input"]["b"])
    assert ofc.settle([a, b], CLASSIC).points == (case["right"], -case["right"])
    assert ofc.settle([b, a], CLASSIC).points == (-case["right"], case["right"])


def test_three_players_and_a_foul():
    case = CASES["OS-15"]
    boards = [board_of(player) for player in case["input"]["players"]]
    for order in permutations(range(3)):
        settled = ofc.settle([boards[i] for i in order], CLASSIC)
        assert list(settled.points) == [case["right"][i] for i in order]


def test_two_rows_to_one_in_both_systems():
    """OS-18."""
    for scoring, points in CASES["OS-18"]["right"].items():
        assert CLASSIC.replace(scoring=scoring).row_points(1, -1, 1) == points


def test_a_surrender_costs_two_to_each_opponent():
    """K000: royalties are not paid, the others settle as usual (their pair comes to 1)."""
    check = CHECKS["K000"]
    boards = ["Qh/7h7d/As", "AhKd3c/6c6d8s9sTh/4c4d4s5s8h", "QsJd2c/3h3d8c9cTd/5c5d5h7sKs"]
    settled = ofc.settle(boards, CLASSIC.replace(surrender_points=2), surrendered=check["surrenders"])
    assert settled.pairs[(1, 2)] == check["other_pairs"]["1-2"]
    assert list(settled.points) == check["expected"]


def test_a_foul_pays_six_and_royalties_to_each():
    """K002: royalties of 9 and 4; the other two settle for 6."""
    check = CHECKS["K002"]
    boards = ["AsJcTd/5c5d6h7cJs/2s2h3c4d8h", "AhAd2c/KhKdQhQd3d/7h7d7s9cTc", "4c5h6d/8c8d9dJdTh/KsQsTs6s4s"]
    settled = ofc.settle(boards, CLASSIC)
    assert list(settled.fouls) == [i in check["fouled"] for i in range(3)]
    assert [one.total for one in settled.royalties] == check["royalties"]
    assert settled.pairs[(1, 2)] == check["other_pairs"]["1-2"]
    assert list(settled.points) == check["expected"]


# -- Duplicates and sizes --------------------------------------------------------------------------------


def test_a_card_in_two_rows_is_named():
    """A-24."""
    case = CASES["A-24"]
    with pytest.raises(ofc.InvalidCard, match=r"^6d is on the board more than once"):
        ofc.Board(case["input"]["cards"])
    board = ofc.Board(case["input"]["cards"], check=False)
    assert board.status() & ofc.Status.DUPLICATES
    assert [str(card) for card in ofc.duplicates(board.cards)] == case["right"]


@pytest.mark.parametrize("name", ["A-22", "A-23"])
def test_a_card_on_two_boards_is_named(name):
    case = CASES[name]
    cards = case["input"]["cards"]
    half = len(cards) // 2
    boards = [cards[:half], cards[half:]] if half == 13 else [{"bottom": cards[:5]}, {"bottom": cards[5:]}]
    named = " ".join(sorted(case["right"], key=ofc.Card))
    with pytest.raises(ofc.InvalidCard, match=f"{named} on board 0 and board 1"):
        ofc.settle(boards, CLASSIC)


def test_the_three_card_row_is_the_top_one():
    """A-25."""
    case = CASES["A-25"]["input"]
    deck = ofc.cards("AsKsQsJs9s 8c8d7c7d6h 5c5d4h")
    rows = [deck[: case["top"]], deck[5 : 5 + case["mid"]], deck[10 : 10 + case["bot"]]]
    with pytest.raises(ofc.NotationError, match=CASES["A-25"]["right"]["error"]):
        ofc.Board(rows)
