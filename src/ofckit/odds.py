"""Exact frequencies of poker hands: any deck, several decks, wild cards.

Nothing is enumerated hand by hand. A table is the sum, over all multisets of ranks (6,188 for five cards),
of the ways to give those ranks suits: a product of binomials for any suits, and one product per suit for
the flushes. The wild cards of a hand multiply that by one more binomial, since the ranks of the natural
cards and whether they share a suit already decide what the wild cards can make of the hand. Of six and seven
cards the best five count: the hands with five cards of a suit are told apart from the others by the cards of
that suit and the rest.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Literal, Protocol

from ._csv import csv_text
from ._errors import OfcError
from ._rich import repr_html
from ._tables import arrow_c_stream, to_records
from ._values import UnknownName, brief, listed, nearest, whole_number
from .cards import MOST_PACKS, RANKS, SUITS, Card
from .ranking import RANKINGS, Category, Ranking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "CASINO_THREE_CARD_ORDER",
    "COMPOSITE_ORDER",
    "STANDARD_ORDER",
    "Frequencies",
    "Frequency",
    "Pack",
    "frequencies",
]

STANDARD_ORDER = (
    "five of a kind",
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "one pair",
    "high card",
)
PLAIN_ORDER = tuple(name for name in STANDARD_ORDER if name != "royal flush")
CASINO_THREE_CARD_ORDER = (
    "royal flush",
    "straight flush",
    "three of a kind",
    "straight",
    "flush",
    "one pair",
    "high card",
)
COMPOSITE_ORDER = (
    "flush + five of a kind",
    "five of a kind",
    "royal flush",
    "straight flush",
    "flush + four of a kind",
    "four of a kind",
    "flush + full house",
    "full house",
    "flush + three of a kind",
    "flush + two pair",
    "flush + one pair",
    "flush",
    *STANDARD_ORDER[6:],
)
_ACE = 12
_MINIMUM_CARDS = {
    "five of a kind": 5,
    "four of a kind": 4,
    "full house": 5,
    "three of a kind": 3,
    "two pair": 4,
    "one pair": 2,
}


@dataclass(frozen=True, slots=True)
class Frequency:
    """One line of a table: how many hands are of this category.

    `classes` is how many different hands the category has, all suits being equal; None where wild cards, or
    the best five of more cards, make one hand out of many.
    """

    category: str
    count: int
    total: int
    classes: int | None = None

    @property
    def probability(self) -> float:
        """The chance of being dealt such a hand, 0 to 1."""
        return self.count / self.total

    @property
    def odds(self) -> float | None:
        """The odds against it, to one; None when it never happens."""
        return (self.total - self.count) / self.count if self.count else None


@dataclass(frozen=True, slots=True, repr=False)
class Frequencies(Mapping[str, int]):
    """A table of exact frequencies, best category first; also a mapping of category -> number of hands.

    >>> frequencies()["full house"]
    3744
    """

    rows: tuple[Frequency, ...]
    title: str

    @property
    def total(self) -> int:
        """The number of all hands."""
        return self.rows[0].total

    def __getitem__(self, category: str) -> int:
        return self.row(category).count

    def __iter__(self) -> Iterator[str]:
        return (row.category for row in self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def row(self, category: str) -> Frequency:
        """The line of one category; an OfcError and a KeyError where this table has no such category."""
        for row in self.rows:
            if row.category == category:
                return row
        known = ", ".join(self)
        raise UnknownName(f"no category {brief(category)}{nearest(category, self)}; this table has {known}")

    def by_rarity(self) -> tuple[Frequency, ...]:
        """The lines rarest first, without those that never occur; equal ones in the order of the ranking."""
        return tuple(sorted((row for row in self.rows if row.count), key=lambda row: row.count))

    def disagreements(self) -> tuple[tuple[Frequency, Frequency], ...]:
        """Every pair (higher, lower) in which the ranking puts the more common category higher.

        >>> [(high.category, low.category) for high, low in frequencies(lowest="6").disagreements()]
        [('full house', 'flush'), ('one pair', 'high card')]
        """
        seen = [row for row in self.rows if row.count]
        return tuple((a, b) for i, a in enumerate(seen) for b in seen[i + 1 :] if a.count > b.count)

    def to_text(self, by: str = "rank") -> str:
        """The table for reading; `by` is "rank" or "rarity" (which also says where the ranking disagrees)."""
        if not isinstance(by, str) or by not in ("rank", "rarity"):
            raise OfcError(f"by = {brief(by)}: a table is ordered by 'rank' or by 'rarity'")
        rows = self.rows if by == "rank" else self.by_rarity()
        lines = [self.title, f"{'category':<24}{'hands':>18}{'probability':>16}{'odds against':>20}"]
        for row in rows:
            odds = "never" if row.odds is None else f"{row.odds:,.2f} : 1"
            lines.append(f"{row.category:<24}{row.count:>18,}{row.probability:>15.6%} {odds:>20}".rstrip())
        lines.append(f"{'total':<24}{self.total:>18,}")
        if by == "rarity":
            lines += [
                f"{a.category} ranks above {b.category}, but is more common ({a.count:,} against {b.count:,})"
                for a, b in self.disagreements()
            ] or ["the ranking follows the frequencies"]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Frequencies: {self.title}>"

    def __str__(self) -> str:
        return self.to_text()

    _repr_html_ = repr_html

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each category, best first: category, count, probability, odds (to one), classes."""
        return [
            {
                "category": row.category,
                "count": row.count,
                "probability": row.probability,
                "odds": row.odds,
                "classes": row.classes,
            }
            for row in self.rows
        ]

    to_records = to_records
    __arrow_c_stream__ = arrow_c_stream

    def to_json(self) -> str:
        """A JSON object with `title`, `total` and `rows`, best category first."""
        return json.dumps({"title": self.title, "total": self.total, "rows": self.to_dicts()}, indent=2)

    def to_csv(self) -> str:
        """Comma-separated lines: category, count, probability, odds (to one), classes."""
        names = ["category", "count", "probability", "odds", "classes"]
        return csv_text([names, *([record[name] for name in names] for record in self.to_dicts())])


@dataclass(frozen=True, slots=True)
class _Counted:
    """A pack as numbers: the natural copies of every card, and the cards that are not natural."""

    copies: tuple[tuple[int, ...], ...]  # [rank 0..12][suit 0..3, or more suits]
    wild: int
    bugs: int

    def __len__(self) -> int:
        return sum(map(sum, self.copies)) + self.wild + self.bugs

    @property
    def suits(self) -> range:
        return range(len(self.copies[0]))

    def ways(self, ranks: Iterable[int]) -> tuple[int, int]:
        """How many sets of natural cards have these ranks: (of one suit, of more than one suit)."""
        need = Counter(ranks).items()
        every = prod(comb(sum(self.copies[rank]), count) for rank, count in need)
        if not need:
            return every, 0
        suited = sum(self.in_suit(suit, need) for suit in self.suits)
        return suited, every - suited

    def in_suit(self, suit: int, need: Iterable[tuple[int, int]]) -> int:
        """How many sets of natural cards of this suit have the needed number of each rank."""
        return prod(comb(self.copies[rank][suit], count) for rank, count in need)

    def ways_without_one(self, rank: int, count: int, others: Iterable[int]) -> tuple[int, int]:
        """Like `ways`, for `count` cards of a rank and others, where any one of that rank may be left out.

        The rest can be of one suit when the others are, and all but one of the `count` cards.
        """
        need, copies = Counter(others).items(), self.copies[rank]
        every = comb(sum(copies), count) * prod(comb(sum(self.copies[r]), n) for r, n in need)
        suited = 0
        for suit in self.suits:
            rest = sum(copies) - copies[suit]
            alike = comb(copies[suit], count) + comb(copies[suit], count - 1) * rest
            suited += alike * self.in_suit(suit, need)
        return (suited, every - suited) if count > 1 or need else (every, 0)


@dataclass(frozen=True, slots=True)
class _System:
    """What counts, as numbers: the straights as sets of ranks (bit masks) and the order of the categories."""

    cards: int
    order: tuple[str, ...]
    straights: frozenset[int]
    royal: int  # the ranks of a royal flush; 0: it is not apart
    flushes: bool
    five_of_a_kind: bool
    composite: bool
    low: bool
    lowest_wild: bool
    one_wild: bool  # only one of several lowest cards


def _group(ranks: Sequence[int], wild: int, system: _System) -> Iterator[str]:
    """The pairs, trips and so on that natural ranks and wild cards can make, best first."""
    counts = [*sorted(Counter(ranks).values(), reverse=True), 0, 0, 0]
    same, second = counts[0] + wild, counts[1]
    if same >= 5 and system.five_of_a_kind:
        yield "five of a kind"
    if same >= 4:
        yield "four of a kind"
    if counts[0] <= 3 and second <= 2 and not counts[2] and max(3 - counts[0], 0) + 2 - second <= wild:
        yield "full house"
    if same >= 3:
        yield "three of a kind"
    if max(2 - counts[0], 0) + max(2 - second, 0) <= wild:
        yield "two pair"
    if same >= 2:
        yield "one pair"
    yield "high card"


def _best(ranks: Sequence[int], suited: bool, wild: int, bugs: int, system: _System) -> str:
    """The best category that these natural cards and the wild ones can make.

    A bug is an ace, or any card that completes a straight or a flush. In a low system a wild card takes a
    rank that is not held yet, so that the natural cards alone decide.
    """
    free = wild + bugs
    if system.low and free:
        return next(name for name in _group(ranks, 0, system) if name in system.order)
    mask = _mask(ranks)
    flush = suited and system.flushes
    straight = mask.bit_count() == len(ranks) and any(mask & ~run == 0 for run in system.straights)
    groups = [
        name
        for name in _group([*ranks, *[_ACE] * bugs], wild, system)
        if _MINIMUM_CARDS.get(name, 1) <= system.cards
    ]
    if flush and straight:
        royal = system.royal and mask & ~system.royal == 0
        found = [*groups, "royal flush" if royal else "straight flush"]
    elif flush and system.composite:
        return "flush" if groups[0] == "high card" else f"flush + {groups[0]}"
    else:
        found = [*groups, *["flush"] * flush, *["straight"] * straight]
    return min((name for name in found if name in system.order), key=system.order.index)


def _count(pack: _Counted, system: _System) -> tuple[Counter[str], Counter[str]]:
    """Hands and rank patterns of every category."""
    hands: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    in_play = [rank for rank, copies in enumerate(pack.copies) if any(copies)]
    for bugs in range(min(pack.bugs, system.cards) + 1):
        for wild in range(min(pack.wild, system.cards - bugs) + 1):
            others = comb(pack.bugs, bugs) * comb(pack.wild, wild)
            for ranks in combinations_with_replacement(in_play, system.cards - bugs - wild):
                seen = set()
                for name, count in _one_pattern(ranks, bugs, wild, pack, system):
                    hands[name] += count * others
                    seen.add(name)
                classes.update(seen)
    return hands, classes


def _one_pattern(
    ranks: tuple[int, ...], bugs: int, wild: int, pack: _Counted, system: _System
) -> Iterator[tuple[str, int]]:
    """(category, number of sets of natural cards) for one multiset of ranks in ascending order."""
    suited, mixed = pack.ways(ranks)
    if system.lowest_wild and ranks:
        lowest = ranks.count(ranks[0])
        if system.one_wild:
            suited, mixed = pack.ways_without_one(ranks[0], lowest, ranks[lowest:])
            ranks, wild = ranks[1:], wild + 1
        else:
            held = sum(pack.ways(ranks[:lowest]))
            ranks, wild = ranks[lowest:], wild + lowest
            suited, mixed = (held * ways for ways in pack.ways(ranks))
    if suited:
        yield _best(ranks, True, wild, bugs, system), suited
    if mixed:
        yield _best(ranks, False, wild, bugs, system), mixed


def _count_best_five(pack: _Counted, system: _System) -> Counter[str]:
    """Hands of every category where a hand has more than five cards: its best five count."""
    hands: Counter[str] = Counter()
    in_play = [rank for rank, copies in enumerate(pack.copies) if any(copies)]
    plain: dict[tuple[int, ...], str] = {}
    for ranks in combinations_with_replacement(in_play, system.cards):
        plain[ranks] = _best_by_ranks(ranks, system)
        hands[plain[ranks]] += sum(pack.ways(ranks))
    others = [sum(copies[1:]) for copies in pack.copies]
    for number in range(5, system.cards + 1) if system.flushes else ():  # cards of one suit; all are alike
        rests = [
            (rest, prod(comb(others[rank], n) for rank, n in Counter(rest).items()))
            for rest in combinations_with_replacement(in_play, system.cards - number)
        ]
        for held in combinations_with_replacement(in_play, number):
            ways = len(pack.suits) * pack.in_suit(0, Counter(held).items())
            flush = _flush_of(held, system)
            for rest, count in rests if ways else ():
                without = plain[tuple(sorted(held + rest))]
                best = min(without, flush, key=system.order.index)
                hands[without] -= ways * count
                hands[best] += ways * count
    return hands


def _mask(ranks: Iterable[int]) -> int:
    """The ranks as a set of bits."""
    mask = 0
    for rank in ranks:
        mask |= 1 << rank
    return mask


def _flush_of(ranks: tuple[int, ...], system: _System) -> str:
    """The best flush of these ranks of one suit, as far as the order has it."""
    held = _mask(ranks)
    runs = [run for run in system.straights if held & run == run]
    names = ["flush", *["straight flush"] * bool(runs), *["royal flush"] * (system.royal in runs)]
    return min((n for n in names if n in system.order), key=system.order.index, default="high card")


def _best_by_ranks(ranks: tuple[int, ...], system: _System) -> str:
    """The best category of five of these ranks, their suits left out."""
    first, second = [*sorted(Counter(ranks).values(), reverse=True), 0][:2]
    names = ["high card", "one pair", "three of a kind", "four of a kind"][: min(first, 4)]
    if first >= 5 and system.five_of_a_kind:
        names.append("five of a kind")
    if second >= 2:
        names += ["two pair", *["full house"] * (first >= 3)]
    held = _mask(ranks)
    if any(held & run == run for run in system.straights):
        names.append("straight")
    return min((name for name in names if name in system.order), key=system.order.index)


def _pack(lowest: str, decks: int, jokers: int, wild: Iterable[str], bug: bool, suits: int) -> _Counted:
    first = RANKS.find(lowest) if len(lowest) == 1 else -1
    if not 0 <= first <= 8:
        raise OfcError(f"lowest = {brief(lowest)}: the lowest rank of a pack is one of {RANKS[:9]}")
    copies = [[decks if rank >= first else 0] * suits for rank in range(13)]
    wilds = 0
    for rank, suit in _named_cards(wild, suits):
        if rank < first:
            raise OfcError(f"wild {RANKS[rank]}{SUITS[suit]} is not in a pack whose lowest rank is {lowest}")
        wilds += copies[rank][suit]
        copies[rank][suit] = 0
    bugs = decks * (jokers or 1) if bug else 0
    return _Counted(tuple(map(tuple, copies)), wilds + (0 if bug else decks * jokers), bugs)


def _named_cards(wild: Iterable[str], suits: int) -> Iterator[tuple[int, int]]:
    """The cards that wild=... names: "2" is every deuce, "Jh" one card."""
    given = wild.replace(",", " ").split() if isinstance(wild, str) else wild
    for name in listed("wild cards", given, 65):
        if isinstance(name, str) and len(name) == 1 and name.upper() in RANKS:
            yield from ((RANKS.index(name.upper()), suit) for suit in range(suits))
            continue
        card = Card(name)
        if card >= 52:
            raise OfcError(
                f"wild = {brief(name)}: jokers are wild by themselves; give their number as jokers="
            )
        if card & 3 >= suits:
            raise OfcError(
                f"wild = {brief(name)}: this pack has {suits} suits, the first of {' '.join(SUITS)}"
            )
        yield divmod(card, 4)


def _runs(cards: int, lowest: str, wheel: bool, broadway: bool) -> frozenset[int]:
    """The straights as bit masks of ranks; the ace is also next to the lowest rank of the pack."""
    first = RANKS.index(lowest)
    low, run = 1 << _ACE | ((1 << cards - 1) - 1) << first, (1 << cards) - 1
    runs = {run << start for start in range(first, 14 - cards)}
    runs = runs | {low} if wheel else runs - {low}
    return frozenset(runs if broadway else runs - {run << 13 - cards})


def _system(
    cards: int,
    lowest: str,
    *,
    straights: bool | None,
    flushes: bool | None,
    royal: bool,
    order: Sequence[str] | None,
    composite: bool,
    wheel: bool,
    broadway: bool,
    **switches: bool,
) -> _System:
    straights = cards >= 5 if straights is None else straights
    flushes = cards >= 5 if flushes is None else flushes
    run = min(cards, 5)
    if cards < 3 and (straights or flushes):
        raise OfcError(f"cards={cards}: straights and flushes need at least three cards")
    names = listed("order", order, 20) if order is not None else ()
    names = names or tuple(COMPOSITE_ORDER if composite else STANDARD_ORDER)
    if unknown := [name for name in names if name not in COMPOSITE_ORDER]:
        raise OfcError(f"order names {brief(unknown[0])}, which is not one of {', '.join(STANDARD_ORDER)}")
    if "high card" not in names or len(set(names)) < len(names):
        raise OfcError("order must name 'high card', and no category twice")
    return _System(
        cards=cards,
        order=names,
        straights=_runs(run, lowest, wheel, broadway) if straights else frozenset(),
        royal=((1 << run) - 1) << 13 - run if royal else 0,
        flushes=flushes,
        composite=composite,
        **switches,
    )


def _possible(system: _System, pack: _Counted, hands: Counter[str]) -> Iterator[str]:
    """The categories that a table lists: those of the system, even where their count is 0."""
    apart = {"royal flush": bool(system.royal and system.flushes), "straight": bool(system.straights)}
    apart["straight flush"] = bool(system.straights) and system.flushes
    apart["flush"] = system.flushes
    apart["five of a kind"] = any(sum(copies) > 4 for copies in pack.copies) or bool(hands["five of a kind"])
    for name in system.order:
        shown = apart.get(name, "+" not in name) and _MINIMUM_CARDS.get(name, 1) <= system.cards
        if hands[name] or shown:
            yield name


class Pack(Protocol):
    """What `frequencies` reads of a ranking: its pack and its wild cards, named like the arguments."""

    @property
    def lowest(self) -> str:
        """The lowest rank of the pack."""

    @property
    def decks(self) -> int:
        """Packs shuffled together."""

    @property
    def jokers(self) -> int:
        """Jokers in each pack."""

    @property
    def wild(self) -> Iterable[str]:
        """Ranks or cards that are wild."""

    @property
    def bug(self) -> bool:
        """Whether the joker is a bug."""


def frequencies(
    ranking: Pack | str | None = None,
    cards: int = 5,
    *,
    lowest: str = "2",
    suits: int = 4,
    decks: int = 1,
    jokers: int = 0,
    wild: Iterable[str] = (),
    bug: bool = False,
    composite: bool = False,
    royal: bool = False,
    five_of_a_kind: bool = True,
    straights: bool | None = None,
    flushes: bool | None = None,
    wheel: bool = True,
    broadway: bool = True,
    low: bool = False,
    lowest_wild: bool | Literal["one"] = False,
    order: Sequence[str] | None = None,
) -> Frequencies:
    """Count every category of hand of one to seven cards, exactly.

    ranking: a Ranking or the name of one: the pack, the wild cards, the order and what counts as a straight
        or a flush are taken from there (a qualifier is ignored). cards: how many cards a hand has; of six and
        seven the best five count, in high hands without wild cards.
    lowest, decks, jokers: the pack, as in Deck; `jokers` is their number in each deck. suits: of a deck.
    wild: ranks ("2") or cards ("Jh") that are wild. bug: the jokers are bugs (one each, when `jokers` is 0).
    composite: of several decks, list a flush with a pair, with two pair ... apart; else each hand counts
        once, in its highest category. royal: list royal flushes apart from the other straight flushes.
    straights, flushes: whether they count; by default in hands of five cards and more, as in the rows of
        a board. Twenty-card poker has neither: pass False.
    wheel, broadway: whether A-5-4-3-2 and A-K-Q-J-T are straights.
    five_of_a_kind: False makes the best of such a hand without it. low: wild cards take ranks not yet held.
    lowest_wild: every card of the holder's lowest rank is wild; "one": only one of them.
    order: the categories, best first, where they are not in the standard order.

    Raises OfcError for a pack or a hand that cannot exist.

    >>> frequencies(decks=2)["five of a kind"]
    728
    >>> frequencies(cards=3)["three of a kind"]
    52
    """
    best_last = False
    if isinstance(ranking, str):
        ranking = RANKINGS[ranking]
    if ranking is not None:
        if any(not hasattr(ranking, name) for name in ("lowest", "decks", "jokers", "wild", "bug")):
            raise TypeError(f"a ranking must be a Ranking or the name of one, not {brief(ranking)}")
        lowest, decks, jokers = ranking.lowest, ranking.decks, ranking.jokers
        wild, bug = ranking.wild, ranking.bug
        if isinstance(ranking, Ranking):
            cards = min(cards, ranking.size) if ranking.size < 5 else cards
            straights, flushes = ranking.has_straights, ranking.has_flushes
            wheel, broadway = ranking.has_wheel, ranking.has_broadway
            low, five_of_a_kind = ranking.is_low, ranking.five_of_a_kind
            lowest_wild = "one" if ranking.lowest_wild == "one" else ranking.lowest_wild is not None
            order = order or _order_of(ranking)
            best_last = ranking.is_low
    if not isinstance(lowest, str) or len(lowest) > 2:
        raise OfcError(f"lowest = {brief(lowest)}: the lowest rank of a pack is one of {RANKS[:9]}")
    lowest = "T" if lowest == "10" else lowest.upper()
    cards = whole_number("the number of cards of a hand", cards, 1, 7)
    suits = whole_number("the number of suits", suits, 1, 8)
    decks = whole_number("the number of decks", decks, 1, MOST_PACKS)
    jokers = whole_number("the number of jokers in a deck", jokers, 0, 1000)
    pack = _pack(lowest, decks, jokers, wild, bug, suits)
    system = _system(
        cards,
        lowest,
        straights=straights,
        flushes=flushes,
        royal=royal,
        order=order,
        composite=composite,
        wheel=wheel,
        broadway=broadway,
        five_of_a_kind=five_of_a_kind,
        low=low,
        lowest_wild=bool(lowest_wild),
        one_wild=lowest_wild == "one",
    )
    if composite and (pack.wild or pack.bugs or lowest_wild):
        raise OfcError("composite types need a pack without wild cards, which make only one type of a hand")
    plain, classes = not (pack.wild or pack.bugs or lowest_wild), Counter[str]()
    if cards <= 5:
        hands, classes = _count(pack, system)
    elif plain and not composite and not best_last and not low:
        hands, plain = _count_best_five(pack, system), False
    else:
        raise OfcError(
            f"cards={cards}: more than five are counted for high hands without wild cards or composite"
        )
    total = comb(len(pack), cards)
    rows = [
        Frequency(name, hands[name], total, classes[name] if plain else None)
        for name in _possible(system, pack, hands)
    ]
    return Frequencies(tuple(rows[::-1] if best_last else rows), _title(cards, pack, total))


def _order_of(ranking: Ranking) -> tuple[str, ...]:
    """The categories of a ranking by their names here, the one that counts first: a low hand is its worst."""
    names: dict[Category, tuple[str, ...]] = {}
    names |= {category: (name,) for category, name in zip(Category, reversed(PLAIN_ORDER), strict=True)}
    names[Category.STRAIGHT_FLUSH] = ("royal flush", "straight flush")
    return tuple(name for category in ranking.category_order[::-1] for name in names[category])


def _title(cards: int, pack: _Counted, total: int) -> str:
    parts = [f"{len(pack)} cards"]
    if pack.wild:
        parts.append(f"{pack.wild} of them wild")
    if pack.bugs:
        parts.append("a bug" if pack.bugs == 1 else f"{pack.bugs} bugs")
    hand = f"{cards} cards" if cards > 1 else "one card"
    return f"Hands of {hand} from {', '.join(parts)}: {total:,}"
