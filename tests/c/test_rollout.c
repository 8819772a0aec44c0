/* Rollouts of boards of every kind: means that add up, the same whatever is asked beside them, no memory touched
 * twice. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "search/rollout.h"
#include "seats.h"

static struct ofc_rules rules;

/* The first cards go to the first free places, from the bottom up. */
static void place_simply(const void *self, const struct ofc_seat *seat, const uint8_t *draw, int deal, int place,
                         uint8_t *to)
{
    int held[OFC_ROWS] = {seat->held[0], seat->held[1], seat->held[2]};
    (void)self;
    for (int i = 0; i < deal; i++) {
        int row = OFC_BOTTOM;
        assert(!(seat->unseen >> draw[i] & 1));
        while (row > OFC_TOP && held[row] == ofc_row_size(row))
            row--;
        to[i] = i < place ? (uint8_t)row : OFC_DISCARDED;
        if (i < place)
            held[row]++;
    }
}

static const struct ofc_bot SIMPLE = {place_simply, NULL};

enum { BOARDS = 4, FUTURES = 6 };

/* Boards of as many cards, and streets that fill them: ones, pairs, two of three, or anything. */
static struct ofc_rollout any_question(struct ofc_rng *rng, uint64_t number,
                                       const struct ofc_endgame_objective *objective, struct ofc_seat boards[BOARDS])
{
    struct ofc_rollout rollout = {.objective = objective, .bot = &SIMPLE, .seed = number};
    uint8_t deck[OFC_DECK];
    int cards = shuffled(rng, rules.jokers, deck), kind = (int)(number % 4), places = 0, drawn = 0;
    rollout.decided = at_most(rng, 2);
    rollout.streets = at_most(rng, kind == 0 ? 4 : 3);
    for (int i = 0; i < rollout.streets; i++) {
        int place = kind == 0 ? 1 : kind == 3 ? 1 + at_most(rng, 3) : 2;
        int deal = kind == 2 ? 3 : place + (kind == 3 ? at_most(rng, 2) : 0);
        if (places + place > OFC_BOARD_CARDS)
            place = deal = OFC_BOARD_CARDS - places;
        if (place == 0) {
            rollout.streets = i;
            break;
        }
        rollout.street[i] = (struct ofc_street){(uint8_t)deal, (uint8_t)place};
        places += place, drawn += deal;
    }
    int held = OFC_BOARD_CARDS - places, unseen = drawn + at_most(rng, 12);
    for (int b = 0; b < BOARDS; b++)
        boards[b] = any_seat(rng, deck, held, held + unseen < cards ? unseen : cards - held);
    rollout.unseen = boards[0].unseen;
    return rollout;
}

static void check(const struct ofc_rollout *rollout, const struct ofc_seat boards[BOARDS])
{
    double points[BOARDS * FUTURES], later[FUTURES], sum[BOARDS] = {0}, product[BOARDS * BOARDS] = {0};
    struct ofc_outlook sums[BOARDS], one;
    struct ofc_rows rows[FUTURES];
    assert(ofc_rollout_run(rollout, boards, BOARDS, 0, FUTURES, points, sums));
    for (int b = 0; b < BOARDS; b++) {
        assert(sums[b].ways == FUTURES);
        assert(sums[b].foul >= 0 && sums[b].foul <= FUTURES + 1e-9);
        assert(ofc_rollout_run(rollout, &boards[b], 1, 3, 1, later, &one));
        assert(later[0] == points[b * FUTURES + 3]);
        for (int i = 1; ofc_rollout_is_exact(rollout) && i < FUTURES; i++)
            assert(points[b * FUTURES + i] == points[b * FUTURES]);
    }
    ofc_rollout_add((const int[]){0, 1, 2, 3}, BOARDS, BOARDS, points, FUTURES, sum, product);
    for (int b = 0; b < BOARDS; b++)
        assert(fabs(sum[b] - sums[b].royalty - 11 * sums[b].fantasyland[14] + 6 * sums[b].foul) < 1e-9);
    ofc_rollout_rows(rollout, &boards[0], 0, FUTURES, rows);
    for (int i = 0; i < FUTURES; i++)
        assert(rows[i].strength[OFC_BOTTOM] > 0);
}

int main(void)
{
    struct ofc_endgame_objective objective = {.rules = &rules, .royalty = 1, .foul = -6};
    objective.fantasyland[14] = 11;
    objective.plain_royalty = 1, objective.plain_foul = -6;
    set_rules(&rules);
    for (uint64_t number = 0; number < 400; number++) {
        struct ofc_rng rng;
        struct ofc_seat boards[BOARDS];
        volatile int stop = 1;
        ofc_rng_seed(&rng, 6, number);
        rules.jokers = number % 3 == 0 ? 2 : 0;
        rules.joker_may_copy = number % 6 == 0;
        rules.low_middle = number % 5 == 0;
        struct ofc_rollout rollout = any_question(&rng, number, &objective, boards);
        check(&rollout, boards);
        rollout.stop = &stop;
        assert(!ofc_rollout_run(&rollout, boards, 1, 0, 1, &(double){0}, &(struct ofc_outlook){0}));
    }
    puts("rollouts: 400 questions");
    return 0;
}
