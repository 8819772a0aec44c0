"""Endgames, solved exactly: what a position is worth under optimal play, and every move's value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from time import monotonic
from typing import NamedTuple

from ._core import EndgameGoal, FantasyPlan
from ._errors import InvalidCard, OfcError
from .board import Board
from .cards import Card
from .position import LegalMoves, Move, Position
from .rules import Rules, Street
from .rules._check import Table
from .solver import Objective
from .solver._plan import chances_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Rows = tuple[Sequence[Card], Sequence[Card], Sequence[Card]]
    Outlook = tuple[float, float, float, float, dict[int, float]]

DRAW, PLACE = 3, 2
QUICK_DRAWS, MOST_DRAWS = 2, 3
BOARDS = 50_000
"""For one board with three draws to come, so many with two are solved at most, unless more are allowed."""
_LOOK = 0.05  # seconds between two looks at the clock and the keyboard
_UNITS = (1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50, 64, 100, 1000)
_CLOSE = 1e-12


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


def value(
    position: Position,
    objective: Objective | None = None,
    *,
    threads: int = 1,
    limit: int = BOARDS,
    seconds: float | None = None,
) -> Value:
    """The exact expectation of optimal play: of the best move if cards are drawn, else before the draw.

    Optimal: each draw is seen before it is placed, later draws are not, and every card whose place is not
    known is as likely as any other to come. Of plays of equal value the one with more royalties counts,
    then the one with fewer fouls. Giving up (surrender) is not weighed. Raises OfcError where the position
    is not solvable: streets other than three cards of which two are placed, jokers that may come, and more
    draws to come than two; three are solved where that takes no more than `limit` boards with two draws to
    come (some 1.5 ms each), as where no flush is possible any more. Raises OfcError after so many seconds.
    """
    objective = Objective.of(position.rules) if objective is None else objective
    if position.draw:
        best = best_moves(position, objective, threads=threads, limit=limit, seconds=seconds)[0]
        return Value(best.ev, best.foul, best.fantasyland, best.royalty)
    _check(position)
    street = position.street
    if street is None and any(position.free):
        raise OfcError(f"{position.board}: no street of {position.rules.name} begins with this board")
    ahead = () if street is None else position.rules.plan[street:]
    search = _Search(position, objective, ahead, limit)
    return _value(objective, search.run([position.boards[position.seat]], 1, seconds, None)[0])


def best_moves(
    position: Position,
    objective: Objective | None = None,
    *,
    threads: int = 1,
    limit: int = BOARDS,
    seconds: float | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[MoveInfo]:
    """Every way to place the cards drawn, with its exact value, the best first.

    Moves of equal value: more royalties first, then fewer fouls, then the order of `position.legal_moves`.
    Works in so many threads, and holds the GIL in none. progress(done, all) is called after each move. Raises
    OfcError as `value` does, and where no cards are drawn.

    >>> position = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    >>> best = best_moves(position)[0]
    >>> str(best.move), best.ev, best.fantasyland[14]
    ('Qc@t 3c@m x2c', 22.0, 1.0)
    """
    _check(position)
    objective = Objective.of(position.rules) if objective is None else objective
    if not position.to_place or position.street is None:
        raise OfcError(f"{position.board}: {len(position.draw)} cards are drawn, there is no move to make")
    ahead = position.rules.plan[position.street + 1 :]
    search = _Search(position, objective, ahead, limit)
    moves = list(LegalMoves(position.draw, position.free, position.to_place))
    outlooks = search.run([_after(position, move) for move in moves], threads, seconds, progress)
    values = [_value(objective, outlook) for outlook in outlooks]
    found = [
        MoveInfo(move, v.ev, 0.0, True, v.foul, v.fantasyland, v.royalty)
        for move, v in zip(moves, values, strict=True)
    ]
    return sorted(found, key=_order)


def _order(info: MoveInfo) -> tuple[float, float, float]:
    """Best first. What differs by the rounding of floats alone is equal, and keeps its order."""
    return -round(info.ev, 10), -round(info.royalty, 10), round(info.foul, 10)


class _Search:
    """Boards of one position, solved one by one or several at a time."""

    def __init__(self, position: Position, objective: Objective, ahead: Sequence[Street], limit: int) -> None:
        _check_streets(position, ahead)
        self.draws, self.limit = len(ahead), limit
        self.deck = _deck(position, objective, self.draws)
        self.goal = (_goal.__wrapped__ if self.is_long else _goal)(position.rules, objective)

    @property
    def is_long(self) -> bool:
        """Whether a board takes seconds; the search then runs beside, where it can be stopped."""
        return self.draws > QUICK_DRAWS

    def run(
        self,
        boards: list[Rows],
        threads: int,
        seconds: float | None,
        progress: Callable[[int, int], object] | None,
    ) -> list[Outlook]:
        if not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= 64:
            raise OfcError(f"threads = {threads!r}: it must be 1 to 64")
        if seconds is not None and not seconds > 0:
            raise OfcError(f"seconds = {seconds!r}: it must be more than 0, or None")
        if self.is_long:
            self._check_size(boards)
        ends = None if seconds is None else monotonic() + seconds
        if threads > 1 or self.is_long:
            return self._run_beside(boards, threads, ends, progress)
        found: list[Outlook] = []
        for board in boards:
            self._check_time(ends, len(found), len(boards))
            found += [self._solve(board)]
            if progress is not None:
                progress(len(found), len(boards))
        return found

    def _solve(self, board: Rows) -> Outlook:
        outlook = self.goal.outlook(board[0], board[1], board[2], self.deck)
        if outlook is None:
            raise OfcError("the search was stopped")
        return outlook

    def _run_beside(
        self,
        boards: list[Rows],
        threads: int,
        ends: float | None,
        progress: Callable[[int, int], object] | None,
    ) -> list[Outlook]:
        from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

        pool = ThreadPoolExecutor(threads)
        try:
            jobs = [pool.submit(self._solve, board) for board in boards]
            waiting = set(jobs)
            while waiting:
                done, waiting = wait(waiting, timeout=_LOOK, return_when=FIRST_COMPLETED)
                if waiting:
                    self._check_time(ends, len(jobs) - len(waiting), len(jobs))
                if done and progress is not None:
                    progress(len(jobs) - len(waiting), len(jobs))
            return [job.result() for job in jobs]
        finally:
            if self.is_long:
                self.goal.stop()
            pool.shutdown(cancel_futures=True)

    def _check_time(self, ends: float | None, done: int, number: int) -> None:
        if ends is not None and monotonic() > ends:
            raise OfcError(f"the time is up: {done} of {number} boards are solved")

    def _check_size(self, boards: list[Rows]) -> None:
        most = max(_children(board, self.deck) for board in boards)
        if most > self.limit:
            raise OfcError(
                f"not solvable: {self.draws} draws to come, and flushes are possible; it takes {most} boards"
                f" with two draws to come, {self.limit} are allowed (limit)"
            )


def _children(board: Rows, deck: bytes) -> int:
    """At most so many boards come next: kinds of pairs, ways to place them, kinds of cards discarded."""
    suits = set()
    for row in board[1:]:
        held = {card & 3 for card in row}
        if len(held) < 2 and len(row) < 5:
            suits |= held or {0, 1, 2, 3}
    kinds = len({(card >> 2, (card & 3) if card & 3 in suits else -1) for card in deck})
    free = [size - len(row) for size, row in zip((3, 5, 5), board, strict=True)]
    places = [(a, b) for a in range(3) for b in range(3) if free[a] and free[b] and (a != b or free[a] > 1)]
    return kinds * (kinds + 1) // 2 * len(places) * kinds


def _value(objective: Objective, outlook: Outlook) -> Value:
    ways, foul, royalty, rows, hands = outlook
    points = royalty + objective.foul * foul if objective.opponents is None else rows
    points += sum(objective.next_hand(cards) * n for cards, n in hands.items())
    chances = Table({cards: n / ways for cards, n in hands.items()})
    return Value(points / ways, foul / ways, chances, royalty / ways)


# -- What can be solved -------------------------------------------------------------------------------


def _check(position: Position) -> None:
    if not isinstance(position, Position):
        raise TypeError(f"a Position is solved, not {type(position).__name__}")
    if position.fantasyland[position.seat]:
        raise OfcError("a Fantasyland hand is set at once: solve_fantasyland() finds its best board")
    own = [card for row in position.boards[position.seat] for card in row]
    if any(card >= 52 for card in (*own, *position.draw, *position.unseen)):
        raise OfcError("not solvable: a joker is held or may still come, and its rows are not apart")


def _check_streets(position: Position, ahead: Sequence[Street]) -> None:
    for street in ahead:
        if (street.deal, street.place) != (DRAW, PLACE):
            dealt = f"{street.deal} cards, {street.place} of them placed"
            raise OfcError(f"not solvable: {position.rules.name} still deals {dealt}, not {DRAW} and {PLACE}")
    if len(ahead) > MOST_DRAWS:
        raise OfcError(f"not solvable: {len(ahead)} draws to come, {MOST_DRAWS} at most are solved exactly")


def _deck(position: Position, objective: Objective, draws: int) -> bytes:
    """The cards that may come; boards of the objective lie open, and hold none of them."""
    shown = {card for one in objective.opponents or () if isinstance(one, Board) for card in one.cards}
    mine = (*(c for row in position.boards[position.seat] for c in row), *position.draw, *position.discards)
    both = [card for card in mine if card in shown]
    if both:
        raise InvalidCard(f"{' '.join(map(str, both))}: both here and on a board of the objective")
    deck = [card for card in position.unseen if card not in shown]
    if len(deck) < draws * DRAW:
        raise OfcError(f"{len(deck)} cards are left, {draws * DRAW} are still to be drawn")
    return bytes(deck)


def _after(position: Position, move: Move) -> Rows:
    (top, middle, bottom), rows = position.boards[position.seat], move.rows
    return (*top, *rows[0]), (*middle, *rows[1]), (*bottom, *rows[2])


# -- The goal -----------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _goal(rules: Rules, objective: Objective) -> EndgameGoal:
    """Rules and objective as worths, whole numbers where they can be, with the tie-break as small change.

    A sum over the draws of one street has at most C(38, 3) terms. One point of royalties in one of them is
    worth so little that all of them together do not make up for one unit, and a foul costs even less.
    """
    hands = {cards for cards, _ in rules.fantasyland.entry_tests} if rules.fantasyland else set()
    points = {cards: objective.next_hand(cards) for cards in sorted(hands)}
    opponents = objective.opponents
    whole = opponents is None or all(isinstance(one, Board) for one in opponents)
    unit = _unit((*points.values(), 0.0 if opponents else objective.foul)) if whole else None
    scale = float(unit or 1)
    small, smaller = _small_change(rules) if unit else (0.0, 0.0)
    worth = [(cards, _whole(p, unit)) for cards, p in points.items()]
    common: dict[str, Any] = {"fantasyland": worth}
    if opponents is None:
        foul = _whole(objective.foul, unit)
        common |= {"plain_royalty": scale, "plain_foul": foul}
        return EndgameGoal(rules.compiled, royalty=scale + small, foul=foul - smaller, **common)
    plan = FantasyPlan(rules.compiled, opponents=[tuple(chances_of(one, rules)) for one in opponents])
    return EndgameGoal(rules.compiled, royalty=small, rows=scale, foul=-smaller, plan=plan, **common)


def _unit(points: Sequence[float]) -> int | None:
    """The least of some units in which all these points are whole; None where none of them does it."""
    for unit in _UNITS:
        if all(abs(p * unit - round(p * unit)) < _CLOSE * unit for p in points):
            return unit
    return None


def _whole(points: float, unit: int | None) -> float:
    return float(round(points * unit)) if unit else points


def _small_change(rules: Rules) -> tuple[float, float]:
    """The worth of a point of royalties, and of a foul avoided, that breaks ties and nothing else."""
    tables = (rules.royalties.points(row) for row in ("top", "middle", "bottom"))
    most = sum(max(map(abs, table)) for table in tables)
    small = 1.0
    while small * 8436 * (2 * most + 1) >= 1:
        small /= 2
    return small, small / 16384
