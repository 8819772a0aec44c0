"""Points: what a board earns, what every player owes every other, and why."""

from ofckit.scoring._settlement import RowRoyalties, Settlement, royalties, score_many, settle
from ofckit.scoring._stakes import HeadToHead, Payment
from ofckit.scoring._table import hand_in_words

__all__ = [
    "HeadToHead",
    "Payment",
    "RowRoyalties",
    "Settlement",
    "hand_in_words",
    "royalties",
    "score_many",
    "settle",
]
