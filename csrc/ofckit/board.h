/* Boards: thirteen cards, top 3, middle 5, bottom 5. */
#ifndef OFCKIT_BOARD_H
#define OFCKIT_BOARD_H

#include "strength.h"

enum { OFC_TOP, OFC_MIDDLE, OFC_BOTTOM, OFC_ROWS };
enum { OFC_BOARD_CARDS = 13 };

struct ofc_rows {
    uint16_t strength[OFC_ROWS]; /* of the top, the middle, the bottom */
};

/* A board is foul when a row beats the row below it. Equal rows are legal. (`|`, not `||`: nothing to predict.) */
static inline bool ofc_is_foul(uint16_t top, uint16_t middle, uint16_t bottom)
{
    return (bottom < middle) | (middle < top);
}

/* The strengths of the rows of thirteen cards: top 3, middle 5, bottom 5. */
static inline struct ofc_rows ofc_rank_board(const uint8_t *c)
{
    struct ofc_rows rows = {{
        ofc_rank3(c[0], c[1], c[2]),
        ofc_rank5(c[3], c[4], c[5], c[6], c[7]),
        ofc_rank5(c[8], c[9], c[10], c[11], c[12]),
    }};
    return rows;
}

#endif
