"""The moves that the rules allow, without listing them: counted, indexed, iterated, tested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import compress
from typing import overload

from .._errors import OfcError
from .._values import brief, whole_number
from ..cards import Card
from ..cards import cards as read_cards
from ..rules import Rules
from ._move import STAY, SURRENDER, CardRow, Move, new_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_Pattern = tuple[int, int, int, int]
"""The cards for top, middle and bottom and those discarded, each as a set: 1 << i is the i-th card drawn."""
_MOST_IN_PATTERNS = 6  # cards; the moves of more are not kept as patterns,
_MOST_PATTERNS = 300  # nor are longer lists of them
_CHOSEN = tuple(tuple(n >> i & 1 for i in range(_MOST_IN_PATTERNS)) for n in range(1 << _MOST_IN_PATTERNS))
_ROW_NAMES = ("top", "middle", "bottom")


class LegalMoves(Sequence[Move]):
    """Every way to place some of the drawn cards in free places and to discard the others.

    A lazy sequence: its length is computed, its i-th move is built when asked for, and `in` asks
    `reason_against`. The millions of ways to set a Fantasyland hand are never stored.
    """

    __slots__ = ("_drawn", "_free", "_list", "_place", "_stay", "_surrender", "_ways")
    _list: tuple[_Pattern, ...]

    def __init__(
        self,
        drawn: Sequence[Card] = (),
        free: tuple[int, int, int] = (3, 5, 5),
        place: int = 0,
        *,
        stay: bool = False,
        surrender: bool = False,
    ) -> None:
        """drawn: the cards in hand. free: places in top, middle, bottom. place: how many cards to place.

        stay: a stay may be announced with the move. surrender: the hand may be given up.
        """
        if not (
            type(free) is tuple
            and [type(places) for places in (*free, place)] == [int] * 4
            and min(*free, place) >= 0
        ):
            raise OfcError(f"free places are three numbers, and so is place: {brief((free, place))}")
        self._begin(sorted(read_cards(drawn), reverse=True), free, place, stay, surrender)

    @classmethod
    def of(
        cls, drawn: Iterable[Card], free: tuple[int, int, int], place: int, stay: bool, surrender: bool
    ) -> LegalMoves:
        """The same for cards and places that are known to be valid."""
        self = cls.__new__(cls)
        self._begin(sorted(drawn, reverse=True), free, place, stay, surrender)
        return self

    def _begin(
        self, drawn: list[Card], free: tuple[int, int, int], place: int, stay: bool, surrender: bool
    ) -> None:
        self._drawn = drawn
        self._free = free
        self._place = place
        self._stay = stay
        self._surrender = surrender
        self._ways = -1
        self._list = ()

    # asking

    def reason_against(self, move: Move) -> str | None:
        """Why this move is illegal, None for a legal one."""
        top, middle, bottom, discards, word = move
        free = self._free
        if (
            not word
            and len(top) <= free[0]
            and len(middle) <= free[1]
            and len(bottom) <= free[2]
            and len(discards) + self._place == len(self._drawn)
            and sorted(top + middle + bottom + discards, reverse=True) == self._drawn
        ):
            return None
        if word == SURRENDER:
            return None if self._surrender else "nobody may surrender: surrender_points is off"
        return self._explain(move)

    def _explain(self, move: Move) -> str | None:
        top, middle, bottom, discards, word = move
        named = top + middle + bottom + discards
        held = " ".join(map(str, self._drawn)) or "none"
        for card in named:
            if card not in self._drawn:
                return f"{card} is not among the cards drawn ({held})"
        for card in self._drawn:
            if card not in named:
                return f"{card} is neither placed nor discarded"
        placed = len(named) - len(discards)
        if placed != self._place:
            away = len(self._drawn) - self._place
            return f"{self._place} cards must be placed, {away} discarded, not {placed} and {len(discards)}"
        for row, cards, free in zip(_ROW_NAMES, move.rows, self._free, strict=True):
            if len(cards) > free:
                room = f"room for {free} more" if free else "no room left"
                return f"the {row} has {room}, but the move places {len(cards)} there"
        if word == STAY and not self._stay:
            return "a stay is announced only in Fantasyland, where the rules ask for it (must_announce)"
        return None

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = Move(move)
            except OfcError:
                return False
        return isinstance(move, Move) and self.reason_against(move) is None

    # counting

    @property
    def placements(self) -> int:
        """Ways to place and discard the cards, announcements and surrender apart."""
        if self._ways < 0:
            self._count()
        return self._ways

    def _count(self) -> None:
        if self._drawn:
            self._ways, self._list = _counted(len(self._drawn), self._free, self._place)
        else:
            self._ways = 0

    def __len__(self) -> int:
        if self._ways < 0:
            self._count()
        return self._ways * (1 + self._stay) + self._surrender

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if type(index) is int and 0 <= index < len(self._list):
            return self._by_pattern(self._list[index], "")
        if isinstance(index, slice):
            return [self._at(i) for i in range(*index.indices(len(self)))]
        n, index = len(self), whole_number("the number of a move", index)
        if not -n <= index < n:
            raise IndexError(f"move {brief(index)} of {n}")
        return self._at(index % n)

    def _at(self, index: int) -> Move:
        """The move of this number: for each card, the highest first, the branch that holds the number."""
        ways = self.placements
        word = ""
        if index >= ways:
            if index >= ways * (1 + self._stay):
                return new_move((), (), (), (), SURRENDER)
            index -= ways
            word = STAY
        if self._list:
            return self._by_pattern(self._list[index], word)
        left = len(self._drawn)
        room = [*self._free, left - self._place]
        parts: list[list[Card]] = [[], [], [], []]
        for card in self._drawn:
            left -= 1
            for where in range(4):
                if not room[where]:
                    continue
                room[where] -= 1
                below = _ways(left, room[0], room[1], room[2], room[3])
                if index < below:
                    parts[where].append(card)
                    break
                index -= below
                room[where] += 1
        return new_move(tuple(parts[0]), tuple(parts[1]), tuple(parts[2]), tuple(parts[3]), word)

    def _by_pattern(self, pattern: _Pattern, word: str) -> Move:
        drawn = self._drawn
        top, middle, bottom, away = [tuple(compress(drawn, _CHOSEN[part])) for part in pattern]
        return new_move(top, middle, bottom, away, word)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a move: `moves[moves.index(move)] == move`; ValueError for one that is not there.

        It is counted, not looked for. start, stop: it must lie between these numbers, as in a list.
        """
        move = Move(value)
        if self.reason_against(move) is not None:
            raise ValueError(f"{move} is not among the legal moves: {self.reason_against(move)}")
        number = self._number(move)
        if number not in range(*slice(start, stop).indices(len(self))):
            raise ValueError(f"{move} has the number {number}, which is not from {start} to {stop}")
        return number

    def _number(self, move: Move) -> int:
        """For each card, the highest first, the moves in the branches before its own."""
        ways = self.placements
        if move.is_surrender:
            return ways * (1 + self._stay)
        where = {card: place for place, part in enumerate(move[:4]) for card in part}
        number, left = ways if move.is_stay else 0, len(self._drawn)
        room = [*self._free, left - self._place]
        for card in self._drawn:
            left -= 1
            for place in range(where[card] + 1):
                if not room[place]:
                    continue
                room[place] -= 1
                if place == where[card]:
                    break
                number += _ways(left, room[0], room[1], room[2], room[3])
                room[place] += 1
        return number

    def __iter__(self) -> Iterator[Move]:
        """All moves, in the order of their numbers."""
        for word in ("", STAY) if self._stay else ("",):
            if self.placements and self._list:
                cards = [tuple(compress(self._drawn, chosen)) for chosen in _CHOSEN[: 1 << len(self._drawn)]]
                for top, middle, bottom, away in self._list:
                    yield new_move(cards[top], cards[middle], cards[bottom], cards[away], word)
            elif self._drawn:
                away = len(self._drawn) - self._place
                yield from _each(tuple(self._drawn), (*self._free, away), ((), (), (), ()), word)
        if self._surrender:
            yield new_move((), (), (), (), SURRENDER)

    def __repr__(self) -> str:
        return f"<LegalMoves: {len(self)}>"


def reason_out_of_turn(rules: Rules, placed: int, stands: str) -> str | None:
    """Why a seat with this many cards placed may not surrender now, None if it may."""
    if rules.surrender_points is None:
        return f"nobody may surrender in {rules.name}: surrender_points is off"
    if stands:
        return f"this seat has {stands} already"
    if placed == 13:
        return "all cards are placed: it is too late to surrender"
    return None


@cache
def _ways(cards: int, top: int, middle: int, bottom: int, away: int) -> int:
    """Ways to put different cards into these free places, with exactly `away` of them discarded."""
    if cards == 0:
        return 0 if away else 1
    if top + middle + bottom + away < cards:
        return 0
    found = _ways(cards - 1, top - 1, middle, bottom, away) if top else 0
    found += _ways(cards - 1, top, middle - 1, bottom, away) if middle else 0
    found += _ways(cards - 1, top, middle, bottom - 1, away) if bottom else 0
    return found + (_ways(cards - 1, top, middle, bottom, away - 1) if away else 0)


@cache
def _counted(cards: int, free: tuple[int, int, int], place: int) -> tuple[int, tuple[_Pattern, ...]]:
    """The number of ways to place some of the cards and discard the others; all of them if they are few."""
    ways = _ways(cards, *free, cards - place)
    few = cards <= _MOST_IN_PATTERNS and ways <= _MOST_PATTERNS
    return ways, _patterns(cards, *free, cards - place) if few else ()


@cache
def _patterns(cards: int, top: int, middle: int, bottom: int, away: int) -> tuple[_Pattern, ...]:
    """All these ways in order, as numbers of cards: those that go to the top, middle, bottom, and away."""
    ids = tuple(Card(i) for i in range(cards))
    moves = _each(ids, (top, middle, bottom, away), ((), (), (), ()), "")
    return tuple(tuple(sum(1 << card for card in part) for part in move[:4]) for move in moves)  # type: ignore[misc]


_Room = tuple[int, int, int, int]
_Parts = tuple[CardRow, CardRow, CardRow, CardRow]


def _each(cards: CardRow, room: _Room, parts: _Parts, word: str) -> Iterator[Move]:
    if not cards:
        yield new_move(*parts, word)
        return
    card, rest = cards[0], cards[1:]
    for where in range(4):
        if not room[where]:
            continue
        less = (*room[:where], room[where] - 1, *room[where + 1 :])
        if _ways(len(rest), *less):
            more = (*parts[:where], (*parts[where], card), *parts[where + 1 :])
            yield from _each(rest, less, more, word)  # type: ignore[arg-type]
