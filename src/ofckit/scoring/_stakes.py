"""Who pays whom, and in which order: in full, or no more than what is in front of each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ..rules import TableStakes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class HeadToHead(NamedTuple):
    """What two boards settle, line by line, as the first one sees it.

    net: all in all. rows: for top, middle and bottom 1 if it wins the row, 0 for a tie, -1; all 0 where a
    board does not count. points: for rows and sweeps, a foul, a surrender or a natural. earned, paid:
    royalties by row that it has from the other one, and that the other one has from it. bonus: for sweeping
    the whole table, part of the net.
    """

    net: int
    rows: tuple[int, int, int]
    points: int
    earned: tuple[int, int, int]
    paid: tuple[int, int, int]
    bonus: int = 0

    @property
    def sweep(self) -> int:
        """1 where the first board wins all three rows, -1 where the second does, else 0."""
        return {3: 1, -3: -1}.get(sum(self.rows), 0)


Pairs = Mapping[tuple[int, int], HeadToHead]
"""By (i, j) with i < j."""


class Payment(NamedTuple):
    """One pair's turn to settle: what the payer owes the payee, what they pay, and why that is less."""

    payer: int
    payee: int
    owed: int
    paid: int
    why: str = ""
    """"" when paid in full, else "stack", "cap", "complete", "out" or, by the cap on losses, "loss"."""


def in_order(seats: int, button: int | None) -> Iterator[tuple[int, int]]:
    """Every pair in the order of settlement: left of the button with each clockwise, then the next."""
    if button is None:
        return combinations(range(seats), 2)
    first = button + 1
    return combinations([(first + i) % seats for i in range(seats)], 2)


def in_full(pairs: Pairs, seats: int, button: int | None) -> list[Payment]:
    """What every pair owes when nothing limits it."""
    owed = [_owed(pairs, a, b) for a, b in in_order(seats, button)]
    return [Payment(payer, payee, points, points) for payer, payee, points in owed if points]


def up_to(pairs: Pairs, owners: Sequence[int], button: int | None, cap: int) -> list[Payment]:
    """What every pair pays, those of 0 included, where nobody loses more than `cap` in the hand."""
    won = [0] * (max(owners) + 1)
    payments = []
    for a, b in in_order(len(owners), button):
        payer, payee, owed = _owed(pairs, a, b)
        if not owed:
            continue
        giver, taker = owners[payer], owners[payee]
        paid, why = _capped(owed, "", won[giver] + cap if giver != taker else owed)
        won[giver] -= paid
        won[taker] += paid
        payments.append(Payment(payer, payee, owed, paid, why))
    return payments


def _capped(paid: int, why: str, left: int) -> tuple[int, str]:
    """The same payment where the payer may lose no more than what is left under the cap."""
    return (paid, why) if paid <= left else (left, "loss")


def from_stacks(
    pairs: Pairs,
    owners: Sequence[int],
    stacks: Sequence[int],
    button: int | None,
    stakes: TableStakes,
    cap: int | None = None,
) -> tuple[list[Payment], list[int]]:
    """Every payment under table stakes, those of 0 included, and the chips of each person afterwards.

    owners: the person at each seat; a person's seats share their chips. cap: nobody loses more in the hand.
    """
    chips = list(stacks)
    payments = []
    for a, b in in_order(len(owners), button):
        payer, payee, owed = _owed(pairs, a, b)
        giver, taker = owners[payer], owners[payee]
        if not owed or giver == taker:
            continue
        paid, why = _possible(owed, giver, taker, chips, stacks, stakes)
        if cap is not None:
            paid, why = _capped(paid, why, cap + chips[giver] - stacks[giver])
        chips[giver] -= paid
        chips[taker] += paid
        payments.append(Payment(payer, payee, owed, paid, why))
    return payments, chips


def _owed(pairs: Pairs, a: int, b: int) -> tuple[int, int, int]:
    """(payer, payee, points) of a pair; 0 points for one that is not compared."""
    first, second = (a, b) if a < b else (b, a)
    net = pairs[first, second].net if (first, second) in pairs else 0
    return (second, first, net) if net > 0 else (first, second, -net)


def _possible(
    owed: int, giver: int, taker: int, chips: Sequence[int], start: Sequence[int], stakes: TableStakes
) -> tuple[int, str]:
    """How much of a debt is paid, and what limits it.

    The cap is on what a player has won in all, less what they have lost: at twice their stack their hand is
    complete, and they neither win nor lose any more.
    """
    if stakes.win_cap and any(chips[one] >= 2 * start[one] for one in (giver, taker)):
        return 0, "complete"
    if stakes.broke_is_out and not chips[taker]:
        return 0, "out"
    room = 2 * start[taker] - chips[taker] if stakes.win_cap else owed
    paid = min(owed, chips[giver], room)
    if paid == owed:
        return paid, ""
    return paid, "stack" if paid == chips[giver] else "cap"
