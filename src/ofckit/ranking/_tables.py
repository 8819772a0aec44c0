"""From the definition of a system to its table: what every class of hands is worth, wild cards included.

A class of hands is a multiset of ranks and whether the cards share a suit. The multiset is named by its
plain strength, the standard strength of such a hand when it is no flush; 0 names the empty hand. What all
systems share (the ranks of each class, the class that one more card leads to) is built once; a system adds
its order of the classes and its wild cards: the table for one more wild card is, for every class, the best
of the table so far over all classes that the wild card can make of it.

A bug is a wild card that must end as an ace, or in a straight or a flush.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from ._hands import STRENGTHS, Category, _lowest_of, _ranks_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._system import Ranking

Ranks = tuple[int, ...]
Hand = tuple[Category, Ranks]  # what it is, and the ranks that decide: groups first, then kickers

ACE = 12
BUG = 6  # a mark counts wild cards by 1 and bugs by 6 (csrc/ofckit/ranking.h)
HIGH_CARD, STRAIGHT = Category.HIGH_CARD, Category.STRAIGHT
FLUSH, STRAIGHT_FLUSH = Category.FLUSH, Category.STRAIGHT_FLUSH
FOUR, FIVE = Category.FOUR_OF_A_KIND, Category.FIVE_OF_A_KIND

_SIZES = {  # how many cards each deciding rank stands for
    Category.HIGH_CARD: (1, 1, 1, 1, 1),
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FIVE_OF_A_KIND: (5,),
}


class Classes(NamedTuple):
    """What all systems share, by plain strength."""

    hands: dict[int, Hand]  # by groups alone: no straights, no flushes
    ranks: list[Ranks]  # every card's rank, descending; () for what is not a class
    step: list[Ranks]  # the class with one more card of each rank, for up to four cards


@cache
def classes() -> Classes:
    hands = {p: hand for kind in _SIZES for p, hand in _of_kind(kind)}
    ranks: list[Ranks] = [()] * STRENGTHS
    sums = {0: 0}  # the sum over the cards of 6 ** rank tells the ranks of up to five
    weights = [6**rank for rank in range(13)]
    for p, (kind, deciding) in hands.items():
        cards = [rank for rank, n in zip(deciding, _SIZES[kind], strict=False) for _ in range(n)]
        ranks[p] = tuple(sorted(cards, reverse=True))
        sums[sum([weights[rank] for rank in cards])] = p
    step: list[Ranks] = [()] * STRENGTHS
    for total, p in sums.items():
        if len(ranks[p]) < 5:
            step[p] = tuple([sums[total + weight] for weight in weights])
    return Classes(hands, ranks, step)


def _of_kind(kind: Category) -> Iterator[tuple[int, Hand]]:
    for p, deciding in enumerate(_ranks_in(kind), start=_lowest_of(kind)):
        yield p, (kind, deciding)
    if kind is HIGH_CARD:  # five different ranks, whether or not they are a straight
        for p, (top,) in enumerate(_ranks_in(STRAIGHT), start=_lowest_of(STRAIGHT)):
            yield p, (kind, (ACE, 3, 2, 1, 0) if top == 3 else tuple(range(top, top - 5, -1)))


class StrengthTable(NamedTuple):
    """A compiled system."""

    hands: list[Hand | None]  # by value; 0 is a hand that does not qualify
    planes: dict[int, tuple[array[int], array[int]]]  # by mark: values by class, of several suits and of one


def compile_table(system: Ranking) -> StrengthTable:
    """The values of all classes, for every number of wild cards that a hand can hold."""
    builder = _Builder(system, classes())
    hands, several, one = _natural(system.natural_part)
    planes: dict[int, tuple[list[int], list[int]]] = {}
    for bugs in range(builder.bugs + 1):
        plane = builder.with_bugs(hands, several, one, bugs) if bugs else (several, one)
        planes[bugs * BUG] = plane
        for wild in range(1, builder.wild + 1 - bugs):
            plane = builder.one_more(*plane, system.size - bugs - wild)
            planes[bugs * BUG + wild] = plane
    if not system.natural_beats_wild:
        return StrengthTable(hands, {mark: (array("H", a), array("H", b)) for mark, (a, b) in planes.items()})
    return StrengthTable(hands, {mark: (_less(a, mark), _less(b, mark)) for mark, (a, b) in planes.items()})


@lru_cache(maxsize=32)
def _natural(system: Ranking) -> tuple[list[Hand | None], list[int], list[int]]:
    """What systems that differ only in their wild cards or suits share."""
    return _Builder(system, classes()).natural()


def _less(values: Sequence[int], mark: int) -> array[int]:
    """Six numbers for each value: one less for every wild card."""
    cards = mark % BUG + mark // BUG
    return array("H", [6 * value - cards if value else 0 for value in values])


class _Builder:
    """The definition of one system, as the loops need it."""

    def __init__(self, system: Ranking, known: Classes) -> None:
        self.system = system
        self.known = known
        self.size = system.size
        self.first = system.first_rank
        self.low = system.is_low
        self.ace_low = system.order in ("ace-to-five", "ace-to-six")
        self.place = {kind: place for place, kind in enumerate(system.category_order)}
        self.straights = straights(system)
        self.flushes = system.has_flushes
        self.plain_flushes = system.decks == 1 and not system.double_ace_flush
        self.most = 4 * system.decks  # cards of a rank
        self.wild = min(system.size, system.most_wild)
        self.bugs = min(system.size, system.jokers * system.decks) if system.bug else 0

    # --- natural cards

    def natural(self) -> tuple[list[Hand | None], list[int], list[int]]:
        """(hands by value, values of cards of several suits, values of cards of one suit)."""
        several: dict[int, Hand] = {}
        one: dict[int, Hand] = {}
        for p, (kind, deciding) in self.known.hands.items():
            ranks = self.known.ranks[p]
            if kind is FIVE and self.system.decks == 1 and not self.system.five_of_a_kind:
                continue
            if len(ranks) <= self.size and ranks[-1] >= self.first:
                several[p] = self.of_several_suits(kind, deciding, ranks)
                if self.flushes and len(ranks) == self.size and self.in_one_suit(ranks):
                    one[p] = self.of_one_suit(several[p], ranks)
        keys: dict[Hand, Ranks] = {}
        for hand in (*several.values(), *one.values()):
            if hand not in keys and self.qualifies(hand):
                keys[hand] = self.key(hand)
        in_order: list[Hand | None] = [None, *sorted(keys, key=keys.__getitem__)]
        value: dict[Hand | None, int] = {}
        for number, hand_ in enumerate(in_order):
            value[hand_] = number
        values = [0] * STRENGTHS
        for p, hand in several.items():
            values[p] = value.get(hand, 0)
        suited = values.copy()
        for p, hand in one.items():
            suited[p] = value.get(hand, 0)
        return in_order, values, suited

    def of_several_suits(self, kind: Category, deciding: Ranks, ranks: Ranks) -> Hand:
        if kind is HIGH_CARD and ranks in self.straights:
            return STRAIGHT, (self.straights[ranks],)
        if kind is FIVE and not self.system.five_of_a_kind:
            return FOUR, (*deciding, *deciding)
        if self.ace_low and ACE in deciding:
            return kind, self.with_low_ace(kind, deciding)
        return kind, deciding

    def with_low_ace(self, kind: Category, deciding: Ranks) -> Ranks:
        """The ace behind the other ranks of its group, unless it is a group of aces that counts as high."""
        sizes = _SIZES[kind]
        high = not self.system.ace_pair_low
        order = sorted(
            zip(sizes, deciding, strict=False),
            key=lambda group: (group[0], -1 if group[1] == ACE and not (high and group[0] > 1) else group[1]),
            reverse=True,
        )
        return tuple([rank for _, rank in order])

    def in_one_suit(self, ranks: Ranks) -> bool:
        """Whether these cards can share a suit, with these decks, or as several aces of a flush."""
        if self.plain_flushes:
            return len(set(ranks)) == self.size
        repeated = {rank for rank, following in pairwise(ranks) if rank == following}
        if self.system.double_ace_flush and repeated <= {ACE}:
            return True
        return all(ranks.count(rank) <= self.system.decks for rank in repeated)

    def of_one_suit(self, hand: Hand, ranks: Ranks) -> Hand:
        """A straight flush, a flush, or what the ranks make of it when that is better."""
        kind = hand[0]
        if kind is STRAIGHT:
            return STRAIGHT_FLUSH, hand[1]
        if self.ace_low and ACE in ranks:
            ranks = tuple(sorted(ranks, key=lambda rank: -1 if rank == ACE else rank, reverse=True))
        return hand if self.place[kind] > self.place[FLUSH] else (FLUSH, ranks)

    def key(self, hand: Hand) -> Ranks:
        """What hands are sorted by: of low hands, the lower is the larger."""
        kind, deciding = hand
        if not self.low:
            return (self.place[kind], *deciding)
        if kind in (STRAIGHT, STRAIGHT_FLUSH) or not self.ace_low or ACE not in deciding:
            return (-self.place[kind], *[-rank for rank in deciding])
        high = not self.system.ace_pair_low
        sizes = _SIZES.get(kind, (1, 1, 1, 1, 1))
        return (
            -self.place[kind],
            *[
                1 if rank == ACE and not (high and size > 1) else -rank
                for rank, size in zip(deciding, sizes, strict=False)
            ],
        )

    def qualifies(self, hand: Hand) -> bool:
        """Whether a hand of the full size is low enough, where a game asks for that."""
        limit = self.system.qualify
        if limit is None:
            return True
        kind, ranks = hand
        top = max(-1 if rank == ACE and self.ace_low else rank for rank in ranks)
        return kind is HIGH_CARD and len(ranks) == self.size and top <= "23456789TJQKA".index(limit)

    # --- wild cards

    def one_more(self, several: list[int], one: list[int], most: int) -> tuple[list[int], list[int]]:
        """The planes for one more wild card, which may become any card that is not held yet.

        At most `most` natural cards are held beside this many wild ones.
        """
        new_several, new_one = [0] * STRENGTHS, [0] * STRENGTHS
        for p, targets in self.classes_with_room(most):
            best = max([several[q] for q in targets if q])
            new_several[p] = best
            suited = self.in_same_suit(p, targets)
            new_one[p] = max(best, max([one[q] for q in suited])) if suited else best
        return new_several, new_one

    def classes_with_room(self, most: int) -> Iterator[tuple[int, Ranks]]:
        """(class, the class that each rank leads to; 0 where no such card is left), the empty hand first."""
        ranks, step = self.known.ranks, self.known.step
        for p in (0, *self.known.hands):
            held = ranks[p]
            if len(held) > most or (held and held[-1] < self.first):
                continue
            targets = step[p]
            if self.first:
                targets = (0,) * self.first + targets[self.first :]
            if len(held) == 4 == self.most and held[0] == held[3] and not self.system.five_of_a_kind:
                targets = tuple([0 if rank == held[0] else q for rank, q in enumerate(targets)])
            yield p, targets

    def in_same_suit(self, p: int, targets: Ranks) -> list[int]:
        """The classes that one more card of the suit of these cards leads to."""
        held = self.known.ranks[p]
        decks, double = self.system.decks, self.system.double_ace_flush
        return [
            q
            for rank, q in enumerate(targets)
            if q and (rank not in held or held.count(rank) < decks or (double and rank == ACE))
        ]

    # --- bugs

    def with_bugs(
        self, hands: list[Hand | None], several: list[int], one: list[int], bugs: int
    ) -> tuple[list[int], list[int]]:
        """The planes for this many bugs: they are aces, or they complete a straight or a flush."""
        runs = (STRAIGHT, FLUSH, STRAIGHT_FLUSH)
        runs_only = [value if hand and hand[0] in runs else 0 for value, hand in enumerate(hands)]
        completed = ([runs_only[value] for value in several], [runs_only[value] for value in one])
        as_aces = (several, one)
        for held in range(1, bugs + 1):
            completed = self.one_more(*completed, self.size - held)
            as_aces = self.one_ace(*as_aces, self.size - held)
        return (
            [max(pair) for pair in zip(as_aces[0], completed[0], strict=True)],
            [max(pair) for pair in zip(as_aces[1], completed[1], strict=True)],
        )

    def one_ace(self, several: list[int], one: list[int], most: int) -> tuple[list[int], list[int]]:
        """The planes for one more ace; where all aces are held it is the best other card."""
        new_several, new_one = [0] * STRENGTHS, [0] * STRENGTHS
        for p, targets in self.classes_with_room(most):
            ace = targets[ACE]
            options = [q for q in (targets if not ace else (ace,)) if q]
            suited = [q for q in self.in_same_suit(p, targets) if not ace or q == ace]
            new_several[p] = max([several[q] for q in options])
            new_one[p] = max([new_several[p], *[one[q] for q in suited]])
        return new_several, new_one


def straights(system: Ranking) -> dict[Ranks, int]:
    """The ranks of every straight, descending, and the rank that it is named by."""
    size, first = system.size, system.first_rank
    if not system.has_straights:
        return {}
    found = {}
    if system.has_wheel:
        found[(ACE, *range(first + size - 2, first - 1, -1))] = first + size - 2
    for top in range(first + size - 1, ACE + system.has_broadway):
        found[tuple(range(top, top - size, -1))] = top
    return found
