"""A report as a table of 80 columns."""

from __future__ import annotations

import math
from collections.abc import Iterator

from .._columns import cut, fit, printable, wrapped
from .._estimates import Estimate, margin, show
from ._blocks import Forfeit
from ._figures import Figures
from ._report import Report, position_words

WIDTH = 80
_NAME = 16
_POINTS = 17


def report_text(report: Report) -> str:
    """All of it; every line at most 80 columns, the last one without its line end."""
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    yield from _head(report)
    yield ""
    titles = ("foul", "entry", "stay", "top", "middle", "bottom", "sweep")
    yield f"{'':{_NAME}}{'points a hand':>{_POINTS}}" + _cells(titles)
    for i in range(len(report.bots)):
        yield _bot_line(report.bot(i), _bot_points(report, i))
    yield ""
    yield from _places(report, "position")
    if report.is_duel or report.seats > len(report.bots):
        yield ""
        yield from _places(report, "seat")
    yield ""
    yield from _foot(report)
    yield from _forfeits(report)


def _bot_points(report: Report, bot: int) -> Estimate:
    """What the table shows of a bot."""
    return report.bot(bot).points if report.until is None else report.anytime(bot)


def _head(report: Report) -> Iterator[str]:
    deals = f"{report.deals:,} hands" if not report.is_duel else f"{report.deals:,} deals"
    times = f", each played {len(report.bots)} times with the seats rotated" if report.is_duel else ""
    yield cut(f"{report.rules.name}: {deals}{times}; seed {report.seed}", WIDTH)
    if not report.complete:
        yield f"Not complete: {len(report.parts):,} of {report.blocks:,} blocks ({report.hands:,} asked for)."


def _bot_line(one: Figures, points: Estimate) -> str:
    royalties = tuple("-" if math.isnan(r) else f"{r:.2f}" for r in one.royalties)
    cells = (_percent(one.foul), _percent(one.entry), _percent(one.stay), *royalties, _percent(one.sweep))
    return f"{_name(one.name)}{_points(points):>{_POINTS}}" + _cells(cells)


def _cells(words: tuple[str, ...]) -> str:
    widths = (7, 7, 7, 6, 7, 7, 6)
    return "".join(f"{word:>{width}}" for word, width in zip(words, widths, strict=True))


def _places(report: Report, by: str) -> Iterator[str]:
    """Points per hand of each bot, and of all if that is informative, at each position or seat."""
    words = position_words(report.seats) if by == "position" else [f"seat {i}" for i in range(report.seats)]
    width = 15 if report.seats == 4 else 17
    yield f"{'by ' + by:{_NAME}}" + "".join(f" {word:>{width}}" for word in words)
    who: list[int | None] = [*range(len(report.bots)), None]
    for one in who:
        groups = report.by_position(one) if by == "position" else report.by_seat(one)
        name = "all" if one is None else report.bots[one]
        yield (_name(name) + "".join(f" {_points(g.points):>{width}}" for g in groups)).rstrip()


def _foot(report: Report) -> Iterator[str]:
    blocks = len(report.parts)
    if blocks > 1:
        yield f"+-: 95 % confidence, from {blocks:,} blocks of {report.block:,} {_unit(report)} each."
        if report.until is not None:
            said = "reached" if report.is_narrow else "not reached"
            yield f"In the first table it is valid however often one looks; {report.until:g} is {said}."
    else:
        yield "+- ?: one block alone gives no confidence interval."
    yield "In %: foul; entry of normal, stay of Fantasyland hands; sweep of opponents."
    yield "top, middle, bottom: royalties a hand, none in a foul."
    times = [(name, report.seconds(i)) for i, name in enumerate(report.bots)]
    known = [f"{printable(name)} {_duration(seconds)}" for name, seconds in times if seconds == seconds]
    if known:
        yield from wrapped(f"Time a move: {', '.join(known)}.", "", "  ", WIDTH)


def _duration(seconds: float) -> str:
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"


def _unit(report: Report) -> str:
    return "deals" if report.is_duel else "hands"


def _forfeits(report: Report) -> Iterator[str]:
    for i, name in enumerate(report.bots):
        count = report.bot(i).forfeits
        if count:
            yield cut(printable(f"{name} forfeited {count:,} hand{'s' * (count > 1)}:"), WIDTH)
            told = [one for one in report.forfeits if one.bot == i]
            for one in told:
                reason = printable(" ".join(one.reason.split()))
                yield from wrapped(f"hand {one.hand}{_seatings(report, one)}: {reason}", "  ", "    ", WIDTH)
            named = sum(len(one.seatings) for one in told)
            if told and named < count:
                yield f"  and {count - named:,} more"


def _seatings(report: Report, one: Forfeit) -> str:
    if not report.is_duel:
        return ""
    several = "s" * (len(one.seatings) > 1)
    return f", seating{several} {' and '.join(map(str, one.seatings))}"


def _points(estimate: Estimate) -> str:
    if math.isnan(estimate.mean):
        return "-"
    half = (estimate.high - estimate.low) / 2
    return f"{show(estimate.mean, 0.0 if math.isnan(half) else half)} +- {margin(estimate)}"


def _percent(value: float) -> str:
    return "-" if math.isnan(value) else f"{100 * value:.1f}"


def _name(name: str) -> str:
    return fit(printable(name), _NAME - 1) + " "
