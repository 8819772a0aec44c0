"""Points against the oracle, table stakes step by step, and the table that explains them."""

from __future__ import annotations

import copy
import json
import pickle
import random
import re
from decimal import Decimal
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ofckit as ofc
from ofckit.scoring import RowRoyalties
from ofckit.scoring._table import WORDS, hand_in_words

import oracle

CLASSIC = ofc.RULES["classic"]
A = "AhAd7c/9sTsJsQsKs/TcJcQcKcAc"  # royalties 9 + 30 + 25
B = "6h6d3c/7h7d8h8d2h/4h4d4s9h9d"  # 1 + 0 + 6
C = "2c3d5c/6s7s8s8c5d/KdKh3h3s2d"  # none
FOUL = "AcAdKc/QsQd7h4c2d/JhJc9s8d3c"


# -- One board ------------------------------------------------------------------------------------------


def test_royalties_of_each_row():
    earned = ofc.royalties(A, CLASSIC)
    assert (earned.top, earned.middle, earned.bottom, earned.total) == (9, 30, 25, 64)
    assert tuple(earned) == (9, 30, 25)


@pytest.mark.parametrize("board", [FOUL, "AhAd7c/9sTsJsQsKs/TcJcQcKc", "-/-/-", ofc.Board("AhAd/-/-")])
def test_a_foul_and_an_incomplete_board_earn_nothing(board):
    assert ofc.royalties(board, CLASSIC) == RowRoyalties()


# -- Tables against the oracle ------------------------------------------------------------------------------

switches = st.fixed_dictionaries(
    {
        "scoring": st.sampled_from(["1-6", "2-4", "rows"]),
        "two_rows": st.booleans(),
        "table": st.sampled_from(
            ["modern", "pagat", "trips-2-1", "small-top-end", "treble", "capsa", "none"]
        ),
        "royalties_to": st.sampled_from(["both", "row-winner", "pair-winner"]),
        "strict_rows": st.booleans(),
        "foul_points": st.none() | st.integers(0, 12),
        "foul_pays_royalties": st.booleans(),
        "surrender_points": st.integers(0, 5),
    }
)


def rules_of(switches):
    named = {"two_rows": "majority", "table": "royalties"}
    told = {named.get(key, key): value for key, value in switches.items()}
    told["majority"] = "two-rows" if switches["two_rows"] else "more-rows"
    return CLASSIC.replace(name="test", fantasyland=None, **told)


def rich_board(generator):
    """A board of one deck, with ranks and suits so few that pairs and flushes are common, mostly in order."""
    ranks = generator.sample(range(13), generator.choice([5, 6, 8, 13]))
    suits = range(4) if generator.randrange(3) else range(2)
    deck = [4 * rank + suit for rank in ranks for suit in suits]
    deck = deck if len(deck) >= 13 else [4 * rank + suit for rank in ranks for suit in range(4)]
    generator.shuffle(deck)
    if generator.randrange(3) == 0:
        deck.sort(key=lambda card: card % 4)
    rows = [deck[:3], deck[3:8], deck[8:13]]
    if generator.randrange(5):
        rows[1:] = sorted(rows[1:], key=oracle.key)
        low = sorted(deck[13:] + rows[0], key=oracle.rank_of)
        rows[0] = low[:3] if oracle.key(rows[0]) > oracle.key(rows[1]) else rows[0]
    return tuple(map(tuple, rows))


def other_suits(board, generator):
    """The same board with its suits renamed: every row ties."""
    names = generator.sample(range(4), 4)
    return tuple(tuple(card // 4 * 4 + names[card % 4] for card in row) for row in board)


@st.composite
def tables(draw):
    """Two to four boards, each of a deck of its own, some equal but for the suits, and who gave up."""
    generator = random.Random(draw(st.integers(0, 2**32)))
    boards = [rich_board(generator) for _ in range(draw(st.integers(2, 4)))]
    if draw(st.booleans()):
        boards[-1] = other_suits(boards[0], generator)
    gone = draw(st.sets(st.integers(0, len(boards) - 1), max_size=2)) if draw(st.booleans()) else set()
    return boards, gone


def test_the_tables_are_rich():
    generator = random.Random(1)
    boards = [rich_board(generator) for _ in range(1000)]
    fouls = sum(map(oracle.is_foul, boards))
    assert 200 < fouls < 600
    assert sum(sum(oracle.royalties(board)) > 0 and not oracle.is_foul(board) for board in boards) > 200


@given(tables(), switches)
@settings(max_examples=400, deadline=None)
def test_points_agree_with_the_oracle(table, switches):
    boards, gone = table
    settled = ofc.settle(boards, rules_of(switches), surrendered=gone, duplicates="allow")
    assert list(settled.points) == oracle.table_points(boards, surrendered=gone, **switches)
    assert sum(settled.points) == 0
    for (i, j), net in settled.pairs.items():
        both = (i in gone, j in gone)
        assert net == oracle.pair_points(boards[i], boards[j], surrendered=both, **switches)


@given(tables(), switches)
@settings(max_examples=60, deadline=None)
def test_points_follow_the_player_to_another_seat(table, switches):
    boards, gone = table
    rules = rules_of(switches)
    points = ofc.settle(boards, rules, surrendered=gone, duplicates="allow").points
    for order in permutations(range(len(boards))):
        moved = ofc.settle(
            [boards[i] for i in order],
            rules,
            surrendered=[order.index(i) for i in gone],
            duplicates="allow",
        )
        assert moved.points == tuple(points[i] for i in order)


@given(tables(), switches, st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_every_debt_is_one_transfer_from_the_left_of_the_button(table, switches, button):
    boards, gone = table
    button %= len(boards)
    settled = ofc.settle(boards, rules_of(switches), surrendered=gone, button=button, duplicates="allow")
    order = [(button + 1 + i) % len(boards) for i in range(len(boards))]
    owed = [
        (i, j, settled.pairs[(min(i, j), max(i, j))] * (1 if i < j else -1))
        for i, j in combinations(order, 2)
    ]
    expected = [(j, i, net) if net > 0 else (i, j, -net) for i, j, net in owed if net]
    assert list(settled.transfers) == expected


# -- What is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boards", "options", "error", "says"),
    [
        ([A], {}, ofc.OfcError, "two boards or more, not 1"),
        (A, {}, TypeError, "a list of boards"),
        ([A, A], {}, ofc.InvalidCard, "more than once: .* on board 0 and board 1"),
        ([A, B, "Ah/7h/-"], {}, ofc.InvalidCard, "7h on board 1 and board 2; Ah on board 0 and board 2"),
        ([A, "6h6d3c/7h7d8h8d2h/4h4d4s9h"], {}, ofc.OfcError, "board 1 .* its bottom has 4 of 5 cards"),
        ([A, B], {"surrendered": [0]}, ofc.IllegalMove, "nobody may surrender in classic"),
        ([A, B], {"surrendered": [2]}, ofc.OfcError, "surrendered: 2 is not a seat .* 0 to 1"),
        ([A, B], {"surrendered": [-1]}, ofc.OfcError, "surrendered: -1"),
        ([A, B], {"button": 2}, ofc.OfcError, "the button: 2"),
        ([A, B], {"stacks": [10, 10]}, ofc.OfcError, "need a button"),
        ([A, B], {"stacks": [10], "button": 0}, ofc.OfcError, "stacks: 2 needed"),
        ([A, B], {"stacks": [10, -1], "button": 0}, ofc.OfcError, "-1 is not a stack"),
        ([A, B], {"stacks": [10, 2.5], "button": 0}, ofc.OfcError, "2.5 is not a stack"),
        ([A, B], {"duplicates": "maybe"}, ofc.OfcError, "'error' or 'allow'"),
        ([A, "QhQd/7x/-"], {}, ofc.InvalidCard, "'7x'"),
        ([A, "6h6d3cKh/7h7d8h8d2h/4h4d4s9h"], {"duplicates": "allow"}, ofc.OfcError, "top has 4 of 3"),
    ],
)
def test_what_cannot_be_settled_is_refused(boards, options, error, says):
    with pytest.raises(error, match=says):
        ofc.settle(boards, CLASSIC, **options)


def test_only_a_surrendered_board_may_be_incomplete():
    rules = CLASSIC.replace(surrender_points=3)
    settled = ofc.settle(
        [A, "6h/-/4h4d", C.replace("KdKh", "6c6d")], rules, surrendered={1}, duplicates="allow"
    )
    assert settled.pairs[(0, 1)] == 3
    assert settled.pairs[(1, 2)] == -3
    assert settled.fouls == (False, False, False)
    assert settled.royalties[1] == RowRoyalties()


def test_who_leaves_the_hand_settles_as_a_foul():
    settled = ofc.settle([A, "6h/-/4h4d"], CLASSIC, left={1})
    assert settled.fouls == (False, True)
    assert settled.points == (70, -70)
    assert "player 1 is foul: the player has left the hand." in settled.explain()
    assert settled.as_dict()["left"] == [1]


def test_several_decks_may_repeat_a_card_in_a_row():
    fives = "2c3d4h/KsKhQsJs9s/5s5s5s5s5s"
    with pytest.raises(ofc.InvalidCard):
        ofc.settle([A, fives], CLASSIC)
    settled = ofc.settle([A, fives], CLASSIC, duplicates="allow")
    assert settled.royalties[1] == RowRoyalties(0, 0, 25)
    assert settled.pairs[(0, 1)] == 1 + 64 - 25
    text = settled.explain()
    assert "Five of a kind, fives" in text


def test_own_boards_are_not_compared_in_criss_cross():
    rules = ofc.RULES["criss-cross"]
    boards = [A, B, "2c3d5c/6s7c8s8c5d/Qh9cQd3h2s", "2h5h4c/6c5s7s3s9d/KdKh8d8h4d"]
    settled = ofc.settle(boards, rules, duplicates="allow")
    assert set(settled.pairs) == {(0, 1), (0, 3), (1, 2), (2, 3)}
    assert sum(settled.points) == 0
    compared = ofc.settle(boards, rules.replace(own_boards_compared=True), duplicates="allow")
    assert set(compared.pairs) == set(combinations(range(4), 2))
    with pytest.raises(ofc.OfcError, match="2 boards for each player, not 3"):
        ofc.settle(boards[:3], rules, duplicates="allow")
    with pytest.raises(ofc.OfcError, match="criss-cross"):
        ofc.score_many(bytes(26), rules)


def test_criss_cross_takes_the_boards_of_two_people():
    with pytest.raises(ofc.OfcError, match="not 2 in all, and two players"):
        ofc.settle(["2c3c4h/-/-", "2d3d4d/-/-"], ofc.RULES["criss-cross"], left=(0, 1))


def test_a_preset_is_accepted_by_its_name():
    board = "QhQd5c/7h7d8s8c2d/AsKsJs9s4s"
    assert ofc.royalties(board, "pagat") == ofc.royalties(board, ofc.RULES["pagat"])
    assert ofc.settle([A, B], "pagat", duplicates="allow").rules is ofc.RULES["pagat"]
    table = memoryview(bytes([*ofc.cards("".join(A.split("/"))), *ofc.cards("".join(C.split("/")))]))
    assert list(ofc.score_many(table.cast("B", [1, 2, 13]), "classic").cast("B").cast("i")) == [70, -70]


@pytest.mark.parametrize("rules", [None, {}, 5, b"pineapple"])
def test_what_is_no_rules_is_told(rules):
    board = "QhQd5c/7h7d8s8c2d/AsKsJs9s4s"
    for call in (ofc.settle, ofc.royalties, ofc.score_many):
        with pytest.raises(TypeError, match="a Rules or the name of a preset, such as 'pineapple', not"):
            call([board, board] if call is ofc.settle else board, rules)


def test_the_chips_of_criss_cross_belong_to_the_person():
    rules = ofc.RULES["criss-cross"]
    boards = [A, B, "2c3d5c/6s7c8s8c5d/Qh9cQd3h2s", "2h5h4c/6c5s7s3s9d/KdKh8d8h4d"]
    settled = ofc.settle(boards, rules, duplicates="allow", stacks=[40, 30], button=3)
    assert settled.transfers == ((1, 0, 30), (2, 1, 13), (2, 3, 1))  # seats 0 and 2 against 1 and 3
    assert settled.chips == (56, 14)
    assert settled.points == (30, -17, -14, 1)
    assert "player 2 56, player 3 14" in settled.explain()


# -- Table stakes ------------------------------------------------------------------------------------------


def paid_by_hand(pairs, stacks, button, win_cap, broke_is_out):
    """The order and the limits as docs/scoring.md has them, step by step."""
    n = len(stacks)
    chips, complete, transfers = list(stacks), {i for i in range(n) if win_cap and not stacks[i]}, []
    order = [(button + 1 + i) % n for i in range(n)]
    while order:
        first, *order = order
        for second in order:
            net = pairs[(first, second)] if first < second else -pairs[(second, first)]
            payee, payer = (first, second) if net > 0 else (second, first)
            if win_cap and (payee in complete or payer in complete):
                continue
            if broke_is_out and chips[payee] == 0:
                continue
            amount = abs(net)
            amount = min(amount, chips[payer])
            if win_cap:
                amount = min(amount, stacks[payee] - (chips[payee] - stacks[payee]))
            if amount:
                chips[payer] -= amount
                chips[payee] += amount
                transfers.append((payer, payee, amount))
            if win_cap and chips[payee] - stacks[payee] == stacks[payee]:
                complete.add(payee)
    return transfers, chips


@given(
    tables(),
    st.lists(st.integers(0, 60), min_size=4, max_size=4),
    st.integers(0, 3),
    st.booleans(),
    st.booleans(),
)
@settings(max_examples=300, deadline=None)
def test_table_stakes_step_by_step(table, stacks, button, win_cap, broke_is_out):
    boards, _ = table
    stacks, button = stacks[: len(boards)], button % len(boards)
    stakes = ofc.TableStakes(win_cap=win_cap, broke_is_out=broke_is_out)
    rules = CLASSIC.replace(table_stakes=stakes)
    settled = ofc.settle(boards, rules, stacks=stacks, button=button, duplicates="allow")
    transfers, chips = paid_by_hand(settled.pairs, stacks, button, win_cap, broke_is_out)
    assert list(settled.transfers) == transfers
    assert list(settled.chips) == chips
    assert list(settled.points) == [after - before for before, after in zip(stacks, chips, strict=True)]
    assert sum(chips) == sum(stacks)
    assert min(chips) >= 0
    if win_cap:
        assert all(after <= 2 * before for before, after in zip(stacks, chips, strict=True))


@given(tables(), st.integers(0, 3))
@settings(max_examples=50, deadline=None)
def test_deep_stacks_change_nothing(table, button):
    boards, _ = table
    button %= len(boards)
    deep = ofc.settle(boards, CLASSIC, stacks=[1000] * len(boards), button=button, duplicates="allow")
    flat = ofc.settle(boards, CLASSIC, button=button, duplicates="allow")
    assert deep.points == flat.points
    assert deep.transfers == flat.transfers


def stakes_of(**switches):
    return CLASSIC.replace(table_stakes=ofc.TableStakes(**switches))


FOUR = [  # 0-1 +1, 0-2 -6, 0-3 -6, 1-2 -6, 1-3 -6, 2-3 -1
    "9c8c6s/5dJc4cAs6d/6cTdKdAdQs",
    "4sTcJd/6hJh7h4dQh/2h3hThKsAc",
    "3dKc8h/5cQdAh8d3s/7c3cJs9d7d",
    "7sQc2s/2c2d5sTsKh/9h9s4h5h8s",
]


def test_a_broke_player_wins_again_unless_broke_is_out():
    """Button 1: seat 0 loses its four chips to seat 2 and is due one from seat 1 at the end."""
    stacks = [4, 20, 20, 20]
    on = ofc.settle(FOUR, stakes_of(broke_is_out=True), stacks=stacks, button=1)
    off = ofc.settle(FOUR, stakes_of(broke_is_out=False), stacks=stacks, button=1)
    assert off.transfers == ((2, 3, 1), (0, 2, 4), (1, 2, 6), (1, 3, 6), (1, 0, 1))
    assert on.transfers == off.transfers[:-1]
    assert (off.chips, on.chips) == ((1, 7, 29, 27), (0, 8, 29, 27))
    assert off.points == (-3, -13, 9, 7)


def test_a_win_stops_at_the_stack_and_the_hand_is_complete():
    stacks = [20, 20, 8, 20]
    capped = ofc.settle(FOUR, stakes_of(win_cap=True), stacks=stacks, button=0)
    assert capped.transfers == ((1, 2, 6), (1, 3, 6), (1, 0, 1), (2, 3, 1), (0, 2, 3), (0, 3, 6))
    assert capped.chips[2] == 16
    free = ofc.settle(FOUR, stakes_of(win_cap=False), stacks=stacks, button=0)
    assert free.transfers == ((1, 2, 6), (1, 3, 6), (1, 0, 1), (2, 3, 1), (0, 2, 6), (0, 3, 6))


def test_stacks_alone_mean_table_stakes():
    for stacks in ([8, 20, 6, 15], [20, 4, 20, 20]):
        named = ofc.settle(FOUR, stakes_of(), stacks=stacks, button=0)
        assert ofc.settle(FOUR, CLASSIC, stacks=stacks, button=0).transfers == named.transfers


# -- Settlements as values -------------------------------------------------------------------------------


def test_a_settlement_is_a_value():
    settled = ofc.settle(FOUR, stakes_of(), stacks=[8, 20, 6, 15], button=0)
    for other in (pickle.loads(pickle.dumps(settled)), copy.deepcopy(settled)):
        assert other == settled
        assert hash(other) == hash(settled)
        assert other.explain() == settled.explain()
    with pytest.raises(AttributeError):
        settled.points = (0, 0, 0, 0)
    with pytest.raises(TypeError):
        settled.pairs[(0, 1)] = 5


def test_a_settlement_as_json():
    settled = ofc.settle(FOUR, CLASSIC, stacks=[8, 20, 6, 15], button=0)
    told = json.loads(json.dumps(settled.as_dict()))
    assert told["points"] == list(settled.points) == [-5, -13, 6, 12]
    assert told["pairs"] == {f"{i}-{j}": net for (i, j), net in settled.pairs.items()}
    assert told["transfers"] == [list(transfer) for transfer in settled.transfers]
    assert [ofc.Board(text) for text in told["boards"]] == list(settled.boards)
    assert (told["rules"], told["button"], told["stacks"], told["chips"]) == (
        "classic",
        0,
        [8, 20, 6, 15],
        [3, 7, 12, 27],
    )


# -- The table ------------------------------------------------------------------------------------------


def blocks(text):
    """The lines of each pair: title -> lines."""
    found, title = {}, None
    for line in text.splitlines():
        if re.search(r" against .* (points royalties)$", line) or line.endswith("against"):
            title = line.removesuffix("points royalties").strip()
            found[title] = []
        elif not line:
            title = None
        elif title:
            found[title].append(line)
    return found


def sums_of(lines, names):
    """What the points and the royalties shown to each player add up to; those in brackets are not paid."""
    totals = dict.fromkeys(names, 0)
    for line in lines:
        if "-----" in line:
            break
        who = line[10:22].strip()
        points, royalty = line[60:66].strip(), line[66:76].strip()
        totals[who] += int(points or 0)
        totals[who] += 0 if royalty.startswith("(") else int(royalty or 0)
    return totals


@given(tables(), switches)
@settings(max_examples=150, deadline=None)
def test_what_the_table_shows_adds_up_to_the_points(table, switches):
    boards, gone = table
    settled = ofc.settle(boards, rules_of(switches), surrendered=gone, duplicates="allow")
    names = ["Anna", "Ben", "Cara", "Dora"][: len(boards)]
    text = settled.explain(names)
    assert max(map(len, text.splitlines())) <= 76
    shown = blocks(text)
    for (i, j), net in settled.pairs.items():
        dead = [k in gone or settled.fouls[k] for k in (i, j)]
        title = f"{names[i]} against {names[j]}"
        if all(dead):
            assert f"{title}\n  Neither hand counts: nobody pays." in text
            continue
        sums = sums_of(shown[title], names)
        assert sums[names[i]] - sums[names[j]] == net
        loser, winner = (names[j], names[i]) if net > 0 else (names[i], names[j])
        assert shown[title][-1].endswith(f"{loser} pays {winner} {abs(net)}" if net else "nobody pays")
    for i, name in enumerate(names):
        total = text[text.index("Totals") :].splitlines()[1 + i].split()
        assert total[0] == name
        assert int(total[-1]) == settled.points[i]


@pytest.mark.parametrize(
    "strength", [1, 100, 2369, 2370, 6256, 6257, 7192, 7193, 8219, 8229, 9506, 9662, 9854]
)
def test_hands_in_a_few_words_say_what_the_long_ones_do(strength):
    kind, ranks = ofc.ranking.strength_key(strength)
    short, long = hand_in_words(strength), ofc.describe(strength)
    assert short.split(",")[0].split()[0] == long.split(",")[0].split()[0]
    named = [oracle.RANKS[rank] for rank in ranks]
    told = [word for word in short.split(", ")[-1].split(" ") if word in oracle.RANKS]
    assert told == named[len(named) - len(told) :]
    assert kind is ofc.category(strength)


def test_a_low_middle_is_won_by_the_lower_hand():
    low = ["7s8dKh/2d3d4s5s7h/ThJdQcKcAc", "9h7c8c/3h8h6s7d9d/As2h9sQhAd"]
    text = ofc.settle(low, ofc.RULES["2-7-pineapple"]).explain(["Anna", "Ben"])
    assert sums_of(blocks(text)["Anna against Ben"], ["Anna", "Ben"]) == {"Anna": 16, "Ben": 1}
    assert re.search(r"middle  Anna +7-5-4-3-2 low +1 +8$", text, re.MULTILINE)
    assert re.search(r"Ben +9-8-7-6-3 low +1$", text, re.MULTILINE)


def test_every_hand_has_words_of_its_own_that_fit():
    words = [hand_in_words(strength) for strength in range(1, 9855)]
    assert len(set(words)) == len(words)
    assert max(map(len, words)) <= WORDS


def test_long_and_foreign_names_fit():
    settled = ofc.settle(FOUR, CLASSIC, stacks=[8, 20, 6, 15], button=0)
    text = settled.explain(
        ["Maximiliane-Wilhelmine", "李雷李雷李雷李雷", "a\x1b[31mb", "  "], stake=Decimal("0.25")
    )
    assert "\x1b" not in text
    assert "Maximilian~" in text
    widths = [sum(2 if c in "李雷" else 1 for c in line) for line in text.splitlines()]
    assert max(widths) <= 76


def test_amounts_at_a_stake():
    settled = ofc.settle([A, B], CLASSIC)
    for stake, words in (
        (1, "+63"),
        (5, "+315"),
        (0.5, "+31.50"),
        (Decimal("0.125"), "+7.875"),
        ("2", "+126"),
    ):
        assert settled.explain(stake=stake).splitlines()[-2].split()[-1] == words
    for bad in (0, -1, "a lot", float("nan"), float("inf")):
        with pytest.raises(ofc.OfcError, match="stake"):
            settled.explain(stake=bad)
    for names in (["Anna"], "AB", ["Anna", 3]):
        with pytest.raises(ofc.OfcError, match="names"):
            settled.explain(names)


def test_a_foul_says_which_row_beats_which():
    text = " ".join(
        ofc.settle([A.replace("AdAh", "2c2d"), FOUL], CLASSIC, duplicates="allow").explain().split()
    )
    assert "player 1 is foul: the top (Pair of aces, K) beats the middle (Pair of queens, 7 4 2)" in text
    assert "the middle (Pair of queens, 7 4 2) beats the bottom (Pair of jacks, 9 8 3)." in text
    equal = ["2c3d5h/4h4d8h9hKd/4c4s8s9sKs", A]
    strict = ofc.settle(equal, CLASSIC.replace(strict_rows=True), duplicates="allow").explain()
    assert "the middle equals the bottom (Pair of fours, K 9 8)" in strict
    low = ofc.settle(
        ["QhQd5c/7h7s4c3d2d/QsKsJs9s4h", "2h3h4h/7c5s4d3s2s/5d5c6c6d9d"],
        ofc.RULES["2-7-pineapple"],
        duplicates="allow",
    ).explain()
    assert "the middle (Pair of sevens, 4 3 2) is not a ten-low or better; the top" in " ".join(low.split())
    assert "7-5-4-3-2 low" in low


def test_the_examples_of_the_docs():
    import doctest

    from ofckit.board import _board
    from ofckit.scoring import _settlement, _table

    page = Path(__file__).parent.parent / "docs" / "scoring.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    for module in (_board, _settlement, _table):
        assert doctest.testmod(module).failed == 0
