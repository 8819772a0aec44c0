# Endgames: the outlook of a board under optimal play.

cdef extern from "endgame.h" nogil:
    enum:
        OFC_EG_MOST_BONUS
        OFC_EG_MOST_ENTRIES
        OFC_EG_SOLVED
        OFC_EG_REFUSED
        OFC_EG_MEMORY
    struct ofc_eg_goal:
        const ofc_rules *rules
        const ofc_joker_rules *entry
        const ofc_plan *plan
        double royalty
        double rows
        double foul
        double fantasyland[18]
        double plain_royalty
        double plain_foul
        const int *stop
    struct ofc_eg_board:
        uint64_t key[3]
        int free[3]
    struct ofc_outlook:
        double ways
        double foul
        double royalty
        double rows
        double fantasyland[18]
    size_t ofc_eg_room()
    int ofc_eg_value(const ofc_eg_goal *goal, void *room, const ofc_eg_board *board, uint64_t deck, ofc_outlook *outlook)


cdef class EndgameGoal:
    """Rules and an objective as numbers, for the search of endgames.

    royalty, rows, foul: worth of a point of royalties, of a point against the opponents of `plan` (which count the royalties
    and what a foul pays), and of a foul; fantasyland: (cards, worth) pairs. The search takes what is worth most; whole numbers are added without error.
    plain_royalty, plain_foul: the same without what breaks ties.
    """

    cdef ofc_eg_goal goal
    cdef CompiledRules rules
    cdef FantasyPlan plan
    cdef int stopped

    def __cinit__(self, CompiledRules rules not None, *, double royalty, double foul, fantasyland=(), double rows=0,
                  double plain_royalty=0, double plain_foul=0, FantasyPlan plan=None):
        if rules.joker_rules.entries > OFC_EG_MOST_ENTRIES:
            raise ValueError(f"{rules.joker_rules.entries} ways into Fantasyland; endgames take {OFC_EG_MOST_ENTRIES}")
        for e in range(rules.joker_rules.entries):
            if rules.joker_rules.entry[e].cards >= OFC_EG_MOST_BONUS:
                raise ValueError(f"Fantasyland with {rules.joker_rules.entry[e].cards} cards; endgames take 17")
        memset(&self.goal, 0, sizeof(self.goal))
        self.rules, self.plan = rules, plan
        self.goal.rules, self.goal.entry = &rules.rules, &rules.joker_rules
        self.goal.plan = NULL if plan is None else &plan.plan
        self.goal.stop = &self.stopped
        self.goal.royalty, self.goal.rows = royalty, rows
        self.goal.plain_royalty, self.goal.plain_foul = plain_royalty, plain_foul
        self.goal.foul = foul if plan is None else foul + rows * ofc_fl_foul(&plan.plan)
        for cards, worth in fantasyland:
            if not 0 < cards < OFC_EG_MOST_BONUS:
                raise ValueError(f"Fantasyland with {cards} cards; endgames take 17")
            self.goal.fantasyland[<int>cards] = worth

    def outlook(self, top, middle, bottom, deck):
        """(ways, foul, royalty, rows, {cards: ways}) of a board with 0, 2, 4 or 6 free places before a draw from the deck.

        Rows and deck are different card ints. Everything is a sum over `ways` equally likely ways. Releases the GIL.
        None where `stop` was called before the end.
        """
        cdef ofc_eg_board board
        cdef ofc_outlook found
        cdef uint64_t one = 1, known = 0, cards = 0
        cdef int row, card
        cdef int state
        for row, (size, held) in enumerate(((3, top), (5, middle), (5, bottom))):
            if len(held) > size:
                raise ValueError(f"{len(held)} cards in a row of {size}")
            board.key[row], board.free[row] = OFC_NO_CARDS, size - len(held)
            for item in held:
                card = _as_card(item)
                board.key[row] += key_of_card(card)
                if known >> card & 1:
                    raise InvalidCard(f"{_name(card)} is on the board twice")
                known |= one << card
        for item in deck:
            card = _as_card(item)
            if (known | cards) >> card & 1:
                raise InvalidCard(f"{_name(card)} is in the deck, and elsewhere or twice")
            cards |= one << card
        cdef void *room = NULL
        if board.free[0] + board.free[1] + board.free[2] > 2:
            room = malloc(ofc_eg_room())
            if room is NULL:
                raise MemoryError
        with nogil:
            state = ofc_eg_value(&self.goal, room, &board, cards, &found)
        free(room)
        if state == OFC_EG_REFUSED:
            raise ValueError("a board has 0, 2, 4 or 6 free places, and the deck three cards for every two of them")
        if state == OFC_EG_MEMORY:
            raise MemoryError
        if state != OFC_EG_SOLVED:
            return None
        return (found.ways, found.foul, found.royalty, found.rows,
                {i: found.fantasyland[i] for i in range(1, OFC_EG_MOST_BONUS) if found.fantasyland[i]})

    def stop(self, bint stopped=True):
        """Ends long searches in other threads; `stop(False)` lets them begin again."""
        self.stopped = stopped
