"""The game: one hand (`Game`), hand after hand (`Match`), whole hands in C (`playouts`, `Arena`)."""

from ._arena import Arena, Played
from ._game import LEAVE, Game, check_hand, replay
from ._match import Match, Player
from ._playout import Playouts, playouts
from ._turns import DealtTurn, turns_in_order

__all__ = [
    "LEAVE",
    "Arena",
    "DealtTurn",
    "Game",
    "Match",
    "Played",
    "Player",
    "Playouts",
    "check_hand",
    "playouts",
    "replay",
    "turns_in_order",
]
