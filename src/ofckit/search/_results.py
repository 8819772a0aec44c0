"""What a search finds: `Value` of a position, `MoveInfo` of a move, `Moves` of a decision, `Analysis`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, overload

from .._columns import WIDTH, wrapped
from .._rich import repr_html
from .._tables import arrow_c_stream, to_records
from .._values import CONFIDENCE, FrozenDict
from ..objective import Objective
from ..position import Move, Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    Opponents = Literal["none", "known", "enumerated", "sampled"]
    Means = tuple[float, float, dict[int, float], float]
    """Points, the chance of a foul, those of the next hands by their cards, and the royalties."""

SHOWN = 15
"""The default number of moves in a table."""
_LONG = 34  # columns of a move that fit beside its numbers
_GRAINS = 1e10
_NO_HANDS: Mapping[int, float] = FrozenDict()


def _short(found: Value | MoveInfo) -> str:
    """A repr with few digits."""
    return f"{type(found).__name__}({', '.join(f'{k}={_digits(v)}' for k, v in found._asdict().items())})"


def _digits(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{cards}: {chance:.4g}' for cards, chance in sorted(value.items()))}}}"
    return repr(value) if isinstance(value, (bool, Move)) else f"{value:.7g}"


class Value(NamedTuple):
    """What a position is worth to its seat under optimal play.

    ev: points by the objective. foul: the chance of a foul. fantasyland: the chance of each Fantasyland
    hand, by its cards. royalty: the expected royalties, none in a foul. exact: no part is an estimate.
    se: the standard error of ev, 0 where it is exact.
    """

    ev: float
    foul: float
    fantasyland: Mapping[int, float]
    royalty: float
    exact: bool = True
    se: float = 0.0

    def __repr__(self) -> str:
        return _short(self)

    def __str__(self) -> str:
        return "\n".join([f"{'value':>8}  {_TITLES}", *_with_hands(_numbers(self), self)])


class MoveInfo(NamedTuple):
    """A move and what it is worth, as in `Value`; se: the standard error of ev, 0 where it is exact."""

    move: Move
    ev: float
    se: float
    exact: bool
    foul: float
    fantasyland: Mapping[int, float]
    royalty: float

    def __repr__(self) -> str:
        return _short(self)

    def __str__(self) -> str:
        return f"{self.move}  {_numbers(self, '' if self.exact else f' +- {CONFIDENCE * self.se:.2f}')}"


class Moves(list[MoveInfo]):
    """The moves of a decision with their values, the best first.

    left: the moves that are missing: a search that was stopped (Ctrl-C, or out of time) has only those that
    were solved by then, ranked among themselves. position, objective: what was asked, or None.
    """

    __slots__ = ("left", "objective", "position")

    def __init__(
        self,
        infos: Iterable[MoveInfo] = (),
        left: Iterable[Move] = (),
        position: Position | None = None,
        objective: Objective | None = None,
    ) -> None:
        super().__init__(infos)
        self.left = tuple(left)
        self.position = position
        self.objective = objective

    @property
    def complete(self) -> bool:
        """Whether no move is missing."""
        return not self.left

    def table(self, most: int | None = SHOWN) -> str:
        """At most `most` of the best moves (None: all), as a table for people."""
        end = [f"{_more(len(self), most)}exact: optimal play to the end."] if self else []
        if self.left:
            end.append(f"Stopped before the end: the values of {len(self.left)} other moves are not known.")
        return "\n".join([*move_lines(self[:most]), *end])

    __str__ = table

    def __repr__(self) -> str:
        return f"<Moves: {_in_short(self)}{f'; {len(self.left)} not solved' if self.left else ''}>"

    _repr_html_ = repr_html

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each move, the best first: see `Analysis.to_dicts`."""
        return _records(self, self.objective)

    to_records = to_records
    __arrow_c_stream__ = arrow_c_stream


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Analysis(Sequence[MoveInfo]):
    """The legal placements of a position, the best first.

    moves: what each is worth. objective: what values are measured by, the rows to beat included. opponents:
    "none" that count, "known" where their boards are complete or given, "enumerated" where all that they may
    still draw and do is taken into account, "sampled" where their rows are those of random futures. complete:
    False where Ctrl-C ended it. rollouts: hands played out, of all moves together. seconds: the time that it
    took. futures: by move, how many random futures it met; 0 if none were needed. gaps: by move, how many
    points it is behind the best one in the futures that both met, and the standard error of that, which is
    far smaller than that of either value. bias: by how many points the values are too high on average, on
    such streets of such games (docs/analysis.md); 0.0 where they are exact or it was not measured.

    A move that left the race is worth the best one less its gap, which is known better than the mean of the
    few futures that it met; its chances and royalties are those of these futures.
    """

    position: Position
    objective: Objective
    moves: tuple[MoveInfo, ...]
    opponents: Opponents = "none"
    complete: bool = True
    rollouts: int = 0
    seconds: float = 0.0
    futures: tuple[int, ...] = ()
    gaps: tuple[tuple[float, float], ...] = ()
    bias: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether every value is exact."""
        return all(info.exact for info in self.moves)

    @property
    def best(self) -> MoveInfo:
        """The best move, and what it is worth."""
        return self.moves[0]

    def __len__(self) -> int:
        return len(self.moves)

    @overload
    def __getitem__(self, index: int) -> MoveInfo: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[MoveInfo, ...]: ...
    def __getitem__(self, index: int | slice) -> MoveInfo | tuple[MoveInfo, ...]:
        return self.moves[index]

    @property
    def ties(self) -> int:
        """How many of the first moves cannot be told from the best one: their 95 % intervals reach it."""
        return next((i for i in range(1, len(self)) if not self._is_tie(i)), len(self))

    def _is_tie(self, number: int) -> bool:
        points, se = self.gaps[number] if self.gaps else (self.best.ev - self.moves[number].ev, 0.0)
        return points <= CONFIDENCE * se

    def table(self, most: int | None = SHOWN) -> str:
        """At most `most` of the best moves (None: all), as a table for people.

        Of estimates the best one has its 95 % error, the others have the distance to it and the 95 % error of
        that; "=" marks those that cannot be told from the best.
        """
        return "\n".join([*move_lines(self.moves[:most], self.gaps), *self._notes(most)])

    def _notes(self, most: int | None) -> Iterator[str]:
        more = _more(len(self), most)
        if self.exact:
            whose = "optimal play of all players" if self.opponents == "enumerated" else "optimal play"
            yield f"{more}exact: {whose} to the end."
        elif self.rollouts:
            yield f"{more}{self.rollouts:,} rollouts in {self.seconds:.1f} s."
        else:
            yield f"{more}optimal play."
        if not self.exact:
            yield "+-: 95 %, of the value or of the distance; = cannot be told from the best."
            if self.bias:
                side = "low" if self.bias < 0 else "high"
                yield f"On average such values are {abs(self.bias):.2f} too {side}: the policy plays on."
        if self.opponents == "sampled":
            yield "The opponents' rows are those of a sample of random futures; +- includes its error."
        yield from wrapped(_counted(self.objective, self.moves), "", "")
        if self.objective.caveat and any(one.fantasyland for one in self.moves):
            yield self.objective.caveat
        if not self.complete:
            yield "Stopped before the end: this is what was known."

    __str__ = table

    def __repr__(self) -> str:
        return f"<Analysis: {_in_short(self.moves)}{'' if self.complete else '; stopped'}>"

    _repr_html_ = repr_html

    def to_dicts(self) -> list[dict[str, Any]]:
        """A flat row for each move, the best first.

        move: as text. ev, se, exact, foul, royalty: as in `MoveInfo`. fantasyland14 and so on: the chance
        of a hand of that many cards. loss, loss_se: points behind the best one, and their error. futures: how
        many random ones it met.
        """
        rows = _records(self.moves, self.objective)
        gaps = self.gaps or [(self.moves[0].ev - info.ev, info.se) for info in self.moves]
        futures = self.futures or (0,) * len(self.moves)
        for row, (loss, se), met in zip(rows, gaps, futures, strict=True):
            row |= {"loss": float(loss), "loss_se": float(se), "futures": met}
        return rows

    rows = to_dicts
    to_records = to_records
    __arrow_c_stream__ = arrow_c_stream


class Parts(NamedTuple):
    """What the value of a move consists of, in points: they add up to it.

    royalties: its own. fantasyland: the next hands. foul: what fouls cost, where there are no opponents; with
    opponents that is in `rows`, what is won from them and lost to them.
    """

    royalties: float
    fantasyland: float
    rows: float
    foul: float


def parts_of(info: MoveInfo, objective: Objective) -> Parts:
    """The value of a move by this objective, taken apart."""
    next_hands = sum(chance * objective.next_hand(cards) for cards, chance in info.fantasyland.items())
    foul = info.foul * objective.foul if objective.opponents is None else 0.0
    return Parts(info.royalty, next_hands, info.ev - info.royalty - next_hands - foul, foul)


def _counted(objective: Objective, moves: Sequence[MoveInfo]) -> str:
    """What the values of these moves are made of."""
    rivals = objective.opponents
    parts = (
        ["royalties"]
        if rivals is None
        else [f"the points won from {len(rivals)} opponent{'s' if len(rivals) > 1 else ''}"]
    )
    for cards in sorted({cards for one in moves for cards in one.fantasyland}):
        parts.append(f"{objective.next_hand(cards):g} for Fantasyland with {cards} cards")
    if rivals is None and any(one.foul for one in moves):
        parts.append(f"{objective.foul:g} for a foul")
    return f"Counted: {', '.join(parts)}."


# What the core found


def new_value(means: Means) -> Value:
    ev, foul, hands, royalty = means
    return Value(ev, foul, FrozenDict(hands) if hands else _NO_HANDS, royalty)


def new_info(move: Move, means: Means, value: tuple[float, float] | None = None) -> MoveInfo:
    """A move; with `value` and its standard error in place of the mean, where it is not exact."""
    points, foul, hands, royalty = means
    ev, se = (points, 0.0) if value is None else value
    return MoveInfo(move, ev, se, value is None, foul, FrozenDict(hands) if hands else _NO_HANDS, royalty)


def order(info: MoveInfo) -> tuple[float, float, float]:
    """Best first. Values that differ by rounding alone are equal and keep their order."""
    _, ev, _, _, foul, _, royalty = info
    return -((ev * _GRAINS + 0.5) // 1), -((royalty * _GRAINS + 0.5) // 1), (foul * _GRAINS + 0.5) // 1


def _records(moves: Sequence[MoveInfo], objective: Objective | None) -> list[dict[str, Any]]:
    """A row for each; every Fantasyland hand that the objective values has its column."""
    known = set() if objective is None else set(objective.fantasyland)
    cards = sorted(known.union(*(info.fantasyland for info in moves)))
    return [
        {
            "move": str(info.move),
            "ev": float(info.ev),
            "se": float(info.se),
            "exact": info.exact,
            "foul": float(info.foul),
            "royalty": float(info.royalty),
            **{f"fantasyland{n}": float(info.fantasyland.get(n, 0.0)) for n in cards},
        }
        for info in moves
    ]


# As text

_TITLES = f"{'foul':>6}  {'royalties':>9}  Fantasyland"


def move_lines(moves: Sequence[MoveInfo], gaps: Sequence[tuple[float, float]] = ()) -> Iterator[str]:
    """A heading and a line for each move; where moves are long (Fantasyland), the numbers come first.

    gaps: the distance of each to the best one and its standard error, shown where they are estimates.
    """
    width = max((len(str(one.move)) for one in moves), default=4)
    is_long, exact = width > _LONG, all(one.exact for one in moves)
    title = "" if is_long else f"{'move':<{width}}  "
    error = "" if exact else f" {'behind':>6} {'+-':>5} "
    yield f"{title}{'value':>8}{error}  {_TITLES}"
    for i, one in enumerate(moves):
        values = _numbers(one, "" if exact else _distance(one, gaps[i] if i and gaps else None))
        yield from _with_hands(values if is_long else f"{one.move!s:<{width}}  {values}", one)
        if is_long:
            yield from wrapped(str(one.move), " " * 4, " " * 4)


def _distance(one: MoveInfo, gap: tuple[float, float] | None) -> str:
    """The distance to the best move, its error, and whether they cannot be told apart."""
    if gap is None:
        return f" {'':>6} {_digits_of(CONFIDENCE * one.se)} "
    points, se = gap
    tie = "=" if points <= CONFIDENCE * se else " "
    return f" {points:>6.{3 if points < 10 else 2}f} {_digits_of(CONFIDENCE * se)}{tie}"


def _digits_of(error: float) -> str:
    """An error in five columns."""
    return f"{error:>5.{3 if error < 1 else 2 if error < 100 else 0}f}"


def _numbers(one: MoveInfo | Value, error: str = "") -> str:
    return f"{one.ev:>+8.3f}{error}  {one.foul:>6.1%}  {one.royalty:>9.3f}"


def _with_hands(before: str, one: MoveInfo | Value) -> Iterator[str]:
    """A line followed by the chances of Fantasyland; those that do not fit, on a line below."""
    chances = [f"  {cards}: {share:.1%}" for cards, share in sorted(one.fantasyland.items())]
    lengths = accumulate(map(len, chances), initial=len(before))
    room = max(sum(length <= WIDTH for length in lengths) - 1, 0)
    yield before + "".join(chances[:room])
    below = "".join(chances[room:])
    if below:
        yield " " * min(len(before), WIDTH - len(below)) + below


def _more(found: int, shown: int | None) -> str:
    left = 0 if shown is None else max(found - shown, 0)
    return f"{left} more move{'s' if left > 1 else ''}; " if left else ""


def _in_short(moves: Sequence[MoveInfo]) -> str:
    if not moves:
        return "none"
    move = str(moves[0].move)
    move = move if len(move) <= _LONG * 2 else f"{move[: _LONG * 2]}..."
    return f"{len(moves)} moves, best {move} {moves[0].ev:+.3f}"
