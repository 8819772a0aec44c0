"""Plots of reports, analyses, chances and reviews with matplotlib: `pip install "ofckit[plot]"`.

Each function draws on the `axes` that it is given and returns them. Without any it makes axes of a figure
that belongs to no window: they show themselves as the last line of a notebook's cell, and
`axes.figure.savefig("x.png")` writes them. Nothing global of matplotlib is touched. ImportError without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module

from ._errors import OfcError
from ._values import CONFIDENCE, brief
from .objective import RowOdds
from .ranking import Category, category
from .review import Review
from .search import Chances

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .search import MoveInfo
    from .simulation import Report

__all__ = ["chances", "cumulative", "fantasyland", "loss", "mean", "moves", "points", "row_odds", "royalties"]

_BINS = 30


def cumulative(report: Report, bots: Sequence[int | str] | None = None, *, axes: Any = None) -> Any:
    """Points won against hands played, a line and its 95 % band for each bot; of two bots only the first.

    bots: numbers or names of those that are drawn. Returns the axes.
    """
    axes = _axes(axes)
    for which in _one_of_two(report, bots):
        path = report.cumulative(which)
        (line,) = axes.plot(path.hands, path.points, label=_name(report, which))
        axes.fill_between(path.hands, path.low, path.high, alpha=0.2, color=line.get_color(), linewidth=0)
    return _finished(axes, report, "hands", "points", zero=True)


def mean(report: Report, bots: Sequence[int | str] | None = None, *, axes: Any = None) -> Any:
    """Points per hand as known after each number of hands, with the 95 % interval as it narrows.

    bots: as in `cumulative`. Returns the axes.
    """
    axes = _axes(axes)
    for which in _one_of_two(report, bots):
        known = [(hands, one) for hands, one in report.running(which) if one.se == one.se]
        hands = [at for at, _ in known]
        (line,) = axes.plot(hands, [one.mean for _, one in known], label=_name(report, which))
        low, high = [one.low for _, one in known], [one.high for _, one in known]
        axes.fill_between(hands, low, high, alpha=0.2, color=line.get_color(), linewidth=0)
    return _finished(axes, report, "hands", "points a hand", zero=True)


def points(report: Report, bots: Sequence[int | str] | None = None, *, axes: Any = None) -> Any:
    """How the points a hand of whole blocks are distributed, as steps for each bot.

    bots: as in `cumulative`. Returns the axes; OfcError for a report without a block.
    """
    axes = _axes(axes)
    rows = report.to_dicts("block")
    if not rows:
        raise OfcError("no blocks to draw")
    for which in _one_of_two(report, bots):
        name = _name(report, which)
        means = [row["points"] / row["hands"] for row in rows if row["bot"] == name and row["hands"]]
        axes.hist(means, bins=_BINS, histtype="step", label=name)
    return _finished(axes, report, f"points a hand of a block of {report.block:,} deals", "blocks")


def royalties(report: Report, bots: Sequence[int | str] | None = None, *, axes: Any = None) -> Any:
    """How often a board earns how many royalties (none: fouls too), as steps for each bot, on a log scale.

    bots: numbers or names of those that are drawn; all where nothing is given. Returns the axes.
    """
    axes = _axes(axes)
    for which in _all_of(report, bots):
        counts = report.royalty_histogram(which)
        hands = sum(counts)
        shares = [100 * count / hands if hands else 0.0 for count in counts]
        edges = [total - 0.5 for total in range(len(counts) + 1)]
        axes.stairs(shares, edges, label=_name(report, which))
    axes.set_yscale("log")
    return _finished(axes, report, "royalties of a board (63: and more)", "% of the boards")


def fantasyland(report: Report, bots: Sequence[int | str] | None = None, *, axes: Any = None) -> Any:
    """How many normal hands lead to Fantasyland, by its cards, and how many of its hands to another one.

    bots: as in `royalties`. Returns the axes.
    """
    axes = _axes(axes)
    chosen = _all_of(report, bots)
    for place, which in enumerate(chosen):
        one = report.bot(which)
        shares = {f"{cards} cards": share for cards, share in one.entries.items()} | {"stay": one.stay}
        heights = [0.0 if share != share else 100 * share for share in shares.values()]
        _bars(axes, place, len(chosen), heights, _name(report, which))
    axes.set_xticks(range(len(shares)), list(shares))
    return _finished(axes, report, "Fantasyland", "% of the normal hands, of its own for stay")


def loss(review: Review, *, axes: Any = None) -> Any:
    """Points that each player's moves have lost by then, decision by decision, as steps.

    Returns the axes; OfcError for a review of no moves.
    """
    if not isinstance(review, Review):
        raise TypeError(f"a Review is drawn, not {brief(review)}")
    if not review:
        raise OfcError("no moves to draw")
    axes = _axes(axes)
    in_order = sorted(review, key=lambda one: (one.decision.hand, one.decision.street or 0))
    for player in sorted({one.decision.player for one in review}):
        lost = [0.0]
        for one in in_order:
            if one.decision.player == player:
                lost.append(lost[-1] + one.loss)
        axes.step(range(len(lost)), lost, where="post", label=player)
    axes.set(xlabel="decisions", ylabel="points lost", title=f"{len(review)} moves")
    axes.legend()
    return axes


def row_odds(odds: RowOdds, *, axes: Any = None) -> Any:
    """What rows an opponent may hold: for each category of hands the chance, as bars for each row.

    Returns the axes.
    """
    if not isinstance(odds, RowOdds):
        raise TypeError(f"RowOdds are drawn, not {brief(odds)}")
    axes = _axes(axes)
    for place, (row, strengths) in enumerate(
        (("top", odds.top), ("middle", odds.middle), ("bottom", odds.bottom))
    ):
        chances = dict.fromkeys(Category, 0.0)
        for strength, chance in strengths.items():
            chances[category(strength)] += 100 * chance
        _bars(axes, place, 3, list(chances.values()), row)
    axes.set_xticks(range(len(Category)), [_words(one) for one in Category], rotation=30, ha="right")
    axes.set(ylabel="% of the legal boards", title=f"{odds.foul:.1%} foul")
    axes.legend()
    return axes


def chances(found: Chances, *, axes: Any = None) -> Any:
    """How likely each thing is by the number of cards to come, a line each, with 95 % margins of estimates.

    found: what `ofckit.chances` gives, such as for `cards=range(1, 13)`. Returns the axes.
    """
    if not isinstance(found, Chances):
        raise TypeError(f"Chances are drawn, not {brief(found)}")
    if not found:
        raise OfcError("no chances to draw")
    axes = _axes(axes)
    for wanted in dict.fromkeys(one.wanted for one in found):
        line = sorted((one.cards, one) for one in found if one.wanted == wanted)
        axes.errorbar(
            [cards for cards, _ in line],
            [100 * one.probability for _, one in line],
            yerr=[100 * CONFIDENCE * one.se for _, one in line],
            marker="o",
            markersize=3,
            capsize=3,
            label=wanted,
        )
    axes.set(xlabel="cards to come", ylabel="%")
    axes.set_ylim(bottom=0)
    axes.legend()
    return axes


def moves(analysis: Sequence[MoveInfo], most: int = 12, *, axes: Any = None) -> Any:
    """The expected points of the best moves as bars, with the 95 % margin of those that are estimates.

    analysis: what `analyse` or `best_moves` gives, best first. Bars that are much alike do not begin at 0,
    and the label says so. Returns the axes.
    """
    shown = list(analysis)[:most]
    if not shown:
        raise OfcError("no moves to draw")
    axes = _axes(axes)
    at = range(len(shown))
    errors = [CONFIDENCE * info.se for info in shown]
    axes.barh(at, [info.ev for info in shown], xerr=errors, capsize=3, height=0.7)
    axes.set_yticks(at, [str(info.move) for info in shown])
    axes.invert_yaxis()
    low = min(info.ev - error for info, error in zip(shown, errors, strict=True))
    high = max(info.ev + error for info, error in zip(shown, errors, strict=True))
    margin = (high - low) * 0.1 or 1.0
    axes.set_xlim(low - margin, high + margin)
    at_zero = low - margin <= 0 <= high + margin
    axes.set(
        xlabel="expected points" if at_zero else "expected points (the bars do not begin at 0)",
        title=_moves_title(analysis, shown),
    )
    return axes


def _moves_title(analysis: Sequence[MoveInfo], shown: Sequence[MoveInfo]) -> str:
    count = f"the best {len(shown)} of {len(analysis)} moves" if len(shown) < len(analysis) else "all moves"
    return f"{count}, exact" if all(info.exact for info in shown) else f"{count}, 95 % margins"


# parts of plots


def _one_of_two(report: Report, bots: Sequence[int | str] | None) -> Sequence[int | str]:
    """Those that are asked for; of two bots the second one is the mirror of the first."""
    return (0,) if bots is None and len(report.bots) == 2 else _all_of(report, bots)


def _all_of(report: Report, bots: Sequence[int | str] | None) -> Sequence[int | str]:
    chosen = range(len(report.bots)) if bots is None else bots
    if not chosen:
        raise OfcError("no bots to draw")
    return chosen


def _name(report: Report, which: int | str) -> str:
    return report.bots[which] if isinstance(which, int) else which


def _words(one: Category) -> str:
    return one.name.replace("_", " ").lower()


def _bars(axes: Any, place: int, groups: int, heights: Sequence[float], label: str) -> None:
    """One group of several beside each other."""
    width = 0.8 / groups
    first = -0.4 + width * (place + 0.5)
    axes.bar([at + first for at in range(len(heights))], heights, width=width, label=label)


def _finished(axes: Any, report: Report, x: str, y: str, zero: bool = False) -> Any:
    """The axes with their labels, their legend, and the size of the report as their title."""
    deals = f"{report.deals:,} deals of {report.rules.name}"
    if zero:
        axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(xlabel=x, ylabel=y, title=f"{deals}, seats rotated" if report.is_duel else deals)
    axes.legend()
    return axes


def _axes(given: Any) -> Any:
    """The axes that are given, or those of a new figure, which show themselves in a notebook."""
    if given is not None:
        return given
    try:
        figure = import_module("matplotlib.figure")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != "matplotlib":
            raise
        raise ImportError('plots need matplotlib: pip install "ofckit[plot]"') from None
    made = figure.Figure(figsize=(8, 5), layout="constrained")
    return made.add_subplot(axes_class=_shown_axes())


@cache
def _shown_axes() -> Any:
    """A kind of axes that a notebook shows as the picture of their figure."""
    import io

    axes: Any = import_module("matplotlib.axes").Axes

    class Plot(axes):  # type: ignore[misc]
        def _repr_png_(self) -> bytes:
            file = io.BytesIO()
            self.figure.savefig(file, format="png")
            return file.getvalue()

    return Plot
