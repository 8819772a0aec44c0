"""Bots that play well: the policy, which moves at once, the strong one, the solver, which thinks on."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import inf
from zlib import crc32

from .._core import CompiledBot
from .._errors import OfcError
from .._threads import thread_count
from .._values import brief, real_number, whole_number
from ..policy import Policy, read_policy
from ..position import Move, Position
from ..rules import Rules
from ..search import Analysis, Limit, MoveInfo, analyse, decide
from ._bot import BOARD, PlayedInC, check_turn, set_at_once

_FOREVER = 1e6  # seconds
ROLLOUTS = 5_000
"""The default number of hands played out for a move."""
CANDIDATES, FUTURES = 8, 300
"""How many moves the strong bot compares, and in how many futures it completes an opponent's board."""
_MOST = 10_000


class PolicyBot(PlayedInC):
    """The policy of the rules (`ofckit.policy`): a few microseconds for a turn, and it plays well.

    It takes a seed like other bots, which changes nothing: the policy is deterministic. policy: one of your
    own, a `Policy` or the path of its file, instead of the one that ships; other rules than its own use its
    tables, and OfcError says where they do not fit.
    """

    def __init__(self, seed: int = 0, *, policy: Policy | str | os.PathLike[str] | None = None) -> None:
        super().__init__()
        self.seed = whole_number("seed", seed)
        if not (policy is None or isinstance(policy, Policy | str | os.PathLike)):
            raise TypeError(f"policy is a Policy or the path of its file, not {brief(policy)}")
        self._learnt = policy.to_bytes() if isinstance(policy, Policy) else None
        if policy is not None and not isinstance(policy, Policy):
            self._learnt = read_policy(policy)

    def _compile(self, rules: Rules) -> CompiledBot | None:
        if rules.plan[0].place == BOARD:
            return None  # every hand comes at once
        if self._learnt is None:
            return Policy.of(rules).compiled
        return Policy.from_bytes(self._learnt, rules).compiled

    def __repr__(self) -> str:
        own = "" if self._learnt is None else f", policy=<{crc32(self._learnt):08x}>"
        return f"PolicyBot(seed={self.seed}{own})"


class StrongBot:
    """The recommended opponent: some ten milliseconds a move, most of them on the last three streets.

    Openings and second streets are the policy's. Then the best `candidates` moves by the policy are solved to
    the end of the hand, exactly but for the opponents: their boards are completed by the policy in `futures`
    random futures, and the last cards of all are solved as a game of the whole table where that is quick. In
    games that deal cards one by one, the last few are solved. Where that would take long, as on third streets
    with jokers to come, the policy moves. Fantasyland hands are set against the rows in sight.

    What it does depends on the seed and the position, for any number of threads. threads: None: as many as
    there are.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        candidates: int = CANDIDATES,
        futures: int = FUTURES,
        threads: int | None = None,
    ) -> None:
        self.seed, self.threads = whole_number("seed", seed), threads
        self.candidates = whole_number("candidates", candidates, 2, _MOST)
        self.futures = whole_number("futures", futures, 2, _MOST)
        thread_count(threads)  # which checks it
        self._policy = PolicyBot()

    def act(self, observation: Position) -> Move:
        """The best move; IllegalMove if it is not its turn."""
        check_turn(observation)
        try:
            move = decide(observation, self.candidates, self.futures, self.seed, thread_count(self.threads))
        except OfcError:  # rules under which hands are not set against rows
            move = None
        return self._policy.act(observation) if move is None else move

    def __repr__(self) -> str:
        words = [f"seed={self.seed}"]
        if self.candidates != CANDIDATES:
            words.append(f"candidates={self.candidates}")
        if self.futures != FUTURES:
            words.append(f"futures={self.futures}")
        if self.threads is not None:
            words.append(f"threads={self.threads}")
        return f"StrongBot({', '.join(words)})"


class SolverBot:
    """Plays the best move that `analyse` finds in the time or the rollouts it is given.

    Exact where that is quick, Fantasyland hands among them; see `analyse`. Without a limit a move gets
    5,000 rollouts. With a limit of rollouts or of standard error it does the same in the same position, for
    any number of threads; with a time limit it does what it can. threads: where no number is given, as many
    as there are; in a simulation with workers, a worker's share of them.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        seconds: float | None = None,
        rollouts: int | None = None,
        se: float | None = None,
        threads: int | None = None,
    ) -> None:
        self.seed, self.threads = whole_number("seed", seed), threads
        thread_count(threads)  # which checks it
        if seconds is None and rollouts is None and se is None:
            rollouts = ROLLOUTS
        self.limit = Limit(seconds=seconds, rollouts=rollouts, se=se)

    def act(self, observation: Position) -> Move:
        """The best move; IllegalMove if it is not its turn."""
        check_turn(observation)
        try:
            return self.search(observation).best.move
        except OfcError:
            if observation.to_place != BOARD:
                raise
            return set_at_once(observation)  # rules under which such a hand is not analysed

    def search(
        self,
        observation: Position,
        *,
        seconds: float | None = None,
        rollouts: int | None = None,
        stop: Callable[[], bool] | None = None,
        report: Callable[[int, MoveInfo], object] | None = None,
    ) -> Analysis:
        """The analysis of a position, under its own limit unless another is given.

        seconds: may be infinite. stop: is asked some ten times a second; the search ends when it says True.
        report: called with the rollouts so far and the best move, as often.
        """
        limit = self.limit
        if seconds is not None or rollouts is not None:
            if seconds is not None:
                seconds = min(real_number("seconds", seconds, 0, inf), _FOREVER)
            limit = Limit(seconds=seconds, rollouts=rollouts)

        def progress(done: int, number: int, best: MoveInfo | None) -> None:
            if best is None:
                return  # an exact search, which ends soon
            if report is not None:
                report(done, best)
            if stop is not None and stop():
                raise KeyboardInterrupt  # which ends an analysis

        return analyse(observation, limit=limit, seed=self.seed, threads=self.threads, progress=progress)

    def __repr__(self) -> str:
        words = [f"seed={self.seed}"]
        words += [f"{name}={value}" for name, value in _limits(self.limit) if value is not None]
        return (
            f"SolverBot({', '.join(words)}{f', threads={self.threads}' if self.threads is not None else ''})"
        )


def _limits(limit: Limit) -> tuple[tuple[str, float | None], ...]:
    return ("seconds", limit.seconds), ("rollouts", limit.rollouts), ("se", limit.se)
