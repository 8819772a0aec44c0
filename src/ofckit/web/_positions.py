"""Positions: read from whatever people paste or tap, dealt on, solved where thirteen cards come at once."""

from __future__ import annotations

import re
from urllib.parse import unquote

from .._errors import NotationError, OfcError
from .._rng import fresh_seed
from ..board import Board, BoardLike
from ..cards import CARDS, Deck
from ..display import row_in_words
from ..objective import Objective
from ..position import Move, Position
from ..rules import Rules
from ..scoring import royalties
from ..search import Solution, chances, solve_fantasyland
from . import _read
from ._match import behind, by_row, full_rows, spelled
from ._read import LIMITS, Params, RequestError
from ._types import Data

_ADDRESS = re.compile(r"ofc1~[A-Za-z0-9~._-]+")
_LABEL = re.compile(r"\s*([A-Za-z][A-Za-z ]*?)\s*[:=]\s*(.*)")
_GROUPS = {"draw": "draw", "drawn": "draw", "hand": "draw", "discards": "discards", "discard": "discards"}
_GROUPS |= {"dead": "dead", "seen": "dead"}
_OWN = ("board", "own", "me", "you", "mine", "my board")
_ROW_NAMES = ("top", "front", "middle", "mid", "bottom", "bot", "back")
_ROWS = ("top", "middle", "bottom")


def read(params: Params) -> Position:
    """The position of a request: `position` or `text` as text, else its parts one by one."""
    name = "position" if params.get("position") is not None else "text"
    if params.get(name) is not None:
        return from_text(_read.text(params, name, LIMITS["position"]), _read.rules(params))
    rules = _read.rules(params)
    others = _read.items(params, "opponents", 3)
    return Position(
        rules,
        _board(params.get("rows", params.get("board"))),
        _read.cards(params, "draw"),
        _read.cards(params, "discards"),
        _read.cards(params, "dead"),
        opponents=[_board(one) for one in others],
        fantasyland=_fantasyland(params, 1 + len(others)),
    )


def _fantasyland(params: Params, seats: int) -> list[int]:
    given = _read.items(params, "fantasyland", 4)
    return given if len(given) == seats else []


def _board(value: object) -> BoardLike:
    """A board as text, or as {top, middle, bottom} with cards as text or lists of it."""
    if value is None:
        return ""
    if isinstance(value, str) and len(value) <= LIMITS["position"]:
        return value
    if isinstance(value, dict) and value.keys() <= {*_ROWS}:
        rows = [_read.cards(value, row).strip() for row in _ROWS]
        return "/".join(row or "-" for row in rows) if any(rows) else ""
    raise RequestError("rows: {top, middle, bottom} with their cards, or a board as text", "rows")


def from_text(source: str, rules: Rules) -> Position:
    """The position of a link, of a line that begins with ofc1~, or of lines as people write them.

    In lines: a board (its own; the second and third are those of opponents), `draw: ...`, `discards: ...`,
    `dead: ...`, `rules: ...`.
    """
    plain = unquote(source) if "%" in source and "ofc1" in source else source
    found = _ADDRESS.search(plain)
    if found is not None:
        return Position.parse(found[0])
    if not source.strip():
        return Position(rules)
    return _from_lines(source, rules)


def _from_lines(source: str, rules: Rules) -> Position:
    groups = {"draw": "", "discards": "", "dead": ""}
    boards: list[str] = []
    rows: list[str] = []
    for line in source.strip().splitlines()[:100]:
        labelled = _LABEL.fullmatch(line)
        label, rest = (labelled[1].lower(), labelled[2]) if labelled else ("", line.strip())
        if not line.strip():
            continue
        if label == "rules":
            rules = _read.read_rules(rest)
        elif label in _GROUPS:
            groups[_GROUPS[label]] += f" {rest}"
        elif label.removesuffix(" row") in _ROW_NAMES:
            rows.append(line.strip())
        elif label in _OWN:
            boards.insert(0, rest)
        elif "/" in rest or "|" in rest:
            boards.append(rest)
        elif not label and not groups["draw"]:
            groups["draw"] = rest
        else:
            raise NotationError(
                f"{line.strip()[:60]!r}: a position is a board such as Qh/7h7d/AsKs, and lines such as "
                "'draw: 8c Td 4h', 'discards:', 'dead:', 'rules:'; or a line that begins with ofc1~"
            )
    if rows:
        boards.insert(0, "\n".join(rows))
    return Position(
        rules,
        boards[0] if boards else "",
        groups["draw"],
        groups["discards"],
        groups["dead"],
        opponents=boards[1:],
    )


def data_of(position: Position) -> Data:
    """All of a position as plain data, with what follows from it."""
    rules, board = position.rules, position.board
    street = position.street
    legal = position.legal_moves
    complete = board.is_complete
    foul = board.fouls(rules) if complete else board.is_lost(rules)
    earned = tuple(royalties(board, rules)) if complete else full_rows(board, rules)
    return {
        "text": str(position),
        "address": f"#{position}",
        "rules": _read.write_rules(rules),
        "rules_name": rules.name,
        "jokers": rules.jokers,
        "deck": spelled(CARDS[: rules.deck_size]),
        "rows": by_row(map(spelled, board.rows)),
        "words": by_row(row_in_words(row) for row in board.rows),
        "royalties": {**by_row(earned), "total": sum(earned)},
        "behind": by_row(behind(board.rows, rules)),
        "foul": foul,
        "complete": complete,
        "draw": spelled(position.draw),
        "discards": spelled(position.discards),
        "dead": spelled(position.dead + position.exposed),
        "opponents": [by_row(map(spelled, one.rows)) for one in position.opponents],
        "opponent_words": [by_row(row_in_words(row) for row in one.rows) for one in position.opponents],
        "seat": position.seat,
        "button": position.button,
        "fantasyland": list(position.fantasyland),
        "street": street,
        "streets": len(rules.plan),
        "place": position.to_place,
        "discard": len(position.draw) - position.to_place if position.to_place else 0,
        "moves": len(legal),
        "unseen": len(position.unseen),
        "next": _next(position),
    }


def _next(position: Position) -> Data | None:
    """How many cards the next deal brings: to this board now, or after its draw is placed."""
    after = position.street
    if position.draw and after is not None:
        after += 1
    plan = position.rules.plan
    if after is None or after >= len(plan):
        return None
    return {"deal": plan[after].deal, "place": plan[after].place, "street": after}


def position(params: Params) -> Data:
    """position {text} or {rules, rows, draw, discards, dead, opponents}: what it says, in one form."""
    return data_of(read(params))


def deal(params: Params) -> Data:
    """deal {position, move?, cards?, seed?}: the move made, the next street dealt, at random or by hand."""
    before = read(params)
    after = before
    if params.get("move") is not None:
        after = moved(before, Move(_read.text(params, "move", 2000)))
    elif before.draw:
        raise RequestError("move: the cards drawn must be placed before the next ones are dealt", "move")
    wanted = _next(after)
    given = _read.cards(params, "cards")
    if wanted is not None and not after.board.is_complete:
        if given:
            draw = given
        else:
            deck = Deck(before.rules.jokers, seed=0)
            deck.remove(after.known)
            deck.shuffle(_seed(params))
            draw = " ".join(map(str, deck.deal(wanted["deal"])))
        after = _with(after, after.board, draw)
    return data_of(after)


def _seed(params: Params) -> int:
    seed = _read.whole(params, "seed", 0, (1 << 64) - 1, None)
    return fresh_seed() if seed is None else seed


def moved(before: Position, move: Move) -> Position:
    """The position after a legal move of its own, with no cards drawn."""
    reason = before.legal_moves.reason_against(move)
    if reason is not None:
        raise OfcError(f"{move}: {reason}")
    if move.is_surrender:
        raise OfcError("surrender: there is no position after it")
    rows = [held + new for held, new in zip(before.board.rows, move.rows, strict=True)]
    board = Board.of_rows((rows[0], rows[1], rows[2]), before.rules.jokers)
    return _with(before, board, "", [*before.discards, *move.discards])


def _with(before: Position, board: Board, draw: str, discards: object = None) -> Position:
    return Position(
        before.rules,
        board,
        draw,
        before.discards if discards is None else discards,  # type: ignore[arg-type]  # cards
        before.dead + before.exposed,
        opponents=before.opponents,
        seat=before.seat,
        button=before.button,
        fantasyland=[0 if i == before.seat else n for i, n in enumerate(before.fantasyland)],
        out=before.out,
        announced=before.announced,
        stacks=before.stacks,
    )


def solve(params: Params) -> Data:
    """solve {rules, cards, k?} or {position, k?}: the best boards of a Fantasyland hand."""
    k = _read.whole(params, "k", 1, LIMITS["boards"], 5)
    assert k is not None
    announce = False
    if params.get("position") is not None:
        where = read(params)
        rules, hand = where.rules, " ".join(map(str, where.draw))
        inside = where.fantasyland[where.seat] > 0
        announce = inside and rules.fantasyland is not None and rules.fantasyland.must_announce
    else:
        rules, hand = _read.rules(params), _read.cards(params, "cards")
    best = solve_fantasyland(hand, rules, k=k)
    caveat = Objective.of(rules).caveat
    return {
        "rules": rules.name,
        "solutions": [_solution(one, rules, announce) for one in (best, *best.alternatives)],
        "notes": ["exact: no legal board is worth more.", *([caveat] if caveat else [])],
    }


def _solution(one: Solution, rules: Rules, announce: bool) -> Data:
    move = Move.of(*one.board.rows, one.discards, stay=announce and one.stays)
    natural = one.board.resolve(rules) if rules.jokers else one.board
    return {
        "rows": by_row(map(spelled, one.board.rows)),
        "words": by_row(row_in_words(row) for row in natural.rows),
        "discards": spelled(one.discards),
        "value": float(one.value),
        "royalties": {**by_row(one.royalties), "total": one.royalties.total},
        "stays": one.stays,
        "next_cards": one.next_cards,
        "foul": one.foul,
        "move": str(move),
    }


def row_chances(params: Params) -> Data:
    """chances {position, wanted?, play?}: how likely rows become what is wanted."""
    where = read(params)
    wanted = _read.items(params, "wanted", LIMITS["wanted"])
    play = _read.choice(params, "play", ("row", "policy", "exact", "best"))
    limit = None if play == "row" else _read.number(params, "seconds", 0.05, LIMITS["seconds"], 2)
    found = chances(where, *wanted, play=play, limit=limit, threads=None if play == "row" else 1)
    return {
        "play": play,
        "move": None if found.move is None else str(found.move),
        "rows": [
            {
                "what": one.wanted,
                "share": one.probability,
                "se": one.se,
                "exact": one.exact,
                "cards": one.cards,
                "odds": one.odds,
            }
            for one in found
        ],
        "notes": str(found).splitlines()[-1:],
    }
