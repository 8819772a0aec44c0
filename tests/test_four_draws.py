"""Four draws to come: equal to the draws that may follow; what is too large is told with what it takes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from math import comb

import pytest

from expectimax import deal, position_of
from ofckit import RULES, Board, Card, Limit, Objective, OfcError, Position, Rules, best_moves, cards, value
from ofckit._core import EndgameSearch
from ofckit.objective import given_or_default

JOKERS = RULES["joker-ultimate"]
THREE_RANKS = [int(card) for card in cards("QhQdQcQs 7h7d7c7s 3h3d3c3s")]
A_SPADE = [int(card) for card in cards("QhQdQcQs 7h7d7c 3h3d3c 4h4d")]


def by_rank(card: int) -> int:
    """Where no flush is possible, cards of a rank are the same, and so are jokers."""
    return card >> 2


def by_spades(card: int) -> tuple[int, bool]:
    return card >> 2, card & 3 == 3


def mean_of_draws(
    position: Position, objective: Objective | None, kind: Callable[[int], object]
) -> tuple[float, float, float]:
    """The mean of the second streets that may follow; of draws that are the same one is solved."""
    rest = [int(card) for card in position.unseen]
    ways = Counter[tuple[object, ...]]()
    draws: dict[tuple[object, ...], tuple[int, ...]] = {}
    for draw in combinations(rest, 3):
        kinds = tuple(sorted(map(kind, draw)))
        ways[kinds] += 1
        draws[kinds] = draw
    sums = [0.0, 0.0, 0.0]
    for kinds, draw in draws.items():
        rows = tuple(frozenset(map(int, row)) for row in position.board.rows)
        left = [card for card in rest if card not in draw]
        best = best_moves(position_of(position.rules, rows, left, draw), objective)[0]  # type: ignore[arg-type]
        found = best.ev, best.foul, best.royalty
        sums = [a + ways[kinds] * b for a, b in zip(sums, found, strict=True)]
    points, foul, royalty = (total / comb(len(rest), 3) for total in sums)
    return points, foul, royalty


def only(rules: Rules, board: str, rest: list[int]) -> Position:
    """A position in which nothing but `rest` may come."""
    rows = Board(board).rows
    held = {int(card) for row in rows for card in row}
    return Position(rules, rows, dead=[Card(c) for c in range(52 + rules.jokers) if c not in {*held, *rest}])


@pytest.mark.parametrize(
    ("rules", "board", "rest", "objective", "kind"),
    [
        (RULES["pineapple"], "2h/8h6d/AsKd", THREE_RANKS, None, by_rank),
        (RULES["progressive"], "2h/8h6d/AsKs", A_SPADE, Objective(foul=-5.25), by_spades),
        (JOKERS, "2h/8h6d/AsKd", [52, 53, *THREE_RANKS[2:]], None, by_rank),
    ],
    ids=["no flush", "one flush", "jokers"],
)
def test_a_board_is_worth_the_mean_of_its_draws(
    rules: Rules,
    board: str,
    rest: list[int],
    objective: Objective | None,
    kind: Callable[[int], object],
) -> None:
    position = only(rules, board, rest)
    found = value(position, objective)
    assert found.exact
    expected = mean_of_draws(position, objective, kind)
    assert (found.ev, found.foul, found.royalty) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_the_chances_of_four_draws_add_up_to_the_value() -> None:
    position = only(RULES["progressive"], "2h/8h6d/AsKs", THREE_RANKS)
    found, objective = value(position), Objective.of(position.rules)
    hands = sum(chance * objective.next_hand(number) for number, chance in found.fantasyland.items())
    assert found.ev == pytest.approx(found.royalty + hands + objective.foul * found.foul, abs=1e-12)


def test_what_is_forgotten_for_want_of_memory_is_solved_again() -> None:
    position = only(RULES["progressive"], "2h/8h6d/AsKs", THREE_RANKS)
    objective, compiled = given_or_default(position.rules, None)
    streets = [(street.deal, street.place) for street in position.rules.plan[1:]]
    deck = bytes(map(int, position.unseen))
    plenty, little = (EndgameSearch(compiled, deck, streets, memory) for memory in (1 << 30, 1 << 20))
    rows = position.board.rows
    assert little.outlook(*rows) == plenty.outlook(*rows)
    assert little.leaves > plenty.leaves
    assert plenty.outlook(*rows)[0] == value(position, objective).ev  # type: ignore[index]


def test_what_is_too_large_is_told_with_the_time_and_the_memory_that_it_takes() -> None:
    told = r"4 draws to come; it may take [\d,]+ boards with one draw to come, [\d,]+ are allowed"
    cost = r"roughly \d+ (minutes|hours) of one processor and up to [\d.]+ GB of memory"
    with pytest.raises(OfcError, match=rf"{told} \(limit of boards\); {cost}"):
        value(Position("pineapple", "Qh/7h7d/AsKs"))
    with pytest.raises(OfcError, match=rf"at most 2\.0 GB of memory are used; {cost}"):
        value(Position("pineapple", "Qh/7h7d/AsKs"), limit=Limit(boards=10**9))
    with pytest.raises(OfcError, match=r"100 are allowed"):
        value(Position("pineapple", "Qh/7h7d/AsKd"), limit=Limit(boards=100))


def test_a_long_search_ends_when_the_time_is_up() -> None:
    with pytest.raises(OfcError, match="the time is up"):
        value(Position("pineapple", "Qh/7h7d/AsKd"), limit=0.2)


# -- What another program says ------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("board", "discard", "points"),
    [
        ("7c/KsKh2d/6s5h3d", "9c", 6.57870327),
        ("Ac/KsKh/6s5h3d2c", "9c", 15.24760526),
        ("QcKc/KsKh/6s5h3d", "5c", 14.22486942),
    ],
)
def test_boards_of_seven_cards_with_jokers(board: str, discard: str, points: float) -> None:
    """Below the board of five cards -/KsKh/6s5h3d, by a prototype that shares no code with this package."""
    objective = Objective(fantasyland={14: 20, 15: 28, 16: 36, 17: 44}, foul=-9)
    found = value(Position(JOKERS, board, discards=discard), objective)
    assert found.ev == pytest.approx(points, abs=5e-8)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(6))
def test_random_boards_are_worth_the_mean_of_their_draws(seed: int) -> None:
    """Every draw by itself: some twenty seconds each."""
    rules = (RULES["pineapple"], RULES["2-7-pineapple"], JOKERS)[seed % 3]
    rows, rest = deal(random.Random(seed), range(52), 5, 12 + seed // 3, suited=True)
    position = position_of(rules, rows, [52, *rest[1:]] if rules is JOKERS else rest)
    found = value(position)
    expected = mean_of_draws(position, None, int)
    assert (found.ev, found.foul, found.royalty) == pytest.approx(expected, rel=1e-12, abs=1e-12)
