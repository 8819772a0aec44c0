"""Whole random hands in C, for statistics and as a check on the rest of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .. import _core
from .._rng import fresh_seed, seed_word
from .._values import whole_number
from ..board import Board, check_seat
from ..cards import Card
from ..rules import RulesLike, as_rules
from ._game import seat_numbers
from ._turns import flat_turns, turns_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

_BOARD = 13


class Playouts(NamedTuple):
    """Hands played at random: `boards` are bytes (hands, seats, 13), top first; `points` (hands, seats)."""

    seats: int
    boards: bytearray
    points: array[int]

    def __len__(self) -> int:
        return len(self.points) // self.seats

    def board(self, hand: int, seat: int) -> Board:
        """The board of this seat in this hand, counted from 0."""
        hand = whole_number("hand", hand, 0, len(self) - 1)
        at = (hand * self.seats + check_seat("seat", seat, self.seats)) * _BOARD
        cards = tuple(Card(i) for i in self.boards[at : at + _BOARD])
        return Board.of_rows((cards[:3], cards[3:8], cards[8:]), 2)


def playouts(
    rules: RulesLike,
    players: int = 2,
    hands: int = 1,
    *,
    seed: int | None = None,
    hand: int = 0,
    button: int | None = None,
    fantasyland: Sequence[int | None] = (),
) -> Playouts:
    """Hands `hand`, `hand` + 1, ... of the seed, each legal move equally likely; before stakes.

    The cards are those of `Game(rules, players, seed=seed, hand=...)`. Nobody surrenders, leaves
    or announces. Releases the GIL.
    """
    rules = as_rules(rules)
    seats = rules.seats(players)
    button, inside = seat_numbers(rules, seats, button, fantasyland)
    flat, dealt = flat_turns(turns_of(rules, players, button, inside))
    word = fresh_seed() if seed is None else seed_word(whole_number("seed", seed))
    boards, points = _core.playouts(
        rules.compiled,
        flat,
        seats,
        players,
        rules.own_boards_compared,
        rules.deck_size,
        dealt,
        word,
        hand,
        hands,
        (button + 1) % seats,
    )
    return Playouts(seats, boards, points)
