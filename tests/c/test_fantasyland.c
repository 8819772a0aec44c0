/* Fantasyland hands with and without jokers, under the sanitizers: every board is made of the hand, worth what it says,
 * and none stands behind a worse one. What is best is tested from Python, against every board there is. */
#include "search/fantasyland.h"

#include "ofckit/rng.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { HANDS = 40, BOARDS = 30 };

static void fill_rules(struct ofc_rules *rules, bool low)
{
    for (int row = 0; row < OFC_ROWS; row++)
        for (int s = 0; s < OFC_STRENGTHS; s++)
            rules->royalty[row][s] = (int16_t)(row == OFC_MIDDLE && low ? (s < 100) * 4 : s / 1200);
    for (int row = 0; row < OFC_ROWS; row++)
        rules->royalty[row][0] = 0;
    for (int i = 0; i < OFC_RESULTS; i++)
        rules->row_points[i] = (int16_t)(i / 9 + i / 3 % 3 + i % 3 - 3);
    rules->foul_points = 6;
    rules->low_middle = low;
    rules->low_middle_max = low ? 376 : 0;
    ofc_find_paying(rules);
}

static void deal(struct ofc_rng *rng, int n, int jokers, uint8_t *sorted)
{
    uint64_t held = 0;
    for (int i = 0; i < n - jokers; i++) {
        int card;
        do
            card = (int)ofc_rng_below(rng, OFC_CARDS);
        while (held >> card & 1);
        held |= ofc_bit(card);
    }
    for (int card = 0, i = 0; card < OFC_CARDS; card++)
        if (held >> card & 1)
            sorted[i++] = (uint8_t)card;
    for (int j = 0; j < jokers; j++)
        sorted[n - jokers + j] = (uint8_t)(OFC_JOKER + j);
}

static void check_board(const struct ofc_fantasyland_objective *objective, const struct ofc_found *board,
                        const uint8_t *sorted, int n)
{
    uint8_t cards[OFC_FANTASYLAND_MOST];
    uint64_t held = 0, dealt = 0;
    ofc_fantasyland_spell(board, sorted, n, cards);
    for (int i = 0; i < n; i++) {
        held |= ofc_bit(cards[i]);
        dealt |= ofc_bit(sorted[i]);
    }
    assert(held == dealt);
    struct ofc_rows rows = ofc_read_board(objective->points.rules, cards);
    for (int row = 0; row < OFC_ROWS; row++)
        assert(rows.strength[row] == board->rows.strength[row]);
    assert(ofc_fouls(objective->points.rules, rows) == board->foul);
}

static void check_hand(const struct ofc_fantasyland_objective *objective, void *room, const uint8_t *sorted, int n)
{
    struct ofc_found best[BOARDS];
    int found = ofc_fantasyland_solve(objective, room, sorted, n, BOARDS, best);
    assert(found == BOARDS);
    for (int i = 0; i < found; i++) {
        check_board(objective, &best[i], sorted, n);
        assert(i == 0 || best[i].worth <= best[i - 1].worth);
    }
}

int main(void)
{
    static struct ofc_rules rules;
    static struct ofc_fantasyland_objective objective;
    struct ofc_rng rng;
    void *room = malloc(ofc_fantasyland_room());
    int hands = 0;
    ofc_rng_seed(&rng, 1, 0);
    for (int kind = 0; kind < 8; kind++) {
        fill_rules(&rules, kind >> 2);
        rules.jokers = 2;
        rules.joker_may_copy = kind & 1;
        rules.jokers_row_by_row = kind >> 1 & 1;
        rules.fantasyland.stays = 1;
        rules.fantasyland.stay[0] = (struct ofc_test){OFC_TOP, 7193, OFC_STRENGTHS - 1};
        ofc_objective_open(&objective.points, &rules);
        objective.points.inside = 14;
        objective.points.next[14] = 11;
        objective.points.foul = -6;
        ofc_fantasyland_close(&objective);
        for (int i = 0; i < HANDS; i++, hands++) {
            uint8_t sorted[OFC_FANTASYLAND_MOST];
            int n = 13 + i % 5;
            deal(&rng, n, i / 5 % 3, sorted);
            check_hand(&objective, room, sorted, n);
        }
    }
    free(room);
    printf("%d Fantasyland hands\n", hands);
    return 0;
}
