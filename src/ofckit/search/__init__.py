"""Search: the best board of a Fantasyland hand, endgames solved exactly, every move of any street ranked."""

from __future__ import annotations

from ._analysis import analyse, improving
from ._chances import PLAYS, Chance, Chances, chances
from ._decide import decide
from ._endgame import best_moves, value
from ._fantasyland import Solution, Solutions, can_stay, jokers_of, solve_fantasyland, solve_fantasyland_many
from ._limit import Limit
from ._many import analyse_many, best_moves_many
from ._results import SHOWN, Analysis, MoveInfo, Moves, Parts, Value, parts_of

__all__ = [
    "PLAYS",
    "SHOWN",
    "Analysis",
    "Chance",
    "Chances",
    "Limit",
    "MoveInfo",
    "Moves",
    "Parts",
    "Solution",
    "Solutions",
    "Value",
    "analyse",
    "analyse_many",
    "best_moves",
    "best_moves_many",
    "can_stay",
    "chances",
    "decide",
    "improving",
    "jokers_of",
    "parts_of",
    "solve_fantasyland",
    "solve_fantasyland_many",
    "value",
]
