/* The random player: one of the legal placements, all equally likely. */
#ifndef OFCKIT_SRC_RANDOM_H
#define OFCKIT_SRC_RANDOM_H

#include "play/bot.h"

struct ofc_random {
    uint64_t seed;
};

/* An ofc_place; `self` is a struct ofc_random. Drawn from the seed and all that the player sees: the order of the cards
 * in the rows and in the draw does not matter. */
void ofc_random_place(const void *self, const struct ofc_seat *seat, const uint8_t *draw, int deal, int place,
                      uint8_t *to);

#endif
