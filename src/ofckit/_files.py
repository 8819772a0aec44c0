"""Files: read up to a size, replaced as a whole, locked; every failure is an OfcError that names the file."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ._errors import OfcError
from ._values import brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import FileIO

    Path = str | os.PathLike[str]

_LONGEST = 200  # characters of a path in a message


def shown(path: Path) -> str:
    """A path as a message has room for it."""
    text = os.fsdecode(path)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


@contextmanager
def naming(verb: str, path: Path) -> Iterator[None]:
    """Turn an error of the system into an OfcError: "cannot VERB PATH: reason".

    TypeError for what is not a path: a number would be a stream already open, and somebody else's.
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"the path of a file must be text or a Path, not {brief(path)}")
    try:
        yield
    except OfcError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte, a closed stream
        reason = getattr(error, "strerror", None) or error
        raise OfcError(f"cannot {verb} {shown(path)}: {reason}") from None


def read_file(path: Path, most: int) -> bytes:
    """The content of a file of at most `most` bytes."""
    with naming("read", path), open(path, "rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise OfcError(f"cannot read {shown(path)}: more than {most} bytes")
    return data


def write_file(path: Path, data: bytes) -> None:
    """Write a whole file; what was there is lost."""
    with naming("write", path), open(path, "wb") as stream:
        stream.write(data)


def check_regular(path: Path) -> None:
    """OfcError where something else than a regular file is at this path: a pipe would keep us waiting."""
    with naming("write", path):
        if os.path.exists(path) and not os.path.isfile(path):
            raise OfcError(f"cannot write {os.fsdecode(path)}: it is not a regular file")


def open_locked(path: Path) -> FileIO:
    """A regular file, new or old, opened for this writer alone to read and append to.

    OfcError where another writer has it. The lock ends with the stream; systems without such locks (Windows,
    WebAssembly) take none.
    """
    with naming("write", path):
        while True:
            stream = open(path, "a+b", buffering=0)  # noqa: SIM115 (the caller closes it)
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                stream.close()
                raise OfcError(f"cannot write {shown(path)}: it is not a regular file")
            if not _lock(stream):
                stream.close()
                raise OfcError(f"cannot write {shown(path)}: another writer has it open")
            if _is_at(stream, path):
                return stream
            stream.close()  # replaced between the two steps


def append(stream: FileIO, data: bytes, path: Path) -> None:
    """Append to an open file; if that fails, it is cut back to its old end."""
    with naming("write", path):
        end = os.fstat(stream.fileno()).st_size
        try:
            _write_all(stream, data)
        except BaseException:
            with suppress(OSError, ValueError):
                stream.truncate(end)
            raise


def replace_locked(stream: FileIO, data: bytes, path: Path) -> FileIO:
    """Replace the content of an open, locked file, all or nothing.

    A link still leads to it, its mode is kept. Returns the new stream, locked, and closes the old one; where
    this fails nothing has changed.
    """
    with naming("write", path):
        target = os.path.realpath(path)
        part = f"{target}.{os.urandom(4).hex()}.part"
        mode = stat.S_IMODE(os.fstat(stream.fileno()).st_mode)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        new = os.fdopen(os.open(part, flags, mode), "a+b", buffering=0)
        try:
            _write_all(new, data)
            os.chmod(part, mode)
            _lock(new)
            if os.name == "nt":  # Windows cannot replace an open file
                new.close()
                stream.close()
                os.replace(part, target)
                return open_locked(path)
            os.replace(part, target)
        except BaseException:
            with suppress(OSError):
                new.close()
            with suppress(OSError):
                os.unlink(part)
            raise
        stream.close()
        return new


def _write_all(stream: FileIO, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[stream.write(left) or 0 :]


def _lock(stream: FileIO) -> bool:
    """Whether no other writer holds the file."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _is_at(stream: FileIO, path: Path) -> bool:
    """Whether the path still leads to this file."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(stream.fileno()), os.stat(path))
    return False
