/* Rankings of many hands: the check, the loop, and rows of any shape in memory. */
#include "core/ranking.h"

#include "core/rows.h"

#include <string.h>

enum { BLOCK_BYTES = 8192, ROWS = GROUPS * GROUP };

void ofc_fill_plane(const uint16_t *by_strength, uint16_t *plane)
{
    for (int i = 0; i < OFC_SLOTS; i++)
        plane[i] = by_strength[ofc_strength_of[i]];
    plane[OFC_SLOTS] = by_strength[0];
}

bool ofc_ranking_takes(const struct ofc_ranking *r, const uint8_t *cards, int n)
{
    int held[OFC_DECK] = {0};
    for (int i = 0; i < n; i++)
        if ((r->key[cards[i]] & OFC_REFUSED) || held[cards[i]]++ == r->copies)
            return false;
    return true;
}

/* Ranks rows of k <= size cards by the sum of their keys; gives whether all cards are in the deck. */
OFC_INLINE bool rank_sums(const struct ofc_ranking *r, const uint8_t *cards, size_t n, int k, bool wild, uint16_t *out)
{
    ofc_key seen = 0;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *hand = cards + i * (size_t)k;
        ofc_key sum = 0;
        for (int j = 0; j < k; j++)
            sum += r->key[hand[j]];
        seen |= sum;
        out[i] = ofc_value(r, sum, k, wild);
    }
    return seen < OFC_REFUSED;
}

OFC_INLINE int lowest_card(const uint8_t *hand, int k)
{
    int lowest = hand[0];
    for (int j = 1; j < k; j++)
        lowest = hand[j] < lowest ? hand[j] : lowest;
    return lowest;
}

/* The same where the cards of the lowest rank are wild. A joker is never the lowest card. */
OFC_INLINE bool rank_lowest(const struct ofc_ranking *r, const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    ofc_key seen = 0;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *hand = cards + i * (size_t)k;
        int first = lowest_card(hand, k), top = first < OFC_JOKER ? first | 3 : OFC_JOKER - 1;
        ofc_key sum = 0;
        for (int j = 0; j < k; j++)
            sum += r->key[hand[j] > top ? hand[j] : OFC_WILD_PLACE];
        seen |= sum | r->key[first];
        out[i] = ofc_value(r, sum, k, true);
    }
    return seen < OFC_REFUSED;
}

/* The same where one card of the lowest rank is wild. The choice matters only when the others share a suit, which never
 * makes them worth less; so the odd one out is the first or the last of the rank, and it is enough to try these two. */
OFC_INLINE bool rank_lowest_one(const struct ofc_ranking *r, const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    ofc_key seen = 0;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *hand = cards + i * (size_t)k;
        int first = lowest_card(hand, k), last = 0;
        ofc_key sum = 0;
        for (int j = 0; j < k; j++) {
            int low = hand[j] > (first | 3) ? 0 : hand[j];
            sum += r->key[hand[j]];
            last = low > last ? low : last;
        }
        seen |= sum;
        if (first >= OFC_JOKER)
            first = last = OFC_WILD_PLACE; /* takes away the wild card that comes in below */
        sum += OFC_WILD_KEY;
        ofc_key other = sum - r->key[last];
        out[i] = ofc_value(r, sum - r->key[first], k, true);
        if (first != last &&
            ofc_share_suit(other, k - r->marked[other >> OFC_MARK_SHIFT & (OFC_MARKS - 1)])) /* seldom */
            out[i] = ofc_better(out[i], ofc_value(r, other, k, true));
    }
    return seen < OFC_REFUSED;
}

static inline bool rank_each(const struct ofc_ranking *r, const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    ofc_key seen = 0;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *hand = cards + i * (size_t)k;
        for (int j = 0; j < k; j++)
            seen |= r->key[hand[j]];
        out[i] = ofc_ranking_value(r, hand, k);
    }
    return seen < OFC_REFUSED;
}

OFC_INLINE bool rank_rows(const struct ofc_ranking *r, const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    if (k > r->size)
        return rank_each(r, cards, n, k, out);
    if (r->lowest)
        return r->lowest == OFC_LOWEST_ONE ? rank_lowest_one(r, cards, n, k, out) : rank_lowest(r, cards, n, k, out);
    return r->wild ? rank_sums(r, cards, n, k, true, out) : rank_sums(r, cards, n, k, false, out);
}

/* Rows up to the first bad one. What is checked is a copy: another thread may write to the cards meanwhile. The faster
 * loops above need none, for them any byte is a place in their tables. */
static size_t rank_good_rows(const struct ofc_ranking *r, const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    uint8_t hand[OFC_HAND_LIMIT];
    for (size_t i = 0; i < n; i++) {
        memcpy(hand, cards + i * (size_t)k, (size_t)k);
        if (!ofc_ranking_takes(r, hand, k))
            return i;
        out[i] = ofc_ranking_value(r, hand, k);
    }
    return n;
}

OFC_INLINE size_t rank_many(const struct ofc_ranking *r, const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    struct borders borders;
    size_t i = 0;
    if (k > MAX_CARDS)
        return rank_good_rows(r, cards, n, k, out);
    find_borders(k, &borders);
    for (; n - i > ROWS; i += ROWS) {
        const uint8_t *rows = cards + i * (size_t)k;
        bool good = r->copies == 1 ? rows_are_good(rows, k, OFC_DECK, &borders)
                                   : rows_repeat_at_most(rows, k, r->copies, &borders);
        if (!good || !rank_rows(r, rows, ROWS, k, out + i))
            break;
    }
    size_t rest = n - i > ROWS ? ROWS : n - i;
    return i + rank_good_rows(r, cards + i * (size_t)k, rest, k, out + i);
}

static size_t rank_bytes(const struct ofc_ranking *r, const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    switch (k) { /* the usual sizes apart, so that the compiler unrolls them */
    case 3: return rank_many(r, cards, n, 3, out);
    case 5: return rank_many(r, cards, n, 5, out);
    case 6: return rank_many(r, cards, n, 6, out);
    case 7: return rank_many(r, cards, n, 7, out);
    default: return rank_many(r, cards, n, k, out);
    }
}

size_t ofc_ranking_items(const struct ofc_ranking *r, const struct ofc_items *hands, uint16_t *out)
{
    size_t block = BLOCK_BYTES / (size_t)hands->inner;
    uint8_t rows[BLOCK_BYTES];
    if (ofc_items_are_plain(hands))
        return rank_bytes(r, (const uint8_t *)hands->data, hands->rows, hands->inner, out);
    for (size_t i = 0; i < hands->rows; i += block) {
        size_t n = hands->rows - i < block ? hands->rows - i : block;
        ofc_copy_items(hands, i, n, rows);
        size_t good = rank_bytes(r, rows, n, hands->inner, out + i);
        if (good < n)
            return i + good;
    }
    return hands->rows;
}

size_t ofc_ranking_choices(const struct ofc_ranking *r, const ofc_key *key, int n, uint16_t best, size_t room,
                           uint8_t (*places)[5])
{
    int at[5], size = r->size;
    size_t found = 0;
    for (int i = 0; i < size; i++)
        at[i] = i;
    for (;;) {
        ofc_key hand = 0;
        for (int i = 0; i < size; i++)
            hand += key[at[i]];
        if (ofc_value(r, hand, size, true) == best) {
            for (int i = 0; i < size && found < room; i++)
                places[found][i] = (uint8_t)at[i];
            found++;
        }
        int last = size - 1; /* the next choice in order */
        while (last >= 0 && at[last] == n - size + last)
            last--;
        if (last < 0)
            return found;
        at[last]++;
        for (int i = last + 1; i < size; i++)
            at[i] = at[i - 1] + 1;
    }
}
