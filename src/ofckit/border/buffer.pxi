# Buffers: arrays of cards in, arrays of numbers out. Cards are copied row by row before they are checked, since another
# thread may write to them; they may lie at any address. What is written has to be aligned.

from ofckit.border.c.batch cimport ofc_items


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
            raise OfcError(f"{what} cannot be used: {error}") from None
        self.held = True

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.view)

    cdef str format(self):
        code = self.view.format.decode("latin-1") if self.view.format is not NULL else "B"
        native = "<" if sys.byteorder == "little" else ">"
        return code[1:] if code[:1] in ("@", "=", native) else code

    cdef int fill_strides(self) except -1:
        """The default strides: ctypes gives none for its arrays, even when asked."""
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


cdef int _cards_in(_View view, ofc_items *items, int least, int most, int inner_least, int inner_most, what) except -1:
    """The cards of a buffer (rows, inner), or (rows, middle, inner) where `most` is not 0, as C reads them."""
    cdef int dims = 3 if most else 2
    cdef const Py_ssize_t *shape = view.view.shape
    if (view.view.ndim != dims or not inner_least <= shape[dims - 1] <= inner_most
            or (most and not least <= shape[1] <= most)):
        inner = str(inner_least) if inner_least == inner_most else "k"
        wanted = f"(N, players, {inner}) with {least} to {most} players" if most else f"(N, {inner})"
        if inner_least != inner_most:
            wanted += f" with k from {inner_least} to {inner_most}"
        raise OfcError(f"{what} has shape {view.shape()}; it must be {wanted}")
    if len(view.format()) != 1 or view.format() not in "bBhHiIlLqQnN" or view.view.itemsize not in (1, 2, 4, 8):
        raise TypeError(f"{what} holds items of format {view.format()!r}; cards are integers, best uint8")
    view.fill_strides()
    items.data = <const char *>view.view.buf
    items.rows = shape[0]
    items.middle = <int>shape[1] if most else 1
    items.inner = <int>shape[dims - 1]
    items.size = <int>view.view.itemsize
    items.stride[0] = view.view.strides[0]
    items.stride[1] = view.view.strides[1] if most else 0
    items.stride[2] = view.view.strides[dims - 1]
    return 0


# By name: the codes that it may have, and its bytes.
cdef dict NUMBERS = {
    "int8": ("b", 1), "uint8": ("B?", 1), "int16": ("h", 2), "uint16": ("H", 2), "int32": ("il", 4),
    "uint64": ("QL", 8), "float32": ("f", 4), "float64": ("d", 8),
}


cdef _View _out(out, str number, tuple shape, what):
    """A buffer that results are written to: C-contiguous, aligned, of this shape and kind of number."""
    view = _View(out, PyBUF_ND | PyBUF_WRITABLE, what)
    codes, size = NUMBERS[number]
    code = view.format()
    if len(code) != 1 or code not in codes or view.view.itemsize != size or view.shape() != shape:
        raise OfcError(f"{what} is {code!r} of shape {view.shape()}; it must be {number} of shape {shape}")
    if <size_t>view.view.buf % <size_t>size and view.view.len:
        raise OfcError(f"{what} is not aligned: it starts at an address that is not a multiple of {size}")
    return view


cdef int _apart(_View source, _View target, what) except -1:
    """OfcError where results would overwrite what is still to be read."""
    cdef const char *low = <const char *>source.view.buf
    cdef const char *high = low + source.view.itemsize
    cdef const char *start = <const char *>target.view.buf
    cdef Py_ssize_t reach
    source.fill_strides()
    for i in range(source.view.ndim):
        if source.view.shape[i] == 0:
            return 0
        reach = source.view.strides[i] * (source.view.shape[i] - 1)
        if reach < 0:
            low += reach
        else:
            high += reach
    if start < high and low < start + target.view.len:
        raise OfcError(f"{what} shares memory with the cards; it must have its own")
    return 0


cdef object _new(like, str dtype, str code, tuple shape):
    """A NumPy array where one was given, else an array.array (as a shaped memoryview if it has two dimensions)."""
    ndarray = getattr(sys.modules.get("numpy"), "ndarray", None)
    if ndarray is not None and isinstance(like, ndarray):
        return sys.modules["numpy"].empty(shape, dtype)
    from array import array
    size = 1
    for n in shape:
        size *= n
    flat = array(code, bytes(size * array(code).itemsize))
    return flat if len(shape) == 1 or size == 0 else memoryview(flat).cast("B").cast(code, shape)


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


cdef object _bad_row(list numbers, object where, int jokers=0):
    """The error for a row of numbers that the kernel refused."""
    cdef uint8_t ids[MAX_PLAYERS * BOARD]
    cdef int n = 0
    for number in numbers:
        try:
            ids[n] = _card_or_joker(number, jokers)
        except InvalidCard as error:
            return InvalidCard(f"{where}{error}")
        n += 1
    if _first_repeat(ids, n) == n:
        return InvalidCard(f"{where}the cards changed while they were read")
    return _duplicate(ids, n, where)
