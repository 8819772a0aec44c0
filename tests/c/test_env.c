/* The environment: hands of random actions, and the masks, sets and sums of each. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "play/env.h"

enum { TABLES = 5, SEATS = 2 };

static struct ofc_rules rules; /* a point a row */
static struct ofc_env_turns turns[SEATS];

/* Two seats; first five cards, then three at a time of which two stay; the button acts last. */
static void set_plans(void)
{
    memset(&rules, 0, sizeof rules);
    for (int i = 0; i < OFC_RESULTS; i++)
        rules.row_points[i] = (int16_t)(i / 9 - 1 + i / 3 % 3 - 1 + i % 3 - 1);
    ofc_find_paying(&rules);
    for (int button = 0; button < SEATS; button++) {
        struct ofc_turns *hand = &turns[button].hand;
        *hand = (struct ofc_turns){.seats = SEATS, .people = SEATS, .deck = 52, .dealt = 34};
        for (int street = 0, first = 0; street < 5; street++)
            for (int i = 1; i <= SEATS; i++) {
                struct ofc_turn *turn = &hand->turn[hand->count];
                turn->seat = (uint8_t)((button + i) % SEATS);
                turn->first = (uint8_t)first;
                turn->deal = street ? 3 : 5;
                turn->place = street ? 2 : 5;
                first += turn->deal;
                turns[button].turn[hand->count++] = (struct ofc_env_turn){(uint8_t)street, (uint8_t)first, 0, 1};
            }
        turns[button].decided = true;
    }
}

static void hands_of_random_actions(bool by_turn, bool for_chips)
{
    static struct ofc_env_table tables[TABLES];
    static uint8_t planes[TABLES][10 * OFC_DECK], mask[TABLES][OFC_TURN_ACTIONS], done[TABLES];
    static uint64_t bits[TABLES][10];
    static int32_t scalars[TABLES * 8]; /* with stacks, else six for each table */
    int8_t to_play[TABLES];
    float rewards[TABLES][SEATS];
    int actions = by_turn ? OFC_TURN_ACTIONS : OFC_CARD_ACTIONS, hands = 0;
    struct ofc_env env = {.rules = &rules, .seats = SEATS, .people = SEATS, .seed = 7, .stride = TABLES};
    struct ofc_env_out out = {planes[0], mask[0], done, bits[0], scalars, to_play, rewards[0]};
    struct ofc_env_setters setters = {0};
    struct ofc_rng rng;
    int32_t chosen[TABLES];
    env.by_turn = by_turn, env.kinds = 1, env.turns = turns;
    env.for_chips = for_chips, env.stack[0] = 7, env.stack[1] = 2;
    memset(tables, 0, sizeof tables);
    for (int i = 0; i < TABLES; i++) {
        tables[i].next.hand = (uint64_t)i;
        memcpy(tables[i].next.stack, env.stack, sizeof env.stack);
    }
    assert(ofc_env_deal(&env, &setters, tables, 0, TABLES, false, &out) == TABLES);
    ofc_rng_seed(&rng, 1, by_turn);
    while (hands < 300) {
        for (int i = 0; i < TABLES; i++) {
            const uint8_t *legal = &mask[0][0] + i * actions;
            uint64_t all = 0;
            for (int set = 0; set < 10; set++)
                for (int card = 0; card < OFC_DECK; card++)
                    assert(planes[i][set * OFC_DECK + card] == (bits[i][set] >> card & 1));
            for (int set = 0; set < 10; set++) {
                if (set == 7) /* the card to be placed is in the hand, too */
                    continue;
                assert(!(all & bits[i][set]));
                all |= bits[i][set];
            }
            assert(all == ofc_deck_of(0));
            do {
                chosen[i] = (int32_t)ofc_rng_below(&rng, (uint32_t)actions);
                assert((ofc_env_first_illegal(&env, &tables[i], 1, &chosen[i]) == 1) == legal[chosen[i]]);
            } while (!legal[chosen[i]]);
        }
        assert(ofc_env_step(&env, &setters, tables, 0, TABLES, chosen, true, &out) == TABLES);
        for (int i = 0; i < TABLES; i++) {
            assert(rewards[i][0] + rewards[i][1] == 0);
            assert(done[i] || rewards[i][0] == 0);
            assert(!for_chips || (scalars[i * 8 + 6] > 0 && scalars[i * 8 + 6] + scalars[i * 8 + 7] == 9));
            hands += done[i];
        }
    }
}

int main(void)
{
    set_plans();
    hands_of_random_actions(false, false);
    hands_of_random_actions(true, false);
    hands_of_random_actions(true, true);
    puts("environment: ok");
    return 0;
}
