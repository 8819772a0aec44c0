"""The Hutchison point systems: every published total, and the rules behind them one by one."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from ofckit import hutchison
from ofckit._errors import InvalidCard, NotationError, OfcError
from ofckit.hutchison import SYSTEMS, points

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


def test_the_examples_of_the_docs():
    page = Path(__file__).parent.parent / "docs" / "hutchison.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    assert doctest.testmod(hutchison).failed == 0
