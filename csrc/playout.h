/* Playouts: whole hands played at random. */
#ifndef OFCKIT_SRC_PLAYOUT_H
#define OFCKIT_SRC_PLAYOUT_H

#include "ofckit/joker.h"
#include "ofckit/rng.h"
#include "ofckit/score.h"

enum { OFC_MOST_SEATS = 4, OFC_MOST_TURNS = 64, OFC_MOST_DECK = 54 };

/* One seat places cards: `deal` cards from `first` of the deck on, of which `place` go to its board. */
struct ofc_turn {
    uint8_t seat, first, deal, place;
};

/* A whole hand as data: nothing here knows a variant's name. */
struct ofc_table {
    int seats, people; /* seat % people is whose seat it is */
    bool own_boards_compared;
    uint32_t deck, dealt; /* cards in the deck, cards dealt in the hand */
    int turns;
    struct ofc_turn turn[OFC_MOST_TURNS];
};

/* The hand of (seed, hand), dealt as by ofc_rng_deal; every turn takes one of its legal moves, each equally likely.
 * Fills the boards (13 cards each, top first, jokers as they are) and the points of every seat. */
void ofc_playout(const struct ofc_table *table, const struct ofc_rules *rules, const struct ofc_joker_rules *jokers,
                 uint64_t seed, uint64_t hand, uint8_t boards[][OFC_BOARD_CARDS], int32_t *points);

#endif
