"""The results of a simulation: a value that can be added, printed, and stored as JSON, CSV or rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .._columns import cut, printable
from .._documents import read_json
from .._errors import OfcError
from .._estimates import Estimate, from_blocks
from .._rich import repr_html
from .._tables import Records, arrow_c_stream, columns_of
from .._values import brief, listed, real_number, whole_number
from ..rules import RULES, Rules
from ._blocks import KEPT, Block, Forfeit, Pace, Run, first_forfeits
from ._figures import Figures, added, figures, histogram
from ._tally import AT, SIZE, cell_of, empty, read_cells, write_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT, VERSION = "ofckit-report", 1
_MOST_TEXT = 1 << 28
GROUPS = ("bot", "seat", "position", "cell", "block")


class Part(NamedTuple):
    """One block: its number, and hands and points of each cell."""

    number: int
    hands: tuple[int, ...]
    points: tuple[int, ...]


class Path(NamedTuple):
    """How a player's points grew: hands, the points after them, and the 95 % band from low to high."""

    hands: tuple[int, ...]
    points: tuple[int, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True)
class Report:
    """Hands played by bots, block by block.

    rules, bots (their names), seed. hands: deals asked for; block: deals of a block; is_duel: each deal was
    played once for every seating. parts: the finished blocks in order. counts: all counters, a cell
    of `len(FIELDS)` for each bot, seat and position (the last one is the button). forfeits: the first ones of
    each bot. paces: moves and seconds of each bot, without the hands played in C. until: the run was to
    stop as soon as every interval that is valid at any time (`anytime`) reaches no further than this from
    its mean.

    A report is a value: equal if the same hands were played, wherever. Reports of different blocks of one run
    add up. Nothing in it depends on time or machine but the paces, which equality ignores.
    """

    rules: Rules
    bots: tuple[str, ...]
    seed: int
    hands: int
    block: int
    is_duel: bool
    parts: tuple[Part, ...]
    counts: tuple[int, ...]
    forfeits: tuple[Forfeit, ...] = ()
    paces: tuple[Pace, ...] = field(default=(), compare=False)
    until: float | None = None

    # what was played

    @property
    def seats(self) -> int:
        """Boards at the table: in criss-cross two for each player."""
        return self.rules.seats(len(self.bots))

    @property
    def blocks(self) -> int:
        """The number of blocks in all."""
        return -(-self.hands // self.block)

    @property
    def complete(self) -> bool:
        """Whether every block is finished, or enough of them are (`until`)."""
        return len(self.parts) == self.blocks or self.is_narrow

    @property
    def is_narrow(self) -> bool:
        """Whether the run has stopped because its intervals are as narrow as `until`."""
        halves = [(one.high - one.low) / 2 for one in map(self.anytime, range(len(self.bots)))]
        return self.until is not None and all(half <= self.until for half in halves)

    @property
    def deals(self) -> int:
        """Deals played to the end."""
        return sum(min(self.block, self.hands - part.number * self.block) for part in self.parts)

    @property
    def played(self) -> int:
        """Hands played: in a duel each deal several times."""
        return self.deals * (len(self.bots) if self.is_duel else 1)

    # figures

    def bot(self, which: int | str) -> Figures:
        """The figures of one bot, by its number or its name; its points are for all its boards."""
        number = self._number(which)
        return self._figures(self.bots[number], self._cells(bot=number), self.rules.boards_per_player)

    @property
    def points(self) -> tuple[Estimate, ...]:
        """Points per hand of each bot."""
        each = self.rules.boards_per_player
        return tuple(self._estimate(self._cells(bot=i), each) for i in range(len(self.bots)))

    def anytime(self, which: int | str) -> Estimate:
        """Points per hand of a bot with an interval that stays valid if one looks after every block.

        It is wider than that of `points`, which is valid for a number of hands chosen beforehand. Both take
        the blocks as values of a normal distribution.
        """
        cells, each = self._cells(bot=self._number(which)), self.rules.boards_per_player
        return from_blocks((self._block_of(part, cells, each) for part in self.parts), anytime=True)

    def by_seat(self, which: int | str | None = None) -> tuple[Figures, ...]:
        """Figures of each seat, of one bot or of all together; points are those of one board."""
        bot, name = self._group(which)
        return tuple(self._figures(f"{name}seat {i}", self._cells(bot, seat=i)) for i in range(self.seats))

    def by_position(self, which: int | str | None = None) -> tuple[Figures, ...]:
        """Figures by position, from the first to act to the button, of one bot or of all together."""
        bot, name = self._group(which)
        words = position_words(self.seats)
        return tuple(self._figures(name + words[i], self._cells(bot, position=i)) for i in range(self.seats))

    @property
    def button(self) -> Estimate:
        """The button's advantage: points per hand of whoever has it, all bots together."""
        return self._estimate(self._cells(position=self.seats - 1), 1)

    def unpaired(self, which: int | str) -> Estimate:
        """Points per hand of a bot, the seatings of a duel taken as independent: what pairing improves on."""
        number, players = self._number(which), len(self.bots)
        places = [
            [cell for seat in range(place, self.seats, players) for cell in self._cells(number, seat)]
            for place in range(players)
        ]
        return from_blocks(
            self._block_of(part, cells, self.rules.boards_per_player)
            for part in self.parts
            for cells in places
        )

    def cumulative(self, which: int | str) -> Path:
        """The points of a bot after each block, and their 95 % band.

        The band at n hands is n times the mean, plus or minus what its variance gives for n hands; at the
        last hand it is the confidence interval of `points`.
        """
        cells, each = self._cells(bot=self._number(which)), self.rules.boards_per_player
        estimate = self._estimate(cells, each)
        hands, points = [0], [0]
        for part in self.parts:
            hands.append(hands[-1] + sum(part.hands[cell] for cell in cells) // each)
            points.append(points[-1] + sum(part.points[cell] for cell in cells))
        half = (estimate.high - estimate.mean) * math.sqrt(hands[-1])
        middle = [estimate.mean * n for n in hands] if hands[-1] else [0.0]
        reach = [half * math.sqrt(n) if n else 0.0 for n in hands]
        return Path(
            tuple(hands),
            tuple(points),
            tuple(m - r for m, r in zip(middle, reach, strict=True)),
            tuple(m + r for m, r in zip(middle, reach, strict=True)),
        )

    def running(self, which: int | str, most: int = 200) -> list[tuple[int, Estimate]]:
        """(hands, points per hand as known by then) of a bot, at a limited number of moments."""
        cells, each = self._cells(bot=self._number(which)), self.rules.boards_per_player
        blocks = [self._block_of(part, cells, each) for part in self.parts]
        ends = sorted({len(blocks) * i // most for i in range(1, most + 1)} - {0})
        return [(sum(hands for hands, _ in blocks[:end]), from_blocks(blocks[:end])) for end in ends]

    def seconds(self, which: int | str) -> float:
        """The mean time that a bot took for a move; nan if it played in C."""
        number = self._number(which)
        pace = self.paces[number] if self.paces else Pace()
        return pace.seconds / pace.moves if pace.moves else math.nan

    def royalty_histogram(self, which: int | str) -> tuple[int, ...]:
        """Boards by their total royalties: 0 (fouls too), 1, ... 62, 63 and more."""
        return histogram(added(self.counts, self._cells(bot=self._number(which))))

    def _number(self, which: int | str) -> int:
        if isinstance(which, str):
            if which not in self.bots:
                raise OfcError(f"no bot {brief(which)} in this report: {', '.join(self.bots)}")
            return self.bots.index(which)
        if type(which) is not int or not 0 <= which < len(self.bots):
            raise OfcError(f"{brief(which)} is not a bot; they are 0 to {len(self.bots) - 1}, or their names")
        return which

    def _group(self, which: int | str | None) -> tuple[int | None, str]:
        if which is None:
            return None, ""
        number = self._number(which)
        return number, f"{self.bots[number]}, "

    def _cells(
        self, bot: int | None = None, seat: int | None = None, position: int | None = None
    ) -> list[int]:
        def chosen(one: int | None, all_of_them: int) -> Iterable[int]:
            return range(all_of_them) if one is None else (one,)

        return [
            cell_of(b, s, p, self.seats)
            for b in chosen(bot, len(self.bots))
            for s in chosen(seat, self.seats)
            for p in chosen(position, self.seats)
        ]

    def _estimate(self, cells: Sequence[int], boards: int) -> Estimate:
        return from_blocks(self._block_of(part, cells, boards) for part in self.parts)

    @staticmethod
    def _block_of(part: Part, cells: Sequence[int], boards: int) -> tuple[int, int]:
        """Hands and points of these cells in a block."""
        return sum([part.hands[c] for c in cells]) // boards, sum([part.points[c] for c in cells])

    def _figures(self, name: str, cells: Sequence[int], boards: int = 1) -> Figures:
        own = 0 if self.rules.own_boards_compared else self.rules.boards_per_player - 1
        opponents = self.seats - 1 - own
        return figures(name, added(self.counts, cells), self._estimate(cells, boards), opponents)

    # as a value

    def __add__(self, other: object) -> Report:
        """Both reports together: blocks of the same run, none in both; else OfcError."""
        if not isinstance(other, Report):
            return NotImplemented
        for name in ("rules", "bots", "seed", "hands", "block", "is_duel"):
            mine, its = getattr(self, name), getattr(other, name)
            if mine != its:
                raise OfcError(f"two reports of different runs: {name} is {mine!r} and {its!r}")
        both = {part.number for part in self.parts} & {part.number for part in other.parts}
        if both:
            raise OfcError(f"block {min(both)} is in both reports ({len(both)} in all)")
        return replace(
            self,
            parts=tuple(sorted(self.parts + other.parts)),
            counts=tuple(map(int.__add__, self.counts, other.counts)),
            forfeits=first_forfeits(self.forfeits + other.forfeits),
            paces=add_paces(self.paces, other.paces),
            until=self.until if self.until == other.until else None,
        )

    def __str__(self) -> str:
        """A table of 80 columns."""
        from ._text import report_text

        return report_text(self)

    def __repr__(self) -> str:
        kind = "duel" if self.is_duel else "simulation"
        bots = " v ".join(self.bots)
        return f"<Report: {kind}, {self.rules.name}, {cut(bots, 100)}, {self.deals} of {self.hands} deals>"

    _repr_html_ = repr_html

    # for other programs

    def to_dicts(self, by: str = "bot") -> list[dict[str, Any]]:
        """Flat rows of plain numbers: for each "bot", its "seat"s, "position"s, "cell"s, or each "block".

        See `Figures` for the columns; None where a value is unknown. A report itself is a table of its
        bots to pandas, polars and DuckDB, and so are these rows.
        """
        if by not in GROUPS:
            raise OfcError(f"by = {brief(by)}: must be one of {', '.join(map(repr, GROUPS))}")
        numbers = range(len(self.bots))
        if by == "bot":
            rows = [{"bot": self.bots[i], **self.bot(i).as_dict()} for i in numbers]
            return [{**row, "seconds": self._known(i)} for i, row in enumerate(rows)]
        if by == "block":
            return [row for part in self.parts for row in self._block_rows(part)]
        if by == "cell":
            return list(self._cell_rows())
        groups = [self.by_seat(i) if by == "seat" else self.by_position(i) for i in numbers]
        return [
            {"bot": self.bots[i], by: place, **one.as_dict()}
            for i in numbers
            for place, one in enumerate(groups[i])
            if one.hands
        ]

    rows = to_dicts

    def to_records(self, by: str = "bot") -> Records:
        """The same rows as a table that every reader of Arrow takes as it is."""
        return Records(self.to_dicts(by))

    __arrow_c_stream__ = arrow_c_stream

    def _known(self, bot: int) -> float | None:
        seconds = self.seconds(bot)
        return None if math.isnan(seconds) else seconds

    def _cell_rows(self) -> Iterable[dict[str, Any]]:
        for i, name in enumerate(self.bots):
            for seat in range(self.seats):
                for position in range(self.seats):
                    one = self._figures(name, self._cells(i, seat, position))
                    if one.hands:
                        yield {"bot": name, "seat": seat, "position": position, **one.as_dict()}

    def _block_rows(self, part: Part) -> list[dict[str, Any]]:
        rows = []
        for i, name in enumerate(self.bots):
            cells = self._cells(bot=i)
            hands, points = self._block_of(part, cells, self.rules.boards_per_player)
            rows.append({"block": part.number, "bot": name, "hands": hands, "points": points})
        return rows

    def columns(self, by: str = "bot") -> dict[str, list[Any]]:
        """The same as `rows`, column by column."""
        return columns_of(self.to_dicts(by))

    def to_csv(self, by: str = "bot") -> str:
        """The rows as CSV with a header line; unknown values are empty."""
        from .._csv import csv_text

        rows = self.rows(by)
        return csv_text([list(rows[0]), *(row.values() for row in rows)]) if rows else ""

    def to_json(self, indent: int | None = None) -> str:
        """All of it as JSON text; its `figures` are for readers, `from_json` computes them anew."""
        import json

        if indent is not None:
            indent = whole_number("indent", indent, 0, 16)
        data: dict[str, Any] = {"format": FORMAT, "version": VERSION, **self._header}
        data["figures"] = self.rows()
        data["forfeits"] = [list(one) for one in self.forfeits]
        data["paces"] = [list(one) for one in self.paces]
        data["blocks"] = [[part.number, list(part.hands), list(part.points)] for part in self.parts]
        data["cells"] = write_cells(self.counts, len(self.bots), self.seats)
        return json.dumps(data, indent=indent)

    @property
    def _header(self) -> dict[str, Any]:
        return {
            "rules": rules_text(self.rules),
            "bots": list(self.bots),
            "seed": self.seed,
            "hands": self.hands,
            "block": self.block,
            "duel": self.is_duel,
            **({} if self.until is None else {"until": self.until}),
        }

    @classmethod
    def from_json(cls, text: str | bytes) -> Report:
        """The report that `to_json` wrote; OfcError for anything else."""
        if not isinstance(text, str | bytes):
            raise TypeError(f"a report is read from JSON text, not {brief(text)}")
        try:
            data = read_json(text, _MOST_TEXT)
        except OfcError as error:
            raise OfcError(f"no report: {error}") from None
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise OfcError(f"no report: a report is JSON with format = {FORMAT!r}")
        if data.get("version") != VERSION:
            raise OfcError(
                f"a report of version {brief(data.get('version'))}; this ofckit reads version {VERSION}"
            )
        try:
            return _read_report(data)
        except OfcError:
            raise
        except (KeyError, TypeError, IndexError, AttributeError, ValueError, OverflowError) as error:
            raise OfcError(f"a report with something missing or wrong: {brief(error)}") from None


class Sum:
    """Finished blocks, in any order, added up to a report; each is added once."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.total = list(empty(run.players, run.rules.seats(run.players)))
        self.parts: list[Part] = []
        self.forfeits: tuple[Forfeit, ...] = ()
        self.paces: tuple[Pace, ...] = ()

    def add(self, block: Block) -> None:
        """Add a block."""
        hands, points = tuple(block.cells[::SIZE]), tuple(block.cells[AT["points"] :: SIZE])
        for cell, played in enumerate(hands):
            if played:
                here = slice(cell * SIZE, (cell + 1) * SIZE)
                self.total[here] = map(int.__add__, self.total[here], block.cells[here])
        self.paces = add_paces(self.paces, block.paces)
        self.parts.append(Part(block.number, hands, points))
        if block.forfeits:
            self.forfeits = first_forfeits(self.forfeits + block.forfeits)

    def report(self, names: Sequence[str]) -> Report:
        """The report of all blocks added."""
        run = self.run
        return Report(
            rules=run.rules,
            bots=tuple(names),
            seed=run.seed,
            hands=run.hands,
            block=run.block,
            is_duel=run.duel,
            parts=tuple(sorted(self.parts)),
            counts=tuple(self.total),
            forfeits=self.forfeits,
            paces=self.paces,
            until=run.until,
        )


def _read_report(data: Mapping[str, Any]) -> Report:
    rules, bots = read_rules_text(data["rules"]), tuple(map(str, listed("bots", data["bots"], 10)))
    rules.check_players(len(bots))
    seats = rules.seats(len(bots))
    hands = whole_number("hands", data["hands"])
    report = Report(
        rules=rules,
        bots=bots,
        seed=whole_number("seed", data["seed"]),
        hands=hands,
        block=whole_number("block", data["block"]),
        is_duel=bool(data["duel"]),
        parts=tuple(Part(i, tuple(hands), tuple(points)) for i, hands, points in data["blocks"]),
        counts=tuple(read_cells(data["cells"], len(bots), seats)),
        forfeits=read_forfeits(data["forfeits"], len(bots), range(1, hands + 1)),
        paces=read_paces(data.get("paces", ()), len(bots)),
        until=None if data.get("until") is None else real_number("until", data["until"], 0, math.inf),
    )
    numbers = [part.number for part in report.parts]
    if min(report.hands, report.block) < 1 or numbers != sorted(set(numbers)):
        raise OfcError(f"a report of {report.hands} hands in blocks of {report.block} with blocks {numbers}")
    if numbers and not 0 <= numbers[0] <= numbers[-1] < report.blocks:
        raise OfcError(f"a report of {report.blocks} blocks with block {numbers[-1]}")
    for kept, name in ((1, "hands"), (2, "points")):
        total = [sum(column) for column in zip(*(part[kept] for part in report.parts), strict=True)]
        if report.parts and total != list(report.counts[AT[name] :: SIZE]):
            raise OfcError(f"a report whose blocks do not add up to its cells: {name}")
    return report


def read_forfeits(written: Iterable[Any], bots: int, hands: range) -> tuple[Forfeit, ...]:
    """Forfeits as they are written, [[hand, bot, reason, seatings], ...]; OfcError for impossible ones."""
    found = []
    for hand, bot, reason, *rest in listed("forfeits", written, bots * KEPT):
        if type(hand) is not int or type(bot) is not int or hand not in hands or not 0 <= bot < bots:
            raise OfcError(f"a forfeit of hand {brief(hand)} by bot {brief(bot)}, which does not exist")
        seatings = tuple(listed("seatings", rest[0], bots)) if rest else (1,)
        if not all(type(one) is int and 1 <= one <= bots for one in seatings):
            raise OfcError(f"a forfeit of hand {hand} in seatings {brief(seatings)}, which do not exist")
        found.append(Forfeit(hand, bot, printable(str(reason)), seatings))
    return tuple(found)


def read_paces(written: Iterable[Any], bots: int) -> tuple[Pace, ...]:
    """Paces as they are written, [[moves, seconds], ...]: none, or one for each bot."""
    pairs = listed("paces", written, bots)
    paces = tuple(Pace(whole_number("moves", moves), float(seconds)) for moves, seconds in pairs)
    if len(paces) not in (0, bots) or any(one.moves < 0 or one.seconds < 0 for one in paces):
        raise OfcError(f"paces: moves and seconds of each of {bots} bots")
    return paces


def add_paces(some: Sequence[Pace], others: Sequence[Pace]) -> tuple[Pace, ...]:
    """Both added, bot by bot."""
    if not some or not others:
        return tuple(some or others)
    return tuple(Pace(a.moves + b.moves, a.seconds + b.seconds) for a, b in zip(some, others, strict=True))


def position_words(seats: int) -> list[str]:
    """'first to act', ..., 'button'."""
    words = ("first to act", "second to act", "third to act")
    return [*words[: seats - 1], "button"]


def rules_text(rules: Rules) -> str:
    """The name of a preset, or the rules as TOML."""
    return rules.name if rules.name in RULES and RULES[rules.name] == rules else rules.to_toml()


def read_rules_text(text: str) -> Rules:
    """The rules that `rules_text` wrote."""
    return RULES[text] if "\n" not in text else Rules.from_toml(text)
