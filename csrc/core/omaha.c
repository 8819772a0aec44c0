/* Omaha in bulk: batches of hands, one hand against random ones, and all starting hands at once. */
#include "core/omaha.h"
#include "ofckit/rng.h"

size_t ofc_omaha_items(const struct ofc_items *holes, const struct ofc_items *boards, uint16_t *strengths)
{
    for (size_t i = 0; i < holes->rows; i++) {
        struct ofc_omaha_board board;
        uint8_t cards[OFC_OMAHA_BOARD + OFC_OMAHA_HOLE];
        size_t n = (size_t)(boards->inner + holes->inner);
        ofc_copy_items(boards, i, 1, cards);
        ofc_copy_items(holes, i, 1, cards + boards->inner);
        if (ofc_first_bad(cards, n) < n)
            return i;
        ofc_omaha_open(&board, cards, boards->inner);
        strengths[i] = ofc_omaha_best(&board, cards + boards->inner, holes->inner);
    }
    return holes->rows;
}

/* The cards of the deck that are not among the n held ones, in order; returns how many. */
static uint32_t rest_of_deck(const uint8_t *held, int n, uint8_t *deck)
{
    uint64_t taken = 0;
    uint32_t left = 0;
    for (int i = 0; i < n; i++)
        taken |= ofc_bit(held[i]);
    for (int card = 0; card < OFC_CARDS; card++)
        if (!(taken & ofc_bit(card)))
            deck[left++] = (uint8_t)card;
    return left;
}

void ofc_omaha_equity(const uint8_t *hole, int hole_cards, int opponents, uint64_t deals, uint64_t seed,
                      uint64_t stream, uint64_t won[OFC_OMAHA_PLAYERS + 1])
{
    struct ofc_rng rng;
    uint8_t deck[OFC_CARDS];
    uint32_t left = rest_of_deck(hole, hole_cards, deck);
    uint32_t wanted = (uint32_t)(OFC_OMAHA_BOARD + opponents * hole_cards);

    ofc_rng_seed(&rng, seed, stream);
    for (uint64_t deal = 0; deal < deals; deal++) {
        struct ofc_omaha_board board;
        ofc_rng_deal(&rng, deck, left, wanted);
        ofc_omaha_open(&board, deck, OFC_OMAHA_BOARD);
        uint16_t mine = ofc_omaha_best(&board, hole, hole_cards);
        int winners = 1;
        for (int i = 0; i < opponents && winners; i++) {
            uint16_t theirs = ofc_omaha_best(&board, deck + OFC_OMAHA_BOARD + i * hole_cards, hole_cards);
            winners = theirs > mine ? 0 : winners + (theirs == mine);
        }
        won[winners]++;
    }
}

static void sort4(uint8_t *c)
{
    static const uint8_t swaps[5][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
    for (int i = 0; i < 5; i++) {
        uint8_t a = c[swaps[i][0]], b = c[swaps[i][1]];
        c[swaps[i][0]] = a < b ? a : b;
        c[swaps[i][1]] = a < b ? b : a;
    }
}

uint32_t ofc_omaha_index(const uint8_t *hole)
{
    uint8_t c[4] = {hole[0], hole[1], hole[2], hole[3]};
    sort4(c);
    uint32_t a = c[0], b = c[1], d = c[2], e = c[3];
    return a + b * (b - 1) / 2 + d * (d - 1) * (d - 2) / 6 + e * (e - 1) * (e - 2) * (e - 3) / 24;
}

void ofc_omaha_field(int players, uint64_t deals, uint64_t seed, uint64_t stream, uint64_t *dealt, uint64_t *won)
{
    struct ofc_rng rng;
    uint8_t deck[OFC_CARDS];
    uint32_t left = rest_of_deck(NULL, 0, deck);
    uint32_t wanted = (uint32_t)(OFC_OMAHA_BOARD + 4 * players);

    ofc_rng_seed(&rng, seed, stream);
    for (uint64_t deal = 0; deal < deals; deal++) {
        struct ofc_omaha_board board;
        uint16_t strength[OFC_OMAHA_PLAYERS], best = 0;
        ofc_rng_deal(&rng, deck, left, wanted);
        ofc_omaha_open(&board, deck, OFC_OMAHA_BOARD);
        uint64_t winners = 0;
        for (int i = 0; i < players; i++) {
            strength[i] = ofc_omaha_best(&board, deck + OFC_OMAHA_BOARD + 4 * i, 4);
            winners = strength[i] > best ? 1 : winners + (strength[i] == best);
            best = ofc_better(best, strength[i]);
        }
        for (int i = 0; i < players; i++) {
            uint32_t hand = ofc_omaha_index(deck + OFC_OMAHA_BOARD + 4 * i);
            dealt[hand]++;
            won[hand] += strength[i] == best ? OFC_OMAHA_POT / winners : 0;
        }
    }
}
