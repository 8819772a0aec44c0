"""One hand in one Python call: card ints, text, and the best five of seven.

The unit is one call. A peer is called as its documentation does it fastest, its arguments made beforehand.
"""

import pytest

import ofckit
from ofckit import _core

from peers import PEERS, Peer, joined, same_order, text

FIVE = (51, 33, 18, 14, 5)  # a hand as good as any: As Tc 6h 5h 3d
SEVEN = (51, 33, 18, 14, 5, 46, 30)
by_name = pytest.mark.parametrize("peer", PEERS, ids=lambda p: p.name)


def arguments(n: int) -> str:
    return ", ".join(f"a{i}" for i in range(n))


def check(peer: Peer, hands, strengths) -> None:
    rank = peer.call(len(hands[0]))
    assert same_order(strengths, [peer.order(rank(*peer.prepare(h))) for h in hands])


def test_empty_call(measure_call):
    measure_call("one call, five cards", "(empty Python function)", "f()", {"f": lambda: None})


def test_rank5(measure_call):
    names = dict(zip("abcde", FIVE, strict=True), rank5=ofckit.rank5)
    measure_call("one call, five cards", "ofckit rank5", "rank5(a, b, c, d, e)", names)


@by_name
def test_rank5_peer(measure_call, hands, peer):
    sample = hands(2000, 5)
    check(peer, sample.tolist(), ofckit.rank_many(sample).tolist())
    prepared = peer.prepare(FIVE)
    names = {"f": peer.call(5), **{f"a{i}": x for i, x in enumerate(prepared)}}
    measure_call("one call, five cards", peer.name, f"f({arguments(len(prepared))})", names, calls=5000)


def test_rank3(measure_call):
    names = dict(zip("abc", FIVE, strict=False), rank3=ofckit.rank3)
    measure_call("one call, three cards", "ofckit rank3", "rank3(a, b, c)", names)


def test_from_text(measure_call):
    names = {"rank": ofckit.rank, "hand": "AsKsQsJsTs"}
    measure_call("from text, five cards", "ofckit rank", "rank(hand)", names)


@by_name
def test_from_text_peer(measure_call, hands, peer):
    sample = hands(500, 5)
    answers = [peer.order(peer.from_text(joined(h))) for h in sample.tolist()]
    assert same_order([ofckit.rank(joined(h)) for h in sample.tolist()], answers)
    names = {"f": peer.from_text, "hand": "AsKsQsJsTs"}
    measure_call("from text, five cards", peer.name, "f(hand)", names, calls=2000)


def test_seven_ints(measure_call):
    names = {"rank": _core.rank_ids, "hand": SEVEN}
    measure_call("one call, seven cards", "ofckit rank_ids", "rank(hand)", names)


def test_seven_cards(measure_call):
    names = {"rank": ofckit.rank, "hand": ofckit.cards(" ".join(map(text, SEVEN)))}
    measure_call("one call, seven cards", "ofckit rank", "rank(hand)", names)


@by_name
def test_seven_peer(measure_call, hands, peer):
    sample = hands(1000, 7)
    check(peer, sample.tolist(), ofckit.rank_many(sample).tolist())
    prepared = peer.prepare(SEVEN)
    names = {"f": peer.call(7), **{f"a{i}": x for i, x in enumerate(prepared)}}
    measure_call("one call, seven cards", peer.name, f"f({arguments(len(prepared))})", names, calls=2000)
