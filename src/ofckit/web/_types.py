"""The shapes of the plain data that goes to the page; cards are text ("Ah", "X1"; "??" lies face down)."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

Data = dict[str, Any]


class Rows(TypedDict):
    """A value for each row of a board."""

    top: Any
    middle: Any
    bottom: Any


class ErrorData(TypedDict):
    """What is wrong with a request. code: for programs. where: the parameter, or the column of its text."""

    code: str
    message: str
    where: str | int | None


class SeatData(TypedDict):
    """Who plays a seat of a match. bot: None for a person."""

    name: str
    bot: str | None


class MatchData(TypedDict):
    """A match as the page keeps it. v: of this format. bots: by player. past: the records of hands before the
    present one, as JSON Lines. now: the history that begins with the present hand."""

    v: int
    bots: list[str | None]
    past: str
    now: str


class LegalData(TypedDict):
    """What the seat on turn may do."""

    place: int
    discard: int
    stay: bool
    surrender: int | None
    moves: int


class SeatView(TypedDict):
    """One board of the table, as the viewer sees it."""

    name: str
    bot: str | None
    player: int
    rows: Rows
    new: list[str]
    drawn: list[str]
    discarded: int
    words: Rows
    royalties: Data
    foul: bool
    behind: Rows
    out: str
    announced: bool
    fantasyland: int
    points: int
    chips: int | None


class PairView(TypedDict):
    """What two boards settled; rows and points as the first one sees them."""

    a: int
    b: int
    points: int
    rows: list[Data]
    scoop: int
    royalties: list[int]
    lines: list[str]


class SettlementView(TypedDict):
    """The result of a hand. points: by seat. text: row by row, with the reasons."""

    points: list[int]
    pairs: list[PairView]
    payments: list[Data]
    text: str


class View(TypedDict):
    """A moment of a match."""

    rules: str
    title: str
    hand: int
    street: int | None
    streets: int
    over: bool
    to_play: int | None
    button: int
    draw: list[str]
    position: str | None
    dead: list[str]
    discards: list[str]
    seats: list[SeatView]
    players: list[Data]
    legal: LegalData | None
    fantasyland: list[int]
    next_fantasyland: list[int] | None
    settlement: SettlementView | None
    log: list[Data]


class MoveData(TypedDict):
    """A move and what it is worth; lost: points behind the best one."""

    move: str
    rows: Rows
    discards: list[str]
    value: float
    se: float
    exact: bool
    lost: float
    lost_se: float
    tie: bool
    foul: float
    royalty: float
    fantasyland: dict[str, float]
    parts: Data
    yours: bool


class HintData(TypedDict):
    """The moves of a position so far; done: these numbers are the last."""

    moves: list[MoveData]
    yours: MoveData | None
    count: int
    exact: bool
    rollouts: int
    seconds: float
    opponents: str
    notes: list[str]
    done: bool
    value: NotRequired[Data]
