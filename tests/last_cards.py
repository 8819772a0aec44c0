"""The last cards of a table by brute force: every draw and every placement. It knows nothing of the package.

A board is (top, middle, bottom) of card ints. A turn is (seat, cards dealt, cards placed).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import oracle

SIZES = (3, 5, 5)
FOUL = tuple(tuple(oracle.cards(row)) for row in ("As Ah Ad", "2c 2d 3h 4s 5c", "7c 7d 8h 9s Tc"))
Rows = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
Turn = tuple[int, int, int]


@dataclass(frozen=True)
class Sums:
    """Over equally many ways: what each seat decides by; of the own one royalties, fouls and next hands."""

    value: tuple[Fraction, ...]
    royalty: int
    fouls: int
    hands: tuple[int, ...]

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            tuple(a + b for a, b in zip(self.value, other.value, strict=True)),
            self.royalty + other.royalty,
            self.fouls + other.fouls,
            tuple(a + b for a, b in zip(self.hands, other.hands, strict=True)),
        )


@dataclass
class Table:
    """own: the seat that asks. first: the seat that settles first. left: seats whose boards are foul. worth:
    points of the next hands, by cards.

    next_cards: cards of the hand in Fantasyland that a legal board earns, 0 for none. switches: the oracle's.
    """

    own: int = 0
    first: int = 0
    left: tuple[int, ...] = ()
    worth: dict[int, Fraction] = field(default_factory=dict)
    next_cards: Callable[[Rows], int] = lambda _: 0
    switches: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.settled = cache(self._settled)
        self.faces: dict[object, tuple[int, ...]] = {}
        self.face = cache(self._face)

    @property
    def whole(self) -> bool:
        """Whether the table is settled as a whole, not pair by pair."""
        return bool(self.switches.keys() & {"loss_cap", "table_sweep"})

    def _face(self, row: tuple[int, ...]) -> tuple[int, ...]:
        """The first row that was seen of those that count alike, so that a table is settled once."""
        low = oracle.deuce_to_seven_key(row) if len(row) == 5 else None
        return self.faces.setdefault((len(row), oracle.key(row), low), row)

    def solve(self, boards: Sequence[Rows], turns: Sequence[Turn], deck: Sequence[int]) -> tuple[object, ...]:
        """(points, royalty, foul, {cards: chance}): the means of the own seat."""
        sums, ways, left = self.play(tuple(boards), tuple(turns), tuple(deck)), 1, len(deck)
        for _, deal, _ in turns:
            ways *= comb(left, deal)
            left -= deal
        kinds = sorted(self.worth)
        chances = {n: Fraction(k, ways) for n, k in zip(kinds, sums.hands, strict=True) if k}
        return sums.value[self.own] / ways, Fraction(sums.royalty, ways), Fraction(sums.fouls, ways), chances

    def play(self, boards: tuple[Rows, ...], turns: tuple[Turn, ...], deck: tuple[int, ...]) -> Sums:
        """Everything that may follow, added up."""
        if not turns:
            return self.settled(tuple(tuple(map(self.face, board)) for board in boards))
        (seat, deal, place), *rest = turns
        total: Sums | None = None
        for draw in combinations(deck, deal):
            left = tuple(card for card in deck if card not in draw)
            found = [
                self.play((*boards[:seat], made, *boards[seat + 1 :]), tuple(rest), left)
                for made in placements(boards[seat], draw, place)
            ]
            best = max(found, key=lambda sums: self._liking(seat, sums))
            total = best if total is None else total + best
        assert total is not None
        return total

    def _liking(self, seat: int, sums: Sums) -> tuple[object, ...]:
        """The most points; then others take what is worst for the own seat, and it royalties, then safety."""
        if seat == self.own:
            return sums.value[seat], sums.royalty, -sums.fouls
        return sums.value[seat], -sums.value[self.own]

    def _settled(self, boards: tuple[Rows, ...]) -> Sums:
        shown = [FOUL if seat in self.left else board for seat, board in enumerate(boards)]
        value = list(map(Fraction, oracle.table_points(shown, first=self.first, **self.switches)))
        earned = [0 if self._is_foul(i, board) else self.next_cards(board) for i, board in enumerate(boards)]
        for seat, cards in enumerate(earned):
            value[seat] += self.worth.get(cards, Fraction(0))
        own, kinds = boards[self.own], sorted(self.worth)
        foul = self._is_foul(self.own, own)
        royalty = 0 if foul else sum(oracle.royalties(own, self.switches.get("table", "modern")))
        return Sums(tuple(value), royalty, int(foul), tuple(int(earned[self.own] == n) for n in kinds))

    def _is_foul(self, seat: int, board: Rows) -> bool:
        return seat in self.left or oracle.is_foul(board, **oracle.foul_switches(self.switches))


def placements(rows: Rows, draw: Sequence[int], place: int) -> Iterator[Rows]:
    """Every way to place so many cards of a draw."""
    for chosen in combinations(draw, place):
        for where in product(range(3), repeat=place):
            made = [list(row) for row in rows]
            for card, row in zip(chosen, where, strict=True):
                made[row].append(card)
            if all(len(row) <= size for row, size in zip(made, SIZES, strict=True)):
                yield tuple(made[0]), tuple(made[1]), tuple(made[2])
