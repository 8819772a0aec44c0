"""Where the value of a move comes from, in words."""

from __future__ import annotations

from collections.abc import Iterator

from .._columns import wrapped
from .._errors import OfcError
from .._values import CONFIDENCE, brief
from ..position import Move
from ..search import Analysis, MoveInfo
from ._decisions import Decision
from ._grade import Grade, grade, parts_text

_LABEL = 13


def explain(found: Analysis, move: Move) -> str:
    """The value of a move of an analysis, part by part, and what it is behind the best one.

    OfcError for a move that was not analysed; `analyse(hold=move)` keeps it.
    """
    if not isinstance(found, Analysis) or not isinstance(move, Move):
        raise TypeError(f"an Analysis and a Move are needed, not {brief(found)} and {brief(move)}")
    places = [place for place, info in enumerate(found.moves) if info.move == move]
    if not places:
        raise OfcError(f"{move}: not among the analysed moves; hold=move keeps it")
    return "\n".join(_lines(found, places[0]))


def _lines(found: Analysis, place: int) -> Iterator[str]:
    info = found.moves[place]
    decision = Decision(1, found.position.seat, "", found.position, info.move)
    graded = grade(decision, found)
    error = "exact" if info.exact else f"+- {CONFIDENCE * info.se:.2f}"
    number = f"number {place + 1} of {len(found)}" if place else f"the best of {len(found)}"
    yield from wrapped(f"{info.move}: {info.ev:+.3f} ({error}), {number}")
    for label, points, said in _parts(found, info, graded):
        yield from wrapped(said, f"  {label:<{_LABEL}}{points:>+8.3f}  ", " " * (_LABEL + 12))
    yield f"  {'together':<{_LABEL}}{sum(graded.played_parts):>+8.3f}"
    if found.futures and found.futures[place]:
        yield from wrapped(
            f"Means of {found.futures[place]:,} random futures, played on by the policy, for the parts; the "
            "value also weighs what the policy holds of the move and the futures of the best one.",
            "  ",
            "  ",
        )
    if not place:
        return
    behind = "exact" if graded.exact else f"+- {CONFIDENCE * graded.se:.2f}"
    yield from wrapped(f"Behind the best, {graded.best}, by {graded.behind:.3f} ({behind}):")
    yield f"  {parts_text(graded.parts)}"
    yield from wrapped(graded.reason, "  ", "  ")


def _parts(found: Analysis, info: MoveInfo, graded: Grade) -> Iterator[tuple[str, float, str]]:
    parts, objective = graded.played_parts, found.objective
    yield "royalties", parts.royalties, "its own, on average; none in a foul"
    hands = [
        f"{share:.1%} x {objective.next_hand(cards):g} for {cards} cards"
        for cards, share in sorted(info.fantasyland.items())
    ]
    yield "Fantasyland", parts.fantasyland, ", ".join(hands) or "none is reached"
    if objective.opponents is None:
        foul = f"{info.foul:.1%} x {objective.foul:g}"
    else:
        foul = f"{info.foul:.1%}, what the rows then cost against opponents who do not foul"
    yield "fouls", parts.foul, foul
    rows = "what the rows win, less the opponents' royalties" if found.opponents != "none" else "no opponents"
    yield "rows", parts.rows, rows
