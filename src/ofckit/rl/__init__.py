"""Environments for those who train players: many tables at once in C, and the forms that others know.

`VectorEnv` needs nothing else. `rl.aec` is for PettingZoo, `rl.gymnasium` for Gymnasium, `rl.open_spiel` for
OpenSpiel; each wants its library, and is imported by its own name.
"""

from ._actions import ACTIONS, DISCARD, move_of, places_of, turn_action, turn_places
from ._network import NetworkBot, OnnxBot
from ._observation import Observation, observation_of
from ._vector import VectorEnv

__all__ = [
    "ACTIONS",
    "DISCARD",
    "NetworkBot",
    "Observation",
    "OnnxBot",
    "VectorEnv",
    "move_of",
    "observation_of",
    "places_of",
    "turn_action",
    "turn_places",
]
