"""Cards, decks, and the reading and printing of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import index

from ._core import plain_cards, use_cards
from ._errors import InvalidCard, OfcError
from ._rng import Rng
from ._values import brief, whole_number

RANKS = "23456789TJQKA"
SUITS = "cdhs"

CardLike = str | int
"""One card: text, a Card, or its int 0..53."""
CardsLike = str | Iterable[CardLike]
"""Cards: one text, or an iterable of single cards."""

_SUIT_SIGNS = ("♣♧", "♦♢", "♥♡", "♠♤")
_SEPARATORS = " ,\t\n\r\f\v\u00a0"
_VARIATION_SELECTORS = "\ufe0e\ufe0f"  # text or emoji style, as phones add it after a suit sign
FIRST_JOKER = 52
"""The id of X1; those below are 4 * rank + suit."""
MOST_PACKS = 100
MOST_CARDS = MOST_PACKS * 54
"""What any reader of cards takes."""
_MOST_TEXT = 100_000
_WANTED = (
    "a card is a rank (2-9, T or 10, J, Q, K, A), then a suit (c, d, h, s), like As or 10h; "
    "a joker is X1 or X2"
)


class Card(int):
    """A card is the int ``4 * rank + suit``; 52 and 53 are the jokers. There is one object for each.

    Reads text (``As``, ``10s``, ``A♠``; ``JK`` and ``*`` are the first joker) or an int 0..53; raises
    InvalidCard for anything else.

    >>> Card("As"), int(Card("As")), Card(51) is Card("As"), str(Card("*"))
    (Card('As'), 51, True, 'X1')
    """

    __slots__ = ()

    def __new__(cls, card: CardLike) -> Card:
        if isinstance(card, str):
            known = _SPELLINGS.get(card)
            return _read_one(card) if known is None else known
        try:
            number = index(card)
        except TypeError:
            number = True
        if isinstance(card, bool) or number is True:
            raise TypeError(f"a card must be text, a Card or an int 0..53, not {brief(card)}")
        if not 0 <= number < 54:
            raise InvalidCard(f"card id out of range: {brief(number)}; a card is 0..51, a joker 52 or 53")
        return CARDS[number]

    @property
    def rank(self) -> int:
        """0..12 for 2..A; a joker has none (InvalidCard)."""
        if self >= FIRST_JOKER:
            raise InvalidCard(f"the joker {self} has no rank")
        return self >> 2

    @property
    def suit(self) -> int:
        """0..3 for clubs, diamonds, hearts, spades; a joker has none (InvalidCard)."""
        if self >= FIRST_JOKER:
            raise InvalidCard(f"the joker {self} has no suit")
        return self & 3

    @property
    def is_joker(self) -> bool:
        """Whether it is one of the two jokers, X1 and X2."""
        return self >= FIRST_JOKER

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"Card('{_NAMES[self]}')"

    def __format__(self, spec: str) -> str:
        """As text (``f"{card:>4}"``), or as an int where the spec asks for one (``f"{card:d}"``)."""
        return int.__format__(self, spec) if spec[-1:] in tuple("bcdnoxX") else format(_NAMES[self], spec)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


_NAMES: tuple[str, ...] = (*[r + s for r in RANKS for s in SUITS], "X1", "X2", "JK")
CARDS: tuple[Card, ...] = tuple(int.__new__(Card, i) for i in range(54))
JOKERS = CARDS[FIRST_JOKER:]
"""X1 and X2."""


def _spellings() -> dict[str, Card]:
    """Every accepted spelling of the 52 cards, and of the jokers that have a number."""
    found = {"X1": CARDS[52], "x1": CARDS[52], "X2": CARDS[53], "x2": CARDS[53]}
    for card in CARDS[:52]:
        letter, suit = _NAMES[card][0], _NAMES[card][1]
        for rank in {letter, letter.lower(), "10" if letter == "T" else letter}:
            for sign in (suit, suit.upper(), *tuple(_SUIT_SIGNS[card & 3])):
                found[rank + sign] = card
        # Unicode's playing cards: a block of 16 for each suit from spades down, A 2 .. T J Knight Q K from 1.
        place = 1 if letter == "A" else RANKS.index(letter) + (3 if letter in "QK" else 2)
        found[chr(0x1F0A0 + 16 * (3 - (card & 3)) + place)] = card
    return found


_SPELLINGS = _spellings()
_JOKERS = frozenset(["JK", "Jk", "jK", "jk", "*", "\U0001f0bf", "\U0001f0cf", "\U0001f0df"])
JOKER = int.__new__(Card, 54)
"""A joker written without its number, while a table is being read: see `number_jokers`."""
use_cards(CARDS, _SPELLINGS)


def cards(source: CardsLike, *, jokers: bool = True, taken: Iterable[int] = ()) -> list[Card]:
    """The cards of a text or of an iterable of cards (text, Cards or ints), in their order; duplicates stay.

    ``JK``, ``Jk`` and ``*`` are the first joker that neither stands there by its number (X1, X2) nor is
    ``taken`` (other cards of the table). Raises InvalidCard for what is not a card, for a joker where
    ``jokers`` is False, and for more cards than a hundred packs hold.

    >>> cards("As Kd 10c")
    [Card('As'), Card('Kd'), Card('Tc')]
    """
    if isinstance(source, str):
        return parse_cards(source, jokers=jokers, taken=taken)
    found = loose_cards(source)
    if JOKER in found:
        (found,) = number_jokers([found], taken)
    if not jokers and max(found, default=0) >= FIRST_JOKER:
        raise InvalidCard(f"{max(found)} is a joker, and there are none here")
    return found


def parse_cards(
    text: str, *, jokers: bool = True, start: int = 0, end: int | None = None, taken: Iterable[int] = ()
) -> list[Card]:
    """The cards of ``text[start:end]``, separated by spaces, commas or nothing; duplicates stay.

    ``JK``, ``Jk`` and ``*`` are the first joker that neither ``taken`` (cards read before) nor this text has.
    Raises InvalidCard that names the offending text and its column in the whole of ``text``, also for a joker
    where ``jokers`` is False.
    """
    if not isinstance(text, str):
        raise TypeError(f"parse_cards reads text, not {brief(text)}")
    found = plain_cards(text if not start and end is None else text[start:end])
    if found is None or (not jokers and max(found, default=0) >= FIRST_JOKER):
        scanned = list(scan_cards(text, start, end))
        found = [card for _, card in scanned]
        if not jokers:
            for at, card in scanned:
                if card >= FIRST_JOKER:
                    word = _match(text[at : at + 3])[0]
                    raise InvalidCard(
                        f"{word!r} at column {at + 1} is a joker, and there are none here", column=at + 1
                    )
        if JOKER in found:
            places = [at + 1 for at, card in scanned if card is JOKER]
            (found,) = number_jokers([found], taken, places)
    return found


def scan_cards(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, Card]]:
    """(its start, the card) of ``text[start:end]``, card by card; JOKER for a joker without a number."""
    at, end, count = start, len(text) if end is None else min(end, len(text)), 0
    if end - start > _MOST_TEXT:
        raise InvalidCard(f"a text of cards has at most {_MOST_TEXT} characters, not {end - start}")
    while at < end:
        if text[at] in _SEPARATORS or text[at].isspace():
            at += 1
            continue
        word, card = _match(text[at : min(at + 3, end)])
        if card is None or (
            card is JOKER and _is_number(text[at + len(word) : min(at + len(word) + 3, end)])
        ):
            raise _complaint(text, at, end)
        if count == MOST_CARDS:
            raise _too_many()
        yield at, card
        count += 1
        at += len(word)
        if at < end and text[at] in _VARIATION_SELECTORS and not word.isascii():
            at += 1


def _is_number(behind: str) -> bool:
    """Whether a digit follows that does not begin a card: JK1, but not JK2c, a joker and a deuce."""
    return behind[:1].isdigit() and not any(behind[:size] in _SPELLINGS for size in (2, 3))


def loose_cards(source: CardsLike) -> list[Card]:
    """The cards of a text or an iterable; JOKER for a joker that `number_jokers` has yet to number."""
    known = plain_cards(source)
    if known is not None:
        return known
    if isinstance(source, str):
        return [card for _, card in scan_cards(source)]
    if isinstance(source, memoryview) and source.ndim != 1:
        raise TypeError(
            f"cards must be text or an iterable of cards, not a buffer in {source.ndim} dimensions"
        )
    if not isinstance(source, Iterable):
        raise TypeError(f"cards must be text or an iterable of cards, not {brief(source)}")
    found: list[Card] = []
    for item in source:
        if len(found) == MOST_CARDS:
            raise _too_many()
        found.append(JOKER if isinstance(item, str) and item in _JOKERS else Card(item))
    return found


def number_jokers(
    groups: Sequence[Sequence[Card]], taken: Iterable[int] = (), places: Sequence[int] = ()
) -> list[list[Card]]:
    """Groups of cards that belong together, each JOKER made the first joker that they do not name.

    ``taken`` are other cards that belong to them. Raises InvalidCard for a third joker, with its column where
    ``places`` has the columns of the jokers without a number.
    """
    if not any(JOKER in group for group in groups):
        return [list(group) for group in groups]
    named = {*taken, *(card for group in groups for card in group)}
    free = [card for card in CARDS[FIRST_JOKER:] if card not in named]
    result, used = [], 0
    for group in groups:
        numbered = []
        for card in group:
            if card is JOKER:
                if used == len(free):
                    raise _third_joker(places[used] if used < len(places) else None)
                card = free[used]
                used += 1
            numbered.append(card)
        result.append(numbered)
    return result


def _third_joker(column: int | None) -> InvalidCard:
    place = f" at column {column}" if column else ""
    return InvalidCard(f"a third joker{place}; there are two (X1 and X2 name them)", column=column)


def _too_many() -> InvalidCard:
    return InvalidCard(f"more than {MOST_CARDS} cards: that is what a hundred packs hold")


def _match(ahead: str) -> tuple[str, Card | None]:
    """The card at the front of these up to three characters, and its spelling; None if there is none."""
    for size in (2, 3, 1):
        word = ahead[:size]
        if word in _JOKERS:
            return word, JOKER
        if word in _SPELLINGS:
            return word, _SPELLINGS[word]
    return "", None


def _read_one(text: str) -> Card:
    """One card from any text; InvalidCard if it holds none or more."""
    found = parse_cards(text)
    if len(found) == 1:
        return found[0]
    if not found:
        raise InvalidCard(f"{brief(text)} is not a card: {_WANTED}", column=1)
    raise InvalidCard(
        f"{brief(text)} holds {len(found)} cards where one is expected: read them with cards()", column=1
    )


def _complaint(text: str, at: int, end: int) -> InvalidCard:
    """Why no card starts here."""
    stop = at
    while stop < end and stop < at + 12 and text[stop] not in _SEPARATORS:
        stop += 1
    word = text[at:stop]
    return InvalidCard(f"{word!r} at column {at + 1} is not a card: {_reason(word)}", column=at + 1)


def _reason(word: str) -> str:
    for joker in ("JOKER", *_JOKERS):
        if word.upper().startswith(joker.upper()):
            digit = word[len(joker) : len(joker) + 1]
            return f"write X{digit}" if digit in ("1", "2") else "a joker is X1 or X2, or JK for the next one"
    suits = SUITS + SUITS.upper() + "".join(_SUIT_SIGNS)
    rank = "10" if word.startswith("10") else word[0]
    rest = word[len(rank) :]
    if rank[0] in suits and rest[:1].upper() in tuple(RANKS + "1"):
        number = "T" if rest.startswith("10") else rest[0].upper()
        if number in RANKS:
            return f"the rank comes first, write {number}{_suit_letter(rank)}"
    if rank != "10" and rank.upper() not in RANKS:
        if not rank.isascii():
            return _foreign(rank)
        if rank in "10":
            return "the ace is A and the ten is T or 10"
        if rank in "/|":
            return "rows belong to a Board; cards are separated by spaces, commas or nothing"
        if rank in ";.:+-_&'\"()[]{}<>":
            return "cards are separated by spaces, commas or nothing"
        return _WANTED
    if not rest:
        return f"the suit is missing (c, d, h or s after {rank})"
    return _foreign(rest[0]) if not rest[0].isascii() else f"{rest[0]!r} is not a suit (c, d, h or s)"


def _suit_letter(sign: str) -> str:
    return next(s for s, signs in zip(SUITS, _SUIT_SIGNS, strict=True) if sign in (s, s.upper(), *signs))


# Letters of other alphabets that look like the letters of a card.
_LOOK_ALIKES = dict(zip("АаΑКкΚТтΤЅѕСсⅽԁһᎻ", "AAAKKKTTTsscccdhh", strict=True))


def _foreign(char: str) -> str:
    """The name of a character that no card has, and the one it may have been taken for."""
    import unicodedata

    name = f"{char!r} is {unicodedata.name(char, 'a character without a name')} (U+{ord(char):04X})"
    plain = _LOOK_ALIKES.get(char) or unicodedata.normalize("NFKC", char)
    if plain != char and len(plain) == 1 and plain in RANKS + SUITS + RANKS.lower() + SUITS.upper():
        return f"{name}, write {plain}"
    return f"{name}; {_WANTED}"


def duplicates(source: CardsLike) -> list[Card]:
    """The cards that occur more than once, each named once, sorted. The two jokers are two cards.

    >>> duplicates("3d 3d 3d 5h Jk")
    [Card('3d')]
    """
    return sorted(card for card, n in Counter(cards(source)).items() if n > 1)


def canonical_suits(source: CardsLike) -> list[Card]:
    """The same cards up to a renaming of suits: equal for hands that differ only in the names of their suits.

    Sorted, highest first (jokers before all); the suit with the highest cards becomes spades, the next
    hearts, and so on. Cards held twice stay twice.

    >>> canonical_suits("Kc As Kd")
    [Card('As'), Card('Kh'), Card('Kd')]
    """
    held = sorted(cards(source), reverse=True)
    by_suit: list[list[int]] = [[], [], [], []]
    for card in held:
        if card < FIRST_JOKER:
            by_suit[card & 3].append(card >> 2)
    by_suit.sort()
    renamed = [4 * rank + suit for suit in range(4) for rank in by_suit[suit]]
    jokers = [card for card in held if card >= FIRST_JOKER]
    return jokers + [CARDS[i] for i in sorted(renamed, reverse=True)]


class Deck:
    """Cards in the order in which they will be dealt, shuffled when made.

    ``jokers`` (0..2) for each of the ``decks``; ``lowest`` is the lowest rank ("6": the 36 cards of short
    deck). The order is a function of ``(seed, hand)`` alone (docs/randomness.md); seed None is a fresh one
    each time. Every call checks before it changes anything.

    >>> deck = Deck(seed=7)
    >>> deck.deal(3) == Deck(seed=7).deal(3), len(deck)
    (True, 49)
    """

    __slots__ = ("_cards",)

    def __init__(
        self, jokers: int = 0, lowest: str = "2", decks: int = 1, seed: int | None = None, *, hand: int = 0
    ) -> None:
        jokers = whole_number("the number of jokers in a deck", jokers, 0, 2)
        decks = whole_number("the number of decks", decks, 1, MOST_PACKS)
        rank = {"10": "T"}.get(lowest, lowest.upper()) if isinstance(lowest, str) else ""
        if len(rank) != 1 or rank not in RANKS:
            raise OfcError(f"the lowest rank must be one of {' '.join(RANKS)}, not {brief(lowest)}")
        one = CARDS[4 * RANKS.index(rank) : FIRST_JOKER + jokers]
        self._cards = list(one) * decks
        self.shuffle(seed, hand=hand)

    @classmethod
    def of(cls, source: CardsLike) -> Deck:
        """A deck of these cards in this order, the first to be dealt first."""
        deck = cls.__new__(cls)
        deck._cards = cards(source)
        return deck

    def shuffle(self, seed: int | None = None, *, hand: int = 0) -> None:
        """Shuffle what is left: an order that depends on the cards left and on ``(seed, hand)`` only."""
        order = sorted(self._cards)
        Rng(seed, hand).shuffle(order)
        self._cards = order

    def deal(self, n: int = 1) -> list[Card]:
        """Take the next n cards; OfcError if fewer are left."""
        n = whole_number("the number of cards to deal", n)
        if n < 0:
            raise OfcError(f"the number of cards to deal must be >= 0, not {brief(n)}")
        if n > len(self._cards):
            raise OfcError(f"the deck is exhausted: {brief(n)} cards asked for, {len(self._cards)} left")
        dealt = self._cards[:n]
        del self._cards[:n]
        return dealt

    def remove(self, source: CardsLike) -> None:
        """Take out these cards, one copy for each mention; InvalidCard, naming them, if any is not there."""
        wanted = Counter(cards(source))
        missing = wanted - Counter(self._cards)
        if missing:
            named = " ".join(str(card) for card in sorted(missing.elements()))
            raise InvalidCard(f"not in the deck, or not in it often enough: {named}")
        left = []
        for card in self._cards:
            if wanted[card]:
                wanted[card] -= 1
            else:
                left.append(card)
        self._cards = left

    def copy(self) -> Deck:
        """Another deck of the same cards in the same order."""
        return Deck.of(self._cards)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Deck:
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Deck.of, ("".join(map(str, self._cards)),)

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        """The cards left, in the order in which they will be dealt."""
        return iter(tuple(self._cards))

    def __contains__(self, card: CardLike) -> bool:
        return Card(card) in self._cards

    def __eq__(self, other: object) -> bool:
        """Whether both will deal the same cards in the same order."""
        return self._cards == other._cards if isinstance(other, Deck) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"Deck.of('{''.join(map(str, self._cards))}')"
