"""The last cards of a whole table, solved: all players still to act maximise their own points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import comb

from .._core import VersusSearch
from .._errors import OfcError
from ..objective import FEWEST, MOST, Objective
from ..position import LegalMoves, Position
from ..rules import Rules
from ._endgame import after, ranked
from ._endgame_search import Rows, deck_of
from ._running import Stopped, run_beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._limit import Limit
    from ._results import Moves
    from ._running import Progress

MOST_DEAL, MOST_TURNS = 3, 16
_BOARD = 1e-9  # seconds for one of the boards that `_work` counts, roughly
_ALONE = 8  # times as long for a board that is shared with no other turn
_JOKERS = 100  # times as long where there are jokers


class VersusDecision:
    """The moves of a position against open boards, ready to be solved; OfcError where they cannot be.

    Every draw is seen before it is placed, later ones are not; the cards that may come are those that the
    position has not seen, and all players decide by them. A player takes what is worth most to them: the
    points of settling with all others, and their own next Fantasyland hand.
    """

    def __init__(self, position: Position, objective: Objective) -> None:
        rules = position.rules
        hands = {cards for cards, _ in rules.fantasyland.entry_tests} if rules.fantasyland else set()
        if hands and not FEWEST <= min(hands) <= max(hands) <= MOST:
            raise OfcError(f"not solvable together: Fantasyland with {max(hands)} cards")
        self.position = position
        self.fantasyland = [(cards, objective.next_hand(cards)) for cards in hands]
        self.turns = _turns_after_move(position)
        self.deck = deck_of(position, objective, sum(deal for _, deal, _ in self.turns))
        self.moves = list(LegalMoves(position.draw, position.free, position.to_place))

    @property
    def seconds(self) -> float:
        """Roughly how long one thread takes."""
        jokers = _JOKERS if self.position.rules.jokers else 1
        return len(self.moves) * _work(self.turns, len(self.deck)) * jokers * _BOARD

    def solve(
        self, limit: Limit | None, threads: int, progress: Progress | None
    ) -> tuple[Moves, BaseException | None]:
        """The moves that are solved, the best first, and why not all of them are."""
        seconds = None if limit is None else limit.seconds
        searches = list(self._searches())
        calls = [search.outlook for search in searches]
        try:
            return ranked(self.moves, run_beside(searches, calls, seconds, threads, progress)), None
        except Stopped as stopped:
            return ranked(self.moves, stopped.found), stopped.reason

    def _searches(self) -> Iterator[VersusSearch]:
        """A search for each move; seats that surrendered are left out."""
        position = self.position
        seats = [seat for seat in range(position.seats) if position.out[seat] != "surrendered"]
        number = {seat: i for i, seat in enumerate(seats)}
        own = number[position.seat]
        settling = [(position.button + 1 + i) % position.seats for i in range(position.seats)]
        first = next(number[seat] for seat in settling if seat in number)
        boards: list[Rows] = [position.boards[seat] for seat in seats]
        for move in self.moves:
            boards[own] = after(position.boards[position.seat], move)
            yield VersusSearch(
                position.rules.compiled,
                boards,
                self.deck,
                [(number[seat], deal, place) for seat, deal, place in self.turns],
                own=own,
                first=first,
                left=[number[seat] for seat in seats if position.out[seat] == "left"],
                fantasyland=self.fantasyland,
            )


def _turns_after_move(position: Position) -> list[tuple[int, int, int]]:
    """(seat, cards dealt, cards placed) of every turn after the move of this position, in order.

    OfcError where the last cards of the others are not an open-card game that can be solved.
    """
    rules, seats = position.rules, position.seats
    if rules.boards_per_player > 1 or any(position.fantasyland) or rules.is_closed:
        raise OfcError("not solvable together: the others have closed hands, or two boards each")
    next_street = {
        seat: _street_after(rules, sum(map(len, position.boards[seat])))
        for seat in range(seats)
        if not position.out[seat]
    }
    next_street[position.seat] += 1
    order = rules.order(seats, position.button)
    turns = [
        (seat, street.deal, street.place)
        for number, street in enumerate(rules.plan)
        for seat in order
        if seat in next_street and next_street[seat] <= number
    ]
    if any(street.face_down for street in rules.plan[min(next_street.values()) :]):
        raise OfcError("not solvable together: cards come face down")
    if len(turns) > MOST_TURNS or any(deal > MOST_DEAL for _, deal, _ in turns):
        raise OfcError("not solvable together: too many cards are still to come")
    whole_table = rules.loss_cap is not None or rules.table_sweep  # pairs by themselves do not settle these
    if all(seat == position.seat for seat, _, _ in turns) and not whole_table:
        raise OfcError("the boards of the others are complete")
    return turns


def _street_after(rules: Rules, held: int) -> int:
    """The number of the next street of a board of `held` cards."""
    begins = [0, *accumulate(street.place for street in rules.plan)]
    if held not in begins:
        raise OfcError(f"not solvable together: no street of {rules.name} begins with {held} cards")
    return begins.index(held)


def _work(turns: list[tuple[int, int, int]], deck: int) -> float:
    """Roughly how many boards are searched after one move.

    The last two turns share their boards where they are those of two players: csrc/search/versus.c.
    """
    shared = len(turns) > 1 and turns[-2][0] != turns[-1][0]
    work = 1.0 if shared else _ALONE
    for i, (_, deal, place) in enumerate(turns):
        draws, ways = comb(deck, deal), comb(deal, place) * 3**place
        if i == len(turns) - 1:
            work *= draws * (ways + 2**deal)
        elif i == len(turns) - 2 and shared:
            work *= min(draws * ways, comb(12 + place, place) * 2**place)
        else:
            work *= draws * ways
        deck -= deal
    return work
