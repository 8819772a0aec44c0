/* What a finished board is worth in points: its royalties, or what it wins from the opponents, and the next hand in
 * Fantasyland that it earns. Every search maximizes the expectation of this. */
#ifndef OFCKIT_OBJECTIVE_H
#define OFCKIT_OBJECTIVE_H

#include "ofckit/rules.h"

enum { OFC_MOST_OPPONENTS = 3 };

/* How one row of ours fares against the rows that an opponent may hold, by the strength of ours. */
struct ofc_odds {
    double points; /* of this row by itself, where rows are paid each by itself: see ofc_opponent */
    double win, lose;
    double royalty_win, royalty_tie, royalty_lose; /* their expected royalties of that row where we win, tie, lose it */
};

/* Where the scoring pays each row by itself, and more to who wins all three, a board is worth the points of its rows, and
 * `fixed`, and the chances to win and to lose all three times what these add. */
struct ofc_opponent {
    double foul;      /* the chance that their board is foul */
    double royalties; /* their expected royalties when it is not */
    double fixed, sweep, swept;
    struct ofc_odds odds[OFC_ROWS][OFC_STRENGTHS];
};

/* The points of the first player as a sum over the rows. */
struct ofc_row_pay {
    bool adds_up;            /* whether they are one */
    double tied;             /* three ties */
    double row[OFC_ROWS][3]; /* a row lost, tied, won, over that */
    double sweep, swept;     /* all three won, or lost, over the sum */
};

/* Filled by ofc_objective_open, by its owner, and by ofc_objective_oppose for each opponent. */
struct ofc_objective {
    const struct ofc_rules *rules;
    bool royalties;            /* whether royalties count (no: all that counts is the next hand) */
    uint8_t inside;            /* cards of this hand in Fantasyland; 0: no next hand counts here */
    double next[OFC_DECK + 1]; /* points of the next hand in Fantasyland, by its cards */
    double foul;               /* points of a foul board where there are no opponents */
    struct ofc_row_pay pay;
    int opponents;
    struct ofc_opponent *opponent[OFC_MOST_OPPONENTS];
};

void ofc_objective_open(struct ofc_objective *objective, const struct ofc_rules *rules);

/* Room for one more opponent; `chance[row]` are OFC_STRENGTHS probabilities of their row's strength. */
void ofc_objective_oppose(struct ofc_objective *objective, struct ofc_opponent *room,
                          const double *const chance[OFC_ROWS], double foul);

/* What a row earns by itself, as far as royalties count. */
static inline double ofc_objective_royalty(const struct ofc_objective *objective, int row, uint16_t strength)
{
    return objective->royalties ? objective->rules->royalty[row][strength] : 0;
}

double ofc_objective_royalties(const struct ofc_objective *objective, struct ofc_rows rows);

/* What a legal board of these strengths is worth. */
double ofc_objective_value(const struct ofc_objective *objective, struct ofc_rows rows);

/* What any foul board is worth. */
double ofc_objective_foul(const struct ofc_objective *objective);

/* Whether the points of a stay depend on the board; else they are those of ofc_objective_stay. */
bool ofc_objective_stay_varies(const struct ofc_objective *objective);

/* The most that a stay can be worth. */
double ofc_objective_stay(const struct ofc_objective *objective);

#endif
