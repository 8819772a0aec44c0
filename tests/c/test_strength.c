/* The strength scale, by the public headers alone. Facts counted here by hand or by another method:
 * 7,462 classes of five cards, 455 of three; how many hands each category has; a poker order on examples. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ofckit/board.h"
#include "ofckit/strength.h"

enum { DECK = 52, HANDS = 9841, STRENGTH_END = 9855 };

static int card(const char *text)
{
    const char *rank = strchr("23456789TJQKA", text[0]), *suit = strchr("cdhs", text[1]);
    assert(rank && suit && text[0] && text[1]);
    return 4 * (int)(rank - "23456789TJQKA") + (int)(suit - "cdhs");
}

static uint16_t five(const char *t) { return ofc_rank5(card(t), card(t + 2), card(t + 4), card(t + 6), card(t + 8)); }

static uint16_t three(const char *t) { return ofc_rank3(card(t), card(t + 2), card(t + 4)); }

static void test_better_hands_are_stronger(void)
{
    static const char *const ascending[] = {
        "2c3d4h5s7c", "2c3d4h6s7c", "3c4d5h7sAc", "Kc9d7h5sAc", "2c2d3h4s5c", "2c2d3h4s6c", "AcAdQhKsJc", "2c2d3h3s4c",
        "KcKdAhAsQc", "2c2d2h3s4c", "AcAdAhKsQc", "Ac2d3h4s5c", "2c3d4h5s6c", "TcJdQhKsAc", "2c3c4c5c7c", "9cJcQcKcAc",
        "2c2d2h3s3c", "2c2d2hAsAc", "AcAdAhKsKc", "2c2d2h2s3c", "AcAdAhAsKc", "Ac2c3c4c5c", "2c3c4c5c6c", "TcJcQcKcAc",
    };
    size_t n = sizeof ascending / sizeof *ascending;
    for (size_t i = 0; i + 1 < n; i++)
        assert(five(ascending[i]) < five(ascending[i + 1]));
    assert(five(ascending[n - 1]) == HANDS);
    assert(five("AsKdQh9c2s") == five("AhKcQs9d2d"));
}

static void test_sizes_share_one_scale(void)
{
    assert(three("8c8dKh") > five("8h8s6c2d3h") && three("8c8d6h") < five("8h8s6c2d3h"));
    assert(three("QhQd5c") > five("JhJd8sAc2d"));
    assert(three("2c2d2h") > five("AcAdKhKs2s"));
    assert(three("2c2d2h") < five("2c2d2h3s4c"));
    assert(three("AhKhQh") < five("2c2d3h4s5c"));
}

static void test_a_foul_is_a_row_that_beats_the_row_below(void)
{
    assert(!ofc_is_foul(1, 2, 3) && !ofc_is_foul(2, 2, 2));
    assert(ofc_is_foul(3, 2, 4) && ofc_is_foul(1, 3, 2));
}

/* Every five-card hand: how often each strength occurs, and that the order of the cards does not matter. */
static void test_every_hand_of_five(void)
{
    static uint32_t seen[STRENGTH_END];
    long total = 0;
    for (int a = 0; a < DECK; a++)
        for (int b = a + 1; b < DECK; b++)
            for (int c = b + 1; c < DECK; c++)
                for (int d = c + 1; d < DECK; d++)
                    for (int e = d + 1; e < DECK; e++) {
                        uint16_t s = ofc_rank5(a, b, c, d, e);
                        assert(0 < s && s <= HANDS);
                        assert(s == ofc_rank5(e, c, a, d, b));
                        seen[s]++;
                        total++;
                    }
    assert(total == 2598960);
    int classes = 0;
    for (int s = 0; s < STRENGTH_END; s++)
        classes += seen[s] > 0;
    assert(classes == 7462);

    /* From the top down: straight flushes, quads, full houses, flushes, straights. */
    static const int size[] = {10, 156, 156, 1277, 10};
    static const long hands[] = {40, 624, 3744, 5108, 10200};
    int s = HANDS;
    for (int kind = 0; kind < 5; kind++) {
        long count = 0;
        for (int left = size[kind]; left > 0; s--) {
            count += seen[s];
            left -= seen[s] > 0;
        }
        assert(count == hands[kind]);
    }
}

static void test_every_hand_of_three(void)
{
    static uint32_t seen[STRENGTH_END];
    long total = 0;
    for (int a = 0; a < DECK; a++)
        for (int b = a + 1; b < DECK; b++)
            for (int c = b + 1; c < DECK; c++) {
                uint16_t s = ofc_rank3(a, b, c);
                assert(0 < s && s <= HANDS);
                assert(s == ofc_rank3(c, a, b));
                seen[s]++;
                total++;
            }
    assert(total == 22100);
    int of_52[3] = {0, 0, 0}, classes = 0; /* classes by hands: 4 trips, 24 pair, 64 high card */
    for (int s = 0; s < STRENGTH_END; s++) {
        classes += seen[s] > 0;
        of_52[0] += seen[s] == 4;
        of_52[1] += seen[s] == 24;
        of_52[2] += seen[s] == 64;
    }
    assert(classes == 455);
    assert(of_52[0] == 13 && of_52[1] == 156 && of_52[2] == 286);
}

int main(void)
{
    test_better_hands_are_stronger();
    test_sizes_share_one_scale();
    test_a_foul_is_a_row_that_beats_the_row_below();
    test_every_hand_of_five();
    test_every_hand_of_three();
    puts("test_strength: ok");
    return 0;
}
