/* Omaha hands from memory of any shape. */
#ifndef OFCKIT_OMAHA_ITEMS_H
#define OFCKIT_OMAHA_ITEMS_H

#include "core/batch.h"
#include "ofckit/omaha.h"

/* The strengths of hands whose hole cards (rows x 1 x 2..6) and boards (rows x 1 x 3..5) stand row by row. Returns the
 * first row that holds something that is no card or a card twice, or the number of rows. */
size_t ofc_omaha_items(const struct ofc_items *holes, const struct ofc_items *boards, uint16_t *strengths);

#endif
