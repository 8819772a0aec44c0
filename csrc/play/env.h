/* The environment: matches at many tables side by side, one decision at each of them in every step.
 *
 * A table plays hand after hand. Whoever is to be trained decides; bots in C, and a solver for thirteen cards at
 * once, take the turns between, so that every table that is not at the end of a hand waits for a decision. */
#ifndef OFCKIT_SRC_ENV_H
#define OFCKIT_SRC_ENV_H

#include "play/bot.h"
#include "play/view.h"

/* What `struct ofc_turn` does not say about a turn. */
struct ofc_env_turn {
    uint8_t street;  /* 0 in Fantasyland */
    uint8_t dealt;   /* cards dealt in the hand when the turn begins */
    uint8_t exposed; /* what is drawn lies open */
    uint8_t decided; /* it is not a bot's or solver's turn */
};

/* How a hand is played, for one button and one set of seats in Fantasyland. */
struct ofc_env_turns {
    struct ofc_turns hand;
    struct ofc_env_turn turn[OFC_MOST_TURNS];
    bool decided; /* some turn is */
};

enum { OFC_ENV_SIZES = OFC_FANTASYLAND_MOST - OFC_FANTASYLAND_FEWEST + 1 };

struct ofc_env {
    const struct ofc_rules *rules;
    int seats, people;     /* the person at a seat is seat % people */
    uint64_t seed, stride; /* a table plays hand h + stride after hand h */
    bool by_turn;          /* an action is a whole turn, else a card */
    bool carry;            /* whoever earns a hand in Fantasyland plays it */
    bool for_chips;        /* points are paid out of stacks, which are carried from hand to hand */
    struct ofc_stakes stakes;
    int32_t stack[OFC_MOST_SEATS];          /* by person, when a match begins */
    double worth[OFC_FANTASYLAND_MOST + 1]; /* in points, of the next hand in Fantasyland by its cards */
    struct ofc_bot bot[OFC_MOST_SEATS];     /* by person; none where somebody decides */
    bool sets_all[OFC_MOST_SEATS];          /* by person: a bot that sets thirteen cards at once by itself */
    int kinds;                              /* numbers of cards that Fantasyland may have here, 0 among them */
    uint8_t kind[OFC_FANTASYLAND_MOST + 1]; /* 0..kinds - 1 */
    const struct ofc_env_turns *turns;      /* by ofc_env_turns_at */
};

enum { OFC_ENV_NOWHERE = 0xFF };

/* Before a hand: its number, the button, the cards of each seat in Fantasyland, the chips of each person. */
struct ofc_env_start {
    uint64_t hand;
    int32_t stack[OFC_MOST_SEATS];
    uint8_t button, inside[OFC_MOST_SEATS];
};

struct ofc_env_table {
    const struct ofc_env_turns *turns;
    struct ofc_env_start now, next; /* `next` from the end of a hand on */
    uint8_t deck[OFC_DECK];         /* in the order of the deal; the cards of a turn sorted, the highest first */
    uint8_t turn, done, to_place, to_discard; /* of this turn: cards done with, to be placed, to be discarded */
    uint64_t discards[OFC_MOST_SEATS], hidden[OFC_MOST_SEATS];
    uint64_t row[OFC_MOST_SEATS][OFC_ROWS];
    struct ofc_seat seat[OFC_MOST_SEATS]; /* each row with its highest card first */
    uint8_t place[OFC_DECK]; /* by card: its row or OFC_DISCARDED once it is done with, OFC_ENV_NOWHERE before */
};

/* Who sets thirteen cards at once, by the number of cards; one such set for each thread. */
struct ofc_env_setters {
    struct ofc_bot bot[OFC_ENV_SIZES];
};

/* Where the results of all tables go, one behind the other; NULL where nobody asks. */
struct ofc_env_out {
    uint8_t *planes, *mask, *done;
    uint64_t *bits;
    int32_t *scalars;
    int8_t *to_play; /* the player who decides, -1 at the end of a hand */
    float *rewards;  /* by person */
};

/* Which turns are those of a start. */
int ofc_env_turns_at(const struct ofc_env *env, const struct ofc_env_start *start);

/* All of these do what they say for the tables first..last - 1, and return the first one whose bot made no legal
 * move, or `last`. Results are written for those tables, too. */

/* Begins the hand `next` of every table, or, with `ended`, of those at the end of a hand only; the others keep
 * theirs. */
int ofc_env_deal(const struct ofc_env *env, const struct ofc_env_setters *setters, struct ofc_env_table *tables,
                 int first, int last, bool ended, const struct ofc_env_out *out);

/* One legal action at every table (at the end of a hand: none, whatever it says); with `go_on` the next hand begins at
 * once where one has ended. */
int ofc_env_step(const struct ofc_env *env, const struct ofc_env_setters *setters, struct ofc_env_table *tables,
                 int first, int last, const int32_t *actions, bool go_on, const struct ofc_env_out *out);

/* The first of n tables at which the action is not legal, or n. */
int ofc_env_first_illegal(const struct ofc_env *env, const struct ofc_env_table *tables, int n, const int32_t *actions);

/* What a seat may know; before the end of its own turn nobody but its owner sees what it has placed in it. */
void ofc_env_view(const struct ofc_env *env, const struct ofc_env_table *table, int seat, struct ofc_view *view);

/* Whose turn it is; -1 at the end of a hand. */
static inline int ofc_env_seat(const struct ofc_env_table *table)
{
    return table->turn < table->turns->hand.count ? table->turns->hand.turn[table->turn].seat : -1;
}

#endif
