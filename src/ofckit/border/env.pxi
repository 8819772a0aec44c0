# The environment: matches at many tables side by side, for those who train players.

from ofckit.border.c.env cimport (
    OFC_ENV_SIZES, ofc_env, ofc_env_deal, ofc_env_first_illegal, ofc_env_out, ofc_env_turns, ofc_env_seat,
    ofc_env_setters, ofc_env_step, ofc_env_table, ofc_env_view,
)

cdef enum:
    MOST_TABLES = 1 << 22


cdef class EnvironmentPart:
    """One thread's part of one step; it runs once."""

    cdef Environment environment
    cdef int first, last, setter
    cdef uint64_t step

    def run(self):
        """Do it, without the GIL."""
        self.environment.run(self)


cdef class Environment:
    """Tables that play hand after hand and stop at every decision; made by `ofckit.rl.VectorEnv`.

    bots: one for each of the people, None where somebody decides. tables: how many. kinds: numbers of cards that
    Fantasyland may have, 0 first. turns: for all seats' kinds (the first seat's in the highest place) and every button:
    (turns as in `playouts`, for each (street, cards dealt, hidden, exposed, decided), cards dealt).
    worth: (cards, points) of the next hand in Fantasyland. objective_of: cards -> the FantasylandObjective that sets
    that many cards at once. stacks: chips of each of the people when a match begins, none where points are counted;
    win_cap, broke_is_out: as in `TableStakes`.
    """

    cdef ofc_env env
    cdef CompiledRules rules
    cdef tuple bots
    cdef dict objectives
    cdef ofc_env_turns *turns
    cdef ofc_env_table *tables
    cdef int32_t *actions
    cdef int n
    cdef ofc_env_out out
    cdef dict views
    cdef ofc_env_setters setters[64]
    cdef ofc_fantasyland_bot solvers[64][5]
    cdef void *rooms[64]
    cdef object lock
    cdef bint dealt
    # of the step that is going on
    cdef bint playing, deals, flag
    cdef uint64_t step_number
    cdef int running

    def __cinit__(self, CompiledRules rules not None, bots, seats, tables, *, kinds, turns, worth=(), objective_of=None,
                  bint by_turn=False, bint carry=True, bint own_boards_compared=False, stacks=(), bint win_cap=True,
                  bint broke_is_out=False):
        from threading import Condition
        self.rules, self.objectives, self.views, self.lock = rules, {}, {}, Condition()
        self.bots = _items(bots, OFC_MOST_SEATS, "bots")
        self.n = _integer(tables, 1, MOST_TABLES, "tables")
        self.env.rules = &rules.rules
        self.env.people = len(self.bots)
        self.env.seats = _integer(seats, 1, OFC_MOST_SEATS, "seats")
        if not self.env.people or self.env.seats % self.env.people:
            raise OfcError(f"{self.env.people} players at {self.env.seats} seats: no such table")
        self.env.stride, self.env.by_turn, self.env.carry = self.n, by_turn, carry
        self.env.stakes.win_cap, self.env.stakes.broke_is_out = win_cap, broke_is_out
        self.env.for_chips = self.read_stacks(stacks, self.env.stack)
        self.read_bots()
        self.read_kinds(kinds)
        _read_by_cards(worth, OFC_FANTASYLAND_MOST + 1, MOST_POINTS, self.env.worth)
        self.read_all_turns(turns, own_boards_compared, objective_of)
        self.tables = <ofc_env_table *>_zeros(self.n, sizeof(ofc_env_table))
        self.actions = <int32_t *>_zeros(self.n, sizeof(int32_t))
        for i in range(self.n):
            self.tables[<int>i].turns = self.turns
            self.tables[<int>i].turn = self.turns.hand.count

    def __dealloc__(self):
        cdef int i
        free(self.turns)
        free(self.tables)
        free(self.actions)
        for i in range(64):
            free(self.rooms[i])

    cdef bint read_stacks(self, given, int32_t *to) except -1:
        """Whether there are any."""
        cdef int i
        stacks = _read_stacks(given, OFC_MOST_SEATS, 1)
        if stacks and len(stacks) != self.env.people:
            raise OfcError(f"stacks: {self.env.people} needed, one for each player, not {len(stacks)}")
        for i, one in enumerate(stacks):
            to[i] = one
        return len(stacks) > 0

    cdef int read_bots(self) except -1:
        cdef int i = 0
        for bot in self.bots:
            if bot is not None:
                if not isinstance(bot, CompiledBot) or (<CompiledBot>bot).bot.place == NULL:
                    raise TypeError(f"bots must be None or CompiledBots that can play, not {type(bot).__name__}")
                self.env.bot[i] = (<CompiledBot>bot).bot
                self.env.sets_all[i] = isinstance(bot, CompiledRandom)
            i += 1
        return 0

    cdef int read_kinds(self, kinds) except -1:
        """Every number of cards that a hand may lead to must be there."""
        cdef const ofc_fantasyland *fantasyland = &self.rules.rules.fantasyland
        cdef int i, cards
        own = _items(kinds, OFC_ENV_SIZES + 1, "kinds of Fantasyland hands")
        for i, one in enumerate(own):
            cards = _cards_inside(one)
            if (cards == 0) != (i == 0) or (i and self.env.kind[cards]):
                raise OfcError(f"kinds of Fantasyland hands: {_said(own)}; they are 0, then different numbers of cards")
            self.env.kind[cards] = i
        self.env.kinds = len(own)
        if not self.env.kinds:
            raise OfcError("no kinds of Fantasyland hands; 0 is the first one")
        next_hands = [fantasyland.entry[<int>e].cards for e in range(fantasyland.entries)]
        if fantasyland.stays:
            next_hands += [fantasyland.repeat] if fantasyland.repeat > 0 else []
            next_hands += [fantasyland.fewest] if fantasyland.repeat == OFC_REPEAT_BY_ENTRY else []
        for one in next_hands:
            cards = _integer(one, OFC_FANTASYLAND_FEWEST, OFC_FANTASYLAND_MOST, "cards in Fantasyland")
            if self.env.carry and not self.env.kind[cards]:
                raise OfcError(f"these rules lead to Fantasyland with {cards} cards; the kinds are {_said(own)}")
        return 0

    cdef int read_all_turns(self, all_turns, bint own_boards_compared, objective_of) except -1:
        cdef int i = 0, count = self.env.people
        for _ in range(self.env.seats):
            count *= self.env.kinds
        own = _exactly(all_turns, count, "turns, one list for each button and set of seats in Fantasyland")
        self.turns = <ofc_env_turns *>_zeros(count, sizeof(ofc_env_turns))
        self.env.turns = self.turns
        for parts in own:
            self.turns[i].hand.own_boards_compared = own_boards_compared
            self.turns[i].hand.first = (i % self.env.people + 1) % self.env.seats
            self.read_turns(&self.turns[i], parts)
            if i < self.env.people and not self.turns[i].decided:
                raise OfcError("nobody decides anything in a normal hand")
            i += 1
        for cards in self.objectives:
            self.need_objective(cards, objective_of)
        return 0

    cdef int read_turns(self, ofc_env_turns *to, parts) except -1:
        cdef ofc_turns *hand = &to.hand
        cdef int i = 0
        cdef bint bot
        turns, more, dealt = _exactly(parts, 3, "parts of a hand: turns, more of them, cards")
        hand.seats, hand.people = self.env.seats, self.env.people
        hand.deck = CARDS + self.rules.jokers
        hand.dealt = _integer(dealt, 1, hand.deck, "cards that are dealt")
        _read_turns(turns, hand)
        for one in _exactly(more, hand.count, "more of the turns, one for each"):
            street, dealt, hidden, exposed, decided = _exactly(one, 5, "parts: street, dealt, hidden, exposed, decided")
            to.turn[i].street = _integer(street, 0, BOARD, f"turn {i}, street")
            to.turn[i].dealt = _integer(dealt, hand.turn[i].first + hand.turn[i].deal, hand.dealt,
                                        f"turn {i}, cards dealt by then")
            hand.turn[i].hidden, to.turn[i].exposed = bool(hidden), bool(exposed)
            to.turn[i].decided = bool(decided)
            to.decided = to.decided or bool(decided)
            self.check_turn(hand, i, bool(decided))
            i += 1
        return 0

    cdef int check_turn(self, ofc_turns *hand, int i, bint decided) except -1:
        cdef int deal = hand.turn[i].deal, person = hand.turn[i].seat % self.env.people
        if decided:
            if self.env.bot[person].place is not NULL:
                raise OfcError(f"turn {i}: a bot plays at this seat, nobody else decides")
            if self.env.by_turn and deal > OFC_TURN_CARDS:
                raise OfcError(f"turn {i}: {deal} cards are drawn; an action by turns sends {OFC_TURN_CARDS} at most")
            _integer(deal, 1, OFC_FANTASYLAND_MOST, f"turn {i}, cards drawn")
        elif hand.turn[i].place == BOARD:
            _integer(deal, OFC_FANTASYLAND_FEWEST, OFC_FANTASYLAND_MOST, f"turn {i}, cards that are set at once")
            if not self.env.sets_all[person]:
                self.objectives[deal] = None
        elif self.env.bot[person].place is NULL:
            raise OfcError(f"turn {i}: nobody decides, and there is no bot")
        elif deal > BOARD:
            raise OfcError(f"turn {i}: {deal} cards are drawn; a player in C takes {BOARD}")
        return 0

    cdef int need_objective(self, cards, objective_of) except -1:
        objective = objective_of(cards)
        if not isinstance(objective, FantasylandObjective):
            raise TypeError(f"objective_of gives a FantasylandObjective, not {type(objective).__name__}")
        if (<FantasylandObjective>objective).rules.jokers < self.rules.jokers:
            raise OfcError(f"an objective of rules with {(<FantasylandObjective>objective).rules.jokers} jokers; "
                           f"this table has {self.rules.jokers}")
        self.objectives[cards] = objective
        return 0

    cdef int need_setters(self, int thread) except -1:
        """Each thread has memory of its own to solve in."""
        cdef int size
        if not self.objectives or self.rooms[thread] is not NULL:
            return 0
        self.rooms[thread] = _room(ofc_fantasyland_room())
        for cards, objective in self.objectives.items():
            size = cards - OFC_FANTASYLAND_FEWEST
            self.solvers[thread][size].objective = &(<FantasylandObjective>objective).objective
            self.solvers[thread][size].room = self.rooms[thread]
            self.setters[thread].bot[size].place = ofc_fantasyland_place
            self.setters[thread].bot[size].self = &self.solvers[thread][size]
        return 0

    # arrays

    def bind(self, name, array):
        """Write the results of this name to this array from now on, or nowhere for None.

        planes: uint8 (tables, sets, 54); bits: uint64 (tables, sets); scalars: int32 (tables, 4 + seats + stacks);
        mask: uint8 (tables, actions); done: uint8 (tables,); to_play: int8 (tables,); rewards: float32 (tables,
        people).
        """
        cdef int sets = ofc_view_sets(self.env.seats), people = self.env.people
        kinds = {
            "planes": ("uint8", (self.n, sets, OFC_DECK)),
            "bits": ("uint64", (self.n, sets)),
            "scalars": ("int32", (self.n, ofc_view_scalars(self.env.seats, people if self.env.for_chips else 0))),
            "mask": ("uint8", (self.n, OFC_TURN_ACTIONS if self.env.by_turn else OFC_CARD_ACTIONS)),
            "done": ("uint8", (self.n,)),
            "to_play": ("int8", (self.n,)),
            "rewards": ("float32", (self.n, people)),
        }
        if name not in kinds:
            raise OfcError(f"no array {_said(name)}; there are {', '.join(kinds)}")
        number, shape = kinds[name]
        cdef _View view = None if array is None else _out(array, number, shape, name)
        cdef void *at = NULL if view is None else view.view.buf
        self.begin()
        try:
            self.views[name] = view
            if name == "planes":
                self.out.planes = <uint8_t *>at
            elif name == "bits":
                self.out.bits = <uint64_t *>at
            elif name == "scalars":
                self.out.scalars = <int32_t *>at
            elif name == "mask":
                self.out.mask = <uint8_t *>at
            elif name == "done":
                self.out.done = <uint8_t *>at
            elif name == "to_play":
                self.out.to_play = <int8_t *>at
            else:
                self.out.rewards = <float *>at
        finally:
            self.end()

    # steps

    cdef int begin(self) except -1:
        with self.lock:
            if self.playing:
                raise OfcError("this environment is in the middle of a step: only one thread at a time may step it")
            self.playing = True
        return 0

    cdef int end(self) except -1:
        with self.lock:
            self.playing = False
        return 0

    def deal(self, seed=None, hand=0, buttons=(), inside=(), *, stacks=(), bint ended=False, submit=None, threads=1):
        """Begin a hand at every table, or with `ended` the next one at those where one is over.

        seed: of all hands from now on; table i plays hand + i, then on by the number of tables. buttons: one for each
        table. inside: cards of each seat in Fantasyland, at all tables; stacks: the chips there, those that a match
        begins with if not given. Without a seed every table goes on with its
        next hand; one that is cut off counts for nothing, and nobody is in Fantasyland after it.
        """
        cdef int i, button
        cdef uint8_t[4] cards = [0, 0, 0, 0]
        cdef int32_t[4] chips = [0, 0, 0, 0]
        cdef uint64_t first = _word(hand, "hand"), word = 0
        self.begin()
        try:
            if seed is not None:
                word = _word(seed, "seed")
                own = _exactly(buttons, self.n, "buttons, one for each table")
                dealers = [_integer(one, 0, self.env.people - 1, "button") for one in own]
                for i, one in enumerate(_exactly(inside, self.env.seats, "seats")):
                    cards[i] = _cards_inside(one)
                    if cards[i] and not self.env.kind[cards[i]]:
                        raise OfcError(f"{cards[i]} cards in Fantasyland: these rules have no such hand")
                memcpy(chips, self.env.stack, sizeof(chips))
                if self.read_stacks(stacks, chips) and not self.env.for_chips:
                    raise OfcError("stacks: points are counted here, there are no chips")
                self.env.seed = word
                for i in range(self.n):
                    self.tables[i].next.hand = first + <uint64_t>i
                    button = dealers[i]
                    self.tables[i].next.button = button
                    memcpy(self.tables[i].next.inside, cards, sizeof(cards))
                    memcpy(self.tables[i].next.stack, chips, sizeof(chips))
                self.dealt = True
                ended = False
            self.need_deal()
            if seed is None and not ended:
                for i in range(self.n):
                    self.cut_off(&self.tables[i])
            self.go(True, ended, submit, threads)
        finally:
            self.end()

    cdef void cut_off(self, ofc_env_table *table) noexcept:
        if ofc_env_seat(table) >= 0:
            table.next = table.now
            table.next.hand += self.env.stride
            table.next.button = (table.now.button + 1) % self.env.people
            memset(table.next.inside, 0, sizeof(table.next.inside))

    cdef int need_deal(self) except -1:
        if not self.dealt:
            raise OfcError("no hand has been dealt yet: call reset first")
        return 0

    def step(self, actions, bint go_on=True, *, submit=None, threads=1):
        """One action at every table: integers (tables,). IllegalMove names the first that is not, and nothing changes.

        go_on: the next hand begins at once where one has ended. submit: runs a call in another thread and gives
        something with `result()`; for the parts that this thread does not do itself. Releases the GIL.
        """
        cdef int bad
        self.begin()
        try:
            self.need_deal()
            self.read_actions(actions)
            bad = ofc_env_first_illegal(&self.env, self.tables, self.n, self.actions)
            if bad < self.n:
                raise IllegalMove(f"table {bad}: action {self.actions[bad]} is not legal; those of its mask are "
                                  f"{self.legal(bad)}")
            self.go(False, go_on, submit, threads)
        finally:
            self.end()

    cdef list legal(self, int i):
        mask = self.spell(i, ofc_env_seat(&self.tables[i]), False)[2]
        return [action for action, allowed in enumerate(mask) if allowed]

    cdef int read_actions(self, actions) except -1:
        """Copied before they are checked; what no action can be becomes -1."""
        cdef _View view = _View(actions, PyBUF_STRIDED_RO, "actions")
        cdef const char *at
        cdef int64_t number
        cdef int i, size = <int>view.view.itemsize
        code = view.format()
        if len(code) != 1 or code not in "bBhHiIlLqQnN" or size not in (1, 2, 4, 8):
            raise TypeError(f"actions hold items of format {code!r}; they are integers")
        if view.view.ndim != 1 or view.view.shape[0] != self.n:
            raise OfcError(f"actions have shape {view.shape()}; they must be ({self.n},)")
        view.fill_strides()
        cdef bint signed = code.islower()
        at = <const char *>view.view.buf
        for i in range(self.n):
            number = _number_at(at, size, signed)
            self.actions[i] = <int32_t>number if 0 <= number < OFC_TURN_ACTIONS else -1
            at += view.view.strides[0]
        return 0

    cdef int go(self, bint deals, bint flag, submit, threads) except -1:
        """One pass over all tables, in parts of about the same size."""
        cdef int i, parts = min(<int>_integer(threads, 1, 64, "threads"), self.n)
        cdef EnvironmentPart part
        cdef list all_parts = []
        self.deals, self.flag = deals, flag
        self.step_number += 1
        for i in range(parts):
            self.need_setters(i)
            part = EnvironmentPart.__new__(EnvironmentPart)
            part.environment, part.step, part.setter = self, self.step_number, i
            part.first = <int>(<int64_t>self.n * i // parts)
            part.last = <int>(<int64_t>self.n * (i + 1) // parts)
            all_parts.append(part)
        waiting = []
        try:
            for one in all_parts[1:] if submit is not None else ():
                waiting.append(submit((<EnvironmentPart>one).run))
            for one in all_parts[:1] if submit is not None else all_parts:
                self.run(one)
            for one in waiting:
                one.result()
        finally:
            self.wait()
        PyErr_CheckSignals()
        return 0

    cdef int wait(self) except -1:
        """Until no part runs any more; none of this step can begin after that."""
        with self.lock:
            self.step_number += 1
            while self.running:
                self.lock.wait()
        return 0

    cdef int run(self, EnvironmentPart part) except -1:
        cdef int last, first = part.first
        with self.lock:
            if part.step != self.step_number or not self.playing:
                raise OfcError("this part of a step has run, or its step is over")
            part.step = 0
            self.running += 1
        try:
            with nogil:
                if self.deals:
                    last = ofc_env_deal(&self.env, &self.setters[part.setter], self.tables, first, part.last, self.flag,
                                        &self.out)
                else:
                    last = ofc_env_step(&self.env, &self.setters[part.setter], self.tables, first, part.last,
                                        self.actions, self.flag, &self.out)
        finally:
            with self.lock:
                self.running -= 1
                self.lock.notify_all()
        if last < part.last:
            raise RuntimeError(f"table {last}: a bot made no legal move")
        return 0

    # one table

    cdef int table_at(self, table) except -1:
        return _integer(table, 0, self.n - 1, "table")

    def table(self, table):
        """A table as numbers: (hand, button, inside, turns that are over, by card its place, 255 for none yet,
        chips before the hand)."""
        cdef int i = self.table_at(table), j
        self.begin()
        try:
            inside = tuple([self.tables[i].now.inside[j] for j in range(self.env.seats)])
            stacks = tuple([self.tables[i].now.stack[j] for j in range(self.env.people if self.env.for_chips else 0)])
            return self.tables[i].now.hand, self.tables[i].now.button, inside, self.tables[i].turn, (
                <char *>self.tables[i].place)[:OFC_DECK], stacks
        finally:
            self.end()

    def turn(self, table):
        """The seat that is to decide at a table; -1 at the end of a hand."""
        return ofc_env_seat(&self.tables[self.table_at(table)])

    def see(self, table, seat, bint planes=True):
        """(observation, scalars, mask) in bytes, as this seat of this table has them now."""
        cdef int i = self.table_at(table), at = _integer(seat, 0, self.env.seats - 1, "seat")
        self.begin()
        try:
            return self.spell(i, at, planes)
        finally:
            self.end()

    cdef tuple spell(self, int i, int seat, bint planes):
        cdef ofc_view view
        ofc_env_view(&self.env, &self.tables[i], seat, &view)
        return _spell_view(&view, planes, self.env.by_turn)


cdef int64_t _number_at(const char *at, int size, bint signed) noexcept:
    """A number of any size, wherever it lies; -1 for one that is too big."""
    cdef uint8_t a
    cdef uint16_t b
    cdef uint32_t c
    cdef uint64_t d
    if size == 1:
        memcpy(&a, at, 1)
        return <signed char>a if signed else a
    if size == 2:
        memcpy(&b, at, 2)
        return <int16_t>b if signed else b
    if size == 4:
        memcpy(&c, at, 4)
        return <int32_t>c if signed else c
    memcpy(&d, at, 8)
    return <int64_t>d if signed or d <= INT64_MAX else -1
