"""The moves of a history, graded: how many points each of them lost against the best one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ._columns import cut, fit, printable, wrapped
from ._errors import OfcError
from ._progress import watching
from ._rich import repr_html
from ._tables import arrow_c_stream, to_records
from ._values import brief, whole_number
from .history import History, PlayedHand
from .position import Move, Position
from .search import Analysis, Limit, analyse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._progress import Progress

SECONDS = 1.0
"""The default time for each move."""
SHOWN = 20
"""The default number of moves in a table."""
_NOTHING = 0.005  # points: a smaller loss is not shown
_NAME = 14


class Decision(NamedTuple):
    """A move that was made where there was a choice.

    hand: its number, from 1. seat, player: who. position: what they knew. move: what they did.
    """

    hand: int
    seat: int
    player: str
    position: Position
    move: Move

    @property
    def street(self) -> int | None:
        """From 0; None in Fantasyland."""
        return self.position.street

    @property
    def where(self) -> str:
        """'hand 3, street 2, Ann', streets from 1 as people count them."""
        street = "Fantasyland" if self.street is None else f"street {self.street + 1}"
        return f"hand {self.hand}, {street}, {printable(self.player)}"

    def __repr__(self) -> str:
        return f"<Decision: {cut(self.where, 80)}, {cut(str(self.move), 90)}>"


class Grade(NamedTuple):
    """What a move lost: points behind `best`, with standard error `se`; exact: the value of the move is."""

    decision: Decision
    loss: float
    se: float
    best: Move
    exact: bool

    @property
    def found_best(self) -> bool:
        """Whether the move was the best one, or as good."""
        return self.decision.move == self.best or self.loss == 0

    def __repr__(self) -> str:
        return f"<Grade: {cut(self.decision.where, 60)}, {self._lost}, {cut(str(self.decision.move), 80)}>"

    def __str__(self) -> str:
        """What was held, drawn, played, and better, in lines of at most 79 columns."""
        position = self.decision.position
        lines = [f"{self._lost}  {self.decision.where}"]
        drew = " ".join(map(str, position.draw))
        for label, text in (
            ("board", f"{position.board}  drew {drew}"),
            ("played", str(self.decision.move)),
            ("best", str(self.best)),
        ):
            lines += wrapped(text, f"  {label:<8}", " " * 10)
        return "\n".join(lines)

    @property
    def _lost(self) -> str:
        return f"-{self.loss:.2f} ({'exact' if self.exact else f'+- {self.se:.2f}'})"


class Tally(NamedTuple):
    """One player's moves in a review: how many, how many of them best, and points lost in all."""

    player: str
    moves: int
    best: int
    lost: float


class Review(list[Grade]):
    """Graded moves, the costliest first.

    left: how many are not graded, where Ctrl-C ended it.
    """

    __slots__ = ("left",)

    def __init__(self, grades: Iterable[Grade] = (), left: int = 0) -> None:
        super().__init__(sorted(grades, key=lambda one: -one.loss))
        self.left = left

    @property
    def players(self) -> tuple[Tally, ...]:
        """What each player's moves lost, by name."""
        names = sorted({one.decision.player for one in self})
        groups = ((name, [one for one in self if one.decision.player == name]) for name in names)
        return tuple(
            Tally(name, len(own), sum(one.found_best for one in own), sum(one.loss for one in own))
            for name, own in groups
        )

    def worst(self, most: int = SHOWN) -> list[Grade]:
        """The moves that lost something, at most `most`."""
        return [one for one in self[:most] if one.loss >= _NOTHING]

    def table(self, most: int = SHOWN) -> str:
        """A table of at most `most` worst moves, and what each player lost."""
        lines = [*map(str, self.worst(most)), ""]
        lines.append(f"{'player':<{_NAME}} {'moves':>6} {'best':>6} {'points lost':>12} {'a move':>8}")
        for one in self.players:
            name = fit(printable(one.player), _NAME)
            each = one.lost / one.moves
            lines.append(f"{name} {one.moves:>6} {one.best:>6} {one.lost:>12.2f} {each:>8.3f}")
        if self.left:
            lines.append(f"Stopped before the end: {self.left} moves are not graded.")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        lost = sum(one.loss for one in self)
        left = f"; {self.left} not graded" if self.left else ""
        return f"<Review: {len(self)} moves, {lost:.2f} points lost{left}>"

    _repr_html_ = repr_html

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each move, the one that lost most first; street from 1, None in Fantasyland."""
        return [
            {
                "hand": one.decision.hand,
                "seat": one.decision.seat,
                "player": one.decision.player,
                "street": None if one.decision.street is None else one.decision.street + 1,
                "position": str(one.decision.position),
                "move": str(one.decision.move),
                "best": str(one.best),
                "loss": float(one.loss),
                "se": float(one.se),
                "exact": one.exact,
            }
            for one in self
        ]

    to_records = to_records
    __arrow_c_stream__ = arrow_c_stream


def decisions(history: History, player: str | None = None, hand: int | None = None) -> Iterator[Decision]:
    """Every move of a history with more than one alternative, in order; those of one player or hand.

    Surrendering is not graded. OfcError for a player or a hand that the history does not have.
    """
    if not isinstance(history, History):
        raise TypeError(f"history must be a History, not {brief(history)}")
    if hand is not None:
        hand = whole_number("hand", hand)
    hands = [one for one in history.hands if hand in (None, one.number)]
    if hand is not None and not hands:
        raise OfcError(f"no hand {brief(hand)}: {_known(history)}")
    names = sorted({name for one in history.hands for name in one.players})
    if player is not None and player not in names:
        raise OfcError(f"no player {brief(player)}: there are {', '.join(names)}")
    for one in hands:
        yield from _decisions_of(one, player)


def _known(history: History) -> str:
    numbers = [one.number for one in history.hands]
    return f"there are {numbers[0]} to {numbers[-1]}" if numbers else "the history has none"


def _decisions_of(hand: PlayedHand, player: str | None) -> Iterator[Decision]:
    for game, seat, what in hand.steps():
        name = hand.players[seat % len(hand.players)]
        if not isinstance(what, Move) or what.is_surrender or player not in (None, name):
            continue
        if len(game.legal_moves) > 1:
            yield Decision(hand.number, seat, name, game.observation(seat), what)


def review(
    history: History,
    player: str | None = None,
    *,
    hand: int | None = None,
    limit: Limit | float | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = None,
) -> Review:
    """The decisions of a history (of one player, of one hand), the costliest first.

    limit: for each decision, as in `analyse`; None: a second. progress(done, all) is called after
    each; True shows a bar.
    Ctrl-C ends it: the decisions graded so far are returned, if there are any.
    """
    todo = list(decisions(history, player, hand))
    grades: list[Grade] = []
    with watching(progress, "moves") as told:
        try:
            for decision in todo:
                found = analyse(
                    decision.position,
                    limit=SECONDS if limit is None else limit,
                    seed=seed,
                    threads=threads,
                    keep=1,
                    hold=decision.move,
                )
                if not found.complete:  # Ctrl-C: the analysis returns what it knows
                    raise KeyboardInterrupt
                grades.append(grade(decision, found))
                if told is not None:
                    told(len(grades), len(todo))
        except KeyboardInterrupt:
            if not grades:
                raise
    return Review(grades, len(todo) - len(grades))


def grade(decision: Decision, found: Analysis) -> Grade:
    """What the move of a decision lost, by an analysis of its position that holds it; OfcError otherwise."""
    if not isinstance(decision, Decision) or not isinstance(found, Analysis):
        raise TypeError(f"a Decision and its Analysis are needed, not {brief(decision)} and {brief(found)}")
    for info, (points, se) in zip(found.moves, found.gaps, strict=True):
        if info.move == decision.move:
            return Grade(decision, max(points, 0.0), se, found.best.move, info.exact)
    raise OfcError(f"{decision.move}: not among the analysed moves; hold=move keeps it")
