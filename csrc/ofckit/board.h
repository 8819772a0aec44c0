/* Boards: thirteen cards, top 3, middle 5, bottom 5. */
#ifndef OFCKIT_BOARD_H
#define OFCKIT_BOARD_H

#include "strength.h"

enum { OFC_TOP, OFC_MIDDLE, OFC_BOTTOM, OFC_ROWS };
enum { OFC_BOARD_CARDS = 13, OFC_MOST_OF_ROW = 5 };

/* Places in a row, and where the row begins in thirteen cards. */
static inline int ofc_row_size(int row) { return row == OFC_TOP ? 3 : 5; }
static inline int ofc_row_start(int row) { return row == OFC_TOP ? 0 : row == OFC_MIDDLE ? 3 : 8; }
static inline int ofc_row_of_place(int place) { return place < 3 ? OFC_TOP : place < 8 ? OFC_MIDDLE : OFC_BOTTOM; }

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
