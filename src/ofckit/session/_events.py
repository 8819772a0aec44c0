"""Event logs: one JSON object a line for each deal, placement, showdown and score, put together as hands.

    {"event": "deal", "hand": 1, "player": "Ann", "cards": ["Qh", "Qd", "5c", "7h", "7d"]}
    {"event": "place", "player": "Ann", "placements": [["Qh", "top"], ["7h", "middle"]]}
    {"event": "showdown"}
    {"event": "score", "points": {"Ann": 17, "Bob": -17}}

The kind of an event is under `event`, `type`, `action` or `kind`; players are names, or seats from 0; cards
are placed by `placements`, by `card` and `row`, or under the names of the rows. A hand ends at its showdown
or score, or where another `hand` begins. What was dealt and not placed is discarded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .._errors import OfcError
from ..board import Row
from ..cards import Card
from ._shapes import first_of, row_name, tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_EVENTS = 2000  # of a hand
_EVENT = ("event", "type", "action", "kind")
_PLAYER = ("player", "seat", "name", "who", "player_id", "actor")
_CARDS = ("cards", "dealt", "card", "hand_cards")
_ROW = ("row", "line", "position", "to")
_POINTS = ("points", "score", "scores", "delta", "deltas", "net")
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


@dataclass(slots=True)
class EventHand:
    """The events of one hand so far."""

    label: str = ""
    names: list[str] = field(default_factory=list)
    rows: dict[str, dict[str, list[object]]] = field(default_factory=dict)
    dealt: dict[str, list[object]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    is_over: bool = False
    whole: dict[str, Any] | None = None  # the table, where a showdown has it
    events: int = 0

    def takes(self, event: Mapping[str, Any]) -> bool:
        """Whether an event belongs to this hand, and not to the next."""
        label = _label(event)
        if label and self.label and label != self.label:
            return False
        return self.events < MOST_EVENTS and (not self.is_over or kind_of(event) == "end")

    def add(self, event: Mapping[str, Any]) -> None:
        """One more event."""
        kind = kind_of(event)
        self.events += 1
        self.label = self.label or _label(event)
        if isinstance(people := event.get("players"), list):
            self.names = [_name(one) for one in people]
        player = self._player(first_of(event, _PLAYER))
        if kind == "deal":
            for name, cards in _by_player(event, player, _CARDS):
                self.dealt.setdefault(self._player(name), []).extend(_listed(cards))
        elif kind == "place":
            for card, row in _placed(event):
                self.rows.setdefault(player, {}).setdefault(row, []).append(card)
        elif kind == "end":
            self.is_over = True
            if found := tables(event):
                self.whole = found[0][1]
            for name, won in _by_player(event, player, _POINTS):
                if type(won) is int:
                    self.points[self._player(name)] = won

    def table(self) -> dict[str, Any]:
        """The hand as the JSON table that is read."""
        if self.whole is not None:
            return self.whole
        players: list[dict[str, Any]] = []
        if not any(self.rows.values()):
            return {"players": players}
        for name in dict.fromkeys([*self.dealt, *self.rows]):
            rows = self.rows.get(name, {})
            one = {"name": name, **{str(row): list(rows.get(str(row), [])) for row in Row}}
            players.append({**one, **({"points": self.points[name]} if name in self.points else {})})
        return {"players": players, **({"hand": self.label} if self.label else {})}

    def strange(self) -> str:
        """Which cards were placed that were not dealt, if the log has the deals; "" if none."""
        for name, rows in self.rows.items():
            dealt = {_id(card) for card in self.dealt.get(name, [])}
            placed = [card for held in rows.values() for card in held]
            wrong = [card for card in placed if _id(card) not in dealt]
            if dealt and wrong:
                return f"{name} has placed {' '.join(map(str, wrong[:5]))}, which no event has dealt to them"
        return ""

    def _player(self, one: object) -> str:
        """The name of a player, or of the seat with this number from 0."""
        if type(one) is int and 0 <= one < len(self.names):
            return self.names[one]
        return f"Player {one + 1}" if type(one) is int and 0 <= one < 1000 else _name(one)


def _label(event: Mapping[str, Any]) -> str:
    label = first_of(event, _HAND)
    return str(label)[:60] if isinstance(label, (str, int)) and not isinstance(label, bool) else ""


def _name(one: object) -> str:
    if isinstance(one, dict):
        one = first_of(one, _PLAYER)
    return one if isinstance(one, str) else "" if one is None else str(one)[:40]


def _listed(cards: object) -> list[object]:
    if isinstance(cards, str):
        return [*cards.replace(",", " ").split()]
    return [*cards] if isinstance(cards, list) else [cards]


def _by_player(
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


def _placed(event: Mapping[str, Any]) -> Iterator[tuple[object, str]]:
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
            yield from ((card, row) for card in _listed(cards))
    if row := row_name(first_of(event, _ROW)):
        cards = event.get("card", event.get("cards"))
        yield from ((card, row) for card in _listed(cards) if card is not None)


def _id(card: object) -> object:
    try:
        return Card(card)  # type: ignore[arg-type]
    except (OfcError, TypeError):
        return repr(card)
