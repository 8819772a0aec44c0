"""`ofckit solve`: the best board of a Fantasyland hand, and the next best ones."""

from __future__ import annotations

import argparse
import json
import sys

from ofckit.board import Row
from ofckit.cli._cards import table_of
from ofckit.cli._options import PLAYED, add_format, count
from ofckit.cli._terminal import Style
from ofckit.objective import Objective
from ofckit.ranking import describe
from ofckit.rules import Rules, find_rules
from ofckit.search import Solution, solve_fantasyland

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
               --against "AhAd2s/KsKdKh3s4h/9c9h9s4d4s\""""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cards", nargs="+", metavar="CARDS", help="13 to 17 cards")
    parser.add_argument(
        "--rules", default=PLAYED, metavar="RULES", help=f"a preset or FILE.toml (default: {PLAYED})"
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


def run(options: argparse.Namespace) -> int:
    """Print the best boards."""
    game = find_rules(options.rules)
    boards = [("--against", text) for text in options.against]
    against, (cards,) = table_of(boards, [("CARDS", " ".join(options.cards))], game)
    objective = Objective.of(game, opponents=tuple(against) or None)
    found = solve_fantasyland(cards, game, objective, options.best)
    solutions = [found, *found.alternatives]
    if options.format == "json":
        print(json.dumps({"rules": game.name, "boards": [_record(s, game) for s in solutions]}, indent=2))
        return 0
    style = Style(sys.stdout)
    print(style(str(found.board), "bold"))
    _print_rows(found, game)
    jokers = _jokers(found, game)
    if jokers:
        print(f"jokers    {', '.join(f'{joker} is {card}' for joker, card in jokers.items())}")
    if found.discards:
        print(f"discard   {' '.join(map(str, found.discards))}")
    print(f"{found.value:g} points: {_sum(found, bool(against))}")
    if len(solutions) > 1:
        print()
    for number, other in enumerate(solutions if len(solutions) > 1 else (), start=1):
        thrown = f"  x {' '.join(map(str, other.discards))}" if other.discards else ""
        print(f"{number:>3}  {other.value:>8g}  {other.board}{thrown}{'  stays' if other.stays else ''}")
    return 0


def _print_rows(found: Solution, rules: Rules) -> None:
    strengths = found.board.resolve(rules).strengths
    for row, cards, strength, earned in zip(Row, found.board.rows, strengths, found.royalties, strict=True):
        words = describe(strength)
        low = rules.middle == "2-7" and row is Row.MIDDLE
        text = f"{' '.join(map(str, cards)):<16}{words}{', played low' if low else ''}"
        print(f"{row!s:<10}{text:<66}{f'+{earned}' if earned else ''}".rstrip())


def _sum(found: Solution, settled: bool) -> str:
    if found.foul:
        return "a foul, there is no legal board worth as much"
    earned = f"{found.royalties.total} royalties"
    parts = [f"settled with the opponents, {earned} of its own" if settled else earned]
    if found.stays:
        parts.append(f"stays in Fantasyland with {found.next_cards} cards")
    return ", ".join(parts)


def _jokers(found: Solution, rules: Rules) -> dict[str, str]:
    """What the jokers of the board stand for by these rules."""
    pairs = zip(found.board.cards, found.board.resolve(rules).cards, strict=True)
    return {str(card): str(natural) for card, natural in sorted(pairs) if card.is_joker}


def _record(found: Solution, rules: Rules) -> dict[str, Any]:
    return {
        "board": str(found.board),
        "jokers": _jokers(found, rules),
        "discards": [str(card) for card in found.discards],
        "value": found.value,
        "royalties": dict(zip(("top", "middle", "bottom"), found.royalties, strict=True)),
        "stays": found.stays,
        "next_cards": found.next_cards,
        "foul": found.foul,
    }
