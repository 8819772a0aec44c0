/* Whether a board can be saved.
 *
 * What counts in a row is its ranks, and whether it is a flush. So a way to fill a row is a set of ranks in any suits,
 * or five cards of one suit, and ways fit together when the deck has enough cards of every rank. Most boards are saved
 * by the weakest top, the strongest bottom and some middle between them, which is tried first; only then are all ways
 * listed and compared. Jokers on the board are free places here: a joker is as good as any card in its place. */
#include "play/ahead.h"

#include <stdlib.h>

static uint64_t one_of(int rank) { return UINT64_C(1) << 4 * rank; }

/* Bit 3 of each rank: set in `room` before a subtraction, it survives where there was enough. */
#define GUARD UINT64_C(0x8888888888888)

static bool fits(uint64_t room, uint64_t ranks) { return (((room | GUARD) - ranks) & GUARD) == GUARD; }

static uint64_t ranks_of(uint64_t cards)
{
    uint64_t ranks = 0;
    for (; cards; cards &= cards - 1)
        ranks += one_of(ofc_card_rank(ofc_lowest(cards)));
    return ranks;
}

/* The suits of a set of cards, as bits. */
static int suits_of(uint64_t cards)
{
    int suits = 0;
    for (; cards; cards >>= 4)
        suits |= (int)(cards & 15);
    return suits;
}

static bool one_at_most(int suits) { return !(suits & (suits - 1)); }

static uint32_t sum_of(uint64_t cards)
{
    uint32_t sum = 0;
    for (; cards; cards &= cards - 1)
        sum += (uint32_t)ofc_key_card(ofc_lowest(cards));
    return sum;
}

/* --- Walking through sets of ranks ----------------------------------------------------------------------------------- */

struct walk {
    uint64_t room;
    bool (*met)(struct walk *walk, const struct ofc_fill *fill); /* true ends the walk */
    struct ofc_ahead *ahead;
    struct ofc_fill best, *list;
    uint16_t low, high;
    uint64_t held;
    int n;
};

/* Meets every set of `left` more ranks, none below `from`, that there is room for; whether the walk was ended. */
static bool walk_ranks(struct walk *walk, int from, int left, uint64_t ranks, uint32_t sum)
{
    if (left == 0) {
        struct ofc_fill fill = {ranks, 0, ofc_strength_of_sum(sum)};
        return walk->met(walk, &fill);
    }
    for (int rank = from; rank < OFC_RANKS; rank++)
        if ((walk->room >> 4 * rank & 15) > (ranks >> 4 * rank & 15) &&
            walk_ranks(walk, rank, left - 1, ranks + one_of(rank), sum + (uint32_t)ofc_key_card(ofc_card(rank, 0))))
            return true;
    return false;
}

static bool walk_row(struct walk *walk, uint64_t held, int free)
{
    walk->held = held;
    return walk_ranks(walk, 0, free, 0, sum_of(held));
}

/* The strength of a full row. */
static uint16_t full_row(uint64_t held)
{
    ofc_key key = OFC_NO_CARDS;
    for (; held; held &= held - 1)
        key += ofc_key_card(ofc_lowest(held));
    return ofc_strength(key);
}

/* --- The first try --------------------------------------------------------------------------------------------------- */

static bool keep_weakest(struct walk *walk, const struct ofc_fill *fill)
{
    if (!walk->best.strength || fill->strength < walk->best.strength)
        walk->best = *fill;
    return false;
}

static bool keep_strongest(struct walk *walk, const struct ofc_fill *fill)
{
    if (fill->strength > walk->best.strength)
        walk->best = *fill;
    return false;
}

/* The weakest way to fill a top, the strongest by ranks to fill a bottom. */
static struct ofc_fill first_fill(struct ofc_ahead *ahead, uint64_t held, int free, bool top)
{
    if (free == 0) {
        struct ofc_fill full = {0, 0, full_row(held)};
        return full;
    }
    for (int i = 0; i < ahead->firsts; i++)
        if (ahead->first[i].held == held && ahead->first[i].top == top)
            return ahead->first[i].fill;
    struct walk walk = {.room = ahead->room, .met = top ? keep_weakest : keep_strongest};
    walk_row(&walk, held, free);
    if (ahead->firsts < OFC_FIRST_FILLS) {
        struct ofc_first_fill found = {held, walk.best, top};
        ahead->first[ahead->firsts++] = found;
    }
    return walk.best;
}

/* Whether new cards of these ranks in the middle must share the suit of those placed. */
static bool forced_flush(const struct ofc_ahead *ahead, uint64_t held, uint64_t ranks, uint64_t elsewhere)
{
    int suits = suits_of(held);
    for (int rank = 0; rank < OFC_RANKS && one_at_most(suits); rank++)
        if (ranks >> 4 * rank & 15)
            suits |= (int)((ahead->deck & ~elsewhere) >> 4 * rank & 15);
    return one_at_most(suits);
}

static bool lies_between(struct walk *walk, const struct ofc_fill *fill)
{
    return walk->low <= fill->strength && fill->strength <= walk->high &&
           !forced_flush(walk->ahead, walk->held, fill->ranks, 0);
}

static bool saved_at_once(struct ofc_ahead *ahead, const uint64_t held[OFC_ROWS], const int free[OFC_ROWS])
{
    const struct ofc_rules *rules = ahead->rules;
    struct ofc_fill top = first_fill(ahead, held[OFC_TOP], free[OFC_TOP], true);
    struct ofc_fill bottom = first_fill(ahead, held[OFC_BOTTOM], free[OFC_BOTTOM], false);
    uint64_t taken = top.ranks + bottom.ranks;
    if (!top.strength || bottom.strength < top.strength || !fits(ahead->room, taken))
        return false;
    struct walk walk = {.room = ahead->room - taken, .met = lies_between, .ahead = ahead};
    walk.low = rules->low_middle ? 0 : top.strength;
    walk.high = rules->low_middle ? rules->low_middle_max : (uint16_t)(bottom.strength - rules->strict_rows);
    if (free[OFC_MIDDLE] == 0) {
        uint16_t middle = full_row(held[OFC_MIDDLE]);
        return walk.low <= middle && middle <= walk.high;
    }
    return walk_row(&walk, held[OFC_MIDDLE], free[OFC_MIDDLE]);
}

/* --- All ways -------------------------------------------------------------------------------------------------------- */

static bool list_fill(struct walk *walk, const struct ofc_fill *fill)
{
    walk->list[walk->n++] = *fill;
    return false;
}

/* Lists five cards of a suit: those held and `left` more, none below `from`. */
static void list_flushes(struct walk *walk, int suit, int from, int left, uint64_t cards)
{
    if (left == 0) {
        struct ofc_fill fill = {ranks_of(cards), cards, full_row(walk->held | cards)};
        walk->list[walk->n++] = fill;
        return;
    }
    for (int rank = from; rank < OFC_RANKS; rank++)
        if (walk->ahead->deck & ofc_bit(ofc_card(rank, suit)))
            list_flushes(walk, suit, rank + 1, left - 1, cards | ofc_bit(ofc_card(rank, suit)));
}

static int weakest_first(const void *a, const void *b)
{
    return (int)((const struct ofc_fill *)a)->strength - (int)((const struct ofc_fill *)b)->strength;
}

/* Every way to fill a row, the weakest first; how many there are. */
static int list_fills(struct ofc_ahead *ahead, uint64_t held, int free, bool top, struct ofc_fill *list)
{
    if (free == 0) {
        struct ofc_fill full = {0, 0, full_row(held)};
        list[0] = full;
        return 1;
    }
    struct walk walk = {.room = ahead->room, .met = list_fill, .ahead = ahead, .list = list};
    walk_row(&walk, held, free);
    int suits = suits_of(held);
    for (int suit = 0; suit < OFC_SUITS && !top; suit++)
        if (!(suits & ~(1 << suit)))
            list_flushes(&walk, suit, 0, free, 0);
    qsort(list, (size_t)walk.n, sizeof *list, weakest_first);
    return walk.n;
}

/* Whether a top, the weakest first, goes with this middle and this bottom. */
static bool some_top(const struct ofc_ahead *ahead, uint64_t taken, uint16_t most)
{
    for (int t = 0; t < ahead->tops && ahead->top[t].strength <= most; t++)
        if (fits(ahead->room, taken + ahead->top[t].ranks))
            return true;
    return false;
}

static bool saved_somehow(struct ofc_ahead *ahead, const uint64_t held[OFC_ROWS], const int free[OFC_ROWS])
{
    const struct ofc_rules *rules = ahead->rules;
    ahead->tops = list_fills(ahead, held[OFC_TOP], free[OFC_TOP], true, ahead->top);
    ahead->middles = list_fills(ahead, held[OFC_MIDDLE], free[OFC_MIDDLE], false, ahead->middle);
    ahead->bottoms = list_fills(ahead, held[OFC_BOTTOM], free[OFC_BOTTOM], false, ahead->bottom);
    uint16_t weakest = ahead->tops ? ahead->top[0].strength : OFC_STRENGTHS;
    for (int m = 0; m < ahead->middles; m++) {
        const struct ofc_fill *middle = &ahead->middle[m];
        if (rules->low_middle ? middle->strength > rules->low_middle_max : middle->strength < weakest)
            continue;
        uint16_t least = rules->low_middle ? weakest : (uint16_t)(middle->strength + rules->strict_rows);
        for (int b = ahead->bottoms - 1; b >= 0 && ahead->bottom[b].strength >= least; b--) {
            const struct ofc_fill *bottom = &ahead->bottom[b];
            if (!fits(ahead->room, middle->ranks + bottom->ranks) || (middle->cards & bottom->cards))
                continue;
            if (free[OFC_MIDDLE] && !middle->cards &&
                forced_flush(ahead, held[OFC_MIDDLE], middle->ranks, bottom->cards))
                continue;
            if (some_top(ahead, middle->ranks + bottom->ranks, rules->low_middle ? bottom->strength : middle->strength))
                return true;
        }
    }
    return false;
}

/* --- A board --------------------------------------------------------------------------------------------------------- */

void ofc_look_begin(struct ofc_ahead *ahead, const struct ofc_rules *rules, uint64_t unseen)
{
    ahead->rules = rules;
    ahead->deck = unseen & ofc_deck_of(0);
    ahead->room = ranks_of(ahead->deck);
    ahead->jokers = ofc_count(unseen & ~ofc_deck_of(0));
    ahead->firsts = 0;
}

/* What a full board earns, and whether it is foul. */
static struct ofc_prospect look_at_full(const struct ofc_rules *rules, const struct ofc_seat *seat)
{
    struct ofc_prospect found = {{0, 0, 0}, OFC_LOST};
    struct ofc_rows rows = ofc_seat_rows(rules, seat);
    if (ofc_fouls(rules, rows))
        return found;
    found.fate = OFC_SAVED;
    for (int row = 0; row < OFC_ROWS; row++)
        found.royalty[row] = ofc_royalty(rules, row, rows.strength[row]);
    return found;
}

struct ofc_prospect ofc_look_ahead(struct ofc_ahead *ahead, const struct ofc_seat *seat)
{
    struct ofc_prospect found = {{0, 0, 0}, OFC_SAVED};
    uint64_t held[OFC_ROWS];
    int free[OFC_ROWS], jokers = 0;
    if (ofc_cards_held(seat) == OFC_BOARD_CARDS)
        return look_at_full(ahead->rules, seat);
    for (int row = 0; row < OFC_ROWS; row++) {
        uint64_t cards = ofc_row_set(seat, row);
        held[row] = cards & ofc_deck_of(0);
        free[row] = ofc_row_size(row) - ofc_count(held[row]);
        jokers += cards != held[row];
        if (free[row] == 0)
            found.royalty[row] = ofc_royalty(ahead->rules, row, full_row(held[row]));
    }
    if (!saved_at_once(ahead, held, free) && !saved_somehow(ahead, held, free))
        found.fate = jokers || ahead->jokers ? OFC_NEEDS_JOKERS : OFC_LOST;
    return found;
}
