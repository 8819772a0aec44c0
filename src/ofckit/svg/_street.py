"""A hand of a history, street by street."""

from __future__ import annotations

from collections.abc import Sequence

from .._values import brief
from ..cards import Card
from ..game import Game
from ..history import PlayedHand
from ..position import Move
from ._boards import draw_beside
from ._draw import INNER, Picture, cut_to
from ._table import draw_settlement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._draw import Colours, Theme


def hand(played: PlayedHand, *, theme: Theme = "auto", colours: Colours = 4) -> str:
    """A hand as an <svg> element: what was drawn and done on every street, and the settlement.

    Cards placed on a street have a frame there.
    """
    if not isinstance(played, PlayedHand):
        raise TypeError(f"hand() draws a PlayedHand, not {brief(played)}")
    title = f"Hand {played.number}"
    picture = Picture(f"{title}: {played.game.rules.name}", theme=theme, colours=colours)
    picture.heading(title, played.game.rules.name, "soft")
    picture.note(f"{played.seat_names[played.game.button]} deals")
    _draw_streets(picture, played)
    if played.settlement is not None:
        picture.heading("Settlement")
        draw_settlement(picture, played.settlement, played.seat_names)
    else:
        picture.note("The hand is not over.")
    return picture.to_svg()


def _draw_streets(picture: Picture, played: PlayedHand) -> None:
    lines: list[tuple[str, str]] = []
    new: list[Card] = []
    street, game = played.game.street, played.game
    for game, seat, what in played.steps():
        if game.street != street:
            if lines:
                _draw_street(picture, played, game, street, lines, new)
            street, lines, new = game.street, [], []
        name = played.seat_names[seat]
        if isinstance(what, Move):
            drew = " ".join(map(str, game.drawn(seat)))
            away = " ".join(map(str, what.discards))
            said = "gives up" if what.is_surrender else f"draws {drew}{f', discards {away}' if away else ''}"
            lines.append((name, said + (", announces a stay" if what.is_stay else "")))
            new += [card for row in what.rows for card in row]
        else:
            lines.append((name, "leaves the hand"))
    if lines:
        _draw_street(picture, played, game, street, lines, new)


def _draw_street(
    picture: Picture,
    played: PlayedHand,
    game: Game,
    street: int | None,
    lines: Sequence[tuple[str, str]],
    new: Sequence[Card],
) -> None:
    picture.rule()
    in_fantasyland = street is None or street < 0
    picture.heading("Fantasyland" if in_fantasyland else f"Street {(street or 0) + 1}", size=14)
    for name, said in lines:
        picture.note(f"{cut_to(name, INNER / 2, 12)} {said}", kind="soft", most=3)
    names = played.seat_names
    draw_beside(picture, [(names[i], "", game.boards[i].rows) for i in range(game.seats)], new=new)
