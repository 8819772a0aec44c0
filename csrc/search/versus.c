/* Endgames of a whole table; see versus.h.
 *
 * The worth of a play is a sum over all ways that may follow, equally many for every play of one draw. The last two
 * turns belong to two players who fill their boards, and most of the work is there. It is shared:
 *
 *   - Of the boards that the first of them may finish, those with the same strengths are one.
 *   - For each, the worth of every last draw is summed once over all draws, over those that hold a card, two, three.
 *     The sum over the draws without the cards of an earlier draw follows by inclusion and exclusion. */
#include "search/versus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HANDS = OFC_NEXT_HANDS - OFC_FANTASYLAND_FEWEST };
enum { ROYALTY, FOUL, HAND, MOST_SUMS = HAND + HANDS + OFC_MOST_SEATS };
enum { MOST_WAYS = 6 }; /* to place the last cards of a draw of three */

/* Of the own seat the royalties, the fouls, and the next hands by kind; then for each seat what it decides by. Those
 * that the rules and the table do not have are left out: the first search->sums of them count. */
struct sum {
    double v[MOST_SUMS];
};

/* A finished board as the settlement sees it, and the cards of the next hand in Fantasyland. */
struct end {
    struct ofc_player player;
    int cards;
};

/* Every way in which the last draw of a seat may fill its board. */
struct ends {
    int draws, kinds;
    uint8_t (*draw)[OFC_VERSUS_MOST_DEAL]; /* places in the list of the deck, ascending */
    int *first;                            /* the boards of draw d are board[first[d]] .. board[first[d + 1] - 1] */
    int *board;                            /* their kinds */
    struct end *kind;                      /* boards of different strengths */
    int *slot, slots;                      /* where a kind is found by its strengths */
};

struct search {
    const struct ofc_versus *game;
    int sums, value;          /* numbers in a sum, and the first of those by which the seats decide */
    int hand[OFC_NEXT_HANDS]; /* where a sum counts each next hand, by its cards */
    struct ofc_seat seat[OFC_MOST_SEATS];
    struct end end[OFC_MOST_SEATS];             /* of boards that are full */
    struct ends ends[2];                        /* of the last two turns */
    int *next, *head;                           /* boards of the first of them by kind */
    struct sum *worth;                          /* of each of these boards */
    struct sum *leaf;                           /* of each kind of the last board */
    int *order, *place;                         /* these kinds, the best one first, and where each stands */
    struct sum *with[OFC_VERSUS_MOST_DEAL + 1]; /* over the last draws that hold certain cards, by how many */
    bool stopped;
};

/* --- Sums --------------------------------------------------------------------------------------------------------- */

static inline void add(const struct search *search, struct sum *to, const struct sum *more, double times)
{
    for (int i = 0; i < search->sums; i++)
        to->v[i] += times * more->v[i];
}

static inline bool clearly(double a, double b) { return a > b + 1e-9 * (1 + fabs(b)); }

/* Whether the player of a seat takes `a` rather than `b`. Of what is the same to them, others take what is worst for
 * the own seat, and that one most royalties, then fewest fouls. */
static bool prefers(const struct search *search, int seat, const struct sum *a, const struct sum *b)
{
    int value = search->value + seat, own = search->value + search->game->own;
    if (clearly(a->v[value], b->v[value]) || clearly(b->v[value], a->v[value]))
        return a->v[value] > b->v[value];
    if (value != own)
        return clearly(b->v[own], a->v[own]);
    if (clearly(a->v[ROYALTY], b->v[ROYALTY]) || clearly(b->v[ROYALTY], a->v[ROYALTY]))
        return a->v[ROYALTY] > b->v[ROYALTY];
    return clearly(b->v[FOUL], a->v[FOUL]);
}

/* --- Finished boards ---------------------------------------------------------------------------------------------- */

static struct end show(const struct ofc_versus *game, const struct ofc_seat *seat)
{
    struct ofc_rows rows = ofc_seat_rows(game->rules, seat);
    struct end end = {ofc_show(game->rules, rows, OFC_LIVE), 0};
    if (end.player.dead == OFC_LIVE)
        end.cards = ofc_fantasyland_cards(game->rules, rows);
    return end;
}

static void settle_whole(const struct ofc_versus *game, const struct end *end, double *value)
{
    struct ofc_player player[OFC_MOST_SEATS];
    int32_t points[OFC_MOST_SEATS];
    for (int i = 0; i < game->seats; i++)
        player[i] = end[i].player;
    ofc_settle_whole(game->rules, player, game->seats, game->seats, false, game->first, points);
    for (int i = 0; i < game->seats; i++)
        value[i] += points[i];
}

/* The worth of a table of finished boards, for one way. */
static struct sum settle(const struct search *search)
{
    const struct ofc_versus *game = search->game;
    const struct end *end = search->end, *own = &end[game->own];
    struct sum sum = {{0}};
    double *value = sum.v + search->value;
    int seats = ofc_looks_at_the_table(game->rules) ? 0 : game->seats;
    if (!seats)
        settle_whole(game, end, value);
    for (int a = 0; a < seats; a++)
        for (int b = a + 1; b < seats; b++) {
            int net = ofc_settle_pair(game->rules, &end[a].player, &end[b].player);
            value[a] += net;
            value[b] -= net;
        }
    for (int seat = 0; seat < game->seats; seat++)
        value[seat] += game->fantasyland[end[seat].cards];
    sum.v[ROYALTY] = ofc_sum3(own->player.royalty);
    sum.v[FOUL] = own->player.dead == OFC_FOUL;
    if (own->cards)
        sum.v[search->hand[own->cards]] = 1;
    return sum;
}

/* --- Draws -------------------------------------------------------------------------------------------------------- */

/* The first draw of a number of places, and the next one; false where there is none. */
static bool first_draw(int n, int deal, uint8_t *at)
{
    for (int i = 0; i < OFC_VERSUS_MOST_DEAL; i++)
        at[i] = (uint8_t)i;
    return deal <= n;
}

static bool next_draw(int n, int deal, uint8_t *at)
{
    int i = deal - 1;
    while (i >= 0 && at[i] == n - deal + i)
        i--;
    if (i < 0)
        return false;
    at[i]++;
    for (int j = i + 1; j < deal; j++)
        at[j] = (uint8_t)(at[j - 1] + 1);
    return true;
}

/* --- The last two turns ------------------------------------------------------------------------------------------- */

/* The place of a set of ascending numbers among all sets of its size. */
static inline int set_index(const uint8_t *at, int size)
{
    int index = 0;
    if (size > 0)
        index += at[0];
    if (size > 1)
        index += at[1] * (at[1] - 1) / 2;
    if (size > 2)
        index += at[2] * (at[2] - 1) * (at[2] - 2) / 6;
    return index;
}

static int draws_of(int n, int deal)
{
    int64_t draws = 1;
    for (int i = 0; i < deal; i++)
        draws = draws * (n - i) / (i + 1);
    return (int)draws;
}

struct filling {
    const struct search *search;
    struct ends *ends;
    int boards;
};

/* A board that a draw fills: its kind is found or new. */
static void add_end(void *self, const struct ofc_seat *seat)
{
    struct filling *filling = self;
    struct ends *ends = filling->ends;
    struct end end = show(filling->search->game, seat);
    const uint16_t *s = end.player.rows.strength;
    uint64_t key = (uint64_t)s[0] << 32 | (uint64_t)s[1] << 16 | s[2];
    int slot = (int)(key * UINT64_C(0x9E3779B97F4A7C15) >> 33) & (ends->slots - 1);
    while (ends->slot[slot] >= 0 &&
           memcmp(&ends->kind[ends->slot[slot]].player.rows, &end.player.rows, sizeof end.player.rows) != 0)
        slot = (slot + 1) & (ends->slots - 1);
    if (ends->slot[slot] < 0) {
        ends->slot[slot] = ends->kinds;
        ends->kind[ends->kinds++] = end;
    }
    ends->board[filling->boards++] = ends->slot[slot];
}

static void fill_ends(const struct search *search, struct ends *ends, struct ofc_versus_turn turn, uint64_t deck)
{
    uint8_t cards[OFC_DECK], at[OFC_VERSUS_MOST_DEAL], draw[OFC_VERSUS_MOST_DEAL];
    int n = ofc_list_set(deck, cards);
    struct ofc_seat seat = search->seat[turn.seat];
    struct filling filling = {search, ends, 0};
    ends->draws = ends->kinds = 0;
    memset(ends->slot, -1, (size_t)ends->slots * sizeof *ends->slot);
    for (bool more = first_draw(n, turn.deal, at); more; more = next_draw(n, turn.deal, at)) {
        for (int i = 0; i < turn.deal; i++)
            draw[i] = cards[at[i]];
        memcpy(ends->draw[ends->draws], at, sizeof at);
        ends->first[ends->draws++] = filling.boards;
        ofc_place_each(&seat, draw, turn.deal, turn.place, add_end, &filling);
    }
    ends->first[ends->draws] = filling.boards;
}

/* The kinds of the last board from the one that its player likes best down; place[k] becomes where kind k stands. */
static void sort_kinds(const struct search *search, int seat, int kinds, int *order, int *place)
{
    for (int k = 0; k < kinds; k++) {
        int low = 0, high = k;
        while (low < high) {
            int middle = (low + high) / 2;
            if (prefers(search, seat, &search->leaf[k], &search->leaf[order[middle]]))
                high = middle;
            else
                low = middle + 1;
        }
        memmove(order + low + 1, order + low, (size_t)(k - low) * sizeof *order);
        order[low] = k;
    }
    for (int i = 0; i < kinds; i++)
        place[order[i]] = i;
}

/* The worth of the last draws beside the finished boards: leaf by kind, then summed by the cards they hold. */
static void sum_last(struct search *search, struct ofc_versus_turn turn, int n)
{
    struct ends *last = &search->ends[1];
    for (int k = 0; k < last->kinds; k++) {
        search->end[turn.seat] = last->kind[k];
        search->leaf[k] = settle(search);
    }
    sort_kinds(search, turn.seat, last->kinds, search->order, search->place);
    for (int size = 0; size < turn.deal; size++)
        memset(search->with[size], 0, (size_t)draws_of(n, size) * sizeof(struct sum));
    for (int d = 0; d < last->draws; d++) {
        int first = last->kinds;
        for (int b = last->first[d]; b < last->first[d + 1]; b++) {
            int place = search->place[last->board[b]];
            first = place < first ? place : first;
        }
        const struct sum *best = &search->leaf[search->order[first]];
        search->with[turn.deal][set_index(last->draw[d], turn.deal)] = *best;
        for (int subset = 0; subset < (1 << turn.deal) - 1; subset++) {
            uint8_t at[OFC_VERSUS_MOST_DEAL];
            int size = 0;
            for (int i = 0; i < turn.deal; i++)
                if (subset >> i & 1)
                    at[size++] = last->draw[d][i];
            add(search, &search->with[size][set_index(at, size)], best, 1);
        }
    }
}

/* The same without the draws that hold one of some cards. */
static struct sum sum_without(const struct search *search, const uint8_t *gone, int n, int deal)
{
    struct sum sum = {{0}};
    for (int subset = 0; subset < 1 << n; subset++) {
        uint8_t at[OFC_VERSUS_MOST_DEAL];
        int size = 0;
        for (int i = 0; i < n; i++)
            if (subset >> i & 1)
                at[size++] = gone[i];
        if (size <= deal)
            add(search, &sum, &search->with[size][set_index(at, size)], size & 1 ? -1 : 1);
    }
    return sum;
}

static struct sum last_turn(struct search *search, struct ofc_versus_turn turn, uint64_t deck)
{
    struct sum sum = {{0}};
    fill_ends(search, &search->ends[1], turn, deck);
    sum_last(search, turn, ofc_count(deck));
    add(search, &sum, &search->with[0][0], 1);
    return sum;
}

static struct sum last_two_turns(struct search *search, const struct ofc_versus_turn *turn, uint64_t deck)
{
    struct ends *ends = &search->ends[0];
    struct sum sum = {{0}};
    int n = ofc_count(deck);
    fill_ends(search, ends, turn[0], deck);
    fill_ends(search, &search->ends[1], turn[1], deck);
    for (int k = 0; k < ends->kinds; k++)
        search->head[k] = -1;
    for (int d = 0; d < ends->draws; d++)
        for (int b = ends->first[d]; b < ends->first[d + 1]; b++) {
            search->next[b] = search->head[ends->board[b]];
            search->head[ends->board[b]] = b;
        }
    for (int k = 0; k < ends->kinds && !search->stopped; k++) {
        search->end[turn[0].seat] = ends->kind[k];
        sum_last(search, turn[1], n);
        for (int b = search->head[k]; b >= 0; b = search->next[b]) {
            int low = 0, high = ends->draws; /* the draw of this board */
            while (high - low > 1) {
                int middle = (low + high) / 2;
                *(ends->first[middle] <= b ? &low : &high) = middle;
            }
            search->worth[b] = sum_without(search, ends->draw[low], turn[0].deal, turn[1].deal);
        }
        search->stopped |= search->game->stop != 0;
    }
    for (int d = 0; d < ends->draws && !search->stopped; d++) {
        const struct sum *best = &search->worth[ends->first[d]];
        for (int b = ends->first[d] + 1; b < ends->first[d + 1]; b++)
            if (prefers(search, turn[0].seat, &search->worth[b], best))
                best = &search->worth[b];
        add(search, &sum, best, 1);
    }
    return sum;
}

/* --- Earlier turns ------------------------------------------------------------------------------------------------ */

struct choice {
    struct search *search;
    int turn;
    uint64_t deck;
    bool any;
    struct sum best;
};

static struct sum play(struct search *search, int turn, uint64_t deck);

static void weigh(void *self, const struct ofc_seat *seat)
{
    struct choice *choice = self;
    struct search *search = choice->search;
    int who = search->game->turn[choice->turn].seat;
    if (ofc_cards_held(seat) == OFC_BOARD_CARDS)
        search->end[who] = show(search->game, seat);
    struct sum sum = play(search, choice->turn + 1, choice->deck);
    if (!choice->any || prefers(search, who, &sum, &choice->best))
        choice->best = sum;
    choice->any = true;
}

static bool fills(const struct search *search, struct ofc_versus_turn turn)
{
    return ofc_cards_held(&search->seat[turn.seat]) + turn.place == OFC_BOARD_CARDS;
}

/* All that may follow from here on. */
static struct sum play(struct search *search, int turn, uint64_t deck)
{
    const struct ofc_versus *game = search->game;
    const struct ofc_versus_turn *now = &game->turn[turn];
    struct sum sum = {{0}};
    uint8_t cards[OFC_DECK], at[OFC_VERSUS_MOST_DEAL], draw[OFC_VERSUS_MOST_DEAL];
    if (turn == game->turns)
        return settle(search);
    if (turn == game->turns - 1)
        return last_turn(search, *now, deck);
    if (turn == game->turns - 2 && now[0].seat != now[1].seat && fills(search, now[0]))
        return last_two_turns(search, now, deck);
    int n = ofc_list_set(deck, cards);
    for (bool more = first_draw(n, now->deal, at); more && !search->stopped; more = next_draw(n, now->deal, at)) {
        struct choice choice = {.search = search, .turn = turn, .deck = deck};
        for (int i = 0; i < now->deal; i++) {
            draw[i] = cards[at[i]];
            choice.deck &= ~ofc_bit(draw[i]);
        }
        ofc_place_each(&search->seat[now->seat], draw, now->deal, now->place, weigh, &choice);
        add(search, &sum, &choice.best, 1);
        search->stopped |= game->stop != 0;
    }
    return sum;
}

/* --- Entry points ------------------------------------------------------------------------------------------------- */

/* Whether the turns fill every board, from cards that there are. */
static bool is_good(const struct ofc_versus *game)
{
    int held[OFC_MOST_SEATS], left = ofc_count(game->deck);
    for (int e = 0; e < game->rules->fantasyland.entries; e++)
        if (game->rules->fantasyland.entry[e].cards - OFC_FANTASYLAND_FEWEST >= HANDS ||
            game->rules->fantasyland.entry[e].cards < OFC_FANTASYLAND_FEWEST)
            return false;
    for (int seat = 0; seat < game->seats; seat++)
        held[seat] = ofc_cards_held(&game->seat[seat]);
    for (int i = 0; i < game->turns; i++) {
        struct ofc_versus_turn turn = game->turn[i];
        if (turn.deal > OFC_VERSUS_MOST_DEAL || turn.place > turn.deal || turn.place == 0)
            return false;
        held[turn.seat] += turn.place;
        left -= turn.deal;
    }
    for (int seat = 0; seat < game->seats; seat++)
        if (held[seat] != OFC_BOARD_CARDS && !game->left[seat])
            return false;
    return left >= 0;
}

static bool open_ends(struct ends *ends, int n, int deal)
{
    size_t draws = (size_t)draws_of(n, deal), boards = draws * MOST_WAYS;
    ends->slots = 16;
    while ((size_t)ends->slots < 2 * boards)
        ends->slots *= 2;
    ends->draw = malloc(draws * sizeof *ends->draw);
    ends->first = malloc((draws + 1) * sizeof *ends->first);
    ends->board = malloc(boards * sizeof *ends->board);
    ends->kind = malloc(boards * sizeof *ends->kind);
    ends->slot = malloc((size_t)ends->slots * sizeof *ends->slot);
    return ends->draw && ends->first && ends->board && ends->kind && ends->slot;
}

static void close_ends(struct ends *ends)
{
    free(ends->draw);
    free(ends->first);
    free(ends->board);
    free(ends->kind);
    free(ends->slot);
}

static bool open_search(struct search *search)
{
    const struct ofc_versus *game = search->game;
    int n = ofc_count(game->deck), last = game->turns ? game->turn[game->turns - 1].deal : 0;
    int before = game->turns > 1 ? game->turn[game->turns - 2].deal : 0;
    size_t boards = (size_t)draws_of(n, before) * MOST_WAYS, ends = (size_t)draws_of(n, last) * MOST_WAYS;
    bool good = open_ends(&search->ends[0], n, before) && open_ends(&search->ends[1], n, last);
    search->next = malloc(boards * sizeof *search->next);
    search->head = malloc(boards * sizeof *search->head);
    search->worth = malloc(boards * sizeof *search->worth);
    search->leaf = malloc(ends * sizeof *search->leaf);
    search->order = malloc(ends * sizeof *search->order);
    search->place = malloc(ends * sizeof *search->place);
    for (int size = 0; size <= last; size++) {
        search->with[size] = malloc((size_t)draws_of(n, size) * sizeof(struct sum));
        good = good && search->with[size];
    }
    return good && search->next && search->head && search->worth && search->leaf && search->order && search->place;
}

static void close_search(struct search *search)
{
    close_ends(&search->ends[0]);
    close_ends(&search->ends[1]);
    free(search->next);
    free(search->head);
    free(search->worth);
    free(search->leaf);
    free(search->order);
    free(search->place);
    for (int size = 0; size <= OFC_VERSUS_MOST_DEAL; size++)
        free(search->with[size]);
}

/* What a sum holds. */
static void lay_out(struct search *search)
{
    const struct ofc_rules *rules = search->game->rules;
    int next = HAND;
    for (int e = 0; e < rules->fantasyland.entries; e++) {
        int cards = rules->fantasyland.entry[e].cards;
        if (!search->hand[cards])
            search->hand[cards] = next++;
    }
    search->value = next;
    search->sums = next + search->game->seats;
}

/* How many ways all draws have together. */
static double ways_of(const struct ofc_versus *game)
{
    double ways = 1;
    for (int i = 0, left = ofc_count(game->deck); i < game->turns; left -= game->turn[i++].deal)
        ways *= draws_of(left, game->turn[i].deal);
    return ways;
}

int ofc_versus_search(const struct ofc_versus *game, struct ofc_outlook *outlook)
{
    struct search search = {.game = game};
    if (!is_good(game))
        return OFC_ENDGAME_REFUSED;
    lay_out(&search);
    memcpy(search.seat, game->seat, sizeof search.seat);
    for (int seat = 0; seat < game->seats; seat++) {
        if (game->left[seat])
            search.end[seat].player.dead = OFC_FOUL;
        else if (ofc_cards_held(&game->seat[seat]) == OFC_BOARD_CARDS)
            search.end[seat] = show(game, &game->seat[seat]);
    }
    bool good = open_search(&search);
    struct sum sum = good ? play(&search, 0, game->deck) : (struct sum){{0}};
    close_search(&search);
    memset(outlook, 0, sizeof *outlook);
    outlook->ways = ways_of(game);
    outlook->royalty = sum.v[ROYALTY];
    outlook->foul = sum.v[FOUL];
    outlook->rows = sum.v[search.value + game->own];
    for (int cards = OFC_FANTASYLAND_FEWEST; cards < OFC_NEXT_HANDS; cards++)
        if (search.hand[cards]) {
            outlook->fantasyland[cards] = sum.v[search.hand[cards]];
            outlook->rows -= game->fantasyland[cards] * outlook->fantasyland[cards];
        }
    return !good ? OFC_ENDGAME_MEMORY : search.stopped ? OFC_ENDGAME_STOPPED : OFC_ENDGAME_SOLVED;
}
