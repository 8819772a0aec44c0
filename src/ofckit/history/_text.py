"""The two forms of a history, JSON Lines and TOML, as one stream of records.

A record is a small table. The first is the header; then come "hand" (a hand begins), "action" (cards dealt
or placed, a player leaves), "points" (the hand is booked), and "join", "leave", "rebuy" between hands. In
JSON Lines each is a line. In TOML the hands are [[hands]], each with a list of actions, one a line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import NamedTuple

from .._documents import MOST_BYTES, DocumentError, read_json, read_toml
from .._errors import NotationError
from .._values import brief
from ._events import is_event, records_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

    Lines = Iterator[tuple[int, bytes]]

VERSION = 1
MAGIC = "ofckit_history"
WANTED = f"a history is TOML, or JSON with a record in each line, and begins with {MAGIC} = {VERSION}"
FORMS = ("toml", "jsonl")
CHANGES = ("join", "leave", "rebuy")
_RESULT_KEYS = ("points", "chips")
_HANDS_LINE = re.compile(rb"\s*\[\[\s*hands\s*\]\]\s*(?:#.*)?")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#.*')
_ACTION_LINE = re.compile(r"[\"'].*[\"'],?|actions\s*=\s*\[")

_PHH_HEADER = {"starting_stacks": "chips"}
_PHH_HAND = {"starting_stacks": "stacks", "finishing_stacks": "chips"}
"""Names of the PHH format that differ from the names here."""

Fields = dict[str, "Any"]


class Record(NamedTuple):
    """One record and the line where it begins, from 1; `error` is why it could not be read."""

    line: int
    fields: Fields
    error: str = ""


# reading


class Source:
    """The records of a history in either form, one after the other; NotationError for anything else.

    source: a text, or an open binary file, of which one hand at a time is held. cut: after the last record,
    what is missing at the end of the text, "" if nothing.
    """

    def __init__(self, source: str | bytes | BinaryIO) -> None:
        self._lines = _lines_of(source)
        self.cut = ""

    def __iter__(self) -> Iterator[Record]:
        blank = next((one for one in self._lines if one[1].strip()), None)
        if blank is None:
            raise NotationError("no history here: it is empty")
        lines = _put_back(blank, self._lines)
        if is_event(blank[1]):
            return self._read_events(lines)
        return self._read_lines(lines) if blank[1].lstrip()[:1] == b"{" else self._read_toml(lines)

    def _read_events(self, lines: Lines) -> Iterator[Record]:
        """An event log: the records of the header and of each hand."""
        for number, fields, error in records_of(lines):
            yield Record(number, {MAGIC: VERSION, **fields} if "variant" in fields else fields, error)

    def _read_lines(self, lines: Lines) -> Iterator[Record]:
        """JSON Lines: each line is a record or has an error."""
        for number, line in lines:
            plain = _PLAIN_LINE.fullmatch(line)
            if plain is not None:
                yield Record(number, {"action": plain[1].decode("ascii")})
                continue
            if not line.strip():
                continue
            try:
                fields = read_json(line)
            except DocumentError as error:
                if line.endswith(b"\n"):
                    yield Record(number, {}, str(error))
                else:
                    self.cut = f"line {number} is cut off and left out"
                continue
            good = isinstance(fields, dict)
            yield Record(number, fields if good else {}, "" if good else "a line of a history is {...}")

    def _read_toml(self, lines: Lines) -> Iterator[Record]:
        """TOML, hand by hand: an error in one does not hide the others."""
        chunks = _chunks(lines)
        line, chunk = next(chunks)
        is_header = True
        while True:
            after = next(chunks, None)
            try:
                if is_header:
                    data, _ = self._parse(line, chunk, is_last=after is None)
                    yield Record(1, _renamed(data, _PHH_HEADER))
                else:
                    yield from self._hand(line, chunk, is_last=after is None)
            except DocumentError as error:
                at = error.line or line
                if is_header:
                    raise NotationError(f"line {at}: {error}") from None
                yield Record(at, {"hand": None}, str(error))
            if after is None:
                return
            line, chunk = after
            is_header = False

    def _hand(self, line: int, chunk: bytes, is_last: bool) -> Iterator[Record]:
        hand = _plain_hand(line, chunk)
        if hand is None:
            data, text = self._parse(line, chunk, is_last)
            hand = _hand_of(data, text, line)
        return hand.records(line)

    def _parse(self, line: int, chunk: bytes, is_last: bool) -> tuple[Fields, str]:
        """The table of a part of the text and the text that it was read from."""
        try:
            text = chunk.decode("utf-8").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            at = line + chunk.count(b"\n", 0, error.start)
            if not is_last or error.start < chunk.rfind(b"\n") + 1:
                raise DocumentError("not text in UTF-8", at) from None
            self.cut = f"line {at} is cut off and left out"
            text = chunk[: chunk.rfind(b"\n") + 1].decode("utf-8").replace("\r\n", "\n")
        return self._parse_cut(text, line) if is_last else (_parse(text, line), text)

    def _parse_cut(self, chunk: str, line: int) -> tuple[Fields, str]:
        """The last part, which may end anywhere: as it is, closed, or without its last line."""
        body, end, rest = chunk.rpartition("\n")
        number = line + chunk.count("\n")
        last = rest.strip()
        whole = not last or last[-1] not in "0123456789_" or "#" in last  # 1 may be the start of 12
        try:
            if whole:
                return _parse(chunk, line), chunk
        except DocumentError as error:
            first = error
        else:
            first = DocumentError("cut off", number)
        without = f"line {number} is cut off and left out"
        closed = "the last hand is not closed"
        may_close = not last or _ACTION_LINE.fullmatch(last)
        tries = [(chunk + "\n]", closed)] if may_close else []
        tries += [(body + end, without), (body + "\n]", without)] if last else []
        for text, message in tries:
            try:
                data = _parse(text, line)
            except DocumentError:
                continue
            self.cut = self.cut or (message if last else closed)
            return data, text
        raise first


def _lines_of(source: str | bytes | BinaryIO) -> Lines:
    """The numbered lines with their ends, without a byte order mark; a line that is too long is cut."""
    if isinstance(source, str):
        source = source.encode("utf-8", "surrogatepass")
    if isinstance(source, bytes):
        source = BytesIO(source)
    if not hasattr(source, "readline"):
        raise TypeError(f"a history must be text, bytes or a binary file, not {brief(source)}")
    return _read_numbered(source)


def _read_numbered(stream: BinaryIO) -> Lines:
    number, goes_on = 0, False
    while line := stream.readline(MOST_BYTES + 1):
        if not isinstance(line, bytes):
            raise TypeError("a history is read from a file opened in binary mode")
        if not goes_on:
            number += 1
            yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        goes_on = not line.endswith(b"\n")


def _put_back(one: tuple[int, bytes], rest: Lines) -> Lines:
    yield one
    yield from rest


def _chunks(lines: Lines) -> Iterator[tuple[int, bytes]]:
    """(number of its first line, text) of the header and of every hand; one that is too long is cut."""
    start, size, chunk = 1, 0, list[bytes]()
    for number, line in lines:
        if b"[[" in line and _HANDS_LINE.fullmatch(line.rstrip(b"\r\n")):
            yield start, b"".join(chunk)
            start, size, chunk = number, 0, []
        if not chunk and not size:
            start = number
        if size <= MOST_BYTES:
            chunk.append(line)
            size += len(line)
    yield start, b"".join(chunk)


def _parse(chunk: str, line: int) -> Fields:
    try:
        return read_toml(chunk)
    except DocumentError as error:
        at = None if error.line is None else line + error.line - 1
        raise DocumentError(str(error), at, error.column) from None


def _renamed(fields: Fields, names: Mapping[str, str]) -> Fields:
    """The fields under the names of this format."""
    return {key if names.get(key, key) in fields else names.get(key, key): fields[key] for key in fields}


# one hand in TOML


class _Hand(NamedTuple):
    """The table of one [[hands]], and the lines of its keys and its actions."""

    fields: Fields
    lines: Mapping[str, int]
    actions_at: list[int]

    def records(self, line: int) -> Iterator[Record]:
        """Changes before the hand, its start, its actions, its result."""
        fields, lines = _renamed(self.fields, _PHH_HAND), self.lines
        between = fields.pop("between", [])
        for change in between if isinstance(between, list) else [between]:
            error = "" if isinstance(change, dict) else "between: a table such as {rebuy = 'Ann', chips = 50}"
            yield Record(lines.get("between", line), change if not error else {"hand": None}, error)
        actions = fields.pop("actions", None)
        order = list(fields)
        first = min((order.index(key) for key in _RESULT_KEYS if key in fields), default=len(order))
        ends = [key for key in order[first:] if key in _RESULT_KEYS or key.startswith("_")]
        result = {key: fields.pop(key) for key in (*_RESULT_KEYS, *ends) if key in fields}
        if actions is None and not fields and not result:
            return
        yield Record(line, {"hand": None, **fields})
        at = lines.get("actions", line)
        if isinstance(actions, list):
            known = len(self.actions_at) == len(actions)
            places = self.actions_at if known else [at] * len(actions)
            for place, action in zip(places, actions, strict=True):
                yield Record(place, {"action": action})
        elif actions is not None:
            yield Record(at, {"action": actions})
        if result:
            yield Record(lines.get(next(iter(result)), line), result)


def _hand_of(data: Fields, text: str, line: int) -> _Hand:
    """The hand of a parsed part of the text."""
    lines, actions_at = _places(text, line)
    hands = data.pop("hands", None)
    if data or not isinstance(hands, list) or len(hands) != 1:
        key = next(iter(data), "hands")
        raise DocumentError(f"{key!r} belongs before the first [[hands]]", lines.get(key, line))
    return _Hand(hands[0], lines, actions_at)


def _places(chunk: str, line: int) -> tuple[dict[str, int], list[int]]:
    """Line of every key of a hand, and of every string in its list of actions."""
    keys: dict[str, int] = {}
    actions: list[int] = []
    inside = False
    for number, text in enumerate(chunk.split("\n"), start=line):
        key = None if inside else re.match(r"\s*([\w.]+|\[.*\])\s*(?:=|$)", text)
        if key:
            keys.setdefault(key[1].strip("[]").partition(".")[0], number)
            inside = key[1] == "actions"
        if not inside:
            continue
        rest = _STRING.sub(
            lambda found: "#" if found[0][0] == "#" else "s", text.partition("=")[2] if key else text
        )
        rest = rest.partition("#")[0]
        actions += [number] * rest.count("s")
        inside = "]" not in rest
    return keys, actions


# What `TextWriter` writes, line by line: values that mean the same in JSON and TOML.
_PLAIN_LINE = re.compile(rb'\{"action": "([ !#-\[\]-~]*)"\}\n')
_PLAIN_ACTION = re.compile(r'  "([ !#-\[\]-~]*)",')
_PLAIN_KEY = re.compile(r"(\w+) = ([^\x00-\x1f\x7f\\{]+)", re.ASCII)


def _plain_hand(line: int, chunk: bytes) -> _Hand | None:
    """The hand of a text as this package writes it, thirty times as fast as TOML; else None."""
    try:
        text = chunk.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if not text.startswith("[[hands]]\n") or not text.endswith("\n") or "null" in text:
        return None
    fields, lines = Fields(), dict[str, int]()
    actions, actions_at, is_open = list[str](), list[int](), False
    for number, part in enumerate(text.split("\n")[1:], start=line + 1):
        if is_open and (action := _PLAIN_ACTION.fullmatch(part)):
            actions.append(action[1])
            actions_at.append(number)
        elif is_open and part == "]":
            is_open = False
        elif is_open:
            return None
        elif part == "actions = [" and "actions" not in fields:
            is_open, fields["actions"], lines["actions"] = True, actions, number
        elif part:
            key = _PLAIN_KEY.fullmatch(part)
            if key is None or key[1] in fields:
                return None
            try:
                fields[key[1]] = read_json(key[2])
            except DocumentError:
                return None
            lines[key[1]] = number
    return None if is_open else _Hand(fields, lines, actions_at)


# writing


def write_records(records: Iterable[Fields], form: str) -> str:
    """The text of a whole history."""
    writer = TextWriter(form)
    return "".join(map(writer.text_of, records)) + writer.end()


class TextWriter:
    """Turn records into text one by one, so that a file can grow with a match."""

    def __init__(self, form: str) -> None:
        if form not in FORMS:
            raise NotationError(f"form = {brief(form)}: a history is written as {' or '.join(FORMS)}")
        self.form = form
        self._is_open = False  # the list of actions

    def text_of(self, fields: Fields) -> str:
        """The text of one more record."""
        if self.form == "jsonl":
            return json.dumps(fields, ensure_ascii=False) + "\n"
        if "action" in fields:
            return f"  {toml_value(fields['action'])},\n"
        closed = self.end()
        if MAGIC in fields:
            return closed + _header_text(fields)
        if "hand" in fields:
            self._is_open = True
            return closed + "\n[[hands]]\n" + _lines_text(fields) + "actions = [\n"
        if "points" in fields:
            return closed + _lines_text(fields)
        return closed + f"\n[[hands]]\nbetween = {toml_value(fields)}\n"

    def go_on(self, is_open: bool) -> None:
        """Continue after a text whose last list of actions is open, or closed."""
        self._is_open = is_open

    def end(self) -> str:
        """What closes a text that ends here."""
        closed = "]\n" if self._is_open else ""
        self._is_open = False
        return closed


def _header_text(fields: Fields) -> str:
    rules = fields.get("rules", {})
    rest = {key: value for key, value in fields.items() if key not in (MAGIC, "variant", "rules", "players")}
    switches = {".".join(map(toml_key, ("rules", *path))): value for path, value in _flat(rules)}
    first = {MAGIC: fields[MAGIC], "variant": fields["variant"]}
    # The players come last: a header that is cut off is not a header.
    return _lines_text({**first, **switches, **rest, "players": fields["players"]})


def _flat(rules: Fields) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The switches, with those of Fantasyland and stakes one by one."""
    for key, value in rules.items():
        if key in ("fantasyland", "table_stakes") and isinstance(value, dict):
            yield from (((key, inner), one) for inner, one in value.items())
        else:
            yield (key,), value


def _lines_text(fields: Fields) -> str:
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in fields.items() if value is not None)


def toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml_value(key)


def toml_value(value: object) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{toml_key(str(k))} = {toml_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    if value is None:
        raise NotationError("TOML has no null")
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
