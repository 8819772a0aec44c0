"""The moves of a history that were made where there was a choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .._columns import cut, printable
from .._errors import OfcError
from .._values import brief, whole_number
from ..history import History, PlayedHand
from ..position import Move, Position


class Decision(NamedTuple):
    """A move that was made where there was a choice.

    hand: its number, from 1. seat, player: who. position: what they knew. move: what they did. names: of all
    seats, () where nobody says. match: the history that it is from, such as a file; "" if there is one only.
    """

    hand: int
    seat: int
    player: str
    position: Position
    move: Move
    names: tuple[str, ...] = ()
    match: str = ""

    @property
    def street(self) -> int | None:
        """From 0; None in Fantasyland."""
        return self.position.street

    @property
    def street_name(self) -> str:
        """'street 2', from 1 as people count them, or 'Fantasyland'."""
        return "Fantasyland" if self.street is None else f"street {self.street + 1}"

    @property
    def where(self) -> str:
        """'hand 3, street 2, Ann', after the match where there are several."""
        match = f"{printable(self.match)}, " if self.match else ""
        return f"{match}hand {self.hand}, {self.street_name}, {printable(self.player)}"

    def __repr__(self) -> str:
        return f"<Decision: {cut(self.where, 80)}, {cut(str(self.move), 90)}>"


def decisions(
    history: History, player: str | None = None, hand: int | None = None, *, match: str = ""
) -> Iterator[Decision]:
    """Every move of a history with more than one alternative, in order; those of one player or hand.

    Surrendering is not graded. OfcError for a player or a hand that the history does not have.
    """
    if not isinstance(history, History):
        raise TypeError(f"history must be a History, not {brief(history)}")
    if not isinstance(match, str):
        raise TypeError(f"match must be text, not {brief(match)}")
    if hand is not None:
        hand = whole_number("hand", hand)
    hands = [one for one in history.hands if hand in (None, one.number)]
    if hand is not None and not hands:
        raise OfcError(f"no hand {brief(hand)}: {_known(history)}")
    names = sorted({name for one in history.hands for name in one.players})
    if player is not None and player not in names:
        raise OfcError(f"no player {brief(player)}: there are {', '.join(names)}")
    for one in hands:
        yield from _decisions_of(one, player, match)


def _known(history: History) -> str:
    numbers = [one.number for one in history.hands]
    return f"there are {numbers[0]} to {numbers[-1]}" if numbers else "the history has none"


def _decisions_of(hand: PlayedHand, player: str | None, match: str) -> Iterator[Decision]:
    names = hand.seat_names
    for game, seat, what in hand.steps():
        name = hand.players[seat % len(hand.players)]
        if not isinstance(what, Move) or what.is_surrender or player not in (None, name):
            continue
        if len(game.legal_moves) > 1:
            yield Decision(hand.number, seat, name, game.observation(seat), what, names, match)
