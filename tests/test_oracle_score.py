"""Points against the slow oracle: tables rich in royalties, fouls and ties, under every scoring switch."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

import ofckit as ofc
from sanitized import trials

import oracle

SCORINGS = [
    ("1-6", "more-rows"),
    ("1-4", "more-rows"),
    ("2-4", "more-rows"),
    ("2-4", "two-rows"),
    ("rows", "more-rows"),
]
TABLES = ["modern", "pagat", "pagat-trips-middle", "trips-2-1", "small-top-end", "treble", "capsa", "none"]
WINNERS = ["both", "row-winner", "pair-winner"]
GROUPS = {
    oracle.PAIR: (2, 1, 1, 1),
    oracle.TWO_PAIR: (2, 2, 1),
    oracle.TRIPS: (3, 1, 1),
    oracle.FULL_HOUSE: (3, 2),
    oracle.QUADS: (4, 1),
}
FIVE_CARD_KINDS = [*range(9), oracle.STRAIGHT, oracle.FLUSH, oracle.FULL_HOUSE]


# -- Tables -------------------------------------------------------------------------------------------


def grouped(sizes, deck, generator):
    """Cards in groups of these sizes, where the deck still has them."""
    hand, left = [], list(deck)
    for size in sizes:
        ranks = [rank for rank, n in Counter(oracle.rank_of(one) for one in left).items() if n >= size]
        if not ranks:
            return None
        rank = generator.choice(ranks)
        hand += generator.sample([one for one in left if oracle.rank_of(one) == rank], size)
        left = [one for one in left if oracle.rank_of(one) != rank]
    return hand


def run_of_five(deck, generator, *, suited):
    top, suit = generator.choice([3, *range(4, 13), 12]), generator.randrange(4)
    hand = []
    for step in range(5):
        rank = (top - step) % 13
        ones = [one for one in deck if oracle.rank_of(one) == rank and (not suited or one % 4 == suit)]
        if not ones:
            return None
        hand.append(generator.choice(ones))
    return hand


def five_of(kind, deck, generator):
    """Five cards, of that type where the deck allows it."""
    hand = None
    if kind in GROUPS:
        hand = grouped(GROUPS[kind], deck, generator)
    elif kind in (oracle.STRAIGHT, oracle.STRAIGHT_FLUSH):
        hand = run_of_five(deck, generator, suited=kind == oracle.STRAIGHT_FLUSH)
    elif kind == oracle.FLUSH:
        suit = generator.randrange(4)
        suited = [one for one in deck if one % 4 == suit]
        hand = generator.sample(suited, 5) if len(suited) >= 5 else None
    return hand or generator.sample(deck, 5)


def three_of(deck, generator):
    sizes = generator.choice([(1, 1, 1), (2, 1), (2, 1), (3,)])
    return grouped(sizes, deck, generator) or generator.sample(deck, 3)


def made_board(deck, generator):
    """A board of this deck; two times in three its five-card rows are put in order."""
    left = list(deck)
    kinds = sorted(generator.choice(FIVE_CARD_KINDS) for _ in range(2))
    rows = []
    for kind in kinds:
        rows.append(five_of(kind, left, generator))
        left = [one for one in left if one not in rows[-1]]
    if generator.randrange(3):
        rows.sort(key=oracle.key)
    top = three_of(left, generator)
    return tuple(top), *map(tuple, rows)


def low_board(deck, generator):
    """A board whose middle is low, often a 2-7 hand that qualifies."""
    left = [one for one in deck if oracle.rank_of(one) <= oracle.TEN]
    middle = generator.sample(left, 5)
    for _ in range(generator.choice([0, 30])):
        if oracle.qualifies_deuce_to_seven(middle):
            break
        middle = generator.sample(left, 5)
    top, _, bottom = made_board([one for one in deck if one not in middle], generator)
    return top, tuple(middle), bottom


def made_table(players, generator, make=made_board):
    deck, boards = list(oracle.DECK), []
    for _ in range(players):
        boards.append(make(deck, generator))
        deck = [one for one in deck if not any(one in row for row in boards[-1])]
    return boards


def twin_table(generator, make=made_board):
    """Two boards alike but for the suits, perhaps with one row changed: ties everywhere."""
    board = make([one for one in oracle.DECK if one % 4 < 2], generator)
    twin = [[one + 2 for one in row] for row in board]
    free = [one for one in oracle.DECK if one % 4 >= 2 and not any(one in row for row in twin)]
    for row in twin:
        if generator.randrange(2):
            row[0] = free.pop(generator.randrange(len(free)))
    return [board, tuple(map(tuple, twin))]


def tables(players, n, seed, make=made_board):
    generator = random.Random(seed)
    every = [made_table(players, generator, make) for _ in range(n)]
    if players == 2:
        every += [twin_table(generator, make) for _ in range(n // 2)]
    return every


def text_of(board):
    return "/".join("".join(oracle.RANKS[c // 4] + oracle.SUITS[c % 4] for c in row) for row in board)


def flat(some_tables):
    np = pytest.importorskip("numpy")
    ids = [[[one for row in board for one in row] for board in table] for table in some_tables]
    return np.array(ids, np.uint8)


# -- Rules -------------------------------------------------------------------------------------------


def rules_and_switches(
    scoring="1-6", majority="more-rows", table="modern", royalties_to="both", low_middle=False, **more
):
    """The same game for the package and for the oracle."""
    rules = ofc.RULES["classic"].replace(
        name="test",
        fantasyland=None,
        scoring=scoring,
        majority=majority,
        royalties=table,
        royalties_to=royalties_to,
        middle="2-7" if low_middle else "high",
        **more,
    )
    switches = {
        "scoring": scoring,
        "two_rows": majority == "two-rows",
        "table": table,
        "royalties_to": royalties_to,
        "low_middle": low_middle,
        **more,
    }
    return rules, switches


def test_the_tables_hold_what_they_promise():
    every = tables(2, 300, seed=1)
    fouls = Counter(oracle.is_foul(board) for table in every for board in table)
    kinds = Counter(oracle.key(board[2])[0] for table in every for board in table)
    tied = sum(0 in oracle.row_results(*table) for table in every)
    assert min(fouls.values()) > 100
    assert set(kinds) == set(range(9))
    assert tied > 50
    assert sum(oracle.royalties(board)[2] == 25 for table in every for board in table) > 5


# -- Points ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scoring", "royalties_to"), list(product(SCORINGS, WINNERS)))
@pytest.mark.parametrize("table", TABLES)
def test_points_of_two(scoring, table, royalties_to):
    rules, switches = rules_and_switches(*scoring, table, royalties_to)
    some = tables(2, trials(40), seed=f"{scoring} {table} {royalties_to}")
    expected = [oracle.table_points(boards, **switches) for boards in some]
    assert ofc.score_many(flat(some), rules).tolist() == expected


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("scoring", SCORINGS)
def test_points_of_a_table(players, scoring):
    rules, switches = rules_and_switches(*scoring)
    some = tables(players, trials(120), seed=players)
    points = ofc.score_many(flat(some), rules)
    assert points.shape == (len(some), players)
    assert points.tolist() == [oracle.table_points(boards, **switches) for boards in some]
    assert not points.sum(axis=1).any()


FOUL_SWITCHES = [
    {"strict_rows": True},
    {"foul_points": 0},
    {"foul_points": 9},
    {"foul_pays_royalties": False},
    {"foul_points": 3, "foul_pays_royalties": False, "strict_rows": True},
]


@pytest.mark.parametrize("more", FOUL_SWITCHES)
@pytest.mark.parametrize("scoring", SCORINGS)
def test_points_with_house_rules_for_fouls(more, scoring):
    rules, switches = rules_and_switches(*scoring, **more)
    some = tables(2, 100, seed=str(more))
    expected = [oracle.table_points(boards, **switches) for boards in some]
    assert ofc.score_many(flat(some), rules).tolist() == expected


def test_a_middle_equal_to_the_bottom_is_a_foul_only_by_strict_rows():
    board = "2c3d5h/4h4d8h9hKd/4c4s8s9sKs"
    assert not ofc.Board(board).is_foul
    for strict in (False, True):
        rules, _ = rules_and_switches(strict_rows=strict)
        assert ofc.Board(board).fouls(rules) is strict


@pytest.mark.parametrize(("scoring", "royalties_to"), list(product(SCORINGS, WINNERS)))
def test_points_with_a_low_middle(scoring, royalties_to):
    rules, switches = rules_and_switches(*scoring, "2-7", royalties_to, low_middle=True)
    some = tables(2, 150, seed=f"low {scoring} {royalties_to}", make=low_board)
    expected = [oracle.table_points(boards, **switches) for boards in some]
    assert ofc.score_many(flat(some), rules).tolist() == expected


# -- Settlements ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("royalties_to", WINNERS)
def test_settlements_of_whole_tables(players, royalties_to):
    rules, switches = rules_and_switches(royalties_to=royalties_to)
    for boards in tables(players, 40, seed=f"settle {players}"):
        settled = ofc.settle([ofc.Board(text_of(board)) for board in boards], rules)
        assert list(settled.points) == oracle.table_points(boards, **switches)
        assert sum(settled.points) == 0
        for i, j in combinations(range(players), 2):
            assert settled.pairs[(i, j)] == oracle.pair_points(boards[i], boards[j], **switches)


@pytest.mark.parametrize("surrender_points", [0, 2, 3])
def test_settlements_with_players_who_gave_up(surrender_points):
    rules, switches = rules_and_switches(surrender_points=surrender_points)
    for number, boards in enumerate(tables(3, 60, seed="surrender")):
        gone = [seat for seat in range(3) if number >> seat & 1]
        settled = ofc.settle([ofc.Board(text_of(board)) for board in boards], rules, surrendered=gone)
        assert list(settled.points) == oracle.table_points(boards, surrendered=gone, **switches)


@pytest.mark.parametrize("table", TABLES)
def test_royalties_and_fouls_of_a_board(table):
    rules, _ = rules_and_switches(table=table)
    for board, *_ in tables(1, 60, seed=f"board {table}"):
        ours = ofc.Board(text_of(board))
        assert ours.is_foul is ours.fouls(rules) is oracle.is_foul(board)
        paid = ofc.royalties(ours, rules)
        earned = (0, 0, 0) if oracle.is_foul(board) else oracle.royalties(board, table)
        assert (paid.top, paid.middle, paid.bottom) == earned
        assert paid.total == sum(earned)


def test_royalties_and_fouls_with_a_low_middle():
    rules, _ = rules_and_switches(table="2-7", low_middle=True)
    seen = Counter()
    for board, *_ in tables(1, 200, seed="low board", make=low_board):
        ours = ofc.Board(text_of(board))
        foul = oracle.is_foul(board, low_middle=True)
        assert ours.fouls(rules) is foul
        paid = ofc.royalties(ours, rules)
        earned = (0, 0, 0) if foul else oracle.royalties(board, "2-7")
        assert (paid.top, paid.middle, paid.bottom) == earned
        seen[foul] += 1
    assert min(seen[False], seen[True]) > 30
