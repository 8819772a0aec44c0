"""A stranger's script, for mypy --strict alone: what the public names give back, NumPy arrays in and out."""

from array import array
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

import ofckit as ofc

cards = ofc.cards("As Kd 7h 7s 7c")
assert_type(cards, list[ofc.Card])
assert_type(ofc.rank(cards), int)
assert_type(ofc.rank5(51, 47, 43, 39, 35), int)
assert_type(ofc.best_five(cards), list[ofc.Card])
assert_type(ofc.category(9841), ofc.Category)

hands: npt.NDArray[np.uint8] = np.array([[51, 47, 43, 39, 35]], dtype=np.uint8)
strengths: npt.NDArray[np.uint16] = ofc.rank_many(hands)
assert_type(ofc.rank_many(hands, out=strengths), npt.NDArray[np.uint16])
assert_type(ofc.rank_many(hands), Any)  # an array of NumPy, which the package does not import
assert_type(ofc.rank_many(memoryview(bytes(5)).cast("B", (1, 5))), array[int])

rules = ofc.RULES["pineapple"].replace(strict_rows=True)
assert_type(rules, ofc.Rules)
assert_type(ofc.Rules.from_toml(rules.to_toml()), ofc.Rules)

board = ofc.Board({"top": "Qh Qd 5c", "back": ["As", 3, ofc.Card("Kd")]})
assert_type(board.place("2c", "middle"), ofc.Board)
assert_type(board.top, tuple[ofc.Card, ...])
assert_type(board.status(rules), ofc.Status)
assert_type(board.fouls(rules), bool)
assert_type(board.is_lost(rules), bool)
assert_type(ofc.royalties(board, rules).total, int)

texts: list[str] = ["QhQd5c/7h7d8s8c2d/AsKsJs9s4s", "AhAd3c/KhKd9h6c4d/JhJdTs8d2s"]
settlement = ofc.settle(texts, rules, button=0)
assert_type(settlement.points, tuple[int, ...])
assert_type(settlement.pairs[(0, 1)], int)
assert_type(settlement.explain(), str)

try:
    ofc.Board("Zz/-/-")
except ofc.OfcError as error:
    assert_type(error.column, int | None)
