# csrc/ofckit/card.h

from libc.stdint cimport uint64_t, uint8_t

cdef extern from "ofckit/card.h" nogil:
    size_t first_bad "ofc_first_bad"(const uint8_t *cards, size_t n)
    uint64_t set_of "ofc_set_of"(const uint8_t *cards, int n)
    int list_set "ofc_list_set"(uint64_t set, uint8_t *cards)
    int count "ofc_count"(uint64_t set)
