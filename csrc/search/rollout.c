/* Rollouts; see rollout.h. How the end is played:
 *
 *   - The tail is replaced by its expectation (endgame.h), where that takes microseconds: one draw of three cards of
 *     which two are placed, or of two that are both placed; two of one card each.
 *   - Where `decided` is 2 the draw before the tail is placed so that the tail is worth most.
 *   - Other streets have no tail: their last draw is placed for the most worth, if it is small.
 *   - `decided` is 0: the player places everything. */
#include "search/rollout.h"

#include <string.h>

enum { MOST_DECIDED = 3 /* up to this many cards placed are tried in every way */, MEMORY = 1 << 20 /* of a tail */ };

/* --- The last draws ----------------------------------------------------------------------------------------------- */

/* How many draws at the end are replaced by their expectation. */
static int tail_of(const struct ofc_rollout *rollout)
{
    const struct ofc_street *end = rollout->street + rollout->streets;
    if (rollout->streets == 0 || rollout->decided == 0)
        return 0;
    if (end[-1].deal == OFC_ENDGAME_DRAW && end[-1].place == OFC_ENDGAME_PLACE)
        return 1;
    if (end[-1].deal != end[-1].place || end[-1].deal > 2)
        return 0;
    bool apart = rollout->objective->rules->jokers && !rollout->objective->rules->joker_may_copy;
    return end[-1].deal == 1 && rollout->streets > 1 && end[-2].deal == 1 && !apart ? 2 : 1;
}

/* The outlook of a board before the last `tail` draws, for one way; for none where memory was lacking. */
static void expect(const struct ofc_rollout *rollout, const struct ofc_seat *seat, int tail, uint64_t left,
                   struct ofc_outlook *outlook)
{
    struct ofc_endgame_job job = {.objective = rollout->objective, .deck = left, .streets = tail, .memory = MEMORY};
    struct ofc_outlook ways;
    for (int i = 0; i < tail; i++)
        job.street[i] = rollout->street[rollout->streets - tail + i];
    memset(outlook, 0, sizeof *outlook);
    if (ofc_endgame_search(&job, seat, &ways) == OFC_ENDGAME_SOLVED) {
        ofc_outlook_add(outlook, &ways, 1 / ways.ways);
        outlook->ways = 1;
    }
}

/* A draw that is tried in every way: the best one so far. */
struct trial {
    const struct ofc_rollout *rollout;
    int tail; /* draws after this one, which are replaced by their expectation */
    uint64_t left;
    bool found, failed;
    double worth;
    struct ofc_outlook best;
};

static void weigh(void *self, const struct ofc_seat *seat)
{
    struct trial *trial = self;
    const struct ofc_endgame_objective *objective = trial->rollout->objective;
    struct ofc_outlook outlook = {0};
    if (trial->tail)
        expect(trial->rollout, seat, trial->tail, trial->left, &outlook);
    else
        ofc_outlook_add_rows(&outlook, objective, ofc_seat_rows(objective->rules, seat), 1);
    double worth = ofc_outlook_worth(objective, &outlook);
    trial->failed |= outlook.ways == 0;
    if (trial->found && worth <= trial->worth)
        return;
    trial->found = true;
    trial->worth = worth;
    trial->best = outlook;
}

/* The outlook of the best way to place this draw, for one way; for none where memory was lacking. */
static struct ofc_outlook decide(const struct ofc_rollout *rollout, const struct ofc_seat *seat, const uint8_t *draw,
                                 struct ofc_street street, int tail)
{
    struct ofc_seat own = *seat;
    struct trial trial = {.rollout = rollout, .tail = tail};
    trial.left = seat->unseen & ~ofc_set_of(draw, street.deal);
    ofc_place_each(&own, draw, street.deal, street.place, weigh, &trial);
    return trial.failed ? (struct ofc_outlook){0} : trial.best;
}

bool ofc_rollout_is_exact(const struct ofc_rollout *rollout) { return rollout->streets <= tail_of(rollout); }

/* --- A future ----------------------------------------------------------------------------------------------------- */

/* The player places a draw. */
static void play(const struct ofc_bot *bot, struct ofc_seat *seat, const uint8_t *draw, struct ofc_street street)
{
    uint8_t to[OFC_DECK];
    seat->unseen &= ~ofc_set_of(draw, street.deal);
    bot->place(bot->self, seat, draw, street.deal, street.place, to);
    ofc_put_draw(seat, draw, street.deal, to);
}

/* The outlook of a board in the future that these cards bring, for one way. */
static struct ofc_outlook outlook_in(const struct ofc_rollout *rollout, const struct ofc_seat *board,
                                     const uint8_t *draw)
{
    struct ofc_seat seat = *board;
    struct ofc_outlook outlook = {0};
    int tail = tail_of(rollout), decided = tail ? rollout->decided - 1 : rollout->decided;
    for (int i = 0; i < rollout->streets; i++) {
        struct ofc_street street = rollout->street[i];
        int to_come = rollout->streets - i;
        if (to_come == tail) {
            expect(rollout, &seat, tail, seat.unseen, &outlook);
            return outlook;
        }
        if (to_come == tail + 1 && decided && street.place <= MOST_DECIDED)
            return decide(rollout, &seat, draw, street, tail);
        play(rollout->bot, &seat, draw, street);
        draw += street.deal;
    }
    ofc_outlook_add_rows(&outlook, rollout->objective, ofc_seat_rows(rollout->objective->rules, &seat), 1);
    return outlook;
}

/* The unseen cards in the order of this future, as far as they are drawn. */
static void shuffle(const struct ofc_rollout *rollout, uint64_t future, uint8_t *cards)
{
    struct ofc_rng rng;
    uint32_t n = (uint32_t)ofc_list_set(rollout->unseen, cards), wanted = 0;
    for (int i = 0; i < rollout->streets; i++)
        wanted += rollout->street[i].deal;
    ofc_rng_seed(&rng, rollout->seed, future);
    ofc_rng_deal(&rng, cards, n, wanted);
}

bool ofc_rollout_run(const struct ofc_rollout *rollout, const struct ofc_seat *boards, int count, uint64_t first, int n,
                     double *points, struct ofc_outlook *sums)
{
    uint8_t cards[OFC_DECK];
    memset(sums, 0, (size_t)count * sizeof *sums);
    for (int i = 0; i < n; i++) {
        shuffle(rollout, first + (uint64_t)i, cards);
        for (int b = 0; b < count; b++) {
            if (rollout->stop && *rollout->stop)
                return false;
            struct ofc_outlook outlook = outlook_in(rollout, &boards[b], cards);
            if (outlook.ways == 0)
                return false;
            points[(size_t)b * (size_t)n + (size_t)i] = ofc_outlook_worth(rollout->objective, &outlook);
            ofc_outlook_add(&sums[b], &outlook, 1);
        }
    }
    return true;
}

void ofc_rollout_rows(const struct ofc_rollout *rollout, const struct ofc_seat *board, uint64_t first, int n,
                      struct ofc_rows *rows)
{
    uint8_t cards[OFC_DECK];
    for (int i = 0; i < n; i++) {
        struct ofc_seat seat = *board;
        const uint8_t *draw = cards;
        shuffle(rollout, first + (uint64_t)i, cards);
        for (int s = 0; s < rollout->streets; draw += rollout->street[s].deal, s++)
            play(rollout->bot, &seat, draw, rollout->street[s]);
        rows[i] = ofc_seat_rows(rollout->objective->rules, &seat);
    }
}

void ofc_rollout_add(const int *board, int count, int all, const double *points, int n, double *sum, double *product)
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
