"""Exact search: what a finished board is worth, and the best board of a Fantasyland hand."""

from __future__ import annotations

from ._fantasyland import Solution, Solutions, can_stay, solve_fantasyland, solve_fantasyland_many
from ._objective import Objective, Opponent, RowOdds
from ._values import FANTASYLAND, fantasyland_values

__all__ = [
    "FANTASYLAND",
    "Objective",
    "Opponent",
    "RowOdds",
    "Solution",
    "Solutions",
    "can_stay",
    "fantasyland_values",
    "solve_fantasyland",
    "solve_fantasyland_many",
]
