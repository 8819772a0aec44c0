"""Cards as programs and phones write them ('[ K ♦ ]', '9 ♥', '❤', 'SA'), made the usual text."""

from __future__ import annotations

import re

from .._errors import OfcError
from ..board import Row

MOST_TITLE = 200  # characters of a line of titles
_RANK = "10|[2-9TJQKAtjqka]"
_SIGNS = "\u2660-\u2667"  # the suits, black and white
_BOX = re.compile(rf"\[(\s*)({_RANK})(\s*)([cdhsCDHS{_SIGNS}])[\ufe0e\ufe0f]?(\s*)\]")
_APART = re.compile(rf"(?<![^\W_])(?<![{_SIGNS}])({_RANK})([ \t]+)([{_SIGNS}][\ufe0e\ufe0f]?)")
_HEARTS = re.compile(rf"(?<=[2-9TJQKAtjqka01])(\s*)\u2764|\u2764(?=\s?(?:{_RANK}))")  # as phones have them
_TURNED = re.compile(rf"(?<![^\W\d_])([cdhsCDHS{_SIGNS}])(\s?)({_RANK})(?![^\W_])")
_FIRST = re.compile(r"(?:(?:order|rows)\s*:\s*)?(\S+?)[\s-]+(?:row[\s-]+)?(?:first|up|down)", re.IGNORECASE)
_TITLES = re.compile(r"(?:[^:/|]{1,20}:)?\s*([^\W\d_]+)\s*([/|>]|-)\s*([^\W\d_]+)\s*\2\s*([^\W\d_]+)\s*")


def plain_faces(text: str) -> str:
    """The text with its cards as they are usually written, in the same columns."""
    if text.isascii() and "[" not in text:
        return text
    text = _HEARTS.sub(lambda found: f"{found[1] or ''}\u2665", text)
    text = _BOX.sub(_unboxed, text)
    return _APART.sub(lambda found: found[1] + found[3] + found[2], text)


def _unboxed(found: re.Match[str]) -> str:
    card = found[2] + found[4]
    return card.ljust(len(found[0]))


def turned(board: str) -> str:
    """A board whose thirteen cards have the suit before the rank, with the rank first; "" for any other."""
    found = list(_TURNED.finditer(board))
    rest = _TURNED.sub("", board)
    if len(found) != 13 or re.search(r"[^\s/|,;\-]", rest):
        return ""
    return _TURNED.sub(lambda card: card[3] + card[1] + card[2], board)


def order_of(text: str) -> bool | None:
    """Whether rows are written bottom first, as 'bottom first' or a line of titles says; None if it does not.

    Titles are 'bottom / middle / top', by any names of the rows, perhaps with 'name:' before them.
    """
    if len(text) > MOST_TITLE:
        return None
    first, titles = _FIRST.fullmatch(text.strip()), _TITLES.fullmatch(text)
    names = [first[1]] if first else [titles[1], titles[3], titles[4]] if titles else []
    try:
        rows = [Row(name) for name in names]  # type: ignore[arg-type]
    except OfcError:
        return None
    known = {(Row.BOTTOM,): True, (Row.TOP,): False, (Row.BOTTOM, Row.MIDDLE, Row.TOP): True, (*Row,): False}
    return known.get((*rows,))
