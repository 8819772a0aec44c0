"""The rules of the game as data: `Rules` and its parts, presets, house rules as TOML, the rule sheet."""

from ._fantasyland import STAY_CLASSIC, STAY_VEGAS, Fantasyland
from ._find import find_rules, names_a_file
from ._model import Rules, Street, TableStakes
from ._presets import RULES, RulesLike, as_rules
from ._royalties import ROYALTIES, Royalties
from ._toml import rules_of_table

__all__ = [
    "ROYALTIES",
    "RULES",
    "STAY_CLASSIC",
    "STAY_VEGAS",
    "Fantasyland",
    "Royalties",
    "Rules",
    "RulesLike",
    "Street",
    "TableStakes",
    "as_rules",
    "find_rules",
    "names_a_file",
    "rules_of_table",
]
