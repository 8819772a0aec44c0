"""The exact search of boards: what can be solved, and how large the search is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from math import comb, inf

from .._core import EndgameObjective, EndgameSearch
from .._errors import InvalidCard, OfcError
from ..board import Board
from ..cards import FIRST_JOKER, Card
from ..objective import Objective
from ..position import Position
from ..rules import Rules, Street
from ._limit import Limit
from ._running import Stopped, run_beside, run_here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ._results import Means
    from ._running import Book, Call, Progress

Rows = tuple[Sequence[Card], Sequence[Card], Sequence[Card]]
DRAW, PLACE = 3, 2
QUICK_DRAWS, MOST_DRAWS = 2, 4
BOARDS, FIRST_BOARDS = 1_500_000, 5_000_000
"""Boards with one draw to come that are solved for one with three, or four, unless more are allowed."""
LAST_BOARDS = 700_000
"""Boards with two cards or so to come that are solved for one board, where all cards dealt are placed."""
LAST_DRAWS = 20_000_000
"""How many last draws there may be where they are searched in one go that cannot be stopped."""
_MEMORY = 180 << 20  # of a search where all cards are placed
_MEMORY_TOGETHER = 2000 << 20  # of all searches at once where cards are discarded
_NODE_BYTES = 250  # of a board with two draws to come, without its values
_LEAVES_BYTES = 400 << 20  # that boards with one draw to come should have, where four draws are to come
_FEW_CARDS = 16  # to come, with four draws: the size of larger searches takes long, and they do
_BYTES = 1200  # of a board that is remembered there, at most
_MOST_CARDS = 6  # cards to come one by one: the size of larger searches is not even computed
_WORTH_THREADS = 0.01  # seconds of work that are worth starting threads for


@dataclass(frozen=True, slots=True)
class Size:
    """The work for one board: at most how many boards of which kind, and how many are allowed by default."""

    boards: int
    kind: str
    usual: int


class EndgameBoards:
    """Boards of one position before the streets to come: whether they can be solved, and the work for it."""

    def __init__(
        self,
        position: Position,
        objective: Objective,
        compiled: EndgameObjective,
        ahead: Sequence[Street],
        boards: Sequence[Rows],
    ) -> None:
        self.name, self.compiled, self.boards = position.rules.name, compiled, boards
        self.streets = [(street.deal, street.place) for street in ahead]
        self.all_placed = all(deal == place for deal, place in self.streets)
        _check_streets(position.rules, self.streets, self.all_placed)
        self.deck = deck_of(position, objective, sum(deal for deal, _ in self.streets))
        self.opponents = len(objective.opponents or ())
        held = (*(c for row in position.boards[position.seat] for c in row), *position.draw, *self.deck)
        self.jokers = any(card >= FIRST_JOKER for card in held)
        if self.jokers and len(self.streets) > 1 and not position.rules.joker_may_copy:
            raise OfcError(
                f"not solvable: jokers of {self.name} may not copy a card; only one draw to come is solved"
                f" then, not {len(self.streets)}"
            )

    @property
    def is_long(self) -> bool:
        """Whether a board may take more than a moment; its search then has a thread and can be stopped."""
        return len(self.streets) > (1 if self.jokers or self.all_placed else QUICK_DRAWS)

    @property
    def seconds(self) -> float:
        """Roughly how long one thread takes for all boards."""
        if self.all_placed and len(self.streets) > _MOST_CARDS:
            return inf  # even computing the size takes long
        if self.is_first:
            few = len(self.deck) <= _FEW_CARDS
            return sum(_first_seconds(b, self.deck) * self._slower(b) for b in self.boards) if few else inf
        seconds = sum(self.size(board).boards * self._seconds_of(board) for board in self.boards)
        return seconds * (1 + 3 * self.opponents)

    def _seconds_of(self, board: Rows) -> float:
        """Roughly, for each of the boards that this one leads to."""
        if self.all_placed:
            return 1.2e-6 if self.streets and self.streets[-1][1] == 1 else 5e-6
        if len(self.streets) == 1:
            return 5e-6 if not self.jokers else 2e-5
        if len(self.streets) == 2:
            held = sum(card >= FIRST_JOKER for row in board for card in row)
            return 1.5e-3 if not self.jokers else (1e-2, 4e-2, 1e-1)[held]
        kinds = len(_kinds(board, self.deck))
        return (2e-6 + 1.5e-8 * kinds * kinds) * self._slower(board)

    def run(self, limit: Limit | None, threads: int, progress: Progress | None) -> list[Means]:
        """What every board is worth, in order. Raises Stopped with what is known, OfcError if too large."""
        self.check_size(None if limit is None else limit.boards)
        seconds = None if limit is None else limit.seconds
        boards = self.boards
        if self.is_long or (threads > 1 and len(boards) > 1 and self.seconds > _WORTH_THREADS):
            return self._run_beside(seconds, threads, progress)
        search = self._new(1)
        return run_here([partial(search.outlook, *board) for board in boards], seconds, progress)

    def run_each(
        self,
        numbers: Sequence[int],
        seconds: float | None,
        threads: int,
        progress: Progress | None,
        book: Book,
        calls: Sequence[Call] | None,
        executor: Executor | None,
    ) -> None:
        """The boards of these numbers, each booked once it is solved: here, or by calls of an executor."""
        if calls is not None:
            run_beside((), calls, seconds, threads, progress, book=book, executor=executor)
            return
        chosen = copy(self)
        chosen.boards = [self.boards[number] for number in numbers]
        chosen._run_beside(seconds, threads, progress, book)

    def outlook(self, board: Rows) -> Means:
        """What one board is worth, found here."""
        chosen = copy(self)
        chosen.boards = [board]
        try:
            return chosen._run_beside(None, 1, None)[0]
        except Stopped as stopped:
            raise stopped.reason from None

    def _new(self, at_once: int) -> EndgameSearch:
        """One of so many searches at once."""
        memory = _MEMORY if self.all_placed else _MEMORY_TOGETHER // at_once
        return EndgameSearch(self.compiled, self.deck, self.streets, memory)

    def _fit(self) -> int:
        """How many searches at once fit into memory."""
        if self.all_placed:
            return len(self.boards)
        if self.is_first:
            each = max(map(self._memory, self.boards)) + _LEAVES_BYTES
        else:
            each = _BYTES * max(self.size(board).boards for board in self.boards)
        return max(1, _MEMORY_TOGETHER // each)

    def _run_beside(
        self, seconds: float | None, threads: int, progress: Progress | None, book: Book | None = None
    ) -> list[Means]:
        threads = min(threads, len(self.boards), self._fit())
        searches = [self._new(threads) for _ in self.boards]
        calls = [partial(one.outlook, *board) for one, board in zip(searches, self.boards, strict=True)]
        try:
            return run_beside(searches, calls, seconds, threads, progress, lambda: searches[0].progress, book)
        except MemoryError:
            raise self._too_large() from None

    def _too_large(self) -> OfcError:
        return OfcError(f"not solvable: {self.name}: the tables would take too much memory")

    def check_size(self, limit: int | None) -> None:
        draws = comb(len(self.deck), self.streets[-1][0]) if self.streets else 1
        if draws > LAST_DRAWS:
            raise OfcError(f"not solvable: the last draw may be any of {draws:,} sets of cards")
        if not self.is_long:
            return
        largest = max(self.boards, key=lambda board: self.size(board).boards)
        most = self.size(largest)
        allowed = most.usual if limit is None else limit
        if most.boards > allowed:
            raise OfcError(
                f"not solvable: {len(self.streets)} draws to come; it may take {most.boards:,} boards with"
                f" {most.kind} to come, {allowed:,} are allowed (limit of boards){self._cost(largest)}"
            )
        if self.is_first and self._memory(largest) > _MEMORY_TOGETHER:
            raise OfcError(
                f"not solvable: {len(self.streets)} draws to come; at most {_in_bytes(_MEMORY_TOGETHER)} of"
                f" memory are used{self._cost(largest)}"
            )

    @property
    def is_first(self) -> bool:
        """Whether there are four draws to come, three cards of which two are placed."""
        return not self.all_placed and len(self.streets) == MOST_DRAWS

    def _cost(self, board: Rows) -> str:
        """What a board with four draws to come takes, for a message; nothing for others."""
        if not self.is_first:
            return ""
        seconds = _first_seconds(board, self.deck) * self._slower(board)
        memory = _in_bytes(self._memory(board))
        return f"; roughly {_in_time(seconds)} of one processor and up to {memory} of memory for a board"

    def _memory(self, board: Rows) -> int:
        """Bytes that a board with four draws to come needs, at most, for boards with two or three to come."""
        return sum(
            nodes * (_NODE_BYTES + 24 * _pairs_of(kinds)) + 17 * kinds * _pairs_of(kinds) ** 2
            for kinds, nodes in _boards_by_kinds(board, self.deck, 2 * PLACE)
        )

    def _slower(self, board: Rows) -> int:
        """How many times longer it takes with jokers."""
        return (3, 7, 15)[sum(card >= FIRST_JOKER for row in board for card in row)] if self.jokers else 1

    def size(self, board: Rows) -> Size:
        """How many boards a board of this position leads to, at most."""
        if self.all_placed:
            if not self.streets:
                return Size(1, "no cards", 1)
            last = self.streets[-1][1]
            if self.streets[-2:] == [(1, 1), (1, 1)]:
                last = 2
            boards = _boards_before(board, self.deck, last)
            return Size(boards, "one card" if last == 1 else f"{last} cards", LAST_BOARDS)
        if len(self.streets) > QUICK_DRAWS:
            usual = FIRST_BOARDS if self.is_first else BOARDS
            return Size(_boards_before(board, self.deck, PLACE), "one draw", usual)
        return Size(1, "two draws", 1)


# what can be solved


def _check_streets(rules: Rules, streets: Sequence[tuple[int, int]], all_placed: bool) -> None:
    if all_placed:
        return
    for deal, place in streets:
        if (deal, place) != (DRAW, PLACE):
            dealt = f"{deal} cards, {place} of them placed"
            raise OfcError(
                f"not solvable: {rules.name} still deals {dealt}; solved are streets of {DRAW} cards and"
                f" {PLACE} placed, and those where every card is placed"
            )
    if len(streets) > MOST_DRAWS:
        raise OfcError(f"not solvable: {len(streets)} draws to come, at most {MOST_DRAWS} are solved exactly")


def deck_of(position: Position, objective: Objective, needed: int) -> bytes:
    """The cards that may come, without those on the open boards of the objective."""
    shown = {card for one in objective.opponents or () if isinstance(one, Board) for card in one.cards}
    if shown:
        rows = position.boards[position.seat]
        mine = (*(c for row in rows for c in row), *position.draw, *position.discards)
        both = [card for card in mine if card in shown]
        if both:
            raise InvalidCard(f"{' '.join(map(str, both))}: both here and on a board of the objective")
    if not needed:
        return b""
    deck = bytes(card for card in position.unseen if card not in shown)
    if len(deck) < needed:
        raise OfcError(f"{len(deck)} cards are left, {needed} are still to be drawn")
    return deck


# how large it is


def _free(board: Rows) -> tuple[int, int, int]:
    return 3 - len(board[0]), 5 - len(board[1]), 5 - len(board[2])


def _flush_suits(row: Sequence[Card], free: int) -> set[int]:
    """The suits in which a row can still become a flush."""
    held = {card & 3 for card in row if card < FIRST_JOKER}
    return (held or {0, 1, 2, 3}) if free and len(held) < 2 else set()


def _kinds(board: Rows, deck: bytes) -> set[tuple[int, int]]:
    """The kinds of cards that may come: by rank, and by suit where it can still make a flush."""
    free = _free(board)
    suits = _flush_suits(board[1], free[1]) | _flush_suits(board[2], free[2])
    return {(card >> 2, (card & 3) if card & 3 in suits else -1) for card in deck}


def _boards_before(board: Rows, deck: bytes, last: int) -> int:
    """An upper bound of the boards with `last` places left: sets of cards in each row, if they differ."""
    return sum(boards for _, boards in _boards_by_kinds(board, deck, last))


def _boards_by_kinds(board: Rows, deck: bytes, last: int) -> Iterator[tuple[int, int]]:
    """(kinds of cards that may come, such boards at most), by the rows that may still become a flush.

    Rows that can no longer become one differ by ranks alone, but for the suits that others still need.
    """
    free = _free(board)
    hopes = [set[int](), *(_flush_suits(row, n) for row, n in zip(board[1:], free[1:], strict=True))]
    for alive in ((), (1,), (2,), (1, 2)):
        if not all(hopes[row] for row in alive):
            continue
        left = [hopes[row] if row in alive else set() for row in range(3)]
        count = 0
        for top in range(free[0] + 1):
            for middle in range(free[1] + 1):
                sizes = top, middle, sum(free) - last - top - middle
                if 0 <= sizes[2] <= free[2]:
                    count += _boards_of(sizes, left, deck)
        yield _number_of_kinds(left, deck), count


def _number_of_kinds(hopes: Sequence[set[int]], deck: bytes) -> int:
    suits = set[int]().union(*hopes)
    return len({(card >> 2, (card & 3) if card & 3 in suits else -1) for card in deck})


def _pairs_of(kinds: int) -> int:
    return kinds * (kinds + 1) // 2


def _first_seconds(board: Rows, deck: bytes) -> float:
    """Roughly, for a board with four draws to come: measured where no flush is possible (13 kinds)."""
    seconds = 0.0
    for last, each, power in ((PLACE, 8e-6, 2), (2 * PLACE, 4e-4, 5)):
        for kinds, boards in _boards_by_kinds(board, deck, last):
            seconds += boards * each * (kinds / 13) ** power
    return seconds


def _in_time(seconds: float) -> str:
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.0f} seconds"


def _in_bytes(memory: int) -> str:
    return f"{memory / (1 << 30):,.1f} GB" if memory >= 1 << 30 else f"{memory >> 20} MB"


def _boards_of(sizes: tuple[int, int, int], hopes: Sequence[set[int]], deck: bytes) -> int:
    """Boards with these many more cards in the rows; rows with hopes can still be a flush in those suits."""
    counts = [sum(1 for card in deck if card >= FIRST_JOKER or card & 3 == suit) for suit in range(4)]
    kinds, ways = len({card >> 2 for card in deck}), 1
    for n, suits in zip(sizes, hopes, strict=True):
        if suits:
            ways *= sum(comb(counts[suit], n) for suit in suits) if n else 1
            kinds += sum(counts) if len(suits) > 1 and not n else max(counts[suit] for suit in suits)
    for n, suits in zip(sizes, hopes, strict=True):
        ways *= 1 if suits else comb(kinds + n - 1, n)
    return ways
