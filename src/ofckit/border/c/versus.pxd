# csrc/search/versus.h

from libc.stdint cimport uint64_t, uint8_t
from ofckit.core cimport ofc_rules
from ofckit.border.c.endgame cimport OFC_NEXT_HANDS, ofc_outlook
from ofckit.border.c.playout cimport OFC_MOST_SEATS
from ofckit.border.c.seat cimport ofc_seat

cdef extern from "search/versus.h" nogil:
    enum:
        OFC_VERSUS_TURNS
        OFC_VERSUS_MOST_DEAL
    struct ofc_versus_turn:
        uint8_t seat
        uint8_t deal
        uint8_t place
    struct ofc_versus:
        const ofc_rules *rules
        double fantasyland[OFC_NEXT_HANDS]
        int seats
        int own
        int first
        ofc_seat seat[OFC_MOST_SEATS]
        bint left[OFC_MOST_SEATS]
        uint64_t deck
        int turns
        ofc_versus_turn turn[OFC_VERSUS_TURNS]
        int stop
    int ofc_versus_search(const ofc_versus *game, ofc_outlook *outlook)
