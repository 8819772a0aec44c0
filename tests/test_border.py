"""No call from Python reads or writes outside a table, the private ones included.

What comes in is converted once and only then checked: a list may grow while its items are read, an object
may give another number the second time, a mapping another item, a buffer other cards.
"""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import pytest

import ofckit as ofc
from hostile import LiesAboutLength, TwoFaced, Wavering
from ofckit import _core

PINEAPPLE = ofc.RULES["pineapple"].compiled
JOKERS = ofc.RULES["joker-ultimate"].compiled
NO_CARDS: list[list[int]] = [[], [], []]


def test_objects_of_the_core_are_never_without_rules() -> None:
    for kind in (
        _core.CompiledRules,
        _core.CompiledRanking,
        _core.FantasylandObjective,
        _core.EndgameObjective,
        _core.EndgameSearch,
        _core.CompiledPolicy,
        _core.CompiledGreedy,
        _core.Rollouts,
        _core.Arena,
        _core.Environment,
    ):
        with pytest.raises(TypeError):
            kind.__new__(kind)
    with pytest.raises(TypeError):
        _core.playouts(None, (), 2, 2, False, 52, 0, 1, 1, 1)  # type: ignore[arg-type]


def test_the_core_takes_no_other_number_of_card_objects() -> None:
    for cards in (None, (), (0,) * 53):
        with pytest.raises((TypeError, ofc.OfcError)):
            _core.use_cards(cards, {})  # type: ignore[arg-type]


def test_rules_never_change_once_they_are_made() -> None:
    """A goal has checked the ways into Fantasyland; rules that were made anew could bring others."""
    before = PINEAPPLE.royalties(9000, 9000, 9000)
    PINEAPPLE.__init__(**rules_of())  # type: ignore[misc]
    assert PINEAPPLE.royalties(9000, 9000, 9000) == before


def rules_of(**changes: Any) -> dict[str, Any]:
    """What compiled rules are made of, all royalties 0."""
    flat = [0] * 9855
    rows = {"royalty_top": flat, "royalty_middle": flat, "royalty_bottom": flat, "row_points": [0] * 27}
    return {**rows, **changes}


# --- Objects that say one thing and give another ------------------------------------------------------------


class Grows(list[Any]):
    """A list that grows as soon as one of its items is read."""

    def __init__(self, items: Sequence[Any], more: Sequence[Any]) -> None:
        super().__init__()
        grown = self

        class First(int):
            def __index__(self) -> int:
                grown.extend(more)
                return int(items[0])

            def __hash__(self) -> int:
                return hash(int(items[0]))

            def __lt__(self, other: object) -> bool:
                grown.extend(more)
                return False

        class FirstIndex:
            def __index__(self) -> int:
                grown.extend(more)
                return int(items[0])

        self.append(FirstIndex() if items else First())
        self.extend(items[1:])


class Fickle(Mapping[int, Any]):
    """A mapping that has one item when it is asked first, and another one after that."""

    def __init__(self, first: dict[int, Any], then: dict[int, Any]) -> None:
        self.answers = [first, then]

    def now(self) -> dict[int, Any]:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def __getitem__(self, key: int) -> Any:
        return self.now()[key]

    def __iter__(self) -> Iterator[int]:
        return iter(self.now())

    def __len__(self) -> int:
        return len(self.now())


FORTY = list(range(3, 43))


def plan(**changes: Any) -> _core.FantasylandObjective:
    return _core.FantasylandObjective(PINEAPPLE, **changes)


def goal(**changes: Any) -> _core.EndgameObjective:
    return _core.EndgameObjective(PINEAPPLE, **{"royalty": 1.0, "foul": -6.0, **changes})


def policy(**changes: Any) -> _core.CompiledPolicy:
    return _core.CompiledPolicy(PINEAPPLE, **{"streets": [(5, 5), (8, 8)], "placed": [5], **changes})


def rollouts(boards: Any = ([[0], [1], [2]],), unseen: Any = range(3, 52), streets: Any = ((10, 10),)) -> Any:
    return _core.Rollouts(goal(), _core.CompiledGreedy(PINEAPPLE), boards, unseen, streets)


# Calls that read cards; each takes the sequence in question.
READERS: dict[str, Callable[[Any], object]] = {
    "rank": ofc.rank,
    "rank_ids": _core.rank_ids,
    "best_five_ids": _core.best_five_ids,
    "omaha hole": lambda cards: _core.omaha_rank(cards, [48, 49, 50]),
    "omaha board": lambda cards: _core.omaha_rank([44, 45, 46, 47], cards),
    "omaha equity": lambda cards: _core.omaha_equity(cards, 1, 1, 1),
    "resolve": JOKERS.resolve,
    "row strengths": PINEAPPLE.row_strengths,
    "ranking": ofc.RANKINGS["deuce-to-seven"].compiled.strength,
    "ranking value": ofc.RANKINGS["deuce-to-seven"].compiled.value,
    "ranking choices": lambda cards: ofc.RANKINGS["deuce-to-seven"].compiled.choices(cards, 1),
    "fantasyland": plan().solve,
    "draw of a bot": lambda cards: _core.CompiledGreedy(PINEAPPLE).place(NO_CARDS, [], cards, 1),
    "row of a bot": lambda cards: _core.CompiledGreedy(PINEAPPLE).place([cards, [], []], [], [51], 1),
    "unseen of a bot": lambda cards: _core.CompiledGreedy(PINEAPPLE).place(NO_CARDS, cards, [51], 1),
    "row of a policy": lambda cards: policy().value([[], cards, []], []),
    "unseen of a policy": lambda cards: policy().value(NO_CARDS, cards),
    "deck of an endgame": lambda cards: _core.EndgameSearch(goal(), cards),
    "row of an endgame": lambda cards: _core.EndgameSearch(goal()).outlook(cards, [], []),
    "row of a finished board": lambda cards: goal().finished(cards, [], [], []),
    "row of a move": lambda cards: goal().finished([], [], [], [(cards, [], [])]),
    "board of rollouts": lambda cards: rollouts([[cards, [], []]]),
    "unseen of rollouts": lambda cards: rollouts(unseen=cards),
    "boards of a run": lambda boards: rollouts().run(boards, 0, 1),
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS.keys())
def test_cards_that_grow_while_they_are_read_are_cards_or_an_error(reader: Callable[[Any], object]) -> None:
    """What is read may be a hand by then, or too long for one: never more than there is room for."""
    for more in (FORTY, FORTY * 10, [44] * 1000):
        for cards in ([0, 1, 2], [0, 1, 2, 3, 4], list(range(13)), [51], [0]):
            for hostile in (Grows(cards, more), tuple(Grows(cards, more)), iter(Grows(cards, more))):
                with_errors(reader, hostile)


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS.keys())
def test_a_length_that_lies_is_not_believed(reader: Callable[[Any], object]) -> None:
    for n in (0, 1, 3, 5, 13, 52, 1000):
        with_errors(reader, LiesAboutLength(i % 52 for i in range(n)))
        with_errors(reader, LiesAboutLength([Wavering(10**6)] * n))
        with_errors(reader, LiesAboutLength([TwoFaced(1)] * n))
        with_errors(reader, [Wavering(-1)] * n)


def with_errors(call: Callable[..., object], *args: Any) -> None:
    """An answer or a documented error, and no crash: all that can be said of such an argument."""
    with suppress(ofc.OfcError, TypeError, IndexError, KeyError):
        call(*args)


def test_what_an_endless_iterator_gives_is_read_no_further_than_it_may_be_long() -> None:
    def endless() -> Iterator[int]:
        while True:
            yield 0

    for reader in READERS.values():
        with pytest.raises((ofc.OfcError, TypeError)):
            reader(endless())


# Calls that read tables of numbers: the argument that is checked, and what is no answer to it.
TABLES: dict[str, Callable[[Any], object]] = {
    "streets of a policy": lambda items: policy(streets=items),
    "stages of a policy": lambda items: policy(placed=items),
    "fantasyland of a policy": lambda items: policy(fantasyland=items),
    "streets of an endgame": lambda items: _core.EndgameSearch(goal(), range(52), items),
    "streets of rollouts": lambda items: rollouts(streets=items),
    "fantasyland of a goal": lambda items: goal(fantasyland=items),
    "points of a goal": lambda items: goal(points=items),
    "hands after a plan": lambda items: plan(inside=14, next_hands=items),
    "opponents of a plan": lambda items: plan(opponents=items),
    "row of an opponent": lambda items: plan(opponents=[(items, items, items, 0.0)]),
    "turns of playouts": lambda items: _core.playouts(PINEAPPLE, items, 1, 1, False, 52, 52, 1, 1, 1),
    "entries of rules": lambda items: _core.CompiledRules(**rules_of(entry_tests=items)),
    "tests of an entry": lambda items: _core.CompiledRules(**rules_of(entry_tests=[(14, items)])),
    "tests of a stay": lambda items: _core.CompiledRules(**rules_of(stay_tests=items)),
    "row points": lambda items: _core.CompiledRules(**rules_of(row_points=items)),
    "royalties": lambda items: _core.CompiledRules(**rules_of(royalty_top=items)),
    "kinds": lambda items: _core.CompiledRanking(kinds=items, planes={0: (PLANE, PLANE)}),
    "planes": lambda items: _core.CompiledRanking(kinds=[0] * 54, planes=items),
    "planes of a mark": lambda items: _core.CompiledRanking(kinds=[0] * 54, planes={0: items}),
    "strengths": lambda items: PINEAPPLE.settle_pair(items, 0, items, 0),
    "layout of an arena": lambda items: arena(items).play(1, 0, 1, 0, [0]),
    "turns of an arena": lambda items: arena((items, items, 52)).play(1, 0, 1, 0, [0]),
    "seats of an arena": lambda items: arena(((), (), 52)).play(1, 0, 1, 0, items),
    "bots of an arena": lambda items: _core.Arena(PINEAPPLE, items, 2, lay_out=print, objective_of=print),
    "moves": lambda items: goal().finished([], [], [], items),
}
PLANE = array("H", [0] * 9855)


def arena(layout: Any) -> _core.Arena:
    return _core.Arena(
        PINEAPPLE, [_core.CompiledRandom(1)], 1, lay_out=lambda *_: layout, objective_of=lambda *_: plan()
    )


GOOD: tuple[Any, ...] = (
    1,
    5,
    (5, 5),
    (14, 1.0),
    (0, 1, 9000),
    (0, 0, 13, 13),
    (0.5, [(0, 1, 9000)]),
    (9000, 1.0),
)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_tables_are_read_once(table: Callable[[Any], object]) -> None:
    for good in GOOD:
        parts = good if isinstance(good, tuple) else (good,)
        wild = tuple(TwoFaced(x) if isinstance(x, (int, float)) else x for x in parts)
        far = Wavering(10**6)
        for items in ([good], [good] * 14, [good] * 70, [wild], [good, wild], [far], [(far,) * 4]):
            with_errors(table, items)
            with_errors(table, LiesAboutLength(items))
            with_errors(table, Grows([0], items * 40))
            with_errors(table, [Grows([0], items * 40)])
            with_errors(table, [Grows([0, 5], items * 40), Grows([5, 5, 1], items * 40)])
        with_errors(table, Fickle({0: (PLANE, PLANE), 14: 1.0}, {10**6: (PLANE, PLANE), 10**7: 2.0}))
        with_errors(table, Fickle({14: 1.0}, dict.fromkeys(range(-5, 10**3), 1.0)))


def test_first_cards_that_overflow_with_the_cards_of_their_turn_are_refused() -> None:
    for first in (2**31 - 1, 2**31 - 5, -1, 2**63, 10**30):
        with pytest.raises(ofc.OfcError):
            _core.playouts(PINEAPPLE, [(0, first, 13, 13)], 1, 1, False, 52, 52, 1, 1, 1)
        with pytest.raises(ofc.OfcError):
            arena(([(0, 0, 5, 5), (0, 5, 8, 8)], [(0, first, 1)] * 2, 52)).play(1, 0, 1, 0, [0])


def test_a_policy_deals_no_more_cards_than_the_deck_has() -> None:
    with pytest.raises(ofc.OfcError, match="deal 169 cards"):
        policy(streets=[(13, 1)] * 13).solo(1, 0, 10)


def test_what_a_callback_of_the_arena_gives_is_checked() -> None:
    at_once = [(0, 0, 13, 13)], [(0, 0, 0)], 13
    for wrong in (None, 5, PINEAPPLE):
        hand = _core.Arena(
            PINEAPPLE,
            [_core.CompiledGreedy(PINEAPPLE, 1)],
            1,
            lay_out=lambda *_: at_once,
            objective_of=lambda *_, w=wrong: w,
        )
        with pytest.raises(TypeError, match="FantasylandObjective"):
            hand.play(1, 0, 1, 0, [0])


def test_an_arena_that_is_asked_from_within_its_own_callback_says_so() -> None:
    def again(*_: Any) -> Any:
        return inner.play(1, 0, 1, 0, [0])

    inner = _core.Arena(PINEAPPLE, [_core.CompiledRandom(1)], 1, lay_out=again, objective_of=again)
    with pytest.raises(ofc.OfcError, match="already playing"):
        inner.play(1, 0, 1, 0, [0])


def test_two_threads_may_train_one_policy() -> None:
    learner = policy()
    learner.begin(1, 40_000)
    threads = [threading.Thread(target=learner.train, args=(20_000,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert learner.train(0) == 40_000


# --- Numbers ------------------------------------------------------------------------------------------------


def test_a_ranking_takes_two_planes_a_mark() -> None:
    for planes in ([PLANE] * 40, [PLANE], []):
        with pytest.raises(ofc.OfcError, match="planes of a mark"):
            _core.CompiledRanking(kinds=[0] * 54, planes={0: planes})  # type: ignore[dict-item]


def test_playouts_that_fit_no_memory_are_refused() -> None:
    with pytest.raises(ofc.OfcError, match="hands: 165191050"):
        _core.playouts(PINEAPPLE, ((0, 0, 5, 5),), 2, 2, False, 52, 52, 1, 1, 165_191_050)


def test_numbers_that_lie_about_themselves_lead_nowhere() -> None:
    with pytest.raises(ofc.InvalidCard):
        JOKERS.resolve([*range(12), Wavering(10**6)])
    with pytest.raises(ofc.OfcError, match="a strength"):
        PINEAPPLE.is_foul(Wavering(10**6), 1, 1)
    with pytest.raises(TypeError, match="an int"):
        PINEAPPLE.is_foul(1.5, 1, 1)  # type: ignore[arg-type]


def test_numbers_beyond_64_bits_are_refused_in_few_words() -> None:
    for huge in (2**64, -1, 10**5000, Wavering(10**5000)):
        for call in (
            lambda n: _core.deal_order(n, 0, 52, 5),
            lambda n: _core.deal_order(0, n, 52, 5),
            lambda n: _core.CompiledGreedy(PINEAPPLE, n),
            lambda n: _core.CompiledRandom(n),
            lambda n: ofc.rank([n]),
            lambda n: goal(royalty=10**400, rows=n),
            lambda n: policy().solo(n, 0, 0),
            lambda n: rollouts().run([n], 0, 1),
        ):
            with pytest.raises(ofc.OfcError) as caught:
                call(huge)
            assert len(str(caught.value)) < 300


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1e300, -1e300])
def test_worths_are_numbers_that_a_search_can_add_up(number: float) -> None:
    for call in (
        lambda: plan(inside=14, next_hands=[(14, number)]),
        lambda: plan(foul=number),
        lambda: plan(opponents=[([(1, number)], [], [], 0.0)]),
        lambda: plan(opponents=[([], [], [], number)]),
        lambda: goal(royalty=number),
        lambda: goal(fantasyland=[(14, number)]),
        lambda: goal(points=[(14, number)]),
        lambda: policy(fantasyland=[(14, number)]),
        lambda: policy().begin(1, 1, caution=number),
    ):
        with pytest.raises(ofc.OfcError):
            call()


def test_a_policy_of_absurd_royalties_learns_without_overflow() -> None:
    absurd = rules_of(
        royalty_top=[0] + [32767] * 9854, royalty_bottom=[0] + [32767] * 9854, foul_points=32767
    )
    learner = _core.CompiledPolicy(_core.CompiledRules(**absurd), streets=[(5, 5), (8, 8)], placed=[5])
    learner.learn(b"\xff" * len(learner.knowledge()))
    learner.begin(1, 2000, caution=1000)
    assert learner.train(2000) == 2000


def test_cards_out_of_range_in_a_hand_of_seven_lead_nowhere() -> None:
    with pytest.raises(ofc.InvalidCard, match="card id out of range"):
        ofc.rank([*range(6), 255])


# --- Buffers ------------------------------------------------------------------------------------------------


def at(address: int, code: str, shape: tuple[int, ...]) -> Any:
    """An array of ctypes that starts so many bytes behind an aligned address."""
    kind: Any = {"H": ctypes.c_uint16, "i": ctypes.c_int32, "h": ctypes.c_int16, "d": ctypes.c_double}[code]
    size = ctypes.sizeof(kind)
    for n in reversed(shape):
        kind, size = kind * n, size * n
    return kind.from_buffer(bytearray(size + 16), address)


FIVES = memoryview(bytes(range(50))).cast("B", (10, 5))
FOURS = memoryview(bytes((5 * i + 5 + c) % 52 for i in range(10) for c in range(4))).cast("B", (10, 4))
PAIRS = memoryview(bytes(range(26)) * 10).cast("B", (10, 2, 13))
HANDS = memoryview(bytes(range(14)) * 10).cast("B", (10, 14))


def solve_many(hands: Any, **outs: Any) -> None:
    cards = memoryview(bytearray(140)).cast("B", (10, 14))
    good = {"cards": cards, "values": at(0, "d", (10,)), "royalties": at(0, "i", (10,))}
    plan().solve_many(hands, 0, 10, **{**good, "stays": bytearray(10), "fouls": bytearray(10), **outs})


WRITERS: dict[str, Callable[[Callable[..., Any]], object]] = {
    "rank_many": lambda out: ofc.rank_many(FIVES, out("H", (10,))),
    "Ranking.rank_many": lambda out: ofc.RANKINGS["deuce-to-seven"].rank_many(FIVES, out("H", (10,))),
    "omaha": lambda out: _core.omaha_rank_many(FOURS, FIVES, out("H", (10,))),
    "score_many": lambda out: PINEAPPLE.score_many(PAIRS, out("i", (10, 2))),
    "royalties": lambda out: PINEAPPLE.score_many(PAIRS, None, None, out("h", (10, 2, 3))),
    "values": lambda out: solve_many(HANDS, values=out("d", (10,))),
    "royalties of boards": lambda out: solve_many(HANDS, royalties=out("i", (10,))),
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS.keys())
def test_results_are_not_written_to_a_misaligned_buffer(
    write: Callable[[Callable[..., Any]], object],
) -> None:
    write(lambda code, shape: at(0, code, shape))
    with pytest.raises(ofc.OfcError, match="not aligned"):
        write(lambda code, shape: at(1, code, shape))


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS.keys())
def test_results_are_not_written_in_a_foreign_byte_order(
    write: Callable[[Callable[..., Any]], object],
) -> None:
    np = pytest.importorskip("numpy")
    kinds = {"H": "uint16", "i": "int32", "h": "int16", "d": "float64"}
    write(lambda code, shape: np.zeros(shape, kinds[code]))
    with pytest.raises(ofc.OfcError, match="it must be"):
        write(lambda code, shape: np.zeros(shape, np.dtype(kinds[code]).newbyteorder()))


def test_cards_may_lie_at_any_address_but_not_in_a_foreign_byte_order() -> None:
    np = pytest.importorskip("numpy")
    for kind in ("uint16", "int32", "int64"):
        odd = np.frombuffer(bytearray(50 * np.dtype(kind).itemsize + 1), kind, 50, 1).reshape(10, 5)
        odd[:] = np.arange(50).reshape(10, 5)
        assert list(ofc.rank_many(odd)) == list(ofc.rank_many(FIVES))
        ranking = ofc.RANKINGS["deuce-to-seven"]
        assert list(ranking.rank_many(odd)) == list(ranking.rank_many(FIVES))
        with pytest.raises(TypeError, match="cards are integers"):
            ofc.rank_many(odd.astype(np.dtype(kind).newbyteorder()))


def test_a_plane_may_lie_at_any_address() -> None:
    odd = at(1, "H", (9855,))
    for i in range(9855):
        odd[i] = i
    ranking = _core.CompiledRanking(kinds=[0] * 54, planes={0: (odd, odd)})
    assert ranking.strength([0, 1, 2, 3, 4]) == ofc.rank([0, 1, 2, 3, 4])


def test_results_have_memory_of_their_own() -> None:
    both = memoryview(bytearray(range(14)) * 10).cast("B", (10, 14))
    with pytest.raises(ofc.OfcError, match="shares memory"):
        solve_many(both, cards=both)


def scribbled(
    shape: tuple[int, ...], bad: Sequence[int]
) -> tuple[memoryview, Callable[[], None], Callable[[], None]]:
    """A batch of good rows, a thread that writes bad cards to it, and how the two begin and end."""
    row = shape[-1] * (shape[1] if len(shape) == 3 else 1)
    cards, done = bytearray(bytes(range(row)) * shape[0]), threading.Event()

    def scribble() -> None:
        i = 0
        while not done.is_set():
            i = (i * 1103515245 + 12345) % len(cards)
            cards[i] = bad[i % len(bad)]
            cards[i] = i % row

    thread = threading.Thread(target=scribble)
    return memoryview(cards).cast("B", shape), thread.start, lambda: (done.set(), thread.join())[1]


@pytest.mark.parametrize("bad", [(255,), (52, 53), (200, 0, 54)])
def test_cards_that_another_thread_writes_lead_nowhere(bad: Sequence[int]) -> None:
    """Cards were checked where they lie, and read again: with jokers that read past a table."""
    batches: list[tuple[tuple[int, ...], Callable[[Any], object]]] = [
        ((2000, 2, 13), JOKERS.score_many),
        ((2000, 4, 13), PINEAPPLE.score_many),
        ((4000, 5), ofc.rank_many),
        ((4000, 7), ofc.rank_many),
        ((2000, 5), ofc.RANKINGS["deuce-to-seven"].rank_many),
        ((500, 12), ofc.RANKINGS["high"].rank_many),
        (
            (2000, 4),
            lambda cards: _core.omaha_rank_many(
                cards, memoryview(bytes(range(45, 50)) * 2000).cast("B", (2000, 5))
            ),
        ),
    ]
    for shape, call in batches:
        cards, start, stop = scribbled(shape, bad)
        start()
        try:
            for _ in range(20):
                with_errors(call, cards)
        finally:
            stop()
