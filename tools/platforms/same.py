"""Rank, score, solve, analyse, review and duel, and print as JSON what came out: the same on every platform.

Nothing here starts a thread or a process where the platform has none: all numbers of threads are the default.
"""

from __future__ import annotations

import json
from pathlib import Path

import ofckit as ofc
from ofckit import _core
from ofckit.history import History
from ofckit.review import review

HISTORY = Path(__file__).resolve().parents[2] / "docs/examples/history.toml"
RULES = ofc.RULES["pineapple"]


def rank() -> object:
    """The same hands one by one and by every kernel."""
    hands = [ofc.Deck(seed=1, hand=hand).deal(7) for hand in range(300)]
    found = [ofc.rank(hand) for hand in hands]
    rows = memoryview(bytes(card for hand in hands for card in hand)).cast("B", (len(hands), 7))
    for kernel in _core._kernels():
        before = _core._set_kernel(kernel)
        many = list(ofc.rank_many(rows))
        _core._set_kernel(before)
        if many != found:
            raise SystemExit(f"the kernel {kernel} ranks otherwise than rank() does")
    return found


def score() -> object:
    boards = [ofc.Board("QhQd5c/7h7d8s8c2d/AsKsJs9s4s"), ofc.Board("AhAd5h/6h6d9h9c2h/TcThTd4c4d")]
    settled = ofc.settle(boards, RULES)
    tables = memoryview(bytes(card for board in boards for card in board.cards)).cast("B", (1, 2, 13))
    return [settled.points, settled.explain(), ofc.score_many(tables, RULES).tolist()]


def solve() -> object:
    best = ofc.solve_fantasyland("As Ad Kh Ks Kd Qc Qd Jh Tc 9s 8d 4c 3h 2s", RULES, k=3)
    return [[str(one.board), one.value] for one in (best, *best.alternatives)]


def analyse() -> object:
    exact = ofc.analyse(ofc.Position(RULES, "Qh / 7h7d / AsKs9s8s", "2c 5d Qc", discards="3c"))
    rolled = ofc.analyse(ofc.Position(RULES, "", "As Ks Qd 7d 7c"), limit=ofc.Limit(rollouts=1000), seed=1)
    return [[str(info.move), info.ev, info.se, info.exact] for info in (*exact, *rolled)]


def grades() -> object:
    found = review(History.read(HISTORY.read_text()), hand=1, limit=ofc.Limit(rollouts=300))
    return [[one.decision.player, str(one.decision.move), str(one.best), one.loss, one.se] for one in found]


def duel() -> object:
    report = ofc.duel(RULES, [ofc.PolicyBot(), ofc.GreedyBot()], hands=30, seed=1)
    return [report.counts, report.bot(0).points.mean]


def results() -> str:
    """Everything, as lines of JSON by name."""
    parts = {"rank": rank, "score": score, "solve": solve, "analyse": analyse, "review": grades, "duel": duel}
    return "\n".join(json.dumps({name: part()}) for name, part in parts.items()) + "\n"


if __name__ == "__main__":
    print(results(), end="")
