"""Players: `act(observation) -> Move`, and nothing else is asked of one. A function of a position is one too.

What the bots here do depends on their seed and the observation alone: no matter what they did before, and in
a hand that is resumed as in one that never stopped. They pickle, and never surrender.

A bot may have `compiled_for(rules) -> CompiledBot | None`: a player in C that does the same in every turn of
normal hands by these rules, None where there is none. Such a bot sets the hands that come at once, those of
Fantasyland and of closed Chinese, as `set_at_once` does (`RandomBot` at random): whoever plays it in C does
that too. Ask with `compiled_for(bot, rules)`.

A bot that gives no legal move forfeits the hand; one that cannot, its process having died, raises BotError.
"""

from .._errors import BotError
from ._bot import Bot, BotLike, Searcher, as_bot, check_turn, compiled_for, set_at_once
from ._make import BOTS, make_bot
from ._process import ProcessBot
from ._simple import GreedyBot, RandomBot
from ._thinking import PolicyBot, SolverBot

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
    "as_bot",
    "check_turn",
    "compiled_for",
    "make_bot",
    "set_at_once",
]
