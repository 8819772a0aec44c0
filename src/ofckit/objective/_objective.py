"""`Objective`: what a finished board is worth, in points; `RowOdds`: the rows that an opponent may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from .._errors import InvalidCard, OfcError
from .._values import (
    FrozenDict,
    brief,
    listed,
    real_number,
    rebuild,
    replaced,
    short_repr,
    state,
    whole_number,
)
from ..board import Board, BoardLike
from ..cards import FIRST_JOKER, Card, duplicates
from ..rules import Rules, RulesLike, as_rules
from ._values import FANTASYLAND, MEASURED, fantasyland_values, lender

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FEWEST, MOST = 13, 17
MOST_OPPONENTS = 3
_MOST_BOARDS = 1_000_000
_MOST_POINTS = 1_000_000
_HIGHEST = 9841
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RowOdds:
    """The final rows that an opponent may hold: chances by strength, row by row.

    top, middle, bottom: {strength: chance}, adding up to 1: the rows of their legal boards. Rows are taken
    as independent of each other; ``foul`` is the chance that their board is foul instead.
    """

    top: Mapping[int, float]
    middle: Mapping[int, float]
    bottom: Mapping[int, float]
    foul: float = 0.0

    def __post_init__(self) -> None:
        for name in ("top", "middle", "bottom"):
            object.__setattr__(self, name, _read_chances(name, getattr(self, name)))
        object.__setattr__(self, "foul", real_number("foul, a chance,", self.foul, 0, 1))

    @classmethod
    def of(cls, boards: Iterable[BoardLike], rules: RulesLike) -> RowOdds:
        """How often each strength occurs in these complete boards; foul ones count for ``foul`` alone.

        Jokers count as the cards they stand for by these rules.
        """
        rules, sources = as_rules(rules), listed("boards", boards, _MOST_BOARDS)
        resolved = [_complete(source).resolve(rules) for source in sources]
        legal = [board.strengths for board in resolved if not board.fouls(rules)]
        if not legal:
            raise OfcError(f"{len(sources)} boards, none of them legal: there are no rows to count")
        rows = [shares(row) for row in zip(*legal, strict=True)]
        return cls(top=rows[0], middle=rows[1], bottom=rows[2], foul=1 - len(legal) / len(sources))

    __repr__ = short_repr

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), state(self))


Opponent = Board | RowOdds


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Objective:
    """What a finished board is worth, in points.

    fantasyland: points for the next Fantasyland hand, by its number of cards.
    foul: points of a foul board where there are no opponents; with opponents, the rules say what it pays.
    opponents: None: royalties count once, as one opponent would pay them. Else one to three complete boards
        (text or Board, jokers included) or RowOdds: the points of settling with each, row points and
        royalties of both.

    borrowed_from: the preset whose measured values `fantasyland` borrows, since none were measured for these
        rules; "any rules" for the generic ones; "" for values of its own, or that were given.

    A board is worth its points plus, if it earns a Fantasyland hand, that hand's. Objective() is the same
    for every game; Objective.of(rules), the meaning of `objective=None`, knows what a Fantasyland hand is
    worth under these rules. Raises OfcError.
    """

    fantasyland: Mapping[int, float] = FANTASYLAND
    foul: float = -6.0
    opponents: tuple[Opponent, ...] | None = None
    borrowed_from: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fantasyland", _read_table(self.fantasyland))
        if not isinstance(self.borrowed_from, str):
            raise TypeError(f"borrowed_from must be the name of a preset, not {brief(self.borrowed_from)}")
        lent = {**FANTASYLAND, **MEASURED.get(self.borrowed_from, {})}
        if self.fantasyland != lent:  # they have been replaced
            object.__setattr__(self, "borrowed_from", "")
        object.__setattr__(
            self, "foul", real_number("foul, in points,", self.foul, -_MOST_POINTS, _MOST_POINTS)
        )
        object.__setattr__(self, "opponents", _read_opponents(self.opponents))

    @classmethod
    def of(cls, rules: RulesLike, **changes: Any) -> Objective:
        """The default objective of these rules, with `changes` such as opponents=...

        Fantasyland hands are worth what `fantasyland_values` has for the rules; a foul costs what the rules
        let it pay for the rows (6 under 1-6 scoring, 4 under 2-4). Objective() fills in what is missing.
        House rules borrow the values of the preset that is most like them, and `borrowed_from` says so.

        >>> from ofckit.rules import RULES
        >>> Objective.of(RULES["chinese"])
        Objective(foul=-4.0)
        """
        default = _default(as_rules(rules))
        return replaced(default, changes) if changes else default

    @property
    def caveat(self) -> str:
        """A sentence for whoever reads its numbers, where Fantasyland values are borrowed; else ""."""
        whose = f"those of {self.borrowed_from}" if self.borrowed_from in MEASURED else "generic ones"
        said = f"Fantasyland values are {whose}: none were measured for these rules."
        return said if self.borrowed_from else ""

    def next_hand(self, cards: int) -> float:
        """Points for a Fantasyland hand of this many cards, 0 for none; OfcError where the table lacks it."""
        cards = whole_number("a number of cards", cards)
        if not cards:
            return 0.0
        if cards not in self.fantasyland:
            known = ", ".join(map(str, sorted(self.fantasyland))) or "none"
            raise OfcError(
                f"the objective has no value for Fantasyland with {brief(cards)} cards (it has: {known}); "
                f"give one, such as Objective(fantasyland={{{brief(cards)}: 11.0}})"
            )
        return float(self.fantasyland[cards])

    __repr__ = short_repr

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), state(self))


@lru_cache(maxsize=64)
def _default(rules: Rules) -> Objective:
    return Objective(
        fantasyland=fantasyland_values(rules), foul=-float(rules.foul_value), borrowed_from=lender(rules)
    )


def as_objective(objective: Objective | None, rules: Rules) -> Objective:
    """The objective itself, for None that of the rules; TypeError for anything else."""
    if objective is None:
        return Objective.of(rules)
    if not isinstance(objective, Objective):
        raise TypeError(f"an objective must be an Objective or None, not {brief(objective)}")
    return objective


def _read_table(table: object) -> FrozenDict[int, float]:
    if not isinstance(table, Mapping):
        raise TypeError(
            f"fantasyland must be points by number of cards, such as {{14: 11.0}}, not {brief(table)}"
        )
    read = {}
    for key, points in table.items():
        cards = whole_number("a number of cards in fantasyland", key, FEWEST, 54)
        read[cards] = real_number(f"fantasyland[{cards}], in points,", points, -_MOST_POINTS, _MOST_POINTS)
    return FrozenDict(read)


def _read_chances(name: str, chances: object) -> FrozenDict[int, float]:
    if not isinstance(chances, Mapping):
        raise TypeError(f"{name} must be chances by strength, not {brief(chances)}")
    read = {}
    for key, chance in chances.items():
        strength = whole_number(f"a strength of {name}", key, 1, _HIGHEST)
        read[strength] = real_number(f"{name}[{strength}], a chance,", chance, 0, 1 + _CLOSE)
    if abs(sum(read.values()) - 1) > _CLOSE:
        raise OfcError(f"the chances of {name} add up to {sum(read.values()):g}, not to 1")
    return FrozenDict(read)


def _read_opponents(opponents: object) -> tuple[Opponent, ...] | None:
    if opponents is None:
        return None
    one = isinstance(opponents, (str, Board, RowOdds))
    given = (
        (opponents,) if one else listed("opponents (complete boards or RowOdds)", opponents, MOST_OPPONENTS)
    )
    if not given:
        raise OfcError(f"no opponents: there may be 1 to {MOST_OPPONENTS}, or None")
    read: list[Opponent] = []
    held: list[Card] = []
    opponent: Any
    for opponent in given:
        read += [opponent if isinstance(opponent, RowOdds) else _complete(opponent, held)]
        held += read[-1].cards if isinstance(read[-1], Board) else ()
    if duplicates(held):
        raise InvalidCard(f"{names(duplicates(held))}: held by two opponents")
    return tuple(read)


def _complete(source: BoardLike, taken: Iterable[Card] = ()) -> Board:
    """A full board, with jokers if it holds some."""
    board = Board(source, jokers=2, taken=taken)
    if not board.is_complete:
        raise OfcError(f"an opponent's board must be complete: {board}")
    return board if max(board.cards) >= FIRST_JOKER else Board(board)


def shares(strengths: Sequence[int]) -> dict[int, float]:
    """The share of each strength among these, as a row of `RowOdds` takes it."""
    return {s: n / len(strengths) for s, n in sorted(Counter(strengths).items())}


def names(cards: Iterable[Card]) -> str:
    """Cards in a message."""
    return " ".join(map(str, cards))
