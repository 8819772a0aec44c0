"""Event logs: one JSON object a line for each deal, placement, showdown and score, put together as hands.

    {"event": "deal", "hand": 1, "player": "Ann", "cards": ["Qh", "Qd", "5c", "7h", "7d"]}
    {"event": "place", "player": "Ann", "placements": [["Qh", "top"], ["7h", "middle"]]}
    {"event": "showdown"}
    {"event": "score", "points": {"Ann": 17, "Bob": -17}}

`_event_log` has the keys that are read. A hand ends at its showdown or score, or where another `hand` begins.
What was dealt and not placed is discarded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .._event_log import (
    CARD_KEYS,
    PLAYER_KEYS,
    POINT_KEYS,
    by_player,
    card_key,
    first_of,
    hand_label,
    kind_of,
    listed_cards,
    name_of,
    placed_in,
)
from ..board import Row
from ._shapes import tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_EVENTS = 2000  # of a hand


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
        label = hand_label(event)
        if label and self.label and label != self.label:
            return False
        return self.events < MOST_EVENTS and (not self.is_over or kind_of(event) == "end")

    def add(self, event: Mapping[str, Any]) -> None:
        """One more event."""
        kind = kind_of(event)
        self.events += 1
        self.label = self.label or hand_label(event)
        if isinstance(people := event.get("players"), list):
            self.names = [name_of(one) for one in people]
        player = self._player(first_of(event, PLAYER_KEYS))
        if kind == "deal":
            for name, cards in by_player(event, player, CARD_KEYS):
                self.dealt.setdefault(self._player(name), []).extend(listed_cards(cards))
        elif kind == "place":
            for card, row in placed_in(event):
                self.rows.setdefault(player, {}).setdefault(row, []).append(card)
        elif kind == "end":
            self.is_over = True
            if tables({key: value for key, value in event.items() if key not in POINT_KEYS}):
                self.whole = tables(event)[0][1]
            for name, won in by_player(event, player, POINT_KEYS):
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
            dealt = {card_key(card) for card in self.dealt.get(name, [])}
            placed = [card for held in rows.values() for card in held]
            wrong = [card for card in placed if card_key(card) not in dealt]
            if dealt and wrong:
                return f"{name} has placed {' '.join(map(str, wrong[:5]))}, which no event has dealt to them"
        return ""

    def _player(self, one: object) -> str:
        """The name of a player, or of the seat with this number from 0."""
        if type(one) is int and 0 <= one < len(self.names):
            return self.names[one]
        return f"Player {one + 1}" if type(one) is int and 0 <= one < 1000 else name_of(one)
