"""How often a row can be completed to a hand that is wanted, from a number of random cards: exact counts.

The row takes any of the cards that come, and no other row competes for them. Ways to fill it are a tree over
the ranks, the highest first: at each rank a number of cards is taken. Equal subtrees are one node, so a node
stands for all that is still needed. The deck is then gone through rank by rank; after each rank a deal is
known by the nodes that its cards can reach, and deals that reach the same ones are counted together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import comb

from .._core import rank_ids
from .._errors import OfcError
from ..cards import FIRST_JOKER, Card

Wins = Callable[[int], bool]
"""Whether a strength is what is wanted."""
_State = frozenset[tuple[int, int]]
"""Nodes that a deal can reach, each with the suit of the cards in the row."""

MOST_STEPS = 100_000
"""Of a count that is given up as too large: a few seconds."""
_DEAD = -1  # no node: nothing to win any more
_NONE, _MIXED = 4, 5  # no card yet; no flush any more. 0 to 3: all cards of this suit
_ANY = -1  # the suit of a joker
_JOKERS = 13  # jokers come after the ranks, as one more
_BITS = 64  # of a number of deals in a packed polynomial


def completions(
    row: Sequence[Card], places: int, deck: Sequence[Card], most: int, wins: Wins, sure: Sequence[Card] = ()
) -> list[int]:
    """By the number of cards that come from the deck, 0 to `most`: how many sets of them, with those that are
    sure to come, hold cards that complete the row to a hand that wins.

    A row that has more places than cards come stays short, and is judged as it is.
    """
    found: list[int] = []
    for number in range(most + 1):
        taken = min(places, number + len(sure))
        if taken == places:
            return found + _Count(row, places, sure, wins).of(deck, most)[number:]
        found.append(_Count(row, taken, sure, wins).of(deck, number)[number])
    return found


class _Count:
    """The deals that complete one row with this many cards."""

    def __init__(self, row: Sequence[Card], taken: int, sure: Sequence[Card], wins: Wins) -> None:
        naturals = [card for card in row if card < FIRST_JOKER]
        self.jokers, self.taken, self.wins, self.sure = len(row) - len(naturals), taken, wins, sure
        self.held = tuple(sorted(card >> 2 for card in naturals))
        suits = {card & 3 for card in naturals}
        self.can_flush = len(row) + taken == 5 and len(suits) <= 1 and len(set(self.held)) == len(self.held)
        self.suit = _MIXED if not self.can_flush else suits.pop() if suits else _NONE
        self.children: list[tuple[int, ...]] = []
        self.known: dict[object, int] = {}
        self.dominated: dict[tuple[int, int], bool] = {}
        self.leaves: dict[int, tuple[bool, bool]] = {}
        self.steps: dict[tuple[_State, tuple[int, ...]], _State | None] = {}
        self.root = self._grow(0, (), taken)
        # where a flush of some ranks is wanted whenever the same ranks without one are, more reach counts for
        # less
        self.flush_is_better = all(suited or not mixed for suited, mixed in self.leaves.values())

    # the tree

    def _grow(self, level: int, ranks: tuple[int, ...], left: int) -> int:
        """The node before a rank (0: aces, 13: jokers), with these ranks taken and this many to take."""
        if not left:
            return self._leaf(ranks, 0)
        if level == _JOKERS:
            if left > 2:
                return _DEAD
            return self._node((level, *(_DEAD,) * left, self._leaf(ranks, left)))
        rank = 12 - level
        most = min(left, 4 - self.held.count(rank))
        return self._node(
            (level, *(self._grow(level + 1, ranks + (rank,) * n, left - n) for n in range(most + 1)))
        )

    def _node(self, key: tuple[int, ...]) -> int:
        if all(child == _DEAD for child in key[1:]):
            return _DEAD
        return self._number(key, key[1:])

    def _leaf(self, ranks: tuple[int, ...], jokers: int) -> int:
        ranks = tuple(sorted(self.held + ranks))
        jokers += self.jokers
        suited = mixed = self._won(ranks, jokers, False)
        if self.can_flush and len(set(ranks)) == len(ranks):
            suited = self._won(ranks, jokers, True) or (jokers > 0 and mixed)
        if not (suited or mixed):
            return _DEAD
        number = self._number((suited, mixed), ())
        self.leaves[number] = suited, mixed
        return number

    def _won(self, ranks: tuple[int, ...], jokers: int, suited: bool) -> bool:
        """Whether these cards are wanted, their jokers being what is best."""
        return any(map(self.wins, _strengths(ranks, jokers, suited)))

    def _number(self, key: object, children: tuple[int, ...]) -> int:
        if key not in self.known:
            self.known[key] = len(self.children)
            self.children.append(children)
        return self.known[key]

    # the deals

    def of(self, deck: Sequence[Card], most: int) -> list[int]:
        """By the number of cards from the deck, 0 to `most`: the deals that win."""
        start: _State | None = frozenset([(self.root, self.suit)]) if self.root != _DEAD else frozenset()
        if self.root in self.leaves:
            start = self._settled({(self.root, self.suit)})
        lost: dict[_State, int] = {} if start is None else {start: 1}
        mask = (1 << _BITS * (most + 1)) - 1
        for level in range(_JOKERS + 1):
            arrivals = self._arrivals(level, deck, most)
            left = [card for card in (*deck, *self.sure) if card >> 2 < 12 - level]
            alike = _suits_alike(left) if self.suit == _NONE else []
            after: Counter[_State] = Counter()
            for state, deals in lost.items():
                for suits, ways in arrivals.items():
                    reached = self._step(state, suits)
                    if reached is not None:
                        after[reached] += deals * ways & mask
            lost = {}
            for state, deals in after.items():
                if deals:
                    state = _renamed(state, alike) if alike else state
                    lost[state] = lost.get(state, 0) + deals
            if len(self.steps) > MOST_STEPS:
                raise OfcError(
                    "an empty row of five and this hand: too many cases to count; place a card in it"
                )
        losing = sum(lost.values())
        return [comb(len(deck), n) - (losing >> _BITS * n & (1 << _BITS) - 1) for n in range(most + 1)]

    def _arrivals(self, level: int, deck: Sequence[Card], most: int) -> dict[tuple[int, ...], int]:
        """The suits that may come of a rank, as far as they matter, and in how many ways by number of cards:
        a polynomial whose coefficients are packed into one number."""
        there = [_suit_at(card, level) for card in self.sure]
        sure = tuple(suit for suit in there if suit is not None)
        suits = [suit for suit in (_suit_at(card, level) for card in deck) if suit is not None]
        ways: Counter[tuple[int, ...]] = Counter()
        for some in chain.from_iterable(combinations(suits, n) for n in range(min(len(suits), most) + 1)):
            ways[self._matters(level, sure + some)] += 1 << _BITS * len(some)
        return ways

    def _matters(self, level: int, suits: tuple[int, ...]) -> tuple[int, ...]:
        """Cards of one rank, those alike being one: where no flush can come, only their number matters."""
        if level == _JOKERS:
            return (_ANY,) * len(suits)
        if self.suit == _MIXED:
            return (0,) * len(suits)
        if self.suit == _NONE:
            return tuple(sorted(suits))
        return tuple(sorted((self.suit if suit == self.suit else (self.suit + 1) % 4) for suit in suits))

    def _step(self, state: _State, suits: tuple[int, ...]) -> _State | None:
        """What a deal reaches after these cards of one rank; None: it has won."""
        if (state, suits) not in self.steps:
            self.steps[state, suits] = self._settled(self._reached(state, suits))
        return self.steps[state, suits]

    def _reached(self, state: _State, suits: tuple[int, ...]) -> set[tuple[int, int]]:
        reached: set[tuple[int, int]] = set()
        for node, suit in state:
            for number, child in enumerate(self.children[node][: len(suits) + 1]):
                if child == _DEAD:
                    continue
                reached.update((child, after) for after in self._suits_after(suit, suits, number))
        return reached

    def _suits_after(self, suit: int, suits: tuple[int, ...], number: int) -> set[int]:
        """The suit of the row after it takes this many cards of one rank."""
        if number == 0 or suit == _MIXED or suits[0] == _ANY:
            return {suit}
        if number > 1:
            return {_MIXED}
        return {one if suit in (_NONE, one) else _MIXED for one in suits}

    def _settled(self, reached: set[tuple[int, int]]) -> _State | None:
        """What counts of the nodes reached: the rows that are full have won or are out of it."""
        open_: set[tuple[int, int]] = set()
        for node, suit in reached:
            if node not in self.leaves:
                open_.add((node, suit))
            elif self.leaves[node][suit == _MIXED]:
                return None
        return frozenset(
            one for one in open_ if not any(self._is_less(one, other) for other in open_ if other != one)
        )

    def _is_less(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether all that wins from here wins from the other, too."""
        (a, suit), (b, more) = one, other
        if suit != more and not (self.flush_is_better and (suit == _MIXED or more == _NONE)):
            return False
        if a == b:
            return suit == _MIXED or more == _NONE
        return self._is_below(a, b)

    def _is_below(self, a: int, b: int) -> bool:
        """The same of two nodes before one rank."""
        if a in (b, _DEAD):
            return True
        if b == _DEAD:
            return False
        if (a, b) not in self.dominated:
            if a in self.leaves or b in self.leaves:
                below = a in self.leaves and b in self.leaves
                below = below and all(x <= y for x, y in zip(self.leaves[a], self.leaves[b], strict=True))
            else:
                mine, theirs = self.children[a], self.children[b]
                below = all(
                    any(self._is_below(child, other) for other in theirs[: number + 1])
                    for number, child in enumerate(mine)
                )
            self.dominated[a, b] = below
        return self.dominated[a, b]


def _suits_alike(cards: Sequence[Card]) -> list[list[int]]:
    """The suits that still have the same ranks, together; those that no other equals are left out."""
    by_ranks: dict[tuple[int, ...], list[int]] = {}
    for suit in range(4):
        ranks = tuple(sorted(card >> 2 for card in cards if card < FIRST_JOKER and card & 3 == suit))
        by_ranks.setdefault(ranks, []).append(suit)
    return [suits for suits in by_ranks.values() if len(suits) > 1]


def _renamed(state: _State, alike: Sequence[Sequence[int]]) -> _State:
    """The state with suits that are alike in one order: deals that differ in their names are one."""
    held: dict[int, list[int]] = {}
    for node, suit in state:
        held.setdefault(suit, []).append(node)
    if not held.keys() & {0, 1, 2, 3}:
        return state
    name = {suit: suit for suit in held}
    for suits in alike:
        in_order = sorted(suits, key=lambda suit: sorted(held.get(suit, ())))
        name.update(zip(in_order, suits, strict=True))
    return frozenset((node, name[suit]) for node, suit in state)


def _suit_at(card: Card, level: int) -> int | None:
    """The suit of a card of this level of the tree, None for others."""
    at = _JOKERS if card >= FIRST_JOKER else 12 - (card >> 2)
    return (card & 3) if at == level else None


@lru_cache(maxsize=1 << 16)
def _strengths(ranks: tuple[int, ...], jokers: int, suited: bool) -> frozenset[int]:
    """Every strength of these ranks, of one suit or not, and jokers, which double no card."""
    if jokers:
        more = (
            tuple(sorted((*ranks, rank))) for rank in range(13) if ranks.count(rank) < (1 if suited else 4)
        )
        return frozenset(chain.from_iterable(_strengths(one, jokers - 1, suited) for one in more))
    if not ranks:
        return frozenset()
    if suited:
        if len(set(ranks)) < len(ranks):
            return frozenset()
        return frozenset([rank_ids([4 * rank for rank in ranks])])
    suits = [ranks[:i].count(rank) for i, rank in enumerate(ranks)]
    if len(set(ranks)) == len(ranks) == 5:
        suits[0] = 1
    return frozenset([rank_ids([4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)])])
