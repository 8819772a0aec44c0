"""Whether a board can still be saved, exactly.

A set of cards is written as a number with four bits for each rank: how many of it there are, and a free bit
above, so that one subtraction tells whether one set fits into another. With jokers it is two such numbers
side by side: the cards that must come from the deck, and above them all new cards of the board, those that
jokers stand for included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from .._core import rank_ids
from .._errors import OfcError
from ._read import FIRST_JOKER, SIZES, Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._board import BoardRules

Option = tuple[int, int, int, bool]
"""Strength of the full row, ranks of the new cards, their mask or 0, whether suits must be seen to yet."""

_ONE = tuple(1 << 4 * rank for rank in range(13))
_GUARD = 8 * sum(_ONE)
_SEVENS = 7 * sum(_ONE)
_ABOVE = 52  # where the second number begins


def can_be_saved(rows: Rows, gone: set[int], rules: BoardRules | None) -> bool:
    """Whether some cards that are not gone complete the rows to a legal board.

    A joker is as good as any natural card in its place, so those left in the deck are drawn first.
    """
    natural = [tuple(card for card in row if card < FIRST_JOKER) for row in rows]
    held = [len(row) - len(cards) for row, cards in zip(rows, natural, strict=True)]
    free = [size - len(row) for row, size in zip(rows, SIZES, strict=True)]
    pack = FIRST_JOKER + (rules.jokers if rules is not None else 0)
    left = [card for card in range(pack) if card not in gone]
    drawn = min(sum(card >= FIRST_JOKER for card in left), sum(free))
    if rules is not None and rules.joker_resolution == "row" and drawn + sum(held):
        raise OfcError(f"is_lost: {rules.name} resolves jokers row by row, which is not looked ahead in")
    deck = [card for card in left if card < FIRST_JOKER]
    by_row = [new for new in product(*(range(places + 1) for places in free)) if sum(new) == drawn]
    for new in by_row:
        jokers = [a + b for a, b in zip(held, new, strict=True)]
        if _Search((natural[0], natural[1], natural[2]), jokers, deck, rules).succeeds():
            return True
    return False


class _Search:
    """A search for cards that fill the rows, so many places of each by jokers.

    What counts in a row is its ranks, and whether it is a flush. So each way to fill a row is a set of ranks
    in any suits; for five cards of one suit it is those very cards. These ways are few, and they fit together
    when the deck has enough cards of every rank. Flushes are many and seldom decide, so they come second.
    """

    def __init__(self, rows: Rows, jokers: list[int], deck: list[int], rules: BoardRules | None) -> None:
        self.rows, self.jokers, self.deck = rows, jokers, frozenset(deck)
        self.wild = any(jokers)
        self.copies = self.wild and rules is not None and rules.joker_may_copy
        held = rows[0] + rows[1] + rows[2]
        taken = rows if self.copies else (held, held, held)
        self.open = [[card for card in range(FIRST_JOKER) if card not in cards] for cards in taken]
        self.room, self.guard = _ranks(deck) | _GUARD, _GUARD
        if self.wild:
            self.room |= ((_SEVENS if self.copies else _ranks(self.open[0])) | _GUARD) << _ABOVE
            self.guard |= _GUARD << _ABOVE
        self.low = rules is not None and rules.middle == "2-7"
        self.limit = rules.low_middle_max if rules is not None else 0
        self.least = int(rules is not None and rules.strict_rows and not self.low)
        self.pool = _mask(deck)
        self.named = _mask(card for card in self.open[1] if self.copies or card not in self.deck)

    def succeeds(self) -> bool:
        """Whether they can be filled to a legal board."""
        top, middle, bottom = (self.ways(row) for row in range(3))
        if self.fit_together(top, middle, bottom):
            return True
        flushes = [self.flushes(1), self.flushes(2)]
        if not any(flushes):
            return False
        return self.fit_together(top, sorted(middle + flushes[0]), sorted(bottom + flushes[1]))

    def fit_together(self, tops: list[Option], middles: list[Option], bottoms: list[Option]) -> bool:
        """Whether one way to fill each row leaves a legal board; the ways are sorted, the weakest first."""
        if not (tops and middles and bottoms):
            return False
        guard, weakest, from_best = self.guard, tops[0][0], bottoms[::-1]
        for strength, ranks, chosen, mixed in middles:
            if strength > self.limit if self.low else strength < weakest:
                continue
            needed = weakest if self.low else strength + self.least
            for bottom, bottom_ranks, bottom_chosen, _ in from_best:
                if bottom < needed:
                    break
                left = self.room - ranks - bottom_ranks
                if left & guard != guard or chosen & bottom_chosen:
                    continue
                if mixed and self.forced_flush(ranks, bottom_chosen):
                    continue
                most = bottom if self.low else strength
                for top, top_ranks, _, _ in tops:
                    if top > most:
                        break
                    if (left - top_ranks) & guard == guard:
                        return True
        return False

    def ways(self, row: int) -> list[Option]:
        """Every way to fill the row by ranks; its strength is that of mixed suits, unless it is full."""
        held, jokers = self.rows[row], self.jokers[row]
        free = SIZES[row] - len(held)
        if not free:
            return [(rank_ids(held), 0, 0, False)]
        mixed = row == 1 and len({card & 3 for card in held}) < 2
        # jokers of the middle may also take a card of the deck, for its suit
        fewest = 0 if mixed and not self.copies else jokers
        strength, placed, found = _strength_of_ranks(SIZES[row]), _ranks(held), set()
        for new in _rank_sets(free):
            made = strength.get(placed + new)
            if made is None:  # five of a kind
                continue
            for named in _parts(new, fewest, jokers):
                need = self.need(new - named, new)
                if (self.room - need) & self.guard == self.guard:
                    found.add((made, need, 0, mixed))
        return sorted(found)

    def need(self, drawn: int, new: int) -> int:
        return drawn | new << _ABOVE if self.wild else drawn

    def flushes(self, row: int) -> list[Option]:
        """Every way to fill the row with cards of one suit."""
        held, jokers = self.rows[row], self.jokers[row]
        free, suits = 5 - len(held), {card & 3 for card in held}
        if not free or len(suits) > 1:
            return []
        found = set()
        cards = self.open[row] if jokers else sorted(self.deck)
        for suit in suits or range(4):
            for new in combinations([card for card in cards if card & 3 == suit], free):
                strength = rank_ids((*held, *new))
                for taken, chosen in self.sources(new, jokers):
                    found.add((strength, self.need(_ranks(taken), _ranks(new)), _mask(chosen), False))
        return sorted(found)

    def sources(self, new: tuple[int, ...], jokers: int) -> Iterator[tuple[Iterable[int], Iterable[int]]]:
        """For new cards, so many of them jokers: which the deck loses, and which no other row may have."""
        if not self.copies:
            drawn = self.deck.intersection(new)
            if len(new) - len(drawn) <= jokers:
                yield drawn, new
            return
        for named in combinations(new, jokers):
            drawn = frozenset(new).difference(named)
            if drawn <= self.deck:
                yield drawn, drawn

    def forced_flush(self, ranks: int, elsewhere: int) -> bool:
        """Whether new cards of these ranks in the middle cannot but be of one suit with those placed."""
        suits = 0
        for card in self.rows[1]:
            suits |= 1 << (card & 3)
        drawn = ranks & (1 << _ABOVE) - 1
        named = (ranks >> _ABOVE) - drawn if self.wild else 0
        suits |= _suits(drawn, self.pool & ~elsewhere)
        suits |= _suits(named, self.named if self.copies else self.named & ~elsewhere)
        return not suits & (suits - 1)


def _suits(ranks: int, cards: int) -> int:
    """The suits that cards of these ranks can have, as bits."""
    suits = 0
    while ranks:
        shift = (ranks & -ranks).bit_length() - 1 & ~3
        suits |= cards >> shift & 15
        ranks &= ~(15 << shift)
    return suits


def _ranks(cards: Iterable[int]) -> int:
    return sum(_ONE[card >> 2] for card in cards)


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


@cache
def _parts(ranks: int, fewest: int, most: int) -> list[int]:
    """The parts of a set of ranks that have so many cards."""
    cards = [one for one in _ONE for _ in range(ranks // one & 7)]
    return sorted({sum(part) for n in range(fewest, most + 1) for part in combinations(cards, n)})


@cache
def _rank_sets(cards: int) -> list[int]:
    """Every set of so many cards by their ranks, at most four of each."""
    return list(_strength_of_ranks(cards))


@cache
def _strength_of_ranks(cards: int) -> dict[int, int]:
    """The strength of every set of so many cards by their ranks, in mixed suits; the weakest first."""
    found: dict[int, int] = {}
    for ranks in combinations_with_replacement(range(13), cards):
        if cards == 5 and ranks[0] == ranks[4]:
            continue
        ids = [4 * rank + ranks[:i].count(rank) for i, rank in enumerate(ranks)]
        if len(set(ranks)) == 5:
            ids[0] += 1  # no flush
        found[sum(_ONE[rank] for rank in ranks)] = rank_ids(ids)
    return dict(sorted(found.items(), key=lambda item: item[1]))
