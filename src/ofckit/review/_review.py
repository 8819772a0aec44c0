"""Many graded moves: the costliest first, and what they come to by player, street and kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from .._columns import fit, printable, wrapped
from .._errors import OfcError
from .._estimates import Estimate, from_blocks, margin
from .._progress import watching
from .._rich import repr_html
from .._tables import arrow_c_stream, to_records
from .._values import brief
from ..history import History
from ._decisions import Decision, decisions
from ._grade import BLUNDER, CERTAIN, INACCURACY, KINDS, LABELS, MISTAKE, Grade, grade

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._progress import Progress
    from ..search import Limit

SHOWN = 20
"""The default number of moves in a table."""
_NAME = 14
_MISTAKES = LABELS[3:]


class Tally(NamedTuple):
    """One player's moves in a review.

    moves: how many. best: of them the best ones; labels: how many have each label. lost: points in all.
    hands: in which there was a choice. a_hand: points lost a hand. policy: those that the policy of the rules
    would have lost in the same positions. rating: a_hand less policy, 0 for one who plays as well, more is
    worse. Intervals are those of 95 % over hands, unknown (nan) for one hand.
    """

    player: str
    moves: int
    best: int
    lost: float
    labels: Mapping[str, int]
    hands: int
    a_hand: Estimate
    policy: Estimate
    rating: Estimate

    def to_dict(self) -> dict[str, Any]:
        """player, moves, best, lost, hands; labels {label: moves}; a_hand, policy, rating: see `Leak`."""
        estimates = {name: _plain(getattr(self, name)) for name in ("a_hand", "policy", "rating")}
        return {**self._asdict(), "labels": dict(self.labels), **estimates}


class Leak(NamedTuple):
    """What a player loses on one street or by one kind of mistake.

    what: 'street 2', 'Fantasyland', or one of KINDS. moves: of that street; of that kind, those that lost.
    mistakes: the inaccuracies, mistakes and blunders among them. lost: points in all; a_hand: a hand.
    """

    player: str
    what: str
    moves: int
    mistakes: int
    lost: float
    a_hand: Estimate

    def to_dict(self) -> dict[str, Any]:
        """player, what, moves, mistakes, lost; a_hand {mean, se, low, high}, None where unknown."""
        return {**self._asdict(), "a_hand": _plain(self.a_hand)}


def _plain(estimate: Estimate) -> dict[str, float | None]:
    return {name: None if value != value else float(value) for name, value in estimate._asdict().items()}


class Review(list[Grade]):
    """Graded moves, the costliest first.

    left: how many are not graded, where Ctrl-C ended it.
    """

    __slots__ = ("left",)

    def __init__(self, grades: Iterable[Grade] = (), left: int = 0) -> None:
        super().__init__(sorted(grades, key=lambda one: -one.loss))
        self.left = left

    # how it adds up

    @property
    def players(self) -> tuple[Tally, ...]:
        """What each player's moves lost, by name."""
        return tuple(self._tally(name, own) for name, own in self._by_player())

    @property
    def by_street(self) -> tuple[Leak, ...]:
        """What each player lost on each street, Fantasyland last."""
        found = []
        for name, own in self._by_player():
            streets = sorted({(one.decision.street is None, one.decision.street_name) for one in own})
            for _, street in streets:
                moves = [one for one in own if one.decision.street_name == street]
                found.append(self._leak(name, street, moves, own))
        return tuple(found)

    @property
    def by_kind(self) -> tuple[Leak, ...]:
        """What each player lost by each kind of mistake, the costliest first."""
        found = []
        for name, own in self._by_player():
            kinds = ((kind, [one for one in own if one.kind == kind]) for kind in KINDS)
            leaks = [self._leak(name, kind, moves, own) for kind, moves in kinds if moves]
            found += sorted(leaks, key=lambda one: -one.lost)
        return tuple(found)

    def _by_player(self) -> Iterator[tuple[str, list[Grade]]]:
        for name in sorted({one.decision.player for one in self}):
            yield name, [one for one in self if one.decision.player == name]

    def _tally(self, name: str, own: list[Grade]) -> Tally:
        return Tally(
            player=name,
            moves=len(own),
            best=sum(one.found_best for one in own),
            lost=sum(one.loss for one in own),
            labels={label: sum(one.label == label for one in own) for label in LABELS},
            hands=len({_hand(one) for one in own}),
            a_hand=_a_hand(own, own, lambda one: one.loss),
            policy=_a_hand(own, own, lambda one: one.policy_loss),
            rating=_a_hand(own, own, lambda one: one.loss - one.policy_loss),
        )

    def _leak(self, name: str, what: str, moves: list[Grade], own: list[Grade]) -> Leak:
        mistakes = sum(one.label in _MISTAKES for one in moves)
        lost = sum(one.loss for one in moves)
        return Leak(name, what, len(moves), mistakes, lost, _a_hand(moves, own, lambda one: one.loss))

    # as text

    def worst(self, most: int = SHOWN) -> list[Grade]:
        """The inaccuracies, mistakes and blunders, the costliest first, at most `most`."""
        return [one for one in self[:most] if one.label in _MISTAKES]

    def table(self, most: int = SHOWN) -> str:
        """At most `most` of the costliest moves, what each player lost, and where."""
        return "\n".join(line for line in self.lines(most))

    def lines(self, most: int = SHOWN) -> Iterator[str]:
        """The lines of `table`."""
        for one in self.worst(most):
            yield from one.lines()
            yield ""
        mistakes = sum(one.label in _MISTAKES for one in self)
        if mistakes > most:
            yield f"{mistakes - most} smaller ones are not shown."
            yield ""
        yield from _tally_lines(self.players)
        yield from _leak_lines("by street", self.by_street)
        yield from _leak_lines("by kind", self.by_kind)
        yield ""
        yield from wrapped(
            f"An inaccuracy loses {INACCURACY:g} points or more, a mistake {MISTAKE:g}, a blunder "
            f"{BLUNDER:g}. What is less than {CERTAIN:g} standard errors is too close to call and counts "
            "as nothing. The rating is what was lost a hand less what the policy would have lost in the "
            "same positions. +- is 95 %: of the measured loss of a move, in the tables from hand to hand "
            "(? for one hand)."
        )
        if self.left:
            yield f"Stopped before the end: {self.left} moves are not graded."

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        lost = sum(one.loss for one in self)
        left = f"; {self.left} not graded" if self.left else ""
        return f"<Review: {len(self)} moves, {lost:.2f} points lost{left}>"

    _repr_html_ = repr_html

    # as data

    def to_dict(self) -> dict[str, Any]:
        """Plain data, what `ofckit review --format json` prints.

        complete: whether no move is left; left: how many are. certain, inaccuracy, mistake, blunder: the
        limits that labels go by. players: `Tally.to_dict` of each; by_street, by_kind: `Leak.to_dict` of
        each; moves: `Grade.to_dict` of each, the costliest first.
        """
        return {
            "complete": not self.left,
            "left": self.left,
            "certain": CERTAIN,
            "inaccuracy": INACCURACY,
            "mistake": MISTAKE,
            "blunder": BLUNDER,
            "players": [one.to_dict() for one in self.players],
            "by_street": [one.to_dict() for one in self.by_street],
            "by_kind": [one.to_dict() for one in self.by_kind],
            "moves": [one.to_dict() for one in self],
        }

    def to_dicts(self) -> list[dict[str, Any]]:
        """A flat row for each move, the one that lost most first; street from 1, None in Fantasyland."""
        return [_flat(one.to_dict()) for one in self]

    to_records = to_records
    __arrow_c_stream__ = arrow_c_stream


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    parts = {f"{name}_difference": points for name, points in row["parts"].items()}
    return {key: value for key, value in row.items() if not isinstance(value, dict | list)} | parts


def _hand(one: Grade) -> tuple[str, int]:
    return one.decision.match, one.decision.hand


def _a_hand(moves: list[Grade], own: list[Grade], points: Callable[[Grade], float]) -> Estimate:
    """The mean over the hands of `own` of the points of `moves`."""
    hands = dict.fromkeys(sorted(map(_hand, own)), 0.0)
    for one in moves:
        hands[_hand(one)] += points(one)
    return from_blocks((1, lost) for lost in hands.values())


def _tally_lines(players: tuple[Tally, ...]) -> Iterator[str]:
    yield f"{'player':<{_NAME}}  moves  best  close  good  inaccuracies  mistakes  blunders"
    for one in players:
        n = one.labels
        yield (
            f"{fit(printable(one.player), _NAME)} {one.moves:>6} {n['best']:>5} {n['too close']:>6} "
            f"{n['good']:>5} {n['inaccuracy']:>13} {n['mistake']:>9} {n['blunder']:>9}"
        )
    yield ""
    yield f"{'points lost':<{_NAME}} {'hands':>6} {'in all':>8}  {'a hand':>14}  {'the policy':>14}  rating"
    for one in players:
        name = fit(printable(one.player), _NAME)
        yield (
            f"{name} {one.hands:>6} {one.lost:>8.2f}  {_with_margin(one.a_hand):>14}  "
            f"{_with_margin(one.policy):>14}  {_with_margin(one.rating, '+')}"
        )


def _leak_lines(title: str, leaks: tuple[Leak, ...]) -> Iterator[str]:
    if not leaks:
        return
    yield ""
    yield f"{title:<{_NAME}} {'':<23} moves mistakes {'lost':>8}  {'a hand':>14}"
    for one in leaks:
        name = fit(printable(one.player), _NAME)
        yield (
            f"{name} {one.what:<23} {one.moves:>5} {one.mistakes:>8} {one.lost:>8.2f}  "
            f"{_with_margin(one.a_hand):>14}"
        )


def _with_margin(estimate: Estimate, sign: str = "") -> str:
    return f"{estimate.mean:{sign}.2f} +- {margin(estimate)}"


def review(
    history: History | Mapping[str, History],
    player: str | None = None,
    *,
    hand: int | None = None,
    limit: Limit | float | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = None,
) -> Review:
    """The decisions of a history (of one player, of one hand), the costliest first.

    history: one, or several by name, such as that of their files; a player need not be in all of them.
    limit: for each decision, as in `grade`; None: until the standard error of the loss is ERROR points.
    progress(done, all) is called after each, and while it thinks; True shows a bar.
    Ctrl-C ends it: the decisions graded so far are returned, if there are any.
    """
    todo = list(_decisions_of(history, player, hand))
    grades: list[Grade] = []
    with watching(progress, "moves") as told:

        def still(*_: object) -> None:
            assert told is not None
            told(len(grades), len(todo))

        try:
            for decision in todo:
                grades.append(
                    grade(
                        decision,
                        limit=limit,
                        seed=seed,
                        threads=threads,
                        progress=None if told is None else still,
                    )
                )
                if told is not None:
                    told(len(grades), len(todo))
        except KeyboardInterrupt:
            if not grades:
                raise
    return Review(grades, len(todo) - len(grades))


def _decisions_of(
    history: History | Mapping[str, History], player: str | None, hand: int | None
) -> Iterator[Decision]:
    if not isinstance(history, Mapping):
        yield from decisions(history, player, hand)
        return
    for name, one in history.items():
        if not isinstance(one, History):
            raise TypeError(
                f"history must be a History, or several by name, not {brief(one)} for {brief(name)}"
            )
    names = sorted({name for one in history.values() for hand_ in one.hands for name in hand_.players})
    if player is not None and player not in names:
        raise OfcError(f"no player {brief(player)}: there are {', '.join(names)}")
    for name, one in history.items():
        plays = {own for hand_ in one.hands for own in hand_.players}
        if player is None or player in plays:
            yield from decisions(one, player, hand, match=name)
