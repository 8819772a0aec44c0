/* The arena: hands are played turn by turn; at each of them a player is asked. */
#include "play/arena.h"

#include <stddef.h>

/* --- One hand ----------------------------------------------------------------------------------------------------- */

/* What happens at the table: the boards, and what each person knows and shows. */
struct scene {
    uint8_t deck[OFC_DECK];
    struct ofc_seat seat[OFC_MOST_SEATS];
    uint64_t own[OFC_MOST_SEATS], shown[OFC_MOST_SEATS]; /* by person */
};

/* A player's answer: false where it is not a legal placement. */
static bool follow(struct ofc_seat *seat, const uint8_t *draw, struct ofc_turn turn, const uint8_t *to)
{
    int placed = 0;
    for (int i = 0; i < turn.deal; i++) {
        if (to[i] == OFC_DISCARDED)
            continue;
        if (to[i] > OFC_DISCARDED || !ofc_free_places(seat, to[i]))
            return false;
        ofc_put_down(seat, to[i], draw[i]);
        placed++;
    }
    return placed == turn.place;
}

static const struct ofc_bot *bot_of(const struct ofc_arena *arena, int person, struct ofc_turn turn)
{
    return turn.place == OFC_BOARD_CARDS ? &arena->setter[person][turn.deal - OFC_FANTASYLAND_FEWEST]
                                         : &arena->bot[person];
}

static bool ask(struct ofc_arena *arena, struct scene *scene, int person, const uint8_t *draw, struct ofc_turn turn)
{
    uint8_t to[OFC_FANTASYLAND_MOST];
    uint64_t known = scene->own[person];
    for (int i = 0; i < arena->people; i++)
        known |= i == person ? 0 : scene->shown[i];
    struct ofc_seat *seat = &scene->seat[turn.seat];
    const struct ofc_bot *bot = bot_of(arena, person, turn);
    seat->unseen = ofc_deck_of(arena->rules->jokers) & ~known;
    bot->place(bot->self, seat, draw, turn.deal, turn.place, to);
    if (follow(seat, draw, turn, to))
        return true;
    arena->state = OFC_ARENA_BAD_MOVE;
    arena->person = person;
    return false;
}

static bool play_turns(struct ofc_arena *arena, const struct ofc_turns *turns, struct scene *scene)
{
    for (int i = 0; i < turns->count; i++) {
        struct ofc_turn turn = turns->turn[i];
        int person = turn.seat % arena->people;
        uint8_t *draw = scene->deck + turn.first;
        ofc_sort_down(draw, turn.deal);
        scene->own[person] |= ofc_set_of(draw, turn.deal) | ofc_set_of(scene->deck + turn.other_first, turn.other_deal);
        if (!ask(arena, scene, person, draw, turn))
            return false;
        if (!turn.hidden)
            scene->shown[person] |= ofc_board_set(&scene->seat[turn.seat]);
    }
    return true;
}

/* --- The result --------------------------------------------------------------------------------------------------- */

static void count(int64_t *cell, const struct ofc_player *player, int inside, int next, int32_t points)
{
    int royalties = ofc_sum3(player->royalty);
    cell[OFC_TALLY_HANDS]++;
    cell[OFC_TALLY_POINTS] += points;
    cell[OFC_TALLY_POINTS_SQUARED] += (int64_t)points * points;
    cell[OFC_TALLY_FOULS] += player->dead == OFC_FOUL;
    if (inside) {
        cell[OFC_TALLY_INSIDE + inside - OFC_FANTASYLAND_FEWEST]++;
        cell[OFC_TALLY_STAYS] += next > 0;
    } else {
        cell[OFC_TALLY_NORMAL]++;
        if (next)
            cell[OFC_TALLY_ENTRIES + next - OFC_FANTASYLAND_FEWEST]++;
    }
    for (int row = 0; row < OFC_ROWS; row++)
        cell[OFC_TALLY_ROYALTIES + row] += player->royalty[row];
    cell[OFC_TALLY_BOARDS + (royalties < 0 ? 0 : royalties > 63 ? 63 : royalties)]++;
}

static int64_t *cell_of(const struct ofc_arena *arena, int64_t *cells, int seat)
{
    int first = arena->button + !arena->rules->button_acts_first;
    int position = (seat - first + arena->seats) % arena->seats;
    return cells + ((size_t)seat * (size_t)arena->seats + (size_t)position) * OFC_TALLY_FIELDS;
}

static void count_sweeps(const struct ofc_arena *arena, const struct ofc_turns *turns, const struct ofc_player *player,
                         int seat, int64_t *cell)
{
    for (int other = 0; other < arena->seats; other++) {
        if (other == seat || !ofc_compared(turns, seat, other))
            continue;
        struct ofc_head_to_head pair = ofc_meet(arena->rules, &player[seat], &player[other]);
        cell[OFC_TALLY_SWEEPS] += ofc_sweep(&pair) > 0;
        cell[OFC_TALLY_SWEPT] += ofc_sweep(&pair) < 0;
    }
}

/* On to the next hand: who is in Fantasyland, and who deals; the button stands still while anybody is inside. */
static void move_on(struct ofc_arena *arena, const uint8_t coming[OFC_MOST_SEATS])
{
    bool moves = true;
    for (int i = 0; arena->carry && i < arena->seats; i++) {
        arena->inside[i] = coming[i];
        moves = moves && (arena->rules->fantasyland.button_moves || !coming[i]);
    }
    if (moves)
        arena->button = (arena->button + 1) % arena->people;
    arena->hand++;
}

/* Shows the boards, settles and counts; points by person. */
static void book(struct ofc_arena *arena, const struct ofc_turns *turns, const struct scene *scene, int64_t *cells,
                 int32_t *points, uint8_t *boards)
{
    struct ofc_player player[OFC_MOST_SEATS];
    int32_t won[OFC_MOST_SEATS];
    uint8_t coming[OFC_MOST_SEATS];
    for (int i = 0; i < arena->seats; i++) {
        player[i] = ofc_show_seat(arena->rules, &scene->seat[i]);
        if (boards)
            ofc_spell_board(&scene->seat[i], boards + i * OFC_BOARD_CARDS);
    }
    ofc_settle(turns, arena->rules, player, won);
    for (int i = 0; i < arena->people; i++)
        points[i] = 0;
    for (int i = 0; i < arena->seats; i++) {
        int64_t *cell = cell_of(arena, cells, i);
        bool live = !ofc_fouls(arena->rules, player[i].rows); /* a stay is announced when it comes */
        coming[i] = (uint8_t)(live ? ofc_next_cards(arena->rules, arena->inside[i], player[i].rows) : 0);
        count(cell, &player[i], arena->inside[i], coming[i], won[i]);
        count_sweeps(arena, turns, player, i, cell);
        points[i % arena->people] += won[i];
    }
    move_on(arena, coming);
}

/* --- Hand after hand ---------------------------------------------------------------------------------------------- */

/* Never 0, which marks an empty place. */
static uint32_t key_of(const struct ofc_arena *arena)
{
    uint32_t key = (uint32_t)arena->button + 1;
    for (int i = 0; i < arena->seats; i++)
        key = key << 6 | arena->inside[i];
    return key;
}

int ofc_arena_slot(const struct ofc_arena *arena, uint32_t *key)
{
    *key = key_of(arena);
    int slot = (int)(ofc_rng_mix(*key) % OFC_ARENA_KEPT);
    while (arena->key[slot] && arena->key[slot] != *key)
        slot = (slot + 1) % OFC_ARENA_KEPT;
    return slot;
}

int ofc_arena_play(struct ofc_arena *arena, int n, int64_t *cells, int32_t *points, uint8_t *boards)
{
    arena->state = OFC_ARENA_GOES_ON;
    for (int i = 0; i < n; i++) {
        struct scene scene;
        struct ofc_rng rng;
        uint32_t key;
        int slot = ofc_arena_slot(arena, &key);
        if (!arena->key[slot]) {
            arena->state = OFC_ARENA_NEEDS_TURNS;
            return i;
        }
        const struct ofc_turns *turns = arena->turns[slot];
        for (int s = 0; s < arena->seats; s++) {
            scene.own[s] = scene.shown[s] = 0;
            for (int row = 0; row < OFC_ROWS; row++)
                scene.seat[s].held[row] = 0;
        }
        ofc_rng_seed(&rng, arena->seed, arena->hand);
        ofc_deal(turns, &rng, scene.deck);
        if (!play_turns(arena, turns, &scene))
            return i;
        book(arena, turns, &scene, cells, points + (size_t)i * (size_t)arena->people,
             boards ? boards + (size_t)i * (size_t)arena->seats * OFC_BOARD_CARDS : NULL);
    }
    return n;
}
