/* Views as arrays. */
#include "play/view.h"

#include <string.h>

static uint64_t highest_of(uint64_t set)
{
    for (int by = 1; by < 64; by *= 2)
        set |= set >> by;
    return set ^ set >> 1;
}

void ofc_view_bits(const struct ofc_view *view, uint64_t *bits)
{
    for (int seat = 0; seat < view->seats; seat++)
        for (int row = 0; row < OFC_ROWS; row++)
            *bits++ = view->row[seat][row];
    bits[0] = view->draw;
    bits[1] = view->to_place + view->to_discard ? highest_of(view->draw) : 0;
    bits[2] = view->discards;
    bits[3] = view->unseen;
}

/* Eight bits as eight bytes, the lowest bit first. Seven of them take one multiplication: bit i meets 2^(7 i). */
static void spread(uint64_t bits, uint8_t *to)
{
    uint64_t bytes = (bits & 0x7F) * UINT64_C(0x0002040810204081) & UINT64_C(0x0101010101010101);
    bytes |= (bits & 0x80) << 49;
    for (int i = 0; i < 8; i++)
        to[i] = (uint8_t)(bytes >> 8 * i);
}

void ofc_view_planes(const struct ofc_view *view, uint8_t *planes)
{
    uint64_t bits[OFC_ROWS * OFC_MOST_SEATS + 4];
    ofc_view_bits(view, bits);
    for (int i = 0; i < ofc_view_sets(view->seats); i++, planes += OFC_DECK) {
        for (int at = 0; at + 8 <= OFC_DECK; at += 8)
            spread(bits[i] >> at & 0xFF, planes + at);
        spread(bits[i] >> (OFC_DECK - 8) & 0xFF, planes + OFC_DECK - 8);
    }
}

void ofc_view_numbers(const struct ofc_view *view, int32_t *scalars)
{
    scalars[0] = view->street;
    scalars[1] = view->behind;
    scalars[2] = view->to_place;
    scalars[3] = view->to_discard;
    scalars += 4;
    for (int i = 0; i < view->seats; i++)
        *scalars++ = view->inside[i];
    for (int i = 0; i < view->stacks; i++)
        *scalars++ = view->stack[i];
}

/* --- Actions ------------------------------------------------------------------------------------------------------ */

/* Free places by row, but no more than there are cards to place; then the cards to discard. */
static void room_of(const struct ofc_view *view, int room[OFC_ROWS + 1])
{
    for (int row = 0; row < OFC_ROWS; row++) {
        int places = ofc_row_size(row) - ofc_count(view->row[0][row]);
        room[row] = places < view->to_place ? places : view->to_place;
    }
    room[OFC_DISCARDED] = view->to_discard;
}

void ofc_view_card_mask(const struct ofc_view *view, uint8_t mask[OFC_CARD_ACTIONS])
{
    int room[OFC_ROWS + 1];
    room_of(view, room);
    for (int to = 0; to < OFC_CARD_ACTIONS; to++)
        mask[to] = room[to] > 0;
}

/* Marks every way to send `cards` more cards where there is room, as many as are to be placed and discarded; their
 * digits begin at `shift`. */
static void mark(uint8_t *mask, int action, int shift, int cards, int to_place, int room[OFC_ROWS + 1])
{
    if (cards == 0) {
        mask[action] = 1;
        return;
    }
    for (int to = 0; to <= OFC_DISCARDED; to++) {
        int placed = to != OFC_DISCARDED;
        if (!room[to] || (placed && !to_place))
            continue;
        room[to]--;
        mark(mask, action | to << shift, shift + 2, cards - 1, to_place - placed, room);
        room[to]++;
    }
}

void ofc_view_turn_mask(const struct ofc_view *view, uint8_t mask[OFC_TURN_ACTIONS])
{
    int room[OFC_ROWS + 1], cards = view->to_place + view->to_discard;
    memset(mask, 0, OFC_TURN_ACTIONS);
    room_of(view, room);
    if (cards && cards <= OFC_TURN_CARDS)
        mark(mask, 0, 0, cards, view->to_place, room);
}
