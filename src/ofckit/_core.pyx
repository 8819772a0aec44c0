"""The only place where Python meets C: arguments are checked here, once; errors get words; the GIL is released."""

from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDED_RO, PyBUF_WRITABLE, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer,
)
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.object cimport PyObject
from cpython.unicode cimport PyUnicode_GET_LENGTH
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from ofckit.core cimport (
    OFC_MAX_ENTRIES, OFC_MAX_JOKERS, OFC_NO_CARDS, OFC_STRENGTHS, find_paying, fouls, key_of_card, ofc_joker_rules,
    ofc_player, ofc_rows, ofc_rules, rank as c_rank, rank3 as c_rank3, rank5 as c_rank5, resolve_board,
    settle_pair as c_settle_pair, show, strength_of_key,
)

import sys
from itertools import islice
from operator import index

from ._errors import InvalidCard, InvalidRules

cdef extern from "Python.h":
    PyObject *PyList_GET_ITEM(object items, Py_ssize_t i)
    bint PyUnicode_IS_COMPACT_ASCII(object text)
    void *PyUnicode_1BYTE_DATA(object text)
    long PyLong_AsLongAndOverflow(object number, int *overflow) except? -1

cdef extern from "ofckit/strength.h" nogil:
    uint16_t strength_plain "ofc_strength_plain"(uint64_t hand)
    size_t first_bad "ofc_first_bad"(const uint8_t *cards, size_t n)

cdef extern from "batch.h" nogil:
    ctypedef size_t (*ofc_kernel)(const uint8_t *cards, size_t n, int k, uint16_t *out) noexcept nogil
    struct ofc_items:
        const char *data
        size_t rows
        int middle
        int inner
        int size
        Py_ssize_t stride[3]
    int ofc_kernels(const char **names, ofc_kernel *kernels)
    uint16_t ofc_rank_large(const uint8_t *cards, int k)
    void ofc_rank_many_unchecked(const uint8_t *cards, size_t n, int k, uint16_t *out)
    size_t ofc_rank_items(ofc_kernel kernel, const ofc_items *hands, uint16_t *out)
    size_t ofc_score_items(const ofc_rules *rules, const ofc_joker_rules *jokers, const ofc_items *boards,
                           int32_t *points, uint8_t *fouls, int16_t *royalties)

cdef extern from "omaha_items.h" nogil:
    enum:
        OFC_OMAHA_HANDS
    struct ofc_omaha_board:
        pass
    void ofc_omaha_open(ofc_omaha_board *board, const uint8_t *cards, int n)
    uint16_t ofc_omaha_best(const ofc_omaha_board *board, const uint8_t *hole, int n)
    size_t ofc_omaha_items(const ofc_items *holes, const ofc_items *boards, uint16_t *out)
    void ofc_omaha_equity(const uint8_t *hole, int hole_cards, int opponents, uint64_t deals, uint64_t seed,
                          uint64_t stream, uint64_t *won)
    void ofc_omaha_field(int players, uint64_t deals, uint64_t seed, uint64_t stream, uint64_t *dealt, uint64_t *won)

cdef enum:
    MAX_HAND = 7
    CARDS = 52
    MAX_PLAYERS = 4
    BOARD = 13


# --- Cards -----------------------------------------------------------------------------------------------------------

cdef signed char RANK_OF[128]
cdef signed char SUIT_OF[128]


cdef int _fill_letters() except -1:
    memset(RANK_OF, -1, sizeof(RANK_OF))
    memset(SUIT_OF, -1, sizeof(SUIT_OF))
    for i, letter in enumerate("23456789TJQKA"):
        RANK_OF[<int>ord(letter)] = RANK_OF[<int>ord(letter.lower())] = i
    for i, letter in enumerate("cdhs"):
        SUIT_OF[<int>ord(letter)] = SUIT_OF[<int>ord(letter.upper())] = i
    return 0


_fill_letters()


cdef inline int _as_card(object card) except -1:
    """A card from an int 0..51 (a Card is one); the plain case without questions."""
    cdef long value
    cdef int overflow = 0
    if isinstance(card, int) and type(card) is not bool:
        value = PyLong_AsLongAndOverflow(card, &overflow)
        if 0 <= value < CARDS:
            return value
    return _other_card(card)


cdef int _other_card(object card) except -1:
    cdef long value
    cdef int overflow = 0
    if isinstance(card, str):
        from .cards import Card
        card = Card(card)
    if isinstance(card, bool) or not hasattr(card, "__index__"):
        raise TypeError(f"a card is an int 0..51, a Card or text, not {type(card).__name__}")
    value = PyLong_AsLongAndOverflow(index(card), &overflow)
    if overflow or not 0 <= value < CARDS:
        raise _no_card(card)
    return value


cdef int _card_or_joker(object card, int jokers) except -1:
    """The same where so many jokers are in the pack."""
    cdef long value
    if jokers and isinstance(card, int):
        value = ofc_small_int(<PyObject *>card)
        if CARDS <= value < CARDS + jokers:
            return <int>value
    return _as_card(card)


cdef object _no_card(object card):
    if card == 52 or card == 53:
        return InvalidCard(f"a joker (card {int(card)}) is not allowed here: only rankings and rules with jokers take it")
    return InvalidCard(f"card id out of range: {card!r}; a card is an int 0..51 (4 * rank + suit)")


cdef object _name(int card):
    return f"X{card - 51}" if card >= CARDS else "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]


cdef int _first_repeat(const uint8_t *cards, int n):
    """The first card that repeats an earlier one, jokers included; n if none does."""
    cdef uint64_t seen = 0, one = 1
    for i in range(n):
        if seen & one << cards[i]:
            return i
        seen |= one << cards[i]
    return n


cdef object _duplicate(const uint8_t *cards, int n, object where):
    """The error that names the first card that repeats an earlier one."""
    cdef int i = _first_repeat(cards, n), j = 0
    while cards[j] != cards[i]:
        j += 1
    return InvalidCard(f"{where}duplicate card: {_name(cards[i])} is card {j + 1} and card {i + 1}")


cdef int _read_text(str text, uint8_t *cards) except -2:
    """Cards of a plain text such as "As Kd 10c" or "AsKd"; -1 if it takes the patient reader to tell."""
    cdef const char *c
    cdef Py_ssize_t i = 0, size = PyUnicode_GET_LENGTH(text)
    cdef int n = 0, rank, suit
    if not PyUnicode_IS_COMPACT_ASCII(text):
        return -1
    c = <const char *>PyUnicode_1BYTE_DATA(text)
    while i + 1 < size:
        if c[i] == c" " or c[i] == c",":
            i += 1
            continue
        rank = RANK_OF[<uint8_t>c[i]]
        suit = SUIT_OF[<uint8_t>c[i + 1]]
        if rank < 0 or suit < 0 or n == MAX_HAND:
            return -1
        cards[n] = 4 * rank + suit
        n += 1
        i += 2
    return n if i == size or c[i] == c" " else -1


cdef int _read_items(object items, uint8_t *cards) except -1:
    """Cards of an iterable of ints, Cards or texts; more than seven are an error."""
    cdef int n = 0
    if type(items) is not list and type(items) is not tuple:
        if isinstance(items, str):
            from .cards import cards as read
            items = read(items)
        elif not isinstance(items, (bytes, bytearray)):
            if not hasattr(items, "__iter__"):
                raise TypeError(f"cards are a text or an iterable of cards, not {type(items).__name__}")
            items = list(islice(items, MAX_HAND + 1))
    for item in items:
        if n == MAX_HAND:
            raise InvalidCard(f"wrong number of cards: {len(items)}; a hand is 1 to 7 cards")
        cards[n] = _as_card(item)
        n += 1
    return n


cdef int _read_hand(object cards, uint8_t *ids) except -1:
    cdef int n = -1
    if type(cards) is str:
        n = _read_text(cards, ids)
    return n if n >= 0 else _read_items(cards, ids)


# --- One hand --------------------------------------------------------------------------------------------------------

cdef inline int _rank_distinct(const uint8_t *ids, int n) except -1:
    if n == 0:
        raise InvalidCard("wrong number of cards: 0; a hand is 1 to 7 cards")
    if first_bad(ids, n) != <size_t>n:
        raise _duplicate(ids, n, "")
    return ofc_rank_large(ids, n) if n > 5 else c_rank(ids, n)


cdef int _rank_several_decks(const uint8_t *ids, int n) except -1:
    """One to five cards that may repeat: five of a kind is possible, a flush must hold five different ranks."""
    cdef uint64_t hand = OFC_NO_CARDS
    cdef unsigned int ranks = 0
    cdef int i
    if not 1 <= n <= 5:
        raise InvalidCard(f"wrong number of cards: {n}; with duplicates a hand is 1 to 5 cards")
    for i in range(n):
        hand += key_of_card(ids[i])
        ranks |= 1 << (ids[i] >> 2)
    for i in range(4):
        ranks &= ranks - 1
    return strength_of_key(hand) if ranks else strength_plain(hand)


cdef bint _several_decks(object duplicates) except -1:
    if duplicates == "error":
        return False
    if duplicates == "allow":
        return True
    raise ValueError(f"duplicates is {duplicates!r}; it may be 'error' or 'allow'")


def rank(cards, *, duplicates="error"):
    """The strength of a hand of one to seven cards (best five of six or seven): bigger wins, equal ties.

    `cards` is text ("As Ks Qs Js Ts"), or an iterable of Cards, ints or texts. One to five cards share one scale,
    1..9841; with `duplicates="allow"` (several decks, five cards at most) five of a kind is 9842..9854.
    Raises InvalidCard for what is no card, a repeated card, a joker, or another number of cards.

    >>> rank("AsKsQsJsTs"), rank("2c"), rank("QhQd5c") < rank("QhQd6c7s2d")
    (9841, 1, True)
    """
    cdef uint8_t ids[MAX_HAND]
    cdef int n = _read_hand(cards, ids)
    if duplicates is not "error" and _several_decks(duplicates):
        return _rank_several_decks(ids, n)
    return _rank_distinct(ids, n)


def rank_ids(cards, duplicates=False):
    """The strength of one to seven card ints (a sequence or bytes); with `duplicates`, of one to five that may repeat."""
    cdef uint8_t ids[MAX_HAND]
    cdef int n = _read_items(cards, ids)
    return _rank_several_decks(ids, n) if duplicates else _rank_distinct(ids, n)


cdef extern from *:
    """
    /* The value of a plain int, -1 or another number that is no card for any other object (a large int, a bool). */
    #if PY_VERSION_HEX >= 0x030C0000
    #define OFC_VALUE(x) \
        (PyUnstable_Long_IsCompact((PyLongObject *)(x)) ? (long)PyUnstable_Long_CompactValue((PyLongObject *)(x)) : -1)
    #else
    #define OFC_VALUE(x) (Py_SIZE(x) == 1 ? (long)((PyLongObject *)(x))->ob_digit[0] : Py_SIZE(x) == 0 ? 0 : -1)
    #endif
    static inline long ofc_small_int(PyObject *x) { return PyLong_Check(x) && !PyBool_Check(x) ? OFC_VALUE(x) : -1; }
    """
    long ofc_small_int(PyObject *x)
    ctypedef struct PyMethodDef:
        const char *ml_name
        void *ml_meth
        int ml_flags
        const char *ml_doc
    int METH_FASTCALL
    object PyCFunction_NewEx(PyMethodDef *, object, object)


# The fastest calls take their arguments as an array and give back an int that is there already.
cdef list STRENGTHS = list(range(OFC_STRENGTHS))


cdef object _rank_arguments(PyObject **args, Py_ssize_t given, Py_ssize_t wanted):
    """The same with every question asked."""
    cdef uint8_t ids[5]
    if given != wanted:
        raise TypeError(f"rank{wanted}() takes {wanted} cards, {given} given")
    for i in range(given):
        ids[i] = _as_card(<object>args[i])
    return _rank_distinct(ids, <int>given)


cdef object _rank5(PyObject *self, PyObject **args, Py_ssize_t given):
    if given != 5:
        return _rank_arguments(args, given, 5)
    cdef unsigned long a = ofc_small_int(args[0]), b = ofc_small_int(args[1]), c = ofc_small_int(args[2])
    cdef unsigned long d = ofc_small_int(args[3]), e = ofc_small_int(args[4])
    if a >= CARDS or b >= CARDS or c >= CARDS or d >= CARDS or e >= CARDS:
        return _rank_arguments(args, given, 5)
    cdef uint64_t one = 1
    cdef uint64_t p = one << a, q = one << b, r = one << c, s = one << d, t = one << e
    if p + q + r + s + t != p | q | r | s | t:
        return _rank_arguments(args, given, 5)
    return <object>PyList_GET_ITEM(STRENGTHS, c_rank5(<int>a, <int>b, <int>c, <int>d, <int>e))


cdef object _rank3(PyObject *self, PyObject **args, Py_ssize_t given):
    if given != 3:
        return _rank_arguments(args, given, 3)
    cdef unsigned long a = ofc_small_int(args[0]), b = ofc_small_int(args[1]), c = ofc_small_int(args[2])
    if a >= CARDS or b >= CARDS or c >= CARDS or a == b or a == c or b == c:
        return _rank_arguments(args, given, 3)
    return <object>PyList_GET_ITEM(STRENGTHS, c_rank3(<int>a, <int>b, <int>c))


cdef PyMethodDef RANK5
RANK5.ml_name = b"rank5"
RANK5.ml_meth = <void *>_rank5
RANK5.ml_flags = METH_FASTCALL
RANK5.ml_doc = b"""rank5(a, b, c, d, e, /)
--

The strength of five different cards, given as five ints 0..51: the fastest call for one hand.

Raises InvalidCard for what is no card or a card twice, TypeError for what is no int.

>>> rank5(51, 47, 43, 39, 35)
9841
"""
cdef PyMethodDef RANK3
RANK3.ml_name = b"rank3"
RANK3.ml_meth = <void *>_rank3
RANK3.ml_flags = METH_FASTCALL
RANK3.ml_doc = b"""rank3(a, b, c, /)
--

The strength of three different cards, given as three ints 0..51, on the scale of `rank5`."""
rank5 = PyCFunction_NewEx(&RANK5, None, __name__)
rank3 = PyCFunction_NewEx(&RANK3, None, __name__)


def best_five_ids(cards):
    """The five cards that count, of five to seven different ones: larger groups first, then higher ranks."""
    cdef uint8_t ids[MAX_HAND]
    cdef uint8_t five[5]
    cdef int n = _read_items(cards, ids), best = 0, s, i, j, k, m
    if n < 5:
        raise InvalidCard(f"wrong number of cards: {n}; the best five are of 5, 6 or 7 cards")
    _rank_distinct(ids, n)
    kept = ()
    for i in range(n):
        for j in range(i, n):
            if (j == i) != (n < 7) or (n == 5 and i):
                continue
            m = 0
            for k in range(n):
                if n == 5 or (k != i and k != j):
                    five[m] = ids[k]
                    m += 1
            s = c_rank5(five[0], five[1], five[2], five[3], five[4])
            if s > best:
                best = s
                kept = (five[0], five[1], five[2], five[3], five[4])
    return _by_group(kept)


cdef tuple _by_group(tuple cards):
    ranks = [c >> 2 for c in cards]
    wheel = sorted(ranks) == [0, 1, 2, 3, 12]
    return tuple(sorted(cards, key=lambda c: (-ranks.count(c >> 2), 1 if wheel and c >> 2 == 12 else -(c >> 2), -c)))


# --- Many hands ------------------------------------------------------------------------------------------------------

cdef const char *KERNEL_NAMES[4]
cdef ofc_kernel KERNELS[4]
cdef int KERNEL_COUNT = ofc_kernels(KERNEL_NAMES, KERNELS)
cdef int active = KERNEL_COUNT - 1


def _kernels():
    """The names of the kernels that this machine runs."""
    return tuple(KERNEL_NAMES[i].decode() for i in range(KERNEL_COUNT))


def _kernel():
    """The name of the kernel in use."""
    return KERNEL_NAMES[active].decode()


def _set_kernel(name):
    """Use this kernel for batches; gives back the name of the one before."""
    global active
    before, names = _kernel(), _kernels()
    if name not in names:
        raise ValueError(f"no kernel {name!r} on this machine; there are {', '.join(names)}")
    active = names.index(name)
    return before


cdef class _View:
    """A buffer, held until it is no longer needed."""

    cdef Py_buffer view
    cdef Py_ssize_t plain[3]
    cdef bint held

    def __cinit__(self, source, int flags, what):
        self.held = False
        if not PyObject_CheckBuffer(source):
            raise TypeError(f"{what} is an array or another buffer, not {type(source).__name__}")
        try:
            PyObject_GetBuffer(source, &self.view, flags | PyBUF_FORMAT)
        except (BufferError, ValueError) as error:
            raise ValueError(f"{what} cannot be used: {error}") from None
        self.held = True

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.view)

    cdef str format(self):
        code = self.view.format.decode() if self.view.format is not NULL else "B"
        native = "<" if sys.byteorder == "little" else ">"
        return code[1:] if code[:1] in ("@", "=", native) else code

    cdef int fill_strides(self) except -1:
        """The strides that go without saying: ctypes gives none for its arrays, even when asked."""
        cdef Py_ssize_t step = self.view.itemsize
        cdef int i
        if self.view.strides is NULL:
            for i in range(self.view.ndim - 1, -1, -1):
                self.plain[i] = step
                step *= self.view.shape[i]
            self.view.strides = self.plain
        return 0

    cdef tuple shape(self):
        return tuple(self.view.shape[i] for i in range(self.view.ndim))


cdef int _describe_items(_View view, ofc_items *items, int dims, what, shape) except -1:
    if view.view.ndim != dims:
        raise ValueError(f"{what} has shape {view.shape()}; it must be {shape}")
    if len(view.format()) != 1 or view.format() not in "bBhHiIlLqQnN":
        raise TypeError(f"{what} holds items of format {view.format()!r}; cards are integers, best uint8")
    view.fill_strides()
    items.data = <const char *>view.view.buf
    items.rows = view.view.shape[0]
    items.middle = <int>view.view.shape[1] if dims == 3 else 1
    items.size = <int>view.view.itemsize
    items.stride[0] = view.view.strides[0]
    items.stride[1] = view.view.strides[1] if dims == 3 else 0
    items.stride[2] = view.view.strides[dims - 1]
    if view.view.shape[dims - 1] > 64 or (dims == 3 and view.view.shape[1] > 64):
        raise ValueError(f"{what} has shape {view.shape()}; it must be {shape}")
    items.inner = <int>view.view.shape[dims - 1]
    return 0


cdef _View _out(out, str codes, tuple shape, what):
    view = _View(out, PyBUF_ND | PyBUF_WRITABLE, what)
    if view.format() not in codes or view.shape() != shape:
        names = {"H": "uint16", "i": "int32", "il": "int32", "B?": "uint8", "h": "int16"}
        raise ValueError(f"{what} is {view.format()!r} of shape {view.shape()}; it must be {names[codes]} of shape {shape}")
    return view


cdef int _apart(_View source, _View target, what) except -1:
    """ValueError when results would be written where cards are still to be read."""
    cdef const char *low = <const char *>source.view.buf
    cdef const char *high = low + source.view.itemsize
    cdef const char *start = <const char *>target.view.buf
    cdef Py_ssize_t reach
    for i in range(source.view.ndim):
        if source.view.shape[i] == 0:
            return 0
        reach = source.view.strides[i] * (source.view.shape[i] - 1)
        if reach < 0:
            low += reach
        else:
            high += reach
    if start < high and low < start + target.view.len:
        raise ValueError(f"{what} shares memory with the cards; it must have its own")
    return 0


cdef object _new(like, str dtype, str code, tuple shape):
    """A NumPy array where one was given, else an array.array (as a shaped memoryview if it has two dimensions)."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(like, numpy.ndarray):
        return numpy.empty(shape, dtype)
    from array import array
    size = 1
    for n in shape:
        size *= n
    flat = array(code, bytes(size * array(code).itemsize))
    return flat if len(shape) == 1 or size == 0 else memoryview(flat).cast("B").cast(code, shape)


cdef object _bad_row(object values, object where, int jokers=0):
    """The error for a row of numbers that the kernel refused."""
    cdef uint8_t ids[MAX_PLAYERS * 13]
    cdef int n = 0
    for value in values:
        try:
            ids[n] = _card_or_joker(int(value), jokers)
        except InvalidCard as error:
            return InvalidCard(f"{where}{error}")
        n += 1
    if _first_repeat(ids, n) == n:
        return InvalidCard(f"{where}the cards changed while they were read")
    return _duplicate(ids, n, where)


def rank_many(hands, out=None):
    """The strengths of many hands of k cards each, k = 1..7.

    `hands`: a buffer of shape (N, k) of integers, uint8 being the fastest; any strides. `out`: a writable C-contiguous
    uint16 buffer of shape (N,). Returns `out`, or a new NumPy array where a NumPy array was given, else an array.array.
    Releases the GIL. Raises InvalidCard naming the first row that holds something that is no card or a card twice;
    `out` is then filled up to that row. ValueError where the two share memory.
    """
    cdef ofc_items items
    cdef ofc_kernel kernel = KERNELS[active]
    cdef size_t good
    cdef _View source = _View(hands, PyBUF_STRIDED_RO, "hands"), target
    _describe_items(source, &items, 2, "hands", "(N, k) with k from 1 to 7")
    if not 1 <= items.inner <= MAX_HAND:
        raise ValueError(f"hands has shape {source.shape()}; it must be (N, k) with k from 1 to 7")
    if out is None:
        out = _new(hands, "uint16", "H", (items.rows,))
    target = _out(out, "H", (items.rows,), "out")
    _apart(source, target, "out")
    with nogil:
        good = ofc_rank_items(kernel, &items, <uint16_t *>target.view.buf)
    if good < items.rows:
        raise _bad_row(_row(source, &items, good), f"row {good}: ")
    return out


cdef list _row(_View view, const ofc_items *items, size_t row):
    """The numbers of one row, flat. A memoryview would not read every format and alignment that the kernels do."""
    cdef const char *at
    cdef int p, j
    signed = view.format().islower()
    numbers = []
    for p in range(items.middle):
        for j in range(items.inner):
            at = items.data + <Py_ssize_t>row * items.stride[0] + p * items.stride[1] + j * items.stride[2]
            numbers.append(int.from_bytes(at[:items.size], sys.byteorder, signed=signed))
    return numbers


def _rank_many_unchecked(hands, out):
    """As rank_many for a C-contiguous uint8 array, without any check: for measuring what the check costs."""
    cdef ofc_items items
    cdef _View source = _View(hands, PyBUF_ND, "hands"), target
    source.view.strides = NULL
    if source.view.ndim != 2 or source.format() != "B" or not 1 <= source.view.shape[1] <= MAX_HAND:
        raise ValueError("hands must be uint8 of shape (N, k), C-contiguous")
    cdef size_t rows = source.view.shape[0]
    cdef int k = <int>source.view.shape[1]
    target = _out(out, "H", (rows,), "out")
    with nogil:
        ofc_rank_many_unchecked(<const uint8_t *>source.view.buf, rows, k, <uint16_t *>target.view.buf)
    return out


# --- Rules -----------------------------------------------------------------------------------------------------------

cdef class CompiledRules:
    """Rules as numbers, for the C core. Made by `Rules.compiled`; checked here all the same."""

    cdef ofc_rules rules
    cdef ofc_joker_rules joker_rules
    cdef readonly int jokers

    def __init__(self, *, royalty_top, royalty_middle, royalty_bottom, row_points, strict_rows=False, low_middle=False,
                 low_middle_max=0, foul_points=6, foul_pays_royalties=True, surrender_points=0, royalties_to=0, jokers=0,
                 joker_may_copy=False, jokers_row_by_row=False, entry_tests=()):
        cdef int row, i
        self._take_jokers(jokers, joker_may_copy, jokers_row_by_row, entry_tests)
        for row, points in enumerate((royalty_top, royalty_middle, royalty_bottom)):
            if len(points) != OFC_STRENGTHS:
                raise InvalidRules(f"royalties of a row are {OFC_STRENGTHS} numbers, one a strength, not {len(points)}")
            for i in range(OFC_STRENGTHS):
                self.rules.royalty[row][i] = _points(points[i])
            if points[0]:
                raise InvalidRules("strength 0 is no hand: it earns nothing")
        find_paying(&self.rules)
        if len(row_points) != 27:
            raise InvalidRules(f"row_points are 27 numbers, one a result of three rows, not {len(row_points)}")
        for i in range(27):
            self.rules.row_points[i] = _points(row_points[i])
        if not 0 <= low_middle_max < OFC_STRENGTHS or royalties_to not in (0, 1, 2):
            raise InvalidRules("low_middle_max is a strength, royalties_to is 0, 1 or 2")
        self.rules.low_middle_max = low_middle_max
        self.rules.low_middle = bool(low_middle)
        self.rules.strict_rows = bool(strict_rows)
        self.rules.foul_points = _points(foul_points)
        self.rules.foul_pays_royalties = bool(foul_pays_royalties)
        self.rules.surrender_points = _points(surrender_points)
        self.rules.earner = royalties_to

    cdef int _take_jokers(self, jokers, may_copy, row_by_row, entry_tests) except -1:
        """entry_tests: (cards, ((row, lowest, highest strength), ...)), most cards first; a row is named once at most."""
        cdef int row, e = 0
        entry_tests = tuple(entry_tests)
        if not 0 <= jokers <= OFC_MAX_JOKERS:
            raise InvalidRules(f"jokers is {jokers}; it may be 0 to {OFC_MAX_JOKERS}")
        if len(entry_tests) > OFC_MAX_ENTRIES:
            raise InvalidRules(f"{len(entry_tests)} ways into Fantasyland; the core takes {OFC_MAX_ENTRIES}")
        self.jokers = self.joker_rules.jokers = jokers
        self.joker_rules.may_copy = bool(may_copy)
        self.joker_rules.row_by_row = bool(row_by_row)
        self.joker_rules.entries = len(entry_tests)
        for cards, tests in entry_tests:
            self.joker_rules.entry[e].cards = cards
            for row in range(3):
                self.joker_rules.entry[e].low[row] = 0
                self.joker_rules.entry[e].high[row] = OFC_STRENGTHS
            for at, low, high in tests:
                row = at
                if not 0 <= row < 3:
                    raise InvalidRules(f"no row {at}; 0 is the top, 1 the middle, 2 the bottom")
                self.joker_rules.entry[e].low[row] = max(self.joker_rules.entry[e].low[row], <int>low)
                self.joker_rules.entry[e].high[row] = min(self.joker_rules.entry[e].high[row], <int>high)
            e += 1
        return 0

    cdef int _read_board(self, cards, uint8_t *ids) except -1:
        if len(cards) != 13:
            raise InvalidCard(f"wrong number of cards: {len(cards)}; a board is 13: top 3, middle 5, bottom 5")
        for i in range(13):
            ids[i] = _card_or_joker(cards[i], self.jokers)
        if _first_repeat(ids, 13) != 13:
            raise _duplicate(ids, 13, "")
        return 0

    def row_strengths(self, cards):
        """(top, middle, bottom) of thirteen different card ints, top first; jokers stand for what is best."""
        return self.resolve(cards)[1]

    def resolve(self, cards):
        """(the thirteen cards with every joker replaced, their strengths (top, middle, bottom))."""
        cdef uint8_t[13] ids
        cdef ofc_rows rows
        self._read_board(cards, ids)
        rows = resolve_board(&self.rules, &self.joker_rules, ids)
        return tuple([ids[i] for i in range(13)]), (rows.strength[0], rows.strength[1], rows.strength[2])

    def is_foul(self, top, middle, bottom):
        """Whether three strengths are a foul by these rules."""
        return bool(fouls(&self.rules, _rows((top, middle, bottom))))

    def royalties(self, top, middle, bottom):
        """(top, middle, bottom) royalties of three strengths; a foul is not looked for."""
        cdef ofc_rows rows = _rows((top, middle, bottom))
        return tuple(self.rules.royalty[i][rows.strength[i]] for i in range(3))

    def settle_pair(self, a, int dead_a, b, int dead_b):
        """Points of the first player over the second, from their strengths (top, middle, bottom).

        dead: 0 the board counts if it is no foul, 1 it is a foul, 2 surrendered; strengths of dead boards may be None.
        """
        if not (0 <= dead_a <= 2 and 0 <= dead_b <= 2):
            raise ValueError("dead is 0 (live), 1 (foul) or 2 (surrendered)")
        cdef ofc_player first = show(&self.rules, _rows((0, 0, 0) if a is None else a), dead_a)
        cdef ofc_player second = show(&self.rules, _rows((0, 0, 0) if b is None else b), dead_b)
        return c_settle_pair(&self.rules, &first, &second)

    def score_many(self, boards, out=None, fouls=None, royalties=None):
        """Points of many tables: `boards` (N, players, 13) integers -> int32 (N, players).

        players is 2..4; top 3, middle 5, bottom 5. `fouls` (uint8 or bool, (N, players)) and `royalties` (int16,
        (N, players, 3)) are filled where given. Releases the GIL. Raises InvalidCard naming the first bad table.
        """
        cdef ofc_items items
        cdef size_t good
        cdef uint8_t *foul_out = NULL
        cdef int16_t *royalty_out = NULL
        cdef const ofc_joker_rules *jokers = &self.joker_rules if self.jokers else NULL
        cdef _View source = _View(boards, PyBUF_STRIDED_RO, "boards"), target, foul_view, royalty_view
        _describe_items(source, &items, 3, "boards", "(N, players, 13) with 2 to 4 players")
        if items.inner != 13 or not 2 <= items.middle <= MAX_PLAYERS:
            raise ValueError(f"boards has shape {source.shape()}; it must be (N, players, 13) with 2 to 4 players")
        shape = (items.rows, items.middle)
        if out is None:
            out = _new(boards, "int32", "i", shape)
        target = _out(out, "il" if sys.platform == "win32" else "i", shape, "out") if items.rows else None
        if items.rows:
            _apart(source, target, "out")
        if fouls is not None and items.rows:
            foul_view = _out(fouls, "B?", shape, "fouls")
            _apart(source, foul_view, "fouls")
            foul_out = <uint8_t *>foul_view.view.buf
        if royalties is not None and items.rows:
            royalty_view = _out(royalties, "h", (*shape, 3), "royalties")
            _apart(source, royalty_view, "royalties")
            royalty_out = <int16_t *>royalty_view.view.buf
        if items.rows == 0:
            return out
        with nogil:
            good = ofc_score_items(&self.rules, jokers, &items, <int32_t *>target.view.buf, foul_out, royalty_out)
        if good < items.rows:
            raise _bad_row(_row(source, &items, good), f"table {good}: ", self.jokers)
        return out


cdef int16_t _points(value) except? -32768:
    if not -32767 <= value <= 32767:
        raise InvalidRules(f"points {value} are out of range: -32767..32767")
    return value


cdef ofc_rows _rows(strengths) except *:
    cdef ofc_rows rows
    cdef int i
    strengths = tuple([int(strength) for strength in strengths])
    if len(strengths) != 3:
        raise ValueError(f"three strengths are needed (top, middle, bottom), not {len(strengths)}")
    for i in range(3):
        if not 0 <= strengths[i] < OFC_STRENGTHS:
            raise ValueError(f"no strength: {strengths[i]}; it is 1..{OFC_STRENGTHS - 1}")
        rows.strength[i] = strengths[i]
    return rows


# --- Omaha -----------------------------------------------------------------------------------------------------------

cdef int _read_omaha(object cards, int least, int most, what, uint8_t *ids) except -1:
    """A player's cards, or a board, from ints."""
    cdef int n = len(cards)
    if not least <= n <= most:
        raise InvalidCard(f"wrong number of cards: {n}; {what} {least} to {most}")
    for i in range(n):
        ids[i] = _as_card(cards[i])
    return n


def omaha_rank(hole, board):
    """The strength of the best hand of two of four to six hole cards and three of a board of three to five, all ints."""
    cdef uint8_t ids[11]
    cdef ofc_omaha_board opened
    cdef int n = _read_omaha(hole, 4, 6, "hole cards are", ids)
    cdef int m = _read_omaha(board, 3, 5, "a board is", ids + n)
    if first_bad(ids, n + m) != <size_t>(n + m):
        raise _duplicate(ids, n + m, "hole cards and board: ")
    ofc_omaha_open(&opened, ids + n, m)
    return ofc_omaha_best(&opened, ids, n)


def omaha_rank_many(holes, boards, out=None):
    """The same for (N, 4..6) hole cards and (N, 3..5) boards, buffers of integers as for rank_many -> uint16 (N,)."""
    cdef ofc_items hole_items, board_items
    cdef size_t good
    cdef _View hole_view = _View(holes, PyBUF_STRIDED_RO, "holes"), board_view = _View(boards, PyBUF_STRIDED_RO, "boards")
    cdef _View target
    _describe_items(hole_view, &hole_items, 2, "holes", "(N, k) with k from 4 to 6")
    _describe_items(board_view, &board_items, 2, "boards", "(N, k) with k from 3 to 5")
    if not 4 <= hole_items.inner <= 6:
        raise ValueError(f"holes has shape {hole_view.shape()}; it must be (N, k) with k from 4 to 6")
    if not 3 <= board_items.inner <= 5:
        raise ValueError(f"boards has shape {board_view.shape()}; it must be (N, k) with k from 3 to 5")
    if hole_items.rows != board_items.rows:
        raise ValueError(f"{hole_items.rows} rows of hole cards, but {board_items.rows} boards; they go together row by row")
    if out is None:
        out = _new(holes, "uint16", "H", (hole_items.rows,))
    target = _out(out, "H", (hole_items.rows,), "out")
    _apart(hole_view, target, "out")
    _apart(board_view, target, "out")
    with nogil:
        good = ofc_omaha_items(&hole_items, &board_items, <uint16_t *>target.view.buf)
    if good < hole_items.rows:
        raise _bad_row(_row(hole_view, &hole_items, good) + _row(board_view, &board_items, good), f"row {good}, hole cards and board: ")
    return out


cdef enum:
    STRETCH = 1 << 18  # deals between two looks at the keyboard; each stretch has its own stream of the seed


def omaha_equity(hole, int opponents, uint64_t deals, uint64_t seed):
    """won[0..10] of so many deals: won[k] pots were won by k players of whom one held these cards, won[0] by others."""
    cdef uint8_t ids[6]
    cdef uint64_t won[11]
    cdef uint64_t done = 0, now
    cdef int n = _read_omaha(hole, 4, 6, "hole cards are", ids)
    if first_bad(ids, n) != <size_t>n:
        raise _duplicate(ids, n, "")
    if not 1 <= opponents <= 9 or 5 + n * (opponents + 1) > CARDS:
        raise ValueError(f"opponents is {opponents}; with {n} hole cards it may be 1 to {min(9, (CARDS - 5) // n - 1)}")
    memset(won, 0, sizeof(won))
    while done < deals:
        now = min(deals - done, <uint64_t>STRETCH)
        with nogil:
            ofc_omaha_equity(ids, n, opponents, now, seed, done // STRETCH, won)
        done += now
        PyErr_CheckSignals()
    return tuple([won[k] for k in range(11)])


def omaha_field(int players, uint64_t deals, uint64_t seed):
    """(dealt, won): how often each of the 270,725 starting hands of four cards was dealt, and its part of the pots.

    Hands are in the order of their combinatorial numbers (colexicographic); `won` counts in 1/2520 of a pot. players
    is 2..10, all with random cards. Two arrays of uint64.
    """
    from array import array
    cdef uint64_t done = 0, now
    cdef uint64_t[::1] dealt_view, won_view
    if not 2 <= players <= 10:
        raise ValueError(f"players is {players}; it may be 2 to 10")
    dealt, won = array("Q", bytes(8 * OFC_OMAHA_HANDS)), array("Q", bytes(8 * OFC_OMAHA_HANDS))
    dealt_view, won_view = dealt, won
    cdef uint64_t *dealt_to = &dealt_view[0]
    cdef uint64_t *won_by = &won_view[0]
    while done < deals:
        now = min(deals - done, <uint64_t>STRETCH)
        with nogil:
            ofc_omaha_field(players, now, seed, done // STRETCH, dealt_to, won_by)
        done += now
        PyErr_CheckSignals()
    return dealt, won


# --- Rankings --------------------------------------------------------------------------------------------------------

cdef extern from "ranking_items.h" nogil:
    enum:
        OFC_BUG
        OFC_DECK
        OFC_HAND_LIMIT
        OFC_LOWEST_ONE
        OFC_MARKS
        OFC_PLANE
    uint64_t OFC_BUG_KEY, OFC_REFUSED, OFC_WILD_KEY
    struct ofc_ranking:
        uint64_t key[257]
        uint32_t plane[64]
        uint8_t marked[64]
        const uint16_t *value
        int size
        int copies
        int lowest
        bint wild
    void ofc_fill_plane(const uint16_t *by_strength, uint16_t *plane)
    bint ofc_ranking_takes(const ofc_ranking *ranking, const uint8_t *cards, int n)
    uint16_t ofc_ranking_value(const ofc_ranking *ranking, const uint8_t *cards, int n)
    uint16_t ofc_value_of_keys(const ofc_ranking *ranking, const uint64_t *key, int n, bint wild)
    size_t ofc_ranking_items(const ofc_ranking *ranking, const ofc_items *hands, uint16_t *out)
    size_t ofc_ranking_choices(const ofc_ranking *ranking, const uint64_t *key, int n, uint16_t best, size_t room,
                               uint8_t (*places)[5])


cdef class CompiledRanking:
    """One system of comparing hands as tables, for the C core. Made by `Ranking.compiled`; checked here all the same.

    kinds: for each of the 54 cards, 0 natural, 1 wild, 2 a bug, 3 not in the deck. planes: by mark (wild cards + 6 * bugs),
    the values of natural cards by their plain strength (9855 numbers, uint16; 0: no natural card), for cards of several
    suits and for those of one. size: cards that count. copies: of each card in the deck. lowest_wild: 0 none, 1 all cards of
    the holder's lowest rank, 2 one of them. Never changes once it is made, so that threads may share it.
    """

    cdef ofc_ranking ranking
    cdef uint16_t *values

    def __cinit__(self, *, kinds, planes, int size=5, int copies=1, int lowest_wild=0):
        cdef int card, mark, i
        if size not in (3, 5) or copies < 1 or not 0 <= lowest_wild <= OFC_LOWEST_ONE:
            raise ValueError("size is 3 or 5, copies at least 1, lowest_wild 0, 1 or 2")
        if len(kinds) != OFC_DECK or not all(0 <= kind <= 3 for kind in kinds):
            raise ValueError(f"kinds are {OFC_DECK} numbers 0..3, one a card")
        if 0 not in planes or not all(0 <= mark < OFC_BUG * OFC_BUG for mark in planes):
            raise ValueError("planes are by mark, 0 (no wild card) among them")
        if not all(len(pair) == 2 for pair in planes.values()):
            raise ValueError("a plane is two: for cards of several suits, and for those of one")
        pairs = [(mark, tuple(pair)[:2]) for mark, pair in sorted(planes.items())]
        self.values = <uint16_t *>PyMem_Calloc((2 * len(pairs) + 2) * OFC_PLANE, sizeof(uint16_t))
        if self.values is NULL:
            raise MemoryError
        self.ranking.value = self.values
        self.ranking.size, self.ranking.copies, self.ranking.lowest = size, copies, lowest_wild
        self.ranking.wild = lowest_wild > 0 or 1 in kinds or 2 in kinds
        for i in range(256):
            self.ranking.key[i] = _ranking_key(i, kinds[i] if i < OFC_DECK else 3)
        self.ranking.key[256] = OFC_WILD_KEY
        for mark in range(OFC_MARKS):  # what has no plane is worth nothing: the last two planes stay empty
            self.ranking.plane[mark] = 2 * len(pairs) * OFC_PLANE
            self.ranking.marked[mark] = min(mark % OFC_BUG + mark // OFC_BUG, size)
        for i, (mark, pair) in enumerate(pairs):
            self.ranking.plane[mark] = 2 * i * OFC_PLANE
            for j, by_strength in enumerate(pair):
                self._fill(2 * i + j, by_strength)

    cdef int _fill(self, int plane, by_strength) except -1:
        cdef _View view = _View(by_strength, PyBUF_ND, "a plane")
        if view.format() != "H" or view.shape() != (OFC_STRENGTHS,):
            raise ValueError(f"a plane is {OFC_STRENGTHS} numbers of uint16")
        ofc_fill_plane(<const uint16_t *>view.view.buf, self.values + <size_t>plane * OFC_PLANE)
        return 0

    def __dealloc__(self):
        PyMem_Free(self.values)

    cdef int _read(self, cards, uint8_t *ids) except -1:
        """1 to 64 card ints; -2 where they are no hand of this system."""
        cdef int n = len(cards), i
        if not 1 <= n <= OFC_HAND_LIMIT:
            raise InvalidCard(f"wrong number of cards: {n}; a hand is 1 to {OFC_HAND_LIMIT} cards")
        for i in range(n):
            ids[i] = _card_or_joker(cards[i], OFC_MAX_JOKERS)
        return n if ofc_ranking_takes(&self.ranking, ids, n) else -2

    def strength(self, cards):
        """The value of card ints, the best choice of more than `size`; -1 where they are no hand of this system."""
        cdef uint8_t ids[64]
        cdef int n = self._read(cards, ids)
        return ofc_ranking_value(&self.ranking, ids, n) if n > 0 else -1

    cdef int _keys(self, items, uint64_t *key) except -1:
        cdef int n = len(items), i, item
        if not 1 <= n <= OFC_HAND_LIMIT:
            raise InvalidCard(f"wrong number of cards: {n}; a hand is 1 to {OFC_HAND_LIMIT} cards")
        for i in range(n):
            item = items[i]
            if not -2 <= item < CARDS:
                raise InvalidCard(f"no card: {item}; here it is 0..51, -1 (wild) or -2 (a bug)")
            key[i] = _ranking_key(item, 0) if item >= 0 else OFC_WILD_KEY if item == -1 else OFC_BUG_KEY
        return n

    def value(self, items):
        """The value of natural cards 0..51 (they may repeat), -1 for a wild card and -2 for a bug."""
        cdef uint64_t key[64]
        cdef int n = self._keys(items, key)
        return ofc_value_of_keys(&self.ranking, key, n, True)

    def choices(self, items, int best, int room=1):
        """The places of the `size` items, of more, that are worth `best`: a list of at most `room` tuples."""
        cdef uint64_t key[64]
        cdef int n = self._keys(items, key)
        if n < self.ranking.size or not 1 <= room <= 100_000:
            raise ValueError("there must be at least as many items as count, and room for 1 to 100000 choices")
        places = bytearray(5 * room)
        cdef uint8_t *start = places
        cdef size_t found = ofc_ranking_choices(&self.ranking, key, n, best, room, <uint8_t (*)[5]>start)
        return [tuple(places[5 * i : 5 * i + self.ranking.size]) for i in range(room if found > <size_t>room else <int>found)]

    def rank_many(self, hands, out=None):
        """(out, the numbers of the first row that is no hand of this system and its place, or None): see Ranking."""
        cdef ofc_items items
        cdef size_t good
        cdef _View source = _View(hands, PyBUF_STRIDED_RO, "hands"), target
        _describe_items(source, &items, 2, "hands", f"(N, k) with k from 1 to {OFC_HAND_LIMIT}")
        if items.inner < 1:
            raise ValueError(f"hands has shape {source.shape()}; it must be (N, k) with k from 1 to {OFC_HAND_LIMIT}")
        if out is None:
            out = _new(hands, "uint16", "H", (items.rows,))
        target = _out(out, "H", (items.rows,), "out")
        _apart(source, target, "out")
        with nogil:
            good = ofc_ranking_items(&self.ranking, &items, <uint16_t *>target.view.buf)
        return out, None if good == items.rows else (_row(source, &items, good), good)


cdef uint64_t _ranking_key(int card, int kind) noexcept:
    if kind == 0 and card < CARDS:
        return key_of_card(card)
    return OFC_WILD_KEY if kind == 1 else OFC_BUG_KEY if kind == 2 else OFC_REFUSED


# --- Playouts --------------------------------------------------------------------------------------------------------

cdef extern from "playout.h" nogil:
    enum:
        OFC_MOST_SEATS
        OFC_MOST_TURNS
        OFC_MOST_DECK
    struct ofc_turn:
        uint8_t seat
        uint8_t first
        uint8_t deal
        uint8_t place
    struct ofc_table:
        int seats
        int people
        bint own_boards_compared
        uint32_t deck
        uint32_t dealt
        int turns
        ofc_turn turn[64]
    void ofc_playout(const ofc_table *table, const ofc_rules *rules, const ofc_joker_rules *jokers, uint64_t seed,
                     uint64_t hand, uint8_t (*boards)[13], int32_t *points)

cdef extern from "ofckit/rng.h" nogil:
    struct ofc_rng:
        pass
    void ofc_rng_seed(ofc_rng *rng, uint64_t seed, uint64_t hand)
    void ofc_rng_deal(ofc_rng *rng, uint8_t *cards, uint32_t n, uint32_t wanted)


def _deal(uint64_t seed, uint64_t hand, uint32_t deck, uint32_t n):
    """The first n cards of the shuffled deck of (seed, hand), as bytes; docs/randomness.md."""
    cdef uint8_t[54] cards
    cdef ofc_rng rng
    cdef uint32_t i
    if deck > OFC_MOST_DECK or n > deck:
        raise ValueError(f"{n} cards of a deck of {deck}; a deck has at most {OFC_MOST_DECK}")
    for i in range(deck):
        cards[i] = i
    ofc_rng_seed(&rng, seed, hand)
    ofc_rng_deal(&rng, cards, deck, n)
    return (<char *>cards)[:n]


cdef int _read_turns(turns, ofc_table *table) except -1:
    """Fill in the turns: every card dealt once, thirteen placed at every seat."""
    cdef uint64_t dealt = 0, cards
    cdef int i = 0, seat, first, deal, place
    cdef int[4] placed
    placed[:] = [0, 0, 0, 0]
    if len(turns) > OFC_MOST_TURNS:
        raise ValueError(f"{len(turns)} turns; a hand has at most {OFC_MOST_TURNS}")
    for seat, first, deal, place in turns:
        if not (0 <= seat < table.seats and 1 <= place <= deal and 0 <= first and first + deal <= <int>table.dealt):
            raise ValueError(f"turn {i}: seat {seat}, cards {first} to {first + deal - 1}, {place} placed: not in this hand")
        cards = ((<uint64_t>1 << deal) - 1) << first
        if cards & dealt or placed[seat] + place > BOARD:
            raise ValueError(f"turn {i}: cards are dealt twice, or more than 13 placed")
        dealt |= cards
        placed[seat] += place
        table.turn[i].seat, table.turn[i].first, table.turn[i].deal, table.turn[i].place = seat, first, deal, place
        i += 1
    table.turns = i
    for seat in range(table.seats):
        if placed[seat] != BOARD:
            raise ValueError(f"seat {seat} places {placed[seat]} cards, a board is 13")
    return 0


cdef enum:
    MOST_HANDS = 1 << 24  # of one call


def playouts(CompiledRules rules, turns, int seats, int people, bint own_boards_compared, uint32_t deck,
             uint32_t dealt, uint64_t seed, uint64_t hand, int32_t n):
    """(boards, points) of the random hands `hand` to `hand + n - 1` of a seed: bytearray (n, seats, 13), array of int32
    (n, seats). turns: (seat, first card, cards dealt, cards placed) in order. Releases the GIL.
    """
    from array import array
    cdef ofc_table table
    cdef uint8_t[::1] board_view
    cdef int32_t[::1] point_view
    cdef int32_t i
    if not (1 <= people <= seats <= OFC_MOST_SEATS and dealt <= deck <= OFC_MOST_DECK and 0 <= n <= MOST_HANDS):
        raise ValueError(f"{people} people at {seats} seats, {dealt} of {deck} cards, {n} hands: no such table")
    table.seats, table.people, table.own_boards_compared = seats, people, own_boards_compared
    table.deck, table.dealt = deck, dealt
    _read_turns(turns, &table)
    cdef Py_ssize_t all_boards = <Py_ssize_t>n * seats
    boards, points = bytearray(all_boards * BOARD), array("i", bytes(4 * all_boards))
    if n == 0:
        return boards, points
    board_view, point_view = boards, points
    cdef uint8_t *to = &board_view[0]
    cdef int32_t *won = &point_view[0]
    with nogil:
        for i in range(n):
            ofc_playout(&table, &rules.rules, &rules.joker_rules, seed, hand + <uint64_t>i,
                        <uint8_t (*)[13]>(to + <size_t>i * seats * BOARD), won + <size_t>i * seats)
    return boards, points


# --- Fantasyland -----------------------------------------------------------------------------------------------------

from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc

cdef extern from "fantasyland.h" nogil:
    enum:
        OFC_FL_OPPONENTS
        OFC_FL_TESTS
        OFC_FL_ENTRIES
    struct ofc_fl_test:
        int row
        uint16_t low, high
    struct ofc_fl_entry:
        int tests
        ofc_fl_test test[3]
        double bonus
    struct ofc_opponent:
        pass
    struct ofc_plan:
        bint royalties
        double stay
        double foul
        int stays
        ofc_fl_test stay_test[16]
        int entries
        ofc_fl_entry entry[16]
        int opponents
    struct ofc_found:
        int64_t worth
        uint16_t strength[3]
        bint foul
        bint stays
    void ofc_fl_open(ofc_plan *plan, const ofc_rules *rules)
    void ofc_fl_oppose(ofc_plan *plan, ofc_opponent *room, const double *const *chance, double foul)
    void ofc_fl_close(ofc_plan *plan)
    double ofc_fl_value(const ofc_plan *plan, const uint16_t *strength)
    double ofc_fl_foul(const ofc_plan *plan)
    size_t ofc_fl_room()
    int ofc_fl_solve(const ofc_plan *plan, void *room, const uint8_t *sorted, int n, int k, ofc_found *best)
    void ofc_fl_spell(const ofc_found *board, const uint8_t *sorted, int n, uint8_t *cards)
    size_t ofc_fl_many(const ofc_plan *plan, void *room, const ofc_items *hands, size_t first, size_t last,
                       uint8_t *cards, double *values, int32_t *royalties, uint8_t *stays, uint8_t *fouls)


cdef enum:
    MANY_AT_ONCE = 512  # hands between two looks at the keyboard


cdef class FantasyPlan:
    """Rules and an objective as numbers, for the search of Fantasyland boards.

    stay_tests: (row, lowest, highest strength), one of which is enough; `stay`: points for it. entries: (points, tests
    that must all hold) in order, where the points depend on the board. foul: points of a foul board where there are
    no opponents. opponents: (top, middle, bottom, foul), each row as (strength, chance) pairs.
    """

    cdef ofc_plan plan
    cdef CompiledRules rules
    cdef ofc_opponent *rooms[3]

    def __cinit__(self, CompiledRules rules not None, *, stay_tests=(), double stay=0, double foul=0, entries=(),
                  opponents=(), bint royalties=True):
        stay_tests, entries, opponents = tuple(stay_tests), tuple(entries), tuple(opponents)
        if len(stay_tests) > OFC_FL_TESTS or len(entries) > OFC_FL_ENTRIES or len(opponents) > OFC_FL_OPPONENTS:
            raise ValueError(f"{OFC_FL_TESTS} conditions to stay, {OFC_FL_ENTRIES} entries and {OFC_FL_OPPONENTS} "
                             "opponents at most")
        self.rules = rules
        ofc_fl_open(&self.plan, &rules.rules)
        self.plan.royalties = royalties
        self.plan.stay, self.plan.foul = stay, foul
        for i, test in enumerate(stay_tests):
            self.plan.stay_test[<int>i] = _test_of(test)
        self.plan.stays = len(stay_tests)
        for i, (bonus, tests) in enumerate(entries):
            self.fill_entry(i, bonus, tests)
        self.plan.entries = len(entries)
        for top, middle, bottom, chance_of_foul in opponents:
            self.oppose((top, middle, bottom), chance_of_foul)
        ofc_fl_close(&self.plan)

    def __dealloc__(self):
        for i in range(3):
            free(self.rooms[i])

    cdef int fill_entry(self, int i, double bonus, tests) except -1:
        tests = tuple(tests)
        if len(tests) > 3:
            raise ValueError("an entry has three tests at most, one a row")
        self.plan.entry[i].bonus = bonus
        self.plan.entry[i].tests = len(tests)
        for j, test in enumerate(tests):
            self.plan.entry[i].test[<int>j] = _test_of(test)
        return 0

    cdef int oppose(self, tuple rows, double foul) except -1:
        cdef const double *chance[3]
        cdef double[::1] flat
        cdef int row
        from array import array
        held = []
        for row in range(3):
            flat = array("d", bytes(8 * OFC_STRENGTHS))
            for strength, p in rows[row]:
                if not 0 < strength < OFC_STRENGTHS:
                    raise ValueError(f"no strength: {strength}; it is 1..{OFC_STRENGTHS - 1}")
                flat[<int>strength] += p
            held.append(flat)
            chance[row] = &flat[0]
        cdef ofc_opponent *room = <ofc_opponent *>malloc(sizeof(ofc_opponent))
        if room is NULL:
            raise MemoryError
        self.rooms[self.plan.opponents] = room
        ofc_fl_oppose(&self.plan, room, chance, foul)
        return 0

    def value(self, top, middle, bottom):
        """What a legal board of these strengths is worth, in points."""
        cdef ofc_rows rows = _rows((top, middle, bottom))
        return ofc_fl_value(&self.plan, rows.strength)

    def solve(self, cards, int k=1, bint twins=False):
        """The k best boards of 13 to 17 different card ints: a list of (value, foul, stays, strengths, cards).

        cards: bytes, the thirteen of the board from the top down, then those discarded. k is 1..100000. twins: a card
        may be there up to three times, as jokers stand for it, though never in one row.
        """
        cdef uint8_t ids[17]
        cdef uint8_t spelt[17]
        cdef ofc_found *best
        cdef void *room
        cdef int i, found, n = len(cards)
        if not 13 <= n <= 17 or not 1 <= k <= 100000:
            raise ValueError(f"{n} cards, k = {k}: 13 to 17 cards are needed, and k from 1 to 100000")
        for i, card in enumerate(sorted(cards)):
            ids[i] = _as_card(card)
        if twins:
            for i in range(3, n):
                if ids[i] == ids[i - 3]:
                    raise ValueError(f"{_name(ids[i])} is there four times")
        elif first_bad(ids, <size_t>n) != <size_t>n:
            raise _duplicate(ids, n, "")
        best, room = <ofc_found *>malloc(k * sizeof(ofc_found)), malloc(ofc_fl_room())
        try:
            if best is NULL or room is NULL:
                raise MemoryError
            with nogil:
                found = ofc_fl_solve(&self.plan, room, ids, n, k, best)
            boards = []
            for i in range(found):
                ofc_fl_spell(&best[i], ids, n, spelt)
                value = ofc_fl_foul(&self.plan) if best[i].foul else ofc_fl_value(&self.plan, best[i].strength)
                strengths = best[i].strength[0], best[i].strength[1], best[i].strength[2]
                boards.append((value, bool(best[i].foul), bool(best[i].stays), strengths, spelt[:n]))
            return boards
        finally:
            free(best)
            free(room)

    def solve_many(self, hands, size_t first, size_t last, cards, values, royalties, stays, fouls):
        """The best boards of hands[first:last] of an (N, n) buffer of integers, written to the other buffers.

        cards: uint8 (N, n), as of `solve`; values: float64 (N,); royalties: int32 (N,); stays, fouls: uint8 (N,).
        Releases the GIL. Raises InvalidCard naming the first bad row.
        """
        cdef ofc_items items
        cdef void *room
        cdef size_t good, stop
        cdef _View source = _View(hands, PyBUF_STRIDED_RO, "hands")
        _describe_items(source, &items, 2, "hands", "(N, n) with n from 13 to 17")
        if not 13 <= items.inner <= 17:
            raise ValueError(f"hands has shape {source.shape()}; it must be (N, n) with n from 13 to 17")
        if not first <= last <= items.rows:
            raise ValueError(f"rows {first}..{last} of {items.rows}")
        if first == last:
            return
        cdef _View a = _sized(cards, "B", (items.rows, items.inner)), b = _sized(values, "d", (items.rows,))
        cdef _View c = _sized(royalties, "i", (items.rows,)), d = _sized(stays, "B", (items.rows,))
        cdef _View e = _sized(fouls, "B", (items.rows,))
        room = malloc(ofc_fl_room())
        if room is NULL:
            raise MemoryError
        try:
            while first < last:
                stop = min(last, first + <size_t>MANY_AT_ONCE)
                with nogil:
                    good = ofc_fl_many(&self.plan, room, &items, first, stop, <uint8_t *>a.view.buf, <double *>b.view.buf,
                                       <int32_t *>c.view.buf, <uint8_t *>d.view.buf, <uint8_t *>e.view.buf)
                if good < stop:
                    raise _bad_row(_row(source, &items, good), f"row {good}: ")
                first = stop
                PyErr_CheckSignals()
        finally:
            free(room)


cdef _View _sized(out, str code, tuple shape):
    view = _View(out, PyBUF_ND | PyBUF_WRITABLE, "out")
    if view.format() != code or view.shape() != shape:
        raise ValueError(f"out is {view.format()!r} of shape {view.shape()}; it must be {code!r} of shape {shape}")
    return view


cdef ofc_fl_test _test_of(test) except *:
    cdef ofc_fl_test made
    row, low, high = test
    if not (0 <= row < 3 and 0 < low <= high < OFC_STRENGTHS):
        raise ValueError(f"a test is (row, lowest, highest strength), not {test!r}")
    made.row, made.low, made.high = row, low, high
    return made


# --- Endgames --------------------------------------------------------------------------------------------------------

cdef extern from "endgame.h" nogil:
    enum:
        OFC_EG_MOST_BONUS
        OFC_EG_MOST_ENTRIES
        OFC_EG_SOLVED
        OFC_EG_REFUSED
        OFC_EG_MEMORY
    struct ofc_eg_goal:
        const ofc_rules *rules
        const ofc_joker_rules *entry
        const ofc_plan *plan
        double royalty
        double rows
        double foul
        double fantasyland[18]
        double plain_royalty
        double plain_foul
        const int *stop
    struct ofc_eg_board:
        uint64_t key[3]
        int free[3]
    struct ofc_outlook:
        double ways
        double foul
        double royalty
        double rows
        double fantasyland[18]
    size_t ofc_eg_room()
    int ofc_eg_value(const ofc_eg_goal *goal, void *room, const ofc_eg_board *board, uint64_t deck, ofc_outlook *outlook)


cdef class EndgameGoal:
    """Rules and an objective as numbers, for the search of endgames.

    royalty, rows, foul: worth of a point of royalties, of a point against the opponents of `plan` (which count the royalties
    and what a foul pays), and of a foul; fantasyland: (cards, worth) pairs. The search takes what is worth most; whole numbers are added without error.
    plain_royalty, plain_foul: the same without what breaks ties.
    """

    cdef ofc_eg_goal goal
    cdef CompiledRules rules
    cdef FantasyPlan plan
    cdef int stopped

    def __cinit__(self, CompiledRules rules not None, *, double royalty, double foul, fantasyland=(), double rows=0,
                  double plain_royalty=0, double plain_foul=0, FantasyPlan plan=None):
        if rules.joker_rules.entries > OFC_EG_MOST_ENTRIES:
            raise ValueError(f"{rules.joker_rules.entries} ways into Fantasyland; endgames take {OFC_EG_MOST_ENTRIES}")
        for e in range(rules.joker_rules.entries):
            if rules.joker_rules.entry[e].cards >= OFC_EG_MOST_BONUS:
                raise ValueError(f"Fantasyland with {rules.joker_rules.entry[e].cards} cards; endgames take 17")
        memset(&self.goal, 0, sizeof(self.goal))
        self.rules, self.plan = rules, plan
        self.goal.rules, self.goal.entry = &rules.rules, &rules.joker_rules
        self.goal.plan = NULL if plan is None else &plan.plan
        self.goal.stop = &self.stopped
        self.goal.royalty, self.goal.rows = royalty, rows
        self.goal.plain_royalty, self.goal.plain_foul = plain_royalty, plain_foul
        self.goal.foul = foul if plan is None else foul + rows * ofc_fl_foul(&plan.plan)
        for cards, worth in fantasyland:
            if not 0 < cards < OFC_EG_MOST_BONUS:
                raise ValueError(f"Fantasyland with {cards} cards; endgames take 17")
            self.goal.fantasyland[<int>cards] = worth

    def outlook(self, top, middle, bottom, deck):
        """(ways, foul, royalty, rows, {cards: ways}) of a board with 0, 2, 4 or 6 free places before a draw from the deck.

        Rows and deck are different card ints. Everything is a sum over `ways` equally likely ways. Releases the GIL.
        None where `stop` was called before the end.
        """
        cdef ofc_eg_board board
        cdef ofc_outlook found
        cdef uint64_t one = 1, known = 0, cards = 0
        cdef int row, card
        cdef int state
        for row, (size, held) in enumerate(((3, top), (5, middle), (5, bottom))):
            if len(held) > size:
                raise ValueError(f"{len(held)} cards in a row of {size}")
            board.key[row], board.free[row] = OFC_NO_CARDS, size - len(held)
            for item in held:
                card = _as_card(item)
                board.key[row] += key_of_card(card)
                if known >> card & 1:
                    raise InvalidCard(f"{_name(card)} is on the board twice")
                known |= one << card
        for item in deck:
            card = _as_card(item)
            if (known | cards) >> card & 1:
                raise InvalidCard(f"{_name(card)} is in the deck, and elsewhere or twice")
            cards |= one << card
        cdef void *room = NULL
        if board.free[0] + board.free[1] + board.free[2] > 2:
            room = malloc(ofc_eg_room())
            if room is NULL:
                raise MemoryError
        with nogil:
            state = ofc_eg_value(&self.goal, room, &board, cards, &found)
        free(room)
        if state == OFC_EG_REFUSED:
            raise ValueError("a board has 0, 2, 4 or 6 free places, and the deck three cards for every two of them")
        if state == OFC_EG_MEMORY:
            raise MemoryError
        if state != OFC_EG_SOLVED:
            return None
        return (found.ways, found.foul, found.royalty, found.rows,
                {i: found.fantasyland[i] for i in range(1, OFC_EG_MOST_BONUS) if found.fantasyland[i]})

    def stop(self, bint stopped=True):
        """Ends long searches in other threads; `stop(False)` lets them begin again."""
        self.stopped = stopped
