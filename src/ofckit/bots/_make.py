"""Bots by name, for the shell and for files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from .._errors import OfcError
from .._values import brief
from ._bot import Bot
from ._load import is_reference, load_bot, split_reference
from ._process import ProcessBot
from ._simple import GreedyBot, RandomBot
from ._thinking import PolicyBot, SolverBot, StrongBot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BOTS: Mapping[str, Callable[..., Bot]] = {
    "greedy": GreedyBot,
    "policy": PolicyBot,
    "random": RandomBot,
    "solver": SolverBot,
    "strong": StrongBot,
}
"""What makes a bot, by name: takes a seed, and the options of the bot by keyword."""


_TIMES = re.compile(r"(?:(?:movetime|timeout|start_timeout|rollouts)=[^,:]*[,:])+(?<=:)")
"""Options of an engine before its command."""
_START = 5.0  # seconds until an engine with a timeout of its own is ready


def make_bot(name: str, seed: int = 0, **options: Any) -> Bot:
    """The bot of this name, perhaps with options: "greedy", "solver:seconds=2".

    "process:COMMAND" is an engine (`ProcessBot`); "process:movetime=0.5,timeout=20:COMMAND" sets its
    seconds for a move (with a timeout it has as long to be ready, or 5 seconds if that is more).
    "module:Class" and "file.py:function" are bots of one's own, "file.py:Class:depth=2" one with options; a
    class is called with `seed=` where it takes one. The module is imported, which runs it: see `starts_code`.
    OfcError for an unknown name or option.

    >>> make_bot("greedy", seed=3)
    GreedyBot(seed=3)
    """
    if not isinstance(name, str):
        raise TypeError(f"a bot is made from its name, such as 'greedy', not {brief(name)}")
    word, _, rest = name.strip().partition(":")
    if word == "process":
        times = _TIMES.match(rest)
        if times is not None:
            rest, options = rest[times.end() :], {**_read_options(times[0][:-1]), **options}
            if isinstance(options.get("timeout"), int | float):
                options.setdefault("start_timeout", max(_START, options["timeout"]))
        return ProcessBot(rest, seed=seed, **options)
    if word not in BOTS:
        if is_reference(name):
            place, own, rest = split_reference(name)
            return load_bot(place, own, seed, {**(_read_options(rest) if rest else {}), **options})
        if "/" in word:
            raise OfcError(
                f"{brief(word)} is a path: a program is process:COMMAND, a bot in Python FILE.py:NAME"
            )
        raise OfcError(
            f"no bot {brief(word)}; there are {', '.join(BOTS)}, process:COMMAND, module:NAME, FILE.py:NAME"
        )
    if rest:
        options = {**_read_options(rest), **options}
    try:
        return BOTS[word](seed, **options)
    except TypeError as error:
        raise OfcError(f"{name[:80]}: {error}") from None


def starts_code(name: str) -> bool:
    """Whether this name starts a program or imports a module: never make such a bot of a file's word."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a bot is text, not {brief(name)}")
    word = name.strip().partition(":")[0]
    return word not in BOTS and (word == "process" or is_reference(name))


def _read_options(text: str) -> dict[str, Any]:
    """'seconds=2,threads=1' as keywords."""
    found: dict[str, Any] = {}
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if not equals or not key.strip().isidentifier():
            raise OfcError(f"{brief(part)}: an option of a bot is NAME=VALUE, such as seconds=2")
        found[key.strip()] = _read_value(value.strip())
    return found


def _read_value(text: str) -> int | float | str:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text
