"""What an exact search finds: `Value` of a position, `MoveInfo` of a move, `Moves` of a decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .._values import Table
from ..position import Move

TYPE_CHECKING = False
if TYPE_CHECKING:
    Means = tuple[float, float, dict[int, float], float]
    """Points, the chance of a foul, those of the next hands by their cards, and the royalties."""


class Value(NamedTuple):
    """What a position is worth to its seat under optimal play.

    ev: points by the objective. foul: the chance of a foul. fantasyland: the chance of each Fantasyland
    hand, by its cards. royalty: the expected royalties, none in a foul. exact: True; nothing here is an
    estimate.
    """

    ev: float
    foul: float
    fantasyland: Mapping[int, float]
    royalty: float
    exact: bool = True


class MoveInfo(NamedTuple):
    """A move and what it is worth, as in `Value`; se: the standard error of ev, 0 where it is exact."""

    move: Move
    ev: float
    se: float
    exact: bool
    foul: float
    fantasyland: Mapping[int, float]
    royalty: float


class Moves(list[MoveInfo]):
    """The moves of a decision with their values, the best first.

    left: the moves that are not in it. Of a search that was stopped (Ctrl-C, or out of time) only those that
    were solved by then are, ranked among themselves.
    """

    __slots__ = ("left",)

    def __init__(self, infos: Iterable[MoveInfo] = (), left: Iterable[Move] = ()) -> None:
        super().__init__(infos)
        self.left = tuple(left)

    @property
    def complete(self) -> bool:
        """Whether every move is there."""
        return not self.left


_GRAINS = 1e10
NO_HANDS: Mapping[int, float] = Table()


def new_value(means: Means) -> Value:
    """What the core found, as a value."""
    ev, foul, hands, royalty = means
    return Value(ev, foul, Table(hands) if hands else NO_HANDS, royalty)


def new_info(move: Move, means: Means) -> MoveInfo:
    """What the core found of a move."""
    ev, foul, hands, royalty = means
    return MoveInfo(move, ev, 0.0, True, foul, Table(hands) if hands else NO_HANDS, royalty)


def order(info: MoveInfo) -> tuple[float, float, float]:
    """Best first. What differs by the rounding of floats alone is equal, and keeps its order."""
    _, ev, _, _, foul, _, royalty = info
    return -((ev * _GRAINS + 0.5) // 1), -((royalty * _GRAINS + 0.5) // 1), (foul * _GRAINS + 0.5) // 1
