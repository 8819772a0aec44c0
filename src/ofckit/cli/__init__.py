"""The command `ofckit`: thin over the library. `main` runs it and returns the exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from .._errors import OfcError

__all__ = ["main"]

# Exit status: 0 done; 1 done, but something in the input was wrong; and these.
USAGE, BUG, INTERRUPTED, CLOSED_PIPE = 2, 70, 130, 141
MOST_SAID = 400  # columns of a line of a message


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (without the name of the program; None: that of the process); the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    _open_missing_streams()
    try:
        status = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return CLOSED_PIPE
    except OfcError as error:
        return _complain(str(error), USAGE)
    except OSError as error:
        _forget_output()
        return _complain(f"cannot continue: {error.strerror or error}", USAGE)
    except Exception as error:
        if os.environ.get("OFCKIT_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        hint = "a bug in ofckit; OFCKIT_DEBUG=1 shows where, please report it"
        return _complain(f"{what} ({hint})", BUG)
    return status


def _run(words: list[str]) -> int:
    from ._terminal import never_fail_on_encoding

    never_fail_on_encoding()
    if words in (["--version"], ["-V"]):
        from .. import __version__

        print(f"ofckit {__version__}")
        return 0
    from ._options import parse

    try:
        command = parse(words)
    except SystemExit as end:  # argparse has printed its help or its error
        return end.code if isinstance(end.code, int) else USAGE
    return command()


def _open_missing_streams() -> None:
    """A process may be started without output streams; what is printed there is lost."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (as long as the process lives)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def _complain(message: str, status: int) -> int:
    """Print what went wrong to the standard error."""
    from .._columns import cut, printable

    with suppress(OSError):  # it is closed
        for line in f"ofckit: {message}".splitlines():
            print(cut(printable(line), MOST_SAID), file=sys.stderr)
    return status


def _forget_output() -> None:
    """Discard what is still buffered, so that the process ends without an error."""
    with suppress(OSError, ValueError, AttributeError):  # not a real file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
