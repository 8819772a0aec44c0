"""`ofci`, the line protocol: as docs/engine.md has it, whatever comes in, and through real pipes."""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

import pytest

import ofckit
from ofckit import engine as module
from ofckit.bots import BotError, GreedyBot, ProcessBot, SolverBot, as_bot
from ofckit.engine import MOST_LINE, Engine, serve
from ofckit.game import Game
from ofckit.position import Move, Position
from ofckit.rules import RULES
from ofckit.simulation import simulate

DOCS = Path(__file__).resolve().parents[1] / "docs"
ENGINE = [sys.executable, "-m", "ofckit", "engine"]
LAST = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
OPENING = Position("pineapple", "", "As Kd Kc 7h 2c", opponents=[""])


class Talk:
    """An engine and all that it has said since it was last asked."""

    def __init__(self, bot: str = "greedy", seed: int = 0) -> None:
        self.lines: list[str] = []
        self.engine = Engine(self.lines.append, bot, seed, name="ofckit 0.1.0")

    def say(self, *lines: str) -> list[str]:
        """What it answers, the end of a search included."""
        self.lines.clear()
        for line in lines:
            assert self.engine.hear(line)
        if not self.engine.is_infinite:
            self.engine.wait()
        return list(self.lines)


def test_the_examples_in_the_docstrings_are_right() -> None:
    assert doctest.testmod(module).failed == 0


# the conversation of the docs


def test_the_session_in_the_docs_is_what_an_engine_says() -> None:
    session = re.search(r"```text\n(.*?)```", (DOCS / "engine.md").read_text(encoding="utf-8"), re.S)
    assert session is not None
    talk, expected, said = Talk("greedy"), [], []
    for line in session[1].splitlines():
        if line.startswith("< "):
            expected.append(re.sub(r"time \d+", "time N", line[2:]))
            continue
        if line == "> quit":
            assert not talk.engine.hear("quit")
            continue
        lines = talk.say(line[2:])
        if line == "> stop":
            talk.engine.wait()
            lines = list(talk.lines)
        said += [re.sub(r"time \d+", "time N", one) for one in lines]
    assert said == expected
    assert len(expected) > 12


# what it hears


def test_every_bot_answers() -> None:
    for bot in ("greedy", "random", "solver:rollouts=300"):
        (*_, answer) = Talk(bot).say(f"position {OPENING}", "go")
        word, _, text = answer.partition(" ")
        assert word == "bestmove"
        assert Move(text) in OPENING.legal_moves


def test_an_engine_plays_what_its_bot_plays() -> None:
    talk = Talk("greedy", seed=5)
    game = Game("joker-ultimate", 2, seed=3, fantasyland=[15, 0])
    while not game.is_over:
        view = game.observation(game.turn)
        (*_, answer) = talk.say(f"position {view}", "go")
        move = Move(answer.removeprefix("bestmove "))
        assert move == GreedyBot(5).act(view)
        game.push(move)


def test_house_rules_are_read_from_the_position_and_from_their_name() -> None:
    rules = RULES["pineapple"].replace(surrender_points=2, name="Thursday night")
    talk = Talk()
    assert talk.say("rules pineapple surrender_points.3D2", "isready") == ["readyok"]
    position = Position(rules, "", "As Kd Kc 7h 2c", opponents=[""])
    assert talk.say(f"position {position}", "go")[-1].startswith("bestmove ")


def test_a_seed_and_a_bot_are_options() -> None:
    talk = Talk()
    assert talk.say("setoption name Seed value 12", "setoption name bot value random") == []
    names = [line for line in talk.say("ofci") if line.startswith(("id name", "option"))]
    assert "random" in names[0]
    assert "default 12" in names[2]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hello world", "error unknown command 'hello'; there are go, isready, newhand"),
        ("go", "error go: no position yet"),
        ("position", "error a position begins with ofc1~"),
        ("position ofc1~seat.0", "error 'rules' is missing"),
        ("position ofc9~rules.pineapple", "error 'ofc9': this version reads"),
        ("setoption Bot greedy", "error setoption: the form is"),
        ("setoption name Depth value 7", "error setoption: no option 'Depth'; there are Bot, Seed"),
        (
            "setoption name Seed value -1",
            "error Seed: must be a number 0 to 18446744073709551615, not '-1'",
        ),
        ("setoption name Seed value ٣", "error Seed: must be a number"),
        ("setoption name Bot value gready", "error setoption: no bot 'gready'; there are greedy, policy"),
        ("setoption name Bot value greedy:depth=3", "error greedy:depth=3:"),
        ("setoption name Bot value process:ls", "error setoption: no bot 'process:ls'"),
        ("rules", "error rules: the form is 'rules NAME'"),
        ("rules pinaple", "error no preset named 'pinaple'"),
        ("rules pineapple surrender_points.3D-2", "error line 2: surrender_points = -2"),
        ("\x00\x01", "error unknown command"),
        ("x" * 3000, "error unknown command 'xxxx"),
    ],
)
def test_what_is_wrong_is_answered_in_one_line_and_ignored(line: str, answer: str) -> None:
    talk = Talk()
    (said,) = talk.say(line)
    assert said.startswith(answer)
    assert "\n" not in said
    assert len(said) <= 410
    assert talk.say("isready") == ["readyok"]


@pytest.mark.parametrize(
    "words", ["movetime", "movetime x", "rollouts 0", "rollouts -3", "depth 3", "movetime 9999999999999"]
)
def test_a_go_that_is_not_understood_is_no_go(words: str) -> None:
    talk = Talk()
    (said,) = talk.say(f"position {LAST}", f"go {words}")
    assert said.startswith("error ")
    assert talk.say("go")[-1].startswith("bestmove ")


def test_a_wrong_position_leaves_none_behind() -> None:
    talk = Talk()
    talk.say(f"position {LAST}", "position ofc1~nonsense")
    assert talk.say("go") == ["error go: no position yet; send 'position ofc1~...' first"]
    talk.say(f"position {LAST}", "newhand")
    assert talk.say("go")[0].startswith("error go: no position")


def test_a_position_without_a_move_has_no_bestmove() -> None:
    for bot in ("greedy", "solver"):
        (said,) = Talk(bot).say("position ofc1~rules.pineapple~seat.0~b0.Qh_-_-", "go")
        assert said == "error go: no cards to place: a bot acts only on its own turn"


def test_a_bot_that_breaks_is_an_error_line() -> None:
    talk = Talk()
    talk.engine._player = as_bot(lambda observation: 1 // 0)
    assert talk.say(f"position {LAST}", "go") == [
        "error go: ZeroDivisionError: integer division or modulo by zero"
    ]
    assert talk.say("isready") == ["readyok"]


# searching


def test_a_search_hears_stop_and_isready() -> None:
    talk = Talk("solver")
    talk.say(f"position {OPENING}", "go infinite")
    for _ in range(2):
        assert talk.say("isready")[-1] == "readyok"
    assert talk.engine.is_thinking
    assert talk.say("go")[-1] == "error go: a search is running; 'stop' ends it"
    time.sleep(0.8)
    assert talk.engine.hear("stop")
    talk.engine.wait(5)
    assert not talk.engine.is_thinking
    assert talk.lines[-1].startswith("bestmove ")
    reports = [line for line in talk.lines if "rollouts" in line]
    assert reports
    assert "candidate 1 ev" in reports[0]


def test_a_search_takes_the_time_or_the_rollouts_that_it_is_given() -> None:
    talk = Talk("solver", seed=3)
    began = time.monotonic()
    first = talk.say(f"position {OPENING}", "go movetime 300 hint")
    assert time.monotonic() - began < 60
    assert sum(line.startswith("info candidate") for line in first) == 5
    answers = {talk.say("go rollouts 600")[-1] for _ in range(2)}
    assert len(answers) == 1
    assert answers == {f"bestmove {SolverBot(3, rollouts=600).act(OPENING)}"}


def test_stop_without_a_search_is_nothing() -> None:
    talk = Talk()
    assert talk.say("stop", "stop") == []
    assert talk.say(f"position {LAST}", "go")[-1].startswith("bestmove ")


# streams


def served(text: bytes, bot: str = "greedy") -> list[str]:
    lines: list[str] = []
    serve(bot, stdin=BytesIO(text), send=lines.append)
    return lines


def test_the_end_of_the_input_lets_a_search_end() -> None:
    assert served(f"position {LAST}\ngo".encode())[-1] == "bestmove Qc@t 3c@m x2c"
    assert served(f"position {LAST}\ngo infinite\n".encode())[-1] == "bestmove Qc@t 3c@m x2c"
    assert served(b"") == []


def test_nothing_is_heard_after_quit() -> None:
    assert served(b"isready\r\nquit\nisready\n") == ["readyok"]


def test_a_line_that_is_too_long_is_refused_whole() -> None:
    long = b"position " + b"a" * (3 * MOST_LINE) + b" isready\n"
    assert served(long + b"isready\n") == [f"error a line of more than {MOST_LINE} bytes", "readyok"]
    exact = b"isready" + b" " * (MOST_LINE - 8) + b"\n"
    assert served(exact + b"isready\n") == ["readyok", "readyok"]


def test_bytes_that_are_no_text_are_an_error() -> None:
    (said,) = served(b"\xff\xfe go\n")
    assert said.startswith("error unknown command")


def test_a_host_that_is_gone_ends_the_engine() -> None:
    def gone(line: str) -> None:
        raise BrokenPipeError

    serve("greedy", stdin=BytesIO(b"isready\n" * 10), send=gone)


def test_ofckit_engine_speaks_it_through_pipes() -> None:
    process = subprocess.Popen(
        [*ENGINE, "--bot", "greedy"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        process.stdin.write("isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == "readyok\n"  # at once, not when the pipe is full
        process.stdin.write(f"position {LAST}\ngo\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith("info time")
        assert process.stdout.readline() == "bestmove Qc@t 3c@m x2c\n"
        process.stdin.write("quit\n")
        process.stdin.flush()
        assert process.wait(10) == 0


def test_a_wrong_bot_is_a_wrong_command_line() -> None:
    done = subprocess.run([*ENGINE, "--bot", "gready"], capture_output=True, encoding="utf-8", input="")
    assert done.returncode == 2
    assert "no bot 'gready'; there are greedy, policy, random, solver, strong" in done.stderr


def test_our_engine_plays_through_our_process_bot() -> None:
    with ProcessBot([*ENGINE, "--bot", "greedy"], seed=9) as bot:
        game = Game("classic", 2, seed=1)
        while not game.is_over:
            view = game.observation(game.turn)
            move = bot.act(view)
            assert move == GreedyBot(9).act(view)
            game.push(move)
        assert bot.name == f"ofckit {ofckit.__version__} greedy"
        assert bot.engine_options == ("Bot", "Seed")
    with (
        ProcessBot([*ENGINE, "--bot", "greedy"], options={"Depth": 3}) as bot,
        pytest.raises(BotError, match="no option 'Depth'"),
    ):
        bot.act(LAST)


# one's own


def test_a_function_is_an_engine() -> None:
    def act(position: Position) -> Move:
        print("thinking")  # which no host may read
        return position.legal_moves[-1]

    talk: list[str] = []
    text = f"ofci\nsetoption name Seed value 1\nposition {LAST}\ngo\n".encode()
    serve(act, name="my bot", stdin=BytesIO(text), send=talk.append)
    assert talk[:3] == ["id name my bot", "ofciok", "error setoption: no option 'Seed'; there are none"]
    assert talk[-1] == f"bestmove {LAST.legal_moves[-1]}"


def test_an_engine_of_ones_own_that_fails_tells_its_author_where(capsys: pytest.CaptureFixture[str]) -> None:
    def act(position: Position) -> Move:
        raise KeyError("ace")

    talk: list[str] = []
    serve(act, stdin=BytesIO(f"position {LAST}\ngo\n".encode()), send=talk.append)
    assert talk == ["error go: KeyError: 'ace'"]
    assert "in act" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["python", "node", "c"])
def test_a_template_plays_at_once(language: str, tmp_path: Path) -> None:
    text = subprocess.run(
        [*ENGINE, "--template", language], capture_output=True, check=True, encoding="utf-8"
    ).stdout
    source = tmp_path / {"python": "bot.py", "node": "bot.js", "c": "bot.c"}[language]
    source.write_text(text, encoding="utf-8")
    if language == "c":
        compiler = shutil.which("cc") or pytest.skip("there is no C compiler")
        command = [str(tmp_path / "bot")]
        subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-o", *command, str(source)], check=True)
    else:
        command = [sys.executable if language == "python" else shutil.which("node") or "", str(source)]
    if not command[0]:
        pytest.skip("there is no Node.js")
    with ProcessBot(command) as bot:
        report = simulate("pineapple", [bot, GreedyBot(1)], 6, seed=3)
        assert [one.forfeits for one in map(report.bot, range(2))] == [0, 0]
        assert bot.act(Position("pineapple", "", "As Ks Qs Js 9s 8h 7h 6h 5h 4d 3d 2d 2c Ah")) is not None
        assert bot.act(Position("classic", "AhKh/3s/4d5d", "2c")) is not None
        assert bot.name == "my bot"
