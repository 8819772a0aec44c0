"""Bots from networks: what they choose, many hands at once, and networks in files."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ofckit._errors import IllegalMove, OfcError
from ofckit.bots import PolicyBot, RandomBot
from ofckit.cli import main
from ofckit.game import Game
from ofckit.position import Move, Position
from ofckit.rl import NetworkBot, OnnxBot, VectorEnv
from ofckit.rules import RULES, Street
from ofckit.search import solve_fantasyland
from ofckit.simulation import duel, simulate

from matches import HOUSE

np = pytest.importorskip("numpy")

SEVENS = (Street(deal=7, place=6), Street(deal=7, place=7))


class Weights:
    """Scores that are a sum over the cards seen: a network of one layer, the same for every row."""

    def __init__(self, actions: int = 4, seed: int = 1) -> None:
        self.weights = np.random.default_rng(seed).standard_normal((16 * 54, actions)).round(3)
        self.sizes: list[int] = []

    def __call__(self, observations: Any, scalars: Any, masks: Any) -> Any:
        self.sizes.append(len(observations))
        if observations.dtype == np.uint64:
            observations = observations[:, :, None] >> np.arange(54, dtype=np.uint64) & np.uint64(1)
        flat = observations.reshape(len(observations), -1).astype(float)
        return flat @ self.weights[: flat.shape[1]] + scalars[:, :1]


class OneByOne:
    """The same bot, asked for one move at a time."""

    def __init__(self, bot: NetworkBot) -> None:
        self.bot = bot

    def act(self, observation: Position) -> Move:
        return self.bot.act(observation)

    def __deepcopy__(self, memo: object) -> OneByOne:
        return self


def played(env: VectorEnv, predict: Any, steps: int) -> list[Game]:
    """The hands of an environment in which the highest score is taken in every step."""
    env.reset()
    games = []
    for _ in range(steps):
        scores = predict(env.observations, env.scalars, env.masks)
        env.step_to_the_end(np.where(env.masks, scores, -np.inf).argmax(1))
        games += [env.game(i) for i in range(env.n) if env.dones[i]]
        env.next_hands()
    return games


@pytest.mark.parametrize("obs", ["planes", "bits"])
@pytest.mark.parametrize("actions", ["card", "turn"])
@pytest.mark.parametrize("name", ["pineapple", "criss-cross", "announced"])
def test_it_plays_as_its_network_does_in_the_environment(name: str, actions: str, obs: str) -> None:
    rules = {**RULES, **HOUSE}[name]
    predict = Weights(4 if actions == "card" else 1024)
    env = VectorEnv(rules, n=4, actions=actions, obs=obs, seed=3)
    bot = NetworkBot(predict, actions=actions, obs=obs)
    games = played(env, predict, 120 if name == "criss-cross" and actions == "card" else 40)
    assert games
    for game in games[:3]:
        again = Game(rules, seed=3, hand=game.hand, button=game.button, fantasyland=game.fantasyland)
        while again.turn is not None:
            again.push(bot.act(again.observation(again.turn)))
        assert again.boards == game.boards
        assert [again.discards(seat) for seat in range(again.seats)] == [
            game.discards(seat) for seat in range(game.seats)
        ]


def test_a_duel_asks_for_many_hands_at_once_and_comes_out_the_same() -> None:
    predict = Weights()
    bot = NetworkBot(predict)
    many = duel("pineapple", [bot, PolicyBot(1)], 60, seed=4, block=4)
    assert max(predict.sizes) == 15
    predict.sizes.clear()
    single = duel("pineapple", [OneByOne(bot), PolicyBot(1)], 60, seed=4, block=4)
    assert set(predict.sizes) == {1}
    assert many.points == single.points
    assert many.bot(0).forfeits == single.bot(0).forfeits == 0


def test_workers_are_asked_for_many_hands_at_once_too() -> None:
    predict = Weights()
    bot = NetworkBot(predict)
    with ThreadPoolExecutor(2) as executor:
        many = duel("pineapple", [bot, PolicyBot(1)], 60, seed=4, block=4, executor=executor)
    assert max(predict.sizes) == 4  # 15 blocks, in two groups or more for each worker
    assert many.points == duel("pineapple", [bot, PolicyBot(1)], 60, seed=4, block=4).points
    with ThreadPoolExecutor(2) as executor:
        some = duel("pineapple", [Fails(), PolicyBot(1)], 40, seed=2, block=4, executor=executor)
    assert some.forfeits == duel("pineapple", [Fails(), PolicyBot(1)], 40, seed=2, block=4).forfeits


def test_two_networks_meet_and_each_answers_for_itself() -> None:
    bots = [NetworkBot(Weights(seed=1)), NetworkBot(Weights(1024, seed=2), actions="turn"), RandomBot(1)]
    many = simulate("pineapple", bots, 20, seed=4, block=3)
    single = simulate("pineapple", [*map(OneByOne, bots[:2]), bots[2]], 20, seed=4, block=3)
    assert many.points == single.points


class Fails:
    """Answers many positions until one holds the ace of spades; then only one by one."""

    def __init__(self) -> None:
        self.bot = NetworkBot(Weights())

    def act(self, observation: Position) -> Move:
        if any(card == 51 for card in observation.draw):
            raise ValueError("not that one")
        return self.bot.act(observation)

    def act_many(self, observations: list[Position]) -> list[Move]:
        return [self.act(observation) for observation in observations]


def test_what_fails_among_many_is_the_loss_of_its_own_hand_alone() -> None:
    many = duel("pineapple", [Fails(), PolicyBot(1)], 40, seed=2, block=4)
    single = duel("pineapple", [OneByOne(Fails()), PolicyBot(1)], 40, seed=2, block=4)  # type: ignore[arg-type]
    assert 0 < many.bot(0).forfeits < 80
    assert many.points == single.points
    assert [one.reason for one in many.forfeits] == [one.reason for one in single.forfeits]


def test_answers_that_are_too_few_are_asked_for_again() -> None:
    bot = NetworkBot(Weights())

    class Few(OneByOne):
        def act_many(self, observations: list[Position]) -> list[Move]:
            return self.bot.act_many(observations)[:-1]

    few = duel("pineapple", [Few(bot), PolicyBot(1)], 12, seed=2, block=4)
    assert few.points == duel("pineapple", [bot, PolicyBot(1)], 12, seed=2, block=4).points


def test_fantasyland_is_set_card_by_card_or_solved() -> None:
    game = Game("pineapple", seed=5, fantasyland=(14, 0))
    seen = game.observation(0)
    by_card, solved = (NetworkBot(Weights(), fantasyland=how).act(seen) for how in ("play", "solve"))
    assert by_card in seen.legal_moves
    assert solved.rows == solve_fantasyland(seen.draw, RULES["pineapple"]).board.rows
    assert by_card != solved


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        (lambda o, s, m: m.astype(float)[:, :3], r"shape \(1, 3\)"),
        (lambda o, s, m: None, "object"),
        (lambda o, s, m: m.astype(str), "numbers"),
        (lambda o, s, m: np.full(m.shape, np.nan), "not finite"),
        (lambda o, s, m: np.full(m.shape, np.inf), "not finite"),
    ],
)
def test_scores_that_are_none_are_refused(scores: Any, words: str) -> None:
    with pytest.raises(OfcError, match=words):
        NetworkBot(scores).act(Game("pineapple", seed=1).observation(0))


def test_wrong_bots_are_refused() -> None:
    with pytest.raises(TypeError, match="predict is a function"):
        NetworkBot(3)  # type: ignore[arg-type]
    for options in (
        {"actions": "cards"},
        {"obs": "text"},
        {"fantasyland": "off"},
        {"actions": "turn", "fantasyland": "play"},
    ):
        with pytest.raises(OfcError):
            NetworkBot(Weights(), **options)
    with pytest.raises(IllegalMove):
        NetworkBot(Weights()).act(Game("pineapple", seed=1).observation(1))
    with pytest.raises(OfcError, match="sends 5"):
        NetworkBot(Weights(1024), actions="turn").act(
            Position(
                RULES["pineapple"].replace(streets=SEVENS),
                draw="As Ks Qs Js Ts 9s 8s",
            )
        )


# --- Networks in files --------------------------------------------------------------------------------------


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """The scores of Weights as an ONNX file."""
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    weights = Weights().weights[: 10 * 54].astype(np.float32)
    helper, number = onnx.helper, onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        [
            helper.make_node("Flatten", ["observations"], ["flat"]),
            helper.make_node("MatMul", ["flat", "weights"], ["sums"]),
            helper.make_node("Slice", ["scalars", "zero", "one", "one"], ["street"]),
            helper.make_node("Add", ["sums", "street"], ["scores"]),
        ],
        "sums",
        [
            helper.make_tensor_value_info("observations", number, ["n", 10, 54]),
            helper.make_tensor_value_info("scalars", number, ["n", 6]),
        ],
        [helper.make_tensor_value_info("scores", number, ["n", 4])],
        [
            onnx.numpy_helper.from_array(weights, "weights"),
            onnx.numpy_helper.from_array(np.array([0]), "zero"),
            onnx.numpy_helper.from_array(np.array([1]), "one"),
        ],
    )
    opset = helper.make_opsetid("", 13)
    path = tmp_path / "sums.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[opset], ir_version=8), path)
    return path


def test_a_network_in_a_file_plays_the_same(model: Path) -> None:
    bot = OnnxBot(model)
    single = duel("pineapple", [OneByOne(NetworkBot(Weights())), PolicyBot(1)], 20, seed=4)
    assert duel("pineapple", [bot, PolicyBot(1)], 20, seed=4).points == single.points
    again = pickle.loads(pickle.dumps(bot))
    seen = Game("pineapple", seed=1).observation(0)
    assert again.act(seen) == bot.act(seen)
    assert again.name == "sums.onnx"


def test_a_network_in_a_file_plays_in_the_shell(model: Path, capsys: Any) -> None:
    command = ["duel", "--hands", "20", "--seed", "4", "--bots"]
    assert main([*command, f"onnx:{model},policy"]) == 0
    assert "onnx" in capsys.readouterr().out
    assert main([*command, f"onnx:{model},fantasyland=solve,policy"]) == 0
    wrong = {
        f"onnx:{model},speed=2": "no option 'speed'",
        f"onnx:{model}x": "no such file",
        "onnx:": "no such",
    }
    for name, words in wrong.items():
        assert main([*command, f"{name},policy"]) != 0
        assert words in capsys.readouterr().err


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    path = tmp_path / "no.onnx"
    path.write_bytes(b"no network")
    with pytest.raises(OfcError, match="cannot read it"):
        OnnxBot(path)
    with pytest.raises(OfcError, match="no such file"):
        OnnxBot(tmp_path / "nothing.onnx")
