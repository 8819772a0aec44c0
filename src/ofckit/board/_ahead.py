"""Whether a board can still be saved, exactly: C asks the natural cards, what is here asks the jokers.

A set of cards is a number with four bits for each rank: the count of that rank and a free bit above it, so
that one subtraction tells whether one set fits into another. Ways to fill a row are two such numbers side by
side: the cards that must come from the deck, and above them all new cards of the board, those of jokers
included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from .._core import NEEDS_JOKERS, SAVED, look_ahead, rank_ids
from .._errors import OfcError
from ..cards import FIRST_JOKER
from ..rules import RULES, Rules
from ._read import SIZES, Rows

Option = tuple[int, int, int, bool]
"""Strength of the full row, ranks of the new cards, their mask or 0, whether suits need a check yet."""

_ONE = tuple(1 << 4 * rank for rank in range(13))
_GUARD = 8 * sum(_ONE)
_SEVENS = 7 * sum(_ONE)
_ABOVE = 52  # where the second number begins


def can_be_saved(rows: Rows, gone: set[int], rules: Rules | None) -> bool:
    """Whether some cards that are not gone complete the rows to a legal board."""
    pack = FIRST_JOKER + (rules.jokers if rules is not None else 0)
    left = [card for card in range(pack) if card not in gone]
    if rules is not None and rules.joker_resolution == "row" and _meets_jokers(rows, left):
        raise OfcError(f"is_lost: {rules.name} resolves jokers row by row, which this search does not cover")
    standard = RULES["pineapple"] if rules is None else rules
    _, _, (fate,) = look_ahead(standard.compiled, rows, [((), (), ())], left)
    if fate != NEEDS_JOKERS or rules is None:
        return fate == SAVED
    return _saved_by_jokers(rows, left, rules)


def _meets_jokers(rows: Rows, left: Iterable[int]) -> bool:
    return any(card >= FIRST_JOKER for cards in (*rows, left) for card in cards)


def _saved_by_jokers(rows: Rows, left: list[int], rules: Rules) -> bool:
    """The same where natural cards alone do not complete the board."""
    top, middle, bottom = (tuple(card for card in row if card < FIRST_JOKER) for row in rows)
    natural = (top, middle, bottom)
    held = [len(row) - len(cards) for row, cards in zip(rows, natural, strict=True)]
    free = [size - len(row) for row, size in zip(rows, SIZES, strict=True)]
    drawn = min(sum(card >= FIRST_JOKER for card in left), sum(free))
    # whatever cards of the deck can do, jokers can
    search = _Search(natural, [card for card in left if card < FIRST_JOKER], rules)
    by_row = [new for new in product(*(range(places + 1) for places in free)) if sum(new) == drawn]
    return any(search.succeeds((held[0] + t, held[1] + m, held[2] + b)) for t, m, b in by_row)


class _Search:
    """A search for cards that fill the rows.

    What counts in a row is its ranks, and whether it is a flush. So each way to fill a row is a set of ranks
    in any suits; for five cards of one suit it is those very cards. These ways are few, and they fit together
    when the deck has enough cards of every rank. Flushes are many and seldom decide, so they come second.
    """

    def __init__(self, rows: Rows, deck: list[int], rules: Rules) -> None:
        self.rows, self.deck, self.copies = rows, frozenset(deck), rules.joker_may_copy
        held = rows[0] + rows[1] + rows[2]
        taken = rows if self.copies else (held, held, held)
        self.open = [[card for card in range(FIRST_JOKER) if card not in cards] for cards in taken]
        everywhere = _SEVENS if self.copies else _ranks(self.open[0])
        self.room = _ranks(deck) | _GUARD | (everywhere | _GUARD) << _ABOVE
        self.guard = _GUARD | _GUARD << _ABOVE
        self.low, self.limit = rules.middle == "2-7", rules.low_middle_max
        self.least = int(rules.strict_rows and not self.low)
        self.pool = _mask(deck)
        self.named = _mask(card for card in self.open[1] if self.copies or card not in self.deck)
        self.known: dict[tuple[bool, int, int], list[Option]] = {}

    def succeeds(self, jokers: tuple[int, int, int]) -> bool:
        """Whether the rows, with these many free places of each as jokers, can be filled to a legal board."""
        top = self.ways(0, jokers[0])
        if not top:
            return False
        weakest = top[0][0]
        middle = self.holding(self.ways(1, jokers[1]), weakest)
        if middle and self.fit_together(top, middle, self.ways(2, jokers[2])):
            return True
        flushes = self.holding(self.flushes(1, jokers[1]), weakest)
        if not middle and not flushes:
            return False
        more = self.flushes(2, jokers[2])
        if not flushes and not more:
            return False
        return self.fit_together(top, sorted(middle + flushes), sorted(self.ways(2, jokers[2]) + more))

    def holding(self, middles: list[Option], weakest: int) -> list[Option]:
        """Those that do not foul with the weakest top; of a low middle, those that qualify."""
        return [way for way in middles if (way[0] <= self.limit if self.low else way[0] >= weakest)]

    def fit_together(self, tops: list[Option], middles: list[Option], bottoms: list[Option]) -> bool:
        """Whether one way to fill each row leaves a legal board; the ways are sorted, the weakest first."""
        guard, weakest, from_best = self.guard, tops[0][0], bottoms[::-1]
        for strength, ranks, chosen, mixed in middles:
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

    def ways(self, row: int, jokers: int) -> list[Option]:
        """Every way to fill the row by ranks; its strength is that of mixed suits, unless it is full."""
        if (False, row, jokers) not in self.known:
            self.known[False, row, jokers] = sorted(self.find_ways(row, jokers))
        return self.known[False, row, jokers]

    def find_ways(self, row: int, jokers: int) -> Iterable[Option]:
        held = self.rows[row]
        free = SIZES[row] - len(held)
        if not free:
            return [(rank_ids(held), 0, 0, False)]
        strength, placed = _strength_of_ranks(SIZES[row]), _ranks(held)
        mixed = row == 1 and len({card & 3 for card in held}) < 2
        room, guard = self.room, self.guard
        if not jokers:
            twice = 1 + (1 << _ABOVE)
            sets = [new for new in _rank_sets(free) if (room - new * twice) & guard == guard]
            return [(strength[placed + new], new * twice, 0, mixed) for new in sets]
        # jokers of the middle may also take a card of the deck, for its suit
        fewest = 0 if mixed and not self.copies else jokers
        return {
            (strength[placed + new], need, 0, mixed)
            for new in _rank_sets(free)
            if placed + new in strength  # no five of a kind
            for named in _parts(new, fewest, jokers)
            if (room - (need := _need(new - named, new))) & guard == guard
        }

    def flushes(self, row: int, jokers: int) -> list[Option]:
        """Every way to fill the row with cards of one suit."""
        if (True, row, jokers) not in self.known:
            self.known[True, row, jokers] = sorted(set(self.find_flushes(row, jokers)))
        return self.known[True, row, jokers]

    def find_flushes(self, row: int, jokers: int) -> Iterator[Option]:
        held = self.rows[row]
        free, suits = 5 - len(held), {card & 3 for card in held}
        if not free or len(suits) > 1:
            return
        cards = self.open[row] if jokers else sorted(self.deck)
        for suit in suits or range(4):
            for new in combinations([card for card in cards if card & 3 == suit], free):
                strength = rank_ids((*held, *new))
                for taken, chosen in self.sources(new, jokers):
                    yield strength, _need(_ranks(taken), _ranks(new)), _mask(chosen), False

    def sources(self, new: tuple[int, ...], jokers: int) -> Iterator[tuple[Iterable[int], Iterable[int]]]:
        """For new cards, some of them jokers: which the deck loses, and which no other row may have."""
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
        """Whether new cards of these ranks in the middle must share the suit of those placed."""
        suits = 0
        for card in self.rows[1]:
            suits |= 1 << (card & 3)
        drawn = ranks & (1 << _ABOVE) - 1
        named = (ranks >> _ABOVE) - drawn
        suits |= _suits(drawn, self.pool & ~elsewhere)
        suits |= _suits(named, self.named if self.copies else self.named & ~elsewhere)
        return not suits & (suits - 1)


def _need(drawn: int, new: int) -> int:
    return drawn | new << _ABOVE


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
    """The subsets of a set of ranks with `fewest` to `most` cards."""
    cards = [one for one in _ONE for _ in range(ranks // one & 7)]
    return sorted({sum(part) for n in range(fewest, most + 1) for part in combinations(cards, n)})


@cache
def _rank_sets(cards: int) -> list[int]:
    """Every set of this many cards by their ranks, at most four of each."""
    return list(_strength_of_ranks(cards))


@cache
def _strength_of_ranks(cards: int) -> dict[int, int]:
    """The strength of every set of this many cards by their ranks, in mixed suits; the weakest first."""
    found: dict[int, int] = {}
    for ranks in combinations_with_replacement(range(13), cards):
        if cards == 5 and ranks[0] == ranks[4]:
            continue
        ids = [4 * rank + ranks[:i].count(rank) for i, rank in enumerate(ranks)]
        if len(set(ranks)) == 5:
            ids[0] += 1  # no flush
        found[sum(_ONE[rank] for rank in ranks)] = rank_ids(ids)
    return dict(sorted(found.items(), key=lambda item: item[1]))
