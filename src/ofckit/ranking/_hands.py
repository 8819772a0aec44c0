"""Hands by name: the category, the ranks and the words behind a strength, and the best five of a hand.

A strength is one number for a hand of one to five cards: 1..9841 in the order of play, 9842..9854 for five
of a kind. Bigger wins, equal ties. The order compares the type, then the ranks of the groups (larger groups
first), then the kickers; a missing kicker loses to any kicker. tools/tables.py has the same definition for
the C tables.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations

from .._core import best_five_ids
from .._errors import OfcError
from .._values import brief, whole_number
from ..cards import Card, CardsLike
from ..cards import cards as read_cards

STRENGTHS = 9855  # the length of a table over all strengths; 0 is never a hand


class Category(IntEnum):
    """The types of hands, the weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9

    def __repr__(self) -> str:
        return f"Category.{self.name}"


_CATEGORIES = tuple(Category)
# The lowest strength of each category, from their sizes. High cards: 13 + 78 + 286 + 715 + 1287 less 10
# straights; pairs: 13 times the sets of 0..3 of 12 ranks; two pair: 78 with or without one of 11 ranks;
# trips: 13 times the sets of 0..2 of 12; straights 10; flushes 1277; full houses 13 * 12; quads 13 with or
# without one of 12; straight flushes 10; five of a kind 13.
_LOWEST = (1, 2370, 6257, 7193, 8220, 8230, 9507, 9663, 9832, 9842, 9855)
# Ranks in the key of a hand of five cards, by category.
_FULL = (5, 4, 3, 3, 1, 5, 2, 2, 1, 1)
_WHEEL = 3  # the straight 5-4-3-2-A is five high


def category(strength: int) -> Category:
    """The type of the hand with this strength (1..9854).

    >>> category(9854)
    Category.FIVE_OF_A_KIND
    """
    return _CATEGORIES[bisect_right(_LOWEST, _checked(strength)) - 1]


def strength_key(strength: int) -> tuple[Category, tuple[int, ...]]:
    """(category, ranks): what two hands are compared by.

    The ranks, 0..12 for 2..A, are those of the groups, larger groups first, then of the kickers; for
    straights and straight flushes the highest alone (3 for 5-4-3-2-A).

    >>> strength_key(1)
    (Category.HIGH_CARD, (0,))
    """
    kind = category(strength)
    return kind, _ranks_in(kind)[int(strength) - _LOWEST[kind]]


def describe(strength: int) -> str:
    """The hand in words.

    >>> describe(9831), describe(9841)
    ('Four of a kind, aces, king kicker', 'Royal flush')
    """
    return words(*strength_key(strength))


def words(kind: Category, ranks: Sequence[int]) -> str:
    """A category and ranks, as strength_key gives them, in words."""
    first = _ONE[ranks[0]]
    match kind:
        case Category.HIGH_CARD:
            return f"{first.capitalize()} high{_kickers(ranks[1:])}"
        case Category.PAIR:
            return f"Pair of {_MANY[ranks[0]]}{_kickers(ranks[1:])}"
        case Category.TWO_PAIR:
            return f"Two pair, {_MANY[ranks[0]]} and {_MANY[ranks[1]]}{_kickers(ranks[2:])}"
        case Category.STRAIGHT:
            return f"Straight, {first} high"
        case Category.FLUSH:
            return f"Flush, {first} high with {_listed(ranks[1:])}"
        case Category.FULL_HOUSE:
            return f"Full house, {_MANY[ranks[0]]} over {_MANY[ranks[1]]}"
        case Category.STRAIGHT_FLUSH:
            return "Royal flush" if ranks[0] == 12 else f"Straight flush, {first} high"
    return f"{_NAMES[kind]}, {_MANY[ranks[0]]}{_kickers(ranks[1:])}"


_NAMES = {
    Category.THREE_OF_A_KIND: "Three of a kind",
    Category.FOUR_OF_A_KIND: "Four of a kind",
    Category.FIVE_OF_A_KIND: "Five of a kind",
}
_ONE = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_MANY = [word + ("es" if word == "six" else "s") for word in _ONE]


def _kickers(ranks: Sequence[int]) -> str:
    if not ranks:
        return ""
    return f", {_listed(ranks)} {'kicker' if len(ranks) == 1 else 'kickers'}"


def _listed(ranks: Sequence[int]) -> str:
    """'king', 'king and nine', 'king, nine and four'."""
    *most, last = [_ONE[r] for r in ranks]
    return f"{', '.join(most)} and {last}" if most else last


def to_cactus_kev(strength: int) -> int:
    """The number of a five-card hand on the scale 1 (royal flush) .. 7462 (7-5-4-3-2) of other evaluators.

    OfcError for a strength of fewer than five cards and for five of a kind, which that scale lacks.

    >>> to_cactus_kev(9841)
    1
    """
    _checked(strength)
    number = _cactus_kev()[1].get(strength)
    if number is None:
        raise OfcError(f"{strength} ({describe(strength)}) is not a hand of five cards from one deck")
    return number


def from_cactus_kev(number: int) -> int:
    """The strength of hand 1 (royal flush) .. 7462 (7-5-4-3-2): the inverse of to_cactus_kev.

    >>> describe(from_cactus_kev(7462))
    'Seven high, five, four, three and two kickers'
    """
    number = whole_number("a hand of that scale", number)
    if not 1 <= number <= 7462:
        raise OfcError(f"a hand of that scale is 1..7462, not {brief(number)}")
    return _cactus_kev()[0][number - 1]


def best_five(cards: CardsLike) -> list[Card]:
    """The five cards that count, of five to seven: larger groups first, then higher ranks.

    Raises InvalidCard for another number of cards, a card twice or a joker.

    >>> best_five("As Kd 7h 7s 7c 2d 2h")
    [Card('7s'), Card('7h'), Card('7c'), Card('2h'), Card('2d')]
    """
    return [Card(i) for i in best_five_ids(read_cards(cards, jokers=False))]


def _checked(strength: int) -> int:
    number = whole_number("a strength", strength)
    if not 0 < number < STRENGTHS:
        raise OfcError(f"a strength is 1..{STRENGTHS - 1}, not {brief(number)}")
    return number


def _lowest_of(kind: Category) -> int:
    """The weakest strength of a category."""
    return _LOWEST[kind]


Ranks = tuple[int, ...]


@cache
def _ranks_in(kind: Category) -> list[Ranks]:
    """The ranks of every hand of this category, the weakest first."""
    return sorted(_RANKS[kind]())


def _sets(sizes: Iterable[int], without: Ranks = ()) -> list[Ranks]:
    """Different ranks, descending."""
    others = [r for r in range(12, -1, -1) if r not in without]
    return [ranks for size in sizes for ranks in combinations(others, size)]


def _straight(ranks: Ranks) -> bool:
    return len(ranks) == 5 and (ranks[0] - ranks[4] == 4 or ranks == (12, 3, 2, 1, 0))


def _groups(heads: Iterable[Ranks], kickers: Iterable[int]) -> list[Ranks]:
    """Each head followed by every set of other ranks, as many as `kickers` says."""
    return [head + rest for head in heads for rest in _sets(kickers, head)]


_RANKS: dict[Category, Callable[[], list[Ranks]]] = {
    Category.HIGH_CARD: lambda: [r for r in _sets(range(1, 6)) if not _straight(r)],
    Category.PAIR: lambda: _groups(_sets([1]), range(4)),
    Category.TWO_PAIR: lambda: _groups(_sets([2]), range(2)),
    Category.THREE_OF_A_KIND: lambda: _groups(_sets([1]), range(3)),
    Category.STRAIGHT: lambda: [(high,) for high in range(_WHEEL, 13)],
    Category.FLUSH: lambda: [r for r in _sets([5]) if not _straight(r)],
    Category.FULL_HOUSE: lambda: _groups(_sets([1]), [1]),
    Category.FOUR_OF_A_KIND: lambda: _groups(_sets([1]), range(2)),
    Category.STRAIGHT_FLUSH: lambda: [(high,) for high in range(_WHEEL, 13)],
    Category.FIVE_OF_A_KIND: lambda: _sets([1]),
}


@cache
def _cactus_kev() -> tuple[list[int], dict[int, int]]:
    """The strengths of five cards, the best first, and the number of each from 1."""
    best_first = [
        strength
        for strength in range(_LOWEST[Category.FIVE_OF_A_KIND] - 1, 0, -1)
        for kind, ranks in [strength_key(strength)]
        if len(ranks) == _FULL[kind]
    ]
    return best_first, {strength: n for n, strength in enumerate(best_first, start=1)}
