/* Boards that can be saved are those that some completion saves, for any board, few cards left or many; what the first
 * try remembers from board to board changes nothing. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "play/ahead.h"
#include "seats.h"

enum { BOARDS = 20000 };

static struct ofc_rules rules;

/* Tries every card of `left` in the next free place. */
static bool completes(struct ofc_seat *seat, uint64_t left)
{
    for (int row = 0; row < OFC_ROWS; row++) {
        if (!ofc_free_places(seat, row))
            continue;
        for (uint64_t cards = left; cards; cards &= cards - 1) {
            int card = ofc_lowest(cards);
            ofc_put(seat, row, (uint8_t)card);
            bool saved = completes(seat, left & ~ofc_bit(card));
            seat->held[row]--;
            if (saved)
                return true;
        }
        return false;
    }
    return !ofc_fouls(&rules, ofc_seat_rows(&rules, seat));
}

/* A deck in which cards that go together stand together, more or less. */
static void order(struct ofc_rng *rng, uint8_t *deck)
{
    shuffled(rng, 0, deck);
    int kind = at_most(rng, 3);
    for (int i = 0; kind && i < OFC_CARDS; i++) {
        int j = at_most(rng, OFC_CARDS - 1);
        int a = kind == 1 ? deck[i] & 3 : deck[i] >> kind, b = kind == 1 ? deck[j] & 3 : deck[j] >> kind;
        if ((i < j) == (a > b)) {
            uint8_t card = deck[i];
            deck[i] = deck[j], deck[j] = card;
        }
    }
}

int main(void)
{
    struct ofc_rng rng;
    struct ofc_ahead *ahead = malloc(sizeof *ahead), *kept = malloc(sizeof *kept);
    int counted[2] = {0, 0};
    assert(ahead && kept);
    ofc_rng_seed(&rng, 16, 0);
    for (int i = 0; i < BOARDS; i++) {
        uint8_t deck[OFC_DECK];
        set_rules(&rules);
        rules.low_middle = i % 3 == 1;
        rules.strict_rows = i % 3 == 2;
        order(&rng, deck);
        int held = OFC_BOARD_CARDS - at_most(&rng, 3), left = at_most(&rng, 6);
        struct ofc_seat seat = any_seat(&rng, deck, held, left);
        ofc_look_begin(ahead, &rules, seat.unseen);
        struct ofc_prospect found = ofc_look_ahead(ahead, &seat);
        assert(found.fate == (completes(&seat, seat.unseen) ? OFC_SAVED : OFC_LOST));
        counted[found.fate]++;
    }
    for (int i = 0; i < BOARDS / 20; i++) {
        uint8_t deck[OFC_DECK];
        set_rules(&rules);
        shuffled(&rng, 2, deck);
        uint64_t unseen = ofc_set_of(deck + OFC_BOARD_CARDS, 20);
        ofc_look_begin(kept, &rules, unseen);
        for (int held = 0; held <= OFC_BOARD_CARDS; held++) {
            struct ofc_seat seat = any_seat(&rng, deck, held, 0);
            ofc_look_begin(ahead, &rules, unseen);
            assert(ofc_look_ahead(ahead, &seat).fate == ofc_look_ahead(kept, &seat).fate);
        }
    }
    free(ahead);
    free(kept);
    assert(counted[OFC_LOST] > BOARDS / 4 && counted[OFC_SAVED] > BOARDS / 10);
    printf("ahead: %d boards lost, %d saved\n", counted[OFC_LOST], counted[OFC_SAVED]);
    return 0;
}
