# csrc/core/batch.h

from libc.stdint cimport int16_t, int32_t, uint16_t, uint8_t
from ofckit.core cimport ofc_rules

cdef extern from "core/batch.h" nogil:
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
    size_t ofc_score_items(const ofc_rules *rules, const ofc_items *boards, int32_t *points, uint8_t *fouls,
                           int16_t *royalties)
