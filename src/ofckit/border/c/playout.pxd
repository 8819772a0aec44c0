# csrc/play/playout.h

from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t
from ofckit.core cimport ofc_rules

cdef extern from "play/playout.h" nogil:
    enum:
        OFC_MOST_SEATS
        OFC_MOST_TURNS
    struct ofc_turn:
        uint8_t seat
        uint8_t first
        uint8_t deal
        uint8_t place
        uint8_t hidden
        uint8_t other_first
        uint8_t other_deal
    struct ofc_turns:
        int seats
        int people
        bint own_boards_compared
        int first
        uint32_t deck
        uint32_t dealt
        int count
        ofc_turn turn[OFC_MOST_TURNS]
    struct ofc_stakes:
        bint win_cap
        bint broke_is_out
    void ofc_playout(const ofc_turns *turns, const ofc_rules *rules, uint64_t seed, uint64_t hand,
                     uint8_t (*boards)[13], int32_t *points)
