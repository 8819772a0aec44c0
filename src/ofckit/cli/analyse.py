"""`ofckit analyse`: every move of a position with its exact value, where that can be had."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from time import monotonic

from ofckit._errors import OfcError
from ofckit.board import Board
from ofckit.cli.tables import find_rules
from ofckit.cli.terminal import Style
from ofckit.endgame import MoveInfo, Value, best_moves, value
from ofckit.position import Position
from ofckit.solver import Objective

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PATIENCE = 1.0  # seconds before a progress line is shown
_BAR = 24


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a board or a position as text, and how long it may take."""

    board: str
    rules: str | None = None
    draw: str = ""
    discards: str = ""
    dead: str = ""
    opponents: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    threads: int = 1
    seconds: float | None = None
    moves: int | None = None
    form: str = "text"


def analyse(question: Question) -> int:
    """Print the moves, the best first, or what the board is worth before the next draw."""
    position = _position(question)
    objective = Objective.of(position.rules, opponents=tuple(map(Board, question.against)) or None)
    if position.draw:
        _print_moves(question, position, objective)
    else:
        progress = _Progress("draws")
        try:
            found = value(
                position, objective, threads=question.threads, seconds=question.seconds, progress=progress
            )
        finally:
            progress.clear()
        _print_value(question, found)
    return 0


def _position(question: Question) -> Position:
    if not question.board.startswith("ofc1~"):
        rules = find_rules(question.rules or "pineapple")
        cards = question.draw, question.discards, question.dead
        return Position(rules, question.board, *cards, opponents=question.opponents)
    for option in ("rules", "draw", "discards", "dead", "opponents"):
        if getattr(question, option):
            raise OfcError(f"--{option}: a position says it itself")
    return Position.parse(question.board)


def _print_moves(question: Question, position: Position, objective: Objective) -> None:
    progress = _Progress("moves")
    try:
        found = best_moves(
            position, objective, threads=question.threads, seconds=question.seconds, progress=progress
        )
    finally:
        progress.clear()
    shown = found[: question.moves]
    if question.form == "json":
        moves = [{"move": str(one.move), **_record(one)} for one in shown]
        print(json.dumps({"moves": moves, "complete": found.complete}, indent=2))
        return
    width = max(len(str(one.move)) for one in shown)
    print(f"{'move':<{width}}  {'value':>8}  {'foul':>6}  {'royalties':>9}  Fantasyland")
    style = Style(sys.stdout)
    for number, one in enumerate(shown):
        line = f"{one.move!s:<{width}}  {_numbers(one)}".rstrip()
        print(style(line, "bold") if number == 0 else line)
    left = len(found) - len(shown)
    print(f"{f'{left} more moves; ' if left else ''}exact: optimal play to the end", end=".\n")
    if not found.complete:
        print(f"Stopped before the end: the values of {len(found.left)} other moves are not known.")


def _print_value(question: Question, found: Value) -> None:
    if question.form == "json":
        print(json.dumps(_record(found), indent=2))
        return
    print(f"{'value':>8}  {'foul':>6}  {'royalties':>9}  Fantasyland")
    print(_numbers(found).rstrip())
    print("exact: before the next draw, optimal play to the end.")


def _numbers(one: MoveInfo | Value) -> str:
    hands = "  ".join(f"{cards}: {share:.1%}" for cards, share in sorted(one.fantasyland.items()))
    return f"{one.ev:>+8.3f}  {one.foul:>6.1%}  {one.royalty:>9.3f}  {hands}"


def _record(one: MoveInfo | Value) -> dict[str, Any]:
    return {
        "value": one.ev,
        "foul": one.foul,
        "royalties": one.royalty,
        "fantasyland": {str(cards): share for cards, share in sorted(one.fantasyland.items())},
        "exact": one.exact,
    }


class _Progress:
    """A bar on a terminal, once it takes longer; nothing elsewhere."""

    def __init__(self, what: str) -> None:
        self.begun, self.shown, self.what = monotonic(), False, what

    def __call__(self, done: int, every: int) -> None:
        if not sys.stderr.isatty() or monotonic() - self.begun < _PATIENCE or done == every:
            return
        full = _BAR * done // every
        print(
            f"\r[{'#' * full}{'.' * (_BAR - full)}] {done} of {every} {self.what}",
            end="",
            file=sys.stderr,
            flush=True,
        )
        self.shown = True

    def clear(self) -> None:
        if self.shown:
            print("\r" + " " * (_BAR + 24) + "\r", end="", file=sys.stderr, flush=True)
