# csrc/play/ahead.h

from libc.stdint cimport int16_t, uint64_t, uint8_t

from ofckit.border.c.seat cimport ofc_seat
from ofckit.core cimport ofc_rules

cdef extern from "play/ahead.h" nogil:
    enum:
        OFC_SAVED
        OFC_NEEDS_JOKERS
    struct ofc_ahead:
        pass
    struct ofc_prospect:
        int16_t royalty[3]
        uint8_t fate
    void ofc_look_begin(ofc_ahead *ahead, const ofc_rules *rules, uint64_t unseen)
    ofc_prospect ofc_look_ahead(ofc_ahead *ahead, const ofc_seat *seat)
