"""Simulations: hands a second of CPU, and what two workers add. The unit is a two-player pineapple hand."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from time import perf_counter, process_time

import pytest

from ofckit import duel, simulate
from ofckit.bots import BOTS, make_bot
from ofckit.simulation import Report

from hands import SCALE

PAIRS = {  # bots and hands
    ("policy", "policy"): 40_000,
    ("greedy", "policy"): 8_000,
    ("greedy", "greedy"): 4_000,
    ("random", "random"): 2_000,
}
SEED = 1


def hands_of(pair: tuple[str, str]) -> int:
    return max(200, int(PAIRS[pair] * SCALE))


def bots(pair: tuple[str, str]) -> list[object]:
    missing = set(pair) - set(BOTS)
    if missing:
        pytest.skip(f"no bot {', '.join(missing)}")
    return [make_bot(name, seed=i) for i, name in enumerate(pair)]


def check(report: Report, hands: int) -> None:
    assert report.complete
    assert report.bot(0).hands == hands
    assert sum(one.mean for one in report.points) == pytest.approx(0, abs=1e-12)
    assert report.bot(0).forfeits == report.bot(1).forfeits == 0


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_one_core(pair: tuple[str, str]) -> None:
    """CPU time, so that a busy machine does no harm; the best of three."""
    players, hands, times = bots(pair), hands_of(pair), []
    for _ in range(3):
        start = process_time()
        report = simulate("pineapple", players, hands, SEED)
        times.append(process_time() - start)
        check(report, hands)
    print(f"\n{' v '.join(pair)}: {hands / min(times):,.0f} hands a second of CPU ({hands:,} hands)")


@pytest.fixture(params=["threads", "processes"])
def pool(request: pytest.FixtureRequest) -> Iterator[Callable[[int], Executor]]:
    """A function from workers to an executor."""
    if request.param == "threads":
        yield ThreadPoolExecutor
    else:
        yield lambda workers: ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


@pytest.mark.parametrize("pair", [("policy", "policy"), ("greedy", "policy")], ids="-".join)
def test_two_workers(pair: tuple[str, str], pool: Callable[[int], Executor]) -> None:
    """Wall clock of one worker and of two, in turn; it says something on a quiet machine only."""
    players, hands = bots(pair), 4 * hands_of(pair)
    with pool(1) as one, pool(2) as two:
        for executor in (one, two):
            simulate("pineapple", players, 200, SEED, executor)  # the workers begin
        times: dict[Executor, list[float]] = {one: [], two: []}
        reports = []
        for _ in range(3):
            for executor, taken in times.items():
                start = perf_counter()
                reports.append(simulate("pineapple", players, hands, SEED, executor))
                taken.append(perf_counter() - start)
    assert all(report == reports[0] for report in reports)
    check(reports[0], hands)
    alone, both = min(times[one]), min(times[two])
    print(
        f"\n{' v '.join(pair)}: one worker {hands / alone:,.0f} hands a second, two {hands / both:,.0f}: "
        f"{alone / both:.2f} times"
    )


def test_what_duplicate_play_is_worth() -> None:
    """How many more hands the same interval would take without it."""
    pair = ("greedy", "policy") if "policy" in BOTS else ("greedy", "random")
    players, deals = bots(pair), hands_of(("greedy", "policy")) // 2
    report = duel("pineapple", players, deals, SEED)
    check(report, 2 * deals)
    paired, unpaired = report.points[0], report.unpaired(0)
    print(
        f"\n{' v '.join(pair)}: {deals:,} deals twice: {paired.mean:+.3f}, standard error {paired.se:.4f}; "
        f"of as many independent hands {unpaired.se:.4f}: {(unpaired.se / paired.se) ** 2:.2f} times as many"
    )
