"""`VectorEnv`: matches at many tables side by side, one decision at each of them in every step."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product

from .. import _core
from .._errors import OfcError
from .._rng import fresh_seed, seed_word
from .._threads import thread_count
from .._values import brief, listed, whole_number
from ..bots import RandomBot, compiled_for, make_bot
from ..game import Game, turns_in_order
from ..objective import Objective, fantasyland_objective
from ..rules import Rules, RulesLike, TableStakes, as_rules
from ._actions import ACTIONS, CARD, TURN, TURN_CARDS, move_of
from ._observation import (
    BITS,
    DECK,
    MOST_CHIPS,
    PLANES,
    SCALARS,
    Observation,
    as_observation,
    choice,
    new_array,
    observation_shape,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._core import CompiledBot
    from ..bots import BotLike

    Opponent = str | BotLike | CompiledBot

PLAY, SOLVE, OFF = "play", "solve", "off"
REWARDS = ("points", "points+fantasyland")
_BOARD = 13
_TABLES = 512  # that keep a thread busy for longer than it takes to hand them over
_NOWHERE = 255


class VectorEnv:
    """Matches at `n` tables; in every step one decision at each of them, all in C.

    rules: Rules, or the name of a preset. players: people at each table. n: tables.
    actions: "card": 0, 1, 2 or 3 sends the highest card in hand to the top, the middle, the bottom, or away.
        "turn": one number sends all cards of a draw, at most five (`turn_action`).
    fantasyland: "play": such hands are decided like others, card by card. "solve": they are set by a solver,
        proven best for what the next hand in Fantasyland is worth. "off": nobody is ever in Fantasyland, and
        every hand stands for itself. By default "play"; "solve" for actions="turn".
    reward: "points" that the hand brings each player, before stakes. "points+fantasyland": with what the next
        hand in Fantasyland is worth (`Objective.of`), less what this one was, less the same of each opponent.
    opponents: None: every seat is decided for. Else only player 0's are, and the others belong to bots that C
        can play: one bot, or name of a bot, for all of them, or one for each.
    obs: "planes": uint8 (n, 3 seats + 4, 54), 0 or 1 for each card; "bits": the same sets as uint64
        (n, 3 seats + 4), bit c for card c.
    stacks: chips of each player when a match begins, one number or one for each; one chip is one point, and
        the hands settle as `settle` does with stacks. None: points are counted.
    seed: table i plays the hands i, i + n, i + 2n, ... of the seed, dealt as `Game` deals them; None is a
        fresh one.
    threads: how many work on a step; the result is the same. None: all processors, each with 512 tables or
        more.

    The arrays are filled by `reset` and `step`, in place:

    - `observations`: what the player knows who decides: the rows that lie open, seat by seat clockwise from
      its own, each top, middle, bottom; the cards in hand; the highest of them; its own discards; the cards
      not seen.
    - `scalars`: int32 (n, 4 + seats): the street; seats that act after this one; cards of the draw to be
      placed, and to be discarded; cards of each seat in Fantasyland, its own first. With stacks
      (n, 4 + seats + players): then the chips of each player before the hand, the own first.
    - `masks`: bool (n, actions): the legal ones.
    - `to_play`: int8 (n,): the player who decides.
    - `rewards`: float32 (n, players), 0 but where a hand has ended in this step.
    - `dones`: bool (n,): where one has.

    Tables begin the next hand by themselves: where `dones` is true, the rewards are those of the hand that is
    over, and all else belongs to the first decision of the next one. Button and Fantasyland go on as in a
    `Match`; table i begins with the button at player i % players. A hand in which nobody has anything to
    decide (all in Fantasyland, and solved) is played at once, and its rewards come with those of the hand
    before; after a hundred such hands in a row nobody is in Fantasyland any more. A stay that has to be
    announced is. Nobody surrenders. Stacks are carried from hand to hand; when a player has no chips left, a
    new match begins: the stacks of the beginning, nobody in Fantasyland, the button one further.

    Raises what `Game` raises, and OfcError for what is not allowed here.

    >>> env = VectorEnv("pineapple", n=2, obs="bits", seed=7)
    >>> env.reset()
    >>> env.step([0, 2])
    >>> env.game(1).turn, list(map(int, env.to_play)), list(map(int, env.scalars[0]))
    (0, [1, 0], [0, 1, 4, 0, 0, 0])
    """

    observations: Any
    scalars: Any
    masks: Any
    to_play: Any
    rewards: Any
    dones: Any

    def __init__(
        self,
        rules: RulesLike,
        players: int = 2,
        n: int = 4096,
        *,
        actions: str = CARD,
        fantasyland: str | None = None,
        reward: str = REWARDS[0],
        opponents: Opponent | Sequence[Opponent] | None = None,
        obs: str = PLANES,
        stacks: int | Sequence[int] | None = None,
        seed: int | None = None,
        threads: int | None = None,
    ) -> None:
        self.rules = as_rules(rules)
        self.rules.check_players(players)
        if self.rules.table_stakes is not None and stacks is None:
            raise OfcError(f"stacks: {self.rules.name} is played for table stakes, give each player's chips")
        self.stacks = None if stacks is None else _read_stacks(stacks, players)
        self.players, self.seats = players, self.rules.seats(players)
        self.n = whole_number("n", n, 1, 1 << 22)
        self.actions = choice("actions", actions, tuple(ACTIONS))
        self.fantasyland = _read_fantasyland(fantasyland, self.actions)
        self.reward = choice("reward", reward, REWARDS)
        self.obs = choice("obs", obs, (PLANES, BITS))
        self.seed = fresh_seed() if seed is None else seed_word(whole_number("seed", seed))
        self.threads = thread_count(threads)
        if threads is None:
            self.threads = min(self.threads, max(self.n // _TABLES, 1))
        self._bots = (None, *_read_opponents(opponents, self.rules, players))[-players:]
        self._core = self._make()
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self._begun = False
        self._allocate()

    def _make(self) -> _core.Environment:
        rules = self.rules
        kinds = _kinds_of(rules) if self.fantasyland != OFF else (0,)
        objective, stakes = Objective.of(rules), rules.table_stakes or TableStakes()
        worth = []
        if self.reward != REWARDS[0]:
            worth = [(cards, objective.next_hand(cards)) for cards in _kinds_of(rules)[1:]]
        return _core.Environment(
            rules.compiled,
            self._bots,
            self.seats,
            self.n,
            kinds=kinds,
            turns=[
                self._turns(button, inside)
                for inside in product(kinds, repeat=self.seats)
                for button in range(self.players)
            ],
            worth=worth,
            objective_of=partial(fantasyland_objective, rules, objective),
            by_turn=self.actions == TURN,
            carry=self.fantasyland != OFF,
            own_boards_compared=rules.own_boards_compared,
            stacks=self.stacks or (),
            win_cap=stakes.win_cap,
            broke_is_out=stakes.broke_is_out,
        )

    def _turns(self, button: int, inside: tuple[int, ...]) -> Any:
        """A hand as the core reads it: its turns, who decides in each, and how many cards are dealt."""
        turns = turns_in_order(self.rules, self.players, button, inside)
        decided = [self._decides(turn.seat, turn.street, turn.deal, turn.place) for turn in turns]
        if not any(inside) and not any(decided):
            raise OfcError(f"nobody decides anything in {self.rules.name} with actions={self.actions!r}")
        return (
            [(turn.seat, turn.first, turn.deal, turn.place) for turn in turns],
            [
                (max(turn.street, 0), turn.dealt, turn.hidden, turn.exposed, decision)
                for turn, decision in zip(turns, decided, strict=True)
            ],
            turns[-1].dealt,
        )

    def _decides(self, seat: int, street: int, deal: int, place: int) -> bool:
        if self._bots[seat % self.players] is not None:
            return False
        if street < 0:
            return self.fantasyland == PLAY
        return self.actions == CARD or deal <= TURN_CARDS or place < _BOARD

    def _allocate(self) -> None:
        n = self.n
        self.write_to(
            observations=new_array(
                "B" if self.obs == PLANES else "Q", (n, *observation_shape(self.obs, self.seats))
            ),
            scalars=new_array("i", (n, len(self.most_scalars))),
            masks=new_array("?", (n, ACTIONS[self.actions])),
            to_play=new_array("b", (n,)),
            rewards=new_array("f", (n, self.players)),
            dones=new_array("?", (n,)),
        )

    @property
    def most_scalars(self) -> list[int]:
        """An upper bound of each number in `scalars`; 0 is the lower one."""
        chips = [] if self.stacks is None else [sum(self.stacks)] * self.players
        return [DECK] * (len(SCALARS) + self.seats) + chips

    def write_to(self, **arrays: Any) -> None:
        """Fill these arrays from now on instead, by the names above, such as a step of your own buffer.

        They are C-contiguous and of the same shape and type; they are unchanged until the next step.
        """
        names = {
            "observations": self.obs,
            "scalars": "scalars",
            "masks": "mask",
            "to_play": "to_play",
            "rewards": "rewards",
            "dones": "done",
        }
        for name, array_ in arrays.items():
            if name not in names:
                raise OfcError(f"no array {brief(name)}; there are {', '.join(names)}")
            self._core.bind(names[name], array_)
            setattr(self, name, array_)

    # hands

    def reset(
        self,
        seed: int | None = None,
        *,
        hand: int = 0,
        button: int | None = None,
        fantasyland: Sequence[int] = (),
        stacks: int | Sequence[int] | None = None,
    ) -> None:
        """Begin anew with this seed; without one, go on with the next hands.

        hand: the first table's first one. button: the dealer of the first hand, at every table. fantasyland:
            cards of the seats in Fantasyland in the first hand, at every table, 0 for the others. stacks:
            chips of each player in the first hand, at every table, as many in all as a match begins with.

        Without a seed, a table at the end of a hand goes on with its match; a hand that is cut off counts for
        nothing, and nobody is in Fantasyland after it.
        """
        inside = listed("fantasyland", fantasyland)
        fresh = seed is not None or button is not None or any(inside) or hand or stacks is not None
        if self._begun and not fresh:
            self._core.deal(submit=self._submit, threads=self.threads)
            return
        chips = () if stacks is None else self._first_stacks(stacks)
        word = self.seed if seed is None else seed_word(whole_number("seed", seed))
        first = (
            range(self.n)
            if button is None
            else (whole_number("button", button, 0, self.players - 1),) * self.n
        )
        self._core.deal(
            word,
            whole_number("hand", hand, 0, (1 << 64) - 1 - self.n),
            [dealer % self.players for dealer in first],
            inside or (0,) * self.seats,
            stacks=chips,
            submit=self._submit,
            threads=self.threads,
        )
        self.seed, self._begun = word, True

    def _first_stacks(self, given: int | Sequence[int]) -> tuple[int, ...]:
        chips = _read_stacks(given, self.players)
        if self.stacks is None or sum(chips) != sum(self.stacks):
            has = "no stacks" if self.stacks is None else f"{sum(self.stacks)} chips"
            raise OfcError(f"stacks: {sum(chips)} chips in all, and this environment has {has}")
        return chips

    def step(self, actions: Any) -> None:
        """Take one action at every table, given as integers (n,): an array, a tensor on the CPU, or a list.

        IllegalMove names the first table whose action is not legal; then nothing changes. Releases the GIL.
        """
        self._core.step(_as_buffer(actions), submit=self._submit, threads=self.threads)

    def step_to_the_end(self, actions: Any) -> None:
        """The same, but a table stays at the end of its hand until `next_hands`: `to_play` is -1, nothing is
        legal, and the observation is that of player 0 after the showdown. Any action is ignored there."""
        self._core.step(_as_buffer(actions), False, submit=self._submit, threads=self.threads)

    def next_hands(self) -> None:
        """Begin the next hand wherever one has ended; all other tables stay as they are."""
        self._core.deal(ended=True, submit=self._submit, threads=self.threads)

    @property
    def _submit(self) -> Callable[..., Any] | None:
        return None if self._pool is None else self._pool.submit

    # one table

    def turn(self, table: int) -> int | None:
        """The seat that is to decide at a table; None at the end of a hand."""
        seat = self._core.turn(table)
        return None if seat < 0 else seat

    def observe(self, table: int, seat: int) -> Observation:
        """What this seat of a table knows now; its mask is empty unless it is to decide."""
        seen = self._core.see(table, seat, self.obs == PLANES)
        return as_observation(seen, self.seats, self.actions, self.obs)

    def game(self, table: int) -> Game:
        """The hand at a table as a Game of its own, before the turn that is being played, or at its end."""
        hand, button, inside, over, where, stacks = self._core.table(table)
        game = Game(
            self.rules,
            self.players,
            seed=self.seed,
            hand=hand,
            button=button,
            fantasyland=inside,
            stacks=stacks or None,
        )
        announces = self.rules.fantasyland is not None and self.rules.fantasyland.must_announce
        for _ in range(over):
            assert game.turn is not None
            draw = sorted(game.drawn(game.turn), reverse=True)
            stay = announces and game.street == -1
            game.push(move_of(draw, [where[card] for card in draw], stay=stay))
        return game

    def placed(self, table: int) -> list[int]:
        """Where the cards of the turn that is being played went so far, the highest card first."""
        game = self.game(table)
        if game.turn is None:
            return []
        where = self._core.table(table)[4]
        places = [where[card] for card in sorted(game.drawn(game.turn), reverse=True)]
        return [place for place in places if place != _NOWHERE]

    def close(self) -> None:
        """End its threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __repr__(self) -> str:
        tables = f"{self.n} tables of {self.players} players"
        return f"<VectorEnv: {self.rules.name}, {tables}, actions by {self.actions}>"


def _read_fantasyland(given: str | None, actions: str) -> str:
    if given is None:
        return SOLVE if actions == TURN else PLAY
    choice("fantasyland", given, (PLAY, SOLVE, OFF))
    if given == PLAY and actions == TURN:
        raise OfcError("fantasyland = 'play': an action by turns sends five cards at most; 'solve' or 'off'")
    return given


def _read_stacks(given: int | Sequence[int], players: int) -> tuple[int, ...]:
    stacks = (given,) * players if isinstance(given, int) else listed("stacks", given)
    if len(stacks) != players:
        raise OfcError(f"stacks: {players} needed, one for each player, not {len(stacks)}")
    chips = tuple(whole_number("a stack", one, 1, MOST_CHIPS) for one in stacks)
    if sum(chips) > MOST_CHIPS:
        raise OfcError(f"stacks: {sum(chips)} chips in all; a table takes {MOST_CHIPS}")
    return chips


def _kinds_of(rules: Rules) -> tuple[int, ...]:
    """The numbers of cards that hands in Fantasyland may have, 0 first."""
    if rules.fantasyland is None:
        return (0,)
    cards = set(rules.fantasyland.enter.values())
    if isinstance(rules.fantasyland.repeat_cards, int) and rules.fantasyland.stay:
        cards.add(rules.fantasyland.repeat_cards)
    return (0, *sorted(cards))


def _read_opponents(given: Any, rules: Rules, players: int) -> tuple[CompiledBot | None, ...]:
    if given is None:
        return (None,) * (players - 1)
    bots = list(given) if isinstance(given, (list, tuple)) else [given] * (players - 1)
    if len(bots) != players - 1:
        raise OfcError(f"{len(bots)} opponents at a table of {players}: one for all, or one for each")
    return tuple(_compiled(bot, rules) for bot in bots)


def can_play(opponents: Any, rules: RulesLike) -> bool:
    """Whether C can play these opponents, one for all or a list."""
    bots = opponents if isinstance(opponents, (list, tuple)) else [opponents]
    return all(_found(bot, as_rules(rules)) is not None for bot in bots)


def _compiled(bot: Any, rules: Rules) -> CompiledBot:
    """The player in C that does the same as this bot."""
    found = _found(bot, rules)
    if found is None:
        raise OfcError(
            f"opponents: C cannot play {brief(bot)} in {rules.name}; it can play 'policy', 'greedy', 'random'"
        )
    return found


def _found(bot: Any, rules: Rules) -> CompiledBot | None:
    if isinstance(bot, _core.CompiledBot):
        return bot
    if isinstance(bot, str):
        bot = make_bot(bot)
    if isinstance(bot, RandomBot):
        return _core.CompiledRandom(seed_word(bot.seed))
    return compiled_for(bot, rules)


def _as_buffer(actions: Any) -> Any:
    """Actions as a buffer: lists of ints become one, and tensors give theirs."""
    if isinstance(actions, (list, tuple)):
        return array("q", actions)
    if hasattr(actions, "__array__") and not hasattr(actions, "__array_interface__"):
        return actions.__array__()  # a tensor of PyTorch
    return actions
