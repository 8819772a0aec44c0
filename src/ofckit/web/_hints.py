"""What placements are worth, as answers that improve until they are exact or the time is up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .._errors import OfcError
from ..objective import Objective
from ..position import Move, Position
from ..search import Analysis, Limit, MoveInfo, improving, parts_of, value
from . import _positions, _read
from ._match import by_row, spelled
from ._read import LIMITS, Params, Stop
from ._types import Data, HintData, MoveData

SHOWN = 12
"""Moves of an answer, the best first; a player's own is always among them."""
_TIE = 1e-9
_ALONE = (
    "First numbers: what is won from opponents and lost to them is not counted yet, "
    "and of many moves those that the policy holds best are compared."
)


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
    for found in improving(where, limit=seconds, stop=stop, hold=own):
        yield dict(_data(where, found, own, most))


def _data(where: Position, found: Analysis, own: Move | None, most: int) -> HintData:
    gaps = found.gaps or tuple((found.best.ev - one.ev, one.se) for one in found.moves)
    every = list(zip(found.moves, gaps, strict=True))
    chosen = every[:most] + [one for one in every[most:] if one[0].move == own]
    shown = [_move(where, one, found.objective, gap, own) for one, gap in chosen]
    yours = next((one for one in shown if one["yours"]), None)
    return {
        "moves": shown,
        "yours": yours,
        "count": len(every) if found.complete else len(where.legal_moves),
        "exact": found.exact,
        "rollouts": found.rollouts,
        "seconds": round(found.seconds, 3),
        "opponents": found.opponents,
        "notes": _first_notes(where, found) or _notes(found),
        "done": found.complete,
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


def _first_notes(where: Position, found: Analysis) -> list[str]:
    """What first numbers leave out."""
    return [_ALONE] if where.seats > 1 and found.opponents == "none" and not found.complete else []


def _notes(found: Analysis) -> list[str]:
    """What the numbers are, in sentences of the library."""
    tail = replace(found, complete=True).table(0).splitlines()[1:]
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
