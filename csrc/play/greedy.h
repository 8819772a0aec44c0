/* The greedy player: every placement against some futures, the rows filled as well as a few random cards allow. */
#ifndef OFCKIT_SRC_GREEDY_H
#define OFCKIT_SRC_GREEDY_H

#include "play/bot.h"

struct ofc_greedy {
    const struct ofc_rules *rules;
    uint64_t seed;
};

enum { OFC_GREEDY_MOST_DRAW = 17 };

/* An ofc_place; `self` is a struct ofc_greedy. The order of the cards in the rows and in the draw does not matter. */
void ofc_greedy_place(const void *self, const struct ofc_seat *seat, const uint8_t *draw, int deal, int place,
                      uint8_t *to);

#endif
