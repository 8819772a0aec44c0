/* Every kernel that this machine runs, on buffers that end exactly where the hands do: a byte read or written outside
 * stops the sanitizer. Answers are the header's; the first bad row is named wherever it stands. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/batch.h"

enum { DECK = 52, MOST_CARDS = 7, MOST_HANDS = 200 };

static uint64_t state = 20;

/* splitmix64, written out so that this file depends on nothing but what it tests. */
static uint32_t below(uint32_t n)
{
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ (z >> 31)) % n);
}

static void deal(uint8_t *cards, int k)
{
    uint8_t deck[DECK];
    for (int i = 0; i < DECK; i++)
        deck[i] = (uint8_t)i;
    for (int i = 0; i < k; i++) {
        int j = i + (int)below((uint32_t)(DECK - i));
        cards[i] = deck[j];
        deck[j] = deck[i];
    }
}

/* A hand of one to five cards that is nearly always special: runs, pairs, flushes. */
static void deal_close(uint8_t *cards, int k)
{
    int kind = (int)below(3), start = (int)below(9);
    for (int i = 0; i < k; i++)
        switch (kind) {
        case 0: cards[i] = (uint8_t)(4 * start + i); break;                /* four of a kind and one more */
        case 1: cards[i] = (uint8_t)(4 * (start + i)); break;              /* a straight flush */
        default: cards[i] = (uint8_t)(4 * (start + i / 2) + i % 2); break; /* pairs */
        }
}

static uint8_t *hands_of(size_t n, int k)
{
    uint8_t *cards = malloc(n * (size_t)k + !n);
    assert(cards);
    for (size_t i = 0; i < n; i++) {
        uint8_t *hand = cards + i * (size_t)k;
        if (k <= 5 && below(2))
            deal_close(hand, k);
        else
            deal(hand, k);
    }
    return cards;
}

static void test_ranks(ofc_kernel kernel, size_t n, int k)
{
    uint8_t *cards = hands_of(n, k);
    uint16_t *out = malloc(n * sizeof *out + !n);
    assert(out);
    assert(kernel(cards, n, k, out) == n);
    for (size_t i = 0; i < n; i++)
        assert(out[i] == ofc_rank(cards + i * (size_t)k, k));
    free(out);
    free(cards);
}

/* The next hand of k cards in ascending order; none after the last one. */
static bool next_hand(uint8_t *hand, int k)
{
    int i = k - 1;
    while (i >= 0 && hand[i] == DECK - k + i)
        i--;
    if (i < 0)
        return false;
    hand[i]++;
    for (; i + 1 < k; i++)
        hand[i + 1] = (uint8_t)(hand[i] + 1);
    return true;
}

/* Every hand of k cards, each with its cards in an order of its own. */
static void test_every_hand(ofc_kernel kernel, int k, size_t hands)
{
    uint8_t *cards = malloc(hands * (size_t)k), hand[MOST_CARDS] = {0, 1, 2, 3, 4, 5, 6};
    uint16_t *out = malloc(hands * sizeof *out);
    assert(cards && out);
    size_t n = 0;
    do {
        assert(n < hands);
        for (int i = 0; i < k; i++)
            cards[n * (size_t)k + (size_t)i] = hand[((size_t)i + n) % (size_t)k];
        n++;
    } while (next_hand(hand, k));
    assert(n == hands && kernel(cards, n, k, out) == n);
    for (size_t i = 0; i < n; i++)
        assert(out[i] == ofc_rank(cards + i * (size_t)k, k));
    free(out);
    free(cards);
}

static void test_names_the_first_bad_row(ofc_kernel kernel, size_t n, int k)
{
    static const uint8_t wrong[] = {52, 53, 63, 64, 127, 128, 200, 255};
    uint8_t *cards = hands_of(n, k);
    uint16_t *out = malloc(n * sizeof *out);
    assert(out);
    size_t bad = below((uint32_t)n), later = bad + below((uint32_t)(n - bad));
    int at = (int)below((uint32_t)k);
    cards[later * (size_t)k] = 255;
    uint8_t *hand = cards + bad * (size_t)k;
    if (k > 1 && below(2))
        hand[at] = hand[(at + 1 + (int)below((uint32_t)(k - 1))) % k];
    else
        hand[at] = wrong[below(sizeof wrong)];
    assert(kernel(cards, n, k, out) == bad);
    for (size_t i = 0; i < bad; i++)
        assert(out[i] == ofc_rank(cards + i * (size_t)k, k));
    free(out);
    free(cards);
}

/* Every k at once: a block of integers of `size` bytes, column after column, read through its strides. */
static void test_strides(ofc_kernel kernel, size_t n, int k, int size)
{
    uint8_t *cards = hands_of(n, k);
    char *columns = calloc(n * (size_t)k, (size_t)size);
    uint16_t *plain = malloc(n * sizeof *plain), *out = malloc(n * sizeof *out);
    assert(columns && plain && out);
    for (size_t i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            uint64_t value = cards[i * (size_t)k + (size_t)j];
            char *to = columns + ((size_t)j * n + i) * (size_t)size;
            uint8_t v1 = (uint8_t)value;
            uint16_t v2 = (uint16_t)value;
            uint32_t v4 = (uint32_t)value;
            memcpy(to,
                   size == 1   ? (void *)&v1
                   : size == 2 ? (void *)&v2
                   : size == 4 ? (void *)&v4
                               : (void *)&value,
                   (size_t)size);
        }
    struct ofc_items items = {columns, n, 1, k, size, {size, 0, (ptrdiff_t)n * size}};
    assert(kernel(cards, n, k, plain) == n);
    assert(ofc_rank_items(kernel, &items, out) == n);
    assert(memcmp(plain, out, n * sizeof *out) == 0);
    free(out);
    free(plain);
    free(columns);
    free(cards);
}

int main(void)
{
    const char *names[4];
    ofc_kernel kernels[4];
    int count = ofc_kernels(names, kernels);
    assert(count >= 1 && strcmp(names[0], "portable") == 0);
    for (int kernel = 0; kernel < count; kernel++) {
        for (int k = 1; k <= MOST_CARDS; k++) {
            for (size_t n = 0; n <= MOST_HANDS; n++)
                test_ranks(kernels[kernel], n, k);
            test_ranks(kernels[kernel], 20011, k);
            for (int repeat = 0; repeat < 400; repeat++)
                test_names_the_first_bad_row(kernels[kernel], 1 + below(MOST_HANDS), k);
            test_names_the_first_bad_row(kernels[kernel], 9000, k);
            for (int size = 1; size <= 8; size *= 2)
                test_strides(kernels[kernel], 5000 + below(3000), k, size);
        }
        test_every_hand(kernels[kernel], 3, 22100);
        test_every_hand(kernels[kernel], 5, 2598960);
        test_ranks(kernels[kernel], 200003, 6);
        test_ranks(kernels[kernel], 200003, 7);
        printf("test_kernels: %s ok\n", names[kernel]);
    }
    return 0;
}
