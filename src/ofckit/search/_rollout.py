"""A race: boards meet the same random futures, and those that are clearly behind leave it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import ceil, hypot, inf, log2, sqrt
from time import monotonic

from .._core import Rollouts
from ._limit import Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FIRST = 32
"""Futures of a first round without a known end; the fewest after which a board may be clearly behind."""
LEAST = 4
"""Futures of a round, if the limit leaves that many."""
ENOUGH = 100
"""Futures of a round after which boards that are clearly behind may leave."""
CLEARLY = 4.0
"""Clearly behind: by this many standard errors of the difference, in the futures that both boards met."""
_AT_ONCE = 512  # rollouts in one call of the core: a few hundredths of a second
_MOST_BLOCKS = 1000  # of a round, which is planned as a whole: more are several rounds
_GUESS = 20_000.0  # rollouts of a thread in a second, until measured
_LOOK = 0.05  # seconds between checks of the clock and for Ctrl-C
_TOLD = 0.1  # seconds between reports of progress


class Race:
    """Boards in rollouts; which futures they meet depends only on the limit and the results."""

    def __init__(
        self,
        rollouts: Rollouts,
        boards: int,
        limit: Limit,
        *,
        began: float | None = None,
        threads: int = 1,
        keep: int = 3,
        hold: int | None = None,
        tell: Callable[[Race, float], object] | None = None,
    ) -> None:
        """began: when the time of the limit starts. keep: how many of the best boards never leave, nor does
        board `hold`. tell: called now and then with the part of the work that is done."""
        self.rollouts, self.limit, self.threads, self.keep, self.tell = rollouts, limit, threads, keep, tell
        self.hold = hold
        self.alive = list(range(boards))
        self.used = 0
        self.behind: dict[int, tuple[int, float, float]] = {}
        """the boards that left: which they were behind, by how much, and the standard error of that"""
        self.told = monotonic()
        self.began = self.told if began is None else began

    # what is known

    @property
    def futures(self) -> int:
        """The futures that the boards still in the race have met."""
        return self.rollouts.mean(self.alive[0])[0]

    def mean(self, board: int) -> float:
        """What a board that is still in the race was worth on average."""
        return self.rollouts.mean(board)[1]

    def se(self, board: int) -> float:
        """The standard error of the mean; infinite until two futures are known."""
        if self.futures < 2:
            return inf
        return sqrt(max(self.rollouts.covariance(board, board), 0.0) / self.futures)

    def value(self, board: int) -> tuple[float, float]:
        """What a board is worth, and the standard error; for one that left: the best less its gap."""
        if board not in self.behind:
            return self.mean(board), self.se(board)
        best = self.ranked()[0]
        points, se = self.gap(best, board)
        return self.mean(best) - points, hypot(self.se(best), se)

    def gap(self, ahead: int, board: int) -> tuple[float, float]:
        """How far one board is behind another in the futures that both have met, and the standard error."""
        if board in self.behind:
            over, points, se = self.behind[board]
            more, more_se = self.gap(ahead, over) if over != ahead else (0.0, 0.0)
            return points + more, hypot(se, more_se)
        if board == ahead or self.futures < 2:
            return self.mean(ahead) - self.mean(board), 0.0 if board == ahead else inf
        covariance = self.rollouts.covariance
        spread = covariance(ahead, ahead) + covariance(board, board) - 2 * covariance(ahead, board)
        return self.mean(ahead) - self.mean(board), sqrt(max(spread, 0.0) / self.futures)

    def ranked(self) -> list[int]:
        """The boards still in the race, the best first."""
        return sorted(self.alive, key=lambda board: (-self.mean(board), board))

    def order(self) -> tuple[list[int], list[tuple[float, float]]]:
        """All boards, the best first, those that left last; how far each is behind the best."""
        best = self.ranked()[0]
        gaps = {board: self.gap(best, board) for board in (*self.alive, *self.behind)}
        order = sorted(gaps, key=lambda board: (board in self.behind, gaps[board][0], board))
        return order, [gaps[board] for board in order]

    # the race

    def run(self) -> bool:
        """Run to the limit; False if Ctrl-C ended it. Before the first futures it is raised."""
        try:
            if self.threads == 1:
                self._rounds(None)
            else:
                with ThreadPoolExecutor(self.threads) as pool:
                    self._rounds(pool)
        except KeyboardInterrupt:
            if not self.futures:
                raise
            return False
        return True

    def _rounds(self, pool: ThreadPoolExecutor | None) -> None:
        while not self._is_over():
            futures, halve, clear = self._plan()
            blocks = self._blocks(futures)
            if pool is None:
                self._roll(blocks)
            else:
                self._roll_beside(pool, blocks)
            self._drop(halve, clear)

    def _is_over(self) -> bool:
        if self.futures < 2:
            return False
        if self._left() < len(self.alive) or (self.keep == 1 == len(self.alive)):
            return True
        best = self.ranked()[: self.keep]
        wanted = self.limit.se
        return wanted is not None and self.futures >= FIRST and max(map(self.se, best)) <= wanted

    def _left(self) -> float:
        """The rollouts that the limit leaves."""
        left = inf if self.limit.rollouts is None else float(self.limit.rollouts - self.used)
        if self.limit.seconds is not None:
            spent = monotonic() - self.began
            speed = self.used / spent if self.used and spent > 0 else _GUESS * self.threads
            left = min(left, speed * (self.limit.seconds - spent))
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
        if not self.used and self.limit.seconds is not None:
            return LEAST, False, False  # to measure the speed
        halvings = ceil(log2(field / self.keep)) if field > self.keep else 0
        share = left / (halvings + 1) / field
        if share > (long := _MOST_BLOCKS * self._step):
            return long, False, True
        least = LEAST if left >= LEAST * field else 1 if self.futures else 2
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

    def _roll(self, blocks: Sequence[tuple[int, int]]) -> None:
        for first, futures in blocks:
            if self.futures >= 2 and self._is_late():
                return
            self._add(self.rollouts.run(self.alive, first, futures), futures)

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

    def _drop(self, halve: bool, clear: bool) -> None:
        ranked, behind = self.ranked(), dict(self.behind)
        best, most = ranked[0], len(ranked)
        if halve:
            most = max(self.keep, (most + 1) // 2)
        stay = ranked[: self.keep]
        for place, board in enumerate(ranked[self.keep :], self.keep):
            points, se = self.gap(best, board)
            clearly = self.futures >= FIRST and points > CLEARLY * se + 1e-9
            if board != self.hold and (place >= most or (clear and clearly)):
                behind[board] = best, points, se
            else:
                stay.append(board)
        self.behind, self.alive = behind, sorted(stay)
