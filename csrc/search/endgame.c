/* Endgames, solved exactly. What makes them small:
 *
 *   - Cards that can do the same are one type: the same rank, and a suit that can make no flush any more. A draw is a
 *     multiset of types with a number of ways.
 *   - The value of placing a pair does not depend on the card discarded with it, but for that card being gone. So a
 *     board with two free places (a leaf) is summed once over all draws, and for every type over the draws that hold
 *     one card of it; the sum with a card gone is the difference.
 *   - In a leaf, types that finish the board alike with every partner are merged again: most draws of three are then
 *     counted, not looked at.
 *   - Leaves that are equal but for suits that do not matter are one leaf.
 *
 * The sums are of whole numbers, and exact, where the worth of all ends is whole; Python scales points so that it is,
 * and adds a small part for each point of royalties and takes a smaller one for a foul, too small to change a choice
 * between plays of different value: that breaks ties. The outlook (chances, royalties) comes from a second pass over
 * the leaves that optimal play reaches, with the number of ways in which each is reached and each card is gone. */
#include "search/endgame_board.h"

#include <stdlib.h>

enum {
    PLACEMENTS = 6, /* pairs of rows that a pair of cards can go to */
    LEAVES = 5400   /* the most leaves below a board with four free places */
};

/* --- Draws of three ----------------------------------------------------------------------------------------------- */

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

/* How often each pair of classes is placed: all draws `all` times, but for gone[c] times with a card of class c
 * gone. */
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
                placed[i][a[j] > a[i] ? j : i] += all * twos(m[i]) * m[j] - gone[i] * (m[i] - 1) * m[j] -
                                                  gone[j] * twos(m[i]);
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
static void add_leaf(const struct ofc_endgame_objective *objective, const struct board *board,
                     const struct typing *typing, struct wild *wild, const double *held, double all, const double *gone,
                     struct ofc_outlook *outlook)
{
    struct ends ends;
    struct pairs pairs;
    uint8_t class_of[WIDE], first_of[WIDE];
    double gone_of[WIDE] = {0}, placed[WIDE][WIDE];
    open_ends(objective, board, typing, wild, &ends);
    fill_pairs(objective, &ends, &pairs);
    merge_types(&pairs, held, class_of, first_of);
    for (int i = 0; i < typing->types; i++)
        gone_of[class_of[i]] += gone[i];
    count_placed(&pairs, all, gone_of, placed);
    for (int c = 0; c < pairs.types; c++)
        for (int d = 0; d < pairs.types; d++)
            if (placed[c][d] != 0)
                ofc_outlook_add_rows(outlook, objective, best_rows(objective, &ends, first_of[c], first_of[d]),
                                     placed[c][d]);
}

/* --- Two draws: a board with four free places --------------------------------------------------------------------- */

struct leaf {
    struct board board;
    int variant;
    uint8_t taken[2]; /* the types that were placed to come here */
    double total;     /* of the best ends, over all draws from the deck without those two */
    double *with;     /* [type] the same over the draws that hold a given card of it */
    double chosen;    /* how often optimal play comes here */
    double *gone;     /* [type] how often with a card of it discarded */
};

/* The types of cards by what can still become a flush. */
struct variants {
    struct typing typing[VARIANTS];
    uint8_t mapped[VARIANTS][WIDE]; /* from the types at hand to those of a variant */
};

static void find_variants(const struct board *board, uint64_t deck, struct variants *variants)
{
    int middle = flush_suits(board, OFC_MIDDLE), bottom = flush_suits(board, OFC_BOTTOM);
    const struct typing *hand = &variants->typing[variant_of(board)];
    for (int v = 0; v < VARIANTS; v++)
        find_types(&variants->typing[v], deck, (v & 1 ? middle : 0) | (v & 2 ? bottom : 0));
    for (int v = 0; v < VARIANTS; v++)
        for (int i = 0; i < hand->types; i++)
            variants->mapped[v][i] = variants->typing[v].of_card[hand->card[i]];
}

struct room {
    int leaves;
    struct leaf leaf[LEAVES];
    double pool[2 * WIDE * LEAVES];
    int16_t at[PLACEMENTS][WIDE][WIDE];              /* by the types at hand: the leaf, -1 for none */
    int16_t known[PLACEMENTS][VARIANTS][WIDE][WIDE]; /* by the types of the leaf */
    double best[WIDE][WIDE][WIDE];                   /* [i][j][c], i <= j: placing i and j where one c was discarded */
    uint8_t how[WIDE][WIDE][WIDE];
    struct variants variants;
    struct wild *wild; /* room where jokers are held or may come */
    struct ofc_endgame_job *job;
    bool full;
};

static const int FIRST_ROW[PLACEMENTS] = {0, 0, 0, 1, 1, 2}, SECOND_ROW[PLACEMENTS] = {0, 1, 2, 1, 2, 2};

static bool fits(const struct board *board, int placement)
{
    int first = FIRST_ROW[placement], second = SECOND_ROW[placement];
    return first == second ? board->free[first] >= 2 : board->free[first] >= 1 && board->free[second] >= 1;
}

static void held_in(const struct room *room, const struct leaf *leaf, double *held)
{
    const struct typing *typing = &room->variants.typing[leaf->variant];
    memcpy(held, typing->held, (size_t)typing->types * sizeof(double));
    held[leaf->taken[0]]--;
    held[leaf->taken[1]]--;
}

static void solve_leaf(const struct ofc_endgame_objective *objective, const struct room *room, struct leaf *leaf)
{
    const struct typing *typing = &room->variants.typing[leaf->variant];
    struct ends ends;
    struct pairs pairs;
    uint8_t class_of[WIDE], first_of[WIDE];
    double held[WIDE], with[WIDE];
    held_in(room, leaf, held);
    open_ends(objective, &leaf->board, typing, room->wild, &ends);
    fill_pairs(objective, &ends, &pairs);
    merge_types(&pairs, held, class_of, first_of);
    leaf->total = sum_draws(&pairs, with);
    for (int i = 0; i < typing->types; i++)
        leaf->with[i] = with[class_of[i]];
}

/* The leaf where the types i and j at hand are placed so. */
static int16_t find_leaf(const struct ofc_endgame_objective *objective, struct room *room, const struct board *board,
                         const struct typing *hand, int placement, int i, int j)
{
    struct board next = *board;
    put(&next, FIRST_ROW[placement], hand->card[i]);
    put(&next, SECOND_ROW[placement], hand->card[j]);
    int variant = variant_of(&next), identity = identity_of(&next);
    int16_t *known = &room->known[placement][identity][room->variants.mapped[identity][i]]
                                 [room->variants.mapped[identity][j]];
    if (*known >= 0)
        return *known;
    if (room->leaves == LEAVES) {
        room->full = true;
        return 0;
    }
    struct leaf *leaf = &room->leaf[room->leaves];
    int types = room->variants.typing[variant].types;
    leaf->board = next;
    leaf->variant = variant;
    leaf->taken[0] = room->variants.mapped[variant][i], leaf->taken[1] = room->variants.mapped[variant][j];
    leaf->with = room->pool + (size_t)2 * WIDE * (size_t)room->leaves;
    leaf->gone = leaf->with + WIDE;
    leaf->chosen = 0;
    memset(leaf->gone, 0, (size_t)types * sizeof(double));
    solve_leaf(objective, room, leaf);
    return *known = (int16_t)room->leaves++;
}

static void prepare(struct room *room, const struct board *board, uint64_t deck)
{
    find_variants(board, deck, &room->variants);
    room->leaves = 0;
    room->full = false;
    memset(room->at, -1, sizeof room->at);
    memset(room->known, -1, sizeof room->known);
}

/* The best way to place i and j, for every card that may be discarded with them. */
static void place_pair(const struct ofc_endgame_objective *objective, struct room *room, const struct board *board,
                       const struct typing *hand, int i, int j)
{
    double *best = room->best[i][j];
    bool none = true;
    for (int p = 0; p < PLACEMENTS; p++) {
        if (!fits(board, p))
            continue;
        bool ordered = FIRST_ROW[p] != SECOND_ROW[p] && i != j;
        for (int turned = 0; turned <= ordered; turned++) {
            int16_t at = turned ? find_leaf(objective, room, board, hand, p, j, i)
                                : find_leaf(objective, room, board, hand, p, i, j);
            room->at[p][turned ? j : i][turned ? i : j] = at;
            const struct leaf *leaf = &room->leaf[at];
            const uint8_t *mapped = room->variants.mapped[leaf->variant];
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

/* Optimal play reaches `ways` times the leaf where i and j are placed best and c is discarded. */
static void choose(struct room *room, int i, int j, int c, double ways)
{
    int how = room->how[i][j][c];
    int16_t at = how & 1 ? room->at[how >> 1][j][i] : room->at[how >> 1][i][j];
    struct leaf *leaf = &room->leaf[at];
    leaf->chosen += ways;
    leaf->gone[room->variants.mapped[leaf->variant][c]] += ways;
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

/* The outlook of all that optimal play reaches. */
static void add_leaves(const struct ofc_endgame_objective *objective, const struct room *room,
                       struct ofc_outlook *outlook)
{
    for (int l = 0; l < room->leaves; l++) {
        const struct leaf *leaf = &room->leaf[l];
        const struct typing *typing = &room->variants.typing[leaf->variant];
        double held[WIDE];
        if (leaf->chosen == 0)
            continue;
        held_in(room, leaf, held);
        add_leaf(objective, &leaf->board, typing, room->wild, held, leaf->chosen, leaf->gone, outlook);
    }
}

static int two_draws(const struct ofc_endgame_objective *objective, struct room *room, const struct board *board,
                     uint64_t deck, struct ofc_outlook *outlook)
{
    prepare(room, board, deck);
    const struct typing *hand = &room->variants.typing[variant_of(board)];
    for (int i = 0; i < hand->types; i++)
        for (int j = i; j < hand->types; j++) {
            if (room->job->stop)
                return OFC_ENDGAME_STOPPED;
            if (i != j || hand->held[i] > 1)
                place_pair(objective, room, board, hand, i, j);
        }
    if (room->full)
        return OFC_ENDGAME_MEMORY;
    choose_draws(room, hand);
    add_leaves(objective, room, outlook);
    return OFC_ENDGAME_SOLVED;
}

/* --- Three draws: a board with six free places --------------------------------------------------------------------
 *
 * Nothing is shared but equal boards with equal decks: every child (a pair placed, a card discarded) is solved by
 * itself, and remembered. Where no flush can be made any more that is about ten thousand children. */

enum { FIRST_CHILDREN = 1024, MOST_CHILDREN = 1 << 21 };

struct deep {
    struct variants variants;
    int32_t best[WIDE][WIDE][WIDE]; /* [i][j][c], i <= j: the child, -1 where there are not so many cards */
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
    if (slots / 2 > MOST_CHILDREN)
        return false;
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

/* The child where the types i and j at hand are placed so, and one c is discarded; *found is its number. */
static int find_child(const struct ofc_endgame_objective *objective, struct room *room, struct deep *deep,
                      const struct board *board, uint64_t rest, int placement, int i, int j, int c, int32_t *found)
{
    const struct typing *hand = &deep->variants.typing[variant_of(board)];
    struct board next = *board;
    put(&next, FIRST_ROW[placement], hand->card[i]);
    put(&next, SECOND_ROW[placement], hand->card[j]);
    int variant = identity_of(&next);
    const uint8_t *mapped = deep->variants.mapped[variant];
    int types = (mapped[i] * WIDE + mapped[j]) * WIDE + mapped[c];
    uint32_t key = (uint32_t)((types * VARIANTS + variant) * PLACEMENTS + placement);
    if (2 * deep->children >= deep->slots && !grow(deep))
        return OFC_ENDGAME_MEMORY;
    uint32_t at = key * 2654435761u & (deep->slots - 1);
    for (; deep->slot[at]; at = (at + 1) & (deep->slots - 1))
        if (deep->child[deep->slot[at] - 1].key == key) {
            *found = (int32_t)deep->slot[at] - 1;
            return OFC_ENDGAME_SOLVED;
        }
    struct child *child = &deep->child[deep->children];
    child->key = key;
    memset(&child->outlook, 0, sizeof child->outlook);
    int state = two_draws(objective, room, &next, rest, &child->outlook);
    if (state != OFC_ENDGAME_SOLVED)
        return state;
    *found = (int32_t)deep->children++;
    deep->slot[at] = deep->children;
    return OFC_ENDGAME_SOLVED;
}

/* Whether outlook a is worth more than b, by the tie-break where they are worth the same. */
static bool is_better(const struct ofc_endgame_objective *objective, const struct ofc_outlook *a,
                      const struct ofc_outlook *b)
{
    double royalty = a->royalty - b->royalty, foul = a->foul - b->foul;
    double more = objective->plain_royalty * royalty + objective->rows * (a->rows - b->rows) +
                  objective->plain_foul * foul;
    for (int cards = 0; cards < OFC_NEXT_HANDS; cards++)
        more += objective->fantasyland[cards] * (a->fantasyland[cards] - b->fantasyland[cards]);
    return more > 0 || (more == 0 && (royalty > 0 || (royalty == 0 && foul < 0)));
}

static int place_pair_deep(const struct ofc_endgame_objective *objective, struct room *room, struct deep *deep,
                           const struct board *board, uint64_t rest, int i, int j, int c)
{
    int32_t *best = &deep->best[i][j][c];
    for (int p = 0; p < PLACEMENTS; p++)
        for (int turned = 0; fits(board, p) && turned <= (FIRST_ROW[p] != SECOND_ROW[p] && i != j); turned++) {
            int32_t found;
            int state = find_child(objective, room, deep, board, rest, p, turned ? j : i, turned ? i : j, c, &found);
            if (state != OFC_ENDGAME_SOLVED)
                return state;
            if (*best < 0 || is_better(objective, &deep->child[found].outlook, &deep->child[*best].outlook))
                *best = found;
        }
    return OFC_ENDGAME_SOLVED;
}

/* The best ways to place two of the types i, j, k, the third being discarded; *best is the best of all. */
static int choose_deep(const struct ofc_endgame_objective *objective, struct room *room, struct deep *deep,
                       const struct board *board, uint64_t deck, const int type[OFC_ENDGAME_DRAW], int32_t *best)
{
    const struct typing *hand = &deep->variants.typing[variant_of(board)];
    uint64_t rest = without(without(without(deck, hand, type[0]), hand, type[1]), hand, type[2]);
    *best = -1;
    for (int away = OFC_ENDGAME_DRAW - 1; away >= 0; away--) {
        int i = type[away == 0], j = type[away == 2 ? 1 : 2], c = type[away];
        int32_t *found = &deep->best[i][j][c];
        int state = *found < 0 ? place_pair_deep(objective, room, deep, board, rest, i, j, c) : OFC_ENDGAME_SOLVED;
        if (state != OFC_ENDGAME_SOLVED)
            return state;
        if (*best < 0 || is_better(objective, &deep->child[*found].outlook, &deep->child[*best].outlook))
            *best = *found;
    }
    return OFC_ENDGAME_SOLVED;
}

static int all_draws_deep(const struct ofc_endgame_objective *objective, struct room *room, struct deep *deep,
                          const struct board *board, uint64_t deck, struct ofc_outlook *outlook)
{
    const struct typing *hand = &deep->variants.typing[variant_of(board)];
    int n = hand->types;
    room->job->all = n * (n + 1) * (n + 2) / 6;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k < n; k++) {
                double ways = ways_to_draw(hand->held, i, j, k);
                int32_t best;
                room->job->done++;
                if (ways == 0)
                    continue;
                int state = choose_deep(objective, room, deep, board, deck, (int[]){i, j, k}, &best);
                if (state != OFC_ENDGAME_SOLVED)
                    return state;
                ofc_outlook_add(outlook, &deep->child[best].outlook, ways);
            }
    return OFC_ENDGAME_SOLVED;
}

static int three_draws(const struct ofc_endgame_objective *objective, struct room *room, const struct board *board,
                       uint64_t deck, struct ofc_outlook *outlook)
{
    struct deep *deep = malloc(sizeof *deep);
    if (!deep)
        return OFC_ENDGAME_MEMORY;
    deep->children = deep->slots = 0;
    deep->child = NULL;
    deep->slot = NULL;
    find_variants(board, deck, &deep->variants);
    memset(deep->best, -1, sizeof deep->best);
    int state = all_draws_deep(objective, room, deep, board, deck, outlook);
    free(deep->child);
    free(deep->slot);
    free(deep);
    return state;
}

/* --- Entry points ------------------------------------------------------------------------------------------------- */

static int no_draw(const struct ofc_endgame_objective *objective, const struct board *board,
                   struct ofc_outlook *outlook)
{
    ofc_outlook_add_rows(outlook, objective, read_board(objective, board), 1);
    return OFC_ENDGAME_SOLVED;
}

static int one_draw(const struct ofc_endgame_objective *objective, const struct board *board, struct wild *wild,
                    uint64_t deck, struct ofc_outlook *outlook)
{
    struct typing typing;
    double none[WIDE] = {0};
    bool apart = cards_apart(objective, board, deck);
    find_types(&typing, deck, apart ? ALL_SUITS : flush_suits(board, OFC_MIDDLE) | flush_suits(board, OFC_BOTTOM));
    add_leaf(objective, board, &typing, wild, typing.held, 1, none, outlook);
    return OFC_ENDGAME_SOLVED;
}

/* Three cards drawn, two placed. */
static int search_two_of_three(struct ofc_endgame_job *job, struct room *room, struct wild *wild,
                               const struct board *board, struct ofc_outlook *outlook)
{
    if (job->streets == 0)
        return no_draw(job->objective, board, outlook);
    if (job->streets == 1)
        return one_draw(job->objective, board, wild, job->deck, outlook);
    if (cards_apart(job->objective, board, job->deck))
        return OFC_ENDGAME_REFUSED;
    room->wild = wild;
    room->job = job;
    if (job->streets == 2)
        return two_draws(job->objective, room, board, job->deck, outlook);
    return three_draws(job->objective, room, board, job->deck, outlook);
}

int ofc_endgame_search(struct ofc_endgame_job *job, const struct ofc_seat *seat, struct ofc_outlook *outlook)
{
    struct board board;
    int placed = 0, drawn = 0;
    bool all_placed = true, two_of_three = true;
    memset(outlook, 0, sizeof *outlook);
    read_seat(seat, &board);
    for (int i = 0; i < job->streets; i++) {
        struct ofc_street street = job->street[i];
        all_placed &= street.deal == street.place;
        two_of_three &= street.deal == OFC_ENDGAME_DRAW && street.place == OFC_ENDGAME_PLACE;
        placed += street.place, drawn += street.deal;
    }
    if (placed != places(&board) || drawn > ofc_count(job->deck))
        return OFC_ENDGAME_REFUSED;
    if (all_placed && job->streets)
        return ofc_endgame_keep(job, seat, outlook);
    if (!two_of_three || job->streets > OFC_ENDGAME_MOST_DRAWS)
        return OFC_ENDGAME_REFUSED;
    bool jokers = board_jokers(&board) || (job->deck & JOKERS);
    struct room *room = job->streets > 1 ? malloc(sizeof *room) : NULL;
    struct wild *wild = jokers ? malloc(sizeof *wild) : NULL;
    int state = OFC_ENDGAME_MEMORY;
    if ((room || job->streets < 2) && (wild || !jokers))
        state = search_two_of_three(job, room, wild, &board, outlook);
    free(room);
    free(wild);
    return state;
}
