"""Lines between hands: who buys chips, joins, leaves, what is in front of whom, and corrections.

Al buys 100                      stacks: Al 100, Ben 150
Ann joins with 200               correction: Al +5, Ben -5
Tom leaves                       correction: Ben pays Al 5
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from .._errors import OfcError
from .._values import brief
from ._hand import CURRENCY, Defaults
from ._people import fold, is_name

MOST_LINE = 400  # characters of such a line
MOST_CHIPS = 10**11
STACKS, BUY, JOIN, LEAVE = "stacks", "buy", "join", "leave"
_VERBS = {
    JOIN: """joins?; joined; sits? (?:down|in); sat down; comes? in; enters; steigt ein; setzt sich;
        kommt dazu; rejoint; se une; se sienta; entra; садится; присоединяется""",
    BUY: """(?:re-?)?buys?(?: (?:in|more|again|back))?; (?:re-?)?bought(?: in)?; (?:re-?)?buy-?ins?;
        adds?(?: on)?; tops? up; reloads?; kauft(?: (?:nach|ein))?; (?:re)?compra; r?achète; recave;
        докупает; покупает""",
    LEAVE: """leaves; left; quits; goes home; cash(?:es)? out; gets up; stands up; geht; verlässt den tisch;
        steht auf; quitte; se va; se levanta; уходит; ушёл; ушел""",
}
_FILLING = (
    "(?:in|for|with|another|more|again|mit|für|um|weitere|noch|nach|pour|avec|de|con|por|otros|на|за|с|at)"  # noqa: RUF001
)
_UNIT = r"(?:chips?|points?|pts?\.?|punkte?n?|jetons?|fichas?|puntos?|очк\w{0,3}|фиш\w{0,3})"
_MONEY = rf"(?-i:{CURRENCY})"
_NUMBER = r"\d[\d.,'\u2019\u00a0]{0,14}"
_AMOUNT = rf"(?:({_MONEY})\s?)?({_NUMBER})\s?(?:({_MONEY})|{_UNIT})?"
_NAME = r"([^\s:/|=;,][^:/|=;,]{0,60}?)"
_LINES = {
    kind: re.compile(
        rf"{_NAME}\s*[:,]?\s+(?:{'|'.join(' '.join(verbs.split()).split('; '))})(?:\s+{_FILLING})*"
        rf"(?:\s*\+?{_AMOUNT})?(?:\s+(?:more|extra|nach|again|in|de\s+plus|más))*\s*[.!]?",
        re.IGNORECASE,
    )
    for kind, verbs in _VERBS.items()
}
_KEYS = {
    JOIN: "joins?|join(?:ed|ing)?",
    BUY: r"(?:re-?)?buys?(?:[\s-]*ins?)?|add[\s-]*ons?|top[\s-]*ups?|nachkauf|einkauf",
    LEAVE: "leaves?",
}
_KEYED = {kind: re.compile(rf"\s*(?:{keys})\s*:\s*", re.IGNORECASE) for kind, keys in _KEYS.items()}
_CORRECTION = re.compile(
    r"\s*(?:corrections?|corrected|correct|adjust(?:ment)?s?|fix|korrekturen?|korrektur|corrección|correccion"
    r"|ajuste|corrections?|исправление|поправка)\s*:\s*",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\s*(?:(?:points|scores?|results?|punkte|puntos|очки)\s*:\s*)", re.IGNORECASE)
_PAYS = re.compile(
    rf"(.{{1,40}}?)\s+(?:pays|gives|paid|zahlt|gibt|paga|da|paie|donne)\s+(?:(?:to|an|a|à)\s+)?(.{{1,40}}?)\s+{_AMOUNT}",
    re.IGNORECASE,
)
_SIGNED = rf"([+\-\u2212\u2013])\s?{_AMOUNT}"
_LAST = re.compile(rf"(.{{1,41}}?)\s*[:=]?\s*(?:{_SIGNED}|(0)(?:\s?{_UNIT})?|{_AMOUNT})", re.IGNORECASE)
_FIRST = re.compile(rf"{_SIGNED}\s+(?:for\s+|to\s+|für\s+)?([^\d+\-].{{0,40}}?)", re.IGNORECASE)
_ALONE = re.compile(
    rf"\s*=?\s*([+\-\u2212\u2013]?)\s?(?:({_MONEY})\s?)?({_NUMBER})\s?(?:({_MONEY})|{_UNIT})?\s*",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(r"\d{1,3}(?:([.,'\u2019\u00a0])\d{3})(?:\1\d{3})*")
_EACH = re.compile(r"\b(?:each|everybody|everyone|all|jeder|alle|chacun|cada\s+uno)\b:?", re.IGNORECASE)
_BRACKETS = re.compile(r"\s*\(([^()]*)\)")
_PAIRS = re.compile(rf"\s*([^\d:=,;/|+\-\u2212]+?)\s*[:=\s]\s*([+\-\u2212]?{_AMOUNT})(?=\s|$)")
_APART = re.compile(r"\s*[;/|]\s*|\s*,\s+|,(?=\s*[^\W\d_])|\s+(?:and|und|y|et|и)\s+|\s*&\s*")


@dataclass(frozen=True, slots=True)
class Change:
    """What a session says between two hands about chips.

    kind: 'stacks' (what is in front of them now), 'buy', 'join' or 'leave'. chips: by name; None where no
    number is given. A `stacks` without names has "" for each.
    """

    kind: str
    chips: tuple[tuple[str, int | None], ...]
    line: int = 0
    text: str = ""

    def __str__(self) -> str:
        words = {
            BUY: ("buys {}", "buys"),
            JOIN: ("joins with {}", "joins"),
            LEAVE: ("leaves with {}", "leaves"),
        }
        if self.kind == STACKS:
            stacks = [f"{name} {chips}".strip() for name, chips in self.chips]
            return f"stacks: {', '.join(stacks)}"
        told, bare = words[self.kind]
        return ", ".join(
            f"{name} {bare if chips is None else told.format(chips)}" for name, chips in self.chips
        )


def is_change(text: str) -> bool:
    """Whether a line without a comment says who buys, joins or leaves."""
    if len(text) > MOST_LINE:
        return False
    if any(keyed.match(text) for keyed in _KEYED.values()):
        return "/" not in text and "|" not in text
    words = " ".join(text.split())
    return any(line.fullmatch(words) for line in _LINES.values())


def who_leaves(text: str) -> str:
    """Who leaves by this line; "" for any other line."""
    found = _LINES[LEAVE].fullmatch(" ".join(text.split())) if len(text) <= MOST_LINE else None
    return " ".join(found[1].split()) if found else ""


def read_change(text: str, defaults: Defaults) -> list[Change]:
    """The changes that a line without a comment says; [] for any other line, OfcError for a wrong amount."""
    if len(text) > MOST_LINE:
        return []
    text = " ".join(text.split())
    for kind, keyed in _KEYED.items():
        if start := keyed.match(text):
            rest = text[start.end() :]
            if kind == LEAVE:
                names = [" ".join(name.split()) for name in rest.split(",")]
                return [Change(LEAVE, ((defaults.people.named(name), None),)) for name in names if name]
            pairs = named_amounts(rest, defaults, signed=False)
            return [Change(kind, ((name, chips),)) for name, chips in pairs]
    for kind, line in _LINES.items():
        if found := line.fullmatch(text):
            name = " ".join(found[1].split())
            if not is_name(name) or _ALONE.fullmatch(name):
                return []
            chips = None if found[3] is None else amount(found[3], found[2] or found[4], defaults)
            return [Change(kind, ((defaults.people.named(name), chips),))]
    return []


def is_correction(text: str) -> int:
    """Where a line with corrections goes on after its key; 0 for any other line."""
    found = _CORRECTION.match(text) if len(text) <= MOST_LINE else None
    return found.end() if found else 0


def read_stacks(text: str, defaults: Defaults) -> Change:
    """'Al 100, Ben 150', '100, 150' in the order of the players, or '100 each'; else OfcError."""
    text = " ".join(text.split())
    bare = _EACH.sub(" ", text)
    parts = [part for part in _APART.split(bare.strip()) if part]
    numbers = re.split(r"[\s,;]+", bare.strip()) if re.fullmatch(r"[\d\s,;]+", bare) else parts
    plain = [_ALONE.fullmatch(part) for part in numbers]
    if numbers and all(plain):
        chips = [amount(one[3], one[2] or one[4], defaults) for one in plain if one]
        return Change(STACKS, tuple(("", one) for one in chips))
    return Change(STACKS, tuple(named_amounts(text, defaults, signed=False)))


def read_correction(text: str, defaults: Defaults) -> list[tuple[str, int]]:
    """'Al +5, Ben -5' or 'Ben pays Al 5': points by name; OfcError for anything else."""
    text = " ".join(text.split())
    if paid := _PAYS.fullmatch(text):
        chips = amount(paid[4], paid[3] or paid[5], defaults)
        return [(_named(paid[1], defaults), -chips), (_named(paid[2], defaults), chips)]
    return named_amounts(text, defaults, signed=True)


def points_in(text: str, following: bool = False) -> str:
    """The part of a line that has points by name: 'Al: -5', 'Al -5, Ben +5'; "" for any other line.

    following: after another such line, so that 'Ben 5' needs no sign.
    """
    if len(text) > MOST_LINE:
        return ""
    text = _BRACKETS.sub(r" \1", " ".join(text.split()))
    name, colon, rest = text.partition(":")
    if colon and is_name(" ".join(name.split())) and _ALONE.fullmatch(rest):
        return text
    keyed = _POINTS.match(text)
    rest = text[keyed.end() if keyed else 0 :]
    parts = [part for part in _APART.split(rest.strip()) if part]
    known = parts and all(_LAST.fullmatch(part) or _FIRST.fullmatch(part) for part in parts)
    return rest if known and (keyed or following or any(map(_is_signed, parts))) else ""


def read_points(text: str, defaults: Defaults) -> list[tuple[str, int]]:
    """The points by name of such a part of a line."""
    name, colon, rest = text.partition(":")
    if colon and _ALONE.fullmatch(rest):
        return [(_named(name, defaults), read_alone(rest, defaults))]
    return named_amounts(text, defaults, signed=True)


def _is_signed(part: str) -> bool:
    """Whether this is a name with a signed number, or with 0."""
    found = _LAST.fullmatch(part)
    if found is None:
        return _FIRST.fullmatch(part) is not None
    return (found[2] is not None or found[6] is not None) and bool(re.search(r"[^\W\d_]", found[1]))


def read_alone(text: str, defaults: Defaults) -> int:
    """The points of such a text."""
    found = _ALONE.fullmatch(text)
    if found is None:
        raise OfcError(f"{brief(text.strip())} is no number of points")
    points = amount(found[3], found[2] or found[4], defaults)
    return -points if found[1] and found[1] != "+" else points


def named_amounts(text: str, defaults: Defaults, signed: bool) -> list[tuple[str, int]]:
    """'Al 100, Ben 150' as names and numbers; `signed`: with + or -; OfcError for anything else."""
    wanted = "write 'Al +5, Ben -5'" if signed else "write 'Al 100, Ben 150'"
    found: list[tuple[str, int]] = []
    parts = [part for part in _APART.split(text.strip()) if part]
    if len(parts) == 1 and not _PAIRS.sub("", text).strip():
        parts = [one[0].strip() for one in _PAIRS.finditer(text)]
    for part in parts:
        first, last = _FIRST.fullmatch(part), _LAST.fullmatch(part)
        if first and signed:
            sign, mark, number, other, name = first.groups()
        elif last:
            name, sign, number = last[1], last[2] or "", last[4] or last[6] or last[8]
            mark, other = last[3] or last[7], last[5] or last[9]
        else:
            raise OfcError(f"{brief(part)} is not a name and a number: {wanted}")
        points = amount(number, mark or other, defaults)
        if sign and sign != "+":
            if not signed:
                raise OfcError(f"{brief(part)}: chips are a number from 0")
            points = -points
        name = _named(name, defaults)
        if name in dict(found):
            raise OfcError(f"two numbers for {name}")
        found.append((name, points))
    if not found:
        raise OfcError(f"no name here: {wanted}")
    return found


def _named(text: str, defaults: Defaults) -> str:
    name = " ".join(text.strip(" :=").split())
    if not is_name(name) or not fold(name):
        raise OfcError(f"{brief(text)} is not a name")
    return defaults.people.named(name)


def amount(number: str, currency: str | None, defaults: Defaults) -> int:
    """A whole number of chips or points; an amount of money is as many as it pays for at the stake."""
    if currency and not re.fullmatch("chips?", currency, re.IGNORECASE):
        return _bought_for(number, currency, defaults)
    plain = re.sub(r"[^\d]", "", number) if _THOUSANDS.fullmatch(number) else number.rstrip(".,")
    if not (plain.isascii() and plain.isdecimal() and int(plain) <= MOST_CHIPS):
        raise OfcError(f"{brief(number)}: chips and points are whole numbers")
    return int(plain)


def _bought_for(number: str, currency: str, defaults: Defaults) -> int:
    """How many points an amount of money is at the stake."""
    text = f"{number} {currency}"
    if defaults.stake is None:
        raise OfcError(f"{brief(text)} is money, but no line above says what a point costs: 'stake: 0.50'")
    if defaults.currency and currency != defaults.currency:
        raise OfcError(f"{brief(text)}: the stakes above are in {defaults.currency}")
    if re.fullmatch(r"\d+,\d{1,2}", number):
        number = number.replace(",", ".")
    elif _THOUSANDS.fullmatch(number):
        number = re.sub(r"[^\d]", "", number)
    try:
        points = Decimal(number.rstrip(".,")) / defaults.stake
    except InvalidOperation:
        raise OfcError(f"{brief(text)} is no amount of money") from None
    if points != points.to_integral_value() or points > MOST_CHIPS:
        raise OfcError(f"{brief(text)} is no whole number of points at {defaults.stake} a point")
    return int(points)


def check_sum(points: Iterable[int], what: str) -> None:
    """OfcError for points that do not add up to 0."""
    total = sum(points)
    if total:
        raise OfcError(f"{what} add up to {total:+d}, they must add up to 0")
