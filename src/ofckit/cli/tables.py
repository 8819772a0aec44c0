"""What a session file holds: hands ready to be scored, and the places of what could not be read."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path

from ofckit._errors import OfcError
from ofckit.rules import RULES, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from ofckit.board import Board
    from ofckit.cards import Card

MOST_CHARACTERS = 100_000  # of one line
MOST_NAME = 40
DEFAULT_RULES = "classic"

# What people call the presets in their files.
ALIASES = {
    "ofc": "classic",
    "open-face": "classic",
    "ofc,-table-stakes": "classic",
    "progressive-pineapple": "progressive",
    "ultimate-pineapple": "ultimate",
    "chinese-(closed)": "chinese",
    "chinese-(closed,-capsa)": "chinese",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that could not be read, or a difference; line and column from 1 (0: not known)."""

    line: int
    column: int
    message: str
    text: str = ""


class Unreadable(OfcError):
    """A text with a mistake at a column (from 1)."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(message, column=column)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player of a hand; `expected` is what the file says he won, where it says so."""

    name: str
    board: Board
    surrendered: bool = False
    expected: int | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as the file has it. `button` is an index into the seats."""

    label: str
    line: int
    seats: tuple[Seat, ...]
    rules: Rules
    button: int | None = None
    stacks: tuple[int, ...] | None = None
    duplicates: str = "error"
    text: str = ""


@dataclass(slots=True)
class Defaults:
    """What holds for hands that do not say otherwise. `forced` rules hold whatever the file says."""

    folder: Path
    rules: Rules | None = None
    forced: Rules | None = None
    duplicates: str = "error"
    stake: Decimal | None = None
    spellings: dict[str, str] = field(default_factory=dict)

    def spelled(self, seat: Seat) -> Seat:
        """The seat with its name as it stood first in the file: 'ann' is Ann, or two would owe for one."""
        return replace(seat, name=self.spellings.setdefault(seat.name.casefold(), seat.name))

    def rules_for(self, own: Rules | None) -> Rules:
        """The rules of a hand that names its own, or none."""
        return self.forced or own or self.rules or RULES[DEFAULT_RULES]


def find_rules(name: str, folder: Path | None = None) -> Rules:
    """A preset by its name (or one of its usual names), or house rules from a TOML file; OfcError if neither.

    A relative path starts from `folder`.
    """
    plain = "-".join(name.lower().replace("_", " ").split())
    plain = ALIASES.get(plain, plain)
    if plain in RULES:
        return RULES[plain]
    path = (folder or Path()) / name
    if name.lower().endswith(".toml") or "/" in name or "\\" in name:
        return rules_from_file(path)
    try:
        return RULES[plain]
    except OfcError as error:
        raise OfcError(f"{error}, or a file of house rules that ends in .toml") from None


def rules_from_file(path: Path) -> Rules:
    """House rules from a TOML file; OfcError names the file and what is wrong with it."""
    try:
        with open(path, "rb") as stream:
            text = stream.read(1_000_000).decode("utf-8-sig")
    except OSError as error:
        raise OfcError(f"cannot read the rules {path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, ValueError):
        raise OfcError(f"{path} is no text in UTF-8") from None
    try:
        return Rules.from_toml(text)
    except OfcError as error:
        raise OfcError(f"{path}: {error}") from None


def read_stake(text: str) -> Decimal:
    """The money for a point; OfcError for anything but a positive number."""
    try:
        stake = Decimal(text.strip())
    except InvalidOperation:
        stake = Decimal()
    if not stake.is_finite() or not 0 < stake <= 1_000_000_000 or stake.adjusted() < -9:
        raise OfcError(f"stake {text.strip()!r}: what a point costs is a positive number, such as 5 or 0.25")
    return stake


def check_name(name: str, column: int) -> str:
    """A player's name as it is printed; Unreadable where it cannot be one."""
    name = " ".join(name.split())
    if not name:
        raise Unreadable(column, "the name is missing: a player's line is 'name: top / middle / bottom'")
    if not name.isprintable() or len(name) > MOST_NAME:
        raise Unreadable(column, f"a name has 1 to {MOST_NAME} printable characters")
    return name


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that keeps a board from being scored: in a row (0 top, 2 bottom), or about one card."""

    message: str
    row: int = 0
    card: Card | None = None


def faults(seat: Seat, rules: Rules, duplicates: str) -> Iterator[Fault]:
    """What keeps the board of a seat from being scored by these rules: cards too many, too few or twice."""
    sizes = zip(("top", "middle", "bottom"), (3, 5, 5), seat.board.rows, strict=True)
    for row, (name, size, held) in enumerate(sizes):
        if len(held) > size or (len(held) < size and not seat.surrendered):
            cards = "1 card" if len(held) == 1 else f"{len(held)} cards"
            yield Fault(f"the {name} has {cards}, it takes {size}", row)
    seen: set[Card] = set()
    for card in seat.board.cards:
        if card.is_joker and not rules.jokers:
            yield Fault(f"{card} is a joker, and the rules {rules.name!r} have none", card=card)
        if card in seen and duplicates == "error":
            yield Fault(f"{card} is on this board twice", card=card)
        seen.add(card)


def lines_of(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """The numbered lines of a text, in UTF-8, or UTF-16 with a byte order mark; wrong bytes become U+FFFD.

    Unreadable (its column is the line) where the stream is no text, or a line has no end.
    """
    raw = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(stream)  # type: ignore
    start = raw.peek(2)[:2]
    encoding = "utf-16" if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    text = io.TextIOWrapper(raw, encoding=encoding, errors="replace", newline=None)
    try:
        number = 0
        while line := text.readline(MOST_CHARACTERS + 1):
            number += 1
            if "\0" in line:
                raise Unreadable(number, "this is no text file (it holds a zero byte); not read any further")
            if len(line) > MOST_CHARACTERS:
                raise Unreadable(
                    number, f"over {MOST_CHARACTERS:,} characters in a line; not read any further"
                )
            yield number, line.rstrip("\n")
    finally:
        text.detach()


def message_of(error: OfcError) -> str:
    """What an error says, without the column that is reported beside it."""
    return re.sub(r" \(again at column \d+\)| at column \d+", "", str(error), count=1)
