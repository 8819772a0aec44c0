"""The results of `ofckit score` as text, as a table, as JSON and as CSV."""

from __future__ import annotations

import csv
import json
import sys
from decimal import Decimal

from ofckit.cli.money import money
from ofckit.cli.score import Scored, Session
from ofckit.cli.tables import Problem
from ofckit.cli.terminal import WIDTH, Style, columns, pad, signed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NARROW = 8  # columns of a name in a table, at least


class TextReport:
    """Every hand with its reasons and the totals so far; at the end the totals and who owes whom."""

    def __init__(self) -> None:
        self.style = Style(sys.stdout)

    def hand(self, scored: Scored) -> None:
        hand = scored.hand
        title = f"Hand {hand.label}"
        print(self.style(f"{title}\n{'=' * columns(title)}", "bold"))
        print(scored.settlement.explain(names=scored.names).rstrip("\n"))
        totals = dict(zip(scored.names, scored.totals, strict=True))
        print(_wrapped("So far: ", [f"{name} {signed(total)}" for name, total in totals.items()]))
        print()

    def problem(self, problem: Problem) -> None:
        """Problems go to the standard error."""

    def end(self, session: Session) -> None:
        print_totals(session, self.style)


class BriefReport:
    """One line a hand: the points of each player, then the totals and who owes whom."""

    def __init__(self) -> None:
        self.style = Style(sys.stdout)
        self.rows: list[tuple[str, dict[str, int]]] = []

    def hand(self, scored: Scored) -> None:
        points: dict[str, int] = {}
        for name, paid in zip(scored.names, scored.settlement.points, strict=True):
            points[name] = points.get(name, 0) + paid
        self.rows.append((scored.hand.label, points))

    def problem(self, problem: Problem) -> None:
        """Problems go to the standard error."""

    def end(self, session: Session) -> None:
        names = list(session.totals)
        label = min(24, max([5, *(columns(label) + 1 for label, _ in self.rows)]))
        width = max([NARROW, *(min(16, columns(name) + 2) for name in names)])
        if names and label + len(names) * width <= WIDTH:
            self._table(names, label, width)
        else:
            for hand, points in self.rows:
                print(_wrapped(f"{hand}: ", [f"{name} {signed(paid)}" for name, paid in points.items()]))
        if self.rows:
            print()
        print_totals(session, self.style)

    def _table(self, names: list[str], label: int, width: int) -> None:
        heads = (pad(name, min(width - 2, columns(name))) for name in names)
        line = "".join(" " * (width - columns(head)) + head for head in heads)
        print(self.style(pad("hand", label) + line, "bold"))
        for hand, points in self.rows:
            cells = (
                self.style.points(points[name], width) if name in points else " " * width for name in names
            )
            print((pad(hand, label) + "".join(cells)).rstrip())


def print_totals(session: Session, style: Style) -> None:
    """The standings and the payments."""
    if not session.hands:
        return
    stake = "" if session.stake is None else f", {money(session.stake)} a point"
    hands = "1 hand" if session.hands == 1 else f"{session.hands} hands"
    left_out = f" ({session.unscored} not scored)" if session.unscored else ""
    print(style(f"After {hands}{left_out}{stake}", "bold"))
    width = max(columns(name) for name in session.totals)
    digits = max(len(signed(total)) for total in session.totals.values())
    for name, total in sorted(session.totals.items(), key=lambda item: -item[1]):
        line = f"  {pad(name, width)}  {style.points(total, digits)}"
        due = session.money(name)
        print(line if due is None else f"{line}  {_signed_money(due):>12}".rstrip())
    unit = "" if session.stake is not None else " in points"
    debts = session.payments
    print(style(f"Who owes whom{unit}" + (": nobody" if not debts else ""), "bold"))
    for debt in debts:
        print(f"  {debt.payer} pays {debt.payee} {money(debt.amount)}")


def _signed_money(amount: Decimal) -> str:
    return signed(money(amount))


def _wrapped(start: str, parts: list[str]) -> str:
    """Parts with commas between, over as many lines as they need."""
    lines = [start]
    for number, part in enumerate(parts):
        piece = part + ("," if number + 1 < len(parts) else "")
        if columns(lines[-1]) + columns(piece) > WIDTH - 1 and lines[-1].strip():
            lines.append("    ")
        lines[-1] += piece + " "
    return "\n".join(line.rstrip() for line in lines)


def _number(amount: Decimal) -> int | float:
    """A number as JSON has it."""
    return int(amount) if amount == amount.to_integral_value() else float(amount)


class JsonReport:
    """One JSON object with hands, totals, payments and problems."""

    def __init__(self) -> None:
        self.hands: list[dict[str, Any]] = []
        self.problems: list[dict[str, Any]] = []

    def hand(self, scored: Scored) -> None:
        hand, settlement, names = scored.hand, scored.settlement, scored.names
        self.hands.append(
            {
                "hand": hand.label,
                "line": hand.line,
                "rules": hand.rules.name,
                "players": [_player(scored, i) for i in range(len(names))],
                "pairs": [
                    {"first": names[i], "second": names[j], "points": net}
                    for (i, j), net in settlement.pairs.items()
                ],
                "transfers": [
                    {"from": names[payer], "to": names[payee], "points": amount}
                    for payer, payee, amount in settlement.transfers
                ],
                "button": None if hand.button is None else names[hand.button],
                "stacks": None if hand.stacks is None else list(hand.stacks),
            }
        )

    def problem(self, problem: Problem) -> None:
        place = {"line": problem.line or None, "column": problem.column or None}
        self.problems.append({**place, "message": problem.message})

    def end(self, session: Session) -> None:
        document = {
            "file": session.file,
            "stake": None if session.stake is None else _number(session.stake),
            "hands": self.hands,
            "totals": session.totals,
            "payments": [
                {"from": debt.payer, "to": debt.payee, "amount": _number(debt.amount)}
                for debt in session.payments
            ],
            "unscored": session.unscored,
            "problems": self.problems,
        }
        print(json.dumps(document, indent=2))


def _player(scored: Scored, i: int) -> dict[str, Any]:
    """One seat of a hand."""
    seat, settlement = scored.hand.seats[i], scored.settlement
    top, middle, bottom = settlement.royalties[i]
    return {
        "name": seat.name,
        "board": str(seat.board),
        "points": settlement.points[i],
        "total": scored.totals[i],
        "royalties": {"top": top, "middle": middle, "bottom": bottom},
        "foul": settlement.fouls[i],
        "surrendered": seat.surrendered,
        "expected": seat.expected,
    }


class CsvReport:
    """One line for each player of each hand."""

    FIELDS = (
        *("hand", "line", "rules", "player", "points", "total", "top", "middle", "bottom"),
        *("royalty_top", "royalty_middle", "royalty_bottom", "foul", "surrendered"),
    )

    def __init__(self) -> None:
        self.writer = csv.writer(sys.stdout, lineterminator="\n")
        self.writer.writerow(self.FIELDS)

    def hand(self, scored: Scored) -> None:
        hand, settlement = scored.hand, scored.settlement
        for i, seat in enumerate(hand.seats):
            rows = (" ".join(map(str, row)) for row in seat.board.rows)
            foul, gone = int(settlement.fouls[i]), int(seat.surrendered)
            points = (settlement.points[i], scored.totals[i])
            start = (hand.label, hand.line, hand.rules.name, seat.name)
            self.writer.writerow((*start, *points, *rows, *settlement.royalties[i], foul, gone))

    def problem(self, problem: Problem) -> None:
        """Problems go to the standard error."""

    def end(self, session: Session) -> None:
        """Totals stand in the last line of each player."""
