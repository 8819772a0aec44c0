"""`ofckit engine`: a bot for other programs, through the standard input and output."""

from __future__ import annotations

import sys

from ofckit import __version__
from ofckit._errors import OfcError
from ofckit.engine import serve


def speak(bot: str, seed: int) -> int:
    """The whole conversation; the exit status."""
    if sys.stdin is None:
        raise OfcError("there is no standard input to be spoken to from")
    serve(sys.stdin.buffer, _send, bot, seed, name=f"ofckit {__version__}")
    return 0


def _send(line: str) -> None:
    """A line, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
