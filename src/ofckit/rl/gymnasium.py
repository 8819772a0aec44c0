"""Gymnasium: `ofckit/OFC-v0`, one player against bots. Importing this module registers it.

    import gymnasium
    import ofckit.rl.gymnasium

    env = gymnasium.make("ofckit/OFC-v0", rules="pineapple", opponents="policy")
    many = gymnasium.make_vec("ofckit/OFC-v0", num_envs=4096)     # all of them in C

Wants the extra `gymnasium`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .._errors import IllegalMove
from ..rules import RulesLike
from ._actions import ACTIONS, CARD
from ._observation import DECK, Observation, choice, sets_of
from ._single import LOWEST, RAISE, RENDER_MODES, Single, reset_options
from ._vector import REWARDS, VectorEnv

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._vector import Opponent

ID = "ofckit/OFC-v0"


def observation_space(tables: VectorEnv) -> Dict:
    """Cards as planes of 0 and 1, and the numbers beside them; `VectorEnv` says what they are."""
    most = np.array(tables.most_scalars, np.int32)
    return Dict(
        {
            "observation": Box(0, 1, (sets_of(tables.seats), DECK), np.uint8),
            "scalars": Box(np.zeros_like(most), most, dtype=np.int32),
        }
    )


class OfcEnv(gymnasium.Env[Any, Any]):
    """Player 0 against bots, a hand an episode.

    All but these is as in `VectorEnv`. opponents: bots in Python may play, too. illegal: "lowest": an action
    that is not legal counts as the lowest one that is, and `info["illegal"]` says so (random players, and
    checkers, know no masks); "raise": IllegalMove. render_mode: "human" prints, "ansi" and "svg" return text.

    reset(seed=s) begins anew, reset() continues the match. Options: `hand`, `button`, `fantasyland`,
    `stacks`.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  # as gymnasium declares it

    def __init__(
        self,
        rules: RulesLike = "pineapple",
        players: int = 2,
        *,
        opponents: Opponent | Sequence[Opponent] = "policy",
        actions: str = CARD,
        fantasyland: str | None = None,
        reward: str = REWARDS[0],
        stacks: int | Sequence[int] | None = None,
        illegal: str = LOWEST,
        render_mode: str | None = None,
    ) -> None:
        self.illegal = choice("illegal", illegal, (LOWEST, RAISE))
        self.table = Single(
            rules,
            players,
            opponents=opponents,
            actions=actions,
            fantasyland=fantasyland,
            reward=reward,
            stacks=stacks,
            render_mode=render_mode,
        )
        self.render_mode = render_mode
        self.observation_space = observation_space(self.table.env)
        self.action_space = Discrete(ACTIONS[actions])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The first observation of a hand, and {"action_mask": the legal actions}."""
        super().reset(seed=seed)
        self.table.reset(seed, options)
        return self._seen()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action: (observation, reward, whether the hand is over, False, info)."""
        mask = self.action_masks()
        action = int(action)
        legal = 0 <= action < len(mask) and bool(mask[action])
        if not legal and self.illegal == LOWEST and mask.any():
            action = int(mask.argmax())
        elif self.table.player is None:
            raise IllegalMove("the hand is over: reset comes first")
        ended = self.table.step(action)
        seen, info = self._seen()
        return seen, float(self.table.rewards[0]), ended, False, {**info, "illegal": not legal}

    def action_masks(self) -> Any:
        """The legal actions, bool (actions,), as sb3-contrib asks for them."""
        return self.table.observe(0).mask

    def render(self) -> Any:
        """The table as text or as a picture, by the render_mode."""
        return self.table.render([f"player {i}" for i in range(self.table.env.players)])

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = self.table.observe(0)
        return as_dict(seen), {"action_mask": seen.mask.astype(np.int8)}


def as_dict(seen: Observation) -> dict[str, Any]:
    """An observation as it stands in the space."""
    return {"observation": seen.cards, "scalars": seen.scalars}


class OfcVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """The same at `num_envs` tables, all in C; it resets in the same step, with `final_obs` in the infos.

    opponents: bots that C can play. threads: as in `VectorEnv`. copy: each step gives arrays of its own;
    otherwise the next one writes over them. infos["action_mask"] has the legal actions.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        rules: RulesLike = "pineapple",
        players: int = 2,
        *,
        opponents: Opponent | Sequence[Opponent] = "policy",
        actions: str = CARD,
        fantasyland: str | None = None,
        reward: str = REWARDS[0],
        stacks: int | Sequence[int] | None = None,
        illegal: str = LOWEST,
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        self.illegal = choice("illegal", illegal, (LOWEST, RAISE))
        self.num_envs, self.copy = num_envs, copy
        self.tables = VectorEnv(
            rules,
            players,
            num_envs,
            opponents=opponents,
            actions=actions,
            fantasyland=fantasyland,
            reward=reward,
            stacks=stacks,
            threads=threads,
        )
        self.single_observation_space = observation_space(self.tables)
        self.single_action_space = Discrete(ACTIONS[actions])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The first observations. seed: one for all tables, each of which plays hands of its own."""
        self.tables.reset(seed, **reset_options(options))
        return self._seen(), {"action_mask": self._own(self.tables.masks)}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """(observations, rewards of player 0, hands that are over, none truncated, infos)."""
        tables, infos = self.tables, {}
        if self.illegal == LOWEST:
            actions, infos["illegal"] = self._made_legal(np.asarray(actions))
        tables.step_to_the_end(actions)
        rewards, dones = tables.rewards[:, 0].astype(np.float64), tables.dones.copy()
        if dones.any():
            infos |= self._final(dones)
            tables.next_hands()
        infos["action_mask"] = self._own(tables.masks)
        return self._seen(), rewards, dones, np.zeros(self.num_envs, np.bool_), infos

    def _made_legal(self, actions: Any) -> tuple[Any, Any]:
        """Actions of which none is illegal, and where they differ."""
        masks = self.tables.masks
        inside = (actions >= 0) & (actions < masks.shape[1])
        legal = inside & masks[np.arange(self.num_envs), np.where(inside, actions, 0)]
        return np.where(legal, actions, masks.argmax(1)), ~legal

    def _final(self, dones: Any) -> dict[str, Any]:
        """What player 0 sees after the showdown, where a hand is over."""
        found = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(dones):
            found[i] = {
                "observation": self.tables.observations[i].copy(),
                "scalars": self.tables.scalars[i].copy(),
            }
        return {"final_obs": found, "_final_obs": dones.copy()}

    def _seen(self) -> dict[str, Any]:
        return {"observation": self._own(self.tables.observations), "scalars": self._own(self.tables.scalars)}

    def _own(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def close_extras(self, **_: Any) -> None:
        """End its threads."""
        self.tables.close()


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point=OfcEnv, vector_entry_point=OfcVectorEnv)
