/* Rules and seats that the C tests share. Each test file that includes it has its own copy. */
#ifndef OFCKIT_TESTS_SEATS_H
#define OFCKIT_TESTS_SEATS_H

#include "ofckit/rng.h"
#include "play/seat.h"

static int at_most(struct ofc_rng *rng, int n) { return (int)ofc_rng_below(rng, (uint32_t)n + 1); }

/* A shuffled deck with this many jokers; its size. */
static inline int shuffled(struct ofc_rng *rng, int jokers, uint8_t deck[OFC_DECK])
{
    int cards = OFC_CARDS + jokers;
    for (int i = 0; i < cards; i++)
        deck[i] = (uint8_t)i;
    ofc_rng_deal(rng, deck, (uint32_t)cards, (uint32_t)cards);
    return cards;
}

/* The first `held` cards of a deck in random rows; the next `unseen` ones may still come. */
static inline struct ofc_seat any_seat(struct ofc_rng *rng, const uint8_t *deck, int held, int unseen)
{
    struct ofc_seat seat = {.held = {0}};
    for (int i = 0; i < held;) {
        int row = at_most(rng, 2);
        if (ofc_free_places(&seat, row))
            ofc_put(&seat, row, deck[i++]);
    }
    seat.unseen = ofc_set_of(deck + held, unseen);
    return seat;
}

/* Strong rows earn, and a high top earns Fantasyland of 14 cards. */
static inline void set_rules(struct ofc_rules *rules)
{
    *rules = (struct ofc_rules){.low_middle_max = 1200};
    for (int row = 0; row < OFC_ROWS; row++)
        for (int s = 9000; s < OFC_STRENGTHS; s++)
            rules->royalty[row][s] = (int16_t)(s % 7);
    ofc_find_paying(rules);
    rules->fantasyland.entries = 1;
    rules->fantasyland.entry[0] = (struct ofc_entry){14, {5000, 0, 0}, {9854, 9854, 9854}};
}

#endif
