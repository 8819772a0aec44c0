"""A hand at one moment, and the moments that can follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..position import OUT, CardRow, Move, Rows
from ._turns import Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

IN, LEFT, SURRENDERED = range(len(OUT))
"""The states of a seat; `OUT` has the words."""
_NO_ROWS: Rows = ((), (), ())
_new = tuple.__new__  # half the time of the constructor of a named tuple


class State(NamedTuple):
    """A hand at one moment; every change makes a new one. Tuples have an entry for each seat.

    number: of the turn; after the last one, the number of turns. dealt: cards of the deck dealt so far.
    shown: the face-up part of the boards. drawn: cards that are not placed yet. out: IN, LEFT or
    SURRENDERED. stays: the seats that announced a stay. seen: cards that lay open before a player who left.

    Every method that returns a state takes the turns of the hand and whether it is dealt live, and goes on
    to the next seat that has to act.
    """

    number: int
    dealt: int
    deck: CardRow
    boards: tuple[Rows, ...]
    shown: tuple[Rows, ...]
    drawn: tuple[CardRow, ...]
    discards: tuple[CardRow, ...]
    out: tuple[int, ...]
    stays: tuple[int, ...]
    seen: CardRow

    @classmethod
    def start(cls, turns: Sequence[Turn], is_live: bool, seats: int, deck: CardRow) -> State:
        """Before anybody has acted."""
        empty, nothing = (_NO_ROWS,) * seats, ((),) * seats
        return _ready((0, 0, deck, empty, empty, nothing, nothing, (IN,) * seats, (), ()), turns, is_live)

    def placed(self, turns: Sequence[Turn], is_live: bool, move: Move) -> State:
        """After the cards of the seat on turn went to their places."""
        number, dealt, deck, boards, shown, drawn, discards, out, stays, seen = self
        turn = turns[number]
        seat = turn.seat
        top, middle, bottom, away, word = move
        old_top, old_middle, old_bottom = boards[seat]
        own = (old_top + top, old_middle + middle, old_bottom + bottom)
        before = boards
        boards = (*boards[:seat], own, *boards[seat + 1 :])
        if not turn.hidden:
            shown = boards if shown is before else (*shown[:seat], own, *shown[seat + 1 :])
        drawn = (*drawn[:seat], (), *drawn[seat + 1 :])
        if away:
            discards = (*discards[:seat], discards[seat] + away, *discards[seat + 1 :])
        if word:
            stays = (*stays, seat)
        fields = (number + 1, dealt, deck, boards, shown, drawn, discards, out, stays, seen)
        return _ready(fields, turns, is_live)

    def given(self, turns: Sequence[Turn], is_live: bool, cards: CardRow) -> State:
        """After these cards came from outside, to be dealt as soon as there are enough of them."""
        return _ready(tuple(self._replace(deck=self.deck + cards)), turns, is_live)

    def without(self, turns: Sequence[Turn], is_live: bool, seat: int, how: int) -> State:
        """After a seat has LEFT or SURRENDERED: its cards stay on the table, it gets no turn and no card."""
        turn, held, seen = turns[self.number], self.drawn[seat], self.seen
        if turn.seat == seat and turn.exposed:
            seen, held = seen + held, ()
        drawn, discards, out = self.drawn, self.discards, self.out
        gone = self._replace(
            drawn=(*drawn[:seat], (), *drawn[seat + 1 :]),
            discards=(*discards[:seat], discards[seat] + held, *discards[seat + 1 :]),
            out=(*out[:seat], how, *out[seat + 1 :]),
            seen=seen,
        )
        return _ready(tuple(gone), turns, is_live)

    def deals(self, turn: Turn) -> tuple[tuple[int, int], ...]:
        """(seat, cards) dealt before this turn, to the seats that are still in the hand."""
        return _deals(turn, self.out)


def _deals(turn: Turn, out: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple([(seat, n) for seat, n in turn.deals if not out[seat]])


def _ready(fields: tuple[Any, ...], turns: Sequence[Turn], is_live: bool) -> State:
    """On to the next seat that is still in the hand, its cards dealt; or to the showdown."""
    number, dealt, deck, boards, shown, drawn, discards, out, stays, seen = fields
    while number < len(turns) and out[turns[number].seat]:
        number += 1
    if number == len(turns):
        shown = tuple([show if gone else own for own, show, gone in zip(boards, shown, out, strict=True)])
    elif not drawn[turns[number].seat]:
        deals = turns[number].deals
        if len(deals) > 1:  # a single one is for the seat on turn itself
            deals = _deals(turns[number], out)
        if not is_live or dealt + sum([n for _, n in deals]) <= len(deck):
            for seat, n in deals:
                drawn = (*drawn[:seat], deck[dealt : dealt + n], *drawn[seat + 1 :])
                dealt += n
    return _new(State, (number, dealt, deck, boards, shown, drawn, discards, out, stays, seen))
