"""The rules as data: every preset, table, switch, error and text form."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

import ofckit
from ofckit import _core
from ofckit._errors import InvalidRules
from ofckit.rules import (
    ROYALTIES,
    RULES,
    STAY_CLASSIC,
    STAY_VEGAS,
    Fantasyland,
    Royalties,
    Rules,
    Street,
    TableStakes,
)

import oracle

DATA = Path(__file__).parent / "data"
CASES = [json.loads(line) for line in (DATA / "rules_cases.jsonl").read_text(encoding="utf-8").splitlines()]
BOARDS = [json.loads(line) for line in (DATA / "boards.jsonl").read_text(encoding="utf-8").splitlines()]
ROWS = ("top", "middle", "bottom")


def strength(cards: str | list[str]) -> int:
    return _core.rank_ids(oracle.cards(cards))


def strengths(board: dict[str, list[str]]) -> tuple[int, int, int]:
    top, middle, bottom = (strength(board[row]) for row in ROWS)
    return top, middle, bottom


def by_hand(text: str) -> dict[str, int]:
    """A table of points as one writes it down: 'trips 2, straight 4'."""
    return {
        hand: int(n) for hand, n in (part.strip().rsplit(" ", 1) for part in text.split(",") if part.strip())
    }


# -- presets ---------------------------------------------------------------------------------------

BY_ONES = ((5, 5), *[(1, 1)] * 8)
BY_TWOS = ((5, 5), *[(2, 2)] * 4)
PINEAPPLE = ((5, 5), *[(3, 2)] * 4)
CLASSIC_STAY = {("top", "trips"), ("middle", "full house"), ("bottom", "quads")}
VEGAS_STAY = {("top", "trips"), ("bottom", "quads")}
PROGRESSIVE = {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}
DEUCE = {"KK": 14, ("middle", "75432"): 14, (("top", "KK"), ("middle", "75432")): 15}

# the table of presets: name, streets, players, royalties, enter, stay, cards again, other switches
PRESETS = [
    ("pagat", BY_ONES, (2, 4), "pagat", None, None, None, {}),
    ("pagat-fantasyland", BY_ONES, (2, 4), "pagat", {"QQ": 13}, CLASSIC_STAY, 13, {}),
    ("classic", BY_ONES, (2, 4), "modern", {"QQ": 13}, CLASSIC_STAY, 13, {}),
    ("criss-cross", BY_ONES, (2, 2), "modern", {"QQ": 13}, CLASSIC_STAY, 13, {"boards_per_player": 2}),
    ("turbo", BY_TWOS, (2, 4), "modern", {"QQ": 13}, CLASSIC_STAY, 13, {}),
    ("pineapple", PINEAPPLE, (2, 3), "modern", {"QQ": 14}, CLASSIC_STAY, 14, {}),
    ("pineapple-vegas", PINEAPPLE, (2, 3), "modern-flat-trips", {"QQ": 14}, VEGAS_STAY, 14, {}),
    ("progressive", PINEAPPLE, (2, 3), "modern", PROGRESSIVE, CLASSIC_STAY, 14, {}),
    ("ultimate", PINEAPPLE, (2, 3), "modern", PROGRESSIVE, VEGAS_STAY, "same", {}),
    ("2-7-pineapple", PINEAPPLE, (2, 3), "2-7", DEUCE, VEGAS_STAY, 14, {"middle": "2-7"}),
    (
        "joker-ultimate",
        PINEAPPLE,
        (2, 3),
        "modern",
        PROGRESSIVE,
        VEGAS_STAY,
        "same",
        {"jokers": 2, "joker_may_copy": True},
    ),
    ("chinese", ((13, 13),), (2, 4), "none", None, None, None, {"scoring": "2-4"}),
]

DEFAULTS = {
    "boards_per_player": 1,
    "scoring": "1-6",
    "majority": "more-rows",
    "foul_points": None,
    "foul_pays_royalties": True,
    "strict_rows": False,
    "royalties_to": "both",
    "middle": "high",
    "surrender_points": None,
    "table_stakes": None,
    "jokers": 0,
    "joker_may_copy": False,
    "joker_resolution": "board",
    "first_five": "in-turn",
    "final_face_down": 0,
    "own_boards_compared": False,
    "auto_place": "bottom-up",
    "sweep_bonus": None,
    "majority_bonus": None,
    "table_sweep": 0,
    "naturals": {},
    "loss_cap": None,
    "first_to_act": "left",
}


def test_the_presets_are_these_and_no_others():
    assert list(RULES) == [row[0] for row in PRESETS]


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row[0])
def test_every_preset_is_as_written(row):
    name, streets, players, royalties, enter, stay, again, other = row
    rules = RULES[name]
    assert rules.name == name
    assert tuple((s.deal, s.place) for s in rules.streets) == streets
    assert rules.players == players
    assert rules.royalties == ROYALTIES[royalties]
    assert {key: getattr(rules, key) for key in DEFAULTS} == DEFAULTS | other
    if enter is None:
        assert rules.fantasyland is None
    else:
        assert rules.fantasyland is not None
        assert rules.fantasyland.enter == enter
        assert set(rules.fantasyland.stay) == stay
        assert rules.fantasyland.repeat_cards == again
        assert rules.fantasyland.set_when == "before"
        assert not rules.fantasyland.must_announce
        assert not rules.fantasyland.button_moves_in_fantasyland


def test_closed_chinese_is_dealt_face_down_and_only_that():
    assert [name for name, rules in RULES.items() if rules.is_closed] == ["chinese"]


def test_the_stays_have_names():
    assert set(STAY_CLASSIC) == CLASSIC_STAY
    assert set(STAY_VEGAS) == VEGAS_STAY


def test_a_wrong_preset_name_gets_the_nearest_right_one():
    with pytest.raises(InvalidRules, match="no preset named 'pinaple'; did you mean 'pineapple'"):
        RULES["pinaple"]
    with pytest.raises(KeyError):
        RULES["chess"]
    assert RULES.get("chess") is None
    assert "chess" not in RULES
    with pytest.raises(InvalidRules, match="no royalty table named 'modem'; did you mean 'modern'"):
        ROYALTIES["modem"]


def test_named_rules_cannot_be_changed():
    with pytest.raises(TypeError):
        RULES["mine"] = RULES["classic"]  # type: ignore[index]
    with pytest.raises(TypeError):
        ROYALTIES["modern"].top["66"] = 5  # type: ignore[index]


# -- royalties -------------------------------------------------------------------------------------

TOP_PAIRS = "66 1, 77 2, 88 3, 99 4, TT 5, JJ 6, QQ 7, KK 8, AA 9"
TOP_SCALE = (
    TOP_PAIRS
    + ", 222 10, 333 11, 444 12, 555 13, 666 14, 777 15, 888 16, 999 17"
    + ", TTT 18, JJJ 19, QQQ 20, KKK 21, AAA 22"
)
TOP_FLAT = TOP_PAIRS + ", trips 20"
MIDDLE = "straight 4, flush 8, full house 12, quads 20, straight flush 30, royal 50"
BOTTOM = "straight 2, flush 4, full house 6, quads 10, straight flush 15, royal 25"
ROYALTY_TABLES = [
    ("modern", TOP_SCALE, "trips 2, " + MIDDLE, BOTTOM),
    ("modern-flat-trips", TOP_FLAT, "trips 2, " + MIDDLE, BOTTOM),
    ("pagat", TOP_FLAT, MIDDLE, BOTTOM),
    ("pagat-trips-middle", TOP_FLAT, "trips 2, " + MIDDLE, BOTTOM),
    ("trips-2-1", TOP_SCALE, "trips 2, " + MIDDLE, "trips 1, " + BOTTOM),
    (
        "small-top-end",
        TOP_SCALE,
        "trips 2, straight 4, flush 8, full house 12, quads 16, straight flush 20, royal 40",
        "straight 2, flush 4, full house 6, quads 8, straight flush 10, royal 20",
    ),
    (
        "treble",
        TOP_SCALE,
        "trips 2, straight 12, flush 12, full house 18, quads 30, straight flush 45, royal 75",
        "straight 4, flush 4, full house 6, quads 10, straight flush 15, royal 25",
    ),
    ("2-7", TOP_SCALE, "9-low 1, 8-low 2, 7-low 4, 75432 8", BOTTOM),
    ("capsa", "trips 3", "full house 2, quads 8, straight flush 10", "quads 4, straight flush 5"),
    ("none", "", "", ""),
]


def test_the_royalty_tables_are_these_and_no_others():
    assert list(ROYALTIES) == [row[0] for row in ROYALTY_TABLES]


@pytest.mark.parametrize("row", ROYALTY_TABLES, ids=lambda row: row[0])
def test_every_royalty_table_is_as_written(row):
    name, top, middle, bottom = row
    royalties = ROYALTIES[name]
    assert royalties.name == name
    assert royalties.top == by_hand(top)
    assert royalties.middle == by_hand(middle)
    assert royalties.bottom == by_hand(bottom)


def test_the_top_row_pays_by_its_pair_or_trips_whatever_the_kicker():
    points = ROYALTIES["modern"].points("top")
    for i, rank in enumerate("23456789TJQKA"):
        kickers = [k for k in "23456789TJQKA" if k != rank]
        expected = max(0, i - 3)
        assert {points[strength(f"{rank}c {rank}d {k}h")] for k in kickers} == {expected}
        assert points[strength(f"{rank}c {rank}d {rank}h")] == 10 + i
    assert points[strength("Ac Kd Qh")] == 0


def test_flat_trips_pay_the_same_for_all():
    points = ROYALTIES["pagat"].points("top")
    assert {points[strength(f"{r}c {r}d {r}h")] for r in "23456789TJQKA"} == {20}
    assert points[strength("Ac Ad Kh")] == 9


FIVE_CARD_HANDS = {
    "high card": ("7c 5d 4h 3s 2c", "Ac Kd Qh Js 9c"),
    "pair": ("2c 2d 5h 4s 3c", "Ac Ad Kh Qs Jc"),
    "two pair": ("3c 3d 2h 2s 4c", "Ac Ad Kh Ks Qc"),
    "trips": ("2c 2d 2h 4s 3c", "Ac Ad Ah Ks Qc"),
    "straight": ("Ac 2d 3h 4s 5c", "Ac Kd Qh Js Tc"),
    "flush": ("7c 5c 4c 3c 2c", "Ac Kc Qc Jc 9c"),
    "full house": ("2c 2d 2h 3s 3c", "Ac Ad Ah Ks Kc"),
    "quads": ("2c 2d 2h 2s 3c", "Ac Ad Ah As Kc"),
    "straight flush": ("Ac 2c 3c 4c 5c", "Kd Qd Jd Td 9d"),
    "royal": ("As Ks Qs Js Ts", "Ad Kd Qd Jd Td"),
}


@pytest.mark.parametrize("name", [row[0] for row in ROYALTY_TABLES if row[0] not in ("2-7", "capsa")])
@pytest.mark.parametrize("row", ["middle", "bottom"])
def test_the_worst_and_the_best_hand_of_a_type_pay_the_same(name, row):
    royalties = ROYALTIES[name]
    points = royalties.points(row)
    table = getattr(royalties, row)
    for hand, (worst, best) in FIVE_CARD_HANDS.items():
        assert points[strength(worst)] == points[strength(best)] == table.get(hand, 0), hand


def test_an_entry_holds_up_to_the_next_better_one():
    points = Royalties(name="own", top={}, middle={"flush": 5, "quads": 0}, bottom={"QQQ": 3}).points
    assert points("middle")[strength("2c 2d 2h 3s 3c")] == 5
    assert points("middle")[strength("2c 2d 2h 2s 3c")] == 0
    assert points("bottom")[strength("Jc Jd Jh As Kc")] == 0
    assert points("bottom")[strength("Qc Qd Qh 3s 2c")] == 3
    assert points("bottom")[strength("Ac Kd Qh Js Tc")] == 3


def test_no_hand_pays_nothing():
    for royalties in ROYALTIES.values():
        for row in ROWS:
            points = royalties.points(row)
            assert len(points) == 9855
            assert points[0] == 0


def test_a_2_7_middle_pays_by_its_highest_card_and_only_where_it_qualifies():
    """121 sets of ranks qualify; 34, 14 and 4 are nine, eight and seven low (one of these the wheel)."""
    points = ROYALTIES["2-7"].points("middle")
    assert sorted(points[1:], reverse=True)[:53] == [8, *[4] * 3, *[2] * 14, *[1] * 34, 0]
    for cards, royalty in (
        ("7h 5d 4s 3c 2h", 8),
        ("7h 6d 4s 3c 2h", 4),
        ("8h 7d 6s 5c 3h", 2),
        ("9h 8d 7s 6c 4h", 1),
    ):
        assert points[strength(cards)] == royalty
    for cards in (
        "Th 9d 8s 7c 5h",
        "9h 8d 7s 6c 5h",
        "9h 8h 7h 5h 4h",
        "9h 9d 7s 6c 4h",
        "5h 4d 3s 2c Ah",
        "9h 8d 7s",
    ):
        assert points[strength(cards)] == 0


@pytest.mark.parametrize("case", BOARDS, ids=lambda case: case["id"])
def test_public_tables_earn_their_royalties(case):
    name = case["rules"]["royalties"]
    royalties = ROYALTIES.get(name)
    if royalties is None:
        assert name.startswith("house: middle flush pays 4")
        modern = ROYALTIES["modern"]
        royalties = modern.replace(name="house", middle={**modern.middle, "flush": 4})
    points = {row: royalties.points(row) for row in ROWS}
    for i, player in enumerate(case["players"]):
        earned = [points[row][strength(player[row])] for row in ROWS]
        if case["fouled"][i]:
            assert case["royalties"][i] == [0, 0, 0]
        elif case["rules"]["royalties_to"] == "both":
            assert earned == case["royalties"][i]


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["kind"] == "royalty-2-7-middle"], ids=lambda c: c["id"]
)
def test_public_2_7_royalties(case):
    assert ROYALTIES["2-7"].points("middle")[strength(case["middle"])] == case["royalty"]


# -- points ----------------------------------------------------------------------------------------

RESULTS = (-1, 0, 1)


def test_1_6_gives_six_for_all_rows_and_a_tie_blocks_it():
    points = RULES["classic"].row_points
    assert [points(1, 1, 1), points(1, 1, 0), points(1, 1, -1), points(1, 0, -1)] == [6, 2, 1, 0]
    assert [points(1, 0, 0), points(0, 0, 0), points(-1, -1, 1), points(-1, -1, -1)] == [1, 0, -1, -6]


def test_2_4_gives_one_more_for_more_rows_won_than_lost():
    points = RULES["chinese"].row_points
    assert [points(1, 1, 1), points(1, 1, 0), points(1, 1, -1), points(1, 0, 0)] == [4, 3, 2, 2]
    assert [points(1, 0, -1), points(0, 0, 0), points(-1, 0, 0)] == [0, 0, -2]


def test_2_4_may_ask_for_two_rows_won():
    points = RULES["chinese"].replace(majority="two-rows").row_points
    assert [points(1, 1, 1), points(1, 1, 0), points(1, 1, -1), points(1, 0, 0)] == [4, 3, 2, 1]


def test_rows_gives_no_bonus():
    points = RULES["chinese"].replace(scoring="rows").row_points
    assert [points(1, 1, 1), points(1, 1, -1), points(0, 0, -1)] == [3, 1, -1]


@pytest.mark.parametrize("scoring", ["1-6", "2-4", "rows"])
@pytest.mark.parametrize("majority", ["more-rows", "two-rows"])
def test_what_one_wins_the_other_loses(scoring, majority):
    points = RULES["classic"].replace(scoring=scoring, majority=majority).row_points
    for top, middle, bottom in product(RESULTS, repeat=3):
        assert points(top, middle, bottom) == -points(-top, -middle, -bottom)


@pytest.mark.parametrize(("scoring", "value"), [("1-6", 6), ("2-4", 4), ("rows", 3)])
def test_a_foul_costs_a_sweep_unless_a_price_is_set(scoring, value):
    rules = RULES["classic"].replace(scoring=scoring)
    assert rules.foul_value == rules.sweep_value == value
    assert rules.row_points(1, 1, 1) == value
    assert rules.replace(foul_points=0).foul_value == 0
    assert rules.replace(foul_points=3).foul_value == 3


def test_the_worst_2_7_middle_is_t9875():
    assert RULES["2-7-pineapple"].low_middle_max == strength("Th 9d 8s 7c 5h")
    assert RULES["pineapple"].low_middle_max == 0


@pytest.mark.parametrize("case", [c for c in CASES if c["kind"] == "qualify-2-7"], ids=lambda c: c["id"])
def test_public_2_7_middles(case):
    low = strength(case["middle"])
    assert (low > RULES["2-7-pineapple"].low_middle_max) == case["foul"]


@pytest.mark.parametrize("name", list(RULES))
def test_rules_compile_once(name):
    rules = RULES[name].replace(surrender_points=2, royalties_to="row-winner")
    assert rules.compiled is rules.compiled
    assert isinstance(rules.compiled, _core.CompiledRules)
    top, middle, bottom = strength("Qc Qd 5h"), strength("Ac 2d 3h 4s 5c"), strength("Ac Ad Ah Ks Kc")
    expected = tuple(
        rules.royalties.points(row)[s] for row, s in zip(ROWS, (top, middle, bottom), strict=True)
    )
    assert tuple(rules.compiled.royalties(top, middle, bottom)) == expected


# -- Fantasyland -----------------------------------------------------------------------------------


def next_after(rules: Rules, current: int | None, top: str, middle: str, bottom: str, **more: bool) -> int:
    return rules.next_cards(current, strength(top), strength(middle), strength(bottom), **more)


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("classic", [0, 13, 13, 13, 13]),
        ("pineapple", [0, 14, 14, 14, 14]),
        ("progressive", [0, 14, 15, 16, 17]),
        ("ultimate", [0, 14, 15, 16, 17]),
        ("2-7-pineapple", [0, 0, 14, 14, 14]),
        ("pagat", [0, 0, 0, 0, 0]),
    ],
)
def test_entry_counts_the_top_row(name, cards):
    tops = ["Jc Jd Ah", "Qc Qd 2h", "Kc Kd 2h", "Ac Ad 2h", "2c 2d 2h"]
    middle, bottom = "Tc 8d 5h 4s 2s", "3c 3d 3s Kh Ks"
    assert [next_after(RULES[name], None, top, middle, bottom) for top in tops] == cards
    assert [next_after(RULES[name], None, top, middle, bottom, foul=True) for top in tops] == [0] * 5


def test_2_7_enters_with_the_wheel_and_both_give_fifteen():
    rules, wheel, bottom = RULES["2-7-pineapple"], "7c 5d 4h 3s 2c", "3c 3d 3h Ks Kh"
    assert next_after(rules, None, "Qc Qd 9h", wheel, bottom) == 14
    assert next_after(rules, None, "Kc Kd 9h", wheel, bottom) == 15
    assert next_after(rules, None, "Kc Kd 9h", "7c 6d 4h 3s 2c", bottom) == 14
    assert next_after(rules, None, "Qc Qd 9h", "7c 6d 4h 3s 2c", bottom) == 0
    assert next_after(rules, 14, "Kc Kd 9h", wheel, bottom) == 0  # in Fantasyland only the stay counts


STAYS = [
    ("trips on top", "2c 2d 2h", "Ac Ad 4h 5s 6c", "Kc Kd Kh 9s 9c", True, True),
    ("full house in the middle", "2c 3d 4h", "6c 6d 6h 5s 5c", "7c 7d 7h 8s 8c", True, False),
    ("quads at the bottom", "2c 3d 4h", "6c 6d 7h 5s 9c", "8c 8d 8h 8s 9d", True, True),
    ("straight flush at the bottom", "2c 3d 4h", "6c 6d 7h 5s 9c", "5h 6h 7h 8h 9h", True, True),
    ("quads in the middle", "2c 3d 4h", "6c 6d 6h 6s 9c", "5h 6h 7h 8h 9h", True, True),
    ("a flush in the middle", "2c 3d 4h", "6c 8c 7c 5c Ac", "Kc Kd Kh 9s 9c", False, False),
    ("a full house at the bottom", "2c 3d 4h", "6c 8c 7c 5c Ac", "Kc Kd Kh 9s 9c", False, False),
    ("aces on top", "Ac Ad 4h", "6c 8c 7c 5c Tc", "Kc Kd Kh 9s 9c", False, False),
]


@pytest.mark.parametrize("row", STAYS, ids=lambda row: row[0])
def test_who_stays(row):
    _, top, middle, bottom, classic, vegas = row
    board = strength(top), strength(middle), strength(bottom)
    assert RULES["pineapple"].fantasyland.stays(*board) == classic
    assert RULES["pineapple-vegas"].fantasyland.stays(*board) == vegas


def test_cards_again():
    board = ("Kc Kd Kh", "Ac Ad Ah 2s 2c", "3c 3d 3h 3s 4c")
    plain = ("2c 3d 4h", "6c 6d 7h 5s 9c", "8c 8d 8h 8s 9d")
    assert next_after(RULES["classic"], 13, *board) == 13
    assert next_after(RULES["progressive"], 17, *board) == 14
    assert [next_after(RULES["ultimate"], n, *board) for n in (14, 15, 16, 17)] == [14, 15, 16, 17]
    progressive = RULES["progressive"].fantasyland
    by_top = RULES["progressive"].replace(fantasyland=progressive.replace(repeat_cards="by-top"))
    assert next_after(by_top, 14, *board) == 17
    assert next_after(by_top, 17, *plain) == 14
    assert next_after(by_top, 17, *board, foul=True) == 0


def test_a_stay_that_must_be_announced_counts_only_then():
    board = ("Kc Kd Kh", "Ac Ad Ah 2s 2c", "3c 3d 3h 3s 4c")
    quiet = RULES["pineapple"]
    strict = quiet.replace(fantasyland=quiet.fantasyland.replace(must_announce=True))
    assert next_after(quiet, 14, *board, announced=False) == 14
    assert next_after(strict, 14, *board, announced=False) == 0
    assert next_after(strict, 14, *board, announced=True) == 14
    assert next_after(strict, None, *board, announced=False) == 14  # an entry needs no word


PRESET_OF = {
    "OFC": "classic",
    "OFC, table stakes": "classic",
    "Pineapple": "pineapple",
    "2-7 Pineapple": "2-7-pineapple",
    "Progressive Pineapple": "progressive",
}


@pytest.mark.parametrize(
    "case", [c for c in BOARDS if c.get("next_fantasyland")], ids=lambda case: case["id"]
)
def test_public_tables_lead_to_fantasyland(case):
    rules = RULES[PRESET_OF[case["variant"]]]
    if case["rules"].get("fantasyland_stay"):
        rules = rules.replace(fantasyland=rules.fantasyland.replace(stay=STAY_VEGAS))
    now = case["in_fantasyland"]
    following = [
        rules.next_cards(now[i], *strengths(player), foul=case["fouled"][i]) or None
        for i, player in enumerate(case["players"])
    ]
    assert following == case["next_fantasyland"]


CASE_RULES = {"27": "2-7-pineapple"}


def is_foul(top: int, middle: int, bottom: int) -> bool:
    return bottom < middle or middle < top


@pytest.mark.parametrize("case", [c for c in CASES if c["kind"].startswith("ofc_fl")], ids=lambda c: c["id"])
def test_reported_entries_and_stays(case):
    given_ = case["input"]
    rules = RULES[CASE_RULES.get(given_["rules"], given_["rules"])]
    top, middle, bottom = (strength(given_[row]) for row in ("top", "mid", "bot"))
    foul = bottom < top if rules.middle == "2-7" else is_foul(top, middle, bottom)
    if case["kind"] == "ofc_fl_entry":
        assert rules.next_cards(None, top, middle, bottom, foul) == case["right"]
    else:
        assert (rules.next_cards(14, top, middle, bottom, foul) > 0) == case["right"]


def behaviour(case_id: str) -> dict[str, object]:
    return next(c for c in CASES if c["id"] == case_id)


def test_reported_cards_of_the_next_hand():
    repeat = behaviour("FL-14")
    board = (repeat["input"]["top"], "8c 8d 8h 9s 9c", "Tc Td Th Js Jc")
    assert next_after(RULES["progressive"], 17, *board) == repeat["right"]["cards"]
    first = behaviour("FL-18")
    board = (first["input"]["top"], "8c 8d 8h 9s 9c", "Tc Td Th Js Jc")
    assert next_after(RULES["pineapple"], None, *board) == first["right"]["cards"]


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["kind"] == "fantasyland-cards"], ids=lambda c: c["id"]
)
def test_public_cards_by_hand(case):
    rules = RULES[PRESET_OF[case["variant"]]]
    top = strength(" ".join(r + s for r, s in zip(case["top"], "cdh", strict=False)))
    middle = strength("7h 5d 4s 3c 2h" if case.get("middle") == "75432" else "Th 9d 8s 7c 5h")
    assert rules.fantasyland.cards_for_entry(top, middle, strength("Ac Ad As Ks Kc")) == case["cards"]


@pytest.mark.parametrize("case", [c for c in CASES if c["kind"] == "fantasyland"], ids=lambda c: c["id"])
def test_public_boards_that_enter_or_stay(case):
    board = strengths(case["board"])
    for name in ("classic", "pineapple"):
        size = 13 if name == "classic" else 14
        got = RULES[name].next_cards(size if case["in_fl"] else None, *board)
        assert (got == size) == case.get("stays", case.get("enters"))


def test_conditions_are_read_as_people_write_them():
    a = Fantasyland(
        enter={"kk": 14, "Middle 75432": 14, "top KK + middle 75432": 15},
        stay=["front set", ("back", "four of a kind")],
    )
    b = Fantasyland(enter=DEUCE, stay=STAY_VEGAS)
    assert a == b
    assert hash(a) == hash(b)


# -- the deck --------------------------------------------------------------------------------------


def test_a_table_needs_its_cards():
    """Reported cases: four at a pineapple table, and a Fantasyland hand of 14 at a full classic table."""
    four, one_of_14 = behaviour("FL-16"), behaviour("FL-17")
    assert RULES["pineapple"].cards_needed(four["input"]["players"]) == four["right"]["needed"] == 68
    assert (
        RULES["classic"].cards_needed(4, one_of_14["input"]["fantasyland"])
        == one_of_14["right"]["needed"]
        == 53
    )
    with pytest.raises(InvalidRules, match="players = 4: 68 cards needed, 52 in the deck"):
        RULES["pineapple"].check_players(4)
    with pytest.raises(InvalidRules, match="53 cards needed, 52 in the deck"):
        RULES["classic"].check_players(4, fantasyland=[14])
    RULES["classic"].check_players(4, fantasyland=[13, None, 0])
    RULES["progressive"].check_players(3, fantasyland=(17, 17, 17))
    assert RULES["criss-cross"].cards_needed(2) == 52
    assert RULES["joker-ultimate"].deck_size == 54


def test_only_so_many_may_sit_down():
    with pytest.raises(InvalidRules, match=r"players = 1: must be 2 to 3 in pineapple"):
        RULES["pineapple"].check_players(1)
    with pytest.raises(InvalidRules, match="3 Fantasyland hands for 2 seats"):
        RULES["pineapple"].check_players(2, fantasyland=[14, 14, 14])
    with pytest.raises(InvalidRules, match="104 cards needed"):
        RULES["criss-cross"].check_players(4)


def test_the_last_cards_are_dealt_together_face_down():
    plan = RULES["classic"].replace(final_face_down=3).plan
    assert [(s.deal, s.place, s.face_down) for s in plan[-2:]] == [(1, 1, False), (3, 3, True)]
    assert len(plan) == 7
    assert RULES["pineapple"].replace(final_face_down=3).plan[-1] == Street(deal=3, place=2, face_down=True)
    assert RULES["classic"].plan == RULES["classic"].streets


def test_streets_count_their_discards():
    assert [s.discards for s in RULES["pineapple"].streets] == [0, 1, 1, 1, 1]
    assert RULES["pineapple"].cards_per_seat == 17


# -- wrong values ----------------------------------------------------------------------------------

WRONG = [
    ({"name": ""}, "name = '': must be a name"),
    ({"name": "a\nb"}, "name = "),
    ({"streets": ()}, "streets = .*: must be one or more Street"),
    ({"streets": (Street(deal=5, place=5),)}, "streets = '5': 5 cards placed, must be 13"),
    ({"streets": (Street(deal=17, place=13),) * 2}, "26 cards placed, must be 13"),
    ({"players": (2, 5)}, r"players = \(2, 5\): must be \(fewest, most\), 2 to 4 people"),
    ({"players": (3, 2)}, "players = "),
    ({"players": 3}, "players = 3"),
    ({"players": (2, 4)}, "players = 4: 68 cards needed, 52 in the deck"),
    ({"boards_per_player": 3}, "boards_per_player = 3: must be a whole number from 1 to 2"),
    ({"boards_per_player": 2}, r"players = \(2, 3\): must be 4 seats at most, 2 for each"),
    ({"scoring": "1-7"}, "scoring = '1-7': must be one of '1-6', '1-4', '2-4', 'rows'; did you mean '1-6'"),
    ({"scoring": 16}, "scoring = 16"),
    ({"majority": "two rows"}, "majority = 'two rows': .*did you mean 'two-rows'"),
    ({"foul_points": -1}, "foul_points = -1: must be a whole number from 0"),
    ({"foul_points": True}, "foul_points = True"),
    ({"foul_points": 2.0}, "foul_points = 2.0"),
    ({"sweep_bonus": -1}, "sweep_bonus = -1: must be a whole number from 0"),
    ({"majority_bonus": 0.5}, "majority_bonus = 0.5: must be a whole number from 0"),
    ({"table_sweep": "twice"}, "table_sweep = 'twice': must be a whole number from 0 to 1000 or 'double'"),
    ({"table_sweep": None}, "table_sweep = None: must be"),
    ({"loss_cap": 0}, "loss_cap = 0: must be a whole number from 1"),
    ({"naturals": ["dragon"]}, "naturals = .*: must be a table of points by natural"),
    ({"naturals": {"dragn": 13}}, "unknown key 'naturals.dragn'; did you mean 'naturals.dragon'"),
    ({"naturals": {"dragon": 0}}, r"naturals\['dragon'\] = 0: must be a whole number from 1"),
    ({"naturals": {"dragon": 13}, "jokers": 1}, "naturals = .*: must be empty where jokers = 1"),
    ({"first_to_act": "dealer"}, "first_to_act = 'dealer': must be one of 'left', 'button'"),
    ({"foul_pays_royalties": 1}, "foul_pays_royalties = 1: must be True or False"),
    ({"strict_rows": "yes"}, "strict_rows = 'yes'"),
    ({"royalties": "modrn"}, "royalties = 'modrn': .*did you mean 'modern'"),
    ({"royalties": {"top": {}}}, "royalties = "),
    (
        {"royalties_to": "winner"},
        "royalties_to = 'winner': must be one of 'both', 'row-winner', 'pair-winner'",
    ),
    ({"middle": "27"}, "middle = '27': .*did you mean '2-7'"),
    ({"middle": "2-7"}, "royalties.middle = 'trips': must be a 2-7 low .* because middle = '2-7'"),
    (
        {"royalties": ROYALTIES["2-7"]},
        "royalties.middle = '9-low': must be a high hand, because middle = 'high'",
    ),
    ({"surrender_points": "2"}, "surrender_points = '2': must be a whole number"),
    ({"fantasyland": True}, "fantasyland = True: must be None"),
    (
        {"fantasyland": Fantasyland(enter={"QQ": 18})},
        r"54 cards needed, 52 in the deck \(3 boards, 3 in Fant",
    ),
    ({"fantasyland": Fantasyland(enter={("middle", "75432"): 14})}, "'middle 75432': must be a high hand"),
    ({"table_stakes": True}, "table_stakes = True: must be None"),
    ({"jokers": 3}, "jokers = 3: must be a whole number from 0 to 2"),
    ({"joker_may_copy": None}, "joker_may_copy = None"),
    ({"joker_resolution": "rows"}, "joker_resolution = 'rows': .*did you mean 'row'"),
    ({"first_five": "in turn"}, "first_five = 'in turn': .*did you mean 'in-turn'"),
    (
        {"final_face_down": 4},
        "final_face_down = 4: must be the cards of whole streets at the end: 0, 3, 6, 9, 12",
    ),
    ({"final_face_down": 17}, "final_face_down = 17: must be a whole number from 0 to 13"),
    ({"own_boards_compared": True}, "own_boards_compared = True: must be False where boards_per_player = 1"),
    ({"auto_place": "top"}, "auto_place = 'top': .*did you mean 'top-most'"),
    ({"scorng": "1-6"}, "Rules has no switch 'scorng'; did you mean 'scoring'"),
]


@pytest.mark.parametrize(
    ("change", "message"), WRONG, ids=lambda v: next(iter(v)) if isinstance(v, dict) else ""
)
def test_a_wrong_switch_is_named_with_its_value_and_what_is_allowed(change, message):
    with pytest.raises(InvalidRules, match=message):
        RULES["pineapple"].replace(**change)


def test_every_switch_has_a_wrong_value_above():
    switches = set(DEFAULTS) | {"name", "streets", "players", "royalties", "fantasyland"}
    assert {key for change, _ in WRONG for key in change} == switches | {"scorng"}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Street(deal=0, place=0), "streets.deal = 0"),
        (lambda: Street(deal=2, place=3), "streets.place = 3: must be at most the 2 cards dealt"),
        (lambda: Street(deal=2, place=2, face_down=1), "streets.face_down = 1"),
        (lambda: TableStakes(win_cap="no"), "table_stakes.win_cap = 'no'"),
        (lambda: TableStakes(broke_is_out=0), "table_stakes.broke_is_out = 0"),
        (lambda: TableStakes().replace(cap=True), "TableStakes has no switch 'cap'; did you mean 'win_cap'"),
        (lambda: Fantasyland(enter={}), "fantasyland.enter = {}"),
        (
            lambda: Fantasyland(enter={"QQ": 12}),
            r"fantasyland.enter\['QQ'\] = 12: must be a whole number from 13",
        ),
        (lambda: Fantasyland(enter={"Q": 14, "q": 14}), "'Q' appears twice"),
        (lambda: Fantasyland(enter={"queens": 14}), "fantasyland.enter = 'queens': must be a hand"),
        (lambda: Fantasyland(enter={"flush": 14}), "'flush': must be a hand that three cards can make"),
        (lambda: Fantasyland(enter={("mid", "flush"): 14}), "'mid': must be a row.*did you mean 'middle'"),
        (
            lambda: Fantasyland(enter={("bottom", "75432"): 14}),
            "must be a high hand, as the bottom row is never a 2-7 low",
        ),
        (lambda: Fantasyland(enter={3: 14}), "fantasyland.enter = 3"),
        (
            lambda: Fantasyland(enter={"QQ": 14}, stay="top trips"),
            "fantasyland.stay = 'top trips': must be a list",
        ),
        (
            lambda: Fantasyland(enter={"QQ": 14}, stay=[("tpo", "trips")]),
            "'tpo': must be a row.*did you mean 'top'",
        ),
        (
            lambda: Fantasyland(enter={"QQ": 14}, stay=[("top", "quads")]),
            "'quads': must be a hand that three cards",
        ),
        (lambda: Fantasyland(enter={"QQ": 14}, stay=["trips"]), "'trips': must be a row"),
        (
            lambda: Fantasyland(enter={"QQ": 14}, repeat_cards="sme"),
            "repeat_cards = 'sme': .*did you mean 'same'",
        ),
        (lambda: Fantasyland(enter={"QQ": 14}, repeat_cards=5), "repeat_cards = 5"),
        (
            lambda: Fantasyland(enter={"QQ": 14}, set_when="first"),
            "set_when = 'first': must be one of 'before'",
        ),
        (lambda: Fantasyland(enter={"QQ": 14}, must_announce=1), "must_announce = 1"),
        (
            lambda: Fantasyland(enter={"QQ": 14}, button_moves_in_fantasyland=1),
            "button_moves_in_fantasyland = 1",
        ),
        (lambda: ROYALTIES["modern"].replace(name=3), "royalties.name = 3"),
        (lambda: ROYALTIES["modern"].replace(top=20), "royalties.top = 20"),
        (lambda: ROYALTIES["modern"].replace(top={"QQ": -1}), r"royalties.top\['QQ'\] = -1"),
        (
            lambda: ROYALTIES["modern"].replace(top={"trips": 1, "222": 2}),
            "'trips' and '222' are the same hand",
        ),
        (lambda: ROYALTIES["modern"].replace(top={"QQQQ": 1}), "'QQQQ': must be a hand that three cards"),
        (lambda: ROYALTIES["modern"].replace(bottom={"9-low": 1}), "'9-low': must be a high hand"),
        (lambda: ROYALTIES["modern"].replace(bottom={"QQQQQ": 1}), "'QQQQQ': must be a hand"),
        (lambda: ROYALTIES["modern"].replace(bottom={"flus": 1}), "'flus': .*did you mean 'flush'"),
        (
            lambda: ROYALTIES["modern"].replace(middle={"9-low": 1, "trips": 2}),
            "lows and high hands in one row",
        ),
        (
            lambda: ROYALTIES["modern"].replace(botom={}),
            "Royalties has no switch 'botom'; did you mean 'bottom'",
        ),
        (lambda: ROYALTIES["modern"].points("left"), "row = 'left'"),
    ],
)
def test_a_wrong_part_is_named(make, message):
    with pytest.raises(InvalidRules, match=message):
        make()


# -- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(RULES))
def test_rules_are_values(name):
    rules = RULES[name]
    _ = rules.compiled  # what is cached is no part of the value
    for twin in (
        pickle.loads(pickle.dumps(rules)),
        copy.copy(rules),
        copy.deepcopy(rules),
        eval(repr(rules)),
    ):
        assert twin == rules
        assert hash(twin) == hash(rules)
    assert rules != rules.replace(strict_rows=True)
    with pytest.raises(AttributeError):
        rules.scoring = "rows"  # type: ignore[misc]


def test_what_is_unpickled_is_checked():
    good = pickle.dumps(RULES["classic"], protocol=0)
    bad = good.replace(b"1-6", b"1-7")
    assert good != bad
    with pytest.raises(InvalidRules, match="scoring"):
        pickle.loads(bad)


def test_replace_changes_only_what_it_names():
    rules = RULES["classic"].replace(surrender_points=2, royalties="pagat")
    assert rules.surrender_points == 2
    assert rules.royalties is ROYALTIES["pagat"]
    assert rules.replace(surrender_points=None, royalties="modern") == RULES["classic"]


# -- weight ----------------------------------------------------------------------------------------


def test_importing_rules_brings_in_nothing_heavy():
    heavy = {"tomllib", "difflib", "textwrap", "typing", "numpy", "json"}
    code = (
        "import sys, ofckit; before = set(sys.modules); from ofckit.rules import RULES; list(RULES); "
        f"print(sorted({heavy} & set(sys.modules) - before))"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(ofckit.__path__[0]).parent)}
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=env)
    assert done.stdout.strip() == "[]", done.stderr


def test_the_tables_of_names_pickle_and_copy_as_themselves():
    for named in (ofckit.RULES, ofckit.ROYALTIES, ofckit.RANKINGS):
        assert pickle.loads(pickle.dumps(named)) is named
        assert copy.copy(named) is copy.deepcopy(named) is named
