/* Random numbers that are the same on every machine and in every version.
 *
 * The generator is xoshiro256** (Blackman and Vigna 2018); its four words come from SplitMix64 (Steele, Lea and
 * Flood 2014). Numbers below a bound are unbiased (Lemire 2019), and cards are drawn from the front of an array
 * (Fisher and Yates). docs/randomness.md writes all of it down; src/ofckit/_rng.py is the same in Python.
 *
 * A stream is a function of (seed, hand): deals of different hands, or the streams of different workers, do not
 * depend on the order in which they are made.
 *
 *     struct ofc_rng rng;
 *     uint8_t cards[52];
 *     for (int i = 0; i < 52; i++) cards[i] = (uint8_t)i;
 *     ofc_rng_seed(&rng, 7, 0);
 *     ofc_rng_deal(&rng, cards, 52, 5);        // cards[0..4] are five random cards, the rest is what is left
 */
#ifndef OFCKIT_RNG_H
#define OFCKIT_RNG_H

#include <stdint.h>

#define OFC_RNG_GAMMA UINT64_C(0x9E3779B97F4A7C15) /* the golden ratio in 64 bits: the step of SplitMix64 */

struct ofc_rng {
    uint64_t word[4]; /* never all zero */
};

/* A one-to-one scrambling of 64 bits: the finalizer of SplitMix64. */
static inline uint64_t ofc_rng_mix(uint64_t word)
{
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

/* Start the stream of this seed and hand. Each hand of a seed and each seed of a hand has its own start. */
static inline void ofc_rng_seed(struct ofc_rng *rng, uint64_t seed, uint64_t hand)
{
    uint64_t start = ofc_rng_mix(ofc_rng_mix(seed + OFC_RNG_GAMMA) + (hand + 1) * OFC_RNG_GAMMA);

    for (uint64_t i = 0; i < 4; i++)
        rng->word[i] = ofc_rng_mix(start + (i + 1) * OFC_RNG_GAMMA);
}

static inline uint64_t ofc_rng_rotate(uint64_t word, int by) { return word << by | word >> (64 - by); }

/* The next 64 random bits. */
static inline uint64_t ofc_rng_next(struct ofc_rng *rng)
{
    uint64_t *w = rng->word;
    uint64_t result = ofc_rng_rotate(w[1] * 5, 7) * 9;
    uint64_t shifted = w[1] << 17;

    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= shifted;
    w[3] = ofc_rng_rotate(w[3], 45);
    return result;
}

/* A number 0 .. n - 1, all equally likely; n is at least 1. It divides only when it may have to draw again. */
static inline uint32_t ofc_rng_below(struct ofc_rng *rng, uint32_t n)
{
    uint64_t product = (ofc_rng_next(rng) >> 32) * n;

    if ((uint32_t)product < n) {
        uint32_t least = (uint32_t)(0u - n) % n; /* 2^32 mod n */
        while ((uint32_t)product < least)
            product = (ofc_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* Move `wanted` random ones of n cards to the front, in random order. The first ones are the same however many
 * are wanted, and wanted = n shuffles them all. */
static inline void ofc_rng_deal(struct ofc_rng *rng, uint8_t *cards, uint32_t n, uint32_t wanted)
{
    for (uint32_t i = 0; i < wanted && i + 1 < n; i++) {
        uint32_t j = i + ofc_rng_below(rng, n - i);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

#endif
