"""Hands named in rules: 'QQ', 'trips', 'full house', '75432', '9-low'; each means *this hand or better*.

Words name the weakest hand of their type. Ranks name a hand by what it holds ('QQ' is met by every pair of
queens or better, trips included). Five different ranks, ten or lower, not a straight, and 'N-low',
name a 2-7 low: a hand meets it by being as low or lower.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from .._values import wrong

ROWS = ("top", "middle", "bottom")
RANKS = "23456789TJQKA"
BEST_STRENGTH = 9854  # five aces
STRENGTHS = 9855

# the weakest hand of each type, as ranks; 's' means suited
WORDS = {
    "pair": "22",
    "two pair": "3322",
    "trips": "222",
    "straight": "A5432",
    "flush": "75432s",
    "full house": "22233",
    "quads": "2222",
    "straight flush": "A5432s",
    "royal": "AKQJTs",
}
OTHER_WORDS = {
    "one pair": "pair",
    "three of a kind": "trips",
    "set": "trips",
    "four of a kind": "quads",
    "boat": "full house",
    "royal flush": "royal",
}
# the worst low with this highest card
LOWS = {"7-low": "76542", "8-low": "87653", "9-low": "98764", "10-low": "T9875"}
OTHER_LOWS = {
    "seven-low": "7-low",
    "eight-low": "8-low",
    "nine-low": "9-low",
    "ten-low": "10-low",
    "t-low": "10-low",
}
NOT_ON_TOP = ("straight", "flush", "straight flush", "royal")
ROW_NAMES = {"front": "top", "back": "bottom"}


def read_row(key: str, text: object) -> str:
    """'top', 'middle' or 'bottom'."""
    name = text.strip().lower() if isinstance(text, str) else ""
    name = ROW_NAMES.get(name, name)
    if name not in ROWS:
        raise wrong(key, text, "a row: 'top', 'middle' or 'bottom'", ROWS)
    return name


def read_hand(key: str, text: object, row: str) -> str:
    """The canonical name of a hand that a row can hold."""
    if not isinstance(text, str):
        raise wrong(key, text, "a hand such as 'QQ', 'trips' or 'full house'")
    word = " ".join(text.lower().replace("_", " ").replace("-", " ").split())
    word = OTHER_WORDS.get(word, word)
    low = "-".join(word.split())
    low = OTHER_LOWS.get(low, low)
    ranks = text.upper().replace("10", "T").replace(" ", "")
    if word in WORDS:
        hand = word
    elif low in LOWS:
        hand = low
    elif 1 <= len(ranks) <= 5 and all(r in RANKS and ranks.count(r) < 5 for r in ranks):
        hand = "".join(sorted(ranks, key=lambda r: (ranks.count(r), RANKS.index(r)), reverse=True))
    else:
        allowed = f"a hand: {', '.join(WORDS)}, ranks such as 'QQ', or a low such as '9-low'"
        raise wrong(key, text, allowed, WORDS)
    if row == "top" and (hand in NOT_ON_TOP or len(pattern(hand)[0]) > 3):
        raise wrong(key, text, "a hand that three cards can make: high card, pair or trips")
    if is_low(hand) and row != "middle":
        raise wrong(key, text, f"a high hand, as the {row} row is never a 2-7 low")
    return hand


def pattern(hand: str) -> tuple[str, bool]:
    """(ranks, suited) of the hand that just meets the condition."""
    ranks = WORDS.get(hand) or LOWS.get(hand) or hand
    suited = ranks.endswith("s")
    return "".join(sorted(ranks.rstrip("s"))), suited


def is_low(hand: str) -> bool:
    """True for a hand that is read as a 2-7 low."""
    return hand in LOWS or _low_ranks(hand)


def _low_ranks(ranks: str) -> bool:
    if len(set(ranks)) != 5 or len(ranks) != 5:
        return False
    numbers = sorted(RANKS.find(r) for r in ranks)
    return numbers[0] >= 0 and numbers[4] <= RANKS.index("T") and numbers[4] - numbers[0] > 4


def example(hand: str) -> tuple[int, ...]:
    """Card ids of the weakest (for a low: the worst) hand that meets the condition."""
    ranks, suited = pattern(hand)
    if suited:
        return tuple(4 * RANKS.index(r) for r in ranks)
    suits = [ranks[:i].count(r) for i, r in enumerate(ranks)]
    if len(set(ranks)) == 5:
        suits[0] = 1  # no flush
    return tuple(4 * RANKS.index(r) + s for r, s in zip(ranks, suits, strict=True))


@cache
def strength_range(hand: str) -> tuple[int, int]:
    """(lowest, highest) strength of the complete rows that meet the condition, both included."""
    from .. import _core

    strength = _core.rank_ids(example(hand))
    if is_low(hand):
        return _core.rank_ids(example("75432")), strength
    return strength, BEST_STRENGTH


def low_strengths() -> list[int]:
    """The 121 strengths that qualify in a 2-7 middle, from the best (75432) to the worst (T9875)."""
    from .. import _core

    lows = ("".join(c) for c in combinations(RANKS[: RANKS.index("T") + 1], 5))
    return sorted(_core.rank_ids(example(low)) for low in lows if _low_ranks(low))


LOW_MIDDLE_WORST = "T9875"
