"""Search: the best board of a Fantasyland hand, endgames solved exactly, every move of any street ranked."""

from __future__ import annotations

from ._analysis import Analysis, analyse
from ._endgame import best_moves, value
from ._fantasyland import Solution, Solutions, can_stay, solve_fantasyland, solve_fantasyland_many
from ._results import MoveInfo, Moves, Value
from ._rollout import Limit

__all__ = [
    "Analysis",
    "Limit",
    "MoveInfo",
    "Moves",
    "Solution",
    "Solutions",
    "Value",
    "analyse",
    "best_moves",
    "can_stay",
    "solve_fantasyland",
    "solve_fantasyland_many",
    "value",
]
