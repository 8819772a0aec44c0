/* Rules as numbers: what a row earns, what a foul costs, what the rows won are worth, what jokers may be, and who plays
 * the next hand in Fantasyland. No variant has a name here. */
#ifndef OFCKIT_RULES_H
#define OFCKIT_RULES_H

#include "board.h"

enum ofc_earner { OFC_EARN_BOTH, OFC_EARN_ROW_WINNER, OFC_EARN_PAIR_WINNER };

/* The results of three rows as one number: each row -1 (lost), 0 (tied) or 1 (won). */
enum { OFC_RESULTS = 27, OFC_ALL_WON = 26 };

static inline int ofc_result_index(int top, int middle, int bottom) { return 9 * top + 3 * middle + bottom + 13; }

/* The row passes when its strength lies in low..high. */
struct ofc_test {
    uint8_t row;
    uint16_t low, high;
};

/* A way into Fantasyland: every row lies inside its limits. */
struct ofc_entry {
    uint8_t cards;
    uint16_t low[OFC_ROWS], high[OFC_ROWS];
};

enum { OFC_MAX_ENTRIES = 32, OFC_MAX_STAYS = 32 };
enum { OFC_FANTASYLAND_FEWEST = OFC_BOARD_CARDS, OFC_FANTASYLAND_MOST = 17 }; /* cards of a hand that can be searched */
enum { OFC_REPEAT_SAME = 0, OFC_REPEAT_BY_ENTRY = -1 };

struct ofc_fantasyland {
    uint8_t entries, stays;
    struct ofc_entry entry[OFC_MAX_ENTRIES]; /* most cards first: the first one met counts */
    struct ofc_test stay[OFC_MAX_STAYS];     /* any one passed is enough to stay */
    int8_t repeat;                           /* cards after a stay, or OFC_REPEAT_SAME or OFC_REPEAT_BY_ENTRY */
    uint8_t fewest;                          /* cards after a stay by entry where no entry is met */
    bool button_moves;                       /* also while somebody is in Fantasyland */
};

/* Thirteen cards that win outright, before any row is compared: see natural.h. The rarer first. */
enum ofc_natural_kind {
    OFC_ONE_SUIT,
    OFC_THREE_STRAIGHT_FLUSHES,
    OFC_TWELVE_OF_A_SUIT,
    OFC_THREE_QUADS,
    OFC_FOUR_TRIPS,
    OFC_DRAGON,
    OFC_ALL_HIGH,
    OFC_ALL_LOW,
    OFC_ONE_COLOR,
    OFC_TWELVE_OF_A_COLOR,
    OFC_NO_PICTURES,
    OFC_THREE_FLUSHES,
    OFC_THREE_STRAIGHTS,
    OFC_TRIPS_AND_FIVE_PAIRS,
    OFC_SIX_PAIRS,
    OFC_NATURAL_KINDS
};

struct ofc_natural {
    uint8_t kind;   /* enum ofc_natural_kind */
    int16_t points; /* from each opponent */
};

struct ofc_rules {
    int16_t royalty[OFC_ROWS][OFC_STRENGTHS];     /* points by row and strength: see ofc_royalty */
    uint16_t lowest[OFC_ROWS], highest[OFC_ROWS]; /* outside lowest..highest a row earns nothing; neither end earns */
    int16_t row_points[OFC_RESULTS];              /* points of the first player by ofc_result_index */
    int16_t foul_points;                          /* what a foul board pays to each legal one, royalties apart */
    int16_t surrender_points;                     /* what a surrendered board pays to each live one */
    uint16_t low_middle_max; /* the strongest middle that qualifies where the middle is played low */
    bool low_middle;         /* the middle is played for low, and is not compared with the others */
    bool strict_rows;        /* an equal middle and bottom are a foul too */
    bool foul_pays_royalties;
    uint8_t earner;         /* enum ofc_earner */
    uint8_t jokers;         /* in the deck */
    bool joker_may_copy;    /* a joker may double a card of another row of the same board */
    bool jokers_row_by_row; /* every row as strong as it can be, even into a foul */
    uint8_t naturals;       /* how many kinds win outright, the best first */
    struct ofc_natural natural[OFC_NATURAL_KINDS];
    int16_t table_sweep;      /* from each opponent to the one who beats all of them in all rows */
    bool table_sweep_doubles; /* all that they settle with each is paid twice */
    int32_t loss_cap;         /* nobody loses more in a hand; 0: there is no cap */
    bool button_acts_first;
    struct ofc_fantasyland fantasyland;
};

/* Foul by these rules. Where the middle is played low it must qualify, and the bottom must not be below the top. */
static inline bool ofc_fouls(const struct ofc_rules *rules, struct ofc_rows rows)
{
    uint16_t top = rows.strength[OFC_TOP], middle = rows.strength[OFC_MIDDLE], bottom = rows.strength[OFC_BOTTOM];
    if (rules->low_middle)
        return (bottom < top) | (middle > rules->low_middle_max);
    return ofc_is_foul(top, middle, bottom) | (rules->strict_rows & (middle == bottom));
}

/* What a row earns. Strengths outside the paying ones are all looked up at one end, which stays in the cache. */
static inline int16_t ofc_royalty(const struct ofc_rules *rules, int row, uint16_t strength)
{
    uint16_t lowest = rules->lowest[row], highest = rules->highest[row];
    strength = strength < lowest ? lowest : strength;
    strength = strength > highest ? highest : strength;
    return rules->royalty[row][strength];
}

/* Cards of the hand in Fantasyland that a legal board of a normal hand earns, 0 for none. */
static inline int ofc_fantasyland_cards(const struct ofc_rules *rules, struct ofc_rows rows)
{
    const struct ofc_fantasyland *fantasyland = &rules->fantasyland;
    for (int e = 0; e < fantasyland->entries; e++) {
        const struct ofc_entry *entry = &fantasyland->entry[e];
        bool met = true;
        for (int row = 0; row < OFC_ROWS; row++)
            met &= (entry->low[row] <= rows.strength[row]) & (rows.strength[row] <= entry->high[row]);
        if (met)
            return entry->cards;
    }
    return 0;
}

/* Whether a legal board set in Fantasyland stays there. */
static inline bool ofc_stays(const struct ofc_rules *rules, struct ofc_rows rows)
{
    for (int i = 0; i < rules->fantasyland.stays; i++) {
        struct ofc_test test = rules->fantasyland.stay[i];
        if (test.low <= rows.strength[test.row] && rows.strength[test.row] <= test.high)
            return true;
    }
    return false;
}

/* Cards of the next hand in Fantasyland that a legal board earns, 0 for a normal hand; `inside`: cards of this one. */
static inline int ofc_next_cards(const struct ofc_rules *rules, int inside, struct ofc_rows rows)
{
    int repeat = rules->fantasyland.repeat;
    if (!inside)
        return ofc_fantasyland_cards(rules, rows);
    if (!ofc_stays(rules, rows))
        return 0;
    if (repeat != OFC_REPEAT_BY_ENTRY)
        return repeat == OFC_REPEAT_SAME ? inside : repeat;
    int cards = ofc_fantasyland_cards(rules, rows);
    return cards ? cards : rules->fantasyland.fewest;
}

/* Finds lowest and highest; to be called once royalty is filled. royalty[row][0] is 0; an end that pays stays an
 * end. */
static inline void ofc_find_paying(struct ofc_rules *rules)
{
    for (int row = 0; row < OFC_ROWS; row++) {
        int low = 0, high = OFC_STRENGTHS - 1;
        while (low + 1 < high && !rules->royalty[row][low + 1])
            low++;
        while (high - 1 > low && !rules->royalty[row][high])
            high--;
        rules->lowest[row] = (uint16_t)low;
        rules->highest[row] = (uint16_t)(high + 1 < OFC_STRENGTHS ? high + 1 : high);
    }
}

#endif
