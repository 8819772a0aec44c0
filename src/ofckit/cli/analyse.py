"""`ofckit analyse`: the moves of a position, ranked; exactly where that can be had, else by rollouts."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from ofckit._errors import OfcError
from ofckit.board import Board
from ofckit.cli.progress import Progress
from ofckit.cli.tables import find_rules
from ofckit.cli.terminal import Style
from ofckit.display import WIDTH, wrapped
from ofckit.objective import Objective
from ofckit.position import Position
from ofckit.search import Analysis, Limit, MoveInfo, Moves, Value, analyse, best_moves, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SHOWN = 15
"""Moves of an estimate that are printed, unless more are asked for."""
LONG = 34  # columns of a move that go beside its numbers


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a board or a position as text, and how much may be spent on it.

    exact: only the exact solver, which `seconds` then stops. alone: opponents' cards are dead, and no more.
    """

    board: str
    rules: str | None = None
    draw: str = ""
    discards: str = ""
    dead: str = ""
    opponents: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    alone: bool = False
    exact: bool = False
    threads: int = 2
    seconds: float | None = None
    rollouts: int | None = None
    se: float | None = None
    seed: int = 0
    moves: int | None = None
    form: str = "text"


def run(question: Question) -> int:
    """Print the moves, the best first, or what the board is worth before the next draw."""
    position = _position(question)
    objective = Objective.of(position.rules, opponents=tuple(map(Board, question.against)) or None)
    if not position.draw:
        _print_value(question, _value(question, position, objective))
    elif question.exact:
        with Progress("moves") as progress:
            found = best_moves(
                position, objective, threads=question.threads, seconds=question.seconds, progress=progress
            )
        _print_exact(question, found)
    else:
        _print_analysis(question, _analysis(question, position, objective))
    return 0


def _position(question: Question) -> Position:
    if not question.board.startswith("ofc1~"):
        rules = find_rules(question.rules or "pineapple")
        cards = question.draw, question.discards, question.dead
        return Position(rules, question.board, *cards, opponents=question.opponents)
    for given in ("rules", "draw", "discards", "dead", "opponents"):
        if getattr(question, given):
            option = "opponent" if given == "opponents" else given
            raise OfcError(f"--{option}: a position says it itself")
    return Position.parse(question.board)


def _value(question: Question, position: Position, objective: Objective) -> Value:
    try:
        with Progress("draws") as progress:
            return value(
                position, objective, threads=question.threads, seconds=question.seconds, progress=progress
            )
    except OfcError as error:
        raise OfcError(f"{error}; with --draw CARDS the placements of a draw are ranked") from None


def limit_of(seconds: float | None, rollouts: int | None, se: float | None) -> Limit | None:
    """The limit that the options name; None where they name none, and the library has its own."""
    if seconds is None and rollouts is None and se is None:
        return None
    return Limit(seconds=seconds, rollouts=rollouts, se=se)


def _analysis(question: Question, position: Position, objective: Objective) -> Analysis:
    limit = limit_of(question.seconds, question.rollouts, question.se)
    with Progress("rollouts") as progress:
        return analyse(
            position,
            objective,
            limit=limit,
            seed=question.seed,
            threads=question.threads,
            progress=progress,
            against=None if question.alone else "visible",
        )


# -- Printing -----------------------------------------------------------------------------------------


def _print_exact(question: Question, found: Moves) -> None:
    if question.form == "json":
        _print_json(
            {"moves": [move_record(one) for one in found[: question.moves]], "complete": found.complete}
        )
        return
    print_moves(found[: question.moves], exact=True)
    print(f"{_more(len(found), question.moves)}exact: optimal play to the end.")
    if not found.complete:
        print(f"Stopped before the end: the values of {len(found.left)} other moves are not known.")


def _print_analysis(question: Question, found: Analysis) -> None:
    if question.form == "json":
        known = {"complete": found.complete, "rollouts": found.rollouts, "seconds": round(found.seconds, 3)}
        moves = [move_record(one) for one in found.moves[: question.moves]]
        _print_json({"moves": moves, **known})
        return
    shown = question.moves or (None if found.exact else SHOWN)
    print_moves(found.moves[:shown], exact=found.exact)
    more = _more(len(found), shown)
    if found.exact:
        print(f"{more}exact: optimal play to the end.")
    else:
        print(f"{more}{found.rollouts:,} rollouts in {found.seconds:.1f} s; +- is one standard error.")
    if not found.complete:
        print("Stopped before the end: this is what was known.")


def _more(found: int, shown: int | None) -> str:
    left = 0 if shown is None else max(found - shown, 0)
    return f"{left} more move{'s' if left > 1 else ''}; " if left else ""


def print_moves(moves: Sequence[MoveInfo], *, exact: bool) -> None:
    """A line for each move, or where moves are long (Fantasyland) its numbers and then the move."""
    width = max(len(str(one.move)) for one in moves)
    is_long = width > LONG
    error = "" if exact else f"  {'+-':>5}"
    title = "" if is_long else f"{'move':<{width}}  "
    print(f"{title}{'value':>8}{error}  {'foul':>6}  {'royalties':>9}  Fantasyland")
    style = Style(sys.stdout)
    for number, one in enumerate(moves):
        numbers = _numbers(one, "" if exact else f"  {one.se:>5.2f}")
        before = numbers if is_long else f"{one.move!s:<{width}}  {numbers}"
        for line in _with_hands(before, one):
            print(style(line, "bold") if number == 0 else line)
        for part in wrapped(str(one.move), " " * 4, " " * 4) if is_long else ():
            print(part)


def _print_value(question: Question, found: Value) -> None:
    if question.form == "json":
        _print_json(_record(found))
        return
    print(f"{'value':>8}  {'foul':>6}  {'royalties':>9}  Fantasyland")
    for line in _with_hands(_numbers(found), found):
        print(line)
    print("exact: before the next draw, optimal play to the end.")


def _numbers(one: MoveInfo | Value, error: str = "") -> str:
    return f"{one.ev:>+8.3f}{error}  {one.foul:>6.1%}  {one.royalty:>9.3f}"


def _with_hands(before: str, one: MoveInfo | Value) -> Iterator[str]:
    """A line and the chances of Fantasyland after it; those that it has no room for in a line below."""
    chances = [f"  {cards}: {share:.1%}" for cards, share in sorted(one.fantasyland.items())]
    lengths = accumulate(map(len, chances), initial=len(before))
    room = max(sum(length <= WIDTH for length in lengths) - 1, 0)
    yield before + "".join(chances[:room])
    below = "".join(chances[room:])
    if below:
        yield " " * min(len(before), WIDTH - len(below)) + below


def move_record(one: MoveInfo) -> dict[str, Any]:
    """A move and its numbers for programs."""
    return {"move": str(one.move), **_record(one), "se": one.se}


def _record(one: MoveInfo | Value) -> dict[str, Any]:
    return {
        "value": one.ev,
        "foul": one.foul,
        "royalties": one.royalty,
        "fantasyland": {str(cards): share for cards, share in sorted(one.fantasyland.items())},
        "exact": one.exact,
    }


def _print_json(data: dict[str, Any]) -> None:
    print(json.dumps(data, indent=2))
