"""Trains the policies that ship: one file for each preset that has tables of its own.

    python tools/train_policy.py [--hands N] [--seed 1] [--folder src/ofckit/weights] [PRESET ...]

The same hands and seed give the same files, byte for byte, on the same machine. A preset takes a minute of
CPU time for every three million hands or so. Fantasyland counts what `Objective.of(rules)` says.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from ofckit.policy import SHIPPED, Policy
from ofckit.rules import RULES

FOLDER = Path(__file__).resolve().parents[1] / "src" / "ofckit" / "weights"
HANDS = 9_600_000
CAUTION = {  # points that a foul is held to be worse than it is
    "pagat": 0.5,
    "classic": 1.0,
    "turbo": 1.0,
    "pineapple": 4.5,
    "progressive": 6.0,
    "2-7-pineapple": 3.5,
    "joker-ultimate": 5.0,
}


def train(name: str, hands: int, seed: int) -> Policy:
    """One preset, with a line of progress where somebody looks."""
    began = time.process_time()

    def tell(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{name}: {done / of:4.0%}", end="", file=sys.stderr, flush=True)

    policy = Policy.train(RULES[name], hands, seed, caution=CAUTION[name], progress=tell)
    seconds = time.process_time() - began
    solo = policy.solo(20_000, seed=0)
    print(
        f"{name}: {hands} hands in {seconds:.0f} s; then {solo.foul:.1%} foul, {solo.entry:.1%} Fantasyland, "
        f"{sum(solo.royalties):.2f} royalties a hand",
        flush=True,
    )
    return policy


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Trains the policies that ship.")
    parser.add_argument("presets", nargs="*", metavar="PRESET", help=f"{', '.join(SHIPPED)}; all by default")
    parser.add_argument("--hands", type=int, default=HANDS, help=f"{HANDS:,} by default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args(argv)
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.presets or SHIPPED:
        train(name, options.hands, options.seed).save(options.folder / f"{name}.policy")


if __name__ == "__main__":
    main()
