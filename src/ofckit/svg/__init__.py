"""Pictures of boards, positions, tables, moves and hands as SVG: plain text that needs nothing else.

Every function gives one `<svg>` element, 360 pixels wide, so that a phone shows it as it is. It can be
written to a file or be part of an HTML page. Cards are drawn as text, in four colours or two, on light or
dark paper; the text can be selected, and every part has a label for screen readers.
"""

from ._boards import board, position
from ._draw import WIDTH, escape
from ._moves import SHOWN, analysis, solution
from ._street import hand
from ._table import table
from ._totals import totals

__all__ = ["SHOWN", "WIDTH", "analysis", "board", "escape", "hand", "position", "solution", "table", "totals"]
