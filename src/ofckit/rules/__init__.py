"""The rules of the game as data: `Rules` and its parts, presets, house rules as TOML, the rule sheet."""

from ofckit.rules._fantasyland import STAY_CLASSIC, STAY_VEGAS, Fantasyland
from ofckit.rules._model import Rules, Street, TableStakes
from ofckit.rules._presets import RULES
from ofckit.rules._royalties import ROYALTIES, Royalties

__all__ = [
    "ROYALTIES",
    "RULES",
    "STAY_CLASSIC",
    "STAY_VEGAS",
    "Fantasyland",
    "Royalties",
    "Rules",
    "Street",
    "TableStakes",
]
