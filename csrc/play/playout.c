/* Whole hands played at random: the deal, a legal move for every turn, the settlement. */
#include "play/playout.h"

static const uint32_t POWER_OF_3[OFC_BOARD_CARDS + 1] = {1,    3,    9,     27,    81,     243,    729,
                                                         2187, 6561, 19683, 59049, 177147, 531441, 1594323};

/* The cards go to the free places in order; in random order, so that all ways of filling them are equally likely. */
static void fill(const uint8_t *cards, uint8_t *board, uint8_t held[OFC_ROWS])
{
    for (int row = 0; row < OFC_ROWS; row++)
        while (held[row] < ofc_row_size(row))
            board[ofc_row_start(row) + held[row]++] = *cards++;
}

/* Draws one row for each card, again while a row overflows. */
void ofc_scatter(struct ofc_rng *rng, int n, const uint8_t held[OFC_ROWS], uint8_t *to)
{
    int more[OFC_ROWS];
    uint32_t drawn, rows;
    do {
        more[OFC_TOP] = more[OFC_MIDDLE] = more[OFC_BOTTOM] = 0;
        drawn = rows = ofc_rng_below(rng, POWER_OF_3[n]);
        for (int i = 0; i < n; i++, rows /= 3)
            more[rows % 3]++;
    } while (more[OFC_TOP] + held[OFC_TOP] > 3 || more[OFC_MIDDLE] + held[OFC_MIDDLE] > 5 ||
             more[OFC_BOTTOM] + held[OFC_BOTTOM] > 5);
    for (int i = 0; i < n; i++, drawn /= 3)
        to[i] = (uint8_t)(drawn % 3);
}

static void scatter(struct ofc_rng *rng, const uint8_t *cards, int n, uint8_t *board, uint8_t held[OFC_ROWS])
{
    uint8_t to[OFC_BOARD_CARDS];
    ofc_scatter(rng, n, held, to);
    for (int i = 0; i < n; i++)
        board[ofc_row_start(to[i]) + held[to[i]]++] = cards[i];
}

static void take_turn(struct ofc_rng *rng, uint8_t *cards, const struct ofc_turn *turn, uint8_t *board,
                      uint8_t held[OFC_ROWS])
{
    bool last = held[0] + held[1] + held[2] + turn->place == OFC_BOARD_CARDS;
    if (last || turn->place < turn->deal)
        ofc_rng_deal(rng, cards, turn->deal, turn->place); /* which ones stay, and in random order */
    if (last)
        fill(cards, board, held);
    else
        scatter(rng, cards, turn->place, board, held);
}

bool ofc_compared(const struct ofc_turns *turns, int i, int j)
{
    return i % turns->people != j % turns->people || turns->own_boards_compared;
}

void ofc_settle(const struct ofc_turns *turns, const struct ofc_rules *rules, const struct ofc_player *player,
                int32_t *points)
{
    if (ofc_looks_at_the_table(rules)) {
        ofc_settle_whole(rules, player, turns->seats, turns->people, turns->own_boards_compared, turns->first, points);
        return;
    }
    for (int i = 0; i < turns->seats; i++)
        points[i] = 0;
    for (int i = 0; i < turns->seats; i++)
        for (int j = i + 1; j < turns->seats; j++) {
            if (!ofc_compared(turns, i, j))
                continue;
            int net = ofc_settle_pair(rules, &player[i], &player[j]);
            points[i] += net;
            points[j] -= net;
        }
}

void ofc_deal(const struct ofc_turns *turns, struct ofc_rng *rng, uint8_t deck[OFC_DECK])
{
    for (uint32_t i = 0; i < turns->deck; i++)
        deck[i] = (uint8_t)i;
    ofc_rng_deal(rng, deck, turns->deck, turns->dealt);
}

void ofc_playout(const struct ofc_turns *turns, const struct ofc_rules *rules, uint64_t seed, uint64_t hand,
                 uint8_t boards[][OFC_BOARD_CARDS], int32_t *points)
{
    struct ofc_rng rng;
    uint8_t deck[OFC_DECK], held[OFC_MOST_SEATS][OFC_ROWS] = {{0}};
    struct ofc_player player[OFC_MOST_SEATS];

    ofc_rng_seed(&rng, seed, hand);
    ofc_deal(turns, &rng, deck);
    for (int i = 0; i < turns->count; i++) {
        const struct ofc_turn *turn = &turns->turn[i];
        take_turn(&rng, deck + turn->first, turn, boards[turn->seat], held[turn->seat]);
    }
    for (int i = 0; i < turns->seats; i++)
        player[i] = ofc_show_cards(rules, ofc_read_board(rules, boards[i]), OFC_LIVE, boards[i]);
    ofc_settle(turns, rules, player, points);
}
