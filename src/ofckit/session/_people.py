"""Who is who in a session: spellings of a name, nicknames, and names that look like a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category, normalize

from .._errors import OfcError
from .._values import brief

MOST_NAME = 40
MOST_KNOWN = 60  # people, among whom a slip of the pen is looked for
_SHORT = 3  # letters of a word that is not looked at: Player A is not Player B
_LATIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "\u0131": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)


class People:
    """The players so far, each under the first spelling of their name."""

    def __init__(self) -> None:
        self._spellings: dict[str, str] = {}  # by the folded name
        self._known: dict[str, str] = {}  # those who have played, likewise

    def spelled(self, name: str) -> str:
        """The name under which they play: 'ann' is Ann, 'Jean Luc' is Jean-Luc, 'Lucja' is Łucja."""
        folded = fold(name)
        found = self._spellings.setdefault(folded, name)
        if len(self._known) <= MOST_KNOWN:
            self._known.setdefault(fold(found), found)
        return found

    def named(self, name: str) -> str:
        """The same, of a name that need not be a player's."""
        return self._spellings.get(fold(name), name)

    def add_alias(self, text: str) -> None:
        """'Big Mike = Mike, BM': nicknames; 'Bigg Mike': somebody of that name."""
        name, equals, others = text.partition("=")
        nicknames = [" ".join(one.split()) for one in others.split(",")] if equals else []
        name = " ".join(name.split())
        if not name or not all(nicknames) or not all(map(is_name, (name, *nicknames))):
            raise OfcError(f"alias {brief(text)}: write 'alias: Big Mike = Mike, BM'")
        name = self._spellings.setdefault(fold(name), name)
        for nickname in nicknames:
            held = self._spellings.get(fold(nickname), name)
            if held != name:
                raise OfcError(f"{nickname} is {held} in the lines above: the alias goes before them")
            self._spellings[fold(nickname)] = name

    def near(self, name: str, present: Iterable[str]) -> str:
        """The player whose name this one looks like, if nobody of that name has played; "" for no such.

        present: who is at the table too, so that it is none of them.
        """
        folded = fold(name)
        if folded in self._spellings or len(self._known) > MOST_KNOWN:
            return ""
        near = {known: held for known, held in self._known.items() if is_slip(folded, known)}
        here = {fold(self.named(one)) for one in present} if near else set[str]()
        return next((held for known, held in near.items() if known not in here), "")


def is_name(name: str) -> bool:
    """Whether a text can be printed as a name."""
    return name.isprintable() and 0 < len(name) <= MOST_NAME


def fold(name: str) -> str:
    """A name without what differs by spelling: case, accents, spaces and marks between its words."""
    words = "".join(map(_folded, normalize("NFKC", name).casefold().translate(_LATIN)))
    return " ".join(words.split()) or name


def _folded(char: str) -> str:
    if char.isascii():
        return char if char.isalnum() else " "
    base = normalize("NFKD", char)[0]
    if base.isascii() and base.isalpha():
        return base  # a Latin letter with an accent
    return char if char.isalnum() or category(char)[0] == "M" else " "


def is_slip(one: str, other: str) -> bool:
    """Whether two folded names differ by a letter or two, in a word long enough for a slip of the pen."""
    if [c for c in one if c.isdigit()] != [c for c in other if c.isdigit()]:
        return False
    words, others = one.split(), other.split()
    if len(words) == len(others):
        different = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
        if any(max(map(len, pair)) <= _SHORT for pair in different):
            return False
    shorter = min(len(one), len(other))
    return shorter > 4 and edits(one, other) <= (2 if shorter > 8 else 1)


def edits(one: str, other: str) -> int:
    """How many letters are added, left out, changed or swapped between two words; 3 for more than 2."""
    if abs(len(one) - len(other)) > 2:
        return 3
    before: list[int] = []
    row = [*range(len(other) + 1)]
    for i, letter in enumerate(one):
        earlier, before, row = before, row, [i + 1]
        for j, wanted in enumerate(other):
            cost = min(before[j] + (letter != wanted), before[j + 1] + 1, row[j] + 1)
            if i and j and letter == other[j - 1] and wanted == one[i - 1]:
                cost = min(cost, earlier[j - 1] + 1)
            row.append(cost)
    return int(min(row[-1], 3))
