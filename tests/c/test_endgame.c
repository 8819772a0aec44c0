/* Endgames of every kind from random boards, full decks and short ones: nothing is read or written outside, nothing
 * overflows, and the sums add up. */
#include "search/endgame.h"
#include "seats.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static struct ofc_rules rules;

static void open_objective(struct ofc_endgame_objective *objective, bool may_copy)
{
    memset(&rules, 0, sizeof rules);
    for (int row = 0; row < OFC_ROWS; row++)
        for (int strength = 6000; strength < OFC_STRENGTHS; strength++)
            rules.royalty[row][strength] = (int16_t)((strength - 6000) / 200);
    ofc_find_paying(&rules);
    rules.joker_may_copy = may_copy;
    rules.fantasyland.entries = 2;
    for (int e = 0; e < 2; e++) {
        rules.fantasyland.entry[e].cards = (uint8_t)(15 - e);
        for (int row = 0; row < OFC_ROWS; row++)
            rules.fantasyland.entry[e].high[row] = OFC_STRENGTHS;
        rules.fantasyland.entry[e].low[OFC_TOP] = (uint16_t)(4500 - 300 * e);
    }
    memset(objective, 0, sizeof *objective);
    objective->rules = &rules;
    objective->royalty = objective->plain_royalty = 1;
    objective->foul = objective->plain_foul = -6;
    objective->fantasyland[14] = 11, objective->fantasyland[15] = 17;
}

/* This many cards of a shuffled deck in random rows; `left` of the rest may come. */
static void deal(struct ofc_rng *rng, struct ofc_seat *seat, struct ofc_endgame_job *job, int jokers, int placed,
                 int left)
{
    uint8_t deck[OFC_DECK];
    shuffled(rng, jokers, deck);
    *seat = any_seat(rng, deck, placed, left);
    job->deck = seat->unseen;
}

static double choose(double n, int k)
{
    double ways = 1;
    for (int i = 0; i < k; i++)
        ways *= (n - i) / (i + 1);
    return ways;
}

static void search(struct ofc_endgame_job *job, const struct ofc_seat *seat, int deck, int expected)
{
    struct ofc_outlook found;
    double ways = 1, hands = 0, left = deck;
    assert(ofc_endgame_search(job, seat, &found) == expected);
    if (expected != OFC_ENDGAME_SOLVED)
        return;
    for (int i = 0; i < job->streets; i++) {
        ways *= choose(left, job->street[i].deal);
        left -= job->street[i].deal;
    }
    for (int i = 1; i < OFC_NEXT_HANDS; i++)
        hands += found.fantasyland[i];
    assert(found.ways > ways * 0.999999 && found.ways < ways * 1.000001);
    assert(found.foul >= 0 && found.foul + hands <= ways * 1.000001 && found.royalty >= 0);
}

static void all_kinds(struct ofc_rng *rng, struct ofc_endgame_objective *objective, int jokers, bool may_copy)
{
    static const struct {
        int placed, streets;
        struct ofc_street street;
        int deck;
    } KIND[] = {
        {13, 0, {0, 0}, 0},  {11, 1, {3, 2}, 12}, {11, 1, {3, 2}, 41}, {9, 2, {3, 2}, 16},
        {12, 1, {1, 1}, 40}, {9, 4, {1, 1}, 20},  {11, 1, {2, 2}, 41}, {9, 2, {2, 2}, 18},
        {7, 2, {3, 3}, 9},   {8, 5, {1, 1}, 12},  {7, 3, {3, 2}, 12},
    };
    for (size_t k = 0; k < sizeof KIND / sizeof *KIND; k++) {
        struct ofc_seat seat;
        struct ofc_endgame_job job = {.objective = objective, .memory = 1 << 24, .streets = KIND[k].streets};
        for (int i = 0; i < OFC_BOARD_CARDS; i++)
            job.street[i] = KIND[k].street;
        deal(rng, &seat, &job, jokers, KIND[k].placed, KIND[k].deck);
        uint64_t known = job.deck | ofc_row_set(&seat, 0) | ofc_row_set(&seat, 1) | ofc_row_set(&seat, 2);
        bool apart = known >> OFC_CARDS && !may_copy;
        search(&job, &seat, KIND[k].deck, apart && job.streets > 1 ? OFC_ENDGAME_REFUSED : OFC_ENDGAME_SOLVED);
    }
}

/* Four draws from twelve cards, in plenty of memory, in so little that boards are forgotten, and in too little. */
static void four_draws(struct ofc_rng *rng, struct ofc_endgame_objective *objective)
{
    static const size_t MEMORY[] = {1 << 28, 20 << 20, 1 << 19};
    struct ofc_seat seat;
    uint32_t leaves = 0;
    struct ofc_endgame_job start = {.objective = objective, .streets = 4};
    for (int i = 0; i < start.streets; i++)
        start.street[i] = (struct ofc_street){3, 2};
    deal(rng, &seat, &start, 0, 5, 12);
    for (int m = 0; m < 3; m++) {
        struct ofc_endgame_job job = start;
        job.memory = MEMORY[m];
        search(&job, &seat, 12, m < 2 ? OFC_ENDGAME_SOLVED : OFC_ENDGAME_MEMORY);
        assert(m != 1 || job.leaves >= leaves);
        leaves = job.leaves;
    }
}

int main(void)
{
    struct ofc_endgame_objective objective;
    struct ofc_rng rng;
    ofc_rng_seed(&rng, 5, 0);
    for (int round = 0; round < 6; round++) {
        open_objective(&objective, round % 3 != 2);
        all_kinds(&rng, &objective, round % 3 ? 2 : 0, round % 3 != 2);
    }
    four_draws(&rng, &objective);
    struct ofc_seat seat;
    struct ofc_endgame_job job = {.objective = &objective, .memory = 1 << 10, .streets = 6};
    for (int i = 0; i < OFC_BOARD_CARDS; i++)
        job.street[i] = (struct ofc_street){1, 1};
    deal(&rng, &seat, &job, 0, 7, 30);
    search(&job, &seat, 30, OFC_ENDGAME_MEMORY);
    job.stop = 1;
    search(&job, &seat, 30, OFC_ENDGAME_STOPPED);
    job.streets = 5;
    search(&job, &seat, 30, OFC_ENDGAME_REFUSED);
    puts("endgames: every kind from random boards");
    return 0;
}
