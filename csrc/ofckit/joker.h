/* Boards with jokers: what each joker stands for, decided once for the whole board and for every purpose.
 *
 * Of all ways to give every joker a card, the best for its holder: no foul before a foul, then most royalties, then
 * most Fantasyland cards, then the strongest bottom, middle (the lowest where it is played low), top. A joker never
 * doubles a card of its own row (so there is no five of a kind) nor, unless the rules allow it, of its board.
 *
 * ofc_read_board is what the rules say. Searches that meet each row in many boards list what it may be with
 * ofc_row_strengths, and choose with ofc_weigh: exact where jokers may copy, else each board is read again. Two players
 * approximate, for speed, until a board is full: the policy takes each row for the best that its jokers can make of it
 * (policy.c), and greedy assumes that a joker always has the suit of its row (greedy.c). */
#ifndef OFCKIT_JOKER_H
#define OFCKIT_JOKER_H

#include "rules.h"

enum { OFC_MAX_WAYS = 2 * 91 }; /* of one row: two jokers have 91 pairs of ranks, and each makes a flush or none */

/* A strength that a row can have, what it earns, and the highest cards that make it: of two jokers a card each; of one
 * joker the card and the next best one (the same again where there is no other). */
struct ofc_way {
    uint16_t strength;
    int16_t royalty;
    uint8_t card[OFC_MAX_JOKERS];
};

/* A row: its natural cards, its jokers, and every strength that they can make of it. */
struct ofc_wild_row {
    ofc_key key;
    uint64_t held;
    int jokers, ways;
    struct ofc_way way[OFC_MAX_WAYS];
};

/* Adds a way unless it is one of those from `first` on; the highest cards come first. */
static inline void ofc_add_way(struct ofc_wild_row *row, int first, uint16_t strength, int a, int b)
{
    for (int i = first; i < row->ways; i++) {
        struct ofc_way *way = &row->way[i];
        if (way->strength == strength) {
            if (row->jokers == 1 && way->card[0] == way->card[1])
                way->card[1] = (uint8_t)a;
            return;
        }
    }
    struct ofc_way found = {strength, 0, {(uint8_t)a, (uint8_t)b}};
    row->way[row->ways++] = found;
}

static inline void ofc_ways_of_one(struct ofc_wild_row *row, uint64_t open)
{
    for (int rank = OFC_RANKS - 1; rank >= 0; rank--) {
        int first = row->ways;
        for (int c = 4 * rank + 3; c >= 4 * rank; c--)
            if (open >> c & 1)
                ofc_add_way(row, first, ofc_strength(row->key + ofc_key_card(c)), c, c);
    }
}

/* Two jokers of one row. Unless its natural cards share a suit, the first two cards of two ranks are enough. */
static inline void ofc_ways_of_two(struct ofc_wild_row *row, uint64_t open)
{
    bool suited = ofc_is_flush(row->key + (OFC_FLUSH_BITS >> 2));
    for (int pair = 0, high = OFC_RANKS - 1, low = high; pair < 91; pair++) {
        int first = row->ways;
        for (int a = 4 * high + 3; a >= 4 * high && (suited || row->ways == first); a--) {
            ofc_key key = row->key + ofc_key_card(a);
            for (int b = low == high ? a - 1 : 4 * low + 3; b >= 4 * low && (suited || row->ways == first); b--)
                if (open >> a & open >> b & 1)
                    ofc_add_way(row, first, ofc_strength(key + ofc_key_card(b)), a, b);
        }
        low = low ? low - 1 : --high;
    }
}

/* Finds the ways of a row whose jokers may become the open cards. */
static inline void ofc_find_ways(const struct ofc_rules *rules, int at, struct ofc_wild_row *row, uint64_t open)
{
    if (row->jokers == 0)
        ofc_add_way(row, 0, ofc_strength(row->key), OFC_JOKER, OFC_JOKER + 1);
    else if (row->jokers == 1)
        ofc_ways_of_one(row, open);
    else
        ofc_ways_of_two(row, open);
    for (int i = 0; i < row->ways; i++)
        row->way[i].royalty = ofc_royalty(rules, at, row->way[i].strength);
}

/* Every strength that a row can have by itself: its jokers may be any cards that it does not hold, a rank each, and of
 * the row's suit where that makes a flush. `sum` and `ranks` are of its natural cards: the keys, and four bits for each
 * rank that say how many there are. `flushes`: the row is to have five cards, and the natural ones share a suit. How
 * many strengths; all are different. */
static inline int ofc_row_strengths(uint32_t sum, uint64_t ranks, int jokers, bool flushes,
                                    uint16_t strength[OFC_MAX_WAYS])
{
    int n = 0;
    if (jokers == 0)
        strength[n++] = ofc_strength_of_sum(sum + flushes * OFC_FLUSH_SUM);
    for (int a = OFC_RANKS - 1; jokers == 1 && a >= 0; a--) {
        int held = ranks >> 4 * a & 15;
        uint32_t one = sum + (uint32_t)ofc_key_card(ofc_card(a, 0));
        if (held < OFC_SUITS)
            strength[n++] = ofc_strength_of_sum(one);
        if (flushes && !held)
            strength[n++] = ofc_strength_of_sum(one + OFC_FLUSH_SUM);
    }
    for (int a = OFC_RANKS - 1; jokers == 2 && a >= 0; a--)
        for (int b = a; b >= 0; b--) {
            int held = ranks >> 4 * a & 15, others = ranks >> 4 * b & 15;
            uint32_t two = sum + (uint32_t)(ofc_key_card(ofc_card(a, 0)) + ofc_key_card(ofc_card(b, 0)));
            if (a == b ? held + 2 <= OFC_SUITS : held < OFC_SUITS && others < OFC_SUITS)
                strength[n++] = ofc_strength_of_sum(two);
            if (flushes && a != b && !held && !others)
                strength[n++] = ofc_strength_of_sum(two + OFC_FLUSH_SUM);
        }
    return n;
}

/* The best way so far to resolve a board: `worth` counts first (no foul, royalties, Fantasyland), then `strength`. */
struct ofc_resolution {
    int64_t worth, strength;
    struct ofc_way way[OFC_ROWS];
};

static inline bool ofc_same_only_card(const struct ofc_way *a, const struct ofc_way *b)
{
    return (a->card[0] == a->card[1]) & (b->card[0] == b->card[1]) & (a->card[0] == b->card[0]);
}

/* Keeps this way if it is better. Two ways that are worth the same differ in the strength of a row. */
static inline void ofc_weigh(const struct ofc_rules *rules, const struct ofc_way *t, const struct ofc_way *m,
                             const struct ofc_way *b, struct ofc_resolution *best)
{
    struct ofc_rows rows = {{t->strength, m->strength, b->strength}};
    int64_t worth = 0, middle = rules->low_middle ? OFC_STRENGTHS - m->strength : m->strength;
    int64_t strength = (int64_t)b->strength << 32 | middle << 16 | t->strength;
    if (!rules->jokers_row_by_row && !ofc_fouls(rules, rows)) {
        worth = INT64_C(1) << 40 | (int64_t)(t->royalty + m->royalty + b->royalty + 0x20000) << 8;
        if ((worth | 0xFF) < best->worth)
            return;
        worth |= ofc_fantasyland_cards(rules, rows);
    }
    if (worth < best->worth || (worth == best->worth && strength <= best->strength))
        return;
    if (!rules->joker_may_copy && (ofc_same_only_card(t, m) || ofc_same_only_card(t, b) || ofc_same_only_card(m, b)))
        return;
    struct ofc_resolution found = {worth, strength, {*t, *m, *b}};
    *best = found;
}

/* Of two rows with a joker each, one takes its second card where both want the same. */
static inline void ofc_part(struct ofc_way *a, struct ofc_way *b)
{
    if (a->card[0] != b->card[0])
        return;
    if (b->card[0] != b->card[1])
        b->card[0] = b->card[1];
    else
        a->card[0] = a->card[1];
}

/* Splits thirteen cards into rows. Whatever is not a card counts as a joker, and jokers after the second are ignored:
 * any bytes make rows that the search below can take. */
static inline void ofc_split_board(const uint8_t *cards, struct ofc_wild_row row[OFC_ROWS])
{
    int jokers = 0;
    for (int r = 0; r < OFC_ROWS; r++)
        row[r].key = OFC_NO_CARDS, row[r].held = 0, row[r].jokers = row[r].ways = 0;
    for (int i = 0; i < OFC_BOARD_CARDS; i++) {
        struct ofc_wild_row *at = &row[ofc_row_of_place(i)];
        if (cards[i] < OFC_JOKER) {
            at->key += ofc_key_card(cards[i]);
            at->held |= ofc_bit(cards[i]);
        } else if (jokers++ < OFC_MAX_JOKERS) {
            at->jokers++;
        }
    }
}

/* Gives the jokers (52, 53) of thirteen cards their cards, in place; the strengths of the rows. Of ways that are equal
 * in all, the one with the highest cards. Two jokers at most; any bytes are safe, though what they mean is not
 * defined. */
static inline struct ofc_rows ofc_resolve_board(const struct ofc_rules *rules, uint8_t *cards)
{
    struct ofc_wild_row row[OFC_ROWS];
    struct ofc_way none = {0, 0, {0, 0}};
    struct ofc_resolution best = {-1, -1, {none, none, none}};
    ofc_split_board(cards, row);
    uint64_t held = row[OFC_TOP].held | row[OFC_MIDDLE].held | row[OFC_BOTTOM].held;
    for (int r = 0; r < OFC_ROWS; r++)
        ofc_find_ways(rules, r, &row[r], ofc_deck_of(0) & ~(rules->joker_may_copy ? row[r].held : held));
    for (int t = 0; t < row[OFC_TOP].ways; t++)
        for (int m = 0; m < row[OFC_MIDDLE].ways; m++)
            for (int b = 0; b < row[OFC_BOTTOM].ways; b++)
                ofc_weigh(rules, &row[OFC_TOP].way[t], &row[OFC_MIDDLE].way[m], &row[OFC_BOTTOM].way[b], &best);
    if (!rules->joker_may_copy) {
        ofc_part(&best.way[OFC_TOP], &best.way[OFC_MIDDLE]);
        ofc_part(&best.way[OFC_TOP], &best.way[OFC_BOTTOM]);
        ofc_part(&best.way[OFC_MIDDLE], &best.way[OFC_BOTTOM]);
    }
    int given[OFC_ROWS] = {0, 0, 0};
    for (int i = 0; i < OFC_BOARD_CARDS; i++) {
        int r = ofc_row_of_place(i);
        if (cards[i] >= OFC_JOKER && given[r] < row[r].jokers)
            cards[i] = best.way[r].card[given[r]++];
    }
    struct ofc_rows strengths = {
        {best.way[OFC_TOP].strength, best.way[OFC_MIDDLE].strength, best.way[OFC_BOTTOM].strength}};
    return strengths;
}

/* The strengths of the rows of thirteen cards, jokers or not. */
static inline struct ofc_rows ofc_read_board(const struct ofc_rules *rules, const uint8_t *cards)
{
    uint8_t resolved[OFC_BOARD_CARDS], highest = 0;
    for (int i = 0; i < OFC_BOARD_CARDS; i++) {
        resolved[i] = cards[i];
        highest = cards[i] > highest ? cards[i] : highest;
    }
    return highest < OFC_JOKER ? ofc_rank_board(resolved) : ofc_resolve_board(rules, resolved);
}

#endif
