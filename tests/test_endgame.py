"""Endgames: equal to looking at every card that may come, in whole numbers; and to games played out."""

from __future__ import annotations

import json
import random
from itertools import combinations
from math import comb, sqrt

import pytest

from expectimax import Judge, assert_equal, check, check_moves, deal, position_of
from ofckit import RULES, Board, Card, InvalidCard, OfcError, Position
from ofckit.cli import main
from ofckit.objective import Objective, RowOdds
from ofckit.rules import Street
from ofckit.scoring import royalties
from ofckit.search import MoveInfo, best_moves, value
from sanitized import SANITIZED, trials

PINEAPPLE = RULES["pineapple"]
IN_FANTASYLAND = Objective.of(PINEAPPLE).next_hand(14)
VARIANTS = ["pineapple", "pineapple-vegas", "progressive", "ultimate", "2-7-pineapple"]
FOUR_OF_WHICH_THREE = PINEAPPLE.replace(
    streets=(Street(deal=5, place=5), Street(deal=7, place=5), Street(deal=4, place=3))
)
NO_COPIES = RULES["joker-ultimate"].replace(joker_may_copy=False)


# -- Every card that may come -------------------------------------------------------------------------


SHORT = [c for c in range(52) if c >= 28]  # nines to aces: 24 cards
PACKS = {
    "24": SHORT,
    "30": list(range(22, 52)),
    "52": list(range(52)),
    "28 of two suits": [c for c in range(52) if c & 2],
}


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("pack", PACKS)
def test_last_street_is_what_every_draw_says(name: str, pack: str) -> None:
    rng, rules, objective = random.Random(f"{name} {pack}"), RULES[name], Objective()
    judge = Judge(rules, objective)
    for trial in range(trials(12)):
        most = min(10, len(PACKS[pack]) - 11)
        check(
            rules, objective, *deal(rng, PACKS[pack], 11, rng.randint(6, most), suited=trial % 2 == 1), judge
        )


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("pack", PACKS)
def test_fourth_street_is_what_every_draw_says(name: str, pack: str) -> None:
    rng, rules, objective = random.Random(f"{name} {pack}"), RULES[name], Objective()
    suited = (VARIANTS.index(name) + list(PACKS).index(pack)) % 2 == 1
    check(rules, objective, *deal(rng, PACKS[pack], 9, 8, suited=suited), Judge(rules, objective))


@pytest.mark.parametrize(("name", "seed"), [("pineapple", 1), ("progressive", 2)])
def test_third_street_moves_are_what_every_draw_says(name: str, seed: int) -> None:
    rng, rules, objective = random.Random(seed), RULES[name], Objective()
    rows, rest = deal(rng, PACKS["30"], 7, 9, suited=True)
    check_moves(rules, objective, rows, rest, Judge(rules, objective))


@pytest.mark.parametrize("seed", [1] if SANITIZED else [1, 2])
def test_three_draws_are_what_every_draw_says(seed: int) -> None:
    rng, objective = random.Random(seed), Objective()
    rows, rest = deal(rng, PACKS["28 of two suits"], 7, 9, suited=seed == 2)
    while len(rows[0]) < 3:  # fewer ways to place the cards
        rows, rest = deal(rng, PACKS["28 of two suits"], 7, 9, suited=seed == 2)
    expected = Judge(PINEAPPLE, objective).expect(rows, rest)
    assert_equal(value(position_of(PINEAPPLE, rows, rest), objective), expected)


# -- Objectives ---------------------------------------------------------------------------------------


def random_board(rng: random.Random, pack: list[int]) -> Board:
    """A legal board of the pack's cards, or a foul one where chance wants it."""
    cards = [Card(c) for c in rng.sample(pack, 13)]
    return Board([cards[:3], cards[3:8], cards[8:]])


@pytest.mark.parametrize("royalties_to", ["both", "row-winner", "pair-winner"])
@pytest.mark.parametrize("count", [1, 2])
def test_given_opponents_are_settled_with(royalties_to: str, count: int) -> None:
    rng = random.Random(f"{royalties_to} {count}")
    rules = PINEAPPLE.replace(royalties_to=royalties_to)
    for trial in range(2):
        rows, rest = deal(rng, range(26, 52), 11 - 2 * (trial % 2), 8, suited=count == 1)
        others = [c for c in range(52) if c not in {*rest, *rows[0], *rows[1], *rows[2]}]
        boards, pool = [], others
        for _ in range(count):
            boards.append(random_board(rng, pool))
            pool = [c for c in pool if c not in boards[-1].cards]
        objective = Objective(opponents=tuple(boards))
        check(rules, objective, rows, rest, Judge(rules, objective))


def test_cards_on_an_opponents_board_of_the_objective_cannot_come() -> None:
    board = Board("2c2d2h/3c3d3h4c4d/5c5d5h5s4h")
    position = Position(PINEAPPLE, "QhQs/KhKs9d8d/AcAdAh7s7c", dead="6c6d")
    shown = Position(PINEAPPLE, position.board, dead=(*position.dead, *board.cards))
    objective = Objective(opponents=(board,))
    assert value(position, objective) == value(shown, objective)


def test_row_odds_of_one_board_are_that_board() -> None:
    board = Board("2c2d3h/3c3d8h4c4d/5c5d5h8s4h")
    odds = Objective(opponents=(RowOdds.of([board], PINEAPPLE),))
    position = Position(PINEAPPLE, "QhQs/KhKs9d/AcAdAh7s", dead=board.cards)
    given, drawn = value(position, Objective(opponents=(board,))), value(position, odds)
    assert drawn.ev == pytest.approx(given.ev, rel=1e-12)


def test_an_objective_in_hundredths_is_whole_inside() -> None:
    objective = Objective(fantasyland={14: 11.37}, foul=-6.11)
    rng = random.Random(3)
    judge = Judge(PINEAPPLE, objective)
    for _ in range(3):
        rows, rest = deal(rng, SHORT, 9, 8, suited=False)
        assert_equal(value(position_of(PINEAPPLE, rows, rest), objective), judge.expect(rows, rest))


def test_of_equal_plays_the_one_with_more_royalties_counts() -> None:
    """A pair of queens on top earns 7 and here costs 7: it is chosen for its royalties."""
    objective = Objective(fantasyland={14: -7.0})
    position = Position(PINEAPPLE, "Qh2s/KhKsKd9d8d/AcAdAh7s", "Qc 3c 8c")
    moves = best_moves(position, objective)
    assert [(info.ev, info.royalty) for info in moves] == [(2.0, 9.0)] * 2 + [(2.0, 2.0)] * 4


def test_what_is_worth_more_is_never_given_up_for_a_tie_break() -> None:
    rng = random.Random(8)
    for _ in range(5):
        rows, rest = deal(rng, range(52), 9, 43, suited=True)
        plain = value(position_of(PINEAPPLE, rows, rest), Objective())
        real = value(
            position_of(PINEAPPLE, rows, rest), Objective(foul=-6.0 + 1e-9)
        )  # no unit is whole: no tie-break
        assert plain.ev == pytest.approx(real.ev, abs=1e-8)


# -- Full decks ---------------------------------------------------------------------------------------


def test_a_position_is_worth_the_mean_of_its_draws() -> None:
    """All C(20, 3) draws of a last street and a sample of it all: each decision by itself."""
    rng = random.Random(4)
    for placed in (11, 9):
        rows, rest = deal(rng, range(52), placed, 12, suited=True)
        sums = [0.0, 0.0, 0.0]
        for draw in combinations(rest, 3):
            best = best_moves(position_of(PINEAPPLE, rows, [c for c in rest if c not in draw], draw))[0]
            sums = [a + b for a, b in zip(sums, (best.ev, best.foul, best.royalty), strict=True)]
        found = value(position_of(PINEAPPLE, rows, rest))
        means = [total / comb(12, 3) for total in sums]
        assert (found.ev, found.foul, found.royalty) == pytest.approx(tuple(means), rel=1e-12, abs=1e-12)


def test_played_out_games_earn_the_value() -> None:
    position = Position(PINEAPPLE, "Kd/7h7d6h/AsKs9s4s3s", dead="2c 5d Qc 8c 8d")
    found, rng, games = value(position), random.Random(11), 400
    objective = Objective.of(PINEAPPLE)
    points = []
    for _ in range(games):
        board, deck = position.board, list(position.unseen)
        rng.shuffle(deck)
        gone = list(position.dead)
        for street in range(2):
            draw = deck[3 * street : 3 * street + 3]
            info = best_moves(Position(PINEAPPLE, board, draw, dead=gone))[0]
            gone += info.move.discards
            board = Board([(*row, *more) for row, more in zip(board.rows, info.move.rows, strict=True)])
        foul = board.fouls(PINEAPPLE)
        next_hand = 0 if foul else PINEAPPLE.next_cards(None, *board.strengths)
        points.append(
            objective.foul if foul else royalties(board, PINEAPPLE).total + objective.next_hand(next_hand)
        )
    mean = sum(points) / games
    error = sqrt(sum((p - mean) ** 2 for p in points) / (games - 1) / games)
    assert abs(mean - found.ev) < 4 * error
    assert error < 1


def test_suits_may_change_their_names() -> None:
    rng = random.Random(6)
    for _ in range(4):
        rows, rest = deal(rng, range(52), 9, 38, suited=True)
        turned = [frozenset(c ^ 3 for c in row) for row in rows]
        first = value(position_of(PINEAPPLE, rows, rest))
        assert (
            value(position_of(PINEAPPLE, (turned[0], turned[1], turned[2]), [c ^ 3 for c in rest])) == first
        )


def test_third_street_of_a_full_deck_is_the_best_of_its_moves() -> None:
    position = Position(PINEAPPLE, "Qh/7h6h/AsKs9s4s", "2c5dQc", discards="3c")
    moves = best_moves(position)
    assert len(moves) == 24
    assert [info.ev for info in moves] == sorted((info.ev for info in moves), reverse=True)
    assert value(position).ev == moves[0].ev
    assert best_moves(position, threads=2) == moves


def test_the_last_street_is_decided_by_settling() -> None:
    position = Position(PINEAPPLE, "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    best = best_moves(position)[0]
    board = Board("QhQc2h/KhKd6h5d3c/AsJs9s8s4s")
    assert str(best.move) == "Qc@t 3c@m x2c"
    assert best == MoveInfo(
        best.move, royalties(board, PINEAPPLE).total + IN_FANTASYLAND, 0.0, True, 0.0, {14: 1.0}, 11.0
    )


def test_a_finished_board_is_worth_its_points() -> None:
    legal = value(Position(PINEAPPLE, "QhQc2h/KhKd6h5d3c/AsJs9s8s4s"))
    assert (legal.ev, legal.foul, dict(legal.fantasyland), legal.royalty) == (
        11 + IN_FANTASYLAND,
        0.0,
        {14: 1.0},
        11.0,
    )
    foul = value(Position(PINEAPPLE, "QhQc2h/JhJd6h5d3c/AsJs9s8s4s"))
    assert (foul.ev, foul.foul, dict(foul.fantasyland), foul.royalty) == (-6.0, 1.0, {}, 0.0)


# -- What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (Position("pineapple", "", "2c5dQc7h7d"), "not solvable: 4 draws"),
        (Position("pineapple", "Qh/7h7d/AsKs9s", ""), "no street of pineapple begins with this board"),
        (
            Position("classic", "Qh/7h/AsKs9s8s", ""),
            r"7 draws .* with 2 cards to come, .*\(limit of boards\)",
        ),
        (
            Position("turbo", "Qh/7h/AsKs9s", ""),
            r"4 draws .* with 2 cards to come, .*\(limit of boards\)",
        ),
        (
            Position(FOUR_OF_WHICH_THREE, "Qh2h/7h7d6h5d/AsKs9s8s", ""),
            "still deals 4 cards, 3 of them placed",
        ),
        (
            Position(NO_COPIES, "Qh2h/7h7d6h/AsKs9s8s", ""),
            "may not copy a card; only one draw to come is solved",
        ),
        (Position("pineapple", "-/-/-", "2c3c4c5c6c7c8c9cTcJcQcKcAc2d"), "solve_fantasyland"),
    ],
)
def test_what_is_not_solvable_says_why(position: Position, message: str) -> None:
    with pytest.raises(OfcError, match=message):
        value(position)


def test_jokers_that_are_seen_elsewhere_do_no_harm() -> None:
    rules = RULES["joker-ultimate"]
    position = Position(rules, "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc", dead=[Card(52), Card(53)])
    assert best_moves(position)[0].royalty == 11.0


def test_bad_arguments_are_named() -> None:
    position = Position(PINEAPPLE, "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    with pytest.raises(OfcError, match="threads = 0"):
        best_moves(position, threads=0)
    with pytest.raises(OfcError, match="seconds = 0"):
        best_moves(position, limit=0)
    with pytest.raises(OfcError, match="no value for Fantasyland with 14"):
        best_moves(position, Objective(fantasyland={15: 3.0}))
    with pytest.raises(InvalidCard, match="Kd 5d 2c: both here and on a board"):
        best_moves(position, Objective(opponents=("2c2d3h/3d3s8h4c4d/Kd5d5h8c4h",)))
    with pytest.raises(OfcError, match="no move to make"):
        best_moves(Position(PINEAPPLE, position.board))
    short = [Card(c) for c in range(52) if c not in {*position.board.cards, *position.draw}]
    with pytest.raises(OfcError, match="2 cards are left, 3 are still to be drawn"):
        value(Position(PINEAPPLE, position.board, dead=[*short[:-2], *position.draw]))


def test_progress_counts_the_moves() -> None:
    seen: list[tuple[int, int]] = []
    position = Position(PINEAPPLE, "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    best_moves(position, progress=lambda done, every: seen.append((done, every)))
    assert seen == [(i, 6) for i in range(1, 7)]


# -- From the shell -----------------------------------------------------------------------------------


def test_analyse_prints_the_moves_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyse", "Qh2h / KhKd6h5d / AsJs9s8s4s", "--draw", "3c 2c Qc", "--moves", "1"]
    assert main(words) == 0
    header, line, end, counted = capsys.readouterr().out.splitlines()
    assert header.split() == ["move", "value", "foul", "royalties", "Fantasyland"]
    assert counted == f"Counted: royalties, {IN_FANTASYLAND:g} for Fantasyland with 14 cards."
    assert line.split() == [
        "Qc@t",
        "3c@m",
        "x2c",
        f"{11 + IN_FANTASYLAND:+.3f}",
        "0.0%",
        "11.000",
        "14:",
        "100.0%",
    ]
    assert end == "5 more moves; exact: optimal play to the end."


def test_analyse_for_programs_is_what_the_library_says(capsys: pytest.CaptureFixture[str]) -> None:
    board, draw, shown = "Qh / 7h7d6c / AsKs9s8s2s", "2c5dQc", "Kc / 9c9d / 5s4s3s"
    words = ["analyse", board, "--draw", draw, "--opponent", shown, "--dead", "Ac", "--rules", "progressive"]
    assert main([*words, "--alone", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["moves"]
    moves = best_moves(Position("progressive", board, draw, dead="Ac", opponents=[shown]))
    assert [one["move"] for one in found] == [str(one.move) for one in moves]
    assert [(one["value"], one["foul"]) for one in found] == [(one.ev, one.foul) for one in moves]
    assert main(["analyse", str(Position("pineapple", board)), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == value(Position("pineapple", board)).ev


def test_analyse_says_what_it_cannot_solve(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "", "--draw", "2c5dQcKhKs", "--exact"]) == 2
    assert "not solvable: 4 draws to come" in capsys.readouterr().err
    position = str(Position("pineapple", "Qh/7h7d/AsKs"))
    assert main(["analyse", position, "--draw", "2c5dQc"]) == 2
    assert "--draw: a position already says this" in capsys.readouterr().err
    assert main(["analyse", position, "--opponent", "//"]) == 2
    assert "--opponent: a position already says this" in capsys.readouterr().err
    assert (
        main(["analyse", "", "--rules", "chinese"]) == 2
    )  # before thirteen cards: for hours, deaf to Ctrl-C
    assert "the last draw may be any of 635,013,559,600 sets of cards" in capsys.readouterr().err


def test_many_kinds_of_fantasyland_go_on_below(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "analyse",
        "",
        "--draw",
        "Ac9h6s5h3c",
        "--rules",
        "progressive",
        "--rollouts",
        "3000",
        "--seed",
        "0",
    ]
    assert main([*words, "--moves", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    below = [line for line in lines if line.startswith(" ")]
    assert below
    assert all(": " in line and "%" in line and "@" not in line for line in below)
