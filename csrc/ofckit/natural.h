/* Naturals of closed Chinese poker: thirteen cards that win outright, however they are set. */
#ifndef OFCKIT_NATURAL_H
#define OFCKIT_NATURAL_H

#include "rules.h"

/* Thirteen cards counted: by rank four bits each, the two in the lowest; by suit. */
struct ofc_counted {
    uint64_t ranks, set;
    int suit[4];
    int pairs, trips, quads; /* pairs: two of them in four of a rank; trips: ranks with three or four */
};

static inline struct ofc_counted ofc_count_cards(const uint8_t *cards)
{
    struct ofc_counted all = {0, 0, {0, 0, 0, 0}, 0, 0, 0};
    for (int i = 0; i < OFC_BOARD_CARDS; i++) {
        all.ranks += UINT64_C(1) << 4 * (cards[i] >> 2);
        all.set |= UINT64_C(1) << cards[i];
        all.suit[cards[i] & 3]++;
    }
    for (int rank = 0; rank < 13; rank++) {
        int n = (int)(all.ranks >> 4 * rank & 15);
        all.pairs += n / 2;
        all.trips += n >= 3;
        all.quads += n >= 4;
    }
    return all;
}

/* Ranks in a row, `low` -1 for an ace below the two, as counts; 0 where they would pass the ace. */
static inline uint64_t ofc_run(int low, int length)
{
    uint64_t run = 0;
    if (low + length > 13)
        return 0;
    for (int i = low; i < low + length; i++)
        run |= UINT64_C(1) << 4 * (i < 0 ? 12 : i);
    return run;
}

/* Whether the counts of `part`, each 0 or 1, are among those of `all`. */
static inline bool ofc_has_run(uint64_t all, uint64_t part)
{
    uint64_t held = (all | all >> 1 | all >> 2 | all >> 3) & UINT64_C(0x1111111111111);
    return part && (held & part) == part;
}

/* Three straights, of three, five and five cards. */
static inline bool ofc_three_straights(uint64_t ranks)
{
    for (int a = -1; a < 11; a++) {
        if (!ofc_has_run(ranks, ofc_run(a, 3)))
            continue;
        uint64_t ten = ranks - ofc_run(a, 3);
        for (int b = -1; b < 9; b++)
            for (int c = b; ofc_has_run(ten, ofc_run(b, 5)) && c < 9; c++)
                if (ten - ofc_run(b, 5) == ofc_run(c, 5))
                    return true;
    }
    return false;
}

/* Every suit makes up whole rows. */
static inline bool ofc_three_flushes(const int *suit)
{
    int threes = 0;
    for (int i = 0; i < 4; i++) {
        int n = suit[i], three = n % 5 == 3;
        if (n % 5 && !three)
            return false;
        threes += three;
    }
    return threes == 1;
}

/* The cards of a run in one suit. */
static inline uint64_t ofc_suited_run(int low, int length, int suit)
{
    uint64_t run = ofc_run(low, length);
    return run << suit;
}

static inline bool ofc_three_straight_flushes(uint64_t set)
{
    for (int s = 0; s < 4; s++)
        for (int a = -1; a < 11; a++) {
            uint64_t front = ofc_suited_run(a, 3, s);
            if ((set & front) != front)
                continue;
            for (int t = 0; t < 4; t++)
                for (int b = -1; b < 9; b++) {
                    uint64_t five = ofc_suited_run(b, 5, t), rest = set & ~front & ~five;
                    if (((set & ~front) & five) != five)
                        continue;
                    for (int u = 0; u < 4; u++)
                        for (int c = -1; c < 9; c++)
                            if (rest == ofc_suited_run(c, 5, u))
                                return true;
                }
        }
    return false;
}

static inline bool ofc_is_natural(const struct ofc_counted *all, int kind)
{
    const int *suit = all->suit;
    int red = suit[1] + suit[2],
        pictures = (int)((all->ranks >> 36 & 15) + (all->ranks >> 40 & 15) + (all->ranks >> 44 & 15));
    switch (kind) {
    case OFC_ONE_SUIT: return suit[0] == 13 || suit[1] == 13 || suit[2] == 13 || suit[3] == 13;
    case OFC_TWELVE_OF_A_SUIT: return suit[0] == 12 || suit[1] == 12 || suit[2] == 12 || suit[3] == 12;
    case OFC_THREE_STRAIGHT_FLUSHES: return ofc_three_flushes(suit) && ofc_three_straight_flushes(all->set);
    case OFC_THREE_QUADS: return all->quads == 3;
    case OFC_FOUR_TRIPS: return all->trips == 4;
    case OFC_DRAGON: return all->ranks == UINT64_C(0x1111111111111);
    case OFC_ALL_HIGH: return !(all->ranks & UINT64_C(0xffffff));       /* no 2 to 7 */
    case OFC_ALL_LOW: return !(all->ranks & UINT64_C(0xffffff0000000)); /* no 9 to A */
    case OFC_ONE_COLOR: return red == 0 || red == 13;
    case OFC_TWELVE_OF_A_COLOR: return red == 1 || red == 12;
    case OFC_NO_PICTURES: return pictures == 0;
    case OFC_THREE_FLUSHES: return ofc_three_flushes(suit);
    case OFC_THREE_STRAIGHTS: return ofc_three_straights(all->ranks);
    case OFC_TRIPS_AND_FIVE_PAIRS: return all->pairs == 6 && all->trips - all->quads == 1;
    case OFC_SIX_PAIRS: return all->pairs == 6;
    default: return false;
    }
}

/* The best natural that thirteen cards (no jokers) are, by its place in the rules from 1; 0 for none. */
static inline int ofc_natural_of(const struct ofc_rules *rules, const uint8_t *cards)
{
    if (!rules->naturals)
        return 0;
    struct ofc_counted all = ofc_count_cards(cards);
    for (int i = 0; i < rules->naturals; i++)
        if (ofc_is_natural(&all, rules->natural[i].kind))
            return i + 1;
    return 0;
}

#endif
