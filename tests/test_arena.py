"""The arena: the hands that C plays are those of a Match whose bots answer one by one."""

import _thread
import pickle
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest

from ofckit import _core
from ofckit._core import TALLY_FIELDS, CompiledBot, CompiledGreedy, CompiledRandom
from ofckit._errors import OfcError
from ofckit.board import Board
from ofckit.game import Arena, Match, Played
from ofckit.objective import Objective
from ofckit.policy import Policy
from ofckit.rules import RULES, Rules, Street
from ofckit.scoring import Settlement, settle

from matches import CASES, CLASSIC, EASY, HOUSE, PINEAPPLE, act


def sorted_rows(board: Board) -> tuple[list[int], ...]:
    return tuple(sorted(row, reverse=True) for row in board.rows)


def assert_same_hands(arena: Arena, seed: int, hands: int) -> Played:
    """The same boards, points, buttons and Fantasyland hands as in a Match, hand by hand."""
    rules, players = arena.rules, arena.players
    match = Match(rules, players, seed=seed, button=0)
    played = arena.play(seed, 0, hands, button=0, boards=True)
    for hand in range(hands):
        alone = arena.play(seed, hand, 1, button=match.button, fantasyland=match.fantasyland, boards=True)
        game = match.deal()
        while game.turn is not None:
            person = game.turn % players
            game.push(act(arena.bots[person], game.observation(game.turn), arena.objectives[person]))
        for seat in range(game.seats):
            assert sorted_rows(played.board(hand, seat)) == sorted_rows(game.board(seat)), (hand, seat)
            assert sorted_rows(alone.board(0, seat)) == sorted_rows(game.board(seat))
        settled = match.finish()
        points = [sum(settled.points[i::players]) for i in range(players)]
        assert played.points[hand * players :][:players].tolist() == points
        assert (alone.button, alone.fantasyland) == (match.button, match.fantasyland)
    assert (played.button, played.fantasyland) == (match.button, match.fantasyland)
    return played


@pytest.mark.parametrize("name", CASES)
def test_the_hands_of_a_match(name: str) -> None:
    rules = CASES[name]
    for players in range(rules.players[0], rules.players[1] + 1):
        greedy = [CompiledGreedy(rules.compiled, seed) for seed in range(1, players)]
        bots = [
            CompiledRandom(0),
            *greedy,
        ]  # who set hands that come at once at random, and for the most points
        played = assert_same_hands(Arena(rules, bots), seed=players, hands=24)
        if rules.fantasyland is not None and ("bottom", "22") in rules.fantasyland.enter:
            assert sum(
                played.total(seat)[f"inside{n}"] for seat in range(played.seats) for n in range(13, 18)
            )


@pytest.mark.parametrize("name", [name for name in RULES if name != "chinese"])
def test_the_hands_of_policies(name: str) -> None:
    rules = RULES[name]
    for players in range(rules.players[0], rules.players[1] + 1):
        assert_same_hands(Arena(rules, [Policy.of(rules).compiled] * players), seed=players, hands=6)


Tally = Counter[tuple[int, int, str]]
"""by seat, position and field"""


def test_the_tally_is_what_the_boards_say() -> None:
    for rules in (HOUSE["easy"], HOUSE["criss-cross, all dealt together"], RULES["2-7-pineapple"]):
        players = rules.players[1]
        arena = Arena(rules, [CompiledRandom(seed) for seed in range(players)])
        inside: tuple[int, ...] = (0,) * rules.seats(players)
        button, expected, together = 1, Tally(), Tally()
        for hand in range(60):
            played = arena.play(3, hand, 1, button=button, fantasyland=inside, boards=True)
            expected.update(counted(played, rules, button, inside))
            button, inside = played.button, played.fantasyland
        whole = arena.play(3, 0, 60, button=1)
        for seat, position in product(range(whole.seats), repeat=2):
            for name, number in whole.cell(seat, position).items():
                together[seat, position, name] = number
        assert {key: n for key, n in together.items() if n} == {key: n for key, n in expected.items() if n}


def counted(played: Played, rules: Rules, button: int, inside: tuple[int, ...]) -> Tally:
    """The tally of one hand, from its boards alone."""
    found = Tally()
    settled = settle([played.board(0, seat) for seat in range(played.seats)], rules)
    for seat in range(played.seats):
        points, royalties, foul = settled.points[seat], settled.royalties[seat], settled.fouls[seat]
        coming = rules.next_cards(inside[seat], *settled.resolved[seat].strengths, foul=foul)
        names = {"hands": 1, "points": points, "points_squared": points**2, "fouls": int(foul)}
        names |= {
            f"royalties_{row}": n for row, n in zip(("top", "middle", "bottom"), royalties, strict=True)
        }
        names[f"royalty{min(royalties.total, 63)}"] = 1
        if inside[seat]:
            names |= {f"inside{inside[seat]}": 1, "stays": int(coming > 0)}
        else:
            names |= {"normal": 1, **({f"entries{coming}": 1} if coming else {})}
        names["sweeps"] = sum(swept(settled, seat, other) for other in range(played.seats))
        names["swept"] = sum(swept(settled, other, seat) for other in range(played.seats))
        found.update({(seat, (seat - button - 1) % played.seats, name): n for name, n in names.items()})
    return found


def swept(settled: Settlement, seat: int, other: int) -> bool:
    if (
        (min(seat, other), max(seat, other)) not in settled.pairs
        or settled.fouls[seat]
        or settled.fouls[other]
    ):
        return False
    mine, his = settled.resolved[seat].strengths, settled.resolved[other].strengths
    low = settled.rules.middle == "2-7"
    return mine[0] > his[0] and (mine[1] < his[1] if low else mine[1] > his[1]) and mine[2] > his[2]


def test_a_match_in_pieces_is_the_match() -> None:
    arena = Arena(HOUSE["easy"], [CompiledRandom(1), CompiledRandom(2)])
    whole = arena.play(9, 0, 50, button=0, boards=True)
    first = arena.play(9, 0, 20, button=0, boards=True)
    rest = arena.play(9, 20, 30, button=first.button, fantasyland=first.fantasyland, boards=True)
    assert whole.points == first.points + rest.points
    assert whole.boards == (first.boards or b"") + (rest.boards or b"")
    assert whole.cells.tolist() == [a + b for a, b in zip(first.cells, rest.cells, strict=True)]
    assert (whole.button, whole.fantasyland) == (rest.button, rest.fantasyland)


def test_fantasyland_that_is_not_carried_is_the_same_in_every_hand() -> None:
    played = Arena("pineapple", [CompiledGreedy(PINEAPPLE.compiled, 1), CompiledRandom(2)]).play(
        5, hands=40, button=0, fantasyland=(16, 0), carry=False
    )
    assert [played.cell(0, position)["inside16"] for position in (0, 1)] == [20, 20]
    assert played.total(1)["normal"] == 40
    assert played.fantasyland == (16, 0)
    assert played.total(0)["fouls"] == 0


def test_no_hands_at_all() -> None:
    played = Arena("classic", [CompiledRandom()] * 4).play(0, hands=0)
    assert not any(played.cells)
    assert len(played.points) == 0
    assert played.button == 3


def test_a_random_player_knows_no_order() -> None:
    """All placements are equally likely, whatever the order in which the cards are seen."""
    bot, seen = CompiledRandom(7), Counter[bytes]()
    for card in range(4, 40):
        draw = [card, 51, 2]
        to = bot.place([[0], [45, 44], [50, 49, 48]], [], draw, 2)
        assert bot.place([[0], [44, 45], [48, 50, 49]], [], draw[::-1], 2) == to[::-1]
        assert to.count(3) == 1
        seen[to] += 1
    assert sum(seen.values()) == 36
    assert len(seen) > 15


def test_every_placement_is_drawn_alike() -> None:
    """Two of three cards, two places on top and one in the middle: nine ways. A chi-square test."""
    draw, rows = [3, 20, 40], [[51], [0, 1, 2, 4], [5, 6, 7, 8, 9]]
    seen = Counter(CompiledRandom(seed).place(rows, [], draw, 2) for seed in range(9000))
    assert len(seen) == 9
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 30


def test_pickles() -> None:
    arena = Arena("pineapple", [CompiledRandom(1), CompiledRandom(2)], Objective(foul=-3.0))
    again = pickle.loads(pickle.dumps(arena))
    assert again.play(1, hands=9) == arena.play(1, hands=9)
    assert again.objectives == arena.objectives


def test_threads_that_share_an_arena() -> None:
    arena = Arena(HOUSE["easy"], [CompiledRandom(1), CompiledRandom(2)])
    alone = [arena.play(seed, hands=300) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda seed: arena.play(seed, hands=300), range(4))) == alone


def test_what_an_arena_refuses() -> None:
    bot, two = CompiledRandom(), CLASSIC.replace(players=(2, 2))
    rules: Rules | str
    for rules, bots, message in (
        ("pineapple", [bot] * 4, "players = 4: 68 cards"),
        ("pineapple", [CompiledBot(), bot], "CompiledBots that can play"),
        (two.replace(fantasyland=EASY.replace(enter={"22": 18})), [bot] * 2, "18 cards at once"),
        (
            CLASSIC.replace(streets=(Street(deal=14, place=12), Street(deal=1, place=1)), players=(2, 2)),
            [bot] * 2,
            "14 cards",
        ),
    ):
        with pytest.raises((OfcError, TypeError), match=message):
            Arena(rules, bots)
    greedy = CompiledGreedy(PINEAPPLE.compiled, 1)
    arena = Arena("pineapple", [greedy, bot], Objective(fantasyland={13: 1.0}))
    with pytest.raises(OfcError, match="no value for Fantasyland with 14"):
        arena.play(1, fantasyland=(14, 0))
    wrong: dict[str, Any]
    for wrong in ({"hands": -1}, {"button": 2}, {"fantasyland": (12, 0)}, {"first": 1 << 64}):
        with pytest.raises(OfcError):
            arena.play(1, **wrong)


def test_an_interrupt_is_heard() -> None:
    arena = Arena("pineapple", [CompiledRandom(1), CompiledRandom(2)])
    alarm = threading.Timer(0.1, _thread.interrupt_main)
    alarm.start()
    with pytest.raises(KeyboardInterrupt):
        arena.play(1, hands=1 << 24)
    alarm.join()
    assert sum(arena.play(1, hands=100).points) == 0


Layout = tuple[list[tuple[int, int, int, int]], list[tuple[bool, int, int]], int]
TWO_HANDS: Layout = ([(0, 0, 13, 13), (1, 13, 13, 13)], [(True, 0, 0)] * 2, 26)


def core(layout: Layout = TWO_HANDS, bots: int = 2, seats: int = 2, **how: Any) -> _core.Arena:
    """A table at the border itself, where closed hands are dealt in this way."""
    rules = RULES["chinese"]
    objective = _core.FantasylandObjective(rules.compiled, foul=-4.0)
    return _core.Arena(
        rules.compiled,
        [CompiledGreedy(rules.compiled, 1)] * bots,
        seats,
        lay_out=lambda button, inside: layout,
        objective_of=lambda player, cards: how.pop("objective", objective),
        **{name: value for name, value in how.items() if name != "objective"},
    )


def test_the_border_plays_what_is_laid_out() -> None:
    cells, points, boards, button, inside = core().play(7, 0, 3, 0, (0, 0), boards=True)
    assert (len(cells), len(points), button, inside) == (4 * len(TALLY_FIELDS), 6, 1, (0, 0))
    assert boards is not None
    assert all(len(set(boards[26 * i : 26 * i + 26])) == 26 for i in range(3))


@pytest.mark.parametrize(
    "layout",
    [
        ([(0, 0, 13, 13)], [(True, 0, 0)], 26),  # a seat without cards
        ([(0, 0, 13, 13), (1, 12, 13, 13)], [(True, 0, 0)] * 2, 26),  # a card dealt twice
        ([(0, 0, 13, 13), (1, 13, 13, 13)], [(True, 0, 0)], 26),  # a turn that nobody sees
        ([(0, 0, 13, 13), (1, 13, 13, 13)], [(True, 0, 0), (True, 20, 9)], 26),  # cards beyond the deal
        ([(0, 0, 13, 13), (1, 13, 13, 13)], [(True, 0, 0)] * 2, 60),  # more than a deck
        ([(0, 0, 18, 13), (1, 18, 13, 13)], [(True, 0, 0)] * 2, 31),  # more than can be set
        ([(0, 0, 14, 12), (0, 14, 1, 1), (1, 15, 13, 13)], [(True, 0, 0)] * 3, 28),  # more than a bot takes
    ],
)
def test_the_border_refuses_other_hands(layout: Layout) -> None:
    with pytest.raises(ValueError, match=r"."):
        core(layout).play(1, 0, 1, 0, (0, 0))


def test_the_border_refuses_other_tables() -> None:
    for how in ({"seats": 3}, {"seats": 8}):
        with pytest.raises(ValueError, match=r"."):
            core(**how)
    for match in ((-1, 0, (0, 0)), (1, 2, (0, 0)), (1, 0, (0,)), (1, 0, (0, 12)), (1, 0, (18, 0))):
        with pytest.raises(ValueError, match=r"."):
            core().play(1, 0, *match)
    with pytest.raises(ValueError, match="hand numbers"):
        core().play(1, (1 << 64) - 1, 1, 0, (0, 0))
    with pytest.raises(TypeError):
        core(objective="no objective").play(1, 0, 1, 0, (0, 0))
