/* Playouts: whole hands played at random. */
#ifndef OFCKIT_SRC_PLAYOUT_H
#define OFCKIT_SRC_PLAYOUT_H

#include "ofckit/rng.h"
#include "ofckit/score.h"
#include "play/seat.h"

enum { OFC_MOST_SEATS = 4, OFC_MOST_TURNS = 64 };

/* A turn: one seat draws `deal` cards, from `first` of the deck on, and places `place` of them. */
struct ofc_turn {
    uint8_t seat, first, deal, place;
    uint8_t hidden;                  /* what is placed stays face down until the showdown */
    uint8_t other_first, other_deal; /* cards dealt to the owner's other seat that it has not placed yet */
};

/* The turns of a hand: who acts when, on which cards. Nothing here knows a variant's name. */
struct ofc_turns {
    int seats, people; /* the person at a seat is seat % people */
    bool own_boards_compared;
    int first;            /* the seat that settles first: left of the button */
    uint32_t deck, dealt; /* cards in the deck, cards dealt in the hand */
    int count;
    struct ofc_turn turn[OFC_MOST_TURNS];
};

/* Shuffles as far as the hand needs: card i of the hand is deck[i]. */
void ofc_deal(const struct ofc_turns *turns, struct ofc_rng *rng, uint8_t deck[OFC_DECK]);

/* A row for each of n cards, all ways that fit beside those held equally likely. */
void ofc_scatter(struct ofc_rng *rng, int n, const uint8_t held[OFC_ROWS], uint8_t *to);

/* Whether two seats settle with each other. */
bool ofc_compared(const struct ofc_turns *turns, int i, int j);

/* The points of every seat, before stakes; with a cap on losses the seats pay in turn. */
void ofc_settle(const struct ofc_turns *turns, const struct ofc_rules *rules, const struct ofc_player *player,
                int32_t *points);

/* Table stakes: nobody pays more than is in front of them; what else holds for those who are short. */
struct ofc_stakes {
    bool win_cap;      /* nobody wins more than they began the hand with */
    bool broke_is_out; /* whoever is out of chips wins nothing more in this hand */
};

/* The points of every seat where the pairs pay in turn out of the stacks of the people (chips before the hand). */
void ofc_settle_stacks(const struct ofc_turns *turns, const struct ofc_rules *rules, const struct ofc_stakes *stakes,
                       const struct ofc_player *player, const int32_t *stack, int32_t *points);

/* The hand of (seed, hand), dealt as by ofc_rng_deal; every turn takes one of its legal moves, each equally likely.
 * Fills the boards (13 cards each, top first, jokers as they are) and the points of every seat. */
void ofc_playout(const struct ofc_turns *turns, const struct ofc_rules *rules, uint64_t seed, uint64_t hand,
                 uint8_t boards[][OFC_BOARD_CARDS], int32_t *points);

#endif
