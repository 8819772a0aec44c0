/* The greedy player. It fills each row of each placement from the next few cards of a shuffled deck, a hand of them for
 * each row, as if the row could have any of them: that is too optimistic, equally so for all placements, and takes a
 * microsecond or two where a search would take seconds. All numbers here are integers, the same on every machine. */
#include "play/greedy.h"

#include "ofckit/rng.h"

enum {
    FUTURES = 20,     /* that a placement is tried against */
    ROW_CARDS = 6,    /* of a future, for each row to choose from */
    EVERY = 5,        /* cards: of a draw of this size or smaller every placement is tried */
    MOST_MOVES = 405, /* the most of those: four of five cards placed */
    SAMPLE = 96,      /* placements of a larger draw, at random */
    MOST_OPTIONS = 96
};
enum { POINT = 60000, FOUL = -9 * POINT, ENTRY = 6 * POINT }; /* a foul: what it pays, and the rows it might have won */

struct move {
    uint32_t cards[OFC_ROWS]; /* bit i: the i-th card drawn */
};

/* What a row holds: the key and the set of its natural cards, its jokers, and its free places. */
struct hand {
    ofc_key key;
    uint64_t held;
    int jokers, free, suit; /* suit: of one of its cards */
};

/* The strengths among which a row may choose in a future. */
struct options {
    int n;
    uint16_t best, strength[MOST_OPTIONS];
};

struct turn {
    struct hand row[OFC_ROWS];
    uint8_t draw[OFC_GREEDY_MOST_DRAW]; /* the highest card first */
    int deal, place;
};

static void add_card(struct hand *hand, int card)
{
    if (card >= OFC_JOKER) {
        hand->jokers++;
    } else {
        hand->key += ofc_key_card(card);
        hand->held |= ofc_bit(card);
        hand->suit = ofc_card_suit(card);
    }
    hand->free--;
}

static void read_turn(struct turn *turn, const struct ofc_seat *seat, const uint8_t *draw, int deal, int place)
{
    turn->deal = deal;
    turn->place = place;
    for (int row = 0; row < OFC_ROWS; row++) {
        turn->row[row] = (struct hand){OFC_NO_CARDS, 0, 0, ofc_row_size(row), 0};
        for (int i = 0; i < seat->held[row]; i++)
            add_card(&turn->row[row], seat->row[row][i]);
    }
    for (int i = 0; i < deal; i++) {
        int at = i;
        for (; at > 0 && turn->draw[at - 1] < draw[i]; at--)
            turn->draw[at] = turn->draw[at - 1];
        turn->draw[at] = draw[i];
    }
}

/* Random numbers that depend on the cards alone, not on their order. */
static void seed_by_cards(struct ofc_rng *rng, uint64_t seed, const struct ofc_seat *seat, const struct turn *turn)
{
    uint64_t set[OFC_ROWS + 1] = {0, 0, 0, 0}, word = seat->unseen;
    for (int row = 0; row < OFC_ROWS; row++)
        set[row] = ofc_row_set(seat, row);
    set[OFC_ROWS] = ofc_set_of(turn->draw, turn->deal);
    for (int i = 0; i <= OFC_ROWS; i++)
        word = ofc_rng_mix(word + OFC_RNG_GAMMA) ^ set[i];
    ofc_rng_seed(rng, seed, ofc_rng_mix(word + OFC_RNG_GAMMA) + (uint64_t)turn->place);
}

/* --- Placements --------------------------------------------------------------------------------------------------- */

/* Every placement: `code` has two bits for each card, its row or OFC_DISCARDED. */
static int every_move(const struct turn *turn, struct move *moves)
{
    int n = 0;
    for (uint32_t code = 0; code < UINT32_C(1) << 2 * turn->deal; code++) {
        struct move move = {{0, 0, 0}};
        int room[OFC_ROWS + 1] = {turn->row[0].free, turn->row[1].free, turn->row[2].free, turn->deal - turn->place};
        bool fits = true;
        for (int i = 0; i < turn->deal && fits; i++) {
            int row = code >> 2 * i & 3;
            fits = room[row]-- > 0;
            if (row < OFC_ROWS)
                move.cards[row] |= UINT32_C(1) << i;
        }
        if (fits && room[OFC_DISCARDED] == 0)
            moves[n++] = move;
    }
    return n;
}

/* Random cards to random places. */
static int some_moves(const struct turn *turn, struct ofc_rng *rng, struct move *moves)
{
    uint8_t card[OFC_GREEDY_MOST_DRAW], row_of[OFC_BOARD_CARDS];
    int places = 0;
    for (int i = 0; i < turn->deal; i++)
        card[i] = (uint8_t)i;
    for (int row = 0; row < OFC_ROWS; row++)
        for (int i = 0; i < turn->row[row].free; i++)
            row_of[places++] = (uint8_t)row;
    for (int n = 0; n < SAMPLE; n++) {
        ofc_rng_deal(rng, card, (uint32_t)turn->deal, (uint32_t)turn->place);
        ofc_rng_deal(rng, row_of, (uint32_t)places, (uint32_t)turn->place);
        moves[n] = (struct move){{0, 0, 0}};
        for (int i = 0; i < turn->place; i++)
            moves[n].cards[row_of[i]] |= UINT32_C(1) << card[i];
    }
    return SAMPLE;
}

/* --- How a row ends ----------------------------------------------------------------------------------------------- */

static void add_option(struct options *options, uint16_t strength)
{
    for (int i = 0; i < options->n; i++)
        if (options->strength[i] == strength)
            return;
    options->strength[options->n++] = strength;
    options->best = ofc_better(options->best, strength);
}

/* A card of this rank that the row does not hold, of its suit if there is one; -1 where it holds all four. */
static int free_card(uint64_t held, int rank, int suit)
{
    if (!(held >> ofc_card(rank, suit) & 1))
        return ofc_card(rank, suit);
    for (int other = 0; other < OFC_SUITS; other++)
        if (!(held >> ofc_card(rank, other) & 1))
            return ofc_card(rank, other);
    return -1;
}

/* A row with jokers: they may be of every rank. A guess: they are of the suit of the row wherever they can be, even
 * where the flush makes a foul (see joker.h). */
static void add_wild(struct options *options, ofc_key key, uint64_t held, int jokers, int suit)
{
    for (int rank = OFC_RANKS - 1; rank >= 0; rank--) {
        int a = free_card(held, rank, suit);
        if (a < 0)
            continue;
        if (jokers == 1) {
            add_option(options, ofc_strength(key + ofc_key_card(a)));
            continue;
        }
        for (int low = rank; low >= 0; low--) {
            int b = free_card(held | ofc_bit(a), low, suit);
            if (b >= 0)
                add_option(options, ofc_strength(key + ofc_key_card(a) + ofc_key_card(b)));
        }
    }
}

/* The row filled from `seen` cards, one more than it has places for where there are that many: all but one of them. */
static void fill(const struct hand *hand, const uint8_t *future, int seen, struct options *options)
{
    ofc_key key = hand->key;
    uint64_t held = hand->held;
    int suit = hand->held || !seen ? hand->suit : ofc_card_suit(future[0]);

    options->n = options->best = 0;
    if (hand->jokers == OFC_MAX_JOKERS && seen > hand->free)
        seen = hand->free; /* 91 strengths with one filling */
    for (int i = 0; i < seen; i++) {
        key += ofc_key_card(future[i]);
        held |= ofc_bit(future[i]);
    }
    bool one_too_many = seen > hand->free;
    for (int i = 0; i < (one_too_many ? seen : 1); i++) {
        ofc_key filled = one_too_many ? key - ofc_key_card(future[i]) : key;
        if (hand->jokers) {
            add_wild(options, filled, one_too_many ? held & ~ofc_bit(future[i]) : held, hand->jokers, suit);
        } else if (held) {
            uint16_t strength = ofc_strength(filled);
            options->strength[options->n++] = strength;
            options->best = ofc_better(options->best, strength);
        }
    }
}

/* --- What a board is worth ---------------------------------------------------------------------------------------- */

/* The best of the strengths up to a limit; 0 where all are above it. */
static uint16_t best_up_to(const struct options *options, uint16_t limit)
{
    uint16_t best = 0;
    for (int i = 0; i < options->n; i++)
        best = options->strength[i] <= limit ? ofc_better(best, options->strength[i]) : best;
    return best;
}

static uint16_t lowest(const struct options *options)
{
    uint16_t low = OFC_STRENGTHS - 1;
    for (int i = 0; i < options->n; i++)
        low = options->strength[i] < low ? options->strength[i] : low;
    return low;
}

/* The best legal board that these rows allow, or a foul; a little for strength beside the points. */
static int64_t worth(const struct ofc_greedy *greedy, const struct options *top, const struct options *middle,
                     const struct options *bottom)
{
    const struct ofc_rules *rules = greedy->rules;
    uint16_t b = bottom->best, m, t, limit = b;
    if (rules->low_middle) {
        m = lowest(middle);
        if (m > rules->low_middle_max)
            return FOUL - 20 * (int64_t)m;
    } else {
        m = limit = best_up_to(middle, (uint16_t)(b - (b && rules->strict_rows)));
    }
    t = best_up_to(top, limit);
    if (!m || !t)
        return FOUL;
    struct ofc_rows rows = {{t, m, b}};
    int64_t points = ofc_royalty(rules, OFC_TOP, t) + ofc_royalty(rules, OFC_MIDDLE, m) +
                     ofc_royalty(rules, OFC_BOTTOM, b);
    int64_t strength = 20 * b + 15 * (rules->low_middle ? 9000 - m : m) + 12 * t;
    return POINT * points + (ofc_fantasyland_cards(rules, rows) ? ENTRY : 0) + strength;
}

/* --- The choice --------------------------------------------------------------------------------------------------- */

static void fill_row(const struct turn *turn, int row, uint32_t cards, const uint8_t *future, int known,
                     struct options *options)
{
    struct hand hand = turn->row[row];
    uint8_t seen[ROW_CARDS];
    int n = 0;
    for (int i = 0; i < turn->deal; i++)
        if (cards >> i & 1)
            add_card(&hand, turn->draw[i]);
    for (; n <= hand.free && n < known && hand.free; n++)
        seen[n] = future[(row * ROW_CARDS + n) % known];
    fill(&hand, seen, n, options);
}

/* Adds the worth of every placement in one future. Of a small draw each set of cards in each row is filled once. */
static void try_moves(const struct ofc_greedy *greedy, const struct turn *turn, const uint8_t *future, int known,
                      const struct move *moves, int n, int64_t *total)
{
    struct options options[OFC_ROWS][1 << EVERY];
    bool small = turn->deal <= EVERY, filled[OFC_ROWS][1 << EVERY] = {{false}};
    for (int i = 0; i < n; i++) {
        const struct options *found[OFC_ROWS];
        for (int row = 0; row < OFC_ROWS; row++) {
            uint32_t cards = moves[i].cards[row], at = small ? cards : 0;
            if (!small || !filled[row][at])
                fill_row(turn, row, cards, future, known, &options[row][at]);
            filled[row][at] = true;
            found[row] = &options[row][at];
        }
        total[i] += worth(greedy, found[0], found[1], found[2]);
    }
}

void ofc_greedy_place(const void *self, const struct ofc_seat *seat, const uint8_t *draw, int deal, int place,
                      uint8_t *to)
{
    const struct ofc_greedy *greedy = (const struct ofc_greedy *)self;
    struct turn turn;
    struct ofc_rng rng;
    struct move moves[MOST_MOVES];
    int64_t total[MOST_MOVES] = {0};
    uint8_t deck[OFC_CARDS];
    int known, best = 0;

    read_turn(&turn, seat, draw, deal, place);
    seed_by_cards(&rng, greedy->seed, seat, &turn);
    int n = deal <= EVERY ? every_move(&turn, moves) : some_moves(&turn, &rng, moves);
    known = ofc_list_set(seat->unseen & ofc_deck_of(0), deck);
    for (int i = 0; i < FUTURES; i++) {
        ofc_rng_deal(&rng, deck, (uint32_t)known, OFC_ROWS * ROW_CARDS);
        try_moves(greedy, &turn, deck, known, moves, n, total);
    }
    for (int i = 1; i < n; i++)
        best = total[i] > total[best] ? i : best;
    ofc_spell_draw(draw, deal, turn.draw, moves[best].cards, to);
}
