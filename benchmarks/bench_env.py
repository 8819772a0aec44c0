"""Decisions a second: the environment in C, and hands of `Game` in Python with the same observations.

    python benchmarks/bench_env.py [--seconds 2] [RULES ...]
    python benchmarks/bench_env.py --forms [--prototypes FOLDER]

A decision is an action taken, the next observation, its scalars and its mask written. Legal actions are drawn
at random by NumPy; their time is not counted. One thread is measured by its processor time, several by
wall time.

--forms: steps a second of one table in the forms of other libraries, the choice of an action included. A step
of OpenSpiel is an action of a player or a card dealt; whoever decides gets the observation tensor.
--prototypes: the same loops with ofc_aec.py (`env(rules=, players=)`, AEC) and spiel.py (`OfcGame()`) there.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ofckit.game import Game
from ofckit.rl import VectorEnv, move_of, observation_of

TABLES = 4096


def chosen(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A legal action of each row, all equally likely."""
    return (random.random(masks.shape, np.float32) * masks).argmax(1)


def speed(env: VectorEnv, seconds: float, clock: Callable[[], float]) -> float:
    """Decisions a second, after a warm-up of as many as a hand has."""
    random = np.random.default_rng(1)
    env.reset()
    spent, steps = 0.0, -40
    while spent < seconds:
        actions = chosen(env.masks, random)
        began = clock()
        env.step(actions)
        spent += clock() - began if steps >= 0 else 0.0
        steps += 1
    return steps * env.n / spent


def decisions_in_python(rules: str) -> Iterator[None]:
    """The same decisions at one table of Game."""
    random = np.random.default_rng(1)
    for hand in range(1 << 30):
        game = Game(rules, seed=1, hand=hand)
        while game.turn is not None:
            position = game.observation(game.turn)
            places: list[int] = []
            while len(places) < len(position.draw):
                placed = move_of(position.draw[: len(places)], places) if places else None
                mask = observation_of(position, placed).mask
                places.append(int(chosen(mask[None], random)[0]))
                yield
            game.push(move_of(position.draw, places))


def speed_in_python(rules: str, seconds: float) -> float:
    decisions, done = decisions_in_python(rules), 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        next(decisions)
        done += 1
    return done / spent


def steps_of_aec(env: Any) -> Iterator[None]:
    """Hands of a turn by turn environment of PettingZoo."""
    random = np.random.default_rng(1)
    env.reset(seed=1)
    while True:
        agent = env.agent_selection
        if env.terminations[agent]:
            env.reset()
            continue
        mask = env.observe(agent)["action_mask"]
        env.step(int(chosen(mask[None], random)[0]))
        yield


def steps_of_parallel(env: Any) -> Iterator[None]:
    """Hands of PettingZoo's parallel form; a step is one of one agent."""
    random = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    while True:
        if not env.agents:
            seen, _ = env.reset()
        masks = np.stack([seen[agent]["action_mask"] for agent in env.agents])
        agents = env.agents
        seen, *_ = env.step(dict(zip(agents, chosen(masks, random), strict=True)))
        yield from [None] * len(agents)


def steps_of_gymnasium(env: Any) -> Iterator[None]:
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    while True:
        _, _, ended, _, info = env.step(int(chosen(info["action_mask"][None], random)[0]))
        yield
        if ended:
            _, info = env.reset()


def steps_of_spiel(game: Any) -> Iterator[None]:
    random = np.random.default_rng(1)
    observer = game.make_py_observer()
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                observer.set_from(state, state.current_player())
            state.apply_action(actions[random.integers(len(actions))])
            yield


def speed_of(steps: Iterator[None], seconds: float) -> float:
    """Steps a second of the processor, after a warm-up."""
    for _ in range(200):
        next(steps)
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        for _ in range(20):
            next(steps)
        done += 20
    return done / spent


def all_forms(folder: str | None) -> Iterator[tuple[str, Iterator[None]]]:
    """(name, steps) of each form, the prototypes' first."""
    if folder is not None:
        sys.path.insert(0, folder)
        yield "prototype, PettingZoo", steps_of_aec(importlib.import_module("ofc_aec").env())
        yield "prototype, OpenSpiel", steps_of_spiel(importlib.import_module("spiel").OfcGame())
    yield "PettingZoo, in turn", steps_of_aec(importlib.import_module("ofckit.rl.aec").env())
    at_once = importlib.import_module("ofckit.rl.parallel").parallel_env("chinese")
    yield "PettingZoo, at once (closed Chinese)", steps_of_parallel(at_once)
    gym = importlib.import_module("ofckit.rl.gymnasium")
    yield "Gymnasium against `policy`", steps_of_gymnasium(gym.OfcEnv(fantasyland="off"))
    yield "OpenSpiel", steps_of_spiel(importlib.import_module("ofckit.rl.open_spiel").OfcGame())
    yield "`Game` and `observation_of`", decisions_in_python("pineapple")


def main() -> None:
    parser = argparse.ArgumentParser(description="Decisions a second.")
    parser.add_argument("rules", nargs="*", metavar="RULES")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--forms", action="store_true", help="steps a second in the forms of other libraries")
    parser.add_argument("--prototypes", metavar="FOLDER", help="with --forms: ofc_aec.py and spiel.py there")
    options = parser.parse_args()
    if options.forms:
        for name, steps in all_forms(options.prototypes):
            print(f"{name:40}{speed_of(steps, options.seconds):10,.0f} steps a second", flush=True)
        return
    forms = (("card", "planes"), ("card", "bits"), ("turn", "planes"), ("turn", "bits"))
    print("million decisions a second, one thread; the last column in thousands")
    print(f"{'rules':16}" + "".join(f"{f'{actions}, {obs}':>14}" for actions, obs in forms), end="")
    print(f"{'2 threads':>14}{'ratio':>8}{'policy':>8}{'in Python':>11}")
    for rules in options.rules or ("pineapple", "classic", "progressive", "joker-ultimate"):
        line = f"{rules:16}"
        for actions, obs in forms:
            env = VectorEnv(rules, n=TABLES, actions=actions, obs=obs, fantasyland="off", seed=1, threads=1)
            line += f"{speed(env, options.seconds, time.process_time) / 1e6:14.2f}"
        one, two = (
            speed(
                VectorEnv(rules, n=TABLES, fantasyland="off", seed=1, threads=threads),
                options.seconds,
                time.perf_counter,
            )
            for threads in (1, 2)
        )
        against = VectorEnv(rules, n=TABLES, fantasyland="off", opponents="policy", seed=1, threads=1)
        line += f"{two / 1e6:14.2f}{two / one:8.2f}"
        line += f"{speed(against, options.seconds, time.process_time) / 1e6:8.2f}"
        print(f"{line}{speed_in_python(rules, options.seconds) / 1e3:11.1f}", flush=True)


if __name__ == "__main__":
    main()
