"""A session in a file that grows as it is played: every line is on the disk before the next is asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from .._errors import OfcError
from .._files import check_regular, naming
from .._values import brief, listed
from ..board import Row
from ..cards import Card, parse_cards
from ..rules import Rules, find_rules
from ._changes import JOIN, LEAVE, is_change, is_correction, points_in
from ._hand import DEFAULT_RULES, read_price
from ._names import is_fouled, read_name
from ._people import fold, is_name
from ._session import Session, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike

    from ._session import Scored

MOST_BYTES = 10_000_000
_PLAYERS = "# players: "
_OUT = " sits out"
_BOARDS = ("QhQd5c/7h7d8s8c2d/AsKsJs9s4s", "Kc4h3s/5h5d6s6h9c/9d9hQcJc8d")
_GONE = re.compile(r"surrender(?:s|ed)?|gives? up|leaves|left", re.IGNORECASE)


class SessionFile:
    """A session that is written line by line: `place` says whose row comes next, `enter` takes it.

    A file that is there already goes on where it stopped, in the middle of a hand too. Each line reaches the
    disk before `enter` returns, so that a crash loses no more than the line being typed. The file is a
    session like any other: a name, and its three rows below it.

    names: who plays, in the order in which they are asked. session: the hands that are finished, scored.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        rules: Rules | str | None = None,
        stake: str | None = None,
        duplicates: str = "error",
    ) -> None:
        self._path = Path(path)
        self._rules, self._stake, self._duplicates = rules, stake, duplicates
        with naming("open", self._path):
            check_regular(self._path)
            self._file = open(self._path, "a+b")  # noqa: SIM115 (until close)
        self.names: list[str] = []
        self.session = Session()
        self._entries: dict[str, list[str]] = {}  # of the hand being played: rows, or one line that says all
        try:
            is_torn = self._mend()
            if not self._text().strip():
                self._begin()
            self._load()
            if is_torn:
                self._drop_torn_row()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> SessionFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; a hand in progress stays in it."""
        self._file.close()

    @property
    def place(self) -> tuple[str, Row] | None:
        """Whose row is entered next, and which; None while nobody is named."""
        for name in self.names:
            rows = self._entries.get(name, [])
            if not _is_whole(rows):
                return name, Row(len(rows))
        return None

    @property
    def hand(self) -> int:
        """The number of the hand being played."""
        return self.session.played + len(self.session.unscored) + 1

    def seat(self, names: Iterable[str]) -> None:
        """Name the players of the hands that follow; OfcError for names that a file cannot hold."""
        found = [" ".join(str(name).split()) for name in listed("names", names, 100)]
        if any(self._entries.values()):
            raise OfcError("a hand is being played: the players change after it")
        if len({fold(name) for name in found}) < len(found):
            raise OfcError("a name stands there twice")
        low, high = self._limits()
        if not low <= len(found) <= high:
            raise OfcError(f"{len(found)} players, but these rules are for {low} to {high}")
        for name in found:
            _check_name(name)
        self._append(f"{_PLAYERS}{', '.join(found)}\n")
        self.names = found

    def enter(self, text: str) -> Scored | None:
        """Take the row that comes next, or a whole board; the hand scored, if that ends one.

        Cards or the name of a row; 'fouled', 'surrender', 'leaves' for a board, '-' for somebody who does not
        play this hand. OfcError, and nothing is written, for anything else.
        """
        if not isinstance(text, str):
            raise TypeError(f"a row must be text, not {brief(text)}")
        if self.place is None:
            raise OfcError("nobody is named yet")
        name, row = self.place
        text = " ".join(text.split())
        line = self._line(name, row, text)
        self._append(line)
        self._entries.setdefault(name, []).append(line if row == Row.TOP and _says_all(line) else text)
        if self.place is not None:
            return None
        self._append("\n")
        before = len(self.session.hands)
        self._load()
        return self.session.hands[-1] if len(self.session.hands) > before else None

    def note(self, text: str) -> Scored | None:
        """Take a line between two hands: 'Al buys 100', 'Ann joins with 200', 'Tom leaves', 'stake: 2',
        'stacks: 100 each', 'correction: Al +5, Ben -5', or the points of a whole hand, 'Al -5, Ben +5'.

        The hand or the correction scored, if it is one; OfcError, and nothing is written, for anything else.
        """
        text = " ".join(text.split()) if isinstance(text, str) else text
        if not self.is_note(text):
            raise OfcError(f"{brief(text)}: write 'Al buys 100', 'Tom leaves' or 'correction: Al +5, Ben -5'")
        if any(self._entries.values()):
            raise OfcError("a hand is being played: this goes after it")
        before, known = self._text(), len(self.session.problems)
        found = self._read(f"{before}{text}\n\n")
        if len(found.problems) > known:
            raise OfcError(found.problems[-1].message)
        if names := self._names_after(found):
            self._append(f"{_PLAYERS}{', '.join(names)}\n")
        self._append(f"{text}\n\n")
        hands = len(self.session.hands)
        self._load()
        return self.session.hands[-1] if len(self.session.hands) > hands else None

    @staticmethod
    def is_note(text: str) -> bool:
        """Whether a text is such a line, and no row or name."""
        if not isinstance(text, str) or "#" in text or not text.isprintable():
            return False
        key = text.partition(":")[0].strip().lower()
        says = is_change(text) or bool(is_correction(text)) or bool(points_in(text))
        return says or (":" in text and key in ("stacks", "stake", "rules"))

    def _names_after(self, found: Session) -> list[str]:
        """Who plays after a line by which somebody joins or leaves; [] where it changes nothing."""
        names = list(self.names)
        for change in found.changes[len(self.session.changes) :]:
            for name, _ in change.chips if change.kind in (JOIN, LEAVE) else ():
                is_in = fold(name) in map(fold, names)
                if change.kind == LEAVE and is_in:
                    names = [one for one in names if fold(one) != fold(name)]
                elif change.kind == JOIN and not is_in:
                    _check_name(name)
                    names.append(name)
        low, high = self._limits()
        return names if names != self.names and low <= len(names) <= high else []

    def undo(self) -> str:
        """Take back the last line, of the hand before if none is in progress; what it said."""
        text = self._text()
        lines = text.rstrip("\n").split("\n")
        while lines and not lines[-1].strip():
            lines.pop()
        is_note = bool(lines) and self.is_note(lines[-1])
        if not lines or lines[-1].startswith(_PLAYERS) or not (is_note or any(map(self._named, lines[-4:]))):
            raise OfcError("there is no line to take back")
        said = lines.pop()
        if is_note:
            if lines and lines[-1].startswith(_PLAYERS) and is_change(said):
                lines.pop()
        elif lines and lines[-1].endswith(":") and self._named(lines[-1]):
            lines.pop()
        self._cut("".join(f"{line}\n" for line in lines))
        self._load()
        return said.strip()

    # what a line says

    def _line(self, name: str, row: Row, text: str) -> str:
        """The line of the file for what was entered."""
        if not text or "#" in text or not text.isprintable():
            raise OfcError(f"{brief(text)}: the {row} takes {row.size} cards, or the name of a hand")
        if row == Row.TOP:
            if text == "-":
                playing = [one for one in self.names if self._entries.get(one) != [f"# {one}{_OUT}\n"]]
                if len(playing) <= self._limits()[0]:
                    raise OfcError("there would be too few players left in this hand")
                return f"# {name}{_OUT}\n"
            if is_fouled(text) or _GONE.fullmatch(text):
                return f"{name}{' leaves' if text.lower() in ('leaves', 'left') else f': {text}'}\n"
            if "/" in text or "|" in text:
                self._check_board(name, text)
                return f"{name}: {text}\n"
        self._check_row(row, text)
        return f"{name}:\n{text}\n" if row == Row.TOP else f"{text}\n"

    def _check_row(self, row: Row, text: str) -> None:
        """OfcError for what is no row, and for a card that is on the table."""
        try:
            cards = parse_cards(text)
        except OfcError as error:
            if re.search("[:/|=;]", text):
                raise OfcError(f"one row at a time: the {row} takes {row.size} cards") from None
            try:
                read_name(text, row.size)
            except OfcError as other:
                found = error if re.search(r"[2-9TJQKA0][cdhs]\b", text, re.IGNORECASE) else other
                raise OfcError(found.message) from None
            return
        if len(cards) != row.size:
            raise OfcError(f"the {row} takes {row.size} cards, not {len(cards)}")
        held = self._cards()
        twice = [card for at, card in enumerate(cards) if card in held or card in cards[:at]]
        if twice and self._duplicates == "error":
            raise OfcError(
                f"{' '.join(map(str, twice))} {'is' if len(twice) == 1 else 'are'} on the table already"
            )

    def _check_board(self, name: str, text: str) -> None:
        parts = re.split("[/|]", text)
        if len(parts) != len(Row):
            raise OfcError("a board is three rows, top / middle / bottom")
        for row, part in zip(Row, parts, strict=True):
            self._check_row(row, part.strip())

    def _cards(self) -> set[Card]:
        """The cards of the hand being played, as far as they are known."""
        found: set[Card] = set()
        for rows in self._entries.values():
            for text in rows:
                for part in re.split("[/|]", text.partition(":")[2] if text.endswith("\n") else text):
                    try:
                        found.update(parse_cards(part))
                    except OfcError:
                        continue
        return found

    def _named(self, line: str) -> str:
        """The player whom a line of a hand names, "" for no such line."""
        said = line.removeprefix("# ").removesuffix(_OUT).removesuffix(" leaves").partition(":")[0].strip()
        return next((name for name in self.names if fold(name) == fold(said)), "")

    # the file

    def _text(self) -> str:
        self._file.seek(0)
        data = self._file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise OfcError(f"{self._path.name} is too long to go on with: over {MOST_BYTES:,} bytes")
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise OfcError(f"{self._path.name} is not text in UTF-8") from None

    def _append(self, text: str) -> None:
        self._file.seek(0, os.SEEK_END)
        self._file.write(text.encode())
        self._sync()

    def _cut(self, text: str) -> None:
        """Cut the file off after this text, with which it begins."""
        self._file.truncate(len(text.encode()))
        self._sync()

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def _mend(self) -> bool:
        """Give the last line its end; whether it had none."""
        text = self._text()
        is_torn = bool(text) and not text.endswith("\n")
        if is_torn:
            self._append("\n")
        return is_torn

    def _drop_torn_row(self) -> None:
        """Take back the last row of a hand in progress, or a line between hands, that was cut off."""
        last = self._text().rstrip("\n").rpartition("\n")[2]
        if self.is_note(last) and not any(self._entries.values()):
            self.undo()
            return
        rows = next((rows for rows in reversed(self._entries.values()) if rows), [])
        if rows and not rows[-1].endswith("\n"):
            row, text = Row(len(rows) - 1), rows.pop()
            try:
                self._check_row(row, text)
            except OfcError:
                self.undo()
            else:
                rows.append(text)

    def _begin(self) -> None:
        """The first lines of a new file: the settings, in a block of their own."""
        lines = ["# ofckit score --live"]
        if self._rules is not None:
            rules = find_rules(self._rules) if isinstance(self._rules, str) else self._rules
            lines.append(f"rules: {self._rules if isinstance(self._rules, str) else rules.name}")
        if self._stake is not None:
            read_price(self._stake)
            lines.append(f"stake: {self._stake}")
        if self._duplicates != "error":
            lines.append(f"duplicates: {self._duplicates}")
        self._append("\n".join(lines) + "\n\n")

    def _limits(self) -> tuple[int, int]:
        rules = self._rules if self._rules is not None else DEFAULT_RULES
        if self.session.hands:
            return self.session.hands[-1].hand.rules.players
        return (find_rules(rules) if isinstance(rules, str) else rules).players

    def _load(self) -> None:
        """Read what the file has: who plays, the finished hands, and the rows of the one being played."""
        text = self._text()
        head, gap, tail = text.rpartition("\n\n")
        for line in text.split("\n"):
            if line.startswith(_PLAYERS):
                names = [name.strip() for name in line.removeprefix(_PLAYERS).split(",")]
                self.names = [name for name in names if is_name(name)]
        self._entries = self._entries_of(tail) if self.names else {}
        rest = head + gap if any(self._entries.values()) else text
        self.session = self._read(rest)
        if not self.names and self.session.hands:
            self.names = [*self.session.hands[-1].hand.players]
            self._entries = self._entries_of(tail)
            if any(self._entries.values()):
                self.session = self._read(head + gap)
        if any(self._entries.values()) and self.place is None:
            self._append("\n")
            self._entries, self.session = {}, self._read(self._text())

    def _read(self, text: str) -> Session:
        return read(
            text.encode(),
            rules=self._rules,
            stake=self._stake,
            duplicates=self._duplicates,
            folder=self._path.parent,
        )

    def _entries_of(self, tail: str) -> dict[str, list[str]]:
        """The rows of a hand in progress by player; nothing for lines of any other form."""
        entries: dict[str, list[str]] = {}
        name = ""
        for line in tail.split("\n"):
            if not line.strip() or line.startswith(_PLAYERS):
                continue
            if owner := self._named(line):
                name = owner
                entries[name] = [] if line.rstrip().endswith(":") else [f"{line}\n"]
            elif name and not line.startswith("#") and len(entries[name]) < len(Row):
                entries[name].append(line.strip())
            elif not line.startswith("#"):
                return {}
        return entries


def _says_all(line: str) -> bool:
    """Whether a line says all of a board, and is not a name above its first row."""
    return line.count("\n") == 1


def _is_whole(rows: list[str]) -> bool:
    return len(rows) == len(Row) or any(row.endswith("\n") for row in rows)


def _check_name(name: str) -> None:
    """OfcError for a name that would be read as something else where it stands above its rows."""
    if not is_name(name) or re.search("[,#]", name):
        raise OfcError(f"{brief(name)} cannot be the name of a player")
    other = "Xyz" if fold(name) != "xyz" else "Uvw"
    boards = [board.replace("/", "\n") for board in _BOARDS]
    if set(read(f"{name}:\n{boards[0]}\n{other}:\n{boards[1]}\n").totals) != {name, other}:
        raise OfcError(f"{brief(name)} cannot be the name of a player: it reads as something else")
