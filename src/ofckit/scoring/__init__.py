"""Points: what a board earns, what every player owes every other, and why."""

from ._settlement import RowRoyalties, Settlement, royalties, score_many, settle
from ._stakes import HeadToHead, Payment
from ._table import hand_in_words

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
