# csrc/play/random.h

from libc.stdint cimport uint64_t, uint8_t
from ofckit.border.c.seat cimport ofc_seat

cdef extern from "play/random.h" nogil:
    struct ofc_random:
        uint64_t seed
    void ofc_random_place(const void *self, const ofc_seat *seat, const uint8_t *draw, int deal, int place, uint8_t *to)
