/* A ranking built here, on buffers that end exactly where the hands do: any byte as a card, every size of hand, wild
 * cards, several decks. Without wild cards the table is the standard one, so the answers are the header's. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ranking.h"

enum { MOST_HANDS = 200, PLANES = 12 };

static uint64_t state = 11;

/* splitmix64, written out so that this file depends on nothing but what it tests. */
static uint32_t below(uint32_t n)
{
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ (z >> 31)) % n);
}

static uint16_t value[PLANES * OFC_PLANE];
static uint16_t flush_of[OFC_STRENGTHS]; /* by the strength of the same ranks in several suits */

static void fill_flushes(void)
{
    int r[5];
    for (r[4] = 4; r[4] < OFC_RANKS; r[4]++)
        for (r[3] = 3; r[3] < r[4]; r[3]++)
            for (r[2] = 2; r[2] < r[3]; r[2]++)
                for (r[1] = 1; r[1] < r[2]; r[1]++)
                    for (r[0] = 0; r[0] < r[1]; r[0]++)
                        flush_of[ofc_rank5(4 * r[0] + 1, 4 * r[1], 4 * r[2], 4 * r[3], 4 * r[4])] = ofc_rank5(
                            4 * r[0], 4 * r[1], 4 * r[2], 4 * r[3], 4 * r[4]);
}

/* The standard table where no card is wild; with wild cards, any numbers will do. */
static void fill_table(void)
{
    uint16_t several[OFC_STRENGTHS], one[OFC_STRENGTHS];
    fill_flushes();
    for (int i = 0; i < OFC_STRENGTHS; i++) {
        several[i] = (uint16_t)i;
        one[i] = flush_of[i] ? flush_of[i] : (uint16_t)i;
    }
    ofc_fill_plane(several, value);
    ofc_fill_plane(one, value + OFC_PLANE);
    for (int plane = 2; plane < PLANES; plane++) /* cards of one suit are never worth less */
        for (int i = 0; i < OFC_PLANE; i++) {
            uint16_t *at = value + plane * OFC_PLANE + i;
            *at = (uint16_t)(plane % 2 ? *(at - OFC_PLANE) + below(1000) : 1 + below(60000));
        }
}

static struct ofc_ranking ranking_of(int size, int copies, int lowest, bool wild)
{
    struct ofc_ranking r = {.value = value, .size = size, .copies = copies, .lowest = lowest, .wild = wild || lowest};
    for (int i = 0; i < 257; i++)
        r.key[i] = i < OFC_CARDS ? ofc_key_card(i) : OFC_REFUSED;
    if (wild)
        r.key[OFC_JOKER] = r.key[OFC_JOKER + 1] = r.key[0] = OFC_WILD_KEY;
    r.key[OFC_WILD_PLACE] = OFC_WILD_KEY;
    for (int mark = 0; mark < OFC_MARKS; mark++) {
        int cards = mark % OFC_BUG + mark / OFC_BUG;
        r.marked[mark] = (uint8_t)(cards < size ? cards : size);
        r.plane[mark] = 2 * (mark < OFC_BUG ? (uint32_t)mark : 1) * OFC_PLANE;
    }
    return r;
}

static void compare_with(const struct ofc_ranking *r, int k)
{
    size_t n = below(MOST_HANDS);
    bool any_bytes = below(3) == 0;
    uint8_t *cards = malloc(n * (size_t)k + !n);
    uint16_t *out = malloc((n + !n) * sizeof *out);
    assert(cards && out);
    for (size_t i = 0; i < n * (size_t)k; i++)
        cards[i] = (uint8_t)(any_bytes && below(50) == 0 ? below(256) : below(OFC_DECK));
    for (size_t i = 0; i < n && !any_bytes; i++)
        for (int j = 0; j < k; j++)
            cards[i * (size_t)k + (size_t)j] = (uint8_t)((cards[i * (size_t)k] + 5 * j) %
                                                         (r->wild ? OFC_DECK : OFC_CARDS));
    size_t want = 0;
    while (want < n && ofc_ranking_takes(r, cards + want * (size_t)k, k))
        want++;
    struct ofc_items items = {(const char *)cards, n, 1, k, 1, {k, 0, 1}};
    assert(ofc_ranking_items(r, &items, out) == want);
    for (size_t i = 0; i < want; i++) {
        const uint8_t *hand = cards + i * (size_t)k;
        assert(out[i] == ofc_ranking_value(r, hand, k));
        if (!r->wild && r->copies == 1 && r->size == 5 && k <= 7)
            assert(out[i] == ofc_rank(hand, k));
    }
    free(cards);
    free(out);
}

static void test_choices(const struct ofc_ranking *r)
{
    ofc_key key[9];
    uint8_t cards[9], (*places)[5] = malloc(126 * sizeof *places);
    assert(places);
    for (int i = 0; i < 9; i++) {
        cards[i] = (uint8_t)(i * 5);
        key[i] = r->key[cards[i]];
    }
    uint16_t best = ofc_value_of_keys(r, key, 9, true);
    size_t found = ofc_ranking_choices(r, key, 9, best, 126, places);
    assert(found >= 1 && found <= 126);
    for (size_t i = 0; i < found; i++) {
        ofc_key hand = 0;
        for (int j = 0; j < r->size; j++)
            hand += key[places[i][j]];
        assert(ofc_value(r, hand, r->size, true) == best);
    }
    assert(ofc_ranking_choices(r, key, 9, best, 1, places) == found);
    free(places);
}

int main(void)
{
    fill_table();
    for (int round = 0; round < 40; round++)
        for (int size = 3; size <= 5; size += 2)
            for (int lowest = 0; lowest <= OFC_LOWEST_ONE; lowest++)
                for (int k = 1; k <= 9; k++) {
                    struct ofc_ranking r = ranking_of(size, 1 + round % 3, lowest, round % 2);
                    compare_with(&r, k);
                }
    struct ofc_ranking r = ranking_of(5, 1, 0, true);
    test_choices(&r);
    r = ranking_of(3, 1, 0, true);
    test_choices(&r);
    puts("rankings: ok");
    return 0;
}
