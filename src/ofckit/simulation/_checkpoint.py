"""A file of finished blocks, from which an interrupted run resumes; docs/simulation.md has its format."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from .._documents import read_json
from .._errors import OfcError
from .._files import append, check_regular, naming, open_locked, read_file
from .._values import brief
from ._blocks import Block, Run
from ._report import read_forfeits, read_paces, rules_text
from ._tally import AT, SIZE, read_cells, write_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import FileIO
    from types import TracebackType
    from typing import Any

FORMAT, VERSION = "ofckit-checkpoint", 1
_BEGIN = f'{{"format":"{FORMAT}"'.encode()
_SIGNED = re.compile(rb'(\{.*),"crc32":"([0-9a-f]{8})"\}', re.DOTALL)
_MOST_FILE = 1 << 30  # bytes
_LONGEST = 2000  # characters of a bot's identity
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


class Checkpoint:
    """Reads the finished blocks, and adds a line for each new one.

    path: a new file, or one of the same run. header: what identifies the run. Every line ends with its
    checksum; a block whose line is damaged or impossible is played again. OfcError if the file is not a
    checkpoint, is of a different run, or is being written already.
    """

    def __init__(self, path: str | os.PathLike[str], run: Run, header: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.run = run
        self.header = dict(header)
        self._lines: list[bytes] = []
        self._file: FileIO | None = None

    def __enter__(self) -> Checkpoint:
        self._file = open_locked(self.path)
        try:
            self._begin(self._file)
        except BaseException:
            self._file.close()
            raise
        return self

    def _begin(self, file: FileIO) -> None:
        lines = first_lines(self.path)
        if not lines:
            file.truncate(0)  # a header that was cut off
            self._write(self.header)
            return
        compare(self.path, read_header(self.path, lines[0]), self.header)
        self._lines = lines[1:]
        if not lines[-1].endswith(b"\n"):  # cut off: that line stays damaged, the next one is not
            append(file, b"\n", self.path)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._file is not None
        self._file.close()

    def add(self, block: Block) -> None:
        """Add a finished block."""
        run = self.run
        seats = run.rules.seats(run.players)
        line: dict[str, Any] = {"block": block.number, "cells": write_cells(block.cells, run.players, seats)}
        if block.forfeits:
            line["forfeits"] = [list(one) for one in block.forfeits]
        if any(pace.moves for pace in block.paces):
            line["paces"] = [[moves, round(seconds, 6)] for moves, seconds in block.paces]
        self._write(line)

    def _write(self, line: Mapping[str, Any]) -> None:
        assert self._file is not None
        append(self._file, signed_line(line), self.path)

    def finished(self, wanted: Iterable[int]) -> Iterator[Block]:
        """Those of the wanted blocks that the file had when it was opened, each once."""
        left = set(wanted)
        while self._lines:
            block = self._read(self._lines.pop())
            if block is not None and block.number in left:
                left.remove(block.number)
                yield block

    def _read(self, line: bytes) -> Block | None:
        """The block of a line, None if the line is damaged."""
        with suppress(ValueError, KeyError, TypeError, AttributeError, OverflowError):
            return self._block(read_signed(line))
        return None

    def _block(self, data: Mapping[str, Any]) -> Block:
        """The block of a line; raises one of the errors that `_read` catches if there is none."""
        run, number = self.run, data["block"]
        if type(number) is not int or not 0 <= number < run.blocks:
            raise ValueError(number)
        seats = run.rules.seats(run.players)
        cells = read_cells(data["cells"], run.players, seats)
        boards = run.deals(number) * run.seatings * seats
        if sum(cells[AT["hands"] :: SIZE]) != boards:
            raise ValueError("a block with hands missing")
        first = number * run.block
        hands = range(first + 1, first + run.deals(number) + 1)
        forfeits = read_forfeits(data.get("forfeits", ()), run.players, hands)
        return Block(number, cells, forfeits, read_paces(data.get("paces", ()), run.players))


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


def first_lines(path: Path) -> list[bytes]:
    """The lines with their ends; none if there is no file, or it is empty, or its header is cut off."""
    check_regular(path)
    with naming("read", path):
        if not path.exists():
            return []
    lines = read_file(path, _MOST_FILE).splitlines(keepends=True)
    if len(lines) == 1 and not lines[0].endswith(b"\n"):
        begins = min(len(_BEGIN), len(lines[0]))
        return [] if lines[0][:begins] == _BEGIN[:begins] else lines
    return lines


def read_header(path: Path, line: bytes) -> dict[str, Any]:
    """The first line of a checkpoint; OfcError for any other line."""
    try:
        header = read_signed(line)
    except OfcError:
        header = {}
    if header.get("format") != FORMAT:
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


def seed_of(path: str | os.PathLike[str]) -> int | None:
    """The seed of the run that this file is a checkpoint of; None if there is no such file yet."""
    lines = first_lines(Path(path))
    if not lines:
        return None
    seed = read_header(Path(path), lines[0]).get("seed")
    return seed if type(seed) is int else None


def header_of(run: Run, names: Sequence[str]) -> dict[str, Any]:
    """What identifies a run: a different header is a different run."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "ofckit": _release(),
        "rules": rules_text(run.rules),
        "bots": [[name, identity(bot)] for name, bot in zip(names, run.bots, strict=True)],
        "seed": run.seed,
        "hands": run.hands,
        "block": run.block,
        "duel": run.duel,
    }


def identity(bot: Any) -> str:
    """What a bot is, as far as its class, its repr and its plain attributes say."""
    kind = type(bot)
    if hasattr(bot, "__qualname__"):
        return f"{bot.__module__}.{bot.__qualname__}"
    name = f"{kind.__module__}.{kind.__qualname__}"
    if getattr(kind, "__repr__", None) is not getattr(object, "__repr__", None):
        return _ADDRESS.sub("", f"{name}: {bot!r}")[:_LONGEST]
    plain = {
        key: value
        for key, value in sorted(getattr(bot, "__dict__", {}).items())
        if isinstance(value, str | int | float | None)
    }
    return f"{name}: {plain}"[:_LONGEST]


def _release() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("ofckit")
    except PackageNotFoundError:
        return "unknown"
