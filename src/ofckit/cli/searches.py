"""The commands that search and simulate: their options and help."""

from __future__ import annotations

import argparse

from ofckit.cli.options import add_command, add_format, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofckit.cli.options import Commands

_ANALYSE = """\
The moves of a position, the best first: points by the objective (royalties,
the next Fantasyland hand, a foul), the chances of a foul and of Fantasyland,
expected royalties. Exact where that is quick (three cards of which two are
placed from the third street on, a board's last cards); else by rollouts, in
which a fast player plays on in random futures, with standard errors.
What opponents show is dead, and their boards are to be beaten."""

_ANALYSE_EXAMPLES = """\
examples:
  ofckit analyse "" --draw QhQd7c6s2s     the first five cards
  ofckit analyse "Qh / 7h7d / AsKs" --draw 2c5dQc --seconds 10
  ofckit analyse "Qh / 7h7d / AsKs9s8s" --draw "2c5dQc" --discards 3c
  ofckit analyse "Qh / 7h7d6c / AsKs9s8s2s"     before the next draw: exact
  ofckit analyse "Qh / 7h7d / AsKs9s8s" --draw 2c5dQc --rules progressive \\
                 --opponent "Kc / 9c9d / 5s4s3s" --dead "Ac" --format json"""

_SOLVE = """\
The best board of a Fantasyland hand of 13 to 17 cards, and what to discard,
proven best: royalties, the value of staying, and the settlement with given
boards if there are any. Of equal boards the one with the stronger bottom wins,
then middle, then top. X1 and X2 are jokers (JK is the next one), where the
rules have some."""

_SOLVE_EXAMPLES = """\
examples:
  ofckit solve "As Ah Ad Ks Kh Qd Qc Qh Js Ts 9s 8s 7s 2c"
  ofckit solve AsAhAdKsKhQdQcQhJsTs9s8s7s2c --best 5
  ofckit solve "2c3c4c5c6c 7d8d9dTdJd QhQsQc 2h" --rules ultimate --json
  ofckit solve "JK JK As Kd Qd Jd 9s 9h 7c 6c 6d 3h 2c 2d" --rules joker-ultimate
  ofckit solve "2c3c4c5c6c 7d8d9dTdJd QhQsQc 2h" \\
               --against "AhAd2s/KsKdKh3s4h/9c9h9s4d4s\""""


_DUEL = """\
Bots against each other, in duplicate: the same cards are played from every
seat, so that the luck of the deal cancels. Prints points a hand with 95 %
intervals, fouls, Fantasyland, royalties, and what the button is worth.
Bots: greedy, policy, random, solver, solver:seconds=2, process:COMMAND."""

_DUEL_EXAMPLES = """\
examples:
  ofckit duel --bots policy,greedy --hands 100000
  ofckit duel --bots policy,policy,greedy --rules progressive --workers 2
  ofckit duel --bots solver:rollouts=2000,policy --hands 300 --checkpoint run.jsonl
  ofckit duel --bots policy,process:./engine --hands 1000 --format json

Ctrl-C prints what is known so far. With --checkpoint the same command goes on
where it stopped."""

_REVIEW = """\
Grade the decisions of a history: how many points each move lost against the
best one, the worst first. Moves of a position are compared by `ofckit analyse`,
with what the player could know at that moment."""

_REVIEW_EXAMPLES = """\
examples:
  ofckit review match.toml
  ofckit review match.toml --player Ann --hand 3 --seconds 5
  ofckit review match.jsonl --rollouts 50000 --format json"""

_ENGINE = """\
A bot for other programs: it reads commands from the standard input and answers
on the standard output, line by line, in the protocol ofci (docs/engine.md).
Bots: greedy, policy, random, solver, and those with options, such as
solver:seconds=2."""

_ENGINE_EXAMPLES = """\
examples:
  ofckit engine
  ofckit engine --bot solver:rollouts=5000 --seed 1"""


def _add_analyse(commands: Commands) -> None:
    parser = add_command(
        commands, "analyse", "the moves of a position, ranked", _ANALYSE, _ANALYSE_EXAMPLES, _analyse
    )
    parser.add_argument("board", metavar="BOARD", help="top / middle / bottom, or a position (ofc1~...)")
    parser.add_argument("--draw", default="", metavar="CARDS", help="cards drawn and not placed yet")
    parser.add_argument("--discards", default="", metavar="CARDS", help="your own discards")
    parser.add_argument("--dead", default="", metavar="CARDS", help="other cards that cannot come any more")
    parser.add_argument("--rules", metavar="RULES", help="a preset or FILE.toml (default: pineapple)")
    parser.add_argument("--opponent", action="append", default=[], metavar="BOARD", help="what he shows")
    parser.add_argument(
        "--against", action="append", default=[], metavar="BOARD", help="a complete board to settle with"
    )
    parser.add_argument("--alone", action="store_true", help="opponents' cards are dead, and no more")
    parser.add_argument("--exact", action="store_true", help="the exact solver, however long it takes")
    parser.add_argument("--moves", type=count, metavar="N", help="only the best ones")
    _add_limits(parser, "5")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random futures (0)")
    add_format(parser, "text", "json")


def _add_limits(parser: argparse.ArgumentParser, seconds: str) -> None:
    parser.add_argument("--seconds", type=float, metavar="S", help=f"to spend (default: {seconds})")
    parser.add_argument("--rollouts", type=count, metavar="N", help="to spend; the answer is repeatable")
    parser.add_argument("--se", type=float, metavar="X", help="go on until the standard error is X points")
    parser.add_argument("--threads", type=count, default=2, metavar="N", help="that work at once (2)")


def _analyse(options: argparse.Namespace) -> int:
    from ofckit.cli.analyse import Question, run

    wishes = {key: value for key, value in vars(options).items() if key != "command"}
    for many, one in (("opponents", "opponent"), ("against", "against")):
        wishes[many] = tuple(wishes.pop(one))
    return run(Question(form=wishes.pop("format"), **wishes))


def _add_solve(commands: Commands) -> None:
    parser = add_command(
        commands, "solve", "the best board of a Fantasyland hand", _SOLVE, _SOLVE_EXAMPLES, _solve
    )
    parser.add_argument("cards", nargs="+", metavar="CARDS", help="13 to 17 cards")
    parser.add_argument(
        "--rules", default="pineapple", metavar="RULES", help="a preset or FILE.toml (default: pineapple)"
    )
    parser.add_argument(
        "--against", action="append", default=[], metavar="BOARD", help="a complete board to settle with"
    )
    parser.add_argument(
        "--best", "--k", type=count, default=1, metavar="K", help="so many boards (default: 1)"
    )
    parser.add_argument(
        "--json", dest="format", action="store_const", const="json", help="the same as --format json"
    )
    add_format(parser, "text", "json")


def _solve(options: argparse.Namespace) -> int:
    from ofckit.cli.solve import solve

    cards = " ".join(options.cards)
    return solve(cards, rules=options.rules, against=options.against, best=options.best, form=options.format)


def _add_engine(commands: Commands) -> None:
    parser = add_command(commands, "engine", "a bot for other programs", _ENGINE, _ENGINE_EXAMPLES, _engine)
    parser.add_argument("--bot", default="policy", metavar="NAME", help="who plays (default: policy)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of its random numbers (0)")


def _engine(options: argparse.Namespace) -> int:
    from ofckit.cli.engine import speak

    return speak(options.bot, options.seed)


def _add_duel(commands: Commands) -> None:
    parser = add_command(commands, "duel", "bots against each other", _DUEL, _DUEL_EXAMPLES, _duel)
    parser.add_argument("--bots", required=True, metavar="LIST", help="names with commas between them")
    parser.add_argument(
        "--rules", default="pineapple", metavar="RULES", help="a preset or FILE.toml (pineapple)"
    )
    parser.add_argument("--hands", type=count, default=10_000, metavar="N", help="deals (10000)")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same cards")
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--checkpoint", metavar="FILE", help="finished work is kept here, and gone on from")
    parser.add_argument("--once", action="store_true", help="not in duplicate: every bot keeps its seat")
    add_format(parser, "text", "json", "csv")


def _duel(options: argparse.Namespace) -> int:
    from ofckit.cli.duel import run

    return run(
        options.bots,
        rules=options.rules,
        hands=options.hands,
        seed=options.seed,
        workers=options.workers,
        checkpoint=options.checkpoint,
        once=options.once,
        form=options.format,
    )


def _add_review(commands: Commands) -> None:
    parser = add_command(
        commands, "review", "grade the moves of a history", _REVIEW, _REVIEW_EXAMPLES, _review
    )
    parser.add_argument("file", metavar="FILE", help="a history; '-': the standard input")
    parser.add_argument("--player", metavar="NAME", help="only this player's moves")
    parser.add_argument("--hand", type=int, metavar="N", help="only the hand with this number")
    parser.add_argument("--worst", type=count, default=20, metavar="N", help="so many are listed (20)")
    _add_limits(parser, "1 for each move")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random futures (0)")
    add_format(parser, "text", "json")


def _review(options: argparse.Namespace) -> int:
    from ofckit.cli.review import Wishes, run

    wishes = {key: value for key, value in vars(options).items() if key != "command"}
    return run(Wishes(form=wishes.pop("format"), **wishes))


SEARCHES = (
    _add_analyse,
    _add_solve,
    _add_duel,
    _add_review,
    _add_engine,
)
