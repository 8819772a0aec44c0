# The reader of the border. What comes from Python is converted once, into memory of our own; only that is checked and
# used: a list may grow while its items are read, and an object may give a different number the second time.

from cpython.float cimport PyFloat_AsDouble
from cpython.long cimport PyLong_AsLongLongAndOverflow


cdef enum:
    MOST_SAID = 200  # characters of a value in a message


cdef str _said(object value):
    """A value for a message, cut short."""
    if isinstance(value, int):
        bits = int.bit_length(value)
        return f"a number of {bits} bits" if bits > 256 else int.__repr__(value)
    try:
        text = repr(value)
    except Exception:
        text = object.__repr__(value)
    return text if len(text) <= MOST_SAID else text[:MOST_SAID - 3] + "..."


cdef object _as_int(object value, what):
    """The value where it is an int (subclasses keep their digits), else what its `__index__` gives."""
    if isinstance(value, int):
        return value
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"{what} must be an int, not {type(value).__name__}")
    return index(value)


cdef int64_t _integer(object value, int64_t low, int64_t high, what) except? -1:
    cdef int overflow = 0
    value = _as_int(value, what)
    cdef int64_t number = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow or not low <= number <= high:
        raise OfcError(f"{what}: {_said(value)}; it may be {low} to {high}")
    return number


cdef uint64_t _word(object value, what) except? 0:
    """A number of 64 bits: a seed, the number of a hand."""
    value = _as_int(value, what)
    try:
        return value
    except OverflowError:
        raise OfcError(f"{what}: {_said(value)}; it may be 0 to 2**64 - 1") from None


cdef double _real(object value, double low, double high, what) except? -1:
    cdef double number
    if isinstance(value, (str, bytes)) or not (hasattr(type(value), "__float__") or hasattr(type(value), "__index__")):
        raise TypeError(f"{what} must be a number, not {type(value).__name__}")
    try:
        number = PyFloat_AsDouble(value)
    except OverflowError:
        number = high + high
    if not low <= number <= high:
        raise OfcError(f"{what}: {_said(value)}; it may be {low:.12g} to {high:.12g}")
    return number


cdef object _items_or_more(object items, Py_ssize_t most, what):
    """A new sequence of the first `most` + 1 items of an iterable, which is read once."""
    if type(items) is tuple:
        return items
    if type(items) is list:
        return tuple(items)
    try:
        iterator = iter(items)
    except TypeError:
        raise TypeError(f"{what}, not {type(items).__name__}") from None
    except NotImplementedError:  # a memoryview of two dimensions
        raise TypeError(f"{what}, not {type(items).__name__} of several dimensions") from None
    try:
        return tuple(islice(iterator, most + 1))
    except NotImplementedError:
        raise TypeError(f"{what}, not {type(items).__name__} of several dimensions") from None


cdef tuple _items(object items, Py_ssize_t most, what):
    """The items of an iterable; OfcError where they are more than `most`."""
    own = _items_or_more(items, most, f"{what} are a sequence")
    if len(own) > most:
        raise OfcError(f"more than {most} {what}")
    return own


cdef tuple _exactly(object items, Py_ssize_t n, what):
    own = _items(items, n, what)
    if len(own) != n:
        raise OfcError(f"{len(own)} {what}; there must be {n}")
    return own


cdef list _pairs(object pairs, Py_ssize_t most, what):
    """Pairs of a key and its value, from a mapping or an iterable of pairs, which is read once."""
    if isinstance(pairs, Mapping):
        pairs = pairs.items()
    return [_exactly(pair, 2, f"parts of one of the {what}") for pair in _items(pairs, most, what)]


cdef void *_zeros(size_t n, size_t size) except NULL:
    """Zeroed memory for n items, to be released by `free`."""
    cdef void *room = calloc(n if n else 1, size)
    if room is NULL:
        raise MemoryError
    return room


cdef void *_room(size_t bytes) except NULL:
    """Memory for a search that fills what it reads: zeroing all of it would take longer than many searches."""
    cdef void *room = malloc(bytes)
    if room is NULL:
        raise MemoryError
    return room
