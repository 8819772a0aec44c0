"""Endgames that are stopped: by Ctrl-C, by the clock, by their size; what is known comes back."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from itertools import count
from time import monotonic, sleep

import pytest

from ofckit import Limit, OfcError, Position, analyse, best_moves, value
from ofckit.search import Moves

THIRD = Position("pineapple", "Kd/7h6c5h/AsKs9d", "2c5dQc")
SECOND = Position("pineapple", "Kd/7h6h/AsKs", "5h4hQs")
"""A decision of minutes: 27 moves, most of seconds each."""


def stop_after(moves: int) -> object:
    """A progress callback that does what Ctrl-C does."""

    def progress(done: int, _: int) -> None:
        if done >= moves:
            raise KeyboardInterrupt

    return progress


def test_a_decision_that_is_stopped_gives_the_moves_that_are_solved() -> None:
    every = best_moves(THIRD)
    some = best_moves(THIRD, threads=1, progress=stop_after(5))
    assert every.complete
    assert not every.left
    assert not some.complete
    assert len(some) == 5
    assert len(some) + len(some.left) == len(every)
    solved = {info.move for info in some}
    assert list(some) == [info for info in every if info.move in solved]
    assert solved.isdisjoint(some.left)


def test_moves_are_a_list_that_says_whether_it_is_all() -> None:
    assert Moves().complete
    assert isinstance(best_moves(THIRD), list)


def test_a_value_is_not_given_from_half_the_moves() -> None:
    with pytest.raises(KeyboardInterrupt):
        value(THIRD, progress=stop_after(5))


def test_when_the_time_is_up_the_moves_that_are_solved_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    monkeypatch.setattr("ofckit.search._running.monotonic", lambda: float(next(clock)))
    some = best_moves(
        THIRD, limit=3.5, threads=1
    )  # one look at the clock to begin with, one before each move
    assert len(some) == 3
    assert not some.complete
    clock = count()
    with pytest.raises(OfcError, match="the time is up: 3 of 27 boards are solved"):
        value(THIRD, limit=3.5, threads=1)
    clock = count(0, 10)
    with pytest.raises(OfcError, match="the time is up: 0 of 27 boards are solved"):
        best_moves(THIRD, limit=3.5, threads=1)


def test_a_long_decision_ends_when_its_time_is_up() -> None:
    begun = monotonic()
    with pytest.raises(OfcError, match="the time is up: 0 of 27"):
        best_moves(SECOND, limit=0.05)
    assert monotonic() - begun < 20  # minutes, if it were not stopped; a busy machine is slow
    assert threading.active_count() == 1


def test_a_long_value_says_how_far_it_is() -> None:
    seen: list[tuple[int, int]] = []
    position = Position("classic", "Qh/7h7d6h/AsKsJh", dead="2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s8c8d8h8s")
    value(position, progress=lambda done, every: seen.append((done, every)), limit=Limit(boards=10**7))
    assert seen
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1] > 1


CHILD = """
from ofckit import Position, best_moves, value
position = Position("pineapple", "Kd/7h6h/As9s", "5h4hQs")
def progress(done, every):
    print("solved", done, flush=True)
try:
    print("begun", flush=True)
    {call}
except KeyboardInterrupt:
    print("nothing is known", flush=True)
else:
    print(len(found), len(found.left), found.complete, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a console's Ctrl-C reaches every process")
@pytest.mark.parametrize(
    ("call", "at", "end"),
    [
        ("found = best_moves(position, progress=progress, threads=2)", "solved", ("False",)),
        ("found = best_moves(position)", "begun", ("nothing is known", "False")),  # one may be solved
        ("found = value(position)", "begun", ("nothing is known",)),
    ],
    ids=["moves", "no move yet", "value"],
)
def test_ctrl_c_ends_a_long_search_at_once(call: str, at: str, end: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", CHILD.format(call=call)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        try:
            for line in child.stdout:
                if line.startswith(at):
                    break
            sleep(0.3 if at == "begun" else 0)
            child.send_signal(signal.SIGINT)
            last = child.communicate(timeout=60)[0].splitlines()[-1]
        finally:
            child.kill()
    assert last.endswith(end)
    if end == "False":
        solved, left, _ = last.split()
        assert int(solved) >= 1
        assert int(solved) + int(left) == 27


@pytest.mark.parametrize("limit", [0, -1, True, 2.5])
def test_a_limit_is_a_number_of_boards(limit: int) -> None:
    with pytest.raises(OfcError, match=r"boards = .*: a limit is a whole number above 0"):
        Limit(boards=limit)


def test_a_limit_that_a_search_does_not_have_is_told() -> None:
    with pytest.raises(OfcError, match="rollouts is not a limit of an exact search; it takes seconds"):
        best_moves(THIRD, limit=Limit(seconds=1, rollouts=100))
    with pytest.raises(OfcError, match="boards is not a limit of an analysis; it takes seconds and"):
        analyse(THIRD, limit=Limit(boards=100))


def test_what_is_too_large_says_how_large_it_is() -> None:
    with pytest.raises(OfcError, match=r"may take [\d,]+ boards with one draw to come, 100 are allowed"):
        best_moves(SECOND, limit=Limit(boards=100))
    with pytest.raises(OfcError, match=r"may take [\d,]+ boards with 2 cards to come, 100 are allowed"):
        value(Position("classic", "Qh/7h7d6h/AsKs9s8s"), limit=Limit(boards=100))
