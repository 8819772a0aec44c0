"""Scored sessions as a library: what is read, what each hand comes to, and what is said of the rest."""

from __future__ import annotations

import csv
import doctest
import io
import json
import os
from decimal import Decimal
from pathlib import Path

import pytest

import ofckit
import ofckit.session
from ofckit.cli._options import PLAYED
from ofckit.session import CSV_TITLES, DEFAULT_RULES, Debt, Problem, Scored, Session, debts, read

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
ANN = "Ann: Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s"
BOB = "Bob: Kc 4h 3s / 5h 5d 6s 6h 9c / 9d 9h Qc Jc 8d"  # foul: 17 for Ann
HAND = f"{ANN}\n{BOB}\n"


def rows(line):
    """The rows of a line as JSON objects have them."""
    return dict(zip(("top", "middle", "bottom"), (row.split() for row in line[5:].split("/")), strict=True))


def as_json(**keys):
    return {"players": [{"name": "Ann", **rows(ANN)}, {"name": "Bob", **rows(BOB)}], **keys}


def said(session):
    """The problems, one 'line:column: message' each."""
    return [f"{one.line}:{one.column}: {one.message}" for one in session.problems]


def points(session):
    return [scored.settlement.points for scored in session.hands]


# -- What a session gives


def test_a_session_has_hands_totals_and_debts():
    session = read(f"hand 7, button: Bob\n{HAND}\n{HAND}")
    first, second = session.hands
    assert (first.hand.label, first.hand.button, first.hand.line) == ("7", 1, 1)
    assert (second.hand.label, second.names, second.totals) == ("2", ["Ann", "Bob"], (34, -34))
    assert first.settlement == ofckit.settle([ANN[5:], BOB[5:]], ofckit.RULES["classic"], button=1)
    assert session.totals == {"Ann": 34, "Bob": -34}
    assert session.debts == [Debt("Bob", "Ann", Decimal(34))]
    assert (session.problems, session.unscored, session.stake, session.money("Ann")) == ([], [], None, None)


def test_a_stake_makes_money_of_points():
    session = read(HAND, stake="0.1")
    assert session.money("Bob") == Decimal("-1.7")
    assert session.debts == [Debt("Bob", "Ann", Decimal("1.7"))]
    assert read(HAND, stake=Decimal("0.1")).money("Bob") == read(HAND, stake=0.1).money("Bob")


@pytest.mark.parametrize("source", [HAND, HAND.encode(), HAND.encode("utf-16"), io.BytesIO(HAND.encode())])
def test_a_session_is_text_or_bytes_or_a_stream(source):
    assert points(read(source)) == [(17, -17)]


def test_a_path_is_a_file_with_its_house_rules_beside_it():
    session = read(EXAMPLES / "thursday.txt")
    assert session.problems == []
    assert [scored.hand.rules.name for scored in session.hands] == ["Thursday game"]


def test_what_is_wrong_is_a_problem_with_its_place_and_its_hand():
    session = read(f"{HAND}\nhand x\n{HAND.replace('8s', '8x')}")
    assert points(session) == [(17, -17)]
    (problem,) = session.problems
    assert (problem.line, problem.column, problem.hand) == (5, 23, "x")
    assert problem.text.startswith("Ann: Qh")
    (left_out,) = session.unscored
    assert (left_out.label, left_out.line, left_out.reason) == ("x", 4, problem.message)


def test_hands_are_scored_as_they_come_in():
    """A stream that never ends gives its first hand at once."""
    session = Session()

    def lines():
        yield HAND.encode()
        yield b"\n"
        raise AssertionError("read too far")

    class Stream(io.RawIOBase):
        def __init__(self):
            self.lines = lines()

        def readable(self):
            return True

        def readinto(self, buffer):
            line = next(self.lines)
            buffer[: len(line)] = line
            return len(line)

    first = next(session.score(Stream()))
    assert isinstance(first, Scored)


def test_a_session_goes_on_where_it_stopped():
    session = Session(stake=5)
    for text in (HAND, f"hand again\n{HAND.replace('Ann', 'ANN')}"):
        assert [type(item) for item in session.score(text)] == [Scored]
    assert [scored.hand.label for scored in session.hands] == ["1", "again"]
    assert session.totals == {"Ann": 34, "Bob": -34}


def test_a_session_writes_itself():
    session = read(f"{HAND}\nhand 2\nAnn: no\n")
    document = json.loads(json.dumps(session.as_dict()))
    assert (document["totals"], document["unscored"]) == ({"Ann": 17, "Bob": -17}, 1)
    assert [problem["hand"] for problem in document["problems"]] == ["2"]
    assert session.to_csv().startswith(CSV_TITLES)
    assert session.to_csv().count("\n") == 3
    assert session.explain() == session.hands[0].explain() + session.summary()
    assert session.table().splitlines()[1] == "1         +17     -17"


def test_rules_of_the_call_hold_whatever_the_text_says():
    assert points(read(f"rules: chinese\n{HAND}", rules="classic")) == [(17, -17)]
    assert points(read(f"rules: nonsense\n{HAND}", rules=ofckit.RULES["chinese"])) == [(4, -4)]
    with pytest.raises(ofckit.OfcError, match="no preset named"):
        read(HAND, rules="nonsense")


@pytest.mark.parametrize(
    "options", [{"stake": 0}, {"stake": "x"}, {"duplicates": "perhaps"}, {"rules": "x.toml"}]
)
def test_options_that_cannot_hold_are_refused(options):
    with pytest.raises(ofckit.OfcError):
        read(HAND, **options)


# -- One line loses one hand


@pytest.mark.parametrize(
    ("line", "places"),
    [
        ("A: t: 2c", ["7: the top has 1 card, it takes 3", "4: the middle has 0", "4: the bottom has 0"]),
        ("A: bottom: As Ks / t: 2c", ["23: the top has 1", "4: the middle has 0", "12: the bottom has 2"]),
        ("A: 2c / b: 3c", ["4: '2c /' stands before any label"]),
        ("A: m: 2c 3c 4c 5c 6c 7c", ["4: the top has 0", "7: the middle has 6", "4: the bottom has 0"]),
        (
            "A: top: - middle: - bottom: -",
            ["9: the top has 0", "19: the middle has 0", "29: the bottom has 0"],
        ),
        ("A: | 2c | - | - |", ["6: the top has 1", "11: the middle has 0", "15: the bottom has 0"]),
        ("A: 2c //", ["4: the top has 1", "8: the middle has 0", "9: the bottom has 0"]),
    ],
)
def test_a_row_too_short_or_too_long_is_reported_where_it_stands(line, places):
    session = read(f"{HAND}\n{line}\nB{BOB[3:]}\n\n{HAND}")
    assert points(session) == [(17, -17)] * 2
    assert [one.label for one in session.unscored] == ["2"]
    found = [problem for problem in said(session) if problem.startswith("4:")]
    assert len(found) == len(places)
    for place in places:
        assert any(place in problem for problem in found), found


@pytest.mark.parametrize("label", ["t", "top", "front", "b", "middle", "bottom", "x", "m : b"])
@pytest.mark.parametrize("cards", ["", "2c", "2c 3c", "2c3c4c5c6c7c8c", "/", "//", "2c/3c", "-", "JK"])
def test_no_labelled_board_ends_the_session(label, cards):
    session = read(f"{ANN}\nBob: {label}: {cards}\n\n{HAND}")
    assert points(session) == [(17, -17)]
    assert session.problems


# -- Settings that could not be read


@pytest.mark.parametrize(
    "setting", ["rules: 2-7 pineaple", "rules: no.toml", "rules:", "duplicates: perhaps", "stake: free"]
)
def test_hands_under_a_setting_that_could_not_be_read_are_not_scored(setting):
    key = setting.partition(":")[0]
    session = read(f"{setting}\n\n{HAND}\n{HAND}\n{json.dumps(as_json())}", folder=EXAMPLES)
    assert session.hands == []
    assert session.totals == {}
    assert [one.label for one in session.unscored] == ["1", "2", "3"]
    assert {one.reason for one in session.unscored} == {f"the {key!r} of line 1 could not be read"}
    first, second = session.problems
    assert (first.line, second.line) == (1, 3)
    assert second.message.endswith("hand 1 and the following ones are not scored")


def test_a_later_setting_that_can_be_read_holds_again():
    session = read(f"rules: nonsense\n\n{HAND}\nrules: chinese\n\n{HAND}")
    assert [(one.hand.label, one.hand.rules.name) for one in session.hands] == [("2", "chinese")]
    assert [one.label for one in session.unscored] == ["1"]


def test_a_hand_with_settings_of_its_own_does_not_need_those_that_could_not_be_read():
    mine = json.dumps(as_json(rules="turbo"))
    switches = json.dumps(as_json(rules={"base": "turbo"}))
    over_the_default = json.dumps(as_json(rules={"scoring": "2-4"}))
    session = read(f"rules: nonsense\n\nrules: turbo\n{HAND}\n{mine}\n{switches}\n{over_the_default}")
    assert [scored.hand.label for scored in session.hands] == ["1", "2", "3"]
    assert [one.label for one in session.unscored] == ["4"]


def test_settings_of_the_call_make_up_for_those_that_could_not_be_read():
    session = read(f"rules: nonsense\nstake: free\n\n{HAND}", rules="classic", stake=2)
    assert session.money("Ann") == 34
    assert session.problems == []


def test_a_title_above_a_setting_does_not_swallow_it():
    session = read(f"Friday game\nrules: house.toml\nstake: 2\n\n{HAND}", folder=EXAMPLES)
    assert [scored.hand.rules.name for scored in session.hands] == ["Thursday game"]
    assert session.money("Ann") == 34
    assert said(session) == [f"1:1: {PLAYER_LINE}"]


PLAYER_LINE = "no ':' here: a player's line is 'name: top / middle / bottom', a comment begins with '#'"


def test_the_lines_of_a_block_that_are_nothing_are_one_problem():
    session = read(f"A sheet\nof nothing\nthat is a hand\n\n{HAND}")
    assert said(session) == [f"1:1: {PLAYER_LINE} (and 2 more of this block)"]
    assert points(session) == [(17, -17)]
    assert session.hands[0].hand.label == "1", "they are no hand"


def test_a_line_without_a_colon_among_players_leaves_the_hand_out():
    session = read(f"{HAND}Cid 2c3c4d 5s6d7c8c9c ThJhQsKdAc\n")
    assert session.hands == []
    assert session.unscored[0].reason == PLAYER_LINE


def test_a_setting_that_stands_twice_is_not_chosen_between():
    session = read(f"rules: turbo\nrules: chinese\n\n{HAND}")
    assert session.hands == []
    assert "2:8: 'rules' appears twice in this block" in said(session)


# -- Stakes


def test_a_stake_above_the_players_of_the_only_hand_holds():
    session = read(f"rules: chinese\nstake: 10\n{HAND}")
    assert (points(session), session.money("Ann"), session.problems) == ([(4, -4)], 40, [])


def test_a_stake_holds_from_its_hand_on():
    session = read(f"stake: 1\n{HAND}\n{HAND}\nstake: 20\n\n{HAND}\nstake: 50\n{HAND}\n{HAND}")
    assert [scored.hand.stake for scored in session.hands] == [1, 1, 20, 50, 50]
    assert session.money("Ann") == 17 * (1 + 1 + 20 + 50 + 50) == -session.money("Bob")
    assert "1 then 20 then 50 a point" in session.summary()


def test_a_stake_after_hands_whose_stake_could_not_be_read_holds():
    session = read(f"stake: free\n\n{HAND}\nstake: 2\n\n{HAND}")
    assert [(one.hand.label, one.hand.stake) for one in session.hands] == [("2", 2)]
    assert session.money("Ann") == 34
    assert [one.label for one in session.unscored] == ["1"]


def test_a_stake_after_hands_without_one_is_refused():
    session = read(f"{HAND}\nstake: 5\n\n{HAND}")
    assert points(session) == [(17, -17)]
    assert session.stake is None
    assert [one.label for one in session.unscored] == ["2"]
    assert said(session)[0] == "4:8: the hands before this line have no stake: put it before the first hand"


# -- Who sits at the table


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jean-Luc", "Jean Luc"),
        ("Jean-Luc", "jean\u2010luc"),
        ("O'Brien", "O\u2019Brien"),
        ("J.R. Ewing", "J R Ewing"),
        ("\uff21nna", "Anna"),
        ("STRASSE", "Stra\u00dfe"),
    ],
)
def test_spellings_of_a_name_are_one_player(one, other):
    session = read(f"{HAND.replace('Ann', one)}\n{HAND.replace('Ann', other)}")
    assert session.totals == {one: 34, "Bob": -34}
    both = read(HAND.replace("Ann", one).replace("Bob", other))
    assert both.hands == []
    assert f"{one} already has a board in this hand" in said(both)[0]


@pytest.mark.parametrize(
    ("one", "other"), [("P1 1", "P11"), ("Al", "Ali"), ("\u0915\u093f", "\u0915\u0940"), ("-", "+")]
)
def test_names_of_two_people_stay_two(one, other):
    assert read(HAND.replace("Ann", one).replace("Bob", other)).totals == {one: 17, other: -17}


def four(name="pineapple"):
    deck = ofckit.Deck(seed=3)
    lines = []
    for player in "ABCD":
        held = [deck.deal(n) for n in (3, 5, 5)]
        lines.append(f"{player}: " + " / ".join(" ".join(map(str, row)) for row in held))
    return f"rules: {name}\n" + "\n".join(lines) + "\n"


def test_a_table_with_more_players_than_the_rules_take_is_refused():
    session = read(f"{four()}\n{four('classic')}")
    assert [scored.hand.rules.name for scored in session.hands] == ["classic"]
    assert said(session) == ["1:1: hand 1: 4 players, but 'pineapple' is for 2 to 3"]


def test_the_rules_of_a_session_that_names_none_pay_what_pineapple_pays():
    usual, played = ofckit.RULES[DEFAULT_RULES], ofckit.RULES[PLAYED]
    for switch in (
        "scoring",
        "royalties",
        "royalties_to",
        "foul_points",
        "foul_pays_royalties",
        "middle",
        "jokers",
    ):
        assert getattr(usual, switch) == getattr(played, switch)
    assert usual.players == (2, 4)


def test_one_player_is_no_table():
    assert said(read(ANN)) == ["1:1: hand 1: 1 player, but 'classic' is for 2 to 4"]


def test_table_stakes_need_to_know_what_each_has():
    rules = ofckit.RULES["classic"].replace(name="turbo stakes", table_stakes=ofckit.TableStakes())
    session = read(HAND, rules=rules)
    assert session.hands == []
    assert said(session) == [
        "1:1: hand 1: 'turbo stakes' plays for table stakes, but chips are missing: "
        "'stacks: Ann 100, Bob 100'"
    ]
    assert points(read(f"button: Ann\nstacks: 10, 10\n{HAND}", rules=rules)) == [(10, -10)]
    assert points(read(f"stacks: 10, 10\n{HAND}", rules=rules)) == [(10, -10)]  # one pair has one order
    assert said(read(f"stacks: 100, 10, 10\n{HAND}Cid: fouled\n", rules=rules)) == []
    three = f"stacks: 10, 10, 10\n{HAND}Cid: fouled\n"  # Ann wins no more than 10, from who pays first
    assert said(read(three, rules=rules)) == [
        "1:1: hand 1: table stakes settle from the dealer's left, but 'button: Ann' is missing"
    ]


def test_a_table_of_thousands_is_one_problem():
    lines = [f"P{i}{ANN[3:]}" for i in range(4000)]
    for duplicates in ("error", "allow"):
        session = read("\n".join(lines), duplicates=duplicates)
        assert said(session) == ["1:1: hand 1: 4000 players, but 'classic' is for 2 to 4"]
    session = read("\n".join([ANN] * 4000))
    assert {problem.message for problem in session.problems} == {"Ann already has a board in this hand"}
    assert len(session.problems) == 3999


def test_thousands_of_people_settle_their_debts():
    totals = {f"P{i}": i - 5000 for i in range(10_001)}
    found = debts(totals)
    left = dict(totals)
    for debt in found:
        left[debt.debtor] += debt.amount
        left[debt.creditor] -= debt.amount
    assert not any(left.values())
    assert len(found) < len(totals)


def test_two_stacks_for_one_player_are_refused():
    assert "two stacks for Ann" in said(read(f"button: Ann\nstacks: Ann 8, ann 9\n{HAND}"))[0]


# -- Rules in files


HOUSE = 'base = "classic"\nname = "Ours"\nfoul_points = 1\n'


@pytest.fixture
def folder(tmp_path):
    """A session's folder with house rules in it and beside it."""
    inner = tmp_path / "games"
    (inner / "rules").mkdir(parents=True)
    for place in (tmp_path, inner, inner / "rules"):
        (place / "house.toml").write_text(HOUSE, encoding="utf-8")
    return inner


@pytest.mark.parametrize("name", ["house.toml", "./house.toml", "rules/house.toml", "rules/../house.toml"])
def test_rules_are_read_from_the_folder_of_the_session(folder, name):
    session = read(f"rules: {name}\n{HAND}", folder=folder)
    assert [scored.hand.rules.name for scored in session.hands] == ["Ours"]
    document = json.dumps(as_json(rules=name)) + "\n" + json.dumps(as_json(rules={"base": name}))
    assert len(read(document, folder=folder).hands) == 2


@pytest.mark.parametrize(
    "where", ["../house.toml", "{above}/house.toml", "rules/../../house.toml", "link.toml"]
)
def test_rules_outside_that_folder_are_not_read(folder, where):
    if where == "link.toml":
        (folder / where).symlink_to(folder.parent / "house.toml")
    name = where.format(above=folder.parent)
    for text in (
        f"rules: {name}\n{HAND}",
        json.dumps(as_json(rules=name)),
        json.dumps(as_json(variant=name)),
    ):
        session = read(text, folder=folder)
        assert session.hands == []
        assert "not in the folder of the file that names them" in session.problems[0].message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFO")
def test_rules_that_are_no_regular_file_are_not_waited_for(folder):
    os.mkfifo(folder / "fifo.toml")
    (folder / "dir.toml").mkdir()
    session = read(f"rules: fifo.toml\n{HAND}\nrules: dir.toml\n{HAND}", folder=folder)
    assert session.hands == []
    assert all("not a regular file" in one.message for one in session.problems)


def test_a_foreign_file_tells_nothing_of_itself(folder):
    (folder / "secret.toml").write_text("[database]\npassword = 'hunter2'\n", encoding="utf-8")
    (folder / "broken.toml").write_text("password hunter2\n", encoding="utf-8")
    for name in ("secret.toml", "broken.toml"):
        (problem,) = read(f"rules: {name}\n{HAND}", folder=folder).problems
        assert f"'{name}' holds no house rules" in problem.message
        assert "password" not in problem.message
        assert "hunter2" not in problem.message


def test_a_file_that_is_too_long_is_not_read(folder):
    (folder / "long.toml").write_text(HOUSE + "#" * 1_000_001, encoding="utf-8")
    (problem,) = read(f"rules: long.toml\n{HAND}", folder=folder).problems
    assert "'long.toml' holds no house rules" in problem.message


def test_a_session_that_is_text_names_presets_only(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (problem,) = read(f"rules: house.toml\n{HAND}").problems
    assert "only a session in a file may read rules from a file" in problem.message
    assert len(read(f"rules: turbo\n{HAND}").hands) == 1


# -- JSON


@pytest.mark.parametrize("indent", [0, 1, 4, "\t"])
def test_a_hand_as_json_may_have_several_lines(indent):
    document = json.dumps(as_json(hand="x", points=[17, -17]), indent=indent)
    session = read(f"{HAND}\n{document}\n{HAND}\n{document}\n{document}\n")
    assert session.problems == []
    assert [scored.hand.label for scored in session.hands] == ["1", "x", "3", "x", "x"]


def test_json_in_several_lines_with_a_mistake_is_one_problem_at_its_place():
    document = json.dumps(as_json(), indent=2)
    wrong = document.replace('"8s"', '"8x"')
    at = wrong.splitlines().index('        "8x",') + 1
    session = read(f"{wrong}\n\n{HAND}")
    why = "'8x' is not a card: 'x' is not a suit (c, d, h or s)"
    assert said(session) == [f"{at}:10: players[0].middle[2]: {why}"]
    assert points(session) == [(17, -17)]
    broken = document.replace('"8s"', '"8s",')
    session = read(f"{broken}\n\n{HAND}")
    assert len(session.problems) == 1
    assert session.problems[0].line == at
    assert points(session) == [(17, -17)]


def test_json_that_is_cut_off_loses_no_other_hand():
    document = json.dumps(as_json(), indent=2)
    line = json.dumps(as_json())
    half = document[: len(document) // 2].rpartition("\n")[0]
    session = read(f"{half}\n{line}\n{HAND}\n{line}")
    assert [scored.hand.label for scored in session.hands] == ["2", "3", "4"]
    assert len(session.problems) == 1
    session = read(f'{{"players": [\n{line}\n{HAND}')
    assert [scored.hand.label for scored in session.hands] == ["2", "3"]


def test_json_that_is_no_hand_is_one_message():
    events = "\n".join(
        json.dumps({"type": "place", "card": str(card)}) for card in ofckit.Deck(seed=1).deal(40)
    )
    session = read(events)
    assert said(session) == [
        "1:1: 'players' is missing: a list of objects with name and board; this is JSON with 'type', 'card' "
        "(and so in the 39 JSON lines after it)"
    ]
    assert session.unscored == []
    session = read(f"{events}\n{HAND}\n{events}\n{json.dumps(as_json())}\n")
    assert [problem.line for problem in session.problems] == [1, 44]
    assert [scored.hand.label for scored in session.hands] == ["1", "2"]


A, B = ANN.partition(": ")[2], BOB.partition(": ")[2]
PLAYERS = [["Ann", *A.split(" / ")], ["Bob", *B.split(" / ")]]
AS_ROWS = [dict(zip(("front", "center", "back"), text.split(" / "), strict=True)) for text in (A, B)]
AS_LISTS = [[row.split() for row in text.split(" / ")] for text in (A, B)]
IN_PLACE = [
    [[card, row] for row, held in zip(("top", "middle", "bottom"), rows, strict=True) for card in held]
    for rows in AS_LISTS
]
THIRTEEN = [[card for row in rows for card in row] for rows in AS_LISTS]
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
AS_OBJECTS = [
    [[{"rank": card[0], "suit": SUITS[card[1]]} for card in row] for row in rows] for rows in AS_LISTS
]


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(
    ("document", "names"),
    [
        *(
            ({"players": [{"name": "Ann", "board": a}, {"name": "Bob", "board": b}]}, "Ann Bob")
            for a, b in ((A, B), AS_ROWS, AS_LISTS, IN_PLACE, AS_OBJECTS, THIRTEEN)
        ),
        ({"players": [{"name": "Ann", **AS_ROWS[0]}, {"name": "Bob", **AS_ROWS[1]}]}, "Ann Bob"),
        ({"players": {"Ann": A, "Bob": AS_LISTS[1]}}, "Ann Bob"),
        ({"players": ["Ann", "Bob"], "boards": IN_PLACE}, "Ann Bob"),
        ({"boards": AS_ROWS}, "Player 1,Player 2"),
        ({"boards": {"Ann": A, "Bob": B}}, "Ann Bob"),
        ({"Ann": AS_ROWS[0], "Bob": AS_ROWS[1]}, "Ann Bob"),
        ([{"player": "Ann", **AS_ROWS[0]}, {"player": "Bob", **AS_ROWS[1]}], "Ann Bob"),
    ],
)
def test_a_table_in_the_shapes_that_people_keep(document, names, indent):
    session = read(json.dumps(document, indent=indent))
    assert said(session) == []
    first, second = names.split("," if "," in names else " ")
    assert session.totals == {first: 17, second: -17}


@pytest.mark.parametrize("wrap", [list, lambda hands: {"stake": 2, "title": "Friday", "hands": hands}])
@pytest.mark.parametrize("indent", [None, 1])
def test_a_document_of_many_hands(wrap, indent):
    wrong = as_json(hand="bad")
    wrong["players"][1]["middle"] = "5h 5d 6s 6h 9x"
    document = json.dumps(wrap([as_json(hand="x"), wrong, as_json()]), indent=indent)
    session = read(document)
    assert [scored.hand.label for scored in session.hands] == ["x", "3"]
    (problem,) = session.problems
    assert (problem.hand, problem.message[:11]) == ("bad", "players[1]:")
    assert problem.text[problem.column - 1 :].startswith("9x")
    assert session.money("Ann") == (None if wrap is list else 68)


def test_the_json_that_is_written_is_read_with_the_same_points():
    first = read(
        f"stake: 0.25\n\nhand 7, button: Bob\n{HAND}\nrules: turbo\nduplicates: allow\n"
        f"{ANN}\n{ANN.replace('Ann', 'Cid')}\n"
    )
    again = read(json.dumps(first.as_dict(), indent=2))
    assert said(again) == []
    assert [one.settlement for one in again.hands] == [one.settlement for one in first.hands]
    assert (again.totals, again.debts, again.stake) == (first.totals, first.debts, first.stake)


@pytest.mark.parametrize("mark", ["; ", ";", " - "])
def test_rows_with_other_marks_between_them(mark):
    assert points(read(HAND.replace(" / ", mark))) == [(17, -17)]


@pytest.mark.parametrize(
    "labels", [("",) * 3, ("Top: ", "Middle: ", "Bottom: "), ("front = ", "mid row: ", "back:")]
)
@pytest.mark.parametrize("colon", ["", ":"])
@pytest.mark.parametrize("order", [1, -1])
def test_a_name_and_three_rows_below_it(labels, colon, order):
    order = order if labels[0] else 1
    laid = "".join(
        "\n".join([name + colon, *[label + row for label, row in zip(labels, rows, strict=True)][::order]])
        + "\n"
        for name, *rows in PLAYERS
    )
    session = read(f"hand 7\n{laid}\nstake: 2\n{laid}\n{HAND}", stake=2)
    assert said(session) == []
    assert points(session) == [(17, -17)] * 3
    wrong = read(f"{laid.replace('9c', '9x')}\n{laid}")
    (problem,) = wrong.problems
    assert problem.message.startswith("'9x' is not a card")
    assert problem.text[problem.column - 1 :] == "9x"
    assert points(wrong) == [(17, -17)]


SHEETS = {
    "rows": (["player", "top", "middle", "bottom"], [[name, *rows] for name, *rows in PLAYERS]),
    "back first": (["back", "center", "front", "name"], [[*rows[::-1], name] for name, *rows in PLAYERS]),
    "thirteen": (
        ["Player", *(f"card {i + 1}" for i in range(13))],
        [[name, *" ".join(rows).split()] for name, *rows in PLAYERS],
    ),
    "cards of rows": (
        ["name", *(f"{row}{i + 1}" for row, n in (("top", 3), ("mid", 5), ("bottom", 5)) for i in range(n))],
        [[name, *" ".join(rows).split()] for name, *rows in PLAYERS],
    ),
    "board": (["player", "board"], [[name, " / ".join(rows)] for name, *rows in PLAYERS]),
}


def as_sheet(rows, form):
    if form == "markdown":
        titles, *others = (f"| {' | '.join(row)} |" for row in rows)
        return "\n".join([titles, "|---" * len(rows[0]) + "|", *others]) + "\n"
    text = io.StringIO()
    csv.writer(text, delimiter=form, lineterminator="\n").writerows(rows)
    return text.getvalue()


@pytest.mark.parametrize("form", [",", "\t", ";", "markdown"])
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_with_titles(name, form):
    titles, players = SHEETS[name]
    session = read(as_sheet([titles, *players], form))
    assert said(session) == []
    assert session.totals == {"Ann": 17, "Bob": -17}
    numbered = [["hand", *titles], *(["7", *one] for one in players), *(["8", *one] for one in players)]
    session = read(as_sheet(numbered, form))
    assert [one.hand.label for one in session.hands] == ["7", "8"]
    assert session.totals == {"Ann": 34, "Bob": -34}


@pytest.mark.parametrize("mark", [",", "\t"])
def test_a_sheet_of_other_things_is_one_message(mark):
    session = read("date,venue,pot\nMonday,home,3\nFriday,club,4\n".replace(",", mark))
    assert said(session) == [
        "1:1: no titles of a sheet of boards: it takes the columns player, top, middle and bottom "
        "(perhaps hand) (and 2 more of this block)"
    ]


def test_hands_of_a_sheet_without_a_column_for_them_stand_apart():
    sheet = as_sheet([SHEETS["rows"][0], *SHEETS["rows"][1]], ",")
    session = read(f"stake: 2\n{sheet}\n{sheet.partition(chr(10))[2]}\n")
    assert (points(session), session.money("Ann")) == ([(17, -17)] * 2, 68)


def test_a_mistake_in_a_sheet_has_its_line_and_loses_no_other_hand():
    sheet = as_sheet([SHEETS["rows"][0], *SHEETS["rows"][1]], ",")
    rows = sheet.partition("\n")[2]
    session = read(f"{sheet}\n{rows.replace('9c', '9x')}\n{rows}\n{HAND}")
    assert said(session) == ["6:0: '9x' is not a card: 'x' is not a suit (c, d, h or s)"]
    assert session.problems[0].text.startswith("Bob,Kc 4h 3s")
    assert points(session) == [(17, -17)] * 3


def test_the_csv_that_is_written_is_read_with_the_same_points():
    first = read(f"hand 7\n{HAND}\nhand 7\nrules: turbo\n{HAND}\n{HAND.replace('Ann', '=Ann')}\n")
    again = read(first.to_csv())
    assert said(again) == []
    assert [one.settlement for one in again.hands] == [one.settlement for one in first.hands]
    assert (again.totals, again.debts) == (first.totals, first.debts)
    rules = ofckit.RULES["classic"].replace(surrender_points=6)
    first = read(
        f"{ANN}\nBob: surrender\n\n{ANN}\nBob: As / - / - surrender\n", rules=rules, duplicates="allow"
    )
    again = read(first.to_csv(), rules=rules, duplicates="allow")
    assert (said(first), said(again), points(again)) == ([], [], points(first))


def test_the_points_of_a_sheet_are_compared():
    first = read(f"hand 7\n{HAND}")
    wrong = first.to_csv().replace(",17,17,", ",18,18,", 1)
    assert said(read(wrong)) == ["2:0: hand 7: the file has Ann +18, not +17"]


@pytest.mark.parametrize("name", ["history.toml"])
def test_a_history_is_no_session(name):
    session = read(EXAMPLES / name)
    assert [problem.message for problem in session.problems] == [
        "this is a history: ofckit check, replay and review read it"
    ]


def test_deep_and_long_json_is_one_problem():
    session = read('{"a": [\n' + "[\n" * 200_000)
    assert len(session.problems) == 1
    session = read('{"a": [\n' + "1,\n" * 200_000)
    assert len(session.problems) == 1


# -- Jokers


def test_jokers_without_a_number_are_numbered_by_the_table():
    a, b = "JK Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s", "Kc 4h 3s / 5h 5d 6s 6h 9c / 9d 9h JK Jc 8d"
    as_rows = {"players": [{"name": "Ann", **rows(f"Ann: {a}")}, {"name": "Bob", **rows(f"Bob: {b}")}]}
    for text in (f"Ann: {a}\nBob: {b}\n", json.dumps(as_rows)):
        session = read(text, rules="joker-ultimate")
        assert session.problems == []
        held = [card for seat in session.hands[0].hand.seats for card in seat.board.cards if card.is_joker]
        assert list(map(str, held)) == ["X1", "X2"]


def test_a_joker_without_a_number_is_none_that_another_line_names():
    ann, bob = "JK Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s", "Kc 4h 3s / 5h 5d 6s 6h 9c / 9d 9h X1 Jc 8d"
    as_rows = {"players": [{"name": "Ann", **rows(f"Ann: {ann}")}, {"name": "Bob", "board": bob}]}
    for text in (f"Ann: {ann}\nBob: {bob}\n", json.dumps(as_rows)):
        (scored,) = read(text, rules="joker-ultimate").hands
        assert [str(seat.board)[:2] for seat in scored.hand.seats] == ["X2", "Kc"]


def test_a_third_joker_is_a_problem_of_its_hand():
    text = f"{ANN.replace('Qh', 'JK')}\n{BOB.replace('Kc', 'JK').replace('9d', '*')}"
    session = read(f"{text}\n\n{HAND}", rules="joker-ultimate")
    assert points(session) == [(17, -17)]
    assert "a third joker" in session.problems[0].message
    assert session.problems[0].line == 2


def test_a_problem_prints_with_its_place():
    assert str(Problem(3, "no card", 7, "12")) == "line 3, hand 12: no card"
    assert str(Problem(0, "no hands")) == "no hands"


def test_the_page_and_the_examples_of_the_package():
    page = EXAMPLES.parent / "session.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    for module in (ofckit.session, ofckit.session._debts):
        assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("source", [5, None, ["Ann"], io.StringIO(HAND), memoryview(b"x")])
def test_what_is_no_session_is_a_type_error(source):
    with pytest.raises(TypeError, match="a session must be text, bytes, a Path or a byte stream"):
        read(source)


def test_a_file_that_cannot_be_opened_is_named(tmp_path):
    for path in (tmp_path, tmp_path / "none.txt", tmp_path / "a\0b"):
        with pytest.raises(ofckit.OfcError, match="cannot read"):
            read(path)


def test_a_stream_stays_open():
    stream = io.BytesIO(HAND.encode())
    assert len(read(stream).hands) == 1
    assert not stream.closed


def test_a_folder_may_be_a_string(folder):
    assert len(read(f"rules: house.toml\n{HAND}", folder=str(folder)).hands) == 1
