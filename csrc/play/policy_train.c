/* Learning from self-play, and measuring the result.
 *
 * A hand is a chain of boards, each the best one that the draw allowed. After the hand the value of every board moves
 * towards its result: in part the value of the next board, in part the end (TD(lambda), backwards). Weights that were
 * seldom updated move further (the root of the visits), and all of them less and less towards the end of the training.
 *
 * A top pair of queens fouls as long as the rows below it are played badly, and would never be learnt. So weights start
 * optimistic, so that what was never tried is tried; and in some hands one street is played at random, and its result
 * is learnt (but not for the boards before it, which are not to blame). */
#include "play/policy.h"
#include "play/policy_look.h"
#include "ofckit/rng.h"

#include <math.h>
#include <string.h>

enum { HOPE = 22938 };          /* the initial value of a weight, in units: what is unknown is tried */
enum { WANDER = 3 };            /* one hand in this many plays a street at random */
enum { LOOK_AROUND = 1 << 14 }; /* hands between updates of the typical opponent */

/* --- One hand ----------------------------------------------------------------------------------------------------- */

struct chain {
    int boards;
    int wander; /* the street played at random, or -1; the boards before it do not learn from the end */
    int stage[OFC_BOARD_CARDS], looks[OFC_BOARD_CARDS];
    int32_t index[OFC_BOARD_CARDS][OFC_POLICY_MOST_OF_BOARD];
    int32_t value[OFC_BOARD_CARDS];
    struct ofc_rows rows;
    int32_t worth;
};

static void remember(const struct ofc_policy *policy, const struct ofc_seat *seat, struct chain *chain)
{
    int at = chain->boards++, stage = policy->stage_of[ofc_cards_held(seat)];
    const int32_t *weight = policy->weight + (size_t)stage * policy->layout.size;
    chain->stage[at] = stage;
    chain->looks[at] = ofc_policy_look(policy, seat, chain->index[at]);
    chain->value[at] = 0;
    for (int i = 0; i < chain->looks[at]; i++)
        chain->value[at] += weight[chain->index[at][i]];
}

/* Some of the cards, and any rows. */
static void place_at_random(const struct ofc_seat *seat, struct ofc_rng *rng, int deal, int place, uint8_t *to)
{
    int room[OFC_ROWS], all = 0;
    for (int row = 0; row < OFC_ROWS; row++)
        all += room[row] = ofc_free_places(seat, row);
    for (int i = 0; i < deal; i++) {
        int at = i < place ? (int)ofc_rng_below(rng, (uint32_t)all) : 0, row = OFC_TOP;
        while (i < place && at >= room[row])
            at -= room[row++];
        to[i] = i < place ? (uint8_t)row : OFC_DISCARDED;
        if (i < place)
            room[row]--, all--;
    }
}

/* Plays the cards from the front of the deck; each of `others` lays open what they have placed, from the back of it. */
static void play(const struct ofc_policy *policy, const uint8_t *deck, int cards, int others, struct chain *chain,
                 bool learns, struct ofc_rng *rng)
{
    struct ofc_seat seat = {.held = {0, 0, 0}};
    int shown = 0, placed = 0, drawn = 0;
    uint8_t to[OFC_BOARD_CARDS];
    chain->boards = 0;
    seat.unseen = (UINT64_C(1) << cards) - 1;
    for (int street = 0; street < policy->streets; street++) {
        int deal = policy->street[street].deal, place = policy->street[street].place;
        seat.unseen &= ~ofc_set_of(deck + drawn, deal);
        int open = others > 0 ? placed + place + (others - 1) * placed : 0;
        for (; shown < open; shown++)
            seat.unseen &= ~ofc_bit(deck[cards - 1 - shown]);
        if (street == chain->wander)
            place_at_random(&seat, rng, deal, place, to);
        else
            ofc_policy_place(policy, &seat, deck + drawn, deal, place, to);
        ofc_put_draw(&seat, deck + drawn, deal, to);
        drawn += deal, placed += place;
        if (learns && placed < OFC_BOARD_CARDS)
            remember(policy, &seat, chain);
    }
    chain->rows = ofc_seat_rows(policy->rules, &seat);
    chain->worth = ofc_policy_worth(policy, chain->rows);
}

static int cards_of_hand(const struct ofc_policy *policy)
{
    int n = 0;
    for (int street = 0; street < policy->streets; street++)
        n += policy->street[street].deal;
    return n;
}

static int shuffle(const struct ofc_policy *policy, uint64_t seed, uint64_t hand, int wanted, uint8_t *deck)
{
    struct ofc_rng rng;
    int cards = OFC_CARDS + policy->rules->jokers;
    for (int i = 0; i < OFC_DECK; i++)
        deck[i] = (uint8_t)i;
    ofc_rng_seed(&rng, seed, hand);
    ofc_rng_deal(&rng, deck, (uint32_t)cards, (uint32_t)(wanted ? wanted : cards));
    return cards;
}

/* --- Measuring ---------------------------------------------------------------------------------------------------- */

void ofc_policy_solo(const struct ofc_policy *policy, uint64_t seed, uint64_t first, uint64_t hands,
                     struct ofc_policy_tally *tally)
{
    uint8_t deck[OFC_DECK];
    struct chain chain;
    int wanted = cards_of_hand(policy);
    memset(tally, 0, sizeof *tally);
    tally->hands = hands;
    for (uint64_t hand = first; hand - first < hands; hand++) {
        int cards = shuffle(policy, seed, hand, wanted, deck);
        chain.wander = -1;
        play(policy, deck, cards, 0, &chain, false, NULL);
        tally->worth += chain.worth / (double)OFC_POLICY_UNIT;
        if (ofc_fouls(policy->rules, chain.rows)) {
            tally->fouls++;
            continue;
        }
        tally->entries[ofc_fantasyland_cards(policy->rules, chain.rows)]++;
        for (int row = 0; row < OFC_ROWS; row++)
            tally->royalties[row] += ofc_royalty(policy->rules, row, chain.rows.strength[row]);
    }
}

/* --- Learning ----------------------------------------------------------------------------------------------------- */

/* Moves the weights of one board so that its value follows `error`. `pace` goes from 1 to 0. */
static void correct(int32_t *weight, uint32_t *visits, const int32_t *index, int n, int32_t error, double pace)
{
    double step = error * pace / n;
    for (int i = 0; i < n; i++) {
        uint32_t *visited = &visits[index[i]];
        weight[index[i]] += (int32_t)(step / sqrt(1.0 + *visited / 8.0));
        *visited += *visited < UINT32_MAX;
    }
}

/* What the end of a hand counts. In the first half of a training Fantasyland counts more than it is worth, at first
 * twice, so that the ways there are learnt before they are weighed. */
static int32_t lesson_of(const struct ofc_policy *policy, const struct ofc_policy_lesson *lesson,
                         const struct chain *chain)
{
    if (ofc_fouls(policy->rules, chain->rows))
        return chain->worth - lesson->caution;
    int64_t worth = policy->fantasyland[ofc_fantasyland_cards(policy->rules, chain->rows)];
    int64_t ahead = (int64_t)lesson->hands - 2 * (int64_t)lesson->done;
    return chain->worth + (int32_t)(ahead > 0 ? worth * ahead / (int64_t)lesson->hands : 0);
}

static void learn_from(struct ofc_policy *policy, struct ofc_policy_lesson *lesson, const struct chain *chain)
{
    int32_t target = lesson_of(policy, lesson, chain);
    int end = chain->boards > 4 ? 3 : 1; /* of four parts: the others are the next board */
    double pace = 1.0 - (double)lesson->done / (double)lesson->hands;
    for (int i = chain->boards - 1; i >= 0 && i >= chain->wander; i--) {
        size_t at = (size_t)chain->stage[i] * policy->layout.size;
        correct(policy->weight + at, lesson->visits + at, chain->index[i], chain->looks[i], target - chain->value[i],
                pace);
        target = (int32_t)(((int64_t)target * end + (int64_t)chain->value[i] * (4 - end)) / 4);
    }
}

/* The typical opponent holds the recent boards of the policy itself. */
static void look_around(struct ofc_policy *policy, struct ofc_policy_lesson *lesson)
{
    struct ofc_policy_opponent *opponent = &policy->opponent;
    if (!lesson->legal)
        return;
    for (int row = 0; row < OFC_ROWS; row++) {
        uint64_t sum = 0, all = 0;
        for (int step = 0; step < OFC_POLICY_STEPS; step++)
            all += lesson->step[row][step];
        for (int step = 0; step < OFC_POLICY_STEPS; step++) {
            opponent->below[row][step] = (uint16_t)(sum * OFC_POLICY_CERTAIN / all);
            sum += lesson->step[row][step];
            lesson->step[row][step] -= lesson->step[row][step] / 4;
        }
        opponent->below[row][OFC_POLICY_STEPS] = OFC_POLICY_CERTAIN;
    }
    opponent->foul = (int32_t)(lesson->foul * OFC_POLICY_CERTAIN / (lesson->foul + lesson->legal));
    opponent->royalties = (int32_t)(lesson->royalties * OFC_POLICY_UNIT / (int64_t)lesson->legal);
    lesson->legal = lesson->foul = 0;
    lesson->royalties = 0;
}

static void note(const struct ofc_policy *policy, struct ofc_policy_lesson *lesson, struct ofc_rows rows)
{
    if (ofc_fouls(policy->rules, rows)) {
        lesson->foul++;
        return;
    }
    lesson->legal++;
    for (int row = 0; row < OFC_ROWS; row++) {
        lesson->step[row][rows.strength[row] / OFC_POLICY_STEP]++;
        lesson->royalties += ofc_royalty(policy->rules, row, rows.strength[row]);
    }
}

void ofc_policy_train(struct ofc_policy *policy, struct ofc_policy_lesson *lesson, uint64_t hands)
{
    static const int others[5] = {0, 1, 0, 1, 2};
    uint8_t deck[OFC_DECK];
    struct chain chain;
    struct ofc_rng rng;
    int own = cards_of_hand(policy);
    if (lesson->done == 0)
        for (size_t i = 0; i < (size_t)policy->stages * (size_t)policy->layout.size; i++)
            policy->weight[i] = HOPE;
    for (; hands > 0; hands--, lesson->done++) {
        int cards = shuffle(policy, lesson->seed, lesson->done, 0, deck), seen = others[lesson->done % 5];
        while (own + seen * OFC_BOARD_CARDS > cards)
            seen--;
        ofc_rng_seed(&rng, ~lesson->seed, lesson->done);
        chain.wander = lesson->done % WANDER ? -1 : (int)ofc_rng_below(&rng, (uint32_t)policy->streets - 1);
        play(policy, deck, cards, seen, &chain, true, &rng);
        learn_from(policy, lesson, &chain);
        if (chain.wander < 0)
            note(policy, lesson, chain.rows);
        if ((lesson->done + 1) % LOOK_AROUND == 0)
            look_around(policy, lesson);
    }
}
