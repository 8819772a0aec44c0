/* One system of comparing hands: another table over the same hash. The hash knows the hand, the table knows the rule.
 *
 * The keys of a system say of every card whether it is natural, wild, a bug or not in the deck; so the sum of a hand's
 * keys tells the ranks of its natural cards, how many of each suit there are, and its wild cards. The table has a plane
 * for every number of wild cards and bugs, once for natural cards of different suits and once for those that share one,
 * with the worth of the best of all substitutions. Nothing here knows a variant's name. */
#ifndef OFCKIT_RANKING_H
#define OFCKIT_RANKING_H

#include "strength.h"

enum {
    OFC_HAND_LIMIT = 64,
    OFC_SLOTS = sizeof ofc_strength_of / sizeof ofc_strength_of[0],
    OFC_PLANE = OFC_SLOTS + 1, /* the last one: no natural card at all */
    OFC_MARK_SHIFT = 48,
    OFC_MARKS = 64,
    OFC_BUG = 6, /* a mark counts wild cards by 1 and bugs by 6; of five cards it is at most 30 */
    OFC_WILD_PLACE = 256,
    OFC_LOWEST_ALL = 1,
    OFC_LOWEST_ONE = 2
};

#define OFC_WILD_KEY (UINT64_C(1) << OFC_MARK_SHIFT)
#define OFC_BUG_KEY ((uint64_t)OFC_BUG << OFC_MARK_SHIFT)
#define OFC_REFUSED (UINT64_C(1) << 60) /* the key of what is not in the deck; seven of them stay clear of the rest */

struct ofc_ranking {
    ofc_key key[257];          /* by any byte, a card or not; the last is that of a wild card */
    uint32_t plane[OFC_MARKS]; /* where the two planes of a mark start in `value` */
    uint8_t marked[OFC_MARKS]; /* how many cards a mark stands for */
    const uint16_t *value;
    int size;   /* cards that count: 5, or 3 */
    int copies; /* of each card: the number of decks */
    int lowest; /* OFC_LOWEST_ALL: the cards of the holder's lowest rank are wild; _ONE: one of them */
    bool wild;  /* whether any card can be wild */
};

/* Inlined wherever it is used, so that what is constant there (the size, whether any card is wild) costs nothing. */
#if defined(__GNUC__) || defined(__clang__)
#define OFC_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define OFC_INLINE static __forceinline
#else
#define OFC_INLINE static inline
#endif

/* Whether these natural cards share a suit; true for no cards. */
OFC_INLINE bool ofc_share_suit(ofc_key hand, int natural)
{
    uint64_t start = (uint64_t)(8 - natural) *
                     (UINT64_C(0x1111) << OFC_SUIT_SHIFT); /* this many of a suit set its top bit */
    return ((hand + start) & OFC_FLUSH_BITS) != 0;
}

/* The value of a hand of k cards, k <= size, from the sum of its keys. */
OFC_INLINE uint16_t ofc_value(const struct ofc_ranking *r, ofc_key hand, int k, bool wild)
{
    unsigned mark = wild ? hand >> OFC_MARK_SHIFT & (OFC_MARKS - 1) : 0;
    int natural = k - (wild ? r->marked[mark] : 0);
    size_t suited = ofc_share_suit(hand, natural);
    uint32_t hash = (uint32_t)hand * OFC_MULTIPLIER >> (32 - OFC_BUCKET_BITS - OFC_WINDOW_BITS);
    size_t slot = (size_t)ofc_offset[hash >> OFC_WINDOW_BITS] + (hash & ((1u << OFC_WINDOW_BITS) - 1));
    if (wild && (uint32_t)hand == 0)
        slot = OFC_SLOTS;
    return r->value[(wild ? r->plane[mark] : 0) + suited * OFC_PLANE + slot];
}

/* The best `size` of n > size keys. */
static inline uint16_t ofc_best_value(const struct ofc_ranking *r, const ofc_key *key, int n, bool wild)
{
    uint16_t best = 0;
    for (int a = 0; a < n - 2; a++)
        for (int b = a + 1; b < n - 1; b++)
            for (int c = b + 1; c < n; c++) {
                ofc_key three = key[a] + key[b] + key[c];
                if (r->size == 3)
                    best = ofc_better(best, ofc_value(r, three, 3, wild));
                else
                    for (int d = c + 1; d < n - 1; d++)
                        for (int e = d + 1; e < n; e++)
                            best = ofc_better(best, ofc_value(r, three + key[d] + key[e], 5, wild));
            }
    return best;
}

/* The value of n keys: the best `size` of more. */
static inline uint16_t ofc_value_of_keys(const struct ofc_ranking *r, const ofc_key *key, int n, bool wild)
{
    ofc_key hand = 0;
    if (n > r->size)
        return ofc_best_value(r, key, n, wild);
    for (int i = 0; i < n; i++)
        hand += key[i];
    return ofc_value(r, hand, n, wild);
}

/* The rank of the lowest card; jokers are above it. */
static inline int ofc_lowest_rank(const uint8_t *cards, int n)
{
    int lowest = OFC_RANKS;
    for (int i = 0; i < n; i++)
        lowest = ofc_card_rank(cards[i]) < lowest ? ofc_card_rank(cards[i]) : lowest;
    return lowest;
}

/* The value where the holder's lowest card is wild: all of its rank, or the one that serves them best. */
static inline uint16_t ofc_value_lowest_wild(const struct ofc_ranking *r, const uint8_t *cards, ofc_key *key, int n)
{
    int lowest = ofc_lowest_rank(cards, n);
    uint16_t best = 0;
    if (lowest == OFC_RANKS) /* jokers alone */
        return ofc_value_of_keys(r, key, n, true);
    if (r->lowest == OFC_LOWEST_ALL) {
        for (int i = 0; i < n; i++)
            key[i] = ofc_card_rank(cards[i]) == lowest ? OFC_WILD_KEY : key[i];
        return ofc_value_of_keys(r, key, n, true);
    }
    for (int i = 0; i < n; i++)
        if (ofc_card_rank(cards[i]) == lowest) {
            ofc_key natural = key[i];
            key[i] = OFC_WILD_KEY;
            best = ofc_better(best, ofc_value_of_keys(r, key, n, true));
            key[i] = natural;
        }
    return best;
}

/* The value of 1..OFC_HAND_LIMIT good cards. */
static inline uint16_t ofc_ranking_value(const struct ofc_ranking *r, const uint8_t *cards, int n)
{
    ofc_key key[OFC_HAND_LIMIT];
    for (int i = 0; i < n; i++)
        key[i] = r->key[cards[i]];
    if (r->lowest)
        return ofc_value_lowest_wild(r, cards, key, n);
    return ofc_value_of_keys(r, key, n, r->wild);
}

#endif
