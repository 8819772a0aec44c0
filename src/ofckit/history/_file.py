"""The file of a match that is being played: every line is written as it happens."""

from __future__ import annotations

import os
from pathlib import Path

from .._errors import NotationError, OfcError
from ._history import History
from ._text import Fields, TextWriter, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


def form_of(path: str | os.PathLike[str]) -> str:
    """JSON Lines where the name says so (.jsonl, .ndjson), else TOML."""
    return "jsonl" if Path(path).suffix.lower() in (".jsonl", ".ndjson") else "toml"


class HistoryFile:
    """Writes a history to a file, what it has by now at once and the rest line by line.

    A file that holds this history already, with comments, keeps them. The file is replaced as a whole, then
    grows; each line reaches the operating system before the next one is made, so that a crash loses at most
    the last. OfcError where it cannot be written. A context manager.
    """

    def __init__(self, path: str | os.PathLike[str], history: History) -> None:
        self.path = Path(path)
        self.history = history
        self._writer = TextWriter(form_of(path))
        try:
            commented = self._commented()
            self._begin(self._anew() if commented is None else commented)
        except (OSError, ValueError) as error:
            raise self._failed(error) from None
        history.on_record = self._add
        history.on_pop = self._rewrite

    def _anew(self) -> str:
        """The text of all records."""
        self._writer = TextWriter(self._writer.form)
        return "".join(map(self._writer.text_of, self.history.records))

    def _commented(self) -> str | None:
        """What the file holds, if it has comments and is this history to the last record."""
        if self._writer.form != "toml" or not self.path.is_file():
            return None
        raw = self.path.read_bytes()
        if b"#" not in raw:
            return None
        is_open = self.history.match.game is not None
        try:
            text = raw.decode("utf-8").rstrip() + "\n"
            if is_open:
                text = text.rstrip().removesuffix("]").rstrip() + "\n"
                probe = read_source(text + '  "",\n]\n').records
                if probe[-1].fields != {"action": ""}:
                    return None
            found = History.read(text)
        except (ValueError, NotationError):
            return None
        if found.records != self.history.records or (found.cut and not is_open):
            return None
        self._writer.go_on(is_open)
        return text

    def _begin(self, text: str) -> None:
        self._replace(text)
        self._stream = open(self.path, "a", encoding="utf-8", newline="\n")  # noqa: SIM115

    def _replace(self, text: str) -> None:
        """All or nothing: a crash leaves the old file or the new one."""
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        try:
            beside.write_text(text, encoding="utf-8", newline="\n")
            os.replace(beside, self.path)
        finally:
            beside.unlink(missing_ok=True)

    def _rewrite(self) -> None:
        """After something was taken back."""
        try:
            self._stream.close()
            self._begin(self._anew())
        except (OSError, ValueError) as error:
            raise self._failed(error) from None

    def _add(self, fields: Fields) -> None:
        self._write(self._writer.text_of(fields))

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError) as error:
            raise self._failed(error) from None

    def _failed(self, error: Exception) -> OfcError:
        return OfcError(f"cannot write {self.path}: {getattr(error, 'strerror', None) or error}")

    def close(self) -> None:
        """Close what is open in the text, and the file."""
        if not self._stream.closed:
            self.history.on_record = self.history.on_pop = None
            self._write(self._writer.end())
            self._stream.close()

    def __enter__(self) -> HistoryFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
