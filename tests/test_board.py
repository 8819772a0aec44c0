"""Boards: what is read, what is refused, what is wrong with them, and which can still be saved."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ofckit as ofc
from ofckit import Board, Row, Status

import oracle

CLASSIC = ofc.RULES["classic"]
STRICT = CLASSIC.replace(strict_rows=True)
LOW = ofc.RULES["2-7-pineapple"]
TEXT = "QhQd5c/7h7d8s8c2d/AsKsJs9s4s"


# -- Reading ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "QhQd5c / 7h7d8s8c2d / AsKsJs9s4s",
        "Qh Qd 5c | 7h 7d 8s 8c 2d | As Ks Js 9s 4s",
        "| Qh Qd 5c | 7h 7d 8s 8c 2d | As Ks Js 9s 4s |",
        "Qh,Qd,5c\n7h,7d,8s,8c,2d\n\nAs,Ks,Js,9s,4s\n",
        "Qh Qd 5c /\r\n7h 7d 8s 8c 2d /\r\nAs Ks Js 9s 4s",
        "top: Qh Qd 5c middle: 7h7d8s8c2d bottom: AsKsJs9s4s",
        "Back = AsKsJs9s4s; Front = QhQd5c; Mid = 7h7d8s8c2d;",
        "top row: QhQd5c\nmiddle row: 7h7d8s8c2d\nbottom row: AsKsJs9s4s",
        "oben: QhQd5c / mitte: 7h7d8s8c2d / unten: AsKsJs9s4s",
        "haut: QhQd5c milieu: 7h7d8s8c2d bas: AsKsJs9s4s",
        "T: qhqd5c M: 7H7D8S8C2D B: asksjs9s4s",
        "头道：Q♥Q♦5♣ 中道：7♥7♦8♠8♣2♦ 尾道：A♠K♠J♠9♠4♠",  # noqa: RUF001
    ],
)
def test_boards_are_read_as_people_write_them(text):
    assert str(Board(text)) == TEXT


@pytest.mark.parametrize(
    "source",
    [
        Board(TEXT),
        ("Qh Qd 5c", "7h7d8s8c2d", "AsKsJs9s4s"),
        [ofc.cards("QhQd5c"), ofc.cards("7h7d8s8c2d"), ofc.cards("AsKsJs9s4s")],
        {"bottom": "AsKsJs9s4s", "front": ["Qh", "Qd", "5c"], "Middle": "7h7d8s8c2d"},
        ofc.cards("QhQd5c 7h7d8s8c2d AsKsJs9s4s"),
        bytes(ofc.cards("QhQd5c 7h7d8s8c2d AsKsJs9s4s")),
    ],
)
def test_boards_are_made_of_rows_and_of_cards(source):
    assert str(Board(source)) == TEXT


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Qh / - / AsKs", "Qh/-/AsKs"),
        ("Qh // AsKs", "Qh/-/AsKs"),
        ("-/—/_", "-/-/-"),
        ("bottom: 10s", "-/-/Ts"),
        ("top: - middle: 10s", "-/Ts/-"),
    ],
)
def test_a_row_may_be_empty(text, canonical):
    assert str(Board(text)) == canonical


def test_the_empty_board_needs_no_words():
    assert Board() == Board("-/-/-") == Board(["", None, ()])
    assert Board().strengths == (0, 0, 0)


@pytest.mark.parametrize(
    ("text", "error", "says", "column"),
    [
        ("Q/K/778", ofc.NotationError, "the suits are missing", 1),
        (" Q 10 / K / 778", ofc.NotationError, "the suits are missing", 2),
        ("QhQd5c/7h7d8s8c2d", ofc.NotationError, "three rows, top / middle / bottom.* has 2", 1),
        ("QhQd5c7h7d8s8c2dAsKsJs9s4s", ofc.NotationError, "has 1", 1),
        ("Qh/7h/As/", ofc.NotationError, "has 4", 1),
        ("", ofc.NotationError, "has 0", 1),
        ("AsKsQsJsTs/2c3c4c5c6c/7d8d9d", ofc.NotationError, "row sizes are top 3, middle 5, bottom 5", 1),
        ("Qh/7h7d8s8c2d2h/-", ofc.NotationError, "middle has 6 cards: row sizes", 4),
        ("Qh / Qd 10h / 2c Th", ofc.InvalidCard, "Th is on the board more than once", 18),
        ("Qh / Qd 10h 2h10h / 2c", ofc.InvalidCard, "Th is on the board more than once", 15),
        ("bottom: Qh\ntop: Qh", ofc.InvalidCard, "Qh is on the board more than once", 17),
        ("Qh / 7x / -", ofc.InvalidCard, "'7x' at column 6", 6),
        ("Аs / - / -", ofc.InvalidCard, "CYRILLIC", 1),  # noqa: RUF001
        ("nose: Qh", ofc.NotationError, "'nose' at column 1 is not a row", 1),
        ("top: Qh front: Qd", ofc.NotationError, "a second top row at column 9", 9),
        ("Qh top: Qd", ofc.NotationError, "'Qh' at column 1 stands before any label", 1),
    ],
)
def test_what_is_no_board_is_refused_with_its_place(text, error, says, column):
    with pytest.raises(error, match=says) as caught:
        Board(text)
    assert caught.value.column == column


@pytest.mark.parametrize("rows", [[], ["Qh"], ["Qh", "Kd"], "QhKd", [1, 2, 3]])
def test_only_three_rows_or_thirteen_cards_make_a_board(rows):
    if rows == []:
        assert Board(rows) == Board()
        return
    with pytest.raises((ofc.NotationError, TypeError)):
        Board(rows)


def test_jokers_stand_only_on_boards_that_may_hold_them():
    for board in ("Jk / - / -", "- / X1 X2 / -"):
        with pytest.raises(ofc.InvalidCard, match="is a joker"):
            Board(board)
        assert Board(board, jokers=2).status() == Status.INCOMPLETE
    with pytest.raises(ofc.InvalidCard, match="X2 is a joker"):
        Board("X2 / - / -", jokers=1)
    assert str(Board("Jk / * / As", jokers=2)) == "X1/X2/As"
    assert Board("X1/-/-", check=False).status() == Status.JOKERS | Status.INCOMPLETE
    with pytest.raises(ofc.InvalidCard, match="X1 is a joker"):
        _ = Board("X1/-/-", jokers=1).strengths


# -- Values -------------------------------------------------------------------------------------------

SOME = [Board(TEXT), Board(), Board("Qh/-/AsKs"), Board("X1/-/X2", jokers=2), Board("AsAs/-/-", check=False)]


@pytest.mark.parametrize("board", SOME, ids=str)
def test_a_board_is_a_value(board):
    names = {"Board": Board}
    same = [
        eval(repr(board), names),
        pickle.loads(pickle.dumps(board)),
        copy.copy(board),
        copy.deepcopy(board),
    ]
    for other in same:
        assert other == board
        assert hash(other) == hash(board)
        assert (str(other), repr(other), other.status()) == (str(board), repr(board), board.status())
    assert f"{board:>40}" == str(board).rjust(40)


def test_the_order_of_the_cards_in_a_row_is_kept_but_does_not_matter():
    one, other = Board("QhQd5c/-/AsKs"), Board("5cQhQd/-/KsAs")
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) != str(other)
    assert one != Board("QhQd/5c/AsKs")
    assert one != str(one)
    assert Board("AsAs/-/-", check=False) != Board("As/-/-")


def test_a_board_does_not_change():
    board = Board(TEXT)
    for name in ("top", "rows", "cards", "strengths", "anything"):
        with pytest.raises(AttributeError):
            setattr(board, name, ())


def test_rows_have_names():
    assert [str(row) for row in Row] == ["top", "middle", "bottom"]
    assert Row("Front") is Row("top") is Row.TOP
    assert Row("back") is Row(2) is Row.BOTTOM
    assert [row.size for row in Row] == [3, 5, 5]
    with pytest.raises(ofc.NotationError, match="'side' is not a row"):
        Row("side")


def test_cards_are_placed_one_by_one():
    board = Board()
    for card, row in (("Qh", "top"), ("7h", Row.MIDDLE), ("As", 2), ("Qd", "front")):
        board = board.place(card, row)
    assert board == Board("QhQd/7h/As")
    assert board.free == (1, 4, 4)
    with pytest.raises(ofc.InvalidCard, match="Qh is on the board already"):
        board.place("Qh", "bottom")
    full = board.place("5c", "top")
    with pytest.raises(ofc.IllegalMove, match="6c cannot go to the top: it is full"):
        full.place("6c", "top")
    with pytest.raises(ofc.InvalidCard, match="joker"):
        board.place("X1", "bottom")
    assert board == Board("QhQd/7h/As")


def test_strengths_of_rows_as_they_stand():
    board = Board("QhQd/7h7d8s8c2d/As")
    assert board.strengths == (ofc.rank("QhQd"), ofc.rank("7h7d8s8c2d"), ofc.rank("As"))
    assert board.top + board.middle + board.bottom == board.cards


# -- What is wrong -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (TEXT, Status.VALID),
        ("-/-/-", Status.INCOMPLETE),
        ("AsKsQsJs/2c3c4c5c6c7c/7d8d9dTdJdQd", Status.SIZE | Status.INCOMPLETE),
        ("AsAs/-/-", Status.DUPLICATES | Status.INCOMPLETE),
        ("AsAhAd/KsKhKdKc2c/QsQhQd2d3d", Status.MIDDLE_BEATS_BOTTOM),
        ("AsAhAd/KsKh2s2d3c/QsQh4c5c6c", Status.TOP_BEATS_MIDDLE | Status.MIDDLE_BEATS_BOTTOM),
        ("AsAhAd/KsKh2s2d3c/Qs", Status.TOP_BEATS_MIDDLE | Status.INCOMPLETE),
        ("-/KsKh2s2d3c/QsQh4c5c6c", Status.MIDDLE_BEATS_BOTTOM | Status.INCOMPLETE),
        (
            "AsAhAdAc/KsKh2s2d3c/QsQh4c5c6c",
            Status.TOP_SIZE | Status.MIDDLE_BEATS_BOTTOM | Status.INCOMPLETE,
        ),
        ("AsAhKd/AcAdKs3h2c/QsQhQdTdTd", Status.DUPLICATES),
    ],
)
def test_every_problem_has_its_flag(text, status):
    board = Board(text, check=False)
    assert board.status() == status
    assert board.is_foul is bool(status & Status.FOUL and not status & Status.INCOMPLETE)


def test_the_flags_of_house_rules():
    equal = Board("2c3d5h/4h4d8h9hKd/4c4s8s9sKs")
    assert equal.status() == equal.status(CLASSIC) == Status.VALID
    assert equal.status(STRICT) == Status.MIDDLE_EQUALS_BOTTOM
    assert (equal.fouls(CLASSIC), equal.fouls(STRICT)) == (False, True)
    low = Board("QhQd5c/7h5s4c3d2d/QsKsJs9s4h")
    assert low.status(LOW) == Status.TOP_BEATS_BOTTOM
    assert Board("2h2c5c/7h7s4c3d2d/QsKsJs9s4s").status(LOW) == Status.MIDDLE_NOT_LOW
    assert Board("QhQd5c/7h5s4c3d2d/QsKsJs9s4s").status(LOW) == Status.VALID


@given(st.permutations(range(52)), st.sampled_from([CLASSIC, STRICT, LOW]))
def test_a_full_board_fouls_exactly_when_a_flag_says_so(deck, rules):
    rows = sorted((deck[:3], deck[3:8], deck[8:13]), key=len)
    board = Board(rows)
    foul = oracle.is_foul(
        (deck[:3], deck[3:8], deck[8:13]), strict_rows=rules.strict_rows, low_middle=rules.middle == "2-7"
    )
    assert board.fouls(rules) is bool(board.status(rules) & Status.FOUL) is foul
    assert board.is_lost(rules) is foul
    assert board.is_foul is oracle.is_foul((deck[:3], deck[3:8], deck[8:13]))


# -- Looking ahead ----------------------------------------------------------------------------------


def lost_by_trying(board, left, rules):
    """Every completion, judged by the oracle."""
    switches = {"strict_rows": rules.strict_rows, "low_middle": rules.middle == "2-7"}
    return oracle.is_lost(board.rows, left, **switches)


def some_partial_board(generator):
    """A board with one to four free places and a short deck, often of few suits or few ranks."""
    deck = list(range(52))
    generator.shuffle(deck)
    if style := generator.randrange(4):
        deck.sort(key=[None, lambda c: c % 4 > 1, lambda c: c // 4 > 6, lambda c: c % 2][style])
    free = generator.choice([1, 2, 2, 3, 3, 4])
    gaps = set(generator.sample(range(13), free))
    rows, cards = ([], [], []), iter(deck)
    for place in range(13):
        if place not in gaps:
            rows[0 if place < 3 else 1 if place < 8 else 2].append(next(cards))
    ranked = sorted((rows[1], rows[2]), key=lambda row: oracle.key(row) if row else (0, ()))
    if len(rows[1]) == len(rows[2]) and generator.randrange(4):
        rows = (rows[0], *ranked)
    left = list(cards)[: free + generator.randrange(5 if free > 2 else 12)]
    board = Board(rows)
    return board, left, [c for c in range(52) if c not in left and c not in board.cards]


@pytest.mark.parametrize("rules", [CLASSIC, STRICT, LOW], ids=lambda rules: rules.name)
def test_a_lost_board_is_one_that_no_completion_saves(rules):
    generator = random.Random(rules.name + str(rules.strict_rows))
    found = {True: 0, False: 0}
    for _ in range(500):
        board, left, dead = some_partial_board(generator)
        lost = lost_by_trying(board, left, rules)
        assert board.is_lost(rules, dead) is lost, (board, left)
        found[lost] += 1
    assert min(found.values()) > 40


def lost(text, left, rules=None):
    board = Board(text)
    left = ofc.cards(left)
    return board.is_lost(rules, [c for c in range(52) if c not in left and c not in board.cards])


@pytest.mark.parametrize(
    ("text", "left", "is_lost"),
    [
        # the middle cannot help becoming a flush
        ("2c3c4d/AhKh9h8h/5s5d7c8c9c", "2h 3h", True),
        ("2c3c4d/AhKh9h8h/5s5d7c8c9c", "2h 3h 2d", False),
        # the bottom needs the only card that keeps the middle from a flush
        ("2s3c4d/AhKh9h8h/AdQdTd9d", "2h 2d", True),
        ("2s3c4d/AhKh9h8h/AdQdTd9d", "2h 2d 2c", False),
        # two flushes of hearts need two hearts
        ("AsAcAd/9h8h7h5h/AhKhJhTh", "2h 2d", True),
        ("AsAcAd/9h8h7h5h/AhKhJhTh", "2h 3h", False),
        # a full house in the middle asks for a better one, or quads, below it
        ("KsKhKd/QhQs9h9s/QdJdJhJs", "Qc Jc", False),
        ("KsKhKd/QhQs9h9s/QdJdJhJs", "Qc 9c", False),
        ("KsKhKd/QhQs9h9s/QdJdJhJs", "Qc 2h", True),
        ("KsKhKd/QhQs9h9s/QdJdJhJs", "9c 2h", True),
        ("KsKh/AcAd9c9d/QhQdQs7s", "Qc 9h 2d", False),
        ("AsAhAd/KcKdKs/QhQdQs9s9h", "Ac 2c", True),
        ("AsAhAd/-/-", "2c2d2h2s3c3d3h3s4c4d4h4s", False),
        # fewer cards than places
        ("2c3c4d/5h5s9h9s/QdQh8h5c", "7h", True),
    ],
)
def test_rows_that_want_the_same_cards(text, left, is_lost):
    assert lost(text, left) is is_lost is lost_by_trying(Board(text), ofc.cards(left), CLASSIC)


def test_equality_saves_a_board_unless_rows_are_strict():
    text = "2c3c4d/KhQh9h8h7c/KsQs9s8s"
    assert lost(text, "7d", CLASSIC) is False
    assert lost(text, "7d", STRICT) is True
    assert lost(text, "Td", STRICT) is False


def test_a_board_out_of_shape_is_lost():
    assert Board("AsAs/-/-", check=False).is_lost()
    assert Board("2s3s4s5s/-/-", check=False).is_lost()


def test_aces_on_top_of_a_poor_middle_are_lost_early():
    assert Board("AsAhAd/KsQd2c/-").is_lost() is True
    assert Board("AsAhAd/KsQd/-").is_lost() is False
    assert Board("AsAhKd/KsQd2c7h/-").is_lost() is True
    assert Board("AsAhKd/KsQdQc7h/-").is_lost() is False


@pytest.mark.parametrize("call", [Board.fouls, Board.resolve, Board.is_lost, Board.status])
@pytest.mark.parametrize("board", [TEXT, "As/-/-", "-/-/-"])
def test_rules_are_a_preset_by_name_or_rules(call, board):
    held = Board(board)
    results = []
    for rules in ("classic", ofc.RULES["classic"]):
        try:
            results.append(call(held, rules))
        except ofc.OfcError as error:
            results.append(str(error))
    assert results[0] == results[1]
    with pytest.raises(
        TypeError, match="rules must be a Rules or the name of a preset, such as 'pineapple', not 5"
    ):
        call(held, 5)
    with pytest.raises(ofc.OfcError, match="no preset named 'pinapple'; did you mean 'pineapple'"):
        call(held, "pinapple")


def test_what_is_no_board_is_told():
    with pytest.raises(TypeError, match="a board must be text, a Board, three rows or thirteen cards"):
        Board(None)


def test_rows_and_problems_print_as_code():
    names = {"Row": Row, "Status": Status}
    assert repr(Row.TOP) == "Row.TOP"
    assert repr(Status(0)) == "Status.VALID"
    assert repr(Status.SIZE) == "Status.TOP_SIZE | Status.MIDDLE_SIZE | Status.BOTTOM_SIZE"
    assert repr(Status(1 << 20)) == "Status(1048576)"
    for value in (*Row, *map(Status, range(2048))):
        assert eval(repr(value), names) == value
