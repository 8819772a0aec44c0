"""Endgames, solved exactly: what a position is worth under optimal play, and every move's value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ._core import EndgameGoal, FantasyPlan
from ._errors import InvalidCard, OfcError
from .board import Board
from .cards import Card
from .position import LegalMoves, Move, Position
from .rules import Rules
from .rules._check import Table
from .solver import Objective, _chances

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Rows = tuple[Sequence[Card], Sequence[Card], Sequence[Card]]
    Outlook = tuple[float, float, float, float, dict[int, float]]

DRAW, PLACE = 3, 2
MOST_DRAWS = 2
_UNITS = (1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50, 64, 100, 1000)
_CLOSE = 1e-12


@dataclass(frozen=True, slots=True)
class Value:
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


@dataclass(frozen=True, slots=True)
class MoveInfo:
    """A move and what it is worth, as in `Value`; se: the standard error of ev, 0 where it is exact."""

    move: Move
    ev: float
    foul: float
    fantasyland: Mapping[int, float]
    royalty: float
    exact: bool = True
    se: float = 0.0


def value(position: Position, objective: Objective | None = None, *, threads: int = 1) -> Value:
    """The exact expectation of optimal play: of the best move if cards are drawn, else before the draw.

    Optimal: each draw is seen before it is placed, later draws are not, and every card whose place is not
    known is as likely as any other to come. Of plays of equal value the one with more royalties counts,
    then the one with fewer fouls. Giving up (surrender) is not weighed. Raises OfcError where the position
    is not solvable: more than two draws to come, other streets than three cards of which two are placed,
    jokers that may come.
    """
    objective = Objective() if objective is None else objective
    if position.draw:
        best = best_moves(position, objective, threads=threads)[0]
        return Value(best.ev, best.foul, best.fantasyland, best.royalty)
    _check(position)
    street = position.street
    if street is None and any(position.free):
        raise OfcError(f"{position.board}: no street of {position.rules.name} begins with this board")
    ahead = () if street is None else position.rules.plan[street:]
    _check_streets(position, ahead)
    deck = _deck(position, objective, len(ahead))
    top, middle, bottom = position.boards[position.seat]
    return _value(objective, _goal(position.rules, objective).outlook(top, middle, bottom, deck))


def best_moves(
    position: Position,
    objective: Objective | None = None,
    *,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> list[MoveInfo]:
    """Every way to place the cards drawn, with its exact value, the best first.

    Moves of equal value: more royalties first, then fewer fouls, then the order of `position.legal_moves`.
    Works in so many threads, and holds the GIL in none. progress(done, all) is called after each move.
    Raises OfcError as `value` does, and where no cards are drawn.

    >>> position = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    >>> best = best_moves(position)[0]
    >>> str(best.move), best.ev, best.fantasyland[14]
    ('Qc@t 3c@m x2c', 22.0, 1.0)
    """
    objective = Objective() if objective is None else objective
    _check(position)
    if not position.to_place or position.street is None:
        raise OfcError(f"{position.board}: {len(position.draw)} cards are drawn, there is no move to make")
    ahead = position.rules.plan[position.street + 1 :]
    _check_streets(position, ahead)
    moves = list(LegalMoves(position.draw, position.free, position.to_place))
    goal, deck = _goal(position.rules, objective), _deck(position, objective, len(ahead))
    boards = [_after(position, move) for move in moves]
    found = []
    for move, outlook in zip(moves, _outlooks(goal, boards, deck, threads), strict=True):
        v = _value(objective, outlook)
        found.append(MoveInfo(move, v.ev, v.foul, v.fantasyland, v.royalty))
        if progress is not None:
            progress(len(found), len(moves))
    return sorted(found, key=_order)


def _order(info: MoveInfo) -> tuple[float, float, float]:
    """Best first. What differs by the rounding of floats alone is equal, and keeps its order."""
    return -round(info.ev, 10), -round(info.royalty, 10), round(info.foul, 10)


def _outlooks(goal: EndgameGoal, boards: list[Rows], deck: bytes, threads: int) -> Iterator[Outlook]:
    if not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= 64:
        raise OfcError(f"threads = {threads!r}: it must be 1 to 64")
    if threads == 1:
        yield from (goal.outlook(top, middle, bottom, deck) for top, middle, bottom in boards)
        return
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(lambda rows: goal.outlook(rows[0], rows[1], rows[2], deck), boards)
    finally:
        pool.shutdown(cancel_futures=True)


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


def _check_streets(position: Position, ahead: Sequence[Any]) -> None:
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
    if opponents is None:
        foul = _whole(objective.foul, unit) - smaller
        return EndgameGoal(rules.compiled, royalty=scale + small, foul=foul, fantasyland=worth)
    plan = FantasyPlan(rules.compiled, opponents=[tuple(_chances(one, rules)) for one in opponents])
    return EndgameGoal(rules.compiled, royalty=small, rows=scale, foul=-smaller, fantasyland=worth, plan=plan)


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
