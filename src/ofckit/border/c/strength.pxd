# csrc/ofckit/strength.h

from libc.stdint cimport uint16_t, uint64_t

cdef extern from "ofckit/strength.h" nogil:
    bint is_flush "ofc_is_flush"(uint64_t hand)
    uint16_t strength_plain "ofc_strength_plain"(uint64_t hand)
