"""The house keeps its order: a module imports only what stands to its left."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "ofckit"

ORDER: tuple[frozenset[str], ...] = tuple(
    frozenset(names.split())
    for names in (
        "_errors",
        "_rich",
        "_values",
        "_rng _columns _csv _documents _estimates _files _problem _progress _threads",
        "_signed _core",
        "_tables rules",
        "cards",
        "ranking",
        "odds hutchison omaha board",
        "_event_log scoring",
        "position",
        "objective",
        "game",
        "policy",
        "search",
        "history session bots",
        "engine review simulation",
        "__init__",  # the public names: everything but what prints
        "display",
        "svg",
        "html plot",
        "rl",
        "web",
        "cli",
        "__main__",
    )
)
LATE = {("_rich", "html")}
"""What a function may ask for at its right when it is called: a value does not know how it is drawn."""
LEVEL = {name: level for level, names in enumerate(ORDER) for name in names}


def module_name(path: Path) -> str:
    """The first part of a module's name inside the package: `cli/score.py` belongs to `cli`."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def targets(node: ast.AST, folder: tuple[str, ...]) -> Iterator[str]:
    """The dotted names inside ofckit that an import statement asks for; `folder` is where it stands."""
    if isinstance(node, ast.Import):
        names = [alias.name.split(".") for alias in node.names]
        yield from (".".join(n[1:]) or "__init__" for n in names if n[0] == "ofckit")
    elif isinstance(node, ast.ImportFrom):
        base = (node.module or "").split(".") if node.module else []
        if node.level:
            base = [*folder[: len(folder) - node.level + 1], *base]
        elif base[:1] == ["ofckit"]:
            base = base[1:]
        else:
            return
        yield from (".".join([*base, alias.name]) for alias in node.names)


def module_of(target: str) -> str:
    """The first part of a name, which is a module, or a public name of the package itself."""
    name = target.split(".")[0]
    return name if "." in target or any(name in level for level in ORDER) else "__init__"


def imports(source: str, folder: tuple[str, ...] = ()) -> set[str]:
    """The modules of the package that this source imports, at the margin or inside a function."""
    return {module_of(t) for node in ast.walk(ast.parse(source)) for t in targets(node, folder)}


def private(source: str, name: str, folder: tuple[str, ...] = ()) -> list[str]:
    """What this source of the module `name` imports of other modules although it has a private name there."""
    found = (t for node in ast.walk(ast.parse(source)) for t in targets(node, folder))
    return sorted(t for t in found if module_of(t) != name and "._" in t)


def forbidden(name: str, imported: set[str]) -> list[str]:
    """What `name` may not import: anything that is not itself and not strictly to its left."""
    return sorted(i for i in imported if i != name and LEVEL.get(i, len(ORDER)) >= LEVEL[name])


SOURCES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_imports_only_what_stands_to_its_left(path: Path) -> None:
    name = module_name(path)
    assert name in LEVEL, f"{name} has no place in the order yet"
    folder = path.relative_to(PACKAGE).parts[:-1]
    source = path.read_text(encoding="utf-8")
    early = {module_of(t) for node in at_import(ast.parse(source).body) for t in targets(node, folder)}
    late = {right for left, right in LATE if left == name} - early
    assert forbidden(name, imports(source, folder) - late) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_takes_no_private_name_of_another(path: Path) -> None:
    folder = path.relative_to(PACKAGE).parts[:-1]
    assert private(path.read_text(encoding="utf-8"), module_name(path), folder) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_inside_the_package_are_relative(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level or (node.module or "").split(".")[0] != "ofckit"
        elif isinstance(node, ast.Import):
            assert all(alias.name.split(".")[0] != "ofckit" for alias in node.names)


def at_import(nodes: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when a module is imported: none in functions, none for type checkers alone."""
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        for field in ("body", "orelse", "handlers", "finalbody"):
            yield from at_import(getattr(node, field, []))


def graph(sources: dict[str, str]) -> dict[str, set[str]]:
    """For each module ("board._read", "board"), the modules that it imports as it is imported."""
    found = {}
    for name, source in sources.items():
        packages = {other for other in sources if other.startswith(f"{name}.")}
        folder = tuple(name.split(".") if packages else name.split(".")[:-1])
        names = [t for node in at_import(ast.parse(source).body) for t in targets(node, folder)]
        reached = {t if t in sources else t.rpartition(".")[0] for t in names}
        found[name] = (reached & sources.keys()) - {name}
    return found


def circles(edges: dict[str, set[str]]) -> list[str]:
    """The modules that lead back to themselves."""
    left = dict(edges)
    while ready := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in ready:
            del left[name]
    return sorted(left)


def test_no_module_leads_back_to_itself() -> None:
    """A method may fetch its body from a sibling when it is called; at import, there are no circles."""
    sources = {}
    for path in SOURCES:
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        sources[".".join(p for p in parts if p != "__init__")] = path.read_text(encoding="utf-8")
    assert len(sources) > 100
    assert circles(graph(sources)) == []


def test_circles_and_private_names_are_caught() -> None:
    sources = {"a": "from ._b import x\n", "a._b": "from . import _c\n", "a._c": "from .._rng import y\n"}
    assert graph(sources) == {"a": {"a._b"}, "a._b": {"a._c"}, "a._c": set()}
    assert circles(graph(sources)) == []
    assert circles(graph(sources | {"a._c": "from ._b import x\n"})) == ["a", "a._b", "a._c"]
    later = "def f():\n    from ._b import x\nif TYPE_CHECKING:\n    from ._b import y\n"
    assert circles(graph(sources | {"a._c": later})) == []
    assert private("from ..board._read import Row", "scoring", ("scoring",)) == ["board._read.Row"]
    assert private("from ..board import Row, _text", "scoring", ("scoring",)) == ["board._text"]
    assert private("from ._table import _names\nfrom .._values import brief", "scoring", ("scoring",)) == []


def test_the_core_reaches_no_further_than_reading_cards() -> None:
    """_core.pyx and its parts are no Python that `ast` reads, so their import lines are looked for."""
    sources = [PACKAGE / "_core.pyx", *sorted((PACKAGE / "border").glob("*.pxi"))]
    lines = (line.strip() for path in sources for line in path.read_text(encoding="utf-8").splitlines())
    pattern = re.compile(r"(?:from|import) +(?:ofckit)?\.(\w+)(?!.* cimport )")
    reached = {m[1] for line in lines if (m := pattern.match(line))}
    assert reached <= {"_errors", "_values", "cards"}


@pytest.mark.parametrize(
    ("source", "folder", "expected"),
    [
        ("import ofckit.scoring", (), {"scoring"}),
        ("from ofckit import rules as r, cards", (), {"rules", "cards"}),
        ("from . import board", (), {"board"}),
        ("from ofckit import settle, board", (), {"__init__", "board"}),
        ("def f():\n    from .rules import RULES", (), {"rules"}),
        ("from ..scoring import settle", ("cli",), {"scoring"}),
        ("from .text import read", ("cli",), {"cli"}),
        ("import json\nfrom os import path", (), set()),
    ],
)
def test_every_form_of_import_is_seen(source: str, folder: tuple[str, ...], expected: set[str]) -> None:
    assert imports(source, folder) == expected


def test_an_import_from_the_right_is_caught() -> None:
    assert forbidden("rules", {"_values", "_core", "scoring", "board"}) == ["board", "scoring"]
    assert forbidden("odds", {"board"}) == ["board"]
    assert forbidden("cards", {"unheard_of"}) == ["unheard_of"]


def test_nothing_outside_the_standard_library_is_needed() -> None:
    """No runtime dependency: others are looked for under `try` or in a function, never at import.

    Only the adapters of `rl` are made of what another library has; nothing imports them but their user.
    """
    foreign = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in SOURCES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        for name in top_level_names(node)
        if name not in sys.stdlib_module_names and name != "ofckit"
    }
    assert foreign == {
        ("rl/aec.py", "gymnasium"),
        ("rl/aec.py", "numpy"),
        ("rl/aec.py", "pettingzoo"),
        ("rl/gymnasium.py", "gymnasium"),
        ("rl/gymnasium.py", "numpy"),
        ("rl/open_spiel.py", "numpy"),
        ("rl/parallel.py", "numpy"),
        ("rl/parallel.py", "pettingzoo"),
        ("rl/open_spiel.py", "pyspiel"),
    }
    adapters = {path.removesuffix(".py").replace("/", ".") for path, _ in foreign}
    for path in SOURCES:
        source, folder = path.read_text(encoding="utf-8"), path.relative_to(PACKAGE).parts[:-1]
        if any(name.split(".")[-1] in source for name in adapters):
            assert not adapters & {t for node in ast.walk(ast.parse(source)) for t in targets(node, folder)}


def top_level_names(node: ast.stmt) -> list[str]:
    """The first parts of absolute names that a statement at the margin imports."""
    if isinstance(node, ast.Import):
        return [alias.name.split(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level:
        return [(node.module or "").split(".")[0]]
    return []
