/* The arena: hands of a match played by players in C, hand after hand, and the results of each seat. */
#ifndef OFCKIT_SRC_ARENA_H
#define OFCKIT_SRC_ARENA_H

#include "play/bot.h"
#include "play/playout.h"

/* What is counted for a seat at a distance from the button; all of it adds up over hands. */
enum ofc_tally {
    OFC_TALLY_HANDS,
    OFC_TALLY_POINTS,
    OFC_TALLY_POINTS_SQUARED,
    OFC_TALLY_FOULS,
    OFC_TALLY_NORMAL,                         /* hands not in Fantasyland */
    OFC_TALLY_ENTRIES,                        /* of normal hands, into Fantasyland of 13..17 cards */
    OFC_TALLY_INSIDE = OFC_TALLY_ENTRIES + 5, /* hands in Fantasyland of 13..17 cards */
    OFC_TALLY_STAYS = OFC_TALLY_INSIDE + 5,
    OFC_TALLY_ROYALTIES,                               /* of legal boards: top, middle, bottom */
    OFC_TALLY_SWEEPS = OFC_TALLY_ROYALTIES + OFC_ROWS, /* opponents beaten in all three rows, both boards legal */
    OFC_TALLY_SWEPT,
    OFC_TALLY_FORFEITS, /* none here: a player in C answers */
    OFC_TALLY_BOARDS,   /* boards by their royalties: 0..62, then 63 and more */
    OFC_TALLY_FIELDS = OFC_TALLY_BOARDS + 64,
};

enum { OFC_FANTASYLAND_SIZES = OFC_FANTASYLAND_MOST - OFC_FANTASYLAND_FEWEST + 1 };

enum { OFC_ARENA_KEPT = 1024 };
enum ofc_arena_state { OFC_ARENA_GOES_ON, OFC_ARENA_NEEDS_TURNS, OFC_ARENA_BAD_MOVE };

struct ofc_arena {
    const struct ofc_rules *rules;
    int seats, people;                                            /* the person at a seat is seat % people */
    struct ofc_bot bot[OFC_MOST_SEATS];                           /* by person */
    struct ofc_bot setter[OFC_MOST_SEATS][OFC_FANTASYLAND_SIZES]; /* by person and cards: solvers of set hands */
    /* the match: before the hand `hand` of the seed */
    uint64_t seed, hand;
    int button;
    uint8_t inside[OFC_MOST_SEATS]; /* cards in Fantasyland, 0 in a normal hand */
    bool carry;                     /* no: every hand is played with the same seats inside, and the button moves */
    /* the turns of hands, by button and seats inside */
    uint32_t key[OFC_ARENA_KEPT];
    const struct ofc_turns *turns[OFC_ARENA_KEPT];
    enum ofc_arena_state state;
    int person; /* of a bad move */
};

/* Where the turns of the next hand are kept, and under which key; or the empty place where they belong. */
int ofc_arena_slot(const struct ofc_arena *arena, uint32_t *key);

/* Plays up to n hands; fewer where turns are missing or a move is bad, which arena->state says. Adds to
 * cells[seat][position][field] (position 0 acts first), and writes points[hand][person] and, unless it is NULL,
 * boards[hand][seat][13]. Returns how many hands were played. */
int ofc_arena_play(struct ofc_arena *arena, int n, int64_t *cells, int32_t *points, uint8_t *boards);

#endif
