"""The Hutchison point systems: every published total, and the rules behind them one by one."""

from __future__ import annotations

import doctest
from array import array
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from ofckit import _core, hutchison
from ofckit._errors import InvalidCard, NotationError, OfcError
from ofckit._rng import Rng
from ofckit.cards import cards
from ofckit.hutchison import SYSTEMS, points, rank_omaha, rank_omaha_many, win_chance

REVISED = {
    "As Ks Ah Kh": (54, {"suits": 16, "pairs": 34, "straights": 4, "wheel": 0}),
    "9s 8s 9d 8d": (32, {"suits": 6, "pairs": 18, "straights": 8, "wheel": 0}),
    "Qs Qd 9h 9c": (28, {"suits": 0, "pairs": 24, "straights": 4, "wheel": 0}),
    "As 3s Kd 4d": (30, {"suits": 14, "pairs": 0, "straights": 4, "wheel": 12}),
}
ORIGINAL = {  # flush, pair, straight, as published
    "As Ks Ah Kh": (27, 8, 17, 2),
    "8s 9s 9d 8d": (16, 3, 9, 4),
    "Qs Qd 8h 8c": (13, 0, 11, 2),
    "As Ah 7c 2d": (10, 0, 9, 1),
    "Ks Kd 3s 6d": (15, 6, 8, 1),
    "As Kd Qh Ts": (15, 4, 0, 11),
    "Ah Kh Ad Qd": (24, 8, 9, 7),
    # marked as doubtful by their author
    "Kh Jc Th 6s": (9, 3, 0, 6),
    "Ad 6c As 4c": (12, 1, 9, 2),
    "2h 3c 4s 5d": (2, 0, 0, 2),
    "2h 3c Ks Qd": (6, 0, 0, 6),
    "Ah 2c 3s 4d": (3, 0, 0, 3),
    "Ad Kc Qh 2s": (8, 0, 0, 8),
}


def total(hand, system="high-revised"):
    return points(hand, system).total


def part(hand, name, system="high-revised"):
    return points(hand, system).parts[name]


# high, revised


@pytest.mark.parametrize("hand", REVISED)
def test_published_totals_of_the_revised_system(hand):
    found = points(hand)
    assert (found.total, dict(found.parts)) == REVISED[hand]


def test_ace_king_queen_ten_is_27_by_its_own_ace_rule_and_not_31_as_published():
    found = points("As Kd Qh Ts")
    assert found.total == 27
    assert [step.points for step in found.steps] == [8, 25, -2, -4]
    assert not found.playable


def test_half_the_points_are_the_percentage_of_wins():
    assert points("As Ks Ah Kh").win_chance == 0.27
    assert points("9s 8s 9d 8d").win_chance == 0.16


def test_28_points_are_playable():
    assert points("Qs Qd 9h 9c").playable
    assert total("Ks Kd Kh Qc") < 28
    assert not points("Ks Kd Kh Qc").playable


def test_a_suit_counts_once_by_its_highest_card():
    assert part("As Ks 7h 2h", "suits") == 8 + 1
    assert part("8s 5s Jd 9d", "suits") == 2 + 4


def test_more_than_two_of_a_suit_cost_two_points():
    assert part("As Ks 8s 2d", "suits") == 8 - 2
    assert part("As Ks 8s 2s", "suits") == 8 - 2


def test_three_of_a_rank_are_no_pair():
    assert part("Ks Kd Kh Qc", "pairs") == 0
    assert part("Ks Kd Kh Kc", "pairs") == 0


def test_every_gap_costs_two_points_and_four_gaps_are_too_many():
    assert part("Ts 9d 8h 7c", "straights") == 25
    assert part("Js 9d 8h 7c", "straights") == 25 - 2
    assert part("Ks Jd 9h 7c", "straights") == 25 - 6
    assert part("Ks Jd 9h 6c", "straights") == 18 - 4
    assert part("Ks Kd 9h 4c", "straights") == 8 - 6
    assert part("Ks Kd 8h 8c", "straights") == 0


def test_an_ace_in_a_straight_costs_four_points_and_never_makes_it_less_than_nothing():
    assert part("As Kd Qh Jc", "straights") == 25 - 4
    assert part("As Ad Jh Jc", "straights") == 8 - 4 - 4
    assert part("As Ad Th Tc", "straights") == 0


def test_an_ace_with_one_wheel_card_is_six_points_and_with_two_twelve():
    assert part("As Qd 8h 5c", "wheel") == 6
    assert part("As 9d 5h 2c", "wheel") == 12


def test_a_low_card_counts_with_the_ace_or_in_a_straight_whichever_is_more():
    found = points("As 7d 6h 5c").parts
    assert (found["straights"], found["wheel"]) == (18, 0)
    found = points("As Td 9h 5c").parts
    assert (found["straights"], found["wheel"]) == (8, 6)


# high, original


@pytest.mark.parametrize("hand", ORIGINAL)
def test_published_totals_of_the_original_system(hand):
    found = points(hand, "high-original")
    assert (found.total, *found.parts.values()) == ORIGINAL[hand]
    assert found.win_chance == found.total / 100


def test_a_total_may_be_a_half():
    assert total("Qs 7s Kd 2h", "high-original") == 2.5 + 4
    assert isinstance(total("As Ks Ah Kh", "high-original"), int)


def test_four_of_a_suit_cost_two_points_and_three_nothing():
    assert part("As Ts 7s 4s", "suits", "high-original") == 4 - 2
    assert part("As Ts 7s 4d", "suits", "high-original") == 4


def test_high_cards_more_than_three_gaps_apart_do_not_count_together():
    assert part("Ks Qd 6h 6c", "straights", "high-original") == 4
    assert part("Ks 9d 6h 6c", "straights", "high-original") == 4 - 1


def test_the_original_system_gives_no_mark():
    assert points("As Ks Ah Kh", "high-original").playable is None


# hi-lo, eight or better


def test_ace_ace_deuce_three_double_suited_is_45():
    found = points("As Ah 2s 3h", "hi-lo")
    assert found.total == 45
    assert dict(found.parts) == {"low": 20, "kickers": 9, "pairs": 8, "suits": 8}
    assert found.playable
    assert "not verified" in found.note


@pytest.mark.parametrize(
    ("hand", "low"),
    [("Ks Kd 2h Ac", 20), ("As 3d 9h 9c", 17), ("As 4d 9h 9c", 13), ("As 5d 9h 9c", 10), ("2s 3d 9h 9c", 15),
     ("2s 4d 9h 9c", 12), ("3s 4d 9h 9c", 11), ("4s 5d 9h 9c", 8), ("2s 5d 9h 9c", 0), ("3s 5d 9h 9c", 0),
     ("As 6d 9h 9c", 0)],
)  # fmt: skip
def test_the_two_lowest_cards(hand, low):
    assert part(hand, "low", "hi-lo") == low


def test_kickers_count_once_and_not_when_they_repeat_a_low_card():
    assert part("As 2d 2h 3c", "kickers", "hi-lo") == 9
    assert part("As 2d 3h 3c", "kickers", "hi-lo") == 9
    assert part("As 2d 4h 5c", "kickers", "hi-lo") == 6 + 4
    assert part("As 2d 6h Tc", "kickers", "hi-lo") == 1 + 1
    assert part("As 2d 8h Jc", "kickers", "hi-lo") == 2


def test_three_of_a_rank_are_half_a_pair_and_four_nothing():
    assert part("Ks Kd Kh 2c", "pairs", "hi-lo") == 3
    assert part("Qs Qd Qh 2c", "pairs", "hi-lo") == 2.5
    assert part("As Ad Ah Ac", "pairs", "hi-lo") == 0
    assert part("2s 2d 4h 4c", "pairs", "hi-lo") == 3 + 1
    assert part("9s 9d 7h 7c", "pairs", "hi-lo") == 0


def test_three_of_a_suit_are_half_a_suit_and_four_nothing():
    assert part("As 2s 9h 8d", "suits", "hi-lo") == 4
    assert part("Ks 2s 9s 8d", "suits", "hi-lo") == 1.5
    assert part("As 2s 9s 8s", "suits", "hi-lo") == 0
    assert part("7s 2s 9h 8h", "suits", "hi-lo") == 1


@pytest.mark.parametrize("hand", ["As Ad Ks Kd", "As Ad Ts Jc", "As Ks Th Jh", "Qs Qd Jh Jc"])
def test_high_only_hands_are_playable_without_points(hand):
    found = points(hand, "hi-lo")
    assert found.playable
    assert (found.total, found.steps) == (0, ())
    assert "high-only" in found.note


@pytest.mark.parametrize("hand", ["As Ah Ad Ks", "As Ks 9h 9s", "As Kh Qd Jc", "As Ks Qd Jc", "As Ad Th Jc"])
def test_other_high_hands_are_counted_and_not_playable(hand):
    assert points(hand, "hi-lo").playable is False


# hold'em


@pytest.mark.parametrize(
    ("hand", "worth"), [("AA", 42), ("QJo", 28), ("64s", 16), ("72o", 9), ("JTs", 30), ("A2o", 18)]
)
def test_totals_of_the_holdem_system(hand, worth):
    assert total(hand, "holdem") == worth


def test_short_names_and_cards_are_the_same():
    assert total("10Jo", "holdem") == total("Th Js", "holdem") == total("jto", "holdem")
    assert total("Qs Js", "holdem") == total("QJs", "holdem")
    assert total("9s 9d", "holdem") == total("99", "holdem") == total("99o", "holdem")


def test_thirty_points_are_playable_from_any_position():
    assert points("JTs", "holdem").playable
    assert not points("QJo", "holdem").playable


@pytest.mark.parametrize(("hand", "says"), [("QJ", "QJs or QJo"), ("AAs", "pair cannot be suited")])
def test_a_short_name_must_say_whether_it_is_suited(hand, says):
    with pytest.raises(NotationError, match=says):
        points(hand, "holdem")


# reading


def test_explain_prints_the_sum_as_a_player_follows_it():
    assert points("As 3s Kd 4d").explain().splitlines() == [
        "As 3s Kd 4d, Hutchison high-revised",
        "suits          8  spades, ace high",
        "               6  diamonds, king high",
        "straights      8  AK: two cards",
        "              -4  an ace in it",
        "wheel         12  the ace with 43",
        "total         30  playable, wins about 15% against nine",
        "(28 points or more are playable)",
    ]


@pytest.mark.parametrize("hand", [*REVISED, *ORIGINAL])
@pytest.mark.parametrize("system", ["high-revised", "high-original", "hi-lo"])
def test_total_parts_and_steps_are_one_sum(hand, system):
    found = points(hand, system)
    assert found.total == sum(found.parts.values()) == sum(step.points for step in found.steps)


def test_points_do_not_depend_on_the_order_of_cards_or_the_names_of_suits():
    assert total("4d Kd 3s As") == total("Ac 3c Kh 4h") == total(["3s", "As", "4d", "Kd"]) == 30


def test_systems_are_named():
    assert SYSTEMS == ("high-revised", "high-original", "hi-lo", "holdem")


@pytest.mark.parametrize(
    ("hand", "system", "error", "says"),
    [
        ("As Ks Ah", "high-revised", OfcError, "3 cards"),
        ("As Ks Ah Kh Qd", "hi-lo", OfcError, "has 4"),
        ("As Ks Ah Kh", "holdem", OfcError, "has 2"),
        ("As Ks As Kh", "high-original", InvalidCard, "As .* more than once"),
        ("As Ks Ah X1", "high-revised", InvalidCard, "joker"),
        ("As Ks Ah 1h", "high-revised", InvalidCard, "1h"),
        ("As Ks Ah Kh", "book", OfcError, "high-revised, high-original"),
    ],
)
def test_a_hand_that_cannot_be_counted_is_refused(hand, system, error, says):
    with pytest.raises(error, match=says):
        points(hand, system)


# Omaha hands


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
        ("As Ks Ah Kh", {"deals": 1}, "at least two"),
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
    page = Path(__file__).parent.parent / "docs" / "hutchison.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    assert doctest.testmod(hutchison).failed == 0
