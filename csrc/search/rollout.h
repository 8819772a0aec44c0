/* Rollouts: what boards are worth when a player plays the rest of the hand.
 *
 * The future of number j of a seed shuffles the cards that nobody has seen; every board that is asked about meets the
 * same futures, so that the difference of two boards is known far better than either. The player places the draws as
 * they come; the end is exact: the last draws are not those of one future but all that may come, wherever that is
 * quick. */
#ifndef OFCKIT_ROLLOUT_H
#define OFCKIT_ROLLOUT_H

#include "ofckit/rng.h"
#include "play/bot.h"
#include "search/endgame.h"

/* What is to come, the same for all boards. */
struct ofc_rollout {
    const struct ofc_endgame_objective *objective;
    const struct ofc_bot *bot;
    const volatile int *stop; /* nonzero ends the work; may be NULL */
    uint64_t seed;
    uint64_t unseen; /* the cards that the draws come from */
    int streets;     /* draws to come; they fill every board */
    struct ofc_street street[OFC_BOARD_CARDS];
    int decided; /* 0: the player decides all; 1: the tail is exact (rollout.c); 2: so is the draw before it */
};

/* Futures first..first + n - 1 of each board. points[b * n + i] becomes what board b is worth in future first + i, in
 * the units of the objective, and sums[b] the sum of its outlooks, each of them for one way. False where it was stopped
 * before, or memory was lacking. */
bool ofc_rollout_run(const struct ofc_rollout *rollout, const struct ofc_seat *boards, int count, uint64_t first, int n,
                     double *points, struct ofc_outlook *sums);

/* Whether a board is worth the same in every future: only draws replaced by their expectation are to come. */
bool ofc_rollout_is_exact(const struct ofc_rollout *rollout);

/* The rows to which the player plays a board in the same futures. */
void ofc_rollout_rows(const struct ofc_rollout *rollout, const struct ofc_seat *board, uint64_t first, int n,
                      struct ofc_rows *rows);

/* Adds n futures of some boards to the sums of their points and of the products of each two of them; `all` boards in a
 * row of `product`, those of the lower numbers first in a pair. */
void ofc_rollout_add(const int *board, int count, int all, const double *points, int n, double *sum, double *product);

#endif
