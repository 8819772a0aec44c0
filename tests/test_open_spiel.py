"""OpenSpiel: its own suite, what a player knows, and a rest of a hand that is solved."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from ofckit._errors import OfcError
from ofckit.bots import PolicyBot
from ofckit.cards import Card
from ofckit.game import Game
from ofckit.rl import move_of, observation_of, places_of

from matches import TABLES

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")
spiel = pytest.importorskip("ofckit.rl.open_spiel")


def load(rules: str = "pineapple", players: int = 2, **options: str) -> Any:
    return pyspiel.load_game("python_ofc", {"rules": rules, "players": players, **options})


def played(game: Any, turns: int, seed: int = 1) -> Any:
    """A state after so many random actions, deals included."""
    state, rng = game.new_initial_state(), random.Random(seed)
    for _ in range(turns):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_open_spiel_finds_nothing_wrong(rules: str, players: int) -> None:
    pyspiel.random_sim_test(load(rules, players), 1, True, False)


def test_the_hand_is_that_of_a_game() -> None:
    """The same cards dealt, the same moves: the same boards and points."""
    for rules, players in (("pineapple", 3), ("criss-cross", 2), ("progressive", 2)):
        game = Game(rules, players, seed=5)
        state = load(rules, players).new_initial_state()
        rng = random.Random(2)
        while not state.is_terminal():
            if state.is_chance_node():
                seat = game.turn
                assert seat is not None
                for card in game.drawn(seat):
                    state.apply_action(int(card))
                continue
            assert game.turn is not None
            assert state.current_player() == game.turn % players
            draw, places = sorted(game.drawn(game.turn), reverse=True), []
            for _ in draw:
                mask = observation_of(state.position, state.placed, obs="bits").mask
                assert state.legal_actions() == list(np.flatnonzero(mask))
                places.append(rng.choice(state.legal_actions()))
                state.apply_action(places[-1])
            game.push(move_of(draw, places))
        points = [float(sum(game.settlement.points[i::players])) for i in range(players)]
        assert state.returns() == points
        assert sum(points) == 0


def test_chance_deals_every_card_that_is_left() -> None:
    state = played(load("joker-ultimate"), 3)
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 51
    assert sum(p for _, p in outcomes) == pytest.approx(1)
    dealt = {int(card) for seat, cards in state.hand.actions if seat < 0 for card in cards}
    assert not dealt & {card for card, _ in outcomes}


def test_a_state_is_cloned_and_serialised() -> None:
    game = load("classic", 4)
    for turns in (0, 3, 8, 40, 70):
        state = played(game, turns)
        clone = state.clone()
        assert str(clone) == str(state)
        again = game.deserialize_state(state.serialize())
        assert str(again) == str(state)
        clone.apply_action(clone.legal_actions()[0])
        assert str(clone) != str(state)
        assert str(again) == str(state)


def knowledge(state: Any, player: int) -> tuple[Any, ...]:
    """All forms of what a player knows."""
    return (
        state.information_state_string(player),
        tuple(state.information_state_tensor(player)),
        state.observation_string(player),
        tuple(state.observation_tensor(player)),
    )


@pytest.mark.parametrize("rules", ["pineapple", "classic", "criss-cross", "chinese", "2-7-pineapple"])
def test_states_that_a_player_cannot_tell_apart_are_drawn(rules: str) -> None:
    """All that the player knows is the same, and only hidden cards differ."""
    game, rng = load(rules), random.Random(3)
    differ = 0
    for turns in range(2, 48, 5):
        state = played(game, turns, seed=turns)
        for player in range(2):
            other = state.resample_from_infostate(player, rng.random)
            assert knowledge(other, player) == knowledge(state, player)
            assert other.current_player() == state.current_player()
            assert other.hand.turn == state.hand.turn
            differ += str(other) != str(state) or other.hand.actions != state.hand.actions
    assert differ > 0 or rules == "classic"


def test_hidden_cards_are_all_equally_likely() -> None:
    state = played(load("pineapple"), 24, seed=3)  # each has discarded nothing, seat 0 has drawn three more
    while len(state.done) < 3:
        state.apply_action(state.legal_actions()[-1])
    hidden = state.hand.discards(0)
    assert len(hidden) == 1
    rng, seen = random.Random(1), Counter[Card]()
    for _ in range(1500):
        seen.update(state.resample_from_infostate(1, rng.random).hand.discards(0))
    unseen = state.hand.observation(1).unseen
    assert set(seen) <= set(unseen)
    assert len(seen) == len(unseen)
    assert max(seen.values()) < 3 * min(seen.values()) + 30


def test_perfect_recall_remembers_what_an_observation_forgets() -> None:
    """Two ways to the same boards: the observation is the same, the information state is not."""
    game, to = load("turbo"), {50: 1, 46: 1, 5: 2, 1: 2, 51: 2, 47: 2, 43: 2, 39: 1, 35: 1}
    ends = []
    for first, second in (((50, 46), (1, 5)), ((1, 5), (50, 46))):
        state = game.new_initial_state()
        deals = iter([51, 47, 43, 39, 35, 0, 4, 8, 12, 16, *first, 20, 24, *second])
        while len(state.done) < 5:
            if state.is_chance_node():
                state.apply_action(next(deals))
            elif state.current_player() == 0:
                state.apply_action(to[int(state.draw[len(state.places)])])
            else:
                state.apply_action(state.legal_actions()[-1])
        ends.append(state)
    one, two = ends
    for player in range(2):
        assert one.observation_string(player) == two.observation_string(player)
        assert one.observation_tensor(player) == two.observation_tensor(player)
        assert one.information_state_string(player) != two.information_state_string(player)
        assert one.information_state_tensor(player) != two.information_state_tensor(player)


@pytest.mark.parametrize("rules", ["pineapple", "2-7-pineapple"])
def test_is_mcts_plays(rules: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load(rules)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=10.0,
        max_simulations=8,
        random_state=np.random.RandomState(2),
    )
    state = played(game, 62, seed=4)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_stacks_are_seen_and_paid() -> None:
    game = load("pineapple", stacks="3 50")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state = played(game, 6, seed=1)
    assert state.observation_tensor(0)[-2:] == [3, 50]
    assert state.observation_tensor(1)[-2:] == [50, 3]
    paid = set()
    for seed in range(6):
        state, rng = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        paid.add(state.returns()[0])
    assert max(map(abs, paid)) == 3


# --- A game that is small enough ----------------------------------------------------------------------------


def small() -> tuple[Any, tuple[int, ...]]:
    """Classic with two cards to come for each player, all from a deck of four."""
    state, bot = load("classic").new_initial_state(), PolicyBot()
    rng, opening = random.Random(6), []
    while len(state.done) < 14 or not state.is_chance_node():
        if state.is_chance_node():
            actions = [rng.choice(state.legal_actions())]
        else:
            actions = places_of(bot.act(state.position))
        for action in actions:
            opening.append(action)
            state.apply_action(action)
    deck = sorted(rng.sample([card for card, _ in state.chance_outcomes()], 4))
    words = {"opening": " ".join(map(str, opening)), "deck": "".join(str(Card(card)) for card in deck)}
    return load("classic", **words), tuple(deck)


def best_against_uniform(game: Game, deck: tuple[int, ...], player: int) -> float:
    """What the player gets who answers an opponent that draws lots, worked out with `Game` alone."""
    if game.is_over:
        return float(game.settlement.points[player])
    values = []
    if game.awaits:
        dealt = {card for seat, cards in game.actions if seat < 0 for card in cards}
        for card in deck:
            if card not in dealt:
                game.deal([Card(card)])
                values.append(best_against_uniform(game, deck, player))
                game.pop()
        return sum(values) / len(values)
    best = max if game.turn == player else (lambda found: sum(found) / len(found))
    for move in list(game.legal_moves):
        game.push(move)
        values.append(best_against_uniform(game, deck, player))
        game.pop()
    return float(best(values))


def test_exploitability_of_a_small_rest_is_exact() -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game, deck = small()
    start = game.new_initial_state().hand
    expected = [best_against_uniform(start.copy(), deck, player) for player in range(2)]
    found = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    assert found == pytest.approx(sum(expected), abs=1e-9)
    assert found > 0.1


def test_the_best_players_of_a_small_rest_cannot_be_exploited() -> None:
    """Every card is open here, so backward induction finds them."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game, _ = small()
    best = policy.TabularPolicy(game)

    def value(state: Any) -> float:
        if state.is_terminal():
            return float(state.returns()[0])
        if state.is_chance_node():
            return sum(p * value(state.child(action)) for action, p in state.chance_outcomes())
        player = state.current_player()
        values = {action: value(state.child(action)) for action in state.legal_actions()}
        chosen = (max if player == 0 else min)(values, key=values.__getitem__)
        row = best.policy_for_key(state.information_state_string(player))
        row[:] = 0
        row[chosen] = 1
        return values[chosen]

    value(game.new_initial_state())
    assert exploitability.nash_conv(game, best) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rules": "nonsense"}, "nonsense"),
        ({"players": 4}, "players"),
        ({"opening": "51 51"}, "opening: 51 cannot be done"),
        ({"opening": "As"}, "opening = 'As': it must be whole numbers"),
        ({"stacks": "5"}, "stacks: 2 needed"),
        ({"opening": "51 47 43 39 35 3"}, "opening: 3 cannot be done"),
        ({"deck": "As As"}, "twice"),
        ({"deck": "As Ks"}, "34 cards are still to be dealt, and 2 are left"),
    ],
)
def test_what_is_no_game_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(OfcError, match=words):
        spiel.OfcGame(options).new_initial_state()
