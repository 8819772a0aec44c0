/* Omaha in bulk: hands from memory of any shape, one hand against random ones, and all starting hands at once. */
#ifndef OFCKIT_SRC_OMAHA_H
#define OFCKIT_SRC_OMAHA_H

#include "core/batch.h"
#include "ofckit/omaha.h"

enum {
    OFC_OMAHA_PLAYERS = 10,   /* the most at a table */
    OFC_OMAHA_HANDS = 270725, /* C(52, 4): the starting hands of four cards */
    OFC_OMAHA_POT = 2520      /* a number that 1..10 winners divide */
};

/* The strengths of hands whose hole cards (rows x 1 x 2..6) and boards (rows x 1 x 3..5) stand row by row. Returns the
 * first row with a bad or repeated card, or the number of rows. */
size_t ofc_omaha_items(const struct ofc_items *holes, const struct ofc_items *boards, uint16_t *strengths);

/* Deal the board and the hands of 1..9 opponents `deals` times, and play every hand to the end. Adds to won[k] how
 * often the hole cards (four to six, like the opponents') won a pot together with k - 1 others, to won[0] how often
 * they lost. The answer is a function of (seed, stream, deals) alone. */
void ofc_omaha_equity(const uint8_t *hole, int hole_cards, int opponents, uint64_t deals, uint64_t seed,
                      uint64_t stream, uint64_t won[OFC_OMAHA_PLAYERS + 1]);

/* The number of a hand of four cards, 0..270724: the combinatorial number of its sorted cards. */
uint32_t ofc_omaha_index(const uint8_t *hole);

/* Deal `deals` hands of 2..10 players with four cards each, and add for every starting hand how often it was dealt and
 * what it won, in parts of a pot of OFC_OMAHA_POT. Every player's hand counts: the others are random to each of
 * them. */
void ofc_omaha_field(int players, uint64_t deals, uint64_t seed, uint64_t stream, uint64_t *dealt, uint64_t *won);

#endif
