"""What becomes of a position by a move: one position, or all boards at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .._core import NEEDS_JOKERS, SAVED, look_ahead
from .._errors import IllegalMove, OfcError
from .._values import brief, listed
from ..board import Board
from ..cards import CardsLike
from ..cards import cards as read_cards
from ._legal import LegalMoves
from ._move import Move
from ._position import Position, Rows, sort_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

_MOST = 1 << 20


def legal(position: Position, moves: LegalMoves, move: Move | str) -> Move:
    """The move, read if it is text; IllegalMove if it is not one of the legal moves."""
    known = Move.read(move, taken=position.known) if isinstance(move, str) else Move(move)
    reason = moves.reason_against(known) if len(moves) else "no cards to place: it is not its turn"
    if reason is not None:
        raise IllegalMove(f"{known}: {reason}")
    return known


def position_after(position: Position, move: Move | str, draw: CardsLike) -> Position:
    """See `Position.after`."""
    move = legal(position, position.legal_moves, move)
    fields = {name: getattr(position, name) for name in Position.__slots__}
    seat, boards = position.seat, list(position.boards)
    if move.is_surrender:
        fields["out"] = tuple("surrendered" if i == seat else how for i, how in enumerate(position.out))
        fields["dead"] = tuple(sorted(position.dead + position.draw, reverse=True))
    top, middle, bottom = boards[seat]
    boards[seat] = sort_rows((top + move.top, middle + move.middle, bottom + move.bottom))
    fields["boards"] = tuple(boards)
    fields["discards"] = tuple(sorted(position.discards + move.discards, reverse=True))
    fields["draw"], fields["exposed"], fields["turn"] = (), (), None
    if move.is_stay:
        fields["announced"] = position.announced | {seat}
    after = Position.seen(**fields)
    drawn = read_cards(draw, taken=after.known)
    if not drawn:
        return after
    fields["draw"], fields["turn"] = tuple(sorted(drawn, reverse=True)), seat
    return Position.seen(**fields).checked()


class Candidates:
    """The boards after some moves in a position, as arrays, and what is known of them: one row for each move.

    Made by `Position.candidates`. moves: in their order. boards: uint8 (N, 13), top 3, middle 5, bottom 5;
    255 is a free place. royalties: int16 (N, 3), what each full row earns: 0 for rows that are not full, for
    rows with a joker while the board is not full, and in a foul. lost: bool (N,), whether a board is foul, or
    no completion from the cards that the seat has not seen is legal (`Board.is_lost`), by exact search.

    The arrays are memoryviews: `numpy.asarray` takes them as they are, `tolist()` makes lists of them.

    >>> position = Position("pineapple", "AhAd/KsKd7h/9c9s8h8d", "Ac 7d 2c")
    >>> candidates = position.candidates()
    >>> len(candidates), candidates.lost.tolist().count(True), max(candidates.royalties.tolist())
    (21, 14, [22, 0, 0])
    >>> candidates.board(candidates.lost.tolist().index(False))
    Board('AhAdAc/KsKd7h7d/9s9c8h8d')
    """

    __slots__ = ("_fates", "_lost", "boards", "moves", "position", "royalties")
    position: Position
    moves: Sequence[Move]
    boards: memoryview[int]
    royalties: memoryview[int]
    _fates: bytearray
    _lost: memoryview[bool] | None

    def __init__(self, position: Position, moves: Iterable[Move | str] | None = None) -> None:
        known = position.legal_moves
        if moves is None:
            if len(known) > _MOST:
                raise OfcError(f"candidates: {_MOST:,} moves at most; say which ones to look at")
            self.moves = tuple(known)
        elif isinstance(moves, Move):
            raise TypeError(f"moves must be a list, not {brief(moves)}")
        else:
            self.moves = tuple(legal(position, known, move) for move in listed("moves", moves, _MOST))
        self.position = position
        self._lost = None
        boards, royalties, self._fates = look_ahead(
            position.rules.compiled,
            position.boards[position.seat],
            [move[:3] for move in self.moves],
            position.unseen,
        )
        self.boards = _array(boards, "B", 13)
        self.royalties = _array(royalties, "h", 3)

    @property
    def lost(self) -> memoryview[bool]:
        """Whether each board is lost; OfcError where `Board.is_lost` has no answer."""
        if self._lost is None:
            rules = self.position.rules
            ask = range(len(self)) if rules.joker_resolution == "row" else self._undecided()
            lost = bytearray(fate != SAVED for fate in self._fates)
            dead = self.position.known
            for i in ask:
                board = self.board(i)
                lost[i] = board.is_lost(rules, [card for card in dead if card not in board.cards])
            self._lost = memoryview(lost).cast("?").toreadonly()
        return self._lost

    def _undecided(self) -> Iterator[int]:
        return (i for i, fate in enumerate(self._fates) if fate == NEEDS_JOKERS)

    def board(self, number: int) -> Board:
        """The board after the move of this number."""
        top, middle, bottom = self.position.boards[self.position.seat]
        move = self.moves[number]
        rows: Rows = sort_rows((top + move.top, middle + move.middle, bottom + move.bottom))
        return Board.of_rows(rows, self.position.rules.jokers)

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"<Candidates: {len(self)} moves>"


def _array(data: bytearray, code: Literal["B", "h"], columns: int) -> memoryview[int]:
    """The bytes as rows of numbers, to be read only."""
    flat = memoryview(data).toreadonly()
    if not data:
        return flat.cast(code)
    rows = len(data) // columns // memoryview(b"").cast(code).itemsize
    return flat.cast(code, (rows, columns))
