/* Endgames of the pineapple family (three cards drawn, two placed, one discarded): the exact expectation of optimal play.
 *
 * Optimal: every draw is seen before it is placed, later draws are not. All cards that are not known are equally likely
 * to come. Of plays of the same value the one with more royalties is taken, of those the one with fewer fouls. */
#ifndef OFCKIT_ENDGAME_H
#define OFCKIT_ENDGAME_H

#include "fantasyland.h"

enum { OFC_EG_DRAW = 3, OFC_EG_PLACE = 2, OFC_EG_MOST_PLACES = 6, OFC_EG_MOST_BONUS = 18, OFC_EG_MOST_ENTRIES = 31 };
enum { OFC_EG_SOLVED, OFC_EG_REFUSED, OFC_EG_STOPPED, OFC_EG_MEMORY };

/* What a finished board is worth, in units that make the tie-break part of the value; see endgame.c. */
struct ofc_eg_goal {
    const struct ofc_rules *rules;
    const struct ofc_joker_rules *entry;    /* the ways into Fantasyland, most cards first; OFC_EG_MOST_ENTRIES at most */
    const struct ofc_plan *plan;            /* the row points against opponents; NULL where there are none */
    double royalty;                         /* worth of one point of royalties */
    double rows;                            /* worth of one point against opponents */
    double foul;                            /* worth of a foul */
    double fantasyland[OFC_EG_MOST_BONUS];  /* worth of the next hand, by its cards */
    double plain_royalty, plain_foul;       /* `royalty` and `foul` without the tie-break; a foul's points in `rows` apart */
    const volatile int *stop;               /* looked at in long searches: not 0 ends them; may be NULL */
};

/* The board: sums of the keys of its rows (OFC_NO_CARDS where empty), and free places. */
struct ofc_eg_board {
    ofc_key key[OFC_ROWS];
    int free[OFC_ROWS];
};

/* How often each thing happens in `ways` equally likely ways, as sums. Whole numbers below 2^53 are exact. */
struct ofc_outlook {
    double ways;
    double foul;                            /* ways that end in a foul */
    double royalty;                         /* points of royalties, 0 in a foul */
    double rows;                            /* points against opponents, their royalties and fouls included */
    double fantasyland[OFC_EG_MOST_BONUS];  /* ways that earn a hand of so many cards */
};

/* Bytes of memory that ofc_eg_value works in where there are more than two free places, aligned as malloc does. */
size_t ofc_eg_room(void);

/* The outlook of a board that has 0, 2, 4 or 6 free places before the next draw from `deck` (a set of cards). Six take
 * about ten thousand times as long as four. OFC_EG_REFUSED where the board has other places, or the deck is too small for the
 * draws; OFC_EG_STOPPED after `stop`; OFC_EG_MEMORY where there is none for six. */
int ofc_eg_value(const struct ofc_eg_goal *goal, void *room, const struct ofc_eg_board *board, uint64_t deck,
                 struct ofc_outlook *outlook);

#endif
