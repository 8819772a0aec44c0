"""Endgames, solved exactly: what a position is worth under optimal play, and every move's value."""

from __future__ import annotations

from ._solve import best_moves, value
from ._value import MoveInfo, Moves, Value

__all__ = ["MoveInfo", "Moves", "Value", "best_moves", "value"]
