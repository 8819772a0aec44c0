# csrc/play/policy.h

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t, uint8_t
from ofckit.core cimport OFC_BOARD_CARDS, OFC_DECK, OFC_ROWS, ofc_rules
from ofckit.border.c.seat cimport ofc_seat, ofc_street

cdef extern from "play/policy.h" nogil:
    enum:
        OFC_POLICY_UNIT
        OFC_POLICY_CERTAIN
        OFC_POLICY_STEPS
    struct ofc_policy_layout:
        int32_t size
    struct ofc_policy_opponent:
        uint16_t below[OFC_ROWS][OFC_POLICY_STEPS + 1]
        int32_t foul
        int32_t royalties
    struct ofc_policy:
        const ofc_rules *rules
        int streets
        ofc_street street[OFC_BOARD_CARDS]
        int32_t fantasyland[OFC_DECK + 1]
        ofc_policy_opponent opponent
        int joker_blocks
        int stages
        uint8_t placed[OFC_BOARD_CARDS]
        ofc_policy_layout layout
        int32_t *weight
    struct ofc_policy_tally:
        uint64_t hands
        uint64_t fouls
        uint64_t entries[OFC_DECK + 1]
        int64_t royalties[OFC_ROWS]
        double worth
    struct ofc_policy_lesson:
        uint32_t *visits
        uint64_t seed
        uint64_t hands
        uint64_t done
        int32_t caution
    void ofc_policy_prepare(ofc_policy *policy)
    void ofc_policy_place(const void *self, const ofc_seat *seat, const uint8_t *draw, int deal, int place, uint8_t *to)
    double ofc_policy_value(const ofc_policy *policy, const ofc_seat *seat)
    void ofc_policy_solo(const ofc_policy *policy, uint64_t seed, uint64_t first, uint64_t hands,
                         ofc_policy_tally *tally)
    void ofc_policy_train(ofc_policy *policy, ofc_policy_lesson *lesson, uint64_t hands)
