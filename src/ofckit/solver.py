"""Exact search: what a finished board is worth, and the best board of a Fantasyland hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from heapq import heapify, heappop, heapreplace
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from math import isfinite

from ._core import FantasyPlan
from ._errors import InvalidCard, OfcError
from .board import Board, BoardLike
from .cards import Card, CardsLike, duplicates
from .cards import cards as read_cards
from .rules import Rules
from .rules._check import Table, rebuild, short_repr, state
from .scoring import RowRoyalties, royalties

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FANTASYLAND: Mapping[int, float] = Table({13: 8.0, 14: 11.0, 15: 17.0, 16: 23.0, 17: 30.0})
"""Points that a Fantasyland hand of so many cards is taken to be worth, until better values are measured."""

FEWEST, MOST = 13, 17
FIRST_JOKER = 52
MOST_OPPONENTS = 3
MOST_BOARDS = 100_000
_STRENGTHS = range(1, 9842)
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RowOdds:
    """The final rows that an opponent may hold: chances by strength, each row by itself.

    top, middle, bottom: {strength: chance}, adding up to 1: the rows of his legal boards. Rows are taken as
    independent of each other; ``foul`` is the chance that his board is foul instead.
    """

    top: Mapping[int, float]
    middle: Mapping[int, float]
    bottom: Mapping[int, float]
    foul: float = 0.0

    def __post_init__(self) -> None:
        for name in ("top", "middle", "bottom"):
            object.__setattr__(self, name, _read_chances(name, getattr(self, name)))
        if not _is_number(self.foul) or not 0 <= self.foul <= 1:
            raise OfcError(f"foul = {self.foul!r}: a chance is from 0 to 1")

    @classmethod
    def of(cls, boards: Iterable[BoardLike], rules: Rules) -> RowOdds:
        """How often each strength occurs in these complete boards; foul ones count for ``foul`` alone."""
        legal, all_boards = [], 0
        for source in boards:
            board, all_boards = _complete(source, rules), all_boards + 1
            if not board.fouls(rules):
                legal.append(board.strengths)
        if not legal:
            raise OfcError(f"{all_boards} boards, none of them legal: there are no rows to count")
        rows = [_shares(row) for row in zip(*legal, strict=True)]
        return cls(top=rows[0], middle=rows[1], bottom=rows[2], foul=1 - len(legal) / all_boards)

    __repr__ = short_repr

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), state(self))


Opponent = Board | RowOdds
Found = tuple[float, bool, bool, tuple[int, int, int], bytes]
"""value, foul, stays, strengths, the board's cards from the top down and then the discards"""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Objective:
    """What a finished board is worth, in points.

    fantasyland: points for the next Fantasyland hand, by its number of cards.
    foul: points of a foul board where there are no opponents; with opponents, the rules say what it pays.
    opponents: None: royalties count once, as one opponent would pay them. Else one to three complete boards
        (text or Board) or RowOdds: the points of settling with each, row points and royalties of both.

    A board is worth its points plus, if it earns a Fantasyland hand, that hand's. Raises OfcError.
    """

    fantasyland: Mapping[int, float] = FANTASYLAND
    foul: float = -6.0
    opponents: tuple[Opponent, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "fantasyland", _read_table(self.fantasyland))
        if not _is_number(self.foul):
            raise OfcError(f"foul = {self.foul!r}: it must be a number of points")
        object.__setattr__(self, "opponents", _read_opponents(self.opponents))

    def next_hand(self, cards: int) -> float:
        """Points for a Fantasyland hand of so many cards, 0 for none; OfcError where the table lacks it."""
        if not cards:
            return 0.0
        if cards not in self.fantasyland:
            known = ", ".join(map(str, sorted(self.fantasyland))) or "none"
            raise OfcError(
                f"the objective has no value for Fantasyland with {cards} cards (it has: {known}); "
                f"give one, such as Objective(fantasyland={{{cards}: 11.0}})"
            )
        return float(self.fantasyland[cards])

    __repr__ = short_repr

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), state(self))


@dataclass(frozen=True, slots=True)
class Solution:
    """One board of a Fantasyland hand.

    value: points by the objective. royalties: none of a foul board. stays: it earns another Fantasyland
    hand, of ``next_cards`` cards. alternatives: the next best boards, where more than one was asked for.
    """

    board: Board
    discards: tuple[Card, ...]
    value: float
    royalties: RowRoyalties
    stays: bool
    next_cards: int
    foul: bool
    alternatives: tuple[Solution, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Solutions:
    """The best boards of N hands, as arrays (NumPy's where the hands were one).

    boards: uint8 (N, n): top 3, middle 5, bottom 5, then the discards. values: float64 (N,). royalties: int32
    (N,), the total. stays, fouls: uint8 (N,), 1 where it does.
    """

    boards: Any
    values: Any
    royalties: Any
    stays: Any
    fouls: Any


def solve_fantasyland(
    cards: CardsLike, rules: Rules, objective: Objective | None = None, k: int = 1
) -> Solution:
    """The best board of a Fantasyland hand of 13 to 17 cards, proven best, and the k - 1 next best ones.

    Of boards that are worth the same, the one with the stronger bottom is better, then middle (the lower low
    in a 2-7 middle), then top. Staying counts as the objective says, announced in time. A foul board comes
    out only where no legal one is worth as much. Jokers stand for what the rules make of them; of a hand
    that holds some only the best board is found (k = 1). Raises InvalidCard for wrong cards, another number
    of them and those that an opponent holds, OfcError for an objective that lacks a value.

    >>> from ofckit.rules import RULES
    >>> best = solve_fantasyland("AsAhAd KsKh QdQcQh JsTs9s8s7s 2c", RULES["pineapple"])
    >>> str(best.board), best.value, best.stays
    ('AsAhAd/KsKhQhQdQc/JsTs9s8s7s', 60.0, True)
    """
    hand = _read_hand(cards, rules)
    objective = Objective() if objective is None else objective
    _refuse_shared(hand, objective)
    if not isinstance(k, int) or isinstance(k, bool) or not 1 <= k <= MOST_BOARDS:
        raise OfcError(f"k = {k!r}: the number of boards is 1 to {MOST_BOARDS}")
    plan = _plan(rules, objective, len(hand))
    if max(hand) >= FIRST_JOKER:
        if k > 1:
            raise OfcError(f"k = {k}: of a hand with jokers only the best board is found")
        return _solution(_best_with_jokers(plan, hand, rules), rules, len(hand))
    found = plan.solve(bytes(hand), k)
    solutions = [_solution(row, rules, len(hand)) for row in found]
    best = solutions[0]
    if k == 1:
        return best
    return replace(best, alternatives=tuple(solutions[1:]))


def can_stay(cards: CardsLike, rules: Rules) -> bool:
    """Whether some legal board of these 13 to 17 cards stays in Fantasyland."""
    hand = _read_hand(cards, rules)
    if rules.fantasyland is None:
        return False
    plan = _stay_plan(rules)
    if max(hand) >= FIRST_JOKER:
        _, foul, stays, *_ = _best_with_jokers(plan, hand, rules)
    else:
        (_, foul, stays, *_), *_ = plan.solve(bytes(hand), 1)
    return bool(stays and not foul)


def solve_fantasyland_many(
    hands: Any, rules: Rules, objective: Objective | None = None, *, threads: int = 2
) -> Solutions:
    """The best board of each of many hands: `solve_fantasyland` without the alternatives.

    hands: an (N, n) buffer of card ints, n from 13 to 17. Works in so many threads, without the GIL. Raises
    InvalidCard naming the first bad row (jokers are not taken here), ValueError for another shape. Opponents
    may hold cards of a hand: the same opponents meet all of them.
    """
    if not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= 64:
        raise OfcError(f"threads = {threads!r}: it must be 1 to 64")
    rows, n = _shape(hands)
    plan = _plan(rules, Objective() if objective is None else objective, n)
    made = Solutions(*(_new(hands, code, shape) for code, shape in _outputs(rows, n)))
    parts = [made.boards, made.values, made.royalties, made.stays, made.fouls]
    if rows < 2 * threads or threads == 1:
        plan.solve_many(hands, 0, rows, *parts)
        return made
    from concurrent.futures import ThreadPoolExecutor

    edges = [rows * i // threads for i in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(plan.solve_many, hands, a, b, *parts) for a, b in pairwise(edges)]
        for job in jobs:
            job.result()
    return made


# -- The objective ------------------------------------------------------------------------------------


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)


def _read_table(table: object) -> Table[int, float]:
    if not isinstance(table, Mapping):
        raise OfcError(f"fantasyland = {table!r}: it must be points by number of cards, such as {{14: 11.0}}")
    for cards, points in table.items():
        if not isinstance(cards, int) or isinstance(cards, bool) or not FEWEST <= cards <= 54:
            raise OfcError(f"fantasyland[{cards!r}]: a number of cards is 13 or more")
        if not _is_number(points) or abs(points) > 1e6:
            raise OfcError(f"fantasyland[{cards}] = {points!r}: it must be a number of points")
    return Table({int(cards): float(points) for cards, points in table.items()})


def _read_chances(name: str, chances: object) -> Table[int, float]:
    if not isinstance(chances, Mapping) or not chances:
        raise OfcError(f"{name} = {chances!r}: it must be chances by strength")
    for strength, chance in chances.items():
        if strength not in _STRENGTHS:
            raise OfcError(f"{name}[{strength!r}]: a strength is 1..{_STRENGTHS[-1]}")
        if not _is_number(chance) or not 0 <= chance <= 1 + _CLOSE:
            raise OfcError(f"{name}[{strength}] = {chance!r}: a chance is from 0 to 1")
    if abs(sum(chances.values()) - 1) > _CLOSE:
        raise OfcError(f"the chances of {name} add up to {sum(chances.values()):g}, not to 1")
    return Table({int(strength): float(chance) for strength, chance in chances.items()})


def _read_opponents(opponents: object) -> tuple[Opponent, ...] | None:
    if opponents is None:
        return None
    given = (opponents,) if isinstance(opponents, (str, Board, RowOdds)) else tuple(opponents)  # type: ignore[arg-type]
    if not 1 <= len(given) <= MOST_OPPONENTS:
        raise OfcError(f"{len(given)} opponents: there may be 1 to {MOST_OPPONENTS}, or None")
    read = tuple(o if isinstance(o, RowOdds) else _complete(o, None) for o in given)
    held = [card for o in read if isinstance(o, Board) for card in o.cards]
    if duplicates(held):
        raise InvalidCard(f"{_names(duplicates(held))}: held by two opponents")
    return read


def _complete(source: BoardLike, rules: Rules | None) -> Board:
    board = Board(source)
    if not board.is_complete:
        raise OfcError(f"an opponent's board must be complete: {board}")
    return board


def _shares(strengths: tuple[int, ...]) -> dict[int, float]:
    return {s: strengths.count(s) / len(strengths) for s in sorted(set(strengths))}


def _names(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


# -- The hand -----------------------------------------------------------------------------------------


def _read_hand(source: CardsLike, rules: Rules) -> list[Card]:
    hand = read_cards(source, jokers=bool(rules.jokers))
    twice = duplicates(hand)
    if twice:
        raise InvalidCard(f"{_names(twice)} {'is' if len(twice) == 1 else 'are'} in the hand more than once")
    if not FEWEST <= len(hand) <= MOST:
        raise InvalidCard(f"a Fantasyland hand has {FEWEST} to {MOST} cards, this one has {len(hand)}")
    if max(hand) >= FIRST_JOKER + rules.jokers:
        raise InvalidCard(f"{max(hand)} is a joker, and {rules.name} has {rules.jokers}")
    if max(hand) >= FIRST_JOKER and rules.joker_resolution == "row":
        raise OfcError(f"{rules.name} resolves jokers row by row: hands with jokers are not solved then")
    return hand


def _refuse_shared(hand: list[Card], objective: Objective) -> None:
    for opponent in objective.opponents or ():
        shared = [card for card in opponent.cards if card in hand] if isinstance(opponent, Board) else []
        if shared:
            raise InvalidCard(f"{_names(shared)}: both in the hand and on the board of an opponent")


def _solution(
    row: tuple[float, bool, bool, tuple[int, int, int], bytes], rules: Rules, cards: int
) -> Solution:
    value, foul, stays, strengths, spelt = row
    board = Board(spelt[:13], jokers=rules.jokers)
    return Solution(
        board=board,
        discards=tuple(map(Card, spelt[13:])),
        value=value,
        royalties=royalties(board, rules),
        stays=stays,
        next_cards=rules.next_cards(cards, *strengths, foul=foul),
        foul=foul,
    )


# -- Jokers -------------------------------------------------------------------------------------------
#
# What the jokers of a board stand for is decided by the rules, not by the objective. So every way to read the
# jokers as cards is solved, and of all these boards, the best first, the first one counts whose jokers the
# rules read in just this way: every board is among them as the rules read it, and none is better.


def _best_with_jokers(plan: FantasyPlan, hand: list[Card], rules: Rules) -> Found:
    natural = bytes(card for card in hand if card < FIRST_JOKER)
    jokers = [card for card in hand if card >= FIRST_JOKER]
    queue: list[tuple[Any, int, int, bytes, list[Found]]] = []
    for number, read_as in enumerate(map(bytes, _readings(natural, len(jokers), rules))):
        boards = plan.solve(natural + read_as, 1, twins=True)
        queue.append((_order(boards[0], rules), number, 0, read_as, boards))
    heapify(queue)
    while True:
        _, number, at, read_as, boards = queue[0]
        for spelt in _with_jokers(boards[at][4], read_as, jokers):
            if _is_read_so(boards[at], spelt, rules):
                return (*boards[at][:4], spelt)
        if at + 1 == len(boards):
            boards = plan.solve(natural + read_as, 2 * len(boards), twins=True)
        if at + 1 == len(boards):
            heappop(queue)
        else:
            heapreplace(queue, (_order(boards[at + 1], rules), number, at + 1, read_as, boards))


def _is_read_so(board: Found, spelt: bytes, rules: Rules) -> bool:
    """Whether the rules read the jokers so that this board comes out, or a foul for a foul."""
    strengths = rules.compiled.row_strengths(spelt[:13])
    return rules.compiled.is_foul(*strengths) if board[1] else strengths == board[3]


def _readings(natural: bytes, jokers: int, rules: Rules) -> Iterator[tuple[int, ...]]:
    """Every set of cards that the jokers may be: of all 52 where they may copy, else of those not held.

    A joker that is no copy may still be a card that was discarded, but then that card does as much itself.
    """
    if rules.joker_may_copy:
        return combinations_with_replacement(range(FIRST_JOKER), jokers)
    return combinations([card for card in range(FIRST_JOKER) if card not in natural], jokers)


def _order(board: Found, rules: Rules) -> tuple[float, bool, int, int, int]:
    """What sorts boards, the best first."""
    value, foul, _, (top, middle, bottom), _ = board
    return -value, foul, -bottom, middle if rules.middle == "2-7" else -middle, -top


def _with_jokers(spelt: bytes, read_as: bytes, jokers: list[Card]) -> Iterator[bytes]:
    """The cards with the jokers in the place of what they are read as; a copied card lies in two places."""
    for places in permutations(range(len(spelt)), len(read_as)):
        if all(spelt[place] == card for place, card in zip(places, read_as, strict=True)):
            cards = bytearray(spelt)
            for place, joker in zip(places, jokers, strict=True):
                cards[place] = joker
            yield bytes(cards)


# -- The plan -----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _plan(rules: Rules, objective: Objective, cards: int) -> FantasyPlan:
    """Rules, objective and the number of cards dealt now, as numbers."""
    fantasyland = rules.fantasyland
    opponents = [tuple(_chances(o, rules)) for o in objective.opponents or ()]
    common: dict[str, Any] = {"foul": float(objective.foul), "opponents": opponents}
    if fantasyland is None or not fantasyland.stay:
        return FantasyPlan(rules.compiled, **common)
    tests, repeat = fantasyland.stay_tests, fantasyland.repeat_cards
    if repeat == "by-top":
        entries = [(objective.next_hand(number), met) for number, met in fantasyland.entry_tests]
        stay = objective.next_hand(min(fantasyland.enter.values()))
        return FantasyPlan(rules.compiled, stay_tests=tests, stay=stay, entries=entries, **common)
    stay = objective.next_hand(repeat if isinstance(repeat, int) else cards)
    return FantasyPlan(rules.compiled, stay_tests=tests, stay=stay, **common)


@lru_cache(maxsize=8)
def _stay_plan(rules: Rules) -> FantasyPlan:
    """A plan for which nothing counts but to stay."""
    assert rules.fantasyland is not None
    return FantasyPlan(rules.compiled, stay_tests=rules.fantasyland.stay_tests, stay=1.0, royalties=False)


def _chances(opponent: Opponent, rules: Rules) -> Iterator[Any]:
    """His rows as (strength, chance) pairs from the top down, then the chance of a foul."""
    if isinstance(opponent, RowOdds):
        for row in (opponent.top, opponent.middle, opponent.bottom):
            yield tuple(row.items())
        yield opponent.foul
        return
    for strength in opponent.strengths:
        yield ((strength, 1.0),)
    yield float(opponent.fouls(rules))


# -- Many hands ---------------------------------------------------------------------------------------


def _shape(hands: Any) -> tuple[int, int]:
    try:
        shape = memoryview(hands).shape
    except TypeError:
        raise TypeError(f"hands is an array or another buffer, not {type(hands).__name__}") from None
    if shape is None or len(shape) != 2 or not FEWEST <= shape[1] <= MOST:
        raise ValueError(f"hands has shape {shape}; it must be (N, n) with n from {FEWEST} to {MOST}")
    return shape[0], shape[1]


def _outputs(rows: int, n: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return ("B", (rows, n)), ("d", (rows,)), ("i", (rows,)), ("B", (rows,)), ("B", (rows,))


def _new(like: object, code: str, shape: tuple[int, ...]) -> Any:
    """A NumPy array where one was given, else an array (a shaped memoryview if it has two dimensions)."""
    import sys
    from array import array

    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(like, numpy.ndarray):
        return numpy.zeros(shape, code)
    size = 1
    for length in shape:
        size *= length
    flat: Any = array(code, bytes(size * array(code).itemsize))
    table: Any = memoryview(flat).cast("B")
    return flat if len(shape) == 1 or not size else table.cast(code, shape)
