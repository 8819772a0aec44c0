# csrc/ofckit/rng.h

from libc.stdint cimport uint32_t, uint64_t, uint8_t

cdef extern from "ofckit/rng.h" nogil:
    struct ofc_rng:
        pass
    void ofc_rng_seed(ofc_rng *rng, uint64_t seed, uint64_t hand)
    void ofc_rng_deal(ofc_rng *rng, uint8_t *cards, uint32_t n, uint32_t wanted)
