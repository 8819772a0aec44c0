/* The AVX2 kernel for hands of one to five cards: 32 hands at a time, as byte planes (plane p holds one card of each hand).
 *
 * A sorting network of byte minima and maxima puts the cards of each hand in order. Then
 *   - a card above 51, or two equal neighbours, is bad input: the check is nearly free;
 *   - the sorted ranks have a number without gaps, C(r0, 1) + C(r1 + 1, 2) + ... : shuffles look the terms up;
 *   - five equal suits add OFC_FLUSH_AT.
 * Only the last step, from the number to the strength, is a look-up in memory; the tables are ofc_sorted1 .. ofc_sorted5.
 * No other file uses vector instructions, and no compiler flag is needed: the functions name their target. */
#include "kernels.h"

#ifdef OFC_HAVE_AVX2
#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE AVX2 static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 8")

enum { HANDS = 32 };

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
#define LOW(C, r) (char)(C(r) & 255)
#define HIGH(C, r) (char)(C(r) >> 8)
#define BY_RANK(BYTE, C)                                                                                               \
    BYTE(C, 0), BYTE(C, 1), BYTE(C, 2), BYTE(C, 3), BYTE(C, 4), BYTE(C, 5), BYTE(C, 6), BYTE(C, 7), BYTE(C, 8),        \
        BYTE(C, 9), BYTE(C, 10), BYTE(C, 11), BYTE(C, 12), 0, 0, 0
#define TABLE(BYTE, C) _mm256_setr_epi8(BY_RANK(BYTE, C), BY_RANK(BYTE, C))

/* 32 hands of k cards, row after row, into k planes. */
INLINE void load_planes(const uint8_t *rows, int k, __m256i plane[5])
{
    __m256i v[5];
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

/* The smallest known networks: 0, 1, 3, 5 and 9 comparisons. */
INLINE void sort_planes(int k, __m256i p[5])
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
    }
}

/* Nonzero bytes where a hand of sorted cards is bad. */
INLINE __m256i find_bad(int k, const __m256i p[5])
{
    __m256i bad = _mm256_subs_epu8(p[k - 1], _mm256_set1_epi8(OFC_CARDS - 1));
    UNROLL for (int i = 0; i + 1 < k; i++) bad = _mm256_or_si256(bad, _mm256_cmpeq_epi8(p[i], p[i + 1]));
    return bad;
}

/* 255 where the five cards share a suit. */
INLINE __m256i find_flush(const __m256i p[5])
{
    __m256i differ = _mm256_setzero_si256();
    UNROLL for (int i = 0; i < 4; i++) differ = _mm256_or_si256(differ, _mm256_xor_si256(p[i], p[i + 1]));
    return _mm256_cmpeq_epi8(_mm256_and_si256(differ, _mm256_set1_epi8(3)), _mm256_setzero_si256());
}

/* The numbers of the sorted hands, in the order of the hands. Bad cards give some number inside the tables. */
INLINE void number_hands(int k, const __m256i p[5], uint16_t number[HANDS])
{
    __m256i r[5], zero = _mm256_setzero_si256();
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
        __m256i suited = _mm256_and_si256(find_flush(p), _mm256_set1_epi8(OFC_FLUSH_AT >> 8));
        __m256i high = _mm256_add_epi8(_mm256_shuffle_epi8(TABLE(HIGH, C5), r[4]), suited);
        ADD(_mm256_shuffle_epi8(TABLE(LOW, C5), r[4]), high);
    }
#undef ADD
    _mm256_storeu_si256((__m256i *)number, _mm256_permute2x128_si256(first, second, 0x20));
    _mm256_storeu_si256((__m256i *)(number + 16), _mm256_permute2x128_si256(first, second, 0x31));
}

INLINE const uint16_t *sorted_table(int k)
{
    return k == 1 ? ofc_sorted1 : k == 2 ? ofc_sorted2 : k == 3 ? ofc_sorted3 : k == 4 ? ofc_sorted4 : ofc_sorted5;
}

INLINE void look_up(const uint16_t *table, const uint16_t number[HANDS], uint16_t *out)
{
    UNROLL for (int j = 0; j < HANDS; j++) out[j] = table[number[j]];
}

/* The look-ups of one block stand behind the sorting of the next one, so that the processor does both at a time. */
INLINE size_t rank_many(const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    const uint16_t *table = sorted_table(k);
    uint16_t number[2][HANDS];
    size_t i = 0;
    for (; i + HANDS <= n; i += HANDS) {
        __m256i plane[5];
        load_planes(cards + i * (size_t)k, k, plane);
        sort_planes(k, plane);
        __m256i bad = find_bad(k, plane);
        if (!_mm256_testz_si256(bad, bad))
            break;
        number_hands(k, plane, number[i / HANDS & 1]);
        if (i)
            look_up(table, number[~(i / HANDS) & 1], out + i - HANDS);
    }
    if (i)
        look_up(table, number[~(i / HANDS) & 1], out + i - HANDS);
    return i + ofc_rank_many_portable(cards + i * (size_t)k, n - i, k, out + i);
}

AVX2 size_t ofc_rank_many_avx2(const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    switch (k) {
    case 1: return rank_many(cards, n, 1, out);
    case 2: return rank_many(cards, n, 2, out);
    case 3: return rank_many(cards, n, 3, out);
    case 4: return rank_many(cards, n, 4, out);
    case 5: return rank_many(cards, n, 5, out);
    default: return ofc_rank_many_portable(cards, n, k, out);
    }
}
#endif
