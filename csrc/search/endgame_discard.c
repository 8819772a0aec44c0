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
 * A board with four free places has a value for each card that may be discarded before it, or each pair of cards where
 * two draws were before it; one with six is read off those, and one with eight off those with six.
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
    CHUNK = 64,      /* boards that are allocated together */
    MOST_DRAWS = OFC_ENDGAME_MOST_DRAWS
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

static int pair_of(int i, int j) { return j * (j + 1) / 2 + i; } /* i <= j */

static int any_pair(int i, int j) { return i < j ? pair_of(i, j) : pair_of(j, i); }

/* The place of three classes, in any order, among all sets of three. */
static int three_of(int i, int j, int k)
{
    int low = i < j ? i : j, high = i < j ? j : i;
    int most = high > k ? high : k, others = high > k ? any_pair(low, k) : pair_of(low, high);
    return most * (most + 1) * (most + 2) / 6 + others;
}

/* How often cards are gone from the deck: `all` times in all; one[c], the cards of class c that were, over all times;
 * two[c][d], the same for two of them, and three[three_of(c, d, e)] for three; NULL where fewer are ever gone. */
struct gone {
    double all, one[WIDE];
    const double (*two)[WIDE];
    const double *three;
};

static inline double two_gone(const struct gone *gone, int c, int d) { return gone->two ? gone->two[c][d] : 0; }

static inline double three_gone(const struct gone *gone, int c, int d, int e)
{
    return gone->three ? gone->three[three_of(c, d, e)] : 0;
}

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
        placed[i][i] += gone->all * threes(m[i]) - one[i] * twos(m[i] - 1) + two_gone(gone, i, i) * (m[i] - 2) -
                        three_gone(gone, i, i, i);
        for (int j = 0; j < n; j++)
            if (j != i)
                placed[i][a[j] > a[i] ? j : i] += alike * m[j] - one[j] * twos(m[i]) +
                                                  two_gone(gone, i, j) * (m[i] - 1) - three_gone(gone, i, i, j);
        for (int j = i + 1; j < n; j++) {
            const double *b = pairs->worth[j];
            double both = m[i] * m[j], fewer = gone->all * both - one[i] * m[j] - one[j] * m[i] + two_gone(gone, i, j);
            for (int k = j + 1; k < n; k++) {
                double ways = fewer * m[k] - one[k] * both + two_gone(gone, i, k) * m[j] + two_gone(gone, j, k) * m[i] -
                              three_gone(gone, i, j, k);
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

/* Memory that is freed all at once; `budget`: the bytes that this search may still take, from all of its pools. */
struct pool {
    struct block {
        struct block *next;
    } *block;
    char *at;
    size_t left, taken, *budget;
};

static bool afford(struct pool *pool, size_t bytes)
{
    if (bytes > *pool->budget)
        return false;
    *pool->budget -= bytes, pool->taken += bytes;
    return true;
}

/* Zeros; NULL where there is no more. */
static void *take(struct pool *pool, size_t bytes)
{
    bytes = (bytes + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    if (bytes > pool->left) {
        size_t size = bytes + sizeof(double) > BLOCK ? bytes + sizeof(double) : BLOCK;
        struct block *block = afford(pool, size) ? calloc(1, size) : NULL;
        if (!block)
            return NULL;
        block->next = pool->block;
        pool->block = block;
        pool->at = (char *)block + sizeof(double);
        pool->left = size - sizeof(double);
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
    *pool->budget += pool->taken;
    pool->taken = pool->left = 0;
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
    if (slots > UINT32_C(1) << 30 || !afford(pool, (slots - table->slots) * sizeof(uint64_t)))
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

/* Forgets all boards; their memory is the pool's. */
static void clear(struct table *table)
{
    free(table->chunk);
    free(table->slot);
    *table = (struct table){.size = table->size};
}

/* --- A search ----------------------------------------------------------------------------------------------------- */

/* A board with two free places. */
struct leaf {
    struct key key;
    double low, high; /* of all that `sum` says */
    double
        *sum; /* [class], [class][class] or [three_of]: of the best ends over all draws, with these discarded before */
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

/* A board with four free places or more, and the cards discarded before it: none, one, or two of them. */
struct node {
    struct key key;
    struct before at;
    double *value, *ties; /* [type], or [any_pair] of types of its deck, discarded before: the sums of the best over all
                             draws; ties: of what breaks ties */
    double *reached;      /* the same: how often optimal play comes here so; NULL: never */
};

struct search {
    struct ofc_endgame_job *job;
    const struct ofc_endgame_objective *objective;
    struct wild *wild;
    double whole; /* added and taken away, it rounds a sum of a leaf to a whole unit; 0 where there are none */
    struct typing typing[ALL_SUITS + 1];                /* of the deck, by the suits that count */
    uint8_t mapped[ALL_SUITS + 1][ALL_SUITS + 1][WIDE]; /* types where some suits count to those where fewer do */
    size_t budget;
    struct pool pool, deep;                 /* of the leaves; of all else */
    struct table leaves, nodes[MOST_DRAWS]; /* nodes: by the draws to come */
    struct room *room;
    struct level *level[MOST_DRAWS + 1]; /* the same */
    struct reached *reached;
    struct ofc_outlook *outlook;
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

/* Whether the deck cannot hold these two or three cards. */
static bool is_more_than_held(const double *held, int c, int d, int e)
{
    double n = 1 + (c == d) + (c == e);
    return held[c] < n || held[d] < 1 + (d == c) + (d == e);
}

static void bound_leaf(struct leaf *leaf, double sum)
{
    leaf->low = sum < leaf->low ? sum : leaf->low;
    leaf->high = larger(leaf->high, sum);
}

/* The sums without three cards. */
static void sum_without_three(const struct search *search, const double *with, double total, struct leaf *leaf)
{
    const struct pairs *pairs = &search->last.pairs;
    double *sum = leaf->sum;
    for (int e = 0; e < pairs->types; e++)
        for (int d = 0; d <= e; d++) {
            double base = total - with[e] - with[d] + search->both[d][e], de = pairs->worth[d][e];
            for (int c = 0; c <= d; c++) {
                double best = larger(de, larger(pairs->worth[c][d], pairs->worth[c][e]));
                *sum = base - with[c] + search->both[c][d] + search->both[c][e] - best;
                if (!is_more_than_held(pairs->held, c, d, e))
                    bound_leaf(leaf, *sum);
                sum++;
            }
        }
}

/* The sums without one or two. */
static void sum_without(const struct search *search, const double *with, double total, int discards, struct leaf *leaf)
{
    const struct pairs *pairs = &search->last.pairs;
    int n = pairs->types;
    for (int c = 0; c < (discards == 2 ? n : 1); c++)
        for (int d = 0; d < n; d++) {
            double sum = discards == 2 ? total - with[c] - with[d] + search->both[c][d] : total - with[d];
            leaf->sum[c * n + d] = sum;
            if (discards == 1 || c != d || pairs->held[c] >= 2) /* else there are no two such cards */
                bound_leaf(leaf, sum);
        }
}

/* How many sums a leaf has. */
static size_t sums_of(int classes, int discards)
{
    size_t n = (size_t)classes;
    return discards == 1 ? n : discards == 2 ? n * n : n * (n + 1) * (n + 2) / 6;
}

/* discards: how many there were before a leaf, 1 to 3. */
static bool solve_leaf(struct search *search, const struct before *at, int discards, struct leaf *leaf)
{
    const struct typing *typing = &search->typing[at->suits];
    const struct pairs *pairs = &search->last.pairs;
    double with[WIDE], total;
    open_leaf(search, at);
    leaf->suits = (uint8_t)at->suits, leaf->classes = (uint8_t)pairs->types;
    leaf->sum = take(&search->pool, sums_of(pairs->types, discards) * sizeof(double));
    leaf->class_of = take(&search->pool, (size_t)typing->types);
    if (!leaf->sum || !leaf->class_of)
        return fails(search, OFC_ENDGAME_MEMORY);
    for (int i = 0, at_type = 0; i < typing->types; i++)
        if (at->deck & typing->set[i])
            leaf->class_of[i] = search->last.class_of[at_type++];
    leaf->low = INFINITY, leaf->high = -INFINITY;
    total = discards == 1 ? sum_draws(pairs, with) : sum_draws_of_two(pairs, search->both, with);
    if (discards == 3)
        sum_without_three(search, with, total, leaf);
    else
        sum_without(search, with, total, discards, leaf);
    search->job->leaves++;
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

/* All that can be done there. A pair of types has the place pair_of; a discard is a type that is left. What was
 * discarded before is one of `wide`: a type, a pair of types (pair_of), or nothing. */
struct room {
    const struct before *at;
    int discards, types, wide;
    uint8_t type[WIDE];
    double held[WIDE];
    struct leaf *leaf[PAIRS][CHILDREN]; /* NULL where the pair does not fit so */
    double *best;                       /* [pair][discard with it][discards before] of all ways to place a pair */
    uint8_t *how;                       /* the same: the way */
    double *placed;                     /* the same: how often it is taken */
    double *row;                        /* [class][discards before]: the sums of a leaf */
    double *ways;                       /* [discards before]: of a draw */
    uint16_t *before;                   /* the same: their classes */
};

static int discards_before(int discards, int types)
{
    return discards == 0 ? 1 : discards == 1 ? types : pair_of(0, types);
}

/* Takes the room for so many types, or none; `close_room` gives it back. */
static bool open_room(struct search *search, int types, int discards)
{
    struct room *room = search->room = calloc(1, sizeof *room);
    size_t wide = (size_t)discards_before(discards, types), size = (size_t)pair_of(0, types) * (size_t)types * wide;
    if (!room || !afford(&search->deep, size * (2 * sizeof(double) + 1) + wide * (size_t)types * sizeof(double)))
        return false;
    room->discards = discards;
    room->best = malloc(size * sizeof(double));
    room->how = malloc(size);
    room->placed = malloc(size * sizeof(double));
    room->row = malloc((size_t)types * wide * sizeof(double));
    room->ways = malloc(wide * sizeof(double));
    room->before = malloc(wide * sizeof(uint16_t));
    return room->best && room->how && room->placed && room->row && room->ways && room->before;
}

static void close_room(struct room *room)
{
    if (!room)
        return;
    free(room->best), free(room->how), free(room->placed);
    free(room->row), free(room->ways), free(room->before);
    free(room);
}

/* The classes of a leaf that stand for what was discarded before: for one card its class, for two any_pair of theirs. */
static void find_before(const struct room *room, const uint8_t *class_of, uint16_t *before)
{
    int n = room->types;
    if (room->discards == 0)
        before[0] = 0;
    for (int d = 0; room->discards > 0 && d < n; d++) {
        if (room->discards == 1)
            before[d] = class_of[d];
        for (int c = 0; room->discards == 2 && c <= d; c++)
            *before++ = (uint16_t)any_pair(class_of[c], class_of[d]);
    }
}

/* The place of the sum of a leaf, where these classes (as find_before has them) were discarded before, and this now. */
static size_t sum_at(const struct room *room, const struct leaf *leaf, int before, int now)
{
    if (room->discards < 2)
        return (size_t)(before * leaf->classes + now);
    int high = (int)(sqrt(8.0 * before + 1) - 1) / 2; /* the greatest with pair_of(0, high) <= before */
    return (size_t)three_of(before - pair_of(0, high), high, now);
}

/* What a leaf comes to by the discards before, where a card of this class is discarded now. */
static void open_row(const struct room *room, const struct leaf *leaf, int class, double *row)
{
    double of_pair[PAIRS];
    const double *by_class = leaf->sum + class * leaf->classes;
    if (room->discards == 2) {
        int at = 0;
        for (int d = 0; d < leaf->classes; d++)
            for (int c = 0; c <= d; c++)
                of_pair[at++] = leaf->sum[three_of(c, d, class)];
        by_class = of_pair;
    }
    for (int b = 0; b < room->wide; b++)
        row[b] = by_class[room->before[b]];
}

/* Takes a leaf into account in all places where it is better than what is known. */
static void take_leaf(const struct search *search, struct room *room, int pair, int how, bool is_first)
{
    const struct leaf *leaf = room->leaf[pair][how];
    const uint8_t *mapped = search->mapped[room->at->suits][leaf->suits];
    int n = room->types, wide = room->wide;
    uint8_t class_of[WIDE], known[WIDE] = {0};
    double *best = room->best + (size_t)pair * (size_t)(n * wide);
    uint8_t *taken = room->how + (size_t)pair * (size_t)(n * wide);
    for (int c = 0; c < n; c++)
        class_of[c] = leaf->class_of[mapped[room->type[c]]];
    find_before(room, class_of, room->before);
    for (int now = 0; now < n; now++, best += wide, taken += wide) {
        int class = class_of[now];
        const double *sum = wide == 1 ? &leaf->sum[class] : room->row + (size_t)class * (size_t)wide;
        if (wide > 1 && !known[class]) {
            open_row(room, leaf, class, room->row + (size_t)class * (size_t)wide);
            known[class] = 1;
        }
        if (is_first) {
            memcpy(best, sum, (size_t)wide * sizeof(double));
            memset(taken, how, (size_t)wide);
            continue;
        }
        for (int b = 0; b < wide; b++) {
            taken[b] = (uint8_t)(sum[b] > best[b] ? how : taken[b]);
            best[b] = larger(sum[b], best[b]);
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
        if (!(leaf[how] = find_leaf(search, &next, room->discards + 1)))
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

static void add_leaves(struct search *search);

/* Makes room for more leaves where there is little left: those so far are solved again if they come up again. */
static void spare_memory(struct search *search)
{
    if (search->budget >= search->job->memory / 8 || search->pool.taken < search->job->memory / 4)
        return;
    add_leaves(search);
    clear(&search->leaves);
    empty(&search->pool);
}

/* Every way to place two of the cards that are left. */
static bool place_pairs(struct search *search, const struct before *at)
{
    struct room *room = search->room;
    spare_memory(search);
    room->at = at;
    room->types = types_left(&search->typing[at->suits], at->deck, room->type, room->held);
    room->wide = discards_before(room->discards, room->types);
    for (int j = 0; j < room->types; j++)
        for (int i = 0; i <= j; i++) {
            if (search->job->stop)
                return fails(search, OFC_ENDGAME_STOPPED);
            if ((i != j || room->held[i] > 1) && !place_pair(search, room, i, j))
                return false;
        }
    return true;
}

/* What the three pairs of a draw come to, with the third card discarded, by the discards before. */
struct three {
    size_t at[3]; /* in best, how and placed */
};

static struct three pairs_of_draw(int types, int wide, int i, int j, int k)
{
    size_t n = (size_t)types, w = (size_t)wide;
    return (struct three){{((size_t)pair_of(i, j) * n + (size_t)k) * w, ((size_t)pair_of(i, k) * n + (size_t)j) * w,
                           ((size_t)pair_of(j, k) * n + (size_t)i) * w}};
}

/* The ways to draw three types, by the discards before. Where the deck does not hold these, they mean nothing. */
static void ways_by_discards(double *held, int n, int discards, const int *drawn, double *ways)
{
    double all = ways_to_draw(held, drawn[0], drawn[1], drawn[2]);
    int wide = discards_before(discards, n);
    for (int b = 0; b < wide; b++)
        ways[b] = all;
    for (int d = 0; discards && d < 3; d++) {
        int c = drawn[d];
        if (d > 0 && c == drawn[d - 1])
            continue;
        held[c]--;
        if (discards == 1)
            ways[c] = ways_to_draw(held, drawn[0], drawn[1], drawn[2]);
        for (int other = 0; discards == 2 && other < n; other++) {
            held[other]--;
            ways[any_pair(c, other)] = ways_to_draw(held, drawn[0], drawn[1], drawn[2]);
            held[other]++;
        }
        held[c]++;
    }
}

/* The sums of the best over all draws, by the discards before. */
static void sum_best(const struct search *search, struct room *room, double *value, double *ties)
{
    int n = room->types, wide = room->wide;
    double whole = search->whole, *ways = room->ways;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k < n; k++) {
                if (ways_to_draw(room->held, i, j, k) == 0)
                    continue;
                struct three three = pairs_of_draw(n, wide, i, j, k);
                const double *ij = room->best + three.at[0], *ik = room->best + three.at[1],
                             *jk = room->best + three.at[2];
                ways_by_discards(room->held, n, room->discards, (int[]){i, j, k}, ways);
                for (int b = 0; b < wide; b++) {
                    double best = larger(ij[b], larger(ik[b], jk[b])), units = (best + whole) - whole;
                    value[b] += ways[b] * units;
                    ties[b] += ways[b] * (best - units);
                }
            }
}

/* Counts how often optimal play takes each way, where what is discarded before comes up so often. */
static void take_best(struct room *room, const double *often)
{
    int n = room->types, wide = room->wide;
    double *ways = room->ways;
    memset(room->placed, 0, (size_t)pair_of(0, n) * (size_t)(n * wide) * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k < n; k++) {
                if (ways_to_draw(room->held, i, j, k) == 0)
                    continue;
                struct three three = pairs_of_draw(n, wide, i, j, k);
                const double *ij = room->best + three.at[0], *ik = room->best + three.at[1],
                             *jk = room->best + three.at[2];
                ways_by_discards(room->held, n, room->discards, (int[]){i, j, k}, ways);
                for (int b = 0; b < wide; b++) {
                    int best = ij[b] >= ik[b] && ij[b] >= jk[b] ? 0 : ik[b] >= jk[b] ? 1 : 2;
                    room->placed[three.at[best] + (size_t)b] += often[b] * ways[b];
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
    double *gone = take(&search->pool, sums_of(leaf->classes, room->discards + 1) * sizeof(double));
    if (!reached || !gone)
        return fails(search, OFC_ENDGAME_MEMORY);
    *reached = (struct reached){search->reached, leaf, after(search, room->at, room->type[i], room->type[j], how),
                                gone};
    search->reached = leaf->reached = reached;
    return true;
}

static bool reach_pair(struct search *search, struct room *room, int i, int j)
{
    int n = room->types, wide = room->wide, known = -1;
    size_t from = (size_t)pair_of(i, j) * (size_t)(n * wide);
    uint8_t class_of[WIDE];
    for (int now = 0; now < n; now++)
        for (int b = 0; b < wide; b++, from++) {
            if (room->placed[from] == 0)
                continue;
            int how = room->how[from];
            if (!reach(search, room, i, j, how))
                return false;
            const struct leaf *leaf = room->leaf[pair_of(i, j)][how];
            if (how != known) {
                const uint8_t *mapped = search->mapped[room->at->suits][leaf->suits];
                for (int c = 0; c < n; c++)
                    class_of[c] = leaf->class_of[mapped[room->type[c]]];
                find_before(room, class_of, room->before);
                known = how;
            }
            leaf->reached->gone[sum_at(room, leaf, room->before[b], class_of[now])] += room->placed[from];
        }
    return true;
}

static bool reach_leaves(struct search *search, const double *often)
{
    struct room *room = search->room;
    take_best(room, often);
    for (int j = 0; j < room->types; j++)
        for (int i = 0; i <= j; i++)
            if ((i != j || room->held[i] > 1) && !reach_pair(search, room, i, j))
                return false;
    return true;
}

/* Classes c and d are gone together. */
static void count_two(double both[WIDE][WIDE], int c, int d, double times)
{
    both[c][d] += times;
    if (c != d)
        both[d][c] += times;
}

/* The outlook of a leaf that optimal play reaches. */
static void add_leaf(struct search *search, const struct reached *reached)
{
    int n = reached->leaf->classes, discards = search->room->discards + 1;
    const double *times = reached->gone;
    struct gone gone = {0};
    open_leaf(search, &reached->at);
    for (int c = 0; c < n; c++)
        memset(search->both[c], 0, (size_t)n * sizeof(double));
    if (discards == 3)
        for (int e = 0; e < n; e++)
            for (int d = 0; d <= e; d++)
                for (int c = 0; c <= d; c++, times++) {
                    gone.all += *times;
                    gone.one[c] += *times, gone.one[d] += *times, gone.one[e] += *times;
                    count_two(search->both, c, d, *times);
                    count_two(search->both, c, e, *times);
                    count_two(search->both, d, e, *times);
                }
    for (int c = 0; discards < 3 && c < (discards == 2 ? n : 1); c++)
        for (int d = 0; d < n; d++, times++) {
            gone.all += *times;
            gone.one[d] += *times;
            if (discards == 2) {
                gone.one[c] += *times;
                count_two(search->both, c, d, *times);
            }
        }
    gone.two = discards > 1 ? (const double (*)[WIDE])search->both : NULL;
    gone.three = discards > 2 ? reached->gone : NULL;
    add_last(search->objective, &search->last, &gone, search->outlook);
}

/* The outlook of all leaves that optimal play has reached, each of them once. */
static void add_leaves(struct search *search)
{
    for (const struct reached *reached = search->reached; reached; reached = reached->next)
        add_leaf(search, reached);
    search->reached = NULL;
}

/* --- Boards with six free places and more ------------------------------------------------------------------------- */

/* The best way to place a pair of types where a third is discarded. */
struct choice {
    double value, ties;
    struct node *node;
};

/* All that can be done with a board, as in a room. */
struct level {
    const struct before *at;
    int draws, discards, types, wide;
    uint8_t type[WIDE];
    double held[WIDE], ways[WIDE];
    struct choice *best; /* [pair][discard with it][discard before] */
};

static bool open_level(struct search *search, int draws, int types)
{
    struct level *level = search->level[draws] = calloc(1, sizeof *level);
    int discards = search->job->streets - draws;
    size_t size = (size_t)pair_of(0, types) * (size_t)(types * discards_before(discards, types)) * sizeof *level->best;
    if (!level || !afford(&search->deep, size) || !(level->best = malloc(size)))
        return false;
    level->draws = draws, level->discards = discards;
    return true;
}

static void close_level(struct level *level)
{
    if (level)
        free(level->best);
    free(level);
}

static bool place_level(struct search *search, struct level *level, const struct before *at);
static void sum_level(struct level *level, double *value, double *ties);

/* The values of a new board, by what was discarded before. */
static bool solve_node(struct search *search, int draws, struct node *node)
{
    struct room *room = search->room;
    struct level *level = search->level[draws];
    double value[PAIRS] = {0}, ties[PAIRS] = {0};
    int discards = search->job->streets - draws;
    size_t size = (size_t)discards_before(discards, search->typing[node->at.suits].types) * sizeof(double);
    node->value = take(&search->deep, size);
    node->ties = take(&search->deep, size);
    if (!node->value || !node->ties)
        return fails(search, OFC_ENDGAME_MEMORY);
    if (draws > 2 ? !place_level(search, level, &node->at) : !place_pairs(search, &node->at))
        return false;
    if (draws > 2)
        sum_level(level, value, ties);
    else
        sum_best(search, room, value, ties);
    const uint8_t *type = draws > 2 ? level->type : room->type;
    int n = draws > 2 ? level->types : room->types;
    for (int d = 0, at = 0; d < n; d++)
        for (int c = discards == 2 ? 0 : d; c <= d; c++, at++) {
            int to = discards == 2 ? pair_of(type[c], type[d]) : type[d];
            node->value[to] = value[at], node->ties[to] = ties[at];
        }
    return true;
}

/* The board with so many draws to come. */
static struct node *find_node(struct search *search, int draws, const struct before *at)
{
    bool is_new;
    struct key key = key_of(&at->board, at->deck, at->suits);
    struct node *node = find_board(&search->nodes[draws], &search->deep, key, &is_new);
    if (!node) {
        search->state = OFC_ENDGAME_MEMORY;
        return NULL;
    }
    if (is_new)
        node->at = *at;
    return !is_new || solve_node(search, draws, node) ? node : NULL;
}

static bool is_no_worse(const struct choice *a, const struct choice *b)
{
    return a->value > b->value || (a->value == b->value && a->ties >= b->ties);
}

/* Where a board keeps its value for what is discarded now and was before. */
static int value_at(const struct level *level, const uint8_t *mapped, int now, int before)
{
    return level->discards ? any_pair(mapped[level->type[now]], mapped[level->type[before]]) : mapped[level->type[now]];
}

static bool place_so(struct search *search, struct level *level, int i, int j)
{
    struct choice *best = level->best + (size_t)pair_of(i, j) * (size_t)(level->types * level->wide);
    bool is_first = true;
    for (int how = 0; how < CHILDREN; how++) {
        int p = how >> 1, at = 0;
        if (!fits(&level->at->board, p) || (how & 1 && (i == j || FIRST_ROW[p] == SECOND_ROW[p])))
            continue;
        struct before next = after(search, level->at, level->type[i], level->type[j], how);
        struct node *node = find_node(search, level->draws - 1, &next);
        if (!node)
            return false;
        const uint8_t *mapped = search->mapped[level->at->suits][node->at.suits];
        for (int now = 0; now < level->types; now++)
            for (int b = 0; b < level->wide; b++, at++) {
                int from = value_at(level, mapped, now, b);
                struct choice choice = {node->value[from], node->ties[from], node};
                if (is_first || !is_no_worse(&best[at], &choice))
                    best[at] = choice;
            }
        is_first = false;
    }
    return true;
}

/* Every way to place two of the cards that are left. */
static bool place_level(struct search *search, struct level *level, const struct before *at)
{
    bool is_root = level->discards == 0;
    int n = level->types = types_left(&search->typing[at->suits], at->deck, level->type, level->held);
    level->at = at;
    level->wide = discards_before(level->discards, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) {
            if ((i != j || level->held[i] > 1) && !place_so(search, level, i, j))
                return false;
            search->job->done += is_root;
        }
    return true;
}

/* The best choice in a draw, and what is discarded. */
static const struct choice *choose(const struct level *level, int i, int j, int k, int before, int *now)
{
    struct three three = pairs_of_draw(level->types, level->wide, i, j, k);
    const struct choice *best = level->best + before, *ij = best + three.at[0], *ik = best + three.at[1],
                        *jk = best + three.at[2];
    bool is_ij = is_no_worse(ij, ik) && is_no_worse(ij, jk), is_ik = !is_ij && is_no_worse(ik, jk);
    *now = is_ij ? k : is_ik ? j : i;
    return is_ij ? ij : is_ik ? ik : jk;
}

/* The sums of the best over all draws, by the discard before. */
static void sum_level(struct level *level, double *value, double *ties)
{
    int n = level->types, now;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k < n; k++) {
                if (ways_to_draw(level->held, i, j, k) == 0)
                    continue;
                ways_by_discards(level->held, n, level->discards, (int[]){i, j, k}, level->ways);
                for (int b = 0; b < level->wide; b++) {
                    const struct choice *best = choose(level, i, j, k, b, &now);
                    value[b] += level->ways[b] * best->value;
                    ties[b] += level->ways[b] * best->ties;
                }
            }
}

/* Optimal play comes to a board so often, with these cards gone. */
static bool reach_node(struct search *search, struct node *node, int draws, int gone, double times)
{
    int types = search->typing[node->at.suits].types, discards = search->job->streets - draws;
    size_t size = (size_t)discards_before(discards, types) * sizeof(double);
    if (!node->reached && !(node->reached = take(&search->deep, size)))
        return fails(search, OFC_ENDGAME_MEMORY);
    node->reached[gone] += times;
    return true;
}

/* Counts how often optimal play goes on to each board, where what is discarded before comes up so often. */
static bool reach_nodes(struct search *search, struct level *level, const double *often)
{
    int n = level->types, now;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k < n; k++) {
                if (ways_to_draw(level->held, i, j, k) == 0)
                    continue;
                ways_by_discards(level->held, n, level->discards, (int[]){i, j, k}, level->ways);
                for (int b = 0; b < level->wide; b++) {
                    double times = often[b] * level->ways[b];
                    if (times == 0)
                        continue;
                    struct node *node = choose(level, i, j, k, b, &now)->node;
                    const uint8_t *mapped = search->mapped[level->at->suits][node->at.suits];
                    if (!reach_node(search, node, level->draws - 1, value_at(level, mapped, now, b), times))
                        return false;
                }
            }
    return true;
}

/* How often each of the discards before a board comes up that optimal play reaches, by the types that are left. */
static void read_reached(const struct node *node, int discards, const uint8_t *type, int n, double *often)
{
    for (int d = 0, at = 0; d < n; d++)
        for (int c = discards == 2 ? 0 : d; c <= d; c++, at++)
            often[at] = node->reached[discards == 2 ? pair_of(type[c], type[d]) : type[d]];
}

/* The same for each board with so many draws to come, and those below. */
static bool reach_below(struct search *search, int draws)
{
    int pairs = search->job->all / 2, discards = search->job->streets - draws;
    struct level *level = search->level[draws];
    struct room *room = search->room;
    double often[PAIRS];
    for (uint32_t i = 0; i < search->nodes[draws].boards; i++) {
        const struct node *node = board_at(&search->nodes[draws], i);
        if (draws == 2)
            search->job->done = pairs + (int)((double)pairs * i / search->nodes[draws].boards);
        if (!node->reached)
            continue;
        if (draws > 2 ? !place_level(search, level, &node->at) : !place_pairs(search, &node->at))
            return false;
        if (draws > 2)
            read_reached(node, discards, level->type, level->types, often);
        else
            read_reached(node, discards, room->type, room->types, often);
        if (draws > 2 ? !reach_nodes(search, level, often) : !reach_leaves(search, often))
            return false;
    }
    return draws == 2 || reach_below(search, draws - 1);
}

/* --- Entry points ------------------------------------------------------------------------------------------------- */

static const double ONCE = 1;

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

static bool search_root(struct search *search, const struct before *root)
{
    int draws = search->job->streets;
    if (draws == 2)
        return place_pairs(search, root) && reach_leaves(search, &ONCE);
    struct level *level = search->level[draws];
    uint8_t type[WIDE];
    double held[WIDE];
    search->job->all = 2 * pair_of(0, types_left(&search->typing[root->suits], root->deck, type, held));
    return place_level(search, level, root) && reach_nodes(search, level, &ONCE) && reach_below(search, draws - 1);
}

static void search_ahead(struct search *search, const struct before *root)
{
    find_typings(search, root);
    int types = search->typing[root->suits].types, draws = search->job->streets;
    bool is_open = open_room(search, types, draws - 2);
    for (int deep = 3; is_open && deep <= draws; deep++)
        is_open = open_level(search, deep, types);
    if (!is_open)
        search->state = OFC_ENDGAME_MEMORY;
    else if (search_root(search, root))
        add_leaves(search);
    if (search->state == OFC_ENDGAME_SOLVED)
        search->job->done = search->job->all;
    close_room(search->room);
    for (int deep = 3; deep <= MOST_DRAWS; deep++)
        close_level(search->level[deep]);
}

static int many_draws(struct ofc_endgame_job *job, const struct before *root, struct wild *wild,
                      struct ofc_outlook *outlook)
{
    struct search *search = calloc(1, sizeof *search);
    if (!search)
        return OFC_ENDGAME_MEMORY;
    const struct ofc_endgame_objective *objective = job->objective;
    search->job = job, search->objective = objective, search->wild = wild, search->outlook = outlook;
    search->whole = objective->royalty != objective->plain_royalty ? 1.5 / DBL_EPSILON : 0;
    search->budget = job->memory;
    search->pool.budget = search->deep.budget = &search->budget;
    search->leaves.size = sizeof(struct leaf);
    search->state = OFC_ENDGAME_SOLVED;
    job->leaves = 0;
    for (int draws = 2; draws < MOST_DRAWS; draws++)
        search->nodes[draws].size = sizeof(struct node);
    search_ahead(search, root);
    int state = search->state;
    empty(&search->pool);
    empty(&search->deep);
    clear(&search->leaves);
    for (int draws = 2; draws < MOST_DRAWS; draws++)
        clear(&search->nodes[draws]);
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
