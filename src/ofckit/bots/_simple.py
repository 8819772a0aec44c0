"""Two simple opponents: one that knows nothing, and one that looks no further than its rows."""

from __future__ import annotations

from hashlib import blake2b

from .._core import CompiledBot, CompiledGreedy
from .._rng import Rng, seed_word
from .._values import whole_number
from ..position import Move, Position
from ..rules import Rules
from ._bot import BOARD, PlayedInC, check_turn


class RandomBot:
    """Any legal placement, all equally likely; it never surrenders.

    >>> position = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h")
    >>> RandomBot(seed=1).act(position) in position.legal_moves
    True
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = whole_number("seed", seed)

    def act(self, observation: Position) -> Move:
        """One of the legal moves; IllegalMove where there is none."""
        check_turn(observation)
        moves = observation.legal_moves
        digest = blake2b(str(observation).encode(), digest_size=8).digest()
        rng = Rng(self.seed, int.from_bytes(digest, "little"))
        return moves[rng.below(moves.placements)]

    def __repr__(self) -> str:
        return f"RandomBot(seed={self.seed})"


class GreedyBot(PlayedInC):
    """Tries every placement against some futures, each row filled as well as a few random cards allow.

    It plays each turn as if it were the last choice, rarely fouls, and knows nothing of its opponents but
    their cards. Hands that come at once it sets for the most points (`set_at_once`).
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.seed = whole_number("seed", seed)

    def _compile(self, rules: Rules) -> CompiledBot | None:
        if any(street.deal > BOARD for street in rules.plan):
            return None  # more cards than a player in C is shown
        return CompiledGreedy(rules.compiled, seed_word(self.seed))

    def __repr__(self) -> str:
        return f"GreedyBot(seed={self.seed})"
