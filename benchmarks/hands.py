"""How many hands, and which."""

import os

import numpy as np

SCALE = float(os.environ.get("OFCKIT_BENCH_SCALE", "1"))  # 0.01: does every benchmark still run?


def count(n: int) -> int:
    """A number of hands or tables, scaled."""
    return max(1000, int(n * SCALE))


def random_hands(n: int, k: int, seed: int = 1) -> np.ndarray:
    """uint8 (n, k): hands in random order, the cards of a hand too."""
    rng = np.random.default_rng(seed)
    parts = [
        rng.permuted(np.argpartition(rng.random((min(250_000, n - at), 52), np.float32), k)[:, :k], axis=1)
        for at in range(0, n, 250_000)
    ]
    return np.ascontiguousarray(np.concatenate(parts).astype(np.uint8))
