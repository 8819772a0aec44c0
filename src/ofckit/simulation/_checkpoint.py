"""A file of finished blocks, from which a broken-off run goes on; docs/simulation.md has its form."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from .._errors import OfcError
from ._blocks import Block, Forfeit, Run
from ._report import rules_text
from ._tally import AT, SIZE, read_cells, write_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import IO, Any

FORMAT, VERSION = "ofckit-checkpoint", 1
_BEGIN = f'{{"format":"{FORMAT}"'.encode()
_LONGEST = 2000  # characters of a bot's identity
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


class Checkpoint:
    """Reads what is finished, and adds a line for each block that gets finished.

    path: a new file, or one of the same run. header: what identifies the run. A broken line is a block that
    is played again; OfcError where the file is none of ours, or of a different run.
    """

    def __init__(self, path: str | os.PathLike[str], run: Run, header: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.run = run
        self.header = dict(header)
        self._lines: list[bytes] = []
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Checkpoint:
        lines = first_lines(self.path)
        if lines:
            compare(self.path, read_header(self.path, lines[0]), self.header)
            self._lines = lines[1:]
        self._file = self.path.open("ab" if lines else "wb")
        if not lines:
            self._write(self.header)
        elif not lines[-1].endswith(b"\n"):
            self._file.write(b"\n")  # after the line that was cut off: it stays broken, the next one does not
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._file is not None
        self._file.close()

    def add(self, block: Block) -> None:
        """One more block is finished."""
        run = self.run
        seats = run.rules.seats(run.players)
        line: dict[str, Any] = {"block": block.number, "cells": write_cells(block.cells, run.players, seats)}
        if block.forfeits:
            line["forfeits"] = [list(one) for one in block.forfeits]
        self._write(line)

    def _write(self, line: Mapping[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def finished(self, wanted: Iterable[int]) -> Iterator[Block]:
        """Those of these blocks that the file had when it was opened, each once."""
        left = set(wanted)
        while self._lines:
            block = self._read(self._lines.pop())
            if block is not None and block.number in left:
                left.remove(block.number)
                yield block

    def _read(self, line: bytes) -> Block | None:
        """The block of a line, None where the line is broken."""
        with suppress(ValueError, KeyError, TypeError, AttributeError, OverflowError):
            return self._block(json.loads(line))
        return None

    def _block(self, data: Mapping[str, Any]) -> Block:
        """The block of a line; one of the errors that `_read` knows where it is none."""
        run, number = self.run, data["block"]
        if type(number) is not int or not 0 <= number < run.blocks:
            raise ValueError(number)
        seats = run.rules.seats(run.players)
        cells = read_cells(data["cells"], run.players, seats)
        boards = run.deals(number) * run.seatings * seats
        if sum(cells[AT["hands"] :: SIZE]) != boards:
            raise ValueError("a block with hands missing")
        forfeits = [Forfeit(int(hand), int(bot), str(why)) for hand, bot, why in data.get("forfeits", ())]
        return Block(number, cells, tuple(forfeits))


def first_lines(path: Path) -> list[bytes]:
    """The lines with their ends; none where there is no file, an empty one, or a header that was cut off."""
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return []
    if len(lines) == 1 and not lines[0].endswith(b"\n"):
        begins = min(len(_BEGIN), len(lines[0]))
        return [] if lines[0][:begins] == _BEGIN[:begins] else lines
    return lines


def read_header(path: Path, line: bytes) -> dict[str, Any]:
    """The first line of a checkpoint; OfcError where it is none."""
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise OfcError(f"{path} is no checkpoint: its first line is none of ours")
    return header


def compare(path: Path, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """OfcError with the first thing that differs."""
    for key, value in wanted.items():
        if found.get(key) != value:
            raise OfcError(
                f"{path} is the checkpoint of a different run: its {key} is {found.get(key)!r}, here it is "
                f"{value!r}; another file, or the same arguments"
            )


def seed_of(path: str | os.PathLike[str]) -> int | None:
    """The seed of the run that this file is a checkpoint of; None where there is no such file yet."""
    lines = first_lines(Path(path))
    if not lines:
        return None
    seed = read_header(Path(path), lines[0]).get("seed")
    return seed if type(seed) is int else None


def header_of(run: Run, names: Sequence[str]) -> dict[str, Any]:
    """What makes a run this run and no other: a different line is a different run."""
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
    """What a bot is, as far as its class, its repr and its plain attributes say it."""
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
