/* Endgames: the exact expectation of optimal play, where three cards are drawn and two placed (the pineapple family), and
 * where all cards drawn are placed (classic, turbo).
 *
 * Optimal: every draw is seen before it is placed, later draws are not. All cards that are not known are equally likely
 * to come. Of plays of the same value the one with more royalties is taken, of those the one with fewer fouls. */
#ifndef OFCKIT_ENDGAME_H
#define OFCKIT_ENDGAME_H

#include "search/fantasyland.h"

enum { OFC_EG_DRAW = 3, OFC_EG_PLACE = 2, OFC_EG_MOST_DRAWS = 3, OFC_EG_MOST_BONUS = 18, OFC_EG_MOST_ENTRIES = 31 };
enum { OFC_EG_SOLVED, OFC_EG_REFUSED, OFC_EG_STOPPED, OFC_EG_MEMORY };

/* What a finished board is worth, in units that make the tie-break part of the value; see endgame.c. */
struct ofc_eg_objective {
    const struct ofc_rules *rules;
    const struct ofc_joker_rules *entry;    /* the ways into Fantasyland, most cards first; OFC_EG_MOST_ENTRIES at most */
    const struct ofc_fl_objective *against;            /* the row points against opponents; NULL where there are none */
    double royalty;                         /* worth of one point of royalties */
    double rows;                            /* worth of one point against opponents */
    double foul;                            /* worth of a foul */
    double fantasyland[OFC_EG_MOST_BONUS];  /* worth of the next hand, by its cards */
    double plain_royalty, plain_foul;       /* `royalty` and `foul` without the tie-break; a foul's points in `rows` apart */
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

/* Bytes of memory that ofc_eg_value works in where there are four free places, aligned as malloc does. */
size_t ofc_eg_room(void);

/* The outlook of a board without jokers that has 0, 2 or 4 free places before the next draw of three from `deck` (a set of
 * cards, no jokers). OFC_EG_REFUSED where the board has other places, or the deck is too small. Allocates nothing. */
int ofc_eg_value(const struct ofc_eg_objective *objective, void *room, const struct ofc_eg_board *board, uint64_t deck,
                 struct ofc_outlook *outlook);

/* The cards of a board by row; jokers are 52, 53. */
struct ofc_eg_rows {
    uint8_t card[OFC_ROWS][5];
    int held[OFC_ROWS];
};

/* What is searched: the streets to come, and the cards that they come from. Several threads may search boards of one job. */
struct ofc_eg_job {
    const struct ofc_eg_objective *objective;
    uint64_t deck;              /* a set of cards; jokers are 52, 53 */
    int streets;
    uint8_t deal[OFC_BOARD_CARDS], place[OFC_BOARD_CARDS]; /* cards dealt and placed on each */
    size_t memory;              /* bytes that tables may take, about, where all cards are placed */
    volatile int stop;          /* set from another thread: ends the search */
    volatile int done, all;     /* draws of the next street that were looked at, and all of them: how far a long search is */
};

/* The outlook of a board before the next draw. Every street deals three cards of which two are placed, three of them at
 * most; or places all cards that it deals. OFC_EG_REFUSED where that is not so, the streets do not fill the board, the deck is too
 * small, or jokers that may not copy a card are around with more than one draw to come; OFC_EG_STOPPED after `stop`;
 * OFC_EG_MEMORY where the tables would not fit. Allocates up to `memory` bytes, and 0.6 GB where three draws are to come. */
int ofc_eg_search(struct ofc_eg_job *job, const struct ofc_eg_rows *rows, struct ofc_outlook *outlook);

/* The part of it where all cards are placed; the border calls ofc_eg_search. */
int ofc_eg_search_all_placed(struct ofc_eg_job *job, const struct ofc_eg_rows *rows, struct ofc_outlook *outlook);

#endif
