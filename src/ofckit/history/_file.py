"""The file of a match that is being played: every line is written as it happens."""

from __future__ import annotations

import os
from pathlib import Path

from .._errors import OfcError
from ._history import History
from ._text import Fields, TextWriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


def form_of(path: str | os.PathLike[str]) -> str:
    """JSON Lines where the name says so (.jsonl, .ndjson), else TOML."""
    return "jsonl" if Path(path).suffix.lower() in (".jsonl", ".ndjson") else "toml"


class HistoryFile:
    """Writes a history to a file, what it has by now at once and the rest line by line.

    The file is replaced as a whole, then grows; each line reaches the operating system before the next one is
    made, so that a crash loses at most the last. OfcError where it cannot be written. A context manager.
    """

    def __init__(self, path: str | os.PathLike[str], history: History) -> None:
        self.path = Path(path)
        self.history = history
        self._writer = TextWriter(form_of(path))
        try:
            self._replace("".join(map(self._writer.text_of, history.records)))
            self._stream = open(self.path, "a", encoding="utf-8", newline="\n")  # noqa: SIM115
        except (OSError, ValueError) as error:
            raise self._failed(error) from None
        history.on_record = self._add

    def _replace(self, text: str) -> None:
        """All or nothing: a crash leaves the old file or the new one."""
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        try:
            beside.write_text(text, encoding="utf-8", newline="\n")
            os.replace(beside, self.path)
        finally:
            beside.unlink(missing_ok=True)

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
            self.history.on_record = None
            self._write(self._writer.end())
            self._stream.close()

    def __enter__(self) -> HistoryFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
