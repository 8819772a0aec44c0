"""Values as HTML: a fragment for a notebook cell, or a page of its own to send to friends.

`fragment(what)` is what Jupyter, marimo and VS Code show for the last line of a cell. `page(what)` is a
self-contained file: pictures and style are in it, nothing is loaded, nothing runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from . import svg
from ._columns import signed
from ._values import CONFIDENCE, brief
from .review import LABELS
from .search import Analysis
from .svg import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._estimates import Estimate
    from ._tables import Records
    from .board import Board
    from .history import History, PlayedHand
    from .odds import Frequencies
    from .position import Position
    from .review import Grade, Review
    from .rules import Rules
    from .scoring import Settlement
    from .search import Moves, Solution, Solutions
    from .session import Scored, Session
    from .simulation import Report

__all__ = ["fragment", "page", "table"]

_MOST_ROWS = 20
_STYLE = (
    ".ofc-html{font:14px/1.45 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;max-width:60em}"
    ".ofc-html table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.4em 0}"
    ".ofc-html .wide{overflow-x:auto}"
    ".ofc-html th,.ofc-html td{padding:.2em .6em;text-align:right;border:0;border-bottom:1px solid #8886;"
    "vertical-align:top}.ofc-html .words{text-align:left}"
    ".ofc-html caption{text-align:left;font-weight:650;padding:.2em 0}"
    # twice the class: JupyterLab floats terms over narrow definitions, and wraps preformatted text
    ".ofc-html.ofc-html dt{font-weight:650;display:block;float:none;width:auto}"
    ".ofc-html.ofc-html dd{margin:0 0 .5em;padding:0;display:block;float:none;width:auto}"
    ".ofc-html.ofc-html pre{margin:.2em 0;white-space:pre;overflow-x:auto}"
    ".ofc-html .pictures{display:flex;flex-wrap:wrap;align-items:flex-start;gap:8px}"
)
_PAGE_STYLE = (
    ":root{color-scheme:light dark}body{margin:0;padding:12px;background:#f6f5f1;color:#1c2024}"
    "h1{font-size:20px;margin:.2em 0 .5em}h2{font-size:16px;margin:1em 0 .3em}details{margin:.5em 0}"
    "summary{cursor:pointer;padding:.4em 0}footer{font-size:12px;opacity:.7;margin-top:2em}"
    "@media (prefers-color-scheme:dark){body{background:#15181b;color:#eceae4}}"
)


def fragment(what: object) -> str:
    """A value of this package as HTML for any page: a picture, or a table.

    Board, Position, Settlement, Solution, Analysis, Moves, Report, Review, Grade, Rules, Frequencies,
    History, PlayedHand, Session, Scored, Solutions, Records; TypeError for anything else.
    """
    return _wrap(_body(what, _FRAGMENTS), f"<style>{_STYLE}</style>")


def page(what: object, *, title: str = "") -> str:
    """The value as a whole document, complete: every hand of a session or history too.

    title: the heading and the name of the tab; by default what the value is.
    """
    body = _body(what, _PAGES if type(what).__name__ in _PAGES else _FRAGMENTS)
    head = escape(title or _TITLES.get(type(what).__name__, type(what).__name__))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{head}</title><style>{_STYLE}{_PAGE_STYLE}</style></head>"
        f"<body><main>{_wrap(f'<h1>{head}</h1>{body}')}</main></body></html>\n"
    )


def table(rows: Sequence[Sequence[object]], titles: Sequence[str], caption: str = "") -> str:
    """Rows as a <table>: columns of numbers aligned right, as printed, and words left."""
    columns = [[_shown(row[i]) for row in rows] for i in range(len(titles))]
    kinds = ["" if all(map(_is_number, column)) else ' class="words"' for column in columns]
    heads = (f'<th scope="col"{kind}>{escape(title)}</th>' for kind, title in zip(kinds, titles, strict=True))
    lines = (
        "".join(f"<td{kind}>{escape(words)}</td>" for kind, words in zip(kinds, cells, strict=True))
        for cells in zip(*columns, strict=True)
    )
    return (
        f'<div class="wide"><table>{f"<caption>{escape(caption)}</caption>" if caption else ""}'
        f"<thead><tr>{''.join(heads)}</tr></thead>"
        f"<tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table></div>"
    )


def _shown(value: object) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def _is_number(words: str) -> bool:
    return words in ("", "-", "exact", "never", "not known") or not any(
        map(str.isalpha, words.replace("to", ""))
    )


def _wrap(body: str, before: str = "") -> str:
    return f'<div class="ofc-html">{before}{body}</div>'


def _body(what: object, forms: dict[str, Callable[..., str]]) -> str:
    for kind in type(what).__mro__:
        if kind.__module__.split(".")[0] == "ofckit" and kind.__name__ in forms:
            return forms[kind.__name__](what)
    raise TypeError(f"there is no picture of {brief(what)}; there is one of {', '.join(_FRAGMENTS)}")


def _pictures(pictures: Iterable[str]) -> str:
    return f'<div class="pictures">{"".join(pictures)}</div>'


def _more(shown: int, every: int, what: str) -> str:
    return f"<p>{every - shown} more {what}.</p>" if every > shown else ""


# each kind


def _board(board: Board) -> str:
    return svg.board(board)


def _position(position: Position) -> str:
    return svg.position(position)


def _settlement(settled: Settlement) -> str:
    return svg.table(settled)


def _solution(found: Solution) -> str:
    return svg.solution(found)


def _moves(found: Analysis | Moves) -> str:
    if len(found) and found.position is not None and found.objective is not None:
        return svg.analysis(found)
    rows = [
        (str(one.move), f"{one.ev:+.3f}", f"{one.foul:.1%}", f"{one.royalty:.3f}")
        for one in found[:_MOST_ROWS]
    ]
    more = _more(len(rows), len(found), "moves")
    return table(rows, ("move", "value", "foul", "royalties")) + more


def _all_moves(found: Analysis | Moves) -> str:
    rows = [
        (
            str(one.move),
            f"{one.ev:+.3f}",
            "exact" if one.exact else f"± {CONFIDENCE * one.se:.3f}",
            f"{one.foul:.1%}",
            f"{one.royalty:.3f}",
            ", ".join(f"{cards}: {share:.1%}" for cards, share in sorted(one.fantasyland.items())),
        )
        for one in found
    ]
    titles = ("move", "value", "95 %", "foul", "royalties", "Fantasyland")
    position = [] if found.position is None else [svg.position(found.position)]
    return _pictures([*position, _moves(found)]) + table(rows, titles, "All moves")


def _report(report: Report) -> str:
    rows = []
    for i in range(len(report.bots)):
        one = report.bot(i)
        low, high = (f"{end:+.3f}" for end in (one.points.low, one.points.high))
        between = f"{low} to {high}" if one.points.low == one.points.low else "not known"
        shares = [_percent(share) for share in (one.foul, one.entry, one.stay, one.sweep)]
        rows.append((one.name, f"{one.points.mean:+.3f}", between, *shares, f"{one.royalty:.2f}"))
    titles = ("bot", "points a hand", "95 %", "foul", "entry", "stay", "sweep", "royalties")
    deals = f"{report.deals:,} deals" + (", seats rotated" if report.is_duel else "")
    left = "" if report.complete else f", not complete: {report.hands:,} were asked for"
    return table(rows, titles, f"{report.rules.name}: {deals}, seed {report.seed}{left}")


def _percent(share: float) -> str:
    return "-" if share != share else f"{share:.1%}"


def _review(found: Review) -> str:
    rows = [(one.decision.where, one.label, f"-{one.loss:.2f}", one.reason) for one in found.worst()]
    moves = table(rows, ("where", "label", "lost", "why"), "What lost most") if rows else ""
    return _review_totals(found) + moves


def _review_totals(found: Review) -> str:
    tallies = [
        (
            *(one.player, one.moves, *one.labels.values(), one.hands, f"{one.lost:.2f}"),
            *(_estimate(points) for points in (one.a_hand, one.policy, one.rating)),
        )
        for one in found.players
    ]
    titles = ("player", "moves", *LABELS, "hands", "points lost", "a hand", "the policy", "rating")
    left = f"<p>{found.left} moves are not graded.</p>" if found.left else ""
    leaks = [
        table(
            [
                (one.player, one.what, one.moves, one.mistakes, f"{one.lost:.2f}", _estimate(one.a_hand))
                for one in part
            ],
            ("player", what, "moves", "mistakes", "points lost", "a hand"),
        )
        for what, part in (("street", found.by_street), ("kind", found.by_kind))
        if part
    ]
    return table(tallies, titles) + "".join(leaks) + left


def _estimate(points: Estimate) -> str:
    unknown = points.low != points.low
    return f"{points.mean:.2f}" if unknown else f"{points.mean:.2f} ({points.low:.2f} to {points.high:.2f})"


def _review_page(found: Review) -> str:
    mistakes = "".join(
        f"<h2>{escape(f'{one.label}, -{one.loss:.2f} ({_error(one.se, one.exact)}): {one.decision.where}')}"
        f"</h2>{_grade(one)}"
        for one in found.worst(len(found))
    )
    return _review_totals(found) + mistakes


def _grade(one: Grade) -> str:
    """The position, the best move and what was played, the reason, and the position to paste."""
    both = Analysis(
        position=one.decision.position,
        objective=one.objective,
        moves=tuple(dict.fromkeys((one.best_info, one.played_info))),
    )
    pictures = [svg.position(one.decision.position, names=one.decision.names or None)]
    pictures.append(svg.analysis(both, own=one.decision.move, title=one.label.capitalize()))
    parts = [tuple(f"{points:+.2f}" for points in one.parts)]
    return (
        f"<p>{escape(one.reason)}</p>{_pictures(pictures)}"
        + table(parts, one.parts._fields, "The difference, in points")
        + f"<pre>{escape(str(one.decision.position))}</pre>"
    )


def _error(se: float, exact: bool) -> str:
    return "exact" if exact else f"± {CONFIDENCE * se:.2f}"


def _rules(rules: Rules) -> str:
    parts = []
    for label, text in rules.sheet_parts():
        paragraph: list[str] = []
        for line in text.split("\n"):
            kind = "pre" if line.startswith("|") else "p"
            words = escape(line.removeprefix("|"))
            if kind == "pre" and paragraph and paragraph[-1].endswith("</pre>"):
                paragraph[-1] = f"{paragraph[-1].removesuffix('</pre>')}\n{words}</pre>"
            else:
                paragraph.append(f"<pre>{words}</pre>" if kind == "pre" else words)
        parts.append(f"<dt>{escape(label)}</dt><dd>{' '.join(paragraph)}</dd>")
    return f"<h3>{escape(rules.name)}</h3><dl>{''.join(parts)}</dl>"


def _frequencies(found: Frequencies) -> str:
    rows = [
        (
            row.category,
            f"{row.count:,}",
            f"{row.probability:.6%}",
            "never" if row.odds is None else f"{row.odds:,.2f} : 1",
        )
        for row in found.rows
    ]
    return table(rows, ("category", "hands", "probability", "odds against"), found.title)


def _history(history: History) -> str:
    totals = history.totals
    names = list(totals)
    hands = [one for one in history.hands if one.settlement is not None]
    rows = [(one.number, *(_points(one.points.get(name)) for name in names)) for one in hands[-_MOST_ROWS:]]
    rows.append(("total", *(signed(totals[name][-1]) for name in names)))
    chart = svg.totals(totals) if totals else ""
    return chart + (table(rows, ("hand", *names)) if names else f"<p>{escape(repr(history)[1:-1])}</p>")


def _points(won: int | None) -> str | None:
    return None if won is None else signed(won)


def _history_page(history: History) -> str:
    return _history(history) + _folded(
        (f"Hand {one.number}: {', '.join(f'{name} {signed(won)}' for name, won in one.points.items())}", one)
        for one in history.hands
    )


def _played(hand: PlayedHand) -> str:
    return svg.hand(hand)


def _scored(scored: Scored) -> str:
    return svg.table(scored.settlement, names=scored.names, title=scored.title)


def _records(rows: Records) -> str:
    if not len(rows):
        return "<p>No rows.</p>"
    shown = [list(row.values()) for row in rows.to_dicts()[:_MOST_ROWS]]
    return table(shown, list(rows[0])) + _more(len(shown), len(rows), "rows")


def _solutions(found: Solutions) -> str:
    return _records(found.to_records())


def _session(session: Session) -> str:
    if not session.hands:
        return f"<p>{escape(repr(session)[1:-1])}</p>"
    return svg.totals(session.lines, title="Totals", payments=session.payments)


def _session_page(session: Session) -> str:
    standings = [
        (name, signed(total), *([] if (won := session.money(name)) is None else [signed(f"{won:f}")]))
        for name, total in sorted(session.totals.items(), key=lambda item: -item[1])
    ]
    titles = ("player", "points", *(["money"] if session.stake is not None else []))
    hands = _folded(
        (
            f"{one.title}: "
            + ", ".join(
                f"{name} {signed(won)}" for name, won in zip(one.names, one.settlement.points, strict=True)
            ),
            one,
        )
        for one in session.hands
    )
    left = [f"<li>hand {escape(one.label)}: {escape(one.reason)}</li>" for one in session.unscored]
    unscored = f"<h2>Not scored</h2><ul>{''.join(left)}</ul>" if left else ""
    return _session(session) + (table(standings, titles) if standings else "") + unscored + hands


def _folded(parts: Iterable[tuple[str, object]]) -> str:
    """Each hand folded under a line that opens it."""
    hands = (
        f"<details><summary>{escape(line)}</summary>{_body(what, _FRAGMENTS)}</details>"
        for line, what in parts
    )
    return f"<h2>Hands</h2>{''.join(hands)}"


_FRAGMENTS: dict[str, Callable[..., str]] = {
    "Board": _board,
    "Position": _position,
    "Settlement": _settlement,
    "Solution": _solution,
    "Analysis": _moves,
    "Moves": _moves,
    "Report": _report,
    "Grade": _grade,
    "Review": _review,
    "Rules": _rules,
    "Frequencies": _frequencies,
    "History": _history,
    "PlayedHand": _played,
    "Session": _session,
    "Scored": _scored,
    "Records": _records,
    "Solutions": _solutions,
}
_PAGES: dict[str, Callable[..., str]] = {
    "Analysis": _all_moves,
    "Moves": _all_moves,
    "History": _history_page,
    "Review": _review_page,
    "Session": _session_page,
}
_TITLES = {
    "Analysis": "What each move is worth",
    "Moves": "What each move is worth",
    "Grade": "A move, graded",
    "Review": "What moves lost",
    "Solution": "The best board",
    "Settlement": "Who pays whom",
    "Session": "Who owes whom",
}
