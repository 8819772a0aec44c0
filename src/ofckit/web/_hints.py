"""What placements are worth, as answers that improve until they are exact or the time is up."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from .._errors import OfcError
from ..objective import Objective
from ..position import Move, Position
from ..search import Analysis, Limit, MoveInfo, analyse, parts_of, value
from . import _positions, _read
from ._match import by_row, spelled
from ._read import LIMITS, Params, Stop
from ._types import Data, HintData, MoveData

FIRST = 0.12
"""Seconds of the first numbers; each following answer takes `GROWTH` times as long."""
GROWTH = 3.0
SHOWN = 12
"""Moves of an answer, the best first; a player's own is always among them."""
_TIE = 1e-9
_MANY = 60  # moves: so many take their time against opponents, and first numbers leave these out
_AT_ONCE = Limit(seconds=0.05)
_ALONE = "First numbers: what is won from opponents and lost to them is not counted yet."


def hint(params: Params, stop: Stop) -> Iterator[Data]:
    """hint {position, move?, seconds?, most?}: the best moves and one's own, better known each time."""
    where = _positions.read(params)
    own = Move(_read.text(params, "move", 2000)) if params.get("move") is not None else None
    seconds = _read.number(params, "seconds", 0.05, LIMITS["seconds"], 5)
    most = _read.whole(params, "most", 1, 300, SHOWN)
    assert most is not None
    if not where.draw:
        yield _before_the_draw(where, seconds)
        return
    for found, done in _better_and_better(where, own, seconds, stop):
        yield dict(_data(where, found, own, most, done))


def _better_and_better(
    where: Position, own: Move | None, seconds: float, stop: Stop
) -> Iterator[tuple[Analysis, bool]]:
    """Analyses of the same futures and more of them; the last one is marked."""

    def progress(*_: object) -> None:
        if stop():
            raise KeyboardInterrupt  # which ends an analysis, and it returns what it knows

    began, budget = monotonic(), FIRST
    if where.seats > 1 and len(where.legal_moves) > _MANY:
        try:
            yield analyse(where, limit=_AT_ONCE, threads=1, hold=own, progress=progress, against=None), False
        except KeyboardInterrupt:
            return
    while not stop():
        left = seconds - (monotonic() - began)
        is_last = budget * GROWTH > left
        limit = Limit(seconds=max(left if is_last and budget > FIRST else min(budget, left), 0.05))
        try:
            found = analyse(where, limit=limit, threads=1, hold=own, progress=progress)
        except KeyboardInterrupt:
            return
        if stop():
            return
        is_done = found.exact or not found.rollouts or monotonic() - began + 0.05 > seconds
        yield found, is_done
        if is_done:
            return
        budget *= GROWTH


def _data(where: Position, found: Analysis, own: Move | None, most: int, done: bool) -> HintData:
    gaps = found.gaps or tuple((found.best.ev - one.ev, one.se) for one in found.moves)
    every = list(zip(found.moves, gaps, strict=True))
    chosen = every[:most] + [one for one in every[most:] if one[0].move == own]
    shown = [_move(where, one, found.objective, gap, own) for one, gap in chosen]
    yours = next((one for one in shown if one["yours"]), None)
    return {
        "moves": shown,
        "yours": yours,
        "count": len(every),
        "exact": found.exact,
        "rollouts": found.rollouts,
        "seconds": round(found.seconds, 3),
        "opponents": found.opponents,
        "notes": [_ALONE] if where.seats > 1 and found.opponents == "none" and not done else _notes(found),
        "done": done,
    }


def _move(
    where: Position, one: MoveInfo, objective: Objective, gap: tuple[float, float], own: Move | None
) -> MoveData:
    lost, se = float(gap[0]), float(gap[1])
    rows = [spelled(held + new) for held, new in zip(where.board.rows, one.move.rows, strict=True)]
    return {
        "move": str(one.move),
        "rows": by_row(rows),
        "discards": spelled(one.move.discards),
        "value": float(one.ev),
        "se": _finite(one.se),
        "exact": one.exact,
        "lost": max(lost, 0.0),
        "lost_se": _finite(se),
        "tie": lost <= max(_TIE, 2 * _finite(se)),
        "foul": float(one.foul),
        "royalty": float(one.royalty),
        "fantasyland": {str(cards): float(share) for cards, share in sorted(one.fantasyland.items())},
        "parts": dict(parts_of(one, objective)._asdict()),
        "yours": own is not None and one.move == own,
    }


def _finite(error: float) -> float:
    """An error as JSON has it; one that is not known yet is large."""
    return float(error) if error < 1e6 else 1e6


def _notes(found: Analysis) -> list[str]:
    """What the numbers are, in sentences of the library."""
    tail = found.table(0).splitlines()[1:]
    return [line.split(" more moves; ")[-1].split(" more move; ")[-1] for line in tail if line.strip()]


def _before_the_draw(where: Position, seconds: float) -> Data:
    """What a board is worth before its next cards, where that can be enumerated."""
    try:
        found = value(where, limit=Limit(seconds=seconds), threads=1)
    except OfcError as error:
        raise OfcError(f"{error}; give the cards drawn, and their placements are ranked") from None
    return {
        "moves": [],
        "yours": None,
        "count": 0,
        "exact": found.exact,
        "value": {
            "value": float(found.ev),
            "se": float(found.se),
            "foul": float(found.foul),
            "royalty": float(found.royalty),
            "fantasyland": {str(cards): float(share) for cards, share in sorted(found.fantasyland.items())},
        },
        "notes": ["exact: before the next draw, optimal play to the end."],
        "done": True,
    }
