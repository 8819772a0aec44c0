/* Fantasyland: the best board of 13 to 17 cards, proven best. */
#ifndef OFCKIT_FANTASYLAND_H
#define OFCKIT_FANTASYLAND_H

#include "core/batch.h"
#include "play/bot.h"
#include "search/objective.h"

enum {
    OFC_FANTASYLAND_FIVES = 125000, /* C(17, 5) = 6188 without jokers; with two of them 124,943 strengths at most */
    OFC_FANTASYLAND_THREES =
        4550, /* C(17, 3) = 680 without jokers; with two of them C(15, 3) + 2 * 13 * 105 + 91 * 15 */
    OFC_FANTASYLAND_TABLE = 32768,
};

/* Values are compared as whole numbers of 2^-24 points, so that equal boards are equal however they were summed. */
typedef int64_t ofc_worth;
static const double OFC_WORTH_OF_POINT = 16777216.0;

/* An objective, and what the search makes of it in ofc_fantasyland_close. */
struct ofc_fantasyland_objective {
    struct ofc_objective points;
    bool separable;  /* a board is worth the sum of its rows, and of `bonus` if one of them stays */
    bool monotone;   /* a stronger row is never worth less */
    bool tabled;     /* there are few kinds of rows, and what each board of three kinds is worth is in a table */
    ofc_worth bonus; /* the most that staying can be worth */
    ofc_worth base;  /* added to every board */
    ofc_worth foul_worth;
    ofc_worth worth[OFC_ROWS][OFC_STRENGTHS]; /* of a row; an upper bound of it where not separable */
    bool keeps[OFC_ROWS][OFC_STRENGTHS];      /* whether this row is enough to stay */
    int kinds[OFC_ROWS];                      /* strengths of one kind make no difference on any board */
    uint16_t kind[OFC_ROWS][OFC_STRENGTHS], sample[OFC_ROWS][OFC_STRENGTHS];
    ofc_worth table[OFC_FANTASYLAND_TABLE];
};

/* One board: bit i of a mask is the i-th card of the sorted hand, the lowest first. */
struct ofc_found {
    ofc_worth worth;
    struct ofc_rows rows;
    uint32_t mask[OFC_ROWS];
    bool foul, stays;
};

/* To be called once objective->points is filled. */
void ofc_fantasyland_close(struct ofc_fantasyland_objective *objective);

/* Bytes of memory that a search works in; aligned as malloc does. */
size_t ofc_fantasyland_room(void);

/* The k best boards of n cards in ascending order (n is 13..17), the best first; how many were found. One or two of the
 * cards may be jokers (52, 53): they stand for what the rules make of them on each board, and boards on which
 * they lie elsewhere are different boards. */
int ofc_fantasyland_solve(const struct ofc_fantasyland_objective *objective, void *room, const uint8_t *sorted, int n,
                          int k, struct ofc_found *best);

/* One board, cards top 3, middle 5, bottom 5, then what is not on it; each part in descending order. */
void ofc_fantasyland_spell(const struct ofc_found *board, const uint8_t *sorted, int n, uint8_t *cards);

/* A player who sets a whole hand at once, proven best for an objective; an ofc_place. */
struct ofc_fantasyland_bot {
    const struct ofc_fantasyland_objective *objective;
    void *room; /* of ofc_fantasyland_room() bytes */
};

void ofc_fantasyland_place(const void *self, const struct ofc_seat *seat, const uint8_t *draw, int deal, int place,
                           uint8_t *to);

/* The best boards of hands first..last - 1. Returns the first hand with a card twice or one that is not in the
 * pack. */
size_t ofc_fantasyland_many(const struct ofc_fantasyland_objective *objective, void *room,
                            const struct ofc_items *hands, size_t first, size_t last, uint8_t *cards, double *values,
                            int32_t *royalties, uint8_t *stays, uint8_t *fouls);

#endif
