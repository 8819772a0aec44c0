# csrc/core/arrow.h

from libc.stdint cimport int64_t

cdef extern from "core/arrow.h" nogil:
    struct ArrowArrayStream:
        pass
    struct ofc_column:
        const char *name
        const char *format
        const void *valid
        const void *values
        const void *offsets
        size_t valid_size
        size_t values_size
        size_t offsets_size
        int64_t nulls
    ArrowArrayStream *ofc_arrow_stream(const ofc_column *columns, int64_t count, int64_t rows)
    void ofc_arrow_free(ArrowArrayStream *stream)
