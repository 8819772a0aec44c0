"""Totals of players over hands, as lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .._columns import signed
from .._errors import OfcError
from .._values import brief
from ._draw import CURVES, INNER, PAD, WIDTH, Picture, cut_to, width_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._draw import Colours, Theme

_HEIGHT = 170
_AXIS = 40  # pixels for the numbers at the left


def totals(
    points: Mapping[str, Sequence[float]],
    *,
    title: str = "Totals",
    payments: Sequence[tuple[str, str, str]] = (),
    theme: Theme = "auto",
    colours: Colours = 4,
) -> str:
    """The totals of each player after each hand as an <svg> element: a line for each, from 0.

    points: by name the total after the first hand, the second ...; OfcError for none, and for lines of
    different lengths. payments: (who pays, whom, how much), below it.
    """
    if not isinstance(points, Mapping) or not points:
        raise OfcError(f"totals() draws the totals of players, by name, not {brief(points)}")
    lengths = {len(line) for line in points.values()}
    if len(lengths) > 1 or 0 in lengths:
        raise OfcError(f"every player needs the same number of totals, one or more, not {sorted(lengths)}")
    (hands,) = lengths
    paths = {name: [0.0, *map(float, line)] for name, line in points.items()}
    last = ", ".join(f"{name} {signed(f'{line[-1]:g}')}" for name, line in paths.items())
    picture = Picture(f"{title} after {hands} hands: {last}", theme=theme, colours=colours)
    picture.heading(title, f"{hands} hand{'s' if hands > 1 else ''}", "soft")
    low, high = (end(0.0, *(end(line) for line in paths.values())) for end in (min, max))
    high = high if high > low else low + 1.0
    top, left, width = picture.y + 6, PAD + _AXIS, INNER - _AXIS

    def at(hand: int, value: float) -> tuple[float, float]:
        return left + width * hand / hands, top + _HEIGHT * (high - value) / (high - low)

    for mark in sorted({low, 0.0, high}):
        if mark and abs(mark) < (high - low) / 10:
            continue
        (_, y) = at(0, mark)
        picture.path([(left, y), (left + width, y)], "rule")
        picture.text(left - 6, y + 4, signed(f"{mark:g}"), 11, "soft", anchor="end")
    for place, line in enumerate(paths.values()):
        picture.path(
            [at(hand, value) for hand, value in enumerate(line)], f"curve {CURVES[place % len(CURVES)]}"
        )
    picture.y = top + _HEIGHT + 12
    for place, (name, line) in enumerate(paths.items()):
        _draw_key(picture, name, signed(f"{line[-1]:g}"), CURVES[place % len(CURVES)])
    if payments:
        picture.rule()
    for payer, payee, amount in payments:
        room = INNER - width_of(amount, 13) - 8
        picture.text(PAD, picture.y + 13, cut_to(f"{payer} pays {payee}", room, 13), 13)
        picture.text(WIDTH - PAD, picture.y + 13, amount, 13, "b ink", anchor="end")
        picture.y += 19
    return picture.to_svg()


def _draw_key(picture: Picture, name: str, total: str, kind: str) -> None:
    room = INNER - 30 - width_of(total, 13)
    picture.path([(PAD, picture.y + 9), (PAD + 18, picture.y + 9)], f"curve {kind}")
    picture.text(PAD + 24, picture.y + 13, cut_to(name, room, 13), 13)
    picture.text(WIDTH - PAD, picture.y + 13, total, 13, "b ink", anchor="end")
    picture.y += 19
