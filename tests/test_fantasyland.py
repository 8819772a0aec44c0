"""Fantasyland: the solver's boards against every board there is, each of its numbers against the rules."""

from __future__ import annotations

import copy
import ctypes
import doctest
import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import time
from array import array
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ofckit as ofc
from ofckit import RULES, Board, Card, Fantasyland, InvalidCard, OfcError, Rules, settle
from ofckit.cli import main
from ofckit.objective import FANTASYLAND, Objective, RowOdds, _values, fantasyland_values
from ofckit.scoring import royalties
from ofckit.search import can_stay, solve_fantasyland, solve_fantasyland_many
from sanitized import trials

HERE = Path(__file__).resolve().parent
PINEAPPLE = RULES["pineapple"]
STAY_RULES = {
    "classic": PINEAPPLE,
    "vegas": RULES["pineapple-vegas"],
    "quads-in-the-middle": PINEAPPLE.replace(
        fantasyland=Fantasyland(
            enter={"QQ": 14}, stay=(("top", "trips"), ("middle", "quads"), ("bottom", "quads"))
        )
    ),
    "queens-on-top": PINEAPPLE.replace(fantasyland=Fantasyland(enter={"QQ": 14}, stay=(("top", "QQ"),))),
    "straight-flush": PINEAPPLE.replace(
        fantasyland=Fantasyland(
            enter={"QQ": 14}, stay=(("top", "trips"), ("middle", "quads"), ("bottom", "straight flush"))
        )
    ),
    "2-7": RULES["2-7-pineapple"],
}


def hands(n: int, count: int, seed: int = 1) -> list[list[int]]:
    rng = random.Random(f"{n} {seed}")
    return [rng.sample(range(52), n) for _ in range(count)]


def values_of(solution) -> list[tuple[float, bool, bool, tuple[int, int, int]]]:
    return [(s.value, s.foul, s.stays, s.board.strengths) for s in (solution, *solution.alternatives)]


# -- Every board there is -----------------------------------------------------------------------------


class _Enumeration(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int) for name in ("n", "k", "strict", "low", "low_max", "tests")),
        *((name, ctypes.c_int * 8) for name in ("row", "lowest", "highest")),
        ("stay", ctypes.c_double),
        ("foul", ctypes.c_double),
        ("royalty", ctypes.c_void_p * 3),
    )


class _Board(ctypes.Structure):
    _fields_ = (
        ("value", ctypes.c_double),
        ("foul", ctypes.c_int),
        ("stays", ctypes.c_int),
        ("strength", ctypes.c_int * 3),
        ("cards", ctypes.c_int * 3),
    )


@pytest.fixture(scope="module")
def every_board(tmp_path_factory):
    """A function (hand, rules, k, stay, foul) to the k best of all boards, as `values_of` gives them."""
    compiler = os.environ.get("CC", "cc")
    if shutil.which(compiler.split()[0]) is None or os.name != "posix":
        pytest.skip("no C compiler for the enumerator")
    library = tmp_path_factory.mktemp("enumerate") / "boards.so"
    command = [*compiler.split(), "-std=gnu11", "-O2", "-fPIC", "-shared", f"-I{HERE.parent / 'csrc'}"]
    subprocess.run([*command, str(HERE / "enumerate_fantasyland.c"), "-o", str(library)], check=True)
    enumerate_boards = ctypes.CDLL(str(library)).enumerate_boards
    enumerate_boards.restype = ctypes.c_long

    def best_boards(hand, rules, k, stay, foul=-6.0):
        ask = _Enumeration(len(hand), k, rules.strict_rows, rules.middle == "2-7", rules.low_middle_max)
        for i, test in enumerate(rules.fantasyland.stay_tests if rules.fantasyland else ()):
            ask.row[i], ask.lowest[i], ask.highest[i] = test
            ask.tests = i + 1
        tables = [array("h", rules.royalties.points(row)) for row in ("top", "middle", "bottom")]
        ask.royalty[:] = [table.buffer_info()[0] for table in tables]
        ask.stay, ask.foul = stay, foul
        found = (_Board * k)()
        boards = enumerate_boards(ctypes.byref(ask), bytes(hand), found)
        n = len(hand)
        assert boards == comb(n, 5) * comb(n - 5, 5) * comb(n - 10, 3)
        return [(b.value, bool(b.foul), bool(b.stays), tuple(b.strength)) for b in found]

    return best_boards


def agree(every_board, rules: Rules, n: int, count: int, k: int = 1) -> None:
    repeat = rules.fantasyland.repeat_cards if rules.fantasyland else 14
    stay = Objective.of(rules).next_hand(repeat if isinstance(repeat, int) else n)
    for hand in hands(n, count):
        assert values_of(solve_fantasyland(hand, rules, k=k)) == every_board(hand, rules, k, stay), hand


@pytest.mark.parametrize(("n", "count"), [(13, 150), (14, 60), (17, 1)])
@pytest.mark.parametrize("rules", [STAY_RULES["classic"], STAY_RULES["vegas"]], ids=["classic", "vegas"])
def test_no_board_of_all_is_better(every_board, rules, n, count):
    agree(every_board, rules, n, count if n == 17 else trials(count))


@pytest.mark.parametrize("name", [name for name in STAY_RULES if name not in ("classic", "vegas")])
@pytest.mark.parametrize(("n", "count"), [(13, 60), (14, 10)])
def test_no_board_of_all_is_better_under_other_stay_rules(every_board, name, n, count):
    agree(every_board, STAY_RULES[name], n, count)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("n", "count"), [(13, 1000), (14, 1000), (17, 50)])
@pytest.mark.parametrize("name", STAY_RULES)
def test_no_board_of_all_is_better_at_length(every_board, name, n, count):
    agree(every_board, STAY_RULES[name], n, count)


@pytest.mark.parametrize(("n", "count", "k"), [(13, 40, 20), (14, 3, 5)])
@pytest.mark.parametrize("name", STAY_RULES)
def test_the_k_best_boards_are_those_of_all(every_board, name, n, count, k):
    agree(every_board, STAY_RULES[name], n, count, k)


@pytest.mark.parametrize(
    "changes",
    [{"strict_rows": True}, {"royalties": "none"}, {"fantasyland": None}, {"royalties": "pagat"}],
    ids=str,
)
def test_other_switches(every_board, changes):
    agree(every_board, PINEAPPLE.replace(**changes), 13, 60, k=3)


def test_royalties_that_fall_with_strength_are_searched_to_the_end(every_board):
    odd = {
        "top": {"66": 9, "TT": 1},
        "middle": {"trips": 5, "straight": 0},
        "bottom": {"straight": 9, "flush": 2},
    }
    rules = PINEAPPLE.replace(royalties=PINEAPPLE.royalties.replace(name="odd", **odd))
    agree(every_board, rules, 13, 60, k=3)


@pytest.mark.parametrize("stay", [-20.0, 0.0, 0.1, 3.7])
def test_staying_is_worth_what_the_objective_says(every_board, stay):
    for hand in hands(13, 60, seed=2):
        found = solve_fantasyland(hand, PINEAPPLE, Objective(fantasyland={14: stay}), k=3)
        assert values_of(found) == every_board(hand, PINEAPPLE, 3, stay)


def test_a_foul_is_chosen_where_it_is_worth_more(every_board):
    for hand in hands(13, 20, seed=3):
        found = solve_fantasyland(hand, PINEAPPLE, Objective(foul=6.5), k=4)
        assert values_of(found) == every_board(hand, PINEAPPLE, 4, 11.0, foul=6.5)


def test_a_hand_without_a_legal_low_is_foul():
    found = solve_fantasyland("AsAhAdAc KsKhKdKc QsQhQdQc Js", RULES["2-7-pineapple"])
    assert (found.foul, found.stays, found.next_cards, found.value) == (True, False, 0, -6.0)
    assert found.royalties.total == 0
    assert found.board.fouls(RULES["2-7-pineapple"])


# -- Every number from boards -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["classic", "pineapple", "progressive", "ultimate", "2-7-pineapple", "chinese"]
)
@pytest.mark.parametrize("n", [13, 14, 15, 16, 17])
def test_every_number_follows_from_the_board(name, n):
    rules, objective = RULES[name], Objective.of(RULES[name])
    for hand in hands(n, 15):
        best = solve_fantasyland(hand, rules, k=3)
        for found in (best, *best.alternatives):
            check_numbers(found, hand, rules, objective)


def check_numbers(found, hand, rules, objective):
    assert sorted((*found.board.cards, *found.discards)) == sorted(hand)
    assert found.foul == found.board.fouls(rules)
    assert found.royalties == royalties(found.board, rules)
    strengths = found.board.resolve(rules).strengths
    assert found.next_cards == rules.next_cards(len(hand), *strengths, foul=found.foul)
    assert found.stays == (found.next_cards > 0)
    next_hand = objective.next_hand(found.next_cards)
    assert found.value == (objective.foul if found.foul else found.royalties.total + next_hand)


@cache
def thirteen_places():
    """The 72,072 ways to lay out thirteen cards, 0..12 from the top down."""
    np = pytest.importorskip("numpy")
    rows = []
    for bottom in combinations(range(13), 5):
        left = [i for i in range(13) if i not in bottom]
        for top in combinations(left, 3):
            rows.append([*top, *(i for i in left if i not in top), *bottom])
    return np.asarray(rows)


def splits(hand):
    """Every board of thirteen cards: uint8 (72072, 13)."""
    np = pytest.importorskip("numpy")
    return np.asarray(sorted(hand), np.uint8)[thirteen_places()]


def other_boards(hand, players, seed):
    """Legal boards from the cards that are left."""
    left = [card for card in range(52) if card not in hand]
    random.Random(seed).shuffle(left)
    return [solve_fantasyland(left[13 * i : 13 * i + 13], PINEAPPLE).board for i in range(players)]


def points_of_all(boards, opponents, rules):
    """Points of each of these boards when it settles with the opponents, pair by pair."""
    np = pytest.importorskip("numpy")
    from ofckit import score_many

    total = np.zeros(len(boards))
    for opponent in opponents:
        his = np.broadcast_to(np.asarray([int(c) for c in opponent.cards], np.uint8), boards.shape)
        tables = np.ascontiguousarray(np.stack([boards, his], axis=1))
        total += np.asarray(score_many(tables, rules))[:, 0]
    return total


SETTLING = {
    "1-6": PINEAPPLE,
    "2-4": PINEAPPLE.replace(scoring="2-4"),
    "rows": PINEAPPLE.replace(scoring="rows"),
    "row-winner": PINEAPPLE.replace(royalties_to="row-winner"),
    "pair-winner": PINEAPPLE.replace(royalties_to="pair-winner"),
    "cheap-foul": PINEAPPLE.replace(foul_points=0, foul_pays_royalties=False),
    "2-7": RULES["2-7-pineapple"],
}


@pytest.mark.parametrize("name", SETTLING)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_against_given_boards_no_board_settles_better(name, players):
    rules = SETTLING[name]
    for seed, hand in enumerate(hands(13, 2, seed=4)):
        opponents = other_boards(hand, players, seed)
        objective = Objective.of(rules, opponents=tuple(opponents))
        boards = splits(hand)
        points = points_of_all(boards, opponents, rules)
        worth = [
            p + stay_points(Board([Card(int(c)) for c in boards[i]]), rules)
            for i, p in best_candidates(boards, points, rules)
        ]
        best = solve_fantasyland(hand, rules, objective, k=3)
        assert [s.value for s in (best, *best.alternatives)] == sorted(worth, reverse=True)[:3]
        for found in (best, *best.alternatives):
            settled = sum(settle([found.board, o], rules).points[0] for o in opponents)
            assert found.value == settled + objective.next_hand(found.next_cards)


def best_candidates(boards, points, rules):
    """(board, points) of those that are among the three best, with or without staying."""
    np = pytest.importorskip("numpy")
    from ofckit import rank_many

    parts = [np.ascontiguousarray(boards[:, a:b]) for a, b in ((0, 3), (3, 8), (8, 13))]
    rows = [np.asarray(rank_many(part)) for part in parts]
    may_stay = np.zeros(len(boards), bool)
    for row, low, high in rules.fantasyland.stay_tests:
        may_stay |= (low <= rows[row]) & (rows[row] <= high)
    staying, others = np.flatnonzero(may_stay), np.flatnonzero(~may_stay)
    legal = [i for i in staying if not rules.compiled.is_foul(*(int(row[i]) for row in rows))]
    fouls = sorted(set(staying) - set(legal))
    groups = [sorted(group, key=lambda i: -points[i])[:3] for group in (legal, fouls, others.tolist())]
    return [(i, points[i]) for group in groups for i in group]


def stay_points(board, rules):
    cards = rules.next_cards(13, *board.strengths, foul=board.fouls(rules))
    return Objective.of(rules).next_hand(cards)


@pytest.mark.parametrize("name", SETTLING)
def test_against_row_odds_the_value_is_the_mean_over_all_his_rows(name):
    rules = SETTLING[name]
    his = [solve_fantasyland(hand, rules).board for hand in hands(14, 8, seed=5)]
    odds = RowOdds.of(his, rules)
    for hand in hands(13, 2, seed=6):
        best = solve_fantasyland(hand, rules, Objective.of(rules, opponents=(odds,)), k=2)
        for found in (best, *best.alternatives):
            if not found.foul:
                mean = mean_over_rows(found.board, odds, rules) + stay_points(found.board, rules)
                assert found.value == pytest.approx(mean, abs=1e-9)


def mean_over_rows(board, odds, rules):
    """What the rules pay for each combination of the opponent's rows, weighted by its chance."""
    mine = board.resolve(rules).strengths
    own = tuple(rules.compiled.royalties(*mine))
    sign = -1 if rules.middle == "2-7" else 1
    total = odds.foul * (rules.foul_value + (sum(own) if rules.foul_pays_royalties else 0))
    for t, pt in odds.top.items():
        for m, pm in odds.middle.items():
            for b, pb in odds.bottom.items():
                his = tuple(rules.compiled.royalties(t, m, b))
                won = [(x > y) - (x < y) for x, y in zip(mine, (t, m, b), strict=True)]
                won[1] *= sign
                points = rules.row_points(*won)
                winners = {"both": [1] * 3, "row-winner": won, "pair-winner": [points] * 3}[
                    rules.royalties_to
                ]
                if rules.royalties_to == "both":
                    points += sum(own) - sum(his)
                else:
                    points += sum(x for x, w in zip(own, winners, strict=True) if w > 0)
                    points -= sum(x for x, w in zip(his, winners, strict=True) if w < 0)
                total += (1 - odds.foul) * pt * pm * pb * points
    return total


def test_row_odds_of_one_board_are_that_board():
    (hand,) = hands(14, 1, seed=7)
    (board,) = other_boards(hand, 1, 7)
    odds = RowOdds.of([board], PINEAPPLE)
    given = solve_fantasyland(hand, PINEAPPLE, Objective(opponents=(board,)), k=4)
    spread = solve_fantasyland(hand, PINEAPPLE, Objective(opponents=(odds,)), k=4)
    assert values_of(given) == values_of(spread)


def test_fantasyland_by_the_top_is_worth_the_cards_that_it_gives():
    fantasyland = Fantasyland(enter={"QQ": 14, "KK": 15, "AA": 16, "trips": 17}, repeat_cards="by-top")
    rules = PINEAPPLE.replace(fantasyland=fantasyland)
    for hand in hands(13, 8, seed=8):
        best = solve_fantasyland(hand, rules)
        boards = [Board([Card(int(c)) for c in row]) for row in splits(hand)[::97]]
        check_numbers(best, hand, rules, Objective.of(rules))
        for board in boards:
            if not board.fouls(rules):
                assert royalties(board, rules).total + stay_points(board, rules) <= best.value


# -- Jokers -------------------------------------------------------------------------------------------

ULTIMATE = RULES["joker-ultimate"]
JOKER_RULES = {
    "copies": ULTIMATE,
    "no copies": ULTIMATE.replace(joker_may_copy=False),
    "classic": PINEAPPLE.replace(jokers=2),
    "by row": ULTIMATE.replace(joker_resolution="row"),
    "by row, no copies": ULTIMATE.replace(joker_resolution="row", joker_may_copy=False),
    "2-7": RULES["2-7-pineapple"].replace(jokers=2),
    "2-7, copies": RULES["2-7-pineapple"].replace(jokers=2, joker_may_copy=True, strict_rows=True),
    "2-7, by row": RULES["2-7-pineapple"].replace(jokers=2, joker_may_copy=True, joker_resolution="row"),
}


def best_as_the_rules_read_them(hand, rules, objective, k):
    """What `values_as_read` has of the k best of all 72,072 boards, and whether any board stays."""
    sign = 1 if rules.middle == "2-7" else -1
    counts = Counter()
    for places in thirteen_places().tolist():
        counts[rules.compiled.row_strengths(bytes([hand[i] for i in places]))] += 1
    boards = []
    for strengths, count in counts.items():
        foul = rules.compiled.is_foul(*strengths)
        next_cards = rules.next_cards(len(hand), *strengths, foul=foul)
        earned = 0 if foul else sum(rules.compiled.royalties(*strengths))
        value = objective.foul if foul else earned + objective.next_hand(next_cards)
        top, middle, bottom = strengths
        boards += [((-value, foul, -bottom, sign * middle, -top), count, next_cards > 0, strengths)]
    best = []
    for (value, foul, *_), count, stays, strengths in sorted(boards):
        best += [(-value, foul, stays, strengths)] * min(count, k - len(best))
    return best, any(stays for _, _, stays, _ in boards)


def values_as_read(solution, rules):
    found = (solution, *solution.alternatives)
    return [(s.value, s.foul, s.stays, s.board.resolve(rules).strengths) for s in found]


def joker_hands(jokers, count):
    return [[*hand[: 13 - jokers], *range(52, 52 + jokers)] for hand in hands(13, count, seed=14 + jokers)]


def jokers_agree(name, jokers, count, k, **changes):
    pytest.importorskip("numpy")
    rules = JOKER_RULES[name]
    objective = Objective.of(rules, **changes)
    for hand in joker_hands(jokers, count):
        found = solve_fantasyland(hand, rules, objective, k)
        best, some_stays = best_as_the_rules_read_them(hand, rules, objective, k)
        assert values_as_read(found, rules) == best
        assert len({str(s.board) for s in (found, *found.alternatives)}) == k
        assert can_stay(hand, rules) == some_stays
        for each in (found, *found.alternatives):
            check_numbers(each, hand, rules, objective)


@pytest.mark.parametrize("name", JOKER_RULES)
@pytest.mark.parametrize("jokers", [1, 2])
def test_with_jokers_the_k_best_boards_are_those_of_all(name, jokers):
    jokers_agree(name, jokers, 1, 25)


@pytest.mark.parametrize(
    ("name", "changes"),
    [("no copies", {"foul": 30.5}), ("copies", {"foul": 30.5}), ("2-7, copies", {"foul": 7.5})]
    + [(name, {"fantasyland": dict.fromkeys(range(13, 18), -25.0)}) for name in ("copies", "2-7")],
    ids=str,
)
def test_jokers_are_read_by_the_rules_whatever_the_objective_likes(name, changes):
    jokers_agree(name, 1, 1, 10, **changes)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", JOKER_RULES)
@pytest.mark.parametrize(("jokers", "count"), [(1, 60), (2, 30)])
@pytest.mark.parametrize("changes", [{}, {"foul": 9.5}, {"fantasyland": {13: -9.0, 14: -3.0}}], ids=str)
def test_with_jokers_the_k_best_boards_are_those_of_all_at_length(name, jokers, count, changes):
    jokers_agree(name, jokers, count, 40, **changes)


@pytest.mark.parametrize("n", [14, 17])
@pytest.mark.parametrize("name", ["copies", "no copies", "classic", "2-7"])
def test_a_joker_is_worth_at_least_any_card(name, n):
    rules = JOKER_RULES[name]
    for hand in hands(n, 3, seed=15):
        for joker in (1, 2):
            wild = solve_fantasyland([*hand[:-joker], *range(52, 52 + joker)], rules)
            assert wild.value >= solve_fantasyland(hand, rules).value
            assert sorted((*wild.board.cards, *wild.discards))[-joker:] == list(range(52, 52 + joker))


def test_against_given_boards_with_jokers_every_number_is_a_settlement():
    for name in ("copies", "no copies", "2-7"):
        rules = JOKER_RULES[name]
        for hand in hands(16, 3, seed=17):
            others = [card for card in range(53, 0, -1) if card not in hand and card != 52][:13]
            his = solve_fantasyland(others, rules).board
            objective = Objective.of(rules, opponents=(his,))
            best = solve_fantasyland([*hand[:-1], 52], rules, objective, k=4)
            for found in (best, *best.alternatives):
                points = settle([found.board, his], rules).points[0]
                assert found.value == points + objective.next_hand(found.next_cards)


def test_opponents_are_read_with_their_jokers():
    board = "AsAhX1/7h7d8s8c2d/KsQsJs9sX2"
    given = Objective(opponents=(board,))
    assert given.opponents[0].cards[2] == 52
    assert eval(repr(given), {"Objective": Objective, "Board": Board}) == given
    with pytest.raises(InvalidCard, match="X1 2d: both in the hand and on the board of an opponent"):
        solve_fantasyland([*range(12), 52], ULTIMATE, given)
    with pytest.raises(InvalidCard, match="X1 is a joker, but pineapple has no jokers"):
        solve_fantasyland("2c3c4c5c6c7c9cTcJcQcKcAc9d", PINEAPPLE, given)
    odds = RowOdds.of([board], ULTIMATE)
    assert max(odds.top) == Board(board, jokers=2).resolve(ULTIMATE).strengths[0]
    two = Objective(opponents=("AsAhJK/7h7d8s8c2d/KsQsJs9s4s", "AcAdJK/6h6d9c9h2s/KcQcJc7c4c"))
    assert [board.cards[2] for board in two.opponents] == [52, 53]


def test_jokers_that_the_rules_do_not_have_are_refused():
    with pytest.raises(InvalidCard, match="X2 is a joker, but pineapple has 1"):
        solve_fantasyland([*range(12), 53], PINEAPPLE.replace(jokers=1))


def test_many_hands_with_jokers_are_solved_like_each_by_itself():
    np = pytest.importorskip("numpy")
    many = [[*hand[:13], 52 + i % 2] for i, hand in enumerate(hands(14, 20, seed=18))]
    found = solve_fantasyland_many(np.asarray(many, np.uint8), ULTIMATE)
    for i, hand in enumerate(many):
        one = solve_fantasyland(hand, ULTIMATE)
        assert found.boards[i].tolist() == [*map(int, one.board.cards), *map(int, one.discards)]
        assert (found.values[i], found.royalties[i]) == (one.value, one.royalties.total)


# -- Any number of any hand ---------------------------------------------------------------------------

ANY_RULES = [*SETTLING.values(), *JOKER_RULES.values(), RULES["ultimate"], RULES["chinese"]]


@cache
def some_odds(rules):
    return RowOdds.of([solve_fantasyland(hand, rules).board for hand in hands(14, 6, seed=19)], rules)


def foul_against(odds, rules):
    """What a foul pays to an opponent who is not foul."""
    rows = (odds.top, odds.middle, odds.bottom)
    tables = [rules.royalties.points(row) for row in ("top", "middle", "bottom")]
    his = sum(chance * table[s] for row, table in zip(rows, tables, strict=True) for s, chance in row.items())
    return -(1 - odds.foul) * (rules.foul_value + (his if rules.foul_pays_royalties else 0))


def worth(board, objective, rules):
    """What the rules and the objective say of a board: from boards alone, as a reader would do it."""
    if objective.opponents is None:
        return objective.foul if board.fouls(rules) else royalties(board, rules).total
    if isinstance(objective.opponents[0], RowOdds):
        odds = objective.opponents[0]
        return foul_against(odds, rules) if board.fouls(rules) else mean_over_rows(board, odds, rules)
    return sum(settle([board, his], rules).points[0] for his in objective.opponents)


def test_fouls_against_chances_pay_what_the_rules_say():
    for rules in (RULES["2-7-pineapple"], SETTLING["cheap-foul"]):
        objective = Objective(fantasyland=dict.fromkeys(range(13, 18), -99.0), opponents=(some_odds(rules),))
        for hand in (hands(13, 3, seed=20), [[*range(39, 52)]])[rules.middle == "2-7"]:
            found = solve_fantasyland(hand, rules, objective)
            if rules.middle == "2-7":
                assert found.foul
            assert found.value == pytest.approx(worth(found.board, objective, rules) - 99.0 * found.stays)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.sampled_from(ANY_RULES),
    st.integers(13, 17),
    st.integers(0, 2),
    st.integers(-1, 3),
    st.integers(0, 10**6),
)
def test_every_number_of_any_hand_follows_from_boards(rules, n, jokers, opponents, seed):
    deck = random.Random(seed).sample(range(52), 52)
    jokers = min(jokers, rules.jokers)
    hand = [*deck[: n - jokers], *range(52, 52 + jokers)]
    given_boards = None
    if opponents > 0:
        left = [*deck[n:], *range(52 + jokers, 52 + rules.jokers)][::-1]
        given_boards = tuple(
            solve_fantasyland(left[13 * i : 13 * i + 13], rules).board
            for i in range(min(opponents, len(left) // 13))
        )
    elif opponents == 0:
        given_boards = (some_odds(rules),)
    objective = Objective.of(rules, opponents=given_boards)
    best = solve_fantasyland(hand, rules, objective, k=3)
    for found in (best, *best.alternatives):
        strengths = found.board.resolve(rules).strengths
        next_cards = rules.next_cards(n, *strengths, foul=found.foul)
        assert (found.next_cards, found.stays) == (next_cards, next_cards > 0)
        assert found.foul == found.board.fouls(rules)
        assert found.royalties == royalties(found.board, rules)
        assert sorted((*found.board.cards, *found.discards)) == sorted(hand)
        assert found.value == pytest.approx(
            worth(found.board, objective, rules) + objective.next_hand(next_cards)
        )


# -- Staying ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "vegas", "2-7"])
def test_can_stay_exactly_when_some_board_stays(every_board, name):
    rules = STAY_RULES[name]
    seen = set()
    for hand in hands(14, 60, seed=9):
        answer = every_board(hand, rules, 1, 1e6)[0][2]
        assert can_stay(hand, rules) == answer
        seen.add(answer)
    assert seen == {True, False}


def test_nobody_stays_where_there_is_no_fantasyland():
    assert not can_stay("AsAhAdAc KsKhKdKc QsQhQdQc Js", RULES["pagat"])
    assert can_stay("AsAhAdAc KsKhKdKc QsQhQdQc Js", RULES["classic"])


# -- Many hands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("name", ["pineapple", "2-7-pineapple"])
def test_many_hands_are_solved_like_each_by_itself(name, threads):
    np = pytest.importorskip("numpy")
    rules, many = RULES[name], hands(14, 40, seed=10)
    found = solve_fantasyland_many(np.asarray(many, np.int64), rules, threads=threads)
    for i, hand in enumerate(many):
        one = solve_fantasyland(hand, rules)
        assert found.boards[i].tolist() == [*map(int, one.board.cards), *map(int, one.discards)]
        assert (found.values[i], found.royalties[i]) == (one.value, one.royalties.total)
        assert (found.stays[i], found.fouls[i]) == (one.stays, one.foul)


def test_many_hands_without_numpy_are_arrays():
    many = hands(13, 3, seed=11)
    table = memoryview(bytes(c for hand in many for c in hand)).cast("B", (3, 13))
    found = solve_fantasyland_many(table, PINEAPPLE)
    assert list(found.values) == [solve_fantasyland(hand, PINEAPPLE).value for hand in many]
    assert found.boards.shape == (3, 13)
    assert sorted(found.boards.tolist()[2]) == sorted(many[2])


LONG = """
import sys, ofckit, random
hand = random.Random(1).sample(range(52), 17)
hands = memoryview(bytes(hand) * 2_000_000).cast("B", (2_000_000, 17))
print("ready", flush=True)
ofckit.solve_fantasyland_many(hands, ofckit.RULES["pineapple"], threads=int(sys.argv[1]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_long_batch_ends_at_once_when_it_is_interrupted(threads):
    with subprocess.Popen(
        [sys.executable, "-c", LONG, threads], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        child.stdout.readline()
        time.sleep(0.3)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=60)  # the whole batch takes minutes
        assert b"KeyboardInterrupt" in err
        assert time.monotonic() - sent < 10  # hundredths of a second where nothing else runs


def test_a_bad_row_among_many_is_named():
    np = pytest.importorskip("numpy")
    many = np.asarray(hands(14, 20), np.uint8)
    many[17, 3] = many[17, 4]
    with pytest.raises(InvalidCard, match="row 17: duplicate card"):
        solve_fantasyland_many(many, PINEAPPLE)
    many[17, 3] = 52
    with pytest.raises(InvalidCard, match=r"row 17.*joker"):
        solve_fantasyland_many(many, PINEAPPLE, threads=1)
    with pytest.raises(ValueError, match="n from 13 to 17"):
        solve_fantasyland_many(many[:, :12], PINEAPPLE)
    with pytest.raises(TypeError, match="buffer"):
        solve_fantasyland_many([[1] * 13], PINEAPPLE)
    with pytest.raises(TypeError, match="integers"):
        solve_fantasyland_many(many.astype(float), PINEAPPLE)
    assert solve_fantasyland_many(many[:0], PINEAPPLE).values.shape == (0,)


# -- The same answer every time -----------------------------------------------------------------------


def test_the_order_of_the_cards_does_not_matter():
    rng = random.Random(12)
    for hand in hands(15, 20, seed=12):
        first = solve_fantasyland(hand, PINEAPPLE, k=3)
        rng.shuffle(hand)
        again = solve_fantasyland(hand, PINEAPPLE, k=3)
        assert first == again
        assert first.alternatives == again.alternatives


def test_the_best_board_is_the_first_of_the_k_best():
    for hand in hands(14, 40, seed=13):
        one, many = solve_fantasyland(hand, PINEAPPLE), solve_fantasyland(hand, PINEAPPLE, k=9)
        assert (one.board, one.discards, one.value) == (many.board, many.discards, many.value)
        boards = [many.board, *(s.board for s in many.alternatives)]
        assert len(set(boards)) == 9


@pytest.mark.parametrize("name", RULES)
def test_the_default_objective_is_that_of_the_rules(name):
    rules = RULES[name]
    default = Objective.of(rules)
    assert default == Objective(fantasyland=fantasyland_values(rules), foul=-rules.foul_value)
    assert set(range(13, 18)) <= set(default.fantasyland)
    for hand in hands(14, 2, seed=16):
        assert values_of(solve_fantasyland(hand, rules)) == values_of(solve_fantasyland(hand, rules, default))
    table = memoryview(bytes(hand)).cast("B", (1, 14))
    assert list(solve_fantasyland_many(table, rules).values) == [
        solve_fantasyland(hand, rules, default).value
    ]


def test_a_default_objective_with_changes():
    changed = Objective.of(RULES["chinese"], fantasyland={14: 3.0}, opponents="AsAhAd/KsKhKdKc2d/QsQhQdQc2c")
    assert (changed.foul, changed.fantasyland) == (-4.0, {14: 3.0})
    assert changed.opponents == (Board("AsAhAd/KsKhKdKc2d/QsQhQdQc2c"),)
    assert Objective.of("chinese") == Objective.of(RULES["chinese"])
    with pytest.raises(TypeError, match="Rules"):
        Objective.of(14)


def test_house_rules_are_worth_what_the_nearest_preset_is(monkeypatch):
    monkeypatch.setitem(_values.MEASURED, "pineapple", {14: 9.0})
    monkeypatch.setitem(_values.MEASURED, "pineapple-vegas", {14: 7.0})
    monkeypatch.setitem(_values.MEASURED, "2-7-pineapple", {14: 5.0})
    _values.nearest_preset.cache_clear()
    house = PINEAPPLE.replace(name="house", surrender_points=2)
    assert fantasyland_values(house) == {**FANTASYLAND, 14: 9.0}
    assert fantasyland_values(RULES["pineapple-vegas"].replace(name="house"))[14] == 7.0
    assert fantasyland_values(RULES["2-7-pineapple"].replace(name="house"))[14] == 5.0
    assert fantasyland_values(PINEAPPLE.replace(jokers=1)) == FANTASYLAND
    assert fantasyland_values(RULES["pagat"]) == FANTASYLAND
    _values.nearest_preset.cache_clear()


def test_borrowed_values_say_whose_they_are():
    house = PINEAPPLE.replace(royalties=ofc.ROYALTIES["modern"].replace(name="mine", top={"AA": 30}))
    for rules, lender in (
        (PINEAPPLE, ""),
        (PINEAPPLE.replace(name="ours", table_stakes=ofc.TableStakes()), ""),
        (house, "pineapple"),
        (PINEAPPLE.replace(jokers=1), "any rules"),
        (RULES["chinese"], ""),
    ):
        objective = Objective.of(rules)
        assert objective.borrowed_from == lender
        assert bool(objective.caveat) == bool(lender)
        assert pickle.loads(pickle.dumps(objective)).borrowed_from == lender
        assert Objective.of(rules, opponents="AsAhAd/KsKhKdKc2d/QsQhQdQc2c").borrowed_from == lender
        assert Objective.of(rules, fantasyland={14: 3.0}).caveat == ""
    assert Objective.of(house).caveat == (
        "Fantasyland values are those of pineapple: none were measured for these rules."
    )
    assert Objective.of(PINEAPPLE.replace(jokers=1)).caveat.startswith("Fantasyland values are generic ones")


def test_borrowed_values_are_told_under_the_numbers(tmp_path, capsys):
    (tmp_path / "house.toml").write_text('base = "pineapple"\nname = "mine"\nscoring = "2-4"\n')
    rules, told = ["--rules", str(tmp_path / "house.toml")], "those of pineapple: none were measured"
    position = ["analyse", "Qh2d/7h7d6c6s/AsKsTs9s2s", "--draw", "8c Td Qd"]
    solve = ["solve", "As Ah Ad Ks Kh Qs Qh Js Jh Ts Th 9s 8s 7s"]
    for command in (position, [*position, "--exact"], solve):
        assert main([*command, *rules]) == 0
        assert told in capsys.readouterr().out.splitlines()[-1]
        assert main([*command, *rules, "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["borrowed_from"] == "pineapple"
        assert main([*command, "--rules", "pineapple"]) == 0
        assert "measured" not in capsys.readouterr().out


def test_objectives_are_values():
    odds = RowOdds(top={1000: 0.5, 2000: 0.5}, middle={4000: 1.0}, bottom={9000: 1.0}, foul=0.25)
    for made in (
        odds,
        Objective(),
        Objective(foul=-4, opponents=(odds,)),
        Objective(opponents=("QhQd5c/7h7d8s8c2d/AsKsJs9s4s",)),
    ):
        assert pickle.loads(pickle.dumps(made)) == made
        assert copy.deepcopy(made) == made
        assert hash(copy.copy(made)) == hash(made)
        assert eval(repr(made), {"Objective": Objective, "RowOdds": RowOdds, "Board": Board}) == made


# -- Bad input ----------------------------------------------------------------------------------------

THIRTEEN = "AsAhAd KsKh QdQcQh JsTs9s8s7s"


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("As Kd", "13 to 17 cards, this one has 2"),
        (THIRTEEN + " 2c3c4c5c6c", "this one has 18"),
        (THIRTEEN + " As", "As is in the hand more than once"),
        (THIRTEEN + " X1", "joker"),
        (THIRTEEN + " 1c", "'1c' at column"),
    ],
)
def test_wrong_cards_are_named(cards, message):
    with pytest.raises(InvalidCard, match=message):
        solve_fantasyland(cards, PINEAPPLE)
    with pytest.raises(InvalidCard, match=message):
        can_stay(cards, PINEAPPLE)


def test_a_missing_value_is_named():
    with pytest.raises(OfcError, match=r"no value for Fantasyland with 14 cards \(it has: 13\)"):
        solve_fantasyland(THIRTEEN, PINEAPPLE, Objective(fantasyland={13: 8.0}))
    with pytest.raises(OfcError, match="with 13 cards"):
        solve_fantasyland(THIRTEEN, RULES["ultimate"], Objective(fantasyland={14: 8.0}))


@pytest.mark.parametrize("k", [0, -1, 1.5, True, 10**9])
def test_the_number_of_boards_is_checked(k):
    with pytest.raises((TypeError, OfcError), match="number of boards"):
        solve_fantasyland(THIRTEEN, PINEAPPLE, k=k)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"fantasyland": [11]}, "points by number of cards"),
        ({"fantasyland": {12: 1.0}}, "number of cards in fantasyland must be 13 to 54, not 12"),
        ({"fantasyland": {14: "much"}}, r"fantasyland\[14\], in points, must be a number"),
        ({"fantasyland": {14: float("nan")}}, r"fantasyland\[14\], in points, must be -1000000 to"),
        ({"foul": None}, "foul, in points, must be a number, not None"),
        ({"foul": float("inf")}, "foul, in points, must be -1000000 to 1000000, not inf"),
        ({"opponents": ()}, "1 to 3"),
        ({"opponents": ("AsAhAd/-/-",)}, "complete"),
        ({"opponents": ("QhQd5c/7h7d8s8c2d/AsKsJs9s4s",) * 2}, "two opponents"),
    ],
)
def test_a_wrong_objective_is_told(arguments, message):
    with pytest.raises((TypeError, OfcError), match=message):
        Objective(**arguments)


def test_a_card_of_an_opponent_cannot_be_in_the_hand():
    objective = Objective(opponents="QhQd5c/7h7d8c8d2d/4s4h3s3h2h")
    with pytest.raises(InvalidCard, match="Qh Qd: both in the hand and on the board of an opponent"):
        solve_fantasyland(THIRTEEN, PINEAPPLE, objective)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"top": {}}, "top"),
        ({"middle": {0: 1.0}}, "a strength of middle must be 1 to 9841, not 0"),
        ({"bottom": {5: 0.5}}, "add up to 0.5"),
        ({"top": {5: -1.0, 6: 2.0}}, r"top\[5\], a chance, must be 0 to 1, not -1.0"),
        ({"foul": 1.5}, "foul, a chance, must be 0 to 1, not 1.5"),
    ],
)
def test_wrong_chances_are_told(arguments, message):
    good = {"top": {5: 1.0}, "middle": {5: 1.0}, "bottom": {5: 1.0}}
    with pytest.raises(OfcError, match=message):
        RowOdds(**{**good, **arguments})


def test_odds_of_fouls_alone_are_none():
    with pytest.raises(OfcError, match="none of them legal"):
        RowOdds.of(["AsAhAd/7h7d8s8c2d/KsQsJs9s4s"], PINEAPPLE)


def test_the_page_on_the_solver_is_true():
    page = HERE.parent / "docs" / "fantasyland.md"
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted > 8
    assert found.failed == 0


def test_whose_values_are_borrowed_is_a_name():
    with pytest.raises(TypeError, match="borrowed_from must be the name of a preset"):
        Objective(borrowed_from=10**5000)
