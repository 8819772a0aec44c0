"""What is wrong in a file, and where."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """Something that is wrong in a file of hands.

    line, column: from 1, 0 where they are not known. hand: its number, or what it is called; None outside
    any hand. text: the line, where it helps to see it.
    """

    line: int
    message: str
    column: int = 0
    hand: int | str | None = None
    text: str = ""

    def __str__(self) -> str:
        places = [f"line {self.line}"] if self.line else []
        places += [] if self.hand is None else [f"hand {self.hand}"]
        return f"{', '.join(places)}: {self.message}" if places else self.message
