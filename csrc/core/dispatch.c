/* Which kernels this machine runs, and the scoring of many tables. */
#include "core/kernels.h"

int ofc_kernels(const char *names[4], ofc_kernel kernels[4])
{
    int n = 0;
    names[n] = "portable";
    kernels[n++] = ofc_rank_many_portable;
#ifdef OFC_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) {
        names[n] = "avx2";
        kernels[n++] = ofc_rank_many_avx2;
    }
#endif
    return n;
}
