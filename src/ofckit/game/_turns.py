"""Who acts when, as data: the streets of the rules seat by seat, Fantasyland hands in their place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..rules import Rules, Street

FANTASYLAND = -1
_BOARD = 13
_MOST_KEPT = 256


class Turn(NamedTuple):
    """One seat places the cards of one street.

    street: its number, FANTASYLAND for a Fantasyland hand. hidden: what is placed stays face down until the
    showdown. exposed: what is drawn lies open. deals: (seat, cards) to deal by this turn.
    """

    seat: int
    street: int
    place: int
    hidden: bool
    exposed: bool
    deals: tuple[tuple[int, int], ...]


_kept: dict[tuple[int, int, int, tuple[int, ...]], tuple[Rules, tuple[Turn, ...]]] = {}


def turns_of(rules: Rules, players: int, button: int, fantasyland: tuple[int, ...]) -> tuple[Turn, ...]:
    """All turns of a hand in their order; InvalidRules unless the table and the deck allow it."""
    key = (id(rules), players, button, fantasyland)
    found = _kept.get(key)
    if found is not None and found[0] is rules:
        return found[1]
    rules.check_players(players, fantasyland)
    turns = tuple(_lay_out(rules, rules.seats(players), button, fantasyland))
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[key] = (rules, turns)  # holding the rules keeps their id from being used again
    return turns


def _lay_out(rules: Rules, seats: int, button: int, fantasyland: tuple[int, ...]) -> list[Turn]:
    """Clockwise from the first to act; Fantasyland before, among, or after the others."""
    order = rules.order(seats, button)
    when = rules.fantasyland.set_when if rules.fantasyland else ""
    inside = [_fantasyland_turn(seat, fantasyland[seat]) for seat in order if fantasyland[seat]]
    turns = inside if when == "before" else []
    for number, street in enumerate(rules.plan):
        acting = [seat for seat in order if not fantasyland[seat] or (when == "in-turn" and number == 0)]
        turns = turns + _street_turns(rules, number, street, acting, fantasyland)
    return turns + inside if when == "after" else turns


def _fantasyland_turn(seat: int, cards: int) -> Turn:
    return Turn(seat, FANTASYLAND, _BOARD, hidden=True, exposed=False, deals=((seat, cards),))


def _street_turns(
    rules: Rules, number: int, street: Street, acting: list[int], fantasyland: tuple[int, ...]
) -> list[Turn]:
    together = street.face_down or (number == 0 and rules.first_five == "dealt-together")
    deals = tuple((seat, fantasyland[seat] or street.deal) for seat in acting)
    turns = []
    for i, seat in enumerate(acting):
        own = deals if together else deals[i : i + 1]
        if fantasyland[seat]:
            turns.append(_fantasyland_turn(seat, fantasyland[seat])._replace(deals=own))
        else:
            exposed = number > 0 and not street.face_down and street.discards == 0
            turns.append(Turn(seat, number, street.place, street.face_down, exposed, own))
    return turns


class DealtTurn(NamedTuple):
    """A turn of a hand that nobody leaves, with its place in the order of the deal.

    street: its number, -1 for a Fantasyland hand. first: of the `deal` cards that are drawn, in the order in
    which the hand is dealt; `place` of them go to the board. dealt: cards dealt to all seats when the turn
    begins. hidden: what is placed stays face down until the showdown. exposed: what is drawn lies open.
    """

    seat: int
    street: int
    first: int
    deal: int
    place: int
    dealt: int
    hidden: bool
    exposed: bool


def dealt_turns(turns: Iterable[Turn]) -> list[DealtTurn]:
    """The turns of a hand that nobody leaves before its end."""
    found = []
    first: dict[int, int] = {}
    dealt = 0
    for turn in turns:
        if turn.seat not in first:
            for seat, cards in turn.deals:
                first[seat] = dealt
                dealt += cards
        own = dict(turn.deals)[turn.seat]
        where = first.pop(turn.seat)
        found.append(
            DealtTurn(turn.seat, turn.street, where, own, turn.place, dealt, turn.hidden, turn.exposed)
        )
    return found


def turns_in_order(
    rules: Rules, players: int, button: int, fantasyland: tuple[int, ...] = ()
) -> list[DealtTurn]:
    """Who acts when in a hand, and on which cards of the deal.

    fantasyland: cards of the seats in Fantasyland, 0 for the others. Raises InvalidRules unless the table and
        the deck allow it.
    """
    return dealt_turns(turns_of(rules, players, button, fantasyland or (0,) * rules.seats(players)))


FlatTurn = tuple[int, int, int, int]
"""seat, its first card in the order of the deal, cards dealt, cards placed"""


def flat_turns(turns: Iterable[Turn]) -> tuple[list[FlatTurn], int]:
    """The turns as numbers for the C core, if nobody leaves before the end; and how many cards are dealt."""
    found = dealt_turns(turns)
    return [(turn.seat, turn.first, turn.deal, turn.place) for turn in found], found[-1].dealt


def sights(turns: Iterable[Turn], people: int) -> list[tuple[bool, int, int]]:
    """For each turn: whether it is hidden, and the cards (first, number) held at its owner's other seat."""
    found = []
    waiting: dict[int, tuple[int, int]] = {}
    dealt = 0
    for turn in turns:
        if turn.seat not in waiting:
            for seat, cards in turn.deals:
                waiting[seat] = (dealt, cards)
                dealt += cards
        del waiting[turn.seat]
        other = [cards for seat, cards in waiting.items() if seat % people == turn.seat % people]
        found.append((turn.hidden, *(other[0] if other else (0, 0))))
    return found
