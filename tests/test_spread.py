"""A decision as a run by boards: kept in a file, resumed, spread over workers, stopped."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from ofckit import RULES, Card, Limit, MoveInfo, Objective, OfcError, Position, best_moves, cards
from ofckit.cli import main

POSITION = Position("pineapple", "Qh2h/KhKd6h/AsJs9s8s", "3c 2c Qc")
WHOLE = best_moves(POSITION)


class Later(Executor):
    """Works on what it was given once somebody waits; `most`: then it is Ctrl-C."""

    def __init__(self, most: int = 1000) -> None:
        self.calls: list[Callable[[], object]] = []
        self.most = most

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        if len(self.calls) == self.most:
            raise KeyboardInterrupt
        self.calls.append(fn)
        future.set_result(fn(*args, **kwargs))
        return future


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


# -- The same moves -----------------------------------------------------------------------------------


def test_a_run_gives_what_one_search_gives(tmp_path: Path) -> None:
    assert best_moves(POSITION, checkpoint=tmp_path / "run") == WHOLE
    assert best_moves(POSITION, executor=Later()) == WHOLE
    with ThreadPoolExecutor(3) as pool:
        found = best_moves(POSITION, executor=pool, checkpoint=str(tmp_path / "other"))
    assert (found, found.position, found.complete) == (WHOLE, POSITION, True)
    assert (tmp_path / "run").read_bytes().splitlines()[0] == (tmp_path / "other").read_bytes().splitlines()[
        0
    ]


def test_other_processes_work_too() -> None:
    with ProcessPoolExecutor(1) as pool:
        assert best_moves(POSITION, Objective(foul=-4), executor=pool) == best_moves(
            POSITION, Objective(foul=-4)
        )


def test_a_last_street_needs_no_run(tmp_path: Path) -> None:
    last = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    assert best_moves(last, checkpoint=tmp_path / "run", executor=Later()) == best_moves(last)


def test_boards_that_differ_in_the_names_of_suits_are_solved_once() -> None:
    twins = Position("pineapple", "2h2d/KhKd6s/AsJs9c8s", "Qh Qd 4s")
    executor = Later()
    found = best_moves(twins, executor=executor)
    assert found == best_moves(twins)
    assert len(executor.calls) < len(found) == len(list(twins.legal_moves))


def test_suits_are_told_apart_where_the_deck_does() -> None:
    twins = Position("pineapple", "2h2d/KhKd6s/AsJs9c8s", "Qh Qd 4s", dead="7h 3d")
    executor = Later()
    assert best_moves(twins, executor=executor) == best_moves(twins)
    assert len(executor.calls) == len(list(twins.legal_moves))


# -- Stopped and resumed ------------------------------------------------------------------------------


def test_a_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    path, told = tmp_path / "run", list[tuple[int, int]]()
    best_moves(POSITION, checkpoint=path)
    header, *boards = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(header + b"".join(boards[:5]))
    executor = Later()
    found = best_moves(
        POSITION, checkpoint=path, executor=executor, progress=lambda done, every: told.append((done, every))
    )
    assert (found, len(executor.calls)) == (WHOLE, len(boards) - 5)
    assert (told[0], told[-1]) == ((5, len(boards)), (len(boards), len(boards)))
    again = Later()
    assert best_moves(POSITION, checkpoint=path, executor=again) == WHOLE
    assert again.calls == []


def test_ctrl_c_keeps_what_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "run"
    found = best_moves(POSITION, checkpoint=path, executor=Later(most=4))
    assert not found.complete
    assert (len(found), len(found.left)) == (4, len(WHOLE) - 4)
    assert {(info.move, info.ev) for info in found} <= {(info.move, info.ev) for info in WHOLE}
    assert len(lines_of(path)) == 1 + 4
    assert best_moves(POSITION, checkpoint=path) == WHOLE


def test_a_damaged_line_is_solved_again(tmp_path: Path) -> None:
    path = tmp_path / "run"
    best_moves(POSITION, checkpoint=path)
    text = path.read_bytes()
    half = text[: len(text) // 2]
    for damaged in (half, text.replace(b'"foul":0', b'"foul":1'), half + b"\n" + text[len(half) :] + b"[]\n"):
        path.write_bytes(damaged)
        assert best_moves(POSITION, checkpoint=path) == WHOLE


def test_a_line_says_which_board_it_is_and_what_it_is_worth(tmp_path: Path) -> None:
    best_moves(POSITION, checkpoint=tmp_path / "run")
    header, *boards = lines_of(tmp_path / "run")
    assert header["position"] == str(POSITION)
    assert {one["ev"] for one in boards} == {info.ev for info in WHOLE}
    assert all(str(one["board"]).count(" / ") == 2 for one in boards)


def test_a_file_of_another_decision_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "run"
    best_moves(POSITION, checkpoint=path)
    before = path.read_bytes()
    for position, objective in (
        (Position("pineapple", "Qh2h/KhKd6h/AsJs9s8s", "3c 2c Qd"), None),
        (POSITION, Objective(foul=-4)),
    ):
        with pytest.raises(OfcError, match="the checkpoint of a different run"):
            best_moves(position, objective, checkpoint=path)
    path.write_text("cards\n")
    with pytest.raises(OfcError, match="is not a checkpoint"):
        best_moves(POSITION, checkpoint=path)
    path.write_bytes(before)
    assert best_moves(POSITION, checkpoint=path) == WHOLE


def test_what_is_wrong_with_a_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="checkpoint is the path of a file"):
        best_moves(POSITION, checkpoint=4)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="executor is a"):
        best_moves(POSITION, executor="pool")  # type: ignore[arg-type]
    with pytest.raises(OfcError, match="4 draws to come"):
        best_moves(Position("pineapple", "", "QhQd7c6s2s"), checkpoint=tmp_path / "run")
    assert not (tmp_path / "run").exists()


# -- From the shell -----------------------------------------------------------------------------------


def test_the_command_keeps_and_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyse", "Qh2h/KhKd6h/AsJs9s8s", "--draw", "3c2cQc", "--exact", "--format", "json"]
    assert main(words) == 0
    alone = capsys.readouterr().out
    for _ in range(2):
        assert main([*words, "--checkpoint", str(tmp_path / "run")]) == 0
        assert capsys.readouterr().out == alone
    assert len(lines_of(tmp_path / "run")) == 1 + len(WHOLE)


def test_the_command_says_what_goes_together(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyse", "Qh2h/KhKd6h/AsJs9s8s", "--draw", "3c2cQc"]
    for more in (["--checkpoint", "run"], ["--workers", "2"], ["--boards", "5"]):
        assert main([*words, *more]) == 2
        assert "--exact" in capsys.readouterr().err
    assert main(["analyse", "Qh/7h7d/AsKd", "--boards", "5"]) == 2
    assert "5 are allowed" in capsys.readouterr().err


# -- A whole opening ----------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_an_opening_of_a_small_deck(tmp_path: Path) -> None:
    """Every one of its boards: minutes. Moves that differ in the names of suits are worth the same."""
    draw, rest = cards("QhQd7h7d2s"), cards("AhAdAcAs KhKdKcKs 9h9d9c9s")
    dead = [Card(card) for card in range(52) if Card(card) not in (*draw, *rest)]
    position = Position(RULES["pineapple"], "", draw, dead=dead)
    found = best_moves(position, checkpoint=tmp_path / "run", limit=Limit(boards=10**8))
    assert len(found) == 232
    worth = {str(info.move): info.ev for info in found}
    assert worth["Qh@t 7h@m 2s@m Qd@b 7d@b"] == worth["Qd@t 7d@m 2s@m Qh@b 7h@b"]
    best: MoveInfo = found[0]
    rows = [tuple(row) for row in best.move.rows]
    assert best_moves(position, checkpoint=tmp_path / "run")[0] == best
    from ofckit import value

    assert value(Position("pineapple", rows, dead=dead)).ev == best.ev
