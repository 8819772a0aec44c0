"""Histories: written, read, replayed by the rules; saved in the middle of a hand; cut off and damaged."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from ofckit import IllegalMove, NotationError, OfcError
from ofckit.cards import Card
from ofckit.cards import cards as read_cards
from ofckit.game import Game, Match
from ofckit.history import FORMS, History, HistoryFile, Replay, _text
from ofckit.position import Move
from ofckit.rules import RULES, TableStakes
from played import house_rules, random_move

DOCS = Path(__file__).parents[1] / "docs"
EXAMPLE = DOCS / "examples" / "history.toml"
KITCHEN = """\
ofckit_history = 1
variant = "pineapple"
players = ["Ann", "Bob"]

[[hands]]
button = "Bob"
actions = [
  "d p1 AsAhKsKhQs", "p1 Qs@t As@m Ah@m Ks@b Kh@b",   # a comment, with 'quotes' and ] in it
  "d p2 2c2d3c3d4c", "p2 4c t 3c 3d m 2c 2d b",
  "d p1 AdKd5h",
  "p1 Ad@m Kd@b x5h",
]
"""


def play(
    rules: str, players: int | list[str], hands: int, *, seed: int = 3, stop: int | None = None, **how
) -> History:
    """So many random hands, and the last one only as far as `stop` moves."""
    rng = Random(f"{rules} {players} {seed}")
    history = History(Match(rules, players, seed=seed, **how))
    for hand in range(hands):
        game = history.deal()
        moves = 0
        while not game.is_over and not (hand == hands - 1 and moves == stop):
            history.push(random_move(game, rng))
            moves += 1
        if game.is_over:
            history.finish()
    return history


@cache
def saved(form: str) -> str:
    """A match of one hand, saved in the middle of the second, as text."""
    return play("pineapple", ["Ann", "Bob"], 2, stop=3).to_text(form)


def booked(history: History) -> Match:
    """The match as it is read from text: a hand that is over is settled, even if nobody has booked it."""
    match = history.match.copy()
    if match.game is not None and match.game.is_over:
        match.finish()
    return match


def problems(text: str) -> list[str]:
    return [str(problem) for problem in History.read(text, strict=False).problems]


# there and back


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("preset", RULES)
def test_a_match_of_every_preset_is_read_back_as_it_was(preset: str, form: str) -> None:
    for players in range(RULES[preset].players[0], RULES[preset].players[1] + 1):
        history = play(preset, players, 3)
        again = History.read(history.to_text(form))
        assert again.match == history.match
        assert again.records == history.records
        assert [hand.settlement for hand in again.hands] == [hand.settlement for hand in history.hands]
        assert again.to_text(form) == history.to_text(form)
        assert not again.cut


def with_fantasyland(history: History, cards: list[int]) -> History:
    """The same match before its first hand, with these seats in Fantasyland."""
    return History.read(history.to_text().replace("players", f"fantasyland = {cards}\nplayers", 1))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("preset", RULES)
def test_a_hand_is_saved_and_resumed_after_every_move(preset: str, inside: bool, form: str) -> None:
    rules, rng = RULES[preset], Random(preset)
    history = History(Match(preset, rules.players[1], seed=11))
    if inside and rules.fantasyland is None:
        return
    if inside:
        cards = max(rules.fantasyland.enter.values())
        history = with_fantasyland(history, [cards] + [0] * (rules.seats(rules.players[1]) - 1))
    game = history.deal()
    while not game.is_over:
        history.push(random_move(game, rng))
        again = History.read(history.to_text(form))
        assert again.match == booked(history)
        if game.is_over:
            break
        assert again.match.game is not None
        assert again.match.game.drawn(0) == game.drawn(0)
        assert [again.game.observation(i) for i in range(game.seats)] == [
            game.observation(i) for i in range(game.seats)
        ]
    assert again.hands[-1].settlement == history.finish()
    assert again.match == history.match
    assert again.deal().drawn(0) == history.deal().drawn(0)


def test_a_match_that_was_not_recorded_is_saved_from_its_hand_on() -> None:
    history = play("progressive", 3, 5, stop=7)
    match = history.match
    assert match.hand == 4
    from_here = History(match)
    assert from_here.match is match
    assert History.read(from_here.to_text()).match == match
    assert "[[hands]]" in from_here.to_text()


def test_fantasyland_points_and_the_button_are_saved_with_a_match_that_starts_later() -> None:
    history = History(Match("progressive", ["Ann", "Bob"], seed=1))
    game = history.deal(live=True)
    ann = ["5c5d9cJhQd", "As2h9d", "Ac5h9h", "2d5sJd", "3hJsKc"]
    bob = ["3c4c6c7c8c", "Td7d3d", "Th8d6d", "Tc8h6h", "Ts4d3s"]
    moves = {
        0: ["Jh@m 9c@m Qd@t 5c@b 5d@b", "As@t 9d@m x2h", "Ac@t 5h@b x9h", "5s@b Jd@m x2d", "Kc@b Js@m x3h"],
        1: ["3c@b 4c@b 6c@b 7c@b 8c@b", "7d@m 3d@m xTd", "8d@m 6d@m xTh", "8h@t 6h@t xTc", "4d@m Ts@t x3s"],
    }
    for street in range(5):
        for seat, cards in ((0, ann), (1, bob)):
            history.deal(cards[street])
            history.push(moves[seat][street], seat)
    assert game.is_over
    settled = history.finish()
    assert settled.fouls == (False, False)
    assert history.match.fantasyland == (16, 0)
    later = History(history.match)
    assert "fantasyland = [16, 0]" in later.to_text()
    for form in FORMS:
        assert History.read(later.to_text(form)).match == history.match
        assert History.read(history.to_text(form)).match == history.match


@pytest.mark.parametrize("form", FORMS)
def test_players_come_go_and_buy_chips(form: str) -> None:
    history = History(Match("classic", ["Ann", "Bob Smith"], seed=2, chips=[100, 50]))
    history.rebuy("Bob Smith", 25)
    history.join("Zoë", 70, place=1)
    rng = Random(1)
    game = history.deal()
    history.push(random_move(game, rng))
    history.leave("Ann")
    while not game.is_over:
        history.push(random_move(game, rng))
    history.finish()
    again = History.read(history.to_text(form))
    assert again.match == history.match
    assert [one.name for one in again.match.players] == ["Zoë", "Bob Smith"]
    assert sum(again.match.chips) < 245  # what Ann had, she took with her
    history.leave(1)
    history.join("Dora", 5)
    assert History.read(history.to_text(form)).match == history.match


NAMES = (
    "Ann",
    "Zoë",
    "名前",
    'a"b',
    "c'd",
    "#x",
    "p1",
    "d",
    "leave",
    "]",
    "\\",
    "e\u0301",
    "{x}",
    "a=b",
    "  sp ",
)
CHIPS = (1, 1, 2, 40, 10**30, None, 0, -1, 2.5, "5", True)


def do_anything(history: History, rng: Random) -> None:
    """One thing, right or wrong, at a right or a wrong time."""
    who = rng.choice([rng.randrange(-1, 5), rng.choice(NAMES)])
    what = rng.choice(
        ["deal", "move", "move", "move", "move", "play", "finish", "leave", "out", "join", "rebuy"]
    )
    if what == "deal":
        history.deal()
    elif what == "move" and history.game.legal_moves:
        history.push(random_move(history.game, rng), rng.choice([None, None, None, 0, 1]))
    elif what == "play":
        while not history.game.is_over:
            history.push(history.game.auto_place())
    elif what == "finish":
        history.finish()
    elif what == "leave":
        history.leave(who)
    elif what == "out":
        history.leave(seat=rng.randrange(-1, 5))
    elif what == "join":
        history.join(rng.choice(NAMES), rng.choice(CHIPS), place=rng.choice([None, None, 0, 1, 5, -1]))
    elif what == "rebuy":
        history.rebuy(who, rng.choice(CHIPS))


@pytest.mark.parametrize("number", range(30))
def test_anything_is_done_and_written_or_refused_and_nothing_changes(number: int) -> None:
    rng = Random(number)
    rules = house_rules(rng)
    chips = rng.choice([None, 1, 2, 10])
    if chips:
        rules = rules.replace(table_stakes=rng.choice([None, TableStakes(broke_is_out=rng.random() < 0.5)]))
    history = History(Match(rules, rng.sample(NAMES, rng.randint(*rules.players)), seed=number, chips=chips))
    for _ in range(60):
        match, records = history.match.copy(), history.records[:]
        try:
            do_anything(history, rng)
        except OfcError:
            assert (history.match, history.records) == (match, records)
            continue
        again = History.read(history.to_text(rng.choice(FORMS)))
        assert again.match == booked(history)
        assert again.records[: len(history.records)] == history.records
        if history.match.game is None:
            later = History(history.match)
            assert History.read(later.to_text(rng.choice(FORMS))).match == booked(history)


def test_a_match_is_saved_when_a_player_is_broke_or_all_are_gone() -> None:
    rules = RULES["classic"].replace(surrender_points=2)
    history = History(Match(rules, ["Ann", "Bob"], seed=2, chips=1))
    game = history.deal()
    history.push("surrender", 0)
    while not game.is_over:
        history.push(game.auto_place())
    history.finish()
    assert history.match.chips == (0, 2)
    for gone in ("Ann", "Bob", None):
        assert History.read(History(history.match).to_text()).match == booked(history)
        if gone is not None:
            history.leave(gone)
    history.join("Cid", 5)
    history.join("Dot", 5)
    history.deal()
    assert History.read(history.to_text()).match == booked(history)
    with pytest.raises(NotationError, match="chips are whole numbers from 1"):
        History.read('ofckit_history = 1\nvariant = "classic"\nplayers = ["A", "B"]\nchips = [0, 5]\n')


@pytest.mark.parametrize("form", FORMS)
def test_who_leaves_in_the_middle_and_who_is_only_out_of_the_hand(form: str) -> None:
    rng = Random(4)
    history = History(Match(RULES["pineapple"].replace(surrender_points=2), ["Ann", "Bob", "Cid"], seed=2))
    game = history.deal()
    history.push(random_move(game, rng))
    history.leave(seat=2)
    history.push("surrender", 0)
    assert History.read(history.to_text(form)).match == history.match
    history.leave("Bob")
    assert game.is_over
    assert History.read(history.to_text(form)).match == booked(history)
    assert History(history.match).match == history.match
    history.finish()
    assert [one.name for one in history.match.players] == ["Ann", "Cid"]
    assert History.read(history.to_text(form)).match == history.match


@pytest.mark.parametrize("form", FORMS)
def test_a_hand_from_a_given_deck_keeps_its_deck(form: str) -> None:
    history = History(Match("turbo", 2, seed=2))
    history.deal(deck="".join(str(card) for card in Game("turbo", 2, seed=99)._state.deck))
    history.push(history.game.legal_moves[0])
    again = History.read(history.to_text(form))
    assert again.match == history.match
    assert again.game.drawn(0) == history.game.drawn(0)


@pytest.mark.parametrize("form", FORMS)
def test_house_rules_are_part_of_a_history(form: str) -> None:
    rules = RULES["progressive"].replace(
        name='Thursday "late" game',
        surrender_points=2,
        royalties=RULES["pagat"].royalties,
        fantasyland=RULES["progressive"].fantasyland.replace(must_announce=True),
    )
    history = History(Match(rules, 2, seed=1))
    assert History.read(history.to_text(form)).match.rules == rules


def test_notes_of_ones_own_begin_with_an_underscore_and_are_kept() -> None:
    history = History(Match("classic", 2, seed=1), notes={"_table": 7})
    history.deal()
    for form in FORMS:
        assert History.read(history.to_text(form)).notes == {"_table": 7}
    with pytest.raises(OfcError, match="begins with '_'"):
        History(Match("classic", 2), notes={"tabel": 7})


def test_a_name_that_cannot_be_printed_is_refused() -> None:
    with pytest.raises(OfcError, match="is not a name for a history"):
        History(Match("classic", ["Ann", "Bob\x1b[31m"]))


@pytest.mark.parametrize("preset", ["pineapple", "criss-cross", "chinese"])
@pytest.mark.parametrize("live", [False, True])
def test_what_is_done_can_be_taken_back_out_of_the_records_too(preset: str, live: bool) -> None:
    rng = Random(preset)
    history = History(Match(RULES[preset].replace(surrender_points=2), 2, seed=5))
    game = history.deal(live=live)
    deck = list(Game(preset, 2, seed=5)._state.deck)
    before = []
    while not game.is_over:
        before.append((history.match.copy(), history.records[:]))
        if game.awaits is not None:
            n = rng.randint(1, game.awaits[1])
            history.deal(deck[:n])
            del deck[:n]
        elif len(before) == 9:
            history.leave(seat=1)
        else:
            history.push(random_move(game, rng))
    last = history.game.actions[-1][1]
    assert history.pop() == last
    history.push(last) if isinstance(last, Move) else history.deal(last)
    while before:
        history.pop()
        assert (history.match, history.records) == before.pop()
    with pytest.raises(IllegalMove, match="nothing to take back"):
        history.pop()
    history.leave(1)
    with pytest.raises(IllegalMove, match="cannot come back"):
        history.pop()


# as people type it


PHH = """\
# The last hand of a long night.
variant = "pineapple"
ofckit_history = 1
players = ["Nadia", "Otto"]
starting_stacks = [40, 60]
author = "Pia"
event = "Thursday game"
city = "Ghent"
day = 26
month = 11
year = 2026
time = 23:45:00
currency = "EUR"
_table = "the round one"

[[hands]]
starting_stacks = [40, 60]
actions = [
  "d dh p1 8c8d4sThJc",              # Nadia
  "p1 Th@t Jc@m 4s@m 8d@b 8c@b",
  "d dh p2 Ks9h3c5d3d",              # Otto
  "p2 Ks m 9h m 5d 3d 3c b  # in a hurry",
]
"""


def test_who_knows_phh_may_write_what_he_knows() -> None:
    history = History.read(PHH)
    assert history.notes["event"] == "Thursday game"
    assert history.notes["time"] == "23:45:00"
    assert history.notes["_table"] == "the round one"
    assert history.match.chips == (40, 60)
    assert str(history.game.board(1)) == "-/Ks9h/5d3d3c"
    for form in FORMS:
        again = History.read(history.to_text(form))
        assert (again.match, again.notes) == (history.match, history.notes)
    with pytest.raises(NotationError, match="unknown key 'venues'"):
        History.read(PHH.replace("event", "venues"))
    with pytest.raises(NotationError, match="unknown key 'starting_stacks'"):
        History.read(PHH.replace("players", "chips = [1, 2]\nplayers", 1))


def test_a_typed_history_needs_no_seed_and_little_else() -> None:
    history = History.read(KITCHEN)
    assert str(history.game.board(0)) == "Qs/AsAhAd/KsKhKd"
    assert history.game.is_live
    assert history.game.awaits == (1, 3)


def test_the_first_hand_of_a_typed_history_says_where_the_match_stands() -> None:
    text = KITCHEN.replace('button = "Bob"', 'button = "Ann"\nfantasyland = [14, 0]\nhand = 12').partition(
        "actions"
    )[0]
    match = History.read(text).match
    assert (match.hand, match.button, match.fantasyland) == (11, 0, (14, 0))


def test_a_result_may_be_left_out() -> None:
    text = play("classic", ["Ann", "Bob"], 2).to_text()
    without = re.sub(r"points = .*\n", "", text)
    assert without.count("points") == 0
    assert History.read(without).match == History.read(text).match
    assert [hand.settlement for hand in History.read(without).hands] == [
        hand.settlement for hand in History.read(text).hands
    ]


@pytest.mark.parametrize("end", ["", "\n", "  ", "\n\n\n", "]", "]\n", "]\n# the end"])
def test_the_last_hand_of_a_text_is_settled_without_its_result(end: str) -> None:
    whole = play("turbo", ["Ann", "Bob"], 2).to_text()
    actions = whole[: whole.rindex("]\npoints")]
    history = History.read(actions + end)
    assert history.match == History.read(whole).match
    assert history.hands[-1].settlement is not None


@pytest.mark.parametrize("end", ["", "\n", "\n\n", '\n{"poi'])
def test_the_last_hand_of_json_lines_is_settled_without_its_result(end: str) -> None:
    whole = play("turbo", ["Ann", "Bob"], 2).to_text("jsonl")
    actions = whole[: whole.rindex('\n{"points')]
    history = History.read(actions + end)
    assert history.match == History.read(whole).match
    assert history.hands[-1].settlement is not None


def test_a_single_hand_as_people_type_it_is_settled() -> None:
    history = History.read(
        """\
ofckit_history = 1
variant = "chinese"
players = ["Ann", "Bob"]
[[hands]]
actions = [
  "d p1 JsJd9hQhQs8c3c2hAsKs6s5s3s p2 Th9s7sKd6d5d4d3dKcQc6c5c4c",
  "p1 JsJd9h t QhQs8c3c2h m AsKs6s5s3s b",
  "p2 Th9s7s t Kd6d5d4d3d m KcQc6c5c4c b",
]
"""
    )
    assert history.match.game is None
    assert history.match.points == (2, -2)


# what is wrong is said


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "p1 Ad@m Kd@b x5h",
            "p1 Ad@m Kd@b x5s",
            "line 11, hand 1: p1 (Ann) Kd@b: 5s is not among the cards drawn",
        ),
        ("d p1 AdKd5h", "d p1 AdKs5h", "line 10, hand 1: Ks is dealt twice"),
        ("d p1 AdKd5h", "d p2 AdKd5h", "line 10, hand 1: d p2 (Bob) AdKd5h: p1 (Ann) waits for 3 more cards"),
        ("p2 4c t 3c 3d m 2c 2d b", "p1 4c t", "line 9, hand 1: p1 (Ann) 4c@t: p2 (Bob) is to act"),
        ("p1 Ad@m Kd@b x5h", "p7 Ad@m", "line 11, hand 1: 'p7' is not a seat"),
        (
            "p1 Ad@m Kd@b x5h",
            "p1 Ad@m Kd@b Zh@b",
            "line 11, hand 1: 'Zh' at column 11 is neither a card nor a row",
        ),
        ("Qs@t As@m Ah@m Ks@b Kh@b", "surrender", "line 8, hand 1: p1 (Ann) surrender: nobody may surrender"),
        ('button = "Bob"', 'button = "Zoe"', "line 5: button = 'Zoe': not one of the players Ann, Bob"),
        ('button = "Bob"', 'buton = "Bob"', "line 5: unknown key 'buton'; did you mean 'button'?"),
        ('button = "Bob"', "fantasyland = [3, 0]", "line 5: fantasyland: 3 is not a number of cards"),
        (
            'button = "Bob"',
            'players = ["Ann", "Ann"]',
            "line 5: players = ['Ann', 'Ann']: a list of names, each once",
        ),
        ('button = "Bob"', "button = 'Bob", "line 6: not TOML"),
        (
            "\n]\n",
            "\n]\npoints = [0, 0]\n",
            "line 13, hand 1: a result, but the hand is not over: p2 (Bob) waits for 3",
        ),
        ('"d p1 AdKd5h",', "7,", "line 7, hand 1: 7 is not an action"),
    ],
)
def test_what_is_wrong_in_a_hand_is_reported_with_its_line(old: str, new: str, message: str) -> None:
    text = KITCHEN.replace(old, new)
    assert text != KITCHEN
    found = problems(text)
    assert any(one.startswith(message.partition(" Kd@b:")[0]) for one in found), found
    with pytest.raises(NotationError):
        History.read(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty"),
        ("hello = 1\n", "not a history of ofckit: a history is TOML, .*begins with ofckit_history = 1"),
        ("Ann: As Kd\n", "line 1: not TOML"),
        ("{}\n", "not a history of ofckit"),
        ("[1]\n", "not a history of ofckit|not TOML"),
        ("ofckit_history = 2\nplayers = 3\n", "ofckit_history = 2: this ofckit reads version 1 only"),
        ('{"ofckit_history": 99, "new": {}}\n', "ofckit_history = 99: this ofckit reads version 1 only"),
        ('ofckit_history = 1\nvariant = "classic"\n', "players: missing"),
        ('ofckit_history = 1\nvariant = "clasic"\nplayers = ["A", "B"]\n', "classic"),
        ('ofckit_history = 1\nvariant = "classic"\nplayers = ["A", "B"]\nsed = 1\n', "did you mean 'seed'"),
        (
            'ofckit_history = 1\nvariant = "classic"\nplayers = ["A", "B"]\nseed = 1.5\n',
            "must be a whole number",
        ),
        ('ofckit_history = 1\nvariant = "classic"\nplayers = ["A"]\n', "2 to 4"),
        ('ofckit_history = 1\nvariant = "classic"\nplayers = ["A", "B"]\nrules.scoring = "3-9"\n', "scoring"),
        ('ofckit_history = 1\nvariant = "classic"\nplayers = ["A", "B"]\n[hands]\n', "hands"),
    ],
)
def test_what_is_no_history_is_one_clear_error(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        History.read(text, strict=False)


@pytest.mark.parametrize("form", FORMS)
def test_points_that_do_not_follow_are_reported_and_the_rest_is_checked(form: str) -> None:
    text = play("pineapple", ["Ann", "Bob"], 4).to_text(form)
    points = re.findall(r'points"?(?: =|:) (\[.*?\])', text)
    assert len(points) == 4
    wrong = (
        text.replace(points[1], "[5, -5]", 1)
        if points[1] != points[0]
        else text.replace(points[1], "[5, -5]")
    )
    history = History.read(wrong, strict=False)
    assert all("points = [5, -5]: the boards give" in one.message for one in history.problems)
    assert history.problems
    line = history.problems[0].line
    assert "[5, -5]" in wrong.splitlines()[line - 1]
    assert history.match == History.read(text).match


@pytest.mark.parametrize("form", FORMS)
def test_a_changed_placement_or_card_is_found(form: str) -> None:
    """Changing a card of a seeded hand contradicts the deal; the other hands are still verified."""
    text = play("pineapple", ["Ann", "Bob"], 3).to_text(form)
    lines = text.splitlines(keepends=True)
    deals = [i for i, line in enumerate(lines) if "d p" in line]
    at = deals[len(deals) // 2]
    found = re.search(r"d p\d (\w\w)", lines[at])
    lines[at] = lines[at].replace(found[1], "Xx", 1)
    history = History.read("".join(lines), strict=False)
    assert [problem.line for problem in history.problems] == [at + 1]
    assert len(history.hands) == 3
    assert [hand.settlement is None for hand in history.hands] == [False, True, False]


def test_the_begin_of_a_hand_is_checked_and_each_difference_reported_once() -> None:
    text = play("classic", ["Ann", "Bob"], 4, chips=1000).to_text()
    second = text.split("[[hands]]")[2]
    changed = second.replace('button = "Ann"', 'button = "Bob"').replace("stacks = [", "stacks = [1")
    found = History.read(text.replace(second, changed), strict=False).problems
    messages = [one.message for one in found if one.hand == 2]
    assert any(message.startswith("button = 'Bob': the hands before give 'Ann'") for message in messages)
    assert any(message.startswith("stacks = [1") for message in messages)


@pytest.mark.parametrize("form", FORMS)
def test_chips_that_do_not_follow_are_reported(form: str) -> None:
    text = play("classic", ["Ann", "Bob"], 2, chips=1000).to_text(form)
    start, result = text[: text.rindex("points")], text[text.rindex("points") :]
    last = re.search(r'chips"?(?: =|:) (\[.*?\])', result)[1]
    (problem,) = History.read(start + result.replace(last, "[7, 7]"), strict=False).problems
    assert problem.message == f"chips = [7, 7]: the boards give {last}"
    without = play("classic", ["Ann", "Bob"], 1).to_text().replace("points = ", "chips = [5, 5]\npoints = ")
    (problem,) = History.read(without, strict=False).problems
    assert problem.message == "chips = [5, 5]: the boards give none"


def test_a_hand_that_is_missing_is_noticed() -> None:
    parts = play("classic", ["Ann", "Bob"], 4).to_text().split("\n[[hands]]")
    found = problems("\n[[hands]]".join(parts[:2] + parts[3:]))
    assert any("hand = 3: hand 2 is next" in one for one in found)


# cut off, damaged


@cache
def begun(form: str) -> str:
    return play("pineapple", ["Ann", "Bob"], 1, stop=5).to_text(form)


@cache
def busy(form: str) -> str:
    """A match for chips in which players come, go and buy, saved in the middle of a hand."""
    rng = Random(1)
    history = History(Match("chinese", ["Ann", "Bob"], seed=3, chips=30))
    history.rebuy("Ann", 12)
    history.join("Cid", 15, place=1)
    game = history.deal()
    while not game.is_over:
        history.push(random_move(game, rng))
    history.finish()
    history.leave("Bob")
    history.rebuy("Cid", 123)
    history.push(random_move(history.deal(), rng))
    return history.to_text(form)


def read_cut(part: bytes, header: int) -> History | None:
    """What is read of a text that ends there; None where not even its header is there."""
    try:
        return History.read(part)
    except NotationError:
        assert len(part) < header
        return None


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("text", [begun, busy])
def test_a_history_cut_off_anywhere_loses_at_most_its_last_line(text, form: str) -> None:
    raw = text(form).encode()
    records = History.read(raw).records
    header = raw.index(b"[[hands]]") if form == "toml" else raw.index(b"\n") + 1
    for end in range(len(raw)):
        part = raw[:end]
        history = read_cut(part, header)
        if history is None:
            continue
        assert history.records == records[: len(history.records)]
        last = part[part.rfind(b"\n") + 1 :]
        lines = [line for line in part[: end - len(last)].splitlines() if line.strip()]
        again = history.to_text(form).encode()
        again_lines = [line for line in again.splitlines() if line.strip()]
        if len(again_lines) < len(lines) and lines[-1] == b"[[hands]]":  # nothing was said in it yet
            lines.pop()
        assert again_lines[: len(lines)] == lines
        if not history.cut and last.strip() != b"[[hands]]":
            assert again_lines[len(lines) :] == [] or again_lines[len(lines)].startswith(last.rstrip())


@pytest.mark.parametrize("form", FORMS)
def test_a_cut_inside_a_line_is_said(form: str) -> None:
    whole = saved(form)
    end = whole.rindex("p2") + 8
    history = History.read(whole[:end])
    number = whole[:end].count("\n") + 1
    assert history.cut == f"line {number} is cut off and left out"


def test_a_number_that_may_be_cut_off_is_not_believed() -> None:
    assert "cut off" in History.read(KITCHEN + "\n[[hands]]\nhand = 12", strict=False).cut
    assert not History.read(KITCHEN.rstrip("\n")).cut  # a text without its last line end is whole


@pytest.mark.parametrize("form", FORMS)
def test_any_damaged_byte_is_read_or_refused_by_name(form: str) -> None:
    raw = saved(form).encode()
    rng = Random(8)
    for _ in range(300):
        damaged = bytearray(raw)
        for _ in range(rng.choice((1, 1, 2, 30))):
            damaged[rng.randrange(len(raw))] = rng.choice((rng.randrange(256), rng.choice(b'"[]{},=#\n0')))
        try:
            history = History.read(bytes(damaged), strict=False)
        except NotationError:
            continue
        assert all(problem.message for problem in history.problems)
        assert History.read(history.to_text(form), strict=False).match.rules == history.match.rules


@pytest.mark.parametrize("form", FORMS)
def test_lines_left_out_or_twice_never_break_the_reader(form: str) -> None:
    lines = saved(form).splitlines(keepends=True)
    for i in range(len(lines)):
        for changed in (lines[:i] + lines[i + 1 :], lines[: i + 1] + lines[i:]):
            try:
                History.read("".join(changed), strict=False)
            except NotationError:
                assert i < 7


@pytest.mark.parametrize(
    "text",
    [
        '{"ofckit_history": ' + "[" * 100_000,
        "ofckit_history = " + "[" * 100_000,
        '{"ofckit_history": 1, "variant": "classic", "players": ["A", "B"], "seed": ' + "9" * 5000 + "}\n",
        '{"ofckit_history": 1, "variant": "classic", "players": ["A", "B"], "hand": -3}\n',
        '{"ofckit_history": 1, "variant": ["x"], "players": ["A", "B"]}\n',
        '{"ofckit_history": 1, "variant": "classic", "players": ["A", "B"], "rules": {"streets": 5}}\n',
        '{"ofckit_history": 1, "variant": "classic", "players": {"A": 1}}\n',
        '{"ofckit_history": true, "variant": "classic", "players": ["A", "B"]}\n',
        "ofckit_history = 1\nvariant = 1979-05-27\nplayers = []\n",
    ],
)
def test_monsters_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        History.read(text)


# the file of a running match


@pytest.mark.parametrize("name", ["match.toml", "match.jsonl"])
def test_a_file_grows_line_by_line_and_can_be_read_at_any_moment(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    history = History(Match("turbo", ["Ann", "Bob"], seed=5))
    rng = Random(5)
    with HistoryFile(path, history) as file:
        for _ in range(2):
            game = history.deal()
            while not game.is_over:
                history.push(random_move(game, rng))
                assert History.read(path.read_bytes()).match == booked(history)
            history.finish()
        history.deal()
    assert file.path == path
    again = History.read(path.read_bytes())
    assert again.match == history.match
    assert not again.cut
    with HistoryFile(path, again):
        again.push(random_move(again.game, rng))
    assert History.read(path.read_bytes()).records == again.records
    assert [one.name for one in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["match.toml", "match.jsonl"])
def test_what_is_taken_back_leaves_the_file_too(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    history = History(Match("turbo", 2, seed=5))
    with HistoryFile(path, history):
        history.deal()
        history.push(history.game.legal_moves[0])
        history.push(history.game.legal_moves[0])
        history.pop()
        assert History.read(path.read_bytes()).records == history.records
        history.push(history.game.legal_moves[1])
    assert History.read(path.read_bytes()).match == history.match
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_comments_stay_in_a_file_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    for stop in (3, 10, None):
        text = play("pineapple", ["Ann", "Bob"], 1, stop=stop).to_text()
        marked = "# a fine evening\n" + text.replace('",\n', '",  # hm\n')
        path.write_text(marked)
        history = History.read(path.read_bytes())
        with HistoryFile(path, history):
            if history.match.game is None:
                history.deal()
            while not history.game.is_over:
                history.push(history.game.legal_moves[0])
            history.finish()
            history.rebuy(0, 5) if history.match.is_for_chips else history.deal()
        found = path.read_text()
        assert found.startswith("# a fine evening\n")
        assert found.count("# hm") == marked.count("# hm") > 3
        assert History.read(found).records == history.records


def test_comments_go_where_the_file_is_not_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    history = play("pineapple", ["Ann", "Bob"], 1, stop=3)
    for text in ("# nothing\n", "# \xff", history.to_text() + "# after the list\n", "# x\n" + busy("toml")):
        path.write_text(text, encoding="latin-1")
        with HistoryFile(path, history):
            pass
        assert path.read_text() == history.to_text()


def test_a_file_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(OfcError, match="cannot write"):
        HistoryFile(tmp_path / "no" / "folder.toml", History(Match("classic", 2)))


def test_comments_stay_when_something_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    text = play("pineapple", ["Ann", "Bob"], 2, stop=5).to_text()
    path.write_text("# a fine evening\n" + text.replace('",\n', '",  # hm\n').replace("]\n", "]  # so far\n"))
    path.write_text(path.read_text().rsplit("]  # so far", 1)[0] + "  # and here we are\n")
    history = History.read(path.read_bytes())
    marks = path.read_text().count("#")
    with HistoryFile(path, history):
        for _ in range(4):
            history.pop()
            assert History.read(path.read_bytes()).records == history.records
        history.push(history.game.legal_moves[1])
    found = path.read_text()
    assert History.read(found).records == history.records
    assert found.startswith("# a fine evening\n")
    assert "# and here we are" in found
    assert found.count("#") == marks - 8  # those of four moves and the deals after them


def test_the_last_action_is_taken_back_where_lines_hold_several(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_text(KITCHEN)
    history = History.read(KITCHEN)
    with HistoryFile(path, history):
        history.pop()
        history.pop()
    assert History.read(path.read_bytes()).match == history.match


@pytest.mark.parametrize("name", ["match.toml", "match.jsonl"])
def test_the_mode_of_a_file_is_kept_and_a_link_leads_to_it_still(tmp_path: Path, name: str) -> None:
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / name, tmp_path / name
    real.touch(mode=0o600)
    link.symlink_to(real)
    history = History(Match("turbo", 2, seed=5))
    with HistoryFile(link, history):
        history.deal()
        history.push(history.game.legal_moves[0])
        history.pop()
        assert real.stat().st_mode & 0o777 == 0o600
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o600
    assert History.read(real.read_bytes()).match == history.match
    assert [one.name for one in real.parent.iterdir()] == [name]


def test_a_planted_file_of_another_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim, path = tmp_path / "victim", tmp_path / "match.toml"
    victim.write_text("mine")
    monkeypatch.setattr("os.urandom", lambda n: b"\1" * n)
    (tmp_path / f"match.toml.{'01' * 4}.part").symlink_to(victim)
    (tmp_path / f"match.toml.{os.getpid()}.part").symlink_to(victim)
    with pytest.raises(OfcError, match="cannot write"):
        HistoryFile(path, History(Match("turbo", 2, seed=5)))
    assert victim.read_text() == "mine"
    assert not path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no such lock")
def test_a_file_has_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    history = History(Match("turbo", 2, seed=5))
    with HistoryFile(path, history):
        history.deal()
        for _ in range(2):
            with pytest.raises(OfcError, match="another writer"):
                HistoryFile(path, History(Match("turbo", 2, seed=6)))
            history.push(history.game.legal_moves[0])
            history.pop()  # which replaces the file
    with HistoryFile(path, History.read(path.read_bytes())) as again:
        assert again.history.match == history.match


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size")
@pytest.mark.parametrize("name", ["match.toml", "match.jsonl"])
def test_a_full_disk_is_an_error_that_names_the_file_and_nothing_is_lost(tmp_path: Path, name: str) -> None:
    import resource

    path = tmp_path / name
    history = History(Match("turbo", 2, seed=5))
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    with HistoryFile(path, history):
        history.deal()
        whole = path.read_bytes()
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 5, limit[1]))
        try:
            with pytest.raises(OfcError, match=f"cannot write .*{name}: File too large"):
                history.push(history.game.legal_moves[0])
            assert path.read_bytes() == whole
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        history.push(history.game.legal_moves[0])
        assert History.read(path.read_bytes()).match == history.match


@pytest.mark.parametrize("what", ["fifo", "folder", "device"])
def test_what_is_no_regular_file_is_left_alone(tmp_path: Path, what: str) -> None:
    path = tmp_path / "match.toml"
    if what == "folder":
        path.mkdir()
    elif sys.platform == "win32":
        pytest.skip("no such files")
    elif what == "fifo":
        os.mkfifo(path)
    else:
        path = Path("/dev/null")
    with pytest.raises(OfcError, match="cannot write"):
        HistoryFile(path, History(Match("turbo", 2, seed=5)))
    assert path.exists()


@pytest.mark.parametrize("wrong", [5, None, "Ann", [], {}, object()])
def test_what_is_no_match_and_no_history_is_a_type_error_that_says_so(wrong: object, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="a history needs a Match"):
        History(wrong)
    with pytest.raises(TypeError, match="must be a History"):
        HistoryFile(tmp_path / "a.toml", wrong)
    if not isinstance(wrong, str):
        with pytest.raises(TypeError, match="path of a file"):
            HistoryFile(wrong, History(Match("turbo", 2, seed=5)))
        with pytest.raises(TypeError, match="text, bytes or a binary file"):
            History.read(wrong)
    if not isinstance(wrong, dict | None):
        with pytest.raises(TypeError, match="notes must be keys and values"):
            History(Match("turbo", 2), notes=wrong)
    assert not list(tmp_path.iterdir())


def test_an_unnumbered_joker_is_the_next_one_of_the_hand() -> None:
    text = """\
ofckit_history = 1
variant = "joker-ultimate"
players = ["Ann", "Bob"]
[[hands]]
actions = [
  "d p1 JK2c3c4c5c", "p1 JK t 2c3c m 4c5c b",
  "d p2 9hJk7h6h5h", "p2 jk t 9h7h m 6h5h b",
  "d p1 2d3d4d", "p1 2d3d m x4d",
]
"""
    game = History.read(text).game
    assert (str(game.board(0)), str(game.board(1))) == ("X1/3c2c3d2d/5c4c", "X2/9h7h/6h5h")
    with pytest.raises(NotationError, match="third joker"):
        History.read(text.replace("d p1 2d3d4d", "d p1 2dJK4d"))


def test_a_joker_without_a_number_is_the_one_that_the_seat_holds() -> None:
    first = read_cards("2c3c4c5c6c X2 7c8c9cTc")
    deck = first + [card for card in map(Card, range(52)) if card not in first]
    game = Game("joker-ultimate", 2, deck=deck)
    game.push("2c t 3c4c m 5c6c b")
    game.push("JK t 7c8c m 9cTc b")
    assert game.board(1).top == (Card("X2"),)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("preset", RULES)
def test_a_history_says_every_card_that_was_dealt(preset: str, form: str) -> None:
    """Without its seed it is replayed from the cards that it names, to the same results."""
    history = History(Match(preset, RULES[preset].players[0], seed=4))
    inside = RULES[preset].fantasyland is not None
    if inside:
        cards = max(RULES[preset].fantasyland.enter.values())
        text = history.to_text(form)
        given = [0, cards] + [0] * (len(history.match.fantasyland) - 2)
        header = f"fantasyland = {given}\nplayers" if form == "toml" else f'"fantasyland": {given}, "players"'
        history = History.read(text.replace("players" if form == "toml" else '"players"', header, 1))
    rng = Random(preset)
    for _ in range(2):
        game = history.deal()
        while not game.is_over:
            history.push(random_move(game, rng))
        history.finish()
    text = re.sub(r"seed = \d+\n|\"seed\": \d+, ", "", history.to_text(form))
    again = History.read(text)
    assert [hand.settlement for hand in again.hands] == [hand.settlement for hand in history.hands]
    assert all(hand.game.is_live for hand in again.hands)


def test_the_example_is_right() -> None:
    history = History.read(EXAMPLE.read_bytes())
    assert [hand.settlement.points for hand in history.hands] == [(-6, 6), (-28, 28)]
    assert history.match.fantasyland == (0, 14)


MONSTERS = (
    *(
        None,
        True,
        -1,
        2,
        10**30,
        1.5,
        "",
        "x",
        "p1 leave",
        "d p1 As",
        "p2 out",
        [],
        {},
        [1],
        ["A", "B"],
        [0, 0],
    ),
    *([14, 0], ["A", 3], [[]], "A", "\u2028", "AsKd", "X1", {"base": "classic"}, {"scoring": 3}, "classic"),
)
KEYS = (
    *(
        "hand",
        "button",
        "players",
        "fantasyland",
        "stacks",
        "deck",
        "live",
        "action",
        "points",
        "chips",
        "join",
    ),
    *("leave", "rebuy", "place", "ofckit_history", "variant", "rules", "seed", "hands", "_own", "zz"),
)


def test_values_of_any_kind_in_any_place_are_read_or_refused_by_name() -> None:
    played = play("progressive", ["A", "B"], 2, chips=50)
    played.rebuy("A", 5)
    played.leave("B")
    played.join("C", 9)
    rng = Random(17)
    for _ in range(300):
        records = [dict(record) for record in played.records]
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.choice((0, rng.randrange(len(records))))
            key = rng.choice((rng.choice(KEYS), rng.choice([*records[at], "hand"])))
            if rng.random() < 0.7:
                records[at][key] = rng.choice(MONSTERS)
            else:
                records.insert(at, {key: rng.choice(MONSTERS)})
        text = "".join(json.dumps(record) + "\n" for record in records)
        try:
            history = History.read(text, strict=False)
        except NotationError:
            continue
        again = History.read(history.to_text(), strict=False)
        assert history.problems or again.match == history.match


def test_the_page_on_histories_is_right() -> None:
    page = (DOCS / "history.md").read_text(encoding="utf-8")
    code, typed = (re.search(rf"```{kind}\n(.*?)```", page, re.DOTALL)[1] for kind in ("python", "toml"))
    exec(code, {})
    history = History.read(typed)
    assert str(history.game.board(0)) == "Th/Jc4s/8d8cJs8s"


@pytest.mark.parametrize("form", ["toml", "jsonl"])
def test_hands_are_numbered_from_1_as_people_count(form: str) -> None:
    history = play("classic", ["Ann", "Bob"], 3)
    text = history.to_text(form)
    said = re.findall(r"hand\"?\s*[=:]\s*(\d+)", text)
    assert said == ["1", "2", "3"]
    again = History.read(text)
    assert [one.number for one in again.hands] == [1, 2, 3]
    assert [one.game.hand for one in again.hands] == [0, 1, 2], "what is dealt depends on this"
    assert again.match == history.match


def test_a_file_may_begin_with_hand_0_and_go_on_from_there() -> None:
    history = play("classic", ["Ann", "Bob"], 3)
    text = re.sub(
        r"^hand = (\d+)$", lambda found: f"hand = {int(found[1]) - 1}", history.to_text(), flags=re.M
    )
    again = History.read(text)
    assert [one.number for one in again.hands] == [1, 2, 3]
    assert again.match == history.match
    assert any("hand = 3: hand 2 is next" in one for one in problems(text.replace("hand = 2", "hand = 3")))


@pytest.mark.parametrize("form", FORMS)
def test_a_history_is_replayed_hand_by_hand_and_no_more_than_one_is_held(form: str) -> None:
    whole = play("pineapple", ["Ann", "Bob"], 40)
    taken = []

    class Slow(io.BytesIO):
        def readline(self, size: int | None = -1) -> bytes:
            taken.append(self.tell())
            return super().readline(size)

    text = whole.to_text(form).encode()
    replay = Replay(Slow(text))
    read = []
    for number, hand in enumerate(replay):
        assert (hand.settlement, hand.number) == (whole.hands[number].settlement, number + 1)
        assert len(replay.history.hands) <= 1
        assert len(replay.history.records) <= 30
        read.append(taken[-1])
    assert number == 39
    assert read[0] < len(text) / 10
    assert (replay.match, replay.problems, replay.cut) == (whole.match, [], "")


@pytest.mark.parametrize("form", FORMS)
def test_what_is_found_hand_by_hand_is_what_reading_the_whole_finds(form: str) -> None:
    rng = Random(7)
    text = play("classic", ["Ann", "Bob"], 6).to_text(form)
    for _ in range(150):
        at = rng.randrange(len(text))
        damaged = text[:at] + rng.choice(["", "x", '"', "\n", "7", "]", "p1"]) + text[at + rng.randrange(9) :]
        try:
            history = History.read(damaged, strict=False)
        except NotationError as error:
            with pytest.raises(NotationError, match=re.escape(str(error)[:30])):
                list(Replay(damaged))
            continue
        replay = Replay(damaged)
        hands = list(replay)
        assert [(one.number, one.settlement) for one in hands] == [
            (one.number, one.settlement) for one in history.hands
        ]
        assert (replay.problems, replay.cut, replay.match) == (history.problems, history.cut, history.match)


def test_the_quick_reader_of_a_hand_reads_what_toml_reads() -> None:
    """What it takes at all, it takes as the reader of TOML does, line numbers too."""
    rng = Random(3)
    text = play("pineapple", ["Ann", "Zoë"], 1, chips=50).to_text()
    hand = text[text.index("[[hands]]") :]
    taken = 0
    pieces = [
        "",
        "x",
        '"',
        "\n",
        "0",
        "]",
        "#",
        "null",
        "1_0",
        "\t",
        "é",
        "\\",
        "'",
        "{",
        "-",
        ".5",
        "e3",
        ",",
    ]
    for _ in range(3000):
        at = rng.randrange(len(hand))
        odd = hand[:at] + rng.choice(pieces) + hand[at + rng.randrange(3) :]
        quick = _text._plain_hand(7, odd.encode())
        if quick is None:
            continue
        taken += 1
        slow = _text._hand_of(_text._parse(odd, 7), odd, 7)
        assert (quick.fields, quick.actions_at) == (slow.fields, slow.actions_at), odd
        assert {**quick.lines, "hands": 7} == slow.lines, odd
    assert taken > 300


@pytest.mark.parametrize("form", ["toml", "jsonl"])
def test_keys_of_your_own_at_the_end_of_a_hand_are_kept(form):
    history = History(Match("pineapple", ["Ann", "Bob"], seed=1))
    game = history.deal()
    while not game.is_over:
        history.push(game.auto_place())
    history.finish(notes={"_taken_back": ["street 1: Ah@t"]})
    again = History.read(history.to_text(form))
    assert again.records[-1] == {"points": list(game.settlement.points), "_taken_back": ["street 1: Ah@t"]}
    assert again.to_text(form) == history.to_text(form)
    with pytest.raises(ValueError, match="_"):
        history.finish(notes={"mine": 1})
