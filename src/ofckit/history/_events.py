"""Event logs as histories: what each player was dealt and where they placed it, hand by hand.

A log has no order of seats and no streets that could be relied on, so each player's cards and placements are
kept in their own order, and the replay asks for them as the rules go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .._documents import DocumentError, read_json
from .._errors import NotationError, OfcError
from .._event_log import (
    CARD_KEYS,
    PLAYER_KEYS,
    POINT_KEYS,
    by_player,
    first_of,
    hand_label,
    kind_of,
    listed_cards,
    name_of,
    placed_in,
)
from ..cards import Card
from ..rules import RULES, Street

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Lines = Iterator[tuple[int, bytes]]

_RULES = ("rules", "variant", "game_type", "preset")
_BUTTON = ("button", "dealer")
_USUAL = ("pineapple", "classic")  # of the presets with the same streets
_FANTASYLAND = 13  # cards dealt at once

Cards = list[tuple[Card, int]]  # each with the line that has it


@dataclass(slots=True)
class Actions:
    """What one player was dealt, placed and discarded, in their order; `deals` are the sizes of the deals."""

    dealt: Cards = field(default_factory=list)
    placed: list[tuple[Card, str, int]] = field(default_factory=list)
    discarded: Cards = field(default_factory=list)
    deals: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


@dataclass(slots=True)
class HandLog:
    """The events of one hand, by player in the order in which they appear."""

    line: int
    label: str = ""
    players: dict[str, Actions] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    variant: str = ""
    button: str = ""
    is_over: bool = False
    error: str = ""
    at: int = 0  # the line of the error, else the last one

    def takes(self, event: Mapping[str, Any]) -> bool:
        """Whether an event belongs to this hand, and not to the next."""
        label = hand_label(event)
        if label and self.label and label != self.label:
            return False
        return not self.is_over or kind_of(event) == "end"

    def add(self, number: int, event: Mapping[str, Any], names: list[str]) -> None:
        """One more event; what is wrong with its cards is the error of the hand."""
        if self.error:
            return
        kind, self.at = kind_of(event), number
        self.label = self.label or hand_label(event)
        if isinstance(people := event.get("players"), list) and kind != "end":
            names[:] = [name_of(one) for one in people]
            for name in names:
                self._of(name)
        self.variant = self.variant or _text(first_of(event, _RULES))
        if (button := first_of(event, _BUTTON)) is not None and not self.button:
            self.button = _named(button, names)
        player = _named(first_of(event, PLAYER_KEYS), names)
        try:
            if kind == "deal":
                for who, cards in by_player(event, player, CARD_KEYS):
                    one, held = self._of(_named(who, names)), _cards(listed_cards(cards))
                    one.dealt += [(card, number) for card in held]
                    one.deals.append(len(held))
            elif kind == "place":
                one, placed = self._of(player), [*placed_in(event)]
                cards = _cards([card for card, _ in placed])
                one.placed += [(card, row, number) for card, (_, row) in zip(cards, placed, strict=True)]
                one.places.append(len(placed))
            if kind in ("place", "discard"):
                gone = first_of(event, ("discard", "discards", "discarded"))
                if gone is None and kind == "discard":
                    gone = first_of(event, CARD_KEYS)
                if gone is not None:
                    self._of(player).discarded += [(card, number) for card in _cards(listed_cards(gone))]
            elif kind == "end":
                self.is_over = True
                for who, won in by_player(event, player, POINT_KEYS):
                    if type(won) is int:
                        self.points[_named(who, names)] = won
        except (OfcError, TypeError) as error:
            self.error = str(error)

    def _of(self, name: str) -> Actions:
        return self.players.setdefault(name, Actions())

    def inside(self, names: Sequence[str]) -> list[int]:
        """The cards of each player's Fantasyland hand, 0 for a normal one, as they were dealt."""
        first = [next(iter(self.players.get(name, Actions()).deals), 0) for name in names]
        return [cards if cards >= _FANTASYLAND else 0 for cards in first]

    def draw(self, name: str, count: int, place: int) -> tuple[list[Card], int]:
        """The next cards that this player is dealt, and their line; fewer where the log has no more.

        Without deals in the log they are those that the player places next, where all are placed.
        """
        one = self.players.get(name, Actions())
        if one.deals:
            given, one.dealt = one.dealt[:count], one.dealt[count:]
            return [card for card, _ in given], given[-1][1] if given else self.at
        placed = one.placed[: min(count, place)]
        gone, one.discarded = one.discarded[: count - place], one.discarded[max(count - place, 0) :]
        if placed and len(placed) + len(gone) < count and count > place:
            raise NotationError(
                f"the log does not say what {name} is dealt: {count} cards, of which {place} are placed"
            )
        cards = [*(card for card, _, _ in placed), *(card for card, _ in gone)]
        return cards, placed[-1][2] if placed else self.at

    def move(self, name: str, count: int, drawn: Sequence[Card]) -> tuple[str, int]:
        """The next placements of this player as a move, and their line; "" where the log has no more."""
        one = self.players.get(name, Actions())
        placed, one.placed = one.placed[:count], one.placed[count:]
        words = [f"{card}@{row[0]}" for card, row, _ in placed]
        held = {card for card, _, _ in placed}
        gone = [f"x{card}" for card in drawn if card not in held] if len(placed) == count else []
        return " ".join([*words, *gone]), placed[-1][2] if placed else self.at

    @property
    def is_empty(self) -> bool:
        """Whether nobody has anything left to be dealt or to place."""
        return not any(one.dealt or one.placed for one in self.players.values())


def is_event(line: bytes) -> bool:
    """Whether a line of JSON is an event of a log."""
    return bool(kind_of(_read(line)))


def hands_in(lines: Lines) -> Iterator[HandLog]:
    """The hands of a log; a line that is no event is an error of its hand."""
    hand: HandLog | None = None
    names: list[str] = []
    for number, line in lines:
        if not line.strip():
            continue
        event = _read(line)
        if not isinstance(event, dict) or not kind_of(event):
            hand = hand or HandLog(number)
            if not hand.error:
                hand.error, hand.at = "this line of the log is no event", number
            continue
        if hand is not None and not hand.takes(event):
            yield hand
            hand = None
        hand = hand or HandLog(number)
        hand.add(number, event, names)
    if hand is not None:
        yield hand


def records_of(lines: Lines) -> Iterator[tuple[int, dict[str, Any], str]]:
    """The records of a log, each with its line and error: the header; then a hand's start, and its log."""
    hands = list(hands_in(lines))
    names, variant, number = list(hands[0].players), _variant(hands), -1
    header: dict[str, Any] = {"variant": variant, "players": names}
    if hands[0].button in names:
        header["button"] = hands[0].button
    yield hands[0].line, header, ""
    has_fantasyland = variant not in RULES or RULES[variant].fantasyland is not None
    for hand in hands:
        here = list(hand.players)  # in the order of their seats as far as it is known
        names = [*(name for name in names if name in here), *(name for name in here if name not in names)]
        said = int(hand.label) if hand.label.isdecimal() and len(hand.label) < 18 else 0
        number = said if number < 0 or said > number else number + 1
        start: dict[str, Any] = {"hand": number or 1, "players": names}
        if hand.button in names:
            start["button"] = hand.button
        if has_fantasyland and any(one.deals for one in hand.players.values()):
            start["fantasyland"] = hand.inside(names)
        if hand.label and hand.label != str(number):
            start["_hand"] = hand.label
        yield hand.line, start, ""
        yield hand.at, {} if hand.error else {"log": hand}, hand.error


def _variant(hands: Sequence[HandLog]) -> str:
    """The rules that the log names, else the usual ones with these streets; NotationError for no such."""
    line, everybody = hands[0].line, [one for hand in hands for one in hand.players.values()]
    if named := next((hand.variant for hand in hands if hand.variant), ""):
        return named
    if not any(one.placed for one in everybody):
        raise NotationError(f"line {line}: the log has no placements, so there is nothing to replay")
    at_once = {one.deals[0] for one in everybody if one.deals and one.deals[0] >= _FANTASYLAND}
    is_closed = all(one.deals[:1] == [_FANTASYLAND] for one in everybody)
    jokers = any(card.is_joker for one in everybody for card, _ in one.dealt)
    for name in (*_USUAL, *(name for name in RULES if name not in _USUAL)):
        rules = RULES[name]
        inside = {13} if rules.fantasyland is None else {*rules.fantasyland.enter.values()}
        if jokers > bool(rules.jokers) or rules.boards_per_player > 1 or is_closed != rules.is_closed:
            continue
        if at_once <= inside and all(_fits(one, rules.streets) for one in everybody):
            return name
    sizes = next((one.deals or one.places for one in everybody if one.deals or one.places), [])
    dealt = ", ".join(map(str, sizes[:13]))
    wanted = "name one in the first event, 'variant': 'pineapple'"
    raise NotationError(f"line {line}: no preset deals {dealt} cards: {wanted}")


def _fits(one: Actions, streets: Sequence[Street]) -> bool:
    """Whether a player is dealt and places cards in groups of these sizes; card by card is the same."""
    for sizes, wanted in (
        (one.deals, [street.deal for street in streets]),
        (one.places, [street.place for street in streets]),
    ):
        is_known = bool(sizes) and sizes[0] < _FANTASYLAND and max(sizes) > 1
        if is_known and sizes != wanted[: len(sizes)]:
            return False
    return True


def _named(one: object, names: Sequence[str]) -> str:
    """The name of a player, or of the seat with this number from 0."""
    if type(one) is int and 0 <= one < len(names):
        return names[one]
    return f"Player {one + 1}" if type(one) is int and 0 <= one < 1000 else name_of(one)


def _cards(held: Sequence[object]) -> list[Card]:
    return [Card(card) for card in held]  # type: ignore[arg-type]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _read(line: bytes) -> Any:
    if not line.lstrip().startswith(b"{"):
        return None
    try:
        return read_json(line)
    except DocumentError:
        return None
