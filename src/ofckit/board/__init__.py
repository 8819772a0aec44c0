"""Boards: three rows of cards, what is wrong with them, and whether they can still be saved."""

from ._board import Board, BoardLike, Status, strengths_of, why_foul
from ._decks import is_paired_flush, strengths_together
from ._read import SIZES, Row, row_spans
from ._table import MOST_BOARDS, check_seat, read_table

__all__ = [
    "MOST_BOARDS",
    "SIZES",
    "Board",
    "BoardLike",
    "Row",
    "Status",
    "check_seat",
    "is_paired_flush",
    "read_table",
    "row_spans",
    "strengths_of",
    "strengths_together",
    "why_foul",
]
