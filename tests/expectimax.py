"""Optimal play by looking at every card that may come, in integers: the oracle for the exact searches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import pytest

from ofckit import Board, Card, Objective, Position, Rules, best_moves, rank, settle, value

SIZES = (3, 5, 5)
FIRST_JOKER = 52
Rows = tuple[frozenset[int], frozenset[int], frozenset[int]]
Sums = tuple[
    Fraction | int, int, int, tuple[tuple[int, int], ...]
]  # value, royalties, -fouls, hands by cards
Expected = tuple[Fraction, Fraction, Fraction, dict[int, Fraction]]


class Judge:
    """What finished boards are worth, by `settle` or the rules, and optimal play by looking at everything.

    Sums over all ways, which are equally many for every play: whole numbers, or Fractions where the objective
    is none. Plays are compared by value, then royalties, then fouls.
    """

    def __init__(self, rules: Rules, objective: Objective) -> None:
        self.rules, self.objective = rules, objective
        self.row = cache(lambda row: rank(sorted(row)))
        self.best = cache(self._best)
        self.ends: dict[tuple[int, int, int], Sums] = {}
        self.known: dict[tuple[Rows, tuple[int, ...]], Sums] = {}

    def street(self, placed: int) -> tuple[int, int]:
        """Cards dealt to a board that has so many, and how many of them are placed."""
        for street in self.rules.plan:
            if placed == 0:
                return street.deal, street.place
            placed -= street.place
        raise AssertionError("no street begins here")

    def strengths(self, rows: Rows) -> tuple[int, int, int]:
        if any(card >= FIRST_JOKER for row in rows for card in row):
            return self.rules.compiled.row_strengths([card for row in rows for card in sorted(row)])
        return self.row(rows[0]), self.row(rows[1]), self.row(rows[2])

    def end(self, strengths: tuple[int, int, int], rows: Rows) -> Sums:
        """What a finished board is worth; that depends only on its strengths."""
        rules, (top, middle, bottom) = self.rules, strengths
        foul = rules.compiled.is_foul(top, middle, bottom)
        royalty = 0 if foul else sum(rules.compiled.royalties(top, middle, bottom))
        cards = rules.next_cards(None, top, middle, bottom, foul)
        points = exact(self.objective.next_hand(cards))
        if self.objective.opponents is None:
            points += exact(self.objective.foul) if foul else royalty
        else:
            board = Board([sorted(row) for row in rows], jokers=rules.jokers)
            points += sum(settle([board, one], rules).points[0] for one in self.objective.opponents)
        return points, royalty, -int(foul), ((cards, 1),) if cards else ()

    def _best(self, rows: Rows, draw: tuple[int, ...], deck: tuple[int, ...]) -> Sums:
        """The sums of the best move."""
        _, place = self.street(sum(map(len, rows)))
        made = placements(rows, draw, place)
        return max((self.sums(one, deck) for one in made), key=lambda found: found[:3])

    def sums(self, rows: Rows, deck: tuple[int, ...]) -> Sums:
        """The same before the next draw, over all of them."""
        placed = sum(map(len, rows))
        if placed == 13:
            strengths = self.strengths(rows)
            if strengths not in self.ends:
                self.ends[strengths] = self.end(strengths, rows)
            return self.ends[strengths]
        if (rows, deck) not in self.known:
            draws = combinations(deck, self.street(placed)[0])
            found = [self.best(rows, draw, tuple(c for c in deck if c not in draw)) for draw in draws]
            hands: Counter[int] = Counter()
            for one in found:
                hands.update(dict(one[3]))
            points, royalty, safe = (sum(one[i] for one in found) for i in range(3))
            self.known[rows, deck] = points, royalty, safe, tuple(sorted(hands.items()))
        return self.known[rows, deck]

    def expect(self, rows: Rows, deck: Sequence[int]) -> Expected:
        """The exact means before the next draw from this deck."""
        return self.means(self.sums(rows, tuple(sorted(deck))), sum(map(len, rows)), len(deck))

    def expect_best(self, rows: Rows, draw: Sequence[int], deck: Sequence[int]) -> Expected:
        after = self.best(rows, tuple(draw), tuple(sorted(deck)))
        placed = sum(map(len, rows))
        return self.means(after, placed + self.street(placed)[1], len(deck))

    def means(self, sums: Sums, placed: int, deck: int) -> Expected:
        ways = 1
        while placed < 13:
            deal, place = self.street(placed)
            ways *= comb(deck, deal)
            deck, placed = deck - deal, placed + place
        points, royalty, safe, hands = sums
        chances = {cards: Fraction(n, ways) for cards, n in hands}
        return Fraction(points) / ways, Fraction(royalty, ways), Fraction(safe, ways), chances


def exact(points: float) -> Fraction | int:
    return int(points) if points == int(points) else Fraction(points)


def placements(rows: Rows, draw: Sequence[int], place: int) -> Iterator[Rows]:
    """Every way to place so many cards of a draw."""
    for chosen in combinations(draw, place):
        for where in product(range(3), repeat=place):
            made = list(rows)
            for card, row in zip(chosen, where, strict=True):
                made[row] |= {card}
            if all(len(row) <= size for row, size in zip(made, SIZES, strict=True)):
                yield made[0], made[1], made[2]


def deal(
    rng: random.Random, pack: Sequence[int], placed: int, left: int, *, suited: bool
) -> tuple[Rows, list[int]]:
    """A board and the cards left of a pack, so many of each; `suited`: rows of one suit where possible."""
    cards = rng.sample(pack, placed + left)
    if suited:
        cards.sort(key=lambda card: (card & 3, rng.random()))
        start = rng.randrange(len(cards))
        cards = cards[start:] + cards[:start]
    while True:
        sizes = [rng.randint(0, size) for size in SIZES]
        if sum(sizes) == placed:
            break
    top, middle = sizes[0], sizes[0] + sizes[1]
    board, rest = cards[:placed], cards[placed:]
    return (frozenset(board[:top]), frozenset(board[top:middle]), frozenset(board[middle:])), rest


def position_of(rules: Rules, rows: Rows, rest: Sequence[int], draw: Sequence[int] = ()) -> Position:
    """All other cards are dead: `rest` is what may come."""
    known = {*rest, *draw, *rows[0], *rows[1], *rows[2]}
    dead = [Card(c) for c in range(52 + rules.jokers) if c not in known]
    return Position(rules, [[Card(c) for c in row] for row in rows], [Card(c) for c in draw], dead=dead)


def check(rules: Rules, objective: Objective, rows: Rows, rest: list[int], judge: Judge) -> None:
    """The value before the draw, and of every move after one, are those of the oracle."""
    expected = judge.expect(rows, rest)
    found = value(position_of(rules, rows, rest), objective)
    assert_equal(found, expected)
    if sum(map(len, rows)) < 13:
        check_moves(rules, objective, rows, rest, judge)


def check_moves(rules: Rules, objective: Objective, rows: Rows, rest: list[int], judge: Judge) -> None:
    """The value of every move is that of the oracle; the first cards of the rest are drawn."""
    deal, place = judge.street(sum(map(len, rows)))
    draw, left = rest[:deal], tuple(sorted(rest[deal:]))
    moves = best_moves(position_of(rules, rows, left, draw), objective)
    assert moves.complete
    for info in moves:
        made = [row | set(more) for row, more in zip(rows, info.move.rows, strict=True)]
        assert_equal(info, judge.expect((made[0], made[1], made[2]), left))
    assert len(moves) == len(set(placements(rows, draw, place)))
    assert_equal(moves[0], judge.expect_best(rows, draw, left))


def assert_equal(found: object, expected: Expected) -> None:
    points, royalty, safe, hands = expected
    assert found.exact
    assert found.ev == pytest.approx(float(points), rel=1e-13, abs=1e-13)
    assert found.royalty == pytest.approx(float(royalty), rel=1e-13, abs=1e-13)
    assert found.foul == pytest.approx(float(-safe), rel=1e-13, abs=1e-13)
    assert dict(found.fantasyland) == pytest.approx({n: float(p) for n, p in hands.items()}, rel=1e-13)
