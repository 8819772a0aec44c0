"""Two simple opponents: one plays at random, the other looks no further than its own rows."""

from __future__ import annotations

from .._core import CompiledBot, CompiledGreedy, CompiledRandom
from .._rng import seed_word
from .._values import whole_number
from ..position import Move, Position
from ..rules import Rules
from ._bot import BOARD, PlayedInC, announces


class RandomBot(PlayedInC):
    """Any legal placement, all equally likely, in Fantasyland too; it never surrenders.

    A stay that has to be announced is announced where the cards have fallen so.

    >>> position = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h")
    >>> RandomBot(seed=1).act(position) in position.legal_moves
    True
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.seed = whole_number("seed", seed)

    def _compile(self, rules: Rules) -> CompiledBot | None:
        return CompiledRandom(seed_word(self.seed))

    def _set_at_once(self, observation: Position) -> Move:
        move = self._place(observation)
        if not announces(observation):
            return move
        rules, inside = observation.rules, observation.fantasyland[observation.seat]
        rows = rules.compiled.row_strengths([card for row in move.rows for card in row])
        stays = rules.next_cards(inside, *rows, rules.compiled.is_foul(*rows), True) > 0
        return Move.of(*move.rows, move.discards, stay=stays)

    def __repr__(self) -> str:
        return f"RandomBot(seed={self.seed})"


class GreedyBot(PlayedInC):
    """Tries every placement against some futures, each row filled as well as a few random cards allow.

    It plays each turn as if it were the last choice, rarely fouls, and knows nothing of its opponents but
    their cards. It sets hands that come at once for the most points (`set_at_once`).
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.seed = whole_number("seed", seed)

    def _compile(self, rules: Rules) -> CompiledBot | None:
        if any(street.deal > BOARD for street in rules.plan):
            return None  # more cards than a player in C can take
        return CompiledGreedy(rules.compiled, seed_word(self.seed))

    def __repr__(self) -> str:
        return f"GreedyBot(seed={self.seed})"
