"""`ofckit odds` and `ofckit hutchison`: tables and sums as the library gives them."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping

from ofckit._errors import OfcError
from ofckit.cards import RANKS
from ofckit.cli.terminal import WIDTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def print_odds(deck: int, switches: Mapping[str, Any], *, by: str, form: str) -> int:
    """The table of frequencies; `switches` are those of odds.frequencies."""
    from ofckit.odds import frequencies

    if deck % 4 or not 20 <= deck <= 52:
        raise OfcError(f"--deck {deck}: a deck has 20, 24, 28, 32, 36, 40, 44, 48 or 52 cards")
    if switches["decks"] > 1000 or switches["jokers"] > 1000:
        raise OfcError("at most 1000 decks and 1000 jokers")
    table = frequencies(lowest=RANKS[13 - deck // 4], **switches)
    if form == "text":
        print(table.to_text(by))
    else:
        print(table.to_json() if form == "json" else table.to_csv().rstrip("\n"))
    return 0


def print_hutchison(cards: str, system: str, form: str) -> int:
    """The sum, step by step."""
    from ofckit.hutchison import points

    found = points(cards, system)
    if form == "text":
        for line in found.explain().splitlines():
            short = len(line) < WIDTH
            print(line if short else textwrap.fill(line, WIDTH - 1, subsequent_indent=" "))
        return 0
    record = {
        "hand": found.hand,
        "system": found.system,
        "total": found.total,
        "parts": dict(found.parts),
        "steps": [{"part": step.part, "what": step.what, "points": step.points} for step in found.steps],
        "playable": found.playable,
        "win_chance": found.win_chance,
    }
    print(json.dumps(record, indent=2))
    return 0
