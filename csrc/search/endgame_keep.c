/* Endgames where all cards drawn are placed, solved exactly; see endgame.h.
 *
 * The cards that may still come are those of the start without those on the board: so a board is worth the same however
 * its cards came, and is solved once. Boards are one where they differ only in suits that make no flush any more, which
 * leaves few: a board is known by the ranks of its rows, by the suit that a row may still become a flush of, and by
 * the cards of those suits that may still come. The last draw is looked up card by card, or pair by pair.
 *
 * Sums over draws are of whole numbers where the worth of all ends is whole, as in endgame.c; plays are compared by
 * value, then royalties, then fouls. */
#include "search/endgame_board.h"

#include <stdlib.h>

enum { VALUE, ROYALTY, FOUL, AGAINST, HANDS }; /* a sum: these, then the ways that earn each kind of next hand */
enum { MOST_SUMS = HANDS + OFC_NEXT_HANDS, FIRST_STATES = 1024 };

struct tree {
    struct ofc_endgame_job *job;
    const struct ofc_endgame_objective *objective;
    bool apart;                                    /* cards are told apart although their suit makes no flush */
    struct wild *wild;                             /* room where jokers are held or may come */
    int sums;                                      /* numbers of a sum */
    int cards[OFC_NEXT_HANDS], at[OFC_NEXT_HANDS]; /* next hands: their cards, and by cards their place in a sum */
    uint32_t states, room, slots, most;
    size_t size; /* bytes of a state: its key, and its sum */
    char *state;
    uint64_t *slot; /* by hash: the state and one (0: none), and above that 32 bits of the hash */
};

static struct key *key_at(const struct tree *tree, uint32_t state)
{
    return (struct key *)(void *)(tree->state + (size_t)state * tree->size);
}

static double *sum_at(const struct tree *tree, uint32_t state)
{
    return (double *)(void *)(tree->state + (size_t)state * tree->size + sizeof(struct key));
}

static void open_tree(struct tree *tree, struct ofc_endgame_job *job)
{
    memset(tree, 0, sizeof *tree);
    tree->job = job;
    tree->objective = job->objective;
    tree->sums = HANDS;
    for (int e = 0; e < job->objective->rules->fantasyland.entries; e++) {
        int cards = job->objective->rules->fantasyland.entry[e].cards;
        if (!tree->at[cards]) {
            tree->at[cards] = tree->sums;
            tree->cards[tree->sums++ - HANDS] = cards;
        }
    }
    tree->size = sizeof(struct key) + (size_t)tree->sums * sizeof(double);
    size_t most = job->memory / (tree->size + 4 * sizeof(uint64_t)); /* up to four slots a state */
    tree->most = most < UINT32_C(1) << 28 ? (uint32_t)most : UINT32_C(1) << 28;
}

static void close_tree(struct tree *tree)
{
    ofc_wild_close(tree->wild);
    free(tree->state);
    free(tree->slot);
}

/* --- Boards that were solved -------------------------------------------------------------------------------------- */

/* The slot of this board: its own, or the free one where it belongs. */
static uint64_t *find_slot(const struct tree *tree, struct key key, uint64_t hash)
{
    for (uint64_t at = hash & (tree->slots - 1);; at = (at + 1) & (tree->slots - 1)) {
        uint64_t *slot = &tree->slot[at];
        if (!*slot)
            return slot;
        const struct key *there = key_at(tree, (uint32_t)*slot - 1);
        if (*slot >> 32 == hash >> 32 && there->ranks == key.ranks && there->suits == key.suits)
            return slot;
    }
}

/* Makes room for more states; there are twice as many slots as states at least. */
static bool grow(struct tree *tree)
{
    uint32_t room = tree->room ? 2 * tree->room : FIRST_STATES;
    room = room < tree->most ? room : tree->most;
    if (room <= tree->states)
        return false;
    char *state = realloc(tree->state, (size_t)room * tree->size);
    if (!state)
        return false;
    tree->state = state;
    tree->room = room;
    uint32_t slots = FIRST_STATES;
    while (slots < 2 * room)
        slots *= 2;
    uint64_t *slot = calloc(slots, sizeof *slot);
    if (!slot)
        return false;
    free(tree->slot);
    tree->slot = slot;
    tree->slots = slots;
    for (uint32_t i = 0; i < tree->states; i++) {
        uint64_t hash = hash_of(*key_at(tree, i));
        *find_slot(tree, *key_at(tree, i), hash) = hash >> 32 << 32 | (i + 1);
    }
    return true;
}

/* --- Sums --------------------------------------------------------------------------------------------------------- */

static void add_sum(const struct tree *tree, const double *more, double ways, double *sum)
{
    for (int i = 0; i < tree->sums; i++)
        sum[i] += ways * more[i];
}

static void add_rows(const struct tree *tree, struct ofc_rows rows, double ways, double *sum)
{
    const struct ofc_endgame_objective *objective = tree->objective;
    bool foul = ofc_fouls(objective->rules, rows);
    if (objective->against)
        sum[AGAINST] += ways *
                        (foul ? ofc_objective_foul(objective->against) : ofc_objective_value(objective->against, rows));
    if (foul) {
        sum[FOUL] += ways;
        return;
    }
    for (int row = 0; row < OFC_ROWS; row++)
        sum[ROYALTY] += ways * ofc_royalty(objective->rules, row, rows.strength[row]);
    int cards = ofc_fantasyland_cards(objective->rules, rows);
    if (cards)
        sum[tree->at[cards]] += ways;
}

static void find_value(const struct tree *tree, double *sum)
{
    const struct ofc_endgame_objective *objective = tree->objective;
    sum[VALUE] = objective->plain_royalty * sum[ROYALTY] + objective->rows * sum[AGAINST] +
                 objective->plain_foul * sum[FOUL];
    for (int i = HANDS; i < tree->sums; i++)
        sum[VALUE] += objective->fantasyland[tree->cards[i - HANDS]] * sum[i];
}

static bool is_better(const double *a, const double *b)
{
    if (a[VALUE] != b[VALUE])
        return a[VALUE] > b[VALUE];
    return a[ROYALTY] != b[ROYALTY] ? a[ROYALTY] > b[ROYALTY] : a[FOUL] < b[FOUL];
}

/* --- The last draw ------------------------------------------------------------------------------------------------ */

/* One card, one place, every type by itself. */
static void last_card(struct tree *tree, const struct board *board, const struct typing *typing, double *sum)
{
    int row = board->free[OFC_TOP] ? OFC_TOP : board->free[OFC_MIDDLE] ? OFC_MIDDLE : OFC_BOTTOM;
    for (int i = 0; i < typing->types; i++) {
        struct board next = *board;
        put(&next, row, typing->card[i]);
        add_rows(tree, read_board(tree->objective, &next), typing->held[i], sum);
    }
}

/* Two cards, two places. */
static void last_pair(struct tree *tree, const struct board *board, const struct typing *typing, double *sum)
{
    struct ends ends;
    open_ends(tree->objective, board, typing, tree->wild, &ends);
    for (int i = 0; i < typing->types; i++)
        for (int j = i; j < typing->types; j++) {
            double ways = i == j ? twos(typing->held[i]) : typing->held[i] * typing->held[j];
            if (ways > 0)
                add_rows(tree, best_rows(tree->objective, &ends, i, j), ways, sum);
        }
}

/* --- The last two cards, one at a time ---------------------------------------------------------------------------- */

/* Where the first of two cards goes: sums over the second one, by the type of the first. */
struct choice {
    double sum[WIDE][MOST_SUMS];
};

/* A board that two more cards finish, neither jokers nor opponents being there. */
struct finish {
    struct ofc_rows rows;
    int royalty;
    uint32_t entries;
};

static struct finish finish_of(const struct tree *tree, const struct line *const line[OFC_ROWS])
{
    struct finish finish = {{{0, 0, 0}}, 0, ~UINT32_C(0)};
    for (int row = 0; row < OFC_ROWS; row++) {
        finish.rows.strength[row] = line[row]->strength;
        finish.royalty += ofc_royalty(tree->objective->rules, row, line[row]->strength);
        finish.entries &= line[row]->entries;
    }
    return finish;
}

/* Adds a finished board to a choice, in `ways` ways. */
static inline void add_finish(const struct tree *tree, const struct finish *finish, double ways, double *sum)
{
    if (ofc_fouls(tree->objective->rules, finish->rows)) {
        sum[FOUL] += ways;
        return;
    }
    sum[ROYALTY] += ways * finish->royalty;
    if (finish->entries)
        sum[tree->at[bonus_cards(tree->objective, finish->entries)]] += ways;
}

/* The better choice for every first card. */
static void add_choices(const struct tree *tree, const struct typing *typing, struct choice *choice, int choices,
                        double *sum)
{
    for (int i = 0; i < typing->types; i++) {
        double *best = choice[0].sum[i];
        find_value(tree, best);
        if (choices > 1) {
            find_value(tree, choice[1].sum[i]);
            best = is_better(choice[1].sum[i], best) ? choice[1].sum[i] : best;
        }
        add_sum(tree, best, typing->held[i], sum);
    }
}

static void clear_choice(const struct tree *tree, const struct typing *typing, struct choice *choice)
{
    for (int i = 0; i < typing->types; i++)
        memset(choice->sum[i], 0, (size_t)tree->sums * sizeof(double));
}

static void last_two_of_a_row(const struct tree *tree, const struct ends *ends, struct choice *choice)
{
    const struct typing *typing = ends->typing;
    const struct line *line[OFC_ROWS] = {&ends->fixed[OFC_TOP], &ends->fixed[OFC_MIDDLE], &ends->fixed[OFC_BOTTOM]};
    struct line own;
    line[ends->first] = &own;
    for (int i = 0; i < typing->types; i++)
        for (int j = i; j < typing->types; j++) {
            ofc_key key = ofc_key_card(typing->card[i]) + ofc_key_card(typing->card[j]);
            own = line_of(tree->objective, ends->first, ends->board->key[ends->first] + key);
            struct finish finish = finish_of(tree, line);
            add_finish(tree, &finish, typing->held[j] - (i == j), choice->sum[i]);
            if (i != j)
                add_finish(tree, &finish, typing->held[i], choice->sum[j]);
        }
}

/* first: the first card goes to the first row; second: to the second. */
static void last_two_of_two_rows(const struct tree *tree, const struct ends *ends, struct choice *first,
                                 struct choice *second)
{
    const struct typing *typing = ends->typing;
    const struct line none = {0, ~UINT32_C(0), 0};
    struct finish two[WIDE];
    for (int j = 0; j < typing->types; j++) {
        const struct line *line[OFC_ROWS] = {&none, &none, &none};
        line[ends->second] = &ends->two[j];
        two[j] = finish_of(tree, line);
    }
    for (int i = 0; i < typing->types; i++) {
        const struct line *line[OFC_ROWS] = {&ends->fixed[OFC_TOP], &ends->fixed[OFC_MIDDLE], &ends->fixed[OFC_BOTTOM]};
        line[ends->first] = &ends->one[i], line[ends->second] = &none;
        struct finish one = finish_of(tree, line);
        for (int j = 0; j < typing->types; j++) {
            struct finish both = {one.rows, one.royalty + two[j].royalty, one.entries & two[j].entries};
            both.rows.strength[ends->second] = two[j].rows.strength[ends->second];
            add_finish(tree, &both, typing->held[j] - (i == j), first->sum[i]);
            add_finish(tree, &both, typing->held[i] - (i == j), second->sum[j]);
        }
    }
}

/* Two cards, two places, one after the other; neither jokers nor opponents. */
static void last_two(const struct tree *tree, const struct board *board, const struct typing *typing, double *sum)
{
    struct ends ends;
    struct choice choice[2];
    open_ends(tree->objective, board, typing, NULL, &ends);
    clear_choice(tree, typing, &choice[0]);
    if (ends.first == ends.second) {
        last_two_of_a_row(tree, &ends, &choice[0]);
        add_choices(tree, typing, choice, 1, sum);
        return;
    }
    clear_choice(tree, typing, &choice[1]);
    last_two_of_two_rows(tree, &ends, &choice[0], &choice[1]);
    add_choices(tree, typing, choice, 2, sum);
}

/* --- Every draw --------------------------------------------------------------------------------------------------- */

/* A draw: the types of its cards, equal ones side by side. */
struct draw {
    const struct board *board;
    const struct typing *typing;
    uint64_t deck; /* before it */
    int street, cards;
    int type[OFC_BOARD_CARDS];
};

static int solve(struct tree *tree, const struct board *board, uint64_t deck, int street, double *sum);

/* Places the cards of a draw from the i-th on, of equal cards the first one highest; the best sums of what follows. */
static int place_from(struct tree *tree, const struct draw *draw, const struct board *board, int i, int row_before,
                      uint64_t deck, double *best, bool *found)
{
    if (i == draw->cards) {
        double sum[MOST_SUMS];
        int state = solve(tree, board, deck, draw->street + 1, sum);
        if (state == OFC_ENDGAME_SOLVED && (!*found || is_better(sum, best)))
            memcpy(best, sum, (size_t)tree->sums * sizeof *sum);
        *found = true;
        return state;
    }
    bool again = i > 0 && draw->type[i] == draw->type[i - 1];
    int card = draw->typing->card[draw->type[i]];
    for (int row = again ? row_before : OFC_TOP; row < OFC_ROWS; row++) {
        if (!board->free[row])
            continue;
        struct board next = *board;
        put(&next, row, card);
        int state = place_from(tree, draw, &next, i + 1, row, deck, best, found);
        if (state != OFC_ENDGAME_SOLVED)
            return state;
    }
    return OFC_ENDGAME_SOLVED;
}

static double choose(double n, int k)
{
    double ways = 1;
    for (int i = 0; i < k; i++)
        ways *= (n - i) / (i + 1);
    return ways;
}

/* Draws `left` more cards of the types from `type` on, in this many ways so far. */
static int draw_from(struct tree *tree, struct draw *draw, int type, int left, double ways, uint64_t deck, double *sum)
{
    if (draw->street == 0 && left == 0)
        tree->job->done++;
    if (left == 0) {
        double best[MOST_SUMS];
        bool found = false;
        int state = place_from(tree, draw, draw->board, 0, OFC_TOP, deck, best, &found);
        if (state == OFC_ENDGAME_SOLVED)
            add_sum(tree, best, ways, sum);
        return state;
    }
    for (; type < draw->typing->types; type++) {
        double held = draw->typing->held[type];
        uint64_t rest = deck;
        int before = draw->cards;
        for (int n = 1; n <= left && n <= held; n++) {
            draw->type[draw->cards++] = type;
            rest &= ~ofc_bit(one_of(rest, draw->typing, type));
            int state = draw_from(tree, draw, type + 1, left - n, ways * choose(held, n), rest, sum);
            if (state != OFC_ENDGAME_SOLVED)
                return state;
        }
        draw->cards = before;
    }
    return OFC_ENDGAME_SOLVED;
}

/* The sums over the draws of this street and those that follow. */
static int look_ahead(struct tree *tree, const struct board *board, uint64_t deck, int suits, int street, double *sum)
{
    struct typing typing;
    int deal = tree->job->street[street].deal, state = OFC_ENDGAME_SOLVED;
    memset(sum, 0, (size_t)tree->sums * sizeof *sum);
    int to_come = tree->job->streets - street, next = to_come > 1 ? tree->job->street[street + 1].deal : 0;
    find_types(&typing, deck, suits);
    if (to_come == 1 && deal == 1) {
        last_card(tree, board, &typing, sum);
    } else if (to_come == 1 && deal == 2) {
        last_pair(tree, board, &typing, sum);
    } else if (to_come == 2 && deal == 1 && next == 1 && !tree->wild && !tree->objective->against) {
        last_two(tree, board, &typing, sum);
    } else {
        struct draw draw = {.board = board, .typing = &typing, .deck = deck, .street = street};
        if (street == 0)
            tree->job->all = (int)choose(typing.types + deal - 1, deal);
        state = draw_from(tree, &draw, 0, deal, 1, deck, sum);
    }
    find_value(tree, sum);
    return state;
}

/* The sums of a board before this street. */
static int solve(struct tree *tree, const struct board *board, uint64_t deck, int street, double *sum)
{
    if (street == tree->job->streets) {
        memset(sum, 0, (size_t)tree->sums * sizeof *sum);
        add_rows(tree, read_board(tree->objective, board), 1, sum);
        find_value(tree, sum);
        return OFC_ENDGAME_SOLVED;
    }
    int suits = tree->apart ? ALL_SUITS : flush_suits(board, OFC_MIDDLE) | flush_suits(board, OFC_BOTTOM);
    struct key key = key_of(board, deck, suits);
    uint64_t hash = hash_of(key);
    uint32_t known = tree->slots ? (uint32_t)*find_slot(tree, key, hash) : 0;
    if (known) {
        memcpy(sum, sum_at(tree, known - 1), (size_t)tree->sums * sizeof *sum);
        return OFC_ENDGAME_SOLVED;
    }
    if (tree->job->stop)
        return OFC_ENDGAME_STOPPED;
    int state = look_ahead(tree, board, deck, suits, street, sum);
    if (state != OFC_ENDGAME_SOLVED)
        return state;
    if (tree->states == tree->room && !grow(tree))
        return OFC_ENDGAME_MEMORY;
    uint64_t *slot = find_slot(tree, key, hash);
    *key_at(tree, tree->states) = key;
    memcpy(sum_at(tree, tree->states), sum, (size_t)tree->sums * sizeof *sum);
    *slot = hash >> 32 << 32 | ++tree->states;
    return OFC_ENDGAME_SOLVED;
}

int ofc_endgame_keep(struct ofc_endgame_job *job, const struct ofc_seat *seat, struct ofc_outlook *outlook)
{
    struct tree tree;
    struct board board;
    double sum[MOST_SUMS], left = 0;
    read_seat(seat, &board);
    bool jokers = board_jokers(&board) || (job->deck & JOKERS);
    open_tree(&tree, job);
    tree.apart = cards_apart(job->objective, &board, job->deck);
    if (tree.apart && job->streets > 1)
        return OFC_ENDGAME_REFUSED;
    if (jokers && !(tree.wild = ofc_wild_open(job->objective)))
        return OFC_ENDGAME_MEMORY;
    int state = solve(&tree, &board, job->deck, 0, sum);
    if (tree.wild && tree.wild->full)
        state = OFC_ENDGAME_MEMORY;
    close_tree(&tree);
    if (state != OFC_ENDGAME_SOLVED)
        return state;
    left = ofc_count(job->deck);
    outlook->ways = 1;
    for (int street = 0; street < job->streets; street++) {
        outlook->ways *= choose(left, job->street[street].deal);
        left -= job->street[street].deal;
    }
    outlook->foul = sum[FOUL], outlook->royalty = sum[ROYALTY], outlook->rows = sum[AGAINST];
    for (int i = HANDS; i < tree.sums; i++)
        outlook->fantasyland[tree.cards[i - HANDS]] = sum[i];
    return OFC_ENDGAME_SOLVED;
}
