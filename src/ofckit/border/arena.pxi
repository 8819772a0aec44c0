# The arena: match hands played by players in C.

from ofckit.border.c.arena cimport (
    OFC_ARENA_BAD_MOVE, OFC_FANTASYLAND_SIZES, OFC_ARENA_NEEDS_TURNS, OFC_ARENA_KEPT, OFC_TALLY_FIELDS,
    ofc_arena, ofc_arena_play, ofc_arena_slot, ofc_arena_state,
)
from ofckit.border.c.fantasyland cimport ofc_fantasyland_bot, ofc_fantasyland_place, ofc_fantasyland_room
from ofckit.border.c.playout cimport OFC_MOST_SEATS, ofc_turns

TALLY_FIELDS = (
    "hands", "points", "points_squared", "fouls", "normal",
    *[f"entries{n}" for n in range(13, 18)],
    *[f"inside{n}" for n in range(13, 18)],
    "stays", "royalties_top", "royalties_middle", "royalties_bottom", "sweeps", "swept", "forfeits",
    *[f"royalty{n}" for n in range(64)],
)
assert len(TALLY_FIELDS) == OFC_TALLY_FIELDS

cdef enum:
    CHUNK = 64  # hands between checks for Ctrl-C


cdef class Arena:
    """Hands of a match among players in C; made by `ofckit.game.Arena`.

    bots: one for each of the people. lay_out: (button, cards in Fantasyland by seat) -> (turns, as of
    `playouts`; for each of them (hidden, first, number) with the cards that wait at the owner's other seat; cards
    dealt). objective_of: (person, cards) -> the FantasylandObjective by which that many cards at once are set; a
    CompiledRandom sets them itself.
    """

    cdef ofc_arena arena
    cdef CompiledRules rules
    cdef tuple bots
    cdef dict objectives
    cdef void *room
    cdef ofc_fantasyland_bot setters[OFC_MOST_SEATS][OFC_FANTASYLAND_SIZES]
    cdef bint own_boards_compared
    cdef object lay_out, objective_of, lock
    cdef bint playing

    def __cinit__(self, CompiledRules rules not None, bots, seats, *, lay_out, objective_of,
                  bint own_boards_compared=False):
        from threading import RLock
        cdef const ofc_fantasyland *fantasyland = &rules.rules.fantasyland
        cdef int e, i = 0
        for e in range(fantasyland.entries):
            _integer(fantasyland.entry[e].cards, OFC_FANTASYLAND_FEWEST, OFC_FANTASYLAND_MOST, "cards in Fantasyland")
        self.rules, self.bots, self.objectives = rules, _items(bots, OFC_MOST_SEATS, "bots"), {}
        self.arena.rules = &rules.rules
        self.arena.people = len(self.bots)
        self.arena.seats = _integer(seats, 1, OFC_MOST_SEATS, "seats")
        if not self.arena.people or self.arena.seats % self.arena.people:
            raise OfcError(f"{self.arena.people} bots at {self.arena.seats} seats: no such table")
        if fantasyland.repeat > 0:
            _integer(fantasyland.repeat, OFC_FANTASYLAND_FEWEST, OFC_FANTASYLAND_MOST, "cards after a stay")
        for bot in self.bots:
            if not isinstance(bot, CompiledBot) or (<CompiledBot>bot).bot.place == NULL:
                raise TypeError(f"bots must be CompiledBots that can play, not {type(bot).__name__}")
            self.arena.bot[i] = (<CompiledBot>bot).bot
            i += 1
        self.own_boards_compared = own_boards_compared
        self.lay_out, self.objective_of, self.lock, self.playing = lay_out, objective_of, RLock(), False
        self.room = _room(ofc_fantasyland_room())

    def __dealloc__(self):
        cdef int i
        free(self.room)
        for i in range(OFC_ARENA_KEPT):
            free(<void *>self.arena.turns[i])

    cdef int forget(self) except -1:
        cdef int i
        for i in range(OFC_ARENA_KEPT):
            free(<void *>self.arena.turns[i])
            self.arena.turns[i] = NULL
            self.arena.key[i] = 0
        return 0

    cdef int learn(self) except -1:
        """Find out how the next hand is dealt and played, and keep it."""
        cdef uint32_t key
        cdef int slot
        cdef ofc_turns *hand
        if len([i for i in range(OFC_ARENA_KEPT) if self.arena.key[<int>i]]) > OFC_ARENA_KEPT // 2:
            self.forget()
        inside = tuple([self.arena.inside[<int>i] for i in range(self.arena.seats)])
        parts = self.lay_out(self.arena.button, inside)
        turns, sights, dealt = _exactly(parts, 3, "parts of a hand: turns, sights, cards")
        hand = <ofc_turns *>_zeros(1, sizeof(ofc_turns))
        try:
            self.read_turns(hand, turns, sights, dealt)
        except BaseException:
            free(hand)
            raise
        slot = ofc_arena_slot(&self.arena, &key)
        self.arena.key[slot], self.arena.turns[slot] = key, hand
        return 0

    cdef int read_turns(self, ofc_turns *hand, turns, sights, dealt) except -1:
        cdef int left, i = 0
        hand.seats, hand.people = self.arena.seats, self.arena.people
        hand.own_boards_compared = self.own_boards_compared
        hand.first = (self.arena.button + 1) % hand.seats
        hand.deck = CARDS + self.rules.jokers
        hand.dealt = _integer(dealt, 1, hand.deck, "cards that are dealt")
        _read_turns(turns, hand)
        for sight in _exactly(sights, hand.count, "sights, one a turn"):
            hidden, first, pending = _exactly(sight, 3, "parts of a sight: hidden, first, number")
            hand.turn[i].hidden = bool(hidden)
            hand.turn[i].other_first = _integer(first, 0, hand.dealt, "the first card that waits")
            left = <int>hand.dealt - hand.turn[i].other_first
            hand.turn[i].other_deal = _integer(pending, 0, left, "cards that wait")
            if hand.turn[i].place == BOARD:
                self.need_objective(hand.turn[i].seat % self.arena.people, hand.turn[i].deal)
            elif hand.turn[i].deal > BOARD:
                raise OfcError(f"turn {i}: {hand.turn[i].deal} cards are drawn; a player in C takes {BOARD}")
            i += 1
        return 0

    cdef int need_objective(self, int person, int cards) except -1:
        _integer(cards, OFC_FANTASYLAND_FEWEST, OFC_FANTASYLAND_MOST, "cards that are set at once")
        cdef ofc_bot *bot = &self.arena.setter[person][cards - OFC_FANTASYLAND_FEWEST]
        cdef ofc_fantasyland_bot *setter = &self.setters[person][cards - OFC_FANTASYLAND_FEWEST]
        if bot.place is NULL and isinstance(self.bots[person], CompiledRandom):
            bot[0] = (<CompiledBot>self.bots[person]).bot
        elif bot.place is NULL:
            objective = self.objective_of(person, cards)
            if not isinstance(objective, FantasylandObjective):
                raise TypeError(f"objective_of gives a FantasylandObjective, not {type(objective).__name__}")
            if (<FantasylandObjective>objective).rules.jokers < self.rules.jokers:
                raise OfcError(f"an objective of rules with {(<FantasylandObjective>objective).rules.jokers} jokers; "
                               f"this table has {self.rules.jokers}")
            self.objectives[person, cards] = objective
            setter.objective, setter.room = &(<FantasylandObjective>objective).objective, self.room
            bot.place, bot.self = ofc_fantasyland_place, setter
        return 0

    def play(self, seed, first, hands, button, inside, bint carry=True, bint boards=False):
        """Play hands first .. first + hands - 1 of the seed: (cells, points, boards, button, inside).

        button, inside: as the first hand begins, and as the next one would. carry: Fantasyland goes on from hand to
        hand; else every hand has the same seats inside, and the button moves after each. cells: array of int64
        (seats, positions, fields); points: array of int32 (hands, people); boards: bytearray (hands, seats, 13), or
        None where they are not wanted. Releases the GIL.
        """
        cdef int i
        cdef int32_t n = _integer(hands, 0, MOST_HANDS, "hands")
        cdef uint64_t word = _word(seed, "seed"), number = _word(first, "first")
        cdef int dealer = _integer(button, 0, self.arena.people - 1, "button")
        cdef uint8_t cards[4]
        if number > 0xFFFF_FFFF_FFFF_FFFFu - <uint64_t>n:
            raise OfcError("hand numbers are 0 .. 2**64 - 1")
        for i, one in enumerate(_exactly(inside, self.arena.seats, "seats")):
            cards[i] = _cards_inside(one)
        with self.lock:
            if self.playing:
                raise OfcError("this arena is already playing: it was called from within")
            self.playing = True
            try:
                self.arena.seed, self.arena.hand, self.arena.button, self.arena.carry = word, number, dealer, carry
                for i in range(self.arena.seats):
                    self.arena.inside[i] = cards[i]
                played = self.play_hands(n, boards)
                return *played, self.arena.button, tuple([self.arena.inside[i] for i in range(self.arena.seats)])
            finally:
                self.playing = False

    cdef tuple play_hands(self, int32_t hands, bint boards):
        from array import array
        cdef Py_ssize_t people = self.arena.people, seats = self.arena.seats
        cdef int32_t done = 0, n
        cdef int64_t[::1] cell_view
        cdef int32_t[::1] point_view
        cdef uint8_t[::1] board_view
        cdef int64_t *cell
        cdef int32_t *won
        cdef uint8_t *shown = NULL
        cells = array("q", bytes(8 * seats * seats * OFC_TALLY_FIELDS))
        points = array("i", bytes(4 * (hands * people + 1)))
        filled = bytearray(hands * seats * BOARD + 1) if boards else None
        cell_view, point_view = cells, points
        cell, won = &cell_view[0], &point_view[0]
        if boards:
            board_view = filled
            shown = &board_view[0]
        while done < hands:
            n = min(hands - done, <int32_t>CHUNK)
            with nogil:
                done += ofc_arena_play(&self.arena, n, cell, won + done * people,
                                       NULL if shown is NULL else shown + done * seats * BOARD)
            PyErr_CheckSignals()
            self.see_to(self.arena.state)
        cell_view = point_view = None
        board_view = None
        del points[hands * people:]
        if boards:
            del filled[hands * seats * BOARD:]
        return cells, points, filled

    cdef int see_to(self, ofc_arena_state state) except -1:
        if state == OFC_ARENA_NEEDS_TURNS:
            self.learn()
        elif state == OFC_ARENA_BAD_MOVE:
            raise RuntimeError(f"the bot of player {self.arena.person} made no legal move in hand {self.arena.hand}")
        return 0


cdef int _cards_inside(cards) except -1:
    """Cards of a seat in Fantasyland; 0 outside."""
    cdef int n = _integer(cards, 0, OFC_FANTASYLAND_MOST, "cards in Fantasyland")
    return _integer(n, OFC_FANTASYLAND_FEWEST, OFC_FANTASYLAND_MOST, "cards in Fantasyland") if n else 0
