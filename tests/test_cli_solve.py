"""`ofckit solve`: what it prints is what the library finds, and bad input is one line."""

from __future__ import annotations

import json

import pytest

from ofckit import RULES, Board, settle
from ofckit.cli import main
from ofckit.objective import Objective
from ofckit.ranking import describe
from ofckit.search import solve_fantasyland

HAND = "AsAhAdKsKhQdQcQhJsTs9s8s7s2c"
CHEAP = "2c3c4c5c6c7d8d9dTdJdQhQsQc2h"
WILD = "JK JK Ks Kh Qd Qc Js Ts 9s 8s 7s 2c 3d 4h"
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
    points = 49 + Objective.of(RULES["pineapple"]).next_hand(14)
    assert lines[5] == f"{points:g} points: 49 royalties, stays in Fantasyland with 14 cards"


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
    assert board["value"] == points + Objective.of(RULES["pineapple"]).next_hand(14)


def test_jokers_are_described_as_what_they_stand_for(run):
    status, out, err = run(WILD, "--rules", "joker-ultimate", "--k", "4")
    rules = RULES["joker-ultimate"]
    found = solve_fantasyland(WILD, rules, k=4)
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0] == str(found.board)
    for line, strength in zip(lines[1:4], found.board.resolve(rules).strengths, strict=True):
        assert describe(strength) in line
    natural = dict(zip(found.board.cards, found.board.resolve(rules).cards, strict=True))
    assert lines[4] == f"jokers    X1 is {natural[52]}, X2 is {natural[53]}"
    assert [line.split()[2] for line in lines[-4:]] == [str(s.board) for s in (found, *found.alternatives)]


def test_a_board_with_jokers_may_be_settled_with(run):
    his = "AcX25c/9c9h4d4s3c/KcKdTcTdTh"
    status, out, _ = run(HAND[:-2] + "X1", "--rules", "joker-ultimate", "--against", his, "--json")
    (board,) = json.loads(out)["boards"]
    rules = RULES["joker-ultimate"]
    points = settle([Board(board["board"], jokers=2), Board(his, jokers=2)], rules).points[0]
    assert status == 0
    assert board["value"] == points + Objective.of(rules).next_hand(board["next_cards"])


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


JOKERS = ["--rules", "joker-ultimate"]


def test_jokers_of_all_options_are_numbered_together(capsys):
    board, shown = "JK / 7h7d / AsKs", "2h / - / JK"
    assert (
        main(["analyse", board, "--draw", "2c 5d Qc", "--opponent", shown, *JOKERS, "--rollouts", "50"]) == 0
    )
    capsys.readouterr()
    for dead in ("JK", "X1"):
        assert main(["analyse", board, "--draw", "2c 5d Qc", "--dead", f"{dead} JK", *JOKERS]) == 2
        assert "a third joker" in capsys.readouterr().err
    cards = "As Ah Ad Kh Ks Kd Qc Qd Jh Tc 9s 8d 4c JK"
    against = "JK 3c 3d / 4s 4d 5s 5h 6h / 7c 7d 8s 8h 8c"
    assert main(["solve", cards, *JOKERS, "--against", against, "--json"]) == 0
    held = json.loads(capsys.readouterr().out)["boards"][0]
    assert "X1" not in held["board"] or "X2" not in held["board"]


@pytest.mark.parametrize(
    ("words", "option", "place"),
    [
        (["analyse", "Qh / 7x / -", "--draw", "2c"], "BOARD", "7x"),
        (["analyse", "Qh / 7h / -", "--draw", "2c 5x"], "--draw", "5x"),
        (["analyse", "Qh / 7h / -", "--dead", "5x"], "--dead", "5x"),
        (["analyse", "Qh / 7h / -", "--opponent", "Kx / - / -"], "--opponent", "Kx"),
        (["analyse", "Qh / 7h / -", "--against", "Kx / - / -"], "--against", "Kx"),
        (["analyse", "Qh / 7h / -", "--opponent", "Kh Kh / - / -"], "--opponent", "Kh / - /"),
        (["solve", "As Ah Kx"], "CARDS", "Kx"),
        (["solve", "As Ah", "--against", "Kx / - / -"], "--against", "Kx"),
    ],
)
def test_what_is_wrong_with_cards_names_its_option_and_place(capsys, words, option, place):
    assert main(words) == 2
    first, shown, mark = capsys.readouterr().err.splitlines()
    assert first.startswith(f"ofckit: {option}: ")
    assert shown[mark.index("^") :].startswith(place)
