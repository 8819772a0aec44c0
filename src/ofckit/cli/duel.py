"""`ofckit duel`: bots against each other, on the same cards from every seat."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from .._columns import printable
from .._errors import OfcError
from .._values import brief
from ..bots import BOTS, Bot, ProcessBot, make_bot
from ..position import Position
from ..rules import find_rules
from ..simulation import League, Misplay, Report, duel, league, simulate
from ._options import PLAYED, add_format, count, workers

SUMMARY = "bots against each other"

ABOUT = """\
Bots against each other, in duplicate: the same cards are played from every
seat, so that the luck of the deal cancels out. Prints points a hand, 95 %
intervals, fouls, Fantasyland, royalties, and what the button is worth.
Bots: policy, strong (the best, some 50 ms a hand), greedy, random, solver,
solver:seconds=2, process:COMMAND, process:movetime=0.5,timeout=20:COMMAND
(seconds to think, and to answer),
FILE.py:NAME or module:NAME (a class or a function of your own),
onnx:FILE (a network; onnx:FILE,actions=turn for one that sends whole turns)."""

EXAMPLES = """\
examples:
  ofckit duel --bots policy,greedy --hands 100000
  ofckit duel --bots policy,policy,greedy --rules progressive --workers 2
  ofckit duel --bots strong,policy --hands 300 --checkpoint run.jsonl
  ofckit duel --bots policy,process:./engine --hands 1000 --format json
  ofckit duel --bots mybot.py:act,greedy --hands 200 --strict
  ofckit duel --bots policy,greedy --until 0.1
  ofckit duel --bots policy,greedy,random --league --checkpoint folder

Ctrl-C prints what is known so far. With --checkpoint the same command goes on
where it stopped. --until 0.1 plays until each bot's points a hand are known to
+-0.1, by intervals that are valid however often one looks. Status 1: not
complete, or a bot forfeited every hand."""

LEAGUE_HANDS = 1_000  # deals of a pair
HANDS, MOST_HANDS = 10_000, 10_000_000  # by default: in all, and where --until ends it before
_NAME = 12  # columns of a name that has a number after it
_OPTION = re.compile(r"\s*\w+\s*=")
_PART = re.compile(r""",(?:"[^"]*"|'[^']*'|[^,])*""")  # of a list; commas within quotation marks do not count


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bots", required=True, metavar="LIST", help="names with commas between them")
    parser.add_argument("--rules", default=PLAYED, metavar="RULES", help=f"a preset or FILE.toml ({PLAYED})")
    parser.add_argument("--hands", type=count, metavar="N", help="deals (10000), with --until at most")
    parser.add_argument("--until", type=float, metavar="POINTS", help="stop when results are known to this")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same cards")
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--checkpoint", metavar="FILE", help="keep finished work here, and resume from it")
    parser.add_argument("--once", action="store_true", help="not in duplicate: every bot keeps its seat")
    parser.add_argument("--league", action="store_true", help="each pair of the bots, and a table of ratings")
    parser.add_argument("--strict", action="store_true", help="stop at the first wrong move, and show it")
    add_format(parser, "text", "json", "csv")


def run(options: argparse.Namespace) -> int:
    """Play and print the report."""
    names = bot_names(options.bots)
    if len(names) < 2:
        raise OfcError(f"--bots {brief(options.bots)}: two or more, such as policy,greedy")
    players = [_player(name, number) for number, name in enumerate(names, start=1)]
    start(players)
    close(players)  # an engine has told its name; each block starts its own
    called = _distinct([_short(name, bot) for name, bot in zip(names, players, strict=True)])
    try:
        with workers(options.workers) as executor:
            found = _played(options, players, called, executor)
    except Misplay as failed:
        again = replay_command(names[failed.bot], failed.bot + 1, failed.position)
        print(failed.told(called[failed.bot], again), file=sys.stderr)
        return 1
    finally:
        close(players)
    if options.format == "json":
        print(found.to_json(indent=2))
    elif options.format == "csv":
        print(found.to_csv(), end="")
    else:
        print(found)
    forfeited = isinstance(found, Report) and any(
        one.forfeits == one.hands > 0 for one in map(found.bot, range(len(players)))
    )
    return 1 if forfeited or not found.complete else 0


def _played(
    options: argparse.Namespace, players: Sequence[Bot], called: Sequence[str], executor: Executor | None
) -> Report | League:
    """What they played: a league of pairs, or all of them at one table."""
    hands, limit = LEAGUE_HANDS, {}
    play: Callable[..., Report | League] = league
    if not options.league:
        play, limit = simulate if options.once else duel, {"until": options.until}
        hands = HANDS if options.until is None else MOST_HANDS
    elif options.once or options.until is not None:
        raise OfcError("--league: each pair is a duel of so many --hands; --once and --until are not for it")
    return play(
        find_rules(options.rules),
        players,
        options.hands or hands,
        options.seed,
        executor,
        True,
        checkpoint=options.checkpoint,
        names=called,
        strict=options.strict,
        **limit,
    )


def replay_command(name: str, seed: int, position: Position) -> str:
    """The command that asks a bot for this one move."""
    return shlex.join(["ofckit", "engine", "--bot", name, "--seed", str(seed), "--position", str(position)])


def _player(name: str, seed: int) -> Bot:
    """The bot of a name; onnx:FILE is a network in a file, perhaps with options behind a comma."""
    kind, _, rest = name.partition(":")
    if kind != "onnx":
        return make_bot(name, seed=seed)
    from ..rl import OnnxBot

    path, *options = rest.split(",")
    words = [option.partition("=") for option in options]
    unknown = [key for key, _, _ in words if key not in ("actions", "fantasyland", "obs")]
    if unknown:
        raise OfcError(f"{brief(name)}: no option {brief(unknown[0])}; there are actions, fantasyland, obs")
    return OnnxBot(path, **{key: value for key, _, value in words})


def bot_names(text: str) -> list[str]:
    """'policy,solver:seconds=2,threads=1' as names; NAME=VALUE belongs to the bot before it.

    A comma within quotation marks belongs to its bot too: policy,"process:./engine --cards As,Kd".
    """
    names: list[str] = []
    for part in _PART.findall(f",{text}"):
        if names and ":" in names[-1] and _OPTION.match(part[1:]):
            names[-1] += part
        else:
            names.append(_unquoted(part[1:].strip()))
    return names


def _unquoted(name: str) -> str:
    """A name that is quoted as a whole, without its quotation marks."""
    quote = name[:1]
    whole = len(name) > 1 and quote in ("'", '"') and name.find(quote, 1) == len(name) - 1
    return name[1:-1] if whole else name


def _short(name: str, bot: Bot) -> str:
    """What the report calls a bot: its kind, or the name of an engine or of one's own."""
    kind = name.partition(":")[0]
    if kind in BOTS or kind == "onnx":
        return kind
    return printable(str(getattr(bot, "name", type(bot).__name__))).strip() or kind


def _distinct(names: Sequence[str]) -> list[str]:
    """Names for the report: of two bots with one name, the second gets a number."""
    return [
        name if names.count(name) == 1 else f"{name[:_NAME]} {1 + names[:i].count(name)}"
        for i, name in enumerate(names)
    ]


def start(bots: Sequence[Bot]) -> None:
    """Start the engines among them; BotError, and none of them runs, where one cannot be started."""
    try:
        for bot in bots:
            if isinstance(bot, ProcessBot):
                bot.start()
    except BaseException:
        close(bots)
        raise


def close(bots: Sequence[Bot]) -> None:
    """End the engines among them."""
    for bot in bots:
        end = getattr(bot, "close", None)
        if end is not None:
            end()
