/* Points: every pair of players compares row by row; what one gains the other pays. */
#ifndef OFCKIT_SCORE_H
#define OFCKIT_SCORE_H

#include "rules.h"

enum ofc_dead { OFC_LIVE, OFC_FOUL, OFC_SURRENDERED };

/* What one player shows: his rows, whether the board counts, and what each row earns. */
struct ofc_player {
    struct ofc_rows rows;
    uint8_t dead; /* enum ofc_dead */
    int16_t royalty[OFC_ROWS];
};

static inline int ofc_sum3(const int16_t *v) { return v[0] + v[1] + v[2]; }

static inline int ofc_sign(int a, int b) { return (a > b) - (a < b); }

/* A player who gave up or whose board fouls has no royalties. */
static inline struct ofc_player ofc_show(const struct ofc_rules *rules, struct ofc_rows rows, int dead)
{
    struct ofc_player player = {rows, (uint8_t)dead, {0, 0, 0}};
    if (dead == OFC_LIVE && ofc_fouls(rules, rows))
        player.dead = OFC_FOUL;
    if (player.dead == OFC_LIVE)
        for (int row = 0; row < OFC_ROWS; row++)
            player.royalty[row] = rules->royalty[row][rows.strength[row]];
    return player;
}

/* What a live player takes from a dead one. */
static inline int ofc_settle_dead(const struct ofc_rules *rules, const struct ofc_player *live, int dead)
{
    if (dead == OFC_SURRENDERED)
        return rules->surrender_points;
    return rules->foul_points + (rules->foul_pays_royalties ? ofc_sum3(live->royalty) : 0);
}

/* Points of `a` over `b`; the other way round is its negative. */
static inline int ofc_settle_pair(const struct ofc_rules *rules, const struct ofc_player *a, const struct ofc_player *b)
{
    if (a->dead | b->dead) {
        if (a->dead && b->dead)
            return 0;
        return b->dead ? ofc_settle_dead(rules, a, b->dead) : -ofc_settle_dead(rules, b, a->dead);
    }
    const uint16_t *x = a->rows.strength, *y = b->rows.strength;
    int won[OFC_ROWS] = {ofc_sign(x[0], y[0]), ofc_sign(x[1], y[1]), ofc_sign(x[2], y[2])};
    if (rules->low_middle)
        won[OFC_MIDDLE] = -won[OFC_MIDDLE];
    int points = rules->row_points[ofc_result_index(won[0], won[1], won[2])];
    if (rules->earner == OFC_EARN_BOTH)
        return points + ofc_sum3(a->royalty) - ofc_sum3(b->royalty);
    int pair = ofc_sign(points, 0);
    for (int row = 0; row < OFC_ROWS; row++) {
        int winner = rules->earner == OFC_EARN_ROW_WINNER ? won[row] : pair;
        points += winner > 0 ? a->royalty[row] : winner < 0 ? -b->royalty[row] : 0;
    }
    return points;
}

#endif
