"""Every public call says what it expects: of a wrong argument, in one line, and in good time."""

from __future__ import annotations

import itertools
import re
import sys
from decimal import Decimal
from fractions import Fraction

import pytest

import ofckit as ofc
from ofckit import hutchison, odds, omaha
from ofckit.board import Board, read_table
from ofckit.cards import parse_cards
from ofckit.position import LegalMoves, Move, Position

TEXT = "QhQd5c/7h7d8s8c2d/AsKsJs9s4s"
OTHER = "Kc4h3s/5h5d6s6h9c/9d9hQcJc8d"
CLASSIC = ofc.RULES["classic"]
SETTLED = ofc.settle([TEXT, OTHER], CLASSIC)
POSITION = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h", opponents=["-/9c9d/5s4s3s"])
LOW = ofc.RANKINGS["eight-or-better"]
TABLE = odds.frequencies()


class Odd:
    """Looks like nothing in particular, and its repr is long."""

    def __repr__(self):
        return "odd " * 1000


def endless():
    while True:
        yield "As"


WRONG = {
    "None": lambda: None,
    "True": lambda: True,
    "5": lambda: 5,
    "-1": lambda: -1,
    "huge": lambda: 10**5000,
    "1.5": lambda: 1.5,
    "nan": lambda: float("nan"),
    "decimal": lambda: Decimal("NaN"),
    "fraction": lambda: Fraction(1, 3),
    "text": lambda: "x" * 10_000,
    "no text": lambda: "",
    "card": lambda: "As",
    "surrogate": lambda: "\ud800\x1b[31m",
    "bytes": lambda: b"AsKd",
    "object": object,
    "odd": Odd,
    "class": lambda: Odd,
    "function": lambda: endless,
    "[]": list,
    "[[]]": lambda: [[]],
    "[None]": lambda: [None] * 13,
    "[odd]": lambda: [Odd()] * 3,
    "{}": dict,
    "{1: 2}": lambda: {1: 2, Odd(): []},
    "set": lambda: {1, 2, 3},
    "range": lambda: range(10**9),
    "count": itertools.count,
    "endless": endless,
    "repeat": lambda: itertools.repeat("As"),
    "lists": lambda: itertools.repeat([]),
    "square": lambda: memoryview(bytes(16)).cast("B", [4, 4]),
    "floats": lambda: memoryview(bytes(16)).cast("d"),
    "deep": lambda: deep(5000),
    "exception": lambda: KeyError("x"),
}


def deep(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


def method(of, name):
    return lambda *args, **kwargs: getattr(of, name)(*args, **kwargs)


CALLS = {
    # name: (call, good arguments by position, good arguments by name)
    "Card": (ofc.Card, ["As"], {}),
    "cards": (ofc.cards, ["As Kd"], {"jokers": True, "taken": ()}),
    "parse_cards": (parse_cards, ["As Kd"], {"start": 0, "end": 2, "taken": (), "jokers": True}),
    "duplicates": (ofc.duplicates, ["As As"], {}),
    "canonical_suits": (ofc.canonical_suits, ["As Kd"], {}),
    "Deck": (ofc.Deck, [], {"jokers": 0, "lowest": "2", "decks": 1, "seed": 1, "hand": 0}),
    "Deck.of": (ofc.Deck.of, ["As Kd"], {}),
    "Deck.deal": (method(ofc.Deck(seed=1), "deal"), [0], {}),
    "Deck.remove": (method(ofc.Deck(seed=1), "remove"), [""], {}),
    "Deck.shuffle": (method(ofc.Deck(seed=1), "shuffle"), [1], {"hand": 0}),
    "in Deck": (method(ofc.Deck(seed=1), "__contains__"), ["As"], {}),
    "rank": (ofc.rank, ["As Kd"], {"duplicates": "error"}),
    "rank3": (ofc.rank3, [1, 2, 3], {}),
    "rank5": (ofc.rank5, [1, 2, 3, 4, 5], {}),
    "best_five": (ofc.best_five, ["As Kd 7h 7s 7c 2d"], {}),
    "category": (ofc.category, [1], {}),
    "describe": (ofc.describe, [1], {}),
    "to_cactus_kev": (ofc.to_cactus_kev, [9841], {}),
    "from_cactus_kev": (ofc.from_cactus_kev, [1], {}),
    "RANKINGS": (method(ofc.RANKINGS, "__getitem__"), ["high"], {}),
    "RULES": (method(ofc.RULES, "__getitem__"), ["classic"], {}),
    "ROYALTIES": (method(ofc.ROYALTIES, "__getitem__"), ["modern"], {}),
    "Ranking": (
        ofc.Ranking,
        [],
        {
            **{
                "name": "x",
                "order": "high",
                "size": 5,
                "lowest": "2",
                "decks": 1,
                "qualify": None,
                "jokers": 0,
            },
            **{"wild": "2", "bug": False, "lowest_wild": None, "five_of_a_kind": True, "straights": None},
            **{"categories": None, "suit_order": "shdc", "suit_tie_break": None, "unbeatable": None},
        },
    ),
    "Ranking.strength": (LOW.strength, ["7c 5d 4h 3s 2c"], {}),
    "Ranking.describe": (LOW.describe, ["7c 5d 4h 3s 2c"], {}),
    "Ranking.resolve": (LOW.resolve, ["7c 5d 4h 3s 2c"], {}),
    "Ranking.compare": (LOW.compare, ["7c 5d 4h 3s 2c", "7c 5d 4h 3s As"], {}),
    "Ranking.winners": (LOW.winners, [["7c 5d 4h 3s 2c"]], {}),
    "Ranking.category": (LOW.category, [1], {}),
    "Ranking.highest_card": (LOW.highest_card, ["As Kd"], {}),
    "Ranking.rank_many": (LOW.rank_many, [memoryview(bytes(range(5))).cast("B", [1, 5])], {"out": None}),
    "Ranking.replace": (LOW.replace, [], {"jokers": 0, "wild": ()}),
    "Board": (Board, [TEXT], {"check": True, "jokers": 0, "taken": ()}),
    "Board, unchecked": (lambda board, **more: Board(board, check=False, **more), [TEXT], {}),
    "Board of rows": (lambda *rows: Board(rows), ["Qh", "Kh", "2c"], {}),
    "Board of names": (lambda **rows: Board(rows), [], {"top": "Qh", "middle": "Kh", "bottom": "2c"}),
    "Board.place": (Board("-/-/-").place, ["As", "top"], {}),
    "Board.fouls": (Board(TEXT).fouls, ["classic"], {}),
    "Board.resolve": (Board(TEXT).resolve, ["classic"], {}),
    "Board.status": (Board(TEXT).status, [None], {}),
    "Board.is_lost": (Board("As/-/-").is_lost, [None], {"dead": ""}),
    "read_table": (read_table, [[TEXT]], {"groups": ["As"], "jokers": 0}),
    "royalties": (ofc.royalties, [TEXT, "classic"], {}),
    "settle": (
        ofc.settle,
        [[TEXT, OTHER], "classic"],
        {"surrendered": (), "left": (), "button": 0, "stacks": [9, 9], "duplicates": "error"},
    ),
    "score_many": (
        ofc.score_many,
        [memoryview(bytes(range(26))).cast("B", [1, 2, 13]), "classic"],
        {"out": None, "fouls": None, "royalties": None},
    ),
    "explain": (SETTLED.explain, [], {"names": ["A", "B"], "stake": 2}),
    "Rules": (
        CLASSIC.replace,
        [],
        {name: getattr(CLASSIC, name) for name in CLASSIC.__dataclass_fields__ if not name.startswith("_")},
    ),
    "Rules.from_toml": (ofc.Rules.from_toml, ["base = 'classic'"], {}),
    "Rules.check_players": (CLASSIC.check_players, [2, (0, 0)], {}),
    "Rules.cards_needed": (CLASSIC.cards_needed, [2, (0, 0)], {}),
    "Street": (ofc.Street, [], {"deal": 3, "place": 2, "face_down": False}),
    "TableStakes": (ofc.TableStakes, [], {"win_cap": True, "broke_is_out": False}),
    "Royalties": (ofc.Royalties, [], {"name": "x", "top": {}, "middle": {}, "bottom": {"flush": 4}}),
    "Royalties.points": (ofc.ROYALTIES["modern"].points, ["top"], {}),
    "Fantasyland": (
        ofc.Fantasyland,
        [],
        {
            **{"enter": {"QQ": 14}, "stay": [("top", "QQ")], "repeat_cards": 14, "set_when": "before"},
            **{"must_announce": False, "button_moves_in_fantasyland": False},
        },
    ),
    "Move": (Move, ["8c@m Td@b x4h"], {}),
    "Move.of": (Move.of, ["8c", "Td", "4h", "2c"], {"stay": False}),
    "Position": (
        Position,
        ["pineapple", "Qh/7h7d/AsKs", "8c Td 4h", "2c", "3c", ["-/9c9d/5s4s3s"]],
        {
            **{"seat": 0, "button": 0, "turn": 0, "fantasyland": (0, 0), "exposed": "4c", "out": ("", "")},
            **{"announced": (), "stacks": (5, 5), "extra": [("a", "b")]},
        },
    ),
    "Position.parse": (Position.parse, [str(POSITION)], {}),
    "in legal_moves": (method(POSITION.legal_moves, "__contains__"), ["8c@m Td@b x4h"], {}),
    "legal_moves[]": (method(POSITION.legal_moves, "__getitem__"), [0], {}),
    "LegalMoves": (LegalMoves, ["As Kd"], {"free": (3, 5, 5), "place": 1}),
    "frequencies": (odds.frequencies, [], {"cards": 5, "decks": 1, "lowest": "2", "jokers": 0, "wild": ()}),
    "frequencies(ranking)": (odds.frequencies, ["high"], {}),
    "Frequencies.row": (TABLE.row, ["pair"], {}),
    "Frequencies[]": (method(TABLE, "__getitem__"), ["pair"], {}),
    "hutchison.points": (hutchison.points, ["AsKsAhKh", "high-revised"], {}),
    "win_chance": (omaha.win_chance, ["AsKsAhKh"], {"seed": 1, "opponents": 2, "deals": 10}),
    "rank_omaha": (ofc.rank_omaha, ["AsKsAhKh", "2c3c4c5c6c"], {}),
}


def cases():
    for name, (_, args, kwargs) in CALLS.items():
        for place in (*range(len(args)), *kwargs):
            yield pytest.param(name, place, id=f"{name}-{place}")


def unhelpful(error):
    """What Python says of an operation inside, which tells a caller nothing."""
    return re.search(
        "object is not|has no len|not supported between|unsupported operand|not subscriptable|not callable"
        "|cannot be interpreted|unhashable|has no attribute|object does not|unpack|must be real|not iterable",
        str(error),
    )


@pytest.mark.parametrize(("name", "place"), list(cases()))
def test_a_wrong_argument_is_told_what_was_expected(name, place):
    call, args, kwargs = CALLS[name]
    found = []
    for label, make in WRONG.items():
        given, named = list(args), dict(kwargs)
        if isinstance(place, int):
            given[place] = make()
        else:
            named[place] = make()
        try:
            call(*given, **named)
        except (TypeError, ofc.OfcError) as error:
            text = str(error)
            if unhelpful(error) or len(text) > 500 or not text.replace("\n", "").isprintable():
                found.append((label, type(error).__name__, text[:600]))
        except IndexError as error:
            if name != "legal_moves[]":
                found.append((label, "IndexError", str(error)[:600]))
        except Exception as error:
            if not (name.endswith("_many") and isinstance(error, ValueError)):
                found.append((label, type(error).__name__, str(error)[:600]))
    assert found == []
    assert sys.getrecursionlimit() < 5000
