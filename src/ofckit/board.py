"""Boards: three rows of cards, what is wrong with them, and whether they can still be saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum, IntFlag
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

from ._core import rank3, rank5, rank_ids
from ._errors import IllegalMove, InvalidCard, NotationError, OfcError
from .cards import RANKS, Card, CardLike, CardsLike, duplicates, parse_cards
from .cards import cards as read_cards

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from ._core import CompiledRules

    class BoardRules(Protocol):
        """What a board asks of the rules; `Rules` is this."""

        @property
        def compiled(self) -> CompiledRules: ...
        @property
        def middle(self) -> str: ...
        @property
        def strict_rows(self) -> bool: ...
        @property
        def low_middle_max(self) -> int: ...
        @property
        def jokers(self) -> int: ...


CardRow = tuple[Card, ...]
Rows = tuple[CardRow, CardRow, CardRow]
Strengths = tuple[int, int, int]

SIZES = (3, 5, 5)
_FIRST_JOKER = 52
_SIZES_TEXT = "row sizes are top 3, middle 5, bottom 5"

# A row by the names that people use, folded; the first three are the ones that are printed.
_NAMES: tuple[tuple[str, ...], ...] = (
    (
        *("top", "front", "t", "f", "head", "upper", "oben", "vorne", "haut", "avant", "arriba", "superior"),
        *("frente", "alto", "topo", "cima", "foran", "fram", "överst", "øverst", "верх", "верхний", "перед"),
        *("头道", "前墩", "上", "頭道", "上段"),
    ),
    (
        *("middle", "mid", "m", "center", "centre", "mitte", "mittel", "milieu", "medio", "centro", "meio"),
        *("midte", "midt", "mitten", "средний", "середина", "中道", "中墩", "中", "中段"),
    ),
    (
        *("bottom", "back", "b", "bot", "lower", "unten", "hinten", "bas", "arrière", "arriere", "abajo"),
        *("inferior", "fondo", "basso", "base", "fundo", "bund", "bak", "botten", "низ", "нижний", "зад"),
        *("尾道", "后墩", "底道", "下", "後墩", "下段"),
    ),
)
_ROW_OF = {name: row for row, names in enumerate(_NAMES) for name in names}
_EMPTY = ("", "-", "–", "—", "_")  # noqa: RUF001 (dashes as people type them)


class Row(IntEnum):
    """The rows of a board, the weakest first; `Row("front")` reads what people call them."""

    TOP = 0
    MIDDLE = 1
    BOTTOM = 2

    @classmethod
    def _missing_(cls, value: object) -> Row:
        if isinstance(value, str) and value.strip().casefold() in _ROW_OF:
            return cls(_ROW_OF[value.strip().casefold()])
        raise NotationError(f"{value!r} is no row: top (front), middle or bottom (back)")

    @property
    def size(self) -> int:
        """The cards of a full row: 3 on top, else 5."""
        return SIZES[self]

    def __str__(self) -> str:
        return _NAMES[self][0]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Status(IntFlag):
    """What is wrong with a board: every problem has its flag, and a full legal board none of them."""

    VALID = 0
    TOP_SIZE = 1  # more than 3 cards
    MIDDLE_SIZE = 2  # more than 5
    BOTTOM_SIZE = 4
    DUPLICATES = 8
    JOKERS = 16  # jokers that this board may not hold
    INCOMPLETE = 32
    TOP_BEATS_MIDDLE = 64
    MIDDLE_BEATS_BOTTOM = 128
    MIDDLE_EQUALS_BOTTOM = 256  # where rows are strict
    MIDDLE_NOT_LOW = 512  # where the middle is a 2-7 low
    TOP_BEATS_BOTTOM = 1024  # likewise: elsewhere the middle lies between them
    SIZE = TOP_SIZE | MIDDLE_SIZE | BOTTOM_SIZE
    FOUL = TOP_BEATS_MIDDLE | MIDDLE_BEATS_BOTTOM | MIDDLE_EQUALS_BOTTOM | MIDDLE_NOT_LOW | TOP_BEATS_BOTTOM


class Board:
    """Top, middle and bottom: full or in part, and never changed.

    ``source`` is text (rows split by ``/``, ``|`` or line ends, ``-`` for an empty row, or with labels such
    as ``top: Qh Qd 5c``), a Board, a mapping of row names to cards, three rows, or thirteen cards from the
    top down. Raises InvalidCard for what is no card, a card held twice or a joker where ``jokers`` (0..2)
    are not in play, and NotationError for what is no board; with ``check=False`` it builds whatever can be
    read, and `status` names the problems.

    Boards are equal when each row holds the same cards, in whatever order; each row keeps its order.

    >>> board = Board("QhQd5c / 7h7d8s8c2d / AsKsJs9s4s")
    >>> board, board.is_foul, board.top
    (Board('QhQd5c/7h7d8s8c2d/AsKsJs9s4s'), False, (Card('Qh'), Card('Qd'), Card('5c')))
    """

    __slots__ = ("_checked", "_jokers", "_key", "_rows", "_strengths")
    _rows: Rows
    _checked: bool
    _jokers: int
    _key: Rows | None
    _strengths: Strengths | None

    def __init__(self, source: BoardLike = (), *, check: bool = True, jokers: int = 0) -> None:
        if jokers not in (0, 1, 2):
            raise OfcError(f"a board holds 0, 1 or 2 jokers, not {jokers!r}")
        spans: list[Span] | None = None
        if isinstance(source, str):
            spans = _spans(source)
            self._rows = _read_text(source, spans)
        elif isinstance(source, Board):
            self._rows = source._rows
        else:
            self._rows = _read_rows(source)
        self._checked = check
        self._jokers = jokers
        self._key = None
        self._strengths = None
        if check:
            _refuse(self._rows, jokers, source if isinstance(source, str) else "", spans)

    @classmethod
    def _of(cls, rows: Rows, jokers: int = 0, checked: bool = True) -> Board:
        """A board of rows that are known to be good."""
        self = cls.__new__(cls)
        self._rows = rows
        self._checked = checked
        self._jokers = jokers
        self._key = None
        self._strengths = None
        return self

    # what is there

    @property
    def rows(self) -> Rows:
        """(top, middle, bottom)."""
        return self._rows

    @property
    def top(self) -> CardRow:
        return self._rows[0]

    @property
    def middle(self) -> CardRow:
        return self._rows[1]

    @property
    def bottom(self) -> CardRow:
        return self._rows[2]

    @property
    def cards(self) -> CardRow:
        """All its cards, from the top down."""
        return self._rows[0] + self._rows[1] + self._rows[2]

    @property
    def free(self) -> tuple[int, int, int]:
        """Free places in top, middle and bottom."""
        top, middle, bottom = self._rows
        return 3 - len(top), 5 - len(middle), 5 - len(bottom)

    @property
    def is_complete(self) -> bool:
        """Whether the rows hold 3, 5 and 5 cards."""
        top, middle, bottom = self._rows
        return len(top) == 3 and len(middle) == 5 and len(bottom) == 5

    @property
    def strengths(self) -> Strengths:
        """The strengths of top, middle and bottom as they stand; 0 for a row that is empty or too long."""
        if self._strengths is None:
            self._strengths = self._rank()
        return self._strengths

    def _rank(self) -> Strengths:
        if self._jokers or not self._checked:
            self._refuse_jokers()
        top, middle, bottom = self._rows
        if self._checked and self.is_complete:
            return rank3(*top), rank5(*middle), rank5(*bottom)
        return _strength(top, 3), _strength(middle, 5), _strength(bottom, 5)

    def _refuse_jokers(self) -> None:
        for card in self.cards:
            if card >= _FIRST_JOKER:
                raise InvalidCard(f"{card} is a joker: rows that hold one are not ranked")

    # is it legal

    @property
    def is_foul(self) -> bool:
        """Whether a row beats the row below it, by the standard rules; False while it is incomplete."""
        if not self.is_complete:
            return False
        top, middle, bottom = self.strengths
        return bottom < middle or middle < top

    def fouls(self, rules: BoardRules) -> bool:
        """Whether it is foul by these rules; False while it is incomplete."""
        return self.is_complete and bool(rules.compiled.is_foul(*self.strengths))

    def is_lost(self, rules: BoardRules | None = None, dead: CardsLike = ()) -> bool:
        """Whether no completion from the remaining deck is legal, exactly; a full board: whether it is foul.

        ``dead``: cards out of the deck besides its own (those seen on other boards, discards). The standard
        rules count where no rules are given. Takes a millisecond or so.
        """
        if rules is not None and rules.jokers:
            raise OfcError("is_lost: rules with jokers are not looked ahead in")
        if self.is_complete:
            return self.is_foul if rules is None else self.fouls(rules)
        self._refuse_jokers()
        if self.status() & (Status.SIZE | Status.DUPLICATES):
            return True
        gone = {*self.cards, *read_cards(dead)}
        return not _can_be_saved(self._rows, [c for c in range(_FIRST_JOKER) if c not in gone], rules)

    def status(self, rules: BoardRules | None = None) -> Status:
        """Every problem at once, by these rules or the standard ones; rows are compared once they are full.

        >>> Board("AsAh2c2d3h/KsKh4c5d6h/QsQhQs", check=False).status()
        <Status.TOP_SIZE|DUPLICATES|INCOMPLETE: 41>
        """
        found = Status.VALID
        for row, size, flag in zip(self._rows, SIZES, _SIZE_FLAGS, strict=True):
            if len(row) > size:
                found |= flag
        held = self.cards
        if len(set(held)) < len(held):
            found |= Status.DUPLICATES
        if any(card >= _FIRST_JOKER + self._jokers for card in held):
            found |= Status.JOKERS
        if not self.is_complete:
            found |= Status.INCOMPLETE
        return found | self._rows_out_of_order(rules)

    def _rows_out_of_order(self, rules: BoardRules | None) -> Status:
        full = [
            len(row) == size and all(card < _FIRST_JOKER for card in row)
            for row, size in zip(self._rows, SIZES, strict=True)
        ]
        top, middle, bottom = (
            _strength(row, len(row)) if ok else 0 for row, ok in zip(self._rows, full, strict=True)
        )
        if rules is not None and rules.middle == "2-7":
            foul = Status.MIDDLE_NOT_LOW if full[1] and middle > rules.low_middle_max else Status.VALID
            return foul | (Status.TOP_BEATS_BOTTOM if full[0] and full[2] and bottom < top else Status.VALID)
        foul = Status.VALID
        if full[0] and full[1] and middle < top:
            foul |= Status.TOP_BEATS_MIDDLE
        if full[1] and full[2] and bottom < middle:
            foul |= Status.MIDDLE_BEATS_BOTTOM
        if full[1] and full[2] and bottom == middle and rules is not None and rules.strict_rows:
            foul |= Status.MIDDLE_EQUALS_BOTTOM
        return foul

    # another one

    def place(self, card: CardLike, row: Row | int | str) -> Board:
        """The board with one more card; IllegalMove for a full row, InvalidCard for a card that it holds."""
        new, where = Card(card), _row(row)
        rows = self._rows
        if len(rows[where]) >= SIZES[where]:
            raise IllegalMove(f"{new} cannot go to the {where}: it is full ({_text(rows[where])})")
        if new in rows[0] or new in rows[1] or new in rows[2]:
            raise InvalidCard(f"{new} is on the board already: {self}")
        if new >= _FIRST_JOKER + self._jokers:
            raise InvalidCard(_joker_text(new, self._jokers))
        top, middle, bottom = rows
        if where == 0:
            top = (*top, new)
        elif where == 1:
            middle = (*middle, new)
        else:
            bottom = (*bottom, new)
        return Board._of((top, middle, bottom), self._jokers, self._checked)

    # as a value

    def __str__(self) -> str:
        return "/".join([_text(row) for row in self._rows])

    def __repr__(self) -> str:
        jokers = f", jokers={self._jokers}" if self._jokers else ""
        check = "" if self._checked else ", check=False"
        return f"Board('{self}'{check}{jokers})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def _sorted(self) -> Rows:
        if self._key is None:
            top, middle, bottom = self._rows
            self._key = tuple(sorted(top)), tuple(sorted(middle)), tuple(sorted(bottom))
        return self._key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._rows == other._rows or self._sorted() == other._sorted()

    def __hash__(self) -> int:
        return hash(self._sorted())

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _restore, (str(self), self._checked, self._jokers)


BoardLike = str | Board | Mapping[str, CardsLike] | Iterable[CardsLike | CardLike | None]
"""A board: text, a Board, a mapping of row names to cards, three rows, or thirteen cards, top first."""

_SIZE_FLAGS = (Status.TOP_SIZE, Status.MIDDLE_SIZE, Status.BOTTOM_SIZE)


def _row(value: Row | int | str) -> Row:
    return value if isinstance(value, Row) else Row(value)  # type: ignore[arg-type]


def _restore(text: str, check: bool, jokers: int) -> Board:
    return Board(text, check=check, jokers=jokers)


def _text(row: CardRow) -> str:
    return "".join(map(str, row)) or "-"


def _strength(row: CardRow, size: int) -> int:
    return rank_ids(row, duplicates=True) if 0 < len(row) <= size else 0


# -- Reading ----------------------------------------------------------------------------------------

Span = tuple[int, int]


def _read_text(text: str, spans: list[Span]) -> Rows:
    rows: list[list[Card]] = []
    held: list[Card] = []
    for start, end in spans:
        part = text[start:end].strip()
        if part in _EMPTY:
            rows.append([])
            continue
        begin = text.index(part, start)
        try:
            row = parse_cards(text, start=begin, end=begin + len(part), taken=held)
        except InvalidCard as error:
            raise _no_suits(text, spans, error) from None
        rows.append(row)
        held += row
    return tuple(rows[0]), tuple(rows[1]), tuple(rows[2])


def _no_suits(text: str, spans: list[Span], error: InvalidCard) -> OfcError:
    """The same error, or a better one for a board of ranks alone, such as Q/K/778."""
    letters = "".join(text[start:end] for start, end in spans).upper().replace("10", "T")
    ranks = [c for c in letters if c not in "-" and not c.isspace() and c != ","]
    if ranks and all(c in RANKS for c in ranks):
        return NotationError(
            f"{text.strip()!r} has ranks only, the suits are missing: write each card with its suit (c, d, h "
            f"or s), such as {ranks[0]}h",
            column=error.column,
        )
    return error


def _spans(text: str) -> list[Span]:
    """Where the text of top, middle and bottom begins and ends."""
    if ":" in text or "=" in text or "：" in text:  # noqa: RUF001
        return _labelled(text)
    first, second = text.find("/"), text.rfind("/")
    if first < second and text.count("/") == 2 and "|" not in text:
        return [(0, first), (first + 1, second), (second + 1, len(text))]
    cuts = [i for i, char in enumerate(text) if char in "/|"]
    if cuts:
        edges = [-1, *cuts, len(text)]
        spans = [(a + 1, b) for a, b in pairwise(edges)]
        if len(spans) == 5 and _blank(text, spans[0]) and _blank(text, spans[4]) and "/" not in text:
            spans = spans[1:4]  # | top | middle | bottom |
    else:
        at, spans = 0, []
        for line in text.splitlines(keepends=True):
            if line.strip():
                spans.append((at, at + len(line)))
            at += len(line)
    if len(spans) != 3:
        raise NotationError(
            f"a board is three rows, top / middle / bottom, with - for an empty one; {text.strip()!r} has "
            f"{len(spans)}",
            column=1,
        )
    return spans


def _blank(text: str, span: Span) -> bool:
    return not text[slice(*span)].strip()


def _labelled(text: str) -> list[Span]:
    """The rows of a text with labels, in whatever order; a row that is not named is empty."""
    import re

    labels = list(re.finditer(r"([^\W\d_]+)(?:\s+row)?\s*[:=：]", text))  # noqa: RUF001
    before = text[: labels[0].start()] if labels else text
    if before.strip(" \t\r\n/|,;"):
        column = len(before) - len(before.lstrip()) + 1
        raise NotationError(f"{before.strip()!r} at column {column} stands before any label", column=column)
    spans: list[Span] = [(0, 0)] * 3
    for label, end in zip(labels, [*(m.start() for m in labels[1:]), len(text)], strict=True):
        row, column = _ROW_OF.get(label[1].casefold()), label.start() + 1
        if row is None:
            known = "top (front), middle, bottom (back)"
            raise NotationError(f"{label[1]!r} at column {column} is no row: {known}", column=column)
        if spans[row] != (0, 0):
            raise NotationError(f"a second {_NAMES[row][0]} row at column {column}", column=column)
        start = label.end()
        spans[row] = (start, start + len(text[start:end].rstrip(" \t\r\n/|,;")))
    return spans


def _read_rows(source: Mapping[str, CardsLike] | Iterable[CardsLike | CardLike | None]) -> Rows:
    if isinstance(source, Mapping):
        named: list[CardsLike | CardLike | None] = [(), (), ()]
        for name, row in source.items():
            named[_row(name)] = row
        source = named
    parts = list(source)
    if not parts:
        return (), (), ()
    if len(parts) == 13:
        flat = tuple(read_cards(parts))  # type: ignore[arg-type]
        return flat[:3], flat[3:8], flat[8:]
    if len(parts) != 3:
        raise NotationError(
            f"a board is three rows (top, middle, bottom) or thirteen cards, not {len(parts)} items"
        )
    top, middle, bottom = (_read_row(part) for part in parts)
    return top, middle, bottom


def _read_row(row: CardsLike | CardLike | None) -> CardRow:
    if row is None or (isinstance(row, str) and row.strip() in _EMPTY):
        return ()
    if isinstance(row, (str, Iterable)):
        return tuple(read_cards(row))
    raise TypeError(f"a row is text or some cards, not {row!r}")


def _refuse(rows: Rows, jokers: int, text: str, spans: list[Span] | None) -> None:
    """Raise for rows that are too long, cards that repeat and jokers that are not in play."""
    held = rows[0] + rows[1] + rows[2]
    if len(rows[0]) > 3 or len(rows[1]) > 5 or len(rows[2]) > 5:
        long = [row for row in Row if len(rows[row]) > SIZES[row]]
        what = " and ".join(f"the {row} has {len(rows[row])} cards" for row in long)
        raise NotationError(f"{what}: {_SIZES_TEXT}", column=spans[long[0]][0] + 1 if spans else None)
    if len(set(held)) < len(held):
        twice = duplicates(held)
        names = " ".join(map(str, twice))
        verb = "is" if len(twice) == 1 else "are"
        column = _place_of_repeat(rows, text, spans) if spans else None
        where = f" (again at column {column})" if column else ""
        raise InvalidCard(f"{names} {verb} on the board more than once{where}", column=column)
    if held and max(held) >= _FIRST_JOKER + jokers:
        raise InvalidCard(_joker_text(max(held), jokers))


def _joker_text(card: Card, jokers: int) -> str:
    return f"{card} is a joker, and this board may hold {jokers or 'none'} (jokers={jokers})"


def _place_of_repeat(rows: Rows, text: str, spans: list[Span]) -> int | None:
    """The column, from 1, where a card is named that stood there before."""
    seen: set[Card] = set()
    for row in sorted(Row, key=lambda r: spans[r]):
        for i, card in enumerate(rows[row]):
            if card in seen:
                return _column_of(text, spans[row], i)
            seen.add(card)
    return None


def _column_of(text: str, span: Span, i: int) -> int:
    """Where the i-th card of this part of the text begins."""
    start, stop = span
    for end in range(start + 1, stop + 1):
        try:
            if len(parse_cards(text, start=start, end=end)) > i:
                break
        except InvalidCard:
            continue
    for begin in range(end - 1, start - 1, -1):
        try:
            if parse_cards(text, start=begin, end=end):
                return begin + 1
        except InvalidCard:
            continue
    return start + 1


# -- Looking ahead ------------------------------------------------------------------------------------
#
# A set of cards is written as a number with four bits for each rank: how many of it there are, and a free
# bit above, so that one subtraction tells whether one set fits into another.

Option = tuple[int, int, int]  # strength of the full row, ranks of the new cards, the cards themselves or 0

_ONE = tuple(1 << 4 * rank for rank in range(13))
_GUARD = 8 * sum(_ONE)


def _can_be_saved(rows: Rows, deck: list[int], rules: BoardRules | None) -> bool:
    """Whether some cards of the deck complete the rows to a legal board.

    What counts in a row is its ranks, and whether it is a flush. So each way to fill a row is a set of ranks
    in any suits; for five cards of one suit it is those very cards. These ways are few, and they fit together
    when the deck has enough cards of every rank. Flushes are many and seldom decide, so they come second.
    """
    room = sum(_ONE[card >> 2] for card in deck) | _GUARD
    pool = sum(1 << card for card in deck)
    top, middle, bottom = (_ways(row, size, room) for row, size in zip(rows, SIZES, strict=True))
    if _fit_together(top, middle, bottom, room, pool, rows[1], rules):
        return True
    flushes = [_flushes(row, deck) for row in rows[1:]]
    if not any(flushes):
        return False
    middle = sorted(middle + flushes[0])
    bottom = sorted(bottom + flushes[1])
    return _fit_together(top, middle, bottom, room, pool, rows[1], rules)


def _fit_together(
    tops: list[Option],
    middles: list[Option],
    bottoms: list[Option],
    room: int,
    pool: int,
    placed: CardRow,
    rules: BoardRules | None,
) -> bool:
    """Whether one way to fill each row leaves a legal board; the ways are sorted, the weakest first."""
    if not (tops and middles and bottoms):
        return False
    low = rules is not None and rules.middle == "2-7"
    limit = rules.low_middle_max if low and rules is not None else 0
    least = int(rules is not None and rules.strict_rows and not low)
    weakest = tops[0][0]
    from_best = bottoms[::-1]
    for middle in middles:
        strength, ranks, chosen = middle
        if strength > limit if low else strength < weakest:
            continue
        needed = weakest if low else strength + least
        for bottom, bottom_ranks, bottom_chosen in from_best:
            if bottom < needed:
                break
            left = room - ranks - bottom_ranks
            if left & _GUARD != _GUARD or chosen & bottom_chosen:
                continue
            if not chosen and ranks and _forced_flush(ranks, pool & ~bottom_chosen, placed):
                continue
            most = bottom if low else strength
            for top, top_ranks, _ in tops:
                if top > most:
                    break
                if (left - top_ranks) & _GUARD == _GUARD:
                    return True
    return False


def _ways(row: CardRow, size: int, room: int) -> list[Option]:
    """Every way to fill the row by ranks; its strength is that of mixed suits, unless it is full already."""
    free = size - len(row)
    if not free:
        return [(rank_ids(row), 0, 0)]
    strength = _strength_of_ranks(size)
    placed = sum(_ONE[card >> 2] for card in row)
    fitting = [new for new in _rank_sets(free) if (room - new) & _GUARD == _GUARD]
    return sorted((strength[placed + new], new, 0) for new in fitting)


def _flushes(row: CardRow, deck: list[int]) -> list[Option]:
    """Every way to fill the row with cards of one suit."""
    free = 5 - len(row)
    suits = {card & 3 for card in row}
    if not free or len(suits) > 1:
        return []
    return [
        (rank_ids((*row, *new)), sum(_ONE[card >> 2] for card in new), sum(1 << card for card in new))
        for suit in suits or range(4)
        for new in combinations([card for card in deck if card & 3 == suit], free)
    ]


def _forced_flush(ranks: int, pool: int, placed: CardRow) -> bool:
    """Whether new cards of these ranks cannot but be of one suit with those placed."""
    suits = 0
    for card in placed:
        suits |= 1 << (card & 3)
    while ranks and not suits & (suits - 1):
        shift = (ranks & -ranks).bit_length() - 1 & ~3
        suits |= pool >> shift & 15
        ranks &= ~(15 << shift)
    return not suits & (suits - 1)


@cache
def _rank_sets(cards: int) -> list[int]:
    """Every set of so many cards by their ranks, at most four of each."""
    return list(_strength_of_ranks(cards))


@cache
def _strength_of_ranks(cards: int) -> dict[int, int]:
    """The strength of every set of so many cards by their ranks, in mixed suits; the weakest first."""
    found: dict[int, int] = {}
    for ranks in combinations_with_replacement(range(13), cards):
        if cards == 5 and ranks[0] == ranks[4]:
            continue
        ids = [4 * rank + ranks[:i].count(rank) for i, rank in enumerate(ranks)]
        if len(set(ranks)) == 5:
            ids[0] += 1  # no flush
        found[sum(_ONE[rank] for rank in ranks)] = rank_ids(ids)
    return dict(sorted(found.items(), key=lambda item: item[1]))
