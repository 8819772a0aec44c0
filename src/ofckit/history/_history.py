"""A match and all that happened in it, recorded as it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .._columns import cut, printable, signed
from .._errors import IllegalMove, OfcError
from .._problem import Problem
from .._rich import repr_html
from .._tables import arrow_c_stream, to_records
from .._values import brief
from ..cards import Card, CardsLike
from ..game import LEAVE, Game, Match, Player
from ..position import Move, owner_of
from ..scoring import Settlement
from ._header import check_name, header_of, read_notes
from ._text import Fields, write_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

_NAME = 20  # columns of a name


@dataclass(frozen=True, slots=True, repr=False)
class PlayedHand:
    """One hand of a history.

    number: in the match, from 1; what is dealt depends on `game.hand`, which is one less. line: where it
    begins in the text, 0 if it was played here. players: their names. game: the hand at its end, or where it
    stopped. settlement: None before the end.
    """

    number: int
    line: int
    players: tuple[str, ...]
    game: Game
    settlement: Settlement | None = None

    @property
    def seat_names(self) -> tuple[str, ...]:
        """A name for every seat; in criss-cross the second boards are marked."""
        return seat_names(self.players, self.game.seats)

    @property
    def points(self) -> dict[str, int]:
        """What each player won, by name; nothing before the end."""
        if self.settlement is None:
            return {}
        won = dict.fromkeys(self.players, 0)
        for seat, points in enumerate(self.settlement.points):
            won[self.players[seat % len(self.players)]] += points
        return won

    def steps(self) -> Iterator[tuple[Game, int, Move | str]]:
        """The hand once more: before each move or leaving the game as it stands, the seat, and what it does.

        The game is one object that goes on with the steps; copy it to keep a moment.
        """
        game = self.game.copy()
        actions = game.actions
        while game.actions:
            game.pop()
        for seat, what in actions:
            if not isinstance(what, str | Move):
                game.deal(what)
                continue
            yield game, seat, what
            if isinstance(what, Move):
                game.push(what, seat)
            else:
                game.leave(seat)

    def __repr__(self) -> str:
        return f"<PlayedHand: {self.number}, {self.game.rules.name}, {_in_short(self.players, self.points)}>"

    def __str__(self) -> str:
        return f"Hand {self.number}: {_in_short(self.players, self.points)}"

    _repr_html_ = repr_html


def _in_short(players: Sequence[str], points: Mapping[str, int]) -> str:
    """'Ann +6, Bob -6', of names that are cut where there is no room."""
    won = [f" {signed(points[name])}" if points else "" for name in players]
    said = ", ".join(f"{cut(printable(name), _NAME)}{end}" for name, end in zip(players, won, strict=True))
    return said if points else f"{said}; not over"


def _moves_of(hand: PlayedHand) -> Iterator[dict[str, Any]]:
    for game, seat, what in hand.steps():
        if not isinstance(what, Move):
            continue
        seen = game.observation(seat)
        name = hand.players[seat % len(hand.players)]
        yield {
            "hand": hand.number,
            "seat": seat,
            "player": name,
            "street": None if seen.street is None else seen.street + 1,
            "draw": "".join(map(str, game.drawn(seat))),
            "board": str(seen.board),
            "move": str(what),
            "position": str(seen),
            "points": hand.points.get(name),
        }


def seat_names(players: Sequence[str], seats: int) -> tuple[str, ...]:
    """A name for every seat: its player's; marked a and b where each has two boards."""
    if seats == len(players):
        return tuple(players)
    return tuple(f"{players[i % len(players)]} {'ab'[i // len(players)]}" for i in range(seats))


class History:
    """A match that is recorded: everything is done through it, and it can be written and read at any moment.

    match: where it begins, a hand in progress included. notes: your own header keys, beginning with "_".

    >>> history = History(Match("pineapple", ["Ann", "Bob"], seed=7))
    >>> game = history.deal()
    >>> history.push("Kd@b Ks@b 9d@m 4d@t Jd@m")
    >>> again = History.read(history.to_text())
    >>> again.match == history.match, again.match.game.turn
    (True, 1)
    """

    def __init__(self, match: Match, *, notes: Mapping[str, Any] | None = None) -> None:
        if not isinstance(match, Match):
            raise TypeError(f"a history needs a Match, not {brief(match)}; History.read() reads text")
        self.match = match
        self.hands: list[PlayedHand] = []
        self.problems: list[Problem] = []
        self.cut = ""
        self.notes = read_notes(notes)
        self.on_record: Callable[[Fields], None] | None = None
        self.on_pop: Callable[[], None] | None = None
        self.records: list[Fields] = [header_of(match, self.notes)]
        if match.game is not None:
            self._take_in(match)

    def _take_in(self, match: Match) -> None:
        """Record the hand in progress, from its beginning."""
        game = match.game
        assert game is not None
        leaving = {one.name for one in match.players if one.leaving}
        here = [replace(one, leaving=False) for one in match.players]
        self.match = Match.restore(
            match.rules, match.seed, here, match.button, match.hand, for_chips=match.is_for_chips
        )
        self.deal(deck=game.deck, live=game.is_live)
        for seat, what in game.actions:
            if isinstance(what, Move):
                self.push(what, seat)
            elif what == LEAVE:
                name = match.players[owner_of(match.rules, game.seats, seat)].name
                if name not in leaving:
                    self.leave(seat=seat)
                elif not self._find(name).leaving:
                    self.leave(name)
            else:
                self.deal(what)
        for name in leaving:
            if not self._find(name).leaving:
                self.leave(name)
        if self.match != match:
            raise OfcError("this match did not reach its hand by its own rules: it cannot be recorded")
        self.match = match

    def _find(self, name: str) -> Player:
        return next(one for one in self.match.players if one.name == name)

    # actions

    @property
    def game(self) -> Game:
        """The hand being played; IllegalMove between hands."""
        if self.match.game is None:
            raise IllegalMove("no hand is being played: deal one first")
        return self.match.game

    def deal(
        self, cards: CardsLike | None = None, *, deck: CardsLike | None = None, live: bool = False
    ) -> Game:
        """As `Match.deal`: begin the next hand, from the seed, from this deck, or live from outside.

        With cards, as `Game.deal`: they go to the seats of a live hand that wait for them.
        """
        if cards is None:
            return self._begin(deck, live, {}, 0)
        if deck is not None or live:
            raise OfcError("deal: give cards for the hand being played, or deck and live for the next one")
        self._give(cards)
        return self.game

    def _begin(self, deck: CardsLike | None, live: bool, notes: Fields, line: int) -> Game:
        match = self.match
        game = match.deal(deck=deck, live=live)
        names = tuple(one.name for one in match.players)
        fields: Fields = {"hand": match.hand + 1, "button": names[match.button], "players": list(names)}
        if any(game.fantasyland):
            fields["fantasyland"] = list(game.fantasyland)
        if game.stacks is not None:
            fields["stacks"] = list(game.stacks)
        if game.deck is not None:
            fields["deck"] = "".join(map(str, game.deck))
        if live:
            fields["live"] = True
        self.hands.append(PlayedHand(match.hand + 1, line, names, game))
        self._record({**fields, **notes})
        self._record_deal([()] * game.seats)
        return game

    def push(self, move: Move | str, seat: int | None = None) -> None:
        """As `Game.push`."""
        game = self.game
        move = move if isinstance(move, Move) else game.read_move(move, seat)
        by = game.turn if seat is None else seat
        before = game.hands
        game.push(move, seat)
        assert by is not None
        self._after(by, str(move), before)

    def leave(self, player: int | str | None = None, *, seat: int | None = None) -> None:
        """As `Match.leave`: a player leaves the hand and the table.

        With a seat, as `Game.leave`: it is out of the hand, and its player stays at the table.
        """
        if (player is None) == (seat is None):
            raise OfcError("leave: give a player, who leaves the table, or a seat, which is out of this hand")
        if seat is not None:
            game = self.game
            before = game.hands
            game.leave(seat)
            self._after(seat, "out", before)
            return
        assert player is not None
        match = self.match
        place = match.place_of(player)
        name, current = match.players[place].name, match.game
        before = () if current is None else current.hands
        match.leave(place)
        if current is None:
            self._record({"leave": name})
        else:
            self._after(place, "leave", before)

    def _give(self, cards: CardsLike) -> None:
        game = self.game
        known = game.read_cards(cards)
        before = game.copy()
        game.deal(known)
        parts: list[str] = []
        while known:
            assert before.awaits is not None
            seat, n = before.awaits
            now, known = known[:n], known[n:]
            parts.append(f"p{seat + 1} {''.join(map(str, now))}")
            before.deal(now)
        self._record({"action": f"d {' '.join(parts)}"})

    def pop(self) -> Move | str | tuple[Card, ...]:
        """As `Game.pop`: take back the last action of the hand, in the records too.

        IllegalMove where there is none, and for a player who has left the table: they cannot come back.
        """
        game, records = self.game, self.records
        if not game.actions:
            raise IllegalMove("nothing to take back: the hand has just begun")
        last = len(records) - 1
        if not game.is_live and records[last]["action"].startswith("d "):  # dealt by the hand itself
            last -= 1
        if records[last]["action"].endswith(" leave"):
            raise IllegalMove("a player who has left the table cannot come back")
        del records[last:]
        action = game.pop()
        if self.on_pop is not None:
            self.on_pop()
        return action

    def join(self, name: str, chips: int | None = None, *, place: int | None = None) -> None:
        """As `Match.join`."""
        check_name(name)
        self.match.join(name, chips, place=place)
        fields: Fields = {"join": name, "chips": chips, "place": place}
        self._record({key: value for key, value in fields.items() if value is not None})

    def rebuy(self, player: int | str, chips: int) -> None:
        """As `Match.rebuy`."""
        name = self.match.players[self.match.place_of(player)].name
        self.match.rebuy(name, chips)
        self._record({"rebuy": name, "chips": chips})

    def finish(self, *, notes: Mapping[str, Any] | None = None) -> Settlement:
        """As `Match.finish`: book the hand that is over. notes: your own keys of it, beginning with "_"."""
        kept = read_notes(notes)
        settled = self.match.finish()
        fields: Fields = {"points": list(settled.points)}
        if settled.chips is not None:
            fields["chips"] = list(settled.chips)
        self.hands[-1] = replace(self.hands[-1], settlement=settled)
        self._record({**fields, **kept})
        return settled

    def _after(self, seat: int, what: str, before: Sequence[Sequence[Card]]) -> None:
        self._record({"action": f"p{seat + 1} {what}"})
        self._record_deal(before)

    def _record_deal(self, before: Sequence[Sequence[Card]]) -> None:
        """Record the cards that the hand dealt itself; those of a live hand are recorded as given."""
        game = self.game
        now = game.hands
        if game.is_live or now is before:
            return
        order = [(game.button + 1 + i) % game.seats for i in range(game.seats)]
        parts = [f"p{i + 1} {''.join(map(str, now[i]))}" for i in order if now[i] and now[i] != before[i]]
        if parts:
            self._record({"action": f"d {' '.join(parts)}"})

    def _record(self, fields: Fields) -> None:
        self.records.append(fields)
        if self.on_record is not None:
            self.on_record(fields)

    # as text

    @property
    def totals(self) -> dict[str, list[int]]:
        """Points by name after each hand that is over: the totals of everybody who played one."""
        over = [one for one in self.hands if one.settlement is not None]
        found = {name: [0] for one in over for name in one.players}
        for one in over:
            for name, line in found.items():
                line.append(line[-1] + one.points.get(name, 0))
        return {name: line[1:] for name, line in found.items()}

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each move, in order.

        hand, seat, player; street from 1, None in Fantasyland; draw and board before it as text; move;
        position: what the player knew, as text that `Position.parse` reads; points: what the hand brought
        them, None before its end.
        """
        return [row for hand in self.hands for row in _moves_of(hand)]

    to_records = to_records
    __arrow_c_stream__ = arrow_c_stream

    def __repr__(self) -> str:
        match = self.match
        names = ", ".join(cut(printable(one.name), _NAME) for one in match.players)
        return f"<History: {match.rules.name}, {names}, {len(self.hands)} hands>"

    def __str__(self) -> str:
        """A line for each hand, and the totals."""
        lines = [repr(self)[1:-1], *map(str, self.hands)]
        totals = [f"{cut(printable(name), _NAME)} {signed(line[-1])}" for name, line in self.totals.items()]
        return "\n".join([*lines, *([f"Total: {', '.join(totals)}"] if totals else [])])

    _repr_html_ = repr_html

    def to_text(self, form: str = "toml") -> str:
        """The whole history as "toml" or "jsonl"; `History.read` restores the same match."""
        return write_records(self.records, form)

    @classmethod
    def read(cls, source: str | bytes | BinaryIO, *, strict: bool = True) -> History:
        """The history of a text or an open binary file, replayed by the rules; an event log too.

        NotationError, with line, hand and reason, for the first thing that is wrong; with strict=False these
        are collected in `problems`, the rest of that hand is left out, and the next hand is read on its own
        terms. A hand that is over is settled, with or without its points. A text that is cut off at its end
        is not an error: `cut` says so. NotationError in any case for a text that does not begin like a
        history, or has an unknown version.
        """
        from ._replay import Replay

        replay = Replay(source, strict=strict, keep=True)
        for _ in replay:
            pass
        history = replay.history
        history.problems, history.cut = replay.problems, replay.cut
        return history
