"""The first move that a bot failed to make, with all that its author needs to see it again."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from .._columns import printable
from .._errors import BotError, IllegalMove, OfcError
from .._values import brief
from ..bots import as_bot
from ..position import Move, Position, check_position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..bots import BotLike

_NEAREST = 3
_MOST_COMPARED = 20_000  # moves
_PACKAGE = str(Path(__file__).resolve().parents[1])
_MOST_TRACEBACK = 20_000  # characters
_LONGEST = 500  # of a reason
NO_ANSWER = object()
"""What a bot answered that raised."""


class Misplay(BotError):
    """A bot raised an exception, or made no legal move, where every move has to be one (`strict=True`).

    bot: its number. hand: from 1; 0 for a position by itself. seating: from 1, which rotation of the bots
    through the seats. seat: its own. position: what it saw. move: what it played, as text; None where it
    raised. reason: in one line. trace: the traceback of its own code, "" where it raised nothing. nearest:
    the legal moves that differ least from the move, in the cards that they put elsewhere.
    """

    def __init__(
        self,
        bot: int,
        hand: int,
        seating: int,
        position: Position,
        reason: str,
        move: str | None = None,
        trace: str = "",
        nearest: tuple[Move, ...] = (),
    ) -> None:
        self.bot, self.hand, self.seating, self.position = bot, hand, seating, position
        self.reason, self.move, self.trace, self.nearest = reason, move, trace, nearest
        super().__init__(self.told(f"bot {bot}"))

    @property
    def seat(self) -> int:
        """The seat of the bot."""
        return self.position.seat

    def told(self, name: str, command: str = "") -> str:
        """All of it as text. name: of the bot. command: what plays this decision again."""
        return "\n".join(self._lines(name, command))

    def _lines(self, name: str, command: str) -> Iterator[str]:
        what = "made no legal move" if self.move is not None else "raised an exception"
        where = f"hand {self.hand}, seating {self.seating}, " if self.hand else ""
        yield f"{name} {what}: {where}seat {self.seat}"
        if self.trace:
            yield ""
            yield self.trace.rstrip()
        yield ""
        if self.move is not None:
            yield f"move      {self.move}"
        yield f"reason    {self.reason}"
        yield f"board     {self.position.board}"
        yield f"draw      {' '.join(map(str, self.position.draw))}"
        for number, move in enumerate(self.nearest):
            yield f"{'' if number else 'nearest':<9} {move}"
        yield f"legal     {len(self.position.legal_moves):,} moves"
        yield f"position  {self.position}"
        if command:
            yield f"again     {command}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Misplay, (
            self.bot,
            self.hand,
            self.seating,
            self.position,
            self.reason,
            self.move,
            self.trace,
            self.nearest,
        )


def misplay(
    error: Exception, reason: str, answer: object, bot: int, hand: int, seating: int, position: Position
) -> Misplay:
    """The failure of a bot. answer: what it returned, NO_ANSWER where it raised."""
    if answer is NO_ANSWER:
        answer = getattr(error, "move", None) or NO_ANSWER  # an engine says which move
    if answer is NO_ANSWER:
        return Misplay(bot, hand, seating, position, reason, None, own_traceback(error))
    move = _as_move(answer)
    near = nearest_moves(position, move) if move is not None else ()
    said = printable(str(move) if move is not None else brief(answer))
    return Misplay(bot, hand, seating, position, reason, said, "", near)


def legal_move(bot: BotLike, position: Position) -> Move:
    """What a bot plays in one position; a `Misplay` where that is not a legal move."""
    check_position(position, "legal_move needs a Position")
    bot = as_bot(bot)
    answer: Any = NO_ANSWER
    try:
        answer = bot.act(position)
        move = Move(answer)
        reason = position.legal_moves.reason_against(move)
        if reason is not None:
            raise IllegalMove(f"{move}: {reason}")
        return move
    except Exception as error:
        raise misplay(error, reason_of(error), answer, 0, 0, 1, position) from None


def reason_of(error: Exception) -> str:
    """The error on one line, even if printing it fails."""
    try:
        said = str(error)[: 10 * _LONGEST]
    except Exception:
        said = "it cannot be printed"
    words = printable(" ".join(f"{type(error).__name__}: {said}".split()))
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."


def _as_move(answer: object) -> Move | None:
    try:
        return Move(answer)  # type: ignore[arg-type]  # what is no move raises
    except (TypeError, OfcError):
        return None


def nearest_moves(position: Position, move: Move) -> tuple[Move, ...]:
    """The legal moves that put the fewest cards of the draw elsewhere than this one, a few of them.

    None where there are too many moves to compare.
    """
    legal = position.legal_moves
    if len(legal) > _MOST_COMPARED:
        return ()
    wanted = _places(move)

    def apart(one: Move) -> int:
        places = _places(one)
        return sum(wanted.get(card) != place for card, place in places.items())

    return tuple(islice(sorted(legal, key=apart), _NEAREST))


def _places(move: Move) -> dict[int, int]:
    return {card: place for place, cards in enumerate(move[:4]) for card in cards}


def own_traceback(error: BaseException) -> str:
    """The traceback from the first line that is not ofckit's own; "" if all of them are."""
    lines = traceback.TracebackException.from_exception(error)
    frames = list(lines.stack)
    own = next((i for i, frame in enumerate(frames) if not frame.filename.startswith(_PACKAGE)), None)
    if own is None:
        return ""
    lines.stack = traceback.StackSummary.from_list(frames[own:])
    return "".join(lines.format())[-_MOST_TRACEBACK:]
