"""Matches: a request carries the match, the answer has it one move further, with what a player may see."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from functools import cache

from .._core import rank
from .._errors import IllegalMove, NotationError, OfcError
from .._rng import fresh_seed
from ..board import Board, Row
from ..bots import BOTS, Bot, make_bot
from ..cards import Card
from ..display import row_in_words
from ..game import Game, Match
from ..history import History, PlayedHand
from ..position import Move, owner_of
from ..rules import Rules
from ..scoring import Settlement, royalties
from . import _read
from ._read import LIMITS, Params, RequestError
from ._types import (
    Data,
    LegalData,
    MatchData,
    PairView,
    Rows,
    SeatView,
    SettlementView,
    View,
)

MATCH_VERSION = 1
HIDDEN = "??"
_MOST_TURNS = 1000  # of bots, in one request
_ROWS = ("top", "middle", "bottom")


class Table:
    """A match in play: who is a bot, the records of earlier hands, and the history of the present one."""

    def __init__(self, bots: list[str | None], past: str, now: History) -> None:
        self.bots, self.past, self.now = bots, past, now
        self.log: list[Data] = []
        self._made: dict[str, Bot] = {}

    # as data

    @classmethod
    def read(cls, params: Params) -> Table:
        """The match of a request; whatever it says is replayed by the rules."""
        data = _read.table(params, "match")
        if data.get("v") != MATCH_VERSION or isinstance(data.get("v"), bool):
            raise RequestError(f"match: this ofckit reads version {MATCH_VERSION}", "match", "version")
        past = _read.text(data, "past", LIMITS["match"])
        now = History.read(_read.text(data, "now", LIMITS["match"]))
        bots = [_bot_name(one) for one in _read.items(data, "bots", 8)]
        if len(bots) != len(now.match.players):
            raise RequestError(f"match: {len(now.match.players)} bots or nulls are needed", "match")
        return cls(bots, past, now)

    def to_data(self) -> MatchData:
        """What `read` reads."""
        return {"v": MATCH_VERSION, "bots": self.bots, "past": self.past, "now": self.now.to_text("jsonl")}

    def whole(self) -> History:
        """The history of all hands."""
        return History.read(_joined(self.past, self.now.to_text("jsonl")))

    # the course of a match

    @property
    def game(self) -> Game | None:
        """The hand in progress."""
        return self.now.match.game

    def deal(self) -> None:
        """Begin the next hand, and let bots move."""
        if self.game is not None:
            raise IllegalMove("the hand is not over")
        if self.now.hands:
            self.past = _joined(self.past, self.now.to_text("jsonl"))
            if len(self.past) > LIMITS["match"]:
                raise RequestError(
                    "match: it is too long to go on; save it and begin another", "match", "too-large"
                )
            self.now = History(self.now.match.copy())
        self.now.deal()
        self.go_on()

    def push(self, move: str) -> None:
        """A person moves; then bots, until a person has to or the hand is over."""
        game = self.game
        if game is None:
            raise IllegalMove("the hand is over: deal the next one")
        self.now.push(move)
        self.go_on()

    def go_on(self) -> None:
        """Let bots move, and book the hand when it is over."""
        for _ in range(_MOST_TURNS):
            game = self.game
            if game is None or game.is_over:
                break
            if game.awaits is not None:
                raise OfcError("the cards of this hand were dealt by hand: it can be reviewed, not continued")
            seat = game.turn
            assert seat is not None
            bot = self.bots[owner_of(game.rules, game.seats, seat)]
            if bot is None:
                return
            move = self._bot(bot).act(game.observation(seat))
            self.log.append({"seat": seat, "move": str(move)})
            self.now.push(move)
        if self.game is not None and self.game.is_over:
            self.now.finish()

    def _bot(self, name: str) -> Bot:
        if name not in self._made:
            options = {"threads": 1} if "threads" in inspect.signature(BOTS[name]).parameters else {}
            self._made[name] = make_bot(name, self.now.match.seed % (1 << 32), **options)
        return self._made[name]

    # as it is seen

    def view(self) -> View:
        """What the person on turn may see; all of it when the hand is over."""
        if not self.now.hands:
            raise RequestError("match: it has no hand yet", "match")
        return _view(self, self.now.hands[-1])


def _joined(past: str, now: str) -> str:
    """Two histories in JSON Lines, of which the second goes on where the first ends."""
    return past + now.split("\n", 1)[1] if past else now


def _bot_name(value: object) -> str | None:
    """A bot of the library by its plain name: no options, and no command of this machine."""
    if value is None or (isinstance(value, str) and value in BOTS):
        return value
    raise RequestError(f"bot: one of {', '.join(BOTS)}, or null for a person", "bot")


# requests


def new(params: Params) -> Data:
    """match.new {rules, seats, seed?}: the first hand of a match."""
    rules = _read.rules(params)
    seats = _read.items(params, "seats", 8)
    if not all(isinstance(one, dict) for one in seats):
        raise RequestError("seats: [{name, bot}], bot null for a person", "seats")
    names = [_read.text(one, "name", LIMITS["name"]).strip() for one in seats]
    bots = [_bot_name(one.get("bot")) for one in seats]
    seed = _read.whole(params, "seed", 0, (1 << 64) - 1, None)
    chips = 1000 if rules.table_stakes is not None else None
    match = Match(rules, names, seed=fresh_seed() if seed is None else seed, chips=chips)
    table = Table(bots, "", History(match))
    table.deal()
    return _answer(table)


def move(params: Params) -> Data:
    """match.move {match, move}: a move of the person on turn."""
    table = Table.read(params)
    table.push(_read.text(params, "move", 2000))
    return _answer(table)


def out_of_time(params: Params) -> Data:
    """match.timeout {match}: the cards of the person on turn go where the rules place them (`auto_place`)."""
    table = Table.read(params)
    if table.game is None:
        raise IllegalMove("the hand is over: deal the next one")
    table.push(str(table.game.auto_place()))
    return _answer(table)


def following(params: Params) -> Data:
    """match.next {match}: the next hand."""
    table = Table.read(params)
    table.deal()
    return _answer(table)


def seen(params: Params) -> Data:
    """match.view {match}: the same moment again."""
    return _answer(Table.read(params))


def opened(params: Params) -> Data:
    """match.open {history, name?, bot?}: a history, to be continued; all but `name` are bots."""
    history = History.read(_read.text(params, "history", LIMITS["history"]))
    if not history.hands:
        raise NotationError("this history has no hand yet")
    names = [one.name for one in history.match.players]
    who = _read.text(params, "name", LIMITS["name"], names[0])
    if who not in names:
        raise RequestError(f"name: one of {', '.join(names)}", "name")
    bot = _bot_name(params.get("bot")) or "policy"
    bots = [None if name == who else bot for name in names]
    table = Table(bots, "", History.read(history.to_text("jsonl")))
    if table.game is not None:
        table.go_on()
    return _answer(table)


def text(params: Params) -> Data:
    """match.history {match, form?}: the whole match as a file."""
    table = Table.read(params)
    form = _read.choice(params, "form", ("toml", "jsonl"))
    return {"text": table.whole().to_text(form), "name": f"ofckit-{table.now.match.rules.name}.{form}"}


def _answer(table: Table) -> Data:
    return {"match": table.to_data(), "view": table.view()}


# the view


def by_row(parts: Iterable[object]) -> Rows:
    """Three values under the names of the rows."""
    top, middle, bottom = parts
    return {"top": top, "middle": middle, "bottom": bottom}


def spelled(cards: Iterable[object]) -> list[str]:
    """Cards as a list of texts."""
    return list(map(str, cards))


def _view(table: Table, hand: PlayedHand) -> View:
    game, match = hand.game, table.now.match
    turn = None if game.is_over else game.turn
    rules = game.rules
    seen = None if turn is None else game.observation(turn)
    settled = hand.settlement
    return {
        "rules": rules.name,
        "title": rules.name.replace("-", " ").capitalize(),
        "hand": hand.number,
        "street": None if game.street is None or game.street < 0 else game.street,
        "streets": len(rules.plan),
        "over": game.is_over,
        "to_play": turn,
        "button": game.button,
        "draw": [] if turn is None else spelled(game.drawn(turn)),
        "position": None if seen is None else str(seen),
        "dead": [] if seen is None else spelled(seen.dead),
        "discards": [] if seen is None else spelled(seen.discards),
        "seats": [_seat(table, hand, seat, turn) for seat in range(game.seats)],
        "players": [
            {"name": name, "bot": bot, "points": _points(table, name), "chips": _chips(table, name)}
            for name, bot in zip(hand.players, table.bots, strict=True)
        ],
        "legal": None if turn is None else _legal(game, rules),
        "fantasyland": list(game.fantasyland),
        "next_fantasyland": list(match.fantasyland) if game.is_over else None,
        "settlement": None if settled is None else settlement_view(settled, hand.seat_names),
        "log": table.log,
    }


def _points(table: Table, name: str) -> int:
    return next((one.points for one in table.now.match.players if one.name == name), 0)


def _chips(table: Table, name: str) -> int | None:
    return next((one.chips for one in table.now.match.players if one.name == name), None)


def _legal(game: Game, rules: Rules) -> LegalData:
    legal = game.legal_moves
    seat = game.turn
    assert seat is not None
    placed = game.observation(seat).to_place
    inside, fantasyland = game.fantasyland[seat] > 0, rules.fantasyland
    return {
        "place": placed,
        "discard": len(game.drawn(seat)) - placed,
        "stay": inside and fantasyland is not None and fantasyland.must_announce,
        "surrender": rules.surrender_points,
        "moves": len(legal),
    }


def _seat(table: Table, hand: PlayedHand, seat: int, turn: int | None) -> SeatView:
    game, rules = hand.game, hand.game.rules
    whole = game.board(seat)
    shown = whole.rows if turn is None else game.observation(turn).boards[seat]
    hidden = [len(every) - len(some) for every, some in zip(whole.rows, shown, strict=True)]
    player = owner_of(rules, game.seats, seat)
    earned: tuple[int, ...] = (0, 0, 0)
    if turn is None and hand.settlement is not None:
        earned = tuple(hand.settlement.royalties[seat])
        foul = hand.settlement.fouls[seat]
        words: tuple[str, ...] = hand.settlement.words(seat)
        if not any(words):
            words = tuple(map(row_in_words, shown))
    else:
        foul = not any(hidden) and (whole.fouls(rules) if whole.is_complete else whole.is_lost(rules))
        words = tuple(row_in_words(row) if row else "" for row in shown)
        if not any(hidden):
            earned = tuple(royalties(whole, rules)) if whole.is_complete else full_rows(whole, rules)
    name = hand.seat_names[seat]
    owner = hand.players[player]
    drawn = game.drawn(seat) if seat == turn else ()
    return {
        "name": name,
        "bot": table.bots[player],
        "player": player,
        "rows": by_row([*spelled(row), *[HIDDEN] * n] for row, n in zip(shown, hidden, strict=True)),
        "new": _placed_last(game, seat, shown),
        "drawn": spelled(drawn),
        "discarded": len(game.discards(seat)),
        "words": by_row(words),
        "royalties": {**by_row(earned), "total": sum(earned)},
        "foul": bool(foul),
        "behind": by_row(behind(shown, rules)),
        "out": game.stands(seat),
        "announced": seat in game.announced,
        "fantasyland": game.fantasyland[seat],
        "points": _points(table, owner),
        "chips": _chips(table, owner),
    }


def full_rows(board: Board, rules: Rules) -> tuple[int, ...]:
    """What rows that are full will earn, if the board is legal in the end; 0 for others and for jokers."""
    if any(card.is_joker for card in board.cards):
        return 0, 0, 0
    top, middle, bottom = (rank(row) if row else 1 for row in board.rows)
    earned = rules.compiled.royalties(top, middle, bottom)
    return tuple(0 if free else points for free, points in zip(board.free, earned, strict=True))


def behind(rows: Sequence[Sequence[Card]], rules: Rules) -> tuple[bool, bool, bool]:
    """Which rows are weaker so far than the row above them; none with jokers or a middle played low."""
    if rules.middle != "high" or any(card.is_joker for row in rows for card in row):
        return False, False, False
    top, middle, bottom = (rank(row) if row else 0 for row in rows)
    return False, 0 < middle < top, 0 < bottom < middle


def _placed_last(game: Game, seat: int, shown: Iterable[Sequence[Card]]) -> list[str]:
    """The cards that the last move of a seat placed, as far as they are seen."""
    moves = [what for by, what in game.actions if by == seat and isinstance(what, Move)]
    seen = {card for row in shown for card in row}
    return [str(card) for row in moves[-1].rows for card in row if card in seen] if moves else []


def settlement_view(settled: Settlement, names: tuple[str, ...]) -> SettlementView:
    """A settlement as data, row by row."""
    return {
        "points": list(settled.points),
        "pairs": [_pair(settled, names, i, j) for i, j in settled.head_to_head],
        "payments": [
            {"from": names[payer], "to": names[payee], "points": paid}
            for payer, payee, paid in settled.transfers
        ],
        "text": settled.explain(names),
    }


def _pair(settled: Settlement, names: tuple[str, ...], i: int, j: int) -> PairView:
    line = settled.head_to_head[i, j]
    first, second = settled.words(i), settled.words(j)
    rows = [
        {"row": _ROWS[row], "winner": {1: i, -1: j}.get(won), "words": [first[row], second[row]]}
        for row, won in zip(Row, line.rows, strict=True)
    ]
    return {
        "a": i,
        "b": j,
        "points": line.net,
        "rows": rows,
        "scoop": line.sweep,
        "royalties": [sum(line.earned), sum(line.paid)],
        "lines": _lines(settled, names, i, j),
    }


def _lines(settled: Settlement, names: tuple[str, ...], i: int, j: int) -> list[str]:
    """What a pair settles in a few words, such as 'rows and sweep +6'."""
    line = settled.head_to_head[i, j]
    said = [f"{names[seat]}: foul" for seat in (i, j) if settled.fouls[seat]]
    said += [f"{names[seat]}: surrendered" for seat in (i, j) if seat in settled.surrendered]
    what = "rows and sweep" if line.sweep else "rows"
    parts = ((what, line.points), ("royalties", sum(line.earned)), ("royalties paid", -sum(line.paid)))
    return said + [f"{what} {points:+d}" for what, points in parts if points]


def example(_: Params) -> Data:
    """example {}: the history of a short match between two bots, to be reviewed."""
    return {"text": _example(), "name": "example.toml"}


@cache
def _example() -> str:
    match = Match("pineapple", ["Ann", "Bob"], seed=7)
    table = Table(["greedy", "policy"], "", History(match))
    for _hand in range(4):
        table.deal()
    return table.whole().to_text("toml")
