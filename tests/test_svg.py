"""Pictures: what they show, that nothing in them runs or overflows, and what a screen reader gets."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ofckit import (
    RULES,
    Board,
    Limit,
    Move,
    Moves,
    OfcError,
    Position,
    analyse,
    best_moves,
    settle,
    solve_fantasyland,
    svg,
)
from ofckit.history import History

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
BOARD = "QhQd5c/7h7d8s8c2d/AsKsJs9s4s"
OTHER = "Kc4h3s/5h5d6s6h9c/9d9hQcJc8d"
LAST = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
MANY = Position(
    *("pineapple", "Qh/7h7d/AsKs", "8c Td 4h", "2d", "2c3c4c5c6c7c8h9h"),
    opponents=["-/9c9d/5s4s3s", "Kc/QcQs/Ac"],
)
NAMES = ["Bartholomew the Elder of Hintertupfing", "W" * 60, "玩家一号" * 9]


def tree(picture: str) -> ElementTree.Element:
    """The picture as XML, which it has to be."""
    return ElementTree.fromstring(picture)


def labels(picture: str) -> list[str]:
    """What a screen reader says, in order."""
    return [one.get("aria-label", "") for one in tree(picture).iter() if one.get("aria-label")]


def words(picture: str) -> list[str]:
    """The text of every element of text, in order."""
    return ["".join(one.itertext()) for one in tree(picture).iter() if one.tag.endswith("}text")]


def history() -> History:
    return History.read((EXAMPLES / "history.toml").read_text(encoding="utf-8"))


def pictures() -> dict[str, str]:
    """One of every kind, the longest names and the fullest tables among them."""
    three = settle([BOARD, OTHER, "KdKh3d/2h2s4d6cTc/3c4c5s7c8h"], RULES["pineapple"])
    four = settle(
        [BOARD, OTHER, "KdKh3d/2h2s4d6cTc/3c4c5s7c8h", "AhAd6d/ThTs2c3h4s/QsJh9c8dKh"],
        RULES["classic"],
        duplicates="allow",
    )
    exact = best_moves(LAST)
    long = Position(RULES["ultimate"], "", "AsAhAdKsKhQdQcQhJsTs9s8s7s2c")
    five = Position("pineapple", "", "QhQd7c6s2s", opponents=["Kh/9c9d/5s4s"])
    joker = Board("X1QdQh/X2 7h7d8s8c/AsKsJs9s4s", jokers=2)
    return {
        "board": svg.board(BOARD, rules="pineapple"),
        "part of a board": svg.board("Qh/7h7d/AsKs", new=[Board("Qh/-/-").top[0]], title=NAMES[0]),
        "jokers": svg.board(joker, rules="joker-ultimate"),
        "a board that is none": svg.board(Board("AsAhAdAc/KsKsKhKdKc2c/-", check=False)),
        "position": svg.position(MANY, last=Move("9c@m 5s@b x2s"), names=NAMES),
        "fantasyland": svg.position(long),
        "table": svg.table(three, names=NAMES),
        "four": svg.table(four),
        "exact moves": svg.analysis(exact, own=exact[-1].move),
        "estimates": svg.analysis(analyse(five, limit=Limit(rollouts=700)), most=9),
        "whole boards": svg.analysis(analyse(long)),
        "solution": svg.solution(solve_fantasyland("".join(map(str, long.draw)), RULES["ultimate"], k=4)),
        "hand": svg.hand(history().hands[1]),
        "totals": svg.totals({NAMES[0]: [3, -400, 10], NAMES[1]: [-3, 400, -10], NAMES[2]: [0, 0, 0]},
                             payments=[(NAMES[1], NAMES[0], "1234.25")]),
        "nothing won": svg.totals({"Ann": [0]}),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "picture"), pictures().items(), ids=lambda one: one if len(one) < 30 else ""
)
def test_a_picture_is_one_element_of_xml_that_loads_and_runs_nothing(kind: str, picture: str) -> None:
    root = tree(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert {one.tag.partition("}")[2] for one in root.iter()} <= {
        *("svg", "title", "style", "rect", "text", "tspan", "g", "polyline"),
    }  # fmt: skip
    assert not re.search(r"href|url\(|@import|\bon\w+=|<script", picture), kind
    assert int(root.get("width", "0")) == svg.WIDTH == 360
    title = root[0]
    assert title.tag.endswith("}title")
    assert title.text == root.get("aria-label")


def test_a_board_shows_its_cards_its_rows_and_what_they_earn():
    shown = words(svg.board(BOARD, rules="pineapple"))
    assert shown[:3] == ["Board", "+11", "Q♥"]
    assert "+7" in shown
    assert "+4" in shown
    assert "Two pair, eights and sevens, 2" in shown
    assert sum(sign in "".join(shown) for sign in "♠♥♦♣") == 4
    assert labels(svg.board(BOARD, rules="pineapple"))[1] == (
        "top: queen of hearts, queen of diamonds, 5 of clubs; Pair of queens, 5; royalties 7"
    )
    assert "foul" in words(svg.board(OTHER, rules="pineapple"))


def test_a_ten_is_written_as_on_a_card_and_a_joker_has_its_number():
    shown = words(svg.board("X1/Th/-", rules="joker-ultimate"))
    assert {"10♥", "★X1"} <= set(shown)
    assert labels(svg.board("X1/Th/-", rules="joker-ultimate"))[1:3] == [
        "top: a joker",
        "middle: 10 of hearts",
    ]


def test_cards_that_are_new_have_a_frame_and_free_places_are_dashed():
    picture = svg.board("Qh/7h7d/AsKs", new=Board("Qh/-/As").cards)
    kinds = [one.get("class") for one in tree(picture).iter() if one.tag.endswith("}rect")]
    assert (kinds.count("card new"), kinds.count("card"), kinds.count("slot")) == (2, 3, 8)


def test_a_position_has_the_others_the_draw_the_discards_and_dead_cards():
    picture = svg.position(MANY)
    assert {"You", "Seat 1", "Seat 2", "Draw", "Discards", "Dead", "street 2 of 5"} <= set(words(picture))
    assert any(one == "Draw: 10 of diamonds, 8 of clubs, 4 of hearts" for one in labels(picture))
    with pytest.raises(OfcError, match="one text for each of 3 seats"):
        svg.position(MANY, names=["Ann"])


def test_a_table_says_who_wins_what_and_who_pays_whom():
    shown = words(svg.table(settle([BOARD, OTHER], RULES["pineapple"]), names=["Ann", "Bob"]))
    assert "Ann against Bob" in shown
    assert "Bob pays Ann" in shown
    assert shown[-1] == "17"
    assert "foul -17" in shown
    good = settle(["AhAd2c/KsKh3d3h4c/QsQhQdJsJh", "2s2d3c/4s4h5d6c7s/8s8h9d9hTc"], RULES["classic"])
    shown = words(svg.table(good, names=["Ann", "Bob"]))
    assert "top Ann · middle Ann · bottom Ann" in shown
    assert [one for one in shown if one.startswith("rows +6, royalties +15")]


def test_the_rows_of_a_settled_board_have_words():
    settled = settle([BOARD, OTHER], RULES["pineapple"])
    assert settled.words(0) == ("Pair of queens, 5", "Two pair, eights and sevens, 2", "Flush, A K J 9 4")
    with pytest.raises(OfcError, match="not a seat"):
        settled.words(2)
    gone = settle([BOARD, "Kc/-/-"], RULES["pagat"].replace(surrender_points=3), surrendered=[1])
    assert gone.words(1) == ("", "", "")
    assert "gave up -3" in " ".join(words(svg.table(gone)))


def test_bars_consist_of_what_a_value_consists_of():
    found = best_moves(LAST)
    picture = svg.analysis(found, most=1)
    bars = {
        one.get("class"): float(one.get("width", "0"))
        for one in tree(picture).iter()
        if one.tag.endswith("}rect") and one.get("height") == "9" and one.get("rx") is None
    }
    assert set(bars) == {"royalty", "fantasy"}
    assert bars["royalty"] / bars["fantasy"] == pytest.approx(11 / 10.5, rel=0.01)
    assert "royalties +11.00, Fantasyland +10.50, rows +0.00, fouls -0.00" in labels(picture)[1]


def test_the_own_move_is_there_however_far_behind():
    found = best_moves(LAST)
    shown = words(svg.analysis(found, most=2, own=found[-1].move))
    assert f"{found[-1].move} (yours)" in shown
    assert [one for one in shown if re.fullmatch(r"[1-9]\d*\.", one)] == ["1.", f"{len(found)}."]
    with pytest.raises(OfcError, match="not among the moves"):
        svg.analysis(found, own=Move("As@t"))
    with pytest.raises(OfcError, match="do not know their position"):
        svg.analysis(Moves(found))


def test_a_hand_is_shown_street_by_street():
    shown = words(svg.hand(history().hands[1]))
    streets = [one for one in shown if one.startswith(("Fantasyland", "Street", "Settlement"))]
    assert streets == ["Fantasyland", *[f"Street {n}" for n in range(1, 6)], "Settlement"]
    assert "Nadia draws 8d 3s Tc, discards 3s" in shown


def test_themes_and_colours():
    light, dark = svg.board(BOARD, theme="light"), svg.board(BOARD, theme="dark")
    assert "#f6f5f1" in light
    assert "#15181b" not in light
    assert "#15181b" in dark
    assert "@media (prefers-color-scheme:dark)" in svg.board(BOARD)
    two = svg.board(BOARD, theme="light", colours=2)
    assert ".d{fill:#1f5fbf}" in light
    assert ".d{fill:#c3272b}" in two
    assert ".c{fill:#1c2024}" in two
    with pytest.raises(OfcError, match="theme"):
        svg.board(BOARD, theme="blue")
    with pytest.raises(OfcError, match="2 or 4"):
        svg.board(BOARD, colours=3)


def test_names_cannot_become_markup():
    evil = "<script>alert('1')</script>&\"\x1b[2J"
    picture = svg.table(settle([BOARD, OTHER], RULES["pineapple"]), names=[evil, "Bob"], title=evil)
    assert "<script" not in picture
    assert "\x1b" not in picture
    tree(picture)


def test_wrong_arguments_are_told():
    for draw in (svg.position, svg.table, svg.analysis, svg.solution, svg.hand):
        with pytest.raises(TypeError, match="draws"):
            draw("QhQd5c")
    with pytest.raises(OfcError, match="the same number of totals"):
        svg.totals({"Ann": [1, 2], "Bob": [1]})
    with pytest.raises(OfcError, match="totals of players"):
        svg.totals({})


# -- In a browser -------------------------------------------------------------------------------------

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_MEASURE = """
const found = [];
for (const picture of document.querySelectorAll("svg")) {
  const whole = picture.getBoundingClientRect(), name = picture.dataset.name, texts = [];
  for (const text of picture.querySelectorAll("text")) {
    const box = text.getBoundingClientRect(), words = text.textContent;
    if (box.left < whole.left - 0.5 || box.right > whole.right + 0.5 || box.bottom > whole.bottom + 0.5)
      found.push([name, "outside", words]);
    if (getComputedStyle(text).userSelect == "none") found.push([name, "not selectable", words]);
    for (const [other, said] of texts)
      if (box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 4 &&
          other.top < box.bottom - 4) found.push([name, "overlap", said + " | " + words]);
    texts.push([box, words]);
  }
}
for (const one of document.querySelectorAll("body"))
  if (one.scrollWidth > innerWidth) found.push(["body", "wider than the window", one.scrollWidth]);
document.title = "done";
document.body.innerHTML = "<pre id=found></pre>";
document.getElementById("found").textContent = JSON.stringify(found);
"""


def measured(body: str, tmp_path: Path, width: int) -> list[list[str]]:
    """What a real browser finds wrong with the pictures of a page of this width."""
    assert CHROMIUM
    inner = tmp_path / "inner.html"
    inner.write_text(body, encoding="utf-8")
    command = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--window-size={width},800",
        "--dump-dom",
    ]
    done = subprocess.run(
        [*command, inner.as_uri()], capture_output=True, text=True, check=True, timeout=120, encoding="utf-8"
    )
    found = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.S)
    assert found, done.stdout[-500:]
    return json.loads(html.unescape(found[1]))


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
@pytest.mark.parametrize("width", [500, 1280])
def test_nothing_overflows_and_no_words_lie_on_others_in_a_browser(width: int, tmp_path: Path) -> None:
    """A window of headless Chromium is at least 500 pixels wide; the pictures are 360 in each."""
    body = "".join(one.replace("<svg ", f'<svg data-name="{name}" ', 1) for name, one in pictures().items())
    page = f'<!doctype html><meta charset="utf-8"><body style="margin:0">{body}<script>{_MEASURE}</script>'
    assert measured(page, tmp_path, width) == []
