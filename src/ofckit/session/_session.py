"""A scored session: its hands, its totals, what is wrong in it, and who owes whom."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from .._columns import cut, signed
from .._csv import csv_text
from .._errors import OfcError
from .._files import naming
from .._problem import Problem
from .._rich import repr_html
from .._tables import arrow_c_stream, to_records
from .._values import brief
from ..rules import Rules, as_rules, find_rules
from ..scoring import Settlement
from ._changes import Change
from ._chips import Chips, Holding, is_any_order
from ._debts import Debt, debts, money
from ._hand import (
    Defaults,
    Hand,
    Unreadable,
    Unscored,
    read_duplicates,
    read_order,
    read_price,
    table_fault,
)
from ._known import Ask, Known, Question, listed_pairs, settle_known
from ._lines import lines_of
from ._read import Reader
from ._report import (
    FIELDS,
    hand_rows,
    hand_text,
    session_record,
    summary_text,
    table_text,
    unpainted,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any, BinaryIO, TypeAlias

    from ._report import Paint

    Source: TypeAlias = "str | bytes | Path | BinaryIO"


_NAME = 20  # columns of a name in a repr
CSV_TITLES = csv_text([FIELDS])
"""The first line of a session as CSV."""


@dataclass(frozen=True, slots=True, repr=False)
class Scored:
    """A hand with its settlement, and the totals of its players after it.

    questions: what the names of its rows leave open. open: the pairs of seats that are not settled for it.
    inside: the cards of each seat's Fantasyland hand, 0 for a normal one, as the hands before it say; None
        where one of them is not scored. fantasyland: the same for its next hand, None where that is open.
    """

    hand: Hand
    settlement: Settlement
    totals: tuple[int, ...]
    questions: tuple[Question, ...] = ()
    open: tuple[tuple[int, int], ...] = ()
    inside: tuple[int | None, ...] = ()
    fantasyland: tuple[int | None, ...] = ()
    stacks: tuple[int, ...] | None = None
    changes: tuple[Change, ...] = ()

    @property
    def title(self) -> str:
        """'Hand 12', or 'Correction'."""
        return "Correction" if self.hand.is_correction else f"Hand {self.hand.label}"

    @property
    def names(self) -> list[str]:
        """The players, one for each board."""
        return [seat.name for seat in self.hand.seats]

    def __repr__(self) -> str:
        pairs = zip(self.names, self.settlement.points, strict=True)
        points = ", ".join(f"{cut(name, _NAME)} {signed(won)}" for name, won in pairs)
        return f"<Scored: hand {cut(self.hand.label, _NAME)}, {self.hand.rules.name}, {cut(points, 120)}>"

    def __str__(self) -> str:
        return self.explain()

    _repr_html_ = repr_html

    def explain(self, paint: Paint = unpainted) -> str:
        """The hand with its reasons, and the totals so far; `paint(text, *styles)` for colours."""
        return hand_text(self, paint)

    def to_csv(self) -> str:
        """A line for each player, without the titles (`CSV_TITLES`)."""
        return csv_text(hand_rows(self))


class Session:
    """The result of a session: its hands, totals in points by name, and what is wrong in it.

    `rules` and `stake` (the price of a point) hold whatever the file says; `duplicates="allow"` takes a card
    on two boards; `order="bottom"`: rows without labels are written from the bottom up. A session may name
    files of house rules only below its `folder`. `score` reads and scores, and may be called again for what
    was played later. `ask(question)` is called for what the names of rows leave open; it returns cards, a
    name or what the name lacks, or None.

    hands: those that are scored, in order. unscored: those that are left out, and why. problems: all that is
    wrong, with its place. cut: why it could not be read to its end, "" if it was. totals: points by name, in
    the order in which the players appear, corrections included. changes: of chips, after the last hand.
    """

    def __init__(
        self,
        *,
        rules: Rules | str | None = None,
        stake: Decimal | int | float | str | None = None,
        duplicates: str = "error",
        order: str = "top",
        folder: str | PathLike[str] | None = None,
        name: str = "session",
        ask: Ask | None = None,
    ) -> None:
        if ask is not None and not callable(ask):
            raise TypeError(f"ask must be a function of a question, not {brief(ask)}")
        self.name = name
        self._ask = ask
        self._inside: dict[str, list[int | None]] = {}  # cards of the Fantasyland hands that come next
        self._is_gap = False  # the last hand is not scored
        self._chips = Chips()
        self.changes: list[Change] = []
        self.hands: list[Scored] = []
        self.problems: list[Problem] = []
        self.unscored: list[Unscored] = []
        self.cut = ""
        self.totals: dict[str, int] = {}
        self._money: dict[str, Decimal] = {}
        price, currency = (None, "") if stake is None else read_price(_stake_text(stake))
        self._defaults = Defaults(
            None if folder is None else Path(folder),
            rules=find_rules(rules) if isinstance(rules, str) else None if rules is None else as_rules(rules),
            stake=price,
            currency=currency,
            duplicates=read_duplicates(duplicates),
            bottom_first=read_order(order),
        )

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each player of each hand; foul, surrendered and button are True or False, rows text."""
        rows = (dict(zip(FIELDS, row, strict=True)) for one in self.hands for row in hand_rows(one))
        flags = ("foul", "surrendered", "button")
        return [{**row, **{flag: bool(row[flag]) for flag in flags}} for row in rows]

    to_records = to_records
    __arrow_c_stream__ = arrow_c_stream

    def __repr__(self) -> str:
        totals = ", ".join(f"{cut(name, _NAME)} {signed(total)}" for name, total in self.totals.items())
        return f"<Session: {cut(self.name, 40)}, {len(self.hands)} hands, {cut(totals, 100) or 'no totals'}>"

    def __str__(self) -> str:
        return self.table() + self.summary()

    _repr_html_ = repr_html

    @property
    def stake(self) -> Decimal | None:
        """The price of a point (the last one, if it changes); None if not given."""
        return self._defaults.stake

    @property
    def currency(self) -> str:
        """The currency of the stake, such as '€' or 'EUR'; "" if it names none."""
        return self._defaults.currency

    @property
    def chips(self) -> dict[str, Holding]:
        """What each player has, has bought and has taken off the table; {} where nobody plays for chips."""
        return dict(self._chips.players) if self._chips.is_on else {}

    @property
    def played(self) -> int:
        """How many hands are scored, corrections not among them."""
        return sum(not one.hand.is_correction for one in self.hands)

    @property
    def debts(self) -> list[Debt]:
        """The fewest payments that settle it: money if there is a stake, else points."""
        return debts(self._money or self.totals)

    @property
    def payments(self) -> list[tuple[str, str, str]]:
        """The same as text: (who pays, whom, how much)."""
        return [(debt.debtor, debt.creditor, self.price(debt.amount)) for debt in self.debts]

    @property
    def lines(self) -> dict[str, list[int]]:
        """The total of each player after each hand, by name; 0 before their first one."""
        found: dict[str, list[int]] = {name: [] for name in self.totals}
        for number, scored in enumerate(self.hands):
            now = dict(zip(scored.names, scored.totals, strict=True))
            for name, line in found.items():
                line.append(now.get(name, line[number - 1] if number else 0))
        return found

    def money(self, name: str) -> Decimal | None:
        """What a player has won; None without a stake."""
        return self._money.get(name)

    def price(self, amount: Decimal) -> str:
        """An amount as it is printed: '4.25', or '4.25 €' where the stake has a currency."""
        return f"{money(amount)} {self.currency}".rstrip()

    def explain(self, paint: Paint = unpainted) -> str:
        """Every hand with its reasons, then the totals and who owes whom."""
        return "".join(scored.explain(paint) for scored in self.hands) + self.summary(paint)

    def table(self, paint: Paint = unpainted) -> str:
        """A line for each hand with the points of each player."""
        return table_text(self, paint)

    def summary(self, paint: Paint = unpainted) -> str:
        """The totals, and who owes whom; "" if nothing is scored."""
        return summary_text(self, paint)

    def as_dict(self) -> dict[str, Any]:
        """All of it for JSON."""
        return session_record(self)

    def to_csv(self) -> str:
        """A line for each player of each hand, below a line of titles."""
        return CSV_TITLES + "".join(scored.to_csv() for scored in self.hands)

    def score(self, source: Source) -> Iterator[Scored | Problem]:
        """The scored hands and the problems of a text, a file or a stream, as they are read."""
        if isinstance(source, Path):
            with naming("read", source):
                file = open(source, "rb")  # noqa: SIM115 (closed below; only the opening may fail)
            with file:
                yield from self.score(file)
            return
        if isinstance(source, str):
            source = source.encode("utf-8", "surrogatepass")
        stream = io.BytesIO(source) if isinstance(source, bytes) else source
        if isinstance(stream, io.TextIOBase) or not hasattr(stream, "read"):
            raise TypeError(f"a session must be text, bytes, a Path or a byte stream, not {brief(source)}")
        cut: list[Problem] = []
        for item in Reader(self._defaults).read(_lines(stream, cut)):
            if isinstance(item, Hand):
                yield from self._settle(item)
            elif isinstance(item, Problem):
                yield self._report(item)
            elif isinstance(item, Change):
                yield from self._change(item)
            else:
                self._leave_out(item)
        for problem in cut:
            self.cut = f"line {problem.line}: {problem.message}" if problem.line else problem.message
            yield self._report(problem)
        if not self.hands and not self.problems:
            message = "no hands here (ofckit score --help shows how they are written)"
            yield self._report(Problem(0, message))

    def _report(self, problem: Problem) -> Problem:
        self.problems.append(problem)
        return problem

    def _settle(self, hand: Hand) -> Iterator[Scored | Problem]:
        """The hand settled, then any difference from what the file says it paid."""
        inside = self._cards_inside(hand)
        try:
            hand = self._chips.before(hand, inside)
            if reason := table_fault(hand):
                raise OfcError(reason)
            known = self._settled(hand, inside)
            stacks = None if known.settlement is None else self._chips.after(hand, known.settlement)
        except OfcError as error:
            self._leave_out(Unscored(hand.label, hand.line, error.message))
            message = f"hand {hand.label}: {error.message}"
            yield self._report(Problem(hand.line, message, 1, hand.label, hand.text))
            return
        settlement, names = known.settlement, [seat.name for seat in hand.seats]
        if settlement is None:
            self._leave_out(Unscored(hand.label, hand.line, known.questions[0].text))
            yield from self._report_questions(known, hand)
            return
        for seat, points in zip(hand.seats, settlement.points, strict=True):
            self.totals[seat.name] = self.totals.get(seat.name, 0) + points
            if hand.stake is not None:
                self._money[seat.name] = self._money.get(seat.name, Decimal()) + points * hand.stake
        totals = tuple(self.totals[name] for name in names)
        changes, self.changes = tuple(self.changes), []
        scored = Scored(
            hand, settlement, totals, known.questions, known.open, inside, known.fantasyland, stacks, changes
        )
        self.hands.append(scored)
        if not hand.is_correction:
            self._inside = {}
            self._is_gap = hand.has_only_points
        for name, cards in zip(names, known.fantasyland, strict=True):
            if not hand.is_correction:
                self._inside.setdefault(name, []).append(cards)
        yield scored
        yield from self._report_questions(known, hand)
        if difference := _difference(scored):
            yield self._report(Problem(hand.line, difference, hand=hand.label))

    def _settled(self, hand: Hand, inside: tuple[int | None, ...]) -> Known:
        """The hand settled; without a button only where every order of payments gives the same."""
        if hand.stacks is None or hand.button is not None or hand.has_only_points:
            return settle_known(hand, inside, self._ask)
        known = settle_known(replace(hand, button=len(hand.players) - 1), inside, self._ask)
        settled = known.settlement
        if settled is None:
            return known
        others = (settle_known(replace(hand, button=i), inside) for i in range(len(hand.players) - 1))
        if not is_any_order(settled, hand.stacks) and any(
            one.settlement is None or one.settlement.points != settled.points for one in others
        ):
            missing = f"'button: {hand.players[0]}' is missing"
            raise OfcError(f"table stakes settle from the dealer's left, but {missing}")
        return known._replace(settlement=replace(settled, button=None))

    def _change(self, change: Change) -> Iterator[Problem]:
        """Chips that are bought or taken off the table."""
        try:
            self.changes.append(self._chips.take(change))
        except OfcError as error:
            yield self._report(Problem(change.line, error.message, 1, text=change.text))

    def _cards_inside(self, hand: Hand) -> tuple[int | None, ...]:
        """The cards of each seat's Fantasyland hand as far as the hands before it say."""
        if self._is_gap and not hand.is_correction:
            self._is_gap = False
            return (None,) * len(hand.seats)
        left = {name: iter(cards) for name, cards in self._inside.items()}
        return tuple(next(left.get(seat.name, iter(())), 0) for seat in hand.seats)

    def _leave_out(self, one: Unscored) -> None:
        """A hand is not scored, and nobody knows whether the next one is played in Fantasyland."""
        self.unscored.append(one)
        self._is_gap = True
        self._chips.lose_button()

    def _report_questions(self, known: Known, hand: Hand) -> Iterator[Problem]:
        """What the names leave open, and who is not settled for it."""
        for number, question in enumerate(known.questions):
            left_out = "" if number else f" ({listed_pairs(hand, known.open)})"
            yield self._report(
                Problem(hand.line, f"hand {hand.label}: {question}{left_out}", hand=hand.label)
            )


def read(
    source: Source,
    *,
    rules: Rules | str | None = None,
    stake: Decimal | int | float | str | None = None,
    duplicates: str = "error",
    order: str = "top",
    folder: str | PathLike[str] | None = None,
    ask: Ask | None = None,
) -> Session:
    """A whole session, scored: text (or bytes), a `Path`, or a file that is open for bytes.

    Nothing that is wrong in it raises: it is in `problems`, and all other hands are scored. OfcError for a
    file that cannot be opened. House rules are found from `folder`; those of a `Path` from its own. `ask` is
    called for what names of rows leave open (see `Session`).
    """
    if folder is None and isinstance(source, Path):
        folder = source.parent
    session = Session(rules=rules, stake=stake, duplicates=duplicates, order=order, folder=folder, ask=ask)
    for _ in session.score(source):
        pass
    return session


def _stake_text(stake: object) -> str:
    if not isinstance(stake, Decimal | int | float | str) or isinstance(stake, bool):
        raise TypeError(f"stake must be a number or text, not {brief(stake)}")
    return str(Decimal(stake) if isinstance(stake, int) else stake)  # an int may have too many digits for str


def _lines(stream: BinaryIO, cut: list[Problem]) -> Iterator[tuple[int, str]]:
    """The lines of the file; if it cannot be read any further, `cut` says so."""
    try:
        yield from lines_of(stream)
    except Unreadable as error:
        cut.append(Problem(error.column or 0, str(error)))
    except (OSError, UnicodeError) as error:
        cut.append(Problem(0, f"cannot be read: {getattr(error, 'strerror', None) or error}"))


def _difference(scored: Scored) -> str:
    """Where the file differs; "" if it agrees or says nothing."""
    wrong = [
        f"{seat.name} {signed(seat.expected)}, not {signed(paid)}"
        for seat, paid in zip(scored.hand.seats, scored.settlement.points, strict=True)
        if seat.expected not in (None, paid)
    ]
    return f"hand {scored.hand.label}: the file has {'; '.join(wrong)}" if wrong else ""
