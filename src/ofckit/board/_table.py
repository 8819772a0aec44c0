"""What lies on one table, read together: so that a joker without a number is another one on every board."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from .._core import plain_board
from .._errors import OfcError
from .._values import brief
from ..cards import JOKER, Card, CardsLike, loose_cards, number_jokers
from ._board import Board, BoardLike
from ._read import Loose, loose_board, refuse, rows_of

MOST_BOARDS = 100


def read_table(
    boards: Iterable[BoardLike],
    groups: Iterable[CardsLike] = (),
    *,
    jokers: int = 0,
    check: bool = True,
) -> tuple[list[Board], list[list[Card]]]:
    """The boards and the other groups of cards (draws, discards, ...) of one table, of at most 100 boards.

    ``JK`` is the first joker that none of them has. A Board stays as it is; what is none yet is one with
    these ``jokers``, and ``check`` is that of `Board`. Cards that two of them have are not looked for.
    """
    if isinstance(boards, (str, Board)) or not isinstance(boards, Iterable):
        raise TypeError(f"boards are a list of boards, one for each player, not {brief(boards)}")
    held: list[Board | Loose] = []
    for source in islice(boards, MOST_BOARDS + 1):
        rows = plain_board(source, jokers)
        if rows is not None:
            held.append(Board.of_rows(rows, jokers))
        else:
            held.append(source if isinstance(source, Board) else loose_board(source))
    if len(held) > MOST_BOARDS:
        raise OfcError(f"a table has at most {MOST_BOARDS} boards")
    cards = [loose_cards(group) for group in groups]
    if any(isinstance(one, Loose) for one in held) or any(JOKER in group for group in cards):
        parts = number_jokers([*(row for one in held for row in one.rows), *cards])
        cards = parts[3 * len(held) :]
        for i, one in enumerate(held):
            if isinstance(one, Loose):
                rows = rows_of(parts[3 * i : 3 * i + 3])
                if check:
                    refuse(rows, jokers, one)
                held[i] = Board.of_rows(rows, jokers, check)
    return held, cards  # type: ignore[return-value]  # all of them are boards by now
