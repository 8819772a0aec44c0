"""A history replayed from text, hand after hand, by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .._errors import IllegalMove, NotationError, OfcError
from .._problem import Problem
from .._values import brief
from ..cards import JOKERS, Card
from ..cards import cards as read_cards
from ..game import Game, Match, Player
from ..position import owner_of
from ._events import HandLog
from ._header import check_name, hand_number, is_note, known_only, match_of, place_of, whole, wholes
from ._history import History, PlayedHand
from ._text import CHANGES, MAGIC, WANTED, Fields, Record, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

_HAND = ("hand", "button", "players", "fantasyland", "stacks", "deck", "live")
_RESULT = ("points", "chips")
_CHANGE = {"join": ("chips", "place"), "leave": (), "rebuy": ("chips",)}
_GONE = {"leave": "leave", "leaves": "leave", "out": "out"}
_SEATS = {f"p{seat + 1}": seat for seat in range(9)}
_MOST_ACTION = 1000  # characters


class Replay:
    """The hands of a history, one after the other: iterate to get each once it is over or has stopped.

    source: a text, or an open binary file, of which one hand is held at a time (an event log is held whole).
    strict: NotationError for the first thing that is wrong; False: it is added to `problems`, which the
    caller may empty. cut: what is missing at the end of the text, known after the last hand. history: the
    match as it stands; keep: with all its hands and records, for `History.read`.
    """

    def __init__(self, source: str | bytes | BinaryIO, *, strict: bool = False, keep: bool = False) -> None:
        self.strict, self.keep = strict, keep
        self.problems: list[Problem] = []
        self.line = 0
        self._number: int | None = None  # of the last hand begun
        self._first = 1  # the number of the first hand of a match
        self._given = 0  # how many of the kept hands were yielded
        self._source = Source(source)
        self._records = iter(self._source)
        self._raised: NotationError | None = None  # by strict
        self._broken = False  # the rest of this hand cannot be read
        self._unsure = True  # what the next hand says of its start is believed, not checked
        self._head = next(self._records, Record(1, {}, "cut off at once"))
        self.history = self._begin_history()
        self._has_seed = "seed" in self._head.fields

    def _begin_history(self) -> History:
        head = self._head
        try:
            if head.error:
                raise NotationError(f"{head.error}; {WANTED}")
            notes = {key: value for key, value in head.fields.items() if is_note(key)}
            return History(match_of(head.fields), notes=notes)
        except OfcError as error:
            message = f"line {head.line}: {error}"
        if MAGIC in head.fields and next(self._records, None) is None and self.cut:
            message = f"cut off before the first hand: {message}"
        raise NotationError(message)

    @property
    def cut(self) -> str:
        """What is missing at the end of the text; "" where nothing is."""
        return self._source.cut

    @property
    def match(self) -> Match:
        """The match as it stands by now."""
        return self.history.match

    def __iter__(self) -> Iterator[PlayedHand]:
        for record in self._records:
            if "hand" in record.fields:
                self._end_hand()
                yield from self._ended()
            self._take(record)
        if not self._broken:
            self._book()
        yield from self._ended()

    def _ended(self) -> Iterator[PlayedHand]:
        """The hand that has ended, if it was not yielded yet."""
        history = self.history
        yield from history.hands[self._given :]
        if self.keep:
            self._given = len(history.hands)
        else:
            history.hands.clear()
            history.records.clear()

    def _book(self) -> None:
        """Settle a hand that is over, whether or not the text gives the result."""
        game = self.match.game
        if game is not None and game.is_over:
            self.history.finish()

    def _take(self, record: Record) -> None:
        """One record; what is wrong with it becomes a problem."""
        self.line, fields = record.line, record.fields
        if self._broken and "hand" not in fields:
            return
        try:
            if record.error:
                raise NotationError(record.error)
            self._read(fields)
        except OfcError as error:
            if error is self._raised:
                raise
            self._problem(str(error))
            self._broken = True

    def _problem(self, message: str, hand: int | None = None) -> None:
        problem = Problem(self.line, message, hand=self._number if hand is None else hand)
        if self.strict:
            self._raised = NotationError(str(problem))
            raise self._raised
        self.problems.append(problem)

    def _read(self, fields: Fields) -> None:
        if "hand" in fields:
            self._begin(fields)
        elif isinstance(fields.get("log"), HandLog):
            self._follow(fields["log"])
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
        match, game = self.match, self.match.game
        if not self._broken:
            if game is None or game.is_over:
                self._book()
                return
            self._problem(f"not over ({self._turn_words()}), and another hand begins")
        self._broken, self._unsure = False, True
        button = (match.button + 1) % len(match.players) if game is not None else match.button
        hand = match.hand + (game is not None)
        players = [
            replace(one, leaving=False, fantasyland=(0,) * len(one.fantasyland)) for one in match.players
        ]
        self._stand(players, button, hand)

    def _stand(self, players: Sequence[Player], button: int, hand: int) -> None:
        """Put the match before this hand, with these players at the table."""
        match = self.match
        self.history.match = Match.restore(
            match.rules, match.seed, players, button, hand, for_chips=match.is_for_chips
        )

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
            raise NotationError(f"live = {brief(live)}: true or false")
        if deck is not None and not isinstance(deck, str):
            raise NotationError(f"deck = {brief(deck)}: cards as text")
        if live is None:
            live = deck is None and not self._has_seed
        notes = {key: value for key, value in fields.items() if is_note(key)}
        self.history._begin(deck, live, notes, self.line)
        self._number, self._unsure = self.match.hand + 1, False

    def _agree(self, fields: Fields) -> None:
        """Compare what the hand says of its start with what follows from the hands before.

        A difference is a problem, and then the hand is believed, so that one mistake is reported once.
        """
        match = self.history.match
        hand = self._hand_of(fields.get("hand"))
        if hand != match.hand:
            self._stand(match.players, match.button, hand)
        self._seat_players(fields.get("players"))
        match = self.match
        names = [one.name for one in match.players]
        button = match.button if "button" not in fields else place_of(fields["button"], names)
        if button != match.button:
            self._differs("button", names[button], names[match.button])
        given = wholes("fantasyland", fields.get("fantasyland"), len(match.fantasyland))
        inside = match.fantasyland if given is None else tuple(given)
        if inside != match.fantasyland:
            self._differs("fantasyland", list(inside), list(match.fantasyland))
        chips = wholes("stacks", fields.get("stacks"), len(names))
        stacks = match.chips if chips is None else tuple(chips)
        if stacks != match.chips:
            self._differs("stacks", list(stacks), list(match.chips))
        if (button, inside, stacks) != (match.button, match.fantasyland, match.chips):
            count = len(names)
            players = [
                replace(one, chips=stacks[i], fantasyland=inside[i::count])
                for i, one in enumerate(match.players)
            ]
            self._stand(players, button, hand)

    def _hand_of(self, said: object) -> int:
        """Which hand of the match, from 0, has this number: the first is 1, unless it says 0."""
        follows = self.match.hand
        if said == 0 and self._number is None and not follows:
            self._first = 0
        number = hand_number(said, self._first)
        if number is None:
            return follows
        if number - self._first != follows and self._has_seed and not self._unsure:
            self._problem(f"hand = {brief(number)}: hand {follows + self._first} is next", follows + 1)
        return number - self._first

    def _seat_players(self, names: object) -> None:
        """Seat the players that the hand names."""
        match = self.match
        here = [one.name for one in match.players]
        if names is None or names == here:
            return
        if not isinstance(names, list) or len(set(map(str, names))) != len(names):
            raise NotationError(f"players = {brief(names)}: a list of names, each once")
        for name in names:
            check_name(name)
        self._differs("players", names, here)
        known = {one.name: one for one in match.players}
        blank = (0,) * match.rules.boards_per_player
        chips = 0 if match.is_for_chips else None
        players = [known.get(name) or Player(name, chips, fantasyland=blank) for name in names]
        self._stand(players, min(match.button, len(names) - 1), match.hand)

    def _differs(self, key: str, said: object, follows: object) -> None:
        if not self._unsure:
            message = f"{key} = {brief(said)}: the hands before give {brief(follows)}"
            self._problem(message, self.match.hand + 1)

    # actions

    def _act(self, text: object) -> None:
        if not isinstance(text, str) or len(text) > _MOST_ACTION:
            raise NotationError(
                f"{brief(text)} is not an action: 'd p1 8cTd4h', 'p1 8c@m Td@b x4h', 'p1 leave'"
            )
        word, _, rest = text.partition("#")[0].strip().partition(" ")
        game = self.history.game
        if word == "d":
            self._deal(game, rest)
            return
        seat = self._seat(game, word)
        gone = None if "@" in rest else _GONE.get(rest.strip().casefold())
        if gone is None:
            self._move(game, seat, rest)
        elif gone == "leave":
            self.history.leave(owner_of(game.rules, game.seats, seat))
        else:
            self.history.leave(seat=seat)

    def _seat(self, game: Game, word: str) -> int:
        found = _SEATS.get(word)
        if found is None or found >= game.seats:
            raise NotationError(f"{brief(word)} is not a seat: an action begins with d, p1 ... p{game.seats}")
        return found

    def _move(self, game: Game, seat: int, text: str) -> None:
        move = game.read_move(text, seat)
        try:
            if self.keep:
                self.history.push(move, seat)
            else:
                game.push(move, seat)
        except IllegalMove as error:
            is_due = game.is_over or move.is_surrender or (seat == game.turn and game.hands[seat])
            reason = str(error) if is_due else f"{move}: {self._turn_words()}"
            raise IllegalMove(f"{self._seat_words(seat)} {reason}") from None

    def _deal(self, game: Game, text: str) -> None:
        """Cards dealt: given to a live hand, compared with what any other hand has dealt itself."""
        words = text.split()
        if words[:1] == ["dh"]:  # the PHH form
            del words[0]
        if not words or len(words) % 2:
            raise NotationError(f"d {brief(text)}: a deal names seats and their cards: 'd p1 8cTd4h'")
        parts = [(self._seat(game, who), cards) for who, cards in zip(words[::2], words[1::2], strict=True)]
        if game.is_live:
            self._give(game.copy(), parts)
            return
        hands = game.hands
        for seat, named in parts:
            held = hands[seat]
            shown = "".join(map(str, held))
            if named != shown and not _is_hand(named, held):
                raise NotationError(
                    f"d {self._seat_words(seat)} {brief(named)}: this hand deals {shown or 'nothing'} here"
                )

    def _give(self, game: Game, parts: Sequence[tuple[int, str]]) -> None:
        """Deal the cards, all at once, if they are for the seats that wait for them."""
        given: list[Card] = []
        for seat, named in parts:
            waits = game.awaits
            cards = game.read_cards(named)
            words = f"d {self._seat_words(seat)} {''.join(map(str, cards[:26]))}"
            if waits is None:
                due = "" if game.is_over else f", {self._turn_words()}"
                raise IllegalMove(f"{words}: no card is due{due}")
            if seat != waits[0] or len(cards) > waits[1]:
                raise IllegalMove(f"{words}: {self._seat_words(waits[0])} waits for {waits[1]} more cards")
            game.deal(cards)
            given += cards
        self.history.deal(given)

    def _follow(self, log: HandLog) -> None:
        """A hand of an event log: each player's cards and placements where the rules ask for them."""
        names = self.history.hands[-1].players
        while not (game := self.history.game).is_over:
            waits = game.awaits
            seat = game.turn if waits is None else waits[0]
            assert seat is not None
            name, place = names[seat % len(names)], _to_place(game, seat)
            if waits is None:
                text, self.line = log.move(name, place, game.drawn(seat))
            else:
                cards, self.line = log.draw(name, waits[1], place)
                text = "".join(map(str, cards)) if len(cards) == waits[1] else ""
            if not text:
                if log.is_empty and not log.is_over:
                    return
                raise NotationError(f"the log has no more of {name}, but {self._turn_words()}")
            if waits is None:
                self._move(game, seat, text)
            else:
                self._give(game.copy(), [(seat, text)])
        self.line = log.at
        if log.points.keys() >= set(names):
            self._result({"points": [log.points[name] for name in names]})

    # between hands

    def _result(self, fields: Fields) -> None:
        history = self.history
        game = history.game
        if not game.is_over:
            raise IllegalMove(f"a result, but the hand is not over: {self._turn_words()}")
        settled = history.finish(notes={key: value for key, value in fields.items() if is_note(key)})
        for key, found in (("points", settled.points), ("chips", settled.chips)):
            said = fields.get(key)
            if said is not None and said != (None if found is None else list(found)):
                self._problem(
                    f"{key} = {brief(said)}: the boards give {brief(list(found)) if found else 'none'}"
                )

    def _change(self, fields: Fields) -> None:
        """A player joins, leaves or buys chips."""
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
            raise NotationError(f"{kind} = {brief(name)}: the name of a player")
        chips = whole("chips", fields.get("chips"))
        if kind == "join":
            history.join(name, chips, place=whole("place", fields.get("place")))
        elif kind == "rebuy":
            history.rebuy(name, 0 if chips is None else chips)
        else:
            history.leave(name)


def _to_place(game: Game, seat: int) -> int:
    """How many cards a seat places at its next turn."""
    if game.fantasyland[seat]:
        return 13
    held = len(game.boards[seat].cards)
    for street in game.rules.streets:
        if held <= 0:
            return street.place
        held -= street.place
    return 0


def _is_hand(text: str, held: Sequence[Card]) -> bool:
    """Whether a text names these cards, a joker without a number being one of them."""
    missing = [joker for joker in JOKERS if joker not in held]
    return sorted(read_cards(text, taken=missing)) == sorted(held)
