/* The greedy player on seats of every kind: cards where there is room for them, the same whatever their order. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "play/greedy.h"
#include "ofckit/rng.h"

static struct ofc_rules rules;
static struct ofc_joker_rules jokers;
static const int SIZE[OFC_ROWS] = {3, 5, 5};

struct turn {
    struct ofc_seat seat;
    uint8_t draw[OFC_GREEDY_MOST_DRAW];
    int deal, place;
};

static int at_most(struct ofc_rng *rng, int n) { return (int)ofc_rng_below(rng, (uint32_t)n + 1); }

/* Strong rows earn, and a high top earns Fantasyland. */
static void set_rules(void)
{
    for (int row = 0; row < OFC_ROWS; row++)
        for (int s = 9000; s < OFC_STRENGTHS; s++)
            rules.royalty[row][s] = (int16_t)(s % 7);
    ofc_find_paying(&rules);
    jokers.entries = 1;
    jokers.entry[0] = (struct ofc_entry){14, {5000, 0, 0}, {9854, 9854, 9854}};
}

/* Any board, any draw, jokers anywhere, and in some turns hardly a card that may still come. */
static struct turn any_turn(struct ofc_rng *rng, uint64_t number)
{
    struct turn turn;
    uint8_t deck[54];
    int at = 0, held = at_most(rng, 12), room = OFC_BOARD_CARDS - held, left = number % 7 ? 54 : at_most(rng, 8);
    memset(&turn, 0, sizeof turn);
    for (int i = 0; i < 54; i++)
        deck[i] = (uint8_t)i;
    ofc_rng_deal(rng, deck, 54, 54);
    while (at < held) {
        int row = at_most(rng, 2);
        if (turn.seat.held[row] < SIZE[row])
            turn.seat.row[row][turn.seat.held[row]++] = deck[at++];
    }
    turn.place = 1 + at_most(rng, (number % 2 && room > 5 ? 5 : room) - 1);
    turn.deal = turn.place + at_most(rng, number % 2 ? (turn.place < 5) : OFC_GREEDY_MOST_DRAW - turn.place);
    for (int i = 0; i < turn.deal; i++)
        turn.draw[i] = deck[at++];
    for (; at < 54 && left--; at++)
        turn.seat.unseen |= ofc_bit(deck[at]);
    return turn;
}

static void check(const struct turn *turn, const uint8_t *to)
{
    int held[OFC_ROWS + 1] = {turn->seat.held[0], turn->seat.held[1], turn->seat.held[2], 0};
    for (int i = 0; i < turn->deal; i++) {
        assert(to[i] <= OFC_DISCARDED);
        held[to[i]]++;
    }
    assert(held[OFC_DISCARDED] == turn->deal - turn->place);
    for (int row = 0; row < OFC_ROWS; row++)
        assert(held[row] <= SIZE[row]);
}

int main(void)
{
    set_rules();
    for (uint64_t number = 0; number < 800; number++) {
        struct ofc_rng rng;
        struct ofc_greedy greedy = {&rules, &jokers, number};
        uint8_t to[OFC_GREEDY_MOST_DRAW], again[OFC_GREEDY_MOST_DRAW], turned[OFC_GREEDY_MOST_DRAW];
        ofc_rng_seed(&rng, 5, number);
        struct turn turn = any_turn(&rng, number);
        rules.low_middle = number % 3 == 0;
        rules.low_middle_max = 1200;
        rules.strict_rows = number % 5 == 0;
        ofc_greedy_place(&greedy, &turn.seat, turn.draw, turn.deal, turn.place, to);
        check(&turn, to);
        for (int i = 0; i < turn.deal; i++)
            turned[turn.deal - 1 - i] = turn.draw[i];
        ofc_greedy_place(&greedy, &turn.seat, turned, turn.deal, turn.place, again);
        for (int i = 0; i < turn.deal; i++)
            assert(again[turn.deal - 1 - i] == to[i]);
    }
    puts("greedy: places of 800 turns");
    return 0;
}
