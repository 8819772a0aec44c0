/* A view: what one seat may know at one moment, as sets of cards, and the arrays that a learning player gets of it. */
#ifndef OFCKIT_SRC_VIEW_H
#define OFCKIT_SRC_VIEW_H

#include "play/playout.h"

/* Seats are counted clockwise from the one that looks, which is 0. */
struct ofc_view {
    int seats;
    uint64_t row[OFC_MOST_SEATS][OFC_ROWS]; /* what it sees of every board */
    uint64_t draw, discards;                /* its own cards that are not placed yet; its own discards */
    uint64_t unseen;                        /* the cards that may be anywhere: in the deck, in hidden hands */
    uint8_t street, behind;                 /* the street of its turn; how many seats act after it, the button's last */
    uint8_t to_place, to_discard;           /* of the draw, in its turn; else 0 */
    uint8_t inside[OFC_MOST_SEATS];         /* cards in Fantasyland, 0 in a normal hand */
    int stacks;                             /* how many people have chips in front of them; 0: points are counted */
    int32_t stack[OFC_MOST_SEATS];          /* chips by person before the hand, those of the one who looks first */
};

/* The sets of an observation: the rows seat by seat from the top down, then draw, card, discards, unseen. `card` is the
 * one to be placed next, the highest of the draw. */
static inline int ofc_view_sets(int seats) { return OFC_ROWS * seats + 4; }
/* The numbers beside them: street, behind, to_place, to_discard, inside seat by seat, then stacks. */
static inline int ofc_view_scalars(int seats, int stacks) { return 4 + seats + stacks; }

/* Writes the sets as 64-bit masks, or as planes: OFC_DECK bytes of 0 and 1 for each set. */
void ofc_view_bits(const struct ofc_view *view, uint64_t *bits);
void ofc_view_planes(const struct ofc_view *view, uint8_t *planes);

void ofc_view_numbers(const struct ofc_view *view, int32_t *scalars);

/* --- Actions ------------------------------------------------------------------------------------------------------ */

/* One card: the row of the highest card of the draw, or OFC_DISCARDED. A turn: a digit to the base 4 for each card of
 * the draw, the highest card first and in the lowest digit; no more than OFC_TURN_CARDS of them. */
enum { OFC_CARD_ACTIONS = 4, OFC_TURN_CARDS = 5, OFC_TURN_ACTIONS = 1 << 2 * OFC_TURN_CARDS };

/* Which actions are legal: a byte 1 or 0 for each; all are 0 outside its turn. */
void ofc_view_card_mask(const struct ofc_view *view, uint8_t mask[OFC_CARD_ACTIONS]);
void ofc_view_turn_mask(const struct ofc_view *view, uint8_t mask[OFC_TURN_ACTIONS]);

#endif
