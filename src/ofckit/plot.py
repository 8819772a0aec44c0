"""Plots of reports and analyses with matplotlib: `pip install "ofckit[plot]"`.

Each function gives a `matplotlib.figure.Figure` that belongs to no window: `figure.savefig("points.png")`, or
as the last line of a notebook's cell. Nothing global of matplotlib is touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from ._errors import OfcError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .search import MoveInfo
    from .simulation import Report

__all__ = ["cumulative", "moves", "royalties"]

_CONFIDENCE = 1.96  # standard errors on each side of 95 %


def cumulative(report: Report, bots: Sequence[int | str] | None = None) -> Any:
    """Points won against hands played, a line and its 95 % band for each bot; of two bots only the first.

    bots: numbers or names of those that are drawn. A matplotlib Figure; ImportError without matplotlib.
    """
    axes = _axes()
    if bots is None:
        bots = (0,) if len(report.bots) == 2 else range(len(report.bots))
    for which in bots:
        path = report.cumulative(which)
        name = report.bots[which] if isinstance(which, int) else which
        (line,) = axes.plot(path.hands, path.points, label=name)
        axes.fill_between(path.hands, path.low, path.high, alpha=0.2, color=line.get_color(), linewidth=0)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(xlabel="hands", ylabel="points", title=_title(report))
    axes.legend()
    return axes.figure


def royalties(report: Report, bots: Sequence[int | str] | None = None) -> Any:
    """How often a board earns how many royalties (none: fouls too), as steps for each bot, on a log scale.

    bots: as in `cumulative`; all if not given. A matplotlib Figure.
    """
    axes = _axes()
    for which in range(len(report.bots)) if bots is None else bots:
        counts = report.royalty_histogram(which)
        hands = sum(counts)
        name = report.bots[which] if isinstance(which, int) else which
        shares = [100 * count / hands if hands else 0.0 for count in counts]
        axes.stairs(shares, [points - 0.5 for points in range(len(counts) + 1)], label=name)
    axes.set(xlabel="royalties of a board (63: and more)", ylabel="% of the boards", title=_title(report))
    axes.set_yscale("log")
    axes.legend()
    return axes.figure


def moves(analysis: Sequence[MoveInfo], most: int = 12) -> Any:
    """The expected points of the best moves as bars, with the 95 % margin of those that are estimates.

    analysis: what `analyse` or `best_moves` gives, best first. A matplotlib Figure.
    """
    shown = list(analysis)[:most]
    if not shown:
        raise OfcError("no moves to draw")
    axes = _axes()
    at = range(len(shown))
    errors = [_CONFIDENCE * info.se for info in shown]
    axes.barh(at, [info.ev for info in shown], xerr=errors, capsize=3, height=0.7)
    axes.set_yticks(at, [str(info.move) for info in shown])
    axes.invert_yaxis()
    low = min(info.ev - error for info, error in zip(shown, errors, strict=True))
    high = max(info.ev + error for info, error in zip(shown, errors, strict=True))
    margin = (high - low) * 0.1 or 1.0
    axes.set_xlim(low - margin, high + margin)
    axes.set(xlabel="expected points (the bars do not begin at 0)", title=_moves_title(analysis, shown))
    return axes.figure


def _moves_title(analysis: Sequence[MoveInfo], shown: Sequence[MoveInfo]) -> str:
    count = f"the best {len(shown)} of {len(analysis)} moves" if len(shown) < len(analysis) else "all moves"
    return f"{count}, exact" if all(info.exact for info in shown) else f"{count}, 95 % margins"


def _title(report: Report) -> str:
    deals = f"{report.deals:,} deals of {report.rules.name}"
    return f"{deals}, seats rotated" if report.is_duel else deals


def _axes() -> Any:
    """The axes of a new figure."""
    try:
        figure = import_module("matplotlib.figure")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != "matplotlib":
            raise
        raise ImportError('plots need matplotlib: pip install "ofckit[plot]"') from None
    return figure.Figure(figsize=(8, 5), layout="constrained").add_subplot()
