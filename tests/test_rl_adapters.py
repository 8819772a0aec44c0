"""Gymnasium and PettingZoo: their own suites for every preset, and the hands of the environment."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from ofckit._errors import IllegalMove, OfcError
from ofckit.bots import SolverBot
from ofckit.cards import Card
from ofckit.position import Move, Position
from ofckit.rl import VectorEnv
from ofckit.rules import RULES

from matches import HOUSE, TABLES

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
ofc_gym = pytest.importorskip("ofckit.rl.gymnasium")

FORMS = [
    (*table, actions)
    for table in TABLES
    for actions in ("card", "turn")
    if (table[0], actions) != ("chinese", "turn")
]


# --- Gymnasium ----------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("name", "players", "actions"), FORMS)
def test_gymnasium_finds_nothing_wrong(name: str, players: int, actions: str) -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make(ofc_gym.ID, rules=name, players=players, opponents="random", actions=actions)
    check_env(env.unwrapped)


@pytest.mark.parametrize("options", [{}, {"actions": "turn"}, {"reward": "points+fantasyland", "players": 3}])
def test_gymnasium_plays_the_hands_of_the_environment(options: dict[str, Any]) -> None:
    """One table alone and the form for many: observations, rewards and ends are those of `VectorEnv`."""
    one = gymnasium.make(ofc_gym.ID, opponents="policy", **options)
    many = gymnasium.make_vec(ofc_gym.ID, num_envs=1, opponents="policy", **options)
    players = options.pop("players", 2)
    plain = VectorEnv("pineapple", players, 1, opponents="policy", **options)
    plain.reset(3)
    alone, info = one.reset(seed=3)
    together, infos = many.reset(seed=3)
    random = np.random.default_rng(1)
    for _ in range(120):
        for seen in (plain.observations[0], together["observation"][0]):
            assert (seen == alone["observation"]).all()
        assert (plain.scalars[0] == alone["scalars"]).all()
        assert (plain.masks[0] == info["action_mask"]).all()
        assert (plain.masks[0] == infos["action_mask"][0]).all()
        action = int(random.choice(np.flatnonzero(plain.masks[0])))
        plain.step([action])
        alone, reward, ended, cut, info = one.step(action)
        last = alone
        together, rewards, ends, cuts, infos = many.step(np.array([action]))
        assert (reward, ended) == (rewards[0], ends[0]) == (plain.rewards[0, 0], plain.dones[0])
        assert not any((cut, cuts[0], info["illegal"], infos["illegal"][0]))
        if ended:
            alone, info = one.reset()
            assert (infos["final_obs"][0]["observation"] == last["observation"]).all()
    many.close()


def test_an_illegal_action_is_replaced_or_refused() -> None:
    for illegal in ("lowest", "raise"):
        one = gymnasium.make(ofc_gym.ID, illegal=illegal)
        many = gymnasium.make_vec(ofc_gym.ID, num_envs=2, illegal=illegal)
        one.reset(seed=1)
        many.reset(seed=1)
        if illegal == "raise":
            with pytest.raises(IllegalMove):
                one.step(3)  # nothing is discarded of the first five
            with pytest.raises(IllegalMove):
                many.step(np.array([0, 3]))
            continue
        assert one.step(3)[4]["illegal"]
        assert one.unwrapped.table.env.placed(0) == [0]
        assert many.step(np.array([1, 3]))[4]["illegal"].tolist() == [False, True]
        assert [many.unwrapped.tables.placed(i) for i in range(2)] == [[1], [0]]


def test_the_end_is_the_end() -> None:
    env = ofc_gym.OfcEnv("chinese", opponents="random")
    env.reset(seed=1)
    for _ in range(13):
        ended = env.step(int(env.action_masks().argmax()))[2]
    assert ended
    with pytest.raises(IllegalMove, match="reset"):
        env.step(0)


class Last:
    """A bot in Python: the last legal move."""

    def __init__(self) -> None:
        self.asked = 0

    def act(self, observation: Position) -> Move:
        self.asked += 1
        return observation.legal_moves[observation.legal_moves.placements - 1]


@pytest.mark.parametrize("actions", ["card", "turn"])
def test_bots_in_python_play_too(actions: str) -> None:
    bots = [Last(), Last()]
    env = ofc_gym.OfcEnv("pineapple", 3, opponents=bots, actions=actions)
    env.reset(seed=4)
    games, total = 0, np.zeros(3)
    random = np.random.default_rng(2)
    while games < 3:
        assert env.table.player == 0
        ended = env.step(int(random.choice(np.flatnonzero(env.action_masks()))))[2]
        if ended:
            game = env.table.env.game(0)
            assert env.table.rewards.tolist() == list(map(float, game.settlement.points))
            total += env.table.rewards
            games += 1
            env.reset()
    assert min(bot.asked for bot in bots) >= 15
    assert total.sum() == 0
    with pytest.raises(OfcError, match="2 opponents at a table of 2"):
        ofc_gym.OfcEnv(opponents=bots)


def test_a_solver_may_sit_there() -> None:
    env = ofc_gym.OfcEnv("pineapple", opponents=SolverBot(rollouts=1))
    env.reset(seed=1, options={"button": 0})
    assert env.table.env.game(0).board(1).cards


def test_many_tables_share_no_arrays_unless_it_is_asked_for() -> None:
    for copy in (True, False):
        env = ofc_gym.OfcVectorEnv(3, copy=copy)
        first, infos = env.reset(seed=1)
        second, _, _, _, _ = env.step(infos["action_mask"].argmax(1))
        shared = [np.shares_memory(first[key], second[key]) for key in first]
        assert shared == [not copy] * 2


@pytest.mark.filterwarnings("ignore")
def test_maskable_ppo_trains() -> None:
    """sb3-contrib finds the masks; its player never needs one replaced."""
    sb3 = pytest.importorskip("sb3_contrib")
    pytest.importorskip("torch").set_num_threads(1)
    illegal = []

    class Watched(gymnasium.Wrapper):  # type: ignore[misc]
        def step(self, action: Any) -> Any:
            found = self.env.step(action)
            illegal.append(found[4]["illegal"])
            return found

        def action_masks(self) -> Any:
            return self.env.unwrapped.action_masks()

    env = Watched(gymnasium.make(ofc_gym.ID, opponents="random", fantasyland="off"))
    model = sb3.MaskablePPO("MultiInputPolicy", env, n_steps=512, n_epochs=2, seed=1, device="cpu")
    model.learn(2000)
    assert len(illegal) >= 2000
    assert not any(illegal)


# --- PettingZoo ---------------------------------------------------------------------------------------------


@pytest.fixture
def aec() -> Any:
    return pytest.importorskip("ofckit.rl.aec")


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("name", "players", "actions"), FORMS)
def test_pettingzoo_finds_nothing_wrong(name: str, players: int, actions: str, aec: Any) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(aec.env(name, players, actions=actions), num_cycles=60)
    seed_test(lambda: aec.env(name, players, actions=actions), num_cycles=20)


def test_pettingzoo_shows_the_table(aec: Any, capsys: Any) -> None:
    from pettingzoo.test import render_test

    render_test(aec.env, {"svg": lambda shown: shown.startswith("<svg")})
    env = aec.env(HOUSE["criss-cross, easy"], render_mode="ansi")
    env.reset(seed=2)
    env.step(2)
    assert "player_0 (2)" in env.render()
    assert " bottom" in env.render().splitlines()[-1]
    capsys.readouterr()
    human = aec.env(render_mode="human")
    human.reset(seed=2)
    assert human.render() is None
    assert "player_1" in capsys.readouterr().out
    with pytest.raises(OfcError, match="render_mode = 'film'"):
        aec.env(render_mode="film")


@pytest.mark.parametrize("name", ["pineapple", "criss-cross", "easy"])
def test_pettingzoo_plays_the_hands_of_the_environment(name: str, aec: Any) -> None:
    rules = {**RULES, **HOUSE}[name]
    env, plain = aec.env(rules), VectorEnv(rules, n=1)
    random = np.random.default_rng(5)
    env.reset(seed=9)
    plain.reset(9)
    rewards: list[float] = []
    for _ in range(3):
        for agent in env.agent_iter():
            seen, reward, ended, _, _ = env.last()
            if ended:
                assert reward == rewards[env.possible_agents.index(agent)]
                env.step(None)
                continue
            assert agent == f"player_{plain.to_play[0]}"
            assert (seen["observation"] == plain.observations[0]).all()
            assert (seen["scalars"] == plain.scalars[0]).all()
            assert (seen["action_mask"] == plain.masks[0]).all()
            action = int(random.choice(np.flatnonzero(seen["action_mask"])))
            plain.step([action])
            rewards = plain.rewards[0].tolist()
            env.step(action)
        env.reset()


def test_pettingzoo_shows_others_nothing_hidden(aec: Any) -> None:
    env = aec.env("pineapple")
    env.reset(seed=3)
    for agent in env.agent_iter(40):
        if env.terminations[agent]:
            break
        game = env.unwrapped.table.env.game(0)
        for other in env.agents:
            seen = env.observe(other)
            assert seen["action_mask"].any() == (other == agent)
            mine = env.possible_agents.index(other)
            hidden = {
                Card(c) for seat in range(2) if seat != mine for c in game.discards(seat) + game.drawn(seat)
            }
            shown = {Card(c) for plane in seen["observation"][:-1] for c in np.flatnonzero(plane)}
            assert not shown & hidden
        env.step(int(env.observe(agent)["action_mask"].argmax()))


def test_an_illegal_action_is_said(aec: Any) -> None:
    env = aec.env()
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="action 3 is not legal"):
        env.step(3)


def test_hands_go_on_and_begin_anew(aec: Any) -> None:
    env = aec.env("pineapple")
    hands = []
    for seed in (1, None, None, 1):
        env.reset(seed=seed)
        game = env.unwrapped.table.env.game(0)
        hands.append((game.seed, game.hand, game.button))
    assert hands == [(1, 0, 0), (1, 1, 1), (1, 2, 0), (1, 0, 0)]
    env.reset(seed=4, options={"fantasyland": (14, 0), "hand": 7, "button": 1})
    game = env.unwrapped.table.env.game(0)
    assert (game.hand, game.button, game.fantasyland) == (7, 1, (14, 0))
    assert all(a != b for a, b in pairwise(hands))


# --- All at once --------------------------------------------------------------------------------------------


@pytest.fixture
def parallel() -> Any:
    return pytest.importorskip("ofckit.rl.parallel")


AT_ONCE: list[tuple[Any, int, dict[str, Any]]] = [
    ("chinese", 2, {}),
    ("chinese", 4, {"stacks": 10}),
    (HOUSE["fifteen at once"], 3, {}),
    ("progressive", 2, {"fantasyland": (14, 17), "reward": "points+fantasyland"}),
    ("classic", 4, {"fantasyland": (13,) * 4}),
    (HOUSE["in turn"], 3, {"fantasyland": (15, 14, 16)}),
]


@pytest.mark.parametrize(("rules", "players", "options"), AT_ONCE)
def test_pettingzoo_finds_nothing_wrong_where_all_act_at_once(
    rules: Any, players: int, options: dict[str, Any], parallel: Any
) -> None:
    from pettingzoo.test import parallel_api_test
    from pettingzoo.test.seed_test import parallel_seed_test

    parallel_api_test(parallel.parallel_env(rules, players, **options), num_cycles=20)
    parallel_seed_test(lambda: parallel.parallel_env(rules, players, **options), num_cycles=20)


@pytest.mark.parametrize(("rules", "players", "options"), AT_ONCE)
def test_all_at_once_plays_the_same_hands_as_in_turn(
    rules: Any, players: int, options: dict[str, Any], parallel: Any
) -> None:
    """A hand set by all at once, replayed seat by seat: the same observations, masks and rewards."""
    inside = options.get("fantasyland", ())
    env = parallel.parallel_env(rules, players, illegal="raise", render_mode="ansi", **options)
    options = {key: value for key, value in options.items() if key != "fantasyland"}
    plain = VectorEnv(rules, players, 1, fantasyland="play", **options)
    random = np.random.default_rng(3)
    for hand in range(3):
        seen, infos = env.reset(seed=6 if hand == 0 else None)
        assert infos == {agent: {} for agent in env.agents}
        shown: dict[str, list[Any]] = {agent: [] for agent in env.agents}
        played: dict[str, list[int]] = {agent: [] for agent in env.agents}
        agents, steps, rewards = env.agents[:], 0, {}
        assert " --" in env.render()
        while env.agents:
            actions = {}
            for agent in agents:
                legal = np.flatnonzero(seen[agent]["action_mask"])
                actions[agent] = int(random.choice(legal)) if len(legal) else 3
                if len(legal):
                    shown[agent].append(seen[agent])
                    played[agent].append(actions[agent])
            seen, rewards, ended, cut, infos = env.step(actions)
            assert set(seen) == set(agents)
            assert not any(cut.values())
            assert not any(info["illegal"] for info in infos.values())
            steps += 1
        assert all(ended.values())
        assert steps == max(map(len, played.values()))
        assert " --" not in env.render()
        if hand == 0 or inside:
            plain.reset(6, hand=hand, button=hand % players, fantasyland=inside)
        else:
            plain.reset()
        while plain.to_play[0] >= 0:
            agent = f"player_{plain.to_play[0]}"
            one, action = shown[agent].pop(0), played[agent].pop(0)
            assert (one["observation"] == plain.observations[0]).all()
            assert (one["scalars"] == plain.scalars[0]).all()
            assert (one["action_mask"] == plain.masks[0]).all()
            plain.step_to_the_end([action])
        assert list(rewards.values()) == plain.rewards[0].tolist()
        assert (seen[agents[0]]["observation"] == plain.observations[0]).all()
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_an_illegal_action_among_all_is_replaced_or_refused(parallel: Any) -> None:
    env = parallel.parallel_env("chinese")
    seen, _ = env.reset(seed=1)
    seen, _, _, _, infos = env.step({"player_0": 3, "player_1": 2})
    assert [infos[agent]["illegal"] for agent in env.agents] == [True, False]
    strict = parallel.parallel_env("chinese", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(
        IllegalMove, match=r"player_1: action 3 is not legal; those of its mask are \[0, 1, 2\]"
    ):
        strict.step({"player_0": 0, "player_1": 3})
    with pytest.raises(OfcError, match="no action of player_1"):
        strict.step({"player_0": 0})
    again, _, _, _, _ = strict.step({"player_0": 0, "player_1": 2})
    for agent in env.agents:
        assert (again[agent]["observation"] == seen[agent]["observation"]).all()  # 0 stood in for 3


@pytest.mark.parametrize(
    ("rules", "options"),
    [("pineapple", {}), ("pineapple", {"fantasyland": (14, 0)}), ("criss-cross", {"fantasyland": (13,) * 4})],
)
def test_who_plays_in_turn_does_not_act_at_once(rules: str, options: dict[str, Any], parallel: Any) -> None:
    with pytest.raises(OfcError, match=r"is played in turn: nobody acts at once\. ofckit\.rl\.aec has it"):
        parallel.parallel_env(rules, **options)


# --- Table stakes -------------------------------------------------------------------------------------------


def test_stacks_are_seen_and_paid_in_every_form(aec: Any) -> None:
    env = ofc_gym.OfcEnv(HOUSE["easy"], 3, opponents="random", stacks=(3, 9, 5))
    assert env.observation_space["scalars"].high.tolist() == [54] * 7 + [17] * 3
    seen, info = env.reset(seed=2)
    assert seen["scalars"][7:].tolist() == [3, 9, 5]
    ended = False
    while not ended:
        seen, reward, ended, _, info = env.step(int(info["action_mask"].argmax()))
    assert reward == env.table.env.game(0).settlement.points[0]
    many = ofc_gym.OfcVectorEnv(2, "pineapple", stacks=4)
    assert many.reset(seed=2)[0]["scalars"][:, 6:].tolist() == [[4, 4], [4, 4]]
    zoo = aec.env("pineapple", stacks=(4, 7))
    zoo.reset(seed=2, options={"stacks": (10, 1)})
    assert [zoo.observe(agent)["scalars"][6:].tolist() for agent in zoo.agents] == [[10, 1], [1, 10]]
