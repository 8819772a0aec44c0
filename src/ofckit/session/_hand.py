"""What a session file holds: hands ready to be scored, and the places of what could not be read."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from unicodedata import category, normalize

from .._columns import cut
from .._errors import OfcError
from .._problem import Problem
from .._values import brief
from ..rules import RULES, Rules, find_rules, names_a_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from ..board import Board
    from ..cards import Card
    from ._names import Names

MOST_NAME = 40
DEFAULT_RULES = "classic"


class Unreadable(OfcError):
    """A text with a mistake at a column (from 1)."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(message, column=column)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player of a hand; `expected` is what the file says they won, if it does.

    names: what rows are called whose cards are not known; the board then has only the others. fouled: a foul
    whose cards are not written down.
    """

    name: str
    board: Board
    surrendered: bool = False
    expected: int | None = None
    names: Names | None = None
    fouled: bool = False

    @property
    def is_known(self) -> bool:
        """Whether its cards are known, as far as they matter."""
        return self.names is None and not self.fouled

    @property
    def rows(self) -> tuple[str, ...]:
        """Each row as text: its cards, or what it is called."""
        names = self.names or (None, None, None)
        rows = zip(self.board.rows, names, strict=True)
        return tuple(" ".join(map(str, cards)) if named is None else named.text for cards, named in rows)


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """One hand as in the file. `button` is an index into the players; `stake` is the price of a point."""

    label: str
    line: int
    seats: tuple[Seat, ...]
    rules: Rules
    button: int | None = None
    stacks: tuple[int, ...] | None = None
    duplicates: str = "error"
    stake: Decimal | None = None
    text: str = ""

    def __repr__(self) -> str:
        players = ", ".join(self.players)
        return f"<Hand: {cut(self.label, 20)}, line {self.line}, {self.rules.name}, {cut(players, 100)}>"

    @property
    def players(self) -> tuple[str, ...]:
        """The players, each once; in criss-cross each has two seats."""
        return tuple(dict.fromkeys(seat.name for seat in self.seats))


@dataclass(frozen=True, slots=True)
class Unscored:
    """A hand that is left out, and the first reason for it."""

    label: str
    line: int
    reason: str


class Defaults:
    """Settings of hands that do not say otherwise. What is `forced` holds whatever the file says.

    folder: that of the session, where its files of house rules are; None: it may name only presets.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        rules: Rules | None = None,
        stake: Decimal | None = None,
        duplicates: str = "error",
    ) -> None:
        self.folder = folder
        self.forced_rules, self.forced_stake = rules, stake
        self.rules = RULES[DEFAULT_RULES] if rules is None else rules
        self.stake = stake
        self.duplicates = duplicates
        self.hands = 0  # how many so far, unreadable ones too
        self.has_no_stake = False  # one of these hands
        self._unread: dict[str, int] = {}  # settings that could not be read, with their lines
        self._told: set[str] = set()
        self._spellings: dict[str, str] = {}

    def set(self, key: str, value: object) -> None:
        """Set `rules`, `stake` or `duplicates` for the hands that follow."""
        self._unread.pop(key, None)
        setattr(self, key, value)

    def count_hand(self) -> None:
        """Count one more hand, before what follows."""
        self.hands += 1
        self.has_no_stake |= self.stake is None and "stake" not in self._unread

    def lose(self, key: str, line: int) -> None:
        """The hands that follow depend on a setting that could not be read."""
        self._unread[key] = line
        self._told.discard(key)

    def refuses(self, own: Collection[str]) -> str:
        """The unreadable setting that a hand with these keys of its own needs; "" if none."""
        return next((key for key in self._unread if key not in own), "")

    def refusals(self, label: str, line: int, own: Collection[str]) -> list[Hand | Problem | Unscored]:
        """That a hand with only these keys of its own is left out, if it needs a setting that is unreadable.

        The first hand left out says so for those that follow.
        """
        lost = self.refuses(own)
        if not lost:
            return []
        reason = f"the {lost!r} of line {self._unread[lost]} could not be read"
        left_out: list[Hand | Problem | Unscored] = [Unscored(label, line, reason)]
        if lost not in self._told:
            self._told.add(lost)
            message = f"{reason}: hand {label} and the following ones are not scored"
            left_out.insert(0, Problem(line, message, hand=label))
        return left_out

    def find_rules(self, name: str) -> Rules:
        """Rules by the name that the session gives them."""
        if self.folder is None and names_a_file(name):
            raise OfcError(f"{brief(name)}: only a session in a file may read rules from a file")
        return find_rules(name, below=self.folder)

    def spelled(self, seat: Seat) -> Seat:
        """The seat under the first spelling of its name: 'ann' is Ann, and 'Jean Luc' is Jean-Luc."""
        return replace(seat, name=self._spellings.setdefault(fold(seat.name), seat.name))


def fold(name: str) -> str:
    """A name without what differs by spelling: case, spaces and marks between its words."""
    words = "".join(
        c if c.isalnum() or category(c)[0] == "M" else " " for c in normalize("NFKC", name).casefold()
    )
    return " ".join(words.split()) or name


def read_stake(text: str) -> Decimal:
    """The price of a point; OfcError for anything but a positive number."""
    if not isinstance(text, str):
        raise TypeError(f"a stake must be text, not {brief(text)}")
    try:
        stake = Decimal(text.strip())
    except InvalidOperation:
        stake = Decimal()
    if not stake.is_finite() or not 0 < stake <= 1_000_000_000 or stake.adjusted() < -9:
        wanted = "the price of a point must be a positive number, such as 5 or 0.25"
        raise OfcError(f"stake {brief(text.strip())}: {wanted}")
    return stake


def read_duplicates(word: object) -> str:
    """'error' or 'allow'; OfcError for anything else."""
    if not isinstance(word, str) or word.lower() not in ("error", "allow"):
        raise OfcError(f"duplicates {brief(word)}: must be 'error' or 'allow'")
    return word.lower()


def check_name(name: str, column: int) -> str:
    """A player's name as it is printed; Unreadable if it cannot be one."""
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
    """What keeps the board of a seat from being scored by these rules: wrong numbers of cards, or repeats."""
    sizes = zip(("top", "middle", "bottom"), (3, 5, 5), seat.board.rows, strict=True)
    for row, (name, size, held) in enumerate(sizes):
        is_called = seat.names is not None and seat.names[row] is not None
        given_up = seat.surrendered or seat.fouled
        if len(held) > size or (len(held) < size and not given_up and not is_called):
            cards = "1 card" if len(held) == 1 else f"{len(held)} cards"
            yield Fault(f"the {name} has {cards}, it takes {size}", row)
    seen: set[Card] = set()
    for card in seat.board.cards:
        if card.is_joker and not rules.jokers:
            yield Fault(f"{card} is a joker, but the rules {rules.name!r} have none", card=card)
        if card in seen and duplicates == "error":
            yield Fault(f"{card} is on this board twice", card=card)
        seen.add(card)


def table_fault(hand: Hand) -> str:
    """Why these rules do not fit this table: too few or too many players, no chips; "" if they do."""
    low, high = hand.rules.players
    count = len(hand.players)
    if not low <= count <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        return f"{count} player{'s' * (count > 1)}, but {hand.rules.name!r} is for {wanted}"
    if hand.rules.table_stakes is not None and hand.stacks is None:
        stacks = ", ".join(f"{name} 100" for name in hand.players[:4])
        return f"{hand.rules.name!r} plays for table stakes, but chips are missing: 'stacks: {stacks}'"
    if hand.stacks is not None and hand.button is None:
        return f"table stakes settle from the dealer's left, but 'button: {hand.players[0]}' is missing"
    return ""
