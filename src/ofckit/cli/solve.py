"""`ofckit solve`: the best board of a Fantasyland hand, and the next best ones."""

from __future__ import annotations

import argparse
import json
import sys

from .. import svg
from ..objective import Objective
from ..rules import Rules, find_rules
from ..search import Solution, jokers_of, solve_fantasyland
from ._cards import table_of
from ._options import PLAYED, add_format, count
from ._pictures import add_pictures, write_pictures
from ._terminal import Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SUMMARY = "the best board of a Fantasyland hand"

ABOUT = """\
The best board of a Fantasyland hand of 13 to 17 cards, and what to discard,
proven best: royalties, the value of staying, and the settlement with given
boards if there are any. Of equal boards the one with the stronger bottom wins,
then middle, then top. X1 and X2 are jokers (JK is the next one), where the
rules have some."""

EXAMPLES = """\
examples:
  ofckit solve "As Ah Ad Ks Kh Qd Qc Qh Js Ts 9s 8s 7s 2c"
  ofckit solve AsAhAdKsKhQdQcQhJsTs9s8s7s2c --best 5
  ofckit solve "2c3c4c5c6c 7d8d9dTdJd QhQsQc 2h" --rules ultimate --json
  ofckit solve "JK JK As Kd Qd Jd 9s 9h 7c 6c 6d 3h 2c 2d" --rules joker-ultimate
  ofckit solve "2c3c4c5c6c 7d8d9dTdJd QhQsQc 2h" \\
               --against "AhAd2s/KsKdKh3s4h/9c9h9s4d4s"
  ofckit solve AsAhAdKsKhQdQcQhJsTs9s8s7s2c --svg board.svg"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cards", nargs="+", metavar="CARDS", help="13 to 17 cards")
    parser.add_argument(
        "--rules", default=PLAYED, metavar="RULES", help=f"a preset or FILE.toml (default: {PLAYED})"
    )
    parser.add_argument(
        "--against", action="append", default=[], metavar="BOARD", help="a complete board to settle with"
    )
    parser.add_argument(
        "--best", "--k", type=count, default=1, metavar="K", help="the K best boards (default: 1)"
    )
    parser.add_argument(
        "--json", dest="format", action="store_const", const="json", help="the same as --format json"
    )
    add_format(parser, "text", "json")
    add_pictures(parser)


def run(options: argparse.Namespace) -> int:
    """Print the best boards."""
    game = find_rules(options.rules)
    boards = [("--against", text) for text in options.against]
    against, (cards,) = table_of(boards, [("CARDS", " ".join(options.cards))], game)
    objective = Objective.of(game, opponents=tuple(against) or None)
    found = solve_fantasyland(cards, game, objective, options.best)
    solutions = [found, *found.alternatives]
    write_pictures(options, found, lambda: svg.solution(found))
    if options.format == "json":
        records = [_record(one, game) for one in solutions]
        data = {"rules": game.name, "boards": records, "borrowed_from": objective.borrowed_from}
        print(json.dumps(data, indent=2))
        return 0
    board, *lines = found.table(game, settled=bool(against)).splitlines()
    print(Style(sys.stdout)(board, "bold"), *lines, sep="\n")
    if objective.caveat and any(one.stays for one in solutions):
        print(objective.caveat)
    return 0


def _record(found: Solution, rules: Rules) -> dict[str, Any]:
    return {
        "board": str(found.board),
        "jokers": jokers_of(found.board, rules),
        "discards": [str(card) for card in found.discards],
        "value": found.value,
        "royalties": dict(zip(("top", "middle", "bottom"), found.royalties, strict=True)),
        "stays": found.stays,
        "next_cards": found.next_cards,
        "foul": found.foul,
    }
