"""A block: a number of hands in a row at a fresh table. What is played, and how a block is played."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from .._core import CompiledBot
from ..bots import as_bot, compiled_for
from ..game import Arena, Game, Match
from ..position import Move, Position, owner_of
from ..rules import Rules
from ._misplay import NO_ANSWER, misplay, reason_of
from ._tally import add_seat, count_forfeit, count_hand, empty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..bots import Bot

KEPT = 5
"""How many forfeits of each bot are kept with their reasons: those of the first hands."""
TOGETHER, TOGETHER_ANYWHERE = 128, 8
"""Blocks that are played side by side where a bot answers many positions at once: at most, and where nobody
knows how many workers there are."""
_AT_A_TIME = 4096  # hands in C between checks whether the block is still wanted


class Forfeit(NamedTuple):
    """A hand forfeited by an error or an illegal move: its number from 1, the bot's from 0, and why.

    seatings: in which rotations of the bots through the seats, from 1.
    """

    hand: int
    bot: int
    reason: str
    seatings: tuple[int, ...] = (1,)


class Pace(NamedTuple):
    """How many moves a bot made, and the seconds that all of them took."""

    moves: int = 0
    seconds: float = 0.0


class Block(NamedTuple):
    """A finished block: its number, its counters (bots x seats x positions x fields), its first forfeits.

    paces: of each bot; no moves if the hands were played in C.
    """

    number: int
    cells: array[int]
    forfeits: tuple[Forfeit, ...]
    paces: tuple[Pace, ...]


class Stopped(Exception):
    """This block is no longer wanted."""


class Question(NamedTuple):
    """A move that a bot is asked for, which answers many at once: the bot's number, and what it sees."""

    bot: int
    observation: Position


class Answer(NamedTuple):
    """A move, or why there is none; and the seconds that it took."""

    move: Move | Exception
    seconds: float


Questions = Generator[Question, Answer, None]


class _Watch:
    """Counts the moves of each bot and the time that they take."""

    def __init__(self, bots: int) -> None:
        self.moves, self.seconds = [0] * bots, [0.0] * bots

    def ask(self, number: int, bot: Bot, observation: Position) -> Move:
        """The move of the bot with this number."""
        began = perf_counter()
        try:
            return bot.act(observation)
        finally:
            self.count(number, perf_counter() - began)

    def count(self, number: int, seconds: float) -> None:
        """One more move of this bot."""
        self.moves[number] += 1
        self.seconds[number] += seconds

    @property
    def paces(self) -> tuple[Pace, ...]:
        return tuple(map(Pace, self.moves, self.seconds))


@dataclass(eq=False)
class Run:
    """All that is needed to play any block of a simulation, on any machine.

    A block is a match of its own: hands number * block and on of the seed, the button of its first hand with
    player number % players, nobody in Fantasyland, fresh copies of the bots. rules_in_play: those that the
    hands are played by, see `rules_in_play`. in_c: played by `Arena`, which plays the same hands. strict: a
    bot that fails ends the run with a `Misplay`. until: it ends as soon as the intervals are this narrow.
    """

    rules: Rules
    rules_in_play: Rules
    bots: tuple[Any, ...]
    seed: int
    hands: int
    block: int
    duel: bool
    in_c: bool = False
    strict: bool = False
    until: float | None = None
    is_stopped: bool = False

    @property
    def players(self) -> int:
        """How many bots sit at the table."""
        return len(self.bots)

    @property
    def blocks(self) -> int:
        """How many blocks there are in all."""
        return -(-self.hands // self.block)

    @property
    def seatings(self) -> int:
        """How many times each deal is played."""
        return self.players if self.duel else 1

    def deals(self, number: int) -> int:
        """The deals of a block: the last one may have fewer."""
        return min(self.block, self.hands - number * self.block)

    def play(self, number: int) -> Block:
        """Play a block; all but the time that it takes depends only on the run and the number."""
        return next(self.play_together([number]))

    @property
    def answers_many(self) -> bool:
        """Whether a bot is asked for many moves at once: blocks are better played side by side then."""
        return not self.in_c and any(map(_answers_many, self.bots))

    def play_together(self, numbers: Sequence[int]) -> Iterator[Block]:
        """Play these blocks side by side; each as it is finished. The blocks are the same as one by one."""
        lines = [self._block(number) for number in numbers]
        answers: dict[int, Answer | None] = dict.fromkeys(range(len(lines)))
        while answers:
            asked: dict[int, Question] = {}
            for line, answer in answers.items():
                try:
                    asked[line] = next(lines[line]) if answer is None else lines[line].send(answer)
                except StopIteration as end:
                    yield end.value
            answers = {}
            for bot in sorted({question.bot for question in asked.values()}):
                group = [line for line, question in asked.items() if question.bot == bot]
                found = _answers(self.bots[bot], [asked[line].observation for line in group])
                answers.update(zip(group, found, strict=True))

    def _block(self, number: int) -> Generator[Question, Answer, Block]:
        seats = self.rules.seats(self.players)
        cells = empty(self.players, seats)
        forfeits: list[Forfeit] = []
        watch = _Watch(self.players)
        for shift in range(self.seatings):
            if self.in_c:
                self._play_in_c(number, self._seating(shift), cells)
            else:
                yield from self._play_hands(number, shift, cells, forfeits, watch)
        return Block(number, cells, first_forfeits(forfeits), watch.paces)

    def _seating(self, shift: int) -> list[int]:
        """The bot of each place: with every shift each bot sits one place further to the left."""
        return [(place - shift) % self.players for place in range(self.players)]

    def _play_in_c(self, number: int, seating: Sequence[int], cells: array[int]) -> None:
        """The same hands among bots that C can play, some thousand at a time."""
        rules = self.rules_in_play
        arena = Arena(rules, [_compiled(self.bots[bot], rules) for bot in seating])
        first, left = number * self.block, self.deals(number)
        button = number % self.players
        inside: tuple[int, ...] = ()
        while left:
            if self.is_stopped:
                raise Stopped
            hands = min(left, _AT_A_TIME)
            played = arena.play(self.seed, first, hands, button=button, fantasyland=inside)
            first, left = first + hands, left - hands
            button, inside = played.button, played.fantasyland
            for place in range(played.seats):
                add_seat(cells, seating[place % self.players], place, played.seats, played.cells)

    def _play_hands(
        self,
        number: int,
        shift: int,
        cells: array[int],
        forfeits: list[Forfeit],
        watch: _Watch,
    ) -> Questions:
        seating = self._seating(shift)
        bots = [self._own_copy(bot) for bot in seating]
        try:
            yield from self._play_match(number, shift, list(map(as_bot, bots)), cells, forfeits, watch)
        finally:
            for own, bot in zip(bots, seating, strict=True):
                if own is not self.bots[bot]:
                    _close(own)

    def _own_copy(self, bot: int) -> Any:
        """A copy for one block, so that nothing carries over to the next; players in C carry nothing."""
        one = self.bots[bot]
        if compiled_for(one, self.rules_in_play) is not None or _answers_many(one):
            return one
        try:
            return deepcopy(one)
        except Exception:  # only without an executor: others refuse bots that cannot be copied
            return one

    def _play_match(
        self,
        number: int,
        shift: int,
        bots: Sequence[Bot],
        cells: array[int],
        forfeits: list[Forfeit],
        watch: _Watch,
    ) -> Questions:
        first, button, seating = number * self.block, number % self.players, self._seating(shift)
        match = Match(self.rules_in_play, self.players, seed=self.seed, button=button, hand=first)
        by_seat = list(seating) * self.rules.boards_per_player
        for _ in range(self.deals(number)):
            if self.is_stopped:
                raise Stopped
            game, inside = match.deal(), match.fantasyland
            lost: list[tuple[int, str]] = []
            try:
                yield from _play_out(game, bots, seating, watch, lost, self.strict)
            except _Failed as failed:
                raise misplay(
                    *failed.why, by_seat[failed.seat], game.hand + 1, shift + 1, failed.seen
                ) from None
            for seat, reason in lost:
                position = game.rules.order(game.seats, game.button).index(seat)
                count_forfeit(cells, by_seat[seat], seat, position, game.seats)
                forfeits.append(Forfeit(game.hand + 1, by_seat[seat], reason, (shift + 1,)))
            coming = game.next_fantasyland
            count_hand(cells, match.finish(), by_seat, inside, coming)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "is_stopped": False}


def groups_of(run: Run, numbers: Sequence[int], workers: int | None = 1) -> list[Sequence[int]]:
    """Blocks that are played side by side, where a bot answers many positions at once; else each by itself.

    workers: each of them gets two groups or more; None if nobody knows how many there are.
    """
    if not run.answers_many:
        most = 1
    elif workers is None:
        most = TOGETHER_ANYWHERE
    else:
        most = TOGETHER if workers == 1 else min(TOGETHER, -(-len(numbers) // (2 * workers)))
    return [numbers[first : first + most] for first in range(0, len(numbers), max(most, 1))]


def rules_in_play(rules: Rules, is_duel: bool) -> Rules:
    """The rules as they are played: in a duel the button moves after every hand.

    If it stood still in Fantasyland, a deal that leads there in one seating only would leave the button of
    every later deal at different places, and give the same cards to the same bot again.
    """
    if not is_duel or rules.fantasyland is None:
        return rules
    return rules.replace(fantasyland=rules.fantasyland.replace(button_moves_in_fantasyland=True))


class _Failed(Exception):
    """A bot failed where none may. why: the error, its words, and what the bot answered if it did."""

    def __init__(self, why: tuple[Exception, str, object], seat: int, seen: Position) -> None:
        super().__init__(why[1])
        self.why, self.seat, self.seen = why, seat, seen


def _play_out(
    game: Game,
    bots: Sequence[Bot],
    seating: Sequence[int],
    watch: _Watch,
    lost: list[tuple[int, str]],
    strict: bool,
) -> Questions:
    """Play a hand to its end; (seat, reason) of each player who forfeits it is added to `lost`."""
    while True:
        seat = game.turn
        if seat is None:
            return
        bot, number = bots[seat % len(bots)], seating[seat % len(bots)]
        answer: Any = NO_ANSWER
        try:
            observation = game.observation(seat)
            if _answers_many(bot):
                found = yield Question(number, observation)
                watch.count(number, found.seconds)
                if isinstance(found.move, Exception):
                    raise found.move
                answer = found.move
            else:
                answer = watch.ask(number, bot, observation)
            game.push(answer, seat)
        except Exception as error:  # an error forfeits the bot's hand; SystemExit ends the run
            if strict:
                raise _Failed((error, reason_of(error), answer), seat, observation) from None
            lost.append((seat, reason_of(error)))
            _leave(game, seat)


def _answers_many(bot: Any) -> bool:
    return callable(getattr(bot, "act_many", None))


def _answers(bot: Any, observations: Sequence[Position]) -> list[Answer]:
    """The moves of a bot that answers many at once; one by one where it fails, to find the ones to blame."""
    began = perf_counter()
    try:
        moves = list(bot.act_many(observations))
        if len(moves) != len(observations):
            raise ValueError(f"act_many gave {len(moves)} moves for {len(observations)} observations")
    except Exception:
        return [_answer(bot, observation) for observation in observations]
    seconds = (perf_counter() - began) / len(moves)
    return [Answer(move, seconds) for move in moves]


def _answer(bot: Any, observation: Position) -> Answer:
    began = perf_counter()
    try:
        move = bot.act(observation)
    except Exception as error:
        move = error
    return Answer(move, perf_counter() - began)


def _leave(game: Game, seat: int) -> None:
    """The player leaves, their other board too if they have one that is not full."""
    owner = owner_of(game.rules, game.seats, seat)
    for one in range(game.seats):
        mine = owner_of(game.rules, game.seats, one) == owner
        if mine and not (game.is_over or game.stands(one) or sum(map(len, game.board(one).rows)) == 13):
            game.leave(one)


def first_forfeits(forfeits: Sequence[Forfeit]) -> tuple[Forfeit, ...]:
    """The first few of each bot, in the order of the hands; a hand lost in several seatings for one reason
    is named once."""
    seatings: dict[tuple[int, int, str], set[int]] = {}
    for one in forfeits:
        seatings.setdefault((one.hand, one.bot, one.reason), set()).update(one.seatings)
    found = [Forfeit(*key, tuple(sorted(where))) for key, where in seatings.items()]
    kept: dict[int, list[Forfeit]] = {}
    for one in sorted(found, key=lambda one: (one.hand, one.seatings)):
        own = kept.setdefault(one.bot, [])
        if len(own) < KEPT:
            own.append(one)
    return tuple(sorted((one for own in kept.values() for one in own), key=lambda one: (one.hand, one.bot)))


# bots


def _compiled(bot: Any, rules: Rules) -> CompiledBot:
    found = compiled_for(bot, rules)
    assert found is not None
    return found


def can_copy(bot: Any) -> bool:
    """Whether each block can have a copy of this bot."""
    try:
        own = deepcopy(bot)
    except Exception:
        return False
    if own is not bot:
        _close(own)
    return True


def _close(bot: Any) -> None:
    close = getattr(bot, "close", None)
    if callable(close):
        with suppress(Exception):  # its hands are over
            close()
