"""The vector environment: exactly the hands of a match, decision by decision, and nothing that is hidden."""

from __future__ import annotations

import copy
import importlib.util
import pickle
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from ofckit import _core
from ofckit._core import CompiledRandom
from ofckit._errors import IllegalMove, InvalidRules, OfcError
from ofckit._rng import Rng
from ofckit.bots import GreedyBot, PolicyBot, RandomBot, SolverBot
from ofckit.cards import Card
from ofckit.game import Game, turns_in_order
from ofckit.objective import Objective
from ofckit.position import Move, Position, owner_of
from ofckit.rl import (
    ACTIONS,
    VectorEnv,
    move_of,
    observation_of,
    places_of,
    turn_action,
    turn_places,
)
from ofckit.rules import RULES, Rules, Street, TableStakes

from matches import CASES, CRISS_CROSS, HOUSE, PINEAPPLE, act

np = pytest.importorskip("numpy")


Seen = tuple[list[set[int]], list[int], list[int]]


class Table:
    """A table of the environment played by hand: a Game, and the rules of a match between hands."""

    def __init__(
        self,
        env: VectorEnv,
        i: int,
        inside: tuple[int, ...] = (),
        button: int | None = None,
        stacks: tuple[int, ...] | None = None,
    ) -> None:
        self.env, self.hand = env, i
        self.button = i % env.players if button is None else button
        self.inside = inside or (0,) * env.seats
        self.stacks = stacks or env.stacks
        self.matches = 0
        self.objective = Objective.of(env.rules)
        self.begin()

    def begin(self) -> None:
        self.game = Game(
            self.env.rules,
            self.env.players,
            seed=self.env.seed,
            hand=self.hand,
            button=self.button,
            fantasyland=self.inside,
            stacks=self.stacks,
        )
        self.places: list[int] = []
        self.play_others()

    @property
    def decided(self) -> bool:
        """Whether this turn is a decision of the one who is trained."""
        assert self.game.turn is not None
        if self.env._bots[self.game.turn % self.env.players] is not None:
            return False
        if self.game.street == -1:
            return self.env.fantasyland == "play"
        return self.env.actions == "card" or len(self.game.drawn(self.game.turn)) <= 5

    def play_others(self) -> None:
        while self.game.turn is not None and not self.decided:
            bot: Any = self.env._bots[self.game.turn % self.env.players]
            move = act(bot, self.game.observation(self.game.turn), self.objective)
            self.push(self.game.turn, move)

    def push(self, seat: int, move: Move) -> None:
        fantasyland = self.env.rules.fantasyland
        stay = self.game.street == -1 and fantasyland is not None and fantasyland.must_announce
        self.game.push(Move.of(*move.rows, move.discards, stay=stay), seat)

    def worth(self, cards: int) -> float:
        return self.objective.next_hand(cards) if self.env.reward == "points+fantasyland" else 0.0

    def step(self, action: int) -> tuple[bool, list[float]]:
        """Whether the hand is over, and the rewards."""
        game, env = self.game, self.env
        assert game.turn is not None
        draw = sorted(game.drawn(game.turn), reverse=True)
        self.places += [action] if env.actions == "card" else [action >> 2 * i & 3 for i in range(len(draw))]
        if len(self.places) == len(draw):
            self.push(game.turn, move_of(draw, self.places))
            self.places = []
            self.play_others()
        if self.game.turn is not None:
            return False, [0.0] * env.players
        return True, self.finish()

    def finish(self) -> list[float]:
        """Settle this hand and those after it in which nobody decides anything, a hundred at most."""
        rewards, hands = [0.0] * self.env.players, 0
        while self.game.turn is None:
            hands += 1
            self.settle(rewards, carry=self.env.fantasyland != "off" and hands < 100)
        return rewards

    def settle(self, rewards: list[float], carry: bool) -> None:
        game, env = self.game, self.env
        owners = [owner_of(env.rules, env.seats, seat) for seat in range(env.seats)]
        for seat, points in enumerate(game.settlement.points):
            rewards[owners[seat]] += points
        coming = game.next_fantasyland
        if self.stacks is not None:
            self.stacks = game.settlement.chips
            assert self.stacks is not None
            if 0 in self.stacks:  # the match is over, and another one begins
                self.stacks, coming = env.stacks, (0,) * env.seats
                self.matches += 1
        gain = [
            self.worth(after) - self.worth(before) for after, before in zip(coming, self.inside, strict=True)
        ]
        for i, j in product(range(env.seats), repeat=2):
            if owners[i] != owners[j]:
                rewards[owners[i]] += gain[i] - gain[j]
        self.inside = coming if carry else (0,) * env.seats
        moves = env.rules.fantasyland is not None and env.rules.fantasyland.button_moves_in_fantasyland
        if moves or not any(self.inside):
            self.button = (self.button + 1) % env.players
        self.hand += env.n
        self.begin()

    def sees(self, seat: int) -> Seen:
        """Sets of cards, numbers and legal actions for a seat, from the position that the game shows it."""
        position, env = self.game.observation(seat), self.env
        mine = self.game.turn == seat
        draw = sorted(position.draw, reverse=True)
        rows = [[set(row) for row in rows] for rows in position.boards]
        discards = set(position.discards)
        to_place = position.to_place if mine else 0
        room = [*position.free, len(draw) - to_place if mine else 0]
        for card, place in zip(draw, self.places if mine else (), strict=False):
            (discards if place == 3 else rows[seat][place]).add(card)
            room[place] -= 1
            to_place -= place < 3
        hand = draw[len(self.places) :] if mine else draw
        order = [(seat + i) % env.seats for i in range(env.seats)]
        sets = [row for at in order for row in rows[at]]
        sets += [set(hand), set(hand[:1]) if mine else set(), discards, set(position.unseen)]
        last = self.button - (env.rules.first_to_act == "button")  # to act
        behind = len([at for at in range(env.seats) if (at - seat) % env.seats < (last - seat) % env.seats])
        street = max(self.game.street or 0, 0) if mine else 0
        scalars = [street, behind, to_place, room[3], *[self.inside[at] for at in order]]
        if self.stacks is not None:
            own = owner_of(env.rules, env.seats, seat)
            scalars += [self.stacks[(own + i) % env.players] for i in range(env.players)]
        legal = [0] * ACTIONS[env.actions]
        if mine and env.actions == "card":
            legal = [int(n > 0 and (place == 3 or to_place > 0)) for place, n in enumerate(room)]
        elif mine:
            for move in map(self.game.legal_moves.__getitem__, range(self.game.legal_moves.placements)):
                legal[turn_action(places_of(move))] = 1
        return sets, scalars, legal


def sets_in(observation: Any) -> list[set[int]]:
    """The cards of planes or of bits."""
    if observation.dtype == np.uint8:
        assert observation.max() <= 1
        return [set(np.flatnonzero(plane).tolist()) for plane in observation]
    return [{card for card in range(64) if int(bits) >> card & 1} for bits in observation]


def assert_sees(
    observation: tuple[Any, Any, Any], expected: tuple[list[set[int]], list[int], list[int]]
) -> None:
    cards, scalars, mask = observation
    assert sets_in(cards) == expected[0]
    assert scalars.tolist() == expected[1]
    assert mask.astype(int).tolist() == expected[2]


def any_legal(env: VectorEnv, rng: Rng) -> list[int]:
    """A legal action for every table; most often one that fills the bottom before the rows above it."""
    chosen = []
    for i in range(env.n):
        legal = np.flatnonzero(env.masks[i]).tolist()
        low = (
            [action for action in (2, 1) if action in legal] if env.actions == "card" and rng.below(3) else []
        )
        chosen.append(low[0] if low else legal[rng.below(len(legal))])
    return chosen


def play(env: VectorEnv, tables: list[Table], steps: int, seed: int = 0) -> int:
    """Step and compare; how many hands were played."""
    rng, hands = Rng(seed), 0
    for _ in range(steps):
        for i, table in enumerate(tables):
            seat = table.game.turn
            assert seat is not None
            assert env.to_play[i] == seat % env.players
            assert_sees((env.observations[i], env.scalars[i], env.masks[i]), table.sees(seat))
        actions = any_legal(env, rng)
        env.step(np.array(actions))
        for i, table in enumerate(tables):
            done, rewards = table.step(actions[i])
            assert bool(env.dones[i]) == done
            assert env.rewards[i].tolist() == pytest.approx(rewards, abs=1e-4)
            hands += done
    return hands


def begun(rules: str | Rules, players: int = 2, n: int = 3, **options: Any) -> tuple[VectorEnv, list[Table]]:
    env = VectorEnv(rules, players, n, seed=options.pop("seed", 11), **options)
    env.reset()
    return env, [Table(env, i) for i in range(n)]


@pytest.mark.parametrize("name", CASES)
def test_card_by_card_it_plays_the_hands_of_a_match(name: str) -> None:
    rules = CASES[name]
    for players in range(rules.players[0], rules.players[1] + 1):
        env, tables = begun(rules, players, reward="points+fantasyland", obs=("planes", "bits")[players % 2])
        assert play(env, tables, 40 * players + 40) > 0


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name].plan[0].place < 13])
def test_turn_by_turn_it_plays_the_hands_of_a_match(name: str) -> None:
    rules = CASES[name]
    for players in range(rules.players[0], rules.players[1] + 1):
        env, tables = begun(rules, players, 2, actions="turn", obs="bits")
        assert play(env, tables, 10 * players + 20) > 0


def test_hands_in_fantasyland_are_played_solved_or_left_out() -> None:
    inside = {}
    for fantasyland in ("play", "solve", "off"):
        env, tables = begun(HOUSE["easy"], 3, fantasyland=fantasyland, reward="points+fantasyland")
        found = 0
        for part in range(12):
            play(env, tables, 40, part)
            found += sum(any(table.inside) for table in tables)
        inside[fantasyland] = found
    assert inside["play"] > 5
    assert inside["solve"] > 5
    assert inside["off"] == 0


@pytest.mark.parametrize("opponents", ["policy", GreedyBot(3), RandomBot(5), CompiledRandom(9)])
def test_opponents_are_played_in_c(opponents: Any) -> None:
    for rules, fantasyland in (("pineapple", "play"), (HOUSE["easy"], "solve"), ("classic", "off")):
        env, tables = begun(rules, opponents=opponents, fantasyland=fantasyland)
        assert play(env, tables, 60) > 0
        assert not env.to_play.any()


def test_each_opponent_may_be_another() -> None:
    env, tables = begun("turbo", 4, opponents=["policy", "greedy:", RandomBot(1)])
    assert play(env, tables, 40) > 0


def test_a_hand_without_a_decision_is_played_at_once() -> None:
    """Both in Fantasyland and solved: its points come with those of the hand before."""
    env, _ = begun(HOUSE["easy"], fantasyland="solve", reward="points+fantasyland")
    env.reset(5, fantasyland=(14, 17), button=1)
    tables = [Table(env, i, (14, 17), 1) for i in range(env.n)]
    for table in tables:
        table.finish()
    assert play(env, tables, 60) > 0


def test_fantasyland_that_never_ends_ends_after_a_hundred_hands() -> None:
    rules = PINEAPPLE.replace(
        fantasyland=HOUSE["easy"].fantasyland.replace(stay=(("top", "2"),))  # type: ignore[union-attr]
    )
    env = VectorEnv(rules, n=1, fantasyland="solve", seed=3)
    env.reset(fantasyland=(15, 15))
    assert env.game(0).hand == 100
    assert env.game(0).fantasyland == (0, 0)


# --- Table stakes -------------------------------------------------------------------------------------------

STAKES = {
    "no cap": TableStakes(win_cap=False),
    "out": TableStakes(win_cap=False, broke_is_out=True),
    "cap": TableStakes(),
    "cap, out": TableStakes(broke_is_out=True),
}


@pytest.mark.parametrize(
    ("name", "players", "stakes"),
    [
        ("easy", 3, "no cap"),
        ("easy", 3, "cap"),
        ("easy", 2, "cap, out"),
        ("of the whole table", 4, "out"),
        ("criss-cross, capped", 2, "cap"),
    ],
)
def test_stacks_are_paid_and_carried_as_in_a_match(name: str, players: int, stakes: str) -> None:
    rules = HOUSE[name].replace(table_stakes=STAKES[stakes])
    env, tables = begun(rules, players, stacks=(3, 8, 5, 2)[:players], reward="points+fantasyland")
    for part in range(2):
        assert play(env, tables, 45 * players, part) > 0
    assert sum(table.matches for table in tables) > 0
    assert env.game(0).stacks == tables[0].stacks


def test_stacks_need_no_rules_for_them() -> None:
    env, tables = begun("pineapple", 3, stacks=12, opponents="policy")
    assert env.stacks == (12, 12, 12)
    assert play(env, tables, 60) > 0
    assert env.scalars.shape == (3, 10)
    env.reset(3, stacks=[1, 30, 5])
    assert play(env, [Table(env, i, stacks=(1, 30, 5)) for i in range(3)], 40) > 0
    kept = VectorEnv("pineapple", 3, 1, stacks=12, seed=1)
    kept.reset(stacks=[1, 30, 5])
    kept.step([2])
    kept.reset()
    assert kept.game(0).stacks == (1, 30, 5)  # a hand that is cut off counts for nothing


@pytest.mark.parametrize(
    ("stacks", "error", "words"),
    [
        ((5, 5, 5), OfcError, "2 needed"),
        ((5, 0), OfcError, "a stack must be 1 to 1000000"),
        (600_000, OfcError, "1200000 chips in all"),
        ("55", TypeError, "stacks must be a list"),
        ((5, 2.5), TypeError, "a stack must be a whole number"),
    ],
)
def test_wrong_stacks_are_refused(stacks: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        VectorEnv("pineapple", n=1, stacks=stacks)


def test_stacks_of_a_first_hand_are_those_of_the_table() -> None:
    with pytest.raises(OfcError, match="12 chips in all, and this environment has 10 chips"):
        VectorEnv("pineapple", n=1, stacks=5).reset(stacks=(6, 6))
    with pytest.raises(OfcError, match="has no stacks"):
        VectorEnv("pineapple", n=1).reset(stacks=(6, 6))
    with pytest.raises(OfcError, match="an observation has 1000000 at most"):
        observation_of(Game("pineapple", seed=1, stacks=(10**6, 1)).observation(0))


# --- What nobody may see ------------------------------------------------------------------------------------


def shown(env: VectorEnv, i: int, seat: int) -> tuple[bytes, ...]:
    return tuple(part.tobytes() for part in env.observe(i, seat))


@pytest.mark.parametrize(
    "name", ["pineapple", "classic", "criss-cross", "in turn", "the end face down", "chinese"]
)
def test_every_seat_sees_at_any_time_what_its_player_may_know(name: str) -> None:
    env, tables = begun(CASES[name], n=2)
    rng = Rng(4)
    for _ in range(60):
        for i, table in enumerate(tables):
            for seat in range(env.seats):
                if (
                    table.game.turn == seat
                    or not table.places
                    or owner_of(env.rules, env.seats, seat)
                    != (owner_of(env.rules, env.seats, table.game.turn or 0))
                ):
                    assert_sees(tuple(env.observe(i, seat)), table.sees(seat))
        actions = any_legal(env, rng)
        env.step(actions)
        for table, action in zip(tables, actions, strict=True):
            table.step(action)


def test_other_hidden_cards_change_nothing_that_is_seen() -> None:
    """The same hand from decks in which only cards that one seat cannot know are exchanged."""
    for rules, seats in ((PINEAPPLE, 2), (HOUSE["in turn"], 3), (CRISS_CROSS, 2)):
        game = Game(rules, seats, seed=8)
        rng = Rng(2)
        while game.turn is not None:
            watching = rng.below(game.seats)
            before = game.observation(watching)
            known = set(before.known)
            hidden = [card for card in map(Card, range(rules.deck_size)) if card not in known]
            rng.shuffle(hidden)
            swap = dict(zip(sorted(hidden), hidden, strict=True))
            other = replayed(game, swap)
            assert other.observation(watching) == before
            for obs, actions in product(("planes", "bits"), ACTIONS):
                a = observation_of(before, obs=obs, actions=actions)
                b = observation_of(other.observation(watching), obs=obs, actions=actions)
                assert [x.tobytes() for x in a] == [x.tobytes() for x in b]
            moves = game.legal_moves
            game.push(moves[rng.below(len(moves))])


def replayed(game: Game, swap: dict[Card, Card]) -> Game:
    """The same actions with other cards."""
    needed = game.rules.cards_needed(game.players)
    dealt = [Card(i) for i in _core.deal_order(game.seed, game.hand, game.rules.deck_size, needed)]
    deck = [swap.get(card, card) for card in dealt]
    other = Game(game.rules, game.players, deck=deck, button=game.button)
    for _, move in game.actions:
        parts = [[swap.get(card, card) for card in part] for part in (*move.rows, move.discards)]  # type: ignore[union-attr]
        other.push(Move.of(*parts))
    return other


def test_what_is_hidden_in_the_tables_of_c_never_shows() -> None:
    """No set but that of the unseen cards holds a discard or a face-down card of another."""
    env, tables = begun(HOUSE["easy, four of classic"], 4, 4)
    rng = Rng(1)
    for _ in range(300):
        for i, table in enumerate(tables):
            for seat in range(env.seats):
                sets = sets_in(env.observe(i, seat).cards)
                seen = set().union(*sets[:-1])
                secret = set()
                for other in range(env.seats):
                    if other != seat:
                        secret |= set(table.game.discards(other))
                        if table.inside[other]:
                            secret |= set(table.game.board(other).cards) | set(table.game.drawn(other))
                assert not seen & secret
                assert secret <= sets[-1]
        actions = any_legal(env, rng)
        env.step(actions)
        for table, action in zip(tables, actions, strict=True):
            table.step(action)


# --- Hands and seeds ----------------------------------------------------------------------------------------


def test_the_hand_at_a_table_is_a_game() -> None:
    env, tables = begun("progressive", 3)
    rng = Rng(7)
    for _ in range(150):
        for i, table in enumerate(tables):
            assert env.game(i) == table.game
            assert env.placed(i) == table.places
        actions = any_legal(env, rng)
        env.step(actions)
        for table, action in zip(tables, actions, strict=True):
            table.step(action)


@pytest.mark.parametrize(
    "options", [{}, {"opponents": "policy"}, {"actions": "turn"}, {"fantasyland": "solve"}]
)
def test_any_number_of_threads_plays_the_same(options: dict[str, Any]) -> None:
    played = []
    for threads in (1, 2, 3, 7):
        env = VectorEnv(HOUSE["easy"], n=5, seed=2, threads=threads, reward="points+fantasyland", **options)
        env.reset()
        rng, all_of_it = Rng(3), []
        for _ in range(80):
            env.step(any_legal(env, rng))
            arrays = (env.observations, env.scalars, env.masks, env.to_play, env.rewards, env.dones)
            all_of_it.append([one.tobytes() for one in arrays])
        played.append(all_of_it)
        env.close()
    assert played[0] == played[1] == played[2] == played[3]


def test_a_seed_begins_anew_and_no_seed_goes_on() -> None:
    env = VectorEnv("pineapple", n=4, seed=5, fantasyland="off")
    env.reset()
    first = env.observations.copy()
    env.reset()
    assert [env.game(i).hand for i in range(4)] == [4, 5, 6, 7]
    assert [env.game(i).button for i in range(4)] == [1, 0, 1, 0]
    env.reset(5)
    assert (env.observations == first).all()
    env.reset(5, hand=6, button=1)
    assert [env.game(i).hand for i in range(4)] == [6, 7, 8, 9]
    assert [env.game(i).button for i in range(4)] == [1, 1, 1, 1]
    env.reset(6)
    assert env.seed == 6
    assert not (env.observations == first).all()


def test_a_hand_that_is_cut_off_counts_for_nothing() -> None:
    env = VectorEnv(HOUSE["easy"], n=1, seed=5)
    env.reset(fantasyland=(14, 0))
    env.step([0])
    env.reset()
    game = env.game(0)
    assert (game.hand, game.button, game.fantasyland) == (1, 1, (0, 0))
    assert not env.rewards.any()


def test_a_table_may_stay_at_the_end_of_its_hand() -> None:
    env, _ = begun("pineapple", n=2)
    rng = Rng(1)
    env.reset(1, button=0)
    for _ in range(33):
        env.step_to_the_end(any_legal(env, rng))
        assert not env.dones.any()
    env.step_to_the_end(any_legal(env, rng))
    assert env.dones.all()
    assert env.to_play.tolist() == [-1, -1]
    assert not env.masks.any()
    games = [env.game(i) for i in range(2)]
    assert all(game.is_over for game in games)
    assert env.rewards.tolist() == [list(map(float, game.settlement.points)) for game in games]
    for i, game in enumerate(games):
        own, other = game.boards
        assert sets_in(env.observations[i])[:6] == [set(row) for row in (*own.rows, *other.rows)]
    env.step_to_the_end([99, -3])  # nothing is to be done
    assert not env.dones.any()
    assert not env.rewards.any()
    env.next_hands()
    assert [env.game(i).hand for i in range(2)] == [2, 3]
    before = env.observations.copy()
    env.next_hands()
    assert (env.observations == before).all()


# --- Arrays -------------------------------------------------------------------------------------------------


def test_arrays_of_the_caller_are_filled() -> None:
    env, again = (VectorEnv("pineapple", n=6, seed=4) for _ in range(2))
    env.reset()
    again.reset()
    kept = np.zeros((5, *env.observations.shape), np.uint8)
    rewards = np.full((5, 6, 2), np.nan, np.float32)
    rng = Rng(2)
    for step in range(5):
        env.write_to(observations=kept[step], rewards=rewards[step])
        actions = any_legal(env, rng)
        env.step(actions)
        again.step(actions)
        assert (
            env.observations.base is kept
            or env.observations is kept[step]
            or (env.observations == kept[step]).all()
        )
        assert (kept[step] == again.observations).all()
    assert not np.isnan(rewards).any()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("observations", np.zeros((6, 10, 53), np.uint8)),
        ("observations", np.zeros((6, 10, 54), np.int16)),
        ("rewards", np.zeros((6, 2), np.float64)),
        ("rewards", np.zeros((2, 6), np.float32).T),
        ("masks", np.zeros((12, 4), bool)[::2]),
        ("to_play", [0] * 6),
        ("dones", np.frombuffer(bytes(6), np.uint8)),
        ("nothing", np.zeros(6, np.uint8)),
    ],
)
def test_wrong_arrays_are_refused(name: str, wrong: Any) -> None:
    env = VectorEnv("pineapple", n=6, seed=4)
    with pytest.raises((OfcError, TypeError)):
        env.write_to(**{name: wrong})
    env.reset()
    env.step([0] * 6)


@pytest.mark.parametrize(
    "kind", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64, ">i4"]
)
def test_actions_of_every_kind_of_integer(kind: Any) -> None:
    env, tables = begun("pineapple")
    if kind == ">i4":
        with pytest.raises(TypeError, match="integers"):
            env.step(np.zeros(3, kind))
        return
    wide = np.zeros((3, 2), kind)
    wide[:, 0] = [2, 1, 0]
    env.step(wide[:, 0])
    for i, action in enumerate((2, 1, 0)):
        tables[i].step(action)
        assert env.placed(i) == [action]
    assert play(env, tables, 40) > 0


@pytest.mark.parametrize(
    ("actions", "kind", "words"),
    [
        ([2, 2, 3], IllegalMove, "table 2: action 3 is not legal; those of its mask are"),
        ([2, 2, -1], IllegalMove, "table 2"),
        ([2, 4, 2], IllegalMove, "table 1"),
        (np.array([2, 2, 2**40]), IllegalMove, "table 2"),
        (np.array([2**63, 2, 2], np.uint64), IllegalMove, "table 0"),
        ([2, 2], OfcError, r"shape \(2,\)"),
        (np.zeros((3, 1), int), OfcError, "shape"),
        (np.zeros(3), TypeError, "integers"),
        ([2.0, 2, 2], TypeError, "float"),
        (None, TypeError, "actions"),
        (3, TypeError, "actions"),
    ],
)
def test_wrong_actions_change_nothing(actions: Any, kind: type[Exception], words: str) -> None:
    env, _ = begun("pineapple")
    before = env.observations.copy()
    with pytest.raises(kind, match=words):
        env.step(actions)
    assert [env.placed(i) for i in range(3)] == [[], [], []]
    assert (env.observations == before).all()


def test_illegal_turns_are_refused() -> None:
    env, _ = begun("pineapple", n=1, actions="turn")
    legal = set(np.flatnonzero(env.masks[0]).tolist())
    assert len(legal) == 232
    for action in set(range(-1, 1030)) - legal:
        with pytest.raises(IllegalMove):
            env.step([action])
    env.step([max(legal)])


def test_nothing_is_stepped_before_it_is_dealt() -> None:
    env = VectorEnv("pineapple", n=2, seed=1)
    for call in (lambda: env.step([0, 0]), env.next_hands):
        with pytest.raises(OfcError, match="reset"):
            call()


# --- What is refused ----------------------------------------------------------------------------------------


SEVENS = PINEAPPLE.replace(streets=(Street(deal=7, place=6), Street(deal=7, place=7)))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rules": "pineapple", "players": 4}, "players"),
        ({"rules": "nonsense"}, "nonsense"),
        ({"rules": "pineapple", "n": 0}, "n must be 1"),
        ({"rules": "pineapple", "actions": "cards"}, "actions = 'cards': it must be one of 'card', 'turn'"),
        ({"rules": "pineapple", "obs": 3}, "obs = 3"),
        ({"rules": "pineapple", "fantasyland": "on"}, "fantasyland = 'on'"),
        ({"rules": "pineapple", "actions": "turn", "fantasyland": "play"}, "five cards"),
        ({"rules": "pineapple", "reward": "money"}, "reward = 'money'"),
        ({"rules": "pineapple", "opponents": "nobody"}, "no bot"),
        ({"rules": "pineapple", "opponents": ["policy", "policy"]}, "2 opponents at a table of 2"),
        ({"rules": "pineapple", "opponents": SolverBot(1)}, "C cannot play"),
        ({"rules": "chinese", "opponents": PolicyBot(1)}, "C cannot play"),
        ({"rules": "chinese", "actions": "turn"}, "nobody decides anything in chinese"),
        ({"rules": PINEAPPLE.replace(table_stakes=TableStakes())}, "give each player's chips"),
        (
            {
                "rules": PINEAPPLE.replace(streets=(Street(deal=7, place=6), Street(deal=7, place=7))),
                "actions": "turn",
            },
            "sends 5",
        ),
        ({"rules": "pineapple", "threads": 0}, "threads"),
    ],
)
def test_what_cannot_be_played_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(OfcError, match=words):
        VectorEnv(**options)


@pytest.mark.parametrize(
    "options",
    [
        {"fantasyland": (14,)},
        {"fantasyland": (15, 0)},
        {"fantasyland": (12, 0)},
        {"button": 2},
        {"hand": -1},
        {"hand": 1 << 64},
    ],
)
def test_hands_that_there_are_not_are_not_dealt(options: dict[str, Any]) -> None:
    env = VectorEnv("pineapple", n=2, seed=1)
    env.reset()
    before = env.observations.copy()
    with pytest.raises((OfcError, InvalidRules)):
        env.reset(3, **options)
    assert env.seed == 1
    assert (env.observations == before).all()


# --- Moves as numbers ---------------------------------------------------------------------------------------


def test_moves_and_actions_lead_back_to_each_other() -> None:
    game = Game("pineapple", seed=3)
    rng = Rng(1)
    while game.turn is not None:
        draw = game.drawn(game.turn)
        for move in game.legal_moves:
            places = places_of(move)
            assert move_of(draw, places) == move
            assert turn_places(turn_action(places), len(draw)) == places
        game.push(game.legal_moves[rng.below(len(game.legal_moves))])


def test_what_is_no_move_has_no_number() -> None:
    for call in (
        lambda: move_of("As Kd", [0]),
        lambda: move_of("As Kd", [0, 4]),
        lambda: turn_action([0] * 6),
        lambda: turn_action([4]),
        lambda: turn_places(64, 3),
        lambda: turn_places(-1, 3),
        lambda: turn_places(0, 6),
    ):
        with pytest.raises(OfcError):
            call()


def test_the_observation_of_a_position_is_that_of_the_environment() -> None:
    for actions, obs in product(ACTIONS, ("planes", "bits")):
        env, _ = begun(HOUSE["criss-cross, all dealt together"], n=2, actions=actions, obs=obs)
        rng = Rng(9)
        for _ in range(60):
            for i in range(2):
                game, places = env.game(i), env.placed(i)
                assert game.turn is not None
                draw = sorted(game.drawn(game.turn), reverse=True)
                placed = move_of(draw[: len(places)], places) if places else None
                seen = observation_of(game.observation(game.turn), placed, actions=actions, obs=obs)
                assert (seen.cards == env.observations[i]).all()
                assert (seen.scalars == env.scalars[i]).all()
                assert (seen.mask == env.masks[i]).all()
            env.step(any_legal(env, rng))


def test_only_the_highest_cards_of_the_draw_can_have_been_placed() -> None:
    position = Game("pineapple", seed=1).observation(0)
    for move in (Move.of([position.draw[1]]), Move("surrender")):
        with pytest.raises(OfcError, match="placed"):
            observation_of(position, move)


def test_turns_in_order_deal_every_card_once() -> None:
    for rules in CASES.values():
        for players in range(rules.players[0], rules.players[1] + 1):
            turns = turns_in_order(rules, players, 0)
            cards = [card for turn in turns for card in range(turn.first, turn.first + turn.deal)]
            assert sorted(cards) == list(range(rules.cards_needed(players)))
            assert all(turn.first + turn.deal <= turn.dealt for turn in turns)


# --- Nothing from Python may break it -----------------------------------------------------------------------


def core_of(**changes: Any) -> _core.Environment:
    """A small table of the core."""
    turns = turns_in_order(PINEAPPLE, 2, 0)
    hand = (
        [(t.seat, t.first, t.deal, t.place) for t in turns],
        [(t.street, t.dealt, t.hidden, t.exposed, True) for t in turns],
        34,
    )
    options: dict[str, Any] = {"kinds": (0,), "turns": [hand, hand], "carry": False} | changes
    return _core.Environment(PINEAPPLE.compiled, options.pop("bots", (None, None)), 2, 3, **options)


def test_the_core_checks_its_turns() -> None:
    core_of()
    turns = turns_in_order(PINEAPPLE, 2, 0)
    flat = [(t.seat, t.first, t.deal, t.place) for t in turns]
    more = [(t.street, t.dealt, t.hidden, t.exposed, True) for t in turns]
    dark = [(*one[:4], False) for one in more]
    for turns in (
        [(flat, more, 34)],
        [(flat, more[1:], 34)] * 2,
        [(flat, [(0, 3, 0, 0, True), *more[1:]], 34)] * 2,
        [(flat, dark, 34)] * 2,
        [(flat[1:], more[1:], 34)] * 2,
        [(flat, more, 60)] * 2,
    ):
        with pytest.raises(OfcError):
            core_of(turns=turns)
    with pytest.raises(OfcError, match="a bot plays at this seat"):
        core_of(bots=(None, CompiledRandom(1)))
    with pytest.raises(OfcError, match="lead to Fantasyland with 14"):
        core_of(carry=True)
    for kinds in ((), (14,), (0, 0), (0, 14, 14), (0, 18)):
        with pytest.raises(OfcError):
            core_of(kinds=kinds)
    for bots in ((), (None,) * 3, (1, None)):
        with pytest.raises((OfcError, TypeError)):
            core_of(bots=bots)


def test_a_step_within_a_step_is_refused() -> None:
    env = core_of()
    env.deal(1, 0, (0, 0, 0), (0, 0))
    zeros = np.zeros(3, np.int64)
    found: list[object] = []

    class Now:
        def result(self) -> None:
            return None

    def submit(part: Any) -> Now:
        for call in (
            lambda: env.step(zeros),
            lambda: env.deal(),
            lambda: env.see(0, 0),
            lambda: env.bind("done", None),
        ):
            with pytest.raises(OfcError, match="in the middle of a step"):
                call()
        part()
        found.append(part)
        return Now()

    env.step(zeros, submit=submit, threads=3)
    assert len(found) == 2
    for part in found:
        with pytest.raises(OfcError, match="has run"):
            part()  # type: ignore[operator]


def test_a_part_that_comes_late_does_nothing() -> None:
    env = core_of()
    env.deal(1, 0, (0, 0, 0), (0, 0))
    late: list[Any] = []

    class Never:
        def result(self) -> None:
            return None

    def submit(part: Any) -> Never:
        late.append(part)
        return Never()

    env.step(np.zeros(3, np.int64), submit=submit, threads=3)
    for part in late:
        with pytest.raises(OfcError, match="has run"):
            part()


def test_two_threads_cannot_step_one_environment_at_once() -> None:
    env = VectorEnv("pineapple", n=2000, seed=1)
    env.reset()
    zeros = np.zeros(2000, np.int64)

    def step(_: int) -> bool:
        try:
            env.step(zeros)
        except OfcError:  # the other one was faster, or nothing fits on top any more
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        steps = sum(pool.map(step, range(50)))
    assert 1 <= steps <= 3


def test_environments_are_no_values() -> None:
    env = VectorEnv("pineapple", n=1, seed=1)
    for call in (copy.copy, pickle.dumps):
        with pytest.raises(TypeError):
            call(env._core)


def test_every_preset_is_there() -> None:
    assert set(RULES) <= set(CASES)


def test_the_example_learns_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(__file__).parents[1] / "docs" / "examples" / "learn.py"
    spec = importlib.util.spec_from_file_location("learn", path)
    assert spec
    assert spec.loader
    learn = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learn)
    monkeypatch.setattr(learn, "TABLES", 16)
    bot = learn.main(seconds=0.05)
    position = Position(learn.RULES, "Qh/7h7d/AsKsJs3s", "8c Td 4h", opponents=["-/9c9d8s/5s4s3d2d"])
    assert bot.act(position) in position.legal_moves
