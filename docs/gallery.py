"""Writes the gallery: every picture and every plot, with the line that draws it."""

from __future__ import annotations

from pathlib import Path

from notebooks import NOTEBOOKS

import ofckit as ofc
from ofckit import Limit, Position, html, plot, svg
from ofckit.history import History
from ofckit.review import review
from ofckit.session import read

HERE = Path(__file__).resolve().parent


def _pictures() -> list[tuple[str, str, str]]:
    """(title, code, picture)."""
    history = History.read((HERE / "examples" / "history.toml").read_bytes())
    session = read(HERE / "examples" / "session.txt")
    late = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    first = Position("pineapple", "", "QhQd7c6s2s")
    seen = Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h", "2d", opponents=["-/9c9d/5s4s3s"])
    hand = "AsAhAdKsKhQdQcQhJsTs9s8s7s2c"
    return [
        ("A board", 'svg.board("QhQd5c/7h7d8s8c2d/AsKsJs9s4s", rules="pineapple")',
         svg.board("QhQd5c/7h7d8s8c2d/AsKsJs9s4s", rules="pineapple")),
        ("What one seat sees", "svg.position(position)", svg.position(seen)),
        ("A settled table", "svg.table(session.hands[0].settlement, names=session.hands[0].names)",
         svg.table(session.hands[0].settlement, names=session.hands[0].names)),
        ("Moves, exactly", "svg.analysis(best_moves(position))", svg.analysis(ofc.best_moves(late))),
        ("Moves, estimated", "svg.analysis(analyse(position, limit=Limit(rollouts=5000)))",
         svg.analysis(ofc.analyse(first, limit=Limit(rollouts=5000)))),
        ("A Fantasyland hand", f'svg.solution(solve_fantasyland("{hand}", RULES["pineapple"], k=3))',
         svg.solution(ofc.solve_fantasyland(hand, ofc.RULES["pineapple"], k=3))),
        ("A hand street by street", "svg.hand(history.hands[1])", svg.hand(history.hands[1])),
        ("An evening", "svg.totals(session.lines, payments=session.payments)",
         svg.totals(session.lines, payments=session.payments)),
    ]  # fmt: skip


def _plots() -> list[tuple[str, str, object]]:
    """(title, code, axes)."""
    report = ofc.duel(
        "pineapple", [ofc.PolicyBot(), ofc.GreedyBot(1)], 400, seed=7, block=10, names=["policy", "greedy"]
    )
    graded = review(
        History.read((HERE / "examples" / "history.toml").read_bytes()), limit=Limit(rollouts=1000)
    )
    odds = ofc.RowOdds.of(
        [scored.settlement.boards[0] for scored in read(HERE / "examples" / "session.txt").hands],
        ofc.RULES["pineapple"],
    )
    late = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
    drawing = Position("pineapple", "Qh/7h7d/AsKs")
    wanted = ofc.chances(drawing, "bottom flush+", "top QQ+", cards=range(1, 13))
    return [
        ("Points grow", "plot.cumulative(report)", plot.cumulative(report)),
        ("The interval narrows", "plot.mean(report)", plot.mean(report)),
        ("Points of blocks", "plot.points(report)", plot.points(report)),
        ("Royalties", "plot.royalties(report)", plot.royalties(report)),
        ("Fantasyland", "plot.fantasyland(report)", plot.fantasyland(report)),
        ("What moves lost", "plot.loss(review(history))", plot.loss(graded)),
        ("Rows of an opponent", "plot.row_odds(odds)", plot.row_odds(odds)),
        (
            "Chances by cards to come",
            'plot.chances(chances(position, "bottom flush+", cards=range(1, 13)))',
            plot.chances(wanted),
        ),
        ("Moves", "plot.moves(best_moves(position))", plot.moves(ofc.best_moves(late))),
    ]


def write(folder: Path) -> None:
    """The page and its pictures, in this folder."""
    parts = [
        "# Gallery\n\nEvery picture of `ofckit.svg`, and every plot of `ofckit.plot`, with the line that "
        "draws it. A value as the last line of a notebook's cell shows itself so.\n",
        "## Notebooks\n\n```{toctree}\n:maxdepth: 1\n",
        *(f"notebook-{notebook.stem}" for notebook in NOTEBOOKS),
        "```\n\n## Pictures\n",
    ]
    for title, code, picture in _pictures():
        parts.append(f"### {title}\n\n```python\n{code}\n```\n\n```{{raw}} html\n{picture}```\n")
    parts.append("## Plots\n")
    for number, (title, code, axes) in enumerate(_plots()):
        name = f"plot{number}.png"
        axes.figure.savefig(folder / name, dpi=80)
        parts.append(f"### {title} (plot)\n\n```python\n{code}\n```\n\n![{title}]({name})\n")
    code, sheet = 'RULES["pineapple"]', html.fragment(ofc.RULES["pineapple"])
    parts.append(f"## A table\n\n```python\n{code}\n```\n\n```{{raw}} html\n{sheet}\n```\n")
    (folder / "gallery.md").write_text("\n".join(parts), encoding="utf-8")
