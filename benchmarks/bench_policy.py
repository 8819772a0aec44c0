"""How well the policies that ship play alone, and what a hand costs them.

    python benchmarks/bench_policy.py [--hands 100000] [--seed 0] [PRESET ...]

Every preset plays its own deals, with no other card in sight. Microseconds are CPU time of one thread, the
deal and the count included. Some of the hands are played by `Policy.move` too, and must come out alike.
"""

from __future__ import annotations

import argparse
import time

from ofckit._rng import Rng
from ofckit.board import Board
from ofckit.policy import Policy
from ofckit.position import Position
from ofckit.rules import RULES

HANDS, CHECKED = 100_000, 50


def play(policy: Policy, seed: int, hand: int) -> Board:
    """One hand by `Policy.move`, street by street."""
    rules, deck = policy.rules, list(range(policy.rules.deck_size))
    Rng(seed, hand).shuffle(deck, rules.cards_per_seat)
    position = Position(rules)
    for street in rules.plan:
        draw, deck = deck[: street.deal], deck[street.deal :]
        board, discards = position.board, position.discards
        move = policy.move(Position(rules, board, draw=draw, discards=discards))
        rows = tuple(old + new for old, new in zip(board.rows, move.rows, strict=True))
        position = Position(rules, rows, discards=(*discards, *move.discards))
    return position.board


def check(policy: Policy, seed: int) -> None:
    """The same fouls in Python as in C."""
    fouls = sum(play(policy, seed, hand).resolve(policy.rules).fouls(policy.rules) for hand in range(CHECKED))
    assert round(policy.solo(CHECKED, seed).foul * CHECKED) == fouls, policy


def main() -> None:
    parser = argparse.ArgumentParser(description="How well the policies that ship play alone.")
    parser.add_argument("presets", nargs="*", metavar="PRESET")
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(
        f"{'preset':18}{'foul':>7}{'entry':>8}  {'by cards':30}"
        f"{'top':>6}{'mid':>6}{'bot':>6}{'sum':>7}{'us/hand':>9}"
    )
    for name in options.presets or [name for name in RULES if name != "chinese"]:
        policy = Policy.of(RULES[name])
        check(policy, options.seed)
        began = time.process_time()
        solo = policy.solo(options.hands, options.seed)
        micros = (time.process_time() - began) / options.hands * 1e6
        cards = " ".join(f"{n}: {share:.1%}" for n, share in solo.fantasyland.items())
        rows = "".join(f"{points:6.2f}" for points in solo.royalties)
        total = sum(solo.royalties)
        print(
            f"{name:18}{solo.foul:7.1%}{solo.entry:8.1%}  {cards:30}{rows}{total:7.2f}{micros:9.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
