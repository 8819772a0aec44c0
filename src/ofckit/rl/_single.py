"""One table, decision by decision: what the adapters for single environments share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .. import svg
from .._errors import OfcError
from .._values import brief
from ..bots import Bot, as_bot, make_bot
from ..display import table as text_table
from ..position import owner_of
from ..rules import RulesLike
from ._actions import CARD, places_of, turn_action
from ._observation import Observation
from ._vector import VectorEnv, can_play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._vector import Opponent

RENDER_MODES = ["human", "ansi", "svg"]
LOWEST, RAISE = "lowest", "raise"
"""What becomes of an action that is not legal: the lowest one that is stands in for it, or IllegalMove."""
RESET_OPTIONS = ("hand", "button", "fantasyland", "stacks")


def reset_options(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """Those of `VectorEnv.reset`; what others add to them is passed over."""
    return {key: value for key, value in (options or {}).items() if key in RESET_OPTIONS}


class Single:
    """A table that stays at the end of its hand until it is reset; any bots may play at it.

    opponents: as in `VectorEnv`, and bots in Python, too.
    """

    def __init__(
        self,
        rules: RulesLike,
        players: int = 2,
        *,
        opponents: Opponent | Sequence[Opponent] | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise OfcError(f"render_mode = {brief(render_mode)}: it must be one of {', '.join(RENDER_MODES)}")
        self.render_mode = render_mode
        self._bots: dict[int, Bot] = {}
        if opponents is not None and not can_play(opponents, rules):
            bots: list[Any] = (
                list(opponents) if isinstance(opponents, (list, tuple)) else [opponents] * (players - 1)
            )
            if len(bots) != players - 1:
                raise OfcError(f"{len(bots)} opponents at a table of {players}: one for all, or one for each")
            own = (make_bot(bot) if isinstance(bot, str) else as_bot(bot) for bot in bots)
            self._bots = dict(enumerate(own, 1))
            opponents = None
        self.env = VectorEnv(rules, players, 1, opponents=opponents, **options)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin the next hand, or anew with a seed; options as in `reset_options`."""
        self.env.reset(seed, **reset_options(options))
        self._play_bots()
        if self.player is None:  # of bots alone
            self.reset()

    def step(self, action: int) -> bool:
        """Take an action; whether the hand is over. IllegalMove where it is not legal."""
        self.env.step_to_the_end([action])
        rewards = self.env.rewards[0].copy()
        self._play_bots(rewards)
        self.rewards = rewards
        return self.player is None

    def _play_bots(self, rewards: Any = None) -> None:
        while self._bots and (player := self.player) in self._bots:
            seat = self.env.turn(0)
            assert seat is not None
            assert player is not None
            move = self._bots[player].act(self.env.game(0).observation(seat))
            places = places_of(move)
            for action in places if self.env.actions == CARD else [turn_action(places)]:
                self.env.step_to_the_end([action])
                if rewards is not None:
                    rewards += self.env.rewards[0]

    @property
    def player(self) -> int | None:
        """Who is to decide; None at the end of a hand."""
        player = int(self.env.to_play[0])
        return None if player < 0 else player

    def observe(self, player: int) -> Observation:
        """What this player knows: at the seat on turn where it is the player's own."""
        seat = self.env.turn(0)
        if seat is None or owner_of(self.env.rules, self.env.seats, seat) != player:
            seat = player
        return self.env.observe(0, seat)

    def render(self, names: Sequence[str]) -> str | None:
        """The table as the player to act sees it, at the end as player 0 does."""
        form: Callable[[], str] | None = {
            "human": self._text,
            "ansi": self._text,
            "svg": self._picture,
        }.get(self.render_mode or "")
        if form is None:
            return None
        self._names = names
        shown = form()
        if self.render_mode != "human":
            return shown
        print(shown)
        return None

    def _seen(self) -> Any:
        game = self.env.game(0)
        return game.observation(0 if game.turn is None else game.turn)

    def _text(self) -> str:
        seen = self._seen()
        notes = ["to act" if seat == seen.turn else "" for seat in range(seen.seats)]
        lines = text_table(self._of_seats(seen.seats), seen.boards, notes)
        placed = self.env.placed(0)
        if seen.draw:
            words = ("top", "middle", "bottom", "away")
            done = [f"{card} {words[to]}" for card, to in zip(seen.draw, placed, strict=False)]
            left = " ".join(map(str, seen.draw[len(placed) :]))
            lines.append(f"in hand: {left}{'; ' if done else ''}{', '.join(done)}")
        return "\n".join(lines)

    def _picture(self) -> str:
        seen = self._seen()
        return svg.position(seen, names=self._of_seats(seen.seats))

    def _of_seats(self, seats: int) -> list[str]:
        people = self.env.players
        return [self._names[seat % people] + (" (2)" if seat >= people else "") for seat in range(seats)]
