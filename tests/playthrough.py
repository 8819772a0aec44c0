"""One whole hand of a preset as text: every ply with what is drawn, seen, and done, and the settlement.

`python tests/playthrough.py` writes the stored ones anew; read the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from ofckit._core import rank_ids
from ofckit.game import Game
from ofckit.position import Move
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


def sensible(game: Game, rng: Random) -> Move:
    """Of some random moves the one that keeps the rows in order and makes most of them."""
    legal = game.legal_moves
    moves = legal if len(legal) <= 250 else [legal[rng.randrange(len(legal))] for _ in range(3000)]
    return max(moves, key=lambda move: worth(game, move))


def worth(game: Game, move: Move) -> tuple[int, int]:
    rows = zip(game.board(game.turn).rows, move.rows, strict=True)
    cards = [[card for card in old + new if card < 52] for old, new in rows]
    top, middle, bottom = (rank_ids(row) if row else 0 for row in cards)
    room = len(cards[0]) < 3 or len(cards[1]) < 5 or len(cards[2]) < 5
    if game.rules.middle == "2-7":
        ranks = [card >> 2 for card in cards[1]]
        bad = len(ranks) - len(set(ranks)) + sum(rank > 8 for rank in ranks)
        return (bottom >= top) - 2 * bad - (room and len(cards[0]) > 1), bottom - top
    order = (bottom >= middle) + (middle >= top) + (room and len(cards[0]) < 2)
    return order, 4 * bottom + 2 * middle + top


def lines(preset: str) -> Iterator[str]:
    game = start(preset)
    rng = Random(preset)
    yield f"{preset}: {game.players} players, {game.seats} seats, button {game.button}, seed {game.seed}"
    yield f"fantasyland: {' '.join(map(str, game.fantasyland))}"
    while not game.is_over:
        seat = game.turn
        assert seat is not None
        legal = game.legal_moves
        move = sensible(game, rng)
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
    settled = game.settlement
    for seat in range(game.seats):
        royalties = (
            "foul" if settled.fouls[seat] else f"royalties {' '.join(map(str, settled.royalties[seat]))}"
        )
        yield f"seat {seat} shows {game.board(seat)}: {royalties}"
    for (first, second), net in settled.pairs.items():
        yield f"{first} over {second}: {net:+}"
    for payer, payee, points in settled.transfers:
        yield f"{payer} pays {payee} {points}"
    yield f"points: {' '.join(f'{points:+}' for points in settled.points)}"


def text(preset: str) -> str:
    return "\n".join(lines(preset)) + "\n"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name in RULES:
        (GOLDEN / f"{name}.txt").write_text(text(name), encoding="utf-8")
