/* Endgames of a whole table: what a position is worth when every player still to act places the last cards for the most
 * points of their own.
 *
 * The game is solved backwards: each draw is seen before it is placed, later draws are not, and the player on turn
 * takes what is worth most to them, which is the points of settling with all others and the next hand in Fantasyland.
 * Everybody decides by the same cards: those of `deck` may come, the others may not. */
#ifndef OFCKIT_VERSUS_H
#define OFCKIT_VERSUS_H

#include "play/playout.h"
#include "search/endgame.h"

enum { OFC_VERSUS_TURNS = 16, OFC_VERSUS_MOST_DEAL = 3 };

struct ofc_versus_turn {
    uint8_t seat, deal, place;
};

struct ofc_versus {
    const struct ofc_rules *rules;
    double fantasyland[OFC_NEXT_HANDS];   /* points of the next hand, by its cards */
    int seats, own, first;                /* the seat whose outlook is wanted, and the one that settles first */
    struct ofc_seat seat[OFC_MOST_SEATS]; /* boards; `unseen` is not asked for */
    bool left[OFC_MOST_SEATS];            /* whose board is foul because they went away */
    uint64_t deck;
    int turns; /* they fill every board but those that were left, in this order */
    struct ofc_versus_turn turn[OFC_VERSUS_TURNS];
    volatile int stop; /* set from another thread: ends the search */
};

/* The outlook of the board of seat `own`; `rows` are the points of settling with all others. OFC_ENDGAME_SOLVED,
 * _STOPPED or _MEMORY; OFC_ENDGAME_REFUSED where the turns do not fill the boards, or deal more than
 * OFC_VERSUS_MOST_DEAL cards or than there are. The caller makes sure that it is not too large. */
int ofc_versus_search(const struct ofc_versus *game, struct ofc_outlook *outlook);

#endif
