"""The game: one hand (`Game`), hand after hand (`Match`), and whole random hands in C (`playouts`)."""

from ._game import Game, replay
from ._match import Match, Player
from ._playout import Playouts, playouts

__all__ = ["Game", "Match", "Player", "Playouts", "playouts", "replay"]
