/* The AVX2 kernel: 32 hands at a time, sixteen in each half of the vectors (no shuffle crosses the middle). No compiler
 * flag is needed: the functions name their target. */
#include "core/kernels.h"

#ifdef OFC_HAVE_AVX2
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE AVX2 static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 32")

enum { HANDS = 32, LANE_BITS = 1, MAX_CARDS = 7 };

typedef uint8_t bytes __attribute__((vector_size(HANDS)));
typedef uint16_t shorts __attribute__((vector_size(HANDS)));

INLINE bytes lesser(bytes a, bytes b) { return (bytes)_mm256_min_epu8((__m256i)a, (__m256i)b); }

INLINE bytes greater(bytes a, bytes b) { return (bytes)_mm256_max_epu8((__m256i)a, (__m256i)b); }

INLINE bool any(bytes mask) { return !_mm256_testz_si256((__m256i)mask, (__m256i)mask); }

INLINE uint64_t mask_of(bytes mask) { return (uint32_t)_mm256_movemask_epi8((__m256i)mask); }

INLINE bytes zip_low(bytes a, bytes b) { return (bytes)_mm256_unpacklo_epi8((__m256i)a, (__m256i)b); }

INLINE bytes zip_high(bytes a, bytes b) { return (bytes)_mm256_unpackhi_epi8((__m256i)a, (__m256i)b); }

INLINE __m256i halves(const void *low, const void *high)
{
    __m256i v = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low));
    return _mm256_inserti128_si256(v, _mm_loadu_si128((const __m128i *)high), 1);
}

INLINE bytes look_up(const uint8_t table[16], bytes at)
{
    __m256i both = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
    return (bytes)_mm256_shuffle_epi8(both, (__m256i)at);
}

/* The byte that lane l of plane p wants is byte k * l + p - 16 * i of vector i; with its highest bit set, a shuffle
 * gives zero. */
INLINE void load_planes(const uint8_t *rows, int k, bytes plane[MAX_CARDS])
{
    const bytes lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    __m256i v[MAX_CARDS];
    UNROLL for (int i = 0; i < k; i++)
        v[i] = halves(rows + 16 * i, rows + 16 * (k + i));
    UNROLL for (int p = 0; p < k; p++) {
        plane[p] = (bytes){0};
        UNROLL for (int i = 0; i < k; i++) {
            bytes at = lane * (uint8_t)k + (uint8_t)(p - 16 * i);
            plane[p] |= (bytes)_mm256_shuffle_epi8(v[i], (__m256i)(at | (bytes)(at > 15)));
        }
    }
}

INLINE void store_numbers(uint16_t number[HANDS], shorts first, shorts second)
{
    _mm256_storeu_si256((__m256i *)number, _mm256_permute2x128_si256((__m256i)first, (__m256i)second, 0x20));
    _mm256_storeu_si256((__m256i *)(number + 16), _mm256_permute2x128_si256((__m256i)first, (__m256i)second, 0x31));
}

#include "core/kernel_planes.h"

AVX2 size_t ofc_rank_many_avx2(const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    return rank_many(cards, n, k, out);
}
#endif
