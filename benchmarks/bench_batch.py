"""Many hands in one call. The unit is one hand; the yardstick is a plain C loop over the public header.

Input in random order, one thread unless a name says otherwise, range and duplicates checked.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import ofckit
from ofckit import _core

from hands import count
from peers import PEERS, same_order, text

N = count(4_000_000)
KERNELS = ("portable", "avx2")


def ranked(hands: np.ndarray) -> np.ndarray:
    """The portable kernel's answers."""
    before = _core._set_kernel("portable")
    try:
        return np.asarray(ofckit.rank_many(hands))
    finally:
        _core._set_kernel(before)


@pytest.mark.parametrize("k", [5, 3])
def test_plain_c_loop(measure, hands, plain, k):
    cards, out = hands(N, k), np.empty(N, np.uint16)
    plain.rank(cards, out)
    assert (out == ranked(cards)).all()
    measure(f"batch of {k}", "plain C loop over the header", lambda: plain.rank(cards, out), N)


@pytest.mark.parametrize("k", [5, 3])
def test_floor(measure, hands, plain, k):
    cards = hands(N, k)
    measure(f"batch of {k}", "floor: reading the cards", lambda: plain.read(cards), N)


@pytest.mark.parametrize("k", [5, 3])
def test_floor_with_output(measure, hands, plain, k):
    cards, out = hands(N, k), np.empty(N, np.uint16)
    measure(f"batch of {k}", "floor: reading and writing", lambda: plain.read_write(cards, out), N)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("k", [5, 3, 1, 2, 4, 6, 7])
def test_rank_many(measure, hands, kernel, k, name):
    kernel(name)
    n = N if k in (3, 5) else count(1_000_000)
    cards, out = hands(n, k), np.empty(n, np.uint16)
    ofckit.rank_many(cards, out=out)
    assert (out == ranked(cards)).all()
    measure(f"batch of {k}", f"rank_many, {name}", lambda: ofckit.rank_many(cards, out=out), n)


@pytest.mark.parametrize("k", [5, 3])
def test_unchecked_portable(measure, hands, k):
    """The kernel without the check of range and duplicates: the difference is what the check costs."""
    cards, out = hands(N, k), np.empty(N, np.uint16)
    _core._rank_many_unchecked(cards, out)
    assert (out == ranked(cards)).all()
    measure(f"batch of {k}", "unchecked, portable", lambda: _core._rank_many_unchecked(cards, out), N)


@pytest.mark.parametrize("k", [5, 3])
def test_unchecked_avx2(measure, hands, kernel, plain, k):
    """The AVX2 kernel, compiled here with the test for bad cards left out."""
    kernel("avx2")
    cards, out = hands(N, k), np.empty(N, np.uint16)
    plain.avx2_unchecked(cards, out)
    assert (out == ranked(cards)).all()
    measure(f"batch of {k}", "unchecked, avx2", lambda: plain.avx2_unchecked(cards, out), N)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", KERNELS)
def test_threads(measure, hands, kernel, name, threads):
    """The same hands by one and by two threads, eight times over so that starting a task weighs little."""
    kernel(name)
    cards, out = hands(N, 5), np.empty(N, np.uint16)
    parts = [slice(i * N // threads, (i + 1) * N // threads) for i in range(threads)]

    def part(which: slice) -> None:
        for _ in range(8):
            ofckit.rank_many(cards[which], out=out[which])

    with ThreadPoolExecutor(threads) as pool:
        measure(
            "threads", f"{name}, {threads} thread(s)", lambda: list(pool.map(part, parts)), 8 * N, rounds=7
        )
    assert (out == ranked(cards)).all()


@pytest.mark.parametrize("k", [5, 7])
@pytest.mark.parametrize("peer", PEERS, ids=lambda p: p.name)
def test_peer_loop(measure, hands, peer, k):
    """A list comprehension over the peer's fastest call: no peer but deuces-numpy takes an array."""
    n = count(20_000)
    cards = hands(N if k == 5 else count(1_000_000), k)[:n]
    prepared = [peer.prepare(h) for h in cards.tolist()]
    rank = peer.call(k)
    if len(prepared[0]) == 1:
        single = [p[0] for p in prepared]
        work = lambda: [rank(h) for h in single]  # noqa: E731
    else:
        work = lambda: [rank(*h) for h in prepared]  # noqa: E731
    assert same_order(ranked(cards).tolist()[:1000], [peer.order(a) for a in work()[:1000]])
    measure(f"batch of {k}", f"{peer.name}, loop", work, n, rounds=5)


@pytest.mark.parametrize("k", [5, 7])
def test_deuces_numpy(measure, hands, k):
    library = pytest.importorskip("deuces_numpy")
    new = np.array([library.Card.new(text(c)) for c in range(52)])
    n = count(20_000)
    cards = hands(N if k == 5 else count(1_000_000), k)[:n]
    evaluator, theirs = library.EvaluatorNumpy(), new[cards]
    rank = evaluator.evaluate_hands5 if k == 5 else evaluator.evaluate
    assert same_order(ranked(cards).tolist(), [-int(a) for a in rank(theirs)])
    measure(f"batch of {k}", "deuces-numpy, array", lambda: rank(theirs), n, rounds=5)
