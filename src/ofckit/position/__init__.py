"""What one player sees and what he does: `Position` and `Move`, both as text and back."""

from ._legal import LegalMoves
from ._move import Move
from ._position import Position, owner_of

__all__ = ["LegalMoves", "Move", "Position", "owner_of"]
