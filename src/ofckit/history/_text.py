"""The two forms of a history, JSON Lines and TOML, as one stream of records.

A record is a small table. The first is the header; then come "hand" (a hand begins), "action" (cards dealt,
placed, a player gone), "points" (the hand is booked), and "join", "leave", "rebuy" between hands. In JSON
Lines each is a line. In TOML the hands are [[hands]], each with a list of actions, one a line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .._errors import NotationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 1
MAGIC = "ofckit_history"
FORMS = ("toml", "jsonl")
CHANGES = ("join", "leave", "rebuy")
_RESULT_KEYS = ("points", "chips")
_HANDS_LINE = re.compile(r"\s*\[\[\s*hands\s*\]\]\s*(?:#.*)?")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#.*')
_ACTION_LINE = re.compile(r"[\"'].*[\"'],?|actions\s*=\s*\[")
_WHERE = re.compile(r" \(at line (\d+), column (\d+)\)| \(at end of document\)")

_PHH_HEADER = {"starting_stacks": "chips"}
_PHH_HAND = {"starting_stacks": "stacks", "finishing_stacks": "chips"}
"""Names of the PHH format for what has another name here."""

Fields = dict[str, "Any"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a history that is wrong: its line from 1 (0: not known), its hand (None: before the
    first)."""

    line: int
    hand: int | None
    message: str

    def __str__(self) -> str:
        places = [f"line {self.line}"] if self.line else []
        places += [] if self.hand is None else [f"hand {self.hand}"]
        return f"{', '.join(places)}: {self.message}" if places else self.message


@dataclass(frozen=True, slots=True)
class Record:
    """One record and where it stands; `error` is why it could not be read."""

    line: int
    fields: Fields
    error: str = ""


@dataclass(slots=True)
class Source:
    """A text taken apart. `cut` says what is missing at its end, "" where nothing is."""

    records: list[Record] = field(default_factory=list)
    cut: str = ""


# reading


def read_source(source: str | bytes) -> Source:
    """The records of a history in either form; NotationError for what is none."""
    raw = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    if not isinstance(raw, bytes):
        raise TypeError(f"a history is read from text or bytes, not {type(source).__name__}")
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    if not raw.strip():
        raise NotationError("no history in here: it is empty")
    return _read_lines(raw) if raw.lstrip()[:1] == b"{" else _read_toml(raw)


def _read_lines(raw: bytes) -> Source:
    """JSON Lines: each line is a record, or says why not."""
    found = Source()
    lines = raw.split(b"\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            fields = _json(line)
        except NotationError as error:
            if number == len(lines):  # without its line end
                found.cut = f"line {number} is cut off and left out"
            else:
                found.records.append(Record(number, {}, str(error)))
            continue
        found.records.append(Record(number, fields))
    return found


def _json(line: bytes) -> Fields:
    try:
        fields = json.loads(line.decode("utf-8"), object_pairs_hook=_once)
    except UnicodeDecodeError:
        raise NotationError("no text in UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise NotationError(f"no JSON: {error}" if isinstance(error, ValueError) else "no JSON") from None
    if not isinstance(fields, dict):
        raise NotationError("a line of a history is an object: {...}")
    return fields


def _once(pairs: list[tuple[str, Any]]) -> Fields:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key stands twice")
    return fields


def _read_toml(raw: bytes) -> Source:
    """TOML, hand by hand: what is wrong with one does not hide the others."""
    found = Source()
    text = _decode(raw, found)
    chunks = list(_chunks(text))
    for i, (line, chunk) in enumerate(chunks):
        last = i == len(chunks) - 1
        try:
            data, left = _parse_cut(chunk, line, found) if last else (_parse(chunk, line), chunk)
        except NotationError as error:
            if i == 0:
                raise
            at, message = _place_of(error, line)
            found.records.append(Record(at, {"hand": None}, message))
            continue
        if i == 0:
            found.records.append(Record(1, _renamed(data, _PHH_HEADER)))
        else:
            found.records += _hand_records(data, left, line)
    return found


def _decode(raw: bytes, found: Source) -> str:
    try:
        return raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        if error.start < raw.rfind(b"\n") + 1:
            raise NotationError(f"line {line}: no text in UTF-8", column=None) from None
        found.cut = f"line {line} is cut off and left out"
        return raw[: raw.rfind(b"\n") + 1].decode("utf-8").replace("\r\n", "\n")


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """(number of its first line, text) of the header and of every hand."""
    start, chunk = 1, list[str]()
    for number, line in enumerate(re.findall(r"[^\n]*\n|[^\n]+", text), start=1):
        if _HANDS_LINE.fullmatch(line.rstrip("\n")):
            yield start, "".join(chunk)
            start, chunk = number, []
        chunk.append(line)
    yield start, "".join(chunk)


def _parse(chunk: str, line: int) -> Fields:
    import tomllib

    try:
        return {key: _plain(value) for key, value in tomllib.loads(chunk).items()}
    except (ValueError, RecursionError) as error:
        message = _WHERE.sub("", str(error)) if isinstance(error, ValueError) else "nested too deep"
        place = _WHERE.search(str(error))
        at = line + int(place[1]) - 1 if place and place[1] else line + max(chunk.count("\n") - 1, 0)
        raise NotationError(f"line {at}: no TOML: {message}") from None


def _plain(value: Any) -> Any:
    """The value with dates and times as text."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.isoformat() if hasattr(value, "isoformat") else value


def _renamed(fields: Fields, names: Mapping[str, str]) -> Fields:
    """Fields by the names of this format."""
    return {key if names.get(key, key) in fields else names.get(key, key): fields[key] for key in fields}


def _place_of(error: NotationError, line: int) -> tuple[int, str]:
    """The line of a message that begins with one, and the rest of it."""
    found = re.match(r"line (\d+): ", str(error))
    return (int(found[1]), str(error)[found.end() :]) if found else (line, str(error))


def _parse_cut(chunk: str, line: int, found: Source) -> tuple[Fields, str]:
    """The last part of a text, which may end anywhere: as it is, or closed, or without its last line."""
    body, end, rest = chunk.rpartition("\n")
    number = line + chunk.count("\n")
    last = rest.strip()
    whole = not last or last[-1] not in "0123456789_" or "#" in last  # of 12 there may be but the 1
    try:
        if whole:
            return _parse(chunk, line), chunk
    except NotationError as error:
        first = error
    else:
        first = NotationError(f"line {number}: cut off")
    without = f"line {number} is cut off and left out"
    closed = "the last hand is not closed"
    may_close = not last or _ACTION_LINE.fullmatch(last)
    tries = [(chunk + "\n]", closed)] if may_close else []
    tries += [(body + end, without), (body + "\n]", without)] if last else []
    for text, message in tries:
        try:
            data = _parse(text, line)
        except NotationError:
            continue
        if not last:
            message = closed
        found.cut = found.cut or message
        return data, text
    raise first


def _hand_records(data: Fields, chunk: str, line: int) -> Iterator[Record]:
    """What stands under one [[hands]]: changes before it, its begin, its actions, its result."""
    lines, actions_at = _places(chunk, line)
    hands = data.pop("hands", None)
    if data or not isinstance(hands, list) or len(hands) != 1:
        key = next(iter(data), "hands")
        yield Record(lines.get(key, line), {"hand": None}, f"{key!r} belongs before the first [[hands]]")
        return
    fields = _renamed(hands[0], _PHH_HAND)
    between = fields.pop("between", [])
    for change in between if isinstance(between, list) else [between]:
        error = "" if isinstance(change, dict) else "between: a table such as {rebuy = 'Ann', chips = 50}"
        yield Record(lines.get("between", line), change if not error else {"hand": None}, error)
    actions = fields.pop("actions", None)
    result = {key: fields.pop(key) for key in _RESULT_KEYS if key in fields}
    if actions is None and not fields and not result:
        return
    yield Record(line, {"hand": None, **fields})
    if actions is not None and not isinstance(actions, list):
        yield Record(lines.get("actions", line), {"action": actions})
        actions = []
    for i, action in enumerate(actions or []):
        at = actions_at[i] if len(actions_at) == len(actions or []) else lines.get("actions", line)
        yield Record(at, {"action": action})
    if result:
        yield Record(lines.get(next(iter(result)), line), result)


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


# writing


def write_records(records: Iterator[Fields] | list[Fields], form: str) -> str:
    """The text of a whole history."""
    writer = TextWriter(form)
    return "".join(map(writer.text_of, records)) + writer.end()


class TextWriter:
    """Turns records into text one by one, so that a file can grow with a match."""

    def __init__(self, form: str) -> None:
        if form not in FORMS:
            raise NotationError(f"form = {form!r}: a history is written as {' or '.join(FORMS)}")
        self.form = form
        self._is_open = False  # a list of actions

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
            return closed + "\n[[hands]]\n" + _lines_of(fields) + "actions = [\n"
        if "points" in fields:
            return closed + _lines_of(fields)
        return closed + f"\n[[hands]]\nbetween = {toml_value(fields)}\n"

    def go_on(self, is_open: bool) -> None:
        """The records that follow come after a text whose last list of actions is open, or closed."""
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
    # The players come last: a header that is cut off is none.
    return _lines_of({**first, **switches, **rest, "players": fields["players"]})


def _flat(rules: Fields) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Switches, those of Fantasyland and stakes one by one."""
    for key, value in rules.items():
        if key in ("fantasyland", "table_stakes") and isinstance(value, dict):
            yield from (((key, inner), one) for inner, one in value.items())
        else:
            yield (key,), value


def _lines_of(fields: Fields) -> str:
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
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
