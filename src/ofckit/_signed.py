"""Files of finished work from which an interrupted run resumes: lines of JSON, each with its checksum."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from ._documents import read_json
from ._errors import OfcError
from ._files import append, check_regular, naming, open_locked, read_file
from ._values import brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import FileIO
    from types import TracebackType
    from typing import Any, Self

_SIGNED = re.compile(rb'(\{.*),"crc32":"([0-9a-f]{8})"\}', re.DOTALL)
_MOST_FILE = 1 << 30  # bytes


class SignedFile:
    """Reads the lines that a file has, and adds new ones; one writer at a time.

    path: a new file, or one of the same run. header: what identifies the run, its "format" first. Lines that
    are damaged are as if they were not there. OfcError if the file is no such file, is of a different run, or
    is being written already.
    """

    def __init__(self, path: str | os.PathLike[str], header: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.header = dict(header)
        self._lines: list[bytes] = []
        self._file: FileIO | None = None

    def __enter__(self) -> Self:
        self._file = open_locked(self.path)
        try:
            self._begin(self._file)
        except BaseException:
            self._file.close()
            raise
        return self

    def _begin(self, file: FileIO) -> None:
        lines = first_lines(self.path, self.header["format"])
        if not lines:
            file.truncate(0)  # a header that was cut off
            self.write(self.header)
            return
        compare(self.path, read_header(self.path, lines[0], self.header["format"]), self.header)
        self._lines = lines[1:]
        if not lines[-1].endswith(b"\n"):  # cut off: that line stays damaged, the next one is not
            append(file, b"\n", self.path)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._file is not None
        self._file.close()

    def write(self, line: Mapping[str, Any]) -> None:
        """Add a line; a line is there as a whole or not at all."""
        assert self._file is not None
        append(self._file, signed_line(line), self.path)

    def take(self) -> dict[str, Any] | None:
        """The last line that was not taken yet, of those that the file had; None where it is damaged."""
        with suppress(ValueError):
            return read_signed(self._lines.pop())
        return None

    @property
    def left(self) -> bool:
        """Whether there are lines that were not taken yet."""
        return bool(self._lines)


def signed_line(data: Mapping[str, Any]) -> bytes:
    """A line of JSON whose last entry is the checksum of what comes before it."""
    body = json.dumps(data, separators=(",", ":")).encode()[:-1]
    return b'%s,"crc32":"%08x"}\n' % (body, crc32(body))


def read_signed(line: bytes) -> dict[str, Any]:
    """What `signed_line` wrote; OfcError if the line is damaged."""
    found = _SIGNED.fullmatch(line.rstrip(b"\r\n"))
    if found is None or int(found[2], 16) != crc32(found[1]):
        raise OfcError("a line with a wrong checksum")
    data = read_json(found[1] + b"}")
    if not isinstance(data, dict):
        raise OfcError("a line that is not an object")
    return data


def first_lines(path: Path, name: str) -> list[bytes]:
    """The lines with their ends; none if there is no file, or it is empty, or its header is cut off."""
    check_regular(path)
    with naming("read", path):
        if not path.exists():
            return []
    lines = read_file(path, _MOST_FILE).splitlines(keepends=True)
    if len(lines) == 1 and not lines[0].endswith(b"\n"):
        begin = f'{{"format":"{name}"'.encode()
        begins = min(len(begin), len(lines[0]))
        return [] if lines[0][:begins] == begin[:begins] else lines
    return lines


def read_header(path: Path, line: bytes, name: str) -> dict[str, Any]:
    """The first line of a file of this format; OfcError for any other line."""
    try:
        header = read_signed(line)
    except OfcError:
        header = {}
    if header.get("format") != name:
        raise OfcError(f"{path} is not a checkpoint: its first line is not the header of one")
    return header


def compare(path: Path, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """OfcError with the first thing that differs."""
    for key, value in wanted.items():
        if found.get(key) != value:
            raise OfcError(
                f"{path} is the checkpoint of a different run: its {key} is {brief(found.get(key))}, here it "
                f"is {brief(value)}; use another file, or the same arguments"
            )


def release() -> str:
    """The version of this package, for headers."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("ofckit")
    except PackageNotFoundError:
        return "unknown"
