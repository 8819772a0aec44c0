"""A scored session as text, as a table, as plain data and as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

from .._columns import columns, cut, pad, right, signed, wrapped
from ._known import listed_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from ._changes import Change
    from ._chips import Holding
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
    *("stack", "stack_after", "button"),
)
"""Columns of a session as rows: one for each player of each hand."""


def unpainted(text: str, *styles: str) -> str:
    """The text as it is, without colours."""
    return text


# Text


def hand_text(scored: Scored, paint: Paint) -> str:
    """A hand with its reasons, and the totals so far."""
    title = scored.title
    totals = dict(zip(scored.names, scored.totals, strict=True))
    parts = (
        *(line for text in _changes(scored.changes) for line in wrapped(text, "", "  ")),
        *([""] if scored.changes else []),
        paint(f"{title}\n{'=' * columns(title)}", "bold"),
        *(_points_alone(scored) if scored.hand.has_only_points else _explained(scored)),
        *_list("Chips: ", _stacks(scored)),
        *(line for text in _notes(scored) for line in wrapped(text, "", "  ")),
        *_list("So far: ", [f"{name} {signed(total)}" for name, total in totals.items()]),
    )
    return "\n".join(parts) + "\n\n"


def _changes(changes: Iterable[Change]) -> Iterator[str]:
    """What happened to chips, as sentences."""
    said = [str(change) for change in changes]
    if said:
        yield f"Before this hand: {'; '.join(said)}"


def _explained(scored: Scored) -> Iterator[str]:
    yield scored.settlement.explain(names=scored.names).rstrip("\n")


def _points_alone(scored: Scored) -> Iterator[str]:
    """The points of a hand of which nothing else is known."""
    width = max(columns(name) for name in scored.names)
    for seat, points in zip(scored.hand.seats, scored.settlement.points, strict=True):
        held = f"  {seat.board}" if seat.board.cards else ""
        yield f"{pad(seat.name, width)}  {signed(points):>5}{held}"
    if not scored.hand.is_correction:
        yield "(points as they are written)"


def _stacks(scored: Scored) -> list[str]:
    """'Al 100 -> 117' for each player, where the hand is played for chips."""
    before, after = scored.hand.stacks, scored.stacks
    if before is None or after is None:
        return []
    return [f"{name} {a} -> {b}" for name, a, b in zip(scored.hand.players, before, after, strict=True)]


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
        if then is None and scored.hand.has_only_points:
            continue
        if then is None:
            moves.append(f"{name}'s next hand is open")
        elif then:
            moves.append(f"{name} {'stays' if now else 'enters'} with {then} cards")
    if moves:
        unsure = " (as after a normal hand: the one before it is not known)"
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
    hands = "1 hand" if session.played == 1 else f"{session.played} hands"
    left_out = f" ({len(session.unscored)} not scored)" if session.unscored else ""
    yield paint(f"After {hands}{left_out}{_stakes(session)}", "bold")
    width = max(columns(name) for name in session.totals)
    digits = max(len(signed(total)) for total in session.totals.values())
    dues = {name: due for name in session.totals if (due := session.money(name)) is not None}
    chips = session.chips
    if session.changes:
        yield f"After the last hand: {'; '.join(map(str, session.changes))}"
    cents = all(due == round(due, 2) for due in dues.values()) and any(due % 1 for due in dues.values())
    for name, total in sorted(session.totals.items(), key=lambda item: -item[1]):
        amount = ""
        if name in dues:
            won = f"{dues[name]:.2f} {session.currency}".rstrip() if cents else session.price(dues[name])
            amount = f"  {signed(won):>12}"
        held = f"   {_held(chips[name])}" if name in chips else ""
        yield f"  {pad(name, width)}  {_points(total, digits, paint)}{amount}{held}".rstrip()
    for name, one in chips.items():
        if name not in session.totals:
            yield f"  {pad(name, width)}  {0:>{digits}}   {_held(one)}"
    unit = "" if session.stake is not None else " in points"
    debts = session.debts
    yield paint(f"Who owes whom{unit}" + (": nobody" if not debts else ""), "bold")
    for debt in debts:
        yield f"  {debt.debtor} pays {debt.creditor} {session.price(debt.amount)}"
    if session.unscored:
        yield from _unscored(session, paint)
    if session.cut:
        yield paint(f"Not read to its end: {session.cut}", "red")


def _held(one: Holding) -> str:
    """What a player bought and has."""
    parts = [f"bought {one.bought}"]
    parts += [f"took away {one.taken}"] if one.taken else []
    parts += [f"has {one.stack}"] if one.stack is not None else []
    return ", ".join(parts)


def _stakes(session: Session) -> str:
    """', 0.25 a point', or the stakes that it changed to."""
    known = dict.fromkeys(scored.hand.stake for scored in session.hands)
    prices = [session.price(stake) for stake in known if stake is not None]
    return f", {' then '.join(prices)} a point" if prices else ""


def _unscored(session: Session, paint: Paint) -> Iterator[str]:
    """Which hands are not in the totals, one line for each reason."""
    left_out, all_hands = len(session.unscored), session.played + len(session.unscored)
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
    lines = [start] if parts else []
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
        **_chips(session),
        "unscored": len(session.unscored),
        "problems": [
            {"line": one.line or None, "column": one.column or None, "message": one.message, "hand": one.hand}
            for one in session.problems
        ],
    }


def _chips(session: Session) -> dict[str, Any]:
    """What everybody has and has bought, and what happened after the last hand; {} without chips."""
    chips = {
        name: {"stack": one.stack, "bought": one.bought, "taken": one.taken}
        for name, one in session.chips.items()
    }
    changes = [_change(change) for change in session.changes]
    return {**({"chips": chips} if chips else {}), **({"changes": changes} if changes else {})}


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
        **({"changes": [_change(change) for change in scored.changes]} if scored.changes else {}),
        **({"stacks_after": list(scored.stacks)} if scored.stacks is not None else {}),
        **({"correction": True} if hand.is_correction else {}),
    }


def _change(change: Change) -> dict[str, Any]:
    """What happened to chips, for JSON."""
    return {"kind": change.kind, "line": change.line, "chips": dict(change.chips)}


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
    if seat.only_points:
        return ""
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
        place = i % len(hand.players)
        before = None if hand.stacks is None else hand.stacks[place]
        after = None if scored.stacks is None else scored.stacks[place]
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
            before,
            after,
            int(hand.button == place),
        )
