"""What a seat may know, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from struct import calcsize
from typing import NamedTuple

from .. import _core
from .._errors import OfcError
from .._values import brief
from ..position import Move, Position, check_position, owner_of
from ._actions import ACTIONS, CARD, TURN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PLANES, BITS = "planes", "bits"
DECK = 54
SCALARS = ("street", "behind", "to_place", "to_discard")
"""The first numbers of `scalars`; after them come the cards of each seat in Fantasyland, its own first, and
where there are stacks the chips of each player, the own first."""
MOST_CHIPS = 1_000_000
"""At one table."""
_CODES = {"B": "uint8", "?": "bool", "b": "int8", "i": "int32", "Q": "uint64", "f": "float32"}


def choice(key: str, value: object, allowed: Sequence[str]) -> str:
    """One of these words; OfcError for anything else."""
    if not isinstance(value, str) or value not in allowed:
        raise OfcError(f"{key} = {brief(value)}: it must be one of {', '.join(map(repr, allowed))}")
    return value


def sets_of(seats: int) -> int:
    """Sets of cards in an observation at a table of this many seats."""
    return 3 * seats + 4


def observation_shape(obs: str, seats: int) -> tuple[int, ...]:
    """The shape of the cards of one observation."""
    return (sets_of(seats), DECK) if obs == PLANES else (sets_of(seats),)


def new_array(code: str, shape: tuple[int, ...]) -> Any:
    """Zeros of a format of `struct`: a NumPy array where there is NumPy, else a memoryview."""
    try:
        import numpy as np
    except ImportError:
        flat: Any = memoryview(bytearray(prod(shape) * calcsize(code)))
        return flat.cast(code, shape)
    return np.zeros(shape, _CODES[code])


def filled_array(code: str, shape: tuple[int, ...], data: bytes) -> Any:
    """The same, with these bytes."""
    array = new_array(code, shape)
    memoryview(array).cast("B")[:] = data
    return array


class Observation(NamedTuple):
    """What one seat may know, in the form of `VectorEnv`: its cards, its numbers, and the legal actions.

    cards: uint8 (3 seats + 4, 54), or uint64 (3 seats + 4,) for obs="bits". scalars: int32 (4 + seats,), with
        stacks (4 + seats + players,). mask: bool (actions,).
    """

    cards: Any
    scalars: Any
    mask: Any


def observation_of(
    position: Position, placed: Move | None = None, *, actions: str = CARD, obs: str = PLANES
) -> Observation:
    """The observation of a position, as an environment shows it to the seat that looks.

    placed: what has been done with the first cards of the draw, where a turn is played card by card; the
        highest cards go first.

    >>> position = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h")
    >>> seen = observation_of(position, Move("Td@b"))
    >>> list(map(int, seen.scalars)), list(map(bool, seen.mask))
    ([1, 0, 1, 1, 0], [True, True, True, True])
    """
    choice("actions", actions, (CARD, TURN))
    choice("obs", obs, (PLANES, BITS))
    check_position(position, "an observation needs a Position")
    if placed is not None and not isinstance(placed, Move):
        raise TypeError(f"placed must be a Move, not {brief(placed)}")
    seats, seat = position.seats, position.seat
    own, draw, discards = position.boards[seat], list(position.draw), list(position.discards)
    to_place = position.to_place if position.turn == seat else 0
    to_discard = len(draw) - to_place if to_place else 0
    if placed is not None:
        first = sorted((*placed.top, *placed.middle, *placed.bottom, *placed.discards), reverse=True)
        if placed.is_surrender or draw[: len(first)] != first:
            raise OfcError(f"placed: {placed} is not about the highest cards of the draw")
        own = tuple(a + b for a, b in zip(own, placed.rows, strict=True))  # type: ignore[assignment]
        del draw[: len(first)]
        discards += placed.discards
        to_place -= len(first) - len(placed.discards)
        to_discard -= len(placed.discards)
    order = [(seat + i) % seats for i in range(seats)]
    seen = _core.see(
        [own if i == seat else position.boards[i] for i in order],
        draw,
        discards,
        position.unseen,
        position.street or 0,
        seats - 1 - position.rules.order(seats, position.button).index(seat),
        to_place,
        to_discard,
        [position.fantasyland[i] for i in order],
        stacks=_own_first(position),
        planes=obs == PLANES,
        by_turn=actions == TURN,
    )
    return as_observation(seen, seats, actions, obs)


def _own_first(position: Position) -> tuple[int, ...]:
    """The chips of each player, those of the one who looks first."""
    stacks = position.stacks
    if sum(stacks) > MOST_CHIPS:
        raise OfcError(f"stacks: {brief(sum(stacks))} chips in all; an observation has {MOST_CHIPS} at most")
    own = owner_of(position.rules, position.seats, position.seat)
    return (*stacks[own:], *stacks[:own])


def as_observation(seen: tuple[bytes, bytes, bytes], seats: int, actions: str, obs: str) -> Observation:
    """The bytes of the core as arrays."""
    cards, scalars, mask = seen
    return Observation(
        filled_array("B" if obs == PLANES else "Q", observation_shape(obs, seats), cards),
        filled_array("i", (len(scalars) // calcsize("i"),), scalars),
        filled_array("?", (ACTIONS[actions],), mask),
    )
