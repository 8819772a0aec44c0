/* How the vector kernels rank: as many hands at a time as a vector has bytes, as planes (plane p holds one card of each
 * hand).
 *
 * A sorting network of byte minima and maxima puts the cards of each hand in order. Then
 *   - a card above 51, or two equal neighbours, is bad input: the check is nearly free;
 *   - the sorted ranks have a number without gaps, C(r0, 1) + C(r1 + 1, 2) + ... : shuffles look the terms up;
 *   - five equal suits add OFC_FLUSH_AT; hands of six and seven cards with a flush are ranked one by one.
 * Only the last step, from the number to the strength, is a look-up in memory: ofc_sorted1 .. ofc_sorted7.
 *
 * The file that includes this one has defined for its processor
 *   INLINE                            what stands before each function
 *   bytes, shorts, HANDS, LANE_BITS   a vector, its length in bytes, the bits for each of them in a mask
 *   load_planes, lesser, greater, look_up, any, mask_of, zip_low, zip_high, store_numbers
 * and calls rank_many; all other vector arithmetic is that of GNU C, alike on every processor. */
#ifndef OFCKIT_KERNEL_PLANES_H
#define OFCKIT_KERNEL_PLANES_H

/* What a card adds to the number of its hand: C(r + i, i + 1) for the ranks r = 0..12 of card i, as two bytes. */
#define C1(r) (r)
#define C2(r) ((r + 1) * (r) / 2)
#define C3(r) ((r + 2) * (r + 1) * (r) / 6)
#define C4(r) ((r + 3) * (r + 2) * (r + 1) * (r) / 24)
#define C5(r) ((r + 4) * (r + 3) * (r + 2) * (r + 1) * (r) / 120)
#define C6(r) ((r + 5) * (r + 4) * (r + 3) * (r + 2) * (r + 1) * (r) / 720)
#define C7(r) ((r + 6) * (r + 5) * (r + 4) * (r + 3) * (r + 2) * (r + 1) * (r) / 5040)
#define LOW(C, r) (C(r) & 255)
#define HIGH(C, r) (C(r) >> 8)
#define BY_RANK(BYTE, C)                                                                                               \
    {BYTE(C, 0), BYTE(C, 1), BYTE(C, 2), BYTE(C, 3),  BYTE(C, 4),  BYTE(C, 5), BYTE(C, 6),                             \
     BYTE(C, 7), BYTE(C, 8), BYTE(C, 9), BYTE(C, 10), BYTE(C, 11), BYTE(C, 12)}
#define TERM(C) {BY_RANK(LOW, C), BY_RANK(HIGH, C)}

static const struct {
    uint8_t low[16], high[16];
} term[MAX_CARDS] = {TERM(C1), TERM(C2), TERM(C3), TERM(C4), TERM(C5), TERM(C6), TERM(C7)};

INLINE void order(bytes *a, bytes *b)
{
    bytes low = lesser(*a, *b);
    *b = greater(*a, *b);
    *a = low;
}

INLINE void sort_planes(int k, bytes p[MAX_CARDS])
{
#define ORDER(i, j) order(&p[i], &p[j]);
    switch (k) {
    case 2: OFC_SORT2(ORDER) break;
    case 3: OFC_SORT3(ORDER) break;
    case 4: OFC_SORT4(ORDER) break;
    case 5: OFC_SORT5(ORDER) break;
    case 6: OFC_SORT6(ORDER) break;
    case 7: OFC_SORT7(ORDER) break;
    }
#undef ORDER
}

/* Nonzero where a hand of sorted cards is bad. */
INLINE bytes find_bad(int k, const bytes p[MAX_CARDS])
{
    const bytes last = (bytes){0} + (OFC_CARDS - 1);
    bytes bad = greater(p[k - 1], last) ^ last;
    UNROLL for (int i = 0; i + 1 < k; i++)
        bad |= (bytes)(p[i] == p[i + 1]);
    return bad;
}

/* 255 where the five cards share a suit. */
INLINE bytes find_flush(const bytes p[MAX_CARDS])
{
    bytes differ = p[0] ^ p[1];
    UNROLL for (int i = 1; i < 4; i++)
        differ |= p[i] ^ p[i + 1];
    return (bytes)((differ & 3) == 0);
}

/* The hands of six or seven cards that hold five of a suit. Two suits share a byte: a counter of four bits each,
 * started at 3, so that five cards set its highest bit. */
INLINE uint64_t find_large_flush(int k, const bytes p[MAX_CARDS])
{
    static const uint8_t one[2][16] = {{0x01, 0x10, 0, 0}, {0, 0, 0x01, 0x10}};
    bytes first = (bytes){0} + 0x33, second = first;
    UNROLL for (int i = 0; i < k; i++) {
        first += look_up(one[0], p[i] & 3);
        second += look_up(one[1], p[i] & 3);
    }
    return mask_of((bytes)(((first | second) & 0x88) != 0));
}

/* The numbers of the sorted hands, in the order of the hands. */
INLINE void number_hands(int k, const bytes p[MAX_CARDS], uint16_t number[HANDS])
{
    bytes low = look_up(term[0].low, p[0] >> 2), high = {0}; /* the terms of two cards fill no byte */
    if (k > 1)
        low += look_up(term[1].low, p[1] >> 2);
    shorts first = (shorts)zip_low(low, high), second = (shorts)zip_high(low, high);
    UNROLL for (int i = 2; i < k; i++) {
        low = look_up(term[i].low, p[i] >> 2);
        high = look_up(term[i].high, p[i] >> 2);
        if (k == 5 && i == 4)
            high += find_flush(p) & (OFC_FLUSH_AT >> 8);
        first += (shorts)zip_low(low, high);
        second += (shorts)zip_high(low, high);
    }
    store_numbers(number, first, second);
}

INLINE const uint16_t *sorted_table(int k)
{
    static const uint16_t *const table[] = {0,           ofc_sorted1, ofc_sorted2, ofc_sorted3,
                                            ofc_sorted4, ofc_sorted5, ofc_sorted6, ofc_sorted7};
    return table[k];
}

/* A block of hands between its two steps. */
struct block {
    uint16_t number[HANDS];
    uint64_t flush; /* the hands of six or seven cards that hold a flush, which the numbers do not cover */
};

INLINE void rank_block(const uint8_t *cards, int k, const struct block *block, uint16_t *out)
{
    const uint16_t *table = sorted_table(k);
    UNROLL for (int j = 0; j < HANDS; j++)
        out[j] = table[block->number[j]];
    for (uint64_t flush = k > 5 ? block->flush : 0; flush; flush &= flush - 1) {
        int j = __builtin_ctzll(flush) / LANE_BITS;
        out[j] = ofc_best_of(cards + j * k, k);
    }
}

/* The look-ups of one block come after the sorting of the next one, so that the processor overlaps them. */
INLINE size_t rank_blocks(const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    struct block block[2];
    size_t i = 0, step = HANDS * (size_t)k;
    for (; i + HANDS <= n; i += HANDS, cards += step, out += HANDS) {
        bytes plane[MAX_CARDS];
        struct block *now = &block[i / HANDS & 1], *before = &block[~(i / HANDS) & 1];
        load_planes(cards, k, plane);
        sort_planes(k, plane);
        if (any(find_bad(k, plane)))
            break;
        number_hands(k, plane, now->number);
        if (k > 5)
            now->flush = find_large_flush(k, plane);
        if (i)
            rank_block(cards - step, k, before, out - HANDS);
    }
    if (i)
        rank_block(cards - step, k, &block[~(i / HANDS) & 1], out - HANDS);
    return i + ofc_rank_many_portable(cards, n - i, k, out);
}

/* The sizes apart, so that the compiler unrolls each. */
INLINE size_t rank_many(const uint8_t *cards, size_t n, int k, uint16_t *out)
{
    switch (k) {
    case 1: return rank_blocks(cards, n, 1, out);
    case 2: return rank_blocks(cards, n, 2, out);
    case 3: return rank_blocks(cards, n, 3, out);
    case 4: return rank_blocks(cards, n, 4, out);
    case 5: return rank_blocks(cards, n, 5, out);
    case 6: return rank_blocks(cards, n, 6, out);
    default: return rank_blocks(cards, n, 7, out);
    }
}

#endif
