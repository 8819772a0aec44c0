"""The last cards of a table, against brute force; and no estimate is called exact."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from fractions import Fraction
from statistics import mean, stdev

import pytest

from last_cards import Rows, Table, Turn
from ofckit import RULES, Card, Limit, Objective, OfcError, Position, Rules, _core, analyse
from ofckit.bots import SolverBot
from ofckit.cli import main
from ofckit.engine import Engine
from ofckit.game import Game
from ofckit.search import Analysis
from ofckit.search._versus import VersusDecision

import oracle

CLASSIC, PINEAPPLE = RULES["classic"], RULES["pineapple"]
NO_FANTASYLAND, TURBO = (RULES[name].replace(fantasyland=None) for name in ("classic", "turbo"))
THEY_FIRST_AND_LAST: list[Turn] = [(1, 1, 1), (0, 1, 1), (1, 1, 1)]
ARTICLE = "QdJd / 5h5d8dKd / 5s9s8sKsQs"
ITS_OPPONENT = "Qc7c/JsAdTc5c/Ac4c6cKc9c"
HALF_WAY = Position("pineapple", "Qh/7h7d6c/AsKs9s8s4s", "2c 5d Qc", opponents=["-/9c9d/5s2s3s"])
"""An opponent who still draws twelve cards."""


def rows_of(text: str) -> Rows:
    """'QhQd / - / AsKs' as card ints by row, by the oracle's reading."""
    top, middle, bottom = (
        tuple(oracle.card(part[i : i + 2]) for i in range(0, len(part), 2))
        for part in (row.strip().replace("-", "") for row in text.split("/"))
    )
    return top, middle, bottom


def position_of(
    rules: Rules, boards: Sequence[Rows], draw: Sequence[int], deck: Sequence[int], **how: object
) -> Position:
    """Seat 0 has drawn; all cards but those of the deck are gone."""
    known = {*draw, *deck, *(card for board in boards for row in board for card in row)}
    dead = [Card(card) for card in range(52) if card not in known]
    cards = [[list(map(Card, row)) for row in board] for board in boards]
    return Position(rules, cards[0], list(map(Card, draw)), dead=dead, opponents=cards[1:], **how)  # type: ignore[arg-type]


def assert_solved(
    position: Position, table: Table, boards: Sequence[Rows], turns: Sequence[Turn], deck: Sequence[int]
) -> Analysis:
    """Every move is worth what brute force says, and the best one is first."""
    objective = Objective(fantasyland={n: float(points) for n, points in table.worth.items()})
    found = analyse(position, objective, limit=Limit(rollouts=1))
    assert found.exact
    assert found.complete
    assert found.opponents == ("enumerated" if turns or table.whole else "known")
    for info in found:
        own = tuple(tuple(a) + tuple(map(int, b)) for a, b in zip(boards[0], info.move.rows, strict=True))
        points, royalty, foul, hands = table.solve([own, *boards[1:]], turns, deck)
        assert info.ev == pytest.approx(float(points), abs=1e-9)
        assert info.royalty == pytest.approx(float(royalty), abs=1e-9)
        assert info.foul == pytest.approx(float(foul), abs=1e-9)
        assert dict(info.fantasyland) == pytest.approx({n: float(p) for n, p in hands.items()}, abs=1e-9)
        assert (info.exact, info.se) == (True, 0.0)
    assert [info.ev for info in found] == sorted((info.ev for info in found), reverse=True)
    return found


# -- Brute force --------------------------------------------------------------------------------------


def test_the_two_places_of_the_article_are_worth_what_every_card_says() -> None:
    boards = [rows_of(ARTICLE), rows_of(ITS_OPPONENT)]
    ten = oracle.card("Ts")
    known = {ten, *(card for board in boards for row in board for card in row)}
    deck = [card for card in range(52) if card not in known]
    position = Position(CLASSIC, ARTICLE, "Ts", opponents=[ITS_OPPONENT])
    found = assert_solved(position, Table(worth={13: Fraction(0)}), boards, THEY_FIRST_AND_LAST, deck)
    assert [(str(info.move), round(info.ev, 4)) for info in found] == [("Ts@t", 0.2583), ("Ts@m", -0.8996)]


def dealt(
    rng: random.Random, held: Sequence[int], draw: int, deck: int
) -> tuple[list[Rows], list[int], list[int]]:
    """Boards that hold so many cards, cards drawn and cards left, of a few ranks so that they meet."""
    cards = rng.sample([card for card in range(52) if card // 4 in (3, 5, 6, 8, 9, 10, 11, 12)], 32)
    cards += rng.sample([card for card in range(52) if card not in cards], 20)
    boards = []
    for number in held:
        sizes = (4, 0, 0)
        while sum(sizes) != number:
            sizes = rng.randint(0, 3), rng.randint(0, 5), rng.randint(0, 5)
        rows = []
        for size in sizes:
            rows.append(tuple(cards[:size]))
            cards = cards[size:]
        boards.append((rows[0], rows[1], rows[2]))
    rng.shuffle(cards)
    return boards, cards[:draw], cards[draw : draw + deck]


def _switches(**switches: object) -> dict[str, object]:
    return {"switches": switches}


def queens_up(board: Rows) -> int:
    """Fantasyland of pineapple: a pair of queens or better on top earns fourteen cards."""
    return 14 if oracle.key(board[0]) >= oracle.key(oracle.cards("Qc Qd 2h")) else 0


IN_PINEAPPLE = {"next_cards": queens_up, "worth": {14: Fraction(21, 2)}}
LOW = RULES["2-7-pineapple"].replace(fantasyland=None)
KINDS: dict[str, tuple[Rules, tuple[int, ...], list[Turn], int, dict[str, object]]] = {
    "one card each": (NO_FANTASYLAND, (12, 12), [(1, 1, 1)], 9, {}),
    "they draw two": (NO_FANTASYLAND, (11, 11), THEY_FIRST_AND_LAST, 7, {}),
    "they draw two, and act first": (NO_FANTASYLAND, (10, 11), [*THEY_FIRST_AND_LAST, (0, 1, 1)], 6, {}),
    "three players": (NO_FANTASYLAND, (12, 12, 12), [(1, 1, 1), (2, 1, 1)], 7, {}),
    "three in turn": (NO_FANTASYLAND, (12, 11, 12), [(1, 1, 1), (2, 1, 1), (1, 1, 1)], 6, {}),
    "two at a time": (TURBO, (9, 9), [(1, 2, 2), (0, 2, 2), (1, 2, 2)], 6, {}),
    "the last draw of pineapple": (PINEAPPLE, (11, 11), [(1, 3, 2)], 7, IN_PINEAPPLE),
    "the last two draws of pineapple": (PINEAPPLE, (9, 11), [(1, 3, 2), (0, 3, 2)], 7, IN_PINEAPPLE),
    "three players of pineapple": (PINEAPPLE, (11, 11, 11), [(1, 3, 2), (2, 3, 2)], 7, IN_PINEAPPLE),
    "a 2-7 middle": (LOW, (9, 11), [(1, 3, 2), (0, 3, 2)], 7, _switches(low_middle=True, table="2-7")),
    "royalties to the winner of a row": (
        NO_FANTASYLAND.replace(royalties_to="row-winner"),
        (11, 11),
        THEY_FIRST_AND_LAST,
        6,
        _switches(royalties_to="row-winner"),
    ),
    "2-4 without royalties": (
        NO_FANTASYLAND.replace(scoring="2-4", royalties="none"),
        (11, 11),
        THEY_FIRST_AND_LAST,
        6,
        _switches(scoring="2-4", table="none"),
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_last_cards_are_worth_what_every_card_says(kind: str) -> None:
    rules, held, turns, deck, how = KINDS[kind]
    placed = [sum(street.place for street in rules.plan[:n]) for n in range(len(rules.plan))]
    draw = rules.plan[placed.index(held[0])].deal
    rng = random.Random(kind)
    for _ in range(2):
        boards, drawn, left = dealt(rng, held, draw, deck)
        # the own seat acts first, or it has placed one street less than those before it
        position = position_of(rules, boards, drawn, left, button=0 if turns[-1][0] == 0 else None)
        assert_solved(position, Table(**how), boards, turns, left)  # type: ignore[arg-type]


HOUSE: dict[str, dict[str, object]] = {
    "a cap": {"loss_cap": 3},
    "a cap and royalties to the winner of a row": {"loss_cap": 5, "royalties_to": "row-winner"},
    "a sweep of the table": {"table_sweep": 9},
    "a sweep of the table paid twice": {"table_sweep": "double"},
    "a sweep of the table up to a cap": {"table_sweep": "double", "loss_cap": 9},
    "a sweep bonus": {"sweep_bonus": 12},
    "a majority bonus": {"sweep_bonus": 0, "majority_bonus": 7},
}


@pytest.mark.parametrize("switches", HOUSE.values(), ids=HOUSE)
@pytest.mark.parametrize("button", [0, 1, 2])
def test_house_rules_about_a_whole_table_are_worth_what_every_card_says(
    switches: dict[str, object], button: int
) -> None:
    """Three players, one place each; whoever settles first decides where a cap is met."""
    rules = NO_FANTASYLAND.replace(**switches)
    order = [(button + 1 + i) % 3 for i in range(3)]
    turns = [(seat, 1, 1) for seat in order[order.index(0) + 1 :]]
    rng, plain = random.Random(f"{switches}"), Table()
    differs = False
    for _ in range(4):
        held = [12 + (order.index(seat) < order.index(0)) for seat in range(3)]
        boards, drawn, left = dealt(rng, held, 1, 5)
        position = position_of(rules, boards, drawn, left, button=button)
        table = Table(first=order[0], switches=switches)
        found = assert_solved(position, table, boards, turns, left)
        for info in found:
            own = tuple(tuple(a) + tuple(map(int, b)) for a, b in zip(boards[0], info.move.rows, strict=True))
            points = plain.solve([own, *boards[1:]], turns, left)[0]
            differs |= abs(info.ev - float(points)) > 1e-9  # type: ignore[arg-type]
    assert differs, "the switch decides nothing here"


def test_who_left_has_a_foul_board_and_does_not_draw() -> None:
    rng = random.Random(1)
    boards, drawn, left = dealt(rng, (11, 7, 11), 1, 6)
    position = position_of(NO_FANTASYLAND, boards, drawn, left, out=("", "left", ""))
    assert_solved(position, Table(left=(1,)), boards, [(2, 1, 1), (0, 1, 1), (2, 1, 1)], left)


def test_who_surrendered_is_gone() -> None:
    rng = random.Random(2)
    boards, drawn, left = dealt(rng, (12, 7, 12), 1, 6)
    rules = NO_FANTASYLAND.replace(surrender_points=2)
    position = position_of(rules, boards, drawn, left, out=("", "surrendered", ""))
    assert_solved(position, Table(), [boards[0], boards[2]], [(1, 1, 1)], left)


def test_an_opponent_goes_for_the_hand_in_fantasyland_that_is_worth_more_than_the_row() -> None:
    """A queen on top earns fourteen cards, in the middle it wins the row: it depends on the worth."""
    boards = [rows_of("2c2d3h/9c9d4s5s6h/TcTdThJs"), rows_of("Qc5h/Kd8c7h4c/AsAdAcKs3s")]
    deck = [oracle.card("Qh"), oracle.card("Jd")]
    for worth in (0, 30):
        rules = PINEAPPLE.replace(streets=CLASSIC.streets)
        position = position_of(rules, boards, [oracle.card("3d")], deck)
        table = Table(next_cards=queens_up, worth={14: Fraction(worth)})
        assert_solved(position, table, boards, [(1, 1, 1), (1, 1, 1)], deck)


# -- What is enumerated, and what is not --------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_the_seed_makes_no_difference_where_all_is_enumerated(seed: int) -> None:
    position = Position(CLASSIC, ARTICLE, "Ts", opponents=[ITS_OPPONENT])
    assert analyse(position, seed=seed).moves == analyse(position, seed=99).moves
    assert analyse(position, seed=seed, threads=1).moves == analyse(position, threads=2).moves


def test_a_whole_deck_at_the_last_two_draws_of_pineapple() -> None:
    position = Position(
        PINEAPPLE,
        "Qh/7h7d6c/AsKs9s8s4s",
        "2c 5d Qc",
        "3c 3d",
        opponents=["Jc3h/9c9dTcTd/5s4d2s3s6d"],
        button=0,
    )
    found = analyse(position)
    assert (found.opponents, found.exact) == ("enumerated", True)
    assert len(found) == position.legal_moves.placements
    sampled = analyse(position, exact=False)
    assert sampled.opponents == "sampled"
    assert abs(sampled.best.ev - found.best.ev) < 2  # the sample's opponent plays by other lights


def test_boards_that_are_complete_or_given_are_no_sample() -> None:
    complete = "AhAd3s/TsTh5s5c3h/9h8h6d3d3c"
    position = Position("pineapple", "Qh/7h7d6c/AsKs9s8s4s", "2c 5d Qc", opponents=[complete])
    for found in (analyse(position), analyse(position, Objective.of(PINEAPPLE, opponents=complete))):
        assert (found.opponents, found.exact, found.best.se) == ("known", True, 0.0)
    assert analyse(position, against=None).opponents == "none"


OTHERS = ["-/9c9d/5s3s4d", "-/-/5h", "-/-/6d"]
LAST = "Qh2h/7h7d6c5d/AsKs9s8s4s"
FOURTEEN = "AsAhAdKsKhQdQcQhJsTs9s8s7s2c"


@pytest.mark.parametrize(
    "position",
    [
        HALF_WAY,
        Position("criss-cross", "Qh2h/KhKd6h5d/AsJs9s8s4s", "Kc", opponents=OTHERS),
        Position("pineapple", LAST, "2c 3d Qc", opponents=["-/-/-"], fantasyland=(0, 14)),
        Game("chinese", 3, seed=4).observation(0),
        Position("pineapple", "", "AsKsQd7d7c", opponents=OTHERS[:1]),
        Position("pineapple", "", FOURTEEN, opponents=OTHERS[:1], fantasyland=(14, 0)),
    ],
    ids=["half way", "criss-cross", "against Fantasyland", "closed", "an opening", "in Fantasyland"],
)
def test_what_is_sampled_is_not_exact_and_has_its_error(position: Position) -> None:
    found = analyse(position, limit=Limit(rollouts=1000))
    assert found.opponents == "sampled"
    assert not found.exact
    assert not any(info.exact for info in found)
    assert all(info.se > 0 for info in found)
    assert found.gaps[0] == (0.0, 0.0)
    assert "sample" in str(found)
    assert "exact:" not in str(found)


@pytest.mark.parametrize("exact", [True, False], ids=["solved", "rolled out"])
def test_the_error_of_a_sample_is_the_spread_from_seed_to_seed(exact: bool) -> None:
    third = Position("pineapple", "Qh/7h7d/AsKs9s8s", "2c 5d Qc", opponents=OTHERS[:1])
    position = HALF_WAY if exact else third
    found = [analyse(position, limit=Limit(rollouts=1000), seed=seed, exact=exact) for seed in range(16)]
    for move in [info.move for info in found[0][:2]]:
        values = [info for one in found for info in one if info.move == move]
        assert 0.6 < stdev(info.ev for info in values) / mean(info.se for info in values) < 1.5


# -- Where a number is read ---------------------------------------------------------------------------


def analysed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["analyse", *words]) == 0
    return capsys.readouterr().out


def test_the_command_line_says_which_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    whole = [ARTICLE, "--draw", "Ts", "--rules", "classic", "--opponent", ITS_OPPONENT]
    part = ["Qh/7h7d6c/AsKs9s8s4s", "--draw", "2c5dQc", "--opponent=-/9c9d/5s2s3s"]
    assert "exact: optimal play of all players to the end." in analysed(capsys, *whole)
    assert "exact:" not in analysed(capsys, *part)
    assert "+-" in analysed(capsys, *part).splitlines()[0]
    for words, opponents, exact in ((whole, "enumerated", True), (part, "sampled", False)):
        found = json.loads(analysed(capsys, *words, "--format", "json"))
        assert found["opponents"] == opponents
        assert {move["exact"] for move in found["moves"]} == {exact}
        assert {move["se"] > 0 for move in found["moves"]} == {not exact}


def test_an_engine_says_which_it_is() -> None:
    for position, words in (
        (HALF_WAY, "exact 0"),
        (Position(CLASSIC, ARTICLE, "Ts", opponents=[ITS_OPPONENT]), "exact 1"),
    ):
        said: list[str] = []
        engine = Engine(said.append, "solver")
        engine.hear(f"position {position}")
        engine.hear("go rollouts 500")
        engine.wait()
        (candidate,) = [line for line in said if "candidate 1" in line][-1:]
        assert words in candidate
        assert ("se 0.0000" in candidate) == (words == "exact 1")


def test_the_solver_bot_plays_the_best_of_all_that_may_come() -> None:
    position = Position(CLASSIC, ARTICLE, "Ts", opponents=[ITS_OPPONENT])
    assert str(SolverBot().act(position)) == "Ts@t"


# -- The core -----------------------------------------------------------------------------------------


BOARDS = [rows_of(ARTICLE), rows_of(ITS_OPPONENT)]


@pytest.mark.parametrize(
    ("boards", "deck", "turns", "how", "words"),
    [
        (BOARDS[:1], [], [], {}, "1 boards; a table has 2 to 4"),
        (BOARDS, [], [], {"own": 2}, "a seat: 2; it may be 0 to 1"),
        (BOARDS, range(8), [(1, 1, 1)] * 17, {}, "more than 16 turns"),
        ([BOARDS[0], BOARDS[0]], [], [], {}, "board 1: "),
        (BOARDS, [0, 0], [], {}, "deck: "),
        (BOARDS, range(8), [(1, 4, 1)], {}, "deals: 4; it may be 1 to 3"),
        (BOARDS, range(8), [(2, 1, 1)], {}, "a seat: 2; it may be 0 to 1"),
        (BOARDS, range(8), [(1, 1)], {}, "2 parts of a turn"),
        (BOARDS, range(8), [(1, 1, 1)], {}, "do not fill the boards"),
        (BOARDS, [0], [(1, 1, 1), (1, 1, 1), (0, 1, 1), (0, 1, 1)], {}, "more cards than the deck has"),
        (BOARDS, [], [], {"left": [5]}, "a seat: 5"),
        (BOARDS, [], [], {"fantasyland": [(18, 1.0)]}, "cards in Fantasyland: 18"),
        ([((0, 1, 2, 3), (), ()), BOARDS[1]], [], [], {}, "board 0: "),
        ([((), ()), BOARDS[1]], [], [], {}, "2 rows"),
    ],
)
def test_the_core_refuses_what_is_no_table(boards, deck, turns, how, words) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(OfcError, match=words):
        _core.VersusSearch(CLASSIC.compiled, boards, deck, turns, **how).outlook()


def test_a_search_that_was_stopped_knows_nothing() -> None:
    search = _core.VersusSearch(
        CLASSIC.compiled,
        BOARDS,
        range(8),
        [(1, 1, 1), (0, 1, 1), (1, 1, 1), (0, 1, 1)],
        fantasyland=[(13, 8.0)],
    )
    search.stop()
    assert search.outlook() is None


def test_points_over_many_boards() -> None:
    compiled = NO_FANTASYLAND.compiled
    boards = [(7000, 7100, 7200), (100, 90, 80), (6000, 7150, 9841)]
    found = compiled.mean_points(boards[:2], boards)
    want = [
        (compiled.settle_pair(boards[0], 0, one, 0) + compiled.settle_pair(boards[1], 0, one, 0)) / 2
        for one in boards
    ]
    assert list(found) == want
    with pytest.raises(ValueError, match="each side needs one"):
        compiled.mean_points([], boards)
    with pytest.raises(ValueError, match="a strength: 99999"):
        compiled.mean_points(boards, [(1, 2, 99999)])


def test_what_cannot_be_solved_together_is_sampled() -> None:
    """A street that is dealt face down; part of a street; more cards than can be reckoned with."""
    hidden = CLASSIC.replace(final_face_down=3)
    for position in (
        Position(hidden, "Qh/7h7d6c/AsKs9s8s4s", "2c", opponents=["Jc/9c9dTc/5s4d2s3s6d"]),
        Position("pineapple", "Qh/7h7d6c/AsKs9s8s4s", "2c 5d Qc", opponents=["-/9c9d/5s6s3s2s"]),
        Position("classic", "Qh/7h7d6c/AsKs9s8s", "2c", opponents=["-/9c9d/5s6s3s2s"]),
    ):
        assert analyse(position, limit=Limit(rollouts=500)).opponents == "sampled"
    dead = HALF_WAY.unseen[:-4]
    short = Position("pineapple", HALF_WAY.board, HALF_WAY.draw, dead=dead, opponents=HALF_WAY.opponents)
    with pytest.raises(OfcError, match="cards are left"):
        analyse(short)


def test_the_estimate_of_the_time_holds_for_every_order_of_the_last_turns() -> None:
    """An opponent who draws twice in a row shares nothing, and was taken to be a thousand times as quick."""
    taken = []
    for rules, board, draw, opponent, left in (
        ("classic", "QdJd/5h5d8dKd/5s9s8sKsQs", "Ts", "Qc7c/JsAdTc/Ac4c6cKc9c", 30),
        ("classic", "QdJd/5h5d8dKd/5s9s8sKsQs", "Ts", "Qc/JsAdTc/Ac4c6cKc9c", 15),
        ("pineapple", "QdJd2h/5h5d8d/5s9s8sKsQs", "Ts3c4d", "Qc3h/JsAd7c/Ac4c6cKc", 11),
    ):
        unseen = Position(rules, board, draw, opponents=[opponent]).unseen
        position = Position(rules, board, draw, opponents=[opponent], dead=unseen[left:])
        decision = VersusDecision(position, Objective.of(rules))
        began = time.process_time()
        decision.solve(None, 1, None)
        taken.append((time.process_time() - began) / decision.seconds)
    assert max(taken) < 20 * min(taken)


def test_exact_values_without_the_rows_of_the_opponents_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyse", ARTICLE, "--draw", "Ts", "--rules", "classic", "--exact", "--opponent"]
    assert main([*words, "Qc/JsAd/Ac4c"]) == 0
    said = "The cards that opponents show are dead; their rows do not count here."
    assert capsys.readouterr().out.splitlines()[-1] == said
    assert main([*words, "Qc/JsAd/Ac4c", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["opponents"] == "none"
    assert main([*words[:-1], "--against", "Qc7c2d/JsAdTc5c3d/Ac4c6cKc9c"]) == 0
    assert said not in capsys.readouterr().out
