"""What a board is wanted to become, read from text: 'bottom flush+', 'top QQ+ and bottom flush', 'foul'."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from .._errors import NotationError, OfcError
from .._values import brief
from ..position import Position
from ..ranking import STRENGTHS, category, strength_key
from ..rules import ROWS, WORDS, Rules, Test, is_low, read_hand, read_row, strength_range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

_MORE = re.compile(r"\s*(\+|-|or (better|higher|more|worse|lower|less))$")
_AND = re.compile(r"\s*(?:,|&|\band\b)\s*")
_USUAL_TOP = ("pair+", "QQ+", "KK+", "AA+", "trips+")
_USUAL = ("pair+", "two pair+", "trips+", "straight+", "flush+", "full house+", "quads+", "straight flush+")


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing that a finished board may be.

    tests: (row 0 to 2 from the top, lowest, highest strength), all of which are to be met. cards: of a
    Fantasyland hand, 0: any.
    """

    text: str
    kind: Literal["rows", "foul", "fantasyland"]
    tests: tuple[Test, ...] = ()
    cards: int = 0

    def is_met(self, strengths: tuple[int, int, int], foul: bool, next_cards: int) -> bool:
        """Whether a finished board is what is wanted; next_cards: of the Fantasyland hand that it earns."""
        if self.kind == "foul":
            return foul
        if foul:
            return False
        if self.kind == "fantasyland":
            return next_cards > 0 and self.cards in (0, next_cards)
        return all(low <= strengths[row] <= high for row, low, high in self.tests)


def read_wanted(text: object, rules: Rules) -> Wanted:
    """What a text asks for; an OfcError says what it may be."""
    if not isinstance(text, str):
        raise TypeError(f"what is wanted is a text such as 'bottom flush+', not {brief(text)}")
    words = text.lower().split()
    if words == ["foul"]:
        return Wanted("foul", "foul")
    if words[:1] == ["fantasyland"]:
        return _fantasyland(words[1:], text, rules)
    tests: dict[int, Test] = {}
    names = []
    for part in _AND.split(text.strip()):
        (row, low, high), name = _read_row(part, text)
        if row in tests:
            raise OfcError(f"{brief(text)}: the {ROWS[row]} is named twice")
        tests[row] = (row, low, high)
        names.append(name)
    return Wanted(" and ".join(names), "rows", tuple(sorted(tests.values())))


def _fantasyland(words: list[str], text: str, rules: Rules) -> Wanted:
    if rules.fantasyland is None:
        raise OfcError(f"{brief(text)}: there is no Fantasyland in {rules.name}")
    hands = sorted({cards for cards, _ in rules.fantasyland.entry_tests})
    if not words:
        return Wanted("fantasyland", "fantasyland")
    if len(words) > 1 or not words[0].isdecimal() or int(words[0][:3]) not in hands:
        known = ", ".join(map(str, hands))
        raise OfcError(f"{brief(text)}: the Fantasyland of {rules.name} has {known} cards")
    return Wanted(f"fantasyland {int(words[0])}", "fantasyland", cards=int(words[0]))


def _read_row(part: str, text: str) -> tuple[Test, str]:
    """The test of one row, and its name in short."""
    row_name, _, hand_text = part.strip().partition(" ")
    if not hand_text.strip():
        raise NotationError(
            f"{brief(text)}: it takes a row and a hand, such as 'bottom flush+', or is foul or fantasyland"
        )
    row = read_row("row", row_name)
    suffix = _MORE.search(hand_text)
    more = "" if suffix is None else "+" if (suffix[2] or suffix[1]) in _BETTER else "-"
    hand = read_hand("hand", hand_text[: suffix.start()] if suffix else hand_text, row)
    low, high = _range(hand, more, text)
    return (ROWS.index(row), low, high), f"{row} {hand}{more}"


_BETTER = ("+", "better", "higher", "more")


def _range(hand: str, more: str, text: str) -> tuple[int, int]:
    """The lowest and the highest strength of the hands that are meant."""
    if is_low(hand):
        if more == "-":
            raise OfcError(f"{brief(text)}: a low is met by as low or lower ones")
        return strength_range(hand)
    low, high = _same(hand)
    return (low, STRENGTHS - 1) if more == "+" else (1, high) if more == "-" else (low, high)


@cache
def _same(hand: str) -> tuple[int, int]:
    """The strengths of a hand by name, whatever its kickers that are not named."""
    low = high = strength_range(hand)[0]
    kind, ranks = strength_key(low)
    named = 0 if hand in WORDS and hand != "royal" else len(ranks)
    while high + 1 < STRENGTHS and category(high + 1) is kind:
        if strength_key(high + 1)[1][:named] != ranks[:named]:
            break
        high += 1
    return low, high


def usual(position: Position, play: str) -> list[Wanted]:
    """What is asked for where nothing is named: the rows that are not full yet; under play, fouls and
    Fantasyland too."""
    rules, free = position.rules, position.free
    texts = [
        f"{row} {hand}"
        for row, places in zip(ROWS, free, strict=True)
        if places
        for hand in (_USUAL_TOP if row == "top" else _USUAL)
        if not (row == "middle" and rules.middle == "2-7")
    ]
    if play != "row":
        texts = ["foul", *(["fantasyland"] if rules.fantasyland else []), *texts]
    return [read_wanted(text, rules) for text in texts]
