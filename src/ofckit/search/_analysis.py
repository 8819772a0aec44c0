"""The legal placements of a position, ranked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot, inf
from time import monotonic

from .._core import CompiledBot, Rollouts
from .._errors import OfcError
from .._progress import watching
from .._rng import seed_word
from .._threads import thread_count
from .._values import brief, listed, whole_number
from ..cards import FIRST_JOKER
from ..objective import Objective, as_objective, fantasyland_objective, rollout_objective
from ..position import LegalMoves, Move, Position, check_position
from ._endgame import Decision, after
from ._endgame_search import deck_of
from ._fantasyland import solve_fantasyland
from ._limit import Limit, read_limit
from ._opponents import RowsToBeat, SampleError, Strengths, own_boards
from ._results import Analysis, MoveInfo, new_info
from ._rollout import Prior, Race
from ._versus import VersusDecision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeVar

    from .._progress import Progress as Shown
    from ._results import Opponents

    D = TypeVar("D", Decision, VersusDecision)
    Progress = Callable[[int, int, MoveInfo | None], object]

FANTASYLAND_MOVES = 10
"""How many of the best moves are given for a hand that is set at once."""
DEFAULT_SECONDS = 5.0
"""The default limit."""
DOUBT = 1.5
"""How far differences of the policy's values are from the truth, in points: their root mean square."""
BIAS = {("pineapple", 1): -0.08}
"""Points by which rollouts of a street are too high on average, by the rules whose policy plays on and the
street (the opening is 0): docs/analysis.md says how they were measured."""
_SPREAD = 5.0  # points that the worth of a board varies by, without Fantasyland
_QUICK = 0.5  # seconds of one processor that an exact answer may take, roughly, where no time is asked for
_SHARE = 0.7  # of the time asked for that an exact answer may take; else rollouts have the rest
_QUICK_TOGETHER = 1.5  # the same, where it needs no sample of opponents
_KEPT, _MOST_KEPT = 3, 1000
_AT_ONCE = 0.08  # seconds that a search may take before its first analysis
_LOOK = 0.25  # seconds between two analyses of a search that is looked at
_MANY = 60  # moves: of so many a first look takes those that the policy holds best
_FIELD = 16  # of which a first look has so many
BOARD = 13
_DECIDED = 2  # how much of the end is exact: as much as can be


def analyse(
    position: Position,
    objective: Objective | None = None,
    *,
    limit: Limit | float | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Shown = None,
    against: Literal["visible"] | None = "visible",
    exact: bool = True,
    keep: int = _KEPT,
    hold: Move | None = None,
    among: Sequence[Move] | None = None,
    bot: CompiledBot | None = None,
) -> Analysis:
    """Every way to place the drawn cards, and what it is worth, the best first.

    Values are exact where that takes no longer than the time asked for (the second street of the pineapple
    family where no flush is possible, third streets and later, a board's last cards; Fantasyland hands, of
    which the best ten moves are given); else means of rollouts, with standard errors.
    In them all moves meet the same random futures, a player in C plays on, the end is decided exactly, and
    moves that are clearly behind leave the race.

    limit: a Limit, or seconds; None: five. With a limit of rollouts or of standard error the answer is a
        function of the position and the seed, for any number of threads; a time limit cannot promise that.
    progress: called as progress(done, all, best so far) now and then; True shows a bar.
    against: "visible": an objective without opponents gets those of the position that are still in the hand
        (docs/analysis.md says how their boards are assumed to end); None: none are added.
    exact: False forces rollouts even where the exact solver is quick. With a limit that is not one of time,
        exact answers may take half a second of one processor.
    keep: how many of the best moves stay in the race to the end; with 1 it ends once one is clearly best.
    hold: a move that stays in the race to the end, however it does, and is always among those given.
        OfcError for one that is not legal.
    among: the moves that rollouts compare, such as two of them; None: all. What is solved exactly is not
        narrowed. OfcError for one that is not legal.
    bot: the player who plays on; None: the policy of the rules.

    Surrender is not considered. Ctrl-C ends it and returns what is known. Raises OfcError where no
    cards are drawn or the objective lacks a value.

    >>> position = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    >>> best = analyse(position).best
    >>> str(best.move), best.ev, best.se
    ('Qc@t 3c@m x2c', 21.5, 0.0)
    """
    began = monotonic()
    _check(position, keep)
    if against not in ("visible", None):
        raise OfcError(f"against = {brief(against)}: it may be 'visible' or None")
    _check_hold(position, hold)
    if bot is not None and not isinstance(bot, CompiledBot):
        raise TypeError(f"bot must be a CompiledBot, such as that of compiled_for(), not {brief(bot)}")
    chosen = None if among is None else _read_among(position, among, hold)
    with watching(progress, "rollouts") as told:
        question = _Question(
            position=position,
            objective=as_objective(objective, position.rules),
            limit=_read_limit(limit),
            seed=seed_word(whole_number("seed", seed)),
            threads=thread_count(threads),
            progress=told,
            exact=exact,
            keep=keep,
            hold=hold,
            among=chosen,
            bot=bot,
            began=began,
        )
        if against and question.objective.opponents is None and position.seats > 1:
            return question.against_all()
        return question.answer()


def improving(
    position: Position,
    objective: Objective | None = None,
    *,
    limit: Limit | float | None = None,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
    hold: Move | None = None,
) -> Iterator[Analysis]:
    """What `analyse` finds, while it finds it: analyses of one search, each better than the one before.

    The first comes within a tenth of a second or two; of a first street the policy chooses its moves, and
    opponents who are still to be played out do not count in it. Then one comes each quarter of a second, and
    the last at the limit, or where it is exact. Those before it have the best moves alone, and `complete` is
    False. Time in which nobody asks for the next counts, too. The search is this thread's; closing the
    iterator ends it.

    stop: asked some ten times a second or more; True ends the search where it is.

    >>> position = Position("pineapple", "Qh/7h7d3c2s/AsKs9s8s", "Td 8c 4h", discards="5d 2c")
    >>> [(str(one.best.move), one.exact) for one in improving(position)][-1]
    ('Td@t 8c@t x4h', True)
    """
    began = monotonic()
    _check(position, keep=_KEPT)
    _check_hold(position, hold)
    if stop is not None and not callable(stop):
        raise TypeError(f"stop must be a function, not {brief(stop)}")
    question = _Question(
        position=position,
        objective=as_objective(objective, position.rules),
        limit=_read_limit(limit),
        seed=seed_word(whole_number("seed", seed)),
        threads=1,
        progress=None if stop is None else _stopping(stop),
        exact=True,
        keep=_KEPT,
        hold=hold,
        among=None,
        bot=None,
        began=began,
    )
    return _until(stop or (lambda: False), question.improving())


def _until(stop: Callable[[], bool], halts: Iterator[Analysis | None]) -> Iterator[Analysis]:
    """The analyses among the halts of a search, until it is told to stop."""
    try:
        for found in halts:
            if stop():
                return
            if found is not None:
                yield found
    except KeyboardInterrupt:
        if not stop():
            raise


def _stopping(stop: Callable[[], bool]) -> Progress:
    """Progress that ends an exact search where it is, as Ctrl-C does."""

    def tell(done: int, number: int, best: MoveInfo | None) -> None:
        if stop():
            raise KeyboardInterrupt

    return tell


def _read_limit(limit: Limit | float | None) -> Limit:
    return read_limit(limit, "an analysis", ("seconds", "rollouts", "se")) or Limit(seconds=DEFAULT_SECONDS)


def _check_hold(position: Position, hold: Move | None) -> None:
    if hold is None:
        return
    if not isinstance(hold, Move):
        raise TypeError(f"hold must be a Move, not {brief(hold)}")
    reason = position.legal_moves.reason_against(hold)
    if reason is not None:
        raise OfcError(f"hold = {hold}: {reason}")


def _check(position: Position, keep: int) -> None:
    check_position(position, "a Position is analysed")
    if type(keep) is not int or not 1 <= keep <= _MOST_KEPT:
        raise OfcError(f"keep = {brief(keep)}: it must be 1 to {_MOST_KEPT}")
    if not position.draw or not position.to_place:
        raise OfcError(f"{position.board}: no cards are drawn, so there is no move to make")


def _read_among(position: Position, among: object, hold: Move | None) -> list[Move]:
    moves = list(dict.fromkeys(listed("among", among)))
    for move in moves:
        if not isinstance(move, Move):
            raise TypeError(f"among must be moves, not {brief(move)}")
        reason = position.legal_moves.reason_against(move)
        if reason is not None or move.is_surrender:
            raise OfcError(f"among: {move}: {reason or 'surrender is not considered'}")
    if not moves:
        raise OfcError("among: no moves; None compares all of them")
    return moves if hold is None or hold in moves else [*moves, hold]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """What is asked of `analyse`; sampled: boards that stand for those of an opponent, by opponent."""

    position: Position
    objective: Objective
    limit: Limit
    seed: int
    threads: int
    progress: Progress | None
    exact: bool
    keep: int
    hold: Move | None
    among: Sequence[Move] | None
    bot: CompiledBot | None
    began: float
    sampled: Sequence[Sequence[Strengths]] = ()

    # against whom

    def against_all(self) -> Analysis:
        """The answer against the opponents of the position, whether they still draw or not."""
        position, objective = self.position, self.objective
        together = self._decision(lambda: VersusDecision(position, objective))
        if together is not None and together.seconds <= min(_QUICK_TOGETHER, self.limit.seconds or inf):
            return replace(self._solved(together), opponents="enumerated")
        return self._against(self._rows_to_beat()).answer()

    def _rows_to_beat(self) -> RowsToBeat:
        compiled = rollout_objective(self.position.rules, self.objective)
        return RowsToBeat(self.position, self.player, compiled, self.objective, self.seed)

    def _against(self, rows: RowsToBeat) -> _Question:
        """The same question, with rows to beat."""
        if not rows.odds:
            return self
        objective = replace(self.objective, opponents=tuple(rows.odds))
        return replace(self, objective=objective, sampled=rows.sampled)

    def player(self) -> CompiledBot:
        """The player who plays on in rollouts."""
        if self.bot is not None:
            return self.bot
        from ..policy import Policy

        return Policy.of(self.position.rules).compiled

    def answer(self) -> Analysis:
        """The answer against the opponents of the objective, exact where that is quick."""
        if self.position.to_place == BOARD:
            return self._set_at_once()
        decision = self._decision(lambda: Decision(self.position, self.objective))
        if decision is None or decision.seconds > self._allowed:
            return self._raced()
        seconds = self.limit.seconds
        try:
            return self._solved(decision, None if seconds is None else Limit(seconds=_SHARE * seconds))
        except OfcError:  # it takes longer than it was estimated
            return self._raced()

    # exactly

    def _decision(self, decide: Callable[[], D]) -> D | None:
        """The decision, if it can be solved."""
        if not self.exact or self.position.to_place == BOARD:
            return None
        try:
            return decide()
        except OfcError:
            return None

    @property
    def _allowed(self) -> float:
        """Seconds of one processor that an exact answer may take."""
        if self.limit.seconds is None:
            return _QUICK
        return _SHARE * self.limit.seconds * min(self.threads, thread_count())

    def _solved(self, decision: Decision | VersusDecision, limit: Limit | None = None) -> Analysis:
        """OfcError where the limit or the memory is not enough."""
        progress = self.progress
        tell = None if progress is None else lambda done, number: progress(done, number, None)
        moves, why = decision.solve(limit, self.threads, tell)
        if why is not None and (not moves or isinstance(why, OfcError)):
            raise why
        return replace(self._analysis(moves), complete=moves.complete)

    def _set_at_once(self) -> Analysis:
        """Thirteen cards at once: the best boards."""
        position = self.position
        rules, inside = position.rules, position.fantasyland[position.seat] > 0
        if rules.fantasyland is not None and not inside:
            raise OfcError(f"{rules.name} deals thirteen cards at once outside Fantasyland: not analysed")
        k = 1 if max(position.draw) >= FIRST_JOKER else FANTASYLAND_MOVES
        best = solve_fantasyland(position.draw, rules, self.objective, k)
        announces = inside and rules.fantasyland is not None and rules.fantasyland.must_announce
        moves = []
        for one in (best, *best.alternatives):
            move = Move.of(*one.board.rows, one.discards, stay=announces and one.stays)
            hands = {one.next_cards: 1.0} if one.next_cards else {}
            moves.append(new_info(move, (one.value, float(one.foul), hands, float(one.royalties.total))))
        if self.hold is not None and self.hold not in [info.move for info in moves]:
            moves.append(self._set_so(self.hold))
        return self._analysis(moves)

    def _set_so(self, move: Move) -> MoveInfo:
        """What a board set at once is worth."""
        position, rules = self.position, self.position.rules
        inside, strengths = position.fantasyland[position.seat], self._strengths(move)
        foul = rules.compiled.is_foul(*strengths)
        announced = move.is_stay or rules.fantasyland is None or not rules.fantasyland.must_announce
        worth = fantasyland_objective(rules, self.objective, len(position.draw)).value(*strengths)
        stays, next_cards = (rules.next_cards(inside, *strengths, foul, said) for said in (True, announced))
        worth += self.objective.next_hand(next_cards) - self.objective.next_hand(stays)
        hands = {next_cards: 1.0} if next_cards else {}
        royalty = 0 if foul else sum(rules.compiled.royalties(*strengths))
        return new_info(move, (worth, float(foul), hands, float(royalty)))

    def _strengths(self, move: Move) -> Strengths:
        """The strengths of the board that a move fills."""
        rows = after(self.position.boards[self.position.seat], move)
        return self.position.rules.compiled.row_strengths([card for row in rows for card in row])

    def _analysis(self, moves: Sequence[MoveInfo]) -> Analysis:
        """The analysis of moves, the best first, whose values are exact but for the sample of opponents."""
        error = self._sample_error([info.move for info in moves])
        exact, numbers = not self.sampled, range(len(moves))
        return Analysis(
            position=self.position,
            objective=self.objective,
            moves=tuple(moves[i]._replace(exact=exact, se=error.of(i)) for i in numbers),
            opponents=self.reckoned,
            seconds=monotonic() - self.began,
            futures=(0,) * len(moves),
            gaps=tuple((moves[0].ev - moves[i].ev, error.between(0, i)) for i in numbers),
        )

    @property
    def reckoned(self) -> Opponents:
        """Which opponents count."""
        if self.sampled:
            return "sampled"
        return "none" if self.objective.opponents is None else "known"

    def _sample_error(self, moves: Sequence[Move]) -> SampleError:
        """The error that a sample of opponents adds to the values of these moves."""
        rules = self.position.rules
        if not self.sampled or sum(self.position.free) == self.position.to_place:
            return SampleError(rules, self.sampled, lambda number: [self._strengths(moves[number])])
        rollouts = self._rollouts(moves)
        return SampleError(rules, self.sampled, lambda number: own_boards(rollouts, number))

    # by rollouts

    def _rollouts(self, moves: Sequence[Move]) -> Rollouts:
        """Rollouts of the boards after these moves."""
        position = self.position
        ahead = () if position.street is None else position.rules.plan[position.street + 1 :]
        return Rollouts(
            rollout_objective(position.rules, self.objective),
            self.player(),
            [after(position.boards[position.seat], move) for move in moves],
            deck_of(position, self.objective, sum(street.deal for street in ahead)),
            [(street.deal, street.place) for street in ahead],
            self.seed,
            _DECIDED,
        )

    def _prior(self, moves: Sequence[Move]) -> Prior:
        """What the policy holds of these moves."""
        from ..policy import Policy

        position, policy = self.position, Policy.of(self.position.rules).compiled
        own, unseen = position.boards[position.seat], position.unseen
        values = [policy.value(after(own, move), unseen) for move in moves]
        most = max(map(abs, self.objective.fantasyland.values()), default=0.0)
        return Prior(values, DOUBT, hypot(_SPREAD, most / 2))

    @property
    def bias(self) -> float:
        """Of rollouts in which the policy plays on, without opponents."""
        from ..policy import Policy

        if self.bot is not None or self.position.street is None or self.objective.opponents is not None:
            return 0.0
        return BIAS.get((Policy.of(self.position.rules).trained_on, self.position.street), 0.0)

    def _raced(self) -> Analysis:
        raced = self._race()
        return raced if isinstance(raced, Analysis) else raced.found(raced.race.run())

    def _race(self, moves: Sequence[Move] = ()) -> Analysis | _Raced:
        """The race of these moves, or of all that are asked for; what it finds, where rollouts are exact."""
        moves = moves or self.among or self._moves
        rollouts = self._rollouts(moves)
        if rollouts.is_exact:
            rolled = rollouts.run(range(len(moves)), 0, 1)
            assert rolled is not None
            rollouts.add(rolled)
            infos = [new_info(move, rollouts.outlook(i)) for i, move in enumerate(moves)]
            return self._analysis(sorted(infos, key=lambda one: -one.ev))

        error = self._sample_error(moves)

        def tell(race: Race, part: float) -> None:
            assert self.progress is not None
            expected = round(race.used / part) if part else race.used
            self.progress(race.used, max(race.used, expected), raced.info_of(race.ranked()[0]))

        race = Race(
            rollouts,
            self._prior(moves),
            self.limit,
            began=self.began,
            threads=self.threads,
            keep=self.keep,
            hold=None if self.hold is None else moves.index(self.hold),
            tell=self.progress and tell,
        )
        raced = _Raced(self, moves, race, error)
        return raced

    # while one looks

    def improving(self) -> Iterator[Analysis | None]:
        """Analyses as they come, and a halt, None, wherever the search may be left."""
        if self.objective.opponents is not None or self.position.seats == 1:
            yield from self._improving()
            return
        position, objective = self.position, self.objective
        together = self._decision(lambda: VersusDecision(position, objective))
        if together is not None and together.seconds > min(_QUICK_TOGETHER, self.limit.seconds or inf):
            together = None
        looked = self._is_slow(together) or (
            together is None and (position.seats > 2 or position.rules.jokers > 0)
        )
        if looked:
            yield from self._first_look()
        if together is not None:
            yield replace(self._solved(together), opponents="enumerated")
            return
        yield from self._against(self._rows_to_beat())._improving(looked)

    def _improving(self, looked: bool = False) -> Iterator[Analysis | None]:
        """The same against the opponents of the objective. looked: whether a first look was taken."""
        if self.position.to_place == BOARD:
            yield self._set_at_once()
            return
        decision = self._decision(lambda: Decision(self.position, self.objective))
        if decision is not None and decision.seconds > self._allowed:
            decision = None
        if not looked and self._is_slow(decision):
            yield from self._first_look()
        if decision is not None:
            seconds = self.limit.seconds
            try:
                yield self._solved(decision, None if seconds is None else Limit(seconds=_SHARE * seconds))
                return
            except OfcError:  # it takes longer than it was estimated
                pass
        raced = self._race()
        if isinstance(raced, Analysis):
            yield raced
            return
        due = monotonic()
        for _ in raced.race.blocks():
            is_due = monotonic() >= due and raced.race.futures > 1
            yield raced.so_far() if is_due else None
            if is_due:
                due = monotonic() + _LOOK
        yield raced.found()

    def _is_slow(self, decision: Decision | VersusDecision | None) -> bool:
        """Whether the answer keeps one waiting, and a first look is worth its time."""
        if self.position.to_place == BOARD:
            return False
        return len(self._moves) > _MANY if decision is None else decision.seconds > _AT_ONCE

    @property
    def _moves(self) -> list[Move]:
        return list(LegalMoves(self.position.draw, self.position.free, self.position.to_place))

    def _first_look(self) -> Iterator[Analysis | None]:
        """A few rollouts of all moves, or of those that the policy holds best."""
        moves = self._moves
        if len(moves) > _MANY:
            values = self._prior(moves).values
            best = sorted(range(len(moves)), key=lambda i: -values[i])[:_FIELD]
            moves = [moves[i] for i in best]
            if self.hold is not None and self.hold not in moves:
                moves.append(self.hold)
        limit = Limit(seconds=_AT_ONCE + monotonic() - self.began)
        raced = replace(self, limit=limit)._race(moves)
        if isinstance(raced, Analysis):
            return
        for _ in raced.race.blocks():
            yield None
        yield raced.so_far()


@dataclass(frozen=True, slots=True)
class _Raced:
    """A race of moves, begun or run. error: what a sample of opponents adds."""

    question: _Question
    moves: Sequence[Move]
    race: Race
    error: SampleError

    def info_of(self, board: int) -> MoveInfo:
        ev, se = self.race.value(board)
        outlook = self.race.rollouts.outlook(board)
        return new_info(self.moves[board], outlook, (ev, hypot(se, self.error.of(board))))

    def found(self, complete: bool = True) -> Analysis:
        """What is known of all moves."""
        return self._analysis(*self.race.order(), complete)

    def so_far(self) -> Analysis:
        """What is known by now of the best moves and the one that is held."""
        race = self.race
        ranked = race.ranked()
        best = [board for place, board in enumerate(ranked) if place < _FIELD or board == race.hold]
        return self._analysis(best, [race.gap(best[0], board) for board in best], False)

    def _analysis(self, order: list[int], gaps: list[tuple[float, float]], complete: bool) -> Analysis:
        question, race = self.question, self.race
        return Analysis(
            position=question.position,
            objective=question.objective,
            moves=tuple(map(self.info_of, order)),
            opponents=question.reckoned,
            complete=complete,
            rollouts=race.used,
            bias=question.bias,
            seconds=monotonic() - question.began,
            futures=tuple(race.rollouts.mean(i)[0] for i in order),
            gaps=tuple(
                (points, hypot(se, self.error.between(order[0], board)))
                for board, (points, se) in zip(order, gaps, strict=True)
            ),
        )
