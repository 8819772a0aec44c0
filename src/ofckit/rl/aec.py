"""PettingZoo's turn by turn (AEC) form.

    from ofckit.rl import aec

    env = aec.env("pineapple", players=3)

Wants the extra `pettingzoo`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..rules import RulesLike
from ._actions import ACTIONS, CARD
from ._observation import DECK, Observation, sets_of
from ._single import RENDER_MODES, Single
from ._vector import REWARDS, VectorEnv


def env(rules: RulesLike = "pineapple", players: int = 2, **options: Any) -> Any:
    """The environment as PettingZoo wraps it, with checks of order and actions. Options: `OfcAec`."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(OfcAec(rules, players, **options))
    )


def spaces(tables: VectorEnv, agents: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The spaces of observations and of actions, by agent."""
    number, most = ACTIONS[tables.actions], np.array(tables.most_scalars, np.int32)
    seen = {
        agent: Dict(
            {
                "observation": Box(0, 1, (sets_of(tables.seats), DECK), np.uint8),
                "scalars": Box(np.zeros_like(most), most, dtype=np.int32),
                "action_mask": Box(0, 1, (number,), np.int8),
            }
        )
        for agent in agents
    }
    return seen, {agent: Discrete(number) for agent in agents}


def as_dict(seen: Observation) -> dict[str, Any]:
    """An observation as it stands in the space."""
    mask = seen.mask.astype(np.int8)
    return {"observation": seen.cards, "scalars": seen.scalars, "action_mask": mask}


class OfcAec(AECEnv[str, Any, Any]):
    """A table at which every seat is an agent, a hand an episode; agents are player_0, player_1, ...

    An observation is a dict: "observation" and "scalars" as in `VectorEnv`, and "action_mask", the legal
    actions, which are none while another agent is on turn. IllegalMove for any other action. Rewards come
    with the last action of the hand. actions, fantasyland, reward, stacks: as in `VectorEnv`. render_mode:
    "human" prints the table, "ansi" gives it as text, "svg" as a picture.

    reset(seed) begins anew, reset() continues the match with the next hand. Options: `hand`, `button`,
    `fantasyland`, `stacks`, as in `VectorEnv.reset`.
    """

    metadata = {  # noqa: RUF012  # as pettingzoo declares it
        "render_modes": RENDER_MODES,
        "name": "ofc_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: RulesLike = "pineapple",
        players: int = 2,
        *,
        actions: str = CARD,
        fantasyland: str | None = None,
        reward: str = REWARDS[0],
        stacks: int | Sequence[int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Single(
            rules,
            players,
            actions=actions,
            fantasyland=fantasyland,
            reward=reward,
            stacks=stacks,
            render_mode=render_mode,
        )
        self.render_mode = render_mode
        self.possible_agents = [f"player_{i}" for i in range(players)]
        self.agents = self.possible_agents[:]
        self.observation_spaces, self.action_spaces = spaces(self.table.env, self.agents)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a hand."""
        self.table.reset(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        player = self.table.player
        self.agent_selection = self.possible_agents[0 if player is None else player]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows at this moment."""
        return as_dict(self.table.observe(self.possible_agents.index(agent)))

    def step(self, action: Any) -> None:
        """The selected agent's action; None once the hand is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        ended = self.table.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        for i, one in enumerate(self.possible_agents):
            self.rewards[one] = float(self.table.rewards[i])
            self.terminations[one] = ended
        self._select()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The table as text or as a picture, by the render_mode."""
        return self.table.render(self.possible_agents)

    def close(self) -> None:
        """Nothing is left open."""
