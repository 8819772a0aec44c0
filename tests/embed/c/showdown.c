/* Two boards, in C, without Python: the shipped headers hold everything, the strength tables included.
 *
 *     cc -I$(python -c "import ofckit; print(ofckit.get_include())") showdown.c -o showdown
 *     ./showdown QhQd5c7h7d8s8c2dAsKsJs9s4s AhAdKc2h2d3s3c9dTsTcTd6s6c
 *
 * A board is 13 cards: top, middle, bottom. Prints the rows that each player wins and the points of the 1-6
 * scoring without royalties. */
#include <stdio.h>
#include <string.h>

#include "ofckit/board.h"
#include "ofckit/strength.h"

enum { CARDS = 13, SWEEP = 6 };

struct rows {
    uint16_t top, middle, bottom;
};

/* The number of a card, 4 * rank + suit, or -1. */
static int read_card(const char *text)
{
    const char *rank = strchr("23456789TJQKA", text[0]);
    const char *suit = strchr("cdhs", text[1]);
    if (!text[0] || !text[1] || !rank || !suit)
        return -1;
    return 4 * (int)(rank - "23456789TJQKA") + (int)(suit - "cdhs");
}

/* Reads 26 characters into 13 different cards. */
static bool read_board(const char *text, uint8_t cards[CARDS])
{
    if (strlen(text) != 2 * CARDS)
        return false;
    uint64_t seen = 0;
    for (int i = 0; i < CARDS; i++) {
        int card = read_card(text + 2 * i);
        if (card < 0 || seen >> card & 1)
            return false;
        seen |= UINT64_C(1) << card;
        cards[i] = (uint8_t)card;
    }
    return true;
}

static struct rows rank_rows(const uint8_t c[CARDS])
{
    return (struct rows){
        .top = ofc_rank3(c[0], c[1], c[2]),
        .middle = ofc_rank5(c[3], c[4], c[5], c[6], c[7]),
        .bottom = ofc_rank5(c[8], c[9], c[10], c[11], c[12]),
    };
}

static int sign(int difference) { return (difference > 0) - (difference < 0); }

/* Points of `a` over `b`: a point a row and three more for all of them; a foul loses six, two fouls nothing. */
static int settle(struct rows a, struct rows b)
{
    bool a_foul = ofc_is_foul(a.top, a.middle, a.bottom), b_foul = ofc_is_foul(b.top, b.middle, b.bottom);
    if (a_foul || b_foul)
        return SWEEP * (b_foul - a_foul);
    int won = sign(a.top - b.top) + sign(a.middle - b.middle) + sign(a.bottom - b.bottom);
    return won == 3 || won == -3 ? 2 * won : won;
}

int main(int argc, char **argv)
{
    uint8_t cards[2][CARDS];
    struct rows rows[2];
    if (argc != 3) {
        fprintf(stderr, "usage: showdown BOARD BOARD\n");
        return 2;
    }
    for (int i = 0; i < 2; i++) {
        if (!read_board(argv[i + 1], cards[i])) {
            fprintf(stderr, "not 13 different cards: %s\n", argv[i + 1]);
            return 2;
        }
        rows[i] = rank_rows(cards[i]);
        printf("player %d: %u %u %u%s\n", i + 1, rows[i].top, rows[i].middle, rows[i].bottom,
               ofc_is_foul(rows[i].top, rows[i].middle, rows[i].bottom) ? " foul" : "");
    }
    printf("points of player 1: %d\n", settle(rows[0], rows[1]));
    return 0;
}
