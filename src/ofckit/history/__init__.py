"""Hand histories and saved matches: `History`, its two text forms, and the file that grows with a match."""

from .._problem import Problem
from ._file import HistoryFile
from ._history import History, PlayedHand
from ._replay import Replay
from ._text import FORMS, VERSION

__all__ = ["FORMS", "VERSION", "History", "HistoryFile", "PlayedHand", "Problem", "Replay"]
