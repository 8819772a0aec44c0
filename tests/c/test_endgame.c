/* Endgames of every kind from random boards, full decks and short ones: nothing is read or written outside, nothing
 * overflows, and the sums add up. */
#include "search/endgame.h"
#include "ofckit/rng.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static struct ofc_rules rules;
static struct ofc_joker_rules entry;

static void open_objective(struct ofc_eg_objective *objective, bool may_copy)
{
    memset(&rules, 0, sizeof rules);
    memset(&entry, 0, sizeof entry);
    for (int row = 0; row < OFC_ROWS; row++)
        for (int strength = 6000; strength < OFC_STRENGTHS; strength++)
            rules.royalty[row][strength] = (int16_t)((strength - 6000) / 200);
    ofc_find_paying(&rules);
    entry.may_copy = may_copy;
    entry.entries = 2;
    for (int e = 0; e < 2; e++) {
        entry.entry[e].cards = (uint8_t)(15 - e);
        for (int row = 0; row < OFC_ROWS; row++)
            entry.entry[e].high[row] = OFC_STRENGTHS;
        entry.entry[e].low[OFC_TOP] = (uint16_t)(4500 - 300 * e);
    }
    memset(objective, 0, sizeof *objective);
    objective->rules = &rules, objective->entry = &entry;
    objective->royalty = objective->plain_royalty = 1;
    objective->foul = objective->plain_foul = -6;
    objective->fantasyland[14] = 11, objective->fantasyland[15] = 17;
}

/* So many cards of a shuffled pack to random free rows; the rest of `deck` may come. */
static void deal(struct ofc_rng *rng, struct ofc_eg_rows *rows, struct ofc_eg_job *job, int pack, int placed, uint32_t deck)
{
    uint8_t cards[54];
    for (int i = 0; i < pack; i++)
        cards[i] = (uint8_t)i;
    ofc_rng_deal(rng, cards, (uint32_t)pack, (uint32_t)placed + deck);
    memset(rows, 0, sizeof *rows);
    for (int i = 0; i < placed; i++) {
        int row = (int)ofc_rng_below(rng, OFC_ROWS);
        while (rows->held[row] == (row == OFC_TOP ? 3 : 5))
            row = (row + 1) % OFC_ROWS;
        rows->card[row][rows->held[row]++] = cards[i];
    }
    job->deck = 0;
    for (uint32_t i = 0; i < deck; i++)
        job->deck |= ofc_bit(cards[(uint32_t)placed + i]);
}

static double choose(double n, int k)
{
    double ways = 1;
    for (int i = 0; i < k; i++)
        ways *= (n - i) / (i + 1);
    return ways;
}

static void search(struct ofc_eg_job *job, const struct ofc_eg_rows *rows, uint32_t deck, int expected)
{
    struct ofc_outlook found;
    double ways = 1, hands = 0, left = deck;
    assert(ofc_eg_search(job, rows, &found) == expected);
    if (expected != OFC_EG_SOLVED)
        return;
    for (int i = 0; i < job->streets; i++) {
        ways *= choose(left, job->deal[i]);
        left -= job->deal[i];
    }
    for (int i = 1; i < OFC_EG_MOST_BONUS; i++)
        hands += found.fantasyland[i];
    assert(found.ways > ways * 0.999999 && found.ways < ways * 1.000001);
    assert(found.foul >= 0 && found.foul + hands <= ways * 1.000001 && found.royalty >= 0);
}

static void all_kinds(struct ofc_rng *rng, struct ofc_eg_objective *objective, int pack, bool may_copy)
{
    static const struct { int placed, streets; uint8_t deal, place; uint32_t deck; } KIND[] = {
        {13, 0, 0, 0, 0}, {11, 1, 3, 2, 12}, {11, 1, 3, 2, 41}, {9, 2, 3, 2, 16}, {12, 1, 1, 1, 40}, {9, 4, 1, 1, 20},
        {11, 1, 2, 2, 41}, {9, 2, 2, 2, 18}, {7, 2, 3, 3, 9}, {8, 5, 1, 1, 12},
    };
    for (size_t k = 0; k < sizeof KIND / sizeof *KIND; k++) {
        struct ofc_eg_rows rows;
        struct ofc_eg_job job;
        memset(&job, 0, sizeof job);
        job.objective = objective, job.memory = 1 << 24, job.streets = KIND[k].streets;
        memset(job.deal, KIND[k].deal, sizeof job.deal);
        memset(job.place, KIND[k].place, sizeof job.place);
        deal(rng, &rows, &job, pack, KIND[k].placed, KIND[k].deck);
        bool jokers = job.deck >> OFC_CARDS;
        for (int row = 0; row < OFC_ROWS; row++)
            for (int i = 0; i < rows.held[row]; i++)
                jokers |= rows.card[row][i] >= OFC_JOKER;
        search(&job, &rows, KIND[k].deck, jokers && !may_copy && job.streets > 1 ? OFC_EG_REFUSED : OFC_EG_SOLVED);
    }
}

int main(void)
{
    struct ofc_eg_objective objective;
    struct ofc_rng rng;
    ofc_rng_seed(&rng, 5, 0);
    for (int round = 0; round < 6; round++) {
        open_objective(&objective, round % 3 != 2);
        all_kinds(&rng, &objective, round % 3 ? 54 : 52, round % 3 != 2);
    }
    struct ofc_eg_rows rows;
    struct ofc_eg_job job;
    memset(&job, 0, sizeof job);
    job.objective = &objective, job.memory = 1 << 10, job.streets = 6;
    memset(job.deal, 1, sizeof job.deal);
    memset(job.place, 1, sizeof job.place);
    deal(&rng, &rows, &job, 52, 7, 30);
    search(&job, &rows, 30, OFC_EG_MEMORY);
    job.stop = 1;
    search(&job, &rows, 30, OFC_EG_STOPPED);
    job.streets = 5;
    search(&job, &rows, 30, OFC_EG_REFUSED);
    puts("endgames: every kind from random boards");
    return 0;
}
