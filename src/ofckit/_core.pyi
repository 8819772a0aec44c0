from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, SupportsIndex, TypeVar, overload

from typing_extensions import Buffer, disjoint_base

from .cards import Card

_CardLike = str | SupportsIndex
_CardRow = tuple[Card, ...]
_ByRow = tuple[int, int, int]

class _Array(Protocol):
    """A NumPy array, which its own stubs call a buffer from Python 3.12 on only."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...

_Numbers = Buffer | _Array
_Out = TypeVar("_Out", bound=_Numbers)

def use_cards(cards: _CardRow, spellings: dict[str, Card]) -> None: ...
def plain_cards(source: object) -> list[Card] | None: ...
def plain_board(source: object, jokers: int) -> tuple[_CardRow, _CardRow, _CardRow] | None: ...
def fits_deck(groups: Iterable[Iterable[SupportsIndex]], cards: int) -> bool: ...
def left_in_deck(groups: Iterable[Iterable[SupportsIndex]], cards: int) -> _CardRow: ...
def rank(cards: str | Iterable[_CardLike], *, duplicates: Literal["error", "allow"] = "error") -> int: ...
def rank_rows(rows: Iterable[Iterable[SupportsIndex]]) -> tuple[int, int, int]: ...
def rank_ids(cards: Iterable[SupportsIndex], duplicates: bool = False) -> int: ...
def rank5(
    a: SupportsIndex, b: SupportsIndex, c: SupportsIndex, d: SupportsIndex, e: SupportsIndex, /
) -> int: ...
def rank3(a: SupportsIndex, b: SupportsIndex, c: SupportsIndex, /) -> int: ...
def best_five_ids(cards: Iterable[SupportsIndex]) -> tuple[int, int, int, int, int]: ...
@overload
def rank_many(hands: _Array, out: None = None) -> Any: ...
@overload
def rank_many(hands: Buffer, out: None = None) -> array[int]: ...
@overload
def rank_many(hands: _Numbers, out: _Out) -> _Out: ...
def _kernels() -> tuple[str, ...]: ...
def _kernel() -> str: ...
def _set_kernel(name: str) -> str: ...
def _rank_many_unchecked(hands: _Numbers, out: _Out) -> _Out: ...
def omaha_rank(hole: Sequence[SupportsIndex], board: Sequence[SupportsIndex]) -> int: ...
@overload
def omaha_rank_many(holes: _Array, boards: _Numbers, out: None = None) -> Any: ...
@overload
def omaha_rank_many(holes: Buffer, boards: _Numbers, out: None = None) -> array[int]: ...
@overload
def omaha_rank_many(holes: _Numbers, boards: _Numbers, out: _Out) -> _Out: ...
def omaha_equity(hole: Sequence[SupportsIndex], opponents: int, deals: int, seed: int) -> tuple[int, ...]: ...
def omaha_field(players: int, deals: int, seed: int) -> tuple[array[int], array[int]]: ...

@disjoint_base
class CompiledRules:
    def __init__(
        self,
        *,
        royalty_top: Sequence[int],
        royalty_middle: Sequence[int],
        royalty_bottom: Sequence[int],
        row_points: Sequence[int],
        strict_rows: bool = False,
        low_middle: bool = False,
        low_middle_max: int = 0,
        foul_points: int = 6,
        foul_pays_royalties: bool = True,
        surrender_points: int = 0,
        royalties_to: int = 0,
        jokers: int = 0,
        joker_may_copy: bool = False,
        jokers_row_by_row: bool = False,
        entry_tests: Sequence[tuple[int, Sequence[tuple[int, int, int]]]] = (),
        stay_tests: Sequence[tuple[int, int, int]] = (),
        repeat: int = 0,
        button_moves: bool = False,
        naturals: Sequence[tuple[int, int]] = (),
        table_sweep: int = 0,
        table_sweep_doubles: bool = False,
        loss_cap: int = 0,
        button_acts_first: bool = False,
    ) -> None: ...
    @property
    def jokers(self) -> int: ...
    def resolve(self, cards: Sequence[SupportsIndex]) -> tuple[tuple[int, ...], tuple[int, int, int]]: ...
    def row_strengths(self, cards: Sequence[SupportsIndex]) -> tuple[int, int, int]: ...
    def is_foul(self, top: int, middle: int, bottom: int) -> bool: ...
    def royalties(self, top: int, middle: int, bottom: int) -> tuple[int, int, int]: ...
    def natural(self, cards: Sequence[SupportsIndex]) -> int: ...
    def settle(
        self,
        boards: Iterable[Sequence[int] | None],
        dead: Iterable[int],
        people: int,
        naturals: Sequence[int] | None = None,
    ) -> tuple[
        tuple[int, ...],
        tuple[bool, ...],
        list[_ByRow],
        dict[tuple[int, int], tuple[int, _ByRow, int, _ByRow, _ByRow, int]],
    ]: ...
    def settle_pair(
        self, a: Sequence[int] | None, dead_a: int, b: Sequence[int] | None, dead_b: int
    ) -> int: ...
    def mean_points(
        self, ours: Iterable[tuple[int, int, int]], theirs: Iterable[tuple[int, int, int]]
    ) -> array[float]: ...
    def score_many(
        self,
        boards: _Numbers,
        out: _Numbers | None = None,
        fouls: _Numbers | None = None,
        royalties: _Numbers | None = None,
    ) -> Any: ...

@disjoint_base
class CompiledRanking:
    def __init__(
        self,
        *,
        kinds: Sequence[int],
        planes: Mapping[int, tuple[Buffer, Buffer]],
        size: int = 5,
        copies: int = 1,
        lowest_wild: int = 0,
    ) -> None: ...
    def strength(self, cards: Sequence[SupportsIndex]) -> int: ...
    def value(self, items: Sequence[int]) -> int: ...
    def choices(self, items: Sequence[int], best: int, room: int = 1) -> list[tuple[int, ...]]: ...
    def rank_many(
        self, hands: Buffer, out: Buffer | None = None
    ) -> tuple[Any, tuple[list[int], int] | None]: ...

def deal_order(seed: int, hand: int, deck: int, n: int) -> bytes: ...
def playouts(
    rules: CompiledRules,
    turns: Sequence[tuple[int, int, int, int]],
    seats: int,
    people: int,
    own_boards_compared: bool,
    deck: int,
    dealt: int,
    seed: int,
    hand: int,
    n: int,
    first: int = 0,
) -> tuple[bytearray, array[int]]: ...

@disjoint_base
class EndgameObjective:
    def __init__(
        self,
        rules: CompiledRules,
        *,
        royalty: float,
        foul: float,
        fantasyland: Iterable[tuple[int, float]] = (),
        rows: float = 0,
        plain_royalty: float = 0,
        plain_foul: float = 0,
        points: Iterable[tuple[int, float]] = (),
        foul_points: float = 0,
        against: FantasylandObjective | None = None,
    ) -> None: ...
    def finished(
        self, top: Iterable[int], middle: Iterable[int], bottom: Iterable[int], moves: Iterable[Sequence[Any]]
    ) -> list[tuple[float, float, dict[int, float], float]]: ...

@disjoint_base
class EndgameSearch:
    def __init__(
        self,
        objective: EndgameObjective,
        deck: Iterable[int] = b"",
        streets: Iterable[tuple[int, int]] = (),
        memory: int = 0,
    ) -> None: ...
    def outlook(
        self, top: Iterable[int], middle: Iterable[int], bottom: Iterable[int]
    ) -> tuple[float, float, dict[int, float], float] | None: ...
    def stop(self) -> None: ...
    @property
    def progress(self) -> tuple[int, int]: ...
    @property
    def leaves(self) -> int: ...

@disjoint_base
class FantasylandObjective:
    def __init__(
        self,
        rules: CompiledRules,
        *,
        inside: int = 0,
        next_hands: Iterable[tuple[int, float]] = (),
        foul: float = 0,
        opponents: Sequence[Any] = (),
        royalties: bool = True,
    ) -> None: ...
    def value(self, top: int, middle: int, bottom: int) -> float: ...
    def solve(
        self, cards: Sequence[SupportsIndex], k: int = 1
    ) -> list[tuple[float, bool, bool, _ByRow, _ByRow, bytes]]: ...
    def solve_many(
        self,
        hands: Buffer,
        first: int,
        last: int,
        cards: Buffer,
        values: Buffer,
        royalties: Buffer,
        stays: Buffer,
        fouls: Buffer,
    ) -> None: ...

@disjoint_base
class CompiledBot:
    def place(
        self, rows: Sequence[Sequence[int]], unseen: Iterable[int], draw: Sequence[int], place: int
    ) -> bytes: ...

@disjoint_base
class CompiledPolicy(CompiledBot):
    def __init__(
        self,
        rules: CompiledRules,
        *,
        streets: Sequence[tuple[int, int]],
        placed: Sequence[int],
        fantasyland: Iterable[tuple[int, float]] = (),
        joker_blocks: int = 1,
    ) -> None: ...
    @property
    def placed(self) -> list[int]: ...
    @property
    def joker_blocks(self) -> int: ...
    @property
    def fantasyland(self) -> dict[int, float]: ...
    def value(self, rows: Sequence[Sequence[int]], unseen: Iterable[int]) -> float: ...
    def learn(self, knowledge: Buffer) -> None: ...
    def knowledge(self, *, grain: int = 1, seldom: int = 0) -> bytes: ...
    def begin(self, seed: int, hands: int, *, caution: float = 0) -> None: ...
    def train(self, hands: int) -> int: ...
    def solo(
        self, seed: int, first: int, hands: int
    ) -> tuple[int, dict[int, int], tuple[int, int, int], float]: ...

@disjoint_base
class CompiledGreedy(CompiledBot):
    def __init__(self, rules: CompiledRules, seed: int = 0) -> None: ...

@disjoint_base
class Rolled: ...

@disjoint_base
class VersusSearch:
    def __init__(
        self,
        rules: CompiledRules,
        boards: Iterable[Sequence[Sequence[int]]],
        deck: Iterable[int],
        turns: Iterable[tuple[int, int, int]],
        *,
        own: int = 0,
        first: int = 0,
        left: Iterable[int] = (),
        fantasyland: Iterable[tuple[int, float]] = (),
    ) -> None: ...
    def outlook(self) -> tuple[float, float, dict[int, float], float] | None: ...
    def stop(self) -> None: ...

@disjoint_base
class Rollouts:
    def __init__(
        self,
        objective: EndgameObjective,
        bot: CompiledBot,
        boards: Iterable[Sequence[Sequence[int]]],
        unseen: Iterable[int],
        streets: Iterable[tuple[int, int]],
        seed: int = 0,
        decided: int = 1,
    ) -> None: ...
    def run(self, boards: Iterable[int], first: int, futures: int) -> Rolled | None: ...
    def add(self, rolled: Rolled) -> None: ...
    @property
    def is_exact(self) -> bool: ...
    def outlook(self, board: int) -> tuple[float, float, dict[int, float], float]: ...
    def mean(self, board: int) -> tuple[int, float]: ...
    def covariance(self, a: int, b: int) -> float: ...
    def rows(self, board: int, first: int, futures: int) -> list[tuple[int, int, int]]: ...
    def stop(self, stopped: bool = True) -> None: ...

TALLY_FIELDS: tuple[str, ...]

@disjoint_base
class CompiledRandom(CompiledBot):
    def __init__(self, seed: int = 0) -> None: ...

@disjoint_base
class Arena:
    def __init__(
        self,
        rules: CompiledRules,
        bots: Iterable[CompiledBot],
        seats: int,
        *,
        lay_out: Callable[[int, tuple[int, ...]], tuple[Sequence[Any], Sequence[Any], int]],
        objective_of: Callable[[int, int], FantasylandObjective],
        own_boards_compared: bool = False,
    ) -> None: ...
    def play(
        self,
        seed: int,
        first: int,
        hands: int,
        button: int,
        inside: Sequence[int],
        carry: bool = True,
        boards: bool = False,
    ) -> tuple[array[int], array[int], bytearray | None, int, tuple[int, ...]]: ...

LOST: int
SAVED: int
NEEDS_JOKERS: int

def look_ahead(
    rules: CompiledRules,
    rows: Sequence[Sequence[int]],
    placed: Iterable[Sequence[Sequence[int]]],
    unseen: Iterable[int],
) -> tuple[bytearray, bytearray, bytearray]: ...
def see(
    boards: Iterable[Sequence[Sequence[int]]],
    draw: Iterable[int],
    discards: Iterable[int],
    unseen: Iterable[int],
    street: int,
    behind: int,
    to_place: int,
    to_discard: int,
    inside: Iterable[int],
    *,
    stacks: Iterable[int] = (),
    planes: bool = True,
    by_turn: bool = False,
) -> tuple[bytes, bytes, bytes]: ...

@disjoint_base
class EnvironmentPart:
    def run(self) -> None: ...

@disjoint_base
class Environment:
    def __init__(
        self,
        rules: CompiledRules,
        bots: Iterable[CompiledBot | None],
        seats: int,
        tables: int,
        *,
        kinds: Iterable[int],
        turns: Iterable[Any],
        worth: Iterable[tuple[int, float]] = (),
        objective_of: Callable[[int], FantasylandObjective] | None = None,
        by_turn: bool = False,
        carry: bool = True,
        own_boards_compared: bool = False,
        stacks: Iterable[int] = (),
        win_cap: bool = True,
        broke_is_out: bool = False,
    ) -> None: ...
    def bind(self, name: str, array: Buffer | None) -> None: ...
    def deal(
        self,
        seed: int | None = None,
        hand: int = 0,
        buttons: Iterable[int] = (),
        inside: Iterable[int] = (),
        *,
        stacks: Iterable[int] = (),
        ended: bool = False,
        submit: Callable[[Callable[[], None]], Any] | None = None,
        threads: int = 1,
    ) -> None: ...
    def step(
        self,
        actions: Buffer,
        go_on: bool = True,
        *,
        submit: Callable[[Callable[[], None]], Any] | None = None,
        threads: int = 1,
    ) -> None: ...
    def table(self, table: int) -> tuple[int, int, tuple[int, ...], int, bytes, tuple[int, ...]]: ...
    def turn(self, table: int) -> int: ...
    def see(self, table: int, seat: int, planes: bool = True) -> tuple[bytes, bytes, bytes]: ...

def arrow_stream(
    columns: Iterable[tuple[bytes, bytes, bytes | None, bytes, bytes | None]], rows: int
) -> object: ...
