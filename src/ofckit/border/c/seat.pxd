# csrc/play/seat.h

from libc.stdint cimport uint64_t, uint8_t
from ofckit.core cimport OFC_MOST_OF_ROW, OFC_ROWS

cdef extern from "play/seat.h" nogil:
    enum:
        OFC_DISCARDED
    struct ofc_street:
        uint8_t deal
        uint8_t place
    struct ofc_seat:
        uint8_t row[OFC_ROWS][OFC_MOST_OF_ROW]
        uint8_t held[OFC_ROWS]
        uint64_t unseen
    uint64_t ofc_row_set(const ofc_seat *seat, int row)
    int ofc_cards_held(const ofc_seat *seat)
