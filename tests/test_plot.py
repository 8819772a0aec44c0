"""Plots: the figures show what the report and the analysis say."""

from __future__ import annotations

import io
import sys

import pytest

from ofckit import OfcError, Position, best_moves, duel, plot, simulate
from ofckit.bots import GreedyBot
from ofckit.search import MoveInfo

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")


@pytest.fixture(scope="module")
def report():
    return simulate("pineapple", [GreedyBot(1), GreedyBot(2), GreedyBot(3)], 60, seed=1, block=10)


@pytest.fixture
def matplotlib():
    return pytest.importorskip("matplotlib")


def drawn(figure) -> int:
    """Bytes of the picture: it can be drawn."""
    file = io.BytesIO()
    figure.savefig(file, format="png")
    return len(file.getvalue())


def test_points_grow_with_a_band(report, matplotlib):
    figure = plot.cumulative(report)
    (axes,) = figure.axes
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert names == list(report.bots)
    path = report.cumulative(0)
    line = axes.lines[0]
    assert list(line.get_xdata()) == list(path.hands)
    assert list(line.get_ydata()) == list(path.points)
    assert len(axes.collections) == 3
    corners = axes.collections[0].get_paths()[0].vertices
    assert corners[:, 1].max() == pytest.approx(max(path.high))
    assert axes.get_title() == "60 deals of pineapple"
    assert drawn(figure) > 1000


def test_of_two_bots_one_is_drawn_or_those_asked_for(report, matplotlib):
    two = duel("pineapple", [GreedyBot(1), GreedyBot(2)], 20, seed=1, block=10, names=["a", "b"])
    assert len(plot.cumulative(two).axes[0].collections) == 1
    assert plot.cumulative(two).axes[0].get_title() == "20 deals of pineapple, seats rotated"
    assert len(plot.cumulative(two, ["b", 0]).axes[0].collections) == 2
    with pytest.raises(OfcError, match="no bot 'c'"):
        plot.cumulative(two, ["c"])


def test_royalties_are_shares_of_the_boards(report, matplotlib):
    figure = plot.royalties(report, [1])
    (steps,) = figure.axes[0].patches
    values = steps.get_data().values
    assert sum(values) == pytest.approx(100)
    assert values[0] == pytest.approx(100 * report.royalty_histogram(1)[0] / 60)
    assert len(plot.royalties(report).axes[0].patches) == 3
    assert drawn(figure) > 1000


def test_moves_are_bars_with_their_margins(matplotlib):
    moves = best_moves(Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc"))
    figure = plot.moves(moves, most=3)
    (axes,) = figure.axes
    assert [bar.get_width() for bar in axes.patches] == [info.ev for info in moves[:3]]
    assert [label.get_text() for label in axes.get_yticklabels()] == [str(info.move) for info in moves[:3]]
    assert axes.get_title() == f"the best 3 of {len(moves)} moves, exact"
    rough = [MoveInfo(one.move, one.ev, 0.5, False, one.foul, one.fantasyland, one.royalty) for one in moves]
    figure = plot.moves(rough)
    low, high = figure.axes[0].get_xlim()
    assert low < min(info.ev for info in rough) - 1.96 * 0.5
    assert high > max(info.ev for info in rough) + 1.96 * 0.5
    assert figure.axes[0].get_title() == "all moves, 95 % margins"
    assert drawn(figure) > 1000
    with pytest.raises(OfcError, match="no moves"):
        plot.moves([])


def test_without_matplotlib_the_extra_is_named(report, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "matplotlib.figure", raising=False)
    for draw in (plot.cumulative, plot.royalties):
        with pytest.raises(ImportError, match=r'pip install "ofckit\[plot\]"'):
            draw(report)
