"""Omaha hands: two of the hand and three of the board, against every choice; simulations and their deals."""

from __future__ import annotations

import doctest
from array import array
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from ofckit import _core, omaha
from ofckit._errors import InvalidCard
from ofckit._rng import Rng
from ofckit.cards import cards
from ofckit.omaha import rank_omaha, rank_omaha_many, win_chance


def two_and_three(hole, board):
    """The best of every two hole cards with every three of the board, one by one."""
    return max(
        _core.rank([*two, *three]) for two in combinations(hole, 2) for three in combinations(board, 3)
    )


def deal(hole, board, hand):
    deck = list(range(52))
    Rng(11, hand).shuffle(deck)
    return deck[:hole], deck[hole : hole + board]


@pytest.mark.parametrize("hole", [4, 5, 6])
@pytest.mark.parametrize("board", [3, 4, 5])
def test_the_best_of_two_hole_cards_and_three_of_the_board(hole, board):
    for hand in range(150):
        mine, common = deal(hole, board, hand)
        assert rank_omaha(mine, common) == two_and_three(mine, common)


def test_four_of_a_suit_on_the_board_and_one_in_the_hand_are_no_flush():
    assert rank_omaha("Ah Kc Qd Js", "9h 7h 5h 2h 3c") == _core.rank("Ah Kc 9h 7h 5h")


def test_four_of_a_rank_in_the_hand_are_a_pair():
    assert rank_omaha("As Ah Ad Ac", "Kh Qd 9s 5c 3d") == _core.rank("As Ah Kh Qd 9s")


def test_quads_on_the_board_are_three_of_them():
    assert rank_omaha("As Ah 7d 2c", "Kh Kd Ks Kc 3d") == _core.rank("Kh Kd Ks As Ah")
    assert rank_omaha("As Qh 7d 2c", "Kh Kd Ks Kc 3d") == _core.rank("Kh Kd Ks As Qh")


@pytest.mark.parametrize("hole", [4, 5, 6])
def test_a_batch_is_the_hands_one_by_one(hole):
    dealt = [deal(hole, 5, hand) for hand in range(60)]
    holes = memoryview(bytes(card for mine, _ in dealt for card in mine)).cast("B", (60, hole))
    boards = memoryview(bytes(card for _, common in dealt for card in common)).cast("B", (60, 5))
    strengths = rank_omaha_many(holes, boards)
    assert list(strengths) == [rank_omaha(*hand) for hand in dealt]
    out = array("H", bytes(120))
    assert rank_omaha_many(holes, boards, out) is out
    assert out == strengths


def test_a_batch_takes_other_integers_and_strides():
    np = pytest.importorskip("numpy")
    dealt = np.array([[*mine, *common] for mine, common in (deal(4, 5, hand) for hand in range(40))])
    found = rank_omaha_many(dealt[::-1, :4], dealt[::-1, 4:])
    assert found.dtype == np.uint16
    assert found.tolist() == [rank_omaha(row[:4].tolist(), row[4:].tolist()) for row in dealt[::-1]]


def rows(*texts):
    found = [cards(text) for text in texts]
    return memoryview(bytes(card for row in found for card in row)).cast("B", (len(found), len(found[0])))


def test_a_batch_names_the_first_bad_row():
    holes = rows("As Ks Qs Js", "As Ks Qs Js", "2s 3s 4s 5s")
    with pytest.raises(InvalidCard, match=r"row 1.*As"):
        rank_omaha_many(holes, rows("2c 3c 4c 5c 6c", "2c 3c As 5c 6c", "2c 3c 4c 5c 6c"))
    bad = memoryview(bytes([0, 1, 2, 3, 4, 5, 6, 52])).cast("B", (2, 4))
    with pytest.raises(InvalidCard, match="row 1"):
        rank_omaha_many(bad, rows("7c 8c 9c", "7c 8c 9c"))


@pytest.mark.parametrize(
    ("holes", "boards", "says"),
    [
        (["As Ks Qs"], ["2c 3c 4c"], "holes has shape"),
        (["As Ks Qs Js"], ["2c 3c"], "boards has shape"),
        (["As Ks Qs Js", "As Ks Qs Js"], ["2c 3c 4c"], "2 rows of hole cards, but 1 boards"),
    ],
)
def test_a_batch_of_another_shape_is_refused(holes, boards, says):
    with pytest.raises(ValueError, match=says):
        rank_omaha_many(rows(*holes), rows(*boards))


@pytest.mark.parametrize(
    ("hole", "board", "says"),
    [
        ("As Ks Qs", "2c 3c 4c", "hole cards are 4 to 6"),
        ("As Ks Qs Js 9s 8s 7s", "2c 3c 4c", "hole cards are 4 to 6"),
        ("As Ks Qs Js", "2c 3c", "a board is 3 to 5"),
        ("As Ks Qs Js", "2c 3c 4c 5c 6c 7c", "a board is 3 to 5"),
        ("As Ks Qs Js", "2c 3c As", "As"),
        ("As Ks Qs X1", "2c 3c 4c", "joker"),
    ],
)
def test_cards_that_are_no_omaha_hand_are_refused(hole, board, says):
    with pytest.raises(InvalidCard, match=says):
        rank_omaha(hole, board)


# simulation


def test_aces_and_kings_of_two_suits_win_as_often_as_published():
    """26,736.67 of 100,000 in Wilson's Turbo Omaha High, 14,255 for kings with queen and jack."""
    best = win_chance("As Ac Ks Kc", seed=1, deals=200_000)
    assert best.error < 0.001
    assert best.chance == pytest.approx(0.2674, abs=4 * best.error + 0.0014)
    assert win_chance("Kd Kh Qc Js", seed=1, deals=200_000).chance == pytest.approx(0.1426, abs=0.004)


def test_a_seed_gives_the_same_deals_everywhere():
    won = _core.omaha_equity(cards("As Ks Ah Kh"), 9, 10_000, 7)
    assert won == (7298, 2649, 46, 7, 0, 0, 0, 0, 0, 0, 0)
    assert sum(won) == 10_000


def winners_of(hands, board):
    """The indices of the hands that share the pot."""
    strengths = [two_and_three(hand, board) for hand in hands]
    return [i for i, strength in enumerate(strengths) if strength == max(strengths)]


@pytest.mark.parametrize(
    ("hole", "opponents"), [("As Ks Ah Kh", 9), ("9d 8d 7c 6c 2h", 3), ("Ts Td 5h 5c 4s 3s", 6)]
)
def test_the_simulation_deals_as_the_written_down_generator_does(hole, opponents):
    mine, won = [int(card) for card in cards(hole)], [0] * 11
    size, rng = len(mine), Rng(9, 0)
    deck = [card for card in range(52) if card not in mine]
    for _ in range(60):
        rng.shuffle(deck, first=5 + opponents * size)
        others = [deck[5 + i * size : 5 + (i + 1) * size] for i in range(opponents)]
        winners = winners_of([mine, *others], deck[:5])
        won[len(winners) if 0 in winners else 0] += 1
    assert _core.omaha_equity(mine, opponents, 60, 9) == tuple(won)


def test_the_field_counts_hands_by_their_combinatorial_number():
    order = sorted(combinations(range(52), 4), key=lambda hand: hand[::-1])
    number = {hand: i for i, hand in enumerate(order)}
    want_dealt, want_won = [0] * len(order), [0] * len(order)
    deck, rng = list(range(52)), Rng(9, 0)
    for _ in range(60):
        rng.shuffle(deck, first=45)
        hands = [deck[5 + 4 * i : 9 + 4 * i] for i in range(10)]
        winners = winners_of(hands, deck[:5])
        for i, hand in enumerate(hands):
            want_dealt[number[tuple(sorted(hand))]] += 1
            want_won[number[tuple(sorted(hand))]] += 2520 // len(winners) * (i in winners)
    dealt, won = _core.omaha_field(10, 60, 9)
    assert list(dealt) == want_dealt
    assert list(won) == want_won


def test_long_simulations_are_the_sum_of_their_stretches():
    stretch = 1 << 18
    total = _core.omaha_equity(cards("As Ks Ah Kh"), 1, stretch + 1000, 7)
    first = _core.omaha_equity(cards("As Ks Ah Kh"), 1, stretch, 7)
    assert sum(total) == stretch + 1000
    assert all(0 <= whole - part <= 1000 for whole, part in zip(total, first, strict=True))


def test_every_pot_of_the_field_is_paid_once():
    dealt, won = _core.omaha_field(10, 3000, 5)
    assert len(dealt) == len(won) == comb(52, 4)
    assert sum(dealt) == 30_000
    assert sum(won) == 3000 * 2520
    assert all(part <= 2520 * times for part, times in zip(won, dealt, strict=True))


@pytest.mark.parametrize(
    ("hole", "options", "says"),
    [
        ("As Ks Ah Kh", {"opponents": 0}, "1 to 9"),
        ("As Ks Ah Kh", {"opponents": 10}, "1 to 9"),
        ("As Ks Ah Kh Qs Qh", {"opponents": 7}, "1 to 6"),
        ("As Ks Ah Kh", {"deals": 1}, "the number of deals must be 2 to"),
        ("As Ks Ah", {}, "hole cards are 4 to 6"),
        ("As Ks Ah As", {}, "As"),
    ],
)
def test_a_table_that_cannot_be_dealt_is_refused(hole, options, says):
    with pytest.raises(ValueError, match=says):
        win_chance(hole, seed=1, **options)


def test_a_field_of_eleven_is_refused():
    with pytest.raises(ValueError, match="2 to 10"):
        _core.omaha_field(11, 10, 1)


def test_the_examples_of_the_docs():
    page = Path(__file__).parent.parent / "docs" / "omaha.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    assert doctest.testmod(omaha).failed == 0
