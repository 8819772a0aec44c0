"""What goes wrong in ofckit, by name. Every message says what was wrong, where, and what would be right."""


class OfcError(ValueError):
    """Any error of this package; ``column`` is the place in the text that was read, from 1, or None."""

    column: int | None

    def __init__(self, *args: object, column: int | None = None) -> None:
        super().__init__(*args)
        self.column = column

    @property
    def message(self) -> str:
        """What the error says without the column, for a report that gives the place beside it."""
        import re

        return re.sub(r" \(again at column \d+\)| at column \d+", "", str(self), count=1)


class InvalidCard(OfcError):
    """Not a card, a card out of range, a card that is not there, or the same card twice."""


class IllegalMove(OfcError):
    """A move that the rules, the turn or the cards held do not allow."""


class InvalidRules(OfcError):
    """Rules that contradict themselves or cannot be played."""


class NotationError(OfcError):
    """A text that is not a board, move, position or history."""


class BotError(OfcError):
    """A bot that gives no move: it took too long, died or answered nonsense. It forfeits the hand."""

    move: object = None
    """The move that is not legal, of an engine that made one."""
