"""One move graded: what it lost, how surely, where the difference comes from, and the reason in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot, inf
from time import monotonic
from typing import NamedTuple

from .._columns import cut, printable, wrapped
from .._errors import OfcError
from .._progress import watching
from .._values import CONFIDENCE, brief, whole_number
from ..board import Board
from ..objective import Objective, RowOdds
from ..policy import Policy
from ..position import Move
from ..rules import Rules
from ..search import Analysis, Limit, MoveInfo, Parts, analyse, parts_of
from ._decisions import Decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._progress import Progress

CERTAIN = 3.0
"""A loss counts if it is more than this many standard errors; a smaller one is too close to call."""
INACCURACY = 0.2
"""Points that an inaccuracy loses, or more; a certain loss below it is still a good move."""
MISTAKE = 0.75
"""Points that a mistake loses, or more."""
BLUNDER = 2.0
"""Points that a blunder loses, or more."""
LABELS = ("best", "too close", "good", "inaccuracy", "mistake", "blunder")
"""The labels of a move, the best first."""
KINDS = ("overchasing Fantasyland", "fouls", "missed Fantasyland", "missed royalties", "missed rows")
"""The kinds of a loss, by the part that most of it comes from."""
ERROR = 0.1
"""The standard error of a loss, in points, at which thinking stops by default."""
ROLLOUTS = 60_000
"""The default limit of hands played out for a move, whatever the error."""

_PART_OF_LOSS = 0.1  # an error of this part of the loss is small enough
_A_MOVE, _LEAST_LOOK = 16, 1000  # rollouts for each legal move, and at least: to find the best one
_FIRST = 400  # futures of the first comparison; each further one has twice as many
_FEWEST = 100  # of any comparison, whatever the limit: a standard error of fewer is worth little
_INSTANT = 0.05  # seconds for a comparison that begins late
_SAMPLE = 4_000  # what an exact answer against a sample of opponents counts for, in rollouts
_SEEDS = 1 << 16  # comparisons of one seed
_NOTHING = 1e-9
_CHASED = 0.25  # of what the other parts lost: Fantasyland gained that much, so it was chased
_SAID = 0.25  # of the largest part: a part that is worth a clause
_LEAST_SAID = 0.05  # points

_KIND_OF = {
    "foul": "fouls",
    "fantasyland": "missed Fantasyland",
    "royalties": "missed royalties",
    "rows": "missed rows",
}


class Grade(NamedTuple):
    """What a move lost against the best one.

    loss: the points that count: 0 for a best move, and where the difference cannot be told from noise.
    behind, se: the points measured behind `best`, and the standard error of that; exact: there is none.
    best: the best move that was found. played_info, best_info: what both are worth, by the same futures and
    this objective. policy: the move of the policy of the rules, None where it has none; policy_loss: what it
    loses, counted in the same way.
    """

    decision: Decision
    loss: float
    se: float
    best: Move
    exact: bool
    behind: float
    played_info: MoveInfo
    best_info: MoveInfo
    objective: Objective
    policy: Move | None = None
    policy_loss: float = 0.0

    @property
    def found_best(self) -> bool:
        """Whether the move was the best one, or exactly as good."""
        return self.label == "best"

    @property
    def is_close(self) -> bool:
        """Whether the difference cannot be told from noise."""
        return self.label == "too close"

    @property
    def label(self) -> str:
        """One of LABELS: by the size of the loss, from INACCURACY, MISTAKE and BLUNDER points on."""
        if self.decision.move == self.best or (not self.se and not self.loss):
            return "best"
        if not self.loss:
            return "too close"
        sizes = ((BLUNDER, "blunder"), (MISTAKE, "mistake"), (INACCURACY, "inaccuracy"))
        return next((label for least, label in sizes if self.loss >= least), "good")

    @property
    def played_parts(self) -> Parts:
        """What the value of the move consists of; what fouls cost is apart, against opponents too."""
        return _taken_apart(self.played_info, self.objective, self.decision.position.rules)

    @property
    def best_parts(self) -> Parts:
        """The same of the best move."""
        return _taken_apart(self.best_info, self.objective, self.decision.position.rules)

    @property
    def parts(self) -> Parts:
        """The difference to the best move, part by part: they add up to -behind."""
        played, best = self.played_parts, self.best_parts
        return Parts(*(a - b for a, b in zip(played, best, strict=True)))

    @property
    def kind(self) -> str:
        """One of KINDS: what the loss consists of mostly; "" where none counts.

        Overchasing Fantasyland: the move brings more of it than the best one, but loses more elsewhere.
        """
        if not self.loss:
            return ""
        parts = self.parts._asdict()
        gained = parts["fantasyland"]
        if gained > 0 and gained >= _CHASED * (self.behind + gained):
            return "overchasing Fantasyland"
        return _KIND_OF[min(parts, key=parts.__getitem__)]

    @property
    def reason(self) -> str:
        """A sentence made from the numbers: what the move loses, and what it gains for that."""
        label = self.label
        if label == "best":
            same = "" if self.decision.move == self.best else ", as good as any other"
            return f"The best move{same}."
        if label == "too close":
            most, least = (sign * CERTAIN * self.se - self.behind for sign in (1, -1))
            return f"Too close to call: it may be anything from {least:+.2f} to {most:+.2f} points."
        return _reason(self)

    def __repr__(self) -> str:
        return f"<Grade: {cut(self.decision.where, 60)}, {self._lost}, {cut(str(self.decision.move), 80)}>"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, *, position: bool = True, width: int = 79) -> list[str]:
        """What was held, drawn, played, and better, why, and the position to paste, as lines.

        Lines have at most `width` columns, but for that of the position, which is one word.
        """
        decision, seen, width = self.decision, self.decision.position, whole_number("width", width, 20, 1000)
        lines = list(wrapped(f"{self._lost}: {decision.where}", "", "  ", width))
        texts = [*_others(decision), ("board", str(seen.board)), ("drew", " ".join(map(str, seen.draw)))]
        texts.append(("played", str(decision.move)))
        if decision.move != self.best:
            texts.append(("best", str(self.best)))
            if self.loss:
                texts.append(("parts", parts_text(self.parts)))
        texts.append(("why", self.reason))
        for label, text in texts:
            lines += wrapped(text, f"  {label:<8}", " " * 10, width)
        if position:
            lines.append(f"  {seen}")
        return lines

    @property
    def _lost(self) -> str:
        if self.found_best:
            return self.label
        points = self.loss or max(self.behind, 0.0)
        error = "exact" if self.exact else f"+- {CONFIDENCE * self.se:.2f}"
        return f"{self.label} -{points:.2f} ({error})"

    def to_dict(self) -> dict[str, Any]:
        """Plain data, the shape of `ofckit review --format json`.

        match, hand, street (from 1, None in Fantasyland), seat, player; position, board, draw as text;
        opponents: [{seat, name, board}]; move, best, policy: moves as text (policy may be None);
        label, kind, reason: see the properties of the same name; loss, behind, se, policy_loss: points;
        exact: bool. parts, played, best_move: {royalties, fantasyland, rows, foul} of the difference and of
        both moves, the latter two with value, foul_chance, royalty and fantasyland_chances {cards: chance}.
        """
        decision, seen = self.decision, self.decision.position
        return {
            "match": decision.match,
            "hand": decision.hand,
            "street": None if decision.street is None else decision.street + 1,
            "seat": decision.seat,
            "player": decision.player,
            "position": str(seen),
            "board": str(seen.board),
            "draw": " ".join(map(str, seen.draw)),
            "opponents": [
                {"seat": seat, "name": name, "board": board} for seat, name, board in _opponents(decision)
            ],
            "move": str(decision.move),
            "best": str(self.best),
            "policy": None if self.policy is None else str(self.policy),
            "label": self.label,
            "kind": self.kind,
            "reason": self.reason,
            "loss": float(self.loss),
            "behind": float(self.behind),
            "se": float(self.se),
            "exact": self.exact,
            "policy_loss": float(self.policy_loss),
            "parts": _numbers(self.parts),
            "played": _worth(self.played_info, self.played_parts),
            "best_move": _worth(self.best_info, self.best_parts),
        }


def _numbers(parts: Parts) -> dict[str, float]:
    return {name: float(points) for name, points in parts._asdict().items()}


def _worth(info: MoveInfo, parts: Parts) -> dict[str, Any]:
    return {
        "value": float(info.ev),
        "foul_chance": float(info.foul),
        "royalty": float(info.royalty),
        "fantasyland_chances": {str(cards): float(share) for cards, share in info.fantasyland.items()},
        **_numbers(parts),
    }


# in words


def _opponents(decision: Decision) -> Iterator[tuple[int, str, str]]:
    """Seat, name and board of the others, those to the left first."""
    seen = decision.position
    for step in range(1, seen.seats):
        seat = (seen.seat + step) % seen.seats
        name = decision.names[seat] if seat < len(decision.names) else f"seat {seat}"
        yield seat, name, str(Board(seen.boards[seat], jokers=seen.rules.jokers))


def _others(decision: Decision) -> Iterator[tuple[str, str]]:
    seen = decision.position
    for seat, name, board in _opponents(decision):
        inside = f" in Fantasyland, {seen.fantasyland[seat]} cards" if seen.fantasyland[seat] else ""
        yield "against", f"{printable(name)}: {board}{inside}"


def parts_text(parts: Parts) -> str:
    """The parts of a difference."""
    titles = {"foul": "fouls", "fantasyland": "Fantasyland", "royalties": "royalties", "rows": "rows"}
    shown = (f"{title} {round(getattr(parts, name), 2) + 0.0:+.2f}" for name, title in titles.items())
    return ", ".join(shown)


def _reason(grade: Grade) -> str:
    parts = grade.parts._asdict()
    order = sorted(parts, key=parts.__getitem__)
    least = max(_SAID * -parts[order[0]], _LEAST_SAID)
    lost = [_lost_clause(grade, name) for name in order[:3] if name == order[0] or -parts[name] >= least]
    won = [_won_clause(grade, name) for name in reversed(order) if parts[name] >= least]
    said = _and(lost) + (f", for {_and(won)}" if won else "")
    return f"{said[0].upper()}{said[1:]}."


def _and(parts: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return " and ".join([*([", ".join(parts[:-1])] if parts[:-1] else []), parts[-1]])


def _lost_clause(grade: Grade, name: str) -> str:
    """What the move has less of than the best one."""
    points = f"{-getattr(grade.parts, name):.2f} points"
    if name == "foul":
        return f"fouls {_instead(grade, _foul)}"
    if name == "fantasyland":
        if _moved(grade, _entry):
            return f"reaches Fantasyland {_instead(grade, _entry)}"
        return f"earns {points} less from Fantasyland"
    return f"earns {points} less in royalties" if name == "royalties" else f"loses {points} more in the rows"


def _won_clause(grade: Grade, name: str) -> str:
    """What the move has more of."""
    points = f"{getattr(grade.parts, name):.2f} points"
    if name == "foul":
        return _instead(grade, _foul, " fouls")
    if name == "fantasyland":
        if _moved(grade, _entry):
            return _instead(grade, _entry, " Fantasyland")
        return f"{points} of Fantasyland"
    return f"{points} of royalties" if name == "royalties" else f"{points} in the rows"


def _foul(info: MoveInfo) -> float:
    return info.foul


def _entry(info: MoveInfo) -> float:
    return sum(info.fantasyland.values())


def _moved(grade: Grade, share: Callable[[MoveInfo], float]) -> bool:
    return abs(share(grade.played_info) - share(grade.best_info)) >= 0.005


def _instead(grade: Grade, share: Callable[[MoveInfo], float], of: str = "") -> str:
    a, b = share(grade.played_info), share(grade.best_info)
    digits = 0 if abs(a - b) >= 0.02 else 1
    return f"{a:.{digits}%}{of} instead of {b:.{digits}%}"


# what it is made of


def _taken_apart(info: MoveInfo, objective: Objective, rules: Rules) -> Parts:
    """`parts_of`, in which what fouls cost is a part of its own against opponents too."""
    parts = parts_of(info, objective)
    if objective.opponents is None:
        return parts
    each = sum(1.0 - (one.foul if isinstance(one, RowOdds) else 0.0) for one in objective.opponents)
    foul = -info.foul * rules.foul_value * each
    return Parts(parts.royalties, parts.fantasyland, parts.rows - foul, foul)


def _counted(points: float, se: float) -> float:
    """A loss as it counts: none that cannot be told from noise."""
    return points if points > max(CERTAIN * se, _NOTHING) else 0.0


def grade(
    decision: Decision,
    found: Analysis | None = None,
    *,
    limit: Limit | float | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = None,
) -> Grade:
    """What the move of a decision lost against the best one.

    found: an analysis of its position that holds the move (`hold=`): the grade by these numbers. Without it
    the best move is looked for first, and then the two, and the move of the policy, are compared in futures
    that the search has not seen, so that the best one is not favoured for its luck.
    limit: se: the standard error of the loss at which thinking stops (ERROR; a tenth of a large loss is
        enough, and it stops sooner where the loss is certain to be no inaccuracy). rollouts, seconds: at
        most. With None or rollouts, the same for the same seed.
    Ctrl-C raises KeyboardInterrupt. OfcError for a move that was not analysed.
    """
    if not isinstance(decision, Decision):
        raise TypeError(f"a Decision is graded, not {brief(decision)}")
    if found is not None:
        if not isinstance(found, Analysis):
            raise TypeError(f"found must be an Analysis, not {brief(found)}")
        return _by_analysis(decision, found)
    if limit is None:
        limit = Limit(se=ERROR)
    elif not isinstance(limit, Limit):
        limit = Limit(seconds=limit)
    if limit.boards is not None:
        raise OfcError("boards is not a limit of a grade; it takes seconds, rollouts and se")
    with watching(progress, "rollouts") as told:
        return _Judge(decision, limit, whole_number("seed", seed), threads, told).grade()


def _by_analysis(decision: Decision, found: Analysis) -> Grade:
    if decision.move not in [info.move for info in found.moves]:
        raise OfcError(f"{decision.move}: not among the analysed moves; hold=move keeps it")
    return _graded(decision, _Pair.of(found, found.best.move, decision.move), None, 0.0)


class _Pair(NamedTuple):
    """Two moves in the same futures: what each is worth, how far the other is behind the first one."""

    first: MoveInfo
    other: MoveInfo
    points: float
    se: float
    objective: Objective
    weight: float

    @classmethod
    def of(cls, found: Analysis, first: Move, other: Move) -> _Pair:
        """Of an analysis; one of the two is its best move, or both have exact values."""
        infos = {info.move: info for info in found.moves}
        known = found.gaps or [(found.best.ev - info.ev, info.se) for info in found.moves]
        gaps = {info.move: gap for info, gap in zip(found.moves, known, strict=True)}
        (a, before), (b, se) = gaps[first], gaps[other]
        weight = float(found.rollouts or 1)
        return cls(infos[first], infos[other], b - a, max(se, before), found.objective, weight)

    def __or__(self, more: _Pair) -> _Pair:
        """Both measurements together, by their weights."""
        return _Pair(
            _mean(self.first, more.first, self.weight, more.weight),
            _mean(self.other, more.other, self.weight, more.weight),
            *_both((self.points, self.se), (more.points, more.se), self.weight, more.weight),
            self.objective,
            self.weight + more.weight,
        )


def _both(a: tuple[float, float], b: tuple[float, float], left: float, right: float) -> tuple[float, float]:
    """The mean of two independent measurements, and its standard error."""
    whole = left + right
    return (left * a[0] + right * b[0]) / whole, hypot(left * a[1], right * b[1]) / whole


def _mean(a: MoveInfo, b: MoveInfo, left: float, right: float) -> MoveInfo:
    def mean(x: float, y: float) -> float:
        return (left * x + right * y) / (left + right)

    ev, se = _both((a.ev, a.se), (b.ev, b.se), left, right)
    cards = sorted({*a.fantasyland, *b.fantasyland})
    hands = {n: mean(a.fantasyland.get(n, 0.0), b.fantasyland.get(n, 0.0)) for n in cards}
    foul, royalty = mean(a.foul, b.foul), mean(a.royalty, b.royalty)
    return MoveInfo(a.move, ev, se, a.exact and b.exact, foul, hands, royalty)


def _graded(decision: Decision, pair: _Pair, policy: Move | None, policy_loss: float) -> Grade:
    best, points = pair.first, pair.points
    if -points > max(CERTAIN * pair.se, _NOTHING):  # better than what the search took for the best one
        best, points = pair.other, 0.0
    return Grade(
        decision=decision,
        loss=_counted(points, pair.se),
        se=0.0 if best is pair.other else pair.se,
        best=best.move,
        exact=pair.other.exact and pair.first.exact,
        behind=points,
        played_info=pair.other,
        best_info=best,
        objective=pair.objective,
        policy=policy,
        policy_loss=policy_loss,
    )


class _Judge:
    """Thinks about one decision until its loss is known well enough."""

    def __init__(
        self,
        decision: Decision,
        limit: Limit,
        seed: int,
        threads: int | None,
        told: Callable[..., object] | None,
    ) -> None:
        self.decision, self.position = decision, decision.position
        self.seed, self.threads, self.told = seed, threads, told
        self.error = limit.se or ERROR
        self.rollouts = limit.rollouts or (ROLLOUTS if limit.seconds is None else 0)
        self.seconds, self.began = limit.seconds, monotonic()
        self.used = self.number = 0

    def grade(self) -> Grade:
        move = self.decision.move
        found = self.look()
        best, policy, lost = found.best.move, self.policy(), 0.0
        if policy not in (None, best, move):
            pair = self.pair(found, best, policy, 0.5)
            lost = _counted(pair.points, pair.se)
            if _counted(-pair.points, pair.se):
                best = policy
        pair = self.pair(found, best, move, 1.0)
        if policy == move:
            lost = _counted(pair.points, pair.se)
        return _graded(self.decision, pair, policy, lost)

    def policy(self) -> Move | None:
        """The move of the policy, None where the rules have none and in Fantasyland."""
        if self.position.street is None:
            return None
        try:
            return Policy.of(self.position.rules).move(self.position)
        except OfcError:
            return None

    def look(self) -> Analysis:
        """The search for the best move: more of it where there are many."""
        rollouts = max(_A_MOVE * len(self.position.legal_moves), _LEAST_LOOK)
        if self.rollouts:
            rollouts = min(rollouts, max(self.rollouts // 2, 1))
        seconds = None if self.seconds is None else self.seconds / 2
        return self.analyse(Limit(rollouts=rollouts, seconds=seconds), 1, self.decision.move, None)

    def pair(self, found: Analysis, first: Move, other: Move, part: float) -> _Pair:
        """Two moves compared by at most this part of what the limit leaves.

        The futures of the search itself do not count: its best move is the one that they favoured. What it
        solved, but for a sample of opponents, does.
        """
        pair = None if found.rollouts else _Pair.of(found, first, other)
        if first == other:
            return pair or _Pair.of(found, first, first)
        most = self.used + (self.rollouts - self.used) * part if self.rollouts else inf
        ends = inf if self.seconds is None else self.now() + (self.seconds - self.now()) * part
        futures = _FIRST
        while pair is None or not self.is_settled(pair):
            left = int(min(most - self.used, 4.0 * ROLLOUTS))
            if pair is not None and (left < 2 * _FEWEST or self.now() >= ends):
                break
            rollouts = 2 * max(min(futures, left // 2), _FEWEST)
            seconds = None if ends == inf else max(ends - self.now(), _INSTANT)
            more = _Pair.of(
                self.analyse(Limit(rollouts=rollouts, seconds=seconds), 2, other, [first, other]),
                first,
                other,
            )
            pair = more if pair is None else pair | more
            futures = futures if found.rollouts == 0 else futures * 2
        return pair

    def is_settled(self, pair: _Pair) -> bool:
        """Whether the loss is known well enough."""
        points, se = pair.points, pair.se
        small = se <= max(self.error, _PART_OF_LOSS * points)
        return small or points + CERTAIN * se < INACCURACY

    def analyse(self, limit: Limit, keep: int, hold: Move, among: Sequence[Move] | None) -> Analysis:
        """One analysis, with a seed of its own: random futures that no other has met."""
        found = analyse(
            self.position,
            limit=limit,
            seed=self.seed * _SEEDS + self.number,
            threads=self.threads,
            progress=None if self.told is None else self.tell,
            keep=keep,
            hold=hold,
            among=among,
        )
        if not found.complete:  # Ctrl-C: the analysis returns what it knows
            raise KeyboardInterrupt
        self.number += 1
        self.used += found.rollouts or _SAMPLE
        return found

    def tell(self, done: int, every: int, *_: object) -> None:
        assert self.told is not None
        self.told(self.used + done, self.rollouts or self.used + every)

    def now(self) -> float:
        return monotonic() - self.began
