/* A fast player: the value of a board is a sum of table look-ups, and the best next board is played.
 *
 * What is looked up (docs/policy.md): each row by itself, with the cards that are live for it; the rows two by two and
 * all three, in coarse classes; the queens, kings and aces that are left. There is a set of tables for each number of
 * cards placed. A finished board needs no table: it is worth what it earns against a typical opponent. The numbers come
 * from self-play (ofc_policy_train). All of it is integers, so that a policy plays the same on every machine. */
#ifndef OFCKIT_SRC_POLICY_H
#define OFCKIT_SRC_POLICY_H

#include "play/bot.h"

enum { OFC_POLICY_UNIT = 65536 };                      /* of one point */
enum { OFC_POLICY_CERTAIN = 32768 };                   /* a chance of 1 */
enum { OFC_POLICY_STEP = 32, OFC_POLICY_STEPS = 310 }; /* strengths in one step of an opponent's chances */

/* The classes of a row, by the strength of its ranks. */
struct ofc_policy_class {
    uint16_t fine;
    uint8_t coarse, tiny;               /* where it can make no flush any more */
    uint8_t coarse_suited, tiny_suited; /* where it can */
    uint8_t window, windows;            /* the first straight that its ranks allow, and how many */
};

/* How many things the tables tell apart. */
enum {
    OFC_POLICY_TOPS = 560, /* fine classes of tops, and of rows of five */
    OFC_POLICY_FIVES = 1243,
    OFC_POLICY_COARSE_TOPS = 72, /* coarse ones */
    OFC_POLICY_COARSE = 136,
    OFC_POLICY_TINY_TOPS = 16, /* tiny ones */
    OFC_POLICY_TINY = 24,
    OFC_POLICY_LOST = 16,      /* the tiny class of a middle played low that cannot qualify any more */
    OFC_POLICY_SUITED = 4,     /* a row of five without a flush to come, or how many cards are live for it */
    OFC_POLICY_HELD = 6,       /* cards of a row, 0..5 */
    OFC_POLICY_COPIES = 3,     /* cards of a rank in a row: 1, 2, 3 and more */
    OFC_POLICY_LIVE = 9,       /* twice the live cards of a rank, 0..8 */
    OFC_POLICY_DRAWS = 16,     /* how live a flush or a straight is, 0..15 */
    OFC_POLICY_HIGH_RANKS = 3, /* queens, kings and aces ... */
    OFC_POLICY_HIGH_LIVE = 5,  /* ... of each of which 0..4 are live */
    OFC_POLICY_HIGHS = OFC_POLICY_HIGH_LIVE * OFC_POLICY_HIGH_LIVE * OFC_POLICY_HIGH_LIVE,
    OFC_POLICY_LEADS = 3, /* how well a row stands above another */
    OFC_POLICY_OUTS = 6,  /* live cards that make a row better, 0..5 for few to many */
    /* leads of two rows, free places of top and middle, outs of middle and bottom */
    OFC_POLICY_DANGERS = OFC_POLICY_LEADS * OFC_POLICY_LEADS * 4 * 6 * OFC_POLICY_OUTS * OFC_POLICY_OUTS,
};

/* Where the tables of a stage begin. The rows' own tables are there once for each number of jokers (`joker_blocks`). */
struct ofc_policy_layout {
    int32_t row[OFC_ROWS], live, flush, straight, top_middle, middle_bottom, top_bottom, all, high, danger;
    int32_t middle_outs, bottom_outs, size;
};

/* What is known of a typical opponent. */
struct ofc_policy_opponent {
    uint16_t below[OFC_ROWS]
                  [OFC_POLICY_STEPS + 1]; /* the chance that their row is in a lower step, of OFC_POLICY_CERTAIN */
    int32_t foul;                         /* the chance of a foul, of OFC_POLICY_CERTAIN */
    int32_t royalties;                    /* of their legal boards, in units */
};

struct ofc_policy {
    const struct ofc_rules *rules;
    int streets;
    struct ofc_street street[OFC_BOARD_CARDS];
    int32_t fantasyland[OFC_DECK + 1]; /* worth of the next hand by its cards, in units */
    struct ofc_policy_opponent opponent;
    int joker_blocks; /* 1, or 3 where jokers have tables of their own */
    int stages;
    uint8_t placed[OFC_BOARD_CARDS]; /* cards on the board, of each stage */
    struct ofc_policy_layout layout;
    int32_t *weight;                       /* stages * layout.size, in units */
    uint8_t stage_of[OFC_BOARD_CARDS + 1]; /* by cards on the board: the nearest stage */
    const struct ofc_policy_class *class_of[OFC_ROWS];
    struct ofc_policy_class tops[OFC_STRENGTHS], fives[OFC_STRENGTHS], lows[OFC_STRENGTHS];
};

/* Fills in what follows from rules, joker_blocks, stages and placed. weight is to hold stages * layout.size. */
void ofc_policy_prepare(struct ofc_policy *policy);

/* An ofc_place: `self` is a struct ofc_policy. */
void ofc_policy_place(const void *self, const struct ofc_seat *seat, const uint8_t *draw, int deal, int place,
                      uint8_t *to);

/* What a board is worth to it before the next draw, in points: those of settling with one typical opponent (whose
 * royalties, the same for every board, are left out) and of the next hand in Fantasyland. */
double ofc_policy_value(const struct ofc_policy *policy, const struct ofc_seat *seat);

/* --- Learning and measuring: hands played alone ------------------------------------------------------------------- */

struct ofc_policy_tally {
    uint64_t hands, fouls, entries[OFC_DECK + 1];
    int64_t royalties[OFC_ROWS]; /* of legal boards */
    double worth;                /* points of the finished boards, as ofc_policy_value */
};

/* Plays the hands first..first + hands - 1 of a seed alone, from its own deal, no other card being seen. */
void ofc_policy_solo(const struct ofc_policy *policy, uint64_t seed, uint64_t first, uint64_t hands,
                     struct ofc_policy_tally *tally);

struct ofc_policy_lesson {
    uint32_t *visits;                                       /* of each weight: how often it was updated */
    uint64_t seed, hands, done;                             /* of the whole training; the hands played so far */
    int32_t caution;                                        /* by how much the cost of a foul is overrated, in units */
    uint64_t step[OFC_ROWS][OFC_POLICY_STEPS], legal, foul; /* own boards of late, from which the opponent is drawn */
    int64_t royalties;
};

/* Plays the next hands of a lesson and learns from each; policy->weight is written, from the first hand on anew. */
void ofc_policy_train(struct ofc_policy *policy, struct ofc_policy_lesson *lesson, uint64_t hands);

#endif
