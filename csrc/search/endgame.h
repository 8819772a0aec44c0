/* Endgames: the exact expectation of optimal play, where three cards are drawn and two placed (the pineapple family),
 * and where all cards drawn are placed (classic, turbo).
 *
 * Optimal: every draw is seen before it is placed, later draws are not. All cards that are not known are equally likely
 * to come. Of plays of the same value the one with more royalties is taken, of those the one with fewer fouls. */
#ifndef OFCKIT_ENDGAME_H
#define OFCKIT_ENDGAME_H

#include "play/seat.h"
#include "search/objective.h"

enum { OFC_ENDGAME_DRAW = 3, OFC_ENDGAME_PLACE = 2, OFC_ENDGAME_MOST_DRAWS = 4 };
enum { OFC_NEXT_HANDS = OFC_FANTASYLAND_MOST + 1 }; /* by their cards */
enum { OFC_ENDGAME_SOLVED, OFC_ENDGAME_REFUSED, OFC_ENDGAME_STOPPED, OFC_ENDGAME_MEMORY };

/* What a finished board is worth, in units that make the tie-break part of the value; see endgame.c. */
struct ofc_endgame_objective {
    const struct ofc_rules *rules;
    const struct ofc_objective *against; /* the row points against opponents; NULL where there are none */
    double royalty;                      /* worth of one point of royalties */
    double rows;                         /* worth of one point against opponents */
    double foul;                         /* worth of a foul */
    double fantasyland[OFC_NEXT_HANDS];  /* worth of the next hand, by its cards */
    double plain_royalty, plain_foul; /* `royalty` and `foul` without the tie-break; a foul's points in `rows` apart */
};

/* How often each thing happens in `ways` equally likely ways, as sums. Whole numbers below 2^53 are exact. */
struct ofc_outlook {
    double ways;
    double foul;                        /* ways that end in a foul */
    double royalty;                     /* points of royalties, 0 in a foul */
    double rows;                        /* points against opponents, their royalties and fouls included */
    double fantasyland[OFC_NEXT_HANDS]; /* ways that earn each hand, by its cards */
};

/* Adds an outlook `ways` times. */
static inline void ofc_outlook_add(struct ofc_outlook *sum, const struct ofc_outlook *more, double times)
{
    sum->ways += times * more->ways;
    sum->foul += times * more->foul;
    sum->royalty += times * more->royalty;
    sum->rows += times * more->rows;
    for (int cards = 0; cards < OFC_NEXT_HANDS; cards++)
        sum->fantasyland[cards] += times * more->fantasyland[cards];
}

/* Adds a finished board that comes up in `ways` ways. */
static inline void ofc_outlook_add_rows(struct ofc_outlook *sum, const struct ofc_endgame_objective *objective,
                                        struct ofc_rows rows, double ways)
{
    const struct ofc_rules *rules = objective->rules;
    bool foul = ofc_fouls(rules, rows);
    sum->ways += ways;
    if (objective->against)
        sum->rows += ways *
                     (foul ? ofc_objective_foul(objective->against) : ofc_objective_value(objective->against, rows));
    if (foul) {
        sum->foul += ways;
        return;
    }
    for (int row = 0; row < OFC_ROWS; row++)
        sum->royalty += ways * ofc_royalty(rules, row, rows.strength[row]);
    sum->fantasyland[ofc_fantasyland_cards(rules, rows)] += ways;
}

/* What an outlook is worth in all its ways together, in the units of the objective, without the tie-break. */
static inline double ofc_outlook_worth(const struct ofc_endgame_objective *objective, const struct ofc_outlook *outlook)
{
    double worth = objective->plain_royalty * outlook->royalty + objective->rows * outlook->rows +
                   objective->plain_foul * outlook->foul;
    for (int cards = 0; cards < OFC_NEXT_HANDS; cards++)
        worth += objective->fantasyland[cards] * outlook->fantasyland[cards];
    return worth;
}

/* What is searched: the streets to come, and the cards that they come from. Several threads may search boards of one
 * job. */
struct ofc_endgame_job {
    const struct ofc_endgame_objective *objective;
    uint64_t deck; /* a set of cards; jokers are 52, 53 */
    int streets;
    struct ofc_street street[OFC_BOARD_CARDS];
    size_t memory;          /* bytes that tables may take, roughly */
    volatile int stop;      /* set from another thread: ends the search */
    volatile int done, all; /* parts of the work that are done, and all of them: how far a long search is */
    uint32_t leaves;        /* different boards with two free places that were summed, where two of three are placed */
};

/* The outlook of the board of a seat before the next draw. Every street deals three cards of which two are placed,
 * four of them at most; or places all cards that it deals. OFC_ENDGAME_REFUSED where that is not so, the streets do
 * not fill the board, the deck is too small, or jokers that may not copy a card are around with more than one draw to
 * come; OFC_ENDGAME_STOPPED after `stop`; OFC_ENDGAME_MEMORY where the tables would not fit. Allocates up to `memory`
 * bytes. */
int ofc_endgame_search(struct ofc_endgame_job *job, const struct ofc_seat *seat, struct ofc_outlook *outlook);

/* The parts of it where all cards are placed and where two of three are; the border calls ofc_endgame_search. */
int ofc_endgame_keep(struct ofc_endgame_job *job, const struct ofc_seat *seat, struct ofc_outlook *outlook);
int ofc_endgame_discard(struct ofc_endgame_job *job, const struct ofc_seat *seat, struct ofc_outlook *outlook);

#endif
