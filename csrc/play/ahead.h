/* What may still become of a board: whether some cards complete it legally, exactly, and what its full rows earn. */
#ifndef OFCKIT_SRC_AHEAD_H
#define OFCKIT_SRC_AHEAD_H

#include "play/seat.h"

/* Ways to fill a row: by the ranks of five new cards (four of a rank at most), and as a flush of each suit. */
enum { OFC_FILLS_BY_RANK = 6175, OFC_FILLS_OF_SUIT = 1287, OFC_MOST_FILLS = OFC_FILLS_BY_RANK + 4 * OFC_FILLS_OF_SUIT };
enum { OFC_FILLS_OF_TOP = 455, OFC_FIRST_FILLS = 64 };

/* One way to fill a row. `ranks` has four bits for each rank: how many new cards it takes. `cards`: those very cards,
 * of a flush; else none, and the new cards may have any suits. */
struct ofc_fill {
    uint64_t ranks, cards;
    uint16_t strength;
};

/* The first way to look at for the cards that a row holds: the weakest for a top, the strongest for a bottom. */
struct ofc_first_fill {
    uint64_t held;
    struct ofc_fill fill; /* strength 0: the deck has too few cards */
    bool top;
};

/* A search, for any number of boards that wait for the same cards. It is large: not for the stack. */
struct ofc_ahead {
    const struct ofc_rules *rules;
    uint64_t deck, room; /* natural cards that may come; four bits for each rank: how many of them */
    int jokers;          /* that may come */
    int firsts;
    struct ofc_first_fill first[OFC_FIRST_FILLS];
    int tops, middles, bottoms;
    struct ofc_fill top[OFC_FILLS_OF_TOP], middle[OFC_MOST_FILLS], bottom[OFC_MOST_FILLS];
};

/* Whether a board can be saved; OFC_NEEDS_JOKERS: not without the jokers on it or in the deck. */
enum ofc_fate { OFC_LOST, OFC_SAVED, OFC_NEEDS_JOKERS };

struct ofc_prospect {
    int16_t royalty[OFC_ROWS]; /* of each full row; 0 for others, in a foul, and with a joker until the board is full */
    uint8_t fate;
};

/* unseen: the cards, jokers too, that may still come. */
void ofc_look_begin(struct ofc_ahead *ahead, const struct ofc_rules *rules, uint64_t unseen);

struct ofc_prospect ofc_look_ahead(struct ofc_ahead *ahead, const struct ofc_seat *seat);

#endif
