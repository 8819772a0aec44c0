"""`ofci`: a bot as a program with a line protocol in the spirit of UCI (docs/engine.md).

`Engine` takes lines from a host and sends its own. A search runs in a thread, so that `stop` and `isready`
are answered at once; where no thread can start, as in a browser, `go` is answered before the next
line is read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from math import inf
from threading import Event, Lock, Thread
from time import monotonic
from traceback import print_exception
from typing import NamedTuple

from ._errors import OfcError
from ._threads import NO_THREADS
from ._values import brief
from .bots import BOTS, Bot, BotLike, Searcher, as_bot, check_turn, compiled_for, make_bot
from .position import Move, Position
from .search import MoveInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

MOST_LINE = 65_536
"""Bytes of a line; a longer one is refused."""
_MOST_ERROR = 400
_MOST_NUMBER = 1_000_000_000
_MOST_SEED = (1 << 64) - 1
_HINTS = 5
_TOLD = 0.5  # seconds between reports of a search
_LAST = 2.0  # seconds for a search to end after `quit`


class Go(NamedTuple):
    """What a `go` asks for; None: the bot's own default."""

    seconds: float | None = None
    rollouts: int | None = None
    infinite: bool = False
    hints: int = 0


class Engine:
    """One conversation: `hear` takes a line, `send` is called with each line to send.

    bot: the name of a bot for `make_bot`, and the host may choose another; or a bot or a function of your
    own, which has no options. seed: of the random numbers of a bot by name. name: of the program; the name of
    such a bot is added.

    >>> said = []
    >>> engine = Engine(said.append, "greedy")
    >>> text = "ofc1~rules.pineapple~seat.0~turn.0~b0.Qh2h_KhKd6h5d_AsJs9s8s4s~draw.Qc3c2c"
    >>> engine.hear(f"position {text}") and engine.hear("go")
    True
    >>> engine.wait()
    >>> said[-1]
    'bestmove Qc@t 3c@m x2c'
    """

    def __init__(
        self,
        send: Callable[[str], object],
        bot: str | BotLike = "policy",
        seed: int = 0,
        *,
        name: str = "ofckit",
    ) -> None:
        self.name = name
        self._send = send
        self._speaks = Lock()
        self._stop = Event()
        self._search: Thread | None = None
        self._position: Position | None = None
        self._bot, self._seed = bot if isinstance(bot, str) else None, seed
        self._player = make_bot(bot, seed) if isinstance(bot, str) else as_bot(bot)
        self.is_thinking = False
        """Whether a search is running whose answer is still to come."""
        self.is_infinite = False
        self.lost = False
        """Set when nobody is listening any more."""

    # sending

    def say(self, line: str) -> None:
        """Send a line to the host, never mixed with those of other threads."""
        with self._speaks:
            if not self.lost:
                try:
                    self._send(line)
                except (OSError, ValueError):  # a pipe closed at either end
                    self.lost = True

    def complain(self, text: object) -> None:
        """Send an error, in one line."""
        self.say("error " + " ".join(str(text).split())[:_MOST_ERROR])

    # receiving

    def hear(self, line: str) -> bool:
        """Do what a line says; False after `quit`. Lines that make no sense are answered with an error."""
        if not isinstance(line, str):
            raise TypeError(f"a line must be text, not {brief(line)}")
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            return False
        act = _COMMANDS.get(words[0])
        try:
            if act is None:
                known = ", ".join(sorted([*_COMMANDS, "quit"]))
                raise OfcError(f"unknown command {words[0][:40]!r}; there are {known}")
            if self.is_thinking and words[0] not in _ALWAYS:
                raise OfcError(f"{words[0]}: a search is running; 'stop' ends it")
            act(self, words[1:])
        except OfcError as error:
            self.complain(error)
        return True

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the running search has sent its `bestmove`, or for this long."""
        if self._search is not None:
            self._search.join(seconds)

    def stop(self, words: Sequence[str] = ()) -> None:
        """End the running search with the best move that it knows."""
        self._stop.set()

    def _introduce(self, words: Sequence[str]) -> None:
        if self._bot is None:
            self.say(f"id name {self.name}")
            self.say("ofciok")
            return
        self.say(f"id name {self.name} {self._bot}")
        self.say("id author the ofckit developers")
        names = " ".join(f"var {name}" for name in sorted(BOTS))
        self.say(f"option name Bot type combo default {self._bot} {names}")
        self.say(f"option name Seed type spin default {self._seed} min 0 max {_MOST_SEED}")
        self.say("ofciok")

    def _ready(self, words: Sequence[str]) -> None:
        self.say("readyok")

    def _set_option(self, words: Sequence[str]) -> None:
        if len(words) < 4 or words[0] != "name" or words[2] != "value":
            raise OfcError("setoption: the form is 'setoption name NAME value VALUE'")
        name, value = words[1], " ".join(words[3:])
        bot, seed = self._bot, self._seed
        if bot is None:
            raise OfcError(f"setoption: no option {name!r}; there are none")
        if name.casefold() == "bot":
            if value.partition(":")[0] not in BOTS:  # a host may not start programs
                raise OfcError(f"setoption: no bot {value!r}; there are {', '.join(sorted(BOTS))}")
            bot = value
        elif name.casefold() == "seed":
            seed = _number("Seed", value, _MOST_SEED)
        else:
            raise OfcError(f"setoption: no option {name!r}; there are Bot, Seed")
        self._player = make_bot(bot, seed)
        self._bot, self._seed = bot, seed

    def _take_rules(self, words: Sequence[str]) -> None:
        """Prepare for rules: whatever takes time is done now."""
        if not 1 <= len(words) <= 2:
            raise OfcError("rules: the form is 'rules NAME' or 'rules NAME SWITCHES', as in a position")
        switches = f"~switches.{words[1]}" if len(words) == 2 else ""
        compiled_for(self._player, Position.parse(f"ofc1~rules.{words[0]}{switches}~seat.0~b0.-_-_-").rules)

    def _new_hand(self, words: Sequence[str]) -> None:
        self._position = None

    def _take_position(self, words: Sequence[str]) -> None:
        self._position = None  # if this one is wrong, `go` must not use the one before
        self._position = Position.parse(" ".join(words))

    # the search

    def _go(self, words: Sequence[str]) -> None:
        if self._position is None:
            raise OfcError("go: no position yet; send 'position ofc1~...' first")
        go = _read_go(words)
        self._stop.clear()
        search = (self._player, self._position, go)
        if NO_THREADS and go.infinite:
            raise OfcError(
                "go: no thread can start here, so that no 'stop' would be heard: infinite is too long"
            )
        self.is_thinking, self.is_infinite = True, go.infinite
        if NO_THREADS:
            self._think(*search)
        else:
            self._search = Thread(target=self._think, args=search, daemon=True)
            self._search.start()

    def _think(self, bot: Bot, position: Position, go: Go) -> None:
        try:
            answer = f"bestmove {self._best(bot, position, go)}"
        except OfcError as error:
            answer = f"error go: {error}"
        except Exception as error:  # whatever the bot, the conversation goes on
            print_exception(error)  # on the standard error, for its author
            answer = f"error go: {type(error).__name__}: {error}"
        self.is_thinking = False  # before the host can react
        self.say(" ".join(answer.split())[:_MOST_ERROR])

    def _best(self, bot: Bot, position: Position, go: Go) -> Move:
        began = told = monotonic()
        found: Sequence[MoveInfo] = ()

        def report(rollouts: int, best: MoveInfo) -> None:
            nonlocal told
            if monotonic() - told >= _TOLD:
                told = monotonic()
                self.say(f"info time {_since(began)} rollouts {rollouts} {_candidate(1, best)}")

        if isinstance(bot, Searcher):
            check_turn(position)
            seconds = inf if go.infinite else go.seconds
            found = bot.search(
                position, seconds=seconds, rollouts=go.rollouts, stop=self._stop.is_set, report=report
            )
            move = found[0].move
        else:
            move = bot.act(position)
        if go.infinite:
            self._stop.wait()
        self.say(f"info time {_since(began)}")
        for number, info in enumerate(found[: go.hints or 1], 1):
            self.say(f"info {_candidate(number, info)}")
        return move


def _since(began: float) -> int:
    """Milliseconds."""
    return round(1000 * (monotonic() - began))


def _candidate(number: int, info: MoveInfo) -> str:
    """A candidate in numbers; its move comes last."""
    hands = " ".join(f"{cards}:{chance:.4f}" for cards, chance in sorted(info.fantasyland.items()) if chance)
    words = [
        f"candidate {number} ev {info.ev:.4f} se {info.se:.4f} exact {int(info.exact)}",
        f"foul {info.foul:.4f} royalty {info.royalty:.4f}",
        *([f"fantasyland {hands}"] if hands else []),
        f"move {info.move}",
    ]
    return " ".join(words)


def _read_go(words: Sequence[str]) -> Go:
    go, rest = Go(), list(words)
    while rest:
        word = rest.pop(0)
        if word == "infinite":
            go = go._replace(infinite=True)
        elif word == "hint":
            number = rest.pop(0) if rest and rest[0].isdecimal() else str(_HINTS)
            go = go._replace(hints=_number(word, number, _MOST_NUMBER))
        elif word == "movetime":
            go = go._replace(seconds=_number(word, rest.pop(0) if rest else "", _MOST_NUMBER) / 1000)
        elif word == "rollouts":
            go = go._replace(rollouts=_number(word, rest.pop(0) if rest else "", _MOST_NUMBER))
        else:
            raise OfcError(f"go: {word[:40]!r} is not one of movetime, rollouts, infinite, hint")
    return go


def _number(what: str, text: str, most: int) -> int:
    least = 0 if what == "Seed" else 1
    if not (text.isascii() and text.isdecimal() and len(text) <= 20 and least <= int(text) <= most):
        raise OfcError(f"{what}: must be a number {least} to {most}, not {text[:40]!r}")
    return int(text)


_COMMANDS: dict[str, Callable[[Engine, Sequence[str]], None]] = {
    "ofci": Engine._introduce,
    "isready": Engine._ready,
    "setoption": Engine._set_option,
    "rules": Engine._take_rules,
    "newhand": Engine._new_hand,
    "position": Engine._take_position,
    "go": Engine._go,
    "stop": Engine.stop,
}
_ALWAYS = ("isready", "stop")  # answered while a search is running


def serve(
    bot: str | BotLike = "policy",
    seed: int = 0,
    *,
    name: str = "ofckit",
    stdin: BinaryIO | None = None,
    send: Callable[[str], object] | None = None,
) -> None:
    """Speak `ofci` until `quit` or the end of the input; a search still running then gives its move.

    bot, seed, name: as for `Engine`; `serve(act, name="my bot")` makes a program of your own function. stdin,
    send: where lines come from and go to; by default the standard input and output, and whatever else is
    printed meanwhile goes to the standard error, since a host would read it as an answer.

    Since nobody can send `stop` after the end of the input, a search without limits ends then.
    """
    if stdin is None:
        if sys.stdin is None:
            raise OfcError("there is no standard input to read commands from")
        stdin = sys.stdin.buffer
    if send is not None:
        _converse(Engine(send, bot, seed, name=name), stdin)
        return
    lines = sys.stdout

    def print_line(line: str) -> None:
        lines.write(f"{line}\n")
        lines.flush()

    with redirect_stdout(sys.stderr):
        _converse(Engine(print_line, bot, seed, name=name), stdin)


def _converse(engine: Engine, stdin: BinaryIO) -> None:
    whole = True
    while not engine.lost and (data := stdin.readline(MOST_LINE)):
        ends, before, whole = data.endswith(b"\n"), whole, data.endswith(b"\n")
        if not before:
            continue  # the rest of an overlong line
        if not ends and len(data) == MOST_LINE:
            engine.complain(f"a line of more than {MOST_LINE} bytes")
        elif not engine.hear(data.decode(errors="replace")):
            engine.stop()
            engine.wait(_LAST)
            return
    if engine.is_infinite or engine.lost:
        engine.stop()
    engine.wait()
