"""rank_many: every shape and kind of buffer, every place an error can stand in."""

from __future__ import annotations

import array
import ctypes
import random
import re
import subprocess
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ofckit as ofc
from ofckit import _core

import oracle

KERNELS = tuple(_core._kernels())
SIZES = range(1, 8)


@pytest.fixture(params=KERNELS)
def kernel(request, use_kernel):
    use_kernel(request.param)
    return request.param


def some_hands(k, n, seed=1):
    generator = random.Random(seed * 1000 + k)
    return [generator.sample(range(52), k) for _ in range(n)]


def one_by_one(hands):
    return [ofc.rank(hand) for hand in hands]


def refusal(call):
    """The message with which a call is refused, None when it is accepted."""
    try:
        call()
    except (TypeError, ValueError, BufferError) as error:
        return str(error)
    return None


def flat_bytes(hands, k):
    """A two-dimensional view of the hands that needs no NumPy."""
    return memoryview(bytes(one for hand in hands for one in hand)).cast("B", (len(hands), k))


# -- Buffers without NumPy ---------------------------------------------------------------------------


@pytest.mark.parametrize("k", SIZES)
def test_a_memoryview_of_bytes(k, kernel):
    hands = some_hands(k, 123)
    result = ofc.rank_many(flat_bytes(hands, k))
    view = memoryview(result)
    assert (view.format, view.shape, view.itemsize) == ("H", (123,), 2)
    assert view.tolist() == one_by_one(hands)


@pytest.mark.parametrize("k", SIZES)
@pytest.mark.parametrize("code", ["i", "l", "q"])
def test_a_memoryview_of_wider_ints(k, code, kernel):
    hands = some_hands(k, 50)
    numbers = array.array(code, [one for hand in hands for one in hand])
    view = memoryview(numbers).cast("B").cast(code, (50, k))
    assert memoryview(ofc.rank_many(view)).tolist() == one_by_one(hands)


def test_a_bytearray_behind_a_memoryview_is_left_as_it_was(kernel):
    data = bytearray(one for hand in some_hands(5, 40) for one in hand)
    before = bytes(data)
    ofc.rank_many(memoryview(data).cast("B", (40, 5)))
    assert data == before
    data.append(0)  # the buffer is no longer exported


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
import ofckit as ofc
hands = memoryview(bytes([51, 47, 43, 39, 35, 0, 1, 2, 3, 51])).cast("B", (2, 5))
print(memoryview(ofc.rank_many(hands)).tolist(), ofc.rank("As Ks Qs Js Ts"), ofc.rank("2c 2d 2h 2s As"))
"""


def test_a_batch_where_numpy_is_not_installed():
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=True)
    royal, quads = 9841, ofc.rank("2c 2d 2h 2s As")
    assert done.stdout.split("\n")[0] == f"[{royal}, {quads}] {royal} {quads}"


@pytest.mark.parametrize("flat", [b"\0\1\2\3\4", bytearray(5), array.array("B", [0, 1, 2, 3, 4])])
def test_one_dimension_does_not_say_how_many_cards_a_hand_has(flat):
    with pytest.raises(ValueError, match=r"\(N, k\)|two dimensions|2-D|dimension"):
        ofc.rank_many(flat)


@pytest.mark.parametrize("item", [ctypes.c_ubyte, ctypes.c_short, ctypes.c_int, ctypes.c_long])
def test_an_array_of_ctypes(item, kernel):  # whose buffers come without strides
    hands = some_hands(5, 90)
    rows = ((item * 5) * 90)(*[(item * 5)(*hand) for hand in hands])
    assert memoryview(ofc.rank_many(rows)).tolist() == one_by_one(hands)
    rows[33][4] = 77
    with pytest.raises(ofc.InvalidCard, match=r"\brow 33\b.*\b77\b"):
        ofc.rank_many(rows)


def test_a_result_buffer_without_numpy(kernel):
    hands = some_hands(5, 77)
    out = array.array("H", [0] * 77)
    assert ofc.rank_many(flat_bytes(hands, 5), out=out) is out
    assert out.tolist() == one_by_one(hands)


@pytest.mark.parametrize("nothing", [None, 5, 3.5, "AsKsQsJsTs", [[0, 1, 2, 3, 4]], object()])
def test_what_is_no_buffer_is_refused_by_name(nothing):
    with pytest.raises(TypeError, match="buffer") as caught:
        ofc.rank_many(nothing)
    assert type(nothing).__name__ in str(caught.value)


# -- Arrays ------------------------------------------------------------------------------------------

np = pytest.importorskip("numpy")

DTYPES = ["uint8", "int32", "int64"]


@pytest.mark.parametrize("k", SIZES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_an_array_in_an_array_out(k, dtype, kernel):
    hands = some_hands(k, 301)
    result = ofc.rank_many(np.array(hands, dtype))
    assert isinstance(result, np.ndarray)
    assert (result.dtype, result.shape) == (np.uint16, (301,))
    assert result.tolist() == one_by_one(hands)


LAYOUTS = {
    "row by row": lambda a: np.ascontiguousarray(a),
    "column by column": lambda a: np.asfortranarray(a),
    "transposed planes": lambda a: np.ascontiguousarray(a.T).T,
    "every third row": lambda a: np.repeat(a, 3, axis=0)[::3],
    "columns of a wider table": lambda a: np.hstack([a, a + 100])[:, : a.shape[1]],
    "every second column": lambda a: np.repeat(a, 2, axis=1)[:, ::2],
    "rows backwards": lambda a: np.ascontiguousarray(a[::-1])[::-1],
    "columns backwards": lambda a: np.ascontiguousarray(a[:, ::-1])[:, ::-1],
    "both backwards": lambda a: np.ascontiguousarray(a[::-1, ::-1])[::-1, ::-1],
    "read only": lambda a: np.frombuffer(np.ascontiguousarray(a).tobytes(), a.dtype).reshape(a.shape),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_layout_gives_the_same_strengths(layout, dtype, kernel):
    for k in SIZES:
        hands = np.array(some_hands(k, 131), dtype)
        view = LAYOUTS[layout](hands)
        assert np.array_equal(view, hands)
        assert ofc.rank_many(view).tolist() == one_by_one(hands.tolist()), k


@pytest.mark.parametrize("dtype", DTYPES)
def test_numbers_at_an_odd_address_are_read_right_or_refused(dtype, kernel):
    hands = np.array(some_hands(5, 131), dtype)
    odd = np.empty(hands.nbytes + 1, np.uint8)[1:]
    odd[:] = hands.reshape(-1).view(np.uint8)
    odd = odd.view(dtype).reshape(hands.shape)
    refused = refusal(lambda: ofc.rank_many(odd))
    if refused is None:
        assert ofc.rank_many(odd).tolist() == one_by_one(hands.tolist())
        odd[44, 1] = 99
        assert re.search(r"\brow 44\b.*\b99\b", error_of(odd))
    else:
        assert dtype != "uint8"
        assert re.search(r"align|uint8|int32", refused)


def test_the_same_hand_many_times_over(kernel):
    row = np.array([[51, 47, 43, 39, 35]], np.uint8)
    assert set(ofc.rank_many(np.broadcast_to(row, (1000, 5))).tolist()) == {9841}


@pytest.mark.parametrize("n", [*range(140), 255, 256, 257, 1023, 1024, 1025, 4097])
def test_every_number_of_rows_around_the_blocks_of_a_kernel(n, kernel):
    expected = {k: one_by_one(some_hands(k, n)) for k in (3, 5)}
    for k, strengths in expected.items():
        hands = np.array(some_hands(k, n), np.uint8).reshape(n, k)
        assert ofc.rank_many(hands).tolist() == strengths
        guarded = np.full(n + 64, 7777, np.uint16)  # nothing is written beyond the end
        ofc.rank_many(hands, out=guarded[:n])
        assert guarded[:n].tolist() == strengths
        assert set(guarded[n:].tolist()) == {7777}


@pytest.mark.parametrize("k", SIZES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_no_hands_at_all(k, dtype, kernel):
    result = ofc.rank_many(np.empty((0, k), dtype))
    assert (result.dtype, result.shape) == (np.uint16, (0,))


@pytest.mark.parametrize("k", [0, 8, 13])
def test_hands_have_one_to_seven_cards(k):
    with pytest.raises(ValueError, match=rf"\b{k}\b"):
        ofc.rank_many(np.zeros((4, k), np.uint8))


@pytest.mark.parametrize("shape", [(5,), (2, 3, 5), ()])
def test_other_dimensions_are_refused(shape):
    with pytest.raises(ValueError, match=r"dimension|\(N, k\)|2-D"):
        ofc.rank_many(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("dtype", ["float64", "float32", "bool", "complex128", "U2", "O", "M8[s]"])
def test_other_kinds_of_numbers_are_refused(dtype):
    hands = np.array([[0, 1, 2, 3, 4]], np.uint8)
    wrong = hands.astype("i8").astype(dtype) if dtype == "M8[s]" else hands.astype(dtype)
    with pytest.raises((TypeError, ValueError), match=r"uint8|int32|int64|buffer|integer"):
        ofc.rank_many(wrong)


# -- Where the answer goes --------------------------------------------------------------------------------


def test_out_is_filled_and_returned(kernel):
    hands = np.array(some_hands(5, 200), np.uint8)
    out = np.zeros(200, np.uint16)
    assert ofc.rank_many(hands, out=out) is out
    assert out.tolist() == ofc.rank_many(hands).tolist()


def test_out_may_have_strides_or_is_refused_untouched(kernel):
    hands = np.array(some_hands(5, 200), np.uint8)
    whole = np.zeros(400, np.uint16)
    expected = ofc.rank_many(hands).tolist()
    refused = refusal(lambda: ofc.rank_many(hands, out=whole[::2]))
    assert refused is None or "contiguous" in refused
    assert whole[::2].tolist() == ([0] * 200 if refused else expected)
    assert not whole[1::2].any()


WRONG_OUTS = {
    "too short": lambda: np.zeros(9, np.uint16),
    "too long": lambda: np.zeros(11, np.uint16),
    "signed": lambda: np.zeros(10, np.int16),
    "too narrow": lambda: np.zeros(10, np.uint8),
    "too wide": lambda: np.zeros(10, np.uint32),
    "floats": lambda: np.zeros(10),
    "two dimensions": lambda: np.zeros((10, 1), np.uint16),
    "read only": lambda: np.frombuffer(bytes(20), np.uint16),
    "bytes": lambda: bytes(20),
    "other byte order": lambda: np.zeros(10, ">u2"),
    "no buffer": lambda: [0] * 10,
}


@pytest.mark.parametrize("kind", WRONG_OUTS)
def test_a_wrong_out_is_refused(kind):
    hands = np.array(some_hands(5, 10), np.uint8)
    with pytest.raises((TypeError, ValueError, BufferError), match=r"out|read-?only|writ"):
        ofc.rank_many(hands, out=WRONG_OUTS[kind]())


@pytest.mark.parametrize("k", SIZES)
@pytest.mark.parametrize("at", [0, 2, 100, 198])
def test_an_out_that_lies_on_the_hands_is_refused(k, at):
    hands = np.array(some_hands(k, 200), np.uint8)
    memory = np.zeros(200 * k + 600, np.uint8)
    memory[200 : 200 + 200 * k] = hands.reshape(-1)
    view = memory[200 : 200 + 200 * k].reshape(200, k)
    for there in (view, view[::-1], view[:, ::-1]):
        with pytest.raises(ValueError, match="memory"):
            ofc.rank_many(there, out=memory[at : at + 400].view(np.uint16))
    assert np.array_equal(view, hands)


def test_an_out_right_beside_the_hands_is_accepted(kernel):
    hands = np.array(some_hands(5, 200), np.uint8)
    memory = np.zeros(1800, np.uint8)
    view = memory[400:1400].reshape(200, 5)
    view[:] = hands
    for start in (0, 1400):
        out = ofc.rank_many(view, out=memory[start : start + 400].view(np.uint16))
        assert out.tolist() == one_by_one(hands.tolist())


def test_numbers_in_the_other_byte_order_are_refused_or_read_right():
    hands = some_hands(5, 10)
    swapped = np.array(hands, np.dtype("i4").newbyteorder(">"))
    refused = refusal(lambda: ofc.rank_many(swapped))
    if refused is None:
        assert ofc.rank_many(swapped).tolist() == one_by_one(hands)
    else:
        assert re.search(r"byte order|uint8|int32", refused)


# -- Wrong cards --------------------------------------------------------------------------------------------


def error_of(hands):
    with pytest.raises(ofc.InvalidCard) as caught:
        ofc.rank_many(hands)
    return str(caught.value)


@pytest.mark.parametrize(
    ("dtype", "wrong"),
    [("uint8", 52), ("uint8", 53), ("uint8", 54), ("uint8", 64), ("uint8", 128), ("uint8", 255)]
    + [(d, w) for d in ("int32", "int64") for w in (52, 255, 256, 307, -1, -256, 2**31 - 1, -(2**31))]
    + [("int64", w) for w in (2**40, 2**32, 2**32 + 5, -(2**63), 2**63 - 1)],
)
def test_a_number_that_is_no_card_is_named_with_its_row(dtype, wrong, kernel):
    for k in SIZES:
        hands = np.array(some_hands(k, 100), dtype)
        hands[57, k - 1] = wrong
        message = error_of(hands)
        assert re.search(r"\brow 57\b", message), message
        assert re.search(rf"(?<!\d){re.escape(str(wrong))}(?!\d)|X[12]", message), message


def test_a_repeated_card_is_named_with_its_row(kernel):
    for k in range(2, 8):
        hands = np.array(some_hands(k, 100), np.uint8)
        hands[63, k - 1] = hands[63, 0]
        message = error_of(hands)
        assert re.search(r"\brow 63\b", message), message
        name = oracle.RANKS[hands[63, 0] // 4] + oracle.SUITS[hands[63, 0] % 4]
        assert name in message, message


def test_every_pair_of_places_that_repeat_a_card(kernel):
    for k in range(2, 8):
        for i in range(k):
            for j in range(i):
                hands = np.array(some_hands(k, 70), np.uint8)
                hands[40, i] = hands[40, j]
                assert re.search(r"\brow 40\b", error_of(hands))


@pytest.mark.parametrize("k", SIZES)
def test_an_error_in_every_row_of_every_small_batch(k, kernel):
    hands = np.array(some_hands(k, 97), np.uint8)
    for row in range(97):
        wrong = hands.copy()
        wrong[row, row % k] = 52
        assert re.search(rf"\brow {row}\b", error_of(wrong))
        if k > 1:
            wrong = hands.copy()
            wrong[row, row % k] = wrong[row, (row + 1) % k]
            assert re.search(rf"\brow {row}\b", error_of(wrong))


def test_the_first_of_several_bad_rows_is_named(kernel):
    hands = np.array(some_hands(5, 300), np.uint8)
    hands[[70, 150, 299], 2] = 200
    hands[64, 0] = hands[64, 4]
    assert re.search(r"\brow 64\b", error_of(hands))
    hands[63, 1] = 99
    assert re.search(r"\brow 63\b", error_of(hands))


def test_an_error_far_down_a_big_batch(kernel):
    hands = np.tile(np.array(some_hands(5, 1000), np.uint8), (200, 1))
    hands[199_999, 4] = hands[199_999, 1]
    assert re.search(r"\brow 199,?999\b", error_of(hands))


def test_errors_count_rows_of_the_view_not_of_the_memory(kernel):
    hands = np.array(some_hands(5, 100), np.uint8)
    hands[10, 3] = 77
    assert re.search(r"\brow 89\b", error_of(hands[::-1]))
    assert re.search(r"\brow 5\b", error_of(hands[::2]))
    assert re.search(r"\brow 10\b", error_of(np.asfortranarray(hands)))
    assert re.search(r"\brow 10\b", error_of(hands[:, ::-1]))


kernel_names = st.sampled_from(KERNELS)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(st.integers(0, 60), min_size=5, max_size=5), min_size=1, max_size=80), kernel_names)
def test_a_batch_is_right_or_refused_at_its_first_wrong_row(hands, name):
    bad = [i for i, hand in enumerate(hands) if len(set(hand)) < 5 or max(hand) > 51]
    before = _core._kernel()
    _core._set_kernel(name)
    try:
        if bad:
            assert re.search(rf"\brow {bad[0]}\b", error_of(np.array(hands, np.uint8)))
        else:
            assert ofc.rank_many(np.array(hands, np.uint8)).tolist() == one_by_one(hands)
    finally:
        _core._set_kernel(before)


# -- Threads ------------------------------------------------------------------------------------------


def test_four_threads_at_once(kernel):
    hands = {k: np.array(some_hands(k, 20_000), np.uint8) for k in (3, 5, 6, 7)}
    expected = {k: ofc.rank_many(hands[k]) for k in hands}
    wrong = []

    def work(k):
        for _ in range(10):
            if not np.array_equal(ofc.rank_many(hands[k]), expected[k]):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in hands]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_an_unknown_kernel_is_refused():
    with pytest.raises(ValueError, match="no-such-kernel"):
        _core._set_kernel("no-such-kernel")


@pytest.mark.parametrize("k", [1, 5, 7])
def test_strided_hands_of_more_than_one_block(k, kernel):
    """Other strides are copied in blocks of 8 KB: every block has its place, and a bad row its number."""
    np = pytest.importorskip("numpy")
    hands = np.argsort(np.random.default_rng(k).random((9000, 52)), axis=1)[:, :k].astype(np.uint8)
    expected = [ofc.rank(hand) for hand in hands.tolist()]
    for given_hands in (hands, np.asfortranarray(hands), hands.astype(np.int32)):
        assert ofc.rank_many(given_hands).tolist() == expected
    wide = hands.astype(np.int64)
    wide[8500, -1] = 77
    with pytest.raises(ofc.InvalidCard, match=r"^row 8500: "):
        ofc.rank_many(wide)
