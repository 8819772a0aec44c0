"""A program spoken to line by line, read and written by threads: the same on every system, never endless."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from io import BufferedReader
from queue import SimpleQueue
from threading import Condition, Thread, current_thread
from time import monotonic, sleep

from .._columns import printable
from .._errors import BotError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._process import Tail

MOST_LINE = 65_536  # bytes; the rest of a longer line is skipped
MOST_TALK = 100_000  # lines between a question and its answer
_REMEMBERED = 500  # how many of the last ones are kept
_UNREAD = 100  # lines that the program has not taken
_JOIN = 1.0  # seconds for a thread whose pipe is closed


class Child:
    """A running program; OSError if it cannot be started."""

    def __init__(self, command: str | Sequence[str], errors: Tail) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, **_apart())
        self._owner = os.getpid()
        self._errors = errors
        self._to_write: SimpleQueue[bytes | None] = SimpleQueue()
        self._changed = Condition()
        self._heard: deque[str] = deque(maxlen=_REMEMBERED)
        self._talk = 0
        self._wanted: tuple[str, ...] = ()
        self._answer: str | None = None
        self._silent = False  # its output has ended
        self._status: int | None = None  # since it ended
        self._threads = [
            Thread(target=one, daemon=True) for one in (self._write, self._read, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()

    # what is said

    def say(self, *lines: str) -> None:
        """Send lines to the program; BotError if it has stopped reading."""
        if self._to_write.qsize() > _UNREAD:
            raise BotError("it does not read its input")
        self._to_write.put("".join(f"{line}\n" for line in lines).encode())

    def ask(self, lines: Sequence[str], answers: Sequence[str], seconds: float) -> tuple[str, list[str]]:
        """The first line from now on that begins with one of these words, and the last lines before it.

        BotError after `seconds`, when the program ends, and when it says too much else.
        """
        ends = monotonic() + seconds
        with self._changed:
            self._heard.clear()
            self._talk, self._wanted, self._answer = 0, tuple(answers), None
        self.say(*lines)
        with self._changed:
            while self._answer is None:
                if self._silent or self._talk > MOST_TALK or not self._changed.wait(ends - monotonic()):
                    break
            answer, self._wanted = self._answer, ()
            if answer is not None:
                return answer, list(self._heard)
        raise BotError(self._why(answers[0], seconds))

    def _why(self, wanted: str, seconds: float) -> str:
        if self._talk > MOST_TALK:
            return f"it has sent {MOST_TALK} lines but no {wanted}"
        if not self._silent:
            return f"no {wanted} in {seconds:g} seconds"
        ended = self._ends_in(_JOIN)
        self._threads[2].join(_JOIN)
        said = self._errors.text.strip().splitlines()
        last = f"; its last words: {printable(said[-1])[:200]}" if said else ""
        return f"it ended{f' with status {self._status}' if ended else ''} without {wanted}{last}"

    # the threads

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(OSError), pipe:  # nothing reads them
            for data in iter(self._to_write.get, None):
                pipe.write(data)
                pipe.flush()

    def _read(self) -> None:
        pipe = self._process.stdout
        assert isinstance(pipe, BufferedReader)
        with suppress(OSError), pipe:
            for line in _lines(pipe):
                with self._changed:
                    self._hear(line)
                if self._talk > 2 * MOST_TALK:  # nothing was asked, and it does not stop
                    break
        with self._changed:
            self._silent = True
            self._changed.notify_all()

    def _hear(self, line: str) -> None:
        self._talk += 1
        word = line.partition(" ")[0]
        if self._answer is None and word in self._wanted:
            self._answer = line
            self._changed.notify_all()
            return
        if self._answer is None:
            self._heard.append(line)
        if self._talk == MOST_TALK + 1:
            self._changed.notify_all()

    def _read_errors(self) -> None:
        pipe = self._process.stderr
        assert isinstance(pipe, BufferedReader)
        with suppress(OSError), pipe:
            while more := pipe.read1(MOST_LINE):
                self._errors.add(more)

    # the end

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def end(self, seconds: float = 0.0) -> None:
        """End the program, by force if it does not end within `seconds`; nothing of it is left running."""
        if os.getpid() != self._owner:
            return  # this is a fork of the process that started it
        self._to_write.put(None)
        self._ends_in(seconds)
        self._kill()
        self._process.wait()
        for thread in self._threads:
            if thread is not current_thread():
                thread.join(_JOIN)

    def _ends_in(self, seconds: float) -> bool:
        """Whether the program ends within `seconds`.

        Where the system allows it, its process id and that of its group stay reserved until `end`.
        """
        if not hasattr(os, "waitid"):
            with suppress(subprocess.TimeoutExpired):
                self._status = self._process.wait(seconds)
            return self._status is not None
        ends, pause = monotonic() + seconds, 0.0005
        while self._status is None:
            found = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            if found is not None:
                self._status = found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
            elif monotonic() >= ends:
                return False
            else:
                sleep(pause)
                pause = min(2 * pause, 0.05)
        return True

    def _kill(self) -> None:
        """Kill what is left of the program, and of what it started, where the system has process groups."""
        with suppress(OSError):
            if sys.platform != "win32":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()


def _apart() -> dict[str, Any]:
    """A process group of its own: Ctrl-C in the terminal is for the parent, which ends its bots."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}


def _lines(pipe: BufferedReader) -> Iterator[str]:
    """The lines that are not empty, each cut at MOST_LINE bytes, control characters replaced."""
    whole = True
    while data := pipe.readline(MOST_LINE):
        text = printable(data.decode(errors="replace").strip())
        if whole and text:
            yield text
        whole = data.endswith(b"\n")
