"""`ofckit odds`: how rare each type of hand is."""

from __future__ import annotations

import argparse

from .._errors import OfcError
from ..cards import RANKS
from ..odds import frequencies
from ._options import add_format

SUMMARY = "how rare each hand is, exactly"

ABOUT = """\
Count the hands of every type, exactly, from any pack and with wild cards."""

EXAMPLES = """\
examples:
  ofckit odds                            52 cards, five-card hands
  ofckit odds --deck 36 --by rarity      where ranking and frequency disagree
  ofckit odds --decks 2 --composite      flushes with a pair and so on apart
  ofckit odds --jokers 1                 ofckit odds --wild 2
  ofckit odds --cards 3                  the top row of a board
  ofckit odds --cards 7                  ofckit odds --suits 5"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--deck", type=int, default=52, metavar="N", help="cards of four suits: 20, 24 ... 52"
    )
    parser.add_argument("--suits", type=int, default=4, metavar="N", help="suits of 13 ranks (4)")
    parser.add_argument("--decks", type=int, default=1, metavar="N", help="how many decks")
    parser.add_argument("--jokers", type=int, default=0, metavar="N", help="jokers in each deck")
    parser.add_argument("--bug", action="store_true", help="jokers are bugs: aces, or complete straights")
    parser.add_argument("--wild", default="", metavar="CARDS", help="wild ranks or cards: 2, 'Jh Js'")
    parser.add_argument("--lowest-wild", action="store_true", help="the lowest rank of a hand is wild")
    parser.add_argument(
        "--cards", type=int, default=5, metavar="N", help="of a hand, 1 to 7; the best five count"
    )
    parser.add_argument("--composite", action="store_true", help="flushes with a pair and so on apart")
    parser.add_argument("--royal", action="store_true", help="royal flushes apart")
    for what in ("straights", "flushes"):
        parser.add_argument(
            f"--{what}", action=argparse.BooleanOptionalAction, help=f"{what} count (default: of five cards)"
        )
    parser.add_argument("--by", choices=("rank", "rarity"), default="rank", help="the order of the lines")
    add_format(parser, "text", "json", "csv")


_OTHERS = ("command", "deck", "by", "format")  # options that are not switches of odds.frequencies


def run(options: argparse.Namespace) -> int:
    """Print the table of frequencies."""
    switches = {word: value for word, value in vars(options).items() if word not in _OTHERS}
    deck = options.deck
    if deck % 4 or not 20 <= deck <= 52:
        raise OfcError(f"--deck {deck}: a deck has 20, 24, 28, 32, 36, 40, 44, 48 or 52 cards")
    if switches["decks"] > 1000 or switches["jokers"] > 1000:
        raise OfcError("at most 1000 decks and 1000 jokers")
    table = frequencies(lowest=RANKS[13 - deck // 4], **switches)
    if options.format == "text":
        print(table.to_text(options.by))
    else:
        print(table.to_json() if options.format == "json" else table.to_csv().rstrip("\n"))
    return 0
