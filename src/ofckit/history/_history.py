"""A match and all that happened in it: recorded as it is played, or replayed from text by the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from .._errors import IllegalMove, NotationError, OfcError
from ..cards import Card, CardsLike
from ..cards import cards as read_cards
from ..game import Game, Match, Player
from ..game._game import LEAVE
from ..position import Move, owner_of
from ..scoring import Settlement
from ._header import (
    check_name,
    hand_number,
    header_of,
    is_note,
    known_only,
    match_of,
    place_of,
    short_repr,
    whole,
    wholes,
)
from ._text import CHANGES, MAGIC, Fields, Problem, Record, read_source, write_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_HAND = ("hand", "button", "players", "fantasyland", "stacks", "deck", "live")
_RESULT = ("points", "chips")
_CHANGE = {"join": ("chips", "place"), "leave": (), "rebuy": ("chips",)}
_GONE = {"leave": "leave", "leaves": "leave", "out": "out"}


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of a history.

    number: that of the match, from 1; what is dealt depends on `game.hand`, which is one less. line: where it
    begins in the text, 0 where it was played here. players: their names. game: the hand at its end, or where
    it stopped. settlement: None before the end.
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


def seat_names(players: Sequence[str], seats: int) -> tuple[str, ...]:
    """A name for every seat: that of its player; with two boards each, marked which."""
    if seats == len(players):
        return tuple(players)
    return tuple(f"{players[i % len(players)]} {'ab'[i // len(players)]}" for i in range(seats))


class History:
    """A match that remembers: everything is done through it, and it can be written and read at any moment.

    match: where it begins, a hand that is being played included. notes: keys of one's own for the header;
    they begin with "_".

    >>> history = History(Match("pineapple", ["Ann", "Bob"], seed=7))
    >>> game = history.deal()
    >>> history.push("Kd@b Ks@b 9d@m 4d@t Jd@m")
    >>> again = History.read(history.to_text())
    >>> again.match == history.match, again.match.game.turn
    (True, 1)
    """

    def __init__(self, match: Match, *, notes: Mapping[str, Any] | None = None) -> None:
        self.match = match
        self.hands: list[PlayedHand] = []
        self.problems: list[Problem] = []
        self.cut = ""
        self.notes = dict(notes or {})
        self.on_record: Callable[[Fields], None] | None = None
        self.on_pop: Callable[[], None] | None = None
        self.records: list[Fields] = [header_of(match, self.notes)]
        if match.game is not None:
            self._take_in(match)

    def _take_in(self, match: Match) -> None:
        """Record the hand that is being played, from its begin."""
        game = match.game
        assert game is not None
        leaving = {one.name for one in match.players if one.leaving}
        here = [replace(one, leaving=False) for one in match.players]
        self.match = match._between_hands(here, match.button, match.hand)
        self.deal(deck=game._fixed, live=game.is_live)
        for seat, what in game.actions:
            if isinstance(what, Move):
                self.push(what, seat)
            elif what == LEAVE:
                name = match.players[owner_of(match.rules, game.seats, seat)].name
                if name not in leaving:
                    self.out(seat)
                elif not self._find(name).leaving:
                    self.leave(name)
            else:
                self.give(what)
        for name in leaving:
            if not self._find(name).leaving:
                self.leave(name)
        if self.match != match:
            raise OfcError("this match did not come to its hand by its own rules: it cannot be recorded")
        self.match = match

    def _find(self, name: str) -> Player:
        return next(one for one in self.match.players if one.name == name)

    # what is done

    @property
    def game(self) -> Game:
        """The hand that is being played; IllegalMove between hands."""
        if self.match.game is None:
            raise IllegalMove("no hand is played: deal one first")
        return self.match.game

    def deal(self, *, deck: CardsLike | None = None, live: bool = False) -> Game:
        """Begin the next hand: from the seed, from this deck, or live from outside."""
        return self._deal(deck, live, {}, 0)

    def _deal(self, deck: CardsLike | None, live: bool, notes: Fields, line: int) -> Game:
        match = self.match
        game = match.deal(deck=deck, live=live)
        names = tuple(one.name for one in match.players)
        fields: Fields = {"hand": match.hand + 1, "button": names[match.button], "players": list(names)}
        if any(game.fantasyland):
            fields["fantasyland"] = list(game.fantasyland)
        if game.stacks is not None:
            fields["stacks"] = list(game.stacks)
        if game._fixed is not None:
            fields["deck"] = "".join(map(str, game._fixed))
        if live:
            fields["live"] = True
        self.hands.append(PlayedHand(match.hand + 1, line, names, game))
        self._record({**fields, **notes})
        self._record_deal([()] * game.seats)
        return game

    def push(self, move: Move | str, seat: int | None = None) -> None:
        """What `Game.push` does."""
        move = move if isinstance(move, Move) else Move(move)
        game = self.game
        by = game.turn if seat is None else seat
        before = _drawn(game)
        game.push(move, seat)
        assert by is not None
        self._after(by, str(move), before)

    def out(self, seat: int) -> None:
        """What `Game.leave` does: this seat is out of the hand, its player stays at the table."""
        before = _drawn(self.game)
        self.game.leave(seat)
        self._after(seat, "out", before)

    def leave(self, player: int | str) -> None:
        """What `Match.leave` does: a player goes, from the hand and from the table."""
        match = self.match
        place = match._find(player)
        name, game = match.players[place].name, match.game
        before = [] if game is None else _drawn(game)
        match.leave(place)
        if game is None:
            self._record({"leave": name})
        else:
            self._after(place, "leave", before)

    def give(self, cards: CardsLike) -> None:
        """What `Game.deal` does: cards from outside for a live hand."""
        game = self.game
        known = list(read_cards(cards))
        parts: list[str] = []
        probe = game.copy()
        probe.deal(known)
        before = game.copy()
        while known:
            assert before.awaits is not None
            seat, n = before.awaits
            now, known = known[:n], known[n:]
            parts.append(f"p{seat + 1} {''.join(map(str, now))}")
            before.deal(now)
        game.deal(cards)
        self._record({"action": f"d {' '.join(parts)}"})

    def pop(self) -> Move | str | tuple[Card, ...]:
        """What `Game.pop` does: the last action of the hand is taken back, out of the records too.

        IllegalMove where there is none, and for a player who has left the table: he does not come back.
        """
        game, records = self.game, self.records
        if not game.actions:
            raise IllegalMove("nothing to take back: the hand has just begun")
        last = len(records) - 1
        if not game.is_live and records[last]["action"].startswith("d "):  # the hand dealt that by itself
            last -= 1
        if records[last]["action"].endswith(" leave"):
            raise IllegalMove("a player who has left the table does not come back")
        del records[last:]
        action = game.pop()
        if self.on_pop is not None:
            self.on_pop()
        return action

    def join(self, name: str, chips: int | None = None, *, place: int | None = None) -> None:
        """What `Match.join` does."""
        check_name(name)
        self.match.join(name, chips, place=place)
        fields: Fields = {"join": name, "chips": chips, "place": place}
        self._record({key: value for key, value in fields.items() if value is not None})

    def rebuy(self, player: int | str, chips: int) -> None:
        """What `Match.rebuy` does."""
        name = self.match.players[self.match._find(player)].name
        self.match.rebuy(name, chips)
        self._record({"rebuy": name, "chips": chips})

    def finish(self) -> Settlement:
        """What `Match.finish` does: the hand that is over is booked."""
        settled = self.match.finish()
        fields: Fields = {"points": list(settled.points)}
        if settled.chips is not None:
            fields["chips"] = list(settled.chips)
        self.hands[-1] = replace(self.hands[-1], settlement=settled)
        self._record(fields)
        return settled

    def _after(self, seat: int, what: str, before: Sequence[Sequence[Card]]) -> None:
        self._record({"action": f"p{seat + 1} {what}"})
        self._record_deal(before)

    def _record_deal(self, before: Sequence[Sequence[Card]]) -> None:
        """The cards that the hand has dealt by itself; those of a live hand are recorded as they are
        given."""
        game = self.game
        if game.is_live:
            return
        order = [(game.button + 1 + i) % game.seats for i in range(game.seats)]
        now = _drawn(game)
        parts = [f"p{i + 1} {''.join(map(str, now[i]))}" for i in order if now[i] and now[i] != before[i]]
        if parts:
            self._record({"action": f"d {' '.join(parts)}"})

    def _record(self, fields: Fields) -> None:
        self.records.append(fields)
        if self.on_record is not None:
            self.on_record(fields)

    # as text

    def to_text(self, form: str = "toml") -> str:
        """The whole history as "toml" or "jsonl"; `History.read` gives back the same match."""
        return write_records(self.records, form)

    @classmethod
    def read(cls, source: str | bytes, *, strict: bool = True) -> History:
        """The history of a text, replayed by the rules.

        NotationError, with line, hand and reason, for the first thing that is wrong; with strict=False these
        are collected in `problems`, the rest of that hand is left out, and the next hand is read on its own
        terms. A text
        that is cut off at its end is no error: `cut` says so. A text whose first lines are no history, or one
        of an unknown version, is NotationError in any case.
        """
        found = read_source(source)
        head, *rest = found.records or [Record(1, {}, "cut off before anything was said")]
        if head.error:
            raise NotationError(f"line {head.line}: {head.error}")
        try:
            reader = _Reader(head, strict)
        except NotationError as error:
            if found.cut and not rest and MAGIC in head.fields:
                raise NotationError(f"cut off before the first hand: {error}") from None
            raise
        for record in rest:
            reader.read(record)
        history = reader.history
        history.problems, history.cut = reader.problems, found.cut
        return history


def _drawn(game: Game) -> list[tuple[Card, ...]]:
    return [game.drawn(seat) for seat in range(game.seats)]


# replaying


@dataclass(slots=True)
class _Reader:
    """Does to a new history what the records of a text say, and collects what they have wrong."""

    head: Record
    strict: bool
    history: History = field(init=False)
    problems: list[Problem] = field(default_factory=list)
    broken: bool = False  # the rest of this hand cannot be read
    first: int = 1  # the number of the first hand of a match
    unsure: bool = True  # what a hand says of its begin is not checked, but believed
    line: int = 0

    def __post_init__(self) -> None:
        notes = {key: value for key, value in self.head.fields.items() if is_note(key)}
        try:
            self.history = History(match_of(self.head.fields), notes=notes)
        except OfcError as error:
            raise NotationError(f"line {self.head.line}: {error}") from None

    def read(self, record: Record) -> None:
        """One record; what is wrong with it becomes a problem."""
        self.line = record.line
        fields = record.fields
        if "hand" in fields:
            self._end_hand()
        elif self.broken:
            return
        try:
            if record.error:
                raise NotationError(record.error)
            self._read(fields)
        except OfcError as error:
            self._problem(str(error))
            self.broken = True

    def _problem(self, message: str, hand: int | None = None) -> None:
        history = self.history
        if hand is None and (history.hands or history.match.game is not None):
            hand = history.hands[-1].number
        problem = Problem(self.line, hand, message)
        if self.strict:
            raise NotationError(str(problem))
        self.problems.append(problem)

    def _read(self, fields: Fields) -> None:
        if "hand" in fields:
            self._begin(fields)
        elif "action" in fields:
            known_only(fields, ("action",))
            self._act(fields["action"])
        elif "points" in fields or ("chips" in fields and not any(key in fields for key in CHANGES)):
            known_only(fields, _RESULT)
            self._result(fields)
        else:
            self._change(fields)

    def _end_hand(self) -> None:
        """A hand ends because another one begins."""
        match = self.history.match
        game = match.game
        if game is None and not self.broken:
            return
        if game is not None and game.is_over and not self.broken:
            self.history.finish()
            return
        if game is not None and not self.broken:
            self._problem(f"hand {match.hand + 1} is not over ({self._turn_words()}), and another begins")
        self.broken, self.unsure = False, True
        button = (match.button + 1) % len(match.players) if game is not None else match.button
        hand = match.hand + (game is not None)
        players = [
            replace(one, leaving=False, fantasyland=(0,) * len(one.fantasyland)) for one in match.players
        ]
        self.history.match = match._between_hands(players, button, hand)

    def _turn_words(self) -> str:
        game = self.history.game
        waits = game.awaits
        if waits is not None:
            return f"{self._seat_words(waits[0])} waits for {waits[1]} more cards"
        assert game.turn is not None
        return f"{self._seat_words(game.turn)} is to act"

    def _seat_words(self, seat: int) -> str:
        return f"p{seat + 1} ({self.history.hands[-1].seat_names[seat]})"

    # a hand begins

    def _begin(self, fields: Fields) -> None:
        known_only(fields, _HAND)
        self._agree(fields)
        deck, live = fields.get("deck"), fields.get("live")
        if live is not None and not isinstance(live, bool):
            raise NotationError(f"live = {short_repr(live)}: true or false")
        if deck is not None and not isinstance(deck, str):
            raise NotationError(f"deck = {short_repr(deck)}: cards as text")
        if live is None:
            live = deck is None and "seed" not in self.head.fields
        notes = {key: value for key, value in fields.items() if is_note(key)}
        self.history._deal(deck, live, notes, self.line)
        self.unsure = False

    def _agree(self, fields: Fields) -> None:
        """What the hand says of its begin against what follows from the hands before it.

        A difference is a problem, and then the hand is right: so one mistake is reported once.
        """
        match = self.history.match
        hand = self._hand_of(fields.get("hand"))
        match = match._between_hands(match.players, match.button, hand)
        match = self.history.match = self._seated(match, fields.get("players"))
        names = [one.name for one in match.players]
        button = match.button if "button" not in fields else place_of(fields["button"], names)
        if button != match.button:
            self._differs("button", names[button], names[match.button])
        given = wholes("fantasyland", fields.get("fantasyland"), len(match.fantasyland))
        inside = match.fantasyland if given is None else tuple(given)
        if inside != match.fantasyland:
            self._differs("fantasyland", list(inside), list(match.fantasyland))
        stacks = match.chips
        chips = wholes("stacks", fields.get("stacks"), len(names))
        if chips is not None:
            stacks = tuple(chips)
            if stacks != match.chips:
                self._differs("stacks", list(stacks), list(match.chips))
        count = len(names)
        players = [
            replace(one, chips=stacks[i], fantasyland=inside[i::count]) for i, one in enumerate(match.players)
        ]
        self.history.match = match._between_hands(players, button, hand)

    def _hand_of(self, said: object) -> int:
        """Which hand of the match, from 0, has this number: the first one is 1, or says that it is 0."""
        follows = self.history.match.hand
        if said == 0 and not self.history.hands and not follows:
            self.first = 0
        number = hand_number(said, self.first)
        if number is None:
            return follows
        if number - self.first != follows and "seed" in self.head.fields and not self.unsure:
            self._problem(f"hand = {short_repr(number)}: hand {follows + self.first} is next", follows + 1)
        return number - self.first

    def _seated(self, match: Match, names: object) -> Match:
        """The match with these players, where the hand names them."""
        here = [one.name for one in match.players]
        if names is None or names == here:
            return match
        if not isinstance(names, list) or len(set(map(str, names))) != len(names):
            raise NotationError(f"players = {short_repr(names)}: a list of names, each once")
        for name in names:
            check_name(name)
        self._differs("players", names, here)
        known = {one.name: one for one in match.players}
        blank = (0,) * match.rules.boards_per_player
        chips = 0 if match.is_for_chips else None
        players = [known.get(name) or Player(name, chips, fantasyland=blank) for name in names]
        return match._between_hands(players, min(match.button, len(names) - 1), match.hand)

    def _differs(self, key: str, said: object, follows: object) -> None:
        if not self.unsure:
            message = f"{key} = {short_repr(said)}: from the hands before follows {short_repr(follows)}"
            self._problem(message, self.history.match.hand + 1)

    # what is done in it

    def _act(self, text: object) -> None:
        if not isinstance(text, str) or len(text) > 1000:
            raise NotationError(
                f"{short_repr(text)} is no action: 'd p1 8cTd4h', 'p1 8c@m Td@b x4h', 'p1 leave'"
            )
        word, _, rest = text.partition("#")[0].strip().partition(" ")
        if word == "d":
            self._cards(rest)
            return
        seat = self._seat(word)
        game = self.history.game
        gone = _GONE.get(rest.strip().casefold())
        if gone == "leave":
            self.history.leave(owner_of(game.rules, game.seats, seat))
        elif gone == "out":
            self.history.out(seat)
        else:
            self._move(seat, Move(rest))

    def _seat(self, word: str) -> int:
        game = self.history.game
        found = re.fullmatch(r"p([1-9])", word)
        if found is None or int(found[1]) > game.seats:
            raise NotationError(
                f"{short_repr(word)} is nobody here: an action begins with d, p1 ... p{game.seats}"
            )
        return int(found[1]) - 1

    def _move(self, seat: int, move: Move) -> None:
        game = self.history.game
        who = self._seat_words(seat)
        if game.is_over:
            raise IllegalMove(f"{who} {move}: the hand is over")
        if seat != game.turn and not move.is_surrender:
            raise IllegalMove(f"{who} {move}: {self._turn_words()}")
        if not game.drawn(seat) and not move.is_surrender:
            raise IllegalMove(f"{who} {move}: {self._turn_words()}")
        reason = game.reason_against(move, seat)
        if reason is not None:
            raise IllegalMove(f"{who} {move}: {reason}")
        self.history.push(move, seat)

    def _cards(self, text: str) -> None:
        """Cards dealt: given to a live hand, compared with those that a hand has dealt itself."""
        words = text.split()
        if words[:1] == ["dh"]:  # as PHH has it
            del words[0]
        if not words or len(words) % 2:
            raise NotationError(f"d {short_repr(text)}: a deal names seats and their cards: 'd p1 8cTd4h'")
        parts = [
            (self._seat(who), read_cards(cards)) for who, cards in zip(words[::2], words[1::2], strict=True)
        ]
        game = self.history.game
        if game.is_live:
            self._give(parts)
            return
        for seat, cards in parts:
            held = game.drawn(seat)
            if sorted(cards) != sorted(held):
                shown = "".join(map(str, held)) or "nothing"
                named = "".join(map(str, cards))
                raise NotationError(f"d {self._seat_words(seat)} {named}: this hand deals {shown} here")

    def _give(self, parts: Sequence[tuple[int, list[Card]]]) -> None:
        """Give the cards, in one go, if they are for those who wait for them."""
        game = self.history.game.copy()
        for seat, cards in parts:
            waits = game.awaits
            named = f"d {self._seat_words(seat)} {''.join(map(str, cards))}"
            if waits is None:
                raise IllegalMove(
                    f"{named}: no card is due" + ("" if game.is_over else f", {self._turn_words()}")
                )
            if seat != waits[0] or len(cards) > waits[1]:
                raise IllegalMove(f"{named}: {self._seat_words(waits[0])} waits for {waits[1]} more cards")
            game.deal(cards)
        self.history.give([card for _, cards in parts for card in cards])

    # between hands

    def _result(self, fields: Fields) -> None:
        history = self.history
        game = history.game
        if not game.is_over:
            raise IllegalMove(f"a result, but the hand is not over: {self._turn_words()}")
        settled = history.finish()
        for key, found in (("points", settled.points), ("chips", settled.chips)):
            said = fields.get(key)
            if said is not None and said != (None if found is None else list(found)):
                self._problem(
                    f"{key} = {short_repr(said)}: from the boards follows {short_repr(found and list(found))}"
                )

    def _change(self, fields: Fields) -> None:
        """A player comes, goes, or buys chips."""
        history = self.history
        if history.match.game is not None and history.match.game.is_over:
            history.finish()
        kind = next((key for key in CHANGES if key in fields), None)
        if kind is None:
            known_only(fields, ("hand", "action", *_RESULT, *CHANGES))
            raise NotationError(
                "a line without a key that says what it is: hand, action, points, join, leave, rebuy"
            )
        known_only(fields, (kind, *_CHANGE[kind]))
        name = fields[kind]
        if not isinstance(name, str):
            raise NotationError(f"{kind} = {short_repr(name)}: the name of a player")
        chips = whole("chips", fields.get("chips"))
        if kind == "join":
            history.join(name, chips, place=whole("place", fields.get("place")))
        elif kind == "rebuy":
            history.rebuy(name, 0 if chips is None else chips)
        else:
            history.leave(name)
