"""The rules of the game as data: `Rules` and its parts, presets, house rules as TOML, the rule sheet."""

from ._fantasyland import STAY_CLASSIC, STAY_VEGAS, Fantasyland, Test
from ._find import find_rules, names_a_file
from ._hands import ROWS, WORDS, is_low, read_hand, read_row, strength_range
from ._model import SCORINGS, Rules, Street, TableStakes
from ._naturals import NATURALS
from ._presets import RULES, RulesLike, as_rules
from ._royalties import ROYALTIES, Royalties
from ._toml import rules_of_table

__all__ = [
    "NATURALS",
    "ROWS",
    "ROYALTIES",
    "RULES",
    "SCORINGS",
    "STAY_CLASSIC",
    "STAY_VEGAS",
    "WORDS",
    "Fantasyland",
    "Royalties",
    "Rules",
    "RulesLike",
    "Street",
    "TableStakes",
    "Test",
    "as_rules",
    "find_rules",
    "is_low",
    "names_a_file",
    "read_hand",
    "read_row",
    "rules_of_table",
    "strength_range",
]
