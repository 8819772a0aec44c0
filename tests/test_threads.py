"""Platforms without threads and processes, as a browser's: everything runs on the one thread there is."""

from __future__ import annotations

import os
import subprocess
import sys
from threading import Thread

import pytest

import ofckit as ofc
from ofckit import _threads, engine
from ofckit.search import _running, solve_fantasyland_many

RULES = ofc.RULES["pineapple"]
LAST_STREET = ofc.Position(RULES, "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
BEFORE_THE_OTHERS = ofc.Position(
    RULES, "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc", opponents=["Th2d/QdQs6c5c/9c9h9d8d7d"]
)
TWO_TO_COME = ofc.Position("classic", "Qh2h/KhKd6h5d/AsJs9s8s", "Kc")
FIRST_STREET = ofc.Position(RULES, "", "As Ks Qd 7d 7c")


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_threads, "NO_THREADS", True)
    monkeypatch.setattr(engine, "NO_THREADS", True)
    monkeypatch.setattr(_running, "NO_THREADS", True)
    monkeypatch.setattr(Thread, "start", start)


@pytest.mark.usefixtures("no_threads")
@pytest.mark.parametrize("asked", [{}, {"threads": 2}])
def test_searches_need_no_second_thread(asked: dict[str, int]) -> None:
    limit = ofc.Limit(rollouts=500)
    assert ofc.analyse(FIRST_STREET, limit=limit, exact=False, **asked).complete
    assert ofc.best_moves(LAST_STREET, **asked)
    assert ofc.value(LAST_STREET, **asked).exact
    assert ofc.best_moves(TWO_TO_COME, **asked)
    assert ofc.analyse(BEFORE_THE_OTHERS, **asked)[0].exact
    deals = [ofc.Deck(seed=7, hand=hand).deal(14) for hand in range(8)]
    rows = memoryview(bytes(card for deal in deals for card in deal)).cast("B", (8, 14))
    many = solve_fantasyland_many(rows, RULES, **asked)
    assert list(many.values) == [ofc.solve_fantasyland(deal, RULES).value for deal in deals]


@pytest.mark.usefixtures("no_threads")
def test_a_wrong_number_of_threads_is_refused_there_too() -> None:
    with pytest.raises(ofc.OfcError, match="threads = 0"):
        ofc.analyse(FIRST_STREET, threads=0)


@pytest.mark.usefixtures("no_threads")
def test_an_engine_answers_before_it_hears_another_line() -> None:
    said: list[str] = []
    talk = engine.Engine(said.append, "policy")
    assert talk.hear(f"position {LAST_STREET}")
    assert talk.hear("go")
    assert said[-1].startswith("bestmove ")
    assert not talk.is_thinking
    assert talk.hear("go infinite")
    assert said[-1].startswith("error go: no thread can start here")
    assert talk.hear("isready")
    assert said[-1] == "readyok"


@pytest.mark.skipif(sys.platform == "emscripten", reason="that platform starts no process")
def test_bots_play_where_no_process_can_start() -> None:
    """A browser's Python has no _multiprocessing, on which pools of processes are built."""
    program = (
        "import sys; sys.modules['_multiprocessing'] = None\n"
        "import ofckit as ofc, ofckit.cli.duel, ofckit.review\n"
        "print(ofc.duel('pineapple', [ofc.PolicyBot(), ofc.GreedyBot()], hands=3, seed=1).complete)"
    )
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "True", done.stderr
