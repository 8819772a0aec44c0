"""`ofckit play`, `replay` and `check`, through pipes and in a terminal; the two simple opponents."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from ofckit import Card, IllegalMove, Limit, bots, display
from ofckit._columns import columns
from ofckit.bots import GreedyBot, RandomBot, make_bot
from ofckit.cli import main
from ofckit.cli._practice import KINDS, drills
from ofckit.cli._terminal import Style, Waiting
from ofckit.cli._turn import Turn
from ofckit.cli.play import screens
from ofckit.game import Game, Match
from ofckit.history import History
from ofckit.history import _history as history_module
from ofckit.position import Move, Position, owner_of
from ofckit.review import LABELS
from ofckit.rules import RULES
from played import random_move

FEW = Limit(rollouts=60)
COMMAND = [sys.executable, "-m", "ofckit"]
HOUSE = 'base = "progressive"\nname = "Thursday"\nsurrender_points = 2\n[fantasyland]\nmust_announce = true\n'


class Done(NamedTuple):
    """What a command has printed."""

    stdout: str
    stderr: str


def run(folder: Path, *words: str, typed: str = "", status: int = 0) -> Done:
    """The command in this folder, in this process, with these lines typed."""
    stdin = TextIOWrapper(BytesIO(typed.encode()), encoding="utf-8")
    out, errors = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(errors):
        patch.chdir(folder)
        patch.setattr(sys, "stdin", stdin)
        found = main(words)
    assert found == status, out.getvalue() + errors.getvalue()
    return Done(out.getvalue(), errors.getvalue())


def run_in_a_pipe(folder: Path, *words: str, typed: str) -> Done:
    """The command as a process of its own."""
    done = subprocess.run(
        [*COMMAND, *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "PYTHONUTF8": "1"},
        timeout=120,
        check=True,
    )
    return Done(done.stdout, done.stderr)


def typed_match(
    rules: str, players: int, hands: int, seed: int, opponent: str = "policy"
) -> tuple[str, Match]:
    """What a person types who places the cards as they come, and the match that this makes."""
    match = Match(rules, ["Guest", "Ada", "Ben", "Cleo"][:players], seed=seed)
    lines = []
    for hand in range(hands):
        game = match.deal()
        while not game.is_over:
            seat = game.turn
            assert seat is not None
            who = owner_of(game.rules, game.seats, seat)
            if who == 0:
                move = game.auto_place()
                # the discard is what is left
                lines += [" ".join(f"{card} {'tmb'[row]}" for card, row in move.placements), ""]
                game.push(move)
            else:
                game.push(make_bot(opponent, seed + who).act(game.observation(seat)))
        match.finish()
        lines += [""] * (hand < hands - 1)
    return "\n".join(lines) + "\n", match


# opponents


@pytest.mark.parametrize("make", [RandomBot, GreedyBot])
@pytest.mark.parametrize("preset", RULES)
def test_an_opponent_plays_every_preset_legally(preset: str, make) -> None:
    game = Game(preset, RULES[preset].players[1], seed=8)
    while not game.is_over:
        move = make(3).act(game.observation(game.turn))
        assert move in game.legal_moves
        game.push(move)


@pytest.mark.parametrize("make", [RandomBot, GreedyBot])
@pytest.mark.parametrize("preset", ["progressive", "joker-ultimate", "2-7-pineapple", "pagat-fantasyland"])
def test_an_opponent_sets_a_fantasyland_hand(preset: str, make) -> None:
    rules = RULES[preset]
    cards = max(rules.fantasyland.enter.values())
    for seed in range(4):
        game = Game(preset, 2, seed=seed, fantasyland=[0, cards])
        while not game.is_over:
            game.push(make(seed).act(game.observation(game.turn)))
        assert make is RandomBot or not game.settlement.fouls[1]


def test_the_greedy_opponent_rarely_fouls() -> None:
    fouls = 0
    for hand in range(30):
        game = Game("pineapple", 2, seed=4, hand=hand)
        while not game.is_over:
            game.push(GreedyBot(hand).act(game.observation(game.turn)))
        fouls += sum(game.settlement.fouls)
    assert fouls <= 3  # of 60


def test_the_greedy_opponent_beats_the_random_one() -> None:
    match = Match("pineapple", 2, seed=6)
    for _ in range(15):
        game = match.deal()
        while not game.is_over:
            bot = [GreedyBot(1), RandomBot(1)][game.turn]
            game.push(bot.act(game.observation(game.turn)))
        match.finish()
    assert match.points[0] > 45


def test_the_greedy_opponent_announces_a_stay_where_it_must() -> None:
    rules = RULES["progressive"].replace(
        fantasyland=RULES["progressive"].fantasyland.replace(must_announce=True)
    )
    cards = "AsAhAd KsKhKdKc 2c 3d 5h 7s 8c 9d Th"
    position = Position(rules, "", cards, opponents=[""], fantasyland=[14, 0])
    assert GreedyBot().act(position).is_stay


@pytest.mark.parametrize("make", [RandomBot, GreedyBot])
def test_an_opponent_does_the_same_on_the_same_observation_whatever_it_did_before(make) -> None:
    game = Game("pineapple", 2, seed=1)
    game.push(game.legal_moves[0])
    view = game.observation(1)
    bot = make(5)
    bot.act(Game("classic", 2, seed=3).observation(0))
    assert bot.act(view) == make(5).act(view) == make(5).act(Position.parse(str(view)))


@pytest.mark.parametrize("make", [RandomBot, GreedyBot])
def test_an_opponent_out_of_turn_says_so(make) -> None:
    with pytest.raises(IllegalMove, match="only on its own turn"):
        make().act(Game("pineapple", 2, seed=1).observation(1))


# one turn


def turn_of(draw: str, board: str = "", rules: str | object = "pineapple", **more) -> Turn:
    return Turn(Position(rules, board, draw, opponents=[""], **more))


def test_two_cards_are_placed_and_the_one_left_is_discarded() -> None:
    turn = turn_of("8c Td 4h", "Qh/7h7d/AsKs")
    assert turn.read("8c m Td b") == ""
    assert turn.confirmed is None
    assert turn.read("") == ""
    assert str(turn.confirmed) == "8c@m Td@b x4h"


@pytest.mark.parametrize(
    "line", ["8c@m Td@b x4h", "8cm Tdb", "8c middle, Td bottom", "x4h 8c m Td b", "8C M 10d B"]
)
def test_a_move_may_be_typed_in_many_ways(line: str) -> None:
    turn = turn_of("8c Td 4h", "Qh/7h7d/AsKs")
    assert turn.read(line) == turn.read("") == ""
    assert str(turn.confirmed) == "8c@m Td@b x4h"


def test_cards_may_come_one_by_one_and_be_taken_back() -> None:
    turn = turn_of("8c Td 4h", "Qh/7h7d/AsKs")
    assert turn.read("8c t") == ""
    assert turn.prompt == "place 1 more > "
    assert turn.read("") == "2 of the 3 cards must be placed, 1 discarded, for example: Td b (h for help)"
    assert turn.read("Td b") == ""
    assert turn.prompt.startswith("Enter confirms")
    assert turn.read("u") == ""
    assert turn.cards_text() == "Td 4h"
    assert turn.read("4h m") == turn.read("8c m") == ""  # named again: moved
    assert turn.read("") == ""
    assert str(turn.confirmed) == "8c@m 4h@m xTd"


def test_all_can_be_taken_back() -> None:
    turn = turn_of("8c Td 4h", "Qh/7h7d/AsKs")
    assert turn.read("u") == turn.read("c") == "nothing to take back in this turn"
    turn.read("8c t")
    turn.read("Td t")
    assert turn.read("c") == ""
    assert turn.move is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("9c m", "9c is not among your cards"),
        ("8c", "8c: no row is named; for example: 8c b Td m"),
        ("m", "'m' at column 1 is neither a card nor a row; for example: 8c b Td m"),
        ("8c m Td b 4h b", "2 of the 3 cards must be placed, 1 discarded, that would be 3"),
        ("8c t Td t", "the top has room for 1 more: that would be 2 cards"),
        ("x8c xTd", "the number of cards to discard is 1, not 2"),
        ("8c m 8c b", "8c is in the move twice"),
        ("surrender", "nobody may surrender"),
        ("stay", "a stay is announced only in Fantasyland"),
        ("\x1b[A", "neither a card nor a row"),
        ("8c m stay", "a stay is announced only"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_changes(line: str, message: str) -> None:
    turn = turn_of("8c Td 4h", "Qh2s/7h/AsKs")
    assert message in turn.read(line)
    assert turn.move is None
    assert turn.confirmed is None


@pytest.mark.parametrize(
    ("draw", "board", "example"),
    [
        ("Ks 7h 6s 3s 2s", "", "Ks 6s 2s b 7h 3s m"),
        ("8c Td 4h", "Qh5c/7h7d/AsKs9s8s2s", "Td 8c m"),
        ("8c Td 4h", "Qh/7h7d6c6d5d/AsKs9s", "Td b 8c t"),
    ],
)
def test_an_example_can_be_typed_as_it_is(draw: str, board: str, example: str) -> None:
    turn = turn_of(draw, board)
    assert turn.example() == example
    assert turn.read(example) == turn.read("") == ""
    assert turn.confirmed is not None


@pytest.mark.parametrize(
    ("board", "line", "warning"),
    [
        ("AhAd/7h7d9h/KsKd", "8c m Tc b", ""),
        ("AhAd5c/7h7d9c6c/KsKd2d3d", "8c m Tc b", "Careful: this is a foul."),
        ("AhAdAc/7h8d9c2c/KsQd", "Tc b 4h b", "Careful: this can only become a foul."),
        ("AhAdAc/7h8d9c2c/KsQd", "", ""),
    ],
)
def test_a_foul_is_told_before_it_is_confirmed(board: str, line: str, warning: str) -> None:
    turn = turn_of("8c Tc 4h", board)
    turn.read(line)
    assert turn.warning() == warning


def test_jokers_resolved_row_by_row_are_not_looked_ahead_in() -> None:
    rules = RULES["joker-ultimate"].replace(joker_resolution="row")
    turn = turn_of("X1 Tc 4h", "As/7h7d/KsKd", rules)
    assert turn.read("X1 t Tc b") == turn.warning() == ""


def test_surrender_is_asked_twice() -> None:
    turn = turn_of("8c Td 4h", "Qh/7h7d/AsKs", RULES["pineapple"].replace(surrender_points=2))
    assert "costs 2 to each opponent" in turn.read("surrender")
    assert turn.read("8c m") == ""
    assert "costs 2" in turn.read("surrender")
    turn.read("surrender")
    assert turn.confirmed.is_surrender


def test_a_stay_is_announced_with_a_word() -> None:
    rules = RULES["progressive"].replace(
        fantasyland=RULES["progressive"].fantasyland.replace(must_announce=True)
    )
    turn = turn_of("AsAhAd KsKhKdKc 2c 3d 5h 7s 8c 9d Th", "", rules, fantasyland=[14, 0])
    assert turn.read("AsAhAd t 3d 5h 7s 8c 9d m KsKhKdKc 2c b stay") == turn.read("") == ""
    assert turn.confirmed.is_stay
    assert str(turn.confirmed).endswith("xTh stay")


# whole matches through a pipe


@pytest.mark.parametrize("preset", RULES)
def test_a_hand_of_every_preset_is_played_through_a_pipe(preset: str, tmp_path: Path) -> None:
    players = RULES[preset].players[1]
    typed, match = typed_match(preset, players, 1, 1)
    words = (
        "--rules",
        preset,
        "--seed",
        "1",
        "--hands",
        "1",
        "--players",
        str(players),
        "--history",
        "m.toml",
    )
    shown = run(tmp_path, "play", *words, typed=typed)
    assert shown.stderr == ""
    assert "The match is over" in shown.stdout
    assert max(map(columns, shown.stdout.splitlines())) < 80
    assert History.read((tmp_path / "m.toml").read_bytes()).match == match


def test_a_hand_through_a_pipe_is_the_same_as_one_in_this_process(tmp_path: Path) -> None:
    typed, _ = typed_match("pineapple", 2, 1, 3)
    words = ("play", "--seed", "3", "--hands", "1", "--history")
    piped = run_in_a_pipe(tmp_path, *words, "m.toml", typed=typed)
    here = run(tmp_path, *words, "n.toml", typed=typed)
    assert piped.stderr == ""
    assert piped.stdout == here.stdout.replace("n.toml", "m.toml")


def test_a_long_settlement_stops_where_the_terminal_is_full(monkeypatch) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_, **__: os.terminal_size((80, 24)))
    long = "\n\n".join(f"pair {i}\n" + "\n".join("abcdefgh") for i in range(4))
    parts = list(screens(long))
    assert [part.count("\n") + 1 for part in parts] == [19, 19]
    assert "\n".join(parts).split() == long.split()
    assert list(screens("short\n\ntext")) == ["short\n\ntext"]
    sheet = RULES["progressive"].sheet()  # one paragraph
    parts = list(screens(sheet))
    assert len(parts) > 1
    assert max(part.count("\n") + 1 for part in parts) <= 21
    assert "\n".join(parts) == sheet.strip("\n")


def test_a_match_of_three_hands_is_saved_checked_and_replayed(tmp_path: Path) -> None:
    typed, match = typed_match("progressive", 3, 3, 5, "random")
    words = ("--rules", "progressive", "--players", "3", "--seed", "5", "--opponent", "random")
    shown = run(tmp_path, "play", *words, "--hands", "3", typed=typed).stdout
    assert shown.count("Hand 2 of 3.") == 1
    saved = tmp_path / "ofckit-progressive-5.toml"
    assert History.read(saved.read_bytes()).match == match
    assert run(tmp_path, "check", saved.name).stdout.endswith("3 hands, 3 settled again, no problems\n")
    replayed = run(tmp_path, "replay", saved.name).stdout
    assert max(map(columns, replayed.splitlines())) < 80
    assert [f"Hand {i}: progressive" in replayed for i in range(5)] == [False, True, True, True, False]
    assert replayed.count("Totals") == 3
    for player in match.players:
        assert f"{player.points:+}" in replayed
    only = run(tmp_path, "replay", saved.name, "--hand", "1").stdout
    assert "Hand 1: progressive" in only
    assert "Hand 2:" not in only
    over = run(tmp_path, "play", *words, "--hands", "3").stdout
    assert "The match is over" in over


@pytest.mark.parametrize("name", ["m.toml", "m.jsonl"])
def test_a_match_stopped_after_any_line_goes_on_to_the_same_end(tmp_path: Path, name: str) -> None:
    typed, match = typed_match("turbo", 2, 2, 9)
    lines = typed.splitlines(keepends=True)
    words = ("play", "--rules", "turbo", "--seed", "9", "--hands", "2", "--history", name)
    done = 0
    for n in (1, 2, 6, 8):
        stopped = run(tmp_path, *words, typed="".join(lines[done : done + n]))
        assert "Saved. To resume: ofckit play --history" in stopped.stdout
        confirmed = [i for i in range(done, done + n) if lines[i] == "\n"]
        done = confirmed[-1] + 1 if confirmed else done  # what was not confirmed is asked again
    quit_now = run(tmp_path, "play", "--history", name, typed="q\n")
    assert "resumed" in quit_now.stdout
    run(tmp_path, "play", "--history", name, typed="".join(lines[done:]))
    assert History.read((tmp_path / name).read_bytes()).match == match


def test_a_match_whose_file_was_cut_off_goes_on(tmp_path: Path) -> None:
    typed, match = typed_match("turbo", 2, 1, 9)
    words = ("play", "--rules", "turbo", "--seed", "9", "--hands", "1", "--history", "m.toml")
    run(tmp_path, *words, typed="".join(typed.splitlines(keepends=True)[:4]))
    path = tmp_path / "m.toml"
    whole = path.read_text()
    path.write_text(whole[: whole.rindex('",\n]') - 3])
    shown = run(tmp_path, *words, typed="".join(typed.splitlines(keepends=True)[4:]))
    assert "is cut off and left out; all the rest is read" in shown.stderr
    assert History.read(path.read_bytes()).match == match


def test_another_match_is_not_overwritten(tmp_path: Path) -> None:
    run(tmp_path, "play", "--seed", "3", "--history", "m.toml")
    before = (tmp_path / "m.toml").read_bytes()
    for words in (["--seed", "4"], ["--rules", "classic"], ["--players", "3"], ["--opponent", "random"]):
        refused = run(tmp_path, "play", "--history", "m.toml", *words, status=2)
        assert "holds another match" in refused.stderr
    (tmp_path / "n.toml").write_text("a = 1\n")
    assert "not a history" in run(tmp_path, "play", "--history", "n.toml", status=2).stderr
    assert (tmp_path / "n.toml").read_text() == "a = 1\n"
    assert (tmp_path / "m.toml").read_bytes() == before


def test_house_rules_chips_and_help(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(HOUSE + "[table_stakes]\n")
    typed = "h\nrules\ns\nsurrender\nsurrender\n"
    words = ("--rules", "house.toml", "--seed", "1", "--hands", "1", "--chips", "30", "--name", "Zoë")
    words += ("--opponent", "greedy")
    shown = run(tmp_path, "play", *words, typed=typed).stdout
    assert "takes back the last line" in shown
    assert "THURSDAY" in shown.upper()
    assert "Zoë -2 (28 chips), Ada +2 (32 chips)" in shown
    assert (tmp_path / "ofckit-thursday-1.toml").exists()


def test_a_match_ends_when_somebody_has_no_chips_left(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(HOUSE + "[table_stakes]\n")
    words = ("--rules", "house.toml", "--seed", "1", "--chips", "2", "--opponent", "greedy")
    shown = run(tmp_path, "play", *words, typed="surrender\nsurrender\n\n\n").stdout
    assert "The match is over" in shown
    assert "(0 chips)" in shown


@pytest.mark.parametrize(
    "words",
    [
        ["--hands", "0"],
        ["--players", "9"],
        ["--players", "1"],
        ["--rules", "nothing"],
        ["--history", "no/such/folder.toml"],
        ["--history", "."],
        ["--opponent", "clever"],
        ["--seed", "x"],
        ["--name", "\x1b[31m"],
        ["--chips", "0"],
    ],
)
def test_wishes_that_cannot_be_are_one_clear_error(words: list[str], tmp_path: Path) -> None:
    refused = run(tmp_path, "play", *words, status=2)
    assert refused.stdout == ""
    assert refused.stderr.strip()
    assert not list(tmp_path.iterdir())


def test_a_hint_ranks_the_best_moves(tmp_path: Path) -> None:
    """At the end of a hand, where the answer is exact and quick."""
    typed, _ = typed_match("pineapple", 2, 1, 1)
    lines = typed.splitlines()
    last = max(i for i, line in enumerate(lines) if line)
    shown = run(tmp_path, "play", "--seed", "1", typed="\n".join([*lines[:last], "i", "hint", ""]))
    assert shown.stderr == ""
    heads = [line.split() for line in shown.stdout.splitlines() if line.startswith(" #")]
    assert heads == [["#", "move", "value", "behind", "foul", "Fantasyland"]] * 2


@pytest.mark.parametrize(
    ("draw", "line", "move"),
    [
        ("5c 3d 4h", "5 3 m", "5c@m 3d@m x4h"),
        ("5c 3d 4h", "53m", "5c@m 3d@m x4h"),
        ("5c 3d 4h", "5@m 3@b", "5c@m 3d@b x4h"),
        ("5c 5d Th", "5 5 m", "5c@m 5d@m xTh"),
        ("5c 5d Th", "10 b 5c m", "Th@b 5c@m x5d"),
        ("5c 5d Th", "T@b 5d m", "Th@b 5d@m x5c"),
        ("Kc Qd 2h", "x2 k t q m", "Kc@t Qd@m x2h"),
    ],
)
def test_cards_may_be_named_by_their_rank_where_one_can_be_meant(draw: str, line: str, move: str) -> None:
    turn = turn_of(draw, "Qh/7h7d/AsKs")
    assert turn.read(line) == turn.read("") == ""
    assert turn.confirmed == Move(move)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("5 m", "5 may be 5d or 5c: name the suit"),
        ("5 m 5 b", "5d and 5c go to different rows: name their suits"),
        ("6 m", "6 is named more often than it is among your cards: Th 5d 5c"),
        ("5 5 5 m", "5 is named more often than it is among your cards: Th 5d 5c"),
        ("5 5", "5d 5c: no row is named"),
    ],
)
def test_a_rank_that_can_be_several_cards_is_asked_for(line: str, message: str) -> None:
    turn = turn_of("5c 5d Th", "Qh/7h7d/AsKs")
    assert turn.read(line).startswith(message)
    assert turn.placed == {}


def test_a_hint_is_taken_by_its_number_and_stands_beside_ones_own(tmp_path: Path) -> None:
    words = ("play", "--seed", "7", "--rollouts", "500", "--threads", "1", "--history", "m.toml")
    shown = run(tmp_path, *words, typed="4 t kd ks m j 9 b\ni\n6\nu\n1\n\nq\n").stdout
    table = shown[shown.index(" #") :].splitlines()
    assert [line.split()[0] for line in table[1:7]] == ["1", "2", "3", "4", "5", "6"]
    assert "4d@t Ks@m Kd@m Jd@b 9d@b (yours)" in table[6]
    first = Move(table[1].split("+")[0].split("-")[0].strip()[3:])
    history = History.read((tmp_path / "m.toml").read_bytes())
    assert history.hands[0].game.actions[0][1] == first
    again = run(tmp_path, "play", "--seed", "8", "--history", "n.toml", typed="1\nq\n").stdout
    assert "'1' at column 1 is neither a card nor a row" in again  # no hint yet


def test_a_whole_fantasyland_hand_is_placed_by_a_number() -> None:
    turn = turn_of("AsAhAd KsKhKdKc 2c 3d 5h 7s 8c 9d Th", fantasyland=[14, 0])
    best = bots.set_at_once(turn.position)
    turn.hints = [best]
    assert turn.read("1") == turn.read("") == ""
    assert turn.confirmed == best


def test_every_move_is_graded_where_that_is_asked_for(tmp_path: Path) -> None:
    words = ("play", "--seed", "7", "--rollouts", "300", "--threads", "1", "--history", "m.toml")
    typed = "4d t 9d m Kd Ks Jd b\n\ng\nq\n"
    shown = run(tmp_path, *words, "--grade", typed=typed).stdout
    grades = [line for line in shown.splitlines() if line.split(" -")[0] in LABELS]
    assert len(grades) == 2
    assert grades[0] == grades[1]  # g grades the same move again
    assert shown.count("  why     ") == 2
    assert "Graded: 1 " in shown
    once = run(tmp_path, *words[:-1], "n.toml", typed=typed).stdout
    assert once.count("  why     ") == 1
    assert "Graded:" not in once
    early = run(tmp_path, *words[:-1], "o.toml", typed="g\nq\n").stdout
    assert "no move of yours to grade yet" in early


def test_in_practice_a_graded_move_may_be_taken_back_and_the_history_says_so(tmp_path: Path) -> None:
    typed, _ = typed_match("pineapple", 2, 1, 7)
    first, confirm, *rest = typed.splitlines()
    lines = ["4d t 9d m Kd Ks Jd b", "", "no", "u", first, confirm, ""]
    for line in rest:
        lines += [line] if line else ["", ""]
    words = (
        "play",
        "--practice",
        "hands",
        "--seed",
        "7",
        "--hands",
        "1",
        "--rollouts",
        "60",
        "--threads",
        "1",
    )
    shown = run(tmp_path, *words, "--history", "m.toml", typed="\n".join(lines) + "\n").stdout
    assert "Enter goes on, u takes the move back, q stops" in shown
    assert shown.count("  why     ") >= 5
    history = History.read((tmp_path / "m.toml").read_bytes())
    assert history.problems == []
    assert history.records[-1]["_taken_back"] == ["street 1: 4d@t 9d@m Ks@b Kd@b Jd@b"]
    main(["check", str(tmp_path / "m.toml")])


@pytest.mark.parametrize("kind", [one for one in KINDS if one != "any"])
@pytest.mark.parametrize("rules", ["pineapple", "progressive"])
def test_positions_to_practise_are_of_their_kind(kind: str, rules: str) -> None:
    found = list(islice(drills(kind, RULES[rules], None, 3, [], FEW, 1), 2))
    for one in found:
        assert one.position.draw
        assert one.names[one.position.seat] == "You"
        assert one.played is None
        if kind == "fantasyland":
            assert one.position.fantasyland[one.position.seat] == 14
        elif kind == "foul-danger":
            assert one.position.street
        else:
            assert one.position.street == {"openings": 0, "third-streets": 2}[kind]
    assert [one.position for one in found] == [
        one.position for one in islice(drills(kind, RULES[rules], None, 3, [], FEW, 1), 2)
    ]


def test_any_position_comes_from_every_street() -> None:
    found = islice(drills("any", RULES["pineapple"], 3, 1, [], FEW, 1), 15)
    assert {one.position.street for one in found} == {0, 1, 2, 3, 4}


def test_the_mistakes_of_a_file_are_practised(tmp_path: Path) -> None:
    example = Path(__file__).resolve().parents[1] / "docs" / "examples" / "history.toml"
    words = ("play", "--practice", "third-streets", "--mistakes", str(example), "--rollouts", "60")
    shown = run(tmp_path, *words, "--threads", "1", typed="q\n").stdout
    assert "Position 1: hand 1, street 3, Nadia, where a move lost 0.93." in shown
    assert "Ts 8h 3s" in shown
    assert list(tmp_path.iterdir()) == []  # nothing is saved


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--mistakes", "x.toml"], "--mistakes: with --practice"),
        (["--practice", "hands", "--mistakes", "x.toml"], "--mistakes: with --practice"),
        (["--practice", "fantasyland", "--rules", "pagat"], "pagat has no Fantasyland"),
        (["--practice", "openings", "--mistakes", "nosuch.toml"], "cannot read nosuch.toml"),
    ],
)
def test_practice_that_cannot_be_is_one_clear_error(words: list[str], message: str, tmp_path: Path) -> None:
    refused = run(tmp_path, "play", *words, status=2)
    assert message in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("width", [39, 60, 79])
def test_tables_fit_the_width_of_the_terminal(width: int) -> None:
    boards = [[["Qh", "Qd"], ["7h"], ["As", "Ks", "Js", "9s", "4s"]]] * 3
    rows = [[Card(card) for card in row] for row in boards[0]]
    lines = display.table(["Ann", "A very long name indeed", "Cid"], [rows] * 3, ["deals", "", ""], width)
    assert max(map(len, lines)) <= width
    assert sum(line.startswith("top") for line in lines) == {39: 3, 60: 1, 79: 1}[width]
    own = display.own_board(rows, None, width)
    assert max(map(len, own)) <= width
    assert "Flush, A K J 9 4" in " ".join(own)


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def test_cards_have_the_colour_of_their_suit(monkeypatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    style = Style(Screen())
    shown = style.suits("Qh* 10d@m 2c xAs, Handy")
    assert shown == "\x1b[31mQh\x1b[0m* \x1b[94m10d\x1b[0m@m \x1b[32m2c\x1b[0m xAs, Handy"
    assert re.sub(r"\x1b\[[0-9;]*m", "", style.suits("5h b", "bold")) == "5h b"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Style(Screen()).suits("Qh") == "Qh"


def test_somebody_who_waits_sees_that_something_moves() -> None:
    screen = Screen()
    bar = Waiting("Ada thinks", stream=screen)
    bar.patience = 0.0
    with bar:
        while "Ada thinks" not in screen.getvalue():
            pass
        bar(3, 4)
        while "3 of 4" not in screen.getvalue():
            pass
    assert screen.getvalue().endswith(" \r")
    quiet = StringIO()
    with Waiting("Ada thinks", stream=quiet):
        pass
    assert quiet.getvalue() == ""


def test_an_engine_that_fails_is_out_of_the_hand_and_the_match_goes_on(tmp_path: Path) -> None:
    game, lines = Match("pineapple", ["Guest", "Ada"], seed=1).deal(), []
    while not game.is_over:
        if game.turn == 1:
            game.leave(1)
            continue
        move = game.auto_place()
        lines += [" ".join(f"{card} {'tmb'[row]}" for card, row in move.placements), ""]
        game.push(move)
    typed = "\n".join(lines) + "\n"
    engine = "for line in iter(input, 'go'): print({'ofci': 'ofciok', 'isready': 'readyok'}.get(line, ''))"
    (tmp_path / "engine.py").write_text(engine)
    words = ("--seed", "1", "--hands", "1", "--opponent", f"process:{sys.executable} -u engine.py")
    shown = run(tmp_path, "play", *words, typed=typed)
    assert "Ada is out of the hand: " in shown.stdout
    assert "The match is over" in shown.stdout


@pytest.mark.skipif(os.name != "posix", reason="no such files")
def test_a_match_is_saved_in_a_regular_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in ("pipe", ".", "/dev/null"):
        refused = run(tmp_path, "play", "--history", path, typed="q\n", status=2)
        assert refused.stderr == f"ofckit: cannot write {path}: it is not a regular file\n"


def test_an_engine_that_cannot_be_started_is_told_before_the_first_card(tmp_path: Path) -> None:
    refused = run(tmp_path, "play", "--seed", "1", "--opponent", "process:nosuch", typed="q\n", status=2)
    assert "nosuch: it cannot be started: No such file" in refused.stderr
    assert refused.stdout == ""
    assert not any(tmp_path.iterdir())


def test_a_saved_match_starts_no_program_unless_it_is_asked_to(tmp_path: Path) -> None:
    notes = {"_person": "Guest", "_opponent": "process:touch ran"}
    history = History(Match("pineapple", ["Guest", "Ada"], seed=1), notes=notes)
    (tmp_path / "m.toml").write_text(history.to_text())
    refused = run(tmp_path, "play", "--history", "m.toml", typed="q\n", status=2)
    assert "to start that program, name it with --opponent" in refused.stderr
    assert not (tmp_path / "ran").exists()


def test_anything_may_be_typed(tmp_path: Path) -> None:
    rng = Random(1)
    words = [*"8cmbtxuhs@é♠", "8c", "Td", "4h", "rules", "stay", "surrender", "\x00", "10d", "AsKs"]
    typed = "\n".join(" ".join(rng.choices(words, k=rng.randrange(5))) for _ in range(200))
    shown = run(tmp_path, "play", "--seed", "1", typed=typed)
    assert shown.stderr == ""
    assert "Saved." in shown.stdout


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_quietly_with_the_match_saved(tmp_path: Path) -> None:
    words = [*COMMAND, "play", "--seed", "7", "--history", "m.toml"]
    with subprocess.Popen(
        words,
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        process.stdin.write("Kd Ks b Jd 9d m 4d t\n\n")
        process.stdin.flush()
        shown = ""
        while shown.count(" > ") < 3 and (more := process.stdout.read(1)):
            shown += more
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == ""
    assert "Saved. To resume" in rest
    assert History.read((tmp_path / "m.toml").read_bytes()).game.board(0).cards


class Terminal:
    """The command in a terminal of 80x24 or narrower, as a person sees it."""

    def __init__(self, folder: Path, *words: str, width: int = 80, **env: str) -> None:
        import fcntl
        import termios

        self.screen, child = os.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        unset = {
            key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "LINES", "COLUMNS")
        }
        self.process = subprocess.Popen(
            [*COMMAND, "play", *words],
            cwd=folder,
            stdin=child,
            stdout=child,
            stderr=child,
            env={**unset, "PYTHONUTF8": "1", "TERM": "xterm-256color", **env},
            start_new_session=True,
        )
        os.close(child)
        self.shown = b""

    def prompt(self) -> str:
        """What stands before the cursor when the command waits; "" at its end."""
        while True:
            try:
                more = os.read(self.screen, 65536)
            except OSError:  # the other side is closed
                more = b""
            self.shown += more
            last = self.text.rsplit("\n", 1)[-1]
            if not more:
                self.process.wait(30)
                os.close(self.screen)
                return ""
            if last.endswith("> "):
                return last

    @property
    def text(self) -> str:
        """All that was shown, without colours, and without the bars of those who thought."""
        lines = self.shown.decode("utf-8", "replace").split("\n")
        shown = "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines)
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)

    def type(self, line: str) -> None:
        os.write(self.screen, line.encode() + b"\n")


@pytest.mark.skipif(os.name != "posix", reason="terminals")
@pytest.mark.parametrize(("preset", "width"), [("progressive", 80), ("criss-cross", 80), ("progressive", 40)])
def test_a_hand_is_played_in_a_terminal_and_nothing_wraps(preset: str, width: int, tmp_path: Path) -> None:
    players = RULES[preset].players[1]
    typed, match = typed_match(preset, players, 1, 1)
    words = ("--rules", preset, "--seed", "1", "--hands", "1", "--players", str(players))
    terminal = Terminal(tmp_path, *words, "--history", "m.toml", width=width)
    lines = iter(["h", "rules", "nonsense", *typed.splitlines()])
    while prompt := terminal.prompt():
        terminal.type("" if prompt.startswith("Enter for more") else next(lines))
    assert terminal.process.returncode == 0
    assert b"\x1b[1m" in terminal.shown
    assert b"\x1b[H\x1b[2J" in terminal.shown  # drawn again, not scrolled
    assert b"\x1b[31m" in terminal.shown
    printed = (line for line in terminal.text.splitlines() if " > " not in line)  # what is typed may wrap
    assert max(map(columns, printed)) < width
    assert "The match is over" in terminal.text
    assert History.read((tmp_path / "m.toml").read_bytes()).match == match


@pytest.mark.skipif(os.name != "posix", reason="terminals")
def test_q_stops_where_a_long_text_stops(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "1", "--history", "m.toml", NO_COLOR="1")
    assert terminal.prompt() == "place 5 > "
    terminal.type("rules")
    assert terminal.prompt() == "Enter for more > "
    terminal.type("q")
    assert terminal.prompt() == ""
    assert terminal.process.returncode == 0
    assert b"\x1b[1m" not in terminal.shown
    assert "Saved. To resume: ofckit play --history m.toml" in terminal.text
    assert History.read((tmp_path / "m.toml").read_bytes()).match.game is not None


# what a player may see


def test_what_is_shown_does_not_depend_on_what_is_hidden(tmp_path: Path) -> None:
    """Two decks that differ only in what the opponent discards give the same screens until the showdown."""
    first = Game("pineapple", 2, seed=1)
    while not first.is_over:
        first.push(GreedyBot(2 if first.turn else 1).act(first.observation(first.turn)))
    deck = list(first._state[2])
    hidden = list(first.discards(1))
    unseen = [card for card in range(52) if card not in deck]
    other = [type(deck[0])(unseen[hidden.index(card)]) if card in hidden else card for card in deck]
    screens = []
    for cards in (deck, other):
        history = History(
            Match("pineapple", ["Guest", "Ada"], seed=1), notes={"_person": "Guest", "_opponent": "greedy"}
        )
        history.deal(deck="".join(map(str, cards)))
        for seat, move in first.actions[:-2]:
            if move.discards and seat == 1:
                swapped = type(deck[0])(unseen[hidden.index(move.discards[0])])
                move = type(move).of(*move.rows, [swapped if cards is other else move.discards[0]])
            history.push(move, seat)
        (tmp_path / "m.toml").write_text(history.to_text())
        screens.append(run(tmp_path, "play", "--history", "m.toml", typed="s\nq\n").stdout)
    assert screens[0] == screens[1]
    assert "place 2" in screens[0]


# replay and check


def saved_match(tmp_path: Path, name: str = "m.jsonl") -> Path:
    rng = Random(2)
    history = History(Match("progressive", ["Ann", "Bob"], seed=3))
    for _ in range(3):
        game = history.deal()
        while not game.is_over:
            history.push(random_move(game, rng))
        history.finish()
    path = tmp_path / name
    path.write_text(history.to_text("jsonl" if name.endswith("jsonl") else "toml"))
    return path


LONG_NAMES = ["A very long name indeed, of somebody", "名前名前名前名前名前", "Zoë", "d"]


@pytest.mark.parametrize("preset", RULES)
def test_a_replay_fits_a_terminal_whatever_the_names(preset: str, tmp_path: Path) -> None:
    rng, rules = Random(preset), RULES[preset].replace(surrender_points=2)
    history = History(Match(rules, LONG_NAMES[: rules.players[1]], seed=3, chips=10**6))
    for _ in range(2):
        game = history.deal()
        while not game.is_over:
            history.push(random_move(game, rng) if rng.random() < 0.97 else Move("surrender"))
        history.finish()
    history.deal()
    (tmp_path / "m.toml").write_text(history.to_text(), encoding="utf-8")
    shown = run(tmp_path, "replay", "m.toml").stdout
    assert max(map(columns, shown.splitlines())) < 80
    assert shown.count("Totals") == 2
    assert "Not over: " in shown
    assert (
        "3 hands, 2 settled again, no problems; hand 3 is not over" in run(tmp_path, "check", "m.toml").stdout
    )


def test_check_reports_each_disagreement_with_file_line_and_hand(tmp_path: Path) -> None:
    path = saved_match(tmp_path)
    lines = path.read_text().splitlines(keepends=True)
    results = [i for i, line in enumerate(lines) if '"points"' in line]
    lines[results[1]] = '{"points": [90, -90]}\n'
    deal = next(i for i, line in enumerate(lines) if i > results[1] and '"d p' in line)
    lines[deal] = lines[deal].replace("d p", "d p9 As p", 1)
    path.write_text("".join(lines))
    done = run(tmp_path, "check", path.name, status=1)
    assert f"m.jsonl:{results[1] + 1}: hand 2: points = [90, -90]: the boards give [" in done.stderr
    assert f"m.jsonl:{deal + 1}: hand 3: 'p9' is not a seat" in done.stderr
    assert done.stdout == "m.jsonl: 3 hands, 2 settled again, 2 problems\n"
    assert run(tmp_path, "replay", path.name, status=1).stdout.count("Totals") == 2


def test_check_takes_many_files_and_names_those_that_cannot_be_read(tmp_path: Path) -> None:
    saved_match(tmp_path)
    saved_match(tmp_path, "n.toml")
    (tmp_path / "x.toml").write_text("ofckit_history = 7\n")
    done = run(tmp_path, "check", "m.jsonl", "x.toml", "n.toml", status=1)
    assert "x.toml: " in done.stderr
    assert "this ofckit reads version 1 only" in done.stderr
    assert done.stdout.count("no problems") == 2
    assert "cannot read" in run(tmp_path, "check", "nowhere.toml", status=2).stderr


def test_a_cut_is_reported_and_the_rest_is_replayed(tmp_path: Path) -> None:
    path = saved_match(tmp_path)
    path.write_bytes(path.read_bytes()[:-200])
    done = run(tmp_path, "replay", path.name, status=1)
    assert "is cut off and left out; all the rest is read" in done.stderr
    assert "Not over: " in done.stdout
    assert "hand 3 is not over" in run(tmp_path, "check", "-", typed=path.read_text(), status=1).stdout


def test_a_hand_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    path = saved_match(tmp_path)
    assert "there are 1 to 3" in run(tmp_path, "replay", path.name, "--hand", "9", status=2).stderr


@pytest.mark.parametrize("module", [bots, display, history_module])
def test_the_examples_in_the_docstrings_are_right(module) -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("text", ['{\n  "players": []\n}\n', "Ann: 2c\n", '{"type": "deal"}\n' * 9, ""])
@pytest.mark.parametrize("command", ["replay", "review"])
def test_a_file_that_is_no_history_is_named_once(tmp_path: Path, command: str, text: str) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    done = run(tmp_path, command, "x.json", status=2)
    assert done.stderr.count("x.json") == 1
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
