"""Hands as people write them: a block of lines for each, one line per player, a blank line between.

hand 12, button: Ann, rules: progressive
Ann: Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s = +13
Bob: ...                               # a comment
Cid: surrender
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from .._columns import printable
from .._errors import OfcError
from .._problem import Problem
from .._values import brief
from ..board import Board, read_table, row_spans
from ..cards import Card, parse_cards, scan_cards
from ..rules import Rules
from ._changes import (
    Change,
    check_sum,
    is_change,
    is_correction,
    points_in,
    read_alone,
    read_change,
    read_correction,
    read_points,
    read_stacks,
    who_leaves,
)
from ._hand import (
    CURRENCY,
    Defaults,
    Hand,
    Seat,
    Unreadable,
    Unscored,
    check_name,
    faults,
    read_duplicates,
    shared_cards,
)
from ._names import FOULED, Names, read_rows
from ._people import fold
from ._spellings import is_card

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias, TypeVar

    T = TypeVar("T")
    Item: TypeAlias = "Hand | Change | Problem | Unscored"

MOST_LABEL = 60
OF_A_HAND = ("hand", "button", "stacks")
KEYS = (*OF_A_HAND, "rules", "stake", "duplicates")
NO_PLAYER = "no ':' here: a player's line is 'name: top / middle / bottom', a comment begins with '#'"
NO_SHEET = (
    "no titles of a sheet of boards: it takes the columns player, top, middle and bottom (perhaps hand)"
)
_INNER = "|".join(KEYS[1:])
# Where the next setting of a header line begins: after a comma, or at a word with a colon.
_NEXT = re.compile(rf"(?<!\s)\s*+[,;]\s*+(?=(?:{_INNER})\b)|(?<!\s)\s++(?=(?:{_INNER})\s*:)", re.IGNORECASE)
_SETTING = re.compile(rf"\s*({'|'.join(KEYS)})(?:\s*:\s*|\s+|$)(.*)", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|\s)#(?:\s.*|$)")
_GIVEN_UP = re.compile(r"(?:^|(?<=[\s/|]))(?:surrender(?:s|ed)?|gives? up)\s*$", re.IGNORECASE)
_ALIAS = re.compile(r"\s*(?:alias(?:es)?|aka)\s*:\s*", re.IGNORECASE)
# A hand in a line: 'hand 3: Al -5, Ben +5'.
_OF_HAND = re.compile(r"(\s*(?:hand|game|round|deal)\s*#?\w{1,20})\s*:\s*(?=\S)", re.IGNORECASE)
_EXPECTED = re.compile(r"=\s*([+\-\u2212]?\s*\d{1,6})\s*$")
_PAID = re.compile(rf"=\s*([+\-\u2212\u2013]?\s?(?:{CURRENCY})?\s?\d[\d.,]{{0,12}}\s?(?:{CURRENCY})?)\s*$")
_TEN = re.compile(r"(?:1[oO]|(?<![^\W\d_])[lI][oO0])(?=[cdhs\u2660-\u2667])", re.IGNORECASE)
_CARD = re.compile(r"10.|[^\s,/|]\S?", re.DOTALL)


class Block:
    """The lines between two blank ones: a hand, settings for the hands that follow, or neither."""

    def __init__(self, bottom_first: bool = False) -> None:
        self.bottom_first = bottom_first
        self.line = 0
        self.text = ""
        self.settings: list[_Setting] = []
        self.players: list[_Player] = []
        self.problems: list[Problem] = []
        self.has_players = False  # unreadable ones too
        self._aliases: list[_Setting] = []
        self._leaving: list[_Setting] = []  # 'Tom leaves'
        self._changes: list[tuple[_Setting, bool]] = []  # of chips; whether it stands below a player's line
        self._corrections: list[_Setting] = []
        self._points: list[_Setting] = []  # 'Al -5'
        self._remarks: list[Problem] = []  # what is wrong with these, which leaves out no hand
        self._strange: list[tuple[int, str]] = []  # lines that are neither settings nor players
        self._has_rounds = False  # of a tracker

    def add(self, number: int, text: str, is_laid_out: bool = False) -> None:
        """One more line; one that is laid out has its top row first."""
        self.line, self.text = self.line or number, self.text or text
        bare = _COMMENT.sub("", text)
        if (titled := _OF_HAND.match(bare)) and points_in(bare[titled.end() :]):
            self.settings += _read_settings(number, re.sub(r"^\s*[^\W\d_]+", "hand", titled[1]))
            bare = bare[titled.end() :]
        if alias := _ALIAS.match(text):
            self._aliases.append(
                _Setting("alias", bare[alias.end() :].strip(), number, alias.end() + 1, bare)
            )
        elif correction := is_correction(bare):
            self._corrections.append(_Setting("correction", bare[correction:], number, correction + 1, text))
        elif is_change(bare):
            if name := who_leaves(bare):
                self._leaving.append(_Setting("leaves", name, number, text.find(name) + 1, text))
            self._changes.append((_Setting("change", bare, number, 1, text), self.has_players))
        elif not is_setting(bare) and (points := points_in(bare)):
            self.has_players = True
            self._points.append(_Setting("points", points, number, text.find(points) + 1, text))
        elif is_setting(text):
            self.settings += _read_settings(number, _COMMENT.sub("", text))
        elif re.search("[:/|]", text):
            self.has_players = True
            try:
                self._add_player(_read_player(number, text, self.bottom_first and not is_laid_out))
            except OfcError as error:
                self.problems.append(Problem(number, error.message, error.column or 0, text=text))
        else:
            self._strange.append((number, text))

    @property
    def is_title(self) -> bool:
        """Whether it is one line of words, such as 'Friday game', which may stand above the first hand."""
        lines = [text for _, text in self._strange]
        others = (self.settings, self.players, self.problems, self._points, self._changes, self._corrections)
        return len(lines) == 1 and not any(others) and not any(map(is_card, lines[0].split()))

    @property
    def has_one_player(self) -> bool:
        """Whether it has one player and nothing else."""
        return len(self.players) == 1 and not (self.problems or self._strange or self._points)

    def has(self, name: str) -> bool:
        """Whether this player stands in it."""
        return fold(" ".join(name.split())) in [fold(player.seat.name) for player in self.players]

    def _add_player(self, player: _Player) -> None:
        """One more player, or more cards of one: trackers write 'name: top=2c; bottom=9d' each round."""
        name = fold(player.seat.name)
        for known in self.players if "=" in player.source or self._has_rounds else ():
            if fold(known.seat.name) != name or player.seat.names or known.seat.names:
                continue
            both = _together(known.seat.board, player.seat.board)
            if both in (known.seat.board, player.seat.board) or (
                "=" in known.source and "=" in player.source
            ):
                known.seat = replace(known.seat, board=both)
                return
        self._has_rounds |= "=" in player.source
        self.players.append(player)

    def close(self, defaults: Defaults, number: int) -> Iterator[Item]:
        """The hand or the problems of the block; `number`: that of its hand. Settings take effect."""
        label = self._label(number) if self.has_players else ""
        self._read_aliases(defaults)
        self._take_points()
        self.problems += self._strange_lines()
        own = self._own(defaults)
        yield from self._read_changes(defaults, late=False)
        yield from self._close_hand(defaults, own, label)
        yield from self._read_changes(defaults, late=True)
        yield from self._read_corrections(defaults)
        yield from self._remarks

    def _close_hand(self, defaults: Defaults, own: dict[str, object], label: str) -> Iterator[Item]:
        hand: Hand | None = None
        if self.has_players:
            self._read_points(defaults)
            hand = self._hand(own, defaults, label)
        for problem in sorted(self.problems, key=lambda problem: (problem.line, problem.column)):
            yield problem._replace(hand=label or None)
        if not self.has_players:
            return
        if self.problems:
            yield Unscored(label, self.line, self.problems[0].message)
        elif hand is not None:
            yield hand
        else:
            yield from defaults.refusals(label, self.line, own)

    def _read_aliases(self, defaults: Defaults) -> None:
        for alias in self._aliases:
            try:
                alias.read(defaults.people.add_alias)
            except _Wrong as error:
                self.problems.append(error.problem)

    def _read_changes(self, defaults: Defaults, late: bool) -> Iterator[Change]:
        """What the lines say about chips before the hand of this block, or after it."""
        for line, is_below in self._changes:
            is_late = is_below or (self.has_players and bool(who_leaves(line.text)))
            if is_late == late:
                yield from self._change(line, lambda text: read_change(text, defaults), defaults)
        for line in () if late or self.has_players else self.settings:
            if line.key == "stacks":
                yield from self._change(line, lambda text: [read_stacks(text, defaults)], defaults)

    def _change(
        self, line: _Setting, reader: Callable[[str], list[Change]], defaults: Defaults
    ) -> Iterator[Change]:
        try:
            found = line.read(reader)
            for name in (name for change in found for name, _ in change.chips if name):
                if strange := defaults.stranger(name, ()):
                    raise line.wrong(strange)
        except _Wrong as error:
            self._remarks.append(error.problem)
            return
        for change in found:
            chips = [(name and defaults.people.spelled(name), n) for name, n in change.chips]
            yield replace(change, chips=tuple(chips), line=line.line, text=line.text)

    def _read_corrections(self, defaults: Defaults) -> Iterator[Hand]:
        """The points that are moved by hand."""
        for line in self._corrections:
            try:
                points = line.read(lambda text: read_correction(text, defaults))
                for name, _ in points:
                    if strange := defaults.stranger(name, [one for one, _ in points]):
                        raise line.wrong(strange)
            except _Wrong as error:
                self._remarks.append(error.problem)
                continue
            try:
                check_sum([n for _, n in points], "the points of a correction")
            except OfcError as error:
                self._remarks.append(line.wrong(error.message).problem)
                continue
            seats = [_points_seat(defaults.people.spelled(name), n) for name, n in points]
            yield Hand(
                label="correction",
                line=line.line,
                seats=tuple(seats),
                rules=defaults.rules,
                stake=defaults.stake,
                text=line.text,
                is_correction=True,
            )

    def _read_points(self, defaults: Defaults) -> None:
        """The players of whom only the points are known."""
        for line in self._points:
            try:
                points = line.read(lambda text: read_points(text, defaults))
            except _Wrong as error:
                self.problems.append(error.problem)
                continue
            end = len(line.text)
            for name, n in points:
                self.players.append(_Player(_points_seat(name, n), line.line, line.text, end, end))
        self.players.sort(key=lambda player: player.line)

    def _check_points(self) -> None:
        """Where a board is not known, everybody's points are needed, and they add up to 0."""
        missing = [player for player in self.players if player.seat.expected is None]
        if missing:
            one = next(player.seat.name for player in self.players if player.seat.only_points)
            name = missing[0].seat.name
            message = f"{one} has points and no cards, so the points of {name} are needed too: '= +5'"
            self.problems.append(missing[0].problem(message, len(missing[0].text.rstrip())))
            return
        try:
            check_sum([player.seat.expected or 0 for player in self.players], "the points of this hand")
        except OfcError as error:
            self.problems.append(self.players[-1].problem(error.message, 1))

    def _leave(self, rules: Rules) -> None:
        """Those who leave the hand give up where that is allowed, else their boards are foul."""
        gives_up = rules.surrender_points is not None
        seated: dict[str, list[_Player]] = {}
        for player in self.players if self._leaving else ():
            seated.setdefault(fold(player.seat.name), []).append(player)
        for leaving in self._leaving:
            name, end = " ".join(leaving.value.split()), len(leaving.text)
            if fold(name) not in seated:
                self.players.append(
                    _Player(Seat(name, Board("- / - / -")), leaving.line, leaving.text, end, end)
                )
                seated[fold(name)] = [self.players[-1]]
            for player in seated[fold(name)]:
                if not player.seat.board.is_complete and not player.seat.only_points:
                    player.seat = replace(
                        player.seat, names=None, fouled=False, surrendered=gives_up, left=not gives_up
                    )

    def _strangers(self, defaults: Defaults) -> list[Problem]:
        """Names that look like a slip of the pen."""
        names = [player.seat.name for player in self.players]
        found = [(player, defaults.stranger(player.seat.name, names)) for player in self.players]
        return [player.problem(message, 1) for player, message in found if message]

    def _label(self, number: int) -> str:
        named = [setting.value for setting in self.settings if setting.key == "hand" and setting.value]
        return printable(named[0])[:MOST_LABEL] if named else str(number)

    def _take_points(self) -> None:
        """'Al 5' is a number of points where another line of the block has points with a sign."""
        for number, text in self._strange[:] if self._points else ():
            if points := points_in(_COMMENT.sub("", text), following=True):
                self._strange.remove((number, text))
                self._points.append(_Setting("points", points, number, text.find(points) + 1, text))

    def _strange_lines(self) -> Iterator[Problem]:
        """One problem for all the lines that cannot be read."""
        if self._strange:
            (line, text), *others = self._strange
            more = f" (and {len(others)} more of this block)" if others else ""
            is_sheet = bool(others) and ("\t" in text or text.count(",") > 1)
            yield Problem(
                line,
                (NO_SHEET if is_sheet else NO_PLAYER) + more,
                len(text) - len(text.lstrip()) + 1,
                text=text,
            )

    def _own(self, defaults: Defaults) -> dict[str, object]:
        """The settings of this block as values; those that last go into the defaults."""
        own: dict[str, object] = {}
        for setting in self.settings:
            key = setting.key
            try:
                if key in own:
                    raise setting.wrong(f"{key!r} appears twice in this block")
                if key in OF_A_HAND:
                    if not self.has_players and key != "stacks":
                        raise setting.wrong(f"{key!r} belongs to a hand, but no player's line follows it")
                    own[key] = setting
                    continue
                own[key] = self._value(setting, defaults)
            except _Wrong as error:
                self.problems.append(error.problem)
                own.setdefault(key, None)
                if key not in OF_A_HAND and (key == "stake" or not self.has_players):
                    defaults.lose(key, setting.line)
                continue
            if key == "stake" or not self.has_players:
                defaults.set(key, own[key])
        return own

    def _value(self, setting: _Setting, defaults: Defaults) -> object:
        if setting.key == "rules":
            return defaults.forced_rules or setting.read(defaults.find_rules)
        if setting.key == "duplicates":
            return setting.read(read_duplicates)
        if defaults.forced_stake is None and defaults.has_no_stake:
            raise setting.wrong("the hands before this line have no stake: put it before the first hand")
        return defaults.forced_stake or setting.read(defaults.pay)

    def _hand(self, own: dict[str, object], defaults: Defaults, label: str) -> Hand | None:
        """The hand; what is wrong with its boards is added to the problems."""
        rules, duplicates = own.get("rules", defaults.rules), own.get("duplicates", defaults.duplicates)
        if isinstance(rules, Rules):
            self._leave(rules)
        if strangers := self._strangers(defaults):
            self.problems += strangers
            return None
        for player in self.players:
            player.seat = defaults.spelled(player.seat)
            if player.paid:
                try:
                    player.seat = replace(player.seat, expected=read_alone(player.paid, defaults))
                except OfcError as error:
                    self.problems.append(player.problem(error.message, player.text.find(player.paid) + 1))
        if not isinstance(rules, Rules) or not isinstance(duplicates, str):
            return None  # unreadable, as already reported
        if defaults.refuses(own):
            return None
        if len({player.seat.name for player in self.players}) <= rules.players[1]:  # else the one report
            self.problems += _joker_problems(self.players)
            self.problems += _table_problems(self.players, rules, duplicates)
        if any(player.seat.only_points for player in self.players):
            self._check_points()
        if self.problems:
            return None
        hand = Hand(
            label=label,
            line=self.line,
            seats=tuple(player.seat for player in self.players),
            rules=rules,
            duplicates=duplicates,
            stake=defaults.stake,
            text=self.text,
        )
        try:
            button, stacks = own.get("button"), own.get("stacks")
            if isinstance(button, _Setting):
                named = defaults.people.named
                hand = replace(hand, button=button.read(lambda name: _seat(named(name), hand.players)))
            if isinstance(stacks, _Setting):
                hand = replace(hand, stacks=stacks.read(lambda text: _stacks(text, hand.players)))
        except _Wrong as error:
            self.problems.append(error.problem)
        return hand


class _Wrong(Exception):
    """A problem with a place."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


# The lines of a block


@dataclass(slots=True)
class _Setting:
    key: str
    value: str
    line: int
    column: int
    text: str

    def read(self, reader: Callable[[str], T]) -> T:
        """The value that the reader makes; its errors get the place of the setting."""
        try:
            return reader(self.value)
        except OfcError as error:
            raise self.wrong(error.message) from None

    def wrong(self, message: str) -> _Wrong:
        return _Wrong(Problem(self.line, message, self.column, text=self.text))


@dataclass(slots=True)
class _Player:
    """A line that could be read; the board is `text[start:end]`."""

    seat: Seat
    line: int
    text: str
    start: int
    end: int
    paid: str = ""  # what the line says it was paid, as money

    @property
    def source(self) -> str:
        """The board as written in the line."""
        return self.text[self.start : self.end].strip() or "- / - / -"

    def problem(self, message: str, column: int = 0) -> Problem:
        return Problem(self.line, message, column or self.start + 1, text=self.text)

    def column_of(self, card: Card) -> int:
        """The last column where the line names this card."""
        column = self.start + 1
        for word in _CARD.finditer(self.text, self.start, self.end):
            try:
                if parse_cards(word[0]) == [card]:
                    column = word.start() + 1
            except OfcError:
                continue
        return column

    def column_of_row(self, row: int) -> int:
        """The column where a row begins; that of the board if the line does not name it."""
        board = self.text[self.start : self.end]
        if not board.strip():
            return self.start + 1
        start, end = row_spans(board)[row]
        held = board[start:end]
        return self.start + start + len(held) - len(held.lstrip()) + 1


def is_setting(text: str) -> bool:
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


def _together(board: Board, more: Board) -> Board:
    """The rows of a board with the cards that another has besides."""
    rows = zip(board.rows, more.rows, strict=True)
    return Board([(*dict.fromkeys((*held, *new)),) for held, new in rows], check=False, jokers=2)


def _read_player(number: int, text: str, bottom_first: bool = False) -> _Player:
    """A line 'name: top / middle / bottom', perhaps with '= points' or 'surrender' after it."""
    name, colon, rest = text.partition(":")
    start = len(name) + 1
    if not colon:
        at = len(text) - len(text.lstrip()) + 1
        raise Unreadable(at, NO_PLAYER)
    known = check_name(name, len(name) - len(name.lstrip()) + 1)
    end = start + len(rest.partition("#")[0].rstrip())
    expected, paid = None, None
    if points := _EXPECTED.search(text, start, end):
        expected = int(points[1].replace("\u2212", "-").replace(" ", ""))
        end = points.start()
    elif paid := _PAID.search(text, start, end):
        end = paid.start()
    given_up = _GIVEN_UP.search(text[:end], start)
    if given_up:
        end = given_up.start()
    fouled = None if given_up else FOULED.search(text[:end], start)
    if fouled:
        end = fouled.start()
    start += len(text[start:end]) - len(text[start:end].lstrip())
    text, end = _with_strokes(text, start, end, bottom_first)
    board, names = _read_board(text, start, end, bool(given_up or fouled))
    if fouled and board.is_complete and not board.is_foul:
        raise Unreadable(fouled.start() + 1, "the board is legal: its cards say more than 'fouled'")
    is_foul = bool(fouled) and not board.is_complete
    seat = Seat(known, board, bool(given_up), expected, None if is_foul or given_up else names, is_foul)
    return _Player(seat, number, text, start, end, paid[1] if paid else "")


def _with_strokes(text: str, start: int, end: int, bottom_first: bool) -> tuple[str, int]:
    """The line with / between the rows of its board, the top first, and where the board ends then.

    In place of the strokes there may be two ; or - or commas, or nothing between thirteen cards.
    """
    board = _TEN.sub("10", text[start:end])
    if not re.search(r"[:=/|]", board):
        for mark in (";", " - "):
            if board.count(mark) == 2:
                board = board.replace(mark, "/".center(len(mark)))
        if "/" not in board:
            board = _in_rows(board, bottom_first)
    if bottom_first and not re.search("[:=]", board) and len(rows := re.split("[/|]", board)) == 3:
        board = "/".join(reversed(rows))
    return text[:start] + board + text[end:], start + len(board)


def _in_rows(board: str, bottom_first: bool) -> str:
    """Thirteen cards in their order, or rows of cards with commas between them, with strokes."""
    try:
        places = [at for at, _ in scan_cards(board)]
    except OfcError:
        return board
    if len(places) == 13:
        for at in (places[10], places[5]) if bottom_first else (places[8], places[3]):
            before = board[:at].rstrip(" ,\t")
            gap = max(at - len(before), 1)
            board = before + "/".center(gap) + board[at:]
    elif board.count(",") == 2:
        board = board.replace(",", "/")
    return board


def _read_board(text: str, start: int, end: int, partial: bool) -> tuple[Board, Names | None]:
    """The board in a part of a line, and what its rows are called; errors carry their column in the line."""
    if not text[start:end].strip():
        if partial:
            return Board("- / - / -"), None
        raise Unreadable(start + 1, "the board is missing: top / middle / bottom")
    try:
        return read_rows(" " * start + text[start:end])
    except OfcError as error:
        raise Unreadable(max(error.column or 0, start + 1), error.message) from None


def _points_seat(name: str, points: int) -> Seat:
    """A player of whom only the points are known."""
    return Seat(name, Board("- / - / -"), expected=points, only_points=True)


# The whole table


def _joker_problems(players: list[_Player]) -> list[Problem]:
    """Number the jokers without a number, over the whole table; a third one is a problem."""
    holders = [player for player in players if any(card.is_joker for card in player.seat.board.cards)]
    try:
        boards, _ = read_table([player.source for player in holders], jokers=2, check=False)
    except OfcError as error:
        return [holders[-1].problem(error.message)]
    for player, board in zip(holders, boards, strict=True):
        player.seat = replace(player.seat, board=board)
    return []


def _table_problems(players: list[_Player], rules: Rules, duplicates: str) -> list[Problem]:
    """What is wrong with boards that can be read one by one: too few cards, a card or a name twice."""
    problems = []
    names: Counter[str] = Counter()
    holders: dict[Card, str] = {}
    for player in players:
        seat = player.seat
        names[seat.name] += 1
        if names[seat.name] > rules.boards_per_player:
            problems.append(player.problem(f"{seat.name} already has a board in this hand", 1))
            continue
        for fault in faults(seat, rules, duplicates):
            column = player.column_of(fault.card) if fault.card else player.column_of_row(fault.row)
            problems.append(player.problem(fault.message, column))
        if duplicates == "error":
            shared = shared_cards(seat.board, holders)
            problems += [player.problem(message, player.column_of(card)) for card, message in shared]
        for card in seat.board.cards:
            holders.setdefault(card, seat.name)
    return problems


def _seat(name: str, names: tuple[str, ...]) -> int:
    """The seat with this name, by any of its spellings, or with this number from 1."""
    folded = [fold(known) for known in names]
    if fold(name) in folded:
        return folded.index(fold(name))
    if name.isdecimal() and 1 <= int(name) <= len(names):
        return int(name) - 1
    raise OfcError(f"{brief(name)} is not one of the players {', '.join(names)}")


def _stacks(text: str, names: tuple[str, ...]) -> tuple[int, ...]:
    """'8, 20, 6' in the order of the players' lines, or 'Ann 8, Cid 6, Bob 20'."""
    text = re.sub(r"\s*[:=]\s*", " ", text)
    parts = [part.strip() for part in re.split("[,;/]", text)] if re.search("[,;/]", text) else text.split()
    found: dict[int, int] = {}
    for index, part in enumerate(parts):
        name, _, number = part.rpartition(" ")
        if not (number.isascii() and number.isdecimal() and len(number) < 12):
            raise OfcError(f"{brief(part)} is not a number of chips: write '8, 20, 6' or 'Ann 8, Bob 20'")
        seat = _seat(name, names) if name else index
        if seat in found:
            raise OfcError(f"two stacks for {names[seat]}")
        found[seat] = int(number)
    if sorted(found) != list(range(len(names))):
        raise OfcError(f"stacks for {len(found)} of {len(names)} players")
    return tuple(found[index] for index in range(len(names)))
