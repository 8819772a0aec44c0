/* Batches from memory of any shape: other strides, wider integers. Blocks are copied into rows of bytes, then ranked
 * or scored. */
#include "core/batch.h"

#include <string.h>

enum { BLOCK_BYTES = 8192 };

/* One integer of `size` bytes as a card or a joker. Anything else (a negative number is a large one here) becomes
 * 255, which no kernel accepts. */
static inline uint8_t read_card(const char *at, int size)
{
    uint64_t value = 0;
    switch (size) {
    case 1: value = *(const uint8_t *)at; break;
    case 2: {
        uint16_t v;
        memcpy(&v, at, 2);
        value = v;
        break;
    }
    case 4: {
        uint32_t v;
        memcpy(&v, at, 4);
        value = v;
        break;
    }
    default: memcpy(&value, at, 8);
    }
    return value < OFC_JOKER + OFC_MAX_JOKERS ? (uint8_t)value : 255;
}

static inline void copy_items(const struct ofc_items *from, size_t first, size_t rows, int size, uint8_t *to)
{
    for (size_t i = 0; i < rows; i++)
        for (int p = 0; p < from->middle; p++)
            for (int j = 0; j < from->inner; j++)
                *to++ = read_card(from->data + (ptrdiff_t)(first + i) * from->stride[0] + p * from->stride[1] +
                                      j * from->stride[2],
                                  size);
}

void ofc_copy_items(const struct ofc_items *from, size_t first, size_t rows, uint8_t *to)
{
    switch (from->size) {
    case 1: copy_items(from, first, rows, 1, to); break;
    case 2: copy_items(from, first, rows, 2, to); break;
    case 4: copy_items(from, first, rows, 4, to); break;
    default: copy_items(from, first, rows, 8, to);
    }
}

bool ofc_items_are_plain(const struct ofc_items *items)
{
    return items->size == 1 && (items->inner < 2 || items->stride[2] == 1) &&
           (items->middle < 2 || items->stride[1] == items->inner) &&
           (items->rows < 2 || items->stride[0] == (ptrdiff_t)items->middle * items->inner);
}

size_t ofc_rank_items(ofc_kernel kernel, const struct ofc_items *hands, uint16_t *out)
{
    size_t k = (size_t)hands->inner, block = BLOCK_BYTES / k;
    if (ofc_items_are_plain(hands))
        return kernel((const uint8_t *)hands->data, hands->rows, hands->inner, out);
    uint8_t rows[BLOCK_BYTES];
    for (size_t i = 0; i < hands->rows; i += block) {
        size_t n = hands->rows - i < block ? hands->rows - i : block;
        ofc_copy_items(hands, i, n, rows);
        size_t good = kernel(rows, n, hands->inner, out + i);
        if (good < n)
            return i + good;
    }
    return hands->rows;
}

size_t ofc_score_items(const struct ofc_rules *rules, const struct ofc_items *boards, int32_t *points, uint8_t *fouls,
                       int16_t *royalties)
{
    size_t players = (size_t)boards->middle, block = BLOCK_BYTES / (players * OFC_BOARD_CARDS);
    if (ofc_items_are_plain(boards))
        return ofc_score_many(rules, (const uint8_t *)boards->data, boards->rows, boards->middle, points, fouls,
                              royalties);
    uint8_t rows[BLOCK_BYTES];
    for (size_t i = 0; i < boards->rows; i += block) {
        size_t n = boards->rows - i < block ? boards->rows - i : block;
        ofc_copy_items(boards, i, n, rows);
        size_t good = ofc_score_many(rules, rows, n, boards->middle, points + i * players,
                                     fouls ? fouls + i * players : NULL,
                                     royalties ? royalties + i * players * OFC_ROWS : NULL);
        if (good < n)
            return i + good;
    }
    return boards->rows;
}
