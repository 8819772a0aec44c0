"""Whole hands: dealt, played at random, settled. The unit is one hand of two-player pineapple, or one move.

Where other work shares the processor, `--benchmark-timer=time.process_time` counts this work only.
"""

from random import Random

from ofckit import Game
from ofckit.game import playouts

from hands import count

N = count(200_000)
HANDS = count(1_000)
RULES = "pineapple"


def test_playout(measure):
    """Deal, ten random legal moves and points, all in C."""
    played = playouts(RULES, 2, 200, seed=1)
    for hand in range(200):
        game = Game(RULES, 2, seed=1, hand=hand)
        while not game.is_over:
            game.push(game.auto_place())
        shown = {card for seat in (0, 1) for card in played.board(hand, seat).cards}
        dealt = {card for seat in (0, 1) for card in game.board(seat).cards + game.discards(seat)}
        assert shown < dealt
    assert sum(played.points) == 0
    measure("hands", "playouts (C)", lambda: playouts(RULES, 2, N, seed=1), N)


def test_push(measure):
    """The same through Python: legal moves drawn by their number, pushed, settled by nobody."""
    rng = Random(1)

    def play() -> None:
        for hand in range(HANDS):
            game = Game(RULES, 2, seed=1, hand=hand)
            legal = game.legal_moves
            while len(legal):
                game.push(legal[int(rng.random() * len(legal))])
                legal = game.legal_moves
            assert game.is_over

    measure("hands", "Game.push, random moves", play, HANDS)


def test_push_given_moves(measure):
    """Moves that are there already: what a replay costs."""
    rng = Random(1)
    moves = []
    for hand in range(HANDS):
        game = Game(RULES, 2, seed=1, hand=hand)
        while not game.is_over:
            game.push(game.legal_moves[rng.randrange(len(game.legal_moves))])
        moves.append([move for _, move in game.actions])

    def play() -> None:
        for hand, given in enumerate(moves):
            game = Game(RULES, 2, seed=1, hand=hand)
            for move in given:
                game.push(move)
            assert game.is_over

    measure("hands", "Game.push, given moves", play, HANDS)


def test_perft(measure):
    """Every way to play the first two turns, pushed and taken back; the third is counted."""
    game = Game(RULES, 2, seed=2)

    def perft(depth: int) -> int:
        legal = game.legal_moves
        if depth == 1:
            return len(legal)
        found = 0
        for move in legal:
            game.push(move)
            found += perft(depth - 1)
            game.pop()
        return found

    assert perft(3) == 1_237_488
    measure("moves", "Game.push and pop, perft", lambda: perft(3), 232 + 232**2, rounds=3)


def test_copy(measure):
    game = Game(RULES, 2, seed=1)
    for _ in range(5):
        game.push(game.auto_place())
    assert game.copy() == game
    measure("states", "Game.copy", lambda: [game.copy() for _ in range(1000)], 1000)


def test_observation(measure):
    game = Game(RULES, 2, seed=1)
    for _ in range(5):
        game.push(game.auto_place())
    assert game.observation(0).board == game.board(0)
    measure("states", "Game.observation", lambda: [game.observation(1) for _ in range(1000)], 1000)


def test_candidates(measure):
    """All moves of an opening looked at: their boards, what they earn, which are lost."""
    position = Game(RULES, 2, seed=1).observation(0)
    assert len(position.candidates()) == 232

    def look() -> None:
        for _ in range(HANDS // 10):
            assert not any(position.candidates().lost)

    measure("positions", "Position.candidates, openings", look, HANDS // 10)
