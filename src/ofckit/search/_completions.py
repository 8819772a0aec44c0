"""How often a row can be completed to a hand that is wanted, from a number of random cards: exact counts.

The row takes any of the cards that come, and no other row competes for them. The hands that are wanted are of
three kinds: ranks that win in any suits, ranks that win in one suit alone, and ranks that win unless they are
in one suit. Ways to fill the row are a tree over the ranks for each kind, the highest first: at each rank a
number of cards is taken. Equal subtrees are one node, so a node stands for all that is still needed. The deck
is then gone through rank by rank; after each rank a deal is known by the nodes that its cards reach, and
deals that reach the same ones are counted together. Only those that lose are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from math import comb

from .._core import rank_ids
from ..cards import FIRST_JOKER, Card

Wins = Callable[[int], bool]
"""Whether a strength is what is wanted."""
_Nodes = frozenset[int]
"""What a deal can reach in a tree."""
_Tagged = frozenset[tuple[int, int]]
"""The same, each node with the suit of the cards on the way to it."""
_Way = Callable[[tuple[int, ...], int], bool]
"""Whether ranks and a number of jokers win."""

_DEAD, _WON = -1, 0  # no node: nothing to win any more; the row is full, and wins
_NONE, _MIXED = 4, 5  # no card yet; no flush any more. 0 to 3: all cards of this suit
_BITS = 64  # of a number of deals in a packed polynomial
_ONE = (1 << _BITS) - 1


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
            return found + _wins(row, places, deck, most, wins, sure)[number:]
        found.append(_wins(row, taken, deck, number, wins, sure)[number])
    return found


def _wins(
    row: Sequence[Card], taken: int, deck: Sequence[Card], most: int, wins: Wins, sure: Sequence[Card]
) -> list[int]:
    """The same where the row takes this many cards: by how many of the jokers come, summed."""
    naturals, certain = ([card for card in cards if card < FIRST_JOKER] for cards in (deck, sure))
    found = [0] * (most + 1)
    for jokers in range(min(len(deck) - len(naturals), most) + 1):
        wild = len(sure) - len(certain) + jokers
        ways = comb(len(deck) - len(naturals), jokers)
        counted = _Count(row, taken, certain, wild, wins, naturals, most - jokers).wins()
        for number, deals in enumerate(counted, start=jokers):
            found[number] += ways * deals
    return found


class _Tree:
    """The ways to fill a row that win, by how many cards of each rank they take.

    `children` of a node: what follows when 0, 1, ... cards of its rank are taken. `need`: the fewest cards to
    win from a node.
    """

    def __init__(self, taken: int, most: Sequence[int], wild: int, won: _Way) -> None:
        self.most, self.wild, self.won = most, wild, won
        self.children: list[tuple[int, ...]] = [()]
        self.need = [0]
        self.numbers: dict[tuple[int, ...], int] = {}
        self.below: dict[tuple[int, int], bool] = {}
        self.steps: dict[tuple[_Nodes, int], _Nodes | None] = {}
        self.tagged: dict[tuple[_Tagged, int], _Tagged | None] = {}
        self.root = self._grow(0, (), taken)

    def _grow(self, level: int, ranks: tuple[int, ...], left: int) -> int:
        """The node before a rank (0: aces), with these ranks taken and this many cards to take. Jokers that
        are there may take all places that are left."""
        if left <= self.wild and self.won(ranks, left):
            return _WON
        if not left or level == len(self.most):
            return _DEAD
        some = range(min(left, self.most[level]) + 1)
        return self._node(
            (level, *[self._grow(level + 1, ranks + (12 - level,) * n, left - n) for n in some])
        )

    def _node(self, key: tuple[int, ...]) -> int:
        children = key[1:]
        if all(child == _DEAD for child in children):
            return _DEAD
        if key not in self.numbers:
            self.numbers[key] = len(self.children)
            self.children.append(children)
            self.need.append(min(n + self.need[child] for n, child in enumerate(children) if child != _DEAD))
        return self.numbers[key]

    @property
    def start(self) -> _Nodes | None:
        """Before the first card; None: it has won."""
        return None if self.root == _WON else frozenset([self.root] if self.root != _DEAD else [])

    def step(self, state: _Nodes, number: int) -> _Nodes | None:
        """What is reached after this many cards of one rank; None: it has won."""
        if (state, number) not in self.steps:
            reached = {child for node in state for child in self.children[node][: number + 1]}
            self.steps[state, number] = None if _WON in reached else self._essential(reached - {_DEAD})
        return self.steps[state, number]

    def _essential(self, nodes: set[int]) -> _Nodes:
        """Without the nodes from which nothing wins that does not win from another one."""
        return frozenset(
            one for one in nodes if not any(self.is_below(one, other) for other in nodes if other != one)
        )

    def is_below(self, a: int, b: int) -> bool:
        """Whether all that wins from node a wins from node b of the same rank, too."""
        if a in (b, _DEAD) or b == _WON:
            return True
        if b == _DEAD or a == _WON:
            return False
        if (a, b) not in self.below:
            mine, theirs = self.children[a], self.children[b]
            self.below[a, b] = all(
                any(self.is_below(child, other) for other in theirs[: number + 1])
                for number, child in enumerate(mine)
            )
        return self.below[a, b]

    def step_with_suits(self, state: _Tagged, suit: int) -> _Tagged | None:
        """The same where rows of one suit lose: the one card of a rank that came is of this suit; 4: none
        came; 5: several, so that the suits of the row can be mixed."""
        if (state, suit) not in self.tagged:
            reached: set[tuple[int, int]] = set()
            for node, tag in state:
                children = self.children[node]
                reached.add((children[0], tag))
                if suit != _NONE and len(children) > 1:
                    reached.add((children[1], suit if tag in (_NONE, suit) else _MIXED))
            won = (_WON, _MIXED) in reached
            open_ = {one for one in reached if one[0] not in (_DEAD, _WON)}
            self.tagged[state, suit] = None if won else self._essential_with_suits(open_)
        return self.tagged[state, suit]

    def _essential_with_suits(self, open_: set[tuple[int, int]]) -> _Tagged:
        def is_less(one: tuple[int, int], other: tuple[int, int]) -> bool:
            (a, tag), (b, more) = one, other
            return self.is_below(a, b) if more == _MIXED else a == b and tag == _NONE

        return frozenset(
            one for one in open_ if not any(is_less(one, other) for other in open_ if other != one)
        )


class _Count:
    """The deals of natural cards that complete one row with this many cards, while so many jokers come."""

    def __init__(
        self,
        row: Sequence[Card],
        taken: int,
        sure: Sequence[Card],
        wild: int,
        wins: Wins,
        deck: Sequence[Card],
        most: int,
    ) -> None:
        naturals = [card for card in row if card < FIRST_JOKER]
        self.jokers, self.taken, self.wanted = len(row) - len(naturals), taken, wins
        self.deck, self.sure, self.wild, self.most = deck, sure, wild, most
        self.held = tuple(sorted(card >> 2 for card in naturals))
        suits = {card & 3 for card in naturals}
        self.can_flush = len(row) + taken == 5 and len(suits) <= 1 and len(set(self.held)) == len(self.held)
        self.suit = _MIXED if not self.can_flush else suits.pop() if suits else _NONE
        self.judged: dict[tuple[tuple[int, ...], int], tuple[bool, bool, bool]] = {}
        some = [4 - self.held.count(rank) for rank in range(12, -1, -1)]
        one = [int(number == 4) for number in some]
        self.any_suits = _Tree(taken, some, wild, lambda ranks, jokers: self._judge(ranks, jokers)[0])
        self.one_suit = _Tree(taken, one, wild, lambda ranks, jokers: self._judge(ranks, jokers)[1])
        self.no_flush = _Tree(taken, one, 0, lambda ranks, jokers: self._judge(ranks, jokers)[2])

    def _judge(self, ranks: tuple[int, ...], jokers: int) -> tuple[bool, bool, bool]:
        """Whether these cards win in any suits, in one suit alone, or unless they are in one suit."""
        key = ranks, jokers
        if key not in self.judged:
            all_ranks, wild = tuple(sorted(self.held + ranks)), jokers + self.jokers
            mixed = self._wins(all_ranks, wild, False)
            if not self.can_flush or len(set(all_ranks)) < len(all_ranks):
                self.judged[key] = mixed, False, False
            else:
                suited = self._wins(all_ranks, wild, True) or (wild > 0 and mixed)
                self.judged[key] = mixed and suited, suited and not mixed, mixed and not suited
        return self.judged[key]

    def _wins(self, ranks: tuple[int, ...], jokers: int, suited: bool) -> bool:
        """Whether these cards are wanted, their jokers being what is best."""
        return any(map(self.wanted, _strengths(ranks, jokers, suited)))

    def wins(self) -> list[int]:
        """By the number of cards from the deck, 0 to `most`: the deals that win."""
        if self.any_suits.start is None:
            losing = 0
        elif self.one_suit.root == _DEAD:
            losing = self._losing_by_ranks()
        elif self.suit == _NONE and self.any_suits.root == _DEAD:
            losing = self._losing_in_all_suits()
        elif self.suit == _NONE and self._any_flush_wins():
            losing = self._losing_without_a_flush()
        else:
            losing = self._losing_suit_by_suit()
        return [comb(len(self.deck), n) - (losing >> _BITS * n & _ONE) for n in range(self.most + 1)]

    def _any_flush_wins(self) -> bool:
        return all(
            any_suits or one_suit
            for (ranks, _), (any_suits, one_suit, _) in self.judged.items()
            if len(set(ranks)) == len(ranks)
        )

    def _at(self, level: int) -> tuple[list[int], list[int]]:
        """The suits of the cards of a rank that are sure to come, and of those in the deck."""
        rank = 12 - level
        sure, deck = ([card & 3 for card in cards if card >> 2 == rank] for cards in (self.sure, self.deck))
        return sure, deck

    # without wins in one suit alone

    def _losing_by_ranks(self) -> int:
        """The deals that lose, by the number of cards: a polynomial whose coefficients are packed."""
        tree, mask = self.no_flush, (1 << _BITS * (self.most + 1)) - 1
        nothing: _Tagged | None = frozenset()
        first: _Tagged = frozenset([(tree.root, self.suit)] if tree.root > _WON else [])
        lost: dict[tuple[_Nodes, _Tagged], int] = {(self.any_suits.start or frozenset(), first): 1}
        for level in range(13):
            arrivals = self._arrivals(level, bool(first))
            after: Counter[tuple[_Nodes, _Tagged]] = Counter()
            for (ranks, row), deals in lost.items():
                for (number, suit), ways in arrivals.items():
                    reached = self.any_suits.step(ranks, number)
                    tagged = tree.step_with_suits(row, suit) if row else nothing
                    if reached is not None and tagged is not None:
                        after[reached, tagged] += deals * ways & mask
            lost = {state: deals for state, deals in after.items() if deals}
        return sum(lost.values())

    def _arrivals(self, level: int, with_suits: bool) -> dict[tuple[int, int], int]:
        """How many cards of a rank may come, and of which suit one is that comes alone (5: more than one,
        4: none), in how many ways by the number that the deck gives."""
        sure, suits = self._at(level)
        ways: Counter[tuple[int, int]] = Counter()
        for n in range(min(len(suits), self.most) + 1):
            number = n + len(sure)
            if number == 1 and with_suits:
                for suit in sure or suits:
                    ways[1, suit] += 1 << _BITS * n
            else:
                ways[number, _MIXED if number else _NONE] += comb(len(suits), n) << _BITS * n
        return ways

    # with a row that any flush completes

    def _losing_without_a_flush(self) -> int:
        """The same where every flush wins and no suit is held: deals are known by their cards of each suit,
        fewer than a flush has, as one polynomial in four variables."""
        base = max(self.taken - self.wild, 1)
        counts = list(product(range(base), repeat=4))  # of the suits, the first one the most significant
        places = (base * base * base, base * base, base, 1)
        room = [
            sum(_ONE << _BITS * i for i, held in enumerate(counts) if held[suit] < base - 1)
            for suit in range(4)
        ]

        def one_more(deals: int, suit: int) -> int:
            return (deals & room[suit]) << _BITS * places[suit]

        lost = {self.any_suits.start or frozenset(): 1}
        for level in range(13):
            sure, suits = self._at(level)
            after: Counter[_Nodes] = Counter()
            for ranks, deals in lost.items():
                by_number = [deals]
                for suit in sure:
                    by_number = [0, *[one_more(some, suit) for some in by_number]]
                for suit in suits:
                    more = [one_more(some, suit) for some in by_number]
                    by_number = [a + b for a, b in zip([*by_number, 0], [0, *more], strict=True)]
                for number, some in enumerate(by_number):
                    reached = self.any_suits.step(ranks, number) if some else None
                    if reached is not None:
                        after[reached] += some
            lost = after
        deals, found = sum(lost.values()), 0
        for i, held in enumerate(counts):
            cards = sum(held) - len(self.sure)
            if 0 <= cards <= self.most:
                found += (deals >> _BITS * i & _ONE) << _BITS * cards
        return found

    # suit by suit

    def _losing_in_all_suits(self) -> int:
        """The same where only rows of one suit win, so that the suits have nothing to do with each other."""
        losing, mask = 1, (1 << _BITS * (self.most + 1)) - 1
        for suit in range(4):
            row = self.one_suit.start
            lost: dict[_Nodes, int] = {} if row is None else {row: 1}
            for level in range(13):
                sure, deck = self._at(level)
                after: Counter[_Nodes] = Counter()
                for row, deals in lost.items():
                    for number in (1,) if suit in sure else (0, 1) if suit in deck else (0,):
                        reached = self.one_suit.step(row, number)
                        if reached is not None:
                            after[reached] += deals << _BITS * (number and suit in deck)
                lost = after
            losing = losing * sum(lost.values()) & mask
        return losing

    def _losing_suit_by_suit(self) -> int:
        """The same where some rows of one suit win: deals that lose by their ranks, less those that win in a
        suit, plus those that win in two, and so on."""
        suits = range(4) if self.suit == _NONE else [self.suit]
        if self.wild:  # most deals win in some suit, so those that do not are fewer
            return self._losing_in(suits, False)
        each = self.one_suit.need[self.one_suit.root]
        return sum(
            (-1 if number % 2 else 1) * self._losing_in(some, True)
            for number in range(len(suits) + 1)
            if number * each <= len(self.sure) + self.most
            for some in combinations(suits, number)
        )

    def _losing_in(self, suits: Sequence[int], by_ranks_alone: bool) -> int:
        """The deals that lose by their ranks and in each of these suits, or win in each of the suits."""
        need, one_suit = self.one_suit.need, self.one_suit
        first = (one_suit.start,) * len(suits)
        lost: dict[tuple[_Nodes, tuple[_Nodes | None, ...]], int]
        lost = {(self.any_suits.start or frozenset(), first): 1}
        for level in range(13):
            arrivals = self._arrivals_of(level, suits)
            after: Counter[tuple[_Nodes, tuple[_Nodes | None, ...]]] = Counter()
            for (ranks, rows), deals in lost.items():
                for (number, came), ways in arrivals.items():
                    reached = self.any_suits.step(ranks, number)
                    if reached is None:
                        continue
                    then = tuple([row and one_suit.step(row, n) for row, n in zip(rows, came, strict=True)])
                    if (frozenset() if by_ranks_alone else None) not in then:
                        after[reached, then] += deals * ways
            lost = {}
            for state, deals in after.items():
                missing = sum(min(need[node] for node in row) for row in state[1] if row and by_ranks_alone)
                room = min(self.most, self.most + len(self.sure) - missing)
                deals &= (1 << _BITS * max(room + 1, 0)) - 1
                if deals:
                    lost[state] = deals
        return sum(lost.values())

    def _arrivals_of(self, level: int, suits: Sequence[int]) -> dict[tuple[int, tuple[int, ...]], int]:
        """How many cards of a rank may come, and how many of each of these suits, in how many ways by the
        number that the deck gives."""
        sure, deck = self._at(level)
        ways: Counter[tuple[int, tuple[int, ...]]] = Counter()
        others = sum(suit not in suits for suit in deck)
        may = [(1,) if suit in sure else (0, 1) if suit in deck else (0,) for suit in suits]
        for came in product(*may):
            given = sum(came) - sum(suit in sure for suit in suits)
            for n in range(others + 1):
                number = sum(came) + sum(suit not in suits for suit in sure) + n
                if given + n <= self.most:
                    ways[number, came] += comb(others, n) << _BITS * (given + n)
        return ways


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
