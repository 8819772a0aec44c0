"""Sessions of a home game, scored; pictures; the rules and the presets in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from typing import Any

from .. import html, svg
from .._errors import OfcError
from ..bots import BOTS
from ..objective import Objective
from ..position import Move
from ..rules import RULES, Rules
from ..search import analyse, solve_fantasyland
from ..session import Session
from ..session import read as read_session
from . import _match, _positions, _read
from ._match import by_row, spelled
from ._read import LIMITS, Params, RequestError
from ._types import Data

_BOTS = {
    "greedy": "takes the best row it sees",
    "policy": "plays well and at once",
    "random": "places cards at random",
    "solver": "searches before each move",
    "strong": "plays best: solves the end of the hand",
}


# about and rules


def about(_: Params) -> Data:
    """about {}: the version, the presets, the bots, the limits."""
    from .. import __version__

    return {
        "name": "ofckit",
        "version": __version__,
        "presets": json.loads(_presets()),
        "bots": [{"name": name, "title": _BOTS.get(name, name)} for name in BOTS],
        "limits": dict(LIMITS),
    }


@cache
def _presets() -> str:
    """The presets, which are always the same, as JSON."""
    return json.dumps([_preset(one) for one in RULES.values()])


def _preset(one: Rules) -> Data:
    parts = dict(one.sheet_parts())
    return {
        "name": one.name,
        "title": one.name.replace("-", " ").capitalize(),
        "players": list(one.players),
        "jokers": one.jokers,
        "streets": [[street.deal, street.place] for street in one.plan],
        "fantasyland": one.fantasyland is not None,
        "boards_per_player": one.boards_per_player,
        "at_once": one.is_closed,
        "summary": parts["Deal"],
    }


def rules(params: Params) -> Data:
    """rules {rules}: a preset or house rules, as a sheet."""
    found = _read.rules(params)
    return {
        **_preset(found),
        "sheet": [{"title": title, "lines": text.split("\n")} for title, text in found.sheet_parts()],
        "text": found.sheet(),
        "toml": found.to_toml(),
        "values": {str(cards): points for cards, points in sorted(Objective.of(found).fantasyland.items())},
    }


# scoring


def score(params: Params) -> Data:
    """score {text, rules?, stake?, html?}: a session hand by hand, totals, debts, problems."""
    session = _session(params)
    hands = session.hands[: LIMITS["hands"]]
    return {
        "hands": [
            {
                "label": one.hand.label,
                "line": one.hand.line,
                "rules": one.hand.rules.name,
                "seats": [
                    {
                        "name": name,
                        "rows": by_row(map(spelled, seat.board.rows)),
                        "words": by_row(one.settlement.words(i)),
                        "points": one.settlement.points[i],
                        "royalties": {
                            **by_row(one.settlement.royalties[i]),
                            "total": one.settlement.royalties[i].total,
                        },
                        "foul": one.settlement.fouls[i],
                        "surrendered": seat.surrendered,
                        "total": one.totals[i],
                    }
                    for i, (name, seat) in enumerate(zip(one.names, one.hand.seats, strict=True))
                ],
                "settlement": _match.settlement_view(one.settlement, tuple(one.names)),
                "lines": one.explain().splitlines(),
            }
            for one in hands
        ],
        "totals": [
            {"name": name, "points": points, "money": _money(session.money(name))}
            for name, points in session.totals.items()
        ],
        "lines": session.lines,
        "debts": [
            {"debtor": debtor, "creditor": creditor, "amount": amount}
            for debtor, creditor, amount in session.payments
        ],
        "stake": _money(session.stake),
        "problems": [
            {"line": one.line, "column": one.column, "hand": one.hand, "message": one.message}
            for one in session.problems[:200]
        ],
        "unscored": len(session.unscored),
        "summary": session.summary(),
        "html": html.page(session) if hands and params.get("html") is True else "",
    }


def _session(params: Params) -> Session:
    text = _read.text(params, "text", LIMITS["text"])
    given = None if params.get("rules") is None else _read.rules(params)
    stake = params.get("stake")
    if stake is not None and (isinstance(stake, bool) or not isinstance(stake, int | float | str)):
        raise RequestError("stake: the price of a point, such as 5 or 0.25", "stake")
    if isinstance(stake, str) and (len(stake) > 30 or not stake.strip()):
        stake = None if not stake.strip() else stake[:30]
    return read_session(text, rules=given, stake=stake)


def _money(amount: Decimal | None) -> str | None:
    from ..session import money

    return None if amount is None else money(amount)


# pictures

_THEMES = ("auto", "light", "dark")


def picture(params: Params) -> Data:
    """picture {kind, theme?, colours?, ...}: an <svg> of a board, position, table, hand, analysis, totals."""
    kind = _read.choice(params, "kind", tuple(_KINDS))
    look: dict[str, Any] = {
        "theme": _read.choice(params, "theme", _THEMES),
        "colours": _read.choice(params, "colours", (4, 2)),
    }
    return {"svg": _KINDS[kind](params, look)}


def _draw_board(params: Params, look: dict[str, Any]) -> str:
    given = None if params.get("rules") is None else _read.rules(params)
    where = _positions.read(
        {"rules": _read.write_rules(given) if given else "joker-ultimate", **_one(params)}
    )
    title = _read.text(params, "title", LIMITS["name"] * 2, "Board")
    return svg.board(where.board, rules=given, title=title, **look)


def _one(params: Params) -> Data:
    return {"rows": params.get("rows", params.get("board"))}


def _draw_position(params: Params, look: dict[str, Any]) -> str:
    return svg.position(_positions.read(params), **look)


def _draw_table(params: Params, look: dict[str, Any]) -> str:
    table = _match.Table.read(params)
    hand = table.now.hands[-1]
    if hand.settlement is None:
        raise OfcError("the hand is not over: there is no settlement to draw")
    return svg.table(hand.settlement, names=hand.seat_names, title=f"Hand {hand.number}", **look)


def _draw_hand(params: Params, look: dict[str, Any]) -> str:
    return svg.hand(_match.Table.read(params).now.hands[-1], **look)


def _draw_analysis(params: Params, look: dict[str, Any]) -> str:
    where = _positions.read(params)
    own = Move(_read.text(params, "move", 2000)) if params.get("move") is not None else None
    seconds = _read.number(params, "seconds", 0.05, 3, 0.5)
    found = analyse(where, limit=seconds, threads=1, hold=own)
    return svg.analysis(found, own=own, **look)


def _draw_solution(params: Params, look: dict[str, Any]) -> str:
    return svg.solution(solve_fantasyland(_read.cards(params, "cards"), _read.rules(params), k=3), **look)


def _draw_totals(params: Params, look: dict[str, Any]) -> str:
    session = _session(params)
    if not session.hands:
        raise OfcError("no hand is scored, so there is nothing to draw")
    if len(session.hands) == 1:
        (one,) = session.hands
        return svg.table(one.settlement, names=one.names, title=f"Hand {one.hand.label}", **look)
    return svg.totals(session.lines, payments=session.payments, **look)


_KINDS: dict[str, Callable[[Params, dict[str, Any]], str]] = {
    "board": _draw_board,
    "position": _draw_position,
    "table": _draw_table,
    "hand": _draw_hand,
    "analysis": _draw_analysis,
    "solution": _draw_solution,
    "totals": _draw_totals,
}
