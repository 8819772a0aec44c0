"""Rules by name: a preset, or a file of house rules."""

from __future__ import annotations

import re

from .._errors import OfcError
from .._files import read_file
from .._values import brief
from ._model import Rules
from ._presets import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

# Other names that people give the presets in their files.
ALIASES = {
    "ofc": "classic",
    "open-face": "classic",
    "ofc,-table-stakes": "classic",
    "progressive-pineapple": "progressive",
    "ultimate-pineapple": "ultimate",
    "chinese-(closed)": "chinese",
    "chinese-(closed,-capsa)": "chinese",
}


MOST_BYTES = 1_000_000  # of a file of house rules


def find_rules(name: str, below: Path | None = None) -> Rules:
    """A preset by its name (or one of its usual names), or house rules from a TOML file; OfcError if neither.

    below: the folder of the file that gives this name. Then only regular files in it or in its folders are
    read, and messages show nothing of their content.
    """
    plain = "-".join(name.lower().replace("_", " ").split())
    plain = ALIASES.get(plain, plain)
    if plain in RULES:
        return RULES[plain]
    if names_a_file(name):
        return _from_path(name) if below is None else _from_below(name, below)
    try:
        return RULES[plain]
    except OfcError as error:
        raise OfcError(f"{error}, or a file of house rules that ends in .toml") from None


def names_a_file(name: str) -> bool:
    """Whether this name of rules means a file."""
    return name.lower().endswith(".toml") or "/" in name or "\\" in name


def _from_path(path: str) -> Rules:
    data = read_file(path, MOST_BYTES)
    try:
        return Rules.from_toml(_text(data))
    except OfcError as error:
        raise OfcError(f"{path}: {error}") from None


def _from_below(name: str, below: Path) -> Rules:
    """Rules from a file that another file names: its author must learn nothing about this machine."""
    import os
    import stat

    try:
        folder = below.resolve()
        path = (folder / name).resolve()
        if not path.is_relative_to(folder):
            raise OfcError(f"the rules {brief(name)} are not in the folder of the file that names them")
        if not stat.S_ISREG(path.stat().st_mode):
            raise ValueError("it is not a regular file")
        no_wait = getattr(os, "O_NONBLOCK", 0)  # in case it has become a pipe
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | no_wait)) as stream:
            data = stream.read(MOST_BYTES + 1)
    except OfcError:
        raise
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: a loop of links
        reason = getattr(error, "strerror", None) or error
        raise OfcError(f"cannot read the rules {brief(name)}: {reason}") from None
    try:
        return Rules.from_toml(_text(data))
    except OfcError as error:
        line = re.match(r"line \d+", str(error))
        where = f" ({line[0]})" if line else ""
        raise OfcError(f"{brief(name)} holds no house rules{where}; 'ofckit rules FILE' says why") from None


def _text(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise OfcError(f"more than {MOST_BYTES} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OfcError("not text in UTF-8") from None
