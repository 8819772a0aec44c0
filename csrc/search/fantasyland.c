/* Fantasyland: the best board of 13 to 17 cards, proven best by branch and bound.
 *
 * All fives and threes of the hand are ranked first, and sorted: an item is the strength of a set of cards and the set
 * itself in one number. Bottoms are then tried from the strongest down, for each the middles that fit from the
 * strongest down, for each the tops. What a row is worth does not fall as it grows stronger, so the first set that fits
 * bounds all later ones, and the search ends early at each level. Where stronger rows may be worth less (odd royalties,
 * an objective that penalises a stay), the same loops run to their ends, and the bounds only skip. */
#include "search/fantasyland.h"

#include <math.h>
#include <string.h>

enum { SET_BITS = OFC_FANTASYLAND_MOST, SET = (1 << SET_BITS) - 1 };
enum { ROUNDING = 4 }; /* by how much rounding alone may put a board above a better one */
enum { TOO_MUCH = 8 }; /* how often all middles are tried before they are thinned out; measured */

typedef uint32_t item; /* strength << SET_BITS | set of cards */

static inline uint16_t strength_of(item x) { return (uint16_t)(x >> SET_BITS); }

/* A stretch of a sorted list in which all rows are of one kind: worth the same beside the same other rows. */
struct run {
    int end;
    uint16_t strength; /* of one of them */
    ofc_worth worth;
    bool keeps;
};

struct list {
    int count, runs;
    item *items;
    struct run *run;
};

struct hand {
    const struct ofc_fantasyland_objective *objective;
    int k, found;
    struct ofc_found *best; /* the best so far, sorted; room for k */
    struct list bottoms, middles, tops;
    long work, patience; /* middles tried since they were last thinned out, and when to do so again */
    const uint8_t *card; /* the hand in ascending order, jokers last */
    int cards;
    item wild; /* its jokers, as a set */
    item fives[OFC_FANTASYLAND_FIVES], thinned[OFC_FANTASYLAND_FIVES], other[OFC_FANTASYLAND_FIVES],
        threes[OFC_FANTASYLAND_THREES];
    struct run bottom_run[OFC_STRENGTHS], middle_run[OFC_STRENGTHS], top_run[OFC_STRENGTHS];
};

/* --- What rows and boards are worth to the search ----------------------------------------------------------------- */

static ofc_worth worth_of(double points) { return (ofc_worth)llround(points * OFC_WORTH_OF_POINT); }

/* The most that the points of three rows exceed their sum; `bottom` -1, 0 or 1 is known. */
static double most_extra(const struct ofc_rules *rules, int bottom)
{
    int most = -32768;
    for (int t = -1; t <= 1; t++)
        for (int m = -1; m <= 1; m++) {
            int extra = rules->row_points[ofc_result_index(t, m, bottom)] - t - m - bottom;
            most = extra > most ? extra : most;
        }
    return most;
}

/* An upper bound of what a row adds against one opponent, apart from their royalties that come in any case. */
static double row_bound(const struct ofc_objective *points, const struct ofc_opponent *them, int row, uint16_t strength)
{
    const struct ofc_rules *rules = points->rules;
    const struct ofc_odds *odds = &them->odds[row][strength];
    double royalty = ofc_objective_royalty(points, row, strength), bound = odds->win - odds->lose;
    if (rules->earner == OFC_EARN_BOTH)
        bound += royalty;
    else if (rules->earner == OFC_EARN_ROW_WINNER)
        bound += royalty * odds->win - odds->royalty_lose;
    else
        bound += royalty > 0 ? royalty : 0;
    if (row == OFC_BOTTOM)
        bound += odds->lose * most_extra(rules, -1) + odds->win * most_extra(rules, 1) +
                 (1 - odds->lose - odds->win) * most_extra(rules, 0);
    return (1 - them->foul) * bound + (rules->foul_pays_royalties ? them->foul * royalty : 0);
}

/* Whether a row of this strength is enough to stay. */
static bool row_stays(const struct ofc_objective *points, int row, int strength)
{
    const struct ofc_fantasyland *fantasyland = &points->rules->fantasyland;
    for (int i = 0; points->inside && i < fantasyland->stays; i++) {
        struct ofc_test test = fantasyland->stay[i];
        if (test.row == row && test.low <= strength && strength <= test.high)
            return true;
    }
    return false;
}

static void close_row(struct ofc_fantasyland_objective *objective, int row)
{
    const struct ofc_objective *points = &objective->points;
    for (int s = 0; s < OFC_STRENGTHS; s++) {
        double bound = points->opponents ? 0 : ofc_objective_royalty(points, row, (uint16_t)s);
        for (int i = 0; i < points->opponents; i++)
            bound += row_bound(points, points->opponent[i], row, (uint16_t)s);
        objective->worth[row][s] = worth_of(bound) + (objective->separable ? 0 : ROUNDING);
        objective->keeps[row][s] = row_stays(points, row, s);
    }
}

static bool same_odds(const struct ofc_odds *a, const struct ofc_odds *b)
{
    return a->win == b->win && a->lose == b->lose && a->royalty_win == b->royalty_win &&
           a->royalty_tie == b->royalty_tie && a->royalty_lose == b->royalty_lose;
}

/* Whether it makes no difference on any board which of two strengths a row has. `varies`: the cards after a stay depend
 * on the board. */
static bool same_kind(const struct ofc_fantasyland_objective *objective, bool varies, int row, uint16_t a, uint16_t b)
{
    const struct ofc_objective *points = &objective->points;
    const struct ofc_fantasyland *fantasyland = &points->rules->fantasyland;
    if (ofc_objective_royalty(points, row, a) != ofc_objective_royalty(points, row, b) ||
        objective->keeps[row][a] != objective->keeps[row][b])
        return false;
    for (int i = 0; i < points->opponents; i++)
        if (!same_odds(&points->opponent[i]->odds[row][a], &points->opponent[i]->odds[row][b]))
            return false;
    for (int e = 0; varies && e < fantasyland->entries; e++) {
        uint16_t low = fantasyland->entry[e].low[row], high = fantasyland->entry[e].high[row];
        if ((low <= a && a <= high) != (low <= b && b <= high))
            return false;
    }
    return true;
}

/* Marks the strengths of hands of three or of five cards; those between them are of hands of other sizes. */
static void mark_strengths(int size, bool *marked)
{
    memset(marked, 0, OFC_STRENGTHS * sizeof *marked);
    for (int a = 0; a < OFC_RANKS; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= b; c++) {
                ofc_key three = OFC_NO_CARDS + ofc_key_card(4 * a) + ofc_key_card(4 * b + 1) + ofc_key_card(4 * c + 2);
                if (size == 3)
                    marked[ofc_strength(three)] = true;
                for (int d = 0; size == 5 && d <= c; d++)
                    for (int e = 0; e <= d && e < a; e++) {
                        ofc_key five = three + ofc_key_card(4 * d + 3) + ofc_key_card(4 * e);
                        marked[ofc_strength(five)] = true;
                        if (a > b && b > c && c > d && d > e)
                            marked[ofc_strength_of_sum((uint32_t)five + OFC_FLUSH_SUM)] = true;
                    }
            }
}

static void find_kinds(struct ofc_fantasyland_objective *objective, int row)
{
    bool there[OFC_STRENGTHS], varies = ofc_objective_stay_varies(&objective->points);
    int last = 0;
    mark_strengths(row == OFC_TOP ? 3 : 5, there);
    objective->kinds[row] = 0;
    for (uint16_t s = 0; s < OFC_STRENGTHS; s++) {
        if (there[s] && (!last || !same_kind(objective, varies, row, (uint16_t)last, s)))
            objective->sample[row][objective->kinds[row]++] = s;
        last = there[s] ? s : last;
        objective->kind[row][s] = (uint16_t)(last ? objective->kinds[row] - 1 : 0);
    }
}

static inline size_t place_in_table(const struct ofc_fantasyland_objective *objective, int top, int middle, int bottom)
{
    return (size_t)((bottom * objective->kinds[OFC_MIDDLE] + middle) * objective->kinds[OFC_TOP] + top);
}

/* Where there are few kinds of rows: what a board of every three of them is worth. */
static void fill_table(struct ofc_fantasyland_objective *objective)
{
    int64_t boards = (int64_t)objective->kinds[OFC_TOP] * objective->kinds[OFC_MIDDLE] * objective->kinds[OFC_BOTTOM];
    objective->tabled = !objective->separable && boards <= OFC_FANTASYLAND_TABLE;
    for (int b = 0; objective->tabled && b < objective->kinds[OFC_BOTTOM]; b++)
        for (int m = 0; m < objective->kinds[OFC_MIDDLE]; m++)
            for (int t = 0; t < objective->kinds[OFC_TOP]; t++) {
                struct ofc_rows rows = {{objective->sample[OFC_TOP][t], objective->sample[OFC_MIDDLE][m],
                                         objective->sample[OFC_BOTTOM][b]}};
                objective->table[place_in_table(objective, t, m, b)] = worth_of(
                    ofc_objective_value(&objective->points, rows));
            }
}

/* Whether no board of the table is worth more than one with a stronger row. */
static bool table_rises(const struct ofc_fantasyland_objective *objective)
{
    bool low = objective->points.rules->low_middle;
    int middles = low ? objective->kind[OFC_MIDDLE][objective->points.rules->low_middle_max] + 1
                      : objective->kinds[OFC_MIDDLE];
    for (int b = 0; b < objective->kinds[OFC_BOTTOM]; b++)
        for (int m = 0; m < middles; m++)
            for (int t = 0; t < objective->kinds[OFC_TOP]; t++) {
                ofc_worth here = objective->table[place_in_table(objective, t, m, b)];
                if (t && here < objective->table[place_in_table(objective, t - 1, m, b)])
                    return false;
                if (b && here < objective->table[place_in_table(objective, t, m, b - 1)])
                    return false;
                if (m && (low ? -1 : 1) * (here - objective->table[place_in_table(objective, t, m - 1, b)]) < 0)
                    return false;
            }
    return true;
}

/* Whether neither royalties nor staying are ever lost as a row grows better. */
static bool rises(const struct ofc_fantasyland_objective *objective, int row)
{
    const struct ofc_objective *points = &objective->points;
    bool low = row == OFC_MIDDLE && points->rules->low_middle;
    int kinds = low ? objective->kind[row][points->rules->low_middle_max] + 1 : objective->kinds[row];
    for (int k = 1; k < kinds; k++) {
        uint16_t worse = objective->sample[row][low ? k : k - 1], better = objective->sample[row][low ? k - 1 : k];
        if (ofc_objective_royalty(points, row, better) < ofc_objective_royalty(points, row, worse) ||
            objective->keeps[row][better] < objective->keeps[row][worse])
            return false;
    }
    return true;
}

/* Whether a row won or tied is never worse than one tied or lost. */
static bool points_rise(const struct ofc_rules *rules)
{
    static const int steps[OFC_ROWS] = {9, 3, 1};
    for (int row = 0; row < OFC_ROWS; row++)
        for (int i = steps[row]; i < OFC_RESULTS; i++)
            if (i / steps[row] % 3 && rules->row_points[i] < rules->row_points[i - steps[row]])
                return false;
    return true;
}

static bool all_rise(const struct ofc_fantasyland_objective *objective)
{
    if (objective->tabled)
        return table_rises(objective);
    if (!rises(objective, OFC_TOP) || !rises(objective, OFC_MIDDLE) || !rises(objective, OFC_BOTTOM) ||
        objective->bonus < 0)
        return false;
    return objective->separable ||
           (!ofc_objective_stay_varies(&objective->points) && points_rise(objective->points.rules));
}

void ofc_fantasyland_close(struct ofc_fantasyland_objective *objective)
{
    const struct ofc_objective *points = &objective->points;
    double base = 0;
    objective->separable = !points->opponents && !ofc_objective_stay_varies(points);
    objective->bonus = worth_of(ofc_objective_stay(points));
    for (int i = 0; i < points->opponents; i++) {
        const struct ofc_opponent *them = points->opponent[i];
        base += them->foul * points->rules->foul_points;
        if (points->rules->earner == OFC_EARN_BOTH)
            base -= (1 - them->foul) * them->royalties;
    }
    objective->base = worth_of(base);
    objective->foul_worth = worth_of(ofc_objective_foul(points));
    for (int row = 0; row < OFC_ROWS; row++) {
        close_row(objective, row);
        find_kinds(objective, row);
    }
    fill_table(objective);
    objective->monotone = all_rise(objective);
}

/* --- What jokers make of a row ------------------------------------------------------------------------------------ */

/* Which of the strengths that jokers can make of a row are listed. */
enum readings { ALL, HIGHEST, LOWEST };

/* One item for each strength that the jokers of a set can make of it, or the highest or lowest alone. What they cannot
 * be because of other rows is not known here. */
static item *list_readings(const struct hand *hand, item set, int size, enum readings which, item *at)
{
    uint16_t strength[OFC_MAX_WAYS], best = 0;
    ofc_key key = OFC_NO_CARDS;
    uint64_t ranks = 0;
    int jokers = 0;
    for (int i = 0; i < hand->cards; i++) {
        if (!(set >> i & 1))
            continue;
        if (hand->card[i] >= OFC_JOKER) {
            jokers++;
            continue;
        }
        key += ofc_key_card(hand->card[i]);
        ranks += UINT64_C(1) << 4 * ofc_card_rank(hand->card[i]);
    }
    bool flushes = size == 5 && ofc_is_flush(key + (OFC_FLUSH_BITS >> 3) * (ofc_key)jokers);
    int n = ofc_row_strengths((uint32_t)key, ranks, jokers, flushes, strength);
    if (which == ALL) {
        for (int i = 0; i < n; i++)
            at[i] = (item)strength[i] << SET_BITS | set;
        return at + n;
    }
    for (int i = 0; i < n; i++)
        if (!best || (strength[i] > best) == (which == HIGHEST))
            best = strength[i];
    *at = (item)best << SET_BITS | set;
    return at + 1;
}

/* --- All rows of a hand ------------------------------------------------------------------------------------------- */

/* All fives, those with high cards first. */
static int list_fives(const struct hand *hand, enum readings which, item *out)
{
    const uint8_t *card = hand->card;
    int n = hand->cards;
    ofc_key key[OFC_FANTASYLAND_MOST];
    item *at = out;
    for (int i = 0; i < n; i++)
        key[i] = ofc_key_card(card[i] < OFC_JOKER ? card[i] : 0);
    for (int a = n - 1; a >= 4; a--)
        for (int b = a - 1; b >= 3; b--)
            for (int c = b - 1; c >= 2; c--) {
                ofc_key three = OFC_NO_CARDS + key[a] + key[b] + key[c];
                item set = 1u << a | 1u << b | 1u << c;
                for (int d = c - 1; d >= 1; d--) {
                    ofc_key four = three + key[d];
                    item more = set | 1u << d;
                    for (int e = d - 1; e >= 0; e--)
                        if (more & hand->wild)
                            at = list_readings(hand, more | 1u << e, 5, which, at);
                        else
                            *at++ = (item)ofc_strength(four + key[e]) << SET_BITS | more | 1u << e;
                }
            }
    return (int)(at - out);
}

static int list_threes(const struct hand *hand, enum readings which, item *out)
{
    const uint8_t *card = hand->card;
    item *at = out;
    for (int a = hand->cards - 1; a >= 2; a--)
        for (int b = a - 1; b >= 1; b--)
            for (int c = b - 1; c >= 0; c--) {
                item set = 1u << a | 1u << b | 1u << c;
                if (set & hand->wild)
                    at = list_readings(hand, set, 3, which, at);
                else
                    *at++ = (item)ofc_rank3(card[a], card[b], card[c]) << SET_BITS | set;
            }
    return (int)(at - out);
}

/* The strongest first, those with high cards first among equals: a stable sort by the 14 bits of the strength. */
static void sort_items(item *items, int count, item *other)
{
    int low[128] = {0}, high[128] = {0};
    for (int i = 0; i < count; i++) {
        low[items[i] >> SET_BITS & 127]++;
        high[items[i] >> (SET_BITS + 7)]++;
    }
    for (int i = 127, low_at = 0, high_at = 0; i >= 0; i--) {
        int l = low[i], h = high[i];
        low[i] = low_at, low_at += l;
        high[i] = high_at, high_at += h;
    }
    for (int i = 0; i < count; i++)
        other[low[items[i] >> SET_BITS & 127]++] = items[i];
    for (int i = 0; i < count; i++)
        items[high[other[i] >> (SET_BITS + 7)]++] = other[i];
}

static void find_runs(struct list *list, const struct ofc_fantasyland_objective *objective, int row)
{
    const uint16_t *kind = objective->kind[row];
    struct run *run = list->run;
    for (int i = 0, last = -1; i < list->count; i++) {
        uint16_t s = strength_of(list->items[i]);
        if (s == last)
            continue;
        if (last < 0 || kind[s] != kind[last]) {
            if (last >= 0)
                run[-1].end = i;
            *run++ = (struct run){list->count, s, objective->worth[row][s], objective->keeps[row][s]};
        }
        last = s;
    }
    list->runs = (int)(run - list->run);
}

/* Middles that are played low, the lowest (the best) first: those that qualify, or all. */
static int list_lows(struct hand *hand, enum readings which, uint16_t most)
{
    int lows = 0, count = hand->bottoms.count;
    const item *fives = hand->fives;
    if (hand->wild && which == HIGHEST) {
        count = list_fives(hand, LOWEST, hand->thinned);
        sort_items(hand->thinned, count, hand->other);
        memcpy(hand->other, hand->thinned, (size_t)count * sizeof *hand->other);
        fives = hand->other;
    }
    for (int i = count - 1; i >= 0 && strength_of(fives[i]) <= most; i--)
        hand->thinned[lows++] = fives[i];
    return lows;
}

static void list_rows(struct hand *hand, enum readings which, uint16_t low_middle_max)
{
    const struct ofc_fantasyland_objective *objective = hand->objective;
    int fives = list_fives(hand, which, hand->fives), threes = list_threes(hand, which, hand->threes);
    sort_items(hand->fives, fives, hand->other);
    sort_items(hand->threes, threes, hand->other);
    hand->bottoms = (struct list){fives, 0, hand->fives, hand->bottom_run};
    hand->middles = (struct list){fives, 0, hand->fives, hand->middle_run};
    hand->tops = (struct list){threes, 0, hand->threes, hand->top_run};
    if (objective->points.rules->low_middle) {
        hand->middles.items = hand->thinned;
        hand->middles.count = list_lows(hand, which, low_middle_max);
    }
    find_runs(&hand->bottoms, objective, OFC_BOTTOM);
    find_runs(&hand->middles, objective, OFC_MIDDLE);
    find_runs(&hand->tops, objective, OFC_TOP);
}

/* --- The search --------------------------------------------------------------------------------------------------- */

/* How good a row is where all else is equal; the lower the better for a middle that is played low. */
static inline int goodness(const struct ofc_fantasyland_objective *objective, int row, uint16_t strength)
{
    return row == OFC_MIDDLE && objective->points.rules->low_middle ? OFC_STRENGTHS - strength : strength;
}

/* Compares boards by their rows from the bottom up, as far as they are known: `rows` of them. */
static inline int compare_rows(const struct ofc_fantasyland_objective *objective, const uint16_t *a, const uint16_t *b,
                               int rows)
{
    for (int row = OFC_BOTTOM; row >= OFC_ROWS - rows; row--)
        if (a[row] != b[row])
            return ofc_sign(goodness(objective, row, a[row]), goodness(objective, row, b[row]));
    return 0;
}

/* Whether a board worth at most `bound`, with the lowest `rows` rows known, cannot enter the list. */
static inline bool hopeless(const struct hand *hand, ofc_worth bound, const uint16_t *strength, int rows)
{
    if (hand->found < hand->k)
        return false;
    const struct ofc_found *last = &hand->best[hand->k - 1];
    if (bound != last->worth)
        return bound < last->worth;
    int compared = compare_rows(hand->objective, strength, last->rows.strength, rows);
    return rows < OFC_ROWS ? compared < 0 : compared <= 0;
}

static void enter(struct hand *hand, struct ofc_found board)
{
    int at = hand->found;
    if (hand->found < hand->k)
        hand->found++;
    else
        at--;
    for (; at > 0; at--) {
        const struct ofc_found *before = &hand->best[at - 1];
        if (board.worth < before->worth)
            break;
        if (board.worth == before->worth && board.foul != before->foul)
            break; /* the legal ones were first */
        if (board.worth == before->worth &&
            compare_rows(hand->objective, board.rows.strength, before->rows.strength, OFC_ROWS) <= 0)
            break;
        hand->best[at] = *before;
    }
    hand->best[at] = board;
}

/* The next set that shares no card with `used`. Eight at a time, as compilers make it one step of vector code. */
static inline int next_apart(const item *items, int i, int end, item used)
{
    used &= SET;
    for (; i + 8 <= end; i += 8) {
        int apart = 0;
        for (int j = 0; j < 8; j++)
            apart |= (items[i + j] & used) == 0;
        if (apart)
            break;
    }
    while (i < end && (items[i] & used))
        i++;
    return i;
}

/* A place in a sorted list, and its run. */
struct place {
    int at, run;
};

/* Moves on to the first set that is no stronger than `most` and shares no card with `used`; false where there is
 * none. */
static inline bool move_on(const struct list *list, struct place *place, uint16_t most, item used)
{
    int at = place->at;
    while (at < list->count && (strength_of(list->items[at]) > most || (list->items[at] & used & SET)))
        at++;
    if (at == list->count)
        return false;
    place->at = at;
    while (list->run[place->run].end <= at)
        place->run++;
    return true;
}

/* The strengths of a board as the rules read its jokers. */
static struct ofc_rows read_board(const struct hand *hand, const uint32_t mask[OFC_ROWS])
{
    uint8_t cards[OFC_BOARD_CARDS];
    int at = 0;
    for (int row = 0; row < OFC_ROWS; row++)
        for (int i = 0; i < hand->cards; i++)
            if (mask[row] >> i & 1)
                cards[at++] = hand->card[i];
    return ofc_resolve_board(hand->objective->points.rules, cards);
}

/* Whether the rules read the jokers of this board in just this way. They consider the board as a whole, first of all
 * its royalties; the objective does not matter. */
static bool is_read_so(const struct hand *hand, const struct ofc_found *board)
{
    if (!((board->mask[OFC_TOP] | board->mask[OFC_MIDDLE] | board->mask[OFC_BOTTOM]) & hand->wild))
        return true;
    struct ofc_rows rows = read_board(hand, board->mask);
    return !memcmp(rows.strength, board->rows.strength, sizeof rows.strength);
}

/* What all boards of these kinds of rows are worth, where that is the sum of the rows; else at least as much. */
static inline ofc_worth sum_of(const struct ofc_fantasyland_objective *objective, struct run bottom, struct run middle,
                               struct run top)
{
    return objective->base + bottom.worth + middle.worth + top.worth +
           ((bottom.keeps | middle.keeps | top.keeps) ? objective->bonus : 0);
}

static inline ofc_worth worth_of_runs(const struct ofc_fantasyland_objective *objective, struct run bottom,
                                      struct run middle, struct run top)
{
    struct ofc_rows rows = {{top.strength, middle.strength, bottom.strength}};
    if (objective->separable)
        return sum_of(objective, bottom, middle, top);
    if (objective->tabled)
        return objective->table[place_in_table(objective, objective->kind[OFC_TOP][top.strength],
                                               objective->kind[OFC_MIDDLE][middle.strength],
                                               objective->kind[OFC_BOTTOM][bottom.strength])];
    return worth_of(ofc_objective_value(&objective->points, rows));
}

/* The most that boards of these runs and of all later ones are worth, where later rows are never worth more; else the
 * most of these alone. */
static inline ofc_worth bound_of(const struct hand *hand, struct run bottom, struct run middle, struct run top)
{
    const struct ofc_fantasyland_objective *objective = hand->objective;
    if (objective->monotone && objective->tabled)
        return worth_of_runs(objective, bottom, middle, top);
    ofc_worth sum = sum_of(objective, bottom, middle, top);
    if (objective->separable || !objective->monotone || (hand->found == hand->k && sum < hand->best[hand->k - 1].worth))
        return sum;
    return worth_of_runs(objective, bottom, middle, top) + ROUNDING;
}

static void try_tops(struct hand *hand, item bottom, item middle, struct run own, struct run next, struct place from)
{
    const struct ofc_fantasyland_objective *objective = hand->objective;
    const struct list *tops = &hand->tops;
    struct ofc_found board = {.rows = {{0, strength_of(middle), strength_of(bottom)}}};
    uint16_t most = board.rows.strength[objective->points.rules->low_middle ? OFC_BOTTOM : OFC_MIDDLE];
    item used = bottom | middle;
    for (int r = from.run, i = from.at; r < tops->runs; i = tops->run[r++].end) {
        struct run run = tops->run[r];
        ofc_worth worth = worth_of_runs(objective, own, next, run);
        if (hopeless(hand, worth + (objective->monotone && !objective->separable && !objective->tabled ? ROUNDING : 0),
                     board.rows.strength, 2)) {
            if (objective->monotone)
                return;
            continue;
        }
        for (; (i = next_apart(tops->items, i, run.end, used)) < run.end; i++) {
            item top = tops->items[i];
            board.rows.strength[OFC_TOP] = strength_of(top);
            if (board.rows.strength[OFC_TOP] > most)
                continue;
            board.worth = worth;
            if (hopeless(hand, worth, board.rows.strength, OFC_ROWS))
                break; /* later ones of the run are worth the same, and weaker */
            board.stays = own.keeps | next.keeps | run.keeps;
            board.mask[OFC_TOP] = top & SET;
            board.mask[OFC_MIDDLE] = middle & SET;
            board.mask[OFC_BOTTOM] = bottom & SET;
            if (is_read_so(hand, &board))
                enter(hand, board);
        }
    }
}

/* A run that is worth as much as the best row of a list. */
static struct run best_of(const struct list *list, bool may_keep)
{
    struct run best = {0, 0, list->run[0].worth, may_keep};
    for (int r = 1; r < list->runs; r++)
        best.worth = list->run[r].worth > best.worth ? list->run[r].worth : best.worth;
    return best;
}

/* Whether this middle, beside the best top that it leaves, can still make a board with bottoms such as `own` that is
 * good enough; tops from `from` on. */
static bool may_do(const struct hand *hand, struct run own, uint16_t bottom, item middle, struct run run,
                   struct place from)
{
    const struct list *tops = &hand->tops;
    uint16_t strength[OFC_ROWS] = {0, 0, bottom};
    for (int r = from.run, i = from.at; r < tops->runs; i = tops->run[r++].end) {
        if (hopeless(hand, bound_of(hand, own, run, tops->run[r]), strength, 1))
            return false;
        if (next_apart(tops->items, i, tops->run[r].end, middle) < tops->run[r].end)
            return true;
    }
    return false;
}

/* Keeps the middles that may still do: later bottoms are worth no more than this one. Pays in the hands where many
 * bottoms, middles and tops are each good enough, but never together. */
static void thin_out(struct hand *hand, struct run own, uint16_t bottom, struct place start, struct place from)
{
    struct list *middles = &hand->middles;
    bool low = hand->objective->points.rules->low_middle;
    int kept = 0;
    for (int i = start.at, r = start.run; i < middles->count; i++) {
        item middle = middles->items[i];
        while (middles->run[r].end <= i)
            r++;
        if (!low && !move_on(&hand->tops, &from, strength_of(middle), 0))
            break;
        if (may_do(hand, own, bottom, middle, middles->run[r], from))
            hand->thinned[kept++] = middle;
    }
    middles->items = hand->thinned;
    middles->count = kept;
    find_runs(middles, hand->objective, OFC_MIDDLE);
    hand->work = 0;
    hand->patience *= 4;
}

/* The middles from `start` on that fit this bottom; tops from `from` on, whose run is `top`. */
static void try_middles(struct hand *hand, item bottom, struct run own, struct place start, struct run top,
                        struct place from)
{
    const struct ofc_fantasyland_objective *objective = hand->objective;
    const struct list *middles = &hand->middles;
    bool follow = objective->monotone &&
                  !objective->points.rules->low_middle; /* weaker middles allow weaker tops only */
    uint16_t strength[OFC_ROWS] = {0, 0, strength_of(bottom)};
    for (int r = start.run, i = start.at; r < middles->runs; i = middles->run[r++].end) {
        struct run run = middles->run[r];
        ofc_worth bound = bound_of(hand, own, run, top);
        if (hopeless(hand, bound, strength, 1)) {
            if (objective->monotone)
                return;
            continue;
        }
        hand->work += run.end - i;
        for (; (i = next_apart(middles->items, i, run.end, bottom)) < run.end; i++) {
            item middle = middles->items[i];
            strength[OFC_MIDDLE] = strength_of(middle);
            if (follow && strength_of(hand->tops.items[from.at]) > strength[OFC_MIDDLE]) {
                if (!move_on(&hand->tops, &from, strength[OFC_MIDDLE], bottom))
                    return;
                top = hand->tops.run[from.run];
                bound = bound_of(hand, own, run, top);
            }
            if (hopeless(hand, bound, strength, 2))
                break;
            try_tops(hand, bottom, middle, own, run, from);
        }
    }
}

static void search(struct hand *hand)
{
    const struct ofc_fantasyland_objective *objective = hand->objective;
    const struct list *bottoms = &hand->bottoms, *middles = &hand->middles, *tops = &hand->tops;
    bool low = objective->points.rules->low_middle, ordered = objective->monotone;
    if (!middles->count)
        return;
    struct run middle = best_of(middles, objective->bonus > 0), top = best_of(tops, objective->bonus > 0);
    struct place start = {0, 0}, from = {0, 0};
    for (int r = 0, i = 0; r < bottoms->runs; r++)
        for (struct run own = bottoms->run[r]; i < own.end; i++) {
            item bottom = bottoms->items[i];
            uint16_t strength[OFC_ROWS] = {0, 0, strength_of(bottom)};
            uint16_t most = (uint16_t)(strength[OFC_BOTTOM] - (objective->points.rules->strict_rows && !low));
            if (!low && !move_on(middles, &start, most, 0))
                return;
            struct place first = from;
            if (ordered) {
                if (!move_on(tops, &from, strength[OFC_BOTTOM], 0))
                    return;
                middle = middles->run[start.run];
                top = tops->run[from.run];
                if (hopeless(hand, bound_of(hand, own, middle, top), strength, 1))
                    return;
                first = from;
                if (!move_on(tops, &first, strength[OFC_BOTTOM], bottom))
                    continue;
                top = tops->run[first.run];
            }
            if (hopeless(hand, bound_of(hand, own, middle, top), strength, 1))
                continue;
            if (ordered && hand->work > hand->patience) {
                thin_out(hand, own, strength[OFC_BOTTOM], start, from);
                start = (struct place){0, 0};
            }
            try_middles(hand, bottom, own, start, top, first);
        }
}

/* --- Foul boards -------------------------------------------------------------------------------------------------- */

/* Whether a foul board, with the lowest `rows` rows known, cannot enter the list. */
static bool foul_hopeless(const struct hand *hand, const uint16_t *strength, int rows)
{
    if (hand->found < hand->k)
        return false;
    const struct ofc_found *last = &hand->best[hand->k - 1];
    if (!last->foul || last->worth != hand->objective->foul_worth)
        return last->worth >= hand->objective->foul_worth;
    int compared = compare_rows(hand->objective, strength, last->rows.strength, rows);
    return rows < OFC_ROWS ? compared < 0 : compared <= 0;
}

/* Whether a board is foul, at most as strong as its rows here are, which are then set to what they are. */
static bool is_foul_as_read(const struct hand *hand, const uint32_t mask[OFC_ROWS], struct ofc_rows *rows)
{
    const struct ofc_rules *rules = hand->objective->points.rules;
    bool wild = (mask[OFC_TOP] | mask[OFC_MIDDLE] | mask[OFC_BOTTOM]) & hand->wild;
    if (!ofc_fouls(rules, *rows) && !(wild && !hand->objective->points.rules->joker_may_copy))
        return false;
    if (wild)
        *rows = read_board(hand, mask);
    return ofc_fouls(rules, *rows);
}

static void try_foul_tops(struct hand *hand, item bottom, item middle)
{
    for (int i = 0; i < hand->tops.count; i++) {
        item top = hand->threes[i];
        struct ofc_rows rows = {{strength_of(top), strength_of(middle), strength_of(bottom)}};
        struct ofc_found board = {
            hand->objective->foul_worth, {{0}}, {top & SET, middle & SET, bottom & SET}, true, false};
        if ((bottom | middle) & top & SET)
            continue;
        if (foul_hopeless(hand, rows.strength, OFC_ROWS))
            return;
        if (!is_foul_as_read(hand, board.mask, &rows) || foul_hopeless(hand, rows.strength, OFC_ROWS))
            continue;
        board.rows = rows;
        enter(hand, board);
    }
}

/* All foul boards are worth the same: the strongest rows come first. Of jokers the best that they can be bounds what
 * the rules make of them. */
static void search_fouls(struct hand *hand)
{
    const struct list *middles = &hand->middles;
    list_rows(hand, HIGHEST, OFC_STRENGTHS);
    for (int i = 0; i < hand->bottoms.count; i++) {
        item bottom = hand->fives[i];
        uint16_t strength[OFC_ROWS] = {0, 0, strength_of(bottom)};
        if (foul_hopeless(hand, strength, 1))
            return;
        for (int j = 0; j < middles->count; j++) {
            item middle = middles->items[j];
            strength[OFC_MIDDLE] = strength_of(middle);
            if (bottom & middle & SET)
                continue;
            if (foul_hopeless(hand, strength, 2))
                break;
            try_foul_tops(hand, bottom, middle);
        }
    }
}

/* --- Entry points ------------------------------------------------------------------------------------------------- */

size_t ofc_fantasyland_room(void) { return sizeof(struct hand); }

int ofc_fantasyland_solve(const struct ofc_fantasyland_objective *objective, void *room, const uint8_t *sorted, int n,
                          int k, struct ofc_found *best)
{
    struct hand *hand = room;
    hand->objective = objective;
    hand->k = k;
    hand->found = 0;
    hand->best = best;
    hand->card = sorted;
    hand->cards = n;
    hand->wild = 0;
    for (int i = 0; i < n; i++)
        hand->wild |= (item)(sorted[i] >= OFC_JOKER) << i;
    bool each = hand->wild && objective->points.rules->jokers_row_by_row && objective->points.rules->joker_may_copy;
    list_rows(hand, each ? HIGHEST : ALL, objective->points.rules->low_middle_max);
    hand->work = 0;
    hand->patience = (long)TOO_MUCH * hand->middles.count;
    search(hand);
    if (hand->found < k || objective->foul_worth > best[k - 1].worth)
        search_fouls(hand);
    return hand->found;
}

void ofc_fantasyland_spell(const struct ofc_found *board, const uint8_t *sorted, int n, uint8_t *cards)
{
    uint32_t left = board->mask[0] | board->mask[1] | board->mask[2];
    uint32_t part[4] = {board->mask[0], board->mask[1], board->mask[2], ~left};
    for (int p = 0; p < 4; p++)
        for (int i = n - 1; i >= 0; i--)
            if (part[p] >> i & 1)
                *cards++ = sorted[i];
}

/* Whether these are different cards of a pack with this many jokers. */
static bool is_hand(const uint8_t *cards, int n, int jokers)
{
    uint64_t held = 0;
    for (int i = 0; i < n; i++) {
        if (cards[i] >= OFC_CARDS + jokers || (held >> cards[i] & 1))
            return false;
        held |= UINT64_C(1) << cards[i];
    }
    return true;
}

void ofc_fantasyland_place(const void *self, const struct ofc_seat *seat, const uint8_t *draw, int deal, int place,
                           uint8_t *to)
{
    const struct ofc_fantasyland_bot *bot = self;
    uint8_t sorted[OFC_FANTASYLAND_MOST] = {0};
    struct ofc_found best;
    (void)seat, (void)place; /* the seat is empty, and all thirteen are placed */
    ofc_list_set(ofc_set_of(draw, deal), sorted);
    ofc_fantasyland_solve(bot->objective, bot->room, sorted, deal, 1, &best);
    ofc_spell_draw(draw, deal, sorted, best.mask, to);
}

size_t ofc_fantasyland_many(const struct ofc_fantasyland_objective *objective, void *room,
                            const struct ofc_items *hands, size_t first, size_t last, uint8_t *cards, double *values,
                            int32_t *royalties, uint8_t *stays, uint8_t *fouls)
{
    const struct ofc_objective *points = &objective->points;
    int n = hands->inner;
    for (size_t i = first; i < last; i++) {
        uint8_t hand[OFC_FANTASYLAND_MOST];
        struct ofc_found best;
        ofc_copy_items(hands, i, 1, hand);
        if (!is_hand(hand, n, objective->points.rules->jokers))
            return i;
        ofc_list_set(ofc_set_of(hand, n), hand);
        ofc_fantasyland_solve(objective, room, hand, n, 1, &best);
        ofc_fantasyland_spell(&best, hand, n, cards + i * (size_t)n);
        values[i] = best.foul ? ofc_objective_foul(points) : ofc_objective_value(points, best.rows);
        royalties[i] = best.foul ? 0 : (int32_t)ofc_objective_royalties(points, best.rows);
        stays[i] = best.stays;
        fouls[i] = best.foul;
    }
    return last;
}
