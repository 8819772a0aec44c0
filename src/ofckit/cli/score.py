"""`ofckit score`: a session hand by hand, its totals, and who owes whom."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from ofckit._errors import OfcError
from ofckit.cli.money import Payment, payments
from ofckit.cli.tables import (
    Defaults,
    Hand,
    Problem,
    Unreadable,
    find_rules,
    lines_of,
    message_of,
    read_stake,
)
from ofckit.cli.terminal import Style, excerpt, plain, signed
from ofckit.cli.textfile import Reader
from ofckit.scoring import Settlement, settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO, Protocol

    class Report(Protocol):
        """What becomes of the results as they come in."""

        def hand(self, scored: Scored) -> None: ...
        def problem(self, problem: Problem) -> None: ...
        def end(self, session: Session) -> None: ...


MOST_SHOWN = 50  # problems


@dataclass(frozen=True, slots=True)
class Scored:
    """A hand with its settlement, and the totals of its players after it."""

    hand: Hand
    settlement: Settlement
    totals: tuple[int, ...]

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.hand.seats]


@dataclass(slots=True)
class Session:
    """What a file comes to. Totals are points, by name, in the order in which the players appear."""

    file: str
    stake: Decimal | None = None
    totals: dict[str, int] = field(default_factory=dict)
    hands: int = 0
    unscored: int = 0
    problems: int = 0

    @property
    def payments(self) -> list[Payment]:
        """The fewest payments that settle it: money where there is a stake, else points."""
        stake = self.stake or Decimal(1)
        return payments({name: total * stake for name, total in self.totals.items()})

    def money(self, name: str) -> Decimal | None:
        return None if self.stake is None else self.totals[name] * self.stake


def score(file: str, *, rules: str | None, stake: str | None, brief: bool, duplicates: str, form: str) -> int:
    """Score a file ('-': the standard input) and print it; 1 when something in it was wrong, else 0."""
    defaults = Defaults(
        folder=Path() if file == "-" else Path(file).parent,
        forced=None if rules is None else find_rules(rules),
        duplicates=duplicates,
        stake=None if stake is None else read_stake(stake),
    )
    session = Session("standard input" if file == "-" else file)
    report = _report(form, brief)
    complaints = Complaints(session.file)
    with _opened(file) as stream:
        for item in _items(stream, defaults, session):
            session.stake = defaults.stake
            if isinstance(item, Problem):
                session.problems += 1
                report.problem(item)
                complaints.add(item)
            else:
                report.hand(item)
    session.stake = defaults.stake
    if not session.hands and not session.problems:
        problem = Problem(0, 0, "no hands in here (ofckit score --help shows how they are written)")
        session.problems += 1
        report.problem(problem)
        complaints.add(problem)
    report.end(session)
    complaints.end(session)
    return 1 if session.problems else 0


def _report(form: str, brief: bool) -> Report:
    from ofckit.cli import reports

    if form == "json":
        return reports.JsonReport()
    if form == "csv":
        return reports.CsvReport()
    return reports.BriefReport() if brief else reports.TextReport()


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """The file in bytes; OfcError, with the reason, if it cannot be opened."""
    if file == "-":
        if sys.stdin is None:
            raise OfcError("there is no standard input")
        if sys.stdin.isatty():
            print("ofckit: reading hands from the terminal (end with Ctrl-D)", file=sys.stderr)
        yield sys.stdin.buffer
        return
    try:
        stream = open(file, "rb")  # noqa: SIM115 (closed below; only the opening may fail quietly)
    except (OSError, ValueError) as error:
        raise OfcError(f"cannot read {file}: {getattr(error, 'strerror', None) or error}") from None
    with stream:
        yield stream


def _items(stream: BinaryIO, defaults: Defaults, session: Session) -> Iterator[Scored | Problem]:
    """The scored hands and the problems, in the order of the file."""
    reader = Reader(defaults)
    cut: list[Problem] = []
    for item in reader.read(_lines(stream, cut)):
        if isinstance(item, Hand):
            yield from _score(item, session)
        else:
            yield item
    yield from cut
    session.unscored = reader.hands - session.hands


def _lines(stream: BinaryIO, cut: list[Problem]) -> Iterator[tuple[int, str]]:
    """The lines of the file; where it cannot be read any further, that is noted in `cut`."""
    try:
        yield from lines_of(stream)
    except Unreadable as error:
        cut.append(Problem(error.column or 0, 0, str(error)))
    except (OSError, UnicodeError) as error:
        cut.append(Problem(0, 0, f"cannot be read: {getattr(error, 'strerror', None) or error}"))


def _score(hand: Hand, session: Session) -> Iterator[Scored | Problem]:
    """The hand settled, after any difference from what the file says it paid."""
    try:
        settlement = settle(
            [seat.board for seat in hand.seats],
            hand.rules,
            surrendered=[i for i, seat in enumerate(hand.seats) if seat.surrendered],
            button=hand.button,
            stacks=hand.stacks,
            duplicates=hand.duplicates,
        )
    except OfcError as error:
        yield Problem(hand.line, 1, f"hand {hand.label}: {message_of(error)}", hand.text)
        return
    for seat, points in zip(hand.seats, settlement.points, strict=True):
        session.totals[seat.name] = session.totals.get(seat.name, 0) + points
    session.hands += 1
    yield Scored(hand, settlement, tuple(session.totals[seat.name] for seat in hand.seats))
    if difference := _difference(hand, settlement.points):
        yield Problem(hand.line, 0, difference)


def _difference(hand: Hand, points: Sequence[int]) -> str:
    """What the file says otherwise; nothing where it agrees, or says nothing."""
    wrong = [
        f"{seat.name} {signed(seat.expected)}, not {signed(paid)}"
        for seat, paid in zip(hand.seats, points, strict=True)
        if seat.expected not in (None, paid)
    ]
    return f"hand {hand.label}: the file has {'; '.join(wrong)}" if wrong else ""


class Complaints:
    """Reports problems on the standard error: file, line, column, and the line itself."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.style = Style(sys.stderr)
        self.count = 0

    def add(self, problem: Problem) -> None:
        """Print one problem, after what is printed so far."""
        self.count += 1
        if self.count > MOST_SHOWN:
            return
        sys.stdout.flush()
        place = ":".join([plain(self.file), *(str(n) for n in (problem.line, problem.column) if n)])
        print(f"{self.style(place, 'bold')}: {plain(problem.message)}", file=sys.stderr)
        if problem.text:
            print(excerpt(problem.text, problem.column), file=sys.stderr)

    def end(self, session: Session) -> None:
        """Print how much went wrong, if anything."""
        if not self.count:
            return
        sys.stdout.flush()
        problems = "1 problem" if self.count == 1 else f"{self.count} problems"
        shown = f" (the first {MOST_SHOWN} are shown)" if self.count > MOST_SHOWN else ""
        hands = f"; {session.hands} of {session.hands + session.unscored} hands scored"
        print(self.style(f"{plain(self.file)}: {problems}{shown}{hands}", "red"), file=sys.stderr)
