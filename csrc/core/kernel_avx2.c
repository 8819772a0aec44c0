/* The AVX2 kernel: 32 hands at a time, as byte planes (plane p holds one card of each hand).
 *
 * A sorting network of byte minima and maxima puts the cards of each hand in order. Then
 *   - a card above 51, or two equal neighbours, is bad input: the check is nearly free;
 *   - the sorted ranks have a number without gaps, C(r0, 1) + C(r1 + 1, 2) + ... : shuffles look the terms up;
 *   - five equal suits add OFC_FLUSH_AT; hands of six and seven cards with a flush are ranked one by one.
 * Only the last step, from the number to the strength, is a look-up in memory: ofc_sorted1 .. ofc_sorted7.
 * No other file uses vector instructions, and no compiler flag is needed: the functions name their target. */
#include "core/kernels.h"

#ifdef OFC_HAVE_AVX2
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE AVX2 static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 32")

enum { HANDS = 32, MAX_CARDS = 7 };

/* Where lane l of plane p finds its byte in vector v of sixteen hands of k cards; 128 (a zero) if it lies in another. */
#define AT(k, p, v, l) ((k) * (l) + (p) - 16 * (v))
#define FROM(k, p, v, l) (char)(AT(k, p, v, l) >= 0 && AT(k, p, v, l) < 16 ? AT(k, p, v, l) : 128)
#define FROM4(k, p, v, l) FROM(k, p, v, l), FROM(k, p, v, l + 1), FROM(k, p, v, l + 2), FROM(k, p, v, l + 3)
#define FROM16(k, p, v) FROM4(k, p, v, 0), FROM4(k, p, v, 4), FROM4(k, p, v, 8), FROM4(k, p, v, 12)

/* C(r + i, i + 1) for the ranks r = 0..12, its low or its high byte. */
#define C1(r) (r)
#define C2(r) ((r + 1) * (r) / 2)
#define C3(r) ((r + 2) * (r + 1) * (r) / 6)
#define C4(r) ((r + 3) * (r + 2) * (r + 1) * (r) / 24)
#define C5(r) ((r + 4) * (r + 3) * (r + 2) * (r + 1) * (r) / 120)
#define C6(r) ((r + 5) * (r + 4) * (r + 3) * (r + 2) * (r + 1) * (r) / 720)
#define C7(r) ((r + 6) * (r + 5) * (r + 4) * (r + 3) * (r + 2) * (r + 1) * (r) / 5040)
#define LOW(C, r) (char)(C(r) & 255)
#define HIGH(C, r) (char)(C(r) >> 8)
#define BY_RANK(BYTE, C)                                                                                               \
    BYTE(C, 0), BYTE(C, 1), BYTE(C, 2), BYTE(C, 3), BYTE(C, 4), BYTE(C, 5), BYTE(C, 6), BYTE(C, 7), BYTE(C, 8),        \
        BYTE(C, 9), BYTE(C, 10), BYTE(C, 11), BYTE(C, 12), 0, 0, 0
#define TABLE(BYTE, C) _mm256_setr_epi8(BY_RANK(BYTE, C), BY_RANK(BYTE, C))

/* 32 hands of k cards, row after row, into k planes. */
INLINE void load_planes(const uint8_t *rows, int k, __m256i plane[MAX_CARDS])
{
    __m256i v[MAX_CARDS];
    UNROLL for (int i = 0; i < k; i++)
    {
        __m128i first = _mm_loadu_si128((const __m128i *)(rows + 16 * i));
        __m128i second = _mm_loadu_si128((const __m128i *)(rows + 16 * (k + i)));
        v[i] = _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
    }
    UNROLL for (int p = 0; p < k; p++)
    {
        plane[p] = _mm256_setzero_si256();
        UNROLL for (int i = 0; i < k; i++)
        {
            __m256i from = _mm256_setr_epi8(FROM16(k, p, i), FROM16(k, p, i));
            plane[p] = _mm256_or_si256(plane[p], _mm256_shuffle_epi8(v[i], from));
        }
    }
}

INLINE void order(__m256i *a, __m256i *b)
{
    __m256i low = _mm256_min_epu8(*a, *b);
    *b = _mm256_max_epu8(*a, *b);
    *a = low;
}

/* The smallest known networks: 0, 1, 3, 5, 9, 12 and 16 comparisons. */
INLINE void sort_planes(int k, __m256i p[MAX_CARDS])
{
    switch (k) {
    case 2: order(&p[0], &p[1]); break;
    case 3: order(&p[0], &p[2]), order(&p[0], &p[1]), order(&p[1], &p[2]); break;
    case 4:
        order(&p[0], &p[2]), order(&p[1], &p[3]), order(&p[0], &p[1]), order(&p[2], &p[3]), order(&p[1], &p[2]);
        break;
    case 5:
        order(&p[0], &p[3]), order(&p[1], &p[4]), order(&p[0], &p[2]), order(&p[1], &p[3]), order(&p[0], &p[1]);
        order(&p[2], &p[4]), order(&p[1], &p[2]), order(&p[3], &p[4]), order(&p[2], &p[3]);
        break;
    case 6:
        order(&p[0], &p[5]), order(&p[1], &p[3]), order(&p[2], &p[4]), order(&p[1], &p[2]), order(&p[3], &p[4]);
        order(&p[0], &p[3]), order(&p[2], &p[5]), order(&p[0], &p[1]), order(&p[2], &p[3]), order(&p[4], &p[5]);
        order(&p[1], &p[2]), order(&p[3], &p[4]);
        break;
    case 7:
        order(&p[0], &p[6]), order(&p[2], &p[3]), order(&p[4], &p[5]), order(&p[0], &p[2]), order(&p[1], &p[4]);
        order(&p[3], &p[6]), order(&p[0], &p[1]), order(&p[2], &p[5]), order(&p[3], &p[4]), order(&p[1], &p[2]);
        order(&p[4], &p[6]), order(&p[2], &p[3]), order(&p[4], &p[5]), order(&p[1], &p[2]), order(&p[3], &p[4]);
        order(&p[5], &p[6]);
        break;
    }
}

/* Nonzero bytes where a hand of sorted cards is bad. */
INLINE __m256i find_bad(int k, const __m256i p[MAX_CARDS])
{
    __m256i bad = _mm256_subs_epu8(p[k - 1], _mm256_set1_epi8(OFC_CARDS - 1));
    UNROLL for (int i = 0; i + 1 < k; i++) bad = _mm256_or_si256(bad, _mm256_cmpeq_epi8(p[i], p[i + 1]));
    return bad;
}

/* 255 where the five cards share a suit. */
INLINE __m256i find_flush(const __m256i p[MAX_CARDS])
{
    __m256i differ = _mm256_setzero_si256();
    UNROLL for (int i = 0; i < 4; i++) differ = _mm256_or_si256(differ, _mm256_xor_si256(p[i], p[i + 1]));
    return _mm256_cmpeq_epi8(_mm256_and_si256(differ, _mm256_set1_epi8(3)), _mm256_setzero_si256());
}

/* A bit for each hand of six or seven cards that holds five of a suit. Two suits share a byte: a counter of four bits each,
 * started at 3, so that five cards set its highest bit. */
INLINE uint32_t find_large_flush(int k, const __m256i p[MAX_CARDS])
{
    __m256i first = _mm256_set1_epi8(0x33), second = first, suit = _mm256_set1_epi8(3);
    UNROLL for (int i = 0; i < k; i++)
    {
        __m256i s = _mm256_and_si256(p[i], suit);
        first = _mm256_add_epi8(first, _mm256_shuffle_epi8(_mm256_set1_epi32(0x00001001), s));
        second = _mm256_add_epi8(second, _mm256_shuffle_epi8(_mm256_set1_epi32(0x10010000), s));
    }
    __m256i full = _mm256_and_si256(_mm256_or_si256(first, second), _mm256_set1_epi8((char)0x88));
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(full, _mm256_setzero_si256()));
}

/* The numbers of the sorted hands, in the order of the hands. Bad cards give some number inside the tables. */
INLINE void number_hands(int k, const __m256i p[MAX_CARDS], uint16_t number[HANDS])
{
    __m256i r[MAX_CARDS], zero = _mm256_setzero_si256();
    UNROLL for (int i = 0; i < k; i++)
        r[i] = _mm256_and_si256(_mm256_srli_epi16(p[i], 2), _mm256_set1_epi8(15));
    __m256i low = _mm256_shuffle_epi8(TABLE(LOW, C1), r[0]);
    if (k > 1)
        low = _mm256_add_epi8(low, _mm256_shuffle_epi8(TABLE(LOW, C2), r[1]));
    __m256i first = _mm256_unpacklo_epi8(low, zero), second = _mm256_unpackhi_epi8(low, zero);
#define ADD(LO, HI)                                                                                                    \
    first = _mm256_add_epi16(first, _mm256_unpacklo_epi8(LO, HI));                                                     \
    second = _mm256_add_epi16(second, _mm256_unpackhi_epi8(LO, HI))
    if (k > 2) {
        ADD(_mm256_shuffle_epi8(TABLE(LOW, C3), r[2]), _mm256_shuffle_epi8(TABLE(HIGH, C3), r[2]));
    }
    if (k > 3) {
        ADD(_mm256_shuffle_epi8(TABLE(LOW, C4), r[3]), _mm256_shuffle_epi8(TABLE(HIGH, C4), r[3]));
    }
    if (k > 4) {
        __m256i suited = k > 5 ? zero : _mm256_and_si256(find_flush(p), _mm256_set1_epi8(OFC_FLUSH_AT >> 8));
        __m256i high = _mm256_add_epi8(_mm256_shuffle_epi8(TABLE(HIGH, C5), r[4]), suited);
        ADD(_mm256_shuffle_epi8(TABLE(LOW, C5), r[4]), high);
    }
    if (k > 5) {
        ADD(_mm256_shuffle_epi8(TABLE(LOW, C6), r[5]), _mm256_shuffle_epi8(TABLE(HIGH, C6), r[5]));
    }
    if (k > 6) {
        ADD(_mm256_shuffle_epi8(TABLE(LOW, C7), r[6]), _mm256_shuffle_epi8(TABLE(HIGH, C7), r[6]));
    }
#undef ADD
    _mm256_storeu_si256((__m256i *)number, _mm256_permute2x128_si256(first, second, 0x20));
    _mm256_storeu_si256((__m256i *)(number + 16), _mm256_permute2x128_si256(first, second, 0x31));
}

INLINE const uint16_t *sorted_table(int k)
{
    static const uint16_t *const table[] = {0, ofc_sorted1, ofc_sorted2, ofc_sorted3, ofc_sorted4, ofc_sorted5,
                                            ofc_sorted6, ofc_sorted7};
    return table[k];
}

/* A block of hands between its two steps. */
struct block {
    uint16_t number[HANDS];
    uint32_t flush; /* the hands of six or seven cards that the numbers do not tell */
};

INLINE void look_up(const uint8_t *cards, int k, const struct block *block, uint16_t *out)
{
    const uint16_t *table = sorted_table(k);
    UNROLL for (int j = 0; j < HANDS; j++) out[j] = table[block->number[j]];
    for (uint32_t flush = k > 5 ? block->flush : 0; flush; flush &= flush - 1) {
        int j = __builtin_ctz(flush);
        out[j] = ofc_best_of(cards + j * k, k);
    }
}

/* The look-ups of one block stand behind the sorting of the next one, so that the processor does both at a time. */
INLINE size_t rank_many(const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    struct block block[2];
    size_t i = 0, step = HANDS * (size_t)k;
    for (; i + HANDS <= n; i += HANDS, cards += step, out += HANDS) {
        __m256i plane[MAX_CARDS];
        struct block *now = &block[i / HANDS & 1], *before = &block[~(i / HANDS) & 1];
        load_planes(cards, k, plane);
        sort_planes(k, plane);
        __m256i bad = find_bad(k, plane);
        if (!_mm256_testz_si256(bad, bad))
            break;
        number_hands(k, plane, now->number);
        if (k > 5)
            now->flush = find_large_flush(k, plane);
        if (i)
            look_up(cards - step, k, before, out - HANDS);
    }
    if (i)
        look_up(cards - step, k, &block[~(i / HANDS) & 1], out - HANDS);
    return i + ofc_rank_many_portable(cards, n - i, k, out);
}

AVX2 size_t ofc_rank_many_avx2(const uint8_t *cards, size_t n, int k, uint16_t *out)
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
#endif
