"""What one player sees and does: `Position` and `Move`, both as text and back."""

from ._candidates import Candidates
from ._legal import LegalMoves, reason_out_of_turn
from ._move import CardRow, Move, new_move
from ._position import OUT, Position, Rows, check_position, owner_of, sort_rows
from ._text import rules_words

__all__ = [
    "OUT",
    "Candidates",
    "CardRow",
    "LegalMoves",
    "Move",
    "Position",
    "Rows",
    "check_position",
    "new_move",
    "owner_of",
    "reason_out_of_turn",
    "rules_words",
    "sort_rows",
]
