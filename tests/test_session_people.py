"""Sessions as they are written by hand: names, nicknames, slips of the pen, money, boards without strokes."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

import ofckit as ofc
from ofckit.cli import main
from ofckit.session import Session, read, read_stake

A, B = "Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s", "Kc 4h 3s / 5h 5d 6s 6h 9c / 9d 9h Qc Jc 8d"  # B is foul


def hand(ann="Ann", bob="Bob", a=A, b=B):
    return f"{ann}: {a}\n{bob}: {b}\n"


def said(session):
    return [f"{one.line}:{one.column}: {one.message}" for one in session.problems]


# -- Names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Łucja", "Lucja"),
        ("José", "jose"),
        ("Søren", "Soren"),
        ("Straße", "STRASSE"),
        ("Zoë", "Zoe\u0308"),
        ("Æsa", "aesa"),
        ("Đorđe", "Dorde"),
    ],
)
def test_accents_in_a_name_do_not_count(one, other):
    assert read(f"{hand(one)}\n{hand(other)}").totals == {one: 34, "Bob": -34}


@pytest.mark.parametrize(
    "order", ["Big Mike = Mike, BM", "big mike=mike,  bm", "Big Mike = BM\nalias: Big Mike = Mike"]
)
def test_nicknames_are_one_player(order):
    session = read(
        f"alias: {order}\n\n{hand('Big Mike')}\nbutton: BM\n{hand('mike')}\n{json.dumps(as_json('bm'))}"
    )
    assert said(session) == []
    (name,) = [name for name in session.totals if name != "Bob"]
    assert (name.lower(), session.totals[name]) == ("big mike", 51)
    assert session.hands[1].hand.button == 0


def as_json(name, **keys):
    return {"players": [{"name": name, "board": A}, {"name": "Bob", "board": B}], **keys}


@pytest.mark.parametrize(
    ("alias", "why"),
    [
        ("", "write 'alias: Big Mike = Mike, BM'"),
        ("Big Mike = ", "write 'alias"),
        ("= Mike", "write 'alias"),
        ("Bob = Ann", "Ann is Ann in the lines above: the alias goes before them"),
        ("x" * 41 + " = y", "write 'alias"),
        ("a\x1bb = y", "write 'alias"),
    ],
)
def test_an_alias_that_cannot_be_is_a_problem(alias, why):
    session = read(f"{hand()}\nalias: {alias}\n")
    assert why in session.problems[0].message
    assert session.problems[0].line == 4
    assert session.totals == {"Ann": 17, "Bob": -17}


@pytest.mark.parametrize(
    ("name", "slip"),
    [
        ("Big Mike", "Bigg Mike"),
        ("Nadia", "Nadja"),
        ("Christopher", "Christofer"),
        ("Katrin", "Kartin"),
        ("Łucja", "Lucia"),
    ],
)
def test_a_slip_of_the_pen_is_no_new_debtor(name, slip):
    again = json.dumps(as_json(slip))
    for second in (hand(slip), again):
        session = read(f"{hand(name)}\n{second}\n{hand(name)}")
        assert session.totals == {name: 34, "Bob": -34}
        (problem,) = session.problems
        assert problem.message.startswith(f"{slip} has not played before: did you mean {name}?")
        assert (problem.hand, problem.line) == ("2", 4)
    session = read(f"{hand(name)}\nalias: {slip}\n\n{hand(slip)}\n")
    assert session.totals == {name: 17, "Bob": -34, slip: 17}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Player 1", "Player 2"),
        ("P1", "P11"),
        ("Player A", "Player B"),
        ("Al", "Ali"),
        ("Tom", "Tim"),
        ("Ann Lee", "Ann Li"),
        ("Nadia", "Nils"),
    ],
)
def test_other_names_are_other_people(one, other):
    assert read(f"{hand(one)}\n{hand(other)}").totals == {one: 17, "Bob": -34, other: 17}


def test_two_at_one_table_are_no_slip_of_the_pen():
    assert read(hand("Marie", "Maria")).totals == {"Marie": 17, "Maria": -17}
    assert read(f"{hand('Marie')}\n{hand('Marie', 'Maria')}").totals == {
        "Marie": 34,
        "Bob": -17,
        "Maria": -17,
    }


def test_very_many_people_are_read_quickly():
    """No name is compared with more than sixty others."""
    session = read("\n".join(hand(f"Name{i * 7919:x}ly", f"Folk{i * 104729:x}er") for i in range(600)))
    assert len(session.hands) == 600


# -- Leaving and fouls


def test_who_leaves_a_hand_fouls_it_or_gives_it_up():
    session = read(f"Ann: {A}\nTom leaves\n")
    assert session.totals == {"Ann": 17, "Tom": -17}
    assert "the player has left the hand" in session.explain()
    rules = ofc.RULES["classic"].replace(surrender_points=2)
    for line in ("Tom leaves", "Tom left.", "Tom: leaves", "Tom: Kc / - / -\ntom leaves"):
        assert read(f"Ann: {A}\n{line}\n", rules=rules).totals == {"Ann": 2, "Tom": -2}
    assert read(f"{hand()}\nTom leaves\n\n{hand()}").totals == {"Ann": 34, "Bob": -34}


def test_a_hand_that_somebody_left_is_written_and_read_again():
    first = read(f"Ann: {A}\nTom leaves\n")
    for text in (first.to_csv(), json.dumps(first.as_dict())):
        again = read(text)
        assert (said(again), again.totals) == ([], first.totals)


# -- Boards without strokes


@pytest.mark.parametrize(
    "write",
    [
        lambda text: text.replace(" / ", ", "),
        lambda text: text.replace(" / ", " "),
        lambda text: text.replace(" / ", " ").replace(" ", ","),
        lambda text: text.replace(" / ", "").replace(" ", ""),
        lambda text: text.replace(" / ", "; "),
    ],
)
def test_a_board_without_strokes(write):
    session = read(hand(a=write(A), b=write(B)))
    assert (said(session), session.totals) == ([], {"Ann": 17, "Bob": -17})
    wrong = read(hand(a=write(A), b=write(B.replace("Jc", "4h"))))
    assert [message.partition(": ")[2] for message in said(wrong)] == ["4h is on this board twice"]


def test_the_letter_o_is_a_zero_in_a_ten():
    right = read(hand(a=A.replace("9s", "10s"))).totals
    for ten in ("1Os", "1os", "lOs", "I0s"):
        assert read(hand(a=A.replace("9s", ten))).totals == right
    assert read(hand(a=A.replace("9s", "1Os").replace(" ", ""))).totals == right


def test_a_board_that_is_entered_twice_is_one_problem():
    assert said(read(hand(b=A))) == ["2:6: this is the board of Ann again: was it entered twice?"]
    assert said(read(f"{hand()}Ann: {A}\n"))[0] == "3:1: Ann already has a board in this hand"
    assert len(read(f"{hand()}Ann: {A}\n").problems) == 1
    shared = read(hand(b="Qh Qd 2c / 3h 3d 4h 4c 2d / 9d 9h Qc Jc 8d"))
    assert said(shared) == ["2:6: Qh Qd 2d are already on the board of Ann"]
    row = read(hand(a="Qh Qd 5c / 7h 7d 8s 8c 2d / 7h 7d 8s 8c 2d"))
    assert [one.partition(": ")[2] for one in said(row)] == ["7h 7d 8s 8c 2d are on this board twice"]
    (problem,) = read(json.dumps({"players": [{"name": n, "board": A} for n in ("Ann", "Bob")]})).problems
    assert problem.message == "the board of Bob is the board of Ann again: was it entered twice?"


# -- Money


@pytest.mark.parametrize(
    ("text", "price", "currency"),
    [
        ("0,50 €", "0.50", "€"),
        ("€0.50", "0.50", "€"),
        ("$5", "5", "$"),
        ("5 EUR", "5", "EUR"),
        ("0.25", "0.25", ""),
        ("1,5", "1.5", ""),
        ("20 zł", "20", "zł"),
        ("10 cents", "10", "cents"),
    ],
)
def test_a_stake_may_have_a_currency(text, price, currency):
    assert read_stake(text) == Decimal(price)
    for session in (
        read(f"stake: {text}\n{hand()}"),
        read(hand(), stake=text),
        read(json.dumps(as_json("Ann", stake=text))),
    ):
        assert (session.currency, session.money("Ann")) == (currency, 17 * Decimal(price))
        amount = session.payments[0][2]
        assert amount == session.price(17 * Decimal(price))
        assert amount.endswith(currency)
        assert f"Bob pays Ann {amount}\n" in session.summary()


@pytest.mark.parametrize(
    "text", ["1,000", "€", "5 €€", "-5 €", "0 €", "x5", "5 bananas", "1,2,3", "€5€x", "9" * 200]
)
def test_what_is_no_stake(text):
    with pytest.raises(ofc.OfcError, match="the price of a point must be"):
        read_stake(text)


def test_a_session_has_one_currency():
    session = read(f"stake: 1 €\n{hand()}\nstake: 2 $\n{hand()}\nstake: 3\n{hand()}")
    assert said(session)[0] == "5:8: stake '2 $': the stakes above are in €"
    assert session.money("Ann") == 17 + 51


def test_amounts_stand_in_line():
    text = read(f"{hand('Ann')}\n{hand('Cid')}\n{hand('Dee')}", stake="0.50 €").summary()
    ends = {
        line.index(".")
        for line in text.splitlines()
        if line.startswith("  ") and "." in line and "pays" not in line
    }
    assert len(ends) == 1


def test_points_of_many_players_stand_in_line():
    names = [f"Player {letter}{letter}" for letter in "ABCDEFGHIJKL"]
    session = read("\n".join(hand(names[i], names[i + 1]) for i in range(11)))
    lines = session.table().splitlines()
    titles = [line for line in lines if line.startswith("hand")]
    assert len(titles) > 1
    assert all(len(line) <= 80 for line in lines)
    assert sum(line.count("+17") for line in lines) == 11
    for title, line in zip(titles, [lines[lines.index(title) + 1] for title in titles], strict=True):
        assert max(len(title), len(line)) == len(title)


def test_the_command_takes_a_currency(capsys, tmp_path):
    file = tmp_path / "in"
    file.write_text(hand(), encoding="utf-8")
    assert main(["score", str(file), "--brief", "--stake", "€0.50"]) == 0
    assert "Bob pays Ann 8.50 €" in capsys.readouterr().out


# -- Fantasyland


def test_each_hand_says_who_enters_and_stays_in_fantasyland():
    quads = "2h 2c 3d / 4h 4d 5s 5c 6d / 9s 9h 9d 9c Ks"
    nothing = "2s 3c 4c / 5h 5d 6s 6h 8c / Th Tc Td Jc 8d"
    session = Session(rules="pineapple", duplicates="allow")
    text = "\n".join([hand(b=nothing), hand(a=quads, b=nothing), hand(a=quads, b=nothing)])
    first, second, third = session.score(text)
    assert [one.fantasyland for one in (first, second, third)] == [(14, 0), (14, 0), (14, 0)]
    assert [one.inside for one in (first, second, third)] == [(0, 0), (14, 0), (14, 0)]
    assert "Fantasyland: Ann enters with 14 cards\n" in first.explain()
    assert "Fantasyland: Ann stays with 14 cards\n" in second.explain()
    (normal,) = read(hand(a=quads, b=nothing), rules="pineapple", duplicates="allow").hands
    assert "Fantasyland" not in normal.explain()


def test_after_a_hand_that_is_left_out_nobody_knows_who_was_in_fantasyland():
    session = read(f"{hand()}\n{hand(a='x')}\n{hand()}", rules="pineapple")
    assert session.hands[1].inside == (None, None)
    assert "(as after a normal hand: the one before it is not known)" in " ".join(
        session.hands[1].explain().split()
    )


def test_named_rows_say_who_enters_fantasyland():
    (scored,) = read("Ann: KK / 77882 / AKJ94 flush\nBob: 66 / 33442 / 99922\n", rules="progressive").hands
    assert scored.fantasyland == (15, 0)
