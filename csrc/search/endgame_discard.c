/* Endgames where three cards are drawn and two of them placed, solved exactly; see endgame.h. What makes them small:
 *
 *   - Cards that can do the same are one type: the same rank, and a suit that can make no flush any more. A draw is a
 *     multiset of types with a number of ways.
 *   - A discard changes nothing but what may still come. So a board with two free places (a leaf) is summed once over
 *     all draws, over those that hold a given card, and over those that hold two: the sum without the cards that were
 *     discarded before follows by inclusion and exclusion, for every discard at once.
 *   - The same board comes up in many ways, its cards having been drawn in another order, and is solved once. Boards
 *     are the same, too, where they differ in suits that do not matter.
 *   - In a leaf, types that finish the board alike with every partner are merged again: most draws of three are then
 *     counted, not looked at.
 *
 * A board with four free places has a value for each card that may be discarded before it; one with six is read off
 * those.
 *
 * The sums are of whole numbers, and exact, where the worth of all ends is whole; Python scales points so that it is,
 * and adds a small part for each point of royalties and takes a smaller one for a foul, which together are less than
 * half a unit in a leaf: that breaks ties. Above the leaves the two parts are added separately. The outlook (chances,
 * royalties) comes from a second pass over the boards that optimal play reaches, with the number of ways in which each
 * is reached and each card is gone. */
#include "search/endgame_board.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum {
    PLACEMENTS = 6, /* pairs of rows that a pair of cards can go to */
    CHILDREN = 2 * PLACEMENTS,
    PAIRS = WIDE * (WIDE + 1) / 2,
    BLOCK = 1 << 16, /* bytes that are allocated together, at least */
    CHUNK = 64       /* boards that are allocated together */
};

/* --- Draws of three ----------------------------------------------------------------------------------------------- */

static double ways_to_draw(const double *held, int i, int j, int k)
{
    if (i == k)
        return threes(held[i]);
    if (i == j)
        return twos(held[i]) * held[k];
    return j == k ? held[i] * twos(held[j]) : held[i] * held[j] * held[k];
}

/* Types that do the same with every partner become one: class_of[type]. The first type of a class stands for it. */
static void merge_types(struct pairs *pairs, const double *held, uint8_t *class_of, uint8_t *first_of)
{
    int n = pairs->types, classes = 0;
    for (int i = 0; i < n; i++) {
        int c = 0;
        for (; c < classes; c++)
            if (!memcmp(pairs->worth[first_of[c]], pairs->worth[i], (size_t)n * sizeof(double)))
                break;
        if (c == classes) {
            first_of[classes] = (uint8_t)i;
            pairs->held[classes++] = 0;
        }
        class_of[i] = (uint8_t)c;
        pairs->held[c] += held[i];
    }
    pairs->types = classes;
    for (int c = 0; c < classes; c++) /* in place: first_of[c] >= c */
        for (int d = 0; d < classes; d++)
            pairs->worth[c][d] = pairs->worth[first_of[c]][first_of[d]];
}

/* The sum of the best over all draws of three, and with[c] over the draws that hold a given card of the class c. */
static double sum_draws(const struct pairs *pairs, double *with)
{
    int n = pairs->types;
    const double *held = pairs->held;
    double total = 0;
    for (int c = 0; c < n; c++)
        with[c] = 0;
    for (int i = 0; i < n; i++) {
        const double *a = pairs->worth[i];
        double alike = 0, two = twos(held[i]);
        for (int j = 0; j < n; j++) /* two of class i and one of another */
            if (j != i) {
                double best = held[j] * larger(a[i], a[j]);
                alike += best;
                with[j] += two * best;
            }
        total += two * alike + threes(held[i]) * a[i];
        with[i] += held[i] * ((held[i] - 1) * alike + twos(held[i] - 1) * a[i]);
        for (int j = i + 1; j < n; j++) {
            const double *b = pairs->worth[j];
            double sum = 0, ab = a[j], ways = held[i] * held[j];
            for (int k = j + 1; k < n; k++) {
                double best = held[k] * larger(ab, larger(a[k], b[k]));
                sum += best;
                with[k] += ways * best;
            }
            total += ways * sum;
            with[i] += ways * sum;
            with[j] += ways * sum;
        }
    }
    for (int c = 0; c < n; c++) /* so far with any card of the class, as often as it holds one: now with a given one */
        with[c] = held[c] > 0 ? with[c] / held[c] : 0;
    return total;
}

/* The same, and both[c][d] over the draws that hold two given cards, of the classes c and d. */
static double sum_draws_of_two(const struct pairs *pairs, double both[WIDE][WIDE], double *with)
{
    int n = pairs->types;
    const double *held = pairs->held;
    double total = 0;
    for (int i = 0; i < n; i++) {
        const double *a = pairs->worth[i];
        double *sum = both[i];
        for (int j = i; j < n; j++)
            sum[j] = 0;
        for (int k = 0; k < n; k++) {
            const double *c = pairs->worth[k];
            double ik = a[k], ways = held[k];
            for (int j = i; j < n; j++)
                sum[j] += ways * larger(a[j], larger(ik, c[j]));
        }
        for (int j = i; j < n; j++) { /* so far the third card could be one of the two */
            sum[j] -= larger(a[j], a[i]) + larger(a[j], pairs->worth[j][j]);
            both[j][i] = sum[j];
        }
    }
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += (held[j] - (i == j)) * both[i][j];
        with[i] = sum / 2; /* each draw came up for both of its other cards */
        total += held[i] * with[i];
    }
    return total / 3;
}

/* How often cards are gone from the deck: `all` times in all; one[c], the cards of class c that were, over all times;
 * two[c][d], the same for two of them, NULL where at most one card is ever gone. */
struct gone {
    double all, one[WIDE];
    const double (*two)[WIDE];
};

static inline double two_gone(const struct gone *gone, int c, int d) { return gone->two ? gone->two[c][d] : 0; }

/* How often each pair of classes is placed, over all draws, each time from what is left of the deck. */
static void count_placed(const struct pairs *pairs, const struct gone *gone, double placed[WIDE][WIDE])
{
    int n = pairs->types;
    const double *m = pairs->held, *one = gone->one;
    for (int i = 0; i < n; i++)
        memset(placed[i], 0, (size_t)n * sizeof(double));
    for (int i = 0; i < n; i++) {
        const double *a = pairs->worth[i];
        double alike = gone->all * twos(m[i]) - one[i] * (m[i] - 1) + two_gone(gone, i, i);
        placed[i][i] += gone->all * threes(m[i]) - one[i] * twos(m[i] - 1) + two_gone(gone, i, i) * (m[i] - 2);
        for (int j = 0; j < n; j++)
            if (j != i)
                placed[i][a[j] > a[i] ? j : i] += alike * m[j] - one[j] * twos(m[i]) +
                                                  two_gone(gone, i, j) * (m[i] - 1);
        for (int j = i + 1; j < n; j++) {
            const double *b = pairs->worth[j];
            double both = m[i] * m[j], fewer = gone->all * both - one[i] * m[j] - one[j] * m[i] + two_gone(gone, i, j);
            for (int k = j + 1; k < n; k++) {
                double ways = fewer * m[k] - one[k] * both + two_gone(gone, i, k) * m[j] + two_gone(gone, j, k) * m[i];
                if (a[j] >= a[k] && a[j] >= b[k])
                    placed[i][j] += ways;
                else if (a[k] >= b[k])
                    placed[i][k] += ways;
                else
                    placed[j][k] += ways;
            }
        }
    }
}

/* The last two places of a board: what every pair of classes is worth there. */
struct last {
    struct typing typing; /* of the cards that are left */
    struct ends ends;
    struct pairs pairs;
    uint8_t class_of[WIDE], first_of[WIDE];
};

static void open_last(const struct ofc_endgame_objective *objective, const struct board *board, struct wild *wild,
                      struct last *last)
{
    open_ends(objective, board, &last->typing, wild, &last->ends);
    fill_pairs(objective, &last->ends, &last->pairs);
    merge_types(&last->pairs, last->typing.held, last->class_of, last->first_of);
}

static void add_last(const struct ofc_endgame_objective *objective, const struct last *last, const struct gone *gone,
                     struct ofc_outlook *outlook)
{
    double placed[WIDE][WIDE];
    int n = last->pairs.types;
    count_placed(&last->pairs, gone, placed);
    for (int c = 0; c < n; c++)
        for (int d = 0; d < n; d++)
            if (placed[c][d] != 0) {
                struct ofc_rows rows = best_rows(objective, &last->ends, last->first_of[c], last->first_of[d]);
                ofc_outlook_add_rows(outlook, objective, rows, placed[c][d]);
            }
}

/* --- Boards, and where they are kept ------------------------------------------------------------------------------ */

/* A board and the cards that may still come, some of which may be discarded. */
struct before {
    struct board board;
    uint64_t deck;
    int suits; /* those that can still make a flush */
};

static const int FIRST_ROW[PLACEMENTS] = {0, 0, 0, 1, 1, 2}, SECOND_ROW[PLACEMENTS] = {0, 1, 2, 1, 2, 2};

static bool fits(const struct board *board, int placement)
{
    int first = FIRST_ROW[placement], second = SECOND_ROW[placement];
    return first == second ? board->free[first] >= 2 : board->free[first] >= 1 && board->free[second] >= 1;
}

static void find_suits(struct before *at)
{
    at->suits = flush_suits(&at->board, OFC_MIDDLE) | flush_suits(&at->board, OFC_BOTTOM);
}

/* Memory that is freed all at once. */
struct pool {
    struct block {
        struct block *next;
    } *block;
    char *at;
    size_t left, taken, most;
};

/* Zeros; NULL where there is no more. */
static void *take(struct pool *pool, size_t bytes)
{
    bytes = (bytes + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    if (bytes > pool->left) {
        size_t size = bytes + sizeof(double) > BLOCK ? bytes + sizeof(double) : BLOCK;
        struct block *block = pool->taken + size > pool->most ? NULL : calloc(1, size);
        if (!block)
            return NULL;
        block->next = pool->block;
        pool->block = block;
        pool->at = (char *)block + sizeof(double);
        pool->left = size - sizeof(double);
        pool->taken += size;
    }
    void *taken = pool->at;
    pool->at += bytes, pool->left -= bytes;
    return taken;
}

static void empty(struct pool *pool)
{
    while (pool->block) {
        struct block *next = pool->block->next;
        free(pool->block);
        pool->block = next;
    }
}

/* Boards of a kind, found by their keys. Each begins with its key, and stays where it is. */
struct table {
    size_t size;
    uint32_t boards, slots, chunks;
    char **chunk;
    uint64_t *slot; /* by hash: the board and one (0: none), and above that 32 bits of the hash */
};

static void *board_at(const struct table *table, uint32_t board)
{
    return table->chunk[board / CHUNK] + board % CHUNK * table->size;
}

static bool grow(struct table *table, struct pool *pool)
{
    uint32_t slots = table->slots ? 2 * table->slots : 4 * CHUNK, mask = slots - 1;
    if (pool->taken + slots * sizeof(uint64_t) > pool->most || slots > UINT32_C(1) << 30)
        return false;
    uint64_t *slot = calloc(slots, sizeof *slot);
    char **chunk = realloc(table->chunk, slots / 2 / CHUNK * sizeof *chunk);
    table->chunk = chunk ? chunk : table->chunk;
    if (!slot || !chunk) {
        free(slot);
        return false;
    }
    for (uint32_t i = 0; i < table->slots; i++) {
        if (!table->slot[i])
            continue;
        uint64_t hash = hash_of(*(struct key *)board_at(table, (uint32_t)table->slot[i] - 1));
        uint32_t at = (uint32_t)hash & mask;
        while (slot[at])
            at = (at + 1) & mask;
        slot[at] = table->slot[i];
    }
    pool->taken += (slots - table->slots) * sizeof(uint64_t);
    free(table->slot);
    table->slot = slot, table->slots = slots;
    return true;
}

/* The board of this key: one of zeros, but for the key, where it is new. NULL where there is no memory. */
static void *find_board(struct table *table, struct pool *pool, struct key key, bool *is_new)
{
    if (2 * (table->boards + 1) > table->slots && !grow(table, pool))
        return NULL;
    uint64_t hash = hash_of(key);
    uint32_t mask = table->slots - 1, at = (uint32_t)hash & mask;
    for (; table->slot[at]; at = (at + 1) & mask) {
        if (table->slot[at] >> 32 != hash >> 32)
            continue;
        struct key *there = board_at(table, (uint32_t)table->slot[at] - 1);
        if (there->ranks == key.ranks && there->suits == key.suits)
            return *is_new = false, there;
    }
    if (table->boards == table->chunks * CHUNK) {
        if (!(table->chunk[table->chunks] = take(pool, CHUNK * table->size)))
            return NULL;
        table->chunks++;
    }
    table->slot[at] = hash >> 32 << 32 | ++table->boards;
    struct key *found = board_at(table, table->boards - 1);
    *found = key;
    return *is_new = true, found;
}

/* --- A search ----------------------------------------------------------------------------------------------------- */

/* A board with two free places. */
struct leaf {
    struct key key;
    double low, high; /* of all that `sum` says */
    double *sum; /* [class][class], or [class]: of the best ends over all draws, with these cards discarded before */
    uint8_t *class_of;
    struct reached *reached; /* NULL unless optimal play comes here */
    uint8_t suits, classes;
};

/* How optimal play comes to a leaf. */
struct reached {
    struct reached *next;
    const struct leaf *leaf;
    struct before at;
    double *gone; /* by discards, as `sum`: how often */
};

/* A board with four free places and one discard before. */
struct node {
    struct key key;
    struct before at;
    double *value, *ties; /* [type] of its deck, being discarded before: the sums of the best over all draws; ties: of
                             what breaks ties */
    double *reached;      /* [type] how often optimal play comes here so; NULL: never */
};

struct search {
    struct ofc_endgame_job *job;
    const struct ofc_endgame_objective *objective;
    struct wild *wild;
    double whole; /* added and taken away, it rounds a sum of a leaf to a whole unit; 0 where there are none */
    struct typing typing[ALL_SUITS + 1];                /* of the deck, by the suits that count */
    uint8_t mapped[ALL_SUITS + 1][ALL_SUITS + 1][WIDE]; /* types where some suits count to those where fewer do */
    struct pool pool;
    struct table leaves, nodes;
    struct reached *reached;
    struct last last;
    double both[WIDE][WIDE];
    int state;
};

static bool fails(struct search *search, int state)
{
    search->state = state;
    return false;
}

/* The types by the suits that can count below a board. */
static void find_typings(struct search *search, const struct before *root)
{
    for (int suits = 0; suits <= ALL_SUITS; suits++)
        if (!(suits & ~root->suits))
            find_types(&search->typing[suits], root->deck, suits);
    for (int from = 0; from <= ALL_SUITS; from++)
        for (int to = 0; to <= from; to++)
            if (!(from & ~root->suits) && !(to & ~from))
                for (int i = 0; i < search->typing[from].types; i++)
                    search->mapped[from][to][i] = search->typing[to].of_card[search->typing[from].card[i]];
}

/* The types that a deck still holds: their places among all types, and how many of each. */
static int types_left(const struct typing *typing, uint64_t deck, uint8_t *type, double *held)
{
    int n = 0;
    for (int i = 0; i < typing->types; i++)
        if (deck & typing->set[i]) {
            type[n] = (uint8_t)i;
            held[n++] = ofc_count(deck & typing->set[i]);
        }
    return n;
}

/* The board where types i and j are placed; `how`: two times the placement, and 1 where the second goes first. */
static struct before after(const struct search *search, const struct before *at, int i, int j, int how)
{
    const struct typing *typing = &search->typing[at->suits];
    struct before next = *at;
    int first = one_of(at->deck, typing, i), second = one_of(at->deck & ~ofc_bit(first), typing, j);
    put(&next.board, FIRST_ROW[how >> 1], how & 1 ? second : first);
    put(&next.board, SECOND_ROW[how >> 1], how & 1 ? first : second);
    next.deck &= ~(ofc_bit(first) | ofc_bit(second));
    find_suits(&next);
    return next;
}

/* --- Leaves ------------------------------------------------------------------------------------------------------- */

/* What a leaf that holds these cards comes to, by type. */
static void open_leaf(struct search *search, const struct before *at)
{
    const struct typing *typing = &search->typing[at->suits];
    struct typing *left = &search->last.typing;
    uint8_t type[WIDE];
    left->types = types_left(typing, at->deck, type, left->held);
    for (int i = 0; i < left->types; i++)
        left->card[i] = typing->card[type[i]];
    open_last(search->objective, &at->board, search->wild, &search->last);
}

/* discards: how many there were before a leaf at most, 1 or 2. */
static bool solve_leaf(struct search *search, const struct before *at, int discards, struct leaf *leaf)
{
    const struct typing *typing = &search->typing[at->suits];
    const struct pairs *pairs = &search->last.pairs;
    double with[WIDE], total;
    open_leaf(search, at);
    int n = pairs->types;
    leaf->suits = (uint8_t)at->suits, leaf->classes = (uint8_t)n;
    leaf->sum = take(&search->pool, (size_t)(discards == 2 ? n * n : n) * sizeof(double));
    leaf->class_of = take(&search->pool, (size_t)typing->types);
    if (!leaf->sum || !leaf->class_of)
        return fails(search, OFC_ENDGAME_MEMORY);
    for (int i = 0, at_type = 0; i < typing->types; i++)
        if (at->deck & typing->set[i])
            leaf->class_of[i] = search->last.class_of[at_type++];
    total = discards == 2 ? sum_draws_of_two(pairs, search->both, with) : sum_draws(pairs, with);
    leaf->low = INFINITY, leaf->high = -INFINITY;
    for (int c = 0; c < (discards == 2 ? n : 1); c++)
        for (int d = 0; d < n; d++) {
            double sum = discards == 2 ? total - with[c] - with[d] + search->both[c][d] : total - with[d];
            leaf->sum[c * n + d] = sum;
            if (discards == 2 && c == d && pairs->held[c] < 2)
                continue; /* there are no two such cards */
            leaf->low = sum < leaf->low ? sum : leaf->low;
            leaf->high = larger(leaf->high, sum);
        }
    return true;
}

static struct leaf *find_leaf(struct search *search, const struct before *at, int discards)
{
    bool is_new;
    struct leaf *leaf = find_board(&search->leaves, &search->pool, key_of(&at->board, at->deck, at->suits), &is_new);
    if (!leaf) {
        search->state = OFC_ENDGAME_MEMORY;
        return NULL;
    }
    return !is_new || solve_leaf(search, at, discards, leaf) ? leaf : NULL;
}

/* --- Boards with four free places --------------------------------------------------------------------------------- */

/* All that can be done there. A pair of types has the place pair_of; a discard is a type that is left. */
struct room {
    const struct before *at;
    int types, wide; /* types left; discards before: as many, or 1 where there is none */
    uint8_t type[WIDE];
    double held[WIDE];
    struct leaf *leaf[PAIRS][CHILDREN]; /* NULL where the pair does not fit so */
    double *best;                       /* [pair][discard with it][discard before] of all ways to place a pair */
    uint8_t *how;                       /* the same: the way */
    double *placed;                     /* the same: how often it is taken */
};

static int pair_of(int i, int j) { return j * (j + 1) / 2 + i; } /* i <= j */

static bool open_room(struct room *room, int types, bool discards)
{
    size_t size = (size_t)types * (size_t)(types + 1) / 2 * (size_t)types * (size_t)(discards ? types : 1);
    room->best = malloc(size * sizeof(double));
    room->how = malloc(size);
    room->placed = malloc(size * sizeof(double));
    return room->best && room->how && room->placed;
}

static void close_room(struct room *room)
{
    free(room->best);
    free(room->how);
    free(room->placed);
}

/* Takes a leaf into account in all places where it is better than what is known. */
static void take_leaf(const struct search *search, struct room *room, int pair, int how, bool is_first)
{
    const struct leaf *leaf = room->leaf[pair][how];
    const uint8_t *mapped = search->mapped[room->at->suits][leaf->suits];
    int n = room->types, wide = room->wide, classes = leaf->classes;
    uint8_t class_of[WIDE], known[WIDE] = {0};
    double row[WIDE][WIDE];
    double *best = room->best + (size_t)pair * (size_t)(n * wide);
    uint8_t *taken = room->how + (size_t)pair * (size_t)(n * wide);
    for (int c = 0; c < n; c++)
        class_of[c] = leaf->class_of[mapped[room->type[c]]];
    for (int now = 0; now < n; now++, best += wide, taken += wide) {
        int class = class_of[now];
        const double *sum = wide == 1 ? &leaf->sum[class] : row[class];
        if (wide > 1 && !known[class]) {
            const double *by_class = leaf->sum + class * classes;
            for (int c = 0; c < n; c++)
                row[class][c] = by_class[class_of[c]];
            known[class] = 1;
        }
        if (is_first) {
            memcpy(best, sum, (size_t)wide * sizeof(double));
            memset(taken, how, (size_t)wide);
            continue;
        }
        for (int c = 0; c < wide; c++) {
            taken[c] = (uint8_t)(sum[c] > best[c] ? how : taken[c]);
            best[c] = larger(sum[c], best[c]);
        }
    }
}

/* The best ways to place the i-th and j-th types that are left. */
static bool place_pair(struct search *search, struct room *room, int i, int j)
{
    int pair = pair_of(i, j), keeper = -1;
    struct leaf **leaf = room->leaf[pair];
    for (int how = 0; how < CHILDREN; how++) {
        int p = how >> 1;
        leaf[how] = NULL;
        if (!fits(&room->at->board, p) || (how & 1 && (i == j || FIRST_ROW[p] == SECOND_ROW[p])))
            continue;
        struct before next = after(search, room->at, room->type[i], room->type[j], how);
        if (!(leaf[how] = find_leaf(search, &next, room->wide == 1 ? 1 : 2)))
            return false;
        if (keeper < 0 || leaf[how]->low > leaf[keeper]->low)
            keeper = how;
    }
    bool is_first = true;
    for (int how = 0; how < CHILDREN; how++)
        if (leaf[how] && (how == keeper || leaf[how]->high > leaf[keeper]->low)) {
            take_leaf(search, room, pair, how, is_first);
            is_first = false;
        }
    return true;
}

/* Every way to place two of the cards that are left. discards: whether one was discarded before. */
static bool place_pairs(struct search *search, struct room *room, const struct before *at, bool discards)
{
    room->at = at;
    room->types = types_left(&search->typing[at->suits], at->deck, room->type, room->held);
    room->wide = discards ? room->types : 1;
    for (int j = 0; j < room->types; j++)
        for (int i = 0; i <= j; i++) {
            if (search->job->stop)
                return fails(search, OFC_ENDGAME_STOPPED);
            if ((i != j || room->held[i] > 1) && !place_pair(search, room, i, j))
                return false;
        }
    return true;
}

/* What the three pairs of a draw come to, with the third card discarded, by the discard before. */
struct three {
    size_t at[3]; /* in best, how and placed */
};

static struct three pairs_of_draw(const struct room *room, int i, int j, int k)
{
    size_t n = (size_t)room->types, wide = (size_t)room->wide;
    return (struct three){{((size_t)pair_of(i, j) * n + (size_t)k) * wide,
                           ((size_t)pair_of(i, k) * n + (size_t)j) * wide,
                           ((size_t)pair_of(j, k) * n + (size_t)i) * wide}};
}

/* The same as ways_to_draw, with one card of type c gone. */
static double ways_without(struct room *room, int i, int j, int k, int c)
{
    room->held[c]--;
    double ways = ways_to_draw(room->held, i, j, k);
    room->held[c]++;
    return ways;
}

/* The sums of the best over all draws, by the discard before. */
static void sum_best(const struct search *search, struct room *room, double *value, double *ties)
{
    int n = room->types;
    double whole = search->whole;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k < n; k++) {
                double ways = ways_to_draw(room->held, i, j, k);
                if (ways == 0)
                    continue;
                struct three three = pairs_of_draw(room, i, j, k);
                const double *ij = room->best + three.at[0], *ik = room->best + three.at[1],
                             *jk = room->best + three.at[2];
                for (int c = 0; c < n; c++) {
                    double best = larger(ij[c], larger(ik[c], jk[c])), units = (best + whole) - whole;
                    value[c] += ways * units;
                    ties[c] += ways * (best - units);
                }
                int drawn[3] = {i, j, k};
                for (int d = 0; d < 3; d++) {
                    int c = drawn[d];
                    if (d > 0 && c == drawn[d - 1])
                        continue;
                    double best = larger(ij[c], larger(ik[c], jk[c])), units = (best + whole) - whole;
                    double fewer = ways - ways_without(room, i, j, k, c);
                    value[c] -= fewer * units;
                    ties[c] -= fewer * (best - units);
                }
            }
}

/* Counts how often optimal play takes each way, where each discard before comes up so often. */
static void take_best(struct room *room, const double *often)
{
    int n = room->types;
    memset(room->placed, 0, (size_t)pair_of(0, n) * (size_t)(n * room->wide) * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k < n; k++) {
                double ways = ways_to_draw(room->held, i, j, k);
                if (ways == 0)
                    continue;
                struct three three = pairs_of_draw(room, i, j, k);
                const double *ij = room->best + three.at[0], *ik = room->best + three.at[1],
                             *jk = room->best + three.at[2];
                for (int c = 0; c < room->wide; c++) {
                    bool drawn = room->wide > 1 && (c == i || c == j || c == k);
                    double times = often[c] * (drawn ? ways_without(room, i, j, k, c) : ways);
                    int best = ij[c] >= ik[c] && ij[c] >= jk[c] ? 0 : ik[c] >= jk[c] ? 1 : 2;
                    room->placed[three.at[best] + (size_t)c] += times;
                }
            }
}

/* Optimal play comes to the leaf where types i and j are placed so. */
static bool reach(struct search *search, struct room *room, int i, int j, int how)
{
    struct leaf *leaf = room->leaf[pair_of(i, j)][how];
    if (leaf->reached)
        return true;
    struct reached *reached = take(&search->pool, sizeof *reached);
    size_t sums = leaf->classes * (room->wide > 1 ? (size_t)leaf->classes : 1);
    double *gone = take(&search->pool, sums * sizeof(double));
    if (!reached || !gone)
        return fails(search, OFC_ENDGAME_MEMORY);
    *reached = (struct reached){search->reached, leaf, after(search, room->at, room->type[i], room->type[j], how),
                                gone};
    search->reached = leaf->reached = reached;
    return true;
}

static bool reach_pair(struct search *search, struct room *room, int i, int j)
{
    int n = room->types, wide = room->wide;
    size_t from = (size_t)pair_of(i, j) * (size_t)(n * wide);
    for (int now = 0; now < n; now++)
        for (int c = 0; c < wide; c++, from++) {
            if (room->placed[from] == 0)
                continue;
            int how = room->how[from];
            if (!reach(search, room, i, j, how))
                return false;
            const struct leaf *leaf = room->leaf[pair_of(i, j)][how];
            const uint8_t *mapped = search->mapped[room->at->suits][leaf->suits];
            int class = leaf->class_of[mapped[room->type[now]]];
            int before = wide > 1 ? leaf->class_of[mapped[room->type[c]]] : 0;
            leaf->reached->gone[before * leaf->classes + class] += room->placed[from];
        }
    return true;
}

static bool reach_leaves(struct search *search, struct room *room, const double *often)
{
    take_best(room, often);
    for (int j = 0; j < room->types; j++)
        for (int i = 0; i <= j; i++)
            if (!reach_pair(search, room, i, j))
                return false;
    return true;
}

/* The outlook of a leaf that optimal play reaches. */
static void add_leaf(struct search *search, const struct reached *reached, bool discards, struct ofc_outlook *outlook)
{
    int n = reached->leaf->classes;
    struct gone gone = {0};
    open_leaf(search, &reached->at);
    for (int c = 0; c < n; c++)
        for (int d = 0; d < n; d++)
            search->both[c][d] = 0;
    for (int c = 0; c < (discards ? n : 1); c++)
        for (int d = 0; d < n; d++) {
            double times = reached->gone[c * n + d];
            gone.all += times;
            gone.one[d] += times;
            if (discards) {
                gone.one[c] += times;
                search->both[c][d] += times;
                if (c != d)
                    search->both[d][c] += times;
            }
        }
    gone.two = discards ? (const double (*)[WIDE])search->both : NULL;
    add_last(search->objective, &search->last, &gone, outlook);
}

static void add_leaves(struct search *search, bool discards, struct ofc_outlook *outlook)
{
    for (const struct reached *reached = search->reached; reached; reached = reached->next)
        add_leaf(search, reached, discards, outlook);
}

static bool two_draws(struct search *search, struct room *room, const struct before *root, struct ofc_outlook *outlook)
{
    static const double once = 1;
    if (!place_pairs(search, room, root, false) || !reach_leaves(search, room, &once))
        return false;
    add_leaves(search, false, outlook);
    return true;
}

/* --- Boards with six free places ---------------------------------------------------------------------------------- */

/* The best way to place a pair of types where a third is discarded. */
struct choice {
    double value, ties;
    struct node *node;
};

struct deep {
    int types;
    uint8_t type[WIDE];
    double held[WIDE];
    struct choice best[PAIRS][WIDE];
};

static struct node *find_node(struct search *search, struct room *room, const struct before *at)
{
    bool is_new;
    struct node *node = find_board(&search->nodes, &search->pool, key_of(&at->board, at->deck, at->suits), &is_new);
    if (!node) {
        search->state = OFC_ENDGAME_MEMORY;
        return NULL;
    }
    if (!is_new)
        return node;
    size_t types = (size_t)search->typing[at->suits].types;
    double value[WIDE] = {0}, ties[WIDE] = {0};
    node->at = *at;
    node->value = take(&search->pool, types * sizeof(double));
    node->ties = take(&search->pool, types * sizeof(double));
    if (!node->value || !node->ties) {
        search->state = OFC_ENDGAME_MEMORY;
        return NULL;
    }
    if (!place_pairs(search, room, at, true))
        return NULL;
    sum_best(search, room, value, ties);
    for (int c = 0; c < room->types; c++)
        node->value[room->type[c]] = value[c], node->ties[room->type[c]] = ties[c];
    return node;
}

static bool place_deep(struct search *search, struct room *room, struct deep *deep, const struct before *root, int i,
                       int j)
{
    struct choice *best = deep->best[pair_of(i, j)];
    bool is_first = true;
    for (int how = 0; how < CHILDREN; how++) {
        int p = how >> 1;
        if (!fits(&root->board, p) || (how & 1 && (i == j || FIRST_ROW[p] == SECOND_ROW[p])))
            continue;
        struct before next = after(search, root, deep->type[i], deep->type[j], how);
        struct node *node = find_node(search, room, &next);
        if (!node)
            return false;
        const uint8_t *mapped = search->mapped[root->suits][node->at.suits];
        for (int c = 0; c < deep->types; c++) {
            int type = mapped[deep->type[c]];
            struct choice choice = {node->value[type], node->ties[type], node};
            if (is_first || choice.value > best[c].value ||
                (choice.value == best[c].value && choice.ties > best[c].ties))
                best[c] = choice;
        }
        is_first = false;
    }
    return true;
}

static bool is_no_worse(const struct choice *a, const struct choice *b)
{
    return a->value > b->value || (a->value == b->value && a->ties >= b->ties);
}

/* Counts how often optimal play comes to each board with four free places. */
static bool reach_nodes(struct search *search, const struct deep *deep, const struct before *root)
{
    for (int i = 0; i < deep->types; i++)
        for (int j = i; j < deep->types; j++)
            for (int k = j; k < deep->types; k++) {
                double ways = ways_to_draw(deep->held, i, j, k);
                if (ways == 0)
                    continue;
                const struct choice *ij = &deep->best[pair_of(i, j)][k], *ik = &deep->best[pair_of(i, k)][j],
                                    *jk = &deep->best[pair_of(j, k)][i];
                bool is_ij = is_no_worse(ij, ik) && is_no_worse(ij, jk), is_ik = !is_ij && is_no_worse(ik, jk);
                struct node *node = is_ij ? ij->node : is_ik ? ik->node : jk->node;
                size_t types = (size_t)search->typing[node->at.suits].types;
                if (!node->reached && !(node->reached = take(&search->pool, types * sizeof(double))))
                    return fails(search, OFC_ENDGAME_MEMORY);
                int gone = is_ij ? k : is_ik ? j : i;
                node->reached[search->mapped[root->suits][node->at.suits][deep->type[gone]]] += ways;
            }
    return true;
}

/* The same for each leaf below. */
static bool reach_below(struct search *search, struct room *room)
{
    int pairs = search->job->done;
    double often[WIDE];
    for (uint32_t i = 0; i < search->nodes.boards; i++) {
        const struct node *node = board_at(&search->nodes, i);
        search->job->done = pairs + (int)((double)pairs * i / search->nodes.boards);
        if (!node->reached)
            continue;
        if (!place_pairs(search, room, &node->at, true))
            return false;
        for (int c = 0; c < room->types; c++)
            often[c] = node->reached[room->type[c]];
        if (!reach_leaves(search, room, often))
            return false;
    }
    return true;
}

static bool look_deep(struct search *search, struct room *room, struct deep *deep, const struct before *root,
                      struct ofc_outlook *outlook)
{
    int n = deep->types = types_left(&search->typing[root->suits], root->deck, deep->type, deep->held);
    search->job->all = 2 * pair_of(0, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) {
            if ((i != j || deep->held[i] > 1) && !place_deep(search, room, deep, root, i, j))
                return false;
            search->job->done++;
        }
    if (!reach_nodes(search, deep, root) || !reach_below(search, room))
        return false;
    add_leaves(search, true, outlook);
    search->job->done = search->job->all;
    return true;
}

static bool three_draws(struct search *search, struct room *room, const struct before *root,
                        struct ofc_outlook *outlook)
{
    struct deep *deep = malloc(sizeof *deep);
    bool solved = deep ? look_deep(search, room, deep, root, outlook) : fails(search, OFC_ENDGAME_MEMORY);
    free(deep);
    return solved;
}

/* --- Entry points ------------------------------------------------------------------------------------------------- */

static int one_draw(struct ofc_endgame_job *job, const struct before *root, bool apart, struct wild *wild,
                    struct ofc_outlook *outlook)
{
    struct last last;
    struct gone gone = {.all = 1};
    find_types(&last.typing, root->deck, apart ? ALL_SUITS : root->suits);
    open_last(job->objective, &root->board, wild, &last);
    add_last(job->objective, &last, &gone, outlook);
    return OFC_ENDGAME_SOLVED;
}

static void search_ahead(struct search *search, const struct before *root, struct ofc_outlook *outlook)
{
    struct room *room = calloc(1, sizeof *room);
    bool deep = search->job->streets > 2;
    search->state = OFC_ENDGAME_SOLVED;
    find_typings(search, root);
    if (!room || !open_room(room, search->typing[root->suits].types, deep))
        search->state = OFC_ENDGAME_MEMORY;
    else if (deep)
        three_draws(search, room, root, outlook);
    else
        two_draws(search, room, root, outlook);
    if (room)
        close_room(room);
    free(room);
}

static int many_draws(struct ofc_endgame_job *job, const struct before *root, struct wild *wild,
                      struct ofc_outlook *outlook)
{
    struct search *search = malloc(sizeof *search);
    if (!search)
        return OFC_ENDGAME_MEMORY;
    const struct ofc_endgame_objective *objective = job->objective;
    search->job = job, search->objective = objective, search->wild = wild;
    search->whole = objective->royalty != objective->plain_royalty ? 1.5 / DBL_EPSILON : 0;
    search->pool = (struct pool){.most = job->memory};
    search->leaves = (struct table){.size = sizeof(struct leaf)};
    search->nodes = (struct table){.size = sizeof(struct node)};
    search->reached = NULL;
    search_ahead(search, root, outlook);
    int state = search->state;
    job->leaves = search->leaves.boards;
    empty(&search->pool);
    free(search->leaves.chunk), free(search->leaves.slot);
    free(search->nodes.chunk), free(search->nodes.slot);
    free(search);
    return state;
}

int ofc_endgame_discard(struct ofc_endgame_job *job, const struct ofc_seat *seat, struct ofc_outlook *outlook)
{
    struct before root = {.deck = job->deck};
    read_seat(seat, &root.board);
    find_suits(&root);
    bool jokers = board_jokers(&root.board) || (job->deck & JOKERS);
    bool apart = cards_apart(job->objective, &root.board, job->deck);
    if (apart && job->streets > 1)
        return OFC_ENDGAME_REFUSED;
    struct wild *wild = jokers ? ofc_wild_open(job->objective) : NULL;
    if (jokers && !wild)
        return OFC_ENDGAME_MEMORY;
    int state = job->streets == 1 ? one_draw(job, &root, apart, wild, outlook) : many_draws(job, &root, wild, outlook);
    if (wild && wild->full)
        state = OFC_ENDGAME_MEMORY;
    ofc_wild_close(wild);
    return state;
}
