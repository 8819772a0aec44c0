"""The arena: the hands that C plays are those of a Match whose bots answer one by one."""

import pytest

from ofckit._core import CompiledBot, CompiledRandom
from ofckit.board import Board
from ofckit.game import Arena, Match, Played
from ofckit.position import Move, Position
from ofckit.rules import RULES, Fantasyland, Rules, Street
from ofckit.solver import Objective, solve_fantasyland

# Random bots foul two boards of three, and the others are weak: here these are enough for Fantasyland.
EASY = Fantasyland(
    enter={("bottom", "22"): 14, ("bottom", "two pair"): 15, ("middle", "22"): 16, "22": 17},
    stay=(("middle", "straight"),),
)
PINEAPPLE, CLASSIC, CRISS_CROSS = RULES["pineapple"], RULES["classic"], RULES["criss-cross"]


def easy(rules: Rules, **changes: object) -> Rules:
    return rules.replace(fantasyland=EASY.replace(**changes))


HOUSE = {
    "easy": easy(PINEAPPLE),
    "easy, four of classic": easy(CLASSIC, enter={("bottom", "22"): 13}, repeat_cards=13),
    "by top": easy(PINEAPPLE, repeat_cards="by-top"),
    "repeat with 14": easy(PINEAPPLE, repeat_cards=14),
    "announced": easy(PINEAPPLE, must_announce=True),
    "in turn": easy(PINEAPPLE, set_when="in-turn").replace(first_five="dealt-together"),
    "after": easy(PINEAPPLE, set_when="after"),
    "the button moves": easy(PINEAPPLE, button_moves_in_fantasyland=True),
    "nobody stays": easy(PINEAPPLE, stay=()),
    "criss-cross, easy": easy(CRISS_CROSS, enter={("bottom", "22"): 13}, repeat_cards=13, set_when="after"),
    "criss-cross, all dealt together": CRISS_CROSS.replace(
        first_five="dealt-together", own_boards_compared=True, final_face_down=3
    ),
    "the end face down": CLASSIC.replace(final_face_down=4, royalties_to="row-winner"),
    "a street face down": PINEAPPLE.replace(
        streets=(
            Street(deal=5, place=5),
            Street(deal=3, place=2, face_down=True),
            *[Street(deal=3, place=2)] * 3,
        )
    ),
    "fifteen at once": RULES["chinese"].replace(
        streets=(Street(deal=15, place=13, face_down=True),), players=(2, 3)
    ),
    "a joker": CLASSIC.replace(jokers=1, fantasyland=None),
}
CASES = {**{name: rules for name, rules in RULES.items() if not rules.jokers}, **HOUSE}


def placed(observation: Position, to: bytes) -> Move:
    rows: list[list[int]] = [[], [], [], []]
    for card, row in zip(observation.draw, to, strict=True):
        rows[row].append(card)
    return Move.of(*rows)


def act(bot: CompiledBot, observation: Position, objective: Objective) -> Move:
    """What a bot in C does, asked from Python."""
    rules = observation.rules
    if observation.to_place < 13:
        own = observation.boards[observation.seat]
        return placed(observation, bot.place(own, observation.unseen, observation.draw, observation.to_place))
    best = solve_fantasyland(observation.draw, rules, objective)
    inside = observation.fantasyland[observation.seat] > 0
    announces = inside and rules.fantasyland is not None and rules.fantasyland.must_announce
    return Move.of(*best.board.rows, best.discards, stay=announces and best.stays)


def sorted_rows(board: Board) -> tuple[list[int], ...]:
    return tuple(sorted(row, reverse=True) for row in board.rows)


def assert_same_hands(arena: Arena, seed: int, hands: int) -> Played:
    """The same boards, points, buttons and Fantasyland hands as in a Match, hand by hand."""
    rules, players = arena.rules, arena.players
    match = Match(rules, players, seed=seed, button=0)
    played = arena.play(seed, 0, hands, button=0, boards=True)
    for hand in range(hands):
        alone = arena.play(seed, hand, 1, button=match.button, fantasyland=match.fantasyland, boards=True)
        game = match.deal()
        while game.turn is not None:
            person = game.turn % players
            game.push(act(arena.bots[person], game.observation(game.turn), arena.objectives[person]))
        for seat in range(game.seats):
            assert sorted_rows(played.board(hand, seat)) == sorted_rows(game.board(seat)), (hand, seat)
            assert sorted_rows(alone.board(0, seat)) == sorted_rows(game.board(seat))
        settled = match.finish()
        points = [sum(settled.points[i::players]) for i in range(players)]
        assert played.points[hand * players :][:players].tolist() == points
        assert (alone.button, alone.fantasyland) == (match.button, match.fantasyland)
    assert (played.button, played.fantasyland) == (match.button, match.fantasyland)
    return played


@pytest.mark.parametrize("name", CASES)
def test_the_hands_of_a_match(name: str) -> None:
    rules = CASES[name]
    for players in range(rules.players[0], rules.players[1] + 1):
        bots = [CompiledRandom(seed) for seed in range(players)]
        played = assert_same_hands(Arena(rules, bots), seed=players, hands=24)
        if rules.fantasyland is not None and ("bottom", "22") in rules.fantasyland.enter:
            assert sum(
                played.total(seat)[f"inside{n}"] for seat in range(played.seats) for n in range(13, 18)
            )
