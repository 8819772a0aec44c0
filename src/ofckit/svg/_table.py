"""A settled table: who wins which row, what it earns, and who pays whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .._columns import signed
from .._errors import OfcError
from .._values import brief, listed
from ..board import Row
from ..scoring import Settlement
from ._boards import draw_beside
from ._draw import INNER, PAD, WIDTH, Picture, cut_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._draw import Colours, Theme


def table(
    settled: Settlement,
    *,
    names: Sequence[str] | None = None,
    title: str = "Table",
    theme: Theme = "auto",
    colours: Colours = 4,
) -> str:
    """A settlement as an <svg> element: the boards with their royalties, every pair row by row, the payments.

    names: one for each board.
    """
    if not isinstance(settled, Settlement):
        raise TypeError(f"table() draws a Settlement, not {brief(settled)}")
    who = board_names(settled, names)
    points = ", ".join(f"{name} {signed(won)}" for name, won in zip(who, settled.points, strict=True))
    picture = Picture(f"{title}: {points}", theme=theme, colours=colours)
    picture.heading(title, settled.rules.name, "soft")
    draw_settlement(picture, settled, who)
    return picture.to_svg()


def board_names(settled: Settlement, names: Sequence[str] | None) -> list[str]:
    """A name for each board."""
    seats = len(settled.boards)
    if names is None:
        return [f"Player {i}" for i in range(seats)]
    given = () if isinstance(names, str) else listed("names", names)
    if len(given) != seats or not all(isinstance(name, str) for name in given):
        raise OfcError(f"names: {seats} needed, one text for each board, not {brief(names)}")
    return list(given)


def draw_settlement(picture: Picture, settled: Settlement, names: Sequence[str]) -> None:
    """The boards, every pair, and who pays whom."""
    seats = range(len(names))
    draw_beside(
        picture,
        [(names[i], _outcome(settled, i), settled.boards[i].rows) for i in seats],
        words=[settled.words(i) for i in seats],
        earned=[tuple(settled.royalties[i]) for i in seats],
        kinds=["foul" if settled.fouls[i] else "b ink" for i in seats],
    )
    for joker in _jokers(settled, names):
        picture.note(joker)
    for i, j in combinations(seats, 2):
        if (i, j) in settled.pairs:
            picture.rule()
            _draw_pair(picture, settled, names, i, j)
    picture.rule()
    for payer, payee, amount in settled.transfers:
        paid = f"{names[payer]} pays {names[payee]}"
        picture.text(PAD, picture.y + 13, cut_to(paid, INNER - 60, 13), 13)
        picture.text(WIDTH - PAD, picture.y + 13, str(amount), 13, "b ink", anchor="end")
        picture.y += 19
    if not settled.transfers:
        picture.note("Nobody pays.", 13, "ink")


def _outcome(settled: Settlement, seat: int) -> str:
    """'+13', 'foul -6', 'gave up -3'."""
    won = signed(settled.points[seat])
    if settled.fouls[seat]:
        return f"foul {won}"
    return f"gave up {won}" if seat in settled.surrendered else won


def _jokers(settled: Settlement, names: Sequence[str]) -> list[str]:
    lines = []
    for name, board, natural in zip(names, settled.boards, settled.resolved, strict=True):
        pairs = zip(board.cards, natural.cards, strict=False)  # the cards of named rows are not known
        known = [f"{card} is {other}" for card, other in pairs if card.is_joker and card != other]
        lines += [f"{name}: {', '.join(known)}"] if known else []
    return lines


def _draw_pair(picture: Picture, settled: Settlement, names: Sequence[str], i: int, j: int) -> None:
    found = settled.head_to_head[i, j]
    title = f"{names[i]} against {names[j]}"
    picture.text(PAD, picture.y + 13, cut_to(title, INNER - 50, 13), 13, "b ink")
    picture.text(WIDTH - PAD, picture.y + 13, signed(found.net), 13, "b ink", anchor="end")
    picture.y += 18
    counted = not {i, j} & settled.surrendered and not settled.fouls[i] and not settled.fouls[j]
    natural = [names[k] for k in (i, j) if settled.naturals[k]]
    if natural:
        picture.note(" · ".join(f"{name} has a natural" for name in natural))
    elif counted:
        rows = [
            f"{row} {'tie' if not won else names[i] if won > 0 else names[j]}"
            for row, won in zip(Row, found.rows, strict=True)
        ]
        picture.note(" · ".join(rows))
    mine, theirs = sum(found.earned), sum(found.paid)
    parts = (
        [f"{'rows' if counted and not natural else 'the hand'} {signed(found.points)}"]
        if found.points or counted
        else []
    )
    parts += [f"the whole table {signed(found.bonus)}"] if found.bonus else []
    parts += [f"royalties {signed(mine - theirs)} ({mine} against {theirs})"] if mine or theirs else []
    picture.note(", ".join(parts) or "neither hand counts")
