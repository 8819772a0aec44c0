/* Cards: an int 4 * rank + suit. Rank 0..12 is 2..A, suit 0..3 is clubs, diamonds, hearts, spades; 52 and 53 are
 * jokers.
 *
 * Nothing here checks its arguments: the border (Python's or yours) does that once, and the core trusts it. */
#ifndef OFCKIT_CARD_H
#define OFCKIT_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OFC_CARDS = 52, OFC_RANKS = 13, OFC_SUITS = 4 };
enum { OFC_JOKER = OFC_CARDS, OFC_MAX_JOKERS = 2, OFC_DECK = OFC_CARDS + OFC_MAX_JOKERS };

static inline int ofc_card(int rank, int suit) { return 4 * rank + suit; }
static inline int ofc_card_rank(int card) { return card >> 2; }
static inline int ofc_card_suit(int card) { return card & 3; }

/* A set of cards is a mask with bit `card` set. */
static inline uint64_t ofc_bit(int card) { return UINT64_C(1) << card; }

/* The set of n cards. */
static inline uint64_t ofc_set_of(const uint8_t *cards, int n)
{
    uint64_t set = 0;
    for (int i = 0; i < n; i++)
        set |= ofc_bit(cards[i]);
    return set;
}

/* The whole deck, with this many jokers. */
static inline uint64_t ofc_deck_of(int jokers) { return ofc_bit(OFC_CARDS + jokers) - 1; }

/* How many cards a set holds. */
static inline int ofc_count(uint64_t set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
}

/* The lowest card of a set that holds some. */
static inline int ofc_lowest(uint64_t set)
{
#ifdef __GNUC__
    return __builtin_ctzll(set);
#else
    return ofc_count(~set & (set - 1));
#endif
}

/* Lists the cards of a set in ascending order; how many there are. */
static inline int ofc_list_set(uint64_t set, uint8_t *cards)
{
    int n = 0;
    for (; set; set &= set - 1)
        cards[n++] = (uint8_t)ofc_lowest(set);
    return n;
}

/* The place of the first card that repeats an earlier one or is not a card; n if there is none. */
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
