"""Two simple opponents. A bot has `act(observation) -> Move` and knows nothing but that observation.

What they do depends on their seed and the observation alone: no matter what they did before, and in a hand
that is resumed as in one that never stopped.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from itertools import combinations

from ._core import rank_ids
from ._errors import IllegalMove
from ._rng import Rng
from .cards import Card
from .position import Move, Position
from .rules import Rules
from .solver import Objective, solve_fantasyland

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Bot(Protocol):
        """Whoever makes a move of what he may know."""

        def act(self, observation: Position) -> Move: ...


_JOKER = 52
_SIZES = (3, 5, 5)
_SAMPLES = 20  # futures that a move is tried against
_FUTURE = 18  # cards of a future: 6 for each row to choose from
_MOST_MOVES = 260  # of more moves so many are tried
_FOUL = -9.0  # a foul: what it pays, and the rows that it might have won
_ENTRY = 6.0  # the next hand in Fantasyland
_OBJECTIVE = Objective(fantasyland={cards: 2 * cards - 18.0 for cards in range(13, 18)})


class RandomBot:
    """Any legal placement, all equally likely; it never surrenders.

    >>> position = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h")
    >>> RandomBot(seed=1).act(position) in position.legal_moves
    True
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def act(self, observation: Position) -> Move:
        """One of the legal moves; IllegalMove where there is none."""
        _check_turn(observation)
        moves = observation.legal_moves
        return moves[_rng(self.seed, observation).below(moves.placements)]


class GreedyBot:
    """Tries every placement against some futures, each row filled as well as a few random cards allow.

    A Fantasyland hand is set for the most points; in the other hands it plays each turn as if it were the
    last choice. It rarely fouls, and knows nothing of its opponents but their cards.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def act(self, observation: Position) -> Move:
        """The placement that looks best; IllegalMove where there is none."""
        _check_turn(observation)
        if observation.to_place == 13:
            return _set_at_once(observation)
        rng = _rng(self.seed, observation)
        moves = observation.legal_moves
        count = moves.placements
        tried = range(count) if count <= _MOST_MOVES else [rng.below(count) for _ in range(_MOST_MOVES)]
        futures = _Futures(observation, rng)
        return max((moves[i] for i in tried), key=futures.worth)


def _check_turn(observation: Position) -> None:
    if not observation.legal_moves.placements:
        raise IllegalMove("no cards to place: a bot acts only on its own turn")


def _rng(seed: int, observation: Position) -> Rng:
    digest = blake2b(str(observation).encode(), digest_size=8).digest()
    return Rng(seed, int.from_bytes(digest, "little"))


# thirteen cards at once


def _set_at_once(observation: Position) -> Move:
    """The board that earns most; for a joker every card is tried that is not in the hand."""
    rules = observation.rules
    hand = list(observation.draw)
    stands_for: dict[Card, Card] = {}
    plain = _without_jokers(rules)
    for joker in [card for card in hand if card >= _JOKER]:
        others = [stands_for.get(card, card) for card in hand if card != joker]
        known = [card for card in others if card < _JOKER]
        free = [Card(i) for i in range(_JOKER) if i not in known]
        still = _JOKER in others or _JOKER + 1 in others
        stands_for[joker] = free[-1] if still else max(free, key=lambda card: _value([*others, card], plain))
    best = solve_fantasyland([stands_for.get(card, card) for card in hand], plain, _OBJECTIVE)
    back = {natural: joker for joker, natural in stands_for.items()}
    rows = [[back.get(card, card) for card in row] for row in best.board.rows]
    discards = [back.get(card, card) for card in best.discards]
    inside = observation.fantasyland[observation.seat] > 0
    announce = inside and rules.fantasyland is not None and rules.fantasyland.must_announce
    return Move.of(rows[0], rows[1], rows[2], discards, stay=announce and best.stays)


def _value(cards: Sequence[Card], rules: Rules) -> float:
    return solve_fantasyland(cards, rules, _OBJECTIVE).value


@cache
def _without_jokers(rules: Rules) -> Rules:
    return rules.replace(jokers=0) if rules.jokers else rules


# street by street

_Options = tuple[int, ...]  # strengths that a row can come to, ascending


class _Futures:
    """Random futures of one position, the same ones for every move, and what each row comes to in them."""

    def __init__(self, observation: Position, rng: Rng) -> None:
        self.rows = observation.boards[observation.seat]
        self.rules = observation.rules
        self.low = self.rules.middle == "2-7"
        self.lowest_pass = self.rules.low_middle_max
        fantasyland = self.rules.fantasyland
        self.entry = 0.0 if fantasyland is None else _ENTRY
        unseen = [card for card in observation.unseen if card < _JOKER]
        self.orders: list[list[Card]] = []
        for _ in range(_SAMPLES):
            rng.shuffle(unseen, _FUTURE)
            self.orders.append(unseen[:_FUTURE])
        self.kept: dict[tuple[int, tuple[Card, ...]], list[_Options]] = {}

    def worth(self, move: Move) -> float:
        """Points that a board with this move may expect, roughly."""
        rows = [old + new for old, new in zip(self.rows, move.rows, strict=True)]
        free = [size - len(row) for size, row in zip(_SIZES, rows, strict=True)]
        options = [self.options(row, tuple(sorted(cards))) for row, cards in enumerate(rows)]
        if not any(free):
            return self.final(options[0][0], options[1][0], options[2][0])
        return sum(map(self.final, *options)) / _SAMPLES

    def options(self, row: int, cards: tuple[Card, ...]) -> list[_Options]:
        """In each future the strengths among which this row may choose."""
        found = self.kept.get((row, cards))
        if found is None:
            free = _SIZES[row] - len(cards)
            if free == 0:
                found = [(_strength(cards),)] * _SAMPLES
            else:
                found = [_fillings(cards, self.slice(order, row, free + 1), free) for order in self.orders]
            self.kept[row, cards] = found
        return found

    def slice(self, order: Sequence[Card], row: int, seen: int) -> list[Card]:
        """The cards of a future that a row may choose from: not those of another row while there are
        enough."""
        start = row * _FUTURE // 3
        return [order[(start + i) % len(order)] for i in range(min(seen, len(order)))]

    def final(self, tops: _Options, middles: _Options, bottoms: _Options) -> float:
        """Points of the best legal board that these rows allow; of a foul, if none is legal."""
        bottom = bottoms[-1]
        if self.low:
            middle, highest = middles[0], bottom
            if middle > self.lowest_pass:
                return _FOUL - middle / 3000
        else:
            n = bisect_right(middles, bottom)
            if n == 0:
                return _FOUL
            middle = highest = middles[n - 1]
        n = bisect_right(tops, highest)
        if n == 0:
            return _FOUL
        top = tops[n - 1]
        points = 0.0 + sum(self.rules.compiled.royalties(top, middle, bottom))
        if self.entry and self.rules.next_cards(0, top, middle, bottom, False, False):
            points += self.entry
        low = 9000 - middle if self.low else middle
        return points + bottom / 3000 + low / 4000 + top / 5000


def _fillings(cards: tuple[Card, ...], seen: Sequence[Card], free: int) -> _Options:
    """Strengths that the row can come to, of as many of the cards seen as it has places for."""
    return tuple(sorted({_strength(cards + more) for more in combinations(seen, min(free, len(seen)))}))


def _strength(cards: tuple[Card, ...]) -> int:
    """The strength of a row; a joker stands for the card that makes most of it."""
    natural = [card for card in cards if card < _JOKER]
    jokers = len(cards) - len(natural)
    for _ in range(jokers):
        natural.append(max(_candidates(natural), key=lambda card: rank_ids([*natural, card])))
    return rank_ids(natural)


def _candidates(natural: Sequence[Card]) -> list[Card]:
    """A card of every rank that is not in the row, of its suit where it has one suit."""
    suit = natural[0] & 3 if natural else 0
    return [Card(4 * rank + s) for rank in range(13) for s in (suit, suit ^ 1) if 4 * rank + s not in natural]
