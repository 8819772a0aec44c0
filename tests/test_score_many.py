"""Batches of tables: whatever memory they come from, what is refused, and what is filled."""

import ctypes

import pytest

import ofckit as ofc

np = pytest.importorskip("numpy")

RULES = ofc.RULES["pineapple"]
TABLES = 330  # more than one block of 8 KB, where tables are copied into rows first


@pytest.fixture(params=[2, 3, 4])
def boards(request):
    """Random tables, uint8 (TABLES, players, 13)."""
    players = request.param
    rng = np.random.default_rng(players)
    packs = np.stack([rng.permutation(52)[: 13 * players] for _ in range(TABLES)])
    return packs.astype(np.uint8).reshape(TABLES, players, 13)


@pytest.fixture
def points(boards):
    """Their points by settle, one table at a time."""
    return [list(ofc.settle([ofc.Board(one.tolist()) for one in table], RULES).points) for table in boards]


def score(boards, **buffers):
    return np.asarray(ofc.score_many(boards, RULES, **buffers)).tolist()


def test_a_batch_agrees_with_settle(boards, points):
    assert score(boards) == points
    assert ofc.score_many(boards, RULES).dtype == np.int32


@pytest.mark.parametrize("dtype", ["i1", "u2", "i2", "u4", "i4", "u8", "i8"])
def test_any_integers_will_do(boards, points, dtype):
    assert score(boards.astype(dtype)) == points


def test_strides_are_followed_on_every_axis(boards, points):
    n, players, _ = boards.shape
    wide = np.full((2 * n, 2 * players, 26), 255, np.uint8)
    wide[::2, ::2, ::2] = boards
    assert score(wide[::2, ::2, ::2]) == points
    assert score(np.asfortranarray(boards)) == points
    assert score(boards[::-1]) == points[::-1]
    backwards = boards[:, :, ::-1].copy()
    assert score(backwards[:, :, ::-1]) == points


def test_seats_of_another_stride_are_no_plain_rows(boards, points):
    """The tables and the cards lie one after the other, only the seats do not."""
    assert score(boards[:, ::-1]) == [list(reversed(one)) for one in points]


def test_buffers_that_are_no_arrays(boards, points):
    n, players, _ = boards.shape
    view = memoryview(boards.tobytes()).cast("B", boards.shape)
    assert ofc.score_many(view, RULES).tolist() == points
    assert score((ctypes.c_uint8 * 13 * players * n).from_buffer_copy(boards.tobytes())) == points
    odd = memoryview(bytearray(b"\0" + boards.tobytes()))[1:].cast("B", boards.shape)
    assert score(odd) == points


@pytest.mark.parametrize("table", [0, 63, 64, TABLES - 1])
def test_a_card_twice_is_named_with_its_table(boards, table):
    for place in (1, 12, boards[0].size - 1):
        wrong = boards.copy()
        wrong[table].flat[place] = wrong[table].flat[0]
        card = ofc.Card(int(wrong[table].flat[0]))
        twice = f"table {table}: duplicate card: {card} is card 1 and card {place + 1}"
        for given in (wrong, wrong.astype(np.int64)):
            with pytest.raises(ofc.InvalidCard, match=f"^{twice}$"):
                ofc.score_many(given, RULES)


@pytest.mark.parametrize(
    ("value", "said"),
    [(52, "a joker"), (53, "a joker"), (54, "out of range: 54"), (255, "out of range: 255")],
)
@pytest.mark.parametrize("table", [0, 64, TABLES - 1])
def test_what_is_no_card_is_named_with_its_table(boards, table, value, said):
    boards[table, -1, -1] = value
    with pytest.raises(ofc.InvalidCard, match=f"^table {table}: .*{said}"):
        ofc.score_many(boards, RULES)


@pytest.mark.parametrize("value", [-1, 256 + 5, 2**40])
def test_a_wide_number_is_not_cut_down_to_a_card(boards, value):
    wide = boards.astype(np.int64)
    wide[7, 1, 3] = value
    with pytest.raises(ofc.InvalidCard, match=f"^table 7: .*out of range: {value}"):
        ofc.score_many(wide, RULES)


def test_the_first_bad_table_is_named(boards):
    boards[[70, 9, 101], 0, 1] = 99
    with pytest.raises(ofc.InvalidCard, match=r"^table 9:"):
        ofc.score_many(boards, RULES)


def test_out_fouls_and_royalties_are_filled(boards, points):
    out = np.zeros(boards.shape[:2], np.int32)
    fouls = np.full(boards.shape[:2], 7, np.uint8)
    flags = np.zeros(boards.shape[:2], np.bool_)
    earned = np.full((*boards.shape[:2], 3), -7, np.int16)
    assert ofc.score_many(boards, RULES, out, fouls=fouls, royalties=earned) is out
    again = np.zeros_like(earned)
    ofc.score_many(boards.astype(np.int32), RULES, fouls=flags, royalties=again)  # copied block by block
    assert (again == earned).all()
    each = [[ofc.Board(one.tolist()) for one in table] for table in boards]
    assert out.tolist() == points
    assert fouls.tolist() == flags.tolist() == [[board.is_foul for board in table] for table in each]
    assert earned.tolist() == [[list(ofc.royalties(board, RULES)) for board in table] for table in each]


@pytest.mark.parametrize(
    ("name", "shape", "dtype"),
    [
        ("out", (2,), "i4"), ("out", (2, 3), "i4"), ("out", (2, 2), "i8"), ("out", (2, 2), "u4"),
        ("fouls", (2, 3), "u1"), ("fouls", (2, 2), "i2"),
        ("royalties", (2, 2), "i2"), ("royalties", (2, 2, 3), "i4"),
    ],
)  # fmt: skip
def test_a_buffer_that_does_not_fit_is_refused(name, shape, dtype):
    two = np.arange(26, dtype=np.uint8).reshape(1, 2, 13).repeat(2, axis=0)
    with pytest.raises(ValueError, match=f"^{name} is .* it must be"):
        ofc.score_many(two, RULES, **{name: np.zeros(shape, dtype)})


def test_results_never_overwrite_the_cards():
    memory = np.zeros(2 * 26 + 16, np.uint8)
    boards = memory[:52].reshape(2, 2, 13)
    boards[:] = np.arange(26).reshape(2, 13)
    for name, at in (("out", memory[48:64].view(np.int32)), ("fouls", memory[50:54])):
        with pytest.raises(ValueError, match=f"^{name} shares memory"):
            ofc.score_many(boards, RULES, **{name: at.reshape(2, 2)})
    assert boards[1].ravel().tolist() == list(range(26))


@pytest.mark.parametrize(
    "shape", [(26,), (2, 13), (1, 1, 13), (1, 5, 13), (1, 2, 12), (1, 2, 14), (1, 1, 2, 13)]
)
def test_another_shape_is_refused(shape):
    with pytest.raises(ValueError, match=r"it must be \(N, players, 13\) with 2 to 4 players"):
        ofc.score_many(np.zeros(shape, np.uint8), RULES)


@pytest.mark.parametrize("dtype", ["f8", "?", ">i4", "S1"])
def test_what_holds_no_integers_of_this_machine_is_refused(dtype):
    with pytest.raises(TypeError, match="cards are integers"):
        ofc.score_many(np.zeros((1, 2, 13), dtype), RULES)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_tables_give_no_points(players):
    none = np.zeros((0, players, 13), np.uint8)
    assert ofc.score_many(none, RULES).shape == (0, players)
    out = np.zeros((0, players), np.int32)
    assert ofc.score_many(none, RULES, out) is out
