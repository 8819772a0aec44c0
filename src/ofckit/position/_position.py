"""Position: all that one seat may know at one moment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from .._core import fits_deck, left_in_deck
from .._errors import InvalidCard, NotationError, OfcError
from .._rich import repr_html
from .._values import brief, listed
from ..board import SIZES, Board, BoardLike, check_seat, read_table
from ..cards import Card, CardsLike, duplicates
from ..rules import Rules, RulesLike, as_rules
from ._legal import LegalMoves
from ._move import CardRow, Move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._candidates import Candidates

Rows = tuple[CardRow, CardRow, CardRow]
KEYS = (
    *("rules", "switches", "seat", "button", "turn", "b0", "b1", "b2", "b3"),
    *("draw", "discards", "dead", "exposed", "fantasyland", "out", "stay", "stacks"),
)
"""The keys of the text."""
_KEY = re.compile(r"[A-Za-z0-9_-]+")
_VALUE = re.compile(r"[A-Za-z0-9._-]*")
OUT = ("", "left", "surrendered")
"""The state of a seat: in the hand, left (a foul), surrendered."""

_MOST_SEATS = 4
_MOST_EXTRA = 100


class Position:
    """What one seat knows: the rules, its board and cards, and what the others show.

    rules: Rules, or the name of a preset.
    board: its own board. draw: cards drawn and not placed yet. discards: its own in this hand.
    dead: other cards it knows to be out of the deck.
    opponents: what is seen of the other boards, clockwise from its left; face-down cards are not.
    seat: its number; button: the dealer's seat (the last if not given).
    turn: whose turn it is; if not given, its own if it has cards to place. None after the hand.
    fantasyland: by seat, its cards in Fantasyland, else 0 (its own is known from a draw of 13 or more that no
        street of the rules has).
    exposed: cards that lie open before the seat on turn. out: by seat "", "left" or "surrendered".
    announced: the seats that announced a stay. stacks: chips of each player, at table stakes.
    extra: unknown keys of the text and their values, kept as they are.

    A position is a value: it compares, hashes, pickles, and `Position.parse(str(position))` is equal to it.
    Raises InvalidCard for a card that appears twice, OfcError for an impossible position of these rules.

    >>> position = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h", opponents=["-/9c9d/5s4s3s"])
    >>> len(position.legal_moves), len(position.unseen)
    (27, 39)
    >>> print(position)
    ofc1~rules.pineapple~seat.0~button.1~turn.0~b0.Qh_7h7d_AsKs~b1.-_9d9c_5s4s3s~draw.Td8c4h
    """

    __slots__ = (
        "announced",
        "boards",
        "button",
        "dead",
        "discards",
        "draw",
        "exposed",
        "extra",
        "fantasyland",
        "out",
        "rules",
        "seat",
        "stacks",
        "turn",
    )
    rules: Rules
    boards: tuple[Rows, ...]
    draw: CardRow
    discards: CardRow
    dead: CardRow
    seat: int
    button: int
    turn: int | None
    fantasyland: tuple[int, ...]
    exposed: CardRow
    out: tuple[str, ...]
    announced: frozenset[int]
    stacks: tuple[int, ...]
    extra: tuple[tuple[str, str], ...]

    def __init__(
        self,
        rules: RulesLike,
        board: BoardLike = (),
        draw: CardsLike = (),
        discards: CardsLike = (),
        dead: CardsLike = (),
        opponents: Sequence[BoardLike] = (),
        *,
        seat: int = 0,
        button: int | None = None,
        turn: int | str | None = "own",
        fantasyland: Sequence[int] = (),
        exposed: CardsLike = (),
        out: Sequence[str] = (),
        announced: Iterable[int] = (),
        stacks: Sequence[int] = (),
        extra: Iterable[tuple[str, str]] = (),
    ) -> None:
        rules = as_rules(rules)
        if isinstance(opponents, (str, Board)):
            raise TypeError(f"opponents must be a list of boards, not {brief(opponents)}")
        others = listed("opponents", opponents)
        seats = 1 + len(others)
        if seats > _MOST_SEATS:
            raise OfcError(f"{seats} boards: a table has at most {_MOST_SEATS}")
        seat = check_seat("seat", seat, seats)
        held, groups = read_table(
            [_some(one) for one in (board, *others)], (draw, discards, dead, exposed), jokers=rules.jokers
        )
        boards = [_rows(one) for one in held]
        self.boards = (*boards[seats - seat :], *boards[: seats - seat])
        self.rules, self.seat = rules, seat
        self.draw, self.discards, self.dead, self.exposed = map(sort_cards, groups)
        self.button = check_seat("button", seats - 1 if button is None else button, seats)
        if isinstance(turn, str) and turn == "own":
            turn = seat if self.draw else None
        self.turn = None if turn is None else check_seat("turn", turn, seats)
        self.fantasyland = self._read_fantasyland(listed("fantasyland", fantasyland), seats)
        self.out = _read_out(listed("out", out), seats)
        announced = listed("announced seats", announced)
        self.announced = frozenset([check_seat("announced", one, seats) for one in announced])
        self.stacks = _read_stacks(listed("stacks", stacks), max(seats // rules.boards_per_player, 1))
        self.extra = _read_extra(listed("extra keys", extra, _MOST_EXTRA))
        self._check()

    @classmethod
    def seen(cls, **fields: Any) -> Position:
        """A position of fields that are known to be valid; boards by seat, every group of cards in order."""
        self = cls.__new__(cls)
        for name in cls.__slots__:
            setattr(self, name, fields[name])
        return self

    def checked(self) -> Position:
        """Itself; InvalidCard or OfcError where its cards or its draw do not go together."""
        self._check()
        return self

    def _read_fantasyland(self, given: tuple[int, ...], seats: int) -> tuple[int, ...]:
        if not given:
            own = len(self.draw)
            inside = self.rules.fantasyland is not None and own >= 13 and own != self.rules.plan[0].deal
            return tuple([own if inside and i == self.seat else 0 for i in range(seats)])
        if len(given) != seats or not all(type(n) is int and (n == 0 or 13 <= n <= 54) for n in given):
            raise OfcError(
                f"fantasyland: cards (13 or more) or 0 for each of {seats} seats, not {brief(given)}"
            )
        if any(given) and self.rules.fantasyland is None:
            raise OfcError(f"fantasyland: {self.rules.name} has none")
        return given

    def _check(self) -> None:
        if not fits_deck(self._groups(), self.rules.deck_size):
            known = self.known
            if twice := duplicates(known):
                raise InvalidCard(f"{twice[0]} is in the position twice")
            raise InvalidCard(
                f"{max(known)} is not a card of {self.rules.name}, which has {self._deck_words}"
            )
        if self.draw and self.out[self.seat]:
            raise OfcError(f"draw: seat {self.seat} has {self.out[self.seat]}, it has no cards to place")
        if self.draw and self.to_place == 0:
            raise OfcError(f"draw: {len(self.draw)} cards; {self._counts()}")

    @property
    def _deck_words(self) -> str:
        return {0: "52 cards", 1: "52 cards and the joker X1"}.get(self.rules.jokers, "two jokers")

    def _counts(self) -> str:
        """What a board and a draw may hold by these rules."""
        placed, parts = 0, []
        for street in self.rules.plan:
            parts.append(f"{street.deal} to a board of {placed}")
            placed += street.place
        inside = self.fantasyland[self.seat]
        if inside:
            return f"in this Fantasyland {inside} are drawn to an empty board"
        held = sum(map(len, self.boards[self.seat]))
        return f"{self.rules.name} deals {', '.join(parts)}, but this board has {held} cards"

    # what follows from it

    @property
    def board(self) -> Board:
        """Its own board."""
        return Board.of_rows(self.boards[self.seat], self.rules.jokers)

    @property
    def opponents(self) -> tuple[Board, ...]:
        """The other boards as it sees them, clockwise from its left."""
        n = len(self.boards)
        turned = (self.boards[(self.seat + i) % n] for i in range(1, n))
        return tuple(Board.of_rows(rows, self.rules.jokers) for rows in turned)

    @property
    def seats(self) -> int:
        """Boards at the table."""
        return len(self.boards)

    @property
    def street(self) -> int | None:
        """The next street of its board, from 0; None in Fantasyland, and when the board is full."""
        if self.fantasyland[self.seat]:
            return None
        top, middle, bottom = self.boards[self.seat]
        placed = len(top) + len(middle) + len(bottom)
        for number, street in enumerate(self.rules.plan):
            if placed <= 0:
                return number if placed == 0 else None
            placed -= street.place
        return None

    @property
    def to_place(self) -> int:
        """How many of the drawn cards go to the board, the rest discarded; 0 if no street deals them."""
        inside = self.fantasyland[self.seat]
        if inside:
            empty = not any(self.boards[self.seat])
            return 13 if empty and len(self.draw) == inside else 0
        street = self.street
        if street is None or self.rules.plan[street].deal != len(self.draw):
            return 0
        return self.rules.plan[street].place

    @property
    def free(self) -> tuple[int, int, int]:
        """Free places of its own board: top, middle, bottom."""
        top, middle, bottom = self.boards[self.seat]
        return 3 - len(top), 5 - len(middle), 5 - len(bottom)

    @property
    def legal_moves(self) -> LegalMoves:
        """What it may do with the cards drawn; empty when it is not its turn."""
        mine = self.turn == self.seat and bool(self.draw)
        if not mine:
            return LegalMoves()
        stays = self.rules.fantasyland is not None and self.rules.fantasyland.must_announce
        stay = stays and self.fantasyland[self.seat] > 0
        surrender = self.rules.surrender_points is not None
        return LegalMoves.of(self.draw, self.free, self.to_place, stay, surrender)

    @property
    def known(self) -> CardRow:
        """Every card whose place it knows."""
        return tuple(chain.from_iterable(self._groups()))

    def _groups(self) -> Iterable[CardRow]:
        return chain(*self.boards, (self.draw, self.discards, self.dead, self.exposed))

    @property
    def unseen(self) -> CardRow:
        """The cards that may be anywhere: in the deck, in hidden hands, among others' discards."""
        return left_in_deck(self._groups(), self.rules.deck_size)

    # after a move

    def after(self, move: Move | str, draw: CardsLike = ()) -> Position:
        """What it knows after its move, and after the next draw where one is given.

        Nobody is on turn without a draw, since what the others do comes first; opponents' boards stay as they
        are. Raises IllegalMove for a move that is not legal, InvalidCard for a draw of cards that it knows to
        be elsewhere, OfcError where the rules deal another number of cards.

        >>> position = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h")
        >>> print(position.after("8c@m Td@b x4h", draw="Qc Qd 2s").board)
        Qh/8c7h7d/AsKsTd
        """
        from ._candidates import position_after

        return position_after(self, move, draw)

    def candidates(self, moves: Iterable[Move | str] | None = None) -> Candidates:
        """The boards after these moves, all legal ones where none are given, and what is known of them.

        Raises IllegalMove for a move that is not legal, OfcError for more than 2**20 moves.
        """
        from ._candidates import Candidates

        return Candidates(self, moves)

    # as text and as a value

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position of a text in the form of `str(position)`; NotationError for others."""
        from ._text import read_position

        return read_position(text)

    def _key(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        from ._text import position_text

        return position_text(self)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    _repr_html_ = repr_html

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.parse, (str(self),)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self


def owner_of(rules: Rules, seats: int, seat: int) -> int:
    """The person at a seat: people sit in turn, in criss-cross each of them twice."""
    return seat % max(seats // rules.boards_per_player, 1)


def sort_rows(rows: Rows) -> Rows:
    """Rows with the highest card first."""
    top, middle, bottom = rows
    return sort_cards(top), sort_cards(middle), sort_cards(bottom)


def sort_cards(cards: Sequence[Card]) -> CardRow:
    """The highest card first."""
    return tuple(sorted(cards, reverse=True)) if len(cards) > 1 else tuple(cards)


def _some(board: BoardLike | None) -> BoardLike:
    """An empty text or None is an empty board here."""
    return () if board is None or (isinstance(board, str) and not board.strip()) else board


def _rows(board: Board) -> Rows:
    free = board.free
    if min(free) < 0:
        row = free.index(min(free))
        raise OfcError(f"board {board}: {len(board.rows[row])} cards in a row of {SIZES[row]}")
    return sort_rows(board.rows)


def _read_out(given: tuple[str, ...], seats: int) -> tuple[str, ...]:
    if not given:
        return ("",) * seats
    if len(given) != seats or not all(isinstance(one, str) and one in OUT for one in given):
        raise OfcError(f"out: '', 'left' or 'surrendered' for each of {seats} seats, not {brief(given)}")
    return given


def _read_stacks(given: tuple[int, ...], players: int) -> tuple[int, ...]:
    if given and (len(given) != players or not all(type(chips) is int and chips >= 0 for chips in given)):
        each = f"chips, whole numbers from 0, for each of {players} players"
        raise OfcError(f"stacks: {each}, not {brief(given)}")
    return given


def _read_extra(given: Sequence[object]) -> tuple[tuple[str, str], ...]:
    for pair in given:
        key, value = pair if isinstance(pair, tuple) and len(pair) == 2 else ("", pair)
        if not (isinstance(key, str) and isinstance(value, str)) or key in KEYS:
            raise NotationError(f"extra: {brief(pair)} is not a pair of a new key and its value")
        if not _KEY.fullmatch(key) or not _VALUE.fullmatch(value):
            raise NotationError(
                f"{brief(key)}, {brief(value)}: an additional key is letters, digits, - and _, and not taken "
                "yet; its value letters, digits and -._"
            )
    return tuple(given)  # type: ignore[arg-type]  # checked: pairs of texts


def check_position(position: object, expected: str) -> None:
    """TypeError for what is not a Position; `expected` begins the message: "a bot needs a Position"."""
    if not isinstance(position, Position):
        raise TypeError(f"{expected}, not {brief(position)}")
