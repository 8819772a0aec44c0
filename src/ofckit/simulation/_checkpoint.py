"""A file of finished blocks, from which an interrupted run resumes; docs/simulation.md has its format."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from .._signed import SignedFile, first_lines, read_header, release
from ._blocks import Block, Run
from ._report import read_forfeits, read_paces, rules_text
from ._tally import AT, SIZE, read_cells, write_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT, VERSION = "ofckit-checkpoint", 1
_LONGEST = 2000  # characters of a bot's identity
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


class Checkpoint(SignedFile):
    """Reads the finished blocks, and adds a line for each new one.

    path: a new file, or one of the same run. header: what identifies the run. A block whose line is damaged
    or impossible is played again. OfcError if the file is not a checkpoint, is of a different run, or is
    being written already.
    """

    def __init__(self, path: str | os.PathLike[str], run: Run, header: Mapping[str, Any]) -> None:
        super().__init__(path, header)
        self.run = run

    def add(self, block: Block) -> None:
        """Add a finished block."""
        run = self.run
        seats = run.rules.seats(run.players)
        line: dict[str, Any] = {"block": block.number, "cells": write_cells(block.cells, run.players, seats)}
        if block.forfeits:
            line["forfeits"] = [list(one) for one in block.forfeits]
        if any(pace.moves for pace in block.paces):
            line["paces"] = [[moves, round(seconds, 6)] for moves, seconds in block.paces]
        self.write(line)

    def finished(self, wanted: Iterable[int]) -> Iterator[Block]:
        """Those of the wanted blocks that the file had when it was opened, each once."""
        left = set(wanted)
        while self.left:
            block = self._read(self.take())
            if block is not None and block.number in left:
                left.remove(block.number)
                yield block

    def _read(self, data: Mapping[str, Any] | None) -> Block | None:
        """The block of a line, None if there is none in it."""
        with suppress(ValueError, KeyError, TypeError, AttributeError, OverflowError):
            return None if data is None else self._block(data)
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


def seed_of(path: str | os.PathLike[str]) -> int | None:
    """The seed of the run that this file is a checkpoint of; None if there is no such file yet."""
    lines = first_lines(Path(path), FORMAT)
    if not lines:
        return None
    seed = read_header(Path(path), lines[0], FORMAT).get("seed")
    return seed if type(seed) is int else None


def header_of(run: Run, names: Sequence[str]) -> dict[str, Any]:
    """What identifies a run: a different header is a different run."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "ofckit": release(),
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
