"""What one call of the Python layer costs: boards, settlements, positions, moves. The unit is one call.

Where other work shares the processor, `--benchmark-timer=time.process_time` counts this work only.
"""

import pytest

import ofckit
from ofckit import RULES, Board, Card, Move, Policy, Position, rank, royalties, settle, solve_fantasyland
from ofckit.search import solve_fantasyland_many

from hands import random_hands

CLASSIC, PINEAPPLE = RULES["classic"], RULES["pineapple"]
FLUSH = "QhQd5c/7h7d8s8c2d/AsKsJs9s4s"
QUADS = "AhKh2c/3c3d9h9d4c/TcTdThTsKc"
STRAIGHT = "JhJd9c/QcQs2h2s3h/4d5d6c7s8d"
"""Three legal boards of one deck."""


def test_board_of_text(measure_call):
    assert str(Board(FLUSH)) == FLUSH
    measure_call("one call, Python layer", "Board(text)", "Board(text)", {"Board": Board, "text": FLUSH})


@pytest.mark.parametrize("what", ["boards", "text"])
def test_settle(measure_call, what):
    table = [FLUSH, STRAIGHT] if what == "text" else [Board(FLUSH), Board(STRAIGHT)]
    assert settle(table, CLASSIC).points == (4, -4)
    names = {"settle": settle, "table": table, "rules": CLASSIC}
    measure_call("one call, Python layer", f"settle, two {what}", "settle(table, rules)", names, calls=5000)


@pytest.mark.parametrize("players", [2, 3])
def test_explain(measure_call, players):
    settled = settle([FLUSH, STRAIGHT, QUADS][:players], CLASSIC)
    text = settled.explain()
    assert f"player {players - 1}" in text
    assert f"player {players}" not in text
    name = f"explain, {players} boards"
    measure_call("one call, Python layer", name, "settled.explain()", {"settled": settled}, calls=2000)


def test_royalties(measure_call):
    board = Board(QUADS)
    assert tuple(royalties(board, CLASSIC)) == (0, 0, 10)
    names = {"royalties": royalties, "board": board, "rules": CLASSIC}
    measure_call("one call, Python layer", "royalties", "royalties(board, rules)", names)


THIRD_STREET = ("Qh/7h7d/AsKsJs3s", "8c Td 4h", ["-/9c9d8s/5s4s3d2d"])


def test_position(measure_call):
    board, draw, opponents = THIRD_STREET
    position = Position(PINEAPPLE, board, draw, opponents=opponents)
    assert (position.street, len(position.legal_moves)) == (2, 24)
    names = {"Position": Position, "rules": PINEAPPLE, "board": board, "draw": draw, "others": opponents}
    call = "Position(rules, board, draw, opponents=others)"
    measure_call("one call, Python layer", "Position(...)", call, names, calls=5000)


def test_policy_move(measure_call):
    board, draw, opponents = THIRD_STREET
    position = Position(PINEAPPLE, board, draw, opponents=opponents)
    policy = Policy.of(PINEAPPLE)
    assert policy.move(position) in position.legal_moves
    names = {"move": policy.move, "position": position}
    measure_call("one call, Python layer", "Policy.move, third street", "move(position)", names, calls=5000)


def test_legal_moves_of_an_opening(measure_call):
    position = Position(PINEAPPLE, "", "As Kd Th 9h 2c")
    moves = list(position.legal_moves)
    assert len(set(moves)) == len(moves) == 232
    call = "list(position.legal_moves)"
    measure_call("one call, Python layer", "legal moves, opening", call, {"position": position}, calls=1000)


def test_move_of_text(measure_call):
    assert str(Move("8c@m Td@b x4h")) == "8c@m Td@b x4h"
    measure_call("one call, Python layer", "Move(text)", "Move('8c@m Td@b x4h')", {"Move": Move})


def test_rank_of_seven(measure_call):
    hand = ofckit.cards("As Tc 6h 5h 3d Kd 9c")
    assert rank(hand) == rank("AsKdTc9c6h")
    measure_call("one call, seven cards", "ofckit rank", "rank(hand)", {"rank": rank, "hand": hand})


HANDS = random_hands(60, 14)


def test_fantasyland_one_by_one(measure):
    hands = [[Card(int(card)) for card in hand] for hand in HANDS]
    found = solve_fantasyland_many(HANDS, PINEAPPLE, threads=1)
    assert [solve_fantasyland(hand, PINEAPPLE).value for hand in hands] == found.values.tolist()
    solve = solve_fantasyland
    work = lambda: [solve(hand, PINEAPPLE) for hand in hands]  # noqa: E731
    measure("Fantasyland hands of 14", "solve_fantasyland", work, len(hands))


def test_fantasyland_in_a_batch(measure):
    work = lambda: solve_fantasyland_many(HANDS, PINEAPPLE, threads=1)  # noqa: E731
    assert len(work().values) == len(HANDS)
    measure("Fantasyland hands of 14", "solve_fantasyland_many", work, len(HANDS))
