"""The best board of a Fantasyland hand, and the next best ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from .._core import FantasylandObjective, rank_ids
from .._errors import InvalidCard, OfcError
from .._rich import repr_html
from .._tables import arrow_c_stream, to_records
from .._threads import thread_count
from .._values import shape_of, whole_number
from ..board import Board, Row
from ..cards import CARDS, FIRST_JOKER, Card, CardsLike, duplicates
from ..cards import cards as read_cards
from ..objective import FEWEST, MOST, Objective, as_objective, fantasyland_objective, names, stay_objective
from ..ranking import describe
from ..rules import Rules, RulesLike, as_rules
from ..scoring import RowRoyalties

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_BOARDS = 100_000
_MOMENT = 0.01  # seconds: how often a batch checks for Ctrl-C, roughly


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """One board of a Fantasyland hand.

    value: points by the objective. royalties: 0 for a foul board. stays: it earns another Fantasyland hand,
    of ``next_cards`` cards. alternatives: the next best boards, if more than one was asked for.
    """

    board: Board
    discards: tuple[Card, ...]
    value: float
    royalties: RowRoyalties
    stays: bool
    next_cards: int
    foul: bool
    alternatives: tuple[Solution, ...] = ()

    def table(self, rules: RulesLike | None = None, settled: bool = False) -> str:
        """The board row by row, what it comes to, and the next best ones, for people.

        rules: those that resolve its jokers; rows that hold one are not named without them. settled: the
        value is that of settling with opponents.
        """
        rules = None if rules is None else as_rules(rules)
        lines = [str(self.board), *self._rows(rules)]
        if rules is not None and (jokers := jokers_of(self.board, rules)):
            lines.append(f"jokers    {', '.join(f'{joker} is {card}' for joker, card in jokers.items())}")
        if self.discards:
            lines.append(f"discard   {names(self.discards)}")
        lines.append(f"{self.value:g} points: {self._sum(settled)}")
        if self.alternatives:
            lines += [
                "",
                *(one._line(place) for place, one in enumerate((self, *self.alternatives), start=1)),
            ]
        return "\n".join(lines)

    def _rows(self, rules: Rules | None) -> Iterator[str]:
        natural = self.board if rules is None else self.board.resolve(rules)
        for row, cards, known, earned in zip(Row, self.board.rows, natural.rows, self.royalties, strict=True):
            words = "" if max(known) >= FIRST_JOKER else describe(rank_ids(known, duplicates=True))
            low = rules is not None and rules.middle == "2-7" and row is Row.MIDDLE
            text = f"{names(cards):<16}{words}{', played low' if low else ''}"
            yield f"{row!s:<10}{text:<66}{f'+{earned}' if earned else ''}".rstrip()

    def _sum(self, settled: bool) -> str:
        if self.foul:
            return "a foul, there is no legal board worth as much"
        earned = f"{self.royalties.total} royalties"
        parts = [f"settled with the opponents, {earned} of its own" if settled else earned]
        if self.stays:
            parts.append(f"stays in Fantasyland with {self.next_cards} cards")
        return ", ".join(parts)

    def _line(self, place: int) -> str:
        thrown = f"  x {names(self.discards)}" if self.discards else ""
        return f"{place:>3}  {self.value:>8g}  {self.board}{thrown}{'  stays' if self.stays else ''}"

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        end = f"; {len(self.alternatives)} alternatives" if self.alternatives else ""
        return f"<Solution: {self.board}, {self.value:g} points{', stays' if self.stays else ''}{end}>"

    _repr_html_ = repr_html

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for this board and each of the next best ones, with the columns of `Solutions`."""
        return [
            {
                "board": str(one.board),
                "discards": "".join(map(str, one.discards)),
                "value": float(one.value),
                "royalties": one.royalties.total,
                "stays": one.stays,
                "foul": one.foul,
            }
            for one in (self, *self.alternatives)
        ]

    to_records = to_records
    __arrow_c_stream__ = arrow_c_stream


def jokers_of(board: Board, rules: Rules) -> dict[str, str]:
    """What the jokers of a full board stand for by these rules."""
    pairs = zip(board.cards, board.resolve(rules).cards, strict=True)
    return {str(card): str(natural) for card, natural in sorted(pairs) if card.is_joker}


@dataclass(frozen=True, slots=True, repr=False)
class Solutions:
    """The best boards of N hands, as arrays (NumPy's if the hands were a NumPy array).

    boards: uint8 (N, n): top 3, middle 5, bottom 5, then the discards. values: float64 (N,). royalties: int32
    (N,), the total. stays, fouls: uint8 (N,), 1 where it does.
    """

    boards: Any
    values: Any
    royalties: Any
    stays: Any
    fouls: Any

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"<Solutions: {len(self)} hands>"

    _repr_html_ = repr_html

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each hand: board and discards as text, value, royalties, stays, foul."""
        hands: Any = memoryview(self.boards).tolist()
        numbers = zip(hands, self.values, self.royalties, self.stays, self.fouls, strict=True)
        return [
            {
                "board": str(Board.of_rows(_rows_of(hand), jokers=2)),
                "discards": "".join(map(str, map(Card, hand[13:]))),
                "value": float(value),
                "royalties": int(royalties),
                "stays": bool(stays),
                "foul": bool(foul),
            }
            for hand, value, royalties, stays, foul in numbers
        ]

    to_records = to_records
    __arrow_c_stream__ = arrow_c_stream


def _rows_of(hand: Sequence[int]) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    cards = tuple(map(Card, hand[:13]))
    return cards[:3], cards[3:8], cards[8:]


def solve_fantasyland(
    cards: CardsLike, rules: RulesLike, objective: Objective | None = None, k: int = 1
) -> Solution:
    """The best board of a Fantasyland hand of 13 to 17 cards, proven best, and the k - 1 next best ones.

    Of boards worth the same, the one with the stronger bottom is better, then middle (the lower low in a
    2-7 middle), then top. Staying counts as the objective says, announced in time. A foul board is the
    result only if no legal one is worth as much. Jokers are resolved by the rules on each board, whatever
    the objective; boards differ by where the cards lie, jokers included, not by what jokers stand for. Raises
    InvalidCard for wrong cards, another number of them and those that an opponent holds, OfcError for an
    objective that lacks a value.

    >>> from ofckit.rules import RULES
    >>> best = solve_fantasyland("AsAhAd KsKh QdQcQh JsTs9s8s7s 2c", RULES["pineapple"])
    >>> str(best.board), best.royalties.total, best.stays
    ('AsAhAd/KsKhQhQdQc/JsTs9s8s7s', 49, True)
    """
    rules = as_rules(rules)
    hand = _read_hand(cards, rules)
    objective = as_objective(objective, rules)
    _refuse_shared(hand, objective)
    k = whole_number("k, the number of boards,", k, 1, MOST_BOARDS)
    compiled = fantasyland_objective(rules, objective, len(hand))
    found = compiled.solve(bytes(hand), k)
    solutions = [_solution(row, rules, len(hand)) for row in found]
    best = solutions[0]
    if k == 1:
        return best
    return replace(best, alternatives=tuple(solutions[1:]))


def can_stay(cards: CardsLike, rules: RulesLike) -> bool:
    """Whether some legal board of these 13 to 17 cards stays in Fantasyland."""
    rules = as_rules(rules)
    hand = _read_hand(cards, rules)
    if rules.fantasyland is None:
        return False
    (_, foul, stays, *_), *_ = stay_objective(rules, len(hand)).solve(bytes(hand), 1)
    return stays and not foul


def solve_fantasyland_many(
    hands: Any, rules: RulesLike, objective: Objective | None = None, *, threads: int | None = None
) -> Solutions:
    """The best board of each of many hands: `solve_fantasyland` without the alternatives.

    hands: an (N, n) buffer of card ints, n from 13 to 17. threads: how many work at once, without the GIL;
    None: all processors. Ctrl-C stops it within some hundredths of a second, or the time of one hand.
    Raises InvalidCard naming the first bad row, OfcError for another shape. Opponents may hold cards of a
    hand: the same opponents face all.
    """
    rules, threads = as_rules(rules), thread_count(threads)
    rows, n = _shape(hands)
    compiled = fantasyland_objective(rules, as_objective(objective, rules), n)
    made = Solutions(*(_new(hands, code, shape) for code, shape in _outputs(rows, n)))
    parts = [made.boards, made.values, made.royalties, made.stays, made.fouls]
    if rows < 2 * threads or threads == 1:
        _solve_rows(compiled, hands, 0, rows, parts, [])
        return made
    _solve_beside(compiled, hands, rows, threads, parts)
    return made


def _solve_rows(
    compiled: FantasylandObjective, hands: Any, first: int, last: int, parts: list[Any], stop: list[bool]
) -> None:
    """Solve a few hands at a time, some milliseconds of work, until `stop` holds something."""
    from time import perf_counter

    step = 1
    while first < last and not stop:
        began = perf_counter()
        compiled.solve_many(hands, first, min(first + step, last), *parts)
        first += step
        step = step * 2 if perf_counter() - began < _MOMENT else max(step // 2, 1)


def _solve_beside(
    compiled: FantasylandObjective, hands: Any, rows: int, threads: int, parts: list[Any]
) -> None:
    from concurrent.futures import ThreadPoolExecutor

    edges = [rows * i // threads for i in range(threads + 1)]
    stop: list[bool] = []
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(_solve_rows, compiled, hands, a, b, parts, stop) for a, b in pairwise(edges)]
        try:
            for job in jobs:
                job.result()
        finally:
            stop.append(True)


# the hand


def _read_hand(source: CardsLike, rules: Rules) -> list[Card]:
    hand = read_cards(source, jokers=bool(rules.jokers))
    if len(set(hand)) < len(hand):
        twice = duplicates(hand)
        raise InvalidCard(f"{names(twice)} {'is' if len(twice) == 1 else 'are'} in the hand more than once")
    if not FEWEST <= len(hand) <= MOST:
        raise InvalidCard(f"a Fantasyland hand has {FEWEST} to {MOST} cards, this one has {len(hand)}")
    if max(hand) >= FIRST_JOKER + rules.jokers:
        raise InvalidCard(f"{max(hand)} is a joker, but {rules.name} has {rules.jokers}")
    return hand


def _refuse_shared(hand: list[Card], objective: Objective) -> None:
    for opponent in objective.opponents or ():
        shared = [card for card in opponent.cards if card in hand] if isinstance(opponent, Board) else []
        if shared:
            raise InvalidCard(f"{names(shared)}: both in the hand and on the board of an opponent")


def _solution(
    row: tuple[float, bool, bool, tuple[int, int, int], tuple[int, int, int], bytes], rules: Rules, cards: int
) -> Solution:
    value, foul, stays, strengths, royalties, spelt = row
    placed = tuple([CARDS[card] for card in spelt])
    return Solution(
        board=Board.of_rows((placed[:3], placed[3:8], placed[8:13]), rules.jokers),
        discards=placed[13:],
        value=value,
        royalties=RowRoyalties(*royalties),
        stays=stays,
        next_cards=rules.next_cards(cards, *strengths, foul=foul) if stays else 0,
        foul=foul,
    )


# many hands


def _shape(hands: Any) -> tuple[int, int]:
    shape = shape_of("hands", hands)
    if len(shape) != 2 or not FEWEST <= shape[1] <= MOST:
        raise OfcError(f"hands has shape {shape}; it must be (N, n) with n from {FEWEST} to {MOST}")
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
