"""Moves as the numbers that an environment takes, and back."""

from __future__ import annotations

from collections.abc import Sequence

from .._errors import OfcError
from .._values import brief, listed, whole_number
from ..cards import Card, CardsLike
from ..cards import cards as read_cards
from ..position import Move

CARD, TURN = "card", "turn"
ACTIONS = {CARD: 4, TURN: 1024}
"""How many actions there are of each kind."""
DISCARD = 3
"""The place of a card that is not put in a row: rows are 0 (top), 1 (middle) and 2 (bottom)."""
TURN_CARDS = 5


def places_of(move: Move) -> list[int]:
    """Where the cards of a move go, the highest card first: the actions of kind "card" that make it.

    >>> places_of(Move("8c@m Td@b x4h"))
    [2, 1, 3]
    """
    if not isinstance(move, Move):
        raise TypeError(f"places_of needs a Move, not {brief(move)}")
    where = {card: place for place, part in enumerate((*move.rows, move.discards)) for card in part}
    return [where[card] for card in sorted(where, reverse=True)]


def move_of(draw: CardsLike, places: Sequence[int], *, stay: bool = False) -> Move:
    """The move that sends the cards of a draw, the highest first, to these places.

    OfcError unless there is a place, 0 to 3, for every card.

    >>> move_of("8c Td 4h", [2, 1, 3])
    Move('8c@m Td@b x4h')
    """
    cards, places = sorted(read_cards(draw), reverse=True), listed("places", places)
    if len(places) != len(cards):
        raise OfcError(f"{len(places)} places for {len(cards)} cards; each card has one")
    parts: list[list[Card]] = [[], [], [], []]
    for card, place in zip(cards, places, strict=True):
        parts[whole_number("a place", place, 0, DISCARD)].append(card)
    return Move.of(*parts, stay=stay)


def turn_action(places: Sequence[int]) -> int:
    """The action of kind "turn" that sends the cards of a draw, the highest first, to these places.

    It has a digit to the base 4 for each card, the highest card in the lowest digit.

    >>> turn_action([2, 1, 3])
    54
    """
    places = listed("places", places)
    if len(places) > TURN_CARDS:
        raise OfcError(f"{len(places)} cards: an action by turns sends {TURN_CARDS} at most")
    return sum(whole_number("a place", place, 0, DISCARD) << 2 * i for i, place in enumerate(places))


def turn_places(action: int, cards: int) -> list[int]:
    """Back from an action of kind "turn" to the places of its cards.

    >>> turn_places(54, 3)
    [2, 1, 3]
    """
    cards = whole_number("cards", cards, 1, TURN_CARDS)
    action = whole_number("an action", action, 0, (1 << 2 * cards) - 1)
    return [action >> 2 * i & 3 for i in range(cards)]
