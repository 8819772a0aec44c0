# csrc/search/endgame.h

from libc.stdint cimport uint32_t, uint64_t
from ofckit.core cimport OFC_BOARD_CARDS, ofc_rules
from ofckit.border.c.objective cimport ofc_objective
from ofckit.border.c.seat cimport ofc_seat, ofc_street

cdef extern from "search/endgame.h" nogil:
    enum:
        OFC_NEXT_HANDS
        OFC_ENDGAME_SOLVED
        OFC_ENDGAME_REFUSED
        OFC_ENDGAME_STOPPED
        OFC_ENDGAME_MEMORY
    struct ofc_endgame_objective:
        const ofc_rules *rules
        const ofc_objective *against
        double royalty
        double rows
        double foul
        double fantasyland[OFC_NEXT_HANDS]
        double plain_royalty
        double plain_foul
    struct ofc_outlook:
        double ways
        double foul
        double royalty
        double rows
        double fantasyland[OFC_NEXT_HANDS]
    struct ofc_endgame_job:
        const ofc_endgame_objective *objective
        uint64_t deck
        int streets
        ofc_street street[OFC_BOARD_CARDS]
        size_t memory
        int stop, done, all
        uint32_t leaves
    int ofc_endgame_search(ofc_endgame_job *job, const ofc_seat *seat, ofc_outlook *outlook)
