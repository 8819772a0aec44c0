"""Boards laid out as on the table: a name on a line, and three rows below it, with or without labels.

Ann                         Bob:
Qh Qd 5c                    bottom: 9d 9h Qc Jc 8d
7h 7d 8s 8c 2d              middle: 5h 5d 6s 6h 9c
As Ks Js 9s 4s              top: Kc 4h 3s
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .._errors import OfcError
from .._problem import Problem
from ..board import Row
from ._faces import MOST_TITLE
from ._names import is_named
from ._spellings import is_card

_LABEL = re.compile(
    r"\s*(?:([^\W\d_]+)(?:\s+row)?\s*[:=]|([^\W\d_]{3,})(?:\s+row)?(?:\s*[\-\u2013\u2014]|\s))\s*",
    re.IGNORECASE,
)


_SEAT = re.compile(
    r"(seat|player)\s*#?\d+\s*(?:[:.)]|-\s)\s*([^:/|=;()\[]*?)\s*:?\s*(?:[(\[].*[)\]])?", re.IGNORECASE
)


def seat_of(title: str) -> int | None:
    """The number of 'Seat 0: Ann', as trackers write above the rows of a board; None for other lines."""
    found = _SEAT.fullmatch(title.strip()) if len(title) <= MOST_TITLE else None
    return int(re.findall(r"\d{1,9}", title)[0]) if found else None


@dataclass(frozen=True, slots=True)
class Layout:
    """A board in four lines as the one line that is read, and where each of its rows was written."""

    text: str
    lines: tuple[tuple[int, str], ...]
    starts: tuple[tuple[int, int, int], ...]  # of each row: its place in the text, its line, its place there

    @classmethod
    def of(cls, lines: list[tuple[int, str]], bottom_first: bool = False) -> Layout | None:
        """The board of a name and three rows; None for other lines."""
        (_, title), *rows = lines
        name = title.partition("#")[0].strip().removesuffix(":").strip()
        if len(title) <= MOST_TITLE and (seat := _SEAT.fullmatch(title.strip())):
            name = seat[2] or f"{seat[1].capitalize()} {seat_of(title)}"
        if len(rows) != 3 or not name or re.search(r"[:/|=;]", name) or is_card(name.split()[0]):
            return None
        found: dict[int, tuple[int, str, int]] = {}
        for at, (_, text) in enumerate(rows):
            label = _LABEL.match(text)
            try:
                row = int(Row(label[1] or label[2])) if label else 2 - at if bottom_first else at  # type: ignore[arg-type]
            except OfcError:
                if label is None or label[1]:
                    return None
                label, row = None, 2 - at if bottom_first else at
            start = label.end() if label else len(text) - len(text.lstrip())
            held = text[start:].partition("#")[0]
            if re.search(r"[:/|=;]", held):
                return None
            if not label and not is_card((held.split() or [""])[0]) and not is_named(held):
                return None
            found[row] = at + 1, held, start
        if len(found) != 3:
            return None
        text, starts = f"{name}: ", []
        for row in range(3):
            at, held, start = found[row]
            starts.append((len(text), at, start))
            text += (held.strip() or "-") + " / " * (row < 2)
        return cls(text, tuple(lines), tuple(starts))

    def place(self, problem: Problem) -> Problem:
        """A problem of the one line, at its place in the four."""
        column, line, start = next(
            (one for one in reversed(self.starts) if one[0] < problem.column), (0, 0, 0)
        )
        number, text = self.lines[line]
        at = problem.column - column + start if line else min(problem.column, 1)
        return problem._replace(line=number, column=at, text=text)
