"""What moves and boards are worth: small boards with bars of the value, its error and its parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .._errors import OfcError
from .._values import CONFIDENCE, brief, whole_number
from ..board import SIZES, Board, Row
from ..cards import Card
from ..display import row_in_words
from ..objective import Objective
from ..position import Move, Position
from ..search import Analysis, MoveInfo, Moves, Parts, Solution, parts_of
from ._boards import draw_rows
from ._draw import LARGE, PAD, SMALL, WIDTH, Picture, spoken, width_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._draw import Colours, Theme

SHOWN = 6
"""The default number of moves in a picture."""
_PARTS = (("royalties", "royalty"), ("fantasyland", "fantasy"), ("rows", "rows"), ("foul", "foul"))
_WORDS = {"royalties": "royalties", "fantasyland": "Fantasyland", "rows": "rows", "foul": "fouls"}


class _Asked(NamedTuple):
    position: Position
    objective: Objective
    low: float
    high: float


def analysis(
    found: Analysis | Moves,
    *,
    most: int = SHOWN,
    own: Move | None = None,
    title: str = "Moves",
    theme: Theme = "auto",
    colours: Colours = 4,
) -> str:
    """The best moves as an <svg> element: small boards, and bars of what each is worth.

    A bar goes from 0: what royalties, Fantasyland and rows bring to the right, what they and fouls cost to
    the left; the thin line is the 95 % interval of an estimate. own: a move that is marked, and always
    shown. Raises OfcError for no moves, and for `Moves` that do not know their position.
    """
    if not isinstance(found, Analysis | Moves):
        raise TypeError(f"analysis() draws an Analysis or Moves, not {brief(found)}")
    if found.position is None or found.objective is None:
        raise OfcError("these moves do not know their position; those of best_moves() do")
    if not len(found):
        raise OfcError("no moves to draw")
    shown = list(enumerate(found))[: whole_number("most", most, 1)]
    if own is not None and own not in [info.move for _, info in shown]:
        mine = [(place, info) for place, info in enumerate(found) if info.move == own]
        if not mine:
            raise OfcError(f"own = {own}: it is not among the moves")
        shown = [*shown[: max(len(shown) - 1, 1)], *mine]
    parts = [parts_of(info, found.objective) for _, info in shown]
    errors = [CONFIDENCE * info.se for _, info in shown]
    ends = [
        info.ev + sign * error for (_, info), error in zip(shown, errors, strict=True) for sign in (1, -1)
    ]
    low = min(0.0, *(sum(min(part, 0) for part in one) for one in parts), *ends)
    high = max(0.0, *(sum(max(part, 0) for part in one) for one in parts), *ends)
    asked = _Asked(found.position, found.objective, low, high if high > low else low + 1.0)
    picture = Picture(f"{title}: {len(found)}, best {found[0].move}", theme=theme, colours=colours)
    picture.heading(title, f"{len(shown)} of {len(found)}" if len(shown) < len(found) else "", "soft")
    if found.position.draw:
        picture.note("Draw " + " ".join(map(str, found.position.draw)), most=2)
    best = found[0].ev
    for (place, info), part in zip(shown, parts, strict=True):
        _draw_move(picture, asked, info, part, place + 1, info.ev - best, info.move == own)
    _draw_legend(picture, parts)
    picture.note(_notes(found, [info for _, info in shown]))
    return picture.to_svg()


def _draw_move(
    picture: Picture, asked: _Asked, info: MoveInfo, parts: Parts, place: int, behind: float, own: bool
) -> None:
    rows = asked.position.boards[asked.position.seat]
    after = [sorted([*rows[row], *info.move.rows[row]], reverse=True) for row in Row]
    new = {card for row in info.move.rows for card in row}
    top, x = picture.y, PAD + SMALL.row(5) + 12
    width = WIDTH - PAD - x
    value = f"{info.ev:+.2f}" + ("" if info.exact else f" ± {CONFIDENCE * info.se:.2f}")
    said = ", ".join(f"{_WORDS[name]} {getattr(parts, name):+.2f}" for name, _ in _PARTS)
    with picture.group(f"{place}. {info.move}: {value}; {said}; fouls {info.foul:.1%}"):
        _draw_small(picture, after, new)
        picture.text(x, top + 14, f"{place}.", 13, "soft")
        picture.text(x + 20, top + 14, value, 15, "b ink")
        if behind < -0.005:
            picture.text(WIDTH - PAD, top + 14, f"{behind:+.2f}", 13, "b foul", anchor="end")
        else:
            picture.text(WIDTH - PAD, top + 14, "best", 13, "b accent", anchor="end")
        y = top + 20
        y += picture.lines(
            x, y, f"{info.move}{' (yours)' if own else ''}", width, 12, "accent" if own else "soft", 3
        )
        _draw_bar(picture, asked, info, parts, x, y + 4, width)
        chances = [f"foul {info.foul:.0%}"]
        chances += [
            f"FL{cards} {share:.0%}" for cards, share in sorted(info.fantasyland.items()) if share >= 0.005
        ]
        y += 20 + picture.lines(x, y + 20, ", ".join(chances), width, 11, "soft", 2)
    picture.y = max(picture.y, y + 4) + 6


def _draw_small(picture: Picture, rows: Sequence[Sequence[Card]], new: set[Card]) -> None:
    for row in Row:
        held: list[Card | None] = [*rows[row], *[None] * (SIZES[row] - len(rows[row]))]
        picture.cards(held, PAD, picture.y, SMALL, new)
        picture.y += SMALL.height + 3


def _draw_bar(
    picture: Picture, asked: _Asked, info: MoveInfo, parts: Parts, x: float, y: float, width: float
) -> None:
    scale = width / (asked.high - asked.low)
    zero = x - asked.low * scale
    right = left = zero
    for name, kind in _PARTS:
        length = getattr(parts, name) * scale
        if length > 0:
            picture.box(right, y, length, 9, kind)
            right += length
        elif length < 0:
            left += length
            picture.box(left, y, -length, 9, kind)
    picture.path([(zero, y - 2), (zero, y + 11)], "rule")
    if not info.exact:
        ends = [zero + (info.ev + sign * CONFIDENCE * info.se) * scale for sign in (-1, 1)]
        picture.path([(ends[0], y + 12.5), (ends[1], y + 12.5)], "curve soft")


def _draw_legend(picture: Picture, shown: Sequence[Parts]) -> None:
    x = float(PAD)
    for name, kind in _PARTS:
        if all(abs(getattr(parts, name)) < 0.005 for parts in shown):
            continue
        picture.box(x, picture.y + 3, 9, 9, kind, 2)
        picture.text(x + 14, picture.y + 12, _WORDS[name], 12, "soft")
        x += 14 + width_of(_WORDS[name], 12) + 8
    picture.y += 20


def _notes(found: Analysis | Moves, shown: Sequence[MoveInfo]) -> str:
    if all(info.exact for info in shown):
        return "Exact: optimal play to the end. Bars begin at 0."
    rollouts = f"{found.rollouts:,} rollouts; " if isinstance(found, Analysis) and found.rollouts else ""
    return f"{rollouts}± and the thin line: 95 %. Bars begin at 0."


def solution(
    found: Solution, *, title: str = "Best board", theme: Theme = "auto", colours: Colours = 4
) -> str:
    """The board of a Fantasyland hand as an <svg> element: its value, its discards, the next best ones."""
    if not isinstance(found, Solution):
        raise TypeError(f"solution() draws a Solution, not {brief(found)}")
    picture = Picture(f"{title}: {found.board}, {found.value:g} points", theme=theme, colours=colours)
    picture.heading(
        title, "foul" if found.foul else f"{found.value:g} points", "foul" if found.foul else "accent"
    )
    words = [row_in_words(row) for row in found.board.rows]
    draw_rows(picture, found.board.rows, LARGE, words=words, earned=tuple(found.royalties))
    said = [f"{found.royalties.total} royalties"]
    said += [f"stays in Fantasyland with {found.next_cards} cards"] if found.stays else []
    picture.note(", ".join(said), 13, "ink")
    if found.discards:
        picture.text(PAD, picture.y + 12, "Discards", 12, "soft")
        with picture.group(f"Discards: {spoken(found.discards)}"):
            picture.cards(found.discards, PAD + 70, picture.y - 4, SMALL)
        picture.y += SMALL.height + 4
    for place, other in enumerate(found.alternatives, start=2):
        picture.rule()
        _draw_alternative(picture, place, other.board, f"{other.value:g}{', stays' if other.stays else ''}")
    return picture.to_svg()


def _draw_alternative(picture: Picture, place: int, board: Board, value: str) -> None:
    picture.text(PAD, picture.y + 13, f"{place}.", 13, "soft")
    picture.text(PAD + 26, picture.y + 13, value, 13, "b ink")
    picture.y += 17
    picture.note(str(board), 11)
