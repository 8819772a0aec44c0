"""Points: what a board earns, what every player owes every other, and why."""

from ofckit.scoring._settlement import RowRoyalties, Settlement, royalties, score_many, settle
from ofckit.scoring._stakes import Payment

__all__ = ["Payment", "RowRoyalties", "Settlement", "royalties", "score_many", "settle"]
