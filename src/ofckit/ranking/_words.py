"""A hand in the words of its system."""

from __future__ import annotations

from ..cards import RANKS
from ._hands import _MANY, Category, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._system import Ranking
    from ._tables import Hand

_BEST: dict[tuple[str, tuple[int, ...]], str] = {
    ("deuce-to-seven", (5, 3, 2, 1, 0)): "number one",
    ("deuce-to-seven", (5, 4, 2, 1, 0)): "number two",
    ("deuce-to-seven", (5, 4, 3, 1, 0)): "number three",
    ("deuce-to-seven", (5, 4, 3, 2, 0)): "number four",
    ("ace-to-five", (3, 2, 1, 0, 12)): "wheel",
    ("ace-to-six", (4, 2, 1, 0, 12)): "number one",
}


def describe_hand(system: Ranking, hand: Hand | None) -> str:
    """The words for a category and its ranks; None is a hand that does not qualify."""
    if hand is None:
        return "No low"
    kind, ranks = hand
    if kind is Category.FIVE_OF_A_KIND:
        return f"Five {_MANY[ranks[0]]}"
    if not system.is_low or kind in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return words(kind, ranks)
    if kind is Category.HIGH_CARD:
        name = _BEST.get((system.order, ranks))
        return f"{name}: {_letters(ranks)}" if name else f"{_letters(ranks)} low"
    return _high_part(kind, ranks)


def _letters(ranks: tuple[int, ...]) -> str:
    return "-".join(RANKS[rank] for rank in ranks)


_GROUPS = {Category.PAIR: 1, Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2, Category.FLUSH: 0}


def _high_part(kind: Category, ranks: tuple[int, ...]) -> str:
    """A pair or more in a low hand: the groups in words, the other cards as ranks."""
    groups = _GROUPS.get(kind, 1)
    name = "Flush" if kind is Category.FLUSH else words(kind, ranks[:groups])
    return f"{name}, {_letters(ranks[groups:])}" if ranks[groups:] else name
