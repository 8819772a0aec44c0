"""The slow oracle of the other systems: stripped decks, house orders, wild cards, several decks.

Like oracle.py it imports nothing of the package, and tries every choice: every card of the deck that a wild
card may become, every wild card of a bugged hand, every five of seven. Bigger keys are better hands, low
ones too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise

import oracle
from oracle import ACE, DECK, FIVE_OF_A_KIND, FLUSH, FULL_HOUSE, QUADS, STRAIGHT, STRAIGHT_FLUSH, TRIPS, Key

ORDER = tuple(range(10))
SHORT_ORDER = (0, 1, 2, TRIPS, STRAIGHT, FULL_HOUSE, FLUSH, QUADS, STRAIGHT_FLUSH, FIVE_OF_A_KIND)
TRIPS_FIRST = (0, 1, 2, STRAIGHT, TRIPS, FULL_HOUSE, FLUSH, QUADS, STRAIGHT_FLUSH, FIVE_OF_A_KIND)


def deck(lowest: str) -> tuple[int, ...]:
    return DECK[4 * oracle.RANKS.index(lowest) :]


def stripped_key(
    hand: Sequence[int], lowest: str, *, order: Sequence[int] = SHORT_ORDER, runs: bool = True
) -> Key:
    """High hands of a deck without the low ranks: the ace also stands next to the lowest of them."""
    first = oracle.RANKS.index(lowest)
    ranks = sorted({oracle.rank_of(one) for one in hand})
    kind, deciding = oracle.group_type([oracle.rank_of(one) for one in hand]), ()
    if runs and len(ranks) == 5:
        suited = oracle.is_flush(hand)
        if ranks == [first, first + 1, first + 2, first + 3, ACE] and first < 8:
            kind, deciding = (STRAIGHT_FLUSH if suited else STRAIGHT), (first + 3,)
        elif ranks[4] - ranks[0] == 4:
            kind, deciding = (STRAIGHT_FLUSH if suited else STRAIGHT), (ranks[4],)
        elif suited:
            kind, deciding = FLUSH, tuple(reversed(ranks))
    groups = oracle.by_group([oracle.rank_of(one) for one in hand])
    return order.index(kind), deciding or tuple(rank for _, rank in groups)


def several_decks_key(hand: Sequence[int]) -> Key:
    """The highest type that the cards make; a flush may hold a card twice."""
    best = oracle.key(hand)
    return best if best[0] != oracle.FIVE_OF_A_KIND else (FIVE_OF_A_KIND, best[1])


# -- Wild cards ---------------------------------------------------------------------------------------


def joker_key(natural: Sequence[int], wild: int, *, five_of_a_kind: bool = True) -> Key:
    """Wild cards that may be any card not yet in the hand, or make five of a kind."""
    return oracle.best_with_wild(natural, wild, five_of_a_kind=five_of_a_kind)


def bug_key(natural: Sequence[int]) -> Key:
    """One bug: an ace, or whatever completes a straight or a flush; the fifth ace too."""
    keys = []
    for one in DECK:
        if one in natural:
            continue
        key = oracle.key([*natural, one])
        if oracle.rank_of(one) == ACE or key[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
            keys.append(key)
    if [oracle.rank_of(one) for one in natural] == [ACE] * 4:
        keys.append((FIVE_OF_A_KIND, (ACE,)))
    return max(keys)


def double_ace_key(natural: Sequence[int], wild: int) -> Key:
    """As joker_key; in a flush that is no straight flush every wild card is an ace, held already or not."""
    best = joker_key(natural, wild)
    if wild and len(natural) + wild == 5 and len({oracle.suit_of(one) for one in natural}) == 1:
        ranks = sorted([*(oracle.rank_of(one) for one in natural), *[ACE] * wild], reverse=True)
        best = max(best, (FLUSH, tuple(ranks)))
    return best


def low_joker_key(natural: Sequence[int], wild: int, of: Callable[[Sequence[int]], Key]) -> Key:
    free = [one for one in DECK if one not in natural]
    return max(of([*natural, *stand_ins]) for stand_ins in combinations(free, wild))


def lowest_wild_key(hand: Sequence[int], *, one: bool = False) -> Key:
    """Every card of the lowest rank is wild, or the one of them that serves best."""
    lowest = min(oracle.rank_of(card) for card in hand)
    low = [card for card in hand if oracle.rank_of(card) == lowest]
    choices = [[card] for card in low] if one else [low]
    return max(joker_key([card for card in hand if card not in wild], len(wild)) for wild in choices)


# -- What to compare --------------------------------------------------------------------------------------


def every_class(sizes: Iterable[int] = range(1, 6), *, lowest: int = 0) -> Iterator[list[int]]:
    """One hand for each class of one deck: every multiset of ranks, and five suited ones."""
    for size in sizes:
        for ranks in combinations_with_replacement(range(lowest, 13), size):
            if max(Counter(ranks).values()) > 4:
                continue
            copies: Counter[int] = Counter()
            hand = []
            for place, rank in enumerate(ranks):
                different = place == size - 1 and len(set(ranks)) == size > 1
                hand.append(4 * rank + (copies[rank] + different) % 4)
                copies[rank] += 1
            yield hand
        if size == 5:
            for ranks in combinations(range(lowest, 13), 5):
                yield [4 * rank + 2 for rank in ranks]


def same_order(strengths: Sequence[int], keys: Sequence[object]) -> None:
    """Assert that hands with these strengths and keys are in the same order, ties included."""
    both = sorted({(key, strength) for key, strength in zip(keys, strengths, strict=True)})  # type: ignore[type-var]
    for (key, strength), (next_key, next_strength) in pairwise(both):
        assert key != next_key, f"one hand, two strengths: {key} {strength} {next_strength}"
        assert strength < next_strength, f"{key} -> {strength}, but {next_key} -> {next_strength}"
