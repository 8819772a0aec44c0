"""Open-face Chinese poker: hands ranked and boards scored by a C core, the rules as data.

>>> import ofckit as ofc
>>> ofc.describe(ofc.rank("9s 9h 9d 4c 4s"))
'Full house, nines over fours'

https://ofckit.github.io/ofckit/ has a tutorial, common tasks, and every name.
"""

from ._core import rank, rank3, rank5, rank_many
from ._errors import BotError, IllegalMove, InvalidCard, InvalidRules, NotationError, OfcError
from .cards import Card, Deck, canonical_suits, cards, duplicates

TYPE_CHECKING = False  # what typing.TYPE_CHECKING is for, without the cost of importing typing
if TYPE_CHECKING:
    from .board import Board, Row, Status
    from .bots import BOTS, Bot, GreedyBot, PolicyBot, ProcessBot, RandomBot, SolverBot, StrongBot, make_bot
    from .game import Game, Match
    from .objective import Objective, RowOdds
    from .omaha import rank_omaha, rank_omaha_many
    from .policy import Policy
    from .position import Move, Position
    from .ranking import (
        RANKINGS,
        Category,
        Ranking,
        best_five,
        category,
        describe,
        from_cactus_kev,
        to_cactus_kev,
    )
    from .rules import (
        ROYALTIES,
        RULES,
        STAY_CLASSIC,
        STAY_VEGAS,
        Fantasyland,
        Royalties,
        Rules,
        Street,
        TableStakes,
    )
    from .scoring import Settlement, royalties, score_many, settle
    from .search import (
        Analysis,
        Chance,
        Chances,
        Limit,
        MoveInfo,
        Moves,
        Solution,
        Value,
        analyse,
        analyse_many,
        best_moves,
        best_moves_many,
        can_stay,
        chances,
        solve_fantasyland,
        solve_fantasyland_many,
        value,
    )
    from .simulation import Report, duel, simulate

__version__ = "0.1.0"

# Where each other public name lives: loaded when it is first asked for, so that ranking hands costs no more.
_HOMES = {
    "ranking": (
        "Category",
        "RANKINGS",
        "Ranking",
        "best_five",
        "category",
        "describe",
        "from_cactus_kev",
        "to_cactus_kev",
    ),
    "board": ("Board", "Row", "Status"),
    "omaha": ("rank_omaha", "rank_omaha_many"),
    "rules": (
        "ROYALTIES",
        "RULES",
        "STAY_CLASSIC",
        "STAY_VEGAS",
        "Fantasyland",
        "Royalties",
        "Rules",
        "Street",
        "TableStakes",
    ),
    "scoring": ("Settlement", "royalties", "score_many", "settle"),
    "position": ("Move", "Position"),
    "policy": ("Policy",),
    "game": ("Game", "Match"),
    "objective": ("Objective", "RowOdds"),
    "search": (
        "Analysis",
        "Chance",
        "Chances",
        "Limit",
        "MoveInfo",
        "Moves",
        "Solution",
        "Value",
        "analyse",
        "analyse_many",
        "best_moves",
        "best_moves_many",
        "can_stay",
        "chances",
        "solve_fantasyland",
        "solve_fantasyland_many",
        "value",
    ),
    "bots": (
        "BOTS",
        "Bot",
        "GreedyBot",
        "PolicyBot",
        "ProcessBot",
        "RandomBot",
        "SolverBot",
        "StrongBot",
        "make_bot",
    ),
    "simulation": ("Report", "duel", "simulate"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "BOTS",
    "RANKINGS",
    "ROYALTIES",
    "RULES",
    "STAY_CLASSIC",
    "STAY_VEGAS",
    "Analysis",
    "Board",
    "Bot",
    "BotError",
    "Card",
    "Category",
    "Chance",
    "Chances",
    "Deck",
    "Fantasyland",
    "Game",
    "GreedyBot",
    "IllegalMove",
    "InvalidCard",
    "InvalidRules",
    "Limit",
    "Match",
    "Move",
    "MoveInfo",
    "Moves",
    "NotationError",
    "Objective",
    "OfcError",
    "Policy",
    "PolicyBot",
    "Position",
    "ProcessBot",
    "RandomBot",
    "Ranking",
    "Report",
    "Row",
    "RowOdds",
    "Royalties",
    "Rules",
    "Settlement",
    "Solution",
    "SolverBot",
    "Status",
    "Street",
    "StrongBot",
    "TableStakes",
    "Value",
    "analyse",
    "analyse_many",
    "best_five",
    "best_moves",
    "best_moves_many",
    "can_stay",
    "canonical_suits",
    "cards",
    "category",
    "chances",
    "describe",
    "duel",
    "duplicates",
    "from_cactus_kev",
    "get_include",
    "make_bot",
    "rank",
    "rank3",
    "rank5",
    "rank_many",
    "rank_omaha",
    "rank_omaha_many",
    "royalties",
    "score_many",
    "settle",
    "simulate",
    "solve_fantasyland",
    "solve_fantasyland_many",
    "to_cactus_kev",
    "value",
]


def get_include() -> str:
    """The folder for a C compiler's -I: `#include "ofckit/strength.h"` then works, in C and in Cython."""
    from pathlib import Path

    here = Path(__file__).resolve().parent
    shipped = here / "include"
    return str(shipped if shipped.is_dir() else here.parent.parent / "csrc")


def __getattr__(name: str) -> object:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'ofckit' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
