"""The first record of a history: the rules, the players, the state of the match; and reading of values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .._documents import read_json, read_toml
from .._errors import NotationError, OfcError
from .._rng import fresh_seed
from .._values import brief, nearest
from ..game import Match, Player
from ..position import rules_words
from ..rules import RULES, Rules, rules_of_table
from ._text import MAGIC, VERSION, WANTED, Fields, toml_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_HEADER = (
    MAGIC,
    "variant",
    "rules",
    "seed",
    "players",
    "button",
    "hand",
    "chips",
    "points",
    "hands",
    "fantasyland",
)
ABOUT = frozenset(
    [
        *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
        *("time", "time_zone", "time_zone_abbreviation", "day", "month", "year", "table", "level"),
        *("currency", "currency_symbol"),
    ]
)
"""Keys of PHH that say where and when; kept as they are."""


def is_note(key: str) -> bool:
    """Whether a key says nothing of the game and is kept as it is."""
    return key.startswith("_") or key in ABOUT


def check_name(name: str) -> None:
    """OfcError for a name that could not be printed and read again."""
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > 60:
        raise OfcError(f"{brief(name)} is not a name for a history: 1 to 60 printable characters")


def read_notes(notes: Mapping[str, Any] | None) -> Fields:
    """Keys of one's own for the header: plain values that both forms of text can hold."""
    import json

    if notes is None:
        return {}
    if not isinstance(notes, Mapping):
        raise TypeError(f"notes must be keys and values, not {brief(notes)}")
    for key in notes:
        if not isinstance(key, str) or not is_note(key):
            raise OfcError(f"note {brief(key)}: a key of your own begins with '_'")
    try:
        kept: Fields = read_json(json.dumps(dict(notes)))
        toml_value([value for value in kept.values() if value is not None])
    except (TypeError, ValueError, RecursionError) as error:
        raise OfcError(f"notes: {error}") from None
    return kept


def header_of(match: Match, notes: Fields) -> Fields:
    players = match.players
    for one in players:
        check_name(one.name)
    variant, switches = rules_words(match.rules)
    fields: Fields = {MAGIC: VERSION, "variant": variant}
    if switches:
        fields["rules"] = read_toml(switches)
    fields["seed"] = match.seed
    if players:
        fields["button"] = players[match.button].name
    if match.hand or len(players) < match.rules.players[0]:
        fields["hand"] = match.hand + 1
    if match.is_for_chips:
        fields["chips"] = list(match.chips)
    if any(one.points for one in players):
        fields["points"] = list(match.points)
    if any(one.hands for one in players):
        fields["hands"] = [one.hands for one in players]
    if match.in_fantasyland:
        fields["fantasyland"] = list(match.fantasyland)
    return {**fields, **notes, "players": [one.name for one in players]}


def rules_of(fields: Fields) -> Rules:
    name, switches = fields.get("variant"), fields.get("rules", {})
    if not isinstance(name, str):
        raise NotationError(f"variant = {brief(name)}: the name of a preset: {', '.join(RULES)}")
    if not isinstance(switches, dict):
        raise NotationError("rules: a table of the switches that differ from the variant")
    base = RULES[name]
    if not switches:
        return base
    return rules_of_table({"base": name, **switches})


def match_of(fields: Fields) -> Match:
    """The match at the moment of the header."""
    if MAGIC not in fields:
        raise NotationError(f"not a history of ofckit: {WANTED}")
    version = fields[MAGIC]
    if version != VERSION or isinstance(version, bool):
        raise NotationError(f"{MAGIC} = {brief(version)}: this ofckit reads version {VERSION} only")
    known_only(fields, _HEADER)
    for key in ("variant", "players"):
        if key not in fields:
            raise NotationError(f"{key}: missing; the header says variant and players")
    names = fields["players"]
    if not isinstance(names, list):
        raise NotationError(f"players = {brief(names)}: a list of names")
    for name in names:
        check_name(name)
    if len(set(names)) != len(names):
        raise NotationError(f"players = {brief(names)}: a list of names, each once")
    rules, seed, hand = rules_of(fields), whole("seed", fields.get("seed")), fields.get("hand")
    players = _players_of(fields, rules, names)
    return Match.restore(
        rules,
        fresh_seed() if seed is None else seed,
        players,
        place_of(fields["button"], names) if "button" in fields else max(len(names) - 1, 0),
        (hand_number(hand) or 1) - 1,
        None,
        fields.get("chips") is not None,
    )


def _players_of(fields: Fields, rules: Rules, names: list[str]) -> list[Player]:
    """The players and what they have; a match under way may have lost players or chips."""
    count, under_way = len(names), "hand" in fields
    points = wholes("points", fields.get("points"), count) or [0] * count
    played = wholes("hands", fields.get("hands"), count) or [0] * count
    seats = count * rules.boards_per_player
    inside = wholes("fantasyland", fields.get("fantasyland"), seats) or [0] * seats
    rules.check_players(max(count, rules.players[0]) if under_way else count, inside)
    chips = wholes("chips", fields.get("chips"), count)
    if chips is None and rules.table_stakes is not None:
        raise OfcError(f"chips: {rules.name} is played for table stakes, give each player's chips")
    least = 0 if under_way else 1
    if chips and min(chips) < least:
        raise NotationError(f"chips = {brief(chips)}: chips are whole numbers from {least}")
    return [
        Player(name, None if chips is None else chips[i], points[i], tuple(inside[i::count]), played[i])
        for i, name in enumerate(names)
    ]


def known_only(fields: Fields, keys: Iterable[str]) -> None:
    for key in fields:
        if key not in keys and not is_note(key):
            hint = nearest(key, keys) or f": {', '.join(keys)}"
            raise NotationError(f"unknown key {brief(key)}{hint} (a key of your own begins with '_')")


def whole(key: str, value: object) -> int | None:
    if value is None or (
        isinstance(value, int) and not isinstance(value, bool) and value.bit_length() <= 4096
    ):
        return value
    raise NotationError(f"{key} = {brief(value)}: must be a whole number")


def hand_number(value: object, first: int = 1) -> int | None:
    """The number of a hand; `first` is the number of the first hand of a match."""
    number = whole("hand", value)
    if number is not None and not 0 <= number - first < 1 << 64:
        raise NotationError(f"hand = {brief(number)}: a hand number is {first} .. 2**64")
    return number


def wholes(key: str, value: object, count: int) -> list[int] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != count:
        raise NotationError(f"{key} = {brief(value)}: must be {count} whole numbers")
    return [whole(key, one) or 0 for one in value]


def place_of(name: object, names: Sequence[str]) -> int:
    if not isinstance(name, str) or name not in names:
        raise NotationError(f"button = {brief(name)}: not one of the players {', '.join(names)}")
    return names.index(name)
