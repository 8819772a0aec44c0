"""The file of a match in progress: every line is written as it happens."""

from __future__ import annotations

import os
import re
from pathlib import Path

from .._errors import NotationError, OfcError
from .._files import append, open_locked, replace_locked
from .._values import brief
from ._history import History
from ._text import Fields, Source, TextWriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

_ACTION_LINE = re.compile(r"""\s*(["'])([^"'\\]*)\1\s*,\s*(?:#.*)?""")


def form_of(path: str | os.PathLike[str]) -> str:
    """JSON Lines where the name says so (.jsonl, .ndjson), else TOML."""
    return "jsonl" if Path(path).suffix.lower() in (".jsonl", ".ndjson") else "toml"


class HistoryFile:
    """Write a history to a file: what it has so far at once, the rest line by line.

    A TOML file that already holds this history, with comments, keeps them. The file is replaced as a whole,
    keeping links and mode, then grows; each line reaches the operating system before the next one is made, so
    a crash loses at most the last. No other writer can open it meanwhile. OfcError if it cannot be written:
    it is then complete up to the line before, and the next line also writes what is missing.
    """

    def __init__(self, path: str | os.PathLike[str], history: History) -> None:
        if not isinstance(path, str | os.PathLike):
            raise TypeError(f"path must be the path of a file, not {brief(path)}")
        if not isinstance(history, History):
            raise TypeError(f"history must be a History, not {brief(history)}")
        self.path = Path(path)
        self.history = history
        self._writer = TextWriter(form_of(path))
        self._is_behind = False
        is_new = not self.path.exists()
        self._stream = open_locked(self.path)
        try:
            text = self._text()
            self._replace(self._anew() if text is None or not self._is_kept(text) else text)
        except BaseException:
            self._stream.close()
            if is_new:
                self.path.unlink(missing_ok=True)
            raise
        history.on_record = self._add
        history.on_pop = self._take_back

    def _anew(self) -> str:
        """The text of all records."""
        self._writer = TextWriter(self._writer.form)
        return "".join(map(self._writer.text_of, self.history.records))

    def _text(self) -> str | None:
        """The content of the file if it is TOML with comments: up to the end of a list that is still open."""
        if self._writer.form != "toml":
            return None
        self._stream.seek(0)
        raw = self._stream.read()
        if b"#" not in raw:
            return None
        try:
            text = raw.decode("utf-8").rstrip()
        except UnicodeDecodeError:
            return None
        return (text.removesuffix("]").rstrip() if self._is_open else text) + "\n"

    @property
    def _is_open(self) -> bool:
        return self.history.match.game is not None

    def _is_kept(self, text: str) -> bool:
        """Whether a text is this history to the last record, so that the rest can be appended."""
        try:
            if self._is_open:  # another action must fit in
                *_, last = Source(text + '  "",\n]\n')
                if last.fields != {"action": ""}:
                    return False
            found = History.read(text)
        except (ValueError, NotationError):
            return False
        mine = self.history.records
        game = self.history.match.game
        more = found.records[len(mine) :]  # reading a finished hand settles it
        settled = game is not None and game.is_over and len(more) == 1 and "points" in more[0]
        if found.records[: len(mine)] != mine or (more and not settled):
            return False
        if found.cut and not self._is_open:
            return False
        self._writer.go_on(self._is_open)
        return True

    def _take_back(self) -> None:
        """After something was taken back: drop its lines, keep the comments."""
        text = self._text()
        shorter = None if text is None else self._without_last(text)
        kept = shorter is not None and self._is_kept(shorter)
        self._replace(shorter if shorter is not None and kept else self._anew())

    def _without_last(self, text: str) -> str | None:
        """The text without its last action and what was dealt after it; None where these share lines."""
        lines = text.splitlines(keepends=True)
        for number in reversed(range(len(lines))):
            if not lines[number].strip() or lines[number].lstrip().startswith("#"):
                continue
            action = _ACTION_LINE.fullmatch(lines[number].rstrip("\n"))
            if action is None:
                return None
            del lines[number]
            if not action[2].startswith("d ") or self.history.game.is_live:
                return "".join(lines)
        return None

    def _replace(self, text: str) -> None:
        """All or nothing: a crash leaves the old file or the new one."""
        try:
            self._stream = replace_locked(self._stream, text.encode("utf-8"), self.path)
        except OfcError:
            self._is_behind = True
            raise
        self._is_behind = False

    def _add(self, fields: Fields) -> None:
        if self._is_behind:
            self._replace(self._anew())
        else:
            self._append(self._writer.text_of(fields))

    def _append(self, text: str) -> None:
        try:
            append(self._stream, text.encode("utf-8"), self.path)
        except OfcError:
            self._is_behind = True
            raise

    def close(self) -> None:
        """Close what is open in the text, and the file."""
        if self._stream.closed:
            return
        self.history.on_record = self.history.on_pop = None
        try:
            if self._is_behind:
                self._replace(self._anew())
            self._append(self._writer.end())
        finally:
            self._stream.close()

    def __enter__(self) -> HistoryFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
