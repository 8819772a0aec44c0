"""Rules: every switch of a game of open-face Chinese poker, as one value that cannot change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .._errors import InvalidRules
from .._rich import repr_html
from .._values import (
    FrozenDict,
    check_bool,
    check_choice,
    check_int,
    check_name,
    listed,
    rebuild,
    replaced,
    short_repr,
    state,
    wrong,
)
from ._fantasyland import Fantasyland, Test, condition_text
from ._hands import LOW_MIDDLE_WORST, is_low, strength_range
from ._naturals import check_no_jokers, compiled_naturals, read_naturals
from ._royalties import ROYALTIES, Royalties, read_royalties

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._core import CompiledRules

BOARD = 13
SCORINGS = ("1-6", "1-4", "2-4", "rows")
SWEEP_BONUS = {"1-6": 3, "1-4": 1, "2-4": 0, "rows": 0}
MAJORITY_BONUS = {"1-6": 0, "1-4": 0, "2-4": 1, "rows": 0}
MAJORITIES = ("more-rows", "two-rows")
ROYALTIES_TO = ("both", "row-winner", "pair-winner")
MIDDLES = ("high", "2-7")
JOKER_RESOLUTIONS = ("board", "row")
FIRST_FIVE = ("in-turn", "dealt-together")
AUTO_PLACE = ("bottom-up", "top-most")
FIRST_TO_ACT = ("left", "button")
DOUBLE = "double"
MOST_SEATS = 4


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Street:
    """One deal to every seat: cards dealt, how many of them are placed, the others discarded face down."""

    deal: int
    place: int
    face_down: bool = False

    def __post_init__(self) -> None:
        check_int("streets.deal", self.deal, 1, 17)
        check_int("streets.place", self.place, 1, BOARD)
        check_bool("streets.face_down", self.face_down)
        if self.place > self.deal:
            raise wrong("streets.place", self.place, f"at most the {self.deal} cards dealt")

    @property
    def discards(self) -> int:
        """Cards of this street that do not go to the board."""
        return self.deal - self.place

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TableStakes:
    """Nobody pays more than they have in front of them, in strict order from the dealer's left.

    win_cap: nobody wins more than they had at the start of the hand; at that point their hand is complete.
    broke_is_out: a player who is out of chips can no longer win in this hand.
    """

    win_cap: bool = True
    broke_is_out: bool = False

    def __post_init__(self) -> None:
        check_bool("table_stakes.win_cap", self.win_cap)
        check_bool("table_stakes.broke_is_out", self.broke_is_out)

    def replace(self, **changes: Any) -> TableStakes:
        """The same stakes with other switches."""
        return replaced(self, changes)

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules:
    """One game: the deal, who may sit down, what rows, fouls and royalties pay, Fantasyland, stakes, jokers.

    name: what the game is called.
    streets: the deal, street by street; the cards placed make 13.
    players: (fewest, most) people. boards_per_player: 2 in criss-cross, where each plays two seats.
    scoring: "1-6" (a point a row, 3 more for all three), "1-4" (1 more for all three), "2-4" (1 more for the
        majority), "rows" (no bonus).
    sweep_bonus, majority_bonus: other points for all three rows, and for most of them; None: as scoring says.
    majority: who gets the majority bonus: "more-rows" won than lost, or at least "two-rows" won.
    table_sweep: points from each opponent for beating every one of them in all rows (a foul counts as
        beaten, a surrendered hand does not), where there are two or more; "double": all is paid twice.
    naturals: points by natural, such as {"dragon": 13}: thirteen cards that win outright, however they are
        set; of two the one with more points, then the rarer. No rows or royalties are paid for them.
    loss_cap: nobody loses more in one hand, the pairs paying in turn; None: no cap.
    foul_points: points of a foul to each opponent; None: what a sweep is worth (6, 4 or 3).
    foul_pays_royalties: a foul pays the opponent's royalties too.
    strict_rows: an equal middle and bottom are a foul.
    royalties: a table or the name of one. royalties_to: "both" players of a pair, the "row-winner", or the
        "pair-winner" on row points.
    middle: "high", or "2-7": ten-low or better, not compared with the other rows.
    surrender_points: points to each opponent for giving up; None: nobody may.
    fantasyland, table_stakes: None: off.
    jokers: 0 to 2. joker_may_copy: a joker may be a card of another row of its board. joker_resolution:
        jokers are resolved for the "board" together, or for each "row" by itself, even into a foul.
    first_five: each player sees the first cards "in-turn", or they are "dealt-together".
    final_face_down: how many cards at the end are dealt together face down, hidden until the showdown.
    own_boards_compared: the two boards of one player in criss-cross settle with each other, too.
    auto_place: where the cards of a player out of time go: "bottom-up", or the "top-most" free place.
    first_to_act: the player on the "left" of the button, or the "button" itself. The left one settles first.

    Raises InvalidRules with the switch, the value and what is allowed.
    """

    name: str
    streets: tuple[Street, ...]
    players: tuple[int, int] = (2, 4)
    boards_per_player: int = 1
    scoring: str = "1-6"
    majority: str = "more-rows"
    foul_points: int | None = None
    foul_pays_royalties: bool = True
    strict_rows: bool = False
    royalties: Royalties = ROYALTIES["modern"]
    royalties_to: str = "both"
    middle: str = "high"
    surrender_points: int | None = None
    fantasyland: Fantasyland | None = None
    table_stakes: TableStakes | None = None
    jokers: int = 0
    joker_may_copy: bool = False
    joker_resolution: str = "board"
    first_five: str = "in-turn"
    final_face_down: int = 0
    own_boards_compared: bool = False
    auto_place: str = "bottom-up"
    sweep_bonus: int | None = None
    majority_bonus: int | None = None
    table_sweep: int | str = 0
    naturals: Mapping[str, int] = FrozenDict()
    loss_cap: int | None = None
    first_to_act: str = "left"
    _compiled: CompiledRules | None = field(init=False, repr=False, compare=False, default=None)
    _plan: tuple[Street, ...] = field(init=False, repr=False, compare=False, default=())
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        check_name("name", self.name)
        object.__setattr__(self, "streets", _read_streets(self.streets))
        object.__setattr__(self, "players", _read_players(self.players))
        object.__setattr__(self, "royalties", read_royalties(self.royalties))
        object.__setattr__(self, "naturals", read_naturals(self.naturals))
        self._check_scoring()
        self._check_table()
        object.__setattr__(self, "_plan", _plan(self.streets, self.final_face_down))
        self._check_middle()
        self._check_deck()

    def _check_scoring(self) -> None:
        check_choice("scoring", self.scoring, SCORINGS)
        check_choice("majority", self.majority, MAJORITIES)
        for key in ("sweep_bonus", "majority_bonus", "foul_points"):
            if getattr(self, key) is not None:
                check_int(key, getattr(self, key), 0, 1000)
        if not isinstance(self.table_sweep, str) or self.table_sweep != DOUBLE:
            check_int("table_sweep", self.table_sweep, 0, 1000, f" or {DOUBLE!r}")
        if self.loss_cap is not None:
            check_int("loss_cap", self.loss_cap, 1, 100_000)
        check_bool("foul_pays_royalties", self.foul_pays_royalties)
        check_bool("strict_rows", self.strict_rows)
        check_choice("royalties_to", self.royalties_to, ROYALTIES_TO)
        check_choice("middle", self.middle, MIDDLES)
        if self.surrender_points is not None:
            check_int("surrender_points", self.surrender_points, 0, 1000)

    def _check_table(self) -> None:
        check_int("boards_per_player", self.boards_per_player, 1, 2)
        if self.players[1] * self.boards_per_player > MOST_SEATS:
            each = self.boards_per_player
            raise wrong("players", self.players, f"{MOST_SEATS} seats at most, {each} for each player")
        if self.fantasyland is not None and not isinstance(self.fantasyland, Fantasyland):
            raise wrong("fantasyland", self.fantasyland, "None (off) or Fantasyland(enter=...)")
        if self.table_stakes is not None and not isinstance(self.table_stakes, TableStakes):
            raise wrong("table_stakes", self.table_stakes, "None (off) or TableStakes(...)")
        check_int("jokers", self.jokers, 0, 2)
        check_bool("joker_may_copy", self.joker_may_copy)
        check_choice("joker_resolution", self.joker_resolution, JOKER_RESOLUTIONS)
        check_choice("first_five", self.first_five, FIRST_FIVE)
        check_int("final_face_down", self.final_face_down, 0, BOARD)
        check_bool("own_boards_compared", self.own_boards_compared)
        if self.own_boards_compared and self.boards_per_player == 1:
            raise wrong("own_boards_compared", True, "False where boards_per_player = 1")
        check_choice("auto_place", self.auto_place, AUTO_PLACE)
        check_choice("first_to_act", self.first_to_act, FIRST_TO_ACT)
        check_no_jokers(self.naturals, self.jokers)

    def _check_middle(self) -> None:
        """The middle is named by lows alone where it is 2-7, by high hands alone where it is high."""
        low = self.middle == "2-7"
        words = "a 2-7 low such as '75432' or '8-low'" if low else "a high hand"
        for hand in self.royalties.middle:
            if is_low(hand) != low:
                raise wrong("royalties.middle", hand, f"{words}, because middle = {self.middle!r}")
        for row, hand in self.fantasyland.conditions if self.fantasyland else ():
            if row == "middle" and is_low(hand) != low:
                text = condition_text((row, hand))
                raise wrong("fantasyland", text, f"{words}, because middle = {self.middle!r}")

    def _check_deck(self) -> None:
        most = self.players[1]
        self._check_fits(most, ())
        if self.fantasyland and self.fantasyland.most_cards > self.cards_per_seat:
            self._check_fits(most, (self.fantasyland.most_cards,) * self.seats(most))

    # what follows from the switches

    @property
    def plan(self) -> tuple[Street, ...]:
        """The streets as they are dealt: the last ones merged where the last cards go face down."""
        return self._plan

    @property
    def cards_per_seat(self) -> int:
        """Cards dealt to one seat in a normal hand, discards included."""
        return sum(street.deal for street in self.streets)

    @property
    def deck_size(self) -> int:
        """52 and the jokers."""
        return 52 + self.jokers

    @property
    def sweep_value(self) -> int:
        """Row points for all three rows: 6, 4 or 3 where no bonus is changed."""
        return 3 + sum(self._bonuses)

    @property
    def _bonuses(self) -> tuple[int, int]:
        """Points for most rows, and more for all of them."""
        majority, sweep = self.majority_bonus, self.sweep_bonus
        return (
            MAJORITY_BONUS[self.scoring] if majority is None else majority,
            SWEEP_BONUS[self.scoring] if sweep is None else sweep,
        )

    @property
    def foul_value(self) -> int:
        """Points of a foul to each opponent, royalties apart."""
        return self.sweep_value if self.foul_points is None else self.foul_points

    @property
    def is_closed(self) -> bool:
        """True when all thirteen cards are dealt at once and set face down (closed Chinese)."""
        return len(self.streets) == 1 and self.streets[0].face_down

    def seats(self, players: int) -> int:
        """Boards at a table with this many people, 1 to 100."""
        check_int("players", players, 1, 100)
        return players * self.boards_per_player

    def order(self, seats: int, button: int) -> list[int]:
        """The seats as they act: from the dealer's left with the dealer last, or from the button."""
        check_int("seats", seats, 1, 100)
        check_int("button", button, 0, seats - 1)
        first = button + (self.first_to_act == "left")
        return [(first + i) % seats for i in range(seats)]

    def cards_needed(self, players: int, fantasyland: Iterable[int | None] = ()) -> int:
        """Cards that a hand takes; fantasyland: cards of the seats in Fantasyland (None or 0: not in it)."""
        inside = _inside(fantasyland)
        return sum(inside) + (self.seats(players) - len(inside)) * self.cards_per_seat

    def check_players(self, players: int, fantasyland: Iterable[int | None] = ()) -> None:
        """Raise InvalidRules unless this many people can play a hand with this deck."""
        check_int("players", players, 1, 100)
        inside = _inside(fantasyland)
        if len(inside) > self.seats(players):
            raise InvalidRules(f"{len(inside)} Fantasyland hands for {self.seats(players)} seats")
        self._check_fits(players, inside)
        low, high = self.players
        if not low <= players <= high:
            number = str(low) if low == high else f"{low} to {high}"
            raise wrong("players", players, f"{number} in {self.name}")

    def _check_fits(self, players: int, inside: tuple[int, ...]) -> None:
        needed = self.cards_needed(players, inside)
        if needed > self.deck_size:
            where = f", {len(inside)} in Fantasyland" if inside else ""
            raise InvalidRules(
                f"players = {players}: {needed} cards needed, {self.deck_size} in the deck"
                f" ({self.seats(players)} boards{where})"
            )

    @property
    def low_middle_max(self) -> int:
        """The highest strength that qualifies in a 2-7 middle (T-9-8-7-5); 0 with a high middle."""
        return strength_range(LOW_MIDDLE_WORST)[1] if self.middle == "2-7" else 0

    def row_points(self, top: int, middle: int, bottom: int) -> int:
        """Points of the first of two players for their row results: 1 won, 0 tied, -1 lost."""
        rows = (top, middle, bottom)
        for result in rows:
            check_int("a row's result", result, -1, 1)
        majority, sweep = self._bonuses
        won, lost = rows.count(1), rows.count(-1)
        most = (won >= 2) - (lost >= 2) if self.majority == "two-rows" else (won > lost) - (lost > won)
        return sum(rows) + majority * most + sweep * ((won == 3) - (lost == 3))

    def __hash__(self) -> int:
        """Computed once: the caches of compiled rules and objectives ask for it at every call."""
        if not self._hash:
            object.__setattr__(self, "_hash", hash(tuple(state(self).values())))
        return self._hash

    @property
    def compiled(self) -> CompiledRules:
        """These rules as the plain numbers that the C core works with; built once."""
        if self._compiled is None:
            known = self.fantasyland.compiled if self.fantasyland else {}
            object.__setattr__(self, "_compiled", self._compile(known))
        assert self._compiled is not None
        return self._compiled

    def compiled_with(self, entry_tests: Sequence[tuple[int, tuple[Test, ...]]]) -> CompiledRules:
        """The same numbers with other ways into Fantasyland: (cards, tests), the first that a board meets."""
        return self._compile({"entry_tests": entry_tests})

    def _compile(self, fantasyland: dict[str, Any]) -> CompiledRules:
        from .._core import CompiledRules

        results = (-1, 0, 1)
        return CompiledRules(
            royalty_top=self.royalties.points("top"),
            royalty_middle=self.royalties.points("middle"),
            royalty_bottom=self.royalties.points("bottom"),
            row_points=[self.row_points(t, m, b) for t in results for m in results for b in results],
            strict_rows=self.strict_rows,
            low_middle=self.middle == "2-7",
            low_middle_max=self.low_middle_max,
            foul_points=self.foul_value,
            foul_pays_royalties=self.foul_pays_royalties,
            surrender_points=self.surrender_points or 0,
            royalties_to=ROYALTIES_TO.index(self.royalties_to),
            jokers=self.jokers,
            joker_may_copy=self.joker_may_copy,
            jokers_row_by_row=self.joker_resolution == "row",
            naturals=compiled_naturals(self.naturals),
            table_sweep=self.table_sweep if isinstance(self.table_sweep, int) else 0,
            table_sweep_doubles=self.table_sweep == DOUBLE,
            loss_cap=self.loss_cap or 0,
            button_acts_first=self.first_to_act == "button",
            **fantasyland,
        )

    def next_cards(
        self,
        current: int | None,
        top: int,
        middle: int,
        bottom: int,
        foul: bool = False,
        announced: bool = True,
    ) -> int:
        """Cards of the next Fantasyland hand, 0 for a normal one; see `Fantasyland.next_cards`."""
        if self.fantasyland is None:
            return 0
        return self.fantasyland.next_cards(current, top, middle, bottom, foul, announced)

    # as text and back

    def replace(self, **changes: Any) -> Rules:
        """The same rules with other switches: `RULES["classic"].replace(surrender_points=2)`."""
        return replaced(self, changes)

    @classmethod
    def from_toml(cls, text: str) -> Rules:
        """House rules from TOML text: a `base` preset and what differs, or a whole game; docs/rules.md."""
        from ._toml import read_rules

        return read_rules(text)

    def to_toml(self) -> str:
        """TOML text with every switch; `Rules.from_toml` reads back equal rules."""
        from ._toml import write_rules

        return write_rules(self)

    def sheet(self) -> str:
        """A rule sheet to lay on the table: plain text, 76 columns at most."""
        from ._sheet import rule_sheet

        return rule_sheet(self)

    def sheet_parts(self) -> list[tuple[str, str]]:
        """The sheet as (label, text); a line of a text that begins with "|" is one of a table."""
        from ._sheet import sheet_parts

        return sheet_parts(self)

    def __repr__(self) -> str:
        """A preset by its name, what is close to one by its differences, else every switch."""
        from ._presets import shortest_repr

        return shortest_repr(self)

    def __str__(self) -> str:
        return self.sheet()

    _repr_html_ = repr_html

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), state(self))


def _inside(fantasyland: Iterable[int | None]) -> tuple[int, ...]:
    """The cards of the seats in Fantasyland."""
    given = listed("fantasyland", fantasyland, 200)
    for cards in given:
        if cards is not None and (type(cards) is not int or not 0 <= cards <= 54):
            raise wrong("fantasyland", cards, "None or a number of cards, 0 to 54")
    return tuple(filter(None, given))


def _read_streets(value: object) -> tuple[Street, ...]:
    streets = tuple(value) if isinstance(value, (list, tuple)) else ()
    if not streets or not all(isinstance(street, Street) for street in streets):
        raise wrong("streets", value, "one or more Street(deal=..., place=...)")
    placed = sum(street.place for street in streets)
    if placed != BOARD:
        raise InvalidRules(f"streets = {plan_text(streets)!r}: {placed} cards placed, must be {BOARD}")
    return streets


def _read_players(value: object) -> tuple[int, int]:
    if isinstance(value, (list, tuple)) and len(value) == 2:
        low, high = value
        if type(low) is int and type(high) is int and 2 <= low <= high <= MOST_SEATS:
            return low, high
    raise wrong("players", value, f"(fewest, most), 2 to {MOST_SEATS} people")


def _plan(streets: tuple[Street, ...], face_down: int) -> tuple[Street, ...]:
    """The streets with the last `face_down` cards dealt as one hidden street."""
    if face_down == 0:
        return streets
    possible = [0]
    for n in range(1, len(streets)):
        last = streets[-n:]
        possible.append(sum(s.deal for s in last))
        if possible[-1] == face_down:
            hidden = Street(deal=face_down, place=sum(s.place for s in last), face_down=True)
            return (*streets[:-n], hidden)
    numbers = ", ".join(map(str, possible))
    raise wrong("final_face_down", face_down, f"the cards of whole streets at the end: {numbers}")


def plan_text(streets: Iterable[Street]) -> str:
    """'5 + 3/2 x 4': cards dealt, cards placed where that is fewer, how often."""
    runs: list[tuple[Street, int]] = []
    for street in streets:
        if runs and runs[-1][0] == street:
            runs[-1] = (street, runs[-1][1] + 1)
        else:
            runs.append((street, 1))
    return " + ".join(_street_text(street) + (f" x {n}" if n > 1 else "") for street, n in runs)


def _street_text(street: Street) -> str:
    cards = str(street.deal) if street.place == street.deal else f"{street.deal}/{street.place}"
    return cards + (" face down" if street.face_down else "")
