"""`analyse`: exact where that is quick; rollouts equal to it within the error, the same for any threads."""

from __future__ import annotations

import _thread
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import isclose
from time import monotonic

import pytest

from ofckit import (
    RULES,
    Board,
    InvalidCard,
    Move,
    Objective,
    OfcError,
    Position,
    RowOdds,
    Rules,
    _core,
    cards,
    settle,
)
from ofckit.bots import SolverBot
from ofckit.game import Game
from ofckit.policy import Policy
from ofckit.scoring import royalties
from ofckit.search import Analysis, Limit, MoveInfo, analyse, best_moves, improving, solve_fantasyland
from ofckit.search._opponents import RowsToBeat
from sanitized import SANITIZED

PINEAPPLE = RULES["pineapple"]
QUICK = Limit(rollouts=2000)
OPENING = Position("pineapple", "", "As Ks Qd 7d 7c")
THIRD = Position("pineapple", "Qh/7h7d/AsKs9s8s", "2c 5d Qc", discards="3c")


def rolled(position: Position, objective: Objective | None = None, **options: object) -> Analysis:
    """An analysis that does without the exact solver."""
    options.setdefault("limit", QUICK)
    return analyse(position, objective, exact=False, **options)  # type: ignore[arg-type]


def by_move(infos: Sequence[MoveInfo]) -> dict[str, MoveInfo]:
    return {str(info.move): info for info in infos}


def worth(
    rows: Sequence[Sequence[int]], rules: Rules, objective: Objective, known: dict[object, float]
) -> float:
    """What a finished board is worth, by `settle` and the objective; boards of the same strengths once."""
    strengths = rules.compiled.row_strengths([card for row in rows for card in row])
    if strengths not in known:
        board = Board(rows, jokers=rules.jokers)
        foul = board.fouls(rules)
        points = objective.next_hand(rules.next_cards(None, *strengths, foul=foul))
        if objective.opponents is None:
            points += objective.foul if foul else royalties(board, rules).total
        else:
            two = rules.replace(boards_per_player=1)
            points += sum(settle([board, one], two).points[0] for one in objective.opponents)
        known[strengths] = points
    return known[strengths]


def placements(
    rows: Sequence[tuple[int, ...]], draw: Sequence[int], place: int
) -> list[list[tuple[int, ...]]]:
    """Every way to place so many cards of a draw."""
    if not place:
        return [list(rows)]
    found = []
    for i in range(len(draw) - place + 1):
        for row, size in enumerate((3, 5, 5)):
            if len(rows[row]) < size:
                more = [*rows]
                more[row] = (*rows[row], draw[i])
                found += placements(more, draw[i + 1 :], place - 1)
    return found


def expected(position: Position, objective: Objective, move: MoveInfo) -> float:
    """What a move is worth before the last draw, or at the end: every draw, every way to place it."""
    rules, street = position.rules, position.street
    known: dict[object, float] = {}
    assert street is not None
    rows = [(*a, *b) for a, b in zip(position.boards[position.seat], move.move.rows, strict=True)]
    ahead = rules.plan[street + 1 :]
    if not ahead:
        return worth(rows, rules, objective, known)
    assert len(ahead) == 1
    draws = list(combinations(position.unseen, ahead[0].deal))
    best = [
        max(worth(made, rules, objective, known) for made in placements(rows, draw, ahead[0].place))
        for draw in draws
    ]
    return float(sum(map(Fraction, best)) / len(best))


# -- Exactly ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "draw", "discards"),
    [
        ("Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc", ""),
        ("Qh/7h7d6c/AsKs9s8s4s", "2c 5d Qc", "3c 3d"),
        ("Kd/7h6c5h/AsKs9d", "2c 5d Qc", "3c"),
    ],
)
def test_late_streets_of_pineapple_are_those_of_the_exact_solver(
    board: str, draw: str, discards: str
) -> None:
    position = Position("pineapple", board, draw, discards)
    found = analyse(position)
    assert list(found) == best_moves(position)
    assert found.exact
    assert found.complete
    assert found.rollouts == 0
    assert [info.se for info in found] == [0.0] * len(found)
    assert found.gaps[0] == (0.0, 0.0)


def test_too_little_time_for_the_exact_third_street_means_rollouts() -> None:
    found = analyse(THIRD, limit=0.02)
    assert not found.exact
    assert {str(info.move) for info in found} == set(map(str, THIRD.legal_moves))


def test_a_fantasyland_hand_is_solved() -> None:
    hand = "As Ah Ad Ks Kh Qd Qc Qh Js Ts 9s 8s 7s 2c"
    found = analyse(Position("pineapple", "", hand))
    best = solve_fantasyland(hand, PINEAPPLE, k=10)
    assert found.exact
    assert [info.ev for info in found] == [one.value for one in (best, *best.alternatives)]
    assert found.best.move.rows[2] == best.board.bottom
    assert found.best.fantasyland == {14: 1.0}
    assert all(info.move in found.position.legal_moves for info in found)


def test_a_stay_is_announced_where_that_is_asked_for() -> None:
    assert PINEAPPLE.fantasyland is not None
    rules = PINEAPPLE.replace(fantasyland=PINEAPPLE.fantasyland.replace(must_announce=True))
    found = analyse(Position(rules, "", "As Ah Ad Ks Kh Qd Qc Qh Js Ts 9s 8s 7s 2c"))
    assert found.best.move.is_stay


def test_closed_chinese_is_solved() -> None:
    found = analyse(Position("chinese", "", "As Ah Ad Ks Kh Qd Qc Qh Js Ts 9s 8s 7s"))
    assert found.exact
    assert found.best.foul == 0


def test_closed_chinese_is_set_against_random_hands() -> None:
    position = Game("chinese", 3, seed=4).observation(0)
    found = analyse(position)
    assert found.objective.opponents is not None
    assert len(found.objective.opponents) == 2
    best, *_, last = (one.ev for one in found)
    assert 0 != best > last  # without opponents every board is worth nothing, and so as good as any other
    again = analyse(position, found.objective).best
    assert (again.move, again.ev) == (found.best.move, best)
    assert found.best.move == SolverBot().act(position)


# -- Sampling agrees with what is exact ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["pineapple", "progressive", "2-7-pineapple"])
def test_before_the_last_draw_rollouts_are_exact(name: str) -> None:
    position = Position(name, "Qh/7h5d6c/AsKs9s8s4s", "2c 3d Qc", discards="3c 4d")
    want, found = by_move(best_moves(position)), rolled(position)
    assert found.exact
    for info in found:
        same = want[str(info.move)]
        assert isclose(info.ev, same.ev, abs_tol=1e-9)
        assert isclose(info.foul, same.foul, abs_tol=1e-9)
        assert dict(info.fantasyland) == pytest.approx(dict(same.fantasyland), abs=1e-9)


BOARDS = [
    THIRD,
    Position("pineapple", "Kd/7h6c5h/AsKs9d", "2c 5d Qc", discards="3c"),
    Position("ultimate", "KdKc/7h6c/AsAd9d", "2c 5d Ac", discards="3c"),
    Position("2-7-pineapple", "Kd/7h3c/AsAd9d8d", "2c 5d Kc", discards="3d"),
]


@pytest.mark.parametrize("position", BOARDS, ids=lambda p: str(p.board))
def test_on_the_third_street_rollouts_agree_with_the_exact_solver(position: Position) -> None:
    want, found = by_move(best_moves(position)), rolled(position, limit=Limit(rollouts=6000), keep=5)
    for info in found[:5]:
        exact = want[str(info.move)].ev
        assert abs(info.ev - exact) < 4.5 * info.se
    best = max(one.ev for one in want.values())
    assert best - want[str(found.best.move)].ev < 0.1


def late(name: str, board: str, draw: str, left: str) -> Position:
    """A position in which these cards are left, and no others."""
    rules = RULES[name]
    rows = Board(board, jokers=rules.jokers)
    known = {*rows.cards, *cards(draw, jokers=rules.jokers > 0), *cards(left, jokers=rules.jokers > 0)}
    return Position(rules, rows, draw, dead=[i for i in range(rules.deck_size) if i not in known])


ENDS = [
    late("pineapple", "Qh/KhKd6h5d/AsJs9s8s", "4s Qc 2d", "7c 7d 8c 8d 9c 9d"),
    late("classic", "Qh2h/KhKd6h5d/AsJs9s8s4s", "Qc", "7c 7d 8c 8d 9c 9d Kc 2s"),
    late("classic", "Qh2h2d/KhKd6h5d/AsJs9s8s4s", "6c", ""),
    late("criss-cross", "Qh2h/KhKd6h5d/AsJs9s8s4s", "Kc", "7c 7d 8c Qd"),
    late("turbo", "Qh/KhKd6h5d/AsJs9s8s", "4s Qc", "7c 7d 8c 8d Qd Kc"),
    late("2-7-pineapple", "Qh/7h5d4h2h/AsJs9s8s", "4s Qc 2d", "7c Td 8c 8d 9c 9d"),
    late("joker-ultimate", "Qh2h/KhKd6h5d/AsJs9s8sX1", "4s Qc 2d", ""),
    late("joker-ultimate", "Qh/KhKd6h5d/AsJs9sX1", "4s Qc 2d", "7c 7d 8c Qd Kc X2"),
    late("joker-ultimate", "Qh/KhKd6h5d/AsJs9s8s", "4s Qc 2d", "7c 7d 8c Kc X1 X2"),
]
OBJECTIVES = [{}, {"foul": -2.0}, {"opponents": "AhAd3s/TsTh5s5c3h/3c9h8h6d3d"}]


@pytest.mark.parametrize("changes", OBJECTIVES, ids=["solo", "cheap foul", "against a board"])
@pytest.mark.parametrize("position", ENDS, ids=lambda p: f"{p.rules.name} {p.board}")
def test_the_end_is_worth_what_settle_and_the_objective_say(
    position: Position, changes: dict[str, object]
) -> None:
    objective = Objective.of(position.rules, **changes)
    found = rolled(position, objective)
    assert found.exact
    assert len(found) == position.legal_moves.placements
    for info in found:
        assert isclose(info.ev, expected(position, objective, info), abs_tol=1e-9)


# -- The race -----------------------------------------------------------------------------------------


def test_an_opening_ranks_every_placement_best_first() -> None:
    found = analyse(OPENING, limit=Limit(rollouts=4000))
    assert {info.move for info in found} == set(OPENING.legal_moves)
    assert len(found) == 232
    values = [info.ev for info in found]
    assert values[:3] == sorted(values[:3], reverse=True)
    assert not found.exact
    assert found.complete
    assert sum(found.futures) == found.rollouts <= 4000
    assert found.futures[0] == max(found.futures) > 4 * min(found.futures)
    assert min(found.futures) >= 2
    assert found.gaps[0] == (0.0, 0.0)


@pytest.mark.parametrize("limit", [Limit(rollouts=3000), Limit(se=0.3), Limit(rollouts=50)])
def test_the_same_seed_gives_the_same_answer_for_any_threads(limit: Limit) -> None:
    position = Position("pineapple", "Kd/7h/AsKs9d", "2c 5d Qc")
    one, two, three = (analyse(position, limit=limit, seed=5, threads=n) for n in (1, 2, 3))
    assert one.moves == two.moves == three.moves
    assert one.gaps == two.gaps == three.gaps
    assert analyse(position, limit=limit, seed=6).moves != one.moves


def test_the_standard_error_of_the_leaders_meets_the_limit() -> None:
    found = rolled(THIRD, limit=Limit(se=0.15))
    assert 0 < max(info.se for info in found[:3]) <= 0.15
    assert found.rollouts < 20_000


def test_values_are_means_of_the_same_futures() -> None:
    found, objective = rolled(THIRD), Objective.of(PINEAPPLE)
    for info in found[:3]:
        hands = sum(objective.next_hand(n) * chance for n, chance in info.fantasyland.items())
        assert isclose(info.ev, info.royalty + hands + objective.foul * info.foul, abs_tol=1e-9)
        assert 0 <= info.foul <= 1


def test_a_move_that_left_the_race_is_worth_what_the_best_is_less_its_gap() -> None:
    found = rolled(THIRD, limit=Limit(rollouts=6000))
    left = [i for i, n in enumerate(found.futures) if n < found.futures[0]]
    assert left == list(range(left[0], len(found)))
    for i in left:
        points, se = found.gaps[i]
        assert isclose(found[i].ev, found.best.ev - points, abs_tol=1e-9)
        assert found[i].se >= se > 0 or found[i].foul == 1


def test_with_one_move_kept_the_race_ends_when_it_is_decided() -> None:
    position = Position("pineapple", "AhAd/7h7d/KsKd9d", "7c 2d 3s")
    found = rolled(position, limit=Limit(rollouts=10**6), keep=1)
    assert found.rollouts < 10**6 / 2
    assert found.gaps[1][0] > 0


def test_rollouts_say_by_how_much_such_values_are_off() -> None:
    second = Position("pineapple", "Kd/7h/AsKs9d", "2c 5d Qc")
    found = rolled(second, limit=Limit(rollouts=300))
    assert found.bias < 0
    assert f"{-found.bias:.2f} too low" in str(found)
    unbiased = rolled(THIRD, limit=Limit(rollouts=300))
    assert unbiased.bias == 0.0
    assert "too low" not in str(unbiased)
    assert analyse(THIRD).bias == 0.0


OPENINGS = ("As Ks Qd 7d 7c", "Ah Jc Ts Kh Ad", "Qh Qd 9s 5c 2h", "Kh Jd Tc 9s 8d")


@pytest.mark.parametrize("draw", OPENINGS)
def test_a_few_rollouts_choose_among_the_moves_that_the_policy_holds_best(draw: str) -> None:
    position, policy = Position("pineapple", "", draw), Policy.of(PINEAPPLE)
    held = {
        move: policy.value(Position("pineapple", [list(row) for row in move.rows]))
        for move in position.legal_moves
    }
    for seed in range(3):
        best = analyse(position, limit=Limit(rollouts=200), seed=seed).best.move
        assert sum(value > held[best] for value in held.values()) < 6


@pytest.mark.skipif(SANITIZED, reason="statistics of many rollouts, which are those of the other tests")
def test_the_error_of_the_chosen_move_covers_its_value() -> None:
    """However few the rollouts: the distance to a long run, in standard errors."""
    distances = []
    for draw in OPENINGS:
        position = Position("pineapple", "", draw)
        for rollouts in (200, 1000):
            best = analyse(position, limit=Limit(rollouts=rollouts), seed=1).best
            long = analyse(position, limit=Limit(rollouts=8000), seed=99, hold=best.move)
            truth = by_move(long)[str(best.move)]
            distances.append((best.ev - truth.ev) / (best.se**2 + truth.se**2) ** 0.5)
    assert (sum(x * x for x in distances) / len(distances)) ** 0.5 < 1.5
    assert max(map(abs, distances)) < 3


def test_equal_futures_do_not_make_an_error_of_nothing() -> None:
    """From a report: -0.121 +- 0.001 was printed where -0.139 is exact."""
    position = Position("progressive", "Ts/6d/KhJh8h4h4c", "7c Th Qc", "9c")
    exact = by_move(best_moves(position))
    for rollouts in (100, 400, 2000):
        for info in rolled(position, limit=Limit(rollouts=rollouts))[:3]:
            assert abs(info.ev - exact[str(info.move)].ev) < 4 * info.se


def test_moves_that_cannot_be_told_from_the_best_are_ties() -> None:
    found = analyse(OPENING, limit=Limit(rollouts=2000))
    assert 1 < found.ties < len(found)
    rows = found.table(None).splitlines()[1:]
    assert [row[40:].split()[1].endswith("=") for row in rows[1:4]] == [i < found.ties for i in (1, 2, 3)]
    exact = analyse(THIRD)
    assert exact.ties == sum(info.ev == exact.best.ev for info in exact)


def test_cards_known_to_be_gone_do_not_come() -> None:
    dead = Position("pineapple", "", "As Ks Qd 7d 7c", dead="Qc Qh Qs Kc Kd Kh Ac Ad Ah")
    most, few = (max(info.fantasyland.get(14, 0.0) for info in rolled(one)[:3]) for one in (OPENING, dead))
    assert few < 0.05 < most


@pytest.mark.parametrize("name", sorted(set(RULES) - {"chinese"}))
def test_every_game_from_its_first_street_to_its_last(name: str) -> None:
    rules = RULES[name]
    deck = [card for i in range(7) for card in range(i, rules.deck_size, 7)]
    rows: list[tuple[int, ...]] = [(), (), ()]
    for street in rules.plan:
        draw, deck = deck[: street.deal], deck[street.deal :]
        position = Position(rules, rows, draw)
        found = rolled(position, limit=Limit(rollouts=300), threads=1)
        assert {info.move for info in found} == set(position.legal_moves)
        rows = [(*a, *b) for a, b in zip(rows, found.best.move.rows, strict=True)]
    assert sum(map(len, rows)) == 13


# -- Opponents ----------------------------------------------------------------------------------------


OPEN = ["-/9c9d/5s2s3s"]


def against(opponents: Sequence[str], rules: str = "pineapple", **options: object) -> Position:
    return Position(rules, "Qh/7h7d6c/AsKs9s8s4s", "2c 5d Qc", opponents=opponents, **options)  # type: ignore[arg-type]


def test_boards_that_lie_open_are_completed_and_are_to_be_beaten() -> None:
    found = analyse(against(OPEN))
    assert found.objective.opponents is not None
    (odds,) = found.objective.opponents
    assert isinstance(odds, RowOdds)
    assert 0 < odds.foul < 0.5
    exact = best_moves(found.position, found.objective)
    assert [(info.move, info.ev) for info in found] == [(info.move, info.ev) for info in exact]


def test_against_none_is_solo_and_cards_that_lie_open_are_dead_all_the_same() -> None:
    found = analyse(against(OPEN), against=None)
    assert found.objective == Objective.of(PINEAPPLE)
    assert list(found) == best_moves(found.position)


def test_an_objective_with_opponents_is_left_alone() -> None:
    objective = Objective.of(PINEAPPLE, opponents="AhAd3s/TsTh5s5c3h/9h8h6d3d3c")
    position = Position("pineapple", "Qh/7h7d6c/AsKs9s8s4s", "2c 5d Qc", opponents=["-/9c9d/JdJc2d"])
    assert analyse(position, objective).objective is objective


def test_a_complete_board_is_met_as_it_is() -> None:
    board = "AhAd3s/TsTh5s5c3h/9h8h6d3d3c"
    fouled = analyse(against([board]))
    given = analyse(
        Position("pineapple", "Qh/7h7d6c/AsKs9s8s4s", "2c 5d Qc"), Objective.of(PINEAPPLE, opponents=board)
    )
    assert fouled.objective.opponents[0].foul == 1.0  # type: ignore[index, union-attr]
    assert [info.ev for info in fouled] == pytest.approx([info.ev for info in given])
    legal = "KhKd3s/AhAd5s5c3h/9h9d9c3d3c"
    found = analyse(against([legal]))
    given = analyse(
        Position("pineapple", "Qh/7h7d6c/AsKs9s8s4s", "2c 5d Qc"), Objective.of(PINEAPPLE, opponents=legal)
    )
    assert [info.ev for info in found] == pytest.approx([info.ev for info in given])


def test_who_left_is_foul_and_who_surrendered_is_gone() -> None:
    left = analyse(against(OPEN, out=("", "left")))
    assert left.objective.opponents[0].foul == 1.0  # type: ignore[index, union-attr]
    gone = analyse(against(OPEN, rules=PINEAPPLE.replace(surrender_points=2), out=("", "surrendered")))  # type: ignore[arg-type]
    assert gone.objective.opponents is None


def test_an_opponent_in_fantasyland_sets_strong_rows() -> None:
    inside = analyse(against(["-/-/-"], fantasyland=(0, 14)))
    outside = analyse(against(["-/-/-"]))
    assert inside.objective.opponents is not None
    assert inside.objective.opponents[0].foul == 0.0  # type: ignore[union-attr]
    assert inside.best.ev < outside.best.ev - 2


def test_in_criss_cross_the_other_board_of_the_same_player_is_no_opponent() -> None:
    position = Position(
        "criss-cross", "Qh2h/KhKd6h5d/AsJs9s8s4s", "Kc", opponents=["-/9c9d/5s3s4d", "-/-/5h", "-/-/6d"]
    )
    assert len(analyse(position).objective.opponents or ()) == 2


def test_part_of_a_street_that_lies_there_is_completed() -> None:
    position = against(["-/9c9d/5s6s3s2s"])
    bot, objective = Policy.of(PINEAPPLE).compiled, Objective.of(PINEAPPLE)
    compiled = _core.EndgameObjective(PINEAPPLE.compiled, royalty=1, foul=-6)
    found = RowsToBeat(position, lambda: bot, compiled, objective, 1).odds
    assert len(found) == 1
    assert isclose(sum(found[0].bottom.values()), 1)


# -- How it ends, and what it says on the way ------------------------------------------------------------


def test_ctrl_c_returns_what_is_known() -> None:
    began = monotonic()
    found = analyse(OPENING, limit=300, progress=lambda *_: _thread.interrupt_main())
    assert monotonic() - began < 200
    assert not found.complete
    assert len(found) == 232
    assert found.rollouts > 0


def test_progress_tells_how_far_it_is_and_who_leads() -> None:
    told: list[tuple[int, int, MoveInfo | None]] = []
    found = analyse(OPENING, limit=0.8, progress=lambda *seen: told.append(seen))
    assert told
    assert all(0 < done <= every for done, every, _ in told)
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    assert all(isinstance(best, MoveInfo) for _, _, best in told)
    assert found.complete
    told.clear()
    analyse(THIRD, progress=lambda *seen: told.append(seen))
    assert told[-1][0] == told[-1][1] == len(THIRD.legal_moves)


def test_a_callback_that_fails_ends_the_analysis() -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        analyse(OPENING, limit=5, progress=fail)


def test_a_limit_of_time_is_kept() -> None:
    found = analyse(OPENING, limit=0.3)
    assert found.seconds < 3
    assert found.complete


# -- Bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [0, -1, 0.0, float("nan"), float("inf")])
def test_a_limit_is_above_zero(limit: float) -> None:
    with pytest.raises((OfcError, TypeError), match="limit"):
        analyse(OPENING, limit=limit)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"seconds": 0},
        {"seconds": True},
        {"rollouts": 0},
        {"rollouts": 2.5},
        {"rollouts": True},
        {"se": -1},
        {"se": "x"},
    ],
)
def test_what_is_no_limit(fields: dict[str, object]) -> None:
    with pytest.raises(OfcError, match="limit"):
        Limit(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", ["5", True, [5]])
def test_a_limit_is_a_limit_or_seconds(limit: object) -> None:
    with pytest.raises(TypeError, match="a Limit or a number of seconds"):
        analyse(OPENING, limit=limit)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"threads": 0}, "threads = 0"),
        ({"threads": 65}, "threads = 65"),
        ({"keep": 0}, "keep = 0"),
        ({"against": "all"}, "against = 'all'"),
    ],
)
def test_options_out_of_range(options: dict[str, object], words: str) -> None:
    with pytest.raises(OfcError, match=words):
        analyse(OPENING, **options)  # type: ignore[arg-type]


def test_what_is_no_position_or_objective() -> None:
    with pytest.raises(TypeError, match="a Position is analysed"):
        analyse("AsKsQd7d7c")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an objective must be an Objective"):
        analyse(OPENING, {"foul": 1})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="threads must be a whole number"):
        analyse(OPENING, threads=True)
    with pytest.raises(TypeError):
        analyse(OPENING, seed="x")  # type: ignore[arg-type]


def test_without_cards_drawn_there_is_nothing_to_analyse() -> None:
    with pytest.raises(OfcError, match="no cards are drawn"):
        analyse(Position("pineapple", "Qh/7h7d/AsKs9s8s"))


def test_an_objective_that_lacks_a_value() -> None:
    with pytest.raises(OfcError, match="no value for Fantasyland with 14 cards"):
        analyse(OPENING, Objective(fantasyland={13: 8.0}), limit=QUICK)


def test_a_card_that_an_open_board_of_the_objective_holds() -> None:
    with pytest.raises(InvalidCard, match="As"):
        analyse(OPENING, Objective(opponents="AsAd3s/TsTh5s5c3h/9h8h6d3d3c"), limit=QUICK)


def test_a_deck_that_is_too_small() -> None:
    known = {*cards("As Ks Qd 7d 7c"), *cards("2c 2d 2h")}
    position = Position("pineapple", "", "As Ks Qd 7d 7c", dead=[i for i in range(52) if i not in known])
    with pytest.raises(OfcError, match="3 cards are left, 12 are still to be drawn"):
        analyse(position)


def core(**changes: object) -> _core.Rollouts:
    fields: dict[str, object] = {
        "objective": _core.EndgameObjective(
            PINEAPPLE.compiled, royalty=1, foul=-6, plain_royalty=1, plain_foul=-6
        ),
        "bot": Policy.of(PINEAPPLE).compiled,
        "boards": [[(0,), (4, 8, 12, 16), (20, 24, 28, 32, 36)]],
        "unseen": range(40, 52),
        "streets": [(3, 2), (1, 1)],
    }
    return _core.Rollouts(**{**fields, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"boards": []}, "no board"),
        ({"boards": [[(0,), (4,)]]}, "2 rows"),
        ({"boards": [[(0, 1, 2, 3), (), ()]]}, "4; board 0 .* the row has room for 3"),
        ({"boards": [[(0, 0), (4, 8, 12, 16), (20, 24, 28, 32)]]}, "twice"),
        ({"unseen": range(36, 52)}, "board 0 and the unseen cards: Jc"),
        ({"unseen": range(50, 52)}, "2 cards are left, 4"),
        ({"streets": [(3, 2)]}, "3 places are free, 2 cards"),
        ({"streets": [(2, 3)]}, "street 0, cards placed: 3"),
        ({"streets": [(1, 1)] * 14}, "more than 13 streets"),
        ({"decided": 3}, "decided: 3"),
    ],
)
def test_the_core_refuses_what_is_no_question(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        core(**changes)


def test_the_core_refuses_what_it_was_not_asked() -> None:
    rollouts = core(boards=[[(0,), (4, 8, 12, 16), (20, 24, 28, 32, 36)]] * 2)
    with pytest.raises(ValueError, match="in order"):
        rollouts.run([1, 0], 0, 4)
    with pytest.raises(ValueError, match="futures: 0"):
        rollouts.run([0], 0, 0)
    with pytest.raises(ValueError, match="a board: 2"):
        rollouts.mean(2)
    with pytest.raises(ValueError, match="not futures of these"):
        rollouts.add(core().run([0], 0, 4))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="two at least"):
        rollouts.covariance(0, 1)
    rollouts.stop()
    assert rollouts.run([0], 0, 4) is None
    rollouts.stop(False)
    rolled = rollouts.run([0, 1], 0, 4)
    assert rolled is not None
    rollouts.add(rolled)
    assert rollouts.mean(0) == rollouts.mean(1)
    assert isclose(rollouts.covariance(0, 1), rollouts.covariance(0, 0))


# -- At length ----------------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize("draw", ["As Ks Qd 7d 7c", "Qh Qd 9s 5c 2h", "Js 9s 4s 8d 8c", "Kh Jd 9c 7s 4d"])
def test_the_leaders_of_an_opening_are_those_of_a_run_twenty_times_as_long(draw: str) -> None:
    position = Position("pineapple", "", draw)
    short = analyse(position, limit=Limit(rollouts=100_000), seed=1)
    long = by_move(analyse(position, limit=Limit(rollouts=2_000_000), seed=2))
    best = max(info.ev for info in long.values())
    for info in short[:3]:
        same = long[str(info.move)]
        assert abs(info.ev - same.ev) < 4.5 * (info.se**2 + same.se**2) ** 0.5
    assert best - long[str(short.best.move)].ev < 4.5 * max(short.gaps[1][1], 0.02)


def test_a_move_that_is_held_meets_as_many_futures_as_the_best():
    position = Position("pineapple", "", "QhQd7c6s2s")
    bad = Move("Qh@t 2s@t 7c@m Qd@m 6s@b")
    found = analyse(position, limit=Limit(rollouts=4000), threads=1, keep=1, hold=bad)
    futures = {info.move: n for info, n in zip(found.moves, found.futures, strict=True)}
    assert futures[bad] == futures[found.best.move] > 300
    assert min(futures.values()) < 100
    alone = analyse(position, limit=Limit(rollouts=4000), threads=1, keep=1)
    assert dict(zip((one.move for one in alone.moves), alone.futures, strict=True))[bad] < 100
    with pytest.raises(OfcError, match="hold = "):
        analyse(position, limit=Limit(rollouts=100), hold=Move("Ah@t"))


# while one looks


@pytest.mark.parametrize(
    "position",
    [
        Position("pineapple", "-/-/-", "Ah Kd 7c 7s 2h"),
        Position("pineapple", "Qh/7h7d/AsKs", "Td 8c 4h", opponents=["Kh/6h6d/JsTs", "2h/-/9c9d9s3c"]),
        Position("pineapple", "Qh/7h7d3c2s/AsKs9s8s", "Td 8c 4h", discards="5d 2c"),
        Position("pineapple", "-/-/-", "Ah As Ad Kh Kd 9c 8c 7c 6c 5c 2h 2d 2s 3s", fantasyland=[14]),
    ],
    ids=["opening", "against two", "exact", "Fantasyland"],
)
def test_an_analysis_that_is_looked_at_ends_as_the_analysis(position: Position) -> None:
    limit, held = Limit(rollouts=600), position.legal_moves[-1]
    whole = analyse(position, limit=limit, seed=7, hold=held)
    *before, last = improving(position, limit=limit, seed=7, hold=held)
    assert last.moves == whole.moves
    assert last.gaps == whole.gaps
    assert last.opponents == whole.opponents
    assert last.complete
    assert [one.complete for one in before] == [False] * len(before)
    for one in before:
        assert one.best.ev == max(move.ev for move in one.moves)
        assert held in [move.move for move in one.moves]


def test_of_an_opening_first_numbers_are_those_of_a_few_moves() -> None:
    position = Position("pineapple", "-/-/-", "Ah Kd 7c 7s 2h", opponents=["Qh/7d/AsKs9s"])
    first, *_, last = improving(position, limit=Limit(rollouts=600))
    assert first.opponents == "none"
    assert len(first) < len(last) == len(position.legal_moves)
    assert all(one.se < 100 for one in first)


def test_a_search_that_is_looked_at_is_told_to_stop() -> None:
    position = Position("pineapple", "-/-/-", "Ah Kd 7c 7s 2h")
    told = []
    steps = improving(position, limit=60, stop=lambda: bool(told))
    assert not next(steps).complete
    told.append(True)
    assert list(steps) == []
    exact = Position("pineapple", "Qh/7h7d/AsKs9s8s", "Td 8c 4h", discards="5d")
    assert list(improving(exact, limit=60, stop=lambda: True)) == []


def test_what_is_wrong_is_said_before_the_search() -> None:
    position = Position("pineapple", "-/-/-", "Ah Kd 7c 7s 2h")
    other = Position("pineapple", "-/-/-", "Qs Jd 8c 3s 2d").legal_moves[0]
    with pytest.raises(OfcError, match="hold = "):
        improving(position, hold=other)
    with pytest.raises(TypeError, match="a limit must be"):
        improving(position, limit="5")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="stop must be a function"):
        improving(position, stop=True)  # type: ignore[arg-type]
