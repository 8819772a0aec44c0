"""The boards of one decision as a run: spread over any executor, kept in a checkpoint, resumed from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from itertools import permutations
from math import isfinite

from .._signed import SignedFile, release
from ..cards import FIRST_JOKER, Card
from ._endgame_search import EndgameBoards
from ._running import Stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from concurrent.futures import Executor
    from typing import Any

    from ..objective import Objective
    from ..position import Position
    from ._endgame_search import Rows
    from ._limit import Limit
    from ._results import Means
    from ._running import Call, Progress

FORMAT, VERSION = "ofckit-exact", 1
_Key = tuple[tuple[int, ...], ...]


def solve_spread(
    search: EndgameBoards,
    position: Position,
    objective: Objective,
    solve_at: Callable[[int], Call],
    *,
    limit: Limit | None,
    threads: int,
    progress: Progress | None,
    checkpoint: str | os.PathLike[str] | None,
    executor: Executor | None,
) -> tuple[list[Means | None], BaseException | None]:
    """What each board is worth, None where not known, and why not all of them are.

    Boards that differ in the names of suits alone are solved once. `solve_at(number)` is a call for the
    executor. A board is written to the checkpoint as soon as it is solved.
    """
    search.check_size(None if limit is None else limit.boards)
    keys = keys_of(search.boards, search.deck)
    first = {key: number for number, key in reversed(list(enumerate(keys)))}
    found: dict[_Key, Means] = {}
    header = header_of(position, objective)
    why: BaseException | None = None
    with nullcontext() if checkpoint is None else SignedFile(checkpoint, header) as file:
        while file is not None and file.left:
            one = _read(file.take(), first)
            if one is not None:
                found.setdefault(*one)
        left = sorted(number for key, number in first.items() if key not in found)
        known = len(found)

        def book(job: int, means: Means) -> None:
            key = keys[left[job]]
            found[key] = means
            if file is not None:
                file.write(_line(key, means))

        def tell(done: int, number: int) -> None:
            if progress is not None and (len(left) > 1 or number == 1):
                progress(known + done, known + len(left))

        if progress is not None and known:
            progress(known, len(first))
        try:
            if left:
                seconds = None if limit is None else limit.seconds
                calls = None if executor is None else [solve_at(number) for number in left]
                search.run_each(left, seconds, threads, tell, book, calls, executor)
        except Stopped as stopped:
            why = stopped.reason
            for job, means in enumerate(stopped.found):
                if means is not None and keys[left[job]] not in found:
                    book(job, means)
    return [found.get(key) for key in keys], why


def keys_of(boards: Sequence[Rows], deck: bytes) -> list[_Key]:
    """Equal for boards that are worth the same, since they differ only in the names of suits (or jokers).

    The cards to come are the same for all boards: only new names that leave them as they are will do.
    """
    cards = {_named(card, range(4)) for card in deck}
    turns = [names for names in permutations(range(4)) if {_named(card, names) for card in deck} == cards]
    return [
        min(tuple(tuple(sorted(_named(card, names) for card in row)) for row in board) for names in turns)
        for board in boards
    ]


def _named(card: int, names: Sequence[int]) -> int:
    return FIRST_JOKER if card >= FIRST_JOKER else card & ~3 | names[card & 3]


# the file


def header_of(position: Position, objective: Objective) -> dict[str, Any]:
    """What identifies a decision: a different header is a different one."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "ofckit": release(),
        "position": str(position),
        "rules": position.rules.to_toml(),
        "objective": repr(objective.__reduce__()),
    }


def _line(key: _Key, means: Means) -> dict[str, Any]:
    points, foul, hands, royalty = means
    return {
        "board": " / ".join(" ".join(str(Card(card)) for card in row) or "-" for row in key),
        "cards": [list(row) for row in key],
        "ev": points,
        "foul": foul,
        "fantasyland": {str(cards): chance for cards, chance in hands.items()},
        "royalty": royalty,
    }


def _read(line: Mapping[str, Any] | None, wanted: Mapping[_Key, int]) -> tuple[_Key, Means] | None:
    """The board of a line and what it is worth; None where it is no board of this decision."""
    try:
        if line is None:
            return None
        key = tuple(tuple(row) for row in line["cards"])
        hands = {int(cards): _number(chance) for cards, chance in line["fantasyland"].items()}
        means = _number(line["ev"]), _number(line["foul"]), hands, _number(line["royalty"])
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return None
    return (key, means) if key in wanted else None


def _number(value: object) -> float:
    if type(value) is not float or not isfinite(value):
        raise ValueError(value)
    return value
