/* Which kernels this machine runs. AVX2 is detected at run time, the others by the compiler's target. */
#include "core/kernels.h"

#ifdef OFC_HAVE_AVX2
#include <cpuid.h>

/* The processor has AVX2, and the system keeps the wide registers (bits 1 and 2 of XCR0) apart for each thread.
 * __builtin_cpu_supports would ask the same of the compiler's library, which not every linker brings. */
static bool has_avx2(void)
{
    unsigned a, b, c, d, state, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
        return false;
    __asm__("xgetbv" : "=a"(state), "=d"(high) : "c"(0));
    return (state & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}
#endif

int ofc_kernels(const char *names[4], ofc_kernel kernels[4])
{
    int n = 0;
    names[n] = "portable";
    kernels[n++] = ofc_rank_many_portable;
#ifdef OFC_HAVE_AVX2
    if (has_avx2()) {
        names[n] = "avx2";
        kernels[n++] = ofc_rank_many_avx2;
    }
#elif defined(OFC_HAVE_NEON)
    names[n] = "neon";
    kernels[n++] = ofc_rank_many_neon;
#elif defined(OFC_HAVE_WASM)
    names[n] = "wasm";
    kernels[n++] = ofc_rank_many_wasm;
#endif
    return n;
}
