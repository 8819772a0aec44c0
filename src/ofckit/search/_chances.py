"""`chances`: how likely rows are to become what is wanted, by the cards to come or under play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, sqrt
from operator import index
from time import monotonic
from typing import NamedTuple, overload

from .._core import EndgameObjective, Rollouts
from .._errors import OfcError
from .._rng import seed_word
from .._threads import thread_count
from .._values import CONFIDENCE, brief, listed, whole_number
from ..cards import Card
from ..objective import Objective, as_objective, endgame_objective, is_marked, rollout_objective
from ..position import LegalMoves, Move, Position
from ..rules import Street, Test
from ._completions import completions
from ._endgame import after
from ._endgame_search import EndgameBoards, deck_of
from ._limit import Limit, read_limit
from ._running import Stopped
from ._wanted import Wanted, read_wanted, usual

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from ._endgame_search import Rows
    from ._results import Means
    from ._running import Progress

PLAYS = ("row", "exact", "best", "policy")
FUTURES = 20_000
"""Random futures of the policy, where no limit says otherwise."""
_BLOCK = 1000
_MOST_CARDS = 54
_MOST_WANTED = 100


class Chance(NamedTuple):
    """How likely something is.

    wanted: what, as text. cards: how many cards come. probability: 0 to 1. se: its standard error, 0 where it
    is exact. total: the sets of cards that may come; ways: those that bring it; None where plays are counted.
    """

    wanted: str
    cards: int
    probability: float
    se: float = 0.0
    ways: int | None = None
    total: int | None = None

    @property
    def exact(self) -> bool:
        """Whether it is no estimate."""
        return self.se == 0.0

    @property
    def odds(self) -> float | None:
        """The odds against it, to one; None when it never happens."""
        return (1 - self.probability) / self.probability if self.probability else None

    def __str__(self) -> str:
        ways = "" if self.ways is None else f"  {self.ways:,} of {self.total:,}"
        error = "" if self.exact else f" +- {100 * CONFIDENCE * self.se:.2f}"
        return f"{self.wanted}, {self.cards} cards: {100 * self.probability:.2f} %{error}{ways}"


@dataclass(frozen=True, slots=True, repr=False)
class Chances(Sequence[Chance]):
    """Chances in the order in which they were asked for, each by the number of cards to come.

    play: "row", "exact", "best" or "policy", as asked. move: the placement of the cards drawn that is meant;
    None where none are drawn, and where each chance has its own.
    """

    chances: tuple[Chance, ...]
    play: str
    move: Move | None = None

    def __len__(self) -> int:
        return len(self.chances)

    @overload
    def __getitem__(self, index: int) -> Chance: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Chance, ...]: ...
    def __getitem__(self, index: int | slice) -> Chance | tuple[Chance, ...]:
        return self.chances[index]

    def __iter__(self) -> Iterator[Chance]:
        return iter(self.chances)

    def to_dicts(self) -> list[dict[str, Any]]:
        """A dictionary for each chance, flat: its fields and `exact`."""
        return [{**one._asdict(), "exact": one.exact} for one in self.chances]

    def __repr__(self) -> str:
        first = ", ".join(f"{brief(one.wanted)}: {one.probability:.4g}" for one in self.chances[:3])
        return f"<Chances ({self.play}): {first}{', ...' if len(self) > 3 else ''}>"

    def __str__(self) -> str:
        return "\n".join([*self._lines(), _SAID[self.play]])

    def _lines(self) -> Iterator[str]:
        numbers = list(dict.fromkeys(one.cards for one in self.chances))
        names = list(dict.fromkeys(one.wanted for one in self.chances))
        width = max((len(name) for name in names), default=0)
        if len(numbers) == 1 or self.play != "row":
            for one in self.chances:
                yield f"{one.wanted:{width}}  {100 * one.probability:6.2f} %{_rest(one)}"
            return
        found = {(one.wanted, one.cards): one for one in self.chances}
        yield f"{'cards':>5}  " + "  ".join(f"{name:>8}" for name in names)
        for number in numbers:
            cells = (
                f"{100 * found[name, number].probability:>{max(len(name), 8) - 2}.2f} %" for name in names
            )
            yield f"{number:>5}  " + "  ".join(cells)


_SAID = {
    "row": "exact: each row by itself takes every card that helps.",
    "exact": "exact: under optimal play for points.",
    "best": "exact: each under the play that makes it as likely as possible.",
    "policy": "estimated: the policy plays on in random futures; +- is 95 %.",
}


def _rest(one: Chance) -> str:
    if not one.exact:
        return f" +- {100 * CONFIDENCE * one.se:.2f}"
    return "" if one.ways is None else f"  {one.ways:,} of {one.total:,}"


def chances(
    position: Position,
    *wanted: str,
    play: Literal["row", "exact", "best", "policy"] = "row",
    cards: int | Iterable[int] | None = None,
    objective: Objective | None = None,
    limit: Limit | float | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Chances:
    """How likely rows are to become what is wanted.

    wanted: texts such as "bottom flush+" (a flush or better), "middle two pair-" (two pair or worse),
        "bottom full house" (just that), "top QQ+ and bottom full house+" (both, on a legal board), "foul",
        "fantasyland", "fantasyland 14". None: the usual ones.
    play: "row": each row by itself takes every card that helps, of those that the position has not seen, as
        outs calculators have it; exact. "exact": optimal play by the objective. "best": each chance under
        the play that makes it most likely (a foul: least likely). Both solve what `value` solves; opponents'
        draws are unknown cards. "policy": the fast player plays on in random futures; an estimate.
    cards: for "row", how many cards come after those drawn, one number or several; None: all that the rules
        still deal to the board. The others play to the end of the hand.
    objective, limit, threads, progress: as for `value`; "row" takes none of them. With "policy", limit is one
        of seconds or rollouts (None: 20,000), and seed that of the futures.

    Raises OfcError for what cannot be read, asked or solved. The chance that trips and a kicker fill up in
    eight of 47 cards:

    >>> position = Position("pineapple", "Ad/-/4s4h4d8c")
    >>> print(chances(position, "bottom full house", cards=8)[0])
    bottom full house, 8 cards: 43.64 %  137,224,868 of 314,457,495
    """
    if not isinstance(position, Position):
        raise TypeError(f"chances are those of a Position, not of {brief(position)}")
    if play not in PLAYS:
        raise OfcError(f"play = {brief(play)}: it may be {', '.join(map(repr, PLAYS))}")
    if play != "row" and cards is not None:
        raise OfcError(f"cards: play {play!r} goes on to the end of the hand")
    events = [read_wanted(one, position.rules) for one in listed("what is wanted", wanted, _MOST_WANTED)]
    events = events or usual(position, play)
    if not events:
        raise OfcError(f"{position.board}: say what is wanted, such as 'bottom flush+'")
    if play == "row":
        if limit is not None:
            raise OfcError("limit: play 'row' is counted at once and takes none; the other plays have one")
        return _by_row(position, events, cards)
    if position.fantasyland[position.seat]:
        raise OfcError("a Fantasyland hand is set at once: only play 'row' is counted")
    if play == "policy":
        given = read_limit(limit, "chances under the policy", ("seconds", "rollouts"))
        return _by_policy(position, events, given or Limit(rollouts=FUTURES), seed_word(index(seed)))
    given = read_limit(limit, "an exact search", ("seconds", "boards"))
    search = _Search(position, given, thread_count(threads), progress)
    if play == "best":
        return Chances(tuple(search.best(event) for event in events), play)
    found = as_objective(objective, position.rules)
    return search.optimal(events, found)


# each row by itself


def _by_row(position: Position, events: Sequence[Wanted], cards: int | Iterable[int] | None) -> Chances:
    numbers = _numbers(position, cards)
    most, deck = max(numbers), position.unseen
    if most > len(deck):
        raise OfcError(f"cards: {most}; {len(deck)} are left")
    found = []
    for event in events:
        if len(event.tests) != 1:
            raise OfcError(
                f"{event.text!r}: rows by themselves are counted one by one; play 'best', 'exact' or "
                "'policy' has this"
            )
        row, low, high = event.tests[0]
        held = position.boards[position.seat][row]
        ways = _ways(tuple(held), position.free[row], tuple(deck), most, low, high, tuple(position.draw))
        for number in numbers:
            total = comb(len(deck), number)
            found.append(Chance(event.text, number, ways[number] / total, 0.0, ways[number], total))
    return Chances(tuple(found), "row")


@lru_cache(maxsize=1024)
def _ways(
    held: tuple[Card, ...],
    places: int,
    deck: tuple[Card, ...],
    most: int,
    low: int,
    high: int,
    draw: tuple[Card, ...],
) -> list[int]:
    """`completions` to strengths from `low` to `high`: kept, since rows alike are asked for again."""
    return completions(held, places, deck, most, range(low, high + 1).__contains__, draw)


def _numbers(position: Position, cards: int | Iterable[int] | None) -> list[int]:
    if cards is None:
        try:
            return [sum(street.deal for street in _ahead(position))]
        except OfcError as error:
            raise OfcError(f"{error}; say how many cards come") from None
    numbers = [cards] if isinstance(cards, int) else listed("cards", cards, _MOST_CARDS)
    if not numbers:
        raise OfcError("cards: no number of cards is given")
    return [whole_number("cards to come", one, 0, _MOST_CARDS) for one in numbers]


def _ahead(position: Position) -> Sequence[Street]:
    """The streets that are still dealt to this seat."""
    street, plan = position.street, position.rules.plan
    if street is None:
        if any(position.free) and not position.draw:
            raise OfcError(f"{position.board}: no street of {position.rules.name} begins with this board")
        return ()
    return plan[street + 1 :] if position.draw else plan[street:]


# under exact play


class _Search:
    """The boards that the seat can have now, and the exact search of them."""

    def __init__(
        self, position: Position, limit: Limit | None, threads: int, progress: Progress | None
    ) -> None:
        self.position, self.limit, self.threads, self.progress = position, limit, threads, progress
        self.ahead, self.rows = _ahead(position), position.boards[position.seat]
        self.moves: list[Move] = []
        if position.draw:
            if not position.to_place:
                raise OfcError(f"{position.board}: these cards cannot be placed, there is no move to make")
            self.moves = list(LegalMoves(position.draw, position.free, position.to_place))
        self.boards: list[Rows] = [after(self.rows, move) for move in self.moves] or [self.rows]
        self.cards = sum(street.deal for street in self.ahead)

    def outlooks(self, objective: Objective, compiled: EndgameObjective) -> list[Means]:
        """What each board comes to."""
        if not self.ahead and self.moves:
            deck_of(self.position, objective, 0)
            return compiled.finished(*self.rows, self.moves)
        search = EndgameBoards(self.position, objective, compiled, self.ahead, self.boards)
        try:
            return search.run(self.limit, self.threads, self.progress)
        except Stopped as stopped:
            raise stopped.reason from None

    def best(self, event: Wanted) -> Chance:
        """The chance of one thing under the play that makes it most likely (a foul: least likely)."""
        rules = self.position.rules
        if event.kind == "foul":
            compiled = EndgameObjective(rules.compiled, royalty=0, foul=-1)
            probability = min(means[1] for means in self.outlooks(_NOTHING, compiled))
        else:
            hands = [event.cards] if event.cards else _hands(self.position)
            numbers = rules.compiled
            if event.kind == "rows":
                hands, numbers = [1], rules.compiled_with([(1, event.tests)])
            worth = [(cards, 1.0) for cards in hands]
            compiled = EndgameObjective(numbers, royalty=0, foul=0, fantasyland=worth)
            found = self.outlooks(_NOTHING, compiled)
            probability = max(sum(means[2].get(cards, 0.0) for cards in hands) for means in found)
        return Chance(event.text, self.cards, probability)

    def optimal(self, events: Sequence[Wanted], objective: Objective) -> Chances:
        """The chances of all under the play that is worth most."""
        rules, found, move = self.position.rules, [], None
        known: dict[tuple[Test, ...] | None, list[Means]] = {}
        for event in events:
            marked = event.tests if event.kind == "rows" else None
            if marked not in known:
                known[marked] = self.outlooks(objective, endgame_objective(rules, objective, marked))
            outlooks = known[marked]
            at = max(range(len(outlooks)), key=lambda i: (outlooks[i][0], outlooks[i][3], -outlooks[i][1]))
            move = self.moves[at] if self.moves else None
            _, foul, hands, _ = outlooks[at]
            if event.kind == "foul":
                probability = foul
            elif event.kind == "fantasyland":
                probability = sum(chance for cards, chance in hands.items() if event.cards in (0, cards))
            else:
                probability = sum(chance for cards, chance in hands.items() if is_marked(cards))
            found.append(Chance(event.text, self.cards, probability))
        return Chances(tuple(found), "exact", move)


_NOTHING = Objective(fantasyland={}, foul=0.0)


def _hands(position: Position) -> list[int]:
    """The cards of the Fantasyland hands that a normal hand may earn."""
    inside = position.rules.fantasyland
    return sorted({cards for cards, _ in inside.entry_tests}) if inside else []


# under the policy


def _by_policy(position: Position, events: Sequence[Wanted], limit: Limit, seed: int) -> Chances:
    from ..policy import Policy

    rules, policy = position.rules, Policy.of(position.rules)
    move = policy.move(position) if position.draw else None
    rows = position.boards[position.seat]
    board = rows if move is None else after(rows, move)
    ahead = _ahead(position)
    cards = sum(street.deal for street in ahead)
    nothing = as_objective(None, rules)
    rollouts = Rollouts(
        rollout_objective(rules, nothing),
        policy.compiled,
        [board],
        deck_of(position, nothing, cards),
        [(street.deal, street.place) for street in ahead],
        seed,
    )
    began, hits, done = monotonic(), [0] * len(events), 0
    most = limit.rollouts or (1 << 62)
    while done < most:
        block = min(_BLOCK, most - done)
        for strengths in rollouts.rows(0, done, block):
            foul = rules.compiled.is_foul(*strengths)
            next_cards = rules.next_cards(0, *strengths, foul)
            for i, event in enumerate(events):
                hits[i] += event.is_met(strengths, foul, next_cards)
        done += block
        if limit.seconds is not None and monotonic() - began >= limit.seconds:
            break
    found = (
        Chance(event.text, cards, n / done, 0.0 if not ahead else _error(n, done))
        for event, n in zip(events, hits, strict=True)
    )
    return Chances(tuple(found), "policy", move)


def _error(hits: int, futures: int) -> float:
    """The standard error of a share; never 0, however few futures agree (one more of each is added)."""
    share = (hits + 1) / (futures + 2)
    return sqrt(share * (1 - share) / futures)
