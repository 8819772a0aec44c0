"""Second streets: time, different leaves and memory of one decision, all its moves exact, by kind.

A leaf is a board with one draw to come. CPU time of one thread; the memory is that of one move, the largest.
"""

import multiprocessing
import resource
import sys
from time import process_time

import pytest

import ofckit
from ofckit import Objective, Position, value
from ofckit.search._endgame import Decision

KINDS = {
    "no flush possible": ("pineapple", "Qh/7h7d/AsKd", "2c5dQc"),
    "one flush": ("pineapple", "Qh/7h7d/AsKs", "2c5dQc"),
    "one flush, the draw suited": ("pineapple", "Qh/7h7d/AsKs", "2s5sQc"),
    "two flushes": ("pineapple", "Qh/7h6h/AsKs", "2c5dQc"),
    "two flushes, the draw suited": ("pineapple", "-/7h6h/AsKs9s", "5h4hQs"),
    "an empty middle": ("pineapple", "Qh/-/AsKsTs9s", "2c5dQc"),
    "progressive, one flush": ("progressive", "Qh/7h7d/AsKs", "2c5dQc"),
    "jokers to come, no flush": ("joker-ultimate", "Qh/7h7d/AsKd", "2c5dQc"),
    "jokers to come, one flush": ("joker-ultimate", "Qh/7h7d/AsKs", "2c5dQc"),
    "a joker drawn, no flush": ("joker-ultimate", "Qh/7h7d/AsKd", "2c5dX1"),
    "two jokers held, no flush": ("joker-ultimate", "QhX1/7h7d/As", "2c5dX2"),
}
MOST_MEMORY = 2000 << 20
FIVE_CARDS = {
    "no flush possible": ("pineapple", "Qh/7h7d/AsKd", None, 3.616274347551453),
    "jokers to come, no flush": (
        "joker-ultimate",
        "-/KsKh/6s5h3d",
        Objective(fantasyland={14: 20, 15: 28, 16: 36, 17: 44}, foul=-9),
        16.005960495009514,
    ),
}
"""Boards before the second street, an objective, and what they are worth."""


@pytest.mark.parametrize("kind", KINDS)
def test_decision(kind: str) -> None:
    """Every move in a process of its own, whose peak of memory is that of the move."""
    position = Position(*KINDS[kind])
    decision = Decision(position, None)
    numbers = range(len(decision.moves))
    with multiprocessing.Pool(1, maxtasksperchild=1) as pool:
        found = pool.starmap(solve, [(kind, i) for i in numbers], chunksize=1)
    seconds, leaves = (sum(one[i] for one in found) for i in (0, 1))
    memory, idle = max(one[2] for one in found), min(one[3] for one in found)
    print(
        f"\n{kind}: {len(found)} moves, {seconds:.1f} s, the first after {found[0][0]:.1f} s;"
        f" {leaves:,} leaves, {max(one[1] for one in found):,} of one move; {memory - idle:.0f} MB"
    )
    assert memory < MOST_MEMORY


@pytest.mark.parametrize("kind", FIVE_CARDS)
def test_five_cards(kind: str) -> None:
    """The value before the second street: minutes."""
    rules, board, objective, expected = FIVE_CARDS[kind]
    start = process_time()
    found = value(Position(rules, board), objective, threads=1)
    print(f"\n{kind}: {process_time() - start:.1f} s, {peak():.0f} MB")
    assert found.ev == pytest.approx(expected, rel=1e-12)


def solve(kind: str, number: int) -> tuple[float, int, float, float]:
    """Seconds, leaves, and megabytes at the peak and before."""
    search = Decision(Position(*KINDS[kind]), None).search
    assert search is not None
    one = ofckit._core.EndgameSearch(search.compiled, search.deck, search.streets, MOST_MEMORY)
    idle, start = peak(), process_time()
    assert one.outlook(*search.boards[number]) is not None
    return process_time() - start, one.leaves, peak(), idle


def peak() -> float:
    """Megabytes of this process at its peak."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
