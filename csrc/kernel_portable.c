/* The portable kernel: the header's look-up in a loop, and a check that compilers turn into vector code by themselves. */
#include "kernels.h"
#include "rows.h"

static inline void rank_rows(const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = ofc_rank(cards + i * (size_t)k, k);
}

static inline size_t first_bad_row(const uint8_t *cards, size_t n, int k)
{
    size_t i = 0;
    while (i < n && ofc_first_bad(cards + i * (size_t)k, (size_t)k) == (size_t)k)
        i++;
    return i;
}

static inline size_t rank_many(const uint8_t *cards, size_t n, int k, uint16_t *out)
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
