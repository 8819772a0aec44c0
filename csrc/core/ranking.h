/* Rankings: built from numbers that Python made, and used for many hands. */
#ifndef OFCKIT_SRC_RANKING_H
#define OFCKIT_SRC_RANKING_H

#include "core/batch.h"
#include "ofckit/ranking.h"

/* Spread the values of natural cards, by their plain strength (0: no natural card), over the slots of a plane. */
void ofc_fill_plane(const uint16_t *by_strength, uint16_t *plane);

/* Whether these cards can be a hand: all in the deck, none more often than there are decks. */
bool ofc_ranking_takes(const struct ofc_ranking *ranking, const uint8_t *cards, int n);

/* Ranks the hands; the first bad row, or the number of rows. */
size_t ofc_ranking_items(const struct ofc_ranking *ranking, const struct ofc_items *hands, uint16_t *out);

/* The choices of `size` of n keys that are worth `best`, as places of the keys: fills at most `room`, gives their
 * number. */
size_t ofc_ranking_choices(const struct ofc_ranking *ranking, const ofc_key *key, int n, uint16_t best, size_t room,
                           uint8_t (*places)[5]);

#endif
