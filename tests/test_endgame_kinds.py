"""Endgames where every card is placed (classic, turbo), and with jokers: equal to looking at everything."""

from __future__ import annotations

import random
from math import sqrt

import pytest

from expectimax import Judge, Rows, assert_equal, check, check_moves, deal, position_of
from ofckit import RULES, Board, Card, Objective, OfcError, Position, Rules, best_moves, value
from ofckit.rules import Street
from ofckit.scoring import royalties
from sanitized import trials

CLASSIC, TURBO, JOKERS = RULES["classic"], RULES["turbo"], RULES["joker-ultimate"]
ONE_JOKER = JOKERS.replace(jokers=1)
NO_COPIES = JOKERS.replace(joker_may_copy=False)
ROW_BY_ROW = JOKERS.replace(joker_resolution="row")
CLASSIC_JOKERS = CLASSIC.replace(jokers=2, joker_may_copy=True, name="classic with jokers")
BY_THREES = CLASSIC.replace(
    streets=(
        Street(deal=5, place=5),
        Street(deal=3, place=3),
        Street(deal=3, place=3),
        Street(deal=2, place=2),
    )
)
UNEVEN = CLASSIC.replace(
    streets=(
        Street(deal=5, place=5),
        Street(deal=4, place=4),
        Street(deal=1, place=1),
        Street(deal=3, place=3),
    )
)
LOW_ONES = RULES["2-7-pineapple"].replace(streets=CLASSIC.plan)

HIGH = list(range(24, 52))
TWO_SUITS = [card for card in range(52) if card & 2]
PACK = list(range(52))


def test_a_last_card_is_looked_up() -> None:
    """Nine spades and three aces save the bottom from the kings in the middle; 40 cards may come."""
    found = value(Position(CLASSIC, "2c3d5h/KhKd7d6h5d/AsJs9s8s"))
    assert found.foul == 1 - (9 + 3) / 40
    assert found.royalty == 9 * 4 / 40


@pytest.mark.parametrize(
    ("rules", "cards"),
    [
        *[(CLASSIC, n) for n in (1, 2, 3, 4)],
        *[(TURBO, n) for n in (2, 4)],
        *[(RULES["pagat-fantasyland"], n) for n in (2, 4)],
        (RULES["criss-cross"], 3),
        (BY_THREES, 2),
        (BY_THREES, 5),
        (UNEVEN, 3),
        (UNEVEN, 4),
        (LOW_ONES, 3),
    ],
    ids=lambda one: one.name if isinstance(one, Rules) else str(one),
)
@pytest.mark.parametrize("pack", [HIGH, TWO_SUITS, PACK], ids=["high cards", "two suits", "52"])
def test_all_cards_placed_is_what_every_draw_says(rules: Rules, cards: int, pack: list[int]) -> None:
    rng = random.Random(f"{rules.name} {cards} {pack}")
    objective = Objective.of(rules)
    for trial in range(trials(4)):
        rows, rest = deal(rng, pack, 13 - cards, 8 if cards < 4 else 7, suited=trial % 2 == 1)
        check(rules, objective, rows, rest, Judge(rules, objective))


def test_five_cards_to_come_are_what_every_draw_says() -> None:
    rng = random.Random(5)
    for suited in (False, True):
        rows, rest = deal(rng, HIGH, 8, 7, suited=suited)
        check(CLASSIC, Objective(), rows, rest, Judge(CLASSIC, Objective()))


def test_opponents_boards_are_settled_with_in_classic() -> None:
    rng = random.Random(6)
    for _ in range(3):
        pack = rng.sample(PACK, 52)
        board = Board([[Card(c) for c in row] for row in (pack[:3], pack[3:8], pack[8:13])])
        objective = Objective(opponents=(board,))
        rows, rest = deal(rng, pack[13:], 10, 7, suited=False)
        check(CLASSIC, objective, rows, rest, Judge(CLASSIC, objective))


# -- Jokers -------------------------------------------------------------------------------------------


def with_jokers(
    rng: random.Random, rows: Rows, rest: list[int], held: int, to_come: int
) -> tuple[Rows, list[int]]:
    """So many jokers in place of cards of the board, and of those that may come."""
    board = [card for row in rows for card in row]
    swaps = dict(zip(rng.sample(board, held) + rng.sample(rest, to_come), (52, 53), strict=False))
    changed = [frozenset(swaps.get(card, card) for card in row) for row in rows]
    return (changed[0], changed[1], changed[2]), [swaps.get(card, card) for card in rest]


@pytest.mark.parametrize("rules", [JOKERS, NO_COPIES, ROW_BY_ROW], ids=["copies", "no copies", "row by row"])
@pytest.mark.parametrize(("held", "to_come"), [(0, 1), (0, 2), (1, 0), (1, 1), (2, 0)])
def test_last_streets_with_jokers_are_what_every_draw_says(rules: Rules, held: int, to_come: int) -> None:
    rng, objective = random.Random(f"{held} {to_come}"), Objective.of(rules)
    judge = Judge(rules, objective)
    for trial in range(6):
        rows, rest = deal(rng, PACK, 11, 7, suited=trial % 2 == 1)
        check(rules, objective, *with_jokers(rng, rows, rest, held, to_come), judge)


@pytest.mark.parametrize(("held", "to_come"), [(0, 2), (1, 1), (2, 0)])
def test_fourth_streets_with_jokers_are_what_every_draw_says(held: int, to_come: int) -> None:
    rng, objective = random.Random(f"{held} {to_come}"), Objective.of(JOKERS)
    for suited in (False, True):
        rows, rest = deal(rng, PACK, 9, 8, suited=suited)
        check_moves(JOKERS, objective, *with_jokers(rng, rows, rest, held, to_come), Judge(JOKERS, objective))


@pytest.mark.parametrize(("held", "to_come"), [(0, 1), (1, 0)])
def test_two_draws_with_jokers_are_what_every_draw_says(held: int, to_come: int) -> None:
    rng, objective = random.Random(f"{held} {to_come}"), Objective.of(ONE_JOKER)
    rows, rest = with_jokers(rng, *deal(rng, TWO_SUITS, 9, 8, suited=True), held, to_come)
    expected = Judge(ONE_JOKER, objective).expect(rows, rest)
    assert_equal(value(position_of(ONE_JOKER, rows, rest), objective), expected)


@pytest.mark.parametrize(("held", "to_come"), [(0, 2), (1, 0), (1, 1)])
def test_classic_with_jokers_is_what_every_draw_says(held: int, to_come: int) -> None:
    rng, objective = random.Random(f"{held} {to_come}"), Objective()
    for suited in (False, True):
        rows, rest = deal(rng, PACK, 10, 7, suited=suited)
        made = with_jokers(rng, rows, rest, held, to_come)
        check(CLASSIC_JOKERS, objective, *made, Judge(CLASSIC_JOKERS, objective))


def test_jokers_that_may_not_copy_are_solved_one_draw_ahead_alone() -> None:
    with pytest.raises(OfcError, match="may not copy a card; only one draw to come is solved then, not 2"):
        value(Position(NO_COPIES, "Qh2h/7h7d6h/AsKs9s8s"))
    with pytest.raises(OfcError, match="may not copy a card"):
        value(Position(CLASSIC_JOKERS.replace(joker_may_copy=False), "Qh2h/7h7d6h5d/AsKs9s8s4s"))


# -- Full decks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "board"),
    [(CLASSIC, "Qh/7h7d6h5d/AsKs9s8s"), (JOKERS, "QhX1/7h7d6h5d/AsKs9s8s4s")],
    ids=["classic", "jokers"],
)
def test_played_out_games_earn_the_value(rules: Rules, board: str) -> None:
    position = Position(rules, board)
    objective, found, games = Objective.of(rules), value(position), 300
    rng, points = random.Random(12), []
    for _ in range(games):
        rows, deck = position.board, list(position.unseen)
        rng.shuffle(deck)
        gone: list[Card] = []
        while not rows.is_complete:
            street = rules.plan[Position(rules, rows, dead=gone).street or 0]
            draw = [deck.pop() for _ in range(street.deal)]
            move = best_moves(Position(rules, rows, draw, dead=gone))[0].move
            gone += move.discards
            added = [(*row, *more) for row, more in zip(rows.rows, move.rows, strict=True)]
            rows = Board(added, jokers=rules.jokers)
        rows = rows.resolve(rules)
        foul = rows.fouls(rules)
        hand = 0 if foul else rules.next_cards(None, *rows.strengths)
        points.append(objective.foul if foul else royalties(rows, rules).total + objective.next_hand(hand))
    mean = sum(points) / games
    error = sqrt(sum((p - mean) ** 2 for p in points) / (games - 1) / games)
    assert abs(mean - found.ev) < 4 * error
    assert 0 < error < 1
