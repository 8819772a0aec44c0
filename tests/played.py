"""Playing hands for tests: at random, and so that given boards come out."""

from __future__ import annotations

from random import Random

from ofckit.board import Board
from ofckit.game import Game
from ofckit.position import Move
from ofckit.rules import RULES, Rules


def random_move(game: Game, rng: Random) -> Move:
    return game.legal_moves[rng.randrange(len(game.legal_moves))]


def play_on(game: Game, rng: Random) -> Game:
    """Random legal moves to the end."""
    while not game.is_over:
        game.push(random_move(game, rng))
    return game


def play_boards(rules, boards, *, stay=(), surrender=(), leave=(), **start) -> Game:
    """A new hand that `play_out` plays."""
    game = Game(rules, len(boards) // rules.boards_per_player, live=True, **start)
    return play_out(game, boards, stay=stay, surrender=surrender, leave=leave)


def play_out(game: Game, boards, *, stay=(), surrender=(), leave=()) -> Game:
    """A live hand in which the seats end with these boards; what is discarded are cards that nobody has.

    stay: seats that announce one; surrender, leave: seats that do so when they have set their first cards.
    """
    rules = game.rules
    boards = [b if isinstance(b, Board) else Board(b, jokers=rules.jokers) for b in boards]
    used = {card for board in boards for card in board.cards}
    spare = [card for card in range(rules.deck_size) if card not in used]
    to_come = [list(board.cards) for board in boards]
    while not game.is_over:
        while game.awaits:
            seat, n = game.awaits
            inside = game.fantasyland[seat]
            place = 13 if inside else rules.plan[game.street].place
            cards, to_come[seat] = to_come[seat][:place], to_come[seat][place:]
            game.deal(cards + [spare.pop() for _ in range(n - place)])
        seat = game.turn
        rows = [[card for card in game.drawn(seat) if card in row] for row in boards[seat].rows]
        away = [card for card in game.drawn(seat) if card not in boards[seat].cards]
        game.push(Move.of(*rows, discards=away, stay=seat in stay))
        if seat in surrender:
            game.push("surrender", seat)
        if seat in leave:
            game.leave(seat)
    return game


def house_rules(rng: Random) -> Rules:
    """A preset with switches of the game turned at random."""
    rules = RULES[rng.choice(list(RULES))]
    if rules.fantasyland:
        rules = rules.replace(
            fantasyland=rules.fantasyland.replace(
                set_when=rng.choice(["before", "in-turn", "after"]), must_announce=rng.random() < 0.5
            )
        )
    hidden = [0, 0, 3, 6] if len(rules.streets) > 1 and rules.streets[1].deal in (1, 3) else [0]
    return rules.replace(
        name=rng.choice([rules.name, "house"]),
        first_five=rng.choice(["in-turn", "dealt-together"]),
        final_face_down=rng.choice(hidden),
        surrender_points=rng.choice([None, 2]),
        auto_place=rng.choice(["bottom-up", "top-most"]),
        scoring=rng.choice(["1-6", "2-4", "rows"]),
    )
