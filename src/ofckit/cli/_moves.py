"""Moves and what they are worth, as lines of a table."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import accumulate

from ofckit._columns import WIDTH, wrapped
from ofckit.cli._terminal import Style
from ofckit.search import MoveInfo, Value

_LONG = 34  # columns of a move that go beside its numbers


def print_moves(moves: Sequence[MoveInfo], *, exact: bool) -> None:
    """A line for each move, or where moves are long (Fantasyland) its numbers and then the move."""
    width = max(len(str(one.move)) for one in moves)
    is_long = width > _LONG
    error = "" if exact else f"  {'+-':>5}"
    title = "" if is_long else f"{'move':<{width}}  "
    print(f"{title}{'value':>8}{error}  {'foul':>6}  {'royalties':>9}  Fantasyland")
    style = Style(sys.stdout)
    for number, one in enumerate(moves):
        values = numbers(one, "" if exact else f"  {one.se:>5.2f}")
        before = values if is_long else f"{one.move!s:<{width}}  {values}"
        for line in with_hands(before, one):
            print(style(line, "bold") if number == 0 else line)
        for part in wrapped(str(one.move), " " * 4, " " * 4) if is_long else ():
            print(part)


def numbers(one: MoveInfo | Value, error: str = "") -> str:
    return f"{one.ev:>+8.3f}{error}  {one.foul:>6.1%}  {one.royalty:>9.3f}"


def with_hands(before: str, one: MoveInfo | Value) -> Iterator[str]:
    """A line and the chances of Fantasyland after it; those that it has no room for in a line below."""
    chances = [f"  {cards}: {share:.1%}" for cards, share in sorted(one.fantasyland.items())]
    lengths = accumulate(map(len, chances), initial=len(before))
    room = max(sum(length <= WIDTH for length in lengths) - 1, 0)
    yield before + "".join(chances[:room])
    below = "".join(chances[room:])
    if below:
        yield " " * min(len(before), WIDTH - len(below)) + below
