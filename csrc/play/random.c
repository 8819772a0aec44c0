/* The random player; see random.h. */
#include "play/random.h"

#include "play/playout.h"

/* What the player sees as one number, whatever the order of its cards. */
static uint64_t hash_of(const struct ofc_seat *seat, uint64_t draw)
{
    uint64_t hash = ofc_rng_mix(draw + OFC_RNG_GAMMA);
    for (int row = 0; row < OFC_ROWS; row++)
        hash = ofc_rng_mix((hash ^ ofc_row_set(seat, row)) + OFC_RNG_GAMMA);
    return ofc_rng_mix((hash ^ seat->unseen) + OFC_RNG_GAMMA);
}

void ofc_random_place(const void *self, const struct ofc_seat *seat, const uint8_t *draw, int deal, int place,
                      uint8_t *to)
{
    const struct ofc_random *bot = self;
    struct ofc_rng rng;
    uint8_t cards[OFC_DECK], row[OFC_BOARD_CARDS];
    uint64_t set = ofc_set_of(draw, deal);
    ofc_list_set(set, cards);
    ofc_rng_seed(&rng, bot->seed, hash_of(seat, set));
    ofc_rng_deal(&rng, cards, (uint32_t)deal, (uint32_t)deal);
    if (ofc_cards_held(seat) + place == OFC_BOARD_CARDS) {
        for (int r = 0, n = 0; r < OFC_ROWS; r++)
            for (int i = seat->held[r]; i < ofc_row_size(r); i++)
                row[n++] = (uint8_t)r;
    } else {
        ofc_scatter(&rng, place, seat->held, row);
    }
    for (int i = 0; i < deal; i++) {
        int at = 0;
        while (draw[at] != cards[i])
            at++;
        to[at] = i < place ? row[i] : OFC_DISCARDED;
    }
}
