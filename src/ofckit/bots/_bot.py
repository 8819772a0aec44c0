"""What a bot is, and what bots share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from .._core import CompiledBot
from .._errors import IllegalMove, OfcError
from .._values import brief
from ..cards import Card
from ..position import Move, Position, check_position
from ..rules import Rules, RulesLike, as_rules
from ..search import MoveInfo, solve_fantasyland

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BOARD = 13
_MOST_RULES = 16  # kept for one bot


@runtime_checkable
class Bot(Protocol):
    """A player: makes a move from what they may know."""

    def act(self, observation: Position) -> Move:
        """A legal move in this position, in which it is their turn."""
        ...


@runtime_checkable
class Searcher(Protocol):
    """A bot that can rate the moves, and think for as long as it is told to."""

    def search(
        self,
        observation: Position,
        *,
        seconds: float | None = None,
        rollouts: int | None = None,
        stop: Callable[[], bool] | None = None,
        report: Callable[[int, MoveInfo], object] | None = None,
    ) -> Sequence[MoveInfo]:
        """Moves, the best first. Now and then `stop` is asked, and True ends the search, and `report` is told
        how many hands were played out and which move is the best so far."""
        ...


BotLike = Bot | Callable[[Position], Move]


class _Function:
    """A function that plays."""

    def __init__(self, function: Callable[[Position], Move]) -> None:
        self.function = function
        self.name = str(getattr(function, "__name__", "function"))

    def act(self, observation: Position) -> Move:
        return self.function(observation)

    def __repr__(self) -> str:
        return f"as_bot({self.function!r})"


def as_bot(bot: BotLike) -> Bot:
    """A bot as it is, a function of a position as a bot; TypeError for anything else.

    >>> last = as_bot(lambda observation: observation.legal_moves[-1])
    >>> last.act(Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h"))
    Move('8c@b 4h@b xTd')
    """
    if isinstance(bot, type):
        raise TypeError(f"{bot.__name__} is a class: make a bot of it, such as {bot.__name__}(seed=1)")
    if isinstance(bot, Bot):
        return bot
    if callable(bot):
        return _Function(bot)
    raise TypeError(
        f"a bot has act(observation) -> Move, or is a function of a position; {brief(bot)} is neither"
    )


def compiled_for(bot: BotLike, rules: RulesLike) -> CompiledBot | None:
    """The player in C that does the same as this bot by these rules, None where there is none.

    A class that acts in its own way has none that it inherits.
    """
    ask: Callable[[Rules], CompiledBot | None] | None = getattr(bot, "compiled_for", None)
    if ask is None or _acts_in_its_own_way(type(bot)):
        return None
    return ask(as_rules(rules))


def _acts_in_its_own_way(kind: type) -> bool:
    """Whether a class has another `act` than the one that its `compiled_for` was written for."""
    for one in kind.__mro__:
        if "compiled_for" in vars(one):
            return False
        if "act" in vars(one):
            return True
    return False


def check_turn(observation: Position) -> None:
    """TypeError for what is not a position, IllegalMove unless there are cards to place."""
    check_position(observation, "a bot needs a Position")
    if not observation.legal_moves.placements:
        raise IllegalMove("no cards to place: a bot acts only on its own turn")


class PlayedInC:
    """A bot whose turns are played in C; hands that come at once are set in `act`, as the arena does it.

    A subclass says how it is compiled for given rules.
    """

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Rules, CompiledBot | None]] = {}

    def _compile(self, rules: Rules) -> CompiledBot | None:
        raise NotImplementedError

    def compiled_for(self, rules: RulesLike) -> CompiledBot | None:
        """The player in C that does the same in normal hands; None if these rules have no streets."""
        rules = as_rules(rules)
        found = self._kept.get(id(rules))
        if found is None or found[0] is not rules:
            if len(self._kept) >= _MOST_RULES:
                self._kept.clear()
            found = self._kept[id(rules)] = (rules, self._compile(rules))
        return found[1]

    def act(self, observation: Position) -> Move:
        """The placement that looks best; IllegalMove where there is none."""
        check_turn(observation)
        if observation.to_place == BOARD:
            return self._set_at_once(observation)
        return self._place(observation)

    def _set_at_once(self, observation: Position) -> Move:
        return set_at_once(observation)

    def _place(self, observation: Position) -> Move:
        compiled = self.compiled_for(observation.rules)
        if compiled is None:
            raise OfcError(f"{type(self).__name__} does not play {observation.rules.name}")
        rows = observation.boards[observation.seat]
        places = compiled.place(rows, observation.unseen, observation.draw, observation.to_place)
        parts: list[list[Card]] = [[], [], [], []]
        for card, place in zip(observation.draw, places, strict=True):
            parts[place].append(card)
        return Move.of(parts[0], parts[1], parts[2], parts[3])

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": {}}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__getstate__() == getattr(other, "__getstate__", dict)()

    def __hash__(self) -> int:
        return hash(repr(self))


# thirteen cards at once


def set_at_once(observation: Position) -> Move:
    """The best board of a hand whose thirteen cards are placed at once, as `solve_fantasyland` finds it.

    The objective is the default one; opponents do not count. A stay is announced where the rules ask for it.
    """
    check_position(observation, "set_at_once needs a Position")
    best = solve_fantasyland(observation.draw, observation.rules)
    top, middle, bottom = best.board.rows
    return Move.of(top, middle, bottom, best.discards, stay=best.stays and announces(observation))


def announces(observation: Position) -> bool:
    """Whether a stay in Fantasyland has to be announced with the move."""
    fantasyland = observation.rules.fantasyland
    inside = observation.fantasyland[observation.seat]
    return inside > 0 and fantasyland is not None and fantasyland.must_announce
