"""Hands of a Match played in C, among bots that C can play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .. import _core
from .._core import TALLY_FIELDS, CompiledBot
from .._errors import OfcError
from .._rng import seed_word
from .._values import brief, listed, whole_number
from ..board import Board, check_seat
from ..cards import Card
from ..objective import MOST, Objective, fantasyland_objective
from ..rules import Rules, RulesLike, as_rules
from ._game import seat_numbers
from ._turns import flat_turns, sights, turns_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from typing import Any

_BOARD = 13


class Played(NamedTuple):
    """Hands of an arena.

    cells: int64, (seats, positions, len(TALLY_FIELDS)): the results of each seat in each position, 0 for the
    first to act, the last one for the button. points: int32 (hands, players),
    before stakes; in criss-cross the two seats of a player together. boards: bytes (hands, seats, 13), each
    row with its highest card first, None if not asked for. button, fantasyland: of the next hand.
    """

    seats: int
    cells: array[int]
    points: array[int]
    boards: bytearray | None
    button: int
    fantasyland: tuple[int, ...]

    def cell(self, seat: int, position: int) -> dict[str, int]:
        """One cell by the names of its fields."""
        seat, position = check_seat("seat", seat, self.seats), check_seat("position", position, self.seats)
        at = (seat * self.seats + position) * len(TALLY_FIELDS)
        return dict(zip(TALLY_FIELDS, self.cells[at : at + len(TALLY_FIELDS)], strict=True))

    def total(self, seat: int) -> dict[str, int]:
        """The results of this seat in all hands."""
        cells = [self.cell(seat, position) for position in range(self.seats)]
        seat = check_seat("seat", seat, self.seats)
        return {name: sum(cell[name] for cell in cells) for name in TALLY_FIELDS}

    def board(self, hand: int, seat: int) -> Board:
        """The board of this seat in this hand, counted from 0."""
        if self.boards is None:
            raise OfcError("no boards were kept: play(..., boards=True) keeps them")
        hand = whole_number("hand", hand, 0, len(self.boards) // (self.seats * _BOARD) - 1)
        at = (hand * self.seats + check_seat("seat", seat, self.seats)) * _BOARD
        cards = tuple(Card(i) for i in self.boards[at : at + _BOARD])
        return Board.of_rows((cards[:3], cards[3:8], cards[8:]), 2)


class Arena:
    """A table of players in C, who play the hands that a `Match` would deal them.

    rules: Rules, or the name of a preset. bots: one CompiledBot for each player.
    objective: how thirteen cards or more at once are set, proven best (`solve_fantasyland`): one for all, or
        one for each player; None: the default of the rules.

    Nobody surrenders; a stay in Fantasyland is announced where it has to be. Points are counted before
    stakes: `table_stakes` is ignored. Threads that use one arena wait for each other: give each its own.
    Raises InvalidRules for a table that the rules do not allow, OfcError for turns that C does not play:
    more than 17 cards at once, or more than 13 in another turn.

    >>> arena = Arena("pineapple", [_core.CompiledRandom(1), _core.CompiledRandom(2)])
    >>> played = arena.play(seed=7, hands=1000)
    >>> sum(played.points), played.total(0)["hands"], played.total(0)["fouls"] > 600
    (0, 1000, True)
    """

    def __init__(
        self,
        rules: RulesLike,
        bots: Sequence[CompiledBot],
        objective: Objective | Sequence[Objective] | None = None,
    ) -> None:
        self.rules = as_rules(rules)
        self.bots = listed("bots", bots)
        self.players = len(self.bots)
        self.objectives = _read_objectives(objective, self.rules, self.players)
        _check_rules(self.rules, self.players)
        self._core = _core.Arena(
            self.rules.compiled,
            self.bots,
            self.rules.seats(self.players),
            own_boards_compared=self.rules.own_boards_compared,
            lay_out=self._lay_out,
            objective_of=self._objective_of,
        )

    def play(
        self,
        seed: int,
        first: int = 0,
        hands: int = 1,
        *,
        button: int | None = None,
        fantasyland: Sequence[int | None] = (),
        carry: bool = True,
        boards: bool = False,
    ) -> Played:
        """Hands `first` to `first + hands - 1` of the seed.

        button: the dealer of the first of them, the last player if not given. fantasyland: cards of the
        seats in Fantasyland as it begins. carry: Fantasyland and the button carry over as in a match;
        False: every hand is played with those seats in Fantasyland, and the button moves after each.
        boards: keep them all. Ctrl-C works. Releases the GIL.
        """
        seats = self.rules.seats(self.players)
        _, inside = seat_numbers(self.rules, seats, None, fantasyland)
        dealer = self.players - 1 if button is None else whole_number("button", button)
        if not 0 <= dealer < self.players:
            raise OfcError(
                f"button: {brief(button)} is not a player of this table; they are 0 to {self.players - 1}"
            )
        hands, first = whole_number("hands", hands), whole_number("first", first)
        if not (0 <= hands <= 1 << 24 and 0 <= first <= (1 << 64) - 1 - hands):
            raise OfcError(
                f"{brief(hands)} hands from number {brief(first)}: 0 to 2**24 at a time, numbers below 2**64"
            )
        word = seed_word(whole_number("seed", seed))
        return Played(seats, *self._core.play(word, first, hands, dealer, inside, carry, boards))

    def _lay_out(self, button: int, inside: tuple[int, ...]) -> tuple[Any, Any, int]:
        turns = turns_of(self.rules, self.players, button, inside)
        flat, dealt = flat_turns(turns)
        return flat, sights(turns, self.players), dealt

    def _objective_of(self, player: int, cards: int) -> _core.FantasylandObjective:
        return fantasyland_objective(self.rules, self.objectives[player], cards)

    def __reduce__(self) -> tuple[Any, ...]:
        return Arena, (self.rules, self.bots, self.objectives)

    def __repr__(self) -> str:
        return f"<Arena: {self.rules.name}, {', '.join(type(bot).__name__ for bot in self.bots)}>"


def _read_objectives(
    given: Objective | Sequence[Objective] | None, rules: Rules, players: int
) -> tuple[Objective, ...]:
    if given is None or isinstance(given, Objective):
        return (given or Objective.of(rules),) * players
    each = listed("objective", given)
    if len(each) != players or not all(isinstance(one, Objective) for one in each):
        raise OfcError(f"objective: one for all, or one for each of {players} players, not {brief(given)}")
    return each


def _check_rules(rules: Rules, players: int) -> None:
    rules.check_players(players)
    at_once = [street.deal for street in rules.plan if street.place == _BOARD]
    if rules.fantasyland is not None:
        at_once.append(rules.fantasyland.most_cards)
    if at_once and max(at_once) > MOST:
        raise OfcError(f"{rules.name} sets {max(at_once)} cards at once; the solver takes {MOST} at most")
    for street in rules.plan:
        if street.deal > _BOARD and street.place < _BOARD:
            raise OfcError(f"{rules.name} deals {street.deal} cards to one turn; a bot in C takes {_BOARD}")
