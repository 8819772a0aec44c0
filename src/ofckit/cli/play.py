"""`ofckit play`: a person at the table with built-in opponents, in a terminal or through a pipe."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from io import TextIOWrapper
from pathlib import Path

from .._columns import WIDTH, columns, fit, printable, wrapped
from .._errors import OfcError
from .._files import check_regular
from .._rng import fresh_seed
from ..bots import make_bot, starts_code
from ..display import done, own_board, table, with_cards
from ..game import Game, Match
from ..history import History, HistoryFile
from ..position import Move, Position, owner_of
from ..review import LABELS, Decision, Grade, Review, grade
from ..rules import RULES, Rules, find_rules
from ..search import Limit, analyse
from ._files import Complaints, read_history
from ._moves import hint_lines, hinted
from ._options import PLAYED, add_limits, limit_of
from ._practice import KINDS, Drill, drills
from ._terminal import Style, searching, width_of_terminal
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
hint (the best moves beside your own; its number places the cards), g grades
your last move, q stops. --grade grades every move, and says why.
The match is saved in a file as you play (see --history) and resumes from
there. Opponents see only what a player at the table sees."""

EXAMPLES = """\
examples:
  ofckit play
  ofckit play --rules progressive --seed 1 --hands 10
  ofckit play --players 3 --opponent random
  ofckit play --history friday.toml      goes on where it stopped
  ofckit play --grade                    what each move lost, and why
  ofckit play --practice hands           graded moves may be taken back
  ofckit play --practice openings        one decision after another
  ofckit play --practice any --mistakes friday.toml

Without --history the file is ofckit-RULES-SEED.toml in this folder, and the
same --rules and --seed go on with it. A name that ends in .jsonl is written
as JSON Lines."""

DEFAULT_OPPONENT = "policy"
HINTING = Limit(seconds=3.0, se=0.1)
"""How long a hint may take."""
GRADING = Limit(seconds=12.0, se=0.15)
"""How long a grade may take: most take a second or two."""
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
    grade: bool = False
    practice: str | None = None
    mistakes: list[str] = field(default_factory=list)
    limit: Limit | None = None
    threads: int | None = None


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="RULES", help=f"a preset or FILE.toml (default: {PLAYED})")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same cards")
    parser.add_argument("--hands", type=int, metavar="N", help="how many hands (default: until you stop)")
    parser.add_argument(
        "--players", type=int, metavar="N", help="at the table, with you (default: the fewest)"
    )
    parser.add_argument("--opponent", metavar="BOT", help="policy, strong, greedy, random, ... (policy)")
    parser.add_argument("--history", metavar="FILE", help="where the match is saved, and resumed from")
    parser.add_argument("--name", metavar="NAME", help="your name (default: Guest)")
    parser.add_argument("--chips", type=int, metavar="N", help="play for table stakes with N chips each")
    parser.add_argument("--grade", action="store_true", help="say after each move what it lost, and why")
    parser.add_argument(
        "--practice",
        metavar="KIND",
        choices=("hands", *KINDS),
        help=f"graded, and may be taken back: hands, or one decision of {', '.join(KINDS)}",
    )
    parser.add_argument(
        "--mistakes", action="append", metavar="FILE", help="practise the mistakes of this history"
    )
    add_limits(parser, "3 for a hint, at most 12 for a grade")


def run(options: argparse.Namespace) -> int:
    """Play, or resume a saved match; the exit status."""
    limit = limit_of(options)
    named = {one.name for one in fields(Wishes)} - {"limit", "mistakes"}
    wishes = Wishes(
        **{key: value for key, value in vars(options).items() if key in named},
        mistakes=options.mistakes or [],
        limit=limit,
    )
    if sys.stdin is None:
        raise OfcError("there is no standard input to play from")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with suppress(ImportError):
        import readline  # noqa: F401 (makes lines editable on a terminal)
    if wishes.hands is not None and wishes.hands < 1:
        raise OfcError(f"--hands {wishes.hands}: 1 or more")
    if wishes.mistakes and wishes.practice in (None, "hands"):
        raise OfcError(f"--mistakes: with --practice, and one of {', '.join(KINDS)}")
    if wishes.practice not in (None, "hands"):
        return Drills(wishes).play()
    history, path = _begin(wishes)
    sitting = Sitting(history, path, wishes)
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


class Table:
    """What a person sees and types: the screen, a turn, hints and grades."""

    def __init__(self, wishes: Wishes) -> None:
        self.wishes = wishes
        self.style = Style(sys.stdout)
        self.taught: set[bool] = set()
        """Which kinds of move were explained: without and with discards."""
        self.grades: list[Grade] = []
        self.told: list[str] = []
        """What was said since the person's last move: it stays on a screen that is drawn again."""
        self.before: Decision | None = None
        """Their last move."""

    @property
    def in_terminal(self) -> bool:
        return sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def width(self) -> int:
        return width_of_terminal() if sys.stdout.isatty() else WIDTH

    @property
    def is_practice(self) -> bool:
        return self.wishes.practice is not None

    def say(self, text: str, *codes: str) -> None:
        for line in wrapped(printable(text), width=self.width):
            self.told.append(self.style.suits(line, *codes))
            print(self.told[-1])

    def write(self, line: str, *codes: str) -> None:
        """Print a line of the table."""
        print(self.style.suits(line, *codes))

    # a turn

    def own_move(self, position: Position, names: tuple[str, ...], where: tuple[int, str]) -> Move:
        """The person's move, confirmed; where: the number of the hand and their name, for its grade."""
        turn = Turn(position)
        self.draw(turn, names)
        self.teach(turn)
        while True:
            line = self.ask(turn.prompt)
            word = line.strip().casefold()
            if word in ("h", "help", "?"):
                self.print_long(HELP)
            elif word == "rules":
                self.print_long(position.rules.sheet())
            elif word in ("s", "show"):
                self.draw(turn, names)
            elif word in ("i", "hint"):
                self.hint(turn)
            elif word in ("g", "grade"):
                self.grade_again()
            else:
                message = turn.read(line)
                if turn.confirmed is not None:
                    if self.is_kept(
                        Decision(where[0], position.seat, where[1], position, turn.confirmed, names)
                    ):
                        return turn.confirmed
                    hints = turn.hints
                    turn = Turn(position)
                    turn.hints = hints
                    self.draw(turn, names)
                elif message:
                    self.say_here(message)
                elif self.in_terminal and self.style.on:
                    self.draw(turn, names)
                else:
                    self.draw_own(turn)

    def say_here(self, text: str) -> None:
        """Print what is gone when the screen is drawn again."""
        for line in wrapped(printable(text), width=self.width):
            self.write(line)

    def is_kept(self, decision: Decision) -> bool:
        """Grade the move where that is wanted; False where it is taken back, which only practice allows."""
        self.before = decision
        self.told.clear()
        if decision.move.is_surrender or not (self.wishes.grade or self.is_practice):
            return True
        graded = self.graded(decision)
        if graded is None:
            return True
        self.grades.append(graded)
        if not self.is_practice:
            return True
        while True:
            word = self.ask("Enter goes on, u takes it back > ").strip().casefold()
            if not word:
                return True
            if word in ("u", "undo", "back"):
                self.taken_back(decision)
                return False
            self.say_here("Enter goes on, u takes the move back, q stops")

    def taken_back(self, decision: Decision) -> None:
        """A move was taken back after its grade."""

    def graded(self, decision: Decision) -> Grade | None:
        """Print the grade of a move; Ctrl-C, and rules that cannot be analysed, leave it out."""
        try:
            with searching("rollouts") as progress:
                found = grade(
                    decision,
                    limit=self.wishes.limit or GRADING,
                    threads=self.wishes.threads,
                    progress=progress,
                )
        except OfcError as error:
            self.say(f"No grade: {error}")
            return None
        except KeyboardInterrupt:
            self.say("No grade: stopped.")
            return None
        first, *lines = found.lines(position=False, width=self.width)
        start = next(n for n, line in enumerate(lines) if line.startswith("  played"))
        shown = [self.style(first.partition(":")[0], "bold"), *map(self.style.suits, lines[start:])]
        self.told += shown
        print(*shown, sep="\n")
        return found

    def grade_again(self) -> None:
        """The key g."""
        if self.before is None:
            self.say_here("no move of yours to grade yet")
            return
        self.graded(self.before)

    def hint(self, turn: Turn) -> None:
        """Print the best moves beside the one that is typed; Ctrl-C prints what is known so far."""
        own = None if turn.missing else turn.move
        if own is not None and turn.position.legal_moves.reason_against(own) is not None:
            own = None
        try:
            with searching("rollouts") as progress:
                found = analyse(
                    turn.position,
                    limit=self.wishes.limit or HINTING,
                    threads=self.wishes.threads,
                    progress=progress,
                    hold=own,
                )
        except OfcError as error:
            self.say_here(f"No hint: {error}")
            return
        places = hinted(found, HINT_MOVES, own)
        for number, line in enumerate(hint_lines(found, places, own, self.width)):
            self.write(line, *(["bold"] if number == 1 else []))
        turn.hints = [found[place].move for place in places]

    def teach(self, turn: Turn) -> None:
        """Explain how to type a move the first time, and again the first time that cards are discarded."""
        if bool(turn.away) in self.taught:
            return
        self.taught.add(bool(turn.away))
        rest = "; what is left over is discarded" if turn.away else ""
        self.say_here(f"Type cards and a row, t, m or b, such as: {turn.example()}{rest}")

    def draw(self, turn: Turn, names: tuple[str, ...]) -> None:
        """Print the whole table as the person sees it, and their cards; on a terminal, on a new screen."""
        position = turn.position
        others = [seat for seat in range(position.seats) if seat != position.seat]
        if self.in_terminal and self.style.on:
            print("\x1b[H\x1b[2J", end="")
            for line in self.told:
                print(line)
        print()
        notes = [self.note(position, seat) for seat in others]
        boards = [position.boards[s] for s in others]
        for line in table([names[s] for s in others], boards, notes, self.width):
            self.write(line)
        print()
        name = names[position.seat]
        for line in wrapped(printable(name if name == "You" else f"{name} (you)"), width=self.width):
            self.write(line, "bold")
        self.draw_own(turn)

    def note(self, position: Position, seat: int) -> str:
        if position.out[seat]:
            return position.out[seat]
        if position.fantasyland[seat]:
            return f"Fantasyland {position.fantasyland[seat]}"
        return "deals" if position.button == seat else ""

    def draw_own(self, turn: Turn) -> None:
        position = turn.position
        for line in own_board(position.boards[position.seat], turn.move, self.width):
            self.write(line)
        if position.discards:
            away = " ".join(map(str, position.discards))
            for line in wrapped(away, fit("away", 8), " " * 8, self.width):
                self.write(line)
        for line in wrapped(turn.cards_text(), fit("cards", 8), " " * 8, self.width):
            self.write(line, "bold")
        warning = turn.warning()
        if warning:
            self.say_here(warning)

    def print_long(self, text: str) -> None:
        """Print a text that may be longer than the terminal, with pauses between paragraphs."""
        lines = [part for line in text.strip("\n").split("\n") for part in narrowed(line, self.width)]
        text = "\n".join(lines)
        parts = list(screens(text)) if self.in_terminal else [text]
        for i, part in enumerate(parts):
            if i:
                self.ask("Enter for more > ")
            print(self.style.suits(part))

    def graded_in_all(self) -> None:
        """Print what the graded moves come to."""
        if not self.grades:
            return
        labels = [one.label for one in self.grades]
        said = [f"{labels.count(label)} {label}" for label in dict.fromkeys(sorted(labels, key=LABELS.index))]
        lost = sum(one.loss for one in self.grades)
        self.say(f"Graded: {', '.join(said)}; {lost:.2f} points lost.")
        for one in Review(self.grades).by_kind:
            self.say(f"  {one.what}: {one.lost:.2f} points, {one.moves} move{'s' if one.moves > 1 else ''}")

    def ask(self, prompt: str) -> str:
        """A typed line; q stops. One from a pipe is echoed, as on a terminal."""
        sys.stdout.flush()
        line = input(prompt)
        if not sys.stdin.isatty():
            print(printable(line))
        if line.strip().casefold() in ("q", "quit", "exit"):
            raise _Stop
        return line


class Drills(Table):
    """One decision after another, from random deals or from the mistakes of histories."""

    def play(self) -> int:
        """Until the person stops or there are no more; 0, or 130 after Ctrl-C."""
        status = 0
        try:
            for drill in self.drills():
                self.drill(drill)
            self.say("That was the last one.", "bold")
        except _Stop:
            pass
        except EOFError:
            print()
        except KeyboardInterrupt:
            print()
            status = INTERRUPTED
        self.graded_in_all()
        return status

    def drills(self) -> Iterator[Drill]:
        wishes = self.wishes
        assert wishes.practice is not None
        histories = [read_history(file) for file in wishes.mistakes]
        rules = find_rules(wishes.rules or PLAYED)
        seed = fresh_seed() % 1_000_000 if wishes.seed is None else wishes.seed
        if not wishes.mistakes:
            self.say(f"{rules.name}, seed {seed}: {wishes.practice}. q stops, h is for help.", "bold")
        found = drills(
            wishes.practice, rules, wishes.players, seed, histories, wishes.limit or GRADING, wishes.threads
        )
        for number in range(1, (wishes.hands or sys.maxsize) + 1):
            with searching("looking for a position"):
                drill = next(found, None)
            if drill is None:
                return
            self.say(f"Position {number}: {drill.about}.", "bold")
            yield drill

    def drill(self, drill: Drill) -> None:
        names = drill.names
        self.own_move(drill.position, names, (1, names[drill.position.seat]))
        if drill.played is not None:
            self.say(f"In the match you played {drill.played}.")


class Sitting(Table):
    """One person at the table until the match is over or they stop."""

    def __init__(self, history: History, path: Path, wishes: Wishes) -> None:
        super().__init__(wishes)
        self.history, self.path = history, path
        self.withdrawn: list[str] = []
        """The moves of this hand that were taken back, for the history."""
        name, match = history.notes["_opponent"], history.match
        self.bots: list[Bot] = [make_bot(name, match.seed + place) for place in range(len(match.players))]

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
        self.graded_in_all()
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

    def taken_back(self, decision: Decision) -> None:
        self.withdrawn.append(f"{decision.street_name}: {decision.move}")

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
                number = history.hands[-1].number
                move = self.own_move(game.observation(turn), names, (number, history.hands[-1].players[_ME]))
                history.push(move, turn)
            else:
                self.other_move(game, turn, names)
        notes = {"_taken_back": self.withdrawn} if self.withdrawn else None
        settled = history.finish(notes=notes)
        self.withdrawn = []
        self.settle(settled, game, names)

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
            with searching(f"{names[turn]} thinks"):
                move = bot.act(game.observation(turn))
            self.history.push(move, turn)
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

    # after the hand

    def settle(self, settled: Settlement, game: Game, names: tuple[str, ...]) -> None:
        print()
        self.print_long(settled.explain(names))
        if any(game.next_fantasyland):
            self.say(f"To Fantasyland: {with_cards(names, game.next_fantasyland)}.")
        if not self.is_over():
            self.totals(f"After {self.history.match.hand} hand{'s' if self.history.match.hand > 1 else ''}")

    def totals(self, when: str) -> None:
        parts = []
        for one in self.history.match.players:
            chips = "" if one.chips is None else f" ({one.chips} chips)"
            parts.append(f"{one.name} {one.points:+}{chips}" if one.points else f"{one.name} 0{chips}")
        self.say(f"{when}: {', '.join(parts)}.", "bold")

    def pause(self) -> None:
        self.ask("Enter for the next hand, q to stop > ")


def narrowed(line: str, width: int) -> Iterator[str]:
    """A line as it is, or wrapped below its own beginning where it is too long."""
    if columns(line) <= width:
        yield line
        return
    indent = " " * min(len(line) - len(line.lstrip()), width // 2)
    yield from wrapped(line, indent, indent, width)


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
