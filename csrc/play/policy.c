/* The value of a board to a policy, and the placement that it chooses. */
#include "play/policy.h"
#include "play/policy_look.h"

#include <string.h>

enum { FULL_DECK = 44, MASKS = 64, MOST_MASKED = 6 };

static int least(int a, int b) { return a < b ? a : b; }

/* --- The deck ----------------------------------------------------------------------------------------------------- */

void ofc_policy_read_deck(uint64_t unseen, struct ofc_policy_deck *deck)
{
    int all = ofc_count(unseen), high = 0;
    all = all ? all : 1;
    for (int r = 0; r < OFC_RANKS; r++) {
        int live = ofc_count(unseen >> 4 * r & 15);
        deck->rank[r] = (uint8_t)least((live * 2 * FULL_DECK + all / 2) / all, OFC_POLICY_LIVE - 1);
        deck->live[r] = (uint16_t)(live * 16 * FULL_DECK / all);
        if (r >= OFC_RANKS - OFC_POLICY_HIGH_RANKS)
            high = OFC_POLICY_HIGH_LIVE * high + least((live * FULL_DECK + all / 2) / all, OFC_POLICY_HIGH_LIVE - 1);
    }
    for (int s = 0; s < OFC_SUITS; s++) {
        int live = ofc_count(unseen & UINT64_C(0x1111111111111) << s);
        deck->suit[s] = (uint8_t)least((live * FULL_DECK + all / 2) / all, OFC_POLICY_DRAWS - 1);
    }
    deck->high = high;
}

/* --- One row ------------------------------------------------------------------------------------------------------ */

/* The cards of a row, counted. */
struct counts {
    int jokers, naturals, kinds;
    uint8_t rank[5];       /* the different ones */
    uint32_t ranks, suits; /* as masks */
    uint64_t of_rank;      /* four bits for each rank */
    ofc_key key;
};

static struct counts count_row(const uint8_t *cards, int n)
{
    struct counts c = {.key = OFC_NO_CARDS};
    for (int i = 0; i < n; i++) {
        if (cards[i] >= OFC_JOKER) {
            c.jokers++;
            continue;
        }
        int rank = ofc_card_rank(cards[i]);
        c.key += ofc_key_card(cards[i]);
        c.rank[c.kinds] = (uint8_t)rank;
        c.kinds += !(c.ranks >> rank & 1);
        c.ranks |= 1u << rank;
        c.suits |= 1u << ofc_card_suit(cards[i]);
        c.of_rank += UINT64_C(1) << 4 * rank;
    }
    c.naturals = n - c.jokers;
    return c;
}

/* Of one suit, and no rank twice: a joker may be any card. */
static bool is_suited(const struct counts *c)
{
    return c->naturals && c->kinds == c->naturals && !(c->suits & (c->suits - 1));
}

/* What jokers make of a row by itself: the strongest hand, or the weakest where it is played low. The
 * whole board may allow less. */
static uint16_t strength_with_jokers(const struct counts *c, int row, bool low)
{
    uint16_t strength[OFC_MAX_WAYS], best = 0;
    bool flushes = row != OFC_TOP && c->naturals + c->jokers == 5 && is_suited(c);
    int n = ofc_row_strengths((uint32_t)c->key, c->of_rank, c->jokers, flushes, strength);
    for (int i = 0; i < n; i++)
        if (!best || (low ? strength[i] < best : strength[i] > best))
            best = strength[i];
    return best;
}

static uint16_t strength_of(const struct ofc_policy *policy, const struct counts *c, int row)
{
    if (c->jokers)
        return strength_with_jokers(c, row, policy->rules->low_middle && row == OFC_MIDDLE);
    return row == OFC_TOP ? ofc_strength_plain(c->key) : ofc_strength(c->key);
}

/* How live the cards that make a straight of the row are, 0..15; for a low row, those that keep it low. */
static int straight_outs(const struct ofc_policy_deck *deck, const struct ofc_policy_class *class, uint32_t ranks,
                         int cards)
{
    uint32_t outs = 0, held = ranks << 1 | ranks >> 12;
    for (int w = class->window; w < class->window + class->windows; w++) {
        uint32_t lacking = 31u << w & ~held, live[5] = {0};
        int at = 0;
        for (int r = 0; r < 14; r++)
            if (lacking >> r & 1)
                live[at++] = deck->live[r ? r - 1 : 12];
        outs += cards == 4 ? live[0] * 16 : live[0] * live[1] / 4;
    }
    return least((int)(outs >> 8), OFC_POLICY_DRAWS - 1);
}

static int low_outs(const struct ofc_policy_deck *deck, uint32_t ranks)
{
    uint32_t outs = 0;
    for (int r = 0; r < 9; r++)
        outs += ranks >> r & 1 ? 0 : deck->live[r];
    return least((int)outs / 40, OFC_POLICY_DRAWS - 1);
}

/* Each rank of a row that is not full, and how many cards of it are live. */
static int look_at_ranks(const struct ofc_policy *policy, const struct ofc_policy_deck *deck, int row,
                         const struct counts *c, int32_t *index)
{
    enum { ROW = OFC_POLICY_COPIES * OFC_RANKS * OFC_POLICY_LIVE };
    int32_t at = policy->layout.live + (row * OFC_POLICY_HELD + c->naturals + c->jokers) * ROW;
    for (int i = 0; i < c->kinds; i++) {
        int r = c->rank[i], copies = least((int)(c->of_rank >> 4 * r & 15), OFC_POLICY_COPIES);
        index[i] = at + ((copies - 1) * OFC_RANKS + r) * OFC_POLICY_LIVE + deck->rank[r];
    }
    return c->kinds;
}

/* What flushes and straights a row of five may still make. */
static int look_at_draws(const struct ofc_policy *policy, const struct ofc_policy_deck *deck, int row,
                         const struct counts *c, const struct ofc_policy_class *class, int suit, int32_t *index)
{
    int n = 0, cards = c->naturals + c->jokers;
    int32_t at = ((row - OFC_MIDDLE) * (OFC_POLICY_HELD - 1) + cards) * OFC_POLICY_DRAWS;
    if (suit >= 0)
        index[n++] = policy->layout.flush + at + deck->suit[suit];
    if (row == OFC_MIDDLE && policy->rules->low_middle)
        index[n++] = policy->layout.straight + at + low_outs(deck, c->ranks);
    else if (cards >= 3 && class->windows && !c->jokers)
        index[n++] = policy->layout.straight + at + straight_outs(deck, class, c->ranks, cards);
    return n;
}

/* The live cards that make a row better: those that pair it, and those that complete its flush or straight. */
static int count_outs(const struct ofc_policy_deck *deck, const struct counts *c, const struct ofc_policy_class *class,
                      int suit)
{
    static const uint8_t size[12] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4, OFC_POLICY_OUTS - 1, OFC_POLICY_OUTS - 1};
    int outs = 0;
    for (int i = 0; i < c->kinds; i++)
        outs += deck->live[c->rank[i]];
    outs /= 16;
    if (c->naturals == 4 && suit >= 0)
        outs += deck->suit[suit];
    if (c->naturals == 4 && class->windows)
        outs += straight_outs(deck, class, c->ranks, 4);
    return size[least(outs, 11)];
}

int ofc_policy_look_at_row(const struct ofc_policy *policy, const struct ofc_policy_deck *deck, int row,
                           const uint8_t *cards, int n, int32_t *index, struct ofc_policy_row *seen)
{
    struct counts c = count_row(cards, n);
    uint16_t strength = n ? strength_of(policy, &c, row) : 0;
    const struct ofc_policy_class *class = &policy->class_of[row][strength];
    int block = least(c.jokers, policy->joker_blocks - 1), found = 0, free = ofc_row_size(row) - n;
    *seen = (struct ofc_policy_row){strength, class->coarse, class->tiny, (uint8_t)free, 0};
    if (row == OFC_TOP) {
        index[found++] = policy->layout.row[row] + block * OFC_POLICY_TOPS + class->fine;
        index[found++] = policy->layout.high + class->tiny * OFC_POLICY_HIGHS + deck->high;
        return free ? found + look_at_ranks(policy, deck, row, &c, index + found) : found;
    }
    bool suited = free && is_suited(&c);
    int suit = suited ? (int)((c.suits >> 1) - (c.suits >> 3)) : -1; /* 1, 2, 4, 8 to 0, 1, 2, 3 */
    int live = suited ? deck->suit[suit] : 0, state = n < 2 || !suited ? 0 : live < 7 ? 1 : live < 9 ? 2 : 3;
    index[found++] = policy->layout.row[row] + (block * OFC_POLICY_SUITED + state) * OFC_POLICY_FIVES + class->fine;
    if (suited)
        seen->coarse = class->coarse_suited, seen->tiny = class->tiny_suited;
    if (!free || !n)
        return found;
    seen->outs = (uint8_t)count_outs(deck, &c, class, suit);
    found += look_at_ranks(policy, deck, row, &c, index + found);
    return found + look_at_draws(policy, deck, row, &c, class, suit, index + found);
}

int ofc_policy_look(const struct ofc_policy *policy, const struct ofc_seat *seat, int32_t *index)
{
    struct ofc_policy_deck deck;
    struct ofc_policy_row seen[OFC_ROWS];
    int n = 0;
    ofc_policy_read_deck(seat->unseen, &deck);
    for (int row = 0; row < OFC_ROWS; row++)
        n += ofc_policy_look_at_row(policy, &deck, row, seat->row[row], seat->held[row], index + n, &seen[row]);
    ofc_policy_look_at_rows(policy, seen[OFC_TOP], seen[OFC_MIDDLE], seen[OFC_BOTTOM], index + n);
    return n + OFC_POLICY_TOGETHER;
}

/* --- Finished boards ---------------------------------------------------------------------------------------------- */

/* The chance that a row beats the opponent's, of OFC_POLICY_CERTAIN; ties are shared. */
static int64_t chance_to_win(const struct ofc_policy *policy, int row, uint16_t strength)
{
    const uint16_t *below = policy->opponent.below[row] + strength / OFC_POLICY_STEP;
    int64_t chance = below[0] + (below[1] - below[0]) * (strength % OFC_POLICY_STEP) / OFC_POLICY_STEP;
    return policy->rules->low_middle && row == OFC_MIDDLE ? OFC_POLICY_CERTAIN - chance : chance;
}

/* The royalties that a legal board gets of a legal opponent, where the rows come out so. */
static int earned(const struct ofc_rules *rules, const int16_t *royalty, const int *won, int points)
{
    int sum = 0;
    for (int row = 0; row < OFC_ROWS; row++)
        if (rules->earner == OFC_EARN_BOTH || (rules->earner == OFC_EARN_ROW_WINNER ? won[row] : points) > 0)
            sum += royalty[row];
    return sum;
}

/* Points against a legal opponent whose rows are independent of each other, in units. */
static int64_t points_against_rows(const struct ofc_policy *policy, struct ofc_rows rows, const int16_t *royalty)
{
    int64_t chance[OFC_ROWS], sum = 0;
    for (int row = 0; row < OFC_ROWS; row++)
        chance[row] = chance_to_win(policy, row, rows.strength[row]);
    for (int way = 0; way < 8; way++) {
        int won[OFC_ROWS];
        int64_t all = 1;
        for (int row = 0; row < OFC_ROWS; row++) {
            won[row] = way >> row & 1 ? 1 : -1;
            all *= way >> row & 1 ? chance[row] : OFC_POLICY_CERTAIN - chance[row];
        }
        int points = policy->rules->row_points[ofc_result_index(won[OFC_TOP], won[OFC_MIDDLE], won[OFC_BOTTOM])];
        sum += all * (points + earned(policy->rules, royalty, won, points));
    }
    return sum / (INT64_C(1) << 29); /* three chances of 2^15, and units of 2^16 */
}

int32_t ofc_policy_worth(const struct ofc_policy *policy, struct ofc_rows rows)
{
    const struct ofc_rules *rules = policy->rules;
    const struct ofc_policy_opponent *opponent = &policy->opponent;
    int64_t legal = OFC_POLICY_CERTAIN - opponent->foul, unit = OFC_POLICY_UNIT;
    if (ofc_fouls(rules, rows)) {
        int64_t spared = rules->foul_pays_royalties ? 0 : opponent->royalties;
        return (int32_t)((spared - rules->foul_points * unit) * legal / OFC_POLICY_CERTAIN);
    }
    int16_t royalty[OFC_ROWS];
    for (int row = 0; row < OFC_ROWS; row++)
        royalty[row] = ofc_royalty(rules, row, rows.strength[row]);
    int all = royalty[0] + royalty[1] + royalty[2];
    int64_t of_foul = (rules->foul_points + (rules->foul_pays_royalties ? all : 0)) * unit;
    int64_t points = points_against_rows(policy, rows, royalty) * legal + of_foul * opponent->foul;
    return (int32_t)(points / OFC_POLICY_CERTAIN + policy->fantasyland[ofc_fantasyland_cards(policy->rules, rows)]);
}

/* --- Boards in general -------------------------------------------------------------------------------------------- */

static int32_t value_in_units(const struct ofc_policy *policy, const struct ofc_seat *seat)
{
    int32_t index[OFC_POLICY_MOST_OF_BOARD], sum = 0;
    int cards = ofc_cards_held(seat);
    if (cards == OFC_BOARD_CARDS)
        return ofc_policy_worth(policy, ofc_seat_rows(policy->rules, seat));
    const int32_t *weight = policy->weight + (size_t)policy->stage_of[cards] * policy->layout.size;
    for (int n = ofc_policy_look(policy, seat, index); n > 0; n--)
        sum += weight[index[n - 1]];
    return sum;
}

double ofc_policy_value(const struct ofc_policy *policy, const struct ofc_seat *seat)
{
    return value_in_units(policy, seat) / (double)OFC_POLICY_UNIT;
}

/* --- Placing a few cards: every row with every set of them is evaluated once -------------------------------------- */

struct part {
    int32_t value;
    struct ofc_policy_row seen;
};

struct search {
    const struct ofc_policy *policy;
    const struct ofc_seat *seat;
    const uint8_t *draw; /* ascending */
    int deal, place;
    bool last; /* the board will be full */
    const int32_t *weight;
    struct ofc_policy_deck deck;
    int room[OFC_ROWS];
    int32_t best;
    uint32_t chosen[OFC_ROWS]; /* sets of cards drawn */
};

static int size_of(uint32_t set)
{
    static const uint8_t size[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return size[set & 15] + size[set >> 4 & 15];
}

static int join(const struct search *search, int row, uint32_t set, uint8_t *cards)
{
    int n = search->seat->held[row];
    memcpy(cards, search->seat->row[row], 5);
    for (int i = 0; set >> i; i++)
        if (set >> i & 1)
            cards[n++] = search->draw[i];
    return n;
}

static void look_at_part(const struct search *search, int row, uint32_t set, struct part *part)
{
    uint8_t cards[5];
    int32_t index[OFC_POLICY_MOST_OF_ROW];
    int n = join(search, row, set, cards);
    if (search->last) {
        struct counts c = count_row(cards, n);
        part->seen.strength = c.jokers ? 0 : row == OFC_TOP ? ofc_strength_plain(c.key) : ofc_strength(c.key);
        return;
    }
    part->value = 0;
    n = ofc_policy_look_at_row(search->policy, &search->deck, row, cards, n, index, &part->seen);
    for (int i = 0; i < n; i++)
        part->value += search->weight[index[i]];
}

static int32_t worth_with_jokers(const struct search *search, const uint32_t *set)
{
    struct ofc_seat full;
    full.unseen = search->seat->unseen;
    for (int row = 0; row < OFC_ROWS; row++)
        full.held[row] = (uint8_t)join(search, row, set[row], full.row[row]);
    return ofc_policy_worth(search->policy, ofc_seat_rows(search->policy->rules, &full));
}

static int32_t value_of_parts(const struct search *search, const struct part *const part[OFC_ROWS], const uint32_t *set)
{
    int32_t index[OFC_POLICY_TOGETHER];
    const struct ofc_policy_row top = part[OFC_TOP]->seen, middle = part[OFC_MIDDLE]->seen,
                                bottom = part[OFC_BOTTOM]->seen;
    if (search->last) {
        if (!top.strength || !middle.strength || !bottom.strength)
            return worth_with_jokers(search, set);
        return ofc_policy_worth(search->policy, (struct ofc_rows){{top.strength, middle.strength, bottom.strength}});
    }
    ofc_policy_look_at_rows(search->policy, top, middle, bottom, index);
    int32_t value = part[OFC_TOP]->value + part[OFC_MIDDLE]->value + part[OFC_BOTTOM]->value;
    for (int i = 0; i < OFC_POLICY_TOGETHER; i++)
        value += search->weight[index[i]];
    return value;
}

static void weigh(struct search *search, struct part (*part)[MASKS], uint32_t top, uint32_t middle, uint32_t bottom)
{
    const struct part *const parts[OFC_ROWS] = {&part[OFC_TOP][top], &part[OFC_MIDDLE][middle],
                                                &part[OFC_BOTTOM][bottom]};
    const uint32_t set[OFC_ROWS] = {top, middle, bottom};
    int32_t value = value_of_parts(search, parts, set);
    if (value > search->best) {
        search->best = value;
        memcpy(search->chosen, set, sizeof set);
    }
}

/* Every way to fill the bottom with the cards that are left. */
static void weigh_bottoms(struct search *search, struct part (*part)[MASKS], uint32_t top, uint32_t middle, int n)
{
    uint32_t rest = ((1u << search->deal) - 1) & ~(top | middle);
    if (n < 0 || n > search->room[OFC_BOTTOM])
        return;
    for (uint32_t bottom = rest;; bottom = (bottom - 1) & rest) {
        if (size_of(bottom) == n)
            weigh(search, part, top, middle, bottom);
        if (!bottom || search->deal == search->place)
            return;
    }
}

static void search_by_rows(struct search *search)
{
    struct part part[OFC_ROWS][MASKS];
    uint32_t sets = 1u << search->deal;
    for (int row = 0; row < OFC_ROWS; row++)
        for (uint32_t set = 0; set < sets; set++)
            if (size_of(set) <= least(search->room[row], search->place))
                look_at_part(search, row, set, &part[row][set]);
    for (uint32_t top = 0; top < sets; top++) {
        int after_top = search->place - size_of(top);
        if (size_of(top) > search->room[OFC_TOP] || after_top < 0)
            continue;
        for (uint32_t middle = 0; middle < sets; middle++)
            if (!(top & middle) && size_of(middle) <= least(search->room[OFC_MIDDLE], after_top))
                weigh_bottoms(search, part, top, middle, after_top - size_of(middle));
    }
}

/* --- Placing many cards: one after the other ---------------------------------------------------------------------- */

static void weigh_board(void *self, const struct ofc_seat *seat)
{
    struct search *search = self;
    int32_t value = value_in_units(search->policy, seat);
    if (value <= search->best)
        return;
    search->best = value;
    for (int row = 0; row < OFC_ROWS; row++) {
        uint64_t set = ofc_row_set(seat, row);
        search->chosen[row] = 0;
        for (int i = 0; i < search->deal; i++)
            search->chosen[row] |= (uint32_t)(set >> search->draw[i] & 1) << i;
    }
}

void ofc_policy_place(const void *self, const struct ofc_seat *seat, const uint8_t *draw, int deal, int place,
                      uint8_t *to)
{
    const struct ofc_policy *policy = self;
    uint8_t sorted[OFC_BOARD_CARDS];
    ofc_list_set(ofc_set_of(draw, deal), sorted);
    int cards = ofc_cards_held(seat) + place;
    struct search search = {.policy = policy, .seat = seat, .draw = sorted, .deal = deal, .place = place};
    search.last = cards == OFC_BOARD_CARDS;
    search.weight = policy->weight + (size_t)policy->stage_of[cards] * policy->layout.size;
    search.best = INT32_MIN;
    for (int row = 0; row < OFC_ROWS; row++)
        search.room[row] = ofc_free_places(seat, row);
    if (!search.last)
        ofc_policy_read_deck(seat->unseen, &search.deck);
    if (deal <= MOST_MASKED) {
        search_by_rows(&search);
    } else {
        struct ofc_seat copy = *seat;
        ofc_place_each(&copy, sorted, deal, place, weigh_board, &search);
    }
    ofc_spell_draw(draw, deal, sorted, search.chosen, to);
}
