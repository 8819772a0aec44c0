"""Values as a notebook shows them, as a prompt prints them, and as pages to send to friends."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import ofckit as ofc
from ofckit import Limit, Position, html, review
from ofckit.cli import main
from ofckit.history import History
from ofckit.odds import frequencies
from ofckit.rules import RULES
from ofckit.session import read

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
MATCH, EVENING = str(EXAMPLES / "history.toml"), str(EXAMPLES / "session.txt")
HAND = "AsAhAdKsKhQdQcQhJsTs9s8s7s2c"
LAST = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
SHORT = 200  # characters of a repr
VOID = {"meta", "rect", "polyline"}


class Reader(HTMLParser):
    """Checks that every element is closed where it was opened, and keeps the elements and their text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on") or name in ("href", "src")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture(scope="module")
def shown() -> dict[str, object]:
    """One value of every kind that has a form of its own, as long as they come."""
    history = History.read(Path(MATCH).read_bytes())
    session = read(Path(EVENING))
    few = Limit(rollouts=600)
    return {
        "Board": ofc.Board("QhQd5c/7h7d8s8c2d/AsKsJs9s4s"),
        "Position": Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h", opponents=["-/9c9d/5s4s3s"]),
        "Settlement": session.hands[0].settlement,
        "Solution": ofc.solve_fantasyland(HAND, RULES["ultimate"], k=3),
        "Analysis": ofc.analyse(Position("pineapple", "", "QhQd7c6s2s"), limit=few),
        "Moves": ofc.best_moves(LAST),
        "Report": ofc.duel("pineapple", [ofc.GreedyBot(1), ofc.GreedyBot(2)], 50, seed=1, block=25),
        "Review": review.review(history, "Otto", limit=Limit(rollouts=200), hand=1),
        "Rules": RULES["pineapple"].replace(name="our house", strict_rows=True),
        "Frequencies": frequencies(),
        "History": history,
        "PlayedHand": history.hands[1],
        "Session": session,
        "Scored": session.hands[0],
    }


def test_every_form_is_well_formed_and_says_what_the_value_says(shown):
    wanted = {
        "Board": "Two pair, eights and sevens, 2",
        "Position": "street 2 of 5",
        "Settlement": "Player 0 against Player 1",
        "Solution": "Three of a kind, aces",
        "Analysis": "best",
        "Moves": "+21.50",
        "Report": "GreedyBot 1",
        "Review": "points lost",
        "Rules": "Fantasyland",
        "Frequencies": "3,744",
        "History": "-34",
        "PlayedHand": "Street 5",
        "Session": "Pia pays Nadia",
        "Scored": "Nadia against Otto",
    }
    assert wanted.keys() == shown.keys()
    for kind, value in shown.items():
        fragment = value._repr_html_()
        assert fragment == html.fragment(value)
        reader = Reader(fragment)
        assert wanted[kind] in reader.words, kind
        assert "script" not in reader.tags
        assert len(fragment) < 80_000, kind


def test_every_repr_is_short_and_every_str_is_for_people(shown):
    hands = memoryview(bytes(range(14))).cast("B", (1, 14))
    more = {
        "Solutions": ofc.solve_fantasyland_many(hands, RULES["pineapple"]),
        "Hand": shown["Scored"].hand,
        "Figures": shown["Report"].bot(0),
        "Grade": shown["Review"][0],
        "Decision": shown["Review"][0].decision,
        **RULES,
    }  # fmt: skip
    for kind, value in (shown | more).items():
        assert len(repr(value)) <= SHORT, (kind, repr(value))
        assert "\n" not in repr(value)
        assert " object at 0x" not in repr(value)
    for kind in ("Settlement", "Solution", "Analysis", "Report", "Review", "Rules", "Frequencies", "Session"):
        assert str(shown[kind]).count("\n") >= 4, kind
    assert str(shown["Settlement"]) == shown["Settlement"].explain()
    assert str(shown["Rules"]) == shown["Rules"].sheet()
    assert str(shown["History"]).splitlines()[1:] == [
        "Hand 1: Nadia -6, Otto +6",
        "Hand 2: Nadia -28, Otto +28",
        "Total: Nadia -34, Otto +34",
    ]


def test_the_repr_of_rules_is_short_code_for_them():
    for rules in (
        *RULES.values(),
        RULES["turbo"].replace(strict_rows=True),
        RULES["pagat"].replace(name="x"),
    ):
        assert eval(repr(rules), {name: getattr(ofc, name) for name in ofc.__all__}) == rules
    assert repr(RULES["pineapple"]) == "RULES['pineapple']"
    assert repr(RULES["turbo"].replace(strict_rows=True)) == "RULES['turbo'].replace(strict_rows=True)"


def test_a_game_with_long_names_has_a_short_repr_too():
    history = History(ofc.Match("pineapple", ["x" * 60, "y" * 60, "z" * 60], seed=1))
    history.deal()
    for value in (history, history.hands[0]):
        assert len(repr(value)) <= SHORT
        Reader(html.fragment(value))
    empty = read("")
    assert "no totals" in repr(empty)
    Reader(html.fragment(empty))


def test_a_value_without_a_picture_is_told():
    with pytest.raises(TypeError, match="there is no picture of 'As'"):
        html.fragment("As")


def test_moves_that_know_no_position_are_a_table():
    reader = Reader(html.fragment(ofc.Moves(ofc.best_moves(LAST))))
    assert "table" in reader.tags
    assert "svg" not in reader.tags
    assert "Qc@t 3c@m x2c" in reader.words


def test_a_form_costs_nothing_before_it_is_asked_for():
    code = "import ofckit, sys; ofckit.Board('QhQd5c/-/-'); print('ofckit.html' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_page_is_a_document_with_every_hand(shown):
    page = html.page(shown["Session"], title="<Thursday>")
    assert page.startswith("<!doctype html>")
    assert '<meta name="viewport"' in page
    assert "<title>&lt;Thursday&gt;</title>" in page
    assert page.count("<details>") == 28
    reader = Reader(page.removeprefix("<!doctype html>"))
    assert "Pia pays Nadia" in reader.words
    assert html.page(shown["History"]).count("<details>") == 2
    assert "All moves" in html.page(shown["Moves"])
    for kind, value in shown.items():
        assert html.page(value).count("<html"), kind


# -- The commands -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["solve", HAND, "--best", "2"], "Best board"),
        (["analyse", str(LAST)], "Moves"),
        (["analyse", str(LAST), "--exact", "--format", "json"], "Moves"),
        (["replay", MATCH, "--hand", "2"], "Hand 2"),
        (["score", EVENING, "--brief"], "Totals"),
    ],
)
def test_commands_write_a_picture_and_a_page(words, told, tmp_path, capsys):
    picture, page = tmp_path / "one.svg", tmp_path / "one.html"
    plain = main(words), capsys.readouterr().out
    assert (main([*words, "--svg", str(picture), "--html", str(page)]), capsys.readouterr().out) == plain
    assert f">{told}</text>" in picture.read_text(encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    assert f">{told}</text>" in text
    Reader(text.removeprefix("<!doctype html>"))


def test_a_session_of_one_hand_is_drawn_as_its_table(tmp_path, capsys):
    file, picture = tmp_path / "one.txt", tmp_path / "one.svg"
    file.write_text(
        "Ann: QhQd5c/7h7d8s8c2d/AsKsJs9s4s\nBob: Kc4h3s/5h5d6s6h9c/9d9hQcJc8d\n", encoding="utf-8"
    )
    assert main(["score", str(file), "--svg", str(picture)]) == 0
    assert "Ann against Bob" in picture.read_text(encoding="utf-8")


def test_what_cannot_be_drawn_is_told(tmp_path, capsys):
    picture = str(tmp_path / "none.svg")
    assert main(["replay", MATCH, "--svg", picture]) == 2
    assert "--svg draws one hand, but there are 2: --hand 1 to 2" in capsys.readouterr().err
    assert main(["replay", MATCH, "--html", str(tmp_path / "all.html")]) == 0
    assert (tmp_path / "all.html").read_text(encoding="utf-8").count("<details>") == 2
    assert main(["analyse", "Qh/7h7d6c/AsKs9s8s2s", "--svg", picture]) == 2
    assert "moves are drawn" in capsys.readouterr().err
    assert main(["solve", HAND, "--svg", str(tmp_path / "no" / "such" / "folder.svg")]) == 2
    assert "cannot write" in capsys.readouterr().err
