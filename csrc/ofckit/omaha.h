/* Omaha: the best five cards out of exactly two of the hole cards and exactly three of the board.
 *
 * The sums of the keys are additive, so a board is opened once into the sums of its threes, and every player at the
 * table adds the sums of their twos to them:
 *
 *     struct ofc_omaha_board board;
 *     ofc_omaha_open(&board, cards, 5);
 *     uint16_t first = ofc_omaha_best(&board, cards_of_first, 4);
 *     uint16_t second = ofc_omaha_best(&board, cards_of_second, 4);
 */
#ifndef OFCKIT_OMAHA_H
#define OFCKIT_OMAHA_H

#include "strength.h"

enum { OFC_OMAHA_BOARD = 5, OFC_OMAHA_HOLE = 6 }; /* the most cards of each */

struct ofc_omaha_board {
    ofc_key three[10];
    int threes;
};

/* All threes of a board of three to five cards. */
static inline void ofc_omaha_open(struct ofc_omaha_board *board, const uint8_t *cards, int n)
{
    board->threes = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            for (int k = j + 1; k < n; k++)
                board->three[board->threes++] = OFC_NO_CARDS + ofc_key_card(cards[i]) + ofc_key_card(cards[j]) +
                                                ofc_key_card(cards[k]);
}

/* The strength of the best hand with two of the n hole cards (two to six), none of them on the board. */
static inline uint16_t ofc_omaha_best(const struct ofc_omaha_board *board, const uint8_t *hole, int n)
{
    uint16_t best = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            ofc_key two = ofc_key_card(hole[i]) + ofc_key_card(hole[j]);
            for (int k = 0; k < board->threes; k++)
                best = ofc_better(best, ofc_strength(two + board->three[k]));
        }
    return best;
}

#endif
