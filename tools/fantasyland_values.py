"""The value of a Fantasyland hand by its number of cards, preset by preset: the fixed point of itself.

    python tools/fantasyland_values.py [--presets pineapple,ultimate] [--hands 200000] [--rounds 4]
        [--train 0] [--threads 2] [--bot policy] [--seed 1] [--direct 20000] [--json FILE]

The hero sets n cards at once, as well as possible; the opponent plays a normal hand by the policy. Then

    v(n) = E[hero's points] + P(hero stays) v(cards after a stay) - sum of P(the opponent enters k) v(k)

and the boards that both make depend on v, so it is solved until it changes no more. --train: the policy
learns again in each round, by that many hands, for the values of the round before; 0: the policy that ships.
--direct: that many runs are played to their end instead, until nobody is in Fantasyland, as a check. Errors
are standard errors of the last round, by the jackknife over 100 blocks of hands. The assumptions are in
docs/objective.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ofckit import RULES, Rules
from ofckit._core import CompiledBot, CompiledGreedy
from ofckit.game import Arena
from ofckit.objective import Objective
from ofckit.policy import Policy

SIZES = (13, 14, 15, 16, 17)
BLOCKS = 100
COLUMNS = (
    "rules|cards|value|points|royalties|hero stays|opponent enters|opponent fouls|hands|played to the end"
)
Values = dict[int, float]


@dataclass(frozen=True)
class Block:
    """What this many hands in Fantasyland of one size came to, for each opposing board."""

    hands: int
    points: float  # hero's points
    royalties: float
    stays: int
    entries: tuple[float, ...]  # an opponent's entries, by cards
    fouls: float


def add(blocks: Sequence[Block]) -> Block:
    return Block(
        hands=sum(b.hands for b in blocks),
        points=sum(b.points for b in blocks),
        royalties=sum(b.royalties for b in blocks),
        stays=sum(b.stays for b in blocks),
        entries=tuple(map(sum, zip(*(b.entries for b in blocks), strict=True))),
        fouls=sum(b.fouls for b in blocks),
    )


# the table


def sizes_of(rules: Rules) -> tuple[int, ...]:
    """The numbers of cards that one seat can be dealt while nobody else is in Fantasyland."""
    people = rules.players[0]
    room = rules.deck_size - (rules.seats(people) - 1) * rules.cards_per_seat
    return tuple(n for n in SIZES if n <= room)


def dealt_sizes(rules: Rules) -> tuple[int, ...]:
    """The numbers of cards that these rules can deal in Fantasyland."""
    fantasyland = rules.fantasyland
    assert fantasyland is not None
    repeat = fantasyland.repeat_cards
    return tuple(sorted({*fantasyland.enter.values(), *((repeat,) if isinstance(repeat, int) else ())}))


def player(args: argparse.Namespace, rules: Rules, values: Values) -> CompiledBot:
    """A bot in C; one that is trained here thinks a Fantasyland hand is worth so much."""
    if args.bot == "greedy":
        return CompiledGreedy(rules.compiled, 1)
    if args.train:
        return Policy.train(rules, args.train, objective=Objective.of(rules, fantasyland=values)).compiled
    return Policy.of(rules).compiled


def seat_all(rules: Rules, bot: CompiledBot, values: Values) -> Arena:
    """A table of the fewest people, all of them this bot."""
    return Arena(rules, [bot] * rules.players[0], Objective.of(rules, fantasyland=values))


def play(arena: Arena, cards: int, hands: int, seed: int, first: int) -> Block:
    """Hands in which seat 0 is in Fantasyland with this many cards and nobody else is."""
    seats = arena.rules.seats(arena.players)
    inside = (cards, *(0,) * (seats - 1))
    played = arena.play(seed, first, hands, button=0, fantasyland=inside, carry=False)
    hero = played.total(0)
    others = [played.total(seat) for seat in range(seats) if seat % arena.players]
    n = len(others)
    return Block(
        hands=hands,
        points=hero["points"] / n,
        royalties=sum(hero[f"royalties_{row}"] for row in ("top", "middle", "bottom")),
        stays=hero["stays"],
        entries=tuple(sum(one[f"entries{k}"] for one in others) / n for k in SIZES),
        fouls=sum(one["fouls"] for one in others) / n,
    )


def play_blocks(
    pool: ThreadPoolExecutor,
    rules: Rules,
    bot: CompiledBot,
    values: Values,
    cards: int,
    hands: int,
    seed: int,
) -> list[Block]:
    each = max(hands // BLOCKS, 1)

    def block(i: int) -> Block:
        return play(seat_all(rules, bot, values), cards, each, seed, i * each)

    return list(pool.map(block, range(BLOCKS)))


# the fixed point


def solve(rules: Rules, seen: dict[int, Block]) -> Values:
    """v of the linear equations that these hands give."""
    matrix, right = [], []
    for cards, block in seen.items():
        row = [float(k == cards) for k in seen]
        row[list(seen).index(after_stay(rules, cards))] -= block.stays / block.hands
        for i, k in enumerate(seen):
            row[i] += block.entries[k - SIZES[0]] / block.hands
        matrix.append(row)
        right.append(block.points / block.hands)
    return dict(zip(seen, eliminate(matrix, right), strict=True))


def after_stay(rules: Rules, cards: int) -> int:
    fantasyland = rules.fantasyland
    assert fantasyland is not None
    if fantasyland.repeat_cards == "by-top":
        raise SystemExit(f"{rules.name}: the cards after a stay depend on the board; not measured")
    return cards if fantasyland.repeat_cards == "same" else int(fantasyland.repeat_cards)


def eliminate(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system that is dominated by its diagonal."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(n):
        for j in range(n):
            if j != i:
                factor = rows[j][i] / rows[i][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def jackknife(rules: Rules, blocks: dict[int, list[Block]]) -> Values:
    """Standard errors of v: each block left out once."""
    left_out = []
    for i in range(BLOCKS):
        left_out.append(solve(rules, {n: add(b[:i] + b[i + 1 :]) for n, b in blocks.items()}))
    errors = {}
    for n in blocks:
        mean = sum(v[n] for v in left_out) / BLOCKS
        errors[n] = ((BLOCKS - 1) / BLOCKS * sum((v[n] - mean) ** 2 for v in left_out)) ** 0.5
    return errors


def measure(rules: Rules, args: argparse.Namespace, pool: ThreadPoolExecutor) -> dict[str, Any]:
    """The values of one preset, with all that they come from."""
    values = dict(Objective.of(rules).fantasyland)
    dealt = dealt_sizes(rules)
    for number in range(args.rounds):
        last = number == args.rounds - 1
        bot, blocks = player(args, rules, values), {}
        for cards in sizes_of(rules):
            hands = args.hands if last else args.hands // 10
            hands = hands if cards in dealt else hands // 4
            blocks[cards] = play_blocks(pool, rules, bot, values, cards, hands, args.seed + number)
        found = solve(rules, {n: add(b) for n, b in blocks.items()})
        moved = max(abs(found[n] - values[n]) for n in found)
        values = {**values, **found}
        print(f"  round {number + 1}: {show(found)}, moved by {moved:.2f}", file=sys.stderr)
    errors = jackknife(rules, blocks)
    rows = {n: describe(add(blocks[n]), values[n], errors[n]) for n in blocks}
    if args.direct:
        for cards in blocks:
            rows[cards]["direct"], rows[cards]["direct_error"] = directly(
                rules, bot, args, values, cards, pool
            )
    return {"preset": rules.name, "dealt": list(dealt), "cards": rows}


def describe(block: Block, value: float, error: float) -> dict[str, float]:
    return {
        "value": value,
        "error": error,
        "hands": block.hands,
        "points": block.points / block.hands,
        "royalties": block.royalties / block.hands,
        "stay": block.stays / block.hands,
        "entered": sum(block.entries) / block.hands,
        "opponent_fouls": block.fouls / block.hands,
    }


def show(values: Values) -> str:
    return ", ".join(f"{n}: {v:.2f}" for n, v in values.items())


# played to the end


def directly(
    rules: Rules,
    bot: CompiledBot,
    args: argparse.Namespace,
    values: Values,
    cards: int,
    pool: ThreadPoolExecutor,
) -> tuple[float, float]:
    """Mean points of runs that begin with seat 0 in Fantasyland and end when nobody is, and its error."""
    each = max(args.direct // BLOCKS, 1)

    def block(i: int) -> float:
        return run_out(seat_all(rules, bot, values), cards, each, args.seed, i * each)

    means = list(pool.map(block, range(BLOCKS)))
    mean = sum(means) / BLOCKS
    return mean, (sum((m - mean) ** 2 for m in means) / (BLOCKS - 1) / BLOCKS) ** 0.5


def run_out(arena: Arena, cards: int, runs: int, seed: int, first: int) -> float:
    """Mean points of the first player, for each opposing board."""
    seats, people = arena.rules.seats(arena.players), arena.players
    total = 0
    for run in range(first, first + runs):
        button, inside, hand = run % people, (cards, *(0,) * (seats - 1)), run << 20
        while any(inside):
            played = arena.play(seed, hand, 1, button=button, fantasyland=inside)
            total += played.points[0]
            button, inside, hand = played.button, played.fantasyland, hand + 1
    return total / runs / (seats - seats // people)


# the program


def table(found: dict[str, Any]) -> str:
    """The rows of one preset in Markdown; a star where the rules do not deal that many cards."""
    lines = []
    for cards, row in found["cards"].items():
        direct = f"{row['direct']:.2f} ± {row['direct_error']:.2f}" if "direct" in row else ""
        star = "" if cards in found["dealt"] else "\\*"
        lines.append(
            f"| {found['preset']} | {cards}{star} | **{row['value']:.2f}** ± {row['error']:.2f} "
            f"| {row['points']:.2f} | {row['royalties']:.2f} | {row['stay']:.1%} | {row['entered']:.1%} "
            f"| {row['opponent_fouls']:.1%} | {row['hands']:,} | {direct} |"
        )
    return "\n".join(lines)


def summary(results: list[dict[str, Any]]) -> str:
    """The values alone, a line for each preset."""
    lines = [f"| rules | {' | '.join(map(str, SIZES))} |", f"|---{'|---:' * len(SIZES)}|"]
    for found in results:
        cells = []
        for cards in SIZES:
            row = found["cards"].get(cards)
            star = "" if cards in found["dealt"] else "\\*"
            cells.append(f"{row['value']:.1f} ± {row['error']:.1f}{star}" if row else "-")
        lines.append(f"| `{found['preset']}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    with_fantasyland = [name for name, rules in RULES.items() if rules.fantasyland is not None]
    parser = argparse.ArgumentParser(description="values of Fantasyland hands")
    parser.add_argument("--presets", default=",".join(with_fantasyland))
    parser.add_argument("--hands", type=int, default=200_000, help="of each number of cards that is dealt")
    parser.add_argument("--rounds", type=int, default=4, help="all hands in the last, a tenth before")
    parser.add_argument(
        "--train", type=int, default=0, help="hands from which the policy learns in each round"
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bot", choices=("policy", "greedy"), default="policy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--direct", type=int, default=0, help="runs that are played out for each number")
    parser.add_argument("--json", type=Path, help="a file for all figures")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    results = []
    names = COLUMNS.split("|")
    print(f"| {' | '.join(names)} |\n{'|---' * len(names)}|")
    with ThreadPoolExecutor(args.threads) as pool:
        for name in args.presets.split(","):
            results.append(measure(RULES[name], args, pool))
            print(table(results[-1]), flush=True)
            if args.json:
                args.json.write_text(json.dumps(results, indent=1) + "\n")
    print(f"\n{summary(results)}\n\nMEASURED = {{")
    for found in results:
        print(f'    "{found["preset"]}": {{{show({n: row["value"] for n, row in found["cards"].items()})}}},')
    print("}")


if __name__ == "__main__":
    main()
