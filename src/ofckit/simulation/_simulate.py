"""The two entry points: `simulate` and `duel`."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from math import ceil, inf, sqrt

from .._errors import OfcError
from .._estimates import anytime_width
from .._progress import watching
from .._rng import fresh_seed
from .._values import brief, listed, real_number, whole_number
from ..bots import as_bot, compiled_for
from ..game import Arena
from ..rules import Rules, RulesLike, as_rules
from ._blocks import Block, Run, can_copy, groups_of, rules_in_play
from ._checkpoint import Checkpoint, header_of, seed_of
from ._report import Report, Sum
from ._tally import AT, SIZE
from ._workers import Workers, is_pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._progress import Progress
    from ..bots import BotLike

    Path = str | os.PathLike[str]

MOST_HANDS = 10**11
MOST_BLOCK = 1 << 24
FEWEST_IN_BLOCK, MOST_IN_BLOCK = 25, 10_000
BLOCKS, MOST_BLOCKS = 100, 10_000
UNTIL_BLOCK = 100


def simulate(
    rules: RulesLike,
    bots: Sequence[BotLike],
    hands: int,
    seed: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
    *,
    block: int | None = None,
    blocks: Iterable[int] | None = None,
    checkpoint: Path | None = None,
    names: Sequence[str] | None = None,
    strict: bool = False,
    until: float | None = None,
) -> Report:
    """Play hands among these bots, bot 0 at seat 0 and so on, and report the results.

    rules: Rules, or the name of a preset. bots: one for each player: objects with `act(observation)`, or
        functions. seed: hand h is dealt from (seed, h); None is a fresh one, or that of the checkpoint.
    executor: None plays in this process; else any `concurrent.futures.Executor`. The report is the same.
    progress: called with (hands finished, hands in all) after each block; True shows a bar.
    block: hands of a block; by default a hundredth of all hands, at least 25 and at most 10,000. A block is
        a match of its own: Fantasyland is not carried from one to the next.
    blocks: only these blocks of the run, by number; reports of different blocks add up with `+`.
    checkpoint: a file that gets a line for each finished block; the same run resumes where it ended.
    names: what the bots are called in the report.

    strict: the first exception or illegal move of a bot ends the run with a `Misplay`, which has the
        traceback, the position and the nearest legal moves.
    until: end as soon as the points a hand of every bot are known to this, by a 95 % interval that is valid
        however often one looks (`Report.anytime`); `hands` is then the most that is played, a block has a
        hundred of them by default, and the report has the first blocks up to there, with any executor.

    A bot that raises an Exception or makes an illegal move forfeits that hand. KeyboardInterrupt and
    SystemExit end the run: the report has what is finished. Raises TypeError, OfcError and InvalidRules
    before anything is played.

    >>> from ofckit.bots import RandomBot
    >>> report = simulate("pineapple", [RandomBot(1), RandomBot(2)], 50, seed=7)
    >>> report.complete, report.bot(0).hands, sum(point.mean for point in report.points)
    (True, 50, 0.0)
    """
    run = _read(rules, bots, hands, seed, block, checkpoint, until, is_duel=False)
    run.strict = _flag("strict", strict)
    return _play(run, executor, progress, blocks, checkpoint, names)


def duel(
    rules: RulesLike,
    bots: Sequence[BotLike],
    hands: int,
    seed: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
    *,
    block: int | None = None,
    blocks: Iterable[int] | None = None,
    checkpoint: Path | None = None,
    names: Sequence[str] | None = None,
    strict: bool = False,
    until: float | None = None,
) -> Report:
    """Play each deal once for every rotation of the bots through the seats: duplicate play.

    So every bot holds the cards of every seat, and the luck of the deal cancels out: the confidence interval
    comes from the sums over all rotations of a block, in which the bots differ. `hands` are deals: two
    players play 2 * hands hands. The button moves after Fantasyland hands too, so that every place has the
    same button and cards in each rotation. All else is as in `simulate`.
    """
    run = _read(rules, bots, hands, seed, block, checkpoint, until, is_duel=True)
    run.strict = _flag("strict", strict)
    return _play(run, executor, progress, blocks, checkpoint, names)


def default_block(hands: int) -> int:
    """Hands of a block, from the number of hands alone: blocks of nearly equal size."""
    most = max(FEWEST_IN_BLOCK, min(MOST_IN_BLOCK, hands // BLOCKS), hands // MOST_BLOCKS)
    number = -(-hands // most)
    return -(-hands // number)


# before anything is played


def _read(
    rules: RulesLike,
    bots: Sequence[Any],
    hands: int,
    seed: int | None,
    block: int | None,
    checkpoint: Path | None,
    until: float | None,
    is_duel: bool,
) -> Run:
    rules = as_rules(rules)
    if rules.table_stakes is not None:
        raise OfcError(f"{rules.name} is played for table stakes, but a simulation is not: table_stakes=None")
    players = _read_bots(bots)
    rules.check_players(len(players))
    hands = _number("hands", hands, MOST_HANDS)
    if until is not None:
        until = real_number("until, in points a hand,", until, 1e-6, 1e6)
    if block is None:
        block = default_block(hands) if until is None else UNTIL_BLOCK
    block = min(_number("block", block, MOST_BLOCK), hands)
    if checkpoint is not None and not isinstance(checkpoint, str | os.PathLike):
        raise TypeError(f"checkpoint is the path of a file, not {brief(checkpoint)}")
    if seed is None and checkpoint is not None:
        seed = seed_of(checkpoint)
    seed = fresh_seed() if seed is None else whole_number("seed", seed)
    in_play = rules_in_play(rules, is_duel)
    in_c = _all_in_c(in_play, players)
    return Run(rules, in_play, players, seed, hands, block, is_duel, in_c, until=until)


def _all_in_c(rules: Rules, bots: Sequence[Any]) -> bool:
    """Whether C can play every one of these bots, and the hands of these rules."""
    compiled = [one for bot in bots if (one := compiled_for(bot, rules)) is not None]
    if len(compiled) < len(bots):
        return False
    try:
        Arena(rules, compiled)
    except OfcError:  # hands that the bots in C do not play
        return False
    return True


def _read_bots(bots: Sequence[Any]) -> tuple[Any, ...]:
    players = listed("bots", bots)
    for number, bot in enumerate(players):
        where = f"bots[{number}]"
        if isinstance(bot, str):
            raise TypeError(f"{where} is the text {brief(bot)}: ofckit.bots.make_bot makes a bot from a name")
        try:
            as_bot(bot)
        except TypeError as error:
            raise TypeError(f"{where}: {error}") from None
    return players


def _number(name: str, value: int, most: int) -> int:
    number = whole_number(name, value)
    if not 1 <= number <= most:
        raise OfcError(f"{name} = {brief(number)}: must be 1 to {most:,}")
    return number


def _flag(name: str, value: bool) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} is True or False, not {brief(value)}")
    return value


def names_of(bots: Sequence[Any], names: Sequence[str] | None) -> tuple[str, ...]:
    """The given names, checked; those of the bots where none are given."""
    if names is None:
        return _different([_name_of(bot) for bot in bots])
    given = listed("names", names)
    good = all(map(_is_name, given))
    if not good or len(set(given)) != len(given) or len(given) != len(bots):
        raise OfcError(f"names: {len(bots)} different names, one for each bot, not {brief(names)}")
    return given


def _is_name(word: object) -> bool:
    return isinstance(word, str) and word.isprintable() and bool(word.strip())


def _name_of(bot: Any) -> str:
    """Its own name, else that of the function or the class."""
    words = (getattr(bot, "name", None), getattr(bot, "__name__", None), type(bot).__name__)
    return next(str(word) for word in words if _is_name(word))


def _different(names: Sequence[str]) -> tuple[str, ...]:
    """The names, repeated ones with a number."""
    found: list[str] = []
    for name in names:
        number = 1
        word = name if names.count(name) == 1 else f"{name} 1"
        while word in found or (word != name and word in names):
            number += 1
            word = f"{name} {number}"
        found.append(word)
    return tuple(found)


def _read_blocks(run: Run, blocks: Iterable[int] | None) -> list[int]:
    if blocks is None:
        return list(range(run.blocks))
    numbers = listed("blocks", blocks, 10 * MOST_BLOCKS + run.blocks)
    chosen = sorted({whole_number("blocks", one) for one in numbers})
    if not chosen or not 0 <= chosen[0] <= chosen[-1] < run.blocks:
        raise OfcError(f"blocks: numbers of 0 to {run.blocks - 1}, not {brief(blocks)}")
    return chosen


def _check_executor(run: Run, executor: Executor | None) -> None:
    """Refuse what is not an executor, and bots that cannot be sent to it."""
    if executor is None:
        return
    if hasattr(executor, "get_executor"):
        raise TypeError("executor is a Dask client: give client.get_executor()")
    if not isinstance(executor, Executor):
        raise TypeError(f"executor is a concurrent.futures.Executor, not {brief(executor)}")
    for number, bot in enumerate(run.bots):
        where = f"bots[{number}] ({type(bot).__name__})"
        if compiled_for(bot, run.rules_in_play) is None and not can_copy(bot):
            raise TypeError(f"{where} cannot be copied, and each worker needs one: play without an executor")
        if is_pool(executor):
            try:
                pickle.dumps(bot)
            except Exception as error:
                raise TypeError(f"{where} cannot be sent to another process: {error}") from error


# play


class _Enough(Exception):
    """The intervals are narrow enough."""


class _Narrowing:
    """Blocks in the order of their numbers, until the intervals of all bots are narrow enough.

    So it depends on the run alone where it ends, not on which worker was faster.
    """

    def __init__(self, run: Run, chosen: Sequence[int], until: float) -> None:
        self.run, self.until = run, until
        self.left = iter(chosen)
        self.next = next(self.left, None)
        self.waiting: dict[int, Block] = {}
        self.sums = [(0, 0.0, 0.0, 0.0)] * run.players  # blocks, hands, points, squared points by hands

    def take(self, block: Block) -> Iterator[Block]:
        """The blocks whose turn it is now."""
        self.waiting[block.number] = block
        while self.next is not None and self.next in self.waiting:
            found = self.waiting.pop(self.next)
            self.next = next(self.left, None)
            yield found

    def half(self, block: Block) -> float:
        """Half the width of the widest interval, with this block."""
        cells = len(block.cells) // self.run.players
        for bot, (n, hands, points, squares) in enumerate(self.sums):
            own = block.cells[bot * cells : (bot + 1) * cells]
            played = sum(own[::SIZE]) // self.run.rules.boards_per_player
            won = sum(own[AT["points"] :: SIZE])
            if played:
                self.sums[bot] = (n + 1, hands + played, points + won, squares + won * won / played)
        return max(map(_half, self.sums))


def _half(sums: tuple[int, float, float, float]) -> float:
    """As `from_blocks` has it, of sums."""
    n, hands, points, squares = sums
    if n < 2:
        return inf
    spread = max(squares - points * points / hands, 0.0)
    return anytime_width(n) * sqrt(spread / (n - 1) / hands)


class _Score:
    """What is finished, and who is informed."""

    def __init__(
        self, run: Run, chosen: Sequence[int], progress: Callable[[int, int], object] | None
    ) -> None:
        self.run = run
        self.sum = Sum(run)
        self.hands = sum(map(run.deals, chosen)) * run.seatings
        self.done = 0
        self.progress = progress
        self.checkpoint: Checkpoint | None = None
        self.narrowing = None if run.until is None else _Narrowing(run, chosen, run.until)

    def begin(self) -> None:
        """Tell that nothing is finished yet."""
        if self.progress is not None:
            self.progress(0, self.hands)

    def resume(self, finished: Iterable[Block]) -> set[int]:
        """Add what was finished before; returns the numbers of these blocks."""
        numbers = set()
        for block in finished:
            self._keep(block)
            numbers.add(block.number)
        if numbers and self.progress is not None:
            self.progress(self.done, self.hands)
        return numbers

    def book(self, block: Block) -> None:
        if self.checkpoint is not None:
            self.checkpoint.add(block)
        self._keep(block)
        if self.progress is not None:
            self.progress(self.done, self.hands)

    def _keep(self, block: Block) -> None:
        if self.narrowing is None:
            self._add(block)
            return
        for one in self.narrowing.take(block):
            self._add(one)
            half = self.narrowing.half(one)
            if half <= self.narrowing.until:
                raise _Enough
            if half < inf:  # what it will take, by what is known
                likely = ceil(self.done * (half / self.narrowing.until) ** 2)
                self.hands = min(likely, self.run.hands * self.run.seatings)

    def _add(self, block: Block) -> None:
        self.sum.add(block)
        self.done += self.run.deals(block.number) * self.run.seatings


def _play(
    run: Run,
    executor: Executor | None,
    progress: Progress,
    blocks: Iterable[int] | None,
    checkpoint: Path | None,
    names: Sequence[str] | None,
) -> Report:
    called = names_of(run.bots, names)
    chosen = _read_blocks(run, blocks)
    _check_executor(run, executor)
    with watching(progress, "hands") as told:
        score = _Score(run, chosen, told)
        if progress is True:
            score.begin()
        try:
            if checkpoint is None:
                _finish(score, chosen, executor)
            else:
                with Checkpoint(checkpoint, run, header_of(run, called)) as file:
                    score.checkpoint = file
                    finished = score.resume(file.finished(chosen))
                    _finish(score, [number for number in chosen if number not in finished], executor)
        except _Enough:
            if told is not None:
                told(score.done, score.done)
        except Exception:
            raise
        except BaseException:  # Ctrl-C, SystemExit: the end of the run, not an error
            pass
    return score.sum.report(called)


def _finish(score: _Score, left: Sequence[int], executor: Executor | None) -> None:
    if executor is not None:
        Workers(score.run, executor).play(left, score.book)
        return
    for group in groups_of(score.run, left):
        for block in score.run.play_together(group):
            score.book(block)
