"""What a session file holds: hands ready to be scored, and the places of what could not be read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from .._columns import cut
from .._errors import OfcError
from .._problem import Problem
from .._values import brief
from ..rules import RULES, SCORINGS, Rules, find_rules, names_a_file
from ._people import MOST_NAME, People, is_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from ..board import Board
    from ..cards import Card
    from ._names import Names

DEFAULT_RULES = "classic"


class Unreadable(OfcError):
    """A text with a mistake at a column (from 1)."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(message, column=column)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player of a hand; `expected` is what the file says they won, if it does.

    names: what rows are called whose cards are not known; the board then has only the others. fouled: a foul
    whose cards are not written down. left: left the hand, which makes it a foul. only_points: nothing is
    known but `expected`.
    """

    name: str
    board: Board
    surrendered: bool = False
    expected: int | None = None
    names: Names | None = None
    fouled: bool = False
    left: bool = False
    only_points: bool = False

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
    """One hand as in the file. `button` is an index into the players; `stake` is the price of a point.

    carries: whether chips go on from hand to hand; False where its stacks are its own. is_correction: it is
    no hand, but points that the session moves from one player to another.
    """

    label: str
    line: int
    seats: tuple[Seat, ...]
    rules: Rules
    button: int | None = None
    stacks: tuple[int, ...] | None = None
    duplicates: str = "error"
    stake: Decimal | None = None
    text: str = ""
    carries: bool = True
    is_correction: bool = False

    @property
    def has_only_points(self) -> bool:
        """Whether its points are taken as they are written, since somebody's board is not known."""
        return any(seat.only_points for seat in self.seats)

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
        currency: str = "",
        duplicates: str = "error",
        bottom_first: bool = False,
    ) -> None:
        self.folder = folder
        self.forced_rules, self.forced_stake = rules, stake
        self.rules = RULES[DEFAULT_RULES] if rules is None else rules
        self.stake = stake
        self.duplicates = duplicates
        self.bottom_first = bottom_first  # rows are written from the bottom up
        self.hands = 0  # how many so far, unreadable ones too
        self.has_no_stake = False  # one of these hands
        self._unread: dict[str, int] = {}  # settings that could not be read, with their lines
        self._told: set[str] = set()
        self.people = People()
        self.currency = currency

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
        """Rules by the name that the session gives them; '2-4' or 'pineapple 2-4': with that scoring."""
        base, _, scoring = name.strip().rpartition(" ")
        if scoring in SCORINGS:
            base = base.rstrip(" ,")
            return (self.find_rules(base) if base else self.rules).replace(scoring=scoring)
        if self.folder is None and names_a_file(name):
            raise OfcError(f"{brief(name)}: only a session in a file may read rules from a file")
        return find_rules(name, below=self.folder)

    def spelled(self, seat: Seat) -> Seat:
        """The seat under the name that its player has in this session."""
        return replace(seat, name=self.people.spelled(seat.name))

    def stranger(self, name: str, present: Collection[str]) -> str:
        """What is wrong with a name that looks like one of those who have played; "" if nothing."""
        near = self.people.near(name, present)
        if not near:
            return ""
        return f"{name} has not played before: did you mean {near}? (if not, write 'alias: {name}' above)"

    def pay(self, text: str) -> Decimal:
        """The stake of a text; its currency is that of the session."""
        stake, currency = read_price(text)
        if currency and self.currency not in ("", currency):
            raise OfcError(f"stake {brief(text)}: the stakes above are in {self.currency}")
        self.currency = currency or self.currency
        return stake


CURRENCY = r"[$€£¥₽₴₺₹₩₪฿₫₱]|zł|kr|Kč|Ft|[A-Z]{3}|euros?|dollars?|pounds?|cents?|chips?"
_PRICE = re.compile(rf"\s*(?:({CURRENCY})\s*)?(-?[\d.,eE+-]+?)\s*(?:({CURRENCY}))?\s*")


def read_stake(text: str) -> Decimal:
    """The price of a point, such as '0.25', '0,50 €' or '$5'; OfcError for anything but a positive number."""
    return read_price(text)[0]


def read_price(text: str) -> tuple[Decimal, str]:
    """The price of a point and its currency, "" if it names none."""
    if not isinstance(text, str):
        raise TypeError(f"a stake must be text, not {brief(text)}")
    found = _PRICE.fullmatch(text) if len(text) < 100 else None
    number = re.sub(r"^(-?\d+),(\d{1,2})$", r"\1.\2", found[2]) if found else text.strip()
    currency = (found[1] or found[3] or "") if found else ""
    try:
        stake = Decimal(number)
    except InvalidOperation:
        stake = Decimal()
    if not stake.is_finite() or not 0 < stake <= 1_000_000_000 or stake.adjusted() < -9:
        wanted = "the price of a point must be a positive number, such as 5, 0.25 or 0,50 €"
        raise OfcError(f"stake {brief(text.strip())}: {wanted}")
    return stake, currency


def read_order(word: object) -> bool:
    """Whether rows come from the bottom up: 'top' or 'bottom', the row that comes first; OfcError else."""
    if not isinstance(word, str) or word.lower() not in ("top", "bottom"):
        raise OfcError(f"order {brief(word)}: must be 'top' or 'bottom', the row that comes first")
    return word.lower() == "bottom"


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
    if not is_name(name):
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
        given_up = seat.surrendered or seat.fouled or seat.left or seat.only_points
        if len(held) > size or (len(held) < size and not given_up and not is_called):
            cards = "1 card" if len(held) == 1 else f"{len(held)} cards"
            yield Fault(f"the {name} has {cards}, it takes {size}", row)
    seen: set[Card] = set()
    twice: list[Card] = []
    for card in seat.board.cards:
        if card.is_joker and not rules.jokers:
            yield Fault(f"{card} is a joker, but the rules {rules.name!r} have none", card=card)
        if card in seen and card not in twice:
            twice.append(card)
        seen.add(card)
    if twice and duplicates == "error":
        verb = "is" if len(twice) == 1 else "are"
        yield Fault(f"{' '.join(map(str, twice))} {verb} on this board twice", card=twice[0])


def shared_cards(board: Board, holders: Mapping[Card, str], owner: str = "") -> Iterator[tuple[Card, str]]:
    """The cards of a board that others hold: the first of each holder, and a message about all of them."""
    whose, of = (f"the board of {owner}", f" of {owner}") if owner else ("this", "")
    shared: dict[str, list[Card]] = {}
    for card in dict.fromkeys(board.cards):
        if card in holders:
            shared.setdefault(holders[card], []).append(card)
    for holder, cards in shared.items():
        if len(cards) == len(board.cards) > 1:
            message = f"{whose} is the board of {holder} again: was it entered twice?"
        else:
            verb = "is" if len(cards) == 1 else "are"
            message = f"{' '.join(map(str, cards))}{of} {verb} already on the board of {holder}"
        yield cards[0], message


def table_fault(hand: Hand) -> str:
    """Why these rules do not fit this table: too few or too many players, no chips; "" if they do."""
    low, high = hand.rules.players
    count = len(hand.players)
    if hand.has_only_points:
        return "" if count > 1 else f"{count} player: points go from one to another"
    if not low <= count <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        return f"{count} player{'s' * (count > 1)}, but {hand.rules.name!r} is for {wanted}"
    if hand.rules.table_stakes is not None and hand.stacks is None:
        stacks = ", ".join(f"{name} 100" for name in hand.players[:4])
        return f"{hand.rules.name!r} plays for table stakes, but chips are missing: 'stacks: {stacks}'"
    return ""
