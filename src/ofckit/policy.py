"""A fast player: boards are looked up in tables that self-play has filled.

>>> from ofckit.rules import RULES
>>> policy = Policy.of(RULES["pineapple"])
>>> position = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
>>> str(policy.move(position))
'Qc@t 3c@m x2c'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from zlib import compress, crc32, decompressobj
from zlib import error as ZlibError

from ._core import CompiledPolicy
from ._documents import read_json
from ._errors import IllegalMove, OfcError
from ._files import read_file, shown, write_file
from ._values import brief, real_number, whole_number
from .cards import Card
from .objective import Objective, as_objective
from .position import Move, Position, check_position, new_move
from .rules import RULES, Rules, RulesLike, as_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

HANDS = 2_400_000
"""The default number of hands of a training."""

CAUTION = 4.5
"""Points by which a training overrates the cost of a foul: the policy then fouls less, at a small price."""

SHIPPED = (
    "pagat",
    "classic",
    "turbo",
    "pineapple",
    "progressive",
    "2-7-pineapple",
    "joker-ultimate",
)
"""The presets that have tables of their own; others use the nearest of them."""

_MAGIC = b"ofckit policy 1\n"
_GRAIN, _SELDOM = 8, 32  # what is not stored: steps below 1/32 of a point, boards seen fewer than 32 times
_MOST_FILE, _MOST_HEADER, _MOST_KNOWLEDGE = 1 << 24, 10_000, 1 << 24  # bytes
_BLOCK = 20_000  # hands between two calls of progress
_FOLDER = Path(__file__).with_name("weights")


class Solo(NamedTuple):
    """The results of a policy in hands that it plays alone.

    foul: the share of fouls. fantasyland: the share of hands that earn each Fantasyland hand, by its cards.
    royalties: of top, middle and bottom, per hand. worth: the mean of `Policy.value` of the boards.
    """

    hands: int
    foul: float
    fantasyland: Mapping[int, float]
    royalties: tuple[float, float, float]
    worth: float

    @property
    def entry(self) -> float:
        """The share of hands that earn a Fantasyland hand."""
        return sum(self.fantasyland.values())


class Policy:
    """What each board is worth, and so where drawn cards go: in microseconds, and always the same.

    A move is a function of the board, the cards that may still come and those drawn. compiled: the same
    player for C. trained_on: the name of the rules that its tables come from, which house rules may share.
    """

    __slots__ = ("_shipped", "compiled", "hands", "rules", "seed", "trained_on")

    def __init__(self, rules: Rules, compiled: CompiledPolicy, header: Mapping[str, Any]) -> None:
        self.rules, self.compiled, self._shipped = rules, compiled, False
        self.trained_on: str = header["rules"]
        self.hands: int = header["hands"]
        self.seed: int = header["seed"]

    @classmethod
    def of(cls, rules: RulesLike) -> Policy:
        """The policy that ships for these rules: of the preset itself, or of the nearest one.

        House rules use the tables of the preset that shares the middle, the jokers, the streets and
        Fantasyland, in this order; finished boards are worth what the house rules say. Raises OfcError
        where the cards are not dealt street by street.
        """
        return _of(as_rules(rules))

    @classmethod
    def train(
        cls,
        rules: RulesLike,
        hands: int = HANDS,
        seed: int = 0,
        *,
        objective: Objective | None = None,
        caution: float = CAUTION,
        progress: Callable[[int, int], object] | None = None,
    ) -> Policy:
        """Learn these rules by self-play, some 50,000 hands a second; the same seed learns the same.

        objective: what Fantasyland hands are worth; its foul and opponents are ignored: a policy plays
        against boards such as it makes itself. caution: points by which the cost of a foul is overrated.
        progress(done, hands) is called now and then.
        """
        rules = as_rules(rules)
        _check_streets(rules)
        _check_hands(hands)
        seed = whole_number("seed", seed, 0, (1 << 64) - 1)
        caution = real_number("caution, in points,", caution, 0, 1000)
        placed = _stages(rules)
        blocks = 3 if rules.jokers else 1
        learner = _compile(rules, placed, blocks, objective)
        learner.begin(seed, hands, caution=caution)
        done = 0
        while done < hands:
            done = learner.train(_BLOCK)
            if progress is not None:
                progress(done, hands)
        compiled = _compile(rules, placed, blocks, objective)
        compiled.learn(learner.knowledge(grain=_GRAIN, seldom=_SELDOM))
        return cls(rules, compiled, {"rules": rules.name, "hands": hands, "seed": seed})

    def move(self, position: Position) -> Move:
        """The best move by its tables; IllegalMove where no cards are drawn, or in Fantasyland."""
        check_position(position, "a policy needs a Position")
        own = position.boards[position.seat]
        if position.fantasyland[position.seat]:
            raise IllegalMove("a Fantasyland hand is set at once: solve_fantasyland() finds its best board")
        to_place = position.to_place
        if not to_place:
            raise IllegalMove(f"{len(position.draw)} cards are drawn, so there is no move to make")
        to = self.compiled.place(own, position.unseen, position.draw, to_place)
        rows: list[list[Card]] = [[], [], [], []]
        for card, row in zip(position.draw, to, strict=True):
            rows[row].append(card)
        top, middle, bottom, discards = map(tuple, rows)
        return new_move(top, middle, bottom, discards)

    def value(self, position: Position) -> float:
        """What the board is worth before the next draw, in points.

        The points of settling with one typical opponent, whose royalties (the same whatever the board) are
        left out, and of the next hand in Fantasyland; before the last street, the caution of the training
        included. Cards drawn and not placed count as gone.
        """
        check_position(position, "a policy needs a Position")
        return self.compiled.value(position.boards[position.seat], position.unseen)

    def solo(self, hands: int, seed: int = 0) -> Solo:
        """Play this many hands alone, each from its own deal."""
        _check_hands(hands)
        fouls, entries, royalties, worth = self.compiled.solo(seed, 0, hands)
        shares = {cards: n / hands for cards, n in sorted(entries.items())}
        top, middle, bottom = (points / hands for points in royalties)
        return Solo(hands, fouls / hands, shares, (top, middle, bottom), worth / hands)

    def to_bytes(self) -> bytes:
        """Everything learnt, for `from_bytes`."""
        import json

        knowledge = self.compiled.knowledge()
        header = {
            "rules": self.trained_on,
            "hands": self.hands,
            "seed": self.seed,
            "placed": self.compiled.placed,
            "joker_blocks": self.compiled.joker_blocks,
            "low_middle": self.rules.middle == "2-7",
            "fantasyland": self.compiled.fantasyland,
            "crc32": crc32(knowledge),
        }
        low, high = knowledge[::2], knowledge[1::2]  # the high bytes are nearly all the same
        return _MAGIC + json.dumps(header).encode() + b"\n" + compress(low + high, 9)

    @classmethod
    def from_bytes(cls, source: bytes, rules: RulesLike) -> Policy:
        """The policy that `to_bytes` wrote, for these rules; OfcError where it is damaged or does not fit."""
        header, knowledge = _read(source)
        rules = as_rules(rules)
        _check_streets(rules)
        if header["low_middle"] != (rules.middle == "2-7"):
            raise OfcError(f"a policy for {header['rules']} does not play {rules.name}: another middle")
        objective = Objective.of(
            rules, fantasyland={**Objective.of(rules).fantasyland, **header["fantasyland"]}
        )
        compiled = _compile(rules, header["placed"], header["joker_blocks"], objective)
        try:
            compiled.learn(knowledge)
        except ValueError as error:
            raise OfcError(f"a policy of another version: {error}") from None
        return cls(rules, compiled, header)

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file, for `load`."""
        write_file(path, self.to_bytes())

    @classmethod
    def load(cls, path: str | PathLike[str], rules: RulesLike) -> Policy:
        """The policy of a file, for these rules; OfcError where the file is damaged or does not fit."""
        source = read_policy(path)
        try:
            return cls.from_bytes(source, rules)
        except OfcError as error:
            raise OfcError(f"{shown(path)}: {error}") from None

    def __repr__(self) -> str:
        return f"<Policy for {self.rules.name!r}, trained on {self.trained_on!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._shipped:
            return Policy.of, (self.rules,)
        return Policy.from_bytes, (self.to_bytes(), self.rules)


# rules


@lru_cache(maxsize=32)
def _of(rules: Rules) -> Policy:
    _check_streets(rules)
    name = max(SHIPPED, key=lambda name: _alike(RULES[name], rules))
    policy = Policy.load(_FOLDER / f"{name}.policy", rules)
    policy._shipped = True
    return policy


def _alike(a: Rules, b: Rules) -> tuple[object, ...]:
    """What two rule sets share, the most important first."""
    common = a.name == b.name, a.middle == b.middle, bool(a.jokers) == bool(b.jokers)
    deals = a.plan == b.plan, -abs(a.cards_per_seat - b.cards_per_seat), -abs(len(a.plan) - len(b.plan))
    enter = [rules.fantasyland.entry_tests if rules.fantasyland else () for rules in (a, b)]
    bonus = enter[0] == enter[1], bool(enter[0]) == bool(enter[1]), -abs(len(enter[0]) - len(enter[1]))
    return (*common[1:], *deals, *bonus, common[0], a.royalties == b.royalties)


def _check_streets(rules: Rules) -> None:
    if any(street.place == 13 or street.deal > 13 for street in rules.plan):
        raise OfcError(f"{rules.name} does not deal its cards street by street: no policy plays it")


def _check_hands(hands: int) -> None:
    if whole_number("hands", hands) < 1:
        raise OfcError(f"hands = {brief(hands)}: it must be one or more")


def _stages(rules: Rules) -> list[int]:
    """Cards on the board after each street but the last."""
    placed, stages = 0, []
    for street in rules.plan[:-1]:
        placed += street.place
        stages.append(placed)
    return stages


def _compile(rules: Rules, placed: list[int], blocks: int, objective: Objective | None) -> CompiledPolicy:
    objective = as_objective(objective, rules)
    hands = {cards for cards, _ in rules.fantasyland.entry_tests} if rules.fantasyland else set()
    return CompiledPolicy(
        rules.compiled,
        streets=[(street.deal, street.place) for street in rules.plan],
        placed=placed,
        joker_blocks=blocks,
        fantasyland=[(cards, objective.next_hand(cards)) for cards in sorted(hands)],
    )


# files


def read_policy(path: str | PathLike[str]) -> bytes:
    """The bytes of a policy's file, for `Policy.from_bytes`; OfcError where it does not begin like one."""
    source = read_file(path, _MOST_FILE)
    if not source.startswith(_MAGIC):
        raise OfcError(f"{shown(path)}: this is not a policy: it does not begin with 'ofckit policy 1'")
    return source


def _read(source: bytes) -> tuple[dict[str, Any], bytes]:
    if not isinstance(source, bytes):
        raise TypeError(f"a policy is read from bytes, not {brief(source)}")
    if not source.startswith(_MAGIC):
        raise OfcError("this is not a policy: it does not begin with 'ofckit policy 1'")
    head, line, body = source[len(_MAGIC) :].partition(b"\n")
    try:
        header = _read_header(read_json(head, _MOST_HEADER))
        inflater = decompressobj()
        planes = inflater.decompress(body, _MOST_KNOWLEDGE)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, ZlibError):
        raise OfcError("this policy is damaged or cut short") from None
    if not inflater.eof or inflater.unused_data:
        raise OfcError("this policy is damaged or cut short: its end is missing or too far away")
    half = (len(planes) + 1) // 2
    knowledge = bytearray(len(planes))
    knowledge[::2], knowledge[1::2] = planes[:half], planes[half:]
    if not line or crc32(knowledge) != header["crc32"]:
        raise OfcError("this policy is damaged or cut short: its checksum is wrong")
    return header, bytes(knowledge)


def _read_header(header: Any) -> dict[str, Any]:
    placed = [int(number) for number in header["placed"]]
    points = {int(cards): float(number) for cards, number in header["fantasyland"].items()}
    blocks, low = int(header["joker_blocks"]), bool(header["low_middle"])
    if (
        placed != sorted(set(placed))
        or not placed
        or not 0 < placed[0] <= placed[-1] < 13
        or blocks not in (1, 3)
    ):
        raise ValueError
    return {
        "rules": str(header["rules"]),
        "hands": int(header["hands"]),
        "seed": int(header["seed"]),
        "placed": placed,
        "joker_blocks": blocks,
        "low_middle": low,
        "fantasyland": points,
        "crc32": int(header["crc32"]),
    }
