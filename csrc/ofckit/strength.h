/* The strength of a hand: a uint16 on one scale for one to five cards. Bigger wins, equal ties.
 *
 * 1..9841 order every hand by its type, then the ranks of its groups, then its kickers; a missing kicker loses to any
 * kicker. So a three-card top and a five-card middle compare with `<`. 9842..9854 are five of a kind (several decks,
 * wild cards). 0 is not a hand.
 *
 * A hand is the sum of its cards' keys: order does not matter, and a search carries the sum of a row from street to
 * street. The low half of the sum tells the ranks; the high half counts the suits. */
#ifndef OFCKIT_STRENGTH_H
#define OFCKIT_STRENGTH_H

#include "card.h"
#include "tables.h"

typedef uint64_t ofc_key;

/* An empty hand. Every suit counter starts at 3, so that five cards of a suit set its highest bit. */
#define OFC_NO_CARDS (UINT64_C(0x3333) << OFC_SUIT_SHIFT)
#define OFC_FLUSH_BITS (UINT64_C(0x8888) << OFC_SUIT_SHIFT)

enum { OFC_ROYAL_FLUSH = 9841 };

static inline ofc_key ofc_key_card(int card) { return ofc_key_of[card]; }

static inline bool ofc_is_flush(ofc_key hand) { return (hand & OFC_FLUSH_BITS) != 0; }

/* The strength that belongs to a sum of rank numbers (plus OFC_FLUSH_SUM for a flush). Any sum stays inside the
 * tables. */
static inline uint16_t ofc_strength_of_sum(uint32_t sum)
{
    uint32_t hash = sum * OFC_MULTIPLIER >> (32 - OFC_BUCKET_BITS - OFC_WINDOW_BITS);
    return ofc_strength_of[ofc_offset[hash >> OFC_WINDOW_BITS] + (hash & ((1u << OFC_WINDOW_BITS) - 1))];
}

/* The strength of a hand of one to five different cards. */
static inline uint16_t ofc_strength(ofc_key hand)
{
    return ofc_strength_of_sum((uint32_t)hand + ofc_is_flush(hand) * OFC_FLUSH_SUM);
}

/* The same where suits do not count: hands of fewer than five cards. */
static inline uint16_t ofc_strength_plain(ofc_key hand) { return ofc_strength_of_sum((uint32_t)hand); }

static inline uint16_t ofc_rank3(int a, int b, int c)
{
    return ofc_strength_plain(ofc_key_card(a) + ofc_key_card(b) + ofc_key_card(c));
}

static inline uint16_t ofc_rank5(int a, int b, int c, int d, int e)
{
    return ofc_strength(OFC_NO_CARDS + ofc_key_card(a) + ofc_key_card(b) + ofc_key_card(c) + ofc_key_card(d) +
                        ofc_key_card(e));
}

static inline uint16_t ofc_better(uint16_t a, uint16_t b) { return a > b ? a : b; }

/* The best five of six or seven keys' ranks, `sum` being the sum of all; `flush` is added to every five. */
static inline uint16_t ofc_best_sum(const uint32_t *number, int n, uint32_t sum, uint32_t flush)
{
    uint16_t best = 0;
    for (int i = 0; i < n; i++) {
        if (n == 6)
            best = ofc_better(best, ofc_strength_of_sum(sum - number[i] + flush));
        else
            for (int j = i + 1; j < n; j++)
                best = ofc_better(best, ofc_strength_of_sum(sum - number[i] - number[j] + flush));
    }
    return best;
}

/* The best five of six or seven different cards. With five of a suit nothing but a flush can be best: beside
 * five different ranks, the other two cards make no full house and no four of a kind. */
static inline uint16_t ofc_best_of(const uint8_t *cards, int n)
{
    uint32_t number[7], sum = 0;
    ofc_key hand = OFC_NO_CARDS;
    for (int i = 0; i < n; i++)
        hand += ofc_key_card(cards[i]);
    ofc_key flush = hand & OFC_FLUSH_BITS;
    int kept = 0;
    for (int i = 0; i < n; i++) {
        ofc_key key = ofc_key_card(cards[i]);
        number[kept] = (uint32_t)key;
        if (!flush || (key << 3 & flush)) {
            sum += number[kept];
            kept++;
        }
    }
    uint32_t suited = flush ? OFC_FLUSH_SUM : 0;
    return kept == 5 ? ofc_strength_of_sum(sum + suited) : ofc_best_sum(number, kept, sum, suited);
}

/* The strength of one to seven different cards: of six and seven, the best five. */
static inline uint16_t ofc_rank(const uint8_t *cards, int n)
{
    if (n > 5)
        return ofc_best_of(cards, n);
    ofc_key hand = OFC_NO_CARDS;
    for (int i = 0; i < n; i++)
        hand += ofc_key_card(cards[i]);
    return n < 5 ? ofc_strength_plain(hand) : ofc_strength(hand);
}

#endif
