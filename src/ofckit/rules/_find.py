"""Rules by what people call them: a preset, or a file of house rules."""

from __future__ import annotations

from .._errors import OfcError
from ._model import Rules
from ._presets import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

# What people call the presets in their files.
ALIASES = {
    "ofc": "classic",
    "open-face": "classic",
    "ofc,-table-stakes": "classic",
    "progressive-pineapple": "progressive",
    "ultimate-pineapple": "ultimate",
    "chinese-(closed)": "chinese",
    "chinese-(closed,-capsa)": "chinese",
}


def find_rules(name: str, folder: Path | None = None) -> Rules:
    """A preset by its name (or one of its usual names), or house rules from a TOML file; OfcError if neither.

    A relative path starts from `folder`.
    """
    plain = "-".join(name.lower().replace("_", " ").split())
    plain = ALIASES.get(plain, plain)
    if plain in RULES:
        return RULES[plain]
    from pathlib import Path  # presets, the usual case, need no file

    path = (folder or Path()) / name
    if name.lower().endswith(".toml") or "/" in name or "\\" in name:
        return _from_file(path)
    try:
        return RULES[plain]
    except OfcError as error:
        raise OfcError(f"{error}, or a file of house rules that ends in .toml") from None


def _from_file(path: Path) -> Rules:
    """House rules from a TOML file; OfcError names the file and what is wrong with it."""
    try:
        with open(path, "rb") as stream:
            text = stream.read(1_000_000).decode("utf-8-sig")
    except OSError as error:
        raise OfcError(f"cannot read the rules {path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, ValueError):
        raise OfcError(f"{path} is no text in UTF-8") from None
    try:
        return Rules.from_toml(text)
    except OfcError as error:
        raise OfcError(f"{path}: {error}") from None
