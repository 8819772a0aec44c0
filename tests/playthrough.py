"""One whole hand of a preset as text: every ply with what is drawn, seen, and done, and the settlement.

`python tests/playthrough.py` writes the stored ones anew; read the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from ofckit.game import Game
from ofckit.rules import RULES

GOLDEN = Path(__file__).parent / "data" / "golden"


def start(preset: str) -> Game:
    """As many players as fit; one of them in Fantasyland where there is one."""
    rules = RULES[preset]
    players = rules.players[1]
    fantasyland = [0] * rules.seats(players)
    if rules.fantasyland:
        fantasyland[1] = max(rules.fantasyland.enter.values())
    return Game(rules, players, seed=2026, hand=1, button=0, fantasyland=fantasyland)


def lines(preset: str) -> Iterator[str]:
    game = start(preset)
    rng = Random(preset)
    yield f"{preset}: {game.players} players, {game.seats} seats, button {game.button}, seed {game.seed}"
    yield f"fantasyland: {' '.join(map(str, game.fantasyland))}"
    while not game.is_over:
        seat = game.turn
        assert seat is not None
        legal = game.legal_moves
        move = legal[rng.randrange(len(legal))]
        yield ""
        yield f"seat {seat}, street {game.street}, draws {' '.join(map(str, game.drawn(seat)))}"
        for other in range(game.seats):
            yield f"  {other} sees {game.observation(other)}"
        yield f"  {len(legal)} legal moves, takes {move}"
        game.push(move)
    yield ""
    for other in range(game.seats):
        yield f"  {other} sees {game.observation(other)}"
    yield f"next Fantasyland: {' '.join(map(str, game.next_fantasyland))}"
    yield ""
    yield game.settlement.explain().rstrip()


def text(preset: str) -> str:
    return "\n".join(lines(preset)) + "\n"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name in RULES:
        (GOLDEN / f"{name}.txt").write_text(text(name), encoding="utf-8")
