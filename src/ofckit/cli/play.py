"""`ofckit play`: a person at the table with built-in opponents, in a terminal or through a pipe."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from io import TextIOWrapper
from pathlib import Path

from .._columns import fit, printable, wrapped
from .._errors import OfcError
from .._files import check_regular
from .._rng import fresh_seed
from ..bots import make_bot, starts_code
from ..display import done, own_board, table, with_cards
from ..game import Game, Match
from ..history import History, HistoryFile
from ..position import Move, Position, owner_of
from ..rules import RULES, Rules, find_rules
from ..search import analyse
from ._files import Complaints, read_history
from ._moves import print_moves
from ._options import PLAYED
from ._terminal import Style, searching
from ._turn import HELP, Turn
from .duel import close, start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..bots import Bot
    from ..scoring import Settlement

SUMMARY = "play against built-in opponents"

ABOUT = """\
Play in the terminal against built-in opponents, hand after hand.

The cards you draw are placed by typing '8c m Td b': a card and t, m or b for
top, middle or bottom; what is left over is discarded. h is for help, i for a
hint (the best moves and what they are worth), q stops.
The match is saved in a file as you play (see --history) and resumes from
there. Opponents see only what a player at the table sees."""

EXAMPLES = """\
examples:
  ofckit play
  ofckit play --rules progressive --seed 1 --hands 10
  ofckit play --players 3 --opponent random
  ofckit play --history friday.toml      goes on where it stopped

Without --history the file is ofckit-RULES-SEED.toml in this folder, and the
same --rules and --seed go on with it. A name that ends in .jsonl is written
as JSON Lines."""

DEFAULT_OPPONENT = "policy"
HINT_SECONDS = 3.0
HINT_MOVES = 5
OPPONENTS = ("Ada", "Ben", "Cleo", "Dov")
DEFAULT_CHIPS = 100
INTERRUPTED = 130
_ME = 0  # the person's place at the table


class _Stop(Exception):
    """The person stops; the match is saved."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None where it says nothing."""

    rules: str | None = None
    seed: int | None = None
    hands: int | None = None
    players: int | None = None
    opponent: str | None = None
    history: str | None = None
    name: str | None = None
    chips: int | None = None


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="RULES", help=f"a preset or FILE.toml (default: {PLAYED})")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same cards")
    parser.add_argument("--hands", type=int, metavar="N", help="how many hands (default: until you stop)")
    parser.add_argument(
        "--players", type=int, metavar="N", help="at the table, with you (default: the fewest)"
    )
    parser.add_argument(
        "--opponent", metavar="BOT", help="policy, greedy, random, solver:seconds=2, ... (policy)"
    )
    parser.add_argument("--history", metavar="FILE", help="where the match is saved, and resumed from")
    parser.add_argument("--name", metavar="NAME", help="your name (default: Guest)")
    parser.add_argument("--chips", type=int, metavar="N", help="play for table stakes with N chips each")


def run(options: argparse.Namespace) -> int:
    """Play, or resume a saved match; the exit status."""
    wishes = Wishes(**{key: value for key, value in vars(options).items() if key != "command"})
    if sys.stdin is None:
        raise OfcError("there is no standard input to play from")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with suppress(ImportError):
        import readline  # noqa: F401 (makes lines editable on a terminal)
    if wishes.hands is not None and wishes.hands < 1:
        raise OfcError(f"--hands {wishes.hands}: 1 or more")
    history, path = _begin(wishes)
    sitting = Sitting(history, path)
    start([bot for place, bot in enumerate(sitting.bots) if place != _ME])
    with HistoryFile(path, history):
        return sitting.play()


# a match begins, or goes on


def _begin(wishes: Wishes) -> tuple[History, Path]:
    rules = None if wishes.rules is None else find_rules(wishes.rules)
    if wishes.history is not None:
        path = Path(wishes.history)
    else:
        rules = rules or RULES[PLAYED]
        wishes, path = _own_file(wishes, rules)
    check_regular(path)
    if path.exists():
        return _resumed(path, wishes, rules), path
    return _fresh(wishes, rules or RULES[PLAYED]), path


def _own_file(wishes: Wishes, rules: Rules) -> tuple[Wishes, Path]:
    """Where a match is saved by default: a file named by its rules and its seed."""
    word = re.sub(r"[^a-z0-9]+", "-", rules.name.lower()).strip("-") or "house"
    seed = wishes.seed
    while seed is None or (wishes.seed is None and Path(f"ofckit-{word}-{seed}.toml").exists()):
        seed = fresh_seed() % 1_000_000
    return replace(wishes, seed=seed), Path(f"ofckit-{word}-{seed}.toml")


def _fresh(wishes: Wishes, rules: Rules) -> History:
    count = rules.players[0] if wishes.players is None else wishes.players
    if count < 2:
        raise OfcError(f"--players {count}: two or more, with you")
    rules.check_players(count)
    name = " ".join((wishes.name or "Guest").split())
    others = [one for one in OPPONENTS if one.casefold() != name.casefold()]
    chips = wishes.chips if rules.table_stakes is None else wishes.chips or DEFAULT_CHIPS
    seed = fresh_seed() % 1_000_000 if wishes.seed is None else wishes.seed
    match = Match(rules, [name, *others[: count - 1]], seed=seed, chips=chips)
    opponent = wishes.opponent or DEFAULT_OPPONENT
    make_bot(opponent)
    notes = {"_person": name, "_opponent": opponent}
    if wishes.hands is not None:
        notes["_hands"] = str(wishes.hands)
    return History(match, notes=notes)


def _resumed(path: Path, wishes: Wishes, rules: Rules | None) -> History:
    """The match in the file, if this command line may resume it."""
    history = read_history(str(path))
    if history.problems:
        raise OfcError(f"{path}: {history.problems[0]}; 'ofckit check {path}' says more")
    notes, match = history.notes, history.match
    names = [one.name for one in match.players]
    opponent = notes.get("_opponent")
    if notes.get("_person") != names[_ME] or not isinstance(opponent, str):
        raise OfcError(
            f"{path} is not a match of 'ofckit play': --history names another file for a new match"
        )
    asked: dict[str, tuple[object, object]] = {
        "rules": (rules, match.rules),
        "seed": (wishes.seed, match.seed),
        "players": (wishes.players, len(names)),
        "opponent": (wishes.opponent, opponent),
        "name": (wishes.name, names[_ME]),
    }
    for key, (wish, found) in asked.items():
        if wish not in (None, found):
            shown = found.name if isinstance(found, Rules) else found
            raise OfcError(f"{path} holds another match, {key}: {shown}; --history names a new file")
    if starts_code(opponent) and wishes.opponent is None:
        raise OfcError(
            f"{path} is played against {opponent!r}: to start that program, name it with --opponent"
        )
    make_bot(opponent)
    if wishes.hands is not None:
        notes["_hands"] = history.records[0]["_hands"] = str(wishes.hands)
    if history.cut:
        Complaints(str(path)).end_of_history(history)
    return history


# the table


@dataclass(slots=True)
class Sitting:
    """One person at the table until the match is over or they stop."""

    history: History
    path: Path
    style: Style = field(default_factory=lambda: Style(sys.stdout))
    bots: list[Bot] = field(init=False)
    taught: set[bool] = field(
        default_factory=set
    )  # which kinds of move were explained: without and with discards

    def __post_init__(self) -> None:
        name, match = self.history.notes["_opponent"], self.history.match
        self.bots = [make_bot(name, match.seed + place) for place in range(len(match.players))]

    @property
    def in_terminal(self) -> bool:
        return sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def last(self) -> int | None:
        """The number of hands to play, if it is known."""
        number = str(self.history.notes.get("_hands", ""))
        return int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else None

    def play(self) -> int:
        """The whole match; 0, or 130 after Ctrl-C."""
        status = 0
        try:
            self.welcome()
            while not self.is_over():
                self.hand()
                if not self.is_over():
                    self.pause()
            self.totals("The match is over")
        except _Stop:
            self.farewell()
        except EOFError:
            print()
            self.farewell()
        except KeyboardInterrupt:
            print()
            self.farewell()
            status = INTERRUPTED
        finally:
            close(self.bots)
        return status

    def is_over(self) -> bool:
        match = self.history.match
        if match.game is not None:
            return False
        return match.hand == self.last or any(one.chips == 0 for one in match.players)

    def welcome(self) -> None:
        match = self.history.match
        *some, last = [one.name for one in match.players[1:]]
        others = f"{', '.join(some)} and {last}" if some else last
        me = match.players[_ME].name
        self.say(f"{match.rules.name}, seed {match.seed}: {me} against {others}.", "bold")
        going_on = match.hand or match.game is not None
        self.say(f"{'Resumed from' if going_on else 'Saved in'} {self.path}, line by line as you play.")
        self.say("Type h for help, q to stop (the match is saved).")

    def farewell(self) -> None:
        self.totals("So far")
        self.say(f"Saved. To resume: ofckit play --history {self.path}")

    def say(self, text: str, *codes: str) -> None:
        for line in wrapped(printable(text)):
            print(self.style(line, *codes))

    # one hand

    def hand(self) -> None:
        history = self.history
        resumed = history.match.game is not None
        game = history.match.game or history.deal()
        names = history.hands[-1].seat_names
        self.announce(game, names, resumed)
        while not game.is_over:
            turn = game.turn
            assert turn is not None
            if owner_of(game.rules, game.seats, turn) == _ME:
                history.push(self.own_move(game, turn, names), turn)
            else:
                self.other_move(game, turn, names)
        self.settle(history.finish(), game, names)

    def announce(self, game: Game, names: tuple[str, ...], resumed: bool) -> None:
        of = f" of {self.last}" if self.last else ""
        print()
        dealer = "You deal" if game.button == _ME else f"{names[game.button]} deals"
        self.say(f"Hand {game.hand + 1}{of}{', resumed' if resumed else ''}. {dealer}.", "bold")
        if any(game.fantasyland):
            self.say(f"In Fantasyland: {with_cards(names, game.fantasyland)}.")

    def other_move(self, game: Game, turn: int, names: tuple[str, ...]) -> None:
        """An opponent acts on what it sees; print what the person sees of that."""
        before = game.observation(_ME)
        bot = self.bots[owner_of(game.rules, game.seats, turn)]
        try:
            self.history.push(bot.act(game.observation(turn)), turn)
        except OfcError as error:
            self.say(f"{names[turn]} is out of the hand: {error}")
            self.history.leave(seat=turn)
            return
        seen = self.shown(before, game, turn) if game.is_over else done(before, game.observation(_ME), turn)
        self.say(f"{names[turn]}: {seen or 'sets cards face down'}")

    def shown(self, before: Position, game: Game, turn: int) -> str:
        """What a placement shows, even the last one of a hand: the showdown hides nothing that lay open."""
        street = game.rules.plan[-1]
        if game.fantasyland[turn] or street.face_down or street.place == 13:
            return ""
        return done(before, game.observation(_ME), turn)

    def own_move(self, game: Game, seat: int, names: tuple[str, ...]) -> Move:
        """The person's move, confirmed."""
        turn = Turn(game.observation(seat))
        self.draw(turn, names)
        self.teach(turn)
        while True:
            line = self.ask(turn.prompt)
            word = line.strip().casefold()
            if word in ("h", "help", "?"):
                self.print_long(HELP)
            elif word == "rules":
                self.print_long(game.rules.sheet())
            elif word in ("s", "show"):
                self.draw(turn, names)
            elif word in ("i", "hint"):
                self.hint(turn.position)
            else:
                message = turn.read(line)
                if turn.confirmed is not None:
                    return turn.confirmed
                if message:
                    self.say(message)
                else:
                    self.draw_own(turn)

    def hint(self, position: Position) -> None:
        """Print the best moves, as `ofckit analyse` ranks them; Ctrl-C prints what is known so far."""
        try:
            with searching("rollouts") as progress:
                found = analyse(position, limit=HINT_SECONDS, progress=progress)
        except OfcError as error:
            self.say(f"No hint: {error}")
            return
        print_moves(found, HINT_MOVES)

    def teach(self, turn: Turn) -> None:
        """Explain how to type a move the first time, and again the first time that cards are discarded."""
        if bool(turn.away) in self.taught:
            return
        self.taught.add(bool(turn.away))
        rest = "; what is left over is discarded" if turn.away else ""
        self.say(f"Type cards and a row, t, m or b, such as: {turn.example()}{rest}")

    def draw(self, turn: Turn, names: tuple[str, ...]) -> None:
        """Print the whole table as the person sees it, and their cards."""
        position = turn.position
        others = [seat for seat in range(position.seats) if seat != position.seat]
        print()
        notes = [self.note(position, seat) for seat in others]
        for line in table([names[s] for s in others], [position.boards[s] for s in others], notes):
            print(line)
        print()
        self.say(f"{names[position.seat]} (you)", "bold")
        self.draw_own(turn)

    def note(self, position: Position, seat: int) -> str:
        if position.out[seat]:
            return position.out[seat]
        if position.fantasyland[seat]:
            return f"Fantasyland {position.fantasyland[seat]}"
        return "deals" if position.button == seat else ""

    def draw_own(self, turn: Turn) -> None:
        position = turn.position
        for line in own_board(position.boards[position.seat], turn.move):
            print(line)
        if position.discards:
            for line in wrapped(" ".join(map(str, position.discards)), fit("away", 8), " " * 8):
                print(line)
        for line in wrapped(turn.cards_text(), fit("cards", 8), " " * 8):
            print(self.style(line, "bold"))
        warning = turn.warning()
        if warning:
            self.say(warning)

    # after the hand

    def settle(self, settled: Settlement, game: Game, names: tuple[str, ...]) -> None:
        print()
        self.print_long(settled.explain(names))
        if any(game.next_fantasyland):
            self.say(f"To Fantasyland: {with_cards(names, game.next_fantasyland)}.")
        if not self.is_over():
            self.totals(f"After {self.history.match.hand} hand{'s' if self.history.match.hand > 1 else ''}")

    def print_long(self, text: str) -> None:
        """Print a text that may be longer than the terminal, with pauses between paragraphs."""
        parts = list(screens(text)) if self.in_terminal else [text.strip("\n")]
        for i, part in enumerate(parts):
            if i:
                self.ask("Enter for more > ")
            print(part)

    def totals(self, when: str) -> None:
        parts = []
        for one in self.history.match.players:
            chips = "" if one.chips is None else f" ({one.chips} chips)"
            parts.append(f"{one.name} {one.points:+}{chips}" if one.points else f"{one.name} 0{chips}")
        self.say(f"{when}: {', '.join(parts)}.", "bold")

    def pause(self) -> None:
        self.ask("Enter for the next hand, q to stop > ")

    def ask(self, prompt: str) -> str:
        """A typed line; q stops. One from a pipe is echoed, as on a terminal."""
        sys.stdout.flush()
        line = input(prompt)
        if not sys.stdin.isatty():
            print(printable(line))
        if line.strip().casefold() in ("q", "quit", "exit"):
            raise _Stop
        return line


def screens(text: str) -> Iterator[str]:
    """The paragraphs of a text, as many together as fit the terminal; a longer one in parts."""
    rows = max(shutil.get_terminal_size().lines - 3, 10)
    screen: list[str] = []
    for paragraph in text.strip("\n").split("\n\n"):
        lines = [*([""] if screen else []), *paragraph.split("\n")]
        if screen and len(screen) + len(lines) > rows:
            yield "\n".join(screen)
            screen, lines = [], lines[1:]
        screen += lines
        while len(screen) > rows:
            yield "\n".join(screen[:rows])
            screen = screen[rows:]
    yield "\n".join(screen)
