# csrc/play/bot.h

from libc.stdint cimport uint64_t, uint8_t

cdef extern from "play/bot.h" nogil:
    enum:
        OFC_DISCARDED
    struct ofc_seat:
        uint8_t row[3][5]
        uint8_t held[3]
        uint64_t unseen
    ctypedef void (*ofc_place)(const void *self, const ofc_seat *seat, const uint8_t *draw, int deal, int place,
                               uint8_t *to) noexcept nogil
    struct ofc_bot:
        ofc_place place
        const void *self
