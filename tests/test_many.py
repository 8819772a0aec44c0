"""Many positions at once, and progress as people know it."""

from __future__ import annotations

import io
import pickle
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from types import ModuleType
from typing import ClassVar

import pytest

import ofckit as ofc
from ofckit import GreedyBot, Limit, OfcError, Position, analyse, analyse_many, best_moves, best_moves_many
from ofckit._progress import Bar, Line, watching

BOARD = "Qh2h/KhKd6h5d/AsJs9s8s4s"
LAST = [Position("pineapple", BOARD, draw) for draw in ("3c2cQc", "3c2c4c", "QcQs7h")]
FIRST = [Position("pineapple", "", draw) for draw in ("QhQd7c6s2s", "AsKs9s8s2d")]
FEW = Limit(rollouts=600)


def same(some, others) -> bool:
    """Whether two analyses say the same, whatever time they took."""
    return [(one.moves, one.gaps, one.futures) for one in some] == [
        (one.moves, one.gaps, one.futures) for one in others
    ]


def test_any_number_of_workers_gives_what_one_analysis_after_the_other_gives():
    positions = [*FIRST, *LAST]
    alone = [analyse(one, limit=FEW, threads=1) for one in positions]
    assert same(analyse_many(positions, limit=FEW), alone)
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as pool:
            assert same(analyse_many(positions, limit=FEW, executor=pool), alone)
            assert best_moves_many(LAST, executor=pool) == [best_moves(one) for one in LAST]


def test_other_processes_work_too():
    with ProcessPoolExecutor(1) as pool:
        assert same(analyse_many(FIRST, limit=FEW, executor=pool), analyse_many(FIRST, limit=FEW))
        (found, *_) = best_moves_many(LAST, executor=pool)
    assert (found.position, found.left) == (LAST[0], ())


def test_what_a_search_finds_pickles():
    for found in (analyse(LAST[0]), best_moves(LAST[0])):
        again = pickle.loads(pickle.dumps(found))
        assert again == found
        assert again.position == found.position


def test_no_positions_are_no_results():
    assert analyse_many([]) == []
    with ThreadPoolExecutor(1) as pool:
        assert best_moves_many([], executor=pool) == []


def test_progress_counts_positions():
    told = []
    best_moves_many(LAST, progress=lambda done, every: told.append((done, every)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_what_is_wrong_is_told_with_its_number():
    empty = Position("pineapple", BOARD)
    for executor in (None, ThreadPoolExecutor(2)):
        with pytest.raises(OfcError, match=r"positions\[1\]: .*no cards are drawn"):
            analyse_many([LAST[0], empty, empty], executor=executor)
    with pytest.raises(TypeError, match=r"positions\[1\] is 'As', not a Position"):
        best_moves_many([LAST[0], "As"])
    with pytest.raises(TypeError, match="executor is a"):
        analyse_many(LAST, executor=4)
    with pytest.raises(TypeError, match="progress is True or a function"):
        analyse_many(LAST, progress="yes")


class Backwards(Executor):
    """Finishes what it was given last first, and not before all is there."""

    def __init__(self) -> None:
        self.jobs: list = []

    def submit(self, fn, /, *args, **kwargs):
        self.jobs.append((Future(), lambda: fn(*args, **kwargs)))
        if len(self.jobs) == len(LAST):
            for future, job in reversed(self.jobs):
                try:
                    future.set_result(job())
                except OfcError as error:
                    future.set_exception(error)
        return self.jobs[-1][0]


def test_the_first_mistake_is_the_one_that_is_told_whoever_is_faster():
    empty = Position("pineapple", BOARD)
    for mistakes in ([0, 1, 2], [1, 2], [2]):
        positions = [empty if number in mistakes else one for number, one in enumerate(LAST)]
        with pytest.raises(OfcError, match=rf"^positions\[{mistakes[0]}\]"):
            best_moves_many(positions, executor=Backwards())


def test_results_are_in_the_order_of_the_positions():
    found = best_moves_many(LAST, executor=Backwards())
    assert [one.position for one in found] == LAST


def test_ctrl_c_leaves_nothing_behind():
    def stop(done, every):
        raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as pool, pytest.raises(KeyboardInterrupt):
        best_moves_many(LAST, executor=pool, progress=stop)


# -- Progress -----------------------------------------------------------------------------------------


class FakeTqdm:
    """What a bar of tqdm was told."""

    made: ClassVar[list[FakeTqdm]] = []

    def __init__(self, unit):
        self.unit, self.total, self.n, self.closed = unit, None, 0, False
        self.made.append(self)

    def reset(self, total):
        self.total, self.n = total, 0

    def update(self, n):
        self.n += n

    def close(self):
        self.closed = True


@pytest.fixture
def tqdm(monkeypatch):
    module = ModuleType("tqdm.auto")
    module.tqdm = FakeTqdm
    monkeypatch.setitem(sys.modules, "tqdm", ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    FakeTqdm.made = []
    return FakeTqdm.made


def test_true_is_the_bar_of_tqdm_everywhere(tqdm):
    ofc.simulate("pineapple", [GreedyBot(1), GreedyBot(2)], 20, seed=1, block=10, progress=True)
    best_moves(LAST[0], progress=True)
    analyse_many(LAST, progress=True)
    analyse(FIRST[0], limit=FEW, progress=True)
    ofc.value(LAST[0], progress=True)
    assert [bar.unit for bar in tqdm] == [" hands", " moves", " positions", " rollouts", " moves"]
    assert [(bar.n, bar.total) for bar in tqdm[:3]] == [(20, 20), (6, 6), (3, 3)]
    assert all(bar.closed for bar in tqdm)


def test_the_bar_is_closed_after_a_mistake(tqdm):
    with pytest.raises(OfcError):
        analyse_many([Position("pineapple", BOARD)], progress=True)
    assert tqdm[0].closed


def test_without_tqdm_and_a_terminal_there_is_one_plain_line(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    best_moves_many(LAST, progress=True)
    out, err = capsys.readouterr()
    assert (out, err.splitlines()[0].partition(" in ")[0]) == ("", "3 of 3 positions")
    assert len(err.splitlines()) == 1


def test_without_tqdm_a_terminal_gets_the_bar_of_text(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with watching(True, "hands") as told:
        assert isinstance(told, Bar)
    with watching(None, "hands") as told:
        assert told is None
    line = Line("hands", stream=(stream := io.StringIO()))
    line.close()
    assert stream.getvalue() == ""
