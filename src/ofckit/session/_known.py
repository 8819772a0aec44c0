"""A hand of which some rows are only named: what is the same for all hands that they may be is settled.

Each row is the set of its possible strengths. A foul, a comparison or a royalty is decided when every choice
from the sets gives the same, and what two players settle when every choice gives the same points. Else there
is a question, and those two are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, islice, product
from typing import NamedTuple

from .._columns import cut, printable
from .._core import rank_ids
from .._errors import OfcError
from .._values import FrozenDict, brief
from ..board import Board, Row
from ..cards import Card
from ..ranking import Category, strength_key
from ..rules import Rules
from ..scoring import RowRoyalties, Settlement, settle
from ._hand import Hand
from ._names import NamedRow, cards_of, named_text, narrowed, ranks_of

MOST_CHOICES = 3000  # of two players' rows that are settled to see whether all pay the same
_SHOWN = 40

Held = list[frozenset[int]]
Choice = tuple[int, int, int]


class Question(NamedTuple):
    """What a row's name leaves open, where it matters: 'which kicker does Bob's middle have?'"""

    hand: str
    line: int
    player: str
    row: str
    text: str

    def __str__(self) -> str:
        return self.text


Ask = Callable[[Question], str | None]
"""Answers a question with cards, a name, or what the name lacks; None: nobody knows."""


class Known(NamedTuple):
    """What is known of a hand: its settlement (None: nothing is decided), which pairs are open, and why."""

    settlement: Settlement | None
    open: tuple[tuple[int, int], ...]
    questions: tuple[Question, ...]
    fantasyland: tuple[int | None, ...]


def settle_known(hand: Hand, inside: Sequence[int | None], ask: Ask | None = None) -> Known:
    """Settle a hand whose rows may be named; `ask` is asked what they leave open.

    inside: the cards of each seat's Fantasyland hand, 0 or None for a normal one.
    """
    if hand.has_only_points:
        return Known(_as_written(hand), (), (), (0 if hand.is_correction else None,) * len(hand.seats))
    if all(seat.is_known for seat in hand.seats):
        settled = _settled(hand, [seat.board for seat in hand.seats], hand.stacks, hand.duplicates)
        rows = zip(inside, settled.strengths, settled.fouls, strict=True)
        cards = [0 if held is None else hand.rules.next_cards(now, *held, foul) for now, held, foul in rows]
        return Known(settled, (), (), tuple(cards))
    whole = [key for key in ("naturals", "table_sweep", "loss_cap") if getattr(hand.rules, key)]
    if whole:
        raise OfcError(
            f"{' and '.join(whole)} of {hand.rules.name}: every row is needed as cards, not as a name"
        )
    table = _Table(hand, inside)
    asked: set[Question] = set()
    while True:
        table.look()
        fresh = [question for question in table.questions if question not in asked]
        if ask is None or not fresh:
            return table.known()
        asked.add(fresh[0])
        answer = _answer(ask, fresh[0])
        while answer and not table.take(fresh[0], answer):
            text = f"{brief(cut(answer, _SHOWN))} does not fit: {fresh[0].text}"
            answer = _answer(ask, fresh[0]._replace(text=text))


def _as_written(hand: Hand) -> Settlement:
    """The points of a hand whose boards are not known, as they are written."""
    boards, count = tuple(seat.board for seat in hand.seats), len(hand.seats)
    called: dict[tuple[int, int], str] = {
        (i, row): "-" for i, seat in enumerate(hand.seats) if seat.only_points for row in Row
    }
    return Settlement(
        points=tuple(seat.expected or 0 for seat in hand.seats),
        head_to_head=FrozenDict({}),
        boards=boards,
        resolved=boards,
        strengths=(None,) * count,
        rules=hand.rules,
        fouls=(False,) * count,
        royalties=(RowRoyalties(),) * count,
        payments=(),
        button=hand.button,
        called=FrozenDict(called),
        naturals=("",) * count,
    )


def _answer(ask: Ask, question: Question) -> str:
    """What is answered, "" for nothing; TypeError for anything but text."""
    answer = ask(question)
    if answer is not None and not isinstance(answer, str):
        raise TypeError(f"an answer must be text or None, not {brief(answer)}")
    return (answer or "").strip()


def _settled(
    hand: Hand, boards: Sequence[Board], stacks: Sequence[int] | None, duplicates: str
) -> Settlement:
    """The hand settled with these boards."""
    return settle(
        boards,
        hand.rules,
        surrendered=[i for i, seat in enumerate(hand.seats) if seat.surrendered],
        left=[i for i, seat in enumerate(hand.seats) if seat.fouled or seat.left],
        button=hand.button,
        stacks=stacks,
        duplicates=duplicates,
    )


class _Table:
    """The rows of a hand as sets of strengths, and what follows from them."""

    def __init__(self, hand: Hand, inside: Sequence[int | None]) -> None:
        self.hand, self.rules, self.inside = hand, hand.rules, inside
        self.dead = [seat.surrendered or seat.fouled or seat.left for seat in hand.seats]
        self.named: list[list[NamedRow | None]] = [list(seat.names or (None,) * 3) for seat in hand.seats]
        self.questions: list[Question] = []

    def take(self, question: Question, answer: str) -> bool:
        """Whether an answer fits the row that was asked about; it is taken."""
        row = Row(question.row)  # type: ignore[arg-type]
        for seat, one in enumerate(self.hand.seats):
            known = self.named[seat][row]
            if one.name == question.player and known is not None:
                found = narrowed(known, answer, row.size)
                if found is not None:
                    self.named[seat][row] = found
                    return True
        return False

    # what is decided

    def look(self) -> None:
        """Find what is decided: the fouls, the pairs, the questions."""
        self.questions = []
        self.held = [[] if self.dead[i] else self._held(i) for i in range(len(self.dead))]
        self.fouls = [None if self.dead[i] else self._foul(i) for i in range(len(self.dead))]
        self.base = [self._choice(i) for i in range(len(self.dead))]
        count = self.rules.boards_per_player
        people = len(self.dead) // count if count > 1 and not self.rules.own_boards_compared else 0
        self.open = [
            pair
            for pair in combinations(range(len(self.dead)), 2)
            if not (people and pair[0] % people == pair[1] % people) and self._is_open(*pair)
        ]

    def _held(self, seat: int) -> Held:
        """The strengths that each row may have, with the cards that the other rows leave."""
        rows = self.hand.seats[seat].board.rows
        held: Held = []
        for row in Row:
            named = self.named[seat][row]
            held.append(
                frozenset([rank_ids(rows[row])]) if named is None else self._possible(seat, row, named)
            )
        return held

    def _possible(self, seat: int, row: Row, named: NamedRow) -> frozenset[int]:
        if len(named.strengths) == 1 or self.hand.duplicates == "allow":
            return named.strengths
        taken = self._ranks_elsewhere(seat, row)
        left = frozenset(
            strength
            for strength in named.strengths
            if all(taken[rank] + n <= 4 for rank, n in Counter(ranks_of(strength)).items())
        )
        return left or named.strengths

    def _ranks_elsewhere(self, seat: int, row: Row) -> Counter[int]:
        """How many cards of each rank the other rows of the table hold for certain."""
        taken: Counter[int] = Counter()
        for other, one in enumerate(self.hand.seats):
            for place in Row:
                named = self.named[other][place]
                if (other, place) == (seat, row):
                    continue
                if named is None:
                    taken += Counter(card.rank for card in one.board.rows[place] if not card.is_joker)
                elif len(named.strengths) == 1:
                    taken += Counter(ranks_of(next(iter(named.strengths))))
        return taken

    def _foul(self, seat: int) -> bool | None:
        """Whether a board is foul; None, and a question, where its names leave that open."""
        top, middle, bottom = self.held[seat]
        foul = self.rules.compiled.is_foul
        legal = any(not foul(min(top), one, max(bottom)) for one in middle)
        wrong = any(foul(max(top), one, min(bottom)) for one in middle)
        if not legal and any(named and named.flush for named in self.named[seat]):
            wide = [
                held | (named.flush if named else frozenset())
                for held, named in zip(self.held[seat], self.named[seat], strict=True)
            ]
            if any(not foul(min(wide[0]), one, max(wide[2])) for one in wide[1]):
                for row in (Row.BOTTOM, Row.MIDDLE):
                    named = self.named[seat][row]
                    if named and named.flush:
                        self._ask(seat, row, "flush")
                        return None
        if legal and wrong:
            for row in Row:
                self._ask(seat, row)
            return None
        return wrong

    def _choice(self, seat: int) -> Choice:
        """Some choice of this seat's strengths, a legal one where it is not foul."""
        if self.dead[seat]:
            return 0, 0, 0
        top, middle, bottom = self.held[seat]
        best = (min(top), m, max(bottom)) if (m := self._legal_middle(seat)) else None
        return best or (min(top), min(middle), max(bottom))

    def _legal_middle(self, seat: int) -> int:
        top, middle, bottom = self.held[seat]
        foul = self.rules.compiled.is_foul
        return next((one for one in sorted(middle) if not foul(min(top), one, max(bottom))), 0)

    def _is_open(self, first: int, second: int) -> bool:
        """Whether the points of two seats are open; what is missing becomes questions."""
        live = [seat for seat in (first, second) if not self.dead[seat] and not self.fouls[seat]]
        if not live or all(self.dead[seat] for seat in (first, second)):
            return False
        if any(not self.dead[seat] and self.fouls[seat] is None for seat in (first, second)):
            return True
        rows = [self._kinds(first, second, row, live) for row in Row]
        choices = product(*rows)
        nets = {self._net(first, second, *zip(*choice, strict=True)) for choice in islice(choices, 1)}
        for choice in islice(choices, MOST_CHOICES):
            nets.add(self._net(first, second, *zip(*choice, strict=True)))
            if len(nets) > 1:
                break
        if len(nets) == 1 and next(choices, None) is None:
            return False
        for row, kinds in zip(Row, rows, strict=True):
            self._ask_of(first, second, row, kinds, live)
        return True

    def _kinds(self, first: int, second: int, row: Row, live: Sequence[int]) -> list[tuple[int, int]]:
        """A pair of strengths for each thing that can come of this row: who wins it, and both royalties."""
        points = self.rules.royalties.points(str(row))
        groups: list[dict[int, list[int]]] = []
        for seat in (first, second):
            held: dict[int, list[int]] = {}
            for strength in sorted(self.held[seat][row]) if seat in live else [self.base[seat][row]]:
                held.setdefault(points[strength], []).append(strength)
            groups.append(held)
        kinds = []
        for mine, yours in product(groups[0].values(), groups[1].values()):
            if len(live) < 2:
                kinds.append((mine[0], yours[0]))
                continue
            if mine[-1] > yours[0]:
                kinds.append((mine[-1], yours[0]))
            if mine[0] < yours[-1]:
                kinds.append((mine[0], yours[-1]))
            if same := {*mine} & {*yours}:
                kinds.append((min(same), min(same)))
        return kinds

    def _net(self, first: int, second: int, mine: Sequence[int], yours: Sequence[int]) -> int:
        """What the first of two seats wins from the second when they hold these strengths."""
        choices = list(self.base)
        for seat, choice in ((first, mine), (second, yours)):
            if not self.dead[seat]:
                choices[seat] = (choice[0], choice[1], choice[2])
        return self._settle(choices).pairs[first, second]

    def _settle(self, choices: Sequence[Choice], pay: bool = False) -> Settlement:
        """The table settled with these strengths; `pay`: from the stacks, too."""
        hand, taken = self.hand, set[int]()
        boards = []
        for seat, choice in zip(hand.seats, choices, strict=True):
            rows = list(seat.board.rows)
            for row in Row:
                if choice[row] and (seat.names and seat.names[row]):
                    rows[row] = tuple(map(Card, cards_of(choice[row], taken)))
                taken |= {*rows[row]}
            boards.append(Board(rows, check=False))
        return _settled(hand, boards, hand.stacks if pay else None, "allow")

    def known(self) -> Known:
        """What has been found."""
        questions, everybody = tuple(self.questions), len(self.dead)
        fantasyland = tuple(self.next_cards(seat) for seat in range(everybody))
        settled = self._settle(self.base, pay=not self.open)
        if self.open and (self.hand.stacks is not None or len(self.open) == len(settled.pairs)):
            return Known(None, tuple(self.open), questions, fantasyland)
        if self.open:
            settled = _without(settled, self.open)
        called: dict[tuple[int, int], str] = {
            (seat, row): cut(printable(named_text(named.text)), _SHOWN)
            for seat, rows in enumerate(self.named)
            for row, named in zip(Row, rows, strict=True)
            if named is not None
        }
        called |= {
            (seat, row): "-" for seat in range(everybody) if self.hand.seats[seat].fouled for row in Row
        }
        settled = replace(
            settled, boards=tuple(seat.board for seat in self.hand.seats), called=FrozenDict(called)
        )
        return Known(settled, tuple(self.open), questions, fantasyland)

    def next_cards(self, seat: int) -> int | None:
        """Cards of the next Fantasyland hand of a seat, 0 for a normal one; None where that is open."""
        if self.dead[seat] or self.fouls[seat]:
            return 0
        found = _next_cards(self.rules, self.held[seat], self.inside[seat])
        return None if self.fouls[seat] is None and found != 0 else found

    # questions

    def _ask_of(
        self, first: int, second: int, row: Row, kinds: Sequence[tuple[int, int]], live: Sequence[int]
    ) -> None:
        """Ask about the rows of two seats as far as these outcomes differ by them."""
        points = self.rules.royalties.points(str(row))
        differs = len(live) == 2 and len({(a > b) - (a < b) for a, b in kinds}) > 1
        for seat, values in ((first, {points[a] for a, _ in kinds}), (second, {points[b] for _, b in kinds})):
            if seat in live and (differs or len(values) > 1):
                self._ask(seat, row)

    def _ask(self, seat: int, row: Row, about: str = "") -> None:
        named = self.named[seat][row]
        if named is None or (not about and len(self.held[seat][row]) == 1):
            return
        one = self.hand.seats[seat]
        text = _wording(one.name, row, named, self.held[seat][row], about)
        question = Question(self.hand.label, self.hand.line, one.name, str(row), text)
        if question not in self.questions:
            self.questions.append(question)


def _next_cards(rules: Rules, held: Sequence[frozenset[int]], current: int | None) -> int | None:
    """Cards of the next Fantasyland hand for rows with these strengths; None where the strengths differ."""
    if rules.fantasyland is None:
        return 0
    tests = [*rules.fantasyland.stay_tests, *(t for _, tests in rules.fantasyland.entry_tests for t in tests)]
    alike = [
        {tuple(low <= one <= high for r, low, high in tests if r == row): one for one in held[row]}
        for row in Row
    ]
    top, middle, bottom = ([*one.values()] for one in alike)
    found = {rules.next_cards(current, *choice) for choice in product(top, middle, bottom)}
    return found.pop() if len(found) == 1 else None


def _without(settled: Settlement, pairs: Sequence[tuple[int, int]]) -> Settlement:
    """A settlement without what these pairs pay."""
    payments = tuple(
        one for one in settled.payments if (min(one.payer, one.payee), max(one.payer, one.payee)) not in pairs
    )
    points = [0] * len(settled.points)
    for one in payments:
        points[one.payer] -= one.paid
        points[one.payee] += one.paid
    lines = {pair: line for pair, line in settled.head_to_head.items() if pair not in pairs}
    return replace(settled, points=tuple(points), payments=payments, head_to_head=FrozenDict(lines))


_WHICH = {
    Category.PAIR: "which pair is",
    Category.TWO_PAIR: "which two pair is",
    Category.THREE_OF_A_KIND: "which trips are",
    Category.FULL_HOUSE: "which full house is",
    Category.FOUR_OF_A_KIND: "which quads are",
}
_GROUPS = {Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2}


def _wording(name: str, row: Row, named: NamedRow, held: frozenset[int], about: str) -> str:
    """The question about a row."""
    whose = f"{name}'s {row} ({cut(printable(named_text(named.text)), _SHOWN)})"
    if about == "flush":
        return f"is {whose} a flush?"
    keys = [strength_key(strength) for strength in held]
    kinds = {kind for kind, _ in keys}
    if len(kinds) > 1:
        return f"which hand is {whose}?"
    (kind,) = kinds
    if kind in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return f"how high is {whose}?"
    if kind in (Category.FLUSH, Category.HIGH_CARD):
        return f"which cards are in {whose}?"
    groups = _GROUPS.get(kind, 1)
    if len({key[:groups] for _, key in keys}) > 1:
        return f"{_WHICH[kind]} {whose}?"
    kickers = "kickers" if len(keys[0][1]) - groups > 1 else "kicker"
    return f"which {kickers} does {whose} have?"


def listed_pairs(hand: Hand, pairs: Sequence[tuple[int, int]]) -> str:
    """'Ann against Bob is not scored' for each of these pairs."""
    names = [f"{hand.seats[first].name} against {hand.seats[second].name}" for first, second in pairs]
    return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} not scored"
