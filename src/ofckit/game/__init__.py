"""The game: one hand (`Game`), and hand after hand (`Match`)."""

from ._game import Game
from ._match import Match, Player

__all__ = ["Game", "Match", "Player"]
