"""The parameters of a request, read and checked: each error names the parameter and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .._errors import OfcError
from .._values import brief
from ..rules import RULES, Rules

Params = Mapping[str, Any]
Stop = Callable[[], bool]
"""Asked some ten times a second, from the thread that searches: True ends the search."""

LIMITS: Mapping[str, int] = {
    "body": 1_000_000,  # bytes of a request
    "text": 400_000,  # characters of a session
    "history": 800_000,  # characters of a history
    "position": 20_000,  # characters of a position, however it is written
    "rules": 20_000,  # characters of house rules
    "match": 800_000,  # characters of a match that is carried along
    "name": 40,  # characters of a player's name
    "cards": 54,
    "boards": 10,  # best boards of a Fantasyland hand
    "wanted": 20,  # chances in one request
    "seconds": 30,  # of an analysis
    "decisions": 2_000,  # of a review
    "review_seconds": 2,  # for each of them
    "hands": 2_000,  # of a session
    "searches": 64,  # at once, of all players of a server
}
"""What a request may ask for at most."""


class RequestError(OfcError):
    """A request that is not as the contract says: an unknown name, a parameter that is wrong."""

    def __init__(self, message: str, where: str | None = None, code: str = "bad-request") -> None:
        super().__init__(message)
        self.where, self.code = where, code


def text(params: Params, name: str, most: int, otherwise: str | None = None) -> str:
    """A text of at most so many characters; without a default it must be there."""
    value = params.get(name, otherwise)
    if not isinstance(value, str):
        raise RequestError(f"{name}: a text is needed, not {brief(value)}", name)
    if len(value) > most:
        message = f"{name}: at most {most:,} characters, not {len(value):,}"
        raise RequestError(message, name, "too-large")
    return value


def number(params: Params, name: str, least: float, most: float, otherwise: float) -> float:
    """A number between two others."""
    value = params.get(name, otherwise)
    if value is None:
        return otherwise
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise RequestError(f"{name}: a number from {least:g} to {most:g} is needed, not {brief(value)}", name)
    return value


def whole(params: Params, name: str, least: int, most: int, otherwise: int | None) -> int | None:
    """A whole number between two others; null and nothing are the default."""
    value = params.get(name)
    if value is None:
        return otherwise
    if type(value) is not int or not least <= value <= most:
        raise RequestError(f"{name}: a whole number from {least} to {most}, not {brief(value)}", name)
    return value


def choice(params: Params, name: str, allowed: tuple[Any, ...]) -> Any:
    """One of these, by default the first."""
    value = params.get(name)
    if value is None:
        return allowed[0]
    for one in allowed:
        if type(one) is type(value) and one == value:
            return one
    raise RequestError(f"{name}: one of {', '.join(map(repr, allowed))}, not {brief(value)}", name)


def items(params: Params, name: str, most: int) -> list[Any]:
    """A list of at most so many values; null and nothing are an empty one."""
    value = params.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise RequestError(f"{name}: a list is needed, not {brief(value)}", name)
    if len(value) > most:
        raise RequestError(f"{name}: at most {most} values, not {len(value)}", name, "too-large")
    return value


def table(params: Params, name: str) -> Params:
    """A value that is itself an object."""
    value = params.get(name)
    if not isinstance(value, dict):
        raise RequestError(f"{name}: an object is needed, not {brief(value)}", name)
    return value


def cards(params: Params, name: str) -> str:
    """Cards as the library reads them: a text, or a list of texts."""
    value = params.get(name)
    if value is None:
        return ""
    if isinstance(value, list) and len(value) <= LIMITS["cards"] and all(isinstance(c, str) for c in value):
        value = " ".join(value)
    if not isinstance(value, str) or len(value) > 500:
        raise RequestError(f"{name}: cards, such as 'Ah Kd' or ['Ah', 'Kd'], not {brief(value)}", name)
    return value


def rules(params: Params, otherwise: str | None = "pineapple") -> Rules:
    """A preset by name, or house rules as TOML. No file is read, whatever the name."""
    value = text(params, "rules", LIMITS["rules"], otherwise)
    return read_rules(value)


def read_rules(value: str) -> Rules:
    """The rules of such a text."""
    name = value.strip()
    if name in RULES or not ("=" in name or "\n" in name):
        return RULES[name]  # raises, with the nearest right name
    return Rules.from_toml(value)


def write_rules(given: Rules) -> str:
    """The text that `read_rules` reads: the name of a preset, else TOML."""
    return given.name if given.name in RULES and RULES[given.name] == given else given.to_toml()
