/* The kernel of WebAssembly with -msimd128: 16 hands at a time. */
#include "core/kernels.h"

#ifdef OFC_HAVE_WASM
#include <wasm_simd128.h>

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 32")

enum { HANDS = 16, LANE_BITS = 1, MAX_CARDS = 7 };

typedef uint8_t bytes __attribute__((vector_size(HANDS)));
typedef uint16_t shorts __attribute__((vector_size(HANDS)));

INLINE bytes lesser(bytes a, bytes b) { return (bytes)wasm_u8x16_min((v128_t)a, (v128_t)b); }

INLINE bytes greater(bytes a, bytes b) { return (bytes)wasm_u8x16_max((v128_t)a, (v128_t)b); }

INLINE bool any(bytes mask) { return wasm_v128_any_true((v128_t)mask); }

INLINE uint64_t mask_of(bytes mask) { return (uint64_t)wasm_i8x16_bitmask((v128_t)mask); }

INLINE bytes zip_low(bytes a, bytes b)
{
    return (bytes)wasm_i8x16_shuffle((v128_t)a, (v128_t)b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

INLINE bytes zip_high(bytes a, bytes b)
{
    return (bytes)wasm_i8x16_shuffle((v128_t)a, (v128_t)b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                     31);
}

INLINE bytes look_up(const uint8_t table[16], bytes at)
{
    return (bytes)wasm_i8x16_swizzle(wasm_v128_load(table), (v128_t)at);
}

/* The byte that lane l of plane p wants is byte k * l + p - 16 * i of vector i; one from 16 on is zero. */
INLINE void load_planes(const uint8_t *rows, int k, bytes plane[MAX_CARDS])
{
    const bytes lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    UNROLL for (int p = 0; p < k; p++) {
        plane[p] = (bytes){0};
        UNROLL for (int i = 0; i < k; i++)
            plane[p] |= look_up(rows + 16 * i, lane * (uint8_t)k + (uint8_t)(p - 16 * i));
    }
}

INLINE void store_numbers(uint16_t number[HANDS], shorts first, shorts second)
{
    wasm_v128_store(number, (v128_t)first);
    wasm_v128_store(number + 8, (v128_t)second);
}

#include "core/kernel_planes.h"

size_t ofc_rank_many_wasm(const uint8_t *cards, size_t n, int k, uint16_t *out) { return rank_many(cards, n, k, out); }
#endif
