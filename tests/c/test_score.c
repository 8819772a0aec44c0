/* Points of tables, worked out by hand: rules as plain numbers, pairs, fouls, and the batch on exact buffers. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/batch.h"

static struct ofc_rules rules; /* 1-6, one royalty: seven points for any bottom row above a given strength */

static void read_board(const char *text, uint8_t *cards)
{
    for (int i = 0; i < OFC_BOARD_CARDS; i++) {
        const char *rank = strchr("23456789TJQKA", text[2 * i]), *suit = strchr("cdhs", text[2 * i + 1]);
        assert(rank && suit);
        cards[i] = (uint8_t)(4 * (rank - "23456789TJQKA") + (suit - "cdhs"));
    }
}

static void set_rules(void)
{
    memset(&rules, 0, sizeof rules);
    for (int top = -1; top <= 1; top++)
        for (int middle = -1; middle <= 1; middle++)
            for (int bottom = -1; bottom <= 1; bottom++) {
                int won = top + middle + bottom;
                rules.row_points[ofc_result_index(top, middle, bottom)] = (int16_t)(won == 3 || won == -3 ? 2 * won
                                                                                                          : won);
            }
    rules.foul_points = 6;
    rules.foul_pays_royalties = true;
    rules.surrender_points = 4;
    uint8_t quads[5] = {0, 1, 2, 3, 4};
    for (int s = ofc_rank(quads, 5); s < OFC_STRENGTHS; s++)
        rules.royalty[OFC_BOTTOM][s] = 7;
    ofc_find_paying(&rules);
}

#define FLUSH "QhQd5c7h7d8s8c2dAsKsJs9s4s" /* pair, two pair, flush */
#define QUADS "AhKh2c3c3d9h9d4cTcTdThTsKc" /* high card, two pair, quads: 7 points */
#define FOUL "AcAd3hJdJcQc5d6h5h6s8h2h9c"  /* a pair of aces above a pair of jacks */

static struct ofc_player show(const char *text, int dead)
{
    uint8_t cards[OFC_BOARD_CARDS];
    read_board(text, cards);
    return ofc_show(&rules, ofc_rank_board(cards), dead);
}

static int over(struct ofc_player a, struct ofc_player b)
{
    int points = ofc_settle_pair(&rules, &a, &b);
    assert(ofc_settle_pair(&rules, &b, &a) == -points);
    return points;
}

static void test_pairs(void)
{
    struct ofc_player flush = show(FLUSH, OFC_LIVE), quads = show(QUADS, OFC_LIVE), foul = show(FOUL, OFC_LIVE);
    assert(flush.dead == OFC_LIVE && quads.dead == OFC_LIVE && foul.dead == OFC_FOUL);
    assert(over(flush, quads) == 1 - 1 - 1 - 7);
    assert(over(flush, foul) == 6 && over(quads, foul) == 6 + 7);
    assert(over(foul, foul) == 0 && over(flush, flush) == 0);
    assert(over(quads, show(FLUSH, OFC_SURRENDERED)) == 4);
    assert(over(show(QUADS, OFC_FOUL), flush) == -6);
    rules.foul_pays_royalties = false;
    assert(over(quads, foul) == 6);
    rules.foul_pays_royalties = true;
    rules.earner = OFC_EARN_ROW_WINNER;
    assert(over(flush, quads) == -1 - 7);
    rules.earner = OFC_EARN_BOTH;
}

/* What two players settle, line by line, adds up to what they settle. */
static void test_lines(void)
{
    struct ofc_player flush = show(FLUSH, OFC_LIVE), quads = show(QUADS, OFC_LIVE), foul = show(FOUL, OFC_LIVE);
    struct ofc_head_to_head pair = ofc_meet(&rules, &flush, &quads);
    assert(pair.won[OFC_TOP] == 1 && pair.won[OFC_MIDDLE] == -1 && pair.won[OFC_BOTTOM] == -1 && pair.points == -1);
    assert(ofc_sum3(pair.earned) == 0 && pair.paid[OFC_BOTTOM] == 7 && ofc_net(&pair) == -8 && ofc_sweep(&pair) == 0);
    pair = ofc_meet(&rules, &quads, &foul);
    assert(pair.won[OFC_BOTTOM] == 0 && pair.points == 6 && pair.earned[OFC_BOTTOM] == 7 && ofc_sweep(&pair) == 0);
    rules.foul_pays_royalties = false;
    pair = ofc_meet(&rules, &quads, &foul);
    assert(pair.points == 6 && pair.earned[OFC_BOTTOM] == 0);
    rules.foul_pays_royalties = true;
    rules.earner = OFC_EARN_PAIR_WINNER;
    pair = ofc_meet(&rules, &quads, &flush);
    assert(pair.points == 1 && pair.earned[OFC_BOTTOM] == 7 && ofc_sum3(pair.paid) == 0);
    rules.earner = OFC_EARN_BOTH;
    struct ofc_player low = {{{1, 2, 3}}, OFC_LIVE, {0, 0, 0}, 0};
    struct ofc_player high = {{{2, 3, 4}}, OFC_LIVE, {0, 0, 0}, 0};
    pair = ofc_meet(&rules, &high, &low);
    assert(pair.points == 6 && ofc_sweep(&pair) == 1);
    pair = ofc_meet(&rules, &low, &high);
    assert(pair.points == -6 && ofc_sweep(&pair) == -1);
    rules.low_middle = true; /* the lower middle wins */
    pair = ofc_meet(&rules, &high, &low);
    assert(pair.won[OFC_MIDDLE] == -1 && pair.points == 1 && ofc_sweep(&pair) == 0);
    rules.low_middle = false;
    high.dead = OFC_SURRENDERED;
    pair = ofc_meet(&rules, &high, &low);
    assert(pair.won[OFC_TOP] == 0 && pair.points == -4 && ofc_net(&pair) == -4);
}

static void test_strict_rows(void)
{
    struct ofc_rows equal = {{1, 5, 5}};
    assert(!ofc_fouls(&rules, equal));
    rules.strict_rows = true;
    assert(ofc_fouls(&rules, equal));
    rules.strict_rows = false;
}

/* Three who meet each other: a sweep of the table, and nobody who loses more than the cap. */
static void test_whole_tables(void)
{
    struct ofc_player player[3] = {{{{3, 4, 5}}, OFC_LIVE, {0, 0, 0}, 0},
                                   {{{2, 3, 4}}, OFC_LIVE, {0, 0, 0}, 0},
                                   {{{1, 2, 3}}, OFC_LIVE, {0, 0, 0}, 0}};
    int32_t points[3];
    assert(!ofc_looks_at_the_table(&rules) && ofc_table_sweeper(&rules, player, 3, 3) == -1);
    rules.table_sweep = 4;
    assert(ofc_looks_at_the_table(&rules) && ofc_table_sweeper(&rules, player, 3, 3) == 0);
    assert(ofc_table_sweeper(&rules, player, 2, 2) == -1);
    ofc_settle_whole(&rules, player, 3, 3, false, 0, points);
    assert(points[0] == 20 && points[1] == -4 && points[2] == -16);
    rules.loss_cap = 8;
    ofc_settle_whole(&rules, player, 3, 3, false, 1,
                     points); /* the second settles first: 6 of the third, then pays 10 */
    assert(points[0] == 12 && points[1] == -4 && points[2] == -8);
    ofc_settle_whole(&rules, player, 3, 3, false, 0, points); /* nothing is left of the third's 8 for the second */
    assert(points[0] == 16 && points[1] == -8 && points[2] == -8);
    rules.table_sweep = 0;
    rules.table_sweep_doubles = true;
    rules.loss_cap = 0;
    ofc_settle_whole(&rules, player, 3, 3, false, 0, points);
    assert(points[0] == 24 && points[1] == -6 && points[2] == -18);
    rules.table_sweep_doubles = false;
}

static void test_naturals(void)
{
    uint8_t dragon[OFC_BOARD_CARDS], pairs[OFC_BOARD_CARDS];
    read_board("2s3s4dTdJdQhKhAc5h6h7h8c9c", dragon); /* set as a foul */
    read_board("As2d2h3d3h4h4c5s5d6s6d7s7c", pairs);
    assert(ofc_natural_of(&rules, dragon) == 0);
    rules.naturals = 2;
    rules.natural[0] = (struct ofc_natural){OFC_DRAGON, 13};
    rules.natural[1] = (struct ofc_natural){OFC_SIX_PAIRS, 3};
    assert(ofc_natural_of(&rules, dragon) == 1 && ofc_natural_of(&rules, pairs) == 2);
    struct ofc_player first = ofc_show_cards(&rules, ofc_rank_board(dragon), OFC_LIVE, dragon);
    struct ofc_player second = ofc_show_cards(&rules, ofc_rank_board(pairs), OFC_LIVE, pairs);
    assert(first.dead == OFC_LIVE && over(first, second) == 13 && over(second, show(QUADS, OFC_LIVE)) == 3);
    assert(over(first, first) == 0 && ofc_outright(&rules, &second, &first) == -1);
    assert(ofc_show_cards(&rules, ofc_rank_board(dragon), OFC_SURRENDERED, dragon).natural == 0);
    rules.naturals = 0;
}

static void test_batch(void)
{
    enum { N = 37, PLAYERS = 3, TABLE = PLAYERS * OFC_BOARD_CARDS };
    static const char *const boards[PLAYERS] = {FLUSH, QUADS, FOUL};
    uint8_t *cards = malloc(N * TABLE), *fouls = malloc(N * PLAYERS);
    int32_t *points = malloc(N * PLAYERS * sizeof *points);
    int16_t *royalties = malloc(N * PLAYERS * 3 * sizeof *royalties);
    assert(cards && fouls && points && royalties);
    for (int i = 0; i < N * PLAYERS; i++)
        read_board(boards[(i + i / PLAYERS) % PLAYERS], cards + i * OFC_BOARD_CARDS);
    assert(ofc_score_many(&rules, cards, N, PLAYERS, points, fouls, royalties) == N);
    static const int32_t expected[PLAYERS] = {-8 + 6, 8 + 13, -6 - 13};
    for (int i = 0; i < N * PLAYERS; i++) {
        int who = (i + i / PLAYERS) % PLAYERS;
        assert(points[i] == expected[who]);
        assert(fouls[i] == (who == 2));
        assert(royalties[3 * i] == 0 && royalties[3 * i + 1] == 0 && royalties[3 * i + 2] == (who == 1 ? 7 : 0));
    }
    cards[20 * TABLE + 5] = cards[20 * TABLE + 30];
    assert(ofc_score_many(&rules, cards, N, PLAYERS, points, NULL, NULL) == 20);
    cards[19 * TABLE + TABLE - 1] = 52;
    assert(ofc_score_many(&rules, cards, N, PLAYERS, points, NULL, NULL) == 19);
    free(royalties);
    free(points);
    free(fouls);
    free(cards);
}

int main(void)
{
    set_rules();
    test_pairs();
    test_lines();
    test_strict_rows();
    test_whole_tables();
    test_naturals();
    test_batch();
    puts("test_score: ok");
    return 0;
}
