/* Endgames, solved exactly. What makes them small:
 *
 *   - Cards that can do the same are one type: the same rank, and a suit that can make no flush any more. A draw is a
 *     multiset of types with a number of ways.
 *   - The value of placing a pair does not depend on the card discarded with it, but for that card being gone. So a board
 *     with two free places (a leaf) is summed once over all draws, and for every type over the draws that hold one card
 *     of it; the sum with a card gone is the difference.
 *   - In a leaf, types that finish the board alike with every partner are merged again: most draws of three are then
 *     counted, not looked at.
 *   - Leaves that are equal but for suits that do not matter are one leaf.
 *
 * The sums are of whole numbers, and exact, where the worth of all ends is whole; Python scales points so that it is,
 * and adds a small part for each point of royalties and takes a smaller one for a foul, too small to change a choice
 * between plays of different value: that breaks ties. The outlook (chances, royalties) comes from a second pass over the
 * leaves that optimal play reaches, with the number of ways in which each is reached and each card is gone. */
#include "endgame.h"

#include <stdlib.h>
#include <string.h>

enum {
    TYPES = 52,   /* the most types of cards */
    WIDE = 40,    /* the most types where two rows of five are begun: a rank, and one of two suits or neither; padded */
    PLACEMENTS = 6, /* pairs of rows that a pair of cards can go to */
    VARIANTS = 4, /* which of middle and bottom can still become a flush */
    LEAVES = 5400 /* the most leaves below a board with four free places */
};

/* --- What a finished board is worth ----------------------------------------------------------------------------------- */

/* A finished row. */
struct line {
    double points;  /* the worth of its royalties */
    uint32_t entries; /* the ways into Fantasyland that it allows */
    uint16_t strength;
};

static inline struct line line_at(const struct ofc_eg_goal *goal, int row, uint16_t strength)
{
    struct line line = {goal->royalty * ofc_royalty(goal->rules, row, strength), 0, strength};
    for (int e = 0; e < goal->entry->entries; e++) {
        const struct ofc_entry *entry = &goal->entry->entry[e];
        bool met = (entry->low[row] <= strength) & (strength <= entry->high[row]);
        line.entries |= (uint32_t)met << e;
    }
    return line;
}

static struct line line_of(const struct ofc_eg_goal *goal, int row, ofc_key key)
{
    return line_at(goal, row, row == OFC_TOP ? ofc_strength_plain(key) : ofc_strength(key));
}

static inline struct ofc_rows rows_of(const struct line *const line[OFC_ROWS])
{
    return (struct ofc_rows){{line[OFC_TOP]->strength, line[OFC_MIDDLE]->strength, line[OFC_BOTTOM]->strength}};
}

/* Cards of the next hand where these ways into Fantasyland are met; the first counts. */
static inline int bonus_cards(const struct ofc_eg_goal *goal, uint32_t met)
{
    int first = 0;
    if (!met)
        return 0;
    while (!(met >> first & 1))
        first++;
    return goal->entry->entry[first].cards;
}

/* The worth of a finished board, from the sum of its rows and the ways into Fantasyland that all of them allow. */
static inline double worth_of_rows(const struct ofc_eg_goal *goal, struct ofc_rows rows, double points, uint32_t met)
{
    if (ofc_fouls(goal->rules, rows))
        return goal->foul;
    if (goal->plan)
        points += goal->rows * ofc_fl_value(goal->plan, rows.strength);
    return met ? points + goal->fantasyland[bonus_cards(goal, met)] : points;
}

static uint32_t met_by(const struct line *const line[OFC_ROWS])
{
    return line[OFC_TOP]->entries & line[OFC_MIDDLE]->entries & line[OFC_BOTTOM]->entries;
}

static double worth_of(const struct ofc_eg_goal *goal, const struct line *const line[OFC_ROWS])
{
    double points = line[OFC_TOP]->points + line[OFC_MIDDLE]->points + line[OFC_BOTTOM]->points;
    return worth_of_rows(goal, rows_of(line), points, met_by(line));
}

/* Adds a finished board that comes up in so many ways. */
static void add_end(const struct ofc_eg_goal *goal, const struct line *const line[OFC_ROWS], double ways,
                    struct ofc_outlook *outlook)
{
    struct ofc_rows rows = rows_of(line);
    bool foul = ofc_fouls(goal->rules, rows);
    outlook->ways += ways;
    if (goal->plan)
        outlook->rows += ways * (foul ? ofc_fl_foul(goal->plan) : ofc_fl_value(goal->plan, rows.strength));
    if (foul) {
        outlook->foul += ways;
        return;
    }
    for (int row = 0; row < OFC_ROWS; row++)
        outlook->royalty += ways * ofc_royalty(goal->rules, row, rows.strength[row]);
    outlook->fantasyland[bonus_cards(goal, met_by(line))] += ways;
}

/* --- Types of cards --------------------------------------------------------------------------------------------------- */

struct typing {
    int types;
    uint8_t of_card[OFC_CARDS];
    uint8_t card[TYPES]; /* one card of each type */
    double held[TYPES];  /* how many of them the deck holds */
};

/* The suits that all cards of this row share, as a mask: every suit where there are none. */
static int shared_suits(const struct ofc_eg_board *board, int row)
{
    int cards = 5 - board->free[row], suits = 0;
    for (int suit = 0; suit < OFC_SUITS; suit++) {
        int count = (int)(board->key[row] >> (OFC_SUIT_SHIFT + 4 * suit) & 15) - 3;
        suits |= (count == cards) << suit;
    }
    return suits;
}

/* The suits in which this row can still become a flush. */
static int flush_suits(const struct ofc_eg_board *board, int row)
{
    return board->free[row] ? shared_suits(board, row) : 0;
}

/* Which variant a board is. */
static int variant_of(const struct ofc_eg_board *board)
{
    return (flush_suits(board, OFC_MIDDLE) != 0) + 2 * (flush_suits(board, OFC_BOTTOM) != 0);
}

/* The variant whose types tell boards apart: the suit of a card that fills a flush matters, although none after it does. */
static int identity_of(const struct ofc_eg_board *board)
{
    return (shared_suits(board, OFC_MIDDLE) != 0) + 2 * (shared_suits(board, OFC_BOTTOM) != 0);
}

static void find_types(struct typing *typing, uint64_t deck, int suits)
{
    typing->types = 0;
    for (int rank = 0; rank < OFC_RANKS; rank++) {
        int other = -1;
        for (int suit = 0; suit < OFC_SUITS; suit++) {
            int card = ofc_card(rank, suit), type;
            if (!(deck >> card & 1))
                continue;
            bool alone = suits >> suit & 1;
            if (alone || other < 0) {
                type = typing->types++;
                typing->card[type] = (uint8_t)card;
                typing->held[type] = 0;
                other = alone ? other : type;
            } else {
                type = other;
            }
            typing->of_card[card] = (uint8_t)type;
            typing->held[type]++;
        }
    }
}

static double twos(double n) { return n * (n - 1) / 2; }
static double threes(double n) { return n * (n - 1) * (n - 2) / 6; }
static inline double larger(double a, double b) { return a > b ? a : b; }

/* --- A leaf: two free places, one draw -------------------------------------------------------------------------------- */

/* Worth of the best way to finish with a pair of types; the same whichever is named first. */
struct pairs {
    int types;
    double held[WIDE];
    double worth[WIDE][WIDE];
};

/* The rows of the two free places. */
static void free_rows(const struct ofc_eg_board *board, int *first, int *second)
{
    int n = 0, row[2] = {0, 0};
    for (int r = 0; r < OFC_ROWS; r++)
        for (int i = 0; i < board->free[r] && n < 2; i++)
            row[n++] = r;
    *first = row[0], *second = row[1];
}

/* All the finished rows that a leaf can have. */
struct ends {
    int first, second; /* the rows with free places */
    struct line fixed[OFC_ROWS];
    struct line one[WIDE], two[WIDE]; /* by type, in the first and in the second row, where they are different */
};

static void open_ends(const struct ofc_eg_goal *goal, const struct ofc_eg_board *board, const struct typing *typing,
                      struct ends *ends)
{
    free_rows(board, &ends->first, &ends->second);
    for (int row = 0; row < OFC_ROWS; row++)
        if (!board->free[row])
            ends->fixed[row] = line_of(goal, row, board->key[row]);
    if (ends->first == ends->second)
        return;
    for (int i = 0; i < typing->types; i++) {
        ofc_key key = ofc_key_card(typing->card[i]);
        ends->one[i] = line_of(goal, ends->first, board->key[ends->first] + key);
        ends->two[i] = line_of(goal, ends->second, board->key[ends->second] + key);
    }
}

/* The lines of the board where types i and j take the two places in this order; `both` is room for a line. */
static inline void lines_of(const struct ofc_eg_goal *goal, const struct ofc_eg_board *board,
                            const struct typing *typing, const struct ends *ends, int i, int j, struct line *both,
                            const struct line *line[OFC_ROWS])
{
    for (int row = 0; row < OFC_ROWS; row++)
        line[row] = &ends->fixed[row];
    if (ends->first == ends->second) {
        ofc_key key = ofc_key_card(typing->card[i]) + ofc_key_card(typing->card[j]);
        *both = line_of(goal, ends->first, board->key[ends->first] + key);
        line[ends->first] = both;
    } else {
        line[ends->first] = &ends->one[i];
        line[ends->second] = &ends->two[j];
    }
}

/* A row between these strengths makes no foul with the two others. */
struct range {
    double low, high;
};

static struct range legal_range(const struct ofc_rules *rules, struct ofc_rows rows, int row)
{
    double top = rows.strength[OFC_TOP], middle = rows.strength[OFC_MIDDLE], bottom = rows.strength[OFC_BOTTOM];
    double more = rules->strict_rows, most = OFC_STRENGTHS;
    if (rules->low_middle) {
        bool others = row == OFC_MIDDLE ? bottom >= top : middle <= rules->low_middle_max;
        double high = row == OFC_TOP ? bottom : row == OFC_MIDDLE ? rules->low_middle_max : most;
        return others ? (struct range){row == OFC_BOTTOM ? top : 0, high} : (struct range){1, 0};
    }
    if (row == OFC_TOP)
        return bottom >= middle + more ? (struct range){0, middle} : (struct range){1, 0};
    if (row == OFC_MIDDLE)
        return (struct range){top, bottom - more};
    return middle >= top ? (struct range){middle + more, most} : (struct range){1, 0};
}

/* Both places in one row. */
static void fill_one_row(const struct ofc_eg_goal *goal, const struct ofc_eg_board *board, const struct typing *typing,
                         const struct ends *ends, struct pairs *pairs)
{
    int row = ends->first;
    const struct line *a = &ends->fixed[(row + 1) % OFC_ROWS], *b = &ends->fixed[(row + 2) % OFC_ROWS];
    double points = a->points + b->points;
    uint32_t met = a->entries & b->entries;
    struct ofc_rows rows = {{0}};
    rows.strength[(row + 1) % OFC_ROWS] = a->strength;
    rows.strength[(row + 2) % OFC_ROWS] = b->strength;
    struct range legal = legal_range(goal->rules, rows, row);
    for (int i = 0; i < typing->types; i++) {
        ofc_key key = board->key[row] + ofc_key_card(typing->card[i]);
        for (int j = i; j < typing->types; j++) {
            ofc_key full = key + ofc_key_card(typing->card[j]);
            uint16_t strength = row == OFC_TOP ? ofc_strength_plain(full) : ofc_strength(full);
            double worth = goal->foul;
            if (legal.low <= strength && strength <= legal.high) {
                struct line line = line_at(goal, row, strength);
                rows.strength[row] = strength;
                worth = worth_of_rows(goal, rows, points + line.points, met & line.entries);
            }
            pairs->worth[i][j] = pairs->worth[j][i] = worth;
        }
    }
}

/* The ends with type i in the first row, by the type in the second; `strength` and `points` are those of the second. */
static void fill_with(const struct ofc_eg_goal *goal, const struct ends *ends, int third, int i, int n,
                      const double *strength, const double *points, double *worth)
{
    const struct line *one = &ends->one[i], *fixed = &ends->fixed[third];
    uint32_t met = one->entries & fixed->entries, any = 0, all = met;
    struct ofc_rows rows = {{0}};
    rows.strength[ends->first] = one->strength;
    rows.strength[third] = fixed->strength;
    double base = one->points + fixed->points;
    for (int j = 0; met && j < n; j++) {
        any |= met & ends->two[j].entries;
        all &= ends->two[j].entries;
    }
    if (goal->plan || any != all) {
        for (int j = 0; j < n; j++) {
            rows.strength[ends->second] = ends->two[j].strength;
            worth[j] = worth_of_rows(goal, rows, base + points[j], met & ends->two[j].entries);
        }
        return;
    }
    struct range legal = legal_range(goal->rules, rows, ends->second);
    double foul = goal->foul, low = legal.low, high = legal.high;
    base += all ? goal->fantasyland[bonus_cards(goal, all)] : 0;
    for (int j = 0; j < n; j++) {
        double legal_worth = base + points[j];
        worth[j] = (low <= strength[j]) & (strength[j] <= high) ? legal_worth : foul;
    }
}

/* One place in each of two rows: either type goes to either. */
static void fill_two_rows(const struct ofc_eg_goal *goal, const struct ends *ends, struct pairs *pairs)
{
    int n = pairs->types, third = OFC_TOP + OFC_MIDDLE + OFC_BOTTOM - ends->first - ends->second;
    double strength[WIDE], points[WIDE];
    for (int j = 0; j < n; j++)
        strength[j] = ends->two[j].strength, points[j] = ends->two[j].points;
    for (int i = 0; i < n; i++)
        fill_with(goal, ends, third, i, n, strength, points, pairs->worth[i]);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            pairs->worth[i][j] = pairs->worth[j][i] = larger(pairs->worth[i][j], pairs->worth[j][i]);
}

static void fill_pairs(const struct ofc_eg_goal *goal, const struct ofc_eg_board *board, const struct typing *typing,
                       const struct ends *ends, struct pairs *pairs)
{
    pairs->types = typing->types;
    if (ends->first == ends->second)
        fill_one_row(goal, board, typing, ends, pairs);
    else
        fill_two_rows(goal, ends, pairs);
}

/* Types that do alike with every partner become one: class_of[type]. The first type of a class stands for it. */
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

/* How often each pair of classes is placed: all draws `all` times, but for gone[c] times with a card of class c gone. */
static void count_placed(const struct pairs *pairs, double all, const double *gone, double placed[WIDE][WIDE])
{
    int n = pairs->types;
    const double *m = pairs->held;
    for (int i = 0; i < n; i++)
        memset(placed[i], 0, (size_t)n * sizeof(double));
    for (int i = 0; i < n; i++) {
        const double *a = pairs->worth[i];
        placed[i][i] += all * threes(m[i]) - gone[i] * twos(m[i] - 1);
        for (int j = 0; j < n; j++)
            if (j != i)
                placed[i][a[j] > a[i] ? j : i] += all * twos(m[i]) * m[j] - gone[i] * (m[i] - 1) * m[j] - gone[j] * twos(m[i]);
        for (int j = i + 1; j < n; j++) {
            const double *b = pairs->worth[j];
            double both = m[i] * m[j], fewer = all * both - gone[i] * m[j] - gone[j] * m[i];
            for (int k = j + 1; k < n; k++) {
                double ways = fewer * m[k] - gone[k] * both;
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

/* The outlook of a leaf: all draws `all` times, but for gone[type] times with a card of that type gone. */
static void add_leaf(const struct ofc_eg_goal *goal, const struct ofc_eg_board *board, const struct typing *typing,
                     const double *held, double all, const double *gone, struct ofc_outlook *outlook)
{
    struct ends ends;
    struct pairs pairs;
    uint8_t class_of[WIDE], first_of[WIDE];
    double gone_of[WIDE] = {0}, placed[WIDE][WIDE];
    open_ends(goal, board, typing, &ends);
    fill_pairs(goal, board, typing, &ends, &pairs);
    merge_types(&pairs, held, class_of, first_of);
    for (int i = 0; i < typing->types; i++)
        gone_of[class_of[i]] += gone[i];
    count_placed(&pairs, all, gone_of, placed);
    for (int c = 0; c < pairs.types; c++)
        for (int d = 0; d < pairs.types; d++) {
            if (placed[c][d] == 0)
                continue;
            struct line both, turned_both;
            const struct line *line[OFC_ROWS], *turned[OFC_ROWS];
            lines_of(goal, board, typing, &ends, first_of[c], first_of[d], &both, line);
            lines_of(goal, board, typing, &ends, first_of[d], first_of[c], &turned_both, turned);
            bool turn = worth_of(goal, turned) > worth_of(goal, line);
            add_end(goal, turn ? turned : line, placed[c][d], outlook);
        }
}

/* --- Two draws: a board with four free places -------------------------------------------------------------------------- */

struct leaf {
    struct ofc_eg_board board;
    int variant;
    uint8_t taken[2]; /* the types that were placed to come here */
    double total;     /* of the best ends, over all draws from the deck without those two */
    double *with;     /* [type] the same over the draws that hold a given card of it */
    double chosen;    /* how often optimal play comes here */
    double *gone;     /* [type] how often with a card of it discarded */
};

struct room {
    int leaves;
    struct leaf leaf[LEAVES];
    double pool[2 * WIDE * LEAVES];
    int16_t at[PLACEMENTS][WIDE][WIDE]; /* by the types at hand: the leaf, -1 for none */
    int16_t known[PLACEMENTS][VARIANTS][WIDE][WIDE]; /* by the types of the leaf */
    double best[WIDE][WIDE][WIDE]; /* [i][j][c], i <= j: placing i and j where one c was discarded */
    uint8_t how[WIDE][WIDE][WIDE];
    struct typing typing[VARIANTS];
    uint8_t mapped[VARIANTS][WIDE]; /* from the types at hand to those of a variant */
};

static const int FIRST_ROW[PLACEMENTS] = {0, 0, 0, 1, 1, 2}, SECOND_ROW[PLACEMENTS] = {0, 1, 2, 1, 2, 2};

static bool fits(const struct ofc_eg_board *board, int placement)
{
    int first = FIRST_ROW[placement], second = SECOND_ROW[placement];
    return first == second ? board->free[first] >= 2 : board->free[first] >= 1 && board->free[second] >= 1;
}

static void held_in(const struct room *room, const struct leaf *leaf, double *held)
{
    const struct typing *typing = &room->typing[leaf->variant];
    memcpy(held, typing->held, (size_t)typing->types * sizeof(double));
    held[leaf->taken[0]]--;
    held[leaf->taken[1]]--;
}

static void solve_leaf(const struct ofc_eg_goal *goal, const struct room *room, struct leaf *leaf)
{
    const struct typing *typing = &room->typing[leaf->variant];
    struct ends ends;
    struct pairs pairs;
    uint8_t class_of[WIDE], first_of[WIDE];
    double held[WIDE], with[WIDE];
    held_in(room, leaf, held);
    open_ends(goal, &leaf->board, typing, &ends);
    fill_pairs(goal, &leaf->board, typing, &ends, &pairs);
    merge_types(&pairs, held, class_of, first_of);
    leaf->total = sum_draws(&pairs, with);
    for (int i = 0; i < typing->types; i++)
        leaf->with[i] = with[class_of[i]];
}

/* The leaf where the types i and j at hand are placed so; -1 where that cannot be. */
static int16_t find_leaf(const struct ofc_eg_goal *goal, struct room *room, const struct ofc_eg_board *board,
                         const struct typing *hand, int placement, int i, int j)
{
    int first = FIRST_ROW[placement], second = SECOND_ROW[placement];
    struct ofc_eg_board next = *board;
    next.key[first] += ofc_key_card(hand->card[i]);
    next.key[second] += ofc_key_card(hand->card[j]);
    next.free[first]--;
    next.free[second]--;
    int variant = variant_of(&next), identity = identity_of(&next);
    int16_t *known = &room->known[placement][identity][room->mapped[identity][i]][room->mapped[identity][j]];
    if (*known >= 0)
        return *known;
    struct leaf *leaf = &room->leaf[room->leaves];
    int types = room->typing[variant].types;
    leaf->board = next;
    leaf->variant = variant;
    leaf->taken[0] = room->mapped[variant][i], leaf->taken[1] = room->mapped[variant][j];
    leaf->with = room->pool + (size_t)2 * WIDE * (size_t)room->leaves;
    leaf->gone = leaf->with + WIDE;
    leaf->chosen = 0;
    memset(leaf->gone, 0, (size_t)types * sizeof(double));
    solve_leaf(goal, room, leaf);
    return *known = (int16_t)room->leaves++;
}

static void prepare(struct room *room, const struct ofc_eg_board *board, uint64_t deck)
{
    int middle = flush_suits(board, OFC_MIDDLE), bottom = flush_suits(board, OFC_BOTTOM);
    const struct typing *hand = &room->typing[variant_of(board)];
    for (int v = 0; v < VARIANTS; v++)
        find_types(&room->typing[v], deck, (v & 1 ? middle : 0) | (v & 2 ? bottom : 0));
    for (int v = 0; v < VARIANTS; v++)
        for (int i = 0; i < hand->types; i++)
            room->mapped[v][i] = room->typing[v].of_card[hand->card[i]];
    room->leaves = 0;
    memset(room->at, -1, sizeof room->at);
    memset(room->known, -1, sizeof room->known);
}

/* The best way to place i and j, for every card that may be discarded with them. */
static void place_pair(const struct ofc_eg_goal *goal, struct room *room, const struct ofc_eg_board *board,
                       const struct typing *hand, int i, int j)
{
    double *best = room->best[i][j];
    bool none = true;
    for (int p = 0; p < PLACEMENTS; p++) {
        if (!fits(board, p))
            continue;
        bool ordered = FIRST_ROW[p] != SECOND_ROW[p] && i != j;
        for (int turned = 0; turned <= ordered; turned++) {
            int16_t at = turned ? find_leaf(goal, room, board, hand, p, j, i) : find_leaf(goal, room, board, hand, p, i, j);
            room->at[p][turned ? j : i][turned ? i : j] = at;
            const struct leaf *leaf = &room->leaf[at];
            const uint8_t *mapped = room->mapped[leaf->variant];
            for (int c = 0; c < hand->types; c++) {
                double worth = leaf->total - leaf->with[mapped[c]];
                if (none || worth > best[c]) {
                    best[c] = worth;
                    room->how[i][j][c] = (uint8_t)(2 * p + turned);
                }
            }
            none = false;
        }
    }
}

/* Optimal play comes `ways` times to where i and j are placed best and c is discarded. */
static void choose(struct room *room, int i, int j, int c, double ways)
{
    int how = room->how[i][j][c];
    int16_t at = how & 1 ? room->at[how >> 1][j][i] : room->at[how >> 1][i][j];
    struct leaf *leaf = &room->leaf[at];
    leaf->chosen += ways;
    leaf->gone[room->mapped[leaf->variant][c]] += ways;
}

static double ways_to_draw(const double *held, int i, int j, int k)
{
    if (i == k)
        return threes(held[i]);
    if (i == j)
        return twos(held[i]) * held[k];
    return j == k ? held[i] * twos(held[j]) : held[i] * held[j] * held[k];
}

static void choose_draws(struct room *room, const struct typing *hand)
{
    for (int i = 0; i < hand->types; i++)
        for (int j = i; j < hand->types; j++)
            for (int k = j; k < hand->types; k++) {
                double ways = ways_to_draw(hand->held, i, j, k);
                if (ways == 0)
                    continue;
                double ij = room->best[i][j][k], ik = room->best[i][k][j], jk = room->best[j][k][i];
                if (ij >= ik && ij >= jk)
                    choose(room, i, j, k, ways);
                else if (ik >= jk)
                    choose(room, i, k, j, ways);
                else
                    choose(room, j, k, i, ways);
            }
}

static void two_draws(const struct ofc_eg_goal *goal, struct room *room, const struct ofc_eg_board *board, uint64_t deck,
                      struct ofc_outlook *outlook)
{
    prepare(room, board, deck);
    const struct typing *hand = &room->typing[variant_of(board)];
    for (int i = 0; i < hand->types; i++)
        for (int j = i; j < hand->types; j++)
            if (i != j || hand->held[i] > 1)
                place_pair(goal, room, board, hand, i, j);
    choose_draws(room, hand);
    for (int l = 0; l < room->leaves; l++) {
        const struct leaf *leaf = &room->leaf[l];
        double held[WIDE];
        if (leaf->chosen == 0)
            continue;
        held_in(room, leaf, held);
        add_leaf(goal, &leaf->board, &room->typing[leaf->variant], held, leaf->chosen, leaf->gone, outlook);
    }
}

/* --- Three draws: a board with six free places -------------------------------------------------------------------------
 *
 * Nothing is shared but equal boards with equal decks: every child (a pair placed, a card discarded) is solved by itself,
 * and remembered. Where no flush can be made any more that is about ten thousand children. */

enum { DEEP = 52, FIRST_CHILDREN = 1024 };

struct deep {
    struct typing typing[VARIANTS];
    uint8_t mapped[VARIANTS][DEEP];
    int32_t best[DEEP][DEEP][DEEP]; /* [i][j][c], i <= j: the child, -1 where there are not so many cards */
    uint32_t children, slots;
    struct child {
        uint32_t key;
        struct ofc_outlook outlook;
    } *child;
    uint32_t *slot; /* by hash of the key: the child and one, or 0 */
};

static bool grow(struct deep *deep)
{
    uint32_t slots = deep->slots ? 2 * deep->slots : FIRST_CHILDREN;
    struct child *child = realloc(deep->child, slots / 2 * sizeof *child);
    if (!child)
        return false;
    deep->child = child;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!slot)
        return false;
    free(deep->slot);
    deep->slot = slot, deep->slots = slots;
    for (uint32_t i = 0; i < deep->children; i++) {
        uint32_t at = child[i].key * 2654435761u & (slots - 1);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = i + 1;
    }
    return true;
}

/* A deck without one card of this type. */
static uint64_t without(uint64_t deck, const struct typing *typing, int type)
{
    for (int card = 0; card < OFC_CARDS; card++)
        if ((deck >> card & 1) && typing->of_card[card] == type)
            return deck & ~ofc_bit(card);
    return deck;
}

/* The child where the types i and j at hand are placed so, and one c is discarded; -1 where the memory is too small. */
static int32_t find_child(const struct ofc_eg_goal *goal, struct room *room, struct deep *deep,
                          const struct ofc_eg_board *board, uint64_t rest, int placement, int i, int j, int c)
{
    const struct typing *hand = &deep->typing[variant_of(board)];
    int first = FIRST_ROW[placement], second = SECOND_ROW[placement];
    struct ofc_eg_board next = *board;
    next.key[first] += ofc_key_card(hand->card[i]);
    next.key[second] += ofc_key_card(hand->card[j]);
    next.free[first]--;
    next.free[second]--;
    int variant = identity_of(&next);
    const uint8_t *mapped = deep->mapped[variant];
    int types = (mapped[i] * DEEP + mapped[j]) * DEEP + mapped[c];
    uint32_t key = (uint32_t)((types * VARIANTS + variant) * PLACEMENTS + placement);
    if (2 * deep->children >= deep->slots && !grow(deep))
        return -1;
    uint32_t at = key * 2654435761u & (deep->slots - 1);
    for (; deep->slot[at]; at = (at + 1) & (deep->slots - 1))
        if (deep->child[deep->slot[at] - 1].key == key)
            return (int32_t)deep->slot[at] - 1;
    struct child *child = &deep->child[deep->children];
    child->key = key;
    memset(&child->outlook, 0, sizeof child->outlook);
    two_draws(goal, room, &next, rest, &child->outlook);
    deep->slot[at] = ++deep->children;
    return (int32_t)deep->children - 1;
}

/* Whether outlook a is worth more than b, by the tie-break where they are worth the same. */
static bool is_better(const struct ofc_eg_goal *goal, const struct ofc_outlook *a, const struct ofc_outlook *b)
{
    double royalty = a->royalty - b->royalty, foul = a->foul - b->foul;
    double more = goal->plain_royalty * royalty + goal->rows * (a->rows - b->rows) + goal->plain_foul * foul;
    for (int cards = 0; cards < OFC_EG_MOST_BONUS; cards++)
        more += goal->fantasyland[cards] * (a->fantasyland[cards] - b->fantasyland[cards]);
    return more > 0 || (more == 0 && (royalty > 0 || (royalty == 0 && foul < 0)));
}

static int place_pair_deep(const struct ofc_eg_goal *goal, struct room *room, struct deep *deep,
                           const struct ofc_eg_board *board, uint64_t rest, int i, int j, int c)
{
    int32_t *best = &deep->best[i][j][c];
    for (int p = 0; p < PLACEMENTS; p++)
        for (int turned = 0; fits(board, p) && turned <= (FIRST_ROW[p] != SECOND_ROW[p] && i != j); turned++) {
            if (goal->stop && *goal->stop)
                return OFC_EG_STOPPED;
            int32_t found = find_child(goal, room, deep, board, rest, p, turned ? j : i, turned ? i : j, c);
            if (found < 0)
                return OFC_EG_MEMORY;
            if (*best < 0 || is_better(goal, &deep->child[found].outlook, &deep->child[*best].outlook))
                *best = found;
        }
    return OFC_EG_SOLVED;
}

/* The best ways to place two of the types i, j, k, the third being discarded; *best is the best of all. */
static int choose_deep(const struct ofc_eg_goal *goal, struct room *room, struct deep *deep,
                       const struct ofc_eg_board *board, uint64_t deck, const int type[OFC_EG_DRAW], int32_t *best)
{
    const struct typing *hand = &deep->typing[variant_of(board)];
    uint64_t rest = without(without(without(deck, hand, type[0]), hand, type[1]), hand, type[2]);
    *best = -1;
    for (int away = OFC_EG_DRAW - 1; away >= 0; away--) {
        int i = type[away == 0], j = type[away == 2 ? 1 : 2], c = type[away];
        int32_t *found = &deep->best[i][j][c];
        int state = *found < 0 ? place_pair_deep(goal, room, deep, board, rest, i, j, c) : OFC_EG_SOLVED;
        if (state != OFC_EG_SOLVED)
            return state;
        if (*best < 0 || is_better(goal, &deep->child[*found].outlook, &deep->child[*best].outlook))
            *best = *found;
    }
    return OFC_EG_SOLVED;
}

static void add_outlook(const struct ofc_outlook *more, double ways, struct ofc_outlook *outlook)
{
    outlook->ways += ways * more->ways;
    outlook->foul += ways * more->foul;
    outlook->royalty += ways * more->royalty;
    outlook->rows += ways * more->rows;
    for (int cards = 0; cards < OFC_EG_MOST_BONUS; cards++)
        outlook->fantasyland[cards] += ways * more->fantasyland[cards];
}

static void prepare_deep(struct deep *deep, const struct ofc_eg_board *board, uint64_t deck)
{
    int middle = flush_suits(board, OFC_MIDDLE), bottom = flush_suits(board, OFC_BOTTOM);
    const struct typing *hand = &deep->typing[variant_of(board)];
    for (int v = 0; v < VARIANTS; v++)
        find_types(&deep->typing[v], deck, (v & 1 ? middle : 0) | (v & 2 ? bottom : 0));
    for (int v = 0; v < VARIANTS; v++)
        for (int i = 0; i < hand->types; i++)
            deep->mapped[v][i] = deep->typing[v].of_card[hand->card[i]];
    memset(deep->best, -1, sizeof deep->best);
}

static int all_draws_deep(const struct ofc_eg_goal *goal, struct room *room, struct deep *deep,
                          const struct ofc_eg_board *board, uint64_t deck, struct ofc_outlook *outlook)
{
    const struct typing *hand = &deep->typing[variant_of(board)];
    for (int i = 0; i < hand->types; i++)
        for (int j = i; j < hand->types; j++)
            for (int k = j; k < hand->types; k++) {
                double ways = ways_to_draw(hand->held, i, j, k);
                int32_t best;
                if (ways == 0)
                    continue;
                int state = choose_deep(goal, room, deep, board, deck, (int[]){i, j, k}, &best);
                if (state != OFC_EG_SOLVED)
                    return state;
                add_outlook(&deep->child[best].outlook, ways, outlook);
            }
    return OFC_EG_SOLVED;
}

static int three_draws(const struct ofc_eg_goal *goal, struct room *room, const struct ofc_eg_board *board, uint64_t deck,
                       struct ofc_outlook *outlook)
{
    struct deep *deep = malloc(sizeof *deep);
    if (!deep)
        return OFC_EG_MEMORY;
    deep->children = deep->slots = 0;
    deep->child = NULL;
    deep->slot = NULL;
    prepare_deep(deep, board, deck);
    int state = all_draws_deep(goal, room, deep, board, deck, outlook);
    free(deep->child);
    free(deep->slot);
    free(deep);
    return state;
}

/* --- The door --------------------------------------------------------------------------------------------------------- */

size_t ofc_eg_room(void) { return sizeof(struct room); }

static void no_draw(const struct ofc_eg_goal *goal, const struct ofc_eg_board *board, struct ofc_outlook *outlook)
{
    struct line top = line_of(goal, OFC_TOP, board->key[OFC_TOP]), middle = line_of(goal, OFC_MIDDLE, board->key[OFC_MIDDLE]);
    struct line bottom = line_of(goal, OFC_BOTTOM, board->key[OFC_BOTTOM]);
    add_end(goal, (const struct line *[]){&top, &middle, &bottom}, 1, outlook);
}

static void one_draw(const struct ofc_eg_goal *goal, const struct ofc_eg_board *board, uint64_t deck,
                     struct ofc_outlook *outlook)
{
    struct typing typing;
    double none[WIDE] = {0};
    find_types(&typing, deck, flush_suits(board, OFC_MIDDLE) | flush_suits(board, OFC_BOTTOM));
    add_leaf(goal, board, &typing, typing.held, 1, none, outlook);
}

int ofc_eg_value(const struct ofc_eg_goal *goal, void *room, const struct ofc_eg_board *board, uint64_t deck,
                 struct ofc_outlook *outlook)
{
    int places = board->free[OFC_TOP] + board->free[OFC_MIDDLE] + board->free[OFC_BOTTOM], cards = 0;
    for (int card = 0; card < OFC_CARDS; card++)
        cards += (int)(deck >> card & 1);
    if (places % OFC_EG_PLACE || places > OFC_EG_MOST_PLACES || cards < OFC_EG_DRAW * (places / OFC_EG_PLACE))
        return OFC_EG_REFUSED;
    memset(outlook, 0, sizeof *outlook);
    if (places == 6)
        return three_draws(goal, room, board, deck, outlook);
    if (places == 4)
        two_draws(goal, room, board, deck, outlook);
    else if (places == 2)
        one_draw(goal, board, deck, outlook);
    else
        no_draw(goal, board, outlook);
    return OFC_EG_SOLVED;
}
