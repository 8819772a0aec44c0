/* Fantasyland: the best board of 13 to 17 cards, proven best. */
#ifndef OFCKIT_FANTASYLAND_H
#define OFCKIT_FANTASYLAND_H

#include "core/batch.h"
#include "ofckit/joker.h"

enum {
    OFC_FL_MOST_CARDS = 17,
    OFC_FL_FIVES = 125000, /* C(17, 5) = 6188 without jokers; with two of them 124,943 strengths at most */
    OFC_FL_THREES = 4550,  /* C(17, 3) = 680 without jokers; with two of them C(15, 3) + 2 * 13 * 105 + 91 * 15 */
    OFC_FL_OPPONENTS = 3,
    OFC_FL_TABLE = 32768,
    OFC_FL_TESTS = 16,
    OFC_FL_ENTRIES = 16,
};

/* Values are compared as whole numbers of 2^-24 points, so that equal boards are equal however they were summed. */
typedef int64_t ofc_worth;
static const double OFC_WORTH_OF_POINT = 16777216.0;

/* Cards of the next hand by entry: all tests of an entry must pass, and the first entry that does counts. */
struct ofc_fl_entry {
    int tests;
    struct ofc_test test[OFC_ROWS];
    double bonus;
};

/* How one row of ours fares against the rows that an opponent may hold, by the strength of ours. */
struct ofc_odds {
    double win, lose;
    double royalty_win, royalty_tie, royalty_lose; /* his expected royalties of that row where we win, tie, lose it */
};

struct ofc_opponent {
    double foul;      /* the chance that his board is foul */
    double royalties; /* his expected royalties when it is not */
    struct ofc_odds odds[OFC_ROWS][OFC_STRENGTHS];
};

/* What a board is worth. Filled by ofc_fl_open, then ofc_fl_oppose for each opponent, then ofc_fl_close. */
struct ofc_fl_objective {
    const struct ofc_rules *rules;
    bool royalties;   /* whether royalties count (no: all that counts is to stay) */
    double stay;      /* points for staying, where that does not depend on the board */
    double foul;      /* points of a foul board where there are no opponents */
    int stays;        /* tests of which one is enough to stay */
    struct ofc_test stay_test[OFC_FL_TESTS];
    int entries;      /* more than none: what staying is worth depends on the board, `stay` where no entry fits */
    struct ofc_fl_entry entry[OFC_FL_ENTRIES];
    int opponents;
    struct ofc_opponent *opponent[OFC_FL_OPPONENTS];
    /* made by ofc_fl_close */
    bool separable;   /* a board is worth the sum of its rows, and of `bonus` if one of them stays */
    bool monotone;    /* a stronger row is never worth less */
    bool tabled;      /* there are few kinds of rows, and what each board of three kinds is worth is in a table */
    ofc_worth bonus;  /* the most that staying can be worth */
    ofc_worth base;   /* added to every board */
    ofc_worth foul_worth;
    ofc_worth worth[OFC_ROWS][OFC_STRENGTHS]; /* of a row; an upper bound of it where not separable */
    bool keeps[OFC_ROWS][OFC_STRENGTHS];      /* whether this row is enough to stay */
    int kinds[OFC_ROWS];                      /* strengths of one kind make no difference on any board */
    uint16_t kind[OFC_ROWS][OFC_STRENGTHS], sample[OFC_ROWS][OFC_STRENGTHS];
    ofc_worth table[OFC_FL_TABLE];
};

/* One board: bit i of a mask is the i-th card of the sorted hand, the lowest first. */
struct ofc_found {
    ofc_worth worth;
    uint16_t strength[OFC_ROWS];
    uint32_t mask[OFC_ROWS];
    bool foul, stays;
};

void ofc_fl_open(struct ofc_fl_objective *objective, const struct ofc_rules *rules);

/* Room for one more opponent; `chance[row]` are OFC_STRENGTHS probabilities of his row's strength. */
void ofc_fl_oppose(struct ofc_fl_objective *objective, struct ofc_opponent *room, const double *const chance[OFC_ROWS],
                   double foul);
void ofc_fl_close(struct ofc_fl_objective *objective);

/* What a legal board of these strengths is worth in points. */
double ofc_fl_value(const struct ofc_fl_objective *objective, const uint16_t strength[OFC_ROWS]);

/* What any foul board is worth in points. */
double ofc_fl_foul(const struct ofc_fl_objective *objective);

/* Bytes of memory that a search works in; aligned as malloc does. */
size_t ofc_fl_room(void);

/* The k best boards of n cards in ascending order (n is 13..17), the best first; how many were found. One or two of the
 * cards may be jokers (52, 53): they stand for what the rules make of them on each board, and boards on which
 * they lie elsewhere are different boards. */
int ofc_fl_solve(const struct ofc_fl_objective *objective, void *room, const uint8_t *sorted, int n, int k,
                 struct ofc_found *best);

/* One board, cards top 3, middle 5, bottom 5, then what is not on it; each part in descending order. */
void ofc_fl_spell(const struct ofc_found *board, const uint8_t *sorted, int n, uint8_t *cards);

/* The best boards of hands first..last - 1. Returns the first hand with something that is no card of the pack or a card
 * twice. */
size_t ofc_fl_many(const struct ofc_fl_objective *objective, void *room, const struct ofc_items *hands, size_t first,
                   size_t last, uint8_t *cards, double *values, int32_t *royalties, uint8_t *stays, uint8_t *fouls);

#endif
