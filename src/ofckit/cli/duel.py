"""`ofckit duel`: bots against each other, on the same cards from every seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext

from ofckit._errors import OfcError
from ofckit.bots import Bot, make_bot
from ofckit.cli.tables import find_rules
from ofckit.simulation import duel, simulate

_NAME = 12  # columns of a name that has a number after it
_OPTION = re.compile(r"\s*\w+\s*=")


def run(
    bots: str,
    *,
    rules: str,
    hands: int,
    seed: int | None,
    workers: int,
    checkpoint: str | None,
    once: bool,
    form: str,
) -> int:
    """Play and print the report."""
    names = bot_names(bots)
    if len(names) < 2:
        raise OfcError(f"--bots {bots}: two or more, such as policy,greedy")
    players = [make_bot(name, seed=number) for number, name in enumerate(names, start=1)]
    called = _distinct([_short(name, bot) for name, bot in zip(names, players, strict=True)])
    play = simulate if once else duel
    try:
        with _workers(workers) as executor:
            report = play(
                find_rules(rules),
                players,
                hands,
                seed,
                executor,
                True,
                checkpoint=checkpoint,
                names=called,
            )
    finally:
        close(players)
    if form == "json":
        print(report.to_json(indent=2))
    elif form == "csv":
        print(report.to_csv(), end="")
    else:
        print(report)
    return 0 if report.complete else 1


def bot_names(text: str) -> list[str]:
    """'policy,solver:seconds=2,threads=1' as names; what reads NAME=VALUE belongs to the bot before it."""
    names: list[str] = []
    for part in text.split(","):
        if names and ":" in names[-1] and _OPTION.match(part):
            names[-1] += f",{part}"
        else:
            names.append(part.strip())
    return names


def _short(name: str, bot: Bot) -> str:
    """What the report calls a bot: the name of an engine, or its kind."""
    kind, _, rest = name.partition(":")
    return str(getattr(bot, "name", rest)) if kind == "process" else kind


def _distinct(names: Sequence[str]) -> list[str]:
    """Names for the report: of two bots of one name the second is called so."""
    return [
        name if names.count(name) == 1 else f"{name[:_NAME]} {1 + names[:i].count(name)}"
        for i, name in enumerate(names)
    ]


def _workers(number: int) -> AbstractContextManager[Executor | None]:
    if number == 1:
        return nullcontext()
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(number)


def close(bots: Sequence[Bot]) -> None:
    """End the engines among them."""
    for bot in bots:
        end = getattr(bot, "close", None)
        if end is not None:
            end()
