/* A seat: the board of a player while it fills, and what may still come to it. Every engine that places cards uses
 * it. */
#ifndef OFCKIT_SRC_SEAT_H
#define OFCKIT_SRC_SEAT_H

#include "ofckit/joker.h"

/* One street of a hand: so many cards are dealt to a seat, and so many of them placed; the others are discarded. */
struct ofc_street {
    uint8_t deal, place;
};

struct ofc_seat {
    uint8_t row[OFC_ROWS][OFC_MOST_OF_ROW]; /* the cards of each row, in any order */
    uint8_t held[OFC_ROWS];                 /* how many there are */
    uint64_t unseen; /* the cards (jokers too) that may be anywhere: in the deck, in hidden hands */
};

/* Where a card of a draw goes: to a row, or away. */
enum { OFC_DISCARDED = OFC_ROWS };

static inline int ofc_free_places(const struct ofc_seat *seat, int row) { return ofc_row_size(row) - seat->held[row]; }

static inline int ofc_cards_held(const struct ofc_seat *seat)
{
    return seat->held[OFC_TOP] + seat->held[OFC_MIDDLE] + seat->held[OFC_BOTTOM];
}

static inline void ofc_put(struct ofc_seat *seat, int row, uint8_t card) { seat->row[row][seat->held[row]++] = card; }

/* Puts the cards of a draw where `to` says. */
static inline void ofc_put_draw(struct ofc_seat *seat, const uint8_t *draw, int deal, const uint8_t *to)
{
    for (int i = 0; i < deal; i++)
        if (to[i] != OFC_DISCARDED)
            ofc_put(seat, to[i], draw[i]);
}

static inline uint64_t ofc_row_set(const struct ofc_seat *seat, int row)
{
    return ofc_set_of(seat->row[row], seat->held[row]);
}

/* A full board as thirteen cards, top first. */
static inline void ofc_spell_board(const struct ofc_seat *seat, uint8_t board[OFC_BOARD_CARDS])
{
    for (int row = 0; row < OFC_ROWS; row++)
        for (int i = 0; i < ofc_row_size(row); i++)
            *board++ = seat->row[row][i];
}

/* The strengths of a full board, jokers or not. */
static inline struct ofc_rows ofc_seat_rows(const struct ofc_rules *rules, const struct ofc_seat *seat)
{
    uint8_t board[OFC_BOARD_CARDS];
    ofc_spell_board(seat, board);
    return ofc_read_board(rules, board);
}

#endif
