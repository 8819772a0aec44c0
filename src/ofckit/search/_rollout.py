"""A race: boards meet the same random futures, and those that are clearly behind leave it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import ceil, hypot, inf, log2, sqrt
from time import monotonic
from typing import NamedTuple

from .._core import Rollouts
from ._limit import Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FIELD = 16
"""Boards that stay after the first futures, however short the race is: those that the prior holds best."""
FIRST = 32
"""Futures of a first round without a known end; the fewest after which a board may be clearly behind."""
LEAST = 4
"""Futures of a round, if the limit leaves that many."""
ENOUGH = 100
"""Futures of a round after which boards that are clearly behind may leave."""
CLEARLY = 4.0
"""Clearly behind: by this many standard errors of the difference, in the futures that both boards met."""
_FEW = 4  # a first round takes a part of the limit that is no larger than this, where it can
_HELD = 2.0  # futures that the prior's spread counts for
_SURE = 10.0  # the prior is dropped where the futures know a difference this many times better (in variance)
_AT_ONCE = 512  # rollouts in one call of the core: a few hundredths of a second
_MOST_BLOCKS = 1000  # of a round, which is planned as a whole: more are several rounds
_GUESS = 20_000.0  # rollouts of a thread in a second, until measured
_LOOK = 0.05  # seconds between checks of the clock and for Ctrl-C
_TOLD = 0.1  # seconds between reports of progress


class Prior(NamedTuple):
    """What is held of boards before their first future, and of how they vary.

    values: a guess at what each is worth; only differences count. doubt: the standard error of the difference
    of two guesses. spread: the standard deviation of a board's worth over futures, where too few are known.
    """

    values: Sequence[float]
    doubt: float
    spread: float


class Race:
    """Boards in rollouts; which futures they meet depends only on the limit and the results.

    A board is measured from the favourite, the one that the prior holds best, which never leaves: its mean is
    that of all its futures, whoever wins. The others are as far from it as the futures that both met and the
    prior say together, each by its precision. So a few lucky futures do not make a winner, and its value
    needs no correction for having been chosen.
    """

    def __init__(
        self,
        rollouts: Rollouts,
        prior: Prior,
        limit: Limit,
        *,
        began: float | None = None,
        threads: int,
        keep: int = 3,
        hold: int | None = None,
        tell: Callable[[Race, float], object] | None = None,
    ) -> None:
        """began: when the time of the limit starts. keep: how many of the best boards never leave, nor does
        board `hold`. tell: called now and then with the part of the work that is done."""
        self.rollouts, self.prior, self.limit = rollouts, prior, limit
        self.threads, self.keep, self.tell = threads, keep, tell
        self.alive = list(range(len(prior.values)))
        self.favourite = max(self.alive, key=lambda board: (prior.values[board], -board))
        self.hold = hold
        self.stay = {self.favourite} if hold is None else {self.favourite, hold}
        self.used = 0
        self.behind: dict[int, tuple[int, float, float]] = {}
        """the boards that left: which they were behind, by how much, and the standard error of that"""
        self.told = self.first = monotonic()
        self.began = self.first if began is None else began
        self._known: tuple[int, dict[int, float]] = (-1, {})

    # what is known

    @property
    def futures(self) -> int:
        """The futures that the boards still in the race have met."""
        return self.rollouts.mean(self.favourite)[0]

    def mean(self, board: int) -> float:
        """What a board that is still in the race was worth on average."""
        return self.rollouts.mean(board)[1]

    def covariance(self, a: int, b: int) -> float:
        """Of the means of two boards still in the race: never none, though all futures so far be equal."""
        n = self.futures
        known = (n - 1) * self.rollouts.covariance(a, b) + (_HELD * self.prior.spread**2 if a == b else 0.0)
        return known / (n - 1 + _HELD) / n

    def ahead(self, board: int) -> tuple[float, float, float]:
        """How far a board is ahead of the favourite in the futures that both met, the variance of that, and
        how far it is held to be."""
        best = self.favourite
        if board == best:
            return 0.0, 0.0, 0.0
        spread = self.covariance(best, best) + self.covariance(board, board)
        spread -= 2 * self.covariance(best, board)
        held = self.prior.values[board] - self.prior.values[best]
        return self.mean(board) - self.mean(best), max(spread, 0.0), held

    def _weight(self, variance: float) -> float:
        """The part of a difference that its futures decide; the prior decides the rest."""
        doubt = self.prior.doubt**2
        return 1.0 if _SURE * variance <= doubt else doubt / (doubt + variance)

    def lead(self, board: int) -> float:
        """How far a board that is still in the race is ahead of the favourite, by all that is known."""
        if self._known[0] != self.used:
            self._known = self.used, {}
        found = self._known[1].get(board)
        if found is None:
            points, variance, held = self.ahead(board)
            weight = self._weight(variance)
            found = self._known[1][board] = weight * points + (1 - weight) * held
        return found

    def value(self, board: int) -> tuple[float, float]:
        """What a board is worth, and the standard error; for one that left: the best less its gap."""
        if self.futures < 2:
            return self.mean(board), inf
        if board in self.behind:
            best = self.ranked()[0]
            points, se = self.gap(best, board)
            return self.value(best)[0] - points, hypot(self.value(best)[1], se)
        best = self.favourite
        weight = self._weight(self.ahead(board)[1])
        variance = (
            weight**2 * self.covariance(board, board)
            + (1 - weight) ** 2 * self.covariance(best, best)
            + 2 * weight * (1 - weight) * self.covariance(best, board)
        )
        guess = 0.0 if board == best else (1 - weight) ** 2 * self.prior.doubt**2
        return self.mean(best) + self.lead(board), sqrt(max(variance, 0.0) + guess)

    def se(self, board: int) -> float:
        """The standard error of its value; infinite until two futures are known."""
        return self.value(board)[1]

    def gap(self, ahead: int, board: int) -> tuple[float, float]:
        """How far one board is behind another, and the standard error of that."""
        if board in self.behind:
            over, points, se = self.behind[board]
            more, more_se = self.gap(ahead, over) if over != ahead else (0.0, 0.0)
            return points + more, hypot(se, more_se)
        if board == ahead or self.futures < 2:
            return self.mean(ahead) - self.mean(board), 0.0 if board == ahead else inf
        parts, guess = [(self.favourite, 0.0)], 0.0  # the difference as a sum of means
        for sign, one in ((1, ahead), (-1, board)):
            weight = self._weight(self.ahead(one)[1])
            parts += [(one, sign * weight), (self.favourite, -sign * weight)]
            guess += 0.0 if one == self.favourite else (1 - weight) ** 2 * self.prior.doubt**2
        variance = sum(u * v * self.covariance(a, b) for a, u in parts for b, v in parts)
        return self.lead(ahead) - self.lead(board), sqrt(max(variance, 0.0) + guess)

    def ranked(self) -> list[int]:
        """The boards still in the race, the best first."""
        return sorted(self.alive, key=lambda board: (-self.lead(board), board))

    def order(self) -> tuple[list[int], list[tuple[float, float]]]:
        """All boards, the best first; how far each is behind the best."""
        best = self.ranked()[0]
        gaps = {board: self.gap(best, board) for board in (*self.alive, *self.behind)}
        order = sorted(gaps, key=lambda board: (board != best, gaps[board][0], board))
        return order, [gaps[board] for board in order]

    # the race

    def run(self) -> bool:
        """Run to the limit; False if Ctrl-C ended it. Before the first futures it is raised."""
        try:
            if self.threads == 1:
                for _ in self.blocks():
                    pass
            else:
                with ThreadPoolExecutor(self.threads) as pool:
                    self._rounds(pool)
        except KeyboardInterrupt:
            if not self.futures:
                raise
            return False
        return True

    def blocks(self) -> Iterator[None]:
        """Run to the limit in this thread, with a halt after each block: the race may be looked at there."""
        while not self._is_over():
            first = not self.used
            futures, halve, clear = self._plan()
            yield from self._roll(self._blocks(futures))
            self._drop(halve, clear, first)

    def _rounds(self, pool: ThreadPoolExecutor) -> None:
        while not self._is_over():
            first = not self.used
            futures, halve, clear = self._plan()
            self._roll_beside(pool, self._blocks(futures))
            self._drop(halve, clear, first)

    def _is_over(self) -> bool:
        if self.futures < 2:
            return False
        if self._left() < len(self.alive) or self._is_decided():
            return True
        best = self.ranked()[: self.keep]
        wanted = self.limit.se
        return wanted is not None and self.futures >= FIRST and max(map(self.se, best)) <= wanted

    def _is_decided(self) -> bool:
        """Whether one board was asked for, and all others are clearly behind it."""
        best, *others = self.ranked()
        return self.keep == 1 and all(b != self.hold and self._is_clear(best, b) for b in others)

    def _is_clear(self, best: int, board: int) -> bool:
        points, se = self.gap(best, board)
        return self.futures >= FIRST and points > CLEARLY * se + 1e-9

    def _left(self) -> float:
        """The rollouts that the limit leaves."""
        left = inf if self.limit.rollouts is None else float(self.limit.rollouts - self.used)
        if self.limit.seconds is not None:
            now = monotonic()
            speed = self.used / max(now - self.first, 1e-3) if self.used else _GUESS * self.threads
            left = min(left, speed * (self.limit.seconds - (now - self.began)))
        return left

    def _plan(self) -> tuple[int, bool, bool]:
        """Futures of the next round; whether half of the field leaves after it; and those clearly behind.

        Where the limit says how many rollouts are left, each round gets an equal part of them, as many rounds
        as it takes to halve the field down to the best (sequential halving: Karnin, Koren and Somekh 2013).
        Those clearly behind leave where such rounds are short.
        """
        field, left = len(self.alive), self._left()
        grown = max(FIRST, self.futures // 2)
        if left == inf:
            return grown, False, True
        if not self.used:  # to measure the speed, and to drop those that are not worth more
            return LEAST if left >= _FEW * LEAST * field else 2, False, False
        halvings = ceil(log2(field / self.keep)) if field > self.keep else 0
        share = left / (halvings + 1) / field
        if share > (long := _MOST_BLOCKS * self._step):
            return long, False, True
        least = LEAST if left >= LEAST * field else 1
        ends_early = self.keep == 1 or self.limit.se is not None
        most = grown if ends_early else inf
        futures = int(max(min(share, most), least))
        return futures, share < most and halvings > 0, share < ENOUGH or ends_early

    @property
    def _step(self) -> int:
        """The futures of a block."""
        return max(1, _AT_ONCE // len(self.alive))

    def _blocks(self, futures: int) -> list[tuple[int, int]]:
        """(first future, number) of the parts of a round, the same for any number of threads."""
        edges = [*range(self.futures, self.futures + futures, self._step), self.futures + futures]
        return [(a, b - a) for a, b in pairwise(edges)]

    def _is_late(self) -> bool:
        return self.limit.seconds is not None and monotonic() - self.began >= self.limit.seconds

    def _roll(self, blocks: Sequence[tuple[int, int]]) -> Iterator[None]:
        for first, futures in blocks:
            if self.futures >= 2 and self._is_late():
                return
            self._add(self.rollouts.run(self.alive, first, futures), futures)
            yield

    def _roll_beside(self, pool: ThreadPoolExecutor, blocks: Sequence[tuple[int, int]]) -> None:
        jobs = [pool.submit(self.rollouts.run, self.alive, *block) for block in blocks]
        try:
            for job, (_, futures) in zip(jobs, blocks, strict=True):
                while not job.done():
                    if self.futures >= 2 and self._is_late():
                        return
                    try:
                        job.result(_LOOK)
                    except TimeoutError:
                        continue
                self._add(job.result(), futures)
        finally:
            self.rollouts.stop()
            for job in jobs:
                job.cancel()
            for job in jobs:
                if not job.cancelled():
                    job.exception()
            self.rollouts.stop(False)

    def _add(self, rolled: Any, futures: int) -> None:
        self.rollouts.add(rolled)
        self.used += futures * len(self.alive)
        now = monotonic()
        if self.tell is not None and now - self.told >= _TOLD and self.futures >= 2:
            self.told = now
            self.tell(self, self.part_done())

    def part_done(self) -> float:
        """The part of the limit that is used up, 0 to 1."""
        part, limit = 0.0, self.limit
        if limit.rollouts is not None:
            part = self.used / limit.rollouts
        if limit.seconds is not None:
            part = max(part, (monotonic() - self.began) / limit.seconds)
        if limit.se is not None:
            worst = max(map(self.se, self.ranked()[: self.keep]))
            part = max(part, (limit.se / worst) ** 2 if worst > limit.se else 1.0)
        return min(part, 1.0)

    def _drop(self, halve: bool, clear: bool, first: bool) -> None:
        ranked, behind = self.ranked(), dict(self.behind)
        best, most = ranked[0], len(ranked)
        if halve:
            most = max(self.keep, (most + 1) // 2)
        elif first:
            most = int(min(most, max(FIELD, self.keep, self._left() / ENOUGH)))
        stay = ranked[: self.keep]
        for place, board in enumerate(ranked[self.keep :], self.keep):
            if board not in self.stay and (place >= most or (clear and self._is_clear(best, board))):
                behind[board] = best, *self.gap(best, board)
            else:
                stay.append(board)
        self.behind, self.alive = behind, sorted(stay)
