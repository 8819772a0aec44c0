"""Rows by the names of their hands: 'QQ5', '77882', 'two pair 8s 7s', 'flush A', 'Drilling Damen'.

A row of which only the name is known is the set of the hands that it may be, as strengths. Ranks alone name
a hand in several suits: a flush is called one. Fewer ranks than the row has cards name its groups and leave
the other cards open: '888' among five is trips with two other cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from .._core import rank_ids
from .._errors import NotationError, OfcError
from .._values import brief
from ..board import Board, Row, row_spans
from ..cards import Card, parse_cards
from ..ranking import Category, strength_key
from ._words import HIGH, KICKER, OVER, PLURAL, ROYAL, Meaning, meanings

MOST_TEXT = 120  # characters of the name of a hand
MOST_LINE = 1000  # of a board with named rows
SCALE = 9842  # strengths of one deck, and one more
_ACE = 12
_ON_TOP = (Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND)
_RUNS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
_COPIES: dict[Category, tuple[int, ...]] = {  # of the ranks that a hand of this kind names first
    Category.PAIR: (2,),
    Category.TWO_PAIR: (2, 2),
    Category.THREE_OF_A_KIND: (3,),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4,),
}
_KIND_OF = {copies: kind for kind, copies in _COPIES.items()}
_WANTED = "write cards, ranks such as 'QQ5' and '77882', or a name such as 'two pair 8s 7s' or 'flush A'"
FOULED = re.compile(r"(?:^|(?<=[\s/|]))(?:foul(?:s|ed)?|bust(?:s|ed)?|mis-?set)[.!]?\s*$", re.IGNORECASE)
"""The word at the end of a line for a board that is foul."""
_STRANGE = re.compile(r"[^\w\s,.;&+\-\u2013'\u2019`\u00b4()\"!?]")
_YES, _NO = ("y", "yes", "ja", "j", "oui", "si", "sí", "да"), ("n", "no", "nein", "non", "нет")


@dataclass(frozen=True, slots=True)
class NamedRow:
    """A row that is known by its name alone: the strengths that it may have.

    `flush`: those that it has if it is a flush, where five different ranks do not say that it is none.
    """

    text: str
    strengths: frozenset[int]
    flush: frozenset[int] = frozenset()


Names = tuple[NamedRow | None, NamedRow | None, NamedRow | None]
"""What the rows of a board are called; None for a row whose cards are known."""


class NoName(NotationError):
    """A text that is no name of a hand."""


def read_rows(text: str) -> tuple[Board, Names | None]:
    """The cards of a board, with jokers or without, and what its rows are called; the errors of `Board`."""
    try:
        return Board(text, check=False, jokers=2), None
    except OfcError as error:
        spans = _named_spans(text) if len(text) <= MOST_LINE else []
        if not spans:
            raise error
    cards: list[list[Card]] = []
    rows: list[NamedRow | None] = []
    for row, (start, end) in zip(Row, spans, strict=True):
        held, part = _cards(text[start:end]), text[start:end]
        column = start + len(part) - len(part.lstrip()) + 1
        if any(card.is_joker for card in held):
            raise NotationError(
                f"the {row} has a joker: name it too, or write the other cards", column=column
            )
        if held and len(held) != row.size:
            count = "1 card" if len(held) == 1 else f"{len(held)} cards"
            raise NotationError(f"the {row} has {count}, it takes {row.size}", column=column)
        try:
            rows.append(None if held else read_name(part.strip(), row.size))
        except NoName as error:
            raise NotationError(f"the {row}: {error.message}", column=column) from None
        cards.append(held)
    return Board(cards, check=False), (rows[0], rows[1], rows[2])


def _named_spans(text: str) -> list[tuple[int, int]]:
    """Where the rows of a board are of which some are named; [] if it is not such a board."""
    try:
        spans = row_spans(text)
    except OfcError:
        spans = [part.span() for part in re.finditer("[^,]+", text)]
    return spans if len(spans) == 3 and any(is_named(text[a:b]) for a, b in spans) else []


def is_fouled(text: object) -> bool:
    """Whether a text says that a board is foul, in place of its cards."""
    return isinstance(text, str) and bool(FOULED.fullmatch(text))


def is_named(text: str) -> bool:
    """Whether a text is the name of a row, and not its cards."""
    for size in (3, 5):
        try:
            return not _cards(text) and bool(read_name(text.strip(), size))
        except NoName:
            continue
    return False


def _cards(text: str) -> list[Card]:
    """The cards of a text; none if it is anything else."""
    try:
        return parse_cards(text)
    except OfcError:
        return []


@lru_cache(maxsize=2000)
def read_name(text: str, size: int) -> NamedRow:
    """The hands of three or five cards that this text may mean; NoName if there are none."""
    if not text or len(text) > MOST_TEXT:
        raise NoName(f"{brief(text)} is no hand: {_WANTED}")
    words = list(meanings(text))
    if None in words or not words or _STRANGE.search(text):
        raise NoName(f"{brief(text)} is no hand: {_WANTED}")
    ranks, kickers = _ranks_of([word for word in words if word is not None])
    kinds = _kinds(words, ranks, text)
    if not kinds and _looks_like_cards(text):
        raise NoName(f"{brief(text)}: a card without its suit (c, d, h or s) among others that have one")
    if len(ranks) + len(kickers) > size:
        raise NoName(f"{brief(text)} has more ranks than the {size} cards of the row")
    found: frozenset[int] = frozenset()
    for kind in kinds or (_kind_of(ranks, kickers),):
        if size == 3 and kind not in _ON_TOP:
            raise NoName(f"{brief(text)}: three cards are a high card, a pair or trips")
        found |= _hands(kind, tuple(ranks), tuple(kickers), size)
    if not found:
        raise NoName(f"{brief(text)} is no hand of {size} cards")
    flush: frozenset[int] = frozenset()
    if not kinds and len(set(ranks)) == 5:
        is_run = strength_key(min(found))[0] in _RUNS
        flush = _hands(Category.STRAIGHT_FLUSH if is_run else Category.FLUSH, tuple(ranks), (), size)
    return NamedRow(text, found, flush)


def narrowed(row: NamedRow, answer: str, size: int) -> NamedRow | None:
    """The row with what an answer adds to its name; None if the answer does not fit it.

    An answer is the cards, the whole name, what the name lacks (a kicker), or yes or no to a flush.
    """
    answer = " ".join(answer.split())
    if row.flush and answer.lower() in _YES:
        return NamedRow(f"{row.text} flush", row.flush)
    if row.flush and answer.lower() in _NO:
        return NamedRow(row.text, row.strengths)
    possible = row.strengths | row.flush
    held = _cards(answer)
    if len(held) == len(set(held)) == size and not any(card.is_joker for card in held):
        strength = rank_ids(held)
        return NamedRow(answer, frozenset([strength])) if strength in possible else None
    for text in (answer, f"{row.text} kicker {answer}", f"{row.text} {answer}"):
        try:
            found = read_name(text, size).strengths & possible
        except NoName:
            continue
        if found:
            return NamedRow(text, found)
    return None


def _looks_like_cards(text: str) -> bool:
    """Whether these are cards, some of them without a suit."""
    words = text.casefold().replace(",", " ").split()
    cards = [re.fullmatch(r"(?:10|[2-9tjqka])[cdhs]", word) for word in words]
    return any(cards) and all(re.fullmatch(r"(?:10|[2-9tjqka])+\w?", word) for word in words)


def _ranks_of(words: Sequence[Meaning]) -> tuple[list[int], list[int]]:
    """The ranks in their order, and those that are called kickers."""
    ranks: list[int] = []
    kickers: list[int] = []
    for at, word in enumerate(words):
        if word == ROYAL:
            ranks = [_ACE]
        elif type(word) is int:
            before, after, then = ([*words[i : i + 1], ""][0] for i in (at - 1, at + 1, at + 2))
            follows = at > 0 and (before == KICKER or (bool(kickers) and type(before) is int))
            (kickers if follows or (after == KICKER and type(then) is not int) else ranks).append(word)
    return ranks, kickers


def _kinds(words: Sequence[Meaning | None], ranks: Sequence[int], text: str) -> tuple[Category, ...]:
    """The kinds of hand that the words name; () where only ranks are given."""
    named = {word for word in words if isinstance(word, Category)}
    if ROYAL in words or named == {Category.STRAIGHT, Category.FLUSH}:
        return (Category.STRAIGHT_FLUSH,)
    if len(named) > 1:
        raise NoName(f"{brief(text)} names two kinds of hand")
    if named:
        return (*named,)
    if OVER in words:
        return Category.TWO_PAIR, Category.FULL_HOUSE
    plurals = words.count(PLURAL)
    if 0 < plurals < 3 and plurals <= len(ranks) == len(set(ranks)):
        return (Category.PAIR,) if plurals == 1 else (Category.TWO_PAIR,)
    return (Category.HIGH_CARD,) if HIGH in words and len(set(ranks)) == len(ranks) else ()


def _kind_of(ranks: Sequence[int], kickers: Sequence[int]) -> Category:
    """The kind of a hand of which these ranks are known."""
    copies = tuple(sorted((n for n in Counter(ranks).values() if n > 1), reverse=True))
    if copies:
        return _KIND_OF.get(copies, Category.FIVE_OF_A_KIND)
    is_run = len(set(ranks)) == 5 and (max(ranks) - min(ranks) == 4 or sorted(ranks) == [0, 1, 2, 3, _ACE])
    return Category.STRAIGHT if is_run and not kickers else Category.HIGH_CARD


@lru_cache(maxsize=2000)
def _hands(kind: Category, ranks: tuple[int, ...], kickers: tuple[int, ...], size: int) -> frozenset[int]:
    """The strengths of the hands of this kind and size with these ranks; a kicker named is the highest."""
    if kind in _RUNS:
        top = _top_of_run(ranks)
        return frozenset(
            strength
            for strength, key in _of_kind(kind, size)
            if (key[0] == top if ranks else kind is Category.STRAIGHT or key[0] != _ACE)
        )
    copies = _COPIES.get(kind, ())
    known = Counter(ranks)
    grouped = [rank for rank, _ in known.most_common() if known[rank] > 1]
    named = grouped if grouped else list(dict.fromkeys(ranks))[: len(copies)]
    single = [rank for rank in dict.fromkeys(ranks) if rank not in named]
    if kind is Category.TWO_PAIR and len(named) == 2:
        named.sort(reverse=True)
    if any(n not in (1, have) for n, have in zip([known[r] for r in named], copies, strict=False)):
        return frozenset()
    if len(named) > len(copies):
        return frozenset()
    found = set()
    for strength, key in _of_kind(kind, size):
        groups, rest = key[: len(copies)], key[len(copies) :]
        if list(groups[: len(named)]) != named or not {*single, *kickers} <= {*rest}:
            continue
        highest = kickers or (single if not copies else ())
        if not highest or rest[0] == max(highest):
            found.add(strength)
    return frozenset(found)


def _top_of_run(ranks: Sequence[int]) -> int:
    """The highest card of a straight of which these are known; -1 if they are in none."""
    if not ranks:
        return -1
    others = [rank for rank in ranks if rank != _ACE]
    if len(others) < len(ranks) and others and max(others) <= 3:
        return 3  # A 2 3 4 5
    top, low = max(ranks), min(ranks)
    return top if top - low <= 4 else -1


@cache
def _of_kind(kind: Category, size: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every strength of this kind and size, with the ranks of its groups and kickers."""
    found = []
    for strength in range(1, SCALE):
        one, key = strength_key(strength)
        if one is kind and len(cards_of(strength)) == size:
            found.append((strength, key))
    return tuple(found)


@cache
def ranks_of(strength: int) -> tuple[int, ...]:
    """The rank of every card of a hand with this strength."""
    kind, key = strength_key(strength)
    if kind in _RUNS:
        return tuple((key[0] - i) % 13 for i in range(5))
    copies = _COPIES.get(kind, ())
    return tuple(rank for at, rank in enumerate(key) for _ in range(copies[at] if at < len(copies) else 1))


def cards_of(strength: int, taken: Iterable[int] = ()) -> tuple[int, ...]:
    """Cards with this strength, none that is taken if that can be."""
    kind, _ = strength_key(strength)
    ranks, used = ranks_of(strength), set(taken)
    if kind in (Category.FLUSH, Category.STRAIGHT_FLUSH):
        suits = sorted(range(4), key=lambda suit: sum(4 * rank + suit in used for rank in ranks))
        return tuple(4 * rank + suits[0] for rank in ranks)
    cards: list[int] = []
    for rank in ranks:
        own = [4 * rank + suit for suit in range(4) if 4 * rank + suit not in cards]
        turn = len(cards) % 4  # so that the suits differ
        own.sort(key=lambda card: (card in used, ((card & 3) - turn) % 4))
        cards.append(own[0])
    if len(cards) == 5 == len(set(ranks)) and len({card & 3 for card in cards}) == 1:
        cards[0] ^= 1
    return tuple(cards)


def named_text(text: str) -> str:
    """A name on one line, as it is printed."""
    return re.sub(r"\s+", " ", text).strip()
