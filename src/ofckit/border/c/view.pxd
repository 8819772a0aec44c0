# csrc/play/view.h

from libc.stdint cimport int32_t, uint64_t, uint8_t
from ofckit.core cimport OFC_ROWS
from ofckit.border.c.playout cimport OFC_MOST_SEATS

cdef extern from "ofckit/card.h" nogil:
    uint64_t ofc_set_of(const uint8_t *cards, int n)

cdef extern from "play/view.h" nogil:
    enum:
        OFC_CARD_ACTIONS
        OFC_TURN_ACTIONS
        OFC_TURN_CARDS
    struct ofc_view:
        int seats
        uint64_t row[OFC_MOST_SEATS][OFC_ROWS]
        uint64_t draw
        uint64_t discards
        uint64_t unseen
        uint8_t street
        uint8_t behind
        uint8_t to_place
        uint8_t to_discard
        uint8_t inside[OFC_MOST_SEATS]
        int stacks
        int32_t stack[OFC_MOST_SEATS]
    int ofc_view_sets(int seats)
    int ofc_view_scalars(int seats, int stacks)
    void ofc_view_bits(const ofc_view *view, uint64_t *bits)
    void ofc_view_planes(const ofc_view *view, uint8_t *planes)
    void ofc_view_numbers(const ofc_view *view, int32_t *scalars)
    void ofc_view_card_mask(const ofc_view *view, uint8_t *mask)
    void ofc_view_turn_mask(const ofc_view *view, uint8_t *mask)
