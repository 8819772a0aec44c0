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
        "_values",
        "_rng _columns _csv _documents _files _problem _progress _threads",
        "_core",
        "rules",
        "cards",
        "ranking",
        "odds hutchison omaha board",
        "scoring",
        "position",
        "objective",
        "game",
        "policy",
        "search",
        "history session bots",
        "engine review simulation",
        "__init__",  # the public names: everything but what prints
        "display plot",
        "cli",
        "__main__",
    )
)
LEVEL = {name: level for level, names in enumerate(ORDER) for name in names}


def module_name(path: Path) -> str:
    """The first part of a module's name inside the package: `cli/score.py` belongs to `cli`."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def targets(node: ast.AST, folder: tuple[str, ...]) -> Iterator[str]:
    """The dotted names inside ofckit that an import statement reaches; `folder` is where it stands."""
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
        yield from [".".join(base)] if base else map(public_or_module, (alias.name for alias in node.names))


def public_or_module(name: str) -> str:
    """`from ofckit import X` reaches the module X, or else a public name of the package."""
    return name if any(name in level for level in ORDER) else "__init__"


def imports(source: str, folder: tuple[str, ...] = ()) -> set[str]:
    """The modules of the package that this source imports, at the margin or inside a function."""
    found = (t for node in ast.walk(ast.parse(source)) for t in targets(node, folder))
    return {t.split(".")[0] for t in found}


def forbidden(name: str, imported: set[str]) -> list[str]:
    """What `name` may not import: anything that is not itself and not strictly to its left."""
    return sorted(i for i in imported if i != name and LEVEL.get(i, len(ORDER)) >= LEVEL[name])


SOURCES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_imports_only_what_stands_to_its_left(path: Path) -> None:
    name = module_name(path)
    assert name in LEVEL, f"{name} has no place in the order yet"
    folder = path.relative_to(PACKAGE).parts[:-1]
    assert forbidden(name, imports(path.read_text(encoding="utf-8"), folder)) == []


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
    """No runtime dependency: NumPy may be looked for, under `try` or in a function, never at import."""
    foreign = {
        (path.name, name)
        for path in SOURCES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        for name in top_level_names(node)
        if name not in sys.stdlib_module_names and name != "ofckit"
    }
    assert foreign == set()


def top_level_names(node: ast.stmt) -> list[str]:
    """The first parts of absolute names that a statement at the margin imports."""
    if isinstance(node, ast.Import):
        return [alias.name.split(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level:
        return [(node.module or "").split(".")[0]]
    return []
