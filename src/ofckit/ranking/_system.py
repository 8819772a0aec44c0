"""One system of comparing hands, as data: `Ranking`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from operator import index
from typing import Any, NamedTuple

from .._core import CompiledRanking
from .._errors import InvalidCard, InvalidRules, OfcError
from .._values import brief, listed, nearest, shape_of
from ..cards import RANKS, SUITS, Card, CardsLike
from ..cards import cards as read_cards
from . import _check
from ._hands import Category
from ._tables import ACE, FLUSH, STRAIGHT, STRAIGHT_FLUSH, Hand, StrengthTable, compile_table
from ._words import describe_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from _typeshed import ReadableBuffer as Buffer

WILD, BUG = -1, -2  # how a wild card is passed to the core
_MOST_HANDS = 1000  # at one showdown
_CHOICES = 5000  # equally good choices of five that a suit may have to decide between


class _Choice(NamedTuple):
    """The cards that count, as they are and as the core sees them."""

    cards: tuple[Card, ...]
    items: tuple[int, ...]


class _Shown(NamedTuple):
    """A hand at the showdown: its strength, its cards, and its role under a rule without a best hand."""

    strength: int
    cards: list[Card]
    role: str


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """One system of comparing hands: an order, a deck, its wild cards, and the switches of the house.

    order: "high", "deuce-to-seven" (the ace always high), "ace-to-five" (no straights or flushes) or
        "ace-to-six"; in every one of them the better hand has the larger strength. size: cards that count,
        5 or 3; of more, the best. lowest, decks: the deck. qualify: the highest rank of a low of five
        different ranks; other hands have strength 0.
    jokers: in each deck. wild: ranks ("2") or cards ("Jh Js"). bug: the jokers are aces, or complete a
        straight or a flush. lowest_wild: "all" cards of the holder's lowest rank, or "one" of them.
    five_of_a_kind, double_ace_flush, natural_beats_wild: house rules about wild cards.
    straights, flushes, wheel (the ace below the lowest rank), broadway_is_straight, ace_pair_low,
        flush_beats_full_house, trips_beat_straight, categories (all ten, the best first): house rules about
        the order; None is the default of the order and the deck.
    suit_order (the highest first), suit_tie_break ("highest-card", "highest-paired", "highest-unpaired"),
        unbeatable ("italian", "greek"): rules that no strength expresses; `compare` and `winners` apply them.

    Raises InvalidRules for a system that contradicts itself.

    >>> Ranking(lowest="6", wild="Jh Js").describe("As 6d 7c 8s Jh")
    'Straight, nine high (Jh is 9s)'
    """

    name: str = ""
    order: str = "high"
    size: int = 5
    lowest: str = "2"
    decks: int = 1
    qualify: str | None = None
    jokers: int = 0
    wild: tuple[str, ...] = ()
    bug: bool = False
    lowest_wild: Literal["all", "one"] | None = None
    five_of_a_kind: bool = True
    double_ace_flush: bool = False
    natural_beats_wild: bool = False
    straights: bool | None = None
    flushes: bool | None = None
    wheel: bool | None = None
    broadway_is_straight: bool | None = None
    ace_pair_low: bool = True
    flush_beats_full_house: bool | None = None
    trips_beat_straight: bool | None = None
    categories: tuple[Category, ...] | None = None
    suit_order: str = "shdc"
    suit_tie_break: str | None = None
    unbeatable: str | None = None

    if TYPE_CHECKING:  # fields that accept more types than they store

        def __init__(
            self,
            *,
            name: str = "",
            order: str = "high",
            size: int = 5,
            lowest: str = "2",
            decks: int = 1,
            qualify: str | None = None,
            jokers: int = 0,
            wild: str | Iterable[str] = (),
            bug: bool = False,
            lowest_wild: Literal["all", "one"] | None = None,
            five_of_a_kind: bool = True,
            double_ace_flush: bool = False,
            natural_beats_wild: bool = False,
            straights: bool | None = None,
            flushes: bool | None = None,
            wheel: bool | None = None,
            broadway_is_straight: bool | None = None,
            ace_pair_low: bool = True,
            flush_beats_full_house: bool | None = None,
            trips_beat_straight: bool | None = None,
            categories: Iterable[Category | int | str] | None = None,
            suit_order: str = "shdc",
            suit_tie_break: str | None = None,
            unbeatable: str | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "lowest", _check.rank_letter("lowest", self.lowest, "T"))
        put(self, "wild", _check.wild_names(self.wild))
        if self.qualify is not None:
            put(self, "qualify", _check.rank_letter("qualify", self.qualify, "A"))
        if self.categories is not None:
            put(self, "categories", _check.category_order(self.categories))
        _check.check(self)

    def replace(self, **changes: Any) -> Ranking:
        """The same system with other switches.

        >>> Ranking(jokers=1).replace(natural_beats_wild=True).jokers
        1
        """
        known = [field.name for field in fields(self)]
        for key in changes:
            if key not in known:
                hint = nearest(key, known) or "; known: " + ", ".join(known)
                raise InvalidRules(f"Ranking has no switch {key!r}{hint}")
        return replace(self, **changes)

    def __repr__(self) -> str:
        given = [f for f in fields(self) if getattr(self, f.name) != f.default]
        return f"Ranking({', '.join(f'{f.name}={_code(getattr(self, f.name))}' for f in given)})"

    def __getstate__(self) -> dict[str, Any]:
        """The definition alone: the tables are made again."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    # --- what the switches amount to

    @property
    def is_low(self) -> bool:
        """Whether the lowest hand wins."""
        return self.order != "high"

    @property
    def first_rank(self) -> int:
        """The lowest rank of the deck, 0 for a deuce."""
        return RANKS.index(self.lowest)

    @property
    def has_straights(self) -> bool:
        """Whether straights count: not in ace-to-five, and by default not with twenty cards."""
        if self.straights is None:
            return self.order != "ace-to-five" and self.lowest != "T"
        return self.straights

    @property
    def has_flushes(self) -> bool:
        """Whether flushes count: not in ace-to-five, and by default not with twenty cards."""
        if self.flushes is None:
            return self.order != "ace-to-five" and self.lowest != "T"
        return self.flushes

    @property
    def has_wheel(self) -> bool:
        """Whether the ace also stands below the lowest rank in a straight: not in deuce-to-seven."""
        if self.wheel is None:
            return self.has_straights and self.order != "deuce-to-seven"
        return self.wheel

    @property
    def has_broadway(self) -> bool:
        """Whether A-K-Q-J-T is a straight: by default not in ace-to-six."""
        if self.broadway_is_straight is None:
            return self.has_straights and self.order != "ace-to-six"
        return self.broadway_is_straight

    @property
    def most_wild(self) -> int:
        """How many wild cards, bugs apart, one player can hold at most."""
        named = self.decks * len(_check.wild_cards(self.wild))
        lowest = {None: 0, "one": 1, "all": 4 * self.decks}[self.lowest_wild]
        return named + lowest + (0 if self.bug else self.decks * self.jokers)

    @property
    def has_wild(self) -> bool:
        """Whether some cards are wild."""
        return self.bug or self.most_wild > 0

    @property
    def natural_part(self) -> Ranking:
        """The same system without wild cards and rules about suits; itself where those shape its hands."""
        if self.double_ace_flush:
            return self
        return replace(
            self,
            name="",
            jokers=0,
            wild=(),
            bug=False,
            lowest_wild=None,
            natural_beats_wild=False,
            suit_order="shdc",
            suit_tie_break=None,
            unbeatable=None,
        )

    @property
    def category_order(self) -> tuple[Category, ...]:
        """The categories, the worst first (of high hands; of low hands, the best first)."""
        if self.categories is not None:
            return self.categories[::-1]
        if self.size == 3:
            order = [0, 1, 2, 5, 4, 3, 6, 7, 8, 9]  # as in casinos: three-card trips are rarer
        else:
            order = list(range(10))
            if self._flush_beats_full_house:
                order[5], order[6] = order[6], order[5]
        if self.trips_beat_straight and order.index(4) > order.index(3):
            order.remove(3)
            order.insert(order.index(4) + 1, 3)
        return tuple(map(Category, order))

    @property
    def _flush_beats_full_house(self) -> bool:
        """By default from 40 cards down, where a flush is rarer."""
        if self.flush_beats_full_house is None:
            return not self.is_low and self.has_flushes and self.first_rank >= RANKS.index("5")
        return self.flush_beats_full_house

    @cached_property
    def _table(self) -> StrengthTable:
        return compile_table(self)

    @cached_property
    def compiled(self) -> CompiledRanking:
        """The system as tables for the C core, made when first needed."""
        kinds = [3 if card < 4 * self.first_rank else 0 for card in range(52)]
        for card in _check.wild_cards(self.wild):
            kinds[card] = 1
        joker = 2 if self.bug else 1
        kinds += [joker if number < self.jokers else 3 for number in range(2)]
        return CompiledRanking(
            kinds=bytes(kinds),
            planes=self._table.planes,
            size=self.size,
            copies=self.decks,
            lowest_wild={None: 0, "all": 1, "one": 2}[self.lowest_wild],
        )

    # --- hands

    def strength(self, cards: CardsLike) -> int:
        """What the hand is worth in this system: bigger wins, equal ties, 0 does not qualify.

        One card or more (all five of a low that must qualify); of more than `size`, the best choice. Where
        nothing but the order of high hands is in play this is the standard strength of `ofckit.rank`.

        Raises InvalidCard for a card that is not in the deck or appears too often, naming it.

        >>> low = Ranking(order="deuce-to-seven")
        >>> low.strength("7c 5d 4h 3s 2c") > low.strength("8c 5d 4h 3s 2c")
        True
        """
        held = read_cards(cards)
        strength = self.compiled.strength(self._enough(held))
        if strength < 0:
            raise self._refusal(held, "")
        return strength

    def rank_many(self, hands: Buffer, out: Buffer | None = None) -> Any:
        """The strengths of many hands of k cards: integers (N, k), uint8 being the fastest -> uint16 (N,).

        Jokers are 52 and 53. Returns `out`, or a new NumPy array where a NumPy array was given, else an
        array.array. Releases the GIL. InvalidCard names the first row that is not a hand of this system.
        """
        shape = shape_of("hands", hands)
        if self.qualify and len(shape) == 2 and 0 < shape[1] < self.size:
            self._enough(range(shape[1]))
        out, bad = self.compiled.rank_many(hands, out)
        if bad is not None:
            raise self._refusal(bad[0], f"row {bad[1]}: ")
        return out

    def compare(self, a: CardsLike, b: CardsLike) -> int:
        """1 where the first hand wins, -1 where the second does, 0 for a tie.

        >>> Ranking(suit_tie_break="highest-card").compare("As Kd Qh Jc 9s", "Ah Ks Qd Js 9c")
        1
        """
        return self._compare(self._show(a), self._show(b))

    def winners(self, hands: Iterable[CardsLike]) -> list[int]:
        """The places of the hands that share the pot, none where no hand qualifies.

        Under a rule without a best hand, those that beat one another in a circle share it.
        """
        shown = [self._show(hand) for hand in listed("hands", hands, _MOST_HANDS)]
        live = [i for i, hand in enumerate(shown) if hand.strength]
        best = [
            i
            for i in live
            if all(self._compare(shown[i], shown[j]) >= 0 for j in live if shown[i].role == shown[j].role)
        ]
        holds = {i: {j for j in best if self._compare(shown[i], shown[j]) >= 0} for i in best}
        for j in best:  # what beats or ties a hand does so with all that this hand beats or ties, in a circle
            for held in holds.values():
                if j in held:
                    held |= holds[j]
        return [i for i in best if len(holds[i]) == len(best)]

    def category(self, strength: int) -> Category:
        """The type of a hand with this strength in this system; OfcError for 0, no qualifying hand."""
        return self._hand(strength)[0]

    def describe(self, cards: CardsLike) -> str:
        """The hand in the words of this system, and what its wild cards stand for.

        >>> Ranking(order="ace-to-five", qualify="8").describe("8c 6d 5h 4s 2c Kd Kh")
        '8-6-5-4-2 low'
        """
        held = read_cards(cards)
        strength = self.strength(held)
        text = describe_hand(self, self._table.hands[self._base(strength)])
        if not strength:
            return text
        choice = next(self._choices(held, strength))
        stand_ins = [
            f"{card} is {stands_for}"
            for card, item, stands_for in zip(*choice, self._stand_ins(choice, strength), strict=True)
            if item < 0 and card != stands_for
        ]
        return f"{text} ({', '.join(stand_ins)})" if stand_ins else text

    def resolve(self, cards: CardsLike) -> list[Card]:
        """The cards that count, wild cards as what they stand for; groups first.

        >>> Ranking(jokers=1).resolve("As 9s 8s 5s X1")
        [Card('As'), Card('Ks'), Card('9s'), Card('8s'), Card('5s')]
        """
        held = read_cards(cards)
        strength = self.strength(held)
        if not strength:
            raise OfcError("the hand does not qualify, so that no card of it counts")
        choice = next(self._choices(held, strength))
        return self._in_order(self._stand_ins(choice, strength), self._hand(strength))

    def highest_card(self, cards: CardsLike) -> Card:
        """The highest of these cards, suits deciding: who sits, bets or takes the odd chip first.

        >>> Ranking().highest_card("Kh Ks Qd")
        Card('Ks')
        """
        held = read_cards(cards)
        if not held or max(held) >= 52:
            raise InvalidCard("the highest card is one of at least one natural card")
        return max(held, key=lambda card: (card.rank, -self.suit_order.index(SUITS[card.suit])))

    # --- checks

    def _enough(self, held: Sequence[Any]) -> Sequence[Any]:
        if self.qualify and len(held) < self.size:
            low = f"a low of {self.qualify} or better"
            raise InvalidCard(f"wrong number of cards: {len(held)}; {low} takes at least {self.size}")
        return held

    def _refusal(self, cards: Sequence[int], where: str) -> InvalidCard:
        """Why these cards are not a hand of this system."""
        seen: Counter[int] = Counter()
        for place, number in enumerate(cards, start=1):
            try:
                card = Card(number)
            except InvalidCard as error:
                return InvalidCard(f"{where}{error}")
            if card >= 52 + self.jokers:
                jokers = ("no jokers", "one joker, X1", "two jokers")[self.jokers]
                return InvalidCard(f"{where}the joker {card} is not in this game, which has {jokers}")
            if card < 4 * self.first_rank:
                deck = f"a {4 * (13 - self.first_rank)}-card deck"
                return InvalidCard(f"{where}{card} is not in {deck}; its lowest rank is {self.lowest}")
            seen[card] += 1
            if seen[card] > self.decks:
                if self.decks == 1:
                    first = list(cards).index(number) + 1
                    return InvalidCard(f"{where}duplicate card: {card} is card {first} and card {place}")
                times = f"{seen[card]} times, but there are {self.decks} decks"
                return InvalidCard(f"{where}{card} appears {times}")
        return InvalidCard(f"{where}the cards changed while they were being read")

    # --- strengths and what stands behind them

    def _base(self, strength: int) -> int:
        """The number of the hand itself; a strength may also count the wild cards."""
        return (strength + 5) // 6 if self.natural_beats_wild else strength

    def _hand(self, strength: int) -> Hand:
        hands = self._table.hands
        base = self._base(index(strength)) if isinstance(strength, int) and index(strength) > 0 else 0
        hand = hands[base] if base < len(hands) else None
        if hand is None:
            if strength == 0 and self.qualify:
                raise OfcError("strength 0 is a hand that does not qualify: it has no category")
            most = (len(hands) - 1) * (6 if self.natural_beats_wild else 1)
            raise OfcError(f"a strength of this ranking is 1..{most}, not {brief(strength)}")
        return hand

    # --- what wild cards stand for

    def _choices(self, held: list[Card], strength: int) -> Iterator[_Choice]:
        """Every choice of the cards that count with this strength."""
        for items in self._seen(held):
            if self.compiled.value(items) != strength:
                continue
            if len(held) <= self.size:
                yield _Choice(tuple(held), items)
                continue
            for places in self.compiled.choices(items, strength, _CHOICES):
                yield _Choice(tuple(held[i] for i in places), tuple(items[i] for i in places))

    def _seen(self, held: list[Card]) -> Iterator[tuple[int, ...]]:
        """The cards as the core sees them: natural, wild, bugs; in every possible way."""
        wild = set(_check.wild_cards(self.wild))
        joker = BUG if self.bug else WILD
        items = [joker if card >= 52 else WILD if card in wild else int(card) for card in held]
        natural = [card for card in held if card < 52]
        if not self.lowest_wild or not natural:
            yield tuple(items)
            return
        lowest = min(natural) >> 2
        places = [i for i, card in enumerate(held) if card < 52 and card >> 2 == lowest]
        for chosen in [places] if self.lowest_wild == "all" else [[place] for place in places]:
            yield tuple(WILD if i in chosen else item for i, item in enumerate(items))

    def _stand_ins(self, choice: _Choice, strength: int) -> list[Card]:
        """The cards, each wild one as the best card that it can be: one by one, keeping the strength."""
        items, base = list(choice.items), self._base(strength)
        hand = self._hand(strength)
        for kind in (WILD, BUG):
            for place, item in enumerate(items):
                if item == kind:
                    items[place] = self._stand_in(items, place, base, hand)
        return [Card(item) for item in items]

    def _stand_in(self, items: list[int], place: int, base: int, hand: Hand) -> int:
        held = Counter(items)
        for again in (False, True):  # a card that is held already only where nothing else will do
            for card in self._candidates():
                if (held[card] >= self.decks) != again or (again and not self._may_copy(card, hand)):
                    continue
                if self._base(self.compiled.value([*items[:place], card, *items[place + 1 :]])) == base:
                    return card
        raise AssertionError("a wild card stands for nothing")

    def _candidates(self) -> Iterator[int]:
        """The cards of the deck, the highest first."""
        suits = [SUITS.index(letter) for letter in self.suit_order]
        for rank in range(ACE, self.first_rank - 1, -1):
            yield from (4 * rank + suit for suit in suits)

    def _may_copy(self, card: int, hand: Hand) -> bool:
        """Whether a card already held may be copied: for five of a kind, or as one more ace of a flush."""
        kind, ranks = hand
        if kind is Category.FIVE_OF_A_KIND:
            return card >> 2 == ranks[0]
        return self.double_ace_flush and kind is FLUSH and card >> 2 == ACE

    def _in_order(self, cards: list[Card], hand: Hand) -> list[Card]:
        """Larger groups first, then higher ranks; an ace that counts low stands last."""
        count = Counter(card.rank for card in cards)
        low_ace = self.order in ("ace-to-five", "ace-to-six") or self._is_wheel(hand)

        def key(card: Card) -> tuple[int, int, int]:
            rank = -1 if low_ace and card.rank == ACE else card.rank
            return count[card.rank], rank, -self.suit_order.index(SUITS[card.suit])

        return sorted(cards, key=key, reverse=True)

    def _is_wheel(self, hand: Hand) -> bool:
        kind, ranks = hand
        return kind in (STRAIGHT, STRAIGHT_FLUSH) and ranks[0] == self.first_rank + self.size - 2 < ACE

    # --- the showdown

    def _show(self, cards: CardsLike) -> _Shown:
        held = read_cards(cards)
        strength = self.strength(held)
        return _Shown(strength, held, self._role(strength, held) if self.unbeatable else "")

    def _role(self, strength: int, held: list[Card]) -> str:
        """The role of the hand under a rule without a best hand."""
        kind, ranks = self._hand(strength)
        if self.unbeatable == "italian":
            if kind is not STRAIGHT_FLUSH:
                return ""
            return {self.first_rank + 3: "minimum", ACE: "maximum"}.get(ranks[0], "medium")
        if kind is Category.FOUR_OF_A_KIND and ranks[0] == self.first_rank:
            return "lowest four"
        hearts = {4 * rank + SUITS.index("h") for rank in range(ACE - 4, ACE + 1)}
        return "imperial" if hearts <= set(held) else ""

    def _compare(self, a: _Shown, b: _Shown) -> int:
        for first, second, result in ((a, b, 1), (b, a, -1)):
            if (first.role, second.role) in _BEATS or (first.role == "imperial" and not second.role):
                return result
        if a.strength != b.strength:
            return 1 if a.strength > b.strength else -1
        if not self.suit_tie_break or not a.strength:
            return 0
        suit_a, suit_b = self._suit(a), self._suit(b)
        return (suit_a > suit_b) - (suit_a < suit_b)

    def _suit(self, shown: _Shown) -> int:
        """How high the suit that breaks a tie is: the best over the choices of cards."""
        hand = self._hand(shown.strength)
        return max(
            self._deciding_suit(self._stand_ins(choice, shown.strength), hand)
            for choice in self._choices(shown.cards, shown.strength)
        )

    def _deciding_suit(self, cards: list[Card], hand: Hand) -> int:
        count = Counter(card.rank for card in cards)
        wanted = {
            "highest-paired": [rank for rank, n in count.items() if n > 1],
            "highest-unpaired": [rank for rank, n in count.items() if n == 1],
        }.get(self.suit_tie_break or "", []) or list(count)
        if self._is_wheel(hand):
            wanted = [rank for rank in wanted if rank != ACE] or wanted
        highest = max(wanted)
        return max(-self.suit_order.index(SUITS[card.suit]) for card in cards if card.rank == highest)


_BEATS = {
    ("minimum", "maximum"),
    ("maximum", "medium"),
    ("medium", "minimum"),
    ("lowest four", "imperial"),
}


def _code(value: object) -> str:
    """The repr of a switch; categories by name."""
    if isinstance(value, tuple) and value and isinstance(value[0], Category):
        return repr(tuple(kind.name.lower().replace("_", " ") for kind in value))
    return repr(value)
