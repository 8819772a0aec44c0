"""Who owes whom: totals settled with the fewest payments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from heapq import heapify, heappop, heappush

from .._errors import OfcError
from .._values import brief

EXACT = 12  # people: up to this many, every way to split them is tried
_MOST_DIGITS = 25  # of a total before its point: sums are exact to 28 digits


@dataclass(frozen=True, slots=True)
class Debt:
    """What one player owes another: points, or money."""

    debtor: str
    creditor: str
    amount: Decimal


def debts(totals: Mapping[str, Decimal | int]) -> list[Debt]:
    """The fewest payments that settle totals of sum 0, in the order of the players.

    People whose totals cancel settle among themselves: g such groups of n people need n - g payments, so the
    most groups are sought (every subset is tried up to 12 people; more go in one group).

    >>> [(d.debtor, d.creditor, int(d.amount)) for d in debts({"Ann": 5, "Bob": -3, "Cid": -5, "Dee": 3})]
    [('Bob', 'Dee', 3), ('Cid', 'Ann', 5)]
    """
    if not isinstance(totals, Mapping):
        raise TypeError(f"totals must be points or money by name, not {brief(totals)}")
    exact = {name: _decimal(f"the total of {brief(name)}", total) for name, total in totals.items()}
    if sum(exact.values()):
        raise OfcError(f"the totals add up to {brief(sum(exact.values()))}; they must add up to 0")
    owing = [(name, total) for name, total in exact.items() if total]
    groups = _groups([total for _, total in owing]) if len(owing) <= EXACT else [range(len(owing))]
    found = [debt for group in groups for debt in _settle([owing[i] for i in group])]
    order = {name: place for place, name in enumerate(exact)}
    return sorted(found, key=lambda debt: (order[debt.debtor], order[debt.creditor]))


def _decimal(what: str, number: object) -> Decimal:
    """A Decimal or an int as a Decimal; TypeError for anything else, OfcError for one that is not finite."""
    if not isinstance(number, Decimal | int) or isinstance(number, bool):
        raise TypeError(f"{what} must be a Decimal or an int, not {brief(number)}")
    exact = Decimal(number)
    if not exact.is_finite() or exact.adjusted() > _MOST_DIGITS:
        raise OfcError(f"{what} must be a finite number, not {brief(number)}")
    return exact


def _groups(totals: list[Decimal]) -> list[list[int]]:
    """As many groups of sum 0 as possible, as indices: the best chain of subsets, each with one more person.

    most[s] is how many subsets of sum 0 a chain up to the subset s can pass through.
    """
    n = len(totals)
    sums = [Decimal()] * (1 << n)
    most = [0] * (1 << n)
    came = [0] * (1 << n)
    for subset in range(1, 1 << n):
        low = subset & -subset
        sums[subset] = sums[subset ^ low] + totals[low.bit_length() - 1]
        before = max((subset ^ 1 << i for i in range(n) if subset >> i & 1), key=most.__getitem__)
        most[subset], came[subset] = most[before] + (sums[subset] == 0), before
    groups: list[list[int]] = []
    subset = (1 << n) - 1
    while subset:
        if sums[subset] == 0:
            groups.append([])
        groups[-1].append((subset ^ came[subset]).bit_length() - 1)
        subset = came[subset]
    return [sorted(group) for group in groups]


def _settle(people: list[tuple[str, Decimal]]) -> list[Debt]:
    """One payment fewer than there are people: the largest debt goes to the largest claim."""
    owed = [(total, place) for place, (_, total) in enumerate(people) if total < 0]
    claims = [(-total, place) for place, (_, total) in enumerate(people) if total > 0]
    heapify(owed)
    heapify(claims)
    found = []
    while owed and claims:
        (debt, debtor), (claim, creditor) = heappop(owed), heappop(claims)
        amount = min(-debt, -claim)
        found.append(Debt(people[debtor][0], people[creditor][0], amount))
        if debt + amount:
            heappush(owed, (debt + amount, debtor))
        if claim + amount:
            heappush(claims, (claim + amount, creditor))
    return found


def money(amount: Decimal | int) -> str:
    """'12', '0.5' as '0.50', '1234.25': cents if there are any."""
    amount = _decimal("an amount", amount)
    if amount == amount.to_integral_value():
        return f"{amount.to_integral_value():f}"
    return f"{amount:.2f}" if amount == round(amount, 2) else f"{amount.normalize():f}"
