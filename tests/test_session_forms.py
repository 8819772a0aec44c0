"""The forms in which hands are kept: trackers, event logs, cards with marks, rows bottom first."""

from __future__ import annotations

import io
import json
from random import Random

import pytest

from ofckit.cli import main
from ofckit.session import read

ROWS = {
    "Ann": ("Qh Qd 5c", "7h 7d 8s 8c 2d", "As Ks Js 9s 4s"),
    "Bob": ("Kc 4h 3s", "5h 5d 6s 6h 9c", "9d 9h Qc Jc 8d"),  # foul
}
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
LABELS = ("top", "middle", "bottom")


def lines(write=lambda card: card, mark=" / ", order=1):
    """A line for each player, each card as it is written."""
    return "".join(
        f"{name}: {mark.join(' '.join(map(write, row.split())) for row in rows[::order])}\n"
        for name, rows in ROWS.items()
    )


def said(session):
    return [f"{one.line}:{one.column}: {one.message}" for one in session.problems]


def check_totals(text, **options):
    session = read(text, **options)
    assert said(session) == []
    assert [*session.totals.values()] == [17, -17]
    return session


# -- Cards


@pytest.mark.parametrize(
    "write",
    [
        lambda card: f"[ {card[0]} {SIGNS[card[1]]} ]",
        lambda card: f"[{card}]",
        lambda card: f"[ {card[0]} {card[1]} ]",
        lambda card: f"{card[0]} {SIGNS[card[1]]}",
        lambda card: f"{card[0]} {SIGNS[card[1]]}\ufe0f",
        lambda card: card[0] + {**SIGNS, "h": "❤"}[card[1]],
        lambda card: card[0] + " " + {**SIGNS, "h": "❤\ufe0f"}[card[1]],
    ],
)
def test_cards_as_programs_and_phones_write_them(write):
    check_totals(lines(write))
    assert read(lines(write).replace("Ann", "Ann ❤")).totals == {"Ann ❤": 17, "Bob": -17}


@pytest.mark.parametrize(
    "write",
    [
        lambda card: card[1].upper() + card[0],
        lambda card: SIGNS[card[1]] + card[0],
        lambda card: {**SIGNS, "h": "❤"}[card[1]] + card[0],
    ],
)
def test_the_suit_may_come_first_where_the_whole_file_does_it(write):
    check_totals(lines(write))
    mixed = lines() + "\n" + lines(write)
    session = read(mixed)
    assert len(session.hands) == 1
    assert "the rank comes first" in session.problems[0].message


def test_a_mistake_among_marked_cards_has_its_column():
    line = lines(lambda card: f"[ {card[0]} {SIGNS[card[1]]} ]").replace("2 ♦", "2 x")
    (problem,) = read(line).problems
    assert problem.column == line.index("[ 2 x") + 1


# -- Rows from the bottom up


@pytest.mark.parametrize(
    "title",
    [
        "bottom / middle / top",
        "Name: back | middle | front",
        "order: bottom first",
        "bottom-first",
        "Back - Mid - Top",
    ],
)
def test_rows_are_written_bottom_first_where_a_title_says_so(title):
    for gap in ("", "\n"):
        check_totals(f"{title}\n{gap}{lines(order=-1)}")
    check_totals(f"{title}\n{lines(order=-1, mark=' ')}")
    laid = "".join(f"{name}\n" + "".join(f"{row}\n" for row in rows[::-1]) for name, rows in ROWS.items())
    check_totals(f"{title}\n\n{laid}")
    again = read(f"{title}\n{lines(order=-1)}\n{lines(order=-1)}\ntop / middle / bottom\n{lines()}")
    assert again.totals == {"Ann": 51, "Bob": -51}


def test_rows_are_written_bottom_first_where_the_caller_says_so(tmp_path, capsys):
    check_totals(lines(order=-1), order="bottom")
    file = tmp_path / "in"
    file.write_text(lines(order=-1), encoding="utf-8")
    assert main(["score", str(file), "--brief", "--order", "bottom"]) == 0
    assert main(["score", str(file), "--brief"]) == 1
    with pytest.raises(ValueError, match="order 'up': must be 'top' or 'bottom'"):
        read("", order="up")
    capsys.readouterr()


def test_labels_and_columns_say_which_row_it_is_whatever_the_order():
    labelled = "".join(
        f"{name}: " + " ".join(f"{label}: {row}" for label, row in zip(LABELS, rows, strict=True)) + "\n"
        for name, rows in ROWS.items()
    )
    check_totals(labelled, order="bottom")
    sheet = "player,bottom,middle,top\n" + "".join(
        f"{name},{','.join(rows[::-1])}\n" for name, rows in ROWS.items()
    )
    check_totals(sheet, order="bottom")


# -- Trackers


@pytest.mark.parametrize("gap", ["", "\n"])
@pytest.mark.parametrize(
    "title", ["Seat {}: {}", "Seat {}: {} (button)", "seat #{} - {}", "Player {}: {} [+5]"]
)
def test_the_export_of_a_tracker(title, gap):
    text = "hand 12\n" + gap.join(
        title.format(seat, name)
        + "\n"
        + "".join(f"{label.capitalize()}: {row}\n" for label, row in zip(LABELS, rows, strict=True))
        for seat, (name, rows) in enumerate(ROWS.items())
    )
    session = check_totals(text)
    assert [*session.totals] == ["Ann", "Bob"]
    twice = read(f"{text}\n{text.replace('hand 12', 'hand 13')}")
    assert [scored.hand.label for scored in twice.hands] == ["12", "13"]


def rounds(cumulative):
    """What each has placed, round by round: 'name: top=2c; middle=2d 2h; bottom='."""
    held = {name: [[], [], []] for name in ROWS}
    text = ""
    for number, sizes in enumerate(((1, 2, 2), (1, 2, 2), (1, 1, 1))):
        text += f"Round {number + 1}:\n"
        for name, rows in ROWS.items():
            new = []
            for row, held_row, size in zip(rows, held[name], sizes, strict=True):
                cards = row.split()
                new.append(cards[len(held_row) : len(held_row) + size])
                held_row += new[-1]
            shown = held[name] if cumulative else new
            text += f"{name}: " + "; ".join(
                f"{label}={' '.join(cards)}" for label, cards in zip(LABELS, shown, strict=True)
            )
            text += "\n"
    return text


@pytest.mark.parametrize("cumulative", [True, False])
def test_the_rounds_of_a_tracker_are_put_together(cumulative):
    check_totals(rounds(cumulative))
    seats = "".join(
        f"Seat {seat}: {name}\n"
        + "".join(f"{label}: {row}\n" for label, row in zip(LABELS, rows, strict=True))
        for seat, (name, rows) in enumerate(ROWS.items())
    )
    check_totals(seats + rounds(cumulative))
    check_totals(rounds(cumulative) + seats)
    wrong = read(rounds(cumulative).replace("4s", "4x"))
    assert wrong.hands == []
    assert any("'4x' is not a card" in problem.message for problem in wrong.problems)


# -- Event logs


def events(names=("Ann", "Bob"), hands=2, **keys):
    """A log of deals, placements, showdowns and scores."""
    for hand in range(1, hands + 1):
        for number, rows in enumerate(ROWS.values()):
            placed = [[card, label] for label, row in zip(LABELS, rows, strict=True) for card in row.split()]
            player = names[number] if names else number
            for first in range(0, 13, 5):
                part = placed[first : first + 5]
                dealt = [card for card, _ in part] + ["2s"] * (first > 0)
                yield {"event": "deal", "hand": hand, "player": player, "cards": dealt}
                yield {
                    "event": "place",
                    "player": player,
                    **keys.get("place", lambda part: {"placements": part})(part),
                }
        yield {"event": "showdown", "hand": hand}
        yield {"event": "score", "points": {"Ann": 17, "Bob": -17} if names else [17, -17]}


def by_row(part):
    """Placements as an object of rows."""
    found = {}
    for card, row in part:
        found.setdefault(row, []).append(card)
    return found


@pytest.mark.parametrize("names", [("Ann", "Bob"), None])
@pytest.mark.parametrize(
    "place",
    [
        lambda part: {"placements": part},
        lambda part: {"placements": [{"card": card, "row": row} for card, row in part]},
        lambda part: {"placements": by_row(part)},
        by_row,
    ],
)
def test_an_event_log_is_put_together_as_hands(names, place):
    text = "".join(json.dumps(event) + "\n" for event in events(names, place=place))
    session = read(text)
    assert said(session) == []
    assert [*session.totals.values()] == [34, -34]
    assert [scored.hand.label for scored in session.hands] == ["1", "2"]
    assert [scored.hand.seats[0].expected for scored in session.hands] == [17, 17]
    assert [*session.totals] == ["Ann", "Bob"] if names else ["Player 1", "Player 2"]


def test_what_is_wrong_in_an_event_log_is_one_problem_of_its_hand():
    text = [json.dumps(event) + "\n" for event in events()]
    wrong = "".join(text).replace('"cards": ["Qh", "Qd"', '"cards": ["Qs", "Qd"', 1)
    session = read(wrong)
    assert said(session) == ["1:0: Ann has placed Qh, which no event has dealt to them"]
    assert session.totals == {"Ann": 17, "Bob": -17}
    assert said(read("".join(text).replace('"Ann": 17', '"Ann": 18', 1)))[0].endswith(
        "the file has Ann +18, not +17"
    )
    (problem,) = read("".join(text[:3])).problems
    assert "the top has" in problem.message or "the middle has" in problem.message


def test_an_event_log_that_is_damaged_ends_no_session():
    rng = Random(1)
    text = [json.dumps(event) + "\n" for event in events()]
    junk = [
        "{}\n",
        '{"event": "deal"}\n',
        '{"event": 5}\n',
        "[1]\n",
        '{"event": "place", "placements": [[1], 2, null]}\n',
        '{"event": "score", "points": "x"}\n',
        '{"event": "deal", "player": [], "cards": {"a": {}}}\n',
        "\n",
        '{"event": "place", "player": null, "top": 5, "row": {}}\n',
        '{"event": "start", "players": [1, {}, null]}\n',
    ]
    for _ in range(60):
        damaged = list(text)
        for _ in range(rng.randrange(1, 6)):
            damaged.insert(rng.randrange(len(damaged)), rng.choice(junk))
        session = read("".join(damaged))
        assert not sum(session.totals.values())


# -- check


def run_check(files, capsys):
    status = main(["check", *map(str, files)])
    return status, *capsys.readouterr()


def test_check_reads_what_score_reads(tmp_path, capsys):
    right = lines().replace("4s\n", "4s = +17\n")
    forms = {
        "in.txt": right,
        "in.csv": read(lines()).to_csv(),
        "in.json": json.dumps(read(right).as_dict(), indent=1),
        "pa.jsonl": "".join(json.dumps(event) + "\n" for event in events(hands=1)),
    }
    for name, text in forms.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        status, out, err = run_check([tmp_path / name], capsys)
        assert (status, err) == (0, "")
        assert out.endswith(f"{name}: 1 hand, 1 scored, 1 with points to compare, no problems\n")
        (tmp_path / name).write_text(text.replace("17", "18"), encoding="utf-8")
        status, out, err = run_check([tmp_path / name], capsys)
        assert status == 1
        assert "the file has Ann +18" in err


def test_check_reads_a_session_from_the_standard_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines().encode())))
    status, out, _ = run_check(["-"], capsys)
    assert (status, out) == (0, "-: 1 hand, 1 scored, 0 with points to compare, no problems\n")


@pytest.mark.parametrize("start", ["", "stake: ", "Ann: QQ5 / 77882 / "])
@pytest.mark.parametrize("filling", ["x", " ", "[ ", "A ♥ ", "QQ5 ", "x=", ", ", "\t"])
@pytest.mark.parametrize("end", ["", " leaves"])
def test_a_long_line_is_read_in_one_pass(start, filling, end):
    """A line of 30,000 characters: this would take minutes if it were scanned again from each of them."""
    session = read(start + filling * (30_000 // len(filling)) + end)
    assert session.hands == []
