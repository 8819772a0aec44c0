"""Boards with jokers: what they stand for, fouls and points, against every card tried by the slow oracle."""

from __future__ import annotations

import copy
import json
import pickle
import random
from itertools import combinations
from pathlib import Path

import pytest

import ofckit as ofc
from ofckit.board import Board, Status
from ofckit.cli import main
from ofckit.ranking import strength_key
from oracle_jokers import JOKER, Game, best, facts_of, fouls, merit, outcomes, royalties

import oracle

ULTIMATE = ofc.RULES["joker-ultimate"]
UNUSED = ULTIMATE.replace(joker_may_copy=False)
CLASSIC = ofc.RULES["classic"]
LOW = ofc.RULES["2-7-pineapple"].replace(jokers=2)
GAMES = [
    (rules.replace(joker_may_copy=may_copy), Game(may_copy=may_copy, **switches))
    for rules, switches in (
        (ULTIMATE, {}),
        (ULTIMATE.replace(strict_rows=True), {"strict_rows": True}),
        (LOW, {"low": True}),
        (ULTIMATE.replace(joker_resolution="row"), {"by_row": True}),
        (LOW.replace(joker_resolution="row"), {"by_row": True, "low": True}),
    )
    for may_copy in (False, True)
]
DATA = Path(__file__).parent / "data" / "joker_cases.jsonl"
CASE = {case["id"]: case for case in map(json.loads, DATA.read_text(encoding="utf-8").splitlines())}


def rows_of(cards):
    return cards[:3], cards[3:8], cards[8:]


def in_words(strength):
    """A hand by its kind and the ranks that count, as the cases have it."""
    kind, ranks = strength_key(strength)
    return kind.name.lower().replace("three_of_a_kind", "trips"), ["23456789TJQKA"[rank] for rank in ranks]


# -- Cases ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["W-27", "W-28"])
def test_a_board_with_a_joker_as_reported(name):
    case, right = CASE[name]["input"], CASE[name]["right"]
    rules = ULTIMATE.replace(joker_may_copy=case["joker_may_copy_other_rows"])
    board = Board([" ".join(case[row]) for row in ("top", "mid", "bot")], jokers=2)
    natural = board.resolve(rules)
    assert board.fouls(rules) is natural.fouls(rules) is right["foul"]
    assert list(ofc.royalties(board, rules)) == list(right["royalties"].values())
    for row, strength in zip(("top", "mid", "bot"), natural.strengths, strict=True):
        assert in_words(strength) == (right[row]["category"], right[row]["ranks"])


def test_a_third_ace_only_where_a_joker_may_copy():
    board = Board([" ".join(CASE["W-28"]["input"][row]) for row in ("top", "mid", "bot")], jokers=2)
    assert tuple(ofc.royalties(board, ULTIMATE)) == (22, 8, 15)
    assert tuple(ofc.royalties(board, UNUSED)) == (9, 8, 15)


@pytest.mark.parametrize("rules", [ULTIMATE, UNUSED], ids=["copies", "unused"])
def test_a_joker_weakens_its_row_to_save_the_board(rules):
    board = Board(CASE["K058"]["board"], jokers=2)
    natural = board.resolve(rules)
    assert not board.fouls(rules)
    assert [in_words(s) for s in natural.strengths] == [
        ("pair", ["Q", "J"]),
        ("full_house", ["A", "2"]),
        ("four_of_a_kind", ["K", "A"]),
    ]
    assert CASE["K058"]["expected"] == "QQJ / AAA22 / KKKKA, no foul"
    assert board.fouls(ULTIMATE.replace(joker_resolution="row"))  # four aces


@pytest.mark.parametrize("rules", [ULTIMATE, UNUSED], ids=["copies", "unused"])
def test_a_board_that_no_card_saves_is_foul(rules):
    board = Board(CASE["K059"]["board"], jokers=2)
    assert CASE["K059"]["expected"] == "foul"
    assert board.fouls(rules)
    assert board.is_lost(rules)
    assert board.status(rules) == Status.TOP_BEATS_MIDDLE
    assert ofc.royalties(board, rules).total == 0


@pytest.mark.parametrize(
    ("name", "row", "expected"),
    [
        ("K051", "top", ("trips", ["Q"])),
        ("K053", "bottom", ("flush", ["A", "K", "9", "7", "2"])),  # no second ace of its own row
        ("K056", "bottom", ("four_of_a_kind", ["A", "K"])),  # no five of a kind
    ],
)
@pytest.mark.parametrize("rules", [ULTIMATE, UNUSED], ids=["copies", "unused"])
def test_what_a_row_with_jokers_ranks_as(name, row, expected, rules):
    cards = " ".join(CASE[name]["cards"])
    others = {"middle": "9h9d9c8c8d", "bottom": "TsThTdTc6d"}
    if row == "bottom":
        others = {"top": "3c3d4h", "middle": "5d5c4s4d7d"}
    board = Board({**others, row: cards}, jokers=2)
    strengths = dict(zip(("top", "middle", "bottom"), board.resolve(rules).strengths, strict=True))
    assert not board.fouls(rules)
    assert in_words(strengths[row]) == expected


# -- Every card tried -----------------------------------------------------------------------------------


def some_board(generator, jokers):
    """A board with jokers, of few suits or few ranks as often as not, its rows in order as often as not."""
    suits = generator.sample(range(4), generator.choice([2, 3, 4, 4]))
    ranks = generator.sample(range(13), generator.choice([7, 8, 10, 13]))
    pool = [4 * rank + suit for rank in ranks for suit in suits]
    cards = generator.sample(pool if len(pool) > 13 else range(52), 13)
    if generator.randrange(2):
        middle, bottom = sorted((cards[3:8], cards[8:]), key=oracle.key)
        cards = [*cards[:3], *middle, *bottom]
    for joker, place in enumerate(generator.sample(range(13), jokers)):
        cards[place] = JOKER + joker
    return cards


def check(cards, rules, game, found):
    """The package's board is one that the rules allow, and none of all outcomes is better."""
    ids, strengths = rules.compiled.resolve(cards)
    made = rows_of(ids)
    for card, other in zip(cards, ids, strict=True):
        assert other == card if card < JOKER else 0 <= other < 52
    assert all(len(set(row)) == len(row) for row in made)
    assert game.may_copy or len(set(ids)) == 13
    facts = facts_of(made)
    assert merit(facts, game) == best(found, game), (cards, ids, game)
    foul = fouls(*facts, game)
    assert rules.compiled.is_foul(*strengths) is foul
    assert foul or rules.compiled.royalties(*strengths) == royalties(*facts, game)
    return foul


def compare(boards, jokers, seed):
    """Random boards under every switch; how many were foul and how many not."""
    generator = random.Random(seed)
    tally = {True: 0, False: 0}
    for _ in range(boards):
        cards = some_board(generator, jokers)
        found = outcomes(rows_of(cards))
        for rules, game in GAMES:
            tally[check(cards, rules, game, found)] += 1
    return tally


@pytest.mark.parametrize(("jokers", "boards"), [(1, 600), (2, 60)])
def test_no_card_for_a_joker_is_better(jokers, boards):
    tally = compare(boards, jokers, f"{jokers} jokers")
    assert min(tally.values()) > 2 * boards


@pytest.mark.exhaustive
@pytest.mark.parametrize(("jokers", "boards"), [(1, 100_000), (2, 20_000)])
def test_no_card_for_a_joker_is_better_on_very_many_boards(jokers, boards):
    tally = compare(boards, jokers, f"very many, {jokers} jokers")
    assert sum(tally.values()) == len(GAMES) * boards
    assert min(tally.values()) > boards


@pytest.mark.parametrize(("rules", "game"), GAMES[:6], ids=lambda x: str(x) if isinstance(x, Game) else "")
def test_a_joker_in_place_of_a_card_is_never_worse(rules, game):
    generator = random.Random(str(game))
    better = 0
    for n in range(300):
        cards = some_board(generator, n % 2)
        place = generator.choice([i for i, card in enumerate(cards) if card < JOKER])
        wild = [*cards]
        wild[place] = JOKER + n % 2
        ranked = [merit(facts_of(rows_of(rules.compiled.resolve(one)[0])), game) for one in (cards, wild)]
        assert ranked[0] <= ranked[1], (cards, place)
        better += ranked[0] < ranked[1]
    assert better > 100


def test_the_board_says_what_the_core_says():
    generator = random.Random("boards")
    for n in range(300):
        cards = some_board(generator, 1 + n % 2)
        for rules, game in GAMES:
            board = Board(cards, jokers=2)
            natural = board.resolve(rules)
            ids, strengths = rules.compiled.resolve(cards)
            assert natural.cards == ids
            assert natural.strengths == strengths == rules.compiled.row_strengths(cards)
            foul = fouls(*facts_of(natural.rows), game)
            assert board.fouls(rules) is board.is_lost(rules) is natural.fouls(rules) is foul
            assert bool(board.status(rules) & Status.FOUL) is foul
            assert board.status(rules) in Status.FOUL
            earned = (0, 0, 0) if foul else royalties(*facts_of(natural.rows), game)
            assert tuple(ofc.royalties(board, rules)) == tuple(ofc.royalties(str(board), rules)) == earned


# -- Tables ---------------------------------------------------------------------------------------------


def some_table(generator, players):
    """Boards of one pack of 54, the jokers among their cards, and each board in order as often as not."""
    pack = list(range(52))
    generator.shuffle(pack)
    dealt = pack[: 13 * players]
    for joker, place in enumerate(generator.sample(range(len(dealt)), generator.choice([0, 1, 2, 2]))):
        dealt[place] = JOKER + joker
    boards = []
    for i in range(players):
        top, *rows = rows_of(dealt[13 * i : 13 * i + 13])
        if generator.randrange(3):
            rows.sort(key=lambda row: oracle.key([card for card in row if card < JOKER]))
        boards.append([*top, *rows[0], *rows[1]])
    return boards


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("rules", "game"), GAMES, ids=lambda x: str(x) if isinstance(x, Game) else "")
def test_many_tables_score_as_one_by_one(rules, game, players):
    generator = random.Random(f"{game} {players}")
    tables = [some_table(generator, players) for _ in range(60)]
    flat = bytes(card for table in tables for board in table for card in board)
    shape = [len(tables), players]
    points = memoryview(bytearray(4 * len(tables) * players)).cast("B").cast("i", shape)
    foul = memoryview(bytearray(len(tables) * players)).cast("B", shape)
    earned = memoryview(bytearray(6 * len(tables) * players)).cast("B").cast("h", [*shape, 3])
    ofc.score_many(memoryview(flat).cast("B", [*shape, 13]), rules, out=points, fouls=foul, royalties=earned)
    for n, table in enumerate(tables):
        one = ofc.settle([Board(board, jokers=2) for board in table], rules)
        assert tuple(points[n, i] for i in range(players)) == one.points
        assert tuple(bool(foul[n, i]) for i in range(players)) == one.fouls
        for i in range(players):
            assert tuple(earned[n, i, row] for row in range(3)) == tuple(one.royalties[i])
        by_oracle = oracle.table_points(
            [rows_of(board.cards) for board in one.resolved],
            table="2-7" if game.low else "modern",
            strict_rows=game.strict_rows,
            low_middle=game.low,
        )
        assert list(one.points) == by_oracle


ANN = "JK As Ah / Ks Kh Kd 2c 2d / Qs Qh Qd Qc 3c"
BOB = "2s 3h 4d / 5h 5d 6s 6h JK / 9d 9h 9s 8d 8h"


def test_a_table_with_jokers_reads_from_text():
    settled = ofc.settle([ANN, BOB], ULTIMATE)
    assert [str(board) for board in settled.boards] == [
        "X1AsAh/KsKhKd2c2d/QsQhQdQc3c",
        "2s3h4d/5h5d6s6hX2/9d9h9s8d8h",
    ]
    assert [str(board) for board in settled.resolved] == [
        "AdAsAh/KsKhKd2c2d/QsQhQdQc3c",
        "2s3h4d/5h5d6s6h6d/9d9h9s8d8h",
    ]
    assert settled.points == (32, -32)
    assert settled.as_dict()["resolved"] == [str(board) for board in settled.resolved]
    assert "resolved" not in ofc.settle([ANN.replace("JK", "Ad"), BOB.replace("JK", "6d")], CLASSIC).as_dict()


def test_the_table_that_explains_names_what_jokers_stand_for():
    lines = ofc.settle([ANN, BOB], ULTIMATE).explain(["Ann", "Bob"]).splitlines()
    assert "top       X1 As Ah                2s 3h 4d" in lines
    assert lines[lines.index("Ann: X1 is Ad") + 1] == "Bob: X2 is 6d"
    assert "  top     Ann         Three of a kind, aces                      1        22" in lines
    both = ofc.settle([ANN.replace("3c", "X2"), BOB.replace("JK", "9c")], UNUSED).explain(["Ann", "Bob"])
    assert "\nAnn: X1 is Ad, X2 is Ac\n" in both
    assert max(map(len, both.splitlines())) <= 76


def test_a_foul_with_jokers_says_why():
    other = "2s 3h 4d / 2c 2d 3c 3s 4h / 8c 8h Tc Td Th"
    text = ofc.settle([CASE["K059"]["board"], other], ULTIMATE).explain()
    assert "player 0: X1 is Ad" in text
    words = " ".join(text.split())
    assert (
        "player 0 is foul: the top (Three of a kind, aces) beats the middle (Pair of kings, Q J 9)." in words
    )


def test_a_board_that_was_given_up_keeps_its_jokers():
    rules = ULTIMATE.replace(surrender_points=2)
    settled = ofc.settle(["X1 As / Ks / -", BOB], rules, surrendered=[0])
    assert settled.points == (-2, 2)
    assert str(settled.resolved[0]) == "X1As/Ks/-"
    assert "X1 is" not in settled.explain()


def test_a_session_with_jokers_is_scored_from_the_shell(tmp_path, capsys):
    (tmp_path / "night.txt").write_text(f"hand 1\nAnn: {ANN}\nBob: {BOB}\n")
    rows = dict(zip(("top", "middle", "bottom"), (row.split() for row in BOB.split(" / ")), strict=True))
    people = [{"name": "Ann", "board": ANN}, {"name": "Bob", **rows}]
    (tmp_path / "night.jsonl").write_text(json.dumps({"players": people}) + "\n")
    for name in ("night.txt", "night.jsonl"):
        assert main(["score", "--rules", "joker-ultimate", str(tmp_path / name)]) == 0
        printed = capsys.readouterr().out
        assert "Ann: X1 is Ad\nBob: X2 is 6d\n" in printed
        assert "Bob pays Ann 32" in printed
        assert main(["score", "--rules", "classic", str(tmp_path / name)]) != 0
        assert "X1 is a joker, but the rules 'classic' have none" in capsys.readouterr().err


# -- Errors and values ----------------------------------------------------------------------------------


def test_a_joker_in_a_game_without_jokers_is_refused():
    board = Board(ANN, jokers=1)
    for ask in (board.fouls, board.resolve, board.is_lost, lambda rules: ofc.royalties(board, rules)):
        with pytest.raises(ofc.InvalidCard, match="X1 is a joker, but classic has no jokers"):
            ask(CLASSIC)
    with pytest.raises(ofc.InvalidCard, match="X1 is a joker, but classic has no jokers"):
        Board("X1/-/-", jokers=1).is_lost(CLASSIC)
    with pytest.raises(ofc.InvalidCard, match="X1 is a joker"):
        ofc.settle([ANN, BOB.replace("JK", "6d")], CLASSIC)
    with pytest.raises(ofc.InvalidCard, match="X1 is a joker"):
        ofc.royalties(ANN, CLASSIC)
    assert board.status(CLASSIC) == Status.JOKERS
    assert board.status(ULTIMATE) == board.status() == Status.VALID


def test_a_second_joker_needs_a_pack_with_two():
    one = ULTIMATE.replace(jokers=1)
    board = Board(BOB.replace("JK", "X2"), jokers=2)
    with pytest.raises(ofc.InvalidCard, match="X2 is a joker, but joker-ultimate has one joker, X1"):
        board.fouls(one)
    assert board.status(one) == Status.JOKERS
    with pytest.raises(ofc.InvalidCard, match="X2 is a joker"):
        ofc.settle([ANN, BOB], one)
    table = bytes([*Board(ANN.replace("JK", "Ad")).cards, *board.cards])
    for rules, good in ((one, False), (ULTIMATE, True)):
        boards = memoryview(table).cast("B", [1, 2, 13])
        out = memoryview(bytearray(8)).cast("i", [1, 2])
        if good:
            ofc.score_many(boards, rules, out=out)
        else:
            with pytest.raises(ofc.InvalidCard, match="table 0"):
                ofc.score_many(boards, rules, out=out)


def test_the_same_joker_is_on_one_board_only():
    with pytest.raises(ofc.InvalidCard, match="X1 on board 0 and board 1"):
        ofc.settle([ANN.replace("JK", "X1"), BOB.replace("JK", "X1")], ULTIMATE)
    with pytest.raises(ofc.InvalidCard):
        ofc.settle([ANN.replace("3c", "JK"), BOB], ULTIMATE)  # a third one
    with pytest.raises(ofc.InvalidCard, match="Ah twice on a board with a joker, which must be of one deck"):
        ofc.settle([ANN.replace("As", "Ah"), BOB], ULTIMATE, duplicates="allow")


WILD_ROWS = ["Ks8s8c", "6s3sJK6d3c", "9s9h9dJKAh"]
NUMBERED = "Ks8s8c/6s3sX16d3c/9s9h9dX2Ah"


@pytest.mark.parametrize(
    "source",
    [
        "/".join(WILD_ROWS),
        WILD_ROWS,
        tuple(WILD_ROWS),
        dict(zip(("top", "middle", "bottom"), WILD_ROWS, strict=True)),
        "top: Ks8s8c middle: 6s3sJK6d3c bottom: 9s9h9dJKAh",
        [["Ks", "8s", "8c"], ("6s", "3s", "*", "6d", "3c"), iter(["9s", "9h", "9d", "JK", "Ah"])],
        ["Ks", "8s", "8c", "6s", "3s", "JK", "6d", "3c", "9s", "9h", "9d", "jk", "Ah"],
    ],
    ids=lambda source: type(source).__name__,
)
def test_unnumbered_jokers_of_one_board_are_two_in_every_form(source):
    assert str(Board(source, jokers=2)) == NUMBERED


def test_a_named_joker_keeps_its_number_beside_one_without():
    assert str(Board("JK/X1/-", jokers=2)) == "X2/X1/-"
    assert str(Board(["*", "", "X1"], jokers=2)) == "X2/-/X1"


@pytest.mark.parametrize("form", [str, str.split, lambda board: [row.split() for row in board.split("/")]])
def test_unnumbered_jokers_of_one_table_are_two_in_every_form(form):
    if form is str.split:
        boards = [board.replace("/", "").split() for board in (ANN, BOB)]
    else:
        boards = [form(board) for board in (ANN, BOB)]
    settled = ofc.settle(boards, ULTIMATE)
    assert [max(board.cards) for board in settled.boards] == [52, 53]
    named = ofc.settle([ANN.replace("JK", "X1"), boards[1]], ULTIMATE)
    assert [max(board.cards) for board in named.boards] == [52, 53]
    later = ofc.settle([boards[0], Board(BOB.replace("JK", "X1"), jokers=2)], ULTIMATE)
    assert [max(board.cards) for board in later.boards] == [53, 52]


def test_a_position_reads_the_jokers_of_its_table_together():
    position = ofc.Position("joker-ultimate", "JK/6c7c/8c9c", "JK 2c 3c", opponents=["-/4c/5c"])
    assert position.board.top == (52,)
    assert position.draw == (53, 4, 0)
    for form in ({"opponents": ["JK/-/-"]}, {"discards": "JK"}, {"dead": ["JK"]}, {"exposed": "*"}):
        shown = ofc.Position("joker-ultimate", ["JK", "", ""], **({"opponents": ["-/-/-"]} | form))
        assert sorted(card for card in shown.known if card.is_joker) == [52, 53]
    named = ofc.Position("joker-ultimate", "JK/-/-", opponents=["X1/-/-"])
    assert named.board.top == (53,)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Board("JK JK JK/-/-", jokers=2),
        lambda: Board("JK/JK/* As", jokers=2),
        lambda: Board(["JK", "JK", "JK"], jokers=2),
        lambda: Board({"top": "JK", "bottom": ["JK", "*"]}, check=False),
        lambda: Board("JK/X1/X2", jokers=2),
        lambda: Board("JK/-/-", jokers=2, taken=(52, 53)),
        lambda: ofc.settle([ANN, BOB, ANN.replace("JK", "*")], ULTIMATE),
        lambda: ofc.Position("joker-ultimate", "JK/-/-", "JK JK 2c"),
        lambda: ofc.Move("JK@t JK@m xJK"),
        lambda: ofc.Move.of("JK", "JK", "", "JK"),
    ],
)
def test_a_third_joker_is_told(call):
    with pytest.raises(ofc.InvalidCard, match=r"a third joker.*; there are two"):
        call()


def test_a_third_joker_of_a_text_is_told_with_its_column():
    with pytest.raises(ofc.InvalidCard, match="a third joker at column 7; there are two") as caught:
        Board("JK JK JK/-/-", jokers=2)
    assert caught.value.column == 7


def test_jokers_of_a_move_are_two():
    assert str(ofc.Move("JK@t JK@m")) == "X1@t X2@m"
    assert str(ofc.Move("JK@t X1@m")) == "X2@t X1@m"
    assert str(ofc.Move.of(["*"], "JK")) == "X1@t X2@m"


def test_a_joker_is_placed_beside_the_one_that_is_there():
    board = Board("JK/-/-", jokers=2).place("JK", "middle")
    assert str(board) == "X1/X2/-"
    with pytest.raises(ofc.InvalidCard, match="a third joker"):
        board.place("*", "bottom")


def test_jokers_stand_for_nothing_before_the_board_is_full():
    board = Board("X1 As/-/-", jokers=2)
    with pytest.raises(ofc.OfcError, match="before the board is full"):
        board.resolve(ULTIMATE)
    assert board.fouls(ULTIMATE) is False
    assert board.status(ULTIMATE) == Status.INCOMPLETE
    assert ofc.royalties(board, ULTIMATE).total == 0
    with pytest.raises(ofc.InvalidCard, match="resolve"):
        _ = Board(ANN, jokers=1).is_foul
    with pytest.raises(ofc.InvalidCard, match="resolve"):
        board.is_lost()


def test_resolved_boards_are_values():
    natural = Board("As Ah X1 / Ad 2d 5d 7d 9d / Ac 2c 3c 4c 5c", jokers=1).resolve(ULTIMATE)
    assert natural.top.count(ofc.Card("Ad")) == natural.middle.count(ofc.Card("Ad")) == 1
    assert pickle.loads(pickle.dumps(natural)) == copy.deepcopy(natural) == natural
    assert eval(repr(natural), {"Board": Board}) == natural
    assert natural.resolve(ULTIMATE) is natural
    plain = Board("QhQd5c/7h7d8s8c2d/AsKsJs9s4s")
    assert plain.resolve(ULTIMATE) is plain.resolve(CLASSIC) is plain


# -- Looking ahead --------------------------------------------------------------------------------------


def saved_by_trying(board, left, game):
    """Whether any cards of the deck complete the board to one that some cards for the jokers make legal."""
    top, middle, bottom = board.free
    for t in combinations(left, top):
        rest = [c for c in left if c not in t]
        for m in combinations(rest, middle):
            for b in combinations([c for c in rest if c not in m], bottom):
                rows = (board.top + t, board.middle + m, board.bottom + b)
                if best(outcomes(rows), game)[0]:
                    return True
    return False


def some_partial_board(generator):
    """A board with one or two free places and a few cards left; jokers on it or among those."""
    jokers = generator.choice([1, 1, 1, 2])
    cards = some_board(generator, 0)
    free = generator.sample(range(13), generator.choice([1, 1, 2]))
    held = [place for place in range(13) if place not in free]
    left = generator.sample([c for c in range(52) if c not in cards], len(free) + generator.randrange(2))
    for joker in range(jokers):
        if generator.randrange(2):
            place = generator.choice([p for p in held if cards[p] < JOKER])
            cards[place] = JOKER + joker
        else:
            left[generator.choice([i for i, c in enumerate(left) if c < JOKER] or [0])] = JOKER + joker
    rows = rows_of([None if place in free else card for place, card in enumerate(cards)])
    return Board([[card for card in row if card is not None] for row in rows], jokers=2), left


@pytest.mark.parametrize(("rules", "game"), GAMES[:6], ids=lambda x: str(x) if isinstance(x, Game) else "")
def test_a_lost_board_with_jokers_is_one_that_nothing_saves(rules, game):
    generator = random.Random(f"ahead {game}")
    tally = {True: 0, False: 0}
    for _ in range(60):
        board, left = some_partial_board(generator)
        dead = [c for c in range(54) if c not in left and c not in board.cards]
        lost = board.is_lost(rules, dead)
        assert lost is not saved_by_trying(board, left, game), (board, left)
        tally[lost] += 1
    assert min(tally.values()) > 3


def test_a_joker_may_be_a_card_that_is_gone():
    board = Board("As Ah X1 / Ac Kh Kd 2c / 5d 6d 7d 8d 9d", jokers=1)
    for rules, saved in ((UNUSED, True), (ULTIMATE, True)):
        assert board.is_lost(rules, [c for c in range(54) if c != ofc.Card("Kc")]) is not saved
        assert board.is_lost(rules, [c for c in range(54) if c != ofc.Card("Qc")]) is saved


def test_rows_resolved_one_by_one_are_not_looked_ahead_in():
    by_row = ULTIMATE.replace(joker_resolution="row")
    with pytest.raises(ofc.OfcError, match="row by row"):
        Board("Qh/-/-").is_lost(by_row)
    assert Board("AsAhAd/KsQd2c/-").is_lost(by_row, "X1 X2") is True  # no joker is left
    assert Board(CASE["K058"]["board"], jokers=1).is_lost(by_row) is True
