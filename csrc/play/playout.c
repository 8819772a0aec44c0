/* Whole hands played at random: the deal, a legal move for every turn, the settlement. */
#include "play/playout.h"

static const uint32_t POWER_OF_3[OFC_BOARD_CARDS + 1] = {1,    3,    9,     27,    81,     243,    729,
                                                         2187, 6561, 19683, 59049, 177147, 531441, 1594323};

/* The cards go to the free places in order; in random order, so that all ways of filling them are equally likely. */
static void fill(const uint8_t *cards, uint8_t *board, uint8_t held[OFC_ROWS])
{
    for (int row = 0; row < OFC_ROWS; row++)
        while (held[row] < ofc_row_size(row))
            board[ofc_row_start(row) + held[row]++] = *cards++;
}

/* Draws one row for each card, again while a row overflows. */
void ofc_scatter(struct ofc_rng *rng, int n, const uint8_t held[OFC_ROWS], uint8_t *to)
{
    int more[OFC_ROWS];
    uint32_t drawn, rows;
    do {
        more[OFC_TOP] = more[OFC_MIDDLE] = more[OFC_BOTTOM] = 0;
        drawn = rows = ofc_rng_below(rng, POWER_OF_3[n]);
        for (int i = 0; i < n; i++, rows /= 3)
            more[rows % 3]++;
    } while (more[OFC_TOP] + held[OFC_TOP] > 3 || more[OFC_MIDDLE] + held[OFC_MIDDLE] > 5 ||
             more[OFC_BOTTOM] + held[OFC_BOTTOM] > 5);
    for (int i = 0; i < n; i++, drawn /= 3)
        to[i] = (uint8_t)(drawn % 3);
}

static void scatter(struct ofc_rng *rng, const uint8_t *cards, int n, uint8_t *board, uint8_t held[OFC_ROWS])
{
    uint8_t to[OFC_BOARD_CARDS];
    ofc_scatter(rng, n, held, to);
    for (int i = 0; i < n; i++)
        board[ofc_row_start(to[i]) + held[to[i]]++] = cards[i];
}

static void take_turn(struct ofc_rng *rng, uint8_t *cards, const struct ofc_turn *turn, uint8_t *board,
                      uint8_t held[OFC_ROWS])
{
    bool last = held[0] + held[1] + held[2] + turn->place == OFC_BOARD_CARDS;
    if (last || turn->place < turn->deal)
        ofc_rng_deal(rng, cards, turn->deal, turn->place); /* which ones stay, and in random order */
    if (last)
        fill(cards, board, held);
    else
        scatter(rng, cards, turn->place, board, held);
}

bool ofc_compared(const struct ofc_turns *turns, int i, int j)
{
    return i % turns->people != j % turns->people || turns->own_boards_compared;
}

void ofc_settle(const struct ofc_turns *turns, const struct ofc_rules *rules, const struct ofc_player *player,
                int32_t *points)
{
    if (ofc_looks_at_the_table(rules)) {
        ofc_settle_whole(rules, player, turns->seats, turns->people, turns->own_boards_compared, turns->first, points);
        return;
    }
    for (int i = 0; i < turns->seats; i++)
        points[i] = 0;
    for (int i = 0; i < turns->seats; i++)
        for (int j = i + 1; j < turns->seats; j++) {
            if (!ofc_compared(turns, i, j))
                continue;
            int net = ofc_settle_pair(rules, &player[i], &player[j]);
            points[i] += net;
            points[j] -= net;
        }
}

/* How much of a debt is paid; `left` and `stack` are chips by person, now and before the hand. */
static int32_t payable(const struct ofc_stakes *stakes, const int32_t *stack, const int32_t *left, int giver, int taker,
                       int32_t owed)
{
    if (stakes->win_cap && (left[giver] >= 2 * stack[giver] || left[taker] >= 2 * stack[taker]))
        return 0; /* a hand that has won all it can is complete */
    if (stakes->broke_is_out && !left[taker])
        return 0;
    int32_t room = stakes->win_cap ? 2 * stack[taker] - left[taker] : owed;
    int32_t most = left[giver] < room ? left[giver] : room;
    return owed < most ? owed : most;
}

void ofc_settle_stacks(const struct ofc_turns *turns, const struct ofc_rules *rules, const struct ofc_stakes *stakes,
                       const struct ofc_player *player, const int32_t *stack, int32_t *points)
{
    int seats = turns->seats, people = turns->people;
    int sweeper = ofc_table_sweeper(rules, player, seats, turns->own_boards_compared ? seats : people);
    int32_t left[OFC_MOST_SEATS] = {0};
    for (int i = 0; i < people; i++)
        left[i] = stack[i];
    for (int i = 0; i < seats; i++)
        points[i] = 0;
    for (int s = 0; s < seats; s++)
        for (int t = s + 1; t < seats; t++) {
            int i = (turns->first + s) % seats, j = (turns->first + t) % seats;
            if (i % people == j % people) /* own boards share their chips */
                continue;
            int net = ofc_settle_pair(rules, &player[i], &player[j]);
            net += ofc_table_bonus(rules, sweeper, i, j, net);
            int payer = net < 0 ? i : j, payee = net < 0 ? j : i;
            int giver = payer % people, taker = payee % people;
            int32_t paid = payable(stakes, stack, left, giver, taker, net < 0 ? -net : net);
            int32_t may_lose = rules->loss_cap + left[giver] - stack[giver];
            if (rules->loss_cap && paid > may_lose)
                paid = may_lose;
            left[giver] -= paid;
            left[taker] += paid;
            points[payer] -= paid;
            points[payee] += paid;
        }
}

void ofc_deal(const struct ofc_turns *turns, struct ofc_rng *rng, uint8_t deck[OFC_DECK])
{
    for (uint32_t i = 0; i < turns->deck; i++)
        deck[i] = (uint8_t)i;
    ofc_rng_deal(rng, deck, turns->deck, turns->dealt);
}

void ofc_playout(const struct ofc_turns *turns, const struct ofc_rules *rules, uint64_t seed, uint64_t hand,
                 uint8_t boards[][OFC_BOARD_CARDS], int32_t *points)
{
    struct ofc_rng rng;
    uint8_t deck[OFC_DECK], held[OFC_MOST_SEATS][OFC_ROWS] = {{0}};
    struct ofc_player player[OFC_MOST_SEATS];

    ofc_rng_seed(&rng, seed, hand);
    ofc_deal(turns, &rng, deck);
    for (int i = 0; i < turns->count; i++) {
        const struct ofc_turn *turn = &turns->turn[i];
        take_turn(&rng, deck + turn->first, turn, boards[turn->seat], held[turn->seat]);
    }
    for (int i = 0; i < turns->seats; i++)
        player[i] = ofc_show_cards(rules, ofc_read_board(rules, boards[i]), OFC_LIVE, boards[i]);
    ofc_settle(turns, rules, player, points);
}
