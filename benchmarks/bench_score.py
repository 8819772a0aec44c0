"""Points of whole tables: rows, fouls, royalties, settlement. The unit is one two-player table."""

import numpy as np
import pytest

import ofckit

from hands import count, random_hands

N = count(1_000_000)
RULES = ofckit.RULES["pineapple"]


def random_tables() -> np.ndarray:
    """uint8 (N, 2, 13): 26 different cards, anywhere; most boards are foul."""
    return random_hands(N, 26, seed=2).reshape(N, 2, 13)


def legal_looking(tables: np.ndarray) -> np.ndarray:
    """The same cards, the better five of a board at the bottom; some tops are still too good."""
    boards = tables.reshape(-1, 13).copy()
    middle, bottom = boards[:, 3:8].copy(), boards[:, 8:].copy()
    swap = np.asarray(ofckit.rank_many(middle)) > np.asarray(ofckit.rank_many(bottom))
    boards[swap, 3:8], boards[swap, 8:] = bottom[swap], middle[swap]
    return boards.reshape(tables.shape)


@pytest.mark.parametrize("kind", ["random", "legal-looking"])
def test_score_many(measure, kind):
    tables = random_tables() if kind == "random" else legal_looking(random_tables())
    out = np.empty((N, 2), np.int32)
    ofckit.score_many(tables, RULES, out=out)
    assert (out.sum(axis=1) == 0).all()
    for i in range(0, N, N // 200):
        boards = [board(tables[i, p]) for p in range(2)]
        assert list(ofckit.settle(boards, RULES).points) == out[i].tolist()
    measure("tables", f"score_many, {kind}", lambda: ofckit.score_many(tables, RULES, out=out), N, rounds=7)


def board(ids: np.ndarray) -> ofckit.Board:
    cards = [str(ofckit.Card(int(i))) for i in ids]
    return ofckit.Board(" / ".join("".join(cards[a:b]) for a, b in ((0, 3), (3, 8), (8, 13))))


def test_one_row_per_table(measure, kernel):
    """The yardstick: the portable kernel ranks one five-card hand per table."""
    kernel("portable")
    rows, out = np.ascontiguousarray(random_tables()[:, 0, 8:]), np.empty(N, np.uint16)
    measure("tables", "rank_many, portable, one hand per table", lambda: ofckit.rank_many(rows, out=out), N)


def test_settle(measure):
    """One table in Python, with everything that `explain` needs."""
    boards = [board(b) for b in legal_looking(random_tables()[:1])[0]]
    measure("one table", "settle", lambda: ofckit.settle(boards, RULES), 1, rounds=2000)


def test_legal_looking_tables_have_the_better_five_at_the_bottom():
    """What `legal_looking` makes: no middle above the bottom."""
    tables = legal_looking(random_tables()).reshape(-1, 13)[:1000]
    middle = np.asarray(ofckit.rank_many(np.ascontiguousarray(tables[:, 3:8])))
    bottom = np.asarray(ofckit.rank_many(np.ascontiguousarray(tables[:, 8:])))
    assert (middle <= bottom).all()
