/* Boards with jokers: what each joker stands for, decided once for the whole board and for every purpose.
 *
 * Of all ways to give every joker a card, the best for its holder: no foul before a foul, then most royalties, then most
 * Fantasyland cards, then the strongest bottom, middle, top. A joker never doubles a card of its own row (so there is no
 * five of a kind) and, unless the rules let it, no card of the board. */
#ifndef OFCKIT_JOKER_H
#define OFCKIT_JOKER_H

#include "rules.h"

enum { OFC_MAX_JOKERS = 2, OFC_MAX_ENTRIES = 32 };

/* A board that earns Fantasyland has every row inside its limits. */
struct ofc_entry {
    uint8_t cards;
    uint16_t low[OFC_ROWS], high[OFC_ROWS];
};

struct ofc_joker_rules {
    bool may_copy;    /* a joker may double a card of another row of the same board */
    bool row_by_row;  /* every row as strong as it can be, even into a foul */
    uint8_t entries;  /* most cards first */
    struct ofc_entry entry[OFC_MAX_ENTRIES];
};

static inline int ofc_row_of_place(int place) { return place < 3 ? OFC_TOP : place < 8 ? OFC_MIDDLE : OFC_BOTTOM; }

static inline int ofc_fantasyland_cards(const struct ofc_joker_rules *jokers, struct ofc_rows rows)
{
    for (int e = 0; e < jokers->entries; e++) {
        const struct ofc_entry *entry = &jokers->entry[e];
        bool met = true;
        for (int row = 0; row < OFC_ROWS; row++)
            met &= (entry->low[row] <= rows.strength[row]) & (rows.strength[row] <= entry->high[row]);
        if (met)
            return entry->cards;
    }
    return 0;
}

/* How good a board is for its holder: compared first by `worth`, then by `strength`. */
struct ofc_merit {
    int64_t worth, strength;
};

static inline struct ofc_merit ofc_merit_of(const struct ofc_rules *rules, const struct ofc_joker_rules *jokers,
                                            struct ofc_rows rows)
{
    int64_t top = rows.strength[OFC_TOP], middle = rows.strength[OFC_MIDDLE], bottom = rows.strength[OFC_BOTTOM];
    struct ofc_merit merit = {0, bottom << 32 | (rules->low_middle ? OFC_STRENGTHS - middle : middle) << 16 | top};
    if (jokers->row_by_row || ofc_fouls(rules, rows))
        return merit;
    int royalties = 0;
    for (int row = 0; row < OFC_ROWS; row++)
        royalties += ofc_royalty(rules, row, rows.strength[row]);
    merit.worth = INT64_C(1) << 40 | (int64_t)(royalties + 0x20000) << 8 | ofc_fantasyland_cards(jokers, rows);
    return merit;
}

static inline bool ofc_is_better(struct ofc_merit a, struct ofc_merit b)
{
    return a.worth > b.worth || (a.worth == b.worth && a.strength > b.strength);
}

/* A board being resolved: the natural cards of each row, where the jokers lie, and the best way so far. */
struct ofc_resolver {
    ofc_key key[OFC_ROWS];
    uint64_t held[OFC_ROWS];
    int joker[OFC_MAX_JOKERS], jokers;
    struct ofc_merit best;
    struct ofc_rows rows;
    int card[OFC_MAX_JOKERS];
};

/* The cards that a joker of this row may become. */
static inline uint64_t ofc_open_to(const struct ofc_resolver *r, int row, bool may_copy)
{
    uint64_t taken = may_copy ? r->held[row] : r->held[OFC_TOP] | r->held[OFC_MIDDLE] | r->held[OFC_BOTTOM];
    return ~taken & ((UINT64_C(1) << OFC_CARDS) - 1);
}

/* Tries every card for the joker number `j` and those after it. */
static inline void ofc_try_jokers(struct ofc_resolver *r, const struct ofc_rules *rules,
                                  const struct ofc_joker_rules *jokers, int j, int card[OFC_MAX_JOKERS])
{
    if (j >= r->jokers || j >= OFC_MAX_JOKERS) {
        struct ofc_rows rows = {{ofc_strength_plain(r->key[OFC_TOP]), ofc_strength(r->key[OFC_MIDDLE]),
                                 ofc_strength(r->key[OFC_BOTTOM])}};
        struct ofc_merit merit = ofc_merit_of(rules, jokers, rows);
        if (ofc_is_better(merit, r->best)) {
            r->best = merit;
            r->rows = rows;
            for (int i = 0; i < r->jokers; i++)
                r->card[i] = card[i];
        }
        return;
    }
    int row = ofc_row_of_place(r->joker[j]);
    uint64_t open = ofc_open_to(r, row, jokers->may_copy);
    for (int c = OFC_CARDS - 1; c >= 0; c--) { /* the highest card first: of equal ways the first one stays */
        if (!(open >> c & 1))
            continue;
        card[j] = c;
        r->key[row] += ofc_key_card(c);
        r->held[row] |= ofc_bit(c);
        ofc_try_jokers(r, rules, jokers, j + 1, card);
        r->key[row] -= ofc_key_card(c);
        r->held[row] &= ~ofc_bit(c);
    }
}

/* Gives the jokers (52, 53) of thirteen cards their cards, in place; the strengths of the rows. */
static inline struct ofc_rows ofc_resolve_board(const struct ofc_rules *rules, const struct ofc_joker_rules *jokers,
                                                uint8_t *cards)
{
    struct ofc_resolver r = {.key = {OFC_NO_CARDS, OFC_NO_CARDS, OFC_NO_CARDS}, .best = {-1, -1}};
    for (int i = 0; i < OFC_BOARD_CARDS; i++) {
        if (cards[i] >= OFC_JOKER && r.jokers < OFC_MAX_JOKERS) {
            r.joker[r.jokers++] = i;
        } else {
            r.key[ofc_row_of_place(i)] += ofc_key_card(cards[i]);
            r.held[ofc_row_of_place(i)] |= ofc_bit(cards[i]);
        }
    }
    int card[OFC_MAX_JOKERS];
    ofc_try_jokers(&r, rules, jokers, 0, card);
    for (int j = 0; j < r.jokers; j++)
        cards[r.joker[j]] = (uint8_t)r.card[j];
    return r.rows;
}

#endif
