"""`ofckit solve`: what it prints is what the library finds, and bad input is one line."""

from __future__ import annotations

import json

import pytest

from ofckit import RULES, Board, settle
from ofckit.cli import main
from ofckit.solver import solve_fantasyland

HAND = "AsAhAdKsKhQdQcQhJsTs9s8s7s2c"
CHEAP = "2c3c4c5c6c7d8d9dTdJdQhQsQc2h"
HIS = "AhAd2s/KsKdKh3s4h/9c9h9s4d4s"


@pytest.fixture
def run(capsys):
    def command(*words):
        status = main(["solve", *words])
        return (status, *capsys.readouterr())

    return command


def test_the_best_board_is_printed_row_by_row(run):
    status, out, err = run(HAND)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "AsAhAd/KsKhQhQdQc/JsTs9s8s7s"
    assert lines[1].split()[-1] == "+22"
    assert lines[4] == "discard   2c"
    assert lines[5] == "60 points: 49 royalties, stays in Fantasyland with 14 cards"


def test_json_is_what_the_library_says(run):
    status, out, _ = run(*(HAND[i : i + 2] for i in range(0, 28, 2)), "--json", "--best", "3")
    found = solve_fantasyland(HAND, RULES["pineapple"], k=3)
    boards = json.loads(out)["boards"]
    assert status == 0
    expected = [(str(s.board), s.value) for s in (found, *found.alternatives)]
    assert [(b["board"], b["value"]) for b in boards] == expected


def test_against_a_board_the_value_is_that_of_the_settlement(run):
    status, out, _ = run(CHEAP, "--against", HIS, "--format", "json")
    (board,) = json.loads(out)["boards"]
    points = settle([Board(board["board"]), Board(HIS)], RULES["pineapple"]).points[0]
    assert status == 0
    assert board["value"] == points + 11


def test_a_low_middle_is_named_so(run):
    assert "played low" in run(CHEAP, "--rules", "2-7-pineapple")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["AsAh"], "this one has 2"),
        ([HAND + "As"], "As is in the hand more than once"),
        ([HAND[:-2] + "1c"], "^\n"),
        ([HAND, "--rules", "poker"], "poker"),
        ([HAND[:-2] + "X1"], "joker"),
        ([CHEAP, "--against", "AhAd/-/-"], "complete"),
        ([HAND, "--against", HIS], "both in the hand and on the board of an opponent"),
    ],
)
def test_bad_input_is_told(run, words, message):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert message in err


def test_the_number_of_boards_is_at_least_one(run):
    status, _, err = run(HAND, "--best", "0")
    assert status == 2
    assert "1 or more" in err
