/* Cards: an int 4 * rank + suit. Rank 0..12 is 2..A, suit 0..3 is clubs, diamonds, hearts, spades. 52 and 53 are jokers.
 *
 * Nothing here checks its arguments: the border (Python's or yours) does that once, and the core trusts it. */
#ifndef OFCKIT_CARD_H
#define OFCKIT_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OFC_CARDS = 52, OFC_RANKS = 13, OFC_SUITS = 4, OFC_JOKER = 52 };

static inline int ofc_card(int rank, int suit) { return 4 * rank + suit; }
static inline int ofc_card_rank(int card) { return card >> 2; }
static inline int ofc_card_suit(int card) { return card & 3; }

/* A set of cards is a mask with bit `card` set. */
static inline uint64_t ofc_bit(int card) { return UINT64_C(1) << card; }

/* The first card that repeats an earlier one, or that is no card at all; n where all is well. */
static inline size_t ofc_first_bad(const uint8_t *cards, size_t n)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < n; i++) {
        if (cards[i] >= OFC_CARDS || (seen & ofc_bit(cards[i])))
            return i;
        seen |= ofc_bit(cards[i]);
    }
    return n;
}

#endif
