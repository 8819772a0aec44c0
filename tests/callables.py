"""Whatever of ofckit takes an argument, and good arguments for it: found by walking the package.

A new public name is a target at once. A method is called on a sample of its class: test_fuzz.py names the
classes that have methods and no sample here.
"""

from __future__ import annotations

import ast
import inspect
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import ofckit as ofc
from hostile import buffer, hostile
from ofckit import _core, engine, game, history, odds, review, rl, search, session, simulation

MODULES = [
    import_module(f"ofckit{name and '.'}{name}")
    for name in (
        *(
            "",
            "bots",
            "engine",
            "game",
            "history",
            "hutchison",
            "odds",
            "omaha",
            "policy",
            "review",
            "search",
        ),
        *("rl", "session", "simulation"),
    )
]
EXCLUDED = {
    "Category": "an enum, which calls nothing of ours",
    "Row": "an enum, which calls nothing of ours",
    "Status": "an enum, which calls nothing of ours",
    "Bot": "a protocol",
    "Searcher": "a protocol",
    "Pack": "a protocol",
    "ProcessBot": "starts what it is given as a command",
    "Board.of_rows": "takes rows that are known to be good",
    "Match.restore": "takes parts that are known to be good",
    "NetworkBot": "asks a function, whose answer is checked in test_network.py",
    "OnnxBot": "needs a library of its own",
    "explain": "takes what a search has found",
    "jokers_of": "takes what a search has found",
    "parts_of": "takes what a search has found",
    "turns_in_order": "takes numbers that are known to be good",
    "Review": "takes what lists take",
    "Moves": "takes what lists take",
    "Policy": "is made by Policy.of, train, load and from_bytes",
    "Engine.say": "sends what it is given",
    "Engine.complain": "sends what it is given",
    "serve": "speaks with the terminal",
    "HistoryFile": "writes to any path",
    "SessionFile": "writes to any path",
    "Policy.save": "writes to any path",
    "_core.use_cards": "tells the core what a Card is, once, when the package is imported",
    "_core._set_kernel": "changes the kernel of the calls after it",
}
ITEMS: tuple[type[BaseException], ...] = (IndexError, KeyError)
OPERATORS: dict[str, tuple[type[BaseException], ...]] = {
    "__getitem__": ITEMS,
    "__setitem__": ITEMS,
    "__delitem__": ITEMS,
    **dict.fromkeys(("__contains__", "__eq__", "__lt__", "__le__"), ()),
    **dict.fromkeys(("__add__", "__sub__", "__or__", "__and__", "__call__"), ()),
}
DOCUMENTED: dict[str, tuple[type[BaseException], ...]] = {
    "_core.EndgameSearch.outlook": (MemoryError,),
    "_core.VersusSearch.outlook": (MemoryError,),
}
"""What a call may raise beyond TypeError and OfcError."""


WITHOUT_SAMPLE: set[str] = set()
"""Classes with methods that nothing was called on, by the last call of `targets`."""


@dataclass(frozen=True)
class Target:
    """A callable, what it is called, and its parameters: (name, by keyword only, has a default)."""

    name: str
    make: Callable[[Random], Callable[..., Any]]
    parameters: tuple[tuple[str, bool, bool], ...]
    documented: tuple[type[BaseException], ...] = ()

    @property
    def is_core(self) -> bool:
        return self.name.startswith("_core.")


def targets() -> list[Target]:
    """Whatever takes an argument, in the public modules and in the core."""
    return [target for target in (*public(), *core()) if target.parameters]


def public() -> Iterator[Target]:
    seen: list[Any] = []
    for module in MODULES:
        for name in public_names(module):
            what = getattr(module, name)
            if any(what is one for one in seen):
                continue
            seen.append(what)
            if inspect.isclass(what) and issubclass(what, BaseException):
                continue
            if callable(what) and name not in EXCLUDED:
                yield Target(name, lambda rng, what=what: what, parameters_of(what))
            kind = what if inspect.isclass(what) else type(what)
            if name in (
                "Bot",
                "Category",
                "Pack",
                "ProcessBot",
                "HistoryFile",
                "SessionFile",
                "NetworkBot",
                "OnnxBot",
                "Row",
                "Searcher",
                "Status",
            ):
                continue
            yield from methods(name, kind, None if inspect.isclass(what) else what)


def public_names(module: Any) -> list[str]:
    """What it calls public, else what it defines under a name without an underscore."""
    own = (name for name, what in vars(module).items() if getattr(what, "__module__", "") == module.__name__)
    return sorted(getattr(module, "__all__", None) or (name for name in own if not name.startswith("_")))


def methods(name: str, kind: type, instance: Any) -> Iterator[Target]:
    for method in dir(kind):
        owner = next(base for base in kind.__mro__ if method in vars(base))
        home = owner.__module__  # of some types of functions a descriptor
        if not (isinstance(home, str) and home.startswith("ofckit")) or f"{name}.{method}" in EXCLUDED:
            continue
        raw = inspect.getattr_static(kind, method)
        if (method.startswith("_") and method not in OPERATORS) or isinstance(raw, property):
            continue
        if not callable(getattr(kind, method)) or inspect.isclass(raw):
            continue
        if getattr(getattr(raw, "__code__", None), "co_filename", "") == "<string>":
            continue  # written by dataclasses
        bound = not isinstance(raw, (staticmethod, classmethod))
        changes = method == "replace" and [(key, True, True) for key, *_ in parameters_of(kind)]
        parameters = changes or parameters_of(getattr(kind, method), bound)
        if not parameters:
            continue
        sample = SAMPLES.get(kind) if instance is None else lambda rng: instance
        if sample is None:
            WITHOUT_SAMPLE.add(kind.__name__)
            continue
        found = f"{name}.{method}"
        documented = OPERATORS.get(method, DOCUMENTED.get(found, ()))
        yield Target(found, lambda rng, s=sample, m=method: getattr(s(rng), m), tuple(parameters), documented)


Parameters = tuple[tuple[str, bool, bool], ...]


def parameters_of(what: Any, bound: bool = False) -> Parameters:
    try:
        signature = inspect.signature(what)
    except (ValueError, TypeError):
        return (("x", False, False),)
    given = list(signature.parameters.values())[1 if bound else 0 :]
    open_ended = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    named = [p for p in given if p.kind not in open_ended]
    return tuple((p.name, p.kind is p.KEYWORD_ONLY, p.default is not p.empty) for p in named)


def core() -> Iterator[Target]:
    """What is compiled, from its stub: compiled classes do not tell their parameters."""
    for node in ast.parse(Path(_core.__file__).with_name("_core.pyi").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and f"_core.{node.name}" not in EXCLUDED:
            make = lambda rng, name=node.name: getattr(_core, name)  # noqa: E731
            yield Target(f"_core.{node.name}", make, stub_parameters(node, 0))
        if not isinstance(node, ast.ClassDef):
            continue
        for method in (one for one in node.body if isinstance(one, ast.FunctionDef)):
            name = f"_core.{node.name}.{method.name}"
            if method.name == "__init__":
                make = lambda rng, name=node.name: getattr(_core, name)  # noqa: E731
                yield Target(f"_core.{node.name}", make, stub_parameters(method, 1))
            elif not any(isinstance(d, ast.Name) and d.id == "property" for d in method.decorator_list):
                sample, parameters = CORE.get(node.name), stub_parameters(method, 1)
                if parameters and sample is None:
                    WITHOUT_SAMPLE.add(f"_core.{node.name}")
                    continue
                make = lambda rng, s=sample, m=method.name: getattr(s(rng), m)  # noqa: E731
                yield Target(name, make, parameters, DOCUMENTED.get(name, ()))


def stub_parameters(function: ast.FunctionDef, skip: int) -> Parameters:
    given = function.args.posonlyargs + function.args.args
    required = len(given) - len(function.args.defaults)
    plain = [(a.arg, False, i >= required) for i, a in enumerate(given)][skip:]
    named = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
    return (*plain, *((a.arg, True, default is not None) for a, default in named))


# --- Samples: an object of each class to call the methods of ------------------------------------------------

PRESETS = ("pineapple", "classic", "turbo", "progressive", "joker-ultimate", "2-7-pineapple", "chinese")
FULL = (
    "QhQd5c/7h7d8s8c2d/AsKsJs9s4s",
    "AhAd3c/KhKd9h6c4d/JhJdTs8d2s",
    "2c3d4h/5c6d7h8s9c/AcKcQcJcTc",
)
PARTIAL = ("Qh/7h7d8s/AsKs", "-/-/-", "QhQd/7h7d8s/AsKsJs9s", "Qh / - / AsKs", "QhQd5c/7h7d8s/AsKsJs")
DRAW = "2c 3d 4h"
HAND = "As Ks Qs Js Ts 2c 2d 2h 3c 3d 4h 5s 6d 7c"


def kept(name: str) -> Any:
    """One object for all calls: it takes time to make, and no call changes it."""
    return _kept(name)


@cache
def _kept(name: str) -> Any:
    return KEPT[name]()


KEPT: dict[str, Callable[[], Any]] = {
    "analysis": lambda: ofc.analyse(position(), limit=0.01),
    "chances": lambda: ofc.chances(position()),
    "fantasyland": lambda: _core.FantasylandObjective(ofc.RULES["pineapple"].compiled),
    "frequencies": odds.frequencies,
    "grade": lambda: review.grade(next(review.decisions(kept("history"))), limit=ofc.Limit(rollouts=16)),
    "history": lambda: played_history(),
    "knowledge": lambda: core_policy(Random(1)).knowledge(),
    "league": lambda: simulation.league("pineapple", [ofc.RandomBot(1), ofc.RandomBot(2)], 20, seed=1),
    "moves": lambda: ofc.best_moves(position()),
    "odds": lambda: ofc.RowOdds.of(FULL[:2], ofc.RULES["pineapple"]),
    "played": lambda: game.Arena("pineapple", [_core.CompiledRandom(1)] * 2).play(1, hands=3, boards=True),
    "policy": lambda: ofc.Policy.of(ofc.RULES["pineapple"]).to_bytes(),
    "report": lambda: ofc.simulate("pineapple", [ofc.RandomBot(1), ofc.RandomBot(2)], 20, seed=1),
    "solution": lambda: ofc.solve_fantasyland(HAND, "pineapple"),
}


def position(rng: Random | None = None) -> ofc.Position:
    return ofc.Position("pineapple", "QhQd/7h7d8s/AsKsJs9s", draw=DRAW, dead="5c 6c")


def played_history() -> history.History:
    """Two random hands of two players."""
    made = history.History(ofc.Match("pineapple", 2, seed=7))
    for _ in range(2):
        hand = made.deal()
        while not hand.is_over:
            made.push(hand.legal_moves[0])
        made.finish()
    return made


def history_of(rng: Random) -> history.History:
    made = history.History(ofc.Match("pineapple", 2, seed=7))
    if rng.random() < 0.5:
        made.deal()
    return made


def match_of(rng: Random) -> ofc.Match:
    made = ofc.Match("pineapple", 2, seed=7, chips=rng.choice((None, 200)))
    if rng.random() < 0.5:
        made.deal()
    return made


def ids(rng: Random, n: int) -> list[int]:
    return rng.sample(range(52), n)


def rows_of(rng: Random) -> list[list[int]]:
    cards = ids(rng, 7)
    return [cards[:1], cards[1:4], cards[4:]]


def compiled(rng: Random) -> _core.CompiledRules:
    return ofc.RULES[rng.choice(PRESETS)].compiled


def core_policy(rng: Random) -> _core.CompiledPolicy:
    return _core.CompiledPolicy(compiled(rng), streets=[(5, 5), (8, 8)], placed=[5])


def core_objective(rng: Random) -> _core.EndgameObjective:
    return _core.EndgameObjective(compiled(rng), royalty=1.0, foul=-6.0)


def core_rollouts(rng: Random) -> _core.Rollouts:
    rules = ofc.RULES["pineapple"].compiled
    bot, board = _core.CompiledGreedy(rules), [[0, 1], [2, 3, 4], [5, 6, 7, 8]]
    objective = _core.EndgameObjective(rules, royalty=1.0, foul=-6.0)
    return _core.Rollouts(objective, bot, [board], range(20, 52), [(3, 2), (3, 2)])


def core_versus(rng: Random) -> _core.VersusSearch:
    boards = [[range(a, a + 3), range(a + 3, a + 8), range(a + 8, a + 12)] for a in (0, 12)]
    return _core.VersusSearch(compiled(rng), boards, range(30, 36), [(0, 2, 1), (1, 1, 1)])


def env_of(rng: Random) -> rl.VectorEnv:
    made = rl.VectorEnv("pineapple", n=2, actions=rng.choice(("card", "turn")), seed=1)
    if rng.random() < 0.8:
        made.reset()
    return made


def arena_of(rng: Random) -> game.Arena:
    return game.Arena("pineapple", [_core.CompiledRandom(1), _core.CompiledRandom(2)])


SAMPLES: dict[type, Callable[[Random], Any]] = {
    ofc.Analysis: lambda rng: kept("analysis"),
    ofc.Board: lambda rng: ofc.Board(rng.choice(FULL + PARTIAL)),
    search.Chances: lambda rng: kept("chances"),
    ofc.Card: lambda rng: ofc.Card(rng.randrange(54)),
    ofc.Deck: lambda rng: ofc.Deck(seed=1),
    ofc.Fantasyland: lambda rng: ofc.RULES["pineapple"].fantasyland,
    ofc.Game: lambda rng: rng.choice(
        (ofc.Game(rng.choice(PRESETS), 2, seed=rng.randrange(100)), ofc.Game("pineapple", 2, live=True))
    ),
    ofc.GreedyBot: lambda rng: ofc.GreedyBot(1),
    ofc.Limit: lambda rng: ofc.Limit(seconds=0.01),
    ofc.Match: match_of,
    ofc.Move: lambda rng: ofc.Move("8c@m Td@b x4h"),
    ofc.MoveInfo: lambda rng: kept("moves")[0],
    ofc.Moves: lambda rng: kept("moves"),
    ofc.Objective: lambda rng: ofc.Objective(),
    ofc.Policy: lambda rng: ofc.Policy.of(rng.choice(PRESETS[:3])),
    ofc.PolicyBot: lambda rng: ofc.PolicyBot(1),
    ofc.Position: position,
    ofc.RandomBot: lambda rng: ofc.RandomBot(1),
    ofc.Ranking: lambda rng: ofc.RANKINGS[rng.choice(list(ofc.RANKINGS))],
    ofc.Report: lambda rng: kept("report"),
    ofc.RowOdds: lambda rng: kept("odds"),
    ofc.Royalties: lambda rng: ofc.RULES["pineapple"].royalties,
    ofc.Rules: lambda rng: ofc.RULES[rng.choice(PRESETS)],
    ofc.Settlement: lambda rng: ofc.settle(FULL[:2], "pineapple"),
    ofc.Solution: lambda rng: kept("solution"),
    ofc.SolverBot: lambda rng: ofc.SolverBot(1, rollouts=8),
    ofc.StrongBot: lambda rng: ofc.StrongBot(1, candidates=2, futures=4),
    ofc.Street: lambda rng: ofc.Street(deal=3, place=2),
    ofc.TableStakes: lambda rng: ofc.TableStakes(),
    ofc.Value: lambda rng: ofc.value(position()),
    game.Arena: arena_of,
    game.Played: lambda rng: kept("played"),
    game.Playouts: lambda rng: game.playouts("pineapple", seed=1, hands=2),
    history.History: history_of,
    odds.Frequencies: lambda rng: kept("frequencies"),
    review.Grade: lambda rng: kept("grade"),
    review.Review: lambda rng: review.Review([], 0),
    rl.VectorEnv: lambda rng: env_of(rng),
    session.Scored: lambda rng: next(session.Session().score(SESSION)),
    session.Session: lambda rng: session.Session(),
    simulation.League: lambda rng: kept("league"),
    simulation.Bar: lambda rng: simulation.Bar(io.StringIO()),
    engine.Engine: lambda rng: engine.Engine(lambda _: None, "random"),
}
"""By class; those that nothing changes may be the same each time."""

CORE: dict[str, Callable[[Random], Any]] = {
    "Arena": lambda rng: arena_of(rng)._core,
    "CompiledBot": lambda rng: rng.choice(
        (_core.CompiledGreedy(compiled(rng)), _core.CompiledRandom(1), core_policy(rng))
    ),
    "CompiledPolicy": core_policy,
    "CompiledRanking": lambda rng: ofc.RANKINGS[rng.choice(list(ofc.RANKINGS))].compiled,
    "CompiledRules": compiled,
    "EndgameObjective": core_objective,
    "EndgameSearch": lambda rng: _core.EndgameSearch(core_objective(rng), range(40, 52), [(3, 2)]),
    "Environment": lambda rng: env_of(rng)._core,
    "FantasylandObjective": lambda rng: kept("fantasyland"),
    "Rollouts": core_rollouts,
    "VersusSearch": core_versus,
}

# --- Good arguments, so that a call comes further than its first check --------------------------------------

SEQUENCES: tuple[Callable[[Random], Any], ...] = (
    lambda rng: ids(rng, rng.choice((1, 3, 5, 6, 7, 13, 14, 17))),
    lambda rng: tuple(ofc.Card(i) for i in ids(rng, 5)),
    lambda rng: rng.choice(("As Ks Qs Js Ts", "QhQd5c", "2c", DRAW, HAND)),
    lambda rng: bytes(ids(rng, rng.choice((5, 7, 14)))),
)
PLANE = memoryview(bytes(2 * 9855)).cast("H")
FLAT = [0] * 9855
OPENING = ((5, 5), (3, 2), (3, 2), (3, 2), (3, 2))
SESSION = "stake: 0.5\nAnn: QhQd5c/7h7d8s8c2d/AsKsJs9s4s\nBob: AhAd3c/KhKd9h6c4d/JhJdTs8d2s\n"

# By the name of the parameter; "core.NAME" in the core, where rules are compiled; "CALL.NAME" for one call.
GOOD: dict[str, tuple[Any, ...] | Callable[[Random], Any]] = {
    "against": (None, "visible"),
    "core.against": lambda rng: rng.choice((None, kept("fantasyland"))),
    "among": (None, ()),
    "actions": ([0, 0], [0, 2], "card", "turn"),
    "analysis": lambda rng: kept("analysis"),
    "blocks": (None, [0]),
    "board": FULL + PARTIAL,
    "boards": lambda rng: rng.choice((FULL[:2], FULL, FULL[:1], [ofc.Board(FULL[0]), FULL[1]])),
    "core.boards": lambda rng: rng.choice((buffer(rng), [rows_of(rng)], [0])),
    "score_many.boards": buffer,
    "bot": (ofc.RandomBot(1), "greedy"),
    "core.bot": lambda rng: _core.CompiledGreedy(ofc.RULES["pineapple"].compiled),
    "analyse.bot": lambda rng: rng.choice((None, _core.CompiledGreedy(ofc.RULES["pineapple"].compiled))),
    "bots": lambda rng: rng.choice(([ofc.RandomBot(1), ofc.GreedyBot(2)], [_core.CompiledRandom(1)] * 2)),
    "core.bots": lambda rng: [_core.CompiledRandom(1), _core.CompiledRandom(2)],
    "bottom": lambda rng: rng.choice((ids(rng, 4), 9000, {9000: 1.0})),
    "cards": lambda rng: rng.choice(SEQUENCES)(rng),
    "data": lambda rng: kept("policy"),
    "dead": lambda rng: rng.choice(SEQUENCES)(rng),
    "deck": (None, range(20, 52), 52),
    "decision": lambda rng: next(review.decisions(kept("history"))),
    "discards": lambda rng: rng.choice(SEQUENCES)(rng),
    "draw": lambda rng: rng.choice((DRAW, ids(rng, 3))),
    "duplicates": ("error", "allow"),
    "entries": ([(11.0, [(0, 5000, 9841)])],),
    "entry_tests": ([(14, [(0, 5000, 9841)])],),
    "executor": (None,),
    "fantasyland": (((14, 11.0),), {14: 11.0}, (None, 14), ()),
    "form": ("toml", "jsonl"),
    "found": lambda rng: kept("analysis"),
    "hands": (1, 2, 20),
    "train.hands": (1, 2),
    "Policy.train.hands": (1, 2),
    "core.hands": lambda rng: rng.choice((1, 2, buffer(rng))),
    "rank_many.hands": buffer,
    "solve_fantasyland_many.hands": buffer,
    "history": lambda rng: kept("history"),
    "hole": lambda rng: rng.choice(("AhAdKcQc", ids(rng, 4))),
    "holes": buffer,
    "inside": ([0, 0], [14, 0]),
    "items": lambda rng: rng.choice(SEQUENCES)(rng),
    "kinds": (FLAT[:54],),
    "knowledge": lambda rng: rng.choice((bytes(5), kept("knowledge"))),
    "lay_out": lambda rng: (
        lambda *_: rng.choice((hostile(rng), ([(0, 0, 13, 13), (1, 13, 13, 13)], [(0, 0, 0)] * 2, 26)))
    ),
    "limit": (None, 0.01, ofc.Limit(rollouts=16), ofc.Limit(boards=500, seconds=0.05)),
    "grade.limit": (0.01, ofc.Limit(rollouts=16)),
    "review.limit": (0.01, ofc.Limit(rollouts=16)),
    "line": ("ofci", "isready", "newgame", "position ofc1~rules.pineapple~seat.0~b0.-_-_-", "go rollouts 10"),
    "match": match_of,
    "decisions.match": ("", "friday"),
    "middle": lambda rng: rng.choice((ids(rng, 3), 9000, {9000: 1.0})),
    "move": lambda rng: rng.choice(("2c@t 3d@m x4h", "2c@t 3d@b x4h", ofc.Move("2c@m 3d@m x4h"))),
    "moves": ([([], [], [])],),
    "n": (1, 2, 3),
    "name": ("random", "greedy", "policy:", "solver:rollouts=4", "x"),
    "objective": lambda rng: rng.choice((None, ofc.Objective(), ofc.Objective(opponents=FULL[:1]))),
    "core.objective": core_objective,
    "objective_of": lambda rng: lambda *_: rng.choice((hostile(rng), kept("fantasyland"))),
    "observation": position,
    "opponents": ((), FULL[:1], [([(9000, 1.0)], [(9000, 1.0)], [(9000, 1.0)], 0.1)]),
    "out": lambda rng: rng.choice((None, buffer(rng))),
    "placed": ([5, 7],),
    "places": ([2, 1, 3], [0, 0, 0]),
    "planes": ({0: (PLANE, PLANE)},),
    "player": (None, 0, "player 0"),
    "players": (1, 2, 3, ("Ann", "Bob")),
    "position": position,
    "progress": (None, False, lambda *_: None),
    "rolled": lambda rng: core_rollouts(rng).run([0], 0, 2),
    "row_points": (FLAT[:27],),
    "rows": rows_of,
    "royalty_bottom": (FLAT,),
    "royalty_middle": (FLAT,),
    "royalty_top": (FLAT,),
    "rules": lambda rng: rng.choice((rng.choice(PRESETS), ofc.RULES[rng.choice(PRESETS)])),
    "core.rules": compiled,
    "seed": (None, 0, 7, 2**64 - 1),
    "core.seed": (0, 7, 2**64 - 1),
    "send": (lambda *_: None,),
    "source": lambda rng: rng.choice((rng.choice(FULL + PARTIAL), rng.choice(SEQUENCES)(rng))),
    "History.read.source": lambda rng: rng.choice((str, str.encode))(kept("history").to_text()),
    "Policy.from_bytes.source": lambda rng: kept("policy"),
    "Replay.source": lambda rng: kept("history").to_text(rng.choice(("toml", "jsonl"))),
    "Session.score.source": lambda rng: rng.choice((SESSION, SESSION.encode(), io.BytesIO(SESSION.encode()))),
    "read.source": lambda rng: rng.choice((SESSION, SESSION.encode(), io.BytesIO(SESSION.encode()))),
    "start": ({"players": 2, "seed": 1}, {}),
    "state": position,
    "stay_tests": ([(0, 1, 9000), (2, 9000, 9841)],),
    "streets": (((5, 5), (8, 8)), ((3, 2),), OPENING),
    "strength": lambda rng: rng.randrange(1, 9842),
    "system": ("high-revised", "high-original", "hi-lo"),
    "text": lambda rng: rng.choice(
        (ofc.RULES["pineapple"].to_toml(), FULL[0], "{}", kept("report").to_json())
    ),
    "threads": (None, 1, 2),
    "top": lambda rng: rng.choice((FLAT[:1], ids(rng, 2), 9000, {9000: 1.0})),
    "totals": ({"Ann": 5, "Bob": -5},),
    "turns": ([(0, 0, 13, 13), (1, 13, 13, 13)], [(0, 2, 1), (1, 2, 1)]),
    "unseen": lambda rng: ids(rng, 40),
}
SMALL = (0, 1, 2, 3, 5, 13, 14)


def good_argument(rng: Random, target: Target, name: str) -> Any:
    """One for its name that most calls take."""
    keys = (f"{target.name}.{name}", f"core.{name}" if target.is_core else name, name)
    made = next((GOOD[key] for key in keys if key in GOOD), SMALL)
    return made(rng) if callable(made) else rng.choice(made)
