# csrc/core/ranking.h

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t
from ofckit.border.c.batch cimport ofc_items

cdef extern from "core/ranking.h" nogil:
    enum:
        OFC_BUG
        OFC_HAND_LIMIT
        OFC_LOWEST_ONE
        OFC_MARKS
        OFC_PLANE
    uint64_t OFC_BUG_KEY, OFC_REFUSED, OFC_WILD_KEY
    struct ofc_ranking:
        uint64_t key[257]
        uint32_t plane[64]
        uint8_t marked[64]
        const uint16_t *value
        int size
        int copies
        int lowest
        bint wild
    void ofc_fill_plane(const uint16_t *by_strength, uint16_t *plane)
    bint ofc_ranking_takes(const ofc_ranking *ranking, const uint8_t *cards, int n)
    uint16_t ofc_ranking_value(const ofc_ranking *ranking, const uint8_t *cards, int n)
    uint16_t ofc_value_of_keys(const ofc_ranking *ranking, const uint64_t *key, int n, bint wild)
    size_t ofc_ranking_items(const ofc_ranking *ranking, const ofc_items *hands, uint16_t *out)
    size_t ofc_ranking_choices(const ofc_ranking *ranking, const uint64_t *key, int n, uint16_t best, size_t room,
                               uint8_t (*places)[5])
