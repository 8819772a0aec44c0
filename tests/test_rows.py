"""The rules of the sources one by one: which switch plays each, which test shows it, and the short ones here.

data/rows.json numbers them, and docs/rules.md has the same table: set-up and play 1-10, legal boards 11-20,
points 21-27, royalties 28-41, table stakes 42-45, Fantasyland, pineapple and 2-7 46-62.
"""

from __future__ import annotations

import ast
import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from ofckit import IllegalMove
from ofckit.board import Board
from ofckit.game import Game
from ofckit.position import Move
from ofckit.rules import RULES, Fantasyland, Rules, TableStakes
from ofckit.scoring import settle
from played import play_boards

TESTS = Path(__file__).parent
ROWS = json.loads((TESTS / "data" / "rows.json").read_text(encoding="utf-8"))
CLASSIC = RULES["classic"]


# -- The table ------------------------------------------------------------------------------------------


def test_every_row_is_there_once():
    assert [row["row"] for row in ROWS] == list(range(1, 63))


def functions_in(file: str) -> set[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_row_names_tests_that_exist():
    files = {name.split("::")[0] for row in ROWS for name in row["tests"]}
    known = {file: functions_in(file) for file in files}
    for row in ROWS:
        assert row["tests"]
        for name in row["tests"]:
            file, test = name.split("::")
            assert test in known[file], f"row {row['row']}: {name}"


def test_every_row_names_switches_that_exist():
    switches = {one.name for one in fields(Rules)}
    parts = {"fantasyland": Fantasyland, "table_stakes": TableStakes}
    words = {"always", "Row", "Match.leave", "Board.is_lost", "ofckit score --stake"}
    for row in ROWS:
        for named in row["switch"].split(", "):
            switch, _, value = named.partition(" = ")
            whole, _, part = switch.partition(".")
            if whole in parts and part:
                assert part in {one.name for one in fields(parts[whole])}
            elif switch not in switches:
                assert switch in words or "=)" in switch or switch.startswith('"'), named
            if switch == "royalties" and value:
                CLASSIC.replace(royalties="none" if value == '"2-7"' else value.strip('"'))


def test_the_page_has_the_same_table():
    page = (TESTS.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| (\d+) \| (.*?) \| (.*?) \|$", page, re.MULTILINE)
    assert found == [(str(row["row"]), row["rule"], f"`{row['switch']}`") for row in ROWS]


# -- Rows of one board -----------------------------------------------------------------------------------


def test_a_placed_card_never_moves_and_a_full_row_takes_no_more():
    """Row 7."""
    game = Game("classic", 2, live=True)
    game.deal("As Ks Qs 2c 3c")
    game.push("As@t Ks@t Qs@t 2c@m 3c@b")
    game.deal("4d 5d 6d 7d 8d")
    game.push("4d@t 5d@t 6d@t 7d@m 8d@m")
    game.deal("9h")
    before = game.copy()
    assert game.reason_against("9h@t") == "the top has no room left, but the move places 1 there"
    assert game.reason_against("9h@m As@m") == "As is not among the cards drawn (9h)"
    for move in ("9h@t", "9h@m As@m"):
        with pytest.raises(IllegalMove):
            game.push(move)
        assert game == before


def test_only_equal_middle_and_bottom_tell_strict_rows_from_others():
    """Rows 11-13: a row of five is never equal to one of three, whose missing kickers lose."""
    strict = CLASSIC.replace(strict_rows=True)
    for board, loose_foul, strict_foul in [
        ("2c3d4h/AsKsQs9d7c/AhKhQh9c7d", False, True),
        ("AcKdQd/AsKsQs9d7c/AhKhQh9c8d", False, False),
        ("AcKdQh/AsKsJs9d7c/AhAdQd9c8d", True, True),
        ("2c3d4h/AsKsQs9d8d/AhKhQh9c7d", True, True),
    ]:
        assert Board(board).fouls(CLASSIC) == loose_foul
        assert Board(board).fouls(strict) == strict_foul


def test_three_to_a_straight_flush_on_top_are_a_high_card():
    """Row 14: it beats nothing but a lower high card, and does not foul over a pair."""
    board = Board("TsJsQs/2c2d4h5c7d/AhAdKhQhJh")
    assert not board.fouls(CLASSIC)
    other = Board("2h3d3s/4c4d6h8c9d/KcKdJdTd8d")
    assert settle([board, other], CLASSIC).royalties[0].total == 0
    assert settle([board, other], CLASSIC).explain().count("Queen high") == 1


LOSER = "2c3d4h/5s5c7d8d9c/TsTcJh4c2d"
WINNER = "6h6d8h/7s7h9s9dKc/AsAdAhQcQd"
FOUL = "KsKh4h/5s5c7d8d9c/TsTcJh4c2d"


def test_a_foul_costs_what_three_lost_rows_cost():
    """Row 16 gives what row 15 gives: three rows, the sweep, the royalties of the other board (1 and 6)."""
    assert settle([LOSER, WINNER], CLASSIC).points == settle([FOUL, WINNER], CLASSIC).points == (-13, 13)
    assert settle([FOUL, "KcKd2h/5d5h6s7c8c/AcQd3s3h9h"], CLASSIC).points == (0, 0)


def test_a_foul_may_be_a_fine_without_royalties():
    """Row 17."""
    fine = CLASSIC.replace(foul_points=6, foul_pays_royalties=False)
    assert settle([FOUL, WINNER], fine).points == (-6, 6)
    assert settle([LOSER, WINNER], fine).points == (-13, 13)


def test_kings_in_the_middle_ask_for_the_straight_below():
    """Row 19: kings in the middle, four low cards to a straight at the bottom."""
    board = Board("2c3d/KsKd4h9c/8s7d6c5h")
    assert not board.is_lost(CLASSIC)
    nines_and_fours = [f"{rank}{suit}" for rank in "94" for suit in "cdhs" if f"{rank}{suit}" not in "9c4h"]
    assert board.is_lost(CLASSIC, dead=nines_and_fours)


# -- Rows of a table -------------------------------------------------------------------------------------


def test_four_players_are_six_pairs_and_one_may_beat_and_lose():
    """Row 21: Bob beats Ted and loses to Joe."""
    bob, ted, joe = (
        "8c8d2h/9c9d3h4h5s/TcTd3c4c6d",
        "7c7d2c/6h6s3s5c8h/JcJd2d4d7h",
        "QcQd4s/KcKd5d6c9h/AcAd7s8s9s",
    )
    fourth = "2s3d5h/JhJsThTsKh/AhAsQhQsKs"
    settled = settle([bob, ted, joe, fourth], CLASSIC)
    assert set(settled.pairs) == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}
    assert settled.pairs[(0, 1)] > 0 > settled.pairs[(0, 2)]
    assert settled.points == tuple(
        sum(net if i == seat else -net for (i, j), net in settled.pairs.items() if seat in (i, j))
        for seat in range(4)
    )


def test_royalties_may_be_for_both_or_for_a_winner():
    """Rows 37-39: a straight at the bottom loses to a higher one; equal royalties cancel."""
    low, high = "2c3d5h/7c7d8hJc2d/3s4s5s6h7h", "2h3c4h/KcKdQhJd9d/4d5d6s7s8s"
    both = settle([low, high], CLASSIC)
    assert [tuple(one) for one in both.royalties] == [(0, 0, 2), (0, 0, 2)]
    assert both.points[0] == -settle([high, low], CLASSIC).points[0]
    top, flush = "6h6d8h/7c7dTc4c2c/AsQs9s4s2s", "2h3d5h/9c9dTd4d2d/AcAhAdKhKc"
    rows = {name: CLASSIC.replace(royalties_to=name) for name in ("both", "row-winner", "pair-winner")}
    # the first wins the top with 66 (1) and loses the bottom with a flush (4) to a full house (6)
    assert settle([top, flush], rows["both"]).points[0] == (1 - 2) + (1 + 4) - 6
    assert settle([top, flush], rows["row-winner"]).points[0] == (1 - 2) + 1 - 6
    assert settle([top, flush], rows["pair-winner"]).points[0] == (1 - 2) - 6


def test_aces_on_top_earn_nine_from_each_opponent():
    """Row 40."""
    aces = "AcAd2h/KsKd5h5d3c/7c7d7h8c8d"
    others = ["2s3d4h/6c6dTh9hJd/QcQdJhJsTs", "2d3h4c/6h6s8h9dKc/QhQsTdTc4d"]
    settled = settle([aces, *others], CLASSIC)
    assert settled.royalties[0].top == 9
    without = settle([aces, *others], CLASSIC.replace(royalties="none"))
    assert [one.total for one in settled.royalties] == [15, 0, 0]
    for pair in ((0, 1), (0, 2)):
        assert settled.pairs[pair] - without.pairs[pair] == 15


# -- Fantasyland -----------------------------------------------------------------------------------------

ENTRIES = {
    "nothing": "JcJd2h/TcTd5h5d3c/AcAdAh8c8d",
    "QQ": "QcQd2h/KsKd5h5d3c/AcAdAh8c8d",
    "KK": "KsKd2h/TcTdTh5d3c/AcAdAh8c8d",
    "AA": "AcAd2h/TcTdTh5d3c/6c7d8h9sTs",
    "trips": "2c2d2h/TcTdTh5d3c/6c7d8h9sTs",
    "wheel": "QcQd2h/7c5d4h3s2c/AcAdAh8c8d",
    "KK and wheel": "KsKd2h/7c5d4h3s2c/AcAdAh8c8d",
}
STAYS = {
    "top trips": "2c2d2h/TcTdTh5d3c/AcAdAh8c8d",
    "middle full house": "2c3d4h/TcTdTh5d5c/AcAdAh8c8d",
    "bottom quads": "2c3d4h/TcTd9h5d7c/AcAdAhAs8d",
    "bottom straight flush": "2c3d4h/TcTd9c5d7c/5h6h7h8h9h",
    "top queens": "QcQd2h/KsKd5h5d3c/AcAdAh8c8d",
}
LOW_STAYS = {
    "top trips": "2h2d2s/9c7d4h3c2c/AcAdAh8c8d",
    "middle full house": None,
    "bottom quads": "2h3d4s/9c7d4h3c2c/AcAdAhAs8d",
    "bottom straight flush": "2h3d4s/9c7d4c3c2c/5h6h7h8h9h",
    "top queens": "QcQd2h/9c7d4h3c2c/AcAdAh8c8d",
}
NONE, CLASSIC_STAY, VEGAS_STAY = "00000", "11110", "10110"
PLAIN = [0, 13, 13, 13, 13]
"""Cards for each entry, the stays that count, cards again after 14 (or 13) and after 17."""
PRESETS = {
    "pagat": ([0, 0, 0, 0, 0], NONE, None),
    "pagat-fantasyland": (PLAIN, CLASSIC_STAY, 13),
    "classic": (PLAIN, CLASSIC_STAY, 13),
    "criss-cross": (PLAIN, CLASSIC_STAY, 13),
    "turbo": (PLAIN, CLASSIC_STAY, 13),
    "pineapple": ([0, 14, 14, 14, 14], CLASSIC_STAY, 14),
    "pineapple-vegas": ([0, 14, 14, 14, 14], VEGAS_STAY, 14),
    "progressive": ([0, 14, 15, 16, 17], CLASSIC_STAY, 14),
    "ultimate": ([0, 14, 15, 16, 17], VEGAS_STAY, "same"),
    "2-7-pineapple": ([14, 15], VEGAS_STAY, 14),
    "joker-ultimate": ([0, 14, 15, 16, 17], VEGAS_STAY, "same"),
    "chinese": ([0, 0, 0, 0, 0], NONE, None),
}


def cards_after(rules: Rules, board: str, inside: int) -> int:
    """What the next hand of the first seat is, played out in Game."""
    first = Board(board, jokers=rules.jokers)
    left = [card for card in range(52) if card not in first.cards]
    boards = [
        first,
        *(Board([left[i : i + 3], left[i + 3 : i + 8], left[i + 8 : i + 13]]) for i in (0, 13, 26)),
    ]
    seats = rules.seats(2)
    start = {"fantasyland": (inside,) + (0,) * (seats - 1)} if inside else {}
    return play_boards(rules, boards[:seats], **start).next_fantasyland[0]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_enters_and_stays_as_written(preset):
    """Rows 46, 51, 56-58, 61, 62."""
    rules = RULES[preset]
    cards, stays, again = PRESETS[preset]
    low = rules.middle == "2-7"
    entries = ["wheel", "KK and wheel"] if low else ["nothing", "QQ", "KK", "AA", "trips"]
    assert [cards_after(rules, ENTRIES[name], 0) for name in entries] == cards
    if again is None:
        return
    boards = LOW_STAYS if low else STAYS
    inside = 13 if again == 13 else 17
    for (name, board), stay in zip(boards.items(), stays, strict=True):
        if board is not None:
            expected = (inside if again == "same" else again) if stay == "1" else 0
            assert cards_after(rules, board, inside) == expected, name


def test_queens_on_top_may_be_a_stay():
    """Row 57 as pagat words it: QQ in front is enough, and the repeat is 14 cards whatever the front."""
    fantasyland = RULES["progressive"].fantasyland
    rules = RULES["progressive"].replace(
        fantasyland=fantasyland.replace(stay=(("top", "QQ"),), repeat_cards=14)
    )
    assert cards_after(rules, ENTRIES["AA"], 16) == 14
    assert cards_after(rules, ENTRIES["QQ"], 14) == 14
    assert cards_after(rules, ENTRIES["nothing"], 14) == 0


def test_a_fantasyland_set_is_one_move():
    """Row 53: it is set once, and the seat gets no other turn."""
    game = Game("pineapple", 2, seed=1, fantasyland=(14, 0))
    game.push(game.auto_place())
    placed = game.board(0)
    while not game.is_over:
        assert game.turn == 1
        assert game.reason_against(Move("As@t"), 0) == "it is the turn of seat 1, not of seat 0"
        game.push(game.auto_place())
    assert game.board(0) == placed
