"""The other evaluators: how each is called fastest by its own documentation, and from text.

A peer turns a hand (card ids of ofckit) into the arguments of its call. `order` makes its answer sortable,
weakest first, so that answers can be checked against ours: the same order and the same ties.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import pairwise
from typing import Any

RANKS, SUITS = "23456789TJQKA", "cdhs"


def text(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


def joined(hand: Sequence[int]) -> str:
    return "".join(map(text, hand))


@dataclass(frozen=True)
class Peer:
    name: str
    prepare: Callable[[Sequence[int]], tuple[Any, ...]]  # a hand as the arguments of `rank`
    rank: Callable[..., Any]
    from_text: Callable[[str], Any]  # "AsKsQsJsTs" to the same answer
    order: Callable[[Any], Any]
    by_size: Mapping[int, Callable[..., Any]] = field(
        default_factory=dict
    )  # where a size has a call of its own

    def call(self, k: int) -> Callable[..., Any]:
        """What ranks hands of k cards fastest."""
        return self.by_size.get(k, self.rank)


def pairs(hand: str) -> list[str]:
    return [hand[i : i + 2] for i in range(0, len(hand), 2)]


def negative(answer: int) -> int:
    return -answer


def plain(answer: int) -> int:
    return answer


def pkrbot() -> Peer:
    from pkrbot import Card, evaluate

    return Peer(
        "pkrbot",
        lambda hand: ([Card(text(c)) for c in hand],),
        evaluate,
        lambda hand: evaluate([Card(c) for c in pairs(hand)]),
        plain,
    )


def holdem_hand_evaluator() -> Peer:
    from holdem_hand_evaluator import evaluate_hand

    return Peer("holdem-hand-evaluator", lambda hand: (joined(hand),), evaluate_hand, evaluate_hand, plain)


def xiapl() -> Peer:
    from xiapl.card import Card
    from xiapl.eval import evaluate_cards, evaluate_mask
    from xiapl.utils import cards_to_mask

    return Peer(
        "xiapl",
        lambda hand: (cards_to_mask([Card.from_string(text(c)) for c in hand]),),
        evaluate_mask,
        lambda hand: evaluate_cards([Card.from_string(c) for c in pairs(hand)]),
        lambda value: (value.category.value, tuple(value.kickers)),
    )


def eval7() -> Peer:
    from eval7 import Card, evaluate

    return Peer(
        "eval7",
        lambda hand: ([Card(text(c)) for c in hand],),
        evaluate,
        lambda hand: evaluate([Card(c) for c in pairs(hand)]),
        plain,
    )


def phevaluator() -> Peer:
    from phevaluator import evaluate_5cards, evaluate_7cards, evaluate_cards

    return Peer(
        "phevaluator",
        tuple,
        evaluate_cards,
        lambda hand: evaluate_cards(*pairs(hand)),
        negative,
        {5: evaluate_5cards, 7: evaluate_7cards},
    )


def cactus(name: str, module: str) -> Peer:
    """treys and deuces: the same program, kept by different people."""
    library = import_module(module)
    evaluate, new = library.Evaluator().evaluate, library.Card.new
    return Peer(
        name,
        lambda hand: ([], [new(text(c)) for c in hand]),
        evaluate,
        lambda hand: evaluate([], [new(c) for c in pairs(hand)]),
        negative,
    )


def pokerkit() -> Peer:
    from pokerkit import Card, StandardHighHand

    best = StandardHighHand.from_game
    return Peer(
        "pokerkit", lambda hand: (list(Card.parse(joined(hand))),), best, best, plain, {5: StandardHighHand}
    )


def load() -> list[Peer]:
    """Every peer that is installed; a report without one says so."""
    makers: list[Callable[[], Peer]] = [
        pkrbot,
        holdem_hand_evaluator,
        xiapl,
        eval7,
        phevaluator,
        lambda: cactus("treys", "treys"),
        lambda: cactus("deuces", "deuces"),
        pokerkit,
    ]
    found = []
    for make in makers:
        try:
            found.append(make())
        except ImportError as error:
            print(f"benchmarks: a peer is not installed: {error}")
    return found


PEERS = load()


def same_order(ours: Sequence[int], theirs: Sequence[Any]) -> bool:
    """Whether two lists of answers put the same hands above each other, with the same ties."""
    ranked = sorted(zip(ours, theirs, strict=True), key=lambda pair: pair[0])
    return all((a == b) == (x == y) and (a == b or x < y) for (a, x), (b, y) in pairwise(ranked))
