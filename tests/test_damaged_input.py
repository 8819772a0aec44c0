"""Damaged input of every kind for every command: an error is said, with status 1 or 2, and never one of ours.

Seeded: the same inputs on every machine. What this finds gets a test of its own where it belongs.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from ofckit import RULES
from ofckit.cli import main
from ofckit.cli._options import COMMANDS
from ofckit.game import Match
from ofckit.history import History
from played import random_move

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
SALT = (
    *("2c", "3d", "4h", "9s", "Tc", "10h", "Ks", "Ad", "X1", "X2", "JK", "*", "A♠", "0x", "1", "-", "AcKc"),
    *(
        ":",
        "/",
        "|",
        ",",
        ";",
        "=",
        "#",
        "[",
        "]",
        "{",
        "}",
        "(",
        '"',
        "'",
        "\\",
        "\t",
        "\0",
        "\x1b[2J",
        "\x85",
    ),
    *("\u2028", "\udcff", "é", "。", "\ufeff", "\r\n", "\n\n", " ", ""),
    *("0", "-1", "1e999", "NaN", "Infinity", "0.1", str(2**63), "9" * 5000, "true", "null", "٣"),
    *("[" * 2000, "{" * 40 + "}" * 40, "a." * 300, "x" * 5000, '{"a":' * 100),
    *("hand", "rules:", "stake:", "stacks:", "duplicates: allow", "button:", "top:", "fouls", "stay", "= +3"),
    *("[[hands]]", "actions = [", '"p1 2c@t"', "surrender", "points = [1, -1]", "deal p1", "leave", "???"),
    *('base = "pineapple"', "players = [2, 9]", 'streets = "5 + 1 x 8"', "jokers = 2", "[royalties.top]"),
    *RULES,
)


def recorded(preset: str, form: str) -> str:
    """The history of two hands played at random."""
    rng = Random(preset)
    history = History(Match(preset, ["Ann", "Bob", "Cid"][: max(2, RULES[preset].players[0])], seed=7))
    for _ in range(2):
        game = history.deal()
        while not game.is_over:
            history.push(random_move(game, rng))
        history.finish()
    return history.to_text(form)


def example(name: str) -> str:
    return (EXAMPLES / name).read_text(encoding="utf-8")


def hand(**more: object) -> str:
    boards = ("2c3d4h/5d6s7s8d9h/AsAhKs9s2s", "2d3h5h/4c4d6c7c9d/8c8hTsQdAc")
    players = [{"name": name, "board": board} for name, board in zip(("Ann", "Bob"), boards, strict=True)]
    return json.dumps({"players": players, **more})


SESSIONS = (
    example("thursday.txt"),
    example("chips.txt"),
    "\n".join(example("session.txt").splitlines()[:30]),
    "rules: joker-ultimate\n\nAnn: QhQdJK / 7h7d8s8c2d / AsKsJs9s4s = +3\nBob: surrender\n",
    "Ann:\n top: 2c3d4h\n middle: 5d6s7s8d9h\n bottom: AsAhKs9s2s\n"
    "Bob: t: 2d3h5h m: 4c4d6c7c9d b: 8c8hTsQdAc\n",
    hand(rules="pineapple", stake=2, duplicates="allow") + "\n" + hand(rules={"base": "turbo"}),
    json.dumps(json.loads(hand(button="Ann")), indent=2),
    "rules: house.toml\nstake: 2\n\nhand 7, button: Ann\nstacks: Ann 20, Bob 15\nAnn: -/-/- fouls\n",
    "alias: Bob = B\nstake: 0,50 €\n\nAnn: QQ5 / two pair 8s 7s / flush A\nB: KK / 77883 / boat 9s over 2s\n",
    "bottom / middle / top\nAnn: AsAhKs9s2s, 5d6s7s8d9h, 2c3d4h\nBob: 8c8hTsQdAc4c4d6c7c9d2d3h5h\nT leaves\n",
    "Seat 0: Ann\nTop: [ 2 ♣ ] 3 ♦ 4❤\nMiddle: 5d6s7s8d9h\nBottom: AsAhKs9s2s\n\nSeat 1: Bob\n"
    "Top: 2d3h5h\nMiddle: 4c4d6c7c9d\nBottom: 8c8hTsQdAc\nround 1\nAnn: top=2c; middle=5d 6s; bottom=As\n",
    '{"event": "deal", "player": "Ann", "cards": ["2c", "3d", "4h"]}\n'
    '{"event": "place", "player": "Ann", "placements": [["2c", "top"], ["3d", "top"], ["4h", "top"]]}\n'
    '{"event": "showdown", "boards": {"Ann": "2c3d4h/5d6s7s8d9h/AsAhKs9s2s", "Bob": {"top": "2d3h5h"}}}\n'
    '{"event": "score", "points": {"Ann": 3, "Bob": -3}}\n',
)
HISTORIES = tuple(
    recorded(preset, form) for preset in ("pineapple", "criss-cross") for form in ("toml", "jsonl")
)
RULE_FILES = (example("house.toml"), RULES["joker-ultimate"].to_toml(), RULES["2-7-pineapple"].to_toml())
COMMAND_LINES = {  # words that are damaged, and words that stay: what a command may spend, and write to
    "rank": (["As Kd 7h 7s 7c 2d 2h", "--ranking", "deuce-to-seven"], []),
    "hutchison": (["As Ks Ah Kh"], []),
    "odds": (["--deck", "20", "--cards", "3", "--wild", "2"], []),
    "rules": (["progressive", "--toml"], []),
    "solve": (["AsAdKhKsQsQh9h9s9d2s3s4s5s7d", "--against", "6c6d3c/5c5d4c4d2c/9cTcJcQcKc"], []),
    "analyse": (["Qh2d/7h7d6c6s/AsKsTs9s2s", "--draw", "8c Td Qd"], ["--rollouts", "20", "--threads", "1"]),
    "chances": (
        ["Qh2d/7h7d6c/AsKsTs9s", "--want", "top QQ+", "--cards", "1-3", "--dead", "8c"],
        ["--threads", "1"],
    ),
    "completion": (["bash"], []),
    "score": (["in", "--brief", "--stake", "0.5", "--rules", "classic"], []),
    "check": (["in", "in"], []),
    "replay": (["in", "--hand", "1"], []),
    "review": (["in", "--worst", "2"], ["--hand", "1", "--rollouts", "5", "--threads", "1"]),
    "duel": (["--bots", "random,random", "--seed", "1"], ["--hands", "2", "--checkpoint", "run"]),
    "play": (
        ["--rules", "pineapple", "--seed", "1", "--name", "Ann"],
        ["--opponent", "random", "--hands", "1", "--rollouts", "20", "--threads", "1"],
    ),
    "engine": (["--bot", "random"], []),
    "web": (["build", "site", "--wheel", "x.whl"], ["--pyodide", "none"]),
    "serve": (["--host", "127.0.0.1", "--workers", "1"], ["--no-browser", "--port", "65536"]),
}


def damaged(text: str, rng: Random) -> str:
    """The text with a few mistakes of the kinds that people, disks and programs make."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        lines = text.splitlines(keepends=True) or [""]
        at, line = rng.randrange(len(text) + 1), rng.randrange(len(lines))
        kind = rng.randrange(7)
        if kind == 0:
            text = text[:at] + rng.choice(SALT) + text[at:]
        elif kind == 1:
            text = text[:at] + rng.choice(SALT) + text[at + rng.randrange(1, 9) :]
        elif kind == 2:
            text = text[:at]
        elif kind == 3:
            text = "".join(lines[:line] + lines[line + 1 :])
        elif kind == 4:
            text = "".join([*lines[:line], lines[rng.randrange(len(lines))], *lines[line:]])
        elif kind == 5:
            words = lines[line].split(" ")
            words[rng.randrange(len(words))] = rng.choice(SALT)
            text = "".join([*lines[:line], " ".join(words), *lines[line + 1 :]])
        else:
            text = text[:at] + chr(rng.randrange(1, 256)) + text[at + 1 :]
    return text


def damaged_line(command: str, rng: Random) -> list[str]:
    """The command line with words wrong, missing, twice or too many."""
    words, fixed = COMMAND_LINES[command]
    words = [damaged(word, rng) if rng.random() < 0.4 else word for word in words]
    at, kind = rng.randrange(len(words) + 1), rng.randrange(4)
    if kind == 0:
        words.insert(at, rng.choice(SALT))
    elif kind == 1:
        del words[at:]
    elif kind == 2:
        words[at:at] = words[at : at + 2]
    return [command, *(word[:2000].replace("\0", "") for word in words), *fixed]


@contextmanager
def streams(given: bytes) -> Iterator[tuple[io.StringIO, io.StringIO]]:
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(given), "utf-8", "replace")
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    try:
        yield sys.stdout, sys.stderr
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept


def run(words: list[str], given: bytes = b"") -> None:
    """A command line, which ends as documented; a mistake of ours is raised, with where it is."""
    with streams(given) as (out, err):
        status = main(words)
        said = err.getvalue()
    assert status in (0, 1, 2), (status, said)
    assert "Traceback" not in said
    assert status != 2 or said, "it says what is wrong"
    assert "\x1b" not in out.getvalue() + said, "what is printed moves no cursor"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OFCKIT_DEBUG", "1")
    Path("house.toml").write_text(RULE_FILES[0], encoding="utf-8")
    return tmp_path


def write(text: str, rng: Random) -> Path:
    path = Path(rng.choice(("in.txt", "in.toml", "in.jsonl", "in.json")))
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


def check_files(seed: int, number: int) -> None:
    rng = Random(seed)
    for _ in range(number):
        path = str(write(damaged(rng.choice(SESSIONS + HISTORIES + RULE_FILES), rng), rng))
        form = rng.choice(("text", "json", "csv"))
        run(["score", path, "--format", form])
        run(["check", path])
        run(["replay", path])


def check_rules(seed: int, number: int) -> None:
    rng = Random(seed)
    for _ in range(number):
        Path("rules.toml").write_bytes(damaged(rng.choice(RULE_FILES), rng).encode("utf-8", "surrogatepass"))
        run(["rules", "rules.toml", *rng.choice(([], ["--toml"]))])
        run(["score", "--rules", "rules.toml", "-"], SESSIONS[0].encode())


def check_words(seed: int, number: int) -> None:
    rng = Random(seed)
    for _ in range(number):
        write(damaged(rng.choice(SESSIONS + HISTORIES), rng), rng).rename("in")
        words = damaged_line(rng.choice(COMMANDS), rng)
        run(words, damaged("quit\nposition 1\n2c t\nq\n", rng).encode("utf-8", "replace"))


SEEDS = range(4)


@pytest.mark.parametrize("seed", SEEDS)
def test_damaged_files(seed):
    check_files(seed, 60)


@pytest.mark.parametrize("seed", SEEDS)
def test_damaged_rules(seed):
    check_rules(seed, 60)


@pytest.mark.parametrize("seed", SEEDS)
def test_damaged_command_lines(seed):
    check_words(seed, 80)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(100, 110))
def test_damaged_input_of_every_kind_for_a_long_time(seed):
    check_files(seed, 3000)
    check_rules(seed, 3000)
    check_words(seed, 3000)


def test_every_command_meets_damaged_words():
    assert set(COMMAND_LINES) == set(COMMANDS)


def test_a_mistake_of_ours_would_be_seen(monkeypatch):
    monkeypatch.setattr("ofckit.cli.rank.run", lambda options: [][0])
    with pytest.raises(IndexError):
        run(["rank", "As"])
    monkeypatch.delenv("OFCKIT_DEBUG")
    with pytest.raises(AssertionError, match="a bug in ofckit"):
        run(["rank", "As"])
