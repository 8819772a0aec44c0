"""Hands as real hosts write them: other marks, words, orders, languages and shapes of the same table."""

from __future__ import annotations

import json

import pytest

from ofckit.session import read

TABLE = {
    "Al": ("Qh Qd 5c", "7h 7d 8s 8c 2d", "As Ks Js 9s 4s"),
    "Ben": ("Kc 4h 3s", "5h 5d 6s 6h 9c", "9d 9h Qc Jc 8d"),  # foul
}
POINTS = {"Al": "+17", "Ben": "-17"}


def each(form):
    """A part for each player: {n} the name, {t} {m} {b} the rows, {p} the points."""
    return "".join(
        form.format(n=name, t=rows[0], m=rows[1], b=rows[2], p=POINTS[name]) for name, rows in TABLE.items()
    )


LINE = "{n}: {t} / {m} / {b}\n"
HAND = each(LINE)


def problems(session):
    return [f"{one.line}:{one.column}: {one.message}" for one in session.problems]


def check(text, hands=1):
    session = read(text)
    assert problems(session) == []
    assert session.totals == {"Al": 17 * hands, "Ben": -17 * hands}
    return session


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + HAND.replace("\n", "\r\n"),
        HAND.replace("\n", "\r"),
        HAND.encode("utf-16"),
        each("{n}:\t{t}\t/\t{m}\t/\t{b}\n"),
        each("{n}: {t} \u2013 {m} \u2013 {b}\n"),
        each("{n} \u2014 {t} / {m} / {b}\n"),
        each("{n} - {t} / {m} / {b}\n"),
        each("{n} = {t} / {m} / {b}\n"),
        each("{n}: {t} \\ {m} \\ {b}\n"),
        each("{n}: {t} // {m} // {b}\n"),
        each("1. {n}: {t} / {m} / {b}\n"),
        each("- {n}: {t} / {m} / {b}\n"),
        each("* {n}: {t} / {m} / {b}\n"),
        each("{n}: [{t}] [{m}] [{b}]\n"),
        each("{n}: ({t}) ({m}) ({b})\n"),
        each("{n}: [{t}] / [{m}] / [{b}]\n"),
        each("{n}: top={t}; middle={m}; bottom={b}\n"),
        each("{n}: top: {t}, middle: {m}, bottom: {b}\n"),
        each("{n}: oben {t} mitte {m} unten {b}\n"),
        each("{n}: front {t} | mid {m} | back {b}\n"),
        each("{n}: back {b} | mid {m} | front {t}\n"),
    ],
)
def test_other_marks_between_names_and_rows(text):
    check(text)


@pytest.mark.parametrize("points", ["= {p}", "({p})", "-> {p}", "\u2192 {p}", "= {p} pts", "({p} points)"])
def test_points_after_a_board_are_compared(points):
    session = check(each(LINE.rstrip("\n") + f" {points}\n"))
    assert [seat.expected for seat in session.hands[0].hand.seats] == [17, -17]
    wrong = read(each(LINE.rstrip("\n") + f" {points}\n").replace("+17", "+18"))
    assert problems(wrong) == ["1:0: hand 1: the file has Al +18, not +17"]


def test_points_after_a_board_may_be_money():
    boards = each(LINE.rstrip("\n") + " = {p}\n").replace("+17", "+8,50 €").replace("-17", "\u20138,50 €")
    check(f"stake: 0,50 €\n\n{boards}")
    assert "no line above says what a point costs" in problems(read(boards))[0]


@pytest.mark.parametrize(
    "text",
    [
        each("{n}\n{t}\n{m}\n{b}\n\n"),
        each("{n}:\r\n{t}\r\n{m}\r\n{b}\r\n\r\n"),
        each("{n}\n  Top:    {t}\n  Middle: {m}\n  Bottom: {b}\n"),
        each("{n}\nTop - {t}\nMiddle - {m}\nBottom - {b}\n"),
        each("{n}\nTop {t}\nMiddle {m}\nBottom {b}\n\n"),
        each("{n}\nBack: {b}\nMiddle: {m}\nFront: {t}\n"),
        each("{n}\n  Oben: {t}\n  Mitte: {m}\n  Unten: {b}\n"),
    ],
)
def test_rows_below_the_name(text):
    check(text)
    twice = check(f"{text}\n{text}", hands=2)
    assert len(twice.hands) == 2


@pytest.mark.parametrize(
    "text",
    [
        each("{n}\t{t}\t{m}\t{b}\n"),
        each("{n};{t};{m};{b}\n"),
        each("{n},{t},{m},{b}\n"),
        each('"{n}","{t}","{m}","{b}"\n').replace('"Al"', "Al").replace('"Ben"', "Ben"),
        "Name,Front,Middle,Back,Points\n" + each("{n},{t},{m},{b},{p}\n"),
        "Hand No.;Player;Top;Mid;Bot\n" + each("1;{n};{t};{m};{b}\n"),
        "Spieler;Oben;Mitte;Unten\n" + each("{n};{t};{m};{b}\n"),
        "| Player | Top | Middle | Bottom |\n|---|---|---|---|\n"
        + each("| **{n}** | `{t}` | `{m}` | `{b}` |\n"),
        "Player | Top | Middle | Bottom\n--- | --- | --- | ---\n" + each("{n} | {t} | {m} | {b}\n"),
    ],
)
def test_sheets_with_titles_and_without(text):
    session = read(text)
    assert (problems(session), [*session.totals.values()]) == ([], [17, -17])


@pytest.mark.parametrize(
    "between",
    [
        "\n",
        "---\n",
        "\n=====\n",
        "\n== Hand 2 ==\n",
        "\nHand #2:\n",
        "\nGame 2\n",
        "\n--- Hand 2 ---\n",
        "\nSpiel 2\n",
    ],
)
def test_what_stands_between_hands(between):
    session = check(f"{HAND}{between}{HAND}", hands=2)
    assert [one.hand.label for one in session.hands] == ["1", "2"]


@pytest.mark.parametrize("title", ["Friday game", "12.3.2024", "Friday game\n", "# Friday"])
def test_a_title_above_the_first_hand_is_no_mistake(title):
    check(f"{title}\n\n{HAND}")
    assert read(title).hands == []
    assert len(read(title).problems) == 1
    assert "no ':' here" in problems(read(f"{HAND}\n{title.strip('#')}\n\n{HAND}"))[0]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("stakes: 2", ("classic", "2", None)),
        ("Einsatz: 0,50 €", ("classic", "0.50 €", None)),
        ("stake: 0.50 per point", ("classic", "0.50", None)),
        ("stake: $5/point", ("classic", "5 $", None)),
        ("1 point = 0,50 €", ("classic", "0.50 €", None)),
        ("variant: pineapple", ("pineapple", "", None)),
        ("game: pineapple", ("pineapple", "", None)),
        ("dealer: Ben", ("classic", "", 1)),
    ],
)
def test_other_words_for_the_settings(line, found):
    session = check(f"{line}\n{HAND}")
    hand = session.hands[0].hand
    assert found == (hand.rules.name, "" if hand.stake is None else session.price(hand.stake), hand.button)


def test_a_scoring_changes_from_a_hand_on():
    """A foul costs 6 under 1-6, 4 under 2-4 and under 1-4, and the royalties of the other, 11 here."""
    lines = ("rules: pineapple", "rules: 2-4", "scoring: 1-4", "rules: classic 1-6")
    session = read("".join(f"{line}\n\n{HAND}\n" for line in lines))
    assert problems(session) == []
    rules = [(one.hand.rules.name, one.hand.rules.scoring) for one in session.hands]
    assert rules == [("pineapple", "1-6"), ("pineapple", "2-4"), ("pineapple", "1-4"), ("classic", "1-6")]
    assert [one.settlement.points[0] for one in session.hands] == [17, 15, 15, 17]


def objects(shape):
    """The table as JSON: `shape(name, rows)` for each player, as a list."""
    return [shape(name, rows) for name, rows in TABLE.items()]


@pytest.mark.parametrize(
    "document",
    [
        {name: [row.split() for row in rows] for name, rows in TABLE.items()},
        {name: " / ".join(rows) for name, rows in TABLE.items()},
        {"results": {name: {"board": list(rows)} for name, rows in TABLE.items()}},
        {"game": {"players": objects(lambda name, rows: {"name": name, "board": " / ".join(rows)})}},
        {
            "players": objects(
                lambda name, rows: {
                    "name": name,
                    "score": int(POINTS[name]),
                    "rows": [
                        {"row": row, "cards": held.split()}
                        for row, held in zip(("top", "middle", "bottom"), rows, strict=True)
                    ],
                }
            )
        },
        {
            "Players": objects(
                lambda name, rows: dict(zip(("Name", "Front", "Mid", "Back"), (name, *rows), strict=True))
            )
        },
    ],
)
def test_other_shapes_of_json(document):
    for text in (json.dumps(document), "\ufeff" + json.dumps(document, indent=2).replace("\n", "\r\n")):
        session = read(text)
        assert problems(session) == []
        assert [*session.totals.values()] == [17, -17]


@pytest.mark.parametrize(
    "line",
    ["Al - x / y / z", "Al [x] (y) {z}", "Al: [Qh] [Kd]", "- / - / -", "---: 5", "Al = ", "(+17)", "= 5 ="],
)
def test_what_is_no_line_of_a_player_is_still_a_problem(line):
    session = read(f"{HAND}\n{line}\n\n{HAND}")
    assert session.totals == {"Al": 34, "Ben": -34}
    assert session.problems


@pytest.mark.parametrize(
    "words", ["", "buys", "leaves", "correction:", "Al: buys", "stacks:", "-5", "hand 3: Al"]
)
def test_long_gaps_and_repeated_words_are_read_in_one_pass(words):
    """Lines of some hundred characters: each would take seconds if it were tried in every way."""
    for filling in (" ", "\t", " in", "1", ", ", "a ", "- ", "( ", "Al 5 "):
        line = f"Al {words}{filling * (390 // len(filling) - 20)}x"
        assert read(f"{line}\n\n" * 2).hands == []
