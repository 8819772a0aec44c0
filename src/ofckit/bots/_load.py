"""Bots of one's own by name: `module:Class`, `file.py:function`."""

from __future__ import annotations

import inspect
import os
import re
import sys
import traceback
from importlib import import_module
from pathlib import Path

from .._errors import OfcError
from .._values import brief
from ._bot import Bot, as_bot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType
    from typing import Any

_PLACE = r"(?P<place>.+\.py|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)"
_REFERENCE = re.compile(_PLACE + r":(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?::(?P<options>.*))?")


def is_reference(name: str) -> bool:
    """Whether a text has the form of a bot in a module or a file."""
    return _REFERENCE.fullmatch(name.strip()) is not None


def split_reference(name: str) -> tuple[str, str, str]:
    """Module or file, the name of the bot in it, and its options."""
    found = _REFERENCE.fullmatch(name.strip())
    assert found is not None
    return found["place"], found["name"], found["options"] or ""


def load_bot(place: str, name: str, seed: int, options: Mapping[str, Any]) -> Bot:
    """The bot of this name in a module or a file: an object that acts, a function, or an instance of a class.

    A class, or a function with options, is called with them, and with `seed=` where it takes one. OfcError
    where there is none.
    """
    module = _module_of(place)
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is None:
        known = [one for one, what in vars(module).items() if callable(what) and one[:1] != "_"]
        raise OfcError(f"{place} has no {name}; there are {', '.join(known[:20]) or 'no bots in it'}")
    if isinstance(found, type) or options:
        found = _made(f"{place}:{name}", found, seed, options)
    try:
        return as_bot(found)
    except TypeError as error:
        raise OfcError(f"{place}:{name}: {error}") from None


def _made(name: str, make: Any, seed: int, options: Mapping[str, Any]) -> Any:
    try:
        takes_seed = "seed" in inspect.signature(make).parameters
    except (TypeError, ValueError):  # a class in C, or what cannot be called
        takes_seed = False
    given = {"seed": seed, **options} if takes_seed else dict(options)
    try:
        return make(**given)
    except Exception as error:
        raise OfcError(f"{name}: {_words(error)}") from error


def _module_of(place: str) -> ModuleType:
    """The module, imported. What is in a file is found by its name in other processes, too."""
    if not place.endswith(".py"):
        _look_in(os.getcwd())
        return _imported(place, place)
    path = Path(place).resolve()
    if not path.is_file():
        raise OfcError(f"{brief(place)}: there is no such file")
    _look_in(str(path.parent))
    module = _imported(path.stem, place)
    own = getattr(module, "__file__", None)
    if own is None or Path(own).resolve() != path:
        raise OfcError(f"{place}: another module is called {path.stem} ({own}): give the file another name")
    return module


def _look_in(folder: str) -> None:
    if folder not in sys.path:
        sys.path.append(folder)


def _imported(name: str, place: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise OfcError(f"{place}: no module of this name is found, here or installed") from None
        raise OfcError(f"{place} cannot be imported: {_words(error)}") from error
    except Exception as error:
        raise OfcError(f"{place} cannot be imported: {_words(error)}") from error


def _words(error: BaseException) -> str:
    """What went wrong, and on which line of whose code."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if "importlib" not in one.filename and one.filename != __file__]
    where = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {error}{where}"
