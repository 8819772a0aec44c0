"""What becomes of a position by its moves: one of them, and all of them at once as arrays."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ofckit as ofc
from ofckit.board import Board
from ofckit.game import Game
from ofckit.position import Move, Position
from ofckit.rules import RULES

import oracle

PINEAPPLE = RULES["pineapple"]
STRICT = PINEAPPLE.replace(strict_rows=True)
LOW = RULES["2-7-pineapple"]
JOKERS = RULES["joker-ultimate"]
SECOND = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h", opponents=["-/9c9d/5s4s3s"])


# -- one move -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pineapple", "progressive", "classic", "joker-ultimate", "criss-cross"])
def test_after_a_move_a_seat_knows_what_the_game_says(name):
    generator = random.Random(name)
    game = Game(name, players=2, seed=11)
    while not game.is_over:
        seat = game.turn
        before = game.observation(seat)
        move = generator.choice(before.legal_moves)
        after = before.after(move)
        game.push(move, seat)
        seen = game.observation(seat)
        for part in ("boards", "discards", "out", "announced", "fantasyland", "seat", "button", "rules"):
            assert getattr(after, part) == getattr(seen, part), part
        assert after.draw == ()
        assert after.turn is None
        assert len(after.legal_moves) == 0
        assert Position.parse(str(after)) == after


def test_after_a_move_and_the_next_draw_it_is_its_turn_again():
    after = SECOND.after("8c@m Td@b x4h", draw="Qc Qd 2s")
    assert str(after.board) == "Qh/8c7h7d/AsKsTd"
    assert after == Position(
        "pineapple",
        "Qh/8c7h7d/AsKsTd",
        "Qc Qd 2s",
        discards="4h",
        opponents=["-/9c9d/5s4s3s"],
    )
    assert len(after.legal_moves) == 27
    assert ofc.Card("4h") not in after.unseen


def test_a_surrender_leaves_the_hand_and_keeps_what_was_seen():
    rules = PINEAPPLE.replace(surrender_points=3)
    after = Position(rules, "Qh/7h7d/AsKs", "8c Td 4h").after("surrender")
    assert after.out == ("surrendered",)
    assert after.draw == ()
    assert set(ofc.cards("8c Td 4h")) <= set(after.known)


@pytest.mark.parametrize(
    ("move", "draw", "says"),
    [
        ("8c@m Td@b xAh", "", "Ah is not among the cards drawn"),
        ("8c@m Td@b 4h@t", "", "2 cards must be placed"),
        ("8c@m Td@b x4h", "Qh 2c 3c", "Qh"),
        ("8c@m Td@b x4h", "4h 2c 3c", "4h"),
        ("8c@m Td@b x4h", "2c 3c", "2 cards"),
        ("8c@m Td@b x4h", "2c 3c X1", "X1"),
    ],
)
def test_a_wrong_move_or_draw_is_named(move, draw, says):
    with pytest.raises(ofc.OfcError, match=says):
        SECOND.after(move, draw)


def test_nobody_moves_out_of_turn():
    with pytest.raises(ofc.IllegalMove, match="no cards to place"):
        SECOND.after("8c@m Td@b x4h").after("8c@m Td@b x4h")


# -- all moves ------------------------------------------------------------------------------------------


def test_a_row_of_the_arrays_is_the_board_after_the_move():
    candidates = SECOND.candidates()
    boards, royalties, lost = map(np.asarray, (candidates.boards, candidates.royalties, candidates.lost))
    assert boards.shape == (27, 13)
    assert boards.dtype == np.uint8
    assert royalties.shape == (27, 3)
    assert royalties.dtype == np.int16
    assert lost.shape == (27,)
    assert lost.dtype == np.bool_
    assert list(candidates.moves) == list(SECOND.legal_moves)
    assert len(candidates) == 27
    for number, move in enumerate(candidates.moves):
        after = SECOND.after(move).boards[0]
        cards = [list(boards[number][start:end]) for start, end in ((0, 3), (3, 8), (8, 13))]
        assert [sorted(c for c in row if c != 255) for row in cards] == [sorted(row) for row in after]
        assert candidates.board(number) == Board(after)


def test_moves_may_be_chosen_and_keep_their_order():
    candidates = SECOND.candidates(["Td@b 8c@m x4h", Move("8c@t Td@t x4h")])
    assert list(map(str, candidates.moves)) == ["8c@m Td@b x4h", "Td@t 8c@t x4h"]
    assert len(SECOND.candidates([])) == len(SECOND.candidates([]).lost) == 0


def some_late_position(generator, rules):
    """One to three places are free after the move, and of the deck a handful of cards is left."""
    deck = list(range(52))
    generator.shuffle(deck)
    if style := generator.randrange(4):
        deck.sort(key=[None, lambda c: c % 4 > 1, lambda c: c // 4 > 6, lambda c: c % 2][style])
    held = generator.choice([9, 9, 11])
    places = sorted(generator.sample(range(13), held))
    rows = [[], [], []]
    for card, place in zip(deck, places, strict=False):
        rows[0 if place < 3 else 1 if place < 8 else 2].append(card)
    if len(rows[1]) == len(rows[2]) and generator.randrange(4):
        rows[1:] = sorted(rows[1:], key=oracle.key)
    draw, left = deck[held : held + 3], deck[held + 3 : held + 3 + generator.randrange(11 - held, 7)]
    dead = [card for card in deck[held + 3 :] if card not in left]
    return Position(rules, rows, draw, dead=dead), left


@pytest.mark.parametrize("rules", [PINEAPPLE, STRICT, LOW], ids=lambda rules: rules.name)
def test_a_lost_candidate_is_one_that_no_completion_saves(rules):
    generator = random.Random(f"candidates {rules.name} {rules.strict_rows}")
    switches = {"strict_rows": rules.strict_rows, "low_middle": rules.middle == "2-7"}
    found = {True: 0, False: 0}
    for _ in range(50):
        position, left = some_late_position(generator, rules)
        candidates = position.candidates()
        for number, lost in enumerate(candidates.lost):
            rows = candidates.board(number).rows
            assert lost is oracle.is_lost(rows, left, **switches), (position, candidates.moves[number])
            found[lost] += 1
    assert min(found.values()) > 40


@pytest.mark.parametrize("rules", [PINEAPPLE, LOW, JOKERS], ids=lambda rules: rules.name)
def test_what_a_full_row_earns(rules):
    generator = random.Random(f"royalties {rules.name}")
    for _ in range(20):
        deck = generator.sample(range(52 + rules.jokers), 14)
        rows = generator.choice([[deck[:3], deck[3:8], deck[8:11]], [deck[:3], deck[3:7], deck[7:9]]])
        candidates = Position(rules, rows, deck[11:14]).candidates()
        for number, earned in enumerate(candidates.royalties.tolist()):
            board = candidates.board(number)
            if board.is_complete:
                assert earned == [*ofc.royalties(board, rules)]
                continue
            for row, cards, size in zip(range(3), board.rows, (3, 5, 5), strict=True):
                natural = len(cards) == size and max(cards) < 52
                strength = ofc.rank(cards) if natural else 0
                points = rules.royalties.points(("top", "middle", "bottom")[row])
                assert earned[row] == (points[strength] if natural else 0)


def test_an_opening_is_looked_at_with_jokers_too():
    position = Position(JOKERS, "", "AhAd X1 Kc 2c")
    candidates = position.candidates()
    assert len(candidates) == 232
    assert not any(candidates.lost)
    late = Position(JOKERS, "AhAdX1/KcKdQcQd/9c9s8h8d", "7c 6c 2c", dead="X2")
    known = late.candidates()
    for number, lost in enumerate(known.lost):
        dead = [card for card in late.known if card not in known.board(number).cards]
        assert lost is known.board(number).is_lost(JOKERS, dead)


def test_what_is_not_looked_at_is_refused():
    fantasyland = Position("pineapple", "", "As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s Ah Kh", fantasyland=[15])
    with pytest.raises(ofc.OfcError, match="1,048,576 moves at most"):
        fantasyland.candidates()
    assert len(fantasyland.candidates(fantasyland.legal_moves[:3])) == 3
    with pytest.raises(TypeError, match="moves must be a list, not"):
        SECOND.candidates("8c@m Td@b x4h")
    with pytest.raises(ofc.IllegalMove, match="Ah is not among"):
        SECOND.candidates(["8c@m Td@b xAh"])
    by_row = JOKERS.replace(joker_resolution="row")
    with pytest.raises(ofc.OfcError, match="row by row"):
        _ = Position(by_row, "Qh/7h7d/AsKs", "8c Td 4h").candidates().lost
