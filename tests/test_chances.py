"""`chances`: counted against every deal, and against every play, by the rulebook's own order of hands."""

from __future__ import annotations

import json
import shlex
from itertools import combinations
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofckit import RULES, Limit, OfcError, Position, chances, value
from ofckit.cards import Card
from ofckit.cli import main
from ofckit.cli.chances import EXAMPLES

import oracle

ROWS, SIZES = ("top", "middle", "bottom"), (3, 5, 5)
CARDS = range(52)


def shown(cards) -> str:
    return "".join(oracle.RANKS[c // 4] + oracle.SUITS[c % 4] for c in cards)


def with_jokers(row):
    """Every hand that the jokers can make of a row, none of them doubling a card of it."""
    natural = [c for c in row if c < 52]
    for more in combinations([c for c in CARDS if c not in natural], len(row) - len(natural)):
        yield oracle.key([*natural, *more])


KINDS = {
    "pair": oracle.PAIR,
    "two pair": oracle.TWO_PAIR,
    "trips": oracle.TRIPS,
    "straight": oracle.STRAIGHT,
    "flush": oracle.FLUSH,
    "full house": oracle.FULL_HOUSE,
    "quads": oracle.QUADS,
    "straight flush": oracle.STRAIGHT_FLUSH,
}


def means(wanted: str, key) -> bool:
    """Whether a hand is 'pair+', 'flush-', 'trips' or the like."""
    name = wanted.rstrip("+-")
    kind = KINDS[name]
    return (
        key[0] >= kind if wanted.endswith("+") else key[0] <= kind if wanted.endswith("-") else key[0] == kind
    )


@st.composite
def rows_to_fill(draw):
    """A row that lacks cards, some cards drawn, a deck of at most ten others, and how many of them come."""
    row = draw(st.sampled_from([0, 1, 2]))
    suits = draw(st.sampled_from([(0, 1, 2, 3), (0, 1), (2,)]))
    pool = draw(st.permutations([c for c in CARDS if c % 4 in suits]).map(lambda all_: all_[:16]))
    if draw(st.booleans()):
        pool = [*pool[:6], 52, *pool[6:]]
    held = draw(st.integers(0, SIZES[row] - 1))
    drawn = draw(st.integers(0, 2))
    number = draw(st.integers(0, 6))
    deck = pool[held + drawn : held + drawn + 10]
    return row, pool[:held], pool[held : held + drawn], deck, min(number, len(deck))


@settings(deadline=None)
@given(rows_to_fill(), st.sampled_from(sorted(KINDS)), st.sampled_from(["", "+", "-"]))
def test_a_row_takes_every_card_that_helps(case, name, more):
    row, held, drawn, deck, number = case
    if row == 0 and name not in ("pair", "trips"):
        name = "trips"
    wanted = name + more
    taken = min(SIZES[row] - len(held), len(drawn) + number)

    def wins(some):
        hands = combinations([*drawn, *some], taken)
        return any(
            means(wanted, key) for hand in hands if held or hand for key in with_jokers([*held, *hand])
        )

    ways = sum(map(wins, combinations(deck, number)))
    rows = [[], [], []]
    rows[row] = held
    dead = [c for c in range(54) if c not in (*held, *drawn, *deck)]
    found = chances(at(RULES["joker-ultimate"], rows, drawn, dead), f"{ROWS[row]} {wanted}", cards=number)[0]
    assert (found.ways, found.total) == (ways, comb(len(deck), number))


def at(rules, rows, drawn, dead):
    """A position, without a look at how many cards a street deals."""
    return Position.seen(
        rules=rules,
        boards=(tuple(tuple(Card(c) for c in row) for row in rows),),
        draw=tuple(Card(c) for c in drawn),
        discards=(),
        dead=tuple(Card(c) for c in dead),
        seat=0,
        button=0,
        turn=0,
        fantasyland=(0,),
        exposed=(),
        out=("",),
        announced=frozenset(),
        stacks=(),
        extra=(),
    )


@pytest.mark.parametrize(
    ("board", "dead", "wanted", "cards", "right"),
    [
        # trips and a kicker fill up when one of its three comes; usual calculators print 43.6 %
        ("Ad/-/4s4h4d8c", "", "bottom full house", 8, 1 - comb(44, 8) / comb(47, 8)),
        # four hearts and a fifth card elsewhere, five others seen: nine less two hearts are left
        ("2c/-/AhKh9h4h", "3h 8h 2d 5c 9s", "bottom flush+", 8, 1 - comb(35, 8) / comb(42, 8)),
        # a pair of the top to trips, one card of two
        ("QsQh/-/-", "", "top trips+", 1, 2 / 50),
        # a queen, or a pair of kings or aces
        ("Qs/-/-", "", "top QQ+", 2, 1 - (comb(48, 2) - 2 * comb(4, 2)) / comb(51, 2)),
    ],
)
def test_the_figures_of_usual_calculators(board, dead, wanted, cards, right):
    found = chances(Position("pineapple", board, dead=dead), wanted, cards=cards)[0]
    assert found.probability == pytest.approx(right, abs=1e-12)
    assert found.exact


SOME_DECKS = {
    "two suits": [4 * rank + suit for rank in (0, 1, 2, 3, 5, 12) for suit in (0, 2)],
    "three suits": [4 * rank + suit for rank in (9, 10, 11, 12) for suit in (0, 1, 3)],
    "runs and a joker": [*(4 * rank for rank in range(4, 8)), *(4 * rank + 1 for rank in range(3, 7)), 52],
}


@pytest.mark.parametrize("deck", SOME_DECKS)
def test_every_kind_of_hand_in_an_empty_row_from_all_numbers_of_cards(deck):
    cards = SOME_DECKS[deck]
    keys = {hand: {*with_jokers(hand)} for hand in combinations(cards, 5)}
    dead = [c for c in range(54) if c not in cards]
    position = at(RULES["joker-ultimate"], [[], [], []], [], dead)
    for wanted in ("pair-", "straight", "straight+", "flush", "flush+", "quads+", "straight flush"):
        wins = [False] * (1 << len(cards))
        for hand in keys:
            wins[sum(1 << cards.index(c) for c in hand)] = any(means(wanted, key) for key in keys[hand])
        right = [0] * (len(cards) + 1)
        for some in range(1 << len(cards)):
            wins[some] |= any(wins[some & ~(1 << i)] for i in range(len(cards)) if some >> i & 1)
            right[some.bit_count()] += wins[some]
        found = chances(position, f"middle {wanted}", cards=range(5, len(cards) + 1))
        assert [one.ways for one in found] == right[5:], wanted


def test_an_empty_row_and_seventeen_cards():
    """Four suits of at most four cards are sixteen; published: a royal of seven cards 4324 of 133784560."""
    flush = chances(Position("pineapple", "-/-/-"), "bottom flush+", cards=17)[0]
    assert flush.ways == flush.total
    royal = chances(Position("pineapple", "-/-/-"), "bottom royal", cards=7)[0]
    assert (royal.ways, royal.total) == (4324, 133784560)


def test_more_cards_help_and_one_call_counts_them_all():
    position = Position("pineapple", "Qs/-/AhKh9h")
    one_by_one = [chances(position, "bottom flush+", cards=n)[0] for n in range(18)]
    assert list(chances(position, "bottom flush+", cards=range(18))) == one_by_one
    shares = [one.probability for one in one_by_one]
    assert shares[:2] == [0, 0]
    assert shares == sorted(shares)


# under play


def plays(rules, rows, rest, wins):
    """The most of all deals, of equally many for every play, that a player who sees each draw can win."""
    placed = sum(map(len, rows))
    if placed == 13:
        return int(wins(rows))
    for street in rules.plan:
        if placed == 0:
            break
        placed -= street.place
    total = 0
    for draw in combinations(rest, street.deal):
        left = tuple(c for c in rest if c not in draw)
        total += max(plays(rules, after, left, wins) for after in placements(rows, draw, street.place))
    return total


def placements(rows, draw, place):
    for kept in combinations(draw, place):
        for to in [(a, b) for a in range(3) for b in range(3)]:
            after = [*map(tuple, rows)]
            for card, row in zip(kept, to, strict=True):
                after[row] = (*after[row], card)
            if all(len(row) <= size for row, size in zip(after, SIZES, strict=True)):
                yield tuple(after)


@pytest.mark.parametrize(
    ("board", "unseen", "wanted", "wins"),
    [
        (
            "As2d/3h3s6d6c8h/KdKhQsQc",
            "Ah Ad 2h Kc Qh 3d 9s 9c 5h",
            "top AA and bottom full house",
            lambda t, m, b: t[0] == oracle.PAIR and t[1][0] == 12 and b[0] == oracle.FULL_HOUSE,
        ),
        (
            "As/3h3s6d6c/KdKhQsQc",
            "Ah Ad 2h Kc Qh 3d 9s",
            "top pair+",
            lambda t, m, b: t[0] >= oracle.PAIR,
        ),
        (
            "As/3h3s6d6c/KdKhQsQc",
            "Ah Ad 2h Kc Qh 3d 9s",
            "middle full house- and bottom full house+",
            lambda t, m, b: m[0] <= oracle.FULL_HOUSE and b[0] >= oracle.FULL_HOUSE,
        ),
    ],
)
def test_best_play_wins_as_many_deals_as_trying_everything(board, unseen, wanted, wins):
    rules = RULES["pineapple"]
    rows = tuple(
        tuple(oracle.cards(row[i : i + 2] for i in range(0, len(row), 2))) for row in board.split("/")
    )
    rest = tuple(oracle.cards(unseen.split()))
    held = [c for row in rows for c in row]
    dead = shown(c for c in CARDS if c not in held and c not in rest)

    def judged(full):
        keys = [oracle.key(row) for row in full]
        return keys[0] <= keys[1] <= keys[2] and wins(*keys)

    streets = (13 - len(held)) // 2
    deals = prod(comb(len(rest) - 3 * street, 3) for street in range(streets))
    found = chances(Position(rules, board, dead=dead), wanted, play="best")[0]
    assert found.exact
    assert found.probability == pytest.approx(plays(rules, rows, rest, judged) / deals, abs=1e-12)


def test_published_chances_on_the_last_three_cards():
    position = Position("pineapple", "As2d/3h3s6d6c8h/KdKhQsQc")
    wanted = ("top AA", "bottom full house", "top AA and bottom full house")
    found = chances(position, *wanted, play="best")
    assert [round(one.probability * 10660) for one in found] == [2224, 2890, 438]


POSITIONS = ["As2d/3h3s6d6c8h/KdKhQsQc", "Qs/3h3s6d6c/KdKhQc9c", "Qs7d/6h6s9d9c/KdKh8c"]


@pytest.mark.parametrize("board", POSITIONS)
@pytest.mark.parametrize("rules", ["pineapple", "progressive", "ultimate"])
def test_optimal_play_is_that_of_value(board, rules):
    position = Position(rules, board)
    found = value(position)
    foul, fantasyland, queens, less = chances(
        position, "foul", "fantasyland", "top QQ+", "top JJA-", play="exact"
    )
    assert foul.probability == pytest.approx(found.foul, abs=1e-12)
    assert fantasyland.probability == pytest.approx(sum(found.fantasyland.values()), abs=1e-12)
    assert queens.probability == pytest.approx(fantasyland.probability, abs=1e-12)
    assert queens.probability + less.probability + foul.probability == pytest.approx(1, abs=1e-12)
    for cards, chance in found.fantasyland.items():
        some = chances(position, f"fantasyland {cards}", play="exact")[0]
        assert some.probability == pytest.approx(chance, abs=1e-12)


def test_a_draw_is_placed_first():
    position = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    found = chances(position, "fantasyland", "foul", play="exact")
    assert (found.move is not None, found[0].probability, found[1].probability) == (True, 1.0, 0.0)
    assert chances(position, "top QQ+", play="best")[0].probability == 1.0
    assert chances(position, "top QQ+", "top trips")[0].probability == 1.0


def test_the_policy_is_an_estimate_near_the_truth():
    position = Position("pineapple", "As2d/3h3s6d6c8h/KdKhQsQc")
    wanted = ("top AA", "bottom full house", "bottom quads")
    found = chances(position, *wanted, play="policy", limit=Limit(rollouts=20_000), seed=1)
    exact = chances(position, *wanted, play="exact")
    for estimate, truth in zip(found, exact, strict=True):
        assert not estimate.exact
        assert estimate.se > 0  # none of 20,000 is no proof
        assert abs(estimate.probability - truth.probability) < 5 * estimate.se
    assert found == chances(position, *wanted, play="policy", limit=Limit(rollouts=20_000), seed=1)


# what is asked, and what is printed


@pytest.mark.parametrize(
    ("wanted", "play", "said"),
    [
        ("bottom flsh+", "row", "did you mean 'flush'"),
        ("flush", "row", "it takes a row and a hand"),
        ("top straight", "row", "three cards"),
        ("top AA and top KK", "best", "the top is named twice"),
        ("top AA and bottom flush", "row", "one by one"),
        ("foul", "row", "one by one"),
        ("fantasyland 15", "exact", "14"),
        ("middle flush", "worst", "'row', 'exact', 'best', 'policy'"),
    ],
)
def test_what_cannot_be_asked_is_told(wanted, play, said):
    position = Position("pineapple", "As/3h3s6d6c/KdKhQsQc")
    with pytest.raises(OfcError, match=said):
        chances(position, wanted, play=play)


@pytest.mark.parametrize("cards", [-1, 60, [], [3, "x"], range(10**9)])
def test_cards_that_cannot_come(cards):
    with pytest.raises((OfcError, TypeError), match="cards"):
        chances(Position("pineapple", "As/3h3s6d6c/KdKhQsQc"), "top AA", cards=cards)


def test_wrong_types():
    with pytest.raises(TypeError, match="Position"):
        chances("As/-/-", "top AA")
    with pytest.raises(TypeError, match="text"):
        chances(Position("pineapple", "As/3h3s6d6c/KdKhQsQc"), 5)


def test_the_command(capsys):
    assert main(["chances", "Ad/-/4s4h4d8c", "--want", "bottom full house", "--cards", "8"]) == 0
    assert "43.64 %" in capsys.readouterr().out
    assert main(["chances", "Ad/-/4s4h4d8c", "--want", "bottom full house", "--cards", "1-3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "3"]
    board = "As2d / 3h3s6d6c8h / KdKhQsQc"
    assert main(["chances", board, "--want", "top AA", "--play", "best", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["play"] == "best"
    assert round(found["chances"][0]["probability"] * 10660) == 2224
    assert main(["chances", "Ad/-/4s4h4d8c7c"]) == 2
    assert "say how many cards come" in capsys.readouterr().err


@pytest.mark.parametrize("cards", ["60", "1-60", "8-1", "x", ""])
def test_the_command_says_which_numbers_of_cards_may_come(cards, capsys):
    assert main(["chances", "Ad/-/4s4h4d8c", "--want", "bottom full house", "--cards", cards]) == 2
    told = capsys.readouterr().err
    assert f"--cards: {cards}: " in told
    assert "_numbers" not in told


def test_empty_rows_are_among_the_usual_ones():
    rows = {chance.wanted.split()[0] for chance in chances(Position("pineapple", "Qh/-/AsKs9s9h4d"), cards=2)}
    assert rows == {"top", "middle"}
    with pytest.raises(OfcError, match="say what is wanted"):
        chances(Position("pineapple", "QhQdKc/7s7h7c2d3d/AsKs9s9h4d"), cards=2)


def test_a_row_by_itself_takes_no_limit(capsys):
    position = Position("pineapple", "Ad/-/4s4h4d8c")
    with pytest.raises(OfcError, match="play 'row' is counted at once"):
        chances(position, "bottom full house", cards=8, limit=1.0)
    assert main(["chances", "Ad/-/4s4h4d8c", "--cards", "8", "--seconds", "1"]) == 2
    assert "--seconds and --rollouts belong to the other plays" in capsys.readouterr().err


@pytest.mark.parametrize("example", EXAMPLES.replace("\\\n", "").splitlines()[1:])
def test_the_examples_of_the_help_run(example, capsys):
    assert main(shlex.split(example)[1:]) == 0, capsys.readouterr().err
