"""A history graded move by move, as it goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sized

from ..history import History
from ..review import Grade, Review, decisions, grade
from . import _read
from ._match import by_row, spelled
from ._read import LIMITS, Params, RequestError, Stop
from ._types import Data

SECONDS = 0.3
"""The default time for each decision."""


def review(params: Params, stop: Stop) -> Iterator[Data]:
    """review {history, player?, hand?, seconds?}: how far it is, then every decision, the costliest first."""
    history = History.read(_read.text(params, "history", LIMITS["history"]))
    player = None if params.get("player") is None else _read.text(params, "player", 60)
    seconds = _read.number(params, "seconds", 0.02, LIMITS["review_seconds"], SECONDS)
    todo = list(decisions(history, player, _read.whole(params, "hand", 1, 1 << 62, None)))
    if len(todo) > LIMITS["decisions"]:
        message = f"history: {len(todo)} decisions, at most {LIMITS['decisions']}; choose a player"
        raise RequestError(message, "history", "too-large")

    def progress(*_: object) -> None:
        if stop():
            raise KeyboardInterrupt  # which ends a search

    grades: list[Grade] = []
    yield _how_far(grades, todo)
    for one in todo:
        if stop():
            return
        try:
            grades.append(grade(one, limit=seconds, threads=1, progress=progress))
        except KeyboardInterrupt:
            return
        yield _how_far(grades, todo)
    yield {**_how_far(grades, todo), **_data(Review(grades)), "done": True}


def _how_far(grades: list[Grade], todo: Sized) -> Data:
    return {"done_moves": len(grades), "moves": len(todo), "done": False}


def _data(found: Review) -> Data:
    whole = found.to_dict()
    return {
        "decisions": [_decision(one) for one in found],
        **{key: whole[key] for key in ("players", "by_street", "by_kind")},
        "summary": found.table(),
    }


def _decision(one: Grade) -> Data:
    """`Grade.to_dict` and, for a picture, the board row by row; street from 0, as in a view."""
    seen = one.decision
    where = seen.position
    return {
        **one.to_dict(),
        "street": seen.street,
        "where": seen.where,
        "rows": by_row(map(spelled, where.board.rows)),
        "drawn": spelled(where.draw),
        "found_best": one.found_best,
    }
