# csrc/ofckit/strength.h

from libc.stdint cimport uint16_t, uint64_t, uint8_t

cdef extern from "ofckit/strength.h" nogil:
    bint is_flush "ofc_is_flush"(uint64_t hand)
    uint16_t strength_plain "ofc_strength_plain"(uint64_t hand)
    size_t first_bad "ofc_first_bad"(const uint8_t *cards, size_t n)
