"""Players: `act(observation) -> Move` is all that one needs. A function of a position is a player, too.

What the bots here do depends on their seed and the observation alone: the same whatever they did before, and
in a resumed hand. They pickle, and never surrender.

A bot may have `compiled_for(rules) -> CompiledBot | None`: a player in C that does the same in every turn of
normal hands by these rules, None where there is none. Such a bot sets the hands that come at once, those of
Fantasyland and of closed Chinese, as `set_at_once` does (`RandomBot` at random): whoever plays it in C does
that too. Ask with `compiled_for(bot, rules)`.

A bot may have `act_many(observations) -> moves`, which answers many positions at once, each as `act` does. It
is asked for those of many hands then, is not copied, and what it answers depends on the observation alone.

A bot that gives no legal move forfeits the hand; one whose process has died raises BotError.
"""

from .._errors import BotError
from ._bot import Bot, BotLike, Searcher, as_bot, check_turn, compiled_for, set_at_once
from ._make import BOTS, make_bot, starts_code
from ._process import ProcessBot
from ._simple import GreedyBot, RandomBot
from ._thinking import PolicyBot, SolverBot, StrongBot

__all__ = [
    "BOTS",
    "Bot",
    "BotError",
    "BotLike",
    "GreedyBot",
    "PolicyBot",
    "ProcessBot",
    "RandomBot",
    "Searcher",
    "SolverBot",
    "StrongBot",
    "as_bot",
    "check_turn",
    "compiled_for",
    "make_bot",
    "set_at_once",
    "starts_code",
]
