# Policies: players in C that look boards up in tables, and learn what the tables hold.

from ofckit.border.c.seat cimport ofc_seat
from ofckit.border.c.policy cimport (
    OFC_PL_CERTAIN, OFC_PL_MOST_BONUS, OFC_PL_STEPS, OFC_PL_UNIT, ofc_pl_lesson, ofc_pl_opponent,
    ofc_pl_tally, ofc_policy, ofc_policy_place, ofc_policy_prepare, ofc_policy_solo, ofc_policy_train, ofc_policy_value,
)


cdef enum:
    OPPONENT_BYTES = 8 + 2 * 3 * 311
    FINE_UNIT = 256  # units in which weights are written down: 1/256 of a point


cdef class CompiledPolicy(CompiledBot):
    """Tables that say what a board is worth, for one set of rules.

    streets: (cards dealt, cards placed) of each street. placed: the numbers of cards on the board, before the last street,
    that have tables of their own. joker_blocks: 3 where rows with jokers have tables of their own, else 1.
    fantasyland: (cards, points) of the hands that may be earned. Empty tables: to be filled by `learn` or `train`.
    """

    cdef ofc_policy *policy
    cdef ofc_pl_lesson *lesson
    cdef CompiledRules rules
    cdef size_t weights

    def __cinit__(self, CompiledRules rules not None, *, streets, placed, fantasyland=(), int joker_blocks=1):
        cdef int cards = 0, deal, place, last = 0
        if not 1 <= len(streets) <= BOARD or not 1 <= len(placed) <= BOARD or joker_blocks not in (1, 3):
            raise ValueError("a policy has 1 to 13 streets, 1 to 13 stages, and 1 or 3 blocks for jokers")
        self.policy = <ofc_policy *>PyMem_Calloc(1, sizeof(ofc_policy))
        self.lesson = <ofc_pl_lesson *>PyMem_Calloc(1, sizeof(ofc_pl_lesson))
        if self.policy == NULL or self.lesson == NULL:
            raise MemoryError
        self.rules = rules
        self.policy.rules = &rules.rules
        self.policy.joker_blocks = joker_blocks
        for i, (deal, place) in enumerate(streets):
            if not 1 <= place <= deal <= BOARD:
                raise ValueError(f"a street deals 1 to 13 cards and places 1 or more of them, not {deal} and {place}")
            self.policy.street[i].deal, self.policy.street[i].place = deal, place
            cards += place
        if cards != BOARD:
            raise ValueError(f"the streets place {cards} cards; a board has 13")
        self.policy.streets = len(streets)
        for i, number in enumerate(placed):
            if not last < number < BOARD:
                raise ValueError("placed are numbers of cards from 1 to 12, ascending")
            last = self.policy.placed[i] = number
        self.policy.stages = len(placed)
        for number, points in fantasyland:
            if not 0 < number < OFC_PL_MOST_BONUS or not -10000 < points < 10000:
                raise ValueError(f"{points} points for Fantasyland with {number} cards")
            self.policy.fantasyland[<int>number] = round(points * OFC_PL_UNIT)
        for i in range(rules.rules.fantasyland.entries):
            if rules.rules.fantasyland.entry[i].cards >= OFC_PL_MOST_BONUS:
                raise ValueError(f"Fantasyland with {rules.rules.fantasyland.entry[i].cards} cards")
        ofc_policy_prepare(self.policy)
        self.weights = <size_t>self.policy.stages * self.policy.layout.size
        self.policy.weight = <int32_t *>PyMem_Calloc(self.weights, sizeof(int32_t))
        if self.policy.weight == NULL:
            raise MemoryError
        self.bot.place, self.bot.self = ofc_policy_place, self.policy
        for row in range(3):
            for i in range(OFC_PL_STEPS + 1):
                self.policy.opponent.below[row][i] = OFC_PL_CERTAIN // 2

    def __dealloc__(self):
        if self.policy != NULL:
            PyMem_Free(self.policy.weight)
        if self.lesson != NULL:
            PyMem_Free(self.lesson.visits)
        PyMem_Free(self.policy)
        PyMem_Free(self.lesson)

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
        return {cards: worth[cards] / OFC_PL_UNIT for cards in range(OFC_PL_MOST_BONUS) if worth[cards]}

    def value(self, rows, unseen):
        """What a board is worth before the next draw, in points. rows: top first; unseen: cards that may be anywhere."""
        cdef ofc_seat seat
        _read_seat_without_draw(rows, unseen, &seat)
        return ofc_policy_value(self.policy, &seat)

    def learn(self, const uint8_t[::1] knowledge not None):
        """Takes over what `knowledge` wrote down; ValueError where it is of another size."""
        cdef size_t i
        cdef const uint8_t *at
        cdef ofc_pl_opponent *opponent = &self.policy.opponent
        if <size_t>knowledge.shape[0] != OPPONENT_BYTES + 2 * self.weights:
            raise ValueError(f"{knowledge.shape[0]} bytes of knowledge; this policy takes {OPPONENT_BYTES + 2 * self.weights}")
        at = &knowledge[0]
        opponent.foul = _int32(at) % (OFC_PL_CERTAIN + 1)
        opponent.royalties = _int32(at + 4)
        at += 8
        for row in range(3):
            for i in range(OFC_PL_STEPS + 1):
                opponent.below[row][i] = min(at[0] | at[1] << 8, OFC_PL_CERTAIN)
                at += 2
        for i in range(self.weights):
            self.policy.weight[i] = <int16_t>(at[0] | at[1] << 8) * (OFC_PL_UNIT // FINE_UNIT)
            at += 2

    def knowledge(self, *, int grain=1, unsigned seldom=0):
        """All that was learnt, as bytes for `learn`: the opponent (8 + 3 * 622 bytes), then an int16 for each weight.

        grain: weights are rounded to multiples of so many 256ths of a point. Those learnt less often than `seldom` are left out.
        """
        cdef size_t i
        cdef long value, unit = grain * (OFC_PL_UNIT // FINE_UNIT)
        cdef ofc_pl_opponent *opponent = &self.policy.opponent
        cdef uint32_t *visits = self.lesson.visits
        if not 1 <= grain <= FINE_UNIT:
            raise ValueError(f"grain = {grain}: it is 1 to {FINE_UNIT}")
        out = bytearray(OPPONENT_BYTES + 2 * self.weights)
        cdef uint8_t[::1] view = out
        cdef uint8_t *at = &view[0]
        at = _write(_write(at, opponent.foul, 4), opponent.royalties, 4)
        for row in range(3):
            for i in range(OFC_PL_STEPS + 1):
                at = _write(at, opponent.below[row][i], 2)
        for i in range(self.weights):
            value = self.policy.weight[i]
            value = (value + unit // 2) // unit * grain
            if visits != NULL and visits[i] < seldom:
                value = 0
            at = _write(at, max(-32768, min(32767, value)), 2)
        return bytes(out)

    def begin(self, uint64_t seed, uint64_t hands, *, double caution=0):
        """Begins a training of so many hands, anew. caution: points that a foul is held to be worse than it is."""
        if hands == 0 or not 0 <= caution < 1000:
            raise ValueError("a training has one hand or more, and a caution of 0 to 1000 points")
        if self.lesson.visits == NULL:
            self.lesson.visits = <uint32_t *>PyMem_Calloc(self.weights, sizeof(uint32_t))
            if self.lesson.visits == NULL:
                raise MemoryError
        memset(self.lesson.visits, 0, self.weights * sizeof(uint32_t))
        self.lesson.seed, self.lesson.hands, self.lesson.done = seed, hands, 0
        self.lesson.caution = round(caution * OFC_PL_UNIT)

    def train(self, uint64_t hands):
        """Plays the next hands of the training and learns from them; the hands done so far. Releases the GIL."""
        if self.lesson.visits == NULL:
            raise ValueError("the training is not begun")
        hands = min(hands, self.lesson.hands - self.lesson.done)
        with nogil:
            ofc_policy_train(self.policy, self.lesson, hands)
        return self.lesson.done

    def solo(self, uint64_t seed, uint64_t first, uint64_t hands):
        """(fouls, {cards: entries}, royalties by row, sum of worths) of hands played alone. Releases the GIL."""
        cdef ofc_pl_tally tally
        with nogil:
            ofc_policy_solo(self.policy, seed, first, hands, &tally)
        entries = {i: tally.entries[i] for i in range(1, OFC_PL_MOST_BONUS) if tally.entries[i]}
        return tally.fouls, entries, tuple([tally.royalties[row] for row in range(3)]), tally.worth


cdef int32_t _int32(const uint8_t *at) noexcept:
    return <int32_t>(at[0] | <uint32_t>at[1] << 8 | <uint32_t>at[2] << 16 | <uint32_t>at[3] << 24)


cdef uint8_t *_write(uint8_t *at, long value, int size) noexcept:
    """Writes a number, the lowest byte first; where the next one goes."""
    for i in range(size):
        at[i] = (value >> 8 * i) & 255
    return at + size


cdef int _read_seat_without_draw(rows, unseen, ofc_seat *seat) except -1:
    """A seat between two draws."""
    cdef uint8_t[13] cards
    _read_seat(rows, unseen, (), 0, seat, cards)
    return 0
