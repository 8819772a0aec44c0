/* Scoring many tables in one pass. */
#include "core/batch.h"

#include <string.h>

enum { MAX_PLAYERS = 4, BLOCK = 64 };

/* The bit of every byte that is a card or a joker, none of the others: a set that is too small has a bad card or a card
 * twice. */
static const uint64_t bit_of[256] = {
#define BITS(r) UINT64_C(1) << 4 * r, UINT64_C(2) << 4 * r, UINT64_C(4) << 4 * r, UINT64_C(8) << 4 * r
    BITS(0), BITS(1), BITS(2),  BITS(3),  BITS(4),  BITS(5),           BITS(6),           BITS(7),
    BITS(8), BITS(9), BITS(10), BITS(11), BITS(12), UINT64_C(1) << 52, UINT64_C(1) << 53,
#undef BITS
};

static inline uint64_t board_set(const uint8_t *c)
{
    uint64_t set = 0;
    for (int i = 0; i < OFC_BOARD_CARDS; i++)
        set |= bit_of[c[i]];
    return set;
}

static inline bool table_is_good(const uint8_t *cards, int players, uint64_t deck)
{
    uint64_t set = 0;
    for (int i = 0; i < players; i++)
        set |= board_set(cards + i * OFC_BOARD_CARDS);
    return ofc_count(set & deck) == players * OFC_BOARD_CARDS;
}

static inline bool has_joker(const uint8_t *board)
{
    uint8_t high = 0;
    for (int i = 0; i < OFC_BOARD_CARDS; i++)
        high = board[i] > high ? board[i] : high;
    return high >= OFC_JOKER;
}

static inline void score_table(const struct ofc_rules *rules, const struct ofc_player *player, int players,
                               int32_t *points)
{
    if (ofc_looks_at_the_table(rules)) {
        ofc_settle_whole(rules, player, players, players, false, 0, points);
        return;
    }
    for (int i = 0; i < players; i++)
        points[i] = 0;
    for (int i = 0; i < players; i++)
        for (int j = i + 1; j < players; j++) {
            int net = ofc_settle_pair(rules, &player[i], &player[j]);
            points[i] += net;
            points[j] -= net;
        }
}

/* Block by block, each step over the whole block: the steps of one table wait for each other, those of many do not.
 * What is checked is what is scored: a copy, as another thread may write to the cards meanwhile. */
static inline size_t score_many(const struct ofc_rules *rules, const uint8_t *cards, size_t n, int players,
                                int32_t *points, uint8_t *fouls, int16_t *royalties)
{
    uint64_t deck = ofc_deck_of(rules->jokers);
    const size_t table = (size_t)players * OFC_BOARD_CARDS;
    uint8_t block[BLOCK * MAX_PLAYERS * OFC_BOARD_CARDS];
    struct ofc_rows rows[BLOCK * MAX_PLAYERS];
    struct ofc_player player[BLOCK * MAX_PLAYERS];
    for (size_t done = 0; done < n; done += BLOCK) {
        size_t tables = n - done < BLOCK ? n - done : BLOCK, good = 0;
        memcpy(block, cards + done * table, tables * table);
        while (good < tables && table_is_good(block + good * table, players, deck))
            good++;
        size_t boards = good * (size_t)players, first = done * (size_t)players;
        for (size_t i = 0; i < boards; i++)
            rows[i] = ofc_rank_board(block + i * OFC_BOARD_CARDS);
        for (size_t i = 0; rules->jokers && i < boards; i++)
            if (has_joker(block + i * OFC_BOARD_CARDS))
                rows[i] = ofc_resolve_board(rules, block + i * OFC_BOARD_CARDS);
        for (size_t i = 0; i < boards; i++)
            player[i] = ofc_show(rules, rows[i], OFC_LIVE);
        for (size_t i = 0; rules->naturals && i < boards; i++)
            player[i] = ofc_show_cards(rules, rows[i], OFC_LIVE, block + i * OFC_BOARD_CARDS);
        for (size_t i = 0; fouls && i < boards; i++)
            fouls[first + i] = player[i].dead == OFC_FOUL;
        for (size_t i = 0; royalties && i < boards; i++)
            memcpy(royalties + OFC_ROWS * (first + i), player[i].royalty, sizeof player[i].royalty);
        for (size_t t = 0; t < good; t++)
            score_table(rules, player + t * (size_t)players, players, points + first + t * (size_t)players);
        if (good < tables)
            return done + good;
    }
    return n;
}

/* The numbers of players apart, so that the compiler unrolls each. */
size_t ofc_score_many(const struct ofc_rules *rules, const uint8_t *cards, size_t n, int players, int32_t *points,
                      uint8_t *fouls, int16_t *royalties)
{
    switch (players) {
    case 2: return score_many(rules, cards, n, 2, points, fouls, royalties);
    case 3: return score_many(rules, cards, n, 3, points, fouls, royalties);
    default: return score_many(rules, cards, n, 4, points, fouls, royalties);
    }
}
