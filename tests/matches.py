"""What tests of whole matches share: house rules, and players in C asked from Python."""

from ofckit._core import CompiledBot, CompiledRandom
from ofckit.objective import Objective
from ofckit.position import Move, Position
from ofckit.rules import RULES, Fantasyland, Rules, Street
from ofckit.search import solve_fantasyland

PINEAPPLE, CLASSIC, CRISS_CROSS = RULES["pineapple"], RULES["classic"], RULES["criss-cross"]

TABLES = [
    (name, players)
    for name, rules in RULES.items()
    for players in range(rules.players[0], rules.players[1] + 1)
]
"""Every preset with every number of players."""

# Random bots foul two boards of three, and the others are weak: here these are enough for Fantasyland.
EASY = Fantasyland(
    enter={("bottom", "22"): 14, ("bottom", "two pair"): 15, ("middle", "22"): 16, "22": 17},
    stay=(("middle", "straight"),),
)


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
    "of the whole table": easy(CLASSIC, enter={("bottom", "22"): 13}).replace(
        first_to_act="button",
        sweep_bonus=1,
        table_sweep="double",
        loss_cap=8,
        naturals={"no-pictures": 4, "all-low": 9},
    ),
    "criss-cross, capped": CRISS_CROSS.replace(
        own_boards_compared=True, first_to_act="button", table_sweep=3, loss_cap=6, majority_bonus=2
    ),
    "a joker": easy(PINEAPPLE, repeat_cards=14).replace(jokers=1),
    "jokers row by row": easy(PINEAPPLE, enter={("bottom", "two pair"): 13}, repeat_cards="same").replace(
        jokers=2, joker_resolution="row"
    ),
}
CASES = {**RULES, **HOUSE}


def placed(observation: Position, to: bytes) -> Move:
    rows: list[list[int]] = [[], [], [], []]
    for card, row in zip(observation.draw, to, strict=True):
        rows[row].append(card)
    return Move.of(*rows)


def act(bot: CompiledBot, observation: Position, objective: Objective) -> Move:
    """What a bot in C does, asked from Python; only the random one sets its own Fantasyland hands."""
    rules = observation.rules
    if observation.to_place < 13 or isinstance(bot, CompiledRandom):
        own = observation.boards[observation.seat]
        return placed(observation, bot.place(own, observation.unseen, observation.draw, observation.to_place))
    best = solve_fantasyland(observation.draw, rules, objective)
    inside = observation.fantasyland[observation.seat] > 0
    announces = inside and rules.fantasyland is not None and rules.fantasyland.must_announce
    return Move.of(*best.board.rows, best.discards, stay=announces and best.stays)
