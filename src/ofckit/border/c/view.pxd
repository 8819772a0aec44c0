# csrc/play/view.h

from libc.stdint cimport uint64_t, uint8_t

cdef extern from "ofckit/card.h" nogil:
    uint64_t ofc_set_of(const uint8_t *cards, int n)

cdef extern from "play/view.h" nogil:
    enum:
        OFC_CARD_ACTIONS
        OFC_TURN_ACTIONS
        OFC_TURN_CARDS
    struct ofc_view:
        int seats
        uint64_t row[4][3]
        uint64_t draw
        uint64_t discards
        uint64_t unseen
        uint8_t street
        uint8_t behind
        uint8_t to_place
        uint8_t to_discard
        uint8_t inside[4]
    int ofc_view_sets(int seats)
    int ofc_view_scalars(int seats)
    void ofc_view_bits(const ofc_view *view, uint64_t *bits)
    void ofc_view_planes(const ofc_view *view, uint8_t *planes)
    void ofc_view_numbers(const ofc_view *view, uint8_t *scalars)
    void ofc_view_card_mask(const ofc_view *view, uint8_t *mask)
    void ofc_view_turn_mask(const ofc_view *view, uint8_t *mask)
