"""Moves: cards placed in rows and cards discarded, as values and as text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .._errors import InvalidCard, NotationError
from .._values import brief
from ..board import Row
from ..cards import CARDS, Card, CardsLike, loose_cards, number_jokers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CardRow = tuple[Card, ...]

_MOST_TEXT = 2000
STAY = "stay"
SURRENDER = "surrender"
_DISCARD_WORDS = frozenset(["x", "discard", "discards", "muck", "away"])
_STAY_WORDS = frozenset(["stay", "stays", "announce"])
_SURRENDER_WORDS = frozenset(["surrender", "give-up", "fold"])
_WANTED = "a move reads 8c@m Td@b x4h: a card and its row (t, m, b), x before a card that is discarded"


class Move(tuple[CardRow, CardRow, CardRow, CardRow, str]):
    """What a player does with the drawn cards: some go to rows, the others are discarded.

    ``Move("8c@m Td@b x4h")`` reads text; rows may be spelled out, and ``8c m Td b 4h x`` or ``8c9c@middle``
    will do. A last word ``stay`` announces another Fantasyland; ``surrender`` alone gives up the hand. A move
    is a value: the order in which its cards are named does not matter. Raises NotationError for what is not
    a move and InvalidCard for what is not a card.

    >>> Move("x4h Td bottom, 8c mid")
    Move('8c@m Td@b x4h')
    """

    __slots__ = ()

    def __new__(cls, source: str | Move) -> Move:
        if isinstance(source, Move):
            return source
        return cls.read(source)

    @classmethod
    def read(cls, text: str, taken: Iterable[int] = ()) -> Move:
        """The move of a text; JK is the first joker that neither ``taken`` nor the text has."""
        if not isinstance(text, str):
            raise TypeError(f"a move is read from text, not {type(text).__name__}; Move.of() takes cards")
        return _read_plain(text) or _make(*_Reader(text).read(taken))

    @classmethod
    def of(
        cls,
        top: CardsLike = (),
        middle: CardsLike = (),
        bottom: CardsLike = (),
        discards: CardsLike = (),
        *,
        stay: bool = False,
    ) -> Move:
        """The move that places these cards and discards those; ``stay`` announces another Fantasyland."""
        *rows, away = number_jokers([loose_cards(part) for part in (top, middle, bottom, discards)])
        return _make(rows, away, STAY if stay else "")

    @property
    def rows(self) -> tuple[CardRow, CardRow, CardRow]:
        """Cards placed on top, in the middle, at the bottom; in each the highest first."""
        return self[0], self[1], self[2]

    @property
    def top(self) -> CardRow:
        """Cards placed on top, the highest first."""
        return self[0]

    @property
    def middle(self) -> CardRow:
        """Cards placed in the middle."""
        return self[1]

    @property
    def bottom(self) -> CardRow:
        """Cards placed at the bottom."""
        return self[2]

    @property
    def discards(self) -> CardRow:
        """Cards discarded."""
        return self[3]

    @property
    def placements(self) -> tuple[tuple[Card, Row], ...]:
        """Every card placed and its row, from the top down."""
        return tuple((card, row) for row in Row for card in self.rows[row])

    @property
    def is_stay(self) -> bool:
        """Whether it announces another Fantasyland."""
        return self[4] == STAY

    @property
    def is_surrender(self) -> bool:
        """Whether it gives the hand up."""
        return self[4] == SURRENDER

    def __str__(self) -> str:
        top, middle, bottom, discards, word = self
        parts = [f"{card}@t" for card in top] + [f"{card}@m" for card in middle]
        parts += [f"{card}@b" for card in bottom] + [f"x{card}" for card in discards]
        return " ".join([*parts, word] if word else parts)

    def __repr__(self) -> str:
        return f"Move('{self}')"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (str(self),)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self


def new_move(top: CardRow, middle: CardRow, bottom: CardRow, discards: CardRow, word: str = "") -> Move:
    """A move of parts that are known to be valid, each with its highest card first."""
    return tuple.__new__(Move, (top, middle, bottom, discards, word))


def _make(rows: Iterable[list[Card]], discards: list[Card], word: str) -> Move:
    parts = [tuple(sorted(cards, reverse=True)) for cards in (*rows, discards)]
    seen: set[Card] = set()
    for card in (card for part in parts for card in part):
        if card in seen:
            raise InvalidCard(f"{card} is in the move twice")
        seen.add(card)
    if not seen and word != SURRENDER:
        raise NotationError(f"a move needs cards; {_WANTED}")
    if seen and word == SURRENDER:
        raise NotationError("a move that surrenders names no cards")
    return new_move(parts[0], parts[1], parts[2], parts[3], word)


_PLAIN = {f"{card}@{letter}": (row, card) for row, letter in enumerate("tmb") for card in CARDS}
_PLAIN |= {f"x{card}": (3, card) for card in CARDS}


def _read_plain(text: str) -> Move | None:
    """The move of a text such as `str` gives, without a last word; None for any other text."""
    parts: tuple[list[Card], ...] = ([], [], [], [])
    for word in text.split(" "):
        found = _PLAIN.get(word)
        if found is None:
            return None
        parts[found[0]].append(found[1])
    return _make(parts[:3], parts[3], "")


class _Reader:
    """Reads one move: words are cards, rows, or both in one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rows: list[list[Card]] = [[], [], []]
        self.discards: list[Card] = []
        self.pending: list[Card] = []
        self.word = ""
        self.discard_next = False

    def read(self, taken: Iterable[int] = ()) -> tuple[list[list[Card]], list[Card], str]:
        if len(self.text) > _MOST_TEXT:
            raise NotationError(f"a move has at most {_MOST_TEXT} characters, not {len(self.text)}")
        plain = self.text.replace(",", " ").replace(";", " ")
        for found in re.finditer(r"[^\s@]+(?:\s*@\s*[^\s@]*)?|@", plain):
            self._read_word(found.group(), found.start() + 1)
        if self.discard_next:
            raise NotationError("x is not followed by a card", column=len(self.text))
        if self.pending:
            names = " ".join(map(str, self.pending[:20]))
            raise NotationError(f"{names}: no row is named; {_WANTED}", column=len(self.text))
        top, middle, bottom, discards = number_jokers([*self.rows, self.discards], taken)
        return [top, middle, bottom], discards, self.word

    def _read_word(self, word: str, column: int) -> None:
        cards_text, at, row = word.partition("@")
        folded = word.casefold().rstrip(":")
        if at:
            if cards_text.strip():
                self._read_cards(cards_text.strip(), column)
            self._place(row.strip(), column)
        elif folded in _STAY_WORDS or folded in _SURRENDER_WORDS:
            if self.word:
                raise NotationError(
                    f"{brief(word)} at column {column}: a move has only one such word", column=column
                )
            self.word = STAY if folded in _STAY_WORDS else SURRENDER
        elif folded in _DISCARD_WORDS and not self.pending:
            self.discard_next = True
        elif self.pending and (folded in _DISCARD_WORDS or _row_of(word) is not None):
            self._place(word, column)
        else:
            self._read_loose(word, column)

    def _read_loose(self, word: str, column: int) -> None:
        """Cards alone, x and cards (x4h), or cards and the letter of a row (8cm)."""
        known = self._cards(word)
        if known is not None:
            self._add(known)
            return
        if word[0] in "xX-" and (known := self._cards(word[1:])) is not None:
            if self.pending:
                raise self._no_row(column)
            self.discards += known
            return
        if word[-1] in "tmbxTMBX" and (known := self._cards(word[:-1])) is not None:
            self._add(known)
            self._place(word[-1], column)
            return
        self._read_cards(word, column)

    def _cards(self, word: str) -> list[Card] | None:
        try:
            return loose_cards(word) or None
        except InvalidCard:
            return None

    def _read_cards(self, word: str, column: int) -> None:
        known = self._cards(word)
        if known is None:
            message = f"{brief(word)} at column {column} is neither a card nor a row; {_WANTED}"
            raise NotationError(message, column=column)
        self._add(known)

    def _add(self, known: list[Card]) -> None:
        if self.discard_next:
            self.discards += known
            self.discard_next = False
        else:
            self.pending += known

    def _place(self, name: str, column: int) -> None:
        if not self.pending:
            raise NotationError(f"{brief(name)} at column {column}: no card before the row", column=column)
        row = _row_of(name)
        if row is not None:
            self.rows[row] += self.pending
        elif name.casefold() in _DISCARD_WORDS:
            self.discards += self.pending
        else:
            message = (
                f"{brief(name)} at column {column} is not a row: t (top), m (middle), b (bottom), x (discard)"
            )
            raise NotationError(message, column=column)
        self.pending = []

    def _no_row(self, column: int) -> NotationError:
        names = " ".join(map(str, self.pending[:20]))
        return NotationError(f"{names}: no row is named before column {column}; {_WANTED}", column=column)


def _row_of(name: str) -> int | None:
    try:
        return int(Row(name.rstrip(":")))  # type: ignore[arg-type]
    except NotationError:
        return None
