"""Moves and positions: as values, as text and back, and what they refuse."""

from __future__ import annotations

import copy
import pickle
from itertools import islice, permutations, product
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofckit._errors import InvalidCard, NotationError, OfcError
from ofckit.board import Board
from ofckit.cards import Card
from ofckit.cards import cards as read_cards
from ofckit.position import LegalMoves, Move, Position, owner_of
from ofckit.rules import RULES, TableStakes

# -- Moves ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "8c@m Td@b x4h",
        "x4h Td@b 8c@m",
        "8c m Td b 4h x",
        "8c middle, Td bottom, x 4h",
        "8c@mid Td@back -4h",
        "8cm Tdb x4h",
        "8c @ m 10d @ b 4h@x",
        "8♣ m T♦ b discard 4♥",
        "8C@M TD@BOTTOM X4H",
    ],
)
def test_people_write_one_move_in_many_ways(text):
    assert str(Move(text)) == "8c@m Td@b x4h"


def test_several_cards_go_to_one_row():
    assert Move("8c9c@m KdKs b Qh@t") == Move("9c@m 8c@m Ks@b Kd@b Qh@t")
    assert str(Move("8c9c@m KdKs b Qh@t")) == "Qh@t 9c@m 8c@m Ks@b Kd@b"


def test_a_joker_is_no_discard_sign():
    assert str(Move("X1@t xX2 As@b")) == "X1@t As@b xX2"
    assert str(Move("JK@t x* As@b")) == "X1@t As@b xX2"


def test_a_move_tells_its_parts():
    move = Move("8c@m Td@b x4h x2c stay")
    assert move.rows == ((), (Card("8c"),), (Card("Td"),))
    assert move.discards == (Card("4h"), Card("2c"))
    assert [(str(card), str(row)) for card, row in move.placements] == [("8c", "middle"), ("Td", "bottom")]
    assert move.is_stay
    assert not move.is_surrender
    assert Move("surrender").is_surrender


def test_a_move_of_cards_is_the_move_of_its_text():
    assert Move.of(top="Qh", bottom=["Ks", 46], discards=[Card("2c")]) == Move("Qh@t Ks@b Kh@b x2c")


@pytest.mark.parametrize("text", ["8c@m Td@b x4h", "Qh@t As@b x2c stay", "surrender", "X1@t xX2"])
def test_a_move_is_a_value(text):
    move = Move(text)
    assert eval(repr(move)) == move
    assert pickle.loads(pickle.dumps(move)) == move
    assert copy.deepcopy(move) is move
    assert hash(Move(text)) == hash(move)
    assert f"{move}" == str(move) == text
    assert Move(move) is move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a move needs cards"),
        ("stay", "a move needs cards"),
        ("8c@m Td x4h", "Td: no row is named"),
        ("8c@m Td", "Td: no row is named"),
        ("8c@q", "'q' at column 1 is not a row"),
        ("x", "x is not followed by a card"),
        ("m 8c", "'m' at column 1 is neither"),
        ("@m", "no card before the row"),
        ("8c@m 8x@b", "'8x' at column 6 is neither"),
        ("surrender 8c@m", "names no cards"),
        ("8c@m stay stay", "only one such word"),
        ("8с@m", "neither a card nor a row"),  # noqa: RUF001 (a Cyrillic letter)
    ],
)
def test_what_is_no_move_is_told(text, message):
    with pytest.raises(NotationError, match="^.*" + message):
        Move(text)


def test_a_card_twice_in_a_move_is_told():
    with pytest.raises(InvalidCard, match="8c is in the move twice"):
        Move("8c@m 8c@b")
    with pytest.raises(TypeError, match="read from text"):
        Move(8)


# -- Legal moves ----------------------------------------------------------------------------------------


def by_hand(drawn, free, place):
    """Every legal move, from the definition: each card to a row or away, as many as must and as fit."""
    found = set()
    for where in product("tmbx", repeat=len(drawn)):
        if where.count("x") == len(drawn) - place and all(
            where.count(row) <= room for row, room in zip("tmb", free, strict=True)
        ):
            words = [f"x{c}" if w == "x" else f"{c}@{w}" for c, w in zip(drawn, where, strict=True)]
            found.add(Move(" ".join(words)))
    return found


@pytest.mark.parametrize(
    ("drawn", "free", "place"),
    [
        ("As Kd 4h 4c 2d", (3, 5, 5), 5),
        ("As Kd 4h", (1, 2, 3), 2),
        ("As Kd 4h", (0, 1, 1), 2),
        ("As Kd 4h", (2, 0, 0), 2),
        ("As", (1, 0, 1), 1),
        ("As Kd", (0, 5, 1), 2),
        ("As Kd 4h 4c 2d 9s", (1, 2, 1), 4),
    ],
)
def test_legal_moves_are_all_there_once_and_in_order(drawn, free, place):
    cards = [Card(name) for name in drawn.split()]
    legal = LegalMoves(cards, free, place)
    expected = by_hand(cards, free, place)
    assert len(legal) == len(expected)
    assert set(legal) == expected
    assert list(legal) == [legal[i] for i in range(len(legal))] == legal[:]
    assert legal[-1] == legal[len(legal) - 1]
    assert all(move in legal and str(move) in legal for move in expected)


def test_the_ways_to_set_a_fantasyland_hand_are_counted_not_made():
    legal = LegalMoves([Card(i) for i in range(17)], (3, 5, 5), 13)
    assert len(legal) == 17 * 16 * 15 // 6 * (14 * 13 * 12 * 11 * 10 // 120) * (9 * 8 * 7 * 6 // 24)
    assert legal[10**8] in legal
    assert list(islice(legal, 3)) == legal[:3]
    assert legal[0] != legal[1]
    assert legal._list == ()
    with pytest.raises(IndexError):
        legal[len(legal)]


def test_long_and_short_lists_agree(monkeypatch):
    from ofckit.position import _legal

    cards = [Card(i) for i in (3, 17, 40, 41, 51)]
    short = LegalMoves(cards, (3, 5, 5), 5)
    assert len(short) == len(short._list) == 232
    monkeypatch.setattr(_legal, "_MOST_PATTERNS", 0)
    _legal._counted.cache_clear()
    long = LegalMoves(cards, (3, 5, 5), 5)
    assert (len(long), long._list) == (232, ())
    assert list(long) == list(short) == [long[i] for i in range(len(long))]
    _legal._counted.cache_clear()


def test_a_stay_doubles_the_moves_and_a_surrender_adds_one():
    cards = [Card(i) for i in range(3)]
    plain = LegalMoves(cards, (1, 1, 1), 2)
    both = LegalMoves(cards, (1, 1, 1), 2, stay=True, surrender=True)
    assert len(both) == 2 * len(plain) + 1
    assert list(both) == [both[i] for i in range(len(both))]
    assert both[-1] == Move("surrender")
    assert sum(move.is_stay for move in both) == len(plain)
    assert all(move in both for move in both)
    assert [move in plain for move in both] == [True] * len(plain) + [False] * (len(plain) + 1)
    assert list(LegalMoves(surrender=True)) == [Move("surrender")]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("8c@m Td@b x4h", None),
        ("8c@m Td@b xAs", "As is not among the cards drawn (Td 8c 4h)"),
        ("8c@m Td@b", "4h is neither placed nor discarded"),
        ("8c@m Td@b 4h@b", "2 cards must be placed, 1 discarded, not 3 and 0"),
        ("8c@m xTd x4h", "2 cards must be placed, 1 discarded, not 1 and 2"),
        ("8c@t Td@b x4h", "the top has no room left, but the move places 1 there"),
        ("8c@b Td@b x4h", "the bottom has room for 1 more, but the move places 2 there"),
        ("8c@m Td@b x4h stay", "a stay is announced only in Fantasyland"),
        ("surrender", "nobody may surrender: surrender_points is off"),
        ("Zc", None),
    ],
)
def test_every_reason_has_its_message(move, reason):
    legal = LegalMoves([Card("8c"), Card("Td"), Card("4h")], (0, 2, 1), 2)
    if move == "Zc":
        assert move not in legal
        return
    told = legal.reason_against(Move(move))
    assert told == reason if reason is None else told.startswith(reason)
    assert (move in legal) == (reason is None)


# -- Positions ------------------------------------------------------------------------------------------

HAND = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h", "2c", opponents=["-/9c9d/5s4s3s"])


def test_a_position_answers_what_follows_from_it():
    assert HAND.board == Board("Qh/7h7d/AsKs")
    assert HAND.opponents == (Board("-/9c9d/5s4s3s"),)
    assert (HAND.seats, HAND.seat, HAND.button, HAND.turn) == (2, 0, 1, 0)
    assert (HAND.street, HAND.to_place, HAND.free) == (1, 2, (2, 3, 3))
    assert len(HAND.unseen) == 52 - 5 - 5 - 3 - 1
    assert Card("8c") not in HAND.unseen
    assert HAND.legal_moves.reason_against(Move("8c@m Td@b x4h")) is None


def test_nobody_moves_out_of_turn():
    waiting = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h", opponents=["-/9c9d/-"], turn=1)
    assert len(waiting.legal_moves) == 0
    assert len(Position("pineapple", "Qh/7h7d/AsKs", opponents=["-/9c9d/-"]).legal_moves) == 0


def test_many_cards_to_an_empty_board_are_fantasyland():
    for cards in (14, 15, 16, 17):
        position = Position("progressive", draw=range(cards))
        assert position.fantasyland == (cards,)
        assert (position.street, position.to_place) == (None, 13)
    assert Position("chinese", draw=range(13), opponents=[()]).fantasyland == (0, 0)


def test_the_cards_of_joker_rules_are_54():
    position = Position("joker-ultimate", "X1/-/AsKsQs9c", draw="X2 2c 2d", opponents=[()])
    assert str(position.draw[0]) == "X2"
    assert len(position.unseen) == 54 - 8
    assert Position.parse(str(position)) == position


EXAMPLES = [
    HAND,
    Position("2-7-pineapple", draw=range(5), opponents=["", ""], seat=2, button=0),
    Position("classic", "Qh/-/AsKs9d8d", "8c", opponents=["-/-/-"], exposed="2d", dead="3d 3c"),
    Position(
        RULES["ultimate"].replace(surrender_points=2),
        draw=range(16),
        opponents=["-/-/AsKsQsJsTs", ()],
        fantasyland=(16, 0, 14),
        out=["", "surrendered", ""],
        announced=[2],
        extra=[("x-note", "a.20b"), ("v2", "")],
    ),
    Position(
        RULES["classic"].replace(
            name="Friday é/~_.", final_face_down=3, table_stakes=TableStakes(win_cap=False)
        ),
        opponents=["", "", ""],
        stacks=(0, 100, 85, 10**30),
    ),
    Position(
        RULES["turbo"].replace(
            name="odd", royalties="treble", fantasyland=None, players=(2, 3), foul_points=4
        )
    ),
    Position(RULES["chinese"], "AsKsQs/-/-", turn=None, opponents=["-/-/-"]),
]


@pytest.mark.parametrize("position", EXAMPLES, ids=range(len(EXAMPLES)))
def test_a_position_is_one_line_that_reads_back(position):
    text = str(position)
    assert Position.parse(text) == position
    assert str(Position.parse(text)) == text
    assert quote(text, safe="") == text
    assert "\n" not in text
    assert eval(repr(position)) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert hash(Position.parse(text)) == hash(position)
    assert copy.copy(position) is position


def test_the_text_says_what_is_what():
    assert str(HAND) == (
        "ofc1~rules.pineapple~seat.0~button.1~turn.0~b0.Qh_7h7d_AsKs~b1.-_9d9c_5s4s3s~draw.Td8c4h~discards.2c"
    )


def test_the_order_of_cards_is_no_matter():
    for order in permutations(["8c", "Td", "4h"]):
        assert (
            Position("pineapple", "Qh/7d7h/KsAs", " ".join(order), "2c", opponents=["/9d9c/3s4s5s"]) == HAND
        )


def test_switches_are_said_in_few_words():
    rules = RULES["progressive"].replace(surrender_points=2)
    rules = rules.replace(fantasyland=rules.fantasyland.replace(set_when="after"))
    text = str(Position(rules))
    assert "~switches.surrender_points.3D2.0Afantasyland.2Eset_when.3D.22after.22~" in text
    assert Position.parse(text).rules == rules


def test_unknown_keys_are_kept():
    text = str(HAND) + "~clock.30~venue.caf.C3.A9"
    position = Position.parse(text)
    assert position.extra == (("clock", "30"), ("venue", "caf.C3.A9"))
    assert str(position) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "begins with ofc1~"),
        ("hello", "begins with ofc1~"),
        ("ofc2~rules.pineapple", "reads only positions of the format ofc1"),
        ("ofc1", "'rules' is missing"),
        ("ofc1~rules.pineapple~b0.-_-_-", "'seat' is missing"),
        ("ofc1~rules.pineapple~seat.0", "'b0' is missing"),
        ("ofc1~rules.pinapple~seat.0~b0.-_-_-", "did you mean 'pineapple'"),
        ("ofc1~rules.pineapple~seat.1~b0.-_-_-", "there are 1 boards"),
        ("ofc1~rules.pineapple~seat.x~b0.-_-_-", "must be a number"),
        ("ofc1~rules.pineapple~seat.0~b0.-_-", "three rows separated by _"),
        ("ofc1~rules.pineapple~seat.0~b0.-_-_-~b2.-_-_-", "one for each seat, from b0 on"),
        ("ofc1~rules.pineapple~seat.0~b0.-_-_Zz", "b0.-_-_Zz: 'Zz'"),
        ("ofc1~rules.pineapple~seat.0~b0.-_-_AsAs", "As"),
        ("ofc1~rules.pineapple~seat.0~b0.-_-_-~draw.As", "1 cards; pineapple deals 5 to a board of 0"),
        ("ofc1~rules.pineapple~seat.0~seat.0~b0.-_-_-", "'seat' appears twice"),
        ("ofc1~rules.pineapple~seat.0~b0.-_-_-~clock.1~clock.2", "'clock' appears twice"),
        ("ofc1~rules.pineapple~seat~b0.-_-_-", "a key, a dot and a value"),
        ("ofc1~rules.pineapple~seat.0~b0.-_-_-~out.gone", "each seat is -, left or surrendered"),
        ("ofc1~rules.pineapple~seat.0~b0.-_-_-~fantasyland.99", "fantasyland"),
        ("ofc1~rules.pagat~seat.0~b0.-_-_-~fantasyland.14", "pagat has none"),
        ("ofc1~rules.pineapple~switches.x.3D.zz~seat.0~b0.-_-_-", ""),
        ("ofc1~rules.pineapple~switches.players.3D.FF~seat.0~b0.-_-_-", "hexadecimal digits of UTF-8"),
        ("ofc1~rules.pineapple~button.4~seat.0~b0.-_-_-", "button: 4 is not a seat"),
        (
            "ofc1~rules.pineapple~seat.0~b0.-_-_-~stacks.5_5",
            "stacks: chips, whole numbers from 0, for each of 1",
        ),
        ("ofc1~rules.pineapple~seat.0~b0.-_-_-~stacks.-5", "stacks.-5: must be a number"),
        ("ofc1~rules.pineapple~seat.0~b0.-_-_-~a/b.c", "an additional key is letters, digits"),
        ("ofc1" + "~" * 30_000, "at most 20000 characters"),
    ],
)
def test_what_is_no_position_is_told(text, message):
    with pytest.raises(OfcError) as error:
        Position.parse(text)
    assert message in str(error.value)


@given(st.text(alphabet="ofc1~rules.pineapple_seat0b-AsKdx%é", max_size=80))
def test_no_text_does_worse_than_an_error(text):
    with pytest.raises(OfcError):
        Position.parse(text)
    try:
        move = Move(text)
    except OfcError:
        return
    assert Move(str(move)) == move


def test_what_cannot_be_a_position_is_refused():
    with pytest.raises(InvalidCard, match="As is in the position twice"):
        Position("pineapple", "As/-/-", opponents=["-/As/-"])
    with pytest.raises(InvalidCard, match="X1"):
        Position("pineapple", draw="X1 2c 3c 4c 5c")
    with pytest.raises(OfcError, match="5 boards: a table has at most 4"):
        Position("classic", opponents=[(), (), (), ()])
    with pytest.raises(TypeError, match="list of boards"):
        Position("classic", opponents="-/-/-")
    with pytest.raises(TypeError, match="name of a preset"):
        Position(5)
    with pytest.raises(OfcError, match="14 are drawn to an empty board"):
        Position("pineapple", draw=range(13), fantasyland=(14,))
    with pytest.raises(OfcError, match="has left, it has no cards"):
        Position("pineapple", draw=range(5), out=("left",))
    with pytest.raises(OfcError, match="seat: 2 is not a seat"):
        Position("pineapple", opponents=[()], seat=2)


def test_the_stacks_are_those_of_people():
    position = Position("criss-cross", opponents=["", "", ""], stacks=(5, 8))
    assert Position.parse(str(position)).stacks == (5, 8)
    for stacks in [(5,), (5, -1), (5, 2.5), (5, True), (5, 5, 5, 5)]:
        with pytest.raises(OfcError, match="for each of 2 players"):
            Position("criss-cross", opponents=["", "", ""], stacks=stacks)


def test_in_criss_cross_people_sit_in_turn():
    assert [owner_of(RULES["criss-cross"], 4, seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [owner_of(RULES["classic"], 3, seat) for seat in range(3)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("draw", "free", "place", "words"),
    [
        ("8c Td 4h", (2, 3, 3), 2, {}),
        ("As Kd 9h 9c 2s", (3, 5, 5), 5, {"surrender": True}),
        ("8c", (1, 0, 1), 1, {"stay": True, "surrender": True}),
        ("X1 8c 7d", (0, 1, 2), 2, {"stay": True}),
        ("As Ks Qs Js Ts 9s 8s 7s", (1, 3, 3), 6, {}),
    ],
)
def test_a_move_has_the_number_from_which_it_is_made(
    draw: str, free: tuple[int, int, int], place: int, words: dict[str, bool]
) -> None:
    moves = LegalMoves(read_cards(draw), free, place, **words)
    step = max(1, len(moves) // 300)
    for number in [*range(0, len(moves), step), len(moves) - 1]:
        assert moves.index(moves[number]) == number
    with pytest.raises(ValueError, match="number 0, which is not"):
        moves.index(moves[0], 1)
    with pytest.raises(ValueError, match="not among the legal moves"):
        moves.index("2c@t")


def test_the_moves_of_a_hand_of_seventeen_have_numbers_too() -> None:
    moves = LegalMoves([Card(i) for i in range(17)], (3, 5, 5), 13)
    for number in (0, 1, 10**6, len(moves) // 2, len(moves) - 1):
        assert moves.index(moves[number]) == number
