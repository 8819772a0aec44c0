"""Royalties of a board, and the settlement of a table: every pair of players, then the chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .._columns import signed
from .._core import fits_deck
from .._errors import IllegalMove, InvalidCard, OfcError
from .._rich import repr_html
from .._values import FrozenDict, brief, listed
from ..board import (
    MOST_BOARDS,
    SIZES,
    Board,
    BoardLike,
    Row,
    check_seat,
    read_table,
    strengths_of,
)
from ..cards import CARDS
from ..rules import Rules, RulesLike, TableStakes, as_rules
from ._stakes import HeadToHead, Payment, from_stacks, in_full, up_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal
    from typing import Any

_NOBODY: frozenset[int] = frozenset()
_SHOWN = 150  # characters of the boards in a repr
Strengths = tuple[int, int, int]
LIVE, FOUL, SURRENDERED = 0, 1, 2  # the core's numbers for a hand that counts, and for those that do not


class RowRoyalties(NamedTuple):
    """Points that each row of a board earns from every opponent."""

    top: int = 0
    middle: int = 0
    bottom: int = 0

    @property
    def total(self) -> int:
        """Points of all three rows."""
        return self.top + self.middle + self.bottom


@dataclass(frozen=True, slots=True, repr=False)
class Settlement:
    """A settled table: the result, and all that is needed to explain it.

    points: per board, after stakes; their sum is 0.
    head_to_head: what every two boards settle before stakes, line by line, by (i, j) with i < j; in
        criss-cross a person's own boards are not a pair.
    boards, rules, surrendered, left, button, stacks: what was settled.
    resolved: the boards with their jokers replaced; those surrendered or left as they are.
    strengths: of top, middle and bottom of each board, on one scale for this table (several decks have
        flushes that `Board.strengths` has no place for); None for those surrendered or left.
    fouls: per board; a surrendered board does not foul. royalties: what each board earns from one opponent.
    naturals: per board, the natural that it wins outright with by these rules, or "".
    chips: per person after the settlement; None where no stacks were given.
    called: what rows are called whose cards are not known, by (seat, row); a session may name them. Their
        strengths, and their cards in `resolved`, are some that the name may mean: all others pay the same.
    """

    points: tuple[int, ...]
    head_to_head: Mapping[tuple[int, int], HeadToHead]
    boards: tuple[Board, ...]
    resolved: tuple[Board, ...]
    strengths: tuple[Strengths | None, ...]
    rules: Rules
    fouls: tuple[bool, ...]
    royalties: tuple[RowRoyalties, ...]
    payments: tuple[Payment, ...]
    surrendered: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    button: int | None = None
    stacks: tuple[int, ...] | None = None
    chips: tuple[int, ...] | None = None
    called: Mapping[tuple[int, int], str] = FrozenDict()
    naturals: tuple[str, ...] = ()

    @property
    def pairs(self) -> Mapping[tuple[int, int], int]:
        """Net of the first over the second before stakes, by (i, j) with i < j."""
        return FrozenDict({pair: line.net for pair, line in self.head_to_head.items()})

    @property
    def transfers(self) -> tuple[tuple[int, int, int], ...]:
        """(payer, payee, amount) in the order of settlement, without those of 0."""
        return tuple((p.payer, p.payee, p.paid) for p in self.payments if p.paid)

    def explain(self, names: Sequence[str] | None = None, stake: int | float | Decimal | None = None) -> str:
        """Row by row who won what and why, in at most 76 columns; amounts too if there is a stake."""
        from ._table import table_text

        return table_text(self, names, stake)

    def words(self, seat: int) -> tuple[str, str, str]:
        """What top, middle and bottom of a board are, in words; empty ones for a board that was given up."""
        from ._table import words

        return words(self, seat)

    def __repr__(self) -> str:
        boards = ", ".join(
            f"{board} {signed(won)}" for board, won in zip(self.boards, self.points, strict=True)
        )
        if len(boards) > _SHOWN:
            boards = f"{len(self.boards)} boards, {' '.join(map(signed, self.points[: _SHOWN // 5]))}"
        return f"<Settlement: {self.rules.name}; {boards}>"

    def __str__(self) -> str:
        return self.explain()

    _repr_html_ = repr_html

    def as_dict(self) -> dict[str, Any]:
        """The settlement as data for JSON; pairs by "0-1", boards as text.

        Where the rules have jokers, `resolved` has the boards with their jokers replaced.
        """
        resolved = {"resolved": [str(board) for board in self.resolved]} if self.rules.jokers else {}
        return {
            "rules": self.rules.name,
            "boards": [str(board) for board in self.boards],
            **resolved,
            "surrendered": sorted(self.surrendered),
            "left": sorted(self.left),
            "fouls": list(self.fouls),
            **({"naturals": list(self.naturals)} if self.rules.naturals else {}),
            "royalties": [list(one) for one in self.royalties],
            "pairs": {f"{i}-{j}": net for (i, j), net in self.pairs.items()},
            "points": list(self.points),
            "transfers": [list(one) for one in self.transfers],
            "button": self.button,
            "stacks": None if self.stacks is None else list(self.stacks),
            "chips": None if self.chips is None else list(self.chips),
        }


def royalties(board: BoardLike, rules: RulesLike) -> RowRoyalties:
    """What each row of a board earns by these rules; nothing for a foul or an incomplete board.

    Jokers, where the rules have them, are resolved: see `Board.resolve`.

    >>> from ofckit.rules import RULES
    >>> royalties("QhQd5c / 7h7d8s8c2d / AsKsJs9s4s", RULES["classic"])
    RowRoyalties(top=7, middle=0, bottom=4)
    """
    rules = as_rules(rules)
    one = board if isinstance(board, Board) else Board(board, jokers=rules.jokers)
    if not one.is_complete:
        return RowRoyalties()
    natural = one.resolve(rules)
    (strengths,) = strengths_of([natural])
    if rules.compiled.is_foul(*strengths):
        return RowRoyalties()
    return RowRoyalties(*rules.compiled.royalties(*strengths))


def settle(
    boards: Iterable[BoardLike],
    rules: RulesLike,
    *,
    surrendered: Iterable[int] = (),
    left: Iterable[int] = (),
    button: int | None = None,
    stacks: Sequence[int] | None = None,
    duplicates: str = "error",
) -> Settlement:
    """Settle a table of two or more boards, pair by pair.

    surrendered: seats, from 0, of those who gave up. left: of those who left the hand, which makes it a
        foul. Only the boards of these may be incomplete.
    button: the dealer's seat; payments go in order from their left (from seat 0 if not given).
    stacks: chips in front of each person, one chip a point: the table plays for table stakes, by
        `rules.table_stakes` or their default, and needs a button.
    duplicates: "allow" for several decks.

    Jokers are resolved board by board, once for all opponents. Raises InvalidCard for a card that appears
    twice or a joker that the rules do not have, IllegalMove for a surrender that the rules do not allow,
    OfcError for an incomplete board and for seats and stacks that do not fit.

    >>> from ofckit.rules import RULES
    >>> settle(["QhQd5c/7h7d8s8c2d/AsKsJs9s4s", "Kc4h3s/5h5d6s6h9c/9d9hQcJc8d"], RULES["classic"]).points
    (17, -17)
    """
    rules = as_rules(rules)
    table = _read_boards(boards, rules, duplicates)
    seats = len(table)
    gone = _read_seats("surrendered", surrendered, seats)
    if gone and rules.surrender_points is None:
        raise IllegalMove(f"nobody may surrender in {rules.name}: surrender_points is off")
    away = _read_seats("left", left, seats)
    _check_complete(table, gone | away)
    button = None if button is None else check_seat("the button", button, seats)
    dead = [LIVE] * seats
    for i in away:
        dead[i] = FOUL
    for i in gone:
        dead[i] = SURRENDERED
    natural = [board if how else board.resolve(rules) for board, how in zip(table, dead, strict=True)]
    ranked = iter(strengths_of([board for board, how in zip(natural, dead, strict=True) if not how]))
    strengths = [None if how else next(ranked) for how in dead]
    owners = _owners(seats, rules)
    people = seats if rules.own_boards_compared else seats // rules.boards_per_player
    kinds = _naturals(natural, dead, rules) if rules.naturals else None
    points, fouls, earned, lines = rules.compiled.settle(strengths, dead, people, kinds)
    pairs = {pair: HeadToHead._make(line) for pair, line in lines.items()}
    chips = None
    if stacks is None:
        cap = rules.loss_cap
        payments = in_full(pairs, seats, button) if cap is None else up_to(pairs, owners, button, cap)
    else:
        stacks = _read_stacks(stacks, owners, button)
        stakes = rules.table_stakes or TableStakes()
        payments, chips = from_stacks(pairs, owners, stacks, button, stakes, rules.loss_cap)
    if stacks is not None or rules.loss_cap is not None:
        points = _paid(payments, seats)
    return Settlement(
        points=points,
        head_to_head=FrozenDict(pairs),
        boards=tuple(table),
        resolved=tuple(natural),
        strengths=tuple(strengths),
        rules=rules,
        fouls=fouls,
        royalties=tuple(map(RowRoyalties._make, earned)),
        payments=tuple(payments),
        surrendered=gone,
        left=away,
        button=button,
        stacks=stacks,
        chips=None if chips is None else tuple(chips),
        naturals=("",) * seats if kinds is None else tuple(["", *rules.naturals][kind] for kind in kinds),
    )


def score_many(
    boards: Any, rules: RulesLike, out: Any = None, *, fouls: Any = None, royalties: Any = None
) -> Any:
    """Points of many tables at once: uint8 (N, players, 13), top first -> int32 (N, players).

    Two to four players; nobody surrenders, nobody runs out of chips. `out`, `fouls` (uint8 or bool,
    (N, players)) and `royalties` (int16, (N, players, 3)) are buffers to fill. Given an array, it returns an
    array. InvalidCard names the first table with a bad or repeated card. Releases the GIL.
    """
    rules = as_rules(rules)
    if rules.boards_per_player > 1 and not rules.own_boards_compared:
        raise OfcError(
            "score_many compares every two boards; settle leaves out the own boards of criss-cross"
        )
    return rules.compiled.score_many(boards, out, fouls=fouls, royalties=royalties)


def _read_boards(boards: Iterable[BoardLike], rules: Rules, duplicates: str) -> list[Board]:
    if not isinstance(duplicates, str) or duplicates not in ("error", "allow"):
        raise OfcError(f"duplicates = {brief(duplicates)}: must be 'error' or 'allow'")
    strict = duplicates == "error"
    table, _ = read_table(boards, jokers=rules.jokers, check=strict)
    if len(table) < 2:
        raise OfcError(f"a settlement takes two boards or more, not {len(table)}")
    if strict:
        _refuse_duplicates(table)
    return table


def _naturals(boards: Sequence[Board], dead: Sequence[int], rules: Rules) -> list[int]:
    """For each board its natural, counted from 1 as in the rules; 0 for none and for dead boards."""
    return [
        0 if gone else rules.compiled.natural(board.cards) for board, gone in zip(boards, dead, strict=True)
    ]


def _refuse_duplicates(table: Sequence[Board]) -> None:
    rows = [row for board in table for row in board.rows]
    if fits_deck(rows, len(CARDS)):
        return
    held = [card for row in rows for card in row]
    holders: dict[str, list[str]] = {}
    for card, n in sorted(Counter(held).items()):
        if n > 1:
            boards = [f"board {i}" for i, board in enumerate(table) for c in board.cards if c == card]
            holders.setdefault(" and ".join(boards), []).append(str(card))
    places = "; ".join(f"{' '.join(cards)} on {where}" for where, cards in holders.items())
    raise InvalidCard(f"cards more than once: {places} (several decks: duplicates='allow')")


def _read_seats(what: str, given: Iterable[int], seats: int) -> frozenset[int]:
    some = listed(what, given, MOST_BOARDS)
    return frozenset([check_seat(what, seat, seats) for seat in some]) if some else _NOBODY


def _check_complete(table: Sequence[Board], gone: frozenset[int]) -> None:
    for i, board in enumerate(table):
        for row in () if board.is_complete else Row:
            held, size = len(board.rows[row]), SIZES[row]
            if held > size or (held < size and i not in gone):
                raise OfcError(
                    f"board {i} cannot be settled: its {row} has {held} of {size} cards ({board}); only a "
                    "surrendered board may be incomplete"
                )


def _owners(seats: int, rules: Rules) -> Sequence[int]:
    """The person at each seat: in criss-cross the people sit in turn, each at two seats."""
    if rules.boards_per_player == 1:
        return range(seats)
    people, rest = divmod(seats, rules.boards_per_player)
    if rest or people < 2:
        each = f"{rules.boards_per_player} boards for each player"
        raise OfcError(f"{rules.name} has {each}, not {seats} in all" + ("" if rest else ", and two players"))
    return [seat % people for seat in range(seats)]


def _paid(payments: Iterable[Payment], seats: int) -> tuple[int, ...]:
    """The points of each seat after these payments."""
    points = [0] * seats
    for payment in payments:
        points[payment.payer] -= payment.paid
        points[payment.payee] += payment.paid
    return tuple(points)


def _read_stacks(given: object, owners: Sequence[int], button: int | None) -> tuple[int, ...]:
    people = max(owners) + 1
    stacks = listed("stacks", given, MOST_BOARDS)
    if len(stacks) != people:
        raise OfcError(f"stacks: {people} needed, one for each player, not {len(stacks)}")
    for chips in stacks:
        if not isinstance(chips, int) or isinstance(chips, bool) or chips < 0:
            raise OfcError(f"stacks: {brief(chips)} is not a stack; chips are whole numbers from 0")
    if button is None:
        raise OfcError("stacks need a button: the order of settlement begins at the dealer's left")
    return tuple(stacks)
