"""A session kept while it is played: every line is in the file at once, and it goes on where it stopped."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ofckit as ofc
from ofckit.cli import main
from ofckit.session import SessionFile, read

ANN = ("Qh Qd 5c", "7h 7d 8s 8c 2d", "As Ks Js 9s 4s")
BOB = ("Kc 4h 3s", "5h 5d 6s 6h 9c", "9d 9h Qc Jc 8d")  # foul: 17 for Ann


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tonight.txt"


def play(path, *lines, **options):
    """Enter these lines; the points of the hands that they end."""
    with SessionFile(path, **options) as file:
        scored = [file.enter(line) for line in lines]
    return [one.settlement.points for one in scored if one is not None]


def seated(path, *names, **options):
    with SessionFile(path, **options) as file:
        file.seat(names or ("Ann", "Bob"))
    return path


def test_a_hand_is_entered_row_by_row(path):
    seated(path, rules="pineapple", stake="0,50 €")
    with SessionFile(path) as file:
        places = []
        for row in (*ANN, *BOB):
            places.append(file.place)
            scored = file.enter(row)
    assert [(name, str(row)) for name, row in places] == [
        (name, row) for name in ("Ann", "Bob") for row in ("top", "middle", "bottom")
    ]
    assert scored.settlement.points == (17, -17)
    session = read(path)
    assert (session.problems, session.totals) == ([], {"Ann": 17, "Bob": -17})
    assert (session.hands[0].hand.rules.name, session.price(session.money("Ann"))) == ("pineapple", "8.50 €")


@pytest.mark.parametrize("stop", range(1, 12))
def test_it_goes_on_where_it_stopped(path, stop):
    lines = (*ANN, *BOB) * 2
    seated(path)
    before = play(path, *lines[:stop])
    after = play(path, *lines[stop:])
    assert before + after == [(17, -17)] * 2
    assert read(path).totals == {"Ann": 34, "Bob": -34}


def test_whole_boards_names_fouls_and_those_who_sit_out(path):
    seated(path, "Ann", "Bob", "Cid")
    assert play(path, " / ".join(ANN), "-", "fouled") == [(17, -17)]
    assert play(path, "QQ5", "77882", "AKJ94 flush", "leaves", "-") == [(17, -17)]
    assert read(path).totals == {"Ann": 34, "Cid": -17, "Bob": -17}


def test_undo_takes_back_line_by_line_into_the_hand_before(path):
    seated(path)
    play(path, *ANN, *BOB, *ANN[:2])
    with SessionFile(path) as file:
        assert file.undo() == ANN[1]
        assert file.undo() == ANN[0]
        assert file.place == ("Ann", ofc.Row.TOP)
        assert file.undo() == BOB[2]
        assert (file.place, file.session.totals) == (("Bob", ofc.Row.BOTTOM), {})
        assert file.enter(BOB[2].replace("8d", "8h")).settlement.points == (17, -17)
        for _ in range(6):
            file.undo()
        with pytest.raises(ofc.OfcError, match="no line to take back"):
            file.undo()
        assert file.place == ("Ann", ofc.Row.TOP)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "the top takes 3 cards"),
        ("Qh Qd", "the top takes 3 cards, not 2"),
        ("Qh Qd 5x", "'5x' is not a card"),
        ("Qh Qh 5c", "Qh is on the table already"),
        ("flush", "three cards are a high card, a pair or trips"),
        ("Ann: Qh Qd 5c", "one row at a time"),
        ("Qh Qd 5c / 7h", "a board is three rows"),
        ("Qh Qd 5c # x", "the top takes 3 cards"),
        ("Qh\x1b[2J", "the top takes 3 cards"),
        ("-", "too few players"),
    ],
)
def test_what_is_no_row_is_not_written(path, line, why):
    seated(path)
    before = path.read_bytes()
    with SessionFile(path) as file, pytest.raises(ofc.OfcError) as error:
        file.enter(line)
    assert why in str(error.value)
    assert path.read_bytes() == before


def test_a_card_of_another_board_of_the_hand_is_refused(path):
    seated(path)
    play(path, " / ".join(ANN))
    with SessionFile(path) as file, pytest.raises(ofc.OfcError, match="5c is on the table already"):
        file.enter("Kc 4h 5c")


@pytest.mark.parametrize(
    "names",
    [
        ["Ann"],
        ["Ann", "ann"],
        ["Ann", "stake"],
        ["Ann", "B:b"],
        ["Ann", "#b"],
        ["Ann", "x" * 50],
        list("abcde"),
    ],
)
def test_names_that_cannot_be_are_refused(path, names):
    with SessionFile(path) as file:
        with pytest.raises(ofc.OfcError):
            file.seat(names)
        assert file.place is None


def test_a_file_written_by_hand_goes_on(path):
    path.write_text(f"stake: 2\n\nAnn: {' / '.join(ANN)}\nBob: {' / '.join(BOB)}", encoding="utf-8")
    assert play(path, *ANN, *BOB) == [(17, -17)]
    assert read(path).money("Ann") == 68


def test_a_row_that_was_cut_off_is_taken_back(path):
    seated(path)
    play(path, *ANN, *BOB[:1])
    with path.open("a", encoding="utf-8") as file:
        file.write("5h 5d 6")
    assert play(path, *BOB[1:]) == [(17, -17)]


def test_what_is_no_text_is_refused(path):
    path.write_bytes(b"\xff\xfe\x00\xff")
    with pytest.raises(ofc.OfcError, match="not text"):
        SessionFile(path)
    with pytest.raises(ofc.OfcError):
        SessionFile(path.parent)


# -- The command


def run(path, text, monkeypatch, capsys, *options):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8", "replace"))
    status = main(["score", "--live", str(path), *options])
    return status, *capsys.readouterr()


def test_the_command_asks_and_shows_the_totals(path, monkeypatch, capsys):
    text = "\n".join(["Ann, Bob", *ANN[:2], "x", "u", ANN[1], "h", ANN[2], *BOB, "t", "q"])
    status, out, _ = run(path, text, monkeypatch, capsys, "--stake", "0.5")
    assert status == 0
    for part in (
        "1 Ann, top > ",
        "! 'x' is no hand",
        f"taken back: {ANN[1]}",
        "Hand 1: Ann +17, Bob -17",
        "Bob pays Ann 8.50",
    ):
        assert part in out
    status, out, _ = run(path, "p\nAnn, Cid\nQQ5\n77882\nAKJ94 flush\nfouled\n", monkeypatch, capsys)
    assert "2 Ann, top > " in out
    assert "Ann +34" in out
    assert read(path).totals == {"Ann": 34, "Bob": -17, "Cid": -17}


def test_the_command_needs_a_file(monkeypatch, capsys):
    status, _, err = run("-", "", monkeypatch, capsys)
    assert (status, "--live needs the name of a file" in err) == (2, True)


@pytest.mark.parametrize("columns", ["40", "80"])
def test_lines_fit_the_terminal(path, monkeypatch, capsys, columns):
    monkeypatch.setenv("COLUMNS", columns)
    names = "Maximiliana Alexandra, Bartholomew the Second"
    text = "\n".join([names, *ANN, "two pair 8s", "h", *BOB, "u", BOB[2]])
    _, out, _ = run(path, text, monkeypatch, capsys)
    lines = out.split("After 1 hand")[0].replace(" > ", " > \n").splitlines()
    assert max(len(line) for line in lines if " > " not in line and str(path)[:20] not in line) < int(columns)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL") or sys.platform == "emscripten", reason="no SIGKILL")
def test_a_kill_loses_no_line_that_was_entered(path):
    """The process is killed after each of these lines, while the next one is half typed."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "ofckit", "score", "--live", str(path)]
    lines = ["Ann, Bob", *ANN, *BOB, *ANN[:1]]
    for number in range(0, len(lines), 3):
        some = lines[number : number + 3]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment
        ) as process:
            process.stdin.write("".join(f"{line}\n" for line in some).encode() + b"Th 9")
            process.stdin.flush()
            wait_for(path, some[-1])
            process.send_signal(signal.SIGKILL)
            process.wait()
            process.stdin.close()
    assert read(path).totals == {"Ann": 17, "Bob": -17}
    with SessionFile(path) as file:
        assert file.place == ("Ann", ofc.Row.MIDDLE)
        assert file.undo() == ANN[0]


def wait_for(path: Path, line: str) -> None:
    """Until the last line of the file is this one; a test that waits forever is ended by its runner."""
    for _ in range(6000):
        if path.exists() and path.read_text(encoding="utf-8").rstrip("\n").endswith(line):
            return
        time.sleep(0.01)
    raise AssertionError(f"{line!r} is not in {path.read_text(encoding='utf-8')!r}")
