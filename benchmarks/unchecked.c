/* The AVX2 kernel without its check. `testz` is what the kernel asks about bad cards and nothing else: answered "none"
 * beforehand, the compiler drops all that leads to the question. */
#include "core/kernels.h"

#ifdef OFC_HAVE_AVX2
#include <immintrin.h>
#define _mm256_testz_si256(a, b) ((void)(a), (void)(b), 1)
#define ofc_rank_many_avx2 avx2_unchecked
#include "kernel_avx2.c"
#endif
