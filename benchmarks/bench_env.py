"""Decisions a second: the environment in C, and hands of `Game` in Python with the same observations.

    python benchmarks/bench_env.py [--seconds 2] [RULES ...]

A decision is an action taken, the next observation, its scalars and its mask written. Legal actions are drawn
at random by NumPy; their time is not counted. One thread is measured by its processor time, several by
wall time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator

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


def main() -> None:
    parser = argparse.ArgumentParser(description="Decisions a second.")
    parser.add_argument("rules", nargs="*", metavar="RULES")
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
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
