"""A scored session as text, as a table, as plain data and as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

from .._columns import columns, cut, pad, right, signed, wrapped
from ._known import listed_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from ._hand import Seat, Unscored
    from ._session import Scored, Session

    Paint: TypeAlias = Callable[..., str]  # (text, *styles)

WIDTH = 80
NARROW, WIDE = 8, 16  # columns of a name in a table
MOST_LABEL = 24
MOST_ABREAST = 16  # players in tables
MOST_REASONS = 20
FIELDS = (
    *("hand", "line", "rules", "player", "points", "total", "top", "middle", "bottom"),
    *("royalty_top", "royalty_middle", "royalty_bottom", "foul", "surrendered"),
)
"""Columns of a session as rows: one for each player of each hand."""


def unpainted(text: str, *styles: str) -> str:
    """The text as it is, without colours."""
    return text


# Text


def hand_text(scored: Scored, paint: Paint) -> str:
    """A hand with its reasons, and the totals so far."""
    title = f"Hand {scored.hand.label}"
    totals = dict(zip(scored.names, scored.totals, strict=True))
    parts = (
        paint(f"{title}\n{'=' * columns(title)}", "bold"),
        scored.settlement.explain(names=scored.names).rstrip("\n"),
        *(line for text in _notes(scored) for line in wrapped(text, "", "  ")),
        *_list("So far: ", [f"{name} {signed(total)}" for name, total in totals.items()]),
    )
    return "\n".join(parts) + "\n\n"


def _notes(scored: Scored) -> Iterator[str]:
    """What the names of rows leave open, and who is in Fantasyland next."""
    if scored.open:
        yield f"Open: {listed_pairs(scored.hand, scored.open)}"
    yield from (f"Question: {question}" for question in scored.questions)
    yield from _fantasyland(scored)


def _fantasyland(scored: Scored) -> Iterator[str]:
    """Who enters Fantasyland or stays, and with how many cards."""
    moves = []
    for name, now, then in zip(scored.names, scored.inside, scored.fantasyland, strict=True):
        if then is None:
            moves.append(f"{name}'s next hand is open")
        elif then:
            moves.append(f"{name} {'stays' if now else 'enters'} with {then} cards")
    if moves:
        unsure = " (as after a normal hand: the one before it is not scored)"
        yield f"Fantasyland: {', '.join(moves)}{unsure if None in scored.inside else ''}"


def table_text(session: Session, paint: Paint) -> str:
    """One line a hand: the points of each player."""
    if not session.hands:
        return ""
    hands = [(scored.hand.label, _by_name(scored)) for scored in session.hands]
    names = list(session.totals)
    label = min(MOST_LABEL, max([5, *(columns(label) + 1 for label, _ in hands)]))
    width = max([NARROW, *(min(WIDE, columns(name) + 2) for name in names)])
    if label + len(names) * width <= WIDTH:
        lines = _table(hands, names, label, width, paint)
    else:
        lines = _tables(hands, names, label, width, paint)
    return "".join(f"{line}\n" for line in [*lines, ""])


def _by_name(scored: Scored) -> dict[str, int]:
    points: dict[str, int] = {}
    for name, paid in zip(scored.names, scored.settlement.points, strict=True):
        points[name] = points.get(name, 0) + paid
    return points


def _table(
    hands: Iterable[tuple[str, dict[str, int]]], names: list[str], label: int, width: int, paint: Paint
) -> Iterator[str]:
    yield paint(pad("hand", label) + "".join(right(cut(name, width - 2), width) for name in names), "bold")
    for hand, points in hands:
        cells = (_points(points[name], width, paint) if name in points else " " * width for name in names)
        yield (pad(cut(hand, label - 1), label) + "".join(cells)).rstrip()


def _tables(
    hands: list[tuple[str, dict[str, int]]], names: list[str], label: int, width: int, paint: Paint
) -> Iterator[str]:
    """As many players beside each other as there is room for, and the others below; very many as a list."""
    if len(names) > MOST_ABREAST:
        yield from (line for hand, points in hands for line in _points_of(hand, points))
        return
    room = max((WIDTH - label) // width, 1)
    for first in range(0, len(names), room):
        those = names[first : first + room]
        if first:
            yield ""
        yield from _table(
            [one for one in hands if any(n in one[1] for n in those)], those, label, width, paint
        )


def _points_of(hand: str, points: dict[str, int]) -> Iterator[str]:
    yield from _list(f"{hand}: ", [f"{name} {signed(paid)}" for name, paid in points.items()])


def summary_text(session: Session, paint: Paint) -> str:
    """The totals and the payments, and which hands are not in them."""
    return "".join(f"{line}\n" for line in _summary(session, paint)) if session.hands else ""


def _summary(session: Session, paint: Paint) -> Iterator[str]:
    hands = "1 hand" if len(session.hands) == 1 else f"{len(session.hands)} hands"
    left_out = f" ({len(session.unscored)} not scored)" if session.unscored else ""
    yield paint(f"After {hands}{left_out}{_stakes(session)}", "bold")
    width = max(columns(name) for name in session.totals)
    digits = max(len(signed(total)) for total in session.totals.values())
    dues = {name: due for name in session.totals if (due := session.money(name)) is not None}
    cents = all(due == round(due, 2) for due in dues.values()) and any(due % 1 for due in dues.values())
    for name, total in sorted(session.totals.items(), key=lambda item: -item[1]):
        amount = ""
        if name in dues:
            won = f"{dues[name]:.2f} {session.currency}".rstrip() if cents else session.price(dues[name])
            amount = f"  {signed(won):>12}"
        yield f"  {pad(name, width)}  {_points(total, digits, paint)}{amount}".rstrip()
    unit = "" if session.stake is not None else " in points"
    debts = session.debts
    yield paint(f"Who owes whom{unit}" + (": nobody" if not debts else ""), "bold")
    for debt in debts:
        yield f"  {debt.debtor} pays {debt.creditor} {session.price(debt.amount)}"
    if session.unscored:
        yield from _unscored(session, paint)
    if session.cut:
        yield paint(f"Not read to its end: {session.cut}", "red")


def _stakes(session: Session) -> str:
    """', 0.25 a point', or the stakes that it changed to."""
    known = dict.fromkeys(scored.hand.stake for scored in session.hands)
    prices = [session.price(stake) for stake in known if stake is not None]
    return f", {' then '.join(prices)} a point" if prices else ""


def _unscored(session: Session, paint: Paint) -> Iterator[str]:
    """Which hands are not in the totals, one line for each reason."""
    left_out, all_hands = len(session.unscored), len(session.hands) + len(session.unscored)
    yield paint(f"{left_out} of {all_hands} hands not scored:", "red")
    reasons: dict[str, list[Unscored]] = {}
    for one in session.unscored:
        reasons.setdefault(one.reason, []).append(one)
    for reason, those in list(reasons.items())[:MOST_REASONS]:
        hands = f"hand {those[0].label} (line {those[0].line})"
        hands += f" and {len(those) - 1} more" if len(those) > 1 else ""
        yield from wrapped(f"{hands}: {reason}", "  ", "    ")
    if len(reasons) > MOST_REASONS:
        yield f"  and {len(reasons) - MOST_REASONS} more reasons"


def _points(points: int, width: int, paint: Paint) -> str:
    """Signed points, green where won and red where lost."""
    style = ("green",) if points > 0 else ("red",) if points < 0 else ()
    return paint(f"{signed(points):>{width}}", *style)


def _list(start: str, parts: list[str]) -> list[str]:
    """Parts with commas between, over as many lines as they need; a part is never broken."""
    lines = [start]
    for number, part in enumerate(parts):
        piece = part + ("," if number + 1 < len(parts) else "")
        if columns(lines[-1]) + columns(piece) > WIDTH - 1 and lines[-1].strip():
            lines.append("    ")
        lines[-1] += piece + " "
    return [line.rstrip() for line in lines]


# Plain data


def session_record(session: Session) -> dict[str, Any]:
    """The session with hands, totals, payments and problems."""
    return {
        "file": session.name,
        "stake": None if session.stake is None else _number(session.stake),
        "hands": [hand_record(scored) for scored in session.hands],
        "totals": dict(session.totals),
        "payments": [
            {"from": debt.debtor, "to": debt.creditor, "amount": _number(debt.amount)}
            for debt in session.debts
        ],
        "unscored": len(session.unscored),
        "problems": [
            {"line": one.line or None, "column": one.column or None, "message": one.message, "hand": one.hand}
            for one in session.problems
        ],
    }


def hand_record(scored: Scored) -> dict[str, Any]:
    """One hand and what it paid."""
    hand, settlement, names = scored.hand, scored.settlement, scored.names
    return {
        "hand": hand.label,
        "line": hand.line,
        "rules": hand.rules.name,
        "players": [_player(scored, i) for i in range(len(names))],
        "pairs": [
            {"first": names[i], "second": names[j], "points": net} for (i, j), net in settlement.pairs.items()
        ],
        "transfers": [
            {"from": names[payer], "to": names[payee], "points": amount}
            for payer, payee, amount in settlement.transfers
        ],
        "button": None if hand.button is None else names[hand.button],
        "stacks": None if hand.stacks is None else list(hand.stacks),
        "duplicates": hand.duplicates,
        "stake": None if hand.stake is None else _number(hand.stake),
    }


def _player(scored: Scored, i: int) -> dict[str, Any]:
    """One seat of a hand."""
    seat, settlement = scored.hand.seats[i], scored.settlement
    top, middle, bottom = settlement.royalties[i]
    return {
        "name": seat.name,
        "board": _board_text(seat),
        "points": settlement.points[i],
        "total": scored.totals[i],
        "royalties": {"top": top, "middle": middle, "bottom": bottom},
        "foul": settlement.fouls[i],
        "surrendered": seat.surrendered,
        "expected": seat.expected,
    }


def _board_text(seat: Seat) -> str:
    """A board as a session is written: its cards, what its rows are called, or that it is a foul."""
    if seat.fouled or seat.left:
        return "fouled"
    return str(seat.board) if seat.is_known else " / ".join(seat.rows)


def _number(amount: Decimal) -> int | float:
    """An amount as a JSON number."""
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def hand_rows(scored: Scored) -> Iterator[tuple[object, ...]]:
    """A row for each player of a hand, in the order of FIELDS."""
    hand, settlement = scored.hand, scored.settlement
    for i, seat in enumerate(hand.seats):
        foul, gone = int(settlement.fouls[i]), int(seat.surrendered)
        points = (settlement.points[i], scored.totals[i])
        yield (
            hand.label,
            hand.line,
            hand.rules.name,
            seat.name,
            *points,
            *seat.rows,
            *settlement.royalties[i],
            foul,
            gone,
        )
