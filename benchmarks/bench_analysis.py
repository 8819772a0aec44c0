"""Analysis: rollouts a second, the error that they leave, and how they agree with what is exact.

    pytest -s benchmarks/bench_analysis.py        OFCKIT_BENCH_SCALE=0.1 for a quick look

CPU seconds are those of the whole process: what they say does not change much on a busy machine.
"""

import random
from math import sqrt
from time import perf_counter, process_time

import pytest

from ofckit import RULES, Card, Limit, Objective, Position, _core, analyse
from ofckit.objective import rollout_objective
from ofckit.policy import Policy
from ofckit.search import best_moves

from hands import SCALE

OPENINGS = {
    "queens and low cards": "Qh Qd 9s 5c 2h",
    "three to a flush and a pair": "Js 9s 4s 8d 8c",
    "unpaired and connected": "Kh Jd Tc 9s 8d",
    "ace, king, queen and a pair": "As Ks Qd 7d 7c",
}
SECONDS = 5.0


@pytest.mark.parametrize("kind", OPENINGS)
def test_opening(kind: str) -> None:
    """232 placements in five seconds on two threads: the error of the leaders, and of their lead."""
    cpu = process_time()
    found = analyse(Position("pineapple", "", OPENINGS[kind]), limit=SECONDS * SCALE, seed=1)
    cpu = process_time() - cpu
    print(f"\n{kind} ({OPENINGS[kind]}): {found.rollouts:,} rollouts in {found.seconds:.2f} s,")
    print(f"  {cpu:.2f} s of CPU, {found.rollouts / cpu:,.0f} a CPU second")
    for info, (gap, error), futures in list(zip(found, found.gaps, found.futures, strict=True))[:4]:
        value, behind = f"{info.ev:+.2f} +- {info.se:.2f}", f"{gap:.2f} +- {error:.2f}"
        print(f"  {info.move}  {value}, behind {behind}, {futures:,} futures")
    assert len(found) == 232


def test_threads() -> None:
    """The same work on one and on two threads: the same answer, in half the time where two cores are free."""
    position, limit = (
        Position("pineapple", "", OPENINGS["ace, king, queen and a pair"]),
        Limit(rollouts=int(60_000 * SCALE)),
    )
    times, answers = [], []
    for threads in (1, 2):
        wall, cpu = perf_counter(), process_time()
        answers.append(analyse(position, limit=limit, threads=threads).moves)
        times.append((perf_counter() - wall, process_time() - cpu))
    assert answers[0] == answers[1]
    (wall, cpu), (wall2, cpu2) = times
    print(f"\n{limit.rollouts:,} rollouts: {wall:.2f} s on one thread, {wall2:.2f} s on two,")
    print(f"  {wall / wall2:.2f} times as fast; CPU {cpu:.2f} and {cpu2:.2f} s")


def test_how_much_of_the_end_is_exact() -> None:
    """By how much of the end is exact: the error that a second leaves, and what the player costs."""
    rules = RULES["pineapple"]
    objective, bot = Objective.of(rules), Policy.of(rules).compiled
    compiled = rollout_objective(rules, objective)
    rng, n = random.Random(5), max(4, int(24 * SCALE))
    lines = []
    for decided in (0, 1, 2):
        seconds = bias = spread = 0.0
        rng.seed(5)
        for _ in range(n):
            position = third_street(rng)
            exact = {info.move: info.ev for info in best_moves(position)}
            board, move = position.boards[0], max(exact, key=lambda one: exact[one])
            rows = [(*a, *b) for a, b in zip(board, move.rows, strict=True)]
            rollouts = _core.Rollouts(compiled, bot, [rows], position.unseen, [(3, 2), (3, 2)], 1, decided)
            start = process_time()
            rolled = rollouts.run([0], 0, 2000)
            seconds += process_time() - start
            assert rolled is not None
            rollouts.add(rolled)
            bias += rollouts.mean(0)[1] - exact[move]
            spread += rollouts.covariance(0, 0)
        each = seconds / n / 2000
        lines.append(
            f"  {decided}: {1e6 * each:.1f} us a rollout, error of one second {sqrt(spread / n * each):.4f},"
        )
        lines.append(f"     bias {bias / n:+.2f} +- {sqrt(spread / n / 2000 / n):.2f}")
    print(f"\nbest moves of {n} third streets, how much of the end is exact:", *lines, sep="\n")


def test_agreement_with_the_exact_solver() -> None:
    """Random third streets: how far sampling is off, and what its choice costs."""
    rng, n = random.Random(7), max(8, int(60 * SCALE))
    squares = cost = 0.0
    for number in range(n):
        position = third_street(rng)
        exact = {info.move: info.ev for info in best_moves(position)}
        found = analyse(position, limit=Limit(rollouts=5_000), exact=False, seed=number)
        best = found.best
        squares += ((best.ev - exact[best.move]) / best.se) ** 2 if best.se else 0.0
        cost += max(exact.values()) - exact[best.move]
    print(f"\n{n} third streets: the best moves are {sqrt(squares / n):.2f} standard errors off (root mean")
    print(f"  square); the best one by 5,000 rollouts costs {cost / n:.4f} points")
    assert squares / n < 2.5


def third_street(rng: random.Random) -> Position:
    """A board of seven random cards, the better rows below, and three cards drawn."""
    cards = [Card(c) for c in rng.sample(range(52), 11)]
    rows = sorted((cards[1:4], cards[4:7]), key=lambda row: max(row.count(c) for c in row))
    return Position("pineapple", [cards[:1], *rows], cards[7:10], discards=cards[10:])
