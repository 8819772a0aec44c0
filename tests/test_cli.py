"""The command `ofckit`: what it prints, what it says of bad input, and that it never ends in a traceback."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ofckit
from ofckit._columns import columns, cut, fit, pad, printable, right, signed, wrapped
from ofckit.cli import main
from ofckit.cli._terminal import excerpt
from ofckit.session import debts, money

import oracle

ROOT = Path(__file__).resolve().parents[1]
SESSION = ROOT / "docs" / "examples" / "session.txt"
PUBLIC = ROOT / "tests" / "data" / "boards.jsonl"

ANN = "Ann: Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s"
BOB = "Bob: Kc 4h 3s / 5h 5d 6s 6h 9c / 9d 9h Qc Jc 8d"  # foul: 17 for Ann
HAND = f"{ANN}\n{BOB}\n"


@pytest.fixture
def run(capsys, monkeypatch):
    """A function that runs a command line in this process: (status, output, errors)."""

    def command(*words, stdin=None):
        if stdin is not None:
            data = stdin if isinstance(stdin, bytes) else stdin.encode()
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        status = main([str(word) for word in words])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return status, captured.out, captured.err

    return command


def spawn(*words, **options):
    """The command as a process of its own."""
    environment = {**os.environ, **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "ofckit", *map(str, words)],
        capture_output=True,
        env=environment,
        timeout=60,
        **options,
    )


def scored(run, *words, stdin=None):
    """The hands of a file without problems, as JSON has them."""
    status, out, err = run("score", *words, "--format", "json", stdin=stdin)
    assert (status, err) == (0, "")
    return json.loads(out)


def points(document):
    return [[player["points"] for player in hand["players"]] for hand in document["hands"]]


def complaints(run, text, *words):
    """What is said of a file, one 'line:column: message' each."""
    status, _, err = run("score", "-", *words, stdin=text)
    assert status == 1
    return re.findall(r"^standard input:(\d.*)$", err, re.MULTILINE)


def published():
    """The public tables, with their right answers."""
    return [json.loads(line) for line in PUBLIC.read_text(encoding="utf-8").splitlines()]


# -- The example session, by the slow oracle ----------------------------------------------------------


def session_by_hand():
    """The hands of the example as the oracle reads them: [(name, (top, middle, bottom)), ...]."""
    hands = []
    for block in SESSION.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split(":") for line in block.splitlines() if re.match(r"\w+: .*/.*/", line)]
        if lines:
            hands.append([(name, tuple(oracle.cards(r) for r in rows.split("/"))) for name, rows in lines])
    return hands


def test_the_example_session_is_scored_as_the_oracle_scores_it(run):
    document = scored(run, SESSION)
    hands = session_by_hand()
    assert len(document["hands"]) == len(hands) >= 24
    totals = dict.fromkeys(document["totals"], 0)
    for found, by_hand in zip(document["hands"], hands, strict=True):
        names, boards = zip(*by_hand, strict=True)
        paid = oracle.table_points(boards)
        for player, name, board, won in zip(found["players"], names, boards, paid, strict=True):
            totals[name] += won
            foul = oracle.is_foul(board)
            assert (player["name"], player["points"], player["total"]) == (name, won, totals[name])
            assert player["foul"] == foul
            assert tuple(player["royalties"].values()) == ((0, 0, 0) if foul else oracle.royalties(board))
    assert document["totals"] == totals
    assert sum(totals.values()) == 0


def test_the_example_session_shows_everything_that_happens_at_a_table():
    hands = session_by_hand()
    boards = [board for hand in hands for _, board in hand]
    for hand in hands:
        held = [card for _, board in hand for row in board for card in row]
        assert len(hand) == 3
        assert len(set(held)) == 39, "one deck is enough"
    legal = [oracle.royalties(board) for board in boards if not oracle.is_foul(board)]
    top, middle, bottom = (set(row) for row in zip(*legal, strict=True))
    assert {6, 7, 8, 9} < top, "jacks to aces"
    assert max(top) >= 10, "trips on top"
    assert {2, 4, 8, 12, 20, 30} < middle, "trips, straight, flush, full house, quads, straight flush"
    assert {2, 4, 6, 10, 15, 25} < bottom, "straight to royal flush"
    assert sum(map(oracle.is_foul, boards)) >= 5
    results = [
        oracle.row_results(a, b)
        for hand in hands
        for (_, a), (_, b) in pairwise(hand)
        if not oracle.is_foul(a) and not oracle.is_foul(b)
    ]
    assert [1, 1, 1] in results
    assert any(0 in rows for rows in results), "a tied row"


def test_the_example_session_says_what_it_comes_to(run):
    status, out, err = run("score", SESSION)
    assert (status, err) == (0, "")
    assert out.count("\nSo far: ") == 28
    assert out.endswith("Who owes whom\n  Pia pays Nadia 1465\n  Pia pays Otto 70\n")
    assert max(map(len, out.splitlines())) <= 80


def test_every_public_table_is_scored_as_published(run):
    document = scored(run, PUBLIC)
    tables = published()
    assert points(document) == [table["points"] for table in tables]
    assert [hand["hand"] for hand in document["hands"]] == [table["id"] for table in tables]
    for hand, table in zip(document["hands"], tables, strict=True):
        assert [list(p["royalties"].values()) for p in hand["players"]] == table["royalties"]
        assert [p["foul"] for p in hand["players"]] == table["fouled"]
        if "transfers" in table:
            names = [p["name"] for p in hand["players"]]
            paid = [[names.index(t["from"]), names.index(t["to"]), t["points"]] for t in hand["transfers"]]
            assert paid == table["transfers"]


def test_the_published_tables_print_in_eighty_columns(run):
    status, out, err = run("score", PUBLIC)
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80


def test_a_table_that_is_published_with_other_points_is_reported(run, tmp_path):
    table = published()[0]
    table["points"] = [36, -12, -12, -12]
    file = tmp_path / "wrong.jsonl"
    file.write_text(json.dumps(table), encoding="utf-8")
    status, out, err = run("score", file, "--brief")
    assert status == 1
    assert f"{file}:1: hand B002: the file has Player 1 +36, not +39; Player 2 -12, not -13;" in err
    assert "+39" in out, "it is scored all the same"


# -- Reading blocks of lines ---------------------------------------------------------------------------


def test_a_hand_needs_nothing_but_its_boards(run):
    document = scored(run, stdin=HAND)
    assert points(document) == [[17, -17]]
    assert document["hands"][0] | {"players": 0, "pairs": 0, "transfers": 0} == {
        "hand": "1", "line": 1, "rules": "classic", "players": 0, "pairs": 0, "transfers": 0,
        "button": None, "stacks": None, "duplicates": "error", "stake": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        HAND.replace("\n", "\r\n"),
        HAND.replace("/", "|"),
        HAND.replace(" ", ""),
        HAND.replace(": ", " :\t"),
        "\ufeff" + HAND,
        HAND.replace("Qh", "Q\u2665").replace("As", "A\u2660\ufe0e"),
        HAND.replace("2d", "2d,  "),
        f"# a comment\n\n  {ANN}   # well\n# between\n{BOB} #foul\n\n\n\n",
        f"{ANN} = 17\n{BOB} =-17",
        f"{ANN} = +17\n{BOB} = \u221217\n",
        "Ann: bottom: As Ks Js 9s 4s / top: Qh Qd 5c / middle: 7h 7d 8s 8c 2d\n" + BOB,
    ],
)
def test_what_people_write_is_read(run, text):
    assert points(scored(run, stdin=text)) == [[17, -17]]


def test_utf_16_with_its_mark_is_read(run):
    assert points(scored(run, stdin=HAND.encode("utf-16"))) == [[17, -17]]


@pytest.mark.parametrize(
    "header",
    [
        "hand 12, button: Ann, rules: progressive",
        "hand 12 button: ann rules: Progressive",
        "Hand: 12; button Ann; rules progressive",
        "hand 12  # the last one\nbutton: 1\nrules: progressive",
        "rules: progressive\nhand 12\nbutton: Ann",
    ],
)
def test_a_header_names_the_hand_the_button_and_the_rules(run, header):
    (hand,) = scored(run, stdin=f"{header}\n{HAND}")["hands"]
    assert (hand["hand"], hand["button"], hand["rules"]) == ("12", "Ann", "progressive")


def test_hands_without_a_name_are_numbered(run):
    hands = scored(run, stdin=f"{HAND}\nhand\n{HAND}\nhand nine\n{HAND}\n{table()}\n{HAND}")["hands"]
    assert [hand["hand"] for hand in hands] == ["1", "2", "nine", "4", "5"]


def test_a_block_of_settings_holds_for_the_hands_that_follow(run):
    text = f"{HAND}\nrules: pagat\n\n{HAND}\nrules: chinese\n{HAND}\n{HAND}"
    hands = scored(run, stdin=text)["hands"]
    assert [hand["rules"] for hand in hands] == ["classic", "pagat", "chinese", "pagat"]


def test_rules_on_the_command_line_go_before_those_of_the_file(run):
    hands = scored(run, "--rules", "turbo", stdin=f"rules: chinese\n{HAND}")["hands"]
    assert [hand["rules"] for hand in hands] == ["turbo"]
    table = {"players": [{"board": ANN[5:]}, {"board": BOB[5:]}], "rules": {"scoring": "2-4"}}
    assert points(scored(run, "--rules", "classic", stdin=json.dumps(table))) == [[17, -17]]


def test_house_rules_are_found_from_the_folder_of_the_session(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    document = scored(run, SESSION.parent / "thursday.txt")
    assert [hand["rules"] for hand in document["hands"]] == ["Thursday game"]
    assert points(document) == [[19, -17, -2]]
    assert [player["surrendered"] for player in document["hands"][0]["players"]] == [False, False, True]


def test_a_part_of_a_board_may_be_given_up(run, monkeypatch):
    monkeypatch.chdir(SESSION.parent)
    text = f"rules: house.toml\n{ANN}\nBob: Kc / - / 9d 9h surrenders\n"
    assert points(scored(run, stdin=text)) == [[2, -2]]


def test_table_stakes_come_from_stacks_and_the_button(run):
    table = next(table for table in published() if table["id"] == "B108")
    rows = (" / ".join(" ".join(p[row]) for row in ("top", "middle", "bottom")) for p in table["players"])
    lines = "\n".join(f"{name}: {row}" for name, row in zip("ABCD", rows, strict=True))
    for stacks in ("8, 20, 6, 15", "8 20 6 15", "D 15, A 8, b 20, C 6"):
        document = scored(run, stdin=f"hand 1, button: A, stacks: {stacks}\n{lines}")
        assert points(document) == [table["points"]]
        assert document["hands"][0]["stacks"] == table["stacks"]


def test_a_name_is_one_player_however_it_is_written(run):
    text = f"{HAND}\n{ANN.replace('Ann', 'ANN')}\n{BOB}\n\n{ANN.replace('Ann:', ' ann :')}\n{BOB}\n"
    assert scored(run, stdin=text)["totals"] == {"Ann": 51, "Bob": -51}


def test_a_player_may_be_called_like_a_key(run):
    text = HAND.replace("Ann", "Hand Solo").replace("Bob", "Rules Bob")
    assert list(scored(run, stdin=text)["totals"]) == ["Hand Solo", "Rules Bob"]


def test_players_of_criss_cross_have_two_lines_each(run):
    lines = "\n".join(
        line.replace("#", name)
        for name, line in zip(
            ["Ann", "Bob", "Ann", "Bob"],
            [
                "#: 9c 8c 6s / 5d Jc 4c As 6d / 6c Td Kd Ad Qs",
                "#: 4s Tc Jd / 6h Jh 7h 4d Qh / 2h 3h Th Ks Ac",
                "#: 3d Kc 8h / 5c Qd Ah 8d 3s / 7c 3c Js 9d 7d",
                "#: 7s Qc 2s / 2c 2d 5s Ts Kh / 9h 9s 4h 5h 8s",
            ],
            strict=True,
        )
    )
    document = scored(run, stdin=f"rules: criss-cross\n{lines}")
    assert sum(document["totals"].values()) == 0
    assert len(document["hands"][0]["pairs"]) == 4, "one's own boards are not compared"
    assert complaints(run, lines) == [
        "3:1: Ann already has a board in this hand",
        "4:1: Bob already has a board in this hand",
    ]


def test_duplicates_are_allowed_by_the_command_the_file_or_the_hand(run):
    twice = f"{ANN}\n{ANN.replace('Ann', 'Bob')}\n"
    assert points(scored(run, "--duplicates", "allow", stdin=twice)) == [[0, 0]]
    assert points(scored(run, stdin=f"duplicates: allow\n\n{twice}")) == [[0, 0]]
    assert points(scored(run, stdin=f"duplicates: allow\n{twice}")) == [[0, 0]]
    assert len(complaints(run, f"duplicates: allow\n{twice}\n{twice}")) == 1


def test_a_flush_of_two_aces_from_two_decks_is_a_flush(run):
    lines = "Ann: 2c3d4h/5d6c7s8d9h/AsAsKs9s2s\nBob: 2d3h5h/4c4d6c7c9d/8c8hTsQdAc\n"
    assert points(scored(run, "--duplicates", "allow", stdin=lines)) == [[9, -9]]
    assert "Flush, A A K 9 2" in run("score", "--duplicates", "allow", "-", stdin=lines)[1]


# -- What is wrong, and where ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (HAND.replace("8s", "8x"), "1:23: '8x' is not a card: 'x' is not a suit (c, d, h or s)"),
        (HAND.replace("Ks", "1s"), "1:37: '1s' is not a card: the ace is A and the ten is T or 10"),
        (HAND.replace(" 2d", ""), "1:17: the middle has 4 cards, it takes 5"),
        (HAND.replace("5c", "5c 5s"), "1:6: the top has 4 cards, it takes 3"),
        (HAND.replace("4s\n", "4s 3c\n"), "1:34: the bottom has 6 cards, it takes 5"),
        (HAND.replace("2d", "Qd"), "1:29: Qd is on this board twice"),
        (HAND.replace("8d", "As"), "2:46: As is already on the board of Ann"),
        (HAND.replace("8d", "A\u2660"), "2:46: As is already on the board of Ann"),
        (HAND.replace("Kc", "X1"), "2:6: X1 is a joker, but the rules 'classic' have none"),
        (HAND.replace("Bob", "ann"), "2:1: Ann already has a board in this hand"),
        (HAND.replace("Bob:", "Bob"), "2:1: no ':' here: a player's line is 'name: top / middle / bottom'"),
        (HAND.replace("Bob", ""), "2:1: the name is missing: a player's line is 'name: top"),
        (f"{ANN}\nBob:\n", "2:5: the board is missing: top / middle / bottom"),
        (f"{ANN}\nBob: # later\n", "2:5: the board is missing: top / middle / bottom"),
        (f"{ANN}\n{'B' * 41}: Kc 4h 3s\n", "2:1: a name has 1 to 40 printable characters"),
        (f"{ANN}\nB\x1b[31m: Kc 4h 3s\n", "2:1: a name has 1 to 40 printable characters"),
        (ANN, "1:1: hand 1: 1 player, but 'classic' is for 2 to 4"),
        (f"{ANN}\nBob: surrender", "1:1: hand 1: nobody may surrender in classic"),
        (f"hand 1, button: Zoe\n{HAND}", "1:17: 'Zoe' is not one of the players Ann, Bob"),
        (f"hand 1, button: Ann, button: Bob\n{HAND}", "1:30: 'button' appears twice in this block"),
        (f"button: Ann\nstacks: 8\n{HAND}", "2:9: stacks for 1 of 2 players"),
        (f"button: Ann\nstacks: Ann 8, Bob x\n{HAND}", "2:9: 'Bob x' is not a number of chips: write"),
        (f"duplicates: perhaps\n{HAND}", "1:13: duplicates 'perhaps': must be 'error' or 'allow'"),
        (f"rules: pinapple\n{HAND}", "1:8: no preset named 'pinapple'; did you mean 'pineapple'?"),
        (f"rules: no/such.toml\n{HAND}", "1:8: cannot read the rules 'no/such.toml': No such file"),
        (f"{HAND}\nstake: 5\n", "4:8: the hands before this line have no stake"),
        (f"stake: free\n{HAND}", "1:8: stake 'free': the price of a point must be a positive number"),
        (f"hand 3\n\n{HAND}", "1:6: 'hand' belongs to a hand, but no player's line follows it"),
        (f"{ANN} = 18\n{BOB}", "1: hand 1: the file has Ann +18, not +17"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(run, text, complaint):
    (said,) = complaints(run, text)
    assert said.startswith(complaint)


def test_a_board_of_two_rows_is_named_at_its_place(run):
    (said,) = complaints(run, f"{ANN}\nBob: Kc 4h 3s / 5h 5d 6s 6h 9c\n")
    assert said.startswith("2:6: a board is three rows")


def test_every_bad_line_of_a_hand_is_reported(run):
    text = HAND.replace("Ks", "Kx").replace("Qc", "Q")
    assert [said.partition(": ")[0] for said in complaints(run, text)] == ["1:37", "2:40"]


def test_the_line_is_shown_with_a_mark_under_the_column(run):
    _, _, err = run("score", stdin=HAND.replace("8s", "8x"))
    shown, mark = err.splitlines()[1:3]
    assert shown[mark.index("^") :].startswith("8x")


def test_good_hands_are_scored_beside_bad_ones(run):
    bad = HAND.replace("Ks", "Kx")
    status, out, err = run(
        "score", "--format", "json", stdin=f"{HAND}\n{bad}\n{{broken\n{HAND}\n{bad}\n{HAND}"
    )
    document = json.loads(out)
    assert status == 1
    assert points(document) == [[17, -17]] * 3
    assert [hand["hand"] for hand in document["hands"]] == ["1", "4", "6"]
    assert document["unscored"] == 3
    assert [problem["line"] for problem in document["problems"]] == [4, 7, 11]
    assert err.endswith("standard input: 3 problems; 3 of 6 hands scored\n")


def test_a_flood_of_problems_is_cut_short(run):
    status, _, err = run("score", stdin="nonsense\n\n" * 500)
    assert status == 1
    assert err.count("no ':' here") == 50
    assert "500 problems (the first 50 are shown); no hands in it" in err


# -- JSON Lines -----------------------------------------------------------------------------------------


def table(**keys):
    top, middle, bottom = BOB[5:].split(" / ")
    bob = {"name": "Bob", "top": top.split(), "middle": middle, "bottom": bottom.split()}
    return json.dumps({"players": [{"name": "Ann", "board": ANN[5:]}, bob], **keys})


def test_a_hand_as_json_is_the_same_hand(run):
    document = scored(
        run, stdin=table(hand=12, rules="progressive", button="bob", points=[17, -17], note="x")
    )
    (hand,) = document["hands"]
    assert (hand["hand"], hand["rules"], hand["button"]) == ("12", "progressive", "Bob")
    assert [player["board"] for player in hand["players"]] == [
        "QhQd5c/7h7d8s8c2d/AsKsJs9s4s",
        "Kc4h3s/5h5d6s6h9c/9d9hQcJc8d",
    ]
    assert [player["expected"] for player in hand["players"]] == [17, -17]


@pytest.mark.parametrize(
    ("rules", "won"),
    [
        ({"scoring": "2-4"}, 15),
        ({"base": "chinese"}, 4),
        ({"foul": "3"}, 3),
        ({"foul_points": 1, "royalties": "none"}, 1),
        ({"royalties": {"bottom": {"flush": 40}}}, 53),
        ({"royalties": "house: top QQ pays 1, bottom flush pays 2 in place of 4"}, 9),
        ({"fantasyland": None}, 17),
    ],
)
def test_switches_of_a_line_of_json(run, rules, won):
    assert points(scored(run, stdin=table(rules=rules))) == [[won, -won]]


@pytest.mark.parametrize(
    ("line", "place", "complaint"),
    [
        ("{", None, "not JSON: Expecting property name enclosed in double quotes"),
        (table()[:-20], None, "not JSON: Expecting value"),
        ("{}", "{}", "'players' is missing"),
        ('{"players": 7}', "7", "players = 7: must be a list of objects"),
        ('{"players": []}', "[]", "players = []: must be a list of objects"),
        (table().replace("8s", "8x"), "8x", "players[0].board: '8x' is not a card"),
        (table().replace('"9d"', '"9x"'), "9x", "players[1].bottom[0]: '9x' is not a card"),
        (table().replace('"9d"', "99"), "99", "players[1].bottom[0]: card id out of range: 99"),
        (table().replace('"9d"', "9.5"), "9.5", "players[1].bottom[0]: a card must be text, such as 'As'"),
        (table().replace('"9d"', '"As"'), 'As", "9h"', "As of Bob is already on the board of Ann"),
        (table().replace('"9d"', '"9h"'), '9h", "Qc"', "Bob: 9h is on this board twice"),
        (table().replace('"Bob"', '"ann"'), "ann", "Ann already has a board in this hand"),
        (table().replace('"Bob"', '"Ann"'), 'Ann", "top"', "Ann already has a board in this hand"),
        (table().replace('"Bob"', "5"), '5, "top"', "players[1].name = 5: must be text"),
        (table().replace('"Kc", ', ""), "{", "Bob: the top has 2 cards, it takes 3"),
        (table().replace('"middle"', '"row 2"'), "{", "players[1].middle is missing"),
        (table(rules="pinapple"), "pinapple", "no preset named 'pinapple'; did you mean 'pineapple'?"),
        (table(rules={"scorin": 1}), '{"scorin', "Rules has no switch 'scorin'; did you mean 'scoring'?"),
        (table(rules=["pagat"]), '["pagat', 'rules = ["pagat"]: must be the name of a preset or an object'),
        (table(variant="Whist"), "Whist", "no preset named 'whist'"),
        (table(points=[17]), "[17]", "points = [17]: must be a list of 2 whole numbers"),
        (table(points=[17, 17]).replace("17]", "9" * 5000 + "]"), "{", "a number of more than 4096 bits"),
        (table(stacks=[1, "2"]), "[1", 'stacks = [1, "2"]: must be a list of 2 whole numbers'),
        (table(button=2), "2}", "button = 2: must be a player's name, or their place 0..1"),
        (table(duplicates=1), "1}", "duplicates = 1: must be 'error' or 'allow'"),
        ('{"players": ' + "[" * 50_000, "{", "nested more than 32 levels deep"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_line_of_json(run, line, place, complaint):
    (said,) = complaints(run, line)
    where, _, what = said.partition(": ")
    assert what.startswith(complaint)
    if place:
        assert where == f"1:{line.index(place) + 1}"


# -- Who owes whom ----------------------------------------------------------------------------------------


def test_people_whose_totals_cancel_settle_among_themselves():
    found = debts({"Ann": 5, "Bob": -3, "Cid": -5, "Dee": 3, "Eva": 0})
    assert [(d.debtor, d.creditor, d.amount) for d in found] == [("Bob", "Dee", 3), ("Cid", "Ann", 5)]


def fewest(totals):
    """The fewest payments by trying every way to set the first person apart with some others."""
    people = [total for total in totals if total]
    if not people:
        return 0
    first, *rest = people
    best = len(people) - 1
    for chosen in range(1 << len(rest)):
        group = [first, *(t for i, t in enumerate(rest) if chosen >> i & 1)]
        others = [t for i, t in enumerate(rest) if not chosen >> i & 1]
        if others and sum(group) == 0:
            best = min(best, len(group) - 1 + fewest(others))
    return best


@given(st.lists(st.integers(-6, 6), max_size=6))
def test_debts_are_settled_with_the_fewest_debts(totals):
    totals = [*totals, -sum(totals)]
    found = debts({str(i): Decimal(total) for i, total in enumerate(totals)})
    left = list(totals)
    for debt in found:
        assert debt.amount > 0
        left[int(debt.debtor)] += debt.amount
        left[int(debt.creditor)] -= debt.amount
    assert not any(left)
    assert len(found) == fewest(totals)


def test_many_people_settle_too():
    totals = {f"P{i}": Decimal(i - 20) for i in range(41)}
    found = debts(totals)
    for debt in found:
        totals[debt.debtor] += debt.amount
        totals[debt.creditor] -= debt.amount
    assert not any(totals.values())
    assert len(found) <= 39


@pytest.mark.parametrize(
    ("amount", "text"), [("1E+3", "1000"), ("0.5", "0.50"), ("3.25", "3.25"), ("0.125", "0.125")]
)  # fmt: skip
def test_money_as_people_write_it(amount, text):
    assert money(Decimal(amount)) == text


def test_cents_are_exact(run):
    document = scored(run, "--stake", "0.1", stdin=f"{HAND}\n" * 3)
    assert document["stake"] == 0.1
    assert document["payments"] == [{"from": "Bob", "to": "Ann", "amount": 5.1}]


def test_a_stake_on_the_command_line_goes_before_that_of_the_file(run):
    assert scored(run, "--stake", "2", stdin=f"stake: 5\n\n{HAND}")["stake"] == 2
    assert scored(run, stdin=f"stake: 5\n\n{HAND}")["payments"][0]["amount"] == 85


def test_a_session_that_ends_even_owes_nothing(run):
    swapped = HAND.replace("Ann", "X").replace("Bob", "Ann").replace("X", "Bob")
    status, out, _ = run("score", "--brief", stdin=f"{HAND}\n{swapped}")
    assert status == 0
    assert out.endswith("Who owes whom in points: nobody\n")


# -- Formats ----------------------------------------------------------------------------------------------


def test_csv_has_a_line_for_each_player_of_each_hand(run):
    status, out, err = run("score", SESSION, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    document = scored(run, SESSION)
    assert (status, err, len(rows)) == (0, "", 3 * len(document["hands"]))
    players = [player for hand in document["hands"] for player in hand["players"]]
    assert [int(row["points"]) for row in rows] == [player["points"] for player in players]
    assert [int(row["foul"]) for row in rows] == [player["foul"] for player in players]
    assert list(rows[0]) == [
        "hand", "line", "rules", "player", "points", "total", "top", "middle", "bottom",
        "royalty_top", "royalty_middle", "royalty_bottom", "foul", "surrendered",
        "stack", "stack_after", "button",
    ]  # fmt: skip


def test_the_keys_of_json_are_stable(run):
    document = scored(run, stdin=HAND)
    assert list(document) == ["file", "stake", "hands", "totals", "payments", "unscored", "problems"]
    (hand,) = document["hands"]
    assert list(hand) == [
        "hand",
        "line",
        "rules",
        "players",
        "pairs",
        "transfers",
        "button",
        "stacks",
        "duplicates",
        "stake",
    ]
    assert list(hand["players"][0]) == [
        "name", "board", "points", "total", "royalties", "foul", "surrendered", "expected",
    ]  # fmt: skip
    assert hand["pairs"] == [{"first": "Ann", "second": "Bob", "points": 17}]
    assert hand["transfers"] == [{"from": "Bob", "to": "Ann", "points": 17}]


def test_the_text_gives_reasons_and_brief_gives_none(run):
    _, long, _ = run("score", stdin=HAND)
    _, short, _ = run("score", "--brief", stdin=HAND)
    assert "Bob is foul" in long
    assert "Pair of queens" in long
    assert short.splitlines()[:2] == ["hand      Ann     Bob", "1         +17     -17"]
    assert "foul" not in short


def test_a_brief_table_of_many_players_becomes_lines(run):
    hands = [HAND.replace("Ann", f"Ann{i}").replace("Bob", f"Bob{i}") for i in range(9)]
    status, out, _ = run("score", "--brief", stdin="\n".join(hands))
    assert status == 0
    assert out.startswith("1: Ann0 +17, Bob0 -17\n2: Ann1 +17, Bob1 -17\n")


def test_names_take_the_columns_that_they_show(run):
    wide = HAND.replace("Ann", "\u5b89\u59ae").replace("Bob", "Zoe\u0301")
    status, out, _ = run("score", "--brief", stdin=wide)
    assert status == 0
    head, line = out.splitlines()[:2]
    assert columns(head) == len(line) == 21


@pytest.mark.parametrize(
    ("text", "width"), [("As", 2), ("\u5b89\u59ae", 4), ("e\u0301", 1), ("", 0)]
)  # fmt: skip
def test_columns_of_a_text(text, width):
    assert columns(text) == width
    assert columns(pad(text, 7)) == columns(fit(text, 7)) == columns(right(text, 7)) == 7
    assert columns(fit(text * 9, 3)) == columns(right(text * 9, 3)) == 3
    assert columns(cut(text * 9, 3)) <= 3
    assert pad(text * 9, 3).rstrip() == text * 9
    assert all(columns(line) <= 9 for line in wrapped(f"{text} " * 40, "> ", "  ", 9))


def test_control_characters_are_never_printed(run):
    assert printable("a\x1b[31m\tb") == "a?[31m b"
    hostile = "A\x1b]0;title\x07\x9bnn"
    text = f"{hostile}: no\n\nhand {hostile}\n{HAND}\nrules: {hostile}\n\n"
    shown = run("score", "--brief", stdin=text + table(hostile=1, button=hostile))[1:]
    shown += run("score", hostile)[1:] + run("rank", hostile)[1:] + run("rules", hostile)[1:]
    assert "After 1 hand (2 not scored)" in shown[0]
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", "".join(shown))


def test_an_excerpt_of_a_long_line_is_the_part_around_the_column():
    text = "x" * 300 + "HERE" + "y" * 300
    shown, mark = excerpt(text, 301).splitlines()
    assert len(shown) <= 80
    assert shown[mark.index("^") :].startswith("HERE")


@pytest.mark.parametrize(("value", "text"), [(3, "+3"), (-3, "-3"), (0, "0"), ("0.50", "+0.50")])
def test_signs(value, text):
    assert signed(value) == text


# -- rank, rules, odds, hutchison ----------------------------------------------------------------------------


def test_the_best_five_of_seven_cards(run):
    assert run("rank", "As Kd 7h 7s 7c 2d 2h") == (
        0,
        f"As Kd 7h 7s 7c 2d 2h  {ofckit.rank('7h 7s 7c 2d 2h')}  Full house, sevens over twos\n"
        "(the best five: 7s 7h 7c 2h 2d)\n",
        "",
    )


@pytest.mark.parametrize(
    ("hands", "verdict"),
    [
        (["QhQd5c", "QsQc4h"], "Hand 1 wins."),
        (["Qh Qd 5c", "Qs Qc 5h"], "Hands 1 and 2 tie."),
        (["2c", "As Ah", "Ad Ac", "Kc"], "Hands 2 and 3 tie for the best."),
        (["8c8dKs", "8h8s6c2d", "8h8s6d"], "Hand 1 wins."),
    ],
)
def test_who_wins(run, hands, verdict):
    status, out, _ = run("rank", *hands)
    assert status == 0
    assert out.splitlines()[-1] == verdict
    assert len(out.splitlines()) == len(hands) + 1


def test_single_cards_are_one_hand(run):
    status, out, _ = run("rank", "As", "Ks", "Qs", "Js", "Ts")
    assert (status, out) == (0, "As Ks Qs Js Ts  9841  Royal flush\n")


def test_rank_as_json(run):
    status, out, _ = run("rank", "--format", "json", "9s9h9d4c4s", "Ah")
    document = json.loads(out)
    assert status == 0
    assert document["winners"] == [1]
    assert document["hands"][0] == {
        "cards": "9s 9h 9d 4c 4s", "best": "9s 9h 9d 4c 4s", "strength": ofckit.rank("9s9h9d4c4s"),
        "category": "full_house", "words": "Full house, nines over fours",
    }  # fmt: skip


def test_another_ranking_compares_in_its_own_way(run):
    from ofckit.ranking import RANKINGS

    low = RANKINGS["deuce-to-seven"]
    status, out, _ = run("rank", "--ranking", "deuce-to-seven", "As5h4d3c2c", "7s5h4d3c2c", "KsQhJd9c8c")
    lines = out.splitlines()
    assert status == 0
    assert lines[0].split(maxsplit=7)[6:] == [str(low.strength("As5h4d3c2c")), low.describe("As5h4d3c2c")]
    assert lines[-1] == "Hand 2 wins."
    assert run("rank", "As5h4d3c2c", "7s5h4d3c2c")[1].endswith("Hand 1 wins.\n")


@pytest.mark.parametrize(
    ("ranking", "hands", "verdict"),
    [
        ("italian-40", ["As5s6s7s8s", "AdKdQdJdTd", "Tc9c8c7c6c"], "Hands 1, 2 and 3 tie."),
        ("italian-40", ["As5s6s7s8s", "AdKdQdJdTd"], "Hand 1 wins."),
        ("eight-or-better", ["As9s6s7s8s", "AdKdQdJdTd"], "No hand qualifies."),
        ("Two Jokers", ["X1 X2 2c 7d 9h", "JK As Ad Kc Qh"], "Hand 2 wins."),  # nines, aces
    ],
)
def test_winners_by_other_rankings(run, ranking, hands, verdict):
    assert run("rank", "--ranking", ranking, *hands)[1].splitlines()[-1] == verdict


def test_what_a_joker_stands_for(run):
    _, out, _ = run("rank", "--ranking", "one-joker", "--format", "json", "As Ks Qs Js X1")
    document = json.loads(out)
    assert document["ranking"] == "one-joker"
    assert document["hands"][0]["best"] == "As Ks Qs Js Ts"
    assert document["hands"][0]["category"] == "straight_flush"
    _, out, _ = run("rank", "--ranking", "eight-or-better", "--format", "json", "As9s6s7s8s")
    assert [json.loads(out)["hands"][0][key] for key in ("best", "strength", "category")] == ["", 0, None]


def test_rankings_are_listed(run):
    from ofckit.cli import rank
    from ofckit.ranking import RANKINGS

    status, out, _ = run("rank", "--list")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(RANKINGS) == list(rank._WORDS)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--ranking", "duce-to-seven", "As"], "ofckit: no ranking named 'duce-to-seven'; did you mean"),
        (["--ranking", "short-36", "2c 3c"], "ofckit: "),
        (["--ranking", "eight-or-better", "2c 3c"], "ofckit: "),
        (["--ranking", "high", "2c 3x"], "ofckit: '3x' is not a card"),
        (["--ranking", "high", "2c 2c"], "ofckit: "),
        (["--ranking", "high", " ".join(["2c"] * 21)], "ofckit: a hand has one to 20 cards, not 21"),
        (["--ranking", "one-joker", "JK *"], "ofckit: "),
    ],
)
def test_hands_that_a_ranking_does_not_take(run, words, complaint):
    status, out, err = run("rank", *words)
    assert (status, out) == (2, "")
    assert err.startswith(complaint)
    assert "OFCKIT_DEBUG" not in err


@pytest.mark.parametrize(
    ("hand", "complaint"),
    [
        ("As Kx", "ofckit: 'Kx' is not a card: 'x' is not a suit (c, d, h or s)\n    As Kx\n       ^\n"),
        ("As As", "ofckit: As is in the hand twice\n    As As\n"),
        ("", "ofckit: a hand has one to seven cards, not 0\n"),
        ("2c3c4c5c6c7c8c9c", "ofckit: a hand has one to seven cards, not 8\n    2c3c4c5c6c7c8c9c\n"),
        ("As X1", "ofckit: 'X1' is a joker, and there are none here\n    As X1\n       ^\n"),
        ("\x1b[31m", "ofckit: '\\x1b[31m' is not a card"),
    ],
)
def test_hands_that_are_none(run, hand, complaint):
    status, out, err = run("rank", hand)
    assert (status, out) == (2, "")
    assert err.startswith(complaint)


def test_rules_are_listed_and_printed(run):
    _, listed, _ = run("rules")
    assert run("rules", "--list")[1] == listed
    for name, rules in ofckit.RULES.items():
        assert f"\n{name} " in listed
        assert run("rules", name) == (0, rules.sheet(), "")
        assert ofckit.Rules.from_toml(run("rules", name, "--toml")[1]) == rules
    assert max(map(len, listed.splitlines())) <= 80


def test_the_house_rules_of_the_examples(run):
    status, out, _ = run("rules", SESSION.parent / "house.toml")
    assert status == 0
    assert out.startswith("THURSDAY GAME\n")


def test_names_of_rules_are_read_generously(run):
    for name in ("Pineapple", "2-7 pineapple", "pineapple_vegas", "OFC"):
        assert run("rules", name)[0] == 0


def test_a_wrong_file_of_rules_names_file_line_and_key(run, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('base = "classic"\nscorin = "1-6"\n')
    status, out, err = run("rules", file)
    assert (status, out) == (2, "")
    assert err.startswith(f"ofckit: {file}: line 2: unknown key 'scorin'; did you mean 'scoring'?")
    file.write_bytes(b"\xff\xfe\x00")
    assert run("score", SESSION, "--rules", file)[2] == (f"ofckit: {file}: not text in UTF-8\n")


def test_odds_are_those_of_the_library(run):
    from ofckit.odds import frequencies

    assert run("odds")[1] == frequencies().to_text() + "\n"
    assert (
        run("odds", "--deck", "36", "--by", "rarity")[1] == frequencies(lowest="6").to_text("rarity") + "\n"
    )
    assert (
        run("odds", "--decks", "2", "--composite", "--format", "csv")[1]
        == frequencies(decks=2, composite=True).to_csv()
    )
    assert run("odds", "--wild", "2", "--format", "json")[1] == frequencies(wild="2").to_json() + "\n"
    assert run("odds", "--cards", "3", "--straights", "--flushes")[1] == (
        frequencies(cards=3, straights=True, flushes=True).to_text() + "\n"
    )
    assert run("odds", "--jokers", "1", "--bug")[1] == frequencies(jokers=1, bug=True).to_text() + "\n"


@pytest.mark.parametrize(
    "words", [["--deck", "37"], ["--deck", "16"], ["--cards", "8"], ["--decks", "0"], ["--wild", "Zz"],
              ["--jokers", "1000000"], ["--composite", "--wild", "2"]],
)  # fmt: skip
def test_packs_that_are_none(run, words):
    status, out, err = run("odds", *words)
    assert (status, out) == (2, "")
    assert err.startswith("ofckit: ")


@pytest.mark.parametrize(
    ("option", "said"),
    [("--seed", "'x' is not a whole number"), ("--seconds", "'x' is not a number"),
     ("--threads", "'x' is not a whole number")],
)  # fmt: skip
def test_an_option_that_takes_a_number_names_no_type_of_python(run, option, said):
    status, out, err = run("analyse", "-/-/-", option, "x")
    assert (status, out) == (2, "")
    assert f"argument {option}: {said}\n" in err


def test_hutchison_points_step_by_step(run):
    from ofckit.hutchison import points as hutchison

    assert run("hutchison", "As Ks Ah Kh")[1] == hutchison("As Ks Ah Kh").explain() + "\n"
    assert run("hutchison", "As", "Ks", "Ah", "Kh")[1] == hutchison("As Ks Ah Kh").explain() + "\n"
    document = json.loads(run("hutchison", "QJo", "--system", "holdem", "--format", "json")[1])
    assert (document["total"], document["playable"]) == (28, False)
    assert run("hutchison", "AsAs")[0] == 2


# -- Help, versions, ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[], ["rank"], ["score"], ["rules"], ["odds"], ["hutchison"]])
def test_help_teaches_in_eighty_columns(run, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")
    status, out, _ = run(*command, "--help")
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("  ofckit ") >= 3, "examples"


def test_the_examples_of_help_work(run, monkeypatch):
    from ofckit.cli import hutchison, odds, rank

    monkeypatch.setenv("NO_COLOR", "1")
    texts = (rank.EXAMPLES, odds.EXAMPLES, hutchison.EXAMPLES)
    lines = [line for text in texts for line in re.findall(r"ofckit (.*?)(?:   |$)", text, re.MULTILINE)]
    assert len(lines) >= 10
    for line in lines:
        assert run(*shlex.split(line))[0] == 0, line


def test_the_version(run):
    for word in ("--version", "-V"):
        assert run(word) == (0, f"ofckit {ofckit.__version__}\n", "")


@pytest.mark.parametrize("words", [[], ["nonsense"], ["score", "--nonsense"], ["rank"], ["rules", "--toml"],
                                   ["score", "x", "y"], ["score", "--format", "xml"]])  # fmt: skip
def test_a_wrong_command_line_is_a_usage_error(run, words):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert "ofckit" in err


@pytest.mark.parametrize("stake", ["0", "-5", "five", "nan", "inf", "1e99", "1e-30", ""])
def test_a_stake_is_a_positive_number(run, stake):
    assert run("score", SESSION, f"--stake={stake}")[:2] == (2, "")


def test_a_file_that_is_not_there(run, tmp_path):
    assert run("score", tmp_path / "nope") == (
        2, "", f"ofckit: cannot read {tmp_path / 'nope'}: No such file or directory\n"
    )  # fmt: skip
    status, out, err = run("score", tmp_path)
    assert (status, out) == (2, "")
    assert err.startswith(f"ofckit: cannot read {tmp_path}: ")
    assert run("score", "no\0file")[0] == 2


@pytest.mark.parametrize("text", ["", "\n\n\n", "# nothing\n# but comments\n", " \t \n", "rules: classic\n"])
def test_a_file_without_hands_says_so(run, text):
    status, out, err = run("score", stdin=text)
    assert (status, out) == (1, "")
    assert err.startswith("standard input: no hands here")


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"\x7fELF\x00\x00", "standard input:1: this is not a text file"),
        (HAND.encode() + b"\n\x00", "standard input:4: this is not a text file"),
        (b"x" * 200_000, "standard input:1: over 100,000 characters in a line"),
        (HAND.replace("Ks", "K\xff").encode("latin-1"), "standard input:1:37: "),
        (b"\xff\xfe\x00", "standard input"),
    ],
)
def test_files_that_are_no_text(run, data, complaint):
    status, _, err = run("score", stdin=data)
    assert status == 1
    assert err.startswith(complaint)


def test_what_stands_before_the_end_of_the_text_is_scored(run):
    status, out, _ = run("score", "--brief", stdin=f"{HAND}\n{HAND}\n".encode() + b"\0" * 100)
    assert status == 1
    assert "After 2 hands" in out
    assert "Not read to its end: line 7: this is not a text file" in out


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_file_breaks_it(data):
    """Files near to good ones: pieces of hands and JSON, cut, mixed and salted with any bytes."""
    whole = [
        HAND,
        table(),
        "hand 1, button: Ann",
        "rules: pagat",
        "stake: 5",
        "{",
        "stacks: 1, 2",
        "\n",
        "= +3",
    ]
    piece = st.one_of(st.sampled_from(whole).map(str.encode), st.binary(max_size=12), st.text(max_size=9).map(
        lambda text: text.encode("utf-8", "surrogatepass")))  # fmt: skip
    source = bytearray(b"".join(data.draw(st.lists(piece, max_size=8))))
    for _ in range(data.draw(st.integers(0, 3))):
        if source:
            source[data.draw(st.integers(0, len(source) - 1))] = data.draw(st.integers(0, 255))
    stdin, stdout, stderr = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(bytes(source)))
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    try:
        status = main(["score", "--format", data.draw(st.sampled_from(["text", "json", "csv"]))])
        said = sys.stderr.getvalue()
    finally:
        sys.stdin, sys.stdout, sys.stderr = stdin, stdout, stderr
    assert status in (0, 1), said
    assert (status == 0) == (said == "")


WORDS = [
    "", " ", "-", "--", "-1", "0", "1", "10", "1e9", "nan", "9" * 5000, "As", "As Kd", "As" * 200, "JK",
    "X1 X2", "K\u0441",
    "QhQd5c/7h7d8s8c2d/AsKsJs9s4s", "Qh / - / AsKs", "- / - / -", "2c5dQc", "QhQd9s5c2h", "ofc1~",
    "ofc1~rules.x",
    "a" * 5000, "\x1b[31m", "\x9b31m", "\0", "\ud800", "\u202e", "pineapple", "joker-ultimate", "nope",
    "x.toml", "/", "[", "{",
    str(SESSION), str(SESSION.parent / "history.toml"), str(SESSION.parent / "house.toml"), "policy",
    "process:", "random,x",
]  # fmt: skip
OPTIONS = {
    "rank": ["--ranking", "--format"],
    "score": ["--rules", "--stake", "--duplicates", "--format"],
    "replay": ["--hand"],
    "check": [],
    "rules": ["--toml"],
    "odds": ["--deck", "--decks", "--jokers", "--wild", "--cards", "--by"],
    "hutchison": ["--system"],
    "analyse": [
        *("--draw", "--discards", "--dead", "--rules", "--opponent", "--against", "--moves", "--se"),
        "--explain",
    ],
    "solve": ["--rules", "--against", "--best"],
    "duel": ["--bots", "--rules", "--seed", "--checkpoint", "--workers"],
    "review": ["--player", "--hand", "--worst"],
    "engine": ["--bot", "--seed"],
    "nonsense": ["--nonsense"],
}
MORE = {
    "analyse": ["--rollouts", "5"],
    "duel": ["--hands", "2"],
    "review": ["--rollouts", "5", "--threads", "1"],
}


@pytest.mark.parametrize("seed", range(200))
def test_whatever_is_typed_ends_in_a_short_message(run, monkeypatch, tmp_path, seed):
    monkeypatch.chdir(tmp_path)
    rng = Random(seed)
    command = rng.choice(list(OPTIONS))
    words = [command, *rng.choices(WORDS, k=rng.randint(0, 2))]
    for option in rng.choices(OPTIONS[command], k=rng.randint(0, 3)) if OPTIONS[command] else ():
        words += [option, rng.choice(WORDS)]
    status, out, err = run(*words, *MORE.get(command, ()), stdin=b"x\nquit\n")
    assert status in (0, 1, 2), err
    assert "mistake in ofckit" not in err
    assert max(map(len, err.splitlines()), default=0) <= 410
    assert (out + err).replace("\n", "").isprintable()


def test_a_mistake_in_the_program_is_one_line_and_a_hint(run, monkeypatch):
    from ofckit.cli import rules

    def broken():
        raise ZeroDivisionError("oh\nno")

    monkeypatch.setattr(rules, "_list_rules", broken)
    monkeypatch.delenv("OFCKIT_DEBUG", raising=False)
    status, out, err = run("rules")
    assert (status, out, err.count("\n")) == (70, "", 1)
    assert "OFCKIT_DEBUG=1" in err
    monkeypatch.setenv("OFCKIT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run("rules")


# -- As a process --------------------------------------------------------------------------------------------


def test_the_module_is_the_command():
    done = spawn("score", SESSION, "--brief")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[-1].strip() == b"Pia pays Otto 70"


def test_a_pipe_that_closes_early_ends_quietly():
    process = subprocess.Popen(
        [sys.executable, "-m", "ofckit", "score", str(SESSION)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait(timeout=60) in ((0, 141) if os.name == "posix" else (0, 2, 141))


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_ctrl_c_ends_quietly(form):
    process = subprocess.Popen(
        [sys.executable, "-m", "ofckit", "score", "--format", form],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stderr is not None
    process.stdin.write(b"no hand\n\n" * 2000)  # what it says of it shows that it is reading
    process.stdin.flush()
    assert b"no ':' here" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"KeyboardInterrupt" not in err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ofckit", "score", str(SESSION)],
            stdout=full, stderr=subprocess.PIPE, timeout=60, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, b"ofckit: cannot continue: No space left on device\n")


@pytest.mark.skipif(os.name != "posix", reason="descriptors of POSIX")
def test_no_standard_output_at_all():
    code = "import os, sys; os.close(1); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    words = ["-m", "ofckit", "score", str(SESSION)]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], stderr=subprocess.PIPE, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_output_that_knows_ascii_only():
    text = HAND.replace("Ann", "Zo\u00eb").encode()
    done = spawn("score", "--brief", input=text, env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Zo\\xeb" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
@pytest.mark.parametrize("settings_of", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_on_a_terminal_only(settings_of):
    import pty

    ours, theirs = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | settings_of
    subprocess.run(
        [sys.executable, "-m", "ofckit", "score", "-", "--brief"],
        stdout=theirs, input=HAND.encode(), env=environment, timeout=60, check=True,
    )  # fmt: skip
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert ("\x1b[" in shown) == (not settings_of)
    assert (
        re.sub(r"\x1b\[[\d;]*m", "", shown)
        .replace("\r", "")
        .startswith("hand      Ann     Bob\n1         +17")
    )


def test_it_starts_light():
    code = "import sys; from ofckit.cli import main; main(['--version']); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    loaded = set(done.stdout.split())
    assert not loaded & {
        "argparse",
        "json",
        "dataclasses",
        "decimal",
        "ofckit.rules",
        "ofckit.scoring",
        "numpy",
    }


# -- The page ------------------------------------------------------------------------------------------------


def examples_of(page):
    """(command, lines that it prints) of the console blocks; '...' stands for some lines."""
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.splitlines()
            yield command, lines


@pytest.mark.parametrize(("command", "lines"), list(examples_of(ROOT / "docs" / "cli.md")))
def test_the_examples_of_the_page(run, monkeypatch, command, lines):
    monkeypatch.chdir(ROOT)
    status, out, _ = run(*shlex.split(command)[1:])
    pattern = "".join(".*" if line == "..." else re.escape(line) + "\n" for line in lines)
    assert status == 0
    assert re.fullmatch(pattern, out, re.DOTALL), out
