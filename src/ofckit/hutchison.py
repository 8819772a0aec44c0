"""The Hutchison point systems for starting hands of Omaha and hold'em.

Edward Hutchison published them on his pages and in the Canadian Poker Monthly; each is a sum that a player
can do in their head. Where the published text leaves a choice open, the reading here is one that gives all of
the published totals (docs/hutchison.md lists every choice, and the totals that their own rules do not give).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from ._errors import InvalidCard, NotationError, OfcError
from ._values import brief, nearest
from .cards import RANKS, Card, CardsLike, cards

__all__ = ["SYSTEMS", "Points", "Step", "points"]

_FIVE, _SIX, _TEN, _ACE = 3, 4, 8, 12
_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_COUNT = {4: "four", 3: "three", 2: "two"}
Number = int | float


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the sum: which part it belongs to, what earns it, and how much."""

    part: str
    what: str
    points: Number


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a starting hand, and how they come about.

    playable: whether the system advises playing it; None where it sets no mark. win_chance: its estimate, 0
    to 1, of winning against nine random hands that are never folded; None where it makes none.
    """

    hand: str
    system: str
    steps: tuple[Step, ...]
    playable: bool | None
    win_chance: float | None
    note: str

    @property
    def total(self) -> Number:
        """The sum of all steps; an int where it is whole."""
        return _whole(sum(step.points for step in self.steps))

    @property
    def parts(self) -> Mapping[str, Number]:
        """The points of every part of the system, in its order; 0 where the hand earns none."""
        sums: dict[str, Number] = dict.fromkeys(_PARTS[self.system], 0)
        for step in self.steps:
            sums[step.part] = _whole(sums[step.part] + step.points)
        return MappingProxyType(sums)

    def explain(self) -> str:
        """The sum line by line, as a player adds it up.

        >>> print(points("Qs Qd 9h 9c").explain())
        Qs Qd 9h 9c, Hutchison high-revised
        pairs         14  pair of queens
                      10  pair of nines
        straights      8  Q9: two cards
                      -4  2 gaps
        total         28  playable, wins about 14% against nine
        (28 points or more are playable)
        """
        lines, last = [f"{self.hand}, Hutchison {self.system}"], ""
        for step in self.steps:
            name = "" if step.part == last else step.part
            lines.append(f"{name:<10}{_whole(step.points):>6}  {step.what}")
            last = step.part
        verdict = [] if self.playable is None else ["playable" if self.playable else "not playable"]
        if self.win_chance is not None:
            verdict.append(f"wins about {100 * self.win_chance:g}% against nine")
        lines.append(f"{'total':<10}{self.total:>6}  {', '.join(verdict)}".rstrip())
        return "\n".join(lines + [f"({self.note})"] * bool(self.note))


def points(hand: CardsLike, system: str = "high-revised") -> Points:
    """The Hutchison points of a starting hand: four cards in the Omaha systems, two in hold'em.

    system: "high-revised", "high-original", "hi-lo" (eight or better) or "holdem", which also reads "QJo",
    "64s" and "AA". Raises OfcError for another system or number of cards, InvalidCard for what is not
    a card, a joker or a repeated card, NotationError for a hold'em hand that does not say if it is suited.

    >>> points("As Ks Ah Kh").total, points("As Ks Ah Kh").win_chance
    (54, 0.27)
    >>> dict(points("8s 9s 9d 8d", system="high-original").parts)
    {'suits': 3, 'pairs': 9, 'straights': 4}
    """
    if not isinstance(system, str) or system not in _SYSTEMS:
        known = f"the Hutchison systems are {', '.join(SYSTEMS)}"
        raise OfcError(f"system = {brief(system)}: {known}{nearest(system, SYSTEMS)}")
    if system == "holdem" and isinstance(hand, str) and (short := _SHORT.fullmatch(hand.strip())):
        return _holdem(_from_short(hand.strip(), *short.groups()), hand.strip())
    held = cards(hand, jokers=False)
    wanted = 2 if system == "holdem" else 4
    text = " ".join(map(str, held))
    if len(held) != wanted:
        raise OfcError(
            f"{len(held)} cards in {brief(text)}: a starting hand of the {system} system has {wanted}"
        )
    for card, count in Counter(held).items():
        if count > 1:
            raise InvalidCard(f"{card} is in the hand {text!r} more than once")
    return _SYSTEMS[system](held, text)


def _whole(number: Number) -> Number:
    return int(number) if number == int(number) else number


def _by_suit(held: Sequence[Card]) -> Iterator[tuple[int, list[int]]]:
    """The suits held at least twice, with their ranks, highest first; the suit with the best card first."""
    suits: dict[int, list[int]] = {}
    for card in sorted(held, key=lambda card: (card.rank, card.suit), reverse=True):
        suits.setdefault(card.suit, []).append(card.rank)
    return ((suit, ranks) for suit, ranks in suits.items() if len(ranks) > 1)


def _by_rank(held: Sequence[Card]) -> list[tuple[int, int]]:
    """(rank, number of cards), highest rank first."""
    return sorted(Counter(card.rank for card in held).items(), reverse=True)


def _text(ranks: Iterable[int]) -> str:
    return "".join(RANKS[rank] for rank in ranks)


def _plural(rank: int) -> str:
    return _NAMES[rank] + ("es" if RANKS[rank] == "6" else "s")


def _gaps(ranks: Sequence[int]) -> int:
    """How many ranks are missing between the highest and the lowest of different ranks."""
    return max(ranks) - min(ranks) - len(ranks) + 1


def _suits(held: Sequence[Card], values: Sequence[Number], too_many: int) -> Iterator[Step]:
    """What the suits held more than once are worth; from `too_many` of one suit on, 2 less."""
    for suit, ranks in _by_suit(held):
        yield Step("suits", f"{_SUIT_NAMES[suit]}, {_NAMES[ranks[0]]} high", values[ranks[0]])
        if len(ranks) >= too_many:
            yield Step("suits", f"{_COUNT[len(ranks)]} of a suit", -2)


def _pairs(groups: Iterable[tuple[int, int]], values: Sequence[Number]) -> Iterator[Step]:
    """What the pairs are worth; three or four of a rank are no pair."""
    return (Step("pairs", f"pair of {_plural(rank)}", values[rank]) for rank, count in groups if count == 2)


def _gap_step(gaps: int, cost: Number) -> Iterator[Step]:
    if cost:
        yield Step("straights", f"{gaps} gap{'s' * (gaps > 1)}", -cost)


# High, revised: erh.homestead.com/omaha.html and hutchisonpoker.com/Omaha.htm.

_REVISED_SUIT = (1, 1, 1, 1, 1, 1, 2, 3, 3, 4, 5, 6, 8)
_REVISED_PAIR = (7, 7, 7, 7, 7, 7, 8, 10, 12, 13, 14, 16, 18)
_REVISED_RUN = {4: 25, 3: 18, 2: 8}


def _revised(held: Sequence[Card], text: str) -> Points:
    """Points that are about twice the percentage of wins.

    Every card but the ace counts in one straight combination only; the ace may count high, and low with the
    wheel cards. Of all ways to divide the cards, the best one counts: A-3-K-4 is A-K (4) and A-4-3 (12), as
    published, not A-K and 4-3 (4 and 8).
    """
    groups = _by_rank(held)
    steps = [*_suits(held, _REVISED_SUIT, 3), *_pairs(groups, _REVISED_PAIR)]
    steps += _revised_straights([rank for rank, _ in groups])
    total, note = sum(step.points for step in steps), "28 points or more are playable"
    return Points(text, "high-revised", tuple(steps), total >= 28, total / 200, note)


def _revised_straights(ranks: Sequence[int]) -> list[Step]:
    """The best way to divide different ranks, highest first, into straights and wheel cards."""
    ways = [_revised_runs(ranks)]
    low = [rank for rank in ranks if rank <= _FIVE]
    if _ACE in ranks:
        for size in (1, 2, 3):
            for wheel in combinations(low, size):
                step = Step("wheel", f"the ace with {_text(wheel)}", 6 if size == 1 else 12)
                ways.append([*_revised_runs([rank for rank in ranks if rank not in wheel]), step])
    return max(ways, key=lambda steps: sum(step.points for step in steps))


def _revised_runs(ranks: Sequence[int]) -> list[Step]:
    """The most valuable straights among ranks, highest first, every rank in one of them at most."""
    best: list[Step] = []
    for first in range(len(ranks)):
        for size in (4, 3, 2):
            run = ranks[first : first + size]
            if len(run) < size or _gaps(run) > 3:
                continue
            steps = [Step("straights", f"{_text(run)}: {_COUNT[size]} cards", _REVISED_RUN[size])]
            steps += _gap_step(_gaps(run), 2 * _gaps(run))
            steps += [Step("straights", "an ace in it", -4)] * (_ACE in run)
            steps += _revised_runs(ranks[first + size :])
            best = max(best, steps, key=lambda steps: sum(step.points for step in steps))
    return best


# High, original: the table of the CPAN module Games::Poker::Omaha::Hutchison 1.04.

_ORIGINAL_SUIT = (1, 1, 1, 1, 1, 1, 1, 1.5, 1.5, 2, 2.5, 3, 4)
_ORIGINAL_PAIR = (4, 4, 4, 4, 4, 4, 4, 5, 6, 6, 7, 8, 9)
_ORIGINAL_GAPS = (0, 1, 1, 2)


def _original(held: Sequence[Card], text: str) -> Points:
    """Points that are about the percentage of wins.

    Cards more than three gaps apart are not counted together; of several ways to choose three or two cards,
    the best one counts. The low cards (2 to 6) are counted all together, beside the high ones.
    """
    groups = _by_rank(held)
    steps = [*_suits(held, _ORIGINAL_SUIT, 4), *_pairs(groups, _ORIGINAL_PAIR)]
    steps += _original_straights([rank for rank, _ in groups])
    total, note = sum(step.points for step in steps), "the points are about the percentage of wins"
    return Points(text, "high-original", tuple(steps), None, total / 100, note)


def _original_straights(ranks: Sequence[int]) -> list[Step]:
    """Four high cards alone, or the low cards together with the best of the high ones."""
    high = [rank for rank in ranks if rank >= _SIX]
    if four := _original_best(high, 4, 12):
        return four
    low = [rank for rank in ranks if rank <= _SIX]
    steps = []
    if _ACE in ranks and any(rank <= _FIVE for rank in ranks):
        steps.append(Step("straights", f"the ace with {_text(rank for rank in low if rank <= _FIVE)}", 1))
    if len(low) > 1:
        steps += _original_best(low, len(low), 2)
    without_ace = [rank for rank in high if rank != _ACE]
    court = [rank for rank in high if rank >= _TEN]
    best = _original_best(high, 3, 7) or _original_best(without_ace, 2, 4) or _original_best(court, 2, 2)
    return best + steps


def _original_best(ranks: Sequence[int], size: int, value: int) -> list[Step]:
    """The cheapest group of `size` ranks with at most three gaps; no step when there is none."""
    groups = [group for group in combinations(ranks, size) if _gaps(group) <= 3]
    if not groups:
        return []
    group = min(groups, key=lambda group: _ORIGINAL_GAPS[_gaps(group)])
    gaps = _gaps(group)
    step = Step("straights", f"{_text(group)}: {_COUNT[size]} cards", value)
    return [step, *_gap_step(gaps, _ORIGINAL_GAPS[gaps])]


# Hi-lo, eight or better: Canadian Poker Monthly, December 1997, and the pages that quote it.

_LOW_TWO = {"A2": 20, "A3": 17, "A4": 13, "A5": 10, "23": 15, "24": 12, "34": 11, "45": 8}
_KICKER = {"3": 9, "4": 6, "5": 4, "6": 1, "T": 1, "J": 2, "Q": 2, "K": 2}
_HI_LO_PAIR = {"A": 8, "K": 6, "Q": 5, "J": 2, "T": 1, "4": 1, "3": 1, "2": 3}
_HI_LO_SUIT = {"A": 4, "K": 3, "Q": 2, "J": 2, "T": 1, "9": 1, "8": 1}


def _hi_lo(held: Sequence[Card], text: str) -> Points:
    """Points of a hand that may win both ways.

    A high-only hand (four cards from ten up, no three of a rank, with two pair, a pair and a suit, or two
    suits) is playable without points. The values of suits and the pass mark of 20 are not verified: no page
    that prints that step was found. The kickers are those of most pages; one gives 4 for a six or a ten.
    """
    groups = _by_rank(held)
    suited = list(_by_suit(held))
    pairs = sum(count == 2 for _, count in groups)
    high = min(groups)[0] >= _TEN and max(count for _, count in groups) < 3
    if high and (pairs == 2 or (pairs and suited) or len(suited) == 2):
        return Points(text, "hi-lo", (), True, None, "a high-only hand: playable, whatever its points")
    steps = [*_hi_lo_low(groups), *_hi_lo_pairs(groups), *_hi_lo_suits(suited)]
    total = sum(step.points for step in steps)
    note = "20 points or more are playable; that mark and the points for suits are not verified"
    return Points(text, "hi-lo", tuple(steps), total >= 20, None, note)


def _hi_lo_low(groups: Sequence[tuple[int, int]]) -> Iterator[Step]:
    """The two lowest ranks, then the remaining ranks, each once; the ace is low."""
    ranks = sorted((rank for rank, _ in groups), key=lambda rank: (rank + 1) % 13)
    two = _text(ranks[:2])
    if two in _LOW_TWO:
        yield Step("low", f"{two[0]}-{two[1]} are the lowest", _LOW_TWO[two])
    for rank in _text(ranks[2:]):
        if rank in _KICKER:
            yield Step("kickers", f"{_NAMES[RANKS.index(rank)]}", _KICKER[rank])


def _hi_lo_pairs(groups: Sequence[tuple[int, int]]) -> Iterator[Step]:
    for rank, count in groups:
        if value := _HI_LO_PAIR.get(RANKS[rank]):
            if count == 2:
                yield Step("pairs", f"pair of {_plural(rank)}", value)
            elif count == 3:
                yield Step("pairs", f"three {_plural(rank)}, half a pair", value / 2)


def _hi_lo_suits(suited: Iterable[tuple[int, list[int]]]) -> Iterator[Step]:
    for suit, ranks in suited:
        value = _HI_LO_SUIT.get(RANKS[ranks[0]])
        if value and len(ranks) < 4:
            what = f"{_SUIT_NAMES[suit]}, {_NAMES[ranks[0]]} high"
            three = len(ranks) == 3
            yield Step("suits", what + ", three of them: half" * three, value / 2 if three else value)


# Hold'em: erh2.homestead.com/hem.html.

_HOLDEM_CARD = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16)
_HOLDEM_GAP = {0: ("connected", 3), 1: ("one gap", 2), 2: ("two gaps", 1)}
_SHORT = re.compile(r"(10|[2-9TJQKA])(10|[2-9TJQKA])([so]?)", re.IGNORECASE)


def _from_short(text: str, high: str, low: str, suited: str) -> list[Card]:
    """Two cards that are what a short name like QJo, 64s or AA says."""
    first, second = (RANKS.index(rank.upper().replace("10", "T")) for rank in (high, low))
    if first == second and suited.lower() == "s":
        raise NotationError(f"{text!r}: a pair cannot be suited")
    if first != second and not suited:
        raise NotationError(f"{text!r} does not say whether it is suited: write {text}s or {text}o")
    return [Card(4 * first + 3), Card(4 * second + (3 if suited.lower() == "s" else 2))]


def _holdem(held: Sequence[Card], text: str) -> Points:
    """The points of two cards; the ace is high only."""
    high, low = sorted((card.rank for card in held), reverse=True)
    steps = [Step("cards", _NAMES[rank], _HOLDEM_CARD[rank]) for rank in (high, low)]
    if high == low:
        steps.append(Step("pair", f"pair of {_plural(high)}", 10))
    if held[0].suit == held[1].suit:
        steps.append(Step("suited", "both of one suit", 4))
    if (gap := high - low - 1) in _HOLDEM_GAP:
        steps.append(Step("connected", *_HOLDEM_GAP[gap]))
    playable = sum(step.points for step in steps) >= 30
    note = "30 points or more from any position, 27 in the middle, 25 late, where nobody has raised"
    return Points(text, "holdem", tuple(steps), playable, None, note)


_SYSTEMS: dict[str, Callable[[Sequence[Card], str], Points]] = {
    "high-revised": _revised,
    "high-original": _original,
    "hi-lo": _hi_lo,
    "holdem": _holdem,
}
_PARTS = {
    "high-revised": ("suits", "pairs", "straights", "wheel"),
    "high-original": ("suits", "pairs", "straights"),
    "hi-lo": ("low", "kickers", "pairs", "suits"),
    "holdem": ("cards", "pair", "suited", "connected"),
}
SYSTEMS = tuple(_SYSTEMS)
"""The names of the point systems."""
