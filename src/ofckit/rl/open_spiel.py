"""OpenSpiel: `python_ofc`, one hand with a chance node for every card. Importing this module registers it.

    import pyspiel
    import ofckit.rl.open_spiel

    game = pyspiel.load_game("python_ofc(rules=pineapple,players=3)")

Wants the extra `openspiel`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyspiel

from .._errors import OfcError
from .._values import brief
from ..board import Row
from ..cards import Card
from ..cards import cards as read_cards
from ..game import Game, turns_in_order
from ..position import Move, Position, owner_of
from ..rules import RULES, Rules
from ._actions import CARD, DISCARD, move_of, places_of
from ._observation import DECK, SCALARS, observation_of

NAME = "python_ofc"
_PARAMETERS = {"rules": "pineapple", "players": 2, "opening": "", "deck": "", "stacks": ""}
_WORDS = (*map(str, Row), "away")

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Open-face Chinese poker",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class Setup:
    """What the parameters say: the rules, the table, and where the game begins. It never changes."""

    def __init__(self, params: dict[str, Any]) -> None:
        given = {**_PARAMETERS, **params}
        if given["rules"] not in RULES:
            raise OfcError(f"rules = {given['rules']!r}: there are {', '.join(RULES)}")
        self.rules: Rules = RULES[given["rules"]]
        self.players = int(given["players"])
        self.rules.check_players(self.players)
        self.opening = _numbers("opening", given["opening"])
        self.deck = tuple(sorted(map(int, read_cards(str(given["deck"])))))
        if len(set(self.deck)) < len(self.deck):
            raise OfcError(f"deck = {given['deck']!r}: a card is there twice")
        self.stacks = _numbers("stacks", given["stacks"]) or None
        self.seats = self.rules.seats(self.players)
        self.turns = turns_in_order(self.rules, self.players, self.seats - 1)

    def owner(self, seat: int) -> int:
        """The player of a seat."""
        return owner_of(self.rules, self.seats, seat)

    def __deepcopy__(self, memo: object) -> Setup:
        return self


def _numbers(key: str, text: object) -> tuple[int, ...]:
    try:
        return tuple(map(int, str(text).split()))
    except ValueError:
        raise OfcError(f"{key} = {brief(text)}: it must be whole numbers with a space between them") from None


class OfcGame(pyspiel.Game):
    """One hand, nobody in Fantasyland; the returns are its points before stakes.

    Parameters: rules: the name of a preset. players: how many. opening: the actions that come before the
    game begins, deals included, with a space between them. deck: the cards that may still be dealt after it,
    as text; empty: all that are left. Together they make a game of the end of a hand, small enough to solve.
    stacks: chips of each player, with a space between them; empty: points are counted.

    Chance deals the card with the number of its action. A player's action sends the highest card in hand: 0
    to the top, 1 to the middle, 2 to the bottom, 3 away. Seat s belongs to player s; in criss-cross to player
    s modulo 2.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.setup = setup = Setup(params or {})
        rules = setup.rules
        most = float(_most_points(rules) * (setup.seats - 1) * rules.boards_per_player)
        info = pyspiel.GameInfo(
            num_distinct_actions=DISCARD + 1,
            max_chance_outcomes=rules.deck_size,
            num_players=setup.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=rules.cards_needed(setup.players),
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> OfcState:
        """The deal of the first card, or the moment after the opening."""
        return OfcState(self, self.setup)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OfcObserver:
        """Tensors and strings of what a player knows; with perfect recall, of all they have seen."""
        if params:
            raise OfcError(f"an observer takes no parameters, not {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return OfcObserver(self.setup, recall)

    def max_chance_nodes_in_history(self) -> int:
        """The cards of a hand."""
        return self.setup.rules.cards_needed(self.setup.players)


class OfcState(pyspiel.State):
    """A hand at one moment: `hand` is its Game; `places` says where the first cards of this turn went."""

    def __init__(self, game: OfcGame, setup: Setup) -> None:
        super().__init__(game)
        self.setup = setup
        self.hand = Game(setup.rules, setup.players, live=True, stacks=setup.stacks)
        self.places: list[int] = []
        self.done: list[tuple[tuple[Card, ...], list[int]]] = []
        for action in setup.opening:
            allowed = self._dealable(()) if self.hand.awaits else self._legal_actions(0)
            if action not in allowed:
                raise OfcError(f"opening: {action} cannot be done after {len(self.done)} turns")
            self._act(action)
        dealt = sum(len(cards) for seat, cards in self.hand.actions if seat < 0)
        needed, left = setup.rules.cards_needed(setup.players) - dealt, len(self._dealable(setup.deck))
        if left < needed:
            raise OfcError(f"deck: {needed} cards are still to be dealt, and {left} are left")

    # what OpenSpiel asks for

    def current_player(self) -> Any:
        """Who is to decide."""
        turn = self.hand.turn
        if turn is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.hand.awaits else self.setup.owner(turn)

    def _legal_actions(self, player: int) -> list[int]:
        turn, street = self.hand.turn, self.hand.street
        assert turn is not None
        assert street is not None
        to_place = self.setup.rules.plan[street].place
        room = [*self.hand.boards[turn].free, len(self.draw) - to_place]
        for place in self.places:
            room[place] -= 1
            to_place -= place != DISCARD
        return [place for place, free in enumerate(room) if free and (to_place or place == DISCARD)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card that may come, all equally likely."""
        cards = self._dealable(self.setup.deck)
        each = 1 / len(cards)
        return [(card, each) for card in cards]

    def _dealable(self, deck: tuple[int, ...]) -> list[int]:
        dealt = {card for seat, cards in self.hand.actions if seat < 0 for card in cards}
        return [card for card in deck or range(self.setup.rules.deck_size) if card not in dealt]

    def _apply_action(self, action: int) -> None:
        self._act(action)

    def _act(self, action: int) -> None:
        if self.hand.awaits:
            self.hand.deal([Card(action)])
            return
        self.places.append(action)
        draw = self.draw
        if len(self.places) == len(draw):
            self.hand.push(move_of(draw, self.places))
            self.done.append((draw, self.places))
            self.places = []

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {Card(action)}" if player == pyspiel.PlayerId.CHANCE else _WORDS[action]

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.hand.is_over

    def returns(self) -> list[float]:
        """The points of each player, 0 before the end."""
        found = [0.0] * self.setup.players
        for seat, points in enumerate(self.hand.settlement.points if self.hand.is_over else ()):
            found[self.setup.owner(seat)] += points
        return found

    def __str__(self) -> str:
        words = [*map(str, self.hand.boards), f"turn {self.hand.turn}"]
        for seat in range(self.setup.seats):
            words.append(
                f"{''.join(map(str, self.hand.discards(seat)))}-{''.join(map(str, self.hand.drawn(seat)))}"
            )
        return " ".join([*words, *map(str, self._half_dealt()), *map(str, self.places)])

    def _half_dealt(self) -> list[Card]:
        """The cards dealt so far of a draw that is not complete."""
        found: list[Card] = []
        for seat, cards in reversed(self.hand.actions if self.hand.awaits else ()):
            if seat >= 0:
                break
            found += cards  # type: ignore[arg-type]  # what is dealt are cards
        return found[::-1]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> OfcState:
        """A state that this player cannot tell from this one: the cards they have not seen are dealt anew.

        All such deals are equally likely. probability_sampler: gives numbers from 0 to 1. The opening stays.
        """
        known = {
            int(card) for seat in self._seats_of(player_id) for card in self.hand.observation(seat).known
        }
        new = OfcState(self.get_game(), self.setup)
        fresh = [card for card in new._dealable(self.setup.deck) if card not in known]
        for i in range(len(fresh) - 1, 0, -1):
            j = min(int(probability_sampler() * (i + 1)), i)
            fresh[i], fresh[j] = fresh[j], fresh[i]
        swap: dict[int, int] = {}
        actions = iter(self.full_history())
        while (pair := next(actions, None)) is not None:
            if pair.player == pyspiel.PlayerId.CHANCE:
                card = pair.action
                if card not in known and card not in swap:
                    swap[card] = fresh.pop()
                new.apply_action(swap.get(card, card))
                continue
            number = len(new.done)
            if number == len(self.done):  # in the turn that is being played
                new.apply_action(pair.action)
                continue
            draw, places = self.done[number]
            where = {swap.get(int(card), int(card)): place for card, place in zip(draw, places, strict=True)}
            for card in new.draw:
                new.apply_action(where[int(card)])
            for _ in places[1:]:
                next(actions)
        return new

    # what a player knows

    @property
    def draw(self) -> tuple[Card, ...]:
        """The cards of the turn that is being played, the highest first."""
        turn = self.hand.turn
        return () if turn is None else tuple(sorted(self.hand.drawn(turn), reverse=True))

    @property
    def position(self) -> Position:
        """What the seat on turn knew when its turn began."""
        assert self.hand.turn is not None
        return self.hand.observation(self.hand.turn)

    @property
    def placed(self) -> Move | None:
        """What has been done in this turn so far."""
        return move_of(self.draw[: len(self.places)], self.places) if self.places else None

    def _seats_of(self, player: int) -> list[int]:
        return [seat for seat in range(self.setup.seats) if self.setup.owner(seat) == player]

    def seen_by(self, player: int) -> tuple[Position, Move | None]:
        """What a player knows, at the seat on turn if it is theirs, and what was done in this turn."""
        turn = self.hand.turn
        if turn is not None and self.setup.owner(turn) == player:
            return self.hand.observation(turn), self.placed if not self.hand.awaits else None
        return self.hand.observation(player), None

    def moves_seen_by(self, player: int) -> list[Move | None]:
        """Every move so far, without the discards of others; None where cards were placed face down."""
        found: list[Move | None] = []
        for turn, (draw, places) in zip(self.setup.turns, self.done, strict=False):
            move = move_of(draw, places)
            if self.setup.owner(turn.seat) == player:
                found.append(move)
            else:
                found.append(None if turn.hidden else Move.of(*move.rows))
        return found


class OfcObserver:
    """What a player knows, as an array and as text.

    dict: "planes" and "scalars" as in `VectorEnv`; with perfect recall "moves" too, (seats, streets, 4, 54):
        by which seat (its own first), in which street, and where each card was placed, as far as the player
        has seen it.
    """

    def __init__(self, setup: Setup, recall: bool) -> None:
        self.setup, self.recall = setup, recall
        seats = setup.seats
        shapes: dict[str, tuple[int, ...]] = {
            "planes": (3 * seats + 4, DECK),
            "scalars": (len(SCALARS) + seats + len(setup.stacks or ()),),
        }
        if recall:
            shapes["moves"] = (seats, len(setup.rules.plan), DISCARD + 1, DECK)
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[start : start + sizes[name]].reshape(shape)
            start += sizes[name]

    def set_from(self, state: OfcState, player: int) -> None:
        """Write what this player knows in this state."""
        position, placed = state.seen_by(player)
        seen = observation_of(position, placed, actions=CARD)
        self.dict["planes"][:] = seen.cards
        self.dict["scalars"][:] = seen.scalars
        if self.recall:
            self.dict["moves"][:] = 0
            self._remember(state, player, position.seat, placed)

    def _remember(self, state: OfcState, player: int, seat: int, placed: Move | None) -> None:
        moves = [*state.moves_seen_by(player), placed]
        for turn, move in zip(self.setup.turns, moves, strict=False):
            if move is not None:
                at = self.dict["moves"][(turn.seat - seat) % self.setup.seats, turn.street]
                for card, place in zip(_cards_of(move), places_of(move), strict=True):
                    at[place, card] = 1

    def string_from(self, state: OfcState, player: int) -> str:
        """The same as text."""
        position, placed = state.seen_by(player)
        words = [str(position), str(placed or "")]
        if self.recall:
            words += [str(move or "face down") for move in state.moves_seen_by(player)]
        return " | ".join([f"player {player}", *words])


def _cards_of(move: Move) -> list[Card]:
    return sorted((*move.top, *move.middle, *move.bottom, *move.discards), reverse=True)


def _most_points(rules: Rules) -> int:
    """An upper bound of what one opponent can pay."""
    royalties: Sequence[int] = [
        max(map(abs, rules.royalties.points(row))) for row in ("top", "middle", "bottom")
    ]
    return max(rules.sweep_value, rules.foul_value) + sum(royalties)


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(TYPE, OfcGame)
