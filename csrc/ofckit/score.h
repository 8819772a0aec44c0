/* Points: every pair of players compares row by row; what one gains the other pays. */
#ifndef OFCKIT_SCORE_H
#define OFCKIT_SCORE_H

#include "rules.h"

enum ofc_dead { OFC_LIVE, OFC_FOUL, OFC_SURRENDERED };

/* What one player shows: the rows, whether the board counts, and what each row earns. */
struct ofc_player {
    struct ofc_rows rows;
    uint8_t dead; /* enum ofc_dead */
    int16_t royalty[OFC_ROWS];
};

static inline int ofc_sum3(const int16_t *v) { return v[0] + v[1] + v[2]; }

static inline int ofc_sign(int a, int b) { return (a > b) - (a < b); }

/* A player who gave up or whose board fouls has no royalties. No branch here or in ofc_meet depends on the cards. */
static inline struct ofc_player ofc_show(const struct ofc_rules *rules, struct ofc_rows rows, int dead)
{
    struct ofc_player player = {rows, (uint8_t)(dead ? dead : ofc_fouls(rules, rows)), {0, 0, 0}};
    int live = -(player.dead == OFC_LIVE);
    for (int row = 0; row < OFC_ROWS; row++)
        player.royalty[row] = (int16_t)(ofc_royalty(rules, row, rows.strength[row]) & live);
    return player;
}

/* What two players settle, line by line, as the first one sees it. */
struct ofc_head_to_head {
    int8_t won[OFC_ROWS];     /* 1 for a row that is won, 0 for a tie, -1; all 0 where a board is dead */
    int points;               /* for rows and sweeps, a foul or a surrender */
    int16_t earned[OFC_ROWS]; /* royalties that the second pays */
    int16_t paid[OFC_ROWS];   /* royalties of the second */
};

/* A dead board loses to a live one, and has no royalties; two dead boards pay nothing. */
static inline struct ofc_head_to_head ofc_meet(const struct ofc_rules *rules, const struct ofc_player *a,
                                               const struct ofc_player *b)
{
    struct ofc_head_to_head pair = {{0, 0, 0}, 0, {0, 0, 0}, {0, 0, 0}};
    bool a_dead = a->dead != OFC_LIVE, b_dead = b->dead != OFC_LIVE, dead = a_dead | b_dead;
    if (a->dead == OFC_SURRENDERED || b->dead == OFC_SURRENDERED) {
        pair.points = rules->surrender_points * (b_dead - a_dead);
        return pair;
    }
    const uint16_t *x = a->rows.strength, *y = b->rows.strength;
    int won[OFC_ROWS] = {ofc_sign(x[0], y[0]), ofc_sign(x[1], y[1]), ofc_sign(x[2], y[2])};
    won[OFC_MIDDLE] *= rules->low_middle ? -1 : 1;
    int live_points = rules->row_points[ofc_result_index(won[0], won[1], won[2])];
    pair.points = dead ? rules->foul_points * (b_dead - a_dead) : live_points;
    int paid = -(int)(rules->foul_pays_royalties | !dead);
    for (int row = 0; row < OFC_ROWS; row++) {
        pair.won[row] = (int8_t)(dead ? 0 : won[row]);
        pair.earned[row] = (int16_t)(a->royalty[row] & paid);
        pair.paid[row] = (int16_t)(b->royalty[row] & paid);
    }
    if (rules->earner != OFC_EARN_BOTH && !dead)
        for (int row = 0; row < OFC_ROWS; row++) {
            int winner = rules->earner == OFC_EARN_ROW_WINNER ? won[row] : ofc_sign(live_points, 0);
            pair.earned[row] = winner > 0 ? a->royalty[row] : 0;
            pair.paid[row] = winner < 0 ? b->royalty[row] : 0;
        }
    return pair;
}

static inline int ofc_net(const struct ofc_head_to_head *pair)
{
    return pair->points + ofc_sum3(pair->earned) - ofc_sum3(pair->paid);
}

/* 1 where the first wins all three rows, -1 where the second does, else 0. */
static inline int ofc_sweep(const struct ofc_head_to_head *pair)
{
    int rows = pair->won[OFC_TOP] + pair->won[OFC_MIDDLE] + pair->won[OFC_BOTTOM];
    return (rows == OFC_ROWS) - (rows == -OFC_ROWS);
}

/* Points of `a` over `b`; the other way round is its negative. */
static inline int ofc_settle_pair(const struct ofc_rules *rules, const struct ofc_player *a, const struct ofc_player *b)
{
    struct ofc_head_to_head pair = ofc_meet(rules, a, b);
    return ofc_net(&pair);
}

#endif
