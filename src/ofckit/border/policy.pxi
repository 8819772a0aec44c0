# Policies: players in C that look up boards in tables, and learn what the tables hold.

from ofckit.border.c.policy cimport (
    OFC_POLICY_CERTAIN, OFC_POLICY_STEPS, OFC_POLICY_UNIT, ofc_policy_lesson, ofc_policy_opponent,
    ofc_policy_tally, ofc_policy, ofc_policy_place, ofc_policy_prepare, ofc_policy_solo, ofc_policy_train,
    ofc_policy_value,
)
from ofckit.border.c.seat cimport ofc_seat


cdef enum:
    OPPONENT_BYTES = 8 + 2 * 3 * (OFC_POLICY_STEPS + 1)
    HANDS_AT_ONCE = 1 << 12  # between checks for Ctrl-C
    FINE_UNIT = 256  # units in which weights are written down: 1/256 of a point


cdef class CompiledPolicy(CompiledBot):
    """Tables that say what a board is worth, for one set of rules.

    streets: (cards dealt, cards placed) of each street. placed: the numbers of cards on the board, before the last
    street, that have tables of their own. joker_blocks: 3 where rows with jokers have tables of their own, else 1.
    fantasyland: (cards, points) of the hands that may be earned. Empty tables: to be filled by `learn` or `train`.
    """

    cdef ofc_policy *policy
    cdef ofc_policy_lesson *lesson
    cdef CompiledRules rules
    cdef size_t weights
    cdef object training  # the lock for training

    def __cinit__(self, CompiledRules rules not None, *, streets, placed, fantasyland=(), joker_blocks=1):
        cdef int i, k, row, last = 0, cards = 0, drawn = 0
        cdef double worth[OFC_DECK + 1]
        from threading import Lock
        self.policy = <ofc_policy *>_zeros(1, sizeof(ofc_policy))
        self.lesson = <ofc_policy_lesson *>_zeros(1, sizeof(ofc_policy_lesson))
        self.rules, self.training = rules, Lock()
        self.policy.rules = &rules.rules
        self.policy.joker_blocks = _integer(joker_blocks, 1, 3, "joker_blocks")
        if self.policy.joker_blocks == 2:
            raise OfcError("joker_blocks: 2; it may be 1 or 3")
        self.policy.streets = _read_streets(streets, BOARD, self.policy.street)
        for i in range(self.policy.streets):
            cards, drawn = cards + self.policy.street[i].place, drawn + self.policy.street[i].deal
        if cards != BOARD or drawn > CARDS + rules.jokers:
            raise OfcError(
                f"the streets deal {drawn} cards and place {cards}; a board has 13, a deck {CARDS + rules.jokers}"
            )
        for number in _items(placed, BOARD - 1, "stages"):
            last = _integer(number, last + 1, BOARD - 1, "placed cards of a stage, ascending")
            self.policy.placed[self.policy.stages] = last
            self.policy.stages += 1
        if not self.policy.stages:
            raise OfcError("a policy has one stage or more")
        memset(worth, 0, sizeof(worth))
        _read_by_cards(fantasyland, OFC_DECK + 1, 10_000, worth)
        for i in range(OFC_DECK + 1):
            self.policy.fantasyland[i] = round(worth[i] * OFC_POLICY_UNIT)
        ofc_policy_prepare(self.policy)
        self.weights = <size_t>self.policy.stages * self.policy.layout.size
        self.policy.weight = <int32_t *>_zeros(self.weights, sizeof(int32_t))
        self.bot.place, self.bot.self = ofc_policy_place, self.policy
        for row in range(3):
            for k in range(OFC_POLICY_STEPS + 1):
                self.policy.opponent.below[row][k] = OFC_POLICY_CERTAIN // 2

    def __dealloc__(self):
        if self.policy != NULL:
            free(self.policy.weight)
        if self.lesson != NULL:
            free(self.lesson.visits)
        free(self.policy)
        free(self.lesson)

    @property
    def placed(self):
        """Cards on the board, of each stage that has tables."""
        return [self.policy.placed[i] for i in range(self.policy.stages)]

    @property
    def joker_blocks(self):
        """3 where rows with jokers have tables of their own, else 1."""
        return self.policy.joker_blocks

    @property
    def fantasyland(self):
        """Points of the hands that may be earned, by their cards."""
        worth = self.policy.fantasyland
        return {cards: worth[cards] / OFC_POLICY_UNIT for cards in range(OFC_DECK + 1) if worth[cards]}

    def value(self, rows, unseen):
        """What a board is worth before the next draw, in points. rows: top first; unseen: cards still to come."""
        cdef ofc_seat seat
        cdef uint64_t known = 0
        _read_rows(rows, OFC_MAX_JOKERS, "", &seat, &known)
        seat.unseen = _read_set(unseen, OFC_MAX_JOKERS, "unseen: ", known)
        return ofc_policy_value(self.policy, &seat)

    def learn(self, knowledge):
        """Load what `knowledge` wrote; OfcError if it has another size."""
        cdef size_t i
        cdef int k
        cdef _View view = _View(knowledge, PyBUF_SIMPLE, "knowledge")
        cdef const uint8_t *at
        cdef ofc_policy_opponent *opponent = &self.policy.opponent
        if <size_t>view.view.len != OPPONENT_BYTES + 2 * self.weights:
            raise OfcError(f"{view.view.len} bytes of knowledge; this policy takes {OPPONENT_BYTES + 2 * self.weights}")
        own = (<const char *>view.view.buf)[:view.view.len]
        at = <const uint8_t *><const char *>own
        opponent.foul = _int32(at) % (OFC_POLICY_CERTAIN + 1)
        opponent.royalties = _int32(at + 4)
        at += 8
        for row in range(3):
            for k in range(OFC_POLICY_STEPS + 1):
                opponent.below[row][k] = min(at[0] | at[1] << 8, OFC_POLICY_CERTAIN)
                at += 2
        for i in range(self.weights):
            self.policy.weight[i] = <int16_t>(at[0] | at[1] << 8) * (OFC_POLICY_UNIT // FINE_UNIT)
            at += 2

    def knowledge(self, *, grain=1, seldom=0):
        """Everything learnt, as bytes for `learn`: the opponent (8 + 3 * 622 bytes), then an int16 for each weight.

        grain: weights are rounded to multiples of grain/256 of a point. Those updated fewer times than `seldom`
        are left out.
        """
        cdef size_t i
        cdef int k
        cdef long value, step = _integer(grain, 1, FINE_UNIT, "grain"), unit = step * (OFC_POLICY_UNIT // FINE_UNIT)
        cdef uint32_t fewest = _integer(seldom, 0, 0xFFFF_FFFF, "seldom")
        cdef ofc_policy_opponent *opponent = &self.policy.opponent
        cdef uint32_t *visits = self.lesson.visits
        out = bytearray(OPPONENT_BYTES + 2 * self.weights)
        cdef uint8_t[::1] view = out
        cdef uint8_t *at = &view[0]
        at = _write(_write(at, opponent.foul, 4), opponent.royalties, 4)
        for row in range(3):
            for k in range(OFC_POLICY_STEPS + 1):
                at = _write(at, opponent.below[row][k], 2)
        for i in range(self.weights):
            value = self.policy.weight[i]
            value = (value + unit // 2) // unit * step
            if visits != NULL and visits[i] < fewest:
                value = 0
            at = _write(at, max(-32768, min(32767, value)), 2)
        return bytes(out)

    def begin(self, seed, hands, *, caution=0):
        """Begin a new training of this many hands. caution: points by which the cost of a foul is overrated."""
        cdef uint64_t word = _word(seed, "seed"), all_hands = _integer(hands, 1, INT64_MAX, "hands")
        cdef double worse = _real(caution, 0, 1000, "caution")
        with self.training:
            if self.lesson.visits == NULL:
                self.lesson.visits = <uint32_t *>_zeros(self.weights, sizeof(uint32_t))
            memset(self.lesson.visits, 0, self.weights * sizeof(uint32_t))
            self.lesson.seed, self.lesson.hands, self.lesson.done = word, all_hands, 0
            self.lesson.caution = round(worse * OFC_POLICY_UNIT)

    def train(self, hands):
        """Play the next hands of the training and learn from them; returns the hands done so far. Releases the GIL;
        threads that train one policy wait for each other."""
        cdef uint64_t left = _word(hands, "hands"), now
        with self.training:
            if self.lesson.visits == NULL:
                raise OfcError("the training has not begun")
            left = min(left, self.lesson.hands - self.lesson.done)
            while left:
                now = min(left, <uint64_t>HANDS_AT_ONCE)
                with nogil:
                    ofc_policy_train(self.policy, self.lesson, now)
                left -= now
                PyErr_CheckSignals()
            return self.lesson.done

    def solo(self, seed, first, hands):
        """(fouls, {cards: entries}, royalties by row, sum of worths) of hands played alone. Releases the GIL."""
        cdef ofc_policy_tally tally, more
        cdef uint64_t word = _word(seed, "seed"), at = _word(first, "first"), left = _word(hands, "hands"), now
        cdef int i
        memset(&tally, 0, sizeof(tally))
        while left:
            now = min(left, <uint64_t>HANDS_AT_ONCE)
            with nogil:
                ofc_policy_solo(self.policy, word, at, now, &more)
            tally.fouls += more.fouls
            for i in range(OFC_DECK + 1):
                tally.entries[i] += more.entries[i]
            for i in range(3):
                tally.royalties[i] += more.royalties[i]
            tally.worth += more.worth
            at, left = at + now, left - now
            PyErr_CheckSignals()
        entries = {i: tally.entries[i] for i in range(1, OFC_DECK + 1) if tally.entries[i]}
        return tally.fouls, entries, tuple([tally.royalties[row] for row in range(3)]), tally.worth


cdef int32_t _int32(const uint8_t *at) noexcept:
    return <int32_t>(at[0] | <uint32_t>at[1] << 8 | <uint32_t>at[2] << 16 | <uint32_t>at[3] << 24)


cdef uint8_t *_write(uint8_t *at, long value, int size) noexcept:
    """Writes a number, the lowest byte first; where the next one goes."""
    for i in range(size):
        at[i] = (value >> 8 * i) & 255
    return at + size
