"""Positions as one line of text that is valid in a URL as it is:
ofc1~rules.pineapple~seat.0~b0.Qh_7h7d_AsKs~...

Parts are separated by ~, the first names the format, the others are a key, a dot and a value. Rows of a board
are separated by _, an empty row is -, numbers of a list by _. In names and switches, anything but letters,
digits, - and _ is written as a dot and two hexadecimal digits of its UTF-8.
"""

from __future__ import annotations

from functools import lru_cache

from .._errors import NotationError, OfcError
from ..board import Board
from ..rules import RULES, Rules
from ._position import KEYS, OUT, Position, Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = "ofc1"
_MOST_TEXT = 20_000
_MOST_DIGITS = 1200  # of a stack
_SEATS = ("b0", "b1", "b2", "b3")


# writing


def position_text(position: Position) -> str:
    name, switches = rules_words(position.rules)
    parts = [FORMAT, f"rules.{escape(name)}"]
    if switches:
        parts.append(f"switches.{escape(switches)}")
    turn = "none" if position.turn is None else position.turn
    parts += [f"seat.{position.seat}", f"button.{position.button}", f"turn.{turn}"]
    parts += [f"b{seat}.{_rows_text(rows)}" for seat, rows in enumerate(position.boards)]
    for key in ("draw", "discards", "dead", "exposed"):
        cards = getattr(position, key)
        if cards:
            parts.append(f"{key}.{''.join(map(str, cards))}")
    if any(position.fantasyland):
        parts.append("fantasyland." + "_".join(map(str, position.fantasyland)))
    if any(position.out):
        parts.append("out." + "_".join(word or "-" for word in position.out))
    if position.announced:
        parts.append("stay." + "_".join(map(str, sorted(position.announced))))
    if position.stacks:
        parts.append("stacks." + "_".join(map(str, position.stacks)))
    parts += [f"{key}.{value}" for key, value in position.extra]
    return "~".join(parts)


def _rows_text(rows: Rows) -> str:
    return "_".join("".join(map(str, row)) or "-" for row in rows)


def escape(text: str) -> str:
    """Any text in letters, digits, -, _ and dots."""
    from urllib.parse import quote

    found = quote(text, safe="").replace(".", "%2E").replace("~", "%7E")
    return found.replace("%", ".")


def unescape(text: str) -> str:
    from urllib.parse import unquote_to_bytes

    try:
        return unquote_to_bytes(text.replace(".", "%")).decode()
    except UnicodeDecodeError:
        raise NotationError(f"{text!r}: a dot is followed by two hexadecimal digits of UTF-8") from None


# rules: a preset, and the switches that differ from it, as TOML


@lru_cache(maxsize=256)
def rules_words(rules: Rules) -> tuple[str, str]:
    """(preset, TOML of what differs from it); if no preset has that name, the one with the shortest TOML."""
    if rules.name in RULES:
        base = RULES[rules.name]
        return rules.name, "" if base == rules else _difference(base, rules)
    found = [(name, _difference(base, rules)) for name, base in RULES.items()]
    return min(found, key=lambda one: len(one[1]))


def _difference(base: Rules, rules: Rules) -> str:
    import tomllib

    before, after = tomllib.loads(base.to_toml()), tomllib.loads(rules.to_toml())
    lines = []
    for key, value in after.items():
        old = before.get(key)
        if key in ("fantasyland", "table_stakes") and isinstance(value, dict) and isinstance(old, dict):
            lines += [f"{key}.{k}={_toml(v)}" for k, v in value.items() if old.get(k) != v]
        elif value != old:
            lines.append(f"{key}={_toml(value)}")
    text = "\n".join(lines)
    return text if _read_switches(base.name, text) == rules else rules.to_toml()


def _toml(value: Any) -> str:
    import json

    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(str(k))}={_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


@lru_cache(maxsize=256)
def _read_switches(name: str, switches: str) -> Rules:
    if name not in RULES:
        RULES[name]  # raises, with the nearest right name
    if not switches:
        return RULES[name]
    return Rules.from_toml(f'base = "{name}"\n{switches}')


# reading


def read_position(text: str) -> Position:
    if not isinstance(text, str):
        raise TypeError(f"a position is read from text, not {type(text).__name__}")
    if len(text) > _MOST_TEXT:
        raise NotationError(f"a position has at most {_MOST_TEXT} characters, not {len(text)}")
    head, *parts = text.strip().split("~")
    if head != FORMAT:
        raise NotationError(_wrong_format(head))
    fields: dict[str, str] = {}
    extra: list[tuple[str, str]] = []
    for part in parts:
        key, dot, value = part.partition(".")
        if not dot or not key:
            raise NotationError(f"{part!r}: a part of a position is a key, a dot and a value, such as seat.0")
        if key in fields or any(key == one for one, _ in extra):
            raise NotationError(f"{key!r} appears twice")
        if key in KEYS:
            fields[key] = value
        else:
            extra.append((key, value))
    return _build(fields, extra)


def _wrong_format(head: str) -> str:
    if head[:3] == "ofc" and head[3:].isdigit():
        return f"{head!r}: this version reads only positions of the format {FORMAT}"
    return f"a position begins with {FORMAT}~, not with {head[:30]!r}"


def _build(fields: dict[str, str], extra: list[tuple[str, str]]) -> Position:
    for key in ("rules", "seat", "b0"):
        if key not in fields:
            raise NotationError(f"{key!r} is missing: a position says its rules, its seat and every board")
    rules = _read_switches(unescape(fields["rules"]), unescape(fields.get("switches", "")))
    given = [key for key in _SEATS if key in fields]
    if given != list(_SEATS[: len(given)]):
        raise NotationError(f"boards {', '.join(given)}: one for each seat, from b0 on")
    seats = len(given)
    boards = [_read_board(key, fields[key], rules) for key in given]
    seat = _number("seat", fields["seat"])
    if seat >= seats:
        raise NotationError(f"seat.{seat}: there are {seats} boards")
    turn = fields.get("turn", "none")
    return Position(
        rules,
        boards[seat],
        fields.get("draw", ""),
        fields.get("discards", ""),
        fields.get("dead", ""),
        opponents=[boards[(seat + i) % seats] for i in range(1, seats)],
        seat=seat,
        button=_number("button", fields["button"]) if "button" in fields else None,
        turn=None if turn == "none" else _number("turn", turn),
        fantasyland=_numbers("fantasyland", fields.get("fantasyland", "_".join("0" * seats))),
        exposed=fields.get("exposed", ""),
        out=_words(fields.get("out", "")),
        announced=_numbers("stay", fields.get("stay", "")),
        stacks=_numbers("stacks", fields.get("stacks", ""), _MOST_DIGITS),
        extra=extra,
    )


def _read_board(key: str, text: str, rules: Rules) -> Board:
    if text.count("_") != 2:
        raise NotationError(f"{key}.{text}: a board is three rows separated by _, such as Qh_7h7d_-")
    try:
        return Board(text.replace("_", "/"), jokers=rules.jokers)
    except OfcError as error:
        raise type(error)(f"{key}.{text}: {error}") from None


def _number(key: str, text: str, digits: int = 2) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise NotationError(f"{key}.{text}: must be a number")
    return int(text)


def _numbers(key: str, text: str, digits: int = 2) -> tuple[int, ...]:
    return tuple(_number(key, part, digits) for part in text.split("_")) if text else ()


def _words(text: str) -> tuple[str, ...]:
    words = tuple("" if word == "-" else word for word in text.split("_")) if text else ()
    for word in words:
        if word not in OUT:
            raise NotationError(f"out.{text}: each seat is -, left or surrendered")
    return words
