"""What lies on one table, read together, so that jokers without a number differ from board to board."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from .._core import plain_board
from .._errors import OfcError
from .._values import brief, listed, whole_number
from ..cards import JOKER, Card, CardsLike, loose_cards, number_jokers
from ._board import Board, BoardLike
from ._read import Loose, loose_board, refuse, rows_of

MOST_BOARDS = 100


def check_seat(what: str, seat: object, seats: int) -> int:
    """The number of a seat, or OfcError."""
    number = index(seat) if isinstance(seat, int) and not isinstance(seat, bool) else -1
    if not 0 <= number < seats:
        raise OfcError(f"{what}: {brief(seat)} is not a seat of this table; they are 0 to {seats - 1}")
    return number


def read_table(
    boards: Iterable[BoardLike],
    groups: Iterable[CardsLike] = (),
    *,
    jokers: int = 0,
    check: bool = True,
) -> tuple[list[Board], list[list[Card]]]:
    """The boards and the other groups of cards (draws, discards, ...) of one table, of at most 100 boards.

    ``JK`` is the first joker that none of them has. A Board stays as it is; anything else becomes one with
    these ``jokers`` and ``check``, as in `Board`. Cards on two boards are not looked for.
    """
    if isinstance(boards, (str, Board)):
        raise TypeError(f"a table is a list of boards, not {brief(boards)}")
    jokers = whole_number("the number of jokers", jokers, 0, 2)
    held: list[Board | Loose] = []
    loose = False
    for source in listed("boards", boards, MOST_BOARDS):
        if isinstance(source, Board):
            held.append(source)
        elif (rows := plain_board(source, jokers)) is not None:
            held.append(Board.of_rows(rows, jokers))
        else:
            held.append(loose_board(source))
            loose = True
    cards = [loose_cards(group) for group in listed("groups of cards", groups, MOST_BOARDS)]
    if loose or any(JOKER in group for group in cards):
        parts = number_jokers([*(row for one in held for row in one.rows), *cards])
        cards = parts[3 * len(held) :]
        for i, one in enumerate(held):
            if isinstance(one, Loose):
                rows = rows_of(parts[3 * i : 3 * i + 3])
                if check:
                    refuse(rows, jokers, one)
                held[i] = Board.of_rows(rows, jokers, check)
    return held, cards  # type: ignore[return-value]  # all are boards by now
