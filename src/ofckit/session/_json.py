"""A hand as one JSON object.

    {"hand": "12", "rules": "progressive", "button": "Ann", "players": [
        {"name": "Ann", "board": "Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s"},
        {"name": "Bob", "top": ["Kc", "6s", "Qc"], "middle": "5s 4s Tc Js 9d", "bottom": "..."},
        {"name": "Cid", "surrendered": true}], "points": [13, -11, -2]}

Other shapes are made this one by `_shapes`. `rules` is the name of a preset, or an object of switches over a
`base` preset, in the words of Rules or of published case files (`"foul": "6+royalties"`). Other keys are
ignored, so that a file may hold notes.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from .._documents import DocumentError, read_json
from .._errors import OfcError
from .._values import brief
from ..board import Board, read_table
from ..cards import Card
from ..rules import Rules
from ._changes import BUY, JOIN, LEAVE, MOST_CHIPS, STACKS, Change, check_sum
from ._hand import Defaults, Hand, Seat, Unreadable, check_name, faults, shared_cards
from ._names import Names, is_fouled, read_rows
from ._people import fold, is_name
from ._shapes import span, tables
from ._switches import switched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal
    from typing import Any

ROWS = ("top", "middle", "bottom")


class NotAHand(Unreadable):
    """JSON that is something else: an event, a document with hands in it."""


def parse(text: str) -> list[tuple[int, int, Mapping[str, Any]]]:
    """The hands of a JSON text, each with where it begins and ends; Unreadable, with the column, if none."""
    try:
        data = read_json(text)
    except DocumentError as error:
        before = text.split("\n")[: (error.line or 1) - 1]
        at = sum(len(line) + 1 for line in before) + (error.column or 1)
        raise Unreadable(at, f"{error} (a hand is one JSON object)") from None
    found = tables(data)
    if not found:
        at = len(text) - len(text.lstrip()) + 1
        wanted = "a list of objects with name and board"
        raise NotAHand(at, f"'players' is missing: {wanted}; this is {_what(data)}")
    return [(*span(text, path), table) for path, table in found]


_KEYS = {
    JOIN: ("join", "joins"),
    BUY: ("buy", "buys", "rebuy", "rebuys", "buy_in"),
    LEAVE: ("leave", "leaves"),
}
_OF_LINES = ("rules", "stake", "duplicates", "stacks", "correction")


def lines_in(text: str, defaults: Defaults) -> list[str]:
    """What a JSON object says between hands, as lines of a session; [] for anything else.

    {"stake": 2}, {"stacks": {"Al": 100, "Ben": 100}}, {"rebuy": "Al", "chips": 100}, {"leave": "Tom"},
    {"join": "Ann", "chips": 200}, {"correction": {"Al": 5, "Ben": -5}}.
    """
    data = read_json(text)
    if not isinstance(data, dict):
        return []
    lines = []
    for key in _OF_LINES:
        value = data.get(key)
        if isinstance(value, dict) and key in ("stacks", "correction"):
            sign = "+" if key == "correction" else ""
            parts = [f"{name} {n:{sign}}" for name, n in value.items() if type(n) is int]
            if len(parts) == len(value):
                lines.append(f"{key}: {', '.join(parts)}")
        elif isinstance(value, list) and key == "stacks" and all(type(n) is int for n in value):
            lines.append(f"stacks: {', '.join(map(str, value))}")
        elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
            lines.append(f"{key}: {value}")
    chips = data.get("chips", data.get("amount", data.get("with")))
    for kind, keys in _KEYS.items():
        name = next((data[key] for key in keys if key in data), None)
        if isinstance(name, str):
            words = {JOIN: "joins", BUY: "buys", LEAVE: "leaves"}
            lines.append(f"{name} {words[kind]}" + (f" {chips}" if type(chips) is int else ""))
        elif isinstance(name, dict):
            lines.append(f"{kind}: {', '.join(f'{one} {n}' for one, n in name.items())}")
    return lines


def changes_in(data: Mapping[str, Any], line: int, defaults: Defaults) -> Iterator[Change]:
    """What a hand of `score --format json` says about chips before it."""
    given = data.get("changes")
    for one in given if isinstance(given, list) else ():
        if not isinstance(one, dict) or one.get("kind") not in (STACKS, BUY, JOIN, LEAVE):
            continue
        chips = one.get("chips")
        pairs = chips.items() if isinstance(chips, dict) else ()
        good = all(n is None or (type(n) is int and 0 <= n <= MOST_CHIPS) for _, n in pairs)
        if pairs and good and all(is_name(name) or not name for name, _ in pairs):
            named = [(name and defaults.people.spelled(name), n) for name, n in pairs]
            yield Change(one["kind"], tuple(named), line)


def _what(data: object) -> str:
    """What a JSON document is that holds no hand."""
    if isinstance(data, list):
        return f"a JSON list of {len(data)}"
    keys = ", ".join(brief(key) for key in islice(data, 4)) if isinstance(data, dict) else ""
    return f"JSON with {keys}" if keys else "an empty JSON object"


def own_settings(data: Mapping[str, Any]) -> set[str]:
    """The settings that a hand has itself, so that those of the file do not matter."""
    rules = data.get("rules")
    names_rules = isinstance(rules, str) or (isinstance(rules, dict) and "base" in rules)
    names_rules = names_rules or data.get("variant") is not None
    says_duplicates = "duplicates" in data or data.get("single_deck") is False
    return {key for key, said in (("rules", names_rules), ("duplicates", says_duplicates)) if said}


def label_of(data: Mapping[str, Any], otherwise: str) -> str:
    """The label of a hand."""
    for key in ("hand", "id"):
        value = data.get(key)
        if isinstance(value, (str, int)) and not isinstance(value, bool) and str(value).isprintable():
            return str(value)[:60] or otherwise
    return otherwise


def read_hand(data: Mapping[str, Any], text: str, line: int, label: str, defaults: Defaults) -> Hand:
    """The hand of this object, read from this text; Unreadable, with the place, for anything wrong."""
    source = _Source(text)
    try:
        return _hand(data, source, line, label, defaults)
    except Unreadable:
        raise
    except OfcError as error:
        raise Unreadable(source.column(None), error.message) from None


class _Source:
    """The text of the line, to find the columns of the strings read from it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def column(self, value: object, occurrence: int = 0) -> int:
        """The column of this value, from 1; that of the object if it cannot be told."""
        if value is not None:
            whole = rf"(?<![\w\".]){re.escape(json.dumps(value, ensure_ascii=False))}(?![\w\".])"
            for place in islice(re.finditer(whole, self.text), occurrence, None):
                return place.start() + (2 if isinstance(value, str) else 1)
        return len(self.text) - len(self.text.lstrip()) + 1

    def column_of_card(self, card: Card) -> int:
        """The last column where the line names this card."""
        at = self.text.rfind(f'"{card}"') + 1 or self.text.rfind(str(card))
        return at + 1 if at >= 0 else self.column(None)

    def wrong(self, path: str, value: object, allowed: str) -> Unreadable:
        """The error for a value that is not allowed under this key."""
        shown = json.dumps(value, ensure_ascii=False)
        key = re.escape(json.dumps(path.rpartition(".")[2], ensure_ascii=False))
        place = re.search(rf"{key}\s*:\s*(?={re.escape(shown)})", self.text)
        place = place or re.search(rf"{key}\s*:\s*", self.text)
        shown = shown if len(shown) < 40 else shown[:36] + "..."
        column = place.end() + 1 if place else self.column(value)
        return Unreadable(column, f"{path} = {shown}: must be {allowed}")


def _hand(data: Mapping[str, Any], source: _Source, line: int, label: str, defaults: Defaults) -> Hand:
    people = data.get("players")
    if not isinstance(people, list) or not people or not all(isinstance(one, dict) for one in people):
        raise source.wrong("players", people, "a list of objects with name, top, middle, bottom")
    rules = _read_rules(data, source, defaults)
    expected = _expected(data, people, source)
    gone = data.get("surrendered", [])
    seats = []
    for number, one in enumerate(people):
        paid = one.get("points") if expected is None else expected[number]
        paid = paid if type(paid) is int else None
        seats.append(replace(_seat(one, number, gone, source, paid is not None), expected=paid))
    if any(seat.only_points for seat in seats):
        _check_points(seats, source)
    for seat, one in zip(seats, people, strict=True):
        if strange := defaults.stranger(seat.name, [each.name for each in seats]):
            raise Unreadable(source.column(one.get("name")), strange)
    seats = [defaults.spelled(seat) for seat in seats]
    seats = _with_numbered_jokers(seats, people)
    duplicates = _duplicates(data, source, defaults)
    _check(seats, [one.get("name") for one in people], rules, duplicates, source)
    names = list(dict.fromkeys(seat.name for seat in seats))
    has_names = any("name" in one for one in people)
    return Hand(
        label=label,
        line=line,
        seats=tuple(seats),
        rules=rules,
        button=_button(data.get("button"), names, source, defaults),
        stacks=_stacks(data, names, source, defaults),
        duplicates=duplicates,
        stake=_stake(data.get("stake"), source, defaults),
        text=source.text.partition("\n")[0],
        carries=has_names and not ("stacks" in data and data["stacks"] is None),
        is_correction=data.get("correction") is True,
    )


def _expected(
    data: Mapping[str, Any], people: list[Mapping[str, Any]], source: _Source
) -> tuple[int | None, ...] | None:
    """The points of the hand, by name or as a list in the order of the players."""
    given = data.get("points")
    if isinstance(given, dict):
        return tuple(given.get(one.get("name")) for one in people)
    return _numbers(data, "points", len(people), source)


def _check_points(seats: list[Seat], source: _Source) -> None:
    """Where somebody has no board, everybody's points are needed, and they add up to 0."""
    for seat in seats:
        if seat.expected is None:
            raise Unreadable(source.column(seat.name), f"{seat.name}: neither a board nor points")
    try:
        check_sum([seat.expected or 0 for seat in seats], "the points of this hand")
    except OfcError as error:
        raise Unreadable(source.column(None), error.message) from None


def _stacks(
    data: Mapping[str, Any], names: list[str], source: _Source, defaults: Defaults
) -> tuple[int, ...] | None:
    """The chips of each player: a list in their order, or an object by name."""
    given = data.get("stacks")
    if isinstance(given, dict):
        by_name = {fold(defaults.people.named(name)): chips for name, chips in given.items()}
        given = [by_name.get(fold(name)) for name in names]
        if len(by_name) != len(names) or not all(type(n) is int for n in given):
            raise source.wrong("stacks", data["stacks"], f"whole numbers for {', '.join(names[:4])}")
        return tuple(given)
    return _numbers(data, "stacks", len(names), source)


def _seat(
    one: Mapping[str, Any], number: int, gone: object, source: _Source, has_points: bool = False
) -> Seat:
    path = f"players[{number}]"
    name = one.get("name", f"Player {number + 1}")
    if not isinstance(name, str):
        raise source.wrong(f"{path}.name", name, "text")
    name = check_name(name, source.column(name))
    surrendered = one.get("surrendered", isinstance(gone, list) and (number in gone or name in gone))
    if not isinstance(surrendered, bool):
        raise source.wrong(f"{path}.surrendered", surrendered, "true or false")
    names, fouled = None, is_fouled(one.get("board"))
    if not fouled and not any(one.get(key) for key in ("board", *ROWS)) and not surrendered and has_points:
        return Seat(name, Board("- / - / -"), only_points=True)
    if fouled or (surrendered and not any(key in one for key in ("board", *ROWS))):
        board = Board("- / - / -")
    elif "board" in one:
        board, names = _board(one["board"], f"{path}.board", source)
    else:
        board, names = _board_of_rows(one, path, source)
    return Seat(name, board, surrendered, names=None if surrendered else names, fouled=fouled)


def _with_numbered_jokers(seats: list[Seat], people: list[Mapping[str, Any]]) -> list[Seat]:
    """The same seats with their jokers without a number numbered together."""
    if not any(card.is_joker for seat in seats for card in seat.board.cards):
        return seats
    sources = [
        (one.get("board") or [one.get(row, ()) for row in ROWS]) if seat.is_known else seat.board
        for one, seat in zip(people, seats, strict=True)
    ]
    boards, _ = read_table(sources, jokers=2, check=False)
    return [replace(seat, board=board) for seat, board in zip(seats, boards, strict=True)]


def _board(text: object, path: str, source: _Source) -> tuple[Board, Names | None]:
    if not isinstance(text, str):
        raise source.wrong(path, text, "text: 'top / middle / bottom'")
    try:
        return read_rows(text)
    except OfcError as error:
        at = source.column(text) + (error.column or 1) - 1
        raise Unreadable(at, f"{path}: {error.message}") from None


def _board_of_rows(one: Mapping[str, Any], path: str, source: _Source) -> tuple[Board, Names | None]:
    rows = []
    for row in ROWS:
        if row not in one:
            raise Unreadable(source.column(None), f"{path}.{row} is missing (or 'board' with all three rows)")
        held = one[row]
        if not isinstance(held, (str, list)):
            raise source.wrong(f"{path}.{row}", held, "a list of cards, or text")
        rows.append(held if isinstance(held, str) else " ".join(_cards(held, f"{path}.{row}", source)))
    try:
        return read_rows(" / ".join(re.sub("[/|]", " ", row).strip() or "-" for row in rows))
    except OfcError as error:
        raise Unreadable(_of_row(one, str(error), source), f"{path}: {error.message}") from None


def _of_row(one: Mapping[str, Any], message: str, source: _Source) -> int:
    """The column of the words that the message quotes, else of the first row."""
    quoted = re.match(r"'([^']+)'", message)
    at = source.text.find(quoted[1]) + 1 if quoted else 0
    return at or source.column(one[ROWS[0]])


def _cards(held: list[Any], path: str, source: _Source) -> list[str]:
    """The cards of a list, as text; jokers as spelled."""
    for number, card in enumerate(held):
        try:
            if isinstance(card, bool) or not isinstance(card, (str, int)):
                raise OfcError("a card must be text, such as 'As', or an int 0..53")
            Card(card)
        except OfcError as error:
            message = f"{path}[{number}]: {error.message}"
            raise Unreadable(source.column(card), message) from None
    return [card if isinstance(card, str) else str(Card(card)) for card in held]


def _check(seats: list[Seat], written: list[object], rules: Rules, duplicates: str, source: _Source) -> None:
    """Unreadable for a name or a card that appears twice, and for rows with too few or too many cards."""
    names: Counter[str] = Counter()
    holders: dict[Card, str] = {}
    for seat, name in zip(seats, written, strict=True):
        names[seat.name] += 1
        if names[seat.name] > rules.boards_per_player:
            again = sum(other == name for other in written) - 1
            raise Unreadable(source.column(name, again), f"{seat.name} already has a board in this hand")
        for fault in faults(seat, rules, duplicates):
            column = source.column_of_card(fault.card) if fault.card else source.column(None)
            raise Unreadable(column, f"{seat.name}: {fault.message}")
        shared = shared_cards(seat.board, holders, seat.name) if duplicates == "error" else ()
        for card, message in shared:
            raise Unreadable(source.column_of_card(card), message)
        for card in seat.board.cards:
            holders.setdefault(card, seat.name)


def _numbers(data: Mapping[str, Any], key: str, players: int, source: _Source) -> tuple[int, ...] | None:
    """A list of whole numbers, one for each player."""
    value = data.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != players or any(type(n) is not int for n in value):
        raise source.wrong(key, value, f"a list of {players} whole numbers")
    return tuple(value)


def _button(value: object, names: list[str], source: _Source, defaults: Defaults) -> int | None:
    """The seat of the dealer: an index from 0, or a name."""
    if value is None:
        return None
    folded = [fold(name) for name in names]
    if isinstance(value, str) and (name := fold(defaults.people.named(value))) in folded:
        return folded.index(name)
    if type(value) is int and 0 <= value < len(names):
        return value
    raise source.wrong("button", value, f"a player's name, or their place 0..{len(names) - 1}")


def _stake(value: object, source: _Source, defaults: Defaults) -> Decimal | None:
    """The price of a point from this hand on, where it has one of its own."""
    if value is not None and defaults.forced_stake is None:
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise source.wrong("stake", value, "the price of a point, such as 5 or 0.25")
        stake = defaults.pay(str(value))
        if defaults.has_no_stake:
            raise source.wrong("stake", value, "in the first hand too: the hands before this one have none")
        defaults.set("stake", stake)
    return defaults.stake


def _duplicates(data: Mapping[str, Any], source: _Source, defaults: Defaults) -> str:
    if "duplicates" in data:
        if data["duplicates"] not in ("error", "allow"):
            raise source.wrong("duplicates", data["duplicates"], "'error' or 'allow'")
        return str(data["duplicates"])
    return "allow" if data.get("single_deck") is False else defaults.duplicates


def _read_rules(data: Mapping[str, Any], source: _Source, defaults: Defaults) -> Rules:
    """The rules of the hand: a preset that it names, or switches over one; else those of the file."""
    given, variant = data.get("rules"), data.get("variant")
    for key, value in (("rules", given), ("variant", variant)):
        if value is not None and not isinstance(value, str) and (key == "variant" or type(value) is not dict):
            raise source.wrong(key, value, "the name of a preset" + " or an object" * (key == "rules"))
    if defaults.forced_rules:
        return defaults.forced_rules
    base = defaults.rules
    try:
        if isinstance(given, str):
            return defaults.find_rules(given)
        named = given["base"] if given and "base" in given else variant
        if named is not None:
            base = defaults.find_rules(str(named))
        return switched(base, given) if given else base
    except OfcError as error:
        raise Unreadable(source.column(given if given is not None else variant), str(error)) from None
