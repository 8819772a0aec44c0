/* The portable kernel: the header's look-up in a loop, and a check that any compiler turns into vector code. */
#include "kernels.h"

enum { LANES = 16, BLOCK = 2048, MAX_CARDS = 7 };

/* 255 where byte j of a run of k-card rows and byte j + d belong to different rows. */
#define ROW_MASK(k, d, j) ((j) % (k) + (d) < (k) ? 0 : 255)

/* Whether 16 rows hold no card above 51 and no card twice. `rows` is readable for k - 1 bytes more. The rows are not taken apart: each byte is compared
 * with the ones 1..k-1 further on, and what crosses the end of a row is masked out. */
static inline bool sixteen_are_good(const uint8_t *rows, int k, const uint8_t mask[MAX_CARDS][LANES * MAX_CARDS])
{
    uint8_t least[LANES], most[LANES];
    for (int j = 0; j < LANES; j++) {
        least[j] = 255;
        most[j] = 0;
    }
    for (int v = 0; v < k; v++) {
        const uint8_t *row = rows + LANES * v;
        for (int j = 0; j < LANES; j++)
            most[j] = most[j] > row[j] ? most[j] : row[j];
        for (int d = 1; d < k; d++)
            for (int j = 0; j < LANES; j++) {
                uint8_t differs = (uint8_t)((row[j] ^ row[j + d]) | mask[d][LANES * v + j]);
                least[j] = least[j] < differs ? least[j] : differs;
            }
    }
    uint8_t same = 255, high = 0;
    for (int j = 0; j < LANES; j++) {
        same = same < least[j] ? same : least[j];
        high = high > most[j] ? high : most[j];
    }
    return same != 0 && high < OFC_CARDS;
}

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
    uint8_t mask[MAX_CARDS][LANES * MAX_CARDS];
    for (int d = 1; d < k; d++)
        for (int j = 0; j < LANES * k; j++)
            mask[d][j] = ROW_MASK(k, d, j);
    size_t i = 0;
    for (; i + LANES + 1 <= n; i += LANES) { /* one row more: the check looks past its sixteen */
        if (!sixteen_are_good(cards + i * (size_t)k, k, mask))
            break;
        rank_rows(cards + i * (size_t)k, LANES, k, out + i);
    }
    size_t bad = i + first_bad_row(cards + i * (size_t)k, n - i, k);
    rank_rows(cards + i * (size_t)k, bad - i, k, out + i);
    return bad;
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
    default: rank_rows(cards, n, k, out);
    }
}
