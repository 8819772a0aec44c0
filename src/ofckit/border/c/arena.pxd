# csrc/play/arena.h

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t, uint8_t
from ofckit.core cimport ofc_rules
from ofckit.border.c.bot cimport ofc_bot
from ofckit.border.c.playout cimport OFC_MOST_SEATS, ofc_turns

cdef extern from "play/arena.h" nogil:
    enum:
        OFC_TALLY_FIELDS
        OFC_ARENA_KEPT
        OFC_FANTASYLAND_SIZES
    enum ofc_arena_state:
        OFC_ARENA_GOES_ON
        OFC_ARENA_NEEDS_TURNS
        OFC_ARENA_BAD_MOVE
    struct ofc_arena:
        const ofc_rules *rules
        int seats
        int people
        ofc_bot bot[OFC_MOST_SEATS]
        ofc_bot setter[OFC_MOST_SEATS][OFC_FANTASYLAND_SIZES]
        uint64_t seed
        uint64_t hand
        int button
        uint8_t inside[OFC_MOST_SEATS]
        bint carry
        uint32_t key[OFC_ARENA_KEPT]
        const ofc_turns *turns[OFC_ARENA_KEPT]
        ofc_arena_state state
        int person
    int ofc_arena_slot(const ofc_arena *arena, uint32_t *key)
    int ofc_arena_play(ofc_arena *arena, int n, int64_t *cells, int32_t *points, uint8_t *boards)
