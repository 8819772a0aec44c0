"""`Objective`: what a finished board is worth, in points; `RowOdds`: the rows that an opponent may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite

from .._errors import InvalidCard, OfcError
from .._values import Table, rebuild, short_repr, state
from ..board import Board, BoardLike
from ..cards import FIRST_JOKER, Card, duplicates
from ..rules import Rules
from ._values import FANTASYLAND, fantasyland_values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FEWEST, MOST = 13, 17
MOST_OPPONENTS = 3
_STRENGTHS = range(1, 9842)
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RowOdds:
    """The final rows that an opponent may hold: chances by strength, each row by itself.

    top, middle, bottom: {strength: chance}, adding up to 1: the rows of his legal boards. Rows are taken as
    independent of each other; ``foul`` is the chance that his board is foul instead.
    """

    top: Mapping[int, float]
    middle: Mapping[int, float]
    bottom: Mapping[int, float]
    foul: float = 0.0

    def __post_init__(self) -> None:
        for name in ("top", "middle", "bottom"):
            object.__setattr__(self, name, _read_chances(name, getattr(self, name)))
        if not _is_number(self.foul) or not 0 <= self.foul <= 1:
            raise OfcError(f"foul = {self.foul!r}: a chance is from 0 to 1")

    @classmethod
    def of(cls, boards: Iterable[BoardLike], rules: Rules) -> RowOdds:
        """How often each strength occurs in these complete boards; foul ones count for ``foul`` alone.

        Jokers count as what they stand for by these rules.
        """
        legal, all_boards = [], 0
        for source in boards:
            board, all_boards = _complete(source).resolve(rules), all_boards + 1
            if not board.fouls(rules):
                legal.append(board.strengths)
        if not legal:
            raise OfcError(f"{all_boards} boards, none of them legal: there are no rows to count")
        rows = [_shares(row) for row in zip(*legal, strict=True)]
        return cls(top=rows[0], middle=rows[1], bottom=rows[2], foul=1 - len(legal) / all_boards)

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

    A board is worth its points plus, if it earns a Fantasyland hand, that hand's. Objective() is the same
    for every game; Objective.of(rules), which is what `objective=None` stands for, knows what a Fantasyland
    hand is worth under these rules. Raises OfcError.
    """

    fantasyland: Mapping[int, float] = FANTASYLAND
    foul: float = -6.0
    opponents: tuple[Opponent, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "fantasyland", _read_table(self.fantasyland))
        if not _is_number(self.foul) or abs(self.foul) > 1e6:
            raise OfcError(f"foul = {self.foul!r}: it must be a number of points")
        object.__setattr__(self, "opponents", _read_opponents(self.opponents))

    @classmethod
    def of(cls, rules: Rules, **changes: Any) -> Objective:
        """The objective that these rules suggest, with `changes` to it such as opponents=...

        Fantasyland hands are worth what `fantasyland_values` has for the rules; a foul costs what the rules
        let it pay for the rows (6 under 1-6 scoring, 4 under 2-4). The generic one fills what is missing.

        >>> from ofckit.rules import RULES
        >>> Objective.of(RULES["chinese"])
        Objective(foul=-4.0)
        """
        return _default(rules) if not changes else cls(**{**state(_default(rules)), **changes})

    def next_hand(self, cards: int) -> float:
        """Points for a Fantasyland hand of so many cards, 0 for none; OfcError where the table lacks it."""
        if not cards:
            return 0.0
        if cards not in self.fantasyland:
            known = ", ".join(map(str, sorted(self.fantasyland))) or "none"
            raise OfcError(
                f"the objective has no value for Fantasyland with {cards} cards (it has: {known}); "
                f"give one, such as Objective(fantasyland={{{cards}: 11.0}})"
            )
        return float(self.fantasyland[cards])

    __repr__ = short_repr

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), state(self))


@lru_cache(maxsize=64)
def _default(rules: Rules) -> Objective:
    if not isinstance(rules, Rules):
        raise TypeError(f"an objective is that of Rules such as RULES['pineapple'], not {rules!r}")
    return Objective(fantasyland=fantasyland_values(rules), foul=-float(rules.foul_value))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)


def _read_table(table: object) -> Table[int, float]:
    if not isinstance(table, Mapping):
        raise OfcError(f"fantasyland = {table!r}: it must be points by number of cards, such as {{14: 11.0}}")
    for cards, points in table.items():
        if not isinstance(cards, int) or isinstance(cards, bool) or not FEWEST <= cards <= 54:
            raise OfcError(f"fantasyland[{cards!r}]: a number of cards is 13 or more")
        if not _is_number(points) or abs(points) > 1e6:
            raise OfcError(f"fantasyland[{cards}] = {points!r}: it must be a number of points")
    return Table({int(cards): float(points) for cards, points in table.items()})


def _read_chances(name: str, chances: object) -> Table[int, float]:
    if not isinstance(chances, Mapping) or not chances:
        raise OfcError(f"{name} = {chances!r}: it must be chances by strength")
    for strength, chance in chances.items():
        if strength not in _STRENGTHS:
            raise OfcError(f"{name}[{strength!r}]: a strength is 1..{_STRENGTHS[-1]}")
        if not _is_number(chance) or not 0 <= chance <= 1 + _CLOSE:
            raise OfcError(f"{name}[{strength}] = {chance!r}: a chance is from 0 to 1")
    if abs(sum(chances.values()) - 1) > _CLOSE:
        raise OfcError(f"the chances of {name} add up to {sum(chances.values()):g}, not to 1")
    return Table({int(strength): float(chance) for strength, chance in chances.items()})


def _read_opponents(opponents: object) -> tuple[Opponent, ...] | None:
    if opponents is None:
        return None
    one = isinstance(opponents, (str, Board, RowOdds))
    try:
        given = (opponents,) if one else tuple(opponents)  # type: ignore[arg-type]
    except TypeError:
        raise OfcError(f"opponents = {opponents!r}: they are complete boards or RowOdds, or None") from None
    if not 1 <= len(given) <= MOST_OPPONENTS:
        raise OfcError(f"{len(given)} opponents: there may be 1 to {MOST_OPPONENTS}, or None")
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


def _shares(strengths: tuple[int, ...]) -> dict[int, float]:
    return {s: n / len(strengths) for s, n in sorted(Counter(strengths).items())}


def names(cards: Iterable[Card]) -> str:
    """Cards in a message."""
    return " ".join(map(str, cards))
