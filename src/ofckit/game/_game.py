"""One hand of open-face Chinese poker, move by move, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .._core import deal_order
from .._errors import IllegalMove, InvalidCard, OfcError
from .._rng import fresh_seed, seed_word
from .._values import brief, listed, whole_number
from ..board import Board, check_seat
from ..cards import JOKERS, Card, CardsLike
from ..cards import cards as read_cards
from ..position import (
    OUT,
    CardRow,
    LegalMoves,
    Move,
    Position,
    owner_of,
    reason_out_of_turn,
    sort_rows,
)
from ..rules import RULES, Rules, RulesLike, as_rules
from ..scoring import Settlement, settle
from ._state import LEFT, SURRENDERED, State
from ._turns import Turn, turns_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LEAVE = "leave"
Action = tuple[int, "Move | str | CardRow"]
"""(seat, move), (seat, "leave"), or (-1, cards dealt from outside)."""
_Past = tuple["_Past", State, Action] | None
_CARDS: tuple[Card, ...] = tuple(Card(i) for i in range(54))


class Game:
    """One hand: who acts, what they hold, what they may do, and the result.

    rules: Rules, or the name of a preset. players: people at the table; in criss-cross each plays two seats.
    seed, hand: the deal is a function of the two (docs/randomness.md); seed None is a fresh one.
    deck: instead of a seed, the cards in the order in which they will be dealt. live=True: instead, nothing
        is dealt, and `deal` takes every card from outside.
    button: the dealer's seat, which acts last (or first, by the rules); the last seat if not given.
    fantasyland: cards of the seats in Fantasyland, 0 for the others.
    stacks: chips of each player, one chip a point; the hand settles for table stakes.

    Raises InvalidRules where the table or the deck do not allow it. Seats are numbers from 0, clockwise.

    >>> game = Game("pineapple", players=2, seed=7)
    >>> game.turn, " ".join(map(str, game.drawn(0))), len(game.legal_moves)
    (0, 'Kd 9d 4d Jd Ks', 232)
    >>> game.push("Kd@b Ks@b 9d@m 4d@t Jd@m")
    >>> game.turn, game.board(0)
    (1, Board('4d/Jd9d/KsKd'))
    """

    __slots__ = (
        "_deck",
        "_legal",
        "_past",
        "_state",
        "_turns",
        "button",
        "fantasyland",
        "hand",
        "is_live",
        "players",
        "rules",
        "seats",
        "seed",
        "stacks",
    )
    rules: Rules
    players: int
    seats: int
    seed: int | None
    hand: int
    button: int
    fantasyland: tuple[int, ...]
    stacks: tuple[int, ...] | None
    is_live: bool
    _deck: CardRow | None
    _legal: LegalMoves | None
    _past: _Past
    _state: State
    _turns: tuple[Turn, ...]

    def __init__(
        self,
        rules: RulesLike,
        players: int = 2,
        *,
        seed: int | None = None,
        hand: int = 0,
        deck: CardsLike | None = None,
        live: bool = False,
        button: int | None = None,
        fantasyland: Sequence[int | None] = (),
        stacks: Sequence[int] | None = None,
    ) -> None:
        rules = as_rules(rules)
        if type(live) is not bool:
            raise TypeError(f"live must be True or False, not {brief(live)}")
        if type(players) is not int:
            raise TypeError(f"players must be a number of people, not {brief(players)}")
        if not rules.players[0] <= players <= rules.players[1]:
            rules.check_players(players)  # raises, with the reason
        self.rules, self.players = rules, players
        self.seats = seats = rules.seats(players)
        self.button, self.fantasyland = seat_numbers(rules, seats, button, fantasyland)
        self._turns = turns_of(rules, players, self.button, self.fantasyland)
        self.stacks = None if stacks is None else _read_stacks(stacks, players)
        self.is_live = live
        self._deck = None
        self.seed, self.hand = None, check_hand(hand)
        cards = self._read_deck(seed, deck)
        self._past = None
        self._state = State.start(self._turns, live, seats, cards)
        self._legal = None

    def _read_deck(self, seed: int | None, deck: CardsLike | None) -> CardRow:
        """The cards in the order in which they will be dealt."""
        needed = self.rules.cards_needed(self.players, self.fantasyland)
        if deck is not None or self.is_live:
            if seed is not None or (deck is not None and self.is_live):
                raise OfcError("a hand is dealt from a seed, from a deck, or live: give one of them")
            if deck is None:
                return ()
            self._deck = self._check_new(tuple(read_cards(deck)), ())
            if len(self._deck) < needed:
                raise InvalidCard(f"the deck has {len(self._deck)} cards, {needed} needed")
            return self._deck
        self.seed = fresh_seed() if seed is None else whole_number("seed", seed)
        dealt = deal_order(seed_word(self.seed), self.hand, self.rules.deck_size, needed)
        return tuple([_CARDS[i] for i in dealt])

    def _check_new(self, cards: CardRow, known: CardRow) -> CardRow:
        """The cards, checked to be in this deck and not known yet."""
        seen = set(known)
        for card in cards:
            if card >= self.rules.deck_size:
                raise InvalidCard(f"{card} is not in the deck of {self.rules.name}")
            if card in seen:
                raise InvalidCard(f"{card} is dealt twice")
            seen.add(card)
        return cards

    # the present state

    @property
    def turn(self) -> int | None:
        """The seat that acts, or that waits for its cards; None after the hand."""
        number = self._state.number
        return self._turns[number].seat if number < len(self._turns) else None

    @property
    def street(self) -> int | None:
        """The street being played, from 0; -1 for the turn of a Fantasyland hand, None after the hand."""
        number = self._state.number
        return self._turns[number].street if number < len(self._turns) else None

    @property
    def is_over(self) -> bool:
        """Whether every seat has acted for the last time."""
        return self._state.number == len(self._turns)

    @property
    def awaits(self) -> tuple[int, int] | None:
        """(seat, cards) to be dealt from outside next; None if a move comes next, or nothing."""
        state = self._state
        if state.number == len(self._turns) or state.drawn[self._turns[state.number].seat]:
            return None
        given = len(state.deck) - state.dealt
        for seat, n in state.deals(self._turns[state.number]):
            if given < n:
                return seat, n - given
            given -= n
        return None

    @property
    def deck(self) -> CardRow | None:
        """The cards given as the deck, in order; None where they come from a seed or from outside."""
        return self._deck

    @property
    def hands(self) -> tuple[CardRow, ...]:
        """The drawn cards of each seat, as in `drawn`."""
        return self._state.drawn

    def drawn(self, seat: int) -> CardRow:
        """The cards that this seat has drawn and not placed yet, as they were dealt."""
        return self._state.drawn[check_seat("seat", seat, self.seats)]

    def board(self, seat: int) -> Board:
        """The whole board of this seat, face-down cards too."""
        return Board.of_rows(self._state.boards[check_seat("seat", seat, self.seats)], self.rules.jokers)

    @property
    def boards(self) -> tuple[Board, ...]:
        """The whole board of each seat, face-down cards too."""
        return tuple(Board.of_rows(rows, self.rules.jokers) for rows in self._state.boards)

    def discards(self, seat: int) -> CardRow:
        """What this seat has discarded face down."""
        return self._state.discards[check_seat("seat", seat, self.seats)]

    def stands(self, seat: int) -> str:
        """The state of the seat: "" (in the hand), "left" or "surrendered"."""
        return OUT[self._state.out[check_seat("seat", seat, self.seats)]]

    @property
    def announced(self) -> tuple[int, ...]:
        """The seats that announced a stay."""
        return self._state.stays

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that was done, in order: (seat, move), (seat, "leave"), (-1, cards dealt from outside)."""
        found = []
        past = self._past
        while past is not None:
            past, _, action = past
            found.append(action)
        return tuple(reversed(found))

    # what may be done

    @property
    def legal_moves(self) -> LegalMoves:
        """Every legal move of the seat on turn: counted, indexed and iterated without being stored."""
        if self._legal is None:
            self._legal = self._legal_moves()
        return self._legal

    def _legal_moves(self) -> LegalMoves:
        state = self._state
        if state.number == len(self._turns):
            return LegalMoves()
        turn = self._turns[state.number]
        rules = self.rules
        cards = state.drawn[turn.seat]
        if not cards:
            return LegalMoves(surrender=rules.surrender_points is not None and not self._is_half_dealt)
        top, middle, bottom = state.boards[turn.seat]
        stay = turn.street < 0 and rules.fantasyland is not None and rules.fantasyland.must_announce
        free = 3 - len(top), 5 - len(middle), 5 - len(bottom)
        return LegalMoves.of(cards, free, turn.place, stay, rules.surrender_points is not None)

    def reason_against(self, move: Move | str, seat: int | None = None) -> str | None:
        """Why the move is illegal, None for a legal one; of the seat on turn if no seat is given.

        A seat may surrender out of turn. NotationError and InvalidCard for text that is not a move.
        """
        if type(move) is not Move:
            move = self.read_move(move, seat)
        state = self._state
        number = state.number
        if number == len(self._turns):
            return "the hand is over"
        if move[4] and self.is_live and self._is_half_dealt:
            return "a deal is half done: deal the rest of its cards first"
        turn = self._turns[number].seat
        if seat is not None and seat != turn:
            seat = check_seat("seat", seat, self.seats)
            if not move.is_surrender:
                return f"it is the turn of seat {turn}, not of seat {seat}"
            return reason_out_of_turn(self.rules, sum(map(len, state.boards[seat])), self.stands(seat))
        if not state.drawn[turn] and not move.is_surrender:
            return self._waiting()
        legal = self._legal
        if legal is None:
            legal = self.legal_moves
        return legal.reason_against(move)

    def _waiting(self) -> str:
        waiting = self.awaits
        assert waiting is not None
        return f"seat {waiting[0]} waits for cards: {waiting[1]} more must be dealt"

    @property
    def _is_half_dealt(self) -> bool:
        return self.is_live and len(self._state.deck) > self._state.dealt

    def read_move(self, text: Move | str, seat: int | None = None) -> Move:
        """The move of a text; a joker without a number is one that the seat (default: on turn) holds."""
        at = self.turn if seat is None else check_seat("seat", seat, self.seats)
        if not self.rules.jokers or at is None or not isinstance(text, str):
            return Move(text)
        held = self._state.drawn[at]
        return Move.read(text, taken=[joker for joker in JOKERS if joker not in held])

    def read_cards(self, source: CardsLike) -> list[Card]:
        """Cards to be dealt from outside; a joker without a number is one that has not been dealt."""
        return read_cards(source, taken=self._state.deck)

    def push(self, move: Move | str, seat: int | None = None) -> None:
        """Make a move; IllegalMove with the reason if it is not legal, and nothing changes."""
        if type(move) is not Move:
            move = self.read_move(move, seat)
        reason = self.reason_against(move, seat)
        if reason is not None:
            raise IllegalMove(f"{move}: {reason}")
        state = self._state
        turn = self._turns[state.number]
        if move[4] == "surrender":
            seat = turn.seat if seat is None else seat
            self._go(state.without(self._turns, self.is_live, seat, SURRENDERED), (seat, move))
        else:
            self._go(state.placed(self._turns, self.is_live, move), (turn.seat, move))

    def _go(self, state: State, action: Action) -> None:
        self._past = (self._past, self._state, action)
        self._state = state
        self._legal = None

    def pop(self) -> Move | str | CardRow:
        """Take back the last action and return it: a move, "leave", or cards dealt from outside."""
        if self._past is None:
            raise IllegalMove("nothing to take back: the hand has just begun")
        self._past, self._state, action = self._past
        self._legal = None
        return action[1]

    def deal(self, source: CardsLike) -> None:
        """Deal cards from outside to the seats that wait for them (`awaits`), all at once or card by card.

        IllegalMove for more cards than are awaited, InvalidCard for one that was dealt before.
        """
        cards = tuple(self.read_cards(source))
        if not self.is_live:
            raise IllegalMove("this hand deals itself: only Game(..., live=True) takes cards from outside")
        if self.awaits is None:
            why = "the hand is over" if self.is_over else f"seat {self.turn} is to move"
            raise IllegalMove(f"no card is due: {why}")
        state = self._state
        wanted = sum(n for _, n in state.deals(self._turns[state.number])) - (len(state.deck) - state.dealt)
        if not 0 < len(cards) <= wanted:
            raise IllegalMove(f"{len(cards)} cards are dealt, {wanted} awaited")
        self._check_new(cards, state.deck)
        self._go(state.given(self._turns, self.is_live, cards), (-1, cards))

    def leave(self, seat: int) -> None:
        """The player of this seat leaves: the hand is surrendered if the rules allow it, else foul."""
        seat = check_seat("seat", seat, self.seats)
        state = self._state
        full = sum(map(len, state.boards[seat])) == 13
        if self.is_over or state.out[seat] or full:
            gone = f"it has {self.stands(seat)} already" if state.out[seat] else ""
            why = "the hand is over" if self.is_over else gone or "all its cards are placed"
            raise IllegalMove(f"seat {seat} cannot leave the hand: {why}")
        if self._is_half_dealt:
            raise IllegalMove(f"seat {seat} cannot leave now: a deal is half done")
        how = LEFT if self.rules.surrender_points is None else SURRENDERED
        self._go(state.without(self._turns, self.is_live, seat, how), (seat, LEAVE))

    def auto_place(self) -> Move:
        """The move for a player out of time, always legal: bottom up or top-most first, by the rules.

        The cards go to the board in the order in which they were drawn; the last ones are discarded.
        """
        state = self._state
        waiting = self.awaits
        if waiting is not None:
            raise IllegalMove(f"seat {waiting[0]} waits for cards: there is nothing to place")
        if self.is_over:
            raise IllegalMove("the hand is over: there is nothing to place")
        turn = self._turns[state.number]
        cards = list(state.drawn[turn.seat])
        away = cards[turn.place :]
        left = cards[: turn.place]
        parts: list[list[Card]] = [[], [], []]
        for row in (0, 1, 2) if self.rules.auto_place == "top-most" else (2, 1, 0):
            free = (3, 5, 5)[row] - len(state.boards[turn.seat][row])
            parts[row], left = left[:free], left[free:]
        return Move.of(parts[0], parts[1], parts[2], away)

    # the result

    @property
    def settlement(self) -> Settlement:
        """Points and payments of a hand that is over; IllegalMove before."""
        if not self.is_over:
            raise IllegalMove(f"the hand is not over: seat {self.turn} is to act")
        out = self._state.out
        return settle(
            self.boards,
            self.rules,
            surrendered=[seat for seat, how in enumerate(out) if how == SURRENDERED],
            left=[seat for seat, how in enumerate(out) if how == LEFT],
            button=self.button,
            stacks=self.stacks,
        )

    @property
    def next_fantasyland(self) -> tuple[int, ...]:
        """Cards of each seat's next Fantasyland hand, 0 for a normal hand; IllegalMove before the end."""
        if not self.is_over:
            raise IllegalMove(f"the hand is not over: seat {self.turn} is to act")
        return tuple(map(self._next_cards, range(self.seats)))

    def _next_cards(self, seat: int) -> int:
        if self._state.out[seat] or self.rules.fantasyland is None:
            return 0
        top, middle, bottom = self._state.boards[seat]
        compiled = self.rules.compiled
        rows = compiled.row_strengths(top + middle + bottom)
        announced = seat in self._state.stays
        return self.rules.next_cards(self.fantasyland[seat], *rows, compiled.is_foul(*rows), announced)

    def observation(self, seat: int) -> Position:
        """What the player of this seat may know now; in criss-cross including what their other seat sees."""
        seat = check_seat("seat", seat, self.seats)
        state = self._state
        boards, shown, drawn, discards = state.boards, state.shown, state.drawn, state.discards
        owner = owner_of(self.rules, self.seats, seat)
        mine = [owner_of(self.rules, self.seats, one) == owner for one in range(self.seats)]
        turn = None if self.is_over else self._turns[state.number]
        exposed = drawn[turn.seat] if turn is not None and turn.exposed and not mine[turn.seat] else ()
        others = [one for one in range(self.seats) if mine[one] and one != seat]
        return Position.seen(
            rules=self.rules,
            seat=seat,
            button=self.button,
            turn=None if turn is None else turn.seat,
            boards=tuple(sort_rows(boards[i] if mine[i] else shown[i]) for i in range(self.seats)),
            draw=_in_order(drawn[seat]),
            discards=_in_order(discards[seat]),
            dead=_in_order([*state.seen, *(card for one in others for card in drawn[one] + discards[one])]),
            exposed=_in_order(exposed),
            fantasyland=self.fantasyland,
            out=tuple(OUT[how] for how in state.out),
            announced=frozenset(state.stays),
            stacks=self.stacks or (),
            extra=(),
        )

    # as a value

    def copy(self) -> Game:
        """An independent copy at the same moment, history included."""
        new = Game.__new__(Game)
        new.rules, new.players, new.seats = self.rules, self.players, self.seats
        new.seed, new.hand, new._deck, new.is_live = self.seed, self.hand, self._deck, self.is_live
        new.button, new.fantasyland, new.stacks = self.button, self.fantasyland, self.stacks
        new._turns, new._past, new._state, new._legal = self._turns, self._past, self._state, self._legal
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def _start(self) -> dict[str, Any]:
        """The arguments that begin the same hand."""
        return {
            "players": self.players,
            "seed": self.seed,
            "hand": self.hand,
            "deck": None if self._deck is None else "".join(map(str, self._deck)),
            "live": self.is_live,
            "button": self.button,
            "fantasyland": self.fantasyland,
            "stacks": self.stacks,
        }

    def __eq__(self, other: object) -> bool:
        """Whether both are the same hand at the same moment, reached by the same actions."""
        if not isinstance(other, Game):
            return NotImplemented
        same = self._state == other._state and self.rules == other.rules and self._start() == other._start()
        return same and self.actions == other.actions

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __reduce__(self) -> tuple[Any, ...]:
        name = self.rules.name
        is_preset = name in RULES and RULES[name] == self.rules
        return replay, (name if is_preset else self.rules, self._start(), self.actions)

    def __repr__(self) -> str:
        how = "over" if self.is_over else f"turn {self.turn}"
        boards = " ".join(map(str, self.boards))
        return f"<Game: {self.rules.name}, {self.players} players, hand {self.hand}, {how}, {boards}>"


def replay(rules: RulesLike, start: dict[str, Any], actions: Iterable[Action]) -> Game:
    """The hand with this start, after these actions; each is checked."""
    game = Game(rules, **start)
    for action in listed("actions", actions):
        if not isinstance(action, tuple) or len(action) != 2:
            raise TypeError(f"an action must be (seat, what it did), not {brief(action)}")
        seat, what = action
        if isinstance(what, Move):
            game.push(what, seat)
        elif isinstance(what, str) and what == LEAVE:
            game.leave(seat)
        else:
            game.deal(what)
    return game


def _in_order(cards: Iterable[Card]) -> CardRow:
    return tuple(sorted(cards, reverse=True))


def seat_numbers(
    rules: Rules, seats: int, button: int | None, fantasyland: Sequence[int | None]
) -> tuple[int, tuple[int, ...]]:
    """The dealer's seat (the last one if none is given), and cards in Fantasyland by seat, 0 for none."""
    inside = _read_fantasyland(fantasyland, seats, rules)
    return (seats - 1 if button is None else check_seat("button", button, seats)), inside


def _read_fantasyland(given: Sequence[int | None], seats: int, rules: Rules) -> tuple[int, ...]:
    if not given and isinstance(given, Sequence):
        return (0,) * seats
    cards = tuple([n or 0 for n in listed("fantasyland", given)])
    if len(cards) != seats:
        raise OfcError(f"fantasyland: cards or 0 for each of {seats} seats, not {len(cards)} numbers")
    for n in cards:
        if not isinstance(n, int) or isinstance(n, bool) or (n and not 13 <= n <= 54):
            raise OfcError(f"fantasyland: {brief(n)} is not a number of cards: 0, or 13 or more")
    if any(cards) and rules.fantasyland is None:
        raise OfcError(f"fantasyland: {rules.name} has none")
    return cards


def _read_stacks(stacks: Sequence[int], players: int) -> tuple[int, ...]:
    chips = listed("stacks", stacks)
    if len(chips) != players:
        raise OfcError(f"stacks: {players} needed, one for each player, not {len(chips)}")
    for one in chips:
        if not isinstance(one, int) or isinstance(one, bool) or one < 0:
            raise OfcError(f"stacks: {brief(one)} is not a stack; chips are whole numbers from 0")
    return chips


def check_hand(hand: int) -> int:
    """The number of a deal: 0 .. 2**64 - 1."""
    number = whole_number("hand", hand)
    if not 0 <= number < 1 << 64:
        raise OfcError(f"hand = {brief(number)}: a hand number is 0 .. 2**64 - 1")
    return number
