"""`ofckit rank`: what hands are worth, and which wins."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass

from ofckit import rank
from ofckit._errors import InvalidCard, OfcError
from ofckit.cards import Card, cards, duplicates
from ofckit.cli.tables import message_of
from ofckit.cli.terminal import Style, excerpt
from ofckit.ranking import best_five, category, describe


@dataclass(frozen=True, slots=True)
class _Ranked:
    cards: list[Card]
    best: list[Card]
    strength: int

    @property
    def text(self) -> str:
        return " ".join(map(str, self.cards))


def rank_hands(texts: list[str], form: str) -> int:
    """Print strength and words of each hand, and the winners where there are several."""
    ranked = [_rank(text) for text in _as_hands(texts)]
    most = max(hand.strength for hand in ranked)
    winners = [number for number, hand in enumerate(ranked, start=1) if hand.strength == most]
    if form == "json":
        print(json.dumps({"hands": [_record(hand) for hand in ranked], "winners": winners}, indent=2))
        return 0
    style = Style(sys.stdout)
    width = max(len(hand.text) for hand in ranked)
    for number, hand in enumerate(ranked, start=1):
        place = f"{number}  " if len(ranked) > 1 else ""
        print(f"{place}{hand.text:<{width}}  {hand.strength:>4}  {describe(hand.strength)}")
        if len(hand.cards) > 5:
            print(f"{'':<{len(place)}}(the best five: {' '.join(map(str, hand.best))})")
    if len(ranked) > 1:
        print(style(_verdict(winners, len(ranked)), "bold"))
    return 0


def _as_hands(texts: list[str]) -> list[str]:
    """Each argument is a hand, but several single cards are one hand whose quotes were left out."""
    try:
        single = all(len(cards(text)) == 1 for text in texts)
    except OfcError:
        single = False
    return [" ".join(texts)] if single else texts


def _rank(text: str) -> _Ranked:
    """One hand; OfcError shows the place of a wrong card."""
    try:
        held = cards(text, jokers=False)
        twice = duplicates(held)
        if twice:
            raise InvalidCard(f"{twice[0]} is in the hand twice")
        if not 1 <= len(held) <= 7:
            raise OfcError(f"a hand has one to seven cards, this one {len(held)}")
        return _Ranked(held, best_five(held) if len(held) > 5 else held, rank(held))
    except OfcError as error:
        place = f"\n{excerpt(text, error.column or 0)}" if text.strip() else ""
        raise OfcError(message_of(error) + place) from None


def _record(hand: _Ranked) -> dict[str, object]:
    return {
        "cards": hand.text,
        "best": " ".join(map(str, hand.best)),
        "strength": hand.strength,
        "category": category(hand.strength).name.lower(),
        "words": describe(hand.strength),
    }


def _verdict(winners: list[int], hands: int) -> str:
    if len(winners) == 1:
        return f"Hand {winners[0]} wins."
    named = ", ".join(map(str, winners[:-1])) + f" and {winners[-1]}"
    return f"Hands {named} tie" + (" for the best." if len(winners) < hands else ".")
