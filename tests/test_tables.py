"""Tables for other programs: rows, columns, and Arrow as pandas, polars, DuckDB and pyarrow read it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

import ofckit as ofc
from ofckit import Limit, Position, review
from ofckit._core import arrow_stream
from ofckit._tables import Records
from ofckit.history import History
from ofckit.odds import frequencies
from ofckit.session import read

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
LAST = Position("pineapple", "Qh2h/KhKd6h5d/AsJs9s8s4s", "3c 2c Qc")
MIXED = Records(
    [
        {"n": 7, "x": 0.5, "yes": True, "word": "naïve ♠", "none": None},
        {"n": None, "x": 2, "yes": None, "word": None, "none": None},
        {"n": -(1 << 63), "x": None, "yes": False, "word": "", "none": None},
    ]
)


@pytest.fixture(scope="module")
def tables() -> dict[str, object]:
    """Everything that is a table."""
    history = History.read((EXAMPLES / "history.toml").read_bytes())
    hands = memoryview(bytes([*range(14), *range(20, 34)])).cast("B", (2, 14))
    report = ofc.duel("pineapple", [ofc.GreedyBot(1), ofc.GreedyBot(2)], 50, seed=1, block=25)
    return {
        "Analysis": ofc.analyse(Position("pineapple", "", "QhQd7c6s2s"), limit=Limit(rollouts=600)),
        "Moves": ofc.best_moves(LAST),
        "Solution": ofc.solve_fantasyland("AsAhAdKsKhQdQcQhJsTs9s8s7s2c", ofc.RULES["pineapple"], k=3),
        "Solutions": ofc.solve_fantasyland_many(hands, ofc.RULES["pineapple"]),
        "Report": report,
        "blocks": report.to_records("block"),
        "Frequencies": frequencies(jokers=2),
        "History": history,
        "Review": review.review(history, "Otto", limit=Limit(rollouts=200), hand=1),
        "Session": read(EXAMPLES / "session.txt"),
    }


def rows_of(table) -> list[dict[str, object]]:
    return table.to_dicts()


def arrow_of(table) -> object:
    """The table itself, or, where it is a sequence or a mapping too, the records that it gives."""
    return table.to_records() if isinstance(table, Sequence | Mapping) else table


def test_every_row_of_a_table_has_the_same_columns_of_plain_values(tables):
    for kind, table in tables.items():
        rows = rows_of(table)
        assert len({tuple(row) for row in rows}) == 1, kind
        assert rows, kind
        plain = {type(value) for row in rows for value in row.values()}
        assert plain <= {int, float, bool, str, type(None)}, kind
        records = Records(rows)
        assert records.columns().keys() == rows[0].keys()
        assert f"<Records: {len(rows)} rows of" in repr(records)
        if isinstance(table, Sequence | Mapping):
            assert table.to_records() == records


def test_an_analysis_is_flat(tables):
    found = tables["Analysis"]
    rows = found.to_dicts()
    assert rows == found.rows()
    assert len(rows) == len(found)
    assert list(rows[0]) == [
        *("move", "ev", "se", "exact", "foul", "royalty"),
        *(f"fantasyland{cards}" for cards in range(13, 18)),
        *("loss", "loss_se", "futures"),
    ]
    assert rows[3]["loss"] == found.gaps[3][0]
    assert ofc.Move(rows[0]["move"]) == found.best.move
    assert tables["Moves"].to_dicts()[0]["fantasyland14"] == 1.0


def test_a_history_is_its_moves(tables):
    rows = tables["History"].to_dicts()
    assert len(rows) == 10 + 6
    assert {row["player"] for row in rows} == {"Nadia", "Otto"}
    for row in rows:
        position = Position.parse(row["position"])
        assert ofc.Move(row["move"]) in position.legal_moves
        assert str(position.board) == row["board"]
    assert [row["street"] for row in rows if row["hand"] == 2] == [None, 1, 2, 3, 4, 5]
    assert rows[0]["points"] == -6


def test_many_hands_solved_are_rows(tables):
    rows = tables["Solutions"].to_dicts()
    one = ofc.solve_fantasyland(bytes(range(14)), ofc.RULES["pineapple"])
    assert rows[0] == one.to_dicts()[0]
    assert (len(rows), len(tables["Solutions"])) == (2, 2)


def test_a_session_is_a_row_for_each_player(tables):
    rows = tables["Session"].to_dicts()
    assert len(rows) == 28 * 3
    assert sum(row["points"] for row in rows) == 0


def test_arrow_is_read_as_it_was_given(tables):
    pa = pytest.importorskip("pyarrow")
    table = pa.table(MIXED)
    assert [str(field.type) for field in table.schema] == [
        "int64",
        "double",
        "bool",
        "large_string",
        "double",
    ]
    assert table.to_pylist() == MIXED.to_dicts()
    for kind, one in tables.items():
        read = pa.table(arrow_of(one))
        read.validate(full=True)
        assert read.to_pylist() == rows_of(one), kind
    assert pa.table(Records()).num_rows == 0
    assert pa.table(Records([{"n": 1 << 64}])).to_pylist() == [{"n": str(1 << 64)}]
    many = Records([{"n": i, "odd": i % 2 == 1 if i % 3 else None} for i in range(1003)])
    assert pa.table(many).to_pylist() == many.to_dicts()


def test_data_frames_take_every_table(tables):
    pl = pytest.importorskip("polars")
    for kind, one in tables.items():
        frame = pl.DataFrame(arrow_of(one))
        assert frame.rows(named=True) == rows_of(one), kind


def test_pandas_takes_every_table(tables):
    pd = pytest.importorskip("pandas", minversion="2.2")
    pytest.importorskip("pyarrow")
    for kind, one in tables.items():
        frame = (
            pd.DataFrame.from_arrow(arrow_of(one))
            if hasattr(pd.DataFrame, "from_arrow")
            else pd.DataFrame(rows_of(one))
        )
        assert list(frame.columns) == list(rows_of(one)[0]), kind
        assert len(frame) == len(rows_of(one))


def test_a_stream_that_nobody_reads_is_freed():
    for _ in range(3):
        MIXED.__arrow_c_stream__()


@pytest.mark.parametrize(
    "column",
    [
        (b"n", b"l", None, bytes(15), None),
        (b"n", b"x", None, bytes(16), None),
        (b"n\0", b"l", None, bytes(16), None),
        (b"n", b"l", b"", bytes(16), None),
        (b"n", b"U", None, b"ab", None),
        (b"n", b"l", None, bytes(16), bytes(24)),
        (b"n", b"U", None, b"ab", bytes(16)),
        (
            b"n",
            b"U",
            None,
            b"ab",
            (0).to_bytes(8, "little") + (2).to_bytes(8, "little") + (1).to_bytes(8, "little"),
        ),
        (b"n", b"U", None, b"ab", bytes(16) + (3).to_bytes(8, "little")),
    ],
)
def test_the_border_refuses_what_does_not_fit(column):
    with pytest.raises(ValueError, match=r"bytes|fit|offset"):
        arrow_stream([column], 2)


def test_no_reader_of_arrow_is_needed():
    code = (
        "import ofckit, sys; ofckit.odds.frequencies().__arrow_c_stream__(); print('pyarrow' in sys.modules)"
    )
    code = code.replace("import ofckit,", "import ofckit.odds,")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
