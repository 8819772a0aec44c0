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

/* A player who gave up or whose board fouls has no royalties. No branch here or in ofc_settle_pair hangs on the
 * cards. */
static inline struct ofc_player ofc_show(const struct ofc_rules *rules, struct ofc_rows rows, int dead)
{
    struct ofc_player player = {rows, (uint8_t)(dead ? dead : ofc_fouls(rules, rows)), {0, 0, 0}};
    int live = -(player.dead == OFC_LIVE);
    for (int row = 0; row < OFC_ROWS; row++)
        player.royalty[row] = (int16_t)(ofc_royalty(rules, row, rows.strength[row]) & live);
    return player;
}

/* The royalties that change hands between two live players where only a winner earns them. */
static inline int ofc_winners_royalties(const struct ofc_rules *rules, const struct ofc_player *a,
                                        const struct ofc_player *b, const int won[OFC_ROWS], int points)
{
    int net = 0;
    for (int row = 0; row < OFC_ROWS; row++) {
        int winner = rules->earner == OFC_EARN_ROW_WINNER ? won[row] : ofc_sign(points, 0);
        net += winner > 0 ? a->royalty[row] : winner < 0 ? -b->royalty[row] : 0;
    }
    return net;
}

/* Points of `a` over `b`; the other way round is its negative. A dead board loses to a live one, and has no royalties;
 * two dead boards pay nothing. */
static inline int ofc_settle_pair(const struct ofc_rules *rules, const struct ofc_player *a, const struct ofc_player *b)
{
    bool a_dead = a->dead != OFC_LIVE, b_dead = b->dead != OFC_LIVE, dead = a_dead | b_dead;
    if (a->dead == OFC_SURRENDERED || b->dead == OFC_SURRENDERED)
        return rules->surrender_points * (b_dead - a_dead);
    const uint16_t *x = a->rows.strength, *y = b->rows.strength;
    int won[OFC_ROWS] = {ofc_sign(x[0], y[0]), ofc_sign(x[1], y[1]), ofc_sign(x[2], y[2])};
    won[OFC_MIDDLE] *= rules->low_middle ? -1 : 1;
    int live_points = rules->row_points[ofc_result_index(won[0], won[1], won[2])];
    int points = dead ? rules->foul_points * (b_dead - a_dead) : live_points;
    int royalties = ofc_sum3(a->royalty) - ofc_sum3(b->royalty);
    if (rules->earner != OFC_EARN_BOTH && !dead)
        royalties = ofc_winners_royalties(rules, a, b, won, points);
    return points + (royalties & -(int)(rules->foul_pays_royalties | !dead));
}

#endif
