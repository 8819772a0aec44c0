"""Moves and what they are worth, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from .._columns import columns, wrapped
from .._values import CONFIDENCE
from ..position import Move
from ..search import Analysis, MoveInfo, Moves
from ._terminal import Style

_NUMBERS = 34  # columns of what a move is worth


def print_moves(found: Analysis | Moves, most: int | None) -> None:
    """Print the table of at most `most` best moves (None: all), the first one bold."""
    head, best, *lines = found.table(most).splitlines()
    print(head, Style(sys.stdout)(best, "bold"), *lines, sep="\n")


def hinted(found: Analysis, most: int, own: Move | None) -> Sequence[int]:
    """The places of the moves to show: the best, and one's own wherever it is."""
    places = list(range(min(most, len(found))))
    mine = [place for place, info in enumerate(found) if info.move == own]
    return [*places, *(place for place in mine if place not in places)]


def hint_lines(found: Analysis, places: Sequence[int], own: Move | None, width: int) -> Iterator[str]:
    """Numbered moves and what they are worth, in two lines each where one is too narrow."""
    texts = [f"{found[place].move}{' (yours)' if found[place].move == own else ''}" for place in places]
    longest = max(map(columns, texts))
    is_wide = longest + _NUMBERS + 4 <= width
    title = f"{'value':>7} {'behind':>7} {'foul':>5}  Fantasyland"
    yield f" #  {'move':<{longest}} {title}" if is_wide else f" #  {title}"
    for number, (place, text) in enumerate(zip(places, texts, strict=True), 1):
        values = _values(found, place)
        if is_wide:
            yield f"{number:>2}  {text:<{longest}} {values}"
        else:
            yield f"{number:>2}  {values}"
            yield from wrapped(text, "    ", "    ", width)
    error = f" =: too close to tell. The first value is +- {CONFIDENCE * found.best.se:.2f}."
    yield from wrapped(f"Type a number to place the cards so.{'' if found.exact else error}", width=width)


def _values(found: Analysis, place: int) -> str:
    info: MoveInfo = found[place]
    points, se = found.gaps[place]
    behind = f"{points:.2f}" if place else ""
    tie = "=" if place and not info.exact and points <= CONFIDENCE * se else " "
    entry = sum(info.fantasyland.values())
    return f"{info.ev:>+7.2f} {behind:>6}{tie} {info.foul:>5.0%}  {entry:>4.0%}"
