"""A history graded move by move, as it goes on."""

from __future__ import annotations

from collections.abc import Iterator

from ..history import History
from ..review import Grade, Review, decisions, grade
from ..search import Limit, analyse
from . import _read
from ._hints import Stop
from ._match import by_row, spelled
from ._read import LIMITS, Params, RequestError
from ._types import Data

SECONDS = 0.3
"""The default time for each decision."""


def review(params: Params, stop: Stop) -> Iterator[Data]:
    """review {history, player?, seconds?}: how far it is, then every decision, the costliest first."""
    history = History.read(_read.text(params, "history", LIMITS["text"]))
    player = None if params.get("player") is None else _read.text(params, "player", 60)
    seconds = _read.number(params, "seconds", 0.02, LIMITS["review_seconds"], SECONDS)
    todo = list(decisions(history, player))
    if len(todo) > LIMITS["decisions"]:
        message = f"history: {len(todo)} decisions, at most {LIMITS['decisions']}; choose a player"
        raise RequestError(message, "history", "too-large")

    def progress(*_: object) -> None:
        if stop():
            raise KeyboardInterrupt

    grades: list[Grade] = []
    yield {"done_moves": 0, "moves": len(todo), "done": False}
    for one in todo:
        if stop():
            return
        limit = Limit(seconds=seconds)
        found = analyse(one.position, limit=limit, threads=1, keep=1, hold=one.move, progress=progress)
        grades.append(grade(one, found))
        yield {"done_moves": len(grades), "moves": len(todo), "done": False}
    yield {"done_moves": len(todo), "moves": len(todo), **_data(Review(grades)), "done": True}


def _data(found: Review) -> Data:
    return {
        "decisions": [_decision(one) for one in found],
        "players": [
            {"player": one.player, "moves": one.moves, "best": one.best, "lost": one.lost}
            for one in found.players
        ],
        "by_street": _by(found, lambda one: _street(one)),
        "summary": found.table(),
    }


def _street(one: Grade) -> str:
    street = one.decision.street
    return "Fantasyland" if street is None else f"street {street + 1}"


def _by(found: Review, key: object) -> list[Data]:
    groups: dict[str, list[Grade]] = {}
    for one in found:
        groups.setdefault(key(one), []).append(one)  # type: ignore[operator]  # a function of a grade
    return [
        {"what": what, "moves": len(own), "lost": sum(one.loss for one in own)}
        for what, own in sorted(groups.items())
    ]


def _decision(one: Grade) -> Data:
    seen = one.decision
    where = seen.position
    return {
        "hand": seen.hand,
        "street": None if seen.street is None else seen.street + 1,
        "seat": seen.seat,
        "player": seen.player,
        "where": seen.where,
        "position": str(where),
        "rows": by_row(map(spelled, where.board.rows)),
        "draw": spelled(where.draw),
        "move": str(seen.move),
        "best": str(one.best),
        "loss": float(one.loss),
        "se": float(one.se),
        "exact": one.exact,
        "found_best": one.found_best,
    }
