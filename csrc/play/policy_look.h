/* How a policy evaluates a board: which weights it adds up. Inside policy.c and policy_train.c. */
#ifndef OFCKIT_SRC_POLICY_LOOK_H
#define OFCKIT_SRC_POLICY_LOOK_H

#include "play/policy.h"

enum {
    OFC_POLICY_MOST_OF_ROW = 9,
    OFC_POLICY_TOGETHER = 7,
    OFC_POLICY_MOST_OF_BOARD = 3 * OFC_POLICY_MOST_OF_ROW + OFC_POLICY_TOGETHER
};

/* The cards that may still come. Numbers of live cards are scaled to a deck of 44. */
struct ofc_policy_deck {
    uint8_t rank[OFC_RANKS];  /* twice the live cards of a rank, 0..8 */
    uint8_t suit[OFC_SUITS];  /* the live cards of a suit, 0..15 */
    uint16_t live[OFC_RANKS]; /* sixteen times the live cards of a rank */
    int high;                 /* a number for the live queens, kings and aces */
};

/* A row seen from the others. */
struct ofc_policy_row {
    uint16_t strength; /* jokers counted as the cards that make most of the row */
    uint8_t coarse, tiny;
    uint8_t free; /* places */
    uint8_t outs; /* live cards that make it better, 0..5 for few to many */
};

void ofc_policy_read_deck(uint64_t unseen, struct ofc_policy_deck *deck);

/* The weights that a row looks up, and its classes. They are numbered from the beginning of a stage. */
int ofc_policy_look_at_row(const struct ofc_policy *policy, const struct ofc_policy_deck *deck, int row,
                           const uint8_t *cards, int n, int32_t *index, struct ofc_policy_row *seen);

/* By how much a row beats another by what it holds now: 0 not at all, 1 narrowly, 2 clearly. */
static inline int ofc_policy_lead(uint16_t above, uint16_t below)
{
    enum { CLOSE = 900 }; /* three ranks of pairs */
    return above < below ? 0 : above < below + CLOSE ? 1 : 2;
}

/* How far the board is from a foul, and the outs to avoid one. */
static inline int32_t ofc_policy_danger(const struct ofc_policy *policy, struct ofc_policy_row top,
                                        struct ofc_policy_row middle, struct ofc_policy_row bottom)
{
    int first, second;
    if (policy->rules->low_middle) {
        first = ofc_policy_lead(bottom.strength, top.strength);
        second = middle.tiny == OFC_POLICY_LOST ? 0 : 2;
    } else {
        first = ofc_policy_lead(middle.strength, top.strength);
        second = ofc_policy_lead(bottom.strength, middle.strength);
    }
    int32_t danger = first * OFC_POLICY_LEADS + second;
    danger = (danger * (ofc_row_size(OFC_TOP) + 1) + top.free) * (ofc_row_size(OFC_MIDDLE) + 1) + middle.free;
    return (danger * OFC_POLICY_OUTS + middle.outs) * OFC_POLICY_OUTS + bottom.outs;
}

/* The weights that the rows look up together: OFC_POLICY_TOGETHER of them. */
static inline void ofc_policy_look_at_rows(const struct ofc_policy *policy, struct ofc_policy_row top,
                                           struct ofc_policy_row middle, struct ofc_policy_row bottom, int32_t *index)
{
    const struct ofc_policy_layout *layout = &policy->layout;
    index[0] = layout->top_middle + top.coarse * OFC_POLICY_COARSE + middle.coarse;
    index[1] = layout->middle_bottom + middle.coarse * OFC_POLICY_COARSE + bottom.coarse;
    index[2] = layout->top_bottom + top.coarse * OFC_POLICY_COARSE + bottom.coarse;
    index[3] = layout->all + (top.tiny * OFC_POLICY_TINY + middle.tiny) * OFC_POLICY_TINY + bottom.tiny;
    index[4] = layout->danger + ofc_policy_danger(policy, top, middle, bottom);
    index[5] = layout->middle_outs + (top.tiny * OFC_POLICY_COARSE + middle.coarse) * OFC_POLICY_OUTS + middle.outs;
    index[6] = layout->bottom_outs + (middle.tiny * OFC_POLICY_COARSE + bottom.coarse) * OFC_POLICY_OUTS + bottom.outs;
}

/* Worth of a finished board, in units. */
int32_t ofc_policy_worth(const struct ofc_policy *policy, struct ofc_rows rows);

/* The weights that a board looks up, numbered from the beginning of its stage; how many. */
int ofc_policy_look(const struct ofc_policy *policy, const struct ofc_seat *seat, int32_t *index);

#endif
