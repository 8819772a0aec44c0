"""Text for people and spreadsheets: its columns on a terminal, and what others wrote made harmless."""

from __future__ import annotations

import csv
import io
import shlex
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ofckit
from ofckit._columns import columns, cut, fit, pad, printable, right, wrapped
from ofckit._csv import csv_text
from ofckit._progress import Bar
from ofckit.cli import main
from ofckit.session import read
from ofckit.simulation import duel

HOSTILE = "A\x1b]0;title\x07\x9b31m\u202e\n=cmd"


@given(st.text(max_size=40), st.integers(1, 20))
def test_text_takes_as_many_columns_as_it_is_given(text, width):
    text = printable(text)
    assert columns(cut(text, width)) <= width
    assert columns(fit(text, width)) == columns(right(text, width)) == width
    assert columns(pad(text, width)) == max(width, columns(text))
    assert pad(text, width).startswith(text)


@given(st.text("ab\u5b89e\u0301 ", max_size=80), st.integers(4, 20))
def test_wrapped_text_keeps_its_words_and_its_width(text, width):
    lines = list(wrapped(text, "- ", "  ", width))
    assert all(columns(line) <= width for line in lines)
    assert lines[0].startswith("- ")
    assert "".join(line[2:] for line in lines).replace(" ", "") == "".join(text.split())


@pytest.mark.parametrize("width", [0, 1, 2, 5])
def test_a_line_narrower_than_its_indent_ends_all_the_same(width):
    lines = list(wrapped("some words", " " * 8, " " * 10, width))
    assert "".join("".join(lines).split()) == "somewords"


@given(st.text())
def test_what_is_printable_moves_no_cursor(text):
    assert printable(text).isprintable()


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("\uff1d1", "\uff1d1"),
        ("\uff1dA1", "'\uff1dA1"),
        ("-17", "-17"),
        ("+0.5", "+0.5"),
        (-17, "-17"),
        ("-", "-"),
        ("Ann", "Ann"),
        ("a=b", "a=b"),
        (None, ""),
    ],
)
def test_no_cell_is_a_formula(cell, written):
    ((found, end),) = csv.reader(io.StringIO(csv_text([[cell, "x"]])))
    assert (found, end) == (written, "x")


def test_names_of_a_session_are_no_formulas():
    ann = "Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s"
    bob = "Kc 4h 3s / 5h 5d 6s 6h 9c / 9d 9h Qc Jc 8d"
    session = read(f'hand +x\n=HYPERLINK("x"): {ann}\n@Bob: {bob}\n')
    rows = list(csv.DictReader(io.StringIO(session.to_csv())))
    assert [row["player"] for row in rows] == ['\'=HYPERLINK("x")', "'@Bob"]
    assert [row["hand"] for row in rows] == ["'+x"] * 2
    assert [row["points"] for row in rows] == ["17", "-17"]


class Failing:
    """A bot that says something to the terminal."""

    name = "=bad"

    def act(self, observation):
        raise RuntimeError(HOSTILE.replace("\n", "") + " why" * 30 + " the end")


def test_what_an_engine_says_is_printed_without_its_escapes_and_in_full():
    report = duel("pineapple", [Failing(), ofckit.RandomBot(1)], 4, seed=1)
    shown = str(report)
    assert not {c for c in shown if not c.isprintable()} - {"\n"}
    assert "the end" in shown
    assert max(map(columns, shown.splitlines())) <= 80
    assert "'=bad" in report.to_csv()
    assert "\n=bad" not in report.to_csv()


def test_a_bar_that_is_not_kept_is_cleared():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    stream = Terminal()
    with Bar("moves", stream=stream, keep=False) as bar:
        bar(1, 10)
        bar(10, 10)
    first, *_, last = stream.getvalue().split("\r")[1:]
    assert first.startswith("[##......................] 1 of 10 moves")
    assert last == ""
    assert "10 of 10" not in stream.getvalue()


ENGINE = r"""
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "ofci":
        print("id name \x1b]0;title\x07evil\nofciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove \x1b[31mno\x9b", flush=True)
    elif word == "quit":
        break
"""


def test_the_name_and_the_answers_of_an_engine_move_no_cursor(tmp_path, capsys):
    engine = tmp_path / "en\x1bgine.py"
    engine.write_text(ENGINE, encoding="utf-8")
    bots = f"random,process:{shlex.join([sys.executable, str(engine)])}"
    main(["duel", "--bots", bots, "--hands", "3", "--seed", "1"])
    shown = "".join(capsys.readouterr())
    assert "forfeited 6 hands" in shown
    assert not {c for c in shown if not c.isprintable()} - {"\n"}
