"""A block: so many hands in a row at a fresh table. What is played, and how a block of it is played."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from typing import NamedTuple

from .._core import CompiledBot
from ..game import Game, Match
from ..position import Move, Position, owner_of
from ..rules import Rules
from ._tally import count_forfeit, count_hand, empty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Act = Callable[[Position], Move]

KEPT = 5
"""Forfeits of each bot whose reasons are kept: those of the first hands."""
_LONGEST = 200


class Forfeit(NamedTuple):
    """A hand given away by an error or an illegal move: its number, the bot's, and what happened."""

    hand: int
    bot: int
    reason: str


class Block(NamedTuple):
    """A finished block: its number, its counters (bots x seats x positions x fields), its first forfeits."""

    number: int
    cells: array[int]
    forfeits: tuple[Forfeit, ...]


class Stopped(Exception):
    """Nobody waits for this block any more."""


@dataclass(eq=False)
class Run:
    """All that has to be known to play any block of a simulation, on any machine.

    A block is a match of its own: hands number * block and on of the seed, the button of its first hand with
    player number % players, nobody in Fantasyland, fresh copies of the bots.
    """

    rules: Rules
    bots: tuple[Any, ...]
    seed: int
    hands: int
    block: int
    duel: bool
    is_stopped: bool = False

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def blocks(self) -> int:
        """How many blocks there are in all."""
        return -(-self.hands // self.block)

    @property
    def seatings(self) -> int:
        """How often each deal is played."""
        return self.players if self.duel else 1

    def deals(self, number: int) -> int:
        """The deals of a block: the last one may have fewer."""
        return min(self.block, self.hands - number * self.block)

    def play(self, number: int) -> Block:
        """Play a block; what comes out hangs on nothing but the run and the number."""
        seats = self.rules.seats(self.players)
        cells = empty(self.players, seats)
        forfeits: list[Forfeit] = []
        for shift in range(self.seatings):
            # player p sits shift places to the left of his own; place -> bot
            seating = [(place - shift) % self.players for place in range(self.players)]
            self._play_hands(number, seating, cells, forfeits)
        return Block(number, cells, first_forfeits(forfeits))

    def _play_hands(
        self, number: int, seating: Sequence[int], cells: array[int], forfeits: list[Forfeit]
    ) -> None:
        bots = [_own_copy(self.bots[bot]) for bot in seating]
        try:
            acts = [act_of(bot) for bot in bots]
            self._play_match(number, seating, acts, cells, forfeits)
        finally:
            for own, bot in zip(bots, seating, strict=True):
                if own is not self.bots[bot]:
                    _close(own)

    def _play_match(
        self,
        number: int,
        seating: Sequence[int],
        acts: Sequence[Act],
        cells: array[int],
        forfeits: list[Forfeit],
    ) -> None:
        match = Match(self.rules, self.players, seed=self.seed, button=number % self.players)
        match._hand = number * self.block
        by_seat = list(seating) * self.rules.boards_per_player
        for _ in range(self.deals(number)):
            if self.is_stopped:
                raise Stopped
            game, inside = match.deal(), match.fantasyland
            for seat, reason in _play_out(game, acts):
                count_forfeit(cells, by_seat[seat], seat, game.button, game.seats)
                forfeits.append(Forfeit(game.hand, by_seat[seat], reason))
            coming = game.next_fantasyland
            count_hand(cells, match.finish(), by_seat, inside, coming)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "is_stopped": False}


def _play_out(game: Game, acts: Sequence[Act]) -> Iterator[tuple[int, str]]:
    """Play a hand to its end; yields (seat, reason) for each player who forfeits it."""
    while True:
        seat = game.turn
        if seat is None:
            return
        try:
            game.push(acts[seat % len(acts)](game.observation(seat)), seat)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a bot does, SystemExit too, is its own loss
            yield seat, _reason(error)
            _leave(game, seat)


def _leave(game: Game, seat: int) -> None:
    """The player goes, from his other board too, if he has one that is not full."""
    owner = owner_of(game.rules, game.seats, seat)
    for one in range(game.seats):
        mine = owner_of(game.rules, game.seats, one) == owner
        if mine and not (game.is_over or game.stands(one) or sum(map(len, game.board(one).rows)) == 13):
            game.leave(one)


def _reason(error: BaseException) -> str:
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."


def first_forfeits(forfeits: Sequence[Forfeit]) -> tuple[Forfeit, ...]:
    """The first few of each bot, in the order of the hands."""
    kept: dict[int, list[Forfeit]] = {}
    for one in sorted(forfeits, key=lambda one: one.hand):
        own = kept.setdefault(one.bot, [])
        if len(own) < KEPT:
            own.append(one)
    return tuple(sorted((one for own in kept.values() for one in own), key=lambda one: (one.hand, one.bot)))


# bots


def act_of(bot: Any) -> Act:
    """The function that acts: the method `act`, or the bot itself."""
    found: Act = getattr(bot, "act", bot)
    return found


def compiled_of(bot: Any) -> CompiledBot | None:
    """What C can play in its place, if there is such a thing; it plays the same moves."""
    found = getattr(bot, "compiled", None)
    return found if isinstance(found, CompiledBot) else None


def can_copy(bot: Any) -> bool:
    """Whether each block may have this bot for itself."""
    try:
        own = deepcopy(bot)
    except Exception:
        return False
    if own is not bot:
        _close(own)
    return True


def _own_copy(bot: Any) -> Any:
    """A copy for one block, so that nothing is carried to the next; what C can play carries nothing."""
    if compiled_of(bot) is not None:
        return bot
    try:
        return deepcopy(bot)
    except Exception:  # only without an executor: see check_bots
        return bot


def _close(bot: Any) -> None:
    close = getattr(bot, "close", None)
    if callable(close):
        with suppress(Exception):  # its hands are played
            close()
