# Endgames: the outlook of a board under optimal play.

from ofckit.border.c.seat cimport ofc_seat
from ofckit.border.c.endgame cimport (
    OFC_EG_MEMORY, OFC_EG_MOST_BONUS, OFC_EG_REFUSED, OFC_EG_SOLVED, ofc_eg_objective, ofc_eg_job,
    ofc_eg_search, ofc_outlook,
)
from ofckit.border.c.fantasyland cimport ofc_fl_foul


cdef class EndgameObjective:
    """Rules and an objective as numbers, for the search of endgames.

    royalty, rows, foul: worth of a point of royalties, of a point over the opponents of `against` (which count the
    royalties and what a foul pays), and of a foul; fantasyland: (cards, worth) pairs. The search takes what is worth most;
    whole numbers are added without error. plain_royalty, plain_foul: the same without what breaks ties. points: those of
    the next hands, by cards, and `foul_points`: what an outlook adds up, in points.
    """

    cdef ofc_eg_objective objective
    cdef CompiledRules rules
    cdef FantasylandObjective against
    cdef double points[18]
    cdef double foul_points

    def __cinit__(self, CompiledRules rules not None, *, double royalty, double foul, fantasyland=(), double rows=0,
                  double plain_royalty=0, double plain_foul=0, points=(), double foul_points=0,
                  FantasylandObjective against=None):
        for e in range(rules.rules.fantasyland.entries):
            if rules.rules.fantasyland.entry[e].cards >= OFC_EG_MOST_BONUS:
                raise ValueError(f"Fantasyland with {rules.rules.fantasyland.entry[e].cards} cards; endgames take 17")
        memset(&self.objective, 0, sizeof(self.objective))
        self.rules, self.against = rules, against
        self.objective.rules = &rules.rules
        self.objective.against = NULL if against is None else &against.objective
        self.objective.royalty, self.objective.rows = royalty, rows
        self.objective.plain_royalty, self.objective.plain_foul = plain_royalty, plain_foul
        self.objective.foul = foul if against is None else foul + rows * ofc_fl_foul(&against.objective)
        for cards, worth in fantasyland:
            if not 0 < cards < OFC_EG_MOST_BONUS:
                raise ValueError(f"Fantasyland with {cards} cards; endgames take 17")
            self.objective.fantasyland[<int>cards] = worth
        for i in range(OFC_EG_MOST_BONUS):
            self.points[i] = 0
        for cards, worth in points:
            if not 0 < cards < OFC_EG_MOST_BONUS:
                raise ValueError(f"Fantasyland with {cards} cards; endgames take 17")
            self.points[<int>cards] = worth
        self.foul_points = foul_points

    cdef tuple means(self, const ofc_outlook *found):
        """(points, foul, {cards: chance}, royalty): means over all ways."""
        cdef int i
        cdef double points = found.rows if self.against is not None else found.royalty + self.foul_points * found.foul
        hands = {}
        for i in range(1, OFC_EG_MOST_BONUS):
            if found.fantasyland[i]:
                points += self.points[i] * found.fantasyland[i]
                hands[i] = found.fantasyland[i] / found.ways
        return points / found.ways, found.foul / found.ways, hands, found.royalty / found.ways

    def finished(self, top, middle, bottom, moves):
        """What the board is worth after each of these moves (top, middle, bottom, ...), which fill it; see EndgameSearch."""
        cdef EndgameSearch search = EndgameSearch(self)
        cdef ofc_seat rows, board
        cdef ofc_outlook found
        cdef uint64_t known = 0
        cdef int row
        search.read_row(&rows, &known, 0, top, False)
        search.read_row(&rows, &known, 1, middle, False)
        search.read_row(&rows, &known, 2, bottom, False)
        values = []
        for move in moves:
            board = rows
            seen = known
            for row in range(3):
                search.read_row(&board, &known, row, move[row], True)
            known = seen
            if ofc_eg_search(&search.job, &board, &found) != OFC_EG_SOLVED:
                raise ValueError("a move leaves places free")
            values.append(self.means(&found))
        return values


cdef class EndgameSearch:
    """One board at a time, before the streets to come: (cards dealt, cards placed) each, from `deck`, different card ints.

    memory: bytes that tables may take where all cards that are dealt are placed.
    """

    cdef EndgameObjective objective
    cdef ofc_eg_job job

    def __cinit__(self, EndgameObjective objective not None, deck=b"", streets=(), size_t memory=0):
        cdef uint64_t one = 1
        cdef int card
        streets = tuple(streets)
        if len(streets) > 13:
            raise ValueError(f"{len(streets)} streets; a board is full after 13")
        memset(&self.job, 0, sizeof(self.job))
        self.objective = objective
        self.job.objective = &objective.objective
        self.job.memory = memory
        for item in deck:
            card = _card_or_joker(item, objective.rules.jokers)
            if self.job.deck >> card & 1:
                raise InvalidCard(f"{_name(card)} is in the deck twice")
            self.job.deck |= one << card
        for i, (deal, place) in enumerate(streets):
            if not 1 <= place <= deal <= 54 or place > 13:
                raise ValueError(f"a street deals {deal} cards and places {place}")
            self.job.street[<int>i].deal, self.job.street[<int>i].place = deal, place
        self.job.streets = len(streets)

    cdef int read_row(self, ofc_seat *rows, uint64_t *known, int row, held, bint more) except -1:
        """Reads a row, or more cards of one."""
        cdef int n = rows.held[row] if more else 0
        cdef int card
        cdef uint64_t one = 1
        for item in held:
            if n == (5 if row else 3):
                raise ValueError(f"more than {n} cards in a row of {n}")
            card = _card_or_joker(item, self.objective.rules.jokers)
            if (known[0] | self.job.deck) >> card & 1:
                raise InvalidCard(f"{_name(card)} is on the board, and there twice or in the deck")
            known[0] |= one << card
            rows.row[row][n] = card
            n += 1
        rows.held[row] = n
        return 0

    def outlook(self, top, middle, bottom):
        """(points, foul, {cards: chance}, royalty) of this board under optimal play, means over all that may come.

        points are the objective's `points` and `foul_points`, or those against its opponents. Releases the GIL. None where
        `stop` was called before the end. Raises ValueError for what cannot be searched, MemoryError where the tables are too small.
        """
        cdef ofc_seat rows
        cdef ofc_outlook found
        cdef uint64_t known = 0
        cdef int state
        self.read_row(&rows, &known, 0, top, False)
        self.read_row(&rows, &known, 1, middle, False)
        self.read_row(&rows, &known, 2, bottom, False)
        with nogil:
            state = ofc_eg_search(&self.job, &rows, &found)
        if state == OFC_EG_REFUSED:
            raise ValueError("these streets do not fill the board, need more cards than the deck has, or cannot be searched")
        if state == OFC_EG_MEMORY:
            raise MemoryError("the tables of this search do not fit in the memory that it may take")
        return self.objective.means(&found) if state == OFC_EG_SOLVED else None

    def stop(self):
        """Ends the search, from another thread."""
        self.job.stop = 1

    @property
    def progress(self):
        """(draws of the next street that were looked at, all of them): how far a long search is; (0, 0) for a short one."""
        return self.job.done, self.job.all
