/* Playouts: the cards of the deal, each once, and every way to place them equally often. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "play/playout.h"

static struct ofc_rules rules; /* a point a row */

static void set_rules(void)
{
    memset(&rules, 0, sizeof rules);
    for (int i = 0; i < OFC_RESULTS; i++)
        rules.row_points[i] = (int16_t)(i / 9 - 1 + i / 3 % 3 - 1 + i % 3 - 1);
    ofc_find_paying(&rules);
}

/* Two seats; first five cards, then three at a time of which two stay. */
static struct ofc_turns pineapple(void)
{
    struct ofc_turns turns = {.seats = 2, .people = 2, .deck = 52, .dealt = 34};
    for (int street = 0, first = 0; street < 5; street++)
        for (int seat = 0; seat < 2; seat++) {
            struct ofc_turn turn = {.seat = (uint8_t)seat, .first = (uint8_t)first};
            turn.deal = street ? 3 : 5, turn.place = street ? 2 : 5;
            turns.turn[turns.count++] = turn;
            first += turn.deal;
        }
    return turns;
}

static void cards_are_those_of_the_deal(void)
{
    struct ofc_turns turns = pineapple();
    for (uint64_t hand = 0; hand < 20000; hand++) {
        uint8_t boards[2][OFC_BOARD_CARDS], deck[52];
        int32_t points[2];
        struct ofc_rng rng;
        uint64_t dealt = 0, placed = 0, first = 0;
        for (int i = 0; i < 52; i++)
            deck[i] = (uint8_t)i;
        ofc_rng_seed(&rng, 7, hand);
        ofc_rng_deal(&rng, deck, 52, 34);
        for (int i = 0; i < 34; i++)
            dealt |= ofc_bit(deck[i]);
        for (int i = 0; i < 5; i++)
            first |= ofc_bit(deck[i]);
        ofc_playout(&turns, &rules, 7, hand, boards, points);
        uint64_t own = 0;
        for (int i = 0; i < 2 * OFC_BOARD_CARDS; i++) {
            uint64_t bit = ofc_bit((&boards[0][0])[i]);
            assert(!(placed & bit));
            placed |= bit;
            if (i < OFC_BOARD_CARDS)
                own |= bit;
        }
        assert(!(placed & ~dealt));
        assert(!(first & ~own)); /* the first five are never discarded */
        assert(points[0] + points[1] == 0 && points[0] >= -6 && points[0] <= 6);
    }
}

/* One card to each of two open rows and one away: six ways; two to one row: three ways. */
static void last_moves_are_equally_likely(void)
{
    struct ofc_turns turns = {.seats = 1, .people = 1, .deck = 52, .dealt = 14, .count = 2};
    turns.turn[0] = (struct ofc_turn){.seat = 0, .first = 0, .deal = 11, .place = 11};
    turns.turn[1] = (struct ofc_turn){.seat = 0, .first = 11, .deal = 3, .place = 2};
    long away[3] = {0}, total = 0;
    for (uint64_t hand = 0; hand < 30000; hand++) {
        uint8_t boards[1][OFC_BOARD_CARDS], deck[52];
        int32_t points[1];
        struct ofc_rng rng;
        uint64_t placed = 0;
        for (int i = 0; i < 52; i++)
            deck[i] = (uint8_t)i;
        ofc_rng_seed(&rng, 1, hand);
        ofc_rng_deal(&rng, deck, 52, 14);
        ofc_playout(&turns, &rules, 1, hand, boards, points);
        for (int i = 0; i < OFC_BOARD_CARDS; i++)
            placed |= ofc_bit(boards[0][i]);
        for (int i = 0; i < 3; i++)
            away[i] += !(placed & ofc_bit(deck[11 + i]));
        total++;
        assert(points[0] == 0);
    }
    assert(away[0] + away[1] + away[2] == total);
    for (int i = 0; i < 3; i++) /* 5 standard deviations of 30000 draws of one in three */
        assert(away[i] > 10000 - 409 && away[i] < 10000 + 409);
}

static void own_boards_settle_only_where_they_are_compared(void)
{
    struct ofc_turns turns = {.seats = 4, .people = 2, .deck = 52, .dealt = 52, .count = 4};
    for (int seat = 0; seat < 4; seat++)
        turns.turn[seat] = (struct ofc_turn){
            .seat = (uint8_t)seat, .first = (uint8_t)(13 * seat), .deal = 13, .place = 13};
    long apart = 0, together = 0;
    for (uint64_t hand = 0; hand < 200; hand++) {
        uint8_t boards[4][OFC_BOARD_CARDS];
        int32_t points[4], all[4];
        struct ofc_player player[4];
        turns.own_boards_compared = false;
        ofc_playout(&turns, &rules, 3, hand, boards, points);
        turns.own_boards_compared = true;
        ofc_playout(&turns, &rules, 3, hand, boards, all);
        for (int i = 0; i < 4; i++)
            player[i] = ofc_show(&rules, ofc_rank_board(boards[i]), OFC_LIVE);
        int own = ofc_settle_pair(&rules, &player[0], &player[2]);
        assert(all[0] - points[0] == own && all[2] - points[2] == -own);
        apart += points[0] + points[1] + points[2] + points[3];
        together += own != 0;
    }
    assert(apart == 0 && together > 0);
}

int main(void)
{
    set_rules();
    cards_are_those_of_the_deal();
    last_moves_are_equally_likely();
    own_boards_settle_only_where_they_are_compared();
    puts("playouts: the deal's cards, each once, every move alike");
    return 0;
}
