/* Points: every pair of players compares row by row; what one gains the other pays. */
#ifndef OFCKIT_SCORE_H
#define OFCKIT_SCORE_H

#include "natural.h"

enum ofc_dead { OFC_LIVE, OFC_FOUL, OFC_SURRENDERED };

/* What one player shows: the rows, whether the board counts, and what each row earns. */
struct ofc_player {
    struct ofc_rows rows;
    uint8_t dead; /* enum ofc_dead */
    int16_t royalty[OFC_ROWS];
    uint8_t natural; /* its place in the rules from 1: the board wins outright; 0 for none */
};

static inline int ofc_sum3(const int16_t *v) { return v[0] + v[1] + v[2]; }

static inline int ofc_sign(int a, int b) { return (a > b) - (a < b); }

/* A player who gave up or whose board fouls has no royalties. No branch here or in ofc_meet depends on the cards. */
static inline struct ofc_player ofc_show(const struct ofc_rules *rules, struct ofc_rows rows, int dead)
{
    struct ofc_player player = {rows, (uint8_t)(dead ? dead : ofc_fouls(rules, rows)), {0, 0, 0}, 0};
    int live = -(player.dead == OFC_LIVE);
    for (int row = 0; row < OFC_ROWS; row++)
        player.royalty[row] = (int16_t)(ofc_royalty(rules, row, rows.strength[row]) & live);
    return player;
}

/* The same, where thirteen cards may win outright: such a board is no foul however it is set, and has no royalties. */
static inline struct ofc_player ofc_show_cards(const struct ofc_rules *rules, struct ofc_rows rows, int dead,
                                               const uint8_t *cards)
{
    struct ofc_player player = ofc_show(rules, rows, dead);
    if (dead || !rules->naturals)
        return player;
    player.natural = (uint8_t)ofc_natural_of(rules, cards);
    if (player.natural) {
        player.dead = OFC_LIVE;
        player.royalty[OFC_TOP] = player.royalty[OFC_MIDDLE] = player.royalty[OFC_BOTTOM] = 0;
    }
    return player;
}

/* What two players settle, line by line, as the first one sees it. */
struct ofc_head_to_head {
    int8_t won[OFC_ROWS];     /* 1 for a row that is won, 0 for a tie, -1; all 0 where a board is dead */
    int points;               /* for rows and sweeps, a foul, a surrender or a natural */
    int16_t earned[OFC_ROWS]; /* royalties that the second pays */
    int16_t paid[OFC_ROWS];   /* royalties of the second */
};

/* Points of the first where one of two live boards is a natural: the better one wins, equal ones pay nothing. */
static inline int ofc_natural_points(const struct ofc_rules *rules, int a, int b)
{
    if (a == b)
        return 0;
    bool first = a && (!b || a < b);
    return first ? rules->natural[a - 1].points : -rules->natural[b - 1].points;
}

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
    if (a->natural | b->natural) {
        pair.points = ofc_natural_points(rules, a->natural, b->natural);
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

/* 1 where the first beats the second in all rows, a foul or by a natural; -1 the other way round, else 0. */
static inline int ofc_outright(const struct ofc_rules *rules, const struct ofc_player *a, const struct ofc_player *b)
{
    bool a_dead = a->dead != OFC_LIVE, b_dead = b->dead != OFC_LIVE;
    if (a->dead == OFC_SURRENDERED || b->dead == OFC_SURRENDERED)
        return 0;
    if (a->natural | b->natural)
        return ofc_sign(ofc_natural_points(rules, a->natural, b->natural), 0);
    if (a_dead | b_dead)
        return b_dead - a_dead;
    struct ofc_head_to_head pair = ofc_meet(rules, a, b);
    return ofc_sweep(&pair);
}

/* Boards of one person do not meet: i and j where i % people == j % people. */
static inline bool ofc_meets(int i, int j, int people) { return i % people != j % people; }

/* Who beats every other outright, with two opponents at least; -1 for nobody, or where the rules pay nothing for it. */
static inline int ofc_table_sweeper(const struct ofc_rules *rules, const struct ofc_player *player, int n, int people)
{
    if (!rules->table_sweep && !rules->table_sweep_doubles)
        return -1;
    for (int i = 0; i < n; i++) {
        int beaten = 0;
        for (int j = 0; j < n && beaten >= 0; j++)
            if (ofc_meets(i, j, people))
                beaten = ofc_outright(rules, &player[i], &player[j]) > 0 ? beaten + 1 : -1;
        if (beaten >= 2)
            return i;
    }
    return -1;
}

/* What sweeping the table adds to the net of a pair, as its first board sees it. */
static inline int ofc_table_bonus(const struct ofc_rules *rules, int sweeper, int i, int j, int net)
{
    if (sweeper < 0 || (sweeper != i && sweeper != j))
        return 0;
    int fixed = sweeper == i ? rules->table_sweep : -rules->table_sweep;
    return fixed + (rules->table_sweep_doubles ? net : 0);
}

/* Points of every board of a table, where the rules look at the whole of it: a sweep of the table, a cap on losses. With
 * a cap the pairs pay in turn, `first` with each of the others, then the next, and what a person has lost counts, on
 * all of their boards. own: the boards of one person meet too. */
static inline void ofc_settle_whole(const struct ofc_rules *rules, const struct ofc_player *player, int n, int people,
                                    bool own, int first, int32_t *points)
{
    int apart = own ? n : people, sweeper = ofc_table_sweeper(rules, player, n, apart);
    int32_t won[OFC_DECK] = {0}; /* by person */
    for (int i = 0; i < n; i++)
        points[i] = 0;
    for (int s = 0; s < n; s++)
        for (int t = s + 1; t < n; t++) {
            int i = (first + s) % n, j = (first + t) % n;
            if (!ofc_meets(i, j, apart))
                continue;
            int net = ofc_settle_pair(rules, &player[i], &player[j]);
            net += ofc_table_bonus(rules, sweeper, i, j, net);
            int payer = net < 0 ? i : j, payee = net < 0 ? j : i, owed = net < 0 ? -net : net;
            int giver = payer % people, taker = payee % people;
            if (rules->loss_cap && giver != taker) {
                int32_t left = rules->loss_cap + won[giver];
                owed = owed < left ? owed : left;
            }
            won[giver] -= owed;
            won[taker] += owed;
            points[payer] -= owed;
            points[payee] += owed;
        }
}

/* Whether points of a table are more than the sum of its pairs. */
static inline bool ofc_looks_at_the_table(const struct ofc_rules *rules)
{
    return rules->table_sweep || rules->table_sweep_doubles || rules->loss_cap;
}

#endif
