"""Boards and cards that several options name: those of one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .._errors import OfcError
from ..board import Board, read_table
from ..cards import Card, cards
from ..rules import Rules
from ._terminal import excerpt


def table_of(
    boards: Sequence[tuple[str, str]], groups: Sequence[tuple[str, str]], rules: Rules
) -> tuple[list[Board], list[list[Card]]]:
    """The boards and the groups of cards of options, given as (name of the option, text).

    Jokers without a number are numbered together. OfcError names the option and shows the place.
    """
    for name, text in boards:
        _try(name, text, lambda text: Board(text if text.strip() else (), jokers=rules.jokers))
    for name, text in groups:
        _try(name, text, lambda text: cards(text, jokers=rules.jokers > 0))
    return read_table(
        [text if text.strip() else () for _, text in boards],
        [text for _, text in groups],
        jokers=rules.jokers,
    )


def _try(name: str, text: str, read: Callable[[str], object]) -> None:
    try:
        read(text)
    except OfcError as error:
        place = f"\n{excerpt(text, error.column or 0)}" if text.strip() else ""
        raise OfcError(f"{name}: {error.message}{place}") from None
