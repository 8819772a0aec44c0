"""A session file taken apart: blocks of lines, and hands as JSON between them."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate

from .._errors import OfcError
from .._problem import Problem
from ._hand import Defaults, Hand, Unscored
from ._json import NotAHand, label_of, own_settings, parse, read_hand
from ._layout import Layout
from ._sheets import Sheet, hands_of
from ._text import Block, is_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Line = tuple[int, str]  # its number from 1, and its text

MOST_OF_A_HAND = 1_000_000  # characters
_OPENS = re.compile(r"\s*(?:\{|\[\s*(?:[{\[]|$))")
_GOES_ON = re.compile(r"\s*(?:$|[\"{}\[\],]|-?\d|true\b|false\b|null\b)")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_HISTORY = re.compile(r"\s*(?:\{\s*\"ofckit_history\"|ofckit_history\s*=)")


class Reader:
    """Reads a session: `Reader(defaults).read(lines)` gives hands and problems in their order."""

    def __init__(self, defaults: Defaults) -> None:
        self.defaults = defaults
        self._layouts: dict[int, Layout] = {}  # the boards of this block in several lines, by the first
        self._strays: list[Problem] = []  # JSON after JSON that is not a hand

    def read(self, lines: Iterable[Line]) -> Iterator[Hand | Problem | Unscored]:
        """Hands and problems; a hand with a problem is left out."""
        self._left = iter(lines)
        self._again: list[Line] = []  # lines read ahead, the next one last
        block = Block()
        while (line := self._next()) is not None:
            number, text = line
            if _HISTORY.match(text):
                message = "this is a history: ofckit check, replay and review read it"
                yield Problem(number, message, text=text)
                return
            if _OPENS.match(text) or not text.strip():
                yield from self._close(block)
                block = Block()
            if _OPENS.match(text):
                yield from self._json(line)
            elif not block.has_players and (sheet := Sheet.titled(text)):
                yield from self._close(block)
                yield from self._told_strays()
                block = Block()
                yield from self._sheet(sheet)
            elif text.strip() and not text.lstrip().startswith("#"):
                yield from self._told_strays()
                if layout := self._laid_out(line):
                    self._layouts[number], text = layout, layout.text
                block.add(number, text)
        yield from self._close(block)
        yield from self._told_strays()

    def _next(self) -> Line | None:
        return self._again.pop() if self._again else next(self._left, None)

    def _close(self, block: Block) -> Iterator[Hand | Problem | Unscored]:
        for item in block.close(self.defaults, self.defaults.hands + 1):
            if isinstance(item, Problem) and item.line in self._layouts:
                item = self._layouts[item.line].place(item)
            yield item
        self._layouts = {}
        if block.has_players:
            self.defaults.count_hand()

    def _laid_out(self, line: Line) -> Layout | None:
        """The board whose name stands in this line and whose rows stand below it, if it is one."""
        if re.search(r"[/|]", line[1]) or is_setting(line[1]):
            return None
        below: list[Line] = []
        while len(below) < 3 and (following := self._next()) is not None:
            below.append(following)
        layout = Layout.of([line, *below])
        if layout is None:
            self._again += reversed(below)
        return layout

    def _sheet(self, sheet: Sheet) -> Iterator[Hand | Problem | Unscored]:
        """The hands of a sheet whose titles have been read."""
        for lines in hands_of(sheet, self._lines_of(sheet)):
            block, texts = Block(), dict(lines)
            for setting in sheet.settings(lines[0][1]):
                block.add(lines[0][0], setting)
            for at, (number, text) in enumerate(lines):
                block.add(number, sheet.player(text, at + 1))
            for item in self._close(block):
                if isinstance(item, Problem) and item.line in texts:
                    item = item._replace(column=0, text=texts[item.line])
                yield item

    def _lines_of(self, sheet: Sheet) -> Iterator[Line]:
        """The lines of a sheet: up to one that is neither blank nor like it."""
        while (line := self._next()) is not None:
            if line[1].lstrip().startswith("#"):
                continue
            if line[1].strip() and not sheet.goes_on(line[1]):
                self._again.append(line)
                return
            yield line

    def _json(self, line: Line) -> Iterator[Hand | Problem | Unscored]:
        """The hands of the JSON that begins in this line, in one line or in several."""
        document = self._document(line)
        text = "\n".join(line for _, line in document)
        try:
            hands = parse(text)
        except NotAHand as error:
            self._strays.append(_problem(document, error))
            return
        except OfcError as error:
            yield from self._json_hand(document, None, error)
            return
        for start, end, data in hands:
            part = document if len(hands) == 1 else _part(document, text, start, end)
            yield from self._json_hand(part, data)

    def _json_hand(
        self, document: list[Line], data: Mapping[str, Any] | None, error: OfcError | None = None
    ) -> Iterator[Hand | Problem | Unscored]:
        """The hand of these lines, or why it cannot be read."""
        label, line = str(self.defaults.hands + 1), document[0][0]
        found: list[Hand | Problem | Unscored] = []
        if data is not None:
            label = label_of(data, label)
            found = self.defaults.refusals(label, line, own_settings(data))
            text = "\n".join(line for _, line in document)
            try:
                found = found or [read_hand(data, text, line, label, self.defaults)]
            except OfcError as wrong:
                error = wrong
        if error is not None:
            problem = _problem(document, error)._replace(hand=label)
            found = [problem, Unscored(label, line, error.message)]
        self.defaults.count_hand()
        yield from self._told_strays()
        yield from found

    def _document(self, first: Line) -> list[Line]:
        """The lines of a JSON document that may go on after its first line.

        One that is cut off ends at a line that is not JSON, or is a whole document itself.
        """
        document = [first]
        if not _is_cut(first[1]):
            return document
        depth, size = _depth(first[1]), len(first[1])
        while depth > 0 and size <= MOST_OF_A_HAND and (line := self._next()) is not None:
            if not _GOES_ON.match(line[1]):
                self._again.append(line)
                break
            document.append(line)
            depth += _depth(line[1])
            size += len(line[1])
        if depth > 0:
            whole = [i for i, (_, text) in enumerate(document) if i and _is_whole(text)]
            self._again += reversed([document[i] for i in whole])
        return document

    def _told_strays(self) -> Iterator[Problem]:
        """One problem for all consecutive JSON that is not a hand."""
        if self._strays:
            first, *others = self._strays
            more = f" (and so in the {len(others)} JSON lines after it)" if others else ""
            yield first._replace(message=first.message + more)
            self._strays = []


def _problem(document: list[Line], error: OfcError) -> Problem:
    """What is wrong with a document, at its line and column in the whole."""
    starts = list(accumulate((len(text) + 1 for _, text in document), initial=0))
    at = (error.column or 0) - 1
    index = min(max(bisect_right(starts, at) - 1, 0), len(document) - 1)
    number, text = document[index]
    return Problem(number, error.message, at - starts[index] + 1 if at >= 0 else 0, text=text)


def _part(document: list[Line], text: str, start: int, end: int) -> list[Line]:
    """The lines of a part of a document, with blanks for what stands before it in its first line."""
    first, last = text.count("\n", 0, start), text.count("\n", 0, end)
    begin = text.rfind("\n", 0, start) + 1
    lines = (" " * (start - begin) + text[start:end]).split("\n")
    return [(number, line) for (number, _), line in zip(document[first : last + 1], lines, strict=True)]


def _is_cut(text: str) -> bool:
    """Whether this is the incomplete beginning of some JSON."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text.rstrip())
    except (ValueError, RecursionError):
        pass
    return False


def _is_whole(text: str) -> bool:
    try:
        return text.startswith("{") and isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _depth(text: str) -> int:
    """How many more brackets a part of JSON opens than it closes."""
    bare = _STRING.sub("", text)
    return sum(map(bare.count, "{[")) - sum(map(bare.count, "}]"))
