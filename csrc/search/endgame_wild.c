/* Finished rows with jokers, for the searches of endgames: what they can be is found once for the same cards. */
#include "search/endgame_board.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 64, CARDS_BITS = 20 };

/* --- Rows --------------------------------------------------------------------------------------------------------- */

struct wild *ofc_wild_open(const struct ofc_endgame_objective *objective)
{
    struct wild *wild = malloc(sizeof *wild);
    if (!wild)
        return NULL;
    wild->objective = objective;
    wild->known = wild->slots = 0;
    wild->slot = NULL;
    wild->full = false;
    return wild;
}

void ofc_wild_close(struct wild *wild)
{
    if (!wild)
        return;
    for (uint32_t i = 0; i < wild->slots; i++)
        if (wild->slot[i].cards)
            free((void *)wild->slot[i].row.way);
    free(wild->slot);
    free(wild);
}

static struct known_row *find_known(const struct wild *wild, uint32_t cards)
{
    uint32_t at = (cards * 2654435761u >> 7) & (wild->slots - 1);
    while (wild->slot[at].cards && wild->slot[at].cards != cards)
        at = (at + 1) & (wild->slots - 1);
    return &wild->slot[at];
}

static bool grow(struct wild *wild)
{
    struct wild more = *wild;
    more.slots = wild->slots ? 2 * wild->slots : FIRST_SLOTS;
    if (!(more.slot = calloc(more.slots, sizeof *more.slot)))
        return false;
    for (uint32_t i = 0; i < wild->slots; i++)
        if (wild->slot[i].cards)
            *find_known(&more, wild->slot[i].cards) = wild->slot[i];
    free(wild->slot);
    wild->slot = more.slot, wild->slots = more.slots;
    return true;
}

/* Whether a row does better with strength a than with b, where they earn the same. */
static bool is_stronger(const struct ofc_rules *rules, int row, uint16_t a, uint16_t b)
{
    return row == OFC_MIDDLE && rules->low_middle ? a < b : a > b;
}

static bool list_ways(const struct ofc_endgame_objective *objective, const struct board *board, int row,
                      struct wild_row *found)
{
    struct ways all;
    find_ways(objective, board, row, &all);
    if (all.ways == 0) /* more jokers than there are: a pair that never comes */
        all.ways = 1, all.way[0] = (struct ofc_way){0};
    struct wild_way *way = malloc((size_t)all.ways * sizeof *way);
    if (!way)
        return false;
    int strongest = 0;
    for (int i = 0; i < all.ways; i++) {
        struct wild_way one = {all.way[i].strength, all.way[i].royalty, 0};
        int at = i;
        for (; at > 0 && (way[at - 1].royalty < one.royalty ||
                          (way[at - 1].royalty == one.royalty &&
                           is_stronger(objective->rules, row, one.strength, way[at - 1].strength)));
             at--)
            way[at] = way[at - 1];
        way[at] = one;
    }
    for (int from = 0, to; from < all.ways; from = to) {
        bool alike = true;
        uint32_t entries = line_at(objective, row, way[from].strength).entries;
        for (to = from; to < all.ways && way[to].royalty == way[from].royalty; to++)
            alike &= line_at(objective, row, way[to].strength).entries == entries;
        for (int i = from; i < to; i++)
            way[i].until = (uint16_t)(alike ? i + 1 : to);
    }
    for (int i = 1; i < all.ways; i++)
        if (is_stronger(objective->rules, row, way[i].strength, way[strongest].strength))
            strongest = i;
    *found = (struct wild_row){all.ways, strongest, way, {0, 0, 0}};
    return true;
}

void ofc_wild_find(struct wild *wild, const struct board *board, int row, struct wild_row *found)
{
    bool flush = row != OFC_TOP && shared_suits(board, row);
    if (board->jokers[row]) {
        uint32_t cards = (uint32_t)(board->key[row] & 0xFFFFF) | (uint32_t)board->jokers[row] << CARDS_BITS |
                         (uint32_t)flush << (CARDS_BITS + 2) | (uint32_t)row << (CARDS_BITS + 3);
        if (2 * wild->known < wild->slots || grow(wild)) {
            struct known_row *known = find_known(wild, cards);
            if (known->cards || list_ways(wild->objective, board, row, &known->row)) {
                wild->known += !known->cards;
                known->cards = cards;
                *found = known->row;
                return;
            }
        }
        wild->full = true;
    }
    uint16_t strength = ofc_strength_of_sum((uint32_t)board->key[row] + flush * OFC_FLUSH_SUM);
    found->ways = 1, found->strongest = 0;
    found->own = (struct wild_way){strength, ofc_royalty(wild->objective->rules, row, strength), 1};
    found->way = &found->own;
}

/* --- Boards ------------------------------------------------------------------------------------------------------- */

/* The best way to read a board so far, by what counts first, as ofc_weigh has it. */
struct reading {
    int64_t worth, strength;
    struct ofc_rows rows;
};

/* Finds the best strength of a row where those of the others are given, which earn so many royalties. */
static void read_row(const struct ofc_rules *rules, const struct wild_row *wild, int row, struct ofc_rows rows,
                     int royalty, struct reading *best)
{
    const struct wild_way *way = wild->way;
    struct range legal = legal_range(rules, rows, row);
    int low = (int)legal.low, high = (int)legal.high, first = 0;
    if (low > high)
        return;
    while (first < wild->ways && (way[first].strength < low || way[first].strength > high))
        first++;
    if (first == wild->ways)
        return;
    int64_t worth = (int64_t)(royalty + way[first].royalty + 0x20000) << 8;
    if ((worth | 0xFF) < best->worth)
        return;
    for (int i = first; i < way[first].until; i++) {
        rows.strength[row] = way[i].strength;
        if (way[i].strength < low || way[i].strength > high)
            continue;
        uint16_t middle = rows.strength[OFC_MIDDLE];
        int64_t strength = (int64_t)rows.strength[OFC_BOTTOM] << 32 |
                           (int64_t)(rules->low_middle ? OFC_STRENGTHS - middle : middle) << 16 |
                           rows.strength[OFC_TOP];
        int64_t all = worth | ofc_fantasyland_cards(rules, rows);
        if (all > best->worth || (all == best->worth && strength > best->strength))
            *best = (struct reading){all, strength, rows};
    }
}

struct ofc_rows ofc_wild_read(const struct ofc_endgame_objective *objective, const struct wild_row *const row[OFC_ROWS])
{
    struct reading best = {-1, -1, {{0}}};
    struct ofc_rows rows;
    int wild[OFC_ROWS], n = 0, royalty = 0;
    for (int r = 0; r < OFC_ROWS; r++) {
        best.rows.strength[r] = row[r]->way[row[r]->strongest].strength;
        rows.strength[r] = row[r]->way[0].strength;
        if (row[r]->ways > 1)
            wild[n++] = r;
        else
            royalty += row[r]->way[0].royalty;
    }
    if (n == 0 || objective->rules->jokers_row_by_row)
        return best.rows;
    if (n == 1) {
        read_row(objective->rules, row[wild[0]], wild[0], rows, royalty, &best);
        return best.rows;
    }
    const struct wild_row *one = row[wild[0]], *other = row[wild[1]];
    for (int i = 0; i < one->ways; i++) { /* there are two jokers at most */
        int64_t most = (int64_t)(royalty + one->way[i].royalty + other->way[0].royalty + 0x20000) << 8;
        if ((most | 0xFF) < best.worth)
            break;
        rows.strength[wild[0]] = one->way[i].strength;
        read_row(objective->rules, other, wild[1], rows, royalty + one->way[i].royalty, &best);
    }
    return best.rows;
}
