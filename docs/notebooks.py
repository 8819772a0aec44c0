"""Runs the notebooks of examples/ as Jupyter would, and writes each as a page with what its cells show."""

from __future__ import annotations

import ast
import html
import json
from pathlib import Path
from typing import Any

NOTEBOOKS = sorted((Path(__file__).resolve().parent / "examples").glob("*.ipynb"))


def cells(notebook: Path) -> list[tuple[str, str]]:
    """(kind, source) of each cell."""
    read = json.loads(notebook.read_text(encoding="utf-8"))
    return [(cell["cell_type"], "".join(cell["source"])) for cell in read["cells"]]


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; the value of its last line if that is an expression, else None."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last is not None else None


def shown(value: Any, folder: Path, name: str) -> str:
    """What a notebook shows of a value, as Markdown."""
    if hasattr(value, "_repr_html_"):
        return f"```{{raw}} html\n{value._repr_html_()}\n```\n"
    if hasattr(value, "figure"):
        value.figure.savefig(folder / f"{name}.png", dpi=80)
        return f"![{html.escape(name)}]({name}.png)\n"
    return f"```text\n{value!r}\n```\n"


def page(notebook: Path, folder: Path) -> str:
    """The notebook as Markdown; its pictures go to this folder."""
    names: dict[str, Any] = {"__name__": "notebook"}
    parts = []
    for number, (kind, source) in enumerate(cells(notebook)):
        if kind == "markdown":
            parts.append(f"{source}\n")
            continue
        parts.append(f"```python\n{source}\n```\n")
        value = run(source, names)
        if value is not None:
            parts.append(shown(value, folder, f"{notebook.stem}-{number}"))
    parts.append(f"To run it yourself: {{download}}`{notebook.name} <../examples/{notebook.name}>`.\n")
    return "\n".join(parts)


def write(folder: Path) -> None:
    """A page for each notebook, in this folder."""
    for notebook in NOTEBOOKS:
        (folder / f"notebook-{notebook.stem}.md").write_text(page(notebook, folder), encoding="utf-8")
