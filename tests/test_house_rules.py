"""House rules about points and turns: bonuses, naturals, a sweep of the table, a cap, the button first."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

import ofckit as ofc
from ofckit.game import playouts, turns_in_order
from ofckit.rules import NATURALS, RULES, Rules
from ofckit.session import read
from test_oracle_score import flat, tables, text_of

import oracle

CLASSIC, CHINESE = RULES["classic"], RULES["chinese"]
WIN = "6c6d9h/7c7d8h8s2c/AsKsJs9s4s"  # a pair of sixes, two pair, a flush: royalties 1 and 4
LOSE = "Kc4h3s/5h5d6sTd9c/QcQdJc8d3d"  # high card, a pair, a pair
LOW = "Qs4c3h/2h2d8c5cJh/TsTh5s7hJd"  # swept by both
PAN_CLUB = {
    "one-suit": 13,
    "dragon": 13,
    "twelve-of-a-suit": 8,
    "trips-and-five-pairs": 4,
    "three-straights": 4,
    "three-flushes": 3,
    "six-pairs": 3,
}


# bonuses


def test_under_1_4_two_rows_to_one_pay_1_and_three_pay_4():
    points = CLASSIC.replace(scoring="1-4").row_points
    assert (points(1, 1, -1), points(1, 1, 0), points(1, 1, 1), points(-1, -1, -1)) == (1, 2, 4, -4)
    assert CLASSIC.replace(scoring="1-4").foul_value == 4


@pytest.mark.parametrize(("sweep", "majority"), [(1, None), (0, 0), (5, 2), (None, 3)])
def test_bonuses_as_numbers(sweep, majority):
    for scoring in ("1-6", "1-4", "2-4", "rows"):
        rules = CLASSIC.replace(scoring=scoring, sweep_bonus=sweep, majority_bonus=majority)
        most = oracle.MAJORITY_BONUS[scoring] if majority is None else majority
        every = oracle.SWEEP_BONUS[scoring] if sweep is None else sweep
        assert rules.row_points(1, 1, -1) == 1 + most
        assert rules.row_points(1, -1, -1) == -1 - most
        assert rules.row_points(1, 0, 0) == 1 + most
        assert rules.row_points(1, 1, 1) == rules.sweep_value == rules.foul_value == 3 + most + every


def test_the_solver_plays_for_the_bonus_of_the_rules():
    """A sweep that pays much is worth giving up royalties for, against a known board."""
    cards, known = "Ah Ad Kh Kd Qh Qd Jh Jd 9h 9d 7s 5c 2c", ofc.Board("TcTs3c/KcKs4c4s2d/AcAs5d5h8s")
    for bonus in (0, 40):
        rules = CLASSIC.replace(sweep_bonus=bonus, fantasyland=None)
        best = ofc.solve_fantasyland(cards, rules, ofc.Objective.of(rules, opponents=(known,)))
        settled = ofc.settle([best.board, known], rules)
        assert best.value == settled.points[0]
    assert settled.head_to_head[0, 1].sweep == 1


# naturals


def hands_of_every_kind():
    """Thirteen cards, some of each natural, many of none."""
    generator = random.Random("naturals")
    deck = list(oracle.DECK)
    by_suit = [[one for one in deck if one % 4 == suit] for suit in range(4)]
    for _ in range(5):
        yield generator.sample(deck, 13)
        yield generator.sample(deck, 13)
        yield [generator.choice(deck[4 * rank : 4 * rank + 4]) for rank in range(13)]
        yield generator.sample(by_suit[1] + by_suit[2], 13)
        yield generator.sample([one for one in deck if one // 4 <= 6], 13)
        yield generator.sample([one for one in deck if one // 4 >= 6], 13)
        yield generator.sample([one for one in deck if one // 4 not in (9, 10, 11)], 13)
        ranks = generator.sample(range(13), 7)
        yield [4 * rank + i for rank in ranks[:6] for i in (0, 3)] + [4 * ranks[6] + 1]
        yield [4 * rank + i for rank in ranks[:6] for i in (0, 3)] + [4 * ranks[0] + 1]
        yield [4 * rank + i for rank in ranks[:3] for i in range(4)] + [4 * ranks[3]]
        yield [4 * rank + i for rank in ranks[:4] for i in range(3)] + [4 * ranks[5]]
        suits = generator.choices(range(4), k=3)
        if len(set(suits)) == 3:
            parts = [generator.sample(by_suit[suit], n) for suit, n in zip(suits, (3, 5, 5), strict=True)]
            yield [one for part in parts for one in part]
        left, hand = list(deck), []
        for n in (3, 5, 5):
            low = generator.randrange(-1, 14 - n)
            for step in range(n):
                free = [one for one in left if one // 4 == (low + step) % 13]
                hand.append(free[0] if generator.randrange(2) else free[-1])
                left.remove(hand[-1])
        yield hand
        yield [*by_suit[generator.randrange(4)][:12], 51 - generator.randrange(4)]
    yield by_suit[2]
    for low, suit in product((-1, 4), range(4)):
        runs = [
            [4 * (rank % 13) + (suit + i) % 4 for rank in range(low, low + n)]
            for i, n in enumerate((3, 5, 5))
        ]
        yield [one for run in runs for one in run]


HANDS = [hand for hand in hands_of_every_kind() if len(set(hand)) == 13]
MET = [oracle.naturals(hand) for hand in HANDS]


def test_the_hands_hold_some_of_every_natural_and_some_of_none():
    found = Counter(name for met in MET for name in met)
    assert set(found) == set(NATURALS)
    assert sum(not met for met in MET) > 3


@pytest.mark.parametrize("name", NATURALS)
def test_a_natural_is_known_by_its_cards(name):
    compiled = CHINESE.replace(naturals={name: 5}).compiled
    assert [compiled.natural(hand) for hand in HANDS] == [int(name in met) for met in MET]


def test_the_best_of_several_naturals_counts():
    rules = CHINESE.replace(naturals=PAN_CLUB)
    names = ["", *rules.naturals]
    assert list(rules.naturals.values()) == sorted(PAN_CLUB.values(), reverse=True)
    for hand, met in zip(HANDS, MET, strict=True):
        best = names[rules.compiled.natural(hand)]
        listed = [name for name in NATURALS if name in met and name in PAN_CLUB]
        assert best == max(listed, key=PAN_CLUB.__getitem__, default="")


def test_a_natural_wins_outright_however_it_is_set():
    pairs = "As2d2h/3d3h4h4c5s/5d6s6d7s7c"
    dragon = "2s3s4d/TdJdQhKhAc/5h6h7h8c9c"  # as it is set here, a foul
    rules = CHINESE.replace(naturals=PAN_CLUB, royalties="modern")
    settled = ofc.settle([dragon, pairs, "Ad8h8s/TcTh9hJhJs/QcQsQdKdKs"], rules)
    assert settled.naturals == ("dragon", "six-pairs", "")
    assert settled.pairs == {(0, 1): 13, (0, 2): 13, (1, 2): 3}
    assert settled.points == (26, -10, -16)
    assert settled.fouls == (False, False, False)
    assert settled.as_dict()["naturals"] == ["dragon", "six-pairs", ""]
    told = settled.explain(["Al", "Bo", "Cy"])
    assert "natural Al          all thirteen ranks                        13" in told
    assert "Al 13; Bo 0: Bo pays Al 13" in told


def test_equal_naturals_pay_nothing_and_who_gave_up_has_none():
    first, second = "As2d2h/3d3h4h4c5s/5d6s6d7s7c", "Ad8h8s/9c9hTsTdJc/JhQcQsKdKc"
    rules = CHINESE.replace(naturals=PAN_CLUB, surrender_points=2)
    settled = ofc.settle([first, second], rules)
    assert settled.naturals == ("six-pairs", "six-pairs")
    assert settled.points == (0, 0)
    assert "tie" in settled.explain()
    gone = ofc.settle([first, "Kh8h5c/9c9hTsTdJc/JhJsQsQdAd"], rules, surrendered=[0])
    assert gone.naturals == ("", "")
    assert gone.points == (-2, 2)
    assert ofc.settle([first, "Kh8h5c/9c9hTsTdJc/JhJsQsQdAd"], rules, left=[0]).points == (-4, 4)


def test_without_naturals_nothing_is_said_of_them():
    settled = ofc.settle([WIN, LOSE], CLASSIC)
    assert settled.naturals == ("", "")
    assert "naturals" not in settled.as_dict()


# the whole table


def test_who_sweeps_every_opponent_has_a_bonus_from_each():
    plain = ofc.settle([WIN, LOSE, LOW], CLASSIC)
    assert plain.pairs[0, 1] == plain.pairs[0, 2] == 11
    fixed = ofc.settle([WIN, LOSE, LOW], CLASSIC.replace(table_sweep=4))
    assert fixed.pairs == {(0, 1): 15, (0, 2): 15, (1, 2): plain.pairs[1, 2]}
    assert fixed.head_to_head[0, 1].bonus == 4
    double = ofc.settle([LOW, LOSE, WIN], CLASSIC.replace(table_sweep="double"))
    assert (double.pairs[0, 2], double.pairs[1, 2]) == (-22, -22)
    assert double.head_to_head[0, 2].bonus == -11
    assert "table" in double.explain()
    assert "sweeps all opponents" in double.explain()
    assert ofc.settle([WIN, LOSE], CLASSIC.replace(table_sweep=4)).points == (11, -11)  # two are no table


def test_a_foul_is_swept_and_a_hand_given_up_is_not():
    rules = CLASSIC.replace(table_sweep=4, surrender_points=2)
    assert ofc.settle([WIN, LOSE, LOW], rules, left=[1]).pairs[0, 1] == 6 + 5 + 4
    assert ofc.settle([WIN, LOSE, LOW], rules, surrendered=[1]).pairs == {(0, 1): 2, (0, 2): 11, (1, 2): -2}


def test_nobody_loses_more_than_the_cap():
    rules = CLASSIC.replace(loss_cap=8)
    assert ofc.settle([WIN, LOSE], rules).points == (8, -8)
    settled = ofc.settle([LOSE, WIN, LOW], rules, button=0)
    assert settled.pairs == {(0, 1): -11, (0, 2): 6, (1, 2): 11}
    assert settled.transfers == ((2, 1, 8), (0, 1, 8))  # the third has nothing left to pay the first
    assert settled.payments[2].why == "loss"
    assert "Nobody loses more than 8" in settled.explain()


def test_what_was_won_before_counts_under_the_cap():
    rules = CLASSIC.replace(loss_cap=8)
    settled = ofc.settle(
        [WIN, LOSE, LOW], rules, button=0
    )  # the second settles first and wins 6 of the third
    assert settled.transfers == ((2, 1, 6), (1, 0, 11), (2, 0, 2))
    assert settled.points == (13, -5, -8)


def test_the_cap_and_the_stacks_both_limit_a_payment():
    rules = CLASSIC.replace(loss_cap=8, table_stakes=ofc.TableStakes(win_cap=False))
    assert ofc.settle([WIN, LOSE], rules, button=0, stacks=[50, 5]).points == (5, -5)
    assert ofc.settle([WIN, LOSE], rules, button=0, stacks=[50, 50]).points == (8, -8)


WHOLE = [
    {"table_sweep": 3},
    {"table_sweep": "double", "scoring": "2-4"},
    {"loss_cap": 9},
    {"loss_cap": 15, "table_sweep": 7, "sweep_bonus": 1, "majority_bonus": 2},
]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("more", WHOLE, ids=str)
def test_tables_against_the_oracle(players, more):
    rules = CLASSIC.replace(fantasyland=None, **more)
    some = tables(players, 30, seed=f"{players} {more}")
    expected = [oracle.table_points(boards, **more) for boards in some]
    assert ofc.score_many(flat(some), rules).tolist() == expected
    for boards, points in list(zip(some, expected, strict=True))[:8]:
        assert list(ofc.settle([text_of(board) for board in boards], rules).points) == points
        for button in range(players):
            settled = ofc.settle([text_of(board) for board in boards], rules, button=button)
            first = (button + 1) % players
            assert list(settled.points) == oracle.table_points(boards, first=first, **more)


def natural_tables(n):
    """Tables of two to four, most of them with a natural, some boards foul."""
    generator = random.Random("natural tables")
    natural = [hand for hand, met in zip(HANDS, MET, strict=True) if met & PAN_CLUB.keys()]
    for _ in range(n):
        hands = [generator.choice(natural)]
        for hand in generator.sample(natural, len(natural)):
            if len(hands) < generator.choice([1, 2]) and not set(hand) & set(hands[0]):
                hands.append(hand)
        left = [one for one in oracle.DECK if not any(one in hand for hand in hands)]
        generator.shuffle(left)
        hands += [left[i : i + 13] for i in range(0, len(left) - 12, 13)][: generator.choice([1, 2])]
        rows = [
            (tuple(hand[:3]), *sorted((tuple(hand[3:8]), tuple(hand[8:])), key=oracle.key)) for hand in hands
        ]
        yield rows


def test_tables_with_naturals_against_the_oracle():
    more = {"scoring": "2-4", "table": "capsa", "table_sweep": 2, "loss_cap": 20}
    rules = CHINESE.replace(naturals=PAN_CLUB, royalties="capsa", table_sweep=2, loss_cap=20)
    order = ["", *reversed(list(rules.naturals))]
    sizes = Counter()
    for boards in natural_tables(24):
        best = [oracle.best_natural([*a, *b, *c], PAN_CLUB, list(NATURALS)) for a, b, c in boards]
        natural = [(PAN_CLUB.get(name, 0), order.index(name)) for name in best]
        expected = oracle.table_points(boards, natural=natural, **more)
        settled = ofc.settle([text_of(board) for board in boards], rules)
        assert settled.naturals == tuple(best)
        assert list(settled.points) == expected
        assert ofc.score_many(flat([boards]), rules).tolist() == [expected]
        sizes[len(boards), sum(map(bool, best))] += 1
    assert len(sizes) > 2


EVERYTHING = {
    "naturals": {"all-low": 9, "no-pictures": 5, "three-straights": 4},
    "table_sweep": 3,
    "loss_cap": 12,
}


@pytest.mark.parametrize(("preset", "players"), [("turbo", 3), ("criss-cross", 2), ("chinese", 4)])
def test_random_hands_in_c_settle_as_settle_does(preset, players):
    rules = RULES[preset].replace(**EVERYTHING)
    played = playouts(rules, players, 60, seed=5, button=0)
    seats = rules.seats(players)
    for hand in range(60):
        boards = [
            ofc.Board(played.boards[13 * (hand * seats + i) : 13 * (hand * seats + i + 1)])
            for i in range(seats)
        ]
        settled = ofc.settle(boards, rules, button=0)
        assert list(played.points[hand * seats : (hand + 1) * seats]) == list(settled.points)


def test_points_are_paid_by_those_who_lose_them_whatever_the_rules():
    for boards in tables(4, 20, seed="sum"):
        for more in WHOLE:
            rules = CLASSIC.replace(**more)
            settled = ofc.settle([text_of(board) for board in boards], rules, button=2)
            assert sum(settled.points) == 0
            assert rules.loss_cap is None or min(settled.points) >= -rules.loss_cap
            for i, j in combinations(range(4), 2):
                pair = settled.head_to_head[i, j]
                assert pair.net == pair.points + sum(pair.earned) - sum(pair.paid) + pair.bonus


# the button acts first


def test_the_button_may_act_first():
    rules = RULES["pineapple"].replace(first_to_act="button")
    assert rules.order(3, 1) == [1, 2, 0]
    assert RULES["pineapple"].order(3, 1) == [2, 0, 1]
    assert [turn.seat for turn in turns_in_order(rules, 3, 1)][:4] == [1, 2, 0, 1]
    game = ofc.Game(rules, players=2, button=0, seed=1)
    assert game.turn == 0
    assert "The dealer acts first" in rules.sheet()


# as text


def test_the_switches_as_toml():
    text = """
    base = "chinese"
    name = "Friday"
    scoring = "1-4"
    table_sweep = "double"
    loss_cap = 50
    first_to_act = "button"
    [naturals]
    six-pairs = 3
    dragon = 13
    """
    rules = Rules.from_toml(text)
    assert rules == CHINESE.replace(
        name="Friday",
        scoring="1-4",
        table_sweep="double",
        loss_cap=50,
        first_to_act="button",
        naturals={"dragon": 13, "six-pairs": 3},
    )
    assert Rules.from_toml(rules.to_toml()) == rules
    sheet = " ".join(rules.sheet().split())
    assert "1 more for all three rows (4 in all)" in sheet
    assert "is paid twice by each of them" in sheet
    assert "13 all thirteen ranks 3 six pairs" in sheet
    assert "Nobody loses more than 50 points in a hand" in sheet


def test_a_wrong_natural_is_named_with_its_line():
    with pytest.raises(ofc.InvalidRules, match=r"line 4: unknown key 'naturals.dragn'; did you mean"):
        Rules.from_toml('base = "chinese"\n\n[naturals]\ndragn = 13\n')
    with pytest.raises(ofc.InvalidRules, match=r"line 2: loss_cap = 'no'"):
        Rules.from_toml('base = "chinese"\nloss_cap = "no"\n')


def test_rules_about_the_whole_table_need_the_cards_of_every_row():
    text = "Ann: QQ5 / 77882 / AKJ94 flush\nBob: 66A / 55443 / A9875 flush\n"
    assert read(text, rules=CLASSIC).hands
    found = read(text, rules=CLASSIC.replace(loss_cap=9))
    assert not found.hands
    assert "loss_cap of classic: every row is needed as cards" in found.problems[0].message
