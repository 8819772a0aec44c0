# Tables that pandas, polars, DuckDB and other programs take over without a copy of their own reading.

from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New

from ofckit.border.c.arrow cimport ArrowArrayStream, ofc_arrow_free, ofc_arrow_stream, ofc_column

cdef enum:
    MOST_COLUMNS = 10_000
    MOST_ROWS = 1 << 30

cdef const char *_STREAM = "arrow_array_stream"


cdef void _free_stream(object capsule) noexcept:
    ofc_arrow_free(<ArrowArrayStream *>PyCapsule_GetPointer(capsule, _STREAM))


def arrow_stream(columns, rows):
    """A capsule with an Arrow stream of these columns: (name, format, valid, values, offsets), each part as bytes.

    format: b"l" int64, b"g" double, b"b" bits, b"U" text. valid: bits, None where every row holds something. offsets:
    of text rows + 1 int64, else None. The sizes have to fit the rows; OfcError otherwise.
    """
    cdef list given = [_exactly(one, 5, "parts of a column") for one in _items(columns, MOST_COLUMNS, "columns")]
    cdef Py_ssize_t count = len(given), i, bits, needed
    cdef Py_ssize_t number = _integer(rows, 0, MOST_ROWS, "rows")
    cdef ArrowArrayStream *stream
    cdef ofc_column *out = <ofc_column *>calloc(count + 1, sizeof(ofc_column))
    cdef bytes name, format, values, valid, offsets
    if not out:
        raise MemoryError
    try:
        for i in range(count):
            name, format, valid, values, offsets = given[i]
            bits = (number + 7) // 8
            needed = {b"l": 8 * number, b"g": 8 * number, b"b": bits, b"U": 0}.get(format, -1)
            if needed < 0 or len(values) < needed or b"\0" in name:
                raise OfcError(f"column {i}: {len(values)} bytes of format {format!r} for {number} rows")
            if (valid is not None and len(valid) < bits) or (format == b"U") != (offsets is not None):
                raise OfcError(f"column {i}: its bits or offsets do not fit {number} rows")
            if offsets is not None:
                _check_offsets(offsets, number, len(values))
                out[i].offsets, out[i].offsets_size = <const char *>offsets, len(offsets)
            out[i].name, out[i].format = name, format
            out[i].values, out[i].values_size = <const char *>values, len(values)
            if valid is not None:
                out[i].valid, out[i].valid_size = <const char *>valid, len(valid)
                held = sum([byte.bit_count() for byte in valid[:number // 8]])
                if number % 8:
                    held += (valid[number // 8] & ((1 << number % 8) - 1)).bit_count()
                out[i].nulls = number - held
        stream = ofc_arrow_stream(out, count, number)
    finally:
        free(out)
    if not stream:
        raise MemoryError
    return PyCapsule_New(stream, _STREAM, _free_stream)


cdef int _check_offsets(bytes offsets, Py_ssize_t rows, Py_ssize_t size) except -1:
    """Offsets go up, from 0 to no more than the bytes there are."""
    if len(offsets) < 8 * (rows + 1):
        raise OfcError(f"{len(offsets)} bytes of offsets for {rows} rows")
    cdef const int64_t *at = <const int64_t *><const char *>offsets
    cdef Py_ssize_t i
    if at[0] != 0 or at[rows] > size:
        raise OfcError(f"offsets from {at[0]} to {at[rows]} in {size} bytes")
    for i in range(rows):
        if at[i + 1] < at[i]:
            raise OfcError(f"offset {i + 1} is before the one in front of it")
    return 0
