"""What a finished board is worth: points, the Fantasyland hands it leads to, a foul; the measured values."""

from __future__ import annotations

from ._compiled import (
    endgame_objective,
    fantasyland_objective,
    given_or_default,
    is_marked,
    rollout_objective,
    stay_objective,
)
from ._objective import FEWEST, MOST, Objective, Opponent, RowOdds, as_objective, names, shares
from ._values import FANTASYLAND, fantasyland_values

__all__ = [
    "FANTASYLAND",
    "FEWEST",
    "MOST",
    "Objective",
    "Opponent",
    "RowOdds",
    "as_objective",
    "endgame_objective",
    "fantasyland_objective",
    "fantasyland_values",
    "given_or_default",
    "is_marked",
    "names",
    "rollout_objective",
    "shares",
    "stay_objective",
]
