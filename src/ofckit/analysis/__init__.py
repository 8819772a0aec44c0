"""`analyse`: every legal placement ranked, on any street; exact where that is quick, else by rollouts."""

from __future__ import annotations

from ._analyse import Analysis, analyse
from ._race import Limit

__all__ = ["Analysis", "Limit", "analyse"]
