"""A player that learns by itself, in NumPy: policy gradients against a player who draws lots.

    python docs/examples/learn.py [SECONDS] [SEED]

Two layers score the actions. All tables play one hand, and what it brought, compared with the other tables,
makes the actions of each more or less likely. Prints what has been learnt by now, and in the end meets the
bots.
"""

import sys
import time

import numpy as np

from ofckit.bots import GreedyBot, RandomBot
from ofckit.rl import NetworkBot, VectorEnv
from ofckit.simulation import duel

RULES, TABLES, HIDDEN, RATE = "pineapple", 512, 64, 0.002


class Network:
    """Planes and scalars to scores, with Adam to move its weights."""

    def __init__(self, inputs: int, actions: int, random: np.random.Generator) -> None:
        self.weights = [
            random.standard_normal((inputs, HIDDEN)).astype(np.float32) * (2 / inputs) ** 0.5,
            np.zeros(HIDDEN, np.float32),
            np.zeros((HIDDEN, actions), np.float32),
            np.zeros(actions, np.float32),
        ]
        self.mean = [np.zeros_like(one) for one in self.weights]
        self.square = [np.zeros_like(one) for one in self.weights]
        self.steps = 0

    @staticmethod
    def features(observations: np.ndarray, scalars: np.ndarray) -> np.ndarray:
        """Cards as they are, and for each row of cards how many it has of every rank and suit."""
        cards = observations[:, :, :52].reshape(*observations.shape[:2], 13, 4)
        parts = (observations, cards.sum(3), cards.sum(2), scalars)
        return np.concatenate([part.reshape(len(part), -1) for part in parts], 1).astype(np.float32)

    def hidden(self, features: np.ndarray) -> np.ndarray:
        return np.maximum(features @ self.weights[0] + self.weights[1], 0)

    def __call__(self, observations: np.ndarray, scalars: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return self.hidden(self.features(observations, scalars)) @ self.weights[2] + self.weights[3]

    def chances(self, features: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The chance of each action, 0 where it is not legal."""
        scores = np.where(masks, self.hidden(features) @ self.weights[2] + self.weights[3], -np.inf)
        chances = np.exp(scores - scores.max(1, keepdims=True))
        return chances / chances.sum(1, keepdims=True)

    def learn(self, features: np.ndarray, change: np.ndarray) -> None:
        """Move the scores a step in the direction of `change`."""
        hidden = self.hidden(features)
        back = change @ self.weights[2].T * (hidden > 0)
        self.steps += 1
        for i, slope in enumerate((features.T @ back, back.sum(0), hidden.T @ change, change.sum(0))):
            self.mean[i] += 0.1 * (slope - self.mean[i])
            self.square[i] += 0.001 * (slope**2 - self.square[i])
            mean = self.mean[i] / (1 - 0.9**self.steps)
            size = np.sqrt(self.square[i] / (1 - 0.999**self.steps)) + 1e-8
            self.weights[i] += RATE * mean / size


def play_a_hand(env: VectorEnv, network: Network, random: np.random.Generator) -> tuple[list, np.ndarray]:
    """One hand at every table: the decisions, and what the hand brought."""
    decisions = []
    while True:
        features = network.features(env.observations, env.scalars)
        chances = network.chances(features, env.masks)
        actions = (chances.cumsum(1) < random.random((env.n, 1))).sum(1)
        actions = np.minimum(actions, 3 - env.masks[:, ::-1].argmax(1))  # where rounding goes too far
        decisions.append((features, chances, actions))
        env.step(actions)
        if env.dones.any():  # at all tables: against one opponent every hand has as many decisions
            assert env.dones.all()
            return decisions, env.rewards[:, 0].copy()


def main(seconds: float = 60, seed: int = 1) -> NetworkBot:
    random = np.random.default_rng(seed)
    env = VectorEnv(RULES, n=TABLES, opponents="random", fantasyland="off", seed=seed)
    env.reset()
    network = Network(Network.features(env.observations, env.scalars).shape[1], 4, random)
    began, hands, lately = time.process_time(), 0, []
    while time.process_time() - began < seconds:
        decisions, points = play_a_hand(env, network, random)
        advantage = (points - points.mean()) / (points.std() + 1e-8)
        for features, chances, actions in decisions:
            change = -chances * advantage[:, None]
            change[np.arange(TABLES), actions] += advantage
            network.learn(features, change.astype(np.float32) / TABLES)
        hands += TABLES
        lately.append(points.mean())
        if len(lately) == 40:
            spent = time.process_time() - began
            print(f"{spent:5.0f} s {hands:8,} hands {np.mean(lately):+7.2f} points", flush=True)
            lately.clear()
    return NetworkBot(network, name="learnt")


if __name__ == "__main__":
    bot = main(*map(float, sys.argv[1:2]), *map(int, sys.argv[2:3]))
    for other in (RandomBot(1), GreedyBot(1)):
        print(duel(RULES, [bot, other], 500, seed=1))
