"""The shapes in which people and programs keep tables as JSON, made the one that `_json` reads.

A document is one table, a list of tables, or an object with such a list under any key (`ofckit score --format
json` has `hands`). A table has `players`, as a list of objects or by name, or only `boards`; or it is a list
of players. A board is text, an object of rows by any of their names, a list of three rows or of thirteen
cards, or placements: `[["As", "top"], ...]`. A card is text, a number, `{"rank": "A", "suit": "spades"}` or
`["A", "s"]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from json import JSONDecoder

from .._errors import OfcError
from .._event_log import first_of, row_name
from ..board import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Path = tuple[str | int, ...]  # the keys and indices that lead to a part of a document

INHERITED = ("rules", "variant", "stake", "duplicates", "single_deck")
"""What a document may say once for all of its hands."""

_OF_A_TABLE = (*INHERITED, "hand", "id", "button", "stacks", "points", "surrendered")
_NAME = ("name", "player", "nickname", "user")
_BOARD = ("board", "placements", "rows", "cards", "hand")
_WON = ("score", "net", "result", "won")
_RANK, _CARD = ("rank", "value", "face"), ("card", "code")
_FACES = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K", "14": "A"}
_FACES |= {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}
_SUITS = {name: name[0] for one in ("club", "diamond", "heart", "spade") for name in (one, f"{one}s")}
_BLANK = re.compile(r"[\s,:]*")


def tables(data: object) -> list[tuple[Path, dict[str, Any]]]:
    """The tables of a document, each with the way to it; none where it holds none."""
    if (table := _table(data)) is not None:
        return [((), table)]
    if isinstance(data, list):
        found = [_table(one) for one in data]
        if any(table is not None for table in found):
            return [((i,), table or _wrong(data[i])) for i, table in enumerate(found)]
    elif isinstance(data, dict):
        shared = {key: data[key] for key in INHERITED if key in data}
        for key, value in data.items():
            if isinstance(value, (list, dict)) and value is not data and (inside := tables(value)):
                return [((key, *path), {**shared, **table}) for path, table in inside]
    return []


def span(text: str, path: Path) -> tuple[int, int]:
    """Where the part at the end of this way begins and ends in the text of its document."""
    start, end = 0, len(text)
    for step in path:
        parts = _parts(text, start)
        start, end = next(where for at, where in parts if at == step)
    return start, end


def _parts(text: str, start: int) -> Iterator[tuple[str | int, tuple[int, int]]]:
    """The values of a list or an object that begins here, by index or key, and where each is."""
    decode = JSONDecoder().raw_decode
    at = _skip(text, start)
    is_list, at, index = text[at] == "[", _skip(text, at + 1), 0
    while text[at] not in "]}":
        key: str | int = index
        if not is_list:
            key, at = decode(text, at)
            at = _skip(text, at)
        _, end = decode(text, at)
        yield key, (at, end)
        at, index = _skip(text, end), index + 1


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _wrong(data: object) -> dict[str, Any]:
    """What stands among tables and is none: its error comes from where it is read."""
    return data if isinstance(data, dict) else {"players": data}


def _table(data: object) -> dict[str, Any] | None:
    """A table in the one shape that is read; None for what is no table."""
    if isinstance(data, list):
        return {"players": [_seat(one) for one in data]} if _are_seats(data) else None
    if not isinstance(data, dict):
        return None
    people, boards = data.get("players"), data.get("boards")
    if boards is None and people is None:
        people = _points_by_name(data) or _by_name(data)
        if people is None:
            return None
    elif isinstance(boards, dict):
        people = boards
    elif isinstance(boards, list) and boards:
        names: list[Any] = people if isinstance(people, list) and len(people) == len(boards) else []
        people = [{**_named(names, i), "board": board} for i, board in enumerate(boards)]
    elif people is None:
        return None
    if isinstance(people, dict):
        people = [{"name": name, **_opened(one)} for name, one in people.items()]
    if isinstance(people, list):
        people = [_seat(one) if isinstance(one, dict) else one for one in people]
    return {**data, "players": people}


def _by_name(data: Mapping[str, Any]) -> dict[str, Any] | None:
    """The boards of a table that has nothing but them, by name."""
    boards = {key: one for key, one in data.items() if key not in _OF_A_TABLE}
    held = [*boards.values()]
    return boards if len(boards) > 1 and (_are_seats(held) or all(map(_is_a_board, held))) else None


def _is_a_board(held: object) -> bool:
    """Whether this is a board as a list of rows or of cards, or as text."""
    if isinstance(held, str):
        return held.count("/") == 2
    rows = _rows(held) if isinstance(held, list) else {}
    return bool(rows) and all(isinstance(row, (str, list)) for row in rows.values())


def _points_by_name(data: Mapping[str, Any]) -> dict[str, Any] | None:
    """The players of a hand of which only the points are known: `"points": {"Al": -5, "Ben": 5}`."""
    points = data.get("points")
    if not isinstance(points, dict) or not points or not all(type(n) is int for n in points.values()):
        return None
    return {name: {"points": n} for name, n in points.items()}


def _named(names: list[Any], index: int) -> dict[str, Any]:
    """What is known of the owner of a board: a name, or an object with one."""
    one = names[index] if names else {}
    return one if isinstance(one, dict) else {"name": one}


def _opened(one: object) -> dict[str, Any]:
    """A player's value under their name: an object with a board in it, or the board itself."""
    return one if isinstance(one, dict) else {"board": one}


def _are_seats(values: list[Any]) -> bool:
    """Whether these are players, each an object with a board."""
    return bool(values) and all(isinstance(one, dict) and _has_a_board(one) for one in values)


def _has_a_board(one: Mapping[str, Any]) -> bool:
    return "board" in one or "placements" in one or set(_rows_by_name(one)) >= {"middle", "bottom"}


def _seat(one: dict[str, Any]) -> dict[str, Any]:
    """A player with `name`, and with `board` as text or rows `top`, `middle`, `bottom`."""
    seat = dict(one)
    if "name" not in seat:
        seat |= next(({"name": seat[key]} for key in _NAME if key in seat), {})
    won = next((one[key] for key in _WON if type(one.get(key)) is int), None)
    if won is not None and "points" not in one:
        seat["points"] = won
    rows = _rows_by_name(one)
    if not rows:
        key = next((key for key in _BOARD if key in one), "board")
        held = one.get(key)
        if isinstance(held, str):
            seat["board"] = held
            return seat
        rows = _rows(held)
        if rows:
            seat.pop("board", None)
    return {**seat, **{row: _cards(held) for row, held in rows.items()}}


def _rows_by_name(one: Mapping[str, Any]) -> dict[str, Any]:
    """The rows of an object under their own names, by any of the names that people use."""
    found: dict[str, Any] = {}
    for key, value in one.items():
        try:
            row = str(Row(key))  # type: ignore[arg-type]
        except OfcError:
            continue
        if key == row or row not in one:
            found[row] = value
    return found


def _rows(held: object) -> dict[str, Any]:
    """The rows of a board as an object or a list; {} for anything else."""
    if isinstance(held, dict):
        return _rows_by_name(held)
    if not isinstance(held, list):
        return {}
    if found := _listed_rows(held):
        return found
    places = [_placement(one) for one in held]
    if places and None not in places:
        rows: dict[str, Any] = {str(row): [] for row in Row}
        for card, row in (one for one in places if one is not None):
            rows[row].append(card)
        return rows
    if len(held) == 13:
        return {"top": held[:3], "middle": held[3:8], "bottom": held[8:]}
    return {str(row): part for row, part in zip(Row, held, strict=True)} if len(held) == 3 else {}


def _listed_rows(held: list[Any]) -> dict[str, Any]:
    """The rows of `[{"row": "top", "cards": [...]}, ...]`; {} for any other list."""
    parts = [one for one in held if isinstance(one, dict) and "cards" in one]
    found = {row_name(one.get("row")): one["cards"] for one in parts}
    return found if len(held) == len(parts) == len(found) == 3 and "" not in found else {}


def _placement(one: object) -> tuple[object, str] | None:
    """The card and the row of `["As", "top"]` or `{"card": "As", "row": 0}`; None for anything else."""
    if isinstance(one, dict) and "row" in one:
        card, where = first_of(one, _CARD), one["row"]
    elif isinstance(one, list) and len(one) == 2 and not isinstance(one[0], int):
        card, where = one
    else:
        return None
    row = row_name(where)
    return (card, row) if row else None


def _cards(held: object) -> object:
    """A row with its cards as text where they are objects or pairs; anything else as it is."""
    return [_card(one) for one in held] if isinstance(held, list) else held


def _card(one: object) -> object:
    if isinstance(one, dict):
        if (card := first_of(one, _CARD)) is not None:
            return card
        one = [first_of(one, _RANK), one.get("suit")]
    if not isinstance(one, list) or len(one) != 2 or not isinstance(one[1], str):
        return one
    rank, suit = str(one[0]).strip().lower(), one[1].strip()
    return _FACES.get(rank, rank) + _SUITS.get(suit.lower(), suit)
