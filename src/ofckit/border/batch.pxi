# Batches: many hands, and the kernels that rank them.

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
    """Use this kernel for batches; returns the name of the previous one."""
    global active
    before, names = _kernel(), _kernels()
    if type(name) is not str or name not in names:
        raise OfcError(f"no kernel {_said(name)} on this machine; there are {', '.join(names)}")
    active = names.index(name)
    return before


def rank_many(hands, out=None):
    """The strengths of many hands of k cards each, k = 1..7.

    `hands`: a buffer of shape (N, k) of integers, uint8 being the fastest; any strides, any alignment. `out`: a
    writable, aligned, C-contiguous uint16 buffer of shape (N,). Returns `out`, or a new NumPy array where a NumPy
    array was given, else an array.array. Releases the GIL. Raises InvalidCard naming the first row that holds
    something that is not a card or a card twice; `out` is then filled up to that row. OfcError where the two share
    memory.
    """
    cdef ofc_items items
    cdef ofc_kernel kernel = KERNELS[active]
    cdef size_t good
    cdef _View source = _View(hands, PyBUF_STRIDED_RO, "hands"), target
    _cards_in(source, &items, 0, 0, 1, MAX_HAND, "hands")
    if out is None:
        out = _new(hands, "uint16", "H", (items.rows,))
    target = _out(out, "uint16", (items.rows,), "out")
    _apart(source, target, "out")
    with nogil:
        good = ofc_rank_items(kernel, &items, <uint16_t *>target.view.buf)
    if good < items.rows:
        raise _bad_row(_row(source, &items, good), f"row {good}: ")
    return out


def _rank_many_unchecked(hands, out):
    """As rank_many for a C-contiguous uint8 array, without any check: for measuring what the check costs."""
    cdef ofc_items items
    cdef _View source = _View(hands, PyBUF_ND, "hands"), target
    source.view.strides = NULL
    _cards_in(source, &items, 0, 0, 1, MAX_HAND, "hands")
    if items.size != 1:
        raise OfcError("hands must be uint8 of shape (N, k), C-contiguous")
    target = _out(out, "uint16", (items.rows,), "out")
    with nogil:
        ofc_rank_many_unchecked(<const uint8_t *>source.view.buf, items.rows, items.inner, <uint16_t *>target.view.buf)
    return out
