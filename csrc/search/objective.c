/* What a finished board is worth; see objective.h. */
#include "search/objective.h"

#include <string.h>

static void read_pay(struct ofc_row_pay *pay, const struct ofc_rules *rules)
{
    const int16_t *net = rules->row_points;
    pay->tied = net[ofc_result_index(0, 0, 0)];
    for (int x = -1; x <= 1; x++) {
        pay->row[OFC_TOP][x + 1] = net[ofc_result_index(x, 0, 0)] - pay->tied;
        pay->row[OFC_MIDDLE][x + 1] = net[ofc_result_index(0, x, 0)] - pay->tied;
        pay->row[OFC_BOTTOM][x + 1] = net[ofc_result_index(0, 0, x)] - pay->tied;
    }
    pay->adds_up = rules->earner != OFC_EARN_PAIR_WINNER;
    for (int t = -1; t <= 1; t++)
        for (int m = -1; m <= 1; m++)
            for (int b = -1; b <= 1; b++) {
                double more = net[ofc_result_index(t, m, b)] - pay->tied - pay->row[OFC_TOP][t + 1] -
                              pay->row[OFC_MIDDLE][m + 1] - pay->row[OFC_BOTTOM][b + 1];
                if (t == 1 && m == 1 && b == 1)
                    pay->sweep = more;
                else if (t == -1 && m == -1 && b == -1)
                    pay->swept = more;
                else
                    pay->adds_up &= more == 0;
            }
}

void ofc_objective_open(struct ofc_objective *objective, const struct ofc_rules *rules)
{
    memset(objective, 0, sizeof *objective);
    objective->rules = rules;
    objective->royalties = true;
    read_pay(&objective->pay, rules);
}

/* The parts of a sum; needs all odds. */
static void add_up(const struct ofc_objective *objective, struct ofc_opponent *them)
{
    const struct ofc_rules *rules = objective->rules;
    double legal = 1 - them->foul;
    bool both = rules->earner == OFC_EARN_BOTH;
    them->fixed = legal * (objective->pay.tied - (both ? them->royalties : 0)) + them->foul * rules->foul_points;
    them->sweep = legal * objective->pay.sweep;
    them->swept = legal * objective->pay.swept;
    for (int row = 0; row < OFC_ROWS; row++)
        for (int s = 0; s < OFC_STRENGTHS; s++) {
            struct ofc_odds *odds = &them->odds[row][s];
            const double *pay = objective->pay.row[row];
            double own = ofc_objective_royalty(objective, row, (uint16_t)s);
            double points = odds->lose * pay[0] + (1 - odds->lose - odds->win) * pay[1] + odds->win * pay[2];
            points += both ? own : rules->earner == OFC_EARN_ROW_WINNER ? own * odds->win - odds->royalty_lose : 0;
            odds->points = legal * points + (rules->foul_pays_royalties ? them->foul * own : 0);
        }
}

void ofc_objective_oppose(struct ofc_objective *objective, struct ofc_opponent *room,
                          const double *const chance[OFC_ROWS], double foul)
{
    objective->opponent[objective->opponents++] = room;
    room->foul = foul;
    room->royalties = 0;
    for (int row = 0; row < OFC_ROWS; row++) {
        bool low = row == OFC_MIDDLE && objective->rules->low_middle;
        double all = 0, paid = 0, below = 0, paid_below = 0;
        for (int s = 0; s < OFC_STRENGTHS; s++) {
            all += chance[row][s];
            paid += chance[row][s] * ofc_objective_royalty(objective, row, (uint16_t)s);
        }
        room->royalties += paid;
        for (int s = 0; s < OFC_STRENGTHS; s++) {
            double here = chance[row][s], paid_here = here * ofc_objective_royalty(objective, row, (uint16_t)s);
            double above = all - below - here, paid_above = paid - paid_below - paid_here;
            struct ofc_odds *odds = &room->odds[row][s];
            odds->win = low ? above : below;
            odds->lose = low ? below : above;
            odds->royalty_win = low ? paid_above : paid_below;
            odds->royalty_lose = low ? paid_below : paid_above;
            odds->royalty_tie = paid_here;
            below += here;
            paid_below += paid_here;
        }
    }
    if (objective->pay.adds_up)
        add_up(objective, room);
}

double ofc_objective_royalties(const struct ofc_objective *objective, struct ofc_rows rows)
{
    return ofc_objective_royalty(objective, OFC_TOP, rows.strength[OFC_TOP]) +
           ofc_objective_royalty(objective, OFC_MIDDLE, rows.strength[OFC_MIDDLE]) +
           ofc_objective_royalty(objective, OFC_BOTTOM, rows.strength[OFC_BOTTOM]);
}

/* Expected points over one opponent whose board is legal and whose rows are independent. */
static double against_legal(const struct ofc_objective *objective, const struct ofc_opponent *them,
                            struct ofc_rows rows)
{
    const struct ofc_rules *rules = objective->rules;
    double p[OFC_ROWS][3], x[OFC_ROWS][3]; /* chance of -1, 0, 1 in a row; their royalties of it in that case */
    double mine = ofc_objective_royalties(objective, rows), points = 0;
    for (int row = 0; row < OFC_ROWS; row++) {
        const struct ofc_odds *odds = &them->odds[row][rows.strength[row]];
        p[row][0] = odds->lose, p[row][1] = 1 - odds->lose - odds->win, p[row][2] = odds->win;
        x[row][0] = odds->royalty_lose, x[row][1] = odds->royalty_tie, x[row][2] = odds->royalty_win;
    }
    for (int t = 0; t < 3; t++)
        for (int m = 0; m < 3; m++)
            for (int b = 0; b < 3; b++) {
                int16_t net = rules->row_points[ofc_result_index(t - 1, m - 1, b - 1)];
                double chance = p[OFC_TOP][t] * p[OFC_MIDDLE][m] * p[OFC_BOTTOM][b];
                points += chance * net;
                if (rules->earner == OFC_EARN_PAIR_WINNER && net > 0)
                    points += chance * mine;
                if (rules->earner == OFC_EARN_PAIR_WINNER && net < 0)
                    points -= x[OFC_TOP][t] * p[OFC_MIDDLE][m] * p[OFC_BOTTOM][b] +
                              p[OFC_TOP][t] * x[OFC_MIDDLE][m] * p[OFC_BOTTOM][b] +
                              p[OFC_TOP][t] * p[OFC_MIDDLE][m] * x[OFC_BOTTOM][b];
            }
    if (rules->earner == OFC_EARN_BOTH)
        points += mine - them->royalties;
    if (rules->earner == OFC_EARN_ROW_WINNER)
        for (int row = 0; row < OFC_ROWS; row++)
            points += ofc_objective_royalty(objective, row, rows.strength[row]) * p[row][2] - x[row][0];
    return points;
}

static double against(const struct ofc_objective *objective, const struct ofc_opponent *them, struct ofc_rows rows)
{
    if (objective->pay.adds_up) {
        const struct ofc_odds *top = &them->odds[OFC_TOP][rows.strength[OFC_TOP]];
        const struct ofc_odds *middle = &them->odds[OFC_MIDDLE][rows.strength[OFC_MIDDLE]];
        const struct ofc_odds *bottom = &them->odds[OFC_BOTTOM][rows.strength[OFC_BOTTOM]];
        return top->points + middle->points + bottom->points + them->fixed +
               them->sweep * (top->win * middle->win * bottom->win) +
               them->swept * (top->lose * middle->lose * bottom->lose);
    }
    double dead = objective->rules->foul_points;
    if (objective->rules->foul_pays_royalties)
        dead += ofc_objective_royalties(objective, rows);
    return (1 - them->foul) * against_legal(objective, them, rows) + them->foul * dead;
}

double ofc_objective_value(const struct ofc_objective *objective, struct ofc_rows rows)
{
    double points = objective->opponents ? 0 : ofc_objective_royalties(objective, rows);
    for (int i = 0; i < objective->opponents; i++)
        points += against(objective, objective->opponent[i], rows);
    return objective->inside ? points + objective->next[ofc_next_cards(objective->rules, objective->inside, rows)]
                             : points;
}

double ofc_objective_foul(const struct ofc_objective *objective)
{
    double points = 0;
    if (!objective->opponents)
        return objective->foul;
    for (int i = 0; i < objective->opponents; i++) {
        const struct ofc_opponent *them = objective->opponent[i];
        double pays = objective->rules->foul_points + (objective->rules->foul_pays_royalties ? them->royalties : 0);
        points -= (1 - them->foul) * pays;
    }
    return points;
}

bool ofc_objective_stay_varies(const struct ofc_objective *objective)
{
    const struct ofc_fantasyland *fantasyland = &objective->rules->fantasyland;
    return objective->inside && fantasyland->stays && fantasyland->repeat == OFC_REPEAT_BY_ENTRY;
}

double ofc_objective_stay(const struct ofc_objective *objective)
{
    const struct ofc_fantasyland *fantasyland = &objective->rules->fantasyland;
    if (!objective->inside || !fantasyland->stays)
        return 0;
    if (!ofc_objective_stay_varies(objective))
        return objective->next[fantasyland->repeat == OFC_REPEAT_SAME ? objective->inside : fantasyland->repeat];
    double most = objective->next[fantasyland->fewest];
    for (int e = 0; e < fantasyland->entries; e++) {
        double points = objective->next[fantasyland->entry[e].cards];
        most = points > most ? points : most;
    }
    return most;
}
