"""The policy: legal and alike everywhere, good enough to be a player, and learnt again from its seed."""

import _thread
import json
import pickle
import random
import subprocess
import sys
import threading
import tracemalloc
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofckit import IllegalMove, InvalidCard, Match, Move, Objective, OfcError, Policy, Position
from ofckit._core import CompiledPolicy
from ofckit.game import Game
from ofckit.policy import SHIPPED
from ofckit.rules import RULES, Fantasyland, Rules, Street

OPEN_FACE = [name for name in RULES if name != "chinese"]
PINEAPPLE = RULES["pineapple"]
TRAINER = Path(__file__).resolve().parents[1] / "tools" / "train_policy.py"


def seat(rules: Rules, rng: random.Random, street: int) -> Position:
    """A position before this street: own cards placed anyhow, some of an opponent's seen."""
    deck = list(range(rules.deck_size))
    rng.shuffle(deck)
    rows: list[list[int]] = [[], [], []]
    discards: list[int] = []
    for deal in rules.plan[:street]:
        cards = [deck.pop() for _ in range(deal.deal)]
        for card in cards[: deal.place]:
            row = rng.choice([r for r in range(3) if len(rows[r]) < (3, 5, 5)[r]])
            rows[row].append(card)
        discards += cards[deal.place :]
    draw = [deck.pop() for _ in range(rules.plan[street].deal)]
    dead = deck[: rng.choice((0, 0, 5, 9))]
    return Position(rules, tuple(rows), draw=draw, discards=discards, dead=dead)


# what it does is legal, and always the same


@pytest.mark.parametrize("name", OPEN_FACE)
def test_it_plays_every_street_of_every_preset_legally(name: str) -> None:
    rules, rng = RULES[name], random.Random(name)
    policy = Policy.of(rules)
    for street in range(len(rules.plan)):
        for _ in range(12):
            position = seat(rules, rng, street)
            assert policy.move(position) in position.legal_moves


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(OPEN_FACE), st.integers(0, 10**6))
def test_its_move_leads_to_the_board_of_the_highest_value(name: str, seed: int) -> None:
    """C looks at every row with every set of cards once; Python asks for the value of every next board."""
    rules, rng = RULES[name], random.Random(seed)
    position = seat(rules, rng, rng.randrange(len(rules.plan)))
    policy = Policy.of(rules)

    def value(move: Move) -> float:
        rows = tuple(a + b for a, b in zip(position.boards[0], move.rows, strict=True))
        return policy.compiled.value(rows, position.unseen)

    moves = list(position.legal_moves)
    assert value(policy.move(position)) == max(map(value, moves))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(OPEN_FACE), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(name: str, seed: int, shuffler: random.Random) -> None:
    rules, rng = RULES[name], random.Random(seed)
    position = seat(rules, rng, rng.randrange(len(rules.plan)))
    compiled = Policy.of(rules).compiled
    rows, draw = [list(row) for row in position.boards[0]], list(position.draw)
    first = dict(zip(draw, compiled.place(rows, position.unseen, draw, position.to_place), strict=True))
    for row in rows:
        shuffler.shuffle(row)
    shuffler.shuffle(draw)
    again = dict(zip(draw, compiled.place(rows, position.unseen, draw, position.to_place), strict=True))
    assert first == again


def test_a_street_of_many_cards_is_played_too() -> None:
    """More than six cards are placed one after the other, fewer row by row."""
    streets = (Street(deal=4, place=3), Street(deal=8, place=4), Street(deal=6, place=6))
    rules = Rules(name="big", streets=streets, players=(2, 2))
    policy, rng = Policy.of(rules), random.Random(5)
    for street in (0, 1, 2):
        position = seat(rules, rng, street)
        moves = [m for m in position.legal_moves if not m.is_surrender]
        best = policy.move(position)
        assert best in position.legal_moves

        def value(move: Move, position: Position = position) -> float:
            rows = tuple(a + b for a, b in zip(position.boards[0], move.rows, strict=True))
            return policy.compiled.value(rows, position.unseen)

        assert value(best) == max(map(value, [*random.Random(1).sample(moves, min(len(moves), 400)), best]))


@pytest.mark.parametrize("name", OPEN_FACE)
def test_it_plays_whole_hands(name: str) -> None:
    policy = Policy.of(RULES[name])
    game = Game(RULES[name], players=2, seed=11, hand=3)
    while not game.is_over:
        position = game.observation(game.turn)
        game.push(policy.move(position))
    assert game.settlement.points


# it knows what a board is worth


def test_a_finished_board_is_worth_its_royalties_and_the_next_hand_more() -> None:
    policy = Policy.of(PINEAPPLE)

    def worth(text: str) -> float:
        return policy.value(Position("pineapple", text))

    rest = "/AhAd6h5d4c/KsJs9s8s4s"
    queens, kings, plain = (worth(f"{top}{rest}") for top in ("QhQd2c", "KhKd2c", "8h8d2c"))
    assert queens - plain > Objective.of(PINEAPPLE).fantasyland[14]
    assert 1 <= kings - queens < 2
    assert worth("KhKd2c/QhQd6h5d4c/AsJs9s8s4s") < -3  # a foul


def test_it_takes_the_card_that_saves_the_board() -> None:
    position = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    assert str(Policy.of(PINEAPPLE).move(position)) == "Qc@t 3c@m x2c"


def test_live_cards_count() -> None:
    """Queens that lie elsewhere make a queen on top worth less."""
    policy = Policy.of(PINEAPPLE)
    board = "Qh/7h7d/AsKsJs"
    gone = Position("pineapple", board, dead="Qd Qc Qs 2c 3c 4c")
    live = Position("pineapple", board, dead="2d 2h 2s 2c 3c 4c")
    assert policy.value(live) > policy.value(gone) + 0.5


# it is a player


@pytest.mark.parametrize(
    ("name", "most_fouls", "least_entries"),
    [
        ("pineapple", 0.20, 0.15),
        ("pineapple-vegas", 0.20, 0.15),
        ("progressive", 0.22, 0.15),
        ("ultimate", 0.22, 0.15),
        ("joker-ultimate", 0.25, 0.30),
        ("2-7-pineapple", 0.22, 0.35),
        ("pagat", 0.17, 0.0),
        ("pagat-fantasyland", 0.17, 0.004),
        ("classic", 0.17, 0.004),
        ("criss-cross", 0.17, 0.004),
        ("turbo", 0.14, 0.006),
    ],
)
def test_it_fouls_seldom_and_reaches_fantasyland(name: str, most_fouls: float, least_entries: float) -> None:
    solo = Policy.of(RULES[name]).solo(4000, seed=8)
    assert solo.foul <= most_fouls
    assert solo.entry >= least_entries
    assert sum(solo.royalties) > 1


def test_solo_hands_hear_ctrl_c() -> None:
    alarm = threading.Timer(0.1, _thread.interrupt_main)
    alarm.start()
    with pytest.raises(KeyboardInterrupt):
        Policy.of("pineapple").solo(10**12, seed=1)
    alarm.join()


def test_solo_hands_are_those_of_move() -> None:
    """The same hands, played by Python one move after the other."""
    policy, rules, fouls, hands = Policy.of(PINEAPPLE), PINEAPPLE, 0, 60
    from ofckit._rng import Rng

    for hand in range(hands):
        deck = list(range(52))
        Rng(3, hand).shuffle(deck, rules.cards_per_seat)
        rows: tuple[tuple[int, ...], ...] = ((), (), ())
        discards: list[int] = []
        for street in rules.plan:
            draw, deck = deck[: street.deal], deck[street.deal :]
            position = Position(rules, rows, draw=draw, discards=discards)
            move = policy.move(position)
            rows = tuple(a + b for a, b in zip(position.boards[0], move.rows, strict=True))
            discards += move.discards
        fouls += Position(rules, rows).board.fouls(rules)
    assert policy.solo(hands, seed=3).foul == fouls / hands


# house rules


def test_house_rules_play_with_the_nearest_tables() -> None:
    near = {
        PINEAPPLE.replace(name="ours", surrender_points=2): "pineapple",
        RULES["classic"].replace(name="slow"): "classic",
        RULES["2-7-pineapple"].replace(name="low"): "2-7-pineapple",
        RULES["joker-ultimate"].replace(name="one", jokers=1): "joker-ultimate",
        RULES["criss-cross"]: "classic",
        RULES["ultimate"]: "progressive",
        RULES["pineapple-vegas"]: "pineapple",
        RULES["pagat-fantasyland"]: "classic",
    }
    assert {rules: Policy.of(rules).trained_on for rules in near} == near


def test_jokers_are_played_where_the_tables_know_none() -> None:
    low = RULES["2-7-pineapple"].replace(name="wild low", jokers=2)
    policy, rng = Policy.of(low), random.Random(2)
    for street in range(5):
        for _ in range(40):
            position = seat(low, rng, street)
            assert policy.move(position) in position.legal_moves


def test_a_fantasyland_that_nobody_has_measured_is_worth_what_the_objective_says() -> None:
    rules = PINEAPPLE.replace(name="ours", fantasyland=Fantasyland(enter={"JJ": 13, "QQ": 14}))
    board = "JhJd2c/KhKd6h5d4c/AsTs9s8s4s"
    policy, plain = Policy.of(rules), Policy.of(PINEAPPLE)
    more = policy.value(Position(rules, board)) - plain.value(Position(PINEAPPLE, board))
    assert more == pytest.approx(Objective.of(rules).fantasyland[13], abs=1e-3)


def test_closed_chinese_has_no_policy() -> None:
    with pytest.raises(OfcError, match="street by street"):
        Policy.of(RULES["chinese"])
    with pytest.raises(TypeError, match="Rules"):
        Policy.of(5)  # type: ignore[arg-type]


def test_a_preset_is_known_by_its_name() -> None:
    assert Policy.of("pineapple") is Policy.of(PINEAPPLE)
    assert Policy.from_bytes(Policy.of(PINEAPPLE).to_bytes(), "pineapple").rules == PINEAPPLE


# bad input


def test_there_is_no_move_without_cards_or_in_fantasyland() -> None:
    policy = Policy.of(PINEAPPLE)
    with pytest.raises(IllegalMove, match="no move"):
        policy.move(Position("pineapple", "Qh/7h7d/AsKs"))
    inside = Position("pineapple", draw=list(range(14)))
    with pytest.raises(IllegalMove, match="set at once"):
        policy.move(inside)


@pytest.mark.parametrize(
    ("rows", "unseen", "error"),
    [
        (([1], [1], []), [], InvalidCard),
        (([1], [2], []), [2], InvalidCard),
        (([1], [2], []), [3, 3], InvalidCard),
        (([1], [99], []), [], InvalidCard),
        (([1, 2, 3, 4], [], []), [], ValueError),
        (([1], [2]), [], ValueError),
    ],
)
def test_the_core_refuses_boards_that_cannot_be(
    rows: tuple[list[int], ...], unseen: list[int], error: type
) -> None:
    with pytest.raises(error):
        Policy.of(PINEAPPLE).compiled.value(rows, unseen)


@pytest.mark.parametrize(
    "wrong",
    [
        {"streets": []},
        {"streets": [(5, 5)]},
        {"streets": [(13, 13), (1, 1)]},
        {"streets": [(5, 6), (7, 7)]},
        {"placed": []},
        {"placed": [7, 5]},
        {"placed": [13]},
        {"joker_blocks": 2},
        {"fantasyland": [(60, 1.0)]},
        {"fantasyland": [(14, 1e9)]},
    ],
)
def test_the_core_refuses_policies_that_cannot_be(wrong: dict[str, object]) -> None:
    good = {"streets": [(5, 5), (8, 8)], "placed": [5]}
    with pytest.raises(ValueError, match=r"streets|places|placed|stage|blocks|Fantasyland"):
        CompiledPolicy(PINEAPPLE.compiled, **{**good, **wrong})  # type: ignore[arg-type]


def test_training_must_begin_before_it_goes_on() -> None:
    policy = CompiledPolicy(PINEAPPLE.compiled, streets=[(5, 5), (8, 8)], placed=[5])
    with pytest.raises(ValueError, match="begun"):
        policy.train(1)
    with pytest.raises(ValueError, match="hands: 0"):
        policy.begin(1, 0)
    with pytest.raises(ValueError, match="caution"):
        policy.begin(1, 1, caution=-1)
    with pytest.raises(ValueError, match="grain"):
        policy.knowledge(grain=0)
    with pytest.raises(ValueError, match="bytes of knowledge"):
        policy.learn(b"")


@pytest.mark.parametrize(
    "wrong", [{"hands": 0}, {"hands": 2.5}, {"seed": -1}, {"seed": True}, {"caution": -1}]
)
def test_a_training_asks_for_hands_and_a_seed(wrong: dict[str, object]) -> None:
    with pytest.raises((OfcError, TypeError), match=next(iter(wrong))):
        Policy.train(PINEAPPLE, **wrong)  # type: ignore[arg-type]


# files


def test_a_file_holds_all_that_was_learnt(tmp_path: Path) -> None:
    policy = Policy.train(PINEAPPLE, hands=300, seed=4)
    policy.save(tmp_path / "ours.policy")
    again = Policy.load(tmp_path / "ours.policy", PINEAPPLE)
    assert (again.hands, again.seed, again.trained_on) == (300, 4, "pineapple")
    assert again.to_bytes() == policy.to_bytes()
    assert again.solo(200, seed=1) == policy.solo(200, seed=1)
    position = Position("pineapple", "Qh/7h7d/AsKs")
    assert again.value(position) == policy.value(position)
    assert pickle.loads(pickle.dumps(policy)).to_bytes() == policy.to_bytes()
    assert pickle.loads(pickle.dumps(Policy.of(PINEAPPLE))) is Policy.of(PINEAPPLE)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    good = Policy.train(PINEAPPLE, hands=20, seed=4).to_bytes()
    path = tmp_path / "bad.policy"
    head = good.index(b"\n", 20)
    broken = [
        b"",
        b"something else",
        good[:10],
        good[:60],
        good[: head + 1],
        good[:-1],
        good[: len(good) // 2],
    ]
    broken += [good[:-20] + bytes(20), good.replace(b'"placed": [5, 7', b'"placed": [9, 7')]
    broken += [good.replace(b'"joker_blocks": 1', b'"joker_blocks": 3'), good.replace(b"14", b"99", 1)]
    for source in broken:
        assert source != good
        path.write_bytes(source)
        with pytest.raises(OfcError, match=r"bad\.policy: "):
            Policy.load(path, PINEAPPLE)
    with pytest.raises(OfcError, match="middle"):
        Policy.from_bytes(good, RULES["2-7-pineapple"])


def header_and_body(**header: object) -> bytes:
    """A file that says this in its header; the rest is as it was."""
    magic, line, body = Policy.of(PINEAPPLE).to_bytes().split(b"\n", 2)
    return magic + b"\n" + json.dumps({**json.loads(line), **header}).encode() + b"\n" + body


@pytest.mark.parametrize(
    "source",
    [
        b"ofckit policy 1\n" + b"[" * 100_000 + b"\n",
        b"ofckit policy 1\n" + b'{"hands": ' + b"9" * 5000 + b"}\n",
        header_and_body(hands=float("inf")),
        header_and_body(fantasyland={"14": float("nan")}),
        header_and_body(placed=[5] * 10_000),
        header_and_body() + b"more",
    ],
    ids=["deep", "long", "inf", "nan", "wide", "tail"],
)
def test_a_header_that_is_beyond_all_bounds_is_a_damaged_file(source: bytes) -> None:
    with pytest.raises(OfcError, match="damaged"):
        Policy.from_bytes(source, PINEAPPLE)


def test_a_file_inflates_to_no_more_than_a_policy_holds() -> None:
    magic, line, _ = Policy.of(PINEAPPLE).to_bytes().split(b"\n", 2)
    bomb = b"\n".join([magic, line, zlib.compress(bytes(1 << 28), 9)])
    assert len(bomb) < 300_000
    tracemalloc.start()
    try:
        with pytest.raises(OfcError, match="damaged"):
            Policy.from_bytes(bomb, PINEAPPLE)
        assert tracemalloc.get_traced_memory()[1] < 1 << 26
    finally:
        tracemalloc.stop()


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    policy = Policy.of(PINEAPPLE)
    with pytest.raises(OfcError, match=r"cannot write .*none/ours\.policy: No such file"):
        policy.save(tmp_path / "none" / "ours.policy")
    with pytest.raises(OfcError, match=r"cannot read .*ours\.policy: No such file"):
        Policy.load(tmp_path / "ours.policy", PINEAPPLE)
    if Path("/dev/full").exists():
        with pytest.raises(OfcError, match="cannot write /dev/full: No space left"):
            policy.save("/dev/full")


# learning


def test_training_is_learning() -> None:
    little, more = (Policy.train(PINEAPPLE, hands=hands, seed=1).solo(3000) for hands in (1, 20_000))
    assert more.foul < little.foul - 0.2
    assert sum(more.royalties) > sum(little.royalties)


@pytest.mark.parametrize("name", ["turbo", "joker-ultimate", "2-7-pineapple"])
def test_the_same_seed_learns_the_same(name: str) -> None:
    seen: list[tuple[int, int]] = []
    one = Policy.train(RULES[name], 1000, 7, progress=lambda done, hands: seen.append((done, hands)))
    assert seen[-1] == (1000, 1000)
    assert Policy.train(RULES[name], 1000, 7).to_bytes() == one.to_bytes()
    assert Policy.train(RULES[name], 1000, 8).to_bytes() != one.to_bytes()


def test_the_objective_of_a_training_counts() -> None:
    keen, cool = (
        Policy.train(PINEAPPLE, 30_000, 1, objective=Objective(fantasyland={14: points})).solo(2000)
        for points in (60.0, 0.0)
    )
    assert keen.entry > cool.entry + 0.1


def test_a_cautious_training_fouls_less() -> None:
    bold, cautious = (Policy.train(PINEAPPLE, 30_000, 1, caution=points).solo(4000) for points in (0, 30))
    assert cautious.foul < bold.foul


def test_the_training_program_writes_the_same_file_again(tmp_path: Path) -> None:
    files = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        command = [
            sys.executable,
            str(TRAINER),
            "--hands",
            "500",
            "--seed",
            "3",
            "--folder",
            str(folder),
            "turbo",
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.startswith("turbo: 500 hands")
        files.append((folder / "turbo.policy").read_bytes())
    assert files[0] == files[1]
    assert Policy.from_bytes(files[0], RULES["turbo"]).seed == 3


def test_a_policy_ships_for_every_preset_named() -> None:
    for name in SHIPPED:
        policy = Policy.of(RULES[name])
        assert policy.trained_on == name
        assert repr(policy) == f"<Policy for {name!r}, trained on {name!r}>"
    match = Match(PINEAPPLE, players=2, seed=1)
    assert Policy.of(match.rules) is Policy.of(PINEAPPLE)
