/* Omaha: the best five cards out of exactly two of the hole cards and exactly three of the board.
 *
 * The sums of the keys are additive, so a board is opened once into the sums of its threes, and every player at the
 * table adds the sums of his twos to them:
 *
 *     struct ofc_omaha_board board;
 *     ofc_omaha_open(&board, cards, 5);
 *     uint16_t mine = ofc_omaha_best(&board, my_cards, 4);
 *     uint16_t his = ofc_omaha_best(&board, his_cards, 4);
 */
#ifndef OFCKIT_OMAHA_H
#define OFCKIT_OMAHA_H

#include "strength.h"

enum { OFC_OMAHA_BOARD = 5, OFC_OMAHA_HOLE = 6, OFC_OMAHA_PLAYERS = 10 }; /* the most of each */

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
                board->three[board->threes++] =
                    OFC_NO_CARDS + ofc_key_card(cards[i]) + ofc_key_card(cards[j]) + ofc_key_card(cards[k]);
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

/* Rank `hands` hands: hole cards and board of each stand together, row by row. */
void ofc_omaha_rank_many(const uint8_t *holes, int hole_cards, const uint8_t *boards, int board_cards, size_t hands,
                         uint16_t *strengths);

/* Deal the board and the hands of 1..9 opponents `deals` times, and play every hand to the end. Adds to won[k] how often
 * the hole cards (four to six, like the opponents') won a pot together with k - 1 others, to won[0] how often they lost.
 * The answer is a function of (seed, stream, deals) alone. */
void ofc_omaha_equity(const uint8_t *hole, int hole_cards, int opponents, uint64_t deals, uint64_t seed,
                      uint64_t stream, uint64_t won[OFC_OMAHA_PLAYERS + 1]);

enum { OFC_OMAHA_HANDS = 270725, OFC_OMAHA_POT = 2520 }; /* C(52, 4); a number that 1..10 winners divide */

/* The number of a hand of four cards, 0..270724: the combinatorial number of its sorted cards. */
uint32_t ofc_omaha_index(const uint8_t *hole);

/* Deal `deals` hands of 2..10 players with four cards each, and add for every starting hand how often it was dealt
 * and what it won, in parts of a pot of OFC_OMAHA_POT. Every player's hand counts: to him the others are random. */
void ofc_omaha_field(int players, uint64_t deals, uint64_t seed, uint64_t stream, uint64_t *dealt, uint64_t *won);

#endif
