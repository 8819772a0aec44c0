"""A settlement as a table to read: the boards, every pair row by row, the payments, the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from functools import cache
from itertools import combinations

from .._columns import cut, pad, printable, right, signed, wrapped
from .._errors import OfcError
from .._values import brief, listed
from ..board import MOST_BOARDS, Row, Status, check_seat, why_foul
from ..cards import RANKS
from ..ranking import Category, describe, strength_key
from ..rules import NATURALS, Rules, TableStakes
from ._stakes import Payment, in_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._settlement import Settlement

WIDTH = 76
NAME = 12  # columns of a name and the space after it
LABEL = 10
WORDS = 38
ROW, ROYALTY = 6, 10
_BOARDS_ABREAST = 4


def table_text(settled: Settlement, names: Sequence[str] | None, stake: int | float | Decimal | None) -> str:
    """The whole table; every line at most 76 columns, the last one with its line end."""
    return "\n".join(_Writer(settled, _names(names, len(settled.boards)), _stake(stake)).lines()) + "\n"


def words(settled: Settlement, seat: int) -> tuple[str, str, str]:
    """What `Settlement.words` gives."""
    seats = len(settled.boards)
    check_seat("the board", seat, seats)
    if settled.strengths[seat] is None:
        return "", "", ""
    writer = _Writer(settled, _names(None, seats), None)
    return writer.words(seat, Row.TOP), writer.words(seat, Row.MIDDLE), writer.words(seat, Row.BOTTOM)


@cache
def hand_in_words(strength: int) -> str:
    """A hand in a few words, the cards that only break ties as ranks: 'Pair of queens, A K 9'.

    >>> hand_in_words(9831)
    'Four of a kind, aces, K'
    """
    kind, ranks = strength_key(strength)
    if kind == Category.FLUSH:
        return f"Flush, {_ranks(ranks)}"
    named = {Category.TWO_PAIR: 2}.get(kind, 1)
    if kind not in _WITH_KICKERS or len(ranks) == named:
        return describe(strength)
    parts = 2 if kind in _NAMED_AFTER_COMMA else 1
    return f"{', '.join(describe(strength).split(', ')[:parts])}, {_ranks(ranks[named:])}"


_NAMED_AFTER_COMMA = (Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)
_WITH_KICKERS = (Category.HIGH_CARD, Category.PAIR, *_NAMED_AFTER_COMMA)


def _ranks(ranks: Sequence[int]) -> str:
    return " ".join(RANKS[rank] for rank in ranks)


class _Writer:
    """The lines of one settlement."""

    def __init__(self, settled: Settlement, names: list[str], stake: Decimal | None) -> None:
        self.settled = settled
        self.rules = settled.rules
        self.names = names
        self.stake = stake
        self._words: dict[int, list[str]] = {}

    def lines(self) -> Iterator[str]:
        yield from wrapped(_rules_line(self.rules), width=WIDTH)
        yield ""
        yield from self.boards()
        yield from self.jokers()
        yield from self.dead_hands()
        for a, b in combinations(range(len(self.names)), 2):
            if (a, b) in self.settled.head_to_head:
                yield ""
                yield from self.pair(a, b)
        if self.settled.stacks is not None:
            yield ""
            yield from self.payments()
        elif any(payment.why for payment in self.settled.payments):
            yield ""
            yield from self.capped()
        yield ""
        yield from self.totals()

    # the boards side by side

    def boards(self) -> Iterator[str]:
        count = len(self.names)
        for first in range(0, count, _BOARDS_ABREAST):
            seats = range(first, min(first + _BOARDS_ABREAST, count))
            width = min((WIDTH - LABEL) // len(seats), 24)
            if first:
                yield ""
            yield _trim(" " * LABEL, *(pad(self.names[i], width) for i in seats))
            for row in Row:
                yield _trim(pad(str(row), LABEL), *(pad(self.held(i, row, width - 1), width) for i in seats))
            yield _trim(pad("royalties", LABEL), *(pad(self.earned(i), width) for i in seats))

    def held(self, seat: int, row: Row, width: int) -> str:
        """The cards of a row, or what it is called, cut to this width."""
        if (seat, row) in self.settled.called:
            return cut(printable(self.settled.called[seat, row]), width)
        return " ".join(map(str, self.settled.boards[seat].rows[row])) or "-"

    def earned(self, seat: int) -> str:
        if seat in self.settled.surrendered:
            return "gave up"
        if self.settled.fouls[seat]:
            return "FOUL"
        if self.natural(seat):
            return "NATURAL"
        earned = self.settled.royalties[seat]
        parts = " + ".join(str(points) for points in earned if points)
        return f"{parts} = {earned.total}" if "+" in parts else parts or "none"

    def natural(self, seat: int) -> str:
        """The natural that a board is, in words; empty where it is none."""
        name = self.settled.naturals[seat]
        return NATURALS[name] if name else ""

    def jokers(self) -> Iterator[str]:
        """What each joker stands for."""
        first = True
        for name, board, natural in zip(self.names, self.settled.boards, self.settled.resolved, strict=True):
            if natural is board:
                continue
            pairs = zip(board.cards, natural.cards, strict=False)  # the cards of named rows are not known
            known = [f"{card} is {other}" for card, other in pairs if card.is_joker and card != other]
            if known:
                yield from [""] * first
                yield from wrapped(f"{name}: {', '.join(known)}", rest="  ", width=WIDTH)
                first = False

    def dead_hands(self) -> Iterator[str]:
        """Why a hand does not count."""
        seats = [i for i in range(len(self.names)) if self.settled.fouls[i] or i in self.settled.surrendered]
        if seats:
            yield ""
        for i in seats:
            why = "gave up the hand." if i in self.settled.surrendered else f"is foul: {self.foul(i)}."
            yield from wrapped(f"{self.names[i]} {why}", rest="  ", width=WIDTH)

    def foul(self, seat: int) -> str:
        if seat in self.settled.left:
            is_unwritten = (seat, Row.TOP) in self.settled.called
            return "its cards are not written down" if is_unwritten else "the player has left the hand"
        strengths = self.settled.strengths[seat]
        assert strengths is not None
        status = why_foul(strengths, self.rules)
        top, middle, bottom = (self.words(seat, row) for row in Row)
        reasons = {
            Status.TOP_BEATS_MIDDLE: f"the top ({top}) beats the middle ({middle})",
            Status.MIDDLE_BEATS_BOTTOM: f"the middle ({middle}) beats the bottom ({bottom})",
            Status.MIDDLE_EQUALS_BOTTOM: f"the middle equals the bottom ({bottom})",
            Status.MIDDLE_NOT_LOW: f"the middle ({middle}) is not a ten-low or better",
            Status.TOP_BEATS_BOTTOM: f"the top ({top}) beats the bottom ({bottom})",
        }
        return "; ".join(reason for flag, reason in reasons.items() if flag in status)

    def words(self, seat: int, row: Row) -> str:
        """The hand that a counted board holds in this row."""
        if seat not in self._words:
            self._words[seat] = self._hands(seat)
        return self._words[seat][row]

    def _hands(self, seat: int) -> list[str]:
        strengths = self.settled.strengths[seat]
        assert strengths is not None
        found = list(map(hand_in_words, strengths))
        middle = strengths[Row.MIDDLE]
        if middle <= self.rules.low_middle_max:
            found[Row.MIDDLE] = "-".join(RANKS[rank] for rank in strength_key(middle)[1]) + " low"
        for row, cards in enumerate(self.settled.resolved[seat].rows):
            if found[row].startswith("Flush"):  # with several decks, its strength is of this table alone
                found[row] = f"Flush, {_ranks(sorted([card >> 2 for card in cards], reverse=True))}"
        for (of, row), name in self.settled.called.items():
            if of == seat:
                found[row] = printable(name)
        return found

    # two players

    def pair(self, a: int, b: int) -> Iterator[str]:
        live = [i for i in (a, b) if not self.settled.fouls[i] and i not in self.settled.surrendered]
        title = f"{self.names[a]} against {self.names[b]}"
        if not live:
            yield title
            yield "  Neither hand counts: nobody pays."
            return
        yield pad(title, WIDTH - ROW - ROYALTY) + f"{'points':>{ROW}}{'royalties':>{ROYALTY}}"
        points = {a: 0, b: 0}
        for seat, label, words, won, royalty, paid in self.against(a, b, live):
            points[seat] += won
            shown = "" if not royalty else str(royalty) if paid else f"({royalty})"
            name = pad(self.names[seat], NAME)
            yield _trim(
                f"  {label:<{LABEL - 2}}{name}{pad(words, WORDS)}", _number(won, ROW), f"{shown:>{ROYALTY}}"
            )
        yield " " * (WIDTH - ROW - ROYALTY) + " ----- ---------"
        yield from wrapped(self.net(a, b, points), "  ", "    ", WIDTH)

    def against(self, a: int, b: int, live: list[int]) -> Iterator[tuple[int, str, str, int, int, int]]:
        """(seat, label, words, points, royalty of the row, royalty that is paid) line by line."""
        pair = self.settled.head_to_head[(a, b)]
        yield from self.lines_of_pair(a, b, live)
        if pair.bonus:
            seat = a if pair.bonus > 0 else b
            yield seat, "table", "sweeps all opponents", abs(pair.bonus), 0, 0

    def lines_of_pair(self, a: int, b: int, live: list[int]) -> Iterator[tuple[int, str, str, int, int, int]]:
        """The same without a sweep of the table."""
        if len(live) == 2:
            yield from self.naturals(a, b) if self.natural(a) or self.natural(b) else self.rows(a, b)
            return
        (seat,) = live
        other = a + b - seat
        pair = self.settled.head_to_head[(a, b)]
        label, what = ("gave up", "gave up") if other in self.settled.surrendered else ("foul", "is foul")
        yield seat, label, self.natural(seat) or f"{self.names[other]} {what}", abs(pair.points), 0, 0
        if label == "foul":
            for row, royalty in zip(Row, self.settled.royalties[seat], strict=True):
                if royalty:
                    paid = (pair.earned if seat == a else pair.paid)[row]
                    yield seat, str(row), self.words(seat, row), 0, royalty, paid

    def naturals(self, a: int, b: int) -> Iterator[tuple[int, str, str, int, int, int]]:
        points = self.settled.head_to_head[(a, b)].points
        for seat, won in ((a, points), (b, -points)):
            if self.natural(seat):
                yield seat, "natural" if points else "  tie", self.natural(seat), max(won, 0), 0, 0

    def rows(self, a: int, b: int) -> Iterator[tuple[int, str, str, int, int, int]]:
        pair = self.settled.head_to_head[(a, b)]
        for row in Row:
            for seat, sign, paid in ((a, 1, pair.earned), (b, -1, pair.paid)):
                won = int(pair.rows[row] == sign)
                label = str(row) if seat == a else "" if pair.rows[row] else "  tie"
                yield seat, label, self.words(seat, row), won, self.settled.royalties[seat][row], paid[row]
        bonus = pair.points - sum(pair.rows)
        if bonus:
            seat = a if bonus > 0 else b
            won, lost = (pair.rows.count(sign if bonus > 0 else -sign) for sign in (1, -1))
            label, words = ("sweep", "all three rows") if won == 3 else ("extra", f"{won} rows to {lost}")
            yield seat, label, words, abs(bonus), 0, 0

    def net(self, a: int, b: int, points: dict[int, int]) -> str:
        """The sums of both, and who pays."""
        pair = self.settled.head_to_head[(a, b)]
        net = pair.net
        earned = {a: sum(pair.earned), b: sum(pair.paid)}
        winner, loser = (a, b) if net >= 0 else (b, a)
        sums = [f"{self.names[i]} {_sum(points[i], earned[i])}" for i in (a, b)]
        verb = "owes" if self.is_limited else "pays"
        result = f"{self.names[loser]} {verb} {self.names[winner]} {abs(net)}" if net else f"nobody {verb}"
        return f"{'; '.join(sums)}: {result}"

    # the whole table

    @property
    def is_limited(self) -> bool:
        """Whether somebody may pay less than they owe."""
        return self.settled.stacks is not None or self.rules.loss_cap is not None

    def capped(self) -> Iterator[str]:
        """The payments in their order, where one of them meets the cap on losses."""
        yield f"Nobody loses more than {self.rules.loss_cap} in a hand; payments in their order"
        yield f"  {pad('payer', NAME)}{pad('payee', NAME)}{'owes':>5}{'pays':>6}"
        for payment in self.settled.payments:
            payer, payee = self.names[payment.payer], self.names[payment.payee]
            note = f"   {payer} is at the cap" if payment.why else ""
            yield f"  {pad(payer, NAME)}{pad(payee, NAME)}{payment.owed:>5}{payment.paid:>6}{note}"

    def payments(self) -> Iterator[str]:
        """The payments under table stakes, in their order."""
        settled = self.settled
        assert settled.stacks is not None
        if settled.button is None:
            yield "Table stakes: the same in whatever order they settle"
        else:
            first = self.names[next(in_order(len(self.names), settled.button))[0]]
            yield f"Table stakes: {self.names[settled.button]} has the button, {first} settles first"
        yield f"  {pad('payer', NAME)}{pad('payee', NAME)}{'owes':>5}{'pays':>6}   chips then"
        chips = list(settled.stacks)
        for payment in settled.payments:
            yield from self.payment(payment, chips)

    def payment(self, payment: Payment, chips: list[int]) -> Iterator[str]:
        """One payment; the chips of both change by it."""
        payer, payee = self.names[payment.payer], self.names[payment.payee]
        giver, taker = payment.payer % len(chips), payment.payee % len(chips)
        chips[giver] -= payment.paid
        chips[taker] += payment.paid
        note = f"{payer} {chips[giver]}, {payee} {chips[taker]}"
        if payment.why == "stack":
            note += f"; all that {payer} has"
        elif payment.why == "out":
            note += f"; {payee} is out"
        elif payment.why == "loss":
            note += f"; {payer} is at the cap on losses"
        for name, seat in ((payer, giver), (payee, taker)):
            note += f"; {name} is complete" if self.is_complete(seat, chips) else ""
        start = f"  {pad(payer, NAME)}{pad(payee, NAME)}{payment.owed:>5}{payment.paid:>6}   "
        yield from wrapped(note, start, " " * 42, WIDTH)

    def is_complete(self, person: int, chips: list[int]) -> bool:
        """Whether they have won as much as they had, so that their hand is complete."""
        stakes, stacks = self.rules.table_stakes or TableStakes(), self.settled.stacks
        return stakes.win_cap and stacks is not None and chips[person] >= 2 * stacks[person]

    def totals(self) -> Iterator[str]:
        """What each has won from each, and in all."""
        seats = range(len(self.names))
        wide = len(self.names) <= _BOARDS_ABREAST
        stacks = self.is_limited
        heads = [self.names[i] for i in seats] if wide else []
        heads += [*(["due"] if stacks else []), "points"]
        heads += [f"at {self.stake:f}"] if self.stake is not None else []
        width = max(8, min(NAME, (WIDTH - NAME) // len(heads)))
        yield _trim(pad("Totals", NAME), *(" " + right(head, width - 1) for head in heads))
        for i in seats:
            against = [self.between(i, j) for j in seats]
            cells = ["." if net is None else signed(net) for net in against] if wide else []
            cells += [signed(sum(filter(None, against)))] if stacks else []
            cells.append(signed(self.settled.points[i]))
            if self.stake is not None:
                cells.append(_money(self.settled.points[i], self.stake))
            yield _trim(pad(self.names[i], NAME), *(" " + right(cell, width - 1) for cell in cells))

    def between(self, i: int, j: int) -> int | None:
        """Net of one over another; None where they are not compared."""
        pair = (i, j) if i < j else (j, i)
        if pair not in self.settled.head_to_head:
            return None
        net = self.settled.head_to_head[pair].net
        return net if i < j else -net


def _rules_line(rules: Rules) -> str:
    who = {
        "both": "both players earn them",
        "row-winner": "only the winner of the row earns them; those not paid are in brackets",
        "pair-winner": "only the winner on row points earns them; those not paid are in brackets",
    }[rules.royalties_to]
    scoring = "no bonus" if rules.scoring == "rows" else f"{rules.scoring} scoring"
    if (rules.sweep_bonus, rules.majority_bonus) != (None, None):
        scoring = f"{rules.row_points(1, 1, -1)} for two rows to one, {rules.sweep_value} for all three"
    if not rules.foul_pays_royalties:
        who += "; a foul does not pay them (brackets)"
    scoring = scoring[0].upper() + scoring[1:]
    return f"Rules: {rules.name}. {scoring}; royalties {rules.royalties.name}, {who}."


def _sum(points: int, earned: int) -> str:
    return f"{points} + {earned} = {points + earned}" if points and earned else str(points + earned)


def _names(names: Sequence[str] | None, seats: int) -> list[str]:
    if names is None:
        return [f"player {i}" for i in range(seats)]
    names = () if isinstance(names, str) else listed("names", names, MOST_BOARDS)
    if len(names) != seats or not all(isinstance(name, str) for name in names):
        raise OfcError(f"names: {seats} needed, one text for each board, not {brief(names)}")
    return [cut(printable(name).strip() or "?", NAME - 1) for name in names]


def _stake(stake: int | float | Decimal | None) -> Decimal | None:
    if stake is None:
        return None
    try:
        amount = Decimal(str(stake)) if isinstance(stake, (int, float, str, Decimal)) else Decimal("nan")
    except (InvalidOperation, ValueError):  # ValueError: an int with more digits than Python prints
        amount = Decimal("nan")
    if isinstance(stake, bool) or not amount.is_finite() or amount <= 0:
        raise OfcError(f"stake = {brief(stake)}: must be an amount for each point, more than 0")
    return amount


def _money(points: int, stake: Decimal) -> str:
    """The amount, with as many decimals as the stake has, and two at least where it is not whole."""
    whole = stake == stake.to_integral_value()
    decimals = 0 if whole else max(2, -int(stake.normalize().as_tuple().exponent))
    return signed(f"{points * stake:.{decimals}f}")


def _number(points: int, width: int) -> str:
    return f"{points or '':>{width}}"


def _trim(*parts: str) -> str:
    return "".join(parts).rstrip()
