"""`ofckit review`: the moves of a history, graded, the worst first."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from ofckit._errors import OfcError
from ofckit.cli.analyse import limit_of
from ofckit.cli.progress import Progress
from ofckit.cli.replay import complain, read_history
from ofckit.cli.terminal import Style, pad, plain
from ofckit.display import wrapped
from ofckit.review import Grade, decisions, review

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAME = 14


@dataclass(frozen=True, slots=True)
class Wishes:
    """Which moves are graded, how thoroughly, and how many are listed."""

    file: str
    player: str | None = None
    hand: int | None = None
    worst: int = 20
    seconds: float | None = None
    rollouts: int | None = None
    se: float | None = None
    threads: int = 2
    seed: int = 0
    form: str = "text"


def run(wishes: Wishes) -> int:
    """Grade and print; 1 when something in the history was wrong or Ctrl-C ended it, else 0."""
    history = read_history(wishes.file)
    limit = limit_of(wishes.seconds, wishes.rollouts, wishes.se)
    expected = sum(1 for _ in decisions(history, wishes.player, wishes.hand))
    if not expected:
        raise OfcError(f"{wishes.file}: no move to grade")
    with Progress("moves") as progress:
        grades = review(
            history,
            wishes.player,
            hand=wishes.hand,
            limit=limit,
            seed=wishes.seed,
            threads=wishes.threads,
            progress=progress,
        )
    if wishes.form == "json":
        print(
            json.dumps(
                {"moves": [_record(one) for one in grades], "complete": len(grades) == expected}, indent=2
            )
        )
    else:
        _print_worst(grades[: wishes.worst])
        _print_players(grades)
        if len(grades) < expected:
            print(f"Stopped before the end: {expected - len(grades)} moves are not graded.")
    return complain(wishes.file, history) or int(len(grades) < expected)


def _street(one: Grade) -> str:
    street = one.decision.street
    return "Fantasyland" if street is None else f"street {street + 1}"


def _print_worst(grades: Sequence[Grade]) -> None:
    style = Style(sys.stdout)
    for one in grades:
        if one.loss < 0.005:
            break
        error = "exact" if one.exact else f"+- {one.se:.2f}"
        what = f"hand {one.decision.hand}, {_street(one)}, {plain(one.decision.player)}"
        print(style(f"-{one.loss:.2f} ({error})  {what}", "bold"))
        board = one.decision.position.board
        draw = " ".join(map(str, one.decision.position.draw))
        for label, text in (
            ("board", f"{board}  drew {draw}"),
            ("played", one.decision.move),
            ("best", one.best),
        ):
            for line in wrapped(str(text), f"  {label:<8}", " " * 10):
                print(line)
    print()


def _print_players(grades: Sequence[Grade]) -> None:
    """Points lost by each player, a move."""
    print(f"{'player':<{_NAME}} {'moves':>6} {'best':>6} {'points lost':>12} {'a move':>8}")
    for name in sorted({one.decision.player for one in grades}):
        own = [one for one in grades if one.decision.player == name]
        lost = sum(one.loss for one in own)
        best = sum(one.decision.move == one.best or one.loss == 0 for one in own)
        print(f"{pad(plain(name), _NAME)} {len(own):>6} {best:>6} {lost:>12.2f} {lost / len(own):>8.3f}")


def _record(one: Grade) -> dict[str, Any]:
    decision = one.decision
    return {
        "hand": decision.hand,
        "seat": decision.seat,
        "player": decision.player,
        "street": decision.street,
        "position": str(decision.position),
        "move": str(decision.move),
        "best": str(one.best),
        "loss": one.loss,
        "se": one.se,
        "exact": one.exact,
    }
