# csrc/core/omaha.h

from libc.stdint cimport uint16_t, uint64_t, uint8_t
from ofckit.border.c.batch cimport ofc_items

cdef extern from "core/omaha.h" nogil:
    enum:
        OFC_OMAHA_HANDS
    struct ofc_omaha_board:
        pass
    void ofc_omaha_open(ofc_omaha_board *board, const uint8_t *cards, int n)
    uint16_t ofc_omaha_best(const ofc_omaha_board *board, const uint8_t *hole, int n)
    size_t ofc_omaha_items(const ofc_items *holes, const ofc_items *boards, uint16_t *out)
    void ofc_omaha_equity(const uint8_t *hole, int hole_cards, int opponents, uint64_t deals, uint64_t seed,
                          uint64_t stream, uint64_t *won)
    void ofc_omaha_field(int players, uint64_t deals, uint64_t seed, uint64_t stream, uint64_t *dealt, uint64_t *won)
