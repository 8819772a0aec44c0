"""An engine in any language as a bot: a program that speaks the line protocol of docs/engine.md."""

from __future__ import annotations

import shlex
import sys
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import PurePath
from threading import Lock, RLock

from .._errors import BotError, OfcError
from .._values import brief, listed, whole_number
from ..position import Move, Position
from ._bot import check_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

    from ._child import Child

_STARTS = 3  # that may fail in a row
_QUIT = 1.0  # seconds to end after `quit`
_LONGEST = 1_000_000  # seconds
_MOST_NAME = 60  # characters


class Tail:
    """The last bytes of the standard error of a program, over all its starts."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._bytes = b""
        self._lock = Lock()

    def add(self, more: bytes) -> None:
        """Add more bytes."""
        with self._lock:
            self._bytes = (self._bytes + more)[-self.most :] if self.most else b""

    @property
    def text(self) -> str:
        """The last bytes as text."""
        with self._lock:
            return self._bytes.decode(errors="replace")


class ProcessBot:
    """A program that speaks `ofci` on its standard input and output; see docs/engine.md.

    command: the program and its arguments; a text is split as a shell does (on Windows by the system).
    timeout: seconds for a move. start_timeout: seconds until it is ready, and until it has its options.
    movetime, rollouts: limits for `go`: seconds to think, hands to play out.
    options: set after the start, by name. seed: the option Seed, of an engine that has it.
    stderr_kept: how many of the last bytes of its standard error are kept.

    It is started for the first move, and again for the next one after a failure. Raises BotError when it
    cannot be started, takes too long, dies, or answers what is not a legal move; then it is ended, so that
    nothing of the old process reaches the new one. After three failed starts in a row it is not started
    again. `close()` ends it, as do `with ProcessBot(...)`, the end of the bot and the end of Python. A bot
    pickles: the copy starts a program of its own. Threads may share a bot; they wait for each other.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        timeout: float = 10.0,
        start_timeout: float = 30.0,
        movetime: float | None = None,
        rollouts: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        stderr_kept: int = 16_384,
    ) -> None:
        self._settings: dict[str, Any] = {
            "command": command if isinstance(command, str) else list(listed("command", command)),
            "timeout": timeout,
            "start_timeout": start_timeout,
            "movetime": movetime,
            "rollouts": rollouts,
            "options": _read_options(options),
            "seed": seed,
            "stderr_kept": stderr_kept,
        }
        self._words = _split(command)
        for key in ("timeout", "start_timeout", "movetime"):
            seconds = self._settings[key]
            if seconds is not None and not (isinstance(seconds, int | float) and 0 < seconds <= _LONGEST):
                raise OfcError(f"{key} = {brief(seconds)}: seconds, more than 0 and at most {_LONGEST}")
        for key in ("rollouts", "stderr_kept"):
            if self._settings[key] is not None and whole_number(key, self._settings[key]) < 0:
                raise OfcError(f"{key} = {brief(self._settings[key])}: a whole number from 0")
        if seed is not None:
            whole_number("seed", seed)
        for name, value in self._settings["options"].items():
            if not f"{name}{value}".isprintable():
                raise OfcError(f"options: {brief(name)} = {brief(value)} is not one line of text")
        words = self._words.split() if isinstance(self._words, str) else self._words
        self.name = " ".join(PurePath(word).name for word in words[:2] if not word.startswith("-"))
        self.engine_options: tuple[str, ...] = ()
        self._errors = Tail(stderr_kept)
        self._lock = RLock()
        self._child: Child | None = None
        self._ends: weakref.finalize[..., ProcessBot] | None = None
        self._failed = 0

    # playing

    def act(self, observation: Position) -> Move:
        """Its move, which is legal; BotError if it gives none, IllegalMove if it is not its turn."""
        check_turn(observation)
        with self._lock:
            try:
                child = self._child or self._start()
                new = () if any(observation.boards[observation.seat]) else ("newhand",)
                lines = [*new, f"position {observation}", self._go()]
                answer, _ = child.ask(lines, ("bestmove", "error"), self._settings["timeout"])
                return self._read(answer, observation)
            except BotError as error:
                self._drop(0.0)
                failed = BotError(f"{self.name}: {error}")
                failed.move = error.move
                raise failed from None
            except BaseException:  # Ctrl-C: its answer would be mistaken for that to the next question
                self._drop(0.0)
                raise

    def start(self) -> None:
        """Start the program now, if it does not run; BotError where that fails."""
        with self._lock:
            try:
                if self._child is None:
                    self._start()
            except BotError as error:
                self._drop(0.0)
                raise BotError(f"{self.name}: {error}") from None
            except BaseException:
                self._drop(0.0)
                raise

    def _go(self) -> str:
        seconds, rollouts = self._settings["movetime"], self._settings["rollouts"]
        words = ["go"]
        if seconds is not None:
            words.append(f"movetime {max(1, round(1000 * seconds))}")
        if rollouts is not None:
            words.append(f"rollouts {rollouts}")
        return " ".join(words)

    def _read(self, answer: str, observation: Position) -> Move:
        word, _, text = answer.partition(" ")
        if word == "error":
            raise BotError(f"it says: {answer[:300]}")
        try:
            move = Move(text)
        except OfcError as error:
            raise BotError(f"{answer[:300]!r} is not a move: {error}") from None
        reason = observation.legal_moves.reason_against(move)
        if reason is not None:
            wrong = BotError(f"{move} is not a legal move: {reason}")
            wrong.move = move
            raise wrong
        return move

    # the program

    def _start(self) -> Child:
        if self._failed >= _STARTS:
            raise BotError(f"{_STARTS} starts have failed; it is not started again")
        self._failed += 1
        from ._child import Child  # a system without processes has no use for it

        try:
            child = Child(self._words, self._errors)
        except OSError as error:
            raise BotError(f"it cannot be started: {error.strerror or error}") from None
        self._child = child
        self._ends = weakref.finalize(self, child.end)
        self._shake_hands(child)
        self._failed = 0
        return child

    def _shake_hands(self, child: Child) -> None:
        seconds = self._settings["start_timeout"]
        _, heard = child.ask(["ofci"], ("ofciok",), seconds)
        names = [line.split(maxsplit=2)[2] for line in heard if line.startswith("id name ")]
        self.name = names[0][:_MOST_NAME] if names else self.name
        options = [line for line in heard if line.startswith("option name ")]
        self.engine_options = tuple(line[12:].partition(" type ")[0] for line in options)
        wishes = dict(self._settings["options"])
        if self._settings["seed"] is not None and "Seed" in self.engine_options:
            wishes.setdefault("Seed", self._settings["seed"])
        lines = [f"setoption name {name} value {value}" for name, value in wishes.items()]
        answer, _ = child.ask([*lines, "isready"], ("readyok", "error"), seconds)
        if answer.startswith("error"):
            raise BotError(f"it says: {answer[:300]}")

    def _drop(self, seconds: float) -> None:
        if self._ends is not None:
            self._ends.detach()
        child, self._child, self._ends = self._child, None, None
        if child is not None:
            child.end(seconds)

    @property
    def pid(self) -> int | None:
        """The id of the running process, None if there is none."""
        return None if self._child is None else self._child.pid

    @property
    def stderr(self) -> str:
        """The last of its standard error, over all starts."""
        return self._errors.text

    def close(self) -> None:
        """End the program; another move starts it again."""
        with self._lock:
            if self._child is not None:
                with suppress(BotError):
                    self._child.say("quit")
            self._drop(_QUIT)

    def __enter__(self) -> ProcessBot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __deepcopy__(self, memo: object) -> ProcessBot:
        """A copy that starts a program of its own; `stderr` is shared."""
        again = ProcessBot(**self._settings)
        again._errors = self._errors
        return again

    def __getstate__(self) -> dict[str, Any]:
        return self._settings

    def __setstate__(self, settings: dict[str, Any]) -> None:
        self.__init__(**settings)  # type: ignore[misc]

    def __repr__(self) -> str:
        words = [repr(self._settings["command"])]
        for name in ("movetime", "rollouts", "options", "seed"):  # what it plays depends on these
            if self._settings[name] not in (None, {}):
                words.append(f"{name}={self._settings[name]!r}")
        return f"ProcessBot({', '.join(words)})"


def _read_options(options: Mapping[str, object] | None) -> dict[str, object]:
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f"options are names and values, not {brief(options)}")
    return dict(options)


def _split(command: str | Sequence[str]) -> str | list[str]:
    words: str | list[str]
    if isinstance(command, str):
        try:
            words = command.strip() if sys.platform == "win32" else shlex.split(command)
        except ValueError as error:  # an unclosed quotation
            raise OfcError(f"command: {brief(command)}: {error}") from None
    else:
        words = list(map(str, command))
    if not words:
        raise OfcError("command: the program that plays is missing")
    return words
