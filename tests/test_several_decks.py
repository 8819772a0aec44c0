"""Several decks: a flush that holds a rank twice is a flush, above some others and below every full house."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ofckit as ofc
from ofckit.board import Board, Status, is_paired_flush, strengths_together
from ofckit.ranking import Category, Ranking
from oracle_systems import same_order
from test_scoring import rules_of, switches

import oracle

CLASSIC = ofc.RULES["classic"]
MANY = Ranking(decks=8)
SUITED = [[4 * rank + 3 for rank in ranks] for ranks in combinations_with_replacement(range(13), 5)]
PAIRED = [hand for hand in SUITED if oracle.key(hand)[0] == oracle.FLUSH and len(set(hand)) < 5]
ANN, BOB = "2c3d4h/5d6c7s8d9h/AsAsKs9s2s", "2d3h5h/4c4d6c7c9d/8c8hTsQdAc"


def board_of(middle, bottom, top=(0, 5, 10)):
    """A board of rows that may share cards."""
    return Board([list(top), list(middle), list(bottom)], check=False)


def drawn(generator):
    """A board of up to eight decks, so poor in ranks that flushes hold some twice; mostly in order."""
    ranks = generator.sample(range(13), generator.choice([3, 4, 6, 9, 13]))
    suits = generator.sample(range(4), generator.choice([1, 1, 2, 4]))
    pack = [4 * rank + suit for rank in ranks for suit in suits] * generator.choice([2, 3, 8])
    pack += [generator.randrange(52) for _ in range(13)]
    held = generator.sample(pack, 13)
    rows = [held[:3], *sorted([held[3:8], held[8:]], key=oracle.key)]
    if generator.randrange(5) == 0:
        rows[1:] = rows[:0:-1]
    if oracle.key(rows[0]) > oracle.key(rows[1]) and generator.randrange(5):
        rows[0] = [0, 5, 10]
    return tuple(map(tuple, rows))


@st.composite
def tables(draw):
    """Two to four boards and who gave up; sometimes two boards have a row in common."""
    generator = random.Random(draw(st.integers(0, 2**32)))
    boards = [drawn(generator) for _ in range(draw(st.integers(2, 4)))]
    if draw(st.booleans()):
        boards[-1] = (boards[-1][0], *boards[0][1:])
    gone = draw(st.sets(st.integers(0, len(boards) - 1), max_size=1)) if draw(st.booleans()) else set()
    return boards, gone


def test_the_tables_are_rich():
    generator = random.Random(1)
    boards = [drawn(generator) for _ in range(1000)]
    assert 200 < sum(map(oracle.is_foul, boards)) < 700
    flushes = [row for board in boards for row in board[1:] if is_paired_flush(row)]
    found = Counter(tuple(sorted(Counter(row).values())) for row in flushes)
    assert min(found[1, 1, 1, 2], found[1, 2, 2], found[1, 1, 3]) > 10


def test_a_published_board_with_a_flush_of_two_aces_is_legal():
    settled = ofc.settle([ANN, BOB], CLASSIC, duplicates="allow")
    assert settled.points == (9, -9)
    assert settled.fouls == (False, False)
    assert settled.royalties[0].bottom == 4
    assert "Flush, A A K 9 2" in settled.explain()


@given(tables(), switches)
@settings(max_examples=400, deadline=None)
def test_points_agree_with_the_oracle(table, switches):
    boards, gone = table
    rules = rules_of(switches)
    settled = ofc.settle(boards, rules, surrendered=gone, duplicates="allow")
    assert list(settled.points) == oracle.table_points(boards, surrendered=gone, **switches)
    for i, rows in enumerate(boards):
        foul = oracle.is_foul(rows, strict_rows=switches["strict_rows"])
        board = Board(rows, check=False)
        assert board.fouls(rules) == foul
        assert bool(board.status(rules) & Status.FOUL) == foul
        earned = (0, 0, 0) if foul else oracle.royalties(rows, switches["table"])
        assert tuple(ofc.royalties(board, rules)) == earned
        assert settled.fouls[i] == (foul and i not in gone)
    settled.explain()


def test_is_foul_takes_the_order_of_several_decks():
    for low, high in pairwise(sorted(random.Random(3).sample(PAIRED, 300) + SUITED[::20], key=oracle.key)):
        if oracle.key(low) < oracle.key(high):
            assert not board_of(low, high).is_foul
            assert board_of(high, low).is_foul
            assert board_of(high, low).status() & Status.MIDDLE_BEATS_BOTTOM
    assert not board_of(PAIRED[0], PAIRED[0]).is_foul
    assert board_of(PAIRED[0], PAIRED[0]).fouls(CLASSIC.replace(strict_rows=True))


def test_every_flush_that_holds_a_rank_twice_stands_where_the_ranking_of_several_decks_has_it():
    """In tables of a hundred boards, against the oracle and against Ranking(decks=8)."""
    generator = random.Random(5)
    hands = SUITED + [[generator.randrange(52) for _ in range(5)] for _ in range(2000)]
    generator.shuffle(hands)
    for first in range(0, len(hands), 200):
        some = hands[first : first + 200]
        rows = strengths_together([board_of(a, b).rows for a, b in zip(some[::2], some[1::2], strict=True)])
        strengths = [strength for one in rows for strength in one[1:]]
        same_order(strengths, [oracle.key(hand) for hand in some])
        same_order(strengths, [MANY.strength(hand) for hand in some])


@pytest.mark.parametrize("hand", [hand for hand in SUITED[::7] if len(set(hand)) < 5], ids=str)
def test_royalties_follow_the_type_that_the_ranking_of_several_decks_names(hand):
    kind = MANY.category(MANY.strength(hand))
    rules = CLASSIC.replace(royalties="trips-2-1")
    price = {Category.FLUSH: (8, 4), Category.FULL_HOUSE: (12, 6), Category.FOUR_OF_A_KIND: (20, 10)}
    price[Category.FIVE_OF_A_KIND] = (50, 25)
    assert tuple(ofc.royalties(board_of(hand, hand), rules)) == (0, *price[kind])


def test_rank_refuses_what_its_scale_has_no_place_for():
    paired = {tuple(hand) for hand in PAIRED}
    for hand in SUITED[::5]:
        if tuple(hand) in paired:
            copies = max(Counter(hand).values())
            advice = rf"holds a rank twice; .*Ranking\(decks={copies}\)\.strength\(\.\.\.\) ranks it$"
            with pytest.raises(ofc.InvalidCard, match=advice):
                ofc.rank(hand, duplicates="allow")
            with pytest.raises(ofc.InvalidCard, match="holds a rank twice"):
                _ = board_of(hand, hand).strengths
            Ranking(decks=copies).strength(hand)
        else:
            assert ofc.category(ofc.rank(hand, duplicates="allow")) == oracle.key(hand)[0]


def test_fewer_than_five_cards_of_a_suit_are_no_flush():
    for hand in combinations([51, 51, 47, 47, 0], 4):
        mixed = [card // 4 * 4 + suit for suit, card in enumerate(hand)]
        assert ofc.rank(hand, duplicates="allow") == ofc.rank(mixed)


def test_fantasyland_counts_a_flush_of_two_aces_as_a_flush():
    stays = CLASSIC.replace(fantasyland=CLASSIC.fantasyland.replace(stay=["bottom flush"]))
    (rows,) = strengths_together([Board(ANN, check=False).rows])
    assert stays.next_cards(13, *rows) == 13
    higher = stays.replace(fantasyland=stays.fantasyland.replace(stay=["bottom full house"]))
    assert higher.next_cards(13, *rows) == 0


def test_no_paired_flush_is_a_deuce_to_seven_middle():
    rules = ofc.RULES["2-7-pineapple"]
    for hand in PAIRED[::50]:
        board = board_of(hand, [3, 3, 3, 3, 3])
        assert board.fouls(rules)
        assert board.status(rules) & Status.MIDDLE_NOT_LOW
