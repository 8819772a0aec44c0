# Many hands: buffers in, buffers out, and the kernels that rank them.

from ofckit.border.c.batch cimport ofc_items, ofc_kernel, ofc_kernels, ofc_rank_items, ofc_rank_many_unchecked


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
