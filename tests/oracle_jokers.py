"""The slow oracle of boards with jokers: every joker tries every card. It knows nothing of the package.

A board is (top, middle, bottom) of card ints, 52 and up for jokers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import oracle

JOKER = 52
TWO, THREE, FOUR, FIVE, SEVEN, QUEEN, KING, ACE = 0, 1, 2, 3, 5, 10, 11, 12
ULTIMATE = {QUEEN: 14, KING: 15, ACE: 16}
WHEEL_LOW = tuple(-rank for rank in (SEVEN, FIVE, FOUR, THREE, TWO))


@dataclass(frozen=True)
class Game:
    """The switches that decide what jokers stand for; `low`: a 2-7 middle, its royalties and Fantasyland."""

    may_copy: bool = False
    by_row: bool = False
    strict_rows: bool = False
    low: bool = False


@dataclass(frozen=True, eq=False)
class Facts:
    """All that counts of a row: its key, its 2-7 key and whether that qualifies, its royalties by place."""

    key: oracle.Key
    low_key: oracle.Key
    qualifies: bool
    modern: tuple[int, int, int]
    deuce_to_seven: tuple[int, int, int]


_known: dict[tuple[object, ...], Facts] = {}


@lru_cache(maxsize=200_000)
def facts(row: tuple[int, ...]) -> Facts:
    """The facts of a row; the same object for equal facts."""
    key, low_key = oracle.key(row), oracle.deuce_to_seven_key(row)
    qualifies = False
    pairs, trips, middle, bottom = oracle.ROYALTIES["modern"]
    if len(row) == 3:
        points = {oracle.PAIR: pairs, oracle.TRIPS: trips}.get(key[0], {}).get(key[1][0], 0)
        modern = low = (points, 0, 0)
    else:
        name = "royal" if key == (oracle.STRAIGHT_FLUSH, (ACE,)) else key[0]
        modern = (0, middle.get(name, 0), bottom.get(name, 0))
        qualifies = low_key[0] == 0 and oracle.qualifies_deuce_to_seven(row)
        low = (0, oracle.deuce_to_seven_royalty(row) if qualifies else 0, bottom.get(name, 0))
    found = (key, low_key, qualifies, modern, low)
    return _known.setdefault(found, Facts(*found))


def facts_of(rows: Sequence[Sequence[int]]) -> tuple[Facts, Facts, Facts]:
    top, middle, bottom = (facts(tuple(row)) for row in rows)
    return top, middle, bottom


def fouls(top: Facts, middle: Facts, bottom: Facts, game: Game) -> bool:
    if game.low:
        return not middle.qualifies or top.key > bottom.key
    if top.key > middle.key or middle.key > bottom.key:
        return True
    return game.strict_rows and middle.key == bottom.key


def royalties(top: Facts, middle: Facts, bottom: Facts, game: Game) -> tuple[int, int, int]:
    """What the rows earn when the board is no foul."""
    if game.low:
        return top.deuce_to_seven[0], middle.deuce_to_seven[1], bottom.deuce_to_seven[2]
    return top.modern[0], middle.modern[1], bottom.modern[2]


def fantasyland(top: Facts, middle: Facts, game: Game) -> int:
    """Cards of the next hand: QQ 14, KK 15, AA 16, trips 17; with a 2-7 middle KK+ or 75432 14, both 15."""
    kind, ranks = top.key
    trips = kind == oracle.TRIPS
    if not game.low:
        return 17 if trips else ULTIMATE.get(ranks[0], 0) if kind == oracle.PAIR else 0
    high = trips or (kind == oracle.PAIR and ranks[0] >= KING)
    wheel = middle.low_key == (-oracle.HIGH_CARD, WHEEL_LOW)
    return 13 + high + wheel if high or wheel else 0


def merit(rows: tuple[Facts, Facts, Facts], game: Game) -> tuple[object, ...]:
    """How good a board is for its holder; bigger is better.

    A low middle goes by the high order turned round. For hands that qualify that is the 2-7 order; which of
    the others a foul board shows (5-4-3-2-A is a straight here) changes no points.
    """
    top, middle, bottom = rows
    strong = (bottom.key, oracle.turned(*middle.key) if game.low else middle.key, top.key)
    if game.by_row:
        return strong
    if fouls(top, middle, bottom, game):
        return (False, 0, 0, *strong)
    return (True, sum(royalties(top, middle, bottom, game)), fantasyland(top, middle, game), *strong)


def outcomes(rows: Sequence[Sequence[int]]) -> dict[tuple[Facts, Facts, Facts], bool]:
    """Every board that any cards for the jokers make, and whether that always takes a card already there.

    A joker never doubles a card of its own row.
    """
    natural = [tuple(card for card in row if card < JOKER) for row in rows]
    held = {card for row in natural for card in row}
    places = [r for r, row in enumerate(rows) for card in row if card >= JOKER]
    found: dict[tuple[Facts, Facts, Facts], bool] = {}
    for cards in product(range(JOKER), repeat=len(places)):
        made = list(natural)
        for r, card in zip(places, cards, strict=True):
            made[r] += (card,)
        if any(len(set(made[r])) < len(made[r]) for r in places):
            continue
        if len(places) == 2 and places[0] == places[1] and cards[0] > cards[1]:
            continue  # the same two cards the other way round
        board = (facts(made[0]), facts(made[1]), facts(made[2]))
        copied = len(held.union(cards)) < len(held) + len(cards)
        found[board] = found.get(board, True) and copied
    return found


def best(found: dict[tuple[Facts, Facts, Facts], bool], game: Game) -> tuple[object, ...]:
    """The merit of the best of these outcomes by the rules of a game."""
    return max(merit(board, game) for board, copied in found.items() if game.may_copy or not copied)
