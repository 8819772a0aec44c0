"""`ofckit rank`: what hands are worth, and which wins, by the standard ranking or any other."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass

from .. import rank
from .._errors import InvalidCard, OfcError
from ..cards import Card, cards, duplicates
from ..ranking import best_five, category, describe
from ._options import add_format
from ._terminal import WIDTH, Style, excerpt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..ranking import Ranking

SUMMARY = "what hands are worth, and which wins"

ABOUT = """\
Say what hands of one to seven cards are worth, and which wins.

A card is a rank (2-9, T or 10, J, Q, K, A) and a suit (c d h s, or a suit
sign). The strength is one number for hands of any size: bigger wins, equal
ties. Of six and seven cards the best five count. Other rankings (low hands,
wild cards, fewer cards, ...) have strengths of their own; --list names them."""

EXAMPLES = """\
examples:
  ofckit rank "As Kd 7h 7s 7c 2d 2h"
  ofckit rank QhQd5c QsQc4h              two hands: who wins
  ofckit rank As Ks Qs Js Ts             single cards are one hand
  ofckit rank --ranking deuce-to-seven 7s5h4d3c2c As5h4d3c2c
  ofckit rank --ranking one-joker "As Ks Qs Js X1"
  ofckit rank --format json "9s 9h 9d 4c 4s\""""


MOST_CARDS = 20  # of one hand, in a ranking that picks the best

_WORDS = {
    "high": "the standard order",
    "ace-to-five": "low; the ace is low, straights and flushes do not count",
    "eight-or-better": "the same, of five different ranks of at most eight",
    "deuce-to-seven": "low; the ace is high, straights and flushes count",
    "ace-to-six": "low; the ace is low, straights and flushes count",
    "short-36": "36 cards, flush above full house, A-6-7-8-9 a straight",
    "stripped-32": "32 cards, A-7-8-9-T a straight",
    "stripped-40": "40 cards, A-5-6-7-8 a straight",
    "twenty": "20 cards, no straights or flushes",
    "italian-40": "40 cards; the lowest straight flush beats the highest",
    "greek-36": "36 cards; only four sixes beat the royal flush of hearts",
    "one-joker": "a joker is any card",
    "two-jokers": "each of two jokers is any card",
    "bug": "the joker is an ace, or completes a straight or a flush",
    "deuces-wild": "every deuce is any card",
    "one-eyed-jacks-wild": "the jacks of hearts and spades are any card",
    "lowest-card-wild": "all cards of the holder's lowest rank are any card",
    "three-card-poker": "three cards; trips above straight above flush",
}


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A hand, its cards that count (none if it does not qualify), and its words."""

    cards: list[Card]
    best: list[Card]
    strength: int
    category: str | None
    words: str

    @property
    def text(self) -> str:
        return " ".join(map(str, self.cards))


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hands", nargs="*", metavar="HAND", help="cards; quote a hand with spaces")
    parser.add_argument("--ranking", metavar="NAME", help="another system of comparing hands")
    parser.add_argument("--list", action="store_true", help="the rankings that have a name")
    add_format(parser, "text", "json")


def run(options: argparse.Namespace) -> int:
    """Print what the hands are worth, or the rankings that have a name."""
    if options.list:
        return _list_rankings()
    if not options.hands:
        raise OfcError('no hand given; for example: ofckit rank "As Kd 7h 7s 7c 2d 2h"')
    return _rank_hands(options.hands, options.ranking, options.format)


def _list_rankings() -> int:
    """Every ranking that has a name, one a line."""
    from ..ranking import RANKINGS

    for name, ranking in RANKINGS.items():
        print(f"{name:<22}{_WORDS.get(name) or repr(ranking)}"[: WIDTH - 1])
    return 0


def _rank_hands(texts: list[str], name: str | None, form: str) -> int:
    """Print strength and words of each hand, and the winners where there are several."""
    ranking = None if name is None else _ranking(name)
    ranked = [_ranked(text, ranking) for text in _as_hands(texts)]
    winners = _winners(ranked, ranking)
    if form == "json":
        records = [_record(hand) for hand in ranked]
        print(json.dumps({"ranking": name or "high", "hands": records, "winners": winners}, indent=2))
        return 0
    width = max(len(hand.text) for hand in ranked)
    for number, hand in enumerate(ranked, start=1):
        place = f"{number}  " if len(ranked) > 1 else ""
        print(f"{place}{hand.text:<{width}}  {hand.strength:>4}  {hand.words}")
        if len(hand.cards) > len(hand.best) > 0:
            size = {3: "three", 5: "five"}.get(len(hand.best), len(hand.best))
            print(f"{'':<{len(place)}}(the best {size}: {' '.join(map(str, hand.best))})")
    if len(ranked) > 1:
        print(Style(sys.stdout)(_verdict(winners, len(ranked)), "bold"))
    return 0


def _ranking(name: str) -> Ranking:
    from ..ranking import RANKINGS

    return RANKINGS["-".join(name.lower().replace("_", " ").split())]


def _as_hands(texts: list[str]) -> list[str]:
    """Each argument is a hand, except that several single cards are one hand without quotes."""
    try:
        single = all(len(cards(text)) == 1 for text in texts)
    except OfcError:
        single = False
    return [" ".join(texts)] if single else texts


def _ranked(text: str, ranking: Ranking | None) -> _Ranked:
    """One hand; OfcError shows the place of a wrong card."""
    try:
        return _standard(text) if ranking is None else _by(ranking, text)
    except OfcError as error:
        place = f"\n{excerpt(text, error.column or 0)}" if text.strip() else ""
        raise OfcError(error.message + place) from None


def _standard(text: str) -> _Ranked:
    held = cards(text, jokers=False)
    twice = duplicates(held)
    if twice:
        raise InvalidCard(f"{twice[0]} is in the hand twice")
    if not 1 <= len(held) <= 7:
        raise OfcError(f"a hand has one to seven cards, not {len(held)}")
    strength = rank(held)
    best = best_five(held) if len(held) > 5 else held
    return _Ranked(held, best, strength, category(strength).name.lower(), describe(strength))


def _by(ranking: Ranking, text: str) -> _Ranked:
    """One hand in another system, jokers as the cards they stand for."""
    held = cards(text)
    if not 1 <= len(held) <= MOST_CARDS:
        raise OfcError(f"a hand has one to {MOST_CARDS} cards, not {len(held)}")
    strength = ranking.strength(held)
    best = ranking.resolve(held) if strength else []
    kind = ranking.category(strength).name.lower() if strength else None
    return _Ranked(held, best, strength, kind, ranking.describe(held))


def _winners(ranked: list[_Ranked], ranking: Ranking | None) -> list[int]:
    """The hands that share the pot, numbered from 1."""
    if ranking is not None:
        return [place + 1 for place in ranking.winners([hand.cards for hand in ranked])]
    most = max(hand.strength for hand in ranked)
    return [number for number, hand in enumerate(ranked, start=1) if hand.strength == most]


def _record(hand: _Ranked) -> dict[str, object]:
    return {
        "cards": hand.text,
        "best": " ".join(map(str, hand.best)),
        "strength": hand.strength,
        "category": hand.category,
        "words": hand.words,
    }


def _verdict(winners: list[int], hands: int) -> str:
    if not winners:
        return "No hand qualifies."
    if len(winners) == 1:
        return f"Hand {winners[0]} wins."
    named = ", ".join(map(str, winners[:-1])) + f" and {winners[-1]}"
    return f"Hands {named} tie" + (" for the best." if len(winners) < hands else ".")
