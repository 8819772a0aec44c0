"""Many hands, played by bots on any executor, and the report of the results."""

from .._estimates import Estimate
from .._progress import Bar
from ._blocks import Block, Forfeit
from ._figures import Figures
from ._report import Report
from ._simulate import duel, simulate

__all__ = ["Bar", "Block", "Estimate", "Figures", "Forfeit", "Report", "duel", "simulate"]
