"""Rows by the names of their hands: what a name means, and what is settled where names leave things open."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

import ofckit as ofc
from ofckit.session import Session, read

SUITED = "AKJ94 flush"


def points(text, **options):
    session = read(text, **options)
    assert [problem.message for problem in session.problems] == []
    return [scored.settlement.points for scored in session.hands]


def settled(ann, bob, rules="classic"):
    """The points of two boards of cards."""
    return ofc.settle([ann, bob], ofc.RULES[rules], duplicates="allow").points


# -- Names that decide


def test_rows_that_names_decide_are_settled():
    """Ann wins one row of three; royalties 7 + 4 against 8 + 2."""
    ann, bob = "QQ5 / two pair 8s 7s / flush A", "pair of kings / two pair 9s 2s / straight to the ten"
    assert points(f"Ann: {ann}\nBob: {bob}\n") == [(0, 0)]


# a board in cards, and the ways to say it
SAID = {
    "QhQd5c / 7h7d8s8c2d / AsKsJs9s4s": [
        "QQ5 / 77882 / AKJ94 flush",
        "QQ5 / two pair 8s 7s 2 / flush A K J 9 4",
        "Q Q 5 | 8877 2 kicker | AKJ94s",
        "pair of queens, 5 kicker / eights and sevens, kicker 2 / ace high flush, K J 9 4",
        "QQ5, 77882, AKJ94 flush",
        "QhQd5c / two pair 8's 7's 2 / AsKsJs9s4s",
        "Damen 5 / zwei Paare Achten Siebenen 2 / Flush A K J 9 4",
        "paire de dames 5 / deux paires huit et sept 2 / couleur A K J 9 4",
        "pareja de reinas 5 / doble pareja ochos y sietes 2 / color A K J 9 4",
        "пара дам 5 / две пары восьмёрки и семёрки 2 / флеш A K J 9 4",
    ],
    "8h8d8c / Th9h8s7h6h / 6s6d6c5s5d": [
        "trips 8 / straight to the ten / boat 6s over 5s",
        "888 / T9876 / 66655",
        "set of eights / 10 high straight / full house sixes full of fives",
        "Drilling Acht / Straße bis zur Zehn / Full House Sechsen über Fünfen",
        "brelan de huit / quinte au dix / full aux six par les cinq",
        "trío de ochos / escalera al diez / full de seises y cincos",
        "тройка восьмёрок / стрит до десятки / фулл-хаус шестёрки и пятёрки",  # noqa: RUF001
    ],
    "Ah8d7c / 4h4d4c4s9h / AsKsQsJsTs": [
        "A87 / quads 4s, 9 kicker / royal",
        "ace high 8 7 / 44449 / royal flush",
        "A 8 7 / Vierling Vieren 9 / Royal Flush",
        "A 8 7 / carré de quatre 9 / quinte flush royale",
        "A 8 7 / póker de cuatros 9 / escalera real",
        "A 8 7 / каре четвёрок 9 / роял-флеш",
    ],
    "Kh8d7c / Ah2d3c4s5h / 9h8h7h6h5h": [
        "K87 / wheel / straight flush to the nine",
        "K high 8 7 / 5 high straight / sf 9",
        "K87 / A5432 / 98765 straight flush",
    ],
    "Kd8h7s / AhKcQcJcTc / 3h3d3c2s2d": ["K87 / broadway / 33322", "K 8 7 / A high straight / 3s full of 2s"],
}


@pytest.mark.parametrize("cards", SAID)
def test_every_way_to_say_a_board_pays_the_same(cards):
    other = "2c2dTc / 9c9s3h3dKd / JsJcJhTd4h"
    for said in SAID[cards]:
        for first, second in ((cards, other), (other, cards)):
            right = settled(first, second)
            text = f"Ann: {said if first is cards else first}\nBob: {said if second is cards else second}\n"
            assert points(text, duplicates="allow") == [right], said


def test_a_fouled_board_that_nobody_wrote_down_pays_as_a_foul():
    whole = settled("QhQd5c / 7h7d8s8c2d / AsKsJs9s4s", "KhKd2c / 3h4d5c6s8d / 9h9d9c2s3d")
    for said in ("fouled", "foul", "Fouled!", "- / - / - fouled", "KK2 / 34568 / 99923 bust"):
        assert points(f"Ann: QQ5 / 77882 / {SUITED}\nBob: {said}\n") == [whole]
    (scored,) = read(f"Ann: QQ5 / 77882 / {SUITED}\nBob: fouled\n").hands
    assert "Bob is foul: its cards are not written down." in scored.explain()


def test_a_legal_board_is_not_called_fouled():
    session = read("Ann: QhQd5c/7h7d8s8c2d/AsKsJs9s4s fouled\nBob: KcKd3s/2h2d6s6h9c/9d9hQcJc8d\n")
    assert session.hands == []
    assert "the board is legal" in session.problems[0].message


# -- Names that leave something open


def test_the_report_says_which_kicker_is_missing_and_scores_the_rest():
    session = read(  # Bob's flush has no king, as four of them are elsewhere
        f"Ann: QQ5 / two pair 8s 7s K / {SUITED}\nBob: KK3 / two pair 8s 7s / flush A\n"
        "Cid: 2 3 4 / pair 2s / trips 4s\n\n"
        f"Ann: QQ5 / 77882 / {SUITED}\nBob: A high / two pair 8s 6s / boat\n"
    )
    first, second = session.hands
    assert first.open == ((0, 1),)
    assert [(one.player, one.row) for one in first.questions] == [("Bob", "middle")]
    assert str(first.questions[0]) == "which kicker does Bob's middle (two pair 8s 7s) have?"
    assert first.settlement.points == (17, 18, -35)
    assert (0, 1) not in first.settlement.pairs
    assert second.settlement.points == (6, -6)
    assert (
        "hand 1: which kicker does Bob's middle (two pair 8s 7s) have? (Ann against Bob is not scored)"
        in [problem.message for problem in session.problems]
    )
    assert "Open: Ann against Bob is not scored" in first.explain()


def test_a_hand_of_which_nothing_is_decided_is_left_out():
    session = read(f"Ann: QQ5 / two pair 8s 7s / {SUITED}\nBob: A high / two pair 8s 7s / boat\n")
    assert session.hands == []
    assert session.unscored[0].reason == "which kicker does Ann's middle (two pair 8s 7s) have?"


def test_kickers_that_change_nothing_are_not_asked_for():
    session = read(f"Ann: QQ / two pair 8s 7s / {SUITED}\nBob: JJ / two pair 6s 2s / trips 9\n")
    assert (session.problems, session.hands[0].questions) == ([], ())
    assert session.hands[0].settlement.points == (11, -11)  # a sweep, and 11 to 6


def test_cards_on_the_table_decide_a_kicker():
    """Three kings are seen: two pair with a king cannot be beaten by another king when the last is known."""
    boards = f"Ann: 22K / two pair 8s 7s A / {SUITED}\nBob: 33K / two pair 8s 7s / boat AAAKK\n"
    session = read(boards)
    assert session.problems == []


def test_ranks_that_foul_unless_they_are_a_flush_are_asked_about():
    session = read("Ann: QQ5 / 77882 / AKJ94\nBob: KK2 / 33445 / 99922\n")
    assert session.unscored[0].reason == "is Ann's bottom (AKJ94) a flush?"
    assert points("Ann: 235 / AKJ94 / 77882\nBob: 246 / 33445 / 99922\n") == [(-12, 12)]


def test_a_board_is_foul_whatever_the_kickers():
    assert points("Ann: KK / QQ / flush\nBob: 224 / 33445 / 99922\n") == [(-12, 12)]


def test_stacks_need_everything_to_be_decided():
    text = (
        "button: Ann, stacks: 50, 50, 50\n"
        f"Ann: QQ5 / two pair 8s 7s K / {SUITED}\nBob: KK3 / two pair 8s 7s / flush A\n"
        "Cid: 234 / pair 2s / 444\n"
    )
    assert read(text).hands == []


@pytest.mark.parametrize(
    ("answers", "won"),
    [(["K", "Q"], 6), (["Q", "K"], 4), (["88772", "two pair 8s 7s 2 "], 5), (["8h8d7c7s2d", "3"], 4)],
)
def test_what_is_open_is_asked(answers, won):
    questions = []

    def ask(question):
        questions.append(question)
        return answers[len(questions) - 1]

    session = Session(ask=ask)
    text = f"Ann: QQ5 / two pair 8s 7s / {SUITED}\nBob: A high / two pair 8s 7s / boat\n"
    assert len(list(session.score(text))) == 1
    assert [question.player for question in questions] == ["Ann", "Bob"]
    assert session.hands[0].settlement.points == (won, -won)


def test_an_answer_that_does_not_fit_is_asked_again_and_none_leaves_it_open():
    given: list[str | None] = ["9s full of 2s", "yes", None]
    session = read("Ann: QQ5 / 77882 / AKJ94\nBob: KK / two pair 8s 7s / 99922\n", ask=lambda q: given.pop(0))
    assert given == []
    assert session.unscored[0].reason == "which kicker does Bob's middle (two pair 8s 7s) have?"


@pytest.mark.parametrize("ask", [5, "x", lambda question: 7])
def test_what_is_no_answer_is_a_type_error(ask):
    with pytest.raises(TypeError):
        read("Ann: QQ5 / 77882 / AKJ94\nBob: KK / 3344 / 99922\n", ask=ask)


# -- What is no name


@pytest.mark.parametrize(
    ("row", "place", "why"),
    [
        ("top", "flush A", "the top: 'flush A': three cards are a high card, a pair or trips"),
        ("middle", "QQQQQ", "the middle: 'QQQQQ' is no hand of 5 cards"),
        ("middle", "778823", "the middle: '778823' has more ranks than the 5 cards of the row"),
        ("middle", "two pair flush", "the middle: 'two pair flush' names two kinds of hand"),
        ("middle", "nonsense", "the middle: 'nonsense' is no hand: write cards"),
        ("middle", "7h 7d 8s", "the middle has 3 cards, it takes 5"),
        ("middle", "7h 7d 8s 8c 2", "'7h 7d 8s 8c 2': a card without its suit"),
        ("middle", "7♥ 7♦ 8♠ 8♣ 2", "'7♥ 7♦ 8♠ 8♣ 2' is no hand"),
        ("middle", "x", "'x' is no hand"),
        ("middle", "JK 7d 8s 8c 2d", "the middle has a joker"),
    ],
)
def test_what_is_no_name_is_said_with_its_place(row, place, why):
    rows = {"top": "QQ5", "middle": "77882", "bottom": SUITED, row: place}
    if row == "top":
        rows["middle"] = "77882"
    line = f"Ann: {rows['top']} / {rows['middle']} / {rows['bottom']}"
    (problem,) = read(f"{line}\nBob: KK3 / 33442 / 99922\n").problems
    assert why in problem.message
    assert problem.column == line.index(place) + 1


def test_a_card_with_a_wrong_suit_is_still_no_name():
    (problem,) = read("Ann: QhQd5c/7h 7d 8x 8c 2d/AsKsJs9s4s\nBob: KcKd3s/2h2d6s6h9c/9d9hQcJc8d\n").problems
    assert problem.message == "'8x' is not a card: 'x' is not a suit (c, d, h or s)"


# -- The other forms


def test_names_in_json_sheets_and_layouts():
    ann, bob = ("QQ5", "77882", SUITED), ("KK3", "two pair 3s 4s", "99922")
    right = points(f"Ann: {' / '.join(ann)}\nBob: {' / '.join(bob)}\n")
    as_rows = {"players": [{"name": "Ann", "top": ann[0], "middle": ann[1], "bottom": ann[2]}]}
    as_rows["players"].append({"name": "Bob", "board": " / ".join(bob)})
    sheet = f"player,top,middle,bottom\nAnn,{','.join(ann)}\nBob,{','.join(bob)}\n"
    laid = "".join(
        f"{name}\n" + "".join(f"{row}\n" for row in rows) for name, rows in (("Ann", ann), ("Bob", bob))
    )
    for text in (json.dumps(as_rows), sheet, laid):
        assert points(text) == right


def test_what_is_written_of_names_is_read_again():
    first = read(f"Ann: QQ5 / 77882 / {SUITED}\nBob: KK3 / two pair 3s 4s / 99922\nCid: fouled\n")
    for text in (first.to_csv(), json.dumps(first.as_dict())):
        again = read(text)
        assert [problem.message for problem in again.problems] == []
        assert again.totals == first.totals


# -- Decided exactly when every board that the names may mean pays the same


def fits(name, cards):
    """An oracle for a few names: the strength's own words say what a hand is."""
    words = ofc.describe(ofc.rank(list(cards))).lower()
    kind, ranks = name
    counts = Counter("23456789TJQKA"[card // 4] for card in cards)
    return words.startswith(kind) and all(counts[rank] >= n for rank, n in ranks.items())


NAMES = {
    "QQ": ("pair", {"Q": 2}),
    "QQ5": ("pair", {"Q": 2, "5": 1}),
    "two pair 8s 7s": ("two pair", {"8": 2, "7": 2}),
    "two pair 8s 7s 5": ("two pair", {"8": 2, "7": 2, "5": 1}),
    "trips 9s": ("three", {"9": 3}),
    "trips 9s Q": ("three", {"9": 3, "Q": 1}),
}


TOPS, OTHERS = ("QQ", "QQ5"), ("two pair 8s 7s", "two pair 8s 7s 5", "trips 9s", "trips 9s Q")


def test_what_is_settled_is_what_all_cards_pay_that_the_names_may_mean():
    """Duplicates are allowed, so that no row has to do with another; kickers come from five ranks only."""
    rng = Random(4)
    deck = [ofc.Card(rank + suit) for rank in "5789Q" for suit in "cdhs"]
    hands = {
        name: list(
            {
                ofc.rank(list(cards)): cards
                for cards in combinations(deck, 3 if name in TOPS else 5)
                if fits(NAMES[name], cards)
            }.values()
        )
        for name in NAMES
    }
    for _ in range(25):
        said = [(rng.choice(TOPS), rng.choice(OTHERS), rng.choice(OTHERS)) for _ in range(2)]
        outcomes = set()
        for chosen in product(*(hands[name] for rows in said for name in rows)):
            outcomes.add(ofc.settle([chosen[:3], chosen[3:]], "classic", duplicates="allow").points)
            if len(outcomes) > 1:
                break
        text = "\n".join(f"{name}: {' / '.join(rows)}" for name, rows in zip("AB", said, strict=True))
        found = {scored.settlement.points for scored in read(text, duplicates="allow").hands}
        assert not found or found == outcomes, said
        if all(name in ("QQ5", "two pair 8s 7s 5", "trips 9s Q") for rows in said for name in rows):
            assert found == outcomes
