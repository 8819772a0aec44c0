"""Hands as people write them: a block of lines for each, one line a player, a blank line between.

    hand 12, button: Ann, rules: progressive
    Ann: Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s = +13
    Bob: ...                               # a comment
    Cid: surrender

A line that begins with '{' is a hand of its own as JSON.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ofckit._columns import printable
from ofckit._errors import OfcError
from ofckit.board import Board
from ofckit.cards import Card, parse_cards
from ofckit.rules import Rules, find_rules
from ofckit.session._hand import (
    Defaults,
    Hand,
    Problem,
    Seat,
    Unreadable,
    check_name,
    faults,
    read_stake,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")

MOST_LABEL = 60
OF_A_HAND = ("hand", "button", "stacks")
KEYS = (*OF_A_HAND, "rules", "stake", "duplicates")
_INNER = "|".join(KEYS[1:])
# Where the next setting of a header line begins: after a comma, or at a word with a colon.
_NEXT = re.compile(rf"\s*[,;]\s*(?=(?:{_INNER})\b)|\s+(?=(?:{_INNER})\s*:)", re.IGNORECASE)
_SETTING = re.compile(rf"\s*({'|'.join(KEYS)})(?:\s*:\s*|\s+|$)(.*)", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|\s)#(?:\s.*|$)")
_GIVEN_UP = re.compile(r"(?:^|(?<=[\s/|]))(?:surrender(?:s|ed)?|gives? up)\s*$", re.IGNORECASE)
_EXPECTED = re.compile(r"=\s*([+\-\u2212]?\s*\d{1,6})\s*$")
_CARD = re.compile(r"10.|[^\s,/|]\S?", re.DOTALL)


class _Wrong(Exception):
    """A problem with a place."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass(slots=True)
class _Setting:
    key: str
    value: str
    line: int
    column: int
    text: str

    def read(self, reader: Callable[[str], T]) -> T:
        """The value as the reader makes it; what the reader complains of gets the place of the setting."""
        try:
            return reader(self.value)
        except OfcError as error:
            raise self.wrong(error.message) from None

    def wrong(self, message: str) -> _Wrong:
        return _Wrong(Problem(self.line, self.column, message, self.text))


@dataclass(slots=True)
class _Player:
    """A line that could be read; the board is `text[start:end]`."""

    seat: Seat
    line: int
    text: str
    start: int
    end: int

    def problem(self, message: str, column: int = 0) -> Problem:
        return Problem(self.line, column or self.start + 1, message, self.text)

    def column_of(self, card: Card) -> int:
        """Where the line names this card, the last time that it does."""
        column = self.start + 1
        for word in _CARD.finditer(self.text, self.start, self.end):
            try:
                if parse_cards(word[0]) == [card]:
                    column = word.start() + 1
            except OfcError:
                continue
        return column

    def column_of_row(self, row: int) -> int:
        """Where a row begins in the line."""
        starts = [self.start, *(m.end() for m in re.finditer("[/|]", self.text[: self.end])), self.end]
        at = [start for start in starts if start >= self.start][row]
        return at + len(self.text[at : self.end]) - len(self.text[at : self.end].lstrip()) + 1


@dataclass(slots=True)
class _Block:
    """The lines between two blank ones."""

    line: int = 0
    text: str = ""
    settings: list[_Setting] = field(default_factory=list)
    players: list[_Player] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    people: int = 0  # lines of players, unreadable ones too


class Reader:
    """Reads a file: `Reader(defaults).read(lines)` gives hands and problems in their order."""

    def __init__(self, defaults: Defaults) -> None:
        self.defaults = defaults
        self.hands = 0  # so far, unreadable ones too

    def read(self, lines: Iterable[tuple[int, str]]) -> Iterator[Hand | Problem]:
        """Hands and problems; a hand that has a problem is not given. Lines are numbered from 1."""
        block = _Block()
        for number, text in lines:
            start = text.lstrip()
            if not start or start.startswith("{"):
                yield from self._close(block)
                block = _Block()
            if start.startswith("{"):
                yield from self._json(number, text)
            elif start and not start.startswith("#"):
                _add_line(block, number, text)
        yield from self._close(block)

    def _json(self, number: int, text: str) -> Iterator[Hand | Problem]:
        from ofckit.session._json import read_hand

        self.hands += 1
        try:
            yield read_hand(text, number, str(self.hands), self.defaults)
        except OfcError as error:
            yield Problem(number, error.column or 0, error.message, text)

    def _close(self, block: _Block) -> Iterator[Hand | Problem]:
        """What a finished block comes to."""
        if not block.line:
            return
        hand: Hand | None = None
        try:
            if block.people:
                self.hands += 1
                hand = self._hand(block)
            else:
                self._general(block)
        except _Wrong as error:
            block.problems.append(error.problem)
        if block.problems:
            yield from sorted(block.problems, key=lambda problem: problem.line)
        elif hand is not None:
            yield hand

    def _general(self, block: _Block) -> None:
        """Settings in a block of their own hold for the hands that follow."""
        for setting in block.settings:
            if setting.key in OF_A_HAND:
                raise setting.wrong(f"{setting.key!r} belongs to a hand, and no player's line follows it")
            if setting.key == "stake":
                if self.hands:
                    raise setting.wrong("the stake holds for the whole file: it stands before the first hand")
                stake = setting.read(read_stake)
                self.defaults.stake = self.defaults.stake or stake
            elif setting.key == "rules":
                self.defaults.rules = setting.read(self._find_rules)
            else:
                self.defaults.duplicates = setting.read(_read_duplicates)

    def _find_rules(self, name: str) -> Rules:
        return find_rules(name, self.defaults.folder)

    def _hand(self, block: _Block) -> Hand | None:
        """The hand of a block that has players; what is wrong with its boards is added to its problems."""
        own: dict[str, _Setting] = {}
        for setting in block.settings:
            if setting.key == "stake":
                raise setting.wrong("the stake holds for the whole file: write it in a block of its own")
            if setting.key in own:
                raise setting.wrong(f"{setting.key!r} stands twice in this hand")
            own[setting.key] = setting
        for player in block.players:
            player.seat = self.defaults.spelled(player.seat)
        names = list(dict.fromkeys(player.seat.name for player in block.players))
        rules = self.defaults.rules_for(own["rules"].read(self._find_rules) if "rules" in own else None)
        duplicates = self.defaults.duplicates
        if "duplicates" in own:
            duplicates = own["duplicates"].read(_read_duplicates)
        block.problems += _table_problems(block.players, rules, duplicates)
        if len(block.players) < block.people:
            return None  # whom the button and the stacks are about is not known
        button, stacks = own.get("button"), own.get("stacks")
        named = "hand" in own and own["hand"].value
        return Hand(
            label=printable(own["hand"].value)[:MOST_LABEL] if named else str(self.hands),
            line=block.line,
            seats=tuple(player.seat for player in block.players),
            rules=rules,
            button=button.read(lambda name: _seat(name, names)) if button else None,
            stacks=stacks.read(lambda text: _stacks(text, names)) if stacks else None,
            duplicates=duplicates,
            text=block.text,
        )


def _add_line(block: _Block, number: int, text: str) -> None:
    """Add a line, or the problem that it is, to a block."""
    block.line, block.text = block.line or number, block.text or text
    if _is_setting(text):
        block.settings += _read_settings(number, _COMMENT.sub("", text))
        return
    block.people += 1
    try:
        block.players.append(_read_player(number, text, block.players))
    except OfcError as error:
        block.problems.append(Problem(number, error.column or 0, error.message, text))


def _is_setting(text: str) -> bool:
    """Whether a line begins with a key; 'Hand Solo: As Kd Qc / ...' is a player all the same."""
    found = _SETTING.match(text)
    if found is None:
        return False
    name, _, rest = text.partition(":")
    if name.strip().lower() in KEYS:
        return True
    return not re.search(r"[/|]", rest) and not _GIVEN_UP.search(rest)


def _read_settings(number: int, text: str) -> Iterator[_Setting]:
    """The settings of a line: 'hand 12, button: Ann, rules: progressive'."""
    start = 0
    for end, following in [*((m.start(), m.end()) for m in _NEXT.finditer(text)), (len(text), 0)]:
        found = _SETTING.match(text, start, end)
        if found:
            yield _Setting(found[1].lower(), found[2].strip(), number, found.start(2) + 1, text)
        start = following


def _read_player(number: int, text: str, before: list[_Player]) -> _Player:
    """A line 'name: top / middle / bottom', with '= points' or 'surrender' after it where that is known."""
    name, colon, rest = text.partition(":")
    start = len(name) + 1
    if not colon:
        at = len(text) - len(text.lstrip()) + 1
        raise Unreadable(at, "no ':' here: a player's line is 'name: top / middle / bottom'")
    known = check_name(name, len(name) - len(name.lstrip()) + 1)
    end = start + len(rest.partition("#")[0].rstrip())
    expected = None
    if points := _EXPECTED.search(text, start, end):
        expected = int(points[1].replace("\u2212", "-").replace(" ", ""))
        end = points.start()
    given_up = _GIVEN_UP.search(text[:end], start)
    if given_up:
        end = given_up.start()
    start += len(text[start:end]) - len(text[start:end].lstrip())
    taken = [card for player in before for card in player.seat.board.cards]
    board = _read_board(text, start, end, bool(given_up), taken)
    return _Player(Seat(known, board, bool(given_up), expected), number, text, start, end)


def _read_board(text: str, start: int, end: int, partial: bool, taken: list[Card]) -> Board:
    """The board in a part of a line; errors carry their column in the line."""
    if not text[start:end].strip():
        if partial:
            return Board("- / - / -")
        raise Unreadable(start + 1, "the board is missing: top / middle / bottom")
    try:
        return Board(" " * start + text[start:end], check=False, jokers=2, taken=taken)
    except OfcError as error:
        raise Unreadable(max(error.column or 0, start + 1), error.message) from None


def _table_problems(players: list[_Player], rules: Rules, duplicates: str) -> list[Problem]:
    """What is wrong with boards that can be read one by one: too few cards, a card or a name twice."""
    problems = []
    names: Counter[str] = Counter()
    holders: dict[Card, str] = {}
    for player in players:
        seat = player.seat
        names[seat.name.casefold()] += 1
        if names[seat.name.casefold()] > rules.boards_per_player:
            problems.append(player.problem(f"{seat.name} has a board in this hand already", 1))
        for fault in faults(seat, rules, duplicates):
            column = player.column_of(fault.card) if fault.card else player.column_of_row(fault.row)
            problems.append(player.problem(fault.message, column))
        for card in dict.fromkeys(seat.board.cards):
            if card in holders and duplicates == "error":
                message = f"{card} is on the board of {holders[card]} already"
                problems.append(player.problem(message, player.column_of(card)))
            holders.setdefault(card, seat.name)
    return problems


def _seat(name: str, names: list[str]) -> int:
    """The seat with this name, by any spelling of its case, or with this number from 1."""
    for index, known in enumerate(names):
        if known.casefold() == " ".join(name.split()).casefold():
            return index
    if name.isdecimal() and 1 <= int(name) <= len(names):
        return int(name) - 1
    raise OfcError(f"{name!r} is none of the players {', '.join(names)}")


def _stacks(text: str, names: list[str]) -> tuple[int, ...]:
    """'8, 20, 6' in the order of the players' lines, or 'Ann 8, Cid 6, Bob 20'."""
    parts = [part.strip() for part in text.split(",")] if "," in text else text.split()
    found: dict[int, int] = {}
    for index, part in enumerate(parts):
        name, _, number = part.rpartition(" ")
        if not (number.isascii() and number.isdecimal() and len(number) < 12):
            raise OfcError(f"{part!r} is no number of chips: write '8, 20, 6' or 'Ann 8, Bob 20, Cid 6'")
        found[_seat(name, names) if name else index] = int(number)
    if sorted(found) != list(range(len(names))):
        raise OfcError(f"stacks for {len(found)} of {len(names)} players")
    return tuple(found[index] for index in range(len(names)))


def _read_duplicates(word: str) -> str:
    if word.lower() not in ("error", "allow"):
        raise OfcError(f"duplicates {word!r}: must be 'error' or 'allow'")
    return word.lower()
