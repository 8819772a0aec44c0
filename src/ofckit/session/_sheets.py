"""Sheets: a line of titles and one player a line, as CSV, with tabs or semicolons, or as a Markdown table.

    hand,player,top,middle,bottom
    12,Ann,Qh Qd 5c,7h 7d 8s 8c 2d,As Ks Js 9s 4s

The cards are in columns of the rows (by any of their names, in any order; `top1`, `top2`, ... too), in
thirteen columns `card1` to `card13`, or in one column `board`; a sheet of `player` and `points` has none. A
column `hand`, `table`, `game` or `round` tells the hands apart, else a blank line does. `points`, `rules`,
`surrendered`, `stack` and `button` are read as well; other columns are ignored.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .._errors import OfcError
from ..board import Row
from ._changes import points_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

_HANDS = ("hand", "table", "game", "round", "line")
_KINDS = {
    **dict.fromkeys(("name", "player"), "player"),
    **dict.fromkeys(("points", "rules", "surrendered", "foul", "board", "button", "stack"), ""),
    **dict.fromkeys(("stacks", "chips"), "stack"),
    **dict.fromkeys(("net", "score", "result"), "points"),
    "dealer": "button",
}
_TITLE = re.compile(r"([^\W\d_]+)(?:[ _]*(?:row|cards))?[ _.#-]*\d*", re.IGNORECASE)
_RULE = re.compile(r"[\s|:-]*-[\s|:-]*")  # the line below the titles of a Markdown table
_POINTS = re.compile(r"[+\-\u2212]?\d{1,6}")
_CORRECTION = "correction"
_SAID = ("1", "true", "yes", "y", "x")


@dataclass(slots=True)
class Sheet:
    """What the columns of a sheet hold, by index."""

    delimiter: str
    columns: dict[str, int] = field(default_factory=dict)
    rows: tuple[list[int], ...] = ()
    hands: dict[str, int] = field(default_factory=dict)

    @classmethod
    def titled(cls, line: str) -> Self | None:
        """The sheet below a line of titles; None for any other line."""
        delimiter = "|" if line.lstrip()[:1] == "|" else next((c for c in "\t;,|" if c in line), "")
        if not delimiter:
            return None
        sheet, cards = cls(delimiter), []
        rows: tuple[list[int], ...] = ([], [], [])
        for at, title in enumerate(sheet.cells(line)):
            found = _TITLE.fullmatch(title)
            word = found[1].lower() if found else ""
            if word in _HANDS:
                sheet.hands.setdefault(word, at)
            elif word in _KINDS:
                sheet.columns.setdefault(_KINDS[word] or word, at)
            elif word in ("card", "c"):
                cards.append(at)
            else:
                try:
                    rows[Row(word)].append(at)  # type: ignore[arg-type]
                except OfcError:
                    continue
        if len(cards) == 13 and not any(rows):
            rows = (cards[:3], cards[3:8], cards[8:])
        sheet.rows = rows
        known = sheet.columns.keys()
        return sheet if all(rows) or {"board", "player"} <= known or {"points", "player"} <= known else None

    def cells(self, line: str) -> list[str]:
        """The cells of a line, without the space around them."""
        if self.delimiter == "|":
            cells = line.strip().removeprefix("|").removesuffix("|").split("|")
            return [cell.strip().strip("*`") for cell in cells]
        try:
            (cells,) = csv.reader([line], delimiter=self.delimiter, skipinitialspace=True)
        except (csv.Error, ValueError):
            cells = line.split(self.delimiter)
        return [cell.strip() for cell in cells]

    def goes_on(self, line: str) -> bool:
        """Whether this line, which is not blank, belongs to the sheet."""
        return self.delimiter in line and line.lstrip()[:1] not in "{["

    def is_player(self, line: str) -> bool:
        """Whether a line of the sheet has a player: not the rule below the titles, nor nothing at all."""
        return not _RULE.fullmatch(line) and any(self.cells(line))

    def hand(self, line: str) -> tuple[str, ...]:
        """What tells the hand of this line from others; () where no column does."""
        cells = self.cells(line)
        return tuple(_cell(cells, at) for at in self.hands.values())

    def settings(self, lines: list[str]) -> list[str]:
        """The hand's label, its rules, button and stacks, as lines of a session."""
        first, people = self.cells(lines[0]), [self.cells(line) for line in lines]
        label, rules = self._label(first), self._of("rules", first)
        names = [self._name(cells, at + 1) for at, cells in enumerate(people)]
        button = next(
            (
                one
                for one, cells in zip(names, people, strict=True)
                if self._of("button", cells).lower() in _SAID
            ),
            "",
        )
        stacks = dict(zip(names, (self._of("stack", cells) for cells in people), strict=True))
        has_stacks = all(re.fullmatch(r"[0-9]{1,11}", chips) for chips in stacks.values())
        return [
            *[f"hand {label}"] * (bool(label) and label != _CORRECTION),
            *[f"rules: {rules}"] * bool(rules),
            *[f"button: {button}"] * bool(button),
            *[f"stacks: {', '.join(stacks.values())}"] * (has_stacks and label != _CORRECTION),
        ]

    def correction(self, lines: list[str]) -> str:
        """The lines of a correction as one line of a session; "" for those of a hand."""
        people = [self.cells(line) for line in lines]
        if self._label(people[0]) != _CORRECTION:
            return ""
        points = [f"{self._name(one, at + 1)} {self._of('points', one)}" for at, one in enumerate(people)]
        return f"{_CORRECTION}: {'; '.join(points)}"

    def _label(self, cells: list[str]) -> str:
        label = " ".join(_cell(cells, at) for key, at in self.hands.items() if key != "line")
        return " ".join(re.sub(r"[,;:]", " ", label).split())

    def _name(self, cells: list[str], number: int) -> str:
        return re.sub(r"^'(?=[=+\-@])|:", "", self._of("player", cells)) or f"Player {number}"

    def player(self, line: str, number: int) -> str:
        """The player of this line as a line of a session; `number` names them where the sheet does not."""
        cells = self.cells(line)
        name = self._name(cells, number)
        rows = (" ".join(_cell(cells, at) for at in row) for row in self.rows)
        board = " / ".join(re.sub(r"[/|:=]", " ", row).strip() or "-" for row in rows)
        if not all(self.rows):
            board = self._of("board", cells)
        gone = " surrender" * (self._of("surrendered", cells).lower() in _SAID)
        if not gone and not re.search(r"\w", board) and self._of("foul", cells).lower() in _SAID:
            gone = " fouled"
        points = self._of("points", cells)
        if not gone and not re.search(r"\w", board) and points_in(f"{name}: {points}"):
            return f"{name}: {points}"
        return f"{name}: {board}{gone}" + f" = {points}" * bool(_POINTS.fullmatch(points))

    def _of(self, key: str, cells: list[str]) -> str:
        return _cell(cells, self.columns[key]) if key in self.columns else ""


def _cell(cells: list[str], at: int) -> str:
    return cells[at] if at < len(cells) else ""


def hands_of(sheet: Sheet, lines: Iterator[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    """The lines below the titles, those of one hand together."""
    hand: list[tuple[int, str]] = []
    for number, line in lines:
        is_blank = not line.strip() or (bool(sheet.cells(line)) and not any(sheet.cells(line)))
        if hand and ((is_blank and not sheet.hands) or (not is_blank and _is_next(sheet, hand[-1][1], line))):
            yield hand
            hand = []
        if not is_blank and sheet.is_player(line):
            hand.append((number, line))
    if hand:
        yield hand


def _is_next(sheet: Sheet, line: str, following: str) -> bool:
    """Whether the second line begins another hand; one that leaves the column empty does not."""
    cells = sheet.hand(following)
    return sheet.is_player(following) and any(cells) and cells != sheet.hand(line)
