/* The environment: a table of turns as in the arena, but one that stops at every decision. */
#include "play/env.h"

#include <string.h>

/* The most hands in a row without a decision: rules may keep everybody in Fantasyland for ever. */
enum { MOST_UNDECIDED = 100 };

int ofc_env_turns_at(const struct ofc_env *env, const struct ofc_env_start *start)
{
    int at = 0;
    for (int i = 0; i < env->seats; i++)
        at = at * env->kinds + env->kind[start->inside[i]];
    return at * env->people + start->button;
}

/* --- What a seat may know ----------------------------------------------------------------------------------------- */

static uint64_t cards_of(const struct ofc_env_table *table, const struct ofc_turn *turn, int done)
{
    return ofc_set_of(table->deck + turn->first + done, turn->deal - done);
}

/* The cards that wait at a seat for a later turn. */
static uint64_t waiting_at(const struct ofc_env_table *table, int seat)
{
    const struct ofc_env_turns *turns = table->turns;
    uint64_t set = 0;
    for (int i = table->turn + 1; i < turns->hand.count; i++) {
        const struct ofc_turn *turn = &turns->hand.turn[i];
        if (turn->seat == seat && turn->first + turn->deal <= turns->turn[table->turn].dealt)
            set |= cards_of(table, turn, 0);
    }
    return set;
}

/* Cards dealt to a seat and not placed yet. */
static uint64_t draw_of(const struct ofc_env_table *table, int seat)
{
    const struct ofc_env_turns *turns = table->turns;
    if (table->turn == turns->hand.count)
        return 0;
    const struct ofc_turn *turn = &turns->hand.turn[table->turn];
    uint64_t set = turn->seat == seat ? cards_of(table, turn, table->done) : 0;
    return turn->first + turn->deal < turns->turn[table->turn].dealt ? set | waiting_at(table, seat) : set;
}

static void see_turn(const struct ofc_env_table *table, int seat, struct ofc_view *view)
{
    const struct ofc_turn *turn = &table->turns->hand.turn[table->turn];
    const struct ofc_env_turn *more = &table->turns->turn[table->turn];
    if (turn->seat == seat) {
        view->street = more->street;
        view->to_place = table->to_place;
        view->to_discard = table->to_discard;
    } else if (more->exposed) {
        view->unseen &= ~cards_of(table, turn, 0);
    }
}

void ofc_env_view(const struct ofc_env *env, const struct ofc_env_table *table, int seat, struct ofc_view *view)
{
    int seats = env->seats, owner = seat % env->people, on_turn = ofc_env_seat(table);
    uint64_t known = 0;
    view->seats = seats;
    for (int i = 0; i < seats; i++) {
        int at = (seat + i) % seats;
        bool own = at % env->people == owner;
        uint64_t dark = own ? 0 : table->hidden[at];
        if (at == on_turn && !own)
            dark |= cards_of(table, &table->turns->hand.turn[table->turn], 0);
        for (int row = 0; row < OFC_ROWS; row++)
            known |= view->row[i][row] = table->row[at][row] & ~dark;
        if (own)
            known |= table->discards[at] | draw_of(table, at);
        view->inside[i] = table->now.inside[at];
    }
    view->stacks = env->for_chips ? env->people : 0;
    for (int i = 0; i < view->stacks; i++)
        view->stack[i] = table->now.stack[(owner + i) % env->people];
    view->draw = draw_of(table, seat);
    view->discards = table->discards[seat];
    view->unseen = ofc_deck_of(env->rules->jokers) & ~known;
    int last = table->now.button + (env->rules->button_acts_first ? seats - 1 : 0);
    view->behind = (uint8_t)((last - seat + seats) % seats);
    view->street = view->to_place = view->to_discard = 0;
    if (on_turn >= 0)
        see_turn(table, seat, view);
}

/* --- Turns -------------------------------------------------------------------------------------------------------- */

static void begin_turn(struct ofc_env_table *table)
{
    const struct ofc_env_turns *turns = table->turns;
    table->done = table->to_place = table->to_discard = 0;
    if (table->turn == turns->hand.count)
        return;
    const struct ofc_turn *turn = &turns->hand.turn[table->turn];
    table->to_place = turn->place;
    table->to_discard = (uint8_t)(turn->deal - turn->place);
    ofc_sort_down(table->deck + turn->first, turn->deal);
}

/* The next card of the draw goes there; after the last one the turn is over. */
static void place_next(struct ofc_env_table *table, int to)
{
    const struct ofc_turn *turn = &table->turns->hand.turn[table->turn];
    int seat = turn->seat;
    uint8_t card = table->deck[turn->first + table->done++];
    table->place[card] = (uint8_t)to;
    if (to == OFC_DISCARDED) {
        table->discards[seat] |= ofc_bit(card);
        table->to_discard--;
    } else {
        table->row[seat][to] |= ofc_bit(card);
        ofc_put_down(&table->seat[seat], to, card);
        table->to_place--;
    }
    if (table->done < turn->deal)
        return;
    if (turn->hidden)
        table->hidden[seat] |= cards_of(table, turn, 0) & ~table->discards[seat];
    else
        table->hidden[seat] = 0; /* placing open cards turns up the whole board */
    table->turn++;
    begin_turn(table);
}

static bool has_room(const struct ofc_env_table *table, int seat, int to)
{
    if (to == OFC_DISCARDED)
        return table->to_discard > 0;
    return to < OFC_DISCARDED && table->to_place > 0 && ofc_free_places(&table->seat[seat], to);
}

/* The turn of a bot or a solver; false where its answer is not a legal move. */
static bool play_turn(const struct ofc_env *env, const struct ofc_env_setters *setters, struct ofc_env_table *table)
{
    struct ofc_turn turn = table->turns->hand.turn[table->turn];
    uint8_t to[OFC_FANTASYLAND_MOST];
    struct ofc_view view;
    const struct ofc_bot *bot = &env->bot[turn.seat % env->people];
    if (turn.place == OFC_BOARD_CARDS && !env->sets_all[turn.seat % env->people])
        bot = &setters->bot[turn.deal - OFC_FANTASYLAND_FEWEST];
    ofc_env_view(env, table, turn.seat, &view);
    table->seat[turn.seat].unseen = view.unseen;
    bot->place(bot->self, &table->seat[turn.seat], table->deck + turn.first, turn.deal, turn.place, to);
    for (int i = 0; i < turn.deal; i++) {
        if (!has_room(table, turn.seat, to[i]))
            return false;
        place_next(table, to[i]);
    }
    return true;
}

static bool is_over(const struct ofc_env_table *table) { return table->turn == table->turns->hand.count; }

/* On to the next decision, or to the end of the hand. */
static bool play_on(const struct ofc_env *env, const struct ofc_env_setters *setters, struct ofc_env_table *table)
{
    while (!is_over(table) && !table->turns->turn[table->turn].decided)
        if (!play_turn(env, setters, table))
            return false;
    return true;
}

/* --- Hands -------------------------------------------------------------------------------------------------------- */

static bool begin_hand(const struct ofc_env *env, const struct ofc_env_setters *setters, struct ofc_env_table *table)
{
    struct ofc_rng rng;
    table->now = table->next;
    table->turns = &env->turns[ofc_env_turns_at(env, &table->now)];
    memset(table->discards, 0, sizeof table->discards);
    memset(table->hidden, 0, sizeof table->hidden);
    memset(table->row, 0, sizeof table->row);
    memset(table->seat, 0, sizeof table->seat);
    memset(table->place, OFC_ENV_NOWHERE, sizeof table->place);
    ofc_rng_seed(&rng, env->seed, table->now.hand);
    ofc_deal(&table->turns->hand, &rng, table->deck);
    table->turn = 0;
    begin_turn(table);
    return play_on(env, setters, table);
}

/* The state of the match after this hand; with nobody in Fantasyland where it is not carried over. */
static void look_ahead(const struct ofc_env *env, struct ofc_env_table *table, const struct ofc_player *player,
                       bool carry)
{
    bool moves = true;
    table->next = table->now;
    table->next.hand += env->stride;
    for (int i = 0; i < env->seats; i++) {
        bool live = !ofc_fouls(env->rules, player[i].rows); /* a stay is announced when it comes */
        int cards = live && carry ? ofc_next_cards(env->rules, table->now.inside[i], player[i].rows) : 0;
        table->next.inside[i] = (uint8_t)cards;
        moves = moves && (env->rules->fantasyland.button_moves || !cards);
    }
    if (moves)
        table->next.button = (uint8_t)((table->now.button + 1) % env->people);
}

/* What Fantasyland is worth to a seat now that the hand is over, less what it was worth before it. */
static double gained(const struct ofc_env *env, const struct ofc_env_table *table, const struct ofc_player *player,
                     int seat, bool goes_on)
{
    int inside = table->now.inside[seat];
    bool live = goes_on && !ofc_fouls(env->rules, player->rows);
    int next = live ? ofc_next_cards(env->rules, inside, player->rows) : 0;
    return env->worth[next] - env->worth[inside];
}

/* The chips of all after the hand; whether everybody has some left. */
static bool book_chips(const struct ofc_env *env, const struct ofc_env_table *table, const int32_t *points,
                       int32_t stack[OFC_MOST_SEATS])
{
    bool all = true;
    memcpy(stack, table->now.stack, sizeof table->now.stack);
    for (int i = 0; i < env->seats; i++)
        stack[i % env->people] += points[i];
    for (int i = 0; i < env->people; i++)
        all = all && stack[i];
    return all;
}

/* The showdown: rewards are added up. */
static void settle(const struct ofc_env *env, struct ofc_env_table *table, bool carry, float *rewards)
{
    struct ofc_player player[OFC_MOST_SEATS];
    const struct ofc_turns *hand = &table->turns->hand;
    int32_t points[OFC_MOST_SEATS], stack[OFC_MOST_SEATS];
    double gain[OFC_MOST_SEATS];
    bool goes_on = true; /* a match ends when somebody is out of chips */
    for (int i = 0; i < env->seats; i++)
        player[i] = ofc_show_seat(env->rules, &table->seat[i]);
    if (env->for_chips) {
        ofc_settle_stacks(hand, env->rules, &env->stakes, player, table->now.stack, points);
        goes_on = book_chips(env, table, points, stack);
    } else {
        ofc_settle(hand, env->rules, player, points);
    }
    for (int i = 0; i < env->seats; i++)
        gain[i] = gained(env, table, &player[i], i, goes_on);
    for (int i = 0; rewards && i < env->seats; i++) {
        double reward = points[i];
        for (int j = 0; j < env->seats; j++) /* the worth of a hand in Fantasyland is won from each opponent */
            reward += ofc_compared(hand, i, j) ? gain[i] - gain[j] : 0;
        rewards[i % env->people] += (float)reward;
    }
    memset(table->hidden, 0, sizeof table->hidden);
    look_ahead(env, table, player, carry && goes_on);
    if (env->for_chips)
        memcpy(table->next.stack, goes_on ? stack : env->stack, sizeof stack);
}

/* The hand is over: settle it, and play through hands without a decision. */
static bool finish_hand(const struct ofc_env *env, const struct ofc_env_setters *setters, struct ofc_env_table *table,
                        float *rewards)
{
    for (int hands = 1;; hands++) {
        settle(env, table, env->carry && hands < MOST_UNDECIDED, rewards);
        if (env->turns[ofc_env_turns_at(env, &table->next)].decided)
            return true;
        if (!begin_hand(env, setters, table))
            return false;
    }
}

/* --- All tables --------------------------------------------------------------------------------------------------- */

static void show(const struct ofc_env *env, const struct ofc_env_table *table, int i, const struct ofc_env_out *out)
{
    struct ofc_view view;
    int on_turn = ofc_env_seat(table);
    int sets = ofc_view_sets(env->seats), scalars = ofc_view_scalars(env->seats, env->for_chips ? env->people : 0);
    ofc_env_view(env, table, on_turn < 0 ? 0 : on_turn, &view);
    if (out->planes)
        ofc_view_planes(&view, out->planes + (size_t)i * (size_t)(sets * OFC_DECK));
    if (out->bits)
        ofc_view_bits(&view, out->bits + (size_t)i * (size_t)sets);
    if (out->scalars)
        ofc_view_numbers(&view, out->scalars + (size_t)i * (size_t)scalars);
    if (out->mask && env->by_turn)
        ofc_view_turn_mask(&view, out->mask + (size_t)i * OFC_TURN_ACTIONS);
    else if (out->mask)
        ofc_view_card_mask(&view, out->mask + (size_t)i * OFC_CARD_ACTIONS);
    if (out->to_play)
        out->to_play[i] = (int8_t)(on_turn < 0 ? -1 : on_turn % env->people);
}

static float *rewards_at(const struct ofc_env *env, int i, const struct ofc_env_out *out)
{
    if (!out->rewards)
        return NULL;
    float *rewards = out->rewards + (size_t)i * (size_t)env->people;
    memset(rewards, 0, (size_t)env->people * sizeof *rewards);
    return rewards;
}

int ofc_env_deal(const struct ofc_env *env, const struct ofc_env_setters *setters, struct ofc_env_table *tables,
                 int first, int last, bool ended, const struct ofc_env_out *out)
{
    for (int i = first; i < last; i++) {
        struct ofc_env_table *table = &tables[i];
        float *rewards = rewards_at(env, i, out);
        if (out->done)
            out->done[i] = 0;
        if (!ended || is_over(table)) {
            if (!begin_hand(env, setters, table))
                return i;
            if (is_over(table) && !(finish_hand(env, setters, table, rewards) && begin_hand(env, setters, table)))
                return i;
        }
        show(env, table, i, out);
    }
    return last;
}

static void act(const struct ofc_env *env, struct ofc_env_table *table, int32_t action)
{
    int cards = env->by_turn ? table->to_place + table->to_discard : 1;
    for (int i = 0; i < cards; i++, action >>= 2)
        place_next(table, action & 3);
}

int ofc_env_step(const struct ofc_env *env, const struct ofc_env_setters *setters, struct ofc_env_table *tables,
                 int first, int last, const int32_t *actions, bool go_on, const struct ofc_env_out *out)
{
    for (int i = first; i < last; i++) {
        struct ofc_env_table *table = &tables[i];
        float *rewards = rewards_at(env, i, out);
        bool ends = false;
        if (!is_over(table)) {
            act(env, table, actions[i]);
            if (!play_on(env, setters, table))
                return i;
            ends = is_over(table);
            if (ends && !finish_hand(env, setters, table, rewards))
                return i;
        }
        if (is_over(table) && go_on && !begin_hand(env, setters, table))
            return i;
        if (out->done)
            out->done[i] = ends;
        show(env, table, i, out);
    }
    return last;
}

static bool is_legal(const struct ofc_env *env, const struct ofc_env_table *table, int32_t action)
{
    int on_turn = ofc_env_seat(table);
    if (on_turn < 0)
        return true;
    if (!env->by_turn)
        return action >= 0 && action < OFC_CARD_ACTIONS && has_room(table, on_turn, action);
    int cards = table->to_place + table->to_discard, sent[OFC_ROWS + 1] = {0};
    if (action < 0 || cards > OFC_TURN_CARDS || action >> 2 * cards)
        return false;
    for (int i = 0; i < cards; i++, action >>= 2)
        sent[action & 3]++;
    for (int row = 0; row < OFC_ROWS; row++)
        if (sent[row] > ofc_free_places(&table->seat[on_turn], row))
            return false;
    return sent[OFC_DISCARDED] == table->to_discard;
}

int ofc_env_first_illegal(const struct ofc_env *env, const struct ofc_env_table *tables, int n, const int32_t *actions)
{
    int i = 0;
    while (i < n && is_legal(env, &tables[i], actions[i]))
        i++;
    return i;
}
