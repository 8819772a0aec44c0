"""PettingZoo's parallel form, for hands in which all seats act at once.

    from ofckit.rl import parallel

    env = parallel.parallel_env("chinese", players=3)
    env = parallel.parallel_env("pineapple", fantasyland=(14, 14))

Wants the extra `pettingzoo`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from .._errors import IllegalMove, OfcError
from .._values import listed
from ..game import turns_in_order
from ..rules import Rules, RulesLike
from ._actions import move_of
from ._observation import Observation, choice, observation_of
from ._single import LOWEST, RAISE, RENDER_MODES, Single
from ._vector import REWARDS
from .aec import as_dict, spaces


def parallel_env(rules: RulesLike = "chinese", players: int = 2, **options: Any) -> OfcParallel:
    """The environment in which all agents act in every step. Options: `OfcParallel`."""
    return OfcParallel(rules, players, **options)


class OfcParallel(ParallelEnv[str, Any, Any]):
    """A table at which all seats set whole hands face down at once; agents are player_0, player_1, ...

    That is closed Chinese poker, and any hand in which everybody is in Fantasyland. OfcError for hands that
    are played in turn: nobody acts at once there, and `ofckit.rl.aec` plays them.

    fantasyland: cards of each seat in Fantasyland, in every hand; each hand stands for itself then.
    reward, stacks, render_mode: as in `OfcAec`; a picture shows the hand before its first card and after its
    showdown. illegal: "lowest": an action that is not legal counts as the lowest one that is, and the agent's
    info says "illegal" (PettingZoo's tests know no masks here); "raise": IllegalMove, and nothing changes.

    In every step each agent sends the highest card in hand to the top (0), the middle (1), the bottom (2), or
    away (3). An observation is that of `OfcAec`; an agent that is done before the others has no legal action
    left, and whatever it does is ignored. Rewards come with the last step of the hand. reset(seed) begins
    anew, reset() goes on with the next hand. Options: `hand`, `button`, `stacks`.
    """

    metadata = {  # noqa: RUF012  # as pettingzoo declares it
        "render_modes": RENDER_MODES,
        "name": "ofc_parallel_v0",
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: RulesLike = "chinese",
        players: int = 2,
        *,
        fantasyland: Sequence[int] = (),
        reward: str = REWARDS[0],
        stacks: int | Sequence[int] | None = None,
        illegal: str = LOWEST,
        render_mode: str | None = None,
    ) -> None:
        self.table = Single(rules, players, reward=reward, stacks=stacks, render_mode=render_mode)
        self.illegal = choice("illegal", illegal, (LOWEST, RAISE))
        self._inside = listed("fantasyland", fantasyland)
        _check_at_once(self.table.env.rules, players, self._inside)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{i}" for i in range(players)]
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = spaces(self.table.env, self.possible_agents)
        self._next_hand = 0

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, the same object each time."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a hand: the observations of all agents, and an empty info for each."""
        given = {key: value for key, value in (options or {}).items() if key != "fantasyland"}
        if self._inside:
            hand = given.setdefault("hand", self._next_hand if seed is None else 0)
            given.setdefault("button", hand % len(self.possible_agents))
            given["fantasyland"] = self._inside
        self.table.reset(seed, given)
        game = self.table.env.game(0)
        self._next_hand = game.hand + 1
        self._positions = [game.observation(seat) for seat in range(game.seats)]
        while game.turn is not None:  # what a seat knows on its turn does not depend on the moves of others
            self._positions[game.turn] = game.observation(game.turn)
            game.push(game.legal_moves[0])
        self._places: list[list[int]] = [[] for _ in self.possible_agents]
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """One action of every agent: (observations, rewards, terminations, truncations, infos)."""
        agents = self.agents
        infos: dict[str, Any] = {agent: {"illegal": False} for agent in agents}
        for player, action, legal in self._chosen(actions):
            self._places[player].append(action)
            infos[agents[player]]["illegal"] = not legal
        rewards = dict.fromkeys(agents, 0.0)
        ended = bool(agents) and not any(map(self._left, range(len(agents))))
        if ended:
            while (on_turn := self.table.player) is not None:
                for place in self._places[on_turn]:
                    self.table.step(place)
            rewards = dict(zip(agents, map(float, self.table.rewards), strict=True))
            seen = {agent: as_dict(self.table.observe(player)) for player, agent in enumerate(agents)}
            self.agents = []
        else:
            seen = self._seen()
        return seen, rewards, dict.fromkeys(agents, ended), dict.fromkeys(agents, False), infos

    def _chosen(self, actions: Mapping[str, Any]) -> list[tuple[int, int, bool]]:
        """What each player does who has cards in hand, and whether it was legal as it was given."""
        chosen = []
        for player, agent in enumerate(self.agents):
            if not self._left(player):
                continue
            if agent not in actions:
                raise OfcError(f"no action of {agent}: in every step there is one of each agent")
            action, legal = int(actions[agent]), np.flatnonzero(self._observe(player).mask).tolist()
            if action not in legal and self.illegal == RAISE:
                raise IllegalMove(f"{agent}: action {action} is not legal; those of its mask are {legal}")
            chosen.append((player, action if action in legal else legal[0], action in legal))
        return chosen

    def _left(self, player: int) -> int:
        """How many cards this player has in hand."""
        return len(self._positions[player].draw) - len(self._places[player])

    def _observe(self, player: int) -> Observation:
        position, places = self._positions[player], self._places[player]
        return observation_of(position, move_of(position.draw[: len(places)], places) if places else None)

    def _seen(self) -> dict[str, Any]:
        return {agent: as_dict(self._observe(player)) for player, agent in enumerate(self.agents)}

    def render(self) -> Any:
        """The table as text or as a picture, by the render_mode."""
        return self.table.render(self.possible_agents)

    def close(self) -> None:
        """Nothing is left open."""


def _check_at_once(rules: Rules, players: int, inside: tuple[int, ...]) -> None:
    """OfcError unless every seat of such a hand sets all its cards face down in one turn."""
    turns = turns_in_order(rules, players, 0, inside)
    if rules.boards_per_player > 1 or len(turns) > players or not all(turn.hidden for turn in turns):
        hand = f"{rules.name} with Fantasyland {list(inside)}" if any(inside) else rules.name
        raise OfcError(
            f"{hand} is played in turn: nobody acts at once. ofckit.rl.aec has it; parallel_env has closed "
            "Chinese poker, and hands with all in Fantasyland: fantasyland=(14, 14)"
        )
