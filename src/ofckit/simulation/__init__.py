"""Many hands, played by bots on any executor, and the report of the results."""

from .._estimates import Estimate
from .._progress import Bar
from ._blocks import Block, Forfeit
from ._figures import Figures
from ._league import League, league
from ._misplay import Misplay, legal_move
from ._report import Report
from ._simulate import duel, simulate

__all__ = [
    "Bar",
    "Block",
    "Estimate",
    "Figures",
    "Forfeit",
    "League",
    "Misplay",
    "Report",
    "duel",
    "league",
    "legal_move",
    "simulate",
]
