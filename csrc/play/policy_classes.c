/* Classes of rows: what a policy tells apart. */
#include "play/policy.h"

#include <string.h>

/* The ranks of a row, in groups. */
struct ranks {
    int cards, kinds, most; /* cards, different ranks, cards of the largest group */
    int rank[5];            /* ascending */
    int group[5];           /* different ranks: larger groups first, then higher ranks */
    int window, windows;    /* straights that it may still become: five, four, ... ace-low is window 0 */
};

static int two_of(int high, int low) { return high * (high - 1) / 2 + low; }

/* The number of a multiset of ranks, ascending. */
static int number_of(const int *rank, int n)
{
    int number = 0;
    for (int i = 0, ways; i < n; i++) {
        int top = rank[i] + i;
        ways = i == 0 ? top : i == 1 ? top * (top - 1) / 2 : top * (top - 1) * (top - 2) / 6;
        number += ways;
    }
    return number;
}

static void find_windows(struct ranks *ranks)
{
    uint32_t mask = 0;
    for (int i = 0; i < ranks->cards; i++)
        mask |= 2u << ranks->rank[i] | (ranks->rank[i] == OFC_RANKS - 1);
    ranks->window = ranks->windows = 0;
    if (ranks->kinds < ranks->cards)
        return;
    for (int window = 9; window >= 0; window--) {
        uint32_t held = mask & 31u << window;
        int n = 0;
        for (; held; held &= held - 1)
            n++;
        if (n == ranks->cards)
            ranks->window = window, ranks->windows++;
    }
}

static void read_ranks(struct ranks *ranks, const int *rank, int n)
{
    int count[OFC_RANKS] = {0};
    ranks->cards = n, ranks->kinds = 0, ranks->most = 0;
    for (int i = 0; i < n; i++)
        ranks->rank[i] = rank[i], count[rank[i]]++;
    for (int size = 4; size > 0; size--)
        for (int r = OFC_RANKS - 1; r >= 0; r--)
            if (count[r] == size) {
                ranks->group[ranks->kinds++] = r;
                ranks->most = ranks->most > size ? ranks->most : size;
            }
    find_windows(ranks);
}

/* deuce to five, six to eight, nine to jack, queen to ace */
static int quarter(int rank) { return rank < 4 ? 0 : rank < 7 ? 1 : rank < 10 ? 2 : 3; }

/* up to ten, jack and queen, king and ace */
static int third(int rank) { return rank < 9 ? 0 : rank < 11 ? 1 : 2; }

/* --- The top ------------------------------------------------------------------------------------------------------ */

static struct ofc_policy_class top_class(const struct ranks *ranks)
{
    static const int first[4] = {0, 1, 14, 105};
    int n = ranks->cards, best = n ? ranks->group[0] : 0, coarse, tiny, queen = 10;
    bool pair = ranks->most == 2;
    int size = best < 7 ? 0 : best < queen ? 1 : 2;
    if (n == 0)
        coarse = 0, tiny = 0;
    else if (n == 1)
        coarse = 1 + best, tiny = best < queen ? 1 : best == queen ? 2 : 3;
    else if (n == 2 && pair)
        coarse = 14 + best, tiny = 7 + size;
    else if (n == 2)
        coarse = 26 + best, tiny = best < queen ? 4 : ranks->group[1] < queen ? 5 : 6;
    else if (ranks->most == 3)
        coarse = 65 + quarter(best), tiny = 14;
    else if (pair)
        coarse = 52 + best, tiny = 11 + size;
    else
        coarse = 39 + best, tiny = 10;
    uint16_t fine = (uint16_t)(first[n] + number_of(ranks->rank, n));
    return (struct ofc_policy_class){fine, (uint8_t)coarse, (uint8_t)tiny, (uint8_t)coarse, (uint8_t)tiny, 0, 0};
}

/* --- Five cards played high --------------------------------------------------------------------------------------- */

static int fine_of_four(const struct ranks *ranks)
{
    const int *g = ranks->group;
    if (ranks->most == 4)
        return 494 + g[0];
    if (ranks->most == 3)
        return 481 + g[0];
    if (ranks->most == 2 && ranks->kinds == 2)
        return 403 + two_of(g[0], g[1]);
    if (ranks->most == 2)
        return 234 + 13 * g[0] + g[1];
    return 3 * two_of(g[0], g[1]) + (ranks->windows < 2 ? ranks->windows : 2);
}

static int fine_of_five(const struct ranks *ranks, bool flush)
{
    const int *g = ranks->group;
    if (ranks->most == 4)
        return 153 + g[0];
    if (ranks->most == 3)
        return (ranks->kinds == 2 ? 140 : 104) + g[0];
    if (ranks->most == 2)
        return ranks->kinds == 3 ? 26 + two_of(g[0], g[1]) : 13 + g[0];
    if (ranks->windows)
        return (flush ? 166 : 117) + ranks->window;
    return (flush ? 127 : 0) + g[0];
}

static int coarse_of_five(const struct ranks *ranks, bool flush)
{
    int best = ranks->group[0];
    if (ranks->most == 4)
        return 133;
    if (ranks->most == 3)
        return ranks->kinds == 2 ? 129 + quarter(best) : 110 + best;
    if (ranks->most == 2)
        return (ranks->kinds == 3 ? 97 : 84) + best;
    if (ranks->windows)
        return flush ? 134 : 123 + (ranks->window >= 4) + (ranks->window >= 8);
    if (flush)
        return 126 + third(best);
    return 79 + (best < 8 ? 0 : best - 8);
}

static int coarse_of(const struct ranks *ranks, bool suited)
{
    int n = ranks->cards, best = n ? ranks->group[0] : 0, most = ranks->most;
    bool straight = ranks->windows > 0;
    if (n == 0)
        return 0;
    if (n == 1)
        return 1 + quarter(best);
    if (n == 2)
        return most == 2 ? 5 + best : suited ? 22 + (quarter(best) >= 2) : 18 + quarter(best);
    if (n == 3 && most > 1)
        return most == 3 ? 24 + quarter(best) : 28 + best;
    if (n == 3)
        return suited ? 45 + straight : straight ? 44 : 41 + third(best);
    if (most > 1)
        return most == 4 ? 47 : most == 3 ? 48 + quarter(best) : ranks->kinds == 2 ? 52 + best / 2 : 59 + best;
    if (suited)
        return 77 + straight;
    return straight ? 74 + (ranks->windows < 2 ? 1 : 2) : 72 + third(best);
}

static int tiny_of(const struct ranks *ranks, bool suited)
{
    int n = ranks->cards, best = n ? ranks->group[0] : 0, size = best < 5 ? 0 : best < 9 ? 1 : 2;
    if (n <= 1)
        return 0;
    if (ranks->most >= 3)
        return 8;
    if (ranks->most == 2)
        return n < 4 ? 3 + size : ranks->kinds == 2 ? 9 : 13 + size;
    if (n == 2)
        return suited ? 2 : 1;
    if (n == 3)
        return suited || ranks->windows ? 7 : 6;
    return suited ? 10 : ranks->windows ? 11 : 12;
}

static int tiny_of_five(const struct ranks *ranks, bool flush)
{
    if (ranks->most >= 3)
        return ranks->most == 4 || ranks->kinds == 2 ? 23 : 20;
    if (ranks->most == 2)
        return ranks->kinds == 3 ? 19 : ranks->group[0] < 8 ? 17 : 18;
    if (ranks->windows)
        return flush ? 23 : 21;
    return flush ? 22 : 16;
}

static struct ofc_policy_class five_class(const struct ranks *ranks, bool flush)
{
    static const int first[6] = {0, 1, 14, 105, 560, 1067};
    int n = ranks->cards;
    struct ofc_policy_class c = {0, 0, 0, 0, 0, (uint8_t)ranks->window, (uint8_t)ranks->windows};
    if (n == 5) {
        c.fine = (uint16_t)(first[5] + fine_of_five(ranks, flush));
        c.coarse = c.coarse_suited = (uint8_t)coarse_of_five(ranks, flush);
        c.tiny = c.tiny_suited = (uint8_t)tiny_of_five(ranks, flush);
        return c;
    }
    c.fine = (uint16_t)(first[n] + (n == 4 ? fine_of_four(ranks) : number_of(ranks->rank, n)));
    c.coarse = (uint8_t)coarse_of(ranks, false), c.coarse_suited = (uint8_t)coarse_of(ranks, true);
    c.tiny = (uint8_t)tiny_of(ranks, false), c.tiny_suited = (uint8_t)tiny_of(ranks, true);
    return c;
}

/* --- Five cards played low ---------------------------------------------------------------------------------------- */

/* Different ranks up to ten are told apart one by one; all else does not qualify. */
static struct ofc_policy_class low_class(const struct ranks *ranks, bool qualifies)
{
    enum { TEN = 8, LOST = 512 };
    int n = ranks->cards, mask = 0;
    for (int i = 0; i < n; i++)
        mask |= 1 << ranks->rank[i];
    if (!qualifies || ranks->kinds < n || (n && ranks->rank[n - 1] > TEN))
        return (struct ofc_policy_class){LOST, 110, OFC_POLICY_LOST, 110, OFC_POLICY_LOST, 0, 0};
    int high = n ? ranks->rank[n - 1] : 0, coarse = n ? 9 * n + high : 0;
    int tiny = n ? 3 * n - 2 + (high > 5) + (high > 7) : 0;
    bool four = n == 4;
    return (struct ofc_policy_class){(uint16_t)mask,
                                     (uint8_t)coarse,
                                     (uint8_t)tiny,
                                     (uint8_t)(coarse + 54 * four),
                                     (uint8_t)(four ? 17 : tiny),
                                     0,
                                     0};
}

/* --- All of them -------------------------------------------------------------------------------------------------- */

static void classify(struct ofc_policy *policy, const int *rank, int n)
{
    struct ranks ranks;
    uint32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += (uint32_t)ofc_key_card(ofc_card(rank[i], 0));
    read_ranks(&ranks, rank, n);
    if (ranks.most > 4)
        return;
    uint16_t strength = n ? ofc_strength_of_sum(sum) : 0;
    if (n <= 3)
        policy->tops[strength] = top_class(&ranks);
    policy->fives[strength] = five_class(&ranks, false);
    policy->lows[strength] = low_class(&ranks, n < 5 || strength <= policy->rules->low_middle_max);
    if (n == 5 && ranks.kinds == 5) {
        strength = ofc_strength_of_sum(sum + OFC_FLUSH_SUM);
        policy->fives[strength] = five_class(&ranks, true);
        policy->lows[strength] = low_class(&ranks, false);
    }
}

static void classify_all(struct ofc_policy *policy, int *rank, int n)
{
    classify(policy, rank, n);
    for (int r = n ? rank[n - 1] : 0; n < 5 && r < OFC_RANKS; r++) {
        if (n == 4 && rank[0] == r)
            continue; /* five of a kind */
        rank[n] = r;
        classify_all(policy, rank, n + 1);
    }
}

static void lay_out(struct ofc_policy_layout *layout, int joker_blocks)
{
    const int tops = OFC_POLICY_COARSE_TOPS, coarse = OFC_POLICY_COARSE, tiny = OFC_POLICY_TINY;
    const int fives = OFC_POLICY_SUITED * OFC_POLICY_FIVES * joker_blocks;
    int32_t at = 0;
    layout->row[OFC_TOP] = at, at += OFC_POLICY_TOPS * joker_blocks;
    layout->row[OFC_MIDDLE] = at, at += fives;
    layout->row[OFC_BOTTOM] = at, at += fives;
    layout->live = at, at += OFC_ROWS * OFC_POLICY_HELD * OFC_POLICY_COPIES * OFC_RANKS * OFC_POLICY_LIVE;
    layout->flush = at, at += 2 * (OFC_POLICY_HELD - 1) * OFC_POLICY_DRAWS; /* of rows of five that are not full */
    layout->straight = at, at += 2 * (OFC_POLICY_HELD - 1) * OFC_POLICY_DRAWS;
    layout->top_middle = at, at += tops * coarse;
    layout->middle_bottom = at, at += coarse * coarse;
    layout->top_bottom = at, at += tops * coarse;
    layout->all = at, at += OFC_POLICY_TINY_TOPS * tiny * tiny;
    layout->high = at, at += OFC_POLICY_TINY_TOPS * OFC_POLICY_HIGHS;
    layout->danger = at, at += OFC_POLICY_DANGERS;
    layout->middle_outs = at, at += OFC_POLICY_TINY_TOPS * coarse * OFC_POLICY_OUTS;
    layout->bottom_outs = at, at += tiny * coarse * OFC_POLICY_OUTS;
    layout->size = at;
}

void ofc_policy_prepare(struct ofc_policy *policy)
{
    int rank[5];
    memset(policy->tops, 0, sizeof policy->tops);
    memset(policy->fives, 0, sizeof policy->fives);
    memset(policy->lows, 0, sizeof policy->lows);
    classify_all(policy, rank, 0);
    policy->class_of[OFC_TOP] = policy->tops;
    policy->class_of[OFC_MIDDLE] = policy->rules->low_middle ? policy->lows : policy->fives;
    policy->class_of[OFC_BOTTOM] = policy->fives;
    lay_out(&policy->layout, policy->joker_blocks);
    for (int cards = 0; cards <= OFC_BOARD_CARDS; cards++) {
        int best = 0;
        for (int stage = 1; stage < policy->stages; stage++) {
            int away = policy->placed[stage] - cards, nearest = policy->placed[best] - cards;
            if (away * away < nearest * nearest)
                best = stage;
        }
        policy->stage_of[cards] = (uint8_t)best;
    }
}
