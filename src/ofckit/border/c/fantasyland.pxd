# csrc/search/fantasyland.h

from libc.stdint cimport int32_t, int64_t, uint8_t
from ofckit.core cimport ofc_rows
from ofckit.border.c.batch cimport ofc_items
from ofckit.border.c.objective cimport ofc_objective
from ofckit.border.c.seat cimport ofc_seat

cdef extern from "search/fantasyland.h" nogil:
    struct ofc_fantasyland_objective:
        ofc_objective points
    struct ofc_found:
        int64_t worth
        ofc_rows rows
        bint foul
        bint stays
    struct ofc_fantasyland_bot:
        const ofc_fantasyland_objective *objective
        void *room
    void ofc_fantasyland_close(ofc_fantasyland_objective *objective)
    size_t ofc_fantasyland_room()
    int ofc_fantasyland_solve(const ofc_fantasyland_objective *objective, void *room, const uint8_t *sorted, int n,
                              int k, ofc_found *best)
    void ofc_fantasyland_spell(const ofc_found *board, const uint8_t *sorted, int n, uint8_t *cards)
    size_t ofc_fantasyland_many(const ofc_fantasyland_objective *objective, void *room, const ofc_items *hands,
                                size_t first, size_t last, uint8_t *cards, double *values, int32_t *royalties,
                                uint8_t *stays, uint8_t *fouls)
    void ofc_fantasyland_place(const void *self, const ofc_seat *seat, const uint8_t *draw, int deal, int place,
                               uint8_t *to)
