"""Requests in, answers out, as plain data: what a server and a browser's Python both call.

`answer(name, params)` gives one dictionary; `stream(name, params)` gives answers that improve, the last with
"done": true, and closing it ends the search. Nothing is kept between two calls, and nothing that a request
says is looked up on the disk. What is wrong with a request comes back as {"error": {code, message, where}}.

>>> answer("position", {"text": "Qh/7h7d/AsKs"})["words"]["middle"]
'Pair of sevens'
>>> answer("position", {"text": "Qq/-/-"})["error"]["code"]
'bad-card'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .._errors import IllegalMove, InvalidCard, InvalidRules, NotationError, OfcError
from .._values import brief
from . import _hints, _match, _positions, _reviews, _scores
from ._read import LIMITS, Params, RequestError, Stop
from ._types import Data

API_VERSION = 1
"""The version of names, parameters and answers; it is part of the address: api/1/about."""

ANSWERS: Mapping[str, Callable[[Params], Data]] = {
    "about": lambda params: {"api": API_VERSION, **_scores.about(params)},
    "rules": _scores.rules,
    "example": _match.example,
    "match.new": _match.new,
    "match.move": _match.move,
    "match.timeout": _match.out_of_time,
    "match.next": _match.following,
    "match.view": _match.seen,
    "match.open": _match.opened,
    "match.history": _match.text,
    "position": _positions.position,
    "deal": _positions.deal,
    "solve": _positions.solve,
    "chances": _positions.row_chances,
    "score": _scores.score,
    "picture": _scores.picture,
}
"""Requests with one answer."""

STREAMS: Mapping[str, Callable[[Params, Stop], Iterator[Data]]] = {
    "hint": _hints.hint,
    "analyse": _hints.hint,
    "review": _reviews.review,
}
"""Requests whose answer improves."""

_CODES: tuple[tuple[type[OfcError], str], ...] = (
    (InvalidCard, "bad-card"),
    (IllegalMove, "illegal-move"),
    (InvalidRules, "bad-rules"),
    (NotationError, "unreadable"),
    (OfcError, "refused"),
)

__all__ = ["ANSWERS", "API_VERSION", "LIMITS", "STREAMS", "answer", "error_of", "stream"]


def answer(name: str, params: Params) -> Data:
    """The answer to a request; of a stream, its last one."""
    if not isinstance(name, str):
        return error_of(_unknown(name))
    if name in STREAMS:
        last: Data = {}
        for better in stream(name, params):
            last = better
        return {"error": last["error"]} if "error" in last else last
    try:
        found = ANSWERS.get(name)
        if found is None:
            raise _unknown(name)
        return found(_checked(params))
    except (OfcError, RecursionError, OverflowError) as error:
        return error_of(error)


def stream(name: str, params: Params, stop: Stop | None = None) -> Iterator[Data]:
    """The answers to a request, each better than the one before; the last has "done": true.

    stop: asked some ten times a second, from the thread that searches; True ends the stream at once.
    """
    try:
        found = STREAMS.get(name)
        if found is None:
            if name in ANSWERS:
                yield {**answer(name, params), "done": True}
                return
            raise _unknown(name)
        yield from found(_checked(params), stop or _never)
    except (OfcError, RecursionError, OverflowError) as error:
        yield {**error_of(error), "done": True}


def _never() -> bool:
    return False


def _unknown(name: object) -> RequestError:
    names = ", ".join([*ANSWERS, *STREAMS])
    return RequestError(f"no request {brief(name)}: there are {names}", "name", "unknown")


def _checked(params: object) -> Params:
    if not isinstance(params, dict):
        raise RequestError(f"a request is an object of parameters, not {brief(params)}", None)
    return params


def error_of(error: BaseException) -> Data:
    """An error as data: a code for programs, the library's own message, and where."""
    if isinstance(error, RequestError):
        return _error(error.code, str(error), error.where)
    for kind, code in _CODES:
        if isinstance(error, kind):
            return _error(code, str(error), error.column if isinstance(error, OfcError) else None)
    return _error("too-large", "the request is nested too deeply, or a number in it is too large", None)


def _error(code: str, message: str, where: Any) -> Data:
    return {"error": {"code": code, "message": message, "where": where}}
