"""Omaha: the best five of exactly two of a player's cards and three of the board; how often a hand wins."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from ._core import omaha_equity, omaha_rank
from ._core import omaha_rank_many as rank_omaha_many
from ._rng import seed_word
from ._values import whole_number
from .cards import CardsLike, cards

__all__ = ["WinChance", "rank_omaha", "rank_omaha_many", "win_chance"]


def rank_omaha(hole: CardsLike, board: CardsLike) -> int:
    """The strength of the best five of exactly two of four to six hole cards and three of the board.

    The board has three to five cards. Raises InvalidCard for a repeated card, a joker or a wrong number.
    rank_omaha_many does the same for integer buffers of shape (N, 4..6) and (N, 3..5), to uint16 (N,).

    >>> from ofckit import rank
    >>> rank_omaha("Ah Ad Kd Qc", "Kh Qh 9h 5h 2h") == rank("Kh Kd Qh Qc 9h")
    True
    """
    return omaha_rank(cards(hole, jokers=False), cards(board, jokers=False))


class WinChance(NamedTuple):
    """What a simulation found: the share of the pots won, 0 to 1, and its standard error."""

    chance: float
    error: float


def win_chance(hole: CardsLike, *, seed: int, opponents: int = 9, deals: int = 100_000) -> WinChance:
    """The chance of an Omaha hand (four to six cards) against random hands that are all played to the end.

    A shared pot counts by its share. The same seed gives the same answer everywhere; a deal against nine
    takes about a microsecond. Raises OfcError for fewer than two deals and for more opponents than the deck
    has cards for, InvalidCard as in rank_omaha.

    >>> win_chance("As Ks Ah Kh", seed=7).chance > win_chance("9s 8s 9d 8d", seed=7).chance > 0.1
    True
    """
    deals = whole_number("the number of deals", deals, 2, (1 << 64) - 1)
    word = seed_word(whole_number("a seed", seed))
    won = omaha_equity(cards(hole, jokers=False), opponents, deals, word)
    mean = sum(count / k for k, count in enumerate(won) if k) / deals
    square = sum(count / k**2 for k, count in enumerate(won) if k) / deals
    return WinChance(mean, sqrt((square - mean**2) / deals))
