"""Several decks: a paired flush, which holds a rank twice or three times, is not on the scale of one deck.

It stands between two hands of that scale: A-A-K-9-2 above A-K-Q-J-9 and below every full house, in the order
of `Ranking(decks=n)`. Boards that hold one compare on a scale made for them: see `strengths_together`.
"""

from __future__ import annotations

from collections.abc import Sequence

from .._core import rank_ids
from ._read import SIZES, CardRow, Rows, Strengths

_LOWEST_FLUSH = rank_ids((0, 4, 8, 12, 20))  # 7-5-4-3-2
_HIGHEST_FLUSH = rank_ids((48, 44, 40, 36, 28))  # A-K-Q-J-9


def is_paired_flush(row: CardRow) -> bool:
    """Whether these natural cards are a paired flush; of one or two ranks they are a full house or better."""
    suits, ranks = {card & 3 for card in row}, {card >> 2 for card in row}
    return len(row) == 5 and len(suits) == 1 and len(ranks) in (3, 4)


def row_strength(row: CardRow, size: int) -> int:
    """The strength of natural cards that may repeat; 0 for none and for more than `size`."""
    return rank_ids(row, duplicates=True) if 0 < len(row) <= size else 0


def strengths_together(boards: Sequence[Rows]) -> list[Strengths]:
    """The strengths of the rows of these boards of natural cards, on one scale for all of them.

    That is the usual scale, unless there is a paired flush: then the flushes of these boards are numbered
    from the lowest flush up, in the order of several decks. Who wins, what fouls and what earns is right;
    the numbers mean nothing on other boards.
    """
    rows = [row for board in boards for row in board[1:]]
    number: dict[CardRow, int] = {}
    if any(map(is_paired_flush, rows)):
        flushes = {row: ranks for row in rows if (ranks := _flush(row))}
        order = {ranks: _LOWEST_FLUSH + i for i, ranks in enumerate(sorted(set(flushes.values())))}
        number = {row: order[ranks] for row, ranks in flushes.items()}
    return [
        (
            row_strength(top, SIZES[0]),
            number.get(middle) or row_strength(middle, SIZES[1]),
            number.get(bottom) or row_strength(bottom, SIZES[2]),
        )
        for top, middle, bottom in boards
    ]


def _flush(row: CardRow) -> tuple[int, ...]:
    """The ranks of a flush, paired or not, the highest first; () for any other hand."""
    if is_paired_flush(row) or (len(row) == 5 and _LOWEST_FLUSH <= row_strength(row, 5) <= _HIGHEST_FLUSH):
        return tuple(sorted((card >> 2 for card in row), reverse=True))
    return ()
