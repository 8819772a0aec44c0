"""Hands by name, and every way of comparing them.

The strengths of the standard ranking in words (`category`, `describe`, `best_five`, ...), and `Ranking`: one
system of comparing hands, as data, with the presets in `RANKINGS`. `Ranking` is loaded when it is first
asked for, so that describing a hand loads nothing else.
"""

from __future__ import annotations

from importlib import import_module

from ._hands import (
    STRENGTHS,
    Category,
    best_five,
    category,
    describe,
    from_cactus_kev,
    strength_key,
    to_cactus_kev,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._presets import RANKINGS
    from ._system import Ranking

__all__ = [
    "RANKINGS",
    "STRENGTHS",
    "Category",
    "Ranking",
    "best_five",
    "category",
    "describe",
    "from_cactus_kev",
    "strength_key",
    "to_cactus_kev",
]

_HOMES = {"Ranking": "._system", "RANKINGS": "._presets"}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home, __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
