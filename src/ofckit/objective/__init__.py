"""What a finished board is worth: points, the Fantasyland hands it leads to, a foul; the measured values."""

from __future__ import annotations

from ._objective import FEWEST, MOST, Objective, Opponent, RowOdds, names
from ._plan import chances_of, plan_of, stay_plan_of
from ._values import FANTASYLAND, fantasyland_values

__all__ = [
    "FANTASYLAND",
    "FEWEST",
    "MOST",
    "Objective",
    "Opponent",
    "RowOdds",
    "chances_of",
    "fantasyland_values",
    "names",
    "plan_of",
    "stay_plan_of",
]
