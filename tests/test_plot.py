"""Plots: the figures show what the report and the analysis say."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from ofckit import (
    RULES,
    Category,
    Limit,
    OfcError,
    Position,
    RowOdds,
    best_moves,
    chances,
    duel,
    plot,
    simulate,
)
from ofckit.bots import GreedyBot
from ofckit.history import History
from ofckit.review import Review, review
from ofckit.search import MoveInfo

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")


@pytest.fixture(scope="module")
def report():
    return simulate("pineapple", [GreedyBot(1), GreedyBot(2), GreedyBot(3)], 60, seed=1, block=10)


@pytest.fixture
def matplotlib():
    return pytest.importorskip("matplotlib")


def drawn(axes) -> int:
    """Bytes of the picture: it can be drawn."""
    file = io.BytesIO()
    axes.figure.savefig(file, format="png")
    return len(file.getvalue())


def test_points_grow_with_a_band(report, matplotlib):
    axes = plot.cumulative(report)
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
    assert drawn(axes) > 1000


def test_of_two_bots_one_is_drawn_or_those_asked_for(report, matplotlib):
    two = duel("pineapple", [GreedyBot(1), GreedyBot(2)], 20, seed=1, block=10, names=["a", "b"])
    assert len(plot.cumulative(two).collections) == 1
    assert plot.cumulative(two).get_title() == "20 deals of pineapple, seats rotated"
    assert len(plot.cumulative(two, ["b", 0]).collections) == 2
    with pytest.raises(OfcError, match="no bot 'c'"):
        plot.cumulative(two, ["c"])
    with pytest.raises(OfcError, match="no bots to draw"):
        plot.fantasyland(two, [])


def test_royalties_are_shares_of_the_boards(report, matplotlib):
    axes = plot.royalties(report, [1])
    (steps,) = axes.patches
    values = steps.get_data().values
    assert sum(values) == pytest.approx(100)
    assert values[0] == pytest.approx(100 * report.royalty_histogram(1)[0] / 60)
    assert len(plot.royalties(report).patches) == 3
    assert drawn(axes) > 1000


def test_moves_are_bars_with_their_margins(matplotlib):
    moves = best_moves(Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc"))
    axes = plot.moves(moves, most=3)
    assert [bar.get_width() for bar in axes.patches] == [info.ev for info in moves[:3]]
    assert [label.get_text() for label in axes.get_yticklabels()] == [str(info.move) for info in moves[:3]]
    assert axes.get_title() == f"the best 3 of {len(moves)} moves, exact"
    rough = [MoveInfo(one.move, one.ev, 0.5, False, one.foul, one.fantasyland, one.royalty) for one in moves]
    axes = plot.moves(rough)
    low, high = axes.get_xlim()
    assert low < min(info.ev for info in rough) - 1.96 * 0.5
    assert high > max(info.ev for info in rough) + 1.96 * 0.5
    assert axes.get_title() == "all moves, 95 % margins"
    assert drawn(axes) > 1000
    assert axes.get_xlabel() == "expected points (the bars do not begin at 0)"
    worse = [one._replace(ev=one.ev - 10) for one in moves]
    assert plot.moves(worse).get_xlabel() == "expected points"
    with pytest.raises(OfcError, match="no moves"):
        plot.moves([])


def test_the_interval_narrows_to_that_of_the_report(report, matplotlib):
    axes = plot.mean(report, [1])
    line = axes.lines[0]
    assert line.get_xdata()[-1] == 60
    assert line.get_ydata()[-1] == pytest.approx(report.points[1].mean)
    corners = axes.collections[0].get_paths()[0].vertices
    at_the_end = corners[corners[:, 0] == 60][:, 1]
    assert at_the_end.max() == pytest.approx(report.points[1].high)
    assert at_the_end.min() == pytest.approx(report.points[1].low)
    assert [hands for hands, _ in report.running(0, most=3)] == [20, 40, 60]
    assert drawn(axes) > 1000


def test_the_points_of_blocks_are_counted(report, matplotlib):
    axes = plot.points(report)
    assert len(axes.patches) == 3
    assert axes.get_xlabel() == "points a hand of a block of 10 deals"
    assert drawn(axes) > 1000


def test_fantasyland_is_shown_by_its_cards(report, matplotlib):
    axes = plot.fantasyland(report)
    ticks = [label.get_text() for label in axes.get_xticklabels()]
    assert ticks == [*(f"{cards} cards" for cards in report.bot(0).entries), "stay"]
    heights = [bar.get_height() for bar in axes.patches[: len(ticks)]]
    assert heights[ticks.index("14 cards")] == pytest.approx(100 * report.bot(0).entries[14])
    assert drawn(axes) > 1000


def test_losses_add_up_decision_by_decision(matplotlib):
    history = History.read((EXAMPLES / "history.toml").read_bytes())
    found = review(history, limit=Limit(rollouts=200), hand=1)
    axes = plot.loss(found)
    assert [line.get_label() for line in axes.lines] == ["Nadia", "Otto"]
    for line, one in zip(axes.lines, found.players, strict=True):
        assert line.get_ydata()[-1] == pytest.approx(one.lost)
        assert len(line.get_ydata()) == one.moves + 1
    assert drawn(axes) > 1000
    with pytest.raises(OfcError, match="no moves"):
        plot.loss(Review())
    with pytest.raises(TypeError, match="a Review is drawn"):
        plot.loss([])


def test_rows_are_shown_by_their_hands(matplotlib):
    odds = RowOdds.of(["QhQd5c/7h7d8s8c2d/AsKsJs9s4s", "KhKd2c/AhAd3s3h4c/2s3d4d5d6d"], RULES["pineapple"])
    axes = plot.row_odds(odds)
    by_row = [[bar.get_height() for bar in bars] for bars in axes.containers]
    assert by_row[0][Category.PAIR] == 100
    assert by_row[2][Category.FLUSH] == by_row[2][Category.STRAIGHT] == 50
    assert drawn(axes) > 1000


def test_axes_that_are_given_are_drawn_on_and_returned(report, matplotlib):
    from matplotlib.figure import Figure

    left, right = Figure().subplots(1, 2)
    assert plot.cumulative(report, axes=left) is left
    assert plot.royalties(report, axes=right) is right
    assert left.lines
    assert right.patches


def test_a_plot_shows_itself_in_a_notebook(report, matplotlib):
    assert plot.cumulative(report)._repr_png_().startswith(b"\x89PNG")


def test_without_matplotlib_the_extra_is_named(report, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "matplotlib.figure", raising=False)
    for draw in (plot.cumulative, plot.royalties):
        with pytest.raises(ImportError, match=r'pip install "ofckit\[plot\]"'):
            draw(report)


def test_chances_are_lines_over_the_cards_to_come(matplotlib):
    position = Position("pineapple", "Qh/7h7d/AsKs")
    found = chances(position, "bottom flush+", "top QQ+", cards=range(1, 13))
    axes = plot.chances(found)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [found[0].wanted, found[-1].wanted]
    line = axes.lines[0]
    assert list(line.get_xdata()) == list(range(1, 13))
    flush = [100 * one.probability for one in found if one.wanted == found[0].wanted]
    assert list(line.get_ydata()) == flush == sorted(flush)
    assert flush[1] == 0 < flush[2]
    assert axes.get_ylim()[0] == 0
    assert drawn(axes) > 1000
    with pytest.raises(TypeError, match="Chances"):
        plot.chances([])
