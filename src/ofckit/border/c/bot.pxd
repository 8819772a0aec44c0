# csrc/play/bot.h

from libc.stdint cimport uint8_t
from ofckit.border.c.seat cimport ofc_seat

cdef extern from "play/bot.h" nogil:
    ctypedef void (*ofc_place)(const void *self, const ofc_seat *seat, const uint8_t *draw, int deal, int place,
                               uint8_t *to) noexcept nogil
    struct ofc_bot:
        ofc_place place
        const void *self
