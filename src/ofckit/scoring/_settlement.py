"""Royalties of a board, and the settlement of a table: every pair of players, then the chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ofckit._errors import IllegalMove, InvalidCard, OfcError
from ofckit._values import Table, brief, listed
from ofckit.board import (
    MOST_BOARDS,
    SIZES,
    Board,
    BoardLike,
    Row,
    check_seat,
    read_table,
    strengths_together,
)
from ofckit.rules import Rules, RulesLike, TableStakes, as_rules
from ofckit.scoring._stakes import Payment, from_stacks, in_full

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal
    from typing import Any

Strengths = tuple[int, int, int]
LIVE, FOUL, SURRENDERED = 0, 1, 2  # how the core calls a hand that counts, and those that do not


@dataclass(frozen=True, slots=True)
class RowRoyalties:
    """Points that each row of a board earns from every opponent."""

    top: int = 0
    middle: int = 0
    bottom: int = 0

    @property
    def total(self) -> int:
        return self.top + self.middle + self.bottom

    def __iter__(self) -> Iterator[int]:
        return iter((self.top, self.middle, self.bottom))


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled table: what it came to, and all that is needed to say why.

    points: per board, after stakes; their sum is 0.
    pairs: net of the first over the second before stakes, by (i, j) with i < j; in criss-cross a person's own
        boards are no pair.
    transfers: (payer, payee, amount) in the order of settlement, without those of nothing.
    boards, rules, surrendered, left, button, stacks: what was settled.
    resolved: the boards with what their jokers stand for; those that were given up or left as they are.
    strengths: of top, middle and bottom of each board, on one scale for this table (several decks have
        flushes that `Board.strengths` has no place for); None for those that were given up or left.
    fouls: per board; a surrendered board is none. royalties: what each board earns from one opponent.
    chips: per person after the settlement; None where no stacks were given.
    """

    points: tuple[int, ...]
    pairs: Mapping[tuple[int, int], int]
    transfers: tuple[tuple[int, int, int], ...]
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

    def explain(self, names: Sequence[str] | None = None, stake: int | float | Decimal | None = None) -> str:
        """Row by row who won what and why, in at most 76 columns; amounts too where there is a stake."""
        from ofckit.scoring._table import table_text

        return table_text(self, names, stake)

    def as_dict(self) -> dict[str, Any]:
        """The settlement as what JSON can hold; pairs by "0-1", boards as text.

        Where the rules have jokers, `resolved` has the boards with what they stand for.
        """
        resolved = {"resolved": [str(board) for board in self.resolved]} if self.rules.jokers else {}
        return {
            "rules": self.rules.name,
            "boards": [str(board) for board in self.boards],
            **resolved,
            "surrendered": sorted(self.surrendered),
            "left": sorted(self.left),
            "fouls": list(self.fouls),
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
    if natural.fouls(rules):
        return RowRoyalties()
    (strengths,) = strengths_together([natural.rows])
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

    surrendered: the seats, from 0, of those who gave up. left: of those who left the hand, which makes it a
        foul. Only the boards of these may be incomplete.
    button: the dealer's seat; payments go in order from his left (from seat 0 where it is not given).
    stacks: chips in front of each person, one chip a point: the table plays for table stakes, by
        `rules.table_stakes` or their default, and needs a button.
    duplicates: "allow" for several decks.

    Jokers are resolved board by board, once for all opponents. Raises InvalidCard for a card that is there
    twice or a joker that the rules do not have, IllegalMove for a surrender that the rules do not know,
    OfcError for an incomplete board and for seats and stacks that do not fit.

    >>> from ofckit.rules import RULES
    >>> settle(["QhQd5c/7h7d8s8c2d/AsKsJs9s4s", "Kc4h3s/5h5d6s6h9c/9d9hQcJc8d"], RULES["classic"]).points
    (17, -17)
    """
    rules = as_rules(rules)
    table = _read_boards(boards, rules, duplicates)
    seats = len(table)
    gone = _read_surrendered(surrendered, seats, rules)
    away = frozenset(check_seat("left", seat, seats) for seat in listed("left", left, MOST_BOARDS))
    _check_complete(table, gone | away)
    button = None if button is None else check_seat("the button", button, seats)
    live = [i not in gone and i not in away for i in range(seats)]
    natural = [board.resolve(rules) if ok else board for board, ok in zip(table, live, strict=True)]
    counted = iter(strengths_together([board.rows for board, ok in zip(natural, live, strict=True) if ok]))
    strengths = [next(counted) if ok else None for ok in live]
    dead = [LIVE if ok else SURRENDERED if i in gone else FOUL for i, ok in enumerate(live)]
    owners = _owners(seats, rules)
    pairs = Table(
        ((i, j), rules.compiled.settle_pair(strengths[i], dead[i], strengths[j], dead[j]))
        for i, j in combinations(range(seats), 2)
        if owners[i] != owners[j] or rules.own_boards_compared
    )
    fouls = tuple(
        how == FOUL if rows is None else rules.compiled.is_foul(*rows)
        for rows, how in zip(strengths, dead, strict=True)
    )
    chips = None
    if stacks is None:
        payments = in_full(pairs, seats, button)
    else:
        stacks = _read_stacks(stacks, owners, button)
        payments, chips = from_stacks(pairs, owners, stacks, button, rules.table_stakes or TableStakes())
    points = [0] * seats
    for payment in payments:
        points[payment.payer] -= payment.paid
        points[payment.payee] += payment.paid
    return Settlement(
        points=tuple(points),
        pairs=pairs,
        transfers=tuple((p.payer, p.payee, p.paid) for p in payments if p.paid),
        boards=tuple(table),
        resolved=tuple(natural),
        strengths=tuple(strengths),
        rules=rules,
        fouls=fouls,
        royalties=tuple(
            RowRoyalties() if foul or rows is None else RowRoyalties(*rules.compiled.royalties(*rows))
            for rows, foul in zip(strengths, fouls, strict=True)
        ),
        payments=tuple(payments),
        surrendered=gone,
        left=away,
        button=button,
        stacks=stacks,
        chips=None if chips is None else tuple(chips),
    )


def score_many(
    boards: Any, rules: RulesLike, out: Any = None, *, fouls: Any = None, royalties: Any = None
) -> Any:
    """Points of many tables in one pass: uint8 (N, players, 13), top first -> int32 (N, players).

    Two to four players; nobody surrenders, nobody runs out of chips. `out`, `fouls` (uint8 or bool,
    (N, players)) and `royalties` (int16, (N, players, 3)) are buffers to fill. An array comes back where one
    was given. InvalidCard names the first table with a bad card or one that repeats. Releases the GIL.
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


def _refuse_duplicates(table: Sequence[Board]) -> None:
    held = [card for board in table for card in board.cards]
    if len(set(held)) == len(held):
        return
    holders: dict[str, list[str]] = {}
    for card, n in sorted(Counter(held).items()):
        if n > 1:
            boards = [f"board {i}" for i, board in enumerate(table) for c in board.cards if c == card]
            holders.setdefault(" and ".join(boards), []).append(str(card))
    places = "; ".join(f"{' '.join(cards)} on {where}" for where, cards in holders.items())
    raise InvalidCard(f"cards more than once: {places} (several decks: duplicates='allow')")


def _read_surrendered(surrendered: Iterable[int], seats: int, rules: Rules) -> frozenset[int]:
    given = listed("surrendered", surrendered, MOST_BOARDS)
    gone = frozenset(check_seat("surrendered", seat, seats) for seat in given)
    if gone and rules.surrender_points is None:
        raise IllegalMove(f"nobody may surrender in {rules.name}: its surrender_points are None")
    return gone


def _check_complete(table: Sequence[Board], gone: frozenset[int]) -> None:
    for i, board in enumerate(table):
        for row in Row:
            held, size = len(board.rows[row]), SIZES[row]
            if held > size or (held < size and i not in gone):
                raise OfcError(
                    f"board {i} cannot be settled: its {row} has {held} of {size} cards ({board}); only a "
                    "board that was given up may be incomplete"
                )


def _owners(seats: int, rules: Rules) -> list[int]:
    """Whose seat each one is: in criss-cross the people sit in turn, each at two seats."""
    people, rest = divmod(seats, rules.boards_per_player)
    if rest or people < 2:
        each = f"{rules.boards_per_player} boards for each player"
        raise OfcError(f"{rules.name} has {each}, not {seats} in all" + ("" if rest else ", and two players"))
    return [seat % people for seat in range(seats)]


def _read_stacks(given: object, owners: Sequence[int], button: int | None) -> tuple[int, ...]:
    people = max(owners) + 1
    stacks = listed("stacks", given, MOST_BOARDS)
    if len(stacks) != people:
        raise OfcError(f"stacks: {people} are needed, one for each player, not {len(stacks)}")
    for chips in stacks:
        if not isinstance(chips, int) or isinstance(chips, bool) or chips < 0:
            raise OfcError(f"stacks: {brief(chips)} is no stack; chips are whole numbers from 0")
    if button is None:
        raise OfcError("stacks need a button: the order of settlement begins at the dealer's left")
    return tuple(stacks)
