"""House rules as TOML: reading with the key and line of what is wrong, and writing every switch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields

from .._documents import DocumentError, read_toml
from .._errors import InvalidRules
from .._values import public_fields, unknown, wrong
from . import _fantasyland, _model
from ._fantasyland import Fantasyland, condition_text, key_text
from ._hands import ROWS
from ._model import Rules, Street, TableStakes, plan_text
from ._presets import RULES
from ._royalties import ROYALTIES, Royalties

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_STREET = re.compile(r"(\d+)(?:\s*/\s*(\d+))?(\s+face\s+down)?(?:\s*[x*]\s*(\d+))?", re.IGNORECASE)
_MOST_TEXT = 100_000


# reading


def read_rules(text: str) -> Rules:
    """The rules of a TOML text; InvalidRules names the key, its value, its line and what is allowed."""
    if not isinstance(text, str) or len(text) > _MOST_TEXT:
        raise InvalidRules(f"rules must be TOML text of at most {_MOST_TEXT} characters")
    try:
        data = read_toml(text, 4 * _MOST_TEXT)
    except DocumentError as error:
        place = f"line {error.line}: " if error.line else ""
        raise InvalidRules(f"{place}{error}", column=error.column) from None
    try:
        return rules_of_table(data)
    except InvalidRules as error:
        line = _line_of(text, str(error))
        if line:
            raise InvalidRules(f"line {line}: {error}") from None
        raise


def rules_of_table(data: dict[str, Any]) -> Rules:
    """The rules of a table, as of a TOML text; InvalidRules names the key, its value and what is allowed."""
    names = ["base", *public_fields_of(Rules)]
    _known_only("", data, names)
    base = _base(data.pop("base", None))
    changes = {key: _READERS[key](value, base) if key in _READERS else value for key, value in data.items()}
    if base is not None:
        return base.replace(**changes)
    for key in ("name", "streets"):
        if key not in changes:
            raise InvalidRules(f"{key}: missing (needed where there is no base, such as base = 'pineapple')")
    return Rules(**changes)


def public_fields_of(kind: type) -> list[str]:
    return [f.name for f in fields(kind) if f.init]


def _base(name: object) -> Rules | None:
    if name is None:
        return None
    if not isinstance(name, str) or name not in RULES:
        raise wrong("base", name, "a preset: " + ", ".join(RULES), RULES)
    return RULES[name]


def _known_only(path: str, table: Mapping[str, object], names: list[str]) -> None:
    for key in table:
        if key not in names:
            raise unknown("unknown key", path + key, [path + name for name in names])


def _optional_number(word: str | bool) -> Any:
    """A reader of a number that may be switched off by a word or by false."""

    def read(value: object, base: Rules | None) -> object:
        return None if value == word and type(value) is type(word) else value

    return read


def _streets(value: object, base: Rules | None) -> tuple[Street, ...]:
    if isinstance(value, list):
        return tuple(_street_from_table(part) for part in value)
    if not isinstance(value, str):
        raise wrong("streets", value, "a plan such as '5 + 3/2 x 4' (dealt/placed, how often)")
    streets: list[Street] = []
    for part in value.split("+"):
        found = _STREET.fullmatch(part.strip())
        if found is None or len(part) > 40:
            raise wrong("streets", value, "a plan such as '5 + 3/2 x 4' (dealt/placed, how often)")
        deal, place, face_down, times = found.groups()
        street = Street(deal=int(deal), place=int(place or deal), face_down=bool(face_down))
        streets += [street] * min(int(times or 1), _model.BOARD + 1)
    return tuple(streets)


def _street_from_table(part: object) -> Street:
    if not isinstance(part, dict) or "deal" not in part:
        raise wrong("streets", part, "a table such as {deal = 3, place = 2}")
    _known_only("streets.", part, public_fields_of(Street))
    return Street(**{"place": part["deal"], **part})


def _royalties(value: object, base: Rules | None) -> object:
    if not isinstance(value, dict):
        return value  # a name
    _known_only("royalties.", value, ["base", *public_fields_of(Royalties)])
    start = base.royalties if base else None
    if "base" in value:
        name = value["base"]
        if not isinstance(name, str) or name not in ROYALTIES:
            raise wrong("royalties.base", name, "a royalty table: " + ", ".join(ROYALTIES), ROYALTIES)
        start = ROYALTIES[name]
    given = {"name": "house"} | {key: rows for key, rows in value.items() if key != "base"}
    if start is not None:
        return start.replace(**given)
    for row in ROWS:
        if row not in given:
            raise InvalidRules(f"royalties.{row}: missing (needed where royalties have no base)")
    return Royalties(**given)


def _fantasyland_table(value: object, base: Rules | None) -> object:
    if value is False:
        return None
    if not isinstance(value, dict):
        raise wrong("fantasyland", value, "false, or a table with enter, stay, ...")
    _known_only("fantasyland.", value, public_fields_of(Fantasyland))
    if base is not None and base.fantasyland is not None:
        return base.fantasyland.replace(**value)
    if "enter" not in value:
        raise InvalidRules("fantasyland.enter: missing; a table of cards by hand, such as {QQ = 14}")
    return Fantasyland(**value)


def _stakes(value: object, base: Rules | None) -> object:
    if isinstance(value, bool):
        return TableStakes() if value else None
    if not isinstance(value, dict):
        raise wrong("table_stakes", value, "true, false, or a table with win_cap, broke_is_out")
    _known_only("table_stakes.", value, public_fields_of(TableStakes))
    return ((base and base.table_stakes) or TableStakes()).replace(**value)


def _naturals(value: object, base: Rules | None) -> object:
    return {} if value is False else value


_READERS: dict[str, Any] = {
    "streets": _streets,
    "royalties": _royalties,
    "fantasyland": _fantasyland_table,
    "table_stakes": _stakes,
    "foul_points": _optional_number("sweep"),
    "surrender_points": _optional_number(False),
    "sweep_bonus": _optional_number("scoring"),
    "majority_bonus": _optional_number("scoring"),
    "loss_cap": _optional_number(False),
    "naturals": _naturals,
}


def _line_of(text: str, message: str) -> int:
    """The line, from 1, of the key that an error message begins with or quotes; 0 where it is not found."""
    found = re.match(r"unknown key '([^']*)'|([\w.]+)(?:\['([^']*)'\]| = '([^']*)')?", message)
    if found is None:
        return 0
    path = found[1] or ".".join(filter(None, (found[2], found[3] or found[4])))
    lines = _key_lines(text)
    while path:
        if path in lines:
            return lines[path]
        path = path.rpartition(".")[0]
    return 0


def _key_lines(text: str) -> dict[str, int]:
    """Line of each dotted key and table header (values of several lines are skipped)."""
    lines: dict[str, int] = {}
    prefix = ""
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[\[?([^\]]+)\]", line)
        key = re.match(r"""\s*("[^"]*"|'[^']*'|[\w.\s-]+?)\s*=""", line)
        if header:
            prefix = _bare(header[1]) + "."
            for end in (m.start() for m in re.finditer(r"\.", prefix)):
                lines.setdefault(prefix[:end], number)
        elif key:
            lines.setdefault(prefix + _bare(key[1]), number)
    return lines


def _bare(key: str) -> str:
    return re.sub(r"[\"']|\s*(?=\.)|(?<=\.)\s*", "", key.strip())


# writing

_CHOICES = {
    "scoring": _model.SCORINGS,
    "majority": _model.MAJORITIES,
    "royalties_to": _model.ROYALTIES_TO,
    "middle": _model.MIDDLES,
    "joker_resolution": _model.JOKER_RESOLUTIONS,
    "first_five": _model.FIRST_FIVE,
    "auto_place": _model.AUTO_PLACE,
    "first_to_act": _model.FIRST_TO_ACT,
    "set_when": _fantasyland.SET_WHEN,
}
_NOTES = {
    "streets": "cards dealt, or dealt/placed, x how often",
    "players": "fewest, most",
    "foul_points": '"sweep" or a number',
    "surrender_points": "false or a number",
    "sweep_bonus": '"scoring" or a number',
    "majority_bonus": '"scoring" or a number',
    "table_sweep": 'a number or "double"',
    "loss_cap": "false or a number",
    "naturals": "false or a table of points",
    "final_face_down": "how many cards at the end",
    "repeat_cards": 'a number, "same" or "by-top"',
}
_WORDS = {"foul_points": "sweep", "sweep_bonus": "scoring", "majority_bonus": "scoring"}
_TABLES = ("royalties", "fantasyland", "table_stakes", "naturals")


def write_rules(rules: Rules) -> str:
    """Every switch, one a line; those with parts as tables at the end."""
    lines: list[str] = []
    tables: list[str] = []
    for key in public_fields(rules):
        value = getattr(rules, key)
        if key == "streets":
            value = plan_text(value)
        elif key == "royalties" and value.name in ROYALTIES and ROYALTIES[value.name] == value:
            value = value.name
        elif key in _TABLES and value is not None and value != {}:
            tables += ["", f"[{key}]", *_TABLE_WRITERS[key](value)]
            continue
        elif key in _WORDS and value is None:
            value = _WORDS[key]
        elif key == "naturals":
            value = False
        lines.append(_line(key, value))
    return "\n".join(lines + tables) + "\n"


def _line(key: str, value: object) -> str:
    line = f"{key} = {_value(value)}"
    choices = [c for c in _CHOICES.get(key, ()) if c != value]
    note = "or " + ", ".join(map(_value, choices)) if choices else _NOTES.get(key, "")
    return f"{line:<32}  # {note}" if note else line


def _value(value: object) -> str:
    if value is None or value is False:
        return "false"
    if value is True:
        return "true"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _points_lines(table: Iterable[tuple[str, int]]) -> list[str]:
    return [f"{key if re.fullmatch(r'[A-Za-z0-9_-]+', key) else _value(key)} = {n}" for key, n in table]


def _royalties_lines(royalties: Royalties) -> list[str]:
    lines = [_line("name", royalties.name)]
    for row in ROWS:
        lines += [f"[royalties.{row}]", *_points_lines(getattr(royalties, row).items())]
    return lines


def _fantasyland_lines(fantasyland: Fantasyland) -> list[str]:
    switches = {key: getattr(fantasyland, key) for key in public_fields(fantasyland) if key != "enter"}
    switches["stay"] = tuple(map(condition_text, fantasyland.stay))
    enter = [(key_text(key), cards) for key, cards in fantasyland.enter.items()]
    return [*(_line(k, v) for k, v in switches.items()), "[fantasyland.enter]", *_points_lines(enter)]


def _stakes_lines(stakes: TableStakes) -> list[str]:
    return [_line(key, getattr(stakes, key)) for key in public_fields(stakes)]


_TABLE_WRITERS: dict[str, Any] = {
    "royalties": _royalties_lines,
    "fantasyland": _fantasyland_lines,
    "table_stakes": _stakes_lines,
    "naturals": lambda naturals: _points_lines(naturals.items()),
}
