"""Boards and cards that several options name: those of one table."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from .._errors import OfcError
from ..board import Board, read_table
from ..cards import Card, cards
from ..position import Position
from ..rules import Rules, find_rules
from ._options import PLAYED
from ._terminal import excerpt


def add_position(parser: argparse.ArgumentParser) -> None:
    """The options of a position: BOARD, `--draw`, `--discards`, `--dead`, `--rules`, `--opponent`."""
    parser.add_argument("board", metavar="BOARD", help="top / middle / bottom, or a position (ofc1~...)")
    parser.add_argument("--draw", default="", metavar="CARDS", help="cards drawn and not placed yet")
    parser.add_argument("--discards", default="", metavar="CARDS", help="your own discards")
    parser.add_argument("--dead", default="", metavar="CARDS", help="other cards that cannot come any more")
    parser.add_argument("--rules", metavar="RULES", help=f"a preset or FILE.toml (default: {PLAYED})")
    parser.add_argument(
        "--opponent", action="append", default=[], metavar="BOARD", help="what another player shows"
    )


def first_cards(options: argparse.Namespace) -> None:
    """Cards alone, with no `/` between rows and no `--draw`, are the first cards of a hand, not a board."""
    text = options.board
    if text.strip() and not options.draw and not text.startswith("ofc1~") and not set(text) & set("/|@:\n"):
        options.board, options.draw = "", text


def position_of(options: argparse.Namespace, against: Sequence[str] = ()) -> tuple[Position, list[Board]]:
    """The position of these options, and the boards of `--against`."""
    settled = [("--against", text) for text in against]
    if options.board.startswith("ofc1~"):
        for given in ("rules", "draw", "discards", "dead", "opponent"):
            if getattr(options, given):
                raise OfcError(f"--{given}: a position already says this")
        position = Position.parse(options.board)
        known = [("BOARD", " ".join(map(str, position.known)))]
        return position, table_of(settled, known, position.rules)[0]
    rules = find_rules(options.rules or PLAYED)
    shown = [("--opponent", text) for text in options.opponent]
    cards = [(f"--{name}", getattr(options, name)) for name in ("draw", "discards", "dead")]
    boards, (draw, discards, dead) = table_of([("BOARD", options.board), *shown, *settled], cards, rules)
    last = 1 + len(shown)
    return Position(rules, boards[0], draw, discards, dead, boards[1:last]), boards[last:]


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
