"""Rows to beat: how the boards of the others may end, as far as the open cards tell."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import dist, fsum, sqrt

from .._core import CompiledBot, EndgameObjective, Rollouts, deal_order
from .._errors import OfcError
from ..cards import FIRST_JOKER
from ..objective import Objective, RowOdds, shares
from ..position import Position, owner_of
from ..rules import Rules
from ._endgame_search import Rows
from ._fantasyland import solve_fantasyland_many

FUTURES = 4000
"""Random futures in which each board is completed."""
FANTASYLAND_HANDS = 1000
"""Random hands that stand for a Fantasyland hand."""
_STREAM = 1 << 40  # where a seat's random futures begin: those of the position itself begin at 0
_WEIGHED = 500  # futures of an opponent from which the error is estimated
_OWN = 16  # and finished boards of each move
_NO_ROWS = {1: 1.0}  # of a board that is certain to foul

Strengths = tuple[int, int, int]


class RowsToBeat:
    """The rows that each opponent still in the hand may end with, clockwise from the position's left.

    odds: for the objective. sampled: the boards of those opponents whose rows are sampled.
    """

    def __init__(
        self,
        position: Position,
        bot: Callable[[], CompiledBot],
        compiled: EndgameObjective,
        objective: Objective,
        seed: int,
        futures: int = FUTURES,
        hands: int = FANTASYLAND_HANDS,
    ) -> None:
        """A board is completed by `bot()` from the cards that the position has not seen; a Fantasyland hand
        is any of these (no jokers), set for the most points by `objective`, and so is one of closed Chinese.
        A seat of the same player is not an opponent. futures, hands: how often."""
        self.odds: list[RowOdds] = []
        self.sampled: list[Sequence[Strengths]] = []
        rules, seats, own = position.rules, position.seats, position.seat
        closed = rules.plan[0].place if len(rules.plan) == 1 else 0
        for step in range(1, seats):
            seat = (own + step) % seats
            rows, out = position.boards[seat], position.out[seat]
            if owner_of(rules, seats, seat) == owner_of(rules, seats, own) or out == "surrendered":
                continue
            inside = position.fantasyland[seat] or closed
            if out == "left":
                boards = []
            elif inside and not any(rows):
                boards = _set_hands(position, inside, objective, seed, seat, hands)
            else:
                boards = _completed(position, rows, bot(), compiled, seed, seat, futures)
            self.odds.append(_odds(rules, boards))
            if len(boards) > 1:
                self.sampled.append(boards)


def _odds(rules: Rules, boards: Sequence[Strengths]) -> RowOdds:
    """`RowOdds` of the strengths of boards."""
    legal = [rows for rows in boards if not rules.compiled.is_foul(*rows)]
    if not legal:
        return RowOdds(top=_NO_ROWS, middle=_NO_ROWS, bottom=_NO_ROWS, foul=1.0)
    top, middle, bottom = (shares(row) for row in zip(*legal, strict=True))
    return RowOdds(top=top, middle=middle, bottom=bottom, foul=1 - len(legal) / len(boards))


def _completed(
    position: Position,
    rows: Rows,
    bot: CompiledBot,
    compiled: EndgameObjective,
    seed: int,
    seat: int,
    futures: int,
) -> list[Strengths]:
    streets = list(_to_come(position.rules, sum(map(len, rows))))
    unseen, drawn = position.unseen, sum(deal for deal, _ in streets)
    if drawn > len(unseen):
        raise OfcError(f"{len(unseen)} cards are left, seat {seat} still draws {drawn}")
    rollouts = Rollouts(compiled, bot, [rows], unseen, streets, seed, 0)
    return rollouts.rows(0, _STREAM * (1 + seat), futures if streets else 1)


def _to_come(rules: Rules, held: int) -> Iterator[tuple[int, int]]:
    """(cards drawn, cards placed) of each street to come; what is left of the first if it is half placed."""
    for street in rules.plan:
        held -= street.place
        if held < 0:
            place = min(-held, street.place)
            yield street.deal - street.place + place, place


def _set_hands(
    position: Position, cards: int, objective: Objective, seed: int, seat: int, number: int
) -> list[Strengths]:
    """The rows of random Fantasyland hands, each set for the most points."""
    deck = [card for card in position.unseen if card < FIRST_JOKER]
    if cards > len(deck):
        raise OfcError(f"{len(deck)} cards are left, seat {seat} is in Fantasyland with {cards}")
    dealt = bytearray()
    for hand in range(number):
        dealt += bytes(deck[i] for i in deal_order(seed, _STREAM * (1 + seat) + hand, len(deck), cards))
    hands = memoryview(bytes(dealt)).cast("B", (number, cards))
    solved = solve_fantasyland_many(hands, position.rules, objective, threads=1)
    strengths = position.rules.compiled.row_strengths
    return [strengths(solved.boards[i : i + 1].tobytes()[:13]) for i in range(number)]


# the error of a sample


class SampleError:
    """How wrong values may be because the rows to beat are a sample.

    A value is a mean over the sample of what one's own boards score against each of its boards, so its
    standard error is the standard deviation of that over the root of the size. The own boards of a move are
    those to which the player in C completes it in a few futures.
    """

    def __init__(
        self,
        rules: Rules,
        sampled: Sequence[Sequence[Strengths]],
        boards: Callable[[int], Sequence[Strengths]],
    ) -> None:
        """boards: those to which a move leads, by its number; asked when the error of the move is."""
        self.rules, self.sampled, self.boards = rules, sampled, boards
        self._points: dict[int, list[array[float]]] = {}
        self._known: dict[tuple[int, int], float] = {}

    def points(self, move: int) -> list[array[float]]:
        """By opponent: what the boards of a move score against each board of the sample."""
        if move not in self._points:
            own, compiled = self.boards(move), self.rules.compiled
            self._points[move] = [compiled.mean_points(own, theirs[:_WEIGHED]) for theirs in self.sampled]
        return self._points[move]

    def of(self, move: int) -> float:
        """The standard error of the value of a move, by its number."""
        return self._once(move, move, self.points(move)) if self.sampled else 0.0

    def between(self, move: int, other: int) -> float:
        """The standard error of the difference of two moves, which meet the same sample."""
        if move == other or not self.sampled:
            return 0.0
        both = zip(self.points(move), self.points(other), strict=True)
        return self._once(move, other, (array("d", map(float.__sub__, a, b)) for a, b in both))

    def _once(self, move: int, other: int, points: Iterable[Sequence[float]]) -> float:
        """The error of these points; a search that is looked at asks for the same again."""
        key = move, other
        if key not in self._known:
            self._known[key] = sqrt(fsum(map(_square_error, points, map(len, self.sampled))))
        return self._known[key]


def _square_error(points: Sequence[float], size: int) -> float:
    """The variance of the mean of a sample of this size."""
    mean = fsum(points) / len(points)
    return dist(points, [mean] * len(points)) ** 2 / (len(points) - 1) / size


def own_boards(rollouts: Rollouts, move: int) -> list[Strengths]:
    """Some of the boards to which the player completes the board of a move."""
    return rollouts.rows(move, _STREAM * (1 << 20), _OWN)
