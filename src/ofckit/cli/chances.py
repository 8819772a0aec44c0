"""`ofckit chances`: how likely rows are to become what is wanted."""

from __future__ import annotations

import argparse
import json

from .._errors import OfcError
from ..search import PLAYS, chances
from ._cards import add_position, position_of
from ._options import add_format, count, limit_of
from ._terminal import searching

SUMMARY = "how likely rows are to become what is wanted"

ABOUT = """\
The chance that a row becomes at least (+), at most (-) or exactly something.
By default each row by itself takes every card that helps, as usual outs
calculators have it: exact. --play exact: under optimal play for points;
--play best: under the play that makes it as likely as possible, several
rows at once too; --play policy: the fast player in random futures."""

EXAMPLES = """\
examples:
  ofckit chances "Qh / 7h7d / AsKs"
  ofckit chances "Ac2d / - / 4s4h4d8c" --want "bottom full house" --cards 8
  ofckit chances "- / - / AhKh9h4h" --want "bottom flush+" --cards 1-12
  ofckit chances "As2d / 3h3s6d6c8h / KdKhQsQc" --play best \\
                 --want "top AA and bottom full house+" --want foul
  ofckit chances "" --draw QhQd7c6s2s --play policy --want fantasyland"""


def add_options(parser: argparse.ArgumentParser) -> None:
    add_position(parser)
    parser.add_argument(
        "--want", action="append", default=[], metavar="WHAT", help="such as 'bottom flush+'; may be repeated"
    )
    parser.add_argument("--cards", type=_numbers, metavar="N", help="cards to come: 8, or 1-12")
    parser.add_argument("--play", choices=PLAYS, default="row", help="who places the cards (row)")
    parser.add_argument("--seconds", type=float, metavar="S", help="to spend, with another --play")
    parser.add_argument("--rollouts", type=count, metavar="N", help="to spend, with --play policy (20000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random futures (0)")
    parser.add_argument("--threads", type=count, metavar="N", help="that work at once (all processors)")
    add_format(parser, "text", "json")


def run(options: argparse.Namespace) -> int:
    """Print the chances, in the order in which they were asked for."""
    position, _ = position_of(options)
    if options.play == "row" and (options.seconds is not None or options.rollouts is not None):
        raise OfcError(
            "--play row is counted at once: --seconds and --rollouts belong to the other plays, "
            "--play exact, best and policy"
        )
    with searching("draws") as progress:
        found = chances(
            position,
            *options.want,
            play=options.play,
            cards=options.cards,
            limit=limit_of(options),
            seed=options.seed,
            threads=options.threads,
            progress=progress,
        )
    if options.format == "json":
        move = None if found.move is None else str(found.move)
        print(json.dumps({"play": found.play, "move": move, "chances": found.to_dicts()}, indent=2))
    else:
        print(found)
    return 0


def _numbers(text: str) -> list[int]:
    """'8', '1-12' or '2,4,8'."""
    numbers: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not first.strip().isdecimal() or (last and not last.strip().isdecimal()) or len(part) > 9:
            raise argparse.ArgumentTypeError(f"{text[:40]}: it is a number of cards, or several: 8, 1-12")
        if int(last or first) > 54:
            raise argparse.ArgumentTypeError(f"{text[:40]}: at most 54 cards come")
        numbers.extend(range(int(first), int(last or first) + 1))
    if not numbers:
        raise argparse.ArgumentTypeError(f"{text[:40]}: the first number is the smaller one")
    return numbers
