/* Batches: many hands of the same size, checked and ranked. One signature, several kernels, chosen once at run time. */
#ifndef OFCKIT_KERNELS_H
#define OFCKIT_KERNELS_H

#include "ofckit/strength.h"

/* Ranks n hands of k cards each (k = 1..7), row after row; returns the first row with a bad or repeated card, n if
 * there is none. Rows before it are ranked; the results of the others are undefined.
 * Whatever another thread writes to the cards meanwhile, no kernel reads outside its tables: any byte is a place in
 * them. */
typedef size_t (*ofc_kernel)(const uint8_t *cards, size_t n, int k, uint16_t *out);

size_t ofc_rank_many_portable(const uint8_t *cards, size_t n, int k, uint16_t *out);
#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
#define OFC_HAVE_AVX2 1
size_t ofc_rank_many_avx2(const uint8_t *cards, size_t n, int k, uint16_t *out);
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#define OFC_HAVE_NEON 1
size_t ofc_rank_many_neon(const uint8_t *cards, size_t n, int k, uint16_t *out);
#elif defined(__wasm_simd128__)
#define OFC_HAVE_WASM 1
size_t ofc_rank_many_wasm(const uint8_t *cards, size_t n, int k, uint16_t *out);
#endif

/* The smallest known sorting networks: ORDER(i, j) puts places i and j in order. */
#define OFC_SORT2(ORDER) ORDER(0, 1)
#define OFC_SORT3(ORDER) ORDER(0, 2) ORDER(0, 1) ORDER(1, 2)
#define OFC_SORT4(ORDER) ORDER(0, 2) ORDER(1, 3) ORDER(0, 1) ORDER(2, 3) ORDER(1, 2)
#define OFC_SORT5(ORDER)                                                                                               \
    ORDER(0, 3) ORDER(1, 4) ORDER(0, 2) ORDER(1, 3) ORDER(0, 1) ORDER(2, 4) ORDER(1, 2) ORDER(3, 4) ORDER(2, 3)
/* clang-format off */
#define OFC_SORT6(ORDER)                                                                                               \
    ORDER(0, 5) ORDER(1, 3) ORDER(2, 4)                                                                                \
    ORDER(1, 2) ORDER(3, 4)                                                                                            \
    ORDER(0, 3) ORDER(2, 5)                                                                                            \
    ORDER(0, 1) ORDER(2, 3) ORDER(4, 5)                                                                                \
    ORDER(1, 2) ORDER(3, 4)
#define OFC_SORT7(ORDER)                                                                                               \
    ORDER(0, 6) ORDER(2, 3) ORDER(4, 5)                                                                                \
    ORDER(0, 2) ORDER(1, 4) ORDER(3, 6)                                                                                \
    ORDER(0, 1) ORDER(2, 5) ORDER(3, 4)                                                                                \
    ORDER(1, 2) ORDER(4, 6)                                                                                            \
    ORDER(2, 3) ORDER(4, 5)                                                                                            \
    ORDER(1, 2) ORDER(3, 4) ORDER(5, 6)
/* clang-format on */

/* The best five of six and seven cards without a flush, by the number of the sorted ranks; generated. */
extern const uint16_t ofc_sorted6[18564], ofc_sorted7[50388];

/* The best five of six or seven different cards, by sorting and one look-up; ofc_rank in the public headers needs fewer
 * tables and more time. */
uint16_t ofc_rank_large(const uint8_t *cards, int k);

/* Ranks without any check: what is not a card gives some number. For measuring what the check costs. */
void ofc_rank_many_unchecked(const uint8_t *cards, size_t n, int k, uint16_t *out);

/* The kernels that this machine runs: names[0..return value), the fastest last. */
int ofc_kernels(const char *names[4], ofc_kernel kernels[4]);

#endif
