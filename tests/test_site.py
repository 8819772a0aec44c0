"""The documentation site: every public name is in the reference once, and examples say what they print."""

from __future__ import annotations

import doctest
import importlib.util
import inspect
import io
import json
import re
import sys
from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def reference():
    """docs/reference.py, which says what stands on which page."""
    pytest.importorskip("numpy")  # ofckit.rl hands out arrays
    spec = importlib.util.spec_from_file_location("reference", DOCS / "reference.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_documented_names_are_the_public_names():
    found = reference()
    documented = Counter(name for _, _, names in found.PAGES.values() for name in names)
    assert max(documented.values()) == 1
    assert sorted(documented) == sorted(found.everything())
    assert len(documented) > 100


def test_every_public_name_and_method_says_what_it_is():
    silent = []
    for module, name in reference().everything():
        value = getattr(importlib.import_module(module), name)
        if callable(value) and not inspect.getdoc(value):
            silent.append(f"{module}.{name}")
        for own, part in vars(value).items() if inspect.isclass(value) else ():
            described = isinstance(part, property | classmethod | staticmethod) or inspect.isroutine(part)
            if own[0] != "_" and described and not inspect.getdoc(part):
                silent.append(f"{module}.{name}.{own}")
    assert silent == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_say_what_they_print(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    monkeypatch.chdir(ROOT)
    results = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert not results.failed


PLAIN = [
    (page, block)
    for page in PAGES
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    if ">>>" not in block
]


@cache
def names_of_the_pages() -> dict[str, Any]:
    """What a page made before, or says that its reader has."""
    import ofckit
    from ofckit import Game, Limit, Match, Position, duel
    from ofckit.bots import make_bot
    from ofckit.history import History
    from ofckit.objective import RowOdds
    from ofckit.review import review

    history = History(Match("chinese", ["Ann", "Ben"], seed=3))
    game = history.deal()
    while not game.is_over:
        history.push(game.legal_moves[0])
    return {
        "ofc": ofckit,
        "odds": RowOdds.of(["QhQd5c/7h7d8s8c2d/AsKsJs9s4s"], "pineapple"),
        "report": duel("pineapple", [make_bot("policy"), make_bot("random")], 60, seed=1),
        "history": history,
        "review": partial(review, limit=Limit(rollouts=100)),
        "position": Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc"),
        "game": Game("pineapple", seed=1),
        "network": lambda observations, scalars: [[1.0, 2.0, 3.0, 4.0]] * len(scalars),
    }


@pytest.mark.filterwarnings("ignore")  # of libraries: ours raise in all other tests
@pytest.mark.parametrize(("page", "block"), PLAIN, ids=[page.stem for page, _ in PLAIN])
def test_code_of_which_no_output_is_shown_runs(page, block, tmp_path, monkeypatch):
    """With small numbers for large ones, and as far as what it imports is installed."""
    pytest.importorskip("numpy")
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    code = re.sub(r"\b\d{1,3}_000\b|\b1000\b", "2", block.replace("4096", "16"))
    code = code.replace('"points.png"', repr(str(tmp_path / "points.png")))
    try:
        exec(compile(code, str(page), "exec"), {**names_of_the_pages(), "__name__": "page"})
    except ImportError as error:
        if not isinstance(error, ModuleNotFoundError) and "pip install" not in str(error):
            raise  # no extra that is missing, but a name that is
        pytest.skip(str(error))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_between_pages_lead_to_files_and_every_page_is_in_a_contents_list(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+\.(?:md|html|py|toml|txt))(?:#[\w-]*)?\)", text)
    generated = {f"generated/{name}.md" for name in ("gallery", "reference")}
    assert [link for link in links if link not in generated and not (DOCS / link).exists()] == []
    contents = (DOCS / "index.md").read_text(encoding="utf-8")
    assert page.stem == "index" or re.search(rf"^{page.stem}$", contents, re.M)


def test_a_notebook_is_code_alone_and_its_page_has_what_its_cells_show(tmp_path, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.syspath_prepend(DOCS)
    import notebooks

    assert [one.stem for one in notebooks.NOTEBOOKS] == ["duel", "evening", "position"]
    for one in notebooks.NOTEBOOKS:
        cells = json.loads(one.read_text(encoding="utf-8"))["cells"]
        assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)
        assert len({cell["id"] for cell in cells}) == len(cells)
    page = notebooks.page(DOCS / "examples" / "evening.ipynb", tmp_path)
    assert page.count("<svg") == page.count("<title") == 3
    assert "three of a kind" in page.lower()  # the rules, as a sheet
    assert "'player': 'Nadia'" in page


def test_there_are_fifty_tasks_with_a_snippet_each():
    tasks = re.split(r"^### .+$", (DOCS / "tasks.md").read_text(encoding="utf-8"), flags=re.M)[1:]
    assert len(tasks) >= 50
    assert all(">>>" in task for task in tasks)
