/* Boards of any bytes: whatever somebody writes to them between a check and the reading, no table is read outside, and
 * what comes back are strengths. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "seats.h"

enum { BOARDS = 10000 };

static struct ofc_rules rules;

/* Cards, jokers and other bytes; jokers often, and in some boards in every place. */
static void any_bytes(struct ofc_rng *rng, uint8_t *board)
{
    uint32_t kind = ofc_rng_below(rng, 4);
    for (int i = 0; i < OFC_BOARD_CARDS; i++) {
        uint32_t end = kind == 0 ? 256 : kind == 1 ? OFC_DECK : kind == 2 ? 4 : 60;
        board[i] = (uint8_t)ofc_rng_below(rng, end);
        if (ofc_rng_below(rng, 8) < 2 * kind)
            board[i] = (uint8_t)(OFC_JOKER + ofc_rng_below(rng, 2));
    }
}

static void check(const uint8_t *board)
{
    uint8_t cards[OFC_BOARD_CARDS];
    memcpy(cards, board, sizeof cards);
    struct ofc_rows rows = ofc_resolve_board(&rules, cards), read = ofc_read_board(&rules, board);
    for (int row = 0; row < OFC_ROWS; row++)
        assert(rows.strength[row] < OFC_STRENGTHS && read.strength[row] == rows.strength[row]);
    for (int i = 0; i < OFC_BOARD_CARDS; i++)
        assert(cards[i] < OFC_CARDS || cards[i] == board[i]);
}

int main(void)
{
    struct ofc_rng rng;
    ofc_rng_seed(&rng, 9, 0);
    set_rules(&rules);
    for (int i = 0; i < BOARDS; i++) {
        uint8_t board[OFC_BOARD_CARDS];
        rules.joker_may_copy = i & 1;
        rules.jokers_row_by_row = i >> 1 & 1;
        rules.low_middle = i >> 2 & 1;
        any_bytes(&rng, board);
        check(board);
    }
    puts("jokers: 10,000 boards of any bytes");
    return 0;
}
