/* Whether many rows of cards are good, without splitting the rows: compilers turn this into vector code. */
#ifndef OFCKIT_ROWS_H
#define OFCKIT_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "ofckit/ranking.h"

enum { MAX_CARDS = 7, GROUP = 16, GROUPS = 4, GROUP_BYTES = GROUP * MAX_CARDS };

/* 255 where byte j of a run of rows and the byte d further on lie in different rows. */
struct borders {
    uint8_t apart[MAX_CARDS - 1][GROUP_BYTES];
};

OFC_INLINE void find_borders(int k, struct borders *borders)
{
    for (int d = 1; d < k; d++)
        for (int j = 0; j < GROUP * k; j++)
            borders->apart[d - 1][j] = j % k + d < k ? 0 : 255;
}

/* Whether GROUPS * GROUP rows of k cards hold no card from `end` on and no card twice. Each byte is compared with those
 * 1..k-1 further on (the row after the last must be readable), and what crosses a border is masked. */
OFC_INLINE bool rows_are_good(const uint8_t *rows, int k, int end, const struct borders *borders)
{
    uint8_t nearest[GROUP_BYTES],
        highest[GROUP_BYTES]; /* by place in a group: the least difference, the highest card */
    for (int j = 0; j < GROUP * k; j++) {
        nearest[j] = 255;
        highest[j] = 0;
    }
    for (int g = 0; g < GROUPS; g++, rows += GROUP * k)
        for (int j = 0; j < GROUP * k; j++) {
            uint8_t card = rows[j], least = nearest[j];
            for (int d = 1; d < k; d++) {
                uint8_t difference = (uint8_t)((card ^ rows[j + d]) | borders->apart[d - 1][j]);
                least = least < difference ? least : difference;
            }
            nearest[j] = least;
            highest[j] = highest[j] > card ? highest[j] : card;
        }
    uint8_t least = 255, most = 0;
    for (int j = 0; j < GROUP * k; j++) {
        least = least < nearest[j] ? least : nearest[j];
        most = most > highest[j] ? most : highest[j];
    }
    return least != 0 && most < end;
}

/* Whether in GROUPS * GROUP rows no card appears more than `copies` times. */
OFC_INLINE bool rows_repeat_at_most(const uint8_t *rows, int k, int copies, const struct borders *borders)
{
    uint8_t most = 0;
    for (int g = 0; g < GROUPS; g++, rows += GROUP * k)
        for (int j = 0; j < GROUP * k; j++) {
            uint8_t card = rows[j], again = 0; /* how often the row holds it further on */
            for (int d = 1; d < k; d++)
                again += ((card ^ rows[j + d]) | borders->apart[d - 1][j]) == 0;
            most = most > again ? most : again;
        }
    return most < copies;
}

#endif
