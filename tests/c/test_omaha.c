/* Omaha hands against ranking every two and three by themselves, in buffers that end exactly where the hands do; the
 * shares of a field add up, and the numbers of starting hands are without gaps. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ofckit/rng.h"
#include "core/omaha.h"

enum { HANDS = 500 };

static uint16_t one_by_one(const uint8_t *hole, int n, const uint8_t *board, int m)
{
    uint16_t best = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            for (int a = 0; a < m; a++)
                for (int b = a + 1; b < m; b++)
                    for (int c = b + 1; c < m; c++)
                        best = ofc_better(best, ofc_rank5(hole[i], hole[j], board[a], board[b], board[c]));
    return best;
}

static void deal(struct ofc_rng *rng, uint8_t *deck)
{
    for (int i = 0; i < OFC_CARDS; i++)
        deck[i] = (uint8_t)i;
    ofc_rng_deal(rng, deck, OFC_CARDS, OFC_OMAHA_HOLE + OFC_OMAHA_BOARD);
}

static struct ofc_items items_of(const void *data, int inner, int size)
{
    struct ofc_items items = {data, HANDS, 1, inner, size, {(ptrdiff_t)inner * size, 0, size}};
    return items;
}

static void check_batches(struct ofc_rng *rng, int n, int m)
{
    uint8_t *holes = malloc((size_t)(HANDS * n)), *boards = malloc((size_t)(HANDS * m)), deck[OFC_CARDS];
    int64_t *wide = malloc(sizeof *wide * (size_t)(HANDS * n));
    uint16_t *found = malloc(HANDS * sizeof *found), *again = malloc(HANDS * sizeof *again);

    for (int i = 0; i < HANDS; i++) {
        deal(rng, deck);
        memcpy(holes + i * n, deck, (size_t)n);
        memcpy(boards + i * m, deck + n, (size_t)m);
    }
    for (int i = 0; i < HANDS * n; i++)
        wide[i] = holes[i];
    struct ofc_items plain_items = items_of(holes, n, 1), board_items = items_of(boards, m, 1);
    assert(ofc_omaha_items(&plain_items, &board_items, found) == HANDS);
    for (int i = 0; i < HANDS; i++)
        assert(found[i] == one_by_one(holes + i * n, n, boards + i * m, m));

    struct ofc_items hole_items = items_of(wide, n, 8);
    assert(ofc_omaha_items(&hole_items, &board_items, again) == HANDS);
    assert(memcmp(found, again, HANDS * sizeof *found) == 0);
    wide[300 * n + 1] = boards[300 * m];
    assert(ofc_omaha_items(&hole_items, &board_items, again) == 300);
    wide[77 * n] = -1;
    assert(ofc_omaha_items(&hole_items, &board_items, again) == 77);
    free(holes), free(boards), free(wide), free(found), free(again);
}

static void check_numbers(void)
{
    uint32_t next = 0;
    for (int d = 3; d < OFC_CARDS; d++)
        for (int c = 2; c < d; c++)
            for (int b = 1; b < c; b++)
                for (int a = 0; a < b; a++) {
                    uint8_t hand[4] = {(uint8_t)c, (uint8_t)a, (uint8_t)d, (uint8_t)b};
                    assert(ofc_omaha_index(hand) == next);
                    next++;
                }
    assert(next == OFC_OMAHA_HANDS);
}

static void check_field(int players)
{
    uint64_t *dealt = calloc(OFC_OMAHA_HANDS, 8), *won = calloc(OFC_OMAHA_HANDS, 8), hands = 0, parts = 0;
    ofc_omaha_field(players, 300, 7, 0, dealt, won);
    for (int i = 0; i < OFC_OMAHA_HANDS; i++) {
        assert(won[i] <= dealt[i] * OFC_OMAHA_POT);
        hands += dealt[i];
        parts += won[i];
    }
    assert(hands == 300u * (unsigned)players && parts == 300u * OFC_OMAHA_POT);
    free(dealt), free(won);
}

static void check_equity(int hole_cards, int opponents)
{
    const uint8_t hole[OFC_OMAHA_HOLE] = {51, 47, 50, 46, 0, 5};
    uint64_t won[OFC_OMAHA_PLAYERS + 1] = {0}, again[OFC_OMAHA_PLAYERS + 1] = {0}, deals = 0;
    ofc_omaha_equity(hole, hole_cards, opponents, 300, 7, 1, won);
    ofc_omaha_equity(hole, hole_cards, opponents, 300, 7, 1, again);
    assert(memcmp(won, again, sizeof won) == 0);
    for (int k = 0; k <= OFC_OMAHA_PLAYERS; k++) {
        assert(k <= opponents + 1 || won[k] == 0);
        deals += won[k];
    }
    assert(deals == 300);
}

int main(void)
{
    struct ofc_rng rng;
    ofc_rng_seed(&rng, 3, 0);
    for (int n = 4; n <= OFC_OMAHA_HOLE; n++)
        for (int m = 3; m <= OFC_OMAHA_BOARD; m++)
            check_batches(&rng, n, m);
    check_numbers();
    for (int players = 2; players <= OFC_OMAHA_PLAYERS; players++)
        check_field(players);
    check_equity(4, 1);
    check_equity(4, 9);
    check_equity(5, 8);
    check_equity(6, 6);
    puts("omaha: every two and three, every starting hand's number, every pot");
    return 0;
}
