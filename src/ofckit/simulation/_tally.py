"""The tally of many hands: whole numbers, one cell for each (bot, seat, position), exactly addable."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from .._core import TALLY_FIELDS
from .._errors import OfcError
from .._values import brief, listed
from ..scoring import Settlement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LEAST, MOST = 13, 17
"""Numbers of Fantasyland cards that have a counter of their own; larger hands count with the last."""
HISTOGRAM = 64
FIELDS = TALLY_FIELDS
"""The counters of a cell, as C has them in csrc/play/arena.h."""
SIZE = len(FIELDS)
AT: Mapping[str, int] = {name: number for number, name in enumerate(FIELDS)}
_ENTRIES, _INSIDE, _ROYALTIES = AT["entries13"], AT["inside13"], AT["royalties_top"]
_SWEEPS, _SWEPT, _FORFEITS, _ROYALTY = AT["sweeps"], AT["swept"], AT["forfeits"], AT["royalty0"]
_STAYS = AT["stays"]
_SIGNED = ("points", "royalties_top", "royalties_middle", "royalties_bottom")
_POINTS = 1 << 20  # per hand: more than any rules pay
_MOST_A_HAND = dict.fromkeys(_SIGNED, _POINTS) | {"points_squared": _POINTS**2, "sweeps": 3, "swept": 3}


def empty(bots: int, seats: int) -> array[int]:
    """Nothing counted yet: bots x seats x positions x SIZE."""
    return array("q", bytes(8 * bots * seats * seats * SIZE))


def cell_of(bot: int, seat: int, position: int, seats: int) -> int:
    """The number of a cell."""
    return (bot * seats + seat) * seats + position


def count_hand(
    cells: array[int],
    settled: Settlement,
    seating: Sequence[int],
    inside: Sequence[int],
    coming: Sequence[int],
) -> None:
    """Add a settled hand. seating: the bot of each seat; inside, coming: Fantasyland cards, now and next."""
    seats = len(seating)
    assert settled.button is not None
    order = settled.rules.order(seats, settled.button)
    for seat, bot in enumerate(seating):
        at = cell_of(bot, seat, order.index(seat), seats) * SIZE
        points = settled.points[seat]
        now, then = inside[seat], coming[seat]
        for i, n in enumerate((1, points, points * points, settled.fouls[seat], not now)):
            cells[at + i] += n  # hands, points, points squared, fouls, normal
        if now:
            cells[at + _INSIDE + _which(now)] += 1
            cells[at + _STAYS] += then > 0
        elif then:
            cells[at + _ENTRIES + _which(then)] += 1
        earned = settled.royalties[seat]
        for row, royalty in enumerate(earned):
            cells[at + _ROYALTIES + row] += royalty
        cells[at + _ROYALTY + min(max(earned.total, 0), HISTOGRAM - 1)] += 1
        for (first, second), pair in settled.head_to_head.items():
            if pair.sweep and seat in (first, second):
                won = (pair.sweep > 0) == (seat == first)
                cells[at + (_SWEEPS if won else _SWEPT)] += 1


def count_forfeit(cells: array[int], bot: int, seat: int, position: int, seats: int) -> None:
    """Add a hand that a bot forfeited. position: how many act before it."""
    cells[cell_of(bot, seat, position, seats) * SIZE + _FORFEITS] += 1


def _which(cards: int) -> int:
    return min(cards, MOST) - LEAST


def add_seat(cells: array[int], bot: int, seat: int, seats: int, played: Sequence[int]) -> None:
    """Add the hands that a bot played at a seat; played: seats x positions x SIZE."""
    to, since = cell_of(bot, seat, 0, seats) * SIZE, seat * seats * SIZE
    for i in range(seats * SIZE):
        if played[since + i]:
            cells[to + i] += played[since + i]


# as data for JSON


def write_cells(cells: Sequence[int], bots: int, seats: int) -> list[dict[str, Any]]:
    """The cells in which something was counted, by name, without the zeros."""
    found = []
    for number in range(bots * seats * seats):
        at = number * SIZE
        if not any(cells[at : at + SIZE]):
            continue
        one: dict[str, Any] = {
            "bot": number // (seats * seats),
            "seat": number // seats % seats,
            "position": number % seats,
        }
        one |= {name: cells[at + i] for i, name in enumerate(FIELDS[:_ROYALTY]) if cells[at + i]}
        histogram = list(cells[at + _ROYALTY : at + SIZE])
        while histogram and not histogram[-1]:
            histogram.pop()
        found.append(one | {"royalty": histogram})
    return found


def read_cells(written: Sequence[Mapping[str, Any]], bots: int, seats: int) -> array[int]:
    """What `write_cells` wrote; OfcError for anything that it, or any hands, cannot produce."""
    cells = empty(bots, seats)
    for one in listed("cells", written, bots * seats * seats):
        left = dict(one)
        place = [left.pop(key, -1) for key in ("bot", "seat", "position")]
        sizes = (bots, seats, seats)
        if not all(type(i) is int and 0 <= i < n for i, n in zip(place, sizes, strict=True)):
            raise OfcError(f"a cell of bot, seat, position {place}, which does not exist")
        at = cell_of(place[0], place[1], place[2], seats) * SIZE
        histogram = left.pop("royalty", [])
        if len(histogram) > HISTOGRAM or not left.keys() <= set(FIELDS[:_ROYALTY]):
            raise OfcError(f"a cell with unknown counters: {', '.join(map(str, left))}")
        values = [(AT[name], n) for name, n in left.items()]
        for i, n in [*values, *enumerate(histogram, _ROYALTY)]:
            if type(n) is not int:
                raise OfcError(f"a counter must be a whole number, not {brief(n)}")
            cells[at + i] += n
        _check_cell(cells[at : at + SIZE])
    return cells


def _check_cell(cell: Sequence[int]) -> None:
    """OfcError if this many hands cannot have these results."""
    hands, points, squared = cell[:3]
    for name, n in zip(FIELDS, cell, strict=True):
        most = hands * _MOST_A_HAND.get(name, 1)
        least = -most if name in _SIGNED else 0
        if not least <= n <= most:
            raise OfcError(f"a cell of {hands} hands with {name} = {n}")
    if points * points > hands * squared:
        raise OfcError(f"a cell of {hands} hands with {points} points and the sum {squared} of their squares")
