/* A player as C sees one: what they know when cards come to them, and where they put them.
 *
 * What they do is a function of the seat and the draw alone: the same in a hand that is resumed as in one that never
 * stopped, and the same in Python and in C. */
#ifndef OFCKIT_SRC_BOT_H
#define OFCKIT_SRC_BOT_H

#include "play/seat.h"

/* to[i] becomes the row of draw[i], or OFC_DISCARDED; `place` of the `deal` cards go to rows with room for them. */
typedef void (*ofc_place)(const void *self, const struct ofc_seat *seat, const uint8_t *draw, int deal, int place,
                          uint8_t *to);

struct ofc_bot {
    ofc_place place;
    const void *self;
};

#endif
