"""Event logs, JSON Lines of deals, placements, showdowns and scores, read as histories."""

from __future__ import annotations

import json
from random import Random

import pytest

import ofckit as ofc
from ofckit.cli import main
from ofckit.game import Match
from ofckit.history import History
from ofckit.session import read

ROWS = ("top", "middle", "bottom")


def played(rules, hands=2, seed=3, players=("Ann", "Bob")):
    """A match of moves at random."""
    rng = Random(seed)
    history = History(Match(rules, list(players), seed=seed))
    for _ in range(hands):
        game = history.deal()
        while not game.is_over:
            history.push(game.legal_moves[rng.randrange(len(game.legal_moves))])
        history.finish()
    return history


def log_of(history, start=True, deals=True, by_seat=False, card=str):
    """The events of a match, hand by hand, in the order in which they happened."""
    for hand in history.hands:
        if start:
            dealer = hand.players[hand.game.button]
            yield {"event": "start", "hand": hand.number, "players": list(hand.players), "dealer": dealer}
        for game, seat, move in hand.steps():
            who = {"player": seat if by_seat else hand.players[seat], "hand": hand.number}
            if deals:
                yield {"event": "deal", **who, "cards": list(map(card, game.drawn(seat)))}
            placed = [[card(one), row] for row, held in zip(ROWS, move.rows, strict=True) for one in held]
            yield {"event": "place", **who, "placements": placed}
        yield {"event": "showdown", "hand": hand.number}
        points = dict(zip(hand.players, hand.settlement.points, strict=True))
        yield {"event": "score", "hand": hand.number, "points": points}


def text_of(events):
    return "".join(json.dumps(event) + "\n" for event in events)


def assert_same(log, history):
    again = History.read(log)
    assert [one.game.boards for one in again.hands] == [one.game.boards for one in history.hands]
    assert [one.points for one in again.hands] == [one.points for one in history.hands]
    return again


@pytest.mark.parametrize(
    "rules", ["pineapple", "classic", "turbo", "chinese", "joker-ultimate", "2-7-pineapple"]
)
def test_a_log_is_the_match_that_it_tells_of(rules):
    history = played(rules)
    events = list(log_of(history))
    if rules == "2-7-pineapple":  # the streets alone are those of pineapple
        events[0]["variant"] = rules
    again = assert_same(text_of(events), history)
    assert again.match.rules.name == rules
    assert History.read(again.to_text()).match == again.match
    assert_same(text_of(log_of(history, by_seat=True)), history) if rules != "2-7-pineapple" else None


def test_a_log_needs_no_start_no_button_and_no_order_of_players():
    history = played("pineapple", hands=3, seed=8)
    assert_same(text_of(log_of(history, start=False)), history)
    by_player = sorted(log_of(history, start=False), key=lambda one: (one["hand"], one.get("player", "x")))
    assert_same(text_of(by_player), history)


def test_without_deals_a_log_is_read_where_all_cards_are_placed():
    history = played("classic")
    assert_same(text_of(log_of(history, deals=False)), history)
    found = History.read(text_of(log_of(played("pineapple"), deals=False)), strict=False)
    assert "the log does not say what" in found.problems[0].message
    assert [one.settlement for one in found.hands] == [None, None]


def test_a_log_that_ends_in_a_hand_is_a_hand_in_progress():
    events = list(log_of(played("pineapple")))
    half = len(events) // 2 + 6
    history = History.read(text_of(events[:half]))
    assert history.hands[0].settlement is not None
    assert history.match.game is not None
    assert not history.match.game.is_over
    ended = History.read(text_of([*events[:half], {"event": "showdown"}]), strict=False)
    assert "the log has no more of" in ended.problems[0].message


@pytest.mark.parametrize(
    ("find", "replace", "why"),
    [
        ('"points": {"Ann": ', '"points": {"Ann": 1', "the boards give"),
        ('"cards": ["', '"cards": ["zz", "', "'zz' at column 1 is not a card"),
        ('"placements": [["', '"placements": [["2z", "top"], ["', "'2z' at column 1 is not a card"),
    ],
)
def test_what_is_wrong_has_its_line_and_the_other_hands_are_read(find, replace, why):
    log = text_of(log_of(played("pineapple"))).replace(find, replace, 1)
    history = History.read(log, strict=False)
    (problem,) = history.problems
    assert why in problem.message
    assert replace in log.splitlines()[problem.line - 1]
    assert history.hands[1].settlement is not None
    with pytest.raises(ofc.NotationError, match=rf"^line {problem.line}, hand 1: (?!line)"):
        History.read(log)


def test_what_can_be_no_history_says_why():
    for events, why in (
        ([{"event": "deal", "player": "Ann", "cards": ["As"]}], "no placements"),
        (
            [
                {"event": "deal", "player": "Ann", "cards": ["As", "Ks"]},
                {"event": "place", "player": "Ann", "top": ["As", "Ks"]},
            ],
            "no preset deals 2 cards",
        ),
        ([{"event": "start", "players": ["Ann"], "variant": "poker"}], "poker"),
    ):
        with pytest.raises(ofc.NotationError, match=why):
            History.read(text_of(events))


def test_logs_that_are_damaged_raise_nothing_but_their_errors():
    rng = Random(2)
    lines = text_of(log_of(played("pineapple"))).splitlines(keepends=True)
    junk = [
        "{}\n",
        "[1]\n",
        "\n",
        '{"event": "deal"}\n',
        '{"event": "place", "placements": [[1], 2, null]}\n',
        '{"event": "deal", "player": [], "cards": {"a": {}}}\n',
        '{"event": "start", "players": [1, {}, null], "button": 7, "variant": []}\n',
        '{"event": "place", "player": null, "top": 5, "row": {}, "discard": {}}\n',
        '{"event": "score", "points": {"Ann": 1e999}}\n',
    ]
    for _ in range(40):
        damaged = list(lines)
        for _ in range(rng.randrange(1, 5)):
            damaged.insert(rng.randrange(len(damaged)), rng.choice(junk))
            del damaged[rng.randrange(len(damaged))]
        try:
            History.read("".join(damaged), strict=False)
        except ofc.NotationError:
            continue


def test_the_commands_read_logs(tmp_path, capsys):
    history = played("pineapple")
    file = tmp_path / "log.jsonl"
    file.write_text(text_of(log_of(history)), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert "Hand 2: pineapple" in out
    assert "After 2 hands" in out
    assert main(["review", str(file), "--hand", "7"]) == 2  # it is read, and has no such hand
    assert "no hand 7: there are 1 to 2" in capsys.readouterr().err
    assert main(["check", str(file)]) == 0
    capsys.readouterr()
    scored = read(file, rules="pineapple")
    assert scored.totals == {name: sum(one.points[name] for one in history.hands) for name in ("Ann", "Bob")}
