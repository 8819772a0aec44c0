"""Chips carried from hand to hand: stacks, who buys, joins and leaves, corrections, hands of points only."""

from __future__ import annotations

import json
from random import Random

import pytest

import ofckit as ofc
from ofckit.cli import main
from ofckit.session import Change, Holding, SessionFile, read

A = "Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s"  # wins 17 from a foul
B = "Kc 4h 3s / 5h 5d 6s 6h 9c / 9d 9h Qc Jc 8d"  # foul
HAND = f"Al: {A}\nBen: {B}\n"
STACKS = "stacks: Al 100, Ben 100\n\n"


def held(session):
    """(in front, bought, taken away) by name."""
    return {name: (one.stack, one.bought, one.taken) for name, one in session.chips.items()}


def said(session):
    return [f"{one.line}: {one.message}" for one in session.problems]


def clean(text, **options):
    session = read(text, **options)
    assert said(session) == []
    return session


# -- A running stack


def test_stacks_are_said_once_and_run_from_hand_to_hand():
    session = clean(f"{STACKS}{HAND}\n{HAND}\n{HAND}")
    assert [(one.hand.stacks, one.stacks) for one in session.hands] == [
        ((100, 100), (117, 83)),
        ((117, 83), (134, 66)),
        ((134, 66), (151, 49)),
    ]
    assert held(session) == {"Al": (151, 100, 0), "Ben": (49, 100, 0)}
    assert session.payments == [("Ben", "Al", "51")]
    assert "Chips: Al 134 -> 151, Ben 66 -> 49" in session.hands[2].explain()
    assert "bought 100, has 151" in session.summary()


def test_nobody_loses_more_than_their_stack_and_without_chips_nobody_plays():
    session = read(f"stacks: Al 50, Ben 20\n\n{HAND}\n{HAND}\n{HAND}\nBen buys 30\n\n{HAND}")
    assert [one.settlement.points for one in session.hands] == [(17, -17), (3, -3), (17, -17)]
    assert said(session) == ["9: hand 3: Ben has no chips left: write 'Ben buys 100' above this hand"]
    assert held(session) == {"Al": (87, 50, 0), "Ben": (13, 50, 0)}


@pytest.mark.parametrize(
    "start",
    [
        "stacks: Al 100, Ben 100",
        "stacks: Ben 100, Al 100",
        "stacks: 100, 100",
        "stacks: 100 each",
        "stacks: 100",
        "Stacks: Al: 100; Ben: 100",
        "stacks: Al=100 Ben=100",
        "stacks: Al 100 Ben 100",
        "stacks Al 100 / Ben 100",
        "stacks:\tAl 100 chips,\tBen 100 chips",
        "Al buys in for 100\nBen buys in for 100",
        "Al: buys 100\nBen: buys 100",
        "buy-in: Al 100, Ben 100",
        "Al joins with 100\nBen sits down with 100",
        "Al kauft 100\nBen kauft 100",
        "stake: 0,50 €\nstacks: Al 50 €, Ben 50,00 €",
        '{"stacks": {"Al": 100, "Ben": 100}}',
        '{"join": "Al", "chips": 100}\n{"buy": "Ben", "chips": 100}',
    ],
)
def test_how_stacks_begin(start):
    for end in ("\n", "\r\n"):
        session = clean(f"{start}\n\n{HAND}".replace("\n", end))
        assert held(session) == {"Al": (117, 100, 0), "Ben": (83, 100, 0)}


def test_stacks_above_the_players_of_the_first_hand_run_on_too():
    session = clean(f"hand 1, stacks: 20, 20\n{HAND}\n{HAND}")
    assert [one.settlement.points for one in session.hands] == [(17, -17), (3, -3)]


def test_a_thousand_has_its_point():
    assert held(clean(f"stacks: Al 1.000, Ben 12.500\n\n{HAND}"))["Ben"] == (12_483, 12_500, 0)


@pytest.mark.parametrize(
    ("line", "stack"),
    [
        ("Ben buys 50", 133),
        ("Ben rebuys 50.", 133),
        ("Ben: buys another 50", 133),
        ("ben tops up 50", 133),
        ("rebuy: Ben 50", 133),
        ("Ben kauft 50 nach", 133),
        ("Ben recompra 50", 133),
        ("Ben buys 50   # cash", 133),
        ('{"rebuy": "Ben", "chips": 50}', 133),
        ("stacks: Ben 133, Al 117", 133),
    ],
)
def test_who_buys_has_more_and_has_bought_more(line, stack):
    session = clean(f"{STACKS}{HAND}\n{line}\n\n{HAND}")
    assert held(session) == {"Al": (134, 100, 0), "Ben": (stack - 17, 150, 0)}
    assert session.totals == {"Al": 34, "Ben": -34}


def test_lines_below_the_players_count_after_the_hand():
    session = clean(f"{STACKS}{HAND}Ben buys 50\nAl leaves\n")
    assert session.hands[0].stacks == (117, 83)
    assert held(session) == {"Al": (None, 100, 117), "Ben": (133, 150, 0)}
    assert [str(one) for one in session.changes] == ["Ben buys 50", "Al leaves with 117"]


@pytest.mark.parametrize(
    "line", ["Ben leaves", "Ben left.", "Ben cashes out", "Ben leaves with 83", "Ben geht"]
)
def test_who_leaves_takes_their_chips_and_may_come_back(line):
    session = clean(f"{STACKS}{HAND}\n{line}\nCid joins with 60\n\nAl: {A}\nCid: fouled\n")
    assert held(session) == {"Al": (134, 100, 0), "Ben": (None, 100, 83), "Cid": (43, 60, 0)}
    assert session.payments == [("Ben", "Al", "17"), ("Cid", "Al", "17")]
    assert session.hands[1].changes == (
        Change("leave", (("Ben", 83),), 6, line),
        Change("join", (("Cid", 60),), 7, "Cid joins with 60"),
    )
    back = clean(f"{STACKS}{HAND}\n{line}\n\nBen joins with 40\n\n{HAND}")
    assert held(back)["Ben"] == (23, 140, 83)
    assert back.chips["Ben"] == Holding(23, 140, 83)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Cid buys 100", "6: Cid is not at the table: write 'Cid joins with 100'"),
        ("Cid joins", "6: Cid needs chips: write 'Cid joins with 100'"),
        ("Al joins with 50", "6: Al has 117 chips already: more are 'Al buys 50'"),
        ("Al buys", "6: how many? write 'Al buys 100'"),
        ("Al buys 12.5", "6: '12.5': chips and points are whole numbers"),
        ("Al buys 50 €", "6: '50 €' is money, but no line above says what a point costs: 'stake: 0.50'"),
        ("stacks: Al -5", "6: 'Al -5': chips are a number from 0"),
        ("stacks: Al", "6: 'Al' is not a name and a number: write 'Al 100, Ben 150'"),
        ("stacks: Al 5, Al 6", "6: two numbers for Al"),
        ("correction: Al +5", "6: the points of a correction add up to +5, they must add up to 0"),
        ("correction: Al up", "6: 'Al up' is not a name and a number: write 'Al +5, Ben -5'"),
        ("correction: Al +500, Ben -500", "6: hand correction: Ben has 83 chips and cannot lose 500"),
        ("Al: -5\nBen: 4", "7: the points of this hand add up to -1, they must add up to 0"),
        ("Al -500, Ben +500", "6: hand 2: Al has 117 chips and cannot lose 500"),
        ("Al -5", "6: hand 2: 1 player: points go from one to another"),
    ],
)
def test_what_cannot_be_is_one_problem_with_its_line(line, why):
    session = read(f"{STACKS}{HAND}\n{line}\n\n{HAND}")
    if line == "Al -5":
        why = "6: the points of this hand add up to -5, they must add up to 0"
    assert said(session) == [why]
    assert session.totals == {"Al": 34, "Ben": -34}


def test_chips_that_are_taken_away_are_counted():
    session = read(f"{STACKS}{HAND}\nBen leaves with 80\n")
    assert said(session) == ["6: Ben has 83 chips by the hands before, not 80"]
    assert held(session)["Ben"] == (None, 100, 83)


def test_a_player_without_chips_is_told_what_to_write():
    assert said(read(f"stacks: Al 100\n\n{HAND}")) == [
        "3: hand 1: Ben has no chips: write 'Ben joins with 100' above this hand"
    ]
    assert said(read(f"{STACKS}{HAND}\nBen leaves\n\n{HAND}")) == [
        "8: hand 2: Ben has left with 83 chips: write 'Ben joins with 100' above this hand"
    ]
    assert said(read(f"stacks: 5, 5, 5\n\n{HAND}")) == [
        "3: hand 1: stacks for 3 of 2 players: name them, 'Ann 100, Bob 100'"
    ]


def test_without_chips_those_lines_are_remarks():
    session = clean(f"{HAND}\nBen leaves\n\nBen joins\n\n{HAND}")
    assert (session.totals, session.chips) == ({"Al": 34, "Ben": -34}, {})


def test_hands_of_tables_without_names_do_not_carry_chips():
    table = {"players": [{"board": A}, {"board": B}], "stacks": [10, 10], "button": 0}
    bare = {"players": [{"board": A}, {"board": B}]}
    session = clean(f"{json.dumps(table)}\n{json.dumps(bare)}\n")
    assert [one.settlement.points for one in session.hands] == [(10, -10), (17, -17)]


# -- The order of settlement


THREE = f"Al: {A}\nBen: {B}\nCid: Ad Ac 3h / 2c 2h 4c 6c Td / Tc Th Ts Jd 3d\n"  # Ben and Cid are foul
SHORT = f"Al: {A}\nBen: 2c 3d 4h / 2h 3h 4c 5h 7c / 6c 6d 6h 8d 9h\nCid: fouled\n"


def test_a_button_is_needed_only_where_the_order_matters():
    session = clean(f"stacks: 100, 100, 100\n\n{THREE}")
    assert session.hands[0].settlement.points == (34, -17, -17)
    assert "the same in whatever order" in session.hands[0].explain()
    assert said(read(f"stacks: 5, 5, 100\n\n{SHORT}")) == [
        "3: hand 1: table stakes settle from the dealer's left, but 'button: Al' is missing"
    ]


@pytest.mark.parametrize("button", [0, 1, 2])
def test_the_order_is_that_of_the_rulebook(button):
    """As settle has it, which is checked against the published tables of RULES.md 1.5."""
    boards = [line.partition(": ")[2].replace("fouled", "- / - / -") for line in SHORT.splitlines()]
    settled = ofc.settle(boards, "classic", left=[2], button=button, stacks=(5, 5, 100))
    session = clean(f"stacks: 5, 5, 100\n\nbutton: {['Al', 'Ben', 'Cid'][button]}\n{SHORT}")
    assert session.hands[0].settlement.points == settled.points
    assert session.hands[0].stacks == settled.chips


def test_the_button_moves_on_and_waits_for_fantasyland():
    hand = THREE.replace("Qh Qd 5c", "Jh 7c 5c")
    text = f"stacks: 200 each\n\nbutton: Al\n{hand}\n{hand}\n{hand}\n{hand}"
    assert [one.hand.button for one in clean(text).hands] == [0, 1, 2, 0]
    in_fantasyland = clean(f"stacks: 200 each\n\nbutton: Al\n{THREE}\n{THREE}", rules="pineapple")
    assert [one.hand.button for one in in_fantasyland.hands] == [0, 0]


# -- Only points, and corrections


@pytest.mark.parametrize(
    "lines",
    [
        "Al: -5\nBen: 5\n",
        "Al: -5\nBen: +5\n",
        "Al -5\nBen +5\n",
        "Al 5\nBen -5\n",
        "Al\t-5\nBen\t5\n",
        "Al: \u22125\nBen: 5 points\n",
        "Al = -5\nBen = 5\n",
        "Al: = -5\nBen: = +5\n",
        "Al (-5)\nBen (+5)\n",
        "Al -5, Ben +5\n",
        "hand 2: Al -5, Ben +5\n",
        "points: Al -5, Ben 5\n",
        "hand 2\nAl: -5\nBen: 5\n",
        "stake: 0,50 €\nAl: -2,50 €\nBen: 2,50 €\n",
        "player,points\nAl,-5\nBen,5\n",
        "Name\tNet\nAl\t-5\nBen\t+5\n",
        "| player | points |\n|---|---|\n| Al | -5 |\n| Ben | 5 |\n",
        '{"points": {"Al": -5, "Ben": 5}}\n',
        '{"players": [{"name": "Al", "points": -5}, {"name": "Ben", "points": 5}]}\n',
    ],
)
def test_a_hand_may_have_only_its_points(lines):
    won = -5 if "Al 5\n" not in lines else 5
    session = read(f"\ufeff{lines}".replace("\n", "\r\n"))
    assert (said(session), session.totals) == ([], {"Al": won, "Ben": -won})
    if "stake" not in lines:
        session = clean(f"{STACKS}{HAND}\n{lines}\n{HAND}")
        assert session.totals == {"Al": 34 + won, "Ben": -34 - won}
        assert session.hands[1].stacks == (117 + won, 83 - won)
        assert session.hands[2].inside == (None, None)  # nobody knows who has entered Fantasyland


def test_points_may_stand_beside_boards_whose_points_are_written():
    session = clean(f"Al: {A} = +22\nBen: {B} = -17\nCid: -5\n")
    assert session.totals == {"Al": 22, "Ben": -17, "Cid": -5}
    assert said(read(f"{HAND}Cid: -5\n")) == [
        "1: Cid has points and no cards, so the points of Al are needed too: '= +5'"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "correction: Al +5, Ben -5",
        "Correction: Ben -5; Al 5",
        "correction: Ben pays Al 5",
        "Korrektur: Al +5 und Ben -5",
        "adjustment: +5 Al, -5 Ben",
        '{"correction": {"Al": 5, "Ben": -5}}',
    ],
)
def test_a_correction_moves_points_and_chips_and_is_no_hand(line):
    session = clean(f"stake: 2\n\n{STACKS}{HAND}\n{line}\n\n{HAND}")
    assert session.totals == {"Al": 39, "Ben": -39}
    assert session.money("Al") == 78
    assert held(session) == {"Al": (139, 100, 0), "Ben": (61, 100, 0)}
    assert (session.played, len(session.hands)) == (2, 3)
    assert [one.hand.label for one in session.hands] == ["1", "correction", "2"]
    assert session.summary().startswith("After 2 hands, 2 a point\n")
    assert session.hands[2].inside == session.hands[1].inside or session.hands[2].inside != (None, None)


def test_a_stake_and_rules_change_from_a_hand_on():
    session = clean(f"stake: 1\n\n{STACKS}{HAND}\nstake: 2\n\n{HAND}")
    assert [one.hand.stake for one in session.hands] == [1, 2]
    assert session.money("Al") == 17 + 34
    changed = clean(f"{HAND}\nrules: chinese\n\n{HAND}")
    assert [one.hand.rules.name for one in changed.hands] == ["classic", "chinese"]
    lines = clean(f'{{"stake": 1}}\n{HAND}\n{{"stake": 2, "rules": "pineapple"}}\n{HAND}')
    assert [(one.hand.stake, one.hand.rules.name) for one in lines.hands] == [
        (1, "classic"),
        (2, "pineapple"),
    ]


# -- Written and read again, live, at the command line


EVENING = f"""stake: 0.50
{STACKS}button: Al
{HAND}
Ben buys 50
Cid joins with 80

hand 7
{THREE}
Al: -5
Ben: 5

correction: Al +5, Ben -5

Ben leaves

Al: {A}
Cid: fouled
"""


def comparable(session):
    """Its report without the lines of the file and what the file says was paid."""
    data = json.dumps(session.as_dict())
    return json.loads(
        data, object_hook=lambda one: {k: v for k, v in one.items() if k not in ("line", "expected")}
    )


def test_a_session_that_is_written_and_read_again_gives_the_same_report():
    session = clean(EVENING)
    again = clean(json.dumps(session.as_dict()))
    assert comparable(again) == comparable(session)
    sheet = clean(session.to_csv(), stake="0.50")
    drop = [row[:1] + row[2:] for row in (line.split(",") for line in session.to_csv().splitlines())]
    assert [row[:1] + row[2:] for row in (line.split(",") for line in sheet.to_csv().splitlines())] == drop
    assert sheet.payments == session.payments


def test_lines_between_hands_in_a_session_that_is_played(tmp_path):
    path = tmp_path / "tonight.txt"
    with SessionFile(path) as file:
        file.note("stacks: 100 each")
        file.seat(["Al", "Ben"])
        file.enter(A)
        with pytest.raises(ofc.OfcError, match="a hand is being played"):
            file.note("Al buys 50")
        file.enter(B)
        assert file.note("Cid joins with 60") is None
        assert file.names == ["Al", "Ben", "Cid"]
        assert file.note("Al -5, Ben +5").settlement.points == (-5, 5)
        assert file.note("correction: Al +5, Ben -5").title == "Correction"
        assert file.undo() == "correction: Al +5, Ben -5"
        file.note("Ben leaves")
        assert (file.hand, file.names) == (3, ["Al", "Cid"])
        assert file.undo() == "Ben leaves"
        assert file.names == ["Al", "Ben", "Cid"]
        before = path.read_bytes()
        for wrong in ("Dan buys 5", "Al -5, Ben +4", "correction: Al +5", "Al waits", "Al buys 5 # x", 5):
            with pytest.raises(ofc.OfcError):
                file.note(wrong)
        assert path.read_bytes() == before
    path.write_bytes(before + b"Al buys 1")  # torn off: nobody knows whether it was 100
    with SessionFile(path) as file:
        assert file.session.chips["Al"].stack == 112
        assert (file.hand, file.place) == (3, ("Al", ofc.Row.TOP))
    assert path.read_bytes() == before


def test_the_commands_say_what_everybody_has(tmp_path, capsys, monkeypatch):
    path = tmp_path / "in.txt"
    path.write_text(EVENING, encoding="utf-8")
    assert main(["score", str(path), "--brief"]) == 0
    out = capsys.readouterr().out
    assert "bought 150, took away 116" in out
    assert "Before" not in out
    assert main(["check", str(path)]) == 0
    assert "4 hands, 4 scored, 0 with points to compare, no problems" in capsys.readouterr().out
    typed = iter(["Al, Ben", "stacks: 100 each", "Al -5, Ben +5", "Dan buys 5", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    assert main(["score", "--live", str(tmp_path / "live.txt")]) == 0
    out = capsys.readouterr().out
    assert "Al -5, 95 chips" in out
    assert "! Dan is not at the table" in out


# -- What holds for every session


def a_session(rng):
    """The blocks of a session: random hands, chips bought, points, corrections; everybody begins with 60."""
    blocks, players = ["stacks: 60 each\n"], ["Al", "Ben"]
    boards = {"Al": A, "Ben": B, "Cid": "fouled"}
    for _ in range(rng.randrange(3, 9)):
        one, other = rng.sample(players, 2)
        points = rng.randrange(3)
        kind = rng.randrange(5)
        if kind == 0:
            blocks.append(f"{one} buys {rng.randrange(1, 90)}\n")
        elif kind == 1:
            players = ["Al", "Ben"] if "Cid" in players else ["Al", "Ben", "Cid"]
        elif kind == 2:
            blocks.append(f"{one} {points:+d}\n{other} {-points:+d}\n")
        elif kind == 3:
            blocks.append(f"correction: {one} pays {other} {points}\n")
        else:
            blocks.append("".join(f"{name}: {boards[name]}\n" for name in players))
    return blocks


def test_balances_add_up_to_nothing_and_chips_are_neither_made_nor_lost():
    rng = Random(5)
    for _ in range(25):
        session = read("\n".join(a_session(rng)))
        assert sum(session.totals.values()) == 0
        for name, one in session.chips.items():
            assert (one.stack or 0) + one.taken - one.bought == session.totals.get(name, 0)
            assert (one.stack or 0) >= 0
        assert comparable(read(json.dumps(session.as_dict())))["hands"] == comparable(session)["hands"]


def test_a_session_in_two_files_with_the_stacks_carried_over_ends_the_same():
    rng = Random(6)
    for _ in range(20):
        blocks = a_session(rng)
        whole, cut = read("\n".join(blocks)), rng.randrange(1, len(blocks) + 1)
        first = read("\n".join(blocks[:cut]))
        stacks = [f"stacks: {name} {one.stack}\n" for name, one in first.chips.items()]
        second = read("\n".join([*stacks, "stacks: 60 each\n", *blocks[cut:]]))
        both = {name: first.totals.get(name, 0) + second.totals.get(name, 0) for name in whole.totals}
        assert both == whole.totals
        assert {name: one.stack for name, one in second.chips.items()} == {
            name: one.stack for name, one in whole.chips.items()
        }


def test_the_order_of_the_players_and_a_hand_alone_change_nothing():
    rng = Random(7)
    lines = THREE.splitlines()
    alone = clean(THREE)
    for _ in range(6):
        rng.shuffle(lines)
        assert clean("\n".join(lines)).totals == alone.totals
        played = clean("stacks: 100 each\n\n" + "\n".join(lines))
        assert played.totals == alone.totals
    many = clean("\n\n".join([THREE] * 4))
    assert [one.settlement.points for one in many.hands] == [alone.hands[0].settlement.points] * 4
