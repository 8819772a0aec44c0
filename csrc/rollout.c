/* Rollouts; see rollout.h. How the end is played:
 *
 *   - One draw to come, three cards of which two are placed, and no jokers: its expectation as in endgame.c.
 *   - One draw to come whose cards are all placed, few enough of them: every draw that may come is looked at.
 *   - One draw to come, else: the draw of this future, placed for the most worth.
 *   - `decided` is 2: the draw before that is placed where the expectation of the last one is highest, where that is quick
 *     (all but the pairs of turbo). */
#include "rollout.h"

#include <string.h>

enum {
    MOST_DRAWS = 1000, /* so many last draws are looked at */
    MOST_DECIDED = 3   /* so many cards placed are tried in every way */
};

static const int ROW_SIZE[OFC_ROWS] = {3, 5, 5};
static const uint64_t JOKERS = UINT64_C(3) << OFC_JOKER;

/* --- Boards ------------------------------------------------------------------------------------------------------------ */

static inline void put(struct ofc_seat *seat, int row, uint8_t card) { seat->row[row][seat->held[row]++] = card; }

static bool holds_joker(const struct ofc_seat *seat)
{
    for (int row = 0; row < OFC_ROWS; row++)
        for (int i = 0; i < seat->held[row]; i++)
            if (seat->row[row][i] >= OFC_JOKER)
                return true;
    return false;
}

static struct ofc_eg_board board_of(const struct ofc_seat *seat)
{
    struct ofc_eg_board board;
    for (int row = 0; row < OFC_ROWS; row++) {
        board.key[row] = OFC_NO_CARDS;
        board.free[row] = ROW_SIZE[row] - seat->held[row];
        for (int i = 0; i < seat->held[row]; i++)
            board.key[row] += ofc_key_card(seat->row[row][i]);
    }
    return board;
}

static struct ofc_rows rows_of(const struct ofc_eg_goal *goal, const struct ofc_seat *seat)
{
    if (holds_joker(seat)) {
        uint8_t cards[OFC_BOARD_CARDS];
        memcpy(cards, seat->row[OFC_TOP], 3);
        memcpy(cards + 3, seat->row[OFC_MIDDLE], 5);
        memcpy(cards + 8, seat->row[OFC_BOTTOM], 5);
        return ofc_resolve_board(goal->rules, goal->entry, cards);
    }
    struct ofc_eg_board board = board_of(seat);
    return (struct ofc_rows){{ofc_strength_plain(board.key[OFC_TOP]), ofc_strength(board.key[OFC_MIDDLE]),
                              ofc_strength(board.key[OFC_BOTTOM])}};
}

/* --- Worth ------------------------------------------------------------------------------------------------------------- */

/* An outlook in the units of the goal. */
static double worth_of(const struct ofc_eg_goal *goal, const struct ofc_outlook *outlook)
{
    double worth = goal->plain_royalty * outlook->royalty + goal->rows * outlook->rows + goal->plain_foul * outlook->foul;
    for (int cards = 0; cards < OFC_EG_MOST_BONUS; cards++)
        worth += goal->fantasyland[cards] * outlook->fantasyland[cards];
    return worth;
}

/* Adds a finished board. */
static void add_rows(const struct ofc_eg_goal *goal, struct ofc_rows rows, struct ofc_outlook *outlook)
{
    bool foul = ofc_fouls(goal->rules, rows);
    outlook->ways += 1;
    outlook->foul += foul;
    if (goal->plan)
        outlook->rows += foul ? ofc_fl_foul(goal->plan) : ofc_fl_value(goal->plan, rows.strength);
    if (foul)
        return;
    for (int row = 0; row < OFC_ROWS; row++)
        outlook->royalty += ofc_royalty(goal->rules, row, rows.strength[row]);
    int cards = ofc_fantasyland_cards(goal->entry, rows);
    outlook->fantasyland[cards] += cards != 0;
}

static void add_outlook(const struct ofc_outlook *more, struct ofc_outlook *sum)
{
    double share = 1 / more->ways;
    sum->ways += 1;
    sum->foul += share * more->foul;
    sum->royalty += share * more->royalty;
    sum->rows += share * more->rows;
    for (int cards = 0; cards < OFC_EG_MOST_BONUS; cards++)
        sum->fantasyland[cards] += share * more->fantasyland[cards];
}

/* --- The last draws ---------------------------------------------------------------------------------------------------- */

/* How the last draw is met. */
enum last { PLAYED, DECIDED, EXPECTED, LOOKED_AT };

static int count_cards(uint64_t cards)
{
    int n = 0;
    for (int card = 0; card < OFC_RO_CARDS; card++)
        n += (int)(cards >> card & 1);
    return n;
}

static enum last last_of(const struct ofc_rollout *rollout, const struct ofc_seat *board)
{
    struct ofc_ro_street street = rollout->street[rollout->streets - 1];
    int cards = count_cards(rollout->unseen);
    for (int i = 0; i + 1 < rollout->streets; i++)
        cards -= rollout->street[i].deal;
    if (rollout->decided == 0 || street.place > MOST_DECIDED)
        return PLAYED;
    bool pineapple = street.deal == OFC_EG_DRAW && street.place == OFC_EG_PLACE;
    if (pineapple && !(rollout->unseen & JOKERS) && !holds_joker(board))
        return EXPECTED;
    if (street.deal == street.place &&
        (street.deal == 1 || (street.deal == 2 && cards * (cards - 1) / 2 <= MOST_DRAWS)))
        return LOOKED_AT;
    return DECIDED;
}

/* A draw that is tried in every way: the best one so far. */
struct trial {
    const struct ofc_rollout *rollout;
    const uint8_t *draw;
    int deal;
    enum last last; /* EXPECTED or LOOKED_AT: another draw comes from `left`, and its expectation counts */
    uint64_t left;
    bool found;
    double worth;
    struct ofc_outlook best;
};

static void expect(const struct ofc_rollout *rollout, const struct ofc_seat *seat, enum last last, uint64_t left,
                   struct ofc_outlook *outlook);

static void weigh(struct trial *trial, const struct ofc_seat *seat)
{
    const struct ofc_eg_goal *goal = trial->rollout->goal;
    struct ofc_outlook outlook = {0};
    if (trial->last >= EXPECTED) {
        struct ofc_outlook ways;
        expect(trial->rollout, seat, trial->last, trial->left, &ways);
        add_outlook(&ways, &outlook);
    } else {
        add_rows(goal, rows_of(goal, seat), &outlook);
    }
    double worth = worth_of(goal, &outlook);
    if (trial->found && worth <= trial->worth)
        return;
    trial->found = true;
    trial->worth = worth;
    trial->best = outlook;
}

/* Every way to place `place` of the cards from the i-th on. */
static void try_from(struct trial *trial, struct ofc_seat *seat, int i, int place)
{
    if (place == 0) {
        weigh(trial, seat);
        return;
    }
    for (int row = 0; row < OFC_ROWS; row++) {
        if (seat->held[row] == ROW_SIZE[row])
            continue;
        put(seat, row, trial->draw[i]);
        try_from(trial, seat, i + 1, place - 1);
        seat->held[row]--;
    }
    if (trial->deal - i > place)
        try_from(trial, seat, i + 1, place);
}

/* The outlook of the best way to place this draw; `last` says how the draw after it is met, if there is one. */
static struct ofc_outlook decide(const struct ofc_rollout *rollout, const struct ofc_seat *seat, const uint8_t *draw,
                                 struct ofc_ro_street street, enum last last)
{
    struct ofc_seat own = *seat;
    struct trial trial = {.rollout = rollout, .draw = draw, .deal = street.deal, .last = last, .left = seat->unseen};
    for (int i = 0; i < street.deal; i++)
        trial.left &= ~ofc_bit(draw[i]);
    try_from(&trial, &own, 0, street.place);
    return trial.best;
}

/* The outlook of a board before the last draw. */
static void expect(const struct ofc_rollout *rollout, const struct ofc_seat *seat, enum last last, uint64_t left,
                   struct ofc_outlook *outlook)
{
    struct ofc_ro_street street = rollout->street[rollout->streets - 1];
    uint8_t cards[OFC_RO_CARDS];
    int n = 0;
    if (last == EXPECTED) {
        struct ofc_eg_board board = board_of(seat);
        ofc_eg_value(rollout->goal, NULL, &board, left, outlook);
        return;
    }
    for (int card = 0; card < OFC_RO_CARDS; card++)
        if (left >> card & 1)
            cards[n++] = (uint8_t)card;
    memset(outlook, 0, sizeof *outlook);
    for (int i = 0; i < n; i++)
        for (int j = street.deal == 1 ? n - 1 : i + 1; j < n; j++) {
            struct ofc_outlook best = decide(rollout, seat, (uint8_t[]){cards[i], cards[j]}, street, DECIDED);
            add_outlook(&best, outlook);
        }
}

bool ofc_roll_is_exact(const struct ofc_rollout *rollout, const struct ofc_seat *board)
{
    return rollout->streets == 0 || (rollout->streets == 1 && last_of(rollout, board) >= EXPECTED);
}

/* --- A future ---------------------------------------------------------------------------------------------------------- */

/* The player places a draw. */
static void play(const struct ofc_bot *bot, struct ofc_seat *seat, const uint8_t *draw, struct ofc_ro_street street)
{
    uint8_t to[OFC_RO_CARDS];
    for (int i = 0; i < street.deal; i++)
        seat->unseen &= ~ofc_bit(draw[i]);
    bot->place(bot->self, seat, draw, street.deal, street.place, to);
    for (int i = 0; i < street.deal; i++)
        if (to[i] != OFC_DISCARDED)
            put(seat, to[i], draw[i]);
}

/* The outlook of a board in the future that these cards bring. */
static struct ofc_outlook outlook_in(const struct ofc_rollout *rollout, const struct ofc_seat *board, const uint8_t *draw)
{
    struct ofc_seat seat = *board;
    struct ofc_outlook outlook = {0};
    enum last last = rollout->streets ? last_of(rollout, board) : PLAYED;
    for (int i = 0; i < rollout->streets; i++) {
        struct ofc_ro_street street = rollout->street[i];
        int to_come = rollout->streets - i;
        if (to_come == 1 && last >= EXPECTED) {
            expect(rollout, &seat, last, seat.unseen, &outlook);
            return outlook;
        }
        if (to_come == 1 && last == DECIDED)
            return decide(rollout, &seat, draw, street, DECIDED);
        bool quick = last == EXPECTED || (last == LOOKED_AT && rollout->street[rollout->streets - 1].deal == 1);
        if (to_come == 2 && rollout->decided > 1 && quick && street.place <= MOST_DECIDED)
            return decide(rollout, &seat, draw, street, last);
        play(rollout->bot, &seat, draw, street);
        draw += street.deal;
    }
    add_rows(rollout->goal, rows_of(rollout->goal, &seat), &outlook);
    return outlook;
}

/* The unseen cards in the order of this future, as far as they are drawn. */
static void shuffle(const struct ofc_rollout *rollout, uint64_t future, uint8_t *cards)
{
    struct ofc_rng rng;
    uint32_t n = 0, wanted = 0;
    for (int card = 0; card < OFC_RO_CARDS; card++)
        if (rollout->unseen >> card & 1)
            cards[n++] = (uint8_t)card;
    for (int i = 0; i < rollout->streets; i++)
        wanted += rollout->street[i].deal;
    ofc_rng_seed(&rng, rollout->seed, future);
    ofc_rng_deal(&rng, cards, n, wanted);
}

bool ofc_roll(const struct ofc_rollout *rollout, const struct ofc_seat *boards, int count, uint64_t first, int n,
              double *points, struct ofc_outlook *sums)
{
    uint8_t cards[OFC_RO_CARDS];
    memset(sums, 0, (size_t)count * sizeof *sums);
    for (int i = 0; i < n; i++) {
        shuffle(rollout, first + (uint64_t)i, cards);
        for (int b = 0; b < count; b++) {
            if (rollout->stop && *rollout->stop)
                return false;
            struct ofc_outlook outlook = outlook_in(rollout, &boards[b], cards);
            points[(size_t)b * (size_t)n + (size_t)i] = worth_of(rollout->goal, &outlook) / outlook.ways;
            add_outlook(&outlook, &sums[b]);
        }
    }
    return true;
}

void ofc_roll_rows(const struct ofc_rollout *rollout, const struct ofc_seat *board, uint64_t first, int n,
                   struct ofc_rows *rows)
{
    uint8_t cards[OFC_RO_CARDS];
    for (int i = 0; i < n; i++) {
        struct ofc_seat seat = *board;
        const uint8_t *draw = cards;
        shuffle(rollout, first + (uint64_t)i, cards);
        for (int s = 0; s < rollout->streets; draw += rollout->street[s].deal, s++)
            play(rollout->bot, &seat, draw, rollout->street[s]);
        rows[i] = rows_of(rollout->goal, &seat);
    }
}

void ofc_roll_add(const int *board, int count, int all, const double *points, int n, double *sum, double *product)
{
    for (int b = 0; b < count; b++) {
        const double *own = points + (size_t)b * (size_t)n;
        for (int i = 0; i < n; i++)
            sum[board[b]] += own[i];
        for (int c = b; c < count; c++) {
            const double *other = points + (size_t)c * (size_t)n;
            double both = 0;
            for (int i = 0; i < n; i++)
                both += own[i] * other[i];
            product[(size_t)board[b] * (size_t)all + (size_t)board[c]] += both;
        }
    }
}
