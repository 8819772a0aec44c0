/* A seat: the board of a player while it fills, and what may still come to it. Every engine that places cards uses
 * it. */
#ifndef OFCKIT_SRC_SEAT_H
#define OFCKIT_SRC_SEAT_H

#include "ofckit/joker.h"
#include "ofckit/score.h"

/* One street of a hand: how many cards are dealt to a seat, and how many of them placed; the others are discarded. */
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

/* The same, but each row keeps its highest card first: nothing may depend on the order of the deal. */
static inline void ofc_put_down(struct ofc_seat *seat, int row, uint8_t card)
{
    uint8_t *cards = seat->row[row];
    int at = seat->held[row]++;
    for (; at > 0 && cards[at - 1] < card; at--)
        cards[at] = cards[at - 1];
    cards[at] = card;
}

/* Highest cards first. */
static inline void ofc_sort_down(uint8_t *cards, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && cards[j] > cards[j - 1]; j--) {
            uint8_t card = cards[j];
            cards[j] = cards[j - 1];
            cards[j - 1] = card;
        }
}

/* Puts the cards of a draw where `to` says. */
static inline void ofc_put_draw(struct ofc_seat *seat, const uint8_t *draw, int deal, const uint8_t *to)
{
    for (int i = 0; i < deal; i++)
        if (to[i] != OFC_DISCARDED)
            ofc_put(seat, to[i], draw[i]);
}

/* Says where each card of a draw goes. `sorted` are the same cards in the order of a search; bit i of row[r] is set
 * where the i-th of them goes to row r. */
static inline void ofc_spell_draw(const uint8_t *draw, int deal, const uint8_t *sorted, const uint32_t row[OFC_ROWS],
                                  uint8_t *to)
{
    for (int i = 0; i < deal; i++) {
        int at = 0;
        while (sorted[at] != draw[i])
            at++;
        to[i] = OFC_DISCARDED;
        for (int r = 0; r < OFC_ROWS; r++)
            if (row[r] >> at & 1)
                to[i] = (uint8_t)r;
    }
}

/* Places `place` of the cards of a draw in every way there is, and calls `placed` with each board; the seat is as
 * before when all is done. */
static inline void ofc_place_each(struct ofc_seat *seat, const uint8_t *draw, int deal, int place,
                                  void (*placed)(void *self, const struct ofc_seat *seat), void *self)
{
    if (place == 0) {
        placed(self, seat);
        return;
    }
    for (int row = 0; row < OFC_ROWS; row++) {
        if (!ofc_free_places(seat, row))
            continue;
        ofc_put(seat, row, draw[0]);
        ofc_place_each(seat, draw + 1, deal - 1, place - 1, placed, self);
        seat->held[row]--;
    }
    if (deal > place)
        ofc_place_each(seat, draw + 1, deal - 1, place, placed, self);
}

static inline uint64_t ofc_row_set(const struct ofc_seat *seat, int row)
{
    return ofc_set_of(seat->row[row], seat->held[row]);
}

/* All cards of a board. */
static inline uint64_t ofc_board_set(const struct ofc_seat *seat)
{
    return ofc_row_set(seat, OFC_TOP) | ofc_row_set(seat, OFC_MIDDLE) | ofc_row_set(seat, OFC_BOTTOM);
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

/* A full board as it is settled. */
static inline struct ofc_player ofc_show_seat(const struct ofc_rules *rules, const struct ofc_seat *seat)
{
    uint8_t board[OFC_BOARD_CARDS];
    ofc_spell_board(seat, board);
    return ofc_show_cards(rules, ofc_read_board(rules, board), OFC_LIVE, board);
}

#endif
