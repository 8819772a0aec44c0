"""The moves of a history, graded: how many points each of them lost against the best one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ._errors import OfcError
from .history import History, PlayedHand
from .position import Move, Position
from .search import Analysis, Limit, analyse

SECONDS = 1.0
"""Time for each move where no limit is given."""


class Decision(NamedTuple):
    """A move that was made where there was a choice.

    hand: its number, from 1. seat, player: who. position: what they knew. move: what they did.
    """

    hand: int
    seat: int
    player: str
    position: Position
    move: Move

    @property
    def street(self) -> int | None:
        """From 0; None in Fantasyland."""
        return self.position.street


class Grade(NamedTuple):
    """What a move lost: points behind `best`, by `se` uncertain; exact where that is 0 and known."""

    decision: Decision
    loss: float
    se: float
    best: Move
    exact: bool


def decisions(history: History, player: str | None = None, hand: int | None = None) -> Iterator[Decision]:
    """Every move of a history with more than one alternative, in order; those of one player or hand.

    Surrendering is not graded. OfcError for a player or a hand that the history does not have.
    """
    hands = [one for one in history.hands if hand in (None, one.number)]
    if hand is not None and not hands:
        raise OfcError(f"no hand {hand}: {_known(history)}")
    names = sorted({name for one in history.hands for name in one.players})
    if player is not None and player not in names:
        raise OfcError(f"no player {player!r}: there are {', '.join(names)}")
    for one in hands:
        yield from _decisions_of(one, player)


def _known(history: History) -> str:
    numbers = [one.number for one in history.hands]
    return f"there are {numbers[0]} to {numbers[-1]}" if numbers else "the history has none"


def _decisions_of(hand: PlayedHand, player: str | None) -> Iterator[Decision]:
    game = hand.game.copy()
    actions = game.actions
    while game.actions:
        game.pop()
    for seat, what in actions:
        if isinstance(what, Move):
            name = hand.players[seat % len(hand.players)]
            if player in (None, name) and not what.is_surrender and len(game.legal_moves) > 1:
                yield Decision(hand.number, seat, name, game.observation(seat), what)
            game.push(what, seat)
        elif isinstance(what, str):
            game.leave(seat)
        else:
            game.deal(what)


def review(
    history: History,
    player: str | None = None,
    *,
    hand: int | None = None,
    limit: Limit | float | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Grade]:
    """The decisions of a history (of one player, of one hand), the one that lost most first.

    limit: for each decision, as in `analyse`; None: a second. progress(done, all) is called after each.
    Ctrl-C ends it: the decisions graded so far are returned, unless there is none.
    """
    todo = list(decisions(history, player, hand))
    grades: list[Grade] = []
    try:
        for decision in todo:
            found = analyse(
                decision.position,
                limit=SECONDS if limit is None else limit,
                seed=seed,
                threads=threads,
                keep=1,
                hold=decision.move,
            )
            if not found.complete:  # Ctrl-C, which an analysis answers with what it knows
                raise KeyboardInterrupt
            grades.append(grade(decision, found))
            if progress is not None:
                progress(len(grades), len(todo))
    except KeyboardInterrupt:
        if not grades:
            raise
    return sorted(grades, key=lambda one: -one.loss)


def grade(decision: Decision, found: Analysis) -> Grade:
    """What the move of a decision lost, by an analysis of its position that holds it; OfcError otherwise."""
    for info, (points, se) in zip(found.moves, found.gaps, strict=True):
        if info.move == decision.move:
            return Grade(decision, max(points, 0.0), se, found.best.move, info.exact)
    raise OfcError(f"{decision.move}: not among the moves that were analysed; hold=move keeps it")
