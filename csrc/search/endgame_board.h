/* Boards near their end: what finished ones are worth, which cards can do the same, and the last two places. Shared by
 * the searches of endgames.
 *
 * Jokers: a row with some can have several strengths, and which one it has is decided for the whole board by the rules
 * (joker.h). Where jokers may copy a card of another row, a row's own cards tell which strengths it can have; where
 * they may not, boards are read card by card, and no two cards are alike. */
#ifndef OFCKIT_ENDGAME_BOARD_H
#define OFCKIT_ENDGAME_BOARD_H

#include "search/endgame.h"

#include <string.h>

enum {
    WIDE = 56, /* the most types of cards: every card, the jokers being alike; padded */
    ALL_SUITS = 15
};

static const uint64_t JOKERS = UINT64_C(3) << OFC_JOKER;

/* --- Boards ------------------------------------------------------------------------------------------------------- */

/* A seat's board as this search needs it, millions of times a second: of each row, the natural cards as the sum of
 * their keys, as a set, and counted by rank (four bits each), its jokers and its free places. */
struct board {
    ofc_key key[OFC_ROWS];
    uint64_t held[OFC_ROWS], ranks[OFC_ROWS];
    int free[OFC_ROWS], jokers[OFC_ROWS];
};

static inline void put(struct board *board, int row, int card)
{
    board->free[row]--;
    if (card >= OFC_JOKER) {
        board->jokers[row]++;
        return;
    }
    board->key[row] += ofc_key_card(card);
    board->held[row] |= ofc_bit(card);
    board->ranks[row] += UINT64_C(1) << 4 * ofc_card_rank(card);
}

static inline int places(const struct board *board)
{
    return board->free[OFC_TOP] + board->free[OFC_MIDDLE] + board->free[OFC_BOTTOM];
}

static inline int board_jokers(const struct board *board)
{
    return board->jokers[OFC_TOP] + board->jokers[OFC_MIDDLE] + board->jokers[OFC_BOTTOM];
}

static inline void read_seat(const struct ofc_seat *seat, struct board *board)
{
    memset(board, 0, sizeof *board);
    for (int row = 0; row < OFC_ROWS; row++) {
        board->key[row] = OFC_NO_CARDS;
        board->free[row] = ofc_row_size(row);
        for (int i = 0; i < seat->held[row]; i++)
            put(board, row, seat->row[row][i]);
    }
}

/* Whether every card has to be told from every other. */
static inline bool cards_apart(const struct ofc_endgame_objective *objective, const struct board *board, uint64_t deck)
{
    return !objective->rules->joker_may_copy && (board_jokers(board) || (deck & JOKERS));
}

/* --- What a finished board is worth ------------------------------------------------------------------------------- */

/* A finished row. */
struct line {
    double points;    /* the worth of its royalties */
    uint32_t entries; /* the ways into Fantasyland that it allows */
    uint16_t strength;
};

static inline struct line line_at(const struct ofc_endgame_objective *objective, int row, uint16_t strength)
{
    struct line line = {objective->royalty * ofc_royalty(objective->rules, row, strength), 0, strength};
    for (int e = 0; e < objective->rules->fantasyland.entries; e++) {
        const struct ofc_entry *entry = &objective->rules->fantasyland.entry[e];
        bool met = (entry->low[row] <= strength) & (strength <= entry->high[row]);
        line.entries |= (uint32_t)met << e;
    }
    return line;
}

static inline struct line line_of(const struct ofc_endgame_objective *objective, int row, ofc_key key)
{
    return line_at(objective, row, row == OFC_TOP ? ofc_strength_plain(key) : ofc_strength(key));
}

/* Cards of the next hand where these ways into Fantasyland are met; the first counts. */
static inline int bonus_cards(const struct ofc_endgame_objective *objective, uint32_t met)
{
    int first = 0;
    if (!met)
        return 0;
    while (!(met >> first & 1))
        first++;
    return objective->rules->fantasyland.entry[first].cards;
}

/* The worth of a finished board, from the sum of its rows and the ways into Fantasyland that all of them allow. */
static inline double worth_of_rows(const struct ofc_endgame_objective *objective, struct ofc_rows rows, double points,
                                   uint32_t met)
{
    if (ofc_fouls(objective->rules, rows))
        return objective->foul;
    if (objective->against)
        points += objective->rows * ofc_objective_value(objective->against, rows);
    return met ? points + objective->fantasyland[bonus_cards(objective, met)] : points;
}

/* The worth of a finished board of these strengths. */
static inline double worth_of(const struct ofc_endgame_objective *objective, struct ofc_rows rows)
{
    double points = 0;
    for (int row = 0; row < OFC_ROWS; row++)
        points += objective->royalty * ofc_royalty(objective->rules, row, rows.strength[row]);
    int cards = ofc_fantasyland_cards(objective->rules, rows);
    if (ofc_fouls(objective->rules, rows))
        return objective->foul;
    if (objective->against)
        points += objective->rows * ofc_objective_value(objective->against, rows);
    return points + objective->fantasyland[cards];
}

/* --- Types of cards ----------------------------------------------------------------------------------------------- */

struct typing {
    int types;
    uint8_t of_card[OFC_DECK];
    uint8_t card[WIDE]; /* one card of each type */
    uint64_t set[WIDE]; /* all of them that the deck holds */
    double held[WIDE];  /* how many these are */
};

/* The suits that all cards of this row share, as a mask: every suit where there are none. */
static inline int shared_suits(const struct board *board, int row)
{
    unsigned cards = (unsigned)(ofc_row_size(row) - board->free[row] - board->jokers[row]);
    unsigned counts = (unsigned)(board->key[row] >> OFC_SUIT_SHIFT) ^ 0x1111u * (cards + 3); /* four bits a suit */
    counts |= counts >> 2;
    counts = ~(counts | counts >> 1) & 0x1111u; /* the lowest bit of each: whether all cards have this suit */
    return (int)((counts | counts >> 3 | counts >> 6 | counts >> 9) & 15);
}

/* The suits in which this row can still become a flush. */
static inline int flush_suits(const struct board *board, int row)
{
    return board->free[row] ? shared_suits(board, row) : 0;
}

/* The types of the cards of a deck where these suits count. */
static inline void find_types(struct typing *typing, uint64_t deck, int suits)
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
                typing->set[type] = 0;
                other = alone ? other : type;
            } else {
                type = other;
            }
            typing->of_card[card] = (uint8_t)type;
            typing->set[type] |= ofc_bit(card);
        }
    }
    if (deck & JOKERS) {
        int type = typing->types++;
        typing->card[type] = OFC_JOKER;
        typing->set[type] = deck & JOKERS;
        typing->of_card[OFC_JOKER] = typing->of_card[OFC_JOKER + 1] = (uint8_t)type;
    }
    for (int type = 0; type < typing->types; type++)
        typing->held[type] = ofc_count(typing->set[type]);
}

/* A card of this type that a deck holds. */
static inline int one_of(uint64_t deck, const struct typing *typing, int type)
{
    return ofc_lowest(deck & typing->set[type]);
}

/* --- What tells boards apart -------------------------------------------------------------------------------------- */

/* The ranks of the rows; the cards to come whose suit counts, and above those (12 bits) how many jokers the rows hold
 * and how they may become flushes. */
struct key {
    uint64_t ranks, suits;
};

/* How a row may be or become a flush: 0 it cannot, 1..4 in that suit, 5 in any, 6 it is one, or is with its jokers. */
static inline uint64_t flush_mark(const struct board *board, int row)
{
    int suits = shared_suits(board, row);
    if (!suits || !board->free[row])
        return suits ? 6 : 0;
    return suits == ALL_SUITS ? 5 : suits == 1 ? 1 : suits == 2 ? 2 : suits == 4 ? 3 : 4;
}

static inline uint64_t cards_of_suits(int suits)
{
    uint64_t cards = 0;
    for (int suit = 0; suit < OFC_SUITS; suit++)
        if (suits >> suit & 1)
            cards |= UINT64_C(0x1111111111111) << suit;
    return cards;
}

/* `suits`: those of a card that count. */
static inline struct key key_of(const struct board *board, uint64_t deck, int suits)
{
    uint64_t marks = flush_mark(board, OFC_MIDDLE) << 6 | flush_mark(board, OFC_BOTTOM) << 9;
    struct key key = {0, deck & cards_of_suits(suits)};
    for (int row = 0; row < OFC_ROWS; row++) {
        key.ranks |= (board->key[row] & 0xFFFFF) << 20 * row;
        marks |= (uint64_t)board->jokers[row] << 2 * row;
    }
    key.suits |= marks << OFC_CARDS;
    return key;
}

static inline uint64_t hash_of(struct key key)
{
    uint64_t ranks = key.ranks * UINT64_C(0x9E3779B97F4A7C15), suits = key.suits * UINT64_C(0xBF58476D1CE4E5B9);
    uint64_t hash = (ranks ^ ranks >> 32 ^ suits ^ suits >> 29) * UINT64_C(0x94D049BB133111EB);
    return hash ^ hash >> 32;
}

/* --- Ways to draw --------------------------------------------------------------------------------------------------- */

static inline double twos(double n) { return n * (n - 1) / 2; }
static inline double threes(double n) { return n * (n - 1) * (n - 2) / 6; }
static inline double larger(double a, double b) { return a > b ? a : b; }

/* --- Rows with jokers --------------------------------------------------------------------------------------------- */

/* The strengths that a finished row can have. */
struct ways {
    int ways;
    struct ofc_way way[OFC_MAX_WAYS];
};

/* Every strength that a finished row can have. */
static inline void find_ways(const struct ofc_endgame_objective *objective, const struct board *board, int row,
                             struct ways *ways)
{
    uint16_t strength[OFC_MAX_WAYS];
    bool flushes = row != OFC_TOP && shared_suits(board, row);
    ways->ways = ofc_row_strengths((uint32_t)board->key[row], board->ranks[row], board->jokers[row], flushes, strength);
    for (int i = 0; i < ways->ways; i++)
        ways->way[i] = (struct ofc_way){strength[i], ofc_royalty(objective->rules, row, strength[i]), {0, 0}};
}

/* The strengths that the rules read from a board, row by row from the top. */
static inline struct ofc_rows read_ways(const struct ofc_endgame_objective *objective,
                                        const struct ways *const row[OFC_ROWS])
{
    const struct ways *top = row[OFC_TOP], *middle = row[OFC_MIDDLE], *bottom = row[OFC_BOTTOM];
    struct ofc_resolution best = {-1, -1, {top->way[0], middle->way[0], bottom->way[0]}};
    if (top->ways * middle->ways * bottom->ways > 1)
        for (int t = 0; t < top->ways; t++)
            for (int m = 0; m < middle->ways; m++)
                for (int b = 0; b < bottom->ways; b++)
                    ofc_weigh(objective->rules, &top->way[t], &middle->way[m], &bottom->way[b], &best);
    return (struct ofc_rows){{best.way[0].strength, best.way[1].strength, best.way[2].strength}};
}

/* The same, card by card. */
static inline struct ofc_rows read_cards(const struct ofc_endgame_objective *objective, const struct board *board)
{
    uint8_t cards[OFC_BOARD_CARDS];
    int n = 0;
    for (int row = 0; row < OFC_ROWS; row++) {
        for (int card = 0; card < OFC_CARDS; card++)
            if (board->held[row] >> card & 1)
                cards[n++] = (uint8_t)card;
        for (int i = 0; i < board->jokers[row]; i++)
            cards[n++] = OFC_JOKER;
    }
    return ofc_resolve_board(objective->rules, cards);
}

/* The strengths of a finished board. */
static inline struct ofc_rows read_board(const struct ofc_endgame_objective *objective, const struct board *board)
{
    if (board_jokers(board) && !objective->rules->joker_may_copy)
        return read_cards(objective, board);
    struct ways ways[OFC_ROWS];
    for (int row = 0; row < OFC_ROWS; row++)
        find_ways(objective, board, row, &ways[row]);
    return read_ways(objective, (const struct ways *[]){&ways[0], &ways[1], &ways[2]});
}

/* --- A leaf: two free places, one draw ---------------------------------------------------------------------------- */

/* Worth of the best way to finish with a pair of types; the same whichever is named first. */
struct pairs {
    int types;
    double held[WIDE];
    double worth[WIDE][WIDE];
};

/* The rows of the two free places. */
static inline void free_rows(const struct board *board, int *first, int *second)
{
    int n = 0, row[2] = {0, 0};
    for (int r = 0; r < OFC_ROWS; r++)
        for (int i = 0; i < board->free[r] && n < 2; i++)
            row[n++] = r;
    *first = row[0], *second = row[1];
}

/* A finished row where jokers are around: the strengths that it can have, those with more royalties first, then the
 * stronger ones. */
struct wild_row {
    int ways, strongest;
    const struct wild_way {
        uint16_t strength;
        int16_t royalty;
        uint16_t until; /* where the ways end that earn the same, and may allow another way into Fantasyland */
    } *way;
    struct wild_way own; /* where there is only one */
};

/* The rows that were found so far, by their cards; and those of a leaf, by the type that takes the place. */
struct wild {
    const struct ofc_endgame_objective *objective;
    uint32_t known, slots;
    struct known_row {
        uint32_t cards; /* 0: none */
        struct wild_row row;
    } *slot;
    bool full; /* there was no memory for a row */
    struct wild_row fixed[OFC_ROWS], one[WIDE], two[WIDE], both;
};

struct wild *ofc_wild_open(const struct ofc_endgame_objective *objective);
void ofc_wild_close(struct wild *wild);

/* Every strength that a finished row of a board can have. */
void ofc_wild_find(struct wild *wild, const struct board *board, int row, struct wild_row *found);

/* The strengths that the rules read from a board. */
struct ofc_rows ofc_wild_read(const struct ofc_endgame_objective *objective,
                              const struct wild_row *const row[OFC_ROWS]);

/* All the finished rows that a leaf can have. */
struct ends {
    const struct board *board;
    const struct typing *typing;
    int first, second; /* the rows with free places */
    struct line fixed[OFC_ROWS];
    struct line one[WIDE], two[WIDE]; /* by type, in the first and in the second row, where they are different */
    struct wild *wild;                /* room for jokers; NULL where there are none */
    bool apart;                       /* boards are read card by card */
};

static inline void open_line(const struct ofc_endgame_objective *objective, const struct ends *ends, int row, int card,
                             struct line *line, struct wild_row *found)
{
    struct board board = *ends->board;
    if (!ends->wild) {
        *line = line_of(objective, row, board.key[row] + (card < 0 ? 0 : ofc_key_card(card)));
        return;
    }
    if (card >= 0)
        put(&board, row, card);
    ofc_wild_find(ends->wild, &board, row, found);
    *line = line_at(objective, row, found->way[0].strength);
}

/* `wild` is room where jokers are held or may come, else NULL. */
static inline void open_ends(const struct ofc_endgame_objective *objective, const struct board *board,
                             const struct typing *typing, struct wild *wild, struct ends *ends)
{
    ends->board = board, ends->typing = typing, ends->wild = wild;
    ends->apart = wild && !objective->rules->joker_may_copy;
    free_rows(board, &ends->first, &ends->second);
    if (ends->apart)
        return;
    for (int row = 0; row < OFC_ROWS; row++)
        if (!board->free[row])
            open_line(objective, ends, row, -1, &ends->fixed[row], wild ? &wild->fixed[row] : NULL);
    if (ends->first == ends->second)
        return;
    for (int i = 0; i < typing->types; i++) {
        open_line(objective, ends, ends->first, typing->card[i], &ends->one[i], wild ? &wild->one[i] : NULL);
        open_line(objective, ends, ends->second, typing->card[i], &ends->two[i], wild ? &wild->two[i] : NULL);
    }
}

/* The board where types i and j take the two places in this order. */
static inline struct board board_with(const struct ends *ends, int i, int j)
{
    struct board board = *ends->board;
    put(&board, ends->first, ends->typing->card[i]);
    put(&board, ends->second, ends->typing->card[j]);
    return board;
}

static inline struct ofc_rows wild_rows_with(const struct ofc_endgame_objective *objective, const struct ends *ends,
                                             int i, int j)
{
    struct wild *wild = ends->wild;
    const struct wild_row *row[OFC_ROWS] = {&wild->fixed[OFC_TOP], &wild->fixed[OFC_MIDDLE], &wild->fixed[OFC_BOTTOM]};
    row[ends->first] = &wild->one[i], row[ends->second] = &wild->two[j];
    if (ends->first == ends->second) {
        struct board board = board_with(ends, i, j);
        ofc_wild_find(wild, &board, ends->first, &wild->both);
        row[ends->first] = &wild->both;
    }
    return ofc_wild_read(objective, row);
}

static inline struct ofc_rows rows_with(const struct ofc_endgame_objective *objective, const struct ends *ends, int i,
                                        int j)
{
    if (ends->wild && !ends->apart)
        return wild_rows_with(objective, ends, i, j);
    struct board board = board_with(ends, i, j);
    if (ends->apart)
        return read_board(objective, &board);
    return (struct ofc_rows){{ofc_strength_plain(board.key[OFC_TOP]), ofc_strength(board.key[OFC_MIDDLE]),
                              ofc_strength(board.key[OFC_BOTTOM])}};
}

/* The better one of the two orders. */
static inline struct ofc_rows best_rows(const struct ofc_endgame_objective *objective, const struct ends *ends, int i,
                                        int j)
{
    struct ofc_rows rows = rows_with(objective, ends, i, j), turned;
    if (i == j || ends->first == ends->second)
        return rows;
    turned = rows_with(objective, ends, j, i);
    return worth_of(objective, turned) > worth_of(objective, rows) ? turned : rows;
}

/* What it is worth. */
static inline double best_worth(const struct ofc_endgame_objective *objective, const struct ends *ends, int i, int j)
{
    double worth = worth_of(objective, rows_with(objective, ends, i, j));
    if (i == j || ends->first == ends->second)
        return worth;
    return larger(worth, worth_of(objective, rows_with(objective, ends, j, i)));
}

/* A row between these strengths does not foul with the two others. */
struct range {
    double low, high;
};

static inline struct range legal_range(const struct ofc_rules *rules, struct ofc_rows rows, int row)
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
static inline void fill_one_row(const struct ofc_endgame_objective *objective, const struct ends *ends,
                                struct pairs *pairs)
{
    const struct board *board = ends->board;
    const struct typing *typing = ends->typing;
    int row = ends->first;
    const struct line *a = &ends->fixed[(row + 1) % OFC_ROWS], *b = &ends->fixed[(row + 2) % OFC_ROWS];
    double points = a->points + b->points;
    uint32_t met = a->entries & b->entries;
    struct ofc_rows rows = {{0}};
    rows.strength[(row + 1) % OFC_ROWS] = a->strength;
    rows.strength[(row + 2) % OFC_ROWS] = b->strength;
    struct range legal = legal_range(objective->rules, rows, row);
    for (int i = 0; i < pairs->types; i++) {
        ofc_key key = board->key[row] + ofc_key_card(typing->card[i]);
        for (int j = i; j < pairs->types; j++) {
            ofc_key full = key + ofc_key_card(typing->card[j]);
            uint16_t strength = row == OFC_TOP ? ofc_strength_plain(full) : ofc_strength(full);
            double worth = objective->foul;
            if (legal.low <= strength && strength <= legal.high) {
                struct line line = line_at(objective, row, strength);
                rows.strength[row] = strength;
                worth = worth_of_rows(objective, rows, points + line.points, met & line.entries);
            }
            pairs->worth[i][j] = pairs->worth[j][i] = worth;
        }
    }
}

/* The ends with type i in the first row, by the type in the second; `strength` and `points` are those of the second. */
static inline void fill_with(const struct ofc_endgame_objective *objective, const struct ends *ends, int third, int i,
                             int n, const double *strength, const double *points, double *worth)
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
    if (objective->against || any != all) {
        for (int j = 0; j < n; j++) {
            rows.strength[ends->second] = ends->two[j].strength;
            worth[j] = worth_of_rows(objective, rows, base + points[j], met & ends->two[j].entries);
        }
        return;
    }
    struct range legal = legal_range(objective->rules, rows, ends->second);
    double foul = objective->foul, low = legal.low, high = legal.high;
    base += all ? objective->fantasyland[bonus_cards(objective, all)] : 0;
    for (int j = 0; j < n; j++) {
        double legal_worth = base + points[j];
        worth[j] = ((low <= strength[j]) & (strength[j] <= high)) ? legal_worth : foul;
    }
}

/* One place in each of two rows: either type goes to either. */
static inline void fill_two_rows(const struct ofc_endgame_objective *objective, const struct ends *ends,
                                 struct pairs *pairs)
{
    int n = pairs->types, third = OFC_TOP + OFC_MIDDLE + OFC_BOTTOM - ends->first - ends->second;
    double strength[WIDE], points[WIDE];
    for (int j = 0; j < n; j++)
        strength[j] = ends->two[j].strength, points[j] = ends->two[j].points;
    for (int i = 0; i < n; i++)
        fill_with(objective, ends, third, i, n, strength, points, pairs->worth[i]);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            pairs->worth[i][j] = pairs->worth[j][i] = larger(pairs->worth[i][j], pairs->worth[j][i]);
}

/* A pair of the same card: it never comes, and keeps apart types that are told apart. */
static const double NEVER = -1e300;

/* Whether the rows of the board hold no joker: then all but the type of the jokers is plain. */
static inline bool is_natural(const struct ends *ends) { return !ends->apart && board_jokers(ends->board) == 0; }

static inline void fill_pairs(const struct ofc_endgame_objective *objective, const struct ends *ends,
                              struct pairs *pairs)
{
    const struct typing *typing = ends->typing;
    int n = typing->types, plain = 0;
    if (!ends->wild || is_natural(ends)) {
        plain = n - (typing->card[n - 1] == OFC_JOKER);
        pairs->types = plain;
        if (ends->first == ends->second)
            fill_one_row(objective, ends, pairs);
        else
            fill_two_rows(objective, ends, pairs);
    }
    pairs->types = n;
    for (int j = plain; j < n; j++)
        for (int i = 0; i <= j; i++) {
            bool never = ends->apart && i == j && typing->held[i] < 2;
            double worth = never ? NEVER : best_worth(objective, ends, i, j);
            pairs->worth[i][j] = pairs->worth[j][i] = worth;
        }
}

#endif
