"""`ofckit solve`: the best board of a Fantasyland hand, and the next best ones."""

from __future__ import annotations

import json
import sys

from ofckit._errors import InvalidCard, OfcError
from ofckit.board import Row
from ofckit.cli.tables import find_rules, message_of
from ofckit.cli.terminal import Style, excerpt
from ofckit.objective import Objective
from ofckit.ranking import describe
from ofckit.rules import Rules
from ofckit.search import Solution, solve_fantasyland

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def solve(cards: str, *, rules: str, against: list[str], best: int, form: str) -> int:
    """Print the best boards of 13 to 17 cards; against: complete boards that they settle with."""
    game = find_rules(rules)
    try:
        objective = Objective.of(game, opponents=tuple(against) or None)
        found = solve_fantasyland(cards, game, objective, best)
    except InvalidCard as error:
        if not error.column:
            raise
        raise OfcError(f"{message_of(error)}\n{excerpt(cards, error.column)}") from None
    solutions = [found, *found.alternatives]
    if form == "json":
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
