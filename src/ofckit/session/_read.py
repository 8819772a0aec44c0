"""A session file taken apart: blocks of lines, and hands as JSON between them."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate

from .._documents import DocumentError, read_json
from .._errors import OfcError
from .._event_log import kind_of
from .._problem import Problem
from ._events import EventHand
from ._faces import order_of, plain_faces, turned
from ._hand import Defaults, Unscored
from ._json import NotAHand, changes_in, label_of, lines_in, own_settings, parse, read_hand
from ._layout import Layout, seat_of
from ._sheets import Sheet, hands_of
from ._spellings import plain_line
from ._text import Block, is_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._text import Item

Line = tuple[int, str]  # its number from 1, and its text

MOST_OF_A_HAND = 1_000_000  # characters
MOST_TITLES = 5  # problems above the first hand that are held back; with more, all are reported at once
_OPENS = re.compile(r"\s*(?:\{|\[\s*(?:[{\[]|$))")
_GOES_ON = re.compile(r"\s*(?:$|[\"{}\[\],]|-?\d|true\b|false\b|null\b)")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_ROUND = re.compile(r"[\s-]*+(?:round|street|deal)\s*+#?\d*+[\s:-]*+", re.IGNORECASE)
_HISTORY = re.compile(r"\s*(?:\{\s*\"ofckit_history\"|ofckit_history\s*=)")


class Reader:
    """Reads a session: `Reader(defaults).read(lines)` gives hands and problems in their order."""

    def __init__(self, defaults: Defaults) -> None:
        self.defaults = defaults
        self._layouts: dict[int, Layout] = {}  # the boards of this block in several lines, by the first
        self._strays: list[Problem] = []  # JSON after JSON that is not a hand
        self._titles: list[Problem] = []  # of lines above the first hand, which are none if hands follow
        self._takes_titles = True
        self._suit_first: bool | None = None  # whether the first board writes the suit first

    def read(self, lines: Iterable[Line]) -> Iterator[Item]:
        """Hands and problems; a hand with a problem is left out."""
        self._left = iter(lines)
        self._again: list[Line] = []  # lines read ahead, the next one last
        block = self._block()
        while (line := self._next()) is not None:
            number, text = line[0], plain_line(line[1])
            if not text.strip() and (self._goes_on(block) or (line[1].strip() and not block.has_players)):
                continue
            if (order := order_of(text)) is not None:
                self.defaults.bottom_first = block.bottom_first = order
                continue
            if _HISTORY.match(text):
                message = "this is a history: ofckit check, replay and review read it"
                yield Problem(number, message, text=text)
                return
            if _OPENS.match(text) or not text.strip():
                yield from self._close(block)
                block = self._block()
            if _OPENS.match(text):
                yield from self._json(line)
            elif not block.has_players and (sheet := Sheet.titled(text)):
                yield from self._close(block)
                yield from self._told_strays()
                block = self._block()
                yield from self._sheet(sheet)
            elif text.strip() and not text.lstrip().startswith("#") and not _ROUND.fullmatch(text):
                yield from self._told_strays()
                if layout := self._laid_out((number, text)):
                    self._layouts[number], seat = layout, seat_of(text)
                    self._seats |= {seat} if seat is not None else set()
                    block.add(number, layout.text, is_laid_out=True)
                else:
                    block.add(number, self._rank_first(text))
        yield from self._close(block)
        yield from self._told_strays()
        yield from () if self.defaults.hands else self._titles

    def _next(self) -> Line | None:
        if self._again:
            return self._again.pop()
        line = next(self._left, None)
        return None if line is None else (line[0], plain_faces(line[1]))

    def _block(self) -> Block:
        self._seats: set[int] = set()  # of a tracker's export, in this block
        self._are_apart = False  # the players of this block, by blank lines
        return Block(self.defaults.bottom_first)

    def _goes_on(self, block: Block) -> bool:
        """Whether after this blank line the next player of the hand follows: a tracker's seat, or rows."""
        if block.has_one_player or self._are_apart:
            below = [one for one in (self._next() for _ in range(4)) if one is not None]
            self._again += reversed(below)
            layout = Layout.of(below, self.defaults.bottom_first) if len(below) == 4 else None
            if layout is not None and not block.has(layout.text.partition(":")[0]):
                self._are_apart = True
                return True
        if not self._seats or (following := self._next()) is None:
            return False
        self._again.append(following)
        seat = seat_of(following[1])
        return block.has_players and seat is not None and seat not in self._seats

    def _rank_first(self, text: str) -> str:
        """The line of a player in a file that writes the suit first, as its first board says."""
        name, colon, board = text.partition(":")
        if not colon or self._suit_first is False or is_setting(text):
            return text
        found = turned(board.partition("#")[0].partition("=")[0])
        if self._suit_first is None:
            self._suit_first = bool(found)
        return f"{name}:{found}" if found else text

    def _close(self, block: Block) -> Iterator[Item]:
        is_title = self._takes_titles and block.is_title and not self.defaults.hands
        for item in block.close(self.defaults, self.defaults.hands + 1):
            if is_title and isinstance(item, Problem):
                self._titles.append(item)
                if len(self._titles) > MOST_TITLES:
                    yield from self._titles
                    self._titles, self._takes_titles = [], False
                continue
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
        layout = Layout.of([line, *below], self.defaults.bottom_first)
        if layout is None:
            self._again += reversed(below)
        return layout

    def _sheet(self, sheet: Sheet) -> Iterator[Item]:
        """The hands of a sheet whose titles have been read."""
        for lines in hands_of(sheet, self._lines_of(sheet)):
            block, texts = Block(), dict(lines)
            for setting in sheet.settings([text for _, text in lines]):
                block.add(lines[0][0], setting)
            if correction := sheet.correction([text for _, text in lines]):
                block.add(lines[0][0], correction)
                lines = []
            for at, (number, text) in enumerate(lines):
                block.add(number, self._rank_first(sheet.player(text, at + 1)))
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

    def _json(self, line: Line) -> Iterator[Item]:
        """The hands of the JSON that begins in this line, in one line or in several."""
        document = self._document(line)
        text = "\n".join(line for _, line in document)
        if event := _event(text):
            yield from self._of_events(document[0], event)
            return
        try:
            hands = parse(text)
        except NotAHand as error:
            if said := lines_in(text, self.defaults):
                yield from self._said(document, said)
                return
            self._strays.append(_problem(document, error))
            return
        except OfcError as error:
            yield from self._json_hand(document, None, error)
            return
        for start, end, data in hands:
            part = document if len(hands) == 1 else _part(document, text, start, end)
            yield from self._json_hand(part, data)
        whole = read_json(text)
        if isinstance(whole, dict) and "hands" in whole:  # of `score --format json`
            yield from changes_in(whole, document[0][0], self.defaults)

    def _said(self, document: list[Line], lines: list[str]) -> Iterator[Item]:
        """What JSON says between hands, as the lines of a session."""
        yield from self._told_strays()
        block, (number, text) = self._block(), document[0]
        for line in lines:
            block.add(number, line)
        for item in self._close(block):
            yield item._replace(text=text, column=0) if isinstance(item, Problem) else item

    def _of_events(self, first: Line, event: Mapping[str, Any]) -> Iterator[Item]:
        """The hands of an event log that begins with this line."""
        yield from self._told_strays()
        hand, lines = EventHand(), [first]
        hand.add(event)
        while (line := self._next()) is not None:
            following = _event(line[1]) if line[1].strip() else event
            if not following:
                self._again.append(line)
                break
            if following is event:
                continue
            if not hand.takes(following):
                yield from self._event_hand(hand, lines)
                hand, lines = EventHand(names=hand.names), []
            hand.add(following)
            lines.append(line)
        yield from self._event_hand(hand, lines)

    def _event_hand(self, hand: EventHand, lines: list[Line]) -> Iterator[Item]:
        table = hand.table()
        if not table["players"]:
            self._add_strays(lines)
            return
        error = OfcError(hand.strange()) if hand.strange() else None
        yield from self._json_hand(lines, None if error else table, error)

    def _json_hand(
        self, document: list[Line], data: Mapping[str, Any] | None, error: OfcError | None = None
    ) -> Iterator[Item]:
        """The hand of these lines, or why it cannot be read."""
        label, line = str(self.defaults.hands + 1), document[0][0]
        found: list[Item] = []
        if data is not None:
            label = label_of(data, label)
            found += self.defaults.refusals(label, line, own_settings(data))
            text = "\n".join(line for _, line in document)
            yield from changes_in(data, line, self.defaults)
            try:
                found = found or [read_hand(data, text, line, label, self.defaults)]
            except OfcError as wrong:
                error = wrong
        if error is not None:
            problem = _problem(document, error)._replace(hand=label)
            found = [problem, Unscored(label, line, error.message)]
        if not (data and data.get("correction") is True):
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

    def _add_strays(self, lines: list[Line]) -> None:
        """Lines of JSON that are not a hand."""
        for line in lines:
            try:
                parse(line[1])
            except NotAHand as error:
                self._strays.append(_problem([line], error))

    def _told_strays(self) -> Iterator[Problem]:
        """One problem for all consecutive JSON that is not a hand."""
        if self._strays:
            first, *others = self._strays
            more = f" (and so in the {len(others)} JSON lines after it)" if others else ""
            yield first._replace(message=first.message + more)
            self._strays = []


def _event(text: str) -> dict[str, Any] | None:
    """The event of a line of a log; None for any other text."""
    if not text.lstrip().startswith("{") or len(text) > MOST_OF_A_HAND:
        return None
    try:
        data = read_json(text)
    except DocumentError:
        return None
    return data if kind_of(data) else None


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
