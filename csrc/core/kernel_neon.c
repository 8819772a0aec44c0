/* The NEON kernel of 64-bit ARM, where every processor has it: 16 hands at a time. */
#include "core/kernels.h"

#ifdef OFC_HAVE_NEON
#include <arm_neon.h>

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 32")

enum { HANDS = 16, LANE_BITS = 4, MAX_CARDS = 7 };

typedef uint8x16_t bytes;
typedef uint16x8_t shorts;

INLINE bytes lesser(bytes a, bytes b) { return vminq_u8(a, b); }

INLINE bytes greater(bytes a, bytes b) { return vmaxq_u8(a, b); }

INLINE bool any(bytes mask) { return vmaxvq_u8(mask) != 0; }

INLINE bytes zip_low(bytes a, bytes b) { return vzip1q_u8(a, b); }

INLINE bytes zip_high(bytes a, bytes b) { return vzip2q_u8(a, b); }

INLINE bytes look_up(const uint8_t table[16], bytes at) { return vqtbl1q_u8(vld1q_u8(table), at); }

/* Four bits of each byte, of which one is kept. */
INLINE uint64_t mask_of(bytes mask)
{
    uint8x8_t nibbles = vshrn_n_u16(vreinterpretq_u16_u8(mask), 4);
    return vget_lane_u64(vreinterpret_u64_u8(nibbles), 0) & UINT64_C(0x1111111111111111);
}

/* The byte that lane l of plane p wants is byte k * l + p of the rows: the first 64 are one table, the others a second
 * one. */
INLINE void load_planes(const uint8_t *rows, int k, bytes plane[MAX_CARDS])
{
    const bytes lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    uint8x16x4_t first = {0};
    uint8x16x3_t second = {0};
    UNROLL for (int i = 0; i < k && i < 4; i++)
        first.val[i] = vld1q_u8(rows + 16 * i);
    UNROLL for (int i = 4; i < k; i++)
        second.val[i - 4] = vld1q_u8(rows + 16 * i);
    UNROLL for (int p = 0; p < k; p++) {
        bytes at = lane * (uint8_t)k + (uint8_t)p;
        plane[p] = vqtbl4q_u8(first, at);
        if (k > 4)
            plane[p] = vqtbx3q_u8(plane[p], second, at - 64);
    }
}

INLINE void store_numbers(uint16_t number[HANDS], shorts first, shorts second)
{
    vst1q_u16(number, first);
    vst1q_u16(number + 8, second);
}

#include "core/kernel_planes.h"

size_t ofc_rank_many_neon(const uint8_t *cards, size_t n, int k, uint16_t *out) { return rank_many(cards, n, k, out); }
#endif
