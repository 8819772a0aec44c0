"""Tables for other programs: rows of plain values, as dicts, as columns, and by Arrow's stream interface."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from ._core import arrow_stream
from ._rich import repr_html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    Rows = list[dict[str, Any]]

    class HasRows(Protocol):
        def to_dicts(self) -> Rows: ...


_INT64 = 1 << 63


class Records:
    """Rows of a table, each a dict of plain values with the same keys; None where nothing is known.

    pandas, polars, DuckDB, pyarrow and all that read Arrow take it as it is: `polars.DataFrame(records)`,
    `pyarrow.table(records)`. It is not a list, which some of them would go through row by row.
    """

    __slots__ = ("_rows",)

    def __init__(self, rows: Iterable[dict[str, Any]] = ()) -> None:
        self._rows = list(rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows)

    def __getitem__(self, index: int) -> dict[str, Any]:
        return self._rows[index]

    def __eq__(self, other: object) -> bool:
        return self._rows == other._rows if isinstance(other, Records) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def to_dicts(self) -> Rows:
        """The rows as a list."""
        return list(self._rows)

    def columns(self) -> dict[str, list[Any]]:
        """The same column by column."""
        return columns_of(self._rows)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """A capsule with the table as an Arrow stream: int64, double, bool and text, with nulls for None."""
        return arrow_stream([_column(name, held) for name, held in self.columns().items()], len(self))

    def __repr__(self) -> str:
        names = list(self.columns())
        more = f", ... {len(names) - 8} more" if len(names) > 8 else ""
        return f"<Records: {len(self)} rows of {', '.join(names[:8]) or 'nothing'}{more}>"

    _repr_html_ = repr_html


def columns_of(rows: Rows) -> dict[str, list[Any]]:
    """Rows with the same keys, column by column."""
    return {key: [row[key] for row in rows] for key in rows[0]} if rows else {}


def to_records(self: HasRows) -> Records:
    """The rows of `to_dicts` as a table that every reader of Arrow takes as it is."""
    return Records(self.to_dicts())


def arrow_c_stream(self: HasRows, requested_schema: object = None) -> object:
    """What `to_dicts` gives, by Arrow's stream interface; classes take it as their `__arrow_c_stream__`."""
    return Records(self.to_dicts()).__arrow_c_stream__(requested_schema)


def _column(name: str, held: Sequence[Any]) -> tuple[bytes, bytes, bytes | None, bytes, bytes | None]:
    """A column as the core takes it: name, format, validity, values, offsets."""
    known = [value is not None for value in held]
    valid = None if all(known) else _bits(known)
    kinds = {type(value) for value in held if value is not None}
    if kinds == {bool}:
        return name.encode(), b"b", valid, _bits(map(bool, held)), None
    if kinds == {int}:
        if all(value is None or -_INT64 <= value < _INT64 for value in held):
            return name.encode(), b"l", valid, _packed("q", held, int), None
    elif kinds <= {int, float}:
        return name.encode(), b"g", valid, _packed("d", held, float), None
    words = [b"" if value is None else str(value).encode("utf-8", "replace") for value in held]
    offsets = array("q", accumulate(map(len, words), initial=0))
    return name.encode(), b"U", valid, b"".join(words), offsets.tobytes()


def _packed(code: str, held: Iterable[Any], kind: Callable[[Any], Any]) -> bytes:
    return array(code, [kind(value or 0) for value in held]).tobytes()


def _bits(flags: Iterable[bool]) -> bytes:
    """A bit for each, the first one lowest."""
    text = "".join(["1" if flag else "0" for flag in flags])
    return int(text[::-1] or "0", 2).to_bytes((len(text) + 7) // 8, "little")
