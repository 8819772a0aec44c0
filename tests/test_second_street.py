"""Second streets: equal to looking at every card that may come, to their own draws, and to what is known."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb

import pytest

from expectimax import Judge, Rows, assert_equal, deal, position_of
from ofckit import RULES, Board, Card, Objective, OfcError, Position, Rules, analyse, best_moves, value
from ofckit.objective import RowOdds

PINEAPPLE, JOKERS = RULES["pineapple"], RULES["joker-ultimate"]
TWO_SUITS = [card for card in range(52) if card & 2]
PACK = list(range(52))
OTHER = Board("2c2d3h/3c3d8h4c4d/5c5d5h8s4h")


def few_places(rng: random.Random, pack: list[int]) -> tuple[Rows, list[int]]:
    """Seven cards placed, the top full and one place left in the middle: few ways to place the others."""
    cards = rng.sample(pack, 16)
    return (frozenset(cards[:3]), frozenset(cards[3:7]), frozenset()), cards[7:]


def with_joker(rows: Rows, rest: list[int], held: bool) -> tuple[Rows, list[int]]:
    """A joker in place of the last card of the top, or of the first that may come."""
    if not held:
        return rows, [52, *rest[1:]]
    top = sorted(rows[0])
    return (frozenset([*top[:-1], 52]), rows[1], rows[2]), rest


# -- Every card that may come -------------------------------------------------------------------------


def test_a_low_middle_is_what_every_draw_says() -> None:
    rules = RULES["2-7-pineapple"]
    rows, rest = few_places(random.Random(1), TWO_SUITS)
    expected = Judge(rules, Objective.of(rules)).expect(rows, rest)
    assert_equal(value(position_of(rules, rows, rest)), expected)


def test_jokers_are_what_every_draw_says() -> None:
    rules = JOKERS.replace(joker_resolution="row")
    rows, rest = with_joker(*few_places(random.Random(2), TWO_SUITS), held=True)
    rest[0] = 53
    expected = Judge(rules, Objective.of(rules)).expect(rows, rest)
    assert_equal(value(position_of(rules, rows, rest)), expected)


def test_a_move_is_worth_the_board_that_it_makes() -> None:
    moves = best_moves(SMALL)
    assert moves.complete
    for info in moves[::5]:
        rows = [(*row, *more) for row, more in zip(SMALL.board.rows, info.move.rows, strict=True)]
        found = value(Position(PINEAPPLE, rows, dead=[*SMALL.dead, *info.move.discards]))
        assert (found.ev, found.foul, found.royalty) == (info.ev, info.foul, info.royalty)


# -- Memory ----------------------------------------------------------------------------------------------

SMALL = Position(PINEAPPLE, "QhQc7d/7h6c/-", "5h4h2s", dead="2c2d2h3c3d3h3s4c4d8c8d8h8s9c9d9h9s")


def test_no_more_moves_are_searched_at_once_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    every = best_moves(SMALL, threads=1)
    monkeypatch.setattr("ofckit.search._endgame_search._MEMORY_TOGETHER", 15 << 20)
    assert best_moves(SMALL, threads=60) == every


def test_what_does_not_fit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ofckit.search._endgame_search._MEMORY_TOGETHER", 1 << 18)
    with pytest.raises(OfcError, match="the tables would take too much memory"):
        best_moves(SMALL)


# -- Analysis -------------------------------------------------------------------------------------------


def test_an_analysis_is_exact_where_the_time_asked_for_is_enough() -> None:
    assert analyse(SMALL, limit=300, threads=1).exact
    assert not analyse(SMALL, limit=0.02, threads=1).exact


# -- Its own draws ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "objective", "held"),
    [
        (PINEAPPLE, Objective(), None),
        (PINEAPPLE, Objective(fantasyland={14: 11.37}, foul=-6.11), None),
        (RULES["progressive"], None, None),
        (RULES["2-7-pineapple"], None, None),
        (PINEAPPLE, Objective(opponents=(OTHER,)), None),
        (PINEAPPLE, Objective(opponents=(RowOdds.of([OTHER], PINEAPPLE),)), None),
        (JOKERS, None, False),
        (JOKERS, None, True),
    ],
    ids=[
        "pineapple",
        "hundredths",
        "progressive",
        "2-7",
        "a board",
        "row odds",
        "joker to come",
        "joker held",
    ],
)
def test_a_board_is_worth_the_mean_of_its_draws(
    rules: Rules, objective: Objective | None, held: bool | None
) -> None:
    """All third streets that may follow, each solved by itself; more cards are left than come."""
    rng = random.Random(7)
    pack = [card for card in PACK if card not in {int(card) for card in OTHER.cards}]
    rows, rest = deal(rng, pack, 7, 10, suited=True)
    if held is not None:
        rows, rest = with_joker(rows, rest, held and bool(rows[0]))
    sums = [0.0, 0.0, 0.0]
    for draw in combinations(rest, 3):
        left = [card for card in rest if card not in draw]
        best = best_moves(position_of(rules, rows, left, draw), objective)[0]
        sums = [a + b for a, b in zip(sums, (best.ev, best.foul, best.royalty), strict=True)]
    found = value(position_of(rules, rows, rest), objective)
    means = [total / comb(len(rest), 3) for total in sums]
    assert found.ev == pytest.approx(means[0], rel=1e-12, abs=1e-12)
    if objective is None or not isinstance((objective.opponents or (None,))[0], RowOdds):  # there ties stay
        assert (found.foul, found.royalty) == pytest.approx(tuple(means[1:]), rel=1e-12, abs=1e-12)


# -- What is known ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "dead", "points", "foul", "royalty"),
    [
        ("QhQc/7h7d5d/AsKd", "2c", 3.3871442880661524, 0.6178171470999, 3.081127215214503),
        (
            "QhQc7d/7h6c/AsKs",
            "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s",
            6.88674172662848,
            0.49677403407377707,
            4.5835132888458014,
        ),
    ],
    ids=["no flush possible", "one flush"],
)
def test_values_of_an_engine_that_shared_nothing(
    board: str, dead: str, points: float, foul: float, royalty: float
) -> None:
    """Until version 0.2 every pair, placement and discard was searched by itself; that took seconds."""
    found = value(Position(PINEAPPLE, board, dead=dead))
    assert (found.ev, found.foul, found.royalty) == (points, foul, royalty)


def test_suits_may_change_their_names() -> None:
    rows = Board("QhQc7d/7h6c/AsKs").rows
    turned = [[Card(card ^ 3) for card in row] for row in rows]
    assert value(Position(PINEAPPLE, rows)) == value(Position(PINEAPPLE, turned))
