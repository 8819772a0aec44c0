/* What the batch kernels are measured against: the loop that a C programmer writes over the public headers,
 * and the floor, a loop that only reads the cards and writes a number. Compiled by conftest.py with the flags
 * of the extension. */
#include <stddef.h>
#include <stdint.h>

#include "ofckit/strength.h"

void plain_rank5(const uint8_t *hands, size_t n, uint16_t *out)
{
    for (size_t i = 0; i < n; i++) {
        const uint8_t *c = hands + 5 * i;
        out[i] = ofc_rank5(c[0], c[1], c[2], c[3], c[4]);
    }
}

void plain_rank3(const uint8_t *hands, size_t n, uint16_t *out)
{
    for (size_t i = 0; i < n; i++) {
        const uint8_t *c = hands + 3 * i;
        out[i] = ofc_rank3(c[0], c[1], c[2]);
    }
}

/* Eight bytes at a time: a machine word. What is read is kept, or the compiler would not read it. */
uint64_t floor_read(const uint8_t *bytes, size_t size)
{
    uint64_t sum[4] = {0, 0, 0, 0};
    const uint64_t *words = (const uint64_t *)bytes;
    size_t i = 0;
    for (; i + 4 <= size / 8; i += 4)
        for (size_t lane = 0; lane < 4; lane++)
            sum[lane] += words[i + lane];
    return sum[0] ^ sum[1] ^ sum[2] ^ sum[3];
}

/* The same and the output: per hand of k bytes, two bytes written. */
uint64_t floor_read_write(const uint8_t *bytes, size_t size, size_t n, uint16_t *out)
{
    uint64_t sum = floor_read(bytes, size);
    for (size_t i = 0; i < n; i++)
        out[i] = (uint16_t)(sum + i);
    return sum;
}
