"""The slow oracle: hands, boards and points straight from the rulebook, for comparison in tests.

It imports nothing of the package. It favours the obvious over the fast: every choice is tried,
every hand is a tuple that Python compares. A card is the int ``4 * rank + suit`` (rank 0..12 =
2..A, suit 0..3 = c d h s); two equal ints are two equal cards from two decks.

A hand's key is ``(type, ranks)``: the ranks of the groups, biggest group first, then the kickers.
Bigger is better, and because a tuple that is a prefix of another is the smaller one, a missing
kicker loses to any kicker (88K > 8862 > 886 > 88).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(range(52))

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT = range(5)
FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, FIVE_OF_A_KIND = range(5, 10)
NAMES = {
    "high_card": HIGH_CARD,
    "pair": PAIR,
    "two_pair": TWO_PAIR,
    "trips": TRIPS,
    "straight": STRAIGHT,
    "flush": FLUSH,
    "full_house": FULL_HOUSE,
    "quads": QUADS,
    "straight_flush": STRAIGHT_FLUSH,
    "five_of_a_kind": FIVE_OF_A_KIND,
}

Key = tuple[int, tuple[int, ...]]
ACE, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, QUEEN, KING = 12, 3, 4, 5, 6, 7, 8, 10, 11
WHEEL = [ACE, FIVE, 2, 1, 0]


def card(text: str) -> int:
    """The int of one card: 'As' is 51."""
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def cards(text: str | Iterable[str]) -> list[int]:
    """Cards from 'As Kd' or from a list of such texts."""
    return [card(word) for word in (text.split() if isinstance(text, str) else text)]


def rank_of(one: int) -> int:
    return one // 4


def suit_of(one: int) -> int:
    return one % 4


# -- High hands ------------------------------------------------------------------------------------


def by_group(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """(how many, rank) pairs, biggest group first, then the highest rank."""
    return sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)


def straight_top(ranks: Sequence[int], *, wheel: bool = True) -> int | None:
    """The rank that names the straight, 3 (a five) for 5-4-3-2-A; None when it is no straight."""
    high_first = sorted(ranks, reverse=True)
    if len(high_first) != 5:
        return None
    if wheel and high_first == WHEEL:
        return FIVE
    top = high_first[0]
    return top if high_first == [top, top - 1, top - 2, top - 3, top - 4] else None


def is_flush(hand: Sequence[int]) -> bool:
    return len(hand) == 5 and len({suit_of(one) for one in hand}) == 1


def group_type(ranks: Sequence[int]) -> int:
    """The type by equal ranks alone."""
    sizes = [n for n, _ in by_group(ranks)]
    if sizes[0] == 5:
        return FIVE_OF_A_KIND
    if sizes[0] == 4:
        return QUADS
    if sizes[:2] == [3, 2]:
        return FULL_HOUSE
    if sizes[0] == 3:
        return TRIPS
    if sizes[:2] == [2, 2]:
        return TWO_PAIR
    return PAIR if sizes[0] == 2 else HIGH_CARD


def key(hand: Sequence[int]) -> Key:
    """The key of one to five cards; straights and flushes need five."""
    assert 1 <= len(hand) <= 5
    ranks = [rank_of(one) for one in hand]
    top = straight_top(ranks)
    if top is not None:
        return (STRAIGHT_FLUSH if is_flush(hand) else STRAIGHT), (top,)
    kind = group_type(ranks)
    if is_flush(hand) and kind < FLUSH:
        return FLUSH, tuple(sorted(ranks, reverse=True))
    return kind, tuple(rank for _, rank in by_group(ranks))


def best_key(hand: Sequence[int], of: Callable[[Sequence[int]], Key] = key) -> Key:
    """The best of every five (the whole hand when it has five cards or fewer)."""
    return max(of(five) for five in combinations(hand, min(5, len(hand))))


def casino_key(hand: Sequence[int]) -> Key:
    """Three cards in a casino's order: straight flush, trips, straight, flush, pair, nothing."""
    assert len(hand) == 3
    ranks = sorted((rank_of(one) for one in hand), reverse=True)
    flush = len({suit_of(one) for one in hand}) == 1
    run = ranks == [ranks[0], ranks[0] - 1, ranks[0] - 2]
    if ranks == [ACE, 1, 0]:
        run, ranks = True, [1]
    if run:
        return (5 if flush else 3), (ranks[0],)
    groups = tuple(rank for _, rank in by_group(ranks))
    if len(groups) == 1:
        return 4, groups
    if flush:
        return 2, groups
    return (1 if len(groups) == 2 else 0), groups


# -- Low hands: again bigger is better -----------------------------------------------------------------


def turned(kind: int, ranks: Iterable[int]) -> Key:
    """A key that grows as the hand gets lower."""
    return -kind, tuple(-rank for rank in ranks)


def deuce_to_seven_key(hand: Sequence[int]) -> Key:
    """2-7: the high order turned round, the ace high only, so 5-4-3-2-A is no straight."""
    ranks = [rank_of(one) for one in hand]
    top = straight_top(ranks, wheel=False)
    if top is not None:
        return turned(STRAIGHT_FLUSH if is_flush(hand) else STRAIGHT, [top])
    if is_flush(hand) and group_type(ranks) < FLUSH:
        return turned(FLUSH, sorted(ranks, reverse=True))
    return turned(group_type(ranks), [rank for _, rank in by_group(ranks)])


def low_ranks(hand: Sequence[int]) -> list[int]:
    """Ranks with the ace below the deuce."""
    return [-1 if rank_of(one) == ACE else rank_of(one) for one in hand]


def ace_to_five_key(hand: Sequence[int]) -> Key:
    """A-5: the ace low, no straights, no flushes."""
    ranks = low_ranks(hand)
    return turned(group_type(ranks), [rank for _, rank in by_group(ranks)])


def ace_to_six_key(
    hand: Sequence[int], *, broadway_is_straight: bool = False, ace_pair_low: bool = True
) -> Key:
    """A-6: the ace low, straights and flushes count; A-K-Q-J-T is king high, or a straight by a switch."""
    ranks = low_ranks(hand)
    top = straight_top(ranks, wheel=False)
    if broadway_is_straight and sorted(ranks) == [-1, 8, 9, 10, 11]:
        top = ACE
    if top is not None:
        return turned(STRAIGHT_FLUSH if is_flush(hand) else STRAIGHT, [top])
    kind = group_type(ranks)
    if is_flush(hand) and kind < FLUSH:
        return turned(FLUSH, sorted(ranks, reverse=True))
    groups = by_group(ranks)
    if not ace_pair_low:
        groups = sorted(((n, ACE if n > 1 and rank == -1 else rank) for n, rank in groups), reverse=True)
    return turned(kind, [rank for _, rank in groups])


def eight_or_better_key(hand: Sequence[int]) -> Key | None:
    """The best low of five different ranks up to eight, from any number of cards; None if there is none."""
    lows = [
        ace_to_five_key(five)
        for five in combinations(hand, 5)
        if len(set(low_ranks(five))) == 5 and max(low_ranks(five)) <= EIGHT
    ]
    return max(lows, default=None)


# -- Wild cards ---------------------------------------------------------------------------------------


def best_with_wild(
    natural: Sequence[int],
    wild: int,
    *,
    five_of_a_kind: bool = True,
    deck: Sequence[int] = DECK,
    of: Callable[[Sequence[int]], Key] = key,
) -> Key:
    """The best key over everything that ``wild`` wild cards may become.

    A wild card never copies a card of its own hand, nor another wild card of it, except for five
    of a kind where that counts: then so many equal ranks with enough wild cards make it.
    """
    free = [one for one in deck if one not in natural]
    best = max(best_key([*natural, *stand_ins], of) for stand_ins in combinations(free, wild))
    if five_of_a_kind and len(natural) + wild >= 5 and of is key:
        have = Counter(rank_of(one) for one in natural)
        fives = [rank for rank in {rank_of(one) for one in deck} if have[rank] + wild >= 5]
        best = max([best, *((FIVE_OF_A_KIND, (rank,)) for rank in fives)])
    return best


# -- Boards -------------------------------------------------------------------------------------------

Rows = tuple[Sequence[int], Sequence[int], Sequence[int]]  # top, middle, bottom


def qualifies_deuce_to_seven(middle: Sequence[int]) -> bool:
    """Ten-low or better: no pair, straight or flush, and nothing above a ten."""
    kind, ranks = deuce_to_seven_key(middle)
    return kind == -HIGH_CARD and -ranks[0] <= TEN


def is_foul(board: Rows, *, strict_rows: bool = False, low_middle: bool = False) -> bool:
    """A row beats the row below it; with a 2-7 middle only the outer rows are compared."""
    top, middle, bottom = (key(row) for row in board)
    if low_middle:
        return not qualifies_deuce_to_seven(board[1]) or top > bottom
    return top > middle or middle > bottom or (strict_rows and middle == bottom)


def is_lost(board: Rows, left: Sequence[int], **switches: bool) -> bool:
    """Every completion with cards of those left is foul."""
    top, middle, bottom = (size - len(row) for size, row in zip((3, 5, 5), board, strict=True))
    for t in combinations(left, top):
        rest = [card for card in left if card not in t]
        for m in combinations(rest, middle):
            for b in combinations([card for card in rest if card not in m], bottom):
                rows = ((*board[0], *t), (*board[1], *m), (*board[2], *b))
                if not is_foul(rows, **switches):
                    return False
    return True


FIVE_CARD = {STRAIGHT: 2, FLUSH: 4, FULL_HOUSE: 6, QUADS: 10, STRAIGHT_FLUSH: 15, "royal": 25}
DOUBLE = {kind: 2 * points for kind, points in FIVE_CARD.items()}
TOP_PAIRS = {RANKS.index(rank): points for points, rank in enumerate("6789TJQKA", start=1)}
TOP_TRIPS = {RANKS.index(rank): points for points, rank in enumerate(RANKS, start=10)}
FLAT_TRIPS = dict.fromkeys(range(13), 20)
SMALL_END = {STRAIGHT: 2, FLUSH: 4, FULL_HOUSE: 6, QUADS: 8, STRAIGHT_FLUSH: 10, "royal": 20}
TREBLE = {STRAIGHT: 4, FLUSH: 4, FULL_HOUSE: 6, QUADS: 10, STRAIGHT_FLUSH: 15, "royal": 25}

# name: (top pairs, top trips, middle, bottom)
ROYALTIES: dict[str, tuple[dict, dict, dict, dict]] = {
    "modern": (TOP_PAIRS, TOP_TRIPS, {TRIPS: 2, **DOUBLE}, FIVE_CARD),
    "pagat": (TOP_PAIRS, FLAT_TRIPS, DOUBLE, FIVE_CARD),
    "pagat-trips-middle": (TOP_PAIRS, FLAT_TRIPS, {TRIPS: 2, **DOUBLE}, FIVE_CARD),
    "trips-2-1": (TOP_PAIRS, TOP_TRIPS, {TRIPS: 2, **DOUBLE}, {TRIPS: 1, **FIVE_CARD}),
    "small-top-end": (
        TOP_PAIRS,
        TOP_TRIPS,
        {TRIPS: 2, **{kind: 2 * points for kind, points in SMALL_END.items()}},
        SMALL_END,
    ),
    "treble": (
        TOP_PAIRS,
        TOP_TRIPS,
        {TRIPS: 2, **{kind: 3 * points for kind, points in TREBLE.items()}},
        TREBLE,
    ),
    "2-7": (TOP_PAIRS, TOP_TRIPS, {}, FIVE_CARD),
    "none": ({}, {}, {}, {}),
    "capsa": (
        {},
        dict.fromkeys(range(13), 3),
        {FULL_HOUSE: 2, QUADS: 8, STRAIGHT_FLUSH: 10, "royal": 10},
        {QUADS: 4, STRAIGHT_FLUSH: 5, "royal": 5},
    ),
}


def five_card_royalty(row: Sequence[int], table: dict) -> int:
    """Five of a kind (several decks) earn what the best hand of the table does."""
    kind, ranks = key(row)
    if kind == FIVE_OF_A_KIND:
        return max(table.values(), default=0)
    if kind == STRAIGHT_FLUSH and ranks == (ACE,):
        return table.get("royal", 0)
    return table.get(kind, 0)


def top_royalty(row: Sequence[int], pairs: dict, trips: dict) -> int:
    kind, ranks = key(row)
    return {PAIR: pairs, TRIPS: trips}.get(kind, {}).get(ranks[0], 0)


def deuce_to_seven_royalty(row: Sequence[int]) -> int:
    """9-low 1, 8-low 2, 7-low 4, 7-5-4-3-2 itself 8."""
    if not qualifies_deuce_to_seven(row):
        return 0
    ranks = sorted((rank_of(one) for one in row), reverse=True)
    if ranks == [SEVEN, FIVE, 2, 1, 0]:
        return 8
    return {NINE: 1, EIGHT: 2, SEVEN: 4}.get(ranks[0], 0)


def royalties(board: Rows, table: str = "modern") -> tuple[int, int, int]:
    """Royalties of top, middle, bottom, whether the board is foul or not."""
    pairs, trips, middle, bottom = ROYALTIES[table]
    low = table == "2-7"
    return (
        top_royalty(board[0], pairs, trips),
        deuce_to_seven_royalty(board[1]) if low else five_card_royalty(board[1], middle),
        five_card_royalty(board[2], bottom),
    )


# -- Points -------------------------------------------------------------------------------------------


def sign(a: object, b: object) -> int:
    return (a > b) - (a < b)  # type: ignore[operator]


def row_results(a: Rows, b: Rows, *, low_middle: bool = False) -> list[int]:
    """1, 0 or -1 per row for the first of two boards."""
    middle = deuce_to_seven_key if low_middle else key
    return [sign(key(a[0]), key(b[0])), sign(middle(a[1]), middle(b[1])), sign(key(a[2]), key(b[2]))]


SWEEP_BONUS = {"1-6": 3, "1-4": 1, "2-4": 0, "rows": 0}
MAJORITY_BONUS = {"1-6": 0, "1-4": 0, "2-4": 1, "rows": 0}


def points_for_rows(results: Sequence[int], sweep: int, majority: int, two_rows: bool) -> int:
    """Row points with a bonus for all three rows, and one for most of them."""
    total = sum(results)
    won, lost = results.count(1), results.count(-1)
    total += sweep * ((won == 3) - (lost == 3))
    if two_rows:
        total += majority * ((won >= 2) - (lost >= 2))
    else:
        total += majority * ((won > lost) - (won < lost))
    return total


# -- Naturals ------------------------------------------------------------------------------------------


def splits(
    hand: Sequence[int], front: Callable[[Sequence[int]], bool], row: Callable[[Sequence[int]], bool]
) -> bool:
    """Whether thirteen cards make three cards and twice five cards of a kind."""
    for three in combinations(hand, 3):
        if front(three):
            ten = [one for one in hand if one not in three]
            for five in combinations(ten[1:], 4):
                rest = [one for one in ten[1:] if one not in five]
                if row([ten[0], *five]) and row(rest):
                    return True
    return False


def is_run(hand: Sequence[int]) -> bool:
    if len(hand) == 5:
        return straight_top([rank_of(one) for one in hand]) is not None
    ranks = sorted(rank_of(one) for one in hand)
    return ranks == [0, 1, 12] or ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]


def is_suited(hand: Sequence[int]) -> bool:
    return len({suit_of(one) for one in hand}) == 1


def naturals(hand: Sequence[int]) -> set[str]:
    """The names of all naturals that thirteen cards are."""
    counts = sorted(Counter(rank_of(one) for one in hand).values(), reverse=True)
    suits = max(Counter(suit_of(one) for one in hand).values())
    red = sum(suit_of(one) in (1, 2) for one in hand)
    ranks = {rank_of(one) for one in hand}
    pairs = sum(n // 2 for n in counts)
    tests = {
        "one-suit": suits == 13,
        "twelve-of-a-suit": suits == 12,
        "one-color": red in (0, 13),
        "twelve-of-a-color": red in (1, 12),
        "dragon": len(ranks) == 13,
        "three-quads": counts.count(4) == 3,
        "four-trips": sum(n >= 3 for n in counts) == 4,
        "all-high": min(ranks) >= EIGHT,
        "all-low": max(ranks) <= EIGHT,
        "no-pictures": not ranks & {9, QUEEN, KING},
        "six-pairs": pairs == 6,
        "trips-and-five-pairs": pairs == 6 and counts.count(3) == 1,
        "three-flushes": splits(hand, is_suited, is_suited),
        "three-straights": splits(hand, is_run, is_run),
        "three-straight-flushes": splits(
            hand, lambda row: is_run(row) and is_suited(row), lambda row: is_run(row) and is_suited(row)
        ),
    }
    return {name for name, met in tests.items() if met}


def best_natural(hand: Sequence[int], points: dict[str, int], order: Sequence[str]) -> str:
    """The natural with the most points, then the first one of the order; "" for none."""
    met = naturals(hand)
    found = [name for name in order if name in points and name in met]
    return max(found, key=lambda name: points[name], default="")


def pair_points(
    a: Rows,
    b: Rows,
    *,
    scoring: str = "1-6",
    two_rows: bool = False,
    table: str = "modern",
    royalties_to: str = "both",
    strict_rows: bool = False,
    low_middle: bool = False,
    foul_points: int | None = None,
    foul_pays_royalties: bool = True,
    surrender_points: int = 2,
    surrendered: tuple[bool, bool] = (False, False),
    sweep_bonus: int | None = None,
    majority_bonus: int | None = None,
) -> int:
    """What the first player gets from the second (negative: pays)."""
    sweep = SWEEP_BONUS[scoring] if sweep_bonus is None else sweep_bonus
    majority = MAJORITY_BONUS[scoring] if majority_bonus is None else majority_bonus
    fouls = [is_foul(board, strict_rows=strict_rows, low_middle=low_middle) for board in (a, b)]
    dead = [gone or foul for gone, foul in zip(surrendered, fouls, strict=True)]
    if dead[0] and dead[1]:
        return 0
    if dead[0] or dead[1]:
        loser, side = (0, -1) if dead[0] else (1, 1)
        if surrendered[loser]:
            return side * surrender_points
        price = 3 + sweep + majority if foul_points is None else foul_points
        extra = sum(royalties(b if loser == 0 else a, table)) if foul_pays_royalties else 0
        return side * (price + extra)
    results = row_results(a, b, low_middle=low_middle)
    points = points_for_rows(results, sweep, majority, two_rows)
    mine, theirs = royalties(a, table), royalties(b, table)
    if royalties_to == "row-winner":
        mine = tuple(r for r, won in zip(mine, results, strict=True) if won > 0)
        theirs = tuple(r for r, won in zip(theirs, results, strict=True) if won < 0)
    elif royalties_to == "pair-winner":
        mine = mine if points > 0 else ()
        theirs = theirs if points < 0 else ()
    return points + sum(mine) - sum(theirs)


def table_points(
    boards: Sequence[Rows],
    *,
    surrendered: Iterable[int] = (),
    natural: Sequence[tuple[int, int]] | None = None,
    table_sweep: int | str = 0,
    loss_cap: int | None = None,
    first: int = 0,
    **switches,
) -> list[int]:
    """Every player's sum over their pairs, which pay in turn from `first` on.

    natural: for each board (points, how good it is), bigger is better, (0, 0) for none.
    """
    gone = set(surrendered)
    seats = range(len(boards))
    held = natural or [(0, 0)] * len(boards)
    owed: dict[tuple[int, int], int] = {}
    outright: dict[tuple[int, int], bool] = {}
    for i in seats:
        for j in seats:
            if i == j:
                continue
            net = pair_points(boards[i], boards[j], surrendered=(i in gone, j in gone), **switches)
            foul = [is_foul(boards[k], **foul_switches(switches)) and k not in gone for k in (i, j)]
            beats = not any(foul) and not gone & {i, j}
            beats = (
                beats
                and row_results(boards[i], boards[j], low_middle=switches.get("low_middle", False)) == [1] * 3
            )
            beats = beats or (foul[1] and not foul[0] and i not in gone)
            if not gone & {i, j} and (held[i][0] or held[j][0]):
                better = sign(held[i][1], held[j][1])
                net = {1: held[i][0], 0: 0, -1: -held[j][0]}[better]
                beats = better == 1
            owed[i, j], outright[i, j] = net, beats
    for i in seats:
        others = [j for j in seats if j != i]
        if len(others) >= 2 and all(outright[i, j] for j in others):
            for j in others:
                owed[i, j] += owed[i, j] if table_sweep == "double" else int(table_sweep)
                owed[j, i] = -owed[i, j]
    totals = [0] * len(boards)
    for i, j in combinations([(first + k) % len(boards) for k in seats], 2):
        payer, payee = (i, j) if owed[i, j] < 0 else (j, i)
        paid = abs(owed[i, j])
        if loss_cap is not None:
            paid = min(paid, totals[payer] + loss_cap)
        totals[payer] -= paid
        totals[payee] += paid
    return totals


def foul_switches(switches: dict) -> dict:
    return {key: switches[key] for key in ("strict_rows", "low_middle") if key in switches}
