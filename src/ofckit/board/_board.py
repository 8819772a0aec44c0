"""`Board`: three rows of cards, what is wrong with them, and what their jokers stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntFlag

from .._core import plain_board, rank_rows
from .._errors import IllegalMove, InvalidCard, OfcError
from .._rich import repr_html
from .._values import brief
from ..cards import FIRST_JOKER, Card, CardLike, CardsLike, duplicates
from ..cards import cards as read_cards
from ..rules import Rules, RulesLike, as_rules
from ._decks import row_strength, strengths_together
from ._read import SIZES, CardRow, Loose, Row, Rows, Strengths, joker_text, loose_board, refuse, row_of


class Status(IntFlag):
    """What is wrong with a board: every problem has its flag; a full legal board has none."""

    VALID = 0
    TOP_SIZE = 1  # more than 3 cards
    MIDDLE_SIZE = 2  # more than 5
    BOTTOM_SIZE = 4
    DUPLICATES = 8
    JOKERS = 16  # jokers that this board may not hold
    INCOMPLETE = 32
    TOP_BEATS_MIDDLE = 64
    MIDDLE_BEATS_BOTTOM = 128
    MIDDLE_EQUALS_BOTTOM = 256  # where rows are strict
    MIDDLE_NOT_LOW = 512  # where the middle is a 2-7 low
    TOP_BEATS_BOTTOM = 1024  # likewise: otherwise the middle lies between them
    SIZE = TOP_SIZE | MIDDLE_SIZE | BOTTOM_SIZE
    FOUL = TOP_BEATS_MIDDLE | MIDDLE_BEATS_BOTTOM | MIDDLE_EQUALS_BOTTOM | MIDDLE_NOT_LOW | TOP_BEATS_BOTTOM

    def __repr__(self) -> str:
        names = [flag.name for flag in type(self) if flag in self]
        if sum(flag for flag in type(self) if flag in self) != self.value:
            return f"Status({self.value})"
        return " | ".join(f"Status.{name}" for name in names) or "Status.VALID"


class Board:
    """Top, middle and bottom, full or in part; immutable.

    ``source`` is text (rows split by ``/``, ``|`` or line ends, ``-`` for an empty row, or with labels such
    as ``top: Qh Qd 5c``), a Board, a mapping of row names to cards, three rows, or thirteen cards from the
    top down. Raises InvalidCard for what is not a card, a card held twice or a joker where ``jokers`` (0..2)
    are not in play, and NotationError for what is not a board; with ``check=False`` it builds whatever can be
    read, and `status` names the problems.

    ``JK`` is the first joker that this board does not name and that is not ``taken`` (by other cards of the
    table; `read_table` reads them together). What a joker stands for depends on the rules: see `resolve`;
    `fouls`, `status` and `is_lost` apply the rules they are given.

    Boards are equal when each row holds the same cards, in whatever order; each row keeps its order.

    >>> board = Board("QhQd5c / 7h7d8s8c2d / AsKsJs9s4s")
    >>> board, board.is_foul, board.top
    (Board('QhQd5c/7h7d8s8c2d/AsKsJs9s4s'), False, (Card('Qh'), Card('Qd'), Card('5c')))
    """

    __slots__ = ("_checked", "_jokers", "_key", "_rows", "_strengths")
    _rows: Rows
    _checked: bool
    _jokers: int
    _key: Rows | None
    _strengths: Strengths | None

    def __init__(
        self, source: BoardLike = (), *, check: bool = True, jokers: int = 0, taken: Iterable[Card] = ()
    ) -> None:
        if type(jokers) is not int or not 0 <= jokers <= 2:
            raise OfcError(f"a board holds 0, 1 or 2 jokers, not {brief(jokers)}")
        self._checked = bool(check)
        self._jokers = jokers
        self._key = None
        self._strengths = None
        rows = plain_board(source, jokers)
        if rows is None:
            loose = Loose(source._rows) if isinstance(source, Board) else loose_board(source)
            rows = loose.numbered(taken)
            if check:
                refuse(rows, jokers, loose)
        self._rows = rows

    @classmethod
    def of_rows(cls, rows: Rows, jokers: int = 0, checked: bool = True) -> Board:
        """A board of rows that are known to be valid."""
        self = cls.__new__(cls)
        self._rows = rows
        self._checked = checked
        self._jokers = jokers
        self._key = None
        self._strengths = None
        return self

    # what is there

    @property
    def rows(self) -> Rows:
        """(top, middle, bottom)."""
        return self._rows

    @property
    def top(self) -> CardRow:
        """The cards of the top row, three when it is full, in the order in which they were given."""
        return self._rows[0]

    @property
    def middle(self) -> CardRow:
        """The cards of the middle row, five when it is full."""
        return self._rows[1]

    @property
    def bottom(self) -> CardRow:
        """The cards of the bottom row, five when it is full."""
        return self._rows[2]

    @property
    def cards(self) -> CardRow:
        """All its cards, from the top down."""
        return self._rows[0] + self._rows[1] + self._rows[2]

    @property
    def free(self) -> tuple[int, int, int]:
        """Free places in top, middle and bottom."""
        top, middle, bottom = self._rows
        return 3 - len(top), 5 - len(middle), 5 - len(bottom)

    @property
    def is_complete(self) -> bool:
        """Whether the rows hold 3, 5 and 5 cards."""
        top, middle, bottom = self._rows
        return len(top) == 3 and len(middle) == 5 and len(bottom) == 5

    @property
    def strengths(self) -> Strengths:
        """The strengths of top, middle and bottom as they stand; 0 for a row that is empty or too long.

        InvalidCard for a joker, whose strength depends on the rules (see `resolve`), or for a flush that
        holds a rank twice (several decks): `Ranking(decks=2)` has a strength for it.
        """
        if self._strengths is None:
            self._strengths = self._rank()
        return self._strengths

    def _rank(self) -> Strengths:
        if self._jokers or not self._checked:
            self._refuse_jokers()
        if self._checked and self.is_complete:
            return rank_rows(self._rows)
        top, middle, bottom = self._rows
        return row_strength(top, 3), row_strength(middle, 5), row_strength(bottom, 5)

    def _refuse_jokers(self) -> None:
        for card in self.cards:
            if card >= FIRST_JOKER:
                raise InvalidCard(f"{card} is a joker: only resolve(rules) ranks rows that hold one")

    # jokers

    @property
    def _holds_jokers(self) -> bool:
        return (self._jokers > 0 or not self._checked) and any(card >= FIRST_JOKER for card in self.cards)

    def resolve(self, rules: RulesLike) -> Board:
        """The full board with its jokers replaced by natural cards, by these rules; itself without jokers.

        All jokers are resolved together, the best for the holder: no foul, then most royalties, then most
        cards in Fantasyland, then the strongest bottom, middle, top. `joker_resolution = "row"`: each row as
        strong as it can be. Where `joker_may_copy`, a card may appear twice, in different rows.

        Raises InvalidCard for a joker that these rules do not have, OfcError for an incomplete board.
        """
        rules = as_rules(rules)
        if not self._holds_jokers:
            return self
        self._refuse_jokers_beyond(rules)
        if not self.is_complete:
            raise OfcError(f"jokers stand for nothing before the board is full: {self}")
        twice = duplicates(self.cards)
        if twice:
            names = " ".join(map(str, twice))
            raise InvalidCard(f"{names} twice on a board with a joker, which must be of one deck ({self})")
        ids, strengths = rules.compiled.resolve(self.cards)
        cards = tuple(map(Card, ids))
        natural = Board.of_rows((cards[:3], cards[3:8], cards[8:]), checked=len(set(cards)) == len(cards))
        natural._strengths = strengths
        return natural

    def _refuse_jokers_beyond(self, rules: Rules) -> None:
        """Raise for jokers that are not in the deck of these rules."""
        for card in self.cards:
            if card >= FIRST_JOKER + rules.jokers:
                has = "has one joker, X1" if rules.jokers else "has no jokers"
                raise InvalidCard(f"{card} is a joker, but {rules.name} {has}")

    # is it legal

    @property
    def is_foul(self) -> bool:
        """Whether a row beats the row below it, by the standard rules; False while it is incomplete."""
        if not self.is_complete:
            return False
        top, middle, bottom = self.strengths if self._checked else strengths_of([self])[0]
        return bottom < middle or middle < top

    def fouls(self, rules: RulesLike) -> bool:
        """Whether it is foul by these rules; False while it is incomplete. Jokers: see `resolve`."""
        rules = as_rules(rules)
        if not self.is_complete:
            return False
        (strengths,) = strengths_of([self.resolve(rules)])
        return rules.compiled.is_foul(*strengths)

    def is_lost(self, rules: RulesLike | None = None, dead: CardsLike = ()) -> bool:
        """Whether no completion from the remaining deck is legal, exactly; a full board: whether it is foul.

        ``dead``: cards out of the deck besides its own (those seen on other boards, discards). Without rules
        the standard ones apply. Takes a millisecond or so.

        Jokers count, on the board or left in the deck. OfcError where they are resolved row by row
        (`joker_resolution = "row"`) and the board is not full: this search does not cover that.
        """
        rules = None if rules is None else as_rules(rules)
        if self.is_complete:
            return self.is_foul if rules is None else self.fouls(rules)
        if rules is None:
            self._refuse_jokers()
        else:
            self._refuse_jokers_beyond(rules)
        if self.status(rules) & (Status.SIZE | Status.DUPLICATES):
            return True
        from ._ahead import can_be_saved

        return not can_be_saved(self._rows, {*self.cards, *read_cards(dead, taken=self.cards)}, rules)

    def status(self, rules: RulesLike | None = None) -> Status:
        """Every problem at once, by these rules or the standard ones; rows are compared once they are full.

        Jokers are allowed as far as these rules have them; without rules, as far as the board's `jokers`
        says. Rows with jokers are compared, as resolved, once the whole board is full.

        >>> Board("AsAh2c2d3h/KsKh4c5d6h/QsQhQs", check=False).status()
        Status.TOP_SIZE | Status.DUPLICATES | Status.INCOMPLETE
        """
        rules = None if rules is None else as_rules(rules)
        found = Status.VALID
        for row, size, flag in zip(self._rows, SIZES, _SIZE_FLAGS, strict=True):
            if len(row) > size:
                found |= flag
        held = self.cards
        if len(set(held)) < len(held):
            found |= Status.DUPLICATES
        if any(card >= FIRST_JOKER + (self._jokers if rules is None else rules.jokers) for card in held):
            found |= Status.JOKERS
        if not self.is_complete:
            found |= Status.INCOMPLETE
        elif rules is not None and not found:
            return self.resolve(rules)._rows_out_of_order(rules)
        return found | self._rows_out_of_order(rules)

    def _rows_out_of_order(self, rules: Rules | None) -> Status:
        full = [
            len(row) == size and all(card < FIRST_JOKER for card in row)
            for row, size in zip(self._rows, SIZES, strict=True)
        ]
        (top_row, middle_row, bottom_row) = (
            row if ok else () for row, ok in zip(self._rows, full, strict=True)
        )
        (strengths,) = strengths_together([(top_row, middle_row, bottom_row)])
        return why_foul(strengths, rules)

    # another one

    def place(self, card: CardLike, row: Row | int | str) -> Board:
        """The board with one more card; IllegalMove for a full row, InvalidCard for a card that it holds."""
        ((new,), where) = read_cards([card], taken=self.cards), row_of(row)
        rows = self._rows
        if len(rows[where]) >= SIZES[where]:
            raise IllegalMove(f"{new} cannot go to the {where}: it is full ({_text(rows[where])})")
        if new in rows[0] or new in rows[1] or new in rows[2]:
            raise InvalidCard(f"{new} is on the board already: {self}")
        if new >= FIRST_JOKER + self._jokers:
            raise InvalidCard(joker_text(new, self._jokers))
        top, middle, bottom = rows
        if where == 0:
            top = (*top, new)
        elif where == 1:
            middle = (*middle, new)
        else:
            bottom = (*bottom, new)
        return Board.of_rows((top, middle, bottom), self._jokers, self._checked)

    # as a value

    def __str__(self) -> str:
        return "/".join([_text(row) for row in self._rows])

    def __repr__(self) -> str:
        jokers = f", jokers={self._jokers}" if self._jokers else ""
        check = "" if self._checked else ", check=False"
        return f"Board('{self}'{check}{jokers})"

    _repr_html_ = repr_html

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def _sorted(self) -> Rows:
        if self._key is None:
            top, middle, bottom = self._rows
            self._key = tuple(sorted(top)), tuple(sorted(middle)), tuple(sorted(bottom))
        return self._key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._rows == other._rows or self._sorted() == other._sorted()

    def __hash__(self) -> int:
        return hash(self._sorted())

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _restore, (str(self), self._checked, self._jokers)


def why_foul(strengths: Strengths, rules: Rules | None) -> Status:
    """Which rows are out of order, by these rules or the standard ones; 0 for a row that is not full yet."""
    top, middle, bottom = strengths
    foul = Status.VALID
    if rules is not None and rules.middle == "2-7":
        if middle > rules.low_middle_max:
            foul |= Status.MIDDLE_NOT_LOW
        if 0 < bottom < top:
            foul |= Status.TOP_BEATS_BOTTOM
        return foul
    if 0 < middle < top:
        foul |= Status.TOP_BEATS_MIDDLE
    if 0 < bottom < middle:
        foul |= Status.MIDDLE_BEATS_BOTTOM
    if bottom == middle > 0 and rules is not None and rules.strict_rows:
        foul |= Status.MIDDLE_EQUALS_BOTTOM
    return foul


def strengths_of(boards: Sequence[Board]) -> list[Strengths]:
    """The strengths of boards without jokers, on one scale for all of them: see `strengths_together`."""
    if all(board._checked for board in boards):
        return [board.strengths for board in boards]
    for board in boards:
        board._refuse_jokers()
    return strengths_together([board.rows for board in boards])


BoardLike = str | Board | Mapping[str, CardsLike] | Iterable[CardsLike | CardLike | None]
"""A board: text, a Board, a mapping of row names to cards, three rows, or thirteen cards, top first."""

_SIZE_FLAGS = (Status.TOP_SIZE, Status.MIDDLE_SIZE, Status.BOTTOM_SIZE)


def _restore(text: str, check: bool, jokers: int) -> Board:
    return Board(text, check=check, jokers=jokers)


def _text(row: CardRow) -> str:
    return "".join(map(str, row)) or "-"
