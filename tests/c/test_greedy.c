/* The greedy player on seats of every kind: cards where there is room for them, the same whatever their order. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "play/greedy.h"
#include "seats.h"

static struct ofc_rules rules;

struct turn {
    struct ofc_seat seat;
    uint8_t draw[OFC_GREEDY_MOST_DRAW];
    int deal, place;
};

/* Any board, any draw, jokers anywhere, and in some turns hardly a card that may still come. */
static struct turn any_turn(struct ofc_rng *rng, uint64_t number)
{
    struct turn turn;
    uint8_t deck[OFC_DECK];
    int held = at_most(rng, 12), room = OFC_BOARD_CARDS - held, left = number % 7 ? OFC_DECK : at_most(rng, 8);
    shuffled(rng, OFC_MAX_JOKERS, deck);
    turn.place = 1 + at_most(rng, (number % 2 && room > 5 ? 5 : room) - 1);
    turn.deal = turn.place + at_most(rng, number % 2 ? (turn.place < 5) : OFC_GREEDY_MOST_DRAW - turn.place);
    memcpy(turn.draw, deck, (size_t)turn.deal);
    int rest = OFC_DECK - turn.deal - held;
    turn.seat = any_seat(rng, deck + turn.deal, held, left < rest ? left : rest);
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
        assert(held[row] <= ofc_row_size(row));
}

int main(void)
{
    set_rules(&rules);
    for (uint64_t number = 0; number < 800; number++) {
        struct ofc_rng rng;
        struct ofc_greedy greedy = {&rules, number};
        uint8_t to[OFC_GREEDY_MOST_DRAW], again[OFC_GREEDY_MOST_DRAW], turned[OFC_GREEDY_MOST_DRAW];
        ofc_rng_seed(&rng, 5, number);
        struct turn turn = any_turn(&rng, number);
        rules.low_middle = number % 3 == 0;
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
