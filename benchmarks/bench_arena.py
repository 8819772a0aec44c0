"""Whole match hands among bots in C, Fantasyland hands solved exactly. The unit is one hand of the table.

pytest benchmarks/bench_arena.py                        times, as in the other benchmarks
python benchmarks/bench_arena.py                        hands a second by preset, and of two threads
python benchmarks/bench_arena.py button [HANDS] [BOT] [PRESET]

`button`: points by position, of 1,000,000 hands of the policy at each table where nothing else is said.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from ofckit import RULES
from ofckit._core import TALLY_FIELDS, CompiledGreedy
from ofckit.game import Arena, Played
from ofckit.objective import fantasyland_values
from ofckit.policy import Policy

from hands import count

SPEED = (
    ("pineapple", 2),
    ("pineapple", 3),
    ("progressive", 2),
    ("ultimate", 2),
    ("classic", 2),
    ("turbo", 2),
    ("2-7-pineapple", 2),
    ("joker-ultimate", 2),
)
TABLES = (("pineapple", 2), ("pineapple", 3), ("ultimate", 2), ("ultimate", 3))
BLOCK = 2000
FIELD = {name: i for i, name in enumerate(TALLY_FIELDS)}
BUTTON = """points a hand by position, with standard errors; the last position is the button
match: as played, with the hands in Fantasyland, where the button stands still
normal: hands in which nobody is in Fantasyland; then with the worth of what they earn of it"""


def table_of(name: str, players: int, bot: str = "policy") -> Arena:
    rules = RULES[name]
    one = CompiledGreedy(rules.compiled, 1) if bot == "greedy" else Policy.of(rules).compiled
    return Arena(rules, [one] * players)


def check(arena: Arena) -> None:
    """The points are those of the boards."""
    played = arena.play(3, hands=200, boards=True)
    boards = np.frombuffer(played.boards or b"", np.uint8).reshape(200, played.seats, 13)
    assert (arena.rules.compiled.score_many(boards).reshape(-1) == np.asarray(played.points)).all()


@pytest.mark.parametrize(("name", "players"), SPEED[:4])
def test_policy_against_policy(measure, name, players):
    arena = table_of(name, players)
    check(arena)
    hands = count(10_000)
    measure(
        "arena", f"policy, {name}, {players} players", lambda: arena.play(1, hands=hands), hands, rounds=5
    )


# hands a second


def cpu_seconds(arena: Arena, hands: int, rounds: int = 3) -> float:
    """The least CPU time of this many hands, in seconds of this thread."""
    best = float("inf")
    for number in range(rounds):
        start = time.thread_time()
        arena.play(number, hands=hands)
        best = min(best, time.thread_time() - start)
    return best


def wall_seconds(threads: int, hands: int) -> float:
    """This many hands of pineapple in each of this many threads."""
    arenas = [table_of("pineapple", 2) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda arena: arena.play(0, hands=100), arenas))
        start = time.perf_counter()
        list(pool.map(lambda arena: arena.play(1, hands=hands), arenas))
        return time.perf_counter() - start


def speeds() -> None:
    print(
        "table                 hands a second of one core   microseconds a hand   Fantasyland hands of a seat"
    )
    for name, players in SPEED:
        arena = table_of(name, players)
        if name != "joker-ultimate":
            check(arena)
        hands = count(20_000 if name != "joker-ultimate" else 4_000)
        seconds = cpu_seconds(arena, hands)
        total = arena.play(0, hands=hands).total(0)
        inside = 1 - total["normal"] / total["hands"]
        print(f"{name:16} {players}  {hands / seconds:19,.0f} {seconds / hands * 1e6:26.1f} {inside:23.1%}")
    hands = count(60_000)
    one, two = (min(wall_seconds(threads, hands) for _ in range(5)) for threads in (1, 2))
    print(f"pineapple, 2 players, wall clock: one thread {hands / one:,.0f} hands a second, ", end="")
    print(f"two {2 * hands / two:,.0f}, {2 * one / two:.2f} times that")


# the button


def blocks(name: str, players: int, hands: int, bot: str, carry: bool) -> Iterator[Played]:
    """The hands in matches of BLOCK hands, the button of the first one moving from match to match."""

    def block(number: int) -> Played:
        arena = table_of(name, players, bot)
        return arena.play(2026, number * BLOCK, BLOCK, button=number % players, carry=carry)

    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(block, range(hands // BLOCK))


def by_position(name: str, players: int, hands: int, bot: str, carry: bool) -> np.ndarray:
    """int64 (blocks, positions, fields): all seats together."""
    shape = (players, players, len(FIELD))
    played = blocks(name, players, hands, bot, carry)
    return np.asarray([np.asarray(one.cells).reshape(shape).sum(axis=0) for one in played])


def ratio(above: np.ndarray, below: np.ndarray) -> str:
    """The sum of one over the sum of the other, and its standard error from block to block."""
    value = above.sum() / below.sum()
    return f"{value:+.4f} +- {np.sqrt(((above - value * below) ** 2).sum()) / below.sum():.4f}"


def entries(cells: np.ndarray, values: Mapping[int, float]) -> np.ndarray:
    """Fantasyland hands earned, each worth so much."""
    return sum(values[n] * cells[..., FIELD[f"entries{n}"]] for n in range(13, 18))


def button(hands: int = 1_000_000, bot: str = "policy", preset: str = "") -> None:
    print(BUTTON)
    for name, players in TABLES:
        if preset not in ("", name):
            continue
        match, normal = (by_position(name, players, hands, bot, carry) for carry in (True, False))
        worth = entries(normal, fantasyland_values(RULES[name]))
        worth = worth * players - worth.sum(axis=1, keepdims=True)  # what one gains each of the others loses
        print(f"\n{name}, {players} players, {bot}, {hands} hands each", flush=True)
        print("position   match               normal              with what they earn   fouls    entries")
        for position in range(players):
            played, alone = match[:, position], normal[:, position]
            number = alone[:, FIELD["hands"]]
            print(
                f"{position:8}   {ratio(played[:, FIELD['points']], played[:, FIELD['hands']]):19} "
                f"{ratio(alone[:, FIELD['points']], number):19} "
                f"{ratio(alone[:, FIELD['points']] + worth[:, position], number):20} "
                f"{alone[:, FIELD['fouls']].sum() / number.sum():7.2%} "
                f"{entries(alone, dict.fromkeys(range(13, 18), 1)).sum() / number.sum():9.2%}"
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["button"]:
        button(*map(int, sys.argv[2:3]), *sys.argv[3:5])
    else:
        speeds()
