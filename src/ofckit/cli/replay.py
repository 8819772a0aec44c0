"""`ofckit replay`: a history hand by hand, street by street."""

from __future__ import annotations

import argparse
import sys

from .. import svg
from .._columns import fit, printable, signed, wrapped
from .._errors import OfcError
from ..display import played
from ..game import Match
from ..history import History, PlayedHand, Replay
from ._files import Complaints, naming, opened
from ._pictures import add_pictures, write_pictures
from ._terminal import Style

SUMMARY = "a history, street by street"

ABOUT = """\
Print a hand history hand by hand, street by street: what was drawn, placed and
discarded, the boards, and the settlement. Reads TOML, JSON Lines and event
logs (deal, place, showdown, score)."""

EXAMPLES = """\
examples:
  ofckit replay match.toml
  ofckit replay match.toml --hand 3
  ofckit replay match.toml --hand 3 --svg hand3.svg
  ofckit replay - < match.jsonl

A file that was cut off is read up to there. What is wrong is reported with its
line on the standard error. Exit status: 0 all right, 1 something was wrong."""

_NAME = 12


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a history; '-': the standard input")
    parser.add_argument("--hand", type=int, metavar="N", help="only the hand with this number")
    add_pictures(parser)


def run(options: argparse.Namespace) -> int:
    """Print a history hand by hand, street by street; 1 when something in it was wrong, else 0."""
    file, only = options.file, options.hand
    complaints = Complaints(file)
    numbers: list[int] = []
    settled = 0
    pictured = options.svg is not None or options.html is not None
    drawn: list[PlayedHand] = []
    with opened(file) as stream, naming(file):
        found = Replay(stream)
        for hand in found:
            if only in (None, hand.number):
                _print_hand(hand)
                drawn += [hand] if pictured else []
            numbers.append(hand.number)
            settled += hand.settlement is not None
            complaints.of_history(found)
    if only is None and settled:
        _print_totals(found.match, settled)
    elif only is not None and only not in numbers:
        known = f"{numbers[0]} to {numbers[-1]}" if numbers else "none"
        raise OfcError(f"{file} has no hand {only}: there are {known}")
    write_pictures(options, _page_of(found.history, drawn), lambda: _picture(drawn))
    return complaints.end_of_history(found)


def _page_of(history: History, hands: list[PlayedHand]) -> History | PlayedHand:
    """What the page shows: the one hand asked for, or all that were read."""
    if len(hands) == 1:
        return hands[0]
    history.hands = hands
    return history


def _picture(hands: list[PlayedHand]) -> str:
    if len(hands) != 1:
        numbers = f": --hand {hands[0].number} to {hands[-1].number}" if hands else ""
        raise OfcError(f"--svg draws one hand, but there are {len(hands) or 'none'}{numbers}")
    return svg.hand(hands[0])


def _print_hand(hand: PlayedHand) -> None:
    style = Style(sys.stdout)
    dealer = hand.seat_names[hand.game.button]
    for line in wrapped(printable(f"Hand {hand.number}: {hand.game.rules.name}, {dealer} deals")):
        print(style(line, "bold"))
    for line in played(hand):
        print(line.rstrip())
    print()


def _print_totals(match: Match, settled: int) -> None:
    print(f"After {settled} hand{'s' if settled > 1 else ''}")
    for one in match.players:
        chips = "" if one.chips is None else f"  {one.chips:>8} chips"
        print(f"  {fit(one.name, 20)} {signed(one.points):>6}{chips}")
