"""What a session file holds: hands ready to be scored, and the places of what could not be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation

from ofckit._errors import OfcError
from ofckit.rules import RULES, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from ofckit.board import Board
    from ofckit.cards import Card

MOST_NAME = 40
DEFAULT_RULES = "classic"


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
