# csrc/play/greedy.h

from libc.stdint cimport uint64_t, uint8_t
from ofckit.core cimport ofc_rules
from ofckit.border.c.seat cimport ofc_seat

cdef extern from "play/greedy.h" nogil:
    struct ofc_greedy:
        const ofc_rules *rules
        uint64_t seed
    void ofc_greedy_place(const void *self, const ofc_seat *seat, const uint8_t *draw, int deal, int place, uint8_t *to)
