/* Scoring many tables in one pass. */
#include "kernels.h"

enum { MAX_PLAYERS = 4 };

/* Whether all cards are cards and none repeats: bits that meet twice make the sum differ from the union. */
static inline bool table_is_good(const uint8_t *cards, int n)
{
    uint64_t seen = 0, sum = 0;
    uint8_t high = 0;
    for (int i = 0; i < n; i++) {
        uint64_t bit = ofc_bit(cards[i] & 63);
        seen |= bit;
        sum += bit;
        high = cards[i] > high ? cards[i] : high;
    }
    return seen == sum && high < OFC_CARDS;
}

static inline void score_table(const struct ofc_rules *rules, const struct ofc_player *player, int players,
                               int32_t *points)
{
    for (int i = 0; i < players; i++)
        points[i] = 0;
    for (int i = 0; i < players; i++)
        for (int j = i + 1; j < players; j++) {
            int net = ofc_settle_pair(rules, &player[i], &player[j]);
            points[i] += net;
            points[j] -= net;
        }
}

size_t ofc_score_many(const struct ofc_rules *rules, const uint8_t *cards, size_t n, int players, int32_t *points,
                      uint8_t *fouls, int16_t *royalties)
{
    struct ofc_player player[MAX_PLAYERS];
    for (size_t t = 0; t < n; t++) {
        const uint8_t *table = cards + t * (size_t)(players * OFC_BOARD_CARDS);
        if (!table_is_good(table, players * OFC_BOARD_CARDS))
            return t;
        for (int i = 0; i < players; i++) {
            size_t at = t * (size_t)players + (size_t)i;
            player[i] = ofc_show(rules, ofc_rank_board(table + i * OFC_BOARD_CARDS), OFC_LIVE);
            if (fouls)
                fouls[at] = player[i].dead == OFC_FOUL;
            for (int row = 0; royalties && row < OFC_ROWS; row++)
                royalties[OFC_ROWS * at + (size_t)row] = player[i].royalty[row];
        }
        score_table(rules, player, players, points + t * (size_t)players);
    }
    return n;
}
