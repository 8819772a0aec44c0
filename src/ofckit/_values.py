"""Immutable tables, named values that pickle by name, and the errors for wrong values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from math import inf
from operator import index
from reprlib import Repr

from ._errors import InvalidRules, OfcError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    K = TypeVar("K")
    V = TypeVar("V")
    T = TypeVar("T")


CONFIDENCE = 1.96
"""Standard errors on each side of a 95 % interval."""
_LONGEST = 80  # characters of a value shown in a message


class _Brief(Repr):
    """Reprs of a few items and a few characters, whatever the size of the value."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxstring, self.maxother = 3, _LONGEST, _LONGEST

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if x.bit_length() < 4 * _LONGEST else f"<an int of {x.bit_length()} bits>"

    def repr_bytes(self, x: bytes, level: int) -> str:
        return self.repr_str(x, level)  # type: ignore[arg-type]  # it slices and joins what repr gives

    repr_bytearray = repr_bytes


_BRIEF = _Brief()


def brief(value: object) -> str:
    """The repr of a value on one line, short enough for an error message; never raises."""
    try:
        text = _BRIEF.repr(value)
    except Exception:  # an object that passes for a built-in type by name
        text = object.__repr__(value)
    if not text.isprintable():
        text = ascii(text)[1:-1]
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def whole_number(what: str, value: object, low: int | None = None, high: int | None = None) -> int:
    """Any integer but a bool; TypeError for anything else, OfcError for one that is not from low to high."""
    try:
        number = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None:
        raise TypeError(f"{what} must be a whole number, not {brief(value)}")
    if (low is not None and number < low) or (high is not None and number > high):
        limits = f"at least {low}" if high is None else f"{low} to {high}"
        raise OfcError(f"{what} must be {limits}, not {brief(number)}")
    return number


def real_number(what: str, value: object, low: float, high: float) -> float:
    """Any int or float but a bool; TypeError for anything else, OfcError outside low to high."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError(f"{what} must be a number, not {brief(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if not low <= number <= high:
        raise OfcError(f"{what} must be {low:.9g} to {high:.9g}, not {brief(value)}")
    return number


def listed(what: str, value: object, most: int = 1000) -> tuple[Any, ...]:
    """The items of a list; TypeError for anything else, text included, OfcError for more than `most`."""
    if type(value) is not tuple and type(value) is not list:
        if isinstance(value, memoryview) and value.ndim > 1:
            value = value.tolist()
        if isinstance(value, str | bytes | bytearray) or not isinstance(value, Iterable):
            raise TypeError(f"{what} must be a list, not {brief(value)}")
    items = value if type(value) is tuple else tuple(islice(value, most + 1))
    if len(items) > most:
        raise OfcError(f"{what}: more than {most}")
    return items


def shape_of(what: str, buffer: Any) -> tuple[int, ...]:
    """The shape of an array or another buffer; TypeError for anything else."""
    try:
        return memoryview(buffer).shape or ()
    except (TypeError, ValueError, BufferError):  # ValueError: an array of what no buffer can hold
        raise TypeError(f"{what} must be an array or another buffer, not {brief(buffer)}") from None


def nearest(word: object, allowed: Iterable[object]) -> str:
    """'; did you mean 'x'?' when one of the allowed words is near, else nothing."""
    import difflib  # only errors need it

    if not isinstance(word, str) or len(word) > _LONGEST:
        return ""
    names = {str(name).lower(): str(name) for name in allowed}
    near = difflib.get_close_matches(word.lower(), names, n=1, cutoff=0.5)
    return f"; did you mean {names[near[0]]!r}?" if near else ""


def wrong(key: str, value: object, allowed: str, near: Iterable[object] = ()) -> InvalidRules:
    """The error for a value that a key does not accept."""
    return InvalidRules(f"{key} = {brief(value)}: must be {allowed}{nearest(value, near)}")


def unknown(what: str, key: object, allowed: Iterable[str]) -> InvalidRules:
    """The error for an unknown key."""
    names = list(allowed)
    hint = nearest(key, names)
    return InvalidRules(f"{what} {brief(key)}{hint or '; known: ' + ', '.join(names)}")


def check_choice(key: str, value: object, allowed: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in allowed:
        raise wrong(key, value, "one of " + ", ".join(map(repr, allowed)), allowed)


def check_int(key: str, value: object, low: int, high: int, more: str = "") -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= index(value) <= high:
        raise wrong(key, value, f"a whole number from {low} to {high}{more}")


def check_bool(key: str, value: object) -> None:
    if not isinstance(value, bool):
        raise wrong(key, value, "True or False")


def check_name(key: str, value: object) -> None:
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > 60:
        raise wrong(key, value, "a name of 1 to 60 printable characters")


class FrozenDict(Mapping["K", "V"]):
    """An immutable mapping: it hashes, pickles and prints as the dict that builds it."""

    __slots__ = ("_dict", "_hash")
    _dict: dict[K, V]
    _hash: int

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._dict = dict(items)
        self._hash = 0

    def __getitem__(self, key: K) -> V:
        return self._dict[key]

    def __contains__(self, key: object) -> bool:
        return key in self._dict

    def __iter__(self) -> Iterator[K]:
        return iter(self._dict)

    def __len__(self) -> int:
        return len(self._dict)

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash(frozenset(self._dict.items()))
        return self._hash

    def __repr__(self) -> str:
        return repr(self._dict)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._dict,)


class UnknownName(InvalidRules, KeyError):
    """An unknown name."""

    __str__ = Exception.__str__  # KeyError would print the repr of the message


class Named(Mapping[str, "V"]):
    """Named values, built when first asked for; the error for a wrong name suggests the nearest right one.

    `what` is the word for one of them; `home` ("ofckit.rules:RULES") is where a pickle finds them again.
    """

    __slots__ = ("_build", "_home", "_known", "_what")
    _known: dict[str, V] | None

    def __init__(self, what: str, home: str, build: Callable[[], dict[str, V]]) -> None:
        self._what = what
        self._home = home
        self._build = build
        self._known = None

    def _all(self) -> dict[str, V]:
        if self._known is None:
            self._known = self._build()
        return self._known

    def __getitem__(self, name: str) -> V:
        known = self._all()
        if isinstance(name, str) and name in known:
            return known[name]
        raise UnknownName(
            f"no {self._what} named {brief(name)}{nearest(name, known)} (known: {', '.join(known)})"
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return f"<{self._what}s: {', '.join(self._all())}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return named_at, (self._home,)


def named_at(home: str) -> Named[Any]:
    """The named values at `home`, for unpickling."""
    from importlib import import_module

    module, _, name = home.partition(":")
    found = getattr(import_module(module), name, None) if module.startswith("ofckit.") else None
    if not isinstance(found, Named):
        raise InvalidRules(f"no named values at {brief(home)}")
    return found


def replaced(what: T, changes: dict[str, Any]) -> T:
    """The same dataclass with other values; an unknown key is named."""
    names = public_fields(what)
    for key in changes:
        if key not in names:
            raise unknown(f"{type(what).__name__} has no switch", key, names)
    from dataclasses import replace

    result: T = replace(what, **changes)  # type: ignore[type-var]
    return result


def public_fields(what: Any) -> list[str]:
    from dataclasses import fields  # the callers have it already; `brief` does without it

    return [f.name for f in fields(what) if f.init]


def state(what: Any) -> dict[str, Any]:
    """What builds an equal object: every field that the constructor takes."""
    return {name: getattr(what, name) for name in public_fields(what)}


def rebuild(kind: Callable[..., T], values: dict[str, Any]) -> T:
    """Unpickle through the constructor, so that the values are checked."""
    return kind(**values)


def short_repr(what: Any) -> str:
    """Code that evaluates back, without the switches at their default."""
    from dataclasses import MISSING, fields

    said = [
        f"{f.name}={getattr(what, f.name)!r}"
        for f in fields(what)
        if f.init and (f.default is MISSING or getattr(what, f.name) != f.default)
    ]
    return f"{type(what).__name__}({', '.join(said)})"
