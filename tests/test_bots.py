"""Bots: what they share, the greedy one in C, bots by name, and engines that run as processes."""

from __future__ import annotations

import doctest
import gc
import os
import pickle
import shlex
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import suppress
from copy import deepcopy
from math import inf
from pathlib import Path
from random import Random

import pytest

from ofckit import IllegalMove, OfcError, bots
from ofckit._core import CompiledGreedy
from ofckit.bots import (
    Bot,
    BotError,
    GreedyBot,
    PolicyBot,
    ProcessBot,
    RandomBot,
    SolverBot,
    StrongBot,
    _bot,
    _make,
    _simple,
    as_bot,
    compiled_for,
    make_bot,
    set_at_once,
)
from ofckit.game import Arena, Game, Match
from ofckit.objective import Objective
from ofckit.policy import Policy
from ofckit.position import Move, Position
from ofckit.rules import RULES, Street
from ofckit.search import analyse, best_moves, solve_fantasyland
from ofckit.simulation import simulate
from played import random_move

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
OPENING = Position("pineapple", "", "As Kd Kc 7h 2c", opponents=[""])
LAST = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc", opponents=["-/9c9d/5h4d3s"])


@pytest.mark.parametrize("module", [_bot, _make, _simple])
def test_the_examples_in_the_docstrings_are_right(module) -> None:
    assert doctest.testmod(module, extraglobs={"Position": Position}).failed == 0


def play(rules, bot, *, players: int = 2, hands: int = 1, seed: int = 5):
    """Settlements of hands that one bot plays at all seats."""
    for hand in range(hands):
        game = Game(rules, players, seed=seed, hand=hand)
        while not game.is_over:
            game.push(bot.act(game.observation(game.turn)))
        yield game.settlement


# what a bot is


def test_whatever_acts_is_a_bot() -> None:
    class Mine:
        def act(self, observation):
            return observation.legal_moves[0]

    mine = Mine()
    assert as_bot(mine) is mine
    assert isinstance(mine, Bot)


def test_a_function_is_a_bot_too() -> None:
    bot = as_bot(lambda observation: observation.legal_moves[0])
    assert bot.act(LAST) == LAST.legal_moves[0]
    assert compiled_for(bot, RULES["pineapple"]) is None


@pytest.mark.parametrize("thing", [7, "greedy", None, GreedyBot])
def test_what_is_no_bot_is_refused(thing) -> None:
    with pytest.raises(TypeError, match=r"a bot has act|make a bot of it"):
        as_bot(thing)


def test_a_bot_by_name() -> None:
    assert make_bot("greedy", 7) == GreedyBot(7)
    assert make_bot(" random ", seed=3).seed == 3
    assert make_bot("process:./engine --x").name == "engine"
    assert make_bot("process:python3 my/engine.py").name == "python3 engine.py"


def test_the_options_of_an_engine_stand_before_its_command() -> None:
    bot = make_bot("process:movetime=0.5,timeout=20:./engine --x=1,y=2")
    assert repr(bot) == "ProcessBot('./engine --x=1,y=2', movetime=0.5, seed=0)"
    assert bot._settings["timeout"] == 20
    assert repr(make_bot("process:level=3:x")) == "ProcessBot('level=3:x', seed=0)"  # a program of this name
    with pytest.raises(OfcError, match=r"timeout = 'soon': seconds, more than 0"):
        make_bot("process:timeout=soon:./engine")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("gready", "no bot 'gready'; there are greedy"),
        ("./mybot", "'./mybot' is a path: a program is process:COMMAND"),
        ("greedy:depth=2", "unexpected keyword argument 'depth'"),
        ("greedy:depth", "an option of a bot is NAME=VALUE"),
        ("process:", "the program that plays is missing"),
        pytest.param(
            "process:'engine",
            'command: "\'engine": No closing quotation',
            marks=pytest.mark.skipif(sys.platform == "win32", reason="a command is one string there"),
        ),
    ],
)
def test_a_wrong_name_says_what_would_be_right(name: str, reason: str) -> None:
    with pytest.raises(OfcError, match=reason):
        make_bot(name)


@pytest.mark.parametrize("bot", [RandomBot(3), GreedyBot(3), PolicyBot(3)])
def test_a_bot_pickles_and_goes_on_as_before(bot) -> None:
    before = bot.act(OPENING)
    assert pickle.loads(pickle.dumps(bot)).act(OPENING) == before


# greedy


def cases(preset: str, seed: int):
    """Observations of the seats on turn, of hands played at random."""
    rng = Random(seed)
    game = Game(preset, RULES[preset].players[0], seed=seed)
    while not game.is_over:
        yield game.observation(game.turn)
        game.push(random_move(game, rng))


@pytest.mark.parametrize("preset", [name for name in RULES if name != "chinese"])
def test_the_greedy_bot_and_its_compiled_form_agree(preset: str) -> None:
    bot = GreedyBot(4)
    for seed in range(3):
        for view in cases(preset, seed):
            compiled = bot.compiled_for(view.rules)
            places = compiled.place(view.boards[view.seat], view.unseen, view.draw, view.to_place)
            move = bot.act(view)
            assert view.legal_moves.reason_against(move) is None
            rows = [
                [card for card, to in zip(view.draw, places, strict=True) if to == row] for row in range(4)
            ]
            assert Move.of(*rows) == move


def test_the_order_of_the_cards_does_not_matter() -> None:
    rng = Random(2)
    compiled = CompiledGreedy(RULES["joker-ultimate"].compiled, 9)
    for view in cases("joker-ultimate", 12):
        rows, draw = [list(row) for row in view.boards[view.seat]], list(view.draw)
        first = dict(zip(draw, compiled.place(rows, view.unseen, draw, view.to_place), strict=True))
        for part in (*rows, draw):
            rng.shuffle(part)
        unseen = rng.sample(view.unseen, len(view.unseen))
        assert dict(zip(draw, compiled.place(rows, unseen, draw, view.to_place), strict=True)) == first


def test_another_seed_is_another_player() -> None:
    views = list(cases("pineapple", 3)) + list(cases("pineapple", 4))
    assert [GreedyBot(1).act(view) for view in views] != [GreedyBot(2).act(view) for view in views]
    assert [GreedyBot(-1).act(view) for view in views] == [GreedyBot(-1).act(view) for view in views]


def test_the_greedy_bot_takes_what_lies_open() -> None:
    assert GreedyBot().act(LAST) == Move("Qc@t 3c@m x2c")
    assert GreedyBot().act(Position("classic", "QhQd/KhKd5c6h7s/AsAd9s8s4s", "Kc")) == Move("Kc@t")


@pytest.mark.parametrize(
    ("preset", "most"),
    [("pineapple", 0.03), ("classic", 0.15), ("2-7-pineapple", 0.08), ("joker-ultimate", 0.03)],
)
def test_the_greedy_bot_rarely_fouls(preset: str, most: float) -> None:
    fouls = [foul for settled in play(preset, GreedyBot(1), hands=150) for foul in settled.fouls]
    assert sum(fouls) / len(fouls) <= most


def test_a_joker_goes_where_it_earns_most() -> None:
    """Three kings in the middle, and the queens on top are worth the next hand."""
    position = Position("joker-ultimate", "Qh2h/KhKd6h5d/AsAdAc8s2s", "X1 3c Qc")
    assert GreedyBot().act(position) == Move("Qc@t X1@m x3c")


def test_equal_rows_are_no_aim_where_they_foul() -> None:
    board, draw = "4c3c/AhKh9d8d/AsKs9h8h5h", "5s 2d 7c"
    strict = RULES["pineapple"].replace(strict_rows=True)
    assert GreedyBot().act(Position("pineapple", board, draw)) == Move("7c@t 5s@m x2d")
    assert GreedyBot().act(Position(strict, board, draw)) == Move("7c@t 2d@m x5s")


@pytest.mark.parametrize("deal", [(6, 6), (8, 5), (5, 4), (9, 7)])
def test_a_large_draw_is_played_too(deal: tuple[int, int]) -> None:
    first = Street(deal=deal[0], place=deal[1])
    rules = RULES["turbo"].replace(
        name="house",
        streets=(first, Street(deal=13 - deal[1], place=13 - deal[1])),
        players=(2, 2),
        fantasyland=None,
    )
    for settled in play(rules, GreedyBot(2), hands=10):
        assert len(settled.fouls) == 2


def test_a_draw_of_more_cards_than_a_player_in_c_is_shown() -> None:
    streets = (Street(deal=14, place=8), Street(deal=5, place=5))
    rules = RULES["turbo"].replace(name="house", streets=streets, players=(2, 2), fantasyland=None)
    assert GreedyBot().compiled_for(rules) is None
    with pytest.raises(OfcError, match="GreedyBot does not play house"):
        GreedyBot().act(Game(rules, 2, seed=1).observation(0))


def test_a_deck_that_is_used_up_is_no_trouble() -> None:
    dead = [card for card in range(52) if card not in LAST.known][:-2]
    position = Position("pineapple", "Qh/KhKd6h/AsJs9s", "3c 2c Qc", dead=[c for c in dead if c % 5])
    assert GreedyBot().act(position) in position.legal_moves
    nothing = [card for card in range(52) if card not in {*position.known, *position.dead}]
    empty = Position("pineapple", "Qh/KhKd6h/AsJs9s", "3c 2c Qc", dead=[*position.dead, *nothing])
    assert not empty.unseen
    assert GreedyBot().act(empty) in empty.legal_moves


def test_greedy_beats_random() -> None:
    points = 0
    for hand in range(60):
        game = Game("pineapple", 2, seed=6, hand=hand)
        players = [GreedyBot(1), RandomBot(1)]
        while not game.is_over:
            game.push(players[(game.turn + hand) % 2].act(game.observation(game.turn)))
        points += game.settlement.points[hand % 2]
    assert points > 300


# in C


@pytest.mark.parametrize("make", [GreedyBot, PolicyBot])
@pytest.mark.parametrize("preset", ["classic", "turbo", "progressive", "2-7-pineapple", "joker-ultimate"])
def test_a_match_in_c_is_the_match_that_the_bots_play(preset: str, make) -> None:
    rules, hands = RULES[preset], 12
    players = [make(seed) for seed in range(rules.players[0])]
    arena = Arena(rules, [compiled_for(bot, rules) for bot in players])
    played = arena.play(seed=31, hands=hands, button=1, boards=True)
    match = Match(rules, len(players), seed=31, button=1)
    for hand in range(hands):
        game = match.deal()
        while not game.is_over:
            game.push(players[game.turn].act(game.observation(game.turn)))
        for seat, board in enumerate(game.boards):
            assert [set(row) for row in played.board(hand, seat).rows] == [set(row) for row in board.rows]
        match.finish()


@pytest.mark.parametrize("make", [GreedyBot, PolicyBot])
def test_closed_hands_are_never_played_turn_by_turn(make) -> None:
    position = Game("chinese", 2, seed=3).observation(0)
    assert make(1).act(position) == set_at_once(position)


# policy and solver


def test_the_policy_bot_plays_its_policy() -> None:
    for preset in ("classic", "pineapple", "joker-ultimate"):
        for view in cases(preset, 6):
            assert PolicyBot().act(view) == Policy.of(view.rules).move(view)
    assert PolicyBot().compiled_for(RULES["chinese"]) is None


def test_the_solver_plays_exactly_where_that_is_quick() -> None:
    position = Position("pineapple", "Qh/7h7d6c/AsKs9s8s2s", "2c5dQc", discards="3c4d")
    found = SolverBot(rollouts=10).search(position)
    assert found.exact
    assert SolverBot(rollouts=10).act(position) == best_moves(position)[0].move


def test_the_solver_does_the_same_with_any_number_of_threads() -> None:
    moves = {SolverBot(4, rollouts=700, threads=threads).act(OPENING) for threads in (1, 1, 3)}
    assert len(moves) == 1


def test_the_solver_stops_when_it_is_told_to() -> None:
    told: list[int] = []
    found = SolverBot(4).search(
        OPENING, seconds=inf, stop=lambda: len(told) > 1, report=lambda rollouts, best: told.append(rollouts)
    )
    assert not found.complete
    assert len(found) == 232
    assert told == sorted(told)
    assert len(told) == 2


def test_the_solver_sets_a_fantasyland_hand_against_what_it_sees() -> None:
    game = Game("progressive", 2, seed=5, fantasyland=[0, 15], button=0)
    move = SolverBot(rollouts=50).act(game.observation(1))
    assert move in game.legal_moves
    assert move == set_at_once(game.observation(1))  # nobody shows anything yet


def test_limits_of_the_solver_are_options() -> None:
    assert repr(make_bot("solver:seconds=2,threads=2", 7)) == "SolverBot(seed=7, seconds=2, threads=2)"
    assert repr(make_bot("solver")) == "SolverBot(seed=0, rollouts=5000)"
    with pytest.raises(OfcError, match="rollouts = 0"):
        make_bot("solver:rollouts=0")
    again = pickle.loads(pickle.dumps(SolverBot(3, se=0.25)))
    assert repr(again) == "SolverBot(seed=3, se=0.25)"


# the strong bot


def test_alone_it_plays_the_exact_best_of_the_last_three_streets() -> None:
    for rows, draw, gone in (
        ("Qh/7h7d6c/AsKs9s8s2s", "2c5dQc", "3c4d"),
        ("Qh/7h7d/AsKs9s8s", "2c5dQc", "3c"),
        ("Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc", "4c 4d 4h"),
    ):
        position = Position("pineapple", rows, draw, discards=gone)
        assert StrongBot(candidates=27).act(position) == best_moves(position)[0].move


def test_it_plays_for_the_rows_it_sees() -> None:
    for theirs in ("AhAd2d/9c9d9h5c4c/KhQhJhTh3h", "QdQs2d/AcAhJd9d3d/9c9h7c7d5c"):
        position = Position("pineapple", "Kd2h/KsKc6h5d/AsJs9s8s4s", "3c 2c 8c", opponents=[theirs])
        known = best_moves(position, Objective.of("pineapple", opponents=theirs))
        assert StrongBot().act(position) == known[0].move
    assert StrongBot().act(LAST) == analyse(LAST).best.move


def test_it_compares_only_the_candidates_of_the_policy() -> None:
    position = Position("pineapple", "Qh/7h7d/AsKs9s8s", "2c5dQc", opponents=["Kd/9h9d4c/JhJd2s"])
    policy = Policy.of("pineapple")
    best = sorted(position.legal_moves, key=lambda move: -policy.value(position.after(move)))
    assert StrongBot(candidates=2, futures=20).act(position) in best[:2]
    assert StrongBot(candidates=2, futures=20).act(position) == StrongBot(
        candidates=2, futures=20, threads=3
    ).act(position)


def test_openings_and_second_streets_are_those_of_the_policy() -> None:
    for view in (OPENING, Position("pineapple", "Kc/7h2c/AsKd", "2d 9s Ad", opponents=["Kh/3h3c/9h9d"])):
        assert StrongBot().act(view) == PolicyBot().act(view)


def test_the_strong_bot_sets_a_fantasyland_hand_against_what_it_sees() -> None:
    shown = "Qd Qs 2d/Ac Kc Jd 9d 3d/9c 9h 7c 7d 5c"
    draw = "As Ah Kh Ks 8c 8d 8h 6s 6d 5s 4s 4h 3s 3c 2c"
    view = Position("progressive", "", draw, opponents=[shown], fantasyland=[15, 0])
    best = solve_fantasyland(draw, "progressive", Objective.of("progressive", opponents=shown))
    assert StrongBot().act(view).rows == Move.of(*best.board.rows, best.discards).rows


def test_the_strong_bot_plays_games_of_all_kinds() -> None:
    """Where nothing is quick, as with jokers to come, it does as the policy does."""
    for name in ("criss-cross", "2-7-pineapple", "joker-ultimate", "chinese"):
        bots = [StrongBot(candidates=2, futures=5), PolicyBot()]
        assert simulate(name, bots, 1, seed=4, strict=True).complete


def test_options_of_the_strong_bot() -> None:
    made = make_bot("strong:candidates=4,futures=50,threads=2", 7)
    assert repr(made) == "StrongBot(seed=7, candidates=4, futures=50, threads=2)"
    assert repr(pickle.loads(pickle.dumps(StrongBot(3)))) == "StrongBot(seed=3)"
    with pytest.raises(OfcError, match="candidates must be 2"):
        make_bot("strong:candidates=1")
    with pytest.raises(OfcError, match="threads = 0"):
        StrongBot(threads=0)
    with pytest.raises(IllegalMove):
        StrongBot().act(Position("pineapple", "Qh/7h7d6c/AsKs9s8s2s"))


# hands that come at once


def test_a_hand_that_comes_at_once_is_set_for_the_most_points() -> None:
    position = Position("pineapple", "", "AsAhAd KsKh QdQcQh JsTs9s8s7s 2c", opponents=[""])
    move = GreedyBot(3).act(position)
    assert (
        move
        == set_at_once(position)
        == Move("As@t Ah@t Ad@t Ks@m Kh@m Qd@m Qc@m Qh@m Js@b Ts@b 9s@b 8s@b 7s@b x2c")
    )


def test_a_hand_with_jokers_is_set_at_once() -> None:
    position = Position("joker-ultimate", "", "X1X2AsAh KsKh7d7c 9h8h5d4d3c2c", opponents=[""])
    move = GreedyBot(3).act(position)
    game_rules = position.rules.compiled
    assert not game_rules.is_foul(*game_rules.row_strengths([card for row in move.rows for card in row]))


def test_jokers_resolved_row_by_row_are_no_trap() -> None:
    rules = RULES["joker-ultimate"].replace(joker_resolution="row")
    for seed in range(6):
        game = Game(rules, 2, seed=seed, fantasyland=[14, 0])
        while game.turn != 0:
            game.push(game.legal_moves[0])
        move = GreedyBot().act(game.observation(0))
        assert move in game.legal_moves


def test_an_opponent_out_of_turn_says_so() -> None:
    with pytest.raises(IllegalMove, match="only on its own turn"):
        GreedyBot().act(Game("pineapple", 2, seed=1).observation(1))


# engines as processes

GOOD = """
    import sys
    for line in sys.stdin:
        word = line.split()[0]
        if word == "ofci":
            print("id name tester 1\\nid author me")
            print("option name Seed type spin\\noption name Depth type spin\\nofciok")
        elif word == "isready":
            print("readyok")
        elif word == "position":
            fields = dict(part.split(".", 1) for part in line.split()[1].split("~")[1:])
        elif word == "go":
            GO
        elif word == "quit":
            break
        sys.stdout.flush()
"""
ANSWER = 'print("bestmove Qc@t 3c@m x2c")'


def program(tmp_path: Path, go: str = ANSWER, text: str = GOOD) -> list[str]:
    """A program in a file that answers `go` so."""
    path = tmp_path / f"engine{len(list(tmp_path.iterdir()))}.py"
    path.write_text(textwrap.dedent(text).replace("GO", textwrap.indent(go, " " * 8).lstrip()))
    return [sys.executable, "-S", "-E", str(path)]


posix = pytest.mark.skipif(sys.platform == "win32", reason="processes are looked for as POSIX does it")


def is_running(pid: int) -> bool:
    """Whether there is such a process; one that has ended and was not waited for counts too."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ended(pid: int, seconds: float = 3.0) -> bool:
    ends = time.monotonic() + seconds
    while is_running(pid) and time.monotonic() < ends:
        time.sleep(0.01)
    return not is_running(pid)


@posix
def test_an_engine_plays(tmp_path: Path) -> None:
    with ProcessBot(program(tmp_path)) as bot:
        assert bot.pid is None
        assert bot.act(LAST) == Move("Qc@t 3c@m x2c")
        assert bot.name == "tester 1"
        assert bot.engine_options == ("Seed", "Depth")
        pid = bot.pid
        assert bot.act(LAST) == Move("Qc@t 3c@m x2c")
        assert bot.pid == pid
    assert bot.pid is None
    assert ended(pid)


def test_an_engine_is_told_what_it_has_to_know(tmp_path: Path) -> None:
    """It writes down every line that it hears."""
    echo = "word = line.split()[0]; sys.stderr.write(line); sys.stderr.flush()"
    command = program(tmp_path, text=GOOD.replace("word = line.split()[0]", echo))
    bot = ProcessBot(command, seed=8, options={"Depth": 3}, movetime=0.25, rollouts=70)
    bot.act(LAST)
    bot.close()
    assert bot.stderr.splitlines() == [
        "ofci",
        "setoption name Depth value 3",
        "setoption name Seed value 8",
        "isready",
        f"position {LAST}",
        "go movetime 250 rollouts 70",
        "quit",
    ]


FAILURES = {
    "hangs": ("import time; time.sleep(60)", "no bestmove in 0.2 seconds"),
    "dies": (
        "sys.exit('out of luck')",
        "ended with status 1 without bestmove; its last words: out of luck",
    ),
    "talks nonsense": ("print('bestmove seven of hearts to the moon')", "is not a move"),
    "says nothing": ("print('bestmove')", "is not a move"),
    "moves illegally": (
        "print('bestmove As@t Kd@t Kc@t 7h@t 2c@b')",
        "is not a legal move: the top has room for 3",
    ),
    "moves others' cards": (
        "print('bestmove Ah@t Kd@m Kc@m 7h@b 2c@b')",
        "is not a legal move: Ah is not among",
    ),
    "gives up": ("print('bestmove surrender')", "is not a legal move: nobody may surrender"),
    "reports an error": ("print('error no idea')", "it says: error no idea"),
    "floods": (
        "[print('info string', i) for i in range(10**9)]",
        r"no bestmove in 0.2 seconds|has sent \d+ lines",
    ),
    "floods one line": ("[print('x' * 5000, end='') for i in range(10**9)]", "no bestmove in 0.2 seconds"),
    "sends bytes": ("sys.stdout.buffer.write(b'bestmove \\xff\\xfe\\x00\\n')", "is not a move"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_an_engine_that_fails_loses_the_hand_and_is_started_again(failure: str, tmp_path: Path) -> None:
    """It fails on an opening, and would play any other position."""
    go, reason = FAILURES[failure]
    go = f"if 'As' in fields['draw']:\n    {go}\nelse:\n    {ANSWER}"
    command = program(tmp_path, go)
    with ProcessBot(command, timeout=0.2 if "0.2" in reason else 5) as bot:
        with pytest.raises(BotError, match=reason) as raised:
            bot.act(OPENING)
        assert isinstance(raised.value, OfcError)
        assert bot.pid is None
        bot._settings["timeout"] = 5
        assert bot.act(LAST) == Move("Qc@t 3c@m x2c")


@posix
def test_a_failed_engine_leaves_no_process_behind(tmp_path: Path) -> None:
    bot = ProcessBot(program(tmp_path, "import time; time.sleep(60)"), timeout=0.3)
    pids: list[int] = []
    watch = threading.Timer(0.25, lambda: pids.append(bot.pid or 0))
    watch.start()
    with pytest.raises(BotError):
        bot.act(LAST)
    watch.join()
    assert pids[0]
    assert ended(pids[0])


def test_a_late_answer_is_never_taken_for_another_one(tmp_path: Path) -> None:
    command = program(tmp_path, f"import time; time.sleep(0.4); {ANSWER}")
    with ProcessBot(command, timeout=0.2) as bot:
        for _ in range(2):
            with pytest.raises(BotError, match="no bestmove"):
                bot.act(LAST)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import time; time.sleep(60)", "no ofciok in 0.2 seconds"),
        (
            "raise SystemExit('no licence')",
            "ended with status 1 without ofciok; its last words: no licence",
        ),
        ("print('hello')", "ended with status 0 without ofciok"),
    ],
)
def test_an_engine_that_does_not_start_says_why_and_is_given_up(
    text: str, reason: str, tmp_path: Path
) -> None:
    bot = ProcessBot(program(tmp_path, text=text), start_timeout=0.2 if "0.2" in reason else 5)
    for _ in range(3):
        with pytest.raises(BotError, match=reason):
            bot.act(LAST)
    with pytest.raises(BotError, match="3 starts have failed"):
        bot.act(LAST)


def test_a_slow_start_is_no_slow_move(tmp_path: Path) -> None:
    command = program(tmp_path, text="import time; time.sleep(0.5)\n" + textwrap.dedent(GOOD))
    with ProcessBot(command, timeout=0.3, start_timeout=10) as bot:
        assert bot.act(LAST) == Move("Qc@t 3c@m x2c")


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="nobody: it cannot be started: No such file"):
        ProcessBot([str(tmp_path / "nobody")]).act(LAST)


def test_what_an_engine_says_on_its_standard_error_is_kept(tmp_path: Path) -> None:
    go = f"sys.stderr.write('a' * 200_000 + 'the end'); {ANSWER}"
    with ProcessBot(program(tmp_path, go), stderr_kept=100) as bot:
        bot.act(LAST)
        bot.close()
        assert bot.stderr == "a" * 93 + "the end"


def test_an_engine_that_never_listens_is_noticed(tmp_path: Path) -> None:
    """It answers without reading, and its input fills up."""
    text = """
        import sys, time
        print("ofciok\\nreadyok", flush=True)
        while True:
            print("ofciok\\nreadyok\\nbestmove Qc@t 3c@m x2c", flush=True)
            time.sleep(0.0002)
    """

    def act_on_and_on(bot: ProcessBot) -> None:
        for _ in range(5000):
            bot.act(LAST)

    bot = ProcessBot(program(tmp_path, text=text), timeout=5)
    with bot, pytest.raises(BotError, match="it does not read its input"):
        act_on_and_on(bot)


def test_an_engine_pickles_and_starts_anew(tmp_path: Path) -> None:
    with ProcessBot(program(tmp_path), timeout=4, options={"Depth": 2}) as bot:
        bot.act(LAST)
        again = pickle.loads(pickle.dumps(bot))
        assert again.pid is None
        assert repr(again) == repr(bot)
        assert repr(bot).endswith("options={'Depth': 2})")
        with again:
            assert again.act(LAST) == Move("Qc@t 3c@m x2c")
            assert again.pid != bot.pid


def test_a_copy_of_an_engine_says_its_errors_where_they_are_looked_for(tmp_path: Path) -> None:
    bot = ProcessBot(program(tmp_path, f"sys.stderr.write('hello'); {ANSWER}"))
    with deepcopy(bot) as own:
        own.act(LAST)
    assert bot.pid is None
    assert bot.stderr == "hello"


@posix
def test_an_engine_ends_with_its_bot(tmp_path: Path) -> None:
    bot = ProcessBot(program(tmp_path))
    bot.act(LAST)
    pid = bot.pid
    del bot
    gc.collect()
    assert ended(pid)


@posix
def test_an_engine_ends_with_python(tmp_path: Path) -> None:
    """Whether Python ends in order, or is shot."""
    for end in ("", "os.kill(os.getpid(), 9)"):
        script = f"""
            import os
            from ofckit.bots import ProcessBot
            from ofckit.position import Position
            bot = ProcessBot({program(tmp_path)!r})
            bot.act(Position.parse({str(LAST)!r}))
            print(bot.pid, flush=True)
            {end}
        """
        done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True)
        assert done.stderr == ""
        assert ended(int(done.stdout))


@posix
def test_what_an_engine_started_ends_with_it(tmp_path: Path) -> None:
    """A shell script of many a bot: the engine is its child, and holds its pipes."""
    command = program(tmp_path)
    bot = ProcessBot(["sh", "-c", f"'{command[0]}' -S '{command[-1]}'; exit 3"])
    bot.act(LAST)
    bot.close()
    assert threading.active_count() == 1


@posix
def test_a_program_that_outlives_the_engine_that_started_it_is_ended_with_it(tmp_path: Path) -> None:
    """It closes the pipes, hangs up on nobody, and would run for an hour."""
    pid = tmp_path / "pid"
    start = f"subprocess.Popen(['sh', '-c', 'echo $$ > {pid}; exec sleep 3600'], **nothing)"
    text = f"""
        import subprocess, sys
        nothing = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        {start}
    """
    for end in ("bot.close()", "del bot", "dies"):
        go = "sys.exit(1)" if end == "dies" else ANSWER
        bot = ProcessBot(program(tmp_path, go, text=textwrap.dedent(text) + textwrap.dedent(GOOD)))
        with suppress(BotError):
            bot.act(LAST)
        while not (pid.exists() and pid.read_text().strip()):
            time.sleep(0.01)
        if end == "bot.close()":
            bot.close()
        del bot
        gc.collect()
        assert gone(int(pid.read_text())), end
        pid.unlink()


def gone(pid: int, seconds: float = 10.0) -> bool:
    """Whether a process that is not ours ends; one that nobody has waited for has ended."""
    ends = time.monotonic() + seconds
    while is_running(pid) and time.monotonic() < ends:
        stat = Path(f"/proc/{pid}/stat")
        with suppress(OSError):
            if stat.read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        time.sleep(0.01)
    return not is_running(pid)


def test_a_class_that_acts_in_its_own_way_is_not_played_in_c() -> None:
    class Mine(PolicyBot):
        def act(self, observation):
            return observation.legal_moves[0]

    assert compiled_for(PolicyBot(), "pineapple") is not None
    assert compiled_for(Mine(), "pineapple") is None
    report = simulate("pineapple", [Mine(), RandomBot(1)], 5, seed=1)
    assert report.seconds("Mine") > 0


@pytest.mark.parametrize("preset", RULES)
def test_the_random_bot_is_one_from_python_and_c(preset: str) -> None:
    rules = RULES[preset]
    players = [RandomBot(seed) for seed in range(rules.players[0])]
    arena = Arena(rules, [bot.compiled_for(rules) for bot in players])
    played = arena.play(seed=31, hands=12, button=1, boards=True)
    match = Match(rules, len(players), seed=31, button=1)
    for hand in range(12):
        game = match.deal()
        while not game.is_over:
            game.push(players[game.turn % len(players)].act(game.observation(game.turn)))
        for seat, board in enumerate(game.boards):
            assert [set(row) for row in played.board(hand, seat).rows] == [set(row) for row in board.rows]
        match.finish()


def test_threads_share_an_engine(tmp_path: Path) -> None:
    with ProcessBot(program(tmp_path)) as bot:
        moves: list[Move] = []
        threads = [threading.Thread(target=lambda: moves.append(bot.act(LAST))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert moves == [Move("Qc@t 3c@m x2c")] * 4


def test_a_match_goes_on_whatever_an_engine_does(tmp_path: Path) -> None:
    """It dies of the ace of spades, and plays hands without it to the end."""
    text = (EXAMPLES / "engine.py").read_text(encoding="utf-8")
    ace = (
        'elif word == "go" and "As" in position.split("draw.")[1]:\n            sys.exit("an ace")\n        '
    )
    path = tmp_path / "superstitious.py"
    path.write_text(text.replace('elif word == "go":', ace + 'elif word == "go":'))
    bot = ProcessBot([sys.executable, str(path)])
    report = simulate("pineapple", [GreedyBot(1), bot], 10, seed=4)
    figures = report.bot(1)
    assert report.bot(0).hands == 10
    assert 0 < figures.forfeits < 7
    assert "an ace" in bot.stderr
    assert all("its last words: an ace" in one.reason for one in report.forfeits)


def test_the_engine_of_the_docs_plays_every_preset_that_it_can() -> None:
    with ProcessBot([sys.executable, str(EXAMPLES / "engine.py")]) as bot:
        for preset in ("pineapple", "classic", "turbo", "chinese"):
            for settled in play(preset, bot):
                assert len(settled.fouls) == 2


def test_the_name_of_every_bot_leads_to_it() -> None:
    for name in bots.__all__:
        assert hasattr(bots, name)


# bots of one's own, by name


OWN = """
class Deep:
    def __init__(self, depth=1, seed=0):
        self.depth, self.seed = depth, seed
    def act(self, observation):
        return observation.legal_moves[-1]

def last(observation):
    return observation.legal_moves[-1]

ready = Deep(9)
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of its own name, in the current folder."""
    name = f"own_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return name


def test_a_bot_of_ones_own_has_a_name(own: str) -> None:
    for place in (own, f"{own}.py", str(Path(f"{own}.py").resolve())):
        assert make_bot(f"{place}:last").act(LAST) == LAST.legal_moves[-1]
        bot = make_bot(f"{place}:Deep:depth=3", seed=5)
        assert (bot.depth, bot.seed) == (3, 5)
        assert make_bot(f"{place}:ready").depth == 9
    assert pickle.loads(pickle.dumps(make_bot(f"{own}.py:Deep", 4))).seed == 4
    assert as_bot(make_bot(f"{own}:last")).name == "last"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("{own}:missing", "has no missing; there are Deep, last"),
        ("{own}.py:Deep:dept=3", "unexpected keyword argument 'dept'"),
        ("{own}.py:last:depth=3", "unexpected keyword argument 'depth'"),
        ("{own}:__name__", "neither"),
        ("nowhere.py:last", "there is no such file"),
        ("nowhere_at_all:last", "no module of this name"),
        ("bad.py:last", r"cannot be imported: ZeroDivisionError: .* \(bad.py, line 2\)"),
        ("json.py:last", "another module is called json"),
        ("{own}", "no bot"),
    ],
)
def test_what_is_wrong_with_a_bot_of_ones_own_is_said(own: str, name: str, says: str) -> None:
    Path("bad.py").write_text("a = 1\na / 0\n")
    Path("json.py").write_text("")
    with pytest.raises(OfcError, match=says):
        make_bot(name.format(own=own))


def test_a_name_that_starts_code_is_known_by_its_form() -> None:
    assert all(map(bots.starts_code, ["process:x", "bot.py:act", "my.module:Bot", "my:Bot:depth=3"]))
    assert not any(map(bots.starts_code, ["policy", "solver:seconds=2", "gready", "random", "bot.py"]))


def test_an_engine_with_a_time_for_moves_has_not_much_longer_to_start() -> None:
    assert make_bot("process:timeout=2:x")._settings["start_timeout"] == 5
    assert make_bot("process:timeout=20:x")._settings["start_timeout"] == 20
    assert make_bot("process:timeout=2,start_timeout=60:x")._settings["start_timeout"] == 60
    assert make_bot("process:x")._settings["start_timeout"] == 30


def test_a_policy_of_ones_own_plays(tmp_path: Path) -> None:
    learnt = Policy.train("pineapple", hands=2000, seed=3)
    learnt.save(tmp_path / "own.policy")
    for bot in (PolicyBot(policy=learnt), make_bot(f"policy:policy={tmp_path / 'own.policy'}")):
        moves = [bot.act(view) for view in cases("pineapple", 20)]
        assert moves == [learnt.move(view) for view in cases("pineapple", 20)]
        assert bot == pickle.loads(pickle.dumps(bot))
        assert bot != PolicyBot()
    assert moves != [PolicyBot().act(view) for view in cases("pineapple", 20)]
    assert repr(bot) != repr(PolicyBot(policy=Policy.train("pineapple", hands=2000, seed=4)))
    with pytest.raises(TypeError, match="a Policy or the path of its file"):
        PolicyBot(policy=7)
    (tmp_path / "own.txt").write_text("policy")
    with pytest.raises(OfcError, match=r"own\.txt: this is not a policy"):
        PolicyBot(policy=tmp_path / "own.txt")


def test_workers_share_the_processors() -> None:
    from ofckit._threads import sharing, thread_count

    alone = thread_count()
    with sharing(2):
        assert thread_count() == max(alone // 2, 1)
        assert thread_count(3) == 3
        with sharing(1000):
            assert thread_count() == 1
    assert thread_count() == alone


def test_the_shell_plays_a_wrong_decision_again(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    from ofckit.cli import main

    Path("wrong.py").write_text("def act(seen):\n    return seen.legal_moves[0] if seen.street else 1 / 0\n")
    assert main(["duel", "--bots", "wrong.py:act,greedy", "--hands", "2", "--seed", "1", "--strict"]) == 1
    said = capsys.readouterr().err
    assert "act raised an exception: hand 1, seating 1" in said
    assert 'wrong.py", line 2, in act' in said
    words = shlex.split(next(line for line in said.splitlines() if line.startswith("again"))[10:])
    assert words[:2] == ["ofckit", "engine"]
    assert main(words[1:]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err
    words[words.index("wrong.py:act")] = f"{own}:last"
    assert main(words[1:]) == 0
    assert Move(capsys.readouterr().out.strip()) in Position.parse(words[-1]).legal_moves
