"""A league: every bot against every other one, in duplicate, on the same deals."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from .._columns import fit, printable
from .._documents import read_json
from .._errors import OfcError
from .._estimates import Estimate, from_blocks, margin, show
from .._files import naming
from .._progress import watching
from .._rng import fresh_seed
from .._tables import Records
from .._values import brief, listed, whole_number
from ._report import Report
from ._simulate import duel, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._progress import Progress
    from ..bots import BotLike
    from ..rules import RulesLike

FORMAT, VERSION = "ofckit-league", 1
MOST = 64
_MOST_TEXT = 1 << 28
_NAME = 24


@dataclass(frozen=True)
class League:
    """The duels of some bots, each pair on the same deals, and a rating for each bot.

    bots: their names, in the order in which they were given. duels: a report for each pair, the first bot
    with the second, and so on: (0, 1), (0, 2), ... A rating is the mean of the points a hand against each of
    the others; so the ratings add up to 0, and with two bots it is the result of their duel.
    """

    bots: tuple[str, ...]
    duels: tuple[Report, ...]

    def duel(self, first: int | str, second: int | str) -> Report:
        """The report of two bots, by their numbers or names."""
        pair = sorted((self._number(first), self._number(second)))
        if pair[0] == pair[1]:
            raise OfcError(f"{self.bots[pair[0]]} does not play against itself")
        return self.duels[self._pairs.index((pair[0], pair[1]))]

    def points(self, first: int | str, second: int | str) -> Estimate:
        """Points a hand of the first bot against the second."""
        report = self.duel(first, second)
        return report.points[int(self._number(first) > self._number(second))]

    def rating(self, which: int | str) -> Estimate:
        """Points a hand against the others, each of them counting the same, with a 95 % interval.

        The interval is of the sums of all its duels, block by block: they were played on the same deals.
        """
        number = self._number(which)
        others = len(self.bots) - 1
        sums: dict[int, list[tuple[int, float]]] = {}
        for (first, second), report in zip(self._pairs, self.duels, strict=True):
            if number in (first, second):
                for row in report.to_dicts("block"):
                    if row["bot"] == self.bots[number]:
                        sums.setdefault(row["block"], []).append((row["hands"], row["points"]))
        finished = [block for block in sums.values() if len(block) == others]
        return from_blocks([(block[0][0], sum(won for _, won in block) / others) for block in finished])

    @property
    def complete(self) -> bool:
        """Whether all duels are finished."""
        return len(self.duels) == len(self._pairs) and all(one.complete for one in self.duels)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The numbers of the bots, the best first."""
        means = [self.rating(i).mean for i in range(len(self.bots))]
        return tuple(
            sorted(range(len(self.bots)), key=lambda i: -means[i] if means[i] == means[i] else math.inf)
        )

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(len(self.bots)), 2))

    def _number(self, which: int | str) -> int:
        if isinstance(which, str):
            if which not in self.bots:
                raise OfcError(f"no bot {brief(which)} in this league: {', '.join(self.bots)}")
            return self.bots.index(which)
        if type(which) is not int or not 0 <= which < len(self.bots):
            raise OfcError(f"{brief(which)} is not a bot; they are 0 to {len(self.bots) - 1}, or their names")
        return which

    # as text and for other programs

    def __str__(self) -> str:
        """A table of ratings and the result of each pair, of 80 columns at most."""
        first = self.duels[0]
        lines = [
            f"{first.rules.name}: a league of {len(self.bots)} bots, {first.hands:,} deals a pair, "
            f"each played twice; seed {first.seed}",
            "",
            f"{'':4}{'':{_NAME}}{'rating':>16}{'foul':>8}{'entry':>8}{'time a move':>14}",
        ]
        for place, i in enumerate(self.ranking, start=1):
            row = self._row(i)
            lines.append(
                f"{place:>2}  {fit(printable(self.bots[i]), _NAME - 1)} {_points(self.rating(i)):>16}"
                f"{_percent(row['foul']):>8}{_percent(row['entry']):>8}{_time(row['seconds']):>14}"
            )
        lines.append("")
        for first_, second in combinations(self.ranking, 2):
            names = f"{fit(printable(self.bots[first_]), _NAME - 1)} {printable(self.bots[second])[:_NAME]}"
            lines.append(f"    {names:{2 * _NAME}}{_points(self.points(first_, second)):>16}")
        lines += ["", "rating: mean of the points a hand against each other bot; +-: 95 % confidence."]
        if not self.complete:
            lines.append("Not complete.")
        return "\n".join(line.rstrip() for line in lines)

    def _row(self, number: int) -> dict[str, Any]:
        reports = [
            (report, int(number == second))
            for (first, second), report in zip(self._pairs, self.duels, strict=True)
            if number in (first, second)
        ]
        figures = [report.bot(at) for report, at in reports]
        seconds = [one for one in (report.seconds(at) for report, at in reports) if not math.isnan(one)]
        mean = self.rating(number)
        return {
            "bot": self.bots[number],
            "hands": sum(one.hands for one in figures),
            "rating": _known(mean.mean),
            "se": _known(mean.se),
            "low": _known(mean.low),
            "high": _known(mean.high),
            "foul": _known(sum(one.foul for one in figures) / len(figures)),
            "entry": _known(sum(one.entry for one in figures) / len(figures)),
            "forfeits": sum(one.forfeits for one in figures),
            "seconds": sum(seconds) / len(seconds) if seconds else None,
        }

    def __repr__(self) -> str:
        return f"<League: {self.duels[0].rules.name}, {len(self.bots)} bots, {len(self.duels)} duels>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """A flat row for each bot, the best first; None where a value is unknown."""
        return [self._row(number) for number in self.ranking]

    def to_records(self) -> Records:
        """The same rows as a table that every reader of Arrow takes as it is."""
        return Records(self.to_dicts())

    def to_csv(self) -> str:
        """The rows as CSV with a header line; unknown values are empty."""
        from .._csv import csv_text

        rows = self.to_dicts()
        return csv_text([list(rows[0]), *(row.values() for row in rows)])

    def to_json(self, indent: int | None = None) -> str:
        """All of it as JSON text; `from_json` reads it."""
        import json

        if indent is not None:
            indent = whole_number("indent", indent, 0, 16)
        data = {
            "format": FORMAT,
            "version": VERSION,
            "bots": list(self.bots),
            "ratings": self.to_dicts(),
            "duels": [json.loads(report.to_json()) for report in self.duels],
        }
        return json.dumps(data, indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> League:
        """The league that `to_json` wrote; OfcError for anything else."""
        import json

        if not isinstance(text, str | bytes):
            raise TypeError(f"a league is read from JSON text, not {brief(text)}")
        data = read_json(text, _MOST_TEXT)
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise OfcError(f"no league: a league is JSON with format = {FORMAT!r}")
        bots = tuple(map(str, listed("bots", data.get("bots", ()), MOST)))
        duels = tuple(
            Report.from_json(json.dumps(one)) for one in listed("duels", data.get("duels", ()), 2016)
        )
        pairs = list(combinations(bots, 2))
        if len(bots) < 2 or [one.bots for one in duels] != pairs:
            raise OfcError(f"a league of {len(bots)} bots whose duels are not those of every pair")
        return cls(bots, duels)


def league(
    rules: RulesLike,
    bots: Sequence[BotLike],
    hands: int,
    seed: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
    *,
    block: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    names: Sequence[str] | None = None,
    strict: bool = False,
) -> League:
    """Play a duel of each pair of bots, all on the same deals, and rate the bots by them.

    hands: deals of each pair. checkpoint: a folder, with a file for each pair; the same league goes on from
    it, and another one that shares pairs, such as one with a bot more, takes their results over. All else is
    as in `duel`.

    >>> from ofckit.bots import GreedyBot, PolicyBot, RandomBot
    >>> played = league("pineapple", [RandomBot(1), GreedyBot(2), PolicyBot()], 200, seed=7)
    >>> [played.bots[i] for i in played.ranking]
    ['PolicyBot', 'GreedyBot', 'RandomBot']
    """
    players = listed("bots", bots, MOST)
    if len(players) < 2:
        raise OfcError(f"a league of {len(players)} bots: two or more")
    called = names_of(players, names)
    if not (checkpoint is None or isinstance(checkpoint, str | os.PathLike)):
        raise TypeError(f"checkpoint is the path of a folder, not {brief(checkpoint)}")
    seed = fresh_seed() if seed is None else seed
    pairs = list(combinations(range(len(players)), 2))
    if checkpoint is not None:
        with naming("write", Path(checkpoint)):
            Path(checkpoint).mkdir(parents=True, exist_ok=True)
    reports: list[Report] = []
    with watching(progress, "hands") as told:
        for first, second in pairs:
            before = len(reports)

            def tell(done: int, every: int, before: int = before) -> None:
                if told is not None:
                    told(before * every + done, len(pairs) * every)

            pair = [called[first], called[second]]
            report = duel(
                rules,
                [players[first], players[second]],
                hands,
                seed,
                executor,
                tell,
                block=block,
                checkpoint=None if checkpoint is None else Path(checkpoint) / f"{_file_word(pair)}.jsonl",
                names=pair,
                strict=strict,
            )
            reports.append(report)
            if not report.complete:  # Ctrl-C
                break
    return _league(called, reports, pairs)


def _league(names: Sequence[str], reports: list[Report], pairs: list[tuple[int, int]]) -> League:
    """The league of what was played; pairs that were not begun have a report without blocks."""
    first = reports[0]
    for one, other in pairs[len(reports) :]:
        empty = Report(
            first.rules,
            (names[one], names[other]),
            first.seed,
            first.hands,
            first.block,
            True,
            (),
            tuple([0] * len(first.counts)),
        )
        reports.append(empty)
    return League(tuple(names), tuple(reports))


def _file_word(names: Sequence[str]) -> str:
    return " v ".join("".join(c if c.isalnum() or c in "-_." else "_" for c in name)[:60] for name in names)


def _points(estimate: Estimate) -> str:
    if math.isnan(estimate.mean):
        return "-"
    half = (estimate.high - estimate.low) / 2
    return f"{show(estimate.mean, 0.0 if math.isnan(half) else half)} +- {margin(estimate)}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "in C"
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value
