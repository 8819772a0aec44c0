"""Rows to beat: what the boards of the others come to, as far as it can be told from what lies open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from .._core import CompiledBot, EndgameObjective, Rollouts, _deal
from .._errors import OfcError
from ..cards import FIRST_JOKER, Card
from ..objective import Objective, RowOdds
from ..position import Position, owner_of
from ..rules import Rules
from ._fantasyland import solve_fantasyland_many

FUTURES = 1000
"""In so many random futures each board is completed."""
_FANTASYLAND_HANDS = 500
_STREAM = 1 << 40  # where a seat's random futures begin: those of the position itself begin at 0
_NO_ROWS = {1: 1.0}  # of a board that is foul for certain

Rows = tuple[Sequence[Card], Sequence[Card], Sequence[Card]]


def rows_to_beat(
    position: Position,
    bot: Callable[[], CompiledBot],
    compiled: EndgameObjective,
    objective: Objective,
    seed: int,
) -> tuple[RowOdds, ...]:
    """The rows that each opponent still in the hand may come to, clockwise from the position's left.

    A board is completed by `bot()` from the cards that the position has not seen; a Fantasyland hand is any
    of so many of them (no jokers), set as `objective` likes it best, and so is one of closed Chinese. A seat
    of the same player is none of them.
    """
    rules, seats, own = position.rules, position.seats, position.seat
    closed = rules.plan[0].place if len(rules.plan) == 1 else 0
    found = []
    for step in range(1, seats):
        seat = (own + step) % seats
        if owner_of(rules, seats, seat) == owner_of(rules, seats, own) or position.out[seat] == "surrendered":
            continue
        rows = position.boards[seat]
        inside = position.fantasyland[seat] or closed
        if position.out[seat] == "left":
            found.append(RowOdds(top=_NO_ROWS, middle=_NO_ROWS, bottom=_NO_ROWS, foul=1.0))
        elif inside and not any(rows):
            found.append(_odds(rules, _set_hands(position, inside, objective, seed, seat)))
        else:
            found.append(_odds(rules, _completed(position, rows, bot(), compiled, seed, seat)))
    return tuple(found)


def _odds(rules: Rules, boards: Sequence[tuple[int, int, int]]) -> RowOdds:
    """`RowOdds` of the strengths of boards."""
    legal = [rows for rows in boards if not rules.compiled.is_foul(*rows)]
    if not legal:
        return RowOdds(top=_NO_ROWS, middle=_NO_ROWS, bottom=_NO_ROWS, foul=1.0)
    top, middle, bottom = (_shares(row) for row in zip(*legal, strict=True))
    return RowOdds(top=top, middle=middle, bottom=bottom, foul=1 - len(legal) / len(boards))


def _shares(strengths: Sequence[int]) -> dict[int, float]:
    return {s: n / len(strengths) for s, n in sorted(Counter(strengths).items())}


def _completed(
    position: Position, rows: Rows, bot: CompiledBot, compiled: EndgameObjective, seed: int, seat: int
) -> list[tuple[int, int, int]]:
    streets = list(_to_come(position.rules, sum(map(len, rows))))
    unseen, drawn = position.unseen, sum(deal for deal, _ in streets)
    if drawn > len(unseen):
        raise OfcError(f"{len(unseen)} cards are left, seat {seat} still draws {drawn}")
    rollouts = Rollouts(compiled, bot, [rows], unseen, streets, seed, 0)
    return rollouts.rows(0, _STREAM * (1 + seat), FUTURES if streets else 1)


def _to_come(rules: Rules, held: int) -> Iterator[tuple[int, int]]:
    """(cards drawn, cards placed) of each street to come; less of the first one where a part of it lies
    there."""
    for street in rules.plan:
        held -= street.place
        if held < 0:
            place = min(-held, street.place)
            yield street.deal - street.place + place, place


def _set_hands(
    position: Position, cards: int, objective: Objective, seed: int, seat: int
) -> list[tuple[int, int, int]]:
    """The rows of random Fantasyland hands, each set for the most points."""
    deck = [card for card in position.unseen if card < FIRST_JOKER]
    if cards > len(deck):
        raise OfcError(f"{len(deck)} cards are left, seat {seat} is in Fantasyland with {cards}")
    dealt = bytearray()
    for hand in range(_FANTASYLAND_HANDS):
        dealt += bytes(deck[i] for i in _deal(seed, _STREAM * (1 + seat) + hand, len(deck), cards))
    hands = memoryview(bytes(dealt)).cast("B", (_FANTASYLAND_HANDS, cards))
    solved = solve_fantasyland_many(hands, position.rules, objective, threads=1)
    strengths = position.rules.compiled.row_strengths
    return [strengths(solved.boards[i : i + 1].tobytes()[:13]) for i in range(_FANTASYLAND_HANDS)]
