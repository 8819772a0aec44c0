"""An engine for `ofckit`, in plain Python: it knows the protocol `ofci` (docs/engine.md) and nothing else.

It fills the bottom with its highest cards, then the middle, then the top; the lowest cards go away. Try

    ofckit duel --bots greedy,"process:python docs/examples/engine.py" --hands 100
"""

import sys

RANKS = "23456789TJQKA"
SIZES = {"t": 3, "m": 5, "b": 5}
PLACED = {5: 5, 3: 2, 2: 2, 1: 1, 13: 13, 14: 13, 15: 13, 16: 13, 17: 13}  # cards placed by cards drawn


def best_move(position: str) -> str:
    """The move in a position such as ofc1~rules.pineapple~seat.0~b0.Qh_7h7d_AsKs~b1.-_-_-~draw.Td8c4h"""
    fields = dict(part.split(".", 1) for part in position.split("~")[1:])
    rows = dict(zip("tmb", fields["b" + fields["seat"]].split("_"), strict=True))
    free = {row: SIZES[row] - len(rows[row].strip("-")) // 2 for row in rows}
    cards = [fields["draw"][i : i + 2] for i in range(0, len(fields["draw"]), 2)]
    cards.sort(key=lambda card: RANKS.find(card[0]), reverse=True)
    words = []
    for card in cards:
        row = next((row for row in "bmt" if free[row]), None)
        if row is None or len(words) == PLACED[len(cards)]:
            words.append(f"x{card}")
        else:
            free[row] -= 1
            words.append(f"{card}@{row}")
    return " ".join(words)


def main() -> None:
    position = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ofci":
            print("id name bottom-up\nofciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            position = rest
        elif word == "go":
            print("bestmove", best_move(position), flush=True)
        elif word == "quit":
            break


main()
