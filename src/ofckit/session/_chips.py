"""Chips carried from hand to hand: what is in front of each player, what they bought, what they took away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .._errors import OfcError
from ..scoring import Settlement
from ._changes import Change
from ._hand import Hand


@dataclass(frozen=True, slots=True)
class Holding:
    """The chips of one player: `stack` in front of them (None: not at the table), all that they `bought`,
    all that they have taken off the table (`taken`)."""

    stack: int | None = None
    bought: int = 0
    taken: int = 0


class Chips:
    """The chips of a session as it goes on; off until a stack is named."""

    def __init__(self) -> None:
        self.players: dict[str, Holding] = {}
        self.is_on = False
        self._each: int | None = None  # what everybody begins with
        self._in_order: tuple[int, ...] = ()  # stacks for the players of the next hand
        self._has_played = False  # a hand for these chips
        self._button: tuple[tuple[str, ...], int] | None = None  # of the last hand for chips

    def take(self, change: Change) -> Change:
        """Do what a line between hands says, and say what came of it; OfcError for what cannot be."""
        if change.kind == "stacks":
            self.is_on = True
            named = [(name, chips) for name, chips in change.chips if name]
            plain = tuple(chips for name, chips in change.chips if not name and chips is not None)
            if len(plain) == 1:
                self._each = plain[0]
            elif plain:
                self._in_order = plain
            for name, chips in named:
                self._put(name, chips or 0)
            return change
        ((name, chips),) = change.chips
        held = self.players.get(name, Holding())
        if change.kind == "leave":
            if held.stack is None:
                return replace(change, chips=((name, None),))
            self.players[name] = Holding(None, held.bought, held.taken + held.stack)
            if chips not in (None, held.stack):
                raise OfcError(f"{name} has {held.stack} chips by the hands before, not {chips}")
            return replace(change, chips=((name, held.stack),))
        if chips is None:
            if self.is_on and change.kind == "buy":
                raise OfcError(f"how many? write '{name} buys 100'")
            if self.is_on and held.stack is None and self._each is None:
                raise OfcError(f"{name} needs chips: write '{name} joins with 100'")
            return change
        if change.kind == "join" and held.stack is not None:
            raise OfcError(f"{name} has {held.stack} chips already: more are '{name} buys {chips}'")
        if change.kind == "buy" and held.stack is None and self._has_played:
            raise OfcError(f"{name} is not at the table: write '{name} joins with {chips}'")
        self.is_on = True
        self._put(name, (held.stack or 0) + chips)
        return change

    def _put(self, name: str, stack: int) -> None:
        """This is in front of a player now: what they had not is bought, what is missing is taken away."""
        held = self.players.get(name, Holding())
        more = stack - (held.stack or 0)
        self.players[name] = Holding(stack, held.bought + max(more, 0), held.taken + max(-more, 0))

    def before(self, hand: Hand, inside: Sequence[int | None]) -> Hand:
        """The hand with the stacks that its players have, and the button where it has moved on."""
        if not hand.carries or (hand.stacks is None and not self.is_on):
            return hand
        names = hand.players
        if hand.stacks is not None:
            self.is_on = True
            for name, chips in zip(names, hand.stacks, strict=True):
                self._put(name, chips)
        elif self._in_order and not hand.is_correction:
            if len(self._in_order) != len(names):
                count = len(self._in_order)
                raise OfcError(f"stacks for {count} of {len(names)} players: name them, 'Ann 100, Bob 100'")
            for name, chips in zip(names, self._in_order, strict=True):
                self._put(name, chips)
        self._in_order = ()
        stacks = tuple(self._stack(name, hand) for name in names)
        return replace(hand, stacks=stacks, button=self._moved(hand, inside))

    def _stack(self, name: str, hand: Hand) -> int:
        held = self.players.get(name, Holding())
        if held.stack is None and self._each is not None and not held.bought:
            self._put(name, self._each)
            held = self.players[name]
        if held.stack is None:
            gone = f"{name} has left with {held.taken} chips" if held.bought else f"{name} has no chips"
            raise OfcError(f"{gone}: write '{name} joins with 100' above this hand")
        if not held.stack and hand.stacks is None and not hand.is_correction:
            raise OfcError(f"{name} has no chips left: write '{name} buys 100' above this hand")
        return held.stack

    def _moved(self, hand: Hand, inside: Sequence[int | None]) -> int | None:
        """The button of a hand: its own, or that of the hand before, moved on."""
        if hand.button is not None or self._button is None or hand.is_correction:
            return hand.button
        names, button = self._button
        if names != hand.players or None in inside:
            return None
        fantasyland = hand.rules.fantasyland
        stays = any(inside) and fantasyland is not None and not fantasyland.button_moves_in_fantasyland
        return button if stays else (button + 1) % len(names)

    def after(self, hand: Hand, settled: Settlement) -> tuple[int, ...] | None:
        """The stacks of the hand's players after it, None where it is not played for chips."""
        if hand.stacks is None:
            return settled.chips
        after = dict(zip(hand.players, hand.stacks, strict=True))
        for seat, points in zip(hand.seats, settled.points, strict=True):
            after[seat.name] += points
        for name, chips in after.items():
            if chips < 0:
                had = chips - sum(
                    points
                    for seat, points in zip(hand.seats, settled.points, strict=True)
                    if seat.name == name
                )
                raise OfcError(f"{name} has {had} chips and cannot lose {had - chips}")
        if hand.carries:
            for name, chips in after.items():
                self.players[name] = replace(self.players[name], stack=chips)
            if not hand.is_correction:
                self._has_played = True
                self._button = None if hand.button is None else (hand.players, hand.button)
        return tuple(after.values())

    def lose_button(self) -> None:
        """A hand is not scored: nobody knows who has the button next."""
        self._button = None


def is_any_order(settled: Settlement, stacks: Iterable[int]) -> bool:
    """Whether the payments of a table are the same in every order: nobody may run out in between."""
    stakes, people = settled.rules.table_stakes, [*stacks]
    owed, won = [0] * len(people), [0] * len(people)
    for payment in settled.payments:
        owed[payment.payer % len(people)] += payment.owed
        won[payment.payee % len(people)] += payment.owed
    if len(people) == 2 == len(settled.boards):
        return True
    cap = settled.rules.loss_cap
    limits = [chips if cap is None else min(chips, cap) for chips in people]
    has_cap = stakes is not None and stakes.win_cap
    return all(out < limit or not out for out, limit in zip(owed, limits, strict=True)) and not (
        has_cap and any(gain >= chips for gain, chips in zip(won, people, strict=True))
    )
