"""Fantasyland as data: who enters with how many cards, who stays, and with how many cards again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .._errors import InvalidRules
from .._values import (
    FrozenDict,
    brief,
    check_bool,
    check_choice,
    check_int,
    listed,
    rebuild,
    replaced,
    short_repr,
    state,
    wrong,
)
from ._hands import ROWS, read_hand, read_row, strength_range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# (row, hand): that row holds this hand or better
Condition = tuple[str, str]
# a hand on top, one condition, or several that must all be met
EntryKey = str | tuple[str, str] | tuple[tuple[str, str], ...]
Test = tuple[int, int, int]  # (row 0..2 from the top, lowest strength, highest strength)

STAY_CLASSIC: tuple[Condition, ...] = (("top", "trips"), ("middle", "full house"), ("bottom", "quads"))
STAY_VEGAS: tuple[Condition, ...] = (("top", "trips"), ("bottom", "quads"))
SET_WHEN = ("before", "in-turn", "after")
REPEATS = ("same", "by-top")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Fantasyland:
    """Who enters, who stays, how many cards, and when the hand is set.

    enter: cards by what was made; a key is a hand on top ("QQ"), a condition (("middle", "75432")) or several
        that must all be met ((("top", "KK"), ("middle", "75432"))); of all entries met, the most cards count.
    stay: conditions, one of which is enough. In Fantasyland only these count, not those of entry.
    repeat_cards: cards after a stay: a number, "same" (as many as this time), or "by-top" (what the entry
        table gives for the board; its smallest number where it gives none).
    set_when: the hand is set face down "before" play, "in-turn" or "after" the others; always hidden.
    must_announce: a stay counts only if it is announced when the hand is set.
    button_moves_in_fantasyland: False: the button stands still while any player is in Fantasyland.
    """

    enter: Mapping[EntryKey, int]
    stay: tuple[Condition, ...] = STAY_CLASSIC
    repeat_cards: int | str = "same"
    set_when: str = "before"
    must_announce: bool = False
    button_moves_in_fantasyland: bool = False
    _entry: tuple[tuple[int, tuple[Test, ...]], ...] | None = field(
        init=False, repr=False, compare=False, default=None
    )
    _stay: tuple[Test, ...] | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "enter", _read_enter(self.enter))
        object.__setattr__(self, "stay", _read_stay(self.stay))
        if isinstance(self.repeat_cards, str):
            if self.repeat_cards not in REPEATS:
                raise wrong("fantasyland.repeat_cards", self.repeat_cards, _REPEAT_WORDS, REPEATS)
        else:
            check_int("fantasyland.repeat_cards", self.repeat_cards, 13, 54)
        check_choice("fantasyland.set_when", self.set_when, SET_WHEN)
        check_bool("fantasyland.must_announce", self.must_announce)
        check_bool("fantasyland.button_moves_in_fantasyland", self.button_moves_in_fantasyland)

    def replace(self, **changes: Any) -> Fantasyland:
        """The same Fantasyland with other switches."""
        return replaced(self, changes)

    @property
    def most_cards(self) -> int:
        """The largest hand that this Fantasyland can deal."""
        repeat = self.repeat_cards if isinstance(self.repeat_cards, int) else 0
        return max(repeat, *self.enter.values())

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Every condition of entry and stay."""
        return tuple(c for key in self.enter for c in conditions_of(key)) + self.stay

    @property
    def entry_tests(self) -> tuple[tuple[int, tuple[Test, ...]], ...]:
        """(cards, tests that must all hold), most cards first; a test is (row, lowest, highest strength)."""
        if self._entry is None:
            tests = [(cards, tuple(map(_test, conditions_of(key)))) for key, cards in self.enter.items()]
            object.__setattr__(self, "_entry", tuple(sorted(tests, reverse=True)))
        assert self._entry is not None
        return self._entry

    @property
    def stay_tests(self) -> tuple[Test, ...]:
        """Tests, any one of which is enough."""
        if self._stay is None:
            object.__setattr__(self, "_stay", tuple(_test(c) for c in self.stay))
        assert self._stay is not None
        return self._stay

    @property
    def compiled(self) -> dict[str, Any]:
        """Fantasyland as the plain numbers that the C core works with: arguments of `CompiledRules`."""
        repeat = self.repeat_cards
        return {
            "entry_tests": self.entry_tests,
            "stay_tests": self.stay_tests,
            "repeat": repeat if isinstance(repeat, int) else -1 if repeat == "by-top" else 0,
            "button_moves": self.button_moves_in_fantasyland,
        }

    def cards_for_entry(self, top: int, middle: int, bottom: int) -> int:
        """Cards of the next hand for a legal, complete board of a normal hand (strengths); 0: no entry."""
        rows = (top, middle, bottom)
        for cards, tests in self.entry_tests:
            if all(low <= rows[row] <= high for row, low, high in tests):
                return cards
        return 0

    def stays(self, top: int, middle: int, bottom: int) -> bool:
        """True when a legal, complete board made in Fantasyland (strengths) earns another one."""
        rows = (top, middle, bottom)
        return any(low <= rows[row] <= high for row, low, high in self.stay_tests)

    def next_cards(
        self,
        current: int | None,
        top: int,
        middle: int,
        bottom: int,
        foul: bool = False,
        announced: bool = True,
    ) -> int:
        """Cards of this player's next Fantasyland hand, 0 for a normal hand.

        current: cards of the Fantasyland hand just played, None or 0 after a normal hand. Rows: strengths.
        """
        if foul:
            return 0
        if not current:
            return self.cards_for_entry(top, middle, bottom)
        if (self.must_announce and not announced) or not self.stays(top, middle, bottom):
            return 0
        if isinstance(self.repeat_cards, int):
            return self.repeat_cards
        if self.repeat_cards == "same":
            return current
        return self.cards_for_entry(top, middle, bottom) or min(self.enter.values())

    def __repr__(self) -> str:
        return short_repr(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), state(self))


_REPEAT_WORDS = "a number of cards, 'same' or 'by-top'"


def conditions_of(key: EntryKey) -> tuple[Condition, ...]:
    """The conditions of an entry key in its canonical form."""
    if isinstance(key, str):
        return (("top", key),)
    return (key,) if isinstance(key[0], str) else key


def condition_text(condition: Condition) -> str:
    return " ".join(condition)


def key_text(key: EntryKey) -> str:
    """'QQ', 'middle 75432' or 'top KK + middle 75432'."""
    return key if isinstance(key, str) else " + ".join(map(condition_text, conditions_of(key)))


def read_condition(key: str, value: object) -> Condition:
    """(row, hand) from a pair or from text such as 'top QQ' or 'middle full house'."""
    if isinstance(value, str):
        row, _, hand = value.strip().partition(" ")
        row = read_row(key, row)
        return row, read_hand(key, hand, row)
    if isinstance(value, (tuple, list)) and len(value) == 2:
        row = read_row(key, value[0])
        return row, read_hand(key, value[1], row)
    raise wrong(key, value, "a condition such as ('top', 'QQ') or 'top QQ'")


def _test(condition: Condition) -> Test:
    row, hand = condition
    return (ROWS.index(row), *strength_range(hand))


def _in_order(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    return tuple(sorted(set(conditions), key=lambda c: (ROWS.index(c[0]), c[1])))


def _read_key(value: object) -> EntryKey:
    key = "fantasyland.enter"
    if isinstance(value, str):
        if not any(value.lower().split()[:1] == [row] for row in (*ROWS, "front", "back")):
            return read_hand(key, value, "top")
        conditions = [read_condition(key, part) for part in value.split("+")]
    elif isinstance(value, tuple) and value and all(isinstance(part, tuple) for part in value):
        conditions = [read_condition(key, part) for part in value]
    else:
        conditions = [read_condition(key, value)]
    ordered = _in_order(conditions)
    if len(ordered) > 1:
        return ordered
    return ordered[0][1] if ordered[0][0] == "top" else ordered[0]


def _read_enter(table: object) -> FrozenDict[EntryKey, int]:
    if not isinstance(table, Mapping) or not table:
        raise wrong("fantasyland.enter", table, "a table of cards by hand, such as {'QQ': 14}")
    enter: dict[EntryKey, int] = {}
    for text, cards in table.items():
        check_int(f"fantasyland.enter[{brief(text)}]", cards, 13, 54)
        key = _read_key(text)
        if key in enter:
            raise InvalidRules(f"fantasyland.enter: {key_text(key)!r} appears twice")
        enter[key] = cards
    return FrozenDict(enter)


def _read_stay(value: object) -> tuple[Condition, ...]:
    if isinstance(value, (str, Mapping)) or not isinstance(value, Iterable):
        raise wrong("fantasyland.stay", value, "a list of conditions such as ('top', 'trips')")
    return _in_order(
        read_condition("fantasyland.stay", part) for part in listed("fantasyland.stay", value, 100)
    )
