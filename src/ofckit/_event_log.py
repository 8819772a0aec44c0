"""The words of event logs: JSON objects for each deal, placement, showdown and score.

    {"event": "deal", "hand": 1, "player": "Ann", "cards": ["Qh", "Qd", "5c", "7h", "7d"]}
    {"event": "place", "player": "Ann", "placements": [["Qh", "top"], ["7h", "middle"]]}

The kind of an event is under `event`, `type`, `action` or `kind`; players are names, or seats from 0; cards
are placed by `placements`, by `card` and `row`, or under the names of the rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ._errors import OfcError
from .board import Row
from .cards import Card

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_EVENT = ("event", "type", "action", "kind")
PLAYER_KEYS = ("player", "seat", "name", "who", "player_id", "actor")
CARD_KEYS = ("cards", "dealt", "card", "hand_cards")
_ROW = ("row", "line", "position", "to")
POINT_KEYS = ("points", "score", "scores", "delta", "deltas", "net")
_HAND = ("hand", "hand_id", "hand_no", "hand_number", "game", "game_id")
_WORDS = {
    "start": ("start", "hand_start", "new_hand", "begin", "players", "start_hand"),
    "deal": ("deal", "dealt", "draw", "deal_cards"),
    "place": ("place", "placed", "placement", "placements", "set", "move", "arrange"),
    "discard": ("discard", "discards", "discarded"),
    "end": (
        "showdown",
        "score",
        "scores",
        "scoring",
        "result",
        "results",
        "settle",
        "end",
        "hand_end",
        "end_hand",
    ),
}
_KINDS = {word: kind for kind, words in _WORDS.items() for word in words}


def kind_of(data: object) -> str:
    """'start', 'deal', 'place', 'discard' or 'end'; "" for what is no event."""
    if not isinstance(data, dict):
        return ""
    for key in _EVENT:
        if isinstance(word := data.get(key), str) and (
            kind := _KINDS.get(word.strip().casefold().replace("-", "_"))
        ):
            return kind
    return ""


def hand_label(event: Mapping[str, Any]) -> str:
    """What an event calls its hand; "" if it does not."""
    label = first_of(event, _HAND)
    return str(label)[:60] if isinstance(label, (str, int)) and not isinstance(label, bool) else ""


def name_of(one: object) -> str:
    """A player's name, of an object with one too."""
    if isinstance(one, dict):
        one = first_of(one, PLAYER_KEYS)
    return one if isinstance(one, str) else "" if one is None else str(one)[:40]


def listed_cards(cards: object) -> list[object]:
    """Cards as a list, whether they are text, a list or one card."""
    if isinstance(cards, str):
        return [*cards.replace(",", " ").split()]
    return [*cards] if isinstance(cards, list) else [cards]


def by_player(
    event: Mapping[str, Any], player: str, keys: tuple[str, ...]
) -> Iterator[tuple[object, object]]:
    """What an event says under one of these keys, by player: for one, by name, or in their order."""
    held = first_of(event, keys)
    if isinstance(held, dict):
        yield from held.items()
    elif player and held is not None:
        yield player, held
    elif isinstance(held, list):
        yield from enumerate(held)


def placed_in(event: Mapping[str, Any]) -> Iterator[tuple[object, str]]:
    """The cards that an event places, each with its row."""
    held = event.get("placements", event.get("placement"))
    if isinstance(held, list):
        pairs = [
            (one.get("card"), first_of(one, _ROW)) if isinstance(one, dict) else tuple(one)
            for one in held
            if isinstance(one, (dict, list)) and (isinstance(one, dict) or len(one) == 2)
        ]
        yield from ((card, row) for card, where in pairs if (row := row_name(where)))
    for key, cards in (held if isinstance(held, dict) else event).items():
        if (row := row_name(key)) and isinstance(cards, (list, str)):
            yield from ((card, row) for card in listed_cards(cards))
    if row := row_name(first_of(event, _ROW)):
        cards = event.get("card", event.get("cards"))
        yield from ((card, row) for card in listed_cards(cards) if card is not None)


def card_key(card: object) -> object:
    """What is equal for every spelling of a card."""
    try:
        return Card(card)  # type: ignore[arg-type]
    except (OfcError, TypeError):
        return repr(card)


def first_of(one: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    """What an object has under the first of these keys that it has; None without any."""
    return next((one[key] for key in keys if key in one), None)


def row_name(one: object) -> str:
    """'top', 'middle' or 'bottom' for the name or the number of a row; "" for anything else."""
    try:
        return str(Row(one))  # type: ignore[arg-type]
    except (OfcError, ValueError):
        return ""
