"""Hand after hand: the button, Fantasyland carried over, chips, and who sits at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .._errors import IllegalMove, OfcError
from .._rng import fresh_seed
from .._values import brief, listed, whole_number
from ..board import check_seat
from ..cards import CardsLike
from ..position import owner_of
from ..rules import Rules, RulesLike, as_rules
from ..scoring import Settlement
from ._game import Game, check_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@dataclass(frozen=True, slots=True)
class Player:
    """One person at the table.

    name: different from the others'. chips: in front of them, None where the match is not played for chips.
    points: won in all. fantasyland: cards of their next hands in Fantasyland, one number for each of their
    boards, 0 for a normal hand. hands: played. leaving: they have left, and get up when the hand is over.
    """

    name: str
    chips: int | None = None
    points: int = 0
    fantasyland: tuple[int, ...] = (0,)
    hands: int = 0
    leaving: bool = False


class Match:
    """Hands in a row at one table: `deal` begins a hand, `finish` books it.

    rules: Rules, or the name of a preset. players: their number, or their names. seed: hand h is dealt from
        (seed, h); None is a fresh one. button: who deals the first hand; the last player if not given.
        hand: the number of that hand.
    chips: in front of each player, one number or one for each; one chip is one point, and the table plays for
        table stakes. None: points are only counted.

    The button moves to the left after every hand; while any player is in Fantasyland it stands still, unless
    the rules let it move. Raises what `Game` raises.

    >>> match = Match("pineapple", players=2, seed=7)
    >>> game = match.deal()
    >>> while not game.is_over:
    ...     game.push(game.auto_place())
    >>> match.finish().points, match.hand, match.button
    ((0, 0), 1, 0)
    """

    __slots__ = ("_button", "_for_chips", "_game", "_hand", "_players", "_rules", "_seed")
    _rules: Rules
    _seed: int
    _players: list[Player]
    _button: int
    _hand: int
    _game: Game | None
    _for_chips: bool

    def __init__(
        self,
        rules: RulesLike,
        players: int | Sequence[str] = 2,
        *,
        seed: int | None = None,
        chips: int | Sequence[int] | None = None,
        button: int | None = None,
        hand: int = 0,
    ) -> None:
        rules = as_rules(rules)
        names = _read_names(players, rules)
        if chips is None and rules.table_stakes is not None:
            raise OfcError(f"chips: {rules.name} is played for table stakes, give each player's chips")
        stacks: list[int | None]
        if chips is None or isinstance(chips, int):
            stacks = [chips] * len(names)
        else:
            stacks = list(listed("chips", chips))
        if len(stacks) != len(names):
            raise OfcError(f"chips: {len(names)} needed, one for each player, not {len(stacks)}")
        self._rules = rules
        self._seed = fresh_seed() if seed is None else whole_number("seed", seed)
        self._for_chips = chips is not None
        self._players = []
        for name, stack in zip(names, stacks, strict=True):
            self._players.append(self._new_player(name, stack if chips is None else _check_chips(stack, 1)))
        self._button = check_seat("button", len(names) - 1 if button is None else button, len(names))
        self._hand = check_hand(hand)
        self._game = None

    def _new_player(self, name: str, chips: int | None) -> Player:
        if not isinstance(name, str) or not name.strip():
            raise OfcError(f"a player's name must be text, not {brief(name)}")
        if any(one.name == name for one in self._players):
            raise OfcError(f"a player named {brief(name)} is at the table already")
        if chips is not None:
            _check_chips(chips, 1)
        return Player(name, chips, fantasyland=(0,) * self._rules.boards_per_player)

    # the present state

    @property
    def rules(self) -> Rules:
        """The rules of every hand."""
        return self._rules

    @property
    def seed(self) -> int:
        """What the deals follow from, with the number of the hand."""
        return self._seed

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits at the table, clockwise; the game's seats are in this order."""
        return tuple(self._players)

    @property
    def hand(self) -> int:
        """The number of the hand being played, or of the next one; the first is 0."""
        return self._hand

    @property
    def button(self) -> int:
        """The dealer of that hand."""
        return self._button

    @property
    def game(self) -> Game | None:
        """The hand being played, None between hands."""
        return self._game

    @property
    def chips(self) -> tuple[int | None, ...]:
        """The chips of each player; None where points are counted alone."""
        return tuple(one.chips for one in self._players)

    @property
    def is_for_chips(self) -> bool:
        """Whether it is played for chips, one a point; else points are only counted."""
        return self._for_chips

    @property
    def points(self) -> tuple[int, ...]:
        """What each player at the table has won so far."""
        return tuple(one.points for one in self._players)

    @property
    def fantasyland(self) -> tuple[int, ...]:
        """Cards of each seat's Fantasyland in the hand being played or the next one, 0 for a normal hand."""
        each = self._rules.boards_per_player
        return tuple(one.fantasyland[board] for board in range(each) for one in self._players)

    @property
    def in_fantasyland(self) -> bool:
        """Whether anybody is in Fantasyland in that hand."""
        return any(self.fantasyland)

    # hands

    def deal(self, *, deck: CardsLike | None = None, live: bool = False) -> Game:
        """Begin the next hand: dealt from the seed, from this deck, or live from outside."""
        self._between("deal the next hand")
        broke = [one.name for one in self._players if one.chips == 0]
        if broke:
            raise IllegalMove(f"no chips left: {', '.join(broke)}; they must buy more or leave first")
        self._rules.check_players(len(self._players), self.fantasyland)
        own = deck is not None or live
        self._game = Game(
            self._rules,
            len(self._players),
            seed=None if own else self._seed,
            hand=self._hand,
            deck=deck,
            live=live,
            button=self._button,
            fantasyland=self.fantasyland,
            stacks=[chips or 0 for chips in self.chips] if self._for_chips else None,
        )
        return self._game

    def finish(self) -> Settlement:
        """Book the hand that is over: chips, points, Fantasyland, the button; those who left get up."""
        game = self._game
        if game is None:
            raise IllegalMove("no hand is being played: deal one first")
        settled, coming = game.settlement, game.next_fantasyland
        count = len(self._players)
        won = [0] * count
        for seat, points in enumerate(settled.points):
            won[owner_of(self._rules, game.seats, seat)] += points
        for i, one in enumerate(self._players):
            self._players[i] = replace(
                one,
                chips=None if settled.chips is None else settled.chips[i],
                points=one.points + won[i],
                fantasyland=(0,) * len(one.fantasyland) if one.leaving else coming[i::count],
                hands=one.hands + 1,
            )
        self._game = None
        self._hand += 1
        self._move_button()
        for one in [one for one in self._players if one.leaving]:
            self._get_up(self._players.index(one))
        return settled

    def _move_button(self) -> None:
        fantasyland = self._rules.fantasyland
        moves = fantasyland is None or fantasyland.button_moves_in_fantasyland or not self.in_fantasyland
        if moves:
            self._button = (self._button + 1) % len(self._players)

    def _between(self, what: str) -> None:
        if self._game is not None:
            state = "over, finish it first" if self._game.is_over else "not over"
            raise IllegalMove(f"cannot {what}: hand {self._hand + 1} is {state}")

    # who sits at the table

    def join(self, name: str, chips: int | None = None, *, place: int | None = None) -> None:
        """A new player sits down between hands, at this place clockwise (default: the last one)."""
        self._between(f"seat {brief(name)}")
        if (chips is not None) != self._for_chips:
            raise OfcError("chips: a new player must have chips if the others do, and only then")
        new = self._new_player(name, chips)
        count = len(self._players)
        place = count if place is None else check_seat("place", place, count + 1)
        self._rules.check_players(max(count + 1, self._rules.players[0]), self.fantasyland)
        self._players.insert(place, new)
        if place <= self._button and count:
            self._button += 1

    def leave(self, player: int | str) -> None:
        """A player leaves: between hands at once; in a hand they surrender or foul, and get up after it.

        Whoever played the hand that led to a Fantasyland hand must play that too, and may leave only once
        it is dealt.
        """
        place = self.place_of(player)
        one = self._players[place]
        if self._game is not None:
            if one.leaving:
                raise IllegalMove(f"{one.name} has left already")
            self._leave_hand(place)
            self._players[place] = replace(one, leaving=True)
            return
        if self.in_fantasyland and one.hands and one.chips != 0:
            raise IllegalMove(f"{one.name} played the hand that led to Fantasyland, and must play that too")
        self._get_up(place)

    def _leave_hand(self, place: int) -> None:
        game = self._game
        assert game is not None
        for seat in range(place, game.seats, len(self._players)):
            full = sum(map(len, game.board(seat).rows)) == 13
            if not (game.is_over or full or game.stands(seat)):
                game.leave(seat)

    def _get_up(self, place: int) -> None:
        """Remove the place; a dealer's button goes to the player on their left."""
        del self._players[place]
        if place < self._button:
            self._button -= 1
        if self._button >= len(self._players):
            self._button = 0

    def rebuy(self, player: int | str, chips: int) -> None:
        """More chips for a player, between hands."""
        place = self.place_of(player)
        one = self._players[place]
        self._between(f"sell chips to {one.name}")
        if one.chips is None:
            raise OfcError("this match is not played for chips")
        self._players[place] = replace(one, chips=one.chips + _check_chips(chips, 1))

    def place_of(self, player: int | str) -> int:
        """The place of a player, given by number or by name; OfcError if nobody here has that name."""
        if isinstance(player, str):
            for place, one in enumerate(self._players):
                if one.name == player:
                    return place
            raise OfcError(f"no player named {brief(player)}: {', '.join(one.name for one in self._players)}")
        return check_seat("player", player, len(self._players))

    # as a value

    @classmethod
    def restore(
        cls,
        rules: Rules,
        seed: int,
        players: Sequence[Player],
        button: int,
        hand: int,
        game: Game | None = None,
        for_chips: bool = False,
    ) -> Match:
        """A match at some moment, of parts that are known to be valid.

        players: who sits at the table, with what they have; game: the hand being played.
        """
        new = cls.__new__(cls)
        new._for_chips = for_chips
        new._rules, new._seed, new._players = rules, seed, list(players)
        new._button, new._hand, new._game = button, hand, game
        return new

    def copy(self) -> Match:
        """An independent copy at the same moment."""
        game = None if self._game is None else self._game.copy()
        return Match.restore(
            self._rules, self._seed, self._players, self._button, self._hand, game, self._for_chips
        )

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def _state(self) -> tuple[Any, ...]:
        return (
            self._rules,
            self._seed,
            self._players,
            self._button,
            self._hand,
            self._game,
            self._for_chips,
        )

    def __eq__(self, other: object) -> bool:
        return self._state() == other._state() if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __reduce__(self) -> tuple[Any, ...]:
        return Match.restore, self._state()

    def __repr__(self) -> str:
        names = ", ".join(one.name for one in self._players)
        return f"<Match: {self._rules.name}, hand {self._hand}, button {self._button}, {names}>"


def _read_names(players: int | Sequence[str], rules: Rules) -> list[str]:
    if isinstance(players, int) and not isinstance(players, bool):
        rules.check_players(players)
        return [f"player {i}" for i in range(players)]
    if isinstance(players, bool | str):
        raise TypeError(f"players must be their number or a list of names, not {brief(players)}")
    names = list(listed("players", players))
    rules.check_players(len(names))
    return names


def _check_chips(chips: int | None, least: int) -> int:
    if not isinstance(chips, int) or isinstance(chips, bool) or chips < least:
        raise OfcError(f"chips: {brief(chips)}; chips are whole numbers from {least}")
    return chips
