"""JSON and TOML from outside, read within limits of size, depth, keys and numbers.

Both return plain data (dict, list, str, int, float, bool, None), or `DocumentError`.
"""

from __future__ import annotations

import re
from functools import cache
from math import isfinite

from ._errors import NotationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from json import JSONDecoder
    from typing import Any, NoReturn

MOST_BYTES = 1_000_000
MOST_DEPTH = 32
MOST_DOTS = 16
"""Dots in one TOML key: the reader's time and memory grow with their square."""
MOST_BITS = 4096
"""Bits of a whole number."""

_WHERE = re.compile(r" \(at line (\d+), column (\d+)\)| \(at end of document\)")
_QUOTED = re.compile(  # and comments; an unclosed one goes on to the end, so that no text is scanned twice
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)|'
    + r"'''.*?(?:'''|\Z)|"
    + r'"(?:[^"\\\n]|\\.)*+"?|'
    + r"'[^'\n]*+'?|#[^\n]*+",
    re.DOTALL,
)
_LONG_KEY = re.compile(rf"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{MOST_DOTS + 1}}}")


class DocumentError(NotationError):
    """A text that is not JSON or TOML, or exceeds the limits; `line` counts from 1, None if unknown."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, column=column)
        self.line = line


def read_json(source: str | bytes, most: int = MOST_BYTES) -> Any:
    """The value of a JSON text of at most `most` bytes; NaN, Infinity and repeated keys are errors."""
    from json import JSONDecodeError

    text = _text_of(source, most)
    try:
        value = _decoder().decode(text)
    except DocumentError:
        raise
    except JSONDecodeError as error:
        raise DocumentError(f"not JSON: {error.msg}", error.lineno, error.colno) from None
    except ValueError:  # Python refuses integers with too many digits
        raise DocumentError(_HUGE) from None
    except RecursionError:
        raise DocumentError(_DEEP) from None
    _check([value], 0)
    return value


def read_toml(source: str | bytes, most: int = MOST_BYTES) -> dict[str, Any]:
    """The table of a TOML text of at most `most` bytes; dates and times become text in their ISO form."""
    import tomllib

    text = _text_of(source, most)
    _check_keys(text)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = _WHERE.search(str(error))
        at_end = text.rstrip().count("\n") + 1, None
        line, column = (int(where[1]), int(where[2])) if where and where[1] else at_end
        raise DocumentError(f"not TOML: {_WHERE.sub('', str(error))[:200]}", line, column) from None
    except ValueError:
        raise DocumentError(_HUGE) from None
    except RecursionError:
        raise DocumentError(_DEEP) from None
    _check(table, 1)
    return table


_DEEP = f"nested more than {MOST_DEPTH} levels deep"
_HUGE = f"a number of more than {MOST_BITS} bits"


def _text_of(source: str | bytes, most: int) -> str:
    if len(source) > most:
        raise DocumentError(f"{len(source)} bytes: at most {most} are read")
    if isinstance(source, str):
        return source
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError("not text in UTF-8", source.count(b"\n", 0, error.start) + 1) from None


@cache
def _decoder() -> JSONDecoder:
    from json import JSONDecoder

    return JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_no_constant)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) == len(pairs):
        return table
    seen = set[str]()
    for key, _ in pairs:
        if key in seen:
            raise DocumentError(f"the key {key[:60]!r} appears twice")
        seen.add(key)
    raise AssertionError(pairs)


def _no_constant(word: str) -> NoReturn:
    raise DocumentError(f"{word} is not a JSON number")


def _check_keys(text: str) -> None:
    if text.count(".") <= MOST_DOTS:
        return
    bare = _QUOTED.sub(lambda part: "" if part[0][0] == "#" else "s" + "\n" * part[0].count("\n"), text)
    found = _LONG_KEY.search(bare)
    if found is not None:
        raise DocumentError(f"a key with more than {MOST_DOTS} dots", bare.count("\n", 0, found.start()) + 1)


def _check(part: dict[str, Any] | list[Any], depth: int) -> None:
    """DocumentError for what is too deep, too large or not text; dates are replaced in place."""
    if depth > MOST_DEPTH:
        raise DocumentError(_DEEP)
    if isinstance(part, dict):
        for key in part:
            _check_text(key)
    items: Any = part.items() if isinstance(part, dict) else enumerate(part)
    for key, value in items:
        kind = type(value)
        if kind is dict or kind is list:
            _check(value, depth + 1)
        elif kind is str:
            _check_text(value)
        elif kind is int:
            if value.bit_length() > MOST_BITS:
                raise DocumentError(_HUGE)
        elif kind is float:
            if not isfinite(value):
                raise DocumentError(f"{value} is not a finite number")
        elif hasattr(value, "isoformat"):
            part[key] = value.isoformat()


def _check_text(text: str) -> None:
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise DocumentError("half of a surrogate pair in a text")
