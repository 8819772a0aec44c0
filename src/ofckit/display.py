"""Boards as text for a terminal of 80 columns: the table, one's own board, what somebody did."""

from __future__ import annotations

from collections.abc import Sequence

from ._columns import fit
from ._core import rank_ids
from .board import SIZES, Row
from .cards import FIRST_JOKER, Card
from .position import Move, Position
from .scoring import hand_in_words

LABEL = 8
SEAT = 17  # columns of a board and the space after it: four of them fit
FREE = "--"

Rows = Sequence[Sequence[Card]]


def table(names: Sequence[str], boards: Sequence[Rows], notes: Sequence[str] = ()) -> list[str]:
    """Boards side by side, up to four: names, a note under each where there is one, and the rows.

    Cards of a row have the highest first; a free place is --.
    """
    lines = [_beside("", [fit(name, SEAT - 1) for name in names])]
    if any(notes):
        lines.append(_beside("", [fit(note, SEAT - 1) for note in notes]))
    for row in Row:
        lines.append(_beside(str(row), [_row_text(rows[row], row) for rows in boards]))
    return lines


def own_board(rows: Rows, move: Move | None = None) -> list[str]:
    """One's own board, wider: cards that are not confirmed yet have a star; at the right what a row is by
    now."""
    lines = []
    for row in Row:
        new = () if move is None else move.rows[row]
        held = sorted([*rows[row], *new], reverse=True)
        cells = [f"{card}*" if card in new else str(card) for card in held]
        cells += [FREE] * (SIZES[row] - len(held))
        words = ""
        if len(held) > 1 and max(held) < FIRST_JOKER:
            words = hand_in_words(rank_ids(held))
        lines.append(f"{row!s:<{LABEL}}{''.join(f'{cell:<4}' for cell in cells):<22}{words}".rstrip())
    return lines


def done(before: Position, after: Position, seat: int) -> str:
    """What a seat did between two observations by another one: 'Td bottom, 8c 4h middle'."""
    parts = []
    for row in Row:
        new = [card for card in after.boards[seat][row] if card not in before.boards[seat][row]]
        if new:
            parts.append(f"{' '.join(map(str, new))} {row}")
    return ", ".join(parts)


def _row_text(cards: Sequence[Card], row: Row) -> str:
    held = list(map(str, sorted(cards, reverse=True)))
    return fit(" ".join(held + [FREE] * (SIZES[row] - len(held))), SEAT - 1)


def _beside(label: str, cells: Sequence[str]) -> str:
    return (f"{label:<{LABEL}}" + " ".join(cells)).rstrip()
