"""Boards as people write them: the names of the rows, text, lists and mappings, and their errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from itertools import islice, pairwise
from typing import NamedTuple

from .._errors import InvalidCard, NotationError, OfcError
from .._values import brief, whole_number
from ..cards import (
    FIRST_JOKER,
    JOKER,
    RANKS,
    Card,
    duplicates,
    loose_cards,
    number_jokers,
    scan_cards,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._board import BoardLike

CardRow = tuple[Card, ...]
Rows = tuple[CardRow, CardRow, CardRow]
Strengths = tuple[int, int, int]
Span = tuple[int, int]

SIZES = (3, 5, 5)
_MOST_TEXT = 10_000  # characters of a board
_SIZES_TEXT = "row sizes are top 3, middle 5, bottom 5"

# A row by the names that people use, case-folded; the first three are the ones that are printed.
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
_EMPTY = ("", "-", "–", "—", "_")  # noqa: RUF001 (the dashes that people type)


class Row(IntEnum):
    """The rows of a board, the weakest first; `Row("front")` reads the names that people use."""

    TOP = 0
    MIDDLE = 1
    BOTTOM = 2

    @classmethod
    def _missing_(cls, value: object) -> Row:
        if isinstance(value, str) and value.strip().casefold() in _ROW_OF:
            return cls(_ROW_OF[value.strip().casefold()])
        raise NotationError(f"{brief(value)} is not a row: top (front), middle or bottom (back)")

    @property
    def size(self) -> int:
        """The cards of a full row: 3 on top, else 5."""
        return SIZES[self]

    def __repr__(self) -> str:
        return f"Row.{self.name}"

    def __str__(self) -> str:
        return _NAMES[self][0]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def row_of(value: object) -> Row:
    """The row of that number or name; NotationError for another text, TypeError for anything else."""
    if isinstance(value, Row):
        return value
    if isinstance(value, str):
        return Row(value)  # type: ignore[arg-type]
    return Row(whole_number("a row", value, 0, 2))


class Loose(NamedTuple):
    """A board as it was read: jokers without a number are still JOKER, and nothing is checked."""

    rows: Rows
    text: str = ""
    spans: list[Span] | None = None
    places: tuple[int, ...] = ()
    """The columns of jokers without a number, as far as they are known."""

    def numbered(self, taken: Iterable[Card]) -> Rows:
        """The rows, each JOKER made the first joker that is neither on this board nor taken."""
        return rows_of(number_jokers(self.rows, taken, self.places))


def rows_of(groups: Sequence[Iterable[Card]]) -> Rows:
    top, middle, bottom = map(tuple, groups)
    return top, middle, bottom


def loose_board(source: BoardLike) -> Loose:
    """A board in any form but a Board; NotationError and InvalidCard say what cannot be read."""
    if isinstance(source, str):
        return _read_text(source)
    return Loose(_read_rows(source))


def _read_text(text: str) -> Loose:
    if len(text) > _MOST_TEXT:
        raise NotationError(f"a board has at most {_MOST_TEXT} characters, not {len(text)}", column=1)
    rows: list[list[Card]] = []
    places: list[int] = []
    spans = row_spans(text)
    for start, end in spans:
        part = text[start:end].strip()
        begin = text.index(part, start)
        try:
            row = [] if part in _EMPTY else list(scan_cards(text, begin, begin + len(part)))
        except InvalidCard as error:
            raise _no_suits(text, spans, error) from None
        rows.append([card for _, card in row])
        places += [at + 1 for at, card in row if card is JOKER]
    return Loose(rows_of(rows), text, spans, tuple(places))


def _no_suits(text: str, spans: list[Span], error: InvalidCard) -> OfcError:
    """The same error, or a better one for a board of ranks alone, such as Q/K/778."""
    letters = "".join(text[start:end] for start, end in spans).upper().replace("10", "T")
    ranks = [c for c in letters if c not in "-" and not c.isspace() and c != ","]
    if ranks and all(c in RANKS for c in ranks):
        return NotationError(
            f"{brief(text.strip())} has ranks only, the suits are missing: write each card with its suit "
            f"(c, d, h or s), such as {ranks[0]}h",
            column=error.column,
        )
    return error


def row_spans(text: str) -> list[Span]:
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
            f"a board is three rows, top / middle / bottom, with - for an empty one; "
            f"{brief(text.strip())} has {len(spans)}",
            column=1,
        )
    return spans


def _blank(text: str, span: Span) -> bool:
    return not text[slice(*span)].strip()


def _labelled(text: str) -> list[Span]:
    """The rows of a text with labels, in whatever order; a row that is not named is empty."""
    import re

    labels = list(re.finditer(r"(?<![^\W\d_])([^\W\d_]+)(?:\s+row)?\s*[:=：]", text))  # noqa: RUF001
    before = text[: labels[0].start()] if labels else text
    if before.strip(" \t\r\n/|,;"):
        column = len(before) - len(before.lstrip()) + 1
        raise NotationError(
            f"{brief(before.strip())} at column {column} stands before any label", column=column
        )
    spans: list[Span] = [(0, 0)] * 3
    for label, end in zip(labels, [*(m.start() for m in labels[1:]), len(text)], strict=True):
        row, column = _ROW_OF.get(label[1].casefold()), label.start() + 1
        if row is None:
            known = "top (front), middle, bottom (back)"
            raise NotationError(f"{brief(label[1])} at column {column} is not a row: {known}", column=column)
        if spans[row] != (0, 0):
            raise NotationError(f"a second {_NAMES[row][0]} row at column {column}", column=column)
        start = label.end()
        spans[row] = (start, start + len(text[start:end].rstrip(" \t\r\n/|,;")))
    return spans


def _read_rows(source: object) -> Rows:
    if isinstance(source, Mapping):
        named: list[object] = [(), (), ()]
        for name, row in islice(source.items(), 4):
            named[row_of(name)] = row
        source = named
    if not isinstance(source, Iterable) or (isinstance(source, memoryview) and source.ndim > 2):
        raise TypeError(f"a board must be text, a Board, three rows or thirteen cards, not {brief(source)}")
    parts = list(islice(source, 14)) if not isinstance(source, memoryview) else source.tolist()
    if not parts:
        return (), (), ()
    if len(parts) == 13:
        flat = tuple(loose_cards(parts))
        return flat[:3], flat[3:8], flat[8:]
    if len(parts) != 3:
        raise NotationError(
            "a board is three rows (top, middle, bottom) or thirteen cards, not "
            f"{len(parts) if len(parts) < 14 else '14 items or more'}"
        )
    top, middle, bottom = map(_read_row, parts)
    return top, middle, bottom


def _read_row(row: object) -> CardRow:
    if row is None or (isinstance(row, str) and row.strip() in _EMPTY):
        return ()
    if isinstance(row, (str, Iterable)):
        return tuple(loose_cards(row))
    raise TypeError(f"a row is text or some cards, not {brief(row)}")


def refuse(rows: Rows, jokers: int, loose: Loose) -> None:
    """Raise for rows that are too long, repeated cards and jokers that are not in play."""
    spans, held = loose.spans, rows[0] + rows[1] + rows[2]
    if len(rows[0]) > 3 or len(rows[1]) > 5 or len(rows[2]) > 5:
        long = [row for row in Row if len(rows[row]) > SIZES[row]]
        what = " and ".join(f"the {row} has {len(rows[row])} cards" for row in long)
        raise NotationError(f"{what}: {_SIZES_TEXT}", column=spans[long[0]][0] + 1 if spans else None)
    if len(set(held)) < len(held):
        twice = duplicates(held)
        names = " ".join(map(str, twice))
        verb = "is" if len(twice) == 1 else "are"
        column = _place_of_repeat(rows, loose.text, spans) if spans else None
        where = f" (again at column {column})" if column else ""
        raise InvalidCard(f"{names} {verb} on the board more than once{where}", column=column)
    if held and max(held) >= FIRST_JOKER + jokers:
        raise InvalidCard(joker_text(max(held), jokers))


def joker_text(card: Card, jokers: int) -> str:
    return f"{card} is a joker, but this board may hold {jokers or 'none'} (jokers={jokers})"


def _place_of_repeat(rows: Rows, text: str, spans: list[Span]) -> int | None:
    """The column, from 1, where a card is named for the second time."""
    seen: set[Card] = set()
    for row in sorted(Row, key=lambda r: spans[r]):
        for i, card in enumerate(rows[row]):
            if card in seen:
                return 1 + next(islice(scan_cards(text, *spans[row]), i, None))[0]
            seen.add(card)
    return None
