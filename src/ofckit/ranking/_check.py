"""What is wrong with a system of comparing hands, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .._errors import InvalidRules
from .._values import brief, listed, nearest, whole_number
from ..cards import RANKS, SUITS, Card
from ._hands import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._system import Ranking

ORDERS = ("high", "deuce-to-seven", "ace-to-five", "ace-to-six")
TIE_BREAKS = ("highest-card", "highest-paired", "highest-unpaired")
CATEGORY_NAMES = {kind.name.lower().replace("_", " "): kind for kind in Category}


def rank_letter(key: str, text: object, highest: str) -> str:
    """A rank as its letter, from "6", "t" or "10"."""
    letter = {"10": "T"}.get(text, text.upper()) if isinstance(text, str) else ""
    allowed = RANKS[: RANKS.index(highest) + 1]
    if len(letter) != 1 or letter not in allowed:
        raise InvalidRules(f"{key} = {brief(text)}: must be a rank, one of {' '.join(allowed)}")
    return letter


def wild_names(wild: str | Iterable[str]) -> tuple[str, ...]:
    """The wild cards, each as a rank ("2") or a card ("Jh")."""
    names = []
    given = wild.replace(",", " ").split() if isinstance(wild, str) else wild
    for name in listed("wild cards", given, 65):
        if name == "10" or (isinstance(name, str) and len(name) == 1 and name.upper() in RANKS):
            names.append(rank_letter("wild", name, "A"))
            continue
        card = Card(name)
        if card >= 52:
            raise InvalidRules(f"wild = {brief(name)}: jokers are wild by themselves; jokers= counts them")
        names.append(str(card))
    return tuple(dict.fromkeys(names))


def wild_cards(names: Iterable[str]) -> list[int]:
    """The cards that these names stand for."""
    found: set[int] = set()
    for name in names:
        first = 4 * RANKS.index(name[0])
        found.update(range(first, first + 4) if len(name) == 1 else [Card(name)])
    return sorted(found)


def category_order(names: Iterable[Category | int | str]) -> tuple[Category, ...]:
    """The ten categories, the best first, from their names."""
    found = []
    for name in listed("categories", names, 100):
        word = name.lower().replace("_", " ") if isinstance(name, str) else None
        if word is None:
            found.append(Category(whole_number("a category", name, 0, 9)))
        elif word in CATEGORY_NAMES:
            found.append(CATEGORY_NAMES[word])
        else:
            hint = nearest(word, CATEGORY_NAMES) or "; known: " + ", ".join(CATEGORY_NAMES)
            raise InvalidRules(f"categories names {brief(name)}{hint}")
    missing = [name for name, kind in CATEGORY_NAMES.items() if kind not in found]
    if missing or len(found) != len(Category):
        what = f"{missing[0]!r} is missing" if missing else "one is named twice"
        raise InvalidRules(f"categories must name all ten, the best first: {what}")
    return tuple(found)


def check(system: Ranking) -> None:
    """InvalidRules for a system that contradicts itself, with the reason."""
    for reasons in (_of_values, _of_low_hands, _of_order, _of_wild_cards, _of_suits):
        for reason in reasons(system):
            raise InvalidRules(reason)


def _choice(key: str, value: object, allowed: tuple[str | None, ...]) -> Iterator[str]:
    if not (value is None or isinstance(value, str)) or value not in allowed:
        names = [name for name in allowed if name is not None]
        listed = ", ".join(map(repr, names))
        yield f"{key} = {brief(value)}: must be one of {listed}{nearest(value, names)}"


def _whole(key: str, value: object, low: int, high: int) -> Iterator[str]:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        yield f"{key} = {brief(value)}: must be a whole number from {low} to {high}"


def _of_values(s: Ranking) -> Iterator[str]:
    if not isinstance(s.name, str):
        yield f"name = {brief(s.name)}: must be text"
    yield from _choice("order", s.order, ORDERS)
    yield from _choice("lowest_wild", s.lowest_wild, (None, "all", "one"))
    yield from _choice("suit_tie_break", s.suit_tie_break, (None, *TIE_BREAKS))
    yield from _choice("unbeatable", s.unbeatable, (None, "italian", "greek"))
    yield from _whole("decks", s.decks, 1, 100)
    yield from _whole("jokers", s.jokers, 0, 2)
    if type(s.size) is not int or s.size not in (3, 5):
        yield f"size = {brief(s.size)}: must be 5 or 3, the cards that count"
    for key in _SWITCHES:
        value = getattr(s, key)
        if not (isinstance(value, bool) or (value is None and key in _OF_THE_ORDER)):
            yield f"{key} = {brief(value)}: must be True or False"
    if not isinstance(s.suit_order, str) or sorted(s.suit_order) != sorted(SUITS):
        yield f"suit_order = {brief(s.suit_order)}: must name the four suits once, the highest first: 'shdc'"


_OF_THE_ORDER = (
    "straights",
    "flushes",
    "wheel",
    "broadway_is_straight",
    "flush_beats_full_house",
    "trips_beat_straight",
)
_SWITCHES = (
    *_OF_THE_ORDER,
    "bug",
    "ace_pair_low",
    "five_of_a_kind",
    "double_ace_flush",
    "natural_beats_wild",
)


def _of_low_hands(s: Ranking) -> Iterator[str]:
    if s.is_low and s.size == 3:
        yield f"size = 3 with order = {s.order!r}: low hands have five cards"
    if s.qualify is not None and not s.is_low:
        yield "qualify is the highest card of a low hand, and order is 'high'"
    if not s.ace_pair_low and s.order != "ace-to-six":
        yield f"ace_pair_low = False belongs to order 'ace-to-six', and order is {s.order!r}"
    for key in ("straights", "flushes"):
        if s.order == "ace-to-five" and getattr(s, key):
            yield f"{key} = True with order 'ace-to-five', which ignores them: use 'ace-to-six'"
    if s.wheel and s.order == "deuce-to-seven":
        yield "wheel = True with order 'deuce-to-seven', where the ace is always high: use 'ace-to-six'"


def _of_order(s: Ranking) -> Iterator[str]:
    for key in ("wheel", "broadway_is_straight", "trips_beat_straight"):
        if getattr(s, key) and not s.has_straights:
            yield f"{key} = True, but there are no straights in this system"
    if s.flush_beats_full_house and not s.has_flushes:
        yield "flush_beats_full_house = True, but there are no flushes in this system"
    if s.categories is not None:
        for key in ("flush_beats_full_house", "trips_beat_straight"):
            if getattr(s, key) is not None:
                yield f"{key} and categories both set the order of the categories: give one of them"


def _of_wild_cards(s: Ranking) -> Iterator[str]:
    first = 4 * s.first_rank
    named = wild_cards(s.wild)
    for card in named:
        if card < first:
            yield f"wild {Card(card)} is not in a deck whose lowest rank is {s.lowest}"
    if len(named) == 52 - first:
        yield "every card is wild: all hands would be equal"
    if s.bug and not s.jokers:
        yield "bug = True makes the jokers bugs, and there are no jokers: jokers=1"
    if s.bug and s.is_low:
        yield "bug = True in a low game, where a joker takes the lowest rank not yet held: jokers=1 alone"
    if s.lowest_wild and s.is_low:
        yield f"lowest_wild in a low game ({s.order!r}): the lowest card is the best one already"
    if s.natural_beats_wild and not s.has_wild:
        yield "natural_beats_wild = True, but there are no wild cards: jokers=, wild= or lowest_wild="
    if s.double_ace_flush and (not s.has_wild or s.is_low or not s.has_flushes):
        yield "double_ace_flush = True needs high hands, flushes, wild cards (jokers=, wild=, lowest_wild=)"


def _of_suits(s: Ranking) -> Iterator[str]:
    if s.suit_tie_break and s.is_low:
        yield "suit_tie_break in a low game: no rule says which suit is the lower"
    if s.unbeatable is None:
        return
    why = f"unbeatable = {s.unbeatable!r}"
    if s.is_low or s.size != 5 or not (s.has_straights and s.has_flushes):
        yield f"{why} concerns straight flushes of five cards: order 'high', straights and flushes"
    if s.has_wild or s.decks > 1:
        yield f"{why} is for one deck without wild cards"
    if not (s.has_wheel and s.has_broadway) or s.lowest == "T":
        yield f"{why} needs straight flushes from A low up to A-K-Q-J-T, and others between"
