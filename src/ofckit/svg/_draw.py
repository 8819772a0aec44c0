"""A picture that grows downwards: its cards, colours and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from unicodedata import combining, east_asian_width

from .._columns import printable
from .._errors import OfcError
from .._values import check_choice
from ..cards import FIRST_JOKER, RANKS, Card

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Theme = Literal["auto", "light", "dark"]
    Colours = Literal[2, 4]

WIDTH = 360
"""Pixels of every picture: the width of a phone."""
PAD = 12
INNER = WIDTH - 2 * PAD
GUTTER = 8
HALF = (INNER - GUTTER) / 2
FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif'

_SUITS = "cdhs"
_SIGNS = ("♣", "♦", "♥", "♠")
_NAMES = ("clubs", "diamonds", "hearts", "spades")
_RANK_WORDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")

COLOURS = {
    "paper": ("#f6f5f1", "#15181b"),
    "raised": ("#ffffff", "#1e2226"),
    "ink": ("#1c2024", "#eceae4"),
    "soft": ("#5f666d", "#9aa1a8"),
    "line": ("#dcdad3", "#3a4046"),
    "accent": ("#0b6e4f", "#3fb68b"),
    "s": ("#1c2024", "#eceae4"),
    "h": ("#c3272b", "#ff6b6b"),
    "d": ("#1f5fbf", "#6ea8ff"),
    "c": ("#1d7a3a", "#5fce82"),
    "royalty": ("#0b6e4f", "#3fb68b"),
    "fantasy": ("#b7791f", "#e0a94a"),
    "rows": ("#5b6bbf", "#8e9bf0"),
    "foul": ("#c3272b", "#ff6b6b"),
}
"""The colours by name: on light and on dark paper."""
_STROKES = {"card": "line", "slot": "line", "new": "accent", "rule": "line"}


class Size:
    """The measures of a card, in pixels."""

    def __init__(self, width: float, height: float, gap: float, rank: float, suit: float) -> None:
        self.width, self.height, self.gap, self.rank, self.suit = width, height, gap, rank, suit

    def row(self, cards: int) -> float:
        """The width of this many cards side by side."""
        return cards * (self.width + self.gap) - self.gap


LARGE = Size(46, 60, 5, 23, 20)
MEDIUM = Size(30, 39, 3, 15, 13)
SMALL = Size(24, 31, 2, 12.5, 10.5)


class Picture:
    """Shapes and words, drawn from the top down; `y` is where the next ones go."""

    def __init__(self, title: str, *, theme: Theme, colours: Colours) -> None:
        check_choice("theme", theme, ("auto", "light", "dark"))
        if colours not in (2, 4) or isinstance(colours, bool):
            raise OfcError(f"colours = {colours!r}: suits have 2 or 4 colours")
        self.name, self.theme, self.colours = title, theme, colours
        self.y: float = PAD
        self._parts: list[str] = []

    # drawing

    def text(
        self, x: float, y: float, words: str, size: float = 13, kind: str = "ink", *, anchor: str = "start"
    ) -> None:
        """Words with their baseline at y; `kind` is one class or several of the style sheet."""
        at = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self._parts.append(
            f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}"{at}>{escape(words)}</text>'
        )

    def box(self, x: float, y: float, width: float, height: float, kind: str, radius: float = 0) -> None:
        """A rectangle, filled or framed as its class says."""
        round_ = f' rx="{_n(radius)}"' if radius else ""
        self._parts.append(
            f'<rect class="{kind}" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" '
            f'height="{_n(height)}"{round_}/>'
        )

    def path(self, points: Iterable[tuple[float, float]], kind: str) -> None:
        """A line through these points."""
        places = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._parts.append(f'<polyline class="{kind}" points="{places}"/>')

    def card(self, card: Card | None, x: float, y: float, size: Size, *, new: bool = False) -> None:
        """A card, or the place of one."""
        radius = size.width / 8
        if card is None:
            self.box(x, y, size.width, size.height, "slot", radius)
            return
        self.box(x, y, size.width, size.height, "card new" if new else "card", radius)
        centre, first = x + size.width / 2, y + size.height * 0.45
        suit = "soft" if card >= FIRST_JOKER else _SUITS[card & 3]
        rank, sign = face(card)
        self._parts.append(
            f'<text class="b {suit}" text-anchor="middle" x="{_n(centre)}" y="{_n(first)}" '
            f'font-size="{_n(size.rank)}">{rank}<tspan x="{_n(centre)}" y="{_n(y + size.height * 0.86)}" '
            f'font-size="{_n(size.suit)}">{sign}</tspan></text>'
        )

    def cards(
        self, cards: Sequence[Card | None], x: float, y: float, size: Size, new: Iterable[Card] = ()
    ) -> None:
        """Cards side by side, new ones with a frame."""
        fresh = set(new)
        step = size.width + size.gap
        for place, card in enumerate(cards):
            self.card(card, x + place * step, y, size, new=card in fresh)

    def lines(
        self, x: float, y: float, words: str, width: float, size: float, kind: str = "soft", most: int = 2
    ) -> float:
        """Words in at most `most` lines, none wider than `width`; returns the height that they took."""
        found = wrap(words, width, size, most)
        for number, line in enumerate(found):
            self.text(x, y + size * (1 + 1.25 * number), line, size, kind)
        return size * 1.25 * len(found)

    @contextmanager
    def group(self, label: str) -> Iterator[None]:
        """Make what is drawn inside one item for a screen reader, with this label."""
        self._parts.append(f'<g role="img" aria-label="{escape(label)}">')
        yield
        self._parts.append("</g>")

    def heading(self, left: str, right: str = "", kind: str = "ink", size: float = 15) -> None:
        """A line of bold words, and others at its right end."""
        room = INNER - (width_of(right, size) + 8 if right else 0)
        self.text(PAD, self.y + size, cut_to(left, room, size), size, "b ink")
        if right:
            self.text(WIDTH - PAD, self.y + size, right, size, f"b {kind}", anchor="end")
        self.y += size * 1.25 + 5

    def note(self, words: str, size: float = 12, kind: str = "soft", most: int = 4) -> None:
        """A paragraph."""
        self.y += self.lines(PAD, self.y, words, INNER, size, kind, most) + 4

    def rule(self) -> None:
        """A thin line across."""
        self.path([(PAD, self.y + 3), (WIDTH - PAD, self.y + 3)], "rule")
        self.y += 8

    # the whole

    def to_svg(self) -> str:
        """The picture as text: one <svg> element that needs nothing else."""
        height = _n(self.y + PAD)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="ofc {self._kind}" role="group" '
            f'aria-label="{escape(self.name)}" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}" '
            f'style="max-width:100%;height:auto"><title>{escape(self.name)}</title>'
            f"<style>{style(self.theme, self.colours)}</style>"
            f'<rect class="paper" width="{WIDTH}" height="{height}" rx="8"/>{"".join(self._parts)}</svg>\n'
        )

    @property
    def _kind(self) -> str:
        return kind_of(self.theme, self.colours)


def kind_of(theme: Theme, colours: Colours) -> str:
    """The class of a picture of this theme, so that two on one page do not interfere."""
    return f"ofc-{theme}-{colours}"


def style(theme: Theme, colours: Colours) -> str:
    """The style sheet of pictures of this theme; "auto" follows the reader's theme, or the notebook's."""
    root = f".{kind_of(theme, colours)}"
    plain = (
        f"{root}{{font-family:{FONT};font-variant-numeric:tabular-nums}}{root} .b{{font-weight:650}}"
        f"{root} .slot,{root} .rule,{root} .curve{{fill:none}}{root} .slot{{stroke-dasharray:4 3}}"
        f"{root} .new{{stroke-width:2.5}}{root} .curve{{stroke-width:2;stroke-linejoin:round}}"
    )
    if theme != "auto":
        return plain + _paint(root, int(theme == "dark"), colours)
    dark = _paint(root, 1, colours)
    night = [f'[data-jp-theme-light="false"] {root}', f".vscode-dark {root}", f".dark {root}"]
    day = [f'[data-jp-theme-light="true"] {root}', f".vscode-light {root}", f".light {root}"]
    return (
        plain
        + _paint(root, 0, colours)
        + f"@media (prefers-color-scheme:dark){{{dark}}}"
        + "".join(_paint(one, 1, colours) for one in night)
        + "".join(_paint(one, 0, colours) for one in day)
    )


def _paint(root: str, dark: int, colours: Colours) -> str:
    shown = {name: pair[dark] for name, pair in COLOURS.items()}
    if colours == 2:
        shown["c"], shown["d"] = shown["s"], shown["h"]
    fills = "".join(f"{root} .{name}{{fill:{colour}}}" for name, colour in shown.items())
    strokes = "".join(f"{root} .{name}{{stroke:{shown[of]}}}" for name, of in _STROKES.items())
    curves = "".join(f"{root} .curve.{name}{{fill:none;stroke:{shown[name]}}}" for name in CURVES)
    return f"{fills}{root} .card{{fill:{shown['raised']}}}{strokes}{curves}"


CURVES = ("accent", "d", "fantasy", "h", "rows", "soft")
"""The colours of lines in a chart, in their order."""


# words


def escape(words: str) -> str:
    """Text escaped for XML and HTML, attributes included, so that nothing in it has an effect."""
    plain = printable(words)
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        plain = plain.replace(sign, name)
    return plain


def face(card: Card) -> tuple[str, str]:
    """The face of a card: its rank and the sign of its suit; for a joker, a star and its number."""
    if card >= FIRST_JOKER:
        return "★", str(card)
    rank = RANKS[card >> 2]
    return "10" if rank == "T" else rank, _SIGNS[card & 3]


def spoken(cards: Iterable[Card]) -> str:
    """Cards as one says them: 'ace of spades, 10 of hearts, a joker'."""
    return ", ".join(
        "a joker" if card >= FIRST_JOKER else f"{_RANK_WORDS[card >> 2]} of {_NAMES[card & 3]}"
        for card in cards
    )


def width_of(words: str, size: float) -> float:
    """The pixels that words take at most, in a usual sans-serif font, bold or not."""
    return size * sum(map(_share, words))


@lru_cache(maxsize=1024)
def _share(char: str) -> float:
    """The width of a character, as a share of the size: more than in the widest of these fonts."""
    if combining(char):
        return 0.0
    if east_asian_width(char) in "WF" or char in "MW@%…—":
        return 1.12
    if char in "iljtfrI.,:;|!'()[] ·":
        return 0.46
    return 0.7 if char.islower() or char.isdigit() else 0.86


def cut_to(words: str, width: float, size: float) -> str:
    """Words cut to `width` pixels, ending in three dots if they are too long."""
    text = printable(words)
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "…", size) > width:
        text = text[:-1]
    return text + "…"


def wrap(words: str, width: float, size: float, most: int) -> list[str]:
    """Words in at most `most` lines of `width` pixels, the last one cut if they do not fit."""
    lines: list[str] = []
    for word in printable(words).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if not lines or (len(lines) < most and width_of(longer, size) > width):
            lines.append(word)
        else:
            lines[-1] = longer
    return [cut_to(line, width, size) for line in lines]


def _n(value: float) -> str:
    return f"{round(value, 1):g}"
