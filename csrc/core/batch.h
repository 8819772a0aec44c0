/* Batches from memory of any shape: hands to rank, tables to score. */
#ifndef OFCKIT_BATCH_H
#define OFCKIT_BATCH_H

#include "core/kernels.h"
#include "ofckit/joker.h"
#include "ofckit/score.h"

/* rows x middle x inner integers of 1, 2, 4 or 8 bytes in the machine's order, strides in bytes. Hands are rows x 1 x
 * k, tables are rows x players x 13. */
struct ofc_items {
    const char *data;
    size_t rows;
    int middle, inner, size;
    ptrdiff_t stride[3];
};

/* Copy rows of items into rows of bytes; what is not a card becomes 255. */
void ofc_copy_items(const struct ofc_items *from, size_t first, size_t rows, uint8_t *to);

/* Whether the items already are rows of bytes, one after the other. */
bool ofc_items_are_plain(const struct ofc_items *items);

/* As the kernel: the first bad row, or the number of rows. */
size_t ofc_rank_items(ofc_kernel kernel, const struct ofc_items *hands, uint16_t *out);
size_t ofc_score_items(const struct ofc_rules *rules, const struct ofc_items *boards, int32_t *points, uint8_t *fouls,
                       int16_t *royalties);

/* Scores n tables of `players` boards of 13 cards, 2..4 of them; fouls (n * players) and royalties (n * players * 3)
 * may be NULL. Returns the first table with a bad or repeated card, n if there is none. Another thread may
 * write to the cards meanwhile: they are read once. */
size_t ofc_score_many(const struct ofc_rules *rules, const uint8_t *cards, size_t n, int players, int32_t *points,
                      uint8_t *fouls, int16_t *royalties);

#endif
