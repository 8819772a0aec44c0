/* Ranks hands by one kernel:
 *
 *     rank_hands KERNEL CARDS TIMES   the same 100,000 random hands so often, for counting its instructions
 *     rank_hands KERNEL CARDS all     every hand of that many cards, compared with the header's ofc_rank() */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kernels.h"

enum { HANDS = 100000 };

static uint8_t cards[HANDS * 7];
static uint16_t out[HANDS];

static ofc_kernel kernel_of(const char *name)
{
    const char *names[4];
    ofc_kernel kernels[4];
    for (int i = 0, count = ofc_kernels(names, kernels); i < count; i++)
        if (strcmp(names[i], name) == 0)
            return kernels[i];
    return NULL;
}

static void deal(int k)
{
    srand(1);
    for (int i = 0; i < HANDS; i++) {
        uint64_t used = 0;
        for (int j = 0; j < k;) {
            int card = rand() % OFC_CARDS;
            if (used >> card & 1)
                continue;
            used |= UINT64_C(1) << card;
            cards[i * k + j++] = (uint8_t)card;
        }
    }
}

/* The next hand of k ascending cards; false after the last. */
static bool next(uint8_t *hand, int k)
{
    int i = k - 1;
    while (i >= 0 && hand[i] == OFC_CARDS - k + i)
        i--;
    if (i < 0)
        return false;
    for (hand[i]++; ++i < k;)
        hand[i] = (uint8_t)(hand[i - 1] + 1);
    return true;
}

static bool same(ofc_kernel kernel, size_t n, int k)
{
    if (kernel(cards, n, k, out) != n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (out[i] != ofc_rank(cards + i * (size_t)k, k))
            return false;
    return true;
}

/* How many hands there are; 0 if one is ranked wrongly. The hands lie in turned order, so that kernels have to sort. */
static unsigned long rank_all(ofc_kernel kernel, int k)
{
    uint8_t hand[7];
    unsigned long all = 0;
    size_t n = 0;
    for (int i = 0; i < k; i++)
        hand[i] = (uint8_t)i;
    do {
        for (int i = 0; i < k; i++)
            cards[n * (size_t)k + (size_t)((i * (n & 1 ? k - 1 : 1) + (int)(n % (size_t)k)) % k)] = hand[i];
        all++;
        if (++n == HANDS) {
            if (!same(kernel, n, k))
                return 0;
            n = 0;
        }
    } while (next(hand, k));
    return same(kernel, n, k) ? all : 0;
}

int main(int argc, char **argv)
{
    ofc_kernel kernel = argc == 4 ? kernel_of(argv[1]) : NULL;
    int k = kernel ? atoi(argv[2]) : 0;
    if (k < 1 || k > 7)
        return 2;
    if (strcmp(argv[3], "all") == 0) {
        unsigned long all = rank_all(kernel, k);
        printf("%s ranks all %lu hands of %d cards as ofc_rank() does\n", argv[1], all, k);
        return all == 0;
    }
    deal(k);
    for (int i = 0, times = atoi(argv[3]); i < times; i++)
        if (kernel(cards, HANDS, k, out) != HANDS)
            return 1;
    return 0;
}
