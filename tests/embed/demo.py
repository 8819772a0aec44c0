"""Run the example package on random hands and tables, and hold its answers against ofckit's own."""

import random
from array import array

from embedder import fast

import ofckit

N = 10_000


def dealt(rng: random.Random, cards: int) -> bytes:
    """N deals of so many different cards, one after the other."""
    return b"".join(bytes(rng.sample(range(52), cards)) for _ in range(N))


def main() -> None:
    rng = random.Random(7)
    hands = memoryview(dealt(rng, 5)).cast("B", (N, 5))
    strengths = array("H", bytes(2 * N))
    fast.strengths(hands, strengths)
    assert strengths.tolist() == memoryview(ofckit.rank_many(hands)).tolist()

    tables = memoryview(dealt(rng, 26)).cast("B", (N, 2, 13))
    points = array("i", bytes(4 * N))
    fast.points(tables, points)
    rules = ofckit.RULES["pineapple"].replace(royalties="none")
    ours = [row[0] for row in memoryview(ofckit.score_many(tables, rules)).tolist()]
    assert points.tolist() == ours
    assert {-6, -1, 0, 1, 6} <= set(ours)
    print(f"embedder: {N} hands and {N} tables agree with ofckit")


if __name__ == "__main__":
    main()
