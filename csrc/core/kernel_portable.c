/* The portable kernel: the header's look-up in a loop, and a check that compilers turn into vector code by
 * themselves. */
#include "core/kernels.h"
#include "core/rows.h"

/* C(r + i, i + 1): what the rank r adds to the number of a hand as its card i in ascending order; 0 for any byte
 * that is not a card (another thread may write to the hands between the check and this). */
static const uint16_t term[MAX_CARDS][64] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
    {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78},
    {0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364},
    {0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365},
    {0, 1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002, 3003, 4368},
    {0, 1, 7, 28, 84, 210, 462, 924, 1716, 3003, 5005, 8008, 12376},
    {0, 1, 8, 36, 120, 330, 792, 1716, 3432, 6435, 11440, 19448, 31824},
};

OFC_INLINE void order(unsigned *a, unsigned *b)
{
    unsigned low = *a < *b ? *a : *b;
    *b = *a < *b ? *b : *a;
    *a = low;
}

OFC_INLINE void sort_ranks(unsigned *r, int k)
{
#define ORDER(i, j) order(&r[i], &r[j]);
    if (k == 6) {
        OFC_SORT6(ORDER)
    } else {
        OFC_SORT7(ORDER)
    }
#undef ORDER
}

OFC_INLINE uint16_t rank_large(const uint8_t *cards, int k)
{
    unsigned rank[MAX_CARDS], number = 0;
    ofc_key hand = OFC_NO_CARDS;
    for (int i = 0; i < k; i++) {
        hand += ofc_key_card(cards[i]);
        rank[i] = cards[i] >> 2;
    }
    if (ofc_is_flush(hand))
        return ofc_best_of(cards, k);
    sort_ranks(rank, k);
    for (int i = 0; i < k; i++)
        number += term[i][rank[i]];
    return (k == 6 ? ofc_sorted6 : ofc_sorted7)[number];
}

uint16_t ofc_rank_large(const uint8_t *cards, int k) { return k == 6 ? rank_large(cards, 6) : rank_large(cards, 7); }

OFC_INLINE void rank_rows(const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = k > 5 ? rank_large(cards + i * (size_t)k, k) : ofc_rank(cards + i * (size_t)k, k);
}

OFC_INLINE size_t first_bad_row(const uint8_t *cards, size_t n, int k)
{
    size_t i = 0;
    while (i < n && ofc_first_bad(cards + i * (size_t)k, (size_t)k) == (size_t)k)
        i++;
    return i;
}

OFC_INLINE size_t rank_many(const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    struct borders borders;
    size_t i = 0;
    if (n > GROUPS * GROUP)
        find_borders(k, &borders);
    for (; n - i > GROUPS * GROUP && rows_are_good(cards + i * (size_t)k, k, OFC_CARDS, &borders); i += GROUPS * GROUP)
        rank_rows(cards + i * (size_t)k, GROUPS * GROUP, k, out + i);
    size_t rest = n - i;
    if (rest > GROUPS * GROUP) /* the next rows hold a bad one */
        rest = GROUPS * GROUP;
    size_t good = first_bad_row(cards + i * (size_t)k, rest, k);
    rank_rows(cards + i * (size_t)k, good, k, out + i);
    return i + good;
}

/* The sizes apart, so that the compiler unrolls each. */
size_t ofc_rank_many_portable(const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    switch (k) {
    case 1: return rank_many(cards, n, 1, out);
    case 2: return rank_many(cards, n, 2, out);
    case 3: return rank_many(cards, n, 3, out);
    case 4: return rank_many(cards, n, 4, out);
    case 5: return rank_many(cards, n, 5, out);
    case 6: return rank_many(cards, n, 6, out);
    default: return rank_many(cards, n, 7, out);
    }
}

void ofc_rank_many_unchecked(const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    switch (k) {
    case 3: rank_rows(cards, n, 3, out); break;
    case 5: rank_rows(cards, n, 5, out); break;
    case 6: rank_rows(cards, n, 6, out); break;
    case 7: rank_rows(cards, n, 7, out); break;
    default: rank_rows(cards, n, k, out);
    }
}
