/* Every board of a Fantasyland hand, one after the other: what the solver's answers are held against. */
#include <stdlib.h>
#include <string.h>

#include "ofckit/strength.h"

struct enumeration {
    int n, k, strict, low, low_max; /* low: the middle is a 2-7 low of at most this strength */
    int tests, row[8], lowest[8], highest[8];
    double stay, foul;
    const int16_t *royalty[3]; /* top, middle, bottom, by strength */
};

struct board {
    double value;
    int foul, stays, strength[3], cards[3];
};

struct row {
    int cards, strength;
};

static int rows_of(const uint8_t *hand, int n, int size, struct row *out)
{
    int count = 0;
    for (int cards = 0; cards < 1 << n; cards++) {
        uint8_t held[17];
        int m = 0;
        for (int i = 0; i < n; i++)
            if (cards >> i & 1)
                held[m++] = hand[i];
        if (m == size)
            out[count++] = (struct row){cards, ofc_rank(held, m)};
    }
    return count;
}

static int better(const struct enumeration *e, const struct board *a, const struct board *b)
{
    int middle = e->low ? b->strength[1] - a->strength[1] : a->strength[1] - b->strength[1];
    if (a->value != b->value)
        return a->value > b->value;
    if (a->foul != b->foul)
        return b->foul;
    if (a->strength[2] != b->strength[2])
        return a->strength[2] > b->strength[2];
    if (middle)
        return middle > 0;
    return a->strength[0] > b->strength[0];
}

static struct board judge(const struct enumeration *e, const struct row *t, const struct row *m, const struct row *b)
{
    struct board board = {0, 0, 0, {t->strength, m->strength, b->strength}, {t->cards, m->cards, b->cards}};
    if (e->low)
        board.foul = b->strength < t->strength || m->strength > e->low_max;
    else
        board.foul = b->strength < m->strength || m->strength < t->strength ||
                     (e->strict && b->strength == m->strength);
    if (board.foul) {
        board.value = e->foul;
        return board;
    }
    for (int i = 0; i < e->tests; i++) {
        int s = board.strength[e->row[i]];
        board.stays |= e->lowest[i] <= s && s <= e->highest[i];
    }
    for (int i = 0; i < 3; i++)
        board.value += e->royalty[i][board.strength[i]];
    board.value += board.stays ? e->stay : 0;
    return board;
}

static void keep(const struct enumeration *e, struct board board, long before, struct board *best)
{
    int at = before < e->k ? (int)before : e->k;
    for (; at > 0 && better(e, &board, &best[at - 1]); at--)
        if (at < e->k)
            best[at] = best[at - 1];
    if (at < e->k)
        best[at] = board;
}

/* The k best boards; returns how many boards there are. */
long enumerate_boards(const struct enumeration *e, const uint8_t *hand, struct board *best)
{
    struct row *fives = malloc(6188 * sizeof *fives), *threes = malloc(680 * sizeof *threes);
    int five = rows_of(hand, e->n, 5, fives), three = rows_of(hand, e->n, 3, threes);
    int *strength = calloc(1 << 17, sizeof *strength);
    long boards = 0;
    for (int t = 0; t < three; t++)
        strength[threes[t].cards] = threes[t].strength;
    for (int b = 0; b < five; b++)
        for (int m = 0; m < five; m++) {
            if (fives[b].cards & fives[m].cards)
                continue;
            int left = ((1 << e->n) - 1) & ~(fives[b].cards | fives[m].cards);
            for (int x = left; x; x &= x - 1)
                for (int y = x & (x - 1); y; y &= y - 1)
                    for (int z = y & (y - 1); z; z &= z - 1) {
                        int cards = (x & -x) | (y & -y) | (z & -z);
                        struct row top = {cards, strength[cards]};
                        keep(e, judge(e, &top, &fives[m], &fives[b]), boards++, best);
                    }
        }
    free(fives);
    free(threes);
    free(strength);
    return boards;
}
